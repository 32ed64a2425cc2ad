//! A player that is a program somebody else wrote: an engine that speaks the Go Text Protocol
//! ([`protocol`](super::protocol)), with us as its controller.
//!
//! The program lives as long as the player. Its answer belongs to what is seen: what it has been told is compared with
//! the moves that led there; when they go on from it the rest is told, and when they do not (a move was taken back, say) the
//! game is told anew. A program that breaks the protocol is ended and started anew for the next move.
//!
//! With a budget of time it is told a clock for the whole game if it knows clocks: so long for each move that it still has
//! to make. (A clock for each move is what not all programs keep.) With a budget of positions it thinks as long as it
//! was called to, up to our own limit.

mod client;
#[cfg(test)]
mod tests;

use std::time::Duration;

use self::client::{Client, Trouble};
use super::{
    Flip,
    protocol::{
        moves_of,
        vertex::{self, Move},
    },
    rules::{Board, Cell, Seen, Side},
};
use crate::{
    games::{Arg, PlayerKind},
    play::{Budget, Cancel, Player, Seat, Stop, Think},
    programs::{Failure, Limits, Program, Room},
};

/// What stands before the command in the name of such a player.
pub const NAME: &str = "program";

/// It among the computer players.
pub const KIND: PlayerKind<Flip> = PlayerKind {
    name: NAME,
    arg: Arg::Command,
    words: "Another Othello program that speaks GTP, with its arguments; its limits are no sandbox.",
    make: |_, command| {
        let prepared = Room::usual().prepare_command(command, &Cancel::default());
        Ok(Box::new(External::new(prepared.map_err(|why| why.to_string())?, LIMITS)))
    },
};

/// Whether a player of this name is such a program.
pub fn is_program(name: &str) -> bool {
    name.split_once(':').is_some_and(|(stem, _)| stem == NAME)
}

/// What an engine may use. Their tables of positions are large, and how long a conversation lasts is not its affair.
pub const LIMITS: Limits = Limits {
    time: Duration::MAX,
    output: 64 << 10,
    memory: 4 << 30,
    processor: Duration::MAX,
    file_size: 64 << 20,
    processes: 128,
};

/// How long it may take for one answer, if it is not told a clock that shows more.
const PATIENCE: Duration = Duration::from_secs(30);

/// How much longer than its clock it may take: for what its clock does not count.
const GRACE: Duration = Duration::from_secs(10);

/// A program that plays.
pub struct External {
    program: Program,
    limits: Limits,
    patience: Duration,
    talk: Option<Talk>,
}

/// A program that runs.
struct Talk {
    client: Client,
    /// The size of its board and the moves on it; nothing if that is not known.
    told: Option<(u16, Vec<(Side, Move)>)>,
    /// The whole time that it was told last, in seconds.
    clock: Option<u64>,
}

impl External {
    /// A player that starts this program when it is asked first.
    pub fn new(program: Program, limits: Limits) -> Self {
        Self { program, limits, patience: PATIENCE, talk: None }
    }

    /// The same with so much time for an answer.
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Asks the program, which is in `talk` as long as it keeps to the protocol.
    fn ask(&mut self, side: Side, seen: &Seen, think: &Think) -> Result<Cell, Trouble> {
        let size = seen.position.board.size();
        if size > vertex::MAX_SIZE {
            let most = vertex::MAX_SIZE;
            return Err(Trouble::Fault(format!("can't be told of boards of more than {most} x {most}")));
        }
        let moves = moves_of(seen).ok_or_else(|| Trouble::Fault("can't be told how this came about".to_owned()))?;
        let mut talk = match self.talk.take() {
            Some(talk) => talk,
            None => Talk::start(&self.program, &self.limits, self.patience, think.cancel())?,
        };
        let answered = talk.choose(side, size, moves, &seen.position.board, self.patience, think);
        if !matches!(answered, Err(Trouble::Broken(_))) {
            self.talk = Some(talk);
        }
        answered
    }
}

impl Player<Flip> for External {
    fn choose(&mut self, seat: Seat, seen: &Seen, think: &Think) -> Result<Cell, Stop> {
        self.ask(Side::of(seat), seen, think).map_err(|trouble| match trouble {
            Trouble::Broken(Failure::Cancelled) => Stop::Cancelled,
            Trouble::Broken(failure) => Stop::Fault(failure.to_string()),
            Trouble::Fault(said) => Stop::Fault(said),
        })
    }
}

impl Drop for External {
    fn drop(&mut self) {
        if let Some(talk) = self.talk.take() {
            talk.client.quit();
        }
    }
}

impl Talk {
    fn start(program: &Program, limits: &Limits, patience: Duration, cancel: &Cancel) -> Result<Self, Trouble> {
        Ok(Self { client: Client::start(program, limits, patience, cancel)?, told: None, clock: None })
    }

