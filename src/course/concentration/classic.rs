//! The course's text program: `concentration [--seed N] [--players A,B]`.
//!
//! Details that the course sheet leaves open:
//! - A menu answer is read as by C's `scanf("%d", ...)`: ` 1`, `1.5` and `1 foo` choose the first
//!   mode. After an answer without a number the menu is shown again.
//! - A card's row and column may be on two lines, as for `scanf("%d %d", ...)`. The rest of the
//!   line is ignored.
//! - Only the choice 0 ends the program with exit status 0. The end of the input is reported and
//!   leads to exit status 1, also at the menu.
//! - If two computers are named, the human plays against the second.
//! - `memory:K` is the player of the sheet's appendix, whose memory stops recording when it is
//!   full. Elsewhere its name is `memory:K:full`.
//! - The first game uses the given seed, so that the second mode plays the same game as `fourcade
//!   watch concentration` with this seed and these players. Later games use derived seeds.

use std::{ffi::OsString, io};

use clap::Parser;

use crate::{
    players::check_built_in,
    text_program::{self, Console, Exit, Stop},
};
use fourcade_engine::{
    concentration::{
        Concentration,
        model::{COLUMNS, CardLayout, ConcentrationEvent, ConcentrationObservation, Face, Spot},
        players::{FULL_SUFFIX, PERFECT_NAME, memory_capacity},
    },
    play::{Game, HUMAN, Player, RecordHeader, Seat, Session, built_in_players, random},
};

const TITLE: &str = "\
*****************************
* Welcome to Concentration! *
*****************************

";

const MENU: &str = "\
Please choose a mode of the game:
1. Human vs. Computer
2. Computer vs. Computer
0. Quit
Your choice: ";

const OUTSIDE: &str = "Row and column must be within 0 - 3 and 1 - 13";
const GONE: &str = "The card must not be flipped already";
const SAME_CARD: &str = "The second card cannot be the same as first";
const END_OF_INPUT: Exit = Exit::new(1, "End of input.");

/// The course's Concentration: a person against the computer, or two computers
///
/// A card is chosen by its row (0 to 3) and its column (1 to 13), such as `0 13`.
#[derive(Parser)]
#[command(
    name = "fourcade classic concentration",
    bin_name = "fourcade classic concentration",
    max_term_width = 100,
    after_help = players_help(),
)]
struct ClassicArgs {
    /// The seed of all chance: the cards and the computers' choices; a new one if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Computer 1 and Computer 2; the human plays against the last. One name stands for both
    #[arg(long, value_name = "A,B", default_value = "random", value_parser = parse_computers)]
    players: [String; 2],
}

fn players_help() -> String {
    format!(
        "Players: {}\nmemory:K is the player of the course sheet here, the same as memory:K:full.",
        built_in_players::<Concentration>().patterns().join(", ")
    )
}

/// Translates a player's name in the course program to the engine's.
fn course_player(name: &str) -> String {
    match memory_capacity(name) {
        Some(_) if name != PERFECT_NAME && !name.ends_with(FULL_SUFFIX) => {
            format!("{name}{FULL_SUFFIX}")
        }
        _ => name.to_owned(),
    }
}

fn parse_computers(text: &str) -> Result<[String; 2], String> {
    let names: Vec<_> = text.split(',').collect();
    let names = match names[..] {
        [both] => [both, both],
        [first, second] => [first, second],
        _ => return Err(format!("at most two computers can play, not {}", names.len())),
    };
    for name in names {
        if name == HUMAN {
            return Err(format!("{HUMAN} can't play here; name computer players"));
        }
        check_built_in::<Concentration>(name).map_err(|error| error.to_string())?;
    }
    Ok(names.map(course_player))
}

/// The text program of Concentration. The exit status is 0 after the choice to quit, 1 if the input
/// ended before, and 2 for invalid arguments.
///
/// # Errors
/// Returns an early end, or an error if the output can't be written.
pub fn run(args: &[OsString], console: &mut Console) -> Result<(), Stop> {
    let args: ClassicArgs = text_program::parse_args(args)?;
    let seed = args.seed.unwrap_or_else(random::fresh_seed);
    let mut games = 0;
    console.output.write_all(TITLE.as_bytes())?;
    while let Some(mode) = console.ask(MENU, &END_OF_INPUT, read_mode)? {
        let seed = if games == 0 { seed } else { random::derive_seed(seed, &[games]) };
        games += 1;
        let session = deal(mode, &args.players, seed);
        ClassicConcentration::new(mode, session, console)?.play()?;
    }
    Ok(())
}

