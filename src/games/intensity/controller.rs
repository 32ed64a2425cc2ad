//! The keyboard controller of Intensity: a cursor over the hand, marks on the cards to pass, typed
//! card numbers, and clicks.

use crossterm::event::KeyCode;

use super::words::SEAT_NAMES;
use crate::{
    games::{Controller, KeyboardOptions, NOT_YOUR_TURN, PEOPLE_PLAY, Reply, Scene},
    widgets::{
        Binding, Key,
        glyphs::unbroken,
        keys::{Group, Refusal, key_name},
    },
};
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{
            Card, CardSet, IntensityAction, IntensityObservation, PASS_SIZE, left_of,
            unplayable_error,
        },
    },
    play::{HUMAN, Seat},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    MoveLeft,
    MoveRight,
    MoveToLowest,
    MoveToHighest,
    /// Wraps around.
    NextPlayable,
    /// Wraps around.
    PreviousPlayable,
    /// Before the pass, marks or unmarks the card at the cursor; afterwards, plays it.
    MarkOrPlay,
    /// Before the pass, passes three marked cards. Otherwise does the same as
    /// [`Self::MarkOrPlay`].
    PassOrPlay,
    /// Moves the cursor to this card, and marks or plays it.
    Choose(Card),
    ToggleScoreSheet,
    ToggleHands,
}

static KEYS: [Binding<Command>; 10] = [
    Binding::new(
        "left",
        Command::MoveLeft,
        &[Key::plain(KeyCode::Left), Key::char('h')],
        "cursor left",
    )
    .footer("arrows", "move"),
    Binding::new(
        "right",
        Command::MoveRight,
        &[Key::plain(KeyCode::Right), Key::char('l')],
        "cursor right",
    ),
    Binding::new("first", Command::MoveToLowest, &[Key::plain(KeyCode::Home)], "your lowest card"),
    Binding::new("last", Command::MoveToHighest, &[Key::plain(KeyCode::End)], "your highest card"),
    Binding::new("mark", Command::MarkOrPlay, &[Key::char(' ')], "mark a card to pass, or play it"),
    Binding::new(
        "choose",
        Command::PassOrPlay,
        &[Key::plain(KeyCode::Enter)],
        "mark or play a card, or pass three marked cards",
    )
    .footer("Enter", "play"),
    Binding::new("next", Command::NextPlayable, &[Key::plain(KeyCode::Tab)], "next playable card")
        .footer("Tab", "next"),
    Binding::new(
        "previous",
        Command::PreviousPlayable,
        &[Key::plain(KeyCode::BackTab)],
        "previous playable card",
    ),
    Binding::new(
        "rounds",
        Command::ToggleScoreSheet,
        &[Key::char('t')],
        "show the rounds so far, or the table",
    )
    .footer("t", "rounds")
    .group(Group::Look),
    Binding::new("hands", Command::ToggleHands, &[Key::char('m')], "show or hide all hands")
        .footer("m", "hands")
        .group(Group::Look),
];

#[derive(Debug, Default)]
pub struct IntensityController {
    /// The card to which the cursor was moved last. It may have been played since.
    last_cursor: Option<Card>,
    /// The cards marked last. They may have been passed since.
    last_marked: CardSet,
    /// The first digit of a card that is being typed.
    typed: Option<char>,
    /// The refusal of the card typed last. The next Enter or Space repeats it instead of playing
    /// the card at the cursor by mistake.
    mistyped: Option<String>,
    /// Whether a key switched the score sheet on or off. `None` until then: it is shown after the
    /// game.
    switched_sheet: Option<bool>,
    hides_hands: bool,
    last_viewer: Option<Seat>,
}

/// The seat that the person decides for, with its hand.
fn own_hand(scene: &Scene<Intensity>) -> Option<(Seat, CardSet)> {
    let seat = scene.deciding.only()?;
    Some((seat, scene.observation.hands[seat.index()]?))
}

fn selectable(observation: &IntensityObservation, seat: Seat, hand: CardSet) -> CardSet {
    if observation.is_passing { hand } else { observation.playable(seat) }
}

impl IntensityController {
    /// The card at the cursor, by default the lowest selectable one.
    pub(super) fn cursor(&self, scene: &Scene<Intensity>) -> Option<Card> {
        let (seat, hand) = own_hand(scene)?;
        let cards = selectable(scene.observation, seat, hand);
        match self.last_cursor {
            Some(at) if hand.contains(at) => Some(at),
            // If the card has been played, the next selectable one takes its place.
            Some(at) => cards.above(at).lowest().or(cards.highest()),
            None => cards.lowest(),
        }
    }

