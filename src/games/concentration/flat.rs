//! Concentration as one of the arcade's games.

use std::{
    ffi::OsString,
    io::{self, BufRead, Write},
};

use super::{
    classic,
    controls::GridControls,
    players,
    rules::{Concentration, Deal, Event, Seen},
    text,
};
use crate::{
    games::{Flat, HUMAN, PlayerKind, Sizes},
    play::Rng,
};

impl Flat for Concentration {
    const TITLE: &'static str = "Concentration";
    const LINE: &'static str = "find the pairs among 52 cards";
    const RULES: &'static str = include_str!("../../../assets/rules/concentration.md");
    const SEAT_NAMES: &'static [&'static str] = &text::SEATS;
    const USUAL_SEATS: &'static [&'static str] = &[HUMAN, "memory:5"];
    const SHOWN: &'static [&'static str] = &["memory:20", "memory:12"];
    const SIZES: Option<Sizes> = None;
    const NODES: u64 = 1;
    const OPENING: u32 = 0;
    const HIDES: bool = true;

    type Controls = GridControls;

    fn players() -> &'static [PlayerKind<Self>] {
        players::KINDS
    }

    fn deal(_: u16, chance: &mut Rng) -> Result<Deal, String> {
        Ok(Deal::shuffled(chance))
    }

    fn size_of(_: &Deal) -> Option<u16> {
        None
    }

    fn draw_plain(seen: &Seen) -> String {
        text::desktop(seen)
    }

    fn shows_plain(events: &[Event]) -> bool {
        events.iter().any(|event| matches!(event, Event::Won(_)))
    }

    fn tell(event: &Event, names: &[String]) -> Option<String> {
        text::tell(*event, names)
    }

    fn tell_later(event: &Event, names: &[String]) -> Option<String> {
        match event {
            Event::Missed(turn) => Some(format!("{}: no pair", text::who(turn.seat, names))),
            _ => text::tell(*event, names),
        }
    }

    fn open(seen: &Seen) -> Option<u32> {
        u32::try_from(seen.left()).ok()
    }

    fn progress(seen: &Seen) -> Option<String> {
        let turn = seen.history.len() + usize::from(seen.to_move.is_some());
        Some(format!("turn {turn}, {} cards left", seen.left()))
    }

    fn reveals(events: &[Event]) -> bool {
        events.iter().any(|event| matches!(event, Event::Turned { .. }))
    }

    fn lingers(events: &[Event]) -> bool {
        events.iter().any(|event| matches!(event, Event::Missed(_)))
    }

    fn classic(
        words: &[OsString],
        input: &mut dyn BufRead,
        output: &mut dyn Write,
        _: &mut dyn Write,
    ) -> io::Result<u8> {
        classic::run(words, input, output)
    }
}
