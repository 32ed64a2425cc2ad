//! Prints a game as plain text: header, events, boards and outcome.

use std::io::{self, Write};

use crate::{
    games::{
        ArcadeGame, GameEnd, Naming, Notation, Style, describe_incidents, describe_result,
        describe_seats, names_at, spoken::Audience,
    },
    widgets::glyphs,
};
use fourcade_engine::play::{RecordLine, Seat, Session};

pub struct GamePrinter<W: Write> {
    output: W,
    is_after_board: bool,
    is_board_outdated: bool,
}

impl<W: Write> GamePrinter<W> {
    /// Creates a printer that shows everything that any seat knows.
    pub fn new(output: W) -> Self {
        Self { output, is_after_board: false, is_board_outdated: false }
    }

    /// Writes the title, the seed and the player on each seat.
    pub fn write_header<G: ArcadeGame>(&mut self, session: &Session<G>) -> io::Result<()> {
        let header = session.header();
        write!(self.output, "{}", G::FACTS.title)?;
        if let Some(size) = G::size_of(&header.setup) {
            write!(self.output, ", size {size}")?;
        }
        writeln!(self.output, ", seed {}", header.seed)?;
        for (seat, player) in G::SEAT_NAMES.iter().zip(names(session)) {
            writeln!(self.output, "{seat}: {player}")?;
        }
        Ok(())
    }

    pub fn write_board<G: ArcadeGame>(&mut self, session: &Session<G>) -> io::Result<()> {
        let game = session.game();
        writeln!(self.output)?;
        let observation = game.observe(game.seats());
        self.output.write_all(G::draw_plain(&observation).as_bytes())?;
        (self.is_after_board, self.is_board_outdated) = (true, false);
        self.output.flush()
    }

    /// Writes the events of the record's last line, then the board if the game shows it.
    pub fn write_last_line<G: ArcadeGame>(&mut self, session: &Session<G>) -> io::Result<()> {
        let Some(line) = session.lines().last() else { return Ok(()) };
        let events = session.events().last().map_or(&[][..], Vec::as_slice);
        let game = session.game();
        let audience = Audience::<G> {
            observation: &game.observe(game.seats()),
            seat: Seat::new(0),
            names: &names(session),
            notation: Notation::FromOne,
        };
        let mut texts = describe_incidents::<G>(line, Style::Line, &audience);
        texts.extend(events.iter().filter_map(|event| G::tell(event, Style::Line, &audience)));
        self.write_sentences(&texts)?;
        match line {
            RecordLine::Step { .. } if G::draws_after(events) => self.write_board(session),
            RecordLine::Step { .. } => {
                self.is_board_outdated = true;
                self.output.flush()
            }
            RecordLine::Resign(_) | RecordLine::Flag(_) => Ok(()),
        }
    }

    /// Writes one sentence per line, with an empty line after a board.
    fn write_sentences(&mut self, sentences: &[String]) -> io::Result<()> {
        if sentences.is_empty() {
            return Ok(());
        }
        if self.is_after_board {
            writeln!(self.output)?;
        }
        self.is_after_board = false;
        sentences
            .iter()
            .try_for_each(|text| writeln!(self.output, "{}", glyphs::ASCII.translate(text)))
    }

    /// Writes the outcome, or the seats to move if the game isn't over. If the last board is
    /// outdated, writes the board first.
    pub fn write_ending<G: ArcadeGame>(&mut self, session: &Session<G>) -> io::Result<()> {
        if self.is_board_outdated {
            self.write_board(session)?;
        }
        writeln!(self.output, "\n{}", result(session))?;
        self.output.flush()
    }
}

/// Returns the names of the players by seat. Levels stay levels, as on the command line.
fn names<G: ArcadeGame>(session: &Session<G>) -> Vec<String> {
    names_at(session, &[], Naming::Levels)
}

fn result<G: ArcadeGame>(session: &Session<G>) -> String {
    let names = names(session);
    match session.outcome() {
        Some(outcome) => {
            let you = session.header().people().only();
            describe_result::<G>(&GameEnd::of(session, &outcome, you), &names)
        }
        None => {
            let awaited = describe_seats::<G>(session.awaited(), &names);
            format!("The game is not over; to move: {awaited}.")
        }
    }
}
