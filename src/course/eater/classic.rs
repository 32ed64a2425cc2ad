//! The course's text program: `eater [SIZE] [--passer KIND] [--eater KIND] [--seed N]`.
//!
//! Details that the course sheet leaves open:
//! - The board's size is a decimal integer, both as an argument and as an answer. White space
//!   around an answer is ignored. After a bad answer the program says what is allowed and asks
//!   again. A bad argument leads to exit status 2.
//! - If the input ends at the question for the size, the program prints `End of input.` without a
//!   player's name and exits with status 1.
//! - A two-digit column number starts above the column's markers.
//! - Two people choose one after the other. Because the rules make them choose at the same time,
//!   the Passer's typed line is erased from the terminal before the Eater is asked.
//! - A person's choice is not printed again. After a clash, one line reports both choices.
//! - With the same seed, size and computer players, `fourcade watch eater` plays the same game.

use std::{ffi::OsString, io, ops::RangeInclusive};

use clap::Parser;

use crate::{
    players::check_built_in,
    text_program::{self, Console, Exit, Stop},
};
use fourcade_engine::{
    eater::{
        Eater,
        model::{Cell, EaterBoard, EaterEvent, EaterSetup, JointMove, Role},
    },
    play::{HUMAN, Player, RecordHeader, Session, built_in_players, random},
};

const SIZES: RangeInclusive<u16> = 3..=15;

const NO_NUMBERS: &str = "Enter two numbers: row and column.";
const TAKEN: &str = "That cell is taken.";
const END_OF_INPUT: Exit = Exit::new(1, "End of input.");

