//! The welcome of the first run.

use super::{
    dialog::Question,
    keys::{Command, KEYS},
    screens::menu,
};
use crate::widgets::{Keymap, keys::key_name};

const WELCOME: &str = "Four games, against the computer or friends.\n\
                       New here? {learn} teaches the selected one.\n\
                       Arrows move, Enter chooses, Esc goes back.\n\
                       {help} shows the keys on every screen.\n\
                       Games are saved automatically.";

pub fn welcome(keymap: &Keymap) -> Question {
    let learn = key_name(&menu::KEYS, &menu::Command::Learn);
    let help = key_name(KEYS, &Command::Help);
    let text = WELCOME.replace("{learn}", &learn).replace("{help}", &help);
    Question::message("Welcome", keymap.fill(&text))
}
