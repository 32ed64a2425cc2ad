//! Draws Flip: rings for O and crosses for X on a chequered board with coordinates.

use std::{ops::Range, time::Duration};

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect, Size},
    style::{Color, Modifier, Style},
};

use super::{
    controller::Command,
    count::Count,
    moments::{CORNER, TEN_TILES},
};
use crate::{
    games::{
        GameView, Scene, Timing,
        grid::{self, GridCursor, GridGame as _, GridLayout},
        moments::Moment,
    },
    widgets::{ClickAreas, ColorDepth, Look, drawing, glow, shapes},
};
use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipEvent, FlipObservation, Side, Square},
    },
    play::Observation,
};

/// Delay between the turns of neighbouring tiles.
const BEAT_TIME: Duration = Duration::from_millis(70);
const MIN_TURNING_TIME: Duration = Duration::from_millis(220);
const MAX_TURNING_TIME: Duration = Duration::from_millis(450);
/// The part of a tile's turn during which its edge is drawn.
const EDGE_PROGRESS: Range<f32> = 0.35..0.65;

/// Steps to the farthest of these squares.
fn reach(from: Square, squares: &[Square]) -> u16 {
    squares.iter().map(|&square| distance(from, square)).max().unwrap_or(0)
}

/// Steps between two squares in a line.
fn distance(one: Square, other: Square) -> u16 {
    one.row.abs_diff(other.row).max(one.col.abs_diff(other.col))
}

pub struct View<'a> {
    scene: &'a Scene<'a, Flip>,
    layout: GridLayout,
    look: &'a Look,
    cursor: Option<Square>,
    /// Legal moves, if a person is to move.
    legal: Vec<Square>,
    /// Tiles that a move to the cursor would turn.
    preview: Vec<Square>,
    /// `None` except during the celebration.
    count: Option<Count<'a>>,
}

impl<'a> View<'a> {
    pub fn new(
        scene: &'a Scene<'a, Flip>,
        layout: GridLayout,
        look: &'a Look,
        cursor: Option<Square>,
    ) -> Self {
        let deciding = scene.deciding.only().filter(|_| !scene.is_moving());
        let board = &scene.observation.position.board;
        Self {
            scene,
            layout,
            look,
            cursor,
            legal: deciding.map_or_else(Vec::new, |seat| scene.observation.legal(seat)),
            preview: deciding
                .zip(cursor)
                .map_or_else(Vec::new, |(seat, square)| board.flips(Side::of(seat), square)),
            count: scene
                .celebrating()
                .filter(|&done| done > 0.0)
                .map(|done| Count::at(board, done)),
        }
    }

    pub fn draw(&self, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let marked = self.cursor.or(self.observation().last()).map(Flip::pos_of);
        let color = self.scene.turn_color(self.look);
        grid::draw_rim(&self.layout, buffer, self.look, marked, color);
        if let Some(count) = &self.count {
            self.draw_totals(count.tiles(), buffer);
        }
        for pos in self.layout.visible() {
            let area = self.layout.area_of(pos);
            self.draw_square(Flip::action_at(pos), area, buffer);
            areas.add(area, Command::ChooseAt(pos));
            if self.cursor.map(Flip::pos_of) == Some(pos) {
                grid::focus_on(area, areas);
            }
        }
        if let Some((moment, done)) = self.scene.moment {
            self.draw_moment(moment, done, buffer);
        }
    }

    /// Highlights the squares of a moment, outwards from the new tile: the edges of a corner, the
    /// turned tiles, or all tiles of the side that the moment belongs to.
    fn draw_moment(&self, moment: Moment, done: f32, buffer: &mut Buffer) {
        let board = &self.observation().position.board;
        let Some(last) = self.observation().last() else { return };
        for pos in self.layout.visible() {
            let square = Flip::action_at(pos);
            let is_lit = match moment.key {
                CORNER => square.row == last.row || square.col == last.col,
                TEN_TILES => square == last || self.is_fresh(square),
                _ => board.at(square) == Some(Side::of(moment.seat)),
            };
            if is_lit {
                let delay = f32::from(distance(last, square)) / f32::from(board.size());
                let ink = self.look.palette.seats[moment.seat.index()];
                glow::draw(buffer, self.layout.area_of(pos), done, delay, ink, self.look);
            }
        }
    }

