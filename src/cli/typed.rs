//! A game played by typed lines: for terminals without a screen, and for those who have the screen
//! read to them.

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::ExitCode,
};

use super::{
    error::Error,
    interrupts::{Input, Interrupts},
    plain::{self, Plain},
};
use crate::{
    files,
    games::{ArcadeGame, HUMAN, find_player, strongest_player},
    lines::read_truncated_line,
    play::{
        Budget, CancelToken, Player, PlayerError, Seat, Seats, Session, ThinkContext,
        advise_checked, choose_checked,
    },
};

/// The maximum length of a typed line in bytes, far above that of any move.
const MAX_LINE_BYTES: usize = 256;

const HELP: &str = "Type a move as the game writes it (`moves` lists them), or one of these:
  moves        what you may do now
  board        the table as you see it
  hint         what the strongest computer would do
  undo         take your last move back
  rules        the rules of the game
  save FILE    write the game to a file; `fourcade play GAME --plain --load FILE` goes on with it
  quit         leave the game";

/// Plays this game to its end, or until the person leaves it.
///
/// # Errors
/// If a computer can't play or the output can't be written, and if several persons would see each
/// other's secrets.
pub fn play<G: ArcadeGame>(session: Session<G>) -> Result<ExitCode, Error> {
    let persons: Seats = (0..)
        .zip(&session.header().seats)
        .filter(|(_, name)| *name == HUMAN)
        .map(|(at, _)| Seat::new(at))
        .collect();
    if G::HAS_SECRETS && persons.len() > 1 {
        let title = G::TITLE;
        return Err(Error::usage(format!(
            "in {title} persons have secrets, which lines that stay on the screen would tell: one person can play with --plain"
        )));
    }
    let cancel = CancelToken::default();
    let _watched = Interrupts::watch(&cancel)?;
    let mut players = Vec::new();
    for name in &session.header().seats {
        let is_person = name == HUMAN;
        players.push(if is_person {
            None
        } else {
            Some(find_player::<G>(name)?.make().map_err(Error::Failed)?)
        });
    }
    let eyes = if G::HAS_SECRETS { persons } else { session.game().seats() };
    let page = Plain::new(plain::standard_output()).seen_by(eyes);
    let input = BufReader::new(Input::new(&cancel));
    Typed { session, persons, players, page, input, cancel }.run()
}

/// The game, those who play it, and where it is written and typed.
struct Typed<G: ArcadeGame, W: Write, R: BufRead> {
    session: Session<G>,
    persons: Seats,
    players: Vec<Option<Box<dyn Player<G>>>>,
    page: Plain<W>,
    input: R,
    cancel: CancelToken,
}

/// What a person typed.
enum Typing<A> {
    Act(A),
    TakenBack,
    Leave,
}

