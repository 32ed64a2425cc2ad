//! `fourcade daily`: today's deal.

use std::{io::Write as _, process::ExitCode};

use super::{
    args::game_parser,
    error::CliError,
    output::{print_messages, standard_output},
    screen::{self, ScreenOptions},
};
use crate::{
    app::daily::Calendar,
    arcade::screens::daily,
    database::{DailyDate, Store},
    games::{DAILY_LEVEL, GameFacts},
    plain,
    settings::consent::Programs,
};
use fourcade_engine::{GameKind, with_game};

/// Play today's deal, the same for everybody
#[derive(clap::Args)]
#[command(after_help = "\
The deals follow from the date in UTC. Your first game of a day counts. With a hint or an undo, it
becomes a practice game, which doesn't count. Later games and those of other days are practice
games, too.")]
pub struct DailyArgs {
    /// The game [default: choose on the page of today's deal]
    #[arg(value_parser = game_parser())]
    game: Option<GameKind>,
    /// The day of the deal; earlier days are for practice
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = today_or_earlier)]
    date: Option<DailyDate>,
    #[command(flatten)]
    screen: ScreenOptions,
}

impl DailyArgs {
    pub fn run(self, global: ScreenOptions, programs: Programs) -> Result<ExitCode, CliError> {
        let Self { game, date, screen } = self;
        let screen = screen.or(global);
        if game.is_none() && !screen.plain && !screen::has_terminal() {
            return list(date);
        }
        screen::open_front_end(&screen, programs, Some(daily::page_factory(date, game)), |app| {
            match game {
                Some(game) => {
                    let date = date.unwrap_or_else(DailyDate::today);
                    with_game!(game, G => plain::daily_deal::<G>(app, date))
                }
                None => plain::daily_page(app, date),
            }
        })
    }
}

/// Refuses future dates, so that a deal can't be rehearsed before its day.
fn today_or_earlier(text: &str) -> Result<DailyDate, String> {
    let date: DailyDate = text.parse()?;
    if date > DailyDate::today() {
        return Err(format!("the deal of {} comes on that day", date.in_words()));
    }
    Ok(date)
}

fn list(date: Option<DailyDate>) -> Result<ExitCode, CliError> {
    let calendar = load_calendar()?;
    let mut output = standard_output();
    let day = date.unwrap_or_else(DailyDate::today);
    let title = if date.is_none() { "Today's deal" } else { "The deals" };
    writeln!(output, "{title}, {} (UTC), against {DAILY_LEVEL}:\n", day.in_words())?;
    let option = date.map_or_else(String::new, |date| format!(" --date {date}"));
    let states = GameKind::ALL.map(|kind| calendar.describe(kind, day));
    let width = states.iter().map(String::len).max().unwrap_or(0);
    for (kind, state) in GameKind::ALL.into_iter().zip(states) {
        let (title, key) = (GameFacts::of(kind).title, kind.key());
        writeln!(output, "{title:<13}  {state:<width$}  fourcade daily {key}{option}")?;
    }
    writeln!(output, "\nAdd --plain to play as plain text.")?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn load_calendar() -> Result<Calendar, CliError> {
    let Some(store) = Store::for_reading()? else { return Ok(Calendar::default()) };
    let calendar = store.ask(Calendar::load).wait()?;
    print_messages(&store.take_messages());
    Ok(calendar)
}
