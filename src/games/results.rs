//! How a game ended, in words.

use std::fmt::Write as _;

use super::{
    ArcadeGame,
    grammar::list_of,
    names::{seat_and_player, subject},
};
use crate::database::PersonResult;
use fourcade_engine::play::{GameInfo, Outcome, Seat, Seats, Session};

#[derive(Clone, Copy)]
pub struct GameEnd<'a> {
    pub outcome: &'a Outcome,
    /// The seats that resigned, except one that had certainly lost.
    pub resigned: Seats,
    /// The seat that lost by running out of time.
    pub flagged: Option<Seat>,
    /// The only person, who is addressed as "you".
    pub you: Option<Seat>,
}

impl<'a> GameEnd<'a> {
    /// `outcome` is that of the session.
    pub fn of<G: GameInfo>(session: &Session<G>, outcome: &'a Outcome, you: Option<Seat>) -> Self {
        let certain_loser = session.game().certain_loser();
        let is_news = |seat: &Seat| certain_loser != Some(*seat);
        let resigned = session.resigned().iter().filter(is_news).collect();
        Self { outcome, resigned, flagged: session.flagged(), you }
    }

    /// The seats that left the game, with how they did: `resigned` or `ran out of time`.
    pub fn departures(&self) -> impl Iterator<Item = (Seat, &'static str)> + use<> {
        let each = |(seats, how): (Seats, _)| seats.iter().map(move |seat| (seat, how));
        self.seats_by_departure().into_iter().flat_map(each)
    }

    fn seats_by_departure(&self) -> [(Seats, &'static str); 2] {
        let flagged = self.flagged.map_or(Seats::NONE, Seats::one);
        [(self.resigned, "resigned"), (flagged, "ran out of time")]
    }

    /// Whether a game of two ended because a player left it, whatever the scores.
    pub fn is_unfinished(&self) -> bool {
        self.outcome.scores().len() == 2 && self.departures().next().is_some()
    }

    pub fn result_of(&self, person: Seat) -> PersonResult {
        PersonResult::of_seat(self.outcome, person)
    }
}

/// Such as `X Medium wins: O 12, X 52.` Scores are left out if they only say who won, or if a
/// player left a game of two. `names` are by seat and may be empty.
pub fn describe_result<G: ArcadeGame>(end: &GameEnd, names: &[String]) -> String {
    if G::HAS_SEAT_NAMES {
        return result_sentence(G::SEAT_NAMES, end, G::HAS_SCORES, names);
    }
    let seats = (0..end.outcome.scores().len()).map(Seat::new);
    let called: Vec<_> = seats.map(|seat| subject(G::SEAT_NAMES, seat, names)).collect();
    let seats: Vec<_> = called.iter().map(String::as_str).collect();
    result_sentence(&seats, end, G::HAS_SCORES, &[])
}

fn result_sentence(
    seat_names: &[&str],
    end: &GameEnd,
    has_scores: bool,
    names: &[String],
) -> String {
    let GameEnd { outcome, you, .. } = *end;
    let winners = outcome.winners();
    let name = |seat| seat_and_player(seat_names, seat, names);
    let result = match you.map(|you| (you, end.result_of(you))) {
        _ if winners.len() == outcome.scores().len() => "It's a tie".to_owned(),
        Some((_, PersonResult::Won)) => "You win".to_owned(),
        Some((you, PersonResult::Drawn)) => {
            format!("You tie for first with {}", list_of(winners.without(you), name))
        }
        _ if winners.len() > 1 => format!("{} tie for first", list_of(winners, name)),
        _ => format!("{} wins", list_of(winners, name)),
    };
    let scores = scores_note(seat_names, outcome, has_scores && !end.is_unfinished());
    let mut result = format!("{result}{scores}.");
    let departed = |seat| match seat_names.get(Seat::index(seat)) {
        Some(seat_name) if you == Some(seat) && *seat_name != "You" => format!("You ({seat_name})"),
        Some(_) if you == Some(seat) => "You".to_owned(),
        _ => name(seat),
    };
    for (seats, how) in end.seats_by_departure() {
        if !seats.is_empty() {
            let _ = write!(result, " {} {how}.", list_of(seats, departed));
        }
    }
    result
}

/// The result for the people at one keyboard in a few words: `Ada wins!`, `A tie` or `Player 1
/// comes third`. `None` without people.
pub fn headline<'a>(
    outcome: &Outcome,
    people: Seats,
    name: impl Fn(Seat) -> &'a str,
) -> Option<String> {
    let place = people.iter().map(|seat| outcome.place(seat)).min()?;
    let best: Seats = people.iter().filter(|&seat| outcome.place(seat) == place).collect();
    let names = list_of(best, |seat| name(seat).to_owned());
    let verb_ending = if best.len() == 1 { "s" } else { "" };
    let winners = outcome.winners().len();
    Some(match place {
        1 if winners == 1 => format!("{names} wins!"),
        1 if winners == outcome.scores().len() => "A tie".to_owned(),
        1 => format!("{names} tie{verb_ending} for first"),
        _ => format!("{names} come{verb_ending} {}", ordinal(place)),
    })
}

/// Such as `second`; `last` for the fourth place, because no game has more seats.
pub fn ordinal(place: u8) -> &'static str {
    match place {
        1 => "first",
        2 => "second",
        3 => "third",
        _ => "last",
    }
}