/// Returns `None` to quit, and an empty refusal if the answer is not 0, 1 or 2.
fn read_mode(line: &[u8]) -> Result<Option<Mode>, &'static str> {
    match text_program::scan_number(line) {
        Some(0) => Ok(None),
        Some(1) => Ok(Some(Mode::Human)),
        Some(2) => Ok(Some(Mode::Computers)),
        _ => Err(""),
    }
}

fn deal(mode: Mode, computers: &[String; 2], seed: u64) -> Session<Concentration> {
    let setup = CardLayout::shuffled(&mut random::rng(seed, &[]));
    let mut players = computers.to_vec();
    if mode == Mode::Human {
        HUMAN.clone_into(&mut players[0]);
    }
    Session::new(RecordHeader { setup, players, seed, clock: None })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// A person, who begins, against a computer.
    Human,
    /// Two computers. The grid is shown only at the start and at the end.
    Computers,
}

impl Mode {
    fn name(self, seat: Seat) -> &'static str {
        match self {
            Self::Human => ["You", "Computer"][seat.index()],
            Self::Computers => ["Computer 1", "Computer 2"][seat.index()],
        }
    }
}

struct ClassicConcentration<'a, 'c> {
    mode: Mode,
    session: Session<Concentration>,
    /// By seat; `None` for a person.
    computers: Vec<Option<Box<dyn Player<Concentration>>>>,
    console: &'a mut Console<'c>,
}

impl<'a, 'c> ClassicConcentration<'a, 'c> {
    fn new(
        mode: Mode,
        session: Session<Concentration>,
        console: &'a mut Console<'c>,
    ) -> io::Result<Self> {
        let computers = text_program::make_players(&session.header().players)?;
        Ok(Self { mode, session, computers, console })
    }

    fn play(mut self) -> Result<(), Stop> {
        self.write_grid()?;
        while let Some(seat) = self.session.awaited().only() {
            let spot = match &mut self.computers[seat.index()] {
                None => self.ask_person()?,
                Some(player) => text_program::ask_player(player.as_mut(), &self.session, seat)?.0,
            };
            self.turn_up(seat, spot)?;
        }
        Ok(self.write_ending()?)
    }

    fn write_grid(&mut self) -> io::Result<()> {
        self.console.output.write_all(draw_grid(self.session.game().observation()).as_bytes())
    }

    fn ordinal(&self) -> &'static str {
        if self.session.game().observation().first.is_none() { "1st" } else { "2nd" }
    }

    fn ask_person(&mut self) -> Result<Spot, Stop> {
        let question = format!("Please input {} card: ", self.ordinal());
        let observation = self.session.game().observation();
        self.console.ask_two_numbers(&question, &END_OF_INPUT, |line| {
            let spot = parse_spot(line).ok_or(OUTSIDE)?;
            match observation.at(spot) {
                Face::Down => Ok(spot),
                Face::Won(..) => Err(GONE),
                Face::Turned(_) => Err(SAME_CARD),
            }
        })
    }

    fn turn_up(&mut self, seat: Seat, spot: Spot) -> io::Result<()> {
        let (name, ordinal) = (self.mode.name(seat), self.ordinal());
        let mut has_turn_ended = false;
        for event in
            self.session.choose(seat, spot).map_err(io::Error::other)?.into_iter().flatten()
        {
            match event {
                ConcentrationEvent::Turned { spot, card, .. } => {
                    let (row, column) = (spot.row(), spot.column());
                    writeln!(
                        self.console.output,
                        "{name} chose {ordinal} card ({row},{column:>2}) and it is {card}"
                    )?;
                }
                ConcentrationEvent::Won(_) => {
                    has_turn_ended = true;
                    writeln!(self.console.output, "{name} got a matched pair!")?;
                }
                ConcentrationEvent::Missed(_) => has_turn_ended = true,
                ConcentrationEvent::Over => {}
            }
        }
        if has_turn_ended { self.write_turn_end() } else { Ok(()) }
    }

    /// In a game of two computers, the grid is shown only at the end. The scores are shown after
    /// the turns of the second seat, and at the end.
    fn write_turn_end(&mut self) -> io::Result<()> {
        let is_over = self.session.outcome().is_some();
        if self.mode == Mode::Human || is_over {
            self.write_grid()?;
        }
        let game = self.session.game();
        if game.turns().is_multiple_of(2) || is_over {
            let scores = game.seats().iter().map(|seat| game.observation().cards_won(seat));
            write!(self.console.output, "Flipped cards: {};", scores.clone().sum::<usize>())?;
            for (seat, score) in game.seats().iter().zip(scores) {
                write!(self.console.output, " {}: {score};", self.mode.name(seat))?;
            }
            writeln!(self.console.output)?;
        }
        Ok(())
    }

    fn write_ending(&mut self) -> io::Result<()> {
        // The sheet has the exclamation mark in the second mode only.
        let mark = if self.mode == Mode::Human { "" } else { "!" };
        writeln!(
            self.console.output,
            "*** End of Game ***\n{} turns played{mark}",
            self.session.game().turns()
        )?;
        let winners = self.session.outcome().map(|outcome| outcome.winners()).unwrap_or_default();
        match winners.only().map(|seat| self.mode.name(seat)) {
            Some("You") => writeln!(self.console.output, "You win!"),
            Some(name) => writeln!(self.console.output, "{name} wins!"),
            None => writeln!(self.console.output, "A tie!"),
        }
    }
}

