//! Reasons of Flip in words.

use crate::games::{ActionText as _, Notation, number_word, number_words};
use fourcade_engine::flip::{
    Contrast, Flip, FlipReason, Line, Mobility, RowOrColumn,
    model::{Side, Square},
};
use fourcade_engine::play::Seat;

/// Up to this many moves, a sentence says "only".
const FEW_MOVES: u32 = 5;

/// The sides of a clause about a move, and its reader.
struct Sides {
    mover: Side,
    other: Side,
    /// Whether the reader is the mover.
    is_own: bool,
    /// The better move: its cell if it is named, else `a better move`.
    better: String,
    notation: Notation,
}

impl Sides {
    fn who(&self) -> String {
        if self.is_own { "you".to_owned() } else { self.mover.to_string() }
    }

    /// The form of a verb that follows [`Self::who`].
    fn verb(&self, you: &'static str, side: &'static str) -> &'static str {
        if self.is_own { you } else { side }
    }

    fn cell(&self, square: Square) -> String {
        Flip::write(square, self.notation)
    }

    /// Such as `with 4 3 instead`. Names the mover if `answer`, the opponent's, is on that cell.
    fn instead(&self, worse: Square, answer: Option<Square>) -> String {
        let cell = self.cell(worse);
        if answer == Some(worse) {
            format!("if {} {} {cell} instead", self.who(), self.verb("play", "plays"))
        } else {
            format!("with {cell} instead")
        }
    }

    /// Such as `1 2, 3 4`.
    fn line(&self, line: Line) -> String {
        line.into_iter().flatten().map(|square| self.cell(square)).collect::<Vec<_>>().join(", ")
    }

    /// Such as `X answers 1 2` or `X takes the corner 1 1`.
    fn opponent_answers(&self, answer: Square, takes_corner: bool) -> String {
        let verb = if takes_corner { "takes the corner" } else { "answers" };
        format!("{} {verb} {}", self.other, self.cell(answer))
    }

    /// Such as `after X's best answer, 1 2,`.
    fn after_answer(&self, answer: Square, takes_corner: bool) -> String {
        let (other, cell) = (self.other, self.cell(answer));
        if takes_corner {
            format!("even after {other} takes the corner {cell},")
        } else {
            format!("after {other}'s best answer, {cell},")
        }
    }

    /// Such as `makes five tiles that can never be turned; 1 2 makes one`.
    fn makes_stable(&self, tiles: Contrast<u32>) -> String {
        let own = number_words(tiles.own, "tile");
        let other = tiles
            .worse
            .map(|worse| format!("; {} makes {}", self.cell(worse), number_or_none(tiles.other)));
        format!("makes {own} that can never be turned{}", other.unwrap_or_default())
    }

    /// The numbers of moves of the mover and the opponent, such as `nine moves and X seven`.
    fn moves(&self, moves: Mobility) -> String {
        let [own, others] = numbers_alike([moves.mover, moves.opponent]);
        let own = match moves.mover {
            0 => "no moves".to_owned(),
            1 => format!("{own} move"),
            _ => format!("{own} moves"),
        };
        format!("{own} and {} {others}", self.other)
    }

    /// The numbers of moves to compare with, such as `with 4 3 instead, ten and X six`.
    fn moves_instead(&self, moves: Contrast<Mobility>, answer: Option<Square>) -> String {
        let [own, others] = numbers_alike([moves.other.mover, moves.other.opponent]);
        let both = format!("{own} and {} {others}", self.other);
        match moves.worse {
            Some(worse) => format!("{}, {both}", self.instead(worse, answer)),
            None => format!("{} leaves {} {both}", self.better, self.who()),
        }
    }
}

