//! The setup of a game: a column for each seat, the size, the seed, and off it goes.

use std::borrow::Cow;

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    dialog::Input,
    screen::{Answer, Context, Go, Screen},
    table::Table,
};
use crate::{
    games::{Arg, Flat, GameKind, HUMAN, NotBuilt, Visitor, find_player},
    play::{Header, Session, chance},
    store::choices::{Choice, Choices},
    ui::{Areas, Binding, Key, Look, Offer, Target, widgets},
};

/// What the keys of the setup do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// The next field.
    Next,
    /// The field before.
    Previous,
    /// The number behind the player's name, the size or the seed, up or down.
    More(bool),
    /// Type the value of the field.
    Edit,
    /// Start the game.
    Start,
    /// Back to the menu.
    Leave,
}

/// The setup's key table.
pub static KEYS: [Binding<Command>; 11] = [
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "up").footer("arrows", "choose"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "down"),
    Binding::new(Command::Left, &[Key::plain(KeyCode::Left), Key::char('h')], "to the seat on the left"),
    Binding::new(Command::Right, &[Key::plain(KeyCode::Right), Key::char('l')], "to the seat on the right"),
    Binding::new(Command::Start, &[Key::plain(KeyCode::Enter), Key::char(' ')], "start the game")
        .footer("Enter", "start"),
    Binding::new(Command::Next, &[Key::plain(KeyCode::Tab)], "next field").footer("Tab", "next"),
    Binding::new(Command::Previous, &[Key::plain(KeyCode::BackTab)], "field before"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the menu").footer("Esc", "back"),
    Binding::new(Command::More(true), &[Key::char('+'), Key::char('=')], "a higher number").footer("+ -", "number"),
    Binding::new(Command::More(false), &[Key::char('-')], "a lower number"),
    Binding::new(Command::Edit, &[Key::char('e')], "type the number, size or seed").footer("e", "type it"),
];

/// Where the selection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Seat(usize),
    Size,
    Seed,
    Start,
}

/// Who sits somewhere: the row of the list, and what follows each row's name.
#[derive(Clone, Debug)]
struct Sitter {
    /// 0 is a person; the players of the registry follow.
    row: usize,
    /// The number or file behind each name.
    args: Vec<String>,
}

/// The setup screen of a game.
pub struct Setup<G: Flat> {
    sitters: Vec<Sitter>,
    size: Option<u16>,
    seed: u64,
    field: Field,
    choices: Choices,
    game: std::marker::PhantomData<fn() -> G>,
}

/// The setup screen of this game, with what was chosen last.
///
/// # Errors
/// If the game is not built yet.
pub fn open(kind: GameKind) -> Result<Box<dyn Screen>, NotBuilt> {
    struct Open;
    impl Visitor for Open {
        type Out = Box<dyn Screen>;
        fn visit<G: Flat>(self) -> Self::Out {
            Box::new(Setup::<G>::new(Choices::at_home(), chance::fresh_seed()))
        }
    }
    kind.with(Open)
}

impl<G: Flat> Setup<G> {
    /// With what was chosen last, if it still is a choice, and this seed.
    pub fn new(choices: Choices, seed: u64) -> Self {
        let last = choices.last(G::KEY).unwrap_or_default();
        let is_whole = last.players.len() == G::USUAL_SEATS.len();
        let usual = G::USUAL_SEATS.iter().map(|&name| name.to_owned());
        let names: Vec<String> = if is_whole { last.players } else { usual.collect() };
        let size = G::SIZES.map(|sizes| last.size.unwrap_or(sizes.usual).clamp(sizes.least, sizes.most));
        let sitters = names.iter().map(|name| Sitter::named::<G>(name)).collect();
        Self { sitters, size, seed, field: Field::Seat(0), choices, game: std::marker::PhantomData }
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields: Vec<_> = (0..self.sitters.len()).map(Field::Seat).collect();
        if self.size.is_some() {
            fields.push(Field::Size);
        }
        fields.extend([Field::Seed, Field::Start]);
        fields
    }

    fn next(&mut self, forward: bool) {
        let fields = self.fields();
        let at = fields.iter().position(|&field| field == self.field).unwrap_or(0);
        let step = if forward { 1 } else { fields.len() - 1 };
        self.field = fields[(at + step) % fields.len()];
    }

