//! Draws the page: the games with their results, the picture of the selected one, and what to know
//! about it.

use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length},
        Layout, Rect,
    },
};

use super::{Command, DailyScreen, days, on_selection};
use crate::{
    app::{
        daily::{played_deals, time_left},
        saved_games::last_game::progress,
    },
    database::{DailyDate, PersonResult},
    games::{DAILY_LEVEL, GameFacts, capitalized, sentence},
    widgets::{
        ClickAreas, Look, drawing,
        list::{TextColumn, draw_selection, draw_text_right},
        page::{Frame, WindowClass},
        paragraphs::{self, Styled, wrapped},
    },
};
use fourcade_engine::GameKind;

/// The distance of names from the left end of the list.
const INDENT: u16 = 2;
/// Room for the legend, beside as many weeks as fit.
const LEGEND_WIDTH: u16 = 24;
/// Room for the longest name and result.
const LIST_WIDTH: u16 = 34;
const SPACING: u16 = 2;
/// The smallest width of a picture that has room for all cards of Concentration and a margin.
const MIN_PICTURE_WIDTH: u16 = 40;
#[allow(clippy::cast_possible_truncation)] // 4
const GAMES: u16 = GameKind::ALL.len() as u16;
/// The names of the days, and two rows for each game.
const MIN_LIST_HEIGHT: u16 = 1 + 2 * GAMES;
/// With fewer rows, the texts are only about the deal.
const MAX_TEXTS_HEIGHT: u16 = 8;

struct DailyLayout {
    frame: Frame,
    /// The list of games, and the texts.
    list: Rect,
    picture: Option<Rect>,
}

impl DailyLayout {
    fn new(area: Rect) -> Self {
        let frame = Frame::new(area);
        let Rect { width, height, .. } = frame.content;
        if frame.class == WindowClass::Small {
            return Self { frame, list: frame.content, picture: None };
        }
        let width = match frame.class {
            WindowClass::Large => width / 2,
            _ => width - LIST_WIDTH - SPACING,
        };
        // Cells are twice as high as wide.
        let width = width.min((2 * height).max(MIN_PICTURE_WIDTH));
        let height = height.min(width / 2);
        let frame = frame.around(height);
        let content = Rect { height, ..frame.content };
        let sides = Layout::horizontal([Fill(1), Length(width)]).spacing(SPACING);
        let [list, picture] = content.layout(&sides);
        Self { frame, list, picture: Some(picture) }
    }
}

pub fn draw(
    screen: &DailyScreen,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    click_areas: &mut ClickAreas,
) {
    let DailyLayout { frame, list, picture } = DailyLayout::new(area);
    screen.draw_head(&frame, buffer, look, click_areas);
    screen.draw_list(list, buffer, look, click_areas);
    if let Some(area) = picture
        && let Some(picture) = &screen.pictures[screen.selected]
    {
        picture.draw(area, buffer, look);
        click_areas.add(area, Command::Play);
    }
}

