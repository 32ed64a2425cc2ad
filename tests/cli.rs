//! The command line: what it answers, on which stream, and with which exit status.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Command, Stdio},
};

use serde_json::Value;

/// What a run of the program left behind.
struct Ran {
    status: i32,
    out: String,
    err: String,
}

/// The program, with a home of its own and no terminal.
fn program(home: &Path) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_fourcade"));
    program.env("FOURCADE_HOME", home).env("NO_COLOR", "1").env("COLUMNS", "100").stdin(Stdio::null());
    program
}

/// Runs it with these words.
fn run(words: &[&str]) -> Ran {
    let home = tempfile::tempdir().unwrap();
    let output = program(home.path()).args(words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs it with the words of a line.
fn line(line: &str) -> Ran {
    run(&line.split_whitespace().collect::<Vec<_>>())
}

/// What it prints when all is well.
fn good(words: &str) -> String {
    let ran = line(words);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{words}");
    ran.out
}

#[test]
fn help_is_there_for_every_command() {
    let help = good("--help");
    for command in ["play", "watch", "classic", "simulate", "replay", "completions", "man"] {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        let of_command = good(&format!("{command} --help"));
        assert!(of_command.contains("Example") && of_command.contains("Usage: fourcade"), "{command}");
    }
    for command in ["play", "watch", "simulate"] {
        let help = good(&format!("{command} --help"));
        for word in ["greedy", "human", "sizes 4 to 1024", "--players", "Reversi"] {
            assert!(help.contains(word), "{command} {word}");
        }
    }
    assert_eq!(good("--version"), concat!("fourcade ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn wrong_use_exits_2_and_says_what_to_do() {
    for (words, hint) in [
        ("--wrong", "--help"),
        ("wrong", "--help"),
        ("plya flip", "play"),
        ("play", "<GAME>"),
        ("play flop", "flip"),
        ("play eater", "try `flip`"),
        ("watch flip --players firts,last", "did you mean first"),
        ("watch flip --players first,nobody", "the players are: human, first, last"),
        ("watch flip --players first:3,last", "takes nothing after its name"),
        ("watch flip --players first", "played by 2 (O, X)"),
        ("watch flip --players first,last,first", "played by 2 (O, X)"),
        ("watch flip --players first,", "no player called \"\""),
        ("watch flip --players human,last", "such as --players"),
        ("watch flip --size 3", "from 4 to 1024"),
        ("watch flip --size 1025", "from 4 to 1024"),
        ("watch flip --size 99999999999", "from 4 to 1024"),
        ("watch flip --size big", "--size"),
        ("watch flip --size=-8", "--size"),
        ("watch flip --seed x", "--seed"),
        ("watch flip --seed 1 --load x", "cannot be used with"),
        ("watch flip --speed 0", "moves a second"),
        ("watch flip --speed NaN", "moves a second"),
        ("play flip --players wrong,human", "the players are"),
        ("play flip --size 2", "from 4 to 1024"),
        ("classic", "Usage: fourcade classic GAME"),
        ("classic chess", "intensity, flip, concentration, eater"),
        ("classic eater", "try `flip`"),
        ("simulate flip", "--players"),
        ("simulate flip --players first,last", "--games"),
        ("simulate flip --players first,last --games 0", "--games"),
        ("simulate flip --players first,last --games 1 --threads 0", "--threads"),
        ("simulate flip --players first,last --games 1 --nodes 5 --time 5", "cannot be used with"),
        ("simulate flip --players first,human --games 1", "only computers play here"),
        ("simulate flip --players first --games 1", "played by 2"),
        ("simulate flip --players first,last --games 1 --size 0", "from 4 to 1024"),
        ("replay", "<FILE>"),
        ("completions tcsh", "zsh"),
        ("man nothing", "simulate"),
    ] {
        let ran = line(words);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words}");
        assert!(ran.err.contains(hint), "{words}: {}", ran.err);
    }
}

#[test]
fn without_a_terminal_the_screens_name_what_works() {
    let folder = tempfile::tempdir().unwrap();
    let record = recorded(folder.path());
    for words in [&[][..], &["play", "flip"], &["--ascii", "--theme", "x"], &["replay", &record]] {
        let ran = run(words);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words:?}");
        assert!(ran.err.contains("--plain") && ran.err.contains("classic"), "{words:?}: {}", ran.err);
    }
}

#[test]
fn watch_prints_a_game_that_its_seed_repeats() {
    let game = good("watch flip --plain --players random,greedy --size 5 --seed 7");
    assert!(game.starts_with("Flip, size 5, seed 7\nO: random\nX: greedy\n\n+-----+\n|.....|\n"), "{game}");
    assert!(game.lines().any(|line| line.starts_with("O random plays ")), "{game}");
    let last = game.lines().last().unwrap();
    assert!(last.contains(" wins: O ") || last.starts_with("A draw: O "), "{last}");
    // Without a terminal it does the same by itself.
    assert_eq!(good("watch flip --players random,greedy --size 5 --seed 7"), game);
    assert_ne!(good("watch flip --players random,greedy --size 5 --seed 8"), game);
    assert!(good("watch flip --plain --size 4").contains("seed"));
}

/// A game saved by the classic program after a move, in this folder.
fn recorded(folder: &Path) -> String {
    let path = folder.join("game").to_str().unwrap().to_owned();
    let home = tempfile::tempdir().unwrap();
    let mut words = program(home.path());
    words.args(["classic", "flip", "new", "4", "1"]);
    let said = assert_cmd::Command::from_std(words).write_stdin(format!("0 2\ns{path}\n")).output().unwrap();
    assert_eq!(said.status.code(), Some(0));
    path
}

#[test]
fn a_saved_game_can_be_watched_on_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = recorded(folder.path());
    let game = run(&["watch", "flip", "--load", &path, "--players", "first,last"]);
    assert!(game.status == 0 && game.out.contains("O: first") && game.out.contains("+----+\n|.XO.|"), "{}", game.out);
    let person = run(&["watch", "flip", "--load", &path]);
    assert!(person.status == 2 && person.err.contains("--players"), "{}", person.err);

    let replay = run(&["replay", &path, "--plain"]);
    let expected = "\
Flip, size 4, seed 0
O: human
X: first

+----+
|....|
|.OX.|
|.XO.|
|....|
+----+

O human plays 0 2, flips 1

+----+
|..O.|
|.OO.|
|.XO.|
|....|
+----+

X first plays 0 1, flips 1

+----+
|.XO.|
|.XO.|
|.XO.|
|....|
+----+

The game is not over; to move: O human.
";
    assert_eq!((replay.status, replay.out.as_str()), (0, expected));
}

#[test]
fn files_that_are_no_records_are_named_with_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let whole = fs::read_to_string(recorded(folder.path())).unwrap();
    let path = folder.path().join("other");
    let path = path.to_str().unwrap();
    for (text, hint) in [
        (String::new(), "line 1"),
        ("junk\n".to_owned(), "line 1"),
        (whole.replace("\"0 2\"", "\"0 0\""), "line 2: a move must flip at least one tile"),
        (whole.replace("{\"end\":2}\n", ""), "line 4"),
        (whole.replace("\"flip\"", "\"poker\""), "poker"),
        ("\0".repeat(100_000), "line 1"),
    ] {
        fs::write(path, text).unwrap();
        for words in [
            &["replay", "--plain", path][..],
            &["replay", path],
            &["watch", "flip", "--load", path],
            &["play", "flip", "--load", path],
        ] {
            let ran = run(words);
            assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{words:?}");
            assert!(ran.err.starts_with("fourcade: ") && ran.err.contains(path), "{words:?}: {}", ran.err);
            assert!(ran.err.contains(hint), "{hint}: {}", ran.err);
        }
    }
    for missing in [folder.path().to_str().unwrap(), "missing"] {
        let ran = run(&["replay", "--plain", missing]);
        assert_eq!(ran.status, 1, "{missing}: {}", ran.err);
    }
}

