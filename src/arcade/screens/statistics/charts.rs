//! The charts of the statistics: lines over the games, and bars of wins, draws and losses.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Margin, Rect},
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::{Block, Widget},
};

use crate::{
    app::statistics::{
        MIN_GAMES, NUMBERED_GAMES, RatingChart, ResultHistory, StatisticsData, StatisticsRow,
    },
    database::statistics::ResultTally,
    games::{self, GameFacts},
    practice::{
        rating::ENOUGH_RESULTS,
        stars::{self, Stars, wins_needed},
    },
    widgets::{
        Look,
        chart::{self, ChartLine, ChartMarks, HorizontalAxis},
        drawing,
        list::{self, TextColumn},
    },
};
use fourcade_engine::{GameKind, play::Level};

#[derive(Clone, Copy)]
pub struct PanelPlace {
    pub area: Rect,
    /// The panel's number and the number of panels, if the person can choose others.
    pub number: Option<[usize; 2]>,
    pub has_border: bool,
}

const LABEL_WIDTH: usize = 4;
/// The width of the names of games in the list of ratings.
const TITLE_WIDTH: u16 = 15;
/// Fits the stars and the wins towards the next one.
const MIN_WIDTH_WITH_STARS: u16 = 68;
/// Fits bars of wins towards the stars.
const MIN_WIDTH_WITH_BARS: u16 = 56;
/// Fits a star, its level, and the wins towards it.
const STAR_WIDTH: u16 = 14;
/// The widths of the texts in narrow and wide lists of ratings, beside the lines.
const RATING_WIDTHS: [u16; 2] = [27, 34];

pub fn draw_win_rate(
    place: PanelPlace,
    history: &ResultHistory,
    titles: &[&str],
    buffer: &mut Buffer,
    look: &Look,
) {
    let now = history.win_rate.last().map(|(_, rate)| format!("{rate:.0}%"));
    let plot =
        draw_titled(place, titles, "win rate", &average_texts(now, history, look), buffer, look);
    let labels = ["0%", "50%", "100%"].map(str::to_owned);
    let (points, values) = (&history.win_rate, [0.0, 50.0, 100.0]);
    let styles = [look.won(); 2];
    let line = ChartLine {
        points,
        values,
        labels,
        styles,
        faint_until: faint_until(history),
        is_filled: true,
    };
    draw_over_games(plot, line, None, history, buffer, look);
}

pub fn draw_margins(
    place: PanelPlace,
    history: &ResultHistory,
    titles: &[&str],
    buffer: &mut Buffer,
    look: &Look,
) {
    let now = history.margins.last().map(|(_, lead)| format!("{lead:+.1}"));
    let plot = draw_titled(place, titles, "lead", &average_texts(now, history, look), buffer, look);
    let (points, values) = (&history.margins, history.margin_axis());
    let labels =
        values.map(|lead| if lead == 0.0 { "0".to_owned() } else { format!("{lead:+.0}") });
    let styles = [look.won(), look.lost()];
    let line = ChartLine {
        points,
        values,
        labels,
        styles,
        faint_until: faint_until(history),
        is_filled: true,
    };
    let hint = points.is_empty().then_some("No game was played to the end.");
    draw_over_games(plot, line, hint, history, buffer, look);
}

/// Averages over fewer games than the others are faint. If all are, none is.
fn faint_until(history: &ResultHistory) -> f64 {
    let first = history.first_full();
    if history.games < first { f64::NEG_INFINITY } else { first.into() }
}

/// The last average of a chart in several forms, the longest first. Empty before the chart begins.
fn average_texts(value: Option<String>, history: &ResultHistory, look: &Look) -> Vec<String> {
    let Some(value) = value.filter(|_| history.games >= MIN_GAMES) else { return Vec::new() };
    let (games, window) = (history.games, history.window);
    if games < history.first_full() {
        return vec![format!("{value}, all {games} games so far"), value];
    }
    let last = format!("{value}, last {window}");
    let whole = format!("{last} games");
    let has_shades = !look.reverses_selection();
    let dim = has_shades.then(|| format!("{whole}; dim: average of fewer"));
    dim.into_iter().chain([whole, last, value]).collect()
}

