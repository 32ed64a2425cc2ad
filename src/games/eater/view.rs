//! Draws Eater: the Passer's stones (filled if connected to the top row), the Eater's mouths, the
//! winning path, and the probabilities of a hint.

use std::{ops::Range, time::Duration};

use ratatui::{
    buffer::{Buffer, Cell as ScreenCell},
    layout::{Margin, Rect, Size},
    style::{Color, Modifier, Style},
};

use super::{
    controller::{Command, EaterController},
    finish::Finish,
    moments::{CLASH, ONE_TO_GO, ROW_CLOSED, paths_with_one_more},
};
use crate::{
    games::{
        GameView, Scene, Timing,
        grid::{self, GridGame as _, GridLayout, GridPos},
        moments::Moment,
    },
    widgets::{ClickAreas, ColorDepth, Look, cards, drawing, glow, shapes},
};
use fourcade_engine::eater::{
    Eater,
    model::{Cell, CellSet, EaterBoard, EaterEvent, EaterObservation, JointMove, Role},
};

/// Duration of a round's animation: both choices lie face down, turn together, and fight if they
/// clash.
pub const ROUND_TIME: Duration = Duration::from_millis(480);
/// The part of the motion in which the choices turn.
const TURN_MOTION: Range<f32> = 0.3..0.4;
/// The motion at which a fight is over and a closed row dims.
const FIGHT_END: f32 = 0.9;

pub struct View<'a> {
    scene: &'a Scene<'a, Eater>,
    layout: GridLayout,
    look: &'a Look,
    cursor: Option<Cell>,
    /// The board without choices that still lie face down.
    board: EaterBoard,
    /// The Passer's cells that are connected to the top row.
    reached: CellSet,
    /// See [`EaterBoard::live_cells`].
    live: CellSet,
    /// The lit cells: those of the winning path once it is revealed, or those of the closed row
    /// from the celebration on.
    lit: Vec<Cell>,
    /// The owner of the lit cells; means nothing without lit cells.
    lit_by: Role,
    /// `None` before the first round.
    last_move: Option<JointMove>,
}

impl<'a> View<'a> {
    pub fn new(
        scene: &'a Scene<'a, Eater>,
        layout: GridLayout,
        look: &'a Look,
        cursor: Option<Cell>,
    ) -> Self {
        let EaterObservation { board, last_move, .. } = scene.observation;
        let mut board = board.clone();
        if let Some(last_move) = last_move.filter(|_| are_choices_face_down(scene)) {
            board.set(last_move.passer, None);
            board.set(last_move.eater, None);
        }
        let finish = Finish::of(&board);
        let lit = match (scene.celebration, &finish) {
            (Some(done), Some(finish)) => finish.lit(done).to_vec(),
            _ => board.winning_path().unwrap_or_default(),
        };
        let lit_by = finish.map_or(Role::Passer, |finish| finish.winner);
        Self {
            scene,
            layout,
            look,
            cursor,
            reached: board.reached_cells(),
            live: board.live_cells(),
            board,
            lit,
            lit_by,
            last_move: *last_move,
        }
    }

    pub fn draw(&self, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let marked = self.cursor.or(self.hinted_cell()).map(Eater::pos_of);
        let color = self.scene.turn_color(self.look);
        grid::draw_rim(&self.layout, buffer, self.look, marked, color);
        self.highlight_closed_row_number(buffer);
        for pos in self.layout.visible() {
            let area = self.layout.area_of(pos);
            self.draw_cell(Eater::action_at(pos), area, buffer);
            if self.lit.contains(&Eater::action_at(pos)) {
                self.light(area, buffer);
            } else if self.closed_row() == Some(pos.row) {
                self.dim(area, buffer);
            }
            areas.add(area, Command::ChooseAt(pos));
            if self.cursor.map(Eater::pos_of) == Some(pos) {
                grid::focus_on(area, areas);
            }
        }
        if let Some((moment, done)) = self.scene.moment {
            self.draw_moment(moment, done, buffer);
        }
    }

