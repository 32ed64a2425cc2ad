//! Play with typed lines, for screen readers and for terminals that cannot draw screens.

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::ExitCode,
};

use super::text_writer::GameWriter;
use super::{
    args::make_player,
    error::CliError,
    interrupts::{CancellableInput, Interrupts},
    output::standard_output,
};
use crate::{
    arcade::with_keys,
    files,
    games::{ArcadeGame, describe_hint, find_player, hint, strongest_player, written},
};
use fourcade_engine::lines::read_truncated_line;
use fourcade_engine::play::{
    Budget, CancelToken, Driver, HUMAN, Observation as _, PersonAnswer, PlayEnd, PlayHost, Seat,
    Seats, Session, ThinkContext,
};

/// Far above the length of any move.
const MAX_LINE_BYTES: usize = 256;

const MAX_LISTED_MOVES: usize = 60;

const HELP: &str = "Type a move as the game writes it (`moves` lists them), or one of these:
  moves        the moves you can make now
  board        the table as you see it
  hint         what the strongest computer would do
  undo         take back your last move
  rules        the rules of the game
  save FILE    write the game to a file; continue with `fourcade play GAME --plain --load FILE`
  quit         leave the game";

/// Plays a game to its end, or until the person leaves it.
/// It is an error if several people would see each other's secrets.
pub fn play<G: ArcadeGame>(mut session: Session<G>) -> Result<ExitCode, CliError> {
    let names = &session.header().seats;
    let people: Seats =
        session.game().seats().iter().filter(|seat| names[seat.index()] == HUMAN).collect();
    if G::HAS_SECRETS && people.len() > 1 {
        let title = G::FACTS.title;
        return Err(CliError::usage(format!(
            "{title} has hidden information, and printed lines would show it to everybody: \
             only one person can play with --plain"
        )));
    }
    let cancel = CancelToken::default();
    let _interrupts = Interrupts::watch(&cancel)?;
    let mut players = Vec::new();
    for name in names {
        players.push(if name == HUMAN { None } else { Some(make_player::<G>(name)?) });
    }
    let viewers = if G::HAS_SECRETS { people } else { session.game().seats() };
    let mut console = Console {
        people,
        writer: GameWriter::new(standard_output()).viewed_by(viewers),
        input: BufReader::new(CancellableInput::new(&cancel)),
        cancel: &cancel,
    };
    console.writer.header(&session)?;
    console.writer.board(&session)?;
    let mut driver = Driver { players, budget: budget::<G>(), cancel: &cancel };
    match driver.play(&mut session, &mut console)? {
        PlayEnd::GameOver => console.writer.ending(&session)?,
        PlayEnd::Left => console.writer.say(&["Goodbye.".to_owned()])?,
    }
    Ok(ExitCode::SUCCESS)
}

/// It does not depend on the speed of the machine.
fn budget<G: ArcadeGame>() -> Budget {
    Budget::Nodes(G::DEFAULT_NODES)
}

struct Console<'a, W: Write, R: BufRead> {
    people: Seats,
    writer: GameWriter<W>,
    input: R,
    cancel: &'a CancelToken,
}

