//! The New game page: the players, their seats and the board, with a picture of a game.
//!
//! In its advanced form, the players are chosen one by one.

use std::{borrow::Cow, fmt::Debug, mem, time::Instant};

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use crate::{
    app::{
        game_rows::{BOARD, CLOCK},
        new_game::{
            ADVANCED, Choices, ListShows, OPPONENT, Opponent, PLAY, PastResults, SEED, START,
            keep_names, no_such_level,
        },
    },
    arcade::{
        form_page::FormPage,
        screen::{Screen, ScreenContext, Transition},
        screens::{
            lesson, lobby,
            thumbnails::{
                MAX_PICTURE_SIZE, ThumbnailBoard, Thumbnails, board_area, thumbnail_area,
            },
        },
        start_game::start_game,
    },
    database::{Database, StoreError},
    games::{GameFacts, draw_thumbnail_ground},
    job::Job,
    settings::{consent::Programs, last_setups::LastSetups},
    widgets::{
        AnyCommand, Binding, ClickAreas, Key, Look, Offer, drawing,
        form::{self, Form, FormCommand, FormView, LABEL_WIDTH, Legend, Page, Panel, Row, RowId},
        glyphs::NO_BREAK_SPACE,
        page::{Frame, WindowClass},
    },
};
use fourcade_engine::{
    GameKind,
    play::{Level, random},
    with_game,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Level(Level),
    Advanced,
    Learn,
    Leave,
}

pub struct NewGameScreen {
    game: GameKind,
    choices: Choices,
    form: Form,
    past_results: Option<Job<Result<PastResults, StoreError>>>,
    thumbnails: Thumbnails,
    /// Whether the last frame had room for a picture of the board.
    has_picture: bool,
    plays_demo: bool,
    last_setups: LastSetups,
    /// Whether the past results choose the level when they arrive.
    takes_suggestion: bool,
}

pub fn open(game: GameKind, context: &ScreenContext) -> Box<dyn Screen> {
    open_against(game, None, None, context)
}

/// Opens the page with this level and board size instead of those of the last game.
pub fn open_against(
    game: GameKind,
    level: Option<Level>,
    size: Option<u16>,
    context: &ScreenContext,
) -> Box<dyn Screen> {
    let mut page = NewGameScreen::new(game, context.home.last_setups.clone(), random::fresh_seed());
    if let Some(level) = level {
        page.choices.play_against(level);
        page.takes_suggestion = false;
    }
    if let Some(size) = size {
        page.choices.set_size(size);
    }
    page.follow_choices();
    page.choices.allows_programs = !context.home.is_guest();
    page.refresh(context);
    Box::new(page)
}

impl NewGameScreen {
    /// Begins with the choices of the last game. `seed` is that of the picture's game.
    pub fn new(game: GameKind, last_setups: LastSetups, seed: u64) -> Self {
        let last = last_setups.last(game.key());
        let takes_suggestion = last.is_none();
        let choices = last
            .map_or_else(|| Choices::default_for(game), |last| Choices::of_last_game(game, &last));
        let thumbnails = Thumbnails::new(vec![ThumbnailBoard::new(game, choices.size())], seed);
        Self {
            game,
            form: Form::new(OPPONENT),
            choices,
            past_results: None,
            thumbnails,
            has_picture: false,
            plays_demo: false,
            last_setups,
            takes_suggestion,
        }
    }

    /// Reads what may have changed while another screen was open.
    fn refresh(&mut self, context: &ScreenContext) {
        self.plays_demo = context.home.plays_demos();
        self.choices.naming = context.naming();
        self.choices.has_table_talk = context.home.settings.table_talk;
        self.choices.names.clone_from(&context.home.settings.names);
        self.read_past_results(context);
    }

    /// Starts to read the past results. The store reports its own errors.
    fn read_past_results(&mut self, context: &ScreenContext) {
        let (store, game) = (&context.store, self.game);
        let load = move |database: &mut Database| PastResults::load(database, game);
        self.past_results = store.is_available().then(|| store.ask(load));
    }

    fn follow_choices(&mut self) {
        self.form.keep_to(&self.choices.rows());
        let board = ThumbnailBoard {
            has_opening: self.choices.has_opening(),
            ..ThumbnailBoard::new(self.game, self.choices.size())
        };
        if self.thumbnails.replace(board) {
            // The next frame decides whether the board fits.
            self.has_picture = false;
        }
    }

