//! Intensity as one of the arcade's games.

use std::{
    ffi::OsString,
    io::{self, BufRead, Write},
};

use super::{
    classic,
    controls::CardControls,
    players,
    rules::{Deal, Event, Intensity, Seen},
    text,
};
use crate::{
    games::{Flat, HUMAN, PlayerKind, Sizes},
    play::Rng,
};

impl Flat for Intensity {
    const TITLE: &'static str = "Intensity";
    const LINE: &'static str = "tricks, and points nobody wants";
    const RULES: &'static str = include_str!("../../../assets/rules/intensity.md");
    const SEAT_NAMES: &'static [&'static str] = &text::SEATS;
    const USUAL_SEATS: &'static [&'static str] = &[HUMAN, "careful", "careful", "careful"];
    const SHOWN: &'static [&'static str] = &["careful"; 4];
    const SIZES: Option<Sizes> = None;
    const NODES: u64 = 500_000;
    const OPENING: u32 = 0;
    const SECRET: bool = true;

    type Controls = CardControls;

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
        text::table(seen)
    }

    fn shows_plain(events: &[Event]) -> bool {
        events.contains(&Event::Passed)
    }

    fn tell(event: &Event, names: &[String]) -> Option<String> {
        text::tell(event, names)
    }

    fn progress(seen: &Seen) -> Option<String> {
        text::progress(seen)
    }

    fn reveals(events: &[Event]) -> bool {
        // What the others pass stays hidden; every card that is played was.
        events.iter().any(|event| matches!(event, Event::Played { .. } | Event::Passed))
    }

    fn lingers(events: &[Event]) -> bool {
        events.iter().any(|event| matches!(event, Event::Won { .. }))
    }

    fn classic(
        words: &[OsString],
        input: &mut dyn BufRead,
        output: &mut dyn Write,
        messages: &mut dyn Write,
    ) -> io::Result<u8> {
        classic::run(words, input, output, messages)
    }
}
