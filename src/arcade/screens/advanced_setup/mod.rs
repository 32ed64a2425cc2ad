//! The advanced setup of a game: the players, the board size, the clock and the seed.

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    app::{game_rows::size_row, new_game::SeatPicker},
    arcade::{
        form_page::FormPage,
        screen::{Context, Screen, Transition},
        start_game::start_game,
    },
    games::{Character, GameFacts, Mood, Naming, assign_names, player_names, players_of_kind},
    settings::{
        MAX_PEOPLE,
        consent::Programs,
        last_setups::{LastSetup, LastSetups},
    },
    widgets::{
        Binding, ClickAreas, Key, Look,
        form::{Form, FormCommand, Page, Row},
        page::Frame,
    },
};
use fourcade_engine::{
    GameKind,
    play::{PlayerList, TimeControl, random},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Edit,
    Leave,
}

const START: &str = "Start";

pub struct Setup {
    game: GameKind,
    players: PlayerList,
    seats: Vec<SeatPicker>,
    /// `None` in games with one board size.
    size: Option<u16>,
    clock: Option<TimeControl>,
    seed: u64,
    programs: Programs,
    /// The names of the people at this keyboard, in the order of their seats.
    names: [String; MAX_PEOPLE],
    naming: Naming,
}

impl Setup {
    fn rows(&self) -> Vec<Row<Self>> {
        let mut rows: Vec<_> = (0..self.seats.len()).map(|seat| self.seat_row(seat)).collect();
        let sizes = self.game.sizes();
        rows.extend([
            size_row("Size", self.game, self.size, |setup: &mut Self| &mut setup.size)
                .note("rows and columns of the board")
                .help(
                    "The usual size is the one with daily deals and openings.\nSpace types a size.",
                )
                .typed(
                    "The board's size",
                    self.size.unwrap_or_default().to_string(),
                    move |setup: &mut Self, text| {
                        let Some(sizes) = sizes else { return Ok(()) };
                        let size = text.trim().parse().ok();
                        let size = size.filter(|size| (sizes.min..=sizes.max).contains(size));
                        setup.size = Some(size.ok_or_else(|| {
                            format!("The size must be within {} - {}.", sizes.min, sizes.max)
                        })?);
                        Ok(())
                    },
                ),
            self.clock_row(),
            Row::value("Seed", self.seed.to_string())
                .note("the same seed, the same game")
                .help(
                    "With the same seed, the cards are the same, and computers that choose at \
                     random choose the same.\nSpace types a seed.",
                )
                .stepped(|setup: &mut Self, up| {
                    let seed = setup.seed;
                    setup.seed = if up { seed.saturating_add(1) } else { seed.saturating_sub(1) };
                })
                .typed("The seed", self.seed.to_string(), |setup: &mut Self, text| {
                    let seed = text.trim().parse();
                    setup.seed = seed.map_err(|_| "The seed must be a whole number.".to_owned())?;
                    Ok(())
                }),
            Row::button(START, START).help("Starts the game with these players."),
        ]);
        rows.into_iter().filter(Row::is_shown).collect()
    }

    /// The people's clock: none, one of the game's, or a typed one.
    fn clock_row(&self) -> Row<Self> {
        let facts = GameFacts::of(self.game);
        let shown = self.clock.map_or_else(|| "none".to_owned(), |clock| clock.to_string());
        let text = self.clock.map(|clock| clock.to_string()).unwrap_or_default();
        let help = match facts.clocks[0] {
            TimeControl::Game { .. } => {
                "Minutes for each person's whole game + seconds for each move. \
                 Who runs out of time loses.\nSpace types another clock, such as 5+3."
            }
            TimeControl::Choice(_) => {
                "Seconds for each choice of a person. When they are over, a computer chooses.\n\
                 Space types another clock, such as 20s."
            }
        };
        Row::value("Clock", shown)
            .note("for people only")
            .help(help)
            .stepped(move |setup: &mut Self, up| {
                let position = |clock| facts.clocks.iter().position(|&other| other == clock);
                let at = setup.clock.map_or(0, |clock| 1 + position(clock).unwrap_or(0));
                let next = if up { at + 1 } else { at.saturating_sub(1) };
                let next = next.min(facts.clocks.len());
                setup.clock = next.checked_sub(1).map(|at| facts.clocks[at]);
            })
            .typed("A clock, or nothing", text, move |setup: &mut Self, text| {
                let text = text.trim();
                setup.clock = if text.is_empty() { None } else { Some(facts.clock(text)?) };
                Ok(())
            })
    }

    /// The name of a seat's player, after the face if the player is a character.
    fn name(&self, seat: usize) -> String {
        let players: Vec<_> = self.seats.iter().map(|picker| picker.player.clone()).collect();
        let people = assign_names(&players, &self.names);
        let mut names = player_names(self.game.key(), &players, &people, self.naming);
        let face = |one: &Character| format!("{} ", one.face(Mood::Waiting));
        let face = self.naming.at_table(self.game, &players)[seat].map(face).unwrap_or_default();
        face + &names.swap_remove(seat)
    }

    /// Chooses the player of a seat. Players other than levels are typed.
    fn seat_row(&self, seat: usize) -> Row<Self> {
        let (label, picker) = (self.game.seat_names()[seat], &self.seats[seat]);
        Row::choice(label, picker.choices(), picker.chosen(), move |setup: &mut Self, choice| {
            setup.seats[seat].choose(choice);
        })
        .note(self.name(seat))
        .help(picker.description(&self.players))
        .typed(
            "A player, such as random or program:./mine",
            picker.typed(),
            move |setup: &mut Self, text| {
                let Setup { players, programs, .. } = setup;
                setup.seats[seat].type_player(players, text.trim(), programs)
            },
        )
    }
}

