//! The choice of a player for each seat: a person, a level, or a typed player.

use std::iter;

use crate::{
    games::{computer_name, players_of_kind},
    settings::consent::Programs,
    widgets::form::{Details, Row},
};
use fourcade_course::players::parse_player;
use fourcade_engine::{
    GameKind,
    play::{HUMAN, Level, PlayerArg, PlayerList},
};

#[derive(Clone, Debug)]
pub struct SeatPickers {
    known: PlayerList,
    pickers: Vec<SeatPicker>,
    /// The players before any change, by seat.
    first_players: Vec<String>,
    programs: Programs,
}

impl SeatPickers {
    /// Starts with these players. A program becomes a person unless `allows_programs`.
    pub fn new(
        game: GameKind,
        players: &[String],
        programs: Programs,
        allows_programs: bool,
    ) -> Self {
        let mut known = players_of_kind(game);
        known.kinds.retain(|kind| allows_programs || !kind.arg.is_program());
        let pickers: Vec<_> =
            players.iter().map(|player| SeatPicker::new(game, &known, player)).collect();
        let first_players = pickers.iter().map(|picker| picker.player().to_owned()).collect();
        Self { known, pickers, first_players, programs }
    }

    /// The players by seat. One that is still to be typed is empty.
    pub fn players(&self) -> Vec<String> {
        self.pickers.iter().map(|picker| picker.player().to_owned()).collect()
    }

    pub fn is_changed(&self) -> bool {
        self.players() != self.first_players
    }

    pub fn choose_level(&mut self, seat: usize, level: Level) {
        // A person comes first.
        self.pickers[seat].chosen = 1 + level as usize;
    }

    /// The row that chooses the player of a seat, given the details of each level. Players other
    /// than those listed are typed.
    pub fn row<T>(
        &self,
        game: GameKind,
        seat: usize,
        levels: impl Iterator<Item = Details>,
        field: impl Fn(&mut T) -> Option<&mut Self> + Copy + 'static,
    ) -> Row<T> {
        let (label, picker) = (game.seat_names()[seat], &self.pickers[seat]);
        Row::choice(label, picker.labels(), picker.chosen, move |choices, index| {
            if let Some(Self { pickers, .. }) = field(choices) {
                pickers[seat].chosen = index;
            }
        })
        .seat(seat)
        .details(picker.details(&self.known, levels))
        .help(picker.help(&self.known))
        .typed(format!("Player for {label}"), &picker.typed, move |choices, text| {
            let Some(Self { known, programs, pickers, .. }) = field(choices) else {
                return Ok(());
            };
            pickers[seat].type_player(known, text.trim(), programs)
        })
        .typing_hint(typing_hint(&self.known))
    }
}

/// The players that need no typing: a person, the levels and the game's other players.
fn listed_players(game: GameKind, players: &PlayerList) -> Vec<String> {
    let levels = game.levels().iter().map(|&level| game.level_player(level).player);
    let others = players.kinds.iter().filter(|kind| matches!(kind.arg, PlayerArg::None));
    let others = others.map(|kind| kind.name).filter(|name| game.level_of(name).is_none());
    iter::once(HUMAN).chain(levels).chain(others).map(str::to_owned).collect()
}

/// A few words about a listed player without a level.
fn gloss(player: &str) -> &'static str {
    match player {
        HUMAN => "at this keyboard",
        "first" => "the first legal cell",
        "last" => "the last legal cell",
        "random" => "any legal move",
        "greedy" => "the most tiles",
        "line" => "straight lines",
        "smart" => "heads for the goal",
        "montecarlo" => "tries random games",
        _ => "",
    }
}

#[derive(Clone, Debug)]
struct SeatPicker {
    game: GameKind,
    listed: Vec<String>,
    /// An index of `listed`, or the one after its last for the typed player.
    chosen: usize,
    /// Such as `level:8`; empty if no player has been typed.
    typed: String,
}

impl SeatPicker {
    /// Chooses this player, or a person if there is no such player. An empty one is still to be
    /// typed.
    fn new(game: GameKind, players: &PlayerList, player: &str) -> Self {
        let is_player = player.is_empty() || players.parse(player).is_ok();
        let player = if is_player { player } else { HUMAN };
        let listed = listed_players(game, players);
        let index = listed.iter().position(|other| other == player);
        let typed = index.map_or(player, |_| "").to_owned();
        Self { game, chosen: index.unwrap_or(listed.len()), listed, typed }
    }

    fn player(&self) -> &str {
        self.listed.get(self.chosen).unwrap_or(&self.typed)
    }

