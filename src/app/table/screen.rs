//! What happens at the table: keys, clicks, news of the computers, time.

use std::{borrow::Cow, path::PathBuf, time::Instant};

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{
    commands::{Command, KEYS},
    panel,
    state::Table,
};
use crate::{
    app::{
        Start,
        dialog::{Choice, Input, Question, choice},
        saving,
        screen::{Answer, Context, Go, Screen},
    },
    games::{Controls, Flat, Reply, Scene},
    play::Seat,
    ui::{Areas, Key, Look, Offer},
};

impl<G: Flat> Table<G> {
    /// Why a command does not apply now, if so.
    fn refusal(&self, command: Command) -> Option<Cow<'static, str>> {
        let over = self.outcome().is_some();
        let no = |condition: bool, why: &'static str| condition.then_some(why.into());
        match command {
            Command::Pause | Command::Step | Command::Previous | Command::Faster | Command::Slower | Command::RunOn
                if !self.is_watched() && !self.pace.paused =>
            {
                Some("a person plays here".into())
            }
            Command::Pause | Command::Step | Command::Faster | Command::Slower if over => {
                Some("the game is over".into())
            }
            Command::Pause | Command::Step => {
                no(self.is_replay() && !self.is_replaying(), "the record ends here: you can go back, or play on with b")
            }
            Command::Previous => no(self.undo_target().is_none(), "this is the start"),
            Command::PlayOn if over && self.is_replay() => {
                Some("the game is over here: go back first, then play on".into())
            }
            Command::PlayOn | Command::First | Command::Last | Command::Jump => {
                no(!self.is_replay(), "this is no recorded game")
            }
            Command::Replay => no(!over || self.is_replay(), "the game is not over"),
            Command::Lift => no(self.curtain().is_none(), "nobody waits to look"),
            Command::Decide => no(self.lost().is_none() || self.is_replay(), "nobody has lost yet"),
            Command::Undo => {
                no(self.undo_target().is_none() && self.waiting().is_empty(), "there is no choice to take back")
            }
            Command::Redo => no(self.session.undone() == 0, "nothing was taken back"),
            Command::Hint if self.is_hinting() => Some("a hint is on its way".into()),
            Command::Hint if self.curtain().is_some() => Some(COVERED.into()),
            Command::Hint if self.deciding().len() > 1 && self.controls.is_blind() => {
                Some("the others would see it".into())
            }
            Command::Hint => no(self.advisable().is_empty(), "it is not your move"),
            Command::Resign => no(over || self.persons().is_empty() || self.is_replay(), "nobody can give up now"),
            Command::Faster
            | Command::Slower
            | Command::RunOn
            | Command::Again
            | Command::Swap
            | Command::Save
            | Command::Leave => None,
        }
    }

    fn command(&mut self, command: Command, context: &Context) -> Go {
        let waker = context.waker;
        let lingered = self.look_away(waker);
        match command {
            // Who only wants to go on does not want to see the next one's cards.
            Command::Lift if lingered => {}
            Command::Lift => self.lift(),
            Command::Pause => self.pause(waker),
            Command::Step => self.step(waker),
            Command::Faster => self.pace.change(true),
            Command::Slower => self.pace.change(false),
            Command::RunOn => {
                self.pace.run_on = !self.pace.run_on;
                return Go::Say(if self.pace.run_on {
                    "The next game will start by itself.".to_owned()
                } else {
                    "After this game nothing starts by itself.".to_owned()
                });
            }
            Command::Undo if self.undo_teaches() && !self.session.is_practice() => {
                self.asked = Some(Asked::Practice);
                return Go::Open(Box::new(Question::new("Take it back?", PRACTICE, &TAKE_BACK)));
            }
            Command::Undo | Command::Previous => self.undo(waker),
            Command::Redo => self.redo(waker),
            Command::Hint => return self.ask_hint(waker).map_or_else(Go::Alert, |()| Go::Stay),
            Command::Resign => {
                self.asked = Some(Asked::Resign);
                let what = if self.session.game().seats().len() == 2 {
                    "The other side wins the game."
                } else {
                    "A computer plays on in your place."
                };
                return Go::Open(Box::new(Question::new("Give up?", what, &RESIGN)));
            }
            Command::Decide => return self.decide().map_or_else(|why| Go::Say(why.to_string()), |()| Go::Stay),
            Command::PlayOn => return self.ask_players(),
            Command::Jump => return self.ask_turn(),
            Command::Replay => return Go::Open(Box::new(self.replay(context))),
            Command::First => self.go_to_end(false),
            Command::Last => self.go_to_end(true),
            Command::Again | Command::Swap | Command::Leave if self.is_unsaved() => return self.ask_loss(command),
            Command::Again => self.again(false, waker),
            Command::Swap => self.again(true, waker),
            Command::Leave => return Go::Back,
            Command::Save => return self.ask_name(None),
        }
        Go::Stay
    }

    fn ask_loss(&mut self, then: Command) -> Go {
        self.asked = Some(Asked::Leave(then));
        let title = if then == Command::Leave { "Leave this game?" } else { "Start anew?" };
        Go::Open(Box::new(Question::new(title, LOSS, &LEAVE)))
    }

    /// Asks who plays on from here: those who played, or a person on the seat of a computer.
    fn ask_players(&mut self) -> Go {
        let header = self.session.header();
        let resigned = self.session.resigned();
        let computers: Vec<Seat> =
            self.session.game().seats().iter().filter(|&seat| !self.is_for_people(seat)).collect();
        let free = computers.into_iter().filter(|seat| !resigned.contains(*seat));
        let names: Vec<_> =
            G::SEAT_NAMES.iter().zip(&header.seats).map(|(seat, name)| format!("{seat} {name}")).collect();
        let mut choices = vec![AS_RECORDED];
        choices.extend(free.filter_map(|seat| {
            let (keys, digit) = DIGITS.get(seat.index())?;
            Some(choice(seat.index() + 1, keys, digit, G::SEAT_NAMES[seat.index()]))
        }));
        let words = if choices.len() > 1 {
            format!("It was played by {}. They play on, or you take a seat.", names.join(", "))
        } else {
            format!("It was played by {}. They play on.", names.join(", "))
        };
        choices.push(LOOK_ON);
        self.asked = Some(Asked::Players);
        Go::Open(Box::new(Question::new("Play on from here?", words, choices)))
    }

    fn ask_turn(&mut self) -> Go {
        let turns = self.recorded.map_or(0, |recorded| recorded.turns);
        self.asked = Some(Asked::Turn);
        Go::Open(Box::new(Input::new(format!("Go to which turn (0 - {turns})?"), "")))
    }

    fn jump(&mut self, text: &str) -> Go {
        let turns = self.recorded.map_or(0, |recorded| recorded.turns);
        match text.trim().parse() {
            Ok(turn) if turn <= turns => {
                self.go_to_turn(turn);
                Go::Stay
            }
            _ => Go::Alert(format!("there is no such turn; give a number from 0 to {turns}")),
        }
    }

    /// A table of its own on which the game that is over here is looked through.
    fn replay(&self, context: &Context) -> Self {
        Self::new(self.session.clone(), Start::Replay, &context.home.settings).kept_in(context.store)
    }

    /// Asks for a file's name; when the game is saved, this command follows.
    fn ask_name(&mut self, then: Option<Command>) -> Go {
        self.asked = Some(Asked::Save(then));
        let name = format!("{}-{}.jsonl", G::KEY, self.session.header().seed);
        let name = self.file.clone().unwrap_or_else(|| name.into());
        saving::ask_name(&name)
    }

    fn save(&mut self, path: PathBuf, replace: bool, then: Option<Command>, context: &Context) -> Go {
        if path.as_os_str().is_empty() {
            return Go::Alert("please give a file name".to_owned());
        }
        let is_own = self.file.as_ref() == Some(&path);
        if let Some(go) = saving::ask_to_replace(&path).filter(|_| !replace && !is_own) {
            self.asked = Some(Asked::Replace(path, then));
            return go;
        }
        let said = match saving::save(&path, |output| self.session.record().write(output)) {
            Ok(said) => said,
            Err(why) => return Go::Alert(why),
        };
        self.mark_saved();
        self.file = Some(path);
        match then {
            Some(command) => self.command(command, context),
            None => Go::Say(said),
        }
    }

    /// Lets the game's controls take a key or a click. The first one after a step whose outcome lingers only ends that:
    /// who taps the same key twice does not choose unawares.
    fn steer(&mut self, context: &Context, act: impl FnOnce(&mut G::Controls, &Scene<G>) -> Reply<G::Action>) -> Go {
        let reply = self.with_scene(act);
        match (self.look_away(context.waker), reply) {
            (true, Reply::Act(..) | Reply::Ignored) => Go::Stay,
            (_, reply) => self.reply(reply, context),
        }
    }

    fn reply(&mut self, reply: Reply<G::Action>, context: &Context) -> Go {
        match reply {
            Reply::Ignored => Go::Nowhere,
            Reply::Changed => Go::Stay,
            Reply::Refused(why) => Go::Say(why.into_owned()),
            Reply::Retract(seat) => {
                self.session.retract(seat);
                self.keep();
                Go::Stay
            }
            Reply::Act(seat, action) => match self.act(seat, action, context.waker) {
                Ok(()) => Go::Stay,
                Err(why) => Go::Say(why.to_string()),
            },
        }
    }
}

