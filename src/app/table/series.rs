//! A series of games between the same players: its score, and the names of the people.

use crate::{
    database::SavedGame,
    games::{assign_names, numbered_people},
    widgets::glyphs::unbroken,
};
use fourcade_engine::play::{Outcome, Seat};

#[derive(Clone, Debug)]
pub struct Series {
    /// The number of the game on the table, counted from 1.
    number: u32,
    /// The points of the previous games, by seat.
    previous_points: Vec<f64>,
    /// The number of seats by which every player has moved on since the first game.
    seats_moved: u32,
    /// The names of the people, by seat. Empty for a computer player or a person without a name.
    names: Vec<String>,
}

impl Series {
    /// The people among `players` get the `names`, in the order of the seats.
    pub fn new(players: &[String], names: &[String]) -> Self {
        Self {
            number: 1,
            previous_points: vec![0.0; players.len()],
            seats_moved: 0,
            names: assign_names(players, names),
        }
    }

    pub fn resumed(game: &SavedGame) -> Self {
        Self {
            number: game.series.number.max(1),
            previous_points: game.seats.iter().map(|seat| seat.series_points).collect(),
            seats_moved: game.series.seats_moved,
            names: game.person_names(),
        }
    }

    pub fn number(&self) -> u32 {
        self.number
    }

    pub fn seats_moved(&self) -> u32 {
        self.seats_moved
    }

    pub fn previous_points(&self) -> &[f64] {
        &self.previous_points
    }

    /// Begins the next game. The previous one counts if it has an outcome.
    pub fn next_game(&mut self, outcome: Option<&Outcome>) {
        self.number += 1;
        if let Some(outcome) = outcome {
            for (at, points) in self.previous_points.iter_mut().enumerate() {
                *points += outcome.points(Seat::new(at));
            }
        }
    }

    pub fn restart(&mut self) {
        self.number = 1;
        self.previous_points.fill(0.0);
        self.seats_moved = 0;
    }

    /// Each of the `players`, who are still in their old seats, moves to the next one. From then
    /// on, people keep the names that their seats gave them.
    pub fn swap_seats(&mut self, players: &[String]) {
        self.previous_points.rotate_right(1);
        self.names = numbered_people(players, &self.names);
        self.names.rotate_right(1);
        let seats = u32::try_from(self.previous_points.len()).unwrap_or(1).max(1);
        self.seats_moved = (self.seats_moved + 1) % seats;
    }

    /// Replaces the players. The people among them get the `names`, in the order of the seats.
    pub fn set_names(&mut self, players: &[String], names: &[String]) {
        self.names = assign_names(players, names);
    }

    /// Replaces the names by seat, which are empty for computer players.
    pub fn set_seat_names(&mut self, names: Vec<String>) {
        self.names = names;
    }

    /// A seat's points, including those of the game on the table if it has an outcome. `None`
    /// during the first game.
    fn points(&self, seat: Seat, outcome: Option<&Outcome>) -> Option<f64> {
        let previous = self.previous_points.get(seat.index())?;
        match outcome {
            Some(outcome) => Some(previous + outcome.points(seat)),
            None => (self.number > 1).then_some(*previous),
        }
    }

    /// The points by seat, including those of the game on the table if it has an outcome. `None`
    /// before a game has counted.
    pub fn match_points(&self, outcome: Option<&Outcome>) -> Option<Vec<f64>> {
        let seats = (0..self.previous_points.len()).map(Seat::new);
        let points = seats.map(|seat| self.points(seat, outcome)).collect::<Option<Vec<_>>>()?;
        (self.number > 1 && points.iter().sum::<f64>() > 0.0).then_some(points)
    }

    /// The score, such as `Match: you lead 2 to 1.`, including the game on the table if it has an
    /// outcome. `None` before a game has counted. `you` is the only person.
    pub fn standing(
        &self,
        outcome: Option<&Outcome>,
        names: &[String],
        you: Option<Seat>,
    ) -> Option<String> {
        let points = self.match_points(outcome)?;
        let &[first, second] = &points[..] else {
            let mut ranked: Vec<_> = names.iter().zip(points).collect();
            ranked.sort_by(|(_, one), (_, other)| other.total_cmp(one));
            let texts = ranked.into_iter().map(|(name, points)| format!("{name}\u{a0}({points})"));
            return Some(format!("Match points: {}.", texts.collect::<Vec<_>>().join(", ")));
        };
        let [high, low] = [first.max(second), first.min(second)];
        let leader = Seat::new(usize::from(second > first));
        let score = |ours: f64, theirs: f64| unbroken(&format!("{ours} to {theirs}"));
        let standing = match you {
            _ if high <= low => format!("it is {}", score(high, low)),
            Some(you) if you == leader => format!("you lead {}", score(high, low)),
            Some(_) => format!("you trail {}", score(low, high)),
            None => format!("{} leads {}", names.get(leader.index())?, score(high, low)),
        };
        Some(format!("Match: {standing}."))
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Naming, player_names};
    use fourcade_engine::{GameKind, play::Level};

