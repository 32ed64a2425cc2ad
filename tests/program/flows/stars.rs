//! A star is lit by the game that earns it, and stays.

use std::time::Duration;

use fourcade::{
    database::{Database, GameIdentity},
    games::feats::measure,
};
use fourcade_engine::{
    GameKind,
    flip::{Flip, model::FlipSetup},
    play::{Game as _, Level, Observation as _, RecordHeader, Seat, Seats, Session},
};

use super::{flip_table::wait_for_card, plain::converse};
use crate::support::Launch;

/// Returns a game of a person against Beginner that the person has won.
pub fn won_game(is_wanted: impl Fn(&Session<Flip>) -> bool) -> Session<Flip> {
    let beginner = GameKind::Flip.level_player(Level::Beginner).player;
    let person = Seat::new(0);
    let play = |choices: u64| {
        let players = vec!["human".to_owned(), beginner.to_owned()];
        let setup = FlipSetup::new(4).unwrap();
        let mut session =
            Session::<Flip>::new(RecordHeader { setup, players, seed: 1, clock: None });
        let mut bits = choices;
        while session.outcome().is_none() {
            let seat = session.awaited().iter().next().unwrap();
            let legal = session.game().observe(Seats::one(seat)).legal(seat);
            let at = (bits % 3) as usize % legal.len();
            bits /= 3;
            session.choose(seat, legal[at]).unwrap();
        }
        let is_won = session.outcome().unwrap().winners().only() == Some(person);
        (is_won && is_wanted(&session)).then_some(session)
    };
    (0..10_000).find_map(play).expect("a game that is won")
}

/// Whether the person made the last move, the only legal one.
pub fn ends_with_a_forced_move(game: &Session<Flip>) -> bool {
    let mut before = game.clone();
    before.go_to(game.lines().len() - 1);
    let person = Seats::one(Seat::new(0));
    before.awaited() == person && before.game().observe(person).legal(Seat::new(0)).len() == 1
}

#[test]
fn a_star_is_lit_by_the_third_win_and_stays_after_a_restart() {
    let launch = Launch::arcade();
    let path = launch.home().join("fourcade.db");
    let mut database = Database::open(Some(path), Duration::from_secs(1));
    let is_close = |game: &Session<Flip>| measure(game, Seat::new(0))["lead"] == 2;
    let game = won_game(|game| is_close(game) && ends_with_a_forced_move(game));
    let identity = || GameIdentity::of::<Flip>(game.header()).unwrap();
    for _ in 0..2 {
        database.import(&game, identity()).unwrap();
    }
    // The third game needs only its last move.
    let mut unfinished = game.clone();
    unfinished.go_to(game.lines().len() - 1);
    database.import(&unfinished, identity()).unwrap();
    drop(database);

    let terminal = launch.start();
    terminal.wait_text("Continue");
    terminal.wait_text("☆☆☆☆☆ 2 of 3");
    terminal.wait_text("☆☆☆☆☆ 0 of 2");
    terminal.press("enter");
    terminal.wait_text("Your move");
    terminal.press("tab enter");
    terminal.wait_text("★ A star: you have");
    wait_for_card(&terminal);
    terminal.press("q");
    terminal.wait_exit();

    let text = converse(launch.home(), "statistics\n2\nquit\n");
    assert!(text.contains("Flip: 1 of 5 stars, 0 of 3 wins for the star of Easy."), "{text}");
    assert!(text.contains("2 Flip: 1 of 8"), "{text}");
    assert!(text.contains("By a whisker.\nWin by two tiles.\nDone on "), "{text}");

    let again = Launch::arcade().env("FOURCADE_HOME", launch.home()).start();
    again.wait_text("★☆☆☆☆");
}

#[test]
fn line_mode_announces_a_feat() {
    let home = Launch::arcade();
    let path = home.home().join("fourcade.db");
    let mut database = Database::open(Some(path), Duration::from_secs(1));
    let is_close = |game: &Session<Flip>| measure(game, Seat::new(0))["lead"] == 2;
    let mut game = won_game(|game| is_close(game) && ends_with_a_forced_move(game));
    game.go_to(game.lines().len() - 1);
    let identity = GameIdentity::of::<Flip>(game.header()).unwrap();
    database.import(&game, identity).unwrap();
    drop(database);
    let text = converse(home.home(), "continue\nmoves\n");
    let moves = text.lines().find(|line| line.contains(" turns ")).expect(&text);
    let cell = moves.split(" turns ").next().unwrap().rsplit(": ").next().unwrap();
    let text = converse(home.home(), &format!("continue\n{cell}\nquit\n"));
    assert!(text.contains("A feat: By a whisker.\nWin by two tiles."), "{text}");
    assert!(text.contains("1 of 3 wins against Beginner for a star."), "{text}");
}
