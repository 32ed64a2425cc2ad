//! Feats (achievements): stored when a game ends at a table, shown on its result card and in the
//! statistics. Games saved earlier are not searched.

use std::collections::BTreeMap;

use super::{counting, daily::Calendar, practice::day_of};
use crate::{
    database::{
        DailyDate, Database, PersonResult, Store, StoreError, practice::StoredFeat,
        statistics::FinishedGame,
    },
    games::{
        ArcadeGame,
        feats::{ALL_GAMES, Feat, Measures, count_of, measure, sections},
    },
    practice::{rating, stars},
};
use fourcade_engine::{GameKind, play::Session, with_game};

/// Stores the feats of a game that has just ended, if it counts and was played to its end. `daily`
/// is the date if it is a daily deal. Call this after the game itself was sent to the store.
pub fn award<G: ArcadeGame>(session: &Session<G>, daily: Option<DailyDate>, store: &Store) {
    let Some(person) = session.header().people().only() else { return };
    let has_left = session.resigned().contains(person) || session.flagged() == Some(person);
    if has_left || !counting::session_counts(session) || !store.is_available() {
        return;
    }
    let measures = measure(session, person);
    // A feat that can't be stored isn't shown either.
    drop(store.ask(move |database| store_feats(database, G::FACTS.kind, measures, daily)));
}

fn store_feats(
    database: &mut Database,
    kind: GameKind,
    mut measures: Measures,
    daily: Option<DailyDate>,
) -> Result<(), StoreError> {
    let games = counting::games(database, Some(kind.key()))?;
    let Some((last, earlier)) = games.split_last() else { return Ok(()) };
    let is_won = |game: &&FinishedGame| game.result == PersonResult::Won;
    measures.insert("streak", count_of(games.iter().rev().take_while(is_won).count()));
    let stars = stars::light_earned(database, kind, &games)?;
    measures.insert("stars", count_of(stars.into_iter().filter(|is_lit| *is_lit).count()));
    let answers = database.answers(kind.key())?;
    let rating = rating::rate(rating::results(kind, &answers, earlier));
    let own_level = with_game!(kind, G => rating::suitable_level::<G>(&rating));
    let opponent_level = rating::level_of(kind, &last.opponents);
    if let (Some(own), Some(opponent)) = (own_level, opponent_level) {
        measures.insert("above", opponent as i64 - own as i64);
    }
    if let Some(date) = daily {
        let calendar = Calendar::load(database)?;
        measures.insert("deals", count_of(calendar.won(date)));
    }
    for key in [kind.key(), ALL_GAMES] {
        for feat in Feat::of(key).iter().filter(|feat| feat.is_done(&measures)) {
            database.add_feat(key, &feat.key, last.ended)?;
        }
    }
    Ok(())
}

/// The feats first done in the last game: those of all games, then those of its kind. `games` are
/// those that count.
pub fn done_in_last_game(
    database: &mut Database,
    kind: GameKind,
    games: &[FinishedGame],
) -> Result<Vec<&'static Feat>, StoreError> {
    let Some(last) = games.last() else { return Ok(Vec::new()) };
    let stored_feats = database.feats()?;
    let is_new = |game: &str, feat: &Feat| {
        stored_feats.iter().any(|stored| {
            stored.game == game && stored.feat == feat.key && stored.done == last.ended
        })
    };
    let of = |game: &'static str| Feat::of(game).iter().filter(move |feat| is_new(game, feat));
    Ok([ALL_GAMES, kind.key()].into_iter().flat_map(of).collect())
}

pub fn announcement(feat: &Feat) -> String {
    let Feat { name, text, .. } = feat;
    format!("A feat: {name}. {text}")
}

#[derive(Debug)]
pub struct FeatSection {
    /// `None` for the feats of all games.
    pub kind: Option<GameKind>,
    /// Each with the date on which it was done.
    pub feats: Vec<(&'static Feat, Option<DailyDate>)>,
}

impl FeatSection {
    pub fn done(&self) -> usize {
        self.feats.iter().filter(|(_, date)| date.is_some()).count()
    }
}

pub fn load(database: &mut Database) -> Result<Vec<FeatSection>, StoreError> {
    let done_times: BTreeMap<(String, String), i64> = database
        .feats()?
        .into_iter()
        .map(|StoredFeat { game, feat, done }| ((game, feat), done))
        .collect();
    let section = |(kind, feats): (Option<GameKind>, &'static [Feat])| {
        let game = kind.map_or(ALL_GAMES, GameKind::key);
        let date = |feat: &Feat| day_of(*done_times.get(&(game.to_owned(), feat.key.clone()))?);
        FeatSection { kind, feats: feats.iter().map(|feat| (feat, date(feat))).collect() }
    };
    Ok(sections().map(section).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        database::{GameIdentity, practice::Answer, tests::Waiting},
        games::feats::testing::finished,
    };
    use fourcade_engine::{
        flip::Flip,
        play::{Level, Seat},
    };

    /// A store for games of Flip.
    struct Feats {
        store: Store,
        _folder: tempfile::TempDir,
    }

    impl Feats {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            Self { store: Store::at(folder.path().join("a.db"), || ()), _folder: folder }
        }

        /// Saves a game, and returns the feats that are stored afterwards.
        fn play(&self, session: &Session<Flip>, daily: Option<DailyDate>) -> Vec<StoredFeat> {
            let identity = GameIdentity::of::<Flip>(session.header()).unwrap();
            self.store.wait(|_| Ok(())).unwrap();
            let (game, identity) = (session.clone(), GameIdentity { daily, ..identity });
            self.store.wait(move |games| games.import(&game, identity)).unwrap();
            award(session, daily, &self.store);
            self.store.wait(Database::feats).unwrap()
        }
    }

