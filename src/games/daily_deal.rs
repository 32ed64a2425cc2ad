//! The daily deal: one deal of each game per day in UTC, the same for all people.
//!
//! The seed of a deal is the highest bits of [`derive_seed`](random::derive_seed), given the
//! date as a number, such as 20261122, and the letters of the game's key as the path. The game has
//! its default size. In a game without chance, the seed selects an opening (`openings` of
//! [`GameFacts`](super::GameFacts)).

use jiff::civil::Date;

use super::{ArcadeGame, person_against, play_opening};
use fourcade_engine::play::{Level, RecordHeader, Session, random};

pub const DAILY_LEVEL: Level = Level::Hard;

const SEED_BITS: u32 = 30;

fn daily_seed(date: Date, key: &str) -> u64 {
    let number = |part: i16| u64::from(part.unsigned_abs());
    let date = number(date.year()) * 10_000
        + number(date.month().into()) * 100
        + number(date.day().into());
    let path: Vec<u64> = key.bytes().map(u64::from).collect();
    random::derive_seed(date, &path) >> (u64::BITS - SEED_BITS)
}

/// Starts the deal of a day in UTC against [`DAILY_LEVEL`], after its opening.
pub fn daily_session<G: ArcadeGame>(date: Date) -> Result<Session<G>, String> {
    let seed = daily_seed(date, G::KEY);
    let setup = G::deal_seeded(G::default_size(), seed)?;
    let players = person_against::<G>(DAILY_LEVEL);
    let mut session = Session::new(RecordHeader { setup, players, seed, clock: None });
    play_opening(&mut session, seed)?;
    Ok(session)
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom as _;

    use super::*;
    use crate::games::opening_len;
    use fourcade_engine::{
        GameKind,
        concentration::Concentration,
        eater::Eater,
        flip::Flip,
        intensity::Intensity,
        play::{Game as _, Observation as _, RecordLine, Seats},
        with_game,
    };

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn setup<G: ArcadeGame>(text: &str) -> String {
        let session = daily_session::<G>(date(text)).unwrap();
        serde_json::to_string(&session.header().setup).unwrap()
    }

    // People with different versions compare their results, so these values must never change.

    #[test]
    fn the_seed_follows_from_the_date() {
        for (text, seeds) in [
            ("2026-11-22", [370_421_399, 700_477_717, 608_397_674, 156_815_755]),
            ("2026-11-23", [370_176_111, 1_008_046_053, 174_866_382, 458_458_944]),
            ("2027-01-01", [591_233_087, 62_886_597, 234_147_877, 137_389_838]),
        ] {
            let found = GameKind::ALL.map(|kind| daily_seed(date(text), kind.key()));
            assert_eq!(found, seeds, "{text}");
        }
    }

    #[test]
    fn the_deal_follows_from_the_date() {
        assert_eq!(
            setup::<Intensity>("2026-11-22"),
            r#"{"hands":["11 12 15 23 29 34 37 38 41 46","14 21 24 26 28 33 42 45 47 49","#
                .to_owned()
                + r#""16 18 19 22 30 31 32 35 39 43","10 13 17 20 25 27 36 40 44 48"]}"#
        );
        assert_eq!(
            setup::<Concentration>("2026-11-22"),
            r#"{"cards":"D10 C6 D4 H4 HQ C8 SK C9 DQ S9 H5 H6 DA S2 S5 C3 C2 SQ H8 CJ SA C4 "#
                .to_owned()
                + "HJ S3 S7 D5 CQ D2 HA S6 S4 H9 HK DJ H2 DK SJ C10 H10 S10 D6 S8 C5 D8 D7 H7 H3 "
                + r#"C7 D3 CA D9 CK"}"#
        );
        assert_eq!(setup::<Eater>("2026-11-22"), r#"{"size":7}"#);
        let flip = daily_session::<Flip>(date("2026-11-22")).unwrap();
        assert_eq!(flip.header().players, ["human", "level:6"]);
        let observation = flip.game().observe(Seats::NONE);
        let moves: Vec<_> = observation.moves.iter().map(ToString::to_string).collect();
        assert_eq!(moves.join(","), "2 4,2 5,2 6,2 3,4 2,5 4,4 5,2 7");
        assert!(Flip::FACTS.openings.contains(&&*moves.join(",")));
        let eater = daily_session::<Eater>(date("2026-11-22")).unwrap();
        assert_eq!(opening_len(&eater), 2);
        let lines = eater.lines().iter().map(|line| match line {
            RecordLine::Step { moves, .. } => moves.iter().map(|(_, cell)| cell.to_string()),
            _ => panic!("no step"),
        });
        let cells: Vec<_> = lines.flatten().collect();
        assert_eq!(cells.join(","), "4 5,4 3,3 5,4 2");
    }

    /// Plays a day's deal to its end. Returns its picture for each seat.
    fn pictures<G: ArcadeGame>() -> Vec<Vec<String>> {
        let mut session = daily_session::<G>(date("2026-11-22")).unwrap();
        let mut rng = random::rng(7, &[]);
        while session.outcome().is_none() {
            for seat in session.awaited().iter() {
                let legal = session.game().observe(Seats::one(seat)).legal(seat);
                session.choose(seat, *legal.choose(&mut rng).unwrap()).unwrap();
            }
        }
        session.game().seats().iter().map(|seat| G::share_picture(session.game(), seat)).collect()
    }

    #[test]
    fn a_picture_has_four_to_eight_rows_of_blocks() {
        for kind in GameKind::ALL {
            for picture in with_game!(kind, G => pictures::<G>()) {
                let rows = picture.len();
                assert!((4..=8).contains(&rows), "{kind:?}: {picture:#?}");
                let text = picture.concat();
                assert!(text.contains('█'), "{kind:?}: {picture:#?}");
            }
        }
        assert_eq!(
            pictures::<Intensity>()[1].iter().map(|row| &row[..5]).collect::<Vec<_>>(),
            ["You  ", "North", "East ", "South"]
        );
    }

    fn deal_a_year<G: ArcadeGame>() {
        let mut day = date("2026-12-31");
        for _ in 0..365 {
            let session = daily_session::<G>(day).unwrap();
            assert!(session.outcome().is_none() && !session.awaited().is_empty(), "{day}");
            day = day.yesterday().unwrap();
        }
    }

    #[test]
    fn every_day_has_a_deal() {
        for kind in GameKind::ALL {
            with_game!(kind, G => deal_a_year::<G>());
        }
    }
}
