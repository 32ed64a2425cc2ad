//! The `novice` player, which makes the mistakes of a first game, and `casual`, which makes some.

use rand::{RngExt, seq::IteratorRandom};

use super::smart;
use crate::{
    eater::{
        Eater,
        model::{Cell, EaterBoard, EaterObservation, Role},
    },
    play::{Player, PlayerError, Rng, Seat, ThinkContext},
};

/// Makes the mistakes of people who play for the first time.
///
/// It looks only at the tip of the path: the Passer's lowest cell that is connected to the top. As
/// Passer, it builds from there towards the bottom, and notices a block only when it runs into one.
/// As Eater, it chases the tip and does not cut it off further down. Sometimes it overlooks the tip
/// and takes an arbitrary empty cell.
#[derive(Clone, Copy, Debug)]
pub struct NovicePlayer;

/// Makes some of its choices like [`SmartPlayer`](smart::SmartPlayer) and the others like
/// [`NovicePlayer`].
#[derive(Clone, Copy, Debug)]
pub struct CasualPlayer {
    /// The mean number of smart choices in ten.
    pub smart_of_ten: u32,
}

/// The novice takes an arbitrary empty cell in one of this many choices.
const CHOICES_PER_OVERSIGHT: u32 = 5;

impl Player<Eater> for NovicePlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &EaterObservation,
        context: &ThinkContext,
    ) -> Result<Cell, PlayerError> {
        novice_cell(&observation.board, Role::of(seat), &mut context.rng())
            .ok_or_else(PlayerError::no_action)
    }
}

impl Player<Eater> for CasualPlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &EaterObservation,
        context: &ThinkContext,
    ) -> Result<Cell, PlayerError> {
        let (board, role) = (&observation.board, Role::of(seat));
        let mut rng = context.rng();
        let cell = if rng.random_range(0..10) < self.smart_of_ten {
            smart::strategy(board, role).sample(&mut rng)
        } else {
            novice_cell(board, role, &mut rng)
        };
        cell.ok_or_else(PlayerError::no_action)
    }
}

fn novice_cell(board: &EaterBoard, role: Role, rng: &mut Rng) -> Option<Cell> {
    let cell = if rng.random_ratio(1, CHOICES_PER_OVERSIGHT) {
        None
    } else {
        cell_at_tip(board, role, rng)
    };
    cell.or_else(|| board.empty_cells().iter().choose(rng))
}

/// Returns the novice's cell without an oversight, or `None` if all cells around the tip are taken.
fn cell_at_tip(board: &EaterBoard, role: Role, rng: &mut Rng) -> Option<Cell> {
    let reached = board.reached_cells();
    let Some(row) = reached.iter().map(|cell| cell.row).max() else {
        let empty = board.empty_cells();
        return empty.iter().filter(|cell| cell.row == 0).choose(rng);
    };
    let tip = reached.iter().filter(|cell| cell.row == row).choose(rng)?;
    let if_free = |row: u16, col: Option<u16>| {
        let cell = Cell::new(row, col?);
        (board.contains(cell) && board.at(cell).is_none()).then_some(cell)
    };
    let (left, right) = (tip.col.checked_sub(1), Some(tip.col + 1));
    let straight = if_free(row + 1, Some(tip.col));
    let diagonals = || [if_free(row + 1, left), if_free(row + 1, right)].into_iter().flatten();
    let beside = || [if_free(row, left), if_free(row, right)].into_iter().flatten();
    let ahead = match role {
        Role::Passer => straight.into_iter().chain(diagonals()).choose(rng),
        Role::Eater => straight.or_else(|| diagonals().choose(rng)),
    };
    ahead.or_else(|| beside().choose(rng))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::play::find_player;
    use crate::{
        eater::model::EaterSetup,
        play::{
            Budget, CancelToken,
            arena::{ArenaGame, ArenaPlan, PlayerFactory},
            series_share,
        },
    };

    /// The cells that the novice may choose without an oversight.
    fn answers(role: Role, board: &str) -> Vec<String> {
        let board = board.parse().unwrap();
        let cell = |seed| cell_at_tip(&board, role, &mut crate::play::random::rng(seed, &[]));
        let cells: BTreeSet<_> = (0..100).map(cell).collect();
        cells.into_iter().flatten().map(|cell| cell.to_string()).collect()
    }

    #[test]
    fn the_novice_looks_only_at_the_tip_of_the_path() {
        for (board, as_passer, as_eater) in [
            ("...\n...\n...", &["1 1", "1 2", "1 3"][..], &["1 1", "1 2", "1 3"][..]),
            // The path goes on into a row that is already closed, and is chased there.
            (".P.\n...\nEEE", &["2 1", "2 2", "2 3"], &["2 2"]),
            (".P.\n.E.\n...", &["2 1", "2 3"], &["2 1", "2 3"]),
            (".P.\nEEE\n...", &["1 1", "1 3"], &["1 1", "1 3"]),
            // A marker below the tip that is not connected is not noticed.
            ("P..\nEE.\n.P.", &["1 2"], &["1 2"]),
            ("PE.\nEE.\n...", &[], &[]),
        ] {
            assert_eq!(answers(Role::Passer, board), as_passer, "{board}");
            assert_eq!(answers(Role::Eater, board), as_eater, "{board}");
        }
    }

    fn play(names: [&'static str; 2], size: u16, games: usize) -> Vec<ArenaGame> {
        let player = |name: &'static str| {
            let make: PlayerFactory<Eater> =
                Box::new(move || find_player(name).map_err(|error| error.to_string()));
            (name.to_owned(), make)
        };
        let plan = ArenaPlan::<Eater> {
            players: names.into_iter().map(player).collect(),
            games,
            swap: true,
            seed: 1,
            budget: Budget::Nodes(1),
            opening_steps: 0,
            deal: &|_| EaterSetup::new(size).unwrap(),
        };
        plan.run(None, &CancelToken::default(), &|_| ()).unwrap()
    }

    #[test]
    fn the_players_below_smart_are_listed_from_weak_to_strong() {
        for names in [["novice", "random"], ["casual:3", "novice"], ["casual:8", "casual:3"]] {
            let share = series_share(&play(names, 7, 100), 1);
            assert!(share.mean - share.ci95 > 0.5, "{names:?}: {share:?}");
        }
    }

    #[test]
    fn every_choice_is_legal_on_every_size() {
        for size in [3, 4, 12, 50] {
            for game in play(["casual:1", "novice"], size, 2) {
                assert!(game.tallies.iter().all(|tally| tally.faults.total() == 0), "size {size}");
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_games() {
        let outline = || -> Vec<_> {
            let games = play(["casual:5", "novice"], 5, 10).into_iter();
            games.map(|game| (game.outcome, game.turns)).collect()
        };
        assert_eq!(outline(), outline());
    }
}
