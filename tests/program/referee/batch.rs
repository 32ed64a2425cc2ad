//! `referee --batch`: games in lines, and their results.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::TestDir;

/// Returns the line of a game between these players.
fn game(id: &str, seed: u64, players: [&str; 4]) -> String {
    format!("{}\n", json!({"id": id, "seed": seed, "players": players, "timeout": 20}))
}

/// Returns the answers of a batch, which must end well, in the order of their lines.
fn answers(dir: &TestDir, options: &str, input: &str) -> Vec<Value> {
    let ran = dir.run_with_input(&format!("referee --batch {options}"), input);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    let mut answers: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    answers.sort_by_key(|answer| answer["line"].as_u64());
    answers
}

/// Removes the measured times of an answer.
fn without_times(mut answer: Value) -> Value {
    if let Some(answer) = answer.as_object_mut() {
        answer.remove("slowest_ms");
        answer.remove("sandbox");
    }
    answer
}

#[test]
fn games_in_lines_have_the_same_results_with_any_number_of_threads() {
    let dir = TestDir::new();
    let input: String = (0..6)
        .map(|seed| {
            let program = ["program:./lowest", "counter"][usize::from(seed % 3 != 0)];
            game(&format!("game {seed}"), seed, [program, "random", "program:./ritchie", "careful"])
        })
        .collect();
    let play = |options: &str| {
        let played = answers(&dir, &format!("--allow-programs {options}"), &input);
        played.into_iter().map(without_times).collect::<Vec<_>>()
    };
    let one = play("--threads 1");
    assert_eq!(play("--threads 3 --no-sandbox"), one);
    assert_eq!(play("--no-sandbox"), one);
    assert_eq!(one.len(), 6);
    for (number, answer) in one.iter().enumerate() {
        assert_eq!(answer["id"], format!("game {number}"));
        assert_eq!((&answer["line"], &answer["seed"]), (&json!(number + 1), &json!(number)));
        assert_eq!(answer["players"][2], "program:./ritchie");
        assert!(answer["illegal"][2].as_u64() > Some(5), "it always plays one card: {answer}");
    }
    assert!(one.iter().any(|answer| answer["penalty"] != one[0]["penalty"]));
    dir.assert_nothing_is_left();
}

#[test]
fn bad_lines_are_explained_and_the_others_are_played() {
    let dir = TestDir::new();
    let good = |id| game(id, 1, ["random"; 4]);
    let mut input = Vec::new();
    for line in [
        good("first"),
        "junk\n".to_owned(),
        "  \n".to_owned(),
        "{\"id\":\"no seed\",\"players\":[\"random\",\"random\",\"random\",\"random\"]}\n"
            .to_owned(),
        game("nobody", 1, ["nobody", "random", "random", "random"]),
        game("human", 1, ["human", "random", "random", "random"]),
        game("missing", 1, ["program:./missing", "random", "random", "random"]),
        game("broken", 1, ["program:./broken.c", "random", "random", "random"]),
        format!("{{\"id\":\"{}\"}}\n", "x".repeat(100_000)),
    ] {
        input.push(line.into_bytes());
    }
    input.push(b"\xff\xfe\n".to_vec());
    input.push(good("last").trim_end().as_bytes().to_vec());
    let mut child = dir
        .command("referee --batch --allow-programs --threads 2")
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&input.concat()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let mut answers: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    answers.sort_by_key(|answer| answer["line"].as_u64());
    let expected = [
        (1, json!("first"), None),
        (2, Value::Null, Some("this is not a game: expected value at line 1")),
        (4, json!("no seed"), Some("missing field `seed`")),
        (5, json!("nobody"), Some("no player called \"nobody\"")),
        (6, json!("human"), Some("human can't play here; name computer players")),
        (7, json!("missing"), Some("./missing")),
        (8, json!("broken"), Some("broken.c could not be compiled")),
        (9, Value::Null, Some("more than 65536 bytes; shorten it")),
        (10, Value::Null, Some("this is not a game")),
        (11, json!("last"), None),
    ];
    assert_eq!(answers.len(), expected.len(), "{answers:?}");
    for (answer, (line, id, error)) in answers.iter().zip(expected) {
        assert_eq!((&answer["line"], &answer["id"]), (&json!(line), &id), "{answer}");
        let found = answer["error"].as_str();
        assert_eq!(found.is_some(), error.is_some(), "{answer}");
        assert!(found.unwrap_or_default().contains(error.unwrap_or_default()), "{answer}");
        assert_eq!(answer["penalty"].is_array(), error.is_none(), "{answer}");
    }
    dir.assert_nothing_is_left();
}

#[test]
fn the_programs_of_lines_do_not_start_unasked_without_a_sandbox() {
    let dir = TestDir::new();
    let input = game("a", 1, ["program:./lowest", "random", "random", "random"]);
    let refused = answers(&dir, "--no-sandbox", &input);
    let error = refused[0]["error"].as_str().unwrap();
    assert!(error.starts_with("./lowest may not start without a sandbox"), "{error}");
    assert!(error.contains("--allow-programs"), "{error}");
    let allowed = answers(&dir, "--no-sandbox --allow-programs", &input);
    assert!(allowed[0]["penalty"].is_array(), "{allowed:?}");
    // Where there is a sandbox, it is enough.
    let confined = answers(&dir, "--sandbox", &input);
    let error = confined[0]["error"].as_str().unwrap_or_default();
    assert!(!error.contains("--allow-programs"), "{confined:?}");
}

/// A batch whose input stays open.
fn start(dir: &TestDir, line: &str) -> Child {
    let mut child = dir
        .command("referee --batch --allow-programs --threads 1")
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
    child
}