fn parse_spot(line: &[u8]) -> Option<Spot> {
    let (row, column) = text_program::scan_two_numbers(line)?;
    Spot::new(row.try_into().ok()?, column.try_into().ok()?)
}

/// Draws the grid as on the course sheet: a line for each row, with each card as three characters
/// and a tab. Cards that are face down are `XXX`.
pub fn draw_grid(observation: &ConcentrationObservation) -> String {
    let mut text = String::new();
    for spot in Spot::all() {
        match observation.at(spot) {
            Face::Down => text.push_str("XXX"),
            Face::Turned(card) | Face::Won(card, _) => text.push_str(&card.to_string()),
        }
        text.push('\t');
        if spot.column() == COLUMNS {
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output and the exit status of the program.
    fn concentration(args: &[&str], input: &[u8]) -> (String, u8) {
        let (output, _, status) = text_program::run_on(run, args, input, || None);
        (output, status)
    }

    #[test]
    fn a_menu_answer_is_the_number_at_the_start_of_a_line() {
        for (answer, plays) in [
            ("1", Some(Mode::Human)),
            ("2", Some(Mode::Computers)),
            (" 1", Some(Mode::Human)),
            ("\t+2", Some(Mode::Computers)),
            ("1 foo", Some(Mode::Human)),
            ("1foo", Some(Mode::Human)),
            ("1.9", Some(Mode::Human)),
            ("02", Some(Mode::Computers)),
            ("2\r", Some(Mode::Computers)),
            ("1 2", Some(Mode::Human)),
            ("", None),
            (" ", None),
            ("3", None),
            ("-1", None),
            ("10", None),
            ("foo", None),
            ("foo 1", None),
            ("4294967297", None),
            ("99999999999999999999", None),
        ] {
            let (output, status) =
                concentration(&["--seed", "1"], format!("{answer}\n").as_bytes());
            let after =
                output.strip_prefix(&format!("{TITLE}{MENU}")).expect("the title and the menu");
            assert_eq!(status, 1, "{answer:?}");
            match plays {
                None => assert_eq!(after, format!("{MENU}End of input.\n"), "{answer:?}"),
                Some(Mode::Human) => {
                    assert!(
                        after.ends_with("\t\nPlease input 1st card: End of input.\n"),
                        "{answer:?}"
                    );
                }
                Some(Mode::Computers) => {
                    assert!(
                        after.starts_with("XXX\t")
                            && after.ends_with(&format!("{MENU}End of input.\n")),
                        "{answer:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn only_zero_quits() {
        for answer in ["0", " 0 ", "0.5", "-0", "00", "0 1"] {
            let answer = concentration(&[], format!("3\n{answer}\n").as_bytes());
            assert_eq!(answer, (format!("{TITLE}{MENU}{MENU}"), 0));
        }
        // A last line needs no newline.
        assert_eq!(concentration(&[], b"0"), (format!("{TITLE}{MENU}"), 0));
        assert_eq!(concentration(&[], b""), (format!("{TITLE}{MENU}End of input.\n"), 1));
        assert_eq!(concentration(&[], b"\xff\n0"), (format!("{TITLE}{MENU}{MENU}"), 0));
    }

    #[test]
    fn players_are_one_or_two_computers() {
        let both = |first: &str, second: &str| Ok([first.to_owned(), second.to_owned()]);
        assert_eq!(parse_computers("random"), both("random", "random"));
        assert_eq!(parse_computers("random,random"), both("random", "random"));
        for (text, hint) in [
            ("", "no player called \"\""),
            ("random,", "no player called \"\""),
            ("rnadom", "did you mean random"),
            ("random,nobody", "no player called \"nobody\""),
            ("random:3", "takes no argument"),
            ("human,random", "human can't play here"),
            ("random,random,random", "not 3"),
        ] {
            let error = parse_computers(text).unwrap_err();
            assert!(error.contains(hint), "{text:?}: {error}");
        }
    }

    #[test]
    fn the_human_sits_first_and_plays_against_the_last() {
        let names = ["a".to_owned(), "b".to_owned()];
        assert_eq!(deal(Mode::Human, &names, 0).header().players, [HUMAN, "b"]);
        assert_eq!(deal(Mode::Computers, &names, 0).header().players, names);
    }

    #[test]
    fn invalid_arguments_are_reported_with_status_2() {
        for (args, hint) in [
            (&["--seed"][..], "--seed <N>"),
            (&["--seed", "x"], "invalid value 'x'"),
            (&["--seed", "-1"], "-1"),
            (&["--seed", "18446744073709551616"], "18446744073709551616"),
            (&["--sed", "1"], "similar argument exists: '--seed'"),
            (&["--seed", "1", "--seed", "2"], "multiple times"),
            (&["--players", "randm"], "did you mean random?"),
            (&["--players", "human"], "human can't play here"),
            (&["new"], "unexpected argument 'new'"),
            (&[""], "unexpected argument ''"),
        ] {
            let (output, status) = concentration(args, b"0\n");
            assert_eq!(status, 2, "{args:?}: {output}");
            assert!(output.starts_with("error: ") && output.contains(hint), "{args:?}: {output}");
        }
        let (output, status) = concentration(&["--help"], b"");
        assert_eq!(status, 0);
        for text in [
            "Usage: fourcade classic concentration [OPTIONS]",
            "--seed <N>",
            "--players <A,B>",
            "against the last",
            "Players: random",
        ] {
            assert!(output.contains(text), "{text}: {output}");
        }
    }

    #[test]
    fn arguments_need_not_be_unicode() {
        use std::os::unix::ffi::OsStringExt;
        for args in [
            vec![OsString::from_vec(vec![0xff])],
            vec!["--players".into(), OsString::from_vec(vec![0xff])],
        ] {
            let (output, _, status) = text_program::run_on(run, &args, b"0\n", || None);
            assert!(status == 2 && output.starts_with("error: "), "{args:?}");
        }
    }

    #[test]
    fn every_game_has_its_own_layout_and_the_seed_repeats_it() {
        let play = |seed: &str| concentration(&["--seed", seed], b"2\n2\n0\n").0;
        let output = play("5");
        let games: Vec<_> = output.split(MENU).skip(1).take(2).collect();
        assert_ne!(games[0], games[1]);
        assert_eq!(output, play("5"));
        assert_ne!(output, play("6"));
        assert_ne!(concentration(&[], b"2\n0\n"), concentration(&[], b"2\n0\n"), "a new seed");
    }

    #[test]
    fn memory_players_stop_recording_as_on_the_course_sheet() {
        let watch = |players| concentration(&["--seed", "3", "--players", players], b"2\n0\n");
        let course = watch("memory:5");
        assert_eq!(course.1, 0);
        assert_eq!(course, watch("memory:5:full"));
        assert_eq!(
            parse_computers("memory:5,perfect"),
            Ok(["memory:5:full", "perfect"].map(str::to_owned))
        );
        assert_eq!(course_player("random"), "random");
    }
}
