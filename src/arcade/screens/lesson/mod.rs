//! The lesson of a game: a guided first game. [`games::lessons`](crate::games::lessons) reads it.

use std::{
    iter, mem,
    time::{Duration, Instant},
};

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    arcade::{
        ScreenFactory,
        board::{Board, Input},
        board_text::{self, Text},
        dialog::{Question, choice},
        keys as arcade_keys,
        screen::{Commands, Screen, ScreenContext, Transition},
    },
    games::{
        Controller, GameFacts, GameView, Reply, Scene,
        lessons::{Lesson, LessonPhase, LessonRun},
        sentence,
    },
    widgets::{
        AnyCommand, Binding, ClickAreas, Key, Look, Motion, Offer,
        keys::{Group, Refusal, key_name, refuse},
    },
};
use fourcade_engine::{
    GameKind,
    play::{Advice, Seats},
    with_game,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    GoOn,
    Play,
    Back,
    Leave,
}

const GO_ON_KEYS: &[Key] = &[Key::plain(KeyCode::Enter), Key::char(' ')];

/// The first `READING_ROWS` rows come before the keys of the game.
pub static KEYS: [Binding<Command>; 4] = [
    Binding::new("go-on", Command::GoOn, GO_ON_KEYS, "go on with the lesson")
        .footer("Enter", "go on"),
    Binding::new("go-on", Command::Play, GO_ON_KEYS, "at the end: play a game against Beginner")
        .footer("Enter", "play"),
    Binding::new("undo", Command::Back, &[Key::char('u')], "go back a step").footer("u", "back"),
    Binding::new("leave", Command::Leave, &[Key::plain(KeyCode::Esc)], "leave the lesson")
        .footer("Esc", "leave"),
];

const READING_ROWS: usize = 2;

/// Opens the lesson. If it was left earlier, a dialog asks whether to go on.
pub fn open(game: GameKind, context: &ScreenContext) -> Box<dyn Screen> {
    let step = context.home.lessons.step(game.key());
    if step == 0 {
        return begin(game, step, context);
    }
    let title = format!("Go on with the {} lesson?", GameFacts::of(game).title);
    let text = format!("You left it at step {}.", step + 1);
    let begin_at = |step| Some(AnyCommand::new(arcade_keys::Command::Lesson { game, step }));
    let choices = [
        choice(const { &[Key::plain(KeyCode::Enter)] }, "Enter", "go on", begin_at(step)),
        choice(const { &[Key::char('n')] }, "n", "begin again", begin_at(0)),
        choice(const { &[Key::plain(KeyCode::Esc)] }, "Esc", "not now", None),
    ];
    Box::new(Question::new(title, text, choices))
}

pub fn lesson_factory(game: GameKind) -> ScreenFactory {
    Box::new(move |context| open(game, context))
}

/// Begins the lesson at this step, counted from 0.
pub fn begin(game: GameKind, step: usize, context: &ScreenContext) -> Box<dyn Screen> {
    with_game!(game, G => begin_typed::<G>(step, context))
}

fn begin_typed<G: GameView>(step: usize, context: &ScreenContext) -> Box<dyn Screen> {
    match Lesson::<G>::of_game(context.notation()).and_then(LessonRun::new) {
        Ok(mut lesson) => {
            lesson.go_to(step);
            Box::new(LessonScreen::new(lesson, context.home.settings.motion))
        }
        Err(error) => Box::new(Question::message("No lesson", error.to_string())),
    }
}

const ANIMATION: Duration = Duration::from_millis(260);
const FRAME_INTERVAL: Duration = Duration::from_millis(33);
/// The time between a step and another seat's reply.
const REPLY_DELAY: Duration = Duration::from_millis(900);
/// The time between a step and a reply that hides what the step revealed.
const REVEAL_REPLY_DELAY: Duration = Duration::from_millis(2200);
const WRONG_MOVES_BEFORE_HINT: u32 = 2;

pub struct LessonScreen<G: GameView> {
    lesson: LessonRun<G>,
    board: Board<G>,
    motion: Motion,
    last_step_at: Instant,
    /// The prompt at which the cursor has been moved away from the answer.
    begun_prompt: Option<usize>,
    /// Why the last move was refused, until the next key.
    reason: Option<String>,
    /// The number of wrong moves at this prompt.
    wrong_moves: u32,
}

