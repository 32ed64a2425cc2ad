//! Why a cell is good or costly, in words.

use crate::games::{Notation, number_word, number_words};
use fourcade_engine::eater::{
    Eater, EaterReason,
    model::{Cell, Role},
    often,
};
use fourcade_engine::play::{GameInfo as _, Seat};

/// A clause about a cell that `chooser` chooses.
#[allow(clippy::too_many_lines)] // a sentence for each kind of reason
pub fn write(reason: EaterReason, chooser: Seat, notation: Notation) -> String {
    let role = Role::of(chooser);
    let (passer, eater) = (Eater::SEAT_NAMES[0], Eater::SEAT_NAMES[1]);
    let cell = |cell: Cell| notation.write::<Eater>(cell);
    let row = |row: u16| format!("row\u{a0}{}", row + 1);
    let more = |count| number_words(count, "more cell");
    match reason {
        EaterReason::Decided { row: closed } => {
            let verb = if role == Role::Passer { "win" } else { "lose" };
            format!("{} is closed: no choice can {verb} any more", row(closed))
        }
        EaterReason::CompletesPath => {
            format!("it completes the path, unless the {eater} takes the same cell")
        }
        EaterReason::KeepsPath { row: closed } => {
            let closed = row(closed);
            format!("it is the only cell that keeps a path: the {eater} would close {closed} there")
        }
        EaterReason::ClosesRow { row: closed } => {
            format!("it closes {}, and no path gets past it", row(closed))
        }
        EaterReason::StopsPath => format!("the {passer} would complete the path there"),
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
        EaterReason::MostPaths => "no other cell is on more of the short ways down".to_owned(),
        EaterReason::Shortens { left } => {
            format!("it brings the path nearer: {} to go", more(left))
        }
        EaterReason::HardlyWins { never } => {
            let hardly = if never { "can't" } else { "can hardly" };
            let end = if never { "against best play" } else { "any more" };
            let done = match role {
                Role::Passer => "completed",
                Role::Eater => "stopped",
            };
            format!("the path {hardly} be {done} {end}, and this is the best try")
        }
        EaterReason::HardlyLoses { never } => {
            let hardly = if never { "can't" } else { "can hardly" };
            match role {
                Role::Passer => format!("the path {hardly} be stopped any more"),
                Role::Eater => format!("the path {hardly} be completed any more"),
            }
        }
        EaterReason::Mixed { tenths } => {
            format!("it is one of several good cells; take it {}, unpredictably", often(tenths))
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
            let likely = reply.map_or_else(String::new, |reply| {
                let other = Eater::SEAT_NAMES[role.other().index()];
                format!("if the {other} takes {}, as is likely, ", cell(reply))
            });
            let (cells, instead) = (more(cells), number_word(instead));
            format!("{likely}{cells} will close all ways, instead of {instead}")
        }
        EaterReason::BestAgainst { reply, left } => {
            let (other, reply) = (Eater::SEAT_NAMES[role.other().index()], cell(reply));
            match left {
                Some(left) => {
                    let left = more(left);
                    format!("if the {other} takes {reply}, as is likely, the path needs {left}")
                }
                None => format!("if the {other} takes {reply}, as is likely, no path is left"),
            }
        }
        EaterReason::Clashes { tenths } => {
            format!("the {eater} takes the same cell {}", often(tenths))
        }
        EaterReason::WorseAgainst { reply, left, instead } => {
            let (other, reply) = (Eater::SEAT_NAMES[role.other().index()], cell(reply));
            let needs = left.map_or("can't be completed".to_owned(), |left| {
                let instead = instead.map_or_else(String::new, |instead| {
                    format!(" instead of {}", number_word(instead))
                });
                format!("needs {}{instead}", more(left))
            });
            format!("if the {other} takes {reply}, as is likely, the path {needs}")
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
        EaterReason::NeverBest => "the strongest player never takes it here".to_owned(),
    }
}
