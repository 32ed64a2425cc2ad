//! Shared tables: two terminals on one database.

use std::{fs, time::Duration};

use insta::assert_snapshot;

use super::{
    meeting::{Meeting, Terminal},
    stage::{self, Stage, whole_game},
};
use crate::{
    database::{
        Store,
        shared_tables::{SharedError, presence::Timing},
        tests::Waiting,
    },
    settings::{Settings, home::Home},
    widgets::{ColorDepth, testing},
};
use fourcade_engine::{
    concentration::Concentration,
    eater::Eater,
    flip::Flip,
    intensity::Intensity,
    play::{HUMAN, Seat, TimeControl},
};

/// The heartbeats of tests in which nobody goes away.
const STEADY: Timing = Timing {
    beat: Duration::from_millis(100),
    away: Duration::from_secs(60),
    hand_over: Duration::from_secs(120),
};
/// The heartbeats of tests in which somebody goes away.
const HASTY: Timing = Timing {
    beat: Duration::from_millis(50),
    away: Duration::from_millis(400),
    hand_over: Duration::from_millis(800),
};
/// The keys that pass three cards.
const PASS: &str = " <Right> <Right> <Enter>";
const PEOPLE: [&str; 2] = [HUMAN, HUMAN];

/// Ada and Bob at a table of Flip, after these moves.
fn at_flip(meeting: &Meeting, size: u16, moves: &[&str]) -> [Terminal; 2] {
    let (mut ada, mut bob) = (meeting.terminal("ada"), meeting.terminal("bob"));
    ada.host::<Flip>(&PEOPLE, size);
    bob.join().wait("Waiting for ada");
    ada.stage.wait("Your move");
    let mut terminals = [ada, bob];
    for (at, action) in moves.iter().enumerate() {
        let [first, second] = &mut terminals;
        let (player, other) = if at % 2 == 0 { (first, second) } else { (second, first) };
        player.stage.wait("Your move").keys(&stage::keys_of(action));
        player.stage.wait("Waiting for");
        other.stage.wait("Your move");
    }
    terminals
}

#[track_caller]
fn check(name: &str, stage: &mut Stage) {
    // A result card keeps the shape of its first frame of a size, which may have come too early.
    stage.text((80, 24));
    for size in [(100, 30), (80, 24), (40, 12)] {
        assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), stage.text(size));
    }
}

#[test]
fn two_people_play_a_whole_game() {
    let meeting = Meeting::new(STEADY);
    let [mut ada, mut bob] = at_flip(&meeting, 4, &[]);
    let mut session = stage::session(["human", "human"], 4, &[]);
    for action in whole_game() {
        let seat = session.awaited().only().unwrap();
        session.choose(seat, action.parse().unwrap()).unwrap();
        let player = if seat == Seat::new(0) { &mut ada } else { &mut bob };
        player.stage.wait("Your move").keys(&stage::keys_of(&action));
    }
    check("shared-won", ada.stage.wait("Rematch"));
    check("shared-lost", bob.stage.wait("Rematch"));
    ada.stage.keys("<Esc>").shows("You win: O 12, X 4.");
    bob.stage.keys("<Esc>").shows("You lose. O ada wins: O 12, X 4.");
}

#[test]
fn each_person_sees_the_moves_of_the_other() {
    let meeting = Meeting::new(STEADY);
    let mut ada = meeting.terminal("ada");
    ada.host::<Flip>(&PEOPLE, 8);
    check("shared-open", ada.stage.wait("another player"));
    ada.stage.keys("y").shows("Copied.");
    assert_eq!(ada.stage.arcade.take_copied().as_deref(), Some("fourcade join k7m2"));
    ada.stage.keys("35<Enter>").shows("It is not your turn.");
    assert!(ada.stage.text((80, 24)).contains("fourcade join k7m2"), "a message hides it");
    let mut bob = meeting.terminal("bob");
    check("shared-their-move", bob.join().wait("Waiting for ada"));
    check("shared-my-move", ada.stage.wait("Your move"));
    bob.stage.keys("35<Enter>").shows("Ada is playing.");
    ada.stage.keys("35<Enter>").wait("Waiting for bob since 12:00");
    bob.stage.wait("Your move").shows("ada played 3 5");
    bob.stage.keys("34<Enter>").wait("Waiting for ada");
    ada.stage.wait("bob played 3 4").shows("You played 3 5");
}