impl DailyScreen {
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
        vec![format!("{played}, new deals in {left}"), format!("{count}/{all}, new in {left}")]
    }

    /// The games, and the texts at the end of the area.
    fn draw_list(&self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        // At least an empty row below each game, if there is room.
        let free = area.height.saturating_sub(MIN_LIST_HEIGHT);
        let max = free.saturating_sub(GAMES).clamp(1, MAX_TEXTS_HEIGHT);
        let gap = (free + 1).saturating_sub(max) / GAMES;
        let texts = self.texts(area.width, max, look);
        let height = drawing::cells(texts.len());
        let [names, games, texts_area] =
            area.layout(&Layout::vertical([Length(1), Fill(1), Length(height)]));
        let end = days::end_of_week(self.date, self.today());
        let weeks = |row: Rect| {
            let width = row.width.saturating_sub(LEGEND_WIDTH).max(days::WIDTH).min(row.width);
            Rect { x: row.right() - width, width, ..row }
        };
        let legend = Rect { width: names.width - weeks(names).width, ..names };
        days::draw_legend(legend, buffer, look);
        days::draw_names(self.date, end, weeks(names), buffer, look);
        let places = Layout::vertical([Length(2); GameKind::ALL.len()]).spacing(gap);
        for ((index, kind), place) in (0..).zip(GameKind::ALL).zip(places.split(games).iter()) {
            let [row, days] = place.layout(&Layout::vertical([Length(1); 2]));
            let is_selected = index == self.selected;
            // Swapped colours would turn the marks upside down.
            let is_whole = is_selected && !look.reverses_selection();
            if is_selected {
                let area = if is_whole { *place } else { row };
                let with_margin = Rect { width: area.width + 1, ..area };
                draw_selection(buffer, with_margin, look.selected(), look, areas);
            }
            self.draw_result(kind, row, is_selected, (buffer, look));
            days::draw(&self.calendar, kind, end, weeks(days), is_whole, (buffer, look));
            let streak = self.calendar.current_or_longest_streak(kind, self.today());
            if let Some(streak) = streak {
                let style = if is_whole { on_selection(look.dim(), look) } else { look.dim() };
                TextColumn::new(INDENT, LEGEND_WIDTH).draw(buffer, days, &streak, style, look);
            }
            areas.add(*place, Command::Open(kind));
        }
        paragraphs::draw(&texts, texts_area, buffer, look);
    }

    /// The name of a game and its result.
    fn draw_result(
        &self,
        kind: GameKind,
        row: Rect,
        is_selected: bool,
        (buffer, look): (&mut Buffer, &Look),
    ) {
        let on_row = |style| if is_selected { on_selection(style, look) } else { style };
        let title = GameFacts::of(kind).title;
        let style = match self.calendar.result(kind, self.date) {
            Some(PersonResult::Won) => look.won(),
            Some(_) => look.text(),
            None => look.dim(),
        };
        let state = self.calendar.state(kind, self.date);
        TextColumn::new(INDENT, row.width).draw(buffer, row, title, on_row(look.strong()), look);
        let x = INDENT + drawing::text_width(title) + 1;
        let result = TextColumn::new(x, row.width.saturating_sub(x));
        result.draw_right(buffer, row, &state, on_row(style), look);
    }

    /// The texts about the selected deal, as many as fit into the rows.
    fn texts(&self, columns: u16, rows: u16, look: &Look) -> Vec<Styled> {
        let kind = GameKind::ALL[self.selected];
        let facts = GameFacts::of(kind);
        let mut texts = Vec::new();
        if let Some(problem) = &self.problem {
            texts.push((format!("The results can't be read: {problem}"), look.alert()));
        }
        if rows == MAX_TEXTS_HEIGHT {
            texts.push((facts.title.to_owned(), look.strong()));
            texts.push((capitalized(facts.summary) + ".", look.text()));
            texts.push((String::new(), look.text()));
        }
        let rules = self.rules(kind, rows == 1).into_iter().map(|rule| (rule, look.text()));
        let mut lines = Vec::new();
        for text in texts.into_iter().chain(rules) {
            let paragraph = wrapped([text], columns);
            if lines.len() + paragraph.len() <= rows.into() {
                lines.extend(paragraph);
            }
        }
        lines
    }

    /// Whether the selected game counts and, unless it must be short, what is the same for all.
    fn rules(&self, kind: GameKind, is_short: bool) -> Vec<String> {
        let game = self.calendar.game(kind, self.date);
        let counts = match game {
            _ if self.fixed_date.is_some() => "Other days are for practice.",
            Some(game) if game.is_practice => "Today's game became practice.",
            Some(game) if game.result.is_some() => "Another game is for practice.",
            _ if is_short => &format!("Your first game counts, against {DAILY_LEVEL}."),
            _ => "Your first game counts. A hint or an undo makes it practice.",
        };
        if is_short {
            return vec![counts.to_owned()];
        }
        let unfinished = game.filter(|game| game.result.is_none());
        let mut rules: Vec<_> =
            unfinished.map(|game| sentence(&progress(kind, game.turns))).into_iter().collect();
        rules.push(format!("The same for all, against {DAILY_LEVEL}."));
        rules.push(counts.to_owned());
        if self.fixed_date.is_none() && self.calendar.can_win_all(self.date) {
            rules.push("Win all four today to earn a feat.".to_owned());
        }
        rules
    }
}