/// The course's Eater: the Passer builds a path from top to bottom, the Eater prevents it
///
/// In each round both choose a cell, and the board changes when both have chosen. Type the row and
/// the column of a cell, such as `2 3`. Both are counted from 1, starting at the top left.
#[derive(Parser)]
#[command(
    name = "fourcade classic eater",
    bin_name = "fourcade classic eater",
    max_term_width = 100,
    after_help = format!("KIND: {HUMAN}, {}", built_in_players::<Eater>().patterns().join(", ")),
)]
struct Args {
    /// The number of rows and columns, from 3 to 15; asked for if not given
    #[arg(allow_negative_numbers = true, value_parser = parse_size)]
    size: Option<EaterSetup>,
    /// Who plays the Passer
    #[arg(long, value_name = "KIND", default_value = HUMAN, value_parser = parse_kind)]
    passer: String,
    /// Who plays the Eater
    #[arg(long, value_name = "KIND", default_value = HUMAN, value_parser = parse_kind)]
    eater: String,
    /// The seed of the computer players' random choices; a new one if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

fn parse_kind(name: &str) -> Result<String, String> {
    if name != HUMAN {
        check_built_in::<Eater>(name).map_err(|error| error.to_string())?;
    }
    Ok(name.to_owned())
}

fn parse_size(text: &str) -> Result<EaterSetup, BadSizeError> {
    let size = text.parse().ok().filter(|size| SIZES.contains(size)).ok_or(BadSizeError)?;
    EaterSetup::new(size).map_err(|_| BadSizeError)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the board's size is an integer from {} to {}", SIZES.start(), SIZES.end())]
struct BadSizeError;

/// The text program of Eater. The exit status is 0 after a complete game, 1 if the input ended
/// before, and 2 for bad arguments.
///
/// # Errors
/// Returns an early end, or an error if the output can't be written.
pub fn run(args: &[OsString], console: &mut Console) -> Result<(), Stop> {
    let args: Args = text_program::parse_args(args)?;
    let setup = match args.size {
        Some(setup) => setup,
        None => ask_size(console)?,
    };
    let seed = args.seed.unwrap_or_else(random::fresh_seed);
    let session = Session::new(RecordHeader {
        setup,
        players: vec![args.passer, args.eater],
        seed,
        clock: None,
    });
    ClassicEater::new(session, console)?.play()
}

fn ask_size(console: &mut Console) -> Result<EaterSetup, Stop> {
    let (first, last) = (SIZES.start(), SIZES.end());
    let question = format!("Board size ({first}-{last}): ");
    console.ask(&question, &END_OF_INPUT, |line| {
        let size = std::str::from_utf8(line).ok().and_then(|line| parse_size(line.trim()).ok());
        size.ok_or_else(|| format!("Enter an integer from {first} to {last}."))
    })
}

struct ClassicEater<'a, 'c> {
    session: Session<Eater>,
    /// By role; `None` for a person.
    computers: Vec<Option<Box<dyn Player<Eater>>>>,
    console: &'a mut Console<'c>,
}

impl<'a, 'c> ClassicEater<'a, 'c> {
    fn new(session: Session<Eater>, console: &'a mut Console<'c>) -> io::Result<Self> {
        let computers = text_program::make_players(&session.header().players)?;
        Ok(Self { session, computers, console })
    }

    fn play(mut self) -> Result<(), Stop> {
        self.print_board()?;
        while self.session.outcome().is_none() {
            self.play_round()?;
        }
        Ok(())
    }

    fn print_board(&mut self) -> io::Result<()> {
        self.console.output.write_all(draw_board(self.session.game().board()).as_bytes())?;
        // The computers may think about the next round for a long time.
        self.console.output.flush()
    }

    fn play_round(&mut self) -> Result<(), Stop> {
        let mut events = Vec::new();
        for role in Role::BOTH {
            let cell = self.choose(role)?;
            let step = self.session.choose(role.seat(), cell).map_err(io::Error::other)?;
            events.extend(step.into_iter().flatten().copied());
        }
        for event in events {
            match event {
                EaterEvent::Chose(joint_move) => {
                    self.print_choices(joint_move)?;
                    self.print_board()?;
                }
                // The course sheet prints nothing here.
                EaterEvent::Closed(_) => {}
                EaterEvent::Over(winner) => writeln!(self.console.output, "{winner} wins!")?,
            }
        }
        Ok(())
    }

    /// Prints the choices that the players don't know yet: a clash, or the computers' choices.
    fn print_choices(&mut self, joint_move: JointMove) -> io::Result<()> {
        if let Some(cell) = joint_move.clash() {
            return writeln!(self.console.output, "Both chose {cell}: the Eater's marker stays.");
        }
        for role in Role::BOTH {
            if self.computers[role.index()].is_some() {
                writeln!(self.console.output, "{role} plays {}", joint_move.of(role))?;
            }
        }
        Ok(())
    }

    fn choose(&mut self, role: Role) -> Result<Cell, Stop> {
        match &mut self.computers[role.index()] {
            None => self.ask_person(role),
            Some(player) => {
                let (cell, _fault) =
                    text_program::ask_player(player.as_mut(), &self.session, role.seat())?;
                Ok(cell)
            }
        }
    }

    fn ask_person(&mut self, role: Role) -> Result<Cell, Stop> {
        let question = format!("{role}'s move (row column): ");
        let end = Exit::with_text(1, format!("End of input from the {role}."));
        let board = self.session.game().board();
        let (cell, line) = self.console.ask(&question, &end, |line| {
            parse_empty_cell(line, board).map(|cell| (cell, line.to_vec()))
        })?;
        // The Eater must not see the Passer's choice.
        if role == Role::Passer && self.computers.iter().all(Option::is_none) {
            self.console.hide_answer(&question, &line, "The Passer has chosen.")?;
        }
        Ok(cell)
    }
}

/// Parses a row and a column, which are counted from 1.
fn parse_empty_cell(line: &[u8], board: &EaterBoard) -> Result<Cell, String> {
    let (row, col) = text_program::scan_two_numbers(line).ok_or(NO_NUMBERS)?;
    let index = |number: i32| u16::try_from(number).ok()?.checked_sub(1);
    let cell = index(row).zip(index(col)).map(|(row, col)| Cell::new(row, col));
    let cell = cell
        .filter(|&cell| board.contains(cell))
        .ok_or_else(|| format!("Row and column must be within 1 - {}.", board.size()))?;
    if board.at(cell).is_none() { Ok(cell) } else { Err(TAKEN.to_owned()) }
}

/// Draws the board as on the course sheet, with a newline at the end.
///
/// Each column number starts above its column's markers. The rows are separated by empty lines and
/// enclosed by two horizontal lines. Row numbers are padded to two characters.
pub fn draw_board(board: &EaterBoard) -> String {
    use std::fmt::Write as _;

    let size = board.size();
    let rule = format!("  {}\n", "-".repeat(4 * usize::from(size)));
    let mut numbers = String::from("  ");
    for number in 1..=size {
        let _ = write!(numbers, "  {number:<2}");
    }
    let row = |row| {
        let mut line = format!("{:<2}|", row + 1);
        for col in 0..size {
            let _ = write!(line, " {} |", board.at(Cell::new(row, col)).map_or(' ', Role::letter));
        }
        line + "\n"
    };
    let rows: Vec<_> = (0..size).map(row).collect();
    format!("{}\n{rule}{}{rule}", numbers.trim_end(), rows.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_drawn_as_on_the_course_sheet() {
        let drawn = "    1   2   3
  ------------
1 |   | E | P |

2 |   | P |   |

3 |   |   |   |
  ------------
";
        assert_eq!(draw_board(&".EP\n.P.\n...".parse().expect("a board")), drawn);
    }

    #[test]
    fn two_digit_numbers_keep_the_columns_aligned() {
        for size in [9, 10, 15, 50] {
            let mut full = EaterBoard::empty(size);
            for cell in full.cells() {
                full.set(
                    cell,
                    Some(if (cell.row + cell.col) % 3 == 0 { Role::Eater } else { Role::Passer }),
                );
            }
            let drawn = draw_board(&full);
            let lines: Vec<_> = drawn.lines().collect();
            assert_eq!(lines.len(), usize::from(2 * size + 2));
            for number in 1..=size {
                let (label, col) = (number.to_string(), 4 * usize::from(number));
                assert!(
                    lines[0][col..].starts_with(&label) && lines[0].as_bytes()[col - 1] == b' ',
                    "{}",
                    lines[0]
                );
                let row = lines[2 * usize::from(number)];
                assert_eq!(row.split('|').next().map(str::trim_end), Some(&*label));
                let bars: Vec<_> = row.match_indices('|').map(|(at, _)| at).collect();
                assert_eq!(
                    bars,
                    (0..=size).map(|bar| 2 + 4 * usize::from(bar)).collect::<Vec<_>>()
                );
                for col in 0..size {
                    let marker = full.at(Cell::new(number - 1, col)).map(Role::letter);
                    assert_eq!(row.chars().nth(4 + 4 * usize::from(col)), marker);
                }
            }
        }
    }

    /// Runs the program and returns its output and exit status.
    fn eater(args: &[&str], input: &[u8]) -> (String, u8) {
        let (output, _, status) = text_program::run_on(run, args, input, || None);
        (output, status)
    }

    const EMPTY_3: &str = "    1   2   3
  ------------
1 |   |   |   |

2 |   |   |   |

3 |   |   |   |
  ------------
";
    const SIZE: &str = "Board size (3-15): ";
    const BAD_SIZE: &str = "Enter an integer from 3 to 15.\n";
    const PASSER: &str = "Passer's move (row column): ";
    const EATER: &str = "Eater's move (row column): ";

    #[test]
    fn a_size_is_an_integer_from_3_to_15() {
        for (text, size) in [("3", 3), ("15", 15), ("+7", 7), ("007", 7)] {
            assert_eq!(parse_size(text).map(EaterSetup::size), Ok(size), "{text:?}");
        }
        let numbers = ["2", "16", "0", "-3", "65539", "99999999999999999999"];
        let others = ["", "3.0", "3x", " 3", "0x3", "three", "٣"];
        for bad in numbers.into_iter().chain(others) {
            assert_eq!(
                parse_size(bad).unwrap_err().to_string(),
                "the board's size is an integer from 3 to 15",
                "{bad:?}"
            );
        }
    }

    #[test]
    fn the_size_is_asked_for_until_it_is_valid() {
        for answer in ["3", " 3 ", "\t3\r", "+3", "03"] {
            let (output, status) = eater(&[], format!("{answer}\n").as_bytes());
            assert_eq!(
                (output, status),
                (format!("{SIZE}{EMPTY_3}{PASSER}End of input from the Passer.\n"), 1)
            );
        }
        let numbers = [&b"2"[..], b"16", b"-3", b"3.5", b"3 3", b"65539"];
        let others = [&b""[..], b" ", b"3 foo", b"foo 3", b"\xff3"];
        for answer in numbers.into_iter().chain(others) {
            let answers = [answer, b"\n", answer, b"\n3\n"].concat();
            let (output, status) = eater(&[], &answers);
            let expected = format!(
                "{SIZE}{BAD_SIZE}{SIZE}{BAD_SIZE}{SIZE}{EMPTY_3}{PASSER}\
                 End of input from the Passer.\n"
            );
            assert_eq!((output, status), (expected, 1), "{answer:?}");
            let refused =
                if answer.is_empty() { String::new() } else { format!("{SIZE}{BAD_SIZE}") };
            assert_eq!(eater(&[], answer), (format!("{refused}{SIZE}End of input.\n"), 1));
        }
        // A last line needs no newline.
        assert_eq!(
            eater(&[], b"3").0,
            format!("{SIZE}{EMPTY_3}{PASSER}End of input from the Passer.\n")
        );
    }

    #[test]
    fn a_bad_choice_is_refused_with_the_reason_and_asked_for_again() {
        let (numbers, range) =
            ("Enter two numbers: row and column.", "Row and column must be within 1 - 3.");
        for (answer, reason) in [
            ("", numbers),
            ("2", numbers),
            ("x", numbers),
            ("1,1", numbers),
            ("1.5 2", numbers),
            ("1 x", numbers),
            ("0 1", range),
            ("1 0", range),
            ("4 1", range),
            ("1 4", range),
            ("-1 1", range),
            ("1 65537", range),
            ("65538 1", range),
            ("1 4294967297", range),
            ("99999999999999999999 1", range),
        ] {
            let input = format!("{answer}\n1 1\n{answer}\n2 2\n");
            let (output, status) = eater(&["3"], input.as_bytes());
            let start = format!(
                "{EMPTY_3}{PASSER}{reason}\n{PASSER}{EATER}{reason}\n{EATER}    1   2   3\n"
            );
            assert!(output.starts_with(&start) && status == 1, "{answer:?}: {output}");
        }
        for answer in ["1 1", "  1\t1 more", "+1 +1", "01 1x", "1 1.5", "1 1\r"] {
            let (output, _) = eater(&["3"], format!("{answer}\n{answer}").as_bytes());
            let start =
                format!("{EMPTY_3}{PASSER}{EATER}Both chose 1 1: the Eater's marker stays.\n");
            assert!(output.starts_with(&start), "{answer:?}: {output}");
        }
    }

    #[test]
    fn on_a_terminal_the_passer_s_choice_is_erased_before_the_eater_chooses() {
        let on_terminal =
            |args: &[&str]| text_program::run_on(run, args, b"9 9\n1 1\n2 2\n", || Some(80)).0;
        let output = on_terminal(&["3"]);
        let (before, after) = output.split_once("\x1b[1A\r\x1b[JThe Passer has chosen.\n").unwrap();
        assert!(
            before.ends_with(&format!("1 - 3.\n{PASSER}")) && after.starts_with(EATER),
            "{output}"
        );
        assert_eq!(output.matches('\x1b').count(), 2, "the Eater's line stays: {output}");
        // A computer does not look at the screen.
        for role in ["--passer", "--eater"] {
            assert!(!on_terminal(&["3", role, "random"]).contains('\x1b'));
        }
    }

    #[test]
    fn a_computer_s_choice_does_not_depend_on_the_person_s_choice_of_the_round() {
        for (option, name) in [("--passer", "Passer"), ("--eater", "Eater")] {
            let replies = |seed: &str| {
                let cells = (1..=3).flat_map(|row| (1..=3).map(move |col| format!("{row} {col}")));
                let reply = |cell: String| {
                    let (output, _) = eater(
                        &["3", option, "random", "--seed", seed],
                        format!("{cell}\n").as_bytes(),
                    );
                    let plays = format!("{name} plays ");
                    let printed =
                        output.lines().find_map(|line| Some(line.split_once(&plays)?.1.to_owned()));
                    printed.unwrap_or_else(|| {
                        assert!(
                            output.contains(&format!(
                                "Both chose {cell}: the Eater's marker stays.\n"
                            )),
                            "{output}"
                        );
                        cell.clone()
                    })
                };
                cells.map(reply).collect::<Vec<_>>()
            };
            let all: Vec<_> = (1..=9).map(|seed| replies(&seed.to_string())).collect();
            assert!(
                all.iter().all(|replies| replies.len() == 9
                    && replies.iter().all(|reply| *reply == replies[0]))
            );
            assert!(
                all.iter().any(|replies| replies[0] != all[0][0]),
                "the choice depends on the seed"
            );
        }
    }

    #[test]
    fn the_same_seed_repeats_a_game_between_computers() {
        let play = |seed: &[&str]| {
            eater(&[&["6", "--passer", "random", "--eater", "random"], seed].concat(), b"")
        };
        let (output, status) = play(&["--seed", "5"]);
        assert!(status == 0 && output.ends_with(" wins!\n"), "{output}");
        assert_eq!(play(&["--seed", "5"]).0, output);
        assert_ne!(play(&["--seed", "6"]).0, output);
        assert_ne!(play(&[]).0, play(&[]).0, "without --seed each game has a new seed");
    }

    #[test]
    fn bad_arguments_end_the_program_with_status_2() {
        for (args, hint) in [
            (
                &["2"][..],
                "invalid value '2' for '[SIZE]': the board's size is an integer from 3 to 15",
            ),
            (&["16"], "invalid value '16'"),
            (&["-3"], "invalid value '-3' for '[SIZE]'"),
            (&["five"], "invalid value 'five'"),
            (&["3.5"], "invalid value '3.5'"),
            (&[""], "invalid value ''"),
            (&["3", "3"], "unexpected argument '3'"),
            (&["3", "--passer"], "--passer <KIND>"),
            (&["3", "--passer", "randm"], "did you mean random?"),
            (&["3", "--eater", "Human"], "no player called \"Human\""),
            (&["3", "--eater", "random:3"], "takes no argument"),
            (&["3", "--eater", "random", "--eater", "random"], "multiple times"),
            (&["--seed", "x"], "invalid value 'x'"),
            (&["--seed", "-1"], "-1"),
            (&["--seed", "18446744073709551616"], "18446744073709551616"),
            (&["--sed", "1"], "similar argument exists: '--seed'"),
            (&["-x"], "unexpected argument '-x'"),
        ] {
            let (output, status) = eater(args, b"3\n1 1\n");
            assert_eq!(status, 2, "{args:?}: {output}");
            assert!(output.starts_with("error: ") && output.contains(hint), "{args:?}: {output}");
        }
        let (output, status) = eater(&["--help"], b"");
        assert_eq!(status, 0);
        for text in [
            "Usage: fourcade classic eater [OPTIONS] [SIZE]",
            "--passer <KIND>",
            "--eater <KIND>",
            "--seed <N>",
            "from 3 to 15",
            "KIND: human, random",
        ] {
            assert!(output.contains(text), "{text}: {output}");
        }
    }

    #[test]
    fn arguments_that_are_not_utf_8_are_bad_arguments() {
        use std::os::unix::ffi::OsStringExt;
        let not_utf8 = || OsString::from_vec(vec![0xff]);
        for args in [
            vec![not_utf8()],
            vec!["--passer".into(), not_utf8()],
            vec!["--seed".into(), not_utf8()],
        ] {
            let (output, _, status) = text_program::run_on(run, &args, b"3\n", || None);
            assert!(status == 2 && output.starts_with("error: "), "{args:?}");
        }
    }
}
