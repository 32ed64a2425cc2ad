//! The New game page: the players, their seats and the board, with a picture of a game.

use std::time::Instant;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use crate::{
    app::new_game::{
        ADVANCED, Choices, OPPONENT, Opponent, PLAY, PastResults, keep_names, no_such_level,
    },
    arcade::{
        form_page::FormPage,
        screen::{Context, Screen, Transition},
        screens::{
            advanced_setup::AdvancedSetupScreen,
            lesson, lobby,
            thumbnails::{Thumbnails, picture_area},
        },
        start_game::start_game,
    },
    database::{Database, StoreError},
    games::GameFacts,
    job::Job,
    settings::last_setups::{LastSetup, LastSetups},
    widgets::{
        Binding, ClickAreas, Key, Look,
        form::{self, Form, FormCommand, Page, Row},
        page::{Frame, TEXT_WIDTH},
    },
};
use fourcade_engine::{
    GameKind,
    play::{Level, random},
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
    /// To notice a game that the advanced setup has started.
    last_setup: Option<LastSetup>,
}

pub fn open(game: GameKind, context: &Context) -> Box<dyn Screen> {
    let mut page = NewGameScreen::new(game, context.home.last_setups.clone(), random::fresh_seed());
    page.read_past_results(context);
    page.choices.allows_programs = !context.home.is_guest();
    page.choices.naming = context.naming();
    page.choices.names.clone_from(&context.home.settings.names);
    page.plays_demo = context.home.plays_demos();
    Box::new(page)
}

impl NewGameScreen {
    /// Begins with the choices of the last game. `seed` is that of the picture's game.
    pub fn new(game: GameKind, last_setups: LastSetups, seed: u64) -> Self {
        let last_setup = last_setups.last(game.key());
        let mut choices = Choices::first_game(game);
        choices.restore(last_setup.as_ref());
        let thumbnails = Thumbnails::new(vec![(game, choices.size())], seed);
        Self {
            game,
            choices,
            form: Form::new(OPPONENT),
            past_results: None,
            thumbnails,
            has_picture: false,
            plays_demo: false,
            last_setups,
            last_setup,
        }
    }

    /// Starts reading the person's past results. The store reports its own errors.
    fn read_past_results(&mut self, context: &Context) {
        let (store, game) = (&context.store, self.game);
        let load = move |games: &mut Database| PastResults::load(games, game);
        self.past_results = store.is_available().then(|| store.ask(load));
    }

    fn follow_choices(&mut self) {
        self.form.keep_to(&self.choices.rows());
        if self.thumbnails.replace((self.game, self.choices.size())) {
            // The next frame decides whether the board fits.
            self.has_picture = false;
        }
    }

    fn play(&mut self, context: &Context) -> Transition {
        if self.choices.opponent() == Opponent::Terminal {
            return Transition::Open(lobby::open_for(self.choices.to_table(), context));
        }
        let (setup, seed) = (self.choices.to_setup(), random::fresh_seed());
        match start_game(self.game, setup, seed, &self.last_setups, context) {
            Ok(table) => {
                self.last_setup = self.last_setups.last(self.game.key());
                Transition::Open(table)
            }
            Err(error) => Transition::Alert(error),
        }
    }

    /// Whether a seat is selected, where Enter types the name of a person.
    fn is_at_seat(&self) -> bool {
        self.game.seat_names().iter().any(|seat| self.form.is_selected(seat))
    }

    fn open_advanced(&self, context: &Context) -> Transition {
        let (setup, seed) = (self.choices.to_setup(), random::fresh_seed());
        let last_setups = self.last_setups.clone();
        let programs = context.background.programs().clone();
        let setup = AdvancedSetupScreen::new(self.game, setup, last_setups, seed, programs);
        let setup = setup.with_names(self.choices.names.clone(), self.choices.naming);
        let setup = if context.home.is_guest() { setup.without_programs() } else { setup };
        Transition::Open(Box::new(setup))
    }
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
        )
        .footer("digits", "level"),
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
        Binding::new("advanced", Command::Advanced, &[Key::char('a')], "the advanced setup")
            .footer("a", "advanced"),
        Binding::new("learn", Command::Learn, &[Key::char('L')], "learn the game, step by step")
            .footer("L", "learn"),
    ];

    fn form(&mut self) -> (Vec<Row<Choices>>, &mut Form, &mut Choices) {
        (self.choices.rows(), &mut self.form, &mut self.choices)
    }

    fn enter_label(&self) -> Option<&'static str> {
        if self.form.is_selected(ADVANCED) {
            return Some("advanced");
        }
        self.is_at_seat().then_some("type a name")
    }

    fn follow(&mut self, _: &'static str, context: &Context) -> Transition {
        self.follow_choices();
        match keep_names(&self.choices.names, context) {
            Some(settings) => Transition::ApplySettings {
                settings: Box::new(settings),
                given: context.home.overrides.clone(),
            },
            None => Transition::Redraw,
        }
    }

    fn press(&mut self, row: &'static str, context: &Context) -> Transition {
        match row {
            PLAY => self.play(context),
            ADVANCED => self.open_advanced(context),
            // The first person is the guest.
            _ if context.home.is_guest() && row == self.game.seat_names()[0] => {
                Transition::Notify("your name here can't be changed".to_owned())
            }
            _ => self.ask_text("").unwrap_or(Transition::Redraw),
        }
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Level(level) if !self.game.levels().contains(&level) => {
                Transition::Notify(no_such_level(self.game, level))
            }
            Command::Level(level) => {
                self.choices.play_against(level);
                self.follow_choices();
                Transition::Redraw
            }
            Command::Advanced => self.open_advanced(context),
            Command::Learn => Transition::Open(lesson::open(self.game, context)),
            Command::Leave => Transition::Close,
        }
    }
}

