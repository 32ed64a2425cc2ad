//! A shared table by ear: what the others do is told as it comes, also while a line is typed.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use super::{
    Error, House, commands,
    console::Wait,
    door::Door,
    ending,
    table::save,
    told::{self, Teller},
};
use crate::{
    app::Background,
    arcade::{
        Start,
        screens::lobby::explain,
        table::{JoinAs, NO_LOG, Table, TableShare, commands::Command, rows},
    },
    database::shared_tables::{Occupant, store::StoredTable},
    games::{ArcadeGame, YOU, capitalized, counted, join, sentence, title_with_size},
    settings::Settings,
    widgets::Motion,
};
use fourcade_engine::play::{RecordLine, Seat, Seats, Session};

/// What can be typed at a shared table, besides moves and questions.
const COMMANDS: [(&str, &str); 10] = [
    ("clock", "how much time is left"),
    ("who", "who is here, and for whom the table waits"),
    ("undo", "ask the others whether you may take back your last move"),
    ("computer", "let a computer play for a player who is away"),
    ("resign", "give the game up"),
    ("rematch", "another game with the seats swapped, when this one is over"),
    ("save", "write the game to a file when it is over, such as: save game.fourcade"),
    ("repeat", "say the last sentences again"),
    ("back", "leave the table; the game waits for you"),
    ("quit", "leave fourcade; the game waits for you"),
];

/// What can be typed at other tables. Here it is said why not.
const REFUSED: [(&str, &str); 2] = [("hint", ""), ("coach", "")];

fn commands() -> Vec<(&'static str, &'static str)> {
    [&told::QUESTIONS[..], &COMMANDS].concat()
}

/// Who has little time left is told so.
const LITTLE: Duration = Duration::from_secs(10);
/// How long what was chosen may take to the database when the person leaves.
const GOODBYE: Duration = Duration::from_secs(3);

/// A question that is answered by yes or no, while the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// Whether another player may take back a move.
    Undo,
    Resign,
    /// Whether the game moves here from another terminal.
    TakeSeat,
}

/// Where the person goes from the table.
enum Next {
    Back,
    Table(StoredTable, JoinAs),
}

/// Comes to a table and stays until the person leaves. Returns the table of the rematch, if they go
/// there.
pub fn sit<G: ArcadeGame>(
    house: &mut House,
    door: &Door,
    stored: &StoredTable,
    arrival: JoinAs,
) -> Result<Option<(StoredTable, JoinAs)>, Error> {
    let (shared, session) = match TableShare::follow::<G>(&door.link, stored, arrival) {
        Ok(followed) => followed,
        Err(why) => {
            house.console.say(&sentence(&why))?;
            return Ok(None);
        }
    };
    let background = Background::new(house.console.wake());
    // Nothing is drawn, so nothing waits.
    let settings = Settings {
        motion: Motion { enabled: false, linger: Some(Duration::ZERO) },
        answer_delay: Duration::ZERO,
        coach: false,
        ..house.home.settings.clone()
    };
    let mut table = Table::new(session, Start::Playing(None), &settings);
    table.share(shared, &house.store);
    let names = table.player_names();
    let teller =
        Teller { console: &mut house.console, people: Seats::NONE, names, shows_all: false };
    let mut ear = Ear {
        teller,
        table,
        background,
        door,
        told: Vec::new(),
        people: Vec::new(),
        remarks: Vec::new(),
        opening: Wait::new("the table"),
        is_late: false,
        is_introduced: false,
        has_begun: false,
        trouble: None,
        news: News::default(),
        question: None,
    };
    let end = ear.stay();
    let is_open_end = !matches!(end, Ok(Next::Table(..)));
    if is_open_end && let Some(farewell) = ear.leave() {
        ear.teller.console.say(&farewell)?;
    }
    match end? {
        Next::Back => Ok(None),
        Next::Table(table, arrival) => Ok(Some((table, arrival))),
    }
}

