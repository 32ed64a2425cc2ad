//! How the parts of a review other than the board are drawn: the graph of the game's value, the
//! explanation of the move at the cursor, and the list of costly moves.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
};

use super::{
    Command,
    game_review::{GameReview, LineKind},
    layout::ReviewLayout,
    results::{SeatLoss, cost, graph_x},
};
use crate::games;
use crate::widgets::{
    AnyCommand, ClickAreas, Look,
    chart::{self, ChartLine, ChartMarks, HorizontalAxis},
    drawing,
    list::{TextColumn, draw_scroll_marks, draw_selection, draw_text_right, scroll},
};
use fourcade_engine::play::{Measure, Scale, Seat, Verdict};

/// Draws everything but the board.
pub fn draw(
    review: &mut GameReview,
    layout: &ReviewLayout,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    draw_title(review, layout.title, buffer, look);
    draw_seats(review, layout.seats, buffer, look);
    if let Some(area) = layout.graph {
        draw_graph(review, area, buffer, look, areas);
    }
    let rest = draw_explanation(review, layout.explanation, buffer, look);
    if !rest.is_empty() {
        areas.set_message_area(rest);
    }
    // Unless a row of the list is selected.
    areas.focus_on(layout.explanation);
    review.first_row = draw_costly_moves(review, layout.list, buffer, look, areas);
    review.shows_all = layout.board.is_some() && layout.graph.is_some();
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
    let fits = |level: &usize| {
        rows.iter().all(|(_, name, texts)| {
            let text = texts.get(*level).or(texts.last()).map_or("", String::as_str);
            drawing::text_width(name) + 2 + drawing::text_width(text) <= area.width
        })
    };
    let level = (0..LOSS_TEXTS).find(fits).unwrap_or(LOSS_TEXTS - 1);
    for ((seat, name, texts), row) in rows.iter().zip(area.rows()) {
        let text = texts.get(level).or(texts.last()).map_or("", String::as_str);
        let width = draw_text_right(buffer, row, text, look.dim(), look);
        let place = Rect { width: row.width.saturating_sub(width + 1), ..row };
        drawing::draw_text(buffer, place, name, look.seat(seat.index()), look);
    }
}

/// The largest number of texts of [`loss_texts`].
const LOSS_TEXTS: usize = 4;

/// Says what a seat's costly moves have cost, from the longest text to the shortest.
fn loss_texts(review: &GameReview, loss: SeatLoss) -> Vec<String> {
    let measure = &review.progress.results.measure;
    match loss.moves {
        _ if loss.judged == 0 => Vec::new(),
        0 => {
            let is_complete = review.progress.is_complete();
            let none = if is_complete { "no costly moves" } else { "no costly moves so far" };
            [none, none, none, "0 costly"].map(str::to_owned).into()
        }
        1 => {
            let count = "1 costly move".to_owned();
            let whole = format!("{count}, {}", measure.format_cost(loss.cost));
            vec![whole.clone(), whole, count, "1 costly".to_owned()]
        }
        moves => {
            let count = format!("{moves} costly moves");
            let mean = measure.format_mean_cost(loss.cost, moves);
            let each = format!("{count}, {mean} each");
            vec![format!("{each} on average"), each, count, format!("{moves} costly")]
        }
    }
}

/// The number of costly moves that are marked.
const MARKED_MOVES: usize = 8;
/// The minimum height of a graph with its axis: three rows for the curve. Below it, a sentence
/// stands in its place.
const MIN_GRAPH_HEIGHT: u16 = 5;
/// The minimum range of the vertical axis in each direction.
const MIN_RANGE: f64 = 4.0;

