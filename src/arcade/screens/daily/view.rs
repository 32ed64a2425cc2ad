//! Draws the page: the games with their results, texts about the selected one, and its picture.

use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length},
        Layout, Rect, Size,
    },
    style::Style,
};

use super::{
    Command, DailyScreen,
    days::{self, Days},
};
use crate::{
    app::{
        daily::{DailyTotals, WHAT_MAKES_PRACTICE, opening_sentence, seat_sentence, time_left},
        saved_games::last_game::progress,
    },
    database::DailyDate,
    games::{GameFacts, capitalized, sentence},
    widgets::{
        ClickAreas, Look, drawing,
        list::{TextColumn, draw_selection, draw_text_right},
        page::{Frame, TEXT_WIDTH, WindowClass},
        paragraphs::{self, Styled, wrapped},
    },
};
use fourcade_engine::GameKind;

const TODAY: &str = "Today's deal";

/// The distance of names from the left end of the list.
const INDENT: u16 = 2;
/// Fits the pointer and the longest name.
const NAME_WIDTH: u16 = INDENT + 13;
const LIST_WIDTH: u16 = NAME_WIDTH + days::WEEK_WIDTH;
/// The minimum width of the list in large windows, which fits the totals.
/// Minimum width of the list in large windows, with the totals below it.
const WIDE_LIST_WIDTH: u16 = TOTALS_WIDTH;
/// The maximum width of the picture in large windows, except for the widest ones.
const PICTURE_WIDTH: u16 = 64;
#[allow(clippy::cast_possible_truncation)] // 4
const GAMES: u16 = GameKind::ALL.len() as u16;
/// With fewer rows, the list has no results; that of the selected game is in the text below.
const MIN_HEIGHT_FOR_RESULTS: u16 = 18;
/// The content of the smallest large window.
const MIN_LARGE_HEIGHT: u16 = 35;

const TOTALS_WIDTH: u16 = 45;
/// The headings and right ends of the columns of totals. [`STREAKS`] is above the last two.
const TOTALS: [(&str, u16); 4] =
    [("played", 21), ("won", 26), ("now", 36), ("longest", TOTALS_WIDTH)];
const TOTALS_HEIGHT: u16 = 2 + GAMES;
const TOTALS_GAP: u16 = 2;
const STREAKS: &str = "days played in a row";
const SHARE_X: u16 = 49;
const SHARE_WIDTH: u16 = 20;
/// Fits the totals with bars and percentages.
const MIN_WIDTH_FOR_SHARES: u16 = SHARE_X + SHARE_WIDTH + 5;

struct DailyLayout {
    frame: Frame,
    /// The list of games, and the texts.
    list: Rect,
    picture: Option<Rect>,
}

impl DailyLayout {
    /// The page is no wider than its picture and the weeks with results that fit beside it.
    fn new(area: Rect, first_day: Option<DailyDate>, today: DailyDate) -> Self {
        let frame = Frame::filling(area);
        let Rect { width, height, .. } = frame.content;
        let (min_list_width, max_picture_width, spacing) = match frame.class {
            WindowClass::Small => {
                return Self { frame, list: frame.content, picture: None };
            }
            WindowClass::Usual => (LIST_WIDTH, width, 2),
            WindowClass::Large => (WIDE_LIST_WIDTH, PICTURE_WIDTH.max(width / 2), 3),
        };
        // Cells are twice as high as wide.
        let room = width - min_list_width - spacing;
        let picture = room.min(2 * height).min(max_picture_width);
        let room = width - picture - spacing;
        let days = days::width(room - NAME_WIDTH, frame.class, first_day, today);
        let list = (NAME_WIDTH + days).max(WIDE_LIST_WIDTH).min(room);
        let height = height.min(MIN_LARGE_HEIGHT.max(picture / 2));
        let size = Size::new(list + spacing + picture, area.height);
        let frame = Frame::within(area, size).centred_for(height);
        let content = Rect { height, ..frame.content };
        let sides = Layout::horizontal([Length(list), Length(picture)]).spacing(spacing);
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
    let first_day = screen.calendar.first_day();
    let DailyLayout { frame, list, picture } = DailyLayout::new(area, first_day, screen.today());
    screen.draw_head(&frame, buffer, look, click_areas);
    let below = screen.draw_list(list, frame.class, first_day, buffer, look, click_areas);
    screen.draw_texts(below, frame.class, has_results(list), buffer, look);
    if let Some(area) = picture
        && let Some(picture) = &screen.pictures[screen.selected]
    {
        picture.draw(area, buffer, look);
        click_areas.add(area, Command::Play);
    }
}

impl DailyScreen {
    fn draw_head(&self, frame: &Frame, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let title = if self.fixed_date.is_none() { TODAY } else { "Daily deal" };
        frame.draw_title(title, buffer, look, areas);
        let format = if frame.class == WindowClass::Small { "%-d %b" } else { "%a %-d %b %Y" };
        let date = self.date.date().strftime(format).to_string();
        // Placed after the longer title, so that the date doesn't move.
        let room = frame.after_title(TODAY);
        let text = TextColumn::new(2, room.width.saturating_sub(2));
        text.draw(buffer, room, &date, look.text(), look);
        let [.., previous, next] = look.glyphs.more;
        let after = room.x + 3 + drawing::text_width(&date);
        let mut arrows = vec![(previous, room.x, Command::DayBefore)];
        if self.fixed_date.is_some() {
            arrows.push((next, after, Command::DayAfter));
        }
        let mut end = after + 1;
        for (arrow, x, command) in arrows {
            let place = Rect { x, width: 1, ..room }.intersection(room);
            drawing::draw_text(buffer, place, arrow, look.accent(), look);
            areas.add(Rect { x: x.saturating_sub(1), width: 3, ..room }, command);
            end = end.max(x + 3);
        }
        let room = Rect { x: end, width: room.right().saturating_sub(end), ..room };
        let (standing, style) = self.standing(look);
        draw_text_right(buffer, room, drawing::fitting(&standing, room.width), style, look);
        if frame.class > WindowClass::Small {
            areas.set_message_area_at_right(Rect { height: frame.content.y - room.y, ..room });
        }
    }

