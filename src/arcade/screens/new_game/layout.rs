//! Where the parts of the New game page are. All sizes are in terminal columns and rows.

use ratatui::layout::{Constraint::Length, Margin, Rect};

use super::choices::{Choices, Row};
use crate::{arcade::form::LABEL_WIDTH, games::THUMBNAIL_SIZE};

/// The width of the form where every value of a row is visible.
const FORM_WIDTH: u16 = 58;
/// The columns between the form and the picture.
const GAP: u16 = 2;
/// The smallest and the largest number of free columns on both sides of the page.
const MARGINS: [u16; 2] = [1, 4];
/// The margins only grow where the picture has at least this width.
const GOOD_PICTURE: u16 = 28;
/// The largest height of the picture.
const MAX_PICTURE: u16 = 36;
/// The number of rows for the sentence about the opponent.
const SENTENCE_HEIGHT: u16 = 3;
/// In lower areas, no rows are left empty between the parts.
const AIRY_HEIGHT: u16 = 17;

/// The areas of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The title.
    pub title: Rect,
    /// The rows of the form, each with its area. The buttons share a row.
    pub rows: Vec<(Row, Rect)>,
    /// The sentence about the opponent.
    pub sentence: Rect,
    /// The picture, if there is room for it.
    pub picture: Option<Rect>,
    /// Whether a row shows only its chosen value, because there is no room for the others.
    pub is_narrow: bool,
}

impl Layout {
    /// Lays out the page for these choices.
    pub fn new(area: Rect, choices: &Choices) -> Self {
        let free = area.width.saturating_sub(FORM_WIDTH + GAP + GOOD_PICTURE);
        let margin = (free / 2).clamp(MARGINS[0], MARGINS[1]);
        let inside = area.inner(Margin::new(margin, 0));
        let is_narrow = inside.width < FORM_WIDTH;
        let gap = u16::from(inside.height >= AIRY_HEIGHT);
        let form_width = if is_narrow { inside.width } else { FORM_WIDTH };
        let room = inside.width.saturating_sub(form_width + GAP);
        let picture_height = (room / 2).min(inside.height.saturating_sub(2)).min(MAX_PICTURE);
        let picture_width = room.min(2 * picture_height + 2);
        let has_picture =
            picture_width >= THUMBNAIL_SIZE.width && picture_height >= THUMBNAIL_SIZE.height;
        let opponent_height = if is_narrow { 1 } else { 3 };
        let values = choices.rows().len() - 2;
        // The page keeps its height when a row comes or goes, so that nothing jumps.
        let has_third_row = choices.size().is_some() || choices.game().seat_names().len() > 2;
        let max_rows = 2 + u16::from(has_third_row);
        let form_height = 2
            + (opponent_height + gap)
            + (max_rows - 1) * (1 + gap)
            + (1 - gap)
            + SENTENCE_HEIGHT
            + 1
            + gap;
        let width = if has_picture { form_width + GAP + picture_width } else { form_width };
        let height = if has_picture { form_height.max(picture_height) } else { form_height };
        let body = inside.centered(Length(width), Length(height.min(inside.height)));
        let form = Rect { width: form_width, ..body }
            .centered_vertically(Length(form_height.min(body.height)));
        let line = |y: u16, height: u16| Rect { y: form.y + y, height, ..form }.intersection(form);
        let mut y = 2;
        let mut rows = Vec::new();
        for (index, &row) in choices.rows().iter().take(values).enumerate() {
            let height = if index == 0 { opponent_height } else { 1 };
            rows.push((row, line(y, height)));
            y += height + gap;
        }
        let sentence_y = form_height - SENTENCE_HEIGHT - 1 - gap;
        let buttons = line(form_height - 1, 1);
        let play = Rect { width: LABEL_WIDTH.min(buttons.width), ..buttons };
        let advanced_width = buttons.width.saturating_sub(play.width);
        rows.push((Row::Play, play));
        rows.push((Row::Advanced, Rect { x: play.right(), width: advanced_width, ..buttons }));
        let picture = has_picture.then(|| {
            Rect { x: form.right() + GAP, width: picture_width, ..body }
                .centered_vertically(Length(picture_height))
        });
        Self {
            title: line(0, 1),
            rows,
            sentence: line(sentence_y, SENTENCE_HEIGHT),
            picture,
            is_narrow,
        }
    }
}

/// Whether a board of this size fits into the picture.
pub fn fits(size: Option<u16>, picture: Rect) -> bool {
    size.is_none_or(|size| size <= picture.height && size.saturating_mul(2) <= picture.width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::GameKind;

    #[test]
    fn the_page_is_centred() {
        for game in GameKind::ALL {
            for (width, height) in [(100, 29), (120, 39), (200, 59)] {
                let area = Rect::new(0, 0, width, height);
                let layout = Layout::new(area, &Choices::first_game(game));
                let picture = layout.picture.expect("room for a picture");
                let (left, right) = (layout.title.x, area.right() - picture.right());
                assert!(left >= 4 && left.abs_diff(right) <= 1, "{game:?}: {left}, {right}");
            }
        }
    }
}
