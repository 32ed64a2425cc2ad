//! Deeper and deeper, and to the end.

use super::{
    super::{
        endgame::Endgame,
        midgame::{self, Midgame},
    },
    Candidate, End, Found, Root,
};
use crate::play::SearchStop;

/// How boldly moves are left out while the end is far.
const USUAL: u8 = 5;
/// Where the end may be out of reach, a search to it leaves moves out less and less boldly before
/// it plays out all of them.
const TO_THE_END: [u8; 3] = [5, 3, 1];
/// So many empty cells are played out at once, after a short look.
const SOON: u32 = 13;
/// How far that look goes.
const SHORT: u32 = 4;
/// So many plies before the end, looking ahead turns into looking to the end.
const BEFORE_THE_END: u32 = 10;
/// The first window around the value of the depth before, in hundredths of a tile.
const WINDOW: i32 = 300;
/// How far a window is made larger where the score lies beside it, in tiles.
const WIDER: i32 = 5;
/// From so many plies on a value is looked for in a window.
const WINDOW_FROM: u32 = 4;

/// A step on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Look { depth: u32, selectivity: u8 },
    Solve,
}

impl Root<'_> {
    /// Looks as far as it may. If it has played the end out, the score in tiles.
    pub(super) fn deepen(
        &mut self,
        tell: &mut dyn FnMut(&Found),
    ) -> Result<Option<i32>, SearchStop> {
        let empties = self.empties();
        let mut value = 0;
        for stage in self.stages(empties) {
            match stage {
                Stage::Look { depth, selectivity } => {
                    value = self.search(depth, selectivity, value)?;
                    let bold = selectivity > 0 && self.grounds.judge.knows_its_limits();
                    let exact = depth >= empties && !bold;
                    tell(&self.found(value, exact, depth, self.line(depth)));
                }
                Stage::Solve => {
                    let tiles = self.solve(value)?;
                    let line = self.line_to_the_end(tiles);
                    tell(&self.found(100 * tiles, true, empties, line));
                    return Ok(Some(tiles));
                }
            }
        }
        Ok(None)
    }

    fn found(&self, value: i32, exact: bool, depth: u32, line: Vec<u32>) -> Found {
        Found { value, exact, depth, best: self.best(1), line, nodes: self.counter.nodes() }
    }

    pub(super) fn empties(&self) -> u32 {
        (self.grounds.shape.mask & !(self.own | self.opp)).count_ones()
    }

    fn stages(&self, empties: u32) -> Vec<Stage> {
        let wanted = self.reach.depth.unwrap_or(empties).min(empties);
        let bold = self.grounds.judge.knows_its_limits();
        let solves = match self.reach.end {
            End::StepReview => false,
            End::Exact => true,
            // With a depth to keep to, only an end that is played out at once is within reach.
            End::WithinReach => {
                (bold && self.reach.depth.is_none())
                    || empties <= self.grounds.solvable(self.expected)
            }
        };
        let looks = |depth| (1..=depth).map(|depth| Stage::Look { depth, selectivity: USUAL });
        if !solves {
            looks(wanted).collect()
        } else if !bold {
            looks((empties / 2).min(8)).chain([Stage::Solve]).collect()
        } else if empties <= SOON {
            looks(SHORT.min(empties / 2)).chain([Stage::Solve]).collect()
        } else if self.reach.end == End::Exact {
            looks(empties - BEFORE_THE_END).chain([Stage::Solve]).collect()
        } else {
            // Playing out all moves may take too long: leaving less and less of them out says
            // something before.
            let to_the_end =
                TO_THE_END.map(|selectivity| Stage::Look { depth: empties, selectivity });
            looks(empties - BEFORE_THE_END).chain(to_the_end).chain([Stage::Solve]).collect()
        }
    }

    /// Searches all moves to a depth, and puts the best first. `guess` is what the value may be.
    fn search(&mut self, depth: u32, selectivity: u8, guess: i32) -> Result<i32, SearchStop> {
        let handicapped = self.moves.iter().any(|candidate| candidate.handicap != 0);
        let mut window = (-midgame::INFINITE, midgame::INFINITE);
        if depth >= WINDOW_FROM && !handicapped {
            window = (guess - WINDOW, guess + WINDOW);
        }
        loop {
            let value = self.search_window(depth, selectivity, window)?;
            if value <= window.0 {
                window.0 = -midgame::INFINITE;
            } else if value >= window.1 {
                window.1 = midgame::INFINITE;
            } else {
                return Ok(value);
            }
        }
    }

    /// Searches all moves in a window, and puts the best first. It ends early with a value at its
    /// edge when the true one lies outside.
    fn search_window(
        &mut self,
        depth: u32,
        selectivity: u8,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, SearchStop> {
        let mut best = alpha;
        for number in 0..self.moves.len() {
            let Candidate { chosen, handicap } = self.moves[number];
            let (own, opp) = chosen.make(self.own, self.opp);
            let mut midgame = Midgame {
                judge: &self.grounds.judge,
                shape: &self.grounds.shape,
                table: self.table,
                near: self.near,
                counter: &mut self.counter,
                selectivity,
            };
            let mut look = |low: i32, high: i32| midgame.search(own, opp, depth - 1, -high, -low);
            let (low, high) = (best - handicap, beta - handicap);
            if number > 0 && -look(low, low + 1)? <= low {
                continue;
            }
            let value = handicap - look(low, high)?;
            if value > best {
                best = value;
                self.moves[..=number].rotate_right(1);
            } else if number == 0 {
                // All are worse than thought: which is best is seen in a larger window.
                return Ok(alpha);
            }
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Plays all moves out, and puts the best first. `guess` is what the score may be, in
    /// hundredths of a tile. (Handicaps belong to judgement; here is none.)
    fn solve(&mut self, guess: i32) -> Result<i32, SearchStop> {
        // A window for one score; where that lies beside it, it is moved there and made larger.
        let guess = guess.div_euclid(200) * 2 + i32::from(guess.rem_euclid(200) >= 100) * 2;
        let (mut low, mut high) = (guess - 1, guess + 1);
        let (own, opp) = (self.own, self.opp);
        loop {
            let value = self.endgame().solve(own, opp, low, high)?;
            if value <= low {
                (low, high) = (value - WIDER, value + 1);
            } else if value >= high {
                (low, high) = (value - 1, value + WIDER);
            } else {
                self.put_first(value)?;
                return Ok(value);
            }
        }
    }

    pub(super) fn endgame(&mut self) -> Endgame<'_, super::Judgement> {
        let grounds = self.grounds;
        Endgame {
            shape: &grounds.shape,
            judge: &grounds.judge,
            table: self.table,
            near: self.near,
            counter: &mut self.counter,
            threads: self.reach.threads,
        }
    }
}
