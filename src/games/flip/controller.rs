//! The keyboard controller of Flip: a cursor on the squares, typed coordinates, and clicks.

use std::convert::Infallible;

use crossterm::event::KeyCode;

use crate::{
    games::{
        ActionText as _, Controller, NOT_YOUR_TURN, Notation, Reply, Scene,
        grid::{GridCommand, GridCursor, GridGame, GridPos},
    },
    widgets::{Binding, Key, keys::Refusal},
};
use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipObservation, Side, Square},
    },
    play::Seat,
};

pub type Command = GridCommand<Infallible>;

static KEYS: [Binding<Command>; 7] = {
    let [up, down, left, right] = Command::MOVES;
    [
        up,
        down,
        left,
        right,
        Binding::new(
            "choose",
            Command::Choose,
            &[Key::plain(KeyCode::Enter), Key::char(' ')],
            "play at the cursor",
        )
        .footer("Enter", "play"),
        Binding::new("next", Command::Next, &[Key::plain(KeyCode::Tab)], "next legal move")
            .footer("Tab", "next"),
        Binding::new(
            "previous",
            Command::Previous,
            &[Key::plain(KeyCode::BackTab)],
            "previous legal move",
        ),
    ]
};

impl GridGame for Flip {
    const COURSE_NUMBERS: (u16, u16) = (0, 0);

    fn extent(observation: &FlipObservation) -> (u16, u16) {
        let size = observation.position.board.size();
        (size, size)
    }

    fn action_at(pos: GridPos) -> Square {
        Square::new(pos.row, pos.col)
    }

    fn pos_of(square: Square) -> GridPos {
        GridPos::new(square.row, square.col)
    }

    fn why_illegal(
        observation: &FlipObservation,
        seat: Seat,
        square: Square,
        notation: Notation,
    ) -> Option<String> {
        let board = &observation.position.board;
        if board.is_legal(Side::of(seat), square) {
            return None;
        }
        let is_taken = board.at(square).is_some();
        let square = Self::write(square, notation);
        Some(if is_taken {
            format!("{square} is taken: choose an empty cell")
        } else {
            format!("{square} turns nothing: a move must enclose at least one tile")
        })
    }
}

impl Controller<Flip> for GridCursor {
    type Command = Command;

    const KEYS: &'static [Binding<Command>] = &KEYS;
    const WHEEL: [Command; 2] = Command::WHEEL;

    fn refusal(&self, command: Command, scene: &Scene<Flip>) -> Option<Refusal> {
        let is_possible = !scene.deciding.is_empty() || matches!(command, Command::Move(..));
        if is_possible { None } else { Some(NOT_YOUR_TURN.into()) }
    }

    fn run(&mut self, command: Command, scene: &Scene<Flip>) -> Reply<Square> {
        self.run_command(command, scene)
    }

    fn on_key(&mut self, key: Key, scene: &Scene<Flip>) -> Reply<Square> {
        self.type_key(key, scene)
    }

