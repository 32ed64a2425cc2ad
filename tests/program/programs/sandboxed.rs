//! Tests of the sandbox, with each kind that works here.

use std::{
    fs,
    net::TcpListener,
    os::unix::{
        fs::{PermissionsExt, symlink},
        net::UnixListener,
    },
    path::{Path, PathBuf},
    process::{Command, Output},
};

use fourcade_programs::{
    PrepareError, Program, ProgramError, ProgramLimits, Runner, SandboxKind, SandboxPolicy,
};
use tempfile::TempDir;

use crate::support::program as program_at;

use super::{TestProgram, generous_limits, public_folder, short_limits, supervised, write_file};

/// Returns a runner for each kind of sandbox that works here, and says which do not.
pub fn sandboxes() -> Vec<(SandboxKind, Runner)> {
    SandboxKind::ALL
        .into_iter()
        .map(|kind| (kind, supervised().with_sandbox_kinds(&[kind])))
        .map(|(kind, runner)| (kind, runner.with_sandbox(SandboxPolicy::Required)))
        .filter(|(kind, runner)| {
            let shell = runner.prepare(Path::new("/bin/sh"), &|| false);
            if let Err(error) = &shell {
                println!("{} is not tested: {error}", kind.name());
            }
            shell.is_ok()
        })
        .collect()
}

/// Returns the kinds that give a program namespaces of its own.
fn namespaces() -> impl Iterator<Item = (SandboxKind, Runner)> {
    sandboxes().into_iter().filter(|(kind, _)| *kind != SandboxKind::Landlock)
}

/// Whether somebody without rights may make user namespaces here.
fn has_namespaces() -> bool {
    let mut unshare = Command::new("unshare");
    unshare.args(["--user", "--map-current-user", "--mount", "--pid", "--net", "--fork", "true"]);
    unshare.output().is_ok_and(|output| output.status.success())
}

/// Writes a shell script.
fn script(folder: &TempDir, text: &str) -> PathBuf {
    let path = folder.path().join("script");
    write_file(&path, "755", &format!("#!/bin/sh\n{text}\n"));
    path
}

#[track_caller]
fn prepare(runner: &Runner, path: &Path) -> Program {
    runner.prepare(path, &|| false).unwrap()
}

