//! Whole conversations, byte for byte. After a deliberate change, `FOURCADE_WRITE_TRANSCRIPTS=1
//! cargo test --test games transcripts` writes them anew.

use std::{env, fmt::Write as _, fs, path::PathBuf};

use super::{converse, script};
use fourcade::{
    games::{ArcadeGame, Notation},
    plain::{self, App, Origin},
};
use fourcade_engine::{
    concentration::Concentration,
    eater::Eater,
    flip::Flip,
    intensity::Intensity,
    play::{
        Budget, Choice, HUMAN, Observation as _, RecordHeader, Seats, Session, ThinkContext,
        choose_checked, find_player,
    },
};

#[track_caller]
fn compare(name: &str, text: &str) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/conversation");
    let path = folder.join(format!("{name}.txt"));
    if env::var_os("FOURCADE_WRITE_TRANSCRIPTS").is_some() {
        fs::write(&path, text).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(text == expected, "{name} has changed:\n{text}");
}

fn session<G: ArcadeGame>(seats: &[&str], size: u16) -> Session<G> {
    let setup = G::deal_seeded(size, 3).unwrap();
    let seats = seats.iter().map(|&seat| seat.to_owned()).collect();
    Session::new(RecordHeader { setup, players: seats, seed: 3, clock: None })
}

/// Types the first legal action at each turn, against these players.
fn first_moves<G: ArcadeGame>(mut session: Session<G>) -> String {
    let mut players: Vec<_> = session
        .header()
        .players
        .iter()
        .map(|name| (name != HUMAN).then(|| find_player::<G>(name).unwrap()))
        .collect();
    let mut lines = String::new();
    while !session.awaited().is_empty() {
        for seat in session.awaited().iter() {
            let (seed, count) = (session.header().seed, session.lines().len());
            match &mut players[seat.index()] {
                Some(player) => {
                    let context =
                        ThinkContext::new(Budget::Nodes(G::DEFAULT_NODES), seed, seat, count);
                    let (action, fault) =
                        choose_checked(player.as_mut(), session.game(), seat, &context).unwrap();
                    session.choose_with(seat, Choice { fault, ..Choice::new(action) }).unwrap();
                }
                None => {
                    let action = session.game().observe(Seats::one(seat)).legal(seat)[0];
                    writeln!(
                        lines,
                        "{}",
                        G::write(action, Notation::FromOne).replace('\u{a0}', " ")
                    )
                    .unwrap();
                    session.choose(seat, action).unwrap();
                }
            }
        }
    }
    lines
}

fn play<G: ArcadeGame>(app: &mut App, session: Session<G>) -> Result<(), plain::Error> {
    plain::play(app, session, Origin::New).map(drop)
}

/// A whole game, after these questions.
fn whole_game<G: ArcadeGame>(seats: &[&str], size: u16, questions: &str) -> String {
    let home = tempfile::tempdir().unwrap();
    let session = session::<G>(seats, size);
    let lines = format!("{questions}{}", first_moves(session.clone()));
    converse(home.path(), script(&lines), |app| play(app, session))
}

#[test]
fn a_whole_game_of_each_kind() {
    compare(
        "flip",
        &whole_game::<Flip>(&[HUMAN, "first"], 4, "help\nmoves\nrow 2\nwhere x\nnear 1 1\n"),
    );
    let seats = [HUMAN, "random", "random", "random"];
    compare("intensity", &whole_game::<Intensity>(&seats, 0, "hand\nseen\ntable\n"));
    let questions = "rest\nrow 1\nmoves\nscore\n";
    compare("concentration", &whole_game::<Concentration>(&[HUMAN, "memory:4"], 0, questions));
    compare("eater", &whole_game::<Eater>(&[HUMAN, "random"], 4, "path\nmoves\nwhere\n"));
}

#[test]
fn a_review_names_what_cost_most_and_keeps_it_for_practice() {
    let home = tempfile::tempdir().unwrap();
    let session = session::<Flip>(&[HUMAN, "first"], 6);
    let lines = format!("{}yes\n99\n", first_moves(session.clone()));
    let mut lines = lines.lines().map(str::to_owned).collect::<Vec<_>>().into_iter();
    let mut costliest = None;
    let listen = move |news: &str| {
        let number = news.lines().find_map(|line| line.strip_prefix("Move ")?.split_once('.'));
        costliest = costliest.take().or(number.map(|(number, _)| number.to_owned()));
        // The position before the costliest move, and an empty line to go on.
        lines.next().or_else(|| costliest.replace(String::new()))
    };
    let text = converse(home.path(), listen, |app| {
        play(app, session)?;
        let mistakes = app.context.store.ask(|database| database.mistakes("flip")).wait()?;
        assert!(!mistakes.is_empty());
        Ok(())
    });
    compare("review", &text);
}

