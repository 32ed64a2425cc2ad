//! The seats with their players, clocks and scores.

use std::time::Instant;

use ratatui::{
    layout::Rect,
    text::{Line, Span},
};

use super::{
    column::{NAME_INDENT, PanelColumn},
    match_points::match_points,
    shared::seat_remark,
};
use crate::{
    app::table::{Table, clock::ClockReading, settled},
    games::{Character, GameView, Mood},
    widgets::{Look, drawing},
};
use fourcade_engine::play::{Seat, Seats};

const MAX_SCORE_WIDTH: u16 = 5;

const MATCH_HEADING: &str = "match";

/// The player on the seat of a person who resigned.
const STAND_IN: &str = "computer";

/// The scores by seat; while the board celebrates, the ones counted so far.
pub fn shown_scores<G: GameView>(table: &Table<G>) -> Vec<i32> {
    let celebrating = table.celebration().filter(|done| (f32::MIN_POSITIVE..1.0).contains(done));
    let counted = |done| G::counted_scores(&table.game.observe(Seats::NONE), done);
    celebrating.and_then(counted).unwrap_or_else(|| settled(table).scores())
}

/// A row of the panel: a seat with its player, clock and score.
struct SeatRow<'a> {
    seat: Seat,
    is_awaited: bool,
    /// The name of the seat or, if the seats have none, of the player.
    name: &'a str,
    /// The player beside the name of the seat.
    player: &'a str,
    face: Option<&'static str>,
    clock: Option<&'a ClockReading>,
    score: Option<i32>,
    match_points: String,
}

impl SeatRow<'_> {
    fn line(&self, widths: &Widths, look: &Look) -> Line<'static> {
        let name = drawing::truncate(self.name, widths.names, look);
        let width = widths.names.saturating_sub(drawing::text_width(&name) + 1);
        let player = drawing::truncate(self.player, width, look);
        let with_face = self.face.map(|face| format!("{player} {face}").trim_start().to_owned());
        let with_face = with_face.filter(|player| drawing::text_width(player) <= width);
        let player = with_face.unwrap_or(player);
        let (clock, clock_style) = match self.clock {
            None => ("", look.text()),
            Some(clock) if clock.is_low => (&*clock.text, look.alert()),
            Some(clock) if clock.is_running => (&*clock.text, look.strong()),
            Some(clock) => (&*clock.text, look.text()),
        };
        let score = self.score.map_or_else(String::new, |score| score.to_string());
        let points = &self.match_points;
        let [clock, score, points] =
            [(clock, widths.clock), (&score, widths.score), (points, widths.match_points)]
                .map(|(text, width)| format!("{text:>width$}", width = usize::from(width)));
        let seat_style = look.seat(self.seat.index());
        Line::from(vec![
            Span::styled(if self.is_awaited { look.glyphs.pointer } else { " " }, seat_style),
            Span::styled(format!(" {name} "), seat_style),
            Span::styled(drawing::pad(&player, width), look.text()),
            Span::styled(clock, clock_style),
            Span::styled(score, seat_style),
            Span::styled(points, look.text()),
        ])
    }
}

/// The widths of a row's parts, in columns.
struct Widths {
    names: u16,
    clock: u16,
    score: u16,
    match_points: u16,
}

impl Widths {
    /// `scores` are `None` in a game without them.
    fn new(
        row: u16,
        match_points: u16,
        names: &[(String, String)],
        clocks: &[Option<ClockReading>],
        scores: Option<&[i32]>,
    ) -> Self {
        let row = row.saturating_sub(match_points);
        let clock = clocks.iter().flatten().map(|clock| drawing::text_width(&clock.text) + 1);
        let clock = clock.max().unwrap_or(0);
        let both = |(seat, player): &(String, String)| {
            drawing::text_width(seat) + drawing::text_width(player)
        };
        // 4 columns: the pointer, two spaces, and a blank column at the end.
        let widest = names.iter().map(both).max().unwrap_or(0) + clock + 4;
        let free = row.saturating_sub(widest);
        let digits = |score: &i32| drawing::text_width(&score.to_string());
        let digits = scores.and_then(|scores| scores.iter().map(digits).max());
        // A narrow panel has no room for blank columns around a score.
        let score = digits.map_or(0, |digits| free.min(MAX_SCORE_WIDTH).max(digits + 1));
        let end = u16::from(score <= free);
        let names = row.saturating_sub(score + clock + end + 2);
        Self { names, clock, score, match_points }
    }

