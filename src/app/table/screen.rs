//! What happens at the table: keys, clicks, news of the computers, time.

use std::{borrow::Cow, time::Instant};

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{
    asking::{Asked, LOSS},
    commands::{Command, KEYS},
    panel,
    state::TableScreen,
};
use crate::{
    app::{
        review,
        screen::{Commands, Context, DialogAnswer, Screen, Transition},
    },
    games::{ArcadeGame, Controls, GameView, Reply, Scene},
    play::Seat,
    ui::{Binding, ClickAreas, Key, Look, Offer},
};

impl<G: ArcadeGame> TableScreen<G> {
    /// Why a command does not apply now, if so.
    fn refusal(&self, command: Command) -> Option<Cow<'static, str>> {
        let over = self.outcome().is_some();
        let no = |condition: bool, why: &'static str| condition.then_some(why.into());
        match command {
            Command::Pause
            | Command::Step
            | Command::Previous
            | Command::Faster
            | Command::Slower
            | Command::RunOn
                if !self.is_watched() && !self.pace.paused =>
            {
                Some("a person plays here".into())
            }
            Command::Pause | Command::Step | Command::Faster | Command::Slower if over => {
                Some("the game is over".into())
            }
            Command::Pause | Command::Step => no(
                self.is_replay() && !self.is_replaying(),
                "the record ends here: you can go back, or play on with b",
            ),
            Command::Previous => no(self.undo_target().is_none(), "this is the start"),
            Command::PlayOn if over && self.is_replay() => {
                Some("the game is over here: go back first, then play on".into())
            }
            Command::PlayOn | Command::First | Command::Last | Command::Jump => {
                no(!self.is_replay(), "this is no recorded game")
            }
            Command::Replay => no(!over || self.is_replay(), "the game is not over"),
            Command::Review if over || self.is_replay() => {
                review::refusal(&self.session).map(Cow::from)
            }
            Command::Review => Some("the game is not over".into()),
            Command::Lift => no(self.curtain().is_none(), "nobody waits to look"),
            Command::Decide => no(self.lost().is_none() || self.is_replay(), "nobody has lost yet"),
            Command::Undo => no(
                self.undo_target().is_none() && self.waiting().is_empty(),
                "there is no choice to take back",
            ),
            Command::Redo => no(self.session.undone_len() == 0, "nothing was taken back"),
            Command::Hint if self.is_hinting() => Some("a hint is on its way".into()),
            Command::Hint if self.curtain().is_some() => Some(COVERED.into()),
            Command::Hint if self.deciding().len() > 1 && self.controls.is_blind() => {
                Some("the others would see it".into())
            }
            Command::Hint => no(self.advisable().is_empty(), "it is not your move"),
            Command::Evaluate => self.outlook_refusal().map(Cow::from),
            Command::Resign => {
                no(over || self.persons().is_empty() || self.is_replay(), "nobody can give up now")
            }
            Command::Faster
            | Command::Slower
            | Command::RunOn
            | Command::Again
            | Command::Swap
            | Command::Save
            | Command::Leave => None,
        }
    }

    pub(super) fn command(&mut self, command: Command, context: &Context) -> Transition {
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
                return Transition::Notify(if self.pace.run_on {
                    "The next game will start by itself.".to_owned()
                } else {
                    "After this game nothing starts by itself.".to_owned()
                });
            }
            Command::Undo if self.undo_teaches() && !self.session.is_practice() => {
                return self.ask_practice();
            }
            Command::Undo | Command::Previous => self.undo(waker),
            Command::Redo => self.redo(waker),
            Command::Hint => {
                return self
                    .ask_hint(waker)
                    .map_or_else(Transition::Alert, |()| Transition::Redraw);
            }
            Command::Evaluate => self.toggle_outlook(waker),
            Command::Resign => return self.ask_resign(),
            Command::Decide => {
                return self.decide().map_or_else(
                    |why| Transition::Notify(why.to_string()),
                    |()| Transition::Redraw,
                );
            }
            Command::PlayOn => return self.ask_players(),
            Command::Jump => return self.ask_turn(),
            Command::Replay => return Transition::Open(Box::new(self.replay(context))),
            Command::Review => return Transition::Open(Box::new(self.review(context))),
            Command::First => self.go_to_end(false),
            Command::Last => self.go_to_end(true),
            Command::Again | Command::Swap | Command::Leave if self.is_unsaved() => {
                return self.ask_loss(command);
            }
            Command::Again => self.again(false, waker),
            Command::Swap => self.again(true, waker),
            Command::Leave => return Transition::Close,
            Command::Save => return self.ask_name(None),
        }
        Transition::Redraw
    }

    /// Lets the game's controls take a key or a click. The first one after a step whose outcome
    /// lingers only ends that: who taps the same key twice does not choose unawares.
    fn steer(
        &mut self,
        context: &Context,
        act: impl FnOnce(&mut G::Controls, &Scene<G>) -> Reply<G::Action>,
    ) -> Transition {
        let reply = self.with_scene(act);
        match (self.look_away(context.waker), reply) {
            (true, Reply::Act(..) | Reply::Ignored) => Transition::Redraw,
            (_, reply) => self.reply(reply, context),
        }
    }

    fn reply(&mut self, reply: Reply<G::Action>, context: &Context) -> Transition {
        match reply {
            Reply::Ignored => Transition::None,
            Reply::Changed => Transition::Redraw,
            Reply::Refused(why) => Transition::Notify(why.into_owned()),
            Reply::Retract(seat) => {
                self.session.retract(seat);
                self.keep();
                Transition::Redraw
            }
            Reply::Act(seat, action) => match self.act(seat, action, context.waker) {
                Ok(()) => Transition::Redraw,
                Err(why) => Transition::Notify(why.to_string()),
            },
        }
    }
}

