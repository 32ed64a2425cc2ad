//! The lobby and the page of a new shared table.

use insta::assert_snapshot;
use tempfile::TempDir;

use super::stage::{self, LARGE, SMALL, Stage, USUAL};
use crate::{
    app::lobby::NewSharedGame,
    arcade::screens::{lobby::lobby_factory, new_game},
    database::shared_tables::{
        Client, Entry, TableCode,
        connection::{self, Connection, Location, in_transaction},
        open_new,
        store::{self, SeatSummary, TableProgress, TableState},
    },
    games::GameFacts,
    settings::{Settings, home::Home},
    widgets::{ColorDepth, testing},
};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, Level, Seat, TimeControl},
};

/// A database in a temporary folder.
struct Shared {
    folder: TempDir,
    connection: Box<dyn Connection>,
}

impl Shared {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let location = Location::File(folder.path().join("shared.db"));
        let connection = connection::open(&location, || {}).unwrap();
        Self { folder, connection }
    }

    /// A home with this name whose shared tables are in the database.
    fn home(&self, name: &str) -> Home {
        let mut settings = stage::still();
        settings.set_own_name(name);
        let database = self.folder.path().join("shared.db");
        Home { database: database.to_str().map(str::to_owned), ..Home::unsaved(settings) }
    }

    fn lobby(&self, name: &str) -> Stage {
        let mut stage = Stage::with_home(self.home(name), ColorDepth::True);
        stage.arcade.open_from(lobby_factory());
        stage.settle();
        stage
    }

    /// Opens a table with a code that the test knows.
    fn table(&mut self, code: &str, name: &str, game: &NewSharedGame) -> TableCode {
        let client = Client::new(name);
        let table = game.to_table(&client).unwrap();
        let opened = open_new(self.connection.as_mut(), &client, &table).unwrap();
        let code: TableCode = code.parse().unwrap();
        in_transaction(self.connection.as_mut(), |connection| {
            let values = [code.as_str().into(), opened.code.as_str().into()];
            connection.run_script("PRAGMA defer_foreign_keys = ON")?;
            connection.execute("UPDATE shared_tables SET code = $1 WHERE code = $2", &values)?;
            connection.execute("UPDATE entries SET code = $1 WHERE code = $2", &values)?;
            connection.execute("UPDATE clients SET code = $1 WHERE code = $2", &values)
        })
        .unwrap();
        code
    }

    /// Gives the second seat of a table to a person, and sets the number of turns played.
    fn progress(&mut self, code: &TableCode, names: [&str; 2], state: TableState, turns: u32) {
        let client = Client::new(names[1]);
        let sit = Entry::Sit { seat: Seat::new(1), name: names[1].to_owned() };
        let seats = names.map(|name| SeatSummary::Person(name.to_owned())).to_vec();
        let progress = TableProgress { state, seats, turns, counts: false };
        store::append(self.connection.as_mut(), code, 1, &client.id, &sit, &progress).unwrap();
        store::beat(self.connection.as_mut(), &client, Some(code)).unwrap();
    }

    /// Ends the game of a table whose log has two entries.
    fn finish(&mut self, code: &TableCode) {
        let stored = store::table(self.connection.as_mut(), code).unwrap();
        let progress = TableProgress {
            state: TableState::Finished,
            seats: stored.seats,
            turns: stored.turns,
            counts: false,
        };
        let id = Client::new("bob").id;
        store::append(
            self.connection.as_mut(),
            code,
            2,
            &id,
            &Entry::Leave { seat: Seat::new(0) },
            &progress,
        )
        .unwrap();
    }

    /// A game that the second person has resigned.
    fn resigned_game(&mut self, code: &str, names: [&str; 2]) {
        let code = self.table(code, names[0], &pair(GameKind::Flip, Some(6)));
        let loser = Client::new(names[1]);
        let seats = names.map(|name| SeatSummary::Person(name.to_owned())).to_vec();
        for (number, entry, state) in [
            (1, Entry::Sit { seat: Seat::new(1), name: loser.name.clone() }, TableState::Running),
            (2, Entry::Resign { seat: Seat::new(1) }, TableState::Finished),
        ] {
            let counts = state == TableState::Finished;
            let progress = TableProgress { state, seats: seats.clone(), turns: 0, counts };
            let connection = self.connection.as_mut();
            store::append(connection, &code, number, &loser.id, &entry, &progress).unwrap();
        }
    }

    fn visitor(&mut self, name: &str) {
        store::beat(self.connection.as_mut(), &Client::new(name), None).unwrap();
    }

    /// A lobby with a table of each kind.
    fn full() -> Self {
        let mut shared = Self::new();
        let flip = pair(GameKind::Flip, Some(8));
        let own = shared.table("k7m2", "ada", &flip);
        shared.progress(&own, ["ada", "bob"], TableState::Running, 14);
        shared.table("zq4x", "cleo", &pair(GameKind::Eater, Some(10)));
        let easy = GameKind::Intensity.level_player(Level::Easy).player;
        let four = NewSharedGame {
            players: [HUMAN, easy, HUMAN, easy].map(str::to_owned).to_vec(),
            ..pair(GameKind::Intensity, None)
        };
        shared.table("2h9t", "dora", &four);
        let others = shared.table("p3wy", "emil", &pair(GameKind::Concentration, None));
        shared.progress(&others, ["emil", "fritz"], TableState::Running, 3);
        shared.visitor("gerda");
        shared
    }
}

