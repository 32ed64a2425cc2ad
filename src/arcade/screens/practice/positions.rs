//! The screen of a round, or of a puzzle of the day: one position after the other, with the game's
//! own board and keys.

use std::time::{Duration, Instant};

use crossterm::event::KeyCode;
use jiff::Timestamp;
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::summary::written_rating;
use crate::{
    arcade::{
        screen::{Commands, Context, Screen, Transition},
        screens::lesson::LessonLayout,
    },
    database::{DailyDate, StoreError, practice::DailyAnswer},
    games::{
        ArcadeGame, Controller, Reply, Scene, counted, join, sentence, strongest_player, written,
    },
    job::Job,
    practice::{
        exercise::Exercise,
        history::{self, History},
        mistakes,
        rating::Rating,
        round::{Round, TIME},
    },
    widgets::{
        AnyCommand, Areas, Binding, ClickAreas, Key, Look, Offer, drawing,
        keys::{Group, key_name, refuse},
        page::Frame,
    },
};
use fourcade_engine::play::{Advice, HUMAN, Puzzle, Seats, Verdict};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Run a command of the game's controller.
    Game(AnyCommand),
    GoOn,
    Retry,
    Leave,
}

/// What a position belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Task {
    Round { before: Rating },
    Daily(DailyDate),
}

/// What happens in a position.
enum Phase<A> {
    Choosing,
    /// The choice was wrong. It can be taken back.
    Wrong(Verdict<A>),
    /// The right choices are shown, with the verdict on the last choice.
    Answered(Verdict<A>),
    /// The round is over.
    End,
}

pub struct PositionsScreen<G: ArcadeGame> {
    round: Round<G>,
    /// The number of positions before this one.
    index: usize,
    puzzle: Puzzle<G>,
    /// What the person knows of the position.
    observation: G::Observation,
    task: Task,
    controller: G::Controller,
    /// The players by seat: the person, and others who remember everything.
    names: Vec<String>,
    phase: Phase<G::Action>,
    /// The number of choices in this position.
    tries: u32,
    /// Why a choice was refused, until the next key.
    reason: Option<String>,
    started: Instant,
    /// Answers that are being written.
    writing: Vec<Job<Result<(), StoreError>>>,
    loading: Option<Job<Result<History<G>, StoreError>>>,
    /// What is known after the round.
    after: Option<History<G>>,
    problem: Option<String>,
}

/// The time left, in words that change seldom; `None` if it has run out.
fn time_left(elapsed: Duration) -> Option<String> {
    const MINUTE: u64 = 60;
    let left = TIME.checked_sub(elapsed).filter(|left| !left.is_zero())?;
    let seconds = left.as_millis().div_ceil(1000);
    let seconds = u64::try_from(seconds).unwrap_or(MINUTE);
    Some(match seconds {
        MINUTE.. => format!("{} left", counted(seconds.div_ceil(MINUTE), "minute")),
        _ => format!("{} seconds left", seconds.div_ceil(10) * 10),
    })
}

/// The time between two looks at the clock.
const CLOCK: Duration = Duration::from_secs(1);

