//! Programs and tools that need more of the system than most run in the sandbox, too.

use std::{fs, path::Path, process::Command};

use fourcade_programs::{Runner, SandboxKind};

use super::{generous_limits, public_folder, sandboxed::sandboxes, supervised, write_file};

/// A program whose threads share the work.
const THREADS: &str = "#include <pthread.h>
#include <stdio.h>
static void *work(void *sum) { __atomic_add_fetch((int *)sum, 1, __ATOMIC_RELAXED); return NULL; }
int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        pthread_t threads[16];
        int sum = 0;
        for (int i = 0; i < 16; i++) if (pthread_create(&threads[i], NULL, work, &sum)) return 1;
        for (int i = 0; i < 16; i++) pthread_join(threads[i], NULL);
        printf(\"%d\\n\", sum);
        fflush(stdout);
    }
}
";

/// A script that shares work with processes, by semaphores and queues.
const PROCESSES: &str = "#!/usr/bin/python3
import multiprocessing as work

def double(number, lock, queue):
    with lock:
        queue.put(2 * number)

if __name__ == '__main__':
    lock, queue = work.Lock(), work.Queue()
    workers = [work.Process(target=double, args=(n, lock, queue)) for n in range(4)]
    for worker in workers: worker.start()
    print(sum(queue.get() for _ in workers))
    for worker in workers: worker.join()
    with work.Pool(2) as pool: print(sum(pool.map(abs, [-1, -2])))
";

/// A script that shares work with processes by pipes only.
const PIPES: &str = "#!/usr/bin/python3
import multiprocessing as work

def double(pipe):
    pipe.send(2 * pipe.recv())

if __name__ == '__main__':
    ours, theirs = work.Pipe()
    worker = work.get_context('fork').Process(target=double, args=(theirs,))
    worker.start()
    ours.send(21)
    print(ours.recv())
    worker.join()
";

/// Compiles a program. Returns `None`, and says so, if the compiler can't do that here.
fn compile(folder: &Path, options: &[&str]) -> Option<String> {
    let (source, program) = (folder.join("threads.c"), folder.join("threads"));
    fs::write(&source, THREADS).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-w", "-g"]).arg(&source).arg("-o").arg(&program).arg("-pthread").args(options);
    let is_compiled = compiler.output().is_ok_and(|output| output.status.success());
    if !is_compiled {
        println!("skipped: cc can't compile with {options:?}");
    }
    is_compiled.then(|| program.display().to_string())
}

/// Whether a tool is installed. Says so if it isn't.
fn has(tool: &str) -> bool {
    let is_there = Path::new(tool).exists();
    if !is_there {
        println!("skipped: there is no {tool}");
    }
    is_there
}

#[track_caller]
fn assert_answers(runner: &Runner, kind: SandboxKind, command: &str, expected: &str) {
    let program = runner.prepare_command(command, &|| false).unwrap();
    let output = program.run(b"go\n", &generous_limits(), &|| false).answer();
    let output = output.unwrap_or_else(|why| panic!("{kind:?}, {command}: {why}"));
    assert_eq!(String::from_utf8_lossy(&output), expected, "{kind:?}: {command}");
}

#[test]
fn threads_sanitizers_and_valgrind_work_in_the_sandbox() {
    for options in [&[][..], &["-fsanitize=address"], &["-fsanitize=undefined"]] {
        let folder = public_folder();
        let Some(program) = compile(folder.path(), options) else { continue };
        for (kind, runner) in sandboxes() {
            assert_answers(&runner, kind, &program, "16\n");
            if options.is_empty() && has("/usr/bin/valgrind") {
                assert_answers(&runner, kind, &format!("valgrind -q {program}"), "16\n");
            }
        }
    }
}

