//! The standings of a tournament as a single HTML file: tables, a chart of the points, and each
//! game with its log, its record and the command that repeats it.
//!
//! Every text goes through [`Escaped`], because names, commands and logs come from programs.

use std::{
    fmt::{self, Display, Write as _},
    io::{self, Write},
};

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::{
    Sessions,
    report::{COLUMNS, FAULT_COLUMNS, PlayerColumn, TournamentReport, encounter_text},
    round_and_number,
};
use crate::{
    cli::programs::option_text,
    games::{ArcadeGame as _, counted},
    printable::printable_lines,
};
use fourcade_course::{
    intensity::{
        referee::{Entrant, MatchResult, record_text, write_log},
        tournament::{Encounter, PlayedGame, Standing, Tournament, record_name},
    },
    program::{LateStreak, describe_started},
};
use fourcade_engine::{
    intensity::{Intensity, model::SEATS},
    play::{RecordLine, Seat, Session},
};
use fourcade_programs::{DEFAULT_TIME_LIMIT, quoted, quoted_path};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Escapes a text for HTML, between tags or in a quoted attribute.
struct Escaped<T>(T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in printable_lines(&self.0.to_string()).chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                letter => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

pub fn write(
    output: &mut dyn Write,
    report: &TournamentReport,
    tournament: &Tournament,
    sessions: &Sessions,
) -> io::Result<()> {
    let title = Intensity::FACTS.title;
    writeln!(
        output,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} tournament, seed {seed}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<h1>{title} tournament</h1>",
        seed = report.seed
    )?;
    let TournamentReport { system, seed, .. } = report;
    let (players, rounds) =
        (counted(report.standings.len(), "player"), counted(report.rounds, "round"));
    let (played, games) = (report.games_played, counted(report.games, "game"));
    let games = if played < report.games { format!("{played} of {games}") } else { games };
    writeln!(output, "<p>{players}, {system}, {rounds}, {games}, seed {seed}</p>")?;
    write_standings(output, report)?;
    if let Some(note) = report.short_limit_note() {
        writeln!(output, "<p>{}.</p>", Escaped(note))?;
    }
    if played > 0 {
        write_chart(output, report)?;
        write_crosstable(output, report)?;
        write_games(output, report, tournament, sessions)?;
    }
    writeln!(output, "<script>\n{SCRIPT}</script>\n</body>\n</html>")
}

fn write_standings(output: &mut dyn Write, report: &TournamentReport) -> io::Result<()> {
    let standings = &report.standings;
    writeln!(output, "<h2>Standings</h2>")?;
    write_players(output, &COLUMNS, standings.iter())?;
    if standings.iter().any(|row| row.illegal > 0) {
        writeln!(output, "<h2>Illegal answers by kind</h2>")?;
        write_players(output, &FAULT_COLUMNS, standings.iter().filter(|row| row.illegal > 0))?;
        writeln!(output, "<ul>")?;
        for line in report.fault_lines() {
            writeln!(output, "<li>{}</li>", Escaped(line))?;
        }
        writeln!(output, "</ul>")?;
    }
    Ok(())
}

fn write_players<'a>(
    output: &mut dyn Write,
    columns: &[PlayerColumn],
    rows: impl Iterator<Item = &'a Standing>,
) -> io::Result<()> {
    writeln!(output, "<div class=\"wide\">\n<table class=\"sort\">\n<thead><tr>")?;
    writeln!(output, "<th>#</th><th class=\"name\">player</th>")?;
    for (heading, meaning, _) in columns {
        writeln!(output, "<th title=\"{}\">{heading}</th>", Escaped(meaning))?;
    }
    writeln!(output, "</tr></thead>\n<tbody>")?;
    for row in rows {
        let (name, command) = (Escaped(&row.name), Escaped(&row.player));
        write!(output, "<tr><td>{}</td>", row.place)?;
        write!(output, "<td class=\"name\" title=\"{name}: {command}\">{name}</td>")?;
        for (_, _, cell) in columns {
            write!(output, "<td>{}</td>", Escaped(cell(row)))?;
        }
        writeln!(output, "</tr>")?;
    }
    let meanings = columns.iter().map(|(heading, meaning, _)| format!("{heading}: {meaning}"));
    let meanings = meanings.collect::<Vec<_>>().join("; ");
    writeln!(output, "</tbody>\n</table>\n</div>\n<p class=\"note\">{}.</p>", Escaped(meanings))
}