    /// How many deals are won and when new ones come, in several forms, the longest first.
    fn standing(&self, look: &Look) -> (Vec<String>, Style) {
        let mut standing = format!("{} of {GAMES} won", self.calendar.won(self.date));
        let mut style = look.dim();
        if self.calendar.has_won_all(self.date) {
            standing = format!("{} {standing}", look.glyphs.stars[1]);
            style = look.won();
        }
        let mut forms = Vec::new();
        if self.fixed_date.is_none() && self.date == DailyDate::today() {
            let left = time_left();
            forms.push(format!("{standing}, new deals in {left}"));
            forms.push(format!("{standing}, new in {left}"));
        }
        forms.push(standing);
        (forms, style)
    }

    /// Draws the games with their results. Returns the area below, after an empty row.
    fn draw_list(
        &self,
        area: Rect,
        class: WindowClass,
        first_day: Option<DailyDate>,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) -> Rect {
        // Large windows have an empty row below the days.
        let (head_rows, space) = if class == WindowClass::Large { (2, 1) } else { (1, 0) };
        let (game, gap) = match class {
            _ if !has_results(area) => (1, 0),
            WindowClass::Large => (2, 2),
            _ => (2, 1),
        };
        let height = game * GAMES + gap * (GAMES - 1);
        let rows = [Length(head_rows + space), Length(height), Length(gap.max(1)), Fill(1)];
        let [head, games, _, below] = area.layout(&Layout::vertical(rows));
        let list = head.union(games);
        let [_, columns] = list.layout(&Layout::horizontal([Length(NAME_WIDTH), Fill(1)]));
        let dates = [self.date, self.today()];
        let days = Days::new(&self.calendar, first_day, dates, columns, class);
        days.draw_head(head_rows, buffer, look, areas);
        let places = Layout::vertical([Length(game); GameKind::ALL.len()]).spacing(gap);
        for (kind, place) in GameKind::ALL.into_iter().zip(places.split(games).iter()) {
            self.draw_game(kind, *place, &days, buffer, look, areas);
        }
        if class == WindowClass::Small {
            // A message of two rows hides the title and the days instead of a result.
            areas.replace_with_message(below);
            areas.replace_with_message(Rect { y: area.y.saturating_sub(1), height: 2, ..area });
        }
        below
    }

