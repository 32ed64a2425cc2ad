//! The statistics screen.

use std::time::Duration;

use insta::assert_snapshot;

use super::stage::{self, LARGE, SIZES, SMALL, Stage, USUAL, session, whole_game};
use crate::{
    app::{
        feats::FeatSection,
        statistics::{RatingChart, StatisticsData, StatisticsTable, table_kinds},
    },
    arcade::screens::statistics::StatisticsScreen,
    database::{
        DailyDate, GameIdentity, PersonResult, SeriesPosition, Store,
        statistics::{FinishedGame, Margin, Uncounted},
        tests::Waiting,
    },
    games::{Naming, feats::sections},
    job::Job,
    practice::{
        rating,
        stars::{Stars, wins_needed, wins_towards},
    },
    widgets::{ColorDepth, testing},
};
use fourcade_engine::{
    GameKind,
    flip::Flip,
    play::{Game, Level, header_json},
};

/// Creates games of three minutes, one per character: `+` won by 10, `=` drawn, `-` lost by 4.
fn games(game: &str, size: Option<u16>, opponents: &str, written: &str) -> Vec<FinishedGame> {
    let game = |letter| {
        let (result, margin) = match letter {
            '=' => (PersonResult::Drawn, 0),
            '-' => (PersonResult::Lost, -4),
            _ => (PersonResult::Won, 10),
        };
        FinishedGame {
            id: 0,
            game: game.to_owned(),
            size,
            opponents: opponents.to_owned(),
            ended: 0,
            result,
            margin: Margin::Points(margin),
            time: Duration::from_secs(180),
        }
    };
    written.chars().map(game).collect()
}

/// All feats, the first one of each section done.
fn feats() -> impl Iterator<Item = FeatSection> {
    let date = "2026-11-12".parse::<DailyDate>().ok();
    sections().map(move |(kind, feats)| {
        let feats = feats.iter().enumerate();
        let feats = feats.map(|(index, feat)| (feat, date.filter(|_| index == 0))).collect();
        FeatSection { kind, feats }
    })
}

/// Those earned by these games are lit.
fn stars(kind: GameKind, played: &[FinishedGame]) -> Stars {
    let is_earned = |level| wins_towards(kind, level, played) == wins_needed(kind);
    Stars::new(kind, Level::COMMON.map(is_earned), played)
}

fn open(stage: Stage, played: Vec<FinishedGame>, uncounted: Uncounted) -> Stage {
    let table = |kind| StatisticsTable::new(kind, &played, uncounted, Naming::default());
    let tables = table_kinds().map(table).collect();
    let course =
        |kind| RatingChart::new(&rating::ratings_over_time(rating::results(kind, &[], &played)));
    let ratings = GameKind::ALL.map(course);
    let feats = feats().collect();
    let stars = GameKind::ALL.map(|kind| stars(kind, &played));
    let data = StatisticsData { games: played, tables, ratings, stars, feats };
    let job = Job::start(&stage.background, move |_, _| Ok(data));
    let mut stage = stage.over(StatisticsScreen::of(job));
    stage.settle();
    stage
}

#[test]
fn uncounted_games_are_explained_in_full_where_it_fits() {
    let usual = |practice| {
        let uncounted = Uncounted { practice, among_persons: 1, among_computers: 1, unfinished: 6 };
        let played = games("flip", Some(8), "first", "+");
        let words = open(Stage::menu(), played, uncounted).text(USUAL);
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let words = usual(0);
    let text = "Not counted: 6 unfinished, 1 between people, 1 between computers.";
    assert!(words.contains(text), "{words}");
    let words = usual(12);
    assert!(words.contains("Not counted: 6 unfinished, 12 for practice, 2 others."), "{words}");
}

fn showing(played: Vec<FinishedGame>) -> Stage {
    open(Stage::menu(), played, Uncounted::default())
}

pub fn many_over(stage: Stage) -> Stage {
    let mut played = games("flip", Some(8), "level:3", &"-+-=--+".repeat(4));
    played.extend(games("intensity", None, "careful, counter, expert", &"--+-=".repeat(7)));
    played.extend(games("flip", Some(8), "level:3", &"+++-++=+".repeat(5)));
    played.extend(games("concentration", None, "memory:5", "+"));
    played.extend(games("flip", Some(10), "level:3", "+-+"));
    played.extend(games("eater", Some(9), "smart", &"-=+".repeat(8)));
    played.extend(games("intensity", None, "expert x 3", &"-".repeat(12)));
    played.extend(games("flip", Some(8), "expert", &"-".repeat(9)));
    played
        .extend((1..11).flat_map(|level| games("flip", Some(6), &format!("level:{level}"), "+=-")));
    open(
        stage,
        played,
        Uncounted { practice: 4, among_persons: 3, among_computers: 12, unfinished: 1 },
    )
}

fn many() -> Stage {
    many_over(Stage::menu())
}

/// Checks the snapshots of all sizes.
fn in_all_sizes(name: &str, stage: &mut Stage) {
    for size in SIZES {
        assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), stage.text(size));
    }
}