    /// The labels of the listed players, followed by that of the typed one.
    fn labels(&self) -> Vec<String> {
        let name = |player: &String| match self.game.level_of(player) {
            _ if player == HUMAN => "Person".to_owned(),
            Some(level) => level.to_string(),
            None => computer_name(self.game.key(), player),
        };
        let typed = match self.typed.as_str() {
            "" => "Custom".to_owned(),
            level if self.game.level_of(level).is_some() => level.to_owned(),
            player => computer_name(self.game.key(), player),
        };
        self.listed.iter().map(name).chain([typed]).collect()
    }

    /// The details of each label. The levels and the players after them are groups.
    fn details(&self, players: &PlayerList, levels: impl Iterator<Item = Details>) -> Vec<Details> {
        let other = |name: &str| Details { name: name.to_owned(), ..Details::default() };
        let mut all = vec![other(gloss(HUMAN))];
        all.extend(levels);
        let others = all.len();
        all.extend(self.listed[others..].iter().map(|name| other(gloss(name))));
        let typed = match self.typed.as_str() {
            "" => "type a player",
            program if players.is_program(program) => "your program",
            _ => "as typed",
        };
        all.push(other(typed));
        all[1].begins_group = true;
        all[others].begins_group = true;
        all
    }

    fn help(&self, players: &PlayerList) -> String {
        if self.player().is_empty() {
            let has_programs = players.kinds.iter().any(|kind| kind.arg.is_program());
            let others = if has_programs { " or program" } else { "" };
            return format!("Type any other player{others}.");
        }
        if self.player() == HUMAN {
            return "A person at this keyboard.\nSpace types a name.".to_owned();
        }
        let Some((index, arg)) = players.split(self.player()) else { return String::new() };
        let description = players.kinds[index].description;
        arg.map_or_else(
            || description.to_owned(),
            |arg| description.replace(" N ", &format!(" {} ", arg.trim_end_matches(":full"))),
        )
    }

    /// Typing a program is the consent to start it.
    fn type_player(
        &mut self,
        players: &PlayerList,
        typed: &str,
        programs: &Programs,
    ) -> Result<(), String> {
        if players.split(typed).is_none() {
            return Err(format!("there is no player {typed:?}"));
        }
        let player = parse_player(players, self.game.key(), typed);
        let player = player.map_err(|error| error.to_string())?;
        // Fails if there is no such program.
        programs.request(&player)?;
        // An unchanged text came from the last setup: nobody has typed it.
        if typed != self.typed {
            programs.allow(&player);
        }
        (self.chosen, self.typed) = (self.listed.len(), typed.to_owned());
        Ok(())
    }
}

/// Examples of what can be typed besides the listed players; empty if there is nothing else.
fn typing_hint(players: &PlayerList) -> String {
    let numbered = players.kinds.iter().filter_map(|kind| match kind.arg {
        PlayerArg::Number { range, suffix: "", .. } => {
            Some(format!("{}:{}", kind.name, range.end()))
        }
        _ => None,
    });
    let has_programs = players.kinds.iter().any(|kind| kind.arg.is_program());
    let program = "program:./mybot".to_owned();
    let all: Vec<_> = numbered.chain(has_programs.then_some(program)).collect();
    if all.is_empty() { String::new() } else { format!("such as {}.", all.join(" or ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::players_of_kind;

    #[test]
    fn the_box_names_the_players_that_are_not_listed() {
        let game = GameKind::Flip;
        let players = players_of_kind(game);
        assert_eq!(typing_hint(&players), "such as level:10 or program:./mybot.");
        let mut picker = SeatPicker::new(game, &players, HUMAN);
        let refusal = picker.type_player(&players, "rand", &Programs::default()).unwrap_err();
        assert_eq!(refusal, "there is no player \"rand\"");
    }

    #[test]
    fn every_listed_player_without_a_level_is_explained_in_the_list() {
        for game in GameKind::ALL {
            for name in listed_players(game, &players_of_kind(game)) {
                assert!(game.level_of(&name).is_some() || !gloss(&name).is_empty(), "{name}");
            }
        }
    }

    #[test]
    fn a_program_that_does_not_exist_is_refused() {
        let game = GameKind::Flip;
        let players = players_of_kind(game);
        let mut picker = SeatPicker::new(game, &players, HUMAN);
        let mut type_player = |name| picker.type_player(&players, name, &Programs::default());
        let refusal = type_player("program:./nothing").unwrap_err();
        assert!(refusal.starts_with("there is no program"), "{refusal}");
        assert_eq!(type_player("program:/bin/sh"), Ok(()));
        assert_eq!(picker.player(), "program:/bin/sh");
    }
}
