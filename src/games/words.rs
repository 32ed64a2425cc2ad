//! Texts about all games: names of players, results, hints, costs and lists. [`GameWords`] has
//! those of each game.

use std::fmt::Write as _;

use super::{
    ArcadeGame, GameWords, Naming, Notation, Style, built_in_name, capitalized, program_name,
    spoken::Listener,
};
use crate::{
    database::PersonResult,
    printable::{cut, printable},
};
use fourcade_course::program;
use fourcade_engine::{
    GameKind,
    play::{
        Advice, Fault, Game, HUMAN, Outcome, Player, PlayerError, ProgramNote, RecordLine, Scale,
        Seat, Seats, Session, StepReview, ThinkContext, advise_checked,
    },
};

/// How a game ended, and for whom it is told.
#[derive(Clone, Copy)]
pub struct GameEnd<'a> {
    pub outcome: &'a Outcome,
    pub resigned: Seats,
    /// The seat that lost by running out of time.
    pub flagged: Option<Seat>,
    /// The only person, who is addressed as "you".
    pub you: Option<Seat>,
}

impl<'a> GameEnd<'a> {
    /// `outcome` is that of the session.
    pub fn of<G: Game>(session: &Session<G>, outcome: &'a Outcome, you: Option<Seat>) -> Self {
        Self { outcome, resigned: session.resigned(), flagged: session.flagged(), you }
    }

    pub fn result_of(&self, person: Seat) -> PersonResult {
        PersonResult::of_seat(self.outcome, self.resigned, person)
    }
}

/// Describes the end of a game, such as `X Medium wins: O 12, X 52. You (O) resigned.` Scores are
/// left out if they only say who won. `names` are by seat; without a name, only the seat is named.
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
    let GameEnd { outcome, resigned, flagged, you } = *end;
    let winners = outcome.winners();
    let name = |seat| match seat_names.get(Seat::index(seat)) {
        // A computer plays on for the person.
        Some(seat_name) if you == Some(seat) => (*seat_name).to_owned(),
        _ => seat_and_player(seat_names, seat, names),
    };
    let result = match you.map(|you| (you, end.result_of(you))) {
        _ if winners.len() == outcome.scores().len() => "It's a tie".to_owned(),
        Some((_, PersonResult::Won)) => "You win".to_owned(),
        Some((you, PersonResult::Drawn)) => {
            format!("You tie for first with {}", list(winners.without(you), name))
        }
        _ if winners.len() > 1 => format!("{} tie for first", list(winners, name)),
        _ => format!("{} wins", list(winners, name)),
    };
    let mut result = format!("{result}{}.", scores(seat_names, outcome, has_scores));
    let name = |seat| match seat_names.get(Seat::index(seat)) {
        Some(seat_name) if you == Some(seat) && *seat_name != "You" => format!("You ({seat_name})"),
        Some(_) if you == Some(seat) => "You".to_owned(),
        _ => name(seat),
    };
    let flagged = flagged.map_or(Seats::NONE, Seats::one);
    for (seats, how) in [(resigned, "resigned"), (flagged, "ran out of time")] {
        if !seats.is_empty() {
            let _ = write!(result, " {} {how}.", list(seats, name));
        }
    }
    result
}

/// The result for the people at one keyboard in a few words: `Ada wins!`, `A tie` or `Player 1
/// comes third`. `None` without people who have played to the end.
pub fn headline<'a>(
    end: &GameEnd,
    people: Seats,
    name: impl Fn(Seat) -> &'a str,
) -> Option<String> {
    let outcome = end.outcome;
    let people = || people.iter().filter(|&seat| !end.resigned.contains(seat));
    let place = people().map(|seat| outcome.place(seat)).min()?;
    let best: Seats = people().filter(|&seat| outcome.place(seat) == place).collect();
    let names = list(best, |seat| name(seat).to_owned());
    let s = if best.len() == 1 { "s" } else { "" };
    let winners = outcome.winners().len();
    Some(match place {
        1 if winners == 1 => format!("{names} wins!"),
        1 if winners == outcome.scores().len() => "A tie".to_owned(),
        1 => format!("{names} tie{s} for first"),
        _ => format!("{names} come{s} {}", ordinal(place)),
    })
}

