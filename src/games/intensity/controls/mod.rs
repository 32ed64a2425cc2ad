//! Intensity at the table: a cursor over the hand, three cards marked to pass, numbers typed,
//! clicks.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{
    Intensity,
    rules::{
        Card, CardSet, IntensityAction, IntensityEvent, IntensityObservation, PASSED, refusal,
    },
    view::{Layout, View, draw_small},
};
use crate::{
    games::GameView,
    games::{Controls, HUMAN, Reply, Scene},
    play::Seat,
    ui::{Binding, ClickAreas, Key, Look, keys::When},
};

/// What Intensity's keys do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Moves the cursor along the hand, to the right or the left.
    Move(bool),
    /// Moves it to the next card that may be played, or the one before.
    Next(bool),
    /// Marks a card to pass, or takes the mark away; plays it when cards are played.
    Mark,
    /// Passes the marked cards, or plays the card.
    Act,
    /// Shows the rounds so far, or the table again.
    Sheet,
    /// Shows all hands to those who watch, or hides them.
    Hands,
}

static KEYS: [Binding<Command>; 8] = [
    Binding::new(Command::Move(false), &[Key::plain(KeyCode::Left), Key::char('h')], "cursor left")
        .footer("arrows", "move"),
    Binding::new(
        Command::Move(true),
        &[Key::plain(KeyCode::Right), Key::char('l')],
        "cursor right",
    ),
    Binding::new(Command::Mark, &[Key::char(' ')], "mark a card to pass, or play it")
        .footer("Space", "mark")
        .when(When::DECIDING),
    Binding::new(
        Command::Act,
        &[Key::plain(KeyCode::Enter)],
        "pass the three marked cards, or play the card",
    )
    .footer("Enter", "play")
    .when(When::DECIDING),
    Binding::new(Command::Next(true), &[Key::plain(KeyCode::Tab)], "next card that may be played")
        .footer("Tab", "next")
        .when(When::DECIDING),
    Binding::new(
        Command::Next(false),
        &[Key::plain(KeyCode::BackTab)],
        "card before that may be played",
    )
    .when(When::DECIDING),
    Binding::new(Command::Sheet, &[Key::char('t')], "the rounds so far, or the table again")
        .footer("t", "rounds"),
    Binding::new(Command::Hands, &[Key::char('f')], "look into all hands, or not")
        .footer("f", "hands")
        .when(When::WATCHING),
];

/// The cursor, the marks, and what is shown.
#[derive(Debug, Default)]
pub struct CardControls {
    /// Where the cursor was put last; a card that is gone stands for its place.
    cursor: Option<Card>,
    /// The cards that are marked to be passed.
    marked: CardSet,
    /// The first digit of a card that is being typed.
    typed: Option<char>,
    /// Whether somebody asked for the rounds or for the table.
    sheet: Option<bool>,
    /// Those who watch do not look into the hands.
    closed: bool,
    /// Who looked at the table last.
    near: Option<Seat>,
}

/// The hand that is chosen from now, and whose it is.
fn own(scene: &Scene<Intensity>) -> Option<(Seat, CardSet)> {
    let seat = scene.deciding.only()?;
    Some((seat, scene.observation.hands[seat.index()]?))
}

/// The cards that may be chosen now.
fn choosable(seen: &IntensityObservation, seat: Seat, hand: CardSet) -> CardSet {
    if seen.is_passing { hand } else { seen.playable(seat) }
}

impl CardControls {
    /// The card under the cursor: where it was put, else the first that may be chosen.
    fn cursor(&self, scene: &Scene<Intensity>) -> Option<Card> {
        let (seat, hand) = own(scene)?;
        let cards = choosable(scene.observation, seat, hand);
        match self.cursor {
            Some(at) if hand.contains(at) => Some(at),
            // The card is gone: the next one that may be chosen.
            Some(at) => cards.above(at).lowest().or(cards.highest()),
            None => cards.lowest(),
        }
    }