impl<G: ArcadeGame, W: Write, R: BufRead> PlayHost<G> for Console<'_, W, R> {
    type Error = CliError;

    /// Asks until the person chooses a legal move, undoes one, or leaves.
    fn ask(
        &mut self,
        session: &mut Session<G>,
        seat: Seat,
    ) -> Result<PersonAnswer<G::Action>, CliError> {
        self.writer.catch_up(session)?;
        loop {
            self.writer
                .prompt(&format!("{}, your move (or help): ", G::SEAT_NAMES[seat.index()]))?;
            let Some(line) = read_line(&mut self.input, self.cancel)? else {
                return Ok(PersonAnswer::Leave);
            };
            let (command, arg) = line.split_once(' ').unwrap_or((&line, ""));
            let answer = match (command, arg.trim()) {
                ("", _) => continue,
                ("quit" | "q" | "exit", "") => return Ok(PersonAnswer::Leave),
                ("help" | "h" | "?", "") => HELP.to_owned(),
                ("rules", "") => with_keys(G::FACTS.rules.trim_end()),
                ("moves", "") => legal_moves(session, seat),
                ("board", "") => {
                    self.writer.board(session)?;
                    continue;
                }
                ("hint", "") => self.hint(session, seat)?,
                ("undo", "") => match session.last_choice_of(self.people) {
                    Some(line) => {
                        undo(session, line);
                        self.writer.say(&["Taken back.".to_owned()])?;
                        self.writer.board(session)?;
                        return Ok(PersonAnswer::Changed);
                    }
                    None => "There is no move to take back.".to_owned(),
                },
                ("save", "") => "Name a file, such as: save game.jsonl".to_owned(),
                ("save", file) => save(session, Path::new(file)),
                _ => match G::read(&line, &session.game().observe(Seats::one(seat)))
                    .and_then(|action| session.game().check(seat, action).map(|()| action))
                {
                    Ok(action) => return Ok(PersonAnswer::Act(action)),
                    Err(error) => {
                        format!(
                            "{line}: {error}. `moves` lists your moves, `help` everything else."
                        )
                    }
                },
            };
            self.writer.say(&[answer])?;
        }
    }

    fn after_step(&mut self, session: &Session<G>) -> Result<(), CliError> {
        Ok(self.writer.last_line(session)?)
    }
}

impl<W: Write, R: BufRead> Console<'_, W, R> {
    /// Asks the strongest computer player for advice and marks the session as hinted.
    fn hint<G: ArcadeGame>(
        &self,
        session: &mut Session<G>,
        seat: Seat,
    ) -> Result<String, CliError> {
        let mut expert =
            find_player::<G>(&strongest_player::<G>())?.make().map_err(CliError::Failed)?;
        let (seed, line_count) = (session.header().seed, session.lines().len());
        let context = ThinkContext::new(budget::<G>(), seed, seat, line_count)
            .with_cancel(self.cancel.clone());
        let hint = hint::<G>(expert.as_mut(), session.game(), seat, &context)?;
        session.mark_hint();
        Ok(format!("Hint: {}", describe_hint::<G>(&hint, seat, false, |_| true)))
    }
}

/// Reads a line and normalises its white space. Returns `None` at the end of the input.
pub fn read_line(
    input: &mut impl BufRead,
    cancel: &CancelToken,
) -> Result<Option<String>, CliError> {
    let line = read_truncated_line(input, MAX_LINE_BYTES)?;
    if cancel.is_cancelled() {
        return Err(CliError::Interrupted);
    }
    let Some(line) = line else { return Ok(None) };
    let text = String::from_utf8_lossy(&line);
    Ok(Some(text.split_whitespace().collect::<Vec<_>>().join(" ")))
}

pub fn legal_moves<G: ArcadeGame>(session: &Session<G>, seat: Seat) -> String {
    let legal = session.game().observe(Seats::one(seat)).legal(seat);
    let listed: Vec<_> = legal.iter().take(MAX_LISTED_MOVES).copied().map(written::<G>).collect();
    let more = legal.len().saturating_sub(MAX_LISTED_MOVES);
    let rest = if more > 0 { format!("; and {more} more") } else { String::new() };
    format!("Legal moves: {}{rest}", listed.join(", "))
}

/// Undoes all lines from `line` on.
fn undo<G: ArcadeGame>(session: &mut Session<G>, line: usize) {
    let undone = session.events().get(line..).unwrap_or_default();
    if undone.iter().any(|events| G::reveals(events)) {
        session.mark_practice();
    }
    session.go_to(line);
}

/// Writes the record to a new file. Returns a message that says whether that succeeded.
fn save<G: ArcadeGame>(session: &Session<G>, path: &Path) -> String {
    if path.exists() {
        return format!("{} already exists: choose another name.", path.display());
    }
    match files::write_anywhere(path, |output| session.record().write(output)) {
        Ok(()) => format!("Saved as {}.", path.display()),
        Err(error) => format!("Not saved: {}: {error}; choose another place.", path.display()),
    }
}