/// A clause about a move; see [`explain`](crate::games::GameWords::explain). The clauses are in the
/// order of [`FlipReason`]. A reason against the move may compare it with a better one, which is
/// named if `better` is given (`worse` is `None`).
#[allow(clippy::too_many_lines)] // a clause for each kind of reason
pub fn clause(
    reason: FlipReason,
    better: Option<Square>,
    chooser: Seat,
    reader: Option<Seat>,
    notation: Notation,
) -> String {
    let side = Side::of(chooser);
    let is_own = reader == Some(chooser);
    let better =
        better.map_or_else(|| "a better move".to_owned(), |cell| Flip::write(cell, notation));
    let sides = Sides { mover: side, other: side.other(), is_own, better, notation };
    let (who, other, better) = (sides.who(), sides.other, &sides.better);
    let verb = |you, it| sides.verb(you, it);
    let has = verb("have", "has");
    let cell = |square| sides.cell(square);
    match reason {
        FlipReason::OnlyMove => format!("{who} {has} no other move"),
        FlipReason::WipesOut => format!("{other} has no tile left then"),
        FlipReason::WinsAll => format!("with best play {other} loses every tile"),
        FlipReason::MissesAll => format!("{better} would take every tile of {other}"),
        FlipReason::LosesAll => {
            format!("with best play {who} {} every tile", verb("lose", "loses"))
        }
        FlipReason::TakesCorner { stable: None } => {
            "it takes a corner, which nobody can turn back".to_owned()
        }
        FlipReason::TakesCorner { stable: Some(tiles) } => {
            format!("it takes a corner and {}", sides.makes_stable(tiles))
        }
        FlipReason::OpponentPasses => {
            format!("{other} has no move then, so {who} {} again", verb("go", "goes"))
        }
        FlipReason::ForcesCorner { answers: 1 } => {
            format!("{other} has only one answer, and it gives {who} a corner")
        }
        FlipReason::ForcesCorner { .. } => {
            format!("{other} has no safe move left: every answer gives {who} a corner")
        }
        FlipReason::KeepsFromCorner { corner } => {
            format!("it keeps {other} from the corner {}", cell(corner))
        }
        FlipReason::CornerCanWait { corner } => format!(
            "the corner {} can wait: {who} can still take it after any answer",
            cell(corner)
        ),
        FlipReason::MakesStable(tiles) => format!("it {}", sides.makes_stable(tiles)),
        FlipReason::FewestMoves { moves } => {
            let only = if moves <= FEW_MOVES { "only " } else { "" };
            format!(
                "it leaves {other} {only}{}, and every other move leaves more",
                number_words(moves, "move")
            )
        }
        FlipReason::LastInRegion { cells } => {
            format!("{who} {} the last move {}", verb("get", "gets"), region(cells))
        }
        FlipReason::OpponentPassesLater { line } => {
            format!("best play goes on {}, and then {other} must pass", sides.line(line))
        }
        FlipReason::FlipsMore(tiles) => {
            let less = number_or_none(tiles.other);
            let worse = tiles.worse.map(cell).unwrap_or_default();
            format!("it turns {}, {worse} only {less}", number_words(tiles.own, "tile"))
        }
        FlipReason::InBook => "it is an opening from the book".to_owned(),
        FlipReason::Solved { lead, instead, line } => {
            let rank = if instead < lead { "next best" } else { "best" };
            let [lead, instead] = [lead, instead].map(outcome);
            let line = Some(sides.line(line)).filter(|line| !line.is_empty());
            let line = line.map(|line| format!(" (best play goes on {line})")).unwrap_or_default();
            format!("counted to the end, it {lead}{line}; the {rank} move {instead}")
        }
        FlipReason::GivesCorner { corner, was_open } => {
            let gives = if was_open { "leaves" } else { "gives" };
            format!("it {gives} {other} the corner {}", cell(corner))
        }
        FlipReason::OpensCorner { corner, answer } => {
            let (corner, answer) = (cell(corner), cell(answer));
            format!("it opens the way to the corner {corner}: {other} gets it by playing {answer}")
        }
        FlipReason::MissesCorner { corner } => {
            format!("{who} could take the corner {}", cell(corner))
        }
        FlipReason::NextCorner { corner, answer, worse } => {
            let (corner, answer) = (cell(corner), cell(answer));
            match worse.map(cell) {
                Some(worse) => format!(
                    "after the best answer, {answer}, {who} can take the corner {corner}; \
                     not so after {worse}"
                ),
                None => format!(
                    "after {better} and {other}'s best answer, {answer}, \
                     {who} could take the corner {corner}"
                ),
            }
        }
        FlipReason::CornerGoes { corner, by_mover, line, worse } => {
            let takes = |by_mover: bool| {
                if by_mover {
                    format!("{who} {}", verb("take", "takes"))
                } else {
                    format!("{other} takes")
                }
            };
            format!(
                "best play goes on {}, and then {} the corner {}; after {} {} it",
                sides.line(line),
                takes(by_mover),
                cell(corner),
                worse.map_or_else(|| better.clone(), cell),
                takes(!by_mover)
            )
        }
        FlipReason::TilesGo { place, tiles, worse } => {
            let (first_row, first_column) = notation.first_numbers::<Flip>();
            let place = match place {
                RowOrColumn::Row(at) => format!("row {}", at + u32::from(first_row)),
                RowOrColumn::Column(at) => format!("column {}", at + u32::from(first_column)),
            };
            let tiles = format!("at least {}", number_words(tiles, "tile"));
            let [gets, gets_instead, after] = match worse {
                Some(worse) => [
                    format!("{who} {}", verb("end up", "ends up")),
                    format!("{other}'s"),
                    cell(worse),
                ],
                None => [
                    format!("{other} ends up"),
                    if is_own { "yours".to_owned() } else { format!("{side}'s") },
                    better.clone(),
                ],
            };
            format!(
                "with best play {gets} with {tiles} on {place} \
                 that would be {gets_instead} after {after}"
            )
        }
        FlipReason::MustPass { line: [Some(answer), None, ..] } => {
            format!("{other} answers {}, and {who} must pass", cell(answer))
        }
        FlipReason::MustPass { line } => {
            format!("best play goes on {}, and then {who} must pass", sides.line(line))
        }
        FlipReason::LeavesMoves(moves) => {
            let (own, more) = (number_words(moves.own, "move"), number_or_none(moves.other));
            match moves.worse {
                Some(worse) => {
                    format!("it leaves {other} {own}, not {more} as {} does", cell(worse))
                }
                None => format!("it leaves {other} {own}; {better} leaves {more}"),
            }
        }
        FlipReason::OpensMoves(moves) => {
            let own = if moves.own == 0 {
                "no new move".to_owned()
            } else {
                number_words(moves.own, "new move")
            };
            let more = number_or_none(moves.other);
            match moves.worse {
                Some(worse) => format!("it opens {own} to {other}, {} {more}", cell(worse)),
                None => format!("it opens {own} to {other}; {better} opens {more}"),
            }
        }
        FlipReason::LeavesSafeMoves(moves) => {
            let (own, more) = (number_words(moves.own, "move"), number_or_none(moves.other));
            let give = if moves.own == 1 { "gives" } else { "give" };
            match moves.worse {
                Some(worse) => format!(
                    "it leaves {other} only {own} that {give} {who} no corner; {} leaves {more}",
                    cell(worse)
                ),
                None => format!(
                    "it leaves {other} {own} that {give} {who} no corner; \
                     {better} leaves {more}"
                ),
            }
        }
        FlipReason::KeepsMoves(moves) => {
            let (own, other_count) = (number_words(moves.own, "move"), number_or_none(moves.other));
            match moves.worse {
                Some(worse) => format!(
                    "whatever {other} answers, {who} {has} at least {own}; \
                     after {} a good answer leaves {other_count}",
                    cell(worse)
                ),
                None => format!(
                    "{other} has a good answer that leaves {who} {own}; \
                     {better} keeps at least {other_count}"
                ),
            }
        }
        FlipReason::AllowsAnswer { answer, was_open: true, worse: Some(worse) } => {
            format!("it keeps {other} from {}, the best answer to {}", cell(answer), cell(worse))
        }
        FlipReason::AllowsAnswer { answer, was_open: false, worse: Some(worse) } => {
            format!("{} would open the cell {} to {other}", cell(worse), cell(answer))
        }
        FlipReason::AllowsAnswer { answer, was_open: true, worse: None } => {
            format!("{other} answers {}, which {better} prevents", cell(answer))
        }
        FlipReason::AllowsAnswer { answer, was_open: false, worse: None } => {
            format!("it opens the cell {} to {other}, who plays there next", cell(answer))
        }
        FlipReason::AfterAnswers(moves) => format!(
            "{other}'s answers leave {who} {} on average; {}",
            sides.moves(moves.own),
            sides.moves_instead(moves, None)
        ),
        FlipReason::CanWait { square, taken, is_good: true } => format!(
            "{other} could play {} next, while {} can wait: only {who} can play there",
            cell(taken),
            cell(square)
        ),
        FlipReason::CanWait { square, taken, is_good: false } => format!(
            "{} could wait, since only {who} can play there; {other} can now take {}",
            cell(square),
            cell(taken)
        ),
        FlipReason::AfterAnswer { answer, takes_corner, moves } => {
            let answers = sides.opponent_answers(answer, takes_corner);
            let (own, end) = (sides.moves(moves.own), sides.moves_instead(moves, Some(answer)));
            match moves.worse {
                Some(_) => {
                    format!("{} {who} {has} {own}; {end}", sides.after_answer(answer, takes_corner))
                }
                None if moves.own.opponent <= moves.other.opponent => format!(
                    "{answers}, which leaves {who} {}; {better} keeps {}",
                    number_words(moves.own.mover, "move"),
                    number_or_none(moves.other.mover)
                ),
                None => format!("{answers}, which leaves {who} {own}; {end}"),
            }
        }
        FlipReason::SafeAfterAnswer { answer, takes_corner, moves } => {
            let (own, more) = (number_words(moves.own, "move"), number_or_none(moves.other));
            let give = if moves.own == 1 { "gives" } else { "give" };
            match moves.worse {
                Some(worse) => format!(
                    "{} {who} {has} {own} that {give} {other} no corner; {}, {more}",
                    sides.after_answer(answer, takes_corner),
                    sides.instead(worse, Some(answer))
                ),
                None => format!(
                    "{}, and {who} {has} {own} that {give} {other} no corner; \
                     after {better} {more}",
                    sides.opponent_answers(answer, takes_corner)
                ),
            }
        }
        FlipReason::Later(moves) => format!(
            "with good play {who} soon {has} about {}; {}",
            sides.moves(moves.own),
            sides.moves_instead(moves, None)
        ),
        FlipReason::OpenTiles(tiles) => {
            let (own, more) = (number_words(tiles.own, "tile"), number_or_none(tiles.other));
            let whose = if is_own { "your".to_owned() } else { format!("{side}'s") };
            match tiles.worse {
                Some(worse) => format!(
                    "only {own} of {whose} own touch empty cells then, not {more} as after {}",
                    cell(worse)
                ),
                None => format!(
                    "it opens the board: {own} of {whose} own touch empty cells; \
                     after {better} {more} do"
                ),
            }
        }
        FlipReason::GivesStable { answer, takes_corner, tiles } => format!(
            "{} and makes {} that can never be turned; after {better} {}",
            sides.opponent_answers(answer, takes_corner),
            number_words(tiles.own, "tile"),
            number_or_none(tiles.other)
        ),
        FlipReason::AnswerFlips { answer, tiles } => format!(
            "{other} answers {} and turns {}; after {better} the best answer turns {}",
            cell(answer),
            number_words(tiles.own, "tile"),
            number_or_none(tiles.other)
        ),
        FlipReason::LeavesSquare { square } => {
            format!("it leaves the cell {} to {other}, who takes it next", cell(square))
        }
        FlipReason::LosesRegion { cells } => {
            format!("{other} gets the last move {}", region(cells))
        }
    }
}