    fn step(&mut self, right: bool, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        self.typed = None;
        let (Some((_, hand)), Some(at)) = (own(scene), self.cursor(scene)) else {
            return Reply::Ignored;
        };
        let next = if right { hand.above(at).lowest() } else { hand.below(at).highest() };
        self.cursor = next.or(Some(at));
        Reply::Changed
    }

    fn next(&mut self, forward: bool, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        self.typed = None;
        let (Some((seat, hand)), Some(at)) = (own(scene), self.cursor(scene)) else {
            return Reply::Ignored;
        };
        let cards = choosable(scene.observation, seat, hand);
        self.cursor = if forward {
            cards.above(at).lowest().or(cards.lowest())
        } else {
            cards.below(at).highest().or(cards.highest())
        };
        Reply::Changed
    }

    /// The marks that still mean something.
    fn marked(&self, seen: &IntensityObservation, hand: CardSet) -> CardSet {
        if seen.is_passing { self.marked & hand } else { CardSet::NONE }
    }

    fn mark(&mut self, card: Card, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        let Some((_, hand)) = own(scene) else { return Reply::Ignored };
        let marked = self.marked(scene.observation, hand);
        if marked.contains(card) {
            self.marked = marked.without(card);
        } else if marked.len() < PASSED {
            self.marked = marked.with(card);
        } else {
            return Reply::Refused(
                "three cards are marked: take a mark away first, or press Enter to pass them"
                    .into(),
            );
        }
        Reply::Changed
    }

    fn pass(&self, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        let Some((seat, hand)) = own(scene) else { return Reply::Ignored };
        let marked = self.marked(scene.observation, hand);
        match marked.len() {
            PASSED => Reply::Act(seat, IntensityAction::Pass(marked)),
            0 => Reply::Refused(
                "mark three cards to pass: Space marks the card at the cursor".into(),
            ),
            some => Reply::Refused(
                format!("mark three cards to pass: {some} of 3 marked so far").into(),
            ),
        }
    }

    fn play(card: Card, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        let Some((seat, _)) = own(scene) else { return Reply::Ignored };
        if scene.observation.playable(seat).contains(card) {
            return Reply::Act(seat, IntensityAction::Play(card));
        }
        let why = refusal(scene.observation.trick.suit());
        Reply::Refused(format!("not the {card}: {why}").into())
    }

    /// A card was chosen by Space or a click.
    fn choose(&mut self, card: Card, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        if scene.observation.is_passing { self.mark(card, scene) } else { Self::play(card, scene) }
    }

    /// The second digit of a card.
    fn go_to(
        &mut self,
        first: char,
        second: char,
        scene: &Scene<Intensity>,
    ) -> Reply<IntensityAction> {
        self.typed = None;
        let Some((_, hand)) = own(scene) else { return Reply::Ignored };
        let text = format!("{first}{second}");
        match text.parse::<Card>().ok().filter(|&card| hand.contains(card)) {
            Some(card) => {
                self.cursor = Some(card);
                Reply::Changed
            }
            None => Reply::Refused(format!("you do not have the {text}").into()),
        }
    }

    /// Whether the rounds are shown in place of the table.
    fn shows_sheet(&self, seen: &IntensityObservation) -> bool {
        self.sheet.unwrap_or(seen.is_over())
    }

    /// Who sits at the lower edge: who looks at the table or did so last, else the first person,
    /// else South.
    fn near(&self, scene: &Scene<Intensity>) -> Seat {
        let person = || scene.names.iter().position(|name| name == HUMAN);
        let seat = scene.observation.eyes.only().or(self.near).or_else(|| person().map(Seat::new));
        seat.unwrap_or(Seat::new(0))
    }
}

impl GameView for Intensity {
    type Controls = CardControls;

    fn lingers(events: &[IntensityEvent]) -> bool {
        events.iter().any(|event| matches!(event, IntensityEvent::Won { .. }))
    }
}

impl Controls<Intensity> for CardControls {
    type Command = Command;

    const KEYS: &'static [Binding<Command>] = &KEYS;
    const MIN_SIZE: Size = Size::new(40, 11);

