//! Properties of every position of Eater, tested on random games.

use crate::random_play::{check_jumps, check_record, check_undo, random_cases};
use fourcade_engine::{
    eater::{
        Eater,
        model::{Cell, CellSet, EaterBoard, EaterEvent, EaterSetup, Role},
    },
    play::{Game, RecordHeader, Seat, Session, random},
};
use proptest::{collection::vec, prelude::*, sample::Index};
use rand::seq::{IndexedRandom, SliceRandom};

/// Plays a random game. Calls `visit` with the session at the start and after each round.
fn play_out(
    size: u16,
    choices: &[(Index, Index)],
    mut visit: impl FnMut(&Session<Eater>),
) -> Session<Eater> {
    let players = vec!["human".to_owned(), "human".to_owned()];
    let mut session = Session::<Eater>::new(RecordHeader {
        setup: EaterSetup::new(size).unwrap(),
        players,
        seed: 0,
        clock: None,
    });
    visit(&session);
    for (passer, eater) in choices {
        if session.awaited().is_empty() {
            break;
        }
        let free: Vec<Cell> = session.game().board().empty_cells().iter().collect();
        session.choose(Seat::new(0), *passer.get(&free)).unwrap();
        session.choose(Seat::new(1), *eater.get(&free)).unwrap();
        visit(&session);
    }
    session
}

/// Choices for enough rounds to finish games up to 9 x 9, and to play a part of larger ones.
fn choices() -> impl Strategy<Value = Vec<(Index, Index)>> {
    vec(any::<(Index, Index)>(), 0..82)
}

/// Returns all passable cells that a path from `first_row` reaches, going down or up. It follows
/// the rules one step at a time.
fn naive_flood(
    board: &EaterBoard,
    first_row: u16,
    is_passable: impl Fn(Cell) -> bool,
    down: bool,
) -> Vec<Cell> {
    let mut reached: Vec<Cell> =
        board.cells().filter(|&cell| cell.row == first_row && is_passable(cell)).collect();
    let mut next = 0;
    while next < reached.len() {
        let cell = reached[next];
        next += 1;
        let next_row = if down { Some(cell.row + 1) } else { cell.row.checked_sub(1) };
        let cols = [cell.col.checked_sub(1), Some(cell.col), Some(cell.col + 1)];
        let rows = [Some(cell.row), next_row].into_iter().flatten();
        for row in rows {
            for col in cols.into_iter().flatten() {
                let step = Cell::new(row, col);
                if board.contains(step) && is_passable(step) && !reached.contains(&step) {
                    reached.push(step);
                }
            }
        }
    }
    reached.sort();
    reached
}

fn list(cells: &CellSet) -> Vec<Cell> {
    cells.iter().collect()
}

/// Checks the flood fill, the closed row and the winning path against the naive flood.
fn check_flood(board: &EaterBoard) {
    let last = board.size() - 1;
    let own = |cell| board.at(cell) == Some(Role::Passer);
    let passable = |cell| board.at(cell) != Some(Role::Eater);
    let reached = naive_flood(board, 0, own, true);
    assert_eq!(list(&board.reached_cells()), reached, "\n{board}");
    assert_eq!(board.is_connected(), reached.iter().any(|cell| cell.row == last));
    let open = naive_flood(board, 0, passable, true);
    assert_eq!(board.can_connect(), open.iter().any(|cell| cell.row == last));
    assert_eq!(board.closed_row(), (0..=last).find(|&row| open.iter().all(|cell| cell.row != row)));
    let back = naive_flood(board, last, passable, false);
    for cell in board.live_cells().iter() {
        assert!(open.contains(&cell) && back.contains(&cell), "{cell}\n{board}");
    }
    assert_eq!(board.live_cells().is_empty(), !board.can_connect());
    check_path(board);
}

fn check_path(board: &EaterBoard) {
    let path = board.winning_path();
    assert_eq!(path.is_some(), board.is_connected(), "\n{board}");
    let Some(path) = path else { return };
    assert!(path.iter().all(|&cell| board.at(cell) == Some(Role::Passer)));
    assert_eq!((path[0].row, path[path.len() - 1].row), (0, board.size() - 1));
    for step in path.windows(2) {
        let down = step[1].row - step[0].row; // A step up would overflow.
        assert!(down <= 1 && step[0].col.abs_diff(step[1].col) <= 1 && step[0] != step[1]);
    }
}

