//! The rating of a person in a game, by Glicko-2.
//!
//! Ratings are not stored. They are computed from the answers to puzzles and the games against
//! levels; each result is its own rating period, as in the ratings of shared tables.
//!
//! A level's rating follows from the measured scores between neighbouring levels
//! ([`Practicable::LADDER`]), with Medium at 1500. A puzzle is rated like an opponent against whom
//! the levels would win as often as they solve the puzzle.

use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
};

use crate::database::{
    practice::Answer, shared_tables::ratings::HALF_INTERVAL, statistics::FinishedGame,
};
use fourcade_engine::{
    GameKind,
    play::{Level, PUZZLE_TRIES, Practicable, PuzzleSolves},
    with_game,
};

/// The rating of Medium and of a new player.
const MEDIUM_RATING: f64 = 1500.0;
/// The rating difference at which the stronger player is ten times as likely to win, as in Elo.
const SCALE: f64 = 400.0;
/// The deviation of levels and puzzles, which are measured in hundreds of games or tries.
const MEASURED_DEVIATION: f64 = 50.0;
const PUZZLE_LIMITS: [f64; 2] = [400.0, 2800.0];
/// The interval and the suitable level are shown from this number of results on.
pub const ENOUGH_RESULTS: u32 = 5;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub rating: f64,
    pub deviation: f64,
    /// The number of results from which it was computed.
    pub result_count: u32,
}

impl Rating {
    /// Half of the 95% confidence interval.
    pub fn half_interval(&self) -> f64 {
        HALF_INTERVAL * self.deviation
    }

    pub fn has_interval(&self) -> bool {
        self.result_count >= ENOUGH_RESULTS
    }

    /// Such as `1500`, or `1560 ± 310` with the interval.
    pub fn written(&self, is_ascii: bool) -> String {
        if !self.has_interval() {
            return format!("{:.0}", self.rating);
        }
        let sign = if is_ascii { "+-" } else { "±" };
        format!("{:.0} {sign} {:.0}", self.rating, self.half_interval())
    }

    /// Such as `1560 ± 310 (+60)`: with the change if `before` has an interval.
    pub fn written_after(&self, before: Self, is_ascii: bool) -> String {
        if !before.has_interval() {
            return self.written(is_ascii);
        }
        let change = self.rating.round() - before.rating.round();
        format!("{} ({change:+.0})", self.written(is_ascii))
    }
}

/// An answer or a game that moves the rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedResult {
    /// When it ended, in milliseconds since 1970.
    pub ended: i64,
    /// The rating of the puzzle or the opponent.
    pub against: f64,
    /// From 0 (a loss) to 1 (a win).
    pub score: f64,
}

/// The results may be in any order.
pub fn rate(results: Vec<RatedResult>) -> Rating {
    let new = Glicko2Rating::new();
    let new = Rating { rating: new.rating, deviation: new.deviation, result_count: 0 };
    ratings_over_time(results).pop().unwrap_or(new)
}

/// The rating after each result, in the order in which they ended.
pub fn ratings_over_time(mut results: Vec<RatedResult>) -> Vec<Rating> {
    results.sort_by_key(|result| result.ended);
    let config = Glicko2Config::new();
    let mut rating = Glicko2Rating::new();
    let after = |(result, result_count): (&RatedResult, u32)| {
        let (rated, deviation) = (result.against, MEASURED_DEVIATION);
        let against = Glicko2Rating { rating: rated, deviation, ..Glicko2Rating::new() };
        let outcome = |score: f64| match score {
            1.0.. => Outcomes::WIN,
            0.5.. => Outcomes::DRAW,
            _ => Outcomes::LOSS,
        };
        (rating, _) = glicko2(&rating, &against, &outcome(result.score), &config);
        Rating { rating: rating.rating, deviation: rating.deviation, result_count }
    };
    results.iter().zip(1..).map(after).collect()
}

