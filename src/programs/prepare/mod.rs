//! Preparing programs: finds their files, compiles C sources and checks that they can start.

pub(crate) mod compile_cache;
mod error;
pub(crate) mod find;
mod runner;
pub(crate) mod shebang;

pub use compile_cache::Compiler;
pub use error::PrepareError;
pub use find::{find_program, resolve_file};
pub use runner::Runner;