    /// Highlights the cells of a moment: those around a clash, the closed row from the left, or the
    /// paths that lack one cell, from the top. The celebration lights a whole path.
    fn draw_moment(&self, moment: Moment, done: f32, buffer: &mut Buffer) {
        let size = f32::from(self.board.size());
        // Cells up to this distance from a clash are lit. On a small board, a larger one would
        // light everything.
        let reach = (self.board.size() / 3).clamp(1, 2);
        let clash = self.last_move.and_then(JointMove::clash);
        let paths = match moment.key {
            ONE_TO_GO => paths_with_one_more(&self.board).concat(),
            _ => Vec::new(),
        };
        for pos in self.layout.visible() {
            let cell = Eater::action_at(pos);
            let delay = match (moment.key, clash) {
                (CLASH, Some(clash)) => {
                    let distance = cell.row.abs_diff(clash.row).max(cell.col.abs_diff(clash.col));
                    (distance <= reach).then(|| f32::from(distance) / f32::from(reach))
                }
                (ROW_CLOSED, _) => {
                    (self.closed_row() == Some(cell.row)).then(|| f32::from(cell.col) / size)
                }
                _ => paths.contains(&cell).then(|| f32::from(cell.row) / size),
            };
            if let Some(delay) = delay {
                let ink = self.look.palette.seats[moment.seat.index()];
                glow::draw(buffer, self.layout.area_of(pos), done, delay, ink, self.look);
            }
        }
    }

    fn highlight_closed_row_number(&self, buffer: &mut Buffer) {
        let Some(row) = self.closed_row().filter(|row| self.layout.visible_rows().contains(row))
        else {
            return;
        };
        let cell = self.layout.area_of(GridPos::new(row, self.layout.first.col));
        let (_, y) = grid::middle(cell);
        let x = self.layout.frame.x + self.layout.padding;
        let area = Rect { x, y, width: self.layout.label_width, height: 1 };
        let ink = self.look.palette.seats[Role::Eater.index()];
        buffer.set_style(
            area,
            Style::new().fg(ink).add_modifier(Modifier::REVERSED | Modifier::BOLD),
        );
    }

    /// The topmost closed row, once the choices are revealed.
    fn closed_row(&self) -> Option<u16> {
        let is_shown = self.scene.motion >= FIGHT_END || !has_new_choices(self.scene);
        self.board.closed_row().filter(|_| is_shown)
    }

    fn dim(&self, area: Rect, buffer: &mut Buffer) {
        let ground = Some(self.look.palette.rim).filter(|_| self.look.depth > ColorDepth::Ansi);
        for position in area.positions() {
            let Some(cell) = buffer.cell_mut(position) else { continue };
            if let Some(ground) = ground.filter(|_| !self.is_piece_pixel(cell)) {
                cell.set_bg(ground);
            }
            cell.set_style(Style::new().add_modifier(Modifier::DIM));
        }
    }

    /// Lights a cell of the winning path or of the closed row by swapping the colours of background
    /// and shapes.
    fn light(&self, area: Rect, buffer: &mut Buffer) {
        let palette = &self.look.palette;
        let (ink, ground) = (palette.seats[self.lit_by.index()], palette.background);
        let has_few_colours = self.look.depth <= ColorDepth::Ansi;
        for position in area.positions() {
            let Some(cell) = buffer.cell_mut(position) else { continue };
            let plain = Style::new().fg(ink).bg(ground).remove_modifier(Modifier::REVERSED);
            cell.set_style(match self.is_piece_pixel(cell) {
                true => plain,
                false if has_few_colours => plain.add_modifier(Modifier::REVERSED),
                false => Style::new().fg(ground).bg(ink),
            });
        }
    }

    /// Whether this screen cell belongs to a piece drawn without block glyphs, as a coloured or
    /// reversed background.
    fn is_piece_pixel(&self, cell: &ScreenCell) -> bool {
        let is_inked = self.look.palette.seats.contains(&cell.bg) && cell.bg != Color::Reset;
        is_inked || cell.modifier.contains(Modifier::REVERSED)
    }

