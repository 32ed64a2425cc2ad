//! The setup: what its keys choose.
