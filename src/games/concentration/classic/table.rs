//! One game of the course program: grids, prompts and choices.

use std::io::{self, BufRead, Write};

use super::super::words;
use crate::games::{ask_course_player, console, make_course_player};
use fourcade_engine::concentration::{
    Concentration,
    model::{ConcentrationEvent, Face, Spot},
};
use fourcade_engine::play::{Game, Player, Seat, Session};

/// The mode of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A person, who begins, against a computer.
    Human,
    /// Two computers. Only the grids at the start and at the end are shown.
    Computers,
}

impl Mode {
    /// The name of a seat.
    fn name(self, seat: Seat) -> &'static str {
        match self {
            Self::Human => ["You", "Computer"][seat.index()],
            Self::Computers => ["Computer 1", "Computer 2"][seat.index()],
        }
    }
}

/// A game with its input and output.
pub struct ClassicTable<'a> {
    mode: Mode,
    session: Session<Concentration>,
    /// The computer player of each seat, or `None` for a person.
    computers: Vec<Option<Box<dyn Player<Concentration>>>>,
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
}

impl<'a> ClassicTable<'a> {
    /// Prepares a game.
    ///
    /// # Errors
    /// Returns an error if a player can't be created.
    pub fn new(
        mode: Mode,
        session: Session<Concentration>,
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
    ) -> io::Result<Self> {
        let names = &session.header().seats;
        let computers =
            names.iter().map(|name| make_course_player(name)).collect::<io::Result<_>>()?;
        Ok(Self { mode, session, computers, input, output })
    }

    /// Plays the game. Returns whether it ended before the input did.
    ///
    /// # Errors
    /// Returns an error if the output can't be written or if a computer chooses no card.
    pub fn play(mut self) -> io::Result<bool> {
        self.write_grid()?;
        while let Some(seat) = self.session.awaited().only() {
            let spot = match &mut self.computers[seat.index()] {
                None => self.ask_person()?,
                Some(player) => Some(ask_computer(player.as_mut(), &self.session, seat)?),
            };
            let Some(spot) = spot else { return Ok(false) };
            self.turn_up(seat, spot)?;
        }
        self.write_ending()?;
        Ok(true)
    }

    fn write_grid(&mut self) -> io::Result<()> {
        self.output.write_all(words::draw_grid(self.session.game().observation()).as_bytes())
    }

    /// The ordinal of the card that is chosen now.
    fn ordinal(&self) -> &'static str {
        if self.session.game().observation().first.is_none() { "1st" } else { "2nd" }
    }

    /// Asks until the answer is a card that may be turned up. Returns `None` at the end of the
    /// input.
    fn ask_person(&mut self) -> io::Result<Option<Spot>> {
        loop {
            write!(self.output, "Please input {} card: ", self.ordinal())?;
            self.output.flush()?;
            let Some(line) = console::read_line(self.input) else { return Ok(None) };
            let Some(spot) = parse_spot(&line) else {
                writeln!(self.output, "Row and column must be within 0 - 3 and 1 - 13")?;
                continue;
            };
            match self.session.game().observation().at(spot) {
                Face::Down => return Ok(Some(spot)),
                Face::Won(..) => writeln!(self.output, "The card must not be flipped already")?,
                Face::Turned(_) => {
                    writeln!(self.output, "The second card cannot be the same as first")?;
                }
            }
        }
    }

    /// Turns up a card and writes what happened.
    fn turn_up(&mut self, seat: Seat, spot: Spot) -> io::Result<()> {
        let (name, ordinal) = (self.mode.name(seat), self.ordinal());
        let mut is_turn_over = false;
        for event in
            self.session.choose(seat, spot).map_err(io::Error::other)?.into_iter().flatten()
        {
            match event {
                ConcentrationEvent::Turned { spot, card, .. } => {
                    let (row, column) = (spot.row(), spot.column());
                    writeln!(
                        self.output,
                        "{name} chose {ordinal} card ({row},{column:>2}) and it is {card}"
                    )?;
                }
                ConcentrationEvent::Won(_) => {
                    is_turn_over = true;
                    writeln!(self.output, "{name} got a matched pair!")?;
                }
                ConcentrationEvent::Missed(_) => is_turn_over = true,
                ConcentrationEvent::Over => {}
            }
        }
        if is_turn_over { self.write_turn_end() } else { Ok(()) }
    }

    /// Writes the grid (between two computers only at the end), and the scores after each turn of
    /// the second seat and at the end.
    fn write_turn_end(&mut self) -> io::Result<()> {
        let is_over = self.session.outcome().is_some();
        if self.mode == Mode::Human || is_over {
            self.write_grid()?;
        }
        let game = self.session.game();
        if game.turns().is_multiple_of(2) || is_over {
            let scores = game.scores();
            write!(self.output, "Flipped cards: {};", scores.iter().sum::<i32>())?;
            for (seat, score) in game.seats().iter().zip(scores) {
                write!(self.output, " {}: {score};", self.mode.name(seat))?;
            }
            writeln!(self.output)?;
        }
        Ok(())
    }

    /// Writes the number of turns and the winner.
    fn write_ending(&mut self) -> io::Result<()> {
        // The sheet has the exclamation mark in the second mode only.
        let mark = if self.mode == Mode::Human { "" } else { "!" };
        writeln!(
            self.output,
            "*** End of Game ***\n{} turns played{mark}",
            self.session.game().turns()
        )?;
        let winners = self.session.outcome().map(|outcome| outcome.winners()).unwrap_or_default();
        match winners.only().map(|seat| self.mode.name(seat)) {
            Some("You") => writeln!(self.output, "You win!"),
            Some(name) => writeln!(self.output, "{name} wins!"),
            None => writeln!(self.output, "A tie!"),
        }
    }
}

/// Parses the spot that a person typed.
fn parse_spot(line: &[u8]) -> Option<Spot> {
    let (row, column) = console::scan_two_numbers(line)?;
    Spot::new(row.try_into().ok()?, column.try_into().ok()?)
}

/// Asks a computer player for a card.
fn ask_computer(
    player: &mut dyn Player<Concentration>,
    session: &Session<Concentration>,
    seat: Seat,
) -> io::Result<Spot> {
    let (seed, decision) = (session.header().seed, session.lines().len());
    ask_course_player(player, session.game(), seat, seed, decision).map(|(spot, _)| spot)
}