fn pair(game: GameKind, size: Option<u16>) -> NewSharedGame {
    let players = vec![HUMAN.to_owned(); 2];
    NewSharedGame { game, size, players, own_seat: None, clock: None, is_public: true, seed: 7 }
}

#[test]
fn pictures_of_the_lobby() {
    let shared = Shared::full();
    let mut stage = shared.lobby("ada");
    for size in [SMALL, USUAL, LARGE] {
        assert_snapshot!(format!("lobby-{}x{}", size.0, size.1), stage.text(size));
    }
    assert_snapshot!("lobby-last", stage.keys("<End>").text(SMALL));
    assert_snapshot!("styled-lobby", testing::styled(&stage.draw(USUAL)));
    let empty = Shared::new();
    let mut stage = empty.lobby("ada");
    for size in [SMALL, USUAL] {
        assert_snapshot!(format!("lobby-empty-{}x{}", size.0, size.1), stage.text(size));
    }
}

#[test]
fn pictures_of_a_new_table() {
    let shared = Shared::new();
    let mut stage = shared.lobby("ada");
    stage.keys("n");
    for size in [SMALL, USUAL, LARGE] {
        assert_snapshot!(format!("new-table-{}x{}", size.0, size.1), stage.text(size));
    }
    assert_snapshot!("styled-new-table", testing::styled(&stage.draw(USUAL)));
    stage.keys("<Right><Down><Right><Down><Right><Down><Right><Right><Down><Right>");
    assert_snapshot!("new-table-flip", stage.text(USUAL));
}

#[test]
fn the_lobby_lists_tables_and_people_as_they_come_and_go() {
    let mut shared = Shared::new();
    let mut stage = shared.lobby("ada");
    stage.shows("You are ada").shows("No tables yet").shows("!gerda");
    shared.visitor("gerda");
    stage.wait("gerda").shows("in the lobby");
    let clock = Some(TimeControl::game(5, 3));
    let timed = NewSharedGame { clock, ..pair(GameKind::Flip, Some(6)) };
    let code = shared.table("k7m2", "bob", &timed);
    stage.wait("k7m2").shows("Open tables").shows("Flip 6 x 6").shows("1 seat open");
    stage.shows("Flip 6 x 6, 5+3: O bob, X open");
    stage.shows("Enter join").shows("bob  waiting at Flip");
    shared.progress(&code, ["bob", "cleo"], TableState::Running, 2);
    stage.wait("Games to watch").shows("bob, cleo").shows("Enter watch").shows("2 moves");
    shared.finish(&code);
    stage.wait("No tables yet");
}

#[test]
fn a_table_by_code_only_is_listed_for_its_players() {
    let mut shared = Shared::new();
    let secret = NewSharedGame { is_public: false, ..pair(GameKind::Flip, Some(6)) };
    shared.table("k7m2", "bob", &secret);
    shared.lobby("ada").shows("!k7m2").shows("bob  at a table");
    shared.lobby("bob").shows("k7m2").shows("by code only").shows("Enter come back");
}