/// The rated results of a person: the answers to rated puzzles, and the games in which all
/// opponents were of one level. `games` are those that count.
pub fn results(kind: GameKind, answers: &[Answer], games: &[FinishedGame]) -> Vec<RatedResult> {
    let answered = answers.iter().filter_map(|answer| {
        let against = answer.rating?;
        let score = if answer.is_right { 1.0 } else { 0.0 };
        Some(RatedResult { ended: answer.answered, against, score })
    });
    let played = games.iter().filter_map(|game| {
        let level = level_of(kind, &game.opponents).filter(|_| game.game == kind.key())?;
        let against = with_game!(kind, G => opponent_rating::<G>(level));
        Some(RatedResult { ended: game.ended, against, score: game.result.points() })
    });
    answered.chain(played).collect()
}

/// The level of the opponents in a list from [`crate::database::opponents`], if all have the same.
pub fn level_of(kind: GameKind, opponents: &str) -> Option<Level> {
    let others = kind.seat_names().len() - 1;
    let name = match others {
        1 => opponents,
        _ => opponents.strip_suffix(&format!(" x {others}"))?,
    };
    kind.level_of(name)
}

/// The list of opponents that all have this level, as in [`crate::database::opponents`].
pub fn opponents_of(kind: GameKind, level: Level) -> String {
    let player = kind.level_player(level).player;
    match kind.seat_names().len() - 1 {
        1 => player.to_owned(),
        others => format!("{player} x {others}"),
    }
}

/// The rating of a level. If a game has no Master, Master is its strongest player.
pub fn level_rating<G: Practicable>(level: Level) -> f64 {
    let leads = G::LADDER.iter().map(|&share| lead::<G>(share));
    let leads: Vec<f64> = leads.chain([G::MASTER_LEAD]).collect();
    let above_beginner = |level: Level| leads[..level as usize].iter().sum::<f64>();
    MEDIUM_RATING + above_beginner(level) - above_beginner(Level::Medium)
}

/// The level closest to a rating, if enough results count.
pub fn suitable_level<G: Practicable>(rating: &Rating) -> Option<Level> {
    let distance = |level: &Level| (level_rating::<G>(*level) - rating.rating).abs();
    let closest = |one: &Level, other: &Level| distance(one).total_cmp(&distance(other));
    let levels = Level::ALL.into_iter().take(G::LEVELS.len());
    levels.min_by(closest).filter(|_| rating.has_interval())
}

/// The rating of all opponents at a table together: a person must beat each of them to win.
///
/// Against three equal opponents, a player wins one game in four. The rating is that of a single
/// opponent against whom the player wins as often.
fn opponent_rating<G: Practicable>(level: Level) -> f64 {
    let others = u32::try_from(G::SEAT_NAMES.len() - 1).unwrap_or(u32::MAX);
    level_rating::<G>(level) + SCALE * f64::from(others).log10()
}

/// The rating lead of a player who takes this percentage of the points.
///
/// Shares of whole series give a larger lead than single games, in which luck weighs more. The lead
/// in a single game is smaller by the square root of a series' length.
fn lead<G: Practicable>(percent: u8) -> f64 {
    let share = f64::from(percent) / 100.0;
    let games = u32::try_from(G::LADDER_SERIES_LENGTH).unwrap_or(u32::MAX);
    SCALE * (share / (1.0 - share)).log10() / f64::from(games).sqrt()
}

fn expected(rating: f64, against: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf((against - rating) / SCALE))
}