    fn draw_cell(&self, cell: Cell, area: Rect, buffer: &mut Buffer) {
        let ground = Style::new().bg(self.background(cell)).fg(self.look.palette.text);
        grid::draw_blank(buffer, area, ground);
        let marker = Marker::on(&self.board, &self.reached, cell);
        let is_new = self.is_last_choice(cell);
        if is_new && are_choices_face_down(self.scene) {
            if self.scene.motion < TURN_MOTION.start {
                draw_face_down(buffer, area, self.look);
            } else {
                draw_marker_edge(buffer, area, self.look);
            }
        } else if let Some(fighter) = self.fighter(cell) {
            draw_marker(buffer, area, fighter, self.look);
            draw_clash(buffer, area, self.look);
        } else if self.lit_by == Role::Passer
            && self.lit.contains(&cell)
            && !has_letters(area, self.look)
        {
            let ink = self.look.palette.seats[0];
            shapes::paint(buffer, area, ink, |x, y| x.abs() + y.abs() < DIAMOND_SIZE);
        } else if let Some(marker) = marker {
            draw_marker(buffer, area, marker, self.look);
            if is_new && self.last_move.and_then(JointMove::clash).is_some() {
                draw_clash(buffer, area, self.look);
            }
        } else if let Some(probability) = self.hinted_probability(cell) {
            draw_probability(buffer, area, probability, self.look);
        } else if self.look.depth <= ColorDepth::Ansi && self.is_live(cell) {
            grid::draw_symbol(buffer, area, self.look.glyphs.empty, self.look.dim());
        }
        self.draw_highlights(cell, area, buffer);
    }

    fn draw_highlights(&self, cell: Cell, area: Rect, buffer: &mut Buffer) {
        let is_taken = self.board.at(cell).is_some();
        if self.hinted_cell() == Some(cell) && area.width > 3 && !is_taken {
            // In the Passer's colour, the hint would look like a stone.
            let style = Style::new().fg(self.look.palette.text).add_modifier(Modifier::BOLD);
            let (glyphs, is_at_cursor) = (&self.look.glyphs, self.cursor == Some(cell));
            let signs = if is_at_cursor { glyphs.advised_cursor() } else { glyphs.advice };
            grid::draw_edges(buffer, area, signs, style);
        } else if self.cursor == Some(cell) {
            grid::draw_cursor(buffer, area, self.scene.turn_color(self.look), self.look);
        } else if self.look.depth <= ColorDepth::Ansi && self.is_last_choice(cell) {
            grid::underline(buffer, area, self.look);
        }
        if self.scene.costliest == Some(cell) {
            grid::draw_remark(buffer, area, self.look);
        }
    }

    fn background(&self, cell: Cell) -> Color {
        let (palette, marker) = (&self.look.palette, self.board.at(cell));
        if self.cursor == Some(cell) {
            palette.cursor
        } else if self.is_last_choice(cell) {
            palette.last
        } else if self.reached.contains(cell) {
            palette.fresh
        } else if marker.is_none() && !self.is_live(cell) {
            palette.rim
        } else {
            palette.cells[usize::from((cell.row + cell.col) % 2)]
        }
    }

    /// Whether a path may still use the cell. Once a row is closed, all cells count as live,
    /// because the distinction no longer matters.
    fn is_live(&self, cell: Cell) -> bool {
        self.live.contains(cell) || self.board.closed_row().is_some()
    }

    fn is_last_choice(&self, cell: Cell) -> bool {
        self.last_move.is_some_and(|last_move| last_move.contains(cell))
    }

    /// The marker on top during the fight for a cell that both chose: they alternate, and the
    /// Eater's wins.
    fn fighter(&self, cell: Cell) -> Option<Marker> {
        let motion = self.scene.motion;
        let is_fight =
            (TURN_MOTION.end..FIGHT_END).contains(&motion) && has_new_choices(self.scene);
        let is_contested = self.last_move.and_then(JointMove::clash) == Some(cell);
        let progress = (motion - TURN_MOTION.end) / (FIGHT_END - TURN_MOTION.end);
        let is_passer = progress < 0.25 || (0.5..0.75).contains(&progress);
        let marker = if is_passer { Marker::Unconnected } else { Marker::Eater };
        (is_fight && is_contested).then_some(marker)
    }

    fn hinted_cell(&self) -> Option<Cell> {
        self.scene.hint.map(|advice| advice.action)
    }

    fn hinted_probability(&self, cell: Cell) -> Option<f64> {
        let considered = &self.scene.hint?.considered;
        considered.iter().find(|(other, _)| *other == cell).map(|&(_, probability)| probability)
    }
}

fn has_new_choices(scene: &Scene<Eater>) -> bool {
    scene.events.iter().any(|event| matches!(event, EaterEvent::Chose(_)))
}

fn are_choices_face_down(scene: &Scene<Eater>) -> bool {
    scene.motion < TURN_MOTION.end && has_new_choices(scene)
}

impl Timing for Eater {
    const HOLDS_CHOICES: bool = true;
    const CHOICES_SHOWN_AT: f32 = TURN_MOTION.end;

