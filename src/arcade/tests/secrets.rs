//! Simultaneous choices of people: they stay hidden until all have chosen, and the keyboard is
//! handed from one person to the next.

use ratatui::buffer::Buffer;

use super::stage::{self, Stage, session_of};
use crate::{
    app::table::Start, arcade::table::TableScreen, games::GameView, settings::Settings,
    widgets::testing,
};
use fourcade_engine::{
    eater::Eater,
    flip::Flip,
    intensity::{Intensity, model::IntensityAction},
    play::{Game as _, Observation as _, Seat, Seats, Session, random},
};
use rand::seq::IndexedRandom as _;

const SIZE: (u16, u16) = (80, 24);

/// Opens a table of Eater, 7 x 7, after these choices of Passer and Eater in turn.
fn at(players: [&'static str; 2], moves: &[&str]) -> Stage {
    Stage::menu().over(table(players, moves))
}

fn table(players: [&'static str; 2], moves: &[&str]) -> TableScreen<Eater> {
    stage::table(session_of(players, 7, moves))
}

const PEOPLE: [&str; 2] = ["human", "human"];

/// Returns the frame after each of these keys, which are separated by spaces.
fn frames(stage: &mut Stage, keys: &str) -> Vec<Buffer> {
    keys.split_whitespace().map(|key| stage.keys(key).draw(SIZE)).collect()
}

/// Asserts that the frames of the keys `after` don't depend on which keys of `first` came before.
#[track_caller]
fn assert_hidden(before: &str, first: [&str; 2], after: &str) {
    let [one, other] = first.map(|first| {
        let mut stage = at(PEOPLE, &["1 1", "2 2"]);
        stage.draw(SIZE);
        frames(&mut stage, before);
        // The frames of the first person's keys may differ, except for the last key, which chooses.
        let last = frames(&mut stage, first).pop().expect("some keys");
        [vec![last], frames(&mut stage, after)].concat()
    });
    for (one, other) in one.iter().zip(&other) {
        assert_eq!(testing::styled(one), testing::styled(other));
    }
}

#[test]
fn no_frame_shows_the_first_choice_before_the_second() {
    let second = "<Enter> h h 3 5 <Up> u <Enter> <Tab> <Tab> i ? <Esc> s <Esc> <Enter> l";
    for first in ["<Enter> l l j <Enter>", "<Enter> 7 3 <Enter>", "<Enter> k 6 <Back> h <Enter>"] {
        assert_hidden("", ["<Enter> <Enter>", first], second);
    }
}

#[test]
fn no_frame_shows_what_is_typed_blind() {
    // Each key is a dot, whatever it is.
    let typed = |keys: &str| frames(at(PEOPLE, &[]).keys("<Tab>"), keys);
    for (one, other) in typed("a 7 b <Space> c").iter().zip(typed("g 1 e <Space> d")) {
        assert_eq!(testing::styled(one), testing::styled(&other));
    }
    assert_hidden(
        "<Tab>",
        ["c d", "g a"],
        "1 <Back> 7 <Up> <Enter> ? <Tab> <Enter> k 5 <Tab> <Space>",
    );
}

#[test]
fn a_hint_is_hidden_after_its_person_took_the_choices_back() {
    // The second person asks for a hint, and gives the keyboard back to the first.
    for is_there in [true, false] {
        let mut stage = at(PEOPLE, &["1 1", "2 2"]);
        stage.keys("<Enter>3 3<Enter><Enter>i");
        if is_there {
            stage.settle().shows("Choose ");
        }
        stage.keys("u").settle();
        let covered = stage.draw(SIZE);
        stage.keys("<Enter>").shows("!Choose ");
        let mut other = at(PEOPLE, &["1 1", "2 2"]);
        other.keys("<Enter>3 3<Enter><Enter>u");
        assert_eq!(testing::styled(&covered), testing::styled(&other.draw(SIZE)));
    }
}

/// The frames of the next person before and after the keys `take`, once the first one has made a
/// choice. `hint`: `None` if they asked for no hint, else whether it had arrived.
fn after_choice<G: GameView>(
    players: &[&'static str],
    (take, choice): (&str, &str),
    hint: Option<bool>,
) -> [String; 2] {
    let size = G::default_size();
    let mut stage = Stage::menu().over(stage::table(session_of::<G>(players, size, &[])));
    stage.draw(SIZE);
    let plain = testing::styled(&stage.keys(take).draw(SIZE));
    if let Some(has_come) = hint {
        stage.keys("i");
        if has_come {
            assert_ne!(testing::styled(&stage.settle().draw(SIZE)), plain);
        }
    }
    let covered = testing::styled(&stage.keys(choice).settle().draw(SIZE));
    [covered, testing::styled(&stage.keys(take).settle().draw(SIZE))]
}

#[track_caller]
fn assert_hint_goes<G: GameView>(players: &[&'static str], keys: (&str, &str)) {
    let expected = after_choice::<G>(players, keys, None);
    for has_come in [true, false] {
        assert_eq!(after_choice::<G>(players, keys, Some(has_come)), expected, "{has_come}");
    }
}

#[test]
fn the_hint_of_the_last_person_is_hidden_at_flip() {
    assert_hint_goes::<Flip>(&PEOPLE, ("", "<Tab><Enter>"));
}

#[test]
fn the_hint_of_the_last_person_is_hidden_at_eater() {
    assert_hint_goes::<Eater>(&PEOPLE, ("<Enter>", "<Enter>"));
}

#[test]
fn the_hint_of_the_last_person_is_hidden_at_intensity() {
    let players = ["human", "human", "careful", "careful"];
    assert_hint_goes::<Intensity>(&players, ("<Enter>", " <Right> <Right> <Enter>"));
}

#[test]
fn no_observation_contains_a_pending_choice() {
    let (background, _messages) = crate::arcade::terminal_events::channel();
    let mut table = table(PEOPLE, &["1 1", "2 2"]).table;
    let before = table.game.session().game().observe(Seats::first(2));
    table.take_keyboard();
    table.act(Seat::new(0), "3 3".parse().unwrap(), &background).unwrap();
    assert_eq!(table.game.session().game().observe(Seats::first(2)), before);
    assert_eq!(
        table.game.session().record().lines.len(),
        1,
        "a file that is saved now doesn't contain it"
    );
    table.take_keyboard();
    table.scene(|scene| {
        assert_eq!((scene.observation, scene.deciding), (&before, Seats::one(Seat::new(1))));
    });
    table.act(Seat::new(1), "4 4".parse().unwrap(), &background).unwrap();
    assert_ne!(table.game.session().game().observe(Seats::NONE), before);
}

/// Checks that, after some keys, a table of two people shows each text or, behind a `!`, lacks it.
#[track_caller]
fn check(keys: &str, texts: &[&str]) {
    let mut stage = at(PEOPLE, &["1 1", "2 2"]);
    stage.keys(keys);
    for text in texts {
        stage.shows(text);
    }
}

#[test]
fn people_take_turns_at_the_keyboard() {
    check("", &["Your turn as Passer", "Press Enter when your opponent isn't looking."]);
    check("", &["Enter show  Tab both type"]);
    check("33l", &["Your turn as Passer", "!row column"]);
    check("", &["Enter show", "Esc back", "u undo", "!new", "!swap", "!hint"]);
    let mut stage = at(PEOPLE, &["1 1", "2 2"]);
    assert_eq!(stage.keys("i").medium().matches("Press Enter").count(), 1, "no notice repeats it");
    check("<Tab><Tab>k", &["Press Enter when your opponent isn't looking."]);
    check("<Enter>", &["Player 1 to move", "!Your turn"]);
    check("", &["!stays hidden"]);
    let hidden = "What Player 1 chose stays hidden until you choose.";
    check("<Enter><Enter>", &["Your turn as Eater", hidden, "!4 4"]);
    check("<Enter><Enter><Enter>", &["Player 2 to move", hidden]);
    let chosen = "Player 1: 4 4, Player 2: 5 5";
    check("<Enter><Enter><Enter>55<Enter>", &[chosen, "any key go on", "45 empty", "!Your turn"]);
    check("<Enter><Enter><Enter>55<Enter>", &["any key go on", "Esc back", "!Tab both type"]);
    check("<Enter><Enter><Enter>55<Enter>", &["Player 1 is next", "!to move"]);
    check("<Enter><Enter><Enter>55<Enter><Enter>", &[chosen, "Your turn as Passer"]);
    check("<Space><Space><Space><Space><Enter>", &["Both chose 4 4", "Your turn as Passer"]);
}

#[test]
fn nobody_is_to_move_while_the_choices_turn() {
    let session = session_of::<Eater>(PEOPLE, 7, &["1 1"]);
    let table = TableScreen::new(session, Start::Playing(None), &Settings::default());
    let mut stage = Stage::menu().over(table);
    stage.keys("<Enter>22<Enter>").shows("!to move").shows("!Your turn").shows("!Player 1:");
}

#[test]
fn waiting_choices_and_finished_rounds_can_be_taken_back() {
    // A waiting choice: the person chooses again, and nothing has been revealed.
    let taken_back = "Player 1's choice was taken back.";
    let round = "The last round was taken back.";
    check("<Enter><Enter>", &["u undo", "!taken back"]);
    check("<Enter><Enter>u", &["Your turn as Passer", taken_back, "47 empty cells", "!practice"]);
    check("<Enter><Enter><Enter>u", &["Your turn as Passer", taken_back]);
    check("<Enter><Enter><Enter>u<Enter>", &["Player 1 to move", "!practice"]);
    check("<Enter><Enter>u<Enter><Enter>", &["Your turn as Eater", "!taken back"]);
    // A finished round: nothing is at stake, because a game of two people never counts.
    check("u", &["Your turn as Passer", round, "49 empty cells"]);
    check("u<Enter>", &["!practice"]);
    check("u<Enter><Enter><Enter>55<Enter>", &["Player 1: 4 4, Player 2: 5 5"]);
    check("u<C-r><Enter>", &["Player 1: 1 1, Player 2: 2 2", "Your turn as Passer"]);
    // Typing blind, with separate keys: letters don't run the table's commands.
    check("<Tab>", &["Space undoes", "Backspace undoes"]);
    check("<Tab>de", &["Player 1  chosen", "Player 2  1-7  _ _"]);
    check("<Tab>de<Space>", &["Player 1  a-g  _ _"]);
    check("<Tab>45<Back>de44", &["Player 1: 4 5, Player 2: 4 4"]);
    check("<Tab>aa", &["Player 1: that cell isn't free"]);
    check("<Tab>un", &["Not on the board: a-g"]);
    check("<Tab>c", &["Player 1  a-g  * _", "!hint"]);
    // Other signs are no letters, and Esc clears what was typed before it leaves.
    check("<Tab>d?", &["type to find a command"]);
    check("<Tab>d?<Esc><Esc>", &["!* _", "Player 1  a-g  _ _"]);
    check("<Tab>d<Esc><Esc>", &["!Passer", "Today's deal"]);
    check("<Tab>de<Tab><Enter>", &["Player 2 to move"]);
}

#[test]
fn a_person_against_a_computer_need_not_hide_choices() {
    let mut stage = at(["human", "random"], &[]);
    stage
        .shows("Your move.")
        .shows("!Your turn")
        .keys("<Tab>")
        .shows("both can type at the same time.");
    stage.keys("33<Enter>").shows("Random is thinking").shows("!Passer 3 3");
    // The choice can be taken back until the computer has answered.
    stage.keys("u").shows("Your move.").shows("49 empty cells");
}

/// With the last choice, Eater closes the third row.
const EATEN: [&str; 14] = [
    "1 1", "3 1", "1 2", "3 2", "1 3", "3 3", "1 4", "3 4", "1 5", "3 5", "1 6", "3 6", "2 2",
    "3 7",
];

#[test]
fn a_decided_game_can_be_ended() {
    let mut stage = at(["human", "random"], &EATEN[..12]);
    stage.shows("37 empty cells").shows("!z end ");
    stage.keys("z").shows("The game isn't decided yet.");
    at(PEOPLE, &EATEN).keys("<Tab>").shows("can't win any more.").shows("!z to end");
    for players in [["human", "random"], ["random", "human"], PEOPLE] {
        let mut stage = at(players, &EATEN);
        stage.shows("Row 3 is closed:").shows("can't").shows("z end ");
        stage.keys("z").shows("Eater").shows("conceded").shows("!Resign?");
        if players == PEOPLE {
            stage.keys("u").shows("z end ");
        }
    }
    at(["random", "human"], &EATEN).keys("z").shows("You win.");
}

#[test]
fn a_reveal_says_once_that_it_decides_the_game() {
    let mut stage = at(PEOPLE, &EATEN[..12]);
    stage.keys("<Enter>22<Enter><Enter>37<Enter>");
    let text = stage.shows("any key go on").medium();
    assert_eq!(text.matches("is closed").count(), 1, "{text}");
    let text = stage.text((40, 12));
    assert!(text.contains("z end ") && text.contains("z ends it."), "{text}");
    stage.keys("z").settle().keys("<Esc>z").shows("The game is over");
}

#[test]
fn after_a_resignation_the_other_person_takes_the_keyboard_first() {
    let players = ["human", "human", "careful", "careful"];
    let mut stage = Stage::menu().over(stage::table(session_of::<Intensity>(players, 0, &[])));
    stage.keys("<Enter>").text(SIZE);
    stage.keys("?resign<Enter>y").settle().shows("Your turn as West").shows("!0 of 3 marked");
    stage.keys("<Enter>").shows("0 of 3 marked");
}

#[test]
fn an_undo_takes_back_one_choice_of_several() {
    let session = session_of::<Intensity>(["human"; 4], 0, &[]);
    let mut stage = Stage::menu().over(stage::table(session));
    for next in ["West", "North"] {
        let turn = format!("Your turn as {next}");
        stage.keys("<Enter> <Right> <Right> <Enter>").shows(&turn);
    }
    stage.shows("What the others chose stays hidden until everyone has chosen.");
    stage.keys("u").shows("Your turn as West").shows("Player 2's choice was taken back.");
    stage.shows("What Player 1 chose stays hidden until everyone has chosen.");
}

#[test]
fn the_page_between_two_turns_shows_the_cards_on_the_table() {
    let (session, choice) = before_a_round_of_east();
    let IntensityAction::Play(card) = choice else { panic!("{choice:?}") };
    let observation = session.game().observe(Seats::NONE);
    let cards: Vec<_> = observation.trick.cards().iter().map(ToString::to_string).collect();
    let mut stage = Stage::menu().over(stage::table(session));
    stage.shows(&format!("On the table: {}", cards.join(" ")));
    stage.keys(&format!("<Enter>{card}<Enter><Up>")).shows("took").shows("!On the table");
}

#[test]
fn the_smallest_window_has_the_score_and_the_key_between_turns() {
    let session = session_of::<Intensity>(["human"; 4], 0, &[]);
    let mut stage = Stage::menu().over(stage::table(session));
    for _ in 0..4 {
        let text = stage.text((40, 12));
        let has_all = text.contains("South 0  West 0") && text.contains("Press Enter");
        assert!(has_all, "{text}");
        stage.keys("<Enter> <Right> <Right> <Enter>");
    }
}

/// A game of four people in which East can end the first round, win it and so lead the next one.
fn before_a_round_of_east() -> (Session<Intensity>, IntensityAction) {
    let east = Seat::new(3);
    let before = |seed| {
        let mut rng = random::rng(seed, &[]);
        let mut session = session_of::<Intensity>(["human"; 4], 0, &[]);
        loop {
            let seat = session.awaited().iter().next()?;
            let legal = session.game().observe(Seats::one(seat)).legal(seat);
            let choice = *legal.choose(&mut rng)?;
            let before = session.clone();
            session.choose(seat, choice).ok()?;
            if let [round] = session.game().history() {
                let is_east = seat == east && round.winner() == east;
                return is_east.then_some((before, choice));
            }
        }
    };
    (0..).find_map(before).expect("such a game")
}

#[test]
fn no_hand_lies_open_beside_a_finished_round() {
    let (session, choice) = before_a_round_of_east();
    let IntensityAction::Play(card) = choice else { panic!("{choice:?}") };
    let hand = session.game().position().hands[3].without(card);
    let plain = hand.iter().find(|card| card.penalty() == 0).expect("such a card").to_string();
    let mut stage = Stage::menu().over(stage::table(session));
    stage.keys("<Enter>").shows(&format!(" {plain} "));
    stage.keys(&format!("{card}<Enter>")).shows("any key go on").shows(&format!("! {plain} "));
    stage.keys("<Up>").shows("Press Enter when nobody else").shows(&format!("! {plain} "));
    stage.keys("<Enter>").shows(&format!(" {plain} "));
}

#[test]
fn the_page_between_two_turns_has_no_round_table() {
    let (session, choice) = before_a_round_of_east();
    let IntensityAction::Play(card) = choice else { panic!("{choice:?}") };
    let mut stage = Stage::menu().over(stage::table(session));
    stage.shows("!t rounds").keys("t").shows("Esc back").shows("!t table");
    stage.keys("<Enter>").shows("t rounds");
    stage.keys(&format!("t{card}<Enter><Up>")).shows("Your turn as East").shows("Esc back");
}
