//! Load on a database of shared tables.

mod idle;
mod play;

pub use idle::{Waiting, idle};
pub use play::Load;