    fn animation(events: &[EaterEvent]) -> Duration {
        if events.is_empty() { Duration::ZERO } else { ROUND_TIME }
    }

    fn celebration(observation: &EaterObservation) -> Duration {
        Finish::of(&observation.board).map_or(Duration::ZERO, |finish| finish.time())
    }
}

impl GameView for Eater {
    type Controller = EaterController;

    fn extent(controller: &EaterController, scene: &Scene<Eater>, room: Size, _: &Look) -> Size {
        GridLayout::extent(controller.drawn_grid(scene), room)
    }

    fn draw(
        controller: &mut EaterController,
        scene: &Scene<Eater>,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let grid = controller.drawn_grid(scene);
        let cursor = controller.cursor.position(scene);
        let shows_cursor = controller.cursor.placed().is_some() || !scene.deciding.is_empty();
        // Without a cursor, a scrolling board follows the choices of the computers.
        let visible = if shows_cursor {
            cursor
        } else {
            scene.observation.last_move.map_or(cursor, |last_move| Eater::pos_of(last_move.passer))
        };
        let layout = controller.cursor.layout(grid, area, visible);
        let has_cursor =
            shows_cursor && scene.celebration.is_none() && !controller.is_typing_blind(scene);
        let cursor = has_cursor.then_some(Eater::action_at(cursor));
        View::new(scene, layout, look, cursor).draw(buffer, areas);
    }

