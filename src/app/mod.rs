//! The app without a front end: what pages offer and do. Choices go in, results come out.
//!
//! | file | contents |
//! |---|---|
//! | `background` | what the background work of a front end shares |

mod background;

pub use background::Background;
