//! The kept games as they are drawn: what is listed, a row for each game, and more of the selected
//! one.

use std::ops::Range;

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect},
    style::{Modifier, Style},
    widgets::{Paragraph, Widget, Wrap},
};

use super::{Shelf, keys::Command, words};
use crate::{
    store::Summary,
    ui::{AnyCommand, ClickAreas, ClickTarget, Look, widgets},
};

/// The most columns of the list.
const LIST: u16 = 75;
/// A window of at least so many columns has the board beside the list.
const WIDE: u16 = 120;
/// The most columns of list and board.
const MOST: u16 = 150;
/// A window of at least so many rows has the board below the list.
const HIGH: u16 = 20;
/// A window of at least so many rows has an empty one above all.
const AIRY: u16 = 28;
/// The most rows of the part below the list, and of the lines about the game where there is no room
/// for it.
const BELOW: u16 = 13;
const LINES: u16 = 2;
/// Columns of the words beside a board.
const WORDS: u16 = 30;

/// The columns of a row: first column, width, and what stands there.
const WHEN: (u16, u16) = (2, 10);
const GAME: (u16, u16) = (13, 16);
const PLAYERS: (u16, u16) = (30, 18);
const RESULT: (u16, u16) = (49, 10);
const TURNS: (u16, u16) = (60, 5);
const MARKS: (u16, u16) = (67, 8);
/// Those of a narrow list.
const NARROW_GAME: (u16, u16) = (2, 13);
const NARROW_PLAYERS: (u16, u16) = (16, 11);
const NARROW_RESULT: (u16, u16) = (28, 10);

/// Where everything lies.
struct Place {
    title: Rect,
    sieve: Rect,
    /// Above the columns, where there is room for it.
    head: Option<Rect>,
    list: Rect,
    /// More of the selected game.
    more: Rect,
}

impl Place {
    fn new(area: Rect) -> Self {
        let is_wide = area.width >= WIDE && area.height >= HIGH;
        let is_high = area.height >= HIGH;
        let width = if is_wide {
            (area.width - 2).min(MOST)
        } else {
            LIST.min(area.width.saturating_sub(2))
        };
        let body = area.centered(Length(width), Length(area.height));
        let air = u16::from(area.height >= AIRY);
        let body = Rect { y: body.y + air, height: body.height - air, ..body };
        let row = |y: u16| Rect { y: body.y + y, height: u16::from(y < body.height), ..body };
        let gap = u16::from(is_high);
        let head = is_high.then(|| row(3));
        let top = 2 + 2 * gap;
        let rest = Rect { y: row(top).y, height: body.height.saturating_sub(top), ..body };
        if is_wide {
            let list = Rect { width: LIST, height: rest.height.saturating_sub(1), ..rest };
            let x = list.right() + 2;
            let more = Rect { x, width: body.right().saturating_sub(x), ..list };
            return Self { title: row(0), sieve: row(1), head, list, more };
        }
        let below = if is_high { (rest.height / 2).min(BELOW) } else { LINES.min(rest.height) };
        let list = Rect { height: rest.height.saturating_sub(below + gap), ..rest };
        let more = Rect { y: list.bottom() + gap, height: below, ..rest };
        Self { title: row(0), sieve: row(1), head, list, more }
    }
}

impl Shelf {
    pub(super) fn draw_all(
        &mut self,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let place = Place::new(area);
        let shown = self.list.shown(place.list.height);
        self.title(place.title, &shown, buffer, look);
        self.sieve(place.sieve, buffer, look, areas);
        if self.list.found().count == 0 {
            return self.nothing(place.list, buffer, look);
        }
        if let Some(head) = place.head {
            let columns =
                [(WHEN, "when"), (GAME, "game"), (PLAYERS, "players"), (RESULT, "result")];
            for (column, words) in columns {
                put(column, head, words, look.dim(), buffer, look);
            }
            put_right(TURNS, head, "turns", look.dim(), buffer, look);
        }
        let (first, last) = (shown.start, shown.end);
        for (row, at) in place.list.rows().zip(shown) {
            areas.add(row, ClickTarget::Item(usize::try_from(at).unwrap_or(usize::MAX)));
            self.row(at, row, buffer, look);
        }
        let [above, below, ..] = look.glyphs.more;
        if first > 0 {
            buffer.set_string(place.list.right(), place.list.y, above, look.dim());
        }
        if last < self.list.found().count && place.list.height > 0 {
            buffer.set_string(place.list.right(), place.list.bottom() - 1, below, look.dim());
        }
        if let Some(game) = self.list.game() {
            self.more(game, place.more, buffer, look);
        }
    }

