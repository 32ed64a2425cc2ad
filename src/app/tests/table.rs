//! The table: what its keys do.
