//! The log of a game, in the format of the course's referee.

use std::{
    collections::HashSet,
    io::{self, Write},
};

use super::Entrant;
use crate::text::counted;
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{Card, CardSet, Deal, IntensityAction, IntensityEvent, SEATS, Trick},
    },
    play::{Fault, Outcome, Seat, Session},
};

/// The version of the course's referee whose format this is.
const VERSION: &str = "0.2";

/// Writes the version, and the commands that compile programs and run them in valgrind, each once.
///
/// # Errors
/// Returns an error if `output` can't be written.
pub fn write_heading(output: &mut dyn Write, entrants: &[Entrant]) -> io::Result<()> {
    writeln!(output, "Version: {VERSION}")?;
    let mut written = HashSet::new();
    for command in entrants.iter().flat_map(Entrant::commands) {
        if written.insert(command.clone()) {
            // A path may contain control characters.
            let printable = |letter: char| if letter.is_control() { ' ' } else { letter };
            writeln!(output, "{}", command.chars().map(printable).collect::<String>())?;
        }
    }
    writeln!(output)?;
    output.flush()
}

pub(super) struct RefereeLog<'a> {
    output: &'a mut dyn Write,
    names: [String; SEATS],
    /// Whether hands and passed cards are left out because a person plays.
    hides_hands: bool,
}

impl<'a> RefereeLog<'a> {
    pub fn new(output: &'a mut dyn Write, names: [String; SEATS], hides_hands: bool) -> Self {
        Self { output, names, hides_hands }
    }

    /// Returns the output, for the prompts to a person.
    pub fn output(&mut self) -> &mut dyn Write {
        self.output
    }

    fn name(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }

    /// Returns a name padded to the width of the widest name.
    fn padded(&self, seat: Seat) -> String {
        let width = |name: &str| unicode_width::UnicodeWidthStr::width(name);
        let widest = self.names.iter().map(|name| width(name)).max().unwrap_or(0);
        let name = self.name(seat);
        format!("{name}{}", " ".repeat(widest - width(name)))
    }

    fn write_line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    pub fn write_start(&mut self, session: &Session<Intensity>) -> io::Result<()> {
        self.write_deal(&session.header().setup)?;
        self.write_pass_heading()
    }

    /// Writes a decision in the position of `game`.
    pub fn write_choice(
        &mut self,
        game: &Intensity,
        seat: Seat,
        action: IntensityAction,
        fault: Option<&Fault>,
    ) -> io::Result<()> {
        match action {
            IntensityAction::Pass(cards) => self.write_pass(seat, cards, fault),
            IntensityAction::Play(card) => {
                let hand = game.position().hands[seat.index()];
                self.write_play(game.history().len(), seat, hand, card, fault)
            }
        }
    }

    pub fn write_events(&mut self, events: &[IntensityEvent]) -> io::Result<()> {
        for event in events {
            match event {
                IntensityEvent::Passed => self.write_blank_line()?,
                IntensityEvent::RoundWon { trick, .. } => self.write_winner(*trick)?,
                IntensityEvent::Played { .. } | IntensityEvent::Over => {}
            }
        }
        Ok(())
    }

    pub fn write_deal(&mut self, deal: &Deal) -> io::Result<()> {
        if self.hides_hands {
            return Ok(());
        }
        self.write_line("Deal:")?;
        for seat in seats() {
            self.write_line(&format!(
                "Table position {seat}: {}: {}",
                self.padded(seat),
                format_cards(deal.hand(seat))
            ))?;
        }
        self.write_line("")
    }

    pub fn write_pass_heading(&mut self) -> io::Result<()> {
        self.write_line("Discards:")?;
        if self.hides_hands { self.write_line("") } else { Ok(()) }
    }

    pub fn write_pass(
        &mut self,
        seat: Seat,
        cards: CardSet,
        fault: Option<&Fault>,
    ) -> io::Result<()> {
        let name = self.padded(seat);
        match fault {
            Some(Fault { fine, .. }) if self.hides_hands => self.write_line(&format!(
                "{name} makes no legal discard: {fine} penalty points - referee chooses"
            )),
            Some(fault) => {
                self.write_line(&format!("{name} {}", describe_fault(fault, &format_cards(cards))))
            }
            None if self.hides_hands => Ok(()),
            None => self.write_line(&format!("{name} {}", format_cards(cards))),
        }
    }

    pub fn write_play(
        &mut self,
        round: usize,
        seat: Seat,
        hand: CardSet,
        card: Card,
        fault: Option<&Fault>,
    ) -> io::Result<()> {
        let name = self.padded(seat);
        let holding = if self.hides_hands {
            String::new()
        } else {
            format!(" holding {}", format_cards(hand))
        };
        let plays = fault.map_or_else(
            || format!("plays the {card}"),
            |fault| describe_fault(fault, &card.to_string()),
        );
        self.write_line(&format!("Round {round}: {name}{holding} {plays}"))
    }

    pub fn write_winner(&mut self, trick: Trick) -> io::Result<()> {
        let winner = self.name(trick.winner());
        let points = match trick.penalty() {
            0 => String::new(),
            penalty => format!(" which contains {}", counted(penalty, "penalty point")),
        };
        self.write_line(&format!("{winner} wins the round{points}\n"))
    }

    pub fn write_blank_line(&mut self) -> io::Result<()> {
        self.write_line("")
    }

    /// Writes the final ranking. Tied players are listed in the order of their seats.
    pub fn write_positions(&mut self, outcome: &Outcome) -> io::Result<()> {
        self.write_line("Finishing Positions\n")?;
        let mut order: Vec<_> = seats().collect();
        order.sort_by_key(|&seat| outcome.place(seat));
        for seat in order {
            let (place, score, name) = (outcome.place(seat), outcome.score(seat), self.name(seat));
            let score = counted(score, "penalty point");
            self.write_line(&format!("#{place} with {score} {name}"))?;
        }
        self.write_line("")
    }
}

fn seats() -> impl Iterator<Item = Seat> {
    (0..SEATS).map(Seat::new)
}

fn describe_fault(fault: &Fault, replacement: &str) -> String {
    let fine = counted(fault.fine, "penalty point");
    format!("{}: {fine} - referee chooses {replacement}", fault.description)
}

/// Formats cards as a list in brackets, such as `[10, 22, 23]`.
pub(super) fn format_cards(cards: CardSet) -> String {
    let cards: Vec<_> = cards.iter().map(|card| card.to_string()).collect();
    format!("[{}]", cards.join(", "))
}