/// Draws a line over the games or, if it has too few points, a hint in its place.
fn draw_over_games(
    plot: Rect,
    line: ChartLine,
    hint: Option<&str>,
    history: &ResultHistory,
    buffer: &mut Buffer,
    look: &Look,
) {
    let begins = format!("The chart begins after {MIN_GAMES} games.");
    let hint = if history.games < MIN_GAMES { Some(&*begins) } else { hint };
    let Some(hint) = hint else {
        return draw_line(plot, line, "game", history.games, buffer, look);
    };
    draw_hint(plot, hint, buffer, look);
}

/// Draws the progress towards the first chart, and what the game is about.
pub fn draw_beginning(
    place: PanelPlace,
    kind: Option<GameKind>,
    history: &ResultHistory,
    advice: &str,
    buffer: &mut Buffer,
    look: &Look,
) {
    let has_lead = kind.is_some_and(GameKind::has_scores);
    let (name, begin) =
        if has_lead { ("win rate and lead", "begin") } else { ("win rate", "begins") };
    let games = history.games;
    let inside = draw_titled(place, &[], name, &[], buffer, look);
    let [progress, text] =
        inside.layout(&Layout::vertical([Constraint::Length(2), Constraint::Fill(1)]));
    let label = Line::styled("Games", look.text());
    let (done, needed) = (games as usize, MIN_GAMES as usize);
    draw_progress(progress, &label, done, needed, &format!("{games}/{needed}"), buffer, look);
    let begins =
        format!("{} {begin} after {MIN_GAMES} games: {games} so far.", games::capitalized(name));
    let about = kind.map(|kind| format!("{}.", games::capitalized(GameFacts::of(kind).summary)));
    let lines = [Some(begins), about, Some(advice.to_owned())];
    let lines = lines.into_iter().flatten().collect::<Vec<_>>().join("\n");
    drawing::draw_lines(buffer, text, &lines, look.dim(), look);
}

/// Says why a panel is empty.
pub fn draw_hint(area: Rect, hint: &str, buffer: &mut Buffer, look: &Look) {
    drawing::draw_lines(buffer, area, hint, look.dim(), look);
}

pub struct GameRating<'a> {
    /// The name of the game if it is not clear from the page.
    pub title: &'a [&'a str],
    pub kind: GameKind,
    pub chart: &'a RatingChart,
    pub stars: &'a Stars,
}

impl<'a> GameRating<'a> {
    pub fn new(kind: GameKind, data: &'a StatisticsData) -> Self {
        let chart = &data.ratings[kind as usize];
        Self { title: &[], kind, chart, stars: &data.stars[kind as usize] }
    }
}

/// Draws the chart of a rating if it has begun. In the grid, the stars are beside or instead of it.
pub fn draw_rating(place: PanelPlace, rating: &GameRating, buffer: &mut Buffer, look: &Look) {
    let &GameRating { title, chart, .. } = rating;
    let known = chart.known();
    let mut values = known.map_or_else(
        || vec![rating_hint(chart)],
        |last| {
            let written = last.written(!look.glyphs.blocks);
            vec![format!("{written}, {} games and puzzles", last.result_count), written]
        },
    );
    let has_bars = known.is_none() && place.area.width >= MIN_WIDTH_WITH_BARS;
    let has_stars = (place.has_border || has_bars) && title.is_empty();
    let name = if has_stars { "rating and stars" } else { "rating" };
    let end = if place.has_border { " " } else { "" };
    let rule = format!(" {}{end}", stars::rule(rating.kind));
    let heading_width = drawing::text_width(&rule) + drawing::text_width(name) + 6;
    let value_width = place.area.width.saturating_sub(heading_width);
    let has_rule = has_stars && value_width > 0;
    values.retain(|value| !has_rule || drawing::text_width(value) <= value_width);
    let inside = draw_titled(place, title, name, &values, buffer, look);
    match known {
        Some(last) => {
            let parts = [Constraint::Fill(1), Constraint::Length(STAR_WIDTH)];
            let [plot, beside] = if place.has_border {
                inside.layout(&Layout::horizontal(parts).spacing(4))
            } else {
                [inside, Rect::ZERO]
            };
            let line = rating_line(chart, chart.axis(), look);
            // Puzzles count like games.
            draw_line(plot, line, "game", last.result_count, buffer, look);
            // The first star is beside the upper end of the axis.
            let column = drawing::skip_rows(beside, beside.height % 2);
            draw_stars(column, rating.kind, rating.stars, buffer, look);
        }
        None if has_bars => draw_star_bars(inside, rating.kind, rating.stars, buffer, look),
        None => draw_hint(inside, &rating_begins(), buffer, look),
    }
    if has_rule {
        let heading = Rect { y: place.area.y, height: 1, ..inside };
        list::draw_text_right(buffer, heading, &rule, look.dim(), look);
    }
}

