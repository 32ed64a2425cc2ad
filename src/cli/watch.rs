//! `fourcade watch`: computers play.

use std::{
    process::ExitCode,
    thread,
    time::{Duration, Instant},
};

use super::{
    args::{self, ScreenOptions, Table},
    error::Error,
    plain::{self, Plain},
    screen, table,
};
use crate::{
    app,
    games::{ArcadeGame, GameKind, GameVisitor, find_player},
    play::{Budget, PlayerError, Session, ThinkContext, choose_checked},
};

/// Watch computers play
///
/// Without a terminal the game is printed as text, as with --plain.
#[derive(clap::Args)]
#[command(after_help = args::players_help(false), after_long_help = help())]
pub struct Watch {
    /// Which game
    game: GameKind,
    #[command(flatten)]
    table: Table,
    /// Moves a second; with --plain there is no waiting otherwise
    #[arg(long, value_name = "N", value_parser = speed)]
    speed: Option<f64>,
    /// Print one game as text (computers think so many positions, so the same seed gives the same
    /// game)
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    look: ScreenOptions,
}

fn help() -> String {
    let players = args::players_help(false);
    format!(
        "{players}\n
Examples:
  fourcade watch flip --players greedy,random --speed 2
  fourcade watch flip --plain --seed 7 > game.txt"
    )
}

/// Moves a second, from one in 100 seconds to 1000.
fn speed(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|speed| (0.01..=1000.0).contains(speed))
        .ok_or_else(|| "a number of moves a second from 0.01 to 1000 is wanted".to_owned())
}

impl Watch {
    /// Runs it; `before` are the options in front of the command.
    pub fn run(self, before: ScreenOptions) -> Result<ExitCode, Error> {
        let plain = self.plain || !screen::has_terminal();
        self.game.with(Show {
            plain,
            look: self.look.over(before),
            table: self.table,
            speed: self.speed,
        })
    }
}

struct Show {
    plain: bool,
    look: ScreenOptions,
    table: Table,
    speed: Option<f64>,
}

impl GameVisitor for Show {
    type Output = Result<ExitCode, Error>;

    fn visit<G: ArcadeGame>(self) -> Self::Output {
        let session = table::session::<G>(self.table, false)?;
        if self.plain {
            return print(session, self.speed);
        }
        screen::open(&self.look, Some(app::at_table(session, app::Start::Playing(self.speed))))
    }
}

/// Prints the game while the computers play it.
fn print<G: ArcadeGame>(mut session: Session<G>, speed: Option<f64>) -> Result<ExitCode, Error> {
    let names = &session.header().seats;
    let made: Result<Vec<_>, Error> =
        names.iter().map(|name| find_player::<G>(name)?.make().map_err(Error::Failed)).collect();
    let mut players = made?;
    let pause = speed.map(|speed| Duration::from_secs_f64(1.0 / speed));
    let mut page = Plain::new(plain::standard_output());
    page.header(&session)?;
    page.board(&session)?;
    while !session.awaited().is_empty() {
        let began = Instant::now();
        for seat in session.awaited().iter() {
            let think = ThinkContext::new(
                Budget::Nodes(G::DEFAULT_NODES),
                session.header().seed,
                seat,
                session.lines().len(),
            );
            let (action, fault) =
                choose_checked(players[seat.index()].as_mut(), session.game(), seat, &think)
                    .map_err(|why| Error::Failed(stopped(why)))?;
            session
                .choose_with_fault(seat, action, fault)
                .map_err(|why| Error::Failed(why.to_string()))?;
        }
        if let Some(pause) = pause {
            thread::sleep(pause.saturating_sub(began.elapsed()));
        }
        page.last_line(&session)?;
    }
    page.ending(&session)?;
    Ok(ExitCode::SUCCESS)
}

fn stopped(why: PlayerError) -> String {
    match why {
        PlayerError::Cancelled => "a player stopped thinking".to_owned(),
        PlayerError::Fault(said) => format!("a player gave no move: {said}"),
    }
}
