//! The keyboard controller of Concentration: a cursor, typed rows and columns, and clicks.

use crossterm::event::KeyCode;

use crate::{
    games::{
        Controller, NOT_YOUR_TURN, Notation, PEOPLE_PLAY, Reply, Scene,
        grid::{GridCommand, GridCursor, GridGame, GridPos},
    },
    widgets::{
        Binding, Key,
        keys::{Group, Refusal, key_name},
    },
};
use fourcade_engine::{
    concentration::{
        Concentration,
        model::{COLUMNS, ConcentrationObservation, Face, ROWS, Spot},
        players::memory_capacity,
    },
    play::Seat,
};

pub type Command = GridCommand<CardCommand>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardCommand {
    /// After a typed row, types the separator; otherwise turns up the card.
    TurnOrSeparate,
    ToggleMemories,
}

static KEYS: [Binding<Command>; 9] = {
    let [up, down, left, right] = Command::MOVES;
    [
        up,
        down,
        left,
        right,
        Binding::new(
            "choose",
            Command::Choose,
            &[Key::plain(KeyCode::Enter)],
            "turn the card over",
        )
        .footer("Enter", "turn"),
        Binding::new(
            "turn",
            Command::Own(CardCommand::TurnOrSeparate),
            &[Key::char(' ')],
            "turn the card over, or type a space between row and column",
        ),
        Binding::new("next", Command::Next, &[Key::plain(KeyCode::Tab)], "next face-down card")
            .footer("Tab", "next"),
        Binding::new(
            "previous",
            Command::Previous,
            &[Key::plain(KeyCode::BackTab)],
            "previous face-down card",
        ),
        Binding::new(
            "memories",
            Command::Own(CardCommand::ToggleMemories),
            &[Key::char('m')],
            "show or hide what the computers remember",
        )
        .footer("m", "memories")
        .group(Group::Look),
    ]
};

#[allow(clippy::cast_possible_truncation)] // rows and columns are few
const EXTENT: (u16, u16) = (ROWS as u16, COLUMNS as u16);

impl GridGame for Concentration {
    const COURSE_NUMBERS: (u16, u16) = (0, 1);

    fn extent(_: &ConcentrationObservation) -> (u16, u16) {
        EXTENT
    }

    fn action_at(pos: GridPos) -> Spot {
        let spot = Spot::new(pos.row.into(), usize::from(pos.col) + 1);
        spot.unwrap_or_else(|| unreachable!("the position is on the grid"))
    }

    #[allow(clippy::cast_possible_truncation)] // rows and columns are few
    fn pos_of(spot: Spot) -> GridPos {
        GridPos::new(spot.row() as u16, spot.column() as u16 - 1)
    }

    fn why_illegal(
        observation: &ConcentrationObservation,
        _: Seat,
        spot: Spot,
        _: Notation,
    ) -> Option<String> {
        let reason = match observation.at(spot) {
            Face::Down => return None,
            Face::Turned(_) => "this is your first card: choose another one",
            Face::Won(..) => "this card is gone: choose one that is face down",
        };
        Some(reason.to_owned())
    }
}

#[derive(Debug, Default)]
pub struct ConcentrationController {
    pub(super) cursor: GridCursor,
    /// Switched by a key.
    pub(super) spectators_see_memories: bool,
    /// Set by [`Controller::show_remembered`].
    pub(super) players_see_memories: bool,
}

impl ConcentrationController {
    pub(super) fn cursor(&self, scene: &Scene<Concentration>) -> Spot {
        Concentration::action_at(self.cursor.position(scene))
    }
}

pub fn memories_refusal(scene: &Scene<Concentration>) -> Option<&'static str> {
    if scene.has_people() {
        return Some(PEOPLE_PLAY);
    }
    let remembers_some =
        |name: &String| memory_capacity(name).is_some_and(|memory| memory.cards > 0);
    (!scene.names.iter().any(remembers_some)).then_some("these computers remember nothing")
}