impl<G: ArcadeGame> PositionsScreen<G> {
    /// The rows of the commands, the same for all games. Those of the game come after the first.
    pub const ROWS: &'static [Binding<Command, Self>] = &[
        Binding::new(
            Command::GoOn,
            &[Key::plain(KeyCode::Enter), Key::char(' ')],
            "show the right choice, then go on",
        )
        .footer("Enter", "go on")
        .refused(|screen| refuse(matches!(screen.phase, Phase::Choosing), "choose first")),
        Binding::new(Command::Retry, &[Key::char('u')], "take a wrong choice back and try again")
            .footer("u", "try again")
            .refused(|screen| {
                refuse(!matches!(screen.phase, Phase::Wrong(_)), "there is no wrong choice")
            }),
        Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "leave the round")
            .footer("Esc", "leave"),
    ];

    /// The screen at the first puzzle of a round.
    pub fn new(round: Round<G>, first: Puzzle<G>, task: Task) -> Self {
        let mut screen = Self {
            round,
            index: 0,
            observation: first.observation(),
            puzzle: first,
            task,
            controller: G::Controller::default(),
            names: Vec::new(),
            phase: Phase::Choosing,
            tries: 0,
            reason: None,
            started: Instant::now(),
            writing: Vec::new(),
            loading: None,
            after: None,
            problem: None,
        };
        screen.begin();
        screen
    }

    /// Begins with the position of the puzzle.
    fn begin(&mut self) {
        self.observation = self.puzzle.observation();
        (self.phase, self.tries, self.reason) = (Phase::Choosing, 0, None);
        let seat = self.puzzle.seat().index();
        let name = |at| if at == seat { HUMAN.to_owned() } else { strongest_player::<G>() };
        self.names = (0..G::SEAT_NAMES.len()).map(name).collect();
        self.controller.reset();
        self.controller.recall();
    }

    fn elapsed(&self) -> Duration {
        match self.task {
            Task::Round { .. } => self.started.elapsed(),
            Task::Daily(_) => Duration::ZERO,
        }
    }

    /// What is marked: a right choice, once the person is to see it.
    fn hint(&self) -> Option<Advice<G::Action>> {
        match &self.phase {
            Phase::Answered(verdict) if verdict.better.is_none() => {
                Some(Advice::new(verdict.played))
            }
            Phase::Answered(_) => self.puzzle.answers().first().copied().map(Advice::new),
            _ => None,
        }
    }

    fn with_scene<T>(&mut self, act: impl FnOnce(&mut G::Controller, &Scene<G>) -> T) -> T {
        let hint = self.hint();
        let scene = scene(&self.puzzle, &self.observation, &self.names, &self.phase, hint.as_ref());
        act(&mut self.controller, &scene)
    }

    fn layer(&self) -> Option<&'static str> {
        let scene = scene(&self.puzzle, &self.observation, &self.names, &self.phase, None);
        self.controller.layer(&scene)
    }

    /// Handles the reply of the game's controller to a key, a command or a click.
    fn control(
        &mut self,
        context: &Context,
        act: impl FnOnce(&mut G::Controller, &Scene<G>) -> Reply<G::Action>,
    ) -> Transition {
        let had_reason = self.reason.take().is_some();
        match self.with_scene(act) {
            Reply::Ignored if !had_reason => Transition::None,
            Reply::Ignored | Reply::Changed | Reply::Retract(_) => Transition::Redraw,
            Reply::Refused(reason) => {
                self.reason = Some(sentence(&reason));
                Transition::Redraw
            }
            Reply::Act(_, action) => {
                self.choose(action, context);
                Transition::Redraw
            }
        }
    }

    fn choose(&mut self, action: G::Action, context: &Context) {
        if !matches!(self.phase, Phase::Choosing) {
            return;
        }
        let Some(verdict) = self.puzzle.verdict(action) else {
            let illegal = self.puzzle.session().clone().choose(self.puzzle.seat(), action);
            self.reason = illegal.err().map(|error| sentence(&error.to_string()));
            return;
        };
        let is_right = self.puzzle.is_right(action);
        self.tries += 1;
        if self.tries == 1 {
            self.store_answer(is_right, context);
            self.round.answer(is_right);
        }
        if is_right {
            self.store_daily(Some(self.tries), context);
        }
        self.phase = if is_right { Phase::Answered(verdict) } else { Phase::Wrong(verdict) };
    }

    /// Stores the first answer to a position of a round.
    fn store_answer(&mut self, is_right: bool, context: &Context) {
        let Some(exercise) = self.round.exercises().get(self.index).cloned() else { return };
        if matches!(self.task, Task::Daily(_)) || !context.store.is_available() {
            return;
        }
        let now = Timestamp::now().as_millisecond();
        self.writing.push(
            context.store.ask(move |database| {
                history::store_answer::<G>(database, &exercise, is_right, now)
            }),
        );
    }

    /// Stores the answer to a puzzle of the day.
    fn store_daily(&mut self, solved_at: Option<u32>, context: &Context) {
        let Task::Daily(date) = self.task else { return };
        if !context.store.is_available() {
            return;
        }
        let answer = DailyAnswer { date, puzzle: self.puzzle.id(), solved_at };
        self.writing
            .push(context.store.ask(move |database| database.add_daily_answer(G::KEY, answer)));
    }

    fn go_on(&mut self, context: &Context) -> Transition {
        match std::mem::replace(&mut self.phase, Phase::End) {
            Phase::Choosing => self.phase = Phase::Choosing,
            Phase::Wrong(verdict) => {
                self.store_daily(None, context);
                self.phase = Phase::Answered(verdict);
            }
            Phase::Answered(_) => self.next(context),
            Phase::End => return Transition::Close,
        }
        if matches!((&self.phase, self.task), (Phase::End, Task::Daily(_))) {
            return Transition::Close;
        }
        Transition::Redraw
    }

    /// Goes to the next position, or to the end of the round.
    fn next(&mut self, context: &Context) {
        let elapsed = self.elapsed();
        if let Some(Exercise::Puzzle(puzzle, _)) = self.round.current(elapsed) {
            self.puzzle = (**puzzle).clone();
            self.index += 1;
            self.begin();
        } else if context.store.is_available() {
            self.loading = Some(context.store.ask(History::<G>::load));
        }
    }
}

