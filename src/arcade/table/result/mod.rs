//! The result card: who has won a game that is over, and what to do next. `content` is what it
//! says, `view` how it is drawn.

mod content;
mod view;

use std::{borrow::Cow, cell::Cell, rc::Rc};

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::state::Table;
use crate::{
    arcade::{
        screen::{Commands, Context, DialogAnswer, Screen, Transition},
        screens::review,
    },
    database::{GameProgress, opponents},
    games::{ArcadeGame, title_with_size},
    job::Job,
    widgets::{Binding, ClickAreas, Key, Look, Offer},
};
use content::{CostliestMove, OpponentRecord, ResultContent};
use fourcade_engine::play::Level;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultCommand {
    /// Play again with the seats swapped.
    Rematch,
    NextLevel,
    Review,
    Replay,
    NewGame,
    Copy,
    Close,
}

impl ResultCommand {
    /// All commands, in the order of [`KEYS`].
    const ALL: [Self; 7] = [
        Self::Rematch,
        Self::NextLevel,
        Self::Review,
        Self::Replay,
        Self::NewGame,
        Self::Copy,
        Self::Close,
    ];

    /// The number of the command, as the answer of a dialog.
    pub fn number(self) -> usize {
        self as usize
    }

    pub fn from_number(number: usize) -> Option<Self> {
        Self::ALL.get(number).copied()
    }
}

pub static KEYS: [Binding<ResultCommand>; 7] = [
    Binding::new(ResultCommand::Rematch, &[Key::plain(KeyCode::Enter)], "play a rematch")
        .footer("Enter", "rematch"),
    Binding::new(ResultCommand::NextLevel, &[Key::char('t')], "try the next level")
        .footer("t", "next level"),
    Binding::new(ResultCommand::Review, &[Key::char('e')], "review the game").footer("e", "review"),
    Binding::new(ResultCommand::Replay, &[Key::char('r')], "replay the game").footer("r", "replay"),
    Binding::new(ResultCommand::NewGame, &[Key::char('n')], "start a new game on the same seats")
        .footer("n", "new game"),
    Binding::new(ResultCommand::Copy, &[Key::char('y')], "copy the result to the clipboard")
        .footer("y", "copy"),
    Binding::new(ResultCommand::Close, &[Key::plain(KeyCode::Esc)], "look at the board")
        .footer("Esc", "board"),
];

/// The number of games won in a row after which the card suggests the next level.
const WINS_FOR_NEXT_LEVEL: usize = 3;

/// The result card, a dialog over the table. Its answers are the numbers of its commands.
pub struct ResultCard {
    title: String,
    content: ResultContent,
    has_scores: bool,
    /// The results against the same opponents, once the store has answered.
    record: Option<OpponentRecord>,
    job: Option<Job<Option<OpponentRecord>>>,
    review_refusal: Option<String>,
    costliest: CostliestMove,
    /// Whether somebody has opened the next table; `None` if the game was not played with people
    /// at other terminals.
    invitation: Option<Rc<Cell<bool>>>,
    has_copied: bool,
    /// The keys that put the card away and then work at the table.
    passed_on: Vec<Key>,
}

impl ResultCard {
    /// Creates the card of the game on the table, and asks the store about earlier games. Returns
    /// `None` if the game is not over.
    pub fn new<G: ArcadeGame>(table: &Table<G>, context: &Context) -> Option<Self> {
        let result = ResultContent::of(table)?;
        let session = table.game.session();
        let size = G::size_of(&session.header().setup);
        let is_counted =
            table.shared.is_none() && result.against.is_some() && !session.is_practice();
        let job = (is_counted && context.store.is_available()).then(|| {
            let seats = GameProgress::of(session).seats;
            let load =
                move |games: &mut _| OpponentRecord::load(games, G::KEY, &opponents(&seats), size);
            context.store.ask(load)
        });
        let review_refusal = review::refusal(session);
        let costliest = match result.person.filter(|_| review_refusal.is_none()) {
            Some(person) => CostliestMove::find(session, person, context.waker),
            None => CostliestMove::default(),
        };
        Some(Self {
            title: title_with_size(G::TITLE, size),
            content: result,
            has_scores: G::HAS_SCORES,
            record: None,
            job,
            review_refusal,
            costliest,
            invitation: table.shared.as_ref().map(|shared| Rc::clone(&shared.is_invited)),
            has_copied: false,
            passed_on: Vec::new(),
        })
    }

    /// Lets these keys put the card away and then work at the table, unless they work on the card.
    pub fn passing_on(self, keys: impl Iterator<Item = Key>) -> Self {
        Self { passed_on: keys.collect(), ..self }
    }

