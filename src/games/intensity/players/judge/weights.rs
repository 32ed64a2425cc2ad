//! The numbers by which a card is judged.

/// What counts how much when cards are judged, in penalty points where nothing else is said.
///
/// Found by trying: one number after the other was changed a little, and the change was kept if it
/// cost fewer points in thousands of games against `careful` and against the numbers as they stood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The chance that somebody goes over a card in a round without points who could stay under,
    pub over_free: f32,
    /// if it is the last to play,
    pub over_last: f32,
    /// and if the round costs something.
    pub over_costly: f32,
    /// How much of the buffalo's price is to be feared from who can't follow and may have it,
    pub thrown_buffalo: f32,
    /// and the points from who has calves.
    pub thrown_calf: f32,
    /// What it costs to lead the next round.
    pub lead: f32,
    /// What it is worth to lead a 4 that may draw the buffalo out.
    pub flush: f32,
    /// What a card costs above all others of its suit,
    pub plain: f32,
    /// a calf,
    pub calf: f32,
    /// a 4;
    pub four: f32,
    /// how much more it costs when few cards of the suit are left,
    pub late: f32,
    /// how much of that is left with each lower card in the hand,
    pub guard: f32,
    /// and which part grows with the share of lower cards, the rest with its square.
    pub linear: f32,
    /// What the buffalo costs in the hand,
    pub buffalo: f32,
    /// and how much of that is left with each lower 4.
    pub buffalo_guard: f32,
    /// What the 48 and the 49 cost while the buffalo is there,
    pub high: f32,
    /// and how much of that is left with each lower 4.
    pub high_guard: f32,
    /// What it is worth to have no card of a suit,
    pub void: f32,
    /// just one,
    pub single: f32,
    /// and a card that is the lowest of its suit.
    pub lowest: f32,
    /// What each card costs,
    pub each: f32,
    /// and each card of a suit that nobody else has.
    pub sole: f32,
}

/// For cards that are played.
pub const PLAYING: Weights = Weights {
    over_free: 0.18,
    over_last: 0.29,
    over_costly: 0.095,
    thrown_buffalo: 0.65,
    thrown_calf: 1.33,
    lead: 0.12,
    flush: 0.42,
    plain: 0.5,
    calf: 1.2,
    four: 0.5,
    late: 1.4,
    guard: 0.7,
    linear: 0.29,
    buffalo: 3.47,
    buffalo_guard: 0.46,
    high: 3.0,
    high_guard: 0.7,
    void: 0.57,
    single: 0.05,
    lowest: 0.07,
    each: 0.16,
    sole: 0.32,
};

/// For cards that are passed.
pub const PASSING: Weights = Weights {
    plain: 0.91,
    four: 0.32,
    late: 2.8,
    guard: 0.5,
    linear: 0.04,
    buffalo: 1.81,
    buffalo_guard: 0.2,
    void: 0.12,
    single: 0.1,
    lowest: 0.1,
    each: 0.1,
    sole: 0.5,
    ..PLAYING
};