/// Such as `: O 12, X 52`; empty without scores.
fn scores_note(seat_names: &[&str], outcome: &Outcome, has_scores: bool) -> String {
    if !has_scores {
        return String::new();
    }
    let scores = seat_names.iter().zip(outcome.scores());
    let scores: Vec<_> = scores.map(|(seat, score)| format!("{seat} {score}")).collect();
    format!(": {}", scores.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::flip::Flip;

    const FOUR: [&str; 4] = ["A", "B", "C", "D"];

    fn game_end(outcome: &Outcome, resigned: Seats, you: Option<Seat>) -> GameEnd<'_> {
        GameEnd { outcome, resigned, flagged: None, you }
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_outcome_names_the_winner_and_the_scores() {
        let end = |scores: &[i32], players: &[&str], person| {
            let outcome = Outcome::highest_wins(scores.to_vec());
            describe_result::<Flip>(&game_end(&outcome, Seats::NONE, person), &names(players))
        };
        let you = Some(Seat::new(0));
        for players in [&["you", "Medium"][..], &["you", "./bot"]] {
            let other = players[1];
            assert_eq!(end(&[12, 52], players, you), format!("X {other} wins: O 12, X 52."));
            assert_eq!(end(&[52, 12], players, you), "You win: O 52, X 12.");
            assert_eq!(end(&[32, 32], players, you), "It's a tie: O 32, X 32.");
        }
        for players in [&[][..], &["", ""]] {
            assert_eq!(end(&[12, 52], players, None), "X wins: O 12, X 52.");
        }
    }

    #[test]
    fn scores_that_only_say_who_won_are_left_out() {
        let outcome = Outcome::highest_wins(vec![0, 1]);
        let players = names(&["a", "b"]);
        let end = game_end(&outcome, Seats::NONE, None);
        let sentence = result_sentence(&FOUR[..2], &end, false, &players);
        assert_eq!(sentence, "B b wins.");
    }

    #[test]
    fn scores_do_not_decide_a_game_of_two_that_a_player_left() {
        let (first, second) = (Seat::new(0), Seat::new(1));
        let outcome = Outcome::resigned(first, vec![7, 7]);
        let told = |end| describe_result::<Flip>(&end, &names(&["you", "Pip"]));
        let resigned = game_end(&outcome, Seats::one(first), Some(first));
        assert_eq!(told(resigned), "X Pip wins. You (O) resigned.");
        let flagged = GameEnd { resigned: Seats::NONE, flagged: Some(first), ..resigned };
        assert_eq!(told(flagged), "X Pip wins. You (O) ran out of time.");
        let won = Outcome::resigned(second, vec![7, 7]);
        let won = game_end(&won, Seats::one(second), Some(first));
        assert_eq!(told(won), "You win. X Pip resigned.");
    }

    #[test]
    fn the_result_addresses_the_only_person() {
        let end = |scores: [i32; 4], resigned, person| {
            let outcome = Outcome::lowest_wins(scores.to_vec());
            result_sentence(&FOUR, &game_end(&outcome, resigned, person), true, &[])
        };
        let (first, second) = (Seat::new(0), Seat::new(1));
        let you = Some(first);
        assert_eq!(
            end([3, 3, 5, 9], Seats::NONE, you),
            "You tie for first with B: A 3, B 3, C 5, D 9."
        );
        assert_eq!(
            end([5, 3, 3, 9], Seats::NONE, you),
            "B and C tie for first: A 5, B 3, C 3, D 9."
        );
        assert_eq!(end([2, 2, 2, 2], Seats::NONE, you), "It's a tie: A 2, B 2, C 2, D 2.");
        assert_eq!(
            end([9, 1, 2, 3], Seats::one(first), you),
            "B wins: A 9, B 1, C 2, D 3. You (A) resigned."
        );
        assert_eq!(
            end([9, 1, 2, 3], Seats::one(second), None),
            "B wins: A 9, B 1, C 2, D 3. B resigned."
        );
    }

    #[test]
    fn several_seats_can_tie_for_first() {
        let end = |scores: [i32; 4], resigned| {
            let (outcome, names) =
                (Outcome::lowest_wins(scores.to_vec()), names(&["a", "b", "c", "d"]));
            result_sentence(&FOUR, &game_end(&outcome, resigned, None), true, &names)
        };
        assert_eq!(
            end([3, 3, 5, 9], Seats::NONE),
            "A a and B b tie for first: A 3, B 3, C 5, D 9."
        );
        let three = end([1, 9, 1, 1], Seats::one(Seat::new(1)).with(Seat::new(3)));
        assert_eq!(
            three,
            "A a, C c and D d tie for first: A 1, B 9, C 1, D 1. B b and D d resigned."
        );
        assert_eq!(end([2, 1, 2, 2], Seats::NONE), "B b wins: A 2, B 1, C 2, D 2.");
    }

    #[test]
    fn a_headline_tells_the_best_place_of_the_people() {
        let name = |seat: Seat| ["Ada", "Bob", "Easy", "Hard"][seat.index()];
        let people = Seats::first(2);
        let told = |scores: [i32; 4]| {
            headline(&Outcome::lowest_wins(scores.to_vec()), people, name).unwrap()
        };
        assert_eq!(told([0, 5, 6, 6]), "Ada wins!");
        assert_eq!(told([4, 8, 4, 1]), "Ada comes second");
        assert_eq!(told([9, 7, 1, 0]), "Bob comes third");
        assert_eq!(told([5, 5, 0, 7]), "Ada and Bob come second");
        assert_eq!(told([1, 8, 1, 7]), "Ada ties for first");
        assert_eq!(told([1, 1, 8, 7]), "Ada and Bob tie for first");
        let tie = Outcome::highest_wins(vec![32, 32]);
        assert_eq!(headline(&tie, people, name).unwrap(), "A tie");
        assert_eq!(headline(&tie, Seats::NONE, name), None);
    }
}