/// The ordinal of a place from 1 to 4, which is `last`.
pub fn ordinal(place: u8) -> &'static str {
    match place {
        1 => "first",
        2 => "second",
        3 => "third",
        _ => "last",
    }
}

/// The scores, such as `: O 12, X 52`; empty without scores.
fn scores(seat_names: &[&str], outcome: &Outcome, has_scores: bool) -> String {
    if !has_scores {
        return String::new();
    }
    let scores = seat_names.iter().zip(outcome.scores());
    let scores: Vec<_> = scores.map(|(seat, score)| format!("{seat} {score}")).collect();
    format!(": {}", scores.join(", "))
}

/// Lists the players on these seats, such as `you and Medium`; see [`subject_within`].
pub fn describe_seats<G: ArcadeGame>(seats: Seats, names: &[String]) -> String {
    list(seats, |seat| subject_within(G::SEAT_NAMES, seat, names))
}

/// Tells what a line of the record holds besides events: illegal choices, notes of programs,
/// expired clocks and resignations. Only [`Style::Line`] quotes programs without a fault: their
/// output may reveal hidden information, and is too long for a log.
pub fn remarks<G: ArcadeGame>(
    line: &RecordLine<G::Action>,
    style: Style,
    to: &Listener<G>,
) -> Vec<String> {
    let flagged = |seat| format!("{} ran out of time", to.subject(seat));
    let texts: Vec<String> = match line {
        RecordLine::Step { moves, faults, times, notes, .. } => {
            let late = times.iter().filter(|time| time.late);
            let late = late.map(|time| format!("{}: a computer chose", flagged(time.seat)));
            let has_fault = |seat| faults.iter().any(|fault| fault.seat == seat);
            let notes = notes.iter().flat_map(|note| {
                describe_note(note, style == Style::Line || has_fault(note.seat), to)
            });
            let faults = faults.iter().map(|fault| describe_fault(fault, moves, to));
            late.chain(notes).chain(faults).collect()
        }
        RecordLine::Resign(seat) => vec![format!("{} resigned", to.subject(*seat))],
        RecordLine::Flag(seat) => vec![flagged(*seat)],
    };
    if style == Style::Spoken { texts.iter().map(|text| sentence(text)).collect() } else { texts }
}

/// Describes an illegal choice, such as `South plays the 42 - card not in hand: +5, the referee
/// chose 27`. `moves` are those of its step: if there are several, the replacement may be hidden.
fn describe_fault<G: ArcadeGame>(
    fault: &Fault,
    moves: &[(Seat, G::Action)],
    to: &Listener<G>,
) -> String {
    let player = to.subject(fault.seat);
    // The description comes from a record or quotes a program.
    let description = printable(&fault.description);
    match moves {
        _ if fault.fine == 0 => format!("{player} broke the rules ({description})"),
        [(_, action)] => {
            let chosen = to.write(*action);
            format!("{player} {description}: +{}, the referee chose {chosen}", fault.fine)
        }
        _ => format!("{player} {description}: +{}", fault.fine),
    }
}

/// The most informative line of standard error: the first line of a report by Valgrind or a
/// sanitizer, which begin with `==PID==`, else the last line, as of a traceback.
fn main_line(text: &str) -> &str {
    let reported = text.lines().find_map(|line| {
        let (process, report) = line.strip_prefix("==")?.split_once("==")?;
        process.parse::<u32>().ok()?;
        Some(report.trim()).filter(|report| !report.is_empty())
    });
    let last = || text.trim_end().rsplit('\n').next().unwrap_or_default().trim();
    reported.unwrap_or_else(last)
}

