//! Tests of every game: `watch`, `replay`, `simulate` and `classic`.

use std::{collections::BTreeMap, fs::File, path::Path};

use fourcade::games::{ArcadeGame, GameFacts};
use fourcade_engine::{
    GameKind,
    play::{Budget, Choice, RecordHeader, Session, ThinkContext, choose_checked, find_player},
    with_game,
};
use serde_json::Value;

use super::{run, run_line, simulate::timeless, stdout_of};

/// The player `random` for every seat, as the argument of `--players`.
fn players(game: GameKind) -> String {
    vec!["random"; game.seat_names().len()].join(",")
}

#[test]
fn watch_prints_the_same_game_for_the_same_seed() {
    for game in GameKind::ALL {
        let (key, players) = (game.key(), players(game));
        let watch = |seed: &str| {
            stdout_of(&format!("watch {key} --plain --players {players} --seed {seed}"))
        };
        let text = watch("7");
        assert!(
            text.starts_with(GameFacts::of(game).title)
                && text.lines().next().unwrap().ends_with(", seed 7"),
            "{text}"
        );
        for (seat, line) in game.seat_names().iter().zip(text.lines().skip(1)) {
            assert_eq!(line, format!("{seat}: Random"));
        }
        let last = text.lines().last().unwrap();
        assert!(
            [" wins", "tie for first: ", "It's a tie: "].iter().any(|text| last.contains(text)),
            "{last}"
        );
        assert_eq!(watch("7"), text, "{key}");
        assert_ne!(watch("8"), text, "{key}");
        assert_eq!(
            stdout_of(&format!("watch {key} --players {players} --seed 7")),
            text,
            "without a terminal"
        );
        assert!(!text.contains("\n\n\n"), "{key}: at most one empty line in a row");
    }
}

/// Plays some lines of the game that `watch` shows for this seed, and writes its record.
pub(super) fn record_game<G: ArcadeGame>(path: &Path, seed: u64, lines: usize) {
    let setup = G::deal_seeded(G::default_size(), seed).unwrap();
    let players = vec!["random".to_owned(); G::SEAT_NAMES.len()];
    let mut session = Session::<G>::new(RecordHeader { setup, players, seed, clock: None });
    let mut random = find_player::<G>("random").unwrap();
    while session.lines().len() < lines && !session.awaited().is_empty() {
        for seat in session.awaited().iter() {
            let context = ThinkContext::new(
                Budget::Nodes(G::DEFAULT_NODES),
                seed,
                seat,
                session.lines().len(),
            );
            let (action, fault) =
                choose_checked(random.as_mut(), session.game(), seat, &context).unwrap();
            session.choose_with(seat, Choice { fault, ..Choice::new(action) }).unwrap();
        }
    }
    session.record().write(&mut File::create(path).unwrap()).unwrap();
}

#[test]
fn replay_prints_what_watch_printed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game");
    for game in GameKind::ALL {
        let watched = stdout_of(&format!(
            "watch {} --plain --players {} --seed 3",
            game.key(),
            players(game)
        ));
        let replay = |lines| {
            with_game!(game, G => record_game::<G>(&path, 3, lines));
            let output = run(&["replay", path.to_str().unwrap(), "--plain"]);
            assert_eq!((output.status, output.err.as_str()), (0, ""), "{game:?}");
            output.out
        };
        assert_eq!(replay(usize::MAX), watched, "{game:?}");
        // The game can be continued to the same end.
        for lines in [0, 3] {
            let start = replay(lines);
            assert!(start.contains("\n\nThe game is not over; to move: "), "{game:?}: {start}");
            let continued =
                run(&["watch", game.key(), "--plain", "--load", path.to_str().unwrap()]);
            assert_eq!(continued.status, 0, "{}", continued.err);
            assert_eq!(continued.out.lines().last(), watched.lines().last(), "{game:?}");
        }
    }
}

