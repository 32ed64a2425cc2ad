//! Programs of a referee and of an arcade in a terminal.

use super::{mode::Mode, run::Run};
use crate::support::{Launch, Output};

/// What a program writes to the terminal.
const WRITTEN: &str = "PWNED";

/// Checks that a program which writes to the terminal reaches it only when the test starts it.
#[test]
fn programs_do_not_reach_the_terminal() {
    let run = Run::new("table-", "terminal", Mode::Unsandboxed);
    let alone = Launch::script("echo 0 | \"$1\"").arg(&run.program).start();
    alone.wait_text(WRITTEN);
    alone.wait_text("done");
    for option in ["--sandbox", "--no-sandbox"] {
        if option == "--sandbox" && Mode::Namespaces.availability().is_err() {
            continue;
        }
        let referee = Launch::arcade().args(["referee", "--in-order", "--seed", "11", option]);
        let referee = referee.arg(&run.program).size(100, 120).start();
        referee
            .wait_for("the end of the game", |output: &Output| output.text().contains("#4 with"));
        referee.wait_exit();
        referee.assert_restored();
        assert!(!referee.text().contains(WRITTEN), "{}", referee.describe());
    }
}