fn scene<'a, G: ArcadeGame>(
    puzzle: &Puzzle<G>,
    observation: &'a G::Observation,
    names: &'a [String],
    phase: &Phase<G::Action>,
    hint: Option<&'a Advice<G::Action>>,
) -> Scene<'a, G> {
    let is_choosing = matches!(phase, Phase::Choosing);
    let deciding = if is_choosing { Seats::one(puzzle.seat()) } else { Seats::NONE };
    Scene { deciding, hint, ..Scene::at_rest(observation, names) }
}

impl<G: ArcadeGame> Commands for PositionsScreen<G> {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        let scene = scene(&self.puzzle, &self.observation, &self.names, &self.phase, None);
        let is_choosing = matches!(self.phase, Phase::Choosing);
        let game = |binding: &Binding<_>| {
            let refusal = self.controller.refusal(binding.command, &scene);
            let go_on =
                || format!("press {} to go on", key_name(Self::ROWS, &Command::GoOn)).into();
            let refusal = refusal.map(|refusal| if is_choosing { refusal } else { go_on() });
            let footer = self.controller.footer(binding, &scene);
            let group = binding.group.unwrap_or(Group::Game);
            let offer = Offer { footer, group, ..Offer::new(binding, refusal) };
            offer.map(|command| Command::Game(AnyCommand::new(command)))
        };
        let (first, others) = Self::ROWS.split_at(1);
        let mut offers = Offer::all_in(Group::Game, first, self);
        if !matches!(self.phase, Phase::End) {
            offers.extend(G::Controller::KEYS.iter().map(game));
        }
        offers.extend(Offer::all_in(Group::Game, others, self));
        if let Some(label) = self.layer() {
            Offer::relabel(&mut offers, &Command::Leave, label);
        }
        offers
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Game(command) => {
                let Some(command) = command.get() else { return Transition::None };
                return self.control(context, |controller, scene| controller.run(command, scene));
            }
            Command::GoOn => return self.go_on(context),
            Command::Retry => {
                self.phase = Phase::Choosing;
                self.controller.reset();
                self.controller.recall();
            }
            Command::Leave if self.layer().is_some() => self.controller.close_layer(),
            Command::Leave => {
                if self.tries > 0 {
                    // If it was solved, that answer stays.
                    self.store_daily(None, context);
                }
                return Transition::Close;
            }
        }
        Transition::Redraw
    }
}

impl<G: ArcadeGame> Screen for PositionsScreen<G> {
    fn on_key(&mut self, key: Key, context: &Context) -> Transition {
        if !matches!(self.phase, Phase::Choosing) {
            return Transition::None;
        }
        self.control(context, |controller, scene| controller.on_key(key, scene))
    }

    fn on_wake(&mut self, _: &Context) -> Transition {
        let mut has_news = false;
        let fail = |error: StoreError| format!("The answers can't be kept: {error}");
        let problem = &mut self.problem;
        self.writing.retain(|job| match job.answer() {
            None => true,
            Some(result) => {
                if let Err(error) = result {
                    *problem = Some(fail(error));
                    has_news = true;
                }
                false
            }
        });
        if let Some(result) = self.loading.as_ref().and_then(Job::answer) {
            (self.loading, has_news) = (None, true);
            match result {
                Ok(history) => self.after = Some(history),
                Err(error) => *problem = Some(fail(error)),
            }
        }
        if has_news { Transition::Redraw } else { Transition::None }
    }