#[test]
fn a_simulation_is_one_json_object() {
    let ran = line("simulate flip --players greedy,random --games 6 --swap --seed 5 --threads 2 --size 6 --json");
    assert_eq!((ran.status, ran.err.as_str(), ran.out.lines().count()), (0, "", 1));
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    let keys =
        ["game", "players", "size", "seed", "games", "threads", "seconds", "turns_mean", "turns_ci95", "results"];
    assert_keys(&ran.out, &keys);
    assert_eq!(json.as_object().unwrap().len(), keys.len());
    assert_eq!((&json["game"], &json["size"], &json["seed"]), (&"flip".into(), &6.into(), &5.into()));
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
    let row = ran.out.split("\"results\":[").nth(1).unwrap();
    assert_keys(row, &keys);
    for (result, name) in json["results"].as_array().unwrap().iter().zip(["greedy", "random"]) {
        assert_eq!(result.as_object().unwrap().len(), keys.len());
        assert_eq!((&result["player"], &result["seat"]), (&name.into(), &Value::Null));
        let count = |key: &str| result[key].as_u64().unwrap();
        assert_eq!(count("wins") + count("draws") + count("losses"), 6);
    }
    let scores = |key: &str| json["results"].as_array().unwrap().iter().map(|r| r[key].as_f64().unwrap()).sum::<f64>();
    assert!((scores("win_rate") - 1.0).abs() < 1e-9);
    assert!(scores("score_mean") <= 36.0 + 1e-9);
}

