//! The review of a game: how it is drawn, browsed, and left while it is running.

use insta::assert_snapshot;

use super::{
    saved_games::SavedGamesFixture,
    stage::{self, Stage, session, session_of, table, whole_game},
};
use crate::{
    arcade::{
        Start,
        screens::{review::ReviewScreen, saved_games},
        table::TableScreen,
    },
    database::{Store, tests::Waiting},
    games::GameView,
    widgets::{ColorDepth, testing},
};
use fourcade_engine::{
    concentration::Concentration,
    eater::Eater,
    flip::Flip,
    intensity::Intensity,
    play::{
        ActionValues, Observation, RecordLine, ReviewScale, Seat, Seats, Session, StepReview,
        Verdict, reviewable_lines,
    },
};

const SIZES: [(u16, u16); 4] = [(40, 12), (80, 24), (100, 30), (160, 50)];

/// Each seat takes the middle one of its legal actions, for at most `steps` steps.
fn game<G: GameView>(players: impl AsRef<[&'static str]>, size: u16, steps: usize) -> Session<G> {
    let mut session = session_of::<G>(players, size, &[]);
    while session.outcome().is_none() && session.lines().len() < steps {
        for seat in session.awaited().iter() {
            let legal = session.game().observe(Seats::one(seat)).legal(seat);
            session.choose(seat, legal[legal.len() / 2]).unwrap();
        }
    }
    session
}

/// Creates verdicts on all moves of a game: for every third move another one is better.
fn verdicts<G: GameView>(session: &Session<G>) -> Vec<StepReview<G::Action, G::Reason>> {
    let mut before = session.clone();
    let mut reviews = Vec::new();
    for at in reviewable_lines(session.lines()) {
        before.go_to(at);
        let RecordLine::Step { moves, .. } = &session.lines()[at] else { continue };
        let verdict = |&(seat, played): &(_, G::Action)| {
            let legal = before.game().observe(Seats::one(seat)).legal(seat);
            let better = legal.into_iter().find(|action| *action != played).filter(|_| at % 3 == 1);
            let wave = f64::from(u32::try_from(at).unwrap()) / 4.0;
            let (value, unit) = match G::MEASURE.scale {
                ReviewScale::WinProbability => (0.5 + 0.4 * wave.sin(), 0.15),
                ReviewScale::Lead => (10.0 * wave.sin(), 4.0),
                ReviewScale::Penalty => (-6.0 - 2.0 * wave.sin(), 0.7),
            };
            let cost = if better.is_some() {
                unit * f64::from(u32::try_from(1 + at % 7).unwrap())
            } else {
                0.0
            };
            let value = if seat.index() == 0 {
                value
            } else {
                G::MEASURE.change_perspective(value, seat, seat.other()).unwrap_or(value)
            };
            let observation = before.game().observe(Seats::one(seat));
            let values = ActionValues::default();
            let reasons = |action, other| G::reasons(&observation, seat, action, other, &values);
            Verdict {
                better,
                cost: Some(cost),
                reasons: reasons(played, better),
                merits: better.map_or_else(Vec::new, |better| reasons(better, None)),
                variation: better.into_iter().chain(better.map(|_| played)).collect(),
                ..Verdict::good(seat, played, Some(value), at > 40)
            }
        };
        reviews.push(StepReview { line: at, verdicts: moves.iter().map(verdict).collect() });
    }
    reviews
}

/// Creates a review with the verdicts on the last `count` steps.
fn review<G: GameView>(session: &Session<G>, count: usize) -> ReviewScreen<G> {
    let seats = session.header().players.iter();
    let names =
        seats.map(|name| if name == "human" { "you".to_owned() } else { name.clone() }).collect();
    ReviewScreen::with_results(session, names, verdicts(session).into_iter().rev().take(count))
}

pub fn running_review() -> ReviewScreen<Intensity> {
    review(&game(["human", "careful", "expert", "random"], 0, usize::MAX), 25)
}

fn showing<G: GameView>(session: &Session<G>, count: usize) -> Stage {
    Stage::menu().over(review(session, count))
}

#[test]
fn a_review_is_drawn_in_all_sizes() {
    let whole = game::<Flip>(["human", "level:3"], 8, usize::MAX);
    for (width, height) in SIZES {
        let mut stage = showing(&whole, usize::MAX);
        assert_snapshot!(
            format!("review-{width}x{height}"),
            stage.keys("jj").text((width, height))
        );
    }
    let mut small = showing(&whole, usize::MAX);
    small.text((40, 12));
    assert_snapshot!("review-board-40x12", small.keys("jv").text((40, 12)));
    assert_snapshot!("review-begun", showing(&whole, 20).text((80, 24)));
    assert_snapshot!(
        "review-start",
        showing(&whole, usize::MAX).keys("<Home><Tab>").text((80, 24))
    );
}

#[test]
fn a_review_of_every_game_is_drawn() {
    let cards = game::<Concentration>(["memory:5", "human"], 0, 40);
    let paths = game::<Eater>(["human", "smart"], 6, usize::MAX);
    let rounds = game::<Intensity>(["human", "careful", "expert", "random"], 0, usize::MAX);
    for (width, height) in [(80, 24), (120, 40)] {
        let size = (width, height);
        assert_snapshot!(
            format!("review-cards-{width}x{height}"),
            showing(&cards, 99).keys("j").text(size)
        );
        assert_snapshot!(
            format!("review-paths-{width}x{height}"),
            showing(&paths, 99).keys("j").text(size)
        );
        assert_snapshot!(
            format!("review-rounds-{width}x{height}"),
            showing(&rounds, 99).keys("jj").text(size)
        );
    }
}

#[test]
fn a_review_shows_all_hands_and_keeps_the_person_at_the_lower_edge() {
    let rounds = game::<Intensity>(["careful", "careful", "human", "random"], 0, 9);
    let mut stage = showing(&rounds, 99);
    for _ in 0..9 {
        let drawn = stage.keys("<Left>").text((120, 40));
        // The board is on the left.
        let board: Vec<String> =
            drawn.lines().map(|line| line.chars().take(60).collect()).collect();
        let row = |name: &str| board.iter().position(|line| line.contains(name)).expect(name);
        assert!(row("North") > row("South") + 5, "{drawn}");
        assert!(!drawn.contains("▐▐"), "no hand is hidden: {drawn}");
    }
}

#[test]
fn a_review_is_drawn_in_all_colour_depths() {
    let whole = game::<Flip>(["human", "level:3"], 8, usize::MAX);
    for (name, depth, ascii) in [
        ("dark", ColorDepth::True, false),
        ("ansi", ColorDepth::Ansi, false),
        ("mono", ColorDepth::Mono, false),
        ("ascii", ColorDepth::Mono, true),
    ] {
        let mut stage =
            Stage::with_home(stage::home(ascii), depth).over(review(&whole, usize::MAX));
        assert_snapshot!(
            format!("styled-{name}"),
            testing::styled(&stage.keys("jjj").draw((80, 24)))
        );
    }
}

#[test]
fn moves_are_browsed_in_order_and_by_their_cost() {
    let whole = game::<Flip>(["human", "first"], 4, usize::MAX);
    let last = whole.lines().len();
    let mut stage = showing(&whole, usize::MAX);
    // It opens at the most expensive move.
    stage.shows(&format!("Move 2 of {last}. ")).keys("<End>");
    stage.shows(&format!("Move {last} of {last}")).keys("<Right>");
    // Beyond the ends, nothing happens and no notice appears.
    stage.shows(&format!("Move {last} of {last}")).shows("!You are");
    stage.keys("<Left>").shows(&format!("Move {} of {last}", last - 1));
    stage.keys("<Home>").shows("At the start, ").keys("h").shows("At the start, ");
    stage.shows("!You are").shows("arrows go through");
    stage.keys("ll").shows(&format!("Move 2 of {last}. ")).shows("about 8 tiles").shows("Better");
    // The most expensive move is the first one in the list.
    stage.keys("<End>j").shows(&format!("Move 2 of {last}. ")).shows("about 8 tiles");
    stage.keys("j").shows(&format!("Move 8 of {last}. ")).shows("about 4 tiles");
    stage.keys("jj").shows(&format!("Move 8 of {last}. ")).keys("kkk").shows("about 8 tiles");
    stage
        .keys("<Tab>")
        .shows("Outlook for X, in tiles")
        .keys("<Tab>")
        .shows("Outlook for O, in tiles");
    stage.keys("v").shows("Both are shown already.").keys("<Esc>").shows("avoid tricks");
}

#[test]
fn clicks_go_to_moves() {
    let whole = game::<Flip>(["human", "first"], 4, usize::MAX);
    let mut stage = showing(&whole, usize::MAX);
    let size = (100, 30);
    let (column, row) = stage.find("Others", size);
    stage.click_at((column, row + 1)).shows("Move 2 of ");
    let (column, row) = stage.find("start", size);
    // Above the left end of the axis, and then at its right end.
    stage.click_at((column + 2, row - 2)).shows("At the start");
    stage.click_at((95, row - 2)).shows("Move 12 of 12");
}

#[test]
fn a_finished_game_is_reviewed_from_its_table() {
    let moves = whole_game();
    let moves: Vec<_> = moves.iter().map(String::as_str).collect();
    let mut stage = Stage::menu().over(table(session(["human", "first"], 4, &moves)));
    stage.shows("You win: O 12, X 4.").shows("e review").keys("e");
    stage.settle().shows("12 reviewed").shows("O you").keys("k").shows("Better: ");
    stage.keys("<Esc>").shows("You win: O 12, X 4.");
    let mut running = Stage::menu().over(table(session(["human", "first"], 4, &moves[..3])));
    running.keys("e").shows("The game is not over.");
}

#[test]
fn a_replayed_game_is_reviewed_as_a_whole() {
    let moves = whole_game();
    let moves: Vec<_> = moves.iter().map(String::as_str).collect();
    let replay =
        TableScreen::new(session(["human", "first"], 4, &moves), Start::Replay, &stage::still());
    let mut stage = Stage::menu().over(replay);
    stage
        .shows("move 0 of 12")
        .keys("..e")
        .settle()
        .shows("12 reviewed")
        .keys("<Esc>")
        .shows("move 2 of 12");
    let nothing =
        TableScreen::new(session(["human", "first"], 4, &[]), Start::Replay, &stage::still());
    Stage::menu().over(nothing).keys("e").shows("Nothing has been played.");
}

#[test]
fn a_saved_game_is_reviewed_from_the_list() {
    let fixture = SavedGamesFixture::with_games();
    let mut stage = Stage::with_store(&fixture.store);
    stage.arcade.open_from(Box::new(saved_games::open));
    stage
        .settle()
        .keys("<End>")
        .settle()
        .shows("First, Greedy")
        .keys("e")
        .settle()
        .shows("Review: Flip 4 x 4");
    stage.settle().shows("12 reviewed").shows("X Greedy").keys("<Esc>").shows("First, Greedy");
    // A running game with hidden information can't be reviewed.
    stage.keys("<Home>").settle().keys("e").shows("Not over yet");
}

#[test]
fn a_board_too_large_for_a_review_is_refused() {
    let mut large = game::<Flip>(["human", "human"], 9, 3);
    large.resign(Seat::new(0)).unwrap();
    Stage::menu().over(table(large)).keys("e").shows("more than 8 x 8 can't be reviewed");
}

#[test]
fn a_running_review_can_be_left() {
    let mut whole = game::<Flip>(["human", "first"], 8, 30);
    whole.resign(Seat::new(0)).unwrap();
    let mut stage = Stage::menu().over(table(whole));
    stage.keys("e").shows("reviewing").shows("of 30").shows("Move 30 of 31: not reviewed yet.");
    stage.keys("<End>").shows("Move 31 of 31: O you resigned.").keys("<Esc>").shows("resigned");
    // Its job ends, too.
    stage.settle();
}

#[test]
fn using_the_evaluation_bar_marks_the_game_as_hinted() {
    let folder = tempfile::tempdir().unwrap();
    for (keys, is_hinted) in
        [("<Tab><Enter>", false), ("v<Tab><Enter>", true), ("vv<Tab><Enter>", true)]
    {
        let store = Store::at(folder.path().join(keys.len().to_string()), || ());
        let table = stage::table(session(["human", "human"], 4, &[])).saved_to(&store);
        let mut stage = Stage::with_store(&store).over(table);
        stage.medium();
        stage.keys(keys).shows("Player 2 to move");
        let kept = store.games().unwrap();
        assert_eq!(
            kept.iter().map(|game| game.marks.hinted).collect::<Vec<_>>(),
            [is_hinted],
            "{keys}"
        );
    }
}

#[test]
fn the_evaluation_bar_shows_the_value() {
    let moves = whole_game();
    let moves: Vec<_> = moves.iter().map(String::as_str).collect();
    let table = table(session(["human", "human"], 4, &moves[..4]));
    let mut stage = Stage::menu().over(table);
    stage.shows("!(solved)").keys("v").wait("O wins by 14 (solved)");
    stage.keys("<Tab><Enter>").wait("(solved)").keys("v").shows("!(solved)");
    let mut cards =
        Stage::menu().over(stage::table(game::<Concentration>(["human", "human"], 0, 0)));
    cards.keys("v").shows("No evaluation for this game.");
    let mut large = Stage::menu().over(stage::table(session(["human", "human"], 10, &[])));
    large.keys("v").shows("No evaluation for this game.");
}

#[test]
fn a_review_says_nothing_about_moves_that_it_has_not_judged() {
    let whole = game::<Flip>(["human", "first"], 4, usize::MAX);
    // A review begins with the last moves.
    for (count, texts) in
        [(0, ["!no costly moves", "!lost "]), (1, ["no costly moves so far", "!lost "])]
    {
        let mut stage = showing(&whole, count);
        for text in texts {
            stage.shows(text);
        }
    }
}

#[test]
fn a_better_move_is_played_out_on_the_board() {
    fn check<G: GameView>(players: &'static [&'static str], size: u16) {
        let whole = game::<G>(players, size, 20);
        let mut stage = showing(&whole, usize::MAX);
        stage.shows("Enter play out").keys("<Enter>").settle().shows("Instead, 1 of ");
        stage.shows("Enter next").shows("Esc back to the game");
        assert!(!stage.medium().contains("or more"), "what follows is known");
        stage.keys("<Right>").shows("Instead, 2 of ").keys("<Enter>").shows("Instead, ");
        stage.keys("<Left><Left><Left>").shows("Instead, 1 of ").keys("<Esc>");
        stage.shows("!Instead").shows("Move ").shows("Enter play out");
        // Any other command returns to the game.
        stage.keys("<Enter>").shows("Instead").keys("<Home>").shows("Instead, 1 of");
        stage.keys("<Tab>").shows("!Instead");
    }
    check::<Flip>(&["human", "first"], 6);
    check::<Concentration>(&["human", "memory:5"], 0);
    check::<Eater>(&["human", "smart"], 6);
    check::<Intensity>(&["human", "careful", "careful", "random"], 0);
    let whole = game::<Flip>(["human", "first"], 4, usize::MAX);
    let mut stage = showing(&whole, usize::MAX);
    stage.keys("<Home><Enter>").shows("No better move is known here.");
}

#[test]
fn a_review_is_at_the_costliest_move_until_the_person_goes_elsewhere() {
    let whole = game::<Flip>(["human", "first"], 4, usize::MAX);
    let last = whole.lines().len();
    // Nothing is judged yet. The last move of this game was the only one.
    let mut stage = showing(&whole, 0);
    let shown = stage.text((80, 24));
    assert!(!shown.contains(&format!("Move {last} of {last}")), "{shown}");
    showing(&whole, usize::MAX).shows(&format!("Move 2 of {last}. ")).shows("Better: ");
    // It is at the costliest move found so far.
    showing(&whole, last - 2).shows(&format!("Move 8 of {last}. "));
}
