//! Draws the page: the games with their results and pictures, and details of the selected one.

use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length},
        Layout, Rect,
    },
    style::Style,
};

use super::{Command, DailyScreen, days};
use crate::{
    app::{
        daily::{played_deals, time_left},
        saved_games::last_game::progress,
    },
    database::{DailyDate, PersonResult},
    games::{DAILY_LEVEL, GameFacts, capitalized, sentence},
    widgets::{
        ClickAreas, Look,
        cards::draw_ground,
        drawing,
        list::{TextColumn, draw_selection, draw_text_right},
        page::{Frame, WindowClass},
        paragraphs::{self, Styled, wrapped},
    },
};
use fourcade_engine::GameKind;

const TITLE: TextColumn = TextColumn::new(2, 13);
const LIST_WIDTH: u16 = 35;
#[allow(clippy::cast_possible_truncation)] // 4
const LIST_HEIGHT: u16 = GameKind::ALL.len() as u16;
/// Leaves the pictures of large windows room for all cards and a margin.
const DETAILS_WIDTH: u16 = 28;
/// The rows of the legend, the results and the rules, with empty rows between them.
const TEXTS_HEIGHT: u16 = 10;
/// The same in the narrow column of a large window, with the name of the game.
const LARGE_TEXTS_HEIGHT: u16 = 16;
/// With fewer rows, the details have no legend and only one rule.
const MIN_HEIGHT_FOR_RULES: u16 = 9;
/// Of the pictures in a large window.
const COLUMNS: usize = 2;

/// Where a game is listed, and its picture if it has a place of its own.
struct GamePlace {
    row: Rect,
    picture: Option<Rect>,
}

struct DailyLayout {
    frame: Frame,
    games: Vec<GamePlace>,
    /// The picture of the selected game.
    selected: Option<Rect>,
    details: Rect,
}

impl DailyLayout {
    fn new(area: Rect) -> Self {
        let frame = Frame::new(area);
        if frame.class == WindowClass::Large {
            return Self::with_all_pictures(frame);
        }
        let beside = Layout::horizontal([Length(LIST_WIDTH), Fill(1)]).spacing(1);
        let (left, selected) = match frame.class {
            WindowClass::Small => (frame.content, None),
            _ => {
                let [left, right] = frame.content.layout(&beside);
                let height = right.height.min(max_height(right.width));
                (left, Some(Rect { height, ..right }))
            }
        };
        let rows = Layout::vertical([Length(LIST_HEIGHT), Fill(1)]).spacing(1);
        let [list, details] = left.layout(&rows);
        let row = |row: Rect| GamePlace { row, picture: None };
        Self { frame, games: list.rows().map(row).collect(), selected, details }
    }

    fn with_all_pictures(frame: Frame) -> Self {
        let beside = Layout::horizontal([Length(DETAILS_WIDTH), Fill(1)]).spacing(2);
        let [details, right] = frame.content.layout(&beside);
        // All have the same size.
        let width = (right.width - 2) / 2;
        let height = ((right.height - 1) / 2).min(max_height(width) + 1);
        let rows = Layout::vertical([Length(height); 2]).spacing(1).split(right);
        let sides = Layout::horizontal([Length(width); COLUMNS]).spacing(2);
        let place = |room: Rect| {
            let [picture, row] = room.layout(&Layout::vertical([Fill(1), Length(1)]));
            GamePlace { row, picture: Some(picture) }
        };
        let rooms = rows.iter().flat_map(|row| sides.split(*row).to_vec());
        let games = rooms.map(place).collect();
        Self { frame, games, selected: None, details }
    }
}

/// The height of a square picture, whose cells are twice as high as they are wide.
fn max_height(width: u16) -> u16 {
    width / 2
}

fn below(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}

/// Returns the number of games side by side.
pub fn draw(
    screen: &DailyScreen,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) -> usize {
    let DailyLayout { frame, games, selected, details } = DailyLayout::new(area);
    screen.draw_head(&frame, buffer, look, areas);
    for ((index, kind), place) in GameKind::ALL.into_iter().enumerate().zip(&games) {
        screen.draw_game(index, place.row, buffer, look, areas);
        areas.add(place.row, Command::Open(kind));
        if let Some(picture) = place.picture {
            screen.draw_picture(index, picture, buffer, look);
            areas.add(picture, Command::Open(kind));
        }
    }
    if let Some(picture) = selected {
        screen.draw_picture(screen.selected, picture, buffer, look);
        areas.add(picture, Command::Play);
    }
    screen.draw_details(details, frame.class, buffer, look);
    if frame.class == WindowClass::Large { COLUMNS } else { 1 }
}

impl DailyScreen {
    fn kind(&self) -> GameKind {
        GameKind::ALL[self.selected]
    }

    fn draw_head(&self, frame: &Frame, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let date = self.date.in_words();
        let (title, date) = match self.fixed_date {
            None => ("Today's deal".to_owned(), date),
            Some(_) => (format!("Deal of {date}"), String::new()),
        };
        frame.draw_title(&title, buffer, look, areas);
        let room = frame.after_title(&title);
        let standing = self.standing();
        let standing = drawing::fitting(&standing, room.width);
        let used = draw_text_right(buffer, room, standing, look.dim(), look);
        if drawing::text_width(&date) + 2 + used <= room.width {
            drawing::draw_text(buffer, room, &date, look.dim(), look);
        }
    }

    /// The number of played deals and the time that is left, in ever shorter forms.
    fn standing(&self) -> Vec<String> {
        if self.fixed_date.is_some() {
            return vec!["for practice".to_owned()];
        }
        let played = match self.calendar.finished(self.date).len() {
            all if all == GameKind::ALL.len() => {
                format!("all played, {} won", self.calendar.won(self.date))
            }
            count => played_deals(count),
        };
        if self.date != DailyDate::today() {
            return vec![played];
        }
        let (count, all) = (self.calendar.finished(self.date).len(), GameKind::ALL.len());
        let left = time_left();
        vec![format!("{played}, new deals in {left}"), format!("{count} of {all}, {left} left")]
    }