    /// The title, and which of how many games are shown, or what is being done.
    fn title(&self, area: Rect, shown: &Range<u32>, buffer: &mut Buffer, look: &Look) {
        widgets::put(buffer, area, "Games", look.accent(), look);
        let count = self.list.found().count;
        let words = match &self.work {
            Some(work) => format!("{}{}", work.words, look.glyphs.ellipsis),
            None if count == 0 => String::new(),
            None => format!("{} - {} of {count}", shown.start + 1, shown.end),
        };
        let width = widgets::width(&words).min(area.width.saturating_sub(7));
        let right = Rect { x: area.right() - width, width, ..area };
        widgets::put(buffer, right, &words, look.dim(), look);
    }

    /// Which games are listed, each part with its key, to be clicked.
    fn sieve(&self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let [game, opponent, ending] = self.list.sieve().words();
        let is_narrow = area.width < LIST - 10;
        let parts = [
            (Command::Game, "g", "game", game, "all"),
            (Command::Opponent, "o", "opponent", opponent, "anyone"),
            (Command::Result, "r", "result", ending, "any"),
        ];
        let mut x = area.x;
        for (command, key, label, words, usual) in parts {
            let label = if is_narrow { String::new() } else { format!(" {label}") };
            let style = if words == usual { look.dim() } else { look.strong() };
            let rest = |x: u16| Rect { x, width: area.right().saturating_sub(x), ..area };
            let start = x;
            for (text, style) in
                [(key, look.accent()), (&*label, look.dim()), (" ", look.dim()), (&*words, style)]
            {
                widgets::put(buffer, rest(x), text, style, look);
                x = (x + widgets::width(text)).min(area.right());
            }
            areas.add(
                Rect { x: start, width: x - start, ..area },
                ClickTarget::Command(AnyCommand::new(command)),
            );
            x = (x + if is_narrow { 2 } else { 4 }).min(area.right());
        }
    }

    /// Why there is no game to be seen, and what to do.
    fn nothing(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let (words, style) = match (self.list.trouble(), self.list.found().is_empty) {
            (Some(why), _) => (format!("The kept games can't be read: {why}."), look.alert()),
            (None, _) if !self.list.is_known() => (format!("Looking{}", look.glyphs.ellipsis), look.dim()),
            (None, true) => (
                "There are no games yet. Esc leads to the menu, where one can be played; i imports one from a file."
                    .to_owned(),
                look.text(),
            ),
            (None, false) => ("No games match. a lists all of them again.".to_owned(), look.text()),
        };
        let area = Rect { width: area.width.min(60), ..area };
        Paragraph::new(words).style(style).wrap(Wrap { trim: true }).render(area, buffer);
    }

    fn row(&self, at: u32, row: Rect, buffer: &mut Buffer, look: &Look) {
        let is_selected = at == self.list.selected();
        let is_narrow = row.width < LIST - 10;
        let plain =
            if is_selected { look.selected().remove_modifier(Modifier::BOLD) } else { look.text() };
        let calm = if is_selected { plain } else { look.dim() };
        if is_selected {
            buffer.set_style(row, plain);
            buffer.set_string(
                row.x,
                row.y,
                look.glyphs.pointer,
                look.selected().fg(look.inks.accent),
            );
        }
        let Some(game) = self.list.at(at) else {
            return put(WHEN, row, look.glyphs.ellipsis, calm, buffer, look);
        };
        let (title, players, result) =
            (words::title(game), words::players(game), words::result(game));
        let strong = if is_selected { look.selected() } else { look.strong() };
        // What still can be won stands out.
        let result_style = if game.ended.is_none() { strong } else { plain };
        if is_narrow {
            put(NARROW_GAME, row, &title, plain, buffer, look);
            put(NARROW_PLAYERS, row, &players, plain, buffer, look);
            return put(NARROW_RESULT, row, &result, result_style, buffer, look);
        }
        put(WHEN, row, &self.clock.short(game.touched), calm, buffer, look);
        put(GAME, row, &title, plain, buffer, look);
        put(PLAYERS, row, &players, plain, buffer, look);
        put(RESULT, row, &result, result_style, buffer, look);
        put_right(TURNS, row, &game.turns.to_string(), plain, buffer, look);
        put(MARKS, row, &words::marks(game), calm, buffer, look);
    }