    fn vertical(&mut self, down: bool) {
        let last_row = G::players().len();
        match self.field {
            Field::Seat(seat) => {
                let row = &mut self.sitters[seat].row;
                match (down, *row) {
                    (true, at) if at < last_row => *row += 1,
                    (false, at) if at > 0 => *row -= 1,
                    (true, _) => self.field = if self.size.is_some() { Field::Size } else { Field::Seed },
                    (false, _) => {}
                }
            }
            Field::Start if down => {}
            Field::Size if !down => self.field = Field::Seat(0),
            Field::Seed if !down && self.size.is_none() => self.field = Field::Seat(0),
            _ => self.next(down),
        }
    }

    fn sideways(&mut self, right: bool) {
        let last = self.sitters.len() - 1;
        match self.field {
            Field::Seat(seat) => {
                self.field = Field::Seat(if right { (seat + 1).min(last) } else { seat.saturating_sub(1) });
            }
            _ => drop(self.more(right)),
        }
    }

    fn more(&mut self, up: bool) -> Result<(), Cow<'static, str>> {
        match self.field {
            Field::Seat(seat) => self.sitters[seat].count::<G>(up),
            Field::Size => {
                if let (Some(size), Some(sizes)) = (&mut self.size, G::SIZES) {
                    let next = if up { size.saturating_add(1) } else { *size - 1 };
                    *size = next.clamp(sizes.least, sizes.most);
                }
                Ok(())
            }
            Field::Seed => {
                self.seed = if up { self.seed.saturating_add(1) } else { self.seed.saturating_sub(1) };
                Ok(())
            }
            Field::Start => Err("choose a player, the size or the seed first".into()),
        }
    }

    fn edit(&self) -> Go {
        let (title, text) = match self.field {
            Field::Seat(seat) => match self.sitters[seat].arg::<G>() {
                Some(Arg::Number { range, .. }) => {
                    (format!("A number from {} to {}", range.start(), range.end()), self.sitters[seat].text())
                }
                Some(Arg::Path) => ("The program's file".to_owned(), self.sitters[seat].text()),
                _ => return Go::Say("This player takes no number.".to_owned()),
            },
            Field::Size => ("The board's size".to_owned(), self.size.unwrap_or_default().to_string()),
            Field::Seed => ("The seed".to_owned(), self.seed.to_string()),
            Field::Start => return Go::Say("Choose a player, the size or the seed first.".to_owned()),
        };
        Go::Open(Box::new(Input::new(title, text)))
    }

    /// Takes what was typed for the field.
    fn set(&mut self, text: &str) -> Result<(), String> {
        let text = text.trim();
        match self.field {
            Field::Seat(seat) => {
                let mut sitter = self.sitters[seat].clone();
                text.clone_into(&mut sitter.args[self.sitters[seat].row]);
                find_player::<G>(&sitter.name::<G>()).map_err(|why| why.to_string())?;
                self.sitters[seat] = sitter;
                Ok(())
            }
            Field::Size => {
                let Some(sizes) = G::SIZES else { return Ok(()) };
                let in_range = |size: &u16| (sizes.least..=sizes.most).contains(size);
                let size = text.parse().ok().filter(in_range);
                self.size =
                    Some(size.ok_or_else(|| format!("The size must be within {} - {}.", sizes.least, sizes.most))?);
                Ok(())
            }
            Field::Seed => {
                self.seed = text.parse().map_err(|_| "The seed must be a whole number.".to_owned())?;
                Ok(())
            }
            Field::Start => Ok(()),
        }
    }

    fn start(&mut self, context: &Context) -> Go {
        let names: Vec<String> = self.sitters.iter().map(Sitter::name::<G>).collect();
        for (seat, name) in names.iter().enumerate().filter(|(_, name)| *name != HUMAN) {
            if let Err(why) = find_player::<G>(name) {
                self.field = Field::Seat(seat);
                return Go::Alert(why.to_string());
            }
        }
        let setup = match G::deal(self.size.unwrap_or_default(), &mut chance::rng(self.seed, &[])) {
            Ok(setup) => setup,
            Err(why) => return Go::Alert(why),
        };
        // Forgetting it is no reason not to play.
        let _ = self.choices.remember(G::KEY, Choice { players: names.clone(), size: self.size });
        let session = Session::new(Header { setup, seats: names, seed: self.seed });
        let mut table = Table::<G>::new(session, super::Start::Playing(None), context.look.motion);
        table.advance(context.waker);
        self.seed = chance::fresh_seed();
        Go::Open(Box::new(table))
    }
}

