//! A game by ear: what happens is told, and the person chooses, asks or leaves.

use std::path::Path;

use super::{
    Console, Error, House, commands, ending, review,
    told::{self, Teller, told},
};
use crate::{
    arcade::table::coach,
    database::{DailyDate, GameHandle, GameIdentity, LoadedGame, Store},
    files,
    games::{
        self, ArcadeGame, Hint, Notation, counted, daily_opening_len, describe_hint,
        describe_resignation, hint, make_player, names_at, parse_player, player_names, sentence,
        title_with_size,
    },
    settings::allowed_programs::AllowedPrograms,
};
use fourcade_engine::play::{
    Budget, Decision, Driver, HUMAN, PersonAnswer, PlayEnd, PlayHost, RecordLine, Seat, Seats,
    Session, ThinkContext, costly_decision, decision_of, find_player, strongest_player,
};

/// Where a game is kept, and what it counts for.
pub struct Kept {
    handle: GameHandle,
    /// The daily deal, if it is one.
    pub daily: Option<DailyDate>,
    /// Whether it is to count as a daily deal.
    counts: bool,
    /// Whether it goes on, so that the position is told first.
    is_resumed: bool,
}

impl Kept {
    /// A new game in the store. Its first update makes its row.
    pub fn new<G: ArcadeGame>(
        store: &Store,
        session: &Session<G>,
        daily: Option<DailyDate>,
    ) -> Self {
        let identity = GameIdentity::of::<G>(session.header());
        let handle = identity.map_or_else(
            |_| GameHandle::disabled(),
            |identity| {
                // Only the first game of a day counts.
                let daily = daily.filter(|_| !session.is_practice());
                store.new_game(GameIdentity { daily, ..identity })
            },
        );
        let counts = daily.is_some() && !session.is_practice();
        Self { handle, daily, counts, is_resumed: !session.lines().is_empty() }
    }

    /// A game that goes on in its row.
    pub fn resumed<G: ArcadeGame>(
        store: &Store,
        loaded: &LoadedGame,
        session: &Session<G>,
    ) -> Self {
        let handle = store.resume(loaded, session);
        let counts = loaded.daily.is_some() && !session.is_practice();
        Self { handle, daily: loaded.daily, counts, is_resumed: true }
    }
}

/// What a person can type at a local table, besides moves and questions.
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

fn commands() -> Vec<(&'static str, &'static str)> {
    [&told::QUESTIONS[..], &COMMANDS].concat()
}

/// Plays a game to its end, or until the person leaves it. Returns the game if it is over.
pub fn play<G: ArcadeGame>(
    house: &mut House,
    mut session: Session<G>,
    kept: Kept,
) -> Result<Option<Session<G>>, Error> {
    let seats = session.header().seats.clone();
    let is_allowed = |request: &_| AllowedPrograms::at_home().allow(request);
    let make = |name: &String| {
        if name == HUMAN {
            Ok(None)
        } else {
            let player = make_player::<G>(&parse_player(G::FACTS.kind, name)?, is_allowed);
            player.map(Some).map_err(|error| Error::Failed(error.to_string()))
        }
    };
    let players = seats.iter().map(make).collect::<Result<_, Error>>()?;
    let people = games::people(&session);
    let own = if people.len() > 1 { &house.home.settings.names[..] } else { &[] };
    let mut by_seat = vec![String::new(); seats.len()];
    people.iter().zip(own).for_each(|(seat, name)| by_seat[seat.index()].clone_from(name));
    let names = player_names(G::KEY, &seats, &by_seat);
    let cancel = house.console.cancel.clone();
    // A daily deal is to count, unless the person asks for a coach.
    let is_coached =
        house.home.settings.coach && kept.daily.is_none() && review::refusal(&session).is_none();
    let mut table = Table {
        teller: Teller { console: &mut house.console, people, names, shows_all: true },
        kept,
        hint: None,
        asked: None,
        may_spoil: false,
        is_coached,
    };
    table.introduce(&session)?;
    let mut driver = Driver { players, budget: budget::<G>(), cancel: &cancel };
    let end = driver.play(&mut session, &mut table);
    table.save(&mut session);
    match end? {
        PlayEnd::Left => {
            if table.has_chosen(&session) {
                let is_saved = table.kept.handle.flush();
                table.teller.console.take_reports()?;
                let not = if is_saved { "" } else { "not " };
                table.teller.console.say(&format!("The game is {not}saved."))?;
            }
            Ok(None)
        }
        PlayEnd::GameOver => {
            let (names, daily) = (table.teller.names.clone(), table.kept.daily);
            ending::tell(house, &session, &names, daily)?;
            review::offer(house, &session, &names)?;
            Ok(Some(session))
        }
    }
}

