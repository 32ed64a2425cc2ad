//! The states of the solved game: the number of ranks of each kind.

/// The kind of a rank: the number of its cards that are left, and how many of those are known. When
/// a card becomes known or two are won, the rank moves to a later kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RankKind(u8);

/// The numbers of cards left and of known cards among them, by kind. The last kind is gone.
const CARDS: [(u8, u8); RankKind::COUNT + 1] =
    [(4, 0), (4, 1), (4, 2), (4, 3), (4, 4), (2, 0), (2, 1), (2, 2), (0, 0)];

impl RankKind {
    /// The number of kinds, without the last.
    pub const COUNT: usize = 8;
    /// The kind of all ranks at the start.
    pub const NEW: Self = Self(0);

    /// All kinds, except that of a rank that is gone.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    /// The kind of a rank with these numbers of cards left (0, 2 or 4) and known, if there is one.
    pub fn new(left: u8, known: u8) -> Option<Self> {
        (0..=8).map(Self).find(|kind| CARDS[kind.index()] == (left, known))
    }

    /// The index of the kind, 0 to 7, or 8 if the rank is gone.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of cards that are not won.
    pub const fn left(self) -> u8 {
        CARDS[self.index()].0
    }

    /// The number of known cards among those left.
    pub const fn known(self) -> u8 {
        CARDS[self.index()].1
    }

    /// The number of unknown cards among those left.
    pub const fn unknown(self) -> u8 {
        self.left() - self.known()
    }

    /// The kind after one of its unknown cards is turned up.
    ///
    /// # Panics
    /// Panics if the kind has no unknown card.
    pub fn revealed(self) -> Self {
        assert!(self.unknown() > 0, "the kind has no unknown card");
        Self(self.0 + 1)
    }

    /// The kind after two of its cards are won, `known` of which were known.
    ///
    /// # Panics
    /// Panics if the kind doesn't have two such cards.
    pub fn with_pair_won(self, known: u8) -> Self {
        let kind = Self::new(self.left() - 2, self.known() - known);
        kind.expect("two such cards are left")
    }
}

/// A state of the game for players who forget nothing: the number of ranks of each kind, not
/// counting the ranks that are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    ranks: [u8; RankKind::COUNT],
}

impl State {
    /// The start of a game with this number of ranks.
    pub fn start(ranks: u8) -> Self {
        Self::from_kinds(std::iter::repeat_n(RankKind::NEW, ranks.into()))
    }

    /// Creates a state from the kinds of its ranks.
    pub fn from_kinds(kinds: impl IntoIterator<Item = RankKind>) -> Self {
        let mut state = Self { ranks: [0; RankKind::COUNT] };
        for kind in kinds {
            state.add(kind);
        }
        state
    }

    fn add(&mut self, kind: RankKind) {
        if let Some(count) = self.ranks.get_mut(kind.index()) {
            *count += 1;
        }
    }

    /// The number of ranks of this kind.
    pub const fn count(&self, kind: RankKind) -> u8 {
        self.ranks[kind.index()]
    }

    /// The kinds that occur in the state, in order.
    pub fn kinds(&self) -> impl Iterator<Item = RankKind> + '_ {
        RankKind::all().filter(|&kind| self.count(kind) > 0)
    }

    /// The number of unknown cards.
    pub fn unknown(&self) -> u8 {
        RankKind::all().map(|kind| self.count(kind) * kind.unknown()).sum()
    }

    /// The state after one rank changes its kind.
    ///
    /// # Panics
    /// Panics if no rank is of the kind `from`.
    pub fn with(mut self, from: RankKind, to: RankKind) -> Self {
        assert!(self.count(from) > 0, "no rank is of the kind {from:?}");
        self.ranks[from.index()] -= 1;
        self.add(to);
        self
    }

    /// Whether a card is known besides those of one rank of this kind.
    pub fn knows_another(&self, kind: RankKind) -> bool {
        self.kinds().any(|other| other.known() > 0 && self.count(other) > u8::from(other == kind))
    }

    /// Whether two cards of different ranks are known.
    pub fn can_pass(&self) -> bool {
        self.kinds().any(|kind| kind.known() > 0 && self.knows_another(kind))
    }
}

