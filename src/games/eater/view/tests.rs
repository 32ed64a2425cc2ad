//! The board as it is drawn, in all sizes and with all depths of colour.

use insta::assert_snapshot;
use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    games::{
        Controls as _, Scene,
        eater::{
            controls::{Command, EaterControls},
            rules::{Cell, EaterBoard, EaterEvent, EaterObservation, Pair},
        },
    },
    play::{Advice, Seats},
    ui::{ClickAreas, ClickTarget, ColorDepth, Look, testing},
};

/// A board, and how it is looked at.
struct Shot {
    seen: EaterObservation,
    hint: Option<Advice<Cell>>,
    motion: f32,
    /// A person plays here.
    plays: bool,
    /// So far the cursor was moved from the middle.
    moved: Option<(i32, i32)>,
}

fn cell(written: &str) -> Cell {
    written.parse().unwrap()
}

impl Shot {
    fn new(drawn: &str) -> Self {
        let board: EaterBoard = drawn.replace(' ', "").parse().unwrap();
        Self {
            seen: EaterObservation::of(board),
            hint: None,
            motion: 1.0,
            plays: false,
            moved: None,
        }
    }

    /// After these were chosen last.
    fn after(mut self, passer: &str, eater: &str) -> Self {
        self.seen.last = Some(Pair { passer: cell(passer), eater: cell(eater) });
        self
    }

    /// In the middle of a game: stones that hang together and stones that don't, a cell that is of
    /// no use any more, a person's cursor, and a hint with the shares of four cells.
    fn busy() -> Self {
        let shot = Self::new(". P . . E\n . P P . .\n . . E P .\n . E . . .\n P . . . E")
            .after("2 3", "4 2");
        let weights = [("3 5", 0.625), ("4 3", 0.004), ("4 4", 0.25), ("5 4", 0.121)];
        let weights = weights.map(|(at, share)| (cell(at), share)).to_vec();
        let hint = Some(Advice { action: cell("3 5"), reason: None, weights });
        Self { hint, plays: true, moved: Some((1, 1)), ..shot }
    }

    /// The Passer has won.
    fn won() -> Self {
        Self::new("P . . . E\n . P . . .\n . P E P .\n P E . . .\n P . . . E").after("3 2", "3 3")
    }

    /// Both chose the same cell, and the fourth row is closed.
    fn closed() -> Self {
        Self::new("P . . . E\n . P . . .\n . P . P .\n E E E E E\n P . . . E").after("4 1", "4 1")
    }

    fn draw(&self, (width, height): (u16, u16), look: &Look) -> (Buffer, ClickAreas) {
        let area = Rect::new(0, 0, width, height);
        let (mut buffer, mut areas) = (Buffer::empty(area), ClickAreas::default());
        let mut controls = EaterControls::default();
        let names = ["human".to_owned(), "expert".to_owned()];
        let events =
            self.seen.last.map(|Pair { passer, eater }| EaterEvent::Chose { passer, eater });
        let scene = Scene {
            observation: &self.seen,
            deciding: if self.plays { Seats::first(1) } else { Seats::NONE },
            is_covered: false,
            events: events.as_slice(),
            motion: self.motion,
            is_lingering: false,
            hint: self.hint.as_ref(),
            names: &names,
        };
        if let Some((down, right)) = self.moved {
            controls.run(Command::Move(down, right), &scene);
        }
        controls.draw(&scene, area, &mut buffer, look, &mut areas);
        (buffer, areas)
    }

    fn styled(&self, room: (u16, u16), look: &Look) -> String {
        testing::styled(&self.draw(room, look).0)
    }

    fn text(&self, room: (u16, u16), look: &Look) -> String {
        testing::text(&self.draw(room, look).0)
    }
}

/// Rooms for the compact, the normal and the larger drawings of a board of 5 x 5.
const COMPACT: (u16, u16) = (16, 8);
const NORMAL: (u16, u16) = (26, 13);
const LARGE: (u16, u16) = (36, 18);
const LARGEST: (u16, u16) = (60, 29);

fn dark() -> Look {
    testing::look(ColorDepth::True, false)
}

#[test]
fn every_size_in_all_colours() {
    for (name, room) in
        [("compact", COMPACT), ("normal", NORMAL), ("large", LARGE), ("largest", LARGEST)]
    {
        assert_snapshot!(format!("dark-{name}"), Shot::busy().styled(room, &dark()));
    }
}

#[test]
fn fewer_colours_and_plain_signs() {
    for (name, depth, ascii) in [
        ("ansi", ColorDepth::Ansi, false),
        ("mono", ColorDepth::Mono, false),
        ("mono-ascii", ColorDepth::Mono, true),
    ] {
        let look = testing::look(depth, ascii);
        for (size, room) in [("compact", COMPACT), ("normal", NORMAL)] {
            assert_snapshot!(format!("{name}-{size}"), Shot::busy().styled(room, &look));
        }
    }
}

#[test]
fn the_path_that_has_won() {
    assert_snapshot!("won", Shot::won().styled(NORMAL, &dark()));
    assert_snapshot!(
        "won-ansi",
        Shot::won().styled(NORMAL, &testing::look(ColorDepth::Ansi, false))
    );
    assert_snapshot!(
        "won-mono-ascii",
        Shot::won().styled(COMPACT, &testing::look(ColorDepth::Mono, true))
    );
}

#[test]
fn a_clash_and_a_closed_row() {
    assert_snapshot!("closed", Shot::closed().styled(NORMAL, &dark()));
    assert_snapshot!(
        "closed-mono",
        Shot::closed().styled(NORMAL, &testing::look(ColorDepth::Mono, false))
    );
    assert_snapshot!(
        "closed-mono-ascii",
        Shot::closed().styled(COMPACT, &testing::look(ColorDepth::Mono, true))
    );
}

#[test]
fn both_choices_are_revealed_at_the_same_time() {
    let look = testing::look(ColorDepth::Mono, true);
    let at = |motion| Shot { motion, ..Shot::won() }.text(COMPACT, &look);
    // The cells are known, but not whose they are.
    assert_eq!(at(0.1).matches('+').count(), 2, "{}", at(0.1));
    assert_eq!(at(0.1).matches(['P', 'E']).count(), at(1.0).matches(['P', 'E']).count() - 2);
    assert_eq!(at(0.5), at(1.0));
}

#[test]
fn large_boards_scroll_and_that_of_15_fits_a_usual_window() {
    let empty = |size: usize| Shot::new(&format!("{}\n", ".".repeat(size)).repeat(size));
    assert_snapshot!("empty-15", empty(15).text((54, 22), &dark()));
    let far = Shot { moved: Some((30, 30)), plays: true, ..empty(50) };
    assert_snapshot!("scroll-50", far.text((54, 22), &dark()));
    assert_snapshot!(
        "scroll-50-compact",
        far.text((24, 11), &testing::look(ColorDepth::Mono, true))
    );
}

#[test]
fn every_cell_that_is_shown_can_be_clicked() {
    let (buffer, areas) = Shot::busy().draw(NORMAL, &dark());
    let hit: Vec<_> = buffer.area.positions().filter_map(|at| areas.hit(at.x, at.y)).collect();
    assert!((0..25).all(|spot| hit.contains(&ClickTarget::Item(spot))));
}
