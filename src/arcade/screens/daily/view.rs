//! Draws the page: the games with their results and what to know about the selected one, beside its
//! picture.

use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length},
        Layout, Rect,
    },
    style::Style,
};

use super::{Command, DailyScreen, KEYS, days, on_selection};
use crate::{
    app::{
        daily::{opening_sentence, played_deals, seat_sentence, time_left},
        saved_games::last_game::progress,
    },
    database::DailyDate,
    games::{DAILY_LEVEL, GameFacts, capitalized, sentence},
    widgets::{
        ClickAreas, Look, drawing,
        keys::key_name,
        list::{TextColumn, draw_selection, draw_text_right},
        page::{Frame, WindowClass},
        paragraphs::{self, Styled, wrapped},
    },
};
use fourcade_engine::GameKind;

/// The distance of names from the left end of the list.
const INDENT: u16 = 2;
/// Room for the streak or the legend, beside as many weeks as fit.
const STREAK_WIDTH: u16 = 24;
/// Room for the longest name and result, or for the totals of a game.
const LIST_WIDTH: u16 = 34;
const LARGE_LIST_WIDTH: u16 = 40;
const SPACING: u16 = 2;
/// The smallest width of a picture that has room for all cards of Concentration and a margin.
const MIN_PICTURE_WIDTH: u16 = 40;
#[allow(clippy::cast_possible_truncation)] // 4
const GAMES: u16 = GameKind::ALL.len() as u16;
/// With fewer rows, there are none between the games.
const MIN_HEIGHT_FOR_GAPS: u16 = 18;

struct DailyLayout {
    frame: Frame,
    /// The list of games, and the texts.
    list: Rect,
    picture: Option<Rect>,
}

impl DailyLayout {
    fn new(area: Rect) -> Self {
        let frame = Frame::filling(area);
        let Rect { width, height, .. } = frame.content;
        let list_width = match frame.class {
            WindowClass::Small => {
                return Self { frame, list: frame.content, picture: None };
            }
            WindowClass::Usual => LIST_WIDTH,
            WindowClass::Large => LARGE_LIST_WIDTH,
        };
        // Cells are twice as high as wide.
        let width = (width - list_width - SPACING).min((2 * height).max(MIN_PICTURE_WIDTH));
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
    let below = screen.draw_list(list, buffer, look, click_areas);
    screen.draw_texts(below, frame.class, (buffer, look), click_areas);
    if let Some(area) = picture
        && let Some(picture) = &screen.pictures[screen.selected]
    {
        picture.draw(area, buffer, look);
        if frame.class == WindowClass::Large {
            screen.draw_caption(area, buffer, look);
        }
        click_areas.add(area, Command::Play);
    }
}

/// The columns of a row's weeks.
fn weeks(row: Rect) -> Rect {
    let width = row.width.saturating_sub(STREAK_WIDTH).max(days::WIDTH).min(row.width);
    Rect { x: row.right() - width, width, ..row }
}

impl DailyScreen {
    fn draw_head(&self, frame: &Frame, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let title = if self.fixed_date.is_none() { "Today's deal" } else { "Daily deal" };
        frame.draw_title(title, buffer, look, areas);
        let format = if frame.class == WindowClass::Small { "%-d %b" } else { "%a %-d %b %Y" };
        let date = self.date.date().strftime(format).to_string();
        let room = frame.after_title(title);
        let text = TextColumn::new(2, room.width.saturating_sub(2));
        text.draw(buffer, room, &date, look.text(), look);
        let [.., previous, next] = look.glyphs.more;
        let after = room.x + 3 + drawing::text_width(&date);
        let next = (next, after, Command::DayAfter);
        let next = self.fixed_date.is_some().then_some(next);
        let mut end = after + 1;
        for (arrow, x, command) in [(previous, room.x, Command::DayBefore)].into_iter().chain(next)
        {
            let place = Rect { x, width: 1, ..room }.intersection(room);
            drawing::draw_text(buffer, place, arrow, look.accent(), look);
            areas.add(Rect { x: x.saturating_sub(1), width: 3, ..room }, command);
            end = end.max(x + 3);
        }
        let room = Rect { x: end, width: room.right().saturating_sub(end), ..room };
        let (standing, style) = self.standing(look);
        draw_text_right(buffer, room, drawing::fitting(&standing, room.width), style, look);
    }

