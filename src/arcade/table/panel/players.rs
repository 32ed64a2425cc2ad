//! The title, the players with their scores and clocks, the evaluation and the overview.

use std::time::Instant;

use ratatui::text::{Line, Span};

use super::{
    column::{NAME_INDENT, PanelColumn, PanelInfo},
    shared::{draw_watchers, seat_remark},
};
use crate::{
    app::table::{Table, daily, settled},
    arcade::table::overview,
    database::DailyDate,
    games::{Character, FACE_WIDTH, GameView, Mood, sentence, title_with_size},
    widgets::drawing,
};
use fourcade_engine::play::{Seat, Seats};

const MAX_SCORE_WIDTH: u16 = 5;

pub fn draw_title<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let session = table.game.session();
    let header = session.header();
    let mut facts = Vec::new();
    let number = table.series.number();
    if number > 1 {
        facts.push(format!("game {number}"));
    }
    let is_tall = column.is_spacious() && !column.is_below;
    if table.daily.is_some() && !is_tall {
        facts.push("daily deal".to_owned());
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
        column.indented_paragraph(&title, column.look.accent());
    } else {
        column.line(&title, column.look.accent());
    }
    if is_tall {
        let text = match (&table.game.shared, table.daily) {
            // The seed would give away the deal.
            (Some(shared), _) => format!("table {}", shared.code()),
            (None, Some(date)) => deal_title(date, column.area.width),
            (None, None) => format!("seed {}", header.seed),
        };
        column.line(&text, column.look.dim());
        if let Some(condition) = daily::condition(table) {
            column.paragraph(condition, column.look.dim());
        }
    }
}

const PRACTICE: &str = "practice";

/// Joins a game's title and facts. If they don't fit, the board's size is left out first, then the
/// title or, if it is the only fact, "practice".
fn title_within(with_size: &str, title: &str, facts: &[String], columns: u16) -> String {
    let facts = facts.join(", ");
    if facts.is_empty() {
        return with_size.to_owned();
    }
    // Practice is also mentioned at the end of the game.
    let shortest = if facts == PRACTICE { title } else { &facts };
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

/// The scores by seat; while the board celebrates, the ones counted so far.
fn shown_scores<G: GameView>(table: &Table<G>) -> Vec<i32> {
    let celebrating = table.celebration().filter(|done| (f32::MIN_POSITIVE..1.0).contains(done));
    let counted = |done| G::counted_scores(&table.game.observe(Seats::NONE), done);
    celebrating.and_then(counted).unwrap_or_else(|| settled(table).scores())
}

pub fn draw_seats<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let (look, session) = (column.look, table.game.session());
    let awaited = awaited_seats(table);
    let scores = shown_scores(table);
    let player = |seat| {
        let has_resigned = session.resigned().contains(seat) && !table.game.is_over();
        let remark = if has_resigned { " (resigned)".to_owned() } else { seat_remark(table, seat) };
        if G::HAS_SEAT_NAMES {
            (table.called(seat), format!("{}{remark}", table.player_name(seat)))
        } else {
            let players = &session.header().seats;
            let mark = G::seat_marks(players, table.naming)
                .map(|marks| marks[seat.index()].clone() + "  ");
            (format!("{}{}{remark}", mark.unwrap_or_default(), table.called(seat)), String::new())
        }
    };
    let names: Vec<_> = session.game().seats().iter().map(player).collect();
    let widths = names.iter();
    let widths =
        widths.map(|(seat, player)| drawing::text_width(seat) + drawing::text_width(player));
    let digits = scores.iter().map(|score| drawing::text_width(&score.to_string())).max();
    let now = Instant::now();
    let seats = session.game().seats().iter();
    let clocks: Vec<_> = seats.map(|seat| table.game.clock_reading(seat, now)).collect();
    let clock_width =
        clocks.iter().flatten().map(|clock| drawing::text_width(&clock.text) + 1).max();
    let clock_width = clock_width.unwrap_or(0);
    let faces = faces(table);
    // 4 columns: the pointer, two spaces, and a blank column at the end.
    let widest = widths.max().unwrap_or(0) + clock_width + 4;
    let free = column.area.width.saturating_sub(widest);
    // A narrow panel has no room for blank columns around a score.
    let score_width = match digits {
        Some(digits) if G::HAS_SCORES => free.min(MAX_SCORE_WIDTH).max(digits + 1),
        _ => 0,
    };
    let end = u16::from(score_width <= free);
    let columns = column.area.width.saturating_sub(score_width + clock_width + end + 2);
    let has_faces = columns > widest - clock_width - 3 + FACE_WIDTH;
    let names = if G::HAS_SEAT_NAMES { seat_labels(names, columns) } else { names };
    for (at, (score, (seat_name, player))) in scores.iter().zip(&names).enumerate() {
        if column.free_rows() == 0 {
            return;
        }
        let (seat, row) = (Seat::new(at), column.row());
        let pointer = if awaited.contains(seat) { look.glyphs.pointer } else { " " };
        let score = if G::HAS_SCORES {
            format!("{score:>width$}", width = usize::from(score_width))
        } else {
            String::new()
        };
        let seat_name = drawing::truncate(seat_name, columns, look);
        let width = columns.saturating_sub(drawing::text_width(&seat_name) + 1);
        let player = drawing::truncate(player, width, look);
        let player = match faces[at].filter(|_| has_faces) {
            Some(face) => format!("{player} {face}").trim_start().to_owned(),
            None => player,
        };
        let (clock, clock_style) = match &clocks[at] {
            None => ("", look.text()),
            Some(clock) if clock.is_low => (&*clock.text, look.alert()),
            Some(clock) if clock.is_running => (&*clock.text, look.strong()),
            Some(clock) => (&*clock.text, look.text()),
        };
        let clock = format!("{clock:>width$}", width = usize::from(clock_width));
        let line = Line::from(vec![
            Span::styled(pointer, look.accent()),
            Span::styled(format!(" {seat_name} "), look.seat(at)),
            Span::styled(drawing::pad(&player, width), look.text()),
            Span::styled(clock, clock_style),
            Span::styled(score, look.seat(at)),
        ]);
        column.buffer.set_line(row.x, row.y, &line, row.width);
        column.y += 1;
    }
}