impl Screen for NewGameScreen {
    fn on_show(&mut self, context: &Context) {
        self.plays_demo = context.home.plays_demos();
        self.read_past_results(context);
        self.choices.naming = context.naming();
        self.choices.names.clone_from(&context.home.settings.names);
        // The advanced setup may have started a game with other choices.
        let last_setup = self.last_setups.last(self.game.key());
        if last_setup != self.last_setup {
            self.choices.restore(last_setup.as_ref());
            self.last_setup = last_setup;
            self.follow_choices();
        }
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        // Below a dialog, the page has no ticks.
        if self.has_picture && self.thumbnails.is_unstarted() {
            self.thumbnails.tick(Instant::now(), &context.background);
        }
        let has_moved = self.thumbnails.poll();
        let past = self.past_results.as_ref().and_then(Job::take);
        let has_results = past.is_some();
        if let Some(past) = past {
            (self.past_results, self.choices.past) = (None, past.ok().and_then(Result::ok));
        }
        if has_moved || has_results { Transition::Redraw } else { Transition::None }
    }

    fn next_tick(&self) -> Option<Instant> {
        self.has_picture.then(|| self.thumbnails.next_tick(self.plays_demo)).flatten()
    }

    fn on_tick(&mut self, context: &Context) -> Transition {
        self.thumbnails.tick(Instant::now(), &context.background);
        Transition::None
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(GameFacts::of(self.game).rules)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let title = format!("New game: {}", GameFacts::of(self.game).title);
        let rows = self.choices.rows();
        let text = self.choices.description();
        let frame = Frame::new(area);
        let page = Page { rows: &rows, text: &text, text_height: TEXT_HEIGHT };
        frame.draw_title(&title, buffer, look, areas);
        let layout = Layout::new(frame.content, |size| page.height(size));
        page.draw(layout.form, &mut self.form.view(buffer, look, areas));
        let size = self.choices.size();
        self.has_picture = layout.picture.is_some_and(|picture| board_fits(size, picture));
        if let Some(picture) = layout.picture.filter(|_| self.has_picture) {
            let picture = size.map_or(picture, |size| crop_to_board(size, picture));
            self.thumbnails.draw(0, picture, buffer, look);
        }
    }
}

/// The rows of the longest description, so that the buttons stay in place.
const TEXT_HEIGHT: u16 = 3;
/// At this width, all values of every row are visible.
const MIN_FORM_WIDTH: u16 = 57;

fn form_width(content: u16) -> u16 {
    (content / 2).clamp(MIN_FORM_WIDTH, TEXT_WIDTH).min(content)
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Layout {
    form: Rect,
    picture: Option<Rect>,
}

impl Layout {
    fn new(content: Rect, form_height: impl Fn(Size) -> u16) -> Self {
        let width = form_width(content.width);
        let height = form_height(Size::new(width, content.height)).min(content.height);
        let form = Rect { width, height, ..content };
        let gap = match content.width {
            120.. => 4,
            90.. => 3,
            _ => 1,
        };
        let x = (form.right() + gap).min(content.right());
        let picture = picture_area(Rect { x, width: content.right() - x, ..content });
        Self { form, picture }
    }
}

/// Crops a picture to a board of this size, with an even margin if there is room.
fn crop_to_board(size: u16, picture: Rect) -> Rect {
    let board = (picture.height / size.max(1)).min(picture.width / (2 * size.max(1))) * size;
    let margin = ((picture.height - board) / 2).min((picture.width - 2 * board) / 4).min(1);
    let (width, height) = (2 * (board + 2 * margin), board + 2 * margin);
    Rect { width, height, ..picture }
}

fn board_fits(size: Option<u16>, picture: Rect) -> bool {
    size.is_none_or(|size| size <= picture.height && size.saturating_mul(2) <= picture.width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::GameKind;

    #[test]
    fn the_picture_is_cropped_to_its_board() {
        let picture = |width, height| Rect::new(3, 4, width, height);
        for (size, room, filled) in [
            (8, (32, 15), (20, 10)),
            (8, (52, 25), (48, 24)),
            (8, (36, 18), (36, 18)),
            (7, (32, 15), (28, 14)),
            (15, (32, 15), (30, 15)),
        ] {
            let (room, filled) = (picture(room.0, room.1), picture(filled.0, filled.1));
            assert_eq!(crop_to_board(size, room), filled, "{size} in {room}");
        }
    }

    #[test]
    fn the_picture_stands_beside_the_form() {
        for game in GameKind::ALL {
            let form = 17;
            let picture = |width, height| {
                let content = Rect::new(2, 3, width, height);
                let layout = Layout::new(content, |_| form);
                let picture = layout.picture.expect("room for a picture");
                assert!(!picture.intersects(layout.form) && content.union(picture) == content);
                assert!(picture.x > layout.form.right());
                picture.height
            };
            assert_eq!(picture(76, 19), 8, "{game:?}");
            assert_eq!(picture(92, 25), 15, "{game:?}");
            assert_eq!(picture(112, 35), 25, "{game:?}");
            assert_eq!(picture(140, 55), 32, "{game:?}");
        }
    }
}