impl<G: GameView> LessonScreen<G> {
    fn refusal(&self, command: Command) -> Option<Refusal> {
        let lesson = &self.lesson;
        match command {
            // The key also makes the remaining replies.
            Command::GoOn => {
                let goes_on = lesson.phase() == LessonPhase::Replying
                    || lesson.waits_for_reader() && !lesson.is_at_end();
                refuse(!goes_on, "make the move first")
            }
            Command::Play => refuse(!lesson.is_at_end(), "finish the lesson first"),
            Command::Back => refuse(!lesson.can_go_back(), "this is the start"),
            Command::Leave => None,
        }
    }

    fn new(lesson: LessonRun<G>, motion: Motion) -> Self {
        let mut screen = Self {
            lesson,
            board: Board::default(),
            motion,
            last_step_at: Instant::now().checked_sub(ANIMATION).unwrap_or_else(Instant::now),
            begun_prompt: None,
            reason: None,
            wrong_moves: 0,
        };
        screen.begin_prompt();
        screen
    }

    fn begin_prompt(&mut self) {
        let index = Some(self.lesson.index());
        if self.lesson.phase() == LessonPhase::Choosing && self.begun_prompt != index {
            self.begun_prompt = index;
            self.with_scene(|screen, board, scene| {
                let is_right = |action| screen.lesson.judge(action).is_ok();
                board.controller.point_away(&is_right, scene);
            });
        }
    }

    /// The progress of the animation, from 0 to 1.
    fn animation(&self) -> f32 {
        if !self.motion.enabled {
            return 1.0;
        }
        (self.last_step_at.elapsed().as_secs_f32() / ANIMATION.as_secs_f32()).min(1.0)
    }

    fn hint(&self) -> Option<Advice<G::Action>> {
        let is_stuck = self.wrong_moves >= WRONG_MOVES_BEFORE_HINT
            && self.lesson.phase() == LessonPhase::Choosing;
        if is_stuck { self.lesson.prompt().example().map(Advice::new) } else { None }
    }

    fn scene<T>(&self, show: impl FnOnce(&Scene<G>) -> T) -> T {
        let (lesson, hint) = (&self.lesson, self.hint());
        let events = lesson.session().events().last().map_or(&[][..], Vec::as_slice);
        let is_choosing = lesson.phase() == LessonPhase::Choosing;
        show(&Scene {
            deciding: if is_choosing { Seats::one(lesson.seat()) } else { Seats::NONE },
            events,
            motion: self.animation(),
            is_lingering: !is_choosing && G::shows_reveal(events),
            hint: hint.as_ref(),
            notation: lesson.notation(),
            ..Scene::at_rest(
                &lesson.session().game().observe(Seats::one(lesson.seat())),
                &lesson.session().header().players,
            )
        })
    }

    /// Takes the board out of the screen while `act` runs, because the scene borrows the rest.
    fn with_scene<T>(&mut self, act: impl FnOnce(&Self, &mut Board<G>, &Scene<G>) -> T) -> T {
        let mut board = mem::take(&mut self.board);
        let result = self.scene(|scene| act(self, &mut board, scene));
        self.board = board;
        result
    }

    fn pending_input(&self) -> Option<String> {
        self.scene(|scene| self.board.controller.pending_input(scene))
    }

    fn reply_due(&self) -> Instant {
        let events = self.lesson.session().events().last();
        let lingers = events.is_some_and(|events| G::shows_reveal(events));
        self.last_step_at + if lingers { REVEAL_REPLY_DELAY } else { REPLY_DELAY }
    }

    /// Must be called after the position or the prompt has changed.
    fn note_step(&mut self) {
        self.last_step_at = Instant::now();
        self.begin_prompt();
    }

    /// Makes the remaining replies at once. Returns whether there were any.
    fn make_replies(&mut self) -> bool {
        let is_replying = self.lesson.phase() == LessonPhase::Replying;
        while self.lesson.phase() == LessonPhase::Replying {
            // An illegal reply is skipped; the tests of the lessons exclude it.
            let _ = self.lesson.reply();
        }
        if is_replying {
            self.note_step();
        }
        is_replying
    }