    /// What is played and how long it counts, in ever shorter forms.
    fn standing(&self, look: &Look) -> (Vec<String>, Style) {
        let (count, all) = (self.calendar.finished(self.date).len(), GameKind::ALL.len());
        let won = self.calendar.won(self.date);
        let star = look.glyphs.stars[1];
        let is_perfect = self.calendar.has_won_all(self.date);
        let (played, style) = match count {
            _ if is_perfect => (format!("{star} A perfect day"), look.won()),
            _ if count == all => (format!("all played, {won} won"), look.dim()),
            _ => (played_deals(count), look.dim()),
        };
        let short =
            if is_perfect { format!("{star} {won} of {all} won") } else { played_deals(count) };
        let remarks = if self.fixed_date.is_some() {
            vec!["now for practice".to_owned()]
        } else if self.date == DailyDate::today() {
            let left = time_left();
            vec![format!("new deals in {left}"), format!("new in {left}")]
        } else {
            Vec::new()
        };
        let with_remarks = remarks.into_iter().map(|remark| format!("{played}, {remark}"));
        (with_remarks.chain([played.clone(), short]).collect(), style)
    }

    /// The games, and the legend of their marks. Returns the area below.
    fn draw_list(
        &self,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) -> Rect {
        let gap = u16::from(area.height >= MIN_HEIGHT_FOR_GAPS);
        let height = 2 * GAMES + gap * (GAMES - 1);
        let rows = Layout::vertical([Length(1), Length(height), Length(gap), Fill(1)]);
        let [names, games, _, below] = area.layout(&rows);
        let end = days::end_of_week(self.date, self.today());
        days::draw_names([self.date, self.today()], end, weeks(names), buffer, look);
        let places = Layout::vertical([Length(2); GameKind::ALL.len()]).spacing(gap);
        for ((index, kind), place) in (0..).zip(GameKind::ALL).zip(places.split(games).iter()) {
            self.draw_game(kind, *place, index == self.selected, (buffer, look), areas);
        }
        if !self.calendar.has_results() {
            return below;
        }
        let legend = days::legend(look);
        if gap == 0 {
            buffer.set_line(names.x, names.y, &legend, names.width - weeks(names).width);
            return below;
        }
        let [row, _, below] = below.layout(&Layout::vertical([Length(1), Length(1), Fill(1)]));
        let width = drawing::cells(legend.width()).min(row.width);
        buffer.set_line(row.right() - width, row.y, &legend, width);
        below
    }

    /// The name of a game with its result of the day, above its streak and its last weeks.
    fn draw_game(
        &self,
        kind: GameKind,
        place: Rect,
        is_selected: bool,
        (buffer, look): (&mut Buffer, &Look),
        areas: &mut ClickAreas,
    ) {
        let [row, days] = place.layout(&Layout::vertical([Length(1); 2]));
        // Swapped colours would turn the marks upside down.
        let is_whole = is_selected && !look.reverses_selection();
        if is_selected {
            let area = if is_whole { place } else { row };
            let with_margin = Rect { width: area.width + 1, ..area };
            draw_selection(buffer, with_margin, look.selected(), look, areas);
        }
        self.draw_result(kind, row, is_selected, (buffer, look));
        let end = days::end_of_week(self.date, self.today());
        days::draw(&self.calendar, kind, end, weeks(days), is_whole, (buffer, look));
        let streak = if self.fixed_date.is_some() {
            self.calendar.days_in_a_row_on(kind, self.date)
        } else {
            self.calendar.current_or_longest_streak(kind, self.date)
        };
        if let Some(streak) = streak {
            let style = if is_whole { on_selection(look.dim(), look) } else { look.dim() };
            TextColumn::new(INDENT, STREAK_WIDTH).draw(buffer, days, &streak, style, look);
        }
        areas.add(place, Command::Open(kind));
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
        let result = self.calendar.result(kind, self.date);
        let style = result.map_or(look.dim(), |result| days::style(result, look));
        let state = self.calendar.state(kind, self.date);
        TextColumn::new(INDENT, row.width).draw(buffer, row, title, on_row(look.strong()), look);
        let x = INDENT + drawing::text_width(title) + 1;
        let result = TextColumn::new(x, row.width.saturating_sub(x));
        result.draw_right(buffer, row, &state, on_row(style), look);
    }

