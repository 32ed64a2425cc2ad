//! `fourcade practice`: puzzles and your own mistakes.

use std::{
    io::{BufReader, Write},
    process::ExitCode,
};

use jiff::Timestamp;

use super::{
    args::game_parser,
    error::{self, CliError},
    interrupts::{CancellableInput, Interrupts},
    output::{StandardOutput, standard_output},
    screen::{self, ScreenOptions},
    typed::{legal_moves, read_line},
};
use crate::{
    arcade::{
        screens::practice::{
            self,
            summary::{self, Summary, daily_text},
        },
        with_keys,
    },
    database::{DailyDate, Database, Store},
    games::{ArcadeGame, GameFacts, YOU, puzzles, sentence},
    practice::{
        exercise::Exercise,
        history::{self, History},
        round::Round,
    },
    settings::paths,
    widgets::glyphs,
};
use fourcade_engine::{
    GameKind,
    play::{Budget, CancelToken, Puzzle, SearchLimits, random},
    with_game,
};

/// Practise with puzzles and your own mistakes
#[derive(clap::Args)]
#[command(after_help = "\
A round is ten positions or three minutes. What you got wrong returns after some days, and reviews
of your own games find positions, too. Each game has a puzzle of the day.")]
pub struct PracticeArgs {
    /// The game to begin a round of [default: choose on the page of practice]
    #[arg(value_parser = game_parser())]
    game: Option<GameKind>,
    /// Answer by typed lines, for screen readers and terminals without a screen; without a clock,
    /// and without drills of the memory. Without a game, list your ratings and what is due
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    screen: ScreenOptions,
}

impl PracticeArgs {
    /// `global` holds the screen options before the command's name.
    pub fn run(self, global: ScreenOptions) -> Result<ExitCode, CliError> {
        match self.game {
            None if self.plain || !screen::has_terminal() => list(),
            Some(game) if self.plain => with_game!(game, G => hold::<G>()),
            game => screen::open(&self.screen.or(global), Some(practice::at_page(game))),
        }
    }
}

/// Prints the ratings, what is due, and what was done today.
fn list() -> Result<ExitCode, CliError> {
    let today = DailyDate::today();
    let summaries = summaries(today)?;
    let mut output = standard_output();
    writeln!(output, "Practice, {} (UTC):\n", today.in_words())?;
    for (kind, summary) in GameKind::ALL.into_iter().zip(summaries) {
        let (title, key) = (GameFacts::of(kind).title, kind.key());
        let (rating, due) = (summary.rating.written(true), summary.due);
        let daily = daily_text(summary.daily);
        writeln!(
            output,
            "{title:<13}  {rating:<12}  {due:>2} due  puzzle of the day {daily:<15}  \
             fourcade practice {key}"
        )?;
    }
    writeln!(output, "\nAdd --plain to answer by typed lines.")?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The database is not created just to read it.
fn summaries(today: DailyDate) -> Result<Vec<Summary>, CliError> {
    let load = |store: &Store| summary::load_all(store, today, &CancelToken::default());
    let Some(file) = paths::database().filter(|file| file.exists()) else {
        return Ok(load(&Store::disabled())?);
    };
    let store = Store::for_reading(file);
    // If the database can't be read, the error says the same as the news.
    let summaries = load(&store)?;
    print_news(&store);
    Ok(summaries)
}

fn print_news(store: &Store) {
    for message in store.news() {
        error::print_message(&message);
    }
}

const HELP: &str = "Type a move as the game writes it, or one of these:
  moves        the moves you can choose from
  board        the position again
  answer       show what is right, and go on
  rules        the rules of the game
  quit         leave the round";

/// A round by typed lines.
struct Conversation<'a, G: ArcadeGame> {
    round: Round<G>,
    store: &'a Store,
    input: BufReader<CancellableInput>,
    output: StandardOutput,
    cancel: &'a CancelToken,
}

/// What a person has typed in a position.
enum Typed<A> {
    Choice(A),
    Answer,
    Quit,
}

fn hold<G: ArcadeGame>() -> Result<ExitCode, CliError> {
    let cancel = CancelToken::default();
    let _interrupts = Interrupts::watch(&cancel)?;
    let store = Store::at_home(|| ());
    let before = History::<G>::stored(&store)?;
    let collection = G::collection().map_err(|error| CliError::Failed(error.to_string()))?;
    let now = Timestamp::now().as_millisecond();
    let rng = &mut random::rng(random::fresh_seed(), &[]);
    let round = Round::new(&collection, &before, None, now, rng);
    let is_puzzle = |exercise: &&Exercise<G>| matches!(exercise, Exercise::Puzzle(..));
    let puzzles = round.exercises().iter().filter(is_puzzle).cloned().collect();
    let mut conversation = Conversation {
        round: Round::of(puzzles),
        store: &store,
        input: BufReader::new(CancellableInput::new(&cancel)),
        output: standard_output(),
        cancel: &cancel,
    };
    conversation.play()?;
    if store.is_available() {
        let rating = History::<G>::stored(&store)?.rating.written_after(before.rating, true);
        conversation.say(&format!("Your rating: {rating}."))?;
    }
    print_news(&store);
    store.close()?;
    Ok(ExitCode::SUCCESS)
}

