//! The kept games: listed, sifted, looked at, gone on with, taken out and in.

use std::{fs, path::PathBuf};

use insta::assert_snapshot;
use tempfile::TempDir;

use super::stage::{self, Stage, session_of, whole_game};
use crate::{
    app::{Start, at_table, saved_games},
    games::{
        ArcadeGame, concentration::Concentration, eater::Eater, flip::Flip, intensity::Intensity,
    },
    play::{Game, Observation, Seat, Seats, Session},
    store::{GameFilter, GameIdentity, GameStatus, SavedGame, Store},
    ui::{ColorDepth, testing},
};

const SIZES: [(u16, u16); 3] = [(40, 12), (80, 24), (120, 40)];
const NOON: i64 = 1_777_636_800_000;

/// A folder with kept games.
pub struct SavedGamesFixture {
    folder: TempDir,
    pub store: Store,
}

impl SavedGamesFixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("fourcade.db"), || ());
        Self { folder, store }
    }

    /// With games of all kinds and ends, the last of them played at noon and each other one ten
    /// hours earlier.
    pub fn with_games() -> Self {
        let place = Self::new();
        let moves = whole_game();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        place.keep(&session_of::<Flip>(["first", "greedy"], 4, &moves));
        place.keep(&session_of::<Flip>(["human", "level:3"], 8, &["2 4", "2 5", "2 6"]));
        let mut given_up = session_of::<Flip>(["human", "greedy"], 6, &["1 3"]);
        given_up.resign(Seat::new(0)).unwrap();
        place.keep(&given_up);
        place.keep(&session_of::<Eater>(["human", "smart"], 9, &["5 5", "5 6"]));
        let mut hinted = session_of::<Concentration>(["human", "human"], 0, &["0 1", "0 2"]);
        hinted.mark_hint();
        place.keep(&hinted);
        let mut rounds = session_of::<Intensity>(["human", "careful", "expert", "expert"], 0, &[]);
        while rounds.lines().len() < 7 {
            for seat in rounds.awaited().iter() {
                let action = rounds.game().observe(Seats::one(seat)).legal(seat)[0];
                rounds.choose(seat, action).unwrap();
            }
        }
        place.keep(&rounds);
        place.at_noon()
    }

    fn keep<G: ArcadeGame>(&self, session: &Session<G>) {
        self.store.import(session, GameIdentity::of::<G>(session.header()).unwrap()).unwrap();
    }

    /// Sets the times of the games.
    fn at_noon(self) -> Self {
        let connection =
            rusqlite::Connection::open(self.folder.path().join("fourcade.db")).unwrap();
        let all = self.games();
        for (game, back) in all.iter().zip(0..) {
            let time = NOON - 36_000_000 * back;
            connection
                .execute("UPDATE games SET touched = ?2 WHERE id = ?1", (game.id, time))
                .unwrap();
        }
        self
    }

    fn games(&self) -> Vec<SavedGame> {
        self.store.games(&GameFilter::default(), 0, u32::MAX).unwrap()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The list, when the store and the board's reader have said all.
    fn open(&self) -> Stage {
        self.open_at(ColorDepth::True, false)
    }

    fn open_at(&self, depth: ColorDepth, ascii: bool) -> Stage {
        let mut stage = Stage::with(stage::home(ascii), depth, self.store.clone());
        stage.arcade.open_from(Box::new(saved_games::open_with_stopped_clock));
        stage.settle();
        stage
    }
}

#[test]
fn as_it_is_drawn() {
    let place = SavedGamesFixture::with_games();
    for (width, height) in SIZES {
        assert_snapshot!(
            format!("saved-games-{width}x{height}"),
            place.open().text((width, height))
        );
    }
    let mut flip = place.open();
    flip.keys("jjjj").settle();
    assert_snapshot!("saved-games-unfinished", flip.text((80, 24)));
    assert_snapshot!("saved-games-delete", flip.keys("d").text((80, 24)));
    assert_snapshot!("saved-games-delete-narrow", flip.text((40, 12)));
    for (name, depth, ascii) in [
        ("dark", ColorDepth::True, false),
        ("ansi", ColorDepth::Ansi, false),
        ("ascii", ColorDepth::Mono, true),
    ] {
        let mut stage = place.open_at(depth, ascii);
        stage.keys("gg").settle();
        assert_snapshot!(
            format!("saved-games-styled-{name}"),
            testing::styled(&stage.draw((80, 24)))
        );
    }
}

