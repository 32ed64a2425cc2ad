//! The fourcade program.

fn main() {}