    fn play(&mut self, context: &ScreenContext) -> Transition {
        if let Some(seat) = self.choices.untyped_seat() {
            self.show_advanced(context.background.programs().clone());
            self.form.select(RowId::OfSeat(seat));
            return self.edit("", context);
        }
        if self.choices.opponent() == Opponent::FriendElsewhere {
            return Transition::Open(lobby::open_for(self.choices.to_table_choices(), context));
        }
        let (setup, seed) =
            (self.choices.to_setup(), self.choices.seed().unwrap_or_else(random::fresh_seed));
        match start_game(self.game, setup, seed, &self.last_setups, context) {
            Ok(table) => Transition::Open(table),
            Err(error) => Transition::Alert(error),
        }
    }

    pub fn show_advanced(&mut self, programs: Programs) {
        self.choices.show_advanced(programs);
        let mut seats = 0..self.game.seat_names().len();
        let computer = seats.find(|&seat| self.choices.person_number(seat).is_none());
        self.form.select(RowId::OfSeat(computer.unwrap_or(0)));
    }

    fn show_simple(&mut self) -> Transition {
        self.choices.show_simple();
        self.form.select(OPPONENT);
        Transition::Redraw
    }

    fn toggle_advanced(&mut self, context: &ScreenContext) -> Transition {
        if let Some(reason) = self.choices.advanced_refusal() {
            return Transition::Notify(reason.to_owned());
        }
        if self.choices.shows_advanced() {
            return self.show_simple();
        }
        self.show_advanced(context.background.programs().clone());
        Transition::Redraw
    }

    /// Opens the text field of the selected row. `begun` is what has been typed already.
    fn edit(&mut self, begun: &str, context: &ScreenContext) -> Transition {
        let person = self.selected_seat().and_then(|seat| self.choices.person_number(seat));
        // A guest is the first person, whose name is fixed.
        if context.home.is_guest() && person == Some(0) {
            return Transition::Notify("your name here can't be changed".to_owned());
        }
        self.ask_text(begun).unwrap_or(Transition::Redraw)
    }

    fn selected_seat(&self) -> Option<usize> {
        (0..self.game.seat_names().len()).find(|&seat| self.form.is_selected(RowId::OfSeat(seat)))
    }

    /// Chooses the level of all opponents or, in the advanced form, of the selected seat.
    fn choose_level(&mut self, level: Level) -> Transition {
        let seat = self.selected_seat();
        match (self.choices.shows_advanced(), seat) {
            (true, None) => return Transition::None,
            (true, Some(seat)) if self.choices.person_number(seat).is_some() => {
                let refusal = "a person plays here: the right arrow chooses a computer";
                return Transition::Notify(refusal.to_owned());
            }
            _ if !self.game.levels().contains(&level) => {
                return Transition::Notify(no_such_level(self.game, level));
            }
            (true, Some(seat)) => self.choices.choose_level_of(seat, level),
            (false, _) => self.choices.play_against(level),
        }
        self.follow_choices();
        Transition::Redraw
    }
}

fn change_offer(
    offers: &mut [Offer<AnyCommand>],
    command: impl Clone + Eq + Debug + 'static,
    change: impl FnOnce(&mut Offer<AnyCommand>),
) {
    let command = AnyCommand::new(command);
    offers.iter_mut().find(|offer| offer.command == command).map(change);
}

fn set_footer(
    offers: &mut [Offer<AnyCommand>],
    command: impl Clone + Eq + Debug + 'static,
    footer: (Cow<'static, str>, &'static str),
) {
    change_offer(offers, command, |offer| offer.footer = Some(footer));
}

impl FormPage for NewGameScreen {
    type Choices = Choices;
    type Command = Command;

    const ENTER: Binding<FormCommand> =
        form::enter("play, or choose what is under the cursor", "play");

    const KEYS: &'static [Binding<Command>] = &[
        Binding::new(
            "beginner",
            Command::Level(Level::Beginner),
            &[Key::char('1')],
            "a Beginner as opponent",
        ),
        Binding::new("easy", Command::Level(Level::Easy), &[Key::char('2')], "an Easy opponent"),
        Binding::new(
            "medium",
            Command::Level(Level::Medium),
            &[Key::char('3')],
            "a Medium opponent",
        ),
        Binding::new("hard", Command::Level(Level::Hard), &[Key::char('4')], "a Hard opponent"),
        Binding::new(
            "expert",
            Command::Level(Level::Expert),
            &[Key::char('5')],
            "an Expert as opponent",
        ),
        Binding::new(
            "master",
            Command::Level(Level::Master),
            &[Key::char('6')],
            "a Master, in some games",
        ),
        Binding::new("leave", Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the menu")
            .footer("Esc", "back"),
        Binding::new(
            "advanced",
            Command::Advanced,
            &[Key::char('a')],
            "the advanced form: each player, the clock, the seed",
        )
        .footer("a", "advanced"),
        Binding::new("learn", Command::Learn, &[Key::char('L')], "learn the game, step by step"),
    ];