#[test]
fn nothing_to_be_seen_as_it_is_drawn() {
    let empty = SavedGamesFixture::new();
    for (width, height) in SIZES {
        assert_snapshot!(
            format!("saved-games-empty-{width}x{height}"),
            empty.open().text((width, height))
        );
    }
    empty.open().keys("<Enter>").shows("There is no game selected.");
    let mut none = SavedGamesFixture::with_games().open();
    none.keys("ggggr").settle().keys("rr").settle();
    assert_snapshot!("saved-games-no-match", none.text((80, 24)));
    none.keys("a").wait("1 - 6 of 6");
    let mut nowhere = Stage::menu();
    nowhere.arcade.open_from(Box::new(saved_games::open_with_stopped_clock));
    nowhere.wait("can't be read").keys("ceidg<Esc><PgDn><End>");
}

#[test]
fn games_are_sifted() {
    let place = SavedGamesFixture::with_games();
    for (keys, count) in [
        ("", 6),
        ("g", 1),
        ("gg", 3),
        ("ggo", 1),
        ("ggoo", 2),
        ("ggg", 1),
        ("ggggg", 6),
        ("r", 4),
        ("rr", 0),
        ("rrrr", 1),
        ("rrrrr", 1),
        ("rrrrrr", 1),
        ("rrrrrrr", 6),
        ("o", 1),
        ("ggrr", 0),
    ] {
        let mut stage = place.open();
        for key in keys.chars() {
            stage.keys(&key.to_string()).settle();
        }
        let shown = if count == 0 {
            "No games match.".to_owned()
        } else {
            format!("1 - {count} of {count}")
        };
        assert!(stage.usual().contains(&shown), "{keys}: {shown}\n{}", stage.usual());
    }
    // By the mouse, too. What was selected stays so where it is still listed.
    let mut stage = place.open();
    stage.keys("jjjj").settle().click("opponent", (100, 30)).settle().shows("opponent careful");
    stage.keys("a").settle();
    stage
        .keys("jjjj")
        .settle()
        .keys("r")
        .settle()
        .shows("result unfinished")
        .keys("r")
        .settle()
        .keys("a")
        .settle();
    stage.shows("1 - 6 of 6");
}

#[test]
fn thousands_of_games_are_gone_through() {
    let place = SavedGamesFixture::new();
    place.keep(&session_of::<Flip>(["human", "level:3"], 8, &["2 4"]));
    let connection = rusqlite::Connection::open(place.file("fourcade.db")).unwrap();
    connection
        .execute_batch(
            "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 4999)
             INSERT INTO games (game, size, header, series, number, owner, started, touched, ended, state, result,
                 turns, milliseconds, persons, hinted, practice)
             SELECT game, size, header, series, number, owner, started, touched - 60000 * n, ended, state, result,
                 n, milliseconds, persons, hinted, practice FROM games, more WHERE games.id = 1;
             INSERT INTO seats SELECT games.id, seat, name, person, score, place, gave_up, brought
                 FROM seats, games WHERE games.id > 1 AND seats.game = 1;
             INSERT INTO lines SELECT games.id, lines.number, line FROM lines, games WHERE games.id > 1 AND lines.game = 1;",
        )
        .unwrap();
    let size = (80, 24);
    let mut stage = place.open();
    stage.shows("of 5000");
    let row = |stage: &mut Stage| {
        let text = stage.text(size);
        let row = text.lines().find(|line| line.contains('▸')).unwrap_or_default().to_owned();
        let number = row.split_whitespace().rfind(|word| word.parse::<u32>().is_ok());
        number.unwrap_or_default().to_owned()
    };
    stage.draw(size);
    for (keys, turns) in
        [("j", "1"), ("<End>", "4999"), ("k", "4998"), ("<Home>", "1"), ("jj", "2")]
    {
        stage.keys(keys).settle();
        assert_eq!(row(&mut stage), turns, "{keys}");
    }
    // Page by page to the end: no game is left out, and none is shown twice.
    stage.keys("<Home>").settle();
    let mut pages = 0;
    while row(&mut stage) != "4999" {
        let before: u32 = row(&mut stage).parse().unwrap();
        stage.keys("<PgDn>").settle();
        let after: u32 = row(&mut stage).parse().unwrap();
        assert!(after > before && after - before < 24, "{before} {after}");
        pages += 1;
        assert!(pages < 5000);
    }
    stage.text(size);
    stage.keys("<PgUp><PgUp>").settle();
    assert_ne!(row(&mut stage), "4999");
}

