//! Reasons of Eater in words.

use crate::games::{ActionText as _, Notation, join, join_with, number_word, number_words};
use fourcade_engine::eater::{
    Eater, EaterReason, FewCells, LikelyReply, mixed,
    model::{Cell, Role},
    often,
};
use fourcade_engine::play::{GameInfo as _, Seat};

/// A reply in at least this many of ten games is likely.
const LIKELY_TENTHS: u32 = 4;

/// A clause about a choice; see [`explain`](crate::games::GameWords::explain). The clauses are in
/// the order of [`EaterReason`].
#[allow(clippy::too_many_lines)] // a clause for each kind of reason
pub fn clause(reason: EaterReason, chooser: Seat, notation: Notation) -> String {
    let role = Role::of(chooser);
    let (passer, eater) = (Eater::SEAT_NAMES[0], Eater::SEAT_NAMES[1]);
    let cell = |cell: Cell| Eater::write(cell, notation);
    let row = |row: u16| format!("row\u{a0}{}", row + 1);
    let when = |reply: LikelyReply| {
        let other = Eater::SEAT_NAMES[role.other().index()];
        let likely = if reply.tenths >= LIKELY_TENTHS { "as is likely" } else { "as it may" };
        format!("if the {other} takes {}, {likely}, ", cell(reply.cell))
    };
    let named = |cells: FewCells| cells.named.into_iter().flatten().map(cell).collect::<Vec<_>>();
    let more = |count| number_words(count, "more cell");
    let aim = if role == Role::Passer { "completed" } else { "stopped" };
    match reason {
        EaterReason::Decided { row: closed } => {
            let verb = if role == Role::Passer { "win" } else { "lose" };
            format!("{} is closed: no choice can {verb} any more", row(closed))
        }
        EaterReason::CompletesPath { others } => {
            let others = match &named(others)[..] {
                [] if others.count == 0 => String::new(),
                [] => format!(", as {} other cells do", number_word(others.count)),
                [other] => format!(", as {other} does"),
                named => format!(", as {} do", join(named)),
            };
            format!("it completes the path{others}, unless the {eater} takes the same cell")
        }
        EaterReason::KeepsPath => {
            format!("it is the only cell that keeps a path: the {eater} would close all ways there")
        }
        EaterReason::ClosesWays { row: Some(closed) } => {
            format!("it closes {}, and no path gets past it", row(closed))
        }
        EaterReason::ClosesWays { row: None } => "it closes all ways".to_owned(),
        EaterReason::StopsPath { others } => {
            let others = match &named(others)[..] {
                [] if others.count == 0 => String::new(),
                [] => format!(" or with one of {} other cells", number_word(others.count)),
                named => format!(" or with {}", join_with("or", named)),
            };
            format!("the {passer} would complete the path there{others}")
        }
        EaterReason::TwoWays { cells: [one, other] } => {
            let (one, other) = (cell(one), cell(other));
            format!(
                "then {one} and {other} both complete the path, and the {eater} can't take both"
            )
        }
        EaterReason::MoreCompleting { count, before } => {
            let (count, before) = (number_words(count, "cell"), number_word(before));
            format!("then {count} would complete the path, instead of {before}")
        }
        EaterReason::FewerCompleting { count, instead } => {
            let (count, instead) = (number_words(count, "cell"), number_word(instead));
            format!("then only {count} would complete the path; after a better cell {instead}")
        }
        EaterReason::NoCellStops { left } => {
            let left = more(left);
            format!("then the path needs {left}, and no cell of the {eater} makes it longer")
        }
        EaterReason::BothWant { tenths } => {
            format!("both want it, as every shortest path needs it: {}", mixed(tenths))
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
        EaterReason::Shortens { left } => {
            format!("it brings the path nearer: {} to go", more(left))
        }
        EaterReason::CannotWin => {
            format!("against best play the path can't be {aim} any more, whatever the choice")
        }
        EaterReason::HardlyWins => {
            format!("the path can hardly be {aim} any more, whatever the choice")
        }
        EaterReason::ChangesWall { wall_size, before } => {
            let (wall_size, before) = (more(wall_size), number_word(before));
            match role {
                Role::Passer => {
                    format!(
                        "the {eater} then needs {wall_size} to close all ways, instead of {before}"
                    )
                }
                Role::Eater => format!("then {wall_size} will close all ways, instead of {before}"),
            }
        }
        EaterReason::WorseWall { reply, wall_size, instead } => {
            let reply = reply.map_or_else(String::new, when);
            let (wall_size, instead) = (more(wall_size), number_word(instead));
            match role {
                Role::Passer => format!(
                    "{reply}{wall_size} will close all ways; after a better cell it takes {instead}"
                ),
                Role::Eater => format!(
                    "{reply}it takes {wall_size} to close all ways; after a better cell {instead}"
                ),
            }
        }
        EaterReason::BestAgainst { reply, left } => {
            let reply = when(reply);
            let others = if role == Role::Passer { "more" } else { "fewer" };
            match left {
                None => format!("{reply}no path is left"),
                Some(left) => {
                    let left = more(left);
                    format!("{reply}the path needs {left}; after most other choices {others}")
                }
            }
        }
        EaterReason::BestWall { reply, wall_size } => {
            let (reply, wall_size) = (when(reply), more(wall_size));
            match role {
                Role::Passer => format!(
                    "{reply}it still needs {wall_size} to close all ways; \
                     after most other choices fewer"
                ),
                Role::Eater => format!(
                    "{reply}{wall_size} will close all ways; after most other choices it takes more"
                ),
            }
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
        EaterReason::Dead => "no path can use this cell any more".to_owned(),
        EaterReason::NoProgress { left } => match role {
            Role::Passer => format!("it brings the path no nearer: still {} to go", more(left)),
            Role::Eater => {
                format!("it doesn't make the path longer: the {passer} still needs {}", more(left))
            }
        },
        EaterReason::OnWays { percent, is_most } => {
            let more = more_than_others(is_most);
            format!("{percent}% of the shortest ways down go through it, {more}")
        }
        EaterReason::WaysAgainst { reply, percent: 100, .. } => {
            format!("{}all of the shortest ways down go through it", when(reply))
        }
        EaterReason::WaysAgainst { reply, percent, is_most } => {
            let (reply, more) = (when(reply), more_than_others(is_most));
            format!("{reply}{percent}% of the shortest ways down then go through it, {more}")
        }
        EaterReason::Evades { reply: LikelyReply { cell: other, tenths } } => format!(
            "the {eater} hardly ever takes it, but takes {}, \
             which is on more of the shortest ways, {}",
            cell(other),
            often(tenths)
        ),
        EaterReason::FewerWays { percent, instead } => {
            let better = match instead {
                100 => "all of them need the better cell".to_owned(),
                _ => format!("{instead}% through the better cell"),
            };
            let share = if percent == 0 { "none".to_owned() } else { format!("only {percent}%") };
            format!("{share} of the shortest ways down go through it; {better}")
        }
        EaterReason::MissesCompletion { cells } => match (role, &named(cells)[..]) {
            (Role::Passer, []) => {
                format!("{} other cells would complete the path at once", number_word(cells.count))
            }
            (Role::Passer, named) => {
                format!("{} would complete the path at once", join_with("or", named))
            }
            (Role::Eater, [only]) => {
                format!("it lets the {passer} complete the path with {only}")
            }
            (Role::Eater, []) => format!(
                "it is none of the {} cells with which the {passer} completes the path",
                number_word(cells.count)
            ),
            (Role::Eater, named) => {
                let named = join_with("or", named);
                format!("the {passer} completes the path with {named}, and this is none of them")
            }
        },
        EaterReason::MissesClosing { cells } => {
            let with = match &named(cells)[..] {
                [] => format!("one of {} cells", number_word(cells.count)),
                named => join_with("or", named),
            };
            match role {
                Role::Passer => format!("it lets the {eater} close all ways with {with}"),
                Role::Eater => format!("{with} would close all ways at once"),
            }
        }
        EaterReason::Clashes { tenths } => {
            format!("the {eater} takes the same cell {}, the better one less often", often(tenths))
        }
        EaterReason::Catches { tenths } => {
            format!("the {passer} chooses it {}, and then the {eater} gets it", often(tenths))
        }
        EaterReason::MissesCatch { tenths } => {
            format!(
                "the {passer} chooses the better cell {}, and then the {eater} gets it",
                often(tenths)
            )
        }
    }
}

fn more_than_others(is_most: bool) -> &'static str {
    if is_most { "the most of any cell" } else { "more than through most cells" }
}