    /// The step at which the lesson resumes if it is left now, from 0.
    fn step_to_resume(&self) -> usize {
        if self.lesson.is_at_end() { 0 } else { self.lesson.index() }
    }

    fn save_step(&self, context: &ScreenContext) {
        let (lessons, step) = (context.home.lessons.clone(), self.step_to_resume());
        if lessons.step(G::KEY) != step {
            lessons.set_step(G::KEY, step);
            // If it can't be written, the step is kept for this run.
            context.file_writer.run(move |()| drop(lessons.write(G::KEY)));
        }
    }

    fn esc_label(&self) -> Option<&'static str> {
        self.scene(|scene| self.board.controller.esc_label(scene))
    }

    fn handle_input(&mut self, input: Input) -> Transition {
        if self.make_replies() {
            return Transition::Redraw;
        }
        let (reason, typed) = (self.reason.take(), self.pending_input());
        match self.with_scene(|_, board, scene| board.handle(input, scene)) {
            Reply::Ignored if reason.is_some() => Transition::Redraw,
            Reply::Ignored => Transition::None,
            Reply::Changed | Reply::Retract(_) => {
                // The reason stays until the refused input is changed.
                self.reason = reason.filter(|_| typed.is_some() && typed == self.pending_input());
                Transition::Redraw
            }
            Reply::Refused(reason) | Reply::RefusedTo(_, reason) => {
                self.reason = Some(sentence(&reason));
                Transition::Redraw
            }
            Reply::Act(_, action) => {
                let index = self.lesson.index();
                match self.lesson.choose(action) {
                    Ok(()) => self.note_step(),
                    Err(reason) => {
                        self.reason = Some(sentence(&reason.to_string()));
                        self.wrong_moves += 1;
                    }
                }
                if self.lesson.index() != index || self.lesson.phase() != LessonPhase::Choosing {
                    self.wrong_moves = 0;
                }
                Transition::Redraw
            }
        }
    }

    fn run_command(&mut self, command: Command) -> Transition {
        match command {
            Command::GoOn | Command::Play if self.make_replies() => return Transition::Redraw,
            Command::GoOn => self.lesson.go_on(),
            Command::Play => {
                let game = arcade_keys::Command::PlayBeginner(G::FACTS.kind);
                return Transition::CloseAndRun(AnyCommand::new(game));
            }
            Command::Back => self.lesson.go_back(),
            Command::Leave if self.esc_label().is_some() => {
                self.board.controller.on_esc();
                return Transition::Redraw;
            }
            Command::Leave => return Transition::Close,
        }
        (self.begun_prompt, self.reason, self.wrong_moves) = (None, None, 0);
        self.board.controller.reset();
        self.note_step();
        Transition::Redraw
    }

    fn texts(&self, input: Option<String>, look: &Look) -> Vec<Text> {
        let style = match self.lesson.phase() {
            LessonPhase::Praised => look.accent(),
            LessonPhase::Replying => look.dim(),
            LessonPhase::Choosing | LessonPhase::Reading => look.text(),
        };
        let prompt = Text::new(main_text(&self.lesson), style);
        // If space is short, the reason replaces the prompt until the next key.
        let prompt = if self.reason.is_some() { prompt.optional() } else { prompt };
        let reason = self.reason.clone().map(|reason| Text::new(reason, look.alert()));
        // Refused input is not offered again.
        let next = self.next_key().or(input.filter(|_| self.reason.is_none()));
        // Optional, because the footer says it, too.
        let next = next.map(|next| Text::new(next, look.strong()).optional());
        iter::once(prompt).chain(reason).chain(next).collect()
    }

    fn next_key(&self) -> Option<String> {
        if self.lesson.is_at_end() {
            return Some(format!("{}: play against Beginner", go_on_key()));
        }
        matches!(self.lesson.phase(), LessonPhase::Reading | LessonPhase::Praised)
            .then(|| format!("{}: go on", go_on_key()))
    }
}

