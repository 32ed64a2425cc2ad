//! The New game page: who plays, on which seat and on which board, with a picture of a game.
//! `choices` are what is chosen and the players that follow from it; `results` are how the person
//! has done against each opponent.

mod choices;
mod results;

use std::time::Instant;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Margin, Rect},
};

use crate::{
    arcade::{
        form::{self, ClickedValue, FormRow, LABEL_WIDTH},
        screen::{Commands, Context, Screen, Transition},
        screens::{advanced_setup::AdvancedSetup, lobby, thumbnails::Thumbnails},
        start_game::start_game,
    },
    games::{GameFacts, THUMBNAIL_SIZE},
    settings::last_setups::{LastSetup, LastSetups},
    widgets::{AnyCommand, Binding, ClickAreas, Key, Look, Offer, drawing},
};
use choices::{Choices, Opponent, Row};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, Level, random},
};
use results::PastResults;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    Left,
    Right,
    Confirm,
    Level(Level),
    Advanced,
    Leave,
    /// Click on this item of the form.
    Click(usize),
}

pub static KEYS: [Binding<Command>; 12] = [
    Binding::new(
        Command::Up,
        &[Key::plain(KeyCode::Up), Key::char('k'), Key::plain(KeyCode::BackTab)],
        "the row above",
    )
    .footer("arrows", "choose"),
    Binding::new(
        Command::Down,
        &[Key::plain(KeyCode::Down), Key::char('j'), Key::plain(KeyCode::Tab)],
        "the row below",
    ),
    Binding::new(
        Command::Left,
        &[Key::plain(KeyCode::Left), Key::char('h')],
        "the value on the left",
    ),
    Binding::new(
        Command::Right,
        &[Key::plain(KeyCode::Right), Key::char('l')],
        "the value on the right",
    ),
    Binding::new(
        Command::Confirm,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "play, or open the advanced setup if it is selected",
    )
    .footer("Enter", "play"),
    Binding::new(Command::Level(Level::Beginner), &[Key::char('1')], "a Beginner as opponent")
        .footer("1-5", "level"),
    Binding::new(Command::Level(Level::Easy), &[Key::char('2')], "an Easy opponent"),
    Binding::new(Command::Level(Level::Medium), &[Key::char('3')], "a Medium opponent"),
    Binding::new(Command::Level(Level::Hard), &[Key::char('4')], "a Hard opponent"),
    Binding::new(Command::Level(Level::Expert), &[Key::char('5')], "an Expert as opponent"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the menu")
        .footer("Esc", "back"),
    Binding::new(Command::Advanced, &[Key::char('a')], "the advanced setup")
        .footer("a", "advanced"),
];

pub struct NewGame {
    game: GameKind,
    choices: Choices,
    row: Row,
    results: PastResults,
    thumbnails: Thumbnails,
    /// Whether the last drawing had room for a picture of the board.
    has_picture: bool,
    /// Whether computers play on in the picture.
    is_moving: bool,
    last_setups: LastSetups,
    /// The last setup that this page has seen.
    last: Option<LastSetup>,
}

/// Opens the page with the choices with which the game was started last.
pub fn open(game: GameKind, context: &Context) -> Box<dyn Screen> {
    let mut page = NewGame::new(game, context.home.last_setups.clone(), random::fresh_seed());
    page.results.read(game, context);
    page.choices.allows_programs = !context.home.is_guest();
    page.is_moving = context.home.plays_demos();
    Box::new(page)
}

impl NewGame {
    /// Creates the page with the choices with which the game was started last. The game of the
    /// picture has this seed.
    pub fn new(game: GameKind, last_setups: LastSetups, seed: u64) -> Self {
        let last = last_setups.last(game.key());
        let choices = choices_of(game, last.as_ref());
        let thumbnails = Thumbnails::new(vec![(game, choices.size())], seed);
        Self {
            game,
            choices,
            row: Row::Opponent,
            results: PastResults::default(),
            thumbnails,
            has_picture: false,
            is_moving: false,
            last_setups,
            last,
        }
    }

    fn step_row(&mut self, down: bool) {
        let rows = self.choices.rows();
        let index = rows.iter().position(|&row| row == self.row).unwrap_or(0);
        let next = if down { index + 1 } else { index.saturating_sub(1) };
        if let Some(&row) = rows.get(next) {
            self.row = row;
        }
    }

    /// Chooses the next value of the selected row, or the previous one. The buttons stand side by
    /// side.
    fn step_value(&mut self, right: bool) {
        match self.row {
            Row::Play if right => self.row = Row::Advanced,
            Row::Advanced if !right => self.row = Row::Play,
            row => self.choices.step(row, right),
        }
        self.follow_choices();
    }

    /// Adapts the selection and the picture to what is chosen.
    fn follow_choices(&mut self) {
        if !self.choices.rows().contains(&self.row) {
            self.row = Row::Opponent;
        }
        if self.thumbnails.replace((self.game, self.choices.size())) {
            // The next drawing tells whether the board fits.
            self.has_picture = false;
        }
    }

    /// Starts the game, or goes on to a shared table.
    fn play(&mut self, context: &Context) -> Transition {
        if self.choices.opponent() == Opponent::Terminal {
            return Transition::Open(lobby::open_for(self.choices.to_table(), context));
        }
        let (setup, seed) = (self.choices.to_setup(), random::fresh_seed());
        match start_game(self.game, setup, seed, &self.last_setups, context) {
            Ok(table) => {
                self.last = self.last_setups.last(self.game.key());
                Transition::Open(table)
            }
            Err(error) => Transition::Alert(error),
        }
    }

    fn open_advanced(&self, context: &Context) -> Transition {
        let (setup, seed) = (self.choices.to_setup(), random::fresh_seed());
        let last_setups = self.last_setups.clone();
        let setup = AdvancedSetup::new(self.game, setup, last_setups, seed);
        let setup = if context.home.is_guest() { setup.without_programs() } else { setup };
        Transition::Open(Box::new(setup))
    }

    fn click(&mut self, item: usize, context: &Context) -> Transition {
        let Some((row, value)) = clicked(item) else { return Transition::None };
        match row {
            Row::Play => return self.play(context),
            Row::Advanced => return self.open_advanced(context),
            _ => {}
        }
        self.row = row;
        match value {
            ClickedValue::Step(forward) => self.step_value(forward),
            ClickedValue::Value(index) => {
                self.choices.choose(row, index);
                self.follow_choices();
            }
            ClickedValue::Row => {}
        }
        Transition::Redraw
    }
}

fn choices_of(game: GameKind, last: Option<&LastSetup>) -> Choices {
    last.map_or_else(|| Choices::first_game(game), |last| Choices::of_last_game(game, last))
}

impl Commands for NewGame {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        if self.row == Row::Advanced {
            Offer::all_with_footer(&KEYS, Command::Confirm, ("Enter", "advanced"))
        } else {
            Offer::all(&KEYS)
        }
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Up => self.step_row(false),
            Command::Down => self.step_row(true),
            Command::Left => self.step_value(false),
            Command::Right => self.step_value(true),
            Command::Level(level) => {
                self.choices.play_against(level);
                self.follow_choices();
            }
            Command::Confirm if self.row != Row::Advanced => return self.play(context),
            Command::Confirm | Command::Advanced => return self.open_advanced(context),
            Command::Leave => return Transition::Close,
            Command::Click(item) => return self.click(item, context),
        }
        Transition::Redraw
    }
}