#[test]
fn statistics_are_drawn_in_all_sizes() {
    in_all_sizes("nothing", &mut showing(Vec::new()));
    in_all_sizes("one-game", &mut showing(games("flip", Some(8), "level:3", "+")));
    let mut stage = many();
    in_all_sizes("all-games", &mut stage);
    assert_snapshot!("all-games-200x60", stage.text((200, 60)));
    stage.keys("ll");
    in_all_sizes("one-of-them", &mut stage);
    assert_snapshot!("one-of-them-200x60", stage.text((200, 60)));
    in_all_sizes("last-row", stage.keys("<End>"));
    for (width, height) in SIZES {
        let mut stage = many();
        stage.keys("lljjjjj");
        for part in ["second", "third"] {
            assert_snapshot!(
                format!("{part}-part-{width}x{height}"),
                stage.text_after("v", (width, height))
            );
        }
    }
}

#[test]
fn statistics_are_drawn_in_all_colour_depths() {
    for (name, depth, ascii) in [
        ("dark", ColorDepth::True, false),
        ("ansi", ColorDepth::Ansi, false),
        ("mono", ColorDepth::Mono, false),
        ("ascii", ColorDepth::Mono, true),
    ] {
        let mut stage = many_over(Stage::with_home(stage::home(ascii), depth));
        assert_snapshot!(format!("styled-{name}"), testing::styled(&stage.keys("ll").draw(LARGE)));
    }
}

/// Checks that, after some keys, the screen shows each text or, behind a `!`, lacks it.
#[track_caller]
fn check(mut stage: Stage, keys: &str, texts: &[&str]) {
    // What `v` does depends on the charts that are visible.
    for keys in keys.split_inclusive('v') {
        stage.medium();
        stage.keys(keys.trim_end_matches('v'));
        stage.medium();
        stage.keys(&keys[keys.trim_end_matches('v').len()..]);
    }
    for text in texts {
        stage.shows(text);
    }
}

#[test]
fn games_and_rows_are_chosen_by_keys() {
    for (keys, texts) in [
        ("", &["▸ Total", "Win rate", "Enter results", "!Enter play"][..]),
        ("j", &["▸ Intensity", "Intensity: win rate", "Enter more"]),
        ("jj<Enter>", &["▸ Total", "Beginner", "Enter play", "!Enter more", "!Master x 3"]),
        ("<Enter>", &["▸ 182 lost", "Enter replay", "Esc back"]),
        ("rj<Esc>j", &["▸ Intensity", "Intensity: win rate"]),
        ("l", &["Master x 3", "Win rate", "!Level 8"]),
        ("<Tab><Tab>jj", &["▸ Beginner", "Beginner, 8 x 8: win rate"]),
        ("<S-Tab><S-Tab>", &["▸ Total", "Smart", "Win rate"]),
        ("<S-Tab><S-Tab><End>", &["▸ Smart", "Smart, 9 x 9: win rate"]),
        ("hl", &["Enter results"]),
        ("lllll", &["▸ ★ Clean sheet"]),
        ("llllll", &["Enter results"]),
        // The levels come first, and then other players.
        ("lljjjjjjjj", &["▸ Master"]),
        ("ll<End>", &["▸ Level 10"]),
        ("ll<End>k<Home>", &["▸ Total"]),
        ("<End>jj", &["▸ Eater"]),
        ("<Esc>", &["avoid tricks"]),
    ] {
        check(many(), keys, texts);
    }
}

