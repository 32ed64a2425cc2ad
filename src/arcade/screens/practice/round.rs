//! The screen of a round or of a puzzle of the day, with the game's own board and keys.

use std::time::{Duration, Instant};

use crossterm::event::KeyCode;
use jiff::Timestamp;
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    attempt::{Attempt, Phase},
    ending::{self, Ending},
};
use crate::{
    app::practice,
    arcade::{
        ScreenFactory,
        board::{Board, Input},
        board_text::{self, Text},
        screen::{Commands, OpeningJob, Screen, ScreenContext, Transition, take_opened},
    },
    database::{DailyDate, Store, StoreError},
    games::{Controller, GameView, Notation, Reply, counted, puzzles, sentence},
    job::Job,
    practice::{
        daily_puzzle::DailyTries,
        exercise::{Exercise, Source},
        history::{self, PracticeHistory},
        rating::Rating,
        round::{ROUND_TIME, Round},
    },
    widgets::{
        AnyCommand, Binding, ClickAreas, Key, Look, Offer,
        keys::{Group, Refusal, key_name, refuse},
    },
};
use fourcade_engine::play::{Drill, Puzzle, random};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    GoOn,
    Retry,
    Leave,
}

/// The keys of the game come after the first row.
pub static KEYS: [Binding<Command>; 3] = [
    Binding::new(
        "go-on",
        Command::GoOn,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "show the right choice, then go on",
    )
    .footer("Enter", "go on"),
    Binding::new(
        "undo",
        Command::Retry,
        &[Key::char('u')],
        "take a wrong choice back; after a round, go back to what was wrong",
    )
    .footer("u", "try again"),
    Binding::new("leave", Command::Leave, &[Key::plain(KeyCode::Esc)], "leave the round")
        .footer("Esc", "leave"),
];

const CLOCK_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Task {
    /// A round of a theme, or of all themes if `None`, and the rating before it.
    Round {
        theme: Option<&'static str>,
        before: Rating,
    },
    /// The missed positions of a round again; answers don't count.
    Again {
        theme: Option<&'static str>,
    },
    Daily(DailyDate),
}

pub struct RoundScreen<G: GameView> {
    round: Round<G>,
    task: Task,
    daily: Option<DailyTries>,
    /// The index of the current position, from 0.
    index: usize,
    attempt: Attempt<G>,
    is_over: bool,
    notation: Notation,
    board: Board<G>,
    started: Instant,
    pending_answers: Vec<Job<Result<(), StoreError>>>,
    loading: Option<Job<Result<PracticeHistory<G>, StoreError>>>,
    /// Opens the next round.
    opening: Option<OpeningJob>,
    history_after: Option<PracticeHistory<G>>,
    problem: Option<String>,
}

/// The time left in coarse steps; `None` if it has run out.
fn time_left(elapsed: Duration) -> Option<String> {
    const MINUTE: u64 = 60;
    let left = ROUND_TIME.checked_sub(elapsed).filter(|left| !left.is_zero())?;
    let seconds = u64::try_from(left.as_millis().div_ceil(1000)).unwrap_or(u64::MAX);
    Some(match seconds {
        MINUTE.. => format!("{} left", counted(seconds.div_ceil(MINUTE), "minute")),
        _ => format!("{} seconds left", seconds.div_ceil(10) * 10),
    })
}

impl<G: GameView> RoundScreen<G> {
    fn refusal(&self, command: Command) -> Option<Refusal> {
        match command {
            Command::GoOn => refuse(self.attempt.is_choosing(), "choose first"),
            Command::Retry if self.is_over => {
                refuse(self.round.missed().next().is_none(), "all positions were right")
            }
            Command::Retry => {
                let is_wrong = matches!(self.attempt.phase, Phase::Wrong(_));
                refuse(!is_wrong, "there is no wrong choice")
            }
            Command::Leave => None,
        }
    }

    pub fn new(round: Round<G>, first: Exercise<G>, task: Task, notation: Notation) -> Self {
        let daily = match (task, &first) {
            (Task::Daily(date), Exercise::Puzzle(puzzle, _)) => Some(DailyTries::new(date, puzzle)),
            _ => None,
        };
        let mut screen = Self {
            round,
            task,
            daily,
            index: 0,
            attempt: Attempt::new(first),
            is_over: false,
            notation,
            board: Board::default(),
            started: Instant::now(),
            pending_answers: Vec::new(),
            loading: None,
            opening: None,
            history_after: None,
            problem: None,
        };
        screen.reset_controller();
        screen
    }

