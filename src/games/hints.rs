//! Advice in words: hints, reviews and what a decision cost.

use super::{ArcadeGame, GameWords, Notation, capitalized, grammar::sentence};
use crate::widgets::glyphs::unbroken;
use fourcade_engine::play::{
    Advice, Player, PlayerError, ReviewScale, Seat, Seats, StepReview, ThinkContext, advise_checked,
};

/// Such as `it left you about 6 tiles behind the best`.
pub fn cost_in_words<G: ArcadeGame>(cost: f64) -> String {
    let loss = loss_in_words::<G>(cost);
    match G::MEASURE.scale {
        ReviewScale::Lead => format!("it left you {loss}"),
        ReviewScale::Penalty => format!("it cost {loss}"),
        ReviewScale::WinProbability => loss,
    }
}

/// Such as `about 6 tiles behind the best` or `about 2 fewer wins in 10`.
fn loss_in_words<G: ArcadeGame>(cost: f64) -> String {
    let about = |amount: String| format!("about {}", unbroken(&amount));
    match G::MEASURE.scale {
        ReviewScale::Lead => behind_the_best(&about(amount::<G>(cost))),
        ReviewScale::Penalty => about(amount::<G>(cost)),
        ReviewScale::WinProbability => about(wins(cost, " fewer")),
    }
}

/// How much better an action is, such as `by about 6 tiles` or `about 2 more wins in 10`.
pub fn gain_in_words<G: ArcadeGame>(cost: f64) -> String {
    match G::MEASURE.scale {
        ReviewScale::Lead | ReviewScale::Penalty => format!("by about {}", amount::<G>(cost)),
        ReviewScale::WinProbability => format!("about {}", wins(cost, " more")),
    }
}

/// Such as `6 tiles`.
fn amount<G: ArcadeGame>(cost: f64) -> String {
    let measure = &G::MEASURE;
    let change = measure.format_change(cost);
    let number = change.trim_start_matches(['-', '+']);
    let unit = if number == "1" { measure.unit.trim_end_matches('s') } else { measure.unit };
    format!("{number} {unit}")
}

/// Such as `2 more wins in 10`; in 100 if the probability is small.
fn wins(probability: f64, comparison: &str) -> String {
    let games: u8 = if probability < 0.1 { 100 } else { 10 };
    let wins = format!("{:.0}", probability * f64::from(games));
    let unit = if wins == "1" { "win" } else { "wins" };
    format!("{wins}{comparison} {unit} in {games}")
}

/// Such as `6 tiles behind the best`. The text doesn't say that points were lost: a lead is a
/// difference, so its loss can exceed the points in the game.
pub fn behind_the_best(amount: &str) -> String {
    format!("{amount} behind the best")
}

#[derive(Clone, Debug)]
pub struct Hint<G: GameWords> {
    pub advice: Advice<G::Action>,
    /// The best-supported reason first.
    pub reasons: Vec<G::Reason>,
    /// Whether the game is decided, so that no action matters. The first reason says so.
    pub is_moot: bool,
}

pub fn hint<G: GameWords>(
    player: &mut dyn Player<G>,
    game: &G,
    seat: Seat,
    context: &ThinkContext,
) -> Result<Hint<G>, PlayerError> {
    let advice = advise_checked(player, game, seat, context)?;
    let observation = game.observe(Seats::one(seat));
    let reasons = G::reasons(&observation, seat, advice.action, None, &advice.values());
    Ok(Hint { advice, reasons, is_moot: game.certain_loser().is_some() })
}

