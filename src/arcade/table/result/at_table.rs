//! How the table opens the result card and carries out its answers.

use std::time::Instant;

use super::{ResultCard, ResultCommand};
use crate::{
    arcade::{
        screen::{Commands as _, Context, DialogAnswer, Transition},
        screens::daily::DailyGame,
        table::{commands::Command, dialogs::TableDialog, screen::TableScreen},
    },
    games::ArcadeGame,
    widgets::{Key, keys},
};

impl<G: ArcadeGame> TableScreen<G> {
    /// Plays a daily deal, which must be set before the table is saved to a store.
    pub fn playing_daily(mut self, daily: DailyGame) -> Self {
        self.table.daily = Some(daily);
        self
    }

    /// Opens the result card.
    pub fn open_result(&mut self, context: &Context) -> Transition {
        self.table.result.set_done();
        let offers = self.offers();
        let keys = offers.iter().filter(|offer| offer.is_available()).flat_map(|offer| offer.keys);
        match ResultCard::new(&self.table, context) {
            Some(card) => {
                let card = card.passing_on(keys.copied());
                self.open_dialog(TableDialog::Result, card)
            }
            None => Transition::None,
        }
    }

    /// Opens the result card if it is to appear by itself now.
    pub fn open_due_result(&mut self, context: &Context) -> Option<Transition> {
        let is_due = self.table.result_due().is_some_and(|due| Instant::now() >= due);
        (is_due && self.dialog.is_none()).then(|| self.open_result(context))
    }

    /// Whether a key brings the card before its time: one that means nothing at the table.
    pub fn is_result_wanted(&self, key: Key) -> bool {
        let is_bound = || self.offers().iter().any(|offer| offer.keys.contains(&key));
        self.table.result_due().is_some() && !is_bound()
    }

    /// Carries out an answer of the card: the number of a command, or a key of the table.
    pub fn answer_result(&mut self, answer: &DialogAnswer, context: &Context) -> Transition {
        let number = match *answer {
            DialogAnswer::Choice(number) => number,
            DialogAnswer::Key(key) => {
                let offers = self.offers();
                let offer = keys::find(&offers, key).filter(|offer| offer.is_available());
                return offer.map_or(Transition::Redraw, |offer| self.run(offer.command, context));
            }
            _ => return Transition::Redraw,
        };
        let Some(command) = ResultCommand::from_number(number) else { return Transition::Redraw };
        let command = match command {
            ResultCommand::Rematch => Command::Swap,
            ResultCommand::NewGame => Command::Again,
            ResultCommand::Review => Command::Review,
            ResultCommand::Replay => Command::Replay,
            ResultCommand::NextLevel => {
                self.table.play_next_level();
                self.table.advance(context.waker);
                return Transition::Redraw;
            }
            ResultCommand::Copy | ResultCommand::Close => return Transition::Redraw,
        };
        self.run_table_command(command, context)
    }
}
