//! `fourcade daily`: today's deals.

use std::{io::Write as _, process::ExitCode};

use super::{
    args::game_parser,
    error::{self, CliError},
    output::standard_output,
    screen::{self, ScreenOptions},
    typed,
};
use crate::{
    arcade::screens::daily::{self, calendar::Calendar},
    database::{DailyDate, Database, Store},
    games::{DAILY_LEVEL, GameFacts, daily_session},
    settings::paths,
};
use fourcade_engine::{GameKind, with_game};

/// Play today's deal, the same for everybody
#[derive(clap::Args)]
#[command(after_help = "\
The deals follow from the date in UTC. Your first game of a day counts; a hint or an undo makes it
practice. Later games, those of other days and those in plain text are for practice, too.")]
pub struct DailyArgs {
    /// The game [default: choose on the page of today's deals]
    #[arg(value_parser = game_parser())]
    game: Option<GameKind>,
    /// Play the deal of another day, for practice
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: Option<DailyDate>,
    /// Play by typed lines, for screen readers and terminals without a screen; without a game, list
    /// the deals
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    screen: ScreenOptions,
}

impl DailyArgs {
    /// `global` holds the screen options before the command's name.
    pub fn run(self, global: ScreenOptions) -> Result<ExitCode, CliError> {
        let Self { game, date, plain, screen } = self;
        match game {
            None if plain || !screen::has_terminal() => list(date),
            Some(game) if plain => {
                let date = date.unwrap_or_else(DailyDate::today).date();
                with_game!(game, G => typed::play(
                    daily_session::<G>(date).map_err(CliError::Failed)?
                ))
            }
            game => screen::open(&screen.or(global), Some(daily::at_page(date, game))),
        }
    }
}

/// Prints the deals of a day with their results.
fn list(date: Option<DailyDate>) -> Result<ExitCode, CliError> {
    let calendar = calendar()?;
    let mut output = standard_output();
    let day = date.unwrap_or_else(DailyDate::today);
    let title = if date.is_none() { "Today's deals" } else { "The deals" };
    writeln!(output, "{title}, {} (UTC), against {DAILY_LEVEL}:\n", day.in_words())?;
    let option = date.map_or_else(String::new, |date| format!(" --date {date}"));
    for kind in GameKind::ALL {
        let (title, state) = (GameFacts::of(kind).title, calendar.state(kind, day));
        writeln!(output, "{title:<13}  {state:<16}  fourcade daily {}{option}", kind.key())?;
    }
    writeln!(output, "\nAdd --plain to play by typed lines, for practice.")?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The results so far. The database is not created just to read it.
fn calendar() -> Result<Calendar, CliError> {
    let Some(file) = paths::database().filter(|file| file.exists()) else {
        return Ok(Calendar::default());
    };
    let store = Store::for_reading(file);
    let games = store.ask(Database::daily_games).wait();
    for message in store.news() {
        error::print_message(&message);
    }
    Ok(Calendar::new(games?))
}