#[test]
fn the_feats_have_a_tab_with_their_dates() {
    let mut stage = many();
    in_all_sizes("feats", stage.keys("lllll"));
    let texts = [
        "Intensity         ★☆☆☆☆☆☆☆  1 of 8",
        "Clean sheet            Finish without a point.",
        "12 Nov 2026",
        "Take all 17 points.",
    ];
    check(many(), "lllll", &texts);
    check(many(), "lllll<End>", &["▸ ☆ Ten in a row", "All games         ★☆☆       1 of 3"]);
    check(many(), "lllllv", &["There are no charts here."]);
    stage.keys("<Down><Home>h").shows("Smart");
}

#[test]
fn only_scored_games_have_margins() {
    // The table of all games, and the one of a game without scores.
    for (keys, after) in [("", "Ratings "), ("<Tab><Tab><Tab><Tab>", "Rating ")] {
        check(many(), keys, &["Win rate ", "1 of 2", "!Lead "]);
        check(many(), &format!("{keys}v"), &[after, "2 of 2", "!Lead "]);
    }
    let drawn = many().medium();
    let has_margin = |name: &str| {
        let row = drawn.lines().find(|line| line.starts_with(name)).expect(name);
        assert_ne!(row.contains(['+', '-']), row.contains('–'), "{row}");
        row.contains(['+', '-'])
    };
    let rows =
        ["    ▸ Total", "      Intensity", "      Flip", "      Concentration", "      Eater"];
    assert_eq!(rows.map(has_margin), [false, true, true, true, false], "{drawn}");
    check(many(), "llv", &["Lead ", "+10"]);
    check(many(), "llvv", &["Rating 1322", "95 games and puzzles", "3 of 3", "!Lead "]);
    check(many(), "llvvv", &["Win rate ", "!Lead "]);
    // The chosen chart stays if the other table has it.
    check(many(), "llvhj", &["lead "]);
    check(many(), "llvllll", &["Win rate "]);
}

#[test]
fn a_tab_leads_back_to_the_row_that_opened_it() {
    let drawn = many().keys("jj<Enter><Esc>").medium();
    assert!(drawn.contains("▸ Flip"), "{drawn}");
}

#[test]
fn lists_move_by_pages() {
    let shows = |keys: &str, text: &str| {
        let mut stage = many();
        stage.text(SMALL);
        for key in keys.split_inclusive('>') {
            stage.keys(key);
            stage.text(SMALL);
        }
        let drawn = stage.text(SMALL);
        assert!(drawn.contains(text), "{keys} {text}\n{drawn}");
    };
    shows("l<Right><PgDn>", "▸ Master");
    shows("l<Right><PgDn><PgUp>", "▸ Total");
    shows("<Enter><PgDn>", "▸ 181");
    shows("<Enter><PgDn><PgUp>", "▸ 182");
    shows("<Left><PgDn><PgDn><PgUp><PgUp><PgUp>", "▸ ★ Clean sheet");
}

#[test]
fn a_wide_window_has_panels_with_borders() {
    let wide = |written: &str, keys: &str| {
        let mut stage = showing(games("flip", Some(8), "level:3", written));
        stage.keys(keys).text((200, 60))
    };
    let place = |drawn: &str, text: &str| {
        let found = drawn.lines().enumerate().find_map(|(row, line)| Some((row, line.find(text)?)));
        found.unwrap_or_else(|| panic!("{text}\n{drawn}"))
    };
    // The panels are at the same places before the first game.
    let fresh = wide("", "");
    assert_eq!(fresh.matches("0 of 5 games or puzzles").count(), 4, "{fresh}");
    let panels = ["╭ Rating and stars ", "╭ Feats ", "Practice games"];
    let [won, unplayed] = [wide(&"++=".repeat(4), "ll"), wide("", "ll")];
    for drawn in [&won, &unplayed] {
        assert_eq!(place(drawn, "Statistics"), (1, 4), "{drawn}");
        assert_eq!(place(drawn, "Practice games"), place(&fresh, "Practice games"), "{drawn}");
        assert!(panels.iter().all(|panel| drawn.contains(panel)), "{drawn}");
        assert!(drawn.contains("☆ Expert ") && drawn.contains("0/3"), "{drawn}");
    }
    assert!(unplayed.contains("A rating begins after 5 games or puzzles."), "{unplayed}");
    let [win_rate, lead] = ["╭ Win rate 80%", "╭ Lead +6.0"].map(|title| place(&won, title).0);
    assert_eq!(win_rate, lead, "{won}");
    let lost = wide(&"-".repeat(12), "ll");
    assert!(lost.contains("╭ Win rate 0%") && lost.contains("╭ Lead -4.0"), "{lost}");
    assert!(unplayed.contains("Grabs many tiles and overlooks corners."), "{unplayed}");
    assert!(unplayed.contains("Win rate and lead begin after 3 games: 0 so far."), "{unplayed}");
    let few = wide("--", "");
    assert!(few.contains("Win rate begins after 3 games: 2 so far."), "{few}");
    assert!(few.contains("Opponents") && few.contains("Flip: Beginner"), "{few}");
    assert!(few.contains("☆ Beginner ") && few.contains("0/3"), "{few}");
    let many = wide(&"-".repeat(12), "");
    assert!(many.contains("Opponents") && many.contains("Intensity: rating"), "{many}");
    assert!(many.contains("A rating begins after 5 games or puzzles."), "{many}");
}

