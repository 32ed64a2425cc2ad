//! The ratings of people, computed from finished games.
//!
//! If all finished tables of a game had two people, Glicko-2 rates these people. As soon as one
//! table had more, the algorithm of Weng and Lin rates everybody. Ratings aren't stored: the logs
//! of all finished tables are replayed, so that every client gets the same list.
//!
//! - M. E. Glickman, "Example of the Glicko-2 system", 2022. Each game is a rating period.
//! - R. C. Weng and C.-J. Lin, "A Bayesian approximation method for online ranking", Journal of
//!   Machine Learning Research 12, 2011: algorithm 1 (Bradley-Terry, full pair).

use std::collections::BTreeMap;

use skillratings::{
    MultiTeamOutcome, Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

use super::{
    Replica, SharedError,
    connection::Connection,
    store::{self, FinishedTable, PersonPlace},
};
use fourcade_engine::{GameKind, play::Game, with_game};

const START_RATING: f64 = 1500.0;
/// The factor from Weng and Lin's scale to ours, which is Glicko's.
const WENG_LIN_SCALE: f64 = 42.0;

/// Half of a 95% confidence interval, in standard deviations.
pub const HALF_INTERVAL: f64 = 1.96;

#[derive(Clone, Debug, PartialEq)]
pub struct LeaderboardRow {
    pub name: String,
    /// From about 500 to 2500; 1500 for a new player.
    pub rating: f64,
    pub deviation: f64,
    pub games: u32,
    /// The number of sole first places.
    pub wins: u32,
}

impl LeaderboardRow {
    /// Half of the 95% confidence interval.
    pub fn half_interval(&self) -> f64 {
        HALF_INTERVAL * self.deviation
    }
}

/// Returns the ratings of all people who have played a game, best first.
pub fn ratings(
    connection: &mut dyn Connection,
    game: GameKind,
) -> Result<Vec<LeaderboardRow>, SharedError> {
    let tables = store::finished_tables(connection, game.key())?;
    let replay = |table| with_game!(game, G => places::<G>(table));
    Ok(leaderboard(&tables.iter().filter_map(replay).collect::<Vec<_>>()))
}

/// Replays the log of a table to its end and returns its [`Replica::places`].
pub fn places<G: Game>(table: &FinishedTable) -> Option<Vec<PersonPlace>> {
    let (mut replica, mut session) = Replica::start::<G>(&table.header).ok()?;
    for stored in &table.log {
        replica.apply(&mut session, stored);
    }
    replica.places(session.position())
}

/// Rates the people in all results of a game, given in the order of their ends. Returns the best
/// first.
pub fn leaderboard(results: &[Vec<PersonPlace>]) -> Vec<LeaderboardRow> {
    let games: Vec<&[PersonPlace]> = results.iter().map(Vec::as_slice).collect();
    let mut ratings = if games.iter().all(|game| game.len() == 2) {
        rate(&games, Glicko2Rating::new(), glicko, |rating| (rating.rating, rating.deviation))
    } else {
        let scaled = |WengLinRating { rating, uncertainty }: &WengLinRating| {
            let above = rating - WengLinRating::new().rating;
            (START_RATING + above * WENG_LIN_SCALE, uncertainty * WENG_LIN_SCALE)
        };
        rate(&games, WengLinRating::new(), weng_lin, scaled)
    };
    ratings.sort_by(|a, b| {
        let rating = b.rating.total_cmp(&a.rating);
        rating.then(a.deviation.total_cmp(&b.deviation)).then_with(|| a.name.cmp(&b.name))
    });
    ratings
}

struct Score<R> {
    rating: R,
    games: u32,
    wins: u32,
}

/// `update` returns the ratings after a game, `scaled` a rating and its deviation on our scale.
fn rate<R: Copy>(
    games: &[&[PersonPlace]],
    start: R,
    update: impl Fn(&[R], &[u32]) -> Vec<R>,
    scaled: impl Fn(&R) -> (f64, f64),
) -> Vec<LeaderboardRow> {
    let mut scores: BTreeMap<&str, Score<R>> = BTreeMap::new();
    for game in games {
        let places: Vec<u32> = game.iter().map(|person| person.place).collect();
        let is_shared = places.iter().filter(|&&place| place == 1).count() > 1;
        let rating_of = |person: &PersonPlace| {
            scores.get(person.name.as_str()).map_or(start, |score| score.rating)
        };
        let before: Vec<R> = game.iter().map(rating_of).collect();
        for (person, rating) in game.iter().zip(update(&before, &places)) {
            let new = Score { rating: start, games: 0, wins: 0 };
            let score = scores.entry(&person.name).or_insert(new);
            score.rating = rating;
            score.games += 1;
            score.wins += u32::from(person.place == 1 && !is_shared);
        }
    }
    let rating = |(name, score): (&str, Score<R>)| {
        let (rating, deviation) = scaled(&score.rating);
        let (name, Score { games, wins, .. }) = (name.to_owned(), score);
        LeaderboardRow { name, rating, deviation, games, wins }
    };
    scores.into_iter().map(rating).collect()
}

fn glicko(before: &[Glicko2Rating], places: &[u32]) -> Vec<Glicko2Rating> {
    let (&[first, second], &[place, other]) = (before, places) else { return before.to_vec() };
    let outcome = match place.cmp(&other) {
        std::cmp::Ordering::Less => Outcomes::WIN,
        std::cmp::Ordering::Equal => Outcomes::DRAW,
        std::cmp::Ordering::Greater => Outcomes::LOSS,
    };
    let (first, second) = glicko2(&first, &second, &outcome, &Glicko2Config::new());
    vec![first, second]
}

fn weng_lin(before: &[WengLinRating], places: &[u32]) -> Vec<WengLinRating> {
    let place = |place: &u32| MultiTeamOutcome::new(usize::try_from(*place).unwrap_or(usize::MAX));
    let teams: Vec<_> =
        before.iter().map(std::slice::from_ref).zip(places.iter().map(place)).collect();
    weng_lin_multi_team(&teams, &WengLinConfig::new()).concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses games, each a list of people with their places: `ada1 bob2`.
    fn results(games: &[&str]) -> Vec<Vec<PersonPlace>> {
        let person = |text: &str| {
            let (name, place) = text.split_at(text.len() - 1);
            PersonPlace { name: name.to_owned(), place: place.parse().unwrap() }
        };
        games.iter().map(|game| game.split(' ').map(person).collect()).collect()
    }

    /// The leaderboard as text: name, rating, deviation, games and wins.
    fn board(games: &[&str]) -> Vec<String> {
        let line = |row: &LeaderboardRow| {
            let LeaderboardRow { name, rating, deviation, games, wins } = row;
            format!("{name} {rating:.2} {deviation:.2} {games} {wins}")
        };
        leaderboard(&results(games)).iter().map(line).collect()
    }

    /// The expected values are from a separate program, by the paper's formulas with tau = 0.5.
    #[test]
    fn two_people_are_rated_as_in_the_paper_on_glicko_2() {
        assert_eq!(board(&["bob2 ada1"]), ["ada 1662.31 290.32 1 1", "bob 1337.69 290.32 1 0"]);
        let revenge = ["bob2 ada1", "bob1 ada2"];
        assert_eq!(board(&revenge), ["bob 1566.94 260.49 2 1", "ada 1433.06 260.49 2 1"]);
        let draw = board(&["ada1 bob1"]);
        assert_eq!(draw, ["ada 1500.00 290.32 1 0", "bob 1500.00 290.32 1 0"]);
    }

    /// The example in the paper: 1500 with deviation 200 against 1400/30, 1550/100 and 1700/300.
    #[test]
    fn the_example_in_the_paper_on_glicko_2_is_reproduced() {
        let rating = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let games = [
            (rating(1400.0, 30.0), Outcomes::WIN),
            (rating(1550.0, 100.0), Outcomes::LOSS),
            (rating(1700.0, 300.0), Outcomes::LOSS),
        ];
        let player = rating(1500.0, 200.0);
        let config = Glicko2Config::new();
        let after = skillratings::glicko2::glicko2_rating_period(&player, &games, &config);
        let rounded = format!("{:.2} {:.2}", after.rating, after.deviation);
        assert_eq!(rounded, "1464.05 151.52", "the paper rounds on the way, to 1464.06");
    }

    /// By algorithm 1 of the paper with beta = 25/6, four new people move by 7.906, 2.635, -2.635
    /// and -7.906 from 25, and the deviation falls from 8.333 to 7.501; times 42.
    #[test]
    fn four_people_are_rated_as_in_the_paper_of_weng_and_lin() {
        let expected = [
            "ada 1832.04 315.05 1 1",
            "bob 1610.68 315.05 1 0",
            "eve 1389.32 315.05 1 0",
            "zoe 1167.96 315.05 1 0",
        ];
        assert_eq!(board(&["zoe4 bob2 ada1 eve3"]), expected);
        let shared = [
            "ada 1832.04 315.05 1 1",
            "bob 1500.00 315.05 1 0",
            "eve 1500.00 315.05 1 0",
            "zoe 1167.96 315.05 1 0",
        ];
        assert_eq!(board(&["zoe4 bob2 ada1 eve2"]), shared);
    }

    #[test]
    fn one_game_of_three_makes_all_games_rated_by_weng_and_lin() {
        // From a separate program.
        let expected =
            ["ada 1789.96 318.06 2 2", "bob 1420.07 318.06 2 0", "eve 1275.79 326.44 1 0"];
        assert_eq!(board(&["ada1 bob2", "ada1 bob2 eve3"]), expected);
    }

    #[test]
    fn ratings_stay_finite_after_many_games() {
        let games: Vec<&str> = ["ada1 bob2", "ada1 bob2 eve3 zoe4"].repeat(2000);
        for games in [games.clone(), games.into_iter().step_by(2).collect()] {
            let board = leaderboard(&results(&games));
            let is_sound = |row: &LeaderboardRow| row.rating.is_finite() && row.deviation > 0.0;
            assert!(board.iter().all(is_sound), "{board:?}");
            assert_eq!(board[0].name, "ada");
        }
    }
}