/// What a dialog over the table was opened for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Taking back what has shown something hidden.
    Practice,
    /// Giving up.
    Resign,
    /// Who plays on from a position of a recorded game.
    Players,
    /// A turn of a recorded game.
    Turn,
    /// A command that loses the game.
    Leave(Command),
    /// The name of a file, and what follows.
    Save(Option<Command>),
    /// A file that is there, and what follows.
    Replace(PathBuf, Option<Command>),
}

static LEAVE: [Choice; 3] = [
    choice(0, &[Key::char('y')], "y", "yes"),
    choice(1, &[Key::char('s')], "s", "save it first"),
    choice(2, &[Key::char('n'), Key::plain(KeyCode::Esc)], "n", "no"),
];

static RESIGN: [Choice; 2] = [
    choice(0, &[Key::char('y')], "y", "give up"),
    choice(1, &[Key::char('n'), Key::plain(KeyCode::Esc)], "n", "play on"),
];

static TAKE_BACK: [Choice; 2] = [
    choice(0, &[Key::char('y')], "y", "take it back"),
    choice(1, &[Key::char('n'), Key::plain(KeyCode::Esc)], "n", "play on"),
];

/// Those who played a recorded game play on.
const AS_RECORDED: Choice = choice(0, &[Key::char('r'), Key::plain(KeyCode::Enter)], "r", "as recorded");
const LOOK_ON: Choice = choice(usize::MAX, &[Key::char('n'), Key::plain(KeyCode::Esc)], "n", "look on");
/// The keys of the seats.
const DIGITS: [(&[Key], &str); 4] =
    [(&[Key::char('1')], "1"), (&[Key::char('2')], "2"), (&[Key::char('3')], "3"), (&[Key::char('4')], "4")];

