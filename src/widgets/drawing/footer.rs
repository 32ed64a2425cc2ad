//! The keys of a screen in its last row.

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};

use super::{BUTTON_GAP, Button};
use crate::widgets::{AnyCommand, ClickAreas, Look, Offer};

/// In a narrower window, only the first pinned offer is shown.
const MIN_WIDTH_FOR_PINNED: u16 = 60;

/// Draws the footer: the keys of the available offers and of those that are due, as many as fit.
/// The last `pinned` offers are on the right and take precedence; then comes Esc.
pub fn draw_footer(
    buffer: &mut Buffer,
    area: Rect,
    offers: &[Offer<AnyCommand>],
    pinned: usize,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let is_wide = area.width >= MIN_WIDTH_FOR_PINNED;
    let (offers, pinned_offers) = offers.split_at(offers.len().saturating_sub(pinned));
    // The first pinned offer is the help, which lists all others.
    let max_pinned = if is_wide { pinned } else { 1 };
    let pinned: Vec<_> = pinned_offers.iter().filter_map(footer_button).take(max_pinned).collect();
    let mut right = area.right();
    for (button, _) in pinned.iter().rev() {
        right = right.saturating_sub(button.width() + BUTTON_GAP).max(area.x);
    }
    let room = right.saturating_sub(area.x).saturating_sub(if is_wide { BUTTON_GAP } else { 0 });
    let others = fitting_buttons(offers, room, area.width);
    for (mut x, end, buttons) in [(area.x + 1, right, others), (right + 1, area.right(), pinned)] {
        for (button, offer) in buttons {
            let key = if offer.is_due { look.dim() } else { look.accent() };
            let place = Rect { x, width: end.saturating_sub(x), ..area };
            button.draw(place, [key, look.dim()], offer.command.clone(), buffer, areas);
            x += button.width() + BUTTON_GAP;
        }
    }
}

type FooterButton<'a> = (Button<'a>, &'a Offer<AnyCommand>);

fn footer_button(offer: &Offer<AnyCommand>) -> Option<FooterButton<'_>> {
    let footer = offer.footer.as_ref().filter(|_| offer.is_available() || offer.is_due);
    footer.map(|(key, label)| (Button::new((key, label)), offer))
}

/// The buttons that fit into `room`, by their ranks in a footer of this width, in their own order.
fn fitting_buttons(
    offers: &[Offer<AnyCommand>],
    mut room: u16,
    width: u16,
) -> Vec<FooterButton<'_>> {
    let mut buttons: Vec<_> = offers.iter().filter_map(footer_button).enumerate().collect();
    buttons.sort_by_key(|(_, (_, offer))| footer_rank(offer, width));
    buttons.retain(|(_, (button, _))| {
        let rest = room.checked_sub(button.width() + BUTTON_GAP);
        room = rest.unwrap_or(room);
        rest.is_some()
    });
    buttons.sort_by_key(|(at, _)| *at);
    buttons.into_iter().map(|(_, button)| button).collect()
}

/// The priority of an offer in a footer of this width, lowest first. In a narrow window, arrow keys
/// and Tab come last, because people find them anyway.
fn footer_rank(offer: &Offer<AnyCommand>, width: u16) -> u8 {
    match offer.keys.first() {
        Some(key) if key.code == KeyCode::Esc => 0,
        Some(key) if width < MIN_WIDTH_FOR_PINNED && key.is_movement() => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::{Binding, ColorDepth, Key, Theme, keys::Group};

    #[test]
    fn a_narrow_footer_keeps_esc_and_drops_the_arrows_first() {
        static TABLE: [Binding<u8>; 6] = [
            Binding::new("", 0, &[Key::plain(KeyCode::Up)], "up").footer("arrows", "move"),
            Binding::new("", 1, &[Key::plain(KeyCode::Enter)], "play").footer("Enter", "play"),
            Binding::new("", 2, &[Key::plain(KeyCode::Tab)], "next").footer("Tab", "next"),
            Binding::new("", 3, &[Key::plain(KeyCode::Esc)], "back").footer("Esc", "back"),
            Binding::new("", 4, &[Key::char('u')], "undo").footer("u", "undo"),
            Binding::new("", 5, &[Key::char('?')], "help").footer("?", "help"),
        ];
        let look = Look::new(&Theme::built_in("dark").unwrap(), ColorDepth::Mono, true);
        let drawn = |width| {
            let offers: Vec<_> = TABLE
                .iter()
                .map(|row| Offer::new(Group::Page, row, None).map(AnyCommand::new))
                .collect();
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, 1));
            let (area, mut areas) = (buffer.area, ClickAreas::default());
            draw_footer(&mut buffer, area, &offers, 1, &look, &mut areas);
            let text: String = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
            text.trim().to_owned()
        };
        assert_eq!(drawn(40), "Enter play  Esc back  u undo    ? help");
        assert_eq!(drawn(24), "Esc back        ? help");
        let all = "arrows move  Enter play  Tab next  Esc back  u undo  ? help";
        assert_eq!(drawn(80).split_whitespace().collect::<Vec<_>>().join(" "), {
            all.split_whitespace().collect::<Vec<_>>().join(" ")
        });
    }
}
