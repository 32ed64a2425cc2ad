//! The text to copy about a result, with the command that starts the same deal.

use super::names::Names;
use crate::{
    app::table::{Table, deal_text},
    database::PersonResult,
    games::{ArcadeGame, GameEnd, leading_name},
    printable::printable,
};
use fourcade_engine::{
    GameKind,
    play::{GameInfo, HUMAN, RecordHeader, Seat},
};
use fourcade_programs::quoted;

pub fn result_to_share<G: ArcadeGame>(table: &Table<G>) -> Option<String> {
    let outcome = table.game.session().outcome()?;
    let names = &Names::of(table);
    let header = table.game.session().header();
    let end = GameEnd::of(table.game.session(), &outcome, names.you);
    let result = share_result::<G>(&end, names);
    if let Some(date) = table.daily {
        return Some(deal_text::deal_to_share(table, date, &printable(&result)));
    }
    let size = G::size_of(&header.setup).map_or_else(String::new, |n| format!(" {n}x{n}"));
    let text = format!("fourcade {}{size}{result}.", G::FACTS.title);
    let text = match replay_command::<G>(header) {
        Some(command) => format!("{text} Replay the deal: {command}"),
        None => text,
    };
    Some(printable(&text).into_owned())
}

/// The opponents and the result, such as `, against Lotte: won 34-30`.
fn share_result<G: ArcadeGame>(end: &GameEnd, names: &Names) -> String {
    let GameEnd { outcome, you: person, .. } = *end;
    let seats = outcome.scores().len();
    let first = person.unwrap_or(Seat::new(0)).index();
    let scores: Vec<_> =
        (0..seats).map(|at| outcome.scores()[(first + at) % seats].to_string()).collect();
    let scores = if G::HAS_SCORES { format!(" {}", scores.join("-")) } else { String::new() };
    let Some(person) = person else {
        let verdict = match outcome.winners().only() {
            Some(winner) => {
                let player = leading_name(names.player(winner));
                format!("{} ({player}) won", G::SEAT_NAMES[winner.index()])
            }
            None => "a tie".to_owned(),
        };
        return format!(": {verdict}{scores}");
    };
    let verdict = match end.result_of(person) {
        PersonResult::Won => "won",
        PersonResult::Drawn => "tied",
        PersonResult::Lost => "lost",
    };
    format!(", {}: {verdict}{scores}", names.against(person))
}

/// The command that starts the same deal with the same players; `None` if no seed determines it.
fn replay_command<G: GameInfo>(header: &RecordHeader<G::Setup>) -> Option<String> {
    let size = G::size_of(&header.setup);
    let deal = G::deal_seeded(size.unwrap_or_default(), header.seed).ok()?;
    if deal != header.setup {
        return None;
    }
    let default = G::SIZES.map(|sizes| sizes.default);
    let size =
        size.filter(|_| size != default).map_or_else(String::new, |n| format!(" --size {n}"));
    let players = match level_options::<G>(&header.players) {
        Some(level) => level,
        None => format!("--players {}", quoted(&header.players.join(","))),
    };
    let command = if header.people().is_empty() { "watch" } else { "play" };
    Some(format!("fourcade {command} {}{size} --seed {} {players}", G::KEY, header.seed))
}

/// The options `--level` and `--seat`; `None` for several people, or computers of several levels.
fn level_options<G: GameInfo>(players: &[String]) -> Option<String> {
    let kind: GameKind = G::KEY.parse().ok()?;
    let mut people = players.iter().enumerate().filter(|(_, name)| *name == HUMAN);
    let seat = match (people.next(), people.next()) {
        (None | Some((0, _)), None) => String::new(),
        (Some((seat, _)), None) => format!(" --seat {}", G::SEAT_NAMES[seat].to_lowercase()),
        (_, Some(_)) => return None,
    };
    let mut computers = players.iter().filter(|name| *name != HUMAN);
    let first = computers.next()?;
    let level = kind.level_of(first).filter(|_| computers.all(|name| name == first))?;
    Some(format!("--level {}{seat}", level.name().to_lowercase()))
}
