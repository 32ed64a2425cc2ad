//! Why a move is good or costly, in words.

use crate::games::{Notation, number_word, number_words};
use fourcade_engine::flip::{
    Flip, FlipReason,
    model::{Side, Square},
};
use fourcade_engine::play::Seat;

/// From this number of directions on, a move turns tiles on all sides.
const ALL_SIDES: u32 = 6;
/// From this number of moves on, a side has many.
const MANY_MOVES: u32 = 8;
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
        FlipReason::WinsCorner { corner, plies } => {
            let (corner, later) = (cell(corner), number_words(plies / 2, "move"));
            format!("it should win the corner {corner}, {later} later")
        }
        FlipReason::FewMoves { moves: count @ MANY_MOVES.., .. } => {
            format!("it leaves {other} {count} moves, and no move leaves fewer")
        }
        FlipReason::FewMoves { moves: count, is_fewest: true } => {
            format!(
                "it leaves {other} only {}, and no move leaves fewer",
                number_words(count, "move")
            )
        }
        FlipReason::FewMoves { moves: count, .. } => {
            format!("it leaves {other} only {}", number_words(count, "move"))
        }
        FlipReason::KeepsMoves { moves: count } => {
            format!("it keeps {} for {who}, and no move keeps more", number_words(count, "move"))
        }
        FlipReason::StaysInside { .. } => {
            let whose = if is_own { "your".to_owned() } else { format!("{side}'s") };
            format!("fewer of {whose} tiles touch empty cells")
        }
        FlipReason::BestMobility { own, other: count } => {
            format!(
                "it keeps {} for {who} and leaves {other} {}",
                number_words(own, "move"),
                number_word(count)
            )
        }
        FlipReason::Outlasts { own, other: count } => {
            let own = number_word(own);
            format!(
                "{other} should soon be left with {}, and {who} with {own}",
                number_words(count, "move")
            )
        }
        FlipReason::RunsOutOfMoves { own, other: count } => {
            let count = number_word(count);
            format!(
                "{who} should soon be left with {}, and {other} with {count}",
                number_words(own, "move")
            )
        }
        FlipReason::LosesStable { own, other: count } => {
            let own = if own == 0 { "none".to_owned() } else { number_word(own) };
            let count = number_words(count, "safe tile");
            format!("{other} should soon have {count}, and {who} {own}")
        }
        FlipReason::TakesWantedSquare => format!("it takes the cell that {other} wants most"),
        FlipReason::LeavesSquare { square } => {
            format!("it leaves the cell {} to {other}, who takes it next", cell(square))
        }
        FlipReason::BestAnswer { answer, moves: count, instead } => {
            let (answer, instead) = (cell(answer), number_word(instead));
            format!(
                "{other} answers {answer}, and {who} {} {} instead of {instead}",
                verb("have", "has"),
                number_words(count, "move")
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
        FlipReason::Counted { lead, instead: Some(best) } => {
            let instead = match (lead > 0, best > 0) {
                (true, true) => format!("instead of {best}"),
                (false, false) if lead < 0 && best < 0 => format!("instead of {}", -best),
                _ => format!("while the better move {}", outcome(best)),
            };
            format!("counted to the end, it {} {instead}", outcome(lead))
        }
        FlipReason::GivesCorner { corner, was_open } => {
            let gives = if was_open { "leaves" } else { "gives" };
            format!("it {gives} {other} the corner {}", cell(corner))
        }
        FlipReason::OpensCorner { corner, answer } => {
            let (corner, answer) = (cell(corner), cell(answer));
            format!("it opens the way to the corner {corner}: {other} gets it by playing {answer}")
        }
        FlipReason::LosesCorner { corner, plies } => {
            let (corner, later) = (cell(corner), number_words(plies / 2, "move"));
            format!("{other} should get the corner {corner}, {later} later")
        }
        FlipReason::FewerOwnMoves { moves: count, instead } => {
            let instead = number_word(instead);
            format!("it leaves {who} fewer moves: {} instead of {instead}", number_word(count))
        }
        FlipReason::StandsInTheOpen { tiles, instead } => {
            let (tiles, instead) = (number_words(tiles, "tile"), number_word(instead));
            let whose = verb("your", "its");
            format!(
                "it opens the board: {tiles} of {whose} own border on empty cells, not {instead}"
            )
        }
        FlipReason::BesideCorner { corner } => {
            format!("it stands next to the empty corner {}", cell(corner))
        }
        FlipReason::ManyMoves { flipped, moves: count, instead } => {
            let instead = number_word(instead);
            if flipped < MANY {
                return format!(
                    "{other} then has {} instead of {instead}",
                    number_words(count, "move")
                );
            }
            let flipped = number_words(flipped, "tile");
            format!(
                "it turns {flipped}, and {other} then has {} instead of {instead}",
                number_words(count, "move")
            )
        }
        FlipReason::OpensBoard { directions, opened } => {
            let sides = match directions {
                ALL_SIDES.. => "on all sides".to_owned(),
                _ => format!("in {}", number_words(directions, "direction")),
            };
            let opened = number_words(opened, "new move");
            format!("it turns tiles {sides} and opens {opened} to {other}")
        }
        FlipReason::Cramped { answer, moves: count } => {
            let answer = cell(answer);
            match count {
                0 => format!("{other} can answer {answer}, and {who} must pass"),
                _ => format!(
                    "{other} can answer {answer}, which leaves {who} {}",
                    number_words(count, "move")
                ),
            }
        }
        FlipReason::GivesStable { answer, tiles } => {
            let (answer, tiles) = (cell(answer), number_words(tiles, "tile"));
            format!("{other} can answer {answer} and makes {tiles} that can never be turned")
        }
        FlipReason::LosesRegion { cells } => {
            format!("{other} gets the last move in this region of {}", number_words(cells, "cell"))
        }
    }
}

/// Such as `wins by 6`.
fn outcome(lead: i32) -> String {
    match lead {
        1.. => format!("wins by {lead}"),
        0 => "is a draw".to_owned(),
        _ => format!("loses by {}", -lead),
    }
}
