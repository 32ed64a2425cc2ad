//! The one rule for which games count for feats, stars, practice ratings and statistics.
//!
//! A game counts if it is over, exactly one person played, and it has no mark. The table marks a
//! game if the person takes help ([`super::table::help_cost`]), if it doesn't start from a new deal
//! (a game from a file, or a branch of a recorded one), and if a daily deal is played again or
//! after its day. All other games have no mark.

use std::collections::BTreeMap;

use crate::database::{
    Database, GameProgress, PersonResult, StoreError,
    statistics::{FinishedGame, Uncounted},
};
use fourcade_engine::play::{Game, Session, StepMarks};

/// `result` is that of the only person, if there is exactly one.
fn counts(result: Option<PersonResult>, marks: StepMarks) -> bool {
    result.is_some() && marks == StepMarks::default()
}

/// Whether a game in progress will count unless something marks it.
pub fn may_count<G: Game>(session: &Session<G>) -> bool {
    session.header().people().only().is_some() && session.marks() == StepMarks::default()
}

pub fn session_counts<G: Game>(session: &Session<G>) -> bool {
    let progress = GameProgress::of(session);
    counts(PersonResult::of(&progress.seats), progress.marks)
}

/// The saved games that count, in the order in which they ended. `game` is the key of a game;
/// `None` for all.
pub fn games(database: &mut Database, game: Option<&str>) -> Result<Vec<FinishedGame>, StoreError> {
    Ok(counted_and_marked(database, game)?.0)
}

/// Like [`games`], with the numbers of the games that don't count, by the key of their game.
pub fn statistics(
    database: &mut Database,
    game: Option<&str>,
) -> Result<(Vec<FinishedGame>, BTreeMap<String, Uncounted>), StoreError> {
    let (counted, marked) = counted_and_marked(database, game)?;
    let mut uncounted = database.uncounted()?;
    for game in marked {
        uncounted.entry(game.game).or_default().practice += 1;
    }
    Ok((counted, uncounted))
}

/// Finished games of one person: those that count, then those with a mark.
fn counted_and_marked(
    database: &mut Database,
    game: Option<&str>,
) -> Result<(Vec<FinishedGame>, Vec<FinishedGame>), StoreError> {
    let finished = database.finished_games(game)?;
    let (counted, marked): (Vec<_>, Vec<_>) =
        finished.into_iter().partition(|(game, marks)| counts(Some(game.result), *marks));
    let without_marks =
        |games: Vec<(FinishedGame, StepMarks)>| games.into_iter().map(|(game, _)| game).collect();
    Ok((without_marks(counted), without_marks(marked)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{app::table::tests::session, database::GameIdentity};
    use fourcade_engine::{flip::Flip, play::Seat};

    #[test]
    fn games_of_one_person_without_a_mark_count() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let mut database = Database::open(Some(path), Duration::from_secs(1));
        let mut play = |players, mark: fn(&mut Session<Flip>), is_over: bool| {
            let mut session = session(players, 8, &["2 4"]);
            mark(&mut session);
            if is_over {
                session.resign(Seat::new(0)).unwrap();
            }
            let identity = GameIdentity::of::<Flip>(session.header()).unwrap();
            database.import(&session, identity).unwrap();
            session_counts(&session)
        };
        let alone = ["human", "level:3"];
        assert!(play(alone, |_| (), true));
        assert!(!play(alone, Session::mark_hint, true), "help");
        assert!(!play(alone, Session::mark_practice, true), "a chosen start");
        assert!(!play(alone, |_| (), false), "unfinished");
        assert!(!play(["human", "human"], |_| (), true), "two people");
        assert!(!play(["level:3", "level:3"], |_| (), true), "nobody");
        let (counted, uncounted) = statistics(&mut database, None).unwrap();
        assert_eq!(counted.len(), 1);
        let expected =
            Uncounted { practice: 2, among_persons: 1, among_computers: 1, unfinished: 1 };
        assert_eq!(uncounted["flip"], expected);
        assert_eq!(games(&mut database, Some("eater")).unwrap(), []);
    }
}
