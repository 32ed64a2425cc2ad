//! The first five minutes: the offer of a lesson, a whole lesson, the way from the menu to the
//! first move, today's deal, and the copied result.

use super::flip_table::{assert_left, table, wait_for_card, wait_to_move};
use crate::support::{Exit, Launch, Output, Terminal};

/// A way to the first move of a game.
struct FirstMove {
    /// The game's key in the menu.
    key: &'static str,
    game: &'static str,
    /// What the panel says before the move.
    before: &'static str,
    /// The keys that make the move.
    keys: &'static str,
    /// What the log says after the move.
    after: &'static str,
}

const FIRST_MOVES: [FirstMove; 4] = [
    FirstMove {
        key: "1",
        game: "Intensity",
        before: "Pass three to",
        keys: "space right space right space enter",
        after: "Everyone passed",
    },
    FirstMove { key: "2", game: "Flip", before: "Your move", keys: "tab enter", after: "You " },
    FirstMove {
        key: "3",
        game: "Concentration",
        before: "Your move: turn over",
        keys: "enter",
        // The log names a pair of cards once both are turned up.
        after: "Your move: find",
    },
    // Both may have chosen the cell in the middle.
    FirstMove { key: "4", game: "Eater", before: "Your move", keys: "enter", after: ": 4 4" },
];

/// Starts the arcade at its menu.
fn menu(launch: &Launch) -> Terminal {
    let terminal = launch.start();
    terminal.wait_text("avoid tricks");
    terminal
}

