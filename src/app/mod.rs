//! The app without a front end: what pages offer and do. Choices go in, results come out.
//!
//! | file | contents |
//! |---|---|
//! | `context` | what the pages share: settings, saved games, files, background work |
//! | `background` | what the background work of a front end shares |

mod background;
mod context;

pub use background::Background;
pub use context::Context;