#[test]
fn a_coach_speaks_before_the_opponent_answers() {
    let home = tempfile::tempdir().unwrap();
    let session = session::<Flip>(&[HUMAN, "first"], 6);
    let moves = first_moves(session.clone());
    let mut lines = ["coach"].into_iter().chain(moves.lines()).map(str::to_owned);
    let mut lines = lines.by_ref().collect::<Vec<_>>().into_iter();
    let (mut last, mut takes_back) = (String::new(), true);
    let listen = move |news: &str| {
        if news.contains("Take it back?") {
            return Some(if std::mem::take(&mut takes_back) { "yes" } else { "no" }.to_owned());
        }
        if !news.starts_with("Taken back") {
            last = lines.next()?;
        }
        Some(last.clone())
    };
    let text = converse(home.path(), listen, |app| play(app, session));
    let question = text.find("Take it back").expect(&text);
    let (answer, rest) = text[question..].split_at(text[question..].find("> yes").unwrap());
    assert!(
        !answer.contains("First plays") && rest.starts_with("> yes\nTaken back: 1 move."),
        "{text}"
    );
    compare("coach", &text);
}

#[test]
fn the_puzzle_of_the_day_counts_once() {
    let home = tempfile::tempdir().unwrap();
    let date = "2026-11-22".parse().unwrap();
    let talk = |app: &mut App| {
        plain::puzzle_of_the_day::<Flip>(app, date)?;
        plain::puzzle_of_the_day::<Flip>(app, date)?;
        let answers = app.context.store.ask(|database| database.daily_answers("flip")).wait()?;
        assert_eq!(answers.iter().map(|answer| answer.solved_at).collect::<Vec<_>>(), [None]);
        Ok(())
    };
    compare("puzzle_of_the_day", &converse(home.path(), script("moves\nanswer\nback\n"), talk));
}

#[test]
fn a_person_who_has_resigned_keeps_the_name() {
    let home = tempfile::tempdir().unwrap();
    let session = session::<Intensity>(&[HUMAN, HUMAN, "careful", "careful"], 0);
    let lines = "\nresign\nyes\n\nplayers\n";
    let text = converse(home.path(), script(lines), |app| play(app, session));
    let (_, answer) = text.split_once("> players\n").unwrap();
    assert!(answer.contains("South is Player 1."), "{text}");
    assert!(answer.contains("Player 1 resigned."), "{text}");
}

#[test]
fn two_people_at_one_keyboard() {
    let home = tempfile::tempdir().unwrap();
    let session = session::<Eater>(&[HUMAN, HUMAN], 3);
    let lines = "\n1 2\n\n1 2\n\n1 3\nmoves\n2 3\n\n2 2\n\nundo\n";
    let text = converse(home.path(), script(lines), |app| play(app, session));
    compare("hotseat", &text);
    // Nobody hears the choice of the other before both have chosen.
    let first = text.find("> 1 2").unwrap();
    let told = text.find("Both choose 1 2").unwrap();
    assert!(text[first..told].matches("1 2").count() == 2, "{text}");
}

#[test]
fn two_people_who_share_a_board_get_no_advice() {
    let home = tempfile::tempdir().unwrap();
    let session = session::<Flip>(&[HUMAN, HUMAN], 4);
    let text = converse(home.path(), script("goal\n"), |app| play(app, session));
    assert!(
        text.contains("> goal\nEnclose the other's tiles to turn them; the most tiles win.\n"),
        "{text}"
    );
}

#[test]
fn the_first_start() {
    let home = tempfile::tempdir().unwrap();
    let lines = "help\nflap\nlist\nfl\nyes\nback\nset\n2\n2\nback\nstat\nsav\nquit\n";
    compare("first_start", &converse(home.path(), script(lines), plain::menu));
}

#[test]
fn a_lesson() {
    for (name, lines) in [
        ("lesson_flip", "moves\n3 5\n\n2 5\nanswer\n3 2\n\n1 1\n\n3 5\n\n6 4\n\n\nno\n"),
        ("lesson_eater", "1 1\n1 3\n2 3\n\n3 3\n\n5 2\n5 3\n\nback\n"),
    ] {
        let home = tempfile::tempdir().unwrap();
        let talk = |app: &mut App| match name {
            "lesson_flip" => plain::learn::<Flip>(app),
            _ => plain::learn::<Eater>(app),
        };
        compare(name, &converse(home.path(), script(lines), talk));
    }
}

#[test]
fn a_daily_deal() {
    let home = tempfile::tempdir().unwrap();
    let date = "2026-11-22".parse().unwrap();
    let lines = "1\n12 15 23\nmoves\nback\n2\nboard\nundo\nback\nback\n";
    compare(
        "daily",
        &converse(home.path(), script(lines), |app| plain::daily_page(app, Some(date))),
    );
}

#[test]
fn a_round_of_practice() {
    let home = tempfile::tempdir().unwrap();
    let lines = "help\nmoves\nanswer\n1 1\nanswer\nanswer\nback\n";
    let talk = |app: &mut App| plain::practice_rounds::<Flip>(app, None, 7);
    compare("practice", &converse(home.path(), script(lines), talk));
    let talk = |app: &mut App| plain::practice_rounds::<Intensity>(app, None, 7);
    compare("practice_cards", &converse(home.path(), script("hand\nanswer\nquit\n"), talk));
}
