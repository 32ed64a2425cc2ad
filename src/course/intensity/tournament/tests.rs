//! Pairings, points, and independence of the number of threads.

use super::*;
use crate::{intensity::referee::RosterBuilder, program::AnswerRules};
use fourcade_engine::play::FaultKind;
use fourcade_programs::Runner;

fn tournament(players: usize, rounds: usize, seed: u64) -> Tournament {
    let players = vec!["random".to_owned(); players];
    let builder = RosterBuilder {
        programs: &[],
        players: &players,
        runner: &Runner::default(),
        rules: AnswerRules::default(),
        skips_broken: false,
    };
    let roster = builder.build(false, &CancelToken::default()).unwrap();
    Tournament::swiss(roster, rounds, seed, AnswerRules::default()).unwrap()
}

fn run(tournament: &mut Tournament, threads: usize) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    tournament.run(&pool, &CancelToken::default(), &mut |_, _| Ok(())).unwrap();
}

#[test]
fn each_entrant_plays_once_per_round_and_system_players_fill_the_last_game() {
    for players in 1..=9 {
        let mut tournament = tournament(players, 3, 7);
        run(&mut tournament, 2);
        let games = players.div_ceil(4);
        assert_eq!((tournament.games(), tournament.played().len()), (3 * games, 3 * games));
        for round in 0..3 {
            let pairings = tournament.pair_round(round);
            let mut seated: Vec<_> =
                pairings.iter().flat_map(|pairing| pairing.seats.into_iter().flatten()).collect();
            seated.sort_unstable();
            assert_eq!(seated, (0..players).collect::<Vec<_>>());
            let empty = |pairing: &&Pairing| pairing.seats.contains(&None);
            assert!(
                pairings.iter().filter(empty).all(|pairing| pairing.game == games - 1),
                "{pairings:?}"
            );
            for pairing in &pairings {
                let mut names: Vec<_> =
                    tournament.seated(pairing).map(|entrant| entrant.name).to_vec();
                names.sort();
                names.dedup();
                assert_eq!(names.len(), 4, "{names:?}");
            }
        }
    }
}

#[test]
fn entrants_with_similar_points_play_each_other() {
    let mut tournament = tournament(12, 6, 3);
    run(&mut tournament, 2);
    for round in 1..6 {
        let before = tournament.played().iter().filter(|played| played.pairing.round < round);
        let points = standings::half_points(12, before);
        let groups = tournament.pair_round(round);
        let of = |pairing: &Pairing| pairing.seats.map(|number| points[number.unwrap()]);
        for pair in groups.windows(2) {
            let (stronger, weaker) = (of(&pair[0]), of(&pair[1]));
            assert!(stronger.iter().min() >= weaker.iter().max(), "{stronger:?} {weaker:?}");
        }
    }
    let first_of = |seed| super::tests::tournament(12, 1, seed).pair_round(0);
    assert_ne!(first_of(1)[0].seats, first_of(2)[0].seats, "the first round is random");
}

