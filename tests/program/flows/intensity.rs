//! Whole games of Intensity: one person, four people who share the screen, and computers with open
//! hands. No frame may show a card to a person who may not see it.

use std::fs::File;

use fourcade_engine::{
    intensity::{
        Intensity,
        model::{Card, CardSet, IntensityAction},
    },
    play::{Game as _, GameInfo, Observation as _, RecordHeader, RecordLine, Seat, Seats, Session},
};

use super::flip_table::{assert_left, put_card_away};
use crate::support::{Exit, Launch, Mouse, Output, Terminal};

const SEED: u64 = 3;

fn table(command: &str, players: &str, options: &str) -> Launch {
    let seed = SEED.to_string();
    Launch::arcade()
        .args([command, "intensity", "--no-motion", "--seed", &seed, "--players", players])
        .args(options.split_whitespace())
}

/// Returns whether the game is over: the score sheet is on the screen, maybe below the result card.
fn is_over(output: &Output) -> bool {
    ["fines", "Rematch"].iter().any(|text| output.find(text).is_some())
}

/// Calls `play` whenever it is the person's turn, until the game is over.
#[track_caller]
fn play_to_the_end(terminal: &Terminal, play: impl Fn(&Terminal)) {
    loop {
        let next = terminal.wait("a person's choice or the end", |output| {
            let is_asked = output.find("Your move").is_some();
            if is_over(output) { Some(None) } else { is_asked.then(|| Some(output.text())) }
        });
        let Some(before) = next else { return };
        play(terminal);
        terminal.wait_for("the screen after the move", |output| output.text() != before);
    }
}

/// Reads the cards on the table from the text of an 80 x 24 window, leaving out scores, the number
/// of the round, and the list of the penalty cards that have not been played.
fn cards_on_the_table(frame: &str) -> CardSet {
    let mut cards = CardSet::NONE;
    for row in frame.lines().filter(|row| {
        !["Points to come:", "Intensity, round", "Round "].iter().any(|text| row.contains(text))
    }) {
        let board: String = row.chars().take(53).collect();
        let mut before = "";
        for word in board.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '+') {
            let is_score = ["South", "West", "North", "East"].contains(&before);
            if let Ok(card) = word.parse::<Card>()
                && !is_score
            {
                cards = cards.with(card);
            }
            before = word;
        }
    }
    cards
}

/// Asserts that the frames show no cards but the `allowed` ones.
#[track_caller]
fn assert_shows_only(frames: &[String], allowed: CardSet, when: &str) {
    for frame in frames {
        let hidden = cards_on_the_table(frame) - allowed;
        assert!(hidden.is_empty(), "{when}: {hidden} in\n{frame}");
    }
}

#[test]
fn one_person_plays_a_whole_game_and_sees_no_hidden_card() {
    let launch = table("play", "human,random,careful,random", "--linger 0");
    let file = launch.home().join("game.jsonl");
    let terminal = launch.start();
    terminal.wait_text("0 of 3 marked");
    let mut frames = terminal.frames();
    terminal.press("enter l space");
    terminal.wait_text("2 of 3 marked");
    terminal.press("l enter");
    terminal.wait_text("Enter pass");
    terminal.press("enter");
    play_to_the_end(&terminal, |terminal| terminal.press("enter"));
    put_card_away(&terminal);
    for text in ["round 10", "points", "place"] {
        terminal.wait_text(text);
    }
    frames.extend(terminal.frames());
    terminal.press("s");
    terminal.wait_text("Save the game as");
    terminal.submit_text(file.to_str().unwrap());
    terminal.wait_text("aved as");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));

    // A frame shows only the person's own cards and the cards played up to its round.
    let session =
        Session::<Intensity>::read(&mut std::io::BufReader::new(File::open(&file).unwrap()))
            .unwrap();
    let south = Seat::new(0);
    let own = session.header().setup.hand(south)
        | session.game().observe(Seats::one(south)).received(south).unwrap();
    let rounds = session.game().history();
    let mut rounds_seen = 0;
    for frame in
        frames.iter().filter(|frame| !frame.contains("fines") && !frame.contains("Rematch"))
    {
        let round = frame
            .split_once("round ")
            .and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok());
        let shown: usize = round.unwrap_or(0);
        rounds_seen = rounds_seen.max(shown);
        let played = rounds[..shown.min(10)]
            .iter()
            .fold(CardSet::NONE, |played, trick| played | trick.card_set());
        if frame.contains(" of 10") {
            assert_shows_only(std::slice::from_ref(frame), own | played, "alone");
        }
    }
    assert_eq!(rounds_seen, 10);
}

