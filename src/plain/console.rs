//! The console: reads lines, writes sentences, waits with the person, and offers choices.
//!
//! | wait | for |
//! |---|---|
//! | [`Console::read_line`] | the person, with a deadline; news ends it |
//! | [`Console::wait_for_answer`] | a database, with a time limit |
//! | [`Console::wait_for_work`] | background work |
//! | [`Console::continue_wait`] | one round of a page's own loop; lines are answered |
//! | [`Console::wait_for_news`] | news only; lines are kept |

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
/// Blank lines that scroll earlier sentences off any screen.
const CLEARING_LINES: usize = 60;

/// Interval at which waits check for an interruption.
pub const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Waits longer than this are announced.
const SILENT_WAIT: Duration = Duration::from_secs(2);

/// A wait that is announced unless it is short.
pub struct Wait {
    what: String,
    announce_at: Instant,
    is_announced: bool,
}

impl Wait {
    /// `what` completes `Waiting for ...`.
    pub fn new(what: impl Into<String>) -> Self {
        let announce_at = Instant::now() + SILENT_WAIT;
        Self { what: what.into(), announce_at, is_announced: false }
    }
}

/// A line without its newline, or `None` at the end of the input.
type Line = io::Result<Option<Vec<u8>>>;

enum Message {
    Line(Line),
    /// Another thread has news.
    News,
}

pub struct Console {
    messages: Receiver<Message>,
    message_sender: Sender<Message>,
    /// Asks the input thread for the next line.
    line_requests: Sender<()>,
    /// Whether a requested line has not arrived yet.
    is_line_requested: bool,
    /// A line that arrived during [`Self::wait_for_news`].
    early_line: Option<Line>,
    /// Whether news arrived while a question was open.
    has_news: bool,
    output: Box<dyn Write>,
    pub cancel: CancelToken,
    /// Whether the input is a terminal rather than a script.
    pub is_terminal: bool,
    pub detail: Detail,
    pub notation: Notation,
    pub naming: Naming,
    /// Takes pending reports, such as why games can't be saved.
    pub(super) reports: Box<dyn Fn() -> Vec<String>>,
    last_report: String,
    /// The sentences since the last typed line, for `repeat`.
    said: Vec<String>,
}

