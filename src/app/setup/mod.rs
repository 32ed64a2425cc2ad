//! The setup of a game: a column for each seat, the size, the seed, and off it goes.

mod keys;
mod sitter;
mod view;

use std::borrow::Cow;

use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    dialog::TextInput,
    screen::{Commands, Context, DialogAnswer, Screen, Transition},
    table::TableScreen,
};
use crate::{
    games::{ArcadeGame, GameKind, GameVisitor, HUMAN, PlayerArg, find_player},
    play::{RecordHeader, Session, random},
    store::last_setups::{Choice, LastSetups},
    ui::{ClickAreas, Look, Offer},
};
use sitter::Sitter;
use view::{BELOW, COLUMN};

pub use keys::{Command, KEYS};

/// Where the selection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Seat(usize),
    Size,
    Seed,
    Start,
}

/// The setup screen of a game.
pub struct Setup<G: ArcadeGame> {
    sitters: Vec<Sitter>,
    size: Option<u16>,
    seed: u64,
    field: Field,
    choices: LastSetups,
    game: std::marker::PhantomData<fn() -> G>,
}

/// The setup screen of this game, with what was chosen last.
pub fn open(kind: GameKind) -> Box<dyn Screen> {
    struct Open;
    impl GameVisitor for Open {
        type Out = Box<dyn Screen>;
        fn visit<G: ArcadeGame>(self) -> Self::Out {
            Box::new(Setup::<G>::new(LastSetups::at_home(), random::fresh_seed()))
        }
    }
    kind.with(Open)
}

impl<G: ArcadeGame> Setup<G> {
    /// With what was chosen last, if it still is a choice, and this seed.
    pub fn new(choices: LastSetups, seed: u64) -> Self {
        let last = choices.last(G::KEY).unwrap_or_default();
        let is_whole = last.players.len() == G::DEFAULT_SEATS.len();
        let usual = G::DEFAULT_SEATS.iter().map(|&name| name.to_owned());
        let names: Vec<String> = if is_whole { last.players } else { usual.collect() };
        let size =
            G::SIZES.map(|sizes| last.size.unwrap_or(sizes.default).clamp(sizes.min, sizes.max));
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
                    (true, _) => {
                        self.field = if self.size.is_some() { Field::Size } else { Field::Seed }
                    }
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
                self.field =
                    Field::Seat(if right { (seat + 1).min(last) } else { seat.saturating_sub(1) });
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
                    *size = next.clamp(sizes.min, sizes.max);
                }
                Ok(())
            }
            Field::Seed => {
                self.seed =
                    if up { self.seed.saturating_add(1) } else { self.seed.saturating_sub(1) };
                Ok(())
            }
            Field::Start => Err("choose a player, the size or the seed first".into()),
        }
    }

    fn edit(&self) -> Transition {
        let (title, text) = match self.field {
            Field::Size => return ask_number("The board's size", self.size.unwrap_or_default()),
            Field::Seed => return ask_number("The seed", self.seed),
            Field::Seat(seat) => match self.sitters[seat].arg::<G>() {
                Some(PlayerArg::Number { range, .. }) => (
                    format!("A number from {} to {}", range.start(), range.end()),
                    self.sitters[seat].text(),
                ),
                Some(PlayerArg::Word(words)) => {
                    (format!("Nothing, or {}", words.join(" or ")), self.sitters[seat].text())
                }
                Some(PlayerArg::Path) => {
                    ("The program's file".to_owned(), self.sitters[seat].text())
                }
                Some(PlayerArg::Command) => {
                    ("The program's file or command".to_owned(), self.sitters[seat].text())
                }
                _ => return Transition::Notify("This player takes no number.".to_owned()),
            },
            Field::Start => {
                return Transition::Notify(
                    "Choose a player, the size or the seed first.".to_owned(),
                );
            }
        };
        Transition::Open(Box::new(TextInput::new(title, text)))
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
                let in_range = |size: &u16| (sizes.min..=sizes.max).contains(size);
                let size = text.parse().ok().filter(in_range);
                self.size = Some(size.ok_or_else(|| {
                    format!("The size must be within {} - {}.", sizes.min, sizes.max)
                })?);
                Ok(())
            }
            Field::Seed => {
                self.seed =
                    text.parse().map_err(|_| "The seed must be a whole number.".to_owned())?;
                Ok(())
            }
            Field::Start => Ok(()),
        }
    }

    fn start(&mut self, context: &Context) -> Transition {
        let names: Vec<String> = self.sitters.iter().map(Sitter::name::<G>).collect();
        for (seat, name) in names.iter().enumerate().filter(|(_, name)| *name != HUMAN) {
            if let Err(why) = find_player::<G>(name) {
                self.field = Field::Seat(seat);
                // A file that is not named yet can be named now.
                let is_unnamed = self.sitters[seat].text().is_empty();
                let wants_program =
                    self.sitters[seat].arg::<G>().is_some_and(PlayerArg::is_program);
                return if is_unnamed && wants_program {
                    self.edit()
                } else {
                    Transition::Alert(why.to_string())
                };
            }
        }
        let setup = match G::deal(self.size.unwrap_or_default(), &mut random::rng(self.seed, &[])) {
            Ok(setup) => setup,
            Err(why) => return Transition::Alert(why),
        };
        // Forgetting it is no reason not to play.
        let _ = self.choices.remember(G::KEY, Choice { players: names.clone(), size: self.size });
        let session = Session::new(RecordHeader { setup, seats: names, seed: self.seed });
        let start = super::Start::Playing(None);
        let mut table =
            TableScreen::<G>::new(session, start, &context.home.settings).saved_to(context.store);
        table.advance(context.waker);
        self.seed = random::fresh_seed();
        Transition::Open(Box::new(table))
    }
}

