//! Tests of `simulate --shard` and `--merge`: the parts of a simulation, put together, are the
//! whole.

use std::{fs, path::PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use super::{RunOutput, run, run_line, stdout_of};

/// A folder with the parts of a simulation.
struct Parts {
    folder: TempDir,
    files: Vec<PathBuf>,
}

impl Parts {
    /// Plays each of `count` shards of a simulation.
    fn play(args: &str, count: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut files = Vec::new();
        for number in 1..=count {
            let path = folder.path().join(format!("part{number:02}.json"));
            let part = stdout_of(&format!("simulate {args} --json --shard {number}/{count}"));
            assert_eq!(part.lines().count(), 1);
            fs::write(&path, part).unwrap();
            files.push(path);
        }
        Self { folder, files }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn merge(&self, options: &[&str]) -> RunOutput {
        merge(&self.files, options)
    }
}

fn merge(files: &[PathBuf], options: &[&str]) -> RunOutput {
    let files = files.iter().map(|file| file.to_str().unwrap());
    let args: Vec<_> = ["simulate"].into_iter().chain(options.iter().copied()).collect();
    run(&args.into_iter().chain(["--merge"]).chain(files).collect::<Vec<_>>())
}

/// Returns a report as text without its times; nothing else is changed.
fn without_times(report: &str) -> String {
    let mut text = report.to_owned();
    for key in ["\"seconds\":", "\"ms_per_move\":", "\"ms_max\":"] {
        let mut pieces = text.split(key);
        let mut kept = pieces.next().unwrap().to_owned();
        for piece in pieces {
            kept += &piece[piece.find([',', '}']).unwrap()..];
        }
        text = kept;
    }
    assert_ne!(text, report, "a report contains times");
    text
}

/// Returns the words of a table without its times: the seconds of the heading, and the last two
/// columns of the rows.
fn words_without_times(table: &str) -> Vec<Vec<&str>> {
    let mut lines: Vec<Vec<_>> =
        table.lines().map(|line| line.split_whitespace().collect()).collect();
    let heading = lines[0].len();
    lines[0].remove(heading - 2);
    let is_row = |line: &Vec<&str>| line.iter().any(|word| word.ends_with('%'));
    for line in lines.iter_mut().filter(|line| is_row(line) && line.contains(&"±")) {
        line.truncate(line.len() - 2);
    }
    lines
}

/// Checks that merged shards give the report of one run, byte for byte but for the times.
fn check_shards(args: &str, counts: &[u32]) {
    let whole = stdout_of(&format!("simulate {args} --json"));
    let table = stdout_of(&format!("simulate {args}"));
    for &count in counts {
        let mut parts = Parts::play(args, count);
        // The order of the files makes no difference.
        parts.files.rotate_left(count as usize / 2);
        let merged = parts.merge(&["--json"]);
        assert_eq!((merged.status, merged.err.as_str()), (0, ""), "{args}, {count} shards");
        let differing = format!("{args}, {count} shards");
        assert_eq!(without_times(&merged.out), without_times(&whole), "{differing}");
        let merged = parts.merge(&[]);
        assert_eq!(merged.status, 0, "{}", merged.err);
        assert_eq!(words_without_times(&merged.out), words_without_times(&table), "{differing}");
    }
}

#[test]
fn shards_of_flip_make_the_whole() {
    let args = "flip --players greedy,random --games 11 --size 6 --seed 5 --threads 2";
    check_shards(args, &[1, 2, 3, 4, 7, 13]);
    check_shards(&format!("{args} --swap"), &[1, 2, 3, 4, 7]);
    check_shards(
        "flip --players level:3,first --games 4 --size 4 --seed 5 --nodes 50 --threads 1",
        &[3],
    );
}

#[test]
fn shards_of_intensity_make_the_whole() {
    let args = "intensity --players random,careful,random,novice --games 10 --seed 6 --threads 2";
    check_shards(args, &[1, 2, 4, 7, 12]);
    check_shards(&format!("{args} --swap"), &[1, 2, 3, 4, 7]);
}

#[test]
fn shards_of_concentration_make_the_whole() {
    let args = "concentration --players memory:10,memory:3 --games 9 --seed 7 --threads 2";
    check_shards(args, &[1, 2, 3, 4, 7, 10]);
    check_shards(&format!("{args} --swap"), &[1, 2, 3, 4, 7]);
}

#[test]
fn shards_of_eater_make_the_whole() {
    let args = "eater --players line,random --games 9 --size 4 --seed 8 --threads 2";
    check_shards(args, &[1, 2, 3, 4, 7, 10]);
    check_shards(&format!("{args} --swap --openings 2"), &[1, 2, 3, 4, 7]);
}

#[test]
fn shards_of_the_ladder_make_the_whole() {
    check_shards("flip --ladder --games 5 --size 4 --seed 3 --nodes 20 --threads 2", &[1, 2, 4]);
    check_shards("eater --ladder --games 4 --seed 7 --size 3 --nodes 20 --threads 2", &[3]);
}

#[test]
fn parts_that_do_not_fit_are_named() {
    let args = "flip --players greedy,random --games 8 --size 4 --seed 5";
    let parts = Parts::play(args, 4);
    let other = |name: &str, args: &str| {
        let path = parts.path(name);
        fs::write(&path, stdout_of(&format!("simulate {args} --json"))).unwrap();
        path
    };
    let edited = |name: &str, change: &dyn Fn(&mut Value)| {
        let path = parts.path(name);
        let text = fs::read_to_string(&parts.files[1]).unwrap();
        let mut part: Value = serde_json::from_str(&text).unwrap();
        change(&mut part);
        fs::write(&path, part.to_string()).unwrap();
        path
    };
    let files = |numbers: &[usize]| -> Vec<PathBuf> {
        numbers.iter().map(|&number| parts.files[number - 1].clone()).collect()
    };
    let with = |extra: PathBuf| [files(&[1, 3, 4]), vec![extra]].concat();
    let version = env!("CARGO_PKG_VERSION");
    for (given, messages) in [
        (files(&[1, 2, 4]), ["a shard is missing: 3/4;", "--shard 3/4"]),
        (files(&[3]), ["shards are missing: 1/4, 2/4, 4/4;", "--shard 1/4"]),
        (files(&[1, 2, 3, 3, 4]), ["shard 3/4 is there twice: ", "part03.json; leave one out"]),
        (
            with(other("seed.json", &format!("{args}6 --shard 2/4"))),
            ["seed.json belongs to another simulation: --seed is 56, but 5 in ", "part01.json"],
        ),
        (
            with(other("size.json", &format!("{args} --openings 2 --shard 2/4"))),
            ["size.json belongs to another simulation: --openings is 2, but 0 in ", "part01"],
        ),
        (
            with(other("game.json", "eater --players line,random --games 8 --seed 5 --shard 2/4")),
            ["game.json belongs to another simulation: the game is eater, but flip in ", "part01"],
        ),
        (
            with(other("three.json", &format!("{args} --shard 2/3"))),
            ["three.json is shard 2/3, but ", "part01.json is shard 1/4, so their games may"],
        ),
        (
            with(edited("old.json", &|part| part["fourcade"] = "0.1.9".into())),
            ["old.json was printed by fourcade 0.1.9, but this is fourcade ", version],
        ),
        (
            with(edited("cut.json", &|part| part["finished"] = 1.into())),
            ["cut.json is incomplete: it was interrupted after 1 game of 2;", "--shard 2/4"],
        ),
        (
            with(edited("sums.json", &|part| {
                part["totals"]["players"]["players"][0]["wins"] = 3.into();
            })),
            ["sums.json is damaged; play its shard again", "--shard 2/4"],
        ),
        (
            with(edited("huge.json", &|part| {
                part["totals"]["players"]["players"][0]["moves"] = u64::MAX.into();
            })),
            ["huge.json is damaged: its sums don't fit the others", "play its shard again"],
        ),
        (
            with(edited("count.json", &|part| part["totals"]["players"]["games"] = 3.into())),
            ["count.json is damaged", "--shard 2/4"],
        ),
        (
            with(edited("shard.json", &|part| part["shard"] = "5/4".into())),
            ["shard.json isn't a part of a simulation (", "such as 3/16"],
        ),
        (
            with(other("whole.json", args)),
            ["whole.json isn't a part of a simulation (", "give --merge the files that --shard"],
        ),
        (
            with(parts.path("nothing.json")),
            ["nothing.json can't be read: ", "give --merge the files that --shard printed"],
        ),
    ] {
        let merged = merge(&given, &["--json"]);
        assert_eq!((merged.status, merged.out.as_str()), (1, ""), "{messages:?}: {}", merged.err);
        for message in messages {
            assert!(merged.err.contains(message), "{message}: {}", merged.err);
        }
    }
    assert_eq!(parts.merge(&[]).status, 0);
}

#[test]
fn the_options_of_shards_are_checked() {
    let args = "simulate flip --players first,last --games 2";
    for (line, message) in [
        (format!("{args} --json --shard 1/2"), "--seed"),
        (format!("{args} --seed 1 --shard 1/2"), "--json"),
        (format!("{args} --seed 1 --json --shard 3/2"), "such as 3/16"),
        (format!("{args} --merge part.json"), "can't be used with"),
        ("simulate --merge".to_owned(), "needs a value"),
        ("simulate".to_owned(), "needs"),
    ] {
        let output = run_line(&line);
        assert_eq!((output.status, output.out.as_str()), (2, ""), "{line}");
        assert!(output.err.contains(message), "{line}: {}", output.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_shard_is_refused() {
    use std::process::Stdio;

    use rustix::process::{Pid, Signal, kill_process};

    let home = tempfile::tempdir().unwrap();
    let child = super::program(home.path())
        .args("simulate flip --players expert,expert --games 1000 --seed 1 --threads 1".split(' '))
        .args(["--nodes", "100000000", "--json", "--shard", "1/2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    super::signals::wait_for_thread(&child, "interrupts");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("games of 500 and can't be merged; play it again"), "{message}");
    let path = home.path().join("part.json");
    fs::write(&path, output.stdout).unwrap();
    let merged = merge(&[path], &[]);
    assert_eq!(merged.status, 1);
    assert!(merged.err.contains("games of 500; play it again with --shard 1/2"), "{}", merged.err);
}