/// Describes the side effects of a program's answer, a line each: processes started and, if
/// `tells_stderr`, standard error.
fn describe_note<G: ArcadeGame>(
    note: &ProgramNote,
    tells_stderr: bool,
    to: &Listener<G>,
) -> Vec<String> {
    let player = to.subject(note.seat);
    let mut lines = Vec::new();
    if !note.started.is_empty() {
        let started: Vec<_> = note.started.iter().map(|name| printable(name).into()).collect();
        lines.push(format!("{player} {}", program::describe_started(&started)));
    }
    let line = main_line(&note.stderr);
    if tells_stderr && !line.is_empty() {
        let shown = cut(line, MAX_STDERR_BYTES);
        let ellipsis = if shown.len() < line.len() { "..." } else { "" };
        lines.push(format!("{player} reports: {}{ellipsis}", printable(shown)));
    }
    lines
}

/// Maximum length of a quoted line of standard error.
const MAX_STDERR_BYTES: usize = 120;

/// [`subject_within`] for the start of a sentence.
pub fn subject(seat_names: &[&str], seat: Seat, names: &[String]) -> String {
    capitalized(&subject_within(seat_names, seat, names))
}

/// Seat and player, such as `O Ada`; only the seat if the player has no name.
pub fn seat_and_player(seat_names: &[&str], seat: Seat, names: &[String]) -> String {
    let seat_name = seat_names.get(seat.index()).copied().unwrap_or_default();
    match names.get(seat.index()).map(String::as_str) {
        None | Some("") => seat_name.to_owned(),
        Some(name) => format!("{seat_name} {name}"),
    }
}

fn list(seats: Seats, name: impl Fn(Seat) -> String) -> String {
    join(&seats.iter().map(name).collect::<Vec<_>>())
}

/// Lists names as in `ada`, `ada and bob` or `ada, bob and carl`.
pub fn join(names: &[String]) -> String {
    join_with("and", names)
}

/// [`join`] with another conjunction, such as `or`.
pub fn join_with(word: &str, names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {word} {last}", others.join(", ")),
        None => String::new(),
    }
}

pub fn sentence(phrase: &str) -> String {
    let stop = if phrase.ends_with(['.', '!', '?']) { "" } else { "." };
    capitalized(phrase) + stop
}

/// The cost of a decision as a clause, such as `it left you about 6 tiles behind the best`.
pub fn cost_in_words<G: ArcadeGame>(cost: f64) -> String {
    let loss = loss_in_words::<G>(cost);
    match G::MEASURE.scale {
        Scale::Lead => format!("it left you {loss}"),
        Scale::Penalty => format!("it cost {loss}"),
        Scale::WinProbability => loss,
    }
}

/// The cost of a decision as a phrase, such as `about 6 tiles behind the best` or `about 20 % fewer
/// wins`.
pub fn loss_in_words<G: ArcadeGame>(cost: f64) -> String {
    let measure = &G::MEASURE;
    let change = measure.format_change(cost);
    let number = change.trim_start_matches(['-', '+']);
    let unit = if number == "1" { measure.unit.trim_end_matches('s') } else { measure.unit };
    match measure.scale {
        Scale::Lead => behind_the_best(&format!("about {number}\u{a0}{unit}")),
        Scale::Penalty => format!("about {number}\u{a0}{unit}"),
        Scale::WinProbability => format!("about {} fewer wins", number.replace(' ', "\u{a0}")),
    }
}

/// The wording for a lost lead. Both sides change by it, so it can exceed the points to win.
pub fn behind_the_best(amount: &str) -> String {
    format!("{amount} behind the best")
}

/// A computer player's name for people: its level, such as `Medium`, else a name such as `Master`,
/// `Level 8` or that of a program's file. `game` is a key.
pub fn computer_name(game: &str, player: &str) -> String {
    let Ok(kind) = game.parse::<GameKind>() else { return player.to_owned() };
    let level = kind.level_of(player).map(|level| level.name().to_owned());
    let other = || built_in_name(kind, player).or_else(|| program_name(kind, player));
    level.or_else(other).unwrap_or_else(|| player.to_owned())
}