    /// Whether the last step turned this tile.
    fn is_fresh(&self, square: Square) -> bool {
        self.scene.events.iter().any(|event| match event {
            FlipEvent::Placed { flipped, .. } => flipped.contains(&square),
            FlipEvent::Passed { .. } | FlipEvent::Over(_) => false,
        })
    }

    fn observation(&self) -> &FlipObservation {
        self.scene.observation
    }

    /// Draws the tiles counted so far in place of the column numbers.
    fn draw_totals(&self, tiles: [u32; 2], buffer: &mut Buffer) {
        let board = self.layout.board;
        let row = Rect { y: board.y - 1, height: 1, ..board };
        let style = |side: Side| {
            let ink = self.look.palette.seats[side.index()];
            Style::new().fg(ink).bg(self.look.palette.rim).add_modifier(Modifier::BOLD)
        };
        grid::draw_blank(buffer, row, Style::new().bg(self.look.palette.rim));
        let [o, x] = [Side::O, Side::X].map(|side| format!("{side} {}", tiles[side.index()]));
        buffer.set_string(row.x, row.y, o, style(Side::O));
        let left = row.right().saturating_sub(drawing::text_width(&x)).max(row.x);
        buffer.set_string(left, row.y, x, style(Side::X));
    }

    fn draw_square(&self, square: Square, area: Rect, buffer: &mut Buffer) {
        let ground = Style::new().bg(self.background(square)).fg(self.look.palette.text);
        grid::draw_blank(buffer, area, ground);
        let is_best = self.scene.hint.is_some_and(|advice| advice.action == square);
        if self.turn_progress(square).is_some_and(|progress| EDGE_PROGRESS.contains(&progress)) {
            draw_tile_edge(buffer, area, self.look);
        } else if let Some(side) = self.shown_tile(square) {
            draw_tile(buffer, area, side, self.look);
        } else if self.legal.contains(&square) || is_best {
            let palette = &self.look.palette;
            // In a side's colour, the mark of the best move would look like a tile. With 16
            // colours, the hint colour may equal the cursor's background.
            let has_text_color = is_best || self.cursor == Some(square);
            let color = if has_text_color { palette.text } else { palette.hint };
            draw_mark(buffer, area, color, self.look, is_best);
        } else if self.look.depth <= ColorDepth::Ansi {
            draw_empty(buffer, area, self.look);
        }
        if self.cursor == Some(square) {
            grid::draw_cursor(buffer, area, self.scene.turn_color(self.look), self.look);
        } else if self.look.depth <= ColorDepth::Ansi {
            // With few colours, a line replaces the background. A reversed tile would look like one
            // of the other side.
            let is_marked = match &self.count {
                Some(count) => count.current_row() == Some(square.row),
                None => self.preview.contains(&square) || self.observation().last() == Some(square),
            };
            if is_marked {
                grid::underline(buffer, area, self.look);
            }
        }
        if self.scene.costliest == Some(square) && self.count.is_none() {
            grid::draw_remark(buffer, area, self.look);
        }
    }

    /// The tile to draw. A tile that has not turned yet shows its old owner.
    fn shown_tile(&self, square: Square) -> Option<Side> {
        if let Some(count) = &self.count {
            return count.tile(square);
        }
        let now = self.observation().position.board.at(square);
        let is_old = self.turn_progress(square).is_some_and(|progress| progress < 0.5);
        if is_old { now.map(Side::other) } else { now }
    }

    /// Progress of a tile's turn in the last step, from 0 to 1; `None` if it doesn't turn. Turns
    /// start one after the other, outwards from the new tile.
    fn turn_progress(&self, square: Square) -> Option<f32> {
        if self.scene.motion >= 1.0 {
            return None;
        }
        let (from, flipped) = self.scene.events.iter().find_map(|event| match event {
            FlipEvent::Placed { square, flipped, .. } => Some((square, flipped)),
            _ => None,
        })?;
        if !flipped.contains(&square) {
            return None;
        }
        // Each tile takes two beats and begins one beat after its inner neighbour.
        let beats = f32::from(reach(*from, flipped)) + 1.0;
        let begin = f32::from(distance(*from, square)) - 1.0;
        Some(((self.scene.motion * beats - begin) / 2.0).clamp(0.0, 1.0))
    }

