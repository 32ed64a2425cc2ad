//! States kept on the way, so that going back needs no replay from the start.

/// Lines between two places at which a state may be kept. In between nothing is cloned.
const STRIDE: usize = 16;

/// Some of the states that a game has gone through, dense near the end and sparse before.
///
/// A place is a multiple of [`STRIDE`]; the more often two divides it, the longer its state is
/// kept: up to twice that power of two from the end. So of each power there is one, some log2(n /
/// 16) in all (16 for a million lines), and the gap to the next one below is never much longer than
/// the way from the end.
#[derive(Clone, Debug)]
pub(super) struct Checkpoints<S> {
    /// How many lines were done, and the state then; in order.
    kept: Vec<(usize, S)>,
}

impl<S> Checkpoints<S> {
    /// Before the first line: nothing needs to be kept, as the start can be made again.
    pub(super) fn new() -> Self {
        Self { kept: Vec::new() }
    }

    /// Where `done` lines are done on the way to `goal`: keeps the state if it will be wanted
    /// there, and lets go of those that will not.
    pub(super) fn pass(&mut self, done: usize, goal: usize, state: impl FnOnce() -> S) {
        if is_wanted(done, goal) && self.kept.last().is_none_or(|(last, _)| *last < done) {
            self.kept.retain(|(place, _)| is_wanted(*place, goal));
            self.kept.push((done, state()));
        }
    }

    /// The last state kept at or before `done`; those behind it are let go.
    pub(super) fn back_to(&mut self, done: usize) -> Option<&(usize, S)> {
        self.kept.truncate(self.kept.partition_point(|(place, _)| *place <= done));
        self.kept.last()
    }
}

/// Whether the state at `place` is worth keeping when the game stands at `goal`.
fn is_wanted(place: usize, goal: usize) -> bool {
    if place == 0 || place > goal || !place.is_multiple_of(STRIDE) {
        return false;
    }
    let power = (place / STRIDE).trailing_zeros();
    (((goal - place) / STRIDE) >> power) < 2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks forward to `goal`; the state is the number of lines done.
    fn walk(checkpoints: &mut Checkpoints<usize>, from: usize, goal: usize) {
        (from + 1..=goal).for_each(|done| checkpoints.pass(done, goal, || done));
    }

    #[test]
    fn few_are_kept_and_the_last_is_near() {
        let mut checkpoints = Checkpoints::new();
        for done in 1..=100_000 {
            checkpoints.pass(done, done, || done);
            assert!(checkpoints.kept.len() <= 16, "{} at {done}", checkpoints.kept.len());
            let last = checkpoints.kept.last().map_or(0, |(place, _)| *place);
            assert!(done - last < STRIDE, "{last} at {done}");
        }
        assert!(checkpoints.kept.iter().all(|(place, state)| place == state));
    }

    #[test]
    fn nothing_is_cloned_between_the_places() {
        let mut cloned = 0;
        let mut checkpoints = Checkpoints::new();
        (1..=1600).for_each(|done| checkpoints.pass(done, done, || cloned += 1));
        assert_eq!(cloned, 1600 / STRIDE);
        // On a way whose goal is known, only what stays is cloned.
        let (mut cloned, mut checkpoints) = (0, Checkpoints::new());
        (1..=1600).for_each(|done| checkpoints.pass(done, 1600, || cloned += 1));
        assert_eq!(cloned, checkpoints.kept.len());
    }

    #[test]
    fn walking_back_line_by_line_replays_little() {
        let lines = 60_000;
        let mut checkpoints = Checkpoints::new();
        walk(&mut checkpoints, 0, lines);
        let mut replayed = Vec::new();
        for done in (0..lines).rev() {
            let from = checkpoints.back_to(done).map_or(0, |(place, _)| *place);
            assert!(
                from <= done && done - from <= 2 * STRIDE.max(lines - done),
                "{from} for {done}"
            );
            walk(&mut checkpoints, from, done);
            replayed.push(done - from);
        }
        assert!(replayed[..64].iter().all(|&steps| steps < 4 * STRIDE), "{:?}", &replayed[..64]);
        assert!(
            replayed.iter().sum::<usize>() < lines * 24,
            "{} steps",
            replayed.iter().sum::<usize>()
        );
    }
}
