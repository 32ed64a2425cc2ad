//! A table by ear: what happens is told as it comes, and the person chooses, asks or leaves. It is
//! the table of the screens, local or shared.

use std::{
    mem,
    path::PathBuf,
    time::{Duration, Instant},
};

use super::{
    Console, Error, House, commands,
    door::Door,
    ending,
    others::{Others, Question, follow_rematch, tell_who, why_not_now},
    review,
    told::{self, Teller, told},
};
use crate::{
    app::{
        Background,
        lobby::JoinAs,
        save_file::SaveOutcome,
        table::{
            SharedTable, Start, Table,
            clock::Clock,
            coach,
            daily::condition,
            help_cost::{self, Help},
            moment_text::MomentText,
            opponent, refusals,
        },
    },
    database::{
        DailyDate, LoadedGame,
        shared_tables::{Phrase, store::StoredTable},
    },
    games::{ArcadeGame, YOU, capitalized, counted, join, sentence, title_with_size},
    settings::Settings,
    widgets::Motion,
};
use fourcade_engine::play::{RecordLine, Seat, Seats, Session, Values};

/// Where a game at a local table comes from.
#[derive(Clone, Copy)]
pub enum Origin<'a> {
    New,
    /// The deal of this day, which counts unless the session is for practice.
    Daily(DailyDate),
    Saved(&'a LoadedGame),
}

