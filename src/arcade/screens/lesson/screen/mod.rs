//! The screen of a lesson: its commands, and the events that it handles.

use std::time::{Duration, Instant};

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{
    keys::{Command, KEYS, LessonScreenCommand, READING_KEYS},
    layout::LessonLayout,
    view::{self, PromptText},
};
use crate::{
    arcade::{
        Start, open_table,
        screen::{Commands, Context, Screen, Transition},
    },
    games::{
        ArcadeGame, Controller, GameView, Reply, Scene,
        lessons::{LessonPhase, LessonRun},
    },
    widgets::{Binding, ClickAreas, Key, Look, Motion, Offer},
};
use fourcade_engine::play::{Advice, HUMAN, Level, RecordHeader, Seats, Session, random};

/// The duration of a step's animation.
const ANIMATION: Duration = Duration::from_millis(260);
/// The time between two frames of an animation.
const FRAME: Duration = Duration::from_millis(33);
/// How long a step is shown before another seat makes its move.
const REPLY_DELAY: Duration = Duration::from_millis(900);
/// How long a step is shown whose result the next step hides.
const LINGER_DELAY: Duration = Duration::from_millis(2200);
/// After this many wrong moves at one prompt, a right one is marked.
const MAX_WRONG: u32 = 2;

/// The command type of a game's controls.
type GameCommand<G> = <<G as GameView>::Controller as Controller<G>>::Command;

/// The screen on which a lesson takes place.
pub struct LessonScreen<G: ArcadeGame> {
    run: LessonRun<G>,
    controls: G::Controller,
    motion: Motion,
    /// When the last step was made.
    stepped: Instant,
    /// Why the last move was not made, until the next key.
    reason: Option<String>,
    /// The number of wrong moves at this prompt.
    wrong: u32,
}

/// What is on the table now, for the game's controls.
fn scene<'a, G: ArcadeGame>(
    run: &'a LessonRun<G>,
    observation: &'a G::Observation,
    hint: Option<&'a Advice<G::Action>>,
    motion: f32,
) -> Scene<'a, G> {
    let events = run.session().events().last().map_or(&[][..], Vec::as_slice);
    let is_choosing = run.phase() == LessonPhase::Choosing;
    Scene {
        observation,
        deciding: if is_choosing { Seats::one(run.seat()) } else { Seats::NONE },
        is_covered: false,
        events,
        motion,
        is_lingering: !is_choosing && G::lingers(events),
        hint,
        names: &run.session().header().seats,
    }
}

impl<G: ArcadeGame> LessonScreen<G> {
    /// A screen on which this lesson begins.
    pub fn new(run: LessonRun<G>, motion: Motion) -> Self {
        let stepped = Instant::now().checked_sub(ANIMATION).unwrap_or_else(Instant::now);
        let controls = G::Controller::default();
        Self { run, controls, motion, stepped, reason: None, wrong: 0 }
    }

    /// The progress of the last step's animation, from 0 to 1 (finished).
    fn animation(&self) -> f32 {
        if !self.motion.enabled {
            return 1.0;
        }
        (self.stepped.elapsed().as_secs_f32() / ANIMATION.as_secs_f32()).min(1.0)
    }

    /// The move to mark, if the learner has not found it.
    fn hint(&self) -> Option<Advice<G::Action>> {
        let is_stuck = self.wrong >= MAX_WRONG && self.run.phase() == LessonPhase::Choosing;
        if is_stuck { self.run.prompt().example().map(Advice::new) } else { None }
    }

    /// Calls `act` with the controls and what is on the table.
    fn with_scene<T>(&mut self, act: impl FnOnce(&mut G::Controller, &Scene<G>) -> T) -> T {
        let observation = self.run.session().game().observe(Seats::one(self.run.seat()));
        let (hint, motion) = (self.hint(), self.animation());
        act(&mut self.controls, &scene(&self.run, &observation, hint.as_ref(), motion))
    }