    fn form(&mut self) -> (Vec<Row<Choices>>, &mut Form, &mut Choices) {
        (self.choices.rows(), &mut self.form, &mut self.choices)
    }

    fn relabel(&self, offers: &mut [Offer<AnyCommand>]) {
        let rows = self.choices.rows();
        let row = self.form.row(&rows);
        let enter = AnyCommand::new(FormCommand::Enter);
        let seat = self.selected_seat();
        let is_person = seat.is_some_and(|seat| self.choices.person_number(seat).is_some());
        if !self.choices.has_people() {
            Offer::relabel(offers, &enter, "watch");
        }
        if self.choices.opponent() == Opponent::FriendElsewhere {
            Offer::relabel(offers, &enter, "next");
        }
        if self.choices.untyped_seat().is_some() {
            Offer::relabel(offers, &enter, "type player");
        } else if row.id == ADVANCED {
            Offer::relabel(offers, &enter, "open");
        } else if row.typed.is_some() {
            let label = match row.id {
                BOARD => "size",
                CLOCK => "time",
                SEED => "seed",
                _ if is_person => "name",
                _ => "player",
            };
            set_footer(offers, FormCommand::Edit, ("Space".into(), label));
        }
        let is_seat_of_computer = seat.is_some() && self.choices.shows_advanced() && !is_person;
        if is_seat_of_computer || row.id == OPPONENT {
            let digits = format!("1-{}", self.game.levels().len());
            set_footer(offers, Command::Level(Level::Beginner), (digits.into(), "level"));
        }
        if row.id == OPPONENT {
            let next = match self.choices.opponent() {
                Opponent::Friend if self.game.seat_names().len() > 2 => "people",
                Opponent::Friend => "names",
                Opponent::Watch => "level",
                _ => "options",
            };
            set_footer(offers, FormCommand::Next, ("Tab".into(), next));
        }
        let refusal = self.choices.advanced_refusal();
        change_offer(offers, Command::Advanced, |offer| offer.refusal = refusal.map(Cow::from));
        if self.choices.shows_advanced() {
            // Esc does the same.
            change_offer(offers, Command::Advanced, |offer| offer.footer = None);
            for command in [Command::Advanced, Command::Leave] {
                change_offer(offers, command, |offer| {
                    offer.description = "back to the simple form";
                });
            }
        }
    }

    fn follow(&mut self, _: RowId, context: &ScreenContext) -> Transition {
        self.follow_choices();
        match keep_names(&self.choices.names, context) {
            Some(settings) => Transition::ApplySettings {
                settings: Box::new(settings),
                overrides: context.home.overrides.clone(),
            },
            None => Transition::Redraw,
        }
    }

    fn press(&mut self, row: RowId, context: &ScreenContext) -> Transition {
        match row {
            PLAY => self.play(context),
            ADVANCED => self.toggle_advanced(context),
            _ => self.edit("", context),
        }
    }

    fn run(&mut self, command: Command, context: &ScreenContext) -> Transition {
        match command {
            Command::Level(level) => self.choose_level(level),
            Command::Advanced => self.toggle_advanced(context),
            Command::Learn => Transition::Open(lesson::open(self.game, context)),
            Command::Leave if self.choices.shows_advanced() => self.show_simple(),
            Command::Leave => Transition::Close,
        }
    }
}

impl Screen for NewGameScreen {
    fn typed_characters(&self) -> fn(char) -> bool {
        self.form.row(&self.choices.rows()).begins()
    }

    fn on_key(&mut self, key: Key, context: &ScreenContext) -> Transition {
        match key.code {
            KeyCode::Char(letter) if key.is_text() && self.typed_characters()(letter) => {
                if let Some(other) = self.form.row(&self.choices.rows()).letters_to {
                    self.form.select(other);
                }
                self.edit(letter.encode_utf8(&mut [0; 4]), context)
            }
            _ => Transition::None,
        }
    }

    fn on_show(&mut self, context: &ScreenContext) {
        self.refresh(context);
    }

    fn on_wake(&mut self, context: &ScreenContext) -> Transition {
        // Below a dialog, the page has no ticks.
        if self.has_picture && self.thumbnails.is_unstarted() {
            self.thumbnails.tick(Instant::now(), &context.background);
        }
        let has_moved = self.thumbnails.poll();
        let past = self.past_results.as_ref().and_then(Job::take_result);
        let has_results = past.is_some();
        if let Some(past) = past {
            (self.past_results, self.choices.past) = (None, past.ok());
            if mem::take(&mut self.takes_suggestion) {
                self.choices.play_against_suggested();
            }
        }
        if has_moved || has_results { Transition::Redraw } else { Transition::None }
    }

