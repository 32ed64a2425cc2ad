//! A game by ear: what happens is told, and the person chooses, asks or leaves.

use std::path::Path;

use super::{Console, Error, House, commands, console::sentences, ending};
use crate::{
    database::{DailyDate, GameHandle, GameIdentity, LoadedGame, Store},
    files,
    games::{
        ArcadeGame, Hint, Notation, YOU, capitalized, counted, daily_opening_len, describe_fault,
        describe_flag, describe_hint, describe_late, describe_resignation, find_player, hint, join,
        player_names, sentence, spoken::Listener, strongest_player, title_with_size,
    },
    settings::{Detail, allowed_programs::AllowedPrograms},
};
use fourcade_engine::play::{
    Budget, Decision, Driver, HUMAN, PersonAnswer, PlayEnd, PlayHost, RecordLine, Seat, Seats,
    Session, ThinkContext,
};

/// Where a game is kept, and what it counts for.
pub struct Kept {
    handle: GameHandle,
    /// The daily deal, if it is one.
    pub daily: Option<DailyDate>,
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
        Self { handle, daily, is_resumed: !session.lines().is_empty() }
    }

    /// A game that goes on in its row.
    pub fn resumed<G: ArcadeGame>(
        store: &Store,
        loaded: &LoadedGame,
        session: &Session<G>,
    ) -> Self {
        Self { handle: store.resume(loaded, session), daily: loaded.daily, is_resumed: true }
    }
}

/// What a person can type at every table, besides moves and the questions of the game.
const COMMANDS: [(&str, &str); 17] = [
    ("moves", "the moves you can make now, the most useful first"),
    ("last", "what happened since your last move"),
    ("score", "how the game stands"),
    ("board", "the whole position, in parts"),
    ("goal", "what matters now"),
    ("hint", "what the strongest computer would do"),
    ("why", "why the hint, or your last move, is good"),
    ("undo", "take back your last move"),
    ("players", "who plays"),
    ("rules", "the rules of the game"),
    ("save", "write the game to a file, such as: save game.fourcade"),
    ("resign", "give the game up"),
    ("repeat", "say the last sentences again"),
    ("more", "tell more, from now on"),
    ("less", "tell less, from now on"),
    ("back", "leave the game, which is saved"),
    ("quit", "leave fourcade; the game is saved"),
];

/// Plays a game to its end, or until the person leaves it. Returns the game if it is over.
pub fn play<G: ArcadeGame>(
    house: &mut House,
    mut session: Session<G>,
    kept: Kept,
) -> Result<Option<Session<G>>, Error> {
    let seats = session.header().seats.clone();
    let is_allowed = |request: &_| AllowedPrograms::at_home().allow(request);
    let make = |name: &String| match name == HUMAN {
        true => Ok(None),
        false => {
            let player = find_player::<G>(name)?.make_if(is_allowed);
            player.map(Some).map_err(|error| Error::Failed(error.to_string()))
        }
    };
    let players = seats.iter().map(make).collect::<Result<_, Error>>()?;
    let people: Seats =
        session.game().seats().iter().filter(|seat| seats[seat.index()] == HUMAN).collect();
    let own = if people.len() > 1 { &house.home.settings.names[..] } else { &[] };
    let mut by_seat = vec![String::new(); seats.len()];
    people.iter().zip(own).for_each(|(seat, name)| by_seat[seat.index()].clone_from(name));
    let names = player_names(G::KEY, &seats, &by_seat);
    let cancel = house.console.cancel.clone();
    let mut table = Table {
        console: &mut house.console,
        people,
        names,
        kept,
        hint: None,
        asked: None,
        may_spoil: false,
    };
    table.introduce(&session)?;
    let mut driver = Driver { players, budget: budget::<G>(), cancel: &cancel };
    let end = driver.play(&mut session, &mut table);
    table.save(&session);
    match end? {
        PlayEnd::Left => {
            if table.has_chosen(&session) {
                table.console.say("The game is saved.")?;
            }
            Ok(None)
        }
        PlayEnd::GameOver => {
            let (names, daily) = (table.names.clone(), table.kept.daily);
            ending::tell(house, &session, &names, daily)?;
            Ok(Some(session))
        }
    }
}