impl Screen for NewGame {
    fn on_show(&mut self, context: &Context) {
        self.is_moving = context.home.plays_demos();
        self.results.read(self.game, context);
        // The advanced setup may have started a game with other choices.
        let last = self.last_setups.last(self.game.key());
        if last != self.last {
            self.choices = choices_of(self.game, last.as_ref());
            self.choices.allows_programs = !context.home.is_guest();
            self.last = last;
            self.follow_choices();
        }
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        // Below a dialog, the page has no ticks.
        if self.has_picture && self.thumbnails.is_unstarted() {
            self.thumbnails.tick(Instant::now(), context.waker);
        }
        let has_moved = self.thumbnails.poll();
        let has_results = self.results.poll();
        if has_moved || has_results { Transition::Redraw } else { Transition::None }
    }

    #[cfg(test)]
    fn is_busy(&self) -> bool {
        self.thumbnails.is_busy() || self.results.is_busy()
    }

    #[cfg(test)]
    fn is_unprepared(&self) -> bool {
        self.has_picture && self.thumbnails.is_unstarted()
    }

    fn next_tick(&self) -> Option<Instant> {
        self.has_picture.then(|| self.thumbnails.next_tick(self.is_moving)).flatten()
    }

    fn on_tick(&mut self, context: &Context) -> Transition {
        self.thumbnails.tick(Instant::now(), context.waker);
        Transition::None
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(GameFacts::of(self.game).rules)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let layout = Layout::new(area, &self.choices);
        let size = self.choices.size();
        self.has_picture = layout.picture.is_some_and(|picture| fits(size, picture));
        View { page: self, look }.draw(&layout, buffer, areas);
    }
}