fn faces<G: GameView>(table: &Table<G>) -> Vec<Option<&'static str>> {
    let outcome = settled(table).outcome();
    let mood = |seat| match &outcome {
        None => Mood::Waiting,
        Some(outcome) if outcome.winners().contains(seat) => Mood::Pleased,
        Some(_) => Mood::Sorry,
    };
    let characters = table.naming.at_table(G::FACTS.kind, table.game.seat_players());
    let face = |(seat, one): (usize, Option<&'static Character>)| {
        one.map(|one| one.face(mood(Seat::new(seat))))
    };
    characters.into_iter().enumerate().map(face).collect()
}

/// The abbreviations of seats; others are abbreviated by their first letter.
const ABBREVIATIONS: [(&str, &str); 2] = [("First", "1st"), ("Second", "2nd")];
/// The start of a default name such as `Player 1`.
const NUMBERED: &str = "Player\u{a0}";

/// Shortens all labels if one of them doesn't fit: default names without a remark are left out, or
/// the seats are abbreviated, or both if only that makes everything fit. Otherwise, drawing cuts the
/// players' names.
fn seat_labels(names: Vec<(String, String)>, columns: u16) -> Vec<(String, String)> {
    let fit = |names: &[(String, String)]| {
        let width = |(seat, player): &(String, String)| {
            drawing::text_width(seat) + 1 + drawing::text_width(player)
        };
        names.iter().all(|names| width(names) <= columns)
    };
    if fit(&names) {
        return names;
    }
    let without_default = |(seat, player): (String, String)| {
        let number = player.strip_prefix(NUMBERED).map(str::parse::<u8>);
        let is_default = matches!(number, Some(Ok(_)));
        (seat, if is_default { String::new() } else { player })
    };
    let abbreviated = |(seat, player): &(String, String)| {
        let known = ABBREVIATIONS.iter().find(|(whole, _)| whole == seat);
        let short = known.map(|(_, short)| (*short).to_owned());
        (short.unwrap_or_else(|| seat.chars().take(1).collect()), player.clone())
    };
    let short: Vec<_> = names.iter().map(abbreviated).collect();
    let names: Vec<_> = names.into_iter().map(without_default).collect();
    let shortest: Vec<_> = names.iter().map(abbreviated).collect();
    let found = [&names, &short, &shortest].into_iter().find(|labels| fit(labels));
    found.unwrap_or(&names).clone()
}

/// The seats marked by the pointer: while a step is shown, those who chose; then the people who
/// choose now or, if there are none, computers.
fn awaited_seats<G: GameView>(table: &Table<G>) -> Seats {
    if table.playback.is_moving() || table.is_lingering() {
        return settled(table).awaited();
    }
    let keyboard = table.at_keyboard();
    match keyboard.next {
        Some(next) => Seats::one(next),
        None if !keyboard.deciding.is_empty() => keyboard.deciding,
        None => table.game.awaited(),
    }
}

pub fn draw_shares<G: GameView>(column: &mut PanelColumn, table: &Table<G>, info: &PanelInfo) {
    let scores = shown_scores(table);
    // Points that the celebration has not counted yet are drawn as open.
    let all = settled(table).scores();
    let uncounted = all.iter().sum::<i32>() - scores.iter().sum::<i32>();
    let open = info.open_points.map(|open| open.saturating_add_signed(uncounted));
    if let ([first, second], Some(open)) = (&scores[..], open)
        && column.free_rows() > 0
    {
        let shares = [*first, *second].map(|score| score.max(0).cast_unsigned());
        let row = column.take_bar_row();
        drawing::draw_share_bar(column.buffer, row, shares, open, column.look);
    }
}

