//! `counter`: counts the cards.

use super::{
    judge::{Danger, Judge, Look, PASSING, PLAYING, Taking, Weights},
    knowledge::Knowledge,
    no_choice,
};
use crate::{
    games::intensity::{
        Intensity,
        rules::{Card, CardSet, IntensityAction, IntensityObservation, threes},
    },
    play::{Advice, Player, PlayerError, Seat, ThinkContext},
};

/// Knows which cards are out, who has none of a suit and what it gave to its left, and plays the
/// card that may cost least.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    /// How it judges cards to play.
    pub playing: Weights,
    /// How it judges cards to pass.
    pub passing: Weights,
}

impl Default for Counter {
    fn default() -> Self {
        Self { playing: PLAYING, passing: PASSING }
    }
}

impl Player<Intensity> for Counter {
    fn choose(
        &mut self,
        seat: Seat,
        seen: &IntensityObservation,
        _: &ThinkContext,
    ) -> Result<IntensityAction, PlayerError> {
        self.decide(seat, seen)
    }

    /// What it would play, why, and what each card may cost compared with the others.
    fn advise(
        &mut self,
        seat: Seat,
        seen: &IntensityObservation,
        _: &ThinkContext,
    ) -> Result<Advice<IntensityAction>, PlayerError> {
        let action = self.decide(seat, seen)?;
        let IntensityAction::Play(chosen) = action else {
            let words = Some("without these the hand is least dangerous".to_owned());
            return Ok(Advice { reason: words, ..Advice::new(action) });
        };
        let look = Knowledge::of(seat, seen).look(seen.trick);
        let mut advice = Advice::new(action);
        self.judge().weigh(&look, seen.playable(seat), |card, cost, taking| {
            advice.weights.push((IntensityAction::Play(card), cost.into()));
            if card == chosen {
                advice.reason = Some(why(&look, seen.playable(seat), card, taking));
            }
        });
        Ok(advice)
    }
}

impl Counter {
    fn judge(&self) -> Judge<Weights> {
        Judge { weights: self.playing, danger: self.playing }
    }

    /// What it does, by rule.
    ///
    /// # Errors
    /// If there is nothing to choose from.
    pub fn decide(
        &self,
        seat: Seat,
        seen: &IntensityObservation,
    ) -> Result<IntensityAction, PlayerError> {
        let choice = if seen.is_passing {
            pass(seen.hands[seat.index()].unwrap_or_default(), &self.passing)
                .map(IntensityAction::Pass)
        } else {
            let look = Knowledge::of(seat, seen).look(seen.trick);
            self.judge().cheapest(&look, seen.playable(seat)).map(IntensityAction::Play)
        };
        choice.ok_or_else(no_choice)
    }
}

/// The three cards without which the hand is least dangerous.
pub fn pass(hand: CardSet, danger: &impl Danger) -> Option<CardSet> {
    let ways = threes(hand).map(|cards| (danger.of_all(hand - cards), cards));
    ways.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, cards)| cards)
}

/// Why this card is played.
fn why(look: &Look, playable: CardSet, card: Card, taking: Taking) -> String {
    let words = if playable.len() == 1 {
        "no other card is allowed"
    } else if let Some(best) = look.trick.best() {
        following(playable, card, best, taking)
    } else if look.flushes(card) {
        "it may draw the buffalo out, and can't catch it"
    } else if taking.chance > 0.5 {
        "nothing cheaper can be led"
    } else {
        "somebody is likely to go over it"
    };
    let danger = look.out.contains(Card::BUFFALO) && card.suit() == Card::BUFFALO.suit();
    let still =
        if danger { format!("the {} is still out; ", Card::BUFFALO) } else { String::new() };
    if taking.chance > 0.0 && playable.len() > 1 {
        return format!("{still}{words}: it wins with {:.0}%", 100.0 * taking.chance);
    }
    format!("{still}{words}")
}

/// Why this card is played when `best` is the card to beat.
fn following(playable: CardSet, card: Card, best: Card, taking: Taking) -> &'static str {
    if card == Card::BUFFALO && taking.chance <= 0.0 {
        "somebody else must take the buffalo"
    } else if card.suit() != best.suit() {
        "it can't follow, so it gets rid of a dangerous card"
    } else if card < best && playable.below(best).highest() == Some(card) {
        "this is the highest card that stays under"
    } else if card < best {
        "this card stays under"
    } else if taking.points <= 0.0 {
        "the round costs nothing"
    } else if playable.below(best).is_empty() {
        "it can't stay under"
    } else {
        "the round is cheap now, and the card would be dangerous later"
    }
}

#[cfg(test)]
mod tests;