#[test]
fn a_move_is_taken_back_only_if_the_other_agrees() {
    let meeting = Meeting::new(STEADY);
    let [mut ada, mut bob] = at_flip(&meeting, 8, &["2 4"]);
    ada.stage.keys("u").wait("You asked bob");
    // Nobody waits for ada while bob is asked.
    check("shared-undo-asked", bob.stage.wait("ada asks to take back").shows("!Waiting for"));
    ada.stage.keys("u").shows("Bob must answer first.");
    bob.stage.keys("n").wait("!ada asks");
    ada.stage.wait("!You asked bob").shows("You played 3 5");
    ada.stage.keys("u").wait("You asked bob");
    bob.stage.wait("ada asks").keys("y").wait("Waiting for ada");
    ada.stage.wait("Your move").shows("!You played");
    bob.stage.keys("u").shows("There is no move to take back.");
}

#[test]
fn commands_that_would_be_cheating_are_unavailable() {
    let meeting = Meeting::new(STEADY);
    let [mut ada, _bob] = at_flip(&meeting, 8, &[]);
    for (key, sentence) in [
        ("i", "No hints in a game with others."),
        ("v", "No evaluation in a game with others."),
        ("s", "You can save the game when it is over."),
        ("n", "Leave this table first, then start a new game."),
        ("x", "A rematch comes after the game."),
        (".", "Not available in a game with others."),
        ("z", "Not available in a game with others."),
        ("<C-r>", "Not available in a game with others."),
        ("e", "The game is not over."),
    ] {
        ada.stage.keys(key).shows(sentence);
    }
    ada.stage.shows("!seed");
}

#[test]
fn a_resignation_reaches_the_other_terminal() {
    let meeting = Meeting::new(STEADY);
    let [mut ada, mut bob] = at_flip(&meeting, 8, &[]);
    bob.stage.keys("?resign<Enter>").shows("Ada wins the game.").keys("y");
    bob.stage.wait("2  resigned").keys("<Esc>").shows("You (X) resigned.");
    ada.stage.wait("2  resigned").keys("<Esc>").shows("You win.").shows("resigned.");
}

#[test]
fn a_computer_stands_in_until_a_person_is_back() {
    let meeting = Meeting::new(HASTY);
    let [mut ada, mut bob] = at_flip(&meeting, 8, &[]);
    bob.stage.keys("<Esc>").shows("The game waits for you.").keys("y");
    ada.stage.wait("bob (left)").keys("35<Enter>").wait("bob has left the table.");
    ada.stage.wait("Press p to let a computer play").wait("!spectator");
    check("shared-left", &mut ada.stage);
    ada.stage.keys("p").wait("bob played").wait("Your move");
    check("shared-stand-in", ada.stage.wait("bob (computer)"));
    bob.join().wait("X you").wait("Waiting for ada").shows("You played");
    ada.stage.wait("!(computer)");
}

#[test]
fn people_play_with_clocks_and_no_computer_takes_a_seat() {
    let meeting = Meeting::new(HASTY);
    let (mut ada, mut bob) = (meeting.terminal("ada"), meeting.terminal("bob"));
    ada.host_timed::<Flip>(&PEOPLE, 8, Some(TimeControl::game(10, 5)));
    ada.stage.wait("fourcade join").shows("10:00");
    bob.join().wait("Waiting for ada");
    ada.stage.wait("Your move").keys("T").shows("Clocks don't stop at a shared table.");
    std::thread::sleep(Duration::from_millis(1100));
    bob.stage.shows("9:5").shows("10:00");
    ada.stage.shows("9:5").keys("35<Enter>").wait("Waiting for bob").shows("10:0");
    // A move that is taken back takes no time.
    ada.stage.keys("u");
    bob.stage.wait("ada asks to take back").keys("y");
    ada.stage.wait("Your move").shows("!10:04").keys("35<Enter>").wait("Waiting for bob");
    bob.stage.wait("Your move").keys("<Esc>").shows("Your clock runs").keys("y");
    ada.stage.wait("bob has left the table.");
    std::thread::sleep(2 * HASTY.hand_over);
    ada.stage.settle().shows("!let a computer play").shows("9:5").shows("10:0");
}

