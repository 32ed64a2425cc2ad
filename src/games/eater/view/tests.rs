//! Snapshots of the board in all sizes and colour depths.

use insta::assert_snapshot;
use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    games::{
        Controller as _, GameView as _, Scene,
        eater::controller::{Command, EaterController},
    },
    widgets::{ClickAreas, ClickTarget, ColorDepth, Look, testing},
};
use fourcade_engine::{
    eater::{
        Eater,
        model::{Cell, EaterBoard, EaterEvent, EaterObservation, JointMove},
    },
    play::{Advice, Seats},
};

/// A board and how it is shown.
struct Shot {
    observation: EaterObservation,
    hint: Option<Advice<Cell>>,
    motion: f32,
    /// Whether a person is to choose.
    is_deciding: bool,
    /// The rows and columns by which the cursor was moved from the middle.
    cursor_offset: Option<(i32, i32)>,
}

fn cell(text: &str) -> Cell {
    text.parse().unwrap()
}

impl Shot {
    fn new(board: &str) -> Self {
        let board: EaterBoard = board.replace(' ', "").parse().unwrap();
        Self {
            observation: EaterObservation::of(board),
            hint: None,
            motion: 1.0,
            is_deciding: false,
            cursor_offset: None,
        }
    }

    /// Sets the choices of the last round.
    fn after(mut self, passer: &str, eater: &str) -> Self {
        self.observation.last_move = Some(JointMove { passer: cell(passer), eater: cell(eater) });
        self
    }

    /// A position in the middle of a game: connected and unconnected stones, a dead cell, a
    /// person's cursor, and a hint with the probabilities of four cells.
    fn busy() -> Self {
        let shot = Self::new(". P . . E\n . P P . .\n . . E P .\n . E . . .\n P . . . E")
            .after("2 3", "4 2");
        let weights = [("3 5", 0.625), ("4 3", 0.004), ("4 4", 0.25), ("5 4", 0.121)];
        let weights = weights.map(|(text, probability)| (cell(text), probability)).to_vec();
        let hint = Some(Advice { action: cell("3 5"), reason: None, weights });
        Self { hint, is_deciding: true, cursor_offset: Some((1, 1)), ..shot }
    }

    /// A game that the Passer has won.
    fn won() -> Self {
        Self::new("P . . . E\n . P . . .\n . P E P .\n P E . . .\n P . . . E").after("3 2", "3 3")
    }

    /// A position after a clash, in which the fourth row is sealed.
    fn sealed() -> Self {
        Self::new("P . . . E\n . P . . .\n . P . P .\n E E E E E\n P . . . E").after("4 1", "4 1")
    }

    fn draw(&self, (width, height): (u16, u16), look: &Look) -> (Buffer, ClickAreas) {
        let area = Rect::new(0, 0, width, height);
        let (mut buffer, mut areas) = (Buffer::empty(area), ClickAreas::default());
        let mut controls = EaterController::default();
        let names = ["human".to_owned(), "expert".to_owned()];
        let events = self.observation.last_move.map(EaterEvent::Chose);
        let scene = Scene {
            observation: &self.observation,
            deciding: if self.is_deciding { Seats::first(1) } else { Seats::NONE },
            is_covered: false,
            events: events.as_slice(),
            motion: self.motion,
            is_lingering: false,
            hint: self.hint.as_ref(),
            names: &names,
        };
        if let Some((down, right)) = self.cursor_offset {
            controls.run(Command::Move(down, right), &scene);
        }
        Eater::draw(&mut controls, &scene, area, &mut buffer, look, &mut areas);
        (buffer, areas)
    }

    fn styled(&self, room: (u16, u16), look: &Look) -> String {
        testing::styled(&self.draw(room, look).0)
    }

    fn text(&self, room: (u16, u16), look: &Look) -> String {
        testing::text(&self.draw(room, look).0)
    }
}

/// Window sizes for the compact, normal and larger drawings of a 5 x 5 board.
const COMPACT: (u16, u16) = (16, 8);
const NORMAL: (u16, u16) = (26, 13);
const LARGE: (u16, u16) = (36, 18);
const LARGEST: (u16, u16) = (60, 29);

fn dark() -> Look {
    testing::look(ColorDepth::True, false)
}

#[test]
fn a_position_is_drawn_in_every_size() {
    for (name, room) in
        [("compact", COMPACT), ("normal", NORMAL), ("large", LARGE), ("largest", LARGEST)]
    {
        assert_snapshot!(format!("dark-{name}"), Shot::busy().styled(room, &dark()));
    }
}

#[test]
fn a_position_is_drawn_with_few_colours_and_in_ascii() {
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
fn the_winning_path_is_highlighted() {
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
fn a_clash_and_a_sealed_row_are_highlighted() {
    assert_snapshot!("closed", Shot::sealed().styled(NORMAL, &dark()));
    assert_snapshot!(
        "closed-mono",
        Shot::sealed().styled(NORMAL, &testing::look(ColorDepth::Mono, false))
    );
    assert_snapshot!(
        "closed-mono-ascii",
        Shot::sealed().styled(COMPACT, &testing::look(ColorDepth::Mono, true))
    );
}

#[test]
fn both_choices_are_revealed_at_the_same_time() {
    let look = testing::look(ColorDepth::Mono, true);
    let at = |motion| Shot { motion, ..Shot::won() }.text(COMPACT, &look);
    // At first the cells are shown, but not who chose which.
    assert_eq!(at(0.1).matches('?').count(), 2, "{}", at(0.1));
    assert_eq!(at(0.35).matches('|').count(), 2, "{}", at(0.35));
    assert_eq!(at(0.1).matches(['P', 'E']).count(), at(1.0).matches(['P', 'E']).count() - 2);
    assert_eq!(at(0.5), at(1.0));
}

#[test]
fn a_clash_is_a_fight_that_the_eater_wins() {
    let look = testing::look(ColorDepth::Mono, true);
    let passers = |motion| {
        let text = Shot { motion, ..Shot::sealed() }.text(COMPACT, &look);
        text.matches(['p', 'P']).count()
            - Shot::sealed().text(COMPACT, &look).matches(['p', 'P']).count()
    };
    assert_eq!([0.45, 0.55, 0.7, 0.8, 1.0].map(passers), [1, 0, 1, 0, 0]);
    // The row is closed only when the fight is over.
    let styled = |motion| Shot { motion, ..Shot::sealed() }.styled(NORMAL, &dark());
    assert!(!styled(0.8).contains("dim") && styled(1.0).contains("dim"));
    assert_snapshot!("face-down", Shot { motion: 0.1, ..Shot::won() }.styled(NORMAL, &dark()));
}

#[test]
fn a_board_of_15_fits_an_80_x_24_window_and_larger_ones_scroll() {
    let empty = |size: usize| Shot::new(&format!("{}\n", ".".repeat(size)).repeat(size));
    assert_snapshot!("empty-15", empty(15).text((54, 22), &dark()));
    let far = Shot { cursor_offset: Some((30, 30)), is_deciding: true, ..empty(50) };
    assert_snapshot!("scroll-50", far.text((54, 22), &dark()));
    assert_snapshot!(
        "scroll-50-compact",
        far.text((24, 11), &testing::look(ColorDepth::Mono, true))
    );
}

#[test]
fn every_visible_cell_can_be_clicked() {
    let (buffer, areas) = Shot::busy().draw(NORMAL, &dark());
    let hit: Vec<_> = buffer.area.positions().filter_map(|at| areas.hit(at.x, at.y)).collect();
    assert!((0..25).all(|index| hit.contains(&ClickTarget::Item(index))));
}