    fn next_tick(&self) -> Option<Instant> {
        self.has_picture.then(|| self.thumbnails.next_tick(self.plays_demo)).flatten()
    }

    fn on_tick(&mut self, context: &ScreenContext) -> Transition {
        self.thumbnails.tick(Instant::now(), &context.background);
        Transition::None
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(GameFacts::of(self.game).rules)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let is_advanced = self.choices.shows_advanced();
        let advanced = if is_advanced { ", advanced" } else { "" };
        let title = format!("New game: {}{advanced}", GameFacts::of(self.game).title);
        let rows = self.choices.rows();
        let frame = page_frame(area);
        let text_height = match self.choices.opponent() {
            // An error takes two rows.
            _ if is_advanced => 2,
            Opponent::Friend => 1,
            _ if frame.class >= WindowClass::Usual => 1,
            _ if self.game.seat_names().len() > 2 => 3,
            _ => 2,
        };
        let page = Page { is_grouped: is_advanced, ..Page::new(&rows, "", text_height) };
        let list_width = rows.iter().filter_map(Row::list_width).max();
        let Layout { mut form, mut beside } = Layout::new(frame.content, list_width.unwrap_or(0));
        frame.draw_title(&title, buffer, look, areas);
        let mut picture_room = beside;
        if is_advanced {
            picture_room = Rect::ZERO;
            if frame.class == WindowClass::Large {
                (form, picture_room) = split_above_picture(form, page.height(form.as_size()));
            }
        } else if let Some(picture) = self.default_picture_area(beside) {
            beside = picture;
        }
        let mut text = self.text(&page, form.as_size());
        let mut view = FormView::new(&self.form, buffer, look, areas);
        if let Some(panel) = Panel::new(beside).filter(|_| is_advanced) {
            let content_height = match self.draw_panel(&panel, &rows, &mut view) {
                PanelContent::Text { height } => height,
                PanelContent::Board(area) if picture_room.is_empty() => {
                    picture_room = panel.room;
                    area.height
                }
                PanelContent::Board(_) => 0,
            };
            if let Some(place) = panel.text_area(&text, content_height) {
                view.draw_paragraph(place, &text);
                text.clear();
            }
        }
        Page { text: &text, beside, ..page }.draw(form, &mut view);
        self.draw_picture(picture_room, buffer, look);
    }
}

/// The content of the panel beside the advanced form.
enum PanelContent {
    /// A text that is drawn.
    Text { height: u16 },
    /// The place for a picture of the board, which isn't drawn yet.
    Board(Rect),
}

impl NewGameScreen {
    /// Draws the panel with its title and its text about the selected row.
    fn draw_panel(
        &self,
        panel: &Panel,
        rows: &[Row<Choices>],
        view: &mut FormView,
    ) -> PanelContent {
        let row = self.form.row(rows);
        let title = match row.id {
            RowId::OfSeat(_) => format!("Players for {}", row.label),
            PLAY => "Your game".to_owned(),
            RowId::Named(_) => format!("{}: {}", row.label, row.values[row.chosen]),
        };
        view.draw_panel(panel, &title);
        if let Some(legend) = Legend::new(row, panel.room) {
            view.draw_legend(&legend);
            return PanelContent::Text { height: legend.height() };
        }
        if row.id == PLAY {
            let summary = self.choices.summary();
            view.draw_facts(&summary, panel.room);
            return PanelContent::Text { height: drawing::cells(summary.len()) };
        }
        let is_about_board = matches!(row.id, BOARD | START);
        match self.default_picture_area(panel.room).filter(|_| is_about_board) {
            Some(area) => PanelContent::Board(area),
            None => PanelContent::Text { height: 0 },
        }
    }

    /// The text about the selected row. On the simple form, it doesn't repeat the list.
    fn text(&self, page: &Page<Choices>, size: Size) -> String {
        let is_listed = page.has_lists(size) && !self.choices.shows_advanced();
        let list = ListShows { results: is_listed, glosses: is_listed && page.has_glosses(size) };
        let help = &self.form.row(page.rows).help;
        let text = if help.is_empty() { self.choices.about_opponent(list) } else { help.clone() };
        let list_width = size.width.saturating_sub(LABEL_WIDTH);
        let level = match (self.choices.opponent(), self.selected_seat()) {
            (Opponent::Computer(level), _) if is_listed && help.is_empty() => Some(level),
            (_, seat) if self.choices.shows_advanced() => {
                seat.and_then(|seat| self.choices.level_of(seat))
            }
            _ => None,
        };
        let has_short_marks = page.rows.iter().any(|row| !row.has_full_marks(list_width));
        match level.filter(|_| has_short_marks).and_then(|it| self.choices.suits_sentence(it)) {
            Some(suitable) => format!("{text} {suitable}"),
            None => text,
        }
    }

