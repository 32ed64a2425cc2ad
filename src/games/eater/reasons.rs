//! Why a cell is good or costly, in words.

use crate::games::{Notation, number_word, number_words};
use fourcade_engine::eater::{
    Eater, EaterReason, LikelyReply,
    model::{Cell, Role},
    often,
};
use fourcade_engine::play::{GameInfo as _, Seat};

/// A choice in so many of ten games is likely.
const LIKELY: u32 = 4;

/// A clause about a cell that `chooser` chooses.
#[allow(clippy::too_many_lines)] // a sentence for each kind of reason
pub fn write(reason: EaterReason, chooser: Seat, notation: Notation) -> String {
    let role = Role::of(chooser);
    let (passer, eater) = (Eater::SEAT_NAMES[0], Eater::SEAT_NAMES[1]);
    let cell = |cell: Cell| notation.write::<Eater>(cell);
    let row = |row: u16| format!("row\u{a0}{}", row + 1);
    let when = |reply: LikelyReply| {
        let other = Eater::SEAT_NAMES[role.other().index()];
        let likely = if reply.tenths >= LIKELY { "as is likely" } else { "as it may" };
        format!("if the {other} takes {}, {likely}, ", cell(reply.cell))
    };
    let either = |cells: [Option<Cell>; 2], many: &str| match cells.map(|it| it.map(cell)) {
        [Some(one), Some(other)] => format!("{one} or {other}"),
        [Some(one), None] => one,
        _ => many.to_owned(),
    };
    let more = |count| number_words(count, "more cell");
    let need = |ways, left| {
        let verb = if ways == 1 { "needs" } else { "need" };
        format!("{} {verb} just {}", number_words(ways, "way"), more(left))
    };
    match reason {
        EaterReason::Decided { row: closed } => {
            let verb = if role == Role::Passer { "win" } else { "lose" };
            format!("{} is closed: no choice can {verb} any more", row(closed))
        }
        EaterReason::CompletesPath { other } => {
            let other =
                other.map_or_else(String::new, |other| format!(", as {} does", cell(other)));
            format!("it completes the path{other}, unless the {eater} takes the same cell")
        }
        EaterReason::KeepsPath { row: closed } => {
            let closed = row(closed);
            format!("it is the only cell that keeps a path: the {eater} would close {closed} there")
        }
        EaterReason::ClosesRow { row: closed } => {
            format!("it closes {}, and no path gets past it", row(closed))
        }
        EaterReason::StopsPath { other } => {
            let other = other.map_or_else(String::new, |other| format!(" or with {}", cell(other)));
            format!("the {passer} would complete the path there{other}")
        }
        EaterReason::TwoWays { cells: [one, other] } => {
            let (one, other) = (cell(one), cell(other));
            format!(
                "then {one} and {other} both complete the path, and the {eater} can't take both"
            )
        }
        EaterReason::NoCellStops { left } => {
            let left = more(left);
            format!("then the path needs {left}, and no cell of the {eater} makes it longer")
        }
        EaterReason::BothWant { tenths } => {
            let often = often(tenths);
            format!("every shortest path needs it, so both want it; take it {often}, unpredictably")
        }
        EaterReason::OnAllPaths { before, after } => {
            let after = after.map_or_else(
                || "then no path is left".to_owned(),
                |after| {
                    let (after, before) = (more(after), number_word(before));
                    match role {
                        Role::Passer => format!("then {after} will do instead of {before}"),
                        Role::Eater => {
                            format!("then the {passer} needs {after} instead of {before}")
                        }
                    }
                },
            );
            format!("every shortest path needs it: {after}")
        }
        EaterReason::JoinsGroups { left } => {
            format!("it joins two parts of the path: {} and it is complete", more(left))
        }
        EaterReason::NarrowsRow { row: narrowed, open } => {
            format!("it leaves only {} open in {}", number_words(open, "cell"), row(narrowed))
        }
        EaterReason::OnPaths { percent, is_most: true } => {
            format!("{percent}\u{a0}% of the short ways down go through it, the most of any cell")
        }
        EaterReason::OnPaths { percent, is_most: false } => {
            format!(
                "{percent}\u{a0}% of the short ways down go through it, \
                 more than through most cells"
            )
        }
        EaterReason::Shortens { left } => {
            format!("it brings the path nearer: {} to go", more(left))
        }
        EaterReason::CannotWin => {
            let done = if role == Role::Passer { "completed" } else { "stopped" };
            format!("against best play the path can't be {done} any more, whatever the choice")
        }
        EaterReason::CannotLose => {
            let done = if role == Role::Passer { "stopped" } else { "completed" };
            format!("the path can't be {done} any more, whatever the choice")
        }
        EaterReason::ChangesWall { cells, before } => {
            let (cells, before) = (more(cells), number_word(before));
            match role {
                Role::Passer => {
                    format!("the {eater} then needs {cells} to close all ways, instead of {before}")
                }
                Role::Eater => format!("then {cells} will close all ways, instead of {before}"),
            }
        }
        EaterReason::WorseWall { reply, cells, instead } => {
            let reply = reply.map_or_else(String::new, when);
            let (cells, instead) = (more(cells), number_word(instead));
            match role {
                Role::Passer => format!(
                    "{reply}{cells} will close all ways; after a better cell it takes {instead}"
                ),
                Role::Eater => format!(
                    "{reply}it takes {cells} to close all ways; after a better cell {instead}"
                ),
            }
        }
        EaterReason::BestAgainst { reply, left } => {
            let reply = when(reply);
            match (role, left) {
                (_, None) => format!("{reply}no path is left"),
                (Role::Passer, Some(left)) => {
                    format!("{reply}the path needs {}; after most cells it needs more", more(left))
                }
                (Role::Eater, Some(left)) => {
                    format!("{reply}the path needs {}; after most cells it needs fewer", more(left))
                }
            }
        }
        EaterReason::BestWall { reply, cells } => {
            let (reply, cells) = (when(reply), more(cells));
            match role {
                Role::Passer => format!(
                    "{reply}it still needs {cells} to close all ways; \
                     after most cells it needs fewer"
                ),
                Role::Eater => {
                    format!("{reply}{cells} will close all ways; after most cells it takes more")
                }
            }
        }
        EaterReason::BestWays { reply, ways, left } => {
            let reply = reply.map_or_else(String::new, when);
            match role {
                Role::Passer => format!("{reply}{}; after most cells fewer", need(ways, left)),
                Role::Eater => format!("{reply}only {}; after most cells more", need(ways, left)),
            }
        }
        EaterReason::WorseWays { reply, ways, instead, left } => {
            let reply = reply.map_or_else(String::new, when);
            let only = if role == Role::Passer { "only " } else { "" };
            let instead = number_word(instead);
            format!("{reply}{only}{}; after a better cell {instead}", need(ways, left))
        }
        EaterReason::Clashes { tenths } => {
            format!("the {eater} takes the same cell {}, the better one less often", often(tenths))
        }
        EaterReason::WorseAgainst { reply, left, instead } => {
            let needs = left.map_or("can't be completed".to_owned(), |left| {
                let instead = instead.map_or_else(String::new, |instead| {
                    format!("; after a better cell {}", number_word(instead))
                });
                format!("needs {}{instead}", more(left))
            });
            format!("{}the path {needs}", when(reply))
        }
        EaterReason::MissesCompletion { cells } => {
            let with = either(cells, "one cell");
            match role {
                Role::Passer => format!("{with} would complete the path at once"),
                Role::Eater => format!("it lets the {passer} complete the path with {with}"),
            }
        }
        EaterReason::MissesClosing { cells } => {
            let with = either(cells, "one cell");
            match role {
                Role::Passer => format!("it lets the {eater} close all ways with {with}"),
                Role::Eater => format!("{with} would close all ways at once"),
            }
        }
        EaterReason::Dead => "no path can use this cell any more".to_owned(),
        EaterReason::NoProgress { left } => match role {
            Role::Passer => format!("it brings the path no nearer: still {} to go", more(left)),
            Role::Eater => {
                format!("it doesn't make the path longer: the {passer} still needs {}", more(left))
            }
        },
        EaterReason::FewerPaths { percent: 0, .. } => {
            "no short way down goes through it, but some go through the better one".to_owned()
        }
        EaterReason::FewerPaths { percent, instead } => format!(
            "fewer of the short ways down go through it ({percent}\u{a0}%, not {instead}\u{a0}%)"
        ),
    }
}
