//! Draws a review without its board: the graph of the game's value, the explanation of the move at
//! the cursor, and the list of costly moves.

use std::{iter, ops::Range};

use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length},
        Layout, Rect,
    },
    style::{Modifier, Style},
    text::{Line, Span},
};

use super::{
    Command,
    game_review::{GameReview, LineKind},
    layout::ReviewLayout,
};
use crate::app::review::{SeatLoss, cost, graph_x};
use crate::games::{self, puzzles::best_play};
use crate::widgets::{
    ClickAreas, Look,
    chart::{self, ChartLine, ChartMarks, HorizontalAxis},
    drawing,
    glyphs::unbroken,
    list::{TextColumn, draw_scroll_marks, draw_selection, draw_text_right, scroll},
    paragraphs::{self, Styled, wrapped},
};
use fourcade_engine::play::{ReviewMeasure, ReviewScale, Seat, Verdict};

pub fn draw(
    review: &mut GameReview,
    layout: &ReviewLayout,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    review.shows_both = layout.board.is_some() && layout.graph.is_some();
    draw_title(review, layout.title, buffer, look);
    draw_seats(review, layout.seats, buffer, look);
    if let Some(area) = layout.graph {
        draw_graph(review, area, buffer, look, areas);
    }
    let rest = draw_explanation(review, layout.explanation, buffer, look);
    if !rest.is_empty() {
        areas.set_message_area(rest);
    }
    // A selected row of the list takes the focus.
    areas.focus_on(layout.explanation);
    review.first_rows = draw_costly_moves(review, layout.list, buffer, look, areas);
}

fn draw_title(review: &GameReview, area: Rect, buffer: &mut Buffer, look: &Look) {
    let progress = &review.progress;
    let title = format!("Review: {}", review.title);
    let (reviewed, total) = (progress.results.reviewed_steps, progress.results.total_steps);
    let (text, style) = match &progress.error {
        Some(error) => (error.clone(), look.alert()),
        None if progress.is_running() => {
            let text = format!("reviewing{} {reviewed} of {total}", look.glyphs.going_on);
            let fits = drawing::text_width(&title) + 2 + drawing::text_width(&text) <= area.width;
            (if fits { text } else { format!("{reviewed} of {total} reviewed") }, look.dim())
        }
        None => (format!("{reviewed} reviewed"), look.dim()),
    };
    drawing::draw_text(buffer, area, &title, look.accent(), look);
    let inset = (drawing::text_width(&title) + 2).min(area.width);
    let rest = Rect { x: area.x + inset, width: area.width - inset, ..area };
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

/// A seat's number of costly moves and their cost, in three ever shorter forms.
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
/// With the axis. If there is less room, a sentence replaces the graph.
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
    let graph = Rect { y: area.y + 1, height: area.height - 1, ..area };
    if graph.height < MIN_GRAPH_HEIGHT {
        if let Some(value) = results.value(review.cursor, seat) {
            let outlook = outlook(review, seat, value, false);
            drawing::draw_text(buffer, area, &games::sentence(&outlook), look.text(), look);
        }
        return;
    }
    let heading = graph_heading(review, seat, area.width, look);
    buffer.set_line(area.x, area.y, &heading, area.width);
    let values = axis_values(measure, &points);
    let labels = values.map(|value| measure.format_value(value));
    let last = review.lines.len().max(1);
    let axis = HorizontalAxis {
        ends: [0.0, graph_x(last)],
        labels: vec![
            (0.0, "start".to_owned()),
            (graph_x(last / 2), (last / 2).to_string()),
            (graph_x(last), last.to_string()),
        ],
    };
    let costly = results.costly().take(MAX_MARKED_MOVES).filter_map(|(line, verdict)| {
        let value = results.value(line + 1, seat)?;
        Some((graph_x(line + 1), value, look.seat(verdict.seat.index())))
    });
    let costly: Vec<_> = costly.collect();
    let marks = ChartMarks { points: &costly, cursor: Some(graph_x(review.cursor)) };
    let line = ChartLine { points: &points, values, labels, styles: [look.seat(seat.index()); 2] };
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
        let fitting = all.iter().position(|wrapped| lines.len() + wrapped.len() <= rows);
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
    let one = |text: String, style| vec![(vec![text], style)];
    if let Some(text) = &review.better_line {
        return one(text.clone(), look.text());
    }
    let Some(line) = review.cursor.checked_sub(1) else {
        let value = results.value(0, viewpoint).map_or_else(String::new, |value| {
            let is_exact = results.verdicts(0).iter().any(|verdict| verdict.exact);
            format!(", {}", outlook(review, viewpoint, value, is_exact))
        });
        return one(format!("At the start{value}."), look.text());
    };
    let number = format!("Move {} of {}", line + 1, review.lines.len());
    if let Some((text, style)) = unjudged(review, line, look) {
        return one(format!("{number}: {text}."), style);
    }
    let mut verdicts: Vec<_> = review.verdicts().iter().collect();
    verdicts.sort_by_key(|verdict| verdict.seat != viewpoint);
    let mut sentences = Vec::new();
    for (index, verdict) in verdicts.iter().enumerate() {
        let number = if index == 0 { format!("{number}. ") } else { String::new() };
        let forms = verdict_forms(review, verdict, &played(review, verdict)).into_iter();
        let forms = forms.map(|form| format!("{number}{form}")).collect();
        sentences.push((forms, look.text()));
    }
    if let Some(verdict) = verdicts.first() {
        let merit = merit(review, verdict)
            .into_iter()
            .chain(best_play(&verdict.line, look.glyphs.ellipsis));
        sentences.extend(merit.map(|text| (vec![text], look.dim())));
    }
    sentences
}