    /// Draws the name of a game, its last results and, if there is room, that of the chosen day.
    fn draw_game(
        &self,
        kind: GameKind,
        place: Rect,
        days: &Days,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let [name, result] = place.layout(&Layout::vertical([Length(1), Fill(1)]));
        let is_selected = kind == GameKind::ALL[self.selected];
        if is_selected {
            // Reversing the whole row would reverse the colours of its results.
            let ground = if look.reverses_selection() {
                Rect { width: NAME_WIDTH.min(name.width), ..name }
            } else {
                buffer.set_style(place, look.selected());
                name
            };
            draw_selection(buffer, ground, look.selected(), look, areas);
        }
        areas.add(place, Command::Row(kind));
        days.draw(kind, place, is_selected, buffer, look, areas);
        let text = TextColumn::new(INDENT, NAME_WIDTH + days::WEEK_WIDTH);
        let style = if is_selected { look.selected() } else { look.strong() };
        text.draw(buffer, name, GameFacts::of(kind).title, style, look);
        let style = days::deal_style(self.calendar.game(kind, self.date), is_selected, look);
        text.draw(buffer, result, &self.calendar.describe(kind, self.date), style, look);
    }

    /// Draws texts about the selected game and the day, as many as fit. In large windows, the
    /// totals of all games are below. The texts have the same places for all games.
    fn draw_texts(
        &self,
        area: Rect,
        class: WindowClass,
        has_results: bool,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        let totals = self.totals();
        let has_totals = class == WindowClass::Large && !totals.is_empty();
        let table_height = if has_totals { TOTALS_GAP + TOTALS_HEIGHT } else { 0 };
        let room = Rect { height: area.height.saturating_sub(table_height), ..area };
        let games = GameKind::ALL.map(|kind| {
            let other_days =
                if has_totals { Vec::new() } else { self.about_other_days(kind, look) };
            let game = self.about_game(kind, class, has_results, look);
            [game, self.about_counting(kind, look), self.about_day(look), other_days]
        });
        let lines =
            fitting_lines(&games, self.selected, room.width.min(TEXT_WIDTH), room.height.into());
        paragraphs::draw(&lines, room, buffer, look);
        if has_totals {
            let texts = u16::try_from(lines.len()).unwrap_or(room.height);
            let rows = Layout::vertical([Length(texts), Length(TOTALS_GAP), Length(TOTALS_HEIGHT)]);
            let [_, _, table] = area.layout(&rows);
            self.draw_totals(&totals, table, buffer, look);
        }
    }

    /// Texts about how often the game was won, and how a streak goes on.
    fn about_other_days(&self, kind: GameKind, look: &Look) -> Vec<Styled> {
        let Some(DailyTotals { played, won, .. }) = self.calendar.totals(kind, self.today()) else {
            return Vec::new();
        };
        let is_practice = self.calendar.game(kind, self.date).is_some_and(|game| game.is_practice);
        let has_streak = self.fixed_date.is_none() && !is_practice;
        let title = GameFacts::of(kind).title;
        let texts = [
            (played > 1).then(|| format!("{won} of {played} deals of {title} won.")),
            has_streak.then(|| self.calendar.streak_sentence(kind, self.date)),
        ];
        texts.into_iter().flatten().map(|text| (text, look.dim())).collect()
    }

    /// The totals of the games with results.
    fn totals(&self) -> Vec<(GameKind, DailyTotals)> {
        let of = |kind| Some((kind, self.calendar.totals(kind, self.today())?));
        GameKind::ALL.into_iter().filter_map(of).collect()
    }

    fn draw_totals(
        &self,
        totals: &[(GameKind, DailyTotals)],
        table: Rect,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        let has_shares = table.width >= MIN_WIDTH_FOR_SHARES;
        let column = |end: u16| TextColumn::new(0, end);
        let share = TextColumn::new(SHARE_X, SHARE_WIDTH);
        let percents = TextColumn::new(0, MIN_WIDTH_FOR_SHARES);
        let parts = Layout::vertical([Length(1), Length(1), Length(GAMES)]);
        let [above, head, rows] = table.layout(&parts);
        column(TOTALS_WIDTH).draw_right(buffer, above, STREAKS, look.dim(), look);
        for (heading, end) in TOTALS {
            column(end).draw_right(buffer, head, heading, look.dim(), look);
        }
        if has_shares {
            share.draw(buffer, head, "share of wins", look.dim(), look);
        }
        for ((kind, totals), row) in totals.iter().zip(rows.rows()) {
            let is_selected = *kind == GameKind::ALL[self.selected];
            let style = if is_selected { look.strong() } else { look.dim() };
            drawing::draw_text(buffer, row, GameFacts::of(*kind).title, style, look);
            for ((_, end), number) in TOTALS.into_iter().zip(totals.numbers()) {
                column(end).draw_right(buffer, row, &number.to_string(), style, look);
            }
            if has_shares {
                let percent = totals.percent_won();
                let columns = usize::from(SHARE_WIDTH);
                let bar = look.low_bar().repeat(percent * columns / 100);
                share.draw(buffer, row, &look.glyphs.track.repeat(columns), look.rule(), look);
                share.draw(buffer, row, &bar, style, look);
                percents.draw_right(buffer, row, &format!("{percent}%"), style, look);
            }
        }
    }

