//! What people type at a table: moves, commands and answers.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use super::{
    super::{
        Error, commands, narrator,
        others::{self, Question, tell_who},
        words,
    },
    Conversation,
};
use crate::{
    app::{
        save_file::SaveOutcome,
        table::{
            coach,
            help_cost::{self, Help},
            refusals,
        },
    },
    database::shared_tables::Phrase,
    games::{ArcadeGame, YOU, counted, sentence},
};
use fourcade_engine::play::{ActionValues, RecordLine, Seats};

const LOCAL_COMMANDS: [(&str, &str); 9] = [
    ("hint", "what the strongest computer would do"),
    ("why", "why the hint, or your last move, is good"),
    ("undo", "take back your last move"),
    ("coach", "a coach who speaks up after costly moves, on or off"),
    ("save", "write the game to a file, such as: save game.fourcade"),
    ("resign", "give the game up"),
    ("repeat", "say the last sentences again"),
    ("back", "leave the game, which is saved"),
    ("quit", "leave fourcade; the game is saved"),
];

const SHARED_COMMANDS: [(&str, &str); 11] = [
    ("clock", "how much time is left"),
    ("who", "who is here, and for whom the table waits"),
    ("say", "a phrase to the others; the word alone lists the phrases"),
    ("undo", "ask the others whether you may take back your last move"),
    ("computer", "let a computer play for a player who is away"),
    ("resign", "give the game up"),
    ("rematch", "another game with the seats swapped, when this one is over"),
    ("save", "write the game to a file when it is over, such as: save game.fourcade"),
    ("repeat", "say the last sentences again"),
    ("back", "leave the table; the game waits for you"),
    ("quit", "leave fourcade; the game waits for you"),
];

/// Commands that a shared table refuses with a reason.
const LOCAL_ONLY: [(&str, &str); 3] = [("hint", ""), ("why", ""), ("coach", "")];