    /// The texts about the selected deal and, in large windows, the results of its game.
    fn draw_texts(
        &self,
        area: Rect,
        class: WindowClass,
        (buffer, look): (&mut Buffer, &Look),
        areas: &mut ClickAreas,
    ) {
        let kind = GameKind::ALL[self.selected];
        // A row between the list and several texts.
        let inset = u16::from(class == WindowClass::Small && area.height > 1);
        let area = Rect { y: area.y + inset, height: area.height - inset, ..area };
        let has_details = class == WindowClass::Large;
        let texts = self.texts(kind, area.width, area.height, has_details, look);
        if class > WindowClass::Small {
            // The empty row above, up to the picture.
            let width = area.width + SPACING - 1;
            areas.replace_with_message(Rect { y: area.y - 1, width, height: 1, ..area });
            let height = drawing::cells(texts.len());
            areas.replace_with_message(Rect { height, ..area });
        }
        let below = paragraphs::draw(&texts, area, buffer, look);
        if has_details {
            self.draw_record(kind, below, (buffer, look));
        }
    }

    /// What the cards of a last round came to.
    fn draw_caption(&self, picture: Rect, buffer: &mut Buffer, look: &Look) {
        let kind = GameKind::ALL[self.selected];
        if let Some(points) = self.calendar.final_points(kind, self.date) {
            let text = format!("The last round. {points}.");
            let width = drawing::text_width(&text);
            let row = picture.rows().nth_back(1).unwrap_or(picture);
            let row = row.centered_horizontally(Length(width));
            let on_table = Style { bg: None, ..look.text() };
            drawing::draw_text(buffer, row, &text, on_table, look);
        }
    }

    /// The results of a game in many weeks above its totals.
    fn draw_record(&self, kind: GameKind, area: Rect, (buffer, look): (&mut Buffer, &Look)) {
        let totals = wrapped([(sentence(&self.calendar.totals(kind)), look.dim())], area.width);
        let height = Length(drawing::cells(totals.len()));
        let [weeks, _, below] = area.layout(&Layout::vertical([Fill(1), Length(1), height]));
        let dates = [self.date, self.today()];
        days::draw_weeks(&self.calendar, kind, dates, weeks, (buffer, look));
        paragraphs::draw(&totals, below, buffer, look);
    }

    /// The texts about a deal, as many as fit into the rows.
    fn texts(
        &self,
        kind: GameKind,
        columns: u16,
        rows: u16,
        has_details: bool,
        look: &Look,
    ) -> Vec<Styled> {
        let mut texts = Vec::new();
        if let Some(problem) = &self.problem {
            texts.push((format!("The results can't be read: {problem}"), look.alert()));
        }
        let (count, won) = (GameKind::ALL.len(), self.calendar.won(self.date));
        if self.calendar.has_won_all(self.date) {
            texts.push((format!("A perfect day: {count} of {count} won."), look.won()));
        } else if self.calendar.finished(self.date).len() == count {
            let copy = key_name(&KEYS, &Command::CopyAll);
            let text = format!("All four played, {won} won. {copy} copies your day.");
            texts.push((look.keymap.fill(&text).into_owned(), look.strong()));
        }
        if has_details {
            let gap = (String::new(), look.text());
            if !texts.is_empty() {
                texts.push(gap.clone());
            }
            texts.push((capitalized(GameFacts::of(kind).summary) + ".", look.text()));
            texts.push(gap);
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

    /// Whether the selected game counts and, unless it must be short, who plays.
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
        let mut rules = Vec::new();
        if let Some(game) = game.filter(|game| game.result.is_none()) {
            let turns = progress(kind, game.turns);
            rules.push(match game.scores[..] {
                [own, other] if kind.has_scores() => format!("{own}-{other}, {turns}."),
                _ => sentence(&turns),
            });
        }
        rules.push(counts.to_owned());
        rules.push(seat_sentence(kind, self.naming));
        if game.is_none() {
            rules.extend(opening_sentence(kind, self.date));
        }
        rules.push("The same deal for everybody.".to_owned());
        if self.fixed_date.is_none() && self.calendar.can_win_all(self.date) {
            rules.push("Win all four today to earn a feat.".to_owned());
        }
        rules
    }
}
