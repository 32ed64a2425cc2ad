//! The game loop of the course's program: boards, prompts and choices.

use std::io::{self, BufRead, Write};

use super::{super::words, EndReason};
use crate::games::{
    ask_course_player,
    console::{self, EchoColumns},
    make_course_player,
};
use fourcade_engine::eater::{
    Eater,
    model::{Cell, EaterBoard, EaterEvent, JointMove, Role},
};
use fourcade_engine::play::{Player, Session};

/// A game of the course's program.
pub struct ClassicEater<'a> {
    session: Session<Eater>,
    /// The computer player of each role, or `None` for a person.
    computers: [Option<Box<dyn Player<Eater>>>; 2],
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    echo_columns: EchoColumns,
}

impl<'a> ClassicEater<'a> {
    /// Prepares a session with the players named in its header.
    ///
    /// # Errors
    /// Returns an error if a player cannot be created.
    pub fn new(
        session: Session<Eater>,
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
        echo_columns: EchoColumns,
    ) -> io::Result<Self> {
        let make = |role: Role| make_course_player(&session.header().seats[role.index()]);
        let computers = [make(Role::Passer)?, make(Role::Eater)?];
        Ok(Self { session, computers, input, output, echo_columns })
    }

    /// Plays until the game is over or the input ends.
    ///
    /// # Errors
    /// Returns an error if the output cannot be written or a computer player fails.
    pub fn play(mut self) -> io::Result<EndReason> {
        self.print_board()?;
        while self.session.outcome().is_none() {
            if let Some(end) = self.play_round()? {
                return Ok(end);
            }
        }
        Ok(EndReason::GameOver)
    }

    fn print_board(&mut self) -> io::Result<()> {
        self.output.write_all(words::draw_board(self.session.game().board()).as_bytes())?;
        // Two computers may think about the next round for a long time.
        self.output.flush()
    }

    /// Gets both choices, then prints the result of the round. The session keeps the first choice
    /// secret until both are made. Returns the reason if the input ends, otherwise `None`.
    fn play_round(&mut self) -> io::Result<Option<EndReason>> {
        let mut events = Vec::new();
        for role in Role::BOTH {
            let Some(cell) = self.choose(role)? else {
                return Ok(Some(EndReason::NoChoice(role)));
            };
            let step = self.session.choose(role.seat(), cell).map_err(io::Error::other)?;
            events.extend(step.into_iter().flatten().copied());
        }
        for event in events {
            match event {
                EaterEvent::Chose(joint_move) => {
                    self.print_choices(joint_move)?;
                    self.print_board()?;
                }
                EaterEvent::Closed(_) => {}
                EaterEvent::Over(winner) => writeln!(self.output, "{winner} wins!")?,
            }
        }
        Ok(None)
    }

    /// Prints the choices that the players don't know yet: the clash if there is one, otherwise
    /// the choices of the computer players.
    fn print_choices(&mut self, joint_move: JointMove) -> io::Result<()> {
        if let Some(cell) = joint_move.clash() {
            return writeln!(self.output, "Both chose {cell}: the Eater's marker stays.");
        }
        for role in Role::BOTH {
            if self.computers[role.index()].is_some() {
                writeln!(self.output, "{role} plays {}", joint_move.of(role))?;
            }
        }
        Ok(())
    }

    /// Returns the cell that a role chooses, or `None` at the end of the input.
    fn choose(&mut self, role: Role) -> io::Result<Option<Cell>> {
        match &mut self.computers[role.index()] {
            None => self.ask_person(role),
            Some(player) => ask_computer(player.as_mut(), &self.session, role).map(Some),
        }
    }

    /// Asks a person until the answer is an empty cell. Returns `None` at the end of the input.
    fn ask_person(&mut self, role: Role) -> io::Result<Option<Cell>> {
        loop {
            let prompt = format!("{role}'s move (row column): ");
            self.output.write_all(prompt.as_bytes())?;
            self.output.flush()?;
            let Some(line) = console::read_line(self.input) else { return Ok(None) };
            let board = self.session.game().board();
            match parse_empty_cell(&line, board) {
                Ok(cell) => {
                    if role == Role::Passer && self.computers.iter().all(Option::is_none) {
                        self.hide_choice(&prompt, &line)?;
                    }
                    return Ok(Some(cell));
                }
                Err(ChoiceError::NoNumbers) => {
                    writeln!(self.output, "Enter two numbers: row and column.")?;
                }
                Err(ChoiceError::Outside) => {
                    writeln!(self.output, "Row and column must be within 1 - {}.", board.size())?;
                }
                Err(ChoiceError::Taken) => writeln!(self.output, "That cell is taken.")?,
            }
        }
    }
}

impl ClassicEater<'_> {
    /// Erases the Passer's typed line from the terminal, so that the Eater chooses without seeing
    /// it. Does nothing if the line is not shown there.
    fn hide_choice(&mut self, prompt: &str, line: &[u8]) -> io::Result<()> {
        let Some(columns) = (self.echo_columns)() else { return Ok(()) };
        self.output.write_all(console::erase_typed_line(prompt, line, columns).as_bytes())?;
        writeln!(self.output, "The Passer has chosen.")
    }
}

/// Why a typed line is not a choice.
enum ChoiceError {
    NoNumbers,
    Outside,
    Taken,
}

/// Parses the empty cell that a person typed, with row and column counted from 1.
fn parse_empty_cell(line: &[u8], board: &EaterBoard) -> Result<Cell, ChoiceError> {
    let (row, col) = console::scan_two_numbers(line).ok_or(ChoiceError::NoNumbers)?;
    let index = |number: i32| u16::try_from(number).ok()?.checked_sub(1);
    let cell = index(row).zip(index(col)).map(|(row, col)| Cell::new(row, col));
    let cell = cell.filter(|&cell| board.contains(cell)).ok_or(ChoiceError::Outside)?;
    if board.at(cell).is_none() { Ok(cell) } else { Err(ChoiceError::Taken) }
}

/// Returns the cell that a computer player chooses. It sees the board, but not the opponent's
/// choice of this round.
fn ask_computer(
    player: &mut dyn Player<Eater>,
    session: &Session<Eater>,
    role: Role,
) -> io::Result<Cell> {
    let (seed, decision) = (session.header().seed, session.lines().len());
    ask_course_player(player, session.game(), role.seat(), seed, decision).map(|(cell, _)| cell)
}
