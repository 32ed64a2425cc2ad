//! Snapshots of the grid at each size and with fewer colours, and its click areas.

use insta::assert_snapshot;
use ratatui::{
    buffer::{Buffer, Cell},
    layout::Rect,
    style::Modifier,
};

use crate::{
    games::{
        ArcadeGame as _, Controller as _, GameView as _, Naming, Scene,
        concentration::controller::{CardCommand, Command, ConcentrationController},
        grid::GridGame as _,
        player_names,
    },
    widgets::{ClickAreas, ColorDepth, Look, testing},
};
use fourcade_engine::{
    concentration::{
        Concentration,
        model::{CardLayout, ConcentrationEvent, ConcentrationObservation, PlayingCard, Spot},
    },
    play::{Advice, Game as _, HUMAN, Level, Seats},
};

/// Pairs of both seats, and a mismatch that is still shown.
const BUSY: &str = "0 1, 1 1, 0 10, 2 10, 0 5, 2 5, 3 12, 1 2";

/// Each row of cards holds one suit.
struct Fixture {
    game: Concentration,
    events: Vec<ConcentrationEvent>,
    names: [&'static str; 2],
    controller: ConcentrationController,
    motion: f32,
    hint: Option<Spot>,
}

impl Fixture {
    /// `choices` are spots such as `0 1, 1 1`.
    fn new(choices: &str, names: [&'static str; 2]) -> Self {
        let deal = CardLayout::new(&PlayingCard::all().collect::<Vec<_>>()).unwrap();
        let mut game = Concentration::start(&deal);
        let mut events = Vec::new();
        for choice in choices.split(", ").filter(|choice| !choice.is_empty()) {
            let seat = game.awaited().only().unwrap();
            events = game.step(&[(seat, choice.parse().unwrap())]).unwrap();
        }
        Self {
            game,
            events,
            names,
            controller: ConcentrationController::default(),
            motion: 1.0,
            hint: None,
        }
    }

    fn busy() -> Self {
        let fixture = Self::new(BUSY, ["human", "memory:5"]);
        Self { hint: Some("2 3".parse().unwrap()), ..fixture }
    }

    fn with_scene<T>(
        &mut self,
        act: impl FnOnce(&mut ConcentrationController, &Scene<Concentration>) -> T,
    ) -> T {
        let observation: ConcentrationObservation = self.game.observe(Seats::NONE);
        let names = self.names.map(ToOwned::to_owned);
        let is_person = |seat: &fourcade_engine::play::Seat| names[seat.index()] == "human";
        let deciding = self.game.awaited().iter().filter(is_person).collect();
        let hint = self.hint.map(Advice::new);
        let (events, motion) = (self.events.as_slice(), self.motion);
        let scene = Scene {
            deciding,
            events,
            motion,
            // No hint is given beside a reveal.
            is_lingering: hint.is_none(),
            hint: hint.as_ref(),
            ..Scene::at_rest(&observation, &names)
        };
        act(&mut self.controller, &scene)
    }

    fn draw(&mut self, size: (u16, u16), look: &Look) -> Buffer {
        self.draw_with_areas(size, look).0
    }

    fn draw_with_areas(&mut self, size: (u16, u16), look: &Look) -> (Buffer, ClickAreas) {
        testing::drawn(size, |area, buffer, areas| {
            self.with_scene(|controller, scene| {
                Concentration::draw(controller, scene, area, buffer, look, areas);
            });
        })
    }
}

/// The sizes of the grid's area in windows of 40 x 12, 80 x 24, 100 x 30 and 160 x 50.
const COMPACT: (u16, u16) = (40, 6);
const NORMAL: (u16, u16) = (80, 16);
const LARGE: (u16, u16) = (100, 22);
const LARGEST: (u16, u16) = (160, 40);

#[test]
fn all_sizes_in_full_colour() {
    for (name, room) in
        [("compact", COMPACT), ("normal", NORMAL), ("large", LARGE), ("largest", LARGEST)]
    {
        assert_snapshot!(
            format!("dark-{name}"),
            testing::styled(&Fixture::busy().draw(room, &testing::dark()))
        );
    }
}

#[test]
fn fewer_colours_and_ascii_glyphs() {
    for (name, look) in testing::reduced_looks() {
        for (size, room) in [("compact", COMPACT), ("normal", NORMAL), ("large", LARGE)] {
            assert_snapshot!(
                format!("{name}-{size}"),
                testing::styled(&Fixture::busy().draw(room, &look))
            );
        }
    }
}

#[test]
fn ascii_glyphs_are_ascii() {
    for (width, height) in [COMPACT, (54, 12), NORMAL, LARGE, LARGEST] {
        let drawn = testing::text(
            &Fixture::busy().draw((width, height), &testing::look(ColorDepth::Mono, true)),
        );
        assert!(drawn.is_ascii(), "{drawn}");
    }
}

#[test]
fn a_card_turns_over() {
    for (name, motion) in [("back", 0.1), ("edge", 0.5), ("face", 0.9)] {
        let mut fixture = Fixture { motion, ..Fixture::new("2 7", ["random", "random"]) };
        assert_snapshot!(
            format!("turning-{name}"),
            testing::styled(&fixture.draw(NORMAL, &testing::dark()))
        );
    }
}

#[test]
fn the_first_card_of_a_pair_has_no_owner_until_the_second_one_is_up() {
    let marks = |motion| {
        let mut fixture = Fixture { motion, ..Fixture::new("1 1, 2 1", ["human", "memory:5"]) };
        let look = testing::look(ColorDepth::Mono, false);
        testing::text(&fixture.draw(NORMAL, &look)).matches('Y').count()
    };
    assert_eq!([0.1, 0.4, 1.0].map(marks), [0, 0, 2]);
}

#[test]
fn the_marks_are_the_initials_of_the_names() {
    let hard = Concentration::FACTS.kind.level_player(Level::Hard).player;
    let players = [HUMAN, hard].map(str::to_owned);
    for naming in [Naming::Characters, Naming::Levels] {
        let names = player_names(Concentration::KEY, &players, &[], naming);
        let marks = Concentration::seat_marks(&players, naming).unwrap();
        assert_eq!(marks[0], "Y");
        assert!(names[1].starts_with(&marks[1]), "{marks:?} {names:?}");
    }
}

#[test]
fn a_mark_never_looks_like_a_rank() {
    let players = [HUMAN; 2].map(str::to_owned);
    let marks = Concentration::seat_marks(&players, Naming::Characters).unwrap();
    assert_eq!(marks, ["I", "II"]);
    let ranked = Level::COMMON.map(|level| {
        let players = [HUMAN, Concentration::FACTS.kind.level_player(level).player];
        Concentration::seat_marks(&players.map(str::to_owned), Naming::Characters).unwrap()
    });
    assert!(ranked.iter().flatten().all(|mark| !["A", "J", "Q", "K"].contains(&mark.as_str())));
}

#[test]
fn a_pair_lifts_off_towards_its_owner() {
    let rows = |names, motion| {
        let mut fixture = Fixture { motion, ..Fixture::new("1 1, 2 1", names) };
        testing::text(&fixture.draw(NORMAL, &testing::dark()))
    };
    let settled = rows(["human", "memory:5"], 1.0);
    // The person is below, the computer above.
    let changed = |names| {
        let moving = rows(names, 0.95);
        let rows = moving.lines().zip(settled.lines()).enumerate();
        rows.filter(|(_, (moving, settled))| moving != settled).map(|(y, _)| y).collect::<Vec<_>>()
    };
    let (person, computer) = (changed(["human", "memory:5"]), changed(["memory:5", "human"]));
    assert!(person.iter().max() > computer.iter().max(), "{person:?} {computer:?}");
    assert!(person.iter().min() > computer.iter().min(), "{person:?} {computer:?}");
    let compact = |motion| {
        let mut fixture = Fixture { motion, ..Fixture::new("1 1, 2 1", ["human", "memory:5"]) };
        testing::text(&fixture.draw(COMPACT, &testing::dark()))
    };
    assert_eq!(compact(0.85), compact(1.0), "a copy of a low card would look like another card");
    let mut fixture = Fixture { motion: 0.85, ..Fixture::new("1 1, 2 1", ["human", "memory:5"]) };
    assert_snapshot!("lifting-off", testing::styled(&fixture.draw(NORMAL, &testing::dark())));
}

#[test]
fn memories_are_shown_when_only_computers_play() {
    let memories = |names, room, look: &Look| {
        let mut fixture = Fixture::new("0 1, 0 2, 0 3, 0 4, 0 5, 2 5", names);
        let refusal = fixture.with_scene(|controller, scene| {
            controller.refusal(Command::Own(CardCommand::ToggleMemories), scene)
        });
        if refusal.is_none() {
            fixture.with_scene(|controller, scene| {
                controller.run(Command::Own(CardCommand::ToggleMemories), scene)
            });
        }
        (refusal.map(String::from), fixture.draw(room, look))
    };
    for (name, room) in [("normal", NORMAL), ("compact", COMPACT)] {
        let (_, drawn) = memories(["memory:2", "memory:3"], room, &testing::dark());
        assert_snapshot!(format!("memories-{name}"), testing::styled(&drawn));
    }
    let (_, drawn) =
        memories(["memory:2", "perfect"], NORMAL, &testing::look(ColorDepth::Mono, true));
    assert_snapshot!("memories-ascii", testing::text(&drawn));
    for names in [["human", "memory:5"], ["memory:0", "random"]] {
        let (refusal, drawn) = memories(names, NORMAL, &testing::dark());
        assert!(refusal.is_some(), "{names:?}");
        let back = |row: &str| row.split_whitespace().skip(1).all(|cell| cell.starts_with('▚'));
        assert!(
            testing::text(&drawn).lines().filter(|row| row.starts_with('3')).all(back),
            "no rank is shown"
        );
    }
}

#[test]
fn hidden_cards_are_not_drawn() {
    // The two cards of the last turn are still shown; all other cards not won look the same.
    let mut other = Fixture::new(BUSY, ["human", "memory:5"]);
    let mut cards: Vec<_> = PlayingCard::all().collect();
    let swap = |a: &str, b: &str| [a, b].map(|spot| spot.parse::<Spot>().unwrap().index());
    for [a, b] in [swap("0 3", "3 13"), swap("1 4", "2 8"), swap("1 6", "0 9")] {
        cards.swap(a, b);
    }
    let mut game = Concentration::start(&CardLayout::new(&cards).unwrap());
    for choice in BUSY.split(", ") {
        let seat = game.awaited().only().unwrap();
        game.step(&[(seat, choice.parse().unwrap())]).unwrap();
    }
    other.game = game;
    let mut fixture = Fixture { hint: None, ..Fixture::busy() };
    assert_eq!(fixture.draw(NORMAL, &testing::dark()), other.draw(NORMAL, &testing::dark()));
}

#[test]
fn every_card_can_be_clicked() {
    for size in [COMPACT, NORMAL, LARGEST] {
        let drawing = Fixture::busy().draw_with_areas(size, &testing::dark());
        let items = testing::clickable(&drawing);
        assert!(
            Spot::all().all(|spot| items.contains(&Command::ChooseAt(Concentration::pos_of(spot))))
        );
    }
}

#[test]
fn no_size_panics() {
    for (width, height) in [(0, 0), (1, 1), (3, 2), (39, 5), (54, 3), (250, 80)] {
        Fixture::busy().draw((width, height), &testing::dark());
        Fixture::busy().draw((width, height), &testing::look(ColorDepth::Mono, false));
    }
}

#[test]
fn a_picture_has_equal_margins() {
    for (width, columns, margins) in [(30, 4, [2, 2]), (37, 5, [2, 2]), (24, 4, [1, 1])] {
        let look = testing::dark();
        let (buffer, _) = testing::drawn((width, 17), |area, buffer, _| {
            let observation = Fixture::new("", ["human", "memory:5"]).game.observe(Seats::NONE);
            Concentration::draw_thumbnail(&observation, &[], area, buffer, &look);
        });
        let is_card = |x: u16| buffer[(x, 2)].bg == look.palette.back[0];
        let first = (0..width).find(|&x| is_card(x)).unwrap();
        let last = (0..width).rfind(|&x| is_card(x)).unwrap();
        let starts = (0..width).filter(|&x| is_card(x) && (x == 0 || !is_card(x - 1))).count();
        assert_eq!((starts, [first, width - 1 - last]), (columns, margins), "{width}");
    }
}

fn finished() -> Concentration {
    let pairs = (0..2).flat_map(|half| (1..=13).map(move |column| (2 * half, column)));
    let pairs: Vec<_> = pairs.map(|(row, x)| format!("{row} {x}, {} {x}", row + 1)).collect();
    let game = Fixture::new(&pairs.join(", "), ["human", "memory:5"]).game;
    assert!(game.outcome().is_some());
    game
}

#[test]
fn a_wide_picture_has_all_cards() {
    let look = testing::dark();
    // The room in statistics.
    let (buffer, _) = testing::drawn((66, 16), |area, buffer, _| {
        let observation = finished().observe(Seats::NONE);
        Concentration::draw_thumbnail(&observation, &[], area, buffer, &look);
    });
    let cells = buffer.content.iter();
    let colored = cells.filter(|cell| cell.modifier.contains(Modifier::REVERSED)).count();
    assert_eq!(colored, 52 * 4 * 3);
}

#[test]
fn a_picture_without_colours_stays_inside_its_area() {
    let look = testing::look(ColorDepth::Mono, false);
    let observation = finished().observe(Seats::NONE);
    for width in [38, 40, 53] {
        let area = Rect::new(2, 1, width, 17);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 60, 20));
        Concentration::draw_thumbnail(&observation, &[], area, &mut buffer, &look);
        let outside = buffer.area.positions().filter(|&at| !area.contains(at));
        for at in outside {
            assert_eq!(buffer[at].symbol(), " ", "{width}: {at:?}");
        }
    }
}