/// These keys stand in the text in this order.
fn assert_keys(text: &str, keys: &[&str]) {
    let place = |key: &&str| text.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{key} is missing"));
    assert!(keys.iter().map(place).is_sorted(), "{text}");
}

/// The parts of a simulation's result that do not depend on clocks and threads.
fn timeless(words: &str) -> Value {
    let mut json: Value = serde_json::from_str(&good(words)).unwrap();
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
fn a_simulation_is_the_same_for_any_number_of_threads() {
    let words = "simulate flip --players random,greedy --games 40 --seed 11 --json";
    for more in ["", " --swap", " --swap --openings 0", " --openings 4 --size 5"] {
        let one = timeless(&format!("{words}{more} --threads 1"));
        assert_eq!(one, timeless(&format!("{words}{more} --threads 3")), "{more}");
        assert_eq!(one["results"][0]["seat"], if more.contains("swap") { Value::Null } else { 0.into() });
    }
    assert_ne!(timeless(words), timeless(&words.replace("11", "12")));
}

#[test]
fn openings_keep_players_without_chance_from_repeating_one_game() {
    let spread = |more: &str| {
        let json = timeless(&format!("simulate flip --players first,last --games 20 --seed 1 --json{more}"));
        json["results"][0]["score_ci95"].as_f64().unwrap()
    };
    assert!(spread("").abs() < f64::EPSILON);
    assert!(spread(" --openings 6") > 0.0);
    assert!(spread(" --swap") > 0.0, "six by themselves");
}

#[test]
fn a_simulation_without_json_is_a_table() {
    let table = good("simulate flip --players first,last --games 3 --seed 9 --threads 1");
    for words in ["3 games, seed 9, 1 thread,", "O first", "X last", "wins", "draws", "losses", "rate", "ms/move", "±"]
    {
        assert!(table.contains(words), "{words}: {table}");
    }
    assert!(!table.contains("results may vary"));
    let widths: Vec<_> = table.lines().rev().take(3).map(|line| line.chars().count()).collect();
    assert!(widths.iter().all(|&width| width == widths[0]), "{table}");
    assert!(good("simulate flip --players first,last --games 1 --time 5").contains("results may vary"));
    let json = line("simulate flip --players first,last --games 1 --time 5 --json");
    assert!(json.err.contains("results may vary") && serde_json::from_str::<Value>(&json.out).is_ok());
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let home = tempfile::tempdir().unwrap();
    for words in [
        "watch flip --plain --size 40 --players first,last",
        "classic flip new 40 1 2",
        "simulate flip --players first,last --games 1 --json",
        "simulate flip --players first,last --games 1",
        "completions bash",
        "man",
        "--help",
        "--version",
    ] {
        let mut child =
            program(home.path()).args(words.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        if words.contains("40") {
            out.read_line(&mut String::new()).unwrap();
        }
        drop(out);
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""), "{words}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_can_t_be_written_is_an_error() {
    let home = tempfile::tempdir().unwrap();
    for words in ["watch flip --plain", "classic flip new 8 1 2", "man", "simulate flip --players first,last --games 1"]
    {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = program(home.path()).args(words.split(' ')).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{words}: {err}");
        assert!(err.starts_with("fourcade: the output can't be written"), "{words}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn words_need_not_be_text() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let home = tempfile::tempdir().unwrap();
    let junk = OsStr::from_bytes(b"\xff\xfe");
    for (words, status) in [
        (vec![junk], 2),
        (vec!["play".as_ref(), junk], 2),
        (vec!["watch".as_ref(), "flip".as_ref(), "--players".as_ref(), junk], 2),
        (vec!["watch".as_ref(), "flip".as_ref(), "--load".as_ref(), junk], 1),
        (vec!["replay".as_ref(), junk], 1),
        (vec!["classic".as_ref(), junk], 2),
        (vec!["classic".as_ref(), "flip".as_ref(), junk], 1),
        (vec!["man".as_ref(), junk], 2),
    ] {
        let output = program(home.path()).args(&words).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{words:?}");
    }
}

#[test]
fn completions_and_manual_pages_are_printed() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(good(&format!("completions {shell}")).contains("fourcade"), "{shell}");
    }
    assert!(good("man").starts_with(".ie"));
    assert!(good("man simulate").contains(".TH fourcade-simulate 1"));
}

#[test]
fn nothing_is_written_into_the_home_by_plain_commands() {
    let home = tempfile::tempdir().unwrap();
    for words in
        ["watch flip --plain --size 4", "simulate flip --players first,last --games 1", "classic flip new 4 1 2"]
    {
        program(home.path()).args(words.split(' ')).output().unwrap();
    }
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
}
