//! Themes, glyphs, key bindings and widgets for all screens, independent of any game.
//!
//! | module | contents |
//! |---|---|
//! | `theme`, `color`, `glyphs` | themes, colour depths and glyph sets |
//! | `terminal_kind` | what the terminal can show |
//! | `look` | the styles that a theme and a glyph set give |
//! | `keys`, `areas` | key bindings, and the areas that react to the mouse |
//! | `widgets` | text, footers, dialogs and bars |
//! | `text_field` | a line of text that is edited |
//! | `shapes`, `suits`, `cards` | pixel drawings, card suits and playing cards |
//! | `markdown` | pages of Markdown as styled lines |

pub mod areas;
pub mod cards;
pub mod chart;
pub mod color;
pub mod drawing;
pub mod glyphs;
pub mod keys;
pub mod list;
pub mod look;
pub mod markdown;
pub mod shapes;
pub mod suits;
pub mod terminal_kind;
#[cfg(test)]
pub mod testing;
pub mod text_field;
pub mod theme;

pub use areas::{ClickAreas, ClickTarget};
pub use color::ColorDepth;
pub use keys::{AnyCommand, Binding, Key, Offer};
pub use look::{Look, Motion};
pub use terminal_kind::TerminalKind;
pub use text_field::TextField;
pub use theme::Theme;