#[test]
fn a_new_game_has_the_level_and_the_size_of_the_row() {
    let played = || {
        let mut played = games("flip", Some(4), "level:6", "+");
        played.extend(games("flip", Some(8), "level:6", "+"));
        played.extend(games("intensity", None, "careful, counter, expert", "+"));
        showing(played)
    };
    for key in ["n", "<Enter>"] {
        let hard = ["New game: Flip", "• Hard", "4 x 4"];
        check(played(), &format!("lljjjj{key}"), &hard);
        check(played(), &format!("lljjjjj{key}"), &["New game: Flip", "• Hard", "8 x 8"]);
        check(played(), &format!("ll{key}"), &["New game: Flip", "• Easy", "8 x 8"]);
        check(played(), &format!("l{key}"), &["New game: Intensity", "• Easy"]);
        check(showing(Vec::new()), &format!("ll{key}"), &["New game: Flip", "• Beginner"]);
    }
}

#[test]
fn panels_of_a_wide_window_reach_the_note() {
    for written in ["", "-", "+=-", "-----", "++-+=-+-+-+-+--"] {
        let mut stage = showing(games("flip", Some(8), "level:3", written));
        for _ in table_kinds() {
            let drawn = stage.text((200, 60));
            let lines: Vec<&str> = drawn.lines().collect();
            let note = lines.iter().position(|line| line.contains("Practice games"));
            let bottom = lines[note.expect("a note") - 1];
            assert!(bottom.starts_with("    ╰") && bottom.ends_with('╯'), "{drawn}");
            stage.keys("l");
        }
    }
}

#[test]
fn shades_are_explained_where_they_are_seen() {
    for (depth, is_seen) in [(ColorDepth::True, true), (ColorDepth::Ansi, false)] {
        let stage = Stage::with_home(stage::home(false), depth);
        let drawn = many_over(stage).keys("ll").text((200, 60));
        assert_eq!(drawn.contains("; dim: average of fewer"), is_seen, "{drawn}");
    }
}

#[test]
fn panels_of_a_large_window_stay_in_place() {
    let mut stage = many();
    stage.keys("ll");
    let places = [(); 8].map(|()| {
        let drawn = stage.text((200, 60));
        stage.keys("j");
        ["Rating ", "Not counted"].map(|text| {
            let line = drawn.lines().position(|line| line.contains(text));
            line.expect(text)
        })
    });
    assert_eq!(places, [places[0]; 8]);
}

#[test]
fn a_large_window_pictures_the_selected_game() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path().join("fourcade.db"), || ());
    let moves = whole_game();
    let moves: Vec<_> = moves.iter().map(String::as_str).collect();
    for opponent in ["level:3", "level:6"] {
        let session = session(["human", opponent], 4, &moves);
        let identity = GameIdentity::of::<Flip>(session.header()).unwrap();
        store.import(&session, identity).unwrap();
    }
    let mut stage = Stage::with_store(&store);
    stage.keys("t").settle();
    // The newest game, the one before it, and a tab without games.
    for (keys, caption) in [
        ("", "Flip: Hard, 4 x 4 won"),
        ("rj", "Flip: Beginner, 4 x 4 won"),
        ("<Esc><Tab>", "Intensity an example ─"),
    ] {
        stage.text_after(keys, (200, 60));
        stage.arcade.tick();
        while !stage.text((200, 60)).contains(&format!("╭ {caption}")) {
            stage.handle_next();
        }
    }
}

