//! The advanced setup of a game: the players, the board size and the seed. `seat_picker` is the
//! choice of a player for one seat.

mod seat_picker;

use std::borrow::Cow;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect},
};

use crate::{
    arcade::{
        dialog::TextInput,
        screen::{Commands, Context, DialogAnswer, Screen, Transition},
        start_game::start_game,
    },
    games::{GameFacts, PlayerList},
    settings::last_setups::{LastSetup, LastSetups},
    widgets::{AnyCommand, Binding, ClickAreas, Key, Look, Offer, drawing, keys::key_name},
};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, PlayerArg, random},
};
use seat_picker::SeatPicker;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    Left,
    Right,
    Next,
    Previous,
    /// Increase (true) or decrease (false) the player's number, the board size or the seed.
    ChangeNumber(bool),
    Edit,
    Choose,
    NameProgram,
    Start,
    Leave,
    /// Click on a field below the seats.
    Field(usize),
    /// Click on a player in a seat's column.
    Player {
        seat: usize,
        row: usize,
    },
}

pub static KEYS: [Binding<Command>; 13] = [
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "up")
        .footer("arrows", "move"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "down"),
    Binding::new(
        Command::Left,
        &[Key::plain(KeyCode::Left), Key::char('h')],
        "to the seat on the left",
    ),
    Binding::new(
        Command::Right,
        &[Key::plain(KeyCode::Right), Key::char('l')],
        "to the seat on the right",
    ),
    Binding::new(
        Command::Start,
        &[Key::plain(KeyCode::Enter)],
        "start the game, or choose another player under the cursor",
    )
    .footer("Enter", "start"),
    Binding::new(Command::Choose, &[Key::char(' ')], "choose the player under the cursor"),
    Binding::new(Command::Next, &[Key::plain(KeyCode::Tab)], "next field").footer("Tab", "next"),
    Binding::new(Command::Previous, &[Key::plain(KeyCode::BackTab)], "field before"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back without starting")
        .footer("Esc", "back"),
    Binding::new(Command::ChangeNumber(true), &[Key::char('+'), Key::char('=')], "a higher number")
        .footer("+ -", "number"),
    Binding::new(Command::ChangeNumber(false), &[Key::char('-')], "a lower number"),
    Binding::new(Command::NameProgram, &[Key::char('p')], "name a program for the seat"),
    Binding::new(Command::Edit, &[Key::char('e')], "type the number, size or seed")
        .footer("e", "type it"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SetupField {
    Seat(usize),
    Size,
    Seed,
    Start,
}

pub struct AdvancedSetup {
    game: GameKind,
    players: PlayerList,
    seats: Vec<SeatPicker>,
    /// The board size, in games with several sizes.
    size: Option<u16>,
    seed: u64,
    field: SetupField,
    last_setups: LastSetups,
}

impl AdvancedSetup {
    /// Creates the advanced setup with these choices, as far as they are possible. A game that is
    /// started is remembered in `last_setups`.
    pub fn new(game: GameKind, setup: LastSetup, last_setups: LastSetups, seed: u64) -> Self {
        let (players, default_seats) =
            (PlayerList::of_kind(game), GameFacts::of(game).default_seats);
        let has_all_seats = setup.players.len() == default_seats.len();
        let defaults = default_seats.iter().map(|&name| name.to_owned());
        let names: Vec<String> = if has_all_seats { setup.players } else { defaults.collect() };
        let sizes = game.sizes();
        let size =
            sizes.map(|sizes| setup.size.unwrap_or(sizes.default).clamp(sizes.min, sizes.max));
        let seats = names.iter().map(|name| SeatPicker::new(&players, name)).collect();
        Self { game, players, seats, size, seed, field: SetupField::Seat(0), last_setups }
    }

    /// Removes the players that are programs, for guests.
    pub fn without_programs(self) -> Self {
        let names: Vec<_> = self.seats.iter().map(|picker| picker.name(&self.players)).collect();
        let mut players = self.players;
        players.kinds.retain(|kind| !kind.arg.is_program());
        let seats = names.iter().map(|name| SeatPicker::new(&players, name)).collect();
        Self { players, seats, ..self }
    }

    fn fields(&self) -> Vec<SetupField> {
        let mut fields: Vec<_> = (0..self.seats.len()).map(SetupField::Seat).collect();
        fields.extend(self.size.map(|_| SetupField::Size));
        fields.extend([SetupField::Seed, SetupField::Start]);
        fields
    }

    /// Selects a field. The cursors of the other seats return to the chosen players.
    fn select(&mut self, field: SetupField) {
        if field != self.field {
            self.field = field;
            for picker in &mut self.seats {
                picker.cursor = picker.row;
            }
        }
    }

    /// Whether the cursor is on a player that is not chosen.
    fn is_choosing(&self) -> bool {
        matches!(self.field, SetupField::Seat(seat)
            if self.seats[seat].cursor != self.seats[seat].row)
    }

    fn step(&mut self, forward: bool) {
        let fields = self.fields();
        let index = fields.iter().position(|&field| field == self.field).unwrap_or(0);
        let step = if forward { 1 } else { fields.len() - 1 };
        self.select(fields[(index + step) % fields.len()]);
    }

    /// Moves one row up or down: within a seat's column, or between the fields below.
    fn step_vertically(&mut self, down: bool) {
        let last_row = self.players.kinds.len();
        match self.field {
            SetupField::Seat(seat) => {
                let cursor = &mut self.seats[seat].cursor;
                match (down, *cursor) {
                    (true, at) if at < last_row => *cursor += 1,
                    (false, at) if at > 0 => *cursor -= 1,
                    (true, _) if self.size.is_some() => self.select(SetupField::Size),
                    (true, _) => self.select(SetupField::Seed),
                    (false, _) => {}
                }
            }
            SetupField::Start if down => {}
            SetupField::Size if !down => self.select(SetupField::Seat(0)),
            SetupField::Seed if !down && self.size.is_none() => self.select(SetupField::Seat(0)),
            _ => self.step(down),
        }
    }

    /// Moves to the seat on the left or right, or changes the number in a field below the seats.
    fn step_sideways(&mut self, right: bool) {
        let last = self.seats.len() - 1;
        if let SetupField::Seat(seat) = self.field {
            let next = if right { (seat + 1).min(last) } else { seat.saturating_sub(1) };
            self.select(SetupField::Seat(next));
        } else {
            // The start button has no number.
            let _ = self.change_number(right);
        }
    }

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

    /// Chooses the player under the cursor; a program is named first. Elsewhere the value of the
    /// field is typed.
    fn choose(&mut self) -> Transition {
        match self.field {
            SetupField::Seat(seat) if self.seats[seat].choose(&self.players) => Transition::Redraw,
            _ => self.edit(),
        }
    }

    fn name_program(&mut self) -> Transition {
        let program = SeatPicker::program_row(&self.players);
        match (self.field, program) {
            (SetupField::Seat(seat), Some(row)) => {
                self.seats[seat].cursor = row;
                self.edit()
            }
            (SetupField::Seat(_), None) => {
                Transition::Notify("No programs play this game.".to_owned())
            }
            _ => Transition::Notify("Select a seat first.".to_owned()),
        }
    }

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

    fn set(&mut self, text: &str) -> Result<(), String> {
        let text = text.trim();
        match self.field {
            SetupField::Seat(seat) => {
                let mut picker = self.seats[seat].clone();
                let is_typed = text != picker.arg();
                text.clone_into(&mut picker.args[self.seats[seat].cursor]);
                picker.row = picker.cursor;
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

    fn start(&mut self, context: &Context) -> Transition {
        let names: Vec<String> =
            self.seats.iter().map(|picker| picker.name(&self.players)).collect();
        for (seat, name) in names.iter().enumerate().filter(|(_, name)| *name != HUMAN) {
            if let Err(error) = self.players.parse(name) {
                self.select(SetupField::Seat(seat));
                return Transition::Alert(error.to_string());
            }
        }
        let setup = LastSetup { players: names, size: self.size, ..LastSetup::default() };
        match start_game(self.game, setup, self.seed, &self.last_setups, context) {
            Ok(table) => {
                self.seed = random::fresh_seed();
                Transition::Open(table)
            }
            Err(error) => Transition::Alert(error),
        }
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
            self.select(field);
            Transition::Redraw
        }
    }

    /// Handles a click on a player. The first click selects it, and the next one opens a dialog for
    /// its argument.
    fn click_player(&mut self, seat: usize, row: usize) -> Transition {
        if seat >= self.seats.len() || row > self.players.kinds.len() {
            return Transition::Redraw;
        }
        let was_selected = self.field == SetupField::Seat(seat) && self.seats[seat].row == row;
        self.select(SetupField::Seat(seat));
        self.seats[seat].cursor = row;
        let arg = self.seats[seat].arg_kind(&self.players);
        if was_selected && arg.is_some_and(|arg| *arg != PlayerArg::None) {
            self.edit()
        } else {
            self.choose()
        }
    }
}

fn ask_for_number(title: &str, current: impl Into<u64>) -> Transition {
    Transition::Open(Box::new(TextInput::new(title, current.into().to_string())))
}

impl Commands for AdvancedSetup {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        if self.is_choosing() {
            Offer::all_with_footer(&KEYS, Command::Start, ("Enter", "pick"))
        } else {
            Offer::all(&KEYS)
        }
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
            Command::Choose if self.field == SetupField::Start => return self.start(context),
            Command::Choose => return self.choose(),
            Command::NameProgram => return self.name_program(),
            Command::Start if self.is_choosing() => return self.choose(),
            Command::Start => return self.start(context),
            Command::Leave => return Transition::Close,
            Command::Field(index) => return self.click_field(index, context),
            Command::Player { seat, row } => return self.click_player(seat, row),
        }
        Transition::Redraw
    }

    fn needs_host(&self, command: Command) -> bool {
        command == Command::NameProgram
    }
}

impl Screen for AdvancedSetup {
    fn on_answer(&mut self, answer: DialogAnswer, _: &Context) -> Transition {
        match answer {
            DialogAnswer::Text(text) => {
                self.set(&text).map_or_else(Transition::Alert, |()| Transition::Redraw)
            }
            _ => Transition::Redraw,
        }
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(GameFacts::of(self.game).rules)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        View { screen: self, look }.draw(area, buffer, areas);
    }
}

const MAX_WIDTH: u16 = 72;
/// The maximum width of a player's row.
const PLAYER_WIDTH: u16 = 24;
/// Columns below this width have no empty space around the names.
const NARROW: u16 = 14;

struct View<'a> {
    screen: &'a AdvancedSetup,
    look: &'a Look,
}

impl View<'_> {
    fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let (screen, look) = (self.screen, self.look);
        let rows = u16::try_from(screen.players.kinds.len() + 1).unwrap_or(1);
        let gap = u16::from(area.height >= rows + 13);
        // In a low window the fields below the columns share a row.
        let is_low = area.height < rows + 6;
        let fields = if is_low { 1 } else { 2 + u16::from(screen.size.is_some()) };
        let height = 1 + gap + 1 + rows + gap + 1 + gap + fields + gap;
        let body =
            area.centered(Length(area.width.min(MAX_WIDTH)), Length(height.min(area.height)));
        let row = |y: u16| Rect { y, height: u16::from(y < area.bottom()), ..body };
        let mut y = body.y;
        let title = format!("{}: advanced setup", GameFacts::of(screen.game).title);
        drawing::draw_text(buffer, row(y), &title, look.accent(), look);
        y += 1 + gap;
        let columns_height = (rows + 1).min(body.bottom().saturating_sub(y));
        self.draw_columns(Rect { y, height: columns_height, ..body }, buffer, areas);
        y += rows + 1 + gap;
        if area.height > rows + 5 {
            if let SetupField::Seat(seat) = screen.field {
                let picker = &screen.seats[seat];
                let description = picker.description(&screen.players);
                let text = match picker.arg_kind(&screen.players) {
                    Some(arg) if arg.is_program() && picker.arg().is_empty() => {
                        let key = key_name(&KEYS, Command::NameProgram);
                        format!("Press {key} to name it. {description}")
                    }
                    _ => description.to_owned(),
                };
                drawing::draw_text(buffer, row(y), &text, look.dim(), look);
            }
            y += 1 + gap;
        }
        let mut x = body.x;
        for (index, field) in screen.fields().into_iter().skip(screen.seats.len()).enumerate() {
            let mut text = self.field_text(field);
            if is_low {
                text.truncate(text.trim_end().len() + 1);
            }
            let style = if field == screen.field { look.selected() } else { look.text() };
            let width = drawing::text_width(&text).min(body.right().saturating_sub(x));
            let button = Rect { x, width, ..row(y) };
            drawing::draw_text(buffer, button, &text, style, look);
            areas.add(button, AnyCommand::new(Command::Field(index)));
            if is_low {
                x += width;
            } else {
                y += 1 + if field == SetupField::Seed { gap } else { 0 };
            }
        }
    }

    fn field_text(&self, field: SetupField) -> String {
        match field {
            SetupField::Size => {
                let size = self.screen.size.unwrap_or_default();
                format!("  Size {size} x {size}  ")
            }
            SetupField::Seed => format!("  Seed {}  ", self.screen.seed),
            SetupField::Start | SetupField::Seat(_) => "  Start  ".to_owned(),
        }
    }

    fn draw_columns(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let seats = u16::try_from(self.screen.seats.len()).unwrap_or(1);
        let width = area.width / seats;
        let gap = if width < NARROW { 1 } else { 2 };
        for (seat, x) in (0..self.screen.seats.len()).zip((area.x..).step_by(width.max(1).into())) {
            let column = Rect { x, width: width.saturating_sub(gap), ..area };
            self.draw_column(seat, column, width < NARROW, buffer, areas);
        }
    }

    fn draw_column(
        &self,
        seat: usize,
        column: Rect,
        is_narrow: bool,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let (picker, look) = (&self.screen.seats[seat], self.look);
        let is_selected = self.screen.field == SetupField::Seat(seat);
        let mut rows = column.rows();
        if let Some(heading) = rows.next() {
            let pointer = if is_selected { look.glyphs.pointer } else { " " };
            buffer.set_string(heading.x, heading.y, pointer, look.accent());
            let inset = if is_narrow { 1 } else { 2 };
            let width = heading.width.saturating_sub(inset);
            let name = Rect { x: heading.x + inset, width, ..heading };
            drawing::draw_text(
                buffer,
                name,
                self.screen.game.seat_names()[seat],
                look.seat(seat),
                look,
            );
        }
        for (index, row) in rows.enumerate() {
            let is_chosen = index == picker.row;
            let style = match (is_chosen, is_selected && index == picker.cursor) {
                (_, true) => look.selected(),
                (true, false) => look.strong(),
                (false, false) => look.dim(),
            };
            let name = if index == 0 {
                "person".to_owned()
            } else {
                picker.name_in_row(&self.screen.players, index)
            };
            let pointer = if is_chosen { look.glyphs.pointer } else { " " };
            let text =
                if is_narrow { format!("{pointer}{name}") } else { format!("  {pointer} {name}") };
            let row = Rect { width: row.width.min(PLAYER_WIDTH), ..row };
            buffer.set_style(row, style);
            drawing::draw_text(buffer, row, &text, style, look);
            areas.add(row, AnyCommand::new(Command::Player { seat, row: index }));
        }
    }
}
