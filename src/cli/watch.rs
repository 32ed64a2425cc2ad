//! `fourcade watch`: a game between computer players.

use std::{
    io::Write,
    process::ExitCode,
    thread,
    time::{Duration, Instant},
};

use super::{
    args::{self, TableArgs, game_parser},
    error::CliError,
    game_printer::GamePrinter,
    numbers,
    output::standard_output,
    screen::{self, ScreenOptions},
    shared::SharedArgs,
};
use crate::{
    app::lobby::JoinAs,
    arcade,
    database::shared_tables::TableCode,
    games::{ArcadeGame, GameView, make_player, parse_player},
    settings::consent::Programs,
};
use fourcade_engine::{
    GameKind,
    play::{Budget, CancelToken, Driver, PlayHost, Session},
    with_game,
};

/// Watch computers play
///
/// Without a terminal, or with --plain, one game is printed as text; the same seed always gives the
/// same game.
#[derive(clap::Args)]
#[command(after_help = args::players_help(false), after_long_help = help())]
pub struct WatchArgs {
    /// The game
    #[arg(value_parser = game_parser())]
    game: Option<GameKind>,
    /// Watch the shared table with this code, where people play
    #[arg(
        long = "table",
        id = "shared_table",
        value_name = "CODE",
        conflicts_with_all = ["game", "TableArgs", "speed"]
    )]
    code: Option<TableCode>,
    #[command(flatten)]
    shared: SharedArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Moves per second; with --plain, the default is to play without pauses
    #[arg(long, value_name = "N", value_parser = numbers::decimal(0.01..=1000.0, "moves per second"))]
    speed: Option<f64>,
    #[command(flatten)]
    screen: ScreenOptions,
}

fn help() -> String {
    let players = args::players_help(false);
    format!(
        "{players}\n
Examples:
  fourcade watch flip                             two equal players
  fourcade watch flip --level expert --speed 2
  fourcade watch flip --players greedy,random
  fourcade watch flip --plain --seed 7 > game.txt
  fourcade watch --table k7m2                     people who play at a shared table"
    )
}

impl WatchArgs {
    pub fn run(self, global: ScreenOptions, programs: Programs) -> Result<ExitCode, CliError> {
        let screen = self.screen.or(global);
        let game = match (self.game, self.code) {
            (_, Some(code)) => return self.shared.visit(&code, JoinAs::Watcher, &screen, programs),
            (Some(game), None) => game,
            (None, None) => {
                return Err(CliError::usage(
                    "name a game, such as `fourcade watch flip`, or a shared table, such as \
                     `fourcade watch --table k7m2`",
                ));
            }
        };
        self.shared.check_unused("name one with --table")?;
        let is_plain = screen.plain || !screen::has_terminal();
        with_game!(game, G => watch::<G>(is_plain, &screen, self.table, self.speed, programs))
    }
}

fn watch<G: GameView>(
    is_plain: bool,
    screen: &ScreenOptions,
    table: TableArgs,
    speed: Option<f64>,
    programs: Programs,
) -> Result<ExitCode, CliError> {
    let session = table.session::<G>(false, &programs)?;
    if is_plain {
        return print(session, speed, &programs);
    }
    screen::open(screen, programs, Some(arcade::open_table(session, arcade::Start::Playing(speed))))
}

fn print<G: ArcadeGame>(
    mut session: Session<G>,
    speed: Option<f64>,
    programs: &Programs,
) -> Result<ExitCode, CliError> {
    let names = &session.header().players;
    let make =
        |name: &String| Ok(Some(make_player::<G>(&parse_player(G::FACTS.kind, name)?, programs)?));
    let players = names.iter().map(make).collect::<Result<_, CliError>>()?;
    let mut host = PacedPrinter {
        printer: GamePrinter::new(standard_output()),
        step_time: speed.map(|speed| Duration::from_secs_f64(1.0 / speed)),
        step_start: Instant::now(),
    };
    host.printer.write_header(&session)?;
    host.printer.write_board(&session)?;
    let (budget, cancel) = (Budget::Nodes(G::DEFAULT_NODES), CancelToken::default());
    Driver { players, budget, cancel: &cancel }.play(&mut session, &mut host)?;
    host.printer.write_ending(&session)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints each step, no earlier than `step_time` after the previous one.
struct PacedPrinter<W: Write> {
    printer: GamePrinter<W>,
    /// `None` for no pauses.
    step_time: Option<Duration>,
    step_start: Instant,
}

impl<G: ArcadeGame, W: Write> PlayHost<G> for PacedPrinter<W> {
    type Error = CliError;

    fn after_step(&mut self, session: &Session<G>) -> Result<(), CliError> {
        if let Some(step_time) = self.step_time {
            thread::sleep(step_time.saturating_sub(self.step_start.elapsed()));
        }
        self.printer.write_last_line(session)?;
        self.step_start = Instant::now();
        Ok(())
    }
}