#[test]
fn a_conversation_with_threads_works_in_the_sandbox() {
    let folder = public_folder();
    let Some(program) = compile(folder.path(), &[]) else { return };
    for (kind, runner) in sandboxes() {
        let program = runner.prepare_command(&program, &|| false).unwrap();
        let mut conversation = program.start_conversation(&generous_limits()).unwrap();
        let line = |text: &[u8]| text.ends_with(b"\n").then_some(text.len());
        for _ in 0..3 {
            let time = generous_limits().time;
            let answer = conversation.ask(b"genmove\n", time, &|| false, line);
            assert_eq!(answer.as_deref(), Ok(&b"16\n"[..]), "{kind:?}");
        }
    }
}

#[test]
fn processes_of_python_work_in_the_sandbox() {
    if !has("/usr/bin/python3") {
        return;
    }
    let folder = public_folder();
    for (name, script, expected) in [("processes", PROCESSES, "12\n3\n"), ("pipes", PIPES, "42\n")]
    {
        let path = folder.path().join(name);
        write_file(&path, "755", script);
        for (kind, runner) in sandboxes() {
            // Semaphores need a folder for shared memory, which only namespaces can offer.
            if name == "pipes" || kind == SandboxKind::Namespaces {
                assert_answers(&runner, kind, path.to_str().unwrap(), expected);
            }
        }
    }
}

/// Makes a program and a script that starts it, each in a folder of its own. Returns the folders.
fn shim(name: &str) -> [tempfile::TempDir; 2] {
    let [shims, hidden] = [public_folder(), public_folder()];
    let program = hidden.path().join(name);
    // Another process writes it, as in `write_file`.
    assert!(Command::new("cp").arg("/bin/sh").arg(&program).status().unwrap().success());
    let text = format!("#!/bin/sh\nexec {} \"$@\"\n", program.display());
    write_file(&shims.path().join(name), "755", &text);
    [shims, hidden]
}

#[test]
fn a_shim_that_starts_a_hidden_program_is_refused() {
    let [shims, hidden] = shim("interpreter");
    let script = shims.path().join("script");
    write_file(&script, "644", "echo ran\n");
    let shim = shims.path().join("interpreter").display().to_string();
    let with_args = format!("{shim} {}", script.display());
    for (kind, runner) in sandboxes() {
        for command in [&shim, &with_args] {
            let refused = runner.prepare_command(command, &|| false).unwrap_err();
            let refused = refused.to_string();
            assert!(refused.contains(&format!("{shim} can't start in the sandbox")), "{refused}");
            assert!(refused.contains(hidden.path().to_str().unwrap()), "{kind:?}: {refused}");
            assert!(refused.ends_with("add --show with the folder in which that is installed"));
        }
        let shown = runner.with_shown(&[hidden.path().to_owned()]).unwrap();
        assert_answers(&shown, kind, &with_args, "ran\n");
    }
    assert_answers(&supervised(), SandboxKind::Namespaces, &with_args, "ran\n");
}

#[test]
fn a_relative_program_of_a_wrapper_script_is_found_where_it_is_shown() {
    let folder = public_folder();
    let wrapper = folder.path().join("wrapper");
    write_file(&wrapper, "755", "#!/bin/sh\nexec ./engine\n");
    write_file(&folder.path().join("engine"), "755", "#!/bin/sh\nread word; echo \"$word\"\n");
    let command = wrapper.display().to_string();
    for (_, runner) in sandboxes() {
        let here = runner.clone().with_program_dir(folder.path()).unwrap();
        assert!(here.prepare_command(&command, &|| false).is_ok());
        assert!(runner.prepare_command(&command, &|| false).is_err());
    }
}

#[test]
fn the_refusal_of_a_shim_names_a_program_that_works() {
    let [shims, _hidden] = shim("sh");
    let (home, script) = (tempfile::tempdir().unwrap(), shims.path().join("player"));
    write_file(&script, "644", "echo 1 1\n");
    let mut fourcade = crate::support::program(home.path());
    let path = format!("{}:/usr/bin:/bin", shims.path().display());
    fourcade.args(["check", "eater", "--player", "--requests", "0"]).env("PATH", path);
    let output = fourcade.arg(format!("sh {}", script.display())).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    if sandboxes().is_empty() {
        return;
    }
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("; use /usr/bin/sh instead, or add --show "), "{text}");
}