impl<G: GameView> Commands for LessonScreen<G> {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        let mut offers = Offer::all_with(Group::Game, &KEYS, |&command| self.refusal(command));
        if let Some(label) = self.esc_label() {
            Offer::relabel(&mut offers, &Command::Leave, label);
        }
        offers
    }

    fn run(&mut self, command: Command, context: &ScreenContext) -> Transition {
        let transition = self.run_command(command);
        self.save_step(context);
        transition
    }

    fn with_part(&self, mut own: Vec<Offer<AnyCommand>>) -> Vec<Offer<AnyCommand>> {
        let waits = self.lesson.waits_for_reader();
        let is_replying = self.lesson.phase() == LessonPhase::Replying;
        let adapt = |binding: &Binding<_>, refusal| match refusal {
            Some(_) if waits => Some(format!("press {} to go on", go_on_key()).into()),
            // While others reply, every key makes the remaining replies.
            Some(_) if is_replying && !binding.keys.iter().any(|key| GO_ON_KEYS.contains(key)) => {
                None
            }
            refusal => refusal,
        };
        let game = self.scene(|scene| {
            // The lesson's own keys end a reveal, not the game's.
            self.board.offers(&Scene { is_lingering: false, ..*scene }, false, adapt)
        });
        own.splice(READING_ROWS..READING_ROWS, game);
        own
    }

    fn run_part(&mut self, command: &AnyCommand, context: &ScreenContext) -> Transition {
        let transition = self.handle_input(Input::Command(command));
        self.save_step(context);
        transition
    }
}

impl<G: GameView> Screen for LessonScreen<G> {
    fn on_key(&mut self, key: Key, context: &ScreenContext) -> Transition {
        let transition = self.handle_input(Input::Key(key));
        self.save_step(context);
        transition
    }

    fn on_wheel(&mut self, rows: isize) -> Transition {
        self.handle_input(Input::Wheel { is_down: rows > 0 })
    }

    fn next_tick(&self) -> Option<Instant> {
        let frame = (self.animation() < 1.0).then(|| Instant::now() + FRAME_INTERVAL);
        let reply = (self.lesson.phase() == LessonPhase::Replying).then(|| self.reply_due());
        frame.into_iter().chain(reply).min()
    }

    fn on_tick(&mut self, context: &ScreenContext) -> Transition {
        if self.lesson.phase() == LessonPhase::Replying && Instant::now() >= self.reply_due() {
            // An illegal reply is skipped; the tests of the lessons exclude it.
            let _ = self.lesson.reply();
            self.note_step();
            self.save_step(context);
        }
        Transition::Redraw
    }

    fn resume_hint(&self) -> Option<String> {
        let step = self.step_to_resume();
        (step > 0).then(|| {
            let (title, key) = (G::FACTS.title, G::KEY);
            let number = step + 1;
            format!("Your {title} lesson waits at step {number}: `fourcade learn {key}` goes on.")
        })
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(G::FACTS.rules)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let (place, input) = self
            .with_scene(|_, board, scene| board.draw_beside_text(scene, area, buffer, look, areas));
        // A text to read takes the focus from the board.
        if self.lesson.phase() != LessonPhase::Choosing || areas.focus().is_none() {
            areas.focus_on(place);
        }
        let (number, count) = (self.lesson.index() + 1, self.lesson.prompt_count());
        let title = format!("{} lesson, {number} of {count}", G::FACTS.title);
        let titles = [Text::new(title, look.strong())];
        board_text::draw(&titles, &self.texts(input, look), place, buffer, look);
    }
}

fn main_text<G: GameView>(lesson: &LessonRun<G>) -> String {
    let prompt = lesson.prompt();
    let praise = prompt.praise.as_deref().filter(|_| lesson.phase() == LessonPhase::Praised);
    let rows = <G::Controller as Controller<G>>::KEYS;
    let mut text = praise.unwrap_or(&prompt.text).to_owned();
    for row in rows.iter().filter(|row| !row.keys.is_empty()) {
        text = text.replace(&format!("<{}>", row.name), &key_name(rows, &row.command));
    }
    text
}

