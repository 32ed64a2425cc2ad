//! A game at the course program's table: desktops, prompts and choices.

use std::io::{self, BufRead, Write};

use super::super::{
    Concentration,
    rules::{ConcentrationEvent, Face, Spot},
    text,
};
use crate::{
    games::{GameInfo, HUMAN, console, find_player},
    play::{Budget, Game, Player, Seat, Session, ThinkContext, choose_checked},
};

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A person, who begins, and a computer.
    Human,
    /// Two computers; of the desktop only the start and the end are shown.
    Computers,
}

impl Mode {
    /// What a seat is called.
    fn name(self, seat: Seat) -> &'static str {
        match self {
            Self::Human => ["You", "Computer"][seat.index()],
            Self::Computers => ["Computer 1", "Computer 2"][seat.index()],
        }
    }
}

/// A game with those who type and read.
pub struct Table<'a> {
    mode: Mode,
    session: Session<Concentration>,
    /// The computers by seat; none where a person sits.
    computers: Vec<Option<Box<dyn Player<Concentration>>>>,
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
}

impl<'a> Table<'a> {
    /// A table at which this game is to be played.
    ///
    /// # Errors
    /// If one of its players can't be made.
    pub fn new(
        mode: Mode,
        session: Session<Concentration>,
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
    ) -> io::Result<Self> {
        let make = |name: &String| match name.as_str() {
            HUMAN => Ok(None),
            name => find_player(name)
                .map_err(io::Error::other)?
                .make()
                .map(Some)
                .map_err(io::Error::other),
        };
        let computers = session.header().seats.iter().map(make).collect::<io::Result<_>>()?;
        Ok(Self { mode, session, computers, input, output })
    }

    /// Plays to the end of the game, and says whether it was reached before the input ended.
    pub fn play(mut self) -> io::Result<bool> {
        self.desktop()?;
        while let Some(seat) = self.session.awaited().only() {
            let spot = match &mut self.computers[seat.index()] {
                None => self.person()?,
                Some(player) => Some(computer(player.as_mut(), &self.session, seat)?),
            };
            let Some(spot) = spot else { return Ok(false) };
            self.turn_up(seat, spot)?;
        }
        self.ending()?;
        Ok(true)
    }

    fn desktop(&mut self) -> io::Result<()> {
        self.output.write_all(text::desktop(self.session.game().seen()).as_bytes())
    }

    /// Which card of the turn is chosen now.
    fn which(&self) -> &'static str {
        if self.session.game().seen().first.is_none() { "1st" } else { "2nd" }
    }

    /// Asks until the answer is a card that may be turned up; nothing at the end of the input.
    fn person(&mut self) -> io::Result<Option<Spot>> {
        loop {
            write!(self.output, "Please input {} card: ", self.which())?;
            self.output.flush()?;
            let Some(line) = console::read_line(self.input) else { return Ok(None) };
            let Some(spot) = spot(&line) else {
                writeln!(self.output, "Row and column must be within 0 - 3 and 1 - 13")?;
                continue;
            };
            match self.session.game().seen().at(spot) {
                Face::Down => return Ok(Some(spot)),
                Face::Won(..) => writeln!(self.output, "The card must not be flipped already")?,
                Face::Turned(_) => {
                    writeln!(self.output, "The second card cannot be the same as first")?
                }
            }
        }
    }

    /// Turns a card up and tells what came of it.
    fn turn_up(&mut self, seat: Seat, spot: Spot) -> io::Result<()> {
        let (name, which) = (self.mode.name(seat), self.which());
        let mut is_turn_over = false;
        for event in
            self.session.choose(seat, spot).map_err(io::Error::other)?.into_iter().flatten()
        {
            match event {
                ConcentrationEvent::Turned { spot, card, .. } => {
                    let (row, column) = (spot.row(), spot.column());
                    writeln!(
                        self.output,
                        "{name} chose {which} card ({row},{column:>2}) and it is {card}"
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
        if is_turn_over { self.after_turn() } else { Ok(()) }
    }

    /// The desktop, where it is shown, and the counts once both have moved or the game is over.
    fn after_turn(&mut self) -> io::Result<()> {
        let is_over = self.session.outcome().is_some();
        if self.mode == Mode::Human || is_over {
            self.desktop()?;
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

    /// How long the game was and who won.
    fn ending(&mut self) -> io::Result<()> {
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

/// The place that a person's line names.
fn spot(line: &[u8]) -> Option<Spot> {
    let (row, column) = console::scan_two_numbers(line)?;
    Spot::new(row.try_into().ok()?, column.try_into().ok()?)
}

/// The card that a computer turns up, having seen what everybody has.
fn computer(
    player: &mut dyn Player<Concentration>,
    session: &Session<Concentration>,
    seat: Seat,
) -> io::Result<Spot> {
    let budget = Budget::Nodes(Concentration::DEFAULT_NODES);
    let think = ThinkContext::new(budget, session.header().seed, seat, session.lines().len());
    let (spot, _) = choose_checked(player, session.game(), seat, &think)
        .map_err(|why| io::Error::other(format!("a computer gave no card: {why:?}")))?;
    Ok(spot)
}
