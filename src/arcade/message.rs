//! The messages to the drawing thread, and their effects on the program and the terminal.

use crossterm::event::{Event, KeyEvent};

#[derive(Debug)]
pub enum Message {
    Input(Event),
    /// A key of a non-Latin layout, and its character on a US keyboard.
    NonLatinKey(KeyEvent, char),
    SupportsKitty,
    Resized,
    InputClosed,
    Signal(i32),
    Woken,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    None,
    Draw,
    /// Draw every cell, even if it has not changed.
    DrawAll,
    /// Send the stop signal to the process group, as the terminal does for Ctrl-Z.
    StopJob,
    Suspend,
    Resume,
    Quit,
    /// End the program by the default action of this signal.
    Die(i32),
}
