//! What the course's referee prints.

use std::io::{self, Write};

use crate::{
    games::intensity::rules::{Card, CardSet, Deal, SEATS, Trick},
    play::{Fault, Outcome, Seat},
};

/// Writes a game's log, line by line as it happens.
pub(super) struct Log<'a> {
    output: &'a mut dyn Write,
    names: [String; SEATS],
    /// A person plays, who must not see what the others hold and pass.
    is_closed: bool,
}

impl<'a> Log<'a> {
    /// Of a game between these, by seat; a person who plays sees no other hands.
    pub fn new(output: &'a mut dyn Write, names: [String; SEATS], is_closed: bool) -> Self {
        Self { output, names, is_closed }
    }

    /// Where a person is asked.
    pub fn output(&mut self) -> &mut dyn Write {
        self.output
    }

    fn name(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }

    /// A name and the spaces that make all names equally wide.
    fn padded(&self, seat: Seat) -> String {
        let width = |name: &str| unicode_width::UnicodeWidthStr::width(name);
        let widest = self.names.iter().map(|name| width(name)).max().unwrap_or(0);
        let name = self.name(seat);
        format!("{name}{}", " ".repeat(widest - width(name)))
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    /// Who sits where and holds what.
    pub fn deal(&mut self, deal: &Deal) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        self.line("Deal:")?;
        for seat in seats() {
            self.line(&format!(
                "Table position {seat}: {}: {}",
                self.padded(seat),
                list(deal.hand(seat))
            ))?;
        }
        self.line("")
    }

    /// Now cards are passed.
    pub fn passing(&mut self) -> io::Result<()> {
        self.line("Discards:")?;
        if self.is_closed { self.line("") } else { Ok(()) }
    }

    /// What a seat passes.
    pub fn pass(&mut self, seat: Seat, cards: CardSet, fault: Option<&Fault>) -> io::Result<()> {
        let name = self.padded(seat);
        match fault {
            Some(Fault { fine, .. }) if self.is_closed => self.line(&format!(
                "{name} makes no legal discard: {fine} penalty points - referee chooses"
            )),
            Some(fault) => self.line(&format!("{name} {}", replaced(fault, &list(cards)))),
            None if self.is_closed => Ok(()),
            None => self.line(&format!("{name} {}", list(cards))),
        }
    }

    /// A card is played from a hand.
    pub fn play(
        &mut self,
        round: usize,
        seat: Seat,
        hand: CardSet,
        card: Card,
        fault: Option<&Fault>,
    ) -> io::Result<()> {
        let name = self.padded(seat);
        let holding =
            if self.is_closed { String::new() } else { format!(" holding {}", list(hand)) };
        let plays = fault.map_or_else(
            || format!("plays the {card}"),
            |fault| replaced(fault, &card.to_string()),
        );
        self.line(&format!("Round {round}: {name}{holding} {plays}"))
    }

    /// A round is over.
    pub fn won(&mut self, trick: Trick) -> io::Result<()> {
        let winner = self.name(trick.winner());
        let points = match trick.penalty() {
            0 => String::new(),
            penalty => format!(" which contains {penalty} penalty points"),
        };
        self.line(&format!("{winner} wins the round{points}\n"))
    }

    /// A block is over.
    pub fn pause(&mut self) -> io::Result<()> {
        self.line("")
    }

    /// The end: who is first, and so on; of those who are equal, first who sits first.
    pub fn finish(&mut self, outcome: &Outcome) -> io::Result<()> {
        self.line("Finishing Positions\n")?;
        let mut order: Vec<_> = seats().collect();
        order.sort_by_key(|&seat| outcome.place(seat));
        for seat in order {
            let (place, score, name) = (outcome.place(seat), outcome.score(seat), self.name(seat));
            self.line(&format!("#{place} with {score} penalty points {name}"))?;
        }
        self.line("")
    }
}

fn seats() -> impl Iterator<Item = Seat> {
    (0..SEATS).map(Seat::new)
}

/// An illegal choice, its cost, and what the referee put in its place.
fn replaced(fault: &Fault, choice: &str) -> String {
    format!("{}: {} penalty points - referee chooses {choice}", fault.description, fault.fine)
}

/// Cards in brackets, such as `[10, 22, 23]`.
pub(super) fn list(cards: CardSet) -> String {
    let cards: Vec<_> = cards.iter().map(|card| card.to_string()).collect();
    format!("[{}]", cards.join(", "))
}
