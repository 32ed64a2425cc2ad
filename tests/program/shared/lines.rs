//! Shared tables in lines: arcades with pipes, among themselves and with one on a screen.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use fourcade::{
    games::{ActionText as _, Notation, spoken::MAX_SENTENCE},
    printable::is_unprintable,
};
use fourcade_engine::{
    eater::Eater,
    flip::Flip,
    play::{Game as _, Observation as _, Seats},
};

use super::{Place, code, follower::Follower};
use crate::support::TIMEOUT;

/// The time between two looks at what was said.
const POLL: Duration = Duration::from_millis(5);

/// An arcade in lines, with pipes.
struct Listener {
    child: Child,
    input: Option<ChildStdin>,
    lines: Arc<Mutex<Vec<String>>>,
    /// The number of lines in which something was found.
    found: usize,
}

impl Listener {
    fn start(place: &Place, args: &str) -> Self {
        let mut child = crate::support::program(place.launch().home())
            .env("USER", "ada")
            .args(args.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = Arc::<Mutex<Vec<String>>>::default();
        let (output, heard) = (BufReader::new(child.stdout.take().unwrap()), Arc::clone(&lines));
        thread::spawn(move || {
            for line in output.lines() {
                heard.lock().unwrap().push(line.unwrap());
            }
        });
        Self { input: child.stdin.take(), child, lines, found: 0 }
    }

    fn text(&self) -> String {
        self.lines.lock().unwrap().join("\n")
    }

    /// Waits for a line with this text after the last one that was found.
    #[track_caller]
    fn wait(&mut self, text: &str) -> String {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let lines = self.lines.lock().unwrap().clone();
            let at = lines.iter().skip(self.found).position(|line| line.contains(text));
            if let Some(at) = at {
                self.found += at + 1;
                return lines[self.found - 1].clone();
            }
            let said = || lines[self.found..].join("\n");
            assert!(
                Instant::now() < deadline,
                "no {text:?} in {}\n--- after ---\n{}",
                said(),
                self.text()
            );
            thread::sleep(POLL);
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Ends the input. The arcade must end well, and have said only what can be listened to.
    #[track_caller]
    fn end(mut self) -> Vec<String> {
        drop(self.input.take());
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}: {}", self.text());
        self.wait("Goodbye.");
        let lines = self.lines.lock().unwrap().clone();
        for line in &lines {
            assert!(!line.is_empty() && line.chars().count() <= MAX_SENTENCE, "{line:?}");
            assert!(!line.contains(is_unprintable), "{line:?}");
        }
        lines
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The code that a new table says.
#[track_caller]
fn told_code(listener: &mut Listener) -> String {
    let line = listener.wait("fourcade join ");
    line.split_whitespace().next_back().unwrap().to_owned()
}

/// Two arcades in lines, the second at the table that the first opens with these arguments.
#[track_caller]
fn pair(place: &Place, args: &str) -> (Listener, Listener, String) {
    let mut ada = Listener::start(place, &format!("play {args} --share --plain --name ada"));
    let code = told_code(&mut ada);
    let bob = Listener::start(place, &format!("join {code} --plain --name bob"));
    (ada, bob, code)
}

#[test]
fn a_whole_game_in_lines() {
    let place = Place::at_home();
    let mut ada = Listener::start(&place, "play flip --share --plain --size 4 --name ada");
    let code = told_code(&mut ada);
    ada.wait("Waiting for another player.");
    let mut bob = Listener::start(&place, &format!("join {code} --plain --name bob"));
    ada.wait("bob has joined.");
    ada.wait("The game begins.");
    bob.wait("You are X.");
    let mut follower = Follower::<Flip>::new(&place, &code);
    follower.wait("both sit", Follower::has_begun);
    bob.say("1 1");
    bob.wait("It is not your move.");
    bob.wait("Waiting for ada.");
    let mut seats = [ada, bob];
    while !follower.is_over() {
        let seat = follower.awaited().iter().next().unwrap();
        let action = follower.session.game().observe(Seats::one(seat)).legal(seat)[0];
        let move_text = Flip::write(action, Notation::FromOne).replace('\u{a0}', " ");
        let (lines, listener) = (follower.session.lines().len(), &mut seats[seat.index()]);
        listener.wait("Your move.");
        listener.say(&move_text);
        listener.wait(&format!("You play {move_text} and turn"));
        let other = &mut seats[seat.next(2).index()];
        other.wait(&format!("plays {move_text} and turns"));
        follower.wait("the move", |follower| follower.session.lines().len() > lines);
    }
    let [mut ada, mut bob] = seats;
    for listener in [&mut ada, &mut bob] {
        listener.wait(" win");
        listener.wait("rematch plays again");
    }
    ada.say("rematch");
    bob.wait("The others have opened the next table");
    bob.say("rematch");
    bob.wait("You are O.");
    bob.wait("Your move.");
    ada.wait("You are X.");
    let lines = bob.end();
    let is_said = |text: &str| lines.iter().filter(|line| line.contains(text)).count();
    assert_eq!(is_said("The game waits for you."), 1, "{lines:?}");
    ada.wait("bob has left the table.");
    ada.end();
}

#[test]
fn lines_and_a_screen_play_and_take_back() {
    let place = Place::at_home();
    let screen = place.start("play flip --share --size 4");
    let code = code(&screen);
    let mut bob = Listener::start(&place, &format!("join {code} --plain --name bob"));
    bob.wait("O is ada.");
    bob.wait("You are X.");
    screen.wait_text("Your move");
    screen.press("1 3 enter");
    bob.wait("ada plays 1 3 and turns 1.");
    bob.wait("Your move.");
    bob.say("hint");
    bob.wait("No hints in a game with others.");
    bob.say("coach");
    bob.wait("No coach in a game with others.");
    bob.say("1 2");
    bob.wait("You play 1 2 and turn 1.");
    bob.say("undo");
    bob.wait("You ask ada for your move back.");
    screen.wait_text("bob asks to take back a move");
    screen.wait_text("y agree");
    screen.press("y");
    bob.wait("Taken back: 1 move.");
    bob.wait("Your move.");
    bob.say("1 2");
    bob.wait("You play 1 2");
    screen.press("u");
    bob.wait("ada asks to take back a move.");
    bob.say("no");
    bob.say("who");
    bob.wait("Waiting for ada.");
    bob.say("resign");
    bob.wait("You resign?");
    bob.say("yes");
    bob.wait("resigned.");
    bob.end();
    screen.wait_text("Rematch");
}

#[test]
fn nobody_hears_a_choice_before_all_have_chosen() {
    let place = Place::at_home();
    let (mut ada, mut bob, code) = pair(&place, "eater --size 5");
    let mut carl = Listener::start(&place, &format!("watch --table {code} --plain --name carl"));
    carl.wait("You are watching.");
    ada.wait("Your move.");
    bob.wait("Your move.");
    ada.say("2 3");
    ada.wait("You have chosen.");
    ada.wait("Waiting for bob.");
    let mut follower = Follower::<Eater>::new(&place, &code);
    follower.wait("ada's choice", |follower| follower.session.pending_choices().count() == 1);
    for (listener, question) in [(&mut bob, "where joined"), (&mut carl, "board")] {
        listener.say(question);
        listener.say("score");
        listener.wait("The Passer has 0 cells");
        assert!(!listener.text().contains("2 3"), "{}", listener.text());
    }
    bob.say("4 4");
    for listener in [&mut bob, &mut carl] {
        listener.wait("2 3.");
    }
    ada.wait("bob chooses 4 4.");
    ada.wait("You choose 2 3.");
    ada.wait("Your move.");
    carl.end();
    bob.end();
    ada.wait("bob has left the table.");
    ada.end();
}

#[test]
fn a_computer_plays_for_a_player_who_has_left() {
    let place = Place::at_home();
    let (mut ada, mut bob, code) = pair(&place, "flip --size 4");
    ada.wait("Your move.");
    ada.say("computer");
    ada.wait("Nobody is away");
    bob.say("say");
    bob.wait("4: Well played.");
    bob.say("say hel");
    ada.wait("bob: \"Hello\".");
    bob.say("say 2");
    bob.wait("You can say something every ten seconds.");
    ada.say("1 3");
    ada.wait("You play 1 3 and turn 1.");
    bob.wait("Your move.");
    bob.say("back");
    ada.wait("bob has left the table.");
    ada.wait("computer lets one play until bob is back.");
    ada.say("computer");
    ada.wait("A computer plays for bob.");
    ada.wait("Your move.");
    let mut bob = Listener::start(&place, &format!("join {code} --plain --name bob"));
    bob.wait("You are X.");
    ada.wait("bob is back.");
    bob.end();
    ada.end();
}

#[test]
fn a_person_called_you_is_not_confused_with_the_listener() {
    let place = Place::at_home();
    let mut ada = Listener::start(&place, "play flip --share --plain --size 4 --name ada");
    let code = told_code(&mut ada);
    let mut other = Listener::start(&place, &format!("join {code} --plain --name you"));
    ada.wait("\"you\" has joined.");
    ada.wait("X is \"you\".");
    other.wait("You are X.");
    other.end();
    ada.wait("\"you\" has left the table.");
    ada.end();
}

#[test]
fn a_game_moves_to_another_terminal() {
    let place = Place::at_home();
    let (mut ada, mut bob, code) = pair(&place, "flip --size 4");
    ada.wait("Your move.");
    bob.wait("You are X.");
    let mut elsewhere = Listener::start(&place, &format!("join {code} --plain --name ada"));
    elsewhere.wait("Your seat is open at another terminal.");
    elsewhere.say("yes");
    elsewhere.wait("Your move.");
    ada.wait("Your game goes on at another terminal");
    ada.say("1 3");
    ada.wait("You are watching.");
    elsewhere.say("1 3");
    elsewhere.wait("You play 1 3 and turn 1.");
    bob.wait("ada plays 1 3 and turns 1.");
    ada.end();
    elsewhere.end();
    bob.end();
}

#[test]
fn who_takes_too_long_hears_what_a_computer_has_chosen() {
    let place = Place::at_home();
    let args = "intensity --clock 2s --players human,novice,human,novice";
    let (mut ada, mut bob, _) = pair(&place, args);
    for listener in [&mut ada, &mut bob] {
        listener.wait("left.");
        listener.wait("ran out of time");
    }
    ada.end();
    bob.end();
}

#[test]
fn the_lobby_says_who_arrives_and_leaves() {
    let place = Place::at_home();
    let mut ada = Listener::start(&place, "lobby --plain --name ada");
    ada.wait("Nobody else is here.");
    ada.wait("A number, the code of a table, or back?");
    let mut bob = Listener::start(&place, "play flip --share --plain --clock 5+3 --name bob");
    let code = told_code(&mut bob);
    ada.wait(&format!("New: 2 {code}: Flip 8 x 8, 5+3, bob; 1 seat open, join."));
    ada.wait("bob is here, waiting at Flip.");
    ada.say("zzzz");
    ada.wait("There is no table zzzz.");
    ada.say("2");
    ada.wait("O is bob.");
    bob.wait("ada has joined.");
    bob.wait("Your move.");
    bob.say("clock");
    bob.wait("You have ");
    bob.wait("ada has 5 minutes left.");
    ada.say("back");
    ada.wait("Your clock runs meanwhile.");
    ada.wait("The lobby.");
    bob.wait("ada has left the table.");
    ada.say("open");
    ada.wait("1 Open the table.");
    ada.say("1");
    ada.wait("Others come with: fourcade join ");
    ada.say("quit");
    ada.wait("Nobody has joined yet.");
    ada.end();
    bob.end();
}

#[test]
fn a_table_whose_log_stays_empty_can_be_left_and_says_what_is_wrong() {
    let place = Place::at_home();
    let mut ada = Listener::start(&place, "play flip --share --plain --size 4 --name ada");
    let code = told_code(&mut ada);
    // The log is lost.
    drop(ada);
    let database = rusqlite::Connection::open(place.launch().home().join("shared.db")).unwrap();
    database.execute_batch("DELETE FROM entries").unwrap();

    let join = |options: &str| Listener::start(&place, &format!("join {code} --plain{options}"));
    let mut bob = join(" --name bob");
    bob.wait("Waiting for the table. back stops waiting.");
    bob.say("3 4");
    bob.wait("Still waiting for the table.");
    bob.wait("This table has never begun");
    bob.say("back");
    let status = bob.child.wait().unwrap();
    assert!(status.success(), "{}", bob.text());
    // The end of the input ends the wait, too.
    join(" --name cy").end();

    let screen = place.start(&format!("join {code} --name dora"));
    screen.wait_text("Opening the table");
    screen.wait_text("has never begun");
    screen.press("esc");
    screen.wait_text("avoid tricks");
    screen.press("q");
    screen.wait_exit();
}
