//! The page between the turns of two people at one keyboard: the next player, and the public log.

use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length},
        Layout, Margin, Rect, Size,
    },
    style::Modifier,
    text::Line,
    widgets::{Paragraph, Widget as _},
};

use super::{
    events::log_lines,
    status::{decided_text, hidden_choices},
};
use crate::{
    app::table::Table,
    arcade::table::keys::take_keyboard_text,
    games::{GameView, leading_name, sentence},
    widgets::{
        ClickAreas, Look,
        drawing::{self, LARGE_LETTER},
        glyphs::NO_BREAK_SPACE,
        page::WindowClass,
    },
};
use fourcade_engine::play::{Seat, Seats};

const MAX_WIDTH: u16 = 60;
const MAX_LOG_ROWS: usize = 4;
/// Where there is no room for large letters, the name stands in a coloured strip.
const STRIP_HEIGHT: u16 = 3;
/// The name keeps its place unless more rows than these stand below it.
const USUAL_ROWS_BELOW: usize = 5;

pub fn draw_hand_over<G: GameView>(
    table: &Table<G>,
    next: Seat,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let inside = area.inner(Margin::new(1, 0));
    let columns = inside.width.min(MAX_WIDTH);
    let progress = G::progress(&table.game.observe(Seats::NONE));
    let title = progress.map_or_else(String::new, |progress| format!(", {progress}"));
    let title = G::FACTS.title.to_owned() + &title;
    let (name, style) = (table.player_name(next), look.seat(next.index()));
    let name = leading_name(&name.replace(NO_BREAK_SPACE, " "));
    let turn = format!("{}, your turn", G::SEAT_NAMES[next.index()]);
    let mut below = vec![Line::styled(turn, style), Line::default()];
    for text in sentences(table) {
        let text = look.keymap.fill(&text);
        let lines = drawing::wrap(&text, columns).into_iter();
        below.extend(lines.map(|text| Line::styled(text, look.text())));
    }
    let room = large_text_room(inside, below.len().max(USUAL_ROWS_BELOW), buffer.area);
    let large = drawing::large_text_size(&name, room).filter(|_| look.glyphs.blocks);
    let size = large.unwrap_or(Size::new(columns, STRIP_HEIGHT));
    let class = WindowClass::of(buffer.area);
    let gap = u16::from(large.is_some() || class > WindowClass::Small);
    // Besides the name and the lines below it: the title, the gaps, and a blank row above the log.
    let others = size.height + 2 * gap + 2;
    let rest = usize::from(inside.height).saturating_sub(usize::from(others) + below.len());
    let log = log_lines(table, columns, rest.min(MAX_LOG_ROWS), class, true, look);
    if !log.is_empty() {
        below.push(Line::default());
        below.extend(log.into_iter().map(|(text, _)| Line::styled(text, look.dim())));
    }
    let rows = |lines: usize| drawing::cells(lines) + size.height + 2 * gap + 1;
    let usual_top = inside.height.saturating_sub(rows(USUAL_ROWS_BELOW)) / 2;
    let top = usual_top.min(inside.height.saturating_sub(rows(below.len())));
    let content = Rect { y: inside.y + top, height: inside.height - top, ..inside };
    let parts = [Length(1), Length(size.height), Fill(1)];
    let [above, middle, below_it] = content.layout(&Layout::vertical(parts).spacing(gap));
    Paragraph::new(Line::styled(title, look.dim())).centered().render(above, buffer);
    Paragraph::new(below).centered().render(below_it, buffer);
    let middle = middle.centered_horizontally(Length(size.width.min(inside.width)));
    if large.is_some() {
        areas.focus_on(middle);
        return drawing::draw_large_text(buffer, middle, &name, style);
    }
    let style = style.add_modifier(Modifier::REVERSED);
    buffer.set_style(middle, style);
    let place = middle.centered(Length(drawing::text_width(&name)), Length(1));
    areas.focus_on(place);
    drawing::draw_text(buffer, place, &name, style, look);
}

fn sentences<G: GameView>(table: &Table<G>) -> impl Iterator<Item = String> {
    let taken_back = table.hand_over.is_choice_taken_back;
    let taken_back = taken_back.then(|| "Your choice was taken back.".to_owned());
    let call = Some(sentence(&take_keyboard_text::<G>()));
    [taken_back, call, hidden_choices(table), decided_text(table)].into_iter().flatten()
}

/// The room for large letters above this number of rows. Only a large window doubles their size.
fn large_text_room(inside: Rect, rows_below: usize, window: Rect) -> Size {
    let rows = drawing::cells(rows_below).saturating_add(5);
    let free = inside.height.saturating_sub(rows);
    let is_large = WindowClass::of(window) == WindowClass::Large;
    Size::new(inside.width, if is_large { free } else { free.min(LARGE_LETTER.1) })
}