/// A click on the graph goes to that move.
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
    let name = review.seat_name(seat);
    let points = results.points(seat);
    let graph = Rect { y: area.y + 1, height: area.height - 1, ..area };
    if graph.height < MIN_GRAPH_HEIGHT {
        if let Some(value) = results.value(review.cursor, seat) {
            let outlook = outlook(review, seat, value, false);
            drawing::draw_text(buffer, area, &games::sentence(&outlook), look.text(), look);
        }
        return;
    }
    let (kind, short_kind) = match measure.scale {
        Scale::WinProbability => ("Chance of winning", "Chances"),
        Scale::Lead => ("Expected result", "Outlook"),
        Scale::Penalty => ("Expected points", "Points"),
    };
    let unit = match measure.scale {
        Scale::Penalty => String::new(),
        _ => format!(", in {}", measure.unit),
    };
    let has_dots = results.costly().len() > 0;
    let legend =
        if has_dots { format!("  {} costly move", look.glyphs.dot) } else { String::new() };
    let heading = |[kind, unit, legend]: [&str; 3]| {
        Line::from(vec![
            Span::styled(format!("{kind} for "), look.dim()),
            Span::styled(name, look.seat(seat.index())),
            Span::styled(format!("{unit}{legend}"), look.dim()),
        ])
    };
    // The first form that fits.
    let forms = [
        [kind, &unit, &legend],
        [short_kind, &unit, &legend],
        [short_kind, "", &legend],
        [short_kind, "", ""],
    ];
    let fits = |line: &Line| line.width() <= usize::from(area.width);
    let headings = forms.map(heading);
    let heading = headings.iter().find(|line| fits(line)).unwrap_or(&headings[3]);
    buffer.set_line(area.x, area.y, heading, area.width);
    let area = graph;
    let values = axis_values(measure, &points);
    let labels = values.map(|value| measure.format_value(value));
    let last = review.lines.len().max(1);
    let axis = HorizontalAxis {
        ends: [0.0, graph_x(last)],
        labels: ["start".to_owned(), (last / 2).to_string(), last.to_string()],
    };
    let costly = results.costly().take(MARKED_MOVES).filter_map(|(line, verdict)| {
        let value = results.value(line + 1, seat)?;
        Some((graph_x(line + 1), value, look.seat(verdict.seat.index())))
    });
    let costly: Vec<_> = costly.collect();
    let marks = ChartMarks { points: &costly, cursor: Some(graph_x(review.cursor)) };
    let line = ChartLine { points: &points, values, labels, style: look.seat(seat.index()) };
    let Some(plot) = chart::draw_with_marks(area, &line, &axis, &marks, buffer, look) else {
        return;
    };
    let columns = usize::from(plot.width.saturating_sub(1)).max(1);
    for (column, x) in (plot.x..plot.right()).enumerate() {
        let nearest_move = (column * last + columns / 2) / columns;
        areas.add(Rect { x, width: 1, ..plot }, AnyCommand::new(Command::GoTo(nearest_move)));
    }
}

/// Returns the lowest, the middle and the highest value of the vertical axis.
fn axis_values(measure: &Measure, points: &[(f64, f64)]) -> [f64; 3] {
    let max = points.iter().map(|(_, value)| value.abs()).fold(MIN_RANGE, f64::max).ceil();
    match measure.scale {
        Scale::Lead => [-max, 0.0, max],
        Scale::WinProbability => [0.0, 0.5, 1.0],
        Scale::Penalty => [-max, -max / 2.0, 0.0],
    }
}

/// Draws the explanation: as many of its sentences as there is room for, each as long as fits.
/// Returns the free area below the explanation.
fn draw_explanation(review: &GameReview, area: Rect, buffer: &mut Buffer, look: &Look) -> Rect {
    let rows = usize::from(area.height);
    let mut lines: Vec<(String, Style)> = Vec::new();
    for (texts, style) in sentences(review, look) {
        let all: Vec<_> = texts.iter().map(|text| drawing::wrap(text, area.width)).collect();
        let fitting = all.iter().find(|wrapped| lines.len() + wrapped.len() <= rows);
        let shortest = all.last().filter(|_| lines.is_empty());
        if let Some(wrapped) = fitting.or(shortest) {
            lines.extend(wrapped.iter().map(|row| (row.clone(), style)));
        }
    }
    if lines.len() > rows {
        lines.truncate(rows);
        if let Some((last, _)) = lines.last_mut() {
            let cut = drawing::truncate(last, area.width.saturating_sub(1), look);
            *last = format!("{cut}{}", look.glyphs.ellipsis);
        }
    }
    let used = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.height);
    for ((text, style), row) in lines.into_iter().zip(area.rows()) {
        drawing::draw_text(buffer, row, &text, style, look);
    }
    Rect { y: area.y + used, height: area.height - used, ..area }
}