/// What can be typed at a local table, besides moves and questions.
const COMMANDS: [(&str, &str); 9] = [
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

/// What can be typed at a shared table, besides moves and questions.
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

/// What can be typed at local tables only: at a shared one, it is refused with the reason.
const REFUSED: [(&str, &str); 3] = [("hint", ""), ("why", ""), ("coach", "")];

/// Who has little time left is told so.
const LITTLE: Duration = Duration::from_secs(10);
/// How long what was chosen may take to the database when the person leaves.
const GOODBYE: Duration = Duration::from_secs(3);

/// Where the person goes from the table.
enum Next {
    Back,
    /// The game at a local table is over.
    Over,
    Rematch(StoredTable, JoinAs),
}

/// The settings for a table that is not drawn, so that nothing waits for a motion.
fn settings<G: ArcadeGame>(house: &House, session: &Session<G>) -> Settings {
    let own = &house.app.home.settings;
    let is_alone = session.header().people().len() == 1;
    Settings {
        motion: Motion { enabled: false, linger: Some(Duration::ZERO) },
        answer_delay: Duration::ZERO,
        wait: Duration::ZERO,
        coach: own.coach && review::refusal(session).is_none(),
        // Who is alone is called "you".
        names: if is_alone { Default::default() } else { own.names.clone() },
        ..own.clone()
    }
}

/// Plays a game to its end, or until the person leaves it. Returns the game if it is over.
pub fn play<G: ArcadeGame>(
    house: &mut House,
    session: Session<G>,
    origin: Origin,
) -> Result<Option<Session<G>>, Error> {
    let settings = settings(house, &session);
    let mut table = Table::new(session, Start::Playing(None), &settings);
    // Listening takes time.
    table.game.clock = Clock::new(None);
    match origin {
        Origin::New => table.save_to(&house.app.store),
        Origin::Daily(date) => table.play_daily(date, &house.app.store),
        Origin::Saved(loaded) => table.resume(&house.app.store, loaded),
    }
    table.autosave.look_up_experience(G::KEY);
    let mut conversation = Conversation::new(house, table, None);
    conversation.introduce()?;
    let end = conversation.stay();
    let Conversation { teller, table, .. } = conversation;
    match end? {
        Next::Back | Next::Rematch(..) => {
            if table.autosave.has_played() {
                let is_saved = table.autosave.wait() || table.file.contains(&table.game);
                teller.console.take_reports()?;
                let not = if is_saved { "" } else { "not " };
                teller.console.say(&format!("The game is {not}saved."))?;
            }
            Ok(None)
        }
        Next::Over => {
            table.autosave.wait();
            let names = teller.names;
            let session = table.game.session().clone();
            ending::tell(house, &session, &names, table.daily)?;
            if let Some((_, farewell)) = opponent::result_remark(&table) {
                house.console.say_aside(&farewell)?;
            }
            review::offer(house, &session, &names)?;
            Ok(Some(session))
        }
    }
}

/// Comes to a shared table and stays until the person leaves. Returns the table of the rematch, if
/// they go there.
pub fn sit<G: ArcadeGame>(
    house: &mut House,
    door: &Door,
    stored: &StoredTable,
    arrival: JoinAs,
) -> Result<Option<(StoredTable, JoinAs)>, Error> {
    let followed = SharedTable::follow::<G>(&door.link, stored, arrival, &house.app.home.clock);
    let (shared, session) = match followed {
        Ok(followed) => followed,
        Err(why) => {
            house.console.say(&sentence(&why))?;
            return Ok(None);
        }
    };
    let settings = Settings { coach: false, ..settings(house, &session) };
    let mut table = Table::new(session, Start::Playing(None), &settings);
    table.share(shared, &house.app.store);
    let mut conversation = Conversation::new(house, table, Some(Others::new(door)));
    let end = conversation.stay();
    if !matches!(end, Ok(Next::Rematch(..)))
        && let Some(farewell) = conversation.leave_shared()
    {
        conversation.teller.console.say(&farewell)?;
    }
    match end? {
        Next::Back | Next::Over => Ok(None),
        Next::Rematch(table, arrival) => Ok(Some((table, arrival))),
    }
}

/// The number of lines of a record that are told before the person is asked to go on.
const REPLAYED: usize = 10;

/// Tells a recorded game from its start.
pub fn replay<G: ArcadeGame>(
    console: &mut Console,
    session: &Session<G>,
    names: &[String],
) -> Result<(), Error> {
    let (mut shown, viewers) = (session.clone(), Seats::first(names.len()));
    for line in 1..=session.lines().len() {
        shown.go_to(line);
        for text in told::<G>(&shown, line - 1, viewers, Seat::new(0), names, console.notation) {
            console.say(&text)?;
        }
        if line % REPLAYED == 0 && line < session.lines().len() {
            let answer = console.ask("Enter goes on, back ends.")?;
            if !answer.is_empty() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The position for which a person was called: the step of a shared table, the lines of the record
/// and the seat.
type Call = (Option<u64>, usize, Seat);

struct Conversation<'a, G: ArcadeGame> {
    teller: Teller<'a>,
    table: Table<G>,
    background: Background,
    /// The other people, at a shared table.
    others: Option<Others<'a>>,
    /// The lines of the record that were told.
    told: Vec<RecordLine<G::Action>>,
    called: Option<Call>,
    /// The call for which the person has heard that there is little time.
    warned: Option<Call>,
    question: Option<Question>,
    /// Whether the end of a game at a shared table was told.
    is_end_told: bool,
}

impl<'a, G: ArcadeGame> Conversation<'a, G> {
    /// Sits down at a table: a local one, or one with others.
    fn new(house: &'a mut House, table: Table<G>, others: Option<Others<'a>>) -> Self {
        let (console, background) = (&mut house.console, house.app.background.clone());
        let is_local = others.is_none();
        let people = if is_local { table.game.humans_here() } else { Seats::NONE };
        let names = table.player_names();
        Self {
            teller: Teller { console, people, names, shows_all: is_local },
            // What has happened is told as the position.
            told: table.game.session().lines().to_vec(),
            table,
            background,
            others,
            called: None,
            warned: None,
            question: None,
            is_end_told: false,
        }
    }

    /// Tells what happens and answers, until the person leaves or a local game is over.
    fn stay(&mut self) -> Result<Next, Error> {
        match self.converse() {
            Err(Error::Back) => Ok(Next::Back),
            end => end,
        }
    }

    fn converse(&mut self) -> Result<Next, Error> {
        loop {
            self.table.advance(&self.background);
            if let Some(others) = &mut self.others {
                let (teller, table) = (&mut self.teller, &mut self.table);
                if let Some((next, arrival)) = follow_rematch(teller, table)? {
                    return Ok(Next::Rematch(next, arrival));
                }
                teller.people = table.game.humans_here();
                teller.names = table.player_names();
                if !others.is_introduced() {
                    if others.arrive(teller, table)? {
                        // What has happened is told as the position.
                        self.told = table.game.session().lines().to_vec();
                    }
                    continue;
                }
                others.tell_people(teller, table)?;
            }
            self.tell_lines()?;
            self.tell_news()?;
            if self.others.is_none() && self.table.game.is_over() {
                return Ok(Next::Over);
            }
            self.tell_end()?;
            if self.take_remark()? {
                continue;
            }
            if self.others.is_none() && is_thinking(&self.table) {
                self.await_computers()?;
                continue;
            }
            self.call()?;
            if let Some(line) = self.hear()?.filter(|line| !line.is_empty()) {
                self.answer(&line)?;
            }
        }
    }

    /// Hears a line, or returns `None` when something has happened.
    fn hear(&mut self) -> Result<Option<String>, Error> {
        let until = self.table.next_tick();
        let game = &self.table.game;
        // What is chosen at the same time must not stand on the screen.
        let is_silent = self.others.is_none()
            && G::HAS_SECRETS
            && self.teller.people.len() > 1
            && game.session().awaited().len() > 1;
        self.teller.console.hear(until, is_silent)
    }

    fn say(&mut self, text: &str) -> Result<(), Error> {
        self.teller.console.say(text)
    }

    fn session(&self) -> &Session<G> {
        self.table.game.session()
    }

    /// The seat whose knowledge is told.
    fn seat(&self) -> Seat {
        let deciding = self.table.at_keyboard().deciding.iter().next();
        deciding.unwrap_or_else(|| self.teller.audience())
    }

    fn await_computers(&mut self) -> Result<(), Error> {
        let what = if self.table.coach.is_thinking() {
            "the coach".to_owned()
        } else {
            let seats = self.table.game.awaited().iter();
            join(&seats.map(|seat| self.teller.names[seat.index()].clone()).collect::<Vec<_>>())
        };
        let Self { teller, table, background, .. } = self;
        let revision = table.game.session().revision();
        teller.console.wait_for_thought(&what, || {
            table.advance(background);
            let has_changed = table.game.session().revision() != revision;
            (has_changed || !is_thinking(table)).then_some(())
        })
    }

    fn introduce(&mut self) -> Result<(), Error> {
        let session = self.table.game.session();
        let title = title_with_size(G::FACTS.title, G::size_of(&session.header().setup));
        self.say(&format!("{title}."))?;
        self.teller.players::<G>()?;
        if let Some(date) = self.table.daily {
            let counts = condition(&self.table).unwrap_or("It is for practice.");
            self.say(&format!("The daily deal of {}. {counts}", date.in_words()))?;
        }
        if !self.told.is_empty() && !self.teller.has_secrets::<G>() {
            let seat = self.teller.audience();
            self.teller.tell_position(self.table.game.session(), seat)?;
        }
        match opponent::greeting(&self.table) {
            Some(greeting) => self.teller.console.say_aside(&greeting),
            None => Ok(()),
        }
    }

    /// Tells what has been chosen by all who had to, and what was taken back.
    fn tell_lines(&mut self) -> Result<(), Error> {
        let session = self.table.game.session();
        let lines = session.lines();
        let kept = self.told.iter().zip(lines).take_while(|(old, new)| old == new).count();
        if kept == self.told.len() && kept == lines.len() {
            return Ok(());
        }
        let taken_back = self.told.len() - kept;
        self.told = lines.to_vec();
        if taken_back > 0 {
            if let Some(others) = &mut self.others {
                others.has_asked = false;
            }
            let steps = counted(taken_back, G::FACTS.step_name);
            self.teller.console.say(&format!("Taken back: {steps}."))?;
        }
        let mut shown = session.clone();
        let is_abandoned = self.table.game.is_abandoned();
        for line in kept..self.told.len() {
            // Only the end of such a game is told.
            if is_abandoned && matches!(self.told[line], RecordLine::Step { .. }) {
                continue;
            }
            shown.go_to(line + 1);
            self.teller.tell_line(&shown)?;
            let moment_text =
                self.table.moment_text().filter(|moment_text| moment_text.lines == line + 1);
            for text in moment_text.into_iter().flat_map(MomentText::texts) {
                self.teller.console.say_aside(text)?;
            }
        }
        Ok(())
    }

    /// Tells what else is new at a shared table, or why a computer at a local one can't go on.
    fn tell_news(&mut self) -> Result<(), Error> {
        let (teller, table) = (&mut self.teller, &mut self.table);
        if let Some(others) = &mut self.others {
            others.tell_absence(teller, table)?;
            others.tell_trouble(teller, table)?;
            return others.tell_questions(teller, table, &mut self.question);
        }
        if let Some((_, request)) = table.computers.take_request() {
            return Err(Error::Failed(request.refusal()));
        }
        match &table.computers.failure {
            Some(failure) => {
                Err(Error::Failed(format!("a player gave no move: {}", failure.reason)))
            }
            None => Ok(()),
        }
    }

    /// Tells the end of a game at a shared table.
    fn tell_end(&mut self) -> Result<(), Error> {
        let Some(others) = &mut self.others else { return Ok(()) };
        if self.table.game.is_over() && !mem::replace(&mut self.is_end_told, true) {
            self.question = None;
            self.table.ending.set_done();
            let (person, session) = (self.teller.people.only(), self.table.game.session());
            ending::tell_result(self.teller.console, session, &self.teller.names, person)?;
            self.teller
                .console
                .say("rematch plays again with the seats swapped, back leaves the table.")?;
        }
        others.tell_invitation(&mut self.teller, &self.table)
    }

    /// Tells what the coach says about the last move, and offers to take that back. Returns whether
    /// there was a remark.
    fn take_remark(&mut self) -> Result<bool, Error> {
        let Some(remark) = self.table.coach.remark().map(str::to_owned) else { return Ok(false) };
        let takes_back = self.teller.console.confirm(&format!("{remark} Take it back?"))?;
        if takes_back {
            self.table.undo(&self.background);
            self.called = None;
        }
        self.table.dismiss(&self.background);
        Ok(true)
    }

    fn moment(&self, seat: Seat) -> Call {
        let step = self.table.game.shared.as_ref().map(|shared| shared.client.replica().step());
        (step, self.session().lines().len(), seat)
    }

    /// Says that it is a person's move, for whom their choice waits, or that time runs out.
    fn call(&mut self) -> Result<(), Error> {
        if self.others.is_none() {
            // What can't be saved is said before the next line is heard.
            self.table.autosave.wait();
            // The deal of the day may have turned out to be for practice.
            self.table.advance(&self.background);
            self.teller.console.take_reports()?;
        }
        if let Some(seat) = self.table.at_keyboard().next {
            let who = self.seat_name(seat);
            self.teller.console.clear()?;
            self.teller
                .console
                .ask(&format!("{who}, it is your turn. Press Enter when nobody else listens."))?;
            self.table.take_keyboard();
        }
        let deciding = self.table.at_keyboard().deciding.iter().next();
        let Some(seat) = deciding else {
            return match &mut self.others {
                Some(others) => others.tell_wait(&mut self.teller, &self.table),
                None => Ok(()),
            };
        };
        let moment = self.moment(seat);
        if self.called != Some(moment) {
            self.called = Some(moment);
            let call = if self.teller.people.len() > 1 {
                format!("{}, your move.", self.seat_name(seat))
            } else {
                self.teller.your_move(self.table.game.session(), seat)
            };
            self.say(&call)?;
        }
        let left = self.table.game.time_left(seat, Instant::now());
        if let Some(left) = left.filter(|left| *left <= LITTLE)
            && self.warned != Some(moment)
        {
            self.warned = Some(moment);
            self.say(&format!("{} left.", capitalized(&duration(left))))?;
        }
        Ok(())
    }

    /// What a person at a keyboard with several people is called.
    fn seat_name(&self, seat: Seat) -> String {
        let name = &self.teller.names[seat.index()];
        if G::HAS_SEAT_NAMES {
            format!("{}, {name}", G::SEAT_NAMES[seat.index()])
        } else {
            name.clone()
        }
    }

    fn commands(&self) -> Vec<(&'static str, &'static str)> {
        let own = if self.others.is_none() { &COMMANDS[..] } else { &SHARED_COMMANDS[..] };
        [&told::QUESTIONS[..], own].concat()
    }

    /// Answers a line. [`Error::Back`] if the person leaves the table.
    fn answer(&mut self, line: &str) -> Result<(), Error> {
        if let Some(question) = self.question
            && let Ok(Some(answer)) = commands::find(line, ["yes", "no"])
        {
            self.question = None;
            return self.decide(question, answer == "yes");
        }
        if self.question == Some(Question::Resign) {
            self.question = None;
        }
        let (word, argument) = line.split_once(' ').unwrap_or((line, ""));
        let mut known = self.commands();
        if self.others.is_some() {
            known.extend(REFUSED);
        }
        match commands::find_for::<G>(word, &known) {
            Ok(Some("back")) => Err(Error::Back),
            Ok(Some("quit")) => Err(Error::End),
            Ok(Some("help")) => {
                let help = commands::help::<G>(&self.commands());
                self.teller.console.say_all(&help)
            }
            Ok(Some(word)) => self.run(word, argument),
            Err(ambiguous) => self.say(&ambiguous),
            Ok(None) => self.choose(line),
        }
    }

    /// Makes a choice.
    fn choose(&mut self, line: &str) -> Result<(), Error> {
        let Some(seat) = self.table.at_keyboard().deciding.iter().next() else {
            let text = self.why_not_now();
            self.say(&text)?;
            return self.say("help says what you can type.");
        };
        let chosen = commands::read_move(line, self.session().game(), seat, self.table.notation)
            .and_then(|action| self.table.act(seat, action, &self.background));
        match chosen {
            // What is heard next must not be what the other one has chosen.
            Ok(()) if self.teller.has_secrets::<G>() => self.say("Thank you."),
            Ok(()) => Ok(()),
            Err(error) => commands::refuse(self.teller.console, &error),
        }
    }

    /// Why the person can't choose.
    fn why_not_now(&self) -> String {
        if self.table.game.is_over() {
            return "The game is over.".to_owned();
        }
        match &self.others {
            Some(_) => why_not_now(&self.teller, &self.table),
            None => "It is not your move.".to_owned(),
        }
    }

    fn run(&mut self, word: &str, argument: &str) -> Result<(), Error> {
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
            // At a shared table it is refused like a hint.
            "why" if self.others.is_some() => refusals::hint(table),
            "moves" if table.game.deciding().is_empty() => Some(self.why_not_now().into()),
            _ => None,
        };
        if let Some(why) = refusal {
            return self.say(&sentence(&why));
        }
        match word {
            "undo" => self.undo(),
            "hint" => self.advise(),
            "why" => self.explain(),
            "coach" => {
                if !self.agree(Help::Coach)? {
                    return Ok(());
                }
                let text = self.table.toggle_coach();
                self.say(text)
            }
            "resign" => self.ask_resignation(),
            "rematch" => match self.table.ask_rematch(&self.background) {
                Ok(()) => self.say("The next table is on its way."),
                Err(why) => self.say(&sentence(&why)),
            },
            "computer" => {
                let Some((shared, session)) = self.table.game.sharing() else { return Ok(()) };
                let seat = shared.seat_for_stand_in(session);
                // When the computer plays, that is told.
                let _ = seat.and_then(|seat| shared.add_stand_in(session, seat));
                Ok(())
            }
            "say" => self.speak(argument),
            "clock" => self.tell_clocks(),
            "who" => tell_who(&mut self.teller, &self.table),
            "save" if argument.is_empty() => self.say("Name a file, such as: save game.fourcade"),
            "save" => self.save(argument.into()),
            _ => {
                let (seat, session) = (self.seat(), self.table.game.session());
                self.teller.answer(word, argument, session, seat)
            }
        }
    }

    /// Says a phrase to the others, by its number or its beginning.
    fn speak(&mut self, argument: &str) -> Result<(), Error> {
        let texts = Phrase::ALL.map(|phrase| phrase.text().to_lowercase());
        let by_number = || commands::number(argument)?.checked_sub(1);
        let word = if argument.is_empty() {
            Ok(None)
        } else {
            commands::find(argument, texts.iter().map(String::as_str))
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
                self.teller.console.say_all(&list.collect::<Vec<_>>())?;
                self.say("Type say and a number, or the beginning of a phrase.")
            }
            Some(&phrase) => match self.table.say(phrase) {
                Ok(()) => Ok(()),
                Err(why) => self.say(&sentence(&why.to_string())),
            },
        }
    }

    /// Asks whether the person agrees to the cost of help, if any.
    fn agree(&mut self, help: Help) -> Result<bool, Error> {
        let Some(warning) = help_cost::warning(&self.table, help) else { return Ok(true) };
        let agrees = self.teller.console.confirm(&warning)?;
        if agrees {
            self.table.mark_practice_and_save();
            self.table.advance(&self.background);
        }
        Ok(agrees)
    }

    /// Says what help costs that is not asked about.
    fn remark(&mut self, help: Help) -> Result<(), Error> {
        help_cost::notice(&self.table, help).map_or(Ok(()), |remark| self.say(&remark))
    }

    fn undo(&mut self) -> Result<(), Error> {
        if let Some(others) = &mut self.others {
            return others.ask_undo(&mut self.teller, &mut self.table);
        }
        if !self.agree(Help::Undo)? {
            return Ok(());
        }
        self.remark(Help::Undo)?;
        let lines = self.session().lines().len();
        self.table.undo(&self.background);
        self.called = None;
        // Otherwise the steps are counted when that is told.
        if self.session().lines().len() == lines { self.say("Taken back.") } else { Ok(()) }
    }

    fn advise(&mut self) -> Result<(), Error> {
        if !self.agree(Help::Hint)? {
            return Ok(());
        }
        self.remark(Help::Hint)?;
        self.table.hint.clear();
        let Self { teller, table, background, .. } = self;
        let asked = table.ask_hint(background);
        let found = asked.map(|()| {
            teller.console.wait_for_thought("the hint", || {
                table.advance(background);
                (!table.hint.is_thinking()).then_some(())
            })
        });
        match found {
            Err(why) => return self.say(&sentence(&why)),
            Ok(Err(Error::Back)) => {
                self.table.hint.clear();
                return Ok(());
            }
            Ok(waited) => waited?,
        }
        if let Some(why) = self.table.hint.take_failure() {
            return self.say(&sentence(&why));
        }
        match self.table.hint.sentence(false, self.table.notation, |_| true) {
            Some(hint) => self.say(&hint),
            None => Ok(()),
        }
    }

    /// Says what else speaks for the hint, or what speaks for the person's last move.
    fn explain(&mut self) -> Result<(), Error> {
        let (seat, notation) = (self.seat(), self.table.notation);
        let explain =
            |reason: &G::Reason| sentence(&G::explain(reason, seat, Some(seat), notation));
        if let Some(hint) = self.table.hint.answer() {
            let more: Vec<_> = hint.reasons.iter().skip(1).map(explain).collect();
            return if more.is_empty() {
                self.say("There is no other reason than the one you heard.")
            } else {
                self.teller.console.say_all(&more)
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
        let reasons = G::reasons(&observation, seat, action, None, &Values::default());
        let reasons: Vec<_> = reasons.iter().map(explain).collect();
        let [_, done] = G::verb(&action);
        self.say(&format!("You {done} {}.", G::write(action, notation)))?;
        if reasons.is_empty() {
            return self.say("Nothing in particular speaks for it.");
        }
        self.teller.console.say_all(&reasons)
    }

    fn ask_resignation(&mut self) -> Result<(), Error> {
        let consequence = self.table.game.resignation();
        let question = format!("You resign? {consequence} Yes or no?");
        if self.others.is_some() {
            self.question = Some(Question::Resign);
            return self.say(&question);
        }
        let is_sure = self.teller.console.confirm(&format!("You resign? {consequence}"))?;
        self.decide(Question::Resign, is_sure)
    }

    /// Takes the answer to a question.
    fn decide(&mut self, question: Question, is_yes: bool) -> Result<(), Error> {
        let done = match question {
            Question::Undo => self.table.answer_undo(is_yes),
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

    /// Writes the game to a new file.
    fn save(&mut self, path: PathBuf) -> Result<(), Error> {
        let Self { teller, table, background, .. } = self;
        let outcome = match table.file.save(&table.game, path, false, background) {
            Ok(()) => teller.console.wait_for_thought("the file", || table.file.collect())?,
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
        let people = game.session().game().seats().iter().filter(|&seat| game.is_human(seat));
        let texts: Vec<_> = people
            .filter_map(|seat| {
                let left = duration(game.time_left(seat, now)?);
                Some(match self.teller.names[seat.index()].as_str() {
                    YOU => format!("You have {left} left."),
                    name => format!("{name} has {left} left."),
                })
            })
            .collect();
        self.teller.console.say_all(&texts)
    }

    /// Leaves a shared table, and waits a little until the others know. Returns how to come back.
    fn leave_shared(&mut self) -> Option<String> {
        let is_playing = !self.table.game.humans_here().is_empty() && !self.table.game.is_over();
        let shared = self.table.game.shared.as_ref();
        let farewell = shared.filter(|_| is_playing).map(SharedTable::leaving_note);
        if is_playing {
            self.table.leave_shared();
        }
        let end = Instant::now() + GOODBYE;
        let is_sending = |table: &Table<G>| {
            table.game.shared.as_ref().is_some_and(|shared| shared.client.is_sending())
        };
        while is_sending(&self.table)
            && Instant::now() < end
            && self.teller.console.await_news(Duration::from_millis(200)).is_ok()
        {
            self.table.follow_log(Instant::now());
        }
        farewell
    }
}

/// Whether computers must choose, or the coach judges, before a person can do anything.
fn is_thinking<G: ArcadeGame>(table: &Table<G>) -> bool {
    let game = &table.game;
    if table.coach.remark().is_some() {
        return false;
    }
    let is_waiting = game.deciding().is_empty() && !game.is_over() && !table.computers.is_stuck();
    is_waiting || table.coach.is_thinking()
}

/// A time as it is spoken, such as `4 minutes 12 seconds`.
fn duration(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let parts = [(minutes, "minute"), (seconds, "second")];
    let is_told =
        |(at, (count, _)): &(usize, (u128, &str))| *count > 0 || (*at == 1 && minutes == 0);
    let told = parts.into_iter().enumerate().filter(is_told);
    let words: Vec<_> = told
        .map(|(_, (count, noun))| format!("{count} {noun}{}", if count == 1 { "" } else { "s" }))
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_spoken() {
        let spoken = |milliseconds| duration(Duration::from_millis(milliseconds));
        assert_eq!(spoken(252_000), "4 minutes 12 seconds");
        assert_eq!(spoken(60_000), "1 minute");
        assert_eq!(spoken(9_001), "10 seconds");
        assert_eq!(spoken(0), "0 seconds");
    }
}