#[test]
fn the_best_meet_in_the_first_game_and_chance_decides_between_equals() {
    let seats = |first: usize| [0, 1, 2, 3].map(|seat| Some(first + seat));
    let played = |round, game, seats, penalty| {
        let pairing = Pairing { round, game, seed: 0, seats };
        PlayedGame { pairing, ..self::game(penalty) }
    };
    let members = |pairing: &Pairing| {
        let mut members: Vec<_> = pairing.seats.into_iter().flatten().collect();
        members.sort_unstable();
        members
    };
    // Entrants 0 to 3 have the places 1 to 4, and entrants 4 to 7 the places 4 to 1. A game of the
    // next round, already played on another host, changes nothing.
    let games = [
        played(0, 0, seats(0), [0, 1, 2, 14]),
        played(0, 1, seats(4), [14, 2, 1, 0]),
        played(1, 0, seats(0), [14, 2, 1, 0]),
    ];
    let mut orders = HashSet::new();
    for seed in 0..40 {
        let pairings = swiss::pair_round(1, 8, seed, &games);
        assert_eq!(pairings.iter().map(|pairing| pairing.game).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(members(&pairings[0]), [0, 1, 6, 7]);
        assert_eq!(members(&pairings[1]), [2, 3, 4, 5]);
        orders.insert(pairings[0].seats);
    }
    assert!(orders.len() > 10, "they sit at random");
    // All are equal: each pair of entrants meets sooner or later.
    let equal = [0, 4].map(|first| played(0, first / 4, seats(first), [4; SEATS]));
    let first: HashSet<_> =
        (0..60).map(|seed| members(&swiss::pair_round(1, 8, seed, &equal)[0])).collect();
    assert!(first.len() > 25, "{first:?}");
}

#[test]
fn a_tournament_that_goes_on_later_has_the_same_pairings() {
    // These numbers must never change: the games of a saved tournament must fit.
    let pairings = swiss::pair_round(0, 9, 7, &[]);
    let found: Vec<_> = pairings.iter().map(|pairing| (pairing.seed, pairing.seats)).collect();
    let expected = [
        (3_098_854_039, [Some(4), Some(7), Some(1), Some(3)]),
        (2_790_458_877, [Some(0), Some(5), Some(8), Some(6)]),
        (2_359_544_758, [None, None, None, Some(2)]),
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_results_do_not_depend_on_the_number_of_threads() {
    let play = |threads| {
        let mut tournament = tournament(10, 4, 11);
        run(&mut tournament, threads);
        let mut played = tournament.played().to_vec();
        played.sort_by_key(|played| (played.pairing.round, played.pairing.game));
        played.iter().map(|played| (played.pairing, played.result.penalty)).collect::<Vec<_>>()
    };
    assert_eq!(play(1), play(3));
}

/// Returns a game between the first four entrants with these penalty points.
fn game(penalty: [u32; SEATS]) -> PlayedGame {
    let pairing =
        Pairing { round: 0, game: 0, seed: 0, seats: [Some(0), Some(1), Some(2), Some(3)] };
    let (illegal, slowest_ms) = ([0, 2, 0, 0], [1.0, 2.0, 3.0, 4.0]);
    PlayedGame {
        pairing,
        result: MatchResult { penalty, illegal, slowest_ms, ..MatchResult::default() },
    }
}

#[test]
fn tied_players_share_the_average_of_their_places() {
    for (penalty, points) in [
        ([0, 1, 2, 14], [6_u32, 4, 2, 0]),
        ([14, 2, 1, 0], [0, 2, 4, 6]),
        ([0, 0, 3, 14], [5, 5, 2, 0]),
        ([1, 0, 1, 1], [2, 6, 2, 2]),
        ([4, 4, 4, 4], [3, 3, 3, 3]),
        ([3, 3, 3, 8], [4, 4, 4, 0]),
    ] {
        let game = game(penalty);
        assert_eq!(
            standings::half_points(4, [&game].into_iter()),
            points.map(u64::from),
            "{penalty:?}"
        );
        for (seat, points) in points.into_iter().enumerate() {
            let by_outcome = game.result.outcome().points(fourcade_engine::play::Seat::new(seat));
            assert!((2.0 * by_outcome - f64::from(points)).abs() < 1e-9, "{penalty:?}");
        }
    }
}

#[test]
fn the_standings_are_the_sums_of_the_games() {
    let mut tournament = tournament(4, 2, 1);
    tournament.played = vec![game([0, 1, 2, 14]), game([5, 0, 12, 5])];
    let rows = tournament.standings();
    let row = |name: &str| rows.iter().find(|row| row.name == name).unwrap();
    let second = row("fourcade random 2");
    assert_eq!(
        (second.place, second.points, second.penalty, second.wins, second.illegal),
        (1, 5.0, 1, 1, 4)
    );
    assert_eq!((second.games, second.average_place, second.slowest_ms), (2, Some(1.5), 2.0));
    let first = row("fourcade random");
    assert_eq!((first.place, first.points, first.average_place), (2, 4.5, Some(1.75)));
    let wins: Vec<_> = rows.iter().map(|row| (row.wins, row.shared_wins)).collect();
    assert_eq!(wins, [(1, 0), (1, 0), (0, 0), (0, 0)]);
    let order: Vec<_> = rows.iter().map(|row| (row.place, row.points, row.penalty)).collect();
    assert_eq!(order, [(1, 5.0, 1), (2, 4.5, 5), (3, 1.5, 19), (4, 1.0, 14)]);
}

#[test]
fn shared_first_places_are_counted_apart_from_wins() {
    let mut tournament = tournament(4, 5, 1);
    tournament.played =
        [[0, 0, 3, 14], [0, 5, 5, 7], [4, 4, 4, 5], [0, 1, 0, 16], [9, 0, 1, 7]].map(game).to_vec();
    let mut rows = tournament.standings();
    rows.sort_by(|one, other| one.name.cmp(&other.name));
    let wins: Vec<_> = rows.iter().map(|row| (row.wins, row.shared_wins)).collect();
    assert_eq!(wins, [(1, 3), (1, 2), (0, 2), (0, 0)]);
}

#[test]
fn entrants_with_equal_points_share_a_place() {
    let mut tournament = tournament(4, 1, 1);
    assert!(tournament.standings().iter().all(|row| row.place == 1 && row.average_place.is_none()));
    tournament.played = vec![game([7, 0, 3, 7])];
    let rows: Vec<_> =
        tournament.standings().into_iter().map(|row| (row.place, row.name)).collect();
    let names = ["fourcade random 2", "fourcade random 3", "fourcade random", "fourcade random 4"];
    assert_eq!(rows, [1, 2, 3, 3].into_iter().zip(names.map(str::to_owned)).collect::<Vec<_>>());
}

#[test]
fn a_result_that_cannot_be_saved_stops_the_tournament() {
    let mut tournament = tournament(8, 3, 1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let ended = tournament
        .run(&pool, &CancelToken::default(), &mut |_, _| Err(io::ErrorKind::StorageFull.into()));
    assert!(matches!(ended, Err(TournamentError::Output(_))));
}

#[test]
fn the_crosstable_tells_who_beat_whom() {
    let mut tournament = tournament(4, 3, 1);
    tournament.played = vec![game([0, 1, 2, 14]), game([5, 0, 12, 5])];
    let standings = tournament.standings();
    let order: Vec<_> = standings.iter().map(|row| row.number).collect();
    assert_eq!(order, [1, 0, 3, 2]);
    let table = tournament.crosstable(&standings);
    let points: Vec<Vec<_>> = table
        .iter()
        .map(|row| row.iter().map(|cell| cell.map(|cell| cell.points())).collect())
        .collect();
    let half = Some(0.5);
    assert_eq!(points[0], [None, Some(1.0), Some(2.0), Some(2.0)]);
    assert_eq!(points[1], [Some(1.0), None, Some(1.5), Some(2.0)]);
    assert_eq!(points[2], [Some(0.0), half, None, Some(1.0)]);
    // Both have the points of all games.
    for (row, own) in table.iter().enumerate() {
        for (column, cell) in own.iter().enumerate() {
            let Some(cell) = cell else { continue };
            let back = table[column][row].unwrap();
            assert_eq!((cell.games, cell.tied), (back.games, back.tied));
            assert_eq!(cell.ahead + cell.tied + back.ahead, cell.games);
        }
    }
    assert_eq!(
        tournament.points_by_round(&standings),
        [[5.0], [4.5], [1.5], [1.0]].map(|row| row.to_vec())
    );
}

#[test]
fn penalties_are_counted_by_kind() {
    let mut tournament = tournament(4, 1, 1);
    let game = game([0, 1, 2, 14]);
    let [late, crashed, silent] = [[1, 4], [2, 0], [3, 0]];
    let mut result = MatchResult { illegal: [9, 4, 0, 0], ..game.result };
    for (kind, counts) in
        [(FaultKind::Late, late), (FaultKind::Crashed, crashed), (FaultKind::Silent, silent)]
    {
        for (faults, count) in result.faults.iter_mut().zip(counts) {
            (0..count).for_each(|number| faults.add(kind, &format!("why {number}")));
        }
    }
    tournament.played = vec![PlayedGame { result, ..game }];
    let rows = tournament.standings();
    let kinds = |row: &Standing| {
        let count = |kind| row.faults.count(kind);
        (row.wrong(), count(FaultKind::Late), count(FaultKind::Crashed), count(FaultKind::Silent))
    };
    let [first, ..] = rows[0].faults.counts() else { panic!("there are three kinds") };
    assert_eq!(first.to_string(), "late once, in round 1, game 1: why 0");
    let json = serde_json::to_value(&rows[0]).unwrap();
    assert_eq!(
        (&json["illegal"], &json["late"], &json["silent"]),
        (&9.into(), &1.into(), &3.into())
    );
    assert_eq!(json["faults"][2]["first"], "why 0");
    assert_eq!((kinds(&rows[0]), kinds(&rows[1])), ((3, 1, 2, 3), (0, 4, 0, 0)));
}

#[test]
fn an_entrant_that_was_late_too_often_has_a_short_limit_in_later_rounds() {
    let mut tournament = tournament(4, 3, 1);
    let game_of = |round, late: [u32; SEATS]| {
        let game = game([0, 1, 2, 14]);
        let pairing = Pairing { round, ..game.pairing };
        let late_in_a_row = late.map(LateStreak);
        PlayedGame { pairing, result: MatchResult { late_in_a_row, ..game.result } }
    };
    // A game that was missing from a saved tournament comes last. In a round robin, the last of
    // several games in a round counts.
    let mut earlier = game_of(1, [8, 8, 8, 8]);
    tournament.played = vec![game_of(1, [3, 10, 0, 0]), game_of(0, [9, 4, 0, 0])];
    tournament.played[0].pairing.game = 1;
    earlier.pairing.game = 0;
    tournament.played.push(earlier);
    let before = |round| {
        let seats = [Some(1), None, Some(0), Some(3)];
        let pairing = Pairing { round, game: 0, seed: 0, seats };
        tournament.late_before(&pairing).map(|late| late.0)
    };
    assert_eq!([0, 1, 2].map(before), [[0; SEATS], [4, 0, 9, 0], [10, 0, 3, 0]]);
    let limited = |tournament: &Tournament| -> Vec<_> {
        let rows = tournament.standings().into_iter().filter(|row| row.short_limit);
        rows.map(|row| row.number).collect()
    };
    assert_eq!(limited(&tournament), [1]);
    let via = ViaCommand { command: "", wants_records: false };
    let pairing = Pairing { round: 2, ..tournament.played[0].pairing };
    let sent = tournament.batch_game(&pairing, via);
    assert_eq!(sent.late_before.map(|late| late.0), [3, 10, 0, 0]);
    // Where the usual limit is short, nobody has a shorter one.
    tournament.rules = AnswerRules::new(SHORT_TIME, false);
    assert_eq!(limited(&tournament), [0; 0]);
}