proptest! {
    #![proptest_config(random_cases(100))]

    #[test]
    fn floods_agree_with_the_naive_flood_in_games(size in 3..=12_u16, choices in choices()) {
        play_out(size, &choices, |session| check_flood(session.game().board()));
    }

    #[test]
    fn floods_agree_with_the_naive_flood_on_any_board(
        size in 3..=50_u16,
        markers in vec(0..4_u8, 2500),
    ) {
        let mut board = EaterBoard::empty(size);
        for (cell, marker) in board.cells().zip(markers) {
            // Half of the cells are the Passer's, so that some boards are connected, some not.
            let markers = [None, Some(Role::Eater), Some(Role::Passer), Some(Role::Passer)];
            board.set(cell, markers[usize::from(marker)]);
        }
        check_flood(&board);
        check_flood(&board.mirrored());
    }

    #[test]
    fn markers_are_counted_and_games_end_as_the_rules_say(size in 3..=9_u16, choices in choices()) {
        let session = play_out(size, &choices, |session| {
            let game = session.game();
            let [passer, eater] = game.board().marker_counts();
            let is_clash = |event: EaterEvent| {
                matches!(event, EaterEvent::Chose(joint_move) if joint_move.clash().is_some())
            };
            let clashes = session.events().iter().filter(|events| is_clash(events[0])).count();
            assert_eq!(eater, game.turns());
            assert_eq!(usize::try_from(eater - passer), Ok(clashes));
            assert_eq!(game.board().empty_count() + passer + eater, u32::from(size).pow(2));
            let over = game.board().is_connected() || game.board().empty_count() == 0;
            assert_eq!(game.outcome().is_some(), over);
            assert_eq!(game.awaited().len(), if over { 0 } else { 2 });
        });
        if let Some(outcome) = session.outcome() {
            let board = session.game().board();
            let winner = if board.is_connected() { Role::Passer } else { Role::Eater };
            prop_assert_eq!(outcome.winners().only(), Some(winner.seat()));
            let last_event = session.events().last().and_then(|events| events.last());
            prop_assert_eq!(last_event, Some(&EaterEvent::Over(winner)));
        }
    }

    #[test]
    fn undo_restores_the_same_states(size in 3..=9_u16, choices in choices()) {
        let mut states = Vec::new();
        let mut session = play_out(size, &choices, |session| states.push(session.game().clone()));
        check_undo(&mut session, &states);
    }

    #[test]
    fn jumping_restores_the_same_states_as_playing(
        size in 3..=9_u16,
        choices in choices(),
        goals in vec(any::<Index>(), 1..20),
    ) {
        let mut states = Vec::new();
        let mut session = play_out(size, &choices, |session| states.push(session.game().clone()));
        check_jumps(&mut session, &states, goals);
    }

    #[test]
    fn a_record_can_be_written_and_read_back(size in 3..=50_u16, choices in choices()) {
        check_record(&play_out(size, &choices, |_| ()).record());
    }
}

/// The Passer connects or not, whichever role marks the dead cells.
#[test]
fn markers_on_dead_cells_change_nothing() {
    let mut rng = random::rng(5, &[]);
    let mut dead_cells = 0;
    for _ in 0..300 {
        let mut board = EaterBoard::empty(6);
        for cell in board.cells() {
            board.set(
                cell,
                *[None, Some(Role::Passer), Some(Role::Eater)].choose(&mut rng).unwrap(),
            );
        }
        let live = board.live_cells();
        let dead: Vec<Cell> =
            board.empty_cells().iter().filter(|&cell| !live.contains(cell)).collect();
        dead_cells += dead.len();
        let mut rest: Vec<Cell> =
            board.empty_cells().iter().filter(|&cell| live.contains(cell)).collect();
        for _ in 0..20 {
            rest.shuffle(&mut rng);
            let mut filled = board.clone();
            for (number, &cell) in rest.iter().enumerate() {
                filled.set(cell, Some(if number % 2 == 0 { Role::Passer } else { Role::Eater }));
            }
            let connected = filled.is_connected();
            for &cell in &dead {
                filled.set(cell, Some(Role::Passer));
            }
            assert_eq!(filled.is_connected(), connected, "\n{board}\n{filled}");
        }
    }
    assert!(dead_cells > 100, "only {dead_cells} dead cells were tested");
}

/// Returns the share of `games` random games that the Passer wins.
fn random_wins(size: u16, games: u32) -> f64 {
    let mut rng = random::rng(11, &[u64::from(size)]);
    let wins = (0..games).filter(|_| {
        let mut game = Eater::start(&EaterSetup::new(size).unwrap());
        while game.winner().is_none() {
            let free: Vec<Cell> = game.board().empty_cells().iter().collect();
            let mut any = || *free.choose(&mut rng).unwrap();
            game.step(&[(Seat::new(0), any()), (Seat::new(1), any())]).unwrap();
        }
        game.winner() == Some(Role::Passer)
    });
    f64::from(u32::try_from(wins.count()).unwrap()) / f64::from(games)
}

#[test]
fn random_players_win_with_the_known_probabilities() {
    // The first two values are exact, the others are accurate to about three digits.
    let table = [
        (3, 0.405_862_557_214),
        (4, 0.533_185_172_757),
        (5, 0.614),
        (7, 0.720),
        (9, 0.795),
        (15, 0.906),
    ];
    for (size, expected) in table {
        let games = if size < 6 { 20_000 } else { 5_000 };
        let error = (expected * (1.0 - expected) / f64::from(games)).sqrt();
        let rounding = if size < 5 { 0.0 } else { 0.0015 };
        let rate = random_wins(size, games);
        assert!(
            (rate - expected).abs() < 4.0 * error + rounding,
            "{size}: {rate} instead of {expected}"
        );
    }
}
