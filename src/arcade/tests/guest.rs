//! What a guest over SSH can't do: everything that needs files, programs or a shell.

use std::path::PathBuf;

use signal_hook::consts::signal::SIGTSTP;

use super::stage::{self, Stage};
use crate::{
    arcade::{
        message::{Effect, Message},
        screen::Screen,
        screens::{guest::GuestScreen, new_game, saved_games, settings},
    },
    settings::{
        Setting,
        guest::{Guest, GuestLimits},
    },
    widgets::ColorDepth,
};
use fourcade_engine::GameKind;

const REFUSED: &str = "Not available to guests.";

fn guest() -> Stage {
    let mut home = stage::home(false);
    let (name, limits) = ("Ada".to_owned(), GuestLimits::default());
    home.set_guest(Guest { name, limits, cores_folder: PathBuf::new(), has_command: false });
    Stage::with_home(home, ColorDepth::True)
}

fn guest_at(
    open: impl FnOnce(&crate::arcade::screen::ScreenContext) -> Box<dyn Screen> + Send + 'static,
) -> Stage {
    let mut stage = guest();
    stage.arcade.open_from(Box::new(open));
    stage
}

#[test]
fn the_help_leads_a_guest_to_what_guests_may_do() {
    let mut stage = guest();
    let fixed = format!("!setting      {}", Setting::NAME.label);
    stage.keys("?").keys(Setting::NAME.label).shows(&fixed).keys("<Esc>theme").shows("setting  ");
    stage.keys("<Enter>").shows("▸ Theme").keys("<Esc>");
    stage.keys("?suspend").shows("Nothing is called that.");
}

#[test]
fn a_guest_saves_no_game_to_a_file() {
    for players in [["human", "human"], ["human", "last"]] {
        let table = || stage::table(stage::session(players, 4, &[]));
        let mut host = Stage::menu().over(table());
        host.keys("s").shows("Save the game as");
        guest().over(table()).keys("s").shows(REFUSED).shows("!Save the game");
        guest().over(table()).shows("!s save").keys("?").shows("!save the game to a file");
    }
    // The game is over, and the result card passes keys on.
    let moves = stage::whole_game();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let over = || stage::table(stage::session(["human", "human"], 4, &moves));
    guest().over(over()).keys("<Enter>s").shows("!Save the game as");
}

#[test]
fn a_game_that_would_be_lost_can_not_be_saved_to_a_file_first() {
    let table = || stage::table(stage::session(["human", "human"], 4, &[]));
    let mut host = Stage::menu().over(table());
    host.keys("<Tab><Enter><Esc>").shows("save it first");
    let mut guest = guest().over(table());
    guest.keys("<Tab><Enter><Esc>").shows("Leave this game?").shows("!save it first");
    guest.keys("s").shows("!Save the game as").keys("y").shows("!Leave this game?");
}

#[test]
fn a_guest_neither_imports_nor_exports() {
    let open = |context: &crate::arcade::screen::ScreenContext| saved_games::open(context);
    let mut host = Stage::menu();
    host.arcade.open_from(Box::new(open));
    host.keys("I").shows("Import a game from the file");
    let mut guest = guest_at(open);
    guest.shows("!import").keys("I").shows(REFUSED).shows("!Import a game");
    guest.keys("s").shows("!Save the game as").keys("<Down>").shows("!s save").shows("!import");
    guest.keys("?").shows("!import a game").shows("!save the game");
}

#[test]
fn no_program_plays_for_a_guest() {
    for kind in GameKind::ALL {
        let mut guest = guest_at(move |context| new_game::open(kind, context));
        guest.shows("Advanced").shows("!programs");
        guest.keys("a").shows(", advanced").keys("llllllllllll").shows("!program");
        guest.keys("<Space>program:./engine<Enter>").shows("There is no player");
    }
    let mut host = Stage::menu();
    host.arcade.open_from(Box::new(|context| new_game::open(GameKind::Flip, context)));
    host.shows("programs").keys("alllllll<Space>").shows("program:./mybot");
}

#[test]
fn a_guest_does_not_suspend_the_program() {
    let mut guest = guest();
    assert_eq!(guest.keys("<C-z>").effect, Effect::Draw);
    guest.shows(REFUSED);
    assert_eq!(guest.arcade.handle(Message::Signal(SIGTSTP)), Effect::None);
    guest.keys("?").shows("!suspend");
    assert_eq!(Stage::menu().keys("<C-z>").effect, Effect::StopJob);
    assert_eq!(Stage::menu().arcade.handle(Message::Signal(SIGTSTP)), Effect::Suspend);
}

#[test]
fn a_guest_keeps_the_name_in_the_settings() {
    let mut guest = guest_at(|context| settings::open(&context.home));
    guest.shows("Ada").keys(&"<Down>".repeat(12));
    for key in ["<Enter>", "<Space>"] {
        guest.keys(key).shows("Your name here can't be changed.").keys("<Up><Down>");
    }
    guest.keys("<Down><Enter>Bob<Enter>").settle().shows("Bob");
    assert_eq!(guest.arcade.settings().names[..2], ["Ada", "Bob"]);
    guest.keys("?reset<Enter>").keys("y").settle();
    assert_eq!(guest.arcade.settings().names[..2], ["Ada", ""]);
}

#[test]
fn a_guest_without_a_name_is_asked_for_one() {
    let check = |name: &str| {
        if name == "Ada" { Ok(name.to_owned()) } else { Err("type Ada".to_owned()) }
    };
    let screen = GuestScreen::new(Box::new(check));
    let name = screen.name();
    let mut stage = guest().over(screen);
    for size in [(40, 12), (80, 24)] {
        insta::assert_snapshot!(format!("name_{}x{}", size.0, size.1), stage.text(size));
    }
    stage.keys("q?<Enter>").shows("Type Ada.");
    insta::assert_snapshot!("name_refused_40x12", stage.text((40, 12)));
    stage.keys("<Back><Back>Ada").shows("!Type Ada").keys("<Enter>").shows("!What is your name?");
    assert_eq!(name.lock().unwrap().as_deref(), Some("Ada"));
    let screen = GuestScreen::new(Box::new(check));
    let name = screen.name();
    guest().over(screen).keys("Ada<Esc>").shows("!What is your name?");
    assert_eq!(*name.lock().unwrap(), None);
}
