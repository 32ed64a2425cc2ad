//! Draws text, footers, buttons, frames and bars, and splits areas.

mod areas;
mod buttons;
mod footer;
mod frames;
mod large_text;
mod share_bar;
mod text;

pub use areas::{skip_columns, skip_rows};
pub use buttons::{BUTTON_GAP, Button, Buttons, button_places};
pub use footer::draw_footer;
pub use frames::{SideMark, draw_dialog_frame, draw_empty, draw_frame, draw_side_mark};
pub use large_text::{LARGE_LETTER, draw_large_text, draw_name, large_text_size, name_size};
pub use share_bar::{draw_share_bar, draw_share_bar_with, second_bar_glyph};
pub use text::{
    cells, draw_centered, draw_lines, draw_text, fitting, make_printable, pad, text_width,
    truncate, wrap, wrap_lines,
};
