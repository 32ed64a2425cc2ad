//! What the arcade asks of a game beside its rules.

use std::{
    ffi::OsString,
    io::{self, BufRead, Write},
};

use super::{Controls, PlayerKind, Reviewed};
use crate::play::{Header, Rng, Seat, Session, chance};

/// The sizes that a game can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The smallest.
    pub least: u16,
    /// The largest.
    pub most: u16,
    /// The one that people expect.
    pub usual: u16,
}

/// A game with all its rooms: what the command line, the menu and the table need of it.
pub trait Flat: Reviewed {
    /// Its name for people.
    const TITLE: &'static str;
    /// What it is about, in one line.
    const LINE: &'static str;
    /// Its rules, as a page of Markdown.
    const RULES: &'static str;
    /// What the seats are called, in their order.
    const SEAT_NAMES: &'static [&'static str];
    /// Who sits there unless somebody says otherwise.
    const USUAL_SEATS: &'static [&'static str];
    /// Computers that answer at once and play well enough to be watched, by seat: for the menu.
    const SHOWN: &'static [&'static str];
    /// Its sizes, if it has more than one.
    const SIZES: Option<Sizes>;
    /// Positions that a searching player may look at for one choice where no time is given
    /// (simulations, tests).
    const NODES: u64;
    /// Random steps before each game of a simulation in which the players change seats, so that
    /// players without chance do not repeat one game.
    const OPENING: u32;

    /// Whether scores say more than who has won.
    const SCORED: bool = true;
    /// Whether a person sees or chooses what others must not see, so that several persons at one
    /// keyboard look one after the other.
    const SECRET: bool = false;
    /// Whether anything is hidden while it goes on: what [`Self::SECRET`] says, or cards that lie
    /// face down again.
    const HIDES: bool = Self::SECRET;

    /// Its view and keys on the table.
    type Controls: Controls<Self>;

    /// The computer players, weakest first.
    fn players() -> &'static [PlayerKind<Self>];

    /// A start of this size (ignored by games of one size).
    ///
    /// # Errors
    /// If the game can't have this size.
    fn deal(size: u16, chance: &mut Rng) -> Result<Self::Setup, String>;

    /// The size of a start, for games with more than one.
    fn size_of(setup: &Self::Setup) -> Option<u16>;

    /// What is seen, in plain lines.
    fn draw_plain(seen: &Self::Observation) -> String;

    /// Whether plain text shows the board after such a step: not where most steps leave it as it
    /// was and the words tell all.
    fn shows_plain(events: &[Self::Event]) -> bool {
        let _ = events;
        true
    }

    /// What happened, in plain words; nothing for what needs no words. `names` says who sits where.
    fn tell(event: &Self::Event, names: &[String]) -> Option<String>;

    /// The same for a log that stands beside a game that people play: it must not be a memory for
    /// what is hidden again.
    fn tell_later(event: &Self::Event, names: &[String]) -> Option<String> {
        Self::tell(event, names)
    }

    /// How much of what the seats share by their scores is still to be had; nothing if they share
    /// nothing.
    fn open(seen: &Self::Observation) -> Option<u32> {
        let _ = seen;
        None
    }

    /// How far the game has come, in a few words.
    fn progress(seen: &Self::Observation) -> Option<String> {
        let _ = seen;
        None
    }

    /// The seat that has lost for sure, as everybody can see, though the game goes on by its rules:
    /// the table offers to end it.
    fn lost(&self) -> Option<Seat> {
        None
    }

    /// Whether such a step showed something that was hidden before, so that a person who takes it
    /// back knows more.
    fn reveals(events: &[Self::Event]) -> bool {
        let _ = events;
        false
    }

    /// Whether what such a step showed is gone with the next one, so that it stays to be looked at
    /// for a moment, or until a key is pressed: two cards that did not match, say.
    fn lingers(events: &[Self::Event]) -> bool {
        let _ = events;
        false
    }

    /// The course's text program: runs it with these words, returns its exit status. `messages` go
    /// to standard error, for a program whose output other programs read; the others talk with a
    /// person on `output`.
    ///
    /// # Errors
    /// Those of `output`.
    fn classic(
        words: &[OsString],
        input: &mut dyn BufRead,
        output: &mut dyn Write,
        messages: &mut dyn Write,
    ) -> io::Result<u8>;
}

/// A game of the usual size between the computers that are shown in the menu.
pub fn shown<G: Flat>(seed: u64) -> Option<Session<G>> {
    let size = G::SIZES.map_or(0, |sizes| sizes.usual);
    let setup = G::deal(size, &mut chance::rng(seed, &[])).ok()?;
    let seats = G::SHOWN.iter().map(|&name| name.to_owned()).collect();
    Some(Session::new(Header { setup, seats, seed }))
}

/// What a game of this size is called: `Flip 8 x 8`.
pub fn titled(name: &str, size: Option<u16>) -> String {
    size.map_or_else(|| name.to_owned(), |size| format!("{name} {size} x {size}"))
}
