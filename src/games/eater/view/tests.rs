//! The board as it is drawn.
