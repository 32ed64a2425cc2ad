//! Tests of `keys`.

use std::fs;

use super::program;

#[test]
fn the_commands_are_listed_with_the_keys_that_they_have_now() {
    let home = tempfile::tempdir().unwrap();
    let keys = "[keys]\nundo = [\"f\", \"F5\"]\nresign = \"ctrl-x\"\nundoo = \"x\"\n";
    fs::write(home.path().join("config.toml"), keys).unwrap();
    let run = |args: &[&str]| {
        let output = program(home.path()).arg("keys").args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        let problem = String::from_utf8(output.stderr).unwrap();
        assert!(problem.contains("line 4: there is no command \"undoo\"; did you mean undo?"));
        String::from_utf8(output.stdout).unwrap()
    };
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = run(&[]).lines().map(words).collect();
    for line in [
        "At the table",
        "undo f F5 take back the last move",
        "resign Ctrl-x resign",
        "help ? F1 help: keys and rules",
    ] {
        assert!(lines.iter().any(|other| other == line), "{line}: {lines:#?}");
    }
    let json: Vec<serde_json::Value> = serde_json::from_str(&run(&["--json"])).unwrap();
    let undo = json.iter().find(|row| row["name"] == "undo" && row["screen"] == "At the table");
    assert_eq!(undo.unwrap()["keys"], serde_json::json!(["f", "F5"]));
}