/// Describes who plays, and how the person has done against this opponent so far. Each sentence
/// begins a new line.
fn describe(choices: &Choices, results: &PastResults) -> String {
    let (game, level) = (choices.game(), choices.level());
    let seats = game.seat_names().len();
    let computer = game.level_player(level);
    let about_level = format!("{level} {}", computer.description);
    match choices.opponent() {
        Opponent::Computer(_) => {
            let record = results.against(computer.player, seats - 1);
            let them = if seats > 2 { "them" } else { "it" };
            match record {
                None => about_level,
                Some((_, 0)) => format!("{about_level}\nNo finished games against {them} yet."),
                Some((won, played)) => {
                    format!("{about_level}\nYou have won {won} of {played} against {them}.")
                }
            }
        }
        Opponent::Friend if seats > 2 => {
            format!("{}\n{level} computers play the other seats.", GameFacts::of(game).friends)
        }
        Opponent::Friend => GameFacts::of(game).friends.to_owned(),
        Opponent::Terminal if seats > 2 => {
            format!("Somebody joins you from another terminal.\n{level} computers play the rest.")
        }
        Opponent::Terminal => "Somebody joins you from another terminal.".to_owned(),
        Opponent::Watch => {
            let all = if seats > 2 { "It plays all four seats." } else { "It plays both sides." };
            format!("{about_level}\n{all}")
        }
        Opponent::Custom => {
            let players = choices.players();
            let alone = players.iter().filter(|name| *name == HUMAN).count() == 1;
            let name = |name: &String| match name.as_str() {
                HUMAN if alone => "you".to_owned(),
                HUMAN => "a person".to_owned(),
                name => name.to_owned(),
            };
            let seats = game.seat_names().iter().zip(&players);
            let seats: Vec<String> =
                seats.map(|(seat, player)| format!("{seat} {}", name(player))).collect();
            format!("As chosen under Advanced: {}.", seats.join(", "))
        }
    }
}

/// The width of the form where every value of a row is visible.
const FORM_WIDTH: u16 = 58;
/// The columns between the form and the picture.
const GAP: u16 = 2;
/// The smallest and the largest number of free columns on both sides of the page.
const MARGINS: [u16; 2] = [1, 4];
/// The margins only grow where the picture has at least this width.
const GOOD_PICTURE: u16 = 28;
/// The largest height of the picture.
const MAX_PICTURE: u16 = 36;
const SENTENCE_HEIGHT: u16 = 3;
/// In lower areas, no rows are left empty between the parts.
const AIRY_HEIGHT: u16 = 17;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Layout {
    title: Rect,
    /// The rows of the form, each with its area. The buttons share a row.
    rows: Vec<(Row, Rect)>,
    sentence: Rect,
    picture: Option<Rect>,
    /// Whether a row shows only its chosen value, because there is no room for the others.
    is_narrow: bool,
}

impl Layout {
    fn new(area: Rect, choices: &Choices) -> Self {
        let free = area.width.saturating_sub(FORM_WIDTH + GAP + GOOD_PICTURE);
        let margin = (free / 2).clamp(MARGINS[0], MARGINS[1]);
        let inside = area.inner(Margin::new(margin, 0));
        let is_narrow = inside.width < FORM_WIDTH;
        let gap = u16::from(inside.height >= AIRY_HEIGHT);
        let form_width = if is_narrow { inside.width } else { FORM_WIDTH };
        let room = inside.width.saturating_sub(form_width + GAP);
        let picture_height = (room / 2).min(inside.height.saturating_sub(2)).min(MAX_PICTURE);
        let picture_width = room.min(2 * picture_height + 2);
        let has_picture =
            picture_width >= THUMBNAIL_SIZE.width && picture_height >= THUMBNAIL_SIZE.height;
        let opponent_height = if is_narrow { 1 } else { 3 };
        let values = choices.rows().len() - 2;
        // The page keeps its height when a row comes or goes, so that nothing jumps.
        let has_third_row = choices.size().is_some() || choices.game().seat_names().len() > 2;
        let max_rows = 2 + u16::from(has_third_row);
        let form_height = 2
            + (opponent_height + gap)
            + (max_rows - 1) * (1 + gap)
            + (1 - gap)
            + SENTENCE_HEIGHT
            + 1
            + gap;
        let width = if has_picture { form_width + GAP + picture_width } else { form_width };
        let height = if has_picture { form_height.max(picture_height) } else { form_height };
        let body = inside.centered(Length(width), Length(height.min(inside.height)));
        let form = Rect { width: form_width, ..body }
            .centered_vertically(Length(form_height.min(body.height)));
        let line = |y: u16, height: u16| Rect { y: form.y + y, height, ..form }.intersection(form);
        let mut y = 2;
        let mut rows = Vec::new();
        for (index, &row) in choices.rows().iter().take(values).enumerate() {
            let height = if index == 0 { opponent_height } else { 1 };
            rows.push((row, line(y, height)));
            y += height + gap;
        }
        let sentence_y = form_height - SENTENCE_HEIGHT - 1 - gap;
        let buttons = line(form_height - 1, 1);
        let play = Rect { width: LABEL_WIDTH.min(buttons.width), ..buttons };
        let advanced_width = buttons.width.saturating_sub(play.width);
        rows.push((Row::Play, play));
        rows.push((Row::Advanced, Rect { x: play.right(), width: advanced_width, ..buttons }));
        let picture = has_picture.then(|| {
            Rect { x: form.right() + GAP, width: picture_width, ..body }
                .centered_vertically(Length(picture_height))
        });
        Self {
            title: line(0, 1),
            rows,
            sentence: line(sentence_y, SENTENCE_HEIGHT),
            picture,
            is_narrow,
        }
    }
}

