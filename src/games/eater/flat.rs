//! Eater as one of the arcade's games.

use std::{
    ffi::OsString,
    io::{self, BufRead, Write},
};

use super::{
    classic,
    controls::EaterControls,
    players,
    rules::{Eater, Event, MAX_SIZE, MIN_SIZE, Seen, Setup, Side},
    text,
};
use crate::{
    games::{Flat, HUMAN, PlayerKind, Sizes},
    play::{Rng, Seat},
};

impl Flat for Eater {
    const TITLE: &'static str = "Eater";
    const LINE: &'static str = "one builds a path, the other eats it";
    const RULES: &'static str = include_str!("../../../assets/rules/eater.md");
    const SEAT_NAMES: &'static [&'static str] = &text::SEATS;
    const USUAL_SEATS: &'static [&'static str] = &[HUMAN, "smart"];
    const SHOWN: &'static [&'static str] = &["smart", "smart"];
    const SIZES: Option<Sizes> = Some(Sizes { least: MIN_SIZE, most: MAX_SIZE, usual: 7 });
    const NODES: u64 = 3_000;
    const OPENING: u32 = 0;
    const SCORED: bool = false;
    const SECRET: bool = true;

    type Controls = EaterControls;

    fn players() -> &'static [PlayerKind<Self>] {
        players::KINDS
    }

    fn deal(size: u16, _: &mut Rng) -> Result<Setup, String> {
        Setup::new(size).map_err(|why| why.to_string())
    }

    fn size_of(setup: &Setup) -> Option<u16> {
        Some(setup.size())
    }

    fn draw_plain(seen: &Seen) -> String {
        text::board(&seen.board)
    }

    fn tell(event: &Event, names: &[String]) -> Option<String> {
        text::tell(*event, names)
    }

    fn progress(seen: &Seen) -> Option<String> {
        Some(match seen.board.sealed() {
            Some(row) => format!("row {} is closed", row + 1),
            None => format!("{} cells empty", seen.board.empties()),
        })
    }

    fn lost(&self) -> Option<Seat> {
        (!self.board().can_connect()).then_some(Side::Passer.seat())
    }

    fn reveals(events: &[Event]) -> bool {
        events.iter().any(|event| matches!(event, Event::Chose { .. }))
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
