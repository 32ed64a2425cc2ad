//! The games of fourcade, and what they are built on. The app, the store and the command line are
//! in the package `fourcade`, whose documentation describes the layers of both.

pub mod files;
pub mod games;
pub mod lines;
pub mod play;
pub mod printable;
pub mod programs;
pub mod sync;
pub mod ui;
