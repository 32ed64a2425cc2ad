//! A game at the course program's table: boards, prompts and moves.

use std::{
    io::{self, BufRead, Write},
    path::PathBuf,
};

use super::{
    super::{
        Flip,
        rules::{FlipEvent, Side, Square},
        text,
    },
    End, TYPES,
};
use crate::{files, games::console, play::Session};

/// A game with those who type and read.
pub struct Table<'a> {
    session: Session<Flip>,
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
}

/// What a person decided.
enum Choice {
    Move(Square),
    Leave(End),
}

impl<'a> Table<'a> {
    /// A table at which this game goes on.
    pub fn new(
        session: Session<Flip>,
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
    ) -> Self {
        Self { session, input, output }
    }

    /// Plays until the game is over or saved, or the input ends.
    pub fn play(mut self) -> io::Result<End> {
        self.board()?;
        if self.session.outcome().is_some() {
            // A game that was over when it was loaded: only how it ended is told again.
            self.tell_what_followed()?;
        }
        while let Some(seat) = self.session.awaited().only() {
            let side = Side::of(seat);
            let choice = match self.session.header().seats[seat.index()].as_str() {
                name if name == TYPES[1] => {
                    self.computer(side, self.session.game().board().first_legal(side))?
                }
                name if name == TYPES[2] => {
                    self.computer(side, self.session.game().board().last_legal(side))?
                }
                _ => self.person(side)?,
            };
            match choice {
                Choice::Leave(end) => return Ok(end),
                Choice::Move(cell) => {
                    self.session.choose(seat, cell).map_err(io::Error::other)?;
                    self.board()?;
                    self.tell_what_followed()?;
                }
            }
        }
        Ok(End::Done)
    }

    fn board(&mut self) -> io::Result<()> {
        self.output.write_all(text::board(self.session.game().board()).as_bytes())
    }

    /// Who passed after the last move, and whether it ended the game.
    fn tell_what_followed(&mut self) -> io::Result<()> {
        for event in self.session.events().last().into_iter().flatten() {
            match event {
                FlipEvent::Placed { .. } => {}
                FlipEvent::Passed(side) => writeln!(self.output, "{side} passes.")?,
                FlipEvent::Over([o, x]) => writeln!(self.output, "Game Over - O={o} X={x}.")?,
            }
        }
        Ok(())
    }

    fn computer(&mut self, side: Side, cell: Option<Square>) -> io::Result<Choice> {
        // The rules pass for whoever can't move, so there is a cell.
        let cell = cell.ok_or_else(|| io::Error::other("no legal move"))?;
        writeln!(self.output, "Player {side} moves at {cell}.")?;
        Ok(Choice::Move(cell))
    }

    /// Asks until the answer is a legal move, or there is no going on.
    fn person(&mut self, side: Side) -> io::Result<Choice> {
        loop {
            write!(self.output, "Player ({side})> ")?;
            self.output.flush()?;
            let Some(line) = console::read_line(self.input) else {
                return Ok(Choice::Leave(End::Input(side)));
            };
            match line.strip_prefix(b"s") {
                Some(b"") => writeln!(self.output, "Please give a filename.")?,
                Some(name) => {
                    if self.save(name)? {
                        return Ok(Choice::Leave(End::Done));
                    }
                }
                None => {
                    if let Some(cell) = self.legal_cell(side, &line) {
                        return Ok(Choice::Move(cell));
                    }
                }
            }
        }
    }

    fn legal_cell(&self, side: Side, line: &[u8]) -> Option<Square> {
        let (row, col) = console::scan_two_numbers(line)?;
        let cell = Square::new(row.try_into().ok()?, col.try_into().ok()?);
        self.session.game().board().is_legal(side, cell).then_some(cell)
    }

    /// Saves the game under this name and says whether that worked.
    fn save(&mut self, name: &[u8]) -> io::Result<bool> {
        // The name may be that of the output.
        self.output.flush()?;
        let record = self.session.record();
        let saved = files::write_atomic(&path(name), |file| record.write(file)).is_ok();
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

/// The file with this name, byte for byte.
#[cfg(unix)]
fn path(name: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(name).into()
}

/// The file with this name.
#[cfg(not(unix))]
fn path(name: &[u8]) -> PathBuf {
    String::from_utf8_lossy(name).into_owned().into()
}
