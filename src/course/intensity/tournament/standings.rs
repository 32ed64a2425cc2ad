//! The standings of a tournament.

use std::cmp::Ordering;

use serde::{Serialize, Serializer};

use super::PlayedGame;
use crate::intensity::referee::{Entrant, MatchResult};
use fourcade_engine::{
    intensity::model::SEATS,
    play::{FaultKind, FaultTally, Outcome, Seat},
};

/// The results of one entrant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The index of the entrant.
    #[serde(skip)]
    pub number: usize,
    /// The place, from 1. Entrants with equal points share a place, and the next place is skipped.
    pub place: usize,
    /// The name of the entrant.
    pub name: String,
    /// The name in records: `program:PATH` or a built-in player.
    pub player: String,
    /// The sum of the points: 3, 2, 1 and 0 for the places of a game.
    pub points: f64,
    /// The number of games.
    pub games: usize,
    /// The average place in a game, where tied players share the average of their places. `None`
    /// without games.
    pub average_place: Option<f64>,
    /// The sum of the penalty points.
    pub penalty: u32,
    /// The number of games won alone.
    pub wins: usize,
    /// The number of games in which the first place was shared.
    pub shared_wins: usize,
    /// The rating; `None` until computed.
    pub rating: Option<f64>,
    /// Half the width of the rating's 95% confidence interval.
    pub rating_ci95: Option<f64>,
    /// The number of illegal answers of all kinds, including missing ones.
    pub illegal: u32,
    /// Illegal answers by kind, with the first of each.
    #[serde(flatten, serialize_with = "with_counts")]
    pub faults: FaultTally,
    /// Whether late answers have shortened the entrant's time limit.
    pub short_limit: bool,
    /// The time of the slowest answer, in milliseconds.
    pub slowest_ms: f64,
}

impl Standing {
    /// The number of illegal answers that came in time. Results of version 0.2.0 lack the kinds, so
    /// all their illegal answers count.
    pub fn wrong(&self) -> u64 {
        let known = self.faults.total() - self.faults.count(FaultKind::Illegal);
        u64::from(self.illegal).saturating_sub(known)
    }
}

/// Serialises the faults, and the numbers of late, crashed and silent ones.
fn with_counts<S: Serializer>(faults: &FaultTally, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Counts<'a> {
        late: u64,
        crashed: u64,
        silent: u64,
        #[serde(skip_serializing_if = "FaultTally::is_empty")]
        faults: &'a FaultTally,
    }
    let [late, crashed, silent] =
        [FaultKind::Late, FaultKind::Crashed, FaultKind::Silent].map(|kind| faults.count(kind));
    Counts { late, crashed, silent, faults }.serialize(serializer)
}

/// The games of one entrant against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Encounter {
    /// The number of games.
    pub games: u32,
    /// The number of games in which the entrant had a better place.
    pub ahead: u32,
    /// The number of games in which both had the same place.
    pub tied: u32,
}

impl Encounter {
    /// Returns one point for each game ahead and half a point for each tie.
    pub fn points(&self) -> f64 {
        f64::from(self.ahead) + f64::from(self.tied) / 2.0
    }
}

/// Returns the encounters of each entrant with each other one, in the order of the standings.
pub(super) fn crosstable(
    standings: &[Standing],
    played: &[PlayedGame],
) -> Vec<Vec<Option<Encounter>>> {
    let mut table = vec![vec![None; standings.len()]; standings.len()];
    let row_of = |number: usize| standings.iter().position(|row| row.number == number);
    for game in played {
        let outcome = game.result.outcome();
        let seated = game.pairing.seats.iter().enumerate().filter_map(|(seat, number)| {
            Some((row_of((*number)?)?, outcome.place(Seat::new(seat))))
        });
        let seated: Vec<_> = seated.collect();
        for &(own, place) in &seated {
            for &(other, others) in seated.iter().filter(|(other, _)| *other != own) {
                let encounter: &mut Encounter = table[own][other].get_or_insert_default();
                encounter.games += 1;
                match place.cmp(&others) {
                    Ordering::Less => encounter.ahead += 1,
                    Ordering::Equal => encounter.tied += 1,
                    Ordering::Greater => {}
                }
            }
        }
    }
    table
}

