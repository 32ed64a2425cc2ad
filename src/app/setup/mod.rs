//! The setup of a game: the players, the board size and the seed.
//!
//! | file | |
//! |---|---|
//! | `keys` | the key table |
//! | `seat_picker` | the choice of a player for one seat |
//! | `view` | how the screen is drawn |

mod keys;
mod seat_picker;
mod view;

use std::borrow::Cow;

use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    Start,
    dialog::TextInput,
    screen::{Commands, Context, DialogAnswer, Screen, Transition},
    table::TableScreen,
};
use crate::{
    games::{ArcadeGame, GameKind, GameVisitor, HUMAN, PlayerArg, PlayerList},
    play::{RecordHeader, Session, random},
    store::{
        home::Home,
        last_setups::{LastSetup, LastSetups},
    },
    ui::{ClickAreas, Look, Offer},
};
use seat_picker::SeatPicker;
use view::{FIRST_FIELD_ITEM, SEAT_ITEMS, View};

pub use keys::{Command, KEYS};

/// A field of the setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SetupField {
    Seat(usize),
    Size,
    Seed,
    Start,
}

/// The setup screen of a game.
pub struct SetupScreen {
    game: GameKind,
    /// The computer players of the game.
    players: PlayerList,
    seats: Vec<SeatPicker>,
    /// The board size, in games with several sizes.
    size: Option<u16>,
    seed: u64,
    /// The selected field.
    field: SetupField,
    last_setups: LastSetups,
}

/// Opens the setup of a game with the choices with which it was started last.
pub fn open(game: GameKind, home: &Home) -> Box<dyn Screen> {
    Box::new(SetupScreen::new(game, home.last_setups.clone(), random::fresh_seed()))
}

/// Opens a new table.
struct StartTable<'a> {
    /// The players by seat.
    players: Vec<String>,
    /// The board size; ignored by games with a single size.
    size: u16,
    seed: u64,
    context: &'a Context<'a>,
}

impl GameVisitor for StartTable<'_> {
    type Output = Result<Box<dyn Screen>, String>;

    fn visit<G: ArcadeGame>(self) -> Self::Output {
        let Self { players, size, seed, context } = self;
        let setup = G::deal(size, &mut random::rng(seed, &[]))?;
        let session = Session::new(RecordHeader { setup, seats: players, seed });
        let table = TableScreen::<G>::new(session, Start::Playing(None), &context.home.settings);
        let mut table = table.saved_to(context.store);
        table.begin(context.waker);
        Ok(Box::new(table))
    }
}

impl SetupScreen {
    /// Creates the setup with the choices with which the game was started last, as far as they are
    /// still possible.
    pub fn new(game: GameKind, last_setups: LastSetups, seed: u64) -> Self {
        let (players, default_seats) = (game.players(), game.default_seats());
        let last = last_setups.last(game.key()).unwrap_or_default();
        let has_all_seats = last.players.len() == default_seats.len();
        let defaults = default_seats.iter().map(|&name| name.to_owned());
        let names: Vec<String> = if has_all_seats { last.players } else { defaults.collect() };
        let sizes = game.sizes();
        let size =
            sizes.map(|sizes| last.size.unwrap_or(sizes.default).clamp(sizes.min, sizes.max));
        let seats = names.iter().map(|name| SeatPicker::new(&players, name)).collect();
        Self { game, players, seats, size, seed, field: SetupField::Seat(0), last_setups }
    }

    /// The fields in their order.
    fn fields(&self) -> Vec<SetupField> {
        let mut fields: Vec<_> = (0..self.seats.len()).map(SetupField::Seat).collect();
        fields.extend(self.size.map(|_| SetupField::Size));
        fields.extend([SetupField::Seed, SetupField::Start]);
        fields
    }

    /// Selects the next field, or the previous one.
    fn step(&mut self, forward: bool) {
        let fields = self.fields();
        let index = fields.iter().position(|&field| field == self.field).unwrap_or(0);
        let step = if forward { 1 } else { fields.len() - 1 };
        self.field = fields[(index + step) % fields.len()];
    }