/// What has been told once.
#[derive(Debug, Default)]
struct News {
    /// The step for which the person was called.
    called: Option<u64>,
    /// The step in which the person has heard for whom their choice waits.
    waits: Option<u64>,
    /// The step in which the person has heard that there is little time.
    warned: Option<u64>,
    /// The seat for which a computer could play.
    hand_over: Option<Seat>,
    /// Whether the person has asked for a move back, and nothing has come of it yet.
    has_asked: bool,
    is_over: bool,
    is_invited: bool,
    computer: Option<String>,
}

struct Ear<'a, G: ArcadeGame> {
    teller: Teller<'a>,
    table: Table<G>,
    background: Background,
    door: &'a Door,
    /// The lines of the record that were told.
    told: Vec<RecordLine<G::Action>>,
    /// Who sits where, and whether they are away, by seat, as it was told.
    people: Vec<String>,
    remarks: Vec<Option<&'static str>>,
    /// The wait for the first entry of the log.
    opening: Wait,
    /// Whether the person has heard why that may take forever.
    is_late: bool,
    is_introduced: bool,
    has_begun: bool,
    trouble: Option<String>,
    news: News,
    question: Option<Question>,
}

impl<G: ArcadeGame> Ear<'_, G> {
    /// Tells what happens and answers, until the person leaves.
    fn stay(&mut self) -> Result<Next, Error> {
        loop {
            self.table.advance(&self.background);
            if let Some(next) = self.follow_rematch()? {
                return Ok(next);
            }
            self.tell_news()?;
            let until = self.table.next_tick();
            if !self.is_introduced {
                let second = Instant::now() + Duration::from_secs(1);
                match self.teller.console.pass(&mut self.opening, second) {
                    Ok(()) => continue,
                    Err(Error::Back) => return Ok(Next::Back),
                    Err(error) => return Err(error),
                }
            }
            let line = self.teller.console.hear(until)?;
            if let Some(line) = line.filter(|line| !line.is_empty())
                && self.answer(&line)?
            {
                return Ok(Next::Back);
            }
        }
    }

    fn session(&self) -> &Session<G> {
        self.table.game.session()
    }

    fn shared(&self) -> Option<&TableShare> {
        self.table.game.shared.as_ref()
    }

    fn own(&self) -> Seats {
        self.shared().map_or(Seats::NONE, TableShare::own)
    }

    fn is_over(&self) -> bool {
        self.session().outcome().is_some()
    }

    fn step(&self) -> Option<u64> {
        self.shared().map(|shared| shared.client.replica().step())
    }

    /// The seat whose knowledge is told.
    fn seat(&self) -> Seat {
        self.teller.audience()
    }

    fn say(&mut self, text: &str) -> Result<(), Error> {
        self.teller.console.say(text)
    }

    /// Goes to the table of the next game once it is there.
    fn follow_rematch(&mut self) -> Result<Option<Next>, Error> {
        let Some((shared, session)) = self.table.game.sharing() else { return Ok(None) };
        let arrival = if shared.own().is_empty() { JoinAs::Watcher } else { JoinAs::Player };
        match shared.advance_rematch(session) {
            None => Ok(None),
            Some(Ok(stored)) => Ok(Some(Next::Table(stored, arrival))),
            Some(Err(why)) => self.say(&sentence(&why)).map(|()| None),
        }
    }

    /// Tells what is new, each thing once.
    fn tell_news(&mut self) -> Result<(), Error> {
        self.teller.people = self.own();
        self.teller.names = self.table.player_names();
        self.tell_trouble()?;
        if !self.is_introduced {
            let has_arrived =
                |shared: &TableShare| shared.client.has_read() && shared.join_as.is_none();
            if !self.shared().is_some_and(has_arrived) {
                return self.tell_late();
            }
            self.introduce()?;
        }
        self.tell_people()?;
        self.tell_lines()?;
        self.tell_absence()?;
        self.tell_reports()?;
        self.tell_questions()?;
        self.tell_end()?;
        self.call()
    }

    /// Says that the database doesn't answer, or does again.
    fn tell_trouble(&mut self) -> Result<(), Error> {
        let trouble = self.shared().and_then(|shared| shared.client.trouble());
        let location = &self.door.location;
        let trouble = trouble.map(|outage| explain(&outage.error, location) + outage.advice());
        if trouble == self.trouble {
            return Ok(());
        }
        let text = trouble.as_deref().unwrap_or("The shared tables answer again.").to_owned();
        self.trouble = trouble;
        self.say(&text)
    }

    /// Says why the first entry may never come.
    fn tell_late(&mut self) -> Result<(), Error> {
        if self.is_late || !self.shared().is_some_and(TableShare::is_late) {
            return Ok(());
        }
        self.is_late = true;
        self.say(NO_LOG)
    }

    fn introduce(&mut self) -> Result<(), Error> {
        self.is_introduced = true;
        (self.people, self.remarks) = (self.people(), self.remarks());
        let header = self.session().header();
        let title = title_with_size(G::FACTS.title, G::size_of(&header.setup));
        let clock = header.clock.map_or_else(String::new, |clock| format!(", {clock}"));
        let Some(shared) = self.shared() else { return Ok(()) };
        let (code, invitation) = (shared.code().clone(), shared.invitation());
        let (is_open, is_watching) = (shared.is_open(), shared.is_watching());
        self.say(&format!("Table {code}: {title}{clock}."))?;
        if is_watching {
            self.say("You are watching.")?;
        }
        if is_open {
            self.say(&format!("Others come with: {invitation}"))?;
            return self.say(&self.waiting_text());
        }
        self.has_begun = true;
        self.teller.players::<G>()?;
        // What has happened is told as the position.
        self.told = self.session().lines().to_vec();
        if !self.told.is_empty() {
            let (session, seat) = (self.table.game.session(), self.seat());
            self.teller.tell_position(session, seat)?;
        }
        Ok(())
    }

    /// The names of the people by seat; see [`TableShare::person_name`].
    fn people(&self) -> Vec<String> {
        self.shared().map(TableShare::person_names).unwrap_or_default()
    }

    /// What is to be said about who is away, by seat.
    fn remarks(&self) -> Vec<Option<&'static str>> {
        let Some(shared) = self.shared() else { return Vec::new() };
        let seats = self.session().game().seats().iter();
        seats.map(|seat| shared.remark(self.session(), seat)).collect()
    }

    fn is_seat_open(&self, seat: Seat) -> bool {
        let occupants = self.shared().map(|shared| shared.client.replica().occupants());
        occupants.is_some_and(|all| all[seat.index()] == Occupant::Open)
    }

    /// Tells who has come, and that the game begins.
    fn tell_people(&mut self) -> Result<(), Error> {
        let people = self.people();
        let before = std::mem::replace(&mut self.people, people.clone());
        let is_changed = before != people;
        for (index, (before, now)) in before.into_iter().zip(people).enumerate() {
            if before == now || before == YOU || now == YOU {
                continue;
            }
            if self.is_seat_open(Seat::new(index)) {
                self.say(&format!("{before} has left, and the seat is open again."))?;
            } else {
                self.say(&format!("{now} sits down."))?;
            }
        }
        let is_open = self.shared().is_some_and(TableShare::is_open);
        if !is_open && !self.has_begun {
            self.has_begun = true;
            self.say("The game begins.")?;
            self.teller.players::<G>()?;
        } else if is_open && is_changed {
            self.say(&self.waiting_text())?;
        }
        Ok(())
    }

    /// Tells who is away, back, or replaced by a computer, and what can be done.
    fn tell_absence(&mut self) -> Result<(), Error> {
        if self.is_over() {
            return Ok(());
        }
        let remarks = self.remarks();
        let before = std::mem::replace(&mut self.remarks, remarks.clone());
        for (index, (before, now)) in before.into_iter().zip(remarks).enumerate() {
            let name = &self.people[index];
            if before == now || name == YOU || self.is_seat_open(Seat::new(index)) {
                continue;
            }
            let text = absence(name, now).unwrap_or_else(|| format!("{name} is back."));
            self.say(&text)?;
        }
        let seat = self.shared().and_then(|shared| shared.seat_to_hand_over(self.session()));
        if seat != self.news.hand_over {
            self.news.hand_over = seat;
            if let Some(seat) = seat {
                let name = self.people[seat.index()].clone();
                self.say(&format!("computer lets one play until {name} is back."))?;
            }
        }
        Ok(())
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
            self.news.has_asked = false;
            let steps = counted(taken_back, G::FACTS.step_name);
            self.teller.console.say(&format!("Taken back: {steps}."))?;
        }
        let mut shown = session.clone();
        for line in kept..self.told.len() {
            shown.go_to(line + 1);
            self.teller.tell_line(&shown)?;
        }
        Ok(())
    }

    /// Tells what the screen reports in place of its footer.
    fn tell_reports(&mut self) -> Result<(), Error> {
        if let Some(news) = self.table.game.shared.as_mut().and_then(|shared| shared.news.take()) {
            self.say(&sentence(&news))?;
        }
        let trouble = self.table.computers.trouble.as_ref();
        let trouble = trouble.map(|trouble| trouble.reason.clone());
        if trouble != self.news.computer {
            self.news.computer = trouble;
            if let Some(reason) = self.news.computer.clone() {
                self.say(&format!("A computer can't go on: {reason}."))?;
            }
        }
        Ok(())
    }

    /// Asks what others want to know, and tells what has come of the person's own question.
    fn tell_questions(&mut self) -> Result<(), Error> {
        let Some((shared, session)) = self.table.game.sharing() else { return Ok(()) };
        let asking = shared.take_question(session);
        let is_asked = shared.asked_seat(session).is_some();
        let asks_for_seat = std::mem::take(&mut shared.asks_for_seat);
        let is_settled =
            shared.client.replica().undo_question().is_none() && !shared.client.is_sending();
        if self.question == Some(Question::Undo) && !is_asked && is_settled {
            self.question = None;
        }
        if let Some(asking) = asking {
            self.question = Some(Question::Undo);
            self.say(&format!("{asking} asks to take back a move. Yes or no?"))?;
        }
        if asks_for_seat {
            self.question = Some(Question::TakeSeat);
            self.say("Your seat is open at another terminal. Move the game here? Yes or no?")?;
        }
        if self.news.has_asked && is_settled {
            self.news.has_asked = false;
            self.say("Your move is not taken back.")?;
        }
        Ok(())
    }

    fn tell_end(&mut self) -> Result<(), Error> {
        if self.is_over() && !self.news.is_over {
            self.news.is_over = true;
            self.question = None;
            self.table.ending.set_done();
            let (person, session) = (self.own().only(), self.table.game.session());
            ending::tell_result(self.teller.console, session, &self.teller.names, person)?;
            self.say("rematch plays again with the seats swapped, back leaves the table.")?;
        }
        let is_invited = self.shared().is_some_and(|shared| shared.is_invited.get());
        if is_invited && !self.news.is_invited {
            self.say("The others have opened the next table: rematch goes there.")?;
        }
        self.news.is_invited = is_invited;
        Ok(())
    }

    /// Says that it is the person's move, for whom their choice waits, or that time runs out.
    fn call(&mut self) -> Result<(), Error> {
        let step = self.step();
        let deciding = self.table.game.deciding();
        if let Some(seat) = deciding.iter().next().filter(|_| self.news.called != step) {
            self.news.called = step;
            let call = self.teller.your_move(self.table.game.session(), seat);
            self.say(&call)?;
        }
        if !self.table.game.waiting().is_empty() && self.news.waits != step {
            self.news.waits = step;
            self.say("You have chosen.")?;
            self.say(&self.waiting_text())?;
        }
        let Some(seat) = deciding.iter().next().filter(|_| self.news.warned != step) else {
            return Ok(());
        };
        let left = self.table.game.clock.left(self.session(), seat, Instant::now());
        if let Some(left) = left.filter(|left| *left <= LITTLE) {
            self.news.warned = step;
            self.say(&format!("{} left.", capitalized(&duration(left))))?;
        }
        Ok(())
    }

    /// For whom the table waits.
    fn waiting_text(&self) -> String {
        let Some(shared) = self.shared() else { return String::new() };
        if shared.is_open() {
            let seats = self.session().game().seats().iter();
            return match seats.filter(|&seat| self.is_seat_open(seat)).count() {
                1 => "Waiting for another player.".to_owned(),
                open => format!("Waiting for {open} other players."),
            };
        }
        let own = self.own();
        let awaited = self.table.game.awaited().iter().filter(|&seat| !own.contains(seat));
        let names: Vec<_> = awaited.map(|seat| self.teller.names[seat.index()].clone()).collect();
        match names.as_slice() {
            [] => "Waiting for the others.".to_owned(),
            names => format!("Waiting for {}.", join(names)),
        }
    }

    /// Answers a line. Returns whether the person leaves.
    fn answer(&mut self, line: &str) -> Result<bool, Error> {
        if let Some(question) = self.question
            && let Ok(Some(answer)) = commands::find(line, ["yes", "no"])
        {
            self.question = None;
            self.decide(question, answer == "yes")?;
            return Ok(false);
        }
        if self.question == Some(Question::Resign) {
            self.question = None;
        }
        let (word, argument) = line.split_once(' ').unwrap_or((line, ""));
        match commands::find_for::<G>(word, &[&commands()[..], &REFUSED].concat()) {
            Ok(Some("back")) => return Ok(true),
            Ok(Some("quit")) => return Err(Error::End),
            Ok(Some("help")) => {
                let help = commands::help::<G>(&commands());
                self.teller.console.say_all(&help)?;
            }
            Ok(Some(word)) => self.run(word, argument)?,
            Err(ambiguous) => self.say(&ambiguous)?,
            Ok(None) => self.choose(line)?,
        }
        Ok(false)
    }

    /// Makes a choice.
    fn choose(&mut self, line: &str) -> Result<(), Error> {
        let Some(seat) = self.table.game.deciding().iter().next() else {
            let text = self.why_not_now();
            self.say(&text)?;
            return self.say("help says what you can type.");
        };
        let chosen = commands::read_move(line, self.session().game(), seat)
            .and_then(|action| self.table.act(seat, action, &self.background));
        match chosen {
            Ok(()) => Ok(()),
            Err(error) => commands::refuse(self.teller.console, &error),
        }
    }

    /// Why the person can't choose.
    fn why_not_now(&self) -> String {
        if self.is_over() {
            return "The game is over.".to_owned();
        }
        if self.shared().is_some_and(TableShare::is_watching) {
            return "You are watching.".to_owned();
        }
        let waiting = self.waiting_text();
        let is_open = self.shared().is_some_and(TableShare::is_open);
        if is_open { waiting } else { format!("It is not your move. {waiting}") }
    }

    fn run(&mut self, word: &str, argument: &str) -> Result<(), Error> {
        let command = match word {
            "undo" => Command::Undo,
            "resign" => Command::Resign,
            "rematch" => Command::Swap,
            "hint" => Command::Hint,
            "coach" => Command::Coach,
            "computer" => Command::StandIn,
            "save" => Command::Save,
            "clock" => return self.tell_clocks(),
            "who" => return self.tell_who(),
            "moves" if self.table.game.deciding().is_empty() => {
                let text = self.why_not_now();
                return self.say(&text);
            }
            _ => {
                let (seat, session) = (self.seat(), self.table.game.session());
                return self.teller.answer(word, argument, session, seat);
            }
        };
        if let Some(why) = rows::refusal(&self.table, &command) {
            return self.say(&sentence(&why));
        }
        match command {
            Command::Undo => self.ask_undo(),
            Command::Resign => {
                self.question = Some(Question::Resign);
                self.say("You resign? Yes or no?")
            }
            Command::Swap => match self.table.ask_rematch(&self.background) {
                Ok(()) => self.say("The next table is on its way."),
                Err(why) => self.say(&sentence(&why)),
            },
            Command::StandIn => {
                let Some((shared, session)) = self.table.game.sharing() else { return Ok(()) };
                let seat = shared.seat_to_hand_over(session);
                // When the computer plays, that is told.
                let _ = seat.and_then(|seat| shared.hand_over(session, seat));
                Ok(())
            }
            _ if argument.is_empty() => self.say("Name a file, such as: save game.fourcade"),
            _ => {
                let message = save(self.session(), Path::new(argument));
                self.say(&message)
            }
        }
    }

    fn ask_undo(&mut self) -> Result<(), Error> {
        let Some((shared, session)) = self.table.game.sharing() else { return Ok(()) };
        let asked = shared.undo_entry(session).map_err(|why| why.to_string()).and_then(|entry| {
            let own = shared.own().iter().next();
            let voters = own.map(|seat| shared.client.replica().undo_voters(session, seat));
            let names = voters.map(|seats| shared.names(seats)).unwrap_or_default();
            shared.client.add(session, entry).map_err(|error| error.to_string())?;
            Ok(names)
        });
        match asked {
            Err(why) => self.say(&sentence(&why)),
            Ok(names) => {
                self.news.has_asked = true;
                if names.is_empty() {
                    return Ok(());
                }
                self.say(&format!("You ask {names} for your move back."))
            }
        }
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
                    shared.sit(session, seat);
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

    fn tell_clocks(&mut self) -> Result<(), Error> {
        if self.table.game.clock.control().is_none() {
            return self.say("This game has no clocks.");
        }
        let (session, now) = (self.table.game.session(), Instant::now());
        let people = session.game().seats().iter().filter(|&seat| self.table.game.is_human(seat));
        let texts: Vec<_> = people
            .filter_map(|seat| {
                let left = duration(self.table.game.clock.left(session, seat, now)?);
                Some(match self.teller.names[seat.index()].as_str() {
                    YOU => format!("You have {left} left."),
                    name => format!("{name} has {left} left."),
                })
            })
            .collect();
        self.teller.console.say_all(&texts)
    }

    fn tell_who(&mut self) -> Result<(), Error> {
        self.teller.players::<G>()?;
        let remarks = self.people().into_iter().zip(self.remarks());
        let absent: Vec<_> = remarks.filter_map(|(name, now)| absence(&name, now)).collect();
        self.teller.console.say_all(&absent)?;
        let watchers = self.shared().map(TableShare::other_watchers).unwrap_or_default();
        if !watchers.is_empty() {
            self.say(&format!("Watching: {}.", join(&watchers)))?;
        }
        let text = match self.table.game.deciding().is_empty() {
            true if self.is_over() => "The game is over.".to_owned(),
            true => self.waiting_text(),
            false => "It is your move.".to_owned(),
        };
        self.say(&text)
    }

    /// Leaves the table, and waits a little until the others know. Returns how to come back.
    fn leave(&mut self) -> Option<String> {
        let is_playing = !self.own().is_empty() && !self.is_over();
        let farewell = self.shared().filter(|_| is_playing).map(TableShare::farewell);
        if is_playing {
            self.table.leave_shared();
        }
        let end = Instant::now() + GOODBYE;
        while self.shared().is_some_and(|shared| shared.client.is_sending())
            && Instant::now() < end
            && self.teller.console.await_news(Duration::from_millis(200)).is_ok()
        {
            self.table.follow_log(Instant::now());
        }
        farewell
    }
}

/// Says that somebody is away, by the remark about them; `None` if they are here.
fn absence(name: &str, remark: Option<&str>) -> Option<String> {
    Some(match remark? {
        "computer" => format!("A computer plays for {name}."),
        "left" => format!("{name} has left the table."),
        _ => format!("{name} is away."),
    })
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