#[test]
fn results_come_before_the_input_ends() {
    let dir = TestDir::new();
    let mut child = start(&dir, "");
    let mut results = BufReader::new(child.stdout.take().unwrap());
    for id in ["one", "two", "three"] {
        let line = game(id, 5, ["random"; 4]);
        child.stdin.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
        let mut answer = String::new();
        results.read_line(&mut answer).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&answer).unwrap()["id"], id);
    }
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn signals_and_a_closed_output_end_a_batch_in_the_middle_of_a_game() {
    let dir = TestDir::new();
    let games: String = (0..4)
        .map(|id| {
            game(&id.to_string(), 1, ["program:./hanging-in-batch", "random", "random", "random"])
        })
        .collect();
    for (signal, status) in [(Some(Signal::INT), 130), (Some(Signal::TERM), 143), (None, 0)] {
        let mut child = start(&dir, &(game("quick", 1, ["random"; 4]) + &games));
        let input = child.stdin.take();
        let mut results = BufReader::new(child.stdout.take().unwrap());
        results.read_line(&mut String::new()).unwrap();
        #[cfg(target_os = "linux")]
        crate::support::wait_until("a program plays", || {
            super::processes("hanging-in-batch").iter().any(|process| process.exists())
        });
        match signal {
            Some(signal) => kill_process(Pid::from_child(&child), signal).unwrap(),
            None => drop(results),
        }
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{err}");
        assert_eq!(err.contains("interrupted"), signal.is_some(), "{err}");
        drop(input);
        dir.assert_nothing_is_left();
    }
}

#[test]
fn a_batch_takes_no_players_from_the_command_line() {
    let dir = TestDir::new();
    for options in ["./lowest", "--player random", "--seed 1", "--json", "-i", "--timeout 3"] {
        let ran = dir.run(&format!("referee --batch {options}"));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{options}: {}", ran.err);
    }
    for options in ["--threads 2", "--allow-programs"] {
        let ran = dir.run(&format!("referee --player random {options}"));
        assert!(ran.status == 2 && ran.err.contains("--batch"), "{options}: {}", ran.err);
    }
}

/// Returns the block of `docs/cluster.md` below this mark.
fn documented(mark: &str) -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/cluster.md")).unwrap();
    let (_, from) = page.split_once(&format!("<!-- {mark} -->\n```")).expect(mark);
    let (_, from) = from.split_once('\n').expect(mark);
    from.split_once("```\n").expect(mark).0.to_owned()
}

#[test]
fn the_documented_game_has_the_documented_result() {
    let dir = TestDir::new();
    let played = answers(&dir, "", &documented("game"));
    let result: Value = serde_json::from_str(&documented("result")).unwrap();
    let fields = |answer: &Value| answer.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(fields(&played[0]), fields(&result));
    assert_eq!(without_times(played[0].clone()), without_times(result));
}

#[test]
fn the_documented_jobs_split_the_lines_among_their_tasks() {
    let dir = TestDir::new();
    let games: String = (0..10).map(|id| game(&id.to_string(), id, ["random"; 4])).collect();
    std::fs::write(dir.file("games"), games).unwrap();
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_fourcade"));
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let yaml = documented("job.yaml");
    let (_, script) = yaml.split_once("- |\n").unwrap();
    let (script, _) = script.split_once("          resources").unwrap();
    for (script, index) in [
        (documented("games.sbatch").as_str(), "SLURM_ARRAY_TASK_ID"),
        (script, "JOB_COMPLETION_INDEX"),
    ] {
        let mut ids = Vec::new();
        for task in 0..4 {
            let status = std::process::Command::new("sh")
                .args(["-c", script])
                .env("PATH", &path)
                .env("FOURCADE_HOME", dir.file("home"))
                .env("SLURM_ARRAY_TASK_COUNT", "4")
                .env(index, task.to_string())
                .current_dir(dir.home.path())
                .status();
            assert!(status.unwrap().success(), "{script}");
            let results = dir.file(&format!("results-{task}"));
            let text = std::fs::read_to_string(&results).unwrap();
            std::fs::remove_file(results).unwrap();
            let answers = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            ids.extend(answers.map(|answer| answer["id"].as_str().unwrap().to_owned()));
        }
        ids.sort();
        assert_eq!(ids, ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"], "{index}");
    }
}

#[test]
fn the_documented_script_plays_a_simulation_in_an_array_job() {
    let dir = TestDir::new();
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_fourcade")).parent().unwrap();
    // In place of the cluster's, which runs each task on some node.
    let sbatch = "#!/bin/sh\nexport SLURM_ARRAY_TASK_COUNT=4\n\
                  for task in 0 1 2 3; do SLURM_ARRAY_TASK_ID=$task sh \"$2\"; done\n";
    let job = documented("games.sbatch").replace("fourcade referee", "fourcade simulate");
    for (name, text) in
        [("sbatch", sbatch), ("games.sbatch", &job), ("submit.sh", &documented("submit.sh"))]
    {
        std::fs::write(dir.file(name), text).unwrap();
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(dir.file(name), executable).unwrap();
    }
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{}:{path}", dir.home.path().display(), program.display());
    let run = |how: &[&str]| {
        let args = "simulate eater --players line,random --games 9 --size 4 --seed 8 --json";
        let mut simulation = dir.command(args);
        simulation.args(how).env("PATH", &path).current_dir(dir.home.path());
        let output = simulation.output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        let report: Value = serde_json::from_slice(&output.stdout).expect(&err);
        let results = report["results"].as_array().unwrap();
        let scores = results.iter().map(|row| row["score_mean"].as_f64().unwrap());
        (err, report["games"].as_u64(), scores.collect::<Vec<_>>())
    };
    assert_eq!(run(&["--via", "./submit.sh"]), run(&[]));
}
