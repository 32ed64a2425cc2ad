//! Draws a review without its board: the graph of the game's value, and the explanation of the move
//! at the cursor.

use std::iter;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use super::{
    Command,
    costly_moves::draw_costly_moves,
    game_review::{GameReview, LineKind},
    layout::ReviewLayout,
};
use crate::app::review::{SeatLoss, graph_x};
use crate::games::{self, puzzles::best_play};
use crate::widgets::{
    ClickAreas, Look,
    chart::{self, ChartLine, ChartMarks, HorizontalAxis},
    drawing,
    glyphs::unbroken,
    list::draw_text_right,
    paragraphs::{self, Styled, wrapped},
};
use fourcade_engine::play::{ReviewMeasure, ReviewScale, Seat, Verdict};

/// Returns the first visible rows of both lists.
pub fn draw(
    review: &GameReview,
    layout: &ReviewLayout,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) -> [usize; 2] {
    draw_title(review, layout.title, buffer, look);
    draw_seats(review, layout.seats, buffer, look);
    if let Some(area) = layout.graph {
        draw_graph(review, area, buffer, look, areas);
    }
    let rest = draw_explanation(review, layout.explanation, buffer, look);
    if !rest.is_empty() {
        areas.set_message_area(rest);
    }
    // If a row of the list is selected, it takes the focus from the explanation.
    areas.focus_on(layout.explanation);
    draw_costly_moves(review, layout.list, buffer, look, areas)
}

fn draw_title(review: &GameReview, area: Rect, buffer: &mut Buffer, look: &Look) {
    let progress = &review.progress;
    let title = format!("Review: {}", review.title);
    let (reviewed, total) = (progress.results.reviewed_steps, progress.results.total_steps);
    let (text, style) = match &progress.error {
        Some(error) => (error.clone(), look.alert()),
        None if progress.is_running() => {
            let text = format!("reviewing{} {reviewed} of {total}", look.glyphs.activity_dots);
            let fits = drawing::text_width(&title) + 2 + drawing::text_width(&text) <= area.width;
            (if fits { text } else { format!("{reviewed} of {total} reviewed") }, look.dim())
        }
        None => (format!("{reviewed} reviewed"), look.dim()),
    };
    drawing::draw_text(buffer, area, &title, look.accent(), look);
    let rest = drawing::skip_columns(area, drawing::text_width(&title) + 2);
    draw_text_right(buffer, rest, &text, style, look);
}

fn draw_seats(review: &GameReview, area: Rect, buffer: &mut Buffer, look: &Look) {
    let results = &review.progress.results;
    let seats = (0..review.seat_names.len()).map(Seat::new);
    let rows: Vec<_> = seats
        .map(|seat| (seat, review.name(seat), loss_texts(review, results.loss(seat))))
        .collect();
    // All seats have texts of the same kind.
    let fits = |at: &usize| {
        rows.iter().all(|(_, name, texts)| {
            drawing::text_width(name) + 2 + drawing::text_width(&texts[*at]) <= area.width
        })
    };
    let at = (0..2).find(fits).unwrap_or(2);
    for ((seat, name, texts), row) in rows.iter().zip(area.rows()) {
        let text = &texts[at];
        let width = draw_text_right(buffer, row, text, look.dim(), look);
        let place = Rect { width: row.width.saturating_sub(width + 1), ..row };
        drawing::draw_text(buffer, place, name, look.seat(seat.index()), look);
    }
}

/// A seat's number of costly moves and their cost, in three forms, the longest first.
fn loss_texts(review: &GameReview, loss: SeatLoss) -> [String; 3] {
    let measure = &review.progress.results.measure;
    let count = match loss.costly_moves {
        _ if loss.judged_moves == 0 => return [const { String::new() }; 3],
        0 if review.progress.is_complete() => "no costly moves".to_owned(),
        0 => "no costly moves so far".to_owned(),
        moves => games::counted(moves, "costly move"),
    };
    let with_cost = match loss.costly_moves {
        0 => count.clone(),
        1 => format!("{count}, {}", measure.format_cost(loss.cost)),
        moves => format!("{count}, {} each", measure.format_mean_cost(loss.cost, moves)),
    };
    [with_cost, count, format!("{} costly", loss.costly_moves)]
}

