//! The standings of a tournament.

use serde::Serialize;

use super::PlayedGame;
use crate::games::intensity::referee::Entrant;
use fourcade_engine::{
    intensity::model::SEATS,
    play::{Outcome, Seat},
};

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The place, from 1. Entrants with equal points share a place, and the next place is skipped.
    pub place: usize,
    pub name: String,
    /// The name in records: `program:PATH`, or one of our players.
    pub player: String,
    /// The sum of the points: 3, 2, 1 and 0 for the places of a game.
    pub points: f64,
    pub games: usize,
    /// The average place in a game, where tied players share the average of their places; `None`
    /// without games.
    pub average_place: Option<f64>,
    pub penalty: u32,
    /// The number of games won alone.
    pub wins: usize,
    /// The number of games whose first place was shared with another seat.
    pub shared_wins: usize,
    pub illegal: u32,
    /// The time of the slowest answer, in milliseconds.
    pub slowest_ms: f64,
}

fn seat_of(played: &PlayedGame, number: usize) -> Option<Seat> {
    played.pairing.seats.iter().position(|&other| other == Some(number)).map(Seat::new)
}

/// Returns twice the points of each entrant in these games. They are whole numbers, so the sums do
/// not depend on the order of the games.
pub(super) fn doubled_points<'a>(
    entrants: usize,
    played: impl Iterator<Item = &'a PlayedGame>,
) -> Vec<u64> {
    let mut points = vec![0; entrants];
    for game in played {
        let outcome = game.result.outcome();
        for (seat, number) in game.pairing.seats.iter().enumerate() {
            if let Some(points) = number.and_then(|number| points.get_mut(number)) {
                *points += doubled_points_of(&outcome, Seat::new(seat));
            }
        }
    }
    points
}

/// Returns twice the points of a seat in a game: one for each tied player and two for each player
/// behind.
fn doubled_points_of(outcome: &Outcome, own: Seat) -> u64 {
    let others = (0..SEATS).map(Seat::new).filter(|&seat| seat != own);
    others
        .map(|seat| 1 + outcome.place(seat).cmp(&outcome.place(own)) as i8)
        .map(i8::unsigned_abs)
        .map(u64::from)
        .sum()
}

/// Returns the standings from the first to the last entrant. Those with equal points are sorted by
/// their penalty points, and then by their order.
pub(super) fn standings(entrants: &[Entrant], played: &[PlayedGame]) -> Vec<Standing> {
    let points = doubled_points(entrants.len(), played.iter());
    let mut rows: Vec<_> = (0..entrants.len())
        .map(|number| standing(&entrants[number], number, points[number], played))
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
    doubled_points: u64,
    played: &[PlayedGame],
) -> Standing {
    let own = || played.iter().filter_map(|game| Some((game, seat_of(game, number)?)));
    let games = own().count();
    let won = || own().filter(|(game, seat)| game.result.outcome().winners().contains(*seat));
    let wins = won().filter(|(game, _)| game.result.outcome().winners().only().is_some()).count();
    let points = doubled_points as f64 / 2.0;
    Standing {
        place: 0,
        name: entrant.name.clone(),
        player: entrant.record_name.clone(),
        points,
        games,
        average_place: (games > 0).then(|| 4.0 - points / games as f64),
        penalty: own().map(|(game, seat)| game.result.penalty[seat.index()]).sum(),
        wins,
        shared_wins: won().count() - wins,
        illegal: own().map(|(game, seat)| game.result.illegal[seat.index()]).sum(),
        slowest_ms: own()
            .map(|(game, seat)| game.result.slowest_ms[seat.index()])
            .fold(0.0, f64::max),
    }
}
