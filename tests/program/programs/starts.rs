//! Programs that start other programs: each way is noticed in each kind of sandbox, and refused on
//! demand; and nothing else is.

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use fourcade_programs::{Program, ProgramError, ProgramLimits, WatchPolicy};
use tempfile::TempDir;

use super::{generous_limits, public_folder, sandboxed::sandboxes, supervised, write_file};

/// A program that starts others in the way that its input names, and answers what it learns.
const SOURCE: &str = r#"
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static char *args[] = {"echo", "42", NULL};
static void *execute(void *unused) { execv("/bin/echo", args); return unused; }
int main(void) {
    char way[32] = "", line[32] = "23\n";
    if (scanf("%31s", way) != 1) return 1;
    if (!strcmp(way, "system") && system("echo 42") == 0) return 0;
    if (!strcmp(way, "popen")) {
        FILE *pipe = popen("echo 42", "r");
        if (pipe) { if (!fgets(line, sizeof line, pipe)) strcpy(line, "23\n"); pclose(pipe); }
    }
    if (!strcmp(way, "execlp")) execlp("echo", "echo", "42", NULL);
    if (!strcmp(way, "fexecve")) fexecve(fileno(fopen("/bin/echo", "r")), args, environ);
    if (!strcmp(way, "missing")) execl("/nowhere/missing", "missing", NULL);
    if (!strcmp(way, "thread")) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, execute, NULL) == 0) pthread_join(thread, NULL);
    }
    if (!strcmp(way, "spawn") || !strcmp(way, "vfork")) {
        pid_t child;
        int status = 1;
        if (way[0] == 's' && posix_spawnp(&child, "echo", NULL, NULL, args, environ)) child = 0;
        if (way[0] == 'v' && (child = vfork()) == 0) { execv("/bin/echo", args); _exit(1); }
        if (child > 0) waitpid(child, &status, 0);
        if (status == 0) return 0;
    }
    if (!strcmp(way, "fork")) {
        if (fork() == 0) _exit(0);
        wait(NULL);
    }
    if (!strcmp(way, "signals")) {
        // Signals interrupt calls that are being answered.
        signal(SIGUSR1, SIG_IGN);
        if (fork() == 0) for (;;) kill(getppid(), SIGUSR1);
        for (int i = 0; i < 50; i++) if (system(":") != 0) break;
    }
    while (!strcmp(way, "loop")) system(":");
    fputs(line, stdout);
    return 0;
}
"#;

/// Compiles [`SOURCE`].
fn compile(folder: &TempDir) -> PathBuf {
    let (source, program) = (folder.path().join("starts.c"), folder.path().join("starts"));
    std::fs::write(&source, SOURCE).unwrap();
    let mut cc = Command::new("cc");
    let status = cc.args(["-w", "-pthread", "-o"]).arg(&program).arg(source).status();
    assert!(status.expect("these tests need the C compiler cc").success());
    program
}

/// Runs a program and returns what it answers, and the other programs that are reported.
fn run(program: &Program, input: &str) -> (Result<String, ProgramError>, Vec<String>) {
    run_with(program, input, &generous_limits())
}

fn run_with(
    program: &Program,
    input: &str,
    limits: &ProgramLimits,
) -> (Result<String, ProgramError>, Vec<String>) {
    let answer = program.run(input.as_bytes(), limits, &|| false).answer();
    let text = |bytes| String::from_utf8(bytes).unwrap().trim_end().to_owned();
    (answer.map(text), program.started_programs())
}

/// Checks what happens to a program that starts another one, with each kind of sandbox.
#[track_caller]
fn assert_starts(path: &Path, input: &str, answer: &str, other: &str) {
    for (kind, runner) in sandboxes() {
        let prepare = || runner.prepare(path, &|| false).unwrap();
        let usual = run(&prepare().watched(WatchPolicy::Report), input);
        assert_eq!(usual, (Ok(answer.to_owned()), vec![other.to_owned()]), "{kind:?}: {input}");
        let (refused, started) = run(&prepare().watched(WatchPolicy::Forbid), input);
        assert_eq!(refused, Err(ProgramError::StartedProgram(other.to_owned())), "{kind:?}");
        assert_eq!(started, [other], "{kind:?}: {input}");
        // Without a watch nobody is told.
        assert_eq!(run(&prepare(), input), (Ok(answer.to_owned()), vec![]), "{kind:?}: {input}");
    }
}

/// Checks that a program which starts no other one plays as always.
#[track_caller]
fn assert_starts_nothing(path: &Path, input: &str, answer: &str) {
    for (kind, runner) in sandboxes() {
        for policy in [WatchPolicy::Report, WatchPolicy::Forbid] {
            let program = runner.prepare(path, &|| false).unwrap();
            let result = run(&program.watched(policy), input);
            assert_eq!(result, (Ok(answer.to_owned()), vec![]), "{kind:?}: {}", path.display());
        }
    }
}