    fn default_picture_area(&self, room: Rect) -> Option<Rect> {
        self.picture_area(self.game.sizes().map(|sizes| sizes.default), room)
    }

    fn picture_area(&self, size: Option<u16>, room: Rect) -> Option<Rect> {
        let area = with_game!(self.game, G => board_area::<G>(size, room))?;
        let x = if self.choices.shows_advanced() { room.x } else { room.right() - area.width };
        Some(Rect { x, ..area })
    }

    /// Draws a game on the chosen board if there is room.
    fn draw_picture(&mut self, room: Rect, buffer: &mut Buffer, look: &Look) {
        let default_area = self.default_picture_area(room);
        let area = self.picture_area(self.choices.size(), room).map(|area| match default_area {
            // A smaller board gets the place of the default one.
            Some(default) if default.union(area) == default => default,
            _ => area,
        });
        self.has_picture = area.is_some();
        if let Some(area) = area {
            self.thumbnails.draw(0, area, buffer, look);
        } else if let Some(area) = default_area {
            let text = self.largest_board_text(room);
            draw_thumbnail_ground(area, buffer, look);
            drawing::draw_centered(buffer, area, &text, look.dim(), look);
        }
    }

    fn largest_board_text(&self, room: Rect) -> String {
        let mut sizes = self.game.sizes().into_iter().flat_map(|all| (all.min..=all.max).rev());
        let largest = sizes.find(|&size| self.picture_area(Some(size), room).is_some());
        let largest = largest.unwrap_or_default();
        format!("Boards up to {largest}{NO_BREAK_SPACE}x{NO_BREAK_SPACE}{largest} are shown here.")
    }
}

/// The maximum width of the form, unless its list needs more.
const FORM_WIDTH: u16 = 60;
const MIN_FORM_WIDTH: u16 = 39;
const MAX_GAP: u16 = 4;
/// The height of the largest form: the advanced one with a picture below it.
const FORM_HEIGHT: u16 = 34;

/// The page is placed for the largest picture, so that all games have the title in the same row.
pub fn page_frame(window: Rect) -> Frame {
    let max_width = FORM_WIDTH + MAX_GAP + MAX_PICTURE_SIZE.width;
    let frame = Frame::within(window, Size::new(max_width, window.height));
    match thumbnail_area(Layout::new(frame.content, 0).beside) {
        Some(picture) => frame.centred_for(picture.height.max(FORM_HEIGHT)),
        None => frame,
    }
}

/// The place of a form of this height and, below an empty row, the room for a picture.
fn split_above_picture(area: Rect, height: u16) -> (Rect, Rect) {
    let height = height.min(area.height);
    (Rect { height, ..area }, drawing::skip_rows(area, height + 1))
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Layout {
    form: Rect,
    /// The room for a picture.
    beside: Rect,
}

impl Layout {
    fn new(content: Rect, list_width: u16) -> Self {
        let half = (content.width / 2).min(FORM_WIDTH);
        let width = half.max(list_width).max(MIN_FORM_WIDTH).min(content.width);
        let form = Rect { width, ..content };
        let gap = match content.width {
            120.. => MAX_GAP,
            90.. => 3,
            _ => 1,
        };
        let x = (form.right() + gap).min(content.right());
        Self { form, beside: Rect { x, width: content.right() - x, ..content } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::flip::Flip;

    #[test]
    fn the_picture_stands_beside_the_form_with_large_cells() {
        let flip = Choices::default_for(GameKind::Flip);
        let height = |width, height| {
            let content = page_frame(Rect::new(0, 0, width, height)).content;
            let layout = Layout::new(content, flip.opponent_row().list_width().unwrap_or(0));
            let picture = board_area::<Flip>(Some(8), layout.beside).expect("room for a picture");
            assert!(picture.x > layout.form.right() && content.union(picture) == content);
            picture.height
        };
        let heights = [(80, 23), (100, 29), (120, 39), (160, 44), (200, 59)];
        assert_eq!(heights.map(|(width, rows)| height(width, rows)), [16, 18, 26, 40, 42]);
    }
}