    fn move_cursor(&mut self, right: bool, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        self.forget_typed();
        let (Some((_, hand)), Some(at)) = (own_hand(scene), self.cursor(scene)) else {
            return Reply::Ignored;
        };
        let next = if right { hand.above(at).lowest() } else { hand.below(at).highest() };
        self.last_cursor = next.or(Some(at));
        Reply::Changed
    }

    fn move_to(
        &mut self,
        end: fn(CardSet) -> Option<Card>,
        scene: &Scene<Intensity>,
    ) -> Reply<IntensityAction> {
        self.forget_typed();
        let Some((_, hand)) = own_hand(scene) else { return Reply::Ignored };
        self.last_cursor = end(hand);
        Reply::Changed
    }

    fn cycle_cursor(&mut self, forward: bool, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        self.forget_typed();
        let (Some((seat, hand)), Some(at)) = (own_hand(scene), self.cursor(scene)) else {
            return Reply::Ignored;
        };
        let cards = selectable(scene.observation, seat, hand);
        self.last_cursor = if forward {
            cards.above(at).lowest().or(cards.lowest())
        } else {
            cards.below(at).highest().or(cards.highest())
        };
        Reply::Changed
    }

    /// The marked cards; none after the pass.
    pub(super) fn marked(&self, observation: &IntensityObservation, hand: CardSet) -> CardSet {
        if observation.is_passing { self.last_marked & hand } else { CardSet::NONE }
    }

    fn mark(&mut self, card: Card, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        let Some((_, hand)) = own_hand(scene) else { return Reply::Ignored };
        let marked = self.marked(scene.observation, hand);
        if marked.contains(card) {
            self.last_marked = marked.without(card);
        } else if marked.len() < PASS_SIZE {
            self.last_marked = marked.with(card);
        } else {
            let key = key_name(&KEYS, &Command::MarkOrPlay);
            return Reply::Refused(
                format!("three are enough. Unmark one with {key} to take this one").into(),
            );
        }
        Reply::Changed
    }

    /// The choice to pass three marked cards.
    fn pass(&self, scene: &Scene<Intensity>) -> Option<(Seat, IntensityAction)> {
        let (seat, hand) = own_hand(scene)?;
        let marked = self.marked(scene.observation, hand);
        (marked.len() == PASS_SIZE).then_some((seat, IntensityAction::Pass(marked)))
    }

    fn play(card: Card, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        let Some((seat, _)) = own_hand(scene) else { return Reply::Ignored };
        if scene.observation.playable(seat).contains(card) {
            return Reply::Act(seat, IntensityAction::Play(card));
        }
        let why = unplayable_error(scene.observation.trick.led_suit());
        Reply::Refused(format!("not the {card}: {why}").into())
    }

    fn choose(&mut self, card: Card, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        if scene.observation.is_passing { self.mark(card, scene) } else { Self::play(card, scene) }
    }

    fn go_to_typed(
        &mut self,
        first: char,
        second: char,
        scene: &Scene<Intensity>,
    ) -> Reply<IntensityAction> {
        self.forget_typed();
        let Some((_, hand)) = own_hand(scene) else { return Reply::Ignored };
        let text = format!("{first}{second}");
        match text.parse::<Card>().ok().filter(|&card| hand.contains(card)) {
            Some(card) => {
                self.last_cursor = Some(card);
                Reply::Changed
            }
            None => self.refuse_typed(format!("you don't have the {text}")),
        }
    }

    fn forget_typed(&mut self) {
        (self.typed, self.mistyped) = (None, None);
    }

    /// Refuses the typed card now, and again at the next Enter or Space.
    fn refuse_typed(&mut self, reason: String) -> Reply<IntensityAction> {
        self.mistyped = Some(reason.clone());
        Reply::Refused(reason.into())
    }

    /// The refusal of Enter or Space if a card is half typed or can't be chosen.
    fn typed_refusal(&mut self) -> Option<Reply<IntensityAction>> {
        if let Some(digit) = self.typed {
            let reason = format!("a card's number has two digits: type the one after the {digit}");
            return Some(Reply::Refused(reason.into()));
        }
        self.mistyped.take().map(|reason| Reply::Refused(reason.into()))
    }

    pub(super) fn shows_score_sheet(&self, scene: &Scene<Intensity>) -> bool {
        // While the last round is shown, the game isn't over for the viewer.
        let is_done = scene.observation.is_over() && !scene.is_lingering;
        self.switched_sheet.unwrap_or(is_done)
    }

