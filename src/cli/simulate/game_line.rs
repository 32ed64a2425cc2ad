//! A game of a simulation as a line of a batch. A line without an id stands for a series of games,
//! whose lines differ from it only in id and number.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{
    cli::{args, batch::LinePrograms, error::CliError},
    games::{ArcadeGame, GameFacts, make_player, parse_player},
    settings::consent::Programs,
};
use fourcade_course::batch::{BatchLine, line_id, refuse_people};
use fourcade_engine::{
    GameKind,
    play::{
        Budget, CancelToken,
        arena::{ArenaGame, ArenaPlan, PlayerFactory},
        random,
    },
    with_game,
};

/// Everything that determines a game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    pub id: String,
    pub game: String,
    /// `None` in games with a single size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u16>,
    /// In the order of the seats of the first game.
    pub players: Vec<String>,
    pub seed: u64,
    /// The number of the game in its series, from 0.
    #[serde(default)]
    pub number: usize,
    /// Whether the players change seats from game to game.
    #[serde(default)]
    pub swap: bool,
    /// The number of random moves that open the game.
    #[serde(default, rename = "openings")]
    pub random_moves: u32,
    /// Maximum number of positions that a searching player visits for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
}

impl BatchLine for GameLine {
    type Result = ArenaGame;
    const COMMAND: &'static str = "fourcade simulate";
    const WHOLE: &'static str = "simulation";

    fn id(&self) -> &str {
        &self.id
    }

    fn check(&self) -> Result<(), String> {
        let kind: GameKind = self.game.parse().map_err(|error| format!("{error}"))?;
        let seats = GameFacts::of(kind).default_seats.len();
        if self.players.len() != seats {
            return Err(format!("it has {} players, not {seats}", self.players.len()));
        }
        refuse_people(&self.players)
    }

    fn accepts(&self, result: &ArenaGame) -> bool {
        result.fits_plan(self.number, self.players.len(), self.swap)
    }

    fn is_same(one: &ArenaGame, other: &ArenaGame) -> bool {
        one.has_same_results(other)
    }
}

impl GameLine {
    /// Returns the line of a game of this series. The numbers of series and games count from 0.
    pub fn numbered(&self, series: usize, number: usize) -> Self {
        let line = Self { number, ..self.clone() };
        let facts = serde_json::to_string(&line).unwrap_or_default();
        Self { id: line_id(&format!("{}-{}", series + 1, number + 1), &[&facts]), ..line }
    }

    pub fn budget<G: ArcadeGame>(&self) -> Budget {
        match self.time_ms {
            Some(time) => Budget::Time(Duration::from_millis(time)),
            None => Budget::Nodes(self.nodes.unwrap_or(G::DEFAULT_NODES)),
        }
    }

    pub fn arena<'a, G: ArcadeGame>(
        &self,
        games: usize,
        deal: &'a (dyn Fn(&mut random::Rng) -> G::Setup + Sync),
        programs: &Programs,
    ) -> Result<ArenaPlan<'a, G>, CliError> {
        let player = |name: &String| {
            let player = parse_player(G::FACTS.kind, name)?;
            let programs = programs.clone();
            let make = move || make_player(&player, &programs).map_err(|error| error.to_string());
            Ok((name.clone(), Box::new(make) as PlayerFactory<'static, G>))
        };
        let players = self.players.iter().map(player).collect::<Result<_, CliError>>()?;
        let (swap, seed, opening_steps) = (self.swap, self.seed, self.random_moves);
        let budget = self.budget::<G>();
        Ok(ArenaPlan { players, games, swap, seed, budget, opening_steps, deal })
    }

    /// Returns a function that deals the cards or sets up the board.
    pub fn dealer<G: ArcadeGame>(
        &self,
    ) -> Result<impl Fn(&mut random::Rng) -> G::Setup + Sync + use<G>, CliError> {
        let size = self.size.map(|size| size.to_string());
        let size = args::board_size::<G>(size.as_deref())?;
        G::deal_seeded(size, self.seed).map_err(CliError::Usage)?;
        Ok(move |rng: &mut random::Rng| G::deal(size, rng).expect("this size was checked above"))
    }

    pub fn play(
        &self,
        line_programs: &LinePrograms,
        programs: &Programs,
        cancel: &CancelToken,
    ) -> Result<Option<ArenaGame>, String> {
        let kind: GameKind = self.game.parse().map_err(|error| format!("{error}"))?;
        let message = |error: CliError| error.to_string();
        line_programs.check(kind, &self.players, Self::COMMAND).map_err(message)?;
        with_game!(kind, G => {
            let deal = self.dealer::<G>().map_err(message)?;
            let arena = self.arena::<G>(1, &deal, programs).map_err(message)?;
            arena.play_game(self.number, cancel).map_err(|error| error.to_string())
        })
    }
}
