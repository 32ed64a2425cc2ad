//! Saved states of a session. With them, undo doesn't replay the game from its start.

/// States are saved only at multiples of this number of lines.
const STRIDE: usize = 16;

/// Some of the past states of a game: many near the current line, few long before it.
///
/// A state at `STRIDE * 2^k * odd` lines is kept until the game is `STRIDE * 2^(k + 1)` lines
/// further. That leaves about one state per power of two: about `log2(n / STRIDE)` states for n
/// lines, 16 for a million. Replaying from the nearest saved state is never much longer than the
/// way back from the current line.
#[derive(Clone, Debug)]
pub(super) struct Checkpoints<S> {
    /// The number of applied lines and the state after them, in order.
    states: Vec<(usize, S)>,
}

impl<S> Checkpoints<S> {
    /// No saved states. The start is never saved, because the setup recreates it.
    pub(super) fn new() -> Self {
        Self { states: Vec::new() }
    }

    /// Saves the state after `done` lines on the way to `goal`, if it [`is_worth_keeping`]. Drops
    /// the states that no longer are.
    pub(super) fn save(&mut self, done: usize, goal: usize, state: impl FnOnce() -> S) {
        if is_worth_keeping(done, goal) && self.states.last().is_none_or(|(last, _)| *last < done) {
            self.states.retain(|(line, _)| is_worth_keeping(*line, goal));
            self.states.push((done, state()));
        }
    }

    /// The last saved state after at most `done` lines.
    pub(super) fn before(&self, done: usize) -> Option<&(usize, S)> {
        self.states[..self.states.partition_point(|(line, _)| *line <= done)].last()
    }

    pub(super) fn truncate(&mut self, done: usize) {
        self.states.truncate(self.states.partition_point(|(line, _)| *line <= done));
    }
}

fn is_worth_keeping(line: usize, goal: usize) -> bool {
    if line == 0 || line > goal || !line.is_multiple_of(STRIDE) {
        return false;
    }
    let power = (line / STRIDE).trailing_zeros();
    (((goal - line) / STRIDE) >> power) < 2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies lines up to `goal`. The state is the number of applied lines.
    fn walk(checkpoints: &mut Checkpoints<usize>, from: usize, goal: usize) {
        (from + 1..=goal).for_each(|done| checkpoints.save(done, goal, || done));
    }

    #[test]
    fn few_states_are_kept_and_the_last_one_is_near() {
        let mut checkpoints = Checkpoints::new();
        for done in 1..=100_000 {
            checkpoints.save(done, done, || done);
            assert!(checkpoints.states.len() <= 16, "{} at {done}", checkpoints.states.len());
            let last = checkpoints.states.last().map_or(0, |(line, _)| *line);
            assert!(done - last < STRIDE, "{last} at {done}");
        }
        assert!(checkpoints.states.iter().all(|(line, state)| line == state));
    }

    #[test]
    fn states_are_cloned_only_at_multiples_of_the_stride() {
        let mut cloned = 0;
        let mut checkpoints = Checkpoints::new();
        (1..=1600).for_each(|done| checkpoints.save(done, done, || cloned += 1));
        assert_eq!(cloned, 1600 / STRIDE);
        // If the goal is known from the start, only the states that are kept are cloned.
        let (mut cloned, mut checkpoints) = (0, Checkpoints::new());
        (1..=1600).for_each(|done| checkpoints.save(done, 1600, || cloned += 1));
        assert_eq!(cloned, checkpoints.states.len());
    }

    #[test]
    fn going_back_line_by_line_replays_few_lines() {
        let lines = 60_000;
        let mut checkpoints = Checkpoints::new();
        walk(&mut checkpoints, 0, lines);
        let mut replayed = Vec::new();
        for done in (0..lines).rev() {
            checkpoints.truncate(done);
            let from = checkpoints.before(done).map_or(0, |(line, _)| *line);
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