    fn background(&self, square: Square) -> Color {
        let palette = &self.look.palette;
        let plain = palette.cells[usize::from((square.row + square.col) % 2)];
        if let Some(count) = &self.count {
            if count.current_row() == Some(square.row) { palette.cursor } else { plain }
        } else if self.cursor == Some(square) || self.preview.contains(&square) {
            palette.cursor
        } else if self.observation().last() == Some(square) {
            palette.last
        } else if self.is_fresh(square) {
            palette.fresh
        } else {
            plain
        }
    }
}

impl Timing for Flip {
    fn animation(events: &[FlipEvent]) -> Duration {
        let reach = events.iter().map(|event| match event {
            FlipEvent::Placed { square, flipped, .. } => reach(*square, flipped),
            FlipEvent::Passed { .. } | FlipEvent::Over(_) => 0,
        });
        (BEAT_TIME * (u32::from(reach.max().unwrap_or(0)) + 1))
            .clamp(MIN_TURNING_TIME, MAX_TURNING_TIME)
    }

    fn celebration(observation: &FlipObservation) -> Duration {
        Count::time(&observation.position.board)
    }
}

impl GameView for Flip {
    type Controller = GridCursor;

    fn open_points(observation: &FlipObservation) -> Option<u32> {
        Some(observation.position.board.empties())
    }

    fn counted_scores(observation: &FlipObservation, done: f32) -> Option<Vec<i32>> {
        let tiles = Count::at(&observation.position.board, done).tiles();
        Some(tiles.iter().map(|&tiles| i32::try_from(tiles).unwrap_or(i32::MAX)).collect())
    }

    fn extent(_: &GridCursor, scene: &Scene<Flip>, room: Size, _: &Look) -> Size {
        GridLayout::extent(Flip::grid(scene.observation, scene.notation), room)
    }

    fn draw(
        controller: &mut GridCursor,
        scene: &Scene<Flip>,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let grid = Flip::grid(scene.observation, scene.notation);
        let cursor = controller.position(scene);
        // Until the cursor is moved, a scrolling board follows the game.
        let follows_game = controller.placed().is_none() && scene.deciding.is_empty();
        let visible = if follows_game {
            scene.observation.last().map_or(cursor, Flip::pos_of)
        } else {
            cursor
        };
        let layout = controller.layout(grid, area, visible);
        let has_cursor = !follows_game && scene.celebration.is_none();
        let cursor = has_cursor.then_some(Flip::action_at(cursor));
        View::new(scene, layout, look, cursor).draw(buffer, areas);
    }

    fn draw_thumbnail(
        observation: &FlipObservation,
        _: &[String],
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        let board = &observation.position.board;
        grid::draw_thumbnail_ground(area, buffer, look);
        for (pos, area) in grid::thumbnail_cells(board.size(), area) {
            let square = Square::new(pos.row, pos.col);
            let is_last = observation.last() == Some(square);
            let palette = &look.palette;
            // Letters need more contrast than shapes.
            let has_letter = area.height == 1;
            let background = if is_last && !has_letter {
                palette.last
            } else {
                palette.cells[usize::from((pos.row + pos.col) % 2)]
            };
            grid::draw_blank(buffer, area, Style::new().bg(background).fg(palette.text));
            match board.at(square) {
                Some(side) => draw_tile(buffer, area, side, look),
                None if look.depth <= ColorDepth::Ansi => draw_empty(buffer, area, look),
                None => {}
            }
            if is_last && (has_letter || look.depth <= ColorDepth::Ansi) {
                grid::underline(buffer, area, look);
            }
        }
    }
}

/// O and X in squares of 4 x 2 characters. A free row of pixels separates neighbours.
const SMALL: [[&str; 2]; 2] = [["▗▛▜▖", " ▀▀ "], ["▝▙▟▘", "▝▘▝▘"]];

/// O and X in squares of 6 x 3 characters, which have too few pixels for a formula.
const MEDIUM: [[&str; 6]; 2] = [
    [
        "...######...",
        ".####..####.",
        ".###....###.",
        ".####..####.",
        "...######...",
        "............",
    ],
    [
        ".###....###.",
        "...##..##...",
        "....####....",
        "...##..##...",
        ".###....###.",
        "............",
    ],
];

/// Half the width of a turning tile seen from its edge, in halves of a square.
const EDGE: f64 = 0.2;