impl<G: ArcadeGame> Conversation<'_, G> {
    fn say(&mut self, text: &str) -> Result<(), CliError> {
        writeln!(self.output, "{}", glyphs::ASCII.write(text))?;
        Ok(())
    }

    /// Asks for all positions, until the person leaves.
    fn play(&mut self) -> Result<(), CliError> {
        let count = self.round.exercises().len();
        for number in 0..count {
            let exercise = self.round.exercises()[number].clone();
            let Exercise::Puzzle(puzzle, _) = &exercise else { continue };
            let title = puzzles::title(puzzle);
            self.say(&format!("\n{}, {} of {count}: {title}", G::FACTS.title, number + 1))?;
            self.position(puzzle)?;
            if !self.solve(puzzle, &exercise)? {
                break;
            }
        }
        let results = self.round.results();
        let right = results.iter().filter(|&&is_right| is_right).count();
        let score = format!("\n{right} of {} right.", results.len());
        if results.is_empty() { Ok(()) } else { self.say(&score) }
    }

    /// Writes what the person knows of the position.
    fn position(&mut self, puzzle: &Puzzle<G>) -> Result<(), CliError> {
        let session = puzzle.session();
        // Where something is hidden, what happened before matters.
        if G::evaluator(&session.header().setup, &SearchLimits::new(Budget::Nodes(1))).is_none() {
            let mut names = vec![String::new(); G::SEAT_NAMES.len()];
            YOU.clone_into(&mut names[puzzle.seat().index()]);
            for event in session.events().iter().flatten() {
                if let Some(text) = G::describe(event, &names) {
                    self.say(&sentence(&text))?;
                }
            }
        }
        self.say(&format!("\n{}", G::draw_plain(&puzzle.observation())))?;
        self.say(&puzzles::task(puzzle))
    }

    /// Asks until the choice is right or the answer is shown. Returns `false` if the person leaves.
    fn solve(&mut self, puzzle: &Puzzle<G>, exercise: &Exercise<G>) -> Result<bool, CliError> {
        let mut last = None;
        loop {
            let action = match self.ask(puzzle)? {
                Typed::Quit => return Ok(false),
                Typed::Answer => {
                    if last.is_none() {
                        self.answer(exercise, false)?;
                    }
                    let shown = last.or_else(|| {
                        let best = *puzzle.answers().first()?;
                        puzzle.verdict(best)
                    });
                    if let Some(verdict) = shown {
                        self.say(&format!("The answer: {}", puzzles::answer(puzzle, &verdict)))?;
                    }
                    return Ok(true);
                }
                Typed::Choice(action) => action,
            };
            let Some(verdict) = puzzle.verdict(action) else { continue };
            let is_right = verdict.better.is_none();
            if last.is_none() {
                self.answer(exercise, is_right)?;
            }
            if is_right {
                self.say(&format!("Right! {}", puzzles::answer(puzzle, &verdict)))?;
                return Ok(true);
            }
            let fault = puzzles::fault::<G>(&verdict);
            self.say(&format!("Not this one. {fault}\nTry again, or type answer."))?;
            last = Some(verdict);
        }
    }

    /// Counts and stores the first answer.
    fn answer(&mut self, exercise: &Exercise<G>, is_right: bool) -> Result<(), CliError> {
        self.round.answer(is_right);
        if self.store.is_available() {
            let (exercise, now) = (exercise.clone(), Timestamp::now().as_millisecond());
            let store = move |database: &mut Database| {
                history::store_answer::<G>(database, &exercise, is_right, now)
            };
            self.store.ask(store).wait()?;
        }
        Ok(())
    }

    /// Asks until something useful is typed. The end of the input is as good as `quit`.
    fn ask(&mut self, puzzle: &Puzzle<G>) -> Result<Typed<G::Action>, CliError> {
        loop {
            write!(self.output, "Your choice (or help): ")?;
            self.output.flush()?;
            let Some(line) = read_line(&mut self.input, self.cancel)? else {
                self.say("")?;
                return Ok(Typed::Quit);
            };
            let text = match line.as_str() {
                "" => continue,
                "quit" | "q" | "exit" => return Ok(Typed::Quit),
                "answer" => return Ok(Typed::Answer),
                "help" | "h" | "?" => HELP.to_owned(),
                "rules" => with_keys(G::FACTS.rules.trim_end()),
                "moves" => legal_moves(puzzle.session(), puzzle.seat()),
                "board" => {
                    self.position(puzzle)?;
                    continue;
                }
                _ => match G::read(&line, &puzzle.observation()).and_then(|action| {
                    puzzle.session().game().check(puzzle.seat(), action).map(|()| action)
                }) {
                    Ok(action) => return Ok(Typed::Choice(action)),
                    Err(error) => {
                        format!("{line}: {error}. `moves` lists your moves, `help` the rest.")
                    }
                },
            };
            self.say(&text)?;
        }
    }
}
