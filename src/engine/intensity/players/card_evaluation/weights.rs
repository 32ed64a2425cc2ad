//! The weights of the card evaluation, in penalty points unless stated otherwise.
//!
//! Tuned by coordinate descent: one weight after another was changed a little, and a change was
//! kept if it cost fewer points in thousands of games against `careful` and the previous weights.

/// The weights for the cost of a card in the current round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundWeights {
    /// The probability that a seat beats a card in a round without points although it could duck.
    pub overtake_free: f32,
    /// The probability that the last seat beats a card in such a round although it could duck.
    pub overtake_free_last: f32,
    /// The probability that a seat beats a card in a round with points although it could duck.
    pub overtake_costly: f32,
    /// The share of the buffalo's penalty that a void seat adds if it may hold the buffalo.
    pub buffalo_discard: f32,
    /// The points that a void seat adds if it may hold calves.
    pub calf_discard: f32,
    /// The cost of having to lead the next round.
    pub next_lead: f32,
    /// The value of leading a 4 that may flush out the buffalo.
    pub flush: f32,
}

/// The weights for the danger of the cards that stay in the hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DangerWeights {
    /// The weights for the ranks of the cards.
    pub ranks: RankWeights,
    /// The weights for the buffalo and the cards above it.
    pub buffalo: BuffaloWeights,
    /// The weights for the lengths of the suits.
    pub lengths: LengthWeights,
}

/// The weights for the ranks of cards within their suit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankWeights {
    /// The danger of the highest 1 or 2.
    pub plain: f32,
    /// The danger of the highest calf.
    pub calf: f32,
    /// The danger of the highest 4.
    pub four: f32,
    /// The relative increase of these dangers as the other seats run out of the suit.
    pub scarcity: f32,
    /// The factor by which each lower card in the hand reduces the danger of a card.
    pub guard: f32,
    /// The part of the danger, from 0 to 1, that grows linearly with the share of lower cards
    /// elsewhere. The rest grows with the square of the share.
    pub linear: f32,
}

/// The weights for the buffalo and the cards above it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuffaloWeights {
    /// The danger of holding the buffalo.
    pub buffalo: f32,
    /// The factor by which each lower 4 in the hand reduces that danger.
    pub buffalo_guard: f32,
    /// The danger of holding the 48 or the 49 while the buffalo is still in a hand.
    pub above: f32,
    /// The factor by which each lower 4 in the hand reduces that danger.
    pub above_guard: f32,
}

/// The weights for the lengths of a hand's suits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LengthWeights {
    /// The value of a void.
    pub void: f32,
    /// The value of a singleton.
    pub singleton: f32,
    /// The value of a card below all cards of its suit in the other hands.
    pub lowest: f32,
    /// The cost of each card.
    pub each: f32,
    /// The cost of each card of a suit that no other seat holds.
    pub exclusive: f32,
}

/// The weights of `counter` and `expert` for the current round.
pub const ROUND_WEIGHTS: RoundWeights = RoundWeights {
    overtake_free: 0.18,
    overtake_free_last: 0.29,
    overtake_costly: 0.095,
    buffalo_discard: 0.65,
    calf_discard: 1.33,
    next_lead: 0.12,
    flush: 0.42,
};

/// The weights for hands during play.
pub const PLAYING_DANGER: DangerWeights = DangerWeights {
    ranks: RankWeights {
        plain: 0.5,
        calf: 1.2,
        four: 0.5,
        scarcity: 1.4,
        guard: 0.7,
        linear: 0.29,
    },
    buffalo: BuffaloWeights { buffalo: 3.47, buffalo_guard: 0.46, above: 3.0, above_guard: 0.7 },
    lengths: LengthWeights {
        void: 0.57,
        singleton: 0.05,
        lowest: 0.07,
        each: 0.16,
        exclusive: 0.32,
    },
};

/// The weights for hands from which cards are passed.
pub const PASSING_DANGER: DangerWeights = DangerWeights {
    ranks: RankWeights {
        plain: 0.91,
        calf: 1.2,
        four: 0.32,
        scarcity: 2.8,
        guard: 0.5,
        linear: 0.04,
    },
    buffalo: BuffaloWeights { buffalo: 1.81, buffalo_guard: 0.2, above: 3.0, above_guard: 0.7 },
    lengths: LengthWeights { void: 0.12, singleton: 0.1, lowest: 0.1, each: 0.1, exclusive: 0.5 },
};