/// Asks for a number in the place of this one.
fn ask_number(title: &str, now: impl Into<u64>) -> Transition {
    Transition::Open(Box::new(TextInput::number(title, now.into().to_string())))
}

impl<G: ArcadeGame> Commands for Setup<G> {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        KEYS.iter().map(|binding| Offer::new(binding, None)).collect()
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Up => self.vertical(false),
            Command::Down => self.vertical(true),
            Command::Left => self.sideways(false),
            Command::Right => self.sideways(true),
            Command::Next => self.next(true),
            Command::Previous => self.next(false),
            Command::More(up) => {
                return self.more(up).map_or_else(
                    |why| Transition::Notify(why.into_owned()),
                    |()| Transition::Redraw,
                );
            }
            Command::Edit => return self.edit(),
            Command::Start => return self.start(context),
            Command::Leave => return Transition::Close,
        }
        Transition::Redraw
    }
}

impl<G: ArcadeGame> Screen for Setup<G> {
    fn on_answer(&mut self, answer: DialogAnswer, _: &Context) -> Transition {
        match answer {
            DialogAnswer::Text(text) => {
                self.set(&text).map_or_else(Transition::Alert, |()| Transition::Redraw)
            }
            _ => Transition::Redraw,
        }
    }

    fn on_click(&mut self, spot: usize, context: &Context) -> Transition {
        if let Some(below) = spot.checked_sub(BELOW) {
            let fields = self.fields();
            let field = fields[(self.sitters.len() + below).min(fields.len() - 1)];
            if field == Field::Start {
                return self.start(context);
            }
            let again = self.field == field;
            self.field = field;
            return if again { self.edit() } else { Transition::Redraw };
        }
        let (seat, row) = (spot / COLUMN, spot % COLUMN);
        if let Some(sitter) = self.sitters.get_mut(seat) {
            let again = self.field == Field::Seat(seat) && sitter.row == row;
            sitter.row = row;
            self.field = Field::Seat(seat);
            if again && self.sitters[seat].arg::<G>().is_some_and(|arg| *arg != PlayerArg::None) {
                return self.edit();
            }
        }
        Transition::Redraw
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(G::RULES)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.draw_all(area, buffer, look, areas);
    }
}
