//! Seats at the table, and sets of seats.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The maximum number of seats of a game.
pub const MAX_SEATS: usize = 4;

/// A seat at the table, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number.
    ///
    /// # Panics
    /// Panics if `index` is not below [`MAX_SEATS`].
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS, "seat number out of range");
        #[allow(clippy::cast_possible_truncation)]
        Self(index as u8)
    }

    /// The number of the seat, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other seat of a two-player game.
    #[inline]
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// The next seat clockwise at a table with `seat_count` seats.
    #[inline]
    pub const fn next(self, seat_count: usize) -> Self {
        Self::new((self.index() + 1) % seat_count)
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;

    #[inline]
    fn try_from(index: u8) -> Result<Self, String> {
        if usize::from(index) < MAX_SEATS {
            Ok(Self(index))
        } else {
            Err(format!("there is no seat {index}"))
        }
    }
}

impl From<Seat> for u8 {
    #[inline]
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seats(u8);

impl Seats {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// The set of the first `count` seats.
    ///
    /// # Panics
    /// Panics if `count` is above [`MAX_SEATS`].
    #[inline]
    pub const fn first(count: usize) -> Self {
        assert!(count <= MAX_SEATS, "too many seats");
        Self((1 << count) - 1)
    }

    /// The set that contains only this seat.
    #[inline]
    pub const fn one(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Whether the set contains `seat`.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// The number of seats in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set with `seat` added.
    #[inline]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// The set with `seat` removed.
    #[inline]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// The only seat of the set, or `None` if it has none or several.
    #[inline]
    pub fn only(self) -> Option<Seat> {
        if self.len() == 1 { self.iter().next() } else { None }
    }

    /// Returns the seats in order.
    #[inline]
    pub fn iter(self) -> SeatIter {
        SeatIter(self)
    }
}

/// An iterator over the seats of a set, in order.
#[derive(Clone, Debug)]
pub struct SeatIter(Seats);

impl Iterator for SeatIter {
    type Item = Seat;

    #[inline]
    fn next(&mut self) -> Option<Seat> {
        if self.0.is_empty() {
            return None;
        }
        let first = Seat::new(self.0.0.trailing_zeros() as usize);
        self.0 = self.0.without(first);
        Some(first)
    }
}

impl FromIterator<Seat> for Seats {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::NONE;
        for seat in seats {
            set = set.with(seat);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_the_seats_that_were_added() {
        let seats = Seats::NONE.with(Seat::new(2)).with(Seat::new(0));
        assert_eq!(seats.iter().map(Seat::index).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(seats.without(Seat::new(0)).only(), Some(Seat::new(2)));
        assert_eq!(seats.only(), None);
        assert_eq!(Seats::first(4).len(), 4);
        assert_eq!(seats.iter().collect::<Seats>(), seats);
    }

    #[test]
    fn a_fifth_seat_is_rejected() {
        assert!(serde_json::from_str::<Seat>("3").is_ok());
        assert!(serde_json::from_str::<Seat>("4").is_err());
        assert_eq!(Seat::new(3).next(4), Seat::new(0));
    }
}