    /// Moves one row up or down: within a seat's column, or between the fields below.
    fn step_vertically(&mut self, down: bool) {
        let last_row = self.players.kinds.len();
        match self.field {
            SetupField::Seat(seat) => {
                let row = &mut self.seats[seat].row;
                match (down, *row) {
                    (true, at) if at < last_row => *row += 1,
                    (false, at) if at > 0 => *row -= 1,
                    (true, _) if self.size.is_some() => self.field = SetupField::Size,
                    (true, _) => self.field = SetupField::Seed,
                    (false, _) => {}
                }
            }
            SetupField::Start if down => {}
            SetupField::Size if !down => self.field = SetupField::Seat(0),
            SetupField::Seed if !down && self.size.is_none() => self.field = SetupField::Seat(0),
            _ => self.step(down),
        }
    }

    /// Moves to the seat on the left or right, or changes the number in a field below the seats.
    fn step_sideways(&mut self, right: bool) {
        let last = self.seats.len() - 1;
        if let SetupField::Seat(seat) = &mut self.field {
            *seat = if right { (*seat + 1).min(last) } else { seat.saturating_sub(1) };
        } else {
            // The start button has no number.
            let _ = self.change_number(right);
        }
    }

    /// Increases or decreases the number in the selected field.
    fn change_number(&mut self, up: bool) -> Result<(), Cow<'static, str>> {
        match self.field {
            SetupField::Seat(seat) => self.seats[seat].change_arg(&self.players, up)?,
            SetupField::Size => {
                if let (Some(size), Some(sizes)) = (&mut self.size, self.game.sizes()) {
                    let next = if up { size.saturating_add(1) } else { *size - 1 };
                    *size = next.clamp(sizes.min, sizes.max);
                }
            }
            SetupField::Seed if up => self.seed = self.seed.saturating_add(1),
            SetupField::Seed => self.seed = self.seed.saturating_sub(1),
            SetupField::Start => {
                return Err("choose a player, the size or the seed first".into());
            }
        }
        Ok(())
    }

    /// Opens a dialog to type the value of the selected field.
    fn edit(&self) -> Transition {
        let (title, text) = match self.field {
            SetupField::Size => {
                return ask_for_number("The board's size", self.size.unwrap_or_default());
            }
            SetupField::Seed => return ask_for_number("The seed", self.seed),
            SetupField::Seat(seat) => {
                let picker = &self.seats[seat];
                let title = match picker.arg_kind(&self.players) {
                    Some(PlayerArg::Number { range, .. }) => {
                        format!("A number from {} to {}", range.start(), range.end())
                    }
                    Some(PlayerArg::Word(words)) => format!("Nothing, or {}", words.join(" or ")),
                    Some(PlayerArg::Path) => "The program's file".to_owned(),
                    Some(PlayerArg::Command) => "The program's file or command".to_owned(),
                    Some(PlayerArg::None) | None => {
                        return Transition::Notify("This player takes no number.".to_owned());
                    }
                };
                (title, picker.arg())
            }
            SetupField::Start => {
                return Transition::Notify(
                    "Choose a player, the size or the seed first.".to_owned(),
                );
            }
        };
        Transition::Open(Box::new(TextInput::new(title, text)))
    }

    /// Sets the selected field to a typed value.
    fn set(&mut self, text: &str) -> Result<(), String> {
        let text = text.trim();
        match self.field {
            SetupField::Seat(seat) => {
                let mut picker = self.seats[seat].clone();
                let is_typed = text != picker.arg();
                text.clone_into(&mut picker.args[self.seats[seat].row]);
                let name = picker.name(&self.players);
                let player = self.players.parse(&name).map_err(|error| error.to_string())?;
                // What the last setup named is not typed.
                if is_typed {
                    player.allow();
                }
                self.seats[seat] = picker;
            }
            SetupField::Size => {
                let Some(sizes) = self.game.sizes() else { return Ok(()) };
                let size = text.parse().ok();
                let size = size.filter(|size| (sizes.min..=sizes.max).contains(size));
                self.size = Some(size.ok_or_else(|| {
                    format!("The size must be within {} - {}.", sizes.min, sizes.max)
                })?);
            }
            SetupField::Seed => {
                self.seed =
                    text.parse().map_err(|_| "The seed must be a whole number.".to_owned())?;
            }
            SetupField::Start => {}
        }
        Ok(())
    }

    /// Starts the game at a new table.
    fn start(&mut self, context: &Context) -> Transition {
        let names: Vec<String> =
            self.seats.iter().map(|picker| picker.name(&self.players)).collect();
        for (seat, name) in names.iter().enumerate().filter(|(_, name)| *name != HUMAN) {
            if let Err(error) = self.players.parse(name) {
                self.field = SetupField::Seat(seat);
                let picker = &self.seats[seat];
                let arg = picker.arg_kind(&self.players);
                // The program has not been named yet.
                return if arg.is_some_and(PlayerArg::is_program) && picker.arg().is_empty() {
                    self.edit()
                } else {
                    Transition::Alert(error.to_string())
                };
            }
        }
        let table = self.game.with(StartTable {
            players: names.clone(),
            size: self.size.unwrap_or_default(),
            seed: self.seed,
            context,
        });
        let table = match table {
            Ok(table) => table,
            Err(error) => return Transition::Alert(error),
        };
        // The game starts even if the setup can't be saved.
        let key = self.game.key();
        self.last_setups.remember(key, LastSetup { players: names, size: self.size });
        let last_setups = self.last_setups.clone();
        context.files.run(context.waker, move || last_setups.write(key));
        self.seed = random::fresh_seed();
        Transition::Open(table)
    }

    /// Handles a click on a field below the seats. The first click selects it, the next one opens
    /// its dialog; the start button starts the game at once.
    fn click_field(&mut self, index: usize, context: &Context) -> Transition {
        let fields = self.fields();
        let field = fields[(self.seats.len() + index).min(fields.len() - 1)];
        if field == SetupField::Start {
            self.start(context)
        } else if self.field == field {
            self.edit()
        } else {
            self.field = field;
            Transition::Redraw
        }
    }

    /// Handles a click on a player. The first click selects it, and the next one opens a dialog for
    /// its argument.
    fn click_player(&mut self, seat: usize, row: usize) -> Transition {
        let Some(picker) = self.seats.get_mut(seat) else { return Transition::Redraw };
        let was_selected = self.field == SetupField::Seat(seat) && picker.row == row;
        picker.row = row;
        self.field = SetupField::Seat(seat);
        let has_arg = picker.arg_kind(&self.players).is_some_and(|arg| *arg != PlayerArg::None);
        if was_selected && has_arg { self.edit() } else { Transition::Redraw }
    }
}