/// Returns the text of the screen without line breaks.
fn flowing(output: &Output) -> String {
    output.text().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text inside the frame of a dialog, without line breaks.
fn dialog(output: &Output) -> String {
    let text = output.text();
    let inside = text.lines().filter_map(|line| line.split('│').nth(1));
    inside.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// Waits until this text is in a dialog, perhaps on several lines.
#[track_caller]
fn wait_dialog(terminal: &Terminal, text: &str) {
    terminal.wait_for(&format!("{text:?} in a dialog"), |output| dialog(output).contains(text));
}

/// Decodes Base64 (RFC 4648).
fn decode(encoded: &str) -> String {
    let digit = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => panic!("{encoded:?} is not Base64"),
    };
    assert_eq!(encoded.len() % 4, 0, "{encoded:?} is not padded");
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for letter in encoded.trim_end_matches('=').bytes() {
        (bits, count) = (bits << 6 | u32::from(digit(letter)), count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    String::from_utf8(bytes).expect("the copied text is UTF-8")
}

/// Waits until the program has copied `count` texts, and returns the last one.
#[track_caller]
fn wait_copied(terminal: &Terminal, count: usize) -> String {
    let find = |output: &Output| output.copied().get(count - 1).cloned();
    decode(&terminal.wait("a copied text", find))
}

/// Resigns, and waits for the result card.
#[track_caller]
fn resign(terminal: &Terminal) {
    terminal.run_by_name("resign");
    terminal.wait_text("Resign?");
    terminal.press("y");
    terminal.wait_text(" resigned");
    wait_for_card(terminal);
}

#[test]
fn a_lesson_is_offered_when_a_game_is_opened_for_the_first_time() {
    let launch = Launch::arcade().offering_lessons();
    let terminal = menu(&launch);
    // Enter learns.
    terminal.press("2");
    terminal.wait_text("New to Flip?");
    terminal.press("enter");
    terminal.wait_text("Flip lesson, 1 of 6");
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
    // Esc skips.
    terminal.press("4");
    terminal.wait_text("New to Eater?");
    terminal.press("esc");
    terminal.wait_text("New game: Eater");
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
    // Neither is offered again, in this run or a later one; the others still are.
    let terminal = menu(&launch);
    for (key, game) in [("2", "Flip"), ("4", "Eater")] {
        terminal.press(key);
        terminal.wait_text(&format!("New game: {game}"));
        assert!(!terminal.text().contains("New to"), "{}", terminal.describe());
        terminal.press("esc");
        terminal.wait_text("avoid tricks");
    }
    terminal.press("1");
    terminal.wait_text("New to Intensity?");
}

#[test]
fn two_keys_lead_to_the_first_move_and_three_if_the_lesson_is_offered() {
    for FirstMove { key, game, before, keys, after } in FIRST_MOVES {
        for is_offered in [true, false] {
            let launch = Launch::arcade();
            let launch = if is_offered { launch.offering_lessons() } else { launch };
            let terminal = menu(&launch);
            terminal.press(key);
            if is_offered {
                terminal.wait_text(&format!("New to {game}?"));
                terminal.press("esc");
            }
            terminal.wait_text(&format!("New game: {game}"));
            terminal.press("enter");
            terminal.wait_text(before);
            assert!(!terminal.text().contains(after), "{}", terminal.describe());
            terminal.press(keys);
            terminal.wait_text(after);
        }
    }
}

/// Answers the prompts of a lesson: waits for each text and presses the keys after it.
#[track_caller]
fn answer(terminal: &Terminal, prompts: &[(&str, &str)]) {
    for (text, keys) in prompts {
        terminal.wait_for(&format!("{text:?}"), |output| flowing(output).contains(text));
        terminal.press(keys);
    }
}

/// Starts `fourcade learn` in a window whose column for prompts shows them whole.
fn learn(game: &str) -> Terminal {
    Launch::arcade().args(["learn", game]).size(80, 40).start()
}

#[test]
fn the_lesson_of_flip_leads_to_a_game_against_a_beginner() {
    let terminal = learn("flip");
    answer(
        &terminal,
        &[
            ("You are O. Enclose X's tiles", "tab enter"),
            ("That's a move", "enter"),
            ("Find the move that turns four tiles", "2 5 enter"),
            // A wrong move is answered with a reason, and another one may be tried.
            ("Two tiles: better than one", "3 2 enter"),
            ("Three lines, four tiles", "enter"),
            ("a tile in a corner stays yours for good", "1 1 enter"),
            ("Nobody can turn that tile again", "enter"),
            ("One of your four moves would let X into a corner", "3 5 enter"),
            ("no corner for X", "enter"),
            ("Play 6 4 (row, then column)", "6 4 enter"),
            ("X has no move at all and must pass", "enter"),
            ("That's Flip", "enter"),
        ],
    );
    for text in ["Flip 8 x 8", "O you", "X Pip"] {
        terminal.wait_text(text);
    }
    terminal.wait_text("Your move");
    terminal.press("tab enter");
    terminal.wait_text("You played");
    terminal.wait_text("Pip played");
}

#[test]
fn the_lesson_of_intensity_leads_to_a_game_against_beginners() {
    let terminal = learn("intensity");
    answer(
        &terminal,
        &[
            ("You are South", "enter"),
            ("First, everyone passes", "3 9 space 4 8 space 4 9 space enter"),
            ("East passed you the buffalo", "enter"),
            ("You lead the first round", "4 7 enter"),
            ("Leading a high 4 may win you the round", "2 0 enter"),
            ("East won with 29 and leads 14", "1 2 enter"),
            ("Give the buffalo away!", "4 7 enter"),
            ("West had to win with 18", "enter"),
            ("West leads the next round", "enter"),
            ("It's the moment to win with a high card", "2 8 enter"),
            ("You win the round and pay nothing", "enter"),
            ("That's Intensity", "enter"),
        ],
    );
    for text in ["South you", "West Posy", "North Wilma", "East Fritz"] {
        terminal.wait_text(text);
    }
    terminal.wait_text("Pass three to");
}

#[test]
fn the_lesson_of_concentration_leads_to_a_game_against_a_beginner() {
    let terminal = learn("concentration");
    answer(
        &terminal,
        &[
            ("Two cards of the same rank are a pair", "2 7 enter"),
            ("Turn up the card to its right", "2 8 enter"),
            ("No pair, so your queen and five", "enter"),
            ("You know two queens now", "3 1 0 enter"),
            ("Now the other queen", "2 7 enter"),
            ("A pair: two cards for you", "enter"),
            ("Begin with a card that nobody has seen", "1 3 enter"),
            ("You know that card already", "1 1 0 enter"),
            ("A five! You turned one up", "2 8 enter"),
            ("Another pair", "enter"),
            ("That's Concentration", "enter"),
        ],
    );
    for text in ["You ", "Mimi ", "Your move"] {
        terminal.wait_text(text);
    }
}

#[test]
fn the_lesson_of_eater_leads_to_a_game_against_a_beginner() {
    let terminal = learn("eater");
    answer(
        &terminal,
        &[
            ("You are the Passer", "1 3 enter"),
            ("You both choose at the same time", "5 5 enter"),
            ("That doesn't touch your stone", "2 3 enter"),
            ("Down is the shortest way", "3 3 enter"),
            ("says that both of you chose 3 3", "enter"),
            ("Here three cells would finish your path", "5 2 enter"),
            ("That's where the Eater will go", "5 4 enter"),
            ("The path is complete: you win", "enter"),
            ("Now you are the Eater", "3 3 enter"),
            ("Row 3 is closed", "enter"),
            ("Work on the row with the fewest open cells", "4 3 enter"),
            ("Now you know where the Passer has to go", "enter"),
            ("That's Eater", "enter"),
        ],
    );
    for text in ["Passer you", "Eater Bo", "Your move"] {
        terminal.wait_text(text);
    }
}

#[test]
fn the_copied_result_starts_the_same_deal() {
    let terminal = table("human,level:3", "").start();
    resign(&terminal);
    terminal.press("y");
    let copied = wait_copied(&terminal, 1);
    terminal.wait_text("Copied");
    assert_eq!(
        copied,
        "fourcade Flip 8x8, against Pip: lost 2-2. \
         Replay the deal: fourcade play flip --seed 3 --level beginner"
    );
    // The command in the line is a valid one.
    let (_, command) = copied.split_once("fourcade play ").expect("a command");
    let again = Launch::arcade().arg("play").args(command.split(' ')).start();
    again.wait_text("seed 3");
    wait_to_move(&again);
}

#[test]
fn todays_deal_counts_once_and_is_then_for_practice() {
    let launch = Launch::arcade().args(["daily", "flip"]);
    let first = launch.start();
    wait_to_move(&first);
    first.wait_text("Daily deal, ");
    resign(&first);
    wait_dialog(&first, "Next deal: Concentration (3 deals left).");
    first.wait_text("q quit");
    first.press("y");
    let copied = wait_copied(&first, 1);
    assert!(copied.contains(", against Irma: lost ") && copied.lines().count() == 10, "{copied}");
    let (_, command) = copied.split_once("Play the deal: fourcade ").expect("a command");
    let command: Vec<_> = command.split(' ').map(str::to_owned).collect();
    first.press("esc q");
    assert_left(&first, &Exit::Code(0));

    // The same deal again, today from the page and later from the copied text.
    let second = launch.start();
    wait_to_move(&second);
    second.wait_text("practice");
    second.wait_text("Daily deal, ");
    resign(&second);
    wait_dialog(&second, "resigned");
    second.wait_text(", practice ");
    second.press("esc q");
    assert_left(&second, &Exit::Code(0));
    let shared = Launch::arcade().args(command).start();
    wait_to_move(&shared);
    shared.wait_text("Daily deal, ");
}

#[test]
fn the_deal_is_the_same_in_all_time_zones() {
    // The local dates of these two zones always differ.
    let dates = ["Pacific/Kiritimati", "Etc/GMT+12"].map(|zone| {
        let terminal = Launch::arcade().args(["daily", "intensity"]).env("TZ", zone).start();
        terminal.wait("the date", |output| {
            let text = output.text();
            Some(text.split_once("Daily deal, ")?.1.lines().next()?.trim().to_owned())
        })
    });
    assert_eq!(dates[0], dates[1]);
}
