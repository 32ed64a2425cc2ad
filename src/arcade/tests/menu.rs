//! The menu: its items in large and small windows, its thumbnails and its demo.

use super::stage::{self, Stage};
use crate::{
    arcade::screens::menu::MenuScreen, games::GameFacts, settings::home::Home, widgets::ColorDepth,
};
use fourcade_engine::GameKind;

const LARGE: (u16, u16) = (80, 24);
const SMALL: (u16, u16) = (60, 16);

fn selected(keys: &str, size: (u16, u16)) -> String {
    let drawn = Stage::menu().text_after(keys, size);
    let (_, after) = drawn.split_once("▸ ").expect("a pointer");
    after.split_whitespace().next().unwrap_or_default().to_owned()
}

#[test]
fn games_stand_side_by_side_in_large_windows() {
    for (keys, large, small) in [
        ("", "Intensity", "Intensity"),
        ("l", "Flip", "Flip"),
        ("lll", "Eater", "Eater"),
        ("llh", "Flip", "Flip"),
        ("j", "Today's", "Flip"),
        ("lj", "Practice", "Concentration"),
        ("ljk", "Flip", "Flip"),
        ("lllj", "Saved", "Today's"),
        ("llljj", "Quit", "Practice"),
        ("llljjj", "Quit", "Play"),
        ("llljjh", "Settings", "Today's"),
        ("llljjk", "Play", "Today's"),
        ("llljjkk", "Eater", "Eater"),
        ("k", "Intensity", "Intensity"),
        ("jjjjjjjjjj", "Statistics", "Quit"),
    ] {
        assert_eq!((&*selected(keys, LARGE), &*selected(keys, SMALL)), (large, small), "{keys:?}");
    }
}

#[test]
fn a_click_on_a_thumbnail_opens_its_game() {
    for kind in GameKind::ALL {
        let mut stage = Stage::menu();
        let (column, row) = stage.find(GameFacts::of(kind).title, LARGE);
        stage
            .click_at((column + 4, row - 4))
            .shows(&format!("New game: {}", GameFacts::of(kind).title));
    }
}

#[test]
fn a_menu_left_alone_starts_a_demo_that_any_key_ends() {
    for key in ["x", "q", "?", "<Enter>", "<Esc>", "<Down>"] {
        let mut stage = Stage::menu().over(MenuScreen::idle(1));
        stage.arcade.tick();
        stage.shows("any key").shows("!1-4 game");
        stage.keys(key).shows("1-4 game").shows("!any key");
        assert!(stage.arcade.next_tick().is_none(), "nothing moves without motion");
    }
    let mut stage = Stage::menu().over(MenuScreen::idle(1));
    stage.arcade.tick();
    stage.click("Intensity", (100, 30)).shows("!any key");
}

#[test]
fn texts_share_one_left_edge_and_all_keys_stand_in_the_footer() {
    for size in [(100, 30), (120, 40), (200, 60)] {
        let mut stage = Stage::menu();
        let columns = ["Intensity", "avoid tricks", "Statistics", "Quit"]
            .map(|text| stage.find(text, size).0);
        assert_eq!(columns, [columns[0]; 4], "{size:?}");
    }
    for key in ["Enter open", "1-4 game", "g games", "t stats", "? help", "q quit"] {
        for size in [(80, 24), (100, 30)] {
            Stage::menu().find(key, size);
        }
    }
    Stage::menu().find("o others", (100, 30));
}

#[test]
fn nothing_touches_the_edges_of_the_window() {
    for size in [(80, 24), (100, 30), (120, 40), (200, 60)] {
        let drawn = Stage::menu().text(size);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!((lines[0], lines[lines.len() - 2]), ("", ""), "{drawn}");
        // A free row stands above and below the names of the games.
        let names = lines.iter().position(|line| line.contains("Concentration")).unwrap();
        assert_eq!(lines[names - 1], "", "{drawn}");
    }
}

#[test]
fn thumbnails_move_only_with_motion() {
    for on in [false, true] {
        let mut settings = stage::still();
        settings.motion.enabled = on;
        let mut stage = Stage::with_home(Home::unsaved(settings), ColorDepth::True);
        let before = stage.text(LARGE);
        assert_eq!(stage.arcade.next_tick().is_some(), on);
        for _ in 0..4 {
            std::thread::sleep(std::time::Duration::from_millis(if on { 420 } else { 1 }));
            stage.arcade.tick();
            stage.settle();
        }
        assert_eq!(stage.text(LARGE) != before, on);
    }
}
