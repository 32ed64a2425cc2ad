//! A deal with the likelihood of the other seats' passes and plays.

use rand::RngExt;

use crate::{
    intensity::{
        model::{CardSet, SEATS},
        players::expert::style::PlayStyle,
    },
    play::Rng,
};

#[derive(Clone, Copy, Debug)]
pub struct AssessedDeal {
    pub hands: [CardSet; SEATS],
    /// The cards that each seat passed, known or assumed.
    pub passed: [CardSet; SEATS],
    /// The likelihood of these passes.
    pub pass_likelihood: f64,
    /// The likelihood of each seat's plays in each style, times the style's prior probability.
    pub style_likelihoods: [[f64; PlayStyle::ALL.len()]; SEATS],
}

impl AssessedDeal {
    /// The likelihood of all passes and plays, whatever the styles.
    pub fn likelihood(&self) -> f64 {
        let plays: f64 =
            self.style_likelihoods.iter().map(|styles| styles.iter().sum::<f64>()).product();
        plays * self.pass_likelihood
    }

    /// Draws a style for each seat in proportion to its likelihood.
    pub fn draw_styles(&self, rng: &mut Rng) -> [PlayStyle; SEATS] {
        self.style_likelihoods.map(|likelihoods| {
            let mut rest = rng.random::<f64>() * likelihoods.iter().sum::<f64>();
            let drawn = PlayStyle::ALL.into_iter().zip(likelihoods).find(|&(_, likelihood)| {
                rest -= likelihood;
                rest < 0.0
            });
            // Because of rounding, the rest may not fall below zero.
            drawn.map_or(PlayStyle::Counter, |(style, _)| style)
        })
    }
}