fn draw_tile(buffer: &mut Buffer, area: Rect, side: Side, look: &Look) {
    let (color, at) = (look.palette.seats[side.index()], side.index());
    let (letter, blocks) = (side.to_string(), look.glyphs.blocks);
    if area.height == 1 {
        let style = Style::new().fg(color).add_modifier(Modifier::BOLD);
        return grid::draw_symbol(buffer, area, &letter, style);
    }
    let mut draw = |shape: &dyn Fn(f64, f64) -> bool| {
        shapes::draw(buffer, area, color, &letter, look, shape);
    };
    match (side, area.height) {
        (_, 2) if blocks => draw_small(buffer, area, SMALL[at], color),
        (_, 3) if blocks => draw(&shapes::bitmap(&MEDIUM[at])),
        (_, 2..=4) if !blocks => draw_written(buffer, area, side, look),
        // In 4 rows, a larger O would be wider than high.
        (Side::O, 4) => draw(&shapes::ring(0.8, 0.36)),
        // Smaller without blocks, because coarse pixels would touch the next tile.
        (Side::O, _) => draw(&shapes::ring(if blocks { 0.86 } else { 0.8 }, 0.36)),
        (Side::X, _) => draw(&shapes::cross(if blocks { 0.8 } else { 0.75 }, 0.2)),
    }
}

fn draw_written(buffer: &mut Buffer, area: Rect, side: Side, look: &Look) {
    let color = look.palette.seats[side.index()];
    let style = Style::new().fg(color).add_modifier(Modifier::BOLD);
    let rows: &[&str] = match (side, area.height) {
        (Side::O, 2) => &["OO", "OO"],
        (Side::X, 2) => &["\\/", "/\\"],
        (Side::O, _) => &["/--\\", "|  |", "\\--/"],
        (Side::X, _) => &["\\  /", " >< ", "/  \\"],
    };
    let width = drawing::text_width(rows[0]);
    let area = area.centered_horizontally(Length(width));
    for (text, row) in rows.iter().zip(area.rows()) {
        buffer.set_stringn(row.x, row.y, text, row.width.into(), style);
    }
}

fn draw_tile_edge(buffer: &mut Buffer, area: Rect, look: &Look) {
    if area.height == 1 || !look.glyphs.blocks {
        return grid::draw_symbol(
            buffer,
            area,
            "|",
            Style::new().fg(look.palette.text).add_modifier(Modifier::BOLD),
        );
    }
    let reach = 1.0 - 1.0 / f64::from(area.height);
    let shape =
        |x: f64, y: f64| x.abs() <= EDGE.max(1.0 / f64::from(area.width)) && y.abs() <= reach;
    shapes::paint(buffer, area, look.palette.text, shape);
}

fn draw_small(buffer: &mut Buffer, area: Rect, rows: [&str; 2], color: Color) {
    for (row, y) in rows.into_iter().zip(area.y..) {
        buffer.set_stringn(area.x, y, row, area.width.into(), Style::new().fg(color));
    }
}

fn draw_mark(buffer: &mut Buffer, area: Rect, color: Color, look: &Look, is_best: bool) {
    // Without colours, a mark must be less prominent than a tile.
    let is_quiet = !is_best && look.depth == ColorDepth::Mono;
    if area.height == 1 || !look.glyphs.blocks || is_quiet {
        let sign = if is_best {
            "*"
        } else if is_quiet {
            // Nor must it look like an empty square.
            "+"
        } else {
            look.glyphs.dot
        };
        return grid::draw_symbol(buffer, area, sign, Style::new().fg(color));
    }
    if area.height == 2 && !is_best {
        return draw_small(buffer, area, [" ▗▖ ", "    "], color);
    }
    // Half the side of the mark in columns, the same on every board. A row is two columns high.
    let reach = if is_best && area.height > 2 { 2.0 } else { 1.0 };
    let (width, height) = (f64::from(area.width) / 2.0, f64::from(area.height));
    shapes::paint(buffer, area, color, |x, y| (x * width).abs().max((y * height).abs()) <= reach);
}