    /// More of the selected game: two lines, or the seats and the board.
    fn more(&self, game: &Summary, area: Rect, buffer: &mut Buffer, look: &Look) {
        let when = self.clock.long(game.touched);
        if area.height <= LINES {
            let mut rows = area.rows();
            let seats = words::seats(game).into_iter().map(|seat| {
                let score = seat.score.map_or_else(String::new, |score| format!(" {score}"));
                format!("{} {}{score}", seat.seat, seat.who)
            });
            let lines =
                [seats.collect::<Vec<_>>().join(", "), format!("{when}, {}", words::facts(game))];
            for (words, row) in lines.iter().zip(&mut rows) {
                let row = Rect { x: row.x + 2, width: row.width.saturating_sub(2), ..row };
                widgets::put(buffer, row, words, look.dim(), look);
            }
            return;
        }
        let beside = area.width >= 2 * WORDS;
        let lines = words::seats(game).len() + 4;
        let high = u16::try_from(lines).unwrap_or(area.height).min(area.height);
        let (told, board) = if beside {
            let x = area.x + 2 + WORDS + 2;
            (
                Rect { x: area.x + 2, width: WORDS, ..area },
                Rect { x, width: area.right().saturating_sub(x), ..area },
            )
        } else {
            let y = area.y + high + 1;
            (
                Rect { height: high, ..area },
                Rect { y, height: area.bottom().saturating_sub(y), ..area },
            )
        };
        Self::tell(game, &when, told, buffer, look);
        match self.preview.of(game) {
            Some(Ok(position)) => position.draw(board, buffer, look),
            Some(Err(why)) => {
                Paragraph::new(why)
                    .style(look.alert())
                    .wrap(Wrap { trim: true })
                    .render(board, buffer);
            }
            None => {}
        }
    }

    /// The game, its seats and the rest in lines.
    fn tell(game: &Summary, when: &str, area: Rect, buffer: &mut Buffer, look: &Look) {
        let mut rows = area.rows();
        let mut line = |words: &str, style: Style| {
            let row = rows.next().unwrap_or(Rect { height: 0, ..area });
            widgets::put(buffer, row, words, style, look);
            row
        };
        line(&words::title(game), look.strong());
        line(when, look.dim());
        line("", look.dim());
        let mut scores = Vec::new();
        for (at, seat) in words::seats(game).into_iter().enumerate() {
            let note =
                if seat.note.is_empty() { String::new() } else { format!(", {}", seat.note) };
            let row = line(&format!("{} {}{note}", seat.seat, seat.who), look.seat(at));
            scores.extend(seat.score.map(|score| (row, score.to_string(), look.seat(at))));
        }
        line(&words::facts(game), look.dim());
        for (row, score, style) in scores {
            let width = widgets::width(&score).min(row.width);
            widgets::put(
                buffer,
                Rect { x: row.right() - width, width, ..row },
                &score,
                style,
                look,
            );
        }
    }
}

/// Words in a column of a row.
fn put(
    (x, width): (u16, u16),
    row: Rect,
    words: &str,
    style: Style,
    buffer: &mut Buffer,
    look: &Look,
) {
    let column = Rect { x: row.x + x, width, ..row }.intersection(row);
    widgets::put(buffer, column, words, style, look);
}

/// The same, at the right end of the column.
fn put_right(
    (x, width): (u16, u16),
    row: Rect,
    words: &str,
    style: Style,
    buffer: &mut Buffer,
    look: &Look,
) {
    let taken = widgets::width(words).min(width);
    put((x + width - taken, taken), row, words, style, buffer, look);
}
