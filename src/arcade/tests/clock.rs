//! Clocks at the table. The tests set the time.

use std::time::{Duration, Instant};

use crossterm::event::KeyCode;

use super::stage::{self, SMALL, Stage, USUAL, session_of};
use crate::{
    arcade::table::TableScreen,
    games::{Controller as _, GAME_CLOCKS, GameView},
    widgets::Key,
};
use fourcade_engine::{
    concentration::Concentration,
    eater::Eater,
    flip::Flip,
    intensity::Intensity,
    play::{RecordLine, Seat, Seats, Session, TimeControl},
};

const HOUR: Duration = Duration::from_secs(3600);
const FIRST: Seats = Seats::first(1);

fn timed<G: GameView>(
    players: impl AsRef<[&'static str]>,
    size: u16,
    moves: &[&str],
    clock: TimeControl,
) -> Session<G> {
    let mut session = session_of::<G>(players, size, moves);
    session.set_clock(clock);
    session
}

/// A game of Flip against a computer, with five minutes.
fn flip() -> TableScreen<Flip> {
    stage::table(timed(["human", "first"], 8, &[], TimeControl::game(5, 3)))
}

/// Pretends that some time has passed since the table's clocks were read.
fn pass<G: GameView>(screen: &mut TableScreen<G>, time: Duration) -> bool {
    let now = Instant::now();
    screen.table.follow_clock(now);
    screen.table.follow_clock(now + time)
}

#[test]
fn running_out_of_time_loses_the_game() {
    let mut screen = flip();
    // After a game that counts, there is no undo.
    screen.table.mark_practice();
    let (now, seconds) = (Instant::now(), Duration::from_secs);
    assert!(!screen.table.follow_clock(now));
    assert!(!screen.table.follow_clock(now + seconds(299)));
    assert!(screen.table.follow_clock(now + seconds(300)));
    let session = screen.table.game.session();
    assert_eq!((session.flagged(), session.lines().len()), (Some(Seat::new(0)), 1));
    assert!(session.outcome().is_some());
    let mut stage = Stage::menu().over(screen);
    stage.settle().shows("  ran out of time");
    stage.keys("<Esc>").shows(" !0.0 ").shows("(O) ran out of time.");
    // An undo gives the time back.
    stage.keys("u").shows("5:00").shows("Your move.").shows("!ran out of");
}

#[test]
fn a_computer_chooses_for_a_player_out_of_time() {
    let players = ["human", "random", "random", "random"];
    let clock = TimeControl::choice(20);
    let mut screen = stage::table(timed::<Intensity>(players, 0, &[], clock));
    assert_eq!(screen.table.at_keyboard().deciding, FIRST);
    assert!(pass(&mut screen, Duration::from_secs(20)));
    assert_eq!(screen.table.at_keyboard().deciding, Seats::NONE);
    let mut stage = Stage::menu().over(screen);
    stage.settle().wait("You ran out of time");
    // The next choice has its own time.
    stage.wait("Your move").shows("0:20");
}

#[test]
fn time_is_written_into_the_record() {
    let mut screen = flip();
    pass(&mut screen, Duration::from_secs(7));
    let background = crate::arcade::terminal_events::channel().0;
    let square = screen.table.game.session().game().position().legal()[0];
    screen.table.act(Seat::new(0), square, &background).unwrap();
    let session = screen.table.game.session();
    let [RecordLine::Step { times, .. }, ..] = session.lines() else { panic!("a step") };
    assert_eq!((times[0].seat, times[0].ms / 1000, times[0].late), (Seat::new(0), 7, false));
    assert_eq!(session.time_left(Seat::new(0)).map(|left| left.as_secs_f32().round()), Some(296.0));
    let mut text = Vec::new();
    session.record().write(&mut text).unwrap();
    let again = Session::<Flip>::read(&mut text.as_slice()).unwrap();
    assert_eq!(again.time_left(Seat::new(0)), session.time_left(Seat::new(0)));
}

#[test]
fn the_hand_over_stops_the_clock() {
    let clock = TimeControl::choice(20);
    let players = ["human", "random", "human", "random"];
    let mut screen = stage::table(timed::<Intensity>(players, 0, &[], clock));
    assert!(screen.table.at_keyboard().next.is_some());
    assert!(!pass(&mut screen, HOUR));
    screen.table.take_keyboard();
    assert!(pass(&mut screen, HOUR));
    // The other person has not looked yet.
    assert!(screen.table.at_keyboard().next.is_some() && !pass(&mut screen, HOUR));
}

#[test]
fn both_clocks_run_while_both_choose_at_once() {
    let clock = GAME_CLOCKS[0];
    for (players, clocks) in [
        (["human", "human"], [Some("1:20"), Some("1:20")]),
        // Computers have no clock.
        (["first", "human"], [None, Some("1:20")]),
    ] {
        let mut screen = stage::table(timed::<Eater>(players, 5, &[], clock));
        // Two people type blind.
        let tab = Key::plain(KeyCode::Tab);
        let keys = <Eater as GameView>::Controller::KEYS;
        let blind = keys.iter().find(|row| row.keys.contains(&tab)).unwrap();
        screen.with_scene(|board, scene| board.controller.run(blind.command, scene));
        assert!(!pass(&mut screen, Duration::from_secs(100)));
        let game = &screen.table.game;
        let reading = |seat| game.clock_reading(Seat::new(seat), Instant::now());
        let shown = [0, 1].map(|seat| reading(seat).map(|reading| reading.text));
        assert_eq!(shown.each_ref().map(Option::as_deref), clocks);
    }
}

#[test]
fn a_pause_stops_the_clock_and_everything_else() {
    let mut screen = flip();
    screen.table.set_clocks_stopped(true);
    assert!(!pass(&mut screen, HOUR));
    let mut stage = Stage::menu().over(screen);
    stage.settle().shows("The clocks are stopped").keys("<Left>").shows("5:00");
    stage.keys("T").shows("Your move.").keys("T").shows("The clocks are stopped");
    // The key that resumes the game makes no move.
    stage
        .keys("<Enter>")
        .shows("Your move.")
        .shows("!played")
        .keys("<Tab><Enter>")
        .shows("You played");
    let without = stage::session(["human", "first"], 8, &[]);
    Stage::menu().over(stage::table(without)).keys("T").shows("This game has no clocks.");
}

#[test]
fn the_clock_runs_for_the_next_choice_after_a_time_out() {
    let clock = TimeControl::choice(3);
    let session = timed::<Concentration>(["human", "random"], 4, &[], clock);
    let mut screen = stage::table(session);
    let (background, messages) = crate::arcade::terminal_events::channel();
    assert!(pass(&mut screen, Duration::from_secs(3)));
    screen.table.advance(&background);
    // Nothing moves, so no tick reads the clock again.
    while screen.table.game.session().lines().is_empty() {
        messages.recv_timeout(Duration::from_secs(60)).expect("a computer chooses");
        screen.table.advance(&background);
    }
    assert_eq!(screen.table.at_keyboard().deciding, FIRST);
    let reading = screen.table.game.clock_reading(Seat::new(0), Instant::now());
    assert!(reading.is_some_and(|reading| reading.is_running));
    assert!(screen.table.next_tick().is_some(), "the clock is drawn again");
}

#[test]
fn the_clocks_stop_while_the_arcade_is_suspended() {
    let mut stage = Stage::menu().over(flip());
    stage.shows("Your move.");
    stage.arcade.on_suspend();
    stage.shows("The clocks are stopped").keys("<Enter>").shows("Your move.");
    // Without clocks, and below a dialog.
    let without = stage::session(["human", "first"], 8, &[]);
    let mut stage = Stage::menu().over(stage::table(without));
    stage.arcade.on_suspend();
    stage.shows("Your move.");
    let mut stage = Stage::menu().over(flip());
    stage.keys("?").arcade.on_suspend();
    stage.keys("<Esc>").shows("The clocks are stopped");
}

#[test]
fn a_screen_over_the_table_stops_the_clock() {
    let mut screen = flip();
    let now = Instant::now();
    screen.table.follow_clock(now);
    screen.table.game.clock.skip(now + HOUR);
    assert!(!screen.table.follow_clock(now + HOUR));
    // The help is opened and closed.
    let mut stage = Stage::menu().over(screen);
    stage.keys("?").shows("type to find a command").keys("<Esc>").shows("Your move.").shows("5:00");
}

#[test]
fn a_rematch_keeps_the_clock() {
    let mut screen = flip();
    screen.table.new_game(true);
    assert_eq!(screen.table.game.session().header().clock, Some(TimeControl::game(5, 3)));
    assert_eq!(screen.table.game.clock.control(), Some(TimeControl::game(5, 3)));
}

#[test]
fn the_advanced_form_starts_a_game_with_a_clock() {
    let mut stage = Stage::menu().over(stage::advanced());
    stage.keys("<Tab><Tab><Tab>").shows("• None").keys("l").shows("• 3+2");
    stage.keys("5").keys("+").keys("7x<Enter>").shows("Type minutes+seconds, up to 180+600.");
    stage.keys("<Esc><Tab><Tab><Enter>").shows("3:00");
}

#[test]
fn tables_with_clocks_are_drawn() {
    let flip = || timed(["human", "human"], 8, &["2 4", "2 3"], TimeControl::game(5, 3));
    let players = ["human", "careful", "careful", "careful"];
    let intensity = || timed::<Intensity>(players, 0, &[], TimeControl::choice(20));
    for (name, size) in [("small", SMALL), ("usual", USUAL)] {
        let drawn = Stage::menu().over(stage::table(flip())).text(size);
        insta::assert_snapshot!(format!("clocks_flip_{name}"), drawn);
        let mut late = stage::table::<Flip>(flip());
        pass(&mut late, Duration::from_millis(291_500));
        let drawn = Stage::menu().over(late).text(size);
        insta::assert_snapshot!(format!("clocks_little_time_{name}"), drawn);
        let drawn = Stage::menu().over(stage::table(intensity())).text(size);
        insta::assert_snapshot!(format!("clocks_intensity_{name}"), drawn);
    }
}