#[test]
fn a_row_with_few_games_leaves_the_charts_to_the_page() {
    let mut played = games("flip", Some(8), "level:3", "+-+-+-");
    played.extend(games("flip", Some(4), "level:6", "+"));
    let drawn = showing(played).keys("lljjjj").text((200, 60));
    for text in ["╭ Hard, 4 x 4: results", "╭ All of Flip: win rate 57%", "╭ All of Flip: lead "]
    {
        assert!(drawn.contains(text), "{text}\n{drawn}");
    }
}

#[test]
fn clicks_choose_games_and_rows() {
    let mut stage = many();
    stage.click("Flip ", USUAL).shows("Pip").click("Easy", USUAL).shows("▸ Easy");
    stage.click("Eater", USUAL).shows("Smart").click("All games", USUAL);
    // The tabs have the same names as the rows, so the rows are found by their position.
    let (column, row) = stage.find("Total", USUAL);
    for text in ["▸ Concentration", "Mimi"] {
        stage.click_at((column, row + 3)).shows(text);
        stage.draw(USUAL);
    }
    stage.click("▸", SMALL).shows("Smart").click("◂", SMALL).shows("Mimi");
    stage.click("Flip ", USUAL).shows("Pip");
}

#[test]
fn the_tabs_stay_in_place() {
    for played in [Vec::new(), games("flip", Some(8), "level:3", "+")] {
        let mut stage = showing(played);
        for size in [SMALL, USUAL, LARGE, (200, 60)] {
            let places = [(); 6].map(|()| {
                let place = stage.find("Statistics", size);
                stage.keys("l");
                place
            });
            assert_eq!(places, [places[0]; 6], "{size:?}");
        }
    }
}

#[test]
fn lines_are_numbered_from_the_first_game() {
    let mut stage = showing(games("flip", Some(8), "level:3", &"+-".repeat(10)));
    let drawn = stage.keys("ll").text(USUAL);
    let numbers = ["game", "1", "10", "20"];
    let is_axis = |line: &str| line.split_whitespace().collect::<Vec<_>>().ends_with(&numbers);
    assert!(drawn.lines().any(is_axis), "{drawn}");
}

#[test]
fn a_line_over_few_games_has_a_step_for_each() {
    let drawn = showing(games("flip", Some(8), "level:3", "+-+")).keys("ll").text(LARGE);
    // The win rates are 100, 50 and 67 percent; the last one ends inside a row.
    let steps = drawn.lines().filter_map(|line| line.split_once("│")).map(|(_, plot)| {
        let is_part = |glyph: &char| "▁▂▃▄▅▆▇".contains(*glyph);
        plot.split("│").next().unwrap_or_default().chars().filter(is_part).collect::<String>()
    });
    let steps: Vec<_> = steps.filter(|step| !step.is_empty()).collect();
    assert!(!steps.is_empty(), "{drawn}");
    for step in steps {
        let first = step.chars().next().unwrap_or_default();
        assert!(step.chars().count() >= 5 && step.chars().all(|glyph| glyph == first), "{drawn}");
    }
}

