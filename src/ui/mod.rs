//! What the arcade is drawn with: theme, glyphs, keys, mouse areas, widgets. Knows no game.

pub mod areas;
pub mod cards;
pub mod color;
pub mod glyphs;
pub mod keys;
pub mod look;
pub mod markdown;
pub mod shapes;
pub mod suits;
#[cfg(test)]
pub mod testing;
pub mod theme;
pub mod widgets;

pub use areas::{ClickAreas, ClickTarget};
pub use color::ColorDepth;
pub use keys::{AnyCommand, Binding, Key, Offer};
pub use look::{Look, Motion};
pub use theme::Theme;
