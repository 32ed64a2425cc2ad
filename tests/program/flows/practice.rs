//! A round of practice at a terminal, and what is left of it.

use super::flip_table::assert_left;
use crate::support::{Exit, Launch};

#[test]
fn a_round_is_answered_and_counted() {
    let launch = Launch::arcade();
    let terminal = launch.start();
    terminal.wait_text("Practice");
    terminal.press("P");
    terminal.wait_text("• Intensity");
    terminal.press("right down");
    terminal.wait_text("0 of 60 solved");
    terminal.press("enter");
    terminal.wait_text("Flip, 1 of 10");
    for number in 1..=10 {
        // The next legal move is right or not.
        terminal.press("tab enter");
        terminal.wait_for("a verdict", |screen| {
            screen.find("Right!").or(screen.find("Not this one.")).is_some()
        });
        if terminal.text().contains("Not this one.") {
            terminal.press("enter");
            terminal.wait_text("The answer:");
        }
        terminal.press("enter");
        if number < 10 {
            terminal.wait_text(&format!("Flip, {} of 10", number + 1));
        }
    }
    terminal.wait_text("of 10 right.");
    terminal.wait_text("Your rating:");
    terminal.press("esc");
    terminal.wait_text("• Flip");
    terminal.wait_text("of 10 ");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));

    // The answers are kept, and a round can be begun from the shell.
    let terminal = launch.args(["practice", "flip"]).start();
    terminal.wait_text("Flip, 1 of 10");
    terminal.press("esc");
    terminal.wait_text("• Flip");
    terminal.wait_text("of 10 ");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}
