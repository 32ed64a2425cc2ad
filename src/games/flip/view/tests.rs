//! Snapshots of the board, in all sizes and colour depths.

use insta::assert_snapshot;
use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    games::{
        Controller as _, GameView as _, Reply, Scene,
        flip::{
            controller::FlipController,
            view::{tiles, turning_time},
        },
    },
    widgets::{ClickAreas, ClickTarget, ColorDepth, Look, testing},
};
use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipEvent, FlipObservation, Side, Square},
    },
    play::{Advice, Game as _, RecordHeader, Seats, Session},
};

/// Some moves from the start. The last one flips two tiles.
const MOVES: [&str; 5] = ["2 4", "2 5", "2 6", "2 3", "2 2"];

fn session(size: u16, moves: &[&str]) -> Session<Flip> {
    let setup = fourcade_engine::flip::model::FlipSetup::new(size).unwrap();
    let mut session =
        Session::new(RecordHeader { setup, seats: vec!["human".to_owned(); 2], seed: 7 });
    for square in moves {
        let seat = session.awaited().only().unwrap();
        session.choose(seat, square.parse().unwrap()).unwrap();
    }
    session
}

/// A board and how to draw it.
struct Shot {
    seen: FlipObservation,
    events: Vec<FlipEvent>,
    controls: FlipController,
    hint: Option<Square>,
    motion: f32,
    is_watched: bool,
}

impl Shot {
    /// Returns the board after these moves and typed keys.
    fn new(size: u16, moves: &[&str], typed: &str) -> Self {
        let session = session(size, moves);
        let mut shot = Self {
            seen: session.game().observe(Seats::NONE),
            events: session.events().last().cloned().unwrap_or_default(),
            controls: FlipController::default(),
            hint: None,
            motion: 1.0,
            is_watched: false,
        };
        for key in testing::keys(typed) {
            let mut controls = std::mem::take(&mut shot.controls);
            let binding = FlipController::KEYS.iter().find(|binding| binding.keys.contains(&key));
            let reply = shot.with_scene(|scene| match binding {
                Some(binding) => controls.run(binding.command, scene),
                None => controls.on_key(key, scene),
            });
            assert_eq!(reply, Reply::Changed, "{key:?}");
            shot.controls = controls;
        }
        shot
    }

    /// Returns a board in the middle of a game, with the cursor on a legal move and a hint
    /// elsewhere.
    fn busy() -> Self {
        let shot = Self::new(8, &MOVES, "<Tab>");
        Self { hint: shot.seen.position.legal().pop(), ..shot }
    }

    fn with_scene<T>(&self, act: impl FnOnce(&Scene<Flip>) -> T) -> T {
        let to_move = Seats::one(self.seen.position.to_move.seat());
        let deciding = if self.is_watched { Seats::NONE } else { to_move };
        let (seen, events) = (&self.seen, self.events.as_slice());
        let hint = self.hint.map(Advice::new);
        act(&Scene {
            observation: seen,
            deciding,
            is_covered: false,
            events,
            motion: self.motion,
            is_lingering: false,
            hint: hint.as_ref(),
            names: &[],
        })
    }

    fn draw(mut self, (width, height): (u16, u16), look: &Look) -> Buffer {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        let mut controls = std::mem::take(&mut self.controls);
        self.with_scene(|scene| {
            Flip::draw(&mut controls, scene, area, &mut buffer, look, &mut ClickAreas::default());
        });
        buffer
    }
}

/// The space for the board in windows of 40 x 12, 80 x 24, 100 x 30 and 160 x 50.
const COMPACT: (u16, u16) = (25, 11);
const NORMAL: (u16, u16) = (54, 23);
const LARGE: (u16, u16) = (74, 29);
const LARGEST: (u16, u16) = (134, 49);

fn dark() -> Look {
    testing::look(ColorDepth::True, false)
}

#[test]
fn every_size_in_true_colour() {
    for (name, room) in
        [("compact", COMPACT), ("normal", NORMAL), ("large", LARGE), ("largest", LARGEST)]
    {
        assert_snapshot!(
            format!("dark-{name}"),
            testing::styled(&Shot::busy().draw(room, &dark()))
        );
    }
}

#[test]
fn fewer_colours_and_ascii_glyphs() {
    for (name, depth, ascii) in [
        ("ansi", ColorDepth::Ansi, false),
        ("mono", ColorDepth::Mono, false),
        ("mono-ascii", ColorDepth::Mono, true),
    ] {
        let look = testing::look(depth, ascii);
        for (size, room) in [("compact", COMPACT), ("normal", NORMAL)] {
            assert_snapshot!(
                format!("{name}-{size}"),
                testing::styled(&Shot::busy().draw(room, &look))
            );
        }
    }
}

