//! The advanced choices of the New game page: the player of each seat and the seed.

use super::{
    PastResults,
    seat_picker::{SeatPicker, names_to_type},
};
use crate::{games::players_of_kind, settings::consent::Programs, widgets::form::Row};
use fourcade_engine::{GameKind, play::PlayerList};

#[derive(Clone, Debug)]
pub struct Advanced {
    players: PlayerList,
    seats: Vec<SeatPicker>,
    /// By seat: the players before any change.
    first_players: Vec<String>,
    /// `None` is a random one.
    pub seed: Option<u64>,
    programs: Programs,
}

impl Advanced {
    /// Starts with these players. A program becomes a person unless `allows_programs`.
    pub fn new(
        game: GameKind,
        names: &[String],
        programs: Programs,
        allows_programs: bool,
    ) -> Self {
        let mut players = players_of_kind(game);
        players.kinds.retain(|kind| allows_programs || !kind.arg.is_program());
        let seats: Vec<_> =
            names.iter().map(|name| SeatPicker::new(game, &players, name)).collect();
        let first_players = seats.iter().map(|picker| picker.player.clone()).collect();
        Self { players, seats, first_players, seed: None, programs }
    }

    /// By seat. A player that is still to be typed is empty.
    pub fn players(&self) -> Vec<String> {
        self.seats.iter().map(|picker| picker.player.clone()).collect()
    }

    pub fn is_changed(&self) -> bool {
        self.seed.is_some() || self.players() != self.first_players
    }

    /// Whether the player of a seat is neither a person nor a level.
    pub fn is_custom(&self, seat: usize) -> bool {
        self.seats[seat].is_custom()
    }

    pub fn choose(&mut self, seat: usize, choice: usize) {
        self.seats[seat].choose(choice);
    }

    /// Chooses the player of a seat. Players other than levels are typed.
    pub fn seat_row<T>(
        &self,
        game: GameKind,
        seat: usize,
        past: Option<&PastResults>,
        field: impl Fn(&mut T) -> Option<&mut Self> + Copy + 'static,
    ) -> Row<T> {
        let (label, picker) = (game.seat_names()[seat], &self.seats[seat]);
        Row::choice(label, picker.choices(), picker.chosen(), move |choices, at| {
            if let Some(advanced) = field(choices) {
                advanced.choose(seat, at);
            }
        })
        .seat(seat)
        .help(picker.description(&self.players, past))
        .typed(format!("Player for {label}"), picker.typed(), move |choices, text| {
            let Some(Self { players, programs, seats, .. }) = field(choices) else {
                return Ok(());
            };
            seats[seat].type_player(players, text.trim(), programs)
        })
        .typing_hint(names_to_type(&self.players))
    }

    pub fn seed_row<T>(&self, field: impl Fn(&mut T) -> Option<&mut Self> + 'static) -> Row<T> {
        let text = self.seed.map(|seed| seed.to_string()).unwrap_or_default();
        let shown = if text.is_empty() { "Random" } else { &text };
        Row::value("Seed", shown)
            .help("The same seed gives the same game again.\nType its number.")
            .typed("The seed", &text, move |choices, text| {
                let seed = Some(text.trim()).filter(|text| !text.is_empty()).map(str::parse);
                let seed = seed.transpose().map_err(|_| "a seed is a number")?;
                if let Some(advanced) = field(choices) {
                    advanced.seed = seed;
                }
                Ok(())
            })
            .begun_by(|letter| letter.is_ascii_digit())
            .typing_hint("A number; empty for a random one")
    }
}
