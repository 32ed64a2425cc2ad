//! Programs as players of Eater and Concentration: the examples of `docs/programs.md`, and others
//! that misbehave.

use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use fourcade_course::program::{AnswerRules, AsksPrograms, ProgramPlayer};
use fourcade_engine::{
    concentration::{Concentration, model::CardLayout},
    eater::{Eater, model::EaterSetup},
    play::{
        Budget, CancelToken, Fault, GameInfo, Player, PlayerError, Seat, ThinkContext,
        choose_checked, random,
    },
};
use fourcade_programs::{Runner, SandboxPolicy};
use serde_json::Value;
use tempfile::TempDir;

use crate::{
    flows::flip_table::leave_unfinished,
    support::{self, Launch},
};

const OURS: &str = env!("CARGO_BIN_EXE_fourcade");

/// A folder with the example programs.
pub fn examples() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    support::write_example_programs(folder.path(), &["near.c", "pairs.py"]);
    folder
}

/// Runs `fourcade` in a folder. Returns its status, its output and its messages.
pub fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let mut program = support::program(folder);
    // The system's compiler and interpreters, which the sandbox shows.
    program.current_dir(folder).env("PATH", "/usr/bin:/bin").args(args);
    let output = program.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Checks that these players play two games, the second one with changed seats, without a fault.
#[track_caller]
fn plays(folder: &Path, game: &str, players: &str, options: &[&str]) {
    let args = ["simulate", game, "--games", "2", "--swap", "--seed", "5", "--json", "--players"];
    let (status, out, err) = run(folder, &[&args[..], &[players], options].concat());
    assert_eq!((status, err.as_str()), (0, ""), "{players}");
    let json: Value = serde_json::from_str(&out).unwrap();
    let results = json["results"].as_array().unwrap();
    assert_eq!(results.len(), 2, "{out}");
    for result in results {
        assert_eq!(result["illegal"], 0, "{out}");
    }
}

#[test]
fn the_examples_play_whole_games_against_beginners() {
    let folder = examples();
    let eater = format!("program:./near.c,{}", Eater::LEVELS[0].player);
    plays(folder.path(), "eater", &eater, &["--size", "5"]);
    if !Path::new("/usr/bin/python3").exists() {
        return;
    }
    let beginner = Concentration::LEVELS[0].player;
    plays(folder.path(), "concentration", &format!("program:./pairs.py,{beginner}"), &[]);
    // The file is found though the program runs in an empty folder.
    plays(folder.path(), "concentration", &format!("program:python3 pairs.py,{beginner}"), &[]);
}

