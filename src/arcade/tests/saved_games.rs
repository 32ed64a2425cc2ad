//! The saved games: listed, replayed, continued, exported and imported.

use std::{fs, path::PathBuf};

use insta::assert_snapshot;
use tempfile::TempDir;

use super::stage::{self, SIZES, Stage, session_of, whole_game};
use crate::{
    app::counting,
    arcade::{Start, open_table, screens::saved_games},
    database::{GameIdentity, GameStatus, SavedGame, Store, tests::Waiting},
    games::GameView,
    widgets::{ColorDepth, testing},
};
use fourcade_engine::{
    concentration::Concentration,
    eater::Eater,
    flip::Flip,
    intensity::Intensity,
    play::{Game, Observation, Seat, Seats, Session},
};

const NOON: i64 = 1_777_636_800_000;

pub struct SavedGamesFixture {
    folder: TempDir,
    pub store: Store,
}

impl SavedGamesFixture {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("fourcade.db"), || ());
        Self { folder, store }
    }

    /// Games of all kinds and results, with the times of [`Self::at_noon`].
    pub fn with_games() -> Self {
        let fixture = Self::new();
        let moves = whole_game();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        fixture.keep(&session_of::<Flip>(["first", "greedy"], 4, &moves));
        fixture.keep(&session_of::<Flip>(["human", "level:3"], 8, &["2 4", "2 5", "2 6"]));
        let mut given_up = session_of::<Flip>(["human", "greedy"], 6, &["1 3"]);
        given_up.resign(Seat::new(0)).unwrap();
        fixture.keep(&given_up);
        fixture.keep(&session_of::<Eater>(["human", "smart"], 9, &["5 5", "5 6"]));
        let mut hinted = session_of::<Concentration>(["human", "human"], 0, &["0 1", "0 2"]);
        hinted.mark_hint();
        fixture.keep(&hinted);
        let mut rounds = session_of::<Intensity>(["human", "careful", "expert", "expert"], 0, &[]);
        while rounds.lines().len() < 7 {
            for seat in rounds.awaited().iter() {
                let action = rounds.game().observe(Seats::one(seat)).legal(seat)[0];
                rounds.choose(seat, action).unwrap();
            }
        }
        fixture.keep(&rounds);
        fixture.at_noon()
    }

    pub fn keep<G: GameView>(&self, session: &Session<G>) {
        self.store.import(session, GameIdentity::of::<G>(session.header()).unwrap()).unwrap();
    }

    /// Sets the times of the games: the latest to noon, the others ten hours apart.
    pub fn at_noon(self) -> Self {
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

    pub fn games(&self) -> Vec<SavedGame> {
        self.store.games().unwrap()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn open(&self) -> Stage {
        self.open_at(ColorDepth::True, false)
    }

    pub fn open_at(&self, depth: ColorDepth, ascii: bool) -> Stage {
        let mut stage = Stage::new(stage::home(ascii), depth, self.store.clone());
        stage.arcade.open_from(Box::new(saved_games::open));
        stage.settle();
        stage
    }
}

#[test]
fn the_list_is_drawn_in_all_sizes() {
    let fixture = SavedGamesFixture::with_games();
    for (width, height) in SIZES {
        assert_snapshot!(
            format!("saved-games-{width}x{height}"),
            fixture.open().text((width, height))
        );
    }
    let mut flip = fixture.open();
    flip.keys("jjjj").settle();
    assert_snapshot!("saved-games-unfinished", flip.text((80, 24)));
    assert_snapshot!("saved-games-delete", flip.keys("<Del>").text((80, 24)));
    assert_snapshot!("saved-games-delete-narrow", flip.text((40, 12)));
    for (name, depth, ascii) in [
        ("dark", ColorDepth::True, false),
        ("ansi", ColorDepth::Ansi, false),
        ("ascii", ColorDepth::Mono, true),
    ] {
        let mut stage = fixture.open_at(depth, ascii);
        stage.keys("2").settle();
        assert_snapshot!(
            format!("saved-games-styled-{name}"),
            testing::styled(&stage.draw((80, 24)))
        );
    }
}

#[test]
fn empty_lists_are_drawn_in_all_sizes() {
    let empty = SavedGamesFixture::new();
    for (width, height) in SIZES {
        assert_snapshot!(
            format!("saved-games-empty-{width}x{height}"),
            empty.open().text((width, height))
        );
    }
    empty.open().keys("<Enter>").shows("No game is selected.");
    let fixture = SavedGamesFixture::with_games();
    fixture.store.delete(fixture.games()[2].id).unwrap();
    let mut none = fixture.open();
    none.keys("4").settle();
    assert_snapshot!("saved-games-no-match", none.text((80, 24)));
    none.keys("<Esc>").wait("1 - 5 of 5");
    let mut nowhere = Stage::menu();
    nowhere.arcade.open_from(Box::new(saved_games::open));
    nowhere.wait("Can't read").keys("<Enter>eI<Esc><Del>2<Esc><PgDn><End>");
}

#[test]
fn games_are_filtered() {
    let fixture = SavedGamesFixture::with_games();
    for (keys, count) in [("", 6), ("1", 1), ("12", 3), ("3", 1), ("33", 6)] {
        let mut stage = fixture.open();
        for key in keys.chars() {
            stage.keys(&key.to_string()).settle();
        }
        stage.shows(&format!("1 - {count} of {count}"));
    }
    // The selected game stays selected if it is still listed.
    let mut stage = fixture.open();
    stage.keys("jjjj").settle().shows("O you 5, X Pip 2").keys("2").settle();
    stage.shows("Game (1-4): Flip").shows("1 - 3 of 3").shows("O you 5, X Pip 2");
    // Esc shows all games before it leaves.
    stage.shows("Esc show all").keys("<Esc>").settle().shows("Esc back").shows("1 - 6 of 6");
    // Clicks show one game after the other, and then all.
    let size = (100, 30);
    for game in ["Intensity", "Flip", "Concentration", "Eater", "all"] {
        stage.click("Game (1-4", size).settle().shows(&format!("Game (1-4): {game}"));
    }
    stage.keys("<Esc>").shows("avoid tricks");
}

/// Checks that a game is shown after the help has covered the screen while it was opened.
#[track_caller]
fn check_behind_help(open: impl Fn(&SavedGamesFixture) -> Stage, keys: &str, shown: &str) {
    let fixture = SavedGamesFixture::new();
    let mut over = session_of::<Flip>(["human", "greedy"], 6, &["1 3"]);
    over.resign(Seat::new(0)).unwrap();
    fixture.keep(&over);
    fixture.keep(&session_of::<Flip>(["human", "level:3"], 8, &["2 4", "2 5", "2 6"]));
    let mut stage = open(&fixture);
    stage.keys(keys).keys("?").settle().shows("Help").keys("<Esc>").wait(shown);
}

#[test]
fn a_replay_that_is_ready_behind_the_help_is_shown_after_it() {
    check_behind_help(SavedGamesFixture::open, "j<Enter>", "Replay: move 0 of");
}

#[test]
fn a_resumed_game_that_is_ready_behind_the_help_is_shown_after_it() {
    check_behind_help(SavedGamesFixture::open, "<Enter>", "You played 3 7");
}

#[test]
fn the_last_game_that_is_ready_behind_the_help_is_shown_after_it() {
    let menu = |fixture: &SavedGamesFixture| {
        let mut menu = Stage::with_store(&fixture.store);
        menu.wait("Continue");
        menu
    };
    check_behind_help(menu, "<Enter>", "You played 3 7");
}

#[test]
fn a_deal_of_the_day_that_is_ready_behind_the_help_is_shown_after_it() {
    let menu = |fixture: &SavedGamesFixture| Stage::with_store(&fixture.store);
    check_behind_help(menu, "d2", "Your move");
}

#[test]
fn thousands_of_games_can_be_browsed() {
    let fixture = SavedGamesFixture::new();
    fixture.keep(&session_of::<Flip>(["human", "level:3"], 8, &["2 4"]));
    let connection = rusqlite::Connection::open(fixture.file("fourcade.db")).unwrap();
    connection
        .execute_batch(
            "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 4999)
             INSERT INTO games (game, size, header, series, number, owner, started, touched,
                 ended, state, result, turns, milliseconds, persons, hinted, practice)
             SELECT game, size, header, series, number, owner, started, touched - 60000 * n,
                 ended, state, result, n, milliseconds, persons, hinted, practice
                 FROM games, more WHERE games.id = 1;
             INSERT INTO seats SELECT games.id, seat, name, person, score, place, gave_up, brought,
                 called FROM seats, games WHERE games.id > 1 AND seats.game = 1;
             INSERT INTO lines SELECT games.id, lines.number, line
                 FROM lines, games WHERE games.id > 1 AND lines.game = 1;",
        )
        .unwrap();
    let size = (80, 24);
    let mut stage = fixture.open();
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
    // Page by page to the end: no game is left out.
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
fn a_game_is_replayed_and_continued_and_moves_to_the_top() {
    let fixture = SavedGamesFixture::with_games();
    let before = fixture.games();
    let mut stage = fixture.open();
    stage.keys("jjjjj").settle().shows("Enter replay").keys("<Enter>").wait("Replay: move 0 of");
    stage.keys("<End>").shows("wins").keys("<Esc>").settle();
    assert_eq!(fixture.games(), before, "a replay changes nothing");
    stage.keys("k").settle().shows("you, Pip").shows("Enter resume");
    stage.keys("<Enter>").wait("You played 3 7");
    while !stage.medium().contains("Your move") {
        if stage.arcade.next_tick().is_some() {
            stage.arcade.tick();
        } else {
            stage.handle_next();
        }
    }
    stage.keys("<Esc>").wait("1 - 6 of 6").settle();
    let after = fixture.games();
    assert_eq!(after[0].id, before[4].id);
    assert!(after[0].turns > 3);
    // It is still selected, and resigning ends it.
    stage.keys("<Enter>").wait("Your move").keys("?resign<Enter>y").shows("resigned");
    stage.keys("<Esc>").settle().shows("Enter replay");
    assert_eq!(fixture.games()[0].status, GameStatus::Resigned);
}

#[test]
fn a_branch_is_a_new_game() {
    let fixture = SavedGamesFixture::with_games();
    let before = fixture.games();
    let mut stage = fixture.open();
    stage.keys("jjj").settle().keys("<Enter>").wait("Replay: move 0 of");
    stage.keys(":1<Enter>b2").wait("Your move").keys("<Tab><Enter>").settle();
    stage.keys("<Esc>").settle().shows("1 - 7 of 7");
    let after = fixture.games();
    assert_eq!(after[1..], before, "the saved game is unchanged");
    let names: Vec<_> = after[0].seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["greedy", "human"]);
    assert!(
        after[0].turns >= 2
            && after[0].series.id != before[3].series.id
            && after[0].series.number == 1
    );
}

#[test]
fn an_exported_game_can_be_imported_again() {
    let fixture = SavedGamesFixture::with_games();
    let path = fixture.file("out.jsonl");
    let name = path.display().to_string();
    let mut stage = fixture.open();
    stage
        .keys("jjjj")
        .settle()
        .keys("s")
        .shows("flip-2026-04-29-2000.jsonl")
        .shows("Folder: games")
        .keys("<C-u>")
        .keys(&name)
        .keys("<Enter>");
    stage.wait("Saved as").settle();
    let id = fixture.games()[4].id;
    assert_eq!(fs::read_to_string(&path).unwrap(), fixture.store.load(id).unwrap().text().unwrap());
    fs::write(&path, "precious").unwrap();
    for (answer, is_kept) in [("n", true), ("y", false)] {
        stage.keys("s<C-u>").keys(&name).keys("<Enter>").settle();
        stage.shows("Replace it?").keys(answer).settle();
        assert_eq!(fs::read_to_string(&path).unwrap() == "precious", is_kept);
    }
    stage.keys("s<C-u>/nowhere/at/all<Enter>").wait("Not saved: /nowhere/at/all").settle();
    stage.keys("<Del>").shows("Delete this game?").keys("n").settle().shows("of 6");
    stage.keys("<Del>y").wait("Deleted.").settle().shows("1 - 5 of 5");
    // The imported game is selected, whatever the filter was.
    stage
        .keys("1")
        .settle()
        .keys("I")
        .keys(&name)
        .keys("<Enter>")
        .wait("Imported: Flip 8 x 8")
        .settle();
    stage.shows("1 - 6 of 6").shows("Game (1-4): all").keys("<Enter>").wait("You played 3 7");
}

fn dialog_text(stage: &mut Stage) -> String {
    let drawn = stage.medium();
    let inside =
        drawn.lines().filter_map(|line| Some(line.split_once('│')?.1.rsplit_once('│')?.0.trim()));
    inside.collect::<Vec<_>>().join(" ")
}

#[test]
fn files_that_are_not_records_are_not_imported() {
    let fixture = SavedGamesFixture::with_games();
    let good = fixture.store.load(fixture.games()[4].id).unwrap().text().unwrap();
    let mut stage = fixture.open();
    for (text, expected) in [
        ("hello\n".to_owned(), "not a saved game"),
        (good.replace("2 5", "0 0"), "line 3"),
        (good.lines().next().unwrap().to_owned() + "\n", "(line 2:"),
        (good.replace("\"flip\"", "\"poker\""), "there is no game called"),
        (good.clone(), "in the list already"),
    ] {
        fs::write(fixture.file("bad"), &text).unwrap();
        let name = fixture.file("bad").display().to_string();
        stage.keys("I").keys(&name).keys("<Enter>").settle().shows("Not imported");
        assert!(
            dialog_text(&mut stage).contains(expected),
            "{expected} in\n{}",
            dialog_text(&mut stage)
        );
        stage.keys("<Enter>").settle().shows("!Not imported");
    }
    for (name, expected) in
        [("/none", "no such file"), ("/", "it is a folder"), ("/dev/null/x", "can't read")]
    {
        stage.keys("I").keys(name).keys("<Enter>").settle();
        assert!(
            dialog_text(&mut stage).contains(expected),
            "{expected} in\n{}",
            dialog_text(&mut stage)
        );
        stage.keys("<Esc>").settle();
    }
    // The message waits while the help is open.
    stage
        .keys("I/none<Enter>?")
        .settle()
        .shows("page up")
        .keys("<Esc>")
        .settle()
        .shows("Not imported")
        .keys("<Enter>");
    stage.keys("I<Enter>").shows("Type a file name.");
    assert_eq!(fixture.games().len(), 6);
}

#[test]
fn a_message_never_takes_the_answer_to_an_open_question() {
    let fixture = SavedGamesFixture::with_games();
    let mut stage = fixture.open();
    // The message waits until the open question has been answered.
    stage.keys("I/none<Enter><Del>").settle().shows("Delete this game?").shows("!Not imported");
    stage
        .keys("n")
        .settle()
        .shows("Not imported")
        .keys("<Enter>")
        .settle()
        .shows("!Not imported")
        .shows("1 - 6 of 6");
    fs::write(fixture.file("out"), "precious").unwrap();
    let name = fixture.file("out").display().to_string();
    stage.keys("I/none<Enter>s<C-u>").keys(&name).settle().keys("<Enter>").shows("Not imported");
    stage.settle().keys("<Enter>").shows("Replace it?").keys("n").settle();
    assert_eq!(fs::read_to_string(fixture.file("out")).unwrap(), "precious");
    // The help runs the command that it shows.
    stage.keys("I/none<Enter>?").settle().keys("delete<Enter>").shows("Delete this game?");
    stage
        .keys("y")
        .wait("Not imported")
        .keys("<Enter>")
        .wait("1 - 5 of 5")
        .settle()
        .shows("!Not imported");
    // Leaving the screen drops the message.
    stage
        .keys("I/none<Enter>?")
        .settle()
        .keys("back to the menu<Enter>")
        .shows("avoid tricks")
        .keys("g")
        .settle();
    stage.shows("!Not imported").shows("1 - 5 of 5");
}

#[test]
fn hidden_information_is_not_replayed_before_the_game_is_over() {
    const WHY: &str = "Not over yet: Enter resumes it.";
    let fixture = SavedGamesFixture::with_games();
    let mut stage = fixture.open();
    for (title, at) in ["Intensity", "Concentration", "Eater 9 x 9"].into_iter().zip(0..) {
        stage.keys("e").shows(WHY).keys("?<Esc>").settle().shows(&format!("!{WHY}"));
        stage.click(title, (100, 30)).settle().shows("!Replay").wait("Esc back");
        stage.keys("<Esc>").settle().wait("1 - 6 of 6").keys("<Home>").settle();
        stage.keys(&"j".repeat(1 + at)).settle();
    }
    let mut given_up = session_of::<Concentration>(["human", "human"], 0, &["0 1", "0 2"]);
    given_up.resign(Seat::new(0)).unwrap();
    fixture.keep(&given_up);
    let mut finished = session_of::<Eater>(["human", "smart"], 5, &[]);
    while finished.outcome().is_none() {
        for seat in finished.awaited().iter() {
            let action = finished.game().observe(Seats::one(seat)).legal(seat)[0];
            finished.choose(seat, action).unwrap();
        }
    }
    fixture.keep(&finished);
    let mut stage = fixture.open();
    for _ in 0..2 {
        stage.keys("<Enter>").wait("Replay: ").keys("<Esc>").settle().keys("j").settle();
    }
    // The game has been continued since it was listed.
    stage.keys("<Home>").settle();
    let connection = rusqlite::Connection::open(fixture.file("fourcade.db")).unwrap();
    connection
        .execute(
            "UPDATE games SET state = 'running', ended = NULL WHERE id = ?1",
            [fixture.games()[0].id],
        )
        .unwrap();
    stage.keys("<Enter>").wait(WHY);
}

#[test]
fn an_imported_game_is_practice() {
    let fixture = SavedGamesFixture::new();
    let mut won = session_of::<Flip>(["human", "greedy"], 6, &["1 3"]);
    won.resign(Seat::new(1)).unwrap();
    let mut text = Vec::new();
    won.record().write(&mut text).unwrap();
    fs::write(fixture.file("won.jsonl"), text).unwrap();
    let mut stage = fixture.open();
    let name = fixture.file("won.jsonl");
    stage.keys(&format!("I{}<Enter>", name.display())).wait("Imported").settle();
    let (counted, uncounted) =
        fixture.store.wait(|games| counting::statistics(games, None)).unwrap();
    assert_eq!((counted.len(), uncounted["flip"].practice), (0, 1));
}

#[test]
fn games_of_othello_are_imported_with_their_names() {
    let fixture = SavedGamesFixture::new();
    let path = fixture.file("games.ggf");
    let keys = format!("I{}<Enter>", path.display());
    let game = |names: &str, moves: &str| format!("(;GM[Othello]{names}TY[8]{moves};)\n");
    let (ada, mild) = ("B[f5]W[d6]B[c3]", "B[d3]W[c3]");
    fs::write(&path, game("PB[Ada]PW[Bob]RE[+64:r]", ada)).unwrap();
    let mut stage = fixture.open();
    stage.keys(&keys).wait("Imported: Flip 8 x 8, Ada, Bob.").settle();
    stage.shows("O won").keys("<Enter>").wait("Replay: move 0 of 4").shows("Ada").keys("<Esc>");
    // In a file with several games, the new and valid ones are imported.
    let all = [
        game("PB[Ada]PW[Bob]RE[+64:r]", ada),
        game("PB[Eve]PW[Ada]", mild),
        game("PB[Eve]", "B[a1]"),
    ];
    fs::write(&path, all.concat()).unwrap();
    stage
        .settle()
        .keys(&keys)
        .wait("Imported 1 of 3 games; 2 not, such as: this game is in the list");
    stage.settle().shows("Eve, Ada").shows("1 - 2 of 2");
    let (counted, uncounted) =
        fixture.store.wait(|games| counting::statistics(games, None)).unwrap();
    assert_eq!((counted.len(), uncounted["flip"].among_persons), (0, 1));
    // A file with too many games is refused.
    fs::write(&path, all[0].repeat(101)).unwrap();
    stage.keys(&keys).wait("Not imported");
    let text = dialog_text(&mut stage);
    assert!(text.contains("has 101 games, and 100 can be imported at once"), "{text}");
}

#[test]
fn a_game_deleted_by_another_arcade_is_reported() {
    for keys in ["<Enter>", "s<C-u>out.jsonl<Enter>", "<Del>y"] {
        let fixture = SavedGamesFixture::with_games();
        let mut stage = fixture.open();
        stage.keys("jjjj").settle();
        fixture.store.delete(fixture.games()[4].id).unwrap();
        stage.keys(keys).wait("it may have been deleted").settle().shows("1 - 5 of 5");
    }
}

#[test]
fn a_failing_store_is_reported_and_read_again() {
    let fixture = SavedGamesFixture::with_games();
    let mut stage = fixture.open();
    // Another program has locked the file.
    let other = rusqlite::Connection::open(fixture.file("fourcade.db")).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    stage.keys("<Del>y").wait("locked by another program").settle();
    drop(other);
    stage.keys("1<Esc>").wait("1 - 6 of 6");
    // A damaged record doesn't affect the other games.
    let connection = rusqlite::Connection::open(fixture.file("fourcade.db")).unwrap();
    connection
        .execute("UPDATE lines SET line = '{}' WHERE game = ?1", [fixture.games()[4].id])
        .unwrap();
    stage.keys("jjjj").settle().keys("<Enter>").wait("an't open").settle();
    stage.keys("j<Enter>").wait("Replay: move 0 of");
}

#[test]
fn clicks_select_and_open_games() {
    let fixture = SavedGamesFixture::with_games();
    let size = (100, 30);
    let mut stage = fixture.open();
    stage
        .click("Flip 8 x 8", size)
        .settle()
        .shows("O you")
        .click("Flip 8 x 8", size)
        .wait("You played 3 7");
    stage.keys("<Esc>").settle();
    stage.click("Del delete", size).shows("Delete this game?").keys("<Esc>").settle();
    stage.click("I import", size).shows("Import a game");
}

#[test]
fn the_list_opens_from_the_menu() {
    let fixture = SavedGamesFixture::with_games();
    let mut stage = Stage::with_store(&fixture.store);
    stage.keys("g").wait("1 - 6 of 6").keys("<Esc>").shows("avoid tricks");
    stage.click("resume or replay", (100, 30)).wait("1 - 6 of 6");
    // A game that is played at a table is listed at once.
    stage.arcade.open_from(open_table(
        session_of::<Flip>(["human", "human"], 8, &[]),
        Start::Playing(None),
    ));
    stage.keys("35<Enter><Esc>").wait("1 - 7 of 7").shows("2 players");
}
