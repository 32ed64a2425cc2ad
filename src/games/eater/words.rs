//! Eater in words: the board of the course sheet, events, goals and highlights.

use std::cmp::Ordering;

use super::reasons;
use crate::games::{
    ActionText as _, Decided, GameWords, LegendRow, Notation, Overview, OverviewRow, Series,
    ShareSquare, Style, counted, spoken::Audience, subject_within,
};
use crate::widgets::glyphs::unbroken;
use fourcade_course::eater::classic;
use fourcade_engine::eater::{
    Eater, EaterReason,
    model::{Cell, EaterEvent, EaterObservation, Role},
};
use fourcade_engine::play::{GameInfo as _, Seat};

const MAX_OVERVIEW_SIZE: u16 = 15;

fn closed_text(row: u16) -> String {
    format!("Row\u{a0}{} is closed", row + 1)
}

impl GameWords for Eater {
    const REMATCH: &'static str = "swap roles";

    const BAD_LUCK: Option<&str> = Some("The guesses went against you.");

    fn draw_plain(observation: &EaterObservation) -> String {
        classic::draw_board(&observation.board)
    }

    fn tell(event: &EaterEvent, style: Style, to: &Audience<Self>) -> Option<String> {
        let choices = match event {
            EaterEvent::Chose(choices) => choices,
            EaterEvent::Closed(row) => {
                return Some(match style {
                    Style::Spoken => {
                        format!("Row {} is closed: no path can cross it.", to.row(*row))
                    }
                    Style::Log { .. } => closed_text(*row),
                    _ => format!("{}: no path can cross it", closed_text(*row)),
                });
            }
            EaterEvent::Over(_) => return None,
        };
        if let Some(cell) = choices.clash() {
            let cell = to.write(cell);
            return Some(match style {
                Style::Spoken => format!("Both choose {cell}, so the Eater gets it."),
                _ => format!("Both chose {cell}, so the Eater gets it"),
            });
        }
        let [passer, eater] = Role::BOTH.map(|role| to.write(choices.of(role)));
        let eater_name = subject_within(Self::SEAT_NAMES, Role::Eater.seat(), to.names);
        Some(match style {
            Style::Spoken => {
                let chooses = |role: Role| {
                    format!(
                        "{} {}.",
                        to.subject_and_verb(role.seat(), "choose"),
                        to.write(choices.of(role))
                    )
                };
                let own = Role::of(to.seat);
                format!("{} {}", chooses(own.other()), chooses(own))
            }
            Style::Log { .. } => {
                let passer = format!("{}: {passer},", to.subject(Role::Passer.seat()));
                let eater = format!("{eater_name}: {eater}");
                format!("{} {}", unbroken(&passer), unbroken(&eater))
            }
            _ => {
                format!(
                    "{} chose\u{a0}{passer}, {eater_name}\u{a0}{eater}",
                    to.subject(Role::Passer.seat())
                )
            }
        })
    }

    fn verbs(_: &Cell) -> [&'static str; 2] {
        ["choose", "chose"]
    }

    fn explain(reason: &EaterReason, chooser: Seat, _: Option<Seat>, notation: Notation) -> String {
        reasons::clause(*reason, chooser, notation)
    }

    fn tells_outlook(reason: &EaterReason) -> bool {
        matches!(
            reason,
            EaterReason::BothWant { .. } | EaterReason::CannotWin | EaterReason::ClosesWays { .. }
        )
    }

    fn decided(observation: &EaterObservation, reader: Option<Seat>) -> Option<Decided> {
        let row = observation.board.closed_row()?;
        let is_own = reader == Some(Role::Passer.seat());
        let who = if is_own { "you".to_owned() } else { format!("the {}", Role::Passer) };
        let consequence = Some(format!("{who} can't win any more"));
        Some(Decided { cause: closed_text(row), consequence })
    }

    fn goal(observation: &EaterObservation, seat: Seat, _: Notation) -> Option<String> {
        let (is_passer, board) = (seat == Role::Passer.seat(), &observation.board);
        let goal = match board.closed_row() {
            Some(_) => return None,
            None if is_passer && board.reached_cells().is_empty() => {
                "begin a path from the top row to the bottom row"
            }
            None if is_passer => "lead your path on, down to the bottom row",
            None => "close a row. Work on the one with the fewest open cells",
        };
        Some(goal.to_owned())
    }

