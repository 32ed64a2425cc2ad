//! Draws one card: its back, its face, or its faded face when it is won.

use ratatui::{
    buffer::Buffer,
    layout::{Margin, Rect},
    style::{Color, Modifier, Style},
};

use crate::widgets::{
    Look,
    cards::{draw_back, draw_blank, draw_suit, face_style, fill, inner_area},
    drawing,
};
use fourcade_engine::{concentration::model::PlayingCard, play::Seat};

/// The marks of the seats if initials don't tell them apart.
pub const MARKS: [&str; 2] = ["I", "II"];

#[derive(Clone, Copy)]
pub struct CardStyle<'a> {
    pub look: &'a Look,
    pub marks: [&'a str; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardAppearance {
    Back,
    /// Face down, and remembered by these seats.
    Remembered(PlayingCard, [bool; 2]),
    Face(PlayingCard),
    /// Won in the last step.
    Fresh(PlayingCard, Seat),
    Won(PlayingCard, Seat),
    /// Still on the table at the end: quieter than the result.
    Left(PlayingCard),
}

pub fn draw(buffer: &mut Buffer, area: Rect, appearance: CardAppearance, card_style: CardStyle) {
    if area.is_empty() {
        return;
    }
    let look = card_style.look;
    match appearance {
        CardAppearance::Back => draw_back(buffer, area, look),
        CardAppearance::Remembered(card, by) => draw_remembered(buffer, area, card, by, card_style),
        CardAppearance::Face(card) => {
            draw_blank(buffer, area, face_style(look), look);
            draw_print(buffer, area, card, ink(card, look), look);
        }
        CardAppearance::Fresh(card, seat) => {
            draw_blank(buffer, area, face_style(look), look);
            draw_print(buffer, area, card, ink(card, look), look);
            if area.height > 1 && look.has_backgrounds() {
                let last = Rect { y: area.bottom() - 1, height: 1, ..area };
                let own = reversed(look.palette.seats[seat.index()], look);
                draw_blank(buffer, last, own, look);
            }
            draw_mark(buffer, area, seat, look.strong(), card_style);
        }
        CardAppearance::Won(card, seat) => {
            // Faded: the print on the table's colour, above a strip in the owner's colour.
            let owner = look.palette.seats[seat.index()];
            let own = Style::new().fg(owner).bg(look.palette.cells[0]);
            fill(buffer, area, " ", own);
            if area.height == 1 {
                draw_text(buffer, area, card, own, look);
                return draw_mark(buffer, area, seat, own, card_style);
            }
            draw_print(buffer, area, card, own.fg(faded_ink(card, look)), look);
            if look.has_backgrounds() {
                let last = Rect { y: area.bottom() - 1, height: 1, ..area };
                fill(buffer, last, " ", reversed(owner, look));
            }
            draw_mark(buffer, area, seat, own, card_style);
        }
        CardAppearance::Left(card) => {
            let style = Style::new().fg(look.palette.dim).bg(look.palette.cells[0]);
            fill(buffer, area, " ", style);
            draw_print(buffer, area, card, style, look);
        }
    }
}

/// Draws a plain card for a picture, with its rank in the middle; a won one in its owner's colour.
pub fn draw_small(
    buffer: &mut Buffer,
    area: Rect,
    appearance: CardAppearance,
    card_style: CardStyle,
) {
    if area.is_empty() {
        return;
    }
    let look = card_style.look;
    let (card, style) = match appearance {
        CardAppearance::Face(card) => (card, ink(card, look)),
        CardAppearance::Won(card, seat) if look.has_backgrounds() => {
            (card, reversed(look.palette.seats[seat.index()], look))
        }
        CardAppearance::Back if area.height == 1 && look.has_backgrounds() => {
            return fill(buffer, area, " ", Style::new().bg(look.palette.back[0]));
        }
        _ => return draw(buffer, area, appearance, card_style),
    };
    draw_blank(buffer, area, style, look);
    // A margin at the left and, if a ten has room, at the right.
    let [left, right] = [3, 4].map(|width| u16::from(area.width > width));
    let inside = Rect { x: area.x + left, width: area.width - left - right, ..area };
    draw_text(buffer, inside, card, style, look);
}

fn faded_ink(card: PlayingCard, look: &Look) -> Color {
    if card.suit().is_red() { look.palette.alert } else { look.palette.dim }
}

/// Draws a card that turns face up: the back narrows, then the face widens. `done` is from 0 to 1.
pub fn draw_turning(
    buffer: &mut Buffer,
    area: Rect,
    done: f32,
    appearance: CardAppearance,
    style: CardStyle,
) {
    let look = style.look;
    let share = (1.0 - 2.0 * done).abs();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a few columns
    let width = ((f32::from(area.width) * share).round() as u16).clamp(1, area.width);
    let narrow = Rect { x: area.x + (area.width - width) / 2, width, ..area };
    fill(buffer, area, " ", look.text());
    match done < 0.5 {
        true => draw_back(buffer, narrow, look),
        false if narrow == area => draw(buffer, area, appearance, style),
        false => draw_blank(buffer, narrow, face_style(look), look),
    }
}

