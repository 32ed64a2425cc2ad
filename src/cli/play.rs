//! `fourcade play`: opens a game at its table.

use std::process::ExitCode;

use super::{
    args::{self, TableArgs, game_parser},
    error::CliError,
    screen::{self, ScreenOptions},
    shared::{self, SharedArgs},
};
use crate::{
    arcade,
    games::{GameFacts, GameView},
    plain,
    settings::consent::Programs,
};
use fourcade_engine::{GameKind, play::TimeControl, with_game};

/// Play a game at its table
#[derive(clap::Args)]
#[command(after_help = args::players_help(true), after_long_help = help())]
pub struct PlayArgs {
    /// The game
    #[arg(value_parser = game_parser())]
    game: GameKind,
    #[command(flatten)]
    table: TableArgs,
    /// Play with a clock: minutes + seconds a move, such as 5+3, in Flip and Eater; seconds for
    /// each choice, such as 20s, in Intensity and Concentration. Computers have none
    #[arg(long, value_name = "TIME", conflicts_with = "load")]
    clock: Option<String>,
    /// Play with people at other terminals: open a shared table, to which others come by its code.
    /// All seats but yours are theirs, unless --players names computers
    #[arg(long, conflicts_with_all = ["load", "level", "seat"])]
    share: bool,
    /// Do not list the shared table: only people who know its code can come
    #[arg(long, requires = "share")]
    private: bool,
    #[command(flatten)]
    shared: SharedArgs,
    #[command(flatten)]
    screen: ScreenOptions,
}

fn help() -> String {
    let players = args::players_help(true);
    format!(
        "{players}\n
Examples:
  fourcade play flip --level hard                 against Hard
  fourcade play flip --level hard --seat x        and you play X
  fourcade flip                                   short for `fourcade play flip`
  fourcade play flip --players human,human        two people at one keyboard
  fourcade play flip --size 6 --seed 7
  fourcade play flip --clock 5+3                  5 minutes, and 3 seconds more for each move
  fourcade play flip --load game.fourcade         continue a saved game as a practice game
  fourcade play flip --plain                      as plain text, for screen readers
  fourcade play flip --share                      with somebody at another terminal"
    )
}

impl PlayArgs {
    pub fn run(self, global: ScreenOptions, programs: Programs) -> Result<ExitCode, CliError> {
        let Self { game, table, clock, share, private, shared, screen } = self;
        let screen = screen.or(global);
        if screen.plain && clock.is_some() && !share {
            return Err(CliError::usage("--plain has clocks only with --share; leave out --clock"));
        }
        let clock = clock.map(|text| GameFacts::of(game).clock(&text)).transpose();
        let clock = clock.map_err(CliError::Usage)?;
        if share {
            let is_public = !private;
            return with_game!(game, G => {
                shared::share::<G>(table, clock, is_public, &shared, &screen, programs)
            });
        }
        shared.check_unused("add --share to open one")?;
        with_game!(game, G => play::<G>(table, clock, &screen, programs))
    }
}

fn play<G: GameView>(
    table: TableArgs,
    clock: Option<TimeControl>,
    screen: &ScreenOptions,
    programs: Programs,
) -> Result<ExitCode, CliError> {
    let mut session = table.session::<G>(true, &programs)?;
    if let Some(clock) = clock {
        if session.header().people().is_empty() {
            return Err(CliError::usage("--clock is for people; nobody plays here"));
        }
        session.set_clock(clock);
    }
    // The session is moved, not cloned, because a board may be large.
    match screen::FrontEnd::choose(screen)? {
        screen::FrontEnd::Lines(home) => super::plain::run(*home, programs, |app| {
            plain::play(app, session, plain::Origin::New).map(drop)
        }),
        screen::FrontEnd::Screen(prepared) => {
            prepared.open(programs, Some(arcade::open_table(session, arcade::Start::Playing(None))))
        }
    }
}
