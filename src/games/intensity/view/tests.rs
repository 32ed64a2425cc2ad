//! Snapshots of the card table at each size and with fewer colours, and its click areas.

use insta::assert_snapshot;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    style::Modifier,
};

use super::{
    ScoreSheet,
    card::{self, CardFace},
};
use crate::{
    games::{
        Controller as _, GameView as _, Scene,
        intensity::controller::{Command, IntensityController},
    },
    widgets::{ClickAreas, ColorDepth, Look, testing},
};
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{Deal, IntensityAction, IntensityEvent},
    },
    play::{Advice, Game as _, HUMAN, Seat, Seats, random},
};

struct Fixture {
    game: Intensity,
    events: Vec<IntensityEvent>,
    names: [&'static str; 4],
    viewers: Seats,
    controller: IntensityController,
    is_lingering: bool,
    hint: Option<IntensityAction>,
    motion: f32,
    next: Option<Seat>,
}

const PASSES: [&str; 4] = ["11 42 49", "10 27 30", "32 41 43", "21 22 46"];

impl Fixture {
    /// A game with a person on South, before the pass.
    fn passing() -> Self {
        Self {
            game: Intensity::start(&Deal::shuffled(&mut random::rng(5, &[]))),
            events: Vec::new(),
            names: [HUMAN, "careful", "counter", "expert"],
            viewers: Seats::one(Seat::new(0)),
            controller: IntensityController::default(),
            is_lingering: false,
            hint: None,
            motion: 1.0,
            next: None,
        }
    }

    /// The same game after the pass and these cards.
    fn after(cards: &str) -> Self {
        let mut fixture = Self::passing();
        let game = &mut fixture.game;
        let passes = game.awaited().iter().zip(PASSES.map(|cards| cards.parse().unwrap()));
        let passes: Vec<_> = passes.collect();
        fixture.events = game.step(&passes).unwrap();
        for card in cards.split_whitespace() {
            let seat = game.awaited().only().unwrap();
            fixture.events = game.step(&[(seat, card.parse().unwrap())]).expect(card);
        }
        fixture
    }

    fn with_scene<T>(
        &mut self,
        act: impl FnOnce(&mut IntensityController, &Scene<Intensity>) -> T,
    ) -> T {
        let observation = self.game.observe(self.viewers);
        let names = self.names.map(ToOwned::to_owned);
        let is_person = |seat: &Seat| names[seat.index()] == HUMAN;
        let deciding = self.game.awaited().iter().filter(is_person).collect();
        let hint = self.hint.map(Advice::new);
        let scene = Scene {
            deciding,
            events: &self.events,
            motion: self.motion,
            is_lingering: self.is_lingering,
            hint: hint.as_ref(),
            next: self.next,
            ..Scene::at_rest(&observation, &names)
        };
        act(&mut self.controller, &scene)
    }

    fn run(mut self, commands: &[Command]) -> Self {
        for &command in commands {
            self.with_scene(|controller, scene| controller.run(command, scene));
        }
        self
    }

    fn draw(&mut self, size: (u16, u16), look: &Look) -> (Buffer, ClickAreas) {
        testing::drawn(size, |area, buffer, areas| {
            buffer.set_style(area, look.text());
            self.with_scene(|controller, scene| {
                Intensity::draw(controller, scene, area, buffer, look, areas);
            });
        })
    }

    fn text(&mut self, size: (u16, u16)) -> String {
        testing::text(&self.draw(size, &testing::dark()).0)
    }

