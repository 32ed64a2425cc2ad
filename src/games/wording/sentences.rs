//! Parts of the sentences about all games: who acted, and what a computer advises.

use super::super::GameWords;
use fourcade_engine::play::{Advice, Seat};

/// The name of a player whom the sentences address as "you".
pub const YOU: &str = "you";

/// Returns who acted, for the start of a sentence: the seat, followed by its player's name if
/// `names` has one, or `You`.
pub fn subject(seat_names: &[&str], seat: Seat, names: &[String]) -> String {
    match names.get(seat.index()).map(String::as_str) {
        Some(YOU) => "You".to_owned(),
        _ => subject_within(seat_names, seat, names),
    }
}

/// Returns who acted, like [`subject`], but for use within a sentence.
pub fn subject_within(seat_names: &[&str], seat: Seat, names: &[String]) -> String {
    let seat_name = seat_names.get(seat.index()).copied().unwrap_or_default();
    match names.get(seat.index()).map(String::as_str) {
        None | Some("") => seat_name.to_owned(),
        Some(YOU) => YOU.to_owned(),
        Some(name) => format!("{seat_name} {name}"),
    }
}

/// Says that a player has resigned, for the log.
pub fn describe_resignation<G: GameWords>(seat: Seat, names: &[String]) -> String {
    format!("{} resigned", subject(G::SEAT_NAMES, seat, names))
}

/// Describes advice as a sentence: the move, then why, such as `Play 28: it stays under.` If `seat`
/// is given, the advice is about this seat: `South should play 28: it stays under.`
pub fn describe_advice<G: GameWords>(advice: &Advice<G::Action>, seat: Option<Seat>) -> String {
    let verb = G::verb(&advice.action);
    let start = match seat {
        Some(seat) => {
            format!(
                "{} should {verb}",
                G::SEAT_NAMES.get(seat.index()).copied().unwrap_or_default()
            )
        }
        None => capitalized(verb),
    };
    let reason = advice.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
    format!("{start} {}{reason}.", advice.action)
}

/// Returns a text with a capital first letter.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::{flip::Flip, intensity::Intensity};

    #[test]
    fn advice_is_a_sentence() {
        let mut advice = Advice::new("2 4".parse().unwrap());
        assert_eq!(describe_advice::<Flip>(&advice, None), "Play 2 4.");
        advice.reason = Some("you win by 6 tiles".to_owned());
        assert_eq!(describe_advice::<Flip>(&advice, None), "Play 2 4: you win by 6 tiles.");
        let passing = Advice::new("44 45 49".parse().unwrap());
        assert_eq!(
            describe_advice::<Intensity>(&passing, Some(Seat::new(1))),
            "West should pass 44 45 49."
        );
    }

    #[test]
    fn a_single_person_is_you() {
        let names = ["", "you", "level:3"].map(str::to_owned);
        let subjects =
            [0, 1, 2, 3].map(|seat| subject(&["A", "B", "C", "D"], Seat::new(seat), &names));
        assert_eq!(subjects, ["A", "You", "C level:3", "D"]);
        assert_eq!(subject_within(&["A", "B"], Seat::new(1), &names), "you");
    }
}