/// Replaces the players in a list such as `careful, expert x 2` by their names for people.
pub fn listed_names(game: &str, list: &str) -> String {
    let shown = |player: &str| match player.split_once(" x ") {
        Some((player, count)) => format!("{} x {count}", computer_name(game, player)),
        None => computer_name(game, player),
    };
    list.split(", ").map(shown).collect::<Vec<_>>().join(", ")
}

/// Names of all players by seat: `you`, `Ada`, `Player 2`, `Lotte`.
///
/// `game` is a key, `players` are as in the record, and `people` are the names of people by seat,
/// which may be empty. A single person without a name is `you`; several are numbered by seat.
pub fn player_names(
    game: &str,
    players: &[String],
    people: &[String],
    naming: Naming,
) -> Vec<String> {
    let kind: Option<GameKind> = game.parse().ok();
    let characters = kind.map(|kind| naming.at_table(kind, players)).unwrap_or_default();
    let is_alone = players.iter().filter(|player| *player == HUMAN).count() == 1;
    let mut number = 0;
    let name = |(seat, player): (usize, &String)| {
        if player != HUMAN {
            let character = characters.get(seat).copied().flatten();
            return character.map_or_else(|| computer_name(game, player), |one| one.name.clone());
        }
        number += 1;
        match people.get(seat).filter(|name| !name.is_empty()) {
            Some(name) => name.clone(),
            None if is_alone => YOU.to_owned(),
            None => format!("Player {number}"),
        }
    };
    players.iter().enumerate().map(name).collect()
}

/// Assigns names to the people among the players in seat order; other names are empty.
pub fn assign_names(players: &[String], names: &[String]) -> Vec<String> {
    let mut names = names.iter();
    let name = |player: &String| {
        let name = if player == HUMAN { names.next() } else { None };
        name.cloned().unwrap_or_default()
    };
    players.iter().map(name).collect()
}

/// Names of all players of a session by seat: those of its match, else [`player_names`].
pub fn names_at<G: Game>(session: &Session<G>, people: &[String], naming: Naming) -> Vec<String> {
    match session.match_info() {
        Some(info) => info.names.iter().map(|name| printable(name).into_owned()).collect(),
        None => player_names(G::KEY, &session.header().seats, people, naming),
    }
}

/// The name of a player whom sentences address.
pub const YOU: &str = "you";

/// A player as the subject within a sentence: the name; with the seat if the name isn't unique;
/// only the seat if there is no name.
pub fn subject_within(seat_names: &[&str], seat: Seat, names: &[String]) -> String {
    let name = names.get(seat.index()).filter(|name| !name.is_empty());
    let is_unique = |name: &&String| names.iter().filter(|other| other == name).count() == 1;
    name.filter(is_unique).map_or_else(|| seat_and_player(seat_names, seat, names), String::clone)
}

#[derive(Clone, Debug)]
pub struct Hint<G: GameWords> {
    pub advice: Advice<G::Action>,
    /// The best-supported reason first.
    pub reasons: Vec<G::Reason>,
    /// Whether the game is decided, so that no action matters. The first reason says so.
    pub is_moot: bool,
}

/// Asks `player` for advice to the person on this seat, and adds reasons.
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

/// Describes advice as the move, the reason and the outlook: `Play 28: it stays under the 30. It is
/// about 0.3 points better than 36.` For spectators: `South should play 28: ...` If the text
/// doesn't fit, the outlook goes first, then the reason; the move stays.
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
    let full = why.as_ref().zip(outlook);
    let full = full.map(|(why, outlook)| format!("{why}. {}", capitalized(outlook)));
    let mut texts = full
        .into_iter()
        .chain(why)
        .chain(outlook.map(str::to_owned))
        .map(|text| format!("{action}: {text}."));
    texts.find(|text| fits(text)).unwrap_or_else(|| format!("{action}."))
}