#[test]
fn a_game_is_looked_at_gone_on_with_and_is_first_then() {
    let place = SavedGamesFixture::with_games();
    let before = place.games();
    let mut stage = place.open();
    stage.keys("jjjj").settle();
    stage
        .keys("<Enter>")
        .wait("Replay: turn 0 of 3")
        .keys("<End>")
        .shows("O plays 2 6")
        .keys("<Esc>")
        .settle();
    assert_eq!(place.games(), before, "looking changes nothing");
    stage.shows("you, level:3").keys("c").wait("O plays 2 6");
    while !stage.usual().contains("Your move.") {
        if stage.arcade.next_tick().is_some() {
            stage.arcade.tick();
        } else {
            stage.hear();
        }
    }
    stage.keys("<Esc>").wait("1 - 6 of 6").settle();
    let after = place.games();
    assert_eq!(after[0].id, before[4].id);
    assert!(after[0].turns > 3);
    // It is still selected, and is over when it was given up.
    stage.keys("c").wait("Your move.").keys("gy").shows("gave up").keys("<Esc>").settle();
    stage.keys("c").shows("The game is over: look at it with Enter");
    assert_eq!(place.games()[0].status, GameStatus::Resigned);
}

#[test]
fn a_branch_is_a_game_of_its_own() {
    let place = SavedGamesFixture::with_games();
    let before = place.games();
    let mut stage = place.open();
    stage.keys("jjjj").settle().keys("<Enter>").wait("Replay: turn 0 of 3");
    stage
        .keys(":1<Enter>b2")
        .wait("Your move.")
        .keys("23<Enter><Esc>")
        .settle()
        .shows("1 - 7 of 7");
    let after = place.games();
    assert_eq!(after[1..], before, "the kept game is as it was");
    let names: Vec<_> = after[0].seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["level:3", "human"]);
    assert!(
        after[0].turns >= 2
            && after[0].series.id != before[4].series.id
            && after[0].series.number == 1
    );
}

#[test]
fn a_game_goes_out_and_comes_in_again() {
    let place = SavedGamesFixture::with_games();
    let path = place.file("out.jsonl");
    let name = path.display().to_string();
    let mut stage = place.open();
    stage
        .keys("jjjj")
        .settle()
        .keys("e")
        .shows("flip-2.jsonl")
        .keys("<C-u>")
        .keys(&name)
        .keys("<Enter>");
    stage.wait("Saved as").settle();
    let id = place.games()[4].id;
    assert_eq!(fs::read_to_string(&path).unwrap(), place.store.load(id).unwrap().text().unwrap());
    fs::write(&path, "precious").unwrap();
    for (answer, is_kept) in [("n", true), ("y", false)] {
        stage.keys("e<C-u>").keys(&name).keys("<Enter>").shows("Replace it?").keys(answer).settle();
        assert_eq!(fs::read_to_string(&path).unwrap() == "precious", is_kept);
    }
    stage.keys("e<C-u>/nowhere/at/all<Enter>").wait("Not saved: /nowhere/at/all").settle();
    stage.keys("d").shows("Delete this game?").keys("n").settle().shows("of 6");
    stage.keys("dy").wait("Deleted.").settle().shows("1 - 5 of 5");
    // What comes in is seen and selected, whatever was listed.
    stage
        .keys("g")
        .settle()
        .keys("i")
        .keys(&name)
        .keys("<Enter>")
        .wait("Imported: Flip 8 x 8")
        .settle();
    stage.shows("1 - 6 of 6").shows("game all").keys("<Enter>").wait("Replay: turn 0 of 3");
}

