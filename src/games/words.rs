//! How a game is put into words.

use fourcade_engine::play::{GameInfo, Seat};

pub trait GameWords: GameInfo {
    /// What changes in a rematch, such as `colours swapped`.
    const REMATCH: &'static str = "seats swapped";

    /// Draws what the observing seats see, as lines of text.
    fn draw_plain(observation: &Self::Observation) -> String;

    /// Whether plain-text output draws the board after a step with these events. It is left out
    /// where the description of the events is enough.
    fn draws_after(events: &[Self::Event]) -> bool {
        let _ = events;
        true
    }

    /// Describes an event in one line, or returns `None` if it is not worth mentioning. `names`
    /// holds the name of the player on each seat.
    fn describe(event: &Self::Event, names: &[String]) -> Option<String>;

    /// Describes an event in the log beside a game that people play. Unlike [`Self::describe`], it
    /// must not reveal what is hidden again by then.
    fn describe_in_log(event: &Self::Event, names: &[String]) -> Option<String> {
        Self::describe(event, names)
    }

    /// What a player does with this action, such as `play`, for sentences like `Play 2 4.`
    fn verb(action: &Self::Action) -> &'static str {
        let _ = action;
        "play"
    }

    /// Says what the person on this seat wants to do now, for somebody who is new to the game:
    /// "Follow suit if you can: 1s were led". It follows "Your move: ", without a full stop. The
    /// observation is what the person knows.
    fn goal(observation: &Self::Observation, seat: Seat) -> Option<String> {
        let _ = (observation, seat);
        None
    }

    /// Describes what the score of a seat consists of, such as `5 calves, buffalo`. Returns `None`
    /// if the score says it all.
    fn score_details(game: &Self, seat: Seat) -> Option<String> {
        let _ = (game, seat);
        None
    }

    /// Describes what mattered in a game that is over, in short sentences without a full stop.
    /// `person` is the seat of the only person among the players, who is addressed as "you".
    fn highlights(game: &Self, person: Option<Seat>) -> Vec<String> {
        let _ = (game, person);
        Vec::new()
    }

    /// Describes how far the game has progressed in a few words, or returns `None`.
    fn progress(observation: &Self::Observation) -> Option<String> {
        let _ = observation;
        None
    }
}
