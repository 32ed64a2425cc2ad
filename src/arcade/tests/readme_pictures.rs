//! The pictures of the README show the real screens. They are stored in `assets/pictures` and
//! written again by `FOURCADE_WRITE_PICTURES=1 cargo test readme_pictures`.

use std::{env, fs, path::Path};

use super::stage::{self, Stage};
use crate::{
    arcade::{
        Start, lesson_factory, picture::svg::svg, screen::Screen, screens::daily::DailyScreen,
        table::TableScreen,
    },
    database::{PersonResult, SavedDaily},
    games::{GameFacts, GameView, demo_game},
};
use fourcade_engine::{
    GameKind,
    flip::Flip,
    play::{Budget, CancelToken, RecordHeader, Session, find_player, take_turn},
    with_game,
};

const SIZE: (u16, u16) = (80, 24);
/// The number of steps played before the picture is taken.
const STEPS: usize = 9;
const SEED: u64 = 5;

/// Opens a table in the middle of a game, where a person must decide.
fn middle_game<G: GameView>() -> Box<dyn Screen> {
    let header = demo_game::<G>(SEED).expect("a game").header().clone();
    let players: Vec<String> = G::FACTS.default_seats.iter().map(|&name| name.to_owned()).collect();
    let mut session = Session::<G>::new(RecordHeader { players, ..header });
    let mut players: Vec<_> =
        G::FACTS.demo_seats.iter().map(|name| find_player::<G>(name).unwrap()).collect();
    let person = session.awaited().iter().next().expect("a seat to move");
    while session.lines().len() < STEPS || !session.awaited().contains(person) {
        for seat in session.awaited().iter() {
            let player = players[seat.index()].as_mut();
            let decision =
                take_turn(&mut session, player, seat, Budget::Nodes(500), &CancelToken::default());
            assert!(decision.is_ok_and(|decision| decision.fault.is_none()), "a legal choice");
        }
        // A decided game makes a dull picture.
        if session.game().certain_loser().is_some() && session.undo() {
            break;
        }
    }
    let table = TableScreen::new(session, Start::Playing(None), &stage::still());
    Box::new(table)
}

fn result_card() -> Stage {
    let players = ["human", "level:4"].map(str::to_owned).to_vec();
    let header = demo_game::<Flip>(SEED).expect("a game").header().clone();
    let mut session = Session::<Flip>::new(RecordHeader { players, ..header });
    let mut players: Vec<_> =
        ["level:3", "level:1"].iter().map(|name| find_player::<Flip>(name).unwrap()).collect();
    while let Some(seat) = session.awaited().iter().next() {
        let player = players[seat.index()].as_mut();
        let cancel = CancelToken::default();
        take_turn(&mut session, player, seat, Budget::Nodes(500), &cancel).expect("a legal choice");
    }
    let mut stage = Stage::menu().over(stage::table(session));
    stage.keys("<Enter>");
    stage
}

fn daily() -> Stage {
    let date = "2026-11-22".parse().expect("a date");
    let mut games = Vec::new();
    for (game, last_days) in [
        ("intensity", " wlw w"),
        ("flip", "wwlwtwwlw"),
        ("concentration", " wt l"),
        ("eater", "lw"),
    ] {
        for (day, letter) in (1..=22).rev().zip(last_days.chars()) {
            let result = match letter {
                'w' => PersonResult::Won,
                't' => PersonResult::Drawn,
                'l' => PersonResult::Lost,
                _ => continue,
            };
            let date = format!("2026-11-{day:02}").parse().expect("a date");
            let scores = if game == "flip" { vec![38, 26] } else { Vec::new() };
            let result = Some(result);
            games.push(SavedDaily {
                id: 1,
                game: game.to_owned(),
                date,
                result,
                scores,
                place: None,
                is_practice: false,
                has_resigned: false,
                turns: 12,
            });
        }
    }
    Stage::menu().over(DailyScreen::with_games(date, games))
}

#[test]
fn the_readme_pictures_show_the_current_screens() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/pictures");
    let is_writing = env::var_os("FOURCADE_WRITE_PICTURES").is_some();
    if is_writing {
        fs::create_dir_all(&folder).unwrap();
    }
    let mut pictures = vec![("menu", "The menu of fourcade".to_owned(), Stage::menu())];
    for kind in GameKind::ALL {
        let mut stage = Stage::menu();
        stage.arcade.open(with_game!(kind, G => middle_game::<G>()));
        pictures.push((kind.key(), format!("A game of {}", GameFacts::of(kind).title), stage));
    }
    pictures.push((
        "new-game",
        "The New game page of Flip".to_owned(),
        Stage::menu().over(stage::new_game(GameKind::Flip)),
    ));
    let mut lesson = Stage::menu();
    lesson.arcade.open_from(lesson_factory(GameKind::Flip));
    lesson.keys("<Tab><Enter><Enter>25<Enter>");
    pictures.push(("lesson", "A lesson of Flip".to_owned(), lesson));
    pictures.push(("result", "The end of a game of Flip".to_owned(), result_card()));
    pictures.push(("daily", "The page of today's deal".to_owned(), daily()));
    for (name, title, mut stage) in pictures {
        let (path, drawn) = (folder.join(format!("{name}.svg")), svg(&stage.draw(SIZE), &title));
        if is_writing {
            fs::write(&path, &drawn).unwrap();
        }
        let stored = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            stored == drawn,
            "{name}.svg shows an older screen; write it again: \
             FOURCADE_WRITE_PICTURES=1 cargo test readme_pictures"
        );
    }
}