    #[test]
    fn points_add_up_and_move_with_the_players() {
        let players = ["a", "b", "c", "d"].map(str::to_owned);
        let mut series = Series::new(&players, &[]);
        let all = |series: &Series, outcome: Option<&Outcome>| {
            (0..4).map(|at| series.points(Seat::new(at), outcome)).collect::<Option<Vec<_>>>()
        };
        assert_eq!(all(&series, None), None);
        let first = Outcome::lowest_wins(vec![0, 1, 1, 15]);
        assert_eq!(all(&series, Some(&first)), Some(vec![3.0, 1.5, 1.5, 0.0]));
        series.next_game(Some(&first));
        assert_eq!((series.number, all(&series, None)), (2, Some(vec![3.0, 1.5, 1.5, 0.0])));
        series.swap_seats(&players);
        assert_eq!(all(&series, Some(&first)), Some(vec![3.0, 4.5, 3.0, 1.5]));
        series.next_game(None);
        assert_eq!((series.number, all(&series, None)), (3, Some(vec![0.0, 3.0, 1.5, 1.5])));
    }

    #[test]
    fn a_match_of_two_has_a_score_and_a_larger_one_points_for_places() {
        let players = ["human", "level:3"].map(str::to_owned);
        let mut series = Series::new(&players, &[]);
        let names = ["Ada", "Lotte"].map(str::to_owned);
        let (first, second) = (Some(Seat::new(0)), Some(Seat::new(1)));
        let won = Outcome::highest_wins(vec![40, 24]);
        assert_eq!(series.standing(Some(&won), &names, first), None, "one game is no match");
        series.next_game(Some(&won));
        let told = |series: &Series, outcome: Option<&Outcome>, you| {
            series.standing(outcome, &names, you).unwrap().replace('\u{a0}', " ")
        };
        assert_eq!(told(&series, None, first), "Match: you lead 1 to 0.");
        assert_eq!(told(&series, None, second), "Match: you trail 0 to 1.");
        assert_eq!(told(&series, None, None), "Match: Ada leads 1 to 0.");
        let mut unfinished = Series::new(&players, &[]);
        unfinished.next_game(None);
        assert_eq!(unfinished.standing(None, &names, first), None, "0 to 0 says nothing");
        let tie = Outcome::highest_wins(vec![32, 32]);
        assert_eq!(told(&series, Some(&tie), first), "Match: you lead 1.5 to 0.5.");
        series.swap_seats(&players);
        assert_eq!(told(&series, Some(&won), first), "Match: it is 1 to 1.");

        let names = ["a", "b", "c", "d"].map(str::to_owned);
        let mut series = Series::new(&names, &[]);
        series.next_game(Some(&Outcome::lowest_wins(vec![1, 0, 1, 15])));
        let told = series.standing(None, &names, first).unwrap().replace('\u{a0}', " ");
        assert_eq!(told, "Match points: b (3), a (1.5), c (1.5), d (0).");
    }

    #[test]
    fn people_have_names_and_computers_are_called_by_their_level() {
        let expert = GameKind::Intensity.level_player(Level::Expert).player;
        let players = [expert, "human", "human", "human"].map(str::to_owned);
        let series = Series::new(&players, &["Ada", "", "Grace"].map(str::to_owned));
        let names = player_names("intensity", &players, series.names(), Naming::Levels);
        assert_eq!(names, ["Expert", "Ada", "Player 2", "Grace"]);
    }

    #[test]
    fn people_without_names_keep_their_numbers_when_they_swap_seats() {
        let after_a_swap = |mut players: Vec<&str>, names: &[&str]| {
            let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
            let mut series = Series::new(&owned(&players), &owned(names));
            series.swap_seats(&owned(&players));
            players.rotate_right(1);
            player_names("intensity", &owned(&players), series.names(), Naming::Levels)
        };
        assert_eq!(after_a_swap(vec!["human", "human"], &[]), ["Player 2", "Player 1"]);
        assert_eq!(after_a_swap(vec!["human", "human"], &["Ada"]), ["Player 2", "Ada"]);
        assert_eq!(after_a_swap(vec!["human", "random"], &[]), ["Random", "you"]);
        let four = after_a_swap(vec!["human", "random", "human", "random"], &[]);
        assert_eq!(four, ["Random", "Player 1", "Random", "Player 2"]);
    }
}
