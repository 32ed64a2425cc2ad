//! The window title and the bell, which call a person back to the arcade.

use crate::arcade::screen::{Screen, TableStatus, TableTurn};

const NAME: &str = "fourcade";

#[derive(Debug, Default)]
pub struct Bell {
    /// The turn at the last frame; `None` without a table.
    last_turn: Option<TableTurn>,
}

pub fn visible_table(screens: &[Box<dyn Screen>]) -> Option<TableStatus> {
    screens.iter().rfind(|screen| !screen.is_dialog())?.status()
}

/// The window title, such as `Flip: your move - fourcade`.
pub fn title(table: Option<&TableStatus>) -> String {
    table.map_or_else(|| NAME.to_owned(), |table| format!("{} - {NAME}", table.title))
}

impl Bell {
    /// Returns whether a person's turn has begun, the last open seat was taken, or the game has
    /// ended since the last call. The bell doesn't ring for a table that was just opened.
    pub fn take_ring(&mut self, table: Option<&TableStatus>) -> bool {
        let turn = table.map(|table| table.turn);
        let before = std::mem::replace(&mut self.last_turn, turn);
        before.zip(turn).is_some_and(|(before, turn)| rings_for(before, turn))
    }
}

fn rings_for(before: TableTurn, turn: TableTurn) -> bool {
    match turn {
        TableTurn::Person | TableTurn::Over => turn != before,
        TableTurn::Others => before == TableTurn::OpenSeat,
        TableTurn::OpenSeat => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::{
        screens::menu::MenuScreen,
        tests::stage::{self, session, whole_game},
    };

    fn screens(players: [&'static str; 2], moves: &[&str]) -> Vec<Box<dyn Screen>> {
        let table = stage::table(session(players, 4, moves));
        vec![Box::new(MenuScreen::new(1)), Box::new(table)]
    }

    #[test]
    fn the_title_names_the_game_and_whose_turn_it_is() {
        let all = whole_game();
        let all: Vec<_> = all.iter().map(String::as_str).collect();
        for (screens, expected) in [
            (screens(["human", "first"], &[]), "Flip: your move - fourcade"),
            (screens(["human", "first"], &all[..1]), "Flip: waiting for the computer - fourcade"),
            (screens(["human", "human"], &all[..1]), "Flip: X to move - fourcade"),
            (screens(["first", "last"], &[]), "Flip: watching - fourcade"),
            (screens(["human", "first"], &all), "Flip: game over - fourcade"),
            (vec![Box::new(MenuScreen::new(1)) as _], "fourcade"),
        ] {
            assert_eq!(title(visible_table(&screens).as_ref()), expected);
        }
    }

    #[test]
    fn the_bell_rings_for_a_persons_move_and_for_the_end() {
        let all = whole_game();
        let all: Vec<_> = all.iter().map(String::as_str).collect();
        let at = |moves: usize| screens(["human", "first"], &all[..moves]);
        let mut bell = Bell::default();
        let mut rings =
            |screens: &[Box<dyn Screen>]| bell.take_ring(visible_table(screens).as_ref());
        assert!(!rings(&at(0)), "the table was just opened");
        assert!(!rings(&at(0)), "nothing has changed");
        assert!(!rings(&at(1)), "the computer is to move");
        assert!(rings(&at(2)), "it is the person's move again");
        assert!(!rings(&at(2)), "it rang for that");
        assert!(rings(&at(all.len())), "the game is over");
        assert!(!rings(&at(0)[..1]), "the table is closed");
    }

    #[test]
    fn the_bell_rings_when_the_last_open_seat_is_taken() {
        for turn in [TableTurn::Others, TableTurn::Person] {
            assert!(rings_for(TableTurn::OpenSeat, turn), "{turn:?}");
        }
        assert!(!rings_for(TableTurn::Others, TableTurn::OpenSeat), "a person left the seat");
        assert!(!rings_for(TableTurn::OpenSeat, TableTurn::OpenSeat));
    }
}
