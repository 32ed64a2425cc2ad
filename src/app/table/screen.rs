//! What happens at the table: keys, clicks, news of the computers, time.

use std::{borrow::Cow, path::Path, time::Instant};

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
        dialog::{Input, Question},
        screen::{Answer, Context, Go, Screen},
    },
    files,
    games::{Controls, Flat, Reply},
    ui::{Areas, Key, Look, Offer},
};

impl<G: Flat> Table<G> {
    /// Why a command does not apply now, if so.
    fn refusal(&self, command: Command) -> Option<Cow<'static, str>> {
        let over = self.outcome().is_some();
        let no = |condition: bool, why: &'static str| condition.then_some(why.into());
        match command {
            Command::Pause | Command::Step if !self.is_watched() && !self.pace.paused => {
                Some("a person plays here".into())
            }
            Command::Faster | Command::Slower | Command::RunOn if !self.is_watched() => {
                Some("a person plays here".into())
            }
            Command::Pause | Command::Step | Command::Faster | Command::Slower => no(over, "the game is over"),
            Command::Undo => no(self.session.lines().is_empty(), "nothing has happened yet"),
            Command::Redo => no(self.session.undone() == 0, "nothing was taken back"),
            Command::Hint if self.is_hinting() => Some("a hint is on its way".into()),
            Command::Hint => no(self.deciding().is_none(), "it is not your move"),
            Command::Resign => no(over || self.persons().is_empty(), "nobody can give up now"),
            Command::RunOn | Command::Again | Command::Swap | Command::Save | Command::Leave => None,
        }
    }

    fn command(&mut self, command: Command, context: &Context) -> Go {
        let waker = context.waker;
        match command {
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
            Command::Undo => self.undo(waker),
            Command::Redo => self.redo(waker),
            Command::Hint => return self.ask_hint(waker).map_or_else(Go::Alert, |()| Go::Stay),
            Command::Resign => {
                self.asked = Some(Asked::Resign);
                let choices = &[('y', "give up"), ('n', "play on")];
                return Go::Open(Box::new(Question::new("Give up?", "The other side wins the game.", choices)));
            }
            Command::Again if self.is_unsaved() => return self.ask_loss(Asked::Again),
            Command::Swap if self.is_unsaved() => return self.ask_loss(Asked::Swap),
            Command::Leave if self.is_unsaved() => return self.ask_loss(Asked::Leave),
            Command::Again => self.again(false, waker),
            Command::Swap => self.again(true, waker),
            Command::Leave => return Go::Back,
            Command::Save => return self.ask_name(),
        }
        Go::Stay
    }

    fn ask_loss(&mut self, asked: Asked) -> Go {
        self.asked = Some(asked);
        let choices = &[('y', "leave"), ('s', "save it"), ('n', "stay")];
        Go::Open(Box::new(Question::new("Leave this game?", LOSS, choices)))
    }

    fn ask_name(&mut self) -> Go {
        self.asked = Some(Asked::Save);
        let name = format!("{}-{}.jsonl", G::KEY, self.session.header().seed);
        Go::Open(Box::new(Input::new("Save the game as", name)))
    }

    fn save(&mut self, name: &str) -> Go {
        if name.is_empty() {
            return Go::Alert("Please give a file name.".to_owned());
        }
        match files::write_whole(Path::new(name), |output| self.session.record().write(output)) {
            Ok(()) => {
                self.mark_saved();
                Go::Say(format!("Saved as {name}. `fourcade play {} --load {name}` goes on with it.", G::KEY))
            }
            Err(why) => Go::Alert(format!("Not saved: {name} can't be written ({why}). Try another place.")),
        }
    }

    fn reply(&mut self, reply: Reply<G::Action>, context: &Context) -> Go {
        match reply {
            Reply::Ignored => Go::Nowhere,
            Reply::Changed => Go::Stay,
            Reply::Refused(why) => Go::Say(why.into_owned()),
            Reply::Act(action) => match self.act(action, context.waker) {
                Ok(()) => Go::Stay,
                Err(why) => Go::Say(why.to_string()),
            },
        }
    }
}

/// What a dialog over the table was opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Resign,
    Again,
    Swap,
    Leave,
    Save,
}

const LOSS: &str = "It is not finished, and it is not saved.";

impl<G: Flat> Screen for Table<G> {
    fn offers(&self) -> Vec<Offer> {
        let mut offers: Vec<Offer> = self.with_seen(|scene| {
            let keys = G::Controls::KEYS.iter();
            keys.map(|binding| Offer::of(binding, self.controls.refusal(binding.command, scene))).collect()
        });
        offers.extend(KEYS.iter().map(|binding| Offer::of(binding, self.refusal(binding.command))));
        offers
    }

    fn run(&mut self, offer: usize, context: &Context) -> Go {
        let own = G::Controls::KEYS;
        let Some(binding) = own.get(offer) else {
            return self.command(KEYS[offer - own.len()].command, context);
        };
        let reply = self.with_scene(|controls, scene| controls.run(binding.command, scene));
        self.reply(reply, context)
    }

    fn typed(&mut self, key: Key, context: &Context) -> Go {
        let reply = self.with_scene(|controls, scene| controls.typed(key, scene));
        self.reply(reply, context)
    }

    fn clicked(&mut self, spot: usize, context: &Context) -> Go {
        let reply = self.with_scene(|controls, scene| controls.clicked(spot, scene));
        self.reply(reply, context)
    }

    fn wheel(&mut self, down: bool) -> Go {
        match self.with_scene(|controls, scene| controls.wheel(down, scene)) {
            Reply::Changed => Go::Stay,
            _ => Go::Nowhere,
        }
    }

    fn woken(&mut self, context: &Context) -> Go {
        if self.advance(context.waker) { Go::Stay } else { Go::Nowhere }
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
            (Some(Asked::Save), Answer::Text(name)) => return self.save(&name),
            (Some(Asked::Resign), Answer::Choice(0)) => {
                return self.resign().map_or_else(|why| Go::Say(why.to_string()), |()| Go::Stay);
            }
            (Some(Asked::Again | Asked::Swap | Asked::Leave), Answer::Choice(1)) => return self.ask_name(),
            (Some(Asked::Again), Answer::Choice(0)) => self.again(false, context.waker),
            (Some(Asked::Swap), Answer::Choice(0)) => self.again(true, context.waker),
            (Some(Asked::Leave), Answer::Choice(0)) => return Go::Back,
            _ => {}
        }
        Go::Stay
    }

    fn page(&self) -> Option<&'static str> {
        Some(G::RULES)
    }

    fn loses(&self) -> Option<String> {
        self.is_unsaved()
            .then(|| format!("There is a game of {} on the table. {LOSS} (s at the table saves it.)", G::TITLE))
    }

    fn least(&self) -> Size {
        Size::new(34, 11)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut Areas) {
        panel::draw_table(self, area, buffer, look, areas);
    }
}
