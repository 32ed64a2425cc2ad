//! Feats: achievements of a person, rows of `assets/feats.toml`.
//!
//! Their conditions compare measures, which are named numbers: each game measures finished games,
//! and `app::feats` adds measures about the person.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use fourcade_engine::{
    GameKind,
    play::{Game, Seat, Session},
};

/// Named numbers about a finished game and its only person.
pub type Measures = BTreeMap<&'static str, i64>;

pub trait Measured: Game {
    fn measure(session: &Session<Self>, person: Seat) -> Measures;
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feat {
    /// The key in the database; never changes.
    pub key: String,
    pub name: String,
    /// The task, a sentence.
    pub text: String,
    /// Lower limits of measures.
    #[serde(default)]
    least: BTreeMap<String, i64>,
    /// Upper limits of measures.
    #[serde(default)]
    most: BTreeMap<String, i64>,
}

pub const ALL_GAMES: &str = "all";

/// By the key of the game, or [`ALL_GAMES`].
static FEATS: LazyLock<BTreeMap<String, Vec<Feat>>> = LazyLock::new(|| read().unwrap_or_default());

fn read() -> Result<BTreeMap<String, Vec<Feat>>, toml::de::Error> {
    toml::from_str(include_str!("../../assets/feats.toml"))
}

impl Feat {
    pub fn of(game: &str) -> &'static [Self] {
        FEATS.get(game).map_or(&[], Vec::as_slice)
    }

    /// An unknown measure meets no condition.
    pub fn is_done(&self, measures: &Measures) -> bool {
        let measure = |name: &String| measures.get(name.as_str());
        self.least.iter().all(|(name, least)| measure(name).is_some_and(|value| value >= least))
            && self.most.iter().all(|(name, most)| measure(name).is_some_and(|value| value <= most))
    }
}

/// Measures a finished game: `won` (1 for the only winner), `lead` (distance to the nearest score),
/// and the game's own measures.
pub fn measure<G: Measured>(session: &Session<G>, person: Seat) -> Measures {
    let mut measures = G::measure(session, person);
    if let Some(outcome) = session.outcome() {
        let own = outcome.score(person);
        let others = session.game().seats().iter().filter(|&seat| seat != person);
        let lead = others.map(|seat| outcome.score(seat).abs_diff(own)).min();
        measures.insert("won", (outcome.winners().only() == Some(person)).into());
        measures.insert("lead", lead.unwrap_or(0).into());
    }
    measures
}

/// The feats of each game, then those of all games.
pub fn sections() -> impl Iterator<Item = (Option<GameKind>, &'static [Feat])> {
    let games = GameKind::ALL.into_iter().map(|kind| (Some(kind), Feat::of(kind.key())));
    games.chain([(None, Feat::of(ALL_GAMES))])
}

/// A count as the value of a measure.
pub fn count_of(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
pub mod testing {
    use rand::RngExt as _;

    use fourcade_engine::play::{GameInfo, Observation as _, RecordHeader, Seats, random};

    use super::Session;

    /// A finished game of the smallest size, with random moves.
    pub fn finished<G: GameInfo>(players: &[&str], seed: u64) -> Session<G> {
        let size = G::SIZES.map_or(0, |sizes| sizes.min);
        let setup = G::deal_seeded(size, seed).unwrap();
        let seats = players.iter().map(ToString::to_string).collect();
        let mut session =
            Session::<G>::new(RecordHeader { setup, players: seats, seed, clock: None });
        let mut rng = random::rng(seed, &[1]);
        while session.outcome().is_none() {
            for seat in session.awaited().iter() {
                let legal = session.game().observe(Seats::one(seat)).legal(seat);
                let choice = legal[rng.random_range(0..legal.len())];
                session.choose(seat, choice).unwrap();
            }
        }
        session
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fourcade_engine::with_game;

    use super::*;
    use testing::finished;

    /// The measures that `app::feats` adds.
    const PERSONAL: [&str; 4] = ["above", "deals", "stars", "streak"];

    #[test]
    fn every_game_has_six_to_eight_feats_about_measures_that_exist() {
        let all = read().expect("a valid file");
        assert_eq!(all.len(), GameKind::ALL.len() + 1);
        for (kind, feats) in sections() {
            let mut known: BTreeSet<&str> = PERSONAL.into();
            if let Some(kind) = kind {
                assert!((6..=8).contains(&feats.len()), "{kind:?}");
                with_game!(kind, G => {
                    let session = finished::<G>(&["human"; 4][..kind.seat_names().len()], 3);
                    known.extend(measure(&session, Seat::new(0)).into_keys());
                });
            }
            let keys: BTreeSet<_> = feats.iter().map(|feat| &feat.key).collect();
            assert_eq!(keys.len(), feats.len());
            for feat in feats {
                assert!(feat.text.ends_with('.') && feat.text.is_ascii(), "{}", feat.text);
                assert!(feat.name.ends_with(char::is_alphabetic), "{}", feat.name);
                let names = || feat.least.keys().chain(feat.most.keys());
                assert!(names().count() > 0, "{}", feat.name);
                let unknown = names().find(|name| !known.contains(name.as_str()));
                assert_eq!(unknown, None, "{}", feat.name);
            }
        }
    }

    #[test]
    fn a_feat_needs_all_its_conditions() {
        let feat = |key| Feat::of("flip").iter().find(|feat| feat.key == key).unwrap();
        let whisker = |measures: &[(&'static str, i64)]| {
            feat("whisker").is_done(&measures.iter().copied().collect())
        };
        assert!(whisker(&[("won", 1), ("lead", 2)]));
        assert!(!whisker(&[("won", 1), ("lead", 4)]));
        assert!(!whisker(&[("won", 0), ("lead", 2)]));
        assert!(!whisker(&[("won", 1)]), "an unknown measure");
    }
}