#[test]
fn few_games_make_no_misleading_charts() {
    let flip = |written: &str| showing(games("flip", Some(8), "level:3", written));
    let advice =
        ["No games to count yet.", "Press Tab for a game, then Enter to play it.", "!n new game"];
    check(flip(""), "", &advice);
    check(flip(""), "n", &["Select a game first."]);
    // A game's page lists everybody whom one can play.
    let opponents = ["▸ Beginner  (o<o) Pip", "Master    <+_+> Adele", "Enter play", "!0%"];
    check(flip(""), "ll", &opponents);
    check(flip(""), "lljn", &["New game: Flip", "• Easy"]);
    check(flip(""), "v", &["There is nothing to show yet."]);
    check(flip("+"), "ll", &["rate", "100%", "1 won", "▸ Total"]);
    let texts = ["Beginner, 8 x 8: results", "1 won   +10  ", "begins after 3 games."];
    check(flip("+"), "llj", &texts);
    // The newest game is first.
    let drawn = flip("+=").keys("ll").text(USUAL);
    assert!(drawn.find("2 drawn   0") < drawn.find("1 won   +10"), "{drawn}");
    check(flip("+="), "ll", &["!Landslide"]);
    assert!(flip("+=").keys("ll").text((200, 60)).contains("Landslide"));
    check(flip("+=-"), "ll", &["Results", "Win rate 50%"]);
    check(flip("+=-"), "llv", &["Results", "Lead +2.0"]);
    // Fewer than five results say too little about a rating.
    check(flip("+=-+"), "llvv", &["Results", "Rating", "A rating begins after 5"]);
    check(flip("+=-+="), "llvv", &["Results", "Rating 1", " ± "]);
    // A row over several opponents names them.
    let mut two = games("flip", Some(8), "level:3", "+");
    two.extend(games("eater", Some(9), "smart", "-"));
    check(showing(two), "", &["2 lost    –  Eater: Smart, 9 x 9"]);
    check(flip("=========="), "llv", &["Lead ", "!NaN"]);
}

#[test]
fn games_that_a_player_left_have_no_margin() {
    let left = |written, end| {
        let mut played = games("flip", Some(8), "level:3", written);
        for game in &mut played {
            game.margin = end;
        }
        showing(played)
    };
    let texts = ["Lead ", "No game was played to the end.", "!NaN"];
    check(left("----------", Margin::Resigned), "llv", &texts);
    check(left("-", Margin::Resigned), "llj", &["1 resigned  "]);
    check(left("-", Margin::TimedOut), "llj", &["1 timed out  "]);
}

#[test]
fn texts_of_feats_are_not_cut() {
    let drawn = showing(games("flip", Some(8), "level:3", "+=-")).keys("ll").text((200, 60));
    assert!(drawn.contains("Lead ") && !drawn.contains('…'), "{drawn}");
    let mut stage = many();
    stage.keys("lllll");
    for keys in ["", "<End>"] {
        let drawn = stage.text_after(keys, (80, 24));
        assert!(!drawn.contains('…'), "{drawn}");
    }
}

#[test]
fn a_few_games_stay_beside_the_chosen_chart() {
    let mut stage = showing(games("flip", Some(8), "level:3", "+=-+="));
    stage.keys("ll").text((80, 24));
    for texts in [
        ["Lead +3.2", "2 of 3", "+10  │", "0    │"],
        ["Rating ", " ± ", "3 of 3", "1400 │"],
        ["Win rate 60%", "1 of 3", "100% │", "0%   ╰"],
    ] {
        let drawn = stage.text_after("v", (80, 24));
        for text in texts.into_iter().chain(["Results", "1 won   +10"]) {
            assert!(drawn.contains(text), "{text}\n{drawn}");
        }
    }
}

#[test]
fn small_windows_show_a_few_games_below_the_table() {
    let mut stage = showing(games("flip", Some(8), "level:3", "+="));
    for (keys, texts) in [
        ("", ["W-D-L", "1-1-0", "2 drawn   0", "Flip: results", "1/3"]),
        ("ll", ["W-D-L", "1-1-0", "▸ Total", "Master", "1/5"]),
        ("v", ["2 drawn   0", "Results", "1 won   +10", "v next", "2/5"]),
    ] {
        let drawn = stage.text_after(keys, SMALL);
        for text in texts {
            assert!(drawn.contains(text), "{text}\n{drawn}");
        }
    }
}

#[test]
fn arrows_move_what_a_small_window_shows() {
    let mut stage = many();
    stage.text(SMALL);
    stage.text_after("ll", SMALL);
    for (keys, text) in [
        ("v", "2/5"),
        ("j", "▸ 110 lost"),
        ("j", "▸ 109"),
        ("v", "3/5"),
        ("j", "4/5"),
        ("k", "3/5"),
        ("<Home>", "Show the table first."),
        ("k", "2/5"),
        ("<End>", "▸   1"),
        ("vvvv", "1/5"),
        ("j", "▸ Beginner"),
    ] {
        let mut drawn = String::new();
        for key in keys.split_inclusive('v') {
            drawn = stage.text_after(key, SMALL);
        }
        assert!(drawn.contains(text), "{keys}: {text}\n{drawn}");
    }
}

