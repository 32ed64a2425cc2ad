//! Keys that were typed before the screen on which they would act could be read.

use std::{
    thread,
    time::{Duration, Instant},
};

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::{buffer::Buffer, layout::Rect};

use super::stage::{self, Stage, session, session_of, whole_game};
use crate::{
    arcade::{
        dialog::{Question, either},
        message::{Effect, Message},
        screen::{Commands, Screen, ScreenContext, Transition},
    },
    widgets::{AnyCommand, ClickAreas, Look, Offer, testing},
};
use fourcade_engine::intensity::Intensity;

const ESC: KeyCode = KeyCode::Esc;
const ENTER: KeyCode = KeyCode::Enter;
const HELP: KeyCode = KeyCode::Char('?');

/// A stage on which no reading time passes before a key.
struct Hasty(Stage);

impl Hasty {
    fn key(&mut self, code: KeyCode, modifiers: KeyModifiers) -> Effect {
        let key = KeyEvent::new(code, modifiers);
        self.0.arcade.handle(Message::Input(Event::Key(key)))
    }

    /// Presses keys without modifiers; returns whether they had an effect.
    fn press(&mut self, codes: &[KeyCode]) -> bool {
        codes.iter().filter(|&&code| self.key(code, KeyModifiers::NONE) != Effect::None).count() > 0
    }

    fn ctrl(&mut self, character: char) -> Effect {
        self.key(KeyCode::Char(character), KeyModifiers::CONTROL)
    }