pub struct AdvancedSetupScreen {
    setup: Setup,
    form: Form,
    last_setups: LastSetups,
}

impl AdvancedSetupScreen {
    /// Begins with the choices of `setup` that are possible in the game. A game that is started is
    /// remembered in `last_setups`.
    pub fn new(
        game: GameKind,
        setup: LastSetup,
        last_setups: LastSetups,
        seed: u64,
        programs: Programs,
    ) -> Self {
        let (players, default_seats) = (players_of_kind(game), GameFacts::of(game).default_seats);
        let has_all_seats = setup.players.len() == default_seats.len();
        let defaults = default_seats.iter().map(|&name| name.to_owned());
        let names: Vec<String> = if has_all_seats { setup.players } else { defaults.collect() };
        let sizes = game.sizes();
        let size =
            sizes.map(|sizes| setup.size.unwrap_or(sizes.default).clamp(sizes.min, sizes.max));
        let clock = setup.clock.filter(|clock| clock.is_like(GameFacts::of(game).clocks[0]));
        let seats = names.iter().map(|name| SeatPicker::new(game, &players, name)).collect();
        let (names, naming) = Default::default();
        let setup = Setup { game, players, seats, size, clock, seed, programs, names, naming };
        Self { setup, form: Form::new(game.seat_names()[0]), last_setups }
    }

    pub fn with_names(mut self, names: [String; MAX_PEOPLE], naming: Naming) -> Self {
        (self.setup.names, self.setup.naming) = (names, naming);
        self
    }

    /// Removes the players that are programs, for guests.
    pub fn without_programs(mut self) -> Self {
        let Setup { game, players, seats, .. } = &mut self.setup;
        players.kinds.retain(|kind| !kind.arg.is_program());
        for picker in seats {
            *picker = SeatPicker::new(*game, players, &picker.player);
        }
        self
    }

    /// Asks for the value of the selected row; `typed` is its beginning.
    fn edit(&mut self, typed: &str) -> Transition {
        self.ask_text(typed).unwrap_or_else(|| {
            let why = "choose a player, the size, the clock or the seed first";
            Transition::Notify(why.to_owned())
        })
    }

    fn is_at_seat(&self) -> bool {
        self.setup.game.seat_names().iter().any(|name| self.form.is_selected(name))
    }

    fn start(&mut self, context: &Context) -> Transition {
        let Setup { game, seats, size, clock, seed, .. } = &mut self.setup;
        if let Some(seat) = seats.iter().position(|picker| picker.player.is_empty()) {
            self.form.select(game.seat_names()[seat]);
            return self.edit("");
        }
        let players = seats.iter().map(|picker| picker.player.clone()).collect();
        let setup = LastSetup { players, size: *size, clock: *clock, ..LastSetup::default() };
        match start_game(*game, setup, *seed, &self.last_setups, context) {
            Ok(table) => {
                *seed = random::fresh_seed();
                Transition::Open(table)
            }
            Err(error) => Transition::Alert(error),
        }
    }
}

impl FormPage for AdvancedSetupScreen {
    type Choices = Setup;
    type Command = Command;

    const ENTER: Binding<FormCommand> =
        Binding::new("choose", FormCommand::Enter, &[Key::plain(KeyCode::Enter)], "start the game")
            .footer("Enter", "start");

    const KEYS: &'static [Binding<Command>] = &[
        Binding::new(
            "type",
            Command::Edit,
            &[Key::char(' ')],
            "type a player, the size, the clock or the seed",
        )
        .footer("Space", "type it"),
        Binding::new("leave", Command::Leave, &[Key::plain(KeyCode::Esc)], "back without starting")
            .footer("Esc", "back"),
    ];

    fn form(&mut self) -> (Vec<Row<Setup>>, &mut Form, &mut Setup) {
        (self.setup.rows(), &mut self.form, &mut self.setup)
    }

    fn press(&mut self, row: &'static str, context: &Context) -> Transition {
        if row == START {
            return self.start(context);
        }
        self.ask_text("").unwrap_or(Transition::Redraw)
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Edit if self.form.is_selected(START) => self.start(context),
            Command::Edit => self.edit(""),
            Command::Leave => Transition::Close,
        }
    }
}

impl Screen for AdvancedSetupScreen {
    fn on_key(&mut self, key: Key, _: &Context) -> Transition {
        match key.code {
            // A digit begins a number for the selected row.
            KeyCode::Char(digit)
                if key.is_text() && digit.is_ascii_digit() && !self.is_at_seat() =>
            {
                self.edit(digit.encode_utf8(&mut [0; 4]))
            }
            _ => Transition::None,
        }
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(GameFacts::of(self.setup.game).rules)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let title = format!("{}: advanced setup", GameFacts::of(self.setup.game).title);
        let (rows, frame) = (self.setup.rows(), Frame::new(area));
        let text = &self.form.row(&rows).help;
        let page = Page { rows: &rows, text, text_height: 3 };
        frame.draw_title(&title, buffer, look, areas);
        page.draw(frame.content, &mut self.form.view(buffer, look, areas));
    }
}
