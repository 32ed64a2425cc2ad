//! Checks of the architecture: which module may use which, how types and files are named, and what
//! the dependencies may be.
//!
//! The sources are read as tokens, so that comments, documentation and unit tests are exempt.

mod dependencies;
mod layers;
mod source;

use std::{
    fs,
    path::{Path, PathBuf},
};

use fourcade_engine::GameKind;
use source::{Found, paths, sources, split_words, words};

fn is_game(name: &str) -> bool {
    name.parse::<GameKind>().is_ok()
}
/// Top-level folders that a source must not mention.
const FOREIGN_FOLDERS: [&str; 5] = ["work", "home", "root", "tmp", "Users"];

#[test]
fn play_and_the_models_use_no_terminal_disk_or_thread() {
    let pure = sources("src")
        .into_iter()
        .filter(|file| file.starts_with("src/engine/play") || is_in_model(file));
    complain(pure, |file, source| {
        paths(source)
            .into_iter()
            .filter(|(_, path)| is_impure(path, file))
            .map(found_path)
            .collect()
    });
}

/// Whether a path leads to something that `play` and the models must not use.
fn is_impure(path: &[String], file: &Path) -> bool {
    let holds = |parts: &[&str]| path.windows(parts.len()).any(|window| window == parts);
    let machine = holds(&["ratatui"]) || holds(&["crossterm"]) || holds(&["std", "fs"]);
    let threads = holds(&["std", "thread"]) || holds(&["rayon"]);
    machine || (threads && file != Path::new("src/engine/play/arena.rs"))
}

/// What only the screen uses.
const OF_THE_SCREEN: [&str; 7] =
    ["ratatui", "crossterm", "GameView", "Controller", "Look", "Areas", "ClickAreas"];

#[test]
fn the_app_has_no_screen() {
    let app = sources("src").into_iter().filter(|file| file.starts_with("src/app"));
    let is_of_the_screen =
        |path: &[String]| path.iter().any(|part| OF_THE_SCREEN.contains(&&**part));
    complain(app, |_, source| {
        let found = paths(source).into_iter().filter(|(_, path)| is_of_the_screen(path));
        found.map(found_path).collect()
    });
}

#[test]
fn screens_practice_widgets_and_programs_name_no_particular_game() {
    let folders = [
        "src/widgets",
        "src/app",
        "src/arcade",
        "src/practice",
        "src/database",
        "src/settings",
        "src/programs",
    ];
    let is_generic = |file: &PathBuf| folders.iter().any(|folder| file.starts_with(folder));
    complain(sources("src").into_iter().filter(is_generic), |_, source| {
        words(source).into_iter().filter(|word| is_game(&word.what)).collect()
    });
}

/// The parts of every game: what the engine has, and what course and arcade add.
const PARTS: [(&str, &[&str]); 3] = [
    ("src/engine", &["model", "players", "reasons", "review", "puzzles"]),
    ("src/course", &["classic"]),
    ("src/games", &["view", "controller", "words", "reasons", "moments", "spoken"]),
];

#[test]
fn all_games_have_the_same_parts() {
    let exists = |path: String| Path::new(env!("CARGO_MANIFEST_DIR")).join(path).exists();
    for (folder, parts) in PARTS {
        let games = GameKind::ALL.map(|game| format!("{folder}/{}", game.key()));
        // A game may have nothing in the course package.
        let games = games.into_iter().filter(|game| exists(game.clone()) || folder != "src/course");
        for path in games.flat_map(|game| parts.iter().map(move |part| format!("{game}/{part}"))) {
            assert!(exists(format!("{path}.rs")) || exists(format!("{path}/mod.rs")), "{path}");
        }
    }
}