// The size and the margins of the chart, in units of its view box.
const WIDTH: f64 = 900.0;
const MIN_HEIGHT: f64 = 340.0;
const LEFT: f64 = 40.0;
const RIGHT: f64 = 310.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 44.0;
const LABEL_HEIGHT: f64 = 18.0;
/// Columns of a fixed-width font for the name in a label.
const LABEL_COLUMNS: usize = 32;
const MAX_TICKS: f64 = 8.0;
/// Dash patterns, so that colour alone doesn't distinguish the lines.
const DASHES: [&str; 3] = ["none", "7 4", "2 3"];

/// The scale of the chart: its size and the largest values on its axes.
struct ChartScale {
    rounds: f64,
    points: f64,
    height: f64,
}

impl ChartScale {
    #[allow(clippy::cast_precision_loss)] // a chart of 2^53 rounds is no concern
    fn new(points_by_round: &[Vec<f64>]) -> Self {
        let totals = points_by_round.iter().filter_map(|row| row.last()).copied();
        let labels = LABEL_HEIGHT * points_by_round.len() as f64;
        Self {
            rounds: points_by_round.first().map_or(0, Vec::len).max(1) as f64,
            points: totals.fold(1.0, f64::max),
            height: MIN_HEIGHT.max(labels + TOP + BOTTOM),
        }
    }

    fn x(&self, round: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * round / self.rounds
    }

    fn y(&self, points: f64) -> f64 {
        self.height - BOTTOM - (self.height - TOP - BOTTOM) * points / self.points
    }
}

fn write_chart(output: &mut dyn Write, report: &TournamentReport) -> io::Result<()> {
    let scale = ChartScale::new(&report.points_by_round);
    writeln!(
        output,
        "<h2>Points by round</h2>\n<div class=\"wide chart\">\n\
         <svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"The points of each player after each round; the standings have the totals\">",
        height = scale.height,
    )?;
    write_axes(output, &scale)?;
    write_lines(output, &scale, report)?;
    writeln!(output, "</svg>\n</div>")
}

/// Writes the grid and its numbers.
fn write_axes(output: &mut dyn Write, scale: &ChartScale) -> io::Result<()> {
    for points in ticks(scale.points) {
        let (y, x) = (scale.y(points), WIDTH - RIGHT);
        writeln!(
            output,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{x}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"
        )?;
        let (x, y) = (LEFT - 8.0, y + 4.5);
        writeln!(
            output,
            "<text class=\"axis\" text-anchor=\"end\" x=\"{x}\" y=\"{y:.1}\">{points}</text>"
        )?;
    }
    for round in ticks(scale.rounds) {
        let (x, y) = (scale.x(round), scale.height - BOTTOM + 18.0);
        writeln!(
            output,
            "<text class=\"axis\" text-anchor=\"middle\" x=\"{x:.1}\" y=\"{y}\">{round}</text>"
        )?;
    }
    let (middle, bottom) = (scale.x(scale.rounds / 2.0), scale.height - 6.0);
    writeln!(
        output,
        "<text class=\"axis\" text-anchor=\"middle\" x=\"{middle:.1}\" y=\"{bottom}\">round</text>"
    )
}

