//! Tests of the sandbox, with each kind that works here.

use std::{
    fs,
    net::TcpListener,
    os::unix::net::UnixListener,
    path::{Path, PathBuf},
    process::Output,
};

use fourcade::programs::{PrepareError, Program, ProgramError, ProgramLimits, Runner, SandboxKind};
use fourcade_engine::play::CancelToken;
use tempfile::TempDir;

use crate::support::program as program_at;

use super::{TestProgram, generous_limits, short_limits, supervised, write_file};

/// Returns a runner for each kind of sandbox that works here, and says which do not.
fn sandboxes() -> Vec<(SandboxKind, Runner)> {
    SandboxKind::ALL
        .into_iter()
        .filter_map(|kind| match supervised().sandboxed_by(kind) {
            Ok(runner) => Some((kind, runner)),
            Err(error) => {
                println!("{} is not tested: {error}", kind.name());
                None
            }
        })
        .collect()
}

/// Returns the kinds that give a program namespaces of its own.
fn namespaces() -> impl Iterator<Item = (SandboxKind, Runner)> {
    sandboxes().into_iter().filter(|(kind, _)| *kind != SandboxKind::Landlock)
}

/// Writes a shell script.
fn script(folder: &TempDir, text: &str) -> PathBuf {
    let path = folder.path().join("script");
    write_file(&path, "755", &format!("#!/bin/sh\n{text}\n"));
    path
}

#[track_caller]
fn prepare(runner: &Runner, path: &Path) -> Program {
    runner.prepare(path, &CancelToken::default()).unwrap()
}

/// Runs a shell script and returns what it printed.
#[track_caller]
fn output(runner: &Runner, text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let program = prepare(runner, &script(&folder, text));
    let output = program.run(b"", &generous_limits(), &CancelToken::default()).unwrap();
    String::from_utf8(output.output).unwrap().trim_end().to_owned()
}

#[test]
fn a_sandboxed_program_can_write_in_its_folder_only() {
    for (kind, runner) in sandboxes() {
        let subject = TestProgram::new(&runner);
        assert_eq!(subject.answer("answer 23"), "23", "{kind:?}");
        assert_eq!(subject.answer("large 1"), "written", "{kind:?}");
        assert_eq!(subject.answer("mess 0"), "made", "{kind:?}");
        assert!(!subject.notes().exists(), "{kind:?}: the program wrote outside its folder");
        fs::write(subject.notes(), "").unwrap();
        assert_eq!(subject.answer("write 0"), "refused", "{kind:?}");
        let text = "for folder in / /usr /etc /dev /dev/shm /proc /var/tmp /run; do
            echo x 2>&- > $folder/fourcade-test && echo $folder
            done; echo x > here && cat here; pwd > $TMPDIR/there && echo $TMPDIR | grep -cx $PWD";
        assert_eq!(output(&runner, text), "x\n1", "{kind:?}");
    }
    assert_eq!(TestProgram::new(&supervised()).answer("write 0"), "allowed");
}

#[test]
fn a_sandboxed_program_has_no_network() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let behaviour = format!("reach {}", listener.local_addr().unwrap().port());
    assert_eq!(TestProgram::new(&supervised()).answer(&behaviour), "reached");
    for (kind, runner) in namespaces() {
        assert_eq!(TestProgram::new(&runner).answer(&behaviour), "alone", "{kind:?}");
    }
}

#[test]
fn a_sandboxed_program_sees_neither_files_nor_variables_of_its_user() {
    let secrets = tempfile::tempdir().unwrap();
    let secret = secrets.path().join("secret");
    fs::write(&secret, "the secret").unwrap();
    let _listener = UnixListener::bind(secrets.path().join("socket")).unwrap();
    let home = std::env::home_dir().unwrap();
    let text = format!(
        "cat {secret} 2>&-; ls {folder} 2>&-; ls {home} 2>&-; cat /etc/passwd /etc/shadow 2>&-
        env | cut -d= -f1 | grep -v -x -e PATH -e LANG -e TMPDIR -e PWD -e HOME -e OLDPWD \\
            -e SHLVL -e _
        test $HOME = $TMPDIR && echo done",
        secret = secret.display(),
        folder = secrets.path().display(),
        home = home.display()
    );
    for (kind, runner) in sandboxes() {
        assert_eq!(output(&runner, &text), "done", "{kind:?}");
    }
    let text = format!("test -S {}/socket && echo socket; echo done", secrets.path().display());
    for (kind, runner) in namespaces() {
        assert_eq!(output(&runner, &text), "done", "{kind:?}");
    }
}