impl Controller<Concentration> for ConcentrationController {
    type Command = Command;

    const KEYS: &'static [Binding<Command>] = &KEYS;
    const WHEEL: [Command; 2] = Command::WHEEL;

    fn refusal(&self, command: Command, scene: &Scene<Concentration>) -> Option<Refusal> {
        match command {
            Command::Own(CardCommand::ToggleMemories) => {
                memories_refusal(scene).map(Refusal::Borrowed)
            }
            Command::Move(..) => None,
            _ if !scene.deciding.is_empty() => None,
            _ => Some(NOT_YOUR_TURN.into()),
        }
    }

    fn needs_turn(command: Command) -> bool {
        !matches!(command, Command::Own(CardCommand::ToggleMemories))
    }

    fn footer(
        &self,
        binding: &Binding<Command>,
        _: &Scene<Concentration>,
    ) -> Option<(&'static str, &'static str)> {
        match binding.command {
            Command::Own(CardCommand::ToggleMemories) if self.spectators_see_memories => {
                Some(("m", "hide memories"))
            }
            _ => binding.footer,
        }
    }

    fn run(&mut self, command: Command, scene: &Scene<Concentration>) -> Reply<Spot> {
        match command {
            Command::Own(CardCommand::ToggleMemories) => {
                self.spectators_see_memories = !self.spectators_see_memories;
                Reply::Changed
            }
            Command::Own(CardCommand::TurnOrSeparate) => {
                let grid = Concentration::grid(scene.observation, scene.notation);
                if self.cursor.separate(grid) {
                    return Reply::Changed;
                }
                // After `12`, a space may be meant to follow row 12.
                if let Some((row, column)) = self.cursor.unseparated(grid) {
                    let enter = key_name(&KEYS, &Command::Choose);
                    let text = format!(
                        "press {enter} to turn up the card in row\u{a0}{row}, column\u{a0}{column}"
                    );
                    return Reply::Refused(text.into());
                }
                self.cursor.run_command(Command::Choose, scene)
            }
            command => self.cursor.run_command(command, scene),
        }
    }

    fn on_key(&mut self, key: Key, scene: &Scene<Concentration>) -> Reply<Spot> {
        self.cursor.type_key(key, scene)
    }

