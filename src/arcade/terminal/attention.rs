//! What calls a person back to the arcade: the title of the terminal's window, and the bell.

use super::super::screen::{Screen, TableStatus, TableTurn};

/// The title when there is nothing to say.
const NAME: &str = "fourcade";

/// The bell, and what it rang for last.
#[derive(Debug, Default)]
pub struct Attention {
    /// What the table was waiting for when the last frame was drawn; `None` without a table.
    turn: Option<TableTurn>,
}

/// Returns what is going on at the table that is seen, if there is one.
pub fn seen_table(screens: &[Box<dyn Screen>]) -> Option<TableStatus> {
    screens.iter().rfind(|screen| !screen.is_dialog())?.status()
}

/// Returns the title of the terminal's window, such as `Flip: your move - fourcade`.
pub fn title(seen: Option<&TableStatus>) -> String {
    seen.map_or_else(|| NAME.to_owned(), |table| format!("{} - {NAME}", table.title))
}

impl Attention {
    /// Whether the bell may ring: since the last call it has become a person's move, the last open
    /// seat was taken, or a game has ended, at a table that was seen before.
    pub fn is_wanted(&mut self, seen: Option<&TableStatus>) -> bool {
        let turn = seen.map(|table| table.turn);
        let before = std::mem::replace(&mut self.turn, turn);
        before.zip(turn).is_some_and(|(before, turn)| calls(before, turn))
    }
}

fn calls(before: TableTurn, turn: TableTurn) -> bool {
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
    fn the_title_says_what_is_going_on() {
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
            assert_eq!(title(seen_table(&screens).as_ref()), expected);
        }
    }

    #[test]
    fn the_bell_rings_for_a_persons_move_and_for_the_end() {
        let all = whole_game();
        let all: Vec<_> = all.iter().map(String::as_str).collect();
        let at = |moves: usize| screens(["human", "first"], &all[..moves]);
        let mut attention = Attention::default();
        let mut is_wanted =
            |screens: &[Box<dyn Screen>]| attention.is_wanted(seen_table(screens).as_ref());
        assert!(!is_wanted(&at(0)), "the table was just opened");
        assert!(!is_wanted(&at(0)), "nothing has changed");
        assert!(!is_wanted(&at(1)), "the computer is to move");
        assert!(is_wanted(&at(2)), "it is the person's move again");
        assert!(!is_wanted(&at(2)), "it rang for that");
        assert!(is_wanted(&at(all.len())), "the game is over");
        assert!(!is_wanted(&at(0)[..1]), "the table is closed");
    }

    #[test]
    fn the_bell_rings_when_somebody_takes_the_open_seat() {
        for turn in [TableTurn::Others, TableTurn::Person] {
            assert!(calls(TableTurn::OpenSeat, turn), "{turn:?}");
        }
        assert!(!calls(TableTurn::Others, TableTurn::OpenSeat), "somebody else may take the seat");
        assert!(!calls(TableTurn::OpenSeat, TableTurn::OpenSeat));
    }
}