/// Gives an example program a request as it stands in the documentation. Returns its answer.
fn answer(program: &mut Command, request: &[&str]) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/programs.md");
    let page = fs::read_to_string(page).unwrap();
    for line in request {
        assert!(page.contains(&format!(" | `{line}` |\n")), "{line}");
    }
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(request.join("\n").as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn the_examples_answer_the_requests_of_the_documentation() {
    let folder = examples();
    let near = folder.path().join("near");
    let mut compiler = Command::new("cc");
    compiler.arg("-o").arg(&near).arg(folder.path().join("near.c"));
    assert!(compiler.status().unwrap().success());
    assert_eq!(answer(&mut Command::new(near), &["2", "3", "0 1 0", "0 0 2", "0 0 0"]), "1 1\n");
    let row = "0 0 0 0 0 0 0 0 0 0 0 0 0";
    let request =
        ["2", "0 5 0 0 0 0 0 0 0 0 0 0 0", row, row, row, "3", "3 13 0 12", "0 1 2 5", "0 2 3 5"];
    let mut python = Command::new("python3");
    assert_eq!(answer(python.arg(folder.path().join("pairs.py")), &request), "0 1\n");
}

/// Lets a shell script choose in a new game. Returns its choice or the one that replaces it.
fn choice<G: AsksPrograms>(
    setup: &G::Setup,
    script: &str,
    time: Duration,
    cancel: &CancelToken,
) -> Result<(G::Action, Option<Fault>), PlayerError> {
    let runner = Runner::with_supervisor(OURS);
    let command = format!("sh -c {}", shlex::try_quote(script).unwrap());
    let program = runner.prepare_command(&command, &|| cancel.is_cancelled()).unwrap();
    let rules = AnswerRules::new(time, false);
    let mut player: Box<dyn Player<G>> = Box::new(ProgramPlayer::new(program, rules));
    let seat = Seat::new(0);
    let context = ThinkContext::new(Budget::Nodes(1), 1, seat, 0).with_cancel(cancel.clone());
    choose_checked(&mut *player, &G::start(setup), seat, &context)
}

/// Checks what the log says of each script, and that a legal choice replaces its answer.
fn faults<G: AsksPrograms>(setup: &G::Setup, cases: &[(&str, &str)]) {
    for (script, why) in cases {
        let (action, fault) =
            choice::<G>(setup, script, Duration::from_secs(2), &CancelToken::default()).unwrap();
        assert_eq!(fault.expect(script).description, *why, "{script}");
        assert_eq!(G::start(setup).check(Seat::new(0), action), Ok(()), "{script}");
    }
}

const BROKEN: [(&str, &str); 7] = [
    ("true", "printed nothing"),
    ("exit 3", "printed nothing and ended with status 3"),
    ("echo the middle", "printed no number but \"the middle\""),
    ("echo 2", "printed only one number, 2"),
    ("echo 1 1; kill -SEGV $$", "ended by signal 11 (segmentation fault)"),
    ("echo 1 1; sleep 100", "timed out after 2 s"),
    ("yes", "printed more than 64 KiB"),
];

#[test]
fn faults_are_described_and_a_legal_choice_replaces_them() {
    let setup = EaterSetup::new(4).unwrap();
    faults::<Eater>(&setup, &BROKEN);
    faults::<Eater>(
        &setup,
        &[
            ("echo 5 1", "5 1 - row and column must be within 1 - 4"),
            ("echo 0 1", "0 1 - give a row and a column, such as 2 3"),
        ],
    );
    let layout = CardLayout::shuffled(&mut random::rng(1, &[]));
    faults::<Concentration>(&layout, &BROKEN);
    faults::<Concentration>(
        &layout,
        &[("echo 4 1", "4 1 - row and column must be within 0 - 3 and 1 - 13")],
    );
}

#[test]
fn a_program_that_is_no_longer_needed_is_stopped() {
    let cancel = CancelToken::default();
    let start = Instant::now();
    let chosen = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let (setup, time) = (EaterSetup::new(3).unwrap(), Duration::from_secs(100));
            choice::<Eater>(&setup, "sleep 100", time, &cancel)
        });
        std::thread::sleep(Duration::from_millis(300));
        cancel.cancel();
        waiting.join().unwrap()
    });
    assert_eq!(chosen, Err(PlayerError::Cancelled));
    assert!(start.elapsed() < Duration::from_secs(50));
}

#[test]
fn a_game_goes_on_after_an_illegal_choice_and_reports_it() {
    let home = tempfile::tempdir().unwrap();
    // Legal once, and taken from then on.
    let players = "program:sh -c 'echo 1 1',random";
    let args = ["watch", "eater", "--plain", "--size", "3", "--seed", "1", "--players", players];
    let (status, out, err) = run(home.path(), &args);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.contains("sh broke the rules (1 1 - that cell is taken)"), "{out}");
    assert!(out.contains("wins"), "{out}");
}

#[test]
fn side_effects_of_an_answer_are_reported() {
    let home = tempfile::tempdir().unwrap();
    let players = "program:sh -c 'echo thinking >&2; expr 1 + 1 >&2; echo 1 1',random";
    let args = ["watch", "eater", "--plain", "--size", "3", "--seed", "1", "--players", players];
    let (status, out, err) = run(home.path(), &args);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.matches("sh reports: 2\n").count() > 1, "{out}");
    let runner = Runner::with_supervisor(OURS).with_sandbox(SandboxPolicy::IfAvailable);
    if runner.sandbox_kind().is_some() {
        let started = "sh starts other programs (expr), which the course forbids\n";
        assert_eq!(out.matches(started).count(), 1, "{out}");
    }
}