/// Tells a recorded game from its start.
pub fn replay<G: ArcadeGame>(console: &mut Console, session: &Session<G>) -> Result<(), Error> {
    let names = names_at(session, &[]);
    let mut shown = session.clone();
    for line in 1..=session.lines().len() {
        shown.go_to(line);
        for text in told::<G>(&shown, line - 1, Seats::first(names.len()), Seat::new(0), &names) {
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

/// So many lines of a record are told before the person is asked to go on.
const REPLAYED: usize = 10;

/// It does not depend on the speed of the machine.
pub fn budget<G: ArcadeGame>() -> Budget {
    Budget::Nodes(G::DEFAULT_NODES)
}

struct Table<'a, G: ArcadeGame> {
    teller: Teller<'a>,
    kept: Kept,
    /// The last hint, with the number of lines at that time.
    hint: Option<(usize, Hint<G>)>,
    /// Who was asked last.
    asked: Option<Seat>,
    /// Whether the person has agreed that the daily deal becomes practice.
    may_spoil: bool,
    /// Whether a coach speaks up after costly moves: only in games that can be reviewed.
    is_coached: bool,
}

impl<G: ArcadeGame> Table<'_, G> {
    fn introduce(&mut self, session: &Session<G>) -> Result<(), Error> {
        let title = title_with_size(G::FACTS.title, G::size_of(&session.header().setup));
        self.teller.console.say(&format!("{title}."))?;
        self.teller.players::<G>()?;
        if let Some(date) = self.kept.daily {
            let note = "It counts, unless you ask for a hint or take a move back.";
            let is_practice = session.is_practice();
            let counts = if is_practice { "It is for practice." } else { note };
            self.teller.console.say(&format!("The daily deal of {}. {counts}", date.in_words()))?;
        }
        if self.kept.is_resumed {
            let seat = self.teller.audience();
            if !self.teller.has_secrets::<G>() {
                self.teller.tell_position(session, seat)?;
            }
        }
        Ok(())
    }

    /// The lines that nobody here has chosen.
    fn opening_len(&self) -> usize {
        self.kept.daily.map_or(0, |_| daily_opening_len::<G>())
    }

    /// Whether a person has chosen something.
    fn has_chosen(&self, session: &Session<G>) -> bool {
        session.last_choice_of(self.teller.people).is_some_and(|line| line >= self.opening_len())
            || session.pending_choices().next().is_some()
    }

    /// Stores what has changed, once a person has chosen something or a daily deal has become one
    /// for practice: otherwise it would count when it is opened again. Storing the first choice may
    /// make it one for practice, too.
    fn save(&mut self, session: &mut Session<G>) {
        let has_chosen = self.has_chosen(session);
        let is_watched = self.teller.people.is_empty() && session.awaited().is_empty();
        let is_spoiled = self.kept.counts && session.is_practice();
        if !has_chosen && !is_watched && !is_spoiled {
            return;
        }
        self.kept.handle.update(session);
        // The next prompt says whether that has failed.
        self.kept.handle.wait();
        if self.kept.handle.is_for_practice() && !session.is_practice() {
            session.mark_practice();
        }
    }

    /// Says whose move it is. Where people must not hear each other's secrets, waits until the
    /// right one listens.
    fn call(&mut self, session: &Session<G>, seat: Seat) -> Result<String, Error> {
        if self.teller.people.len() == 1 {
            return Ok(self.teller.your_move(session, seat));
        }
        let name = &self.teller.names[seat.index()];
        let who = if G::HAS_SEAT_NAMES {
            format!("{}, {name}", G::SEAT_NAMES[seat.index()])
        } else {
            name.clone()
        };
        if self.teller.has_secrets::<G>() && self.asked != Some(seat) {
            self.teller.console.clear()?;
            self.teller
                .console
                .ask(&format!("{who}, it is your turn. Press Enter when nobody else listens."))?;
        }
        self.asked = Some(seat);
        Ok(format!("{who}, your move."))
    }

    /// Whether a hint or an undo may make the daily deal a game for practice.
    fn may_become_practice(&mut self, session: &Session<G>) -> Result<bool, Error> {
        if self.kept.daily.is_none() || session.is_practice() || self.may_spoil {
            return Ok(true);
        }
        self.may_spoil = self
            .teller
            .console
            .confirm("The deal of the day then doesn't count: it is for practice.")?;
        Ok(self.may_spoil)
    }

    fn advise(&mut self, session: &mut Session<G>, seat: Seat) -> Result<(), Error> {
        if !self.may_become_practice(session)? {
            return Ok(());
        }
        if self.kept.daily.is_some() {
            session.mark_practice();
        }
        let expert = find_player::<G>(&strongest_player::<G>());
        let mut expert = expert.map_err(|error| Error::Failed(error.to_string()))?;
        let (seed, lines) = (session.header().seed, session.lines().len());
        let context = ThinkContext::new(budget::<G>(), seed, seat, lines)
            .with_cancel(self.teller.console.cancel.clone());
        let found = hint::<G>(expert.as_mut(), session.game(), seat, &context)?;
        session.mark_hint();
        self.teller.console.say(&describe_hint::<G>(&found, seat, false, |_| true))?;
        self.hint = Some((lines, found));
        Ok(())
    }

    /// Says what else speaks for the hint, or what speaks for the person's last move.
    fn explain(&mut self, session: &Session<G>, seat: Seat) -> Result<(), Error> {
        let explain = |reason: &G::Reason| {
            sentence(&G::explain(reason, seat, Some(seat), Notation::on_screen()))
        };
        if let Some((_, hint)) =
            self.hint.as_ref().filter(|(lines, _)| *lines == session.lines().len())
        {
            let more: Vec<_> = hint.reasons.iter().skip(1).map(explain).collect();
            return if more.is_empty() {
                self.teller.console.say("There is no other reason than the one you heard.")
            } else {
                self.teller.console.say_all(&more)
            };
        }
        let Some(line) = session.last_choice_of(Seats::one(seat)) else {
            return self.teller.console.say("You have not moved yet. Ask for a hint first.");
        };
        let mut before = session.clone();
        before.go_to(line);
        let Some(RecordLine::Step { moves, .. }) = session.lines().get(line) else {
            return self.teller.console.say("There is no move to explain.");
        };
        let Some(&(_, action)) = moves.iter().find(|(other, _)| *other == seat) else {
            return Ok(());
        };
        let observation = before.game().observe(Seats::one(seat));
        let reasons =
            G::reasons(&observation, seat, action, None, &fourcade_engine::play::Values::default());
        let [_, done] = G::verb(&action);
        self.teller
            .console
            .say(&format!("You {done} {}.", G::write(action, Notation::on_screen())))?;
        if reasons.is_empty() {
            self.teller.console.say("Nothing in particular speaks for it.")
        } else {
            self.teller.console.say_all(&reasons.iter().map(explain).collect::<Vec<_>>())
        }
    }

    /// Takes back the last move of a person. Returns whether there was one.
    fn undo(&mut self, session: &mut Session<G>) -> Result<bool, Error> {
        let line =
            session.last_choice_of(self.teller.people).filter(|line| *line >= self.opening_len());
        let Some(line) = line else {
            self.teller.console.say("There is no move to take back.")?;
            return Ok(false);
        };
        if !self.may_become_practice(session)? {
            return Ok(false);
        }
        let undone = session.events().get(line..).unwrap_or_default();
        if self.kept.daily.is_some() || undone.iter().any(|events| G::reveals(events)) {
            session.mark_practice();
        }
        let count = session.lines().len() - line;
        session.go_to(line);
        self.teller.console.say(&format!("Taken back: {}.", counted(count, G::FACTS.step_name)))?;
        Ok(true)
    }

    /// Calls the coach, or sends it away.
    fn toggle_coach(&mut self, session: &mut Session<G>) -> Result<(), Error> {
        if self.is_coached {
            self.is_coached = false;
            return self.teller.console.say("The coach is silent.");
        }
        if let Some(why) = review::refusal(session) {
            return self.teller.console.say(&sentence(&why));
        }
        if !self.may_become_practice(session)? {
            return Ok(());
        }
        self.is_coached = true;
        session.mark_practice();
        self.teller
            .console
            .say("The coach speaks up after a costly move. The game is for practice.")
    }

    /// Says what a move has cost that the person has just made, and offers to take it back.
    fn coach(&mut self, session: &mut Session<G>) -> Result<(), Error> {
        let only = self.teller.people.only().filter(|_| self.is_coached);
        let Some((person, line)) = only.zip(session.lines().len().checked_sub(1)) else {
            return Ok(());
        };
        let has_moved = decision_of(&session.lines()[line], person).is_some();
        if !has_moved || session.outcome().is_some() {
            return Ok(());
        }
        session.mark_practice();
        let looks = review::looks::<G>();
        let verdict = costly_decision(session, line, person, &looks, &self.teller.console.cancel)?;
        let Some(verdict) = verdict else { return Ok(()) };
        let remark = coach::remark::<G>(&verdict);
        if self.teller.console.confirm(&format!("{remark} Take it back?"))? {
            self.undo(session)?;
        }
        Ok(())
    }

    /// Answers what is no move. Returns the answer for the play loop, if it is to go on.
    fn answer(
        &mut self,
        word: &str,
        argument: &str,
        session: &mut Session<G>,
        seat: Seat,
    ) -> Result<Option<PersonAnswer<G::Action>>, Error> {
        match word {
            "hint" => self.advise(session, seat)?,
            "why" => self.explain(session, seat)?,
            "undo" => {
                if self.undo(session)? {
                    return Ok(Some(PersonAnswer::Changed));
                }
            }
            "coach" => self.toggle_coach(session)?,
            "save" if argument.is_empty() => {
                self.teller.console.say("Name a file, such as: save game.fourcade")?;
            }
            "save" => {
                let message = save(session, Path::new(argument));
                self.teller.console.say(&message)?;
            }
            "resign" => {
                if self.teller.console.confirm("You resign, and the game is lost.")?
                    && session.resign(seat).is_ok()
                {
                    self.teller
                        .console
                        .say(&sentence(&describe_resignation::<G>(seat, &self.teller.names)))?;
                    return Ok(Some(PersonAnswer::Changed));
                }
            }
            "back" => return Ok(Some(PersonAnswer::Leave)),
            "quit" => {
                self.save(session);
                return Err(Error::End);
            }
            "help" => self.teller.console.say_all(&commands::help::<G>(&commands()))?,
            _ => self.teller.answer(word, argument, session, seat)?,
        }
        Ok(None)
    }
}

impl<G: ArcadeGame> PlayHost<G> for Table<'_, G> {
    type Error = Error;

    /// Asks until the person chooses a legal move, undoes one, or leaves.
    fn ask(
        &mut self,
        session: &mut Session<G>,
        seat: Seat,
    ) -> Result<PersonAnswer<G::Action>, Error> {
        self.save(session);
        let mut question = self.call(session, seat)?;
        let is_silent =
            G::HAS_SECRETS && session.awaited().len() > 1 && self.teller.people.len() > 1;
        loop {
            let prompt = std::mem::take(&mut question);
            let line = if is_silent {
                self.teller.console.ask_silently(&prompt)
            } else {
                self.teller.console.ask(&prompt)
            };
            let line = match line {
                Err(error) => {
                    self.save(session);
                    return Err(error);
                }
                Ok(line) if line.is_empty() => continue,
                Ok(line) => line,
            };
            let (word, argument) = line.split_once(' ').unwrap_or((&line, ""));
            match commands::find_for::<G>(word, &commands()) {
                Ok(Some(word)) => {
                    if let Some(answer) = self.answer(word, argument, session, seat)? {
                        return Ok(answer);
                    }
                    self.save(session);
                    continue;
                }
                Err(ambiguous) => {
                    self.teller.console.say(&ambiguous)?;
                    continue;
                }
                Ok(None) => {}
            }
            match commands::read_move(&line, session.game(), seat) {
                Ok(action) => return Ok(PersonAnswer::Act(action)),
                Err(error) => commands::refuse(self.teller.console, &error)?,
            }
        }
    }

    fn before_choice(
        &mut self,
        _: &Session<G>,
        decision: &Decision<G::Action>,
    ) -> Result<(), Error> {
        // What is heard next must not be what the other one has chosen.
        if self.teller.has_secrets::<G>() && self.teller.people.contains(decision.seat) {
            self.teller.console.say("Thank you.")?;
        }
        Ok(())
    }

    fn after_step(&mut self, session: &mut Session<G>) -> Result<(), Error> {
        self.save(session);
        self.teller.tell_line(session)?;
        self.coach(session)
    }
}

/// Writes the record to a new file. Returns a message that says whether that succeeded.
pub fn save<G: ArcadeGame>(session: &Session<G>, path: &Path) -> String {
    if path.exists() {
        return format!("{} already exists: choose another name.", path.display());
    }
    match files::write_anywhere(path, |output| session.record().write(output)) {
        Ok(()) => format!("Saved as {}.", path.display()),
        Err(error) => format!("Not saved: {}: {error}; choose another place.", path.display()),
    }
}
