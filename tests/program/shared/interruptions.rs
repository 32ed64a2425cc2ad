//! People leave a table and come back, and arcades are killed.

use std::time::Duration;

use fourcade_engine::{
    eater::Eater,
    flip::Flip,
    play::{Seat, random},
};
use rand::RngExt as _;

use super::{
    Place, code,
    follower::{Follower, TypedGame},
};
use crate::support::{Signal, Terminal};

const SEATS: [Seat; 2] = [Seat::new(0), Seat::new(1)];

/// Opens a table of a game, to which bob comes.
#[track_caller]
fn pair<G: TypedGame>(place: &Place, options: &str) -> ([Terminal; 2], String, Follower<G>) {
    let first = place.start(&format!("play {} --share --linger 0 {options}", G::KEY));
    let code = code(&first);
    let second = place.start(&format!("join {code} --name bob --linger 0"));
    let mut follower = Follower::new(place, &code);
    follower.wait("both sit", Follower::has_begun);
    ([first, second], code, follower)
}

#[test]
fn one_account_and_one_name_are_enough() {
    let place = Place::at_home();
    let first = place.start("play flip --share --size 4");
    let code = code(&first);
    let second = place.start(&format!("join {code}"));
    let mut follower = Follower::<Flip>::new(&place, &code);
    follower.wait("both sit", Follower::has_begun);
    follower.play(&[(SEATS[0], &first), (SEATS[1], &second)], usize::MAX);
    assert!(follower.is_over());
}

#[test]
fn a_player_who_left_comes_back_from_the_lobby() {
    let place = Place::at_home();
    let ([first, second], _, mut follower) = pair::<Flip>(&place, "--size 4");
    follower.play(&[(SEATS[0], &first), (SEATS[1], &second)], 3);
    second.press("esc");
    second.wait_text("The game waits");
    second.press("y");
    second.wait_text("avoid tricks");
    second.press("q");
    second.wait_exit();
    let second = place.start("lobby --name bob");
    second.wait_text("Your games");
    second.wait_text("Enter come back");
    second.press("enter");
    follower.play(&[(SEATS[0], &first), (SEATS[1], &second)], usize::MAX);
    assert!(follower.is_over());
}

/// Kills one of the arcades at random moments, and lets its person come back. Then the game is
/// played to its end.
#[track_caller]
fn kill_and_come_back<G: TypedGame>(place: &Place, options: &str, seed: u64, kills: usize) {
    let (mut terminals, code, mut follower) = pair::<G>(place, options);
    let mut rng = random::rng(seed, &[]);
    for _ in 0..kills {
        let moves = rng.random_range(0..3);
        let [first, second] = &terminals;
        follower.play(&[(SEATS[0], first), (SEATS[1], second)], moves);
        if follower.is_over() {
            break;
        }
        let index = rng.random_range(0..2);
        // Perhaps in the middle of a move.
        if rng.random_bool(0.5) {
            terminals[index].send(b"\t\r".to_vec());
        }
        std::thread::sleep(Duration::from_millis(rng.random_range(0..60)));
        terminals[index].signal(Signal::KILL);
        terminals[index].wait_exit();
        let name = ["ada", "bob"][index];
        terminals[index] = place.start(&format!("join {code} --name {name} --linger 0"));
        follower.update();
        if follower.is_over() {
            return;
        }
        let seat = SEATS[index];
        let before = follower.replica.occupants()[seat.index()].clone();
        // The others can't know yet that the first arcade is dead.
        let terminal = &terminals[index];
        terminal.wait_text("y move it here");
        terminal.press("y");
        follower.wait("the seat is taken", |table| {
            table.replica.occupants()[seat.index()] != before || table.is_over()
        });
    }
    let [first, second] = &terminals;
    follower.play(&[(SEATS[0], first), (SEATS[1], second)], usize::MAX);
    assert!(follower.is_over());
    for terminal in [first, second] {
        terminal.wait_text("Rematch");
    }
}

#[test]
fn a_killed_arcade_comes_back_to_flip() {
    kill_and_come_back::<Flip>(&Place::at_home(), "--size 6", 1, 6);
}

#[test]
fn a_killed_arcade_comes_back_to_eater() {
    kill_and_come_back::<Eater>(&Place::at_home(), "--size 6", 2, 4);
}

#[test]
fn a_killed_arcade_comes_back_over_postgresql() {
    let Some(place) = Place::on_server() else { return };
    kill_and_come_back::<Flip>(&place, "--size 6", 3, 4);
}

#[test]
#[ignore = "kills arcades 200 times"]
fn arcades_survive_200_kills() {
    for seed in 0..20 {
        kill_and_come_back::<Flip>(&Place::at_home(), "--size 8", seed, 10);
    }
}