/// Draws a row for each level: its star, a bar with a segment for each win, and the wins.
fn draw_star_bars(area: Rect, kind: GameKind, stars: &Stars, buffer: &mut Buffer, look: &Look) {
    let count = drawing::cells(Level::COMMON.len());
    let needed = wins_needed(kind);
    let pitch = (area.height / count).clamp(1, 2);
    for (level, row) in Level::COMMON.into_iter().zip(0_u16..) {
        let is_lit = stars.lit[level as usize];
        let wins = if is_lit { needed } else { stars.wins[level as usize] };
        let row = Rect { y: area.y + row * pitch, height: 1, ..area };
        if row.bottom() > area.bottom() {
            break;
        }
        let [style, text] =
            if is_lit { [look.accent(), look.strong()] } else { [look.dim(), look.text()] };
        let star = Span::styled(look.glyphs.stars[usize::from(is_lit)], style);
        let label = Line::from(vec![star, Span::styled(format!(" {level}"), text)]);
        let text = if is_lit { "beaten".to_owned() } else { format!("{wins}/{needed}") };
        draw_progress(row, &label, wins, needed, &text, buffer, look);
    }
}

/// Draws a label, a bar with a segment for each step, and a number.
fn draw_progress(
    row: Rect,
    label: &Line,
    done: usize,
    needed: usize,
    number: &str,
    buffer: &mut Buffer,
    look: &Look,
) {
    let parts = [Constraint::Length(STAR_WIDTH - 3), Constraint::Fill(1), Constraint::Length(6)];
    let [name, bar, end] = row.layout(&Layout::horizontal(parts).spacing(2));
    buffer.set_line(name.x, name.y, label, name.width);
    let [won, _, missing] = bar_parts(look);
    let segments = Layout::horizontal(vec![Constraint::Fill(1); needed]).spacing(1);
    for (index, segment) in segments.split(bar).iter().enumerate() {
        let (glyph, style, _) = if index < done { won } else { missing };
        let bar = glyph.repeat(segment.width.into());
        drawing::draw_text(buffer, *segment, &bar, style, look);
    }
    list::draw_text_right(buffer, end, number, look.dim(), look);
}

