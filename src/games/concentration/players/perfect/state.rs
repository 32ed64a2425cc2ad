//! The states of the solved game: how many ranks are of which kind.

/// What is left of a rank: how many of its cards nobody has won, and how many of those are known.
///
/// The kinds are ordered such that whatever happens to a rank leads to a later one: a card of it
/// becomes known, or two of its cards are won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind(u8);

/// By kind: how many cards are left, and how many of them are known. The last is a rank that is
/// gone.
const CARDS: [(u8, u8); Kind::COUNT + 1] =
    [(4, 0), (4, 1), (4, 2), (4, 3), (4, 4), (2, 0), (2, 1), (2, 2), (0, 0)];

impl Kind {
    /// How many kinds there are of ranks that are not gone.
    pub const COUNT: usize = 8;
    /// The kind of all ranks at the start.
    pub const NEW: Self = Self(0);

    /// All of them, except that of a rank that is gone.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    /// The kind of a rank with so many cards left (0, 2 or 4), so many of which are known.
    pub fn of(left: u8, known: u8) -> Option<Self> {
        (0..=8).map(Self).find(|kind| CARDS[kind.index()] == (left, known))
    }

    /// From 0 to 7; 8 if the rank is gone.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cards that nobody has won.
    pub const fn left(self) -> u8 {
        CARDS[self.index()].0
    }

    /// Those of them that are known.
    pub const fn known(self) -> u8 {
        CARDS[self.index()].1
    }

    /// Those that are not.
    pub const fn unknown(self) -> u8 {
        self.left() - self.known()
    }

    /// The kind after one of its unknown cards has become known.
    ///
    /// # Panics
    /// If there is none.
    pub fn revealed(self) -> Self {
        assert!(self.unknown() > 0, "there is an unknown card");
        Self(self.0 + 1)
    }

    /// The kind after two cards are won, so many of which were known.
    ///
    /// # Panics
    /// If there are no such two.
    pub fn won(self, known: u8) -> Self {
        let kind = Self::of(self.left() - 2, self.known() - known);
        kind.expect("two cards are won, and no more unknown ones than there are")
    }
}

/// How many ranks are of each kind (the gone ones are left out): all that matters to players who
/// forget nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    ranks: [u8; Kind::COUNT],
}

impl State {
    /// The start of a game with so many ranks.
    pub fn start(ranks: u8) -> Self {
        Self::of(std::iter::repeat_n(Kind::NEW, ranks.into()))
    }

    /// Ranks of these kinds.
    pub fn of(kinds: impl IntoIterator<Item = Kind>) -> Self {
        let mut state = Self { ranks: [0; Kind::COUNT] };
        kinds.into_iter().for_each(|kind| state.add(kind));
        state
    }

    fn add(&mut self, kind: Kind) {
        if let Some(count) = self.ranks.get_mut(kind.index()) {
            *count += 1;
        }
    }

    /// How many ranks are of this kind.
    pub const fn count(&self, kind: Kind) -> u8 {
        self.ranks[kind.index()]
    }

    /// The kinds that there are, in order.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        Kind::all().filter(|&kind| self.count(kind) > 0)
    }

    /// The cards that are not known.
    pub fn unknown(&self) -> u8 {
        Kind::all().map(|kind| self.count(kind) * kind.unknown()).sum()
    }

    /// The same with one rank of another kind.
    ///
    /// # Panics
    /// If there is no rank of the kind `from`.
    pub fn with(mut self, from: Kind, to: Kind) -> Self {
        assert!(self.count(from) > 0, "there is such a rank");
        self.ranks[from.index()] -= 1;
        self.add(to);
        self
    }

    /// Whether a card of another rank is known than of one rank of this kind.
    pub fn knows_another(&self, kind: Kind) -> bool {
        self.kinds().any(|other| other.known() > 0 && self.count(other) > u8::from(other == kind))
    }

    /// Whether two unlike cards are known.
    pub fn can_pass(&self) -> bool {
        self.kinds().any(|kind| kind.known() > 0 && self.knows_another(kind))
    }
}

/// Numbers the states of a game: in lexicographic order of their counts, so that whatever happens
/// in a state, except that nothing becomes known, leads to a state with a smaller number.
///
/// (One or two ranks change their kind, each to a later one. Of the kinds that lose a rank take the
/// first. No rank comes to it, as such a rank would come from a kind before it. So its count falls,
/// and those before it stay.)
#[derive(Clone, Debug)]
pub struct Numbers {
    ranks: u8,
    /// By kind, ranks that are not of the kinds before it, and ranks of this kind: how many states
    /// with these counts before have fewer of this kind.
    below: Vec<[[u32; Self::MOST + 1]; Self::MOST + 1]>,
}

impl Numbers {
    /// The most ranks.
    const MOST: usize = 13;

    /// For a game of so many ranks.
    ///
    /// # Panics
    /// If there are more than 13.
    pub fn of(ranks: u8) -> Self {
        assert!(usize::from(ranks) <= Self::MOST, "at most 13 ranks");
        // ways[r]: how many ways there are to share r ranks out among the kinds behind (and those
        // that are gone)
        let mut ways = [1; Self::MOST + 1];
        let mut below = vec![[[0; Self::MOST + 1]; Self::MOST + 1]; Kind::COUNT];
        for table in below.iter_mut().rev() {
            let mut sums = [0; Self::MOST + 1];
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

    /// How many states there are.
    pub fn count(&self) -> usize {
        self.states().count()
    }

    /// The number of a state, from 0.
    pub fn of_state(&self, state: State) -> usize {
        let mut rest = usize::from(self.ranks);
        let mut number = 0;
        for (table, &count) in self.below.iter().zip(&state.ranks) {
            number += table[rest][usize::from(count)];
            rest -= usize::from(count);
        }
        number as usize
    }

    /// All states, in the order of their numbers.
    pub fn states(&self) -> impl Iterator<Item = State> + use<> {
        let ranks = self.ranks;
        std::iter::successors(Some(State::of([])), move |state| next(*state, ranks))
    }
}

/// The state behind this one.
fn next(mut state: State, ranks: u8) -> Option<State> {
    let used: u8 = state.ranks.iter().sum();
    // The last count that can grow does: there is a rank for it, taken from those that are gone or
    // from behind.
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
    fn a_kind_is_its_cards() {
        for kind in Kind::all() {
            assert_eq!(Kind::of(kind.left(), kind.known()), Some(kind));
            assert!(
                kind.unknown() == 0
                    || kind.revealed() > kind && kind.revealed().known() == kind.known() + 1
            );
        }
        assert_eq!(Kind::of(3, 1), None);
        let kind = |left, known| Kind::of(left, known).unwrap();
        assert_eq!((kind(4, 3).won(2), kind(4, 3).won(1)), (kind(2, 1), kind(2, 2)));
        assert_eq!((kind(4, 0).won(0), kind(2, 0).won(0)), (kind(2, 0), kind(0, 0)));
    }

    #[test]
    fn states_are_numbered_in_their_order() {
        for (ranks, states) in [(0, 1), (1, 9), (2, 45), (5, 1287), (13, 203_490)] {
            let numbers = Numbers::of(ranks);
            assert_eq!(numbers.count(), states);
            assert!(
                numbers
                    .states()
                    .enumerate()
                    .all(|(number, state)| numbers.of_state(state) == number)
            );
            assert_eq!(numbers.of_state(State::start(ranks)), states - 1);
        }
    }

    #[test]
    fn known_unlike_cards_are_found() {
        let state = |cards: &[(u8, u8)]| {
            State::of(cards.iter().map(|&(left, known)| Kind::of(left, known).unwrap()))
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