#[test]
fn a_simulation_gives_the_same_json_for_the_same_seed() {
    for game in GameKind::ALL {
        let args = format!(
            "simulate {} --players {} --games 4 --seed 2 --json",
            game.key(),
            players(game)
        );
        let json = timeless(&format!("{args} --threads 1"));
        assert_eq!(json, timeless(&format!("{args} --threads 2")));
        assert_ne!(json, timeless(&args.replace("--seed 2", "--seed 3")));
        assert_eq!((&json["game"], &json["games"]), (&game.key().into(), &4.into()));
        assert_eq!(json["size"].is_null(), game.sizes().is_none());
        let results = json["results"].as_array().unwrap();
        assert_eq!(results.len(), game.seat_names().len());
        let points: f64 = results.iter().map(|row| row["points_mean"].as_f64().unwrap()).sum();
        // Each pair of seats shares one point.
        let pairs = game.seat_names().len() * (game.seat_names().len() - 1) / 2;
        assert!((points - f64::from(u32::try_from(pairs).unwrap())).abs() < 1e-9, "{points}");
        let swapped = timeless(&format!("{args} --swap"));
        assert!(
            swapped["results"].as_array().unwrap().iter().all(|row| row["seat"] == Value::Null),
            "{swapped}"
        );
    }
}

#[test]
fn games_with_one_size_reject_the_size_option() {
    for game in GameKind::ALL.into_iter().filter(|game| game.sizes().is_none()) {
        let (key, players) = (game.key(), players(game));
        for args in [
            format!("watch {key} --plain --size 8"),
            format!("play {key} --size 8"),
            format!("simulate {key} --players {players} --games 1 --size 8"),
        ] {
            let output = run_line(&args);
            assert_eq!((output.status, output.out.as_str()), (2, ""), "{args}");
            let message = format!(
                "fourcade: {} has only one size; leave out --size\n",
                GameFacts::of(game).title
            );
            assert_eq!(output.err, message, "{args}");
        }
    }
}

/// Returns the face-up cards in a plain-text desktop, by row and column.
fn face_up(desktop: &[&str]) -> BTreeMap<(usize, usize), String> {
    let cells = desktop.iter().zip(0..).flat_map(|(row, number)| {
        row.split_terminator('\t')
            .zip(1..)
            .map(move |(cell, column)| ((number, column), cell.to_owned()))
    });
    let cells: Vec<_> = cells.collect();
    assert_eq!(cells.len(), 52, "{desktop:?}");
    cells.into_iter().filter(|(_, cell)| cell != "XXX").collect()
}

#[test]
fn plain_text_of_concentration_shows_only_cards_that_were_won() {
    let text = stdout_of("watch concentration --plain --players random,random --seed 4");
    let (mut up, mut won, mut misses) = (BTreeMap::new(), None, 0);
    let lines: Vec<_> = text.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        if lines[at].contains('\t') {
            let now = face_up(&lines[at..at + 4]);
            assert!(
                up.iter().all(|(spot, card)| now.get(spot) == Some(card)),
                "won cards stay face up"
            );
            let new: Vec<_> = now.iter().filter(|(spot, _)| !up.contains_key(*spot)).collect();
            match won.take() {
                None => assert_eq!(new, [], "the first desktop"),
                Some(_) => assert!(new.len() == 2 && new[0].1[1..] == new[1].1[1..], "{new:?}"),
            }
            up = now;
            at += 4;
            continue;
        }
        if lines[at].contains(" won two ") {
            assert_eq!(won.replace(lines[at]), None, "each pair is shown before the next is won");
        } else if let Some((_, cards)) =
            lines[at].split_once(" Random turned ").filter(|(seat, _)| !seat.is_empty())
        {
            // For example `KH at 1 2, 3S at 4 11`. Cards that do not match stay hidden.
            let cards: Vec<_> =
                cards.split(", ").filter_map(|card| card.split_once(" at ")).collect();
            let rank = |card: &str| card[..card.len() - 1].to_owned();
            assert!(cards.len() == 2 && rank(cards[0].0) != rank(cards[1].0), "{}", lines[at]);
            misses += 1;
        }
        at += 1;
    }
    assert!(up.len() == 52 && misses > 26, "{misses}");
}