    fn esc_label(&self, _: &Scene<Concentration>) -> Option<&'static str> {
        self.cursor.clear_label()
    }

    fn on_esc(&mut self) {
        self.cursor.forget_typed();
    }

    fn show_remembered(&mut self) {
        self.players_see_memories = true;
    }

    fn point_away(&mut self, is_avoided: &dyn Fn(Spot) -> bool, scene: &Scene<Concentration>) {
        self.cursor.move_off_avoided(is_avoided, scene);
    }

    fn pending_input(&self, _: &Scene<Concentration>) -> Option<String> {
        self.cursor.typed_text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Notation;
    use crate::{
        games::{ActionText as _, testing::press},
        widgets::{Keymap, glyphs, testing},
    };
    use fourcade_engine::{
        concentration::model::{CardLayout, PlayingCard},
        play::{Game as _, HUMAN, Seats},
    };

    struct Fixture {
        game: Concentration,
        is_deciding: bool,
        is_lingering: bool,
        controller: ConcentrationController,
    }

    impl Fixture {
        /// Each row of cards holds one suit.
        fn new(cursor: &str) -> Self {
            let game = Concentration::start(
                &CardLayout::new(&PlayingCard::all().collect::<Vec<_>>()).unwrap(),
            );
            let mut controller = ConcentrationController::default();
            controller.cursor.move_to::<Spot>(Concentration::pos_of(spot(cursor)));
            Self { game, is_deciding: true, is_lingering: false, controller }
        }

        fn turned(mut self, spots: &str) -> Self {
            for spot in spots.split(", ") {
                let seat = self.game.awaited().only().unwrap();
                self.game.step(&[(seat, self::spot(spot))]).unwrap();
            }
            self
        }

        fn act(
            &mut self,
            act: impl FnOnce(&mut ConcentrationController, &Scene<Concentration>) -> Reply<Spot>,
        ) -> Reply<Spot> {
            let observation = self.game.observe(Seats::NONE);
            let deciding = if self.is_deciding { self.game.awaited() } else { Seats::NONE };
            let names = [HUMAN, "random"].map(str::to_owned);
            let scene = Scene {
                deciding,
                is_lingering: self.is_lingering,
                ..Scene::at_rest(&observation, &names)
            };
            act(&mut self.controller, &scene)
        }

        fn cursor(&mut self) -> String {
            let mut cursor = String::new();
            self.act(|controller, scene| {
                cursor = plain(controller.cursor(scene));
                Reply::Ignored
            });
            cursor
        }

        /// Returns the last reply and the cursor's spot.
        fn keys(&mut self, written: &str) -> (String, String) {
            let mut last = Reply::Ignored;
            for key in testing::keys(written) {
                last = self.act(|controller, scene| press(controller, key, scene));
            }
            (reply_text(&last), self.cursor())
        }
    }

    fn spot(text: &str) -> Spot {
        Concentration::parse(text, Notation::FromOne).unwrap()
    }

    fn plain(spot: Spot) -> String {
        glyphs::ASCII.translate(&Concentration::write(spot, Notation::FromOne)).into_owned()
    }

    fn reply_text(reply: &Reply<Spot>) -> String {
        match reply {
            Reply::Ignored => "ignored".to_owned(),
            Reply::Changed => String::new(),
            Reply::Act(seat, spot) => format!("{seat} turns {}", plain(*spot)),
            Reply::Retract(_) => "takes back".to_owned(),
            Reply::Refused(why) | Reply::RefusedTo(_, why) => {
                glyphs::ASCII.translate(why).into_owned()
            }
        }
    }

    /// Checks a table of cursor, keys, expected reply and expected cursor.
    #[track_caller]
    fn check(fixture: impl Fn(&str) -> Fixture, table: &[(&str, &str, &str, &str)]) {
        for (from, keys, reply, cursor) in table {
            let (said, at) = fixture(from).keys(keys);
            let result = (Keymap::default().fill(&said).into_owned(), at);
            assert_eq!(result, ((*reply).to_owned(), (*cursor).to_owned()), "{keys} from {from}");
        }
    }

    #[test]
    fn the_cursor_moves_and_stays_on_the_grid() {
        check(
            Fixture::new,
            &[
                ("2 7", "l", "", "2 8"),
                ("2 7", "<Left><Left>", "", "2 5"),
                ("2 7", "jj", "", "4 7"),
                ("2 7", "<Down><Down><Down>", "", "4 7"),
                ("1 1", "hk", "", "1 1"),
                ("4 13", "lj", "", "4 13"),
                ("2 7", "<Tab>", "", "2 8"),
                ("4 13", "<Tab>", "", "1 1"),
                ("1 1", "<S-Tab>", "", "4 13"),
            ],
        );
    }

    #[test]
    fn the_cursor_starts_in_the_middle_on_a_card_that_is_face_down() {
        let start = |turned| {
            let fixture = Fixture::new("1 1").turned(turned);
            Fixture { controller: ConcentrationController::default(), ..fixture }.cursor()
        };
        assert_eq!([start("1 1"), start("2 7")], ["2 7", "1 7"]);
    }

    #[test]
    fn cards_are_turned_up_and_refusals_give_a_reason() {
        check(
            Fixture::new,
            &[("2 7", "<Enter>", "0 turns 2 7", "2 7"), ("1 13", " ", "0 turns 1 13", "1 13")],
        );
        check(
            |from| Fixture::new(from).turned("1 1, 2 1, 3 2"),
            &[
                ("1 1", "<Enter>", "this card is gone: choose one that is face down", "1 1"),
                ("3 2", "<Enter>", "this is your first card: choose another one", "3 2"),
                ("3 3", "<Enter>", "1 turns 3 3", "3 3"),
                ("1 1", "<Tab>", "", "1 2"),
                ("2 13", "<Tab><Tab>", "", "3 3"),
            ],
        );
    }

    #[test]
    fn row_and_column_are_typed() {
        const RANGE: &str = "rows from 1 to 4, columns from 1 to 13";
        check(
            Fixture::new,
            &[
                ("2 7", "1", "", "2 7"),
                ("2 7", "15", "", "1 5"),
                ("2 7", "1 5", "", "1 5"),
                ("2 7", "1,5", "", "1 5"),
                ("2 7", "313", "", "3 13"),
                ("2 7", "3 13", "", "3 13"),
                ("2 7", "301", "", "3 1"),
                ("2 7", "4 13<Enter>", "0 turns 4 13", "4 13"),
                ("2 7", "15<Enter>", "0 turns 1 5", "1 5"),
                ("2 7", "0", RANGE, "2 7"),
                ("2 7", "5", RANGE, "2 7"),
                ("2 7", "3 14", RANGE, "2 7"),
                // A wrong row or column turns up nothing.
                ("2 7", "5<Enter>", RANGE, "2 7"),
                ("2 7", "5 ", "", "2 7"),
                ("2 7", "5 6", RANGE, "2 7"),
                ("2 7", "5 6<Enter>", RANGE, "2 7"),
                ("2 7", "5 6 ", RANGE, "2 7"),
                ("2 7", "3 14<Enter>", RANGE, "2 7"),
                ("2 7", "12 ", "press Enter to turn up the card in row 1, column 2", "1 2"),
                ("2 7", "12 3", RANGE, "2 7"),
                ("2 7", "5<Back>15<Enter>", "0 turns 1 5", "1 5"),
                ("2 7", "515<Enter>", "0 turns 1 5", "1 5"),
                ("2 7", "5 6<Enter><Enter>", "0 turns 2 7", "2 7"),
                ("2 7", "3<Enter><Enter>", "3 is the row: type the column, too", "2 7"),
                ("2 7", "30<Enter>", "3 is the row: type the column, too", "2 7"),
                ("2 7", "313<Back>", "", "3 1"),
                ("2 7", "313<Back><Back><Back><Back>", "ignored", "3 1"),
                ("2 7", "3l<Enter>", "0 turns 2 8", "2 8"),
                ("2 7", "3 1315", "", "1 5"),
            ],
        );
    }

    #[test]
    fn clicks_turn_cards() {
        let mut fixture = Fixture::new("2 7");
        let click = |row, col| Command::ChooseAt(GridPos::new(row, col));
        let run = |fixture: &mut Fixture, command| {
            reply_text(&fixture.act(|controller, scene| controller.run(command, scene)))
        };
        assert_eq!(run(&mut fixture, click(2, 12)), "0 turns 3 13");
        assert_eq!(run(&mut fixture, click(4, 0)), "ignored");
        fixture.is_deciding = false;
        assert_eq!(run(&mut fixture, click(0, 0)), "ignored");
        assert_eq!(run(&mut fixture, Command::WHEEL[1]), "");
    }

    #[test]
    fn spectators_can_only_move_the_cursor() {
        let watching = |from: &str| Fixture { is_deciding: false, ..Fixture::new(from) };
        check(
            watching,
            &[
                ("2 7", "l", "", "2 8"),
                ("2 7", "<Enter>", "ignored", "2 7"),
                ("2 7", "15", "ignored", "2 7"),
            ],
        );
        // While two cards linger, the table handles Enter and Space.
        let lingering =
            |from: &str| Fixture { is_deciding: false, is_lingering: true, ..Fixture::new(from) };
        check(lingering, &[("2 7", "<Enter>", "ignored", "2 7"), ("2 7", " ", "ignored", "2 7")]);
    }
}
