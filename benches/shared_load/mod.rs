//! Load on a database of shared tables.

mod idle;
mod play;

pub use idle::{IdleProcess, measure_idle};
pub use play::Load;