    /// A game that the person has won, and its feats, at least one.
    fn won() -> (Session<Flip>, Vec<&'static str>) {
        let games = (0..).map(|seed| finished::<Flip>(&["human", "level:6"], seed));
        let done = |session: &Session<Flip>| {
            let measures = measure(session, Seat::new(0));
            let done = Feat::of("flip").iter().filter(|feat| feat.is_done(&measures));
            (measures["won"] == 1).then(|| done.map(|feat| &*feat.key).collect::<Vec<_>>())
        };
        let mut found = games.filter_map(|game| Some((done(&game)?, game)));
        let (feats, session) = found.find(|(feats, _)| !feats.is_empty()).unwrap();
        (session, feats)
    }

    fn keys(feats: &[StoredFeat]) -> Vec<&str> {
        feats.iter().map(|feat| &*feat.feat).collect()
    }

    #[test]
    fn feats_are_stored_once_and_listed_with_their_date() {
        let (session, expected) = won();
        let feats = Feats::new();
        let first = feats.play(&session, None);
        assert_eq!(keys(&first).len(), expected.len());
        assert!(expected.iter().all(|feat| keys(&first).contains(feat)));
        let ended = first[0].done;
        let done_in_last = |ended| {
            feats.store.wait(move |database| {
                let mut games = counting::games(database, Some("flip"))?;
                games.last_mut().expect("the game counts").ended = ended;
                done_in_last_game(database, GameKind::Flip, &games)
            })
        };
        let found = done_in_last(ended).unwrap();
        assert_eq!(found.len(), expected.len());
        assert!(announcement(found[0]).starts_with("A feat: "));
        // The dates don't change.
        assert_eq!(feats.play(&session, None), first);
        // An earlier game may be the last one because later ones were deleted.
        for other in [ended - 1, ended + 1] {
            assert_eq!(done_in_last(other).unwrap(), Vec::<&Feat>::new());
        }
        let all = feats.store.wait(load).unwrap();
        let done = all.iter().flat_map(|section| &section.feats).filter(|(_, date)| date.is_some());
        assert_eq!(done.count(), expected.len());
    }

    #[test]
    fn only_games_that_count_and_were_played_out_have_feats() {
        let (session, _) = won();
        let mut hinted = session.clone();
        hinted.mark_hint();
        let mut resigned = finished::<Flip>(&["human", "level:6"], 3);
        resigned.go_to(4);
        resigned.resign(Seat::new(0)).unwrap();
        let others = session.clone().with_players(vec!["human".to_owned(); 2]);
        for game in [hinted, resigned, others] {
            assert_eq!(Feats::new().play(&game, None), []);
        }
    }

    #[test]
    fn a_win_against_a_level_two_above_is_a_feat() {
        let (session, _) = won();
        let feats = Feats::new();
        // Answers like those of a beginner.
        for number in 0..20 {
            let answer =
                Answer { puzzle: number, answered: 1, is_right: false, rating: Some(900.0) };
            feats.store.wait(move |all| all.add_answer("flip", answer, None)).unwrap();
        }
        assert_eq!(GameKind::Flip.level_of("level:6"), Some(Level::Hard));
        assert!(keys(&feats.play(&session, None)).contains(&"above"));
        assert!(!keys(&Feats::new().play(&session, None)).contains(&"above"), "no rating");
    }

    #[test]
    fn the_four_deals_of_a_day_are_a_feat() {
        let feats = Feats::new();
        let (session, _) = won();
        let today = DailyDate::today();
        for kind in GameKind::ALL.into_iter().filter(|&kind| kind != GameKind::Flip) {
            assert!(!keys(&feats.play(&session, None)).contains(&"perfect-day"));
            let identity = GameIdentity::of::<Flip>(session.header()).unwrap();
            let game = kind.key().to_owned();
            let identity = GameIdentity { game, daily: Some(today), ..identity };
            let session = session.clone();
            feats.store.wait(move |games| games.import(&session, identity)).unwrap();
        }
        let done = feats.play(&session, Some(today));
        assert!(keys(&done).contains(&"perfect-day"), "{done:?}");
        assert!(done.iter().any(|feat| feat.game == ALL_GAMES));
    }
}