#[test]
fn a_person_whose_arcade_is_silent_counts_as_away() {
    // Long enough that no computer stands in, even on a busy machine.
    let meeting = Meeting::new(Timing { hand_over: Duration::from_secs(60), ..HASTY });
    let [mut ada, bob] = at_flip(&meeting, 8, &["2 4"]);
    bob.link.ask(|_| {
        std::thread::sleep(Duration::from_secs(4));
        Ok(())
    });
    ada.stage.wait("bob (away)").shows("bob is away.");
    check("shared-away", &mut ada.stage);
    ada.stage.wait("!(away)");
}

#[test]
fn a_spectator_sees_nothing_hidden() {
    let meeting = Meeting::new(STEADY);
    let (mut ada, mut bob) = (meeting.terminal("ada"), meeting.terminal("bob"));
    ada.host::<Intensity>(&[HUMAN, HUMAN, "careful", "careful"], 0);
    bob.join().wait("0 of 3 marked");
    ada.stage.wait("0 of 3 marked");
    let mut carl = meeting.terminal("carl");
    carl.watch().wait("You are watching.");
    check("shared-watching", &mut carl.stage);
    carl.stage.keys("m").shows("Only available when computers play.");
    ada.stage.wait("1 spectator: carl");
    // Bob's choice stays hidden until everybody has chosen.
    bob.stage.keys(PASS).wait("Waiting for ada");
    carl.stage.wait("Waiting for ada");
    ada.stage.shows("0 of 3 marked").shows("!bob passed");
    let mut dora = meeting.terminal("dora");
    dora.join().wait("All seats are taken: you are watching.");
    carl.stage.keys("u").shows("You are watching.");
}

#[test]
fn a_game_moves_to_another_terminal_of_the_same_person() {
    let meeting = Meeting::new(STEADY);
    let [mut ada, _bob] = at_flip(&meeting, 8, &[]);
    let mut second = meeting.terminal("ada");
    second.join().wait("Your seat is open at another").keys("n");
    second.stage.wait("Press Enter").shows("Waiting for ada");
    second.stage.keys("<Enter>").wait("Your move").keys("35<Enter>").wait("Waiting for bob");
    ada.stage.wait("Your game goes on at another").keys("35<Enter>");
    ada.stage.wait("You play at another terminal.").wait("ada played 3 5");
    ada.stage.keys("<Enter>").wait("!You play at another terminal").shows("O you");
}

#[test]
fn people_play_a_rematch() {
    let meeting = Meeting::new(STEADY);
    let [mut ada, mut bob] = at_flip(&meeting, 4, &[]);
    ada.stage.keys("?resign<Enter>y").wait("Rematch, swap colours");
    ada.stage.keys("<Enter>").wait("Waiting for another player").shows("X you").shows("O open");
    bob.stage.wait("Join the rematch").wait("!Looking for");
    check("shared-invited", bob.stage.shows("A rematch is waiting"));
    bob.stage.keys("<Enter>");
    bob.stage.wait("Your move").shows("O you").shows("X ada");
    ada.stage.wait("O bob").wait("Waiting for bob");
}

#[test]
fn a_rematch_that_is_left_before_its_table_is_open_is_closed() {
    let meeting = Meeting::new(STEADY);
    let [mut ada, _bob] = at_flip(&meeting, 4, &[]);
    ada.stage.keys("?resign<Enter>y").wait("Rematch").keys("<Enter><Esc>").shows("Quit");
    let states = ada.link.ask(|connection| {
        let rows = connection.query("SELECT state FROM shared_tables ORDER BY state", &[])?;
        rows.iter().map(|row| Ok(row.text(0)?.to_owned())).collect::<Result<Vec<_>, SharedError>>()
    });
    assert_eq!(states.wait().unwrap(), ["closed", "finished"]);
}