/// A model of the game that four people play in the program.
struct Model {
    session: Session<Intensity>,
    /// The cards that all seats have seen.
    public: CardSet,
}

impl Model {
    fn new() -> Self {
        let setup = Intensity::deal_seeded(0, SEED).unwrap();
        let header =
            RecordHeader { setup, players: vec!["human".to_owned(); 4], seed: SEED, clock: None };
        Self { session: Session::new(header), public: CardSet::NONE }
    }

    /// Returns the current hand of a seat.
    fn hand(&self, seat: Seat) -> CardSet {
        self.session.game().observe(Seats::one(seat)).hands[seat.index()].unwrap()
    }

    fn choose(&mut self, seat: Seat, action: IntensityAction) {
        self.session.choose(seat, action).unwrap();
        if let IntensityAction::Play(card) = action {
            self.public = self.public.with(card);
        }
    }
}

#[test]
fn four_people_play_a_whole_game_and_no_frame_shows_a_hidden_card() {
    const NAMES: [&str; 4] = ["South", "West", "North", "East"];
    let terminal = table("play", "human,human,human,human", "--linger key").start();
    let mut model = Model::new();
    // The hand of the person who chose last.
    let mut last_hand = CardSet::NONE;
    while let Some(seat) = model.session.awaited().iter().next() {
        let name = NAMES[seat.index()];
        let turn = format!("Your turn as {name}");
        let is_passing = model.session.game().passed().is_none();
        // Either the table is covered, or the last round is still shown.
        terminal.wait("the next person's turn", |output| {
            (output.find(&turn).is_some() || output.find("any key go on").is_some()).then_some(())
        });
        if terminal.inspect(|output| output.find("any key go on").is_some()) {
            // Enter only ends the display of the round; the table stays covered.
            terminal.press("enter");
        }
        terminal.wait_text(&turn);
        assert_shows_only(&terminal.frames(), last_hand | model.public, "before the hand-over");
        assert_shows_only(&[terminal.text()], model.public, "while the table is covered");
        let (hand, observation) =
            (model.hand(seat), model.session.game().observe(Seats::one(seat)));
        terminal.take_keyboard();
        let prompt = if is_passing {
            "0 of 3 marked".to_owned()
        } else {
            format!("Player {} to move", seat.index() + 1)
        };
        terminal.wait_text(&prompt);
        let action = observation.legal(seat)[0];
        match action {
            IntensityAction::Pass(_) => terminal.press("space l space l space enter"),
            IntensityAction::Play(card) => {
                let digits = card.to_string();
                terminal.press(&format!("{} {} enter", &digits[..1], &digits[1..]));
            }
        }
        let was_last = model.session.game().turns() == 9
            && model.session.game().position().trick.cards().len() == 3;
        model.choose(seat, action);
        last_hand = hand;
        if was_last {
            terminal.wait_for("the end", is_over);
        }
    }
    let outcome = model.session.outcome().expect("the game is over");
    let scores: Vec<_> =
        NAMES.iter().zip(outcome.scores()).map(|(name, score)| format!("{name} {score}")).collect();
    put_card_away(&terminal);
    for score in scores {
        // The panel is narrow: a score may be in the next line.
        terminal.wait_for(&score, |output| {
            let panel: Vec<_> = output.screen().rows(50, 30).collect();
            panel.join(" ").split_whitespace().collect::<Vec<_>>().join(" ").contains(&score)
        });
    }
    assert!(
        matches!(model.session.lines().first(), Some(RecordLine::Step { moves, .. }) if moves.len() == 4)
    );
    terminal.press("n");
    terminal.wait_text("Your turn as South");
    terminal.take_keyboard();
    terminal.wait_text("game 2");
    terminal.wait_text("match");
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
}

