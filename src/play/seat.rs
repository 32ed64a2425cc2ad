//! Places at the table, and sets of them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most seats that any game has.
pub const MAX_SEATS: usize = 4;

/// A place at the table, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_SEATS`].
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS, "no such seat");
        #[allow(clippy::cast_possible_truncation)]
        Self(index as u8)
    }

    /// The seat's number, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other seat of a game for two.
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// The next seat clockwise at a table of `seats`.
    pub const fn next(self, seats: usize) -> Self {
        Self::new((self.index() + 1) % seats)
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;

    fn try_from(index: u8) -> Result<Self, String> {
        if usize::from(index) < MAX_SEATS {
            Ok(Self(index))
        } else {
            Err(format!("there is no seat {index}"))
        }
    }
}

impl From<Seat> for u8 {
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
    /// No seat.
    pub const NONE: Self = Self(0);

    /// The first `count` seats.
    ///
    /// # Panics
    /// If there are not so many.
    pub const fn first(count: usize) -> Self {
        assert!(count <= MAX_SEATS, "so many seats there are not");
        Self((1 << count) - 1)
    }

    /// Just this seat.
    pub const fn one(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Whether `seat` is among them.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// How many they are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// These and `seat`.
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// These but `seat`.
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// The only one, if there is just one.
    pub fn only(self) -> Option<Seat> {
        if self.len() == 1 { self.iter().next() } else { None }
    }

    /// They in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS).map(Seat::new).filter(move |&s| self.contains(s))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_seats_holds_what_is_put_in() {
        let seats = Seats::NONE.with(Seat::new(2)).with(Seat::new(0));
        assert_eq!(seats.iter().map(Seat::index).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(seats.without(Seat::new(0)).only(), Some(Seat::new(2)));
        assert_eq!(seats.only(), None);
        assert_eq!(Seats::first(4).len(), 4);
        assert_eq!(seats.iter().collect::<Seats>(), seats);
    }

    #[test]
    fn there_are_four_seats_at_most() {
        assert!(serde_json::from_str::<Seat>("3").is_ok());
        assert!(serde_json::from_str::<Seat>("4").is_err());
        assert_eq!(Seat::new(3).next(4), Seat::new(0));
    }
}