/// Draws the ratings of all games: a row with the rating, its range, and a line. The lines share
/// their axis, which the heading states. Before its rating, a game has its stars.
pub fn draw_ratings(
    place: PanelPlace,
    ratings: &[RatingChart],
    stars: &[Stars],
    buffer: &mut Buffer,
    look: &Look,
) {
    let axis = RatingChart::shared_axis(ratings);
    let is_known = |chart: &RatingChart| chart.known().is_some();
    let count = drawing::cells(ratings.len());
    // Lines without a gap would touch each other.
    let has_lines = place.area.height >= 3 * count + u16::from(place.has_border);
    let scale = (ratings.iter().any(is_known) && has_lines)
        .then(|| format!("charts from {:.0} to {:.0}", axis[0], axis[2]));
    let has_stars = !ratings.iter().all(is_known) && place.area.width >= MIN_WIDTH_WITH_STARS;
    let name = if has_stars { "ratings and stars" } else { "ratings" };
    let list = draw_titled(place, &[], name, scale.as_slice(), buffer, look);
    let gap = u16::from(has_lines);
    let height = (list.height - gap * (count - 1).min(list.height)) / count;
    let rows = Layout::vertical(ratings.iter().map(|_| Constraint::Length(height)));
    let rows = rows.spacing(gap).split(list);
    let [narrow, wide] = RATING_WIDTHS;
    let text_width = if list.width >= 2 * wide { wide } else { narrow };
    let parts = Layout::horizontal([Constraint::Length(text_width), Constraint::Fill(1)]);
    for ((kind, chart), row) in GameKind::ALL.into_iter().zip(ratings).zip(rows.iter()) {
        let [_, plot] = row.layout(&parts);
        let [title, below] = row.layout(&Layout::vertical([Constraint::Length(1); 2]));
        drawing::draw_text(buffer, title, GameFacts::of(kind).title, look.text(), look);
        let column = TextColumn::new(TITLE_WIDTH, row.width.saturating_sub(TITLE_WIDTH));
        let Some(rating) = chart.known() else {
            let hint = rating_hint(chart);
            if below.is_empty() || drawing::text_width(&hint) <= column.width {
                column.draw(buffer, Rect { height: 1, ..*row }, &hint, look.dim(), look);
            } else {
                drawing::draw_text(buffer, below, &hint, look.dim(), look);
            }
            if has_stars {
                let below = drawing::skip_columns(below, TITLE_WIDTH);
                draw_stars(below, kind, &stars[kind as usize], buffer, look);
            }
            continue;
        };
        column.draw(buffer, title, &rating.written(!look.glyphs.blocks), look.dim(), look);
        let [lowest, best] = chart.range;
        let range = format!("lowest {lowest:.0}, best {best:.0}");
        drawing::draw_text(buffer, below, &range, look.dim(), look);
        let line = rating_line(chart, axis, look);
        if has_lines {
            chart::draw_area(plot, &line, buffer, look);
        }
    }
}

/// Draws a game's stars with their levels and the wins towards each: in one row or, if that is too
/// narrow, in a column. In less room, only the next star has its level and wins.
fn draw_stars(area: Rect, kind: GameKind, stars: &Stars, buffer: &mut Buffer, look: &Look) {
    if area.is_empty() {
        return;
    }
    let levels = Level::COMMON;
    let star = |level: Level| {
        let is_lit = stars.lit[level as usize];
        let style = if is_lit { look.accent() } else { look.dim() };
        Span::styled(look.glyphs.stars[usize::from(is_lit)], style)
    };
    let text = |level: Level| {
        let wins = format!(" {level} {}/{}", stars.wins[level as usize], wins_needed(kind));
        if stars.lit[level as usize] {
            Span::styled(format!(" {level}"), look.strong())
        } else {
            Span::styled(wins, look.dim())
        }
    };
    let count = drawing::cells(levels.len());
    let places: Vec<Rect> = if area.width >= (STAR_WIDTH + 1) * count - 1 {
        area.columns().step_by(usize::from(STAR_WIDTH) + 1).collect()
    } else if area.height >= count {
        area.rows().step_by((area.height / count).min(2).into()).collect()
    } else {
        let next = stars
            .next()
            .map(|(level, _)| Span::styled(format!(" {}", text(level).content), look.dim()));
        let line: Line = levels.map(star).into_iter().chain(next).collect();
        buffer.set_line(area.x, area.y, &line, area.width);
        return;
    };
    for (level, place) in levels.into_iter().zip(places) {
        let rung = Line::from(vec![star(level), text(level)]);
        buffer.set_line(place.x, place.y, &rung, area.right() - place.x);
    }
}

pub fn rating_begins() -> String {
    format!("A rating begins after {ENOUGH_RESULTS} games or puzzles.")
}

