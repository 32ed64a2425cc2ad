//! The command line: arguments in, exit status out.
//!
//! Each subcommand has a file or a folder of its name. The others are shared:
//!
//! | file | contents |
//! |---|---|
//! | `args` | options of games: players, board size, seed |
//! | `batch` | games as lines, played for other processes and hosts |
//! | `error`, `usage` | errors of commands; wrong arguments, with suggestions |
//! | `game_printer` | a game as text, while it is played or replayed |
//! | `interrupts` | Ctrl-C and other signals, exit statuses after them |
//! | `numbers` | parsers of numbers |
//! | `output` | standard output and standard error, tables, progress bars |
//! | `plain`, `screen` | starting a front end: line mode or the screen |
//! | `programs` | options of other people's programs |
//! | `shared` | options of shared tables |

mod analyse;
mod args;
mod batch;
mod check;
mod classic;
mod completions;
mod daily;
mod engine;
mod error;
mod export;
mod game_printer;
mod guest;
mod interrupts;
mod join;
mod keys;
mod learn;
mod lobby;
mod man;
mod numbers;
mod output;
mod plain;
mod play;
mod practice;
mod programs;
mod referee;
mod replay;
mod screen;
mod shared;
mod simulate;
mod stats;
mod tournament;
mod usage;
mod watch;

use std::{ffi::OsString, process::ExitCode, thread};

use clap::{Parser, Subcommand, error::ErrorKind};

use error::CliError;
use programs::ProgramArgs;
use screen::ScreenOptions;

use crate::settings::consent::Programs;
use fourcade_programs::{Runner, SUPERVISOR, supervise};

const EXAMPLES: &str = "\
Examples:
  fourcade                                        choose a game from the menu
  fourcade --plain                                the menu as plain text, for screen readers
  fourcade play flip                              play Flip at once, or just `fourcade flip`
  fourcade learn flip                             learn Flip in two minutes
  fourcade daily                                  today's deal, the same for everybody
  fourcade practice flip                          ten positions: your mistakes, then puzzles
  fourcade watch flip --players greedy,random     watch two computers
  fourcade play flip --share                      play with somebody at another terminal
  fourcade join k7m2                              join their table
  fourcade simulate flip --players greedy,random --games 100 --swap
  fourcade classic flip new 8 1                   the course's text program
  fourcade referee intensity.c                    let your own program play Intensity

`fourcade COMMAND --help` tells you more.";