/// Writes a line with a label for each player. The labels are in the order of the lines' ends, at
/// least one label's height apart.
#[allow(clippy::cast_precision_loss)] // far fewer than 2^53 players
fn write_lines(
    output: &mut dyn Write,
    scale: &ChartScale,
    report: &TournamentReport,
) -> io::Result<()> {
    let rows = &report.points_by_round;
    // Each label leaves room for those below it.
    let lowest_first = scale.height - BOTTOM - LABEL_HEIGHT * (rows.len() as f64 - 1.0);
    let mut highest_next = TOP;
    for (index, (row, standing)) in rows.iter().zip(&report.standings).enumerate() {
        let hue = 360 * index / rows.len();
        let mut line = format!("{:.1},{:.1}", scale.x(0.0), scale.y(0.0));
        for (points, round) in row.iter().zip(1..) {
            let (x, y) = (scale.x(f64::from(round)), scale.y(*points));
            let _ = write!(line, " {x:.1},{y:.1}");
        }
        let end = scale.y(row.last().copied().unwrap_or(0.0));
        let label = end.max(highest_next).min(lowest_first + LABEL_HEIGHT * index as f64);
        highest_next = label + LABEL_HEIGHT;
        let name = shorten(&standing.name, LABEL_COLUMNS);
        let dashes = DASHES[index % DASHES.len()];
        writeln!(
            output,
            "<g style=\"--h:{hue}\"><title>{title}</title>\
             <polyline class=\"points\" stroke-dasharray=\"{dashes}\" points=\"{line}\"/>\
             <line class=\"leader\" x1=\"{x1}\" y1=\"{end:.1}\" x2=\"{x2}\" y2=\"{label:.1}\"/>\
             <text class=\"label\" x=\"{x3}\" y=\"{text:.1}\">{place} {name}</text></g>",
            title = Escaped(&standing.name),
            x1 = WIDTH - RIGHT + 2.0,
            x2 = WIDTH - RIGHT + 16.0,
            x3 = WIDTH - RIGHT + 20.0,
            text = label + 4.5,
            place = standing.place,
            name = Escaped(name),
        )?;
    }
    Ok(())
}

/// Cuts a text off with `…` if it is wider than `columns`.
fn shorten(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut width = 1;
    let kept = text.chars().take_while(|letter| {
        width += letter.width().unwrap_or(0);
        width <= columns
    });
    kept.chain(['…']).collect()
}

/// Returns the values of grid lines from 0 to `highest`, at distances of 1, 2 or 5 times a power of
/// ten.
fn ticks(highest: f64) -> impl Iterator<Item = f64> {
    let distances = (0..).flat_map(|power| [1.0, 2.0, 5.0].map(|one| one * 10_f64.powi(power)));
    let distance = distances.into_iter().find(|distance| highest / distance <= MAX_TICKS);
    let distance = distance.unwrap_or(highest);
    (0..).map(move |line| f64::from(line) * distance).take_while(move |value| *value <= highest)
}

fn write_crosstable(output: &mut dyn Write, report: &TournamentReport) -> io::Result<()> {
    writeln!(output, "<h2>Who beat whom</h2>\n<div class=\"wide\">\n<table>\n<thead><tr>")?;
    write!(output, "<th class=\"name\">points against</th>")?;
    for (row, number) in report.standings.iter().zip(1..) {
        write!(output, "<th title=\"{}\">{number}</th>", Escaped(&row.name))?;
    }
    writeln!(output, "</tr></thead>\n<tbody>")?;
    for ((row, encounters), number) in report.standings.iter().zip(&report.crosstable).zip(0..) {
        let name = Escaped(&row.name);
        write!(output, "<tr><td class=\"name\" title=\"{name}\">{} {name}</td>", number + 1)?;
        for (column, cell) in encounters.iter().enumerate() {
            match cell {
                Some(cell) => {
                    let class = if is_ahead(cell) { " class=\"ahead\"" } else { "" };
                    write!(output, "<td{class}>{}</td>", encounter_text(cell))?;
                }
                None if column == number => write!(output, "<td class=\"self\">&times;</td>")?,
                None => write!(output, "<td class=\"self\">&middot;</td>")?,
            }
        }
        writeln!(output, "</tr>")?;
    }
    writeln!(
        output,
        "</tbody>\n</table>\n</div>\n<p class=\"note\">A point for each game in which the \
         player of the line had a better place than that of the column, and half for a tie; then \
         the number of their games. Bold: more than half.</p>"
    )
}

fn is_ahead(cell: &Encounter) -> bool {
    2.0 * cell.points() > f64::from(cell.games)
}