/// An index of all states of a game in lexicographic order of their counts. Every turn except a
/// pass leads to a state with a smaller index.
///
/// Proof: one or two ranks change their kind, each to a later one. Consider the first kind that
/// loses a rank. It gains none, because that rank would come from an earlier kind. So its count
/// falls, and the counts before it don't change.
#[derive(Clone, Debug)]
pub struct StateIndex {
    ranks: u8,
    /// The number of states with the same counts of the earlier kinds and a smaller count of this
    /// kind. Indexed by kind, by the number of ranks of this kind or a later one, and by the number
    /// of ranks of this kind.
    below: Vec<[[u32; Self::MAX_RANKS + 1]; Self::MAX_RANKS + 1]>,
}

impl StateIndex {
    const MAX_RANKS: usize = 13;

    /// Creates the index for a game with this number of ranks.
    ///
    /// # Panics
    /// Panics if `ranks` is more than 13.
    pub fn new(ranks: u8) -> Self {
        assert!(usize::from(ranks) <= Self::MAX_RANKS, "at most 13 ranks");
        // ways[r]: the number of ways to distribute r ranks among the later kinds, including the
        // kind of ranks that are gone.
        let mut ways = [1; Self::MAX_RANKS + 1];
        let mut below = vec![[[0; Self::MAX_RANKS + 1]; Self::MAX_RANKS + 1]; RankKind::COUNT];
        for table in below.iter_mut().rev() {
            let mut sums = [0; Self::MAX_RANKS + 1];
            for (rest, row) in table.iter_mut().enumerate() {
                for count in 0..=rest {
                    row[count] = sums[rest];
                    sums[rest] += ways[rest - count];
                }
            }
            ways = sums;
        }
        Self { ranks, below }
    }

    pub fn state_count(&self) -> usize {
        self.states().count()
    }

    pub fn index_of(&self, state: State) -> usize {
        let mut rest = usize::from(self.ranks);
        let mut number = 0;
        for (table, &count) in self.below.iter().zip(&state.ranks) {
            number += table[rest][usize::from(count)];
            rest -= usize::from(count);
        }
        number as usize
    }

    /// All states, in the order of their indices.
    pub fn states(&self) -> impl Iterator<Item = State> + use<> {
        let ranks = self.ranks;
        std::iter::successors(Some(State::from_kinds([])), move |state| next(*state, ranks))
    }
}

/// The state after this one in lexicographic order, or `None` for the last.
fn next(mut state: State, ranks: u8) -> Option<State> {
    let used: u8 = state.ranks.iter().sum();
    // The last count that can grow takes a rank of a later kind or one that is gone.
    let mut spare = ranks - used;
    for count in state.ranks.iter_mut().rev() {
        if spare > 0 {
            *count += 1;
            return Some(state);
        }
        spare += std::mem::take(count);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_found_by_its_numbers_of_cards() {
        for kind in RankKind::all() {
            assert_eq!(RankKind::new(kind.left(), kind.known()), Some(kind));
            assert!(
                kind.unknown() == 0
                    || kind.revealed() > kind && kind.revealed().known() == kind.known() + 1
            );
        }
        assert_eq!(RankKind::new(3, 1), None);
        let kind = |left, known| RankKind::new(left, known).unwrap();
        assert_eq!(
            (kind(4, 3).with_pair_won(2), kind(4, 3).with_pair_won(1)),
            (kind(2, 1), kind(2, 2))
        );
        assert_eq!(
            (kind(4, 0).with_pair_won(0), kind(2, 0).with_pair_won(0)),
            (kind(2, 0), kind(0, 0))
        );
    }

    #[test]
    fn the_index_follows_the_order_of_the_states() {
        for (ranks, states) in [(0, 1), (1, 9), (2, 45), (5, 1287), (13, 203_490)] {
            let index = StateIndex::new(ranks);
            assert_eq!(index.state_count(), states);
            assert!(
                index.states().enumerate().all(|(number, state)| index.index_of(state) == number)
            );
            assert_eq!(index.index_of(State::start(ranks)), states - 1);
        }
    }

    #[test]
    fn a_pass_needs_two_known_cards_of_different_ranks() {
        let state = |cards: &[(u8, u8)]| {
            State::from_kinds(
                cards.iter().map(|&(left, known)| RankKind::new(left, known).unwrap()),
            )
        };
        for (cards, can_pass) in [
            (&[(4, 4), (2, 0)][..], false),
            (&[(4, 1), (2, 1)], true),
            (&[(2, 1), (2, 1)], true),
            (&[(4, 0), (4, 0), (0, 0)], false),
        ] {
            assert_eq!(state(cards).can_pass(), can_pass, "{cards:?}");
        }
        assert_eq!(state(&[(4, 1), (4, 0), (2, 0)]).unknown(), 9);
    }
}