/// About a line without a verdict, without a full stop.
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
    let merit = verdict.merits.iter().find(|&merit| Some(merit) != fault)?;
    Some(format!("{better}: {merit}."))
}

/// What a position of this value is worth to a seat, as a sentence without a full stop.
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
fn played(review: &GameReview, verdict: &Verdict<String, String>) -> String {
    let done = match review.cursor.checked_sub(1).and_then(|line| review.lines.get(line)) {
        Some(LineKind::Step(verb)) => verb,
        _ => "played",
    };
    format!("{} {done} {}", review.seat_name(verdict.seat), verdict.played)
}

/// Reasons contain these words; the review puts the better move itself in their place.
const BETTER_MOVE: &str = "a better move";

/// The forms of a verdict, the longest first. The second one leaves out the better move, if the
/// list shows it; the last one leaves out the reason.
fn verdict_forms(
    review: &GameReview,
    verdict: &Verdict<String, String>,
    played: &str,
) -> Vec<String> {
    let measure = &review.progress.results.measure;
    let Some(better) = &verdict.better else {
        let outlook = verdict.value.map_or_else(String::new, |value| {
            let outlook = outlook(review, verdict.seat, value, verdict.exact);
            format!(" {}", games::sentence(&outlook))
        });
        let is_forced = review.forced.contains(verdict.seat);
        let praise = if is_forced { "the only choice" } else { "the best move" };
        return vec![format!("{played}, {praise}.{outlook}")];
    };
    let Some(cost) = verdict.cost else {
        return vec![format!("{played}. The usual choice is {better}.")];
    };
    let about = if verdict.exact { "" } else { "about " };
    let end = format!("Better: {better}, by {about}{}.", unbroken(&measure.format_cost(cost)));
    let mut forms = Vec::new();
    if let Some(why) = verdict.reasons.first() {
        let why = why.replace(BETTER_MOVE, better);
        forms.push(format!("{played}: {why}. {end}"));
        if review.shows_both {
            // The list says the rest.
            forms.push(format!("{played}: {why}."));
        }
    }
    forms.push(format!("{played}. {end}"));
    forms
}

