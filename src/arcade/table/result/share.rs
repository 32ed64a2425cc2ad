//! The line about a game that `y` copies: the result, and the command that starts the same deal.

use super::{content::first_upper, names::Names};
use crate::{arcade::table::state::Table, games::ArcadeGame, printable::printable};
use fourcade_engine::play::{GameInfo, Outcome, RecordHeader, Seat, random};

/// Returns the line about the game on the table.
pub fn line<G: ArcadeGame>(table: &Table<G>, outcome: &Outcome, names: &Names) -> String {
    let header = table.game.session().header();
    let result = result::<G>(outcome, names);
    let text = if let Some(daily) = &table.daily {
        daily.share::<G>(&result)
    } else {
        let size = G::size_of(&header.setup).map_or_else(String::new, |n| format!(" {n}x{n}"));
        let text = format!("fourcade {}{size}{result}.", G::TITLE);
        match command::<G>(header) {
            Some(command) => format!("{text} Replay the deal: {command}"),
            None => text,
        }
    };
    printable(&text).into_owned()
}

/// Returns the result, such as `, Medium: won 34-30`.
fn result<G: ArcadeGame>(outcome: &Outcome, names: &Names) -> String {
    let seats = outcome.scores().len();
    let person = names.only_person();
    let first = person.unwrap_or(Seat::new(0)).index();
    let scores: Vec<_> =
        (0..seats).map(|at| outcome.scores()[(first + at) % seats].to_string()).collect();
    let scores = if G::HAS_SCORES { format!(" {}", scores.join("-")) } else { String::new() };
    let winners = outcome.winners();
    let Some(person) = person else {
        let verdict = match winners.only() {
            Some(winner) => {
                let player = first_upper(names.player(winner));
                format!("{} ({player}) won", G::SEAT_NAMES[winner.index()])
            }
            None => "a tie".to_owned(),
        };
        return format!(": {verdict}{scores}");
    };
    let verdict = match (winners.contains(person), winners.len()) {
        (true, 1) => "won",
        (true, _) => "tied",
        (false, _) => "lost",
    };
    let against = names.against(person).unwrap_or_default();
    let opponents = against.strip_prefix("against ").map_or_else(String::new, |n| format!(", {n}"));
    format!("{opponents}: {verdict}{scores}")
}

/// Returns the command that starts the same deal with the same players; `None` if the seed doesn't
/// determine the deal.
fn command<G: GameInfo>(header: &RecordHeader<G::Setup>) -> Option<String> {
    let size = G::size_of(&header.setup);
    let deal = G::deal(size.unwrap_or_default(), &mut random::rng(header.seed, &[])).ok()?;
    if deal != header.setup {
        return None;
    }
    let default = G::SIZES.map(|sizes| sizes.default);
    let size =
        size.filter(|_| size != default).map_or_else(String::new, |n| format!(" --size {n}"));
    let players = &header.seats.join(",");
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ",:-._/=+@".contains(letter);
    let players = if players.chars().all(is_plain) {
        players.as_str().into()
    } else {
        shlex::try_quote(players).ok()?
    };
    Some(format!("fourcade play {}{size} --seed {} --players {players}", G::KEY, header.seed))
}
