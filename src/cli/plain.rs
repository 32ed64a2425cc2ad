//! A game as plain text: the header, what happens, the board where it changes, the end in words.

use std::io::{self, BufWriter, Stdout, Write};

use crate::{
    games::{ArcadeGame, describe_fault, describe_outcome, describe_seats},
    play::{RecordLine, Seat, Seats, Session},
};

/// Standard output, written in pieces as large as its user flushes.
pub fn standard_output() -> BufWriter<Stdout> {
    BufWriter::with_capacity(64 * 1024, io::stdout())
}

/// Writes a game as text.
pub struct Plain<W: Write> {
    output: W,
    /// Whether the board is what was written last.
    after_board: bool,
    /// Whether there were steps since the board was written.
    is_behind: bool,
    /// Whose knowledge is written; nothing: everything that anybody at the table knows.
    eyes: Option<Seats>,
}

impl<W: Write> Plain<W> {
    /// Onto this output.
    pub fn new(output: W) -> Self {
        Self { output, after_board: false, is_behind: false, eyes: None }
    }

    /// As these see it.
    pub fn seen_by(self, eyes: Seats) -> Self {
        Self { eyes: Some(eyes), ..self }
    }

    /// Which game it is, who sits where, the seed.
    pub fn header<G: ArcadeGame>(&mut self, session: &Session<G>) -> io::Result<()> {
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

    /// The board as it stands.
    pub fn board<G: ArcadeGame>(&mut self, session: &Session<G>) -> io::Result<()> {
        let game = session.game();
        writeln!(self.output)?;
        self.output.write_all(
            G::draw_plain(&game.observe(self.eyes.unwrap_or(game.seats()))).as_bytes(),
        )?;
        (self.after_board, self.is_behind) = (true, false);
        self.output.flush()
    }

    /// What the last line of the record brought: in words, then the board if it is worth showing.
    pub fn last_line<G: ArcadeGame>(&mut self, session: &Session<G>) -> io::Result<()> {
        let Some(line) = session.lines().last() else { return Ok(()) };
        let events = session.events().last().map_or(&[][..], Vec::as_slice);
        let words = match line {
            RecordLine::Step { faults, .. } => {
                let happened =
                    events.iter().filter_map(|event| G::describe(event, &session.header().seats));
                faults
                    .iter()
                    .map(|fault| describe_fault::<G>(fault, &session.header().seats))
                    .chain(happened)
                    .collect()
            }
            RecordLine::Resign(seat) => vec![format!("{} resigns", who(session, *seat))],
        };
        self.say(&words)?;
        match line {
            RecordLine::Step { .. } if G::draws_after(events) => self.board(session),
            RecordLine::Step { .. } => {
                self.is_behind = true;
                self.output.flush()
            }
            RecordLine::Resign(_) => Ok(()),
        }
    }

    /// The board, if there were steps since it was written.
    pub fn catch_up<G: ArcadeGame>(&mut self, session: &Session<G>) -> io::Result<()> {
        if self.is_behind { self.board(session) } else { Ok(()) }
    }

    /// What a person is asked, to be answered on the same line.
    pub fn prompt(&mut self, words: &str) -> io::Result<()> {
        write!(self.output, "\n{words}")?;
        self.after_board = false;
        self.output.flush()
    }

    /// Sentences, a line each, apart from a board above them.
    pub fn say(&mut self, words: &[String]) -> io::Result<()> {
        if words.is_empty() {
            return Ok(());
        }
        if self.after_board {
            writeln!(self.output)?;
        }
        self.after_board = false;
        words.iter().try_for_each(|words| writeln!(self.output, "{words}"))
    }

    /// How the game ended, or who is to move if it has not; before it the board, if that has not
    /// been shown yet.
    pub fn ending<G: ArcadeGame>(&mut self, session: &Session<G>) -> io::Result<()> {
        if self.is_behind {
            self.board(session)?;
        }
        writeln!(self.output, "\n{}", close(session))?;
        self.output.flush()
    }
}

/// The end of a game in words, or whose move it is.
fn close<G: ArcadeGame>(session: &Session<G>) -> String {
    let names = &session.header().seats;
    match session.outcome() {
        Some(outcome) => describe_outcome::<G>(&outcome, names, session.resigned()),
        None => {
            format!(
                "The game is not over; to move: {}.",
                describe_seats::<G>(session.awaited(), names)
            )
        }
    }
}

/// A seat and who sits there, such as `O greedy`.
fn who<G: ArcadeGame>(session: &Session<G>, seat: Seat) -> String {
    describe_seats::<G>(Seats::one(seat), &session.header().seats)
}