const MAX_MARKED_MOVES: usize = 8;
/// The minimum height including the axis. In less room, a sentence replaces the graph.
const MIN_GRAPH_HEIGHT: u16 = 5;
/// The minimum range of the vertical axis in each direction.
const MIN_RANGE: f64 = 4.0;

/// A click on the graph goes to the move in that column.
fn draw_graph(
    review: &GameReview,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    if area.is_empty() {
        return;
    }
    let seat = review.viewpoint;
    let results = &review.progress.results;
    let measure = &results.measure;
    let points = results.points(seat);
    let graph = drawing::skip_rows(area, 1);
    if graph.height < MIN_GRAPH_HEIGHT {
        if let Some(value) = results.value(review.cursor, seat) {
            let text = games::sentence(&outlook(review, seat, value, false));
            drawing::draw_text(buffer, area, &text, look.text(), look);
        }
        return;
    }
    let heading = graph_heading(review, seat, area.width, look);
    buffer.set_line(area.x, area.y, &heading, area.width);
    let last = review.lines.len().max(1);
    let axis = HorizontalAxis {
        ends: [0.0, graph_x(last)],
        labels: vec![
            (0.0, "start".to_owned()),
            (graph_x(last / 2), (last / 2).to_string()),
            (graph_x(last), last.to_string()),
        ],
    };
    let values = axis_values(measure, &points);
    let costly = results.costly().take(MAX_MARKED_MOVES).filter_map(|(line, verdict)| {
        let value = results.value(line + 1, seat)?;
        Some((graph_x(line + 1), value, look.seat(verdict.seat.index())))
    });
    let costly: Vec<_> = costly.collect();
    let marks = ChartMarks { points: &costly, cursor: Some(graph_x(review.cursor)) };
    let line = ChartLine {
        points: &points,
        values,
        labels: values.map(|value| measure.format_value(value)),
        styles: [look.seat(seat.index()); 2],
        faint_until: f64::NEG_INFINITY,
        is_filled: true,
    };
    let Some(plot) = chart::draw(graph, &line, &axis, &marks, buffer, look) else {
        return;
    };
    let columns = usize::from(plot.width.saturating_sub(1)).max(1);
    for (column, x) in (plot.x..plot.right()).enumerate() {
        let nearest_move = (column * last + columns / 2) / columns;
        areas.add(Rect { x, width: 1, ..plot }, Command::GoTo(nearest_move));
    }
}

/// The longest heading that fits.
fn graph_heading(review: &GameReview, seat: Seat, width: u16, look: &Look) -> Line<'static> {
    let results = &review.progress.results;
    let measure = &results.measure;
    let (kind, short_kind) = match measure.scale {
        ReviewScale::WinProbability => ("Chance of winning", "Chances"),
        ReviewScale::Lead => ("Expected result", "Outlook"),
        ReviewScale::Penalty => ("Expected points", "Points"),
    };
    let unit = match measure.scale {
        ReviewScale::Penalty => String::new(),
        _ => format!(", in {}", measure.unit),
    };
    let legend = |text: &str| match results.costly().len() {
        0 => String::new(),
        _ => format!("  {} {text}", look.glyphs.dot),
    };
    let heading = |(kind, rest): (&str, String)| {
        Line::from(vec![
            Span::styled(format!("{kind} for "), look.dim()),
            Span::styled(review.seat_name(seat), look.seat(seat.index())),
            Span::styled(rest, look.dim()),
        ])
    };
    let [long, rest @ .., shortest] = [
        (kind, format!("{unit}{}", legend("costly move"))),
        (short_kind, format!("{unit}{}", legend("costly"))),
        (short_kind, legend("costly")),
        (short_kind, String::new()),
    ]
    .map(heading);
    let fits = |line: &Line| line.width() <= usize::from(width);
    iter::once(long).chain(rest).find(fits).unwrap_or(shortest)
}