impl Console {
    /// Starts a thread that reads each line on request, so that news can arrive meanwhile.
    pub fn new(
        mut input: Box<dyn BufRead + Send>,
        output: Box<dyn Write>,
        cancel: CancelToken,
    ) -> io::Result<Self> {
        let (message_sender, messages) = mpsc::channel();
        let (line_requests, requests) = mpsc::channel();
        let lines = message_sender.clone();
        thread::Builder::new().name("lines".to_owned()).spawn(move || {
            for () in requests {
                let line = read_truncated_line(&mut input, MAX_LINE_BYTES);
                if lines.send(Message::Line(line)).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self {
            messages,
            message_sender,
            line_requests,
            is_line_requested: false,
            early_line: None,
            has_news: false,
            output,
            cancel,
            is_terminal: false,
            detail: Detail::default(),
            notation: Notation::default(),
            naming: Naming::default(),
            reports: Box::new(Vec::new),
            last_report: String::new(),
            said: Vec::new(),
        })
    }

    /// A handle with which other threads interrupt [`Self::read_line`] for news.
    pub fn wake(&self) -> Wake {
        let sender = self.message_sender.clone();
        Wake::new(move || {
            // Sending fails once the conversation is over.
            let _ = sender.send(Message::News);
        })
    }

    /// Writes a text with one sentence per line.
    pub fn say(&mut self, text: &str) -> Result<(), Error> {
        for sentence in sentences(text) {
            writeln!(self.output, "{sentence}")?;
            self.said.push(sentence);
        }
        Ok(())
    }

    /// Says a text that isn't about the game itself, unless the detail is brief.
    pub fn say_aside(&mut self, text: &str) -> Result<(), Error> {
        if self.detail == Detail::Brief { Ok(()) } else { self.say(text) }
    }

    pub fn say_all<'t>(
        &mut self,
        texts: impl IntoIterator<Item = &'t String>,
    ) -> Result<(), Error> {
        texts.into_iter().try_for_each(|text| self.say(text))
    }

    /// Says a problem, unless it was the last one reported.
    pub fn report(&mut self, message: &str) -> Result<(), Error> {
        if self.last_report == message {
            return Ok(());
        }
        message.clone_into(&mut self.last_report);
        self.say(&sentence(message))
    }

    /// Says the pending reports. Each question and each read of a line begins with them.
    pub fn say_reports(&mut self) -> Result<(), Error> {
        (self.reports)().iter().try_for_each(|message| self.report(message))
    }

    /// Returns the answer, which may be empty.
    pub fn ask(&mut self, question: &str) -> Result<String, Error> {
        self.say_question(question)?;
        self.read_answer()
    }

    pub fn say_question(&mut self, question: &str) -> Result<(), Error> {
        self.say_reports()?;
        self.say(question)
    }

    /// Waits for a line, which may be empty. News that arrives meanwhile ends the next wait.
    pub fn read_answer(&mut self) -> Result<String, Error> {
        let mut has_news = false;
        loop {
            if let Some(line) = self.read_line(None)? {
                self.has_news |= has_news;
                return Ok(line);
            }
            has_news = true;
        }
    }

    /// Like [`Self::read_line`], but the terminal doesn't show what is typed.
    pub fn read_hidden_line(&mut self, deadline: Option<Instant>) -> Result<Option<String>, Error> {
        let _no_echo = NoEcho::on_terminal();
        self.read_line(deadline)
    }

    /// Waits for a line, and answers `repeat`. Returns `None` at the deadline or if there is news.
    pub fn read_line(&mut self, deadline: Option<Instant>) -> Result<Option<String>, Error> {
        self.say_reports()?;
        self.output.flush()?;
        if mem::take(&mut self.has_news) {
            return Ok(None);
        }
        loop {
            if self.early_line.is_none() && !self.is_line_requested {
                self.is_line_requested = true;
                // The input thread lives as long as the console.
                let _ = self.line_requests.send(());
            }
            let early = self.early_line.take().map(Message::Line);
            let message = early.or_else(|| self.receive(deadline));
            if self.cancel.is_cancelled() {
                return Err(Error::Interrupted);
            }
            let line = match message {
                None | Some(Message::News) => return Ok(None),
                Some(Message::Line(line)) => line,
            };
            self.is_line_requested = false;
            let line = line.map_err(Error::Input)?.ok_or(Error::End)?;
            let line = String::from_utf8_lossy(&line);
            let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
            let word = words::normalized(&line).to_lowercase();
            if word.len() >= 3 && "repeat".starts_with(&word) {
                for sentence in &self.said {
                    writeln!(self.output, "{sentence}")?;
                }
                self.output.flush()?;
                continue;
            }
            #[cfg(debug_assertions)]
            if word == "fault" {
                crate::app::injected_faults::panic_if_set("lines");
            }
            self.said.clear();
            return Ok(Some(line));
        }
    }

    fn receive(&self, deadline: Option<Instant>) -> Option<Message> {
        let Some(deadline) = deadline else { return self.messages.recv().ok() };
        self.messages.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok()
    }

    /// Polls for an answer of a database. `None` at the time limit; [`Error::Back`] if the person
    /// goes back.
    pub fn wait_for_answer<T>(
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
            let next_poll = now + POLL_INTERVAL;
            self.continue_wait(&mut wait, end.map_or(next_poll, |end| end.min(next_poll)))?;
        }
    }