/// Why nothing can be done while the curtain is down.
const COVERED: &str = "press Enter first, when nobody else looks";

const PRACTICE: &str = "You have seen what was hidden, so the game becomes one for practice.";

const LOSS: &str = "It is not finished, and it is not saved.";

impl<G: Flat> Screen for Table<G> {
    fn offers(&self) -> Vec<Offer> {
        let mut offers: Vec<Offer> = self.with_seen(|scene| {
            let keys = G::Controls::KEYS.iter();
            keys.map(|binding| Offer::of(binding, self.controls.refusal(binding.command, scene))).collect()
        });
        offers.extend(KEYS.iter().map(|binding| {
            let offer = Offer::of(binding, self.refusal(binding.command));
            let is_rare = binding.command.is_rare();
            Offer { listed: offer.applies() || !is_rare, ..offer }
        }));
        if self.takes_text() {
            let is_letter = |key: &Key| matches!(key.code, KeyCode::Char(_)) && !key.ctrl && !key.alt;
            for offer in offers.iter_mut().filter(|offer| offer.keys.iter().all(is_letter)) {
                offer.refusal = Some("letters are not keys now".into());
            }
        }
        offers
    }

    fn run(&mut self, offer: usize, context: &Context) -> Go {
        let own = G::Controls::KEYS;
        let Some(binding) = own.get(offer) else {
            return self.command(KEYS[offer - own.len()].command, context);
        };
        self.steer(context, |controls, scene| controls.run(binding.command, scene))
    }

