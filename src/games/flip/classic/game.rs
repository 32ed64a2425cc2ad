//! A game in the course's program: boards, prompts and moves.

use std::{
    io::{self, BufRead, Write},
    path::PathBuf,
};

use super::{super::words, ExitReason, any_size::AnySizeFlip};
use crate::{
    files,
    games::{ask_course_player, console},
};
use fourcade_engine::flip::{
    Flip,
    model::{FlipBoard, FlipEvent, Side, Square},
};
use fourcade_engine::play::{Fault, Player, Session};

/// Whoever decides for a side.
pub enum CoursePlayer {
    /// Type 0 of the course sheet: a person.
    Person,
    /// Type 1: the first legal move in reading order.
    First,
    /// Type 2: the last legal move in reading order.
    Last,
    /// One of the arcade's players, in a game that the arcade saved.
    Arcade(Box<dyn Player<Flip>>),
}

/// A game that reads moves from an input and prints boards and prompts to an output.
pub struct ClassicFlip<'a> {
    session: Session<AnySizeFlip>,
    /// The players of O and of X.
    players: [CoursePlayer; 2],
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
}

/// What happens in a turn.
enum TurnResult {
    Move(Square, Option<Fault>),
    Exit(ExitReason),
}

impl<'a> ClassicFlip<'a> {
    /// Creates a game that continues this session with the players of O and of X.
    pub fn new(
        session: Session<AnySizeFlip>,
        players: [CoursePlayer; 2],
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
    ) -> Self {
        Self { session, players, input, output }
    }

    /// Plays until the game is over, the game is saved, or the input ends.
    ///
    /// # Errors
    /// Returns an error if the output can't be written.
    pub fn play(mut self) -> io::Result<ExitReason> {
        self.print_board()?;
        if self.session.outcome().is_some() {
            // The game was over when it was loaded.
            self.print_consequences()?;
        }
        while let Some(seat) = self.session.awaited().only() {
            let side = Side::of(seat);
            let result = match self.players[side.index()] {
                CoursePlayer::Person => self.person_move(side)?,
                _ => self.computer_move(side)?,
            };
            match result {
                TurnResult::Exit(reason) => return Ok(reason),
                TurnResult::Move(square, fault) => {
                    self.session
                        .choose_with_fault(seat, square, fault)
                        .map_err(io::Error::other)?;
                    self.print_board()?;
                    self.print_consequences()?;
                }
            }
        }
        Ok(ExitReason::Done)
    }

    fn board(&self) -> &FlipBoard {
        self.session.game().0.board()
    }

    fn print_board(&mut self) -> io::Result<()> {
        words::lines(self.session.game().0.board())
            .try_for_each(|line| writeln!(self.output, "{line}"))
    }

    /// Prints which sides passed after the last move, and the result if the game is over.
    fn print_consequences(&mut self) -> io::Result<()> {
        for event in self.session.events().last().into_iter().flatten() {
            match event {
                FlipEvent::Placed { .. } => {}
                FlipEvent::Passed(side) => writeln!(self.output, "{side} passes.")?,
                FlipEvent::Over([o, x]) => writeln!(self.output, "Game Over - O={o} X={x}.")?,
            }
        }
        Ok(())
    }

    fn computer_move(&mut self, side: Side) -> io::Result<TurnResult> {
        let (session, board) = (&self.session, self.session.game().0.board());
        let (square, fault) = match &mut self.players[side.index()] {
            CoursePlayer::Arcade(player) => {
                // The player may think for a while.
                self.output.flush()?;
                let (seed, decision) = (session.header().seed, session.lines().len());
                let game = &session.game().0;
                let (square, fault) =
                    ask_course_player(player.as_mut(), game, side.seat(), seed, decision)?;
                (Some(square), fault)
            }
            CoursePlayer::Last => (board.last_legal(side), None),
            CoursePlayer::First | CoursePlayer::Person => (board.first_legal(side), None),
        };
        // A side that can't move is never awaited, so there is a legal move.
        let square = square.ok_or_else(|| io::Error::other("no legal move"))?;
        writeln!(self.output, "Player {side} moves at {square}.")?;
        Ok(TurnResult::Move(square, fault))
    }

    /// Prompts until a legal move is typed, the game is saved, or the input ends.
    fn person_move(&mut self, side: Side) -> io::Result<TurnResult> {
        loop {
            write!(self.output, "Player ({side})> ")?;
            self.output.flush()?;
            let Some(line) = console::read_line(self.input) else {
                return Ok(TurnResult::Exit(ExitReason::Input(side)));
            };
            match line.strip_prefix(b"s") {
                Some(b"") => writeln!(self.output, "Please give a filename.")?,
                Some(name) => {
                    if self.save(name)? {
                        return Ok(TurnResult::Exit(ExitReason::Done));
                    }
                }
                None => {
                    if let Some(square) = self.legal_square(side, &line) {
                        return Ok(TurnResult::Move(square, None));
                    }
                }
            }
        }
    }

    /// Returns the square that the line names, or `None` if that is not a legal move.
    fn legal_square(&self, side: Side, line: &[u8]) -> Option<Square> {
        let (row, col) = console::scan_two_numbers(line)?;
        let square = Square::new(row.try_into().ok()?, col.try_into().ok()?);
        self.board().is_legal(side, square).then_some(square)
    }

    /// Saves the game to the file with this name. Returns whether that succeeded.
    fn save(&mut self, name: &[u8]) -> io::Result<bool> {
        // The file may be the same as the output.
        self.output.flush()?;
        let record = self.session.record();
        let saved = files::write_anywhere(&path(name), |file| record.write(file)).is_ok();
        if saved {
            writeln!(self.output, "Game saved.")?;
        } else {
            self.output.write_all(b"Unable to write to ")?;
            self.output.write_all(name)?;
            self.output.write_all(b".\n")?;
        }
        Ok(saved)
    }
}

/// Returns the path with this name, byte for byte.
#[cfg(unix)]
fn path(name: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(name).into()
}

/// Returns the path with this name.
#[cfg(not(unix))]
fn path(name: &[u8]) -> PathBuf {
    String::from_utf8_lossy(name).into_owned().into()
}