/// The lowest, the middle and the highest value of the vertical axis.
fn axis_values(measure: &ReviewMeasure, points: &[(f64, f64)]) -> [f64; 3] {
    let max = points.iter().map(|(_, value)| value.abs()).fold(MIN_RANGE, f64::max).ceil();
    match measure.scale {
        ReviewScale::Lead => [-max, 0.0, max],
        ReviewScale::WinProbability => [0.0, 0.5, 1.0],
        ReviewScale::Penalty => [-max, -max / 2.0, 0.0],
    }
}

/// The forms of a sentence, the longest one first, and their style.
type Sentence = (Vec<String>, Style);

/// Draws as many sentences as fit, each in the longest form that fits. Returns the area below.
fn draw_explanation(review: &GameReview, area: Rect, buffer: &mut Buffer, look: &Look) -> Rect {
    let rows = usize::from(area.height);
    let mut lines: Vec<Styled> = Vec::new();
    for (forms, style) in sentences(review, look) {
        let forms = forms.into_iter().map(|form| wrapped([(form, style)], area.width));
        let mut all: Vec<_> = forms.collect();
        let shortest = lines.is_empty().then(|| all.len().saturating_sub(1));
        let fitting = all.iter().position(|form| lines.len() + form.len() <= rows);
        if let Some(at) = fitting.or(shortest) {
            lines.append(&mut all[at]);
        }
    }
    if lines.len() > rows {
        lines.truncate(rows);
        if let Some((last, _)) = lines.last_mut() {
            let cut = drawing::truncate(last, area.width.saturating_sub(1), look);
            *last = format!("{cut}{}", look.glyphs.ellipsis);
        }
    }
    paragraphs::draw(&lines, area, buffer, look)
}

/// The sentences of the explanation, the most important one first.
fn sentences(review: &GameReview, look: &Look) -> Vec<Sentence> {
    let (results, viewpoint) = (&review.progress.results, review.viewpoint);
    let only = |text: String, style| vec![(vec![text], style)];
    if let Some(text) = &review.variation_text {
        return only(text.clone(), look.text());
    }
    let Some(line) = review.cursor.checked_sub(1) else {
        let value = results.value(0, viewpoint).map_or_else(String::new, |value| {
            let is_exact = results.verdicts(0).iter().any(|verdict| verdict.exact);
            format!(", {}", outlook(review, viewpoint, value, is_exact))
        });
        return only(format!("At the start{value}."), look.text());
    };
    let number = format!("Move {} of {}", line + 1, review.lines.len());
    if let Some((text, style)) = unjudged(review, line, look) {
        return only(format!("{number}: {text}."), style);
    }
    let mut verdicts: Vec<_> = review.verdicts().iter().collect();
    verdicts.sort_by_key(|verdict| verdict.seat != viewpoint);
    let mut sentences = Vec::new();
    for verdict in &verdicts {
        let mut forms = verdict_forms(review, verdict);
        if sentences.is_empty() {
            forms = forms.into_iter().map(|form| format!("{number}. {form}")).collect();
        }
        sentences.push((forms, look.text()));
    }
    if let Some(verdict) = verdicts.first() {
        let why_best = merit(review, verdict);
        let further =
            why_best.into_iter().chain(best_play(&verdict.variation, look.glyphs.ellipsis));
        sentences.extend(further.map(|text| (vec![text], look.dim())));
    }
    sentences
}