/// The sentences, each in shorter and shorter forms.
fn sentences(review: &GameReview, look: &Look) -> Vec<(Vec<String>, Style)> {
    let (results, viewpoint) = (&review.progress.results, review.viewpoint);
    let one = |text: String, style| vec![(vec![text], style)];
    let Some(line) = review.cursor.checked_sub(1) else {
        let value = results.value(0, viewpoint).map_or_else(String::new, |value| {
            let is_exact = results.verdicts(0).iter().any(|verdict| verdict.exact);
            format!(", {}", outlook(review, viewpoint, value, is_exact))
        });
        return one(format!("Before the first move{value}."), look.text());
    };
    let number = format!("Move {} of {}", line + 1, review.lines.len());
    let verdicts = review.verdicts();
    match review.lines.get(line) {
        Some(LineKind::Resignation(seat)) => {
            return one(format!("{number}: {} resigned.", review.name(*seat)), look.text());
        }
        Some(LineKind::Flag(seat)) => {
            let text = format!("{number}: {} ran out of time.", review.name(*seat));
            return one(text, look.text());
        }
        Some(LineKind::LateStep) if verdicts.is_empty() => {
            let text = format!("{number}: a computer chose, because the time was over.");
            return one(text, look.text());
        }
        Some(LineKind::FaultyStep) if verdicts.is_empty() => {
            let text = format!("{number}: a random move, because a player broke the rules.");
            return one(text, look.text());
        }
        _ if verdicts.is_empty() => {
            return one(format!("{number}: not reviewed yet."), look.dim());
        }
        _ => {}
    }
    let mut verdicts: Vec<_> = verdicts.iter().collect();
    verdicts.sort_by_key(|verdict| verdict.seat != viewpoint);
    let mut sentences = Vec::new();
    for (index, verdict) in verdicts.iter().enumerate() {
        let number = if index == 0 { format!("{number}. ") } else { String::new() };
        let style = if verdict.better.is_some() { look.strong() } else { look.text() };
        let forms = forms(review, verdict).into_iter().map(|form| format!("{number}{form}"));
        sentences.push((forms.collect(), style));
    }
    // What matters less comes last.
    if let Some(verdict) = verdicts.first() {
        let is_choice = verdict.better.is_none() && !review.forced.contains(verdict.seat);
        let merit = verdict.reasons.first().filter(|_| is_choice);
        let merit = merit.map(|why| games::sentence(why));
        sentences.extend(
            merit.into_iter().chain(best_line(verdict, look)).map(|text| (vec![text], look.dim())),
        );
    }
    sentences
}

/// The maximum number of the best moves that are listed.
const MAX_LINE_LEN: usize = 6;

/// Lists the best moves, if there are more than the better one.
fn best_line(verdict: &Verdict<String, String>, look: &Look) -> Option<String> {
    let start: Vec<_> = verdict.line.iter().take(MAX_LINE_LEN).map(String::as_str).collect();
    let end = if verdict.line.len() > MAX_LINE_LEN { look.glyphs.ellipsis } else { "." };
    (start.len() > 1).then(|| format!("Best play: {}{end}", start.join(", ")))
}

/// Says what a seat can expect in a position of this value for it, without a full stop.
fn outlook(review: &GameReview, seat: Seat, value: f64, is_exact: bool) -> String {
    let (name, measure) = (review.seat_name(seat), &review.progress.results.measure);
    let amount = measure.format_cost(value.abs());
    let is_nothing = measure.format_cost_number(value.abs()) == "0";
    match measure.scale {
        Scale::Lead if is_nothing => {
            if is_exact { "it's a draw" } else { "the game is even" }.to_owned()
        }
        Scale::Lead if is_exact && value > 0.0 => format!("{name} wins by {amount}"),
        Scale::Lead if is_exact => format!("{name} loses by {amount}"),
        Scale::Lead if value > 0.0 => format!("{name} is about {amount} ahead"),
        Scale::Lead => format!("{name} is about {amount} behind"),
        Scale::WinProbability if is_nothing => format!("{name} can't win any more"),
        Scale::WinProbability => format!("{name} wins {amount} of the time"),
        Scale::Penalty => format!("{name} can expect {amount}"),
    }
}