    /// Resets the board's input. Unless a drill is being shown, also recalls what the game
    /// revealed.
    fn reset_controller(&mut self) {
        self.board.controller.reset();
        if !matches!(self.attempt.phase, Phase::Showing(_)) {
            self.board.controller.show_remembered();
        }
    }

    fn elapsed(&self) -> Duration {
        match self.task {
            Task::Round { .. } => self.started.elapsed(),
            Task::Again { .. } | Task::Daily(_) => Duration::ZERO,
        }
    }

    fn esc_label(&self) -> Option<&'static str> {
        self.board.controller.esc_label(&self.attempt.scene(self.notation))
    }

    fn handle_input(&mut self, input: Input, context: &ScreenContext) -> Transition {
        let had_reason = self.attempt.reason.take().is_some();
        match self.board.handle(input, &self.attempt.scene(self.notation)) {
            Reply::Ignored if !had_reason => return Transition::None,
            Reply::Ignored | Reply::Changed | Reply::Retract(_) => {}
            Reply::Refused(reason) | Reply::RefusedTo(_, reason) => {
                self.attempt.reason = Some(sentence(&reason));
            }
            Reply::Act(_, action) => self.choose(action, context),
        }
        Transition::Redraw
    }

    fn choose(&mut self, action: G::Action, context: &ScreenContext) {
        let Some(is_right) = self.attempt.choose(action, &context.background) else { return };
        if self.attempt.tries == 1 {
            self.record_answer(is_right, context);
        }
        self.store_daily(is_right, context);
        if matches!(self.attempt.phase, Phase::Remembered(_)) {
            self.board.controller.show_remembered();
        }
    }

    /// Counts and stores the first answer to a position of a round.
    fn record_answer(&mut self, is_right: bool, context: &ScreenContext) {
        self.round.answer(is_right);
        if !matches!(self.task, Task::Round { .. }) || !context.store.is_available() {
            return;
        }
        let (exercise, now) = (self.attempt.exercise.clone(), Timestamp::now().as_millisecond());
        self.pending_answers.push(
            context.store.ask(move |database| {
                history::store_answer::<G>(database, &exercise, is_right, now)
            }),
        );
    }

    fn store_daily(&mut self, is_right: bool, context: &ScreenContext) {
        if let Some(tries) = &mut self.daily
            && context.store.is_available()
        {
            self.pending_answers.push(context.store.ask(tries.record(is_right)));
        }
    }

    fn go_on(&mut self, context: &ScreenContext) -> Transition {
        if self.is_over {
            self.begin_another(context);
            return Transition::Redraw;
        }
        match &self.attempt.phase {
            Phase::Choosing => {}
            &Phase::Showing(steps) => self.attempt.show_next(steps),
            Phase::Wrong(verdict) => self.attempt.enter(Phase::Answered(verdict.clone())),
            Phase::Answered(_) | Phase::Remembered(_) => self.next_position(context),
        }
        if self.is_over && matches!(self.task, Task::Daily(_)) {
            return Transition::Close;
        }
        Transition::Redraw
    }

    fn next_position(&mut self, context: &ScreenContext) {
        if let Some(next) = self.round.current(self.elapsed()).cloned() {
            self.index += 1;
            self.attempt = Attempt::new(next);
            self.reset_controller();
            return;
        }
        self.is_over = true;
        self.store_rush(context);
        if context.store.is_available() {
            self.loading = Some(context.store.ask(practice::load_history::<G>));
        }
    }

    fn store_rush(&mut self, context: &ScreenContext) {
        if self.round.lives().is_some() && context.store.is_available() {
            let (solved, now) = (self.round.right(), Timestamp::now().as_millisecond());
            let store = move |database: &mut _| history::store_rush::<G>(database, solved, now);
            self.pending_answers.push(context.store.ask(store));
        }
    }

    fn begin_another(&mut self, context: &ScreenContext) {
        let (Task::Round { theme, .. } | Task::Again { theme }) = self.task else { return };
        let store = context.store.clone();
        self.opening =
            Some(Job::start(&context.background, move |_, _| open_round::<G>(&store, theme)));
    }

    fn repeat_missed(&mut self) {
        let (Task::Round { theme, .. } | Task::Again { theme }) = self.task else { return };
        let missed: Vec<_> = self.round.missed().cloned().collect();
        let Some(first) = missed.first().cloned() else { return };
        let pending = std::mem::take(&mut self.pending_answers);
        *self =
            Self::new(Round::from_exercises(missed), first, Task::Again { theme }, self.notation);
        self.pending_answers = pending;
    }
}

