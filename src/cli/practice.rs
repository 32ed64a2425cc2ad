//! `fourcade practice`: puzzles and your own mistakes.

use std::{io::Write, process::ExitCode};

use super::{
    args::game_parser,
    error::CliError,
    output::{print_messages, standard_output},
    screen::{self, ScreenOptions},
};
use crate::{
    app::practice::{self, Summary, daily_text},
    arcade::screens,
    database::{DailyDate, Store},
    games::GameFacts,
    plain,
    practice::round::RUSH,
    settings::consent::Programs,
};
use fourcade_engine::{GameKind, play::random, with_game};

/// Practise with puzzles and your own mistakes
#[derive(clap::Args)]
#[command(after_help = "\
A round is ten positions or three minutes. What you got wrong returns after some days, and reviews
of your own games find positions, too. Each game has a puzzle of the day.")]
pub struct PracticeArgs {
    /// The game to begin a round of [default: choose on the page of practice]
    #[arg(value_parser = game_parser())]
    game: Option<GameKind>,
    /// Begin a rush: three lives, and the positions get harder
    #[arg(long, requires = "game")]
    rush: bool,
    #[command(flatten)]
    screen: ScreenOptions,
}

impl PracticeArgs {
    pub fn run(self, global: ScreenOptions, programs: Programs) -> Result<ExitCode, CliError> {
        let screen = self.screen.or(global);
        if self.game.is_none() && !screen.plain && !screen::has_terminal() {
            return list();
        }
        let first = screens::practice::page_factory(self.game, self.rush);
        screen::open_front_end(&screen, programs, Some(first), |app| match self.game {
            Some(game) => {
                let theme = self.rush.then_some(RUSH);
                with_game!(game, G => plain::practice_rounds::<G>(app, theme, random::fresh_seed()))
            }
            None => plain::practice_page(app),
        })
    }
}

/// Prints the ratings, the number of due positions, and the puzzles of the day.
fn list() -> Result<ExitCode, CliError> {
    let today = DailyDate::today();
    let summaries = load_summaries(today)?;
    let mut output = standard_output();
    writeln!(output, "Practice, {} (UTC):\n", today.in_words())?;
    for (kind, summary) in GameKind::ALL.into_iter().zip(summaries) {
        let (title, key) = (GameFacts::of(kind).title, kind.key());
        let (rating, due) = (summary.rating.written(true), summary.due);
        let daily = daily_text(summary.daily);
        writeln!(
            output,
            "{title:<13}  {rating:<12}  {due:>2} to repeat  puzzle of the day {daily:<15}  \
             fourcade practice {key}"
        )?;
    }
    writeln!(output, "\nAdd --plain to practise as plain text.")?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn load_summaries(today: DailyDate) -> Result<Vec<Summary>, CliError> {
    let store = Store::for_reading()?.unwrap_or_else(Store::disabled);
    let summaries = practice::load_all(&store, today)?;
    print_messages(&store.take_messages());
    Ok(summaries)
}