impl<G: ArcadeGame> Conversation<'_, G> {
    fn commands(&self) -> Vec<(&'static str, &'static str)> {
        let own = if self.is_local() { &LOCAL_COMMANDS[..] } else { &SHARED_COMMANDS[..] };
        [&narrator::QUESTIONS[..], own].concat()
    }

    /// [`Error::Back`] if the person leaves the table.
    pub(super) fn run_line(&mut self, line: &str) -> Result<(), Error> {
        if let Some(question) = self.question
            && let Ok(Some(answer)) = words::find(line, ["yes", "no"])
        {
            self.question = None;
            return self.answer_question(question, answer == "yes");
        }
        if self.question == Some(Question::Resign) {
            self.question = None;
        }
        let (word, argument) = line.split_once(' ').unwrap_or((line, ""));
        let mut known = self.commands();
        if !self.is_local() {
            known.extend(LOCAL_ONLY);
        }
        match commands::find_for::<G>(word, &known) {
            Ok(Some("back")) => Err(Error::Back),
            Ok(Some("quit")) => Err(Error::End),
            Ok(Some("help")) => {
                let help = commands::help::<G>(&self.commands());
                self.narrator.console.say_all(&help)
            }
            Ok(Some(word)) => self.run_command(word, argument),
            Err(ambiguous) => self.say(&ambiguous),
            Ok(None) => self.make_move(line),
        }
    }

    fn make_move(&mut self, line: &str) -> Result<(), Error> {
        let Some(seat) = self.table.at_keyboard().deciding.iter().next() else {
            let text = self.move_refusal();
            self.say(&text)?;
            return self.say("help says what you can type.");
        };
        let chosen = commands::read_move(line, self.session().game(), seat, self.table.notation)
            .and_then(|action| self.table.act(seat, action, &self.background));
        match chosen {
            // The next person must not hear the choice.
            Ok(()) if self.narrator.has_secrets::<G>() => self.say("Thank you."),
            // Told at once, because the moment of a fast reply would replace that of this move.
            Ok(()) => self.tell_lines(),
            Err(error) => commands::say_refusal(self.narrator.console, &error),
        }
    }

    fn move_refusal(&self) -> String {
        if self.table.game.is_over() {
            return "The game is over.".to_owned();
        }
        match &self.others {
            Some(_) => others::move_refusal(&self.narrator, &self.table),
            None => "It is not your move.".to_owned(),
        }
    }

    fn run_command(&mut self, word: &str, argument: &str) -> Result<(), Error> {
        let table = &self.table;
        let refusal = match word {
            "undo" => refusals::undo(table),
            "hint" => refusals::hint(table),
            "coach" => coach::refusal(&table.game),
            "resign" => refusals::resign(table),
            "rematch" => refusals::rematch(table),
            "computer" => refusals::stand_in(table),
            "say" => refusals::say(table),
            "save" => refusals::save(table),
            // A shared table has no hints to explain.
            "why" if !self.is_local() => refusals::hint(table),
            "moves" if table.game.deciding().is_empty() => Some(self.move_refusal().into()),
            _ => None,
        };
        if let Some(refusal) = refusal {
            return self.say(&sentence(&refusal));
        }
        match word {
            "undo" => self.undo(),
            "hint" => self.tell_hint(),
            "why" => self.explain(),
            "coach" => {
                if !self.agree_on_cost(Help::Coach)? {
                    return Ok(());
                }
                let text = self.table.toggle_coach();
                self.say(text)
            }
            "resign" => self.ask_resignation(),
            "rematch" => match self.table.ask_rematch(&self.background) {
                Ok(()) => self.say("The next table is on its way."),
                Err(error) => self.say(&sentence(&error)),
            },
            "computer" => {
                let Some((shared, session)) = self.table.game.sharing() else { return Ok(()) };
                let seat = shared.seat_for_stand_in(session);
                // The hand-over is told once it has happened.
                let _ = seat.and_then(|seat| shared.add_stand_in(session, seat));
                Ok(())
            }
            "say" => self.say_phrase(argument),
            "clock" => self.tell_clocks(),
            "who" => tell_who(&mut self.narrator, &self.table),
            "save" if argument.is_empty() => self.say("Name a file, such as: save game.fourcade"),
            "save" => self.save(argument.into()),
            _ => {
                let (seat, session) = (self.seat(), self.table.game.session());
                self.narrator.answer(word, argument, session, seat)
            }
        }
    }

    fn say_phrase(&mut self, argument: &str) -> Result<(), Error> {
        let texts = Phrase::ALL.map(|phrase| phrase.text().to_lowercase());
        let by_number = || words::number(argument)?.checked_sub(1);
        let word = if argument.is_empty() {
            Ok(None)
        } else {
            words::find(argument, texts.iter().map(String::as_str))
        };
        let by_word = |word| texts.iter().position(|text| Some(text.as_str()) == word);
        let at = match word {
            Err(ambiguous) => return self.say(&ambiguous),
            Ok(word) => by_word(word).or_else(by_number),
        };
        match at.and_then(|at| Phrase::ALL.get(at)) {
            None => {
                let phrases = (1..).zip(Phrase::ALL);
                let list = phrases.map(|(number, phrase)| format!("{number}: {}.", phrase.text()));
                self.narrator.console.say_all(&list.collect::<Vec<_>>())?;
                self.say("Type say and a number, or the beginning of a phrase.")
            }
            Some(&phrase) => match self.table.game.say(phrase) {
                Ok(()) => Ok(()),
                Err(error) => self.say(&sentence(&error.to_string())),
            },
        }
    }

    /// If this help makes the game a practice game, asks for consent and marks it. Returns `false`
    /// if the person declines.
    fn agree_on_cost(&mut self, help: Help) -> Result<bool, Error> {
        let Some(warning) = help_cost::warning(&self.table, help) else { return Ok(true) };
        let agrees = self.narrator.console.confirm(&warning)?;
        if agrees {
            self.table.mark_practice_and_save();
            self.table.advance(&self.background);
        }
        Ok(agrees)
    }

    /// Says that this help costs the chance of a star, if it does.
    fn tell_cost(&mut self, help: Help) -> Result<(), Error> {
        help_cost::notice(&self.table, help).map_or(Ok(()), |remark| self.say(&remark))
    }

    fn undo(&mut self) -> Result<(), Error> {
        if let Some(others) = &mut self.others {
            return others.ask_undo(&mut self.narrator, &mut self.table);
        }
        if !self.agree_on_cost(Help::Undo)? {
            return Ok(());
        }
        self.tell_cost(Help::Undo)?;
        let lines = self.session().lines().len();
        let chooser =
            self.table.game.last_waiting_person().filter(|_| self.narrator.people.len() > 1);
        self.table.undo(&self.background);
        self.announced_turn = None;
        if let Some(chooser) = chooser {
            let name = &self.narrator.names[chooser.index()];
            return self.narrator.console.say(&format!("{name}'s choice is taken back."));
        }
        // If the record is shorter, `tell_lines` says by how much.
        if self.session().lines().len() == lines { self.say("Taken back.") } else { Ok(()) }
    }

    fn tell_hint(&mut self) -> Result<(), Error> {
        if !self.agree_on_cost(Help::Hint)? {
            return Ok(());
        }
        self.tell_cost(Help::Hint)?;
        self.table.hint.clear();
        let Self { narrator, table, background, .. } = self;
        let asked = table.ask_hint(background);
        let found = asked.map(|()| {
            narrator.console.wait_for_work("the hint", || {
                table.advance(background);
                (!table.hint.is_thinking()).then_some(())
            })
        });
        match found {
            Err(error) => return self.say(&sentence(&error)),
            Ok(Err(Error::Back)) => {
                self.table.hint.clear();
                return Ok(());
            }
            Ok(waited) => waited?,
        }
        if let Some(failure) = self.table.hint.take_failure() {
            return self.say(&sentence(&failure));
        }
        match self.table.hint.sentence(false, self.table.notation, |_| true) {
            Some(hint) => self.say(&hint),
            None => Ok(()),
        }
    }

    /// Tells further reasons for the hint or, without one, the reasons for the last move.
    fn explain(&mut self) -> Result<(), Error> {
        let (seat, notation) = (self.seat(), self.table.notation);
        let explain =
            |reason: &G::Reason| sentence(&G::explain(reason, seat, Some(seat), notation));
        if let Some(hint) = self.table.hint.shown() {
            let more: Vec<_> = hint.reasons.iter().skip(1).map(explain).collect();
            return if more.is_empty() {
                self.say("There is no other reason than the one you heard.")
            } else {
                self.narrator.console.say_all(&more)
            };
        }
        let session = self.table.game.session();
        let Some(line) = session.last_choice_of(Seats::one(seat)) else {
            return self.say("You have not moved yet. Ask for a hint first.");
        };
        let Some(RecordLine::Step { moves, .. }) = session.lines().get(line) else {
            return self.say("There is no move to explain.");
        };
        let Some(&(_, action)) = moves.iter().find(|(other, _)| *other == seat) else {
            return Ok(());
        };
        let mut before = session.clone();
        before.go_to(line);
        let observation = before.game().observe(Seats::one(seat));
        let reasons = G::reasons(&observation, seat, action, None, &ActionValues::default());
        let reasons: Vec<_> = reasons.iter().map(explain).collect();
        let [_, done] = G::verbs(&action);
        self.say(&format!("You {done} {}.", G::write(action, notation)))?;
        if reasons.is_empty() {
            return self.say("Nothing in particular speaks for it.");
        }
        self.narrator.console.say_all(&reasons)
    }

    fn ask_resignation(&mut self) -> Result<(), Error> {
        let consequence = self.table.resignation_text();
        let question = format!("You resign? {consequence} Yes or no?");
        if !self.is_local() {
            self.question = Some(Question::Resign);
            return self.say(&question);
        }
        let is_sure = self.narrator.console.confirm(&format!("You resign? {consequence}"))?;
        self.answer_question(Question::Resign, is_sure)
    }

    fn answer_question(&mut self, question: Question, is_yes: bool) -> Result<(), Error> {
        let done = match question {
            Question::Undo => self.table.game.answer_undo(is_yes),
            Question::Resign if is_yes => {
                let seat = self.table.game.resigning_seat();
                seat.and_then(|seat| self.table.resign(seat, &self.background))
            }
            Question::TakeSeat if is_yes => {
                if let Some((shared, session)) = self.table.game.sharing()
                    && let Some(seat) = shared.seat_elsewhere(session)
                {
                    shared.take_seat(session, seat);
                }
                Ok(())
            }
            Question::Resign | Question::TakeSeat => Ok(()),
        };
        match done {
            Ok(()) => Ok(()),
            Err(error) => self.say(&sentence(&error.to_string())),
        }
    }

    /// Saves the game without replacing a file.
    fn save(&mut self, path: PathBuf) -> Result<(), Error> {
        let Self { narrator, table, background, .. } = self;
        let outcome = match table.file.save(&table.game, path, false, background) {
            Ok(()) => narrator.console.wait_for_work("the file", || table.file.poll())?,
            Err(error) => Err(error),
        };
        self.say(&sentence(&match outcome {
            Ok(SaveOutcome::Saved(message)) | Err(message) => message,
            Ok(SaveOutcome::Exists(path)) => {
                format!("the file {} already exists: choose another name", path.display())
            }
        }))
    }

    fn tell_clocks(&mut self) -> Result<(), Error> {
        if self.table.game.clock.control().is_none() {
            return self.say("This game has no clocks.");
        }
        let (game, now) = (&self.table.game, Instant::now());
        let people = game.session().game().seats().iter().filter(|&seat| game.is_person(seat));
        let texts: Vec<_> = people
            .filter_map(|seat| {
                let left = duration_in_words(game.time_left(seat, now)?);
                Some(match self.narrator.names[seat.index()].as_str() {
                    YOU => format!("You have {left} left."),
                    name => format!("{name} has {left} left."),
                })
            })
            .collect();
        self.narrator.console.say_all(&texts)
    }
}

/// Such as `4 minutes 12 seconds`, rounded up to seconds.
pub(super) fn duration_in_words(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    match (counted(minutes, "minute"), counted(seconds, "second")) {
        (_, in_seconds) if minutes == 0 => in_seconds,
        (in_minutes, _) if seconds == 0 => in_minutes,
        (in_minutes, in_seconds) => format!("{in_minutes} {in_seconds}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_minutes_and_seconds() {
        let spoken = |milliseconds| duration_in_words(Duration::from_millis(milliseconds));
        assert_eq!(spoken(252_000), "4 minutes 12 seconds");
        assert_eq!(spoken(60_000), "1 minute");
        assert_eq!(spoken(9_001), "10 seconds");
        assert_eq!(spoken(0), "0 seconds");
    }
}
