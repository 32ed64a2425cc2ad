//! Tests of the pace of a table.

use super::*;
use crate::arcade::tests::stage::{self, session, session_of};
use fourcade_engine::{
    intensity::Intensity,
    play::{Game as _, Observation as _, Seat, Seats},
};

fn playback(speed: Option<f64>) -> Playback {
    let settings = Settings { wait: WAITS[0], ..stage::still() };
    Playback::new(Start::Playing(speed), &settings)
}

/// The playback of a table with the default settings.
fn moving() -> Playback {
    Playback::new(Start::Playing(None), &Settings::default())
}

#[test]
fn an_answer_waits_until_the_tiles_have_settled() {
    let mut game = TableGame::new(session(["human", "first"], 8, &[]));
    game.choose(Seat::new(0), "2 4".parse().unwrap(), None).unwrap();
    let mut playback = moving();
    playback.note_step(&game, true);
    assert!(game.animation() < Duration::from_millis(500));
    let delay = Duration::from_millis(600);
    assert_eq!(playback.due(&game), Some(playback.stepped + game.animation() + delay));
    // A key ends the animation, so the answer comes sooner.
    playback.dismiss(&game);
    let due = playback.due(&game).unwrap();
    assert!(due < playback.stepped + game.animation() + delay);
    assert!(due >= playback.stepped + delay);
    assert!(playback.animation(&game, Instant::now()) >= 1.0);
    // The next move of a computer player comes sooner.
    playback.note_step(&game, false);
    let next = playback.stepped + game.animation() + NEXT_ANSWER;
    assert_eq!(playback.due(&game), Some(next));
    // Without motion, and without a delay, it comes at once.
    let mut playback = Playback::new(Start::Playing(None), &stage::still());
    playback.note_step(&game, true);
    assert_eq!(playback.due(&game), Some(playback.stepped));
    assert!(playback.animation(&game, Instant::now()) >= 1.0);
}

/// A game of Intensity after its first round.
fn after_a_round() -> TableGame<Intensity> {
    let passes = ["14 42 45", "43 49 34", "46 47 48", "10 30 40"];
    let players = ["human", "careful", "careful", "careful"];
    let mut session = session_of::<Intensity>(players, 0, &passes);
    for _ in 0..4 {
        let seat = session.awaited().only().unwrap();
        let card = session.game().observe(Seats::one(seat)).legal(seat)[0];
        session.choose(seat, card).unwrap();
    }
    TableGame::new(session)
}

#[test]
fn a_finished_round_leaves_at_the_end_of_its_time() {
    let game = after_a_round();
    let mut playback = moving();
    playback.note_step(&game, false);
    let linger = playback.motion.linger.unwrap();
    let at = |time: Duration| playback.animation(&game, playback.stepped + time);
    assert!(at(Duration::from_millis(10)) < 1.0);
    assert_eq!(at(Duration::from_secs(1)).to_bits(), 1.0_f32.to_bits());
    assert!((1.4..1.6).contains(&at(linger.saturating_sub(LEAVING / 2))));
    playback.motion.enabled = false;
    playback.note_step(&game, false);
    let late = playback.stepped + linger.saturating_sub(LEAVING / 2);
    assert_eq!(playback.animation(&game, late).to_bits(), 1.0_f32.to_bits());
}

#[test]
fn a_round_that_waits_for_a_key_leaves_when_the_key_comes() {
    let game = after_a_round();
    let mut playback = moving();
    playback.motion.linger = None;
    playback.note_step(&game, false);
    playback.settled = playback.stepped;
    let later = Instant::now() + Duration::from_hours(1);
    assert!(playback.is_lingering(&game, later));
    assert_eq!(playback.due(&game), None);
    // The key starts the motion, and the game goes on after it.
    assert!(playback.dismiss(&game));
    let start = playback.sent_away.expect("it moves away");
    let halfway = playback.animation(&game, start + LEAVING / 2);
    assert!((1.4..1.6).contains(&halfway), "{halfway}");
    assert!(playback.is_lingering(&game, start) && playback.next_tick(&game, true).is_some());
    assert!(!playback.is_lingering(&game, start + LEAVING));
    assert!(playback.due(&game).is_some_and(|due| due >= start + LEAVING));
    // Another key ends the motion, and isn't taken for the one that ends lingering.
    assert!(!playback.dismiss(&game) && !playback.is_lingering(&game, start));
    // Without motion the key ends it at once.
    playback.motion.enabled = false;
    playback.note_step(&game, false);
    assert!(playback.dismiss(&game) && !playback.is_lingering(&game, playback.stepped));
}

#[test]
fn the_speed_changes_by_levels_and_stays_within_its_bounds() {
    let mut playback_now = playback(Some(1.0));
    assert_eq!(playback_now.wait, Duration::from_secs(1));
    playback_now.change_speed(true);
    assert_eq!(playback_now.wait, Duration::from_millis(800));
    playback_now.change_speed(false);
    assert_eq!(playback_now.wait, Duration::from_millis(1500));
    for _ in 0..9 {
        playback_now.change_speed(true);
    }
    assert_eq!(playback_now.wait, Duration::ZERO);
    assert_eq!(playback_now.description(), "0 s per move");
    assert_eq!(playback(Some(3.0)).description(), "0.33 s per move");
    assert_eq!(playback(None).description(), "3 s per move");
    let slow = Playback { wait: Duration::from_secs(10), ..playback_now };
    assert_eq!(slow.description(), "10 s per move");
}

#[test]
fn what_lingered_when_it_was_drawn_is_drawn_again() {
    let game = after_a_round();
    let mut playback = moving();
    playback.note_step(&game, false);
    let late = playback.stepped + playback.motion.linger.unwrap();
    let drawn = late.checked_sub(Duration::from_millis(1)).unwrap();
    playback.note_drawn(&game, drawn);
    // Drawing took so long that the time is over by now.
    let elapsed = late - Instant::now();
    playback.stepped -= elapsed;
    playback.settled -= elapsed;
    let now = Instant::now();
    assert!(!playback.is_lingering(&game, now));
    assert!(playback.next_tick(&game, false).is_some_and(|tick| tick <= now));
    playback.note_drawn(&game, now);
    assert_eq!(playback.next_tick(&game, false), None);
}
