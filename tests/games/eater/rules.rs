//! Eater's rules: the figures of the course sheet, and illegal choices.

use fourcade_engine::{
    eater::{
        Eater,
        model::{
            Cell, EaterBoard, EaterEvent, EaterObservation, EaterSetup, JointMove, MAX_SIZE,
            MIN_SIZE, Role,
        },
    },
    play::{Game, Observation, Seat, Seats},
};

fn board(text: &str) -> EaterBoard {
    text.parse().unwrap()
}

fn start(size: u16) -> Eater {
    Eater::start(&EaterSetup::new(size).unwrap())
}

/// Plays rounds of (row, column) choices, counted from 1, the Passer's first. Returns the events.
fn play(game: &mut Eater, rounds: &[[(u16, u16); 2]]) -> Vec<EaterEvent> {
    let cell = |(row, col): (u16, u16)| Cell::new(row - 1, col - 1);
    let step = |&[passer, eater]: &[(u16, u16); 2]| {
        game.step(&[(Seat::new(0), cell(passer)), (Seat::new(1), cell(eater))]).unwrap()
    };
    rounds.iter().flat_map(step).collect()
}

#[test]
fn figure_4_of_the_course_sheet_is_connected() {
    let figure = board(
        "....EP...
         ....P....
         ....EP...
         .....EP..
         .....EP..
         .....PE..
         .....PE..
         ....PE...
         ....EP.E.",
    );
    // As printed, the path goes from 8 5 to 9 6, a step down-right.
    assert!(figure.is_connected());
    assert_eq!(figure.winning_path().map(|path| path.len()), Some(9));
}

#[test]
fn the_flood_of_the_course_sheet_is_reproduced() {
    let figure = board(
        "..P...
         ..EP..
         ..PE..
         ..PE..
         ..EPE.
         ...EPE",
    );
    let reached: Vec<Cell> = figure.reached_cells().iter().collect();
    assert_eq!(
        reached,
        [(0, 2), (1, 3), (2, 2), (3, 2), (4, 3), (5, 4)].map(|(row, col)| Cell::new(row, col))
    );
    assert!(figure.is_connected());
}

#[test]
fn a_path_may_not_go_up() {
    // 2 5 could be reached only from 3 4, which is below it.
    let upwards = board(
        "P.....
         .PE.P.
         EPPP.P
         ..E..P
         .....P
         .....P",
    );
    assert!(!upwards.is_connected());
    assert!(!upwards.reached_cells().contains(Cell::new(1, 4)));
    assert!(upwards.reached_cells().contains(Cell::new(2, 3)));
    let mut downwards = upwards.clone();
    downwards.set(Cell::new(2, 4), Some(Role::Passer));
    assert!(downwards.is_connected());
}

#[test]
fn a_path_may_go_left_and_right() {
    assert!(board("P....\nPPPP.\nEEEEP\n.PPPP\nP....").is_connected());
    assert!(board("....P\n.PPPP\nPEEEE\nPPPP.\n....P").is_connected());
    assert!(!board("P....\nPPP..\nEEEEP\n.PPPP\nP....").is_connected());
}

#[test]
fn a_closed_row_does_not_end_the_game() {
    let mut game = start(3);
    let open = play(&mut game, &[[(1, 1), (2, 1)], [(1, 2), (2, 2)]]);
    assert!(!open.iter().any(|event| matches!(event, EaterEvent::Closed(_))));
    let closing = play(&mut game, &[[(1, 3), (2, 3)]]);
    assert_eq!(closing.last(), Some(&EaterEvent::Closed(1)), "once, when it happens");
    assert_eq!((game.board().closed_row(), game.board().can_connect()), (Some(1), false));
    assert!(game.outcome().is_none() && game.awaited().len() == 2);
    let events = play(&mut game, &[[(3, 1), (3, 2)], [(3, 3), (3, 3)]]);
    assert!(!events.iter().any(|event| matches!(event, EaterEvent::Closed(_))));
    assert_eq!(events.last(), Some(&EaterEvent::Over(Role::Eater)));
    assert_eq!((game.scores(), game.turns()), (vec![0, 1], 5));
}

#[test]
fn the_eater_gets_the_cell_that_both_choose() {
    let mut game = start(3);
    let events = play(&mut game, &[[(2, 2), (2, 2)]]);
    let centre = Cell::new(1, 1);
    let clash = JointMove { passer: centre, eater: centre };
    assert_eq!((clash.clash(), &events[..]), (Some(centre), &[EaterEvent::Chose(clash)][..]));
    assert_eq!(game.board().at(centre), Some(Role::Eater));
    let observation = game.observe(Seats::NONE);
    assert_eq!(observation.last_move, Some(clash));
    assert_eq!(observation.legal(Seat::new(0)).len(), 8);
    assert_eq!(observation.legal(Seat::new(0)), observation.legal(Seat::new(1)));
}

