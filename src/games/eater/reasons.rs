//! Reasons of Eater in words.

use crate::games::{ActionText as _, Notation, join, join_with, number_word, number_words};
use fourcade_engine::eater::{
    Eater, EaterReason, FewCells, LikelyReply, describe_mix,
    model::{Cell, Role},
    times_in_ten,
};
use fourcade_engine::play::{GameInfo as _, Seat};

/// A reply in at least this many of ten games is likely.
const LIKELY_TENTHS: u32 = 4;

const PASSER: &str = Eater::SEAT_NAMES[0];
const EATER: &str = Eater::SEAT_NAMES[1];

/// A clause about a choice; see [`explain`](crate::games::GameWords::explain). The clauses are in
/// the order of [`EaterReason`].
pub fn clause(reason: EaterReason, chooser: Seat, notation: Notation) -> String {
    let clauses = Clauses { role: Role::of(chooser), notation };
    match reason {
        EaterReason::Decided { row } => clauses.decided(row),
        EaterReason::CompletesPath { others } => clauses.completes_path(others),
        EaterReason::KeepsPath => {
            format!("it is the only cell that keeps a path: the {EATER} would close all ways there")
        }
        EaterReason::ClosesWays { row: Some(closed) } => {
            format!("it closes {}, and no path gets past it", row(closed))
        }
        EaterReason::ClosesWays { row: None } => "it closes all ways".to_owned(),
        EaterReason::StopsPath { others } => clauses.stops_path(others),
        EaterReason::TwoWays { cells } => {
            let [one, other] = cells.map(|cell| clauses.cell(cell));
            format!(
                "then {one} and {other} both complete the path, and the {EATER} can't take both"
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
            let left = more_cells(left);
            format!("then the path needs {left}, and no cell of the {EATER} makes it longer")
        }
        EaterReason::BothWant { tenths } => {
            format!("both want it, as every shortest path needs it: {}", describe_mix(tenths))
        }
        EaterReason::OnAllPaths { before, after } => clauses.on_all_paths(before, after),
        EaterReason::JoinsGroups { left } => {
            format!("it joins two parts of the path: {} and it is complete", more_cells(left))
        }
        EaterReason::NarrowsRow { row: narrowed, open } => {
            format!("it leaves only {} open in {}", number_words(open, "cell"), row(narrowed))
        }
        EaterReason::Shortens { left } => {
            format!("it brings the path nearer: {} to go", more_cells(left))
        }
        EaterReason::CannotWin => {
            let done = clauses.completed_or_stopped();
            format!("against best play the path can't be {done} any more, whatever the choice")
        }
        EaterReason::HardlyWins => {
            let done = clauses.completed_or_stopped();
            format!("the path can hardly be {done} any more, whatever the choice")
        }
        EaterReason::ChangesWall { wall_size, before } => clauses.changes_wall(wall_size, before),
        EaterReason::WorseWall { reply, wall_size, instead } => {
            clauses.worse_wall(reply, wall_size, instead)
        }
        EaterReason::BestAgainst { reply, left } => clauses.best_against(reply, left),
        EaterReason::BestWall { reply, wall_size } => clauses.best_wall(reply, wall_size),
        EaterReason::WorseAgainst { reply, left, instead } => {
            clauses.worse_against(reply, left, instead)
        }
        EaterReason::Dead => "no path can use this cell any more".to_owned(),
        EaterReason::NoProgress { left } => clauses.no_progress(left),
        EaterReason::OnWays { percent, is_most } => {
            let more = more_than_others(is_most);
            format!("{percent}% of the shortest ways down go through it, {more}")
        }
        EaterReason::WaysAgainst { reply, percent: 100, .. } => {
            format!("{}all of the shortest ways down go through it", clauses.if_chosen(reply))
        }
        EaterReason::WaysAgainst { reply, percent, is_most } => {
            let (reply, more) = (clauses.if_chosen(reply), more_than_others(is_most));
            format!("{reply}{percent}% of the shortest ways down then go through it, {more}")
        }
        EaterReason::Evades { reply: LikelyReply { cell: other, tenths } } => format!(
            "the {EATER} hardly ever takes it, but takes {}, \
             which is on more of the shortest ways, {}",
            clauses.cell(other),
            times_in_ten(tenths)
        ),
        EaterReason::FewerWays { percent, instead } => fewer_ways(percent, instead),
        EaterReason::MissesCompletion { cells } => clauses.misses_completion(cells),
        EaterReason::MissesClosing { cells } => clauses.misses_closing(cells),
        EaterReason::Clashes { tenths } => {
            let often = times_in_ten(tenths);
            format!("the {EATER} takes the same cell {often}, the better one less often")
        }
        EaterReason::Catches { tenths } => {
            let often = times_in_ten(tenths);
            format!("the {PASSER} chooses it {often}, and then the {EATER} gets it")
        }
        EaterReason::MissesCatch { tenths } => {
            let often = times_in_ten(tenths);
            format!("the {PASSER} chooses the better cell {often}, and then the {EATER} gets it")
        }
    }
}

/// Writes the longer clauses.
#[derive(Clone, Copy)]
struct Clauses {
    /// The role that chooses.
    role: Role,
    notation: Notation,
}

impl Clauses {
    fn cell(self, cell: Cell) -> String {
        Eater::write(cell, self.notation)
    }

    /// The cells, or none if there are too many to name.
    fn named(self, cells: FewCells) -> Vec<String> {
        cells.named.into_iter().flatten().map(|cell| self.cell(cell)).collect()
    }

    /// The condition that the opponent chooses a cell, with a comma after it.
    fn if_chosen(self, reply: LikelyReply) -> String {
        let opponent = Eater::SEAT_NAMES[self.role.other().index()];
        let likely = if reply.tenths >= LIKELY_TENTHS { "as is likely" } else { "as it may" };
        format!("if the {opponent} takes {}, {likely}, ", self.cell(reply.cell))
    }

    fn completed_or_stopped(self) -> &'static str {
        match self.role {
            Role::Passer => "completed",
            Role::Eater => "stopped",
        }
    }

    fn decided(self, closed: u16) -> String {
        let verb = if self.role == Role::Passer { "win" } else { "lose" };
        format!("{} is closed: no choice can {verb} any more", row(closed))
    }

    fn completes_path(self, others: FewCells) -> String {
        let others = match &self.named(others)[..] {
            [] if others.count == 0 => String::new(),
            [] => format!(", as {} other cells do", number_word(others.count)),
            [other] => format!(", as {other} does"),
            named => format!(", as {} do", join(named)),
        };
        format!("it completes the path{others}, unless the {EATER} takes the same cell")
    }

    fn stops_path(self, others: FewCells) -> String {
        let others = match &self.named(others)[..] {
            [] if others.count == 0 => String::new(),
            [] => format!(" or with one of {} other cells", number_word(others.count)),
            named => format!(" or with {}", join_with("or", named)),
        };
        format!("the {PASSER} would complete the path there{others}")
    }

    fn on_all_paths(self, before: u32, after: Option<u32>) -> String {
        let Some(after) = after else {
            return "every shortest path needs it: then no path is left".to_owned();
        };
        let (after, before) = (more_cells(after), number_word(before));
        let effect = match self.role {
            Role::Passer => format!("then {after} will do instead of {before}"),
            Role::Eater => format!("then the {PASSER} needs {after} instead of {before}"),
        };
        format!("every shortest path needs it: {effect}")
    }

    fn changes_wall(self, wall_size: u32, before: u32) -> String {
        let (wall_size, before) = (more_cells(wall_size), number_word(before));
        match self.role {
            Role::Passer => {
                format!("the {EATER} then needs {wall_size} to close all ways, instead of {before}")
            }
            Role::Eater => format!("then {wall_size} will close all ways, instead of {before}"),
        }
    }

    fn worse_wall(self, reply: Option<LikelyReply>, wall_size: u32, instead: u32) -> String {
        let reply = reply.map_or_else(String::new, |reply| self.if_chosen(reply));
        let (wall_size, instead) = (more_cells(wall_size), number_word(instead));
        match self.role {
            Role::Passer => format!(
                "{reply}{wall_size} will close all ways; after a better cell it takes {instead}"
            ),
            Role::Eater => format!(
                "{reply}it takes {wall_size} to close all ways; after a better cell {instead}"
            ),
        }
    }

    fn best_against(self, reply: LikelyReply, left: Option<u32>) -> String {
        let reply = self.if_chosen(reply);
        let Some(left) = left else { return format!("{reply}no path is left") };
        let left = more_cells(left);
        let others = if self.role == Role::Passer { "more" } else { "fewer" };
        format!("{reply}the path needs {left}; after most other choices {others}")
    }

    fn best_wall(self, reply: LikelyReply, wall_size: u32) -> String {
        let (reply, wall_size) = (self.if_chosen(reply), more_cells(wall_size));
        match self.role {
            Role::Passer => format!(
                "{reply}it still needs {wall_size} to close all ways; \
                 after most other choices fewer"
            ),
            Role::Eater => format!(
                "{reply}{wall_size} will close all ways; after most other choices it takes more"
            ),
        }
    }

    fn worse_against(self, reply: LikelyReply, left: Option<u32>, instead: Option<u32>) -> String {
        let reply = self.if_chosen(reply);
        let Some(left) = left else { return format!("{reply}the path can't be completed") };
        let left = more_cells(left);
        let instead = instead.map_or_else(String::new, |instead| {
            format!("; after a better cell {}", number_word(instead))
        });
        format!("{reply}the path needs {left}{instead}")
    }

    fn misses_completion(self, cells: FewCells) -> String {
        match (self.role, &self.named(cells)[..]) {
            (Role::Passer, []) => {
                format!("{} other cells would complete the path at once", number_word(cells.count))
            }
            (Role::Passer, named) => {
                format!("{} would complete the path at once", join_with("or", named))
            }
            (Role::Eater, [only]) => {
                format!("it lets the {PASSER} complete the path with {only}")
            }
            (Role::Eater, []) => format!(
                "it is none of the {} cells with which the {PASSER} completes the path",
                number_word(cells.count)
            ),
            (Role::Eater, named) => {
                let named = join_with("or", named);
                format!("the {PASSER} completes the path with {named}, and this is none of them")
            }
        }
    }

    fn misses_closing(self, cells: FewCells) -> String {
        let with = match &self.named(cells)[..] {
            [] => format!("one of {} cells", number_word(cells.count)),
            named => join_with("or", named),
        };
        match self.role {
            Role::Passer => format!("it lets the {EATER} close all ways with {with}"),
            Role::Eater => format!("{with} would close all ways at once"),
        }
    }

    fn no_progress(self, left: u32) -> String {
        let left = more_cells(left);
        match self.role {
            Role::Passer => format!("it brings the path no nearer: still {left} to go"),
            Role::Eater => {
                format!("it doesn't make the path longer: the {PASSER} still needs {left}")
            }
        }
    }
}

fn row(row: u16) -> String {
    format!("row\u{a0}{}", row + 1)
}

fn more_cells(count: u32) -> String {
    number_words(count, "more cell")
}

fn fewer_ways(percent: u32, instead: u32) -> String {
    let all = "the shortest ways down";
    let better = match instead {
        100 => "all of them need the better cell".to_owned(),
        _ => format!("{instead}% through the better cell"),
    };
    match percent {
        0 => format!("none of {all} go through it; {better}"),
        _ => format!("only {percent}% of {all} go through it; {better}"),
    }
}

fn more_than_others(is_most: bool) -> &'static str {
    if is_most { "the most of any cell" } else { "more than through most cells" }
}
