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

use super::{
    Command, DailyScreen, KEYS,
    days::{self, Days},
};
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
        page::{Frame, TEXT_WIDTH, WindowClass},
        paragraphs::{self, Styled, wrapped},
    },
};
use fourcade_engine::GameKind;

/// The distance of names from the left end of the list.
const INDENT: u16 = 2;
/// Room for the pointer and the longest name, beside as many weeks as fit.
const NAME_WIDTH: u16 = INDENT + 13;
const LIST_WIDTH: u16 = NAME_WIDTH + days::WEEK_WIDTH;
const SPACING: u16 = 2;
const GAME_HEIGHT: u16 = 2;
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
        if frame.class == WindowClass::Small {
            return Self { frame, list: frame.content, picture: None };
        }
        // Cells are twice as high as wide.
        let width = (width - LIST_WIDTH - SPACING).min(2 * height);
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
    let below = screen.draw_list(list, frame.class, (buffer, look), click_areas);
    screen.draw_texts(below, frame.class, (buffer, look), click_areas);
    if let Some(area) = picture
        && let Some(picture) = &screen.pictures[screen.selected]
    {
        picture.draw(area, buffer, look);
        click_areas.add(area, Command::Play);
    }
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

    /// The games with their results. Returns the area below, after an empty row if there is room.
    fn draw_list(
        &self,
        area: Rect,
        class: WindowClass,
        (buffer, look): (&mut Buffer, &Look),
        areas: &mut ClickAreas,
    ) -> Rect {
        let gap = match class {
            WindowClass::Small => u16::from(area.height >= MIN_HEIGHT_FOR_GAPS),
            WindowClass::Usual => 1,
            WindowClass::Large => 2,
        };
        let height = GAME_HEIGHT * GAMES + gap * (GAMES - 1);
        let inset = if area.height > height + 2 { gap.max(1) } else { 0 };
        let rows = [Length(1), Length(height), Length(inset), Fill(1)];
        let [names, games, _, below] = area.layout(&Layout::vertical(rows));
        let [_, columns] =
            names.union(games).layout(&Layout::horizontal([Length(NAME_WIDTH), Fill(1)]));
        let days = Days::new(&self.calendar, [self.date, self.today()], columns);
        days.draw_names(buffer, look);
        let places = Layout::vertical([Length(GAME_HEIGHT); GameKind::ALL.len()]).spacing(gap);
        for (kind, place) in GameKind::ALL.into_iter().zip(places.split(games).iter()) {
            self.draw_game(kind, *place, &days, (buffer, look), areas);
        }
        below
    }

    /// The name of a game and its last results, above its result of the chosen day.
    fn draw_game(
        &self,
        kind: GameKind,
        place: Rect,
        days: &Days,
        (buffer, look): (&mut Buffer, &Look),
        areas: &mut ClickAreas,
    ) {
        let [name, result] = place.layout(&Layout::vertical([Length(1); 2]));
        let is_selected = kind == GameKind::ALL[self.selected];
        // Swapped colours would hide those of the results.
        let is_whole = is_selected && !look.reverses_selection();
        if is_selected {
            let area = if is_whole {
                Rect { width: place.width + 1, ..place }
            } else {
                Rect { width: days.area.x - name.x, ..name }
            };
            draw_selection(buffer, area, look.selected(), look, areas);
        }
        let text = TextColumn::new(INDENT, place.width);
        let style = if is_selected { look.selected() } else { look.strong() };
        text.draw(buffer, name, GameFacts::of(kind).title, style, look);
        days.draw(kind, name.y, buffer, look);
        let state = self.calendar.state(kind, self.date);
        let style = match self.calendar.result(kind, self.date) {
            Some(result) => days::style(result, look),
            // A dim text would be too weak on the selection.
            None if is_whole => look.text(),
            None => look.dim(),
        };
        text.draw(buffer, result, &state, Style { bg: None, ..style }, look);
        areas.add(place, Command::Open(kind));
    }

    /// As many texts about the selected deal as fit, the most important first, and the record in its
    /// game. In large windows, the record is at the lower end.
    fn draw_texts(
        &self,
        area: Rect,
        class: WindowClass,
        (buffer, look): (&mut Buffer, &Look),
        areas: &mut ClickAreas,
    ) {
        let kind = GameKind::ALL[self.selected];
        let area = Rect { width: area.width.min(TEXT_WIDTH), ..area };
        let has_details = class == WindowClass::Large;
        let mut texts = self.news(kind, has_details, look);
        texts.extend(self.rules(kind, area.height == 1, has_details, look));
        let totals = self.calendar.totals(kind, self.today());
        let totals = totals.map(|totals| (sentence(&totals), look.dim()));
        let mut record = Vec::new();
        if has_details {
            let histogram = self.calendar.histogram_lines(kind, look.low_bar(), area.width);
            record.extend(wrapped(totals, area.width));
            record.extend(histogram.into_iter().map(|line| (line, look.dim())));
        } else {
            texts.extend(totals);
        }
        let end = Length(drawing::cells(record.len()));
        let [area, end] = area.layout(&Layout::vertical([Fill(1), end]));
        paragraphs::draw(&record, end, buffer, look);
        let mut lines = Vec::new();
        for text in texts {
            let paragraph = wrapped([text], area.width);
            if lines.len() + paragraph.len() <= area.height.into() {
                lines.extend(paragraph);
            }
        }
        if class > WindowClass::Small {
            // The empty row above, up to the picture.
            let width = area.width + SPACING - 1;
            areas.replace_with_message(Rect { y: area.y - 1, width, height: 1, ..area });
            let height = drawing::cells(lines.len());
            areas.replace_with_message(Rect { height, ..area });
        }
        paragraphs::draw(&lines, area, buffer, look);
    }

    /// What has happened to the selected deal, after what the game is about or, where the footer has
    /// less room, how to copy the day.
    fn news(&self, kind: GameKind, has_details: bool, look: &Look) -> Vec<Styled> {
        let mut texts = Vec::new();
        if let Some(problem) = &self.problem {
            texts.push((format!("The results can't be read: {problem}"), look.alert()));
        }
        if has_details {
            texts.push((capitalized(GameFacts::of(kind).summary) + ".", look.text()));
            texts.push((String::new(), look.text()));
        } else if self.calendar.finished(self.date).len() == GameKind::ALL.len() {
            let text = format!("{} copies your day.", key_name(&KEYS, &Command::CopyAll));
            texts.push((look.keymap.fill(&text).into_owned(), look.strong()));
        }
        if let Some(points) = self.calendar.final_points(kind, self.date) {
            texts.push((format!("Points: {points}."), look.text()));
        }
        let game = self.calendar.game(kind, self.date);
        if let Some(game) = game.filter(|game| game.result.is_none()) {
            let turns = progress(kind, game.turns);
            let text = match game.scores[..] {
                [own, other] if kind.has_scores() => format!("{own}-{other}, {turns}."),
                _ => sentence(&turns),
            };
            texts.push((text, look.text()));
        }
        texts
    }

    /// Whether the selected game counts and, unless it must be short, who plays.
    fn rules(&self, kind: GameKind, is_short: bool, has_faces: bool, look: &Look) -> Vec<Styled> {
        let game = self.calendar.game(kind, self.date);
        let counts = match game {
            _ if self.fixed_date.is_some() => "Other days are for practice.",
            Some(game) if game.is_practice => "Today's game became practice.",
            Some(game) if game.result.is_some() => "Another game is for practice.",
            _ if is_short => &format!("Your first game counts, against {DAILY_LEVEL}."),
            _ => "Your first game counts. A hint or an undo makes it practice.",
        };
        let mut rules = vec![counts.to_owned()];
        if !is_short {
            rules.push(seat_sentence(kind, self.naming, has_faces));
            if game.is_none() {
                rules.extend(opening_sentence(kind, self.date));
            }
            if self.calendar.totals(kind, self.today()).is_none() {
                rules.push("The same deal for everybody.".to_owned());
            }
            if self.fixed_date.is_none() && self.calendar.can_win_all(self.date) {
                rules.push("Win all four today to earn a feat.".to_owned());
            }
        }
        rules.into_iter().map(|rule| (rule, look.text())).collect()
    }
}
