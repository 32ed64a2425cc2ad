//! How long a run of a program takes that does nothing: what is added to each decision of a player
//! program.

use std::path::Path;

use divan::Bencher;
use fourcade::{
    play::CancelToken,
    programs::{ProgramLimits, Runner},
};

fn main() {
    divan::main();
}

/// With a keeper, as the arcade does it.
#[divan::bench(threads = [1, 2, 4])]
fn kept(bencher: Bencher) {
    run(bencher, &keeper());
}

/// As our own child.
#[divan::bench]
fn direct(bencher: Bencher) {
    run(bencher, &Runner::default());
}

/// With a keeper and in the sandbox.
#[divan::bench]
fn sandboxed(bencher: Bencher) {
    match keeper().sandboxed() {
        Ok(room) => run(bencher, &room),
        Err(why) => println!("{why}"),
    }
}

fn keeper() -> Runner {
    Runner::with_supervisor(env!("CARGO_BIN_EXE_fourcade"))
}

fn run(bencher: Bencher, room: &Runner) {
    let echo = ["/bin/echo", "/usr/bin/echo"].into_iter().map(Path::new).find(|path| path.exists());
    let cancel = CancelToken::default();
    let program = room.prepare(echo.expect("there is an echo"), &cancel).expect("it is a program");
    bencher.bench(|| {
        program.run(b"", &ProgramLimits::default(), &cancel).expect("it prints an empty line")
    });
}