impl<G: ArcadeGame, W: Write, R: BufRead> Typed<G, W, R> {
    fn run(mut self) -> Result<ExitCode, Error> {
        self.page.header(&self.session)?;
        self.page.board(&self.session)?;
        'steps: while !self.session.awaited().is_empty() {
            for seat in self.session.awaited().iter() {
                if self.persons.contains(seat) {
                    match self.ask(seat)? {
                        Typing::Act(action) => drop(self.session.choose(seat, action)),
                        Typing::TakenBack => continue 'steps,
                        Typing::Leave => {
                            self.page.say(&["Goodbye.".to_owned()])?;
                            return Ok(ExitCode::SUCCESS);
                        }
                    }
                } else {
                    self.computer(seat)?;
                }
            }
            self.page.last_line(&self.session)?;
        }
        self.page.ending(&self.session)?;
        Ok(ExitCode::SUCCESS)
    }

    fn think(&self, seat: Seat) -> ThinkContext {
        let (seed, decision) = (self.session.header().seed, self.session.lines().len());
        ThinkContext::new(Budget::Nodes(G::DEFAULT_NODES), seed, seat, decision)
            .with_cancel(self.cancel.clone())
    }

    fn computer(&mut self, seat: Seat) -> Result<(), Error> {
        let think = self.think(seat);
        let player = self.players[seat.index()].as_mut();
        let player = player.ok_or_else(|| {
            Error::Failed(format!("nobody plays for {}", G::SEAT_NAMES[seat.index()]))
        })?;
        let chosen = choose_checked(player.as_mut(), self.session.game(), seat, &think);
        let (action, fault) = chosen.map_err(stopped)?;
        self.session
            .choose_with_fault(seat, action, fault)
            .map_err(|why| Error::Failed(why.to_string()))?;
        Ok(())
    }

    /// Asks until the person chooses something that is allowed, takes back, or leaves.
    fn ask(&mut self, seat: Seat) -> Result<Typing<G::Action>, Error> {
        self.page.catch_up(&self.session)?;
        loop {
            self.page.prompt(&format!("{}, your move (or help): ", G::SEAT_NAMES[seat.index()]))?;
            let Some(line) = self.line()? else { return Ok(Typing::Leave) };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let answer = match (word, rest.trim()) {
                ("", _) => continue,
                ("quit" | "q" | "exit", "") => return Ok(Typing::Leave),
                ("help" | "h" | "?", "") => HELP.to_owned(),
                ("rules", "") => G::RULES.trim_end().to_owned(),
                ("moves", "") => self.moves(seat),
                ("board", "") => {
                    self.page.board(&self.session)?;
                    continue;
                }
                ("hint", "") => self.hint(seat)?,
                ("undo", "") => match self.session.last_choice_of(self.persons) {
                    Some(before) => {
                        self.take_back(before);
                        self.page.say(&["Taken back.".to_owned()])?;
                        self.page.board(&self.session)?;
                        return Ok(Typing::TakenBack);
                    }
                    None => "There is no move to take back.".to_owned(),
                },
                ("save", "") => "Name a file, such as: save game.jsonl".to_owned(),
                ("save", file) => self.save(Path::new(file)),
                _ => match line
                    .parse::<G::Action>()
                    .and_then(|action| self.session.game().check(seat, action).map(|()| action))
                {
                    Ok(action) => return Ok(Typing::Act(action)),
                    Err(why) => {
                        format!("{line}: {why}. `moves` lists what you may do, `help` the rest.")
                    }
                },
            };
            self.page.say(&[answer])?;
        }
    }

    /// A line, without white space around it; nothing at the end of the input.
    fn line(&mut self) -> Result<Option<String>, Error> {
        let line = read_truncated_line(&mut self.input, MAX_LINE_BYTES)?;
        if self.cancel.is_cancelled() {
            return Err(Error::Interrupted);
        }
        let Some(line) = line else { return Ok(None) };
        let words = String::from_utf8_lossy(&line);
        Ok(Some(words.split_whitespace().collect::<Vec<_>>().join(" ")))
    }

    fn moves(&self, seat: Seat) -> String {
        use crate::play::Observation as _;
        let legal = self.session.game().observe(Seats::one(seat)).legal(seat);
        let most = 60;
        let shown: Vec<_> = legal.iter().take(most).map(ToString::to_string).collect();
        let more = legal.len().saturating_sub(most);
        let rest = if more > 0 { format!("; and {more} more") } else { String::new() };
        format!("You may: {}{rest}", shown.join(", "))
    }

    fn hint(&mut self, seat: Seat) -> Result<String, Error> {
        let mut expert =
            find_player::<G>(&strongest_player::<G>())?.make().map_err(Error::Failed)?;
        let advice = advise_checked(expert.as_mut(), self.session.game(), seat, &self.think(seat))
            .map_err(stopped)?;
        self.session.mark_hint();
        let why = advice.reason.map_or_else(String::new, |reason| format!(" ({reason})"));
        Ok(format!("Hint: {}{why}", advice.action))
    }

    fn take_back(&mut self, before: usize) {
        let taken_back = self.session.events().get(before..).unwrap_or_default();
        if taken_back.iter().any(|events| G::reveals(events)) {
            self.session.mark_practice();
        }
        self.session.go_to(before);
    }

    fn save(&self, path: &Path) -> String {
        if path.exists() {
            return format!("{} is there already: give another name.", path.display());
        }
        match files::write_atomic(path, |output| self.session.record().write(output)) {
            Ok(()) => format!("Saved as {}.", path.display()),
            Err(why) => format!("Not saved: {}: {why}; try another place.", path.display()),
        }
    }
}

fn stopped(why: PlayerError) -> Error {
    match why {
        PlayerError::Cancelled => Error::Interrupted,
        PlayerError::Fault(said) => Error::Failed(format!("a player gave no move: {said}")),
    }
}