    fn next_level(&self) -> Option<Level> {
        let record = self.record.as_ref()?;
        self.content.level.filter(|_| record.streak >= WINS_FOR_NEXT_LEVEL)?.next()
    }

    fn refusal(&self, command: ResultCommand) -> Option<Cow<'static, str>> {
        match command {
            ResultCommand::NextLevel if self.next_level().is_none() => {
                Some("win three games in a row first".into())
            }
            ResultCommand::NewGame if self.invitation.is_some() => {
                Some("a rematch is the next game of this table".into())
            }
            ResultCommand::Review => self.review_refusal.clone().map(Cow::from),
            _ => None,
        }
    }

    fn label(&self, command: ResultCommand, is_long: bool) -> String {
        let costliest = self.costliest.text().filter(|_| command == ResultCommand::Review);
        if let Some(costliest) = costliest {
            let introduction = if is_long { "your costliest move was " } else { "" };
            return format!("Review: {introduction}{costliest}");
        }
        let label = match command {
            ResultCommand::Rematch if self.is_invited() && is_long => "Join the rematch",
            ResultCommand::Rematch if self.is_invited() => "Join",
            ResultCommand::Rematch if is_long => {
                return format!("Rematch, {}", self.content.rematch);
            }
            ResultCommand::NextLevel => {
                return self.next_level().map_or_else(String::new, |level| format!("Try {level}?"));
            }
            ResultCommand::Rematch => "Rematch",
            ResultCommand::Review => "Review",
            ResultCommand::Replay => "Replay",
            ResultCommand::NewGame if is_long => "New game, same seats",
            ResultCommand::NewGame => "New game",
            ResultCommand::Copy if is_long => "Copy result",
            ResultCommand::Copy => "Copy",
            ResultCommand::Close if is_long => "Look at the board",
            ResultCommand::Close => "Board",
        };
        label.to_owned()
    }

    fn is_invited(&self) -> bool {
        self.invitation.as_ref().is_some_and(|invitation| invitation.get())
    }

    fn notes(&self, look: &Look) -> Vec<(String, Style)> {
        let mut notes: Vec<_> =
            self.content.notes.iter().map(|note| (note.clone(), look.text())).collect();
        if let (Some(record), Some(against)) = (&self.record, &self.content.against) {
            let sentences = record.sentences(against, self.has_scores);
            notes.extend(sentences.into_iter().map(|sentence| (sentence, look.accent())));
        }
        if self.is_invited() {
            notes.push(("A rematch is waiting for you".to_owned(), look.accent()));
        }
        if self.has_copied {
            notes.push(("Copied (or copy it from here):".to_owned(), look.dim()));
            notes.push((self.content.share.clone(), look.text()));
        }
        notes
    }
}

impl Commands for ResultCard {
    type Command = ResultCommand;

    fn offers(&self) -> Vec<Offer<ResultCommand>> {
        let offer = |binding| {
            let offer = Offer::new(binding, self.refusal(binding.command));
            let is_listed = offer.is_available()
                || binding.command != ResultCommand::NextLevel
                    && (binding.command != ResultCommand::NewGame || self.invitation.is_none());
            Offer { is_listed, ..offer }
        };
        KEYS.iter().map(offer).collect()
    }

    fn run(&mut self, command: ResultCommand, _: &Context) -> Transition {
        if command == ResultCommand::Copy {
            self.has_copied = true;
            return Transition::Copy(self.content.share.clone());
        }
        Transition::CloseWith(DialogAnswer::Choice(command.number()))
    }
}

impl Screen for ResultCard {
    fn is_dialog(&self) -> bool {
        true
    }

    fn on_key(&mut self, key: Key, _: &Context) -> Transition {
        let is_bound = KEYS.iter().any(|binding| binding.keys.contains(&key));
        let is_opener = key == Key::char(' ');
        if self.passed_on.contains(&key) && !is_bound && !is_opener {
            return Transition::CloseWith(DialogAnswer::Key(key));
        }
        Transition::None
    }

    fn on_wake(&mut self, _: &Context) -> Transition {
        let mut has_news = self.costliest.collect();
        if let Some(result) = self.job.as_ref().and_then(Job::take) {
            self.job = None;
            self.record = result.ok().flatten();
            has_news = true;
        }
        if has_news { Transition::Redraw } else { Transition::None }
    }

    #[cfg(test)]
    fn is_busy(&self) -> bool {
        self.job.is_some() || self.costliest.is_searching()
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        view::draw(self, area, buffer, look, areas);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_number() {
        for binding in &KEYS {
            let number = binding.command.number();
            assert_eq!(ResultCommand::from_number(number), Some(binding.command));
        }
        assert_eq!(ResultCommand::from_number(KEYS.len()), None);
    }
}