#[test]
fn only_the_registries_match_on_the_kind_of_game() {
    // The command `check` lists the suites of the games.
    let registries = ["src/engine/kind.rs", "src/cli/check/mod.rs"].map(Path::new);
    // The facts of a game say which kind it is.
    let has_facts = |file: &Path| {
        file.ends_with("mod.rs")
            && file.ancestors().nth(2).is_some_and(|folder| folder.ends_with("src/games"))
    };
    let is_registry = |file: &Path| registries.contains(&file) || has_facts(file);
    let others = sources("src").into_iter().filter(|file| !is_registry(file));
    complain(others, |_, source| {
        paths(source).into_iter().filter(|(_, path)| names_a_kind(path)).map(found_path).collect()
    });
}

/// The files that open standard output or standard error. `cli::output` makes what is printed
/// printable. The others only ask what it is, print nothing that comes from elsewhere, speak a
/// protocol, or are drawn from cells that are printable.
const STREAMS: [&str; 11] = [
    "src/cli/output.rs",
    "src/cli/screen.rs",
    "src/cli/engine.rs",
    "src/cli/man.rs",
    "src/cli/completions.rs",
    "src/cli/classic.rs",
    "src/arcade/event_loop.rs",
    "src/arcade/terminal/guard.rs",
    "src/programs/command.rs",
    "src/programs/sandbox/namespaces.rs",
    "src/programs/supervisor/process.rs",
];

#[test]
fn only_few_files_open_the_standard_streams() {
    let others =
        sources("src").into_iter().filter(|file| STREAMS.iter().all(|one| file != Path::new(one)));
    complain(others, |_, source| {
        paths(source).into_iter().filter(|(_, path)| opens_stream(path)).map(found_path).collect()
    });
}

/// Whether a path leads to a standard stream, or to a macro that prints.
fn opens_stream(path: &[String]) -> bool {
    let is_imported = path.windows(2).any(|pair| {
        pair[0] == "io" && ["stdout", "stderr", "Stdout", "Stderr"].contains(&pair[1].as_str())
    });
    let prints = ["println", "eprint", "eprintln"];
    is_imported || path.last().is_some_and(|last| prints.contains(&last.as_str()))
}

/// Whether a path names a variant of `GameKind`.
fn names_a_kind(path: &[String]) -> bool {
    path.windows(2).any(|pair| pair[0] == "GameKind" && is_game(&pair[1].to_lowercase()))
}

#[test]
fn tests_start_the_program_in_their_own_home_folder() {
    let tests =
        sources("tests").into_iter().filter(|file| !file.starts_with("tests/program/support"));
    complain(tests, |_, source| {
        let starts = ["Command::new(env!(\"CARGO_BIN_EXE_fourcade\"))", "Command::new(OURS)"];
        let found = source.lines().zip(1..).filter(|(text, _)| {
            !text.contains("let starts") && starts.iter().any(|start| text.contains(start))
        });
        found.map(|(text, line)| Found { line, what: text.trim().to_owned() }).collect()
    });
}

#[test]
fn no_source_mentions_a_top_level_folder() {
    let all = ["src", "tests", "benches"].into_iter().flat_map(sources);
    complain(all, |_, source| foreign_folders(source));
}

#[test]
fn each_file_begins_with_its_documentation() {
    complain(sources("src").into_iter(), |_, source| {
        let says =
            source.starts_with("//! ") && source.lines().next().is_some_and(|line| line.len() > 10);
        if says { Vec::new() } else { vec![Found { line: 1, what: "no `//!` line".to_owned() }] }
    });
}

/// Fails with everything that `check` finds in these files.
#[track_caller]
fn complain(files: impl Iterator<Item = PathBuf>, check: impl Fn(&Path, &str) -> Vec<Found>) {
    let mut complaints = Vec::new();
    for file in files {
        let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file))
            .expect("a source is text");
        for Found { line, what } in check(&file, &source) {
            complaints.push(format!("{}:{line}: {what}", file.display()));
        }
    }
    assert!(complaints.is_empty(), "against the architecture:\n{}", complaints.join("\n"));
}

fn is_in_model(file: &Path) -> bool {
    file.strip_prefix("src/engine").is_ok_and(|rest| {
        let second = rest.components().nth(1).and_then(|part| part.as_os_str().to_str());
        second.is_some_and(|name| name == "model" || name == "model.rs")
    })
}