/// The headings of the list or, if one person plays, of its two parts.
const TITLE: &str = "Costliest";
const YOURS: &str = "Yours";
const OTHERS: &str = "Others";
const COST_HEADING: &str = "lost";
const POINTER_WIDTH: u16 = 1;
const MAX_COLUMN_GAP: u16 = 3;
/// The width of the marks of hidden rows, and the gap beside them.
const SCROLL_MARKS_WIDTH: u16 = 2;
const MAX_COST_WIDTH: u16 = 8;

/// If one person plays, their moves come first. Returns the first visible rows of both lists.
fn draw_costly_moves(
    review: &GameReview,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) -> [usize; 2] {
    let results = &review.progress.results;
    let count = results.costly().len();
    if count == 0 {
        if review.progress.is_complete() {
            drawing::draw_text(buffer, area, "No costly moves.", look.dim(), look);
        }
        return review.first_rows;
    }
    let Some(own) = results.own_costly_count() else {
        let list = MoveList { title: TITLE, rows: 0..count, first: review.first_rows[0] };
        return [list.draw(review, area, buffer, look, areas), 0];
    };
    // The costliest move of the others is always visible, if there is room for one of each.
    let rows =
        |moves: usize| u16::try_from(moves).map_or(u16::MAX, |moves| moves.saturating_add(1));
    let least = if own < count && area.height > 3 { 2 } else { 0 };
    let upper = if own == 0 { 0 } else { rows(own).min(area.height - least) };
    let [upper, lower] = area.layout(&Layout::vertical([Length(upper), Fill(1)]));
    let [first, other] = review.first_rows;
    let yours = MoveList { title: YOURS, rows: 0..own, first };
    let others = MoveList { title: OTHERS, rows: own..count, first: other };
    [
        yours.draw(review, upper, buffer, look, areas),
        others.draw(review, lower, buffer, look, areas),
    ]
}

struct MoveList {
    title: &'static str,
    /// In the order of `ReviewResults::costly`.
    rows: Range<usize>,
    /// The first row that was visible, counted from the start of the part.
    first: usize,
}

impl MoveList {
    /// Returns the first visible row.
    fn draw(
        self,
        review: &GameReview,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) -> usize {
        let mut rows = area.rows();
        let Some(heading) = rows.next().filter(|_| !self.rows.is_empty()) else {
            return self.first;
        };
        let list = Rect { y: area.y + 1, height: area.height - 1, ..area };
        let visible = usize::from(list.height);
        let selected = review.selected_row();
        let selected_here = selected.filter(|row| self.rows.contains(row));
        let count = self.rows.len();
        let first = match selected_here {
            Some(row) => scroll(self.first, row - self.rows.start, count, visible),
            None => self.first.min(count.saturating_sub(visible)),
        };
        let columns = ListColumns::new(review, area.width);
        let [number, _, played, better] = columns.left;
        let title = TextColumn::new(number.x, played.x.saturating_sub(number.x + 1));
        for (column, text) in [(title, self.title), (played, "played"), (better, "better")] {
            column.draw(buffer, heading, text, look.dim(), look);
        }
        columns.cost.draw_right(buffer, heading, COST_HEADING, look.dim(), look);
        let moves = review.progress.results.costly().enumerate();
        let shown = moves.skip(self.rows.start + first).take(count - first);
        for ((index, (line, verdict)), row) in shown.zip(rows) {
            areas.add(row, Command::Row(index));
            let seat = verdict.seat.index();
            let (plain, dim, seat) = if selected == Some(index) {
                let plain = look.selected().remove_modifier(Modifier::BOLD);
                draw_selection(buffer, row, plain, look, areas);
                (plain, plain, look.selected_seat(seat))
            } else {
                (look.text(), look.dim(), look.seat(seat))
            };
            let cells = Cells::new(review, line, verdict);
            let [number, name, played, better] = columns.left;
            number.draw_right(buffer, row, &cells.number, dim, look);
            name.draw(buffer, row, cells.seat, seat, look);
            played.draw(buffer, row, &cells.played, plain, look);
            better.draw(buffer, row, &cells.better, plain.add_modifier(Modifier::BOLD), look);
            let cost = pad_fraction(&cells.cost, columns.fraction_width);
            columns.cost.draw_right(buffer, row, &cost, plain, look);
        }
        draw_scroll_marks(buffer, list, first > 0, first + visible < count, look);
        first
    }
}

