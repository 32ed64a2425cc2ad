//! Who stands where.

use serde::Serialize;

use super::PlayedGame;
use crate::{
    games::intensity::{referee::Entrant, rules::SEATS},
    play::{Outcome, Seat},
};

/// How somebody stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The place, from 1; who has equally many points shares it, and the next is skipped.
    pub place: usize,
    /// The name.
    pub name: String,
    /// Who it is: `program:PATH`, or one of our players.
    pub player: String,
    /// All points: 3, 2, 1 and 0 for the places of a game.
    pub points: f64,
    /// Games played.
    pub games: usize,
    /// The places of the games, on average; tied players share the average of theirs. Nothing
    /// without games.
    pub average_place: Option<f64>,
    /// All penalty points.
    pub penalty: u32,
    /// Games won alone.
    pub wins: usize,
    /// Choices that broke the rules.
    pub illegal: u32,
    /// The slowest answer, in milliseconds.
    pub slowest_ms: f64,
}

/// Who sat where in a game, for somebody's number.
fn seat_of(played: &PlayedGame, number: usize) -> Option<Seat> {
    played.pairing.seats.iter().position(|&other| other == Some(number)).map(Seat::new)
}

/// Twice the points of each number in these games: whole numbers, so that nothing depends on the
/// order in which they are added.
pub(super) fn doubled_points<'a>(
    players: usize,
    played: impl Iterator<Item = &'a PlayedGame>,
) -> Vec<u64> {
    let mut points = vec![0; players];
    for game in played {
        let outcome = game.outcome();
        for (seat, number) in game.pairing.seats.iter().enumerate() {
            if let Some(points) = number.and_then(|number| points.get_mut(number)) {
                *points += doubled(&outcome, Seat::new(seat));
            }
        }
    }
    points
}

/// One for each player who is equal, two for each who is behind.
fn doubled(outcome: &Outcome, own: Seat) -> u64 {
    let others = (0..SEATS).map(Seat::new).filter(|&seat| seat != own);
    others
        .map(|seat| 1 + outcome.place(seat).cmp(&outcome.place(own)) as i8)
        .map(i8::unsigned_abs)
        .map(u64::from)
        .sum()
}

/// All who take part, from the first to the last; of those who are equal, first who has fewer
/// penalty points, then who was named first.
pub(super) fn table(entrants: &[Entrant], played: &[PlayedGame]) -> Vec<Standing> {
    let points = doubled_points(entrants.len(), played.iter());
    let mut rows: Vec<_> = (0..entrants.len())
        .map(|number| row(&entrants[number], number, points[number], played))
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
fn row(entrant: &Entrant, number: usize, doubled_points: u64, played: &[PlayedGame]) -> Standing {
    let own = || played.iter().filter_map(|game| Some((game, seat_of(game, number)?)));
    let games = own().count();
    let points = doubled_points as f64 / 2.0;
    Standing {
        place: 0,
        name: entrant.name.clone(),
        player: entrant.kind.clone(),
        points,
        games,
        average_place: (games > 0).then(|| 4.0 - points / games as f64),
        penalty: own().map(|(game, seat)| game.penalty[seat.index()]).sum(),
        wins: own().filter(|(game, seat)| game.outcome().winners().only() == Some(*seat)).count(),
        illegal: own().map(|(game, seat)| game.illegal[seat.index()]).sum(),
        slowest_ms: own().map(|(game, seat)| game.slowest_ms[seat.index()]).fold(0.0, f64::max),
    }
}