/// Turns the actions and reasons of a review into text for a reader.
pub fn written_step<G: GameWords>(
    step: &StepReview<G::Action, G::Reason>,
    reader: Option<Seat>,
    notation: Notation,
) -> StepReview<String, String> {
    step.written(
        |&action| G::write(action, notation),
        |verdict, reason| G::explain(reason, verdict.seat, reader, notation),
    )
}

/// A number up to ten as a word, such as `two`; 0 is `no`.
pub fn number_word(number: u32) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let word = usize::try_from(number).ok().and_then(|number| WORDS.get(number));
    word.map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// [`number_word`] with a noun: `two moves`.
pub fn number_words(number: u32, noun: &str) -> String {
    format!("{} {noun}{}", number_word(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::{
        flip::{Flip, FlipReason},
        intensity::{Intensity, IntensityReason},
        play::Level,
    };

    const FOUR: [&str; 4] = ["A", "B", "C", "D"];

    #[test]
    fn the_most_informative_line_of_standard_error_is_told() {
        let valgrind =
            "==7== Invalid read of size 4\n==7==    at 0x10925B: main (a.c:11)\n==7== \n";
        assert_eq!(main_line(valgrind), "Invalid read of size 4");
        let sanitizer = "=====\n==7==ERROR: AddressSanitizer: heap\n  #0 0x1\nSUMMARY: here\n";
        assert_eq!(main_line(sanitizer), "ERROR: AddressSanitizer: heap");
        // The program's own output may come first, or be all there is.
        let both = format!("thinking\n{sanitizer}==7==ABORTING\n");
        assert_eq!(main_line(&both), "ERROR: AddressSanitizer: heap");
        assert_eq!(main_line("== round 2 ==\n==x== a\ndone\n"), "done");
        assert_eq!(main_line("Traceback:\n  File\nValueError: no\n"), "ValueError: no");
        assert_eq!(main_line(""), "");
    }

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
            assert_eq!(describe_seats::<Flip>(Seats::first(2), &names(players)), "O and X");
        }
        let both = names(&["you", "Medium"]);
        assert_eq!(describe_seats::<Flip>(Seats::first(2), &both), "you and Medium");
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
        // The computer that took over the seat has won.
        assert_eq!(
            end([1, 9, 2, 3], Seats::one(first), you),
            "A wins: A 1, B 9, C 2, D 3. You (A) resigned."
        );
        assert_eq!(
            end([1, 1, 2, 3], Seats::one(first), you),
            "A and B tie for first: A 1, B 1, C 2, D 3. You (A) resigned."
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

    fn seated(game: &str, players: &[&str], people: &[&str]) -> Vec<String> {
        let [players, people] =
            [players, people].map(|names| names.iter().map(|&name| name.to_owned()).collect());
        let [players, people]: [Vec<String>; 2] = [players, people];
        player_names(game, &players, &people, Naming::Levels)
    }

    #[test]
    fn computers_are_called_by_their_level() {
        let medium = GameKind::Flip.level_player(Level::Medium).player;
        assert_eq!(seated("flip", &["human", medium], &["", ""]), ["you", "Medium"]);
        for (game, player, name) in [
            ("flip", "level:8", "Level 8"),
            ("flip", "expert", "Master"),
            ("flip", "expert:no-book", "Master (no book)"),
            ("intensity", "expert", "Master"),
            ("intensity", "expert:places", "Expert"),
            ("eater", "expert", "Expert"),
            ("concentration", "memory:10", "Memory 10"),
            ("concentration", "memory:5:full", "Memory 5 (full)"),
            ("flip", "greedy", "Greedy"),
        ] {
            assert_eq!(computer_name(game, player), name);
        }
        // A program has the name of its file.
        for (game, player, name) in [
            ("flip", "program:./bot", "bot"),
            ("flip", "program:'my engines/best' --deep, --fast", "best"),
            ("eater", "program:python3 x.py", "x.py"),
            ("eater", "program:/usr/bin/python3.12 -B 'my bots/x.py' 3", "x.py"),
            ("eater", "program:./engine book.bin", "engine"),
            ("intensity", "program:/bots/my bot", "my bot"),
            ("flip", "program:", "program:"),
            ("flip", "program:'", "program:'"),
            ("flip", "program:..", "program:.."),
        ] {
            assert_eq!(computer_name(game, player), name);
        }
        // Players and games of other versions keep the names in the record.
        assert_eq!(seated("flip", &["level:99", "greedy"], &[]), ["level:99", "Greedy"]);
        assert_eq!(seated("chess", &["human", medium], &[]), ["you", medium]);
    }

    #[test]
    fn lists_of_players_name_their_levels() {
        let hard = GameKind::Intensity.level_player(Level::Hard).player;
        let list = format!("./a x b, human x 2, {hard} x 2, {hard}");
        assert_eq!(listed_names("intensity", &list), "./a x b, human x 2, Hard x 2, Hard");
    }

    #[test]
    fn people_are_called_by_their_names_or_numbered() {
        assert_eq!(seated("flip", &["human", "human"], &["", ""]), ["Player 1", "Player 2"]);
        assert_eq!(seated("flip", &["human", "human"], &["Ada", ""]), ["Ada", "Player 2"]);
        assert_eq!(seated("eater", &["./bot", "human"], &["", "Grace"]), ["./bot", "Grace"]);
    }

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
        hint.reasons = vec![FlipReason::Counted { lead: 6, instead: 2, line: [None; 6] }];
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

    #[test]
    fn a_headline_tells_the_best_place_of_the_people() {
        let name = |seat: Seat| ["Ada", "Bob", "Easy", "Hard"][seat.index()];
        let people = Seats::first(2);
        let told_without = |resigned, scores: [i32; 4]| {
            let outcome = Outcome::lowest_wins(scores.to_vec());
            headline(&game_end(&outcome, resigned, None), people, name).unwrap()
        };
        let told = |scores| told_without(Seats::NONE, scores);
        assert_eq!(told([0, 5, 6, 6]), "Ada wins!");
        assert_eq!(told([4, 8, 4, 1]), "Ada comes second");
        assert_eq!(told([9, 7, 1, 0]), "Bob comes third");
        assert_eq!(told([5, 5, 0, 7]), "Ada and Bob come second");
        assert_eq!(told([1, 8, 1, 7]), "Ada ties for first");
        assert_eq!(told([1, 1, 8, 7]), "Ada and Bob tie for first");
        assert_eq!(told_without(Seats::one(Seat::new(0)), [0, 5, 6, 6]), "Bob comes second");
        let tie = Outcome::highest_wins(vec![32, 32]);
        let tie = game_end(&tie, Seats::NONE, None);
        assert_eq!(headline(&tie, people, name).unwrap(), "A tie");
        assert_eq!(headline(&tie, Seats::NONE, name), None);
    }

    #[test]
    fn a_subject_is_the_player_or_else_the_seat() {
        let names = ["", "you", "level:3"].map(str::to_owned);
        let subjects = [0, 1, 2, 3].map(|seat| {
            capitalized(&subject_within(&["A", "B", "C", "D"], Seat::new(seat), &names))
        });
        assert_eq!(subjects, ["A", "You", "Level:3", "D"]);
        assert_eq!(subject_within(&["A", "B"], Seat::new(1), &names), "you");
    }

    #[test]
    fn names_are_joined_as_in_a_sentence() {
        for (names, expected) in [
            (&[][..], ""),
            (&["ada"], "ada"),
            (&["ada", "bob"], "ada and bob"),
            (&["ada", "bob", "carl"], "ada, bob and carl"),
        ] {
            let names: Vec<_> = names.iter().map(ToString::to_string).collect();
            assert_eq!(join(&names), expected);
        }
    }

    #[test]
    fn phrases_become_sentences() {
        assert_eq!(["", "über", "over!"].map(sentence), [".", "Über.", "Over!"]);
    }
}