#[test]
fn the_cursor_on_a_tile_and_on_an_empty_cell() {
    let look = testing::look(ColorDepth::Mono, false);
    assert_snapshot!(
        "mono-on-a-tile",
        testing::styled(&Shot::new(8, &MOVES, "33").draw(NORMAL, &look))
    );
    assert_snapshot!(
        "mono-off-the-tiles",
        testing::styled(&Shot::new(8, &MOVES, "77").draw(NORMAL, &look))
    );
}

/// Returns how many of the four pixels of a block are set.
fn pixels(symbol: &str) -> usize {
    let of = [" ", "▘▝▖▗", "▀▌▐▄▚▞", "▛▜▙▟", "█"];
    of.iter().position(|blocks| blocks.contains(symbol)).expect(symbol)
}

#[test]
fn an_x_has_slender_arms_in_every_size() {
    for height in 4..=10 {
        let area = Rect::new(0, 0, 2 * height, height);
        let mut buffer = Buffer::empty(area);
        tiles::draw(&mut buffer, area, Side::X, &dark());
        let ink: usize = buffer.content.iter().map(|cell| pixels(cell.symbol())).sum();
        let share = 100 * ink / (4 * usize::from(area.width * area.height));
        assert!((20..36).contains(&share), "height {height}: {share} %");
    }
}

#[test]
fn the_tiles_of_a_long_line_turn_outwards_in_less_than_half_a_second() {
    let placed = FlipEvent::Placed {
        side: Side::O,
        square: Square::new(2, 2),
        flipped: (3..6).map(|col| Square::new(2, col)).collect(),
    };
    let shot = |motion| {
        let events = vec![placed.clone()];
        Shot { motion, events, is_watched: true, ..Shot::new(8, &MOVES, "") }
    };
    let time = turning_time(&shot(0.0).events);
    assert!(time > std::time::Duration::from_millis(150), "{time:?}");
    assert!(time < std::time::Duration::from_millis(500), "{time:?}");
    let far = FlipEvent::Placed {
        side: Side::X,
        square: Square::new(0, 0),
        flipped: (1..7).map(|col| Square::new(0, col)).collect(),
    };
    assert!(turning_time(&[far]) < std::time::Duration::from_millis(500));
    let frames: Vec<_> = (0..=20_u8)
        .map(|step| testing::text(&shot(f32::from(step) / 20.0).draw(NORMAL, &dark())))
        .collect();
    let mut different = frames.clone();
    different.dedup();
    assert!(different.len() >= 4, "{} pictures", different.len());
}

#[test]
fn tiles_turn_one_after_another() {
    let shot = Shot { motion: 0.3, is_watched: true, ..Shot::new(8, &MOVES, "") };
    assert_snapshot!("turning", testing::text(&shot.draw(NORMAL, &dark())));
    let shot = Shot { motion: 0.7, is_watched: true, ..Shot::new(8, &MOVES, "") };
    assert_snapshot!("turned-in-part", testing::text(&shot.draw(NORMAL, &dark())));
}

#[test]
fn a_watched_game_has_no_cursor_and_no_marks() {
    let shot = Shot { is_watched: true, ..Shot::new(8, &MOVES, "") };
    assert_snapshot!("watched", testing::styled(&shot.draw(NORMAL, &dark())));
}

#[test]
fn boards_that_do_not_fit_scroll() {
    for (name, typed) in
        [("start", ""), ("corner", "0 0"), ("far-corner", "29 29"), ("edge", "14 29")]
    {
        assert_snapshot!(
            format!("scroll-30-{name}"),
            testing::text(&Shot::new(30, &[], typed).draw(NORMAL, &dark()))
        );
    }
    let ascii = testing::look(ColorDepth::Mono, true);
    assert_snapshot!(
        "scroll-30-ascii",
        testing::styled(&Shot::new(30, &[], "14 15").draw(COMPACT, &ascii))
    );
    assert_snapshot!(
        "scroll-1024",
        testing::text(&Shot::new(1024, &[], "1023 1000").draw(NORMAL, &dark()))
    );
}

#[test]
fn every_visible_square_can_be_clicked() {
    let mut shot = Shot::new(30, &[], "29 29");
    let (mut areas, area) = (ClickAreas::default(), Rect::new(0, 0, NORMAL.0, NORMAL.1));
    let mut controls = std::mem::take(&mut shot.controls);
    shot.with_scene(|scene| {
        Flip::draw(&mut controls, scene, area, &mut Buffer::empty(area), &dark(), &mut areas);
    });
    let hit: Vec<_> = area.positions().filter_map(|at| areas.hit(at.x, at.y)).collect();
    assert!(hit.contains(&ClickTarget::Item(29 * 30 + 29)));
}