    /// Clicks on every cell; returns whether that had an effect.
    fn click(&mut self) -> bool {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let cells = (0..30).flat_map(|row| (0..100).map(move |column| (column, row)));
        cells
            .map(|(column, row)| MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
            .any(|click| self.0.arcade.handle(Message::Input(Event::Mouse(click))) != Effect::None)
    }

    /// Draws the screen and records it as seen.
    fn draw(&mut self) -> String {
        let area = Rect::new(0, 0, 100, 30);
        let mut buffer = Buffer::empty(area);
        self.0.arcade.draw(area, &mut buffer);
        self.0.arcade.on_frame_shown(Instant::now());
        testing::text(&buffer)
    }

    /// Draws at every tick until a text is on the screen.
    fn wait(&mut self, text: &str) {
        while !self.draw().contains(text) {
            let due = self.0.arcade.next_tick().expect("a tick");
            thread::sleep(due.saturating_duration_since(Instant::now()));
            self.0.arcade.tick();
        }
    }

    /// Presses a key at every tick until it has an effect. Checks each frame before that.
    fn wait_for_effect(&mut self, key: KeyCode, check: impl Fn(&str)) {
        while !self.press(&[key]) {
            check(&self.draw());
            let due = self.0.arcade.next_tick().expect("a tick");
            thread::sleep(due.saturating_duration_since(Instant::now()));
            self.0.arcade.tick();
        }
    }
}

fn answers() -> Vec<KeyCode> {
    let characters = " aeknpqruyNPST0123456789.,?".chars().map(KeyCode::Char);
    characters.chain([ENTER, KeyCode::Tab, KeyCode::Left, KeyCode::Backspace]).collect()
}

/// A game of two people that is over, without the card.
fn at_the_end() -> Hasty {
    let moves = whole_game();
    let (last, before) = moves.split_last().unwrap();
    let before: Vec<_> = before.iter().map(String::as_str).collect();
    let mut stage = Stage::menu().over(stage::table(session(["human", "human"], 4, &before)));
    stage.keys(&stage::keys_of(last));
    Hasty(stage)
}

#[test]
fn a_result_card_is_read_before_a_key_answers_it() {
    let mut stage = at_the_end();
    assert!(stage.press(&[ENTER]), "a key brings the card");
    assert!(!stage.press(&answers()), "before it is drawn");
    let card = stage.draw();
    assert!(card.contains("Enter Rematch") && !card.contains("? help"), "{card}");
    assert!(!stage.press(&answers()) && !stage.click());
    let paste = Message::Input(Event::Paste("\r".to_owned()));
    assert_eq!(stage.0.arcade.handle(paste), Effect::None);
    // Its keys have their places from the first frame.
    let keys = |text: &str| text.lines().position(|line| line.contains("Enter Rematch"));
    let place = keys(&card);
    stage.wait("? help");
    assert_eq!(keys(&stage.draw()), place);
    assert_eq!(stage.0.arcade.next_tick(), None, "nothing moves any more");
    assert!(stage.press(&[ENTER]));
    stage.wait("game 2");
}

#[test]
fn a_card_that_is_opened_on_purpose_answers_at_once() {
    let mut stage = at_the_end();
    stage.press(&[ENTER]);
    stage.draw();
    assert!(stage.press(&[ESC]) && stage.draw().contains("Enter result"));
    assert!(stage.press(&[ENTER]) && stage.draw().contains("Rematch"));
    assert!(stage.press(&[ENTER]));
    stage.wait("game 2");
}

#[test]
fn esc_and_help_always_work() {
    let card = || {
        let mut stage = at_the_end();
        stage.press(&[ENTER]);
        stage.draw();
        stage
    };
    let mut stage = card();
    assert!(stage.press(&[ESC]) && stage.draw().contains("Enter result"));
    let mut stage = card();
    assert!(stage.press(&[KeyCode::F(1)]) && stage.draw().contains("to find a command"));
    // The card is read again.
    assert!(stage.press(&[ESC]) && !stage.press(&answers()));
    assert_eq!(card().ctrl('c'), Effect::Quit);
    assert_eq!(card().ctrl('z'), Effect::StopJob);
    assert_eq!(card().ctrl('l'), Effect::DrawAll);
}

#[test]
fn a_hand_over_is_read_before_a_key_shows_the_next_hand() {
    let players = ["human", "careful", "human", "careful"];
    let table = stage::table(session_of::<Intensity>(players, 0, &[]));
    let mut stage = Hasty(Stage::menu().over(table));
    let hidden = stage.draw();
    let works = [HELP, KeyCode::Char('q')];
    let others: Vec<_> = answers().into_iter().filter(|key| !works.contains(key)).collect();
    assert!(!stage.press(&others) && !stage.click());
    // Its keys have their places from the first frame, but are dim.
    let footer = |text: &str| text.lines().last().map(str::to_owned);
    assert!(hidden.contains("Enter show"));
    stage.wait_for_effect(ENTER, |drawn| assert_eq!(footer(drawn), footer(&hidden)));
    let first = stage.draw();
    assert!(first.contains("Enter mark"), "{first}");
    // The first person passes three cards, and presses a key too many.
    let (mark, right) = (KeyCode::Char(' '), KeyCode::Right);
    stage.press(&[mark, right, mark, right, mark, ENTER, ENTER, ENTER]);
    let hidden = stage.draw();
    assert!(hidden.contains("Your turn as North") && !hidden.contains("Enter mark"), "{hidden}");
    // Undo shows nothing.
    assert!(stage.press(&[KeyCode::Char('u')]));
    let hidden = stage.draw();
    assert!(hidden.contains("Your turn as South") && !hidden.contains("Enter mark"), "{hidden}");
    // The help opens at once, and takes the letters that follow.
    stage.press(&[HELP]);
    stage.press(&"resign".chars().map(KeyCode::Char).collect::<Vec<_>>());
    assert!(stage.draw().contains("from here    resign"), "{}", stage.draw());
}

/// A page that opens a question when it is woken.
struct Asking;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Command {
    Yes,
    No,
}

impl Commands for Asking {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        Vec::new()
    }

    fn run(&mut self, command: Command, _: &ScreenContext) -> Transition {
        Transition::Notify(format!("{command:?} it is."))
    }
}

impl Screen for Asking {
    fn on_wake(&mut self, context: &ScreenContext) -> Transition {
        if !context.is_on_top {
            return Transition::None;
        }
        let choices =
            either(("yes", AnyCommand::new(Command::Yes)), ("no", AnyCommand::new(Command::No)));
        Transition::Open(Box::new(Question::new("Undo?", "North asks.".to_owned(), choices)))
    }

    fn draw(&mut self, _: Rect, _: &mut Buffer, _: &Look, _: &mut ClickAreas) {}
}

#[test]
fn a_question_that_opens_by_itself_is_read_before_a_key_answers_it() {
    let mut stage = Hasty(Stage::menu().over(Asking));
    for _ in 0..2 {
        assert_eq!(stage.0.arcade.handle(Message::Woken), Effect::Draw);
        assert!(!stage.press(&answers()));
        assert!(stage.draw().contains("North asks.") && !stage.press(&answers()));
        let start = Instant::now();
        stage.wait("y yes");
        assert!(start.elapsed() > Duration::from_millis(1), "it was to be read");
        assert!(stage.press(&[KeyCode::Char('y')]));
        assert!(stage.draw().contains("Yes it is."));
    }
}