#[test]
fn a_finished_game_is_saved_once_in_a_home() {
    let meeting = Meeting::new(STEADY);
    let home = tempfile::tempdir().unwrap();
    let open = || Store::at(home.path().join("games.db"), || ());
    let (one, two) = (open(), open());
    let mut ada = meeting.terminal_with("ada", Stage::with_store(&one));
    let mut bob = meeting.terminal_with("bob", Stage::with_store(&two));
    ada.host::<Flip>(&PEOPLE, 4);
    bob.join().wait("Waiting for ada");
    ada.stage.wait("Your move").keys("?resign<Enter>y").wait("Rematch");
    bob.stage.wait("Rematch");
    let store = open();
    one.close().unwrap();
    two.close().unwrap();
    let games = store.games().unwrap();
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].result, None, "it is a game between people");
    assert_eq!(games[0].person_names(), ["ada", "bob"]);
}

#[test]
fn computers_play_between_the_people() {
    let meeting = Meeting::new(STEADY);
    let (mut ada, mut bob) = (meeting.terminal("ada"), meeting.terminal("bob"));
    ada.host::<Intensity>(&[HUMAN, "careful", HUMAN, "careful"], 0);
    bob.join().wait("0 of 3 marked").keys(PASS).wait("Waiting for ada");
    ada.stage.wait("0 of 3 marked").keys(PASS);
    // The computers play in between, in Ada's arcade.
    ada.stage
        .wait_with(&mut bob.stage, "Everyone passed three")
        .wait("Your move")
        .keys("<Enter>")
        .wait("Waiting for bob");
    bob.stage.wait("led 4s").wait("Your move");
    let meeting = Meeting::new(STEADY);
    let (mut ada, mut bob) = (meeting.terminal("ada"), meeting.terminal("bob"));
    ada.host::<Concentration>(&PEOPLE, 0);
    bob.join().wait("Waiting for ada");
    ada.stage.wait("Your move").keys("<Enter>").wait("\u{2590}A");
    bob.stage.wait("    A").shows("Waiting for ada");
}

#[test]
fn simultaneous_choices_stay_hidden_until_both_are_made() {
    let meeting = Meeting::new(STEADY);
    let (mut ada, mut bob) = (meeting.terminal("ada"), meeting.terminal("bob"));
    ada.host::<Eater>(&PEOPLE, 7);
    bob.join().wait("Your move").keys("<Enter>").wait("Waiting for ada");
    ada.stage.wait("Your move").shows("49 empty cells").keys("<Enter>");
    ada.stage.wait_with(&mut bob.stage, "!49 empty cells");
    bob.stage.wait("!49 empty cells").wait("Your move");
}

#[test]
fn nothing_is_lost_while_the_database_can_not_be_reached() {
    let meeting = Meeting::new(STEADY);
    let [mut ada, mut bob] = at_flip(&meeting, 8, &[]);
    ada.link.ask::<()>(|_| {
        std::thread::sleep(Duration::from_millis(300));
        Err(SharedError::Unreachable("no route to host".to_owned()))
    });
    // No other connection can be opened until the file is back.
    let file = meeting.folder.path().join("shared.db");
    let aside = file.with_extension("aside");
    fs::rename(&file, &aside).unwrap();
    fs::create_dir(&file).unwrap();
    ada.stage.keys("35<Enter>").shows("Sending your move.");
    ada.stage.wait("Can't open").wait("Your move will be sent.");
    fs::remove_dir(&file).unwrap();
    fs::rename(&aside, &file).unwrap();
    ada.stage.wait("!Can't open").wait("Waiting for bob since");
    bob.stage.wait("ada played 3 5");
}

#[test]
fn pictures_of_a_shared_table() {
    for (name, depth, ascii) in [
        ("dark", ColorDepth::True, false),
        ("ansi", ColorDepth::Ansi, false),
        ("ascii", ColorDepth::Mono, true),
    ] {
        let meeting = Meeting::new(STEADY);
        let mut ada = meeting.terminal_with("ada", Stage::with_look(depth, ascii));
        ada.host::<Flip>(&PEOPLE, 8);
        ada.stage.wait("fourcade join k7m2");
        assert_snapshot!(format!("styled-{name}-open"), testing::styled(&ada.stage.draw((80, 24))));
        let mut bob = meeting.terminal("bob");
        bob.join().wait("Waiting for ada");
        ada.stage.wait("Your move").keys("35<Enter>").wait("Waiting for bob since").keys("u");
        ada.stage.wait("You asked bob");
        assert_snapshot!(
            format!("styled-{name}-asked"),
            testing::styled(&ada.stage.draw((80, 24)))
        );
    }
}

