//! Tests of `simulate`: its output, and equal results for equal seeds.

use serde_json::Value;

use super::{run_line, stdout_of};

#[test]
fn a_simulation_prints_one_json_object() {
    let output = run_line(
        "simulate flip --players greedy,random --games 6 --swap --seed 5 --threads 2 --size 6 --json",
    );
    assert_eq!((output.status, output.err.as_str(), output.out.lines().count()), (0, "", 1));
    let json: Value = serde_json::from_str(&output.out).unwrap();
    let keys = [
        "game",
        "players",
        "size",
        "seed",
        "games",
        "threads",
        "seconds",
        "turns_mean",
        "turns_ci95",
        "results",
    ];
    assert_keys(&output.out, &keys);
    assert_eq!(json.as_object().unwrap().len(), keys.len());
    assert_eq!(
        (&json["game"], &json["size"], &json["seed"]),
        (&"flip".into(), &6.into(), &5.into())
    );
    assert_eq!((&json["games"], &json["threads"]), (&6.into(), &2.into()));
    let keys = [
        "player",
        "seat",
        "games",
        "wins",
        "draws",
        "losses",
        "win_rate",
        "score_mean",
        "score_ci95",
        "points_mean",
        "illegal",
        "moves",
        "ms_per_move",
        "ms_max",
    ];
    let row = output.out.split("\"results\":[").nth(1).unwrap();
    assert_keys(row, &keys);
    for (result, name) in json["results"].as_array().unwrap().iter().zip(["greedy", "random"]) {
        assert_eq!(result.as_object().unwrap().len(), keys.len());
        assert_eq!((&result["player"], &result["seat"]), (&name.into(), &Value::Null));
        let count = |key: &str| result[key].as_u64().unwrap();
        assert_eq!(count("wins") + count("draws") + count("losses"), 6);
    }
    let scores = |key: &str| {
        json["results"].as_array().unwrap().iter().map(|r| r[key].as_f64().unwrap()).sum::<f64>()
    };
    assert!((scores("win_rate") - 1.0).abs() < 1e-9);
    assert!(scores("score_mean") <= 36.0 + 1e-9);
}

/// Checks that the text contains these keys in this order.
fn assert_keys(text: &str, keys: &[&str]) {
    let position = |key: &&str| {
        text.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{key} is missing"))
    };
    assert!(keys.iter().map(position).is_sorted(), "{text}");
}

/// Runs a simulation and returns its JSON without the values that depend on time and threads.
pub fn timeless(args: &str) -> Value {
    let mut json: Value = serde_json::from_str(&stdout_of(args)).unwrap();
    for key in ["threads", "seconds"] {
        json[key].take();
    }
    for result in json["results"].as_array_mut().unwrap() {
        for key in ["ms_per_move", "ms_max"] {
            result[key].take();
        }
    }
    json
}

#[test]
fn a_simulation_does_not_depend_on_the_number_of_threads() {
    let args = "simulate flip --players random,greedy --games 40 --seed 11 --json";
    for options in ["", " --swap", " --swap --openings 0", " --openings 4 --size 5"] {
        let one = timeless(&format!("{args}{options} --threads 1"));
        assert_eq!(one, timeless(&format!("{args}{options} --threads 3")), "{options}");
        assert_eq!(
            one["results"][0]["seat"],
            if options.contains("swap") { Value::Null } else { 0.into() }
        );
    }
    assert_ne!(timeless(args), timeless(&args.replace("11", "12")));
}

#[test]
fn random_openings_keep_deterministic_players_from_repeating_a_game() {
    let spread = |options: &str| {
        let json = timeless(&format!(
            "simulate flip --players first,last --games 20 --seed 1 --json{options}"
        ));
        json["results"][0]["score_ci95"].as_f64().unwrap()
    };
    assert!(spread("").abs() < f64::EPSILON);
    assert!(spread(" --openings 6") > 0.0);
    assert!(spread(" --swap") > 0.0, "--swap implies six random moves");
}