/// Opens a round of a theme, or of all themes if `None`. Must run in a job, because it reads
/// puzzles.
pub fn open_round<G: GameView>(
    store: &Store,
    theme: Option<&'static str>,
) -> Result<ScreenFactory, String> {
    let history = practice::history::<G>(store).map_err(|error| error.to_string())?;
    let round = practice::new_round::<G>(&history, theme, random::fresh_seed())?;
    screen_of(round, Task::Round { theme, before: history.rating })
}

/// Opens the puzzle of a day, in a job like [`open_round`].
pub fn open_daily<G: GameView>(date: DailyDate) -> Result<ScreenFactory, String> {
    let puzzle = practice::puzzle_of_the_day::<G>(date)?;
    let exercise = puzzle.map(|puzzle| Exercise::Puzzle(Box::new(puzzle), Source::Collection));
    screen_of(Round::from_exercises(exercise.into_iter().collect()), Task::Daily(date))
}

fn screen_of<G: GameView>(round: Round<G>, task: Task) -> Result<ScreenFactory, String> {
    let Some(first) = round.exercises().first().cloned() else {
        return Err("You have no mistakes to practise: review a game of yours first.".to_owned());
    };
    Ok(Box::new(move |context| Box::new(RoundScreen::new(round, first, task, context.notation()))))
}

impl<G: GameView> Commands for RoundScreen<G> {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        let mut offers = Offer::all_with(Group::Game, &KEYS, |&command| self.refusal(command));
        Offer::relabel(&mut offers, &Command::GoOn, self.go_on_label());
        if let Some(label) = self.esc_label() {
            Offer::relabel(&mut offers, &Command::Leave, label);
        }
        if self.is_over {
            Offer::relabel(&mut offers, &Command::Leave, "back");
            Offer::relabel(&mut offers, &Command::Retry, "missed ones");
        }
        offers
    }

    fn run(&mut self, command: Command, context: &ScreenContext) -> Transition {
        match command {
            Command::GoOn => return self.go_on(context),
            Command::Retry if self.is_over => self.repeat_missed(),
            Command::Retry => {
                self.attempt.enter(Phase::Choosing);
                self.reset_controller();
            }
            Command::Leave if self.esc_label().is_some() => self.board.controller.on_esc(),
            Command::Leave => {
                if !self.is_over {
                    self.store_rush(context);
                }
                return Transition::Close;
            }
        }
        Transition::Redraw
    }

    fn with_part(&self, mut own: Vec<Offer<AnyCommand>>) -> Vec<Offer<AnyCommand>> {
        let is_choosing = self.attempt.is_choosing();
        let go_on = || format!("press {} to go on", key_name(&KEYS, &Command::GoOn)).into();
        if !self.is_over {
            let game =
                self.board.offers(&self.attempt.scene(self.notation), false, |_, refusal| {
                    refusal.map(|refusal| if is_choosing { refusal } else { go_on() })
                });
            own.splice(1..1, game);
        }
        own
    }

    fn run_part(&mut self, command: &AnyCommand, context: &ScreenContext) -> Transition {
        self.handle_input(Input::Command(command), context)
    }
}

impl<G: GameView> Screen for RoundScreen<G> {
    fn on_key(&mut self, key: Key, context: &ScreenContext) -> Transition {
        if !self.attempt.is_choosing() {
            return Transition::None;
        }
        self.handle_input(Input::Key(key), context)
    }

    fn on_wake(&mut self, context: &ScreenContext) -> Transition {
        match take_opened(&mut self.opening, context) {
            Some(Transition::Open(next)) => return Transition::Replace(next),
            Some(failed) => return failed,
            None => {}
        }
        let mut has_news = false;
        let problem = &mut self.problem;
        let mut fail = |error: StoreError| {
            *problem = Some(format!("The answers can't be kept: {error}"));
            has_news = true;
        };
        self.pending_answers.retain(|job| match job.take_result() {
            None => true,
            Some(result) => {
                result.unwrap_or_else(&mut fail);
                false
            }
        });
        match self.loading.as_ref().and_then(Job::take_result) {
            None => {}
            Some(Err(error)) => fail(error),
            Some(Ok(history)) => {
                self.history_after = Some(history);
                has_news = true;
            }
        }
        has_news |= self.attempt.poll_explanation();
        if has_news { Transition::Redraw } else { Transition::None }
    }