pub fn draw_evaluation<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    if !table.eval_bar.is_on() || column.free_rows() <= 1 {
        return;
    }
    let glyphs = &column.look.glyphs;
    let Some(evaluation) = table.eval_bar.evaluation() else {
        let text = format!("thinking{}", glyphs.going_on);
        return column.indented_paragraph(&text, column.look.dim());
    };
    // The description separates this bar from that of the score.
    column.indented_paragraph(&evaluation.description, column.look.dim());
    let row = column.take_bar_row();
    let (bar, shares) = (column.look.low_bar(), evaluation.shares);
    drawing::draw_share_bar_with(bar, column.buffer, row, shares, 0, column.look);
}

pub fn draw_progress<G: GameView>(column: &mut PanelColumn, table: &Table<G>, info: &PanelInfo) {
    if let Some(progress) = &info.progress {
        column.indented_paragraph(progress, column.look.dim());
    }
    draw_watchers(column, table);
    if column.free_rows() > 6
        && !table.game.is_over()
        && let Some(score) = match_score(table)
    {
        column.paragraph(&score, column.look.dim());
    }
}

/// The score of the match as a sentence; `None` during the first game.
pub fn match_score<G: GameView>(table: &Table<G>) -> Option<String> {
    let outcome = table.game.session().outcome();
    let seats = (0..G::SEAT_NAMES.len()).map(Seat::new);
    let names: Vec<_> = seats.map(|seat| table.called(seat)).collect();
    let you = table.game.humans_here().only();
    table.series.standing(outcome.as_ref(), &names, you).map(|standing| sentence(&standing))
}

/// The rows left to the status and the log below an overview or a legend.
const ROWS_BELOW_OVERVIEW: u16 = 8;

pub fn draw_legend(column: &mut PanelColumn, info: &PanelInfo) {
    let rows = drawing::cells(info.legend.len());
    if rows > 0 && column.free_rows() > rows + ROWS_BELOW_OVERVIEW {
        column.y += 1;
        for row in info.legend {
            let look = column.look;
            let style = row.seat.map_or_else(|| look.alert(), |seat| look.seat(seat.index()));
            let place = column.row();
            column.indented_paragraph(row.meaning, look.dim());
            drawing::draw_text(column.buffer, place, row.sign, style, look);
        }
    }
}

pub fn draw_overview(column: &mut PanelColumn, info: &PanelInfo) {
    let look = column.look;
    let overview = info.overview.as_ref().filter(|it| overview::can_be_drawn(it, look));
    let Some(overview) = overview else { return };
    let height = overview::height(overview);
    let below = if column.is_below { 0 } else { ROWS_BELOW_OVERVIEW };
    if column.free_rows() > height + below {
        column.y += 1;
        let area = column.below_names(height);
        overview::draw(overview, area, column.buffer, column.look);
        column.y += height;
    }
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
    fn the_number_of_the_game_is_not_cut_off() {
        let facts = ["game 2".to_owned()];
        for (columns, title) in [(20, "Flip 4 x 4, game 2"), (17, "Flip, game 2"), (11, "game 2")] {
            assert_eq!(title_within("Flip 4 x 4", "Flip", &facts, columns), title);
        }
        assert_eq!(title_within("Flip 4 x 4", "Flip", &[], 17), "Flip 4 x 4");
    }

    #[test]
    fn all_seats_are_abbreviated_if_all_names_then_fit() {
        let labels = |names: &[(&str, &str)], columns| {
            let owned = |(seat, player): &(&str, &str)| ((*seat).to_owned(), (*player).to_owned());
            let labels = seat_labels(names.iter().map(owned).collect(), columns);
            let joined = labels.into_iter().map(|(seat, player)| format!("{seat} {player}"));
            joined.collect::<Vec<_>>().join("|")
        };
        let compass = [("North", "Medium"), ("East", "Beginner")];
        assert_eq!(labels(&compass, 13), "North Medium|East Beginner");
        assert_eq!(labels(&compass, 12), "N Medium|E Beginner");
        let roles = [("Passer", "Maximiliane"), ("Eater", "Bo")];
        assert_eq!(labels(&roles, 13), "P Maximiliane|E Bo");
        assert_eq!(labels(&roles, 12), "Passer Maximiliane|Eater Bo");
        let order = [("First", "you"), ("Second", "Beginner")];
        assert_eq!(labels(&order, 14), "1st you|2nd Beginner");
        let one = [("Passer", "Bartholomew"), ("Eater", "Player\u{a0}2")];
        assert_eq!(labels(&one, 13), "P Bartholomew|E Player\u{a0}2");
        let default = [("South", "Player\u{a0}1"), ("West", "Ada")];
        assert_eq!(labels(&default, 14), "South Player\u{a0}1|West Ada");
        assert_eq!(labels(&default, 13), "South |West Ada");
        let resigned = [("South", "Player\u{a0}1 (resigned)"), ("West", "Player\u{a0}2")];
        assert_eq!(labels(&resigned, 24), "S Player\u{a0}1 (resigned)|W Player\u{a0}2");
    }
}