    /// Records that the position or the prompt has changed.
    fn note_step(&mut self) {
        self.stepped = Instant::now();
    }

    /// Makes all replies at once that are still to come. Returns whether there were any.
    fn hurry(&mut self) -> bool {
        let is_replying = self.run.phase() == LessonPhase::Replying;
        while self.run.phase() == LessonPhase::Replying {
            // A reply that isn't legal is left out; the tests of the lessons rule it out.
            let _ = self.run.reply();
        }
        if is_replying {
            self.note_step();
        }
        is_replying
    }

    /// Handles the reply of the game's controls to a key, a command or a click.
    fn control(
        &mut self,
        act: impl FnOnce(&mut G::Controller, &Scene<G>) -> Reply<G::Action>,
    ) -> Transition {
        if self.hurry() {
            return Transition::Redraw;
        }
        let had_reason = self.reason.take().is_some();
        match self.with_scene(act) {
            Reply::Ignored if had_reason => Transition::Redraw,
            Reply::Ignored => Transition::None,
            Reply::Changed | Reply::Retract(_) => Transition::Redraw,
            Reply::Refused(reason) => {
                self.reason = Some(sentence(&reason));
                Transition::Redraw
            }
            Reply::Act(_, action) => {
                let index = self.run.index();
                match self.run.choose(action) {
                    Ok(()) => self.note_step(),
                    Err(reason) => {
                        self.reason = Some(sentence(&reason.to_string()));
                        self.wrong += 1;
                    }
                }
                if self.run.index() != index || self.run.phase() != LessonPhase::Choosing {
                    self.wrong = 0;
                }
                Transition::Redraw
            }
        }
    }

    /// Runs a command that every game's lesson has.
    fn run_lesson_command(&mut self, command: Command, context: &Context) -> Transition {
        if command != Command::Leave && command != Command::Back && self.hurry() {
            return Transition::Redraw;
        }
        (self.reason, self.wrong) = (None, 0);
        match command {
            Command::GoOn => {
                self.run.go_on();
                self.controls.reset();
            }
            Command::Play => {
                return first_game::<G>(context).map_or(Transition::Close, Transition::Replace);
            }
            Command::Back => {
                self.run.go_back();
                self.controls.reset();
            }
            Command::Leave => return Transition::Close,
        }
        self.note_step();
        Transition::Redraw
    }

    /// Returns why a command is not available now; `None` if it is.
    fn refusal(&self, command: Command) -> Option<&'static str> {
        let is_available = match command {
            // A key makes the replies that are still to come.
            Command::GoOn => {
                self.run.phase() == LessonPhase::Replying
                    || self.run.waits_for_reader() && !self.run.is_at_end()
            }
            Command::Play => self.run.is_at_end(),
            Command::Back => self.run.can_go_back(),
            Command::Leave => true,
        };
        if is_available {
            return None;
        }
        Some(match command {
            Command::GoOn => "make the move first",
            Command::Play => "finish the lesson first",
            Command::Back | Command::Leave => "this is the start",
        })
    }
}

/// Begins with a capital letter and ends with a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    let text: String = first.into_iter().flatten().chain(letters).collect();
    if text.ends_with(['.', '!', '?']) { text } else { text + "." }
}

/// Opens a table for a new game against the weakest level; `None` if it can't be dealt.
fn first_game<G: ArcadeGame>(context: &Context) -> Option<Box<dyn Screen>> {
    let opponent = G::LEVELS[Level::Beginner as usize].player;
    let seats = (0..G::SEAT_NAMES.len()).map(|seat| if seat == 0 { HUMAN } else { opponent });
    let seats = seats.map(str::to_owned).collect();
    let (size, seed) = (G::SIZES.map_or(0, |sizes| sizes.default), random::fresh_seed());
    let setup = G::deal(size, &mut random::rng(seed, &[])).ok()?;
    let session = Session::<G>::new(RecordHeader { setup, seats, seed });
    Some(open_table(session, Start::Playing(None))(context))
}