    /// Remembers a single viewer for [`Self::near`] in scenes without one.
    pub(super) fn remember_viewer(&mut self, scene: &Scene<Intensity>) {
        self.last_viewer = scene.observation.viewers.only().or(self.last_viewer);
    }

    /// The seat at the lower edge: the viewer, else the person who takes the keyboard next, the
    /// last viewer, the first person, or South.
    pub(super) fn near(&self, scene: &Scene<Intensity>) -> Seat {
        let person = || scene.names.iter().position(|name| name == HUMAN);
        let viewer = scene.observation.viewers.only().or(scene.next).or(self.last_viewer);
        viewer.or_else(|| person().map(Seat::new)).unwrap_or(Seat::new(0))
    }
}

impl Controller<Intensity> for IntensityController {
    type Command = Command;

    const KEYS: &'static [Binding<Command>] = &KEYS;
    const WHEEL: [Command; 2] = [Command::MoveLeft, Command::MoveRight];

    fn refusal(&self, command: Command, scene: &Scene<Intensity>) -> Option<Refusal> {
        match command {
            Command::ToggleScoreSheet => {
                scene.observation.is_passing.then(|| "no round is over yet".into())
            }
            Command::ToggleHands => scene.has_people().then(|| PEOPLE_PLAY.into()),
            _ if !scene.deciding.is_empty() => None,
            _ => Some(NOT_YOUR_TURN.into()),
        }
    }

    fn needs_turn(command: Command) -> bool {
        !matches!(command, Command::ToggleScoreSheet | Command::ToggleHands)
    }

    fn footer(
        &self,
        binding: &Binding<Command>,
        scene: &Scene<Intensity>,
    ) -> Option<(&'static str, &'static str)> {
        let is_passing = scene.observation.is_passing;
        match binding.command {
            Command::ToggleScoreSheet if self.shows_score_sheet(scene) => Some(("t", "table")),
            Command::PassOrPlay if self.pass(scene).is_some() => Some(("Enter", "pass")),
            Command::PassOrPlay if is_passing => {
                let is_marked =
                    self.cursor(scene).is_some_and(|card| self.last_marked.contains(card));
                Some(("Enter", if is_marked { "unmark" } else { "mark" }))
            }
            // Before the pass, Tab has nothing to find.
            Command::NextPlayable if is_passing => None,
            _ => binding.footer,
        }
    }

    fn run(&mut self, command: Command, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        if let Command::MarkOrPlay | Command::PassOrPlay = command
            && let Some(refusal) = self.typed_refusal()
        {
            return refusal;
        }
        match command {
            Command::ToggleScoreSheet => {
                self.switched_sheet = Some(!self.shows_score_sheet(scene));
                Reply::Changed
            }
            Command::ToggleHands => {
                self.hides_hands = !self.hides_hands;
                Reply::Changed
            }
            Command::MoveLeft => self.move_cursor(false, scene),
            Command::MoveRight => self.move_cursor(true, scene),
            Command::MoveToLowest => self.move_to(CardSet::lowest, scene),
            Command::MoveToHighest => self.move_to(CardSet::highest, scene),
            Command::NextPlayable => self.cycle_cursor(true, scene),
            Command::PreviousPlayable => self.cycle_cursor(false, scene),
            Command::MarkOrPlay | Command::PassOrPlay => {
                let pass = self.pass(scene).filter(|_| command == Command::PassOrPlay);
                match (pass, self.cursor(scene)) {
                    (Some((seat, pass)), _) => Reply::Act(seat, pass),
                    (None, Some(card)) => self.choose(card, scene),
                    (None, None) => Reply::Ignored,
                }
            }
            Command::Choose(card) => {
                if !own_hand(scene).is_some_and(|(_, hand)| hand.contains(card)) {
                    return Reply::Ignored;
                }
                self.forget_typed();
                self.last_cursor = Some(card);
                self.choose(card, scene)
            }
        }
    }

    fn on_key(&mut self, key: Key, scene: &Scene<Intensity>) -> Reply<IntensityAction> {
        if scene.deciding.is_empty() || key.ctrl || key.alt {
            return Reply::Ignored;
        }
        match (key.code, self.typed) {
            (KeyCode::Char(second @ '0'..='9'), Some(first)) => {
                self.go_to_typed(first, second, scene)
            }
            (KeyCode::Char(first @ '1'..='4'), None) => {
                (self.typed, self.mistyped) = (Some(first), None);
                Reply::Changed
            }
            (KeyCode::Char('0'..='9'), None) => {
                self.refuse_typed("cards have numbers from 10 to 49".to_owned())
            }
            (KeyCode::Backspace, Some(_)) => {
                self.typed = None;
                Reply::Changed
            }
            _ => Reply::Ignored,
        }
    }

