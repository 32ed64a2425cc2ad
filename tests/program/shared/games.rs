//! Two arcades play each game to its end.

use fourcade::database::shared_tables::{connection, ratings, store};
use fourcade_engine::{
    concentration::Concentration, eater::Eater, flip::Flip, intensity::Intensity, play::Seat,
};

use super::{
    Place, code,
    follower::{Follower, TypedGame},
};

/// Plays a game with these options between two people on these seats, to the end.
#[track_caller]
fn play_whole_game<G: TypedGame>(place: &Place, options: &str, seats: [usize; 2]) {
    let first = place.start(&format!("play {} --share --linger 0 {options}", G::KEY));
    let code = code(&first);
    let second = place.start(&format!("join {} --name bob --linger 0", code.to_uppercase()));
    let mut follower = Follower::<G>::new(place, &code);
    follower.wait("both sit", Follower::has_begun);
    let [one, other] = seats.map(Seat::new);
    follower.play(&[(one, &first), (other, &second)], usize::MAX);
    assert!(follower.is_over());
    for terminal in [&first, &second] {
        // The result card offers it.
        terminal.wait_text("Rematch");
    }
    let mut connection = connection::open(&place.location(), || {}).unwrap();
    let finished = store::finished_tables(connection.as_mut(), G::KEY).unwrap();
    let places = ratings::places::<G>(&finished[0]).unwrap();
    let names: Vec<_> = places.iter().map(|place| place.name.as_str()).collect();
    assert_eq!((finished.len(), names), (1, vec!["ada", "bob"]));
}

/// Plays each game at a place.
fn play_all(place: &Place) {
    play_whole_game::<Flip>(place, "--size 4", [0, 1]);
    play_whole_game::<Eater>(place, "--size 4", [0, 1]);
}

#[test]
fn flip_between_two_terminals() {
    play_whole_game::<Flip>(&Place::at_home(), "--size 6", [0, 1]);
}

#[test]
fn concentration_between_two_terminals() {
    play_whole_game::<Concentration>(&Place::at_home(), "--clock 60s", [0, 1]);
}

#[test]
fn eater_between_two_terminals() {
    play_whole_game::<Eater>(&Place::at_home(), "--size 5 --clock 10+5", [0, 1]);
}

#[test]
fn intensity_between_two_terminals_and_two_computers() {
    let options = "--players human,novice,human,novice --private";
    play_whole_game::<Intensity>(&Place::at_home(), options, [0, 2]);
}

#[test]
fn games_over_postgresql() {
    let Some(place) = Place::on_server() else { return };
    play_all(&place);
    let options = "--clock 60s --players human,novice,human,novice";
    play_whole_game::<Intensity>(&place, options, [0, 2]);
    play_whole_game::<Concentration>(&place, "", [0, 1]);
}
