//! Lines in, sentences out.

use std::{
    io::{self, BufRead, Write, stdin},
    mem,
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::{Duration, Instant},
};

use rustix::termios::{LocalModes, OptionalActions, Termios, isatty, tcgetattr, tcsetattr};

use super::{Error, words};
use crate::{
    games::{Naming, Notation, sentence, spoken::MAX_SENTENCE},
    job::Wake,
    settings::Detail,
    widgets::glyphs::NO_BREAK_SPACE,
};
use fourcade_engine::{lines::read_truncated_line, play::CancelToken};

/// Far above the length of any move.
const MAX_LINE_BYTES: usize = 256;
/// Lines that move what was said off any screen.
const CLEARING_LINES: usize = 60;

/// How often a wait in which nobody listens to the person looks for an interruption.
pub const GLANCE: Duration = Duration::from_millis(50);

/// How long a wait goes without a word.
const QUIET: Duration = Duration::from_secs(2);

/// Something that takes time, such as an answer of a database.
pub struct Wait {
    what: String,
    quiet_until: Instant,
    is_told: bool,
}

impl Wait {
    /// `what` completes `Waiting for ...`.
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), quiet_until: Instant::now() + QUIET, is_told: false }
    }
}

/// A line without its end; `None` at the end of the input.
type Line = io::Result<Option<Vec<u8>>>;

/// What a conversation waits for.
enum Heard {
    Line(Line),
    /// Something elsewhere may have changed.
    News,
}

pub struct Console {
    /// What its thread has read, and the news.
    heard: Receiver<Heard>,
    news: Sender<Heard>,
    /// Asks the thread for the next line.
    wanted: Sender<()>,
    /// Whether the thread has been asked for a line that has not come.
    is_listening: bool,
    /// A line that came while nobody listened.
    early: Option<Line>,
    /// Whether there was news while a question was open.
    has_news: bool,
    output: Box<dyn Write>,
    pub cancel: CancelToken,
    /// Whether a person at a terminal types, not a script.
    pub is_terminal: bool,
    pub detail: Detail,
    pub notation: Notation,
    /// What the computers are called.
    pub naming: Naming,
    /// Takes what is to be reported before the next line is heard, such as why games can't be
    /// saved.
    pub(super) reports: Box<dyn Fn() -> Vec<String>>,
    /// What was reported last.
    reported: String,
    /// What was said since the last answer.
    said: Vec<String>,
}