    fn highlights(game: &Eater, _: Option<Seat>, _: &[String], notation: Notation) -> Vec<String> {
        let board = game.board();
        if let Some(path) = board.winning_path()
            && let (Some(first), Some(last)) = (path.first(), path.last())
        {
            let [first, last] = [*first, *last].map(|cell| Self::write(cell, notation));
            return vec![format!("The path: {} cells, from {first} to {last}", path.len())];
        }
        let closed = board.closed_row();
        closed.map(closed_text).into_iter().collect()
    }

    /// The path in full blocks, other stones in lighter ones, and the Eater's cells in the
    /// lightest. Without a path, the stones joined to the top row have its blocks.
    fn share_picture(game: &Eater, _: Seat) -> Vec<String> {
        let board = game.board();
        let path = board.winning_path();
        let reached = board.reached_cells();
        let cell = |cell: Cell| match (board.at(cell), &path) {
            (None, _) => "··",
            (Some(Role::Eater), _) => "░░",
            (Some(Role::Passer), Some(path)) if path.contains(&cell) => "██",
            (Some(Role::Passer), None) if reached.contains(cell) => "██",
            (Some(Role::Passer), _) => "▒▒",
        };
        let row = |row| (0..board.size()).map(|col| cell(Cell::new(row, col))).collect();
        (0..board.size()).map(row).collect()
    }

    /// One square per row. For the Passer: good with a connected stone, fair with other stones
    /// only, else bad; the reverse for the Eater.
    fn share_squares(game: &Eater, person: Seat) -> Vec<ShareSquare> {
        let board = game.board();
        let reached = board.reached_cells();
        let row = |row| {
            let cells = (0..board.size()).map(|col| Cell::new(row, col));
            let own: Vec<_> = cells.filter(|&cell| board.at(cell) == Some(Role::Passer)).collect();
            let rank = if own.iter().any(|&cell| reached.contains(cell)) {
                Ordering::Greater
            } else if own.is_empty() {
                Ordering::Less
            } else {
                Ordering::Equal
            };
            let is_passer = Role::of(person) == Role::Passer;
            if is_passer { rank } else { rank.reverse() }.into()
        };
        (0..board.size()).map(row).collect()
    }

    /// The rows that have lost cells, the one nearest to being closed first, with the cells that a
    /// path can still use.
    fn overview(_: &[Vec<EaterEvent>], observation: &EaterObservation) -> Option<Overview> {
        let board = &observation.board;
        // Once a row is closed, no cell matters any more.
        if board.size() > MAX_OVERVIEW_SIZE || board.closed_row().is_some() {
            return None;
        }
        let live = board.live_cells();
        let row = |row| {
            let cells = (0..board.size()).map(|col| live.contains(Cell::new(row, col)));
            (row, cells.collect::<Vec<_>>())
        };
        let rows = (0..board.size()).map(row);
        let mut rows: Vec<_> = rows.filter(|(_, cells)| cells.contains(&false)).collect();
        let open = |cells: &[bool]| cells.iter().filter(|is_open| **is_open).count();
        rows.sort_by_key(|(_, cells)| open(cells));
        let row = |(row, cells): (u16, Vec<bool>)| OverviewRow {
            label: format!("row {}", row + 1),
            seat: None,
            note: format!("{} of {} open", open(&cells), cells.len()),
            series: Series::Blocks(cells),
        };
        let rows: Vec<_> = rows.into_iter().map(row).collect();
        (!rows.is_empty()).then_some(Overview { heading: "Rows the Eater may close", rows })
    }

    fn progress(observation: &EaterObservation) -> Option<String> {
        Some(counted(observation.board.empty_count(), "empty cell"))
    }