fn write_games(
    output: &mut dyn Write,
    report: &TournamentReport,
    tournament: &Tournament,
    sessions: &Sessions,
) -> io::Result<()> {
    writeln!(
        output,
        "<h2>Games</h2>\n<p class=\"note\">Behind each player: the points for its place. Each \
         game has its log. Save its record to watch it with <code>fourcade replay</code>, or to \
         find its costly moves with <code>fourcade analyse</code>. Where the programs are at the \
         same paths, a game can be played again.</p>"
    )?;
    let mut round = None;
    for game in tournament.played() {
        if round != Some(game.pairing.round) {
            round = Some(game.pairing.round);
            writeln!(output, "<h3>Round {}</h3>", game.pairing.round + 1)?;
        }
        let session = sessions.get(&round_and_number(game));
        write_game(output, report, tournament, game, session)?;
    }
    Ok(())
}

fn write_game(
    output: &mut dyn Write,
    report: &TournamentReport,
    tournament: &Tournament,
    game: &PlayedGame,
    session: Option<&Session<Intensity>>,
) -> io::Result<()> {
    let entrants = tournament.seated(&game.pairing);
    let outcome = game.result.outcome();
    let mut seats: Vec<Seat> = (0..SEATS).map(Seat::new).collect();
    seats.sort_by_key(|&seat| outcome.place(seat));
    let (round, number) = (game.pairing.round + 1, game.pairing.game + 1);
    write!(output, "<details id=\"round-{round}-game-{number}\"><summary>Game {number}: ")?;
    for (index, &seat) in seats.iter().enumerate() {
        let (name, points) = (&entrants[seat.index()].name, outcome.points(seat));
        let comma = if index == 0 { "" } else { ", " };
        write!(output, "{comma}{} ({points})", Escaped(name))?;
    }
    let illegal: u32 = game.result.illegal.iter().sum();
    if illegal > 0 {
        let illegal = counted(illegal, "illegal answer");
        write!(output, " <span class=\"dim\">{illegal}</span>")?;
    }
    writeln!(output, "</summary>\n<div class=\"game\">")?;
    write_seats(output, &entrants, &game.result, &seats)?;
    writeln!(
        output,
        "<p>Play it again: <code>{}</code></p>",
        Escaped(repeat_command(tournament, game, &entrants, &report.options))
    )?;
    if let Some(folder) = &report.saved_to {
        let path = quoted_path(&folder.join(record_name(&game.pairing)));
        writeln!(output, "<p>Watch it: <code>fourcade replay {}</code></p>", Escaped(path))?;
    }
    match session {
        Some(session) => write_record(output, game, session)?,
        None => writeln!(output, "<p class=\"note\">The record of this game was not kept.</p>")?,
    }
    writeln!(output, "</div></details>")
}

fn write_seats(
    output: &mut dyn Write,
    entrants: &[Entrant; SEATS],
    result: &MatchResult,
    seats: &[Seat],
) -> io::Result<()> {
    let outcome = result.outcome();
    writeln!(
        output,
        "<div class=\"wide\"><table>\n<thead><tr><th class=\"name\">player</th><th>place</th>\
         <th>penalty</th><th>illegal</th><th class=\"left\">command</th></tr></thead>\n<tbody>"
    )?;
    for &seat in seats {
        let (entrant, index) = (&entrants[seat.index()], seat.index());
        writeln!(
            output,
            "<tr><td class=\"name\">{}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td class=\"left\">{}</td></tr>",
            Escaped(&entrant.name),
            outcome.place(seat),
            result.penalty[index],
            result.illegal[index],
            Escaped(&entrant.record_name),
        )?;
    }
    writeln!(output, "</tbody></table></div>")
}

fn repeat_command(
    tournament: &Tournament,
    game: &PlayedGame,
    entrants: &[Entrant; SEATS],
    options: &[String],
) -> String {
    let mut command = format!("fourcade referee --in-order --seed {}", game.pairing.seed);
    let rules = tournament.rules();
    if rules.limits.time != DEFAULT_TIME_LIMIT {
        let _ = write!(command, " --timeout {}", rules.limits.time.as_secs_f64());
    }
    if rules.is_strict() {
        command.push_str(" --strict");
    }
    let late = tournament.late_before(&game.pairing);
    if late != [LateStreak::default(); SEATS] {
        let late = late.map(|streak| streak.0.to_string()).join(",");
        let _ = write!(command, " --late-before {late}");
    }
    command.push_str(&option_text(options));
    for entrant in entrants {
        let _ = write!(command, " --player {}", quoted(&entrant.record_name));
    }
    command
}