    /// Texts about who plays and what has happened in a game.
    fn about_game(
        &self,
        kind: GameKind,
        class: WindowClass,
        has_results: bool,
        look: &Look,
    ) -> Vec<Styled> {
        let has_details = class == WindowClass::Large;
        let mut texts = Vec::new();
        if has_details {
            texts.push(capitalized(GameFacts::of(kind).summary) + ".");
        }
        let game = self.calendar.game(kind, self.date);
        let is_over = self.calendar.is_over(kind, self.date);
        if !has_results && is_over {
            texts.push(sentence(&self.calendar.describe(kind, self.date)));
        }
        let points = self.calendar.final_points(kind, self.date, self.naming);
        let seat = || seat_sentence(kind, self.naming, has_details, is_over);
        texts.push(points.unwrap_or_else(seat));
        match game {
            None => texts.extend(opening_sentence(kind, self.date)),
            Some(game) if game.result.is_none() => {
                let turns = progress(kind, game.turns);
                texts.push(match game.scores[..] {
                    [own, other] if kind.has_scores() => format!("{own}-{other}, {turns}."),
                    _ => sentence(&turns),
                });
            }
            Some(_) => {}
        }
        let problem = self.problem.as_ref();
        let problem = problem.map(|it| (format!("The results can't be read: {it}"), look.alert()));
        let texts = texts.into_iter().map(|text| (text, look.text()));
        problem.into_iter().chain(texts).collect()
    }

    /// Texts that say whether the game counts.
    fn about_counting(&self, kind: GameKind, look: &Look) -> Vec<Styled> {
        let texts: &[&str] = match self.calendar.game(kind, self.date) {
            Some(game) if game.result.is_none() && !game.is_practice => {
                &["This game counts.", WHAT_MAKES_PRACTICE]
            }
            _ if self.fixed_date.is_some() => &["Other days are for practice."],
            Some(game) if game.is_practice => &["Today's game became practice."],
            Some(_) => &["Another game is for practice."],
            None => &["Your first game counts.", WHAT_MAKES_PRACTICE],
        };
        texts.iter().map(|&text| (text.to_owned(), look.dim())).collect()
    }

    /// Texts about the day, which are the same for all games.
    fn about_day(&self, look: &Look) -> Vec<Styled> {
        let mut texts = Vec::new();
        if self.calendar.has_won_all(self.date) {
            texts.push((format!("{} A perfect day.", look.glyphs.stars[1]), look.won()));
        }
        let mut add = |text: &str| texts.push((text.to_owned(), look.dim()));
        if self.totals().is_empty() {
            add("The same deals for everybody.");
            add("Your results will appear here day by day.");
        }
        if self.fixed_date.is_none() && self.calendar.can_win_all(self.date) {
            add("Win all four today to earn a feat.");
        }
        texts
    }
}

/// Whether the list has a row for the result of each game.
fn has_results(list: Rect) -> bool {
    list.height >= MIN_HEIGHT_FOR_RESULTS
}

/// Lays out a game's groups of texts with empty rows between the groups: as many texts as fit, but
/// at least the first. Each group has the same place for all games.
fn fitting_lines<const GROUPS: usize>(
    games: &[[Vec<Styled>; GROUPS]],
    selected: usize,
    width: u16,
    height: usize,
) -> Vec<Styled> {
    let mut lines: Vec<Styled> = Vec::new();
    for (index, group) in games[selected].iter().enumerate() {
        let heights = games.iter().map(|groups| wrapped(groups[index].clone(), width).len());
        let longest = heights.max().filter(|&longest| longest > 0);
        let Some(longest) = longest else { continue };
        let top = if lines.is_empty() { 0 } else { lines.len() + 1 };
        lines.resize(top, Styled::default());
        for text in group {
            let paragraph = wrapped([text.clone()], width);
            if lines.len() + paragraph.len() > height && !lines.is_empty() {
                lines.resize(height, Styled::default());
                return lines;
            }
            lines.extend(paragraph);
        }
        lines.resize(top + longest, Styled::default());
    }
    lines.truncate(height.max(1));
    lines
}