    fn draw_thumbnail(
        observation: &EaterObservation,
        _: &[String],
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        let (board, palette) = (&observation.board, &look.palette);
        let (reached, path) = (board.reached_cells(), board.winning_path().unwrap_or_default());
        grid::draw_thumbnail_ground(area, buffer, look);
        for (pos, area) in grid::thumbnail_cells(board.size(), area) {
            let cell = Cell::new(pos.row, pos.col);
            let is_new = observation.last_move.is_some_and(|last_move| last_move.contains(cell));
            // Letters need more contrast than shapes.
            let background = match (is_new && area.height > 1, reached.contains(cell)) {
                (true, _) => palette.last,
                (false, true) => palette.fresh,
                (false, false) => palette.cells[usize::from((pos.row + pos.col) % 2)],
            };
            grid::draw_blank(buffer, area, Style::new().bg(background).fg(palette.text));
            if path.contains(&cell) {
                draw_path(buffer, area, look);
                continue;
            }
            match Marker::on(board, &reached, cell) {
                Some(marker) => draw_marker(buffer, area, marker, look),
                None if look.depth <= ColorDepth::Ansi => {
                    grid::draw_symbol(buffer, area, look.glyphs.empty, look.dim());
                }
                None => {}
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marker {
    /// A stone connected to the top row: filled, or `P`.
    Connected,
    /// Another stone: hollow, or `p`.
    Unconnected,
    /// A mouth, or `E`.
    Eater,
}

impl Marker {
    pub fn on(board: &EaterBoard, reached: &CellSet, cell: Cell) -> Option<Self> {
        board.at(cell).map(|role| match role {
            Role::Eater => Self::Eater,
            Role::Passer if reached.contains(cell) => Self::Connected,
            Role::Passer => Self::Unconnected,
        })
    }
}

/// The markers in cells of 4 x 2 characters. A free row of pixels separates neighbours.
const SMALL: [[&str; 4]; 3] = [
    [".######.", ".######.", ".######.", "........"],
    [".######.", ".#....#.", ".######.", "........"],
    ["..#####.", ".####...", "..#####.", "........"],
];

/// A mouth in a cell of 6 x 3 characters.
const MEDIUM_MOUTH: [&str; 6] = [
    "............",
    "...#######..",
    "..######....",
    "..######....",
    "...#######..",
    "............",
];

/// The markers without blocks, in cells of 4 x 2 and of 6 x 3.
const SMALL_WRITTEN: [[&str; 2]; 3] = [[".##.", ".##."], [".##.", "...."], [".##.", ".##."]];
const WRITTEN: [[&str; 3]; 3] = [
    [".####.", ".####.", ".####."],
    [".####.", ".#..#.", ".####."],
    [".####.", ".##...", ".####."],
];

/// The size of the diamond in each cell of a winning path, in halves of a cell.
const DIAMOND_SIZE: f64 = 0.55;

const ROUNDING_TOLERANCE: f64 = 1e-9;

/// A stone in a cell of at least 6 x 3: a square with sides of whole columns.
fn stone(area: Rect, is_hollow: bool) -> impl Fn(f64, f64) -> bool {
    let (columns, rows) = (f64::from(area.width) / 2.0, f64::from(area.height));
    let margin = if area.height < 8 { 1.0 } else { 2.0 };
    let border = f64::from((area.height + 1) / 3);
    move |x, y| {
        // A row is two columns high.
        let (across, down) = ((x * columns).abs(), (y * rows).abs());
        let is_within = |inset: f64| {
            across + ROUNDING_TOLERANCE < columns - inset
                && down + ROUNDING_TOLERANCE < rows - inset
        };
        is_within(margin) && !(is_hollow && is_within(margin + border))
    }
}

fn draw_marker(buffer: &mut Buffer, area: Rect, marker: Marker, look: &Look) {
    let (ink, letter) = match marker {
        Marker::Connected => (look.palette.seats[0], "P"),
        Marker::Unconnected => (look.palette.seats[0], "p"),
        Marker::Eater => (look.palette.seats[1], "E"),
    };
    if area.height == 1 {
        let style = Style::new().fg(ink).add_modifier(Modifier::BOLD);
        return grid::draw_symbol(buffer, area, letter, style);
    }
    let (blocks, at) = (look.glyphs.blocks, marker as usize);
    let mut draw = |shape: &dyn Fn(f64, f64) -> bool| {
        shapes::draw(buffer, area, ink, letter, look, shape);
    };
    match (area.height, marker) {
        (2, _) if blocks => draw(&shapes::bitmap(&SMALL[at])),
        (2, _) => draw(&shapes::bitmap(&SMALL_WRITTEN[at])),
        (3, _) if !blocks => draw(&shapes::bitmap(&WRITTEN[at])),
        (_, Marker::Connected) => draw(&stone(area, false)),
        (_, Marker::Unconnected) => draw(&stone(area, true)),
        (3, Marker::Eater) => draw(&shapes::bitmap(&MEDIUM_MOUTH)),
        (height, Marker::Eater) => {
            // Smaller without blocks: coarse pixels would touch the next marker.
            let (radius, eye_above) = if blocks { (0.84, 4) } else { (0.7, 9) };
            draw(&shapes::open_mouth(radius, height > eye_above));
        }
    }
    // Without background colours, the shapes already consist of letters.
    if !blocks
        && look.has_backgrounds()
        && let Some(cell) = buffer.cell_mut(grid::middle(area))
    {
        let is_on_shape = cell.bg == ink;
        cell.set_symbol(letter).set_style(Style::new().fg(ink).add_modifier(Modifier::BOLD));
        if is_on_shape {
            let ground = look.palette.background;
            cell.set_style(Style::new().bg(ground).add_modifier(Modifier::REVERSED));
        }
    }
}

/// Fills a cell of the winning path, so that the path is one band. If stones have letters, it has
/// one, too.
fn draw_path(buffer: &mut Buffer, area: Rect, look: &Look) {
    let style =
        Style::new().fg(look.palette.seats[0]).add_modifier(Modifier::REVERSED | Modifier::BOLD);
    if has_letters(area, look) {
        draw_marker(buffer, area, Marker::Connected, look);
    }
    buffer.set_style(area, style);
}

fn has_letters(area: Rect, look: &Look) -> bool {
    area.height == 1 || !look.glyphs.blocks
}

fn draw_face_down(buffer: &mut Buffer, area: Rect, look: &Look) {
    let style = Style::new().fg(look.palette.back[1]).bg(look.palette.back[0]);
    if has_letters(area, look) {
        return grid::draw_symbol(buffer, area, "?", style.add_modifier(Modifier::BOLD));
    }
    let inset = area.height / 4;
    let card = area.inner(Margin::new((2 * inset).max(1), inset));
    cards::fill(buffer, card, look.glyphs.back, style);
}

fn draw_marker_edge(buffer: &mut Buffer, area: Rect, look: &Look) {
    if has_letters(area, look) {
        return grid::draw_symbol(buffer, area, "|", Style::new().fg(look.palette.text));
    }
    let (width, ink) = (f64::from(area.width), look.palette.text);
    shapes::paint(buffer, area, ink, |x, y| x.abs() <= 1.0 / width && y.abs() <= 0.7);
}

fn draw_clash(buffer: &mut Buffer, area: Rect, look: &Look) {
    let style = Style::new().fg(look.palette.alert).add_modifier(Modifier::BOLD);
    // The sign is in the open mouth if there is room for it.
    let x = area.right() - if area.width < 6 { 1 } else { 2 };
    buffer.set_string(x, area.y + (area.height - 1) / 2, "!", style);
}

/// Draws the probability with which a hint chooses a cell as one to three dots. Numbers would be
/// mistaken for chances of winning.
fn draw_probability(buffer: &mut Buffer, area: Rect, probability: f64, look: &Look) {
    let (dot, faint) = (look.glyphs.dot, look.glyphs.empty);
    let dots = match (probability, area.width) {
        (0.25.., ..=2) => dot.repeat(2),
        (0.1.., ..=2) => dot.to_owned(),
        (_, ..=2) => faint.to_owned(),
        (0.25.., _) => dot.repeat(3),
        (0.1.., _) => dot.repeat(2),
        _ => dot.to_owned(),
    };
    let x = area.x + area.width.saturating_sub(drawing::text_width(&dots)) / 2;
    let style = Style::new().fg(look.palette.text).add_modifier(Modifier::BOLD);
    buffer.set_string(x, area.y + (area.height - 1) / 2, dots, style);
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use ratatui::buffer::Buffer;

    use crate::{
        games::{
            Controller as _, GameView as _, Scene,
            eater::controller::{Command, EaterController},
            grid::GridPos,
        },
        widgets::{ClickAreas, ColorDepth, Look, testing},
    };
    use fourcade_engine::{
        eater::{
            Eater,
            model::{Cell, EaterBoard, EaterEvent, EaterObservation, JointMove},
        },
        play::{Advice, Seats},
    };

    struct Shot {
        observation: EaterObservation,
        hint: Option<Advice<Cell>>,
        motion: f32,
        is_deciding: bool,
        /// Rows and columns from the middle.
        cursor_offset: Option<(i32, i32)>,
        celebration: Option<f32>,
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
                celebration: None,
            }
        }

        fn after(mut self, passer: &str, eater: &str) -> Self {
            self.observation.last_move =
                Some(JointMove { passer: cell(passer), eater: cell(eater) });
            self
        }

        /// A position in the middle of a game: connected and unconnected stones, a dead cell, a
        /// person's cursor, and a hint with the probabilities of four cells.
        fn busy() -> Self {
            let shot = Self::new(". P . . E\n . P P . .\n . . E P .\n . E . . .\n P . . . E")
                .after("2 3", "4 2");
            let considered = [("3 5", 0.625), ("4 3", 0.004), ("4 4", 0.25), ("5 4", 0.121)];
            let considered =
                considered.map(|(text, probability)| (cell(text), probability)).to_vec();
            let hint = Some(Advice { considered, ..Advice::new(cell("3 5")) });
            Self { hint, is_deciding: true, cursor_offset: Some((1, 1)), ..shot }
        }

        fn won() -> Self {
            Self::new("P . . . E\n . P . . .\n . P E P .\n P E . . .\n P . . . E")
                .after("3 2", "3 3")
        }

        /// A position after a clash that closed the fourth row.
        fn closed() -> Self {
            Self::new("P . . . E\n . P . . .\n . P . P .\n E E E E E\n P . . . E")
                .after("4 1", "4 1")
        }

        fn draw(&self, size: (u16, u16), look: &Look) -> (Buffer, ClickAreas) {
            let mut controller = EaterController::default();
            let names = ["human".to_owned(), "expert".to_owned()];
            let events = self.observation.last_move.map(EaterEvent::Chose);
            let scene = Scene {
                deciding: if self.is_deciding { Seats::first(1) } else { Seats::NONE },
                events: events.as_slice(),
                motion: self.motion,
                hint: self.hint.as_ref(),
                celebration: self.celebration,
                ..Scene::at_rest(&self.observation, &names)
            };
            if let Some((down, right)) = self.cursor_offset {
                controller.run(Command::Move(down, right), &scene);
            }
            testing::drawn(size, |area, buffer, areas| {
                Eater::draw(&mut controller, &scene, area, buffer, look, areas);
            })
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

    #[test]
    fn a_position_is_drawn_in_every_size() {
        for (name, room) in
            [("compact", COMPACT), ("normal", NORMAL), ("large", LARGE), ("largest", LARGEST)]
        {
            assert_snapshot!(format!("dark-{name}"), Shot::busy().styled(room, &testing::dark()));
        }
    }

    #[test]
    fn a_position_is_drawn_with_few_colours_and_in_ascii() {
        for (name, look) in testing::reduced_looks() {
            for (size, room) in [("compact", COMPACT), ("normal", NORMAL)] {
                assert_snapshot!(format!("{name}-{size}"), Shot::busy().styled(room, &look));
            }
        }
    }

    #[test]
    fn the_winning_path_is_highlighted() {
        assert_snapshot!("won", Shot::won().styled(NORMAL, &testing::dark()));
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
    fn a_clash_and_a_closed_row_are_highlighted() {
        assert_snapshot!("closed", Shot::closed().styled(NORMAL, &testing::dark()));
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
    fn the_pieces_of_a_closed_row_keep_their_shapes_in_every_look() {
        for depth in [ColorDepth::Mono, ColorDepth::Ansi, ColorDepth::True] {
            for (ascii, celebration) in [(true, None), (false, None), (true, Some(1.0))] {
                let shapes = |row: &str| {
                    let board = format!("P . . . E\n . P . . .\n E E P P .\n {row}\n P . . . E");
                    let shot = Shot { celebration, ..Shot::new(&board) };
                    let drawn = shot.styled(NORMAL, &testing::look(depth, ascii));
                    // Without colours, the letters are the shape.
                    let is_written = depth == ColorDepth::Mono && ascii;
                    if is_written { drawn } else { drawn.replace(['p', 'E'], " ") }
                };
                let differ = shapes("P E E E E") != shapes("E E E E E");
                assert!(differ, "{depth:?} {ascii} {celebration:?}");
            }
        }
    }

    #[test]
    fn both_choices_are_revealed_at_the_same_time() {
        let look = testing::look(ColorDepth::Mono, true);
        let at = |motion| Shot { motion, ..Shot::won() }.text(COMPACT, &look);
        // At first, the chosen cells are shown, but not who chose which.
        assert_eq!(at(0.1).matches('?').count(), 2, "{}", at(0.1));
        assert_eq!(at(0.35).matches('|').count(), 2, "{}", at(0.35));
        let pieces = |motion| at(motion).matches(['P', 'p', 'E']).count();
        assert_eq!(pieces(0.1), pieces(1.0) - 2);
        // Stones that only the new one joins to the top row aren't connected yet.
        assert_eq!([0.1, 0.35, 0.5].map(|motion| at(motion).matches('p').count()), [3, 3, 1]);
        assert_eq!(at(0.5), at(1.0));
    }

    #[test]
    fn a_clash_is_a_fight_that_the_eater_wins() {
        let look = testing::look(ColorDepth::Mono, true);
        let passers = |motion| {
            let text = Shot { motion, ..Shot::closed() }.text(COMPACT, &look);
            text.matches(['p', 'P']).count()
                - Shot::closed().text(COMPACT, &look).matches(['p', 'P']).count()
        };
        assert_eq!([0.45, 0.55, 0.7, 0.8, 1.0].map(passers), [1, 0, 1, 0, 0]);
        // The row dims only when the fight is over.
        let styled = |motion| Shot { motion, ..Shot::closed() }.styled(NORMAL, &testing::dark());
        assert!(!styled(0.8).contains("dim") && styled(1.0).contains("dim"));
        assert_snapshot!(
            "face-down",
            Shot { motion: 0.1, ..Shot::won() }.styled(NORMAL, &testing::dark())
        );
    }

    #[test]
    fn a_board_of_15_fits_an_80_x_24_window_and_larger_ones_scroll() {
        let empty = |size: usize| Shot::new(&format!("{}\n", ".".repeat(size)).repeat(size));
        assert_snapshot!("empty-15", empty(15).text((54, 22), &testing::dark()));
        let far = Shot { cursor_offset: Some((30, 30)), is_deciding: true, ..empty(50) };
        assert_snapshot!("scroll-50", far.text((54, 22), &testing::dark()));
        assert_snapshot!(
            "scroll-50-compact",
            far.text((24, 11), &testing::look(ColorDepth::Mono, true))
        );
    }

    #[test]
    fn every_visible_cell_can_be_clicked() {
        let items = testing::clickable(&Shot::busy().draw(NORMAL, &testing::dark()));
        let mut cells = (0..25).map(|index| GridPos::new(index / 5, index % 5));
        assert!(cells.all(|pos| items.contains(&Command::ChooseAt(pos))));
    }
}