#[test]
fn hidden_cards_stay_hidden_to_those_who_watch_until_the_end() {
    let meeting = Meeting::new(STEADY);
    let (mut ada, mut bob) = (meeting.terminal("ada"), meeting.terminal("bob"));
    ada.host::<Intensity>(&[HUMAN, HUMAN, "careful", "careful"], 0);
    bob.join().wait("0 of 3 marked");
    let mut carl = meeting.terminal("carl");
    carl.watch().wait("You are watching.");
    ada.stage.wait("0 of 3 marked").shows(" 28 ");
    carl.stage.shows("! 28 ");
    for keys in ["s", "e", "<Enter>", "r"] {
        carl.stage.keys(keys).shows("!Save as").shows("You are watching.");
    }
}

#[test]
fn people_say_short_phrases_and_see_who_joins() {
    let meeting = Meeting::new(STEADY);
    let (mut ada, mut bob) = (meeting.terminal("ada"), meeting.terminal("bob"));
    ada.host::<Flip>(&PEOPLE, 8);
    ada.stage.wait("another player");
    bob.join().wait("Waiting for ada");
    ada.stage.wait("bob has joined.").keys("C").shows("Say something?").shows("4 Well played");
    ada.stage.keys("4").wait("You: \"Well played\".");
    bob.stage.wait("ada: \"Well played\".");
    ada.stage.keys("C1").shows("You can say something every ten seconds.");
    // A later spectator doesn't see old news.
    let mut carl = meeting.terminal("carl");
    carl.watch().wait("You are watching.").shows("!Well played").shows("!has joined");
    carl.stage.keys("C").shows("You are watching.");
    ada.stage.keys("x").wait("1 spectator: carl");
    // Without table talk, a spectator sees no phrases.
    let settings = Settings { table_talk: false, ..stage::still() };
    let mut dora = meeting.terminal_with("dora", stage_with(settings));
    dora.watch().wait("You are watching.");
    bob.stage.keys("C3").wait("You: \"One moment\".");
    carl.stage.wait("bob: \"One moment\".");
    bob.stage.keys("35<Enter>").shows("Ada is playing.");
    ada.stage.keys("35<Enter>").wait("Waiting for bob");
    dora.stage.wait("played 3 5").shows("!One moment");
    let mut local = Stage::menu().over(stage::table(stage::session(PEOPLE, 8, &[])));
    local.keys("C").shows("Only available at shared tables.");
}

#[test]
fn a_person_called_like_a_word_of_the_table_joins_and_leaves() {
    for (name, shown) in [("open", "open"), ("you", "\"you\"")] {
        let meeting = Meeting::new(STEADY);
        let (mut ada, mut other) = (meeting.terminal("ada"), meeting.terminal(name));
        ada.host::<Intensity>(&[HUMAN, HUMAN, HUMAN, "careful"], 0);
        ada.stage.wait("2 other players").keys("<Esc>").shows("Nobody has joined yet.").keys("n");
        other.join().wait("another player");
        ada.stage.wait(&format!("{shown} has joined."));
        ada.stage.keys("<Esc>").shows("Your seat opens again.").keys("n");
        other.stage.keys("<Esc>y");
        ada.stage.wait(&format!("{shown} has left, and the seat is open again."));
        ada.stage.keys("<Esc>").shows("Nobody has joined yet.");
    }
}

#[test]
fn a_spectator_is_not_asked_to_press_a_key() {
    let meeting = Meeting::new(STEADY);
    let (mut ada, mut bob) = (meeting.terminal("ada"), meeting.terminal("bob"));
    ada.host::<Concentration>(&PEOPLE, 0);
    bob.join().wait("Waiting for ada");
    let mut carl = meeting.terminal("carl");
    carl.watch().wait("You are watching.");
    ada.stage.wait("Your move").keys("11<Enter>").wait("Sending").wait("Your move");
    ada.stage.keys("12<Enter>").wait("Press any key");
    carl.stage.wait("no pair").shows("!Press any key").shows("Waiting for bob");
}

fn stage_with(settings: Settings) -> Stage {
    Stage::with_home(Home { settings, ..stage::home(false) }, ColorDepth::True)
}
