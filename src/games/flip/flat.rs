//! Flip as one of the arcade's games.

use std::{
    ffi::OsString,
    io::{self, BufRead, Write},
};

use super::{
    classic,
    controls::FlipControls,
    players,
    rules::{Event, Flip, MAX_SIZE, MIN_SIZE, Seen, Setup},
    text,
};
use crate::{
    games::{Flat, HUMAN, PlayerKind, Sizes},
    play::Rng,
};

impl Flat for Flip {
    const TITLE: &'static str = "Flip";
    const LINE: &'static str = "Reversi: enclose and turn tiles";
    const RULES: &'static str = include_str!("../../../assets/rules/flip.md");
    const SEAT_NAMES: &'static [&'static str] = &["O", "X"];
    const USUAL_SEATS: &'static [&'static str] = &[HUMAN, "level:3"];
    const SHOWN: &'static [&'static str] = &["level:2", "level:1"];
    const SIZES: Option<Sizes> = Some(Sizes { least: MIN_SIZE, most: MAX_SIZE, usual: 8 });
    const NODES: u64 = 50_000;
    const OPENING: u32 = 6;

    type Controls = FlipControls;

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
        text::board(&seen.position.board)
    }

    fn tell(event: &Event, names: &[String]) -> Option<String> {
        text::tell(event, names)
    }

    fn open(seen: &Seen) -> Option<u32> {
        Some(seen.position.board.empties())
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
