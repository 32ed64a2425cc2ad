//! The layouts of the menu for windows of different sizes.

use ratatui::layout::{Constraint::Length, Rect, Size};

use super::items::MenuItem;
use crate::{games::THUMBNAIL_SIZE, widgets::drawing::LARGE_LETTER};
use fourcade_engine::GameKind;

pub const TITLE_HEIGHT: u16 = LARGE_LETTER.1;
/// The title has eight letters.
pub const TITLE_WIDTH: u16 = 8 * LARGE_LETTER.0;
/// The game's title and a description of two lines.
pub const CAPTION_HEIGHT: u16 = 3;
pub const MIN_THUMBNAIL_GAP: u16 = 3;
/// The width of the pointer to the selected item, left of all titles.
pub const POINTER_WIDTH: u16 = 2;

#[allow(clippy::cast_possible_truncation)] // 4
pub const GAMES: u16 = GameKind::ALL.len() as u16;
#[allow(clippy::cast_possible_truncation)] // 8
const OTHER_ITEMS: u16 = MenuItem::OTHERS.len() as u16;
const LOW_LIST_COLUMNS: u16 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuLayout {
    /// One item a row; in a low window, the items below the games are side by side.
    List { is_low: bool },
    /// The games side by side, with thumbnails of `height` rows. Below are the other items, with
    /// `gap` blank rows between them and, in one or two columns, with descriptions.
    Thumbnails { height: u16, columns: u16, gap: u16 },
}

impl MenuLayout {
    pub fn of(area: Rect) -> Self {
        let layout = |height, columns, gap| Self::Thumbnails { height, columns, gap };
        let Size { height: small, .. } = THUMBNAIL_SIZE;
        let (large, medium) = (2 * small, small + small / 2);
        let huge = large + small / 2;
        let fits = |layout: &Self| {
            let Size { width, height } = layout.min_size();
            area.width >= width && area.height >= height
        };
        [
            layout(huge, 2, 1),
            layout(large, 2, 1),
            layout(large, 2, 0),
            layout(medium, 2, 1),
            layout(medium, 2, 0),
            layout(small, 1, 0),
            layout(small, GAMES, 0),
        ]
        .into_iter()
        .find(fits)
        .unwrap_or(Self::List { is_low: area.height < OTHER_ITEMS + GAMES + 2 })
    }

    /// The minimum size of the window, with a free column or row on each side.
    fn min_size(self) -> Size {
        let Self::Thumbnails { height, .. } = self else { return Size::default() };
        let gaps = (GAMES - 1) * MIN_THUMBNAIL_GAP;
        let width = GAMES * 2 * height + gaps + POINTER_WIDTH;
        Size::new(width + 2, self.height() + 2)
    }

    pub fn height(self) -> u16 {
        let Self::Thumbnails { height, .. } = self else { return 0 };
        self.title_height() + 1 + height + 1 + CAPTION_HEIGHT + 1 + self.list_height()
    }

    pub fn title_height(self) -> u16 {
        match self {
            Self::Thumbnails { height, .. } if height > THUMBNAIL_SIZE.height => 2 * TITLE_HEIGHT,
            _ => TITLE_HEIGHT,
        }
    }

    pub fn title_width(self) -> u16 {
        TITLE_WIDTH * (self.title_height() / TITLE_HEIGHT)
    }

    /// The rows below the games, always including one for [`MenuItem::Continue`].
    fn list_height(self) -> u16 {
        let Self::Thumbnails { columns, gap, .. } = self else { return OTHER_ITEMS };
        let rows = 1 + (OTHER_ITEMS - 1).div_ceil(columns);
        rows * (1 + gap) - gap
    }

    pub fn has_thumbnails(self) -> bool {
        matches!(self, Self::Thumbnails { .. })
    }

    /// The place of the thumbnails, which aren't drawn below a dialog.
    pub fn dialog_room(self, area: Rect) -> Rect {
        match self {
            Self::List { .. } => area,
            Self::Thumbnails { height, .. } => {
                let body = area.centered_vertically(Length(self.height()));
                let y = body.y + self.title_height();
                Rect { y, height: 1 + height, ..area }
            }
        }
    }

    pub fn rows(self, items: &[MenuItem]) -> Vec<Vec<MenuItem>> {
        let (columns, has_row_of_games) = match self {
            Self::List { is_low } => (if is_low { LOW_LIST_COLUMNS } else { 1 }, false),
            Self::Thumbnails { columns, .. } => (columns, true),
        };
        let (games, others): (Vec<_>, Vec<_>) = items.iter().partition(|item| item.is_game());
        let (first, rest) =
            others.split_at(usize::from(others.first() == Some(&MenuItem::Continue)));
        let games = games.chunks(if has_row_of_games { games.len() } else { 1 });
        let others = first.chunks(1).chain(rest.chunks(columns.into()));
        games.chain(others).map(<[_]>::to_vec).collect()
    }
}