/// The rating of a puzzle, from how many of the [`PUZZLE_TRIES`] of each level solve it.
pub fn puzzle_rating<G: Practicable>(solves: PuzzleSolves) -> f64 {
    let ratings = Level::ALL.map(level_rating::<G>);
    let share: f64 = solves.iter().map(|&count| f64::from(count) / f64::from(PUZZLE_TRIES)).sum();
    let [mut low, mut high] = PUZZLE_LIMITS;
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        let wins: f64 = ratings.iter().map(|&rating| expected(rating, middle)).sum();
        // An easier puzzle would be solved more often.
        if wins > share { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use fourcade_engine::play::GameInfo;
    use proptest::prelude::*;

    use super::*;
    use crate::database::{PersonResult, statistics::Margin};

    fn result(ended: i64, against: f64, score: f64) -> RatedResult {
        RatedResult { ended, against, score }
    }

    #[test]
    fn a_rating_moves_with_each_result_and_becomes_surer() {
        let new = rate(Vec::new());
        assert_eq!((new.rating, new.deviation, new.result_count), (1500.0, 350.0, 0));
        let won = rate(vec![result(0, 1500.0, 1.0)]);
        let lost = rate(vec![result(0, 1500.0, 0.0)]);
        assert!(won.rating > 1600.0 && lost.rating < 1400.0, "{won:?} {lost:?}");
        assert!(won.deviation < 290.0 && (won.half_interval() - 1.96 * won.deviation).abs() < 1e-9);
        // The interval is shown after five results.
        let written = |count| rate(vec![result(0, 1500.0, 1.0); count]).written(true);
        assert!(!written(4).contains("+-") && written(5).contains(" +- "), "{}", written(5));
        let early = rate(vec![result(0, 1500.0, 1.0)]);
        let [of_new, of_known] = [1, 5].map(|count| {
            rate(vec![result(0, 1500.0, 1.0); count + 1])
                .written_after(rate(vec![result(0, 1500.0, 1.0); count]), true)
        });
        assert!(
            early.result_count == 1 && !of_new.contains('(') && of_known.contains("(+"),
            "{of_known}"
        );
        // Against a stronger opponent a win counts more, and a tie is a gain.
        assert!(rate(vec![result(0, 1900.0, 1.0)]).rating > won.rating);
        assert!(rate(vec![result(0, 1900.0, 0.5)]).rating > 1500.0);
    }

    #[test]
    fn results_count_in_the_order_in_which_they_ended() {
        let [early, late] = [result(1, 1400.0, 1.0), result(2, 1700.0, 0.0)];
        assert_eq!(rate(vec![late, early]), rate(vec![early, late]));
    }

    #[test]
    fn a_person_who_solves_as_much_as_a_level_gets_its_rating() {
        fn check<G: Practicable>() {
            for level in Level::ALL {
                let strength = level_rating::<G>(level);
                let results = (0..400).map(|number| {
                    let against = strength + f64::from(number % 9 - 4) * 60.0;
                    // As many wins as expected, spread evenly.
                    let wins =
                        |count: i32| (expected(strength, against) * f64::from(count)).floor();
                    let turn = number / 9;
                    let score = if wins(turn + 1) > wins(turn) { 1.0 } else { 0.0 };
                    result(number.into(), against, score)
                });
                let rated = rate(results.collect());
                let error = (rated.rating - strength).abs();
                assert!(error < 2.0 * rated.half_interval(), "{} {level}: {rated:?}", G::KEY);
            }
        }
        for kind in GameKind::ALL {
            with_game!(kind, G => check::<G>());
        }
    }

    #[test]
    fn levels_are_rated_in_their_order_around_medium() {
        fn check<G: Practicable>() {
            let ratings = Level::ALL.map(level_rating::<G>);
            assert!(ratings.is_sorted(), "{ratings:?}");
            assert!((ratings[2] - MEDIUM_RATING).abs() < 1e-9);
        }
        for kind in GameKind::ALL {
            with_game!(kind, G => check::<G>());
        }
    }

    #[test]
    fn the_suitable_level_is_as_strong_as_the_person_after_some_results() {
        fn check<G: Practicable>() {
            for level in Level::COMMON {
                let rating = level_rating::<G>(level) + 1.0;
                let suits = |result_count| {
                    suitable_level::<G>(&Rating { rating, deviation: 90.0, result_count })
                };
                assert_eq!((suits(4), suits(5)), (None, Some(level)), "{}", G::KEY);
            }
        }
        for kind in GameKind::ALL {
            with_game!(kind, G => check::<G>());
        }
    }

    #[test]
    fn the_page_on_players_shows_the_ladder() {
        let page = include_str!("../../docs/players.md");
        let (_, rows) = page.split_once("| Level | Intensity").unwrap();
        for (number, level) in Level::COMMON.into_iter().enumerate().skip(1) {
            let row = rows.lines().find(|row| row.starts_with(&format!("| {level} |"))).unwrap();
            for kind in GameKind::ALL {
                let share = with_game!(kind, G => G::LADDER[number - 1]);
                let cell = row.split('|').nth(2 + kind_index(kind)).unwrap();
                assert!(cell.contains(&format!(" {share}%")), "{kind:?} {level}: {cell}");
            }
        }
    }

    fn kind_index(kind: GameKind) -> usize {
        GameKind::ALL.iter().position(|&other| other == kind).unwrap()
    }

    #[test]
    fn the_opponents_of_one_level_are_recognised() {
        for kind in GameKind::ALL {
            let others = kind.seat_names().len() - 1;
            for &level in kind.levels() {
                let name = kind.level_player(level).player;
                let all = if others == 1 { name.to_owned() } else { format!("{name} x {others}") };
                assert_eq!(level_of(kind, &all), Some(level), "{all}");
                assert_eq!(level_of(kind, &format!("{name}, random")), None);
            }
        }
    }

    #[test]
    fn answers_and_games_against_levels_count() {
        let kind = GameKind::ALL[1];
        let game = |opponents: &str, result| FinishedGame {
            id: 0,
            game: kind.key().to_owned(),
            size: None,
            opponents: opponents.to_owned(),
            ended: 5,
            result,
            margin: Margin::Points(0),
            time: Duration::ZERO,
        };
        let medium = kind.level_player(Level::Medium).player;
        let games = [
            game(medium, PersonResult::Won),
            game("random", PersonResult::Won),
            FinishedGame { game: "other".to_owned(), ..game(medium, PersonResult::Lost) },
        ];
        let answer = |rating, is_right| Answer { puzzle: 1, answered: 3, is_right, rating };
        let answers = [answer(Some(1700.0), true), answer(None, false)];
        let found = results(kind, &answers, &games);
        assert_eq!(found, [result(3, 1700.0, 1.0), result(5, 1500.0, 1.0)]);
    }

    #[test]
    fn harder_puzzles_are_rated_higher_within_the_limits() {
        fn check<G: GameInfo + Practicable>() {
            let hard = puzzle_rating::<G>([0, 0, 0, 0, 0, 20]);
            let easy = puzzle_rating::<G>([10, 15, 20, 20, 20, 20]);
            let [lowest, highest] = PUZZLE_LIMITS;
            assert!(hard > easy && lowest <= easy && hard <= highest, "{easy} {hard}");
            let rating = puzzle_rating::<G>([0, 0, 10, 20, 20, 20]);
            assert!((easy..hard).contains(&rating), "{rating}");
        }
        for kind in GameKind::ALL {
            with_game!(kind, G => check::<G>());
        }
    }

    proptest! {
        #[test]
        fn a_puzzle_that_is_solved_more_often_is_not_rated_higher(
            counts in prop::array::uniform6(0_u8..20), player in 0_usize..6, kind in 0_usize..4,
        ) {
            let mut more = counts;
            more[player] += 1;
            let rating = |solves| with_game!(GameKind::ALL[kind], G => puzzle_rating::<G>(solves));
            prop_assert!(rating(more) <= rating(counts));
        }

        #[test]
        fn ratings_stay_finite(
            all in prop::collection::vec((0_i64..99, 400.0..2800.0, 0_u8..3), 0..200),
        ) {
            let results = all.into_iter().map(|(ended, against, score)| {
                result(ended, against, f64::from(score) / 2.0)
            });
            let rated = rate(results.collect());
            prop_assert!(rated.rating.is_finite() && rated.deviation > 0.0);
        }
    }
}