    fn refusal(&self, command: Command, scene: &Scene<Intensity>) -> Option<Cow<'static, str>> {
        let has_people = || scene.names.iter().any(|name| name == HUMAN);
        match command {
            Command::Sheet => scene.observation.is_passing.then(|| "no round is over yet".into()),
            Command::Hands => has_people().then(|| "a person plays here".into()),
            _ if scene.is_covered => Some("press Enter when the others look away".into()),
            // Any key ends the look at a round.
            _ if scene.is_lingering && has_people() || !scene.deciding.is_empty() => None,
            _ => Some("it is not your turn".into()),
        }
    }

    fn run(&mut self, command: Command, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        let card = self.cursor(scene);
        match (command, card) {
            (Command::Sheet, _) => {
                self.sheet = Some(!self.shows_sheet(scene.observation));
                Reply::Changed
            }
            (Command::Hands, _) => {
                self.closed = !self.closed;
                Reply::Changed
            }
            (Command::Move(right), _) => self.step(right, scene),
            (Command::Next(forward), _) => self.next(forward, scene),
            (Command::Act, _) if scene.observation.is_passing => self.pass(scene),
            (Command::Mark | Command::Act, Some(card)) => self.choose(card, scene),
            (Command::Mark | Command::Act, None) => Reply::Ignored,
        }
    }

    fn on_key(&mut self, key: Key, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        if scene.deciding.is_empty() || key.ctrl || key.alt {
            return Reply::Ignored;
        }
        match (key.code, self.typed) {
            (KeyCode::Char(second @ '0'..='9'), Some(first)) => self.go_to(first, second, scene),
            (KeyCode::Char(first @ '1'..='4'), None) => {
                self.typed = Some(first);
                Reply::Changed
            }
            (KeyCode::Char('0'..='9'), None) => {
                Reply::Refused("cards have numbers from 10 to 49".into())
            }
            (KeyCode::Backspace, Some(_)) => {
                self.typed = None;
                Reply::Changed
            }
            _ => Reply::Ignored,
        }
    }

    fn on_click(&mut self, item: usize, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        let own = own(scene).filter(|_| item < Card::COUNT).map(|(_, hand)| (hand, Card::at(item)));
        let Some((_, card)) = own.filter(|(hand, card)| hand.contains(*card)) else {
            return Reply::Ignored;
        };
        self.typed = None;
        self.cursor = Some(card);
        self.choose(card, scene)
    }

    fn on_wheel(&mut self, down: bool, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        self.step(down, scene)
    }

    fn shows_all_hands(&self) -> bool {
        !self.closed
    }

    fn reset(&mut self) {
        *self = Self { closed: self.closed, near: self.near, ..Self::default() };
    }

    fn pending_input(&self, scene: &Scene<Intensity>) -> Option<String> {
        let (_, hand) = own(scene)?;
        if let Some(digit) = self.typed {
            return Some(format!("card: {digit}"));
        }
        let marked = self.marked(scene.observation, hand);
        (scene.observation.is_passing && !scene.is_covered).then(|| match marked.len() {
            PASSED => format!("Enter passes {marked}."),
            count => format!("Pass three cards to the left: {count} of 3 marked."),
        })
    }

    fn extent(&self, _: &Scene<Intensity>, room: Size, _: &Look) -> Size {
        Layout::extent(room)
    }

    fn draw(
        &mut self,
        scene: &Scene<Intensity>,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let near = self.near(scene);
        self.near = scene.observation.eyes.only().or(self.near);
        let hand = scene.observation.hands[near.index()].unwrap_or_default();
        let view = View {
            scene,
            layout: Layout::new(area),
            look,
            near,
            cursor: self.cursor(scene),
            marked: self.marked(scene.observation, hand),
        };
        if self.shows_sheet(scene.observation) {
            view.draw_sheet(buffer)
        } else {
            view.draw(buffer, areas)
        }
    }

    fn draw_thumbnail(
        observation: &IntensityObservation,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        draw_small(observation, area, buffer, look);
    }
}