/// Tells a recorded game from its start.
pub fn replay<G: ArcadeGame>(console: &mut Console, session: &Session<G>) -> Result<(), Error> {
    let names = player_names(G::KEY, &session.header().seats, &[]);
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

/// Tells a line of the record, the last one that is applied. `viewers` are those who may hear it.
pub fn told<G: ArcadeGame>(
    session: &Session<G>,
    line: usize,
    viewers: Seats,
    seat: Seat,
    names: &[String],
) -> Vec<String> {
    let observation = session.game().observe(viewers);
    let listener = Listener::<G> { observation: &observation, seat, names };
    let events = session.events().get(line).map_or(&[][..], Vec::as_slice);
    match session.lines().get(line) {
        None => Vec::new(),
        Some(RecordLine::Step { faults, times, .. }) => {
            let faults = faults.iter().map(|fault| describe_fault::<G>(fault, names));
            let late = times.iter().filter_map(|time| describe_late::<G>(time, names));
            let exceptions = late.chain(faults).map(|text| sentence(&text));
            exceptions.chain(events.iter().flat_map(|event| G::tell(event, &listener))).collect()
        }
        Some(RecordLine::Resign(seat)) => {
            vec![sentence(&describe_resignation::<G>(*seat, names))]
        }
        Some(RecordLine::Flag(seat)) => vec![sentence(&describe_flag::<G>(*seat, names))],
    }
}

struct Table<'a, G: ArcadeGame> {
    console: &'a mut Console,
    people: Seats,
    names: Vec<String>,
    kept: Kept,
    /// The last hint, with the number of lines at that time.
    hint: Option<(usize, Hint<G>)>,
    /// Who was asked last.
    asked: Option<Seat>,
    /// Whether the person has agreed that the daily deal becomes practice.
    may_spoil: bool,
}

