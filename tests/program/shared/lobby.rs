//! The lobby with the whole program.

use super::{Place, code};
use crate::support::Exit;

#[test]
fn the_lobby_shows_tables_and_people_and_leads_to_them() {
    let place = Place::at_home();
    let bob = place.start("lobby --name bob");
    bob.wait_text("No tables yet");
    let ada = place.start("");
    ada.wait_text("avoid tricks");
    ada.press("o");
    ada.wait_text("bob  in the lobby");
    bob.wait_text("in the lobby");
    ada.press("n");
    ada.wait_text("New table");
    ada.press("right");
    ada.press("enter");
    let code = code(&ada);
    bob.wait_text("Open tables");
    bob.wait_text(&code);
    bob.wait_text("waiting at Flip");
    bob.press("enter");
    ada.wait_text("Your move");
    bob.wait_text("Waiting for ada");
    let cleo = place.start(&format!("watch --table {code} --name cleo"));
    ada.wait_text("cleo");
    cleo.press("q");
    assert_eq!(cleo.wait_exit(), Exit::Code(0));
    ada.wait_gone("cleo");
}

#[test]
fn a_code_that_is_typed_leads_to_a_private_table() {
    let place = Place::at_home();
    let ada = place.start("play flip --share --private");
    let code = code(&ada);
    let bob = place.start("lobby --name bob");
    bob.wait_text("No tables yet");
    bob.press(":");
    bob.wait_text("The table's code");
    bob.submit_text(&code.to_uppercase());
    ada.wait_text("Your move");
    bob.press("esc y");
    // Back in the lobby, the game waits.
    bob.wait_text("Your games");
    bob.wait_text(&code);
}