    /// The width of the whole row, with the pointer and a space.
    fn sum(&self) -> u16 {
        NAME_INDENT + self.names + self.clock + self.score + self.match_points
    }
}

pub fn draw_seats<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let (awaited, faces) = (awaited_seats(table), character_faces(table));
    let scores = G::HAS_SCORES.then(|| shown_scores(table));
    let (now, seats) = (Instant::now(), table.game.session().game().seats());
    let clocks: Vec<_> = seats.iter().map(|seat| table.game.clock_reading(seat, now)).collect();
    let names: Vec<_> = seats.iter().map(|seat| row_names(table, seat)).collect();
    let width = column.area.width;
    let lay_out = |points_width| {
        let widths = Widths::new(width, points_width, &names, &clocks, scores.as_deref());
        let names = names.clone();
        let names = if G::HAS_SEAT_NAMES { seat_labels(names, widths.names) } else { names };
        (widths, names)
    };
    let points = match_points(table).unwrap_or_default();
    let points: Vec<_> = points.iter().map(f64::to_string).collect();
    let points_width = match_column_width(&points, column).filter(|_| !column.has_match_points);
    // The points are left out if names would be cut or the heading has no room.
    let with_points = points_width.map(&lay_out).and_then(|(widths, names)| {
        let are_whole = names.iter().all(|(name, player)| fits(name, player, widths.names));
        let heading = are_whole.then(|| match_heading_place(column, widths.sum()))??;
        Some((widths, names, heading))
    });
    let has_points = with_points.is_some();
    let (widths, names) = match with_points {
        Some((widths, names, heading)) => {
            let style = column.look.dim();
            drawing::draw_text(column.buffer, heading, MATCH_HEADING, style, column.look);
            column.has_match_points = true;
            (widths, names)
        }
        None => lay_out(0),
    };
    for (seat, (name, player)) in seats.iter().zip(&names) {
        if column.free_rows() == 0 {
            return;
        }
        let at = seat.index();
        let row = SeatRow {
            seat,
            is_awaited: awaited.contains(seat),
            name,
            player,
            face: faces[at],
            clock: clocks[at].as_ref(),
            score: scores.as_ref().map(|scores| scores[at]),
            match_points: points.get(at).filter(|_| has_points).cloned().unwrap_or_default(),
        };
        let area = column.row();
        column.buffer.set_line(area.x, area.y, &row.line(&widths, column.look), area.width);
        column.y += 1;
    }
}

/// `None` if there are no points.
fn match_column_width(points: &[String], column: &PanelColumn) -> Option<u16> {
    let digits = points.iter().map(|points| drawing::text_width(points)).max()?;
    let heading = drawing::text_width(MATCH_HEADING);
    Some(if column.is_spacious() { digits.max(heading) + 2 } else { digits + 1 })
}

/// The place of the heading that ends at this column of the row above; `None` if that has no room.
fn match_heading_place(column: &PanelColumn, end: u16) -> Option<Rect> {
    let row = Rect { y: column.y - 1, ..column.row() };
    let x = (row.x + end).saturating_sub(drawing::text_width(MATCH_HEADING));
    let is_free = row.y >= column.area.y && x > column.end_of_text(row);
    is_free.then_some(Rect { x, width: row.right().saturating_sub(x), ..row })
}