fn found_path((line, path): (usize, Vec<String>)) -> Found {
    Found { line, what: path.join("::") }
}

/// Finds absolute paths in code, comments and strings.
fn foreign_folders(source: &str) -> Vec<Found> {
    let is_part = |letter: char| letter.is_alphanumeric() || "_-.}/~*".contains(letter);
    let stands_in = |line: &str, folder: &str| {
        let path = format!("/{folder}");
        line.match_indices(&path).any(|(at, _)| {
            let (before, after) =
                (line[..at].chars().next_back(), line[at + path.len()..].chars().next());
            !before.is_some_and(is_part) && !after.is_some_and(|next| next != '/' && is_part(next))
        })
    };
    let numbered = || source.lines().zip(1..);
    let in_line = |(line, number): (&str, usize)| {
        let folder = FOREIGN_FOLDERS.into_iter().find(|folder| stands_in(line, folder))?;
        Some(Found { line: number, what: format!("a path in the top-level folder {folder}") })
    };
    numbered().filter_map(in_line).collect()
}

// The checks themselves are tested on small sources.

mod checks {
    use super::*;

    fn named(source: &str) -> Vec<String> {
        paths(source).into_iter().map(|(_, path)| path.join("::")).collect()
    }

    #[test]
    fn paths_are_found_in_all_positions() {
        assert_eq!(
            named("use std::{io, fs::{self, File}};"),
            ["use", "std::io", "std::fs::self", "std::fs::File"]
        );
        assert!(
            named("fn f() { g(|| { std::thread::sleep(x) }) }")
                .contains(&"std::thread::sleep".to_owned())
        );
        assert!(
            named("fn f(w: &mut ::ratatui::Widget) {}")
                .iter()
                .any(|path| path.ends_with("ratatui::Widget"))
        );
        assert!(named("m!(a, crate::store::Save)").contains(&"crate::store::Save".to_owned()));
        assert!(named("x.store(1, Relaxed); thread.fs()").iter().all(|path| !path.contains("::")));
        assert_eq!(paths("a\n\nb::c")[1], (3, vec!["b".to_owned(), "c".to_owned()]));
    }

    #[test]
    fn comments_documentation_and_tests_are_exempt() {
        let source = "//! std::fs\n/// crate::store\n// ratatui\nfn f() {} /* rayon */ #[cfg(test)] mod toy;\n\
                      #[cfg(test)]\nmod tests { use std::fs; }\nfn g() { flip() }";
        assert_eq!(named(source), ["fn", "f", "fn", "g", "flip"]);
    }

    #[test]
    fn impure_paths_are_found() {
        let leaves = |source: &str, file: &str| {
            paths(source).iter().any(|(_, path)| is_impure(path, Path::new(file)))
        };
        let here = "src/engine/play/game.rs";
        for bad in ["use std::{io, fs};", "f(&mut ::ratatui::Frame)", "crossterm::event::read()"] {
            assert!(leaves(bad, here), "{bad}");
        }
        for good in ["use std::sync::atomic;", "let fs = thread;", "// std::fs"] {
            assert!(!leaves(good, here), "{good}");
        }
        for threads in ["use std::{sync, thread};", "use rayon::prelude::*;"] {
            assert!(leaves(threads, here) && !leaves(threads, "src/engine/play/arena.rs"));
        }
    }

    #[test]
    fn standard_streams_are_found() {
        let opens = |source: &str| paths(source).iter().any(|(_, path)| opens_stream(path));
        for bad in
            ["use std::io::{self, stdout};", "fn f() { io::stderr() }", "fn f() { println!(\"\") }"]
        {
            assert!(opens(bad), "{bad}");
        }
        assert!(!opens("use std::io; fn f() { child.stdout(); writeln!(output, \"\") }"));
    }

    #[test]
    fn variants_of_game_kind_are_found() {
        let names = |source: &str| paths(source).iter().any(|(_, path)| names_a_kind(path));
        assert!(
            names("match kind { GameKind::Flip => 1 }")
                && names("use crate::games::GameKind::{Eater, ALL};")
        );
        assert!(
            !names("GameKind::ALL.iter()")
                && !names("GameKind::from_str(key)")
                && !names("Flip::KEY")
        );
    }