    fn legend(observation: &EaterObservation, height: Option<u16>) -> &'static [LegendRow] {
        const fn row(sign: &'static str, meaning: &'static str) -> LegendRow {
            LegendRow { sign, seat: Some(Role::Passer.seat()), meaning }
        }
        const CLASH: LegendRow =
            LegendRow { sign: "!", seat: None, meaning: "both wanted the cell" };
        const STONES: [LegendRow; 3] =
            [row("■", "joined to the top row"), row("□", "not joined yet"), CLASH];
        const LETTERS: [LegendRow; 3] =
            [row("P", "joined to the top row"), row("p", "not joined yet"), CLASH];
        // In cells of one row, stones are letters.
        let is_high = height.is_some_and(|height| height >= 2 * observation.board.size());
        if is_high { &STONES } else { &LETTERS }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Hint, describe_hint, spoken::testing::tell};
    use fourcade_engine::{eater::model::JointMove, play::Advice};

    #[test]
    fn the_overview_tells_which_rows_are_closing() {
        let overview = |board: &str| {
            let observation = EaterObservation::of(board.parse().unwrap());
            let rows = Eater::overview(&[], &observation)?.rows;
            let row = |row: OverviewRow| (row.label, row.series, row.note);
            Some(rows.into_iter().map(row).collect::<Vec<_>>())
        };
        let row = |label: &str, cells: [bool; 4], note: &str| {
            (label.to_owned(), Series::Blocks(cells.to_vec()), note.to_owned())
        };
        let rows = overview("....\nE...\n....\n.EE.\n");
        let closing = [
            row("row 4", [true, false, false, true], "2 of 4 open"),
            row("row 2", [false, true, true, true], "3 of 4 open"),
        ];
        assert_eq!(rows, Some(closing.to_vec()));
        assert_eq!(overview("P..\n...\n...\n"), None);
        assert_eq!(overview("...\nEEE\n...\n"), None);
    }

    #[test]
    fn each_role_has_its_own_goal() {
        let goals = |board: &str| {
            let observation = EaterObservation::of(board.parse().unwrap());
            Role::BOTH
                .map(|role| Eater::goal(&observation, role.seat(), Notation::FromOne).unwrap())
        };
        let closed = EaterObservation::of("PPP\nEEE\n...\n".parse().unwrap());
        let goal = |role: Role| Eater::goal(&closed, role.seat(), Notation::FromOne);
        assert_eq!(Role::BOTH.map(goal), [None, None]);
        let decided = |reader| Eater::decided(&closed, reader).unwrap().to_string();
        assert_eq!(decided(None), "Row\u{a0}2 is closed: the Passer can't win any more");
        let passer = Some(Role::Passer.seat());
        assert_eq!(decided(passer), "Row\u{a0}2 is closed: you can't win any more");
        let [passer, eater] = goals("...\n...\n...\n");
        assert!(passer.starts_with("begin a path") && eater.starts_with("close a row"));
        assert!(goals("...\n.E.\n.P.\n")[0].starts_with("begin a path"));
        assert!(goals(".P.\n.E.\n...\n")[0].starts_with("lead your path on"));
    }

    #[test]
    fn once_a_row_is_closed_no_cell_is_advised() {
        let hint = Hint::<Eater> {
            advice: Advice::new(Cell::new(2, 0)),
            reasons: vec![EaterReason::Decided { row: 1 }],
            is_moot: true,
        };
        let said = Role::BOTH
            .map(|role| describe_hint(&hint, role.seat(), false, Notation::FromOne, |_| true));
        assert_eq!(
            said,
            ["win", "lose"]
                .map(|verb| format!("Row\u{a0}2 is closed: no choice can {verb} any more."))
        );
    }

    #[test]
    fn a_round_is_described_in_one_line() {
        let chose = |passer, eater| EaterEvent::Chose(JointMove { passer, eater });
        let (first, second) = (Cell::new(1, 2), Cell::new(0, 0));
        let line = |event, names: [&str; 2]| tell::<Eater>(&event, Style::Line, &names);
        let names = ["human", "expert"];
        assert_eq!(
            line(chose(first, second), ["", ""]).as_deref(),
            Some("Passer chose\u{a0}2\u{a0}3, Eater\u{a0}1\u{a0}1")
        );
        assert_eq!(
            line(chose(first, second), names).as_deref(),
            Some("human chose\u{a0}2\u{a0}3, expert\u{a0}1\u{a0}1")
        );
        assert_eq!(
            line(chose(first, first), names).as_deref(),
            Some("Both chose 2\u{a0}3, so the Eater gets it")
        );
        assert_eq!(
            line(EaterEvent::Closed(3), names).as_deref(),
            Some("Row\u{a0}4 is closed: no path can cross it")
        );
        assert_eq!(line(EaterEvent::Over(Role::Eater), names), None);
        let log = |event, is_short| {
            tell::<Eater>(
                &event,
                Style::Log { reveals: false, is_short, is_covered: false },
                &["", ""],
            )
            .unwrap()
        };
        assert_eq!(log(chose(first, first), false), "Both chose 2\u{a0}3, so the Eater gets it");
        assert_eq!(log(EaterEvent::Closed(3), false), "Row\u{a0}4 is closed");
        assert_eq!(log(chose(first, second), false), "Passer:\u{a0}2\u{a0}3, Eater:\u{a0}1\u{a0}1");
        assert_eq!(log(chose(first, first), true), "Both chose 2\u{a0}3, so the Eater gets it");
    }
}