/// Says what was played, why that was costly, what it cost, and what would have been better and
/// why; then the same with fewer of the reasons.
fn forms(review: &GameReview, verdict: &Verdict<String, String>) -> Vec<String> {
    let measure = &review.progress.results.measure;
    let done = match review.cursor.checked_sub(1).and_then(|line| review.lines.get(line)) {
        Some(LineKind::Step(verb)) => verb,
        _ => "played",
    };
    let played = format!("{} {done} {}", review.seat_name(verdict.seat), verdict.played);
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
    let cost_text = measure.format_cost(cost);
    let reason = verdict.reasons.first();
    let plain = format!("{played}, which costs {about}{cost_text}.");
    let fault = match reason {
        Some(reason) => format!("{played}: {reason} (costs {about}{cost_text})."),
        None => plain.clone(),
    };
    let merit = verdict.merits.iter().find(|&merit| Some(merit) != reason);
    let full = merit.map(|merit| format!("{fault} Better is {better}: {merit}."));
    let change = verdict.value.filter(|_| reason.is_none()).map(|value| {
        let (best, actual) = (measure.format_value(value), measure.format_value(value - cost));
        format!(" ({best} instead of {actual})")
    });
    let short = format!("{fault} Better: {better}{}.", change.unwrap_or_default());
    full.into_iter().chain([short, format!("{plain} Better: {better}.")]).collect()
}

/// The minimum height of a list with a title.
const MIN_TITLED_HEIGHT: u16 = 5;
/// The heading of the costs.
const LOST: &str = "lost";
/// The columns before the list, for the pointer.
const POINTER_WIDTH: u16 = 1;
/// The maximum distance between two columns.
const MAX_GAP: u16 = 3;
/// The columns of the scroll marks at the end of a row, with a gap.
const SCROLL_MARKS_WIDTH: u16 = 2;
/// The maximum distance from the left end of the costs to their right end.
const MAX_COST_WIDTH: u16 = 8;

/// Draws the list; returns its first visible row.
fn draw_costly_moves(
    review: &GameReview,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) -> usize {
    let results = &review.progress.results;
    let has_title = area.height >= MIN_TITLED_HEIGHT && results.costly().len() > 0;
    if has_title {
        drawing::draw_text(buffer, area, "Costly moves, the worst first", look.dim(), look);
    }
    let above = u16::from(has_title);
    let area = Rect { y: area.y + above, height: area.height - above, ..area };
    let mut rows = area.rows();
    let Some(heading) = rows.next() else { return review.first_row };
    let count = results.costly().len();
    if count == 0 {
        if review.progress.is_complete() {
            let text = "No costly moves.";
            drawing::draw_text(buffer, heading, text, look.dim(), look);
        }
        return review.first_row;
    }
    let list = Rect { y: area.y + 1, height: area.height - 1, ..area };
    let visible = usize::from(list.height);
    let selected = review.selected();
    let first = match selected {
        Some(selected) => scroll(review.first_row, selected, count, visible),
        None => review.first_row.min(count.saturating_sub(visible)),
    };
    let columns = ListColumns::new(review, area.width);
    let headings = ["move", "", "played", "better"];
    for (column, text) in columns.left.into_iter().zip(headings) {
        column.draw(buffer, heading, text, look.dim(), look);
    }
    columns.cost.draw_right(buffer, heading, LOST, look.dim(), look);
    for ((index, (line, verdict)), row) in results.costly().enumerate().skip(first).zip(rows) {
        areas.add(row, AnyCommand::new(Command::Row(index)));
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
        columns.cost.draw_right(buffer, row, &aligned(&cells.cost, columns.fraction), plain, look);
    }
    draw_scroll_marks(buffer, list, first > 0, first + visible < count, look);
    first
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
    /// The columns of the number, the seat, the move and the better move.
    left: [TextColumn; 4],
    cost: TextColumn,
    /// The columns of the point and the digits behind it, in the costs that have them.
    fraction: usize,
}

impl ListColumns {
    /// Fits the columns to the list's width and to all its rows.
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
        let fraction = rows.iter().map(|row| fraction(&row.cost)).max().unwrap_or(0);
        let costs = rows.iter().map(|row| drawing::text_width(&aligned(&row.cost, fraction)));
        let cost_width = costs.max().unwrap_or(0).max(drawing::text_width(LOST)).max(5);
        let taken = POINTER_WIDTH + widths.iter().sum::<u16>() + cost_width;
        let gap = (width.saturating_sub(taken) / 4).clamp(1, MAX_GAP);
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
        Self { left, cost, fraction }
    }
}

/// Returns a cost with spaces behind it, where others have `columns` from the point on.
fn aligned(cost: &str, columns: usize) -> String {
    format!("{cost}{}", " ".repeat(columns - fraction(cost)))
}

/// The number of columns from the point on.
fn fraction(cost: &str) -> usize {
    cost.find('.').map_or(0, |point| cost.len() - point)
}