/// Describes a line without a verdict, without a full stop. `None` if it has one.
fn unjudged(review: &GameReview, line: usize, look: &Look) -> Option<(String, Style)> {
    let has_verdict = !review.verdicts().is_empty();
    let (text, style) = match review.lines.get(line) {
        Some(LineKind::Resignation(seat)) => {
            return Some((format!("{} resigned", review.name(*seat)), look.text()));
        }
        Some(LineKind::Flag(seat)) => {
            return Some((format!("{} ran out of time", review.name(*seat)), look.text()));
        }
        Some(LineKind::LateStep) if !has_verdict => {
            ("a computer chose, because the time was over", look.text())
        }
        Some(LineKind::FaultyStep) if !has_verdict => {
            ("a random move, because a player broke the rules", look.text())
        }
        _ if line < review.progress.results.opening => ("part of the recorded opening", look.dim()),
        _ if has_verdict => return None,
        _ => ("not reviewed yet", look.dim()),
    };
    Some((text.to_owned(), style))
}

/// Why the better move is good or, if the best one was played by choice, why that one is.
fn merit(review: &GameReview, verdict: &Verdict<String, String>) -> Option<String> {
    let Some(better) = &verdict.better else {
        let is_choice = !review.forced.contains(verdict.seat);
        return verdict.reasons.first().filter(|_| is_choice).map(|why| games::sentence(why));
    };
    let fault = verdict.reasons.first();
    let why = verdict.merits.iter().find(|&why| Some(why) != fault)?;
    Some(format!("{better}: {why}."))
}

/// Describes a position of this value for a seat, without a full stop.
fn outlook(review: &GameReview, seat: Seat, value: f64, is_exact: bool) -> String {
    let (name, measure) = (review.seat_name(seat), &review.progress.results.measure);
    let amount = measure.format_cost(value.abs());
    let is_nothing = measure.format_cost_number(value.abs()) == "0";
    match measure.scale {
        ReviewScale::Lead if is_nothing => {
            if is_exact { "it's a tie" } else { "the game is even" }.to_owned()
        }
        ReviewScale::Lead if is_exact && value > 0.0 => format!("{name} wins by {amount}"),
        ReviewScale::Lead if is_exact => format!("{name} loses by {amount}"),
        ReviewScale::Lead if value > 0.0 => format!("{name} is about {amount} ahead"),
        ReviewScale::Lead => format!("{name} is about {amount} behind"),
        ReviewScale::WinProbability if is_nothing => format!("{name} can't win any more"),
        ReviewScale::WinProbability => format!("{name} wins {amount} of the time"),
        ReviewScale::Penalty => format!("{name} can expect {amount}"),
    }
}

/// Such as `X played 2 1`.
fn played_text(review: &GameReview, verdict: &Verdict<String, String>) -> String {
    let done = match review.cursor.checked_sub(1).and_then(|line| review.lines.get(line)) {
        Some(LineKind::Step(verb)) => verb,
        _ => "played",
    };
    format!("{} {done} {}", review.seat_name(verdict.seat), verdict.played)
}

/// The forms of a verdict, the longest first. If the list shows the better move, the second form
/// leaves it out; the last one leaves out the reason.
fn verdict_forms(review: &GameReview, verdict: &Verdict<String, String>) -> Vec<String> {
    let measure = &review.progress.results.measure;
    let played = played_text(review, verdict);
    let Some(better) = &verdict.better else {
        let value = verdict.value.map_or_else(String::new, |value| {
            let text = outlook(review, verdict.seat, value, verdict.exact);
            format!(" {}", games::sentence(&text))
        });
        let is_forced = review.forced.contains(verdict.seat);
        let praise = if is_forced { "the only choice" } else { "the best move" };
        return vec![format!("{played}, {praise}.{value}")];
    };
    let Some(cost) = verdict.cost else {
        return vec![format!("{played}. The usual choice is {better}.")];
    };
    let about = if verdict.exact { "" } else { "about " };
    let end = format!("Better: {better}, by {about}{}.", unbroken(&measure.format_cost(cost)));
    let mut forms = Vec::new();
    if let Some(why) = verdict.reasons.first() {
        forms.push(format!("{played}: {why}. {end}"));
        if review.shows_both {
            // The list says the rest.
            forms.push(format!("{played}: {why}."));
        }
    }
    forms.push(format!("{played}. {end}"));
    forms
}