/// The progress towards the first rating, such as `3 of 10 games or puzzles`.
fn rating_hint(chart: &RatingChart) -> String {
    let results = chart.last.map_or(0, |last| last.result_count);
    format!("{results} of {ENOUGH_RESULTS} games or puzzles")
}

fn rating_line<'a>(chart: &'a RatingChart, axis: [f64; 3], look: &Look) -> ChartLine<'a> {
    let labels = axis.map(|value| format!("{value:.0}"));
    let styles = [look.won(); 2];
    ChartLine {
        points: &chart.points,
        values: axis,
        labels,
        styles,
        faint_until: f64::NEG_INFINITY,
        // The axis doesn't begin with zero.
        is_filled: false,
    }
}

/// The names of a row for headings, the longer one first; none for all games of the page.
pub fn row_titles(row: &StatisticsRow) -> Vec<&str> {
    if row.is_total() { Vec::new() } else { vec![&row.full_name, &row.name] }
}

/// Draws a panel's border or a rule with a heading on it: the first title and value that fit with
/// the panel's name, or only the name. Returns the area inside.
pub fn draw_titled(
    place: PanelPlace,
    titles: &[&str],
    name: &str,
    values: &[String],
    buffer: &mut Buffer,
    look: &Look,
) -> Rect {
    let PanelPlace { area, number, has_border } = place;
    let number = number.map_or_else(String::new, |[number, count]| format!("{number} of {count}"));
    let number_width = drawing::text_width(&number);
    let inset = u16::from(has_border);
    let row = Rect { height: 1.min(area.height), ..area }.inner(Margin::new(2 * inset, 0));
    let [row, right] =
        row.layout(&Layout::horizontal([Constraint::Fill(1), Constraint::Length(number_width)]));
    let row = Rect { width: row.width.saturating_sub(2 * 1.min(number_width)), ..row };
    if has_border {
        let border = Block::bordered().border_set(look.glyphs.border).border_style(look.rule());
        border.render(area, buffer);
    }
    drawing::draw_text(buffer, right, &number, look.dim(), look);
    if row.height > 0 {
        let [strong, dim] = heading(titles, name, values, row.width);
        let spans = vec![Span::styled(strong, look.strong()), Span::styled(dim, look.dim())];
        let (end, _) = buffer.set_line(row.x, row.y, &Line::from(spans), row.width);
        if has_border {
            for x in [row.x - 1, end] {
                drawing::draw_text(buffer, Rect { x, width: 1, ..row }, " ", look.text(), look);
            }
        } else {
            draw_rule(row, end + 1, buffer, look);
        }
    }
    if has_border { area.inner(Margin::new(2, 1)) } else { drawing::skip_rows(area, 1) }
}

/// The two parts of the first heading that fits.
fn heading(titles: &[&str], name: &str, values: &[String], room: u16) -> [String; 2] {
    let whole = |title: Option<&&str>, value: &str| {
        let value = if value.is_empty() { String::new() } else { format!(" {value}") };
        match title {
            Some(title) => [(*title).to_owned(), format!(": {name}{value}")],
            None => [games::capitalized(name), value],
        }
    };
    let titles = titles.iter().map(Some).chain([None]);
    let values: Vec<&str> = match values {
        [] => vec![""],
        values => values.iter().map(String::as_str).collect(),
    };
    let mut headings = titles.flat_map(|title| values.iter().map(move |value| whole(title, value)));
    headings
        .find(|parts| parts.iter().map(|it| drawing::text_width(it)).sum::<u16>() <= room)
        .unwrap_or_else(|| whole(None, ""))
}

/// Draws a rule behind a heading, from a column to the right edge.
pub fn draw_rule(row: Rect, x: u16, buffer: &mut Buffer, look: &Look) {
    let width = row.right().saturating_sub(x);
    let rule = look.glyphs.line.repeat(width.into());
    drawing::draw_text(buffer, Rect { x, width, ..row }, &rule, look.rule(), look);
}