#[test]
fn names_of_games_are_cut_last() {
    let left = |opponent| {
        let mut played = games("flip", Some(8), "level:3", "-");
        played[0].margin = Margin::Resigned;
        played.extend(games("concentration", None, opponent, "-"));
        showing(played)
    };
    let usual = (80, 24);
    for (opponent, size, texts) in [
        ("memory:5", usual, ["1 resigned  –  Flip: Beginner, 8 x 8", " -4  Concentration: Easy"]),
        (
            "memory:12",
            usual,
            ["1 lost   –  Flip: Beginner, 8 x 8", " -4  Concentration: Memory 12"],
        ),
        ("memory:2", (200, 60), ["1 resigned    –  Flip: Beginner, 8 x 8", "1 Jan 1970"]),
    ] {
        let drawn = left(opponent).text(size);
        for text in texts {
            assert!(drawn.contains(text), "{text}\n{drawn}");
        }
    }
}

#[test]
fn arrows_are_offered_if_there_are_rows_to_choose() {
    let flip = |written: &str| showing(games("flip", Some(8), "level:3", written));
    check(flip(""), "", &["!arrows choose"]);
    check(flip("+"), "", &["!arrows choose"]);
    check(flip("+"), "<Down>", &["There are no other rows."]);
    check(many(), "", &["arrows choose"]);
}

#[test]
fn unknown_games_are_counted_under_their_own_name() {
    let mut played = games("flip", Some(8), "level:3", "+-");
    played.extend(games("poker", None, "bluffer", "++="));
    check(showing(played), "<End>", &["▸ poker", "83%", "!Enter more"]);
}

#[test]
fn every_window_size_is_drawn() {
    for played in [
        games("flip", Some(8), "level:3", "+"),
        games("flip", Some(8), "level:3", &"+-=".repeat(3000)),
    ] {
        let mut stage = showing(played);
        for (width, height) in
            [(40, 12), (41, 17), (59, 40), (60, 18), (80, 100), (111, 18), (112, 18), (250, 80)]
        {
            for keys in ["l", "l", "v", "v", "v", "j"] {
                let drawn = stage.text_after(keys, (width, height));
                assert!(
                    drawn.contains("Statistics") && !drawn.contains("NaN"),
                    "{width} x {height}\n{drawn}"
                );
            }
        }
    }
}

fn keep(store: &Store, players: [&'static str; 2]) {
    let moves = whole_game();
    let session = session(players, 4, &moves.iter().map(String::as_str).collect::<Vec<_>>());
    let identity = GameIdentity {
        game: Flip::KEY.to_owned(),
        size: Some(4),
        header: header_json::<Flip>(session.header()).unwrap(),
        series: SeriesPosition::first(),
        series_points: Vec::new(),
        people: Vec::new(),
        daily: None,
        is_shared: false,
    };
    store.import(&session, identity).unwrap();
}

#[test]
fn the_store_is_read_and_its_errors_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path().join("fourcade.db"), || ());
    for players in [["human", "level:3"], ["human", "human"], ["first", "last"]] {
        keep(&store, players);
    }
    let mut stage = Stage::with_store(&store);
    stage.keys("t").wait("Not counted: 1 between people, 1 between computers.").shows("1 won");
    stage.keys("<Enter>j").shows("▸ Beginner").shows("Beginner, 4 x 4");
    // The store is read again when the screen is on top again.
    keep(&store, ["human", "level:3"]);
    stage.keys("?<Esc>").wait("2 won").shows("▸ Beginner");
    // A result opens its game, and stays selected.
    stage.keys("rj").shows("▸ 1 won").keys("<Enter>").wait("Replay: move 0");
    stage.keys("<Esc>").wait("▸ 1 won").keys("<Esc>").shows("▸ Beginner");

    let nowhere = Store::at(folder.path().join("fourcade.db/no/folder"), || ());
    Stage::with_store(&nowhere).keys("t").wait("Can't count the saved games: can't create");
    Stage::menu().keys("t").wait("Can't count the saved games: saving has stopped");
}