#[test]
fn a_program_in_namespaces_sees_and_signals_only_its_own_processes() {
    for (kind, runner) in namespaces() {
        let text =
            "ls /proc | grep -c '^[0-9]'; kill -9 1; kill -STOP 1 $PPID; kill -9 -1; echo on";
        let seen = output(&runner, text);
        let (count, rest) = seen.split_once('\n').unwrap();
        assert!(count.parse::<u32>().unwrap() <= 6, "{kind:?}: {seen}");
        assert_eq!(rest, "on", "{kind:?}");
        let subject = TestProgram::new(&runner);
        for signal in [9, 19] {
            let failed = subject.run(&format!("parent {signal}"), &short_limits()).unwrap_err();
            assert_eq!(failed.to_string(), "timed out after 0.3 s", "{kind:?}");
        }
    }
}

#[test]
fn a_program_in_namespaces_has_no_rights_to_change_them() {
    for (kind, runner) in namespaces() {
        let text = "grep -e CapEff -e CapBnd -e NoNewPrivs /proc/self/status | tr -d '0\\t\\n'
            echo; mount -o remount,rw /usr 2>&- && echo remounted
            umount /proc 2>&- && echo unmounted";
        let seen = output(&runner, text);
        assert_eq!(seen.trim_end(), "CapEff:CapBnd:NoNewPrivs:1", "{kind:?}");
    }
}

#[test]
fn what_a_program_may_write_is_limited_in_all() {
    let text = "head -c 1000000 /dev/zero > block
        n=0; while test $n -lt 40 && cp block $n 2>&-; do n=$((n+1)); done; echo $n
        rm -f * 2>&-; n=0; while test $n -lt 5000 && true 2>&- > $n; do n=$((n+1)); done; echo $n";
    for (kind, runner) in namespaces() {
        let seen = output(&runner, text);
        let counts: Vec<u32> = seen.lines().map(|line| line.parse().unwrap()).collect();
        assert!((10..20).contains(&counts[0]), "{kind:?}: {seen}");
        if kind == SandboxKind::Namespaces {
            assert!(counts[1] < 4100, "{kind:?}: {seen}");
        }
    }
}

#[test]
fn errors_are_reported_in_the_sandbox_as_without_it() {
    for (kind, runner) in sandboxes() {
        let subject = TestProgram::new(&runner);
        let run = |behaviour: &str| subject.run(behaviour, &generous_limits());
        assert_eq!(run("crash 0"), Err(ProgramError::Signal(11)), "{kind:?}");
        assert_eq!(run("raise 6"), Err(ProgramError::Signal(6)), "{kind:?}");
        assert_eq!(run("silent 3"), Err(ProgramError::NoOutput(3)), "{kind:?}");
        assert_eq!(run("flood 0"), Err(ProgramError::OutputLimit(65536)), "{kind:?}");
        assert_eq!(
            subject.run("family 0", &short_limits()).unwrap_err().to_string(),
            "timed out after 0.3 s"
        );
        let limits = ProgramLimits { memory_bytes: 64 << 20, ..generous_limits() };
        assert_eq!(subject.run("hungry 102400", &limits), Err(ProgramError::MemoryLimit(64 << 20)));
        let limits = ProgramLimits { processes: 10, ..generous_limits() };
        assert_eq!(subject.run("family 0", &limits), Err(ProgramError::ProcessLimit(10)));
        for behaviour in ["daemon 0", "crowd 100", "relay 0"] {
            assert_eq!(subject.answer(behaviour), "left", "{kind:?}: {behaviour}");
        }
    }
}

#[test]
fn a_source_file_can_neither_read_nor_change_the_files_of_its_user() {
    let folder = tempfile::tempdir().unwrap();
    let secrets = tempfile::tempdir().unwrap();
    let secret = secrets.path().join("secret");
    fs::write(&secret, "int secret = 4711;\n").unwrap();
    let source = folder.path().join("spy.c");
    let text = format!("#include \"{}\"\nint main(void) {{ return secret; }}\n", secret.display());
    fs::write(&source, text).unwrap();
    prepare(&supervised(), &source);
    for (kind, runner) in sandboxes() {
        let error = runner.prepare(&source, &CancelToken::default()).unwrap_err();
        let PrepareError::NotCompiled { messages, .. } = error else { panic!("{error}") };
        assert!(messages.contains("secret") && !messages.contains("4711"), "{kind:?}: {messages}");
    }
    // A header beside the source file is found.
    fs::write(folder.path().join("answer.h"), "#define ANSWER \"23\"\n").unwrap();
    let text = "#include <stdio.h>\n#include \"answer.h\"\nint main(void) { puts(ANSWER); }\n";
    fs::write(&source, text).unwrap();
    for (kind, runner) in sandboxes() {
        let program = prepare(&runner, &source);
        let output = program.run(b"", &generous_limits(), &CancelToken::default()).unwrap();
        assert_eq!(output.output, b"23\n", "{kind:?}");
    }
}