/// Such as `in this region of three cells`.
fn region(cells: Option<u32>) -> String {
    cells.map_or("of the game".to_owned(), |cells| {
        format!("in this region of {}", number_words(cells, "cell"))
    })
}

/// Both numbers as words or both in digits, because a sentence doesn't mix them.
fn numbers_alike(counts: [u32; 2]) -> [String; 2] {
    let has_large = counts.iter().any(|&count| count > 10);
    counts.map(|count| if has_large { count.to_string() } else { number_or_none(count) })
}

fn number_or_none(number: u32) -> String {
    if number == 0 { "none".to_owned() } else { number_word(number) }
}

/// Such as `wins by 6`.
fn outcome(lead: i32) -> String {
    match lead {
        1.. => format!("wins by {lead}"),
        0 => "is a tie".to_owned(),
        _ => format!("loses by {}", -lead),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn mobility(mover: u32, opponent: u32) -> Mobility {
        Mobility { mover, opponent }
    }

    fn later(moves: Contrast<Mobility>, better: Option<Square>) -> String {
        let (reason, by) = (FlipReason::Later(moves), Seat::new(0));
        clause(reason, better, by, Some(by), Notation::FromOne).replace('\u{a0}', " ")
    }

    #[test]
    fn rows_are_numbered_like_the_cells_beside_them() {
        let reason = FlipReason::TilesGo {
            place: RowOrColumn::Row(0),
            tiles: 4,
            worse: Some(Square { row: 0, col: 2 }),
        };
        let text =
            |notation| clause(reason, None, Seat::new(0), None, notation).replace('\u{a0}', " ");
        let from_one = text(Notation::FromOne);
        assert!(from_one.contains("on row 1 ") && from_one.contains("1 3"), "{from_one}");
        let course = text(Notation::Course);
        assert!(course.contains("on row 0 ") && course.contains("0 2"), "{course}");
    }

    #[test]
    fn numbers_in_a_sentence_are_all_words_or_all_digits() {
        let worse = Some(Square { row: 3, col: 2 });
        let text = |own, other, worse| later(Contrast { own, other, worse }, None);
        assert_eq!(
            text(mobility(12, 9), mobility(11, 11), worse),
            "with good play you soon have about 12 moves and X 9; with 4 3 instead, 11 and X 11"
        );
        assert_eq!(
            text(mobility(1, 0), mobility(0, 3), None),
            "with good play you soon have about one move and X none; \
             a better move leaves you none and X three"
        );
    }

    #[test]
    fn a_better_move_that_is_given_is_named() {
        let moves = Contrast { own: mobility(2, 6), other: mobility(5, 3), worse: None };
        assert_eq!(
            later(moves, Some(Square { row: 3, col: 2 })),
            "with good play you soon have about two moves and X six; 4 3 leaves you five and X \
             three"
        );
    }
}