/// The seat and its player or, if the seats have no names, the player alone.
fn row_names<G: GameView>(table: &Table<G>, seat: Seat) -> (String, String) {
    let session = table.game.session();
    let has_resigned = session.resigned().contains(seat) && !table.game.is_over();
    let remark = seat_remark(table, seat);
    if G::HAS_SEAT_NAMES {
        let player = if has_resigned { STAND_IN.to_owned() } else { table.player_name(seat) };
        return (table.seat_name(seat), player + &remark);
    }
    let marks = G::seat_marks(&session.header().players, table.naming);
    let mark = marks.map_or_else(String::new, |marks| {
        let width = marks.iter().map(|mark| drawing::text_width(mark)).max().unwrap_or(0);
        format!("{}  ", drawing::pad(&marks[seat.index()], width))
    });
    (format!("{mark}{}{remark}", table.seat_name(seat)), String::new())
}

fn character_faces<G: GameView>(table: &Table<G>) -> Vec<Option<&'static str>> {
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

/// Whether a seat and its player fit in a row; `player` may be empty.
fn fits(seat: &str, player: &str, columns: u16) -> bool {
    let gap = u16::from(!player.is_empty());
    drawing::text_width(seat) + gap + drawing::text_width(player) <= columns
}

/// Abbreviates all seats if a player's name doesn't fit beside its seat. In a row where that isn't
/// enough, it also abbreviates a default name; drawing cuts any other name.
fn seat_labels(names: Vec<(String, String)>, columns: u16) -> Vec<(String, String)> {
    if names.iter().all(|(seat, player)| fits(seat, player, columns)) {
        return names;
    }
    let label = |(seat, player): (String, String)| {
        let known = ABBREVIATIONS.iter().find(|(whole, _)| *whole == seat);
        let short = known.map(|(_, short)| (*short).to_owned());
        let short = short.unwrap_or_else(|| seat.chars().take(1).collect());
        if fits(&short, &player, columns) {
            return (short, player);
        }
        let number = player.strip_prefix(NUMBERED).and_then(|number| number.parse::<u8>().ok());
        let player = number.map_or(player, |number| format!("P{number}"));
        (short, player)
    };
    names.into_iter().map(label).collect()
}

/// The seats marked by the pointer: while a step is animated, those who chose it; then the people
/// who choose now or, if there are none, the computers.
pub fn awaited_seats<G: GameView>(table: &Table<G>) -> Seats {
    if table.playback.is_moving::<G>() {
        return settled(table).awaited();
    }
    let keyboard = table.at_keyboard();
    match keyboard.next {
        Some(next) => Seats::one(next),
        None if !keyboard.deciding.is_empty() => keyboard.deciding,
        None => table.game.awaited(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_abbreviated_before_a_name_is_cut_or_abbreviated() {
        let labels = |names: &[(&str, &str)], columns| {
            let owned = |(seat, player): &(&str, &str)| ((*seat).to_owned(), (*player).to_owned());
            let labels = seat_labels(names.iter().map(owned).collect(), columns);
            let joined = labels.into_iter().map(|(seat, player)| format!("{seat} {player}"));
            joined.collect::<Vec<_>>().join("|")
        };
        let compass = [("North", "Medium"), ("East", "Beginner")];
        assert_eq!(labels(&compass, 13), "North Medium|East Beginner");
        assert_eq!(labels(&compass, 12), "N Medium|E Beginner");
        let order = [("First", "you"), ("Second", "Beginner")];
        assert_eq!(labels(&order, 14), "1st you|2nd Beginner");
        let long = [("South", "Bartholomew Maximilian"), ("West", "Player\u{a0}2")];
        assert_eq!(labels(&long, 14), "S Bartholomew Maximilian|W Player\u{a0}2");
        let default = [("North", "Player\u{a0}3"), ("West", "Ada")];
        assert_eq!(labels(&default, 14), "North Player\u{a0}3|West Ada");
        assert_eq!(labels(&default, 9), "N P3|W Ada");
    }
}