    fn typed(&mut self, key: Key, context: &Context) -> Go {
        if self.curtain().is_some() {
            return if self.look_away(context.waker) { Go::Stay } else { Go::Nowhere };
        }
        self.steer(context, |controls, scene| controls.typed(key, scene))
    }

    fn clicked(&mut self, spot: usize, context: &Context) -> Go {
        if self.curtain().is_some() {
            return if self.look_away(context.waker) { Go::Stay } else { Go::Nowhere };
        }
        self.steer(context, |controls, scene| controls.clicked(spot, scene))
    }

    fn wheel(&mut self, down: bool) -> Go {
        if self.curtain().is_some() {
            return Go::Nowhere;
        }
        match self.with_scene(|controls, scene| controls.wheel(down, scene)) {
            Reply::Changed => Go::Stay,
            _ => Go::Nowhere,
        }
    }

    fn woken(&mut self, context: &Context) -> Go {
        let changed = self.advance(context.waker);
        match self.alert.take() {
            Some(why) => Go::Alert(why),
            None if changed => Go::Stay,
            None => Go::Nowhere,
        }
    }

    fn next_tick(&self) -> Option<Instant> {
        Table::next_tick(self)
    }

    fn tick(&mut self, context: &Context) -> Go {
        self.advance(context.waker);
        Go::Stay
    }

    fn answered(&mut self, answer: Answer, context: &Context) -> Go {
        match (self.asked.take(), answer) {
            (Some(Asked::Save(then)), Answer::Text(name)) => self.save(name.into(), false, then, context),
            (Some(Asked::Replace(path, then)), Answer::Choice(0)) => self.save(path, true, then, context),
            (Some(Asked::Resign), Answer::Choice(0)) => {
                self.resign(context.waker).map_or_else(|why| Go::Say(why.to_string()), |()| Go::Stay)
            }
            (Some(Asked::Practice), Answer::Choice(0)) => {
                self.undo(context.waker);
                Go::Stay
            }
            (Some(Asked::Players), Answer::Choice(choice)) if choice <= G::SEAT_NAMES.len() => {
                let seat = choice.checked_sub(1).map(Seat::new);
                self.play_on(seat, &context.home.settings, context.waker);
                Go::Stay
            }
            (Some(Asked::Turn), Answer::Text(text)) => self.jump(&text),
            (Some(Asked::Leave(then)), Answer::Choice(0)) => {
                self.mark_saved();
                self.command(then, context)
            }
            (Some(Asked::Leave(then)), Answer::Choice(1)) => self.ask_name(Some(then)),
            _ => Go::Stay,
        }
    }

    fn page(&self) -> Option<&'static str> {
        Some(G::RULES)
    }

    fn loses(&self) -> Option<String> {
        self.is_unsaved()
            .then(|| format!("There is a game of {} on the table. {LOSS} (s at the table saves it.)", G::TITLE))
    }

    fn takes_text(&self) -> bool {
        self.with_seen(|scene| self.controls.takes_text(scene))
    }

    fn least(&self) -> Size {
        G::Controls::LEAST
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut Areas) {
        self.mark_drawn();
        panel::draw_table(self, area, buffer, look, areas);
    }
}