#[test]
fn a_code_is_typed_or_pasted() {
    let mut shared = Shared::new();
    let code = shared.table("k7m2", "bob", &pair(GameKind::Flip, Some(6)));
    shared.progress(&code, ["bob", "cleo"], TableState::Finished, 9);
    let mut stage = shared.lobby("ada");
    stage.keys(":").shows("The table's code").keys("zzz<Enter>");
    stage.shows("\"zzz\" is not a table's code");
    stage.keys(":ZZZZ<Enter>").settle().shows("There is no table zzzz");
    stage.keys(":K7M2<Enter>").settle().shows("The game at table k7m2 is over");
    // A letter or a digit that no command has begins a code.
    stage.keys("8").shows("The table's code").keys("zzz<Enter>").settle();
    stage.shows("There is no table 8zzz");
    stage.keys("w").shows("There is no table yet");
}

#[test]
fn guessing_codes_is_slowed_down() {
    let shared = Shared::new();
    let mut stage = shared.lobby("ada");
    for guess in "23456789ab".chars() {
        stage.keys(&format!(":zzz{guess}<Enter>")).settle();
        stage.shows(&format!("There is no table zzz{guess}"));
    }
    stage.keys(":zzzz<Enter>").settle().shows("You have tried many codes").shows("!zzzz");
    // Another lobby doesn't help.
    stage.keys("<Esc>o").settle();
    stage.keys(":zzzz<Enter>").settle().shows("You have tried many codes");
}

#[test]
fn the_leaderboard_counts_what_the_logs_say() {
    let mut shared = Shared::new();
    shared.table("k7m2", "bob", &pair(GameKind::Flip, Some(6)));
    // The game of this table isn't over.
    let claim = "INSERT INTO results (code, game, ended) VALUES ('k7m2', 'flip', 1)";
    shared.connection.run_script(claim).unwrap();
    shared.resigned_game("p3wy", ["ada", "bob"]);
    let mut stage = shared.lobby("ada");
    stage.keys("t").settle().shows("Leaderboard: Flip").shows("ada").shows("bob");
    stage.shows("1662").shows("1338");
}

#[test]
fn a_table_closed_by_an_update_says_why() {
    let mut shared = Shared::new();
    shared.table("k7m2", "ada", &pair(GameKind::Eater, Some(6)));
    shared.connection.run_script("UPDATE shared_tables SET state = 'outdated'").unwrap();
    let mut stage = shared.lobby("ada");
    let reason = "Table k7m2 was closed: an older fourcade began its game";
    stage.shows(reason).keys("<Enter>").settle().shows("Table k7m2 was closed");
    shared.lobby("bob").shows("!k7m2");
}

#[test]
fn a_table_with_a_program_is_refused() {
    let mut shared = Shared::new();
    shared.table("k7m2", "bob", &pair(GameKind::Flip, Some(6)));
    let plant = r#"UPDATE shared_tables SET header = replace(header, '"human"]', '"program:sh"]')"#;
    assert_eq!(shared.connection.execute(plant, &[]), Ok(1));
    let mut stage = shared.lobby("ada");
    stage.keys(":k7m2<Enter>").settle().shows("Table k7m2 can't be opened");
    stage.shows("\"program:sh\" can't play at a shared").shows("!Start this program?");
    stage.keys("<Enter>").settle().keys("w").settle().shows("can't play at a shared");
}

#[test]
fn a_person_without_a_name_is_asked_for_one() {
    let shared = Shared::new();
    let mut stage = Stage::with_home(shared.home(""), ColorDepth::True);
    stage.arcade.open_from(lobby_factory());
    stage.arcade.tick();
    stage.shows("Your name").keys("<Esc>").shows("Press Enter to type yours");
    assert!(stage.arcade.next_tick().is_none(), "it asks once");
    stage.keys("<Enter>a\u{202e}b<Enter>").shows("invisible");
    stage.keys("<Enter>ada<Enter>").settle().shows("You are ada").shows("No tables yet");
    assert_eq!(stage.arcade.settings().own_name(), "ada");
}

#[test]
fn a_name_that_can_not_be_used_is_replaced() {
    let shared = Shared::new();
    let mut stage = Stage::with_home(shared.home("a\u{202e}b"), ColorDepth::True);
    stage.arcade.open_from(lobby_factory());
    stage.settle().shows("change it in the settings");
    stage.keys("<Enter>ada<Enter>").settle().shows("You are ada").shows("No tables yet");
    stage.shows("!change it in the settings");
}

#[test]
fn without_a_database_no_key_asks_for_a_name() {
    for key in ["<Enter>", "n", "w", "<Down>"] {
        let mut stage = Stage::menu();
        stage.keys("o").keys(key).shows("!your name first");
        assert_eq!(stage.medium().matches("There is no home folder").count(), 2, "{key}");
    }
}