#[test]
fn a_full_board_is_won_by_the_passer_only_with_a_path() {
    // Four rounds fill eight of nine cells without a path; both must take the last one.
    let mut game = start(3);
    play(&mut game, &[[(1, 1), (1, 2)], [(1, 3), (2, 1)], [(2, 2), (3, 2)], [(2, 3), (3, 3)]]);
    assert!(game.outcome().is_none());
    assert_eq!(game.observe(Seats::NONE).legal(Seat::new(0)), [Cell::new(2, 0)]);
    let events = play(&mut game, &[[(3, 1), (3, 1)]]);
    assert_eq!(events.last(), Some(&EaterEvent::Over(Role::Eater)));
    // The last round completes the path and fills the board: the Passer wins.
    let mut game = start(4);
    let rounds = [
        [(1, 1), (1, 2)],
        [(2, 1), (2, 2)],
        [(3, 1), (3, 2)],
        [(1, 3), (4, 3)],
        [(1, 4), (4, 4)],
        [(2, 4), (2, 3)],
        [(3, 4), (3, 3)],
    ];
    play(&mut game, &rounds);
    assert_eq!((game.board().empty_count(), game.winner()), (2, None));
    let events = play(&mut game, &[[(4, 1), (4, 2)]]);
    assert_eq!((events[1], game.board().empty_count()), (EaterEvent::Over(Role::Passer), 0));
    assert_eq!(game.scores(), [1, 0]);
}

#[test]
fn illegal_choices_are_refused_with_the_reason() {
    let mut game = start(3);
    play(&mut game, &[[(1, 1), (2, 2)]]);
    let reason = |row, col| game.check(Seat::new(1), Cell::new(row, col)).unwrap_err().to_string();
    assert_eq!(reason(1, 1), "that cell is taken");
    assert_eq!(reason(0, 0), "that cell is taken");
    assert_eq!(reason(3, 0), "row and column must be within 1 - 3");
    assert_eq!(reason(0, u16::MAX), "row and column must be within 1 - 3");
    let before = game.clone();
    let (free, taken) = (Cell::new(2, 2), Cell::new(0, 0));
    for moves in [vec![], vec![(0, free)], vec![(1, free), (0, free)], vec![(0, free), (1, taken)]]
    {
        let moves: Vec<_> = moves.into_iter().map(|(seat, cell)| (Seat::new(seat), cell)).collect();
        assert!(game.step(&moves).is_err());
        assert_eq!(game, before);
    }
    play(&mut game, &[[(2, 1), (1, 2)], [(3, 1), (3, 2)]]);
    assert_eq!(game.winner(), Some(Role::Passer));
    assert_eq!(game.check(Seat::new(0), free).unwrap_err().to_string(), "the game is over");
    assert!(game.observe(Seats::NONE).legal(Seat::new(0)).is_empty());
}

#[test]
fn sizes_out_of_range_are_refused() {
    for size in [MIN_SIZE, MAX_SIZE] {
        let text = format!("{{\"size\":{size}}}");
        assert_eq!(
            serde_json::from_str::<EaterSetup>(&text).unwrap(),
            EaterSetup::new(size).unwrap()
        );
    }
    for bad in
        [r#"{"size":2}"#, r#"{"size":51}"#, r#"{"size":3,"depth":1}"#, r#"{"size":-3}"#, "{}"]
    {
        assert!(serde_json::from_str::<EaterSetup>(bad).is_err(), "{bad}");
    }
}

#[test]
fn boards_are_parsed_or_refused() {
    let text = "P.E\n.P.\nE.P\n";
    assert_eq!(board(text).to_string(), text);
    assert_eq!(board(text).mirrored().to_string(), "E.P\n.P.\nP.E\n");
    for bad in ["", "..\n..", "...\n..\n...", "...\n.O.\n..."] {
        assert!(bad.parse::<EaterBoard>().is_err(), "{bad:?}");
    }
    assert_eq!(EaterObservation::of(board("P..\nP..\nP..")).winner, Some(Role::Passer));
}

#[test]
fn dead_ends_and_isolated_cells_are_dead() {
    // All paths go through 3 2, so 2 4 can be entered but not left.
    let dead_end = board("P.EEE\n....E\nEPEEE\n.....\n.....");
    let live: Vec<Cell> = dead_end.live_cells().iter().filter(|&cell| cell.row == 1).collect();
    assert_eq!(live, [Cell::new(1, 0), Cell::new(1, 1), Cell::new(1, 2)]);
    assert!(board("...\nEEE\n...").live_cells().is_empty());
    assert_eq!(EaterBoard::empty(50).live_cells().len(), 2500);
}
