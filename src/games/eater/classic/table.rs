//! A game at the course program's table: boards, prompts and choices.

use std::io::{self, BufRead, Write};

use super::{
    super::{
        Eater,
        rules::{Cell, EaterBoard, EaterEvent, Pair, Role},
        text,
    },
    End,
};
use crate::{
    games::{GameInfo, HUMAN, console, find_player},
    play::{Budget, Player, Session, ThinkContext, choose_checked},
};

/// A game with those who type and read.
pub struct Table<'a> {
    session: Session<Eater>,
    /// The computers by side; none where a person sits.
    computers: [Option<Box<dyn Player<Eater>>>; 2],
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
}

impl<'a> Table<'a> {
    /// A table at which this game is to be played.
    ///
    /// # Errors
    /// If one of its players can't be made.
    pub fn new(
        session: Session<Eater>,
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
    ) -> io::Result<Self> {
        let make = |side: Role| match session.header().seats[side.index()].as_str() {
            HUMAN => Ok(None),
            name => find_player(name)
                .map_err(io::Error::other)?
                .make()
                .map(Some)
                .map_err(io::Error::other),
        };
        let computers = [make(Role::Passer)?, make(Role::Eater)?];
        Ok(Self { session, computers, input, output })
    }

    /// Plays until the game is over or the input ends.
    pub fn play(mut self) -> io::Result<End> {
        self.board()?;
        while self.session.outcome().is_none() {
            if let Some(end) = self.round()? {
                return Ok(end);
            }
        }
        Ok(End::Over)
    }

    fn board(&mut self) -> io::Result<()> {
        self.output.write_all(text::board(self.session.game().board()).as_bytes())?;
        // Two computers may think for long about the next round.
        self.output.flush()
    }

    /// Gathers both choices, then tells what came of them. The session holds back what was chosen
    /// first.
    fn round(&mut self) -> io::Result<Option<End>> {
        let mut events = Vec::new();
        for side in Role::BOTH {
            let Some(cell) = self.choice(side)? else { return Ok(Some(End::Input(Some(side)))) };
            let step = self.session.choose(side.seat(), cell).map_err(io::Error::other)?;
            events.extend(step.into_iter().flatten().copied());
        }
        for event in events {
            match event {
                EaterEvent::Chose { passer, eater } => {
                    self.tell(Pair { passer, eater })?;
                    self.board()?;
                }
                EaterEvent::Over(winner) => writeln!(self.output, "{winner} wins!")?,
            }
        }
        Ok(None)
    }

    /// What was chosen, as far as it is told: a clash, or else the computers' choices.
    fn tell(&mut self, pair: Pair) -> io::Result<()> {
        if let Some(cell) = pair.clash() {
            return writeln!(self.output, "Both chose {cell}: the Eater's marker stays.");
        }
        for side in Role::BOTH {
            if self.computers[side.index()].is_some() {
                writeln!(self.output, "{side} plays {}", pair.of(side))?;
            }
        }
        Ok(())
    }

    /// The cell that `side` chooses; nothing at the end of the input.
    fn choice(&mut self, side: Role) -> io::Result<Option<Cell>> {
        match &mut self.computers[side.index()] {
            None => self.person(side),
            Some(player) => computer(player.as_mut(), &self.session, side).map(Some),
        }
    }

    /// Asks until the answer is an empty cell; nothing at the end of the input.
    fn person(&mut self, side: Role) -> io::Result<Option<Cell>> {
        loop {
            write!(self.output, "{side}'s move (row column): ")?;
            self.output.flush()?;
            let Some(line) = console::read_line(self.input) else { return Ok(None) };
            let board = self.session.game().board();
            match free_cell(&line, board) {
                Ok(cell) => return Ok(Some(cell)),
                Err(Refusal::NoNumbers) => {
                    writeln!(self.output, "Enter two numbers: row and column.")?
                }
                Err(Refusal::Outside) => {
                    writeln!(self.output, "Row and column must be within 1 - {}.", board.size())?;
                }
                Err(Refusal::Taken) => writeln!(self.output, "That cell is taken.")?,
            }
        }
    }
}

/// Why a line is no choice.
enum Refusal {
    NoNumbers,
    Outside,
    Taken,
}

/// The empty cell that a person's line names.
fn free_cell(line: &[u8], board: &EaterBoard) -> Result<Cell, Refusal> {
    let (row, col) = console::scan_two_numbers(line).ok_or(Refusal::NoNumbers)?;
    // People count from 1.
    let place = |number: i32| u16::try_from(number).ok()?.checked_sub(1);
    let cell = place(row).zip(place(col)).map(|(row, col)| Cell::new(row, col));
    let cell = cell.filter(|&cell| board.has(cell)).ok_or(Refusal::Outside)?;
    if board.at(cell).is_none() { Ok(cell) } else { Err(Refusal::Taken) }
}

/// The cell that a computer chooses, having seen the board as everybody does.
fn computer(
    player: &mut dyn Player<Eater>,
    session: &Session<Eater>,
    side: Role,
) -> io::Result<Cell> {
    let think = ThinkContext::new(
        Budget::Nodes(Eater::DEFAULT_NODES),
        session.header().seed,
        side.seat(),
        session.lines().len(),
    );
    let (cell, _) = choose_checked(player, session.game(), side.seat(), &think)
        .map_err(|why| io::Error::other(format!("a computer gave no cell: {why:?}")))?;
    Ok(cell)
}