impl<G: ArcadeGame> Table<'_, G> {
    /// Whether somebody at the keyboard must not hear what another one hears.
    fn has_secrets(&self) -> bool {
        G::HAS_SECRETS && self.people.len() > 1
    }

    /// The seats whose knowledge is told while `seat` listens.
    fn viewers(&self, seat: Seat, all: Seats) -> Seats {
        match (G::HAS_SECRETS, self.people.is_empty()) {
            (false, _) | (_, true) => all,
            (true, false) => Seats::one(seat),
        }
    }

    /// The seat to which events are told: the only person's, or nobody's in particular.
    fn audience(&self) -> Seat {
        self.people.iter().next().unwrap_or(Seat::new(0))
    }

    fn listen<T>(
        &self,
        session: &Session<G>,
        seat: Seat,
        tell: impl FnOnce(&Listener<G>) -> T,
    ) -> T {
        let viewers = self.viewers(seat, session.game().seats());
        let observation = session.game().observe(viewers);
        tell(&Listener { observation: &observation, seat, names: &self.names })
    }

    fn introduce(&mut self, session: &Session<G>) -> Result<(), Error> {
        let title = title_with_size(G::FACTS.title, G::size_of(&session.header().setup));
        self.console.say(&format!("{title}."))?;
        self.players()?;
        if let Some(date) = self.kept.daily {
            let note = "It counts, unless you ask for a hint or take a move back.";
            let is_practice = session.is_practice();
            let counts = if is_practice { "It is for practice." } else { note };
            self.console.say(&format!("The daily deal of {}. {counts}", date.in_words()))?;
        }
        if self.kept.is_resumed {
            let seat = self.audience();
            if !self.has_secrets() {
                let position = self.listen(session, seat, |listener| G::position(listener));
                self.console.say_all(&position)?;
            }
        }
        Ok(())
    }

    fn players(&mut self) -> Result<(), Error> {
        if !G::HAS_SEAT_NAMES {
            return self.console.say(&format!("The players are {}.", join(&self.names)));
        }
        let mut by_name: Vec<(&String, Vec<String>)> = Vec::new();
        for (seat, name) in G::SEAT_NAMES.iter().zip(&self.names) {
            match by_name.iter_mut().find(|(other, _)| *other == name) {
                Some((_, seats)) => seats.push((*seat).to_owned()),
                None => by_name.push((name, vec![(*seat).to_owned()])),
            }
        }
        for (name, seats) in by_name {
            let is = if seats.len() == 1 { "is" } else { "are" };
            let text = match name == YOU {
                true => format!("You are {}.", join(&seats)),
                false => format!("{} {is} {name}.", join(&seats)),
            };
            self.console.say(&text)?;
        }
        Ok(())
    }

    /// The lines that nobody here has chosen.
    fn opening_len(&self) -> usize {
        self.kept.daily.map_or(0, |_| daily_opening_len::<G>())
    }

    /// Whether a person has chosen something.
    fn has_chosen(&self, session: &Session<G>) -> bool {
        session.last_choice_of(self.people).is_some_and(|line| line >= self.opening_len())
            || session.pending_choices().next().is_some()
    }

    /// Sends what has changed to the store, once a person has chosen something.
    fn save(&mut self, session: &Session<G>) {
        let has_chosen = self.has_chosen(session);
        let is_watched = self.people.is_empty() && session.awaited().is_empty();
        if has_chosen || is_watched {
            self.kept.handle.update(session);
        }
    }

    /// Says whose move it is. Where people must not hear each other's secrets, waits until the
    /// right one listens.
    fn call(&mut self, session: &Session<G>, seat: Seat) -> Result<String, Error> {
        let goal = self.listen(session, seat, |listener| G::goal(listener.observation, seat));
        let goal = goal.filter(|_| self.console.detail == Detail::Full);
        if self.people.len() == 1 {
            return Ok(goal.map_or_else(
                || "Your move.".to_owned(),
                |goal| sentence(&format!("Your move: {goal}")),
            ));
        }
        let name = &self.names[seat.index()];
        let who = match G::HAS_SEAT_NAMES {
            true => format!("{}, {name}", G::SEAT_NAMES[seat.index()]),
            false => name.clone(),
        };
        if self.has_secrets() && self.asked != Some(seat) {
            self.console.clear()?;
            self.console
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
        self.may_spoil =
            self.console.confirm("The deal of the day then doesn't count: it is for practice.")?;
        Ok(self.may_spoil)
    }

    fn advise(&mut self, session: &mut Session<G>, seat: Seat) -> Result<(), Error> {
        if !self.may_become_practice(session)? {
            return Ok(());
        }
        if self.kept.daily.is_some() {
            session.mark_practice();
        }
        let player = find_player::<G>(&strongest_player::<G>())?;
        let mut expert = player.make().map_err(Error::Failed)?;
        let (seed, lines) = (session.header().seed, session.lines().len());
        let context = ThinkContext::new(budget::<G>(), seed, seat, lines)
            .with_cancel(self.console.cancel.clone());
        let found = hint::<G>(expert.as_mut(), session.game(), seat, &context)?;
        session.mark_hint();
        self.console.say(&describe_hint::<G>(&found, seat, false, |_| true))?;
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
            return match more.is_empty() {
                true => self.console.say("There is no other reason than the one you heard."),
                false => self.console.say_all(&more),
            };
        }
        let Some(line) = session.last_choice_of(Seats::one(seat)) else {
            return self.console.say("You have not moved yet. Ask for a hint first.");
        };
        let mut before = session.clone();
        before.go_to(line);
        let Some(RecordLine::Step { moves, .. }) = session.lines().get(line) else {
            return self.console.say("There is no move to explain.");
        };
        let Some(&(_, action)) = moves.iter().find(|(other, _)| *other == seat) else {
            return Ok(());
        };
        let observation = before.game().observe(Seats::one(seat));
        let reasons =
            G::reasons(&observation, seat, action, None, &fourcade_engine::play::Values::default());
        let [_, done] = G::verb(&action);
        self.console.say(&format!("You {done} {}.", G::write(action, Notation::on_screen())))?;
        match reasons.is_empty() {
            true => self.console.say("Nothing in particular speaks for it."),
            false => self.console.say_all(&reasons.iter().map(explain).collect::<Vec<_>>()),
        }
    }

    /// Takes back the last move of a person. Returns whether there was one.
    fn undo(&mut self, session: &mut Session<G>) -> Result<bool, Error> {
        let line = session.last_choice_of(self.people).filter(|line| *line >= self.opening_len());
        let Some(line) = line else {
            self.console.say("There is no move to take back.")?;
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
        self.console.say(&format!("Taken back: {}.", counted(count, G::FACTS.step_name)))?;
        Ok(true)
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
            "moves" => {
                let moves = self.listen(session, seat, |listener| G::moves(listener));
                self.console.say_all(&moves)?;
            }
            "last" => self.tell_last(session, seat)?,
            "score" => {
                let score = self.listen(session, seat, |listener| G::score(listener));
                let progress =
                    self.listen(session, seat, |listener| G::progress(listener.observation));
                self.console.say(&score)?;
                if let Some(progress) = progress.filter(|_| G::KEY == "intensity") {
                    self.console.say(&sentence(&progress))?;
                }
            }
            "board" => {
                let position = self.listen(session, seat, |listener| G::position(listener));
                self.console.say_all(&position)?;
            }
            "goal" => {
                let goal =
                    self.listen(session, seat, |listener| G::goal(listener.observation, seat));
                self.console.say(&goal.map_or_else(
                    || "Nothing matters any more.".to_owned(),
                    |goal| sentence(&goal),
                ))?;
            }
            "hint" => self.advise(session, seat)?,
            "why" => self.explain(session, seat)?,
            "undo" => {
                if self.undo(session)? {
                    return Ok(Some(PersonAnswer::Changed));
                }
            }
            "players" => self.players()?,
            "rules" => self.console.say(&rules::<G>())?,
            "save" if argument.is_empty() => {
                self.console.say("Name a file, such as: save game.fourcade")?;
            }
            "save" => {
                let message = save(session, Path::new(argument));
                self.console.say(&message)?;
            }
            "resign" => {
                if self.console.confirm("You resign, and the game is lost.")?
                    && session.resign(seat).is_ok()
                {
                    self.console.say(&sentence(&describe_resignation::<G>(seat, &self.names)))?;
                    return Ok(Some(PersonAnswer::Changed));
                }
            }
            "more" | "less" => {
                let detail = match (word, self.console.detail) {
                    ("more", Detail::Brief) | ("less", Detail::Full) => Detail::Normal,
                    ("more", _) => Detail::Full,
                    _ => Detail::Brief,
                };
                self.console.detail = detail;
                self.console.say(match detail {
                    Detail::Brief => "Only what happens is told now.",
                    Detail::Normal => "What happens is told, and how the game stands.",
                    Detail::Full => "Everything is told now, also what matters.",
                })?;
            }
            "back" => return Ok(Some(PersonAnswer::Leave)),
            "quit" => {
                self.save(session);
                return Err(Error::End);
            }
            "help" => self.console.say_all(&commands::help::<G>(&COMMANDS))?,
            _ => {
                let viewers = self.viewers(seat, session.game().seats());
                let observation = session.game().observe(viewers);
                let listener = Listener { observation: &observation, seat, names: &self.names };
                commands::answer::<G>(self.console, &listener, word, argument)?;
            }
        }
        Ok(None)
    }

    /// Tells the lines since the person's last choice, that one included.
    fn tell_last(&mut self, session: &Session<G>, seat: Seat) -> Result<(), Error> {
        let count = session.lines().len();
        let first = session.last_choice_of(Seats::one(seat)).unwrap_or(0);
        if count == 0 {
            return self.console.say("Nothing has happened yet.");
        }
        let viewers = self.viewers(seat, session.game().seats());
        let mut shown = session.clone();
        for line in first..count {
            shown.go_to(line + 1);
            let texts = told::<G>(&shown, line, viewers, seat, &self.names);
            self.console.say_all(&texts)?;
        }
        Ok(())
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
        let is_silent = G::HAS_SECRETS && session.awaited().len() > 1 && self.people.len() > 1;
        loop {
            let prompt = std::mem::take(&mut question);
            let line = match is_silent {
                true => self.console.ask_silently(&prompt),
                false => self.console.ask(&prompt),
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
            match commands::find_for::<G>(word, &COMMANDS) {
                Ok(Some(word)) => {
                    if let Some(answer) = self.answer(word, argument, session, seat)? {
                        return Ok(answer);
                    }
                    continue;
                }
                Err(ambiguous) => {
                    self.console.say(&ambiguous)?;
                    continue;
                }
                Ok(None) => {}
            }
            let observation = session.game().observe(Seats::one(seat));
            let action = G::read(&line, &observation)
                .and_then(|action| session.game().check(seat, action).map(|()| action));
            match action {
                Ok(action) => return Ok(PersonAnswer::Act(action)),
                Err(error) => {
                    let moves = "moves lists your moves, help everything else.";
                    self.console.say(&format!("{}. {moves}", capitalized(&error.to_string())))?;
                }
            }
        }
    }

    fn before_choice(
        &mut self,
        _: &Session<G>,
        decision: &Decision<G::Action>,
    ) -> Result<(), Error> {
        // What is heard next must not be what the other one has chosen.
        if self.has_secrets() && self.people.contains(decision.seat) {
            self.console.say("Thank you.")?;
        }
        Ok(())
    }

    fn after_step(&mut self, session: &Session<G>) -> Result<(), Error> {
        self.save(session);
        let (line, seat) = (session.lines().len() - 1, self.audience());
        // Where several people listen, only what all may hear is told.
        let viewers = match self.has_secrets() {
            true => Seats::NONE,
            false => self.viewers(seat, session.game().seats()),
        };
        let texts = told::<G>(session, line, viewers, seat, &self.names);
        self.console.say_all(&texts)?;
        if self.console.detail == Detail::Brief || session.outcome().is_some() {
            return Ok(());
        }
        let observation = session.game().observe(viewers);
        let listener = Listener::<G> { observation: &observation, seat, names: &self.names };
        let events = session.events().get(line).map_or(&[][..], Vec::as_slice);
        match G::standing(events, &listener) {
            Some(standing) => self.console.say(&standing),
            None => Ok(()),
        }
    }
}

