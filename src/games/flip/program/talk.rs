//! What an engine is told so that it knows the game, and what it answers.

use std::time::Duration;

use super::client::{Client, Trouble};
use crate::{
    games::flip::{
        protocol::vertex::{self, Move},
        rules::{FlipBoard, Side, Square},
    },
    play::{Budget, ThinkContext},
    programs::{Program, ProgramError, ProgramLimits},
};

/// How much longer than its clock shows an engine may take: for what its clock does not count.
const GRACE: Duration = Duration::from_secs(10);

/// What is to be decided.
pub(super) struct Question<'a> {
    /// For whom.
    pub side: Side,
    /// On which board.
    pub board: &'a FlipBoard,
    /// What led there.
    pub moves: Vec<(Side, Move)>,
    /// How long each answer may take.
    pub patience: Duration,
    pub think: &'a ThinkContext,
}

/// An engine that runs.
pub(super) struct Talk {
    client: Client,
    /// The size of its board and the moves on it; nothing if that is not known.
    told: Option<(u16, Vec<(Side, Move)>)>,
    /// The time for a whole game that it was told last, in seconds.
    clock: Option<u64>,
}

impl Talk {
    pub fn start(
        program: &Program,
        limits: &ProgramLimits,
        question: &Question<'_>,
    ) -> Result<Self, Trouble> {
        let client = Client::start(program, limits, question.patience, question.think.cancel())?;
        Ok(Self { client, told: None, clock: None })
    }

    /// Its move.
    pub fn choose(&mut self, question: &Question<'_>) -> Result<Square, Trouble> {
        let &Question { side, board, patience, .. } = question;
        self.tell_moves(question)?;
        let left = self.tell_time(question)?;
        let patience = left.map_or(patience, |left| patience.max(left + GRACE));
        // Whatever happens now, its board is not known before the answer is.
        let told = self.told.take();
        let word =
            self.ask_for(&format!("genmove {}", vertex::side_name(side)), question, patience)?;
        let word = word.map_err(|why| Trouble::Fault(format!("has no move: {}", shown(&why))))?;
        let cell = read_answer(&word, side, board).map_err(Trouble::Fault)?;
        self.told = told.map(|(size, mut moves)| {
            moves.push((side, Some(cell)));
            (size, moves)
        });
        Ok(cell)
    }

    /// Ends it.
    pub fn end(self) {
        self.client.quit();
    }

    fn ask(
        &mut self,
        command: &str,
        question: &Question<'_>,
    ) -> Result<Result<String, String>, ProgramError> {
        self.ask_for(command, question, question.patience)
    }

    fn ask_for(
        &mut self,
        command: &str,
        question: &Question<'_>,
        patience: Duration,
    ) -> Result<Result<String, String>, ProgramError> {
        self.client.ask(command, patience, question.think.cancel())
    }

    /// Tells it the clock of a game in which there is as much time for each move as now, if it
    /// knows clocks. Says what the clock shows.
    fn tell_time(&mut self, question: &Question<'_>) -> Result<Option<Duration>, Trouble> {
        let Budget::Time(time) = question.think.budget() else { return Ok(None) };
        if !self.client.knows("time_settings") || !self.client.knows("time_left") {
            return Ok(None);
        }
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).clamp(1, 1 << 30);
        // Each second move is its own.
        let seconds = |cells: u32| (millis * u64::from(cells.div_ceil(2))).div_ceil(1000).max(1);
        let whole = seconds(u32::from(question.board.size()).pow(2));
        if self.clock != Some(whole) {
            // Who refuses it has no clock after all, here and below.
            let _ = self.ask(&format!("time_settings {whole} 0 0"), question)?;
            self.clock = Some(whole);
        }
        let left = seconds(question.board.empties());
        let _ = self
            .ask(&format!("time_left {} {left} 0", vertex::side_name(question.side)), question)?;
        Ok(Some(Duration::from_secs(left)))
    }

    /// Tells it the moves that it has not been told yet, or the whole game anew.
    fn tell_moves(&mut self, question: &Question<'_>) -> Result<(), Trouble> {
        let (wanted, moves) = (question.board.size(), &question.moves);
        let known = match self.told.take() {
            Some((size, told)) if size == wanted && moves.starts_with(&told) => told.len(),
            told => {
                if told.is_none_or(|(size, _)| size != wanted) {
                    let answer = self.ask(&format!("boardsize {wanted}"), question)?;
                    let refused = |why: String| {
                        format!("has no board of {wanted} x {wanted}: {}", shown(&why))
                    };
                    answer.map_err(|why| Trouble::Fault(refused(why)))?;
                }
                let answer = self.ask("clear_board", question)?;
                answer.map_err(|why| {
                    Trouble::Fault(format!("refuses a new game: {}", shown(&why)))
                })?;
                0
            }
        };
        for &(side, to) in moves.iter().skip(known) {
            let name = vertex::move_name(to, wanted);
            let answer = self.ask(&format!("play {} {name}", vertex::side_name(side)), question)?;
            // Some programs pass by themselves, and know no such move.
            if let (Err(why), Some(_)) = (answer, to) {
                return Err(Trouble::Fault(format!(
                    "refuses {name}, which is legal: {}",
                    shown(&why)
                )));
            }
        }
        self.told = Some((wanted, moves.clone()));
        Ok(())
    }
}

/// The cell in an engine's answer.
///
/// # Errors
/// If it is no legal move: what it is instead, as it is said behind the player's name.
fn read_answer(word: &str, side: Side, board: &FlipBoard) -> Result<Square, String> {
    if word.eq_ignore_ascii_case("resign") {
        return Err("resigns, but games are played to their end".to_owned());
    }
    match vertex::read_move(word, board.size()) {
        None => Err(format!("answers {:?}, which is no move", shown(word))),
        Some(None) => Err("passes, though it can move".to_owned()),
        Some(Some(cell)) if board.is_legal(side, cell) => Ok(cell),
        Some(Some(cell)) => {
            let why = match board.contains(cell).then(|| board.at(cell)) {
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
pub(super) fn shown(said: &str) -> String {
    let more = if said.chars().nth(SHOWN).is_some() { "..." } else { "" };
    format!("{}{more}", said.chars().take(SHOWN).collect::<String>())
}