impl Console {
    /// Lines are read on a thread of their own, each when it is asked for, so that news can be told
    /// meanwhile.
    pub fn new(
        mut input: Box<dyn BufRead + Send>,
        output: Box<dyn Write>,
        cancel: CancelToken,
    ) -> io::Result<Self> {
        let (news, heard) = mpsc::channel();
        let (wanted, wants) = mpsc::channel();
        let lines = news.clone();
        thread::Builder::new().name("lines".to_owned()).spawn(move || {
            for () in wants {
                let line = read_truncated_line(&mut input, MAX_LINE_BYTES);
                if lines.send(Heard::Line(line)).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self {
            heard,
            news,
            wanted,
            is_listening: false,
            early: None,
            has_news: false,
            output,
            cancel,
            is_terminal: false,
            detail: Detail::default(),
            notation: Notation::default(),
            naming: Naming::default(),
            reports: Box::new(Vec::new),
            reported: String::new(),
            said: Vec::new(),
        })
    }

    /// What other threads call when there is news; see [`Self::hear`].
    pub fn wake(&self) -> Wake {
        let news = self.news.clone();
        Wake::new(move || {
            // The conversation may be over.
            let _ = news.send(Heard::News);
        })
    }

    /// Says a text, one sentence a line.
    pub fn say(&mut self, text: &str) -> Result<(), Error> {
        for sentence in sentences(text) {
            writeln!(self.output, "{sentence}")?;
            self.said.push(sentence);
        }
        Ok(())
    }

    /// Says what is no part of the game, unless little is to be told.
    pub fn say_aside(&mut self, text: &str) -> Result<(), Error> {
        if self.detail == Detail::Brief { Ok(()) } else { self.say(text) }
    }

    pub fn say_all<'t>(
        &mut self,
        texts: impl IntoIterator<Item = &'t String>,
    ) -> Result<(), Error> {
        texts.into_iter().try_for_each(|text| self.say(text))
    }

    /// Says what is wrong, unless that was reported last.
    pub fn report(&mut self, message: &str) -> Result<(), Error> {
        if self.reported.ends_with(message) {
            return Ok(());
        }
        message.clone_into(&mut self.reported);
        self.say(&sentence(message))
    }

    /// Reports the news. This happens before each question, too.
    pub fn take_reports(&mut self) -> Result<(), Error> {
        (self.reports)().iter().try_for_each(|message| self.report(message))
    }

    /// Says what is asked for, and waits for a line, which may be empty.
    pub fn ask(&mut self, question: &str) -> Result<String, Error> {
        self.take_reports()?;
        self.say(question)?;
        let mut has_news = false;
        loop {
            if let Some(line) = self.hear(None, false)? {
                self.has_news |= has_news;
                return Ok(line);
            }
            has_news = true;
        }
    }

    /// Waits for a line, at most until then. `None` if that time has come, or if there is news.
    /// `repeat` is answered here: it says again what was said since the last answer. If `is_silent`
    /// is set, nobody can read on the terminal what is typed.
    pub fn hear(
        &mut self,
        until: Option<Instant>,
        is_silent: bool,
    ) -> Result<Option<String>, Error> {
        let _silence = is_silent.then(Silence::of_terminal);
        self.take_reports()?;
        self.output.flush()?;
        if mem::take(&mut self.has_news) {
            return Ok(None);
        }
        loop {
            if self.early.is_none() && !mem::replace(&mut self.is_listening, true) {
                // The thread lives as long as this does.
                let _ = self.wanted.send(());
            }
            let heard = self.early.take().map(Heard::Line).or_else(|| self.next(until));
            if self.cancel.is_cancelled() {
                return Err(Error::Interrupted);
            }
            let line = match heard {
                None | Some(Heard::News) => return Ok(None),
                Some(Heard::Line(line)) => line,
            };
            self.is_listening = false;
            let line = line.map_err(Error::Input)?.ok_or(Error::End)?;
            let line = String::from_utf8_lossy(&line);
            let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
            let word = words::usual(&line).to_lowercase();
            if word.len() >= 3 && "repeat".starts_with(&word) {
                for sentence in &self.said {
                    writeln!(self.output, "{sentence}")?;
                }
                self.output.flush()?;
                continue;
            }
            #[cfg(debug_assertions)]
            if word == "fault" {
                crate::app::faults::panic_if_set("lines");
            }
            self.said.clear();
            return Ok(Some(line));
        }
    }

    fn next(&self, until: Option<Instant>) -> Option<Heard> {
        let Some(until) = until else { return self.heard.recv().ok() };
        self.heard.recv_timeout(until.saturating_duration_since(Instant::now())).ok()
    }

    /// Waits until there is an answer, at most for this time: `None` if there was none. The person
    /// can go back, which is [`Error::Back`].
    pub fn wait<T>(
        &mut self,
        what: &str,
        limit: Option<Duration>,
        mut answer: impl FnMut() -> Option<T>,
    ) -> Result<Option<T>, Error> {
        let end = limit.map(|limit| Instant::now() + limit);
        let mut wait = Wait::new(what);
        loop {
            if let Some(answer) = answer() {
                return Ok(Some(answer));
            }
            let now = Instant::now();
            if end.is_some_and(|end| end <= now) {
                return Ok(None);
            }
            let glance = now + GLANCE;
            self.pass(&mut wait, end.map_or(glance, |end| end.min(glance)))?;
        }
    }

    /// Waits until a computer has answered. At a terminal, the person can go back, which is
    /// [`Error::Back`]; what a script has typed is for the next question.
    pub fn wait_for_thought<T>(
        &mut self,
        what: &str,
        mut answer: impl FnMut() -> Option<T>,
    ) -> Result<T, Error> {
        let mut wait = Wait::new(what);
        loop {
            if let Some(answer) = answer() {
                return Ok(answer);
            }
            if self.is_terminal {
                self.pass(&mut wait, Instant::now() + QUIET)?;
            } else {
                self.await_news(QUIET)?;
            }
        }
    }

    /// Passes the time of a wait until there is news, at most until then. After a while it says
    /// what the wait is for, and answers what is typed. [`Error::Back`] if the person goes back.
    pub fn pass(&mut self, wait: &mut Wait, until: Instant) -> Result<(), Error> {
        let now = Instant::now();
        if !wait.is_told {
            if now < wait.quiet_until {
                return self.await_news(until.min(wait.quiet_until).saturating_duration_since(now));
            }
            wait.is_told = true;
            self.say(&format!("Waiting for {}. back stops waiting.", wait.what))?;
        }
        let Some(line) = self.hear(Some(until), false)? else { return Ok(()) };
        match words::find(&line, ["back", "quit"]) {
            Ok(Some("back")) => Err(Error::Back),
            Ok(Some(_)) => Err(Error::End),
            _ => self.say(&format!("Still waiting for {}. back stops waiting.", wait.what)),
        }
    }

    /// Waits for news, at most for this time. What is typed meanwhile is heard later.
    pub fn await_news(&mut self, limit: Duration) -> Result<(), Error> {
        self.output.flush()?;
        let end = Instant::now() + limit;
        while !mem::take(&mut self.has_news) {
            let rest = end.saturating_duration_since(Instant::now());
            let heard = self.heard.recv_timeout(rest.min(GLANCE));
            if self.cancel.is_cancelled() {
                return Err(Error::Interrupted);
            }
            match heard {
                Ok(Heard::Line(line)) => {
                    (self.is_listening, self.early) = (false, Some(line));
                }
                Err(RecvTimeoutError::Timeout) if !rest.is_zero() => {}
                Ok(Heard::News) | Err(_) => break,
            }
        }
        Ok(())
    }

    pub fn flush(&mut self) -> Result<(), Error> {
        Ok(self.output.flush()?)
    }

    /// Moves what was said off the screen, and forgets it.
    pub fn clear(&mut self) -> Result<(), Error> {
        self.said.clear();
        self.output.write_all("\n".repeat(CLEARING_LINES).as_bytes())?;
        Ok(())
    }

    /// Lists numbered choices and asks for one, by its number or by the beginning of its words.
    /// Returns its index, or `None` for `back` or an empty line.
    pub fn choose(&mut self, question: &str, choices: &[String]) -> Result<Option<usize>, Error> {
        self.list(choices)?;
        self.choose_again(question, choices)
    }

    fn list(&mut self, choices: &[String]) -> Result<(), Error> {
        let numbered = (1..).zip(choices);
        numbered
            .into_iter()
            .try_for_each(|(number, choice)| self.say(&format!("{number} {choice}")))
    }

    /// Asks for one of several choices that the person has heard before: `list` says them.
    pub fn choose_again(
        &mut self,
        question: &str,
        choices: &[String],
    ) -> Result<Option<usize>, Error> {
        let mut question = question.to_owned();
        loop {
            let answer = self.ask(&mem::take(&mut question))?;
            let names: Vec<String> = choices.iter().map(|choice| choice.to_lowercase()).collect();
            let words = ["back", "quit", "help", "list"];
            let all = words.into_iter().chain(names.iter().map(String::as_str));
            let number = words::number(&answer);
            let index = number.and_then(|number| number.checked_sub(1));
            if let Some(index) = index.filter(|&index| index < choices.len()) {
                return Ok(Some(index));
            }
            match words::find(&answer, all) {
                _ if answer.is_empty() => return Ok(None),
                Ok(Some("back")) => return Ok(None),
                Ok(Some("quit")) => return Err(Error::End),
                Ok(Some("help")) => {
                    self.say("Type a number, or the beginning of a choice.")?;
                    self.say("list says the choices, back goes back, quit leaves fourcade.")?;
                }
                Ok(Some("list")) => self.list(choices)?,
                Ok(Some(name)) => return Ok(names.iter().position(|other| other == name)),
                Ok(None) => {
                    self.say(&format!("Type a number from 1 to {}, or back.", choices.len()))?;
                }
                Err(ambiguous) => self.say(&ambiguous)?,
            }
        }
    }

    /// Asks a question that is answered with yes or no.
    pub fn confirm(&mut self, question: &str) -> Result<bool, Error> {
        let answer = self.ask(&format!("{question} Yes or no?"))?;
        Ok(matches!(words::find(&answer, ["yes", "no"]), Ok(Some("yes"))) && !answer.is_empty())
    }
}

/// The terminal does not show what is typed while this lives.
struct Silence(Option<Termios>);

impl Silence {
    fn of_terminal() -> Self {
        let modes = isatty(stdin()).then(|| tcgetattr(stdin()).ok()).flatten();
        if let Some(modes) = &modes {
            let mut silent = modes.clone();
            silent.local_modes.remove(LocalModes::ECHO);
            // Where it can't be changed, the line is shown.
            let _ = tcsetattr(stdin(), OptionalActions::Now, &silent);
        }
        Self(modes)
    }
}

impl Drop for Silence {
    fn drop(&mut self) {
        if let Some(modes) = &self.0 {
            let _ = tcsetattr(stdin(), OptionalActions::Now, modes);
        }
    }
}

/// Splits a text into sentences of at most [`MAX_SENTENCE`] characters, as they are spoken: with
/// plain spaces, and cards by their names.
pub fn sentences(text: &str) -> Vec<String> {
    let text = spell_cards(&text.replace(NO_BREAK_SPACE, " "));
    let mut sentences = Vec::new();
    for line in text.lines() {
        let mut rest = line.trim();
        while let Some(end) = end_of_sentence(rest) {
            push(&rest[..end], &mut sentences);
            rest = rest[end..].trim_start();
        }
        push(rest, &mut sentences);
    }
    sentences
}

/// The end of the first sentence, if another one follows.
fn end_of_sentence(text: &str) -> Option<usize> {
    let is_end = |(at, sign): (usize, char)| {
        let mut after = text[at + sign.len_utf8()..].chars();
        let is_stop = matches!(sign, '.' | '!' | '?');
        let follows = after.next() == Some(' ')
            && after.next().is_some_and(|next| !next.is_lowercase() && next != '(');
        is_stop && follows
    };
    let at = text.char_indices().find(|&found| is_end(found))?.0;
    Some(at + 1)
}

/// Adds a sentence, in parts if it is too long to be listened to.
fn push(sentence: &str, sentences: &mut Vec<String>) {
    let mut rest = sentence.trim();
    while rest.chars().count() > MAX_SENTENCE {
        let limit = rest.char_indices().nth(MAX_SENTENCE).map_or(rest.len(), |(at, _)| at);
        let part = &rest[..limit];
        let pause = [", ", "; ", ": "].iter().filter_map(|sign| part.rfind(sign)).max();
        let end = pause.map(|at| at + 1).or(part.rfind(' ')).filter(|at| *at > 0).unwrap_or(limit);
        sentences.push(rest[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
    }
    if !rest.is_empty() {
        sentences.push(rest.to_owned());
    }
}

/// Writes cards such as `J♥` as `jack of hearts`, and drops signs that are not spoken.
fn spell_cards(text: &str) -> String {
    const SUITS: [(char, &str); 4] =
        [('♣', "clubs"), ('♦', "diamonds"), ('♠', "spades"), ('♥', "hearts")];
    const RANKS: [(&str, &str); 4] = [("A", "ace"), ("K", "king"), ("Q", "queen"), ("J", "jack")];
    let mut spelled = String::new();
    for sign in text.chars() {
        let Some((_, suit)) = SUITS.iter().find(|(suit, _)| *suit == sign) else {
            spelled.push(match sign {
                '★' | '▸' | '•' => continue,
                '…' | '–' => '-',
                sign => sign,
            });
            continue;
        };
        for (letter, rank) in RANKS {
            if let Some(before) = spelled.strip_suffix(letter)
                && !before.ends_with(char::is_alphanumeric)
            {
                spelled = format!("{before}{rank}");
            }
        }
        spelled.extend([" of ", suit]);
    }
    spelled
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, rc::Rc};

    use super::*;

    /// What a console has written, while it is still used.
    #[derive(Clone, Default)]
    struct Heard(Rc<RefCell<Vec<u8>>>);

    impl Write for Heard {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn console(lines: &str) -> (Console, Heard) {
        let heard = Heard::default();
        let input = Box::new(io::Cursor::new(lines.to_owned().into_bytes()));
        let console = Console::new(input, Box::new(heard.clone()), CancelToken::default());
        (console.unwrap(), heard)
    }

    fn text(heard: &Heard) -> String {
        String::from_utf8(heard.0.borrow().clone()).unwrap()
    }

    #[test]
    fn a_text_becomes_one_sentence_a_line() {
        assert_eq!(
            sentences("X plays 3\u{a0}4. O 4, X 6!  Your move (0.3 points, e.g. this)."),
            ["X plays 3 4.", "O 4, X 6!", "Your move (0.3 points, e.g. this)."]
        );
        assert_eq!(
            sentences("Turn the J♥, not 10♣."),
            ["Turn the jack of hearts, not 10 of clubs."]
        );
        let long = format!("{}, {} end.", "word ".repeat(20).trim(), "more ".repeat(30).trim());
        let parts = sentences(&long);
        assert!(parts.len() > 1 && parts.iter().all(|part| part.chars().count() <= MAX_SENTENCE));
        assert_eq!(parts.join(" "), long);
        assert!(sentences(&"x".repeat(500)).iter().all(|part| part.len() <= MAX_SENTENCE));
    }

    #[test]
    fn repeat_says_again_what_was_said_since_the_last_answer() {
        let (mut console, heard) = console("old\nrep\nrepeat\nyes\n");
        console.say("Before.").unwrap();
        assert_eq!(console.ask("First?").unwrap(), "old");
        console.say("News.").unwrap();
        assert_eq!(console.ask("Second?").unwrap(), "yes");
        assert_eq!(
            text(&heard),
            "Before.\nFirst?\nNews.\nSecond?\nNews.\nSecond?\nNews.\nSecond?\n"
        );
        assert!(matches!(console.ask("More?"), Err(Error::End)));
    }

    #[test]
    fn news_comes_between_lines_and_after_answers() {
        let (mut console, _) = console("one\ntwo\nthree\n");
        let wake = console.wake();
        assert_eq!(console.ask("First?").unwrap(), "one");
        wake.wake();
        assert_eq!(console.ask("Second?").unwrap(), "two");
        assert_eq!(console.hear(None, false).unwrap(), None, "the question has put off the news");
        console.await_news(Duration::from_millis(1)).unwrap();
        assert_eq!(console.hear(None, false).unwrap().as_deref(), Some("three"));
        assert!(matches!(console.hear(None, false), Err(Error::End)));
        assert!(matches!(console.ask("Fourth?"), Err(Error::End)));
    }

    #[test]
    fn a_choice_is_a_number_or_the_beginning_of_its_words() {
        let choices = ["Flip: Reversi", "Flop", "Eater"].map(str::to_owned);
        for (typed, chosen) in [
            ("2\n", Some(1)),
            ("ea\n", Some(2)),
            ("flip\n", Some(0)),
            ("back\n", None),
            ("\n", None),
            ("9\nfl\nx\nhelp\n3\n", Some(2)),
        ] {
            let (mut console, _) = console(typed);
            assert_eq!(console.choose("Which?", &choices).unwrap(), chosen, "{typed:?}");
        }
        let (mut console, _) = console("quit\n");
        assert!(matches!(console.choose("Which?", &choices), Err(Error::End)));
    }
}