/// Writes the record to a new file. Returns a message that says whether that succeeded.
fn save<G: ArcadeGame>(session: &Session<G>, path: &Path) -> String {
    if path.exists() {
        return format!("{} already exists: choose another name.", path.display());
    }
    match files::write_anywhere(path, |output| session.record().write(output)) {
        Ok(()) => format!("Saved as {}.", path.display()),
        Err(error) => format!("Not saved: {}: {error}; choose another place.", path.display()),
    }
}

/// The rules, without what is about keys and the screen.
pub fn rules<G: ArcadeGame>() -> String {
    let mut is_heard = true;
    let mut page = String::new();
    for line in G::FACTS.rules.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            is_heard = !SCREEN_SECTIONS.contains(&heading.trim());
        }
        if is_heard {
            page += line;
            page.push('\n');
        }
    }
    let text = without_markdown(&page);
    // Braces name keys.
    let heard = sentences(&text).into_iter().filter(|sentence| !sentence.contains('{'));
    heard.collect::<Vec<_>>().join("\n")
}

/// The sections of the rules that are only for those who see the screen.
const SCREEN_SECTIONS: [&str; 2] = ["On the screen", "Two people at one keyboard"];

/// A page of Markdown as text to be listened to.
fn without_markdown(page: &str) -> String {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in page.lines() {
        let is_rule = line.chars().all(|sign| "|-: ".contains(sign));
        let text = line.trim().trim_start_matches(['#', '-', '*', '>']).trim();
        let text: String = text.chars().filter(|sign| !"*`".contains(*sign)).collect();
        let cells: Vec<&str> =
            text.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect();
        let text = cells.join(": ");
        if is_rule || text.is_empty() {
            goes_on = false;
            continue;
        }
        let begins = line.starts_with(['#', '-', '*', '|', '>']);
        match paragraphs.last_mut() {
            Some(last) if goes_on && !begins => *last += &format!(" {text}"),
            _ => paragraphs.push(text),
        }
        goes_on = !line.starts_with(['#', '|']);
    }
    paragraphs.iter().map(|text| sentence(text)).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_told_without_marks() {
        let page = "# Flip\n\nTiles **turn** if\nenclosed.\n\n- One: `x`\n- Two\n\n| A | B |\n|---|---|\n| 1 | 2 |\n";
        assert_eq!(
            without_markdown(page),
            "Flip.\nTiles turn if enclosed.\nOne: x.\nTwo.\nA: B.\n1: 2."
        );
    }
}