impl Sitter {
    fn named<G: Flat>(name: &str) -> Self {
        let usual = |kind: &crate::games::PlayerKind<G>| match &kind.arg {
            Arg::Number { usual, .. } => usual.to_string(),
            Arg::None | Arg::Path => String::new(),
        };
        let mut args: Vec<String> = std::iter::once(String::new()).chain(G::players().iter().map(usual)).collect();
        let (stem, arg) = name.split_once(':').unwrap_or((name, ""));
        let row = G::players().iter().position(|kind| kind.name == stem).map_or(0, |at| at + 1);
        if find_player::<G>(name).is_ok() {
            arg.clone_into(&mut args[row]);
        }
        Self { row, args }
    }

    fn arg<G: Flat>(&self) -> Option<&'static Arg> {
        Some(&G::players().get(self.row.checked_sub(1)?)?.arg)
    }

    fn text(&self) -> String {
        self.args[self.row].clone()
    }

    fn name_of<G: Flat>(&self, row: usize) -> String {
        let Some(kind) = row.checked_sub(1).and_then(|at| G::players().get(at)) else { return HUMAN.to_owned() };
        if kind.arg == Arg::None { kind.name.to_owned() } else { format!("{}:{}", kind.name, self.args[row]) }
    }

    fn name<G: Flat>(&self) -> String {
        self.name_of::<G>(self.row)
    }

    fn count<G: Flat>(&mut self, up: bool) -> Result<(), Cow<'static, str>> {
        let Some(Arg::Number { range, usual }) = self.arg::<G>() else {
            return Err("this player takes no number".into());
        };
        let number = self.args[self.row].parse().unwrap_or(*usual);
        let next = if up { number.saturating_add(1) } else { number.saturating_sub(1) };
        self.args[self.row] = next.clamp(*range.start(), *range.end()).to_string();
        Ok(())
    }
}

/// The spots of a column are its seat times this, plus the row.
const COLUMN: usize = 100;
/// The spots of the fields below start here.
const BELOW: usize = 10_000;

impl<G: Flat> Screen for Setup<G> {
    fn offers(&self) -> Vec<Offer> {
        KEYS.iter().map(|binding| Offer::of(binding, None)).collect()
    }

    fn run(&mut self, offer: usize, context: &Context) -> Go {
        match KEYS[offer].command {
            Command::Up => self.vertical(false),
            Command::Down => self.vertical(true),
            Command::Left => self.sideways(false),
            Command::Right => self.sideways(true),
            Command::Next => self.next(true),
            Command::Previous => self.next(false),
            Command::More(up) => return self.more(up).map_or_else(|why| Go::Say(why.into_owned()), |()| Go::Stay),
            Command::Edit => return self.edit(),
            Command::Start => return self.start(context),
            Command::Leave => return Go::Back,
        }
        Go::Stay
    }

    fn answered(&mut self, answer: Answer, _: &Context) -> Go {
        match answer {
            Answer::Text(text) => self.set(&text).map_or_else(Go::Alert, |()| Go::Stay),
            _ => Go::Stay,
        }
    }

    fn clicked(&mut self, spot: usize, context: &Context) -> Go {
        if let Some(below) = spot.checked_sub(BELOW) {
            let fields = self.fields();
            let field = fields[(self.sitters.len() + below).min(fields.len() - 1)];
            if field == Field::Start {
                return self.start(context);
            }
            let again = self.field == field;
            self.field = field;
            return if again { self.edit() } else { Go::Stay };
        }
        let (seat, row) = (spot / COLUMN, spot % COLUMN);
        if let Some(sitter) = self.sitters.get_mut(seat) {
            let again = self.field == Field::Seat(seat) && sitter.row == row;
            sitter.row = row;
            self.field = Field::Seat(seat);
            if again && matches!(self.sitters[seat].arg::<G>(), Some(Arg::Number { .. } | Arg::Path)) {
                return self.edit();
            }
        }
        Go::Stay
    }

