use super::*;
use crate::games::ArcadeKind as _;
use crate::{
    arcade::{
        screens::lesson::at_lesson,
        tests::stage::{self, Stage},
    },
    games::{GameVisitor, lessons::Lesson},
    settings::{home::Home, lesson_offers::LessonOffers},
    widgets::{ColorDepth, drawing, testing},
};
use fourcade_engine::{GameKind, play::Observation};

/// Checks that all texts of a lesson have room in a window of this size, footer included.
struct CheckRoom(u16, u16);

impl GameVisitor for CheckRoom {
    type Output = ();

    fn visit<G: ArcadeGame>(self) {
        let run = LessonRun::new(Lesson::<G>::of_game().unwrap()).unwrap();
        let mut screen = LessonScreen::new(run, testing::NO_MOTION);
        let look = testing::look(ColorDepth::True, false);
        while !screen.run.is_at_end() {
            let area = Rect::new(0, 0, self.0, self.1 - 1);
            let (layout, extent) = screen.with_scene(|controls, scene| {
                let extent = |space| G::extent(controls, scene, space, &look);
                let layout = LessonLayout::best(area, &extent);
                (layout, extent(layout.board.as_size()))
            });
            let place = format!("{}, prompt {}", G::KEY, screen.run.index() + 1);
            assert!(
                extent.width <= layout.board.width && extent.height <= layout.board.height,
                "{place}: the board is cut off: {layout:?}"
            );
            let check = |text: &str| {
                let rows = drawing::wrap(text, layout.prompt.width).len();
                assert!(rows <= usize::from(layout.prompt.height), "{place}: {rows} rows: {text}");
            };
            check(view::main_text(&screen.run));
            let seat = screen.run.seat();
            let legal = screen.run.session().game().observe(Seats::one(seat)).legal(seat);
            match screen.run.phase() {
                LessonPhase::Replying => drop(screen.hurry()),
                LessonPhase::Reading | LessonPhase::Praised => screen.run.go_on(),
                LessonPhase::Choosing => {
                    let prompt = screen.run.prompt();
                    legal.iter().filter_map(|&action| prompt.judge(action).err()).for_each(check);
                    let accepted = legal.into_iter().find(|&action| prompt.judge(action).is_ok());
                    screen.run.choose(accepted.expect("a move is accepted")).unwrap();
                }
            }
        }
    }
}

#[test]
fn all_texts_have_room() {
    for kind in GameKind::ALL {
        for (width, height) in [(40, 12), (80, 24), (100, 30), (200, 60)] {
            kind.with(CheckRoom(width, height));
        }
    }
}

fn lesson(game: GameKind) -> Stage {
    let mut stage = Stage::menu();
    stage.arcade.open_from(at_lesson(game));
    stage
}

#[test]
fn a_lesson_waits_for_the_right_move_and_says_why_others_are_wrong() {
    let mut stage = lesson(GameKind::Flip);
    stage.shows("Flip lesson, 1 of 6").keys("13<Enter>").shows("That's a move").keys("<Enter>");
    stage.shows("2 of 6").keys("30<Enter>").shows("Two tiles:");
    stage.keys("<Down>").shows("!Two tiles:").shows("2 of 6");
    stage.keys("00<Enter>").shows("0 0 flips nothing");
    stage.keys("21<Enter>").shows("Three lines, four tiles.").keys("u").shows("2 of 6");
    stage.keys("u").shows("1 of 6").keys("<Esc>").shows("!lesson");
}

#[test]
fn a_lesson_leads_into_a_game_against_beginner() {
    let mut stage = lesson(GameKind::Flip);
    stage.keys("13<Enter><Enter>21<Enter><Enter>00<Enter><Enter>24<Enter><Enter>53<Enter><Enter>");
    stage.shows("6 of 6").shows("Enter: play against Beginner").keys("<Enter>");
    stage.shows("Flip 8 x 8").shows("Your move").keys("<Esc>").shows("!6 of 6");
}

#[test]
fn the_other_seats_wait_until_the_move_has_been_seen() {
    let mut stage = lesson(GameKind::Intensity);
    stage.keys("<Enter>39 48 49 <Enter>").shows("Intensity lesson, 2 of 8");
    stage.shows("Oh no").keys("<Enter>20<Enter>").shows("3 of 8");
    assert!(stage.arcade.next_tick().is_some());
    // Any key makes the rest of the moves at once.
    stage.keys("<Left>").shows("4 of 8").shows("East won with 29");
}

#[test]
fn the_first_time_a_game_is_opened_its_lesson_is_offered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lessons.toml");
    let home = |path: &std::path::Path| Home {
        lesson_offers: LessonOffers::at(path.to_owned()),
        ..stage::home(false)
    };
    let mut stage = Stage::at(home(&path), ColorDepth::True);
    stage.keys("2").shows("New to Flip?").keys("<Enter>").shows("Flip lesson, 1 of 6");
    stage.keys("<Esc>2").shows("!New to Flip?").shows("!lesson").keys("<Esc>");
    stage.keys("1").shows("New to Intensity?").keys("<Esc>").shows("!New to").keys("<Esc>");
    stage.arcade.finish_files();
    let mut later = Stage::at(home(&path), ColorDepth::True);
    later.keys("21").shows("!New to").keys("<Esc>4").shows("New to Eater?");
}

#[test]
fn the_menu_and_the_table_open_the_lesson() {
    let mut stage = Stage::menu();
    stage.keys("L").shows("Intensity lesson, 1 of 8").keys("<Esc>").shows("!Intensity lesson");
    let table = stage::table(stage::session(["human", "human"], 8, &["2 4"]));
    let mut stage = Stage::menu().over(table);
    stage.keys("L").shows("Flip lesson, 1 of 6").keys("<Esc>").shows("X to move");
}
