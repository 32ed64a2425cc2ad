//! Why a move is good or costly, in words.

use crate::games::{Notation, number_word, number_words};
use fourcade_engine::flip::{
    Flip, FlipReason,
    model::{Side, Square},
};
use fourcade_engine::play::Seat;

/// Up to this number of moves, a side has few.
const FEW_MOVES: u32 = 5;

/// A clause about a move of `by`, for a reader on a seat.
#[allow(clippy::too_many_lines)] // a sentence for each kind of reason
pub fn write(reason: FlipReason, by: Seat, reader: Option<Seat>, notation: Notation) -> String {
    let side = Side::of(by);
    let other = side.other();
    let is_own = reader == Some(by);
    let who = if is_own { "you".to_owned() } else { side.to_string() };
    let verb = |you: &'static str, it: &'static str| if is_own { you } else { it };
    let cell = |square: Square| notation.write::<Flip>(square);
    match reason {
        FlipReason::OnlyMove => format!("{who} {} no other move", verb("have", "has")),
        FlipReason::WipesOut => format!("{other} has no tile left then"),
        FlipReason::TakesCorner { stable: 0 | 1 } => {
            "it takes a corner, which nobody can turn back".to_owned()
        }
        FlipReason::TakesCorner { stable } => {
            let tiles = number_words(stable, "tile");
            format!("it takes a corner and makes {tiles} that can never be turned")
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
        FlipReason::MakesStable { tiles } => {
            format!("it makes {} that can never be turned", number_words(tiles, "tile"))
        }
        FlipReason::FewestMoves { moves: count } => {
            let only = if count <= FEW_MOVES { "only " } else { "" };
            let count = number_words(count, "move");
            format!("it leaves {other} {only}{count}, and no move leaves fewer")
        }
        FlipReason::TakesWantedSquare => format!("it takes the cell that {other} wants most"),
        FlipReason::LeavesSquare { square } => {
            format!("it leaves the cell {} to {other}, who takes it next", cell(square))
        }
        FlipReason::NoNewMove => format!("it opens no new move to {other}"),
        FlipReason::LeavesMoves(moves) => match moves.worse {
            Some(worse) => {
                let (own, more) = (number_words(moves.own, "move"), number_or_none(moves.other));
                format!("it leaves {other} {own}, not {more} as {} does", cell(worse))
            }
            None => {
                let own = number_words(moves.own, "move");
                format!(
                    "it leaves {other} {own}; a better move leaves {}",
                    number_or_none(moves.other)
                )
            }
        },
        FlipReason::LeavesSafeMoves(moves) => {
            let own = number_words(moves.own, "move");
            let [gives, instead] = [
                if moves.own == 1 { "gives" } else { "give" }.to_owned(),
                number_or_none(moves.other),
            ];
            match moves.worse {
                Some(worse) => format!(
                    "it leaves {other} only {own} that {gives} no corner; {} leaves {instead}",
                    cell(worse)
                ),
                None => format!(
                    "it leaves {other} {own} that {gives} no corner; a better move leaves {instead}"
                ),
            }
        }
        FlipReason::KeepsMoves(moves) => {
            let (own, instead) = (number_words(moves.own, "move"), number_or_none(moves.other));
            match moves.worse {
                Some(worse) => format!(
                    "whatever {other} answers, {who} {} at least {own}; \
                     with {} it may be {instead}",
                    verb("have", "has"),
                    cell(worse)
                ),
                None => format!(
                    "{other} has an answer that leaves {who} {own}; \
                     a better move keeps at least {instead}"
                ),
            }
        }
        FlipReason::AfterAnswer { answer, moves } => {
            let (answer, [_, count]) = (cell(answer), moves.own);
            let own = number_words(moves.own[0], "move");
            let [count, own_instead, count_instead] =
                [count, moves.other[0], moves.other[1]].map(number_or_none);
            match moves.worse {
                Some(worse) => format!(
                    "after the best answer, {answer}, {who} {} {own} and {other} {count}; \
                     with {} instead, {own_instead} and {count_instead}",
                    verb("have", "has"),
                    cell(worse)
                ),
                None if moves.own[0] == 0 => {
                    format!("{other} answers {answer}, and {who} must pass")
                }
                None if moves.own[1] <= moves.other[1] => format!(
                    "{other} answers {answer}, which leaves {who} {own}; \
                     a better move keeps {own_instead}"
                ),
                None => format!(
                    "{other} answers {answer}, which leaves {who} {own} and {other} {count}; \
                     a better move leads to {own_instead} and {count_instead}"
                ),
            }
        }
        FlipReason::SafeAfterAnswer { answer, moves } => {
            let (answer, own) = (cell(answer), number_words(moves.own, "move"));
            let instead = number_or_none(moves.other);
            let gives = if moves.own == 1 { "gives" } else { "give" };
            match moves.worse {
                Some(worse) => format!(
                    "after the best answer, {answer}, {who} {} {own} that {gives} no corner; \
                     with {} instead, {instead}",
                    verb("have", "has"),
                    cell(worse)
                ),
                None => format!(
                    "{other} answers {answer}, and {who} {} {own} that {gives} no corner; \
                     after a better move {instead}",
                    verb("have", "has"),
                ),
            }
        }
        FlipReason::Soon(moves) => {
            let own = number_words(moves.own[0], "move");
            let [count, own_instead, count_instead] =
                [moves.own[1], moves.other[0], moves.other[1]].map(number_or_none);
            match moves.worse {
                Some(worse) => format!(
                    "with best play {who} soon {} {own} and {other} {count}; \
                     with {} instead, {own_instead} and {count_instead}",
                    verb("have", "has"),
                    cell(worse)
                ),
                None => format!(
                    "with best play it soon leaves {who} {own} and {other} {count}; \
                     a better move leads to {own_instead} and {count_instead}"
                ),
            }
        }
        FlipReason::OpenTiles(tiles) => {
            let (own, instead) = (number_words(tiles.own, "tile"), number_or_none(tiles.other));
            let whose = if is_own { "your".to_owned() } else { format!("{side}'s") };
            match tiles.worse {
                Some(worse) => format!(
                    "only {own} of {whose} own touch empty cells then, not {instead} as after {}",
                    cell(worse)
                ),
                None => format!(
                    "it opens the board: {own} of {whose} own border on empty cells; \
                     after a better move {instead} do"
                ),
            }
        }
        FlipReason::LastInRegion { cells } => {
            let cells = number_words(cells, "cell");
            format!("{who} {} the last move in this region of {cells}", verb("get", "gets"))
        }
        FlipReason::InBook => "it is an opening from the book".to_owned(),
        FlipReason::Counted { lead, instead } => {
            let other = if instead < lead { "next best" } else { "best" };
            let [lead, instead] = [lead, instead].map(outcome);
            format!("counted to the end, it {lead}; the {other} move {instead}")
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
        FlipReason::SoonCorner { corner, is_own, worse } => {
            let corner = cell(corner);
            match (is_own, worse.map(cell)) {
                (true, Some(worse)) => format!(
                    "with best play {who} soon {} the corner {corner}; not so after {worse}",
                    verb("get", "gets")
                ),
                (true, None) => format!("a better move soon brings {who} the corner {corner}"),
                (false, Some(worse)) => {
                    format!("after {worse}, {other} would soon get the corner {corner}")
                }
                (false, None) => format!(
                    "with best play {other} soon gets the corner {corner}; \
                     not so after a better move"
                ),
            }
        }
        FlipReason::BesideCorner { corner } => {
            format!("it stands next to the empty corner {}", cell(corner))
        }
        FlipReason::GivesStable { answer, tiles } => {
            let (answer, tiles) = (cell(answer), number_words(tiles, "tile"));
            format!("{other} answers {answer} and makes {tiles} that can never be turned")
        }
        FlipReason::LosesRegion { cells } => {
            format!("{other} gets the last move in this region of {}", number_words(cells, "cell"))
        }
    }
}

fn number_or_none(number: u32) -> String {
    if number == 0 { "none".to_owned() } else { number_word(number) }
}

/// Such as `wins by 6`.
fn outcome(lead: i32) -> String {
    match lead {
        1.. => format!("wins by {lead}"),
        0 => "is a draw".to_owned(),
        _ => format!("loses by {}", -lead),
    }
}