/// The move, the reason and the outlook, such as `Play 28: it stays under the 30. It is about 0.3
/// points better than 36.` If that doesn't fit, the text has only the reason, only the outlook, or
/// neither.
pub fn describe_hint<G: GameWords>(
    hint: &Hint<G>,
    seat: Seat,
    is_watching: bool,
    notation: Notation,
    fits: impl Fn(&str) -> bool,
) -> String {
    let Hint { advice, reasons, is_moot } = hint;
    if let Some(reason) = reasons.first().filter(|_| *is_moot) {
        return sentence(&G::explain(reason, seat, None, notation));
    }
    let [verb, _] = G::verbs(&advice.action);
    let start = if is_watching {
        let name = G::SEAT_NAMES.get(seat.index()).copied().unwrap_or_default();
        format!("{name} should {verb}")
    } else {
        capitalized(verb)
    };
    let action = format!("{start} {}", G::write(advice.action, notation));
    let reader = (!is_watching).then_some(seat);
    let explain = |reason| G::explain(reason, seat, reader, notation);
    let outlook = advice.outlook.as_deref();
    let outlook =
        outlook.filter(|_| !reasons.first().is_some_and(|reason| G::tells_outlook(reason)));
    let why = reasons.first().map(explain);
    let both = why.as_ref().zip(outlook);
    let both = both.map(|(why, outlook)| format!("{why}. {}", capitalized(outlook)));
    let details = both.into_iter().chain(why).chain(outlook.map(str::to_owned));
    let mut texts = details.map(|details| format!("{action}: {details}."));
    texts.find(|text| fits(text)).unwrap_or_else(|| format!("{action}."))
}

/// A reviewed step as text, whose reasons name the better action. The seat of `reader` is "you".
pub fn written_step<G: GameWords>(
    step: &StepReview<G::Action, G::Reason>,
    reader: Option<Seat>,
    notation: Notation,
) -> StepReview<String, String> {
    step.to_text(
        |&action| G::write(action, notation),
        |verdict, reason| match verdict.better {
            Some(better) => G::explain_against(reason, better, verdict.seat, reader, notation),
            None => G::explain(reason, verdict.seat, reader, notation),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::{
        flip::{Flip, FlipReason},
        intensity::{Intensity, IntensityReason},
    };

    #[test]
    fn advice_leaves_out_what_does_not_fit() {
        let mut hint = Hint::<Flip> {
            advice: Advice::new("2 4".parse().unwrap()),
            reasons: Vec::new(),
            is_moot: false,
        };
        let said = |hint: &_| {
            describe_hint::<Flip>(hint, Seat::new(0), false, Notation::FromOne, |_| true)
        };
        assert_eq!(said(&hint), "Play 3\u{a0}5.");
        hint.advice.outlook = Some("you win by 6 tiles".to_owned());
        assert_eq!(said(&hint), "Play 3\u{a0}5: you win by 6 tiles.");
        hint.reasons = vec![FlipReason::InBook, FlipReason::OpponentPasses];
        assert_eq!(
            said(&hint),
            "Play 3\u{a0}5: it is an opening from the book. You win by 6 tiles."
        );
        let within = |columns| {
            describe_hint::<Flip>(&hint, Seat::new(0), false, Notation::FromOne, |text| {
                text.len() <= columns
            })
        };
        assert_eq!(within(60), "Play 3\u{a0}5: it is an opening from the book.");
        assert_eq!(within(35), "Play 3\u{a0}5: you win by 6 tiles.");
        assert_eq!(within(20), "Play 3\u{a0}5.");
        hint.reasons = vec![FlipReason::Solved { lead: 6, instead: 2, line: [None; 6] }];
        assert_eq!(
            said(&hint),
            "Play 3\u{a0}5: counted to the end, it wins by 6; the next best move wins by 2."
        );
        let passing = Advice::new("44 45 49".parse().unwrap());
        let reasons = vec![IntensityReason::Forced];
        assert_eq!(
            describe_hint::<Intensity>(
                &Hint { advice: passing, reasons, is_moot: false },
                Seat::new(1),
                true,
                Notation::FromOne,
                |_| true
            ),
            "West should pass 44\u{a0}45\u{a0}49: West has no other card to play."
        );
    }
}
