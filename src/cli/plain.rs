//! A game as plain text: the header, what happens, the board after each step, the end in words.

use std::io::{self, BufWriter, Stdout, Write};

use crate::{
    games::{Flat, ending, people},
    play::{Line, Seat, Seats, Session},
};

/// Standard output, written in pieces as large as its user flushes.
pub fn standard_output() -> BufWriter<Stdout> {
    BufWriter::with_capacity(64 * 1024, io::stdout())
}

/// Writes a game as text.
pub struct Plain<W: Write> {
    output: W,
}

impl<W: Write> Plain<W> {
    /// Onto this output.
    pub fn new(output: W) -> Self {
        Self { output }
    }

    /// Which game it is, who sits where, the seed.
    pub fn header<G: Flat>(&mut self, session: &Session<G>) -> io::Result<()> {
        let header = session.header();
        write!(self.output, "{}", G::TITLE)?;
        if let Some(size) = G::size_of(&header.setup) {
            write!(self.output, ", size {size}")?;
        }
        writeln!(self.output, ", seed {}", header.seed)?;
        for (seat, player) in G::SEAT_NAMES.iter().zip(&header.seats) {
            writeln!(self.output, "{seat}: {player}")?;
        }
        Ok(())
    }

    /// The board as it stands: everything that anybody at the table knows.
    pub fn board<G: Flat>(&mut self, session: &Session<G>) -> io::Result<()> {
        let game = session.game();
        writeln!(self.output)?;
        self.output.write_all(G::draw_plain(&game.observe(game.seats())).as_bytes())?;
        self.output.flush()
    }

    /// What the last line of the record brought: in words, then the board.
    pub fn last_line<G: Flat>(&mut self, session: &Session<G>) -> io::Result<()> {
        writeln!(self.output)?;
        match session.lines().last() {
            Some(Line::Step { faults, .. }) => {
                for fault in faults {
                    let who = who(session, fault.seat);
                    write!(self.output, "{who} broke the rules ({})", fault.said)?;
                    if fault.fine > 0 {
                        write!(self.output, ", which costs {}", fault.fine)?;
                    }
                    writeln!(self.output, "; its move was chosen by chance")?;
                }
            }
            Some(Line::Resign(seat)) => return writeln!(self.output, "{} resigns", who(session, *seat)),
            None => {}
        }
        for event in session.events().last().into_iter().flatten() {
            if let Some(words) = G::tell(event, &session.header().seats) {
                writeln!(self.output, "{words}")?;
            }
        }
        self.board(session)
    }

    /// How the game ended, or who is to move if it has not.
    pub fn ending<G: Flat>(&mut self, session: &Session<G>) -> io::Result<()> {
        writeln!(self.output, "\n{}", close(session))?;
        self.output.flush()
    }
}

/// The end of a game in words, or whose move it is.
fn close<G: Flat>(session: &Session<G>) -> String {
    let names = &session.header().seats;
    match session.outcome() {
        Some(outcome) => ending::<G>(&outcome, names, session.resigned()),
        None => format!("The game is not over; to move: {}.", people::<G>(session.awaited(), names)),
    }
}

/// A seat and who sits there, such as `O greedy`.
fn who<G: Flat>(session: &Session<G>, seat: Seat) -> String {
    people::<G>(Seats::one(seat), &session.header().seats)
}