#[test]
fn a_picture_of_a_game_has_the_marks_of_its_table() {
    let marks = ["Y", "O"].map(str::to_owned);
    let game = Fixture::new("1 1, 2 1", ["human", "memory:5"]).game;
    let marked = |look: &Look| {
        let (buffer, _) = testing::drawn((40, 17), |area, buffer, _| {
            let observation = game.observe(Seats::NONE);
            Concentration::draw_thumbnail(&observation, &marks, area, buffer, look);
        });
        testing::text(&buffer).matches('Y').count()
    };
    assert_eq!(marked(&testing::look(ColorDepth::Mono, false)), 2);
    assert_eq!(marked(&testing::dark()), 0, "the colour says it");
}

#[test]
fn a_picture_of_a_finished_game_shows_the_owners_in_colour() {
    for depth in [ColorDepth::True, ColorDepth::Ansi] {
        let look = testing::look(depth, false);
        let game = finished();
        let (buffer, _) = testing::drawn((40, 17), |area, buffer, _| {
            Concentration::draw_thumbnail(&game.observe(Seats::NONE), &[], area, buffer, &look);
        });
        let owned = |seat: usize| {
            let is_owned = |cell: &&Cell| {
                cell.fg == look.palette.seats[seat] && cell.modifier.contains(Modifier::REVERSED)
            };
            buffer.content.iter().filter(is_owned).count()
        };
        assert_eq!([owned(0), owned(1)], [10 * 15; 2], "{depth:?}");
    }
}
