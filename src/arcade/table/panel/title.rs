//! The title: the game, and what is special about it.

use super::{
    column::{NAME_INDENT, PanelColumn},
    match_points::match_points,
};
use crate::{
    app::table::{Table, deal_text},
    database::DailyDate,
    games::{GameView, title_with_size},
    widgets::{drawing, page::WindowClass},
};

const DAILY: &str = "daily deal";
const PRACTICE: &str = "practice";

pub fn draw_title<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let session = table.game.session();
    let header = session.header();
    let mut facts = Vec::new();
    let number = table.series.number();
    if number > 1 {
        facts.push(format!("game {number}"));
        // Choices that are being typed leave no row for the score.
        let has_score = column.class == WindowClass::Small && table.hand_over.options.is_blind;
        if let Some(points) = match_points(table).filter(|_| has_score) {
            let points: Vec<_> = points.iter().map(f64::to_string).collect();
            facts.push(points.join(":"));
            column.has_match_points = true;
        }
    }
    let is_tall = column.is_spacious() && !column.is_below;
    if table.daily.is_some() && !is_tall {
        facts.push(DAILY.to_owned());
    }
    if session.is_practice() {
        facts.push(PRACTICE.to_owned());
    }
    // Below a board, the title is indented like the names, if there is room.
    let has_inset = column.is_below && column.is_spacious();
    let inset = if has_inset { NAME_INDENT } else { 0 };
    let title = title_within(
        &title_with_size(G::FACTS.title, G::size_of(&header.setup)),
        G::FACTS.title,
        &facts,
        column.area.width - inset,
    );
    if inset > 0 {
        column.draw_indented_paragraph(&title, column.look.accent());
    } else {
        column.draw_line(&title, column.look.accent());
    }
    if is_tall {
        draw_deal(column, table);
    }
}

/// Draws what identifies the deal, and what keeps it counting.
fn draw_deal<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let is_keyboard_shared = table.game.people_here().len() > 1;
    let seed = table.game.session().header().seed;
    let text = match (&table.game.shared, table.daily) {
        // The seed would give away the deal.
        (Some(shared), _) => Some(format!("table {}", shared.code())),
        (None, Some(date)) => Some(deal_title(date, column.area.width)),
        (None, None) => (!is_keyboard_shared).then(|| format!("seed {seed}")),
    };
    if let Some(text) = text {
        column.draw_line(&text, column.look.dim());
    }
    if let Some(condition) = deal_text::counting_condition(table) {
        column.draw_paragraph(&condition, column.look.dim());
    }
}

/// Joins a game's title and facts. If they don't fit, the board's size is left out first, then the
/// facts or, for a daily deal, the title.
fn title_within(with_size: &str, title: &str, facts: &[String], columns: u16) -> String {
    let facts = facts.join(", ");
    if facts.is_empty() {
        return with_size.to_owned();
    }
    // Both are also told elsewhere: practice at the end of the game, and the number of the game by
    // the score of the match.
    let shortest = if facts == DAILY { DAILY } else { title };
    let titles =
        [format!("{with_size}, {facts}"), format!("{title}, {facts}"), shortest.to_owned()];
    drawing::fitting(&titles, columns).to_owned()
}

fn deal_title(date: DailyDate, columns: u16) -> String {
    let (long, short) = (date.in_words(), date.in_short());
    let titles = [
        format!("Daily deal, {long}"),
        format!("Daily deal, {short}"),
        format!("Deal of {short}"),
        short,
    ];
    drawing::fitting(&titles, columns).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_date_is_shortened_before_it_is_cut() {
        let date = "2026-11-24".parse().unwrap();
        for (columns, text) in [
            (28, "Daily deal, 24 November 2026"),
            (27, "Daily deal, 24 Nov 2026"),
            (22, "Deal of 24 Nov 2026"),
            (14, "24 Nov 2026"),
        ] {
            assert_eq!(deal_title(date, columns), text);
        }
    }

    #[test]
    fn the_number_of_the_game_is_left_out_before_the_title() {
        let facts = ["game 2".to_owned()];
        for (columns, title) in [(20, "Flip 4 x 4, game 2"), (17, "Flip, game 2"), (11, "Flip")] {
            assert_eq!(title_within("Flip 4 x 4", "Flip", &facts, columns), title);
        }
        assert_eq!(title_within("Flip 4 x 4", "Flip", &[], 17), "Flip 4 x 4");
        assert_eq!(title_within("Flip 4 x 4", "Flip", &[DAILY.to_owned()], 11), DAILY);
    }
}