/// Runs a shell script and returns what it printed.
#[track_caller]
fn output(runner: &Runner, text: &str) -> String {
    let folder = public_folder();
    let program = prepare(runner, &script(&folder, text));
    let output = program.run(b"", &generous_limits(), &|| false).answer().unwrap();
    String::from_utf8(output).unwrap().trim_end().to_owned()
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
        let text = "for folder in / /usr /etc /dev /proc /var/tmp /run; do
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
fn the_best_sandbox_is_made_wherever_namespaces_are_allowed() {
    assert!(namespaces().next().is_some() || !has_namespaces());
}

#[test]
fn a_sandboxed_program_has_no_rights() {
    for (kind, runner) in sandboxes() {
        let text = "grep -e CapInh -e CapPrm -e CapEff -e CapAmb -e NoNewPrivs -e Seccomp: \
            /proc/self/status | tr -d '0\\t\\n'; echo; id -u
            mount -o remount,rw /usr 2>&- && echo remounted
            umount /proc 2>&- && echo unmounted; mknod device c 1 3 2>&- && echo made
            unshare --user true 2>&- && echo unshared; echo end";
        let seen = output(&runner, text);
        let lines: Vec<_> = seen.lines().collect();
        assert_eq!(lines[0], "CapInh:CapPrm:CapEff:CapAmb:NoNewPrivs:1Seccomp:2", "{kind:?}");
        assert!(lines[1] != "0" && lines[2] == "end", "{kind:?}: {seen}");
    }
}

#[test]
fn a_program_can_share_memory_within_the_limit_of_its_folder() {
    for (kind, runner) in namespaces() {
        let text = "head -c 1000000 /dev/zero > block; n=0
            while test $n -lt 40 && cp block /dev/shm/$n 2>&-; do n=$((n+1)); done; echo $n
            true 2>&- > more && head -c 900000 /dev/zero 2>&- > more && echo more; ls -A | wc -l";
        let seen = output(&runner, text);
        let (count, rest) = seen.split_once('\n').unwrap();
        assert!((10..17).contains(&count.parse::<u32>().unwrap()), "{kind:?}: {seen}");
        assert_eq!(rest, "2", "{kind:?}: {seen}");
    }
}

#[test]
fn the_total_size_and_number_of_files_are_limited() {
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
    let folder = public_folder();
    let secrets = public_folder();
    let secret = secrets.path().join("secret");
    fs::write(&secret, "int secret = 4711;\n").unwrap();
    let source = folder.path().join("spy.c");
    let text = format!("#include \"{}\"\nint main(void) {{ return secret; }}\n", secret.display());
    fs::write(&source, text).unwrap();
    prepare(&supervised(), &source);
    for (kind, runner) in sandboxes() {
        let error = runner.prepare(&source, &|| false).unwrap_err();
        let PrepareError::NotCompiled { messages, .. } = error else { panic!("{error}") };
        assert!(messages.contains("secret") && !messages.contains("4711"), "{kind:?}: {messages}");
    }
    // A header beside the source file is found, but not where a link leads, and no other file.
    fs::write(folder.path().join("answer.h"), "#define ANSWER \"23\"\n").unwrap();
    symlink(&secret, folder.path().join("alias.h")).unwrap();
    fs::write(folder.path().join("other.c"), "int other = 1;\n").unwrap();
    let text = "#include <stdio.h>\n#include \"answer.h\"\nint main(void) { puts(ANSWER); }\n";
    fs::write(&source, text).unwrap();
    for (kind, runner) in sandboxes() {
        let program = prepare(&runner, &source);
        let output = program.run(b"", &generous_limits(), &|| false).answer().unwrap();
        assert_eq!(output, b"23\n", "{kind:?}");
    }
    for hidden in ["alias.h", "other.c"] {
        fs::write(&source, format!("#include \"{hidden}\"\n{text}")).unwrap();
        for (kind, runner) in sandboxes() {
            let error = runner.prepare(&source, &|| false).unwrap_err().to_string();
            assert!(error.contains("add --show"), "{kind:?}: {error}");
            let runner = runner.with_shown(&[folder.path().to_owned()]).unwrap();
            let is_compiled = runner.prepare(&source, &|| false).is_ok();
            assert_eq!(is_compiled, hidden == "other.c", "{kind:?}: {hidden}");
        }
    }
}

#[test]
fn a_conversation_can_read_what_is_shown_and_write_to_the_folder_given() {
    let folder = public_folder();
    fs::write(folder.path().join("book"), "opening\n").unwrap();
    let text =
        "read line; cat $(dirname $0)/book 2>&-; echo x 2>&- > $(dirname $0)/new && echo wrote
        echo x 2>&- > kept && echo kept; pwd; echo end; sleep 100";
    let path = script(&folder, text);
    let data = public_folder();
    // Programs of root run as another user.
    fs::set_permissions(data.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let data_path = data.path().canonicalize().unwrap();
    let ask = |runner: &Runner| {
        let program = prepare(runner, &path);
        let mut conversation = program.start_conversation(&generous_limits()).unwrap();
        let end = |text: &[u8]| text.ends_with(b"end\n").then_some(text.len());
        let time = generous_limits().time;
        let answer = conversation.ask(b"go\n", time, &|| false, end).unwrap();
        String::from_utf8(answer).unwrap()
    };
    let current = std::env::current_dir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let own_folder_path = folder.path().canonicalize().unwrap();
    let own_folder = format!("opening\nwrote\nkept\n{}\nend\n", own_folder_path.display());
    for (kind, runner) in sandboxes() {
        for (runner, book) in [
            (runner.clone(), ""),
            (runner.clone().with_shown(&[folder.path().join("book")]).unwrap(), "opening\n"),
        ] {
            let answer = ask(&runner);
            if kind == SandboxKind::Landlock {
                // It can't write to its working folder outside, so it gets a new one.
                assert!(answer.starts_with(&format!("{book}kept\n")), "{answer}");
            } else {
                assert_eq!(answer, format!("{book}{}\nend\n", current.display()), "{kind:?}");
            }
            let answer = ask(&runner.with_program_dir(data.path()).unwrap());
            let expected = format!("{book}kept\n{}\nend\n", data_path.display());
            assert_eq!(answer, expected, "{kind:?}");
            fs::remove_file(data.path().join("kept")).unwrap();
        }
        // The folder may contain the program.
        let answer = ask(&runner.with_program_dir(folder.path()).unwrap());
        assert_eq!(answer, own_folder, "{kind:?}");
        for made in ["new", "kept"] {
            fs::remove_file(folder.path().join(made)).unwrap();
        }
    }
    let answer = ask(&supervised().with_program_dir(data.path()).unwrap());
    assert_eq!(answer, format!("opening\nwrote\nkept\n{}\nend\n", data_path.display()));
}

#[test]
fn unmapped_memory_counts_towards_the_limit() {
    let sockets = "import socket, time
pairs = [socket.socketpair() for _ in range(100)]
for pair in pairs:
    for end in pair:
        end.setblocking(False)
        try:
            while True: end.send(bytes(4096))
        except BlockingIOError: pass
print('full', flush=True)
time.sleep(1000)";
    if !Path::new("/usr/bin/python3").exists() {
        println!("skipped: there is no /usr/bin/python3");
        return;
    }
    let folder = public_folder();
    let path = folder.path().join("sockets");
    write_file(&path, "755", &format!("#!/usr/bin/python3\n{sockets}\n"));
    let limits = ProgramLimits { memory_bytes: 32 << 20, ..generous_limits() };
    for (kind, runner) in namespaces() {
        let ended = prepare(&runner, &path).run(b"", &limits, &|| false).answer();
        assert_eq!(ended, Err(ProgramError::MemoryLimit(32 << 20)), "{kind:?}");
    }
}

#[test]
fn the_first_line_of_a_script_shows_it_no_other_file() {
    let folder = public_folder();
    let secrets = public_folder();
    let secret = secrets.path().join("secret");
    fs::write(&secret, "Thief").unwrap();
    let read = format!("cat {} 2>&- || echo hidden", secret.display());
    let words = format!("/usr/bin/env -S -u {} sh", secret.display());
    for line in [words.as_str(), &format!("/bin/sh {}", secret.display())] {
        let path = folder.path().join("script");
        write_file(&path, "755", &format!("#!{line}\n{read}\n"));
        for (kind, runner) in sandboxes() {
            let program = prepare(&runner, &path);
            let run = program.run(b"", &generous_limits(), &|| false).answer();
            let text = run.map(|output| String::from_utf8(output).unwrap()).unwrap_or_default();
            assert!(!text.contains("Thief"), "{kind:?}, {line}: {text}");
            assert!(text == "hidden\n" || line.starts_with("/bin/sh"), "{kind:?}: {text}");
        }
    }
}

/// Runs fourcade's referee with a program that plays whatever the interpreter prints.
fn referee(home: &Path, program: &Path, options: &[&str], kind: &str) -> Output {
    let path = format!("{}/.tool/bin:/usr/bin:/bin", home.display());
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
fn an_interpreter_in_a_home_is_shown_by_an_option_and_the_rest_of_the_home_is_hidden() {
    let home = public_folder();
    let home = home.path().canonicalize().unwrap();
    for folder in [".tool/bin", ".tool/lib", "players"] {
        fs::create_dir_all(home.join(folder)).unwrap();
    }
    fs::write(home.join("secret"), "Thief").unwrap();
    write_file(&home.join(".tool/lib/run"), "755", "#!/bin/sh\nexec sh \"$@\"\n");
    let run = format!("#!/bin/sh\nexec {}/.tool/lib/run \"$@\"\n", home.display());
    write_file(&home.join(".tool/bin/run"), "755", &run);
    let program = home.join("players/player");
    let text = format!("#!/usr/bin/env run\ncat {}/secret 2>&- || echo Honest\n", home.display());
    write_file(&program, "755", &text);
    let tool = home.join(".tool");
    let shown = ["--show", tool.to_str().unwrap()];
    for (kind, _) in sandboxes() {
        let output = referee(&home, &program, &[], kind.name());
        let errors = String::from_utf8(output.stderr).unwrap();
        let expected = format!(
            "its interpreter {}/bin/run is not visible in the sandbox; add --show",
            tool.display()
        );
        assert!(!output.status.success() && errors.contains(&expected), "{kind:?}: {errors}");
        let output = referee(&home, &program, &shown, kind.name());
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("Honest") && !text.contains("Thief"), "{kind:?}: {text}");
    }
    let output = referee(&home, &program, &["--no-sandbox"], "none");
    assert!(String::from_utf8(output.stdout).unwrap().contains("Thief"));
}

#[test]
fn a_missing_or_weak_sandbox_is_reported_first() {
    let folder = public_folder();
    let program = script(&folder, "echo Player");
    let run = |options: &[&str], kind: &str| {
        let output = referee(folder.path(), &program, options, kind);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, errors) = run(&[], "none");
    let first = "fourcade: programs run without a sandbox: programs can't be sandboxed here; \
                 allow user namespaces on this system, or use --no-sandbox if you trust the \
                 programs\n";
    assert!(status == Some(0) && errors.starts_with(first), "{errors}");
    let (status, errors) = run(&["--no-sandbox"], "none");
    assert!(status == Some(0) && !errors.contains("sandbox"), "{errors}");
    let (status, errors) = run(&["--sandbox"], "none");
    assert!(status == Some(1) && errors.contains("allow user namespaces"), "{errors}");
    for (kind, _) in sandboxes() {
        for option in [&["--sandbox"][..], &[]] {
            let (status, errors) = run(option, kind.name());
            let first = "fourcade: programs run in the weaker sandbox `landlock`: they see";
            let count = usize::from(kind == SandboxKind::Landlock);
            assert_eq!(errors.matches(first).count(), count, "{errors}");
            assert!(status == Some(0) && errors.starts_with(first) == (count == 1), "{errors}");
        }
    }
}

#[test]
fn json_names_the_sandbox() {
    let folder = public_folder();
    let program = script(&folder, "echo Player");
    let kinds = sandboxes().into_iter().map(|(kind, _)| (kind.name(), "--sandbox"));
    for (kind, option) in kinds.chain([("none", "--no-sandbox")]) {
        let player = format!("program:{}", program.display());
        let players = format!("{player},random,random,random");
        let commands: [&[&str]; 3] = [
            &["check", "--requests", "1", "--json", program.to_str().unwrap()],
            &["tournament", "--rounds", "1", "--json", program.to_str().unwrap()],
            &["simulate", "intensity", "--games", "1", "--json", "--players", &players],
        ];
        for args in commands {
            let mut command = program_at(folder.path());
            command.args(args).arg(option).env("FOURCADE_SANDBOX_KIND", kind);
            let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
            assert!(text.contains(&format!("\"sandbox\":\"{kind}\"")), "{args:?}: {text}");
        }
    }
}
