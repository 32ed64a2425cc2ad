//! The two roles and their joint move.

use std::fmt;

use super::Cell;
use crate::play::Seat;

/// The role of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Builds a path from the top row to the bottom row. Has seat 0.
    Passer,
    /// Prevents the path. Has seat 1.
    Eater,
}

impl Role {
    /// Both roles, in the order of their seats.
    pub const BOTH: [Self; 2] = [Self::Passer, Self::Eater];

    /// The opponent's role.
    pub const fn other(self) -> Self {
        match self {
            Self::Passer => Self::Eater,
            Self::Eater => Self::Passer,
        }
    }

    /// 0 for the Passer and 1 for the Eater.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat of this role.
    pub const fn seat(self) -> Seat {
        Seat::new(self.index())
    }

    /// The role of a seat: the Passer for seat 0, the Eater for any other.
    pub const fn of(seat: Seat) -> Self {
        if seat.index() == 0 { Self::Passer } else { Self::Eater }
    }

    /// The letter of this role's markers, `P` or `E`.
    pub const fn letter(self) -> char {
        match self {
            Self::Passer => 'P',
            Self::Eater => 'E',
        }
    }

    /// Converts the Passer's chance of winning to this role's, or this role's to the Passer's.
    #[inline]
    pub fn chance(self, chance: f64) -> f64 {
        match self {
            Self::Passer => chance,
            Self::Eater => 1.0 - chance,
        }
    }

    /// Combines this role's choice with the opponent's choice.
    pub const fn joint_move(self, own: Cell, other: Cell) -> JointMove {
        match self {
            Self::Passer => JointMove { passer: own, eater: other },
            Self::Eater => JointMove { passer: other, eater: own },
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Passer => "Passer",
            Self::Eater => "Eater",
        })
    }
}

/// The choices of both players in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JointMove {
    /// The Passer's choice.
    pub passer: Cell,
    /// The Eater's choice.
    pub eater: Cell,
}

impl JointMove {
    /// The choice of one role.
    pub const fn of(self, role: Role) -> Cell {
        match role {
            Role::Passer => self.passer,
            Role::Eater => self.eater,
        }
    }

    /// Whether a player chose this cell.
    pub fn contains(self, cell: Cell) -> bool {
        self.passer == cell || self.eater == cell
    }

    /// The cell that both players chose, if they clash. The Eater's marker is placed there.
    pub fn clash(self) -> Option<Cell> {
        (self.passer == self.eater).then_some(self.passer)
    }
}