    fn next_tick(&self) -> Option<Instant> {
        if let Some(due) = self.attempt.next_step_at() {
            return Some(due);
        }
        let is_timed = matches!(self.task, Task::Round { .. }) && self.round.lives().is_none();
        let has_clock = is_timed && !self.is_over;
        (has_clock && self.elapsed() < ROUND_TIME).then(|| Instant::now() + CLOCK_INTERVAL)
    }

    fn on_tick(&mut self, _: &ScreenContext) -> Transition {
        if let Phase::Showing(steps) = self.attempt.phase
            && self.attempt.next_step_at().is_some_and(|due| due <= Instant::now())
        {
            self.attempt.show_next(steps);
        }
        Transition::Redraw
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(G::FACTS.rules)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        if self.is_over {
            return self.ending().draw(area, buffer, look, areas);
        }
        let scene = self.attempt.scene(self.notation);
        let (place, input) = self.board.draw_beside_text(&scene, area, buffer, look, areas);
        if !self.attempt.is_choosing() || areas.focus().is_none() {
            areas.focus_on(place);
        }
        let (titles, texts) = (self.titles(look), self.texts(input, look));
        board_text::draw(&titles, &texts, place, buffer, look);
    }
}

impl<G: GameView> RoundScreen<G> {
    fn go_on_label(&self) -> &'static str {
        let is_last = self.round.current(Duration::ZERO).is_none();
        match (&self.attempt.phase, self.task) {
            _ if self.is_over => "another round",
            (Phase::Showing(0), _) => "begin",
            (Phase::Showing(_), _) => "next card",
            (Phase::Wrong(_), _) => "answer",
            (Phase::Answered(_), Task::Daily(_)) => "back",
            _ if is_last => "finish",
            _ => "next",
        }
    }

    /// The title and the progress of the round.
    fn titles(&self, look: &Look) -> [Text; 2] {
        let title = G::FACTS.title;
        let (number, right) = (self.index + 1, self.round.right());
        let of_all = || format!("{title}, {number} of {}", self.round.exercises().len());
        let [title, state] = match (self.task, self.round.lives()) {
            (Task::Daily(date), _) => [format!("{title}, puzzle of the day"), date.in_words()],
            (_, Some(lives)) => {
                let lives = if lives == 1 { "1 life" } else { &format!("{lives} lives") };
                let title = format!("{title} rush, position {number}");
                [title, format!("{right} solved, {lives} left")]
            }
            (Task::Again { .. }, None) => [of_all(), "once more".to_owned()],
            (Task::Round { .. }, None) => {
                let left = time_left(self.elapsed());
                let left = left.unwrap_or_else(|| "time is up".to_owned());
                [of_all(), format!("{right} right, {left}")]
            }
        };
        [Text::new(title, look.strong()), Text::new(state, look.dim())]
    }

    fn texts(&self, input: Option<String>, look: &Look) -> Vec<Text> {
        let mut texts = match &self.attempt.exercise {
            Exercise::Puzzle(puzzle, _) => self.puzzle_texts(puzzle, look),
            Exercise::Drill(drill) => self.drill_texts(drill, look),
        };
        if self.attempt.is_choosing() {
            let reason = self.attempt.reason.clone().map(|reason| Text::new(reason, look.alert()));
            texts.extend(reason.or(input.map(|input| Text::new(input, look.strong()))));
        }
        texts.extend(self.problem.clone().map(|problem| Text::new(problem, look.alert())));
        texts
    }

    fn puzzle_texts(&self, puzzle: &Puzzle<G>, look: &Look) -> Vec<Text> {
        match &self.attempt.phase {
            Phase::Wrong(verdict) => vec![
                Text::new("Not this one.", look.alert()),
                Text::new(puzzles::fault::<G>(verdict, self.notation), look.text()),
                Text::new(Self::retry_text(), look.dim()).optional(),
            ],
            Phase::Answered(verdict) => {
                let is_right = verdict.better.is_none();
                let verdict_text = match (is_right, self.attempt.tries) {
                    (true, 1) => Text::new("Right!", look.accent()),
                    (true, _) => Text::new("Right, at last.", look.accent()),
                    (false, _) => Text::new("The answer:", look.strong()),
                };
                let best = verdict.better.unwrap_or(verdict.played);
                let answer = puzzles::answer(puzzle, verdict, self.notation);
                let mut texts = vec![verdict_text, Text::new(answer, look.text())];
                let line = &self.attempt.best_moves;
                if line.first() == Some(&best) {
                    let moves = line.iter().map(|&action| G::write(action, self.notation));
                    let play = puzzles::best_play(&moves.collect::<Vec<_>>(), look.glyphs.ellipsis);
                    texts.extend(play.map(|play| Text::new(play, look.dim()).optional()));
                }
                texts
            }
            _ => vec![Text::new(puzzles::task(puzzle), look.text())],
        }
    }

    fn retry_text() -> String {
        let [retry, enter] =
            [Command::Retry, Command::GoOn].map(|command| key_name(&KEYS, &command));
        format!("Try again ({retry}), or see the answer ({enter}).")
    }

    fn drill_texts(&self, drill: &Drill<G>, look: &Look) -> Vec<Text> {
        let count = drill.session().lines().len();
        let question = puzzles::question(drill, self.attempt.question).unwrap_or_default();
        match self.attempt.phase {
            Phase::Showing(0) => {
                let text = format!("Remember where {count} cards are, shown one after another.");
                vec![Text::new(text, look.text())]
            }
            Phase::Showing(steps) => {
                vec![
                    Text::new("Remember these cards.", look.text()),
                    Text::new(format!("{steps} of {count}"), look.dim()),
                ]
            }
            Phase::Remembered(true) => {
                let text = format!("You remembered all {count} cards.");
                vec![Text::new("Right!", look.accent()), Text::new(text, look.text())]
            }
            Phase::Remembered(false) => {
                let right = format!("{} of {count} were right.", self.attempt.question);
                let spot = drill
                    .answer(self.attempt.question)
                    .map_or_else(String::new, |cell| G::write(cell, self.notation));
                vec![
                    Text::new("Not there.", look.alert()),
                    Text::new(format!("{question} At {spot}."), look.text()),
                    Text::new(right, look.dim()),
                ]
            }
            _ => {
                let number = format!("Question {} of {count}", self.attempt.question + 1);
                let praise =
                    (self.attempt.question > 0).then(|| Text::new("Right.", look.accent()));
                let question = Text::new(question, look.strong());
                let number = Text::new(number, look.dim()).optional();
                praise.into_iter().chain([question, number]).collect()
            }
        }
    }

    fn ending(&self) -> Ending {
        let before = match self.task {
            Task::Round { before, .. } => Some(before),
            Task::Again { .. } | Task::Daily(_) => None,
        };
        let (right, count) = (self.round.right(), self.round.results().len());
        let is_rush = self.round.lives().is_some();
        let best = self
            .history_after
            .as_ref()
            .and_then(PracticeHistory::best_and_last_rush)
            .map(|(best, _)| best);
        let now = Timestamp::now().as_millisecond();
        let answered = self.round.exercises().iter().zip(self.round.results());
        let row = |(exercise, &is_right): (&Exercise<G>, &bool)| ending::Row {
            title: match exercise {
                Exercise::Puzzle(puzzle, _) => puzzles::title(puzzle).to_owned(),
                Exercise::Drill(drill) => {
                    format!("Memory, {} cards", drill.session().lines().len())
                }
            },
            is_right,
            returns: self.history_after.as_ref().and_then(|after| {
                let due = after.repetitions.get(&exercise.number())?.due;
                Some(ending::in_days(due - now))
            }),
        };
        let after = self.history_after.as_ref().map(|after| after.rating);
        Ending {
            title: format!("{} {}", G::FACTS.title, if is_rush { "rush" } else { "practice" }),
            score: if is_rush {
                practice::rush_text(right, best)
            } else {
                format!("{right} of {count} right.")
            },
            rows: answered.map(row).collect(),
            ratings: before.zip(after.filter(|_| !is_rush)),
            problem: self.problem.clone(),
        }
    }
}