    fn keyboard_options(&self) -> KeyboardOptions {
        KeyboardOptions { shows_all_hands: !self.hides_hands, ..KeyboardOptions::default() }
    }

    fn reset(&mut self) {
        *self = Self {
            hides_hands: self.hides_hands,
            last_viewer: self.last_viewer,
            ..Self::default()
        };
    }

    fn esc_label(&self, scene: &Scene<Intensity>) -> Option<&'static str> {
        let shows_rounds = self.switched_sheet == Some(true) && !scene.observation.is_over();
        if self.typed.is_some() { Some("clear") } else { shows_rounds.then_some("table") }
    }

    fn on_esc(&mut self) {
        if self.typed.is_none() {
            self.switched_sheet = None;
        }
        self.forget_typed();
    }

    fn point_away(
        &mut self,
        is_avoided: &dyn Fn(IntensityAction) -> bool,
        scene: &Scene<Intensity>,
    ) {
        let at = self.cursor(scene).filter(|&at| is_avoided(IntensityAction::Play(at)));
        if let (Some(at), Some((_, hand))) = (at, own_hand(scene)) {
            self.last_cursor = hand.above(at).lowest().or(hand.below(at).highest()).or(Some(at));
        }
    }

    fn pending_input(&self, scene: &Scene<Intensity>) -> Option<String> {
        let (seat, hand) = own_hand(scene)?;
        if let Some(digit) = self.typed {
            return Some(format!("card: {digit}"));
        }
        let marked = self.marked(scene.observation, hand);
        (scene.observation.is_passing && !scene.is_covered()).then(|| match marked.len() {
            PASS_SIZE => {
                format!("{} passes {marked}.", key_name(&KEYS, &Command::PassOrPlay))
            }
            count => {
                let to = SEAT_NAMES[left_of(seat).index()];
                let marked = unbroken(&format!("{count} of 3 marked."));
                format!("Pass three to {to}, on your left: {marked}")
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::{intensity::test_games::game_after, offers, testing::press},
        widgets::{Keymap, Offer, testing},
    };
    use fourcade_engine::{
        intensity::model::{Deal, Suit},
        play::{Game as _, Seats},
    };

    fn before_pass() -> Intensity {
        Intensity::start(&Deal::new(Suit::ALL.map(CardSet::of_suit)).unwrap())
    }

    fn after(
        game: &Intensity,
        people: Seats,
        keys: &str,
    ) -> (IntensityController, Reply<IntensityAction>) {
        let deciding: Seats = game.awaited().iter().filter(|&seat| people.contains(seat)).collect();
        let names = Seats::first(4)
            .iter()
            .map(|seat| if people.contains(seat) { HUMAN } else { "careful" });
        let names: Vec<_> = names.map(str::to_owned).collect();
        let observation = game.observe(people);
        let scene = Scene { deciding, ..Scene::at_rest(&observation, &names) };
        let mut controller = IntensityController::default();
        let mut reply = Reply::Ignored;
        for key in testing::keys(keys) {
            reply = press(&mut controller, key, &scene);
        }
        (controller, reply)
    }

    const SOUTH: Seats = Seats::one(Seat::new(0));

    #[track_caller]
    fn check(game: &Intensity, keys: &str, expected: &str) {
        let (_, reply) = after(game, SOUTH, keys);
        let text = match reply {
            Reply::Act(seat, action) => format!("{seat}: {action}"),
            Reply::Refused(why) => why.into_owned(),
            other => format!("{other:?}"),
        };
        assert_eq!(Keymap::default().fill(&text), expected, "{keys}");
    }

    #[test]
    fn three_marked_cards_are_passed() {
        let game = before_pass();
        check(&game, "<Enter>", "Changed");
        check(&game, "<Enter>l<Enter>l<Enter><Enter>", "0: 10 11 12");
        check(&game, "<Space>l<Space>l<Space><Enter>", "0: 10 11 12");
        check(&game, "<Space><Space>19<Space>17<Space>h<Space><Enter>", "0: 16 17 19");
        let full = "three are enough. Unmark one with Space to take this one";
        check(&game, "<Space>l<Space>l<Space>l<Space>", full);
        check(
            &game,
            "<Space><Tab><Space><S-Tab><Space><Tab><Tab><Space>l<Space><Enter>",
            "0: 11 12 13",
        );
    }

    #[test]
    fn cards_are_played_and_refusals_give_a_reason() {
        let lead = game_after("");
        check(&lead, "<Enter>", "0: 13");
        check(&lead, "ll<Space>", "0: 15");
        check(&lead, "hhh<Enter>", "0: 13");
        check(&lead, "<End><Enter>", "0: 42");
        check(&lead, "<End><Home><Space>", "0: 13");
        check(&lead, "42<Enter>", "0: 42");
        check(&lead, "99", "cards have numbers from 10 to 49");
        check(&lead, "29", "you don't have the 29");
        check(&lead, "4<Back>15<Enter>", "0: 15");
        // Wrong or incomplete numbers play nothing.
        check(&lead, "29<Enter>", "you don't have the 29");
        check(&lead, "99<Space>", "cards have numbers from 10 to 49");
        check(&lead, "1<Enter>", "a card's number has two digits: type the one after the 1");
        check(&lead, "29<Enter><Enter>", "0: 13");
        check(&lead, "2942<Enter>", "0: 42");
        // South has won the first round.
        check(&game_after("13 10 39 30"), "<Enter>", "0: 14");
    }

    #[test]
    fn a_refused_card_names_the_suit_to_follow() {
        // East has won the 4s and leads the 48: South holds the 41 and 42 and must follow.
        let game = game_after("40 29 20 49 48");
        check(&game, "13<Enter>", "not the 13: must follow the 4s");
        check(&game, "<Enter>", "0: 41");
        check(&game, "<S-Tab><S-Tab><Enter>", "0: 41");
    }

    #[test]
    fn the_cursor_moves_to_the_next_card_when_its_card_is_played() {
        let start = game_after("");
        let (mut controller, reply) = after(&start, SOUTH, "16<Enter>");
        assert!(matches!(reply, Reply::Act(..)));
        let next = game_after("16 10 33 44");
        let observation = next.observe(SOUTH);
        let names = [HUMAN, "careful", "careful", "careful"].map(str::to_owned);
        let scene = Scene { deciding: SOUTH, ..Scene::at_rest(&observation, &names) };
        assert_eq!(controller.cursor(&scene), Card::new(17));
        assert_eq!(
            controller.run(Command::PassOrPlay, &scene),
            Reply::Act(Seat::new(0), IntensityAction::Play(Card::new(17).unwrap()))
        );
    }

    #[test]
    fn a_person_cannot_play_for_another_seat() {
        let game = game_after("13");
        let (controller, reply) = after(&game, SOUTH, "<Enter>");
        assert_eq!((reply, controller.last_marked), (Reply::Ignored, CardSet::NONE));
    }

    #[test]
    fn reset_clears_marks_and_cursor_but_keeps_the_near_seat() {
        let (mut controller, _) = after(&before_pass(), SOUTH, "<Space>l<Space>");
        controller.last_viewer = Some(Seat::new(2));
        controller.reset();
        assert_eq!(
            (controller.last_marked, controller.last_cursor, controller.last_viewer),
            (CardSet::NONE, None, Some(Seat::new(2)))
        );
    }

    /// The footer after these keys of South, without the arrows.
    fn footer(game: &Intensity, keys: &str, is_lingering: bool) -> String {
        let (controller, _) = after(game, SOUTH, keys);
        let observation = game.observe(SOUTH);
        let names = [HUMAN, "careful", "careful", "careful"].map(str::to_owned);
        let scene = Scene { deciding: SOUTH, is_lingering, ..Scene::at_rest(&observation, &names) };
        let offers = offers(&controller, &scene, false, |_, refusal| refusal);
        let shown = offers.into_iter().filter(Offer::is_available).filter_map(|offer| offer.footer);
        let shown =
            shown.filter(|(key, _)| *key != "arrows").map(|(key, label)| format!("{key} {label}"));
        shown.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn the_footer_says_what_the_keys_do_now() {
        assert_eq!(footer(&before_pass(), "", false), "Enter mark");
        assert_eq!(footer(&before_pass(), "<Enter>", false), "Enter unmark");
        assert_eq!(footer(&before_pass(), "<Space>l<Space>l<Space>", false), "Enter pass");
        assert_eq!(footer(&game_after(""), "", false), "Enter play, Tab next, t rounds");
        assert_eq!(footer(&game_after(""), "t", false), "Enter play, Tab next, t table");
        // Any key ends the display of a finished round first.
        assert_eq!(footer(&game_after("13 10 39 30"), "", true), "t rounds");
    }
}