    /// Its move for `side` on this board, to which these moves led.
    fn choose(
        &mut self,
        side: Side,
        size: u16,
        moves: Vec<(Side, Move)>,
        board: &Board,
        patience: Duration,
        think: &Think,
    ) -> Result<Cell, Trouble> {
        let total = self.tell_settings(size, patience, think)?;
        self.tell_moves(size, &moves, patience, think.cancel())?;
        let left = total.map(|move_time| move_time * u64::from(board.empties().div_ceil(2).max(1)));
        let left = left.map(|millis| millis.div_ceil(1000).max(1));
        if let Some(left) = left {
            let shown = format!("time_left {} {left} 0", vertex::side_name(side));
            // Who refuses it has no clock after all.
            let _ = self.client.ask(&shown, patience, think.cancel())?;
        }
        let patience = left.map_or(patience, |left| patience.max(Duration::from_secs(left) + GRACE));
        // Whatever happens now, its board is not known before the answer is.
        self.told = None;
        let answer = self.client.ask(&format!("genmove {}", vertex::side_name(side)), patience, think.cancel())?;
        let word = answer.map_err(|why| Trouble::Fault(format!("has no move: {}", shown(&why))))?;
        let cell = read_answer(&word, side, board).map_err(Trouble::Fault)?;
        self.told = Some((size, moves.into_iter().chain([(side, Some(cell))]).collect()));
        Ok(cell)
    }

    /// Tells it the clock of a game. Says how many milliseconds there are for a move, if there is a clock.
    fn tell_settings(&mut self, size: u16, patience: Duration, think: &Think) -> Result<Option<u64>, Trouble> {
        let Budget::Time(time) = think.budget() else { return Ok(None) };
        if !self.client.knows("time_settings") || !self.client.knows("time_left") {
            return Ok(None);
        }
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).clamp(1, 1 << 30);
        let moves = u64::from(size).pow(2).div_ceil(2);
        let clock = (millis * moves).div_ceil(1000);
        if self.clock != Some(clock) {
            self.client.ask(&format!("time_settings {clock} 0 0"), patience, think.cancel())?.ok();
            self.clock = Some(clock);
        }
        Ok(Some(millis))
    }

    /// Tells it the moves that it has not been told yet, or the whole game anew.
    fn tell_moves(
        &mut self,
        size: u16,
        moves: &[(Side, Move)],
        patience: Duration,
        cancel: &Cancel,
    ) -> Result<(), Trouble> {
        let known = match self.told.take() {
            Some((told_size, told)) if told_size == size && moves.starts_with(&told) => told.len(),
            told => {
                if told.is_none_or(|(told_size, _)| told_size != size) {
                    let answer = self.client.ask(&format!("boardsize {size}"), patience, cancel)?;
                    let refused = |why: String| format!("has no board of {size} x {size}: {}", shown(&why));
                    answer.map_err(|why| Trouble::Fault(refused(why)))?;
                }
                let answer = self.client.ask("clear_board", patience, cancel)?;
                answer.map_err(|why| Trouble::Fault(format!("refuses a new game: {}", shown(&why))))?;
                0
            }
        };
        for &(side, to) in moves.iter().skip(known) {
            let name = vertex::move_name(to, size);
            let answer = self.client.ask(&format!("play {} {name}", vertex::side_name(side)), patience, cancel)?;
            // Some programs pass by themselves, and know no such move.
            if let (Err(why), Some(_)) = (answer, to) {
                return Err(Trouble::Fault(format!("refuses {name}, which is legal: {}", shown(&why))));
            }
        }
        Ok(())
    }
}

/// The cell in an engine's answer.
///
/// # Errors
/// If it is no legal move: what it is instead, as it is said behind the player's name.
fn read_answer(word: &str, side: Side, board: &Board) -> Result<Cell, String> {
    if word.eq_ignore_ascii_case("resign") {
        return Err("resigns, but games are played to their end".to_owned());
    }
    match vertex::read_move(word, board.size()) {
        None => Err(format!("answers {:?}, which is no move", shown(word))),
        Some(None) => Err("passes, though it can move".to_owned()),
        Some(Some(cell)) if board.is_legal(side, cell) => Ok(cell),
        Some(Some(cell)) => {
            let why = match board.has(cell).then(|| board.at(cell)) {
                None => "there is no such cell",
                Some(Some(_)) => "that cell is taken",
                Some(None) => "that flips nothing",
            };
            Err(format!("plays {} - {why}", shown(word)))
        }
    }
}

/// The most letters of an engine's words that are repeated to people.
const SHOWN: usize = 60;

/// An engine's words, cut where they get long.
fn shown(said: &str) -> String {
    let more = if said.chars().nth(SHOWN).is_some() { "..." } else { "" };
    format!("{}{more}", said.chars().take(SHOWN).collect::<String>())
}