    fn esc_label(&self, _: &Scene<Flip>) -> Option<&'static str> {
        self.clear_label()
    }

    fn on_esc(&mut self) {
        self.forget_typed();
    }

    fn point_away(&mut self, is_avoided: &dyn Fn(Square) -> bool, scene: &Scene<Flip>) {
        self.move_off_avoided(is_avoided, scene);
    }

    fn pending_input(&self, _: &Scene<Flip>) -> Option<String> {
        self.typed_text()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        games::testing::press,
        widgets::{glyphs, testing},
    };
    use fourcade_engine::{
        flip::model::{FlipBoard, FlipPosition},
        play::Seats,
    };

    struct TestBoard {
        observation: FlipObservation,
        is_deciding: bool,
        controller: GridCursor,
    }

    impl TestBoard {
        /// Reads a board with O to move from a drawing like `. [X] O`.
        fn from_drawing(drawing: &str) -> Self {
            let board: FlipBoard = drawing.replace([' ', '[', ']'], "").parse().unwrap();
            let cursor_marks =
                drawing.lines().filter(|row| !row.trim().is_empty()).flat_map(|row| {
                    let row = row.replace(' ', "");
                    let ahead = row.chars().zip(row.chars().skip(1).chain([' ']));
                    ahead
                        .filter(|(sign, _)| !"[]".contains(*sign))
                        .map(|(_, next)| next == ']')
                        .collect::<Vec<_>>()
                });
            let mut squares = board.squares().zip(cursor_marks);
            let cursor = squares.find_map(|(square, is_marked)| is_marked.then_some(square));
            Self::new(board, cursor)
        }

        fn new(board: FlipBoard, cursor: Option<Square>) -> Self {
            let observation = FlipObservation {
                position: FlipPosition { board, to_move: Side::O },
                moves: Arc::default(),
                is_over: false,
            };
            let mut controller = GridCursor::default();
            if let Some(square) = cursor {
                controller.move_to::<Square>(Flip::pos_of(square));
            }
            Self { observation, is_deciding: true, controller }
        }

        fn act(
            &mut self,
            act: impl FnOnce(&mut GridCursor, &Scene<Flip>) -> Reply<Square>,
        ) -> Reply<Square> {
            let deciding = if self.is_deciding { Seats::one(Side::O.seat()) } else { Seats::NONE };
            act(&mut self.controller, &Scene { deciding, ..Scene::at_rest(&self.observation, &[]) })
        }

        /// Returns the last reply.
        fn press(&mut self, keys: &str) -> Reply<Square> {
            let mut last = Reply::Ignored;
            for key in testing::keys(keys) {
                last = self.act(|controller, scene| press(controller, key, scene));
            }
            last
        }

        fn draw(&mut self) -> String {
            let mut cursor = Square::default();
            self.act(|controller, scene| {
                cursor = Flip::action_at(controller.position(scene));
                Reply::Ignored
            });
            let drawing = self.observation.position.board.to_string();
            let rows = drawing.lines().zip(0..).map(|(row, at)| {
                let cells = row.chars().zip(0..).map(|(tile, col)| {
                    if cursor == Square::new(at, col) {
                        format!("[{tile}]")
                    } else {
                        format!(" {tile} ")
                    }
                });
                cells.collect::<String>().trim_end().to_owned()
            });
            rows.collect::<Vec<_>>().join("\n")
        }
    }

    fn plain(square: Square) -> String {
        glyphs::ASCII.translate(&Flip::write(square, Notation::FromOne)).into_owned()
    }

    fn describe(reply: &Reply<Square>) -> String {
        match reply {
            Reply::Ignored => "ignored".to_owned(),
            Reply::Changed => String::new(),
            Reply::Act(_, square) => format!("plays {}", plain(*square)),
            Reply::Retract(seat) => format!("seat {seat} takes it back"),
            Reply::Refused(reason) | Reply::RefusedTo(_, reason) => {
                glyphs::ASCII.translate(reason).into_owned()
            }
        }
    }

    const START: &str = "
     .  .  .  .
     . [O] X  .
     .  X  O  .
     .  .  .  .";

    #[track_caller]
    fn check(before: &str, keys: &str, after: &str, reply: &str) {
        let mut board = TestBoard::from_drawing(before);
        assert_eq!(describe(&board.press(keys)), reply, "after {keys}");
        let after: Vec<&str> =
            after.lines().map(|row| row.strip_prefix("    ").unwrap_or(row)).collect();
        assert_eq!(board.draw(), after.join("\n").trim_start_matches('\n'), "after {keys}");
    }

    #[test]
    fn the_cursor_moves_and_stays_on_the_board() {
        let corner = "
    [.] .  .  .
     .  O  X  .
     .  X  O  .
     .  .  .  .";
        let far_corner = "
     .  .  .  .
     .  O  X  .
     .  X  O  .
     .  .  . [.]";
        for keys in ["<Up><Left>", "kh", "<Left><Up><Up><Left>", "hhhhkkkk"] {
            check(START, keys, corner, "");
        }
        for keys in ["<Down><Down><Right><Right>", "jjll", "jjjjllll"] {
            check(START, keys, far_corner, "");
        }
        check(START, "jk<Right>h", START, "");
    }

    #[test]
    fn tab_goes_through_the_legal_moves_in_reading_order() {
        // Legal: 1 3, 2 4, 3 1, 4 2.
        for (keys, cursor) in [
            ("<Tab>", "2 4"),
            ("<Tab><Tab>", "3 1"),
            ("<Tab><Tab><Tab>", "4 2"),
            ("<Tab><Tab><Tab><Tab>", "1 3"),
            ("<S-Tab>", "1 3"),
            ("<S-Tab><S-Tab>", "4 2"),
            ("<Tab><S-Tab>", "1 3"),
        ] {
            let mut board = TestBoard::from_drawing(START);
            assert_eq!(board.press(keys), Reply::Changed);
            assert_eq!(
                board.controller.placed().map(|pos| plain(Flip::action_at(pos))).as_deref(),
                Some(cursor),
                "{keys}"
            );
        }
    }

    #[test]
    fn enter_and_space_play_a_legal_move_or_explain_the_refusal() {
        let at_a_move = "
     .  . [.] .
     .  O  X  .
     .  X  O  .
     .  .  .  .";
        let off = "
     . [.] .  .
     .  O  X  .
     .  X  O  .
     .  .  .  .";
        check(START, "<Tab><S-Tab><Enter>", at_a_move, "plays 1 3");
        check(at_a_move, "<Space>", at_a_move, "plays 1 3");
        check(START, "<Enter>", START, "2 2 is taken: choose an empty cell");
        check(off, "<Enter>", off, "1 2 turns nothing: a move must enclose at least one tile");
    }

    /// Returns the cursor's square, the typed text and the reply.
    #[track_caller]
    fn press_at_start(size: u16, keys: &str) -> (String, String, String) {
        let mut board = TestBoard::new(FlipBoard::start(size), None);
        let reply = describe(&board.press(keys));
        let cursor =
            board.controller.placed().map_or_else(String::new, |pos| plain(Flip::action_at(pos)));
        (
            cursor,
            board.controller.typed_text().unwrap_or_default().replace("row column: ", ""),
            reply,
        )
    }

    #[test]
    fn coordinates_can_be_typed() {
        for (size, keys, cursor, typing, reply) in [
            // On small boards two digits are enough, with or without a separator.
            (8, "3", "", "3", ""),
            (8, "35", "3 5", "", ""),
            (8, "3 5", "3 5", "", ""),
            (8, "3,5", "3 5", "", ""),
            (8, "35<Enter>", "3 5", "", "plays 3 5"),
            (8, "3546<Enter>", "4 6", "", "plays 4 6"),
            (8, "88<Enter>", "8 8", "", "8 8 turns nothing: a move must enclose at least one tile"),
            (9, "99", "9 9", "", ""),
            (8, "30", "", "30", "row and column from 1 to 8"),
            (8, "39", "", "39", "row and column from 1 to 8"),
            (8, "94", "", "94", "row and column from 1 to 8"),
            (8, "05", "", "05", "row and column from 1 to 8"),
            (8, "3<Back>46", "4 6", "", ""),
            (8, "3<Back><Back>", "", "", "ignored"),
            (8, "3j4", "4 5", "4", ""),
            // On larger boards a space or a comma separates the numbers.
            (10, "99", "", "99", ""),
            (14, "12", "", "12", ""),
            (14, "12 3", "12 3", "12 3", ""),
            (
                14,
                "12 3<Enter>",
                "12 3",
                "",
                "12 3 turns nothing: a move must enclose at least one tile",
            ),
            (14, "6,8<Enter>", "6 8", "", "plays 6 8"),
            (14, "5 12<Back>", "5 1", "5 1", ""),
            (14, "0 3", "", "0 3", "row and column from 1 to 14"),
            (14, "15 3", "", "15 3", "row and column from 1 to 14"),
            (14, "12 15", "", "12 15", "row and column from 1 to 14"),
            (14, "99999 3", "", "99999 3", "row and column from 1 to 14"),
            // A wrong coordinate plays nothing and gives way to the next one.
            (8, "99<Enter>", "", "", "row and column from 1 to 8"),
            (8, "99<Enter><Enter>", "3 5", "", "plays 3 5"),
            (8, "9935<Enter>", "3 5", "", "plays 3 5"),
            (14, "12 15<Enter>", "", "", "row and column from 1 to 14"),
            (14, "12 15<Back><Back>3", "12 3", "12 3", ""),
            (1024, "1024 1000", "1024 1000", "1024 1000", ""),
            // A row without a column plays nothing.
            (8, "3<Enter>", "", "3 ", ""),
            (8, "3<Enter><Enter>", "", "3 ", "3 is the row: type the column, too"),
            (14, "12<Enter><Space>", "", "12 ", "12 is the row: type the column, too"),
            (8, "3 <Enter>5<Enter>", "3 5", "", "plays 3 5"),
            (8, ",", "", "", "ignored"),
            (8, "x", "", "", "ignored"),
            (8, "<C-2>", "", "", "ignored"),
        ] {
            let expected = (cursor.to_owned(), typing.to_owned(), reply.to_owned());
            assert_eq!(press_at_start(size, keys), expected, "{keys:?} on {size} x {size}");
        }
    }

    #[test]
    fn a_click_plays_a_legal_move() {
        let mut board = TestBoard::new(FlipBoard::start(8), None);
        assert_eq!(
            board
                .act(|controller, scene| controller
                    .run(Command::ChooseAt(GridPos::new(2, 4)), scene)),
            Reply::Act(Side::O.seat(), Square::new(2, 4))
        );
        assert_eq!(board.controller.placed(), Some(GridPos::new(2, 4)));
        let reply = board
            .act(|controller, scene| controller.run(Command::ChooseAt(GridPos::new(3, 4)), scene));
        assert_eq!(describe(&reply), "4 5 is taken: choose an empty cell");
        assert_eq!(
            board.controller.placed(),
            Some(GridPos::new(3, 4)),
            "the cursor goes to the clicked square"
        );
    }

    #[test]
    fn only_the_cursor_moves_when_no_person_is_to_move() {
        let mut board =
            TestBoard { is_deciding: false, ..TestBoard::new(FlipBoard::start(8), None) };
        for key in ["<Tab>", "<S-Tab>", "<Enter>", "<Space>", "2", "24", "<Back>"] {
            assert_eq!(board.press(key), Reply::Ignored, "{key}");
        }
        assert_eq!(
            board
                .act(|controller, scene| controller
                    .run(Command::ChooseAt(GridPos::new(2, 4)), scene)),
            Reply::Ignored
        );
        assert_eq!((board.controller.placed(), board.controller.typed_text()), (None, None));
        assert_eq!(board.press("<Up>l"), Reply::Changed, "the cursor still moves");
    }

    #[test]
    fn on_a_smaller_board_the_cursor_returns_to_a_move_near_the_middle() {
        let mut board = TestBoard::new(FlipBoard::start(4), Some(Square::new(7, 7)));
        assert_eq!(describe(&board.press("<Enter>")), "plays 1 3");
    }
}