/// Why nothing can be done while the curtain is down.
const COVERED: &str = "press Enter first, when nobody else looks";

/// Why nobody can choose any more.
const OVER: &str = "the game is over: n begins a new one, r looks through this one";

/// A command of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableCommand<C> {
    /// A command of the game's controls.
    Game(C),
    /// A command that every game's table has.
    Table(Command),
}

/// The command type of a game's controls.
type GameCommand<G> = <<G as GameView>::Controls as Controls<G>>::Command;

impl<G: ArcadeGame> Commands for TableScreen<G> {
    type Command = TableCommand<GameCommand<G>>;

    fn offers(&self) -> Vec<Offer<Self::Command>> {
        let mut offers: Vec<_> = self.with_seen(|scene| {
            let refusal = |binding: &Binding<_>| {
                let refusal = self.controls.refusal(binding.command, scene)?;
                Some(if self.outcome().is_some() && !self.is_replay() {
                    OVER.into()
                } else {
                    refusal
                })
            };
            let offer = |binding| Offer::new(binding, refusal(binding)).map(TableCommand::Game);
            G::Controls::KEYS.iter().map(offer).collect()
        });
        offers.extend(KEYS.iter().map(|binding| {
            let refusal = self.refusal(binding.command);
            let offer = Offer::new(binding, refusal).map(TableCommand::Table);
            let is_rare = binding.command.is_rare();
            Offer { is_listed: offer.is_available() || !is_rare, ..offer }
        }));
        if self.takes_text() {
            let is_text = |offer: &&mut Offer<_>| offer.keys.iter().all(|key| key.is_text());
            for offer in offers.iter_mut().filter(is_text) {
                offer.refusal = Some("letters are not keys now".into());
            }
        }
        offers
    }

    fn run(&mut self, command: Self::Command, context: &Context) -> Transition {
        match command {
            TableCommand::Game(command) => {
                self.steer(context, |controls, scene| controls.run(command, scene))
            }
            TableCommand::Table(command) => self.command(command, context),
        }
    }
}

impl<G: ArcadeGame> Screen for TableScreen<G> {
    fn on_key(&mut self, key: Key, context: &Context) -> Transition {
        if self.curtain().is_some() {
            return if self.look_away(context.waker) {
                Transition::Redraw
            } else {
                Transition::None
            };
        }
        self.steer(context, |controls, scene| controls.on_key(key, scene))
    }

    fn on_click(&mut self, item: usize, context: &Context) -> Transition {
        if self.curtain().is_some() {
            return if self.look_away(context.waker) {
                Transition::Redraw
            } else {
                Transition::None
            };
        }
        self.steer(context, |controls, scene| controls.on_click(item, scene))
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        if self.curtain().is_some() {
            return Transition::None;
        }
        match self.with_scene(|controls, scene| controls.on_wheel(down, scene)) {
            Reply::Changed => Transition::Redraw,
            _ => Transition::None,
        }
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        let changed = self.advance(context.waker);
        match self.alert.take() {
            Some(why) => Transition::Alert(why),
            None if changed => Transition::Redraw,
            None => Transition::None,
        }
    }

    fn next_tick(&self) -> Option<Instant> {
        TableScreen::next_tick(self)
    }

    fn on_tick(&mut self, context: &Context) -> Transition {
        self.advance(context.waker);
        Transition::Redraw
    }

    fn on_answer(&mut self, answer: DialogAnswer, context: &Context) -> Transition {
        match (self.asked.take(), answer) {
            (Some(Asked::Save(then)), DialogAnswer::Text(name)) => {
                self.save(name.into(), false, then, context)
            }
            (Some(Asked::Replace(path, then)), DialogAnswer::Choice(0)) => {
                self.save(path, true, then, context)
            }
            (Some(Asked::Resign), DialogAnswer::Choice(0)) => self
                .resign(context.waker)
                .map_or_else(|why| Transition::Notify(why.to_string()), |()| Transition::Redraw),
            (Some(Asked::Practice), DialogAnswer::Choice(0)) => {
                self.undo(context.waker);
                Transition::Redraw
            }
            (Some(Asked::Players), DialogAnswer::Choice(choice))
                if choice <= G::SEAT_NAMES.len() =>
            {
                let seat = choice.checked_sub(1).map(Seat::new);
                self.play_on(seat, &context.home.settings, context.waker);
                Transition::Redraw
            }
            (Some(Asked::Turn), DialogAnswer::Text(text)) => self.jump(&text),
            (Some(Asked::Leave(then)), DialogAnswer::Choice(0)) => {
                self.mark_saved();
                self.command(then, context)
            }
            (Some(Asked::Leave(then)), DialogAnswer::Choice(1)) => self.ask_name(Some(then)),
            _ => Transition::Redraw,
        }
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(G::RULES)
    }

    fn unsaved_warning(&self) -> Option<String> {
        self.is_unsaved().then(|| {
            format!(
                "There is a game of {} on the table. {LOSS} (s at the table saves it.)",
                G::TITLE
            )
        })
    }

    fn takes_text(&self) -> bool {
        self.with_seen(|scene| self.controls.takes_text(scene))
    }

    fn min_size(&self) -> Size {
        G::Controls::MIN_SIZE
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.mark_drawn();
        self.follow_outlook();
        panel::draw_table(self, area, buffer, look, areas);
    }
}