    fn page(&self) -> Option<&'static str> {
        Some(G::RULES)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut Areas) {
        use ratatui::layout::Constraint::Length;
        let rows = u16::try_from(G::players().len() + 1).unwrap_or(1);
        let airy = area.height >= rows + 13;
        let gap = u16::from(airy);
        // In a low window the fields below the columns share a row.
        let is_short = area.height < rows + 6;
        let below = if is_short { 1 } else { 2 + u16::from(self.size.is_some()) };
        let height = 1 + gap + 1 + rows + gap + 1 + gap + below + gap;
        let body = area.centered(Length(area.width.min(72)), Length(height.min(area.height)));
        let mut y = body.y;
        widgets::put(buffer, Rect { y, height: 1, ..body }, &format!("{}: who plays?", G::TITLE), look.accent(), look);
        y += 1 + gap;
        self.columns(Rect { y, height: (rows + 1).min(body.bottom().saturating_sub(y)), ..body }, buffer, look, areas);
        y += rows + 1 + gap;
        let place = |y: u16| Rect { y, height: u16::from(y < area.bottom()), ..body };
        if area.height > rows + 5 {
            widgets::put(buffer, place(y), self.words(), look.dim(), look);
            y += 1 + gap;
        }
        let mut x = body.x;
        for (at, field) in self.fields().into_iter().skip(self.sitters.len()).enumerate() {
            let mut text = self.field_text(field);
            if is_short {
                text.truncate(text.trim_end().len() + 1);
            }
            let style = if field == self.field { look.selected() } else { look.text() };
            let row = place(y);
            let row = Rect { x, width: widgets::width(&text).min(body.right().saturating_sub(x)), ..row };
            widgets::put(buffer, row, &text, style, look);
            areas.add(row, Target::Spot(BELOW + at));
            if is_short {
                x += row.width;
            } else {
                y += 1 + if field == Field::Seed { gap } else { 0 };
            }
        }
    }
}

impl<G: Flat> Setup<G> {
    fn field_text(&self, field: Field) -> String {
        match field {
            Field::Size => {
                let size = self.size.unwrap_or_default();
                format!("  Size {size} x {size}  ")
            }
            Field::Seed => format!("  Seed {}  ", self.seed),
            Field::Start | Field::Seat(_) => "  Start  ".to_owned(),
        }
    }

    /// A sentence on how the selected player plays.
    fn words(&self) -> &'static str {
        let Field::Seat(seat) = self.field else { return "" };
        match self.sitters[seat].row.checked_sub(1) {
            Some(at) => G::players()[at].words,
            None => "A person at this keyboard.",
        }
    }

    fn columns(&self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut Areas) {
        let seats = u16::try_from(self.sitters.len()).unwrap_or(1);
        let wide = area.width / seats;
        for (seat, sitter) in self.sitters.iter().enumerate() {
            let x = area.x + wide * u16::try_from(seat).unwrap_or(0);
            let column = Rect { x, width: wide.saturating_sub(2), ..area };
            let is_here = self.field == Field::Seat(seat);
            let mut rows = column.rows();
            if let Some(head) = rows.next() {
                let pointer = if is_here { look.glyphs.pointer } else { " " };
                buffer.set_string(head.x, head.y, pointer, look.accent());
                let name = Rect { x: head.x + 2, width: head.width.saturating_sub(2), ..head };
                widgets::put(buffer, name, G::SEAT_NAMES[seat], look.seat(seat), look);
            }
            for (at, row) in rows.enumerate() {
                let style = match (at == sitter.row, is_here) {
                    (true, true) => look.selected(),
                    (true, false) => look.strong(),
                    _ => look.dim(),
                };
                let name = if at == 0 { "person".to_owned() } else { sitter.name_of::<G>(at) };
                let mark = if at == sitter.row { look.glyphs.pointer } else { " " };
                let row = Rect { width: row.width.min(24), ..row };
                buffer.set_style(row, style);
                widgets::put(buffer, row, &format!("  {mark} {name}"), style, look);
                areas.add(row, Target::Spot(seat * COLUMN + at));
            }
        }
    }
}
