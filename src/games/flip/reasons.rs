//! Why a move is good or costly, in words.

use crate::games::{Notation, number_word, number_words};
use fourcade_engine::flip::{
    Flip, FlipReason,
    model::{Side, Square},
};
use fourcade_engine::play::Seat;

/// Up to this number of moves, a side has few.
const FEW_MOVES: u32 = 5;
/// From this number of tiles on, a move turns many.
const MANY: u32 = 4;

/// A clause about a move of `mover`, for a reader on a seat.
#[allow(clippy::too_many_lines)] // a sentence for each kind of reason
pub fn write(reason: FlipReason, mover: Seat, reader: Option<Seat>, notation: Notation) -> String {
    let side = Side::of(mover);
    let other = side.other();
    let is_own = reader == Some(mover);
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
        FlipReason::ThreatensCorner { corner } => {
            format!("it threatens the corner {}", cell(corner))
        }
        FlipReason::FewMoves { moves: count, is_fewest: true, .. } => {
            let only = if count <= FEW_MOVES { "only " } else { "" };
            let count = number_words(count, "move");
            format!("it leaves {other} {only}{count}, and no move leaves fewer")
        }
        FlipReason::FewMoves { moves: count, others, is_fewest: false } => {
            let (count, others) = (number_words(count, "move"), number_word(others));
            format!("it leaves {other} {count}; the others leave {others} on average")
        }
        FlipReason::KeepsMoves { moves: count, others } => {
            let (count, others) = (number_words(count, "move"), number_word(others));
            let have = verb("have", "has");
            format!(
                "whatever {other} answers, {who} {have} at least {count}; \
                 the other moves keep {others} on average"
            )
        }
        FlipReason::StaysInside { tiles, others } => {
            let (tiles, others) = (number_words(tiles, "tile"), number_word(others));
            let whose = if is_own { "your".to_owned() } else { format!("{side}'s") };
            format!(
                "only {tiles} of {whose} own touch empty cells then, \
                 not {others} as after the other moves"
            )
        }
        FlipReason::Outlasts { answer, moves: [own, count] } => {
            let (answer, count) = (cell(answer), number_or_none(count));
            let own = number_words(own, "move");
            let have = verb("have", "has");
            format!("after the best answer, {answer}, {who} {have} {own} and {other} {count}")
        }
        FlipReason::KeepsPace { behind, others } => {
            let (behind, others) = (number_words(behind, "move"), number_word(others));
            format!(
                "whatever {other} answers, it is at most {behind} ahead; \
                 after the other moves {others} on average"
            )
        }
        FlipReason::FallsBehind { moves: [own, count], instead } => {
            let own = number_words(own, "move");
            let [count, own_instead, count_instead] =
                [count, instead[0], instead[1]].map(number_or_none);
            format!(
                "with best play it soon leaves {who} {own} and {other} {count}; \
                 a better move leads to {own_instead} and {count_instead}"
            )
        }
        FlipReason::TakesWantedSquare => format!("it takes the cell that {other} wants most"),
        FlipReason::LeavesSquare { square } => {
            format!("it leaves the cell {} to {other}, who takes it next", cell(square))
        }
        FlipReason::BestAnswer { answer, moves: [0, _], .. } => {
            format!("{other} answers {}, and {who} must pass", cell(answer))
        }
        FlipReason::BestAnswer { answer, moves: [own, count], instead } if count <= instead[1] => {
            let (answer, own) = (cell(answer), number_words(own, "move"));
            let instead = number_word(instead[0]);
            format!(
                "{other} answers {answer}, which leaves {who} {own}; a better move keeps {instead}"
            )
        }
        FlipReason::BestAnswer { answer, moves: [own, count], instead } => {
            let (answer, own) = (cell(answer), number_words(own, "move"));
            let [count, own_instead, count_instead] =
                [count, instead[0], instead[1]].map(number_or_none);
            format!(
                "{other} answers {answer}, which leaves {who} {own} and {other} {count}; \
                 a better move leads to {own_instead} and {count_instead}"
            )
        }
        FlipReason::NoNewMove => format!("it opens no new move to {other}"),
        FlipReason::LastInRegion { cells } => {
            let cells = number_words(cells, "cell");
            format!("{who} {} the last move in this region of {cells}", verb("get", "gets"))
        }
        FlipReason::HoldsEdge => format!("{other} can't turn the tile at the edge now"),
        FlipReason::FlipsFew { tiles } => {
            let tiles = number_words(tiles, "tile");
            format!("it turns only {tiles}, which leaves {other} little to turn back")
        }
        FlipReason::InBook => "it is an opening from the book".to_owned(),
        FlipReason::Counted { lead, instead: None } => {
            format!("counted to the end, it {}", outcome(lead))
        }
        FlipReason::Counted { lead, instead: Some(next) } if next < lead => {
            format!(
                "counted to the end, it {}; the next best move {}",
                outcome(lead),
                outcome(next)
            )
        }
        FlipReason::Counted { lead, instead: Some(best) } => {
            format!("counted to the end, it {}; the best move {}", outcome(lead), outcome(best))
        }
        FlipReason::GivesCorner { corner, was_open } => {
            let gives = if was_open { "leaves" } else { "gives" };
            format!("it {gives} {other} the corner {}", cell(corner))
        }
        FlipReason::OpensCorner { corner, answer } => {
            let (corner, answer) = (cell(corner), cell(answer));
            format!("it opens the way to the corner {corner}: {other} gets it by playing {answer}")
        }
        FlipReason::StandsInTheOpen { tiles, instead } => {
            let (tiles, instead) = (number_words(tiles, "tile"), number_word(instead));
            let whose = verb("your", "its");
            format!(
                "it opens the board: {tiles} of {whose} own border on empty cells; \
                 after a better move {instead} do"
            )
        }
        FlipReason::LosesCorner { corner } => {
            let corner = cell(corner);
            format!(
                "with best play {other} soon gets the corner {corner}; not so after a better move"
            )
        }
        FlipReason::BesideCorner { corner } => {
            format!("it stands next to the empty corner {}", cell(corner))
        }
        FlipReason::ManyMoves { flipped, moves: count, instead } => {
            let (count, instead) = (number_words(count, "move"), number_or_none(instead));
            let leaves = format!("leaves {other} {count}; a better move leaves {instead}");
            if flipped < MANY {
                return format!("it {leaves}");
            }
            format!("it turns {} and {leaves}", number_words(flipped, "tile"))
        }
        FlipReason::FlipsMany { tiles, instead } => {
            let (tiles, instead) = (number_words(tiles, "tile"), number_word(instead));
            format!("it turns {tiles} this early; a better move turns {instead}")
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