    fn styled(&mut self, size: (u16, u16), look: &Look) -> String {
        testing::styled(&self.draw(size, look).0)
    }
}

const COMPACT: (u16, u16) = (40, 5);
const NORMAL: (u16, u16) = (54, 22);
/// Without free rows between the parts.
const TIGHT: (u16, u16) = (58, 13);
/// With the score sheet below the table.
const WITH_SHEET: (u16, u16) = (92, 39);
const SIZES: [(u16, u16); 7] = [COMPACT, TIGHT, NORMAL, (74, 28), (92, 30), WITH_SHEET, (134, 48)];

/// The first three cards of a round: South has led, two have followed, and East is to play.
const MIDDLE: &str = "13 16 15";

#[test]
fn new_cards_are_marked_until_the_first_card_is_played() {
    for size in [NORMAL, (134, 48)] {
        let shown = Fixture::after("").text(size);
        assert_eq!(shown.matches("from").count(), 1, "{shown}");
        // If there is room for all, the cards are named.
        assert_eq!(shown.contains("─ from East: 21, 22, 46"), size != NORMAL, "{shown}");
        assert_snapshot!(format!("passed-{}x{}", size.0, size.1), shown);
    }
    let played = Fixture::after("13").text((134, 48));
    assert!(!played.contains("from East"), "{played}");
}

#[test]
fn passed_cards_leave_and_new_ones_arrive() {
    for (name, motion) in [("leaving", 0.2), ("arriving", 0.8)] {
        let mut fixture = Fixture { motion, ..Fixture::after("") };
        assert_snapshot!(format!("passing-{name}"), fixture.text((74, 28)));
    }
}

#[test]
fn a_finished_round_slides_to_its_winner() {
    let at = |motion| {
        Fixture { motion, is_lingering: true, ..Fixture::after("13 16 15 12 47 48 44 46") }
            .text((74, 28))
    };
    assert_eq!(
        at(1.0),
        Fixture { is_lingering: true, ..Fixture::after("13 16 15 12 47 48 44 46") }.text((74, 28))
    );
    assert_ne!(at(1.5), at(1.0));
    assert_snapshot!("round-slides", at(1.7));
}

#[test]
fn the_table_at_all_sizes() {
    for size in SIZES {
        assert_snapshot!(
            format!("middle-{}x{}", size.0, size.1),
            Fixture::after(MIDDLE).text(size)
        );
    }
}

#[test]
fn cards_marked_to_be_passed() {
    let marks =
        [Command::MarkOrPlay, Command::MoveRight, Command::MarkOrPlay, Command::NextPlayable];
    for size in [COMPACT, NORMAL] {
        assert_snapshot!(
            format!("passing-{}x{}", size.0, size.1),
            Fixture::passing().run(&marks).text(size)
        );
    }
}

#[test]
fn marked_cards_of_one_row_are_highlighted() {
    let look = testing::dark();
    let lit = |size| {
        let buffer = Fixture::passing().run(&[Command::MarkOrPlay]).draw(size, &look).0;
        let is_lit = |cell: &ratatui::buffer::Cell| Some(cell.bg) == look.palette.lit;
        let is_reversed = |cell: &ratatui::buffer::Cell| {
            cell.fg == look.palette.accent && cell.modifier.contains(Modifier::REVERSED)
        };
        buffer.content.iter().any(|cell| is_lit(cell) || is_reversed(cell))
    };
    assert_eq!([COMPACT, NORMAL].map(lit), [true, false]);
}

/// A game in which West has won the first round, which is still shown.
fn finished() -> Fixture {
    Fixture { is_lingering: true, ..Fixture::after("13 16 15 12") }
}

#[test]
fn a_finished_round_and_the_next_one() {
    assert_snapshot!("finished", finished().text(NORMAL));
    assert_snapshot!("next", Fixture { is_lingering: false, ..finished() }.text(NORMAL));
}

#[test]
fn open_and_hidden_hands() {
    let names = ["careful"; 4];
    let open = || Fixture { names, viewers: Seats::first(4), ..Fixture::after(MIDDLE) };
    let closed = || Fixture { names, viewers: Seats::NONE, ..Fixture::after(MIDDLE) };
    for size in [COMPACT, TIGHT, NORMAL] {
        assert_snapshot!(format!("open-{}x{}", size.0, size.1), open().text(size));
        assert_snapshot!(format!("closed-{}x{}", size.0, size.1), closed().text(size));
    }
}

/// A finished game in which each seat always played its lowest card.
fn over() -> Fixture {
    let mut fixture = Fixture::after("");
    while let Some(seat) = fixture.game.awaited().only() {
        let card = fixture.game.position().playable().lowest().unwrap();
        fixture.events = fixture.game.step(&[(seat, IntensityAction::Play(card))]).unwrap();
    }
    fixture.game.fine(Seat::new(2), 5).unwrap();
    fixture
}

#[test]
fn the_score_sheet_at_the_end_and_on_request() {
    for size in [COMPACT, NORMAL] {
        assert_snapshot!(format!("over-{}x{}", size.0, size.1), over().text(size));
        let sheet =
            Fixture::after("13 16 15 12 47 48 44 46").run(&[Command::ToggleScoreSheet]).text(size);
        assert_snapshot!(format!("sheet-{}x{}", size.0, size.1), sheet);
    }
}

#[test]
fn a_picture_shows_the_whole_open_hand_and_the_whole_round() {
    let look = testing::dark();
    let cards = |buffer: &Buffer| {
        let positions = buffer.area.positions();
        positions.filter(|at| buffer[*at].bg != look.palette.cells[0]).collect::<Vec<_>>()
    };
    let game = Fixture::after("13 16 15").game;
    let led = Fixture::after("13").game.observe(Seats::NONE).trick;
    let widths = |height| (16..130).step_by(5).map(move |width| (width, height));
    for (index, size) in (8..40).step_by(3).flat_map(widths).enumerate() {
        // The seats take turns, so neighbouring sizes have all of them.
        let seat = Seat::new(index % 4);
        let with_round = game.observe(Seats::one(seat));
        let mut bare = with_round.clone();
        bare.trick = led;
        let [bare, with_round] = [&bare, &with_round].map(|observation| {
            let draw = |area, buffer: &mut Buffer, _: &mut ClickAreas| {
                Intensity::draw_thumbnail(observation, &[], area, buffer, &look);
            };
            testing::drawn(size, draw).0
        });
        let hand = cards(&bare);
        assert!(hand.iter().all(|&at| bare[at] == with_round[at]), "{seat:?} in {size:?}");
        let round = cards(&with_round).len() - hand.len();
        assert!(round >= 2 * 2, "{seat:?} in {size:?}");
    }
}

#[test]
fn the_cards_of_a_hand_show_their_points_in_pictures_of_daily_deals() {
    let observation = Fixture::after("").game.observe(Seats::first(1));
    let hand = observation.hands[0].unwrap();
    let costly = hand.iter().filter(|card| card.penalty() > 0).count();
    // In windows of 80 x 24, 120 x 40 and 200 x 60.
    for size in [(40, 19), (55, 27), (70, 35)] {
        let draw = |area, buffer: &mut Buffer, _: &mut ClickAreas| {
            Intensity::draw_thumbnail(&observation, &[], area, buffer, &testing::dark());
        };
        let text = testing::text(&testing::drawn(size, draw).0);
        assert_eq!(text.matches("+1").count() + text.matches("+7").count(), costly, "{text}");
    }
}

#[test]
fn a_picture_of_a_finished_game_has_the_points() {
    let observation = over().game.observe(Seats::NONE);
    let names = ["You", "Tobias", "Paula", "Henriette"].map(str::to_owned);
    let draw = |area, buffer: &mut Buffer, _: &mut ClickAreas| {
        Intensity::draw_thumbnail(&observation, &names, area, buffer, &testing::dark());
    };
    // The size in statistics.
    let text = testing::text(&testing::drawn((34, 16), draw).0);
    for (seat, name) in names.iter().enumerate() {
        let label = format!("{name} {}", observation.score(Seat::new(seat)));
        assert!(text.contains(&label), "{label}\n{text}");
    }
}

#[test]
fn the_points_replace_the_hand_once_the_last_card_is_down() {
    for (motion, is_shown) in [(0.5, false), (1.0, true)] {
        let text = Fixture { motion, is_lingering: true, ..over() }.text(NORMAL);
        assert_eq!(text.contains("points"), is_shown, "{text}");
    }
}

#[test]
fn the_score_sheet_fills_the_room_that_it_asks_for() {
    let look = testing::dark();
    over().with_scene(|_, scene| {
        let sheet = ScoreSheet { scene, look: &look };
        // With the widest columns.
        let size = sheet.extent(Size::new(90, 38));
        let draw = |area, buffer: &mut Buffer, _: &mut ClickAreas| sheet.draw(buffer, area);
        let text = testing::text(&testing::drawn((size.width, size.height), draw).0);
        assert!(text.lines().next().unwrap().starts_with("          You"), "{text}");
    });
}

#[test]
fn only_programs_have_a_line_of_fines() {
    let playing = || Fixture::after("13 16 15 12").run(&[Command::ToggleScoreSheet]);
    // The sheet with cards, and that with points only, which may be too narrow for fines.
    for (size, has_room) in [(NORMAL, true), ((60, 8), true), (COMPACT, false)] {
        assert!(!playing().text(size).contains("fines"));
        assert_eq!(over().text(size).contains("fines"), has_room, "{}", over().text(size));
        assert!(over().text(size).contains("points"));
    }
}

#[test]
fn the_rounds_stand_below_a_large_table() {
    let mut fixture = Fixture::after("13 16 15 12 47 48 44 46");
    for look in [testing::dark(), testing::look(ColorDepth::Mono, true)] {
        let shown = testing::text(&fixture.draw(WITH_SHEET, &look).0);
        assert!(shown.contains("took the round") && shown.contains("points"), "{shown}");
    }
    assert_snapshot!("rounds-below", fixture.text(WITH_SHEET));
}

#[test]
fn without_colours_no_card_loses_its_frame() {
    // A calf can't be led.
    for ascii in [false, true] {
        let look = testing::look(ColorDepth::Mono, ascii);
        for size in [TIGHT, NORMAL, (74, 28), WITH_SHEET, (134, 48)] {
            let mut fixture = Fixture::after("");
            let shown = testing::text(&fixture.draw(size, &look).0);
            let hand = fixture.game.position().hands[0];
            let calves = hand.iter().filter(|card| card.is_calf()).count();
            assert!(calves > 0);
            // Without a row for the points, the head of a calf replaces them.
            let is_low = size == (74, 28) && !ascii;
            let is_cost = |rest: &str| !rest.starts_with(|next: char| next.is_ascii_digit());
            let costs = shown.split("+1").skip(1).filter(|rest| is_cost(rest)).count();
            assert_eq!(costs, if is_low { 0 } else { calves }, "{shown}");
            let broken = ["+1╯", "++1+", "-+1+"].into_iter().find(|edge| shown.contains(edge));
            assert_eq!(broken, None, "the frame is broken:\n{shown}");
            let corners = [look.glyphs.border.top_left, look.glyphs.faint_border.top_left];
            let corner = |at: usize| shown.matches(corners[at]).count();
            if ascii {
                assert!(corner(1) >= calves, "{shown}");
            } else {
                assert_eq!(corner(0), hand.len(), "{shown}");
            }
        }
    }
}

#[test]
fn a_card_has_all_its_pips_without_blocks() {
    let look = testing::look(ColorDepth::True, true);
    for (width, height) in [(8, 5), (8, 6), (10, 7), (12, 8), (14, 10)] {
        for (card, pips) in [("19", 1), ("25", 2), ("41", 4)] {
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
            let area = buffer.area;
            card::draw(&mut buffer, area, card.parse().unwrap(), CardFace::Normal, &look);
            // Each pip has at least one character in the print's colour.
            let ink = look.palette.print[0];
            let printed = buffer.content.iter().filter(|cell| cell.bg == ink).count();
            assert!(printed >= pips, "{card} in {width} x {height}");
        }
    }
}

#[test]
fn the_words_on_the_felt_are_in_its_middle() {
    for size in [TIGHT, NORMAL, (74, 28), (92, 30), (134, 48)] {
        let mut fixture = Fixture::passing();
        let look = testing::dark();
        let (buffer, _) = fixture.draw(size, &look);
        for y in 0..buffer.area.height {
            let felt: Vec<u16> = (0..buffer.area.width)
                .filter(|&x| buffer[(x, y)].bg == look.palette.cells[0])
                .collect();
            let written = felt.iter().filter(|&&x| buffer[(x, y)].symbol() != " ");
            let written: Vec<u16> = written.copied().collect();
            if let (Some(first), Some(last)) = (written.first(), written.last()) {
                assert_eq!(first - felt[0], felt[felt.len() - 1] - last, "row {y} of {size:?}");
            }
        }
    }
}

#[test]
fn the_person_who_takes_the_keyboard_next_sits_at_the_lower_edge() {
    let mut fixture = Fixture { names: [HUMAN; 4], ..Fixture::passing() };
    assert!(fixture.text(NORMAL).contains("South"));
    fixture = Fixture { viewers: Seats::NONE, next: Some(Seat::new(1)), ..fixture };
    let shown = fixture.text(NORMAL);
    let names = ["East", "North", "South", "West"].map(|name| shown.find(name).unwrap());
    assert!(names.is_sorted(), "{shown}");
}

#[test]
fn a_person_stays_at_the_lower_edge_when_all_hands_are_shown() {
    let names = ["careful", HUMAN, "careful", "careful"];
    let mut fixture = Fixture { names, viewers: Seats::first(4), ..Fixture::after(MIDDLE) };
    for card in ["12", "47", "48", "44"] {
        let shown = fixture.text(NORMAL);
        let names = ["East", "North", "South", "West"].map(|name| shown.find(name).unwrap());
        assert!(names.is_sorted(), "{shown}");
        let cards: usize = fixture.game.position().hands.iter().map(|hand| hand.len()).sum();
        assert!(shown.matches(|letter: char| letter.is_ascii_digit()).count() >= 2 * cards);
        let seat = fixture.game.awaited().only().unwrap();
        fixture.events = fixture.game.step(&[(seat, card.parse().unwrap())]).unwrap();
    }
}

#[test]
fn the_viewer_sits_at_the_lower_edge() {
    let names = [HUMAN; 4];
    let west = Fixture { names, viewers: Seats::one(Seat::new(1)), ..Fixture::after("13") };
    assert_snapshot!("west", { west }.text(NORMAL));
}

#[test]
fn styles_at_all_colour_depths() {
    let fixture = || Fixture { hint: Some("28".parse().unwrap()), ..Fixture::after("") };
    assert_snapshot!("styled-true", fixture().styled(NORMAL, &testing::dark()));
    assert_snapshot!(
        "styled-ansi",
        fixture().styled(NORMAL, &testing::look(ColorDepth::Ansi, false))
    );
    assert_snapshot!(
        "styled-mono",
        fixture().styled(NORMAL, &testing::look(ColorDepth::Mono, false))
    );
    assert_snapshot!(
        "styled-ascii",
        fixture().styled(NORMAL, &testing::look(ColorDepth::Mono, true))
    );
    assert_snapshot!("styled-compact", fixture().styled(COMPACT, &testing::dark()));
}

#[test]
fn click_areas_match_the_cards_of_the_hand() {
    for size in SIZES {
        let mut fixture = Fixture::after("");
        let items = testing::clickable(&fixture.draw(size, &testing::dark()));
        let hand = fixture.game.position().hands[0];
        assert_eq!(items.len(), hand.len(), "{size:?}");
        assert!(hand.iter().all(|card| items.contains(&Command::Choose(card))), "{size:?}");
    }
}

#[test]
fn no_size_panics() {
    for width in [0, 1, 7, 20, 31, 54, 75, 160] {
        for height in [0, 1, 3, 5, 11, 20, 50] {
            for mut fixture in [Fixture::passing(), Fixture::after(MIDDLE), over()] {
                for ascii in [false, true] {
                    fixture.draw((width, height), &testing::look(ColorDepth::Mono, ascii));
                }
            }
        }
    }
}

#[test]
fn the_cursor_leaves_the_mark_of_a_hint_on_the_next_card() {
    let mut fixture = Fixture::passing();
    let hand: Vec<_> = fixture.game.position().hands[0].iter().collect();
    let hint = format!("{} {} {}", hand[0], hand[1], hand[9]);
    fixture.hint = Some(hint.parse().unwrap());
    let drawn = fixture.run(&[Command::MoveToLowest]).text(COMPACT);
    assert!(drawn.contains(&format!("▸{}◂", hand[1])), "{drawn}");
}