#[test]
fn every_way_to_start_another_program_in_c_is_noticed() {
    let folder = public_folder();
    let program = compile(&folder);
    for (way, answer, other) in [
        ("system", "42", "sh"),
        ("popen", "42", "sh"),
        ("execlp", "42", "echo"),
        ("vfork", "42", "echo"),
        ("spawn", "42", "echo"),
        ("thread", "42", "echo"),
        ("missing", "23", "missing"),
        ("fexecve", "42", "unknown"),
        ("signals", "23", "sh"),
    ] {
        assert_starts(&program, way, answer, other);
    }
    for way in ["nothing", "fork"] {
        assert_starts_nothing(&program, way, "23");
    }
}

#[test]
fn a_program_that_is_stopped_has_been_noticed() {
    let folder = public_folder();
    let path = compile(&folder);
    let limits = ProgramLimits { time: Duration::from_millis(300), ..generous_limits() };
    for (kind, runner) in sandboxes() {
        let program = runner.prepare(&path, &|| false).unwrap().watched(WatchPolicy::Report);
        let expected = (Err(ProgramError::TimedOut(limits.time)), vec!["sh".to_owned()]);
        assert_eq!(run_with(&program, "loop", &limits), expected, "{kind:?}");
    }
}

#[test]
fn interpreters_are_no_other_programs() {
    let folder = public_folder();
    let path = folder.path().join("script");
    for first_line in ["/bin/sh", "/usr/bin/env sh", "/usr/bin/env -S sh -u"] {
        write_file(&path, "755", &format!("#!{first_line}\nread word; (:); echo $word\n"));
        assert_starts_nothing(&path, "23\n", "23");
    }
    for first_line in ["/bin/sh", "/usr/bin/env sh"] {
        write_file(&path, "755", &format!("#!{first_line}\nexpr 40 + 2\n:\n"));
        assert_starts(&path, "", "42", "expr");
        write_file(&path, "755", &format!("#!{first_line}\nexec expr 40 + 2\n"));
        assert_starts(&path, "", "42", "expr");
    }
}

#[test]
fn every_way_to_start_another_program_in_python_is_noticed() {
    if !Path::new("/usr/bin/python3").exists() {
        println!("skipped: there is no /usr/bin/python3");
        return;
    }
    let folder = public_folder();
    let path = folder.path().join("script");
    let script = |first_line: &str, text: &str| {
        let text = format!("#!{first_line}\nimport os, subprocess\n{text}\n");
        write_file(&path, "755", &text);
    };
    for (text, other) in [
        ("os.system('echo 42')", "sh"),
        ("subprocess.run(['/bin/echo', '42'])", "echo"),
        ("os.execv('/bin/echo', ['echo', '42'])", "echo"),
    ] {
        script("/usr/bin/python3", text);
        assert_starts(&path, "", "42", other);
    }
    for (text, other) in [
        ("os.execv('/bin/echo', ['echo', '42'])", "echo"),
        ("os.execvp('env', ['env', 'echo', '42'])", "env"),
    ] {
        script("/usr/bin/env /usr/bin/python3", text);
        let text = format!("import os\n{text}\n");
        let plain = folder.path().join("plain.py");
        write_file(&plain, "644", &text);
        for path in [&path, &plain] {
            // `env` has as many tries to find a program as there are folders in `PATH`.
            assert_starts(path, "", "42", other);
        }
    }
    write_file(&folder.path().join("plain.py"), "644", "print(input())");
    assert_starts_nothing(&folder.path().join("plain.py"), "23\n", "23");
    script("/usr/bin/python3", "if os.fork() == 0: os._exit(0)\nos.wait(); print(23)");
    assert_starts_nothing(&path, "", "23");
}

#[test]
fn valgrind_is_no_other_program_but_what_starts_in_it_is() {
    if !Path::new("/usr/bin/valgrind").exists() {
        println!("skipped: there is no /usr/bin/valgrind");
        return;
    }
    let folder = public_folder();
    compile(&folder);
    let source = folder.path().join("starts.c");
    for (kind, runner) in sandboxes() {
        let runner = runner.with_valgrind().unwrap();
        for (way, answer, started) in [
            ("nothing", "23", &[][..]),
            ("fork", "23", &[]),
            ("system", "42", &["sh"]),
            ("execlp", "42", &["echo"]),
        ] {
            let prepare = || runner.prepare(&source, &|| false).unwrap();
            let usual = run(&prepare().watched(WatchPolicy::Report), way);
            assert_eq!(usual.0, Ok(answer.to_owned()), "{kind:?}: {way}");
            assert_eq!(usual.1, started, "{kind:?}: {way}");
            let (refused, names) = run(&prepare().watched(WatchPolicy::Forbid), way);
            assert_eq!(names, started, "{kind:?}: {way}");
            assert_eq!(refused.is_ok(), started.is_empty(), "{kind:?}: {way}");
        }
    }
}

#[test]
fn started_programs_are_not_noticed_without_a_sandbox() {
    let folder = public_folder();
    let path = compile(&folder);
    let program = supervised().prepare(&path, &|| false).unwrap().watched(WatchPolicy::Forbid);
    assert_eq!(run(&program, "system"), (Ok("42".to_owned()), vec![]));
}