    /// Waits for background work that wakes the console. At a terminal, the person can go back,
    /// which is [`Error::Back`]; the lines of a script are kept for the next question.
    pub fn wait_for_work<T>(
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
                self.continue_wait(&mut wait, Instant::now() + SILENT_WAIT)?;
            } else {
                self.wait_for_news(SILENT_WAIT)?;
            }
        }
    }

    /// One round of a wait: ends with news, a line or the deadline. A wait that is no longer short
    /// is announced, and then lines are answered; [`Error::Back`] if the person goes back.
    pub fn continue_wait(&mut self, wait: &mut Wait, deadline: Instant) -> Result<(), Error> {
        let now = Instant::now();
        if !wait.is_announced {
            if now < wait.announce_at {
                let end = deadline.min(wait.announce_at);
                return self.wait_for_news(end.saturating_duration_since(now));
            }
            wait.is_announced = true;
            self.say(&format!("Waiting for {}. back stops waiting.", wait.what))?;
        }
        let Some(line) = self.read_line(Some(deadline))? else { return Ok(()) };
        match words::find(&line, ["back", "quit"]) {
            Ok(Some("back")) => Err(Error::Back),
            Ok(Some(_)) => Err(Error::End),
            _ => self.say(&format!("Still waiting for {}. back stops waiting.", wait.what)),
        }
    }

    /// Waits for news, but not for lines: one typed meanwhile is kept for [`Self::read_line`].
    pub fn wait_for_news(&mut self, limit: Duration) -> Result<(), Error> {
        self.output.flush()?;
        let end = Instant::now() + limit;
        while !mem::take(&mut self.has_news) {
            let rest = end.saturating_duration_since(Instant::now());
            let message = self.messages.recv_timeout(rest.min(POLL_INTERVAL));
            if self.cancel.is_cancelled() {
                return Err(Error::Interrupted);
            }
            match message {
                Ok(Message::Line(line)) => {
                    (self.is_line_requested, self.early_line) = (false, Some(line));
                }
                Err(RecvTimeoutError::Timeout) if !rest.is_zero() => {}
                Ok(Message::News) | Err(_) => break,
            }
        }
        Ok(())
    }

    pub fn flush(&mut self) -> Result<(), Error> {
        Ok(self.output.flush()?)
    }

    pub fn clear(&mut self) -> Result<(), Error> {
        self.said.clear();
        self.output.write_all("\n".repeat(CLEARING_LINES).as_bytes())?;
        Ok(())
    }

    /// Lists the choices and reads the number of one, or the beginning of its words. Returns its
    /// index, or `None` for `back` or an empty line.
    pub fn choose(&mut self, question: &str, choices: &[String]) -> Result<Option<usize>, Error> {
        self.list(choices)?;
        self.choose_again(question, choices)
    }

    fn list(&mut self, choices: &[String]) -> Result<(), Error> {
        let mut numbered = (1..).zip(choices);
        numbered.try_for_each(|(number, choice)| self.say(&format!("{number} {choice}")))
    }

    /// Like [`Self::choose`], but lists the choices only if the person types `list`.
    pub fn choose_again(
        &mut self,
        question: &str,
        choices: &[String],
    ) -> Result<Option<usize>, Error> {
        let names: Vec<String> = choices.iter().map(|choice| choice.to_lowercase()).collect();
        let commands = ["back", "quit", "help", "list"];
        self.say_question(question)?;
        loop {
            let answer = self.read_answer()?;
            let index = words::number(&answer).and_then(|number| number.checked_sub(1));
            if let Some(index) = index.filter(|&index| index < choices.len()) {
                return Ok(Some(index));
            }
            let known = commands.into_iter().chain(names.iter().map(String::as_str));
            match words::find(&answer, known) {
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

    /// Asks for any text except commands. `None` for `back` or an empty line.
    pub fn ask_text(&mut self, question: &str) -> Result<Option<String>, Error> {
        loop {
            let text = self.ask(question)?;
            match words::normalized(&text).to_lowercase().as_str() {
                "" | "back" => return Ok(None),
                "quit" => return Err(Error::End),
                "help" => self.say("Type a text, back goes back, quit leaves fourcade.")?,
                _ => return Ok(Some(text)),
            }
        }
    }

    /// Waits for Enter or any text. Returns `false` for `back`.
    pub fn go_on(&mut self, question: &str) -> Result<bool, Error> {
        loop {
            let answer = self.ask(question)?;
            match words::find(&answer, ["back", "quit", "help"]) {
                Ok(Some("back")) => return Ok(false),
                Ok(Some("quit")) => return Err(Error::End),
                Ok(Some("help")) => self.say("Enter goes on, back goes back, quit leaves.")?,
                _ => return Ok(true),
            }
        }
    }

    pub fn confirm(&mut self, question: &str) -> Result<bool, Error> {
        let question = format!("{question} Yes or no?");
        loop {
            let answer = self.ask(&question)?;
            match words::find(&answer, ["yes", "no", "back", "quit", "help"]) {
                Ok(Some("yes")) => return Ok(true),
                Ok(Some("quit")) => return Err(Error::End),
                Ok(Some("help")) => self.say("Type yes or no. quit leaves fourcade.")?,
                _ => return Ok(false),
            }
        }
    }
}

/// Turns the terminal's echo off; dropping it restores the previous modes.
struct NoEcho(Option<Termios>);

impl NoEcho {
    fn on_terminal() -> Self {
        let modes = if isatty(stdin()) { tcgetattr(stdin()).ok() } else { None };
        if let Some(modes) = &modes {
            let mut hidden = modes.clone();
            hidden.local_modes.remove(LocalModes::ECHO);
            // If the terminal refuses, the line is shown.
            let _ = tcsetattr(stdin(), OptionalActions::Now, &hidden);
        }
        Self(modes)
    }
}

impl Drop for NoEcho {
    fn drop(&mut self) {
        if let Some(modes) = &self.0 {
            let _ = tcsetattr(stdin(), OptionalActions::Now, modes);
        }
    }
}

/// Splits a text into spoken sentences of at most [`MAX_SENTENCE`] characters, with plain spaces
/// and cards in words.
pub fn sentences(text: &str) -> Vec<String> {
    let text = spell_cards(&text.replace(NO_BREAK_SPACE, " "));
    let mut sentences = Vec::new();
    for line in text.lines() {
        let mut rest = line.trim();
        while let Some(end) = end_of_sentence(rest) {
            push_parts(&rest[..end], &mut sentences);
            rest = rest[end..].trim_start();
        }
        push_parts(rest, &mut sentences);
    }
    sentences
}

/// The byte offset after the first sentence, if another one follows.
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

/// Adds a sentence, split at pauses or spaces if it is too long.
fn push_parts(sentence: &str, sentences: &mut Vec<String>) {
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

/// Writes cards such as `J♥` as `jack of hearts`, and drops or replaces signs that aren't spoken.
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

    /// An output that can be read while the console still writes to it.
    #[derive(Clone, Default)]
    struct SharedOutput(Rc<RefCell<Vec<u8>>>);

    impl Write for SharedOutput {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn console(lines: &str) -> (Console, SharedOutput) {
        let output = SharedOutput::default();
        let input = Box::new(io::Cursor::new(lines.to_owned().into_bytes()));
        let console = Console::new(input, Box::new(output.clone()), CancelToken::default());
        (console.unwrap(), output)
    }

    fn text(output: &SharedOutput) -> String {
        String::from_utf8(output.0.borrow().clone()).unwrap()
    }

    #[test]
    fn each_line_is_one_sentence() {
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
    fn repeat_says_the_sentences_since_the_last_answer_again() {
        let (mut console, output) = console("old\nrep\nrepeat\nyes\n");
        console.say("Before.").unwrap();
        assert_eq!(console.ask("First?").unwrap(), "old");
        console.say("News.").unwrap();
        assert_eq!(console.ask("Second?").unwrap(), "yes");
        assert_eq!(
            text(&output),
            "Before.\nFirst?\nNews.\nSecond?\nNews.\nSecond?\nNews.\nSecond?\n"
        );
        assert!(matches!(console.ask("More?"), Err(Error::End)));
    }

    #[test]
    fn news_interrupts_reading_but_not_an_open_question() {
        let (mut console, _) = console("one\ntwo\nthree\n");
        let wake = console.wake();
        assert_eq!(console.ask("First?").unwrap(), "one");
        wake.wake();
        assert_eq!(console.ask("Second?").unwrap(), "two");
        assert_eq!(console.read_line(None).unwrap(), None, "the question has put off the news");
        console.wait_for_news(Duration::from_millis(1)).unwrap();
        assert_eq!(console.read_line(None).unwrap().as_deref(), Some("three"));
        assert!(matches!(console.read_line(None), Err(Error::End)));
        assert!(matches!(console.ask("Fourth?"), Err(Error::End)));
    }

    #[test]
    fn commands_are_never_taken_as_texts() {
        let ask = |typed: &str| console(typed).0.ask_text("Your name?");
        assert_eq!(ask("help\nHelga\n").unwrap().as_deref(), Some("Helga"));
        assert_eq!(ask("back\n").unwrap(), None);
        assert_eq!(ask("\n").unwrap(), None);
        assert!(matches!(ask("Quit\n"), Err(Error::End)));
    }

    #[test]
    fn enter_goes_on_unless_a_command_was_typed() {
        for (typed, goes_on) in [("\n", true), ("help\n\n", true), ("back\n", false)] {
            assert_eq!(console(typed).0.go_on("Enter?").unwrap(), goes_on, "{typed:?}");
        }
        assert!(matches!(console("quit\n").0.go_on("Enter?"), Err(Error::End)));
    }

    #[test]
    fn a_question_is_answered_with_yes_or_no_and_can_be_left() {
        for (typed, is_confirmed) in
            [("y\n", true), ("no\n", false), ("\n", false), ("help\nyes\n", true)]
        {
            assert_eq!(console(typed).0.confirm("Sure?").unwrap(), is_confirmed, "{typed:?}");
        }
        assert!(matches!(console("quit\n").0.confirm("Sure?"), Err(Error::End)));
    }

    #[test]
    fn choices_can_be_typed_by_number_or_prefix() {
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