/// Writes a link to the record of a game, its log, and the programs' standard error.
fn write_record(
    output: &mut dyn Write,
    game: &PlayedGame,
    session: &Session<Intensity>,
) -> io::Result<()> {
    let mut data = String::new();
    for byte in record_text(session)?.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~:,[]{}()".contains(&byte) {
            data.push(byte.into());
        } else {
            let _ = write!(data, "%{byte:02X}");
        }
    }
    let name = record_name(&game.pairing);
    writeln!(
        output,
        "<p>Save its record: <a download=\"{name}\" href=\"data:application/octet-stream,{data}\">\
         {name}</a></p>"
    )?;
    let mut log = Vec::new();
    write_log(session, &mut log)?;
    writeln!(output, "<pre>{}</pre>", Escaped(String::from_utf8_lossy(&log)))?;
    let Some(info) = session.match_info() else { return Ok(()) };
    let (mut started, mut errors) = (String::new(), String::new());
    let steps = session.lines().iter().filter_map(|line| match line {
        RecordLine::Step { notes, .. } => Some(notes),
        _ => None,
    });
    for (step, notes) in steps.enumerate() {
        // The first step is the discards. The log counts rounds from 0.
        let when = step.checked_sub(1).map_or("Discards".to_owned(), |plays| {
            let round = plays / SEATS;
            format!("Round {round}")
        });
        for note in notes {
            let name = &info.names[note.seat.index()];
            if !note.started.is_empty() {
                let _ = writeln!(started, "{name} {}", describe_started(&note.started));
            }
            for line in note.stderr.lines() {
                let _ = writeln!(errors, "{when}: {name}: {line}");
            }
        }
    }
    if !started.is_empty() {
        writeln!(output, "<pre>{}</pre>", Escaped(started))?;
    }
    if !errors.is_empty() {
        writeln!(output, "<p>On standard error:</p>\n<pre>{}</pre>", Escaped(errors))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::tournament::report::rate;
    use fourcade_course::{
        intensity::{referee::RosterBuilder, tournament::PairingSystem},
        program::AnswerRules,
    };
    use fourcade_engine::play::{CancelToken, FaultKind, FaultTally};
    use fourcade_programs::Runner;

    /// Names that are hostile, wide, equal or formulas.
    const NAMES: [&str; 6] =
        ["<script>alert(1)</script>", "Ada & \"Bob\"", "=1+1", "牛Zoë", "\u{202e}x", "Low"];

    /// A tournament with these names, its report and the record of its first game.
    fn played() -> (Tournament, TournamentReport, Sessions) {
        let players = ["careful", "random", "novice", "random", "random", "random"];
        let builder = RosterBuilder {
            programs: &[],
            players: &players.map(str::to_owned),
            runner: &Runner::default(),
            rules: AnswerRules::default(),
            skips_broken: false,
        };
        let mut roster = builder.build(false, &CancelToken::default()).unwrap();
        roster.rename(&NAMES.map(str::to_owned));
        let mut tournament = Tournament::swiss(roster, 3, 7, AnswerRules::default()).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let mut sessions = Sessions::new();
        let mut keep = |game: &PlayedGame, session: &Session<Intensity>| {
            if round_and_number(game) == (0, 0) {
                sessions.insert((0, 0), session.clone());
            }
            Ok(())
        };
        tournament.run(&pool, &CancelToken::default(), &mut keep).unwrap();
        let timed = |row: Standing| {
            let (mut first, mut second) = (FaultTally::default(), FaultTally::default());
            first.add(FaultKind::Late, "timed out after 1 s");
            second.add(FaultKind::Illegal, "plays the <b> - not a card");
            let mut faults = FaultTally::default();
            faults.add_all(&first, "round 1, game 1");
            faults.add_all(&second, "round 2, game 1");
            Standing { slowest_ms: 1.5, faults, illegal: 2, ..row }
        };
        let mut standings: Vec<_> = tournament.standings().into_iter().map(timed).collect();
        rate(&mut standings, tournament.played());
        let report = TournamentReport {
            game: "intensity",
            system: PairingSystem::Swiss,
            seed: 7,
            rounds: 3,
            games: 6,
            games_played: 6,
            threads: Some(1),
            via: None,
            sandbox: None,
            seconds: 0.0,
            crosstable: tournament.crosstable(&standings),
            points_by_round: tournament.points_by_round(&standings),
            standings,
            saved_to: Some("a folder".into()),
            options: Vec::new(),
        };
        (tournament, report, sessions)
    }

    #[test]
    fn labels_are_no_wider_than_their_room() {
        for (name, label) in [
            ("Low".to_owned(), "Low".to_owned()),
            ("W".repeat(32), "W".repeat(32)),
            ("牛".repeat(32), "牛".repeat(15) + "…"),
        ] {
            assert_eq!(shorten(&name, LABEL_COLUMNS), label);
        }
    }

    #[test]
    fn the_page_is_always_the_same() {
        let (tournament, report, sessions) = played();
        let mut page = Vec::new();
        write(&mut page, &report, &tournament, &sessions).unwrap();
        let page = String::from_utf8(page).unwrap();
        assert_eq!(page.matches("<script>").count(), 1, "ours");
        assert!(!page.contains('\u{202e}'));
        insta::assert_snapshot!(page.replace(STYLE, "").replace(SCRIPT, ""));
    }

    #[test]
    fn the_page_and_the_tables_name_who_has_a_short_limit() {
        let (tournament, mut report, sessions) = played();
        report.standings[1].short_limit = true;
        report.options = ["--cc", "gcc -g"].map(str::to_owned).to_vec();
        let (mut page, mut text) = (Vec::new(), Vec::new());
        write(&mut page, &report, &tournament, &sessions).unwrap();
        report.write_tables(&mut text).unwrap();
        let note = "late 10 times in a row, and limited to 1 s for each answer from then on: ";
        let (page, text) = (String::from_utf8(page).unwrap(), String::from_utf8(text).unwrap());
        let name = &report.standings[1].name;
        assert!(page.contains(&format!("<p>{note}{}.</p>", Escaped(name))), "{page}");
        assert!(text.contains(&format!("\n{note}{name}\n")), "{text}");
        assert!(page.contains(" --cc &#39;gcc -g&#39; --player careful "), "{page}");
    }

    #[test]
    fn text_and_spreadsheets_are_always_the_same() {
        let (_, report, _) = played();
        let mut text = Vec::new();
        report.write_tables(&mut text).unwrap();
        text.extend(b"\n----\n");
        report.write_csv(&mut text).unwrap();
        insta::assert_snapshot!(String::from_utf8(text).unwrap());
    }

    #[test]
    fn the_ratings_are_those_of_shared_tables() {
        let (tournament, report, _) = played();
        let mut standings = report.standings;
        let first = &tournament.played()[..1];
        for row in &mut standings {
            (row.rating, row.rating_ci95) = (None, None);
        }
        rate(&mut standings, first);
        let rated = standings.iter().filter(|row| row.rating.is_some());
        let numbers = first[0].pairing.seats;
        assert!(rated.clone().all(|row| numbers.contains(&Some(row.number))));
        // As after the first game of four people.
        let half = 1.96 * 315.05;
        assert!(rated.clone().all(|row| (row.rating_ci95.unwrap() - half).abs() < 0.1));
        assert_eq!(rated.count(), 4);
    }

    #[test]
    fn a_grid_has_few_lines_at_round_distances() {
        for (highest, expected) in [
            (1.0, &[0.0, 1.0][..]),
            (9.0, &[0.0, 2.0, 4.0, 6.0, 8.0]),
            (30.0, &[0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0]),
        ] {
            assert_eq!(ticks(highest).collect::<Vec<_>>(), expected);
        }
        assert!(ticks(1e6).count() <= 9);
    }
}