    fn next_tick(&self) -> Option<Instant> {
        let is_running =
            matches!(self.task, Task::Round { .. }) && !matches!(self.phase, Phase::End);
        let has_time = self.elapsed() < TIME;
        (is_running && has_time).then(|| Instant::now() + CLOCK)
    }

    fn on_tick(&mut self, _: &Context) -> Transition {
        Transition::Redraw
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(G::FACTS.rules)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        if matches!(self.phase, Phase::End) {
            return self.draw_end(area, buffer, look);
        }
        let (layout, input) = self.with_scene(|controller, scene| {
            let layout =
                LessonLayout::best(area, &|space| G::extent(controller, scene, space, look));
            let mut squares = Areas::default();
            G::draw(controller, scene, layout.board, buffer, look, &mut squares);
            squares.map_into(areas, |command| {
                AnyCommand::new(Command::Game(AnyCommand::new(command)))
            });
            (layout, controller.pending_input(scene))
        });
        self.draw_text(input, layout.prompt, buffer, look);
    }
}

impl<G: ArcadeGame> PositionsScreen<G> {
    /// What the person is to do.
    fn task_text(&self) -> String {
        let theme = G::THEMES.iter().find(|theme| theme.key == self.puzzle.theme());
        let goal = theme.map_or("Find something better than in your game.", |theme| theme.goal);
        if G::HAS_SEAT_NAMES {
            format!("You are {}. {goal}", G::SEAT_NAMES[self.puzzle.seat().index()])
        } else {
            goal.to_owned()
        }
    }