fn go_on_key() -> String {
    key_name(&KEYS, &Command::GoOn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        arcade::{
            screen::ErasedCommands as _,
            split::{Split, TextRoom},
            tests::stage::{self, Stage},
        },
        games::{Notation, lessons::Lesson},
        settings::{home::Home, lessons::Lessons},
        widgets::{ColorDepth, drawing, testing},
    };
    use fourcade_engine::{GameKind, play::Observation};
    use insta::assert_snapshot;

    fn keys_in(text: &str) -> impl Iterator<Item = Key> {
        let keys = [
            ("Space", KeyCode::Char(' ')),
            ("Enter", KeyCode::Enter),
            ("Tab", KeyCode::Tab),
            ("rrows", KeyCode::Left),
        ];
        let named = keys.into_iter().filter(move |(name, _)| text.contains(name));
        named.map(|(_, code)| Key::plain(code))
    }

    /// Checks that the keys named in a lesson work, and that its texts fit into a window.
    fn check_room<G: GameView>((width, height): (u16, u16)) {
        let lesson = LessonRun::new(Lesson::<G>::of_game(Notation::FromOne).unwrap()).unwrap();
        let mut screen = LessonScreen::new(lesson, testing::NO_MOTION);
        let look = testing::look(ColorDepth::True, false);
        while !screen.lesson.is_at_end() {
            let area = Rect::new(0, 0, width, height - 1);
            let (layout, extent) = screen.with_scene(|_, board, scene| {
                let extent = |space| G::extent(&board.controller, scene, space, &look);
                let layout = Split::new(area, &TextRoom::of(area), &extent);
                (layout, extent(layout.board.as_size()))
            });
            let place = format!("{}, prompt {}", G::KEY, screen.lesson.index() + 1);
            assert!(
                extent.width <= layout.board.width && extent.height <= layout.board.height,
                "{place}: the board is cut off: {layout:?}"
            );
            let check = |text: &str| {
                let rows = drawing::wrap(text, layout.text.width).len();
                assert!(rows <= usize::from(layout.text.height), "{place}: {rows} rows: {text}");
            };
            assert!(layout.text.right() < width, "{place}: a text touches the edge");
            let text = main_text(&screen.lesson);
            let text = &*look.keymap.fill(&text);
            check(text);
            let offers = screen.any_offers();
            for key in keys_in(text) {
                let mut bound = offers.iter().filter(|offer| offer.keys.contains(&key));
                assert!(
                    bound.any(Offer::is_available),
                    "{place}: {} does nothing: {text}",
                    key.name()
                );
            }
            let seat = screen.lesson.seat();
            let legal = screen.lesson.session().game().observe(Seats::one(seat)).legal(seat);
            match screen.lesson.phase() {
                LessonPhase::Replying => drop(screen.make_replies()),
                LessonPhase::Reading | LessonPhase::Praised => screen.lesson.go_on(),
                LessonPhase::Choosing => {
                    let lesson = &screen.lesson;
                    let wrong = legal.iter().filter_map(|&action| lesson.judge(action).err());
                    wrong.for_each(|text| check(&text));
                    let accepted = legal.into_iter().find(|&action| lesson.judge(action).is_ok());
                    screen.lesson.choose(accepted.expect("a move is accepted")).unwrap();
                }
            }
        }
    }

    #[test]
    fn all_texts_fit_into_every_window() {
        let has_lesson = |kind: &GameKind| GameFacts::of(*kind).lesson.is_some();
        for kind in GameKind::ALL.into_iter().filter(has_lesson) {
            for (width, height) in [(40, 12), (60, 20), (80, 24), (100, 30), (120, 40), (200, 60)] {
                with_game!(kind, G => check_room::<G>((width, height)));
            }
        }
    }

    fn check_cursor<G: GameView>() {
        let lesson = LessonRun::new(Lesson::<G>::of_game(Notation::FromOne).unwrap()).unwrap();
        let mut screen = LessonScreen::new(lesson, testing::NO_MOTION);
        while !screen.lesson.is_at_end() {
            let place = format!("{}, prompt {}", G::KEY, screen.lesson.index() + 1);
            if let Some(example) = screen.lesson.prompt().example()
                && screen.lesson.phase() == LessonPhase::Choosing
            {
                let enter = |screen: &LessonScreen<G>| {
                    let offers = screen.any_offers().into_iter();
                    let mut keys = offers.filter(|at| at.keys.contains(&GO_ON_KEYS[0]));
                    keys.find(Offer::is_available).expect("Enter works").command
                };
                let command = enter(&screen);
                screen.handle_input(Input::Command(&command));
                assert_eq!(
                    screen.lesson.phase(),
                    LessonPhase::Choosing,
                    "{place}: Enter was right"
                );
                screen.lesson.choose(example).unwrap();
                screen.note_step();
            } else if screen.lesson.phase() == LessonPhase::Choosing {
                screen.lesson.go_to(screen.lesson.index() + 1);
                screen.note_step();
            } else {
                screen.run_command(Command::GoOn);
            }
        }
    }

    #[test]
    fn the_cursor_does_not_start_on_the_answer() {
        for kind in GameKind::ALL.into_iter().filter(|&kind| GameFacts::of(kind).lesson.is_some()) {
            with_game!(kind, G => check_cursor::<G>());
        }
    }

    fn lesson(game: GameKind) -> Stage {
        let mut stage = Stage::menu();
        stage.arcade.open_from(lesson_factory(game));
        stage
    }

    #[test]
    fn a_lesson_waits_for_the_right_move_and_says_why_others_are_wrong() {
        let mut stage = lesson(GameKind::Flip);
        stage.shows("Flip lesson, 1 of 6").keys("24<Enter>").shows("That's a move").keys("<Enter>");
        stage.shows("2 of 6").keys("41<Enter>").shows("Two tiles:");
        stage.keys("<Down>").shows("!Two tiles:").shows("2 of 6");
        stage.keys("11<Enter>").shows("1 1 turns nothing");
        stage.keys("32<Enter>").shows("Three lines, four tiles.").keys("u").shows("2 of 6");
        stage.keys("u").shows("1 of 6").keys("<Esc>").shows("!lesson");
    }

    #[test]
    fn a_lesson_leads_into_a_game_against_beginner() {
        let mut stage = lesson(GameKind::Flip);
        stage.keys(
            "24<Enter><Enter>32<Enter><Enter>11<Enter><Enter>35<Enter><Enter>64<Enter><Enter>",
        );
        stage.shows("6 of 6").shows("Enter: play against Beginner").keys("<Enter>");
        stage.shows("Flip 8 x 8").shows("Your move").keys("<Esc>").shows("!6 of 6");
    }

    #[test]
    fn the_cards_of_a_lesson_are_those_of_the_table() {
        for size in [(60, 20), (80, 24), (100, 30)] {
            let mut stage = lesson(GameKind::Intensity);
            let text = stage.text(size);
            assert!(text.contains("South"), "{text}");
            // The heads of three calves.
            assert!(text.matches("▜▄▄▛").count() == 3 || size == (100, 30), "{text}");
            assert_eq!(text.contains("Points to come: 30 31"), size != (60, 20), "{text}");
        }
        assert_snapshot!("intensity-80x24", lesson(GameKind::Intensity).text((80, 24)));
        assert_snapshot!("intensity-60x20", lesson(GameKind::Intensity).text((60, 20)));
    }

    #[test]
    fn refused_input_is_not_offered_again() {
        let mut stage = lesson(GameKind::Intensity);
        stage.keys("<Enter>12 20 24 ").shows("Enter passes 12 20 24.");
        stage.keys("<Enter>").shows("Keep low cards").shows("!Enter passes");
        stage.keys("<Left>").shows("Keep low cards").shows("!Enter passes");
        stage.keys("28 ").shows("Three are enough.").shows("!Enter passes");
        stage.keys("24 ").shows("!Keep low cards").shows("2 of 3 marked");
    }

    #[test]
    fn the_footer_says_what_the_keys_do_at_this_prompt() {
        let mut stage = lesson(GameKind::Intensity);
        stage.keys("<Enter>").shows("Enter mark").shows("!Enter play");
        stage.keys("39 48 49 ").shows("Enter pass").keys("<Enter>").shows("Enter go on");
        stage.keys("<Enter>").shows("Enter play").shows("!Enter pass");
    }

    #[test]
    fn while_a_text_is_read_other_keys_name_the_one_that_goes_on() {
        let mut stage = lesson(GameKind::Flip);
        stage.keys("24<Enter>").shows("That's a move").keys("<Tab>");
        stage.shows("Press Enter to go on.").shows("!not your");
    }

    #[test]
    fn the_other_seats_wait_until_the_move_has_been_seen() {
        let mut stage = lesson(GameKind::Intensity);
        stage.keys("<Enter>39 48 49 <Enter>").shows("Intensity lesson, 2 of 8");
        stage.shows("Oh no").keys("<Enter>20<Enter>").shows("3 of 8");
        assert!(stage.arcade.next_tick().is_some());
        // Any key makes the rest of the moves at once.
        stage.keys("<Left>").shows("4 of 8").shows("East won with 29");
        // So does a key that otherwise belongs to the game.
        let mut stage = lesson(GameKind::Intensity);
        stage.keys("<Enter>39 48 49 <Enter><Enter>20<Enter>").shows("3 of 8");
        stage.keys("<Tab>").shows("4 of 8").shows("!not your turn");
    }

    #[test]
    fn the_first_time_a_game_is_opened_its_lesson_is_offered() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lessons.toml");
        let home = |path: &std::path::Path| Home {
            lessons: Lessons::at(path.to_owned()),
            ..stage::home(false)
        };
        let mut stage = Stage::with_home(home(&path), ColorDepth::True);
        stage.keys("2").shows("New to Flip?").keys("<Enter>").shows("Flip lesson, 1 of 6");
        stage.keys("<Esc>2").shows("!New to Flip?").shows("!lesson").keys("<Esc>");
        stage.keys("1").shows("New to Intensity?").keys("<Esc>").shows("!New to").keys("<Esc>");
        stage.arcade.finish_files();
        let mut later = Stage::with_home(home(&path), ColorDepth::True);
        later.keys("21").shows("!New to").keys("<Esc>4").shows("New to Eater?");
    }

    #[test]
    fn the_menu_and_the_table_open_the_lesson() {
        let mut stage = Stage::menu();
        stage.keys("L").shows("Intensity lesson, 1 of 8").keys("<Esc>").shows("!Intensity lesson");
        let table = stage::table(stage::session(["human", "human"], 8, &["2 4"]));
        let mut stage = Stage::menu().over(table);
        stage.keys("L").shows("Flip lesson, 1 of 6").keys("<Esc>").shows("Player 2 to move");
    }

    #[test]
    fn a_lesson_that_was_left_goes_on_or_begins_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lessons.toml");
        let start = || {
            let lessons = Lessons::at(path.clone());
            let home = Home { lessons, ..stage::home(false) };
            let mut stage = Stage::with_home(home, ColorDepth::True);
            stage.arcade.open_from(lesson_factory(GameKind::Flip));
            stage
        };
        let mut stage = start();
        assert_eq!(stage.arcade.resume_hint(), None);
        stage.keys("24<Enter><Enter>32<Enter><Enter>").shows("3 of 6");
        let resume_hint = stage.arcade.resume_hint();
        assert_eq!(
            resume_hint.as_deref(),
            Some("Your Flip lesson waits at step 3: `fourcade learn flip` goes on.")
        );
        // In this run, and in the next one.
        stage.keys("<Esc>").keys("<Right>L").shows("You left it at step 3.").keys("<Esc>");
        stage.shows("avoid tricks").arcade.finish_files();
        let mut later = start();
        later.shows("Go on with the Flip lesson?").keys("<Enter>").shows("3 of 6").keys("<Esc>");
        later.keys("<Right>L").keys("n").shows("1 of 6").keys("24<Enter><Enter>").shows("2 of 6");
        later.keys("<Esc>").keys("L").shows("You left it at step 2.").keys("<Enter>");
        // A finished lesson starts over.
        later.keys("32<Enter><Enter>11<Enter><Enter>35<Enter><Enter>64<Enter><Enter>");
        later.shows("6 of 6").keys("<Esc>").keys("L").shows("1 of 6");
    }

    #[test]
    fn esc_closes_the_rounds_before_the_lesson() {
        let mut stage = lesson(GameKind::Intensity);
        stage.keys("<Enter>39 48 49 <Enter><Enter>20<Enter><Left>").shows("4 of 8");
        stage.keys("t").shows("Esc table").keys("<Esc>").shows("4 of 8").shows("Esc leave");
        stage.keys("1").shows("Esc clear").keys("<Esc>").shows("4 of 8");
        stage.keys("<Esc>").shows("avoid tricks");
    }
}