#[test]
fn a_conversation_can_read_its_own_folder_and_write_to_the_folder_given() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("book"), "opening\n").unwrap();
    let text = "read line; cat $(dirname $0)/book; echo x 2>&- > $(dirname $0)/new && echo wrote
        echo x 2>&- > kept && echo kept; pwd; echo end; sleep 100";
    let path = script(&folder, text);
    let data = tempfile::tempdir().unwrap();
    let data_path = data.path().canonicalize().unwrap();
    let ask = |runner: &Runner| {
        let program = prepare(runner, &path);
        let mut conversation = program.start_conversation(&generous_limits()).unwrap();
        let end = |text: &[u8]| text.ends_with(b"end\n").then_some(text.len());
        let time = generous_limits().time;
        let answer = conversation.ask(b"go\n", time, &CancelToken::default(), end).unwrap();
        String::from_utf8(answer).unwrap()
    };
    let current = std::env::current_dir().unwrap();
    for (kind, runner) in sandboxes() {
        let answer = ask(&runner);
        if kind == SandboxKind::Landlock {
            // It can't write to its working folder outside, so it gets a new one.
            assert!(answer.starts_with("opening\nkept\n"), "{answer}");
        } else {
            assert_eq!(answer, format!("opening\n{}\nend\n", current.display()), "{kind:?}");
        }
        let answer = ask(&runner.with_program_dir(data.path()).unwrap());
        let expected = format!("opening\nkept\n{}\nend\n", data_path.display());
        assert_eq!(answer, expected, "{kind:?}");
        fs::remove_file(data.path().join("kept")).unwrap();
    }
}

/// Runs fourcade's referee with a program that plays whatever the interpreter prints.
fn referee(home: &Path, program: &Path, options: &[&str], kind: &str) -> Output {
    let path = format!("{}/.tool/shims:/usr/bin:/bin", home.display());
    program_at(home)
        .args(["referee", "--seed", "1"])
        .args(options)
        .arg(program)
        .env("PATH", path)
        .env("FOURCADE_SANDBOX_KIND", kind)
        .output()
        .unwrap()
}

#[test]
fn an_interpreter_in_a_home_works_while_the_rest_of_the_home_is_hidden() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path().canonicalize().unwrap();
    for folder in [".tool/shims", ".tool/version/bin", "players"] {
        fs::create_dir_all(home.join(folder)).unwrap();
    }
    fs::write(home.join("secret"), "Thief").unwrap();
    // As pyenv does it: a script that calls the interpreter, which is elsewhere in the folder.
    let shim = format!("#!/usr/bin/env sh\nexec {}/.tool/version/bin/run \"$@\"\n", home.display());
    write_file(&home.join(".tool/shims/run"), "755", &shim);
    write_file(&home.join(".tool/version/bin/run"), "755", "#!/bin/sh\nexec sh \"$@\"\n");
    let program = home.join("players/player");
    let text = format!("#!/usr/bin/env run\ncat {}/secret 2>&- || echo Honest\n", home.display());
    write_file(&program, "755", &text);
    for (kind, _) in sandboxes() {
        let output = referee(&home, &program, &[], kind.name());
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("Honest") && !text.contains("Thief"), "{kind:?}: {text}");
    }
    let output = referee(&home, &program, &["--no-sandbox"], "none");
    assert!(String::from_utf8(output.stdout).unwrap().contains("Thief"));
}

#[test]
fn a_missing_sandbox_is_reported_first() {
    let folder = tempfile::tempdir().unwrap();
    let program = script(&folder, "echo Player");
    let run = |options: &[&str]| {
        let output = referee(folder.path(), &program, options, "none");
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, errors) = run(&[]);
    let first = "fourcade: programs run without a sandbox: programs can't be sandboxed here; \
                 install bubblewrap, or use --no-sandbox if you trust the programs\n";
    assert!(status == Some(0) && errors.starts_with(first), "{errors}");
    let (status, errors) = run(&["--no-sandbox"]);
    assert!(status == Some(0) && !errors.contains("sandbox"), "{errors}");
    let (status, errors) = run(&["--sandbox"]);
    assert!(status == Some(1) && errors.contains("install bubblewrap"), "{errors}");
}