/// Draws a line over all games or puzzles. The axes of all charts align. `unit` names the
/// numbers of the horizontal axis.
fn draw_line(
    area: Rect,
    line: ChartLine,
    unit: &str,
    count: u32,
    buffer: &mut Buffer,
    look: &Look,
) {
    let (first, last) = (1.0, f64::from(count));
    let label = |number: f64| (number, number.to_string());
    if count < NUMBERED_GAMES {
        // Each game is a step, because a slope would look like more games.
        let step = |&(game, value)| [(game - 0.5, value), (game + 0.5, value)];
        let steps: Vec<_> = line.points.iter().flat_map(step).collect();
        let labels = line.points.iter().map(|&(number, _)| label(number)).collect();
        let axis = HorizontalAxis { ends: [first - 0.5, last + 0.5], labels };
        draw_chart(area, ChartLine { points: &steps, ..line }, &axis, unit, buffer, look);
        return;
    }
    let labels = [first, first.midpoint(last).floor(), last].map(label).to_vec();
    let axis = HorizontalAxis { ends: [first, last], labels };
    draw_chart(area, line, &axis, unit, buffer, look);
}

fn draw_chart(
    area: Rect,
    line: ChartLine,
    axis: &HorizontalAxis,
    unit: &str,
    buffer: &mut Buffer,
    look: &Look,
) -> Option<Rect> {
    let labels = line.labels.map(|label| format!("{label:LABEL_WIDTH$}"));
    // An even number of rows; the free one is below the heading.
    let area = drawing::skip_rows(area, area.height % 2);
    let line = ChartLine { labels, ..line };
    let plot = chart::draw(area, &line, axis, &ChartMarks::default(), buffer, look)?;
    let below = Rect { y: plot.bottom() + 1, height: 1, ..area }.intersection(area);
    drawing::draw_text(buffer, below, unit, look.dim(), look);
    Some(plot)
}

/// The parts of a bar of results: glyph, style and label. Lost games are its quiet part or, without
/// colours, its empty part.
fn bar_parts(look: &Look) -> [(&'static str, Style, &'static str); 3] {
    let bar = look.low_bar();
    let is_plain = look.reverses_selection() || !look.glyphs.blocks;
    let lost = if is_plain { look.glyphs.track } else { bar };
    [
        (bar, look.won(), "won"),
        (drawing::second_bar_glyph(bar, look), look.dim(), "drawn"),
        (lost, look.rule(), "lost"),
    ]
}

/// Draws the shares of wins, draws and losses; nothing if no game counts. The bar of a selected row
/// keeps the background of the page, so that lost games stay visible.
pub fn draw_result_bar(area: Rect, sum: &ResultTally, buffer: &mut Buffer, look: &Look) {
    let column = |games: u32| {
        let share = (2 * u64::from(games) * u64::from(area.width) + u64::from(sum.played))
            .checked_div(2 * u64::from(sum.played));
        u16::try_from(share.unwrap_or(0)).unwrap_or(area.width)
    };
    let ends = [sum.won, sum.won + sum.drawn, sum.played].map(column);
    let starts = [0, ends[0], ends[1]];
    for ((start, end), (glyph, style, _)) in starts.into_iter().zip(ends).zip(bar_parts(look)) {
        for x in area.x + start..area.x + end {
            let cell = &mut buffer[(x, area.y)];
            let style = style.bg(look.palette.background).remove_modifier(Modifier::REVERSED);
            cell.set_symbol(glyph).set_style(style);
        }
    }
}

/// Draws the labels of the parts that occur at the right edge.
pub fn draw_legend(row: Rect, sum: &ResultTally, buffer: &mut Buffer, look: &Look) {
    let parts = bar_parts(look).into_iter().zip([sum.won, sum.drawn, sum.lost]);
    let spans = parts.filter(|(_, games)| *games > 0).flat_map(|((glyph, style, label), _)| {
        let label = Span::styled(format!(" {label} "), look.dim());
        [Span::styled(" ", look.text()), Span::styled(glyph.repeat(2), style), label]
    });
    let line: Line = spans.collect();
    let width = drawing::cells(line.width()).min(row.width);
    buffer.set_line(row.right() - width, row.y, &line, width);
}