#[test]
fn a_finished_round_stays_until_a_key_is_pressed() {
    let terminal = table("play", "human,careful,careful,careful", "--linger key").start();
    terminal.wait_text("0 of 3 marked");
    terminal.press("space l space l space enter");
    terminal.wait_text("Your move");
    terminal.press("enter");
    terminal.wait_text("any key go on");
    terminal.press("z");
    terminal.wait_gone("any key go on");
    terminal.wait_for("the next round", |output| output.find("round 2 of 10").is_some());
}

#[test]
fn a_game_can_be_played_by_mouse() {
    let terminal = table("play", "human,random,random,random", "--linger 0").start();
    terminal.wait_text("0 of 3 marked");
    let setup = Intensity::deal_seeded(0, SEED).unwrap();
    let cards: Vec<_> = setup.hand(Seat::new(0)).iter().take(3).collect();
    for (card, text) in cards.iter().zip(["1 of 3 marked", "2 of 3 marked", "Enter passes"]) {
        terminal.click(&card.to_string());
        terminal.wait_text(text);
    }
    terminal.click("Enter pass ");
    terminal.wait_text("Your move");
    play_to_the_end(&terminal, |terminal| {
        // The brackets of the cursor stand beside a playable card.
        let (column, row) = terminal.wait("the cursor", |output| output.find("▌"));
        terminal.mouse(Mouse::Click(column - 1, row));
    });
}

#[test]
fn computers_are_watched_with_open_and_with_closed_hands() {
    let terminal = table("watch", "random,careful,random,careful", "--speed 0.01").start();
    let setup = Intensity::deal_seeded(0, SEED).unwrap();
    let all = terminal.wait("all hands", |output| {
        let cards = cards_on_the_table(&output.text());
        (cards == CardSet::ALL).then_some(cards)
    });
    assert_eq!(all, setup.hands().into_iter().fold(CardSet::NONE, |all, hand| all | hand));
    terminal.press("m");
    terminal.wait_for("closed hands", |output| cards_on_the_table(&output.text()).is_empty());
    terminal.press("m");
    terminal.wait_for("open hands", |output| cards_on_the_table(&output.text()) == CardSet::ALL);
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

/// A program that breaks the rules with every answer.
const WRONG: &str = "#!/bin/sh\nread request\ncase $request in 0) echo Wrong;; *) echo 5;; esac\n";

#[test]
fn a_program_can_be_chosen_in_the_advanced_setup_and_its_faults_are_shown() {
    use std::os::unix::fs::PermissionsExt as _;
    let launch = Launch::arcade();
    let program = launch.home().join("wrong.sh");
    std::fs::write(&program, WRONG).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let terminal = launch.start();
    terminal.wait_text("avoid tricks");
    terminal.press("1 a space");
    terminal.wait_text("Player for ");
    terminal.type_text(&format!("program:{}", program.display()));
    terminal.press("enter");
    terminal.wait_text("A program of yours");
    terminal.wait_text("◂ wrong.sh");
    terminal.press("enter");
    terminal.wait_text("0 of 3 marked");
    terminal.press("space l space l space enter");
    terminal.wait_text("rong.sh discards [5]");
    terminal.wait_text("+5");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn a_replayed_match_shows_its_programs_and_their_penalties() {
    let old = include_str!("../../data/intensity-format-1.fourcade");
    let names =
        r#""seed":3,"match":{"names":["Amy","Crash","Counter","Cheat\u001b"],"timeout":1.0}}"#;
    let stderr = r#""fine":5}],"notes":[{"seat":3,"stderr":"one\ntwo","started":["sh"]}]}"#;
    let record = old
        .replacen(r#""fourcade":1"#, r#""fourcade":2"#, 1)
        .replacen(r#""seed":3}"#, names, 1)
        .replace(r#""fine":5}]}"#, stderr);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match");
    std::fs::write(&file, record).unwrap();
    let terminal = Launch::arcade().size(100, 30).arg("replay").arg(&file).start();
    terminal.wait_text("Replay: move ");
    terminal.press(". . . . .");
    terminal.wait_text("East Cheat\\u{1b}");
    terminal.wait_text("North Counter");
    terminal.wait_text("reports: two");
    terminal.wait_text("starts other");
    terminal.wait_text("plays the 42 -");
    terminal.wait_text("referee chose 27");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}