    #[test]
    fn words_are_found_in_names_and_strings() {
        assert_eq!(split_words("FlipView"), ["flip", "view"]);
        assert_eq!(split_words("draw_flip2"), ["draw", "flip2"]);
        assert_eq!(split_words("MAX_EATER"), ["max", "eater"]);
        assert_eq!(split_words("flipped"), ["flipped"]);
        let lines = |source| {
            let games = words(source).into_iter().filter(|word| is_game(&word.what));
            games.map(|word| word.line).collect::<Vec<_>>()
        };
        assert_eq!(
            lines("// flip\nfn f() {\n  say(\"Play Flip now\")\n}\nstruct EaterTable;"),
            [3, 5]
        );
        assert_eq!(lines("fn flipping() { conflip() }"), Vec::<usize>::new());
    }

    #[test]
    fn the_model_of_a_game_is_recognised() {
        for (file, is) in
            [("flip/model/board.rs", true), ("eater/model.rs", true), ("flip/players.rs", false)]
        {
            assert_eq!(is_in_model(&Path::new("src/engine").join(file)), is, "{file}");
        }
    }

    #[test]
    fn paths_in_top_level_folders_are_recognised() {
        for folder in FOREIGN_FOLDERS {
            for bad in
                [format!("\"/{folder}/x\""), format!("// see /{folder}"), format!("(/{folder})")]
            {
                assert_eq!(foreign_folders(&bad).len(), 1, "{bad}");
            }
            for good in [
                format!("src/{folder}/x"),
                format!("a.org/{folder}"),
                format!("/{folder}er"),
                folder.to_owned(),
            ] {
                assert_eq!(foreign_folders(&good), [], "{good}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "src/lib.rs:7: x")]
    fn a_complaint_says_where() {
        complain([PathBuf::from("src/lib.rs")].into_iter(), |_, _| {
            vec![Found { line: 7, what: "x".to_owned() }]
        });
    }

    #[test]
    fn there_are_sources_to_read() {
        let found = sources("src");
        for file in ["src/lib.rs", "src/engine/play/game.rs", "src/engine/flip/model/board.rs"] {
            assert!(found.contains(&PathBuf::from(file)), "{file}");
        }
        assert_eq!(sources("nowhere"), Vec::<PathBuf>::new());
    }
}

/// The files of `src/arcade` that may use the disk: their functions run before the first frame,
/// after the last one, or on other threads.
const OFF_THE_DRAWING_THREAD: [&str; 6] = [
    "src/arcade/terminal/input/mod.rs",
    "src/arcade/environment.rs",
    "src/arcade/event_loop.rs",
    "src/arcade/save_as.rs",
    "src/arcade/screens/saved_games/jobs.rs",
    "src/arcade/terminal/guard.rs",
];
/// What reads or writes files: modules, types, and methods of paths and of the store's files.
const DISK: [&str; 19] = [
    "fs",
    "File",
    "OpenOptions",
    "files",
    "RecordFile",
    "at_home",
    "is_file",
    "is_dir",
    "exists",
    "try_exists",
    "metadata",
    "symlink_metadata",
    "canonicalize",
    "read_dir",
    "read_link",
    "mark_first_run",
    "write_atomic",
    "read_text",
    "log",
];

#[test]
fn the_drawing_thread_opens_no_file() {
    let drawing = sources("src/arcade")
        .into_iter()
        .filter(|file| !OFF_THE_DRAWING_THREAD.iter().any(|other| file == Path::new(other)));
    complain(drawing, |_, source| {
        let uses_disk = |path: &[String]| match path {
            // A field or a parameter, such as `context.files`.
            [name] => name != "files" && name != "log" && DISK.contains(&name.as_str()),
            path => path.iter().any(|part| DISK.contains(&part.as_str())),
        };
        paths(source).into_iter().filter(|(_, path)| uses_disk(path)).map(found_path).collect()
    });
}