/// Whether a board of this size fits into the picture.
fn fits(size: Option<u16>, picture: Rect) -> bool {
    size.is_none_or(|size| size <= picture.height && size.saturating_mul(2) <= picture.width)
}

/// The rows by their numbers in the form.
const ROWS: [Row; 6] =
    [Row::Opponent, Row::Seat, Row::Computers, Row::Size, Row::Play, Row::Advanced];

fn clicked(item: usize) -> Option<(Row, ClickedValue)> {
    let (number, value) = form::clicked(item);
    Some((*ROWS.get(number)?, value))
}

struct View<'a> {
    page: &'a NewGame,
    look: &'a Look,
}

impl View<'_> {
    fn draw(&self, layout: &Layout, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let (page, look) = (self.page, self.look);
        let title = format!("New game: {}", GameFacts::of(page.game).title);
        drawing::draw_text(buffer, layout.title, &title, look.accent(), look);
        for &(row, area) in &layout.rows {
            self.draw_row(row, area, layout.is_narrow, buffer, areas);
        }
        let sentence = describe(&page.choices, &page.results);
        let lines = sentence.lines().flat_map(|line| drawing::wrap(line, layout.sentence.width));
        for (line, row) in lines.zip(layout.sentence.rows()) {
            drawing::draw_text(buffer, row, &line, look.text(), look);
        }
        if let Some(picture) = layout.picture {
            self.draw_picture(picture, buffer);
        }
    }

    fn draw_row(
        &self,
        row: Row,
        area: Rect,
        is_narrow: bool,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let (selected, values) = (self.page.row, self.page.choices.values(row));
        let form = FormRow {
            number: ROWS.iter().position(|&other| other == row).unwrap_or(0),
            click: |item| AnyCommand::new(Command::Click(item)),
            label: row.label(),
            values: &values,
            chosen: self.page.choices.chosen(row),
            is_selected: row == selected,
            look: self.look,
        };
        match row {
            Row::Play | Row::Advanced => {
                let is_entered = row == selected || row == Row::Play && selected != Row::Advanced;
                form.draw_button(is_entered, area, buffer, areas);
            }
            _ if is_narrow || row == Row::Size => form.draw_stepper(area, buffer, areas),
            _ => {
                let line_start = (row == Row::Opponent).then_some(Level::ALL.len());
                form.draw_values(line_start, area, buffer, areas);
            }
        }
    }

    fn draw_picture(&self, area: Rect, buffer: &mut Buffer) {
        if fits(self.page.choices.size(), area) {
            self.page.thumbnails.draw(0, area, buffer, self.look);
            return;
        }
        let text = "Too large for a picture";
        let width = drawing::text_width(text).min(area.width);
        let line = area.centered(Length(width), Length(1));
        drawing::draw_text(buffer, line, text, self.look.dim(), self.look);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::GameKind;

    #[test]
    fn the_page_is_centred() {
        for game in GameKind::ALL {
            for (width, height) in [(100, 29), (120, 39), (200, 59)] {
                let area = Rect::new(0, 0, width, height);
                let layout = Layout::new(area, &Choices::first_game(game));
                let picture = layout.picture.expect("room for a picture");
                let (left, right) = (layout.title.x, area.right() - picture.right());
                assert!(left >= 4 && left.abs_diff(right) <= 1, "{game:?}: {left}, {right}");
            }
        }
    }
}