    /// What the position was about.
    fn theme_title(&self) -> Option<&'static str> {
        let theme = G::THEMES.iter().find(|theme| theme.key == self.puzzle.theme());
        let mistake = Some("Your mistake").filter(|_| self.puzzle.theme() == mistakes::THEME);
        theme.map(|theme| theme.title).or(mistake)
    }

    /// The title, and the time left.
    fn titles(&self) -> [String; 2] {
        let title = G::FACTS.title;
        match self.task {
            Task::Daily(date) => [format!("{title}, puzzle of the day"), date.in_words()],
            Task::Round { .. } => {
                let count = self.round.exercises().len();
                let left = time_left(self.elapsed());
                let left = left.unwrap_or_else(|| "time is up: the last position".to_owned());
                [format!("{title}, {} of {count}", self.index + 1), left]
            }
        }
    }

    /// What a wrong choice has cost.
    fn wrong_text(&self, verdict: &Verdict<G::Action>) -> String {
        let played = written::<G>(verdict.played);
        let about = if verdict.exact { "" } else { "about " };
        let cost = verdict.cost.map_or_else(String::new, |cost| {
            format!(" It costs {about}{}.", G::MEASURE.format_cost(cost))
        });
        format!("{played} is wrong.{cost}")
    }

    fn answer_text(&self) -> String {
        const MOST: usize = 3;
        let answers = self.puzzle.answers();
        let named: Vec<_> = answers.iter().take(MOST).map(|&action| written::<G>(action)).collect();
        match (named.as_slice(), answers.len() - named.len()) {
            ([only], 0) => format!("Right is only {only}."),
            (_, 0) => format!("Right are {}.", join(&named)),
            (_, more) => format!("Right are {} and {more} more.", named.join(", ")),
        }
    }

    /// The texts that are worth reading now, in paragraphs.
    fn texts(&self, input: Option<String>, look: &Look) -> Vec<(String, Style)> {
        let enter = key_name(Self::ROWS, &Command::GoOn);
        let comment = |verdict: &Verdict<G::Action>| verdict.comment.as_deref().map(sentence);
        let mut texts = Vec::new();
        match &self.phase {
            Phase::Choosing => {
                texts.push((self.task_text(), look.text()));
                let reason = self.reason.clone().map(|reason| (reason, look.alert()));
                texts.extend(reason.or(input.map(|input| (input, look.strong()))));
            }
            Phase::Wrong(verdict) => {
                texts.push((self.wrong_text(verdict), look.alert()));
                texts.extend(comment(verdict).map(|comment| (comment, look.text())));
                let retry = key_name(Self::ROWS, &Command::Retry);
                let next = format!("{retry}: try again. {enter}: show what is right.");
                texts.push((next, look.strong()));
            }
            Phase::Answered(verdict) => {
                if verdict.better.is_none() {
                    let played = written::<G>(verdict.played);
                    texts.push((format!("{played} is right."), look.accent()));
                } else {
                    texts.push((self.wrong_text(verdict), look.alert()));
                }
                texts.push((self.answer_text(), look.text()));
                texts.extend(comment(verdict).map(|comment| (comment, look.text())));
                let theme = self.theme_title().map(|title| (format!("({title})"), look.dim()));
                texts.extend(theme);
                texts.push((format!("{enter}: go on"), look.strong()));
            }
            Phase::End => {}
        }
        texts.extend(self.problem.clone().map(|problem| (problem, look.alert())));
        texts
    }

    /// Draws the texts, with empty rows and the title where there is room.
    fn draw_text(&self, input: Option<String>, area: Rect, buffer: &mut Buffer, look: &Look) {
        let wrap = |(text, style): (String, Style)| {
            let lines = drawing::wrap(&text, area.width).into_iter();
            lines.map(|line| (line, style)).collect::<Vec<_>>()
        };
        let texts: Vec<_> = self.texts(input, look).into_iter().map(wrap).collect();
        let rows = usize::from(area.height);
        let count: usize = texts.iter().map(Vec::len).sum();
        let [title, left] = self.titles();
        let titles = [wrap((title, look.strong())), wrap((left, look.dim()))].concat();
        let has_titles = count + titles.len() <= rows;
        let spare = rows.saturating_sub(count + if has_titles { titles.len() } else { 0 });
        let has_gaps = spare >= texts.len();
        let mut lines = if has_titles { titles } else { Vec::new() };
        for text in texts {
            if has_gaps && !lines.is_empty() {
                lines.push((String::new(), look.text()));
            }
            lines.extend(text);
        }
        for ((line, style), row) in lines.into_iter().zip(area.rows()) {
            drawing::draw_text(buffer, row, &line, style, look);
        }
    }

    /// When the wrong positions of the round return, such as `2 return tomorrow, 1 in 3 days`.
    fn returns(&self, after: &History<G>, now: i64) -> Option<String> {
        const DAY: i64 = 24 * 60 * 60 * 1000;
        let answered = self.round.exercises().iter().take(self.round.results().len());
        let mut days: Vec<i64> = answered
            .filter_map(|exercise| after.repetitions.get(&exercise.number()))
            .map(|returns| 1 + (returns.due - now - 1).max(0) / DAY)
            .collect();
        days.sort_unstable();
        let groups: Vec<String> = days
            .chunk_by(|one, other| one == other)
            .map(|group| {
                let when = match group[0] {
                    1 => "tomorrow".to_owned(),
                    days => format!("in {days} days"),
                };
                format!("{} {when}", group.len())
            })
            .collect();
        (!groups.is_empty()).then(|| format!("Returning: {}.", join(&groups)))
    }

    fn draw_end(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let frame = Frame::new(area);
        frame.draw_title_with(&format!("{} practice", G::FACTS.title), "the end", buffer, look);
        let results = self.round.results();
        let right = results.iter().filter(|&&is_right| is_right).count();
        let mut texts = vec![(format!("{right} of {} right.", results.len()), look.strong())];
        let numbers = results.iter().zip(1_usize..).filter(|(is_right, _)| !**is_right);
        let numbers: Vec<_> = numbers.map(|(_, number)| number.to_string()).collect();
        if !numbers.is_empty() {
            texts.push((format!("Wrong at first: {}.", join(&numbers)), look.text()));
        }
        if let (Some(after), Task::Round { before }) = (&self.after, self.task) {
            let is_ascii = !look.glyphs.blocks;
            let [before, now] =
                [before, after.rating].map(|rating| written_rating(rating, is_ascii));
            texts.push((format!("Your rating is {now}; before, it was {before}."), look.text()));
            let now = Timestamp::now().as_millisecond();
            texts.extend(self.returns(after, now).map(|text| (text, look.text())));
        }
        texts.extend(self.problem.clone().map(|problem| (problem, look.alert())));
        let mut y = frame.content.y;
        for (text, style) in texts {
            for line in drawing::wrap(&text, frame.content.width) {
                let row = Rect { y, height: 1, ..frame.content }.intersection(frame.content);
                drawing::draw_text(buffer, row, &line, style, look);
                y += 1;
            }
        }
    }
}