/// The words of the dialog.
fn said(stage: &mut Stage) -> String {
    let drawn = stage.usual();
    let inside =
        drawn.lines().filter_map(|line| Some(line.split_once('│')?.1.rsplit_once('│')?.0.trim()));
    inside.collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_no_record_does_not_come_in() {
    let place = SavedGamesFixture::with_games();
    let good = place.store.load(place.games()[4].id).unwrap().text().unwrap();
    let mut stage = place.open();
    for (text, words) in [
        ("hello\n".to_owned(), "not a saved game"),
        (good.replace("2 5", "0 0"), "line 3"),
        (good.lines().next().unwrap().to_owned() + "\n", "(line 2:"),
        (good.replace("\"flip\"", "\"poker\""), "there is no game called"),
        (good.clone(), "among the kept games already"),
    ] {
        fs::write(place.file("bad"), &text).unwrap();
        let name = place.file("bad").display().to_string();
        stage.keys("i").keys(&name).keys("<Enter>").settle().shows("Not imported");
        assert!(said(&mut stage).contains(words), "{words} in\n{}", said(&mut stage));
        stage.keys("<Enter>").settle().shows("!Not imported");
    }
    for (name, words) in
        [("/none", "no such file"), ("/", "this is a folder"), ("/dev/null/x", "can't read")]
    {
        stage.keys("i").keys(name).keys("<Enter>").settle();
        assert!(said(&mut stage).contains(words), "{words} in\n{}", said(&mut stage));
        stage.keys("<Esc>").settle();
    }
    // Under the help, it waits there.
    stage
        .keys("i/none<Enter>?")
        .settle()
        .shows("a screen up")
        .keys("<Esc>")
        .settle()
        .shows("Not imported")
        .keys("<Enter>");
    stage.keys("i<Enter>").shows("Please give a file name.");
    assert_eq!(place.games().len(), 6);
}

#[test]
fn what_is_to_be_told_takes_no_answer_that_is_meant_for_another_question() {
    let place = SavedGamesFixture::with_games();
    let mut stage = place.open();
    // It is told that the file is wrong when the question before it is answered.
    stage.keys("i/none<Enter>d").settle().shows("Delete this game?").shows("!Not imported");
    stage
        .keys("n")
        .settle()
        .shows("Not imported")
        .keys("<Enter>")
        .settle()
        .shows("!Not imported")
        .shows("1 - 6 of 6");
    fs::write(place.file("out"), "precious").unwrap();
    let name = place.file("out").display().to_string();
    stage.keys("i/none<Enter>e<C-u>").keys(&name).settle().keys("<Enter>").shows("Replace it?");
    stage.keys("n").settle().shows("Not imported").keys("<Enter>").settle();
    assert_eq!(fs::read_to_string(place.file("out")).unwrap(), "precious");
    // What is run from the help is what stands there.
    stage.keys("i/none<Enter>?").settle().keys("jjjjjjjjjj<Enter>").shows("Delete this game?");
    stage
        .keys("y")
        .wait("Not imported")
        .keys("<Enter>")
        .wait("1 - 5 of 5")
        .settle()
        .shows("!Not imported");
    // Who leaves does not want to hear it.
    stage
        .keys("i/none<Enter>?")
        .settle()
        .keys("jjjjjjjjj<Enter>")
        .shows("see you")
        .keys("g")
        .settle();
    stage.shows("!Not imported").shows("1 - 5 of 5");
}

#[test]
fn what_is_hidden_is_not_looked_through_before_the_game_is_over() {
    const WHY: &str =
        "It is not over: c goes on with it; it can be looked through when it is over.";
    let place = SavedGamesFixture::with_games();
    let mut stage = place.open();
    for title in ["Intensity", "Concentration", "Eater 9 x 9"] {
        stage.keys("<Enter>").shows(WHY).keys("?<Esc>").settle().shows(&format!("!{WHY}"));
        stage.click(title, (100, 30)).shows(WHY).settle().shows("!Replay");
        stage.keys("j").settle();
    }
    // Where persons played, when it is over; where nothing is hidden, and where computers play
    // alone, at any time.
    stage.keys("j").settle().keys("<Enter>").wait("Replay: turn 0 of 3").keys("<Esc>").settle();
    place.keep(&session_of::<Concentration>(["memory:5", "memory:5"], 0, &["0 1", "0 2"]));
    let mut given_up = session_of::<Concentration>(["human", "human"], 0, &["0 1", "0 2"]);
    given_up.resign(Seat::new(0)).unwrap();
    place.keep(&given_up);
    let mut finished = session_of::<Eater>(["human", "smart"], 5, &[]);
    while finished.outcome().is_none() {
        for seat in finished.awaited().iter() {
            let action = finished.game().observe(Seats::one(seat)).legal(seat)[0];
            finished.choose(seat, action).unwrap();
        }
    }
    place.keep(&finished);
    let mut stage = place.open();
    for _ in 0..3 {
        stage.keys("<Enter>").wait("Replay: turn 0 of").keys("<Esc>").settle().keys("j").settle();
    }
    // Somebody has taken its end back since it was listed.
    stage.keys("<Home>").settle();
    let connection = rusqlite::Connection::open(place.file("fourcade.db")).unwrap();
    connection
        .execute(
            "UPDATE games SET state = 'running', ended = NULL WHERE id = ?1",
            [place.games()[0].id],
        )
        .unwrap();
    stage.keys("<Enter>").wait(WHY);
}

#[test]
fn what_another_arcade_has_deleted_is_told() {
    for keys in ["<Enter>", "c", "e<C-u>out.jsonl<Enter>", "dy"] {
        let place = SavedGamesFixture::with_games();
        let mut stage = place.open();
        stage.keys("jjjj").settle();
        place.store.delete(place.games()[4].id).unwrap();
        stage.keys(keys).wait("it may have been deleted").settle().shows("1 - 5 of 5");
    }
}

#[test]
fn a_store_that_fails_is_told_and_asked_again() {
    let place = SavedGamesFixture::with_games();
    let mut stage = place.open();
    // Another program holds the file.
    let other = rusqlite::Connection::open(place.file("fourcade.db")).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    stage.keys("dy").wait("held by another program").settle();
    drop(other);
    stage.keys("a").wait("1 - 6 of 6");
    // Somebody else's fault in a record does no harm to the others.
    let connection = rusqlite::Connection::open(place.file("fourcade.db")).unwrap();
    connection
        .execute("UPDATE lines SET line = '{}' WHERE game = ?1", [place.games()[4].id])
        .unwrap();
    stage
        .keys("jjjj")
        .settle()
        .shows("its record is wrong")
        .keys("<Enter>")
        .wait("can't be looked at")
        .settle();
    stage.keys("c").wait("can't go on").settle();
    stage.keys("j").settle().shows("!its record is wrong");
}

#[test]
fn the_mouse_selects_opens_and_scrolls() {
    let place = SavedGamesFixture::with_games();
    let size = (100, 30);
    let mut stage = place.open();
    stage
        .click("you, level:3", size)
        .settle()
        .shows("O you")
        .click("you, level:3", size)
        .wait("Replay: turn 0 of 3");
    stage.keys("<Esc>").settle();
    stage.click("d delete", size).shows("Delete this game?").keys("<Esc>").settle();
    stage.click("i import", size).shows("Import the game");
}

#[test]
fn it_is_reached_from_the_menu() {
    let place = SavedGamesFixture::with_games();
    let mut stage = Stage::keeping(&place.store);
    stage.keys("g").wait("1 - 6 of 6").keys("<Esc>").shows("see you");
    stage.click("look at one again", (100, 30)).wait("1 - 6 of 6");
    // A game that is played at a table stands there at once.
    stage
        .arcade
        .open_from(at_table(session_of::<Flip>(["human", "human"], 8, &[]), Start::Playing(None)));
    stage.keys("24<Enter><Esc>").wait("1 - 7 of 7").shows("2 persons");
}