/// Marks an empty square on a board without background colours.
fn draw_empty(buffer: &mut Buffer, area: Rect, look: &Look) {
    grid::draw_symbol(buffer, area, look.glyphs.empty, look.dim());
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use ratatui::{buffer::Buffer, layout::Rect, style::Color};

    use super::draw_tile;
    use crate::{
        games::{
            GameView as _, Reply, Scene, Timing as _,
            flip::controller::Command,
            grid::{self, GridCursor, GridPos},
            testing::press,
        },
        widgets::{ClickAreas, ColorDepth, Look, testing},
    };
    use fourcade_engine::{
        flip::{
            Flip,
            model::{FlipEvent, FlipObservation, Side, Square},
        },
        play::{Advice, Game as _, RecordHeader, Seats, Session},
    };

    /// The last move flips two tiles.
    const MOVES: [&str; 5] = ["2 4", "2 5", "2 6", "2 3", "2 2"];

    fn session_after(size: u16, moves: &[&str]) -> Session<Flip> {
        let setup = fourcade_engine::flip::model::FlipSetup::new(size).unwrap();
        let mut session = Session::new(RecordHeader {
            setup,
            players: vec!["human".to_owned(); 2],
            seed: 7,
            clock: None,
        });
        for square in moves {
            let seat = session.awaited().only().unwrap();
            session.choose(seat, square.parse().unwrap()).unwrap();
        }
        session
    }

    struct Shot {
        seen: FlipObservation,
        events: Vec<FlipEvent>,
        controller: GridCursor,
        hint: Option<Square>,
        motion: f32,
        is_watched: bool,
    }

    impl Shot {
        fn new(size: u16, moves: &[&str], typed: &str) -> Self {
            let session = session_after(size, moves);
            let mut shot = Self {
                seen: session.game().observe(Seats::NONE),
                events: session.events().last().cloned().unwrap_or_default(),
                controller: GridCursor::default(),
                hint: None,
                motion: 1.0,
                is_watched: false,
            };
            for key in testing::keys(typed) {
                let mut controller = std::mem::take(&mut shot.controller);
                let reply = shot.with_scene(|scene| press(&mut controller, key, scene));
                assert_eq!(reply, Reply::Changed, "{key:?}");
                shot.controller = controller;
            }
            shot
        }

        /// A board in the middle of a game, with the cursor on a legal move and a hint elsewhere.
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
                deciding,
                events,
                motion: self.motion,
                hint: hint.as_ref(),
                ..Scene::at_rest(seen, &[])
            })
        }

        fn draw(self, size: (u16, u16), look: &Look) -> Buffer {
            self.draw_with_areas(size, look).0
        }

        fn draw_with_areas(mut self, size: (u16, u16), look: &Look) -> (Buffer, ClickAreas) {
            let mut controller = std::mem::take(&mut self.controller);
            testing::drawn(size, |area, buffer, areas| {
                self.with_scene(|scene| {
                    Flip::draw(&mut controller, scene, area, buffer, look, areas);
                });
            })
        }
    }

    /// The space for the board in windows of 40 x 12, 80 x 24, 100 x 30 and 160 x 50.
    const COMPACT: (u16, u16) = (25, 11);
    const NORMAL: (u16, u16) = (54, 23);
    const LARGE: (u16, u16) = (74, 29);
    const LARGEST: (u16, u16) = (134, 49);

    #[test]
    fn every_size_in_true_colour() {
        for (name, room) in
            [("compact", COMPACT), ("normal", NORMAL), ("large", LARGE), ("largest", LARGEST)]
        {
            assert_snapshot!(
                format!("dark-{name}"),
                testing::styled(&Shot::busy().draw(room, &testing::dark()))
            );
        }
    }

    #[test]
    fn fewer_colours_and_ascii_glyphs() {
        for (name, look) in testing::reduced_looks() {
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

    /// The number of set pixels in a block of four.
    fn pixels(symbol: &str) -> usize {
        let of = [" ", "▘▝▖▗", "▀▌▐▄▚▞", "▛▜▙▟", "█"];
        of.iter().position(|blocks| blocks.contains(symbol)).expect(symbol)
    }

    #[test]
    fn an_x_has_slender_arms_in_every_size() {
        for height in 4..=10 {
            let area = Rect::new(0, 0, 2 * height, height);
            let mut buffer = Buffer::empty(area);
            draw_tile(&mut buffer, area, Side::X, &testing::dark());
            let ink: usize = buffer.content.iter().map(|cell| pixels(cell.symbol())).sum();
            let share = 100 * ink / (4 * usize::from(area.width * area.height));
            assert!((20..36).contains(&share), "height {height}: {share} %");
        }
    }

    #[test]
    fn a_tile_stays_whole_under_the_cursor() {
        for depth in [ColorDepth::True, ColorDepth::Ansi, ColorDepth::Mono] {
            for (height, side) in (2..=10).flat_map(|height| [(height, Side::O), (height, Side::X)])
            {
                let (area, look) =
                    (Rect::new(0, 0, 2 * height, height), testing::look(depth, false));
                let mut plain = Buffer::empty(area);
                draw_tile(&mut plain, area, side, &look);
                let mut marked = plain.clone();
                grid::draw_cursor(&mut marked, area, Color::Red, &look);
                assert_ne!(plain, marked);
                for (before, after) in plain.content.iter().zip(&marked.content) {
                    // A bar may stand beside the filled half of a cell.
                    let is_beside = after.bg == before.fg && "▐█▜▟▌▛▙".contains(before.symbol());
                    let is_whole = before.symbol() == after.symbol() && before.fg == after.fg;
                    assert!(is_whole || is_beside || before.symbol() == " ", "{side} {height}");
                }
            }
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
        let time = Flip::animation(&shot(0.0).events);
        assert!(time > std::time::Duration::from_millis(150), "{time:?}");
        assert!(time < std::time::Duration::from_millis(500), "{time:?}");
        let far = FlipEvent::Placed {
            side: Side::X,
            square: Square::new(0, 0),
            flipped: (1..7).map(|col| Square::new(0, col)).collect(),
        };
        assert!(Flip::animation(&[far]) < std::time::Duration::from_millis(500));
        let frames: Vec<_> = (0..=20_u8)
            .map(|step| testing::text(&shot(f32::from(step) / 20.0).draw(NORMAL, &testing::dark())))
            .collect();
        let mut different = frames.clone();
        different.dedup();
        assert!(different.len() >= 4, "{} pictures", different.len());
    }

    #[test]
    fn tiles_turn_one_after_another() {
        let shot = Shot { motion: 0.3, is_watched: true, ..Shot::new(8, &MOVES, "") };
        assert_snapshot!("turning", testing::text(&shot.draw(NORMAL, &testing::dark())));
        let shot = Shot { motion: 0.7, is_watched: true, ..Shot::new(8, &MOVES, "") };
        assert_snapshot!("turned-in-part", testing::text(&shot.draw(NORMAL, &testing::dark())));
    }

    #[test]
    fn the_next_moves_are_marked_once_the_tiles_have_turned() {
        let marks = |motion| {
            let shot = Shot { motion, ..Shot::new(8, &MOVES, "") };
            testing::text(&shot.draw(NORMAL, &testing::dark())).matches(" ▗▖ ").count()
        };
        assert_eq!(marks(0.9), 0);
        assert!(marks(1.0) > 0);
    }

    #[test]
    fn a_watched_game_has_no_cursor_and_no_marks() {
        let shot = Shot { is_watched: true, ..Shot::new(8, &MOVES, "") };
        assert_snapshot!("watched", testing::styled(&shot.draw(NORMAL, &testing::dark())));
    }

    #[test]
    fn boards_that_do_not_fit_scroll() {
        for (name, typed) in
            [("start", ""), ("corner", "0 0"), ("far-corner", "29 29"), ("edge", "14 29")]
        {
            assert_snapshot!(
                format!("scroll-30-{name}"),
                testing::text(&Shot::new(30, &[], typed).draw(NORMAL, &testing::dark()))
            );
        }
        let ascii = testing::look(ColorDepth::Mono, true);
        assert_snapshot!(
            "scroll-30-ascii",
            testing::styled(&Shot::new(30, &[], "14 15").draw(COMPACT, &ascii))
        );
        assert_snapshot!(
            "scroll-1024",
            testing::text(&Shot::new(1024, &[], "1023 1000").draw(NORMAL, &testing::dark()))
        );
    }

    #[test]
    fn every_visible_square_can_be_clicked() {
        let shot = Shot::new(30, &[], "29 29");
        let items = testing::clickable(&shot.draw_with_areas(NORMAL, &testing::dark()));
        assert!(items.contains(&Command::ChooseAt(GridPos::new(29, 29))));
    }
}