/// Returns the points of each entrant after each round, in the order of the standings.
#[allow(clippy::cast_precision_loss)] // see `standing`
pub(super) fn points_by_round(
    standings: &[Standing],
    rounds: usize,
    played: &[PlayedGame],
) -> Vec<Vec<f64>> {
    let mut rows = vec![Vec::with_capacity(rounds); standings.len()];
    for round in 0..rounds {
        let so_far = played.iter().filter(|game| game.pairing.round <= round);
        let points = half_points(standings.len(), so_far);
        for (row, standing) in rows.iter_mut().zip(standings) {
            row.push(points[standing.number] as f64 / 2.0);
        }
    }
    rows
}

fn seat_of(played: &PlayedGame, number: usize) -> Option<Seat> {
    played.pairing.seats.iter().position(|&other| other == Some(number)).map(Seat::new)
}

/// Returns the points of each entrant, counted in halves. As whole numbers, the sums don't depend
/// on the order of the games.
pub(super) fn half_points<'a>(
    entrants: usize,
    played: impl Iterator<Item = &'a PlayedGame>,
) -> Vec<u64> {
    let mut points = vec![0; entrants];
    for game in played {
        let outcome = game.result.outcome();
        for (seat, number) in game.pairing.seats.iter().enumerate() {
            if let Some(points) = number.and_then(|number| points.get_mut(number)) {
                *points += half_points_of(&outcome, Seat::new(seat));
            }
        }
    }
    points
}

/// Returns the half points of a seat in a game: one for each tied player and two for each player
/// behind.
fn half_points_of(outcome: &Outcome, own: Seat) -> u64 {
    let others = (0..SEATS).map(Seat::new).filter(|&seat| seat != own);
    others
        .map(|seat| match outcome.place(seat).cmp(&outcome.place(own)) {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        })
        .sum()
}

/// Returns the standings from first to last. Equal points are sorted by penalty points, and then by
/// the order of the entrants.
pub(super) fn standings(entrants: &[Entrant], played: &[PlayedGame]) -> Vec<Standing> {
    let half_points = half_points(entrants.len(), played.iter());
    let mut rows: Vec<_> = (0..entrants.len())
        .map(|number| standing(&entrants[number], number, half_points[number], played))
        .collect();
    rows.sort_by(|one, other| {
        other.points.total_cmp(&one.points).then(one.penalty.cmp(&other.penalty))
    });
    let points: Vec<_> = rows.iter().map(|row| row.points).collect();
    for row in &mut rows {
        row.place = 1 + points.iter().filter(|&&points| points > row.points).count();
    }
    rows
}

#[allow(clippy::cast_precision_loss)] // no tournament has 2^53 games
fn standing(
    entrant: &Entrant,
    number: usize,
    own_half_points: u64,
    played: &[PlayedGame],
) -> Standing {
    let own = || played.iter().filter_map(|game| Some((game, seat_of(game, number)?)));
    let games = own().count();
    let won = || own().filter(|(game, seat)| game.result.outcome().winners().contains(*seat));
    let wins = won().filter(|(game, _)| game.result.outcome().winners().only().is_some()).count();
    let points = own_half_points as f64 / 2.0;
    let sum = |counts: fn(&MatchResult) -> &[u32; SEATS]| {
        own().map(|(game, seat)| counts(&game.result)[seat.index()]).sum()
    };
    let mut faults = FaultTally::default();
    for (game, seat) in own() {
        let (round, game_number) = (game.pairing.round + 1, game.pairing.game + 1);
        let place = format!("round {round}, game {game_number}");
        faults.add_all(&game.result.faults[seat.index()], &place);
    }
    Standing {
        number,
        place: 0,
        name: entrant.name.clone(),
        player: entrant.record_name.clone(),
        points,
        games,
        // In one game, place = 4 - points.
        average_place: (games > 0).then(|| 4.0 - points / games as f64),
        penalty: sum(|result| &result.penalty),
        wins,
        shared_wins: won().count() - wins,
        rating: None,
        rating_ci95: None,
        illegal: sum(|result| &result.illegal),
        faults,
        short_limit: false,
        slowest_ms: own()
            .map(|(game, seat)| game.result.slowest_ms[seat.index()])
            .fold(0.0, f64::max),
    }
}