struct Cells {
    number: String,
    seat: &'static str,
    played: String,
    better: String,
    cost: String,
}

impl Cells {
    fn new(review: &GameReview, line: usize, verdict: &Verdict<String, String>) -> Self {
        Self {
            number: (line + 1).to_string(),
            seat: review.seat_name(verdict.seat),
            played: verdict.played.clone(),
            better: verdict.better.clone().unwrap_or_default(),
            cost: review.progress.results.measure.format_cost_number(cost(verdict)),
        }
    }
}

struct ListColumns {
    /// The number, the seat, the move and the better move.
    left: [TextColumn; 4],
    cost: TextColumn,
    /// The maximum of [`fraction_width`].
    fraction_width: usize,
}

impl ListColumns {
    /// Fits the columns to the list's width and to all its rows, visible or not.
    fn new(review: &GameReview, width: u16) -> Self {
        let results = &review.progress.results;
        let rows: Vec<Cells> =
            results.costly().map(|(line, verdict)| Cells::new(review, line, verdict)).collect();
        let widest = |cell: fn(&Cells) -> &str, heading: &str| {
            let cells = rows.iter().map(|row| drawing::text_width(cell(row)));
            cells.max().unwrap_or(0).max(drawing::text_width(heading))
        };
        let seat =
            review.seat_names.iter().map(|name| drawing::text_width(name)).max().unwrap_or(1);
        let widths = [
            drawing::text_width(&review.lines.len().to_string()).max(4),
            seat,
            widest(|row| &row.played, "played"),
            widest(|row| &row.better, "better"),
        ];
        let fraction = rows.iter().map(|row| fraction_width(&row.cost)).max().unwrap_or(0);
        let costs = rows.iter().map(|row| drawing::text_width(&pad_fraction(&row.cost, fraction)));
        let cost_width = costs.max().unwrap_or(0).max(drawing::text_width(COST_HEADING));
        let taken = POINTER_WIDTH + widths.iter().sum::<u16>() + cost_width;
        let gap = (width.saturating_sub(taken) / 4).clamp(1, MAX_COLUMN_GAP);
        let mut x = POINTER_WIDTH;
        let left = widths.map(|width| {
            let column = TextColumn::new(x, width);
            x += width + gap;
            column
        });
        // The costs stay near the better moves, even in a wide window.
        let beside_marks = width.saturating_sub(SCROLL_MARKS_WIDTH);
        let right = (x + MAX_COST_WIDTH).min(beside_marks).max((x + cost_width).min(width));
        let cost = TextColumn::new(right.saturating_sub(cost_width), cost_width);
        Self { left, cost, fraction_width: fraction }
    }
}

/// Appends zeros to a cost until its [`fraction_width`] is `columns`.
fn pad_fraction(cost: &str, columns: usize) -> String {
    let point = if columns > 0 && fraction_width(cost) == 0 { "." } else { "" };
    let zeros = "0".repeat(columns - fraction_width(cost) - point.len());
    format!("{cost}{point}{zeros}")
}

/// The columns of the decimal point and the digits after it; 0 without a point.
fn fraction_width(cost: &str) -> usize {
    cost.find('.').map_or(0, |point| cost.len() - point)
}

#[cfg(test)]
mod tests {
    use super::pad_fraction;

    #[test]
    fn costs_have_as_many_digits_as_the_longest() {
        let costs = |costs: [&str; 3], columns| costs.map(|cost| pad_fraction(cost, columns));
        assert_eq!(costs(["31", "26.7", "0"], 2), ["31.0", "26.7", "0.0"]);
        assert_eq!(costs(["2", "1.5", "0.25"], 3), ["2.00", "1.50", "0.25"]);
        assert_eq!(costs(["31", "7", "0"], 0), ["31", "7", "0"]);
    }
}