/// Returns the output of a game's classic program for these typed lines.
fn classic(args: &str, typed: &str) -> String {
    let home = tempfile::tempdir().unwrap();
    let mut program = super::program(home.path());
    program.arg("classic").args(args.split(' '));
    let output = assert_cmd::Command::from_std(program).write_stdin(typed).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{args}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn classic_concentration_plays_the_same_game_as_watch() {
    let classic = classic("concentration --seed 4 --players random", "2\n0\n");
    let watched = stdout_of("watch concentration --plain --players random,random --seed 4");
    let desktop = |text: &str| {
        let lines: Vec<_> =
            text.lines().filter(|line| line.contains('\t')).map(str::to_owned).collect();
        lines[lines.len() - 4..].to_vec()
    };
    assert_eq!(desktop(&classic), desktop(&watched));
    let turns =
        watched.lines().filter(|line| line.contains(" won two ") || line.contains(" at ")).count();
    assert!(classic.contains(&format!("\n{turns} turns played!\n")), "{turns}");
}

/// Splits the plain text of a game of Eater into its boards and the text between them.
fn boards(text: &str) -> (Vec<String>, Vec<String>) {
    let parts: Vec<_> = text.split("  ------------------------\n").map(str::to_owned).collect();
    assert!(parts.len() > 4 && parts.len() % 2 == 1, "{text}");
    let board = |(number, part): (usize, &String)| (number % 2 == 1).then(|| part.clone());
    let text = |(number, part): (usize, &String)| (number % 2 == 0).then(|| part.clone());
    (
        parts.iter().enumerate().filter_map(board).collect(),
        parts.iter().enumerate().filter_map(text).collect(),
    )
}

#[test]
fn rounds_of_eater_are_printed_as_both_choices_and_a_board() {
    let watch = |seed| {
        stdout_of(&format!("watch eater --plain --players random,random --size 6 --seed {seed}"))
    };
    let mut clashes = 0;
    for seed in 0..5 {
        let text = watch(seed);
        let (boards, texts) = boards(&text);
        let empty = |board: &String| board.matches("|   ").count();
        assert_eq!(empty(&boards[0]), 36);
        for (pair, text) in boards.windows(2).zip(&texts[1..]) {
            let lines: Vec<_> = text.lines().filter(|line| !line.is_empty()).collect();
            // The round that closes a row says so.
            let news = lines.iter().filter(|line| line.ends_with(": no path can cross it")).count();
            assert!(news <= 1, "{text}");
            assert_eq!(lines.len(), 2 + news, "both choices and the column numbers: {text}");
            let clash =
                lines[0].starts_with("Both chose ") && lines[0].ends_with(", so the Eater gets it");
            assert!(
                clash
                    || (lines[0].starts_with("Passer Random ")
                        && lines[0].contains(", Eater Random ")),
                "{text}"
            );
            assert_eq!(empty(&pair[0]) - empty(&pair[1]), if clash { 1 } else { 2 }, "{text}");
            clashes += usize::from(clash);
        }
        let end = text.lines().last().unwrap();
        let ends = ["Passer Random wins.", "Eater Random wins."];
        assert!(ends.contains(&end), "{end}");
    }
    assert!(clashes > 0);
}

#[test]
fn classic_eater_plays_the_same_game_as_watch() {
    for seed in 0..5 {
        let classic = classic(&format!("eater 6 --passer random --eater random --seed {seed}"), "");
        let watched = stdout_of(&format!(
            "watch eater --plain --players random,random --size 6 --seed {seed}"
        ));
        assert_eq!(boards(&classic).0, boards(&watched).0);
        let winner = classic.lines().last().unwrap().strip_suffix(" wins!").unwrap();
        assert_eq!(watched.lines().last().unwrap(), format!("{winner} Random wins."));
    }
}