    fn draw_game(
        &self,
        index: usize,
        row: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let kind = GameKind::ALL[index];
        let is_selected = index == self.selected;
        let on_row = |style: Style| match is_selected {
            // A dim text would be too weak on this background.
            true if style == look.dim() => look.selected(),
            true => Style { fg: style.fg, ..look.selected() },
            false => style,
        };
        if is_selected {
            draw_selection(buffer, row, look.selected(), look, areas);
        }
        let title = GameFacts::of(kind).title;
        TITLE.draw(buffer, row, title, on_row(look.strong()), look);
        let result = self.calendar.result(kind, self.date);
        let style = match result {
            Some(PersonResult::Won) => look.won(),
            Some(_) => look.text(),
            None => look.dim(),
        };
        let text = self.calendar.state(kind, self.date);
        let x = TITLE.x + drawing::text_width(title) + 2;
        let room = row.width.saturating_sub(x + 1);
        // A long text takes the place of the mark.
        let mark_width = if drawing::text_width(&text) + 2 <= room { 2 } else { 0 };
        TextColumn::new(x, room - mark_width).draw_right(buffer, row, &text, on_row(style), look);
        if let Some(result) = result.filter(|_| mark_width > 0) {
            let (mark, style) = days::mark_in_row(result, is_selected, look);
            TextColumn::new(x + room - 1, 1).draw(buffer, row, &mark, on_row(style), look);
        }
    }

    fn draw_picture(&self, index: usize, frame: Rect, buffer: &mut Buffer, look: &Look) {
        draw_ground(buffer, frame, look);
        if let Some(picture) = self.pictures.get(index).and_then(Option::as_ref)
            && let Some(place) = picture.place(frame)
        {
            picture.draw(place, buffer, look);
        }
    }

    fn draw_details(&self, area: Rect, class: WindowClass, buffer: &mut Buffer, look: &Look) {
        let kind = self.kind();
        let is_low = area.height < MIN_HEIGHT_FOR_RULES;
        let selected = [kind];
        let shown: &[GameKind] = match class {
            _ if self.fixed_date.is_some() => &[],
            WindowClass::Large => &GameKind::ALL,
            _ => &selected,
        };
        let mut room = self.draw_weeks(shown, area, buffer, look);
        if !shown.is_empty() && !is_low {
            days::draw_legend(room, buffer, look);
            room = below(room, 2);
        }
        let facts = GameFacts::of(kind);
        if shown.len() != 1 {
            drawing::draw_text(buffer, room, facts.title, look.strong(), look);
            room = below(room, 1);
        }
        let histogram = self.calendar.histogram_lines(kind, look.low_bar(), room.width);
        let histogram: Vec<_> = histogram.into_iter().map(|line| (line, look.text())).collect();
        if !histogram.is_empty() && !shown.is_empty() && !is_low {
            room = paragraphs::draw(&histogram, room, buffer, look);
        }
        let rules = wrapped(self.rules(kind, is_low, look), room.width);
        let room = paragraphs::draw(&rules, room, buffer, look);
        let about = wrapped([(capitalized(facts.summary) + ".", look.text())], room.width);
        if usize::from(room.height) >= about.len() {
            paragraphs::draw(&about, room, buffer, look);
        }
    }

    /// The streaks and the weeks of these games. Returns the area below them.
    fn draw_weeks(&self, games: &[GameKind], area: Rect, buffer: &mut Buffer, look: &Look) -> Rect {
        let texts = if games.len() > 1 { LARGE_TEXTS_HEIGHT } else { TEXTS_HEIGHT };
        let count = drawing::cells(games.len()).max(1);
        let gap = u16::from(count > 1);
        let free = (area.height.saturating_sub(texts) + gap) / count;
        let height = days::height(&self.calendar, self.date, free.saturating_sub(gap));
        let mut room = area;
        for &kind in games {
            let place = Rect { height: height.min(room.height), ..room };
            days::draw(&self.calendar, kind, self.date, place, (buffer, look));
            room = below(room, height + gap);
        }
        room
    }

    /// What is the same for all, and whether the selected game counts; only the latter if `is_low`.
    fn rules(&self, kind: GameKind, is_low: bool, look: &Look) -> Vec<Styled> {
        let game = self.calendar.game(kind, self.date);
        let counts = match game {
            _ if self.fixed_date.is_some() => "Other days are for practice.",
            Some(game) if game.is_practice => "Today's game became practice.",
            Some(game) if game.result.is_some() => "Another game is for practice.",
            _ if is_low => &format!("Your first game counts, against {DAILY_LEVEL}."),
            _ => "Your first game counts. A hint or an undo makes it practice.",
        };
        if is_low && self.problem.is_none() {
            return vec![(counts.to_owned(), look.text())];
        }
        let mut rules =
            vec![format!("The same for all, against {DAILY_LEVEL}."), counts.to_owned()];
        if let Some(game) = game.filter(|game| game.result.is_none()) {
            rules.insert(0, sentence(&progress(kind, game.turns)));
        }
        if self.fixed_date.is_none() && self.calendar.can_win_all(self.date) {
            rules.push("Win all four today to earn a feat.".to_owned());
        }
        let mut rules: Vec<_> = rules.into_iter().map(|rule| (rule, look.text())).collect();
        if let Some(problem) = &self.problem {
            rules.push((format!("The results can't be read: {problem}"), look.alert()));
        }
        rules
    }
}
