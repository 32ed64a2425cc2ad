//! Widgets for all screens, with themes, glyphs and key bindings; they know no game.
//!
//! | module | contents |
//! |---|---|
//! | `terminal_kind` | the capabilities of the terminal |
//! | `color` | colours reduced to those that the terminal has |
//! | `theme` | a colour for each purpose |
//! | `glyphs` | the glyphs of Unicode and ASCII terminals |
//! | `look` | the styles of a theme and a set of glyphs |
//! | `motion` | the settings of animations and reveals |
//! | `keys` | key bindings |
//! | `keymap` | custom keys of commands |
//! | `click_areas` | the clickable areas, the focus, and the place of messages |
//! | `drawing` | text, the footer, dialogs and bars |
//! | `paragraphs` | paragraphs of one style each, wrapped and drawn |
//! | `backdrop` | the dimmed screen behind a dialog |
//! | `glow` | a wave of light over the screen |
//! | `page` | the classes of windows, and the frame of all pages |
//! | `form` | forms: rows of data, their keys, clicks and drawing |
//! | `list` | lists: scrolling, selection, and columns of text |
//! | `chart` | line charts with axes |
//! | `text_field` | an editable line of text |
//! | `shapes` | shapes drawn with pixels of a quarter of a cell |
//! | `cards` | playing cards |
//! | `markdown` | pages of Markdown as styled lines |

pub mod backdrop;
pub mod cards;
pub mod chart;
mod click_areas;
pub mod color;
pub mod drawing;
pub mod form;
pub mod glow;
pub mod glyphs;
pub mod keymap;
pub mod keys;
pub mod list;
pub mod look;
pub mod markdown;
mod motion;
pub mod page;
pub mod paragraphs;
pub mod shapes;
pub mod terminal_kind;
#[cfg(test)]
pub mod testing;
pub mod text_field;
pub mod theme;

pub use click_areas::ClickAreas;
pub use color::ColorDepth;
pub use keymap::Keymap;
pub use keys::{AnyCommand, Binding, Key, Offer};
pub use look::Look;
pub use motion::Motion;
pub use terminal_kind::TerminalKind;
pub use text_field::TextField;
pub use theme::Theme;