impl<G: ArcadeGame> Commands for LessonScreen<G> {
    type Command = LessonScreenCommand<GameCommand<G>>;

    fn offers(&self) -> Vec<Offer<Self::Command>> {
        let observation = self.run.session().game().observe(Seats::one(self.run.seat()));
        // A key that ends lingering goes on with the lesson, so the game's keys have no part in it.
        let scene = Scene { is_lingering: false, ..scene(&self.run, &observation, None, 1.0) };
        let own = |binding: &'static Binding<Command>| {
            let refusal = self.refusal(binding.command);
            Offer::new(binding, refusal.map(Into::into)).map(LessonScreenCommand::Lesson)
        };
        let game = |binding: &'static Binding<GameCommand<G>>| {
            let refusal = self.controls.refusal(binding.command, &scene);
            Offer::new(binding, refusal).map(LessonScreenCommand::Game)
        };
        let (reading, others) = KEYS.split_at(READING_KEYS);
        let mut offers: Vec<_> = reading.iter().map(own).collect();
        offers.extend(G::Controller::KEYS.iter().map(game));
        offers.extend(others.iter().map(own));
        offers
    }

    fn run(&mut self, command: Self::Command, context: &Context) -> Transition {
        match command {
            LessonScreenCommand::Game(command) => {
                self.control(|controls, scene| controls.run(command, scene))
            }
            LessonScreenCommand::Lesson(command) => self.run_lesson_command(command, context),
        }
    }
}

impl<G: ArcadeGame> Screen for LessonScreen<G> {
    fn on_key(&mut self, key: Key, _: &Context) -> Transition {
        self.control(|controls, scene| controls.on_key(key, scene))
    }

    fn on_click(&mut self, item: usize, _: &Context) -> Transition {
        self.control(|controls, scene| controls.on_click(item, scene))
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.control(|controls, scene| match controls.on_wheel(down, scene) {
            Reply::Changed => Reply::Changed,
            _ => Reply::Ignored,
        })
    }

    fn next_tick(&self) -> Option<Instant> {
        let frame = (self.animation() < 1.0).then(|| Instant::now() + FRAME);
        let reply = (self.run.phase() == LessonPhase::Replying).then(|| self.reply_due());
        frame.into_iter().chain(reply).min()
    }

    fn on_tick(&mut self, _: &Context) -> Transition {
        if self.run.phase() == LessonPhase::Replying && Instant::now() >= self.reply_due() {
            // See `Self::hurry`.
            let _ = self.run.reply();
            self.note_step();
        }
        Transition::Redraw
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(G::RULES)
    }

    fn min_size(&self) -> Size {
        Size::new(40, 12)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let (layout, input) = self.with_scene(|controls, scene| {
            let layout = LessonLayout::best(area, &|space| G::extent(controls, scene, space, look));
            G::draw(controls, scene, layout.board, buffer, look, areas);
            (layout, controls.pending_input(scene))
        });
        let text = PromptText {
            title: format!("{} lesson", G::TITLE),
            number: self.run.index() + 1,
            count: self.run.prompt_count(),
            text: view::main_text(&self.run),
            phase: self.run.phase(),
            is_at_end: self.run.is_at_end(),
            reason: self.reason.as_deref(),
            input: input.as_deref(),
        };
        text.draw(layout.prompt, buffer, look);
    }
}

impl<G: ArcadeGame> LessonScreen<G> {
    /// When the next move of another seat is due.
    fn reply_due(&self) -> Instant {
        let events = self.run.session().events().last();
        let lingers = events.is_some_and(|events| G::lingers(events));
        self.stepped + if lingers { LINGER_DELAY } else { REPLY_DELAY }
    }
}

#[cfg(test)]
mod tests;
