//! Texts and windows: nothing is cut off where there is room, and texts keep away from the edges.

use ratatui::layout::Rect;

use super::{
    stage::{self, Stage, session_of},
    statistics,
};
use crate::{
    arcade::{
        Start,
        screen::Screen,
        screens::{
            daily::DailyScreen, new_game, practice::PracticeScreen, settings::SettingsScreen,
        },
        table::TableScreen,
    },
    games::{Character, GameView},
    widgets::page::{Frame, WindowClass},
};
use fourcade_engine::{
    GameKind,
    intensity::Intensity,
    play::{Budget, CancelToken, Level, find_player, take_turn},
    with_game,
};

/// A table of a game after some steps of its demo players. A person sits at the first seat.
fn table_after<G: GameView>(steps: usize) -> Box<dyn Screen> {
    let size = G::default_size();
    let mut session = session_of::<G>(G::FACTS.default_seats, size, &[]);
    let mut players: Vec<_> =
        G::FACTS.demo_seats.iter().map(|name| find_player::<G>(name).unwrap()).collect();
    while session.lines().len() < steps && session.outcome().is_none() {
        for seat in session.awaited().iter() {
            let (player, cancel) = (players[seat.index()].as_mut(), CancelToken::default());
            take_turn(&mut session, player, seat, Budget::Nodes(200), &cancel).unwrap();
        }
    }
    Box::new(TableScreen::new(session, Start::Playing(None), &stage::still()))
}

/// Opens every page, and the table of each game at its start and later.
pub fn screens() -> Vec<(String, Stage)> {
    screens_over(Stage::menu)
}

/// Like [`screens`], over this menu.
pub fn screens_over(menu: impl Fn() -> Stage) -> Vec<(String, Stage)> {
    let home = stage::home(false);
    let date = "2026-11-22".parse().unwrap();
    let mut screens = vec![
        ("menu".to_owned(), menu()),
        ("advanced".to_owned(), menu().over(stage::advanced())),
        ("daily".to_owned(), menu().over(DailyScreen::with_games(date, Vec::new()))),
        ("practice".to_owned(), menu().over(PracticeScreen::new(None))),
        ("settings".to_owned(), menu().over(SettingsScreen::new(&home))),
        ("statistics".to_owned(), statistics::many_over(menu())),
    ];
    for kind in GameKind::ALL {
        screens.push((format!("new {kind:?}"), menu().over(stage::new_game(kind))));
        let mut lesson = menu();
        lesson.arcade.open_from(crate::arcade::lesson_factory(kind));
        screens.push((format!("lesson of {kind:?}"), lesson));
        for steps in [0, 1, 9, 24] {
            let mut table = menu();
            table.arcade.open(with_game!(kind, G => table_after::<G>(steps)));
            screens.push((format!("{kind:?} after {steps} steps"), table));
        }
    }
    screens
}

#[test]
fn nothing_is_cut_off_in_a_large_window() {
    for (name, mut stage) in screens() {
        for keys in ["", "?", "<Tab>"] {
            let drawn = stage.text_after(keys, (200, 60));
            let drawn = drawn.replace("is thinking…", "");
            assert!(!drawn.contains('…'), "{name}, {keys}:\n{drawn}");
        }
    }
}

#[test]
fn each_page_keeps_a_margin_where_there_is_room() {
    for size in [(80, 24), (100, 30), (120, 40), (200, 60)] {
        for (name, mut stage) in screens() {
            let buffer = stage.draw(size);
            for y in 0..size.1 {
                for x in [0, size.0 - 1] {
                    let symbol = buffer[(x, y)].symbol();
                    assert!(
                        symbol == " ",
                        "{name} at {size:?}: {symbol:?} at {x}, {y}:\n{}",
                        stage.text(size)
                    );
                }
            }
        }
    }
}

#[test]
fn the_titles_of_all_pages_stand_in_the_same_place() {
    let titles = [
        ("new ", "New game"),
        ("advanced", "New game: Flip, advanced"),
        ("daily", "Today's deal"),
        ("practice", "Practice"),
        ("settings", "Settings"),
        ("statistics", "Statistics"),
    ];
    for (name, mut stage) in screens() {
        let title = titles.iter().find(|(start, _)| name.starts_with(start));
        let Some((_, title)) = title else { continue };
        for (width, height) in [(80, 24), (100, 30), (120, 40), (200, 60)] {
            let window = Rect::new(0, 0, width, height - 1);
            let frame = match *title {
                "Today's deal" | "Statistics" => Frame::filling(window),
                "New game: Flip, advanced" | "New game" => new_game::page_frame(window),
                _ => Frame::new(window),
            };
            let (x, y) = stage.find(title, (width, height));
            // The page of the deals is as wide as its content.
            if width < 200 || !name.starts_with("daily") {
                assert_eq!(x, frame.title.x, "{name} at {width} x {height}");
            }
            // These pages stand in the middle of a large window.
            let is_block = ["daily", "stat"].iter().any(|it| name.starts_with(it));
            if frame.class < WindowClass::Large || !is_block {
                assert_eq!(y, frame.title.y, "{name} at {width} x {height}");
            }
        }
    }
}

#[test]
fn opponents_have_names_at_the_table_and_in_its_log() {
    for kind in GameKind::ALL {
        for steps in [0, 9, 24] {
            let mut stage = Stage::menu();
            stage.arcade.open(with_game!(kind, G => table_after::<G>(steps)));
            let name = &Character::of(kind, Level::Easy).next().unwrap().name;
            stage.shows(name).shows("!Easy");
            for name in ["level:", "memory:", "casual:", "novice"] {
                stage.shows(&format!("!{name}"));
            }
        }
    }
}

#[test]
fn the_replay_of_intensity_counts_rounds_in_one_way() {
    for step in [2, 7, 18, 24, 31] {
        let mut stage = Stage::menu();
        stage.arcade.open(whole_replay::<Intensity>());
        let drawn = stage.keys(&".".repeat(step)).medium();
        // The first step passes cards, and each round has four steps.
        let round = (step - 1) / 4 + 1;
        assert!(drawn.contains(&format!("round {round} of 10")), "{step}:\n{drawn}");
        assert_eq!(drawn.matches(" of 10").count(), 1, "{step}:\n{drawn}");
        assert!(!drawn.contains("turn "), "{step}:\n{drawn}");
    }
}

/// The replay of a whole game of the demo players.
fn whole_replay<G: GameView>() -> Box<dyn Screen> {
    let mut session = session_of::<G>(G::FACTS.demo_seats, 0, &[]);
    let mut players: Vec<_> =
        G::FACTS.demo_seats.iter().map(|name| find_player::<G>(name).unwrap()).collect();
    while session.outcome().is_none() {
        for seat in session.awaited().iter() {
            let (player, cancel) = (players[seat.index()].as_mut(), CancelToken::default());
            take_turn(&mut session, player, seat, Budget::Nodes(200), &cancel).unwrap();
        }
    }
    Box::new(TableScreen::new(session, Start::Replay, &stage::still()))
}