fn ink(card: PlayingCard, look: &Look) -> Style {
    face_style(look)
        .fg(look.palette.print[usize::from(card.suit().is_red())])
        .add_modifier(Modifier::BOLD)
}

/// The background's colour on `ink`. With 16 colours, the background has no colour of its own.
fn reversed(ink: Color, look: &Look) -> Style {
    Style::new().fg(ink).bg(look.palette.background).add_modifier(Modifier::REVERSED)
}

fn draw_remembered(
    buffer: &mut Buffer,
    area: Rect,
    card: PlayingCard,
    by: [bool; 2],
    CardStyle { look, marks }: CardStyle,
) {
    // Reversed, because not every seat's colour is readable on a back.
    let label_of = |ink| {
        let style = if look.has_backgrounds() { reversed(ink, look) } else { Style::new() };
        style.add_modifier(Modifier::BOLD)
    };
    let own = |seat: usize| label_of(look.palette.seats[seat]);
    let style = match by {
        [true, true] => label_of(look.palette.text),
        [true, false] => own(0),
        _ => own(1),
    };
    draw_blank(buffer, area, Style::new().bg(look.palette.back[0]), look);
    let middle = Rect { y: area.y + (area.height - 1) / 2, height: 1, ..area };
    let rank = card.rank().name();
    buffer.set_string(
        middle.x + (middle.width - drawing::text_width(rank)) / 2,
        middle.y,
        rank,
        style,
    );
    if area.height > 2 && area.width > 3 {
        // Framed cards have the marks on the frame.
        let (row, inset) = (area.bottom() - 1, u16::from(!look.has_backgrounds()));
        let (left, right) = (area.x + inset, area.right() - drawing::text_width(marks[1]) - inset);
        if by[0] {
            buffer.set_string(left, row, marks[0], own(0));
        }
        if by[1] {
            buffer.set_string(right, row, marks[1], own(1));
        }
    } else if area.height == 1 && by[1] {
        // The cards of the second seat are underlined, like those it has won.
        buffer.set_style(area, Style::new().add_modifier(Modifier::UNDERLINED));
    }
}

fn draw_print(buffer: &mut Buffer, area: Rect, card: PlayingCard, style: Style, look: &Look) {
    let rank = card.rank().name();
    let suit = look.glyphs.suits[card.suit() as usize];
    let inside = inner_area(area, look);
    let min_height = if look.glyphs.blocks { 3 } else { 7 };
    if inside.height < min_height || inside.width < 5 {
        return draw_text(buffer, inside, card, style, look);
    }
    let corner = if inside.height > 4 { format!("{rank}{suit}") } else { rank.to_owned() };
    let inset = u16::from(inside.width >= 7);
    buffer.set_string(inside.x + inset, inside.y, &corner, style);
    let middle = match inside.height {
        3 => {
            buffer.set_string(inside.x + inside.width / 2, inside.y + 1, suit, style);
            return buffer.set_string(
                inside.right() - drawing::text_width(rank),
                inside.bottom() - 1,
                rank,
                style,
            );
        }
        4 => Rect { x: inside.x + 1, y: inside.y + 1, width: 4, height: 2 },
        5 => Rect { x: inside.x + 1, y: inside.y + 1, width: 6, height: 3 },
        7 => Rect { x: inside.x + 1, y: inside.y + 1, width: 8, height: 5 },
        _ => inside.inner(Margin::new(2, 2)),
    };
    if let Some(ink) = style.fg {
        draw_suit(buffer, middle.intersection(inside), card.suit() as usize, ink, look);
    }
    if inside.height > 6 {
        buffer.set_string(
            inside.right() - drawing::text_width(&corner) - inset,
            inside.bottom() - 1,
            corner,
            style,
        );
    }
}

fn draw_text(buffer: &mut Buffer, area: Rect, card: PlayingCard, style: Style, look: &Look) {
    let rank = card.rank().name();
    let whole = format!("{rank}{}", look.glyphs.suits[card.suit() as usize]);
    // A ten in two columns has no suit: suits don't matter in this game.
    let text = if drawing::text_width(&whole) <= area.width { &whole } else { rank };
    let x = area.x + (area.width.saturating_sub(drawing::text_width(text))) / 2;
    buffer.set_stringn(x, area.y + (area.height - 1) / 2, text, area.width.into(), style);
}

/// Marks a won card with its owner, unless a strip in the owner's colour does. Cards of one row are
/// underlined for the second seat.
fn draw_mark(buffer: &mut Buffer, area: Rect, seat: Seat, style: Style, card_style: CardStyle) {
    let CardStyle { look, marks } = card_style;
    if look.has_backgrounds() && area.height > 1 {
        return;
    }
    if area.height == 1 {
        if seat.index() == 1 {
            buffer.set_style(area, Style::new().add_modifier(Modifier::UNDERLINED));
        }
        return;
    }
    let is_framed = !look.has_backgrounds() && area.height > 2;
    let y = area.bottom() - 1 - u16::from(is_framed && area.height > 3);
    let mark = marks[seat.index()];
    let free = area.width.saturating_sub(drawing::text_width(mark));
    let x = area.x + if is_framed { free.min(1) } else { free / 2 };
    buffer.set_string(x, y, mark, style.add_modifier(Modifier::BOLD));
}