#[test]
fn a_simulation_without_json_prints_a_table() {
    let table = stdout_of("simulate flip --players first,last --games 3 --seed 9 --threads 1");
    for text in [
        "3 games, seed 9, 1 thread,",
        "a game has ",
        " moves\n",
        "O first",
        "X last",
        "wins",
        "draws",
        "losses",
        "rate",
        "ms/move",
        "±",
    ] {
        assert!(table.contains(text), "{text}: {table}");
    }
    assert!(!table.contains("results may vary"));
    let intensity = "simulate intensity --players random,random,random,random --games 1 --seed 1";
    assert!(stdout_of(intensity).contains("a game has 10.0 ± 0.0 rounds\n"));
    let widths: Vec<_> = table.lines().rev().take(3).map(|line| line.chars().count()).collect();
    assert!(widths.iter().all(|&width| width == widths[0]), "{table}");
    let json = run_line("simulate flip --size 4 --players first,level:3 --games 1 --time 5 --json");
    assert!(
        json.err.contains("results may vary") && serde_json::from_str::<Value>(&json.out).is_ok()
    );
}

#[test]
fn the_budget_is_shown_only_if_a_player_searches() {
    for (players, size, is_searching) in [
        ("flip --players first,last", "4", false),
        ("flip --players random,level:1", "4", false),
        ("flip --players first,level:2", "4", false),
        ("flip --players first,level:3", "4", true),
        ("flip --players expert,first", "4", true),
        ("eater --players line,smart", "3", false),
        ("eater --players line,montecarlo", "3", true),
        ("eater --players expert,smart", "3", true),
        ("concentration --players memory:10,memory:5", "", false),
        ("intensity --players random,careful,counter,random", "", false),
        ("intensity --players random,careful,counter,expert", "", true),
    ] {
        let size = if size.is_empty() { String::new() } else { format!(" --size {size}") };
        let run = |budget: &str| {
            run_line(&format!("simulate {players}{size} --games 1 --seed 1 {budget}"))
        };
        for (budget, text) in [
            ("--nodes 300", "players that search look at up to 300 positions per move\n"),
            ("--time 1", "players that search think for 1 ms per move: results may vary\n"),
        ] {
            let output = run(budget);
            assert_eq!(output.status, 0, "{players}: {}", output.err);
            assert_eq!(output.out.contains(text), is_searching, "{players}: {}", output.out);
            assert_eq!(output.out.contains("that search"), is_searching, "{players}");
        }
        let json = run("--time 1 --json");
        assert_eq!(json.err.contains("results may vary"), is_searching, "{players}: {}", json.err);
    }
}

#[test]
fn the_ladder_compares_each_level_with_the_one_below() {
    let table = stdout_of("simulate concentration --ladder --games 5 --seed 3 --threads 2");
    for text in [
        // Five games are rounded up to whole deals.
        "Concentration: 6 games for each level, seed 3, 2 threads,",
        "points: 1 for a win and 1/2 for a draw; equal players have 50%\n",
        "65% to 85%",
        "Easy against Beginner",
        "Expert against Hard",
        "too few games: the result could be far off; try --games 400\n",
    ] {
        assert!(table.contains(text), "{text}: {table}");
    }
    assert!(!table.contains("that search"), "{table}");
    let rows = table.lines().rev().skip(2).take(5);
    let widths: Vec<_> = rows.map(|line| line.chars().count()).collect();
    assert!(widths.iter().all(|&width| width == widths[0]), "{table}");
}

#[test]
fn the_ladder_of_intensity_counts_series_of_games() {
    let table = stdout_of("simulate intensity --ladder --games 1 --seed 3 --nodes 20");
    assert!(table.contains("Intensity: 16 games for each level, seed 3,"), "{table}");
    assert!(table.contains("up to 20 positions per move\n"), "{table}");
    assert!(table.contains("beats in a series of 4 games,\n"), "{table}");
}

#[test]
fn the_ladder_does_not_depend_on_the_number_of_threads() {
    let ladder = |threads: u32| {
        let args = "simulate eater --ladder --games 4 --seed 7 --size 3 --nodes 20 --json";
        let mut json: Value =
            serde_json::from_str(&stdout_of(&format!("{args} --threads {threads}"))).unwrap();
        for key in ["threads", "seconds"] {
            json[key].take();
        }
        json
    };
    let json = ladder(1);
    assert_eq!(json, ladder(3));
    assert_eq!(
        (&json["game"], &json["size"], &json["games"]),
        (&"eater".into(), &3.into(), &4.into())
    );
    let levels = json["levels"].as_array().unwrap();
    let names: Vec<_> = levels.iter().map(|row| row["level"].as_str().unwrap()).collect();
    assert_eq!(names, ["Easy", "Medium", "Hard", "Expert"]);
    for row in levels {
        let share = row["share"].as_f64().unwrap();
        assert_eq!(row["is_within"], (0.65..=0.85).contains(&share), "{row}");
        assert_eq!(row["games"], 4);
    }
}