/// A terminal arcade of four games: Intensity, Flip, Concentration and Eater
///
/// Without a command the arcade opens at its menu.
#[derive(Parser)]
#[command(name = "fourcade", version, after_long_help = EXAMPLES, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    screen: ScreenOptions,
    #[command(flatten)]
    programs: ProgramArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Play(play::PlayArgs),
    Learn(learn::LearnArgs),
    Daily(daily::DailyArgs),
    Practice(practice::PracticeArgs),
    Watch(watch::WatchArgs),
    Lobby(lobby::LobbyArgs),
    Join(join::JoinArgs),
    Classic(classic::ClassicArgs),
    Simulate(simulate::SimulateArgs),
    Analyse(analyse::AnalyseArgs),
    Referee(referee::RefereeArgs),
    Tournament(tournament::TournamentArgs),
    Check(check::CheckArgs),
    Replay(replay::ReplayArgs),
    Export(export::ExportArgs),
    Stats(stats::StatsArgs),
    Keys(keys::KeysArgs),
    Engine(engine::EngineArgs),
    Guest(guest::GuestArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Runs the program and returns its exit status. `args` begin with the program's name.
///
/// # Errors
/// Returns unexpected errors. All others are printed to standard error.
pub fn run(args: impl IntoIterator<Item = OsString>) -> color_eyre::Result<ExitCode> {
    let args: Vec<OsString> = args.into_iter().collect();
    if args.get(1).is_some_and(|arg| arg == SUPERVISOR) {
        // Supervises one player program; see `fourcade_programs`.
        return Ok(supervise(args.into_iter().skip(2)));
    }
    color_eyre::install()?;
    // In the background, because the folder for temporary files may be large or slow. Joined at the
    // end, because short commands would otherwise exit before the work is done.
    let cleaning = thread::Builder::new().spawn(Runner::remove_abandoned_folders);
    let result = run_command(args);
    if let Ok(cleaning) = cleaning {
        let _ = cleaning.join();
    }
    Runner::remove_folders();
    result
}

fn run_command(args: Vec<OsString>) -> color_eyre::Result<ExitCode> {
    if args.len() <= 1 {
        // Without arguments, the parser isn't built, so that the menu opens faster.
        let programs = ProgramArgs::default().load();
        let result = programs.and_then(|programs| open_menu(&ScreenOptions::default(), programs));
        return result.or_else(CliError::report);
    }
    if args.get(1).is_some_and(|arg| arg == guest::GUEST_STAGE) {
        // The later processes of `fourcade guest`.
        return guest::run_stage(args.get(2)).or_else(CliError::report);
    }
    let cli = match parse(args) {
        Ok(cli) => cli,
        Err(NoCommand::Wrong(message)) => return CliError::Usage(message).report(),
        Err(NoCommand::HelpOrVersion(text)) => {
            return match text.print() {
                Ok(()) => Ok(ExitCode::SUCCESS),
                Err(error) => CliError::Output(error).report(),
            };
        }
    };
    let screen = cli.screen;
    let programs = match cli.programs.load() {
        Ok(programs) => programs,
        Err(error) => return error.report(),
    };
    let result = match cli.command {
        None => open_menu(&screen, programs),
        Some(Command::Play(play)) => play.run(screen, programs),
        Some(Command::Learn(learn)) => learn.run(screen, programs),
        Some(Command::Daily(daily)) => daily.run(screen, programs),
        Some(Command::Practice(practice)) => practice.run(screen, programs),
        Some(Command::Watch(watch)) => watch.run(screen, programs),
        Some(Command::Lobby(lobby)) => lobby.run(screen, programs),
        Some(Command::Join(join)) => join.run(screen, programs),
        Some(Command::Classic(classic)) => classic.run(),
        Some(Command::Simulate(simulate)) => simulate.run(&programs),
        Some(Command::Analyse(analyse)) => analyse.run(),
        Some(Command::Referee(referee)) => referee.run(&programs),
        Some(Command::Tournament(tournament)) => tournament.run(&cli.programs, &programs),
        Some(Command::Check(check)) => check.run(&programs.runner),
        Some(Command::Replay(replay)) => replay.run(screen, programs),
        Some(Command::Export(export)) => export.run(&screen),
        Some(Command::Stats(stats)) => stats.run(),
        Some(Command::Keys(keys)) => keys.run(),
        Some(Command::Engine(engine)) => engine.run(),
        Some(Command::Guest(guest)) => guest.run(),
        Some(Command::Completions(completions)) => completions.run(),
        Some(Command::Man(man)) => man.run(),
    };
    result.or_else(CliError::report)
}

fn open_menu(options: &ScreenOptions, programs: Programs) -> Result<ExitCode, CliError> {
    screen::open_front_end(options, programs, None, crate::plain::menu)
}

/// Outcomes of parsing other than a command.
enum NoCommand {
    /// An error message.
    Wrong(String),
    HelpOrVersion(clap::Error),
}

fn parse(args: Vec<OsString>) -> Result<Cli, NoCommand> {
    let args = match Cli::try_parse_from(&args) {
        Err(error) => usage::insert_play(&error, &args).unwrap_or(args),
        Ok(cli) => return Ok(cli),
    };
    Cli::try_parse_from(&args).map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => NoCommand::HelpOrVersion(error),
        _ => NoCommand::Wrong(usage::message(&error, &args)),
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{NoCommand, parse};

    /// Returns the message about wrong arguments.
    #[track_caller]
    fn refusal(line: &str) -> String {
        match parse(line.split(' ').map(Into::into).collect()) {
            Err(NoCommand::Wrong(message)) => message,
            _ => panic!("{line} is not wrong"),
        }
    }

    #[test]
    fn a_game_in_the_place_of_a_command_is_played() {
        for game in fourcade_engine::GameKind::ALL {
            for line in ["fourcade GAME", "fourcade --theme dark GAME --plain"] {
                let line = line.replace("GAME", game.key());
                let cli = parse(line.split(' ').map(Into::into).collect());
                let is_played =
                    matches!(cli, Ok(cli) if matches!(cli.command, Some(super::Command::Play(_))));
                assert!(is_played, "{line}");
            }
        }
        for (line, message) in [
            ("fourcade reversi", "Reversi is called Flip here: `fourcade play flip`"),
            ("fourcade Hearts", "Hearts is called Intensity here: `fourcade play intensity`"),
            (
                "fourcade play othello",
                "Othello is called Flip here; name it in place of \"othello\"",
            ),
        ] {
            assert_eq!(refusal(line), message);
        }
        assert!(refusal("fourcade fliip").contains("did you mean flip?"));
        assert!(refusal("fourcade help flip").starts_with("there is no command \"flip\""));
    }

    #[test]
    fn unknown_values_list_those_that_exist_by_likeness() {
        assert_eq!(
            refusal("fourcade play eatr"),
            "<GAME> can't be \"eatr\"; did you mean eater? The choices are: eater, \
             concentration, intensity, flip"
        );
        let theme = refusal("fourcade --theme foo");
        assert!(theme.starts_with("--theme <NAME> can't be \"foo\"; the choices are: "), "{theme}");
        assert!(refusal("fourcade plya flip").contains("did you mean play"));
        assert_eq!(
            refusal("fourcade engine chess"),
            "there is no command \"chess\"; the commands are: flip; \
             `fourcade engine --help` tells you more"
        );
        let option = refusal("fourcade tournament --games 5");
        assert!(option.starts_with("`fourcade tournament` has no option --games; "), "{option}");
        assert!(option.contains("--rounds") && !option.contains("'-- --games'"), "{option}");
        assert_eq!(
            refusal("fourcade simulate flip --players first,last --games 0"),
            "--games <N> can't be \"0\": expected a whole number from 1 to 100,000,000"
        );
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(
            refusal("fourcade join"),
            "`fourcade join` needs <CODE>; `fourcade join --help` tells you more"
        );
    }

    #[test]
    fn the_command_definitions_are_consistent() {
        super::Cli::command().debug_assert();
    }
}