#[test]
fn errors_of_the_lobby_say_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "milk, bread, and something that is no database at all ".repeat(99))
        .unwrap();
    let settings = Settings { names: ["ada", "", "", ""].map(str::to_owned), ..stage::still() };
    let home = Home { database: path.to_str().map(str::to_owned), ..Home::unsaved(settings) };
    let mut stage = Stage::with_home(home, ColorDepth::True);
    stage.arcade.open_from(lobby_factory());
    stage.wait("isn't a file of shared tables").shows("--database").shows("!No tables yet");
    assert_eq!(std::fs::read_to_string(&path).unwrap().len(), 54 * 99, "it is left alone");
    let mut nowhere = Stage::menu();
    nowhere.keys("o").shows("There is no home folder");
}

#[test]
fn a_new_table_is_opened() {
    let mut shared = Shared::new();
    let mut stage = shared.lobby("ada");
    stage.keys("n<Right>").shows("New table").keys("<Enter>").settle();
    let tables = store::lobby_tables(shared.connection.as_mut(), "bob", 9).unwrap();
    let [table] = tables.as_slice() else { panic!("{tables:?}") };
    assert_eq!((table.game.as_str(), table.is_public), ("flip", true));
    assert_eq!(table.seats, [SeatSummary::Person("ada".to_owned()), SeatSummary::Open]);
}

#[test]
fn a_table_that_is_reached_behind_the_help_is_shown_after_it() {
    let mut shared = Shared::new();
    shared.table("k7m2", "bob", &pair(GameKind::Flip, Some(6)));
    let mut stage = shared.lobby("ada");
    stage.keys("<Enter>?").settle().shows("Help").keys("<Esc>").wait("Waiting for bob");
}

#[test]
fn a_table_that_is_opened_behind_the_help_is_shown_after_it() {
    let shared = Shared::new();
    let mut stage = shared.lobby("ada");
    stage.keys("n<Right><Enter>?").settle().shows("Help").keys("<Esc>");
    stage.wait("Waiting for another player");
}

#[test]
fn a_new_table_that_nobody_goes_to_is_closed() {
    let mut shared = Shared::new();
    let mut stage = shared.lobby("ada");
    stage.keys("n<Right><Enter><Esc>").shows("No tables yet");
    // The database answers this question after it has closed the table.
    stage.keys(":ZZZZ<Enter>").wait("There is no table zzzz");
    let rows = shared.connection.query("SELECT state, seats FROM shared_tables", &[]).unwrap();
    let [table] = rows.as_slice() else { panic!("one table: {}", rows.len()) };
    assert_eq!(table.text(0), Ok("closed"));
    assert!(!table.text(1).unwrap().contains("ada"));
}

#[test]
fn the_new_game_page_leads_to_a_table_for_another_terminal() {
    let shared = Shared::new();
    for game in [GameKind::Flip, GameKind::Intensity] {
        let mut stage = Stage::with_home(shared.home("ada"), ColorDepth::True);
        stage.arcade.open_from(Box::new(move |context| new_game::open(game, context)));
        stage.keys("1").keys(&"<Right>".repeat(game.levels().len() + 1));
        stage.shows("• A friend elsewhere");
        stage.shows("A friend joins from another terminal.");
        // The second seat, and Medium computers on the rest.
        stage.keys("<Tab><Right>");
        if game == GameKind::Intensity {
            stage.keys("<Tab><Right>").shows("◂ Medium ▸");
        }
        stage
            .keys("<Enter>")
            .wait("Open the table")
            .shows(&format!("• {}", GameFacts::of(game).title));
        stage.shows(if game == GameKind::Flip { "• X" } else { "• West" });
        if game == GameKind::Intensity {
            stage.shows("2 Medium computers");
        }
        stage.keys("<Esc>").wait("Play with others").shows("!New game");
        stage.keys("<Esc>").shows("New game");
    }
}

#[test]
fn an_open_table_whose_people_are_gone_says_so() {
    let mut shared = Shared::new();
    shared.table("zq4x", "cleo", &pair(GameKind::Eater, Some(10)));
    shared.lobby("ada").shows("1 seat open").shows("!nobody here");
    shared.connection.execute("DELETE FROM clients", &[]).unwrap();
    shared.lobby("ada").shows("nobody here").shows("!1 seat open");
}
