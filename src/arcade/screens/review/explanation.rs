//! The explanation of the move at the cursor: what it cost, and what would have been better.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::game_review::{GameReview, LineKind};
use crate::widgets::{Look, drawing};
use fourcade_engine::play::Verdict;

/// A space at which lines are not broken.
const NO_BREAK_SPACE: &str = "\u{a0}";

/// Draws the explanation, wrapped and cut to the area.
pub fn draw(review: &GameReview, area: Rect, buffer: &mut Buffer, look: &Look) {
    let sentences = sentences(review, look);
    let wrapped = |(text, style): &(String, Style)| {
        let style = *style;
        drawing::wrap(text, area.width).into_iter().map(move |row| (row, style))
    };
    let mut lines: Vec<_> = sentences.iter().flat_map(wrapped).collect();
    let rows = usize::from(area.height);
    if lines.len() > rows {
        lines.truncate(rows);
        if let Some((last, _)) = lines.last_mut() {
            let cut = drawing::truncate(last, area.width.saturating_sub(1), look);
            *last = format!("{cut}{}", look.glyphs.ellipsis);
        }
    }
    for ((text, style), row) in lines.into_iter().zip(area.rows()) {
        drawing::draw_text(buffer, row, &text.replace(NO_BREAK_SPACE, " "), style, look);
    }
}

/// Returns the sentences of the explanation with their styles.
fn sentences(review: &GameReview, look: &Look) -> Vec<(String, Style)> {
    let (results, viewpoint) = (&review.progress.results, review.viewpoint);
    let Some(line) = review.cursor.checked_sub(1) else {
        let value = results.value(0, viewpoint).map_or_else(String::new, |value| {
            let name = review.seat_name(viewpoint);
            format!(" {name}: {}.", results.measure.format_value(value))
        });
        return vec![(format!("Start of the game.{value}"), look.text())];
    };
    let number = format!("Move {} of {}", line + 1, review.lines.len());
    let verdicts = review.verdicts();
    match review.lines.get(line) {
        Some(LineKind::Resignation(seat)) => {
            return vec![(format!("{number}: {} resigned.", review.name(*seat)), look.text())];
        }
        Some(LineKind::FaultyStep) if verdicts.is_empty() => {
            let text = format!("{number}: a random move, because a player broke the rules.");
            return vec![(text, look.text())];
        }
        _ if verdicts.is_empty() => {
            return vec![(format!("{number}: not reviewed yet."), look.dim())];
        }
        _ => {}
    }
    let mut verdicts: Vec<_> = verdicts.iter().collect();
    verdicts.sort_by_key(|verdict| verdict.seat != viewpoint);
    let mut sentences = Vec::new();
    for (index, verdict) in verdicts.into_iter().enumerate() {
        let number = if index == 0 { format!("{number}: ") } else { String::new() };
        let style = if verdict.better.is_some() { look.strong() } else { look.text() };
        sentences.push((format!("{number}{}", sentence(review, verdict)), style));
        if let Some(comment) = verdict.comment.as_ref().filter(|_| index == 0) {
            sentences.push((comment.clone(), look.dim()));
        }
    }
    sentences
}

/// Says what was played, what it cost, and what would have been better.
fn sentence(review: &GameReview, verdict: &Verdict<String>) -> String {
    let measure = &review.progress.results.measure;
    let unbroken = |action: &String| action.replace(' ', NO_BREAK_SPACE);
    let played = format!("{} {}", review.seat_name(verdict.seat), unbroken(&verdict.played));
    let Some(better) = verdict.better.as_ref().map(unbroken) else {
        let value = verdict
            .value
            .map_or_else(String::new, |value| format!(", {}", measure.format_value(value)));
        return format!("{played}: best move{value}.");
    };
    let Some(cost) = verdict.cost else {
        return format!("{played}: {better} is the usual choice.");
    };
    let about = if verdict.exact { "" } else { "about " };
    let change = verdict.value.map_or_else(String::new, |value| {
        let (best, actual) = (measure.format_value(value), measure.format_value(value - cost));
        format!(" ({best} instead of {actual})")
    });
    format!("{played} costs {about}{}. Better: {better}{change}.", measure.format_cost(cost))
}
