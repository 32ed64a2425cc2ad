//! Eater's rules: the figures of the course's sheet, and what may not be chosen.

use fourcade::{
    games::eater::{
        Eater,
        rules::{
            Cell, EaterBoard, EaterEvent, EaterObservation, EaterSetup, MAX_SIZE, MIN_SIZE, Pair,
            Role,
        },
    },
    play::{Game, Observation, Seat, Seats},
};

fn board(drawn: &str) -> EaterBoard {
    drawn.parse().unwrap()
}

fn start(size: u16) -> Eater {
    Eater::start(&EaterSetup::new(size).unwrap())
}

/// Rounds of (row, column) pairs, counted from 1, the Passer's first.
fn play(game: &mut Eater, rounds: &[[(u16, u16); 2]]) -> Vec<EaterEvent> {
    let cell = |(row, col): (u16, u16)| Cell::new(row - 1, col - 1);
    let step = |&[passer, eater]: &[(u16, u16); 2]| {
        game.step(&[(Seat::new(0), cell(passer)), (Seat::new(1), cell(eater))]).unwrap()
    };
    rounds.iter().flat_map(step).collect()
}

#[test]
fn figure_4_is_a_path() {
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
    // As printed, the path goes from 8 5 to 9 6: a step down and to the right.
    assert!(figure.is_connected());
    assert_eq!(figure.path().map(|path| path.len()), Some(9));
}

#[test]
fn the_flood_of_the_sheet_finds_what_the_sheet_finds() {
    let figure = board(
        "..P...
         ..EP..
         ..PE..
         ..PE..
         ..EPE.
         ...EPE",
    );
    let reached: Vec<Cell> = figure.reached().iter().collect();
    assert_eq!(
        reached,
        [(0, 2), (1, 3), (2, 2), (3, 2), (4, 3), (5, 4)].map(|(row, col)| Cell::new(row, col))
    );
    assert!(figure.is_connected());
}

#[test]
fn a_path_that_goes_up_is_none() {
    // 2 5 could only be reached from 3 4, which lies below it.
    let upwards = board(
        "P.....
         .PE.P.
         EPPP.P
         ..E..P
         .....P
         .....P",
    );
    assert!(!upwards.is_connected());
    assert!(!upwards.reached().contains(Cell::new(1, 4)));
    assert!(upwards.reached().contains(Cell::new(2, 3)));
    let mut downwards = upwards.clone();
    downwards.set(Cell::new(2, 4), Some(Role::Passer));
    assert!(downwards.is_connected());
}

#[test]
fn a_path_goes_sideways_both_ways() {
    assert!(board("P....\nPPPP.\nEEEEP\n.PPPP\nP....").is_connected());
    assert!(board("....P\n.PPPP\nPEEEE\nPPPP.\n....P").is_connected());
    assert!(!board("P....\nPPP..\nEEEEP\n.PPPP\nP....").is_connected());
}

#[test]
fn a_solid_wall_seals_but_does_not_end_the_game() {
    let mut game = start(3);
    play(&mut game, &[[(1, 1), (2, 1)], [(1, 2), (2, 2)], [(1, 3), (2, 3)]]);
    assert_eq!((game.board().sealed(), game.board().can_connect()), (Some(1), false));
    assert!(game.outcome().is_none() && game.awaited().len() == 2);
    let events = play(&mut game, &[[(3, 1), (3, 2)], [(3, 3), (3, 3)]]);
    assert_eq!(events.last(), Some(&EaterEvent::Over(Role::Eater)));
    assert_eq!((game.scores(), game.turns()), (vec![0, 1], 5));
}

#[test]
fn the_eater_stands_where_both_choose() {
    let mut game = start(3);
    let events = play(&mut game, &[[(2, 2), (2, 2)]]);
    assert_eq!(events[0].clash(), Some(Cell::new(1, 1)));
    assert_eq!(game.board().at(Cell::new(1, 1)), Some(Role::Eater));
    let seen = game.observe(Seats::NONE);
    assert_eq!(seen.last, Some(Pair { passer: Cell::new(1, 1), eater: Cell::new(1, 1) }));
    assert_eq!(seen.legal(Seat::new(0)).len(), 8);
    assert_eq!(seen.legal(Seat::new(0)), seen.legal(Seat::new(1)));
}

#[test]
fn a_path_on_a_full_board_wins() {
    // Four rounds fill eight of nine cells without a path; both must take the last one.
    let mut game = start(3);
    play(&mut game, &[[(1, 1), (1, 2)], [(1, 3), (2, 1)], [(2, 2), (3, 2)], [(2, 3), (3, 3)]]);
    assert!(game.outcome().is_none());
    assert_eq!(game.observe(Seats::NONE).legal(Seat::new(0)), [Cell::new(2, 0)]);
    let events = play(&mut game, &[[(3, 1), (3, 1)]]);
    assert_eq!(events[1], EaterEvent::Over(Role::Eater));
    // With two cells left, the path's last cell fills the board in the same round: the win counts.
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
    assert_eq!((game.board().empties(), game.winner()), (2, None));
    let events = play(&mut game, &[[(4, 1), (4, 2)]]);
    assert_eq!((events[1], game.board().empties()), (EaterEvent::Over(Role::Passer), 0));
    assert_eq!(game.scores(), [1, 0]);
}

#[test]
fn what_may_not_be_chosen_is_said_in_words() {
    let mut game = start(3);
    play(&mut game, &[[(1, 1), (2, 2)]]);
    let why = |row, col| game.check(Seat::new(1), Cell::new(row, col)).unwrap_err().to_string();
    assert_eq!(why(1, 1), "that cell is taken");
    assert_eq!(why(0, 0), "that cell is taken");
    assert_eq!(why(3, 0), "row and column must be within 1 - 3");
    assert_eq!(why(0, u16::MAX), "row and column must be within 1 - 3");
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
fn drawn_boards_are_read_or_refused() {
    let drawn = "P.E\n.P.\nE.P\n";
    assert_eq!(board(drawn).to_string(), drawn);
    assert_eq!(board(drawn).mirrored().to_string(), "E.P\n.P.\nP.E\n");
    for bad in ["", "..\n..", "...\n..\n...", "...\n.O.\n..."] {
        assert!(bad.parse::<EaterBoard>().is_err(), "{bad:?}");
    }
    assert_eq!(EaterObservation::of(board("P..\nP..\nP..")).winner, Some(Role::Passer));
}

#[test]
fn pockets_and_cut_off_cells_are_dead() {
    // Down the left side only; (2, 3) and beyond can be entered but not left otherwise.
    let drawn = board("P.EEE\n....E\nEPEEE\n.....\n.....");
    let live: Vec<Cell> = drawn.live().iter().filter(|&cell| cell.row == 1).collect();
    assert_eq!(live, [Cell::new(1, 0), Cell::new(1, 1), Cell::new(1, 2)]);
    assert!(board("...\nEEE\n...").live().is_empty());
    assert_eq!(EaterBoard::empty(50).live().len(), 2500);
}