/// Opens a dialog to replace a number.
fn ask_for_number(title: &str, current: impl Into<u64>) -> Transition {
    Transition::Open(Box::new(TextInput::new(title, current.into().to_string())))
}

impl Commands for SetupScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        KEYS.iter().map(|binding| Offer::new(binding, None)).collect()
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Up => self.step_vertically(false),
            Command::Down => self.step_vertically(true),
            Command::Left => self.step_sideways(false),
            Command::Right => self.step_sideways(true),
            Command::Next => self.step(true),
            Command::Previous => self.step(false),
            Command::ChangeNumber(up) => {
                if let Err(why) = self.change_number(up) {
                    return Transition::Notify(why.into_owned());
                }
            }
            Command::Edit => return self.edit(),
            Command::Start => return self.start(context),
            Command::Leave => return Transition::Close,
        }
        Transition::Redraw
    }
}

impl Screen for SetupScreen {
    fn on_answer(&mut self, answer: DialogAnswer, _: &Context) -> Transition {
        match answer {
            DialogAnswer::Text(text) => {
                self.set(&text).map_or_else(Transition::Alert, |()| Transition::Redraw)
            }
            _ => Transition::Redraw,
        }
    }

    fn on_click(&mut self, item: usize, context: &Context) -> Transition {
        match item.checked_sub(FIRST_FIELD_ITEM) {
            Some(index) => self.click_field(index, context),
            None => self.click_player(item / SEAT_ITEMS, item % SEAT_ITEMS),
        }
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(self.game.rules())
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        View { screen: self, look }.draw(area, buffer, areas);
    }
}
