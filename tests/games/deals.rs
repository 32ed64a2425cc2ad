//! The deals: fair, and the same for everybody on a day.

use std::collections::BTreeSet;

use fourcade::games::{ArcadeGame, daily_session};
use fourcade_engine::{
    GameKind,
    concentration::{
        Concentration,
        model::{PlayingCard, Spot},
    },
    intensity::{
        Intensity,
        model::{Card, SEATS},
    },
    play::GameInfo,
    with_game,
};
use jiff::civil::Date;

const DEALS: u32 = 4000;

/// The deals of the seeds from 0.
fn deals<G: GameInfo>() -> impl Iterator<Item = G::Setup> {
    (0..DEALS).map(|seed| G::deal_seeded(0, seed.into()).unwrap())
}

/// The sum of the squared differences from the mean, in units of the mean.
fn chi_square(counts: &[u32]) -> f64 {
    let all = f64::from(u32::try_from(counts.len()).unwrap());
    let mean = f64::from(counts.iter().sum::<u32>()) / all;
    counts.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum()
}

/// Asserts that a chi-squared sum with this many degrees of freedom is within six standard
/// deviations of its expected value.
#[track_caller]
fn assert_random(chi_square: f64, freedom: f64) {
    assert!((chi_square - freedom).abs() < 6.0 * (2.0 * freedom).sqrt(), "{chi_square} {freedom}");
}

#[test]
fn every_card_of_intensity_is_dealt_to_every_seat_equally_often() {
    let mut seats = [[0_u32; SEATS]; Card::COUNT];
    // Per card: in how many deals it is in the same hand as the next one.
    let mut together = [0_u32; Card::COUNT];
    for deal in deals::<Intensity>() {
        let mut owners = [0; Card::COUNT];
        for (seat, hand) in deal.hands().into_iter().enumerate() {
            for card in Card::all().filter(|&card| hand.contains(card)) {
                seats[card.index()][seat] += 1;
                owners[card.index()] = seat;
            }
        }
        for (card, count) in together.iter_mut().enumerate() {
            *count += u32::from(owners[card] == owners[(card + 1) % Card::COUNT]);
        }
    }
    let each = DEALS / 4;
    for counts in seats {
        assert!(counts.iter().all(|count| count.abs_diff(each) < 150), "{counts:?}");
    }
    // Each card has one seat, and each seat ten cards.
    assert_random(chi_square(seats.as_flattened()), 39.0 * 3.0);
    // Nine of the other 39 cards are in the same hand.
    let each = DEALS * 9 / 39;
    assert!(together.iter().all(|count| count.abs_diff(each) < 150), "{together:?}");
}

#[test]
fn every_card_of_concentration_is_dealt_to_every_spot_equally_often() {
    let cards: Vec<PlayingCard> = {
        let first = deals::<Concentration>().next().unwrap();
        Spot::all().map(|spot| first.at(spot)).collect()
    };
    let mut counts = [[0_u32; 52]; 52];
    for deal in deals::<Concentration>() {
        for (spot, counts) in Spot::all().zip(&mut counts) {
            let card = cards.iter().position(|&card| card == deal.at(spot)).unwrap();
            counts[card] += 1;
        }
    }
    assert!(counts.as_flattened().iter().all(|&count| (25..140).contains(&count)));
    assert_random(chi_square(counts.as_flattened()), 51.0 * 51.0);
}

/// The seed of a day's deal, computed as `games/daily_deal` describes it.
fn seed_of(date: Date, key: &str) -> u64 {
    let number: u64 = date.strftime("%Y%m%d").to_string().parse().unwrap();
    let mixed = key.bytes().fold(number, |seed, letter| {
        let z = seed.wrapping_add((u64::from(letter) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    });
    mixed >> 34
}

fn header<G: ArcadeGame>(date: Date) -> (u64, String) {
    let session = daily_session::<G>(date).unwrap();
    let setup = serde_json::to_string(&session.header().setup).unwrap();
    (session.header().seed, format!("{setup} {:?}", session.lines()))
}

#[test]
fn the_deal_of_a_day_is_the_same_for_everybody_and_another_one_each_day_and_game() {
    let mut seeds = BTreeSet::new();
    for kind in GameKind::ALL {
        let mut date: Date = "2026-01-01".parse().unwrap();
        let mut last = String::new();
        let mut same = 0;
        for _ in 0..366 {
            let (seed, deal) = with_game!(kind, G => header::<G>(date));
            assert_eq!(seed, seed_of(date, kind.key()), "{date}");
            assert_eq!(with_game!(kind, G => header::<G>(date)), (seed, deal.clone()));
            assert!(seeds.insert(seed), "{date} {kind:?}");
            same += u32::from(deal == last);
            (date, last) = (date.tomorrow().unwrap(), deal);
        }
        // Flip and Eater have few openings.
        let expected = match kind {
            GameKind::Intensity | GameKind::Concentration => 0..1,
            GameKind::Flip => 0..120,
            GameKind::Eater => 0..30,
        };
        assert!(expected.contains(&same), "{kind:?}: {same}");
    }
    let day = "2026-11-22".parse().unwrap();
    assert_eq!(seed_of(day, "flip"), 700_477_717);
}