#[test]
fn a_simulation_reports_started_programs_and_faults_once() {
    let home = tempfile::tempdir().unwrap();
    let players = "random,program:sh -c 'expr 1 + 1 >&2; echo 1 1'";
    let args = ["simulate", "eater", "--size", "3", "--games", "4", "--swap", "--players", players];
    let (status, out, err) = run(home.path(), &args);
    assert!(status == 0 && out.contains("4 games"), "{out}{err}");
    let runner = Runner::with_supervisor(OURS).with_sandbox(SandboxPolicy::IfAvailable);
    if runner.sandbox_kind().is_some() {
        let started = "starts other programs (expr), which the course forbids\n";
        assert_eq!(err.matches(started).count(), 1, "{err}");
        assert_eq!(err.lines().count(), 2, "{err}");
    }
    let first = " times; first: 1 1 - that cell is taken\n";
    assert!(err.contains("fourcade: sh -c ") && err.ends_with(first), "{err}");
    let (_, out, _) = run(home.path(), &[&args[..], &["--json"]].concat());
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    let [own, program] = [0, 1].map(|player| &report["results"][player]);
    assert_eq!((&own["illegal"], &own["faults"]), (&0.into(), &serde_json::Value::Null));
    let fault = &program["faults"][0];
    assert_eq!((&fault["kind"], &fault["count"]), (&"illegal".into(), &program["illegal"]));
    assert_eq!(fault["first"], "1 1 - that cell is taken");
}

/// Writes a game of Eater with this Passer in which both have chosen once.
fn record(folder: &Path, passer: &str) -> String {
    let seats = serde_json::to_string(&[passer, "random"]).unwrap();
    let text = format!(
        "{{\"fourcade\":1,\"game\":\"eater\",\"format\":1,\"setup\":{{\"size\":3}},\
         \"seats\":{seats},\"seed\":7}}\n{{\"step\":[[0,\"1 1\"],[1,\"2 2\"]]}}\n{{\"end\":1}}\n"
    );
    let path = folder.join("game.jsonl");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_program_that_a_file_names_starts_only_when_it_is_allowed() {
    let launch = Launch::arcade();
    let folder = launch.home();
    let mark = folder.join("STARTED");
    let file = record(folder, &format!("program:sh -c 'echo 1 2; touch {}'", mark.display()));

    let (status, out, err) = run(folder, &["replay", &file, "--plain"]);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    let watch = ["watch", "eater", "--plain", "--no-sandbox", "--load", &file];
    let (status, _, err) = run(folder, &watch);
    assert!(status != 0 && err.contains("--allow-programs"), "{err}");

    let terminal = launch.clone().args(["watch", "eater", "--load", &file]).start();
    terminal.wait_text("n don't");
    terminal.press("n");
    terminal.wait_text("didn't allow");
    terminal.wait_gone("Start this program?");
    leave_unfinished(&terminal);
    assert!(!mark.exists(), "the program has run");

    let (status, out, err) = run(folder, &[&watch[..], &["--allow-programs"]].concat());
    assert_eq!(status, 0, "{err}");
    assert!(mark.exists(), "{out}");
}

#[test]
fn the_programs_of_the_course_start_no_other_programs() {
    let home = tempfile::tempdir().unwrap();
    for args in [
        ["classic", "eater", "--eater", "program:./near.c"],
        ["classic", "concentration", "--players", "program:./pairs.py"],
    ] {
        let (status, out, _) = run(home.path(), &args);
        assert_eq!(status, 2, "{args:?}");
        assert!(out.contains("other people's programs can't play here"), "{out}");
    }
}
