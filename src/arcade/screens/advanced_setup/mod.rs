//! The advanced setup of a game: the players, the board size and the seed.

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use crate::{
    app::{game_rows::size_row, new_game::SeatPicker},
    arcade::{
        form_page::FormPage,
        screen::{Context, Screen, Transition},
        start_game::start_game,
    },
    games::{GameFacts, capitalized, computer_name, players_of_kind},
    settings::{
        consent::Programs,
        last_setups::{LastSetup, LastSetups},
    },
    widgets::{
        Binding, ClickAreas, Key, Look, drawing,
        form::{Form, FormCommand, Row},
        glyphs::unbroken,
        keys::key_name,
        page::{Frame, TEXT_WIDTH},
    },
};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, PlayerArg, PlayerList, TimeControl, random},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Increase (true) or decrease (false) the player's number, the board size or the seed.
    ChangeNumber(bool),
    Edit,
    Choose,
    NameProgram,
    Leave,
}

const START: &str = "Start";

/// What the rows of the page change.
pub struct Setup {
    game: GameKind,
    players: PlayerList,
    seats: Vec<SeatPicker>,
    /// The board size, in games with several sizes.
    size: Option<u16>,
    clock: Option<TimeControl>,
    seed: u64,
    programs: Programs,
}

impl Setup {
    fn rows(&self, form: &Form) -> Vec<Row<Self>> {
        let mut rows: Vec<_> =
            (0..self.seats.len()).map(|seat| self.seat_row(seat, form)).collect();
        let sizes = self.game.sizes();
        rows.extend([
            size_row("Size", self.game, self.size, |setup: &mut Self| &mut setup.size).typed(
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
                .stepped(|setup: &mut Self, up| {
                    let seed = setup.seed;
                    setup.seed = if up { seed.saturating_add(1) } else { seed.saturating_sub(1) };
                })
                .typed("The seed", self.seed.to_string(), |setup: &mut Self, text| {
                    let seed = text.trim().parse();
                    setup.seed = seed.map_err(|_| "The seed must be a whole number.".to_owned())?;
                    Ok(())
                }),
            Row::button(START, START),
        ]);
        rows.into_iter().filter(Row::is_shown).collect()
    }

    /// Which players begin a group: the computers, and among them the programs.
    fn player_groups(&self) -> Vec<usize> {
        let program = SeatPicker::program_row(&self.players);
        std::iter::once(1).chain(program).collect()
    }

    /// The clock of the people; the last value is one that was typed.
    fn clock_row(&self) -> Row<Self> {
        let facts = GameFacts::of(self.game);
        let shown = self.clock.map_or_else(|| "none".to_owned(), |clock| clock.to_string());
        let text = self.clock.map(|clock| clock.to_string()).unwrap_or_default();
        let help = match facts.clocks[0] {
            TimeControl::Game { .. } => {
                "Minutes for each person's whole game + seconds for each move. \
                 Who runs out of time loses."
            }
            TimeControl::Choice(_) => {
                "Seconds for each choice of a person. When they are over, a computer chooses."
            }
        };
        Row::value("Clock", shown)
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

    /// The players for a seat. The one under the cursor is described, changed and typed.
    fn seat_row(&self, seat: usize, form: &Form) -> Row<Self> {
        let (label, picker) = (self.game.seat_names()[seat], &self.seats[seat]);
        let name = |row| match picker.name_in_row(&self.players, row) {
            // A program that is not named yet.
            player if self.players.is_program(&player) && !player.contains(':') => {
                capitalized(&player)
            }
            player => computer_name(self.game.key(), &player),
        };
        let names = (1..=self.players.kinds.len()).map(name);
        let names = std::iter::once("Person".to_owned()).chain(names).collect();
        let row = Row::column(label, names, picker.row);
        let cursor = form.cursor(label, picker.row);
        let description = picker.description(self.game, &self.players, cursor);
        let Some(arg) = SeatPicker::arg_kind(&self.players, cursor) else {
            return row.help(description);
        };
        let text = &picker.args[cursor];
        let row = if arg.is_program() && text.is_empty() {
            let key = key_name(AdvancedSetup::KEYS, &Command::Choose);
            row.help(format!("Press {key} to name it. {description}"))
        } else if let PlayerArg::Number { range, .. } = arg {
            let what =
                if self.players.kinds[cursor - 1].name == "level" { "level" } else { "number" };
            let [up, down] =
                [true, false].map(|up| key_name(AdvancedSetup::KEYS, &Command::ChangeNumber(up)));
            let (low, high) = (range.start(), range.end());
            let (keys, now) = (unbroken(&format!("{up} and {down}")), &picker.args[cursor]);
            row.help(format!(
                "{description} {keys} set the {what}, {low} to {high}; this is {now}."
            ))
        } else {
            row.help(description)
        };
        let title = match arg {
            PlayerArg::None => return row,
            PlayerArg::Number { range, .. } => {
                format!("A number from {} to {}", range.start(), range.end())
            }
            PlayerArg::Word(words) => format!("Nothing, or {}", words.join(" or ")),
            PlayerArg::Path => "The program's file".to_owned(),
            PlayerArg::Command => "The program's file or command".to_owned(),
        };
        let row = row.typed(title, text, move |setup: &mut Self, text| {
            let Setup { game, players, programs, .. } = setup;
            setup.seats[seat].type_arg(*game, players, cursor, text.trim(), programs)
        });
        if !matches!(arg, PlayerArg::Number { .. } | PlayerArg::Word(_)) {
            return row;
        }
        row.stepped(move |setup: &mut Self, up| {
            setup.seats[seat].change_arg(&setup.players, cursor, up);
        })
    }
}

pub struct AdvancedSetup {
    setup: Setup,
    form: Form,
    last_setups: LastSetups,
}

impl AdvancedSetup {
    /// Creates the advanced setup with these choices, as far as they are possible. A game that is
    /// started is remembered in `last_setups`.
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
        let setup = Setup { game, players, seats, size, clock, seed, programs };
        Self { setup, form: Form::new(game.seat_names()[0]), last_setups }
    }

    /// Removes the players that are programs, for guests.
    pub fn without_programs(mut self) -> Self {
        let Setup { game, players, seats, .. } = &mut self.setup;
        let names: Vec<_> = seats.iter().map(|picker| picker.name(players)).collect();
        players.kinds.retain(|kind| !kind.arg.is_program());
        *seats = names.iter().map(|name| SeatPicker::new(*game, players, name)).collect();
        self
    }

    /// The selected seat and its row under the cursor.
    fn cursor(&self) -> Option<(usize, usize)> {
        let names = self.setup.game.seat_names();
        let seat = names.iter().position(|name| self.form.is_selected(name))?;
        Some((seat, self.form.cursor(names[seat], self.setup.seats[seat].row)))
    }

    /// Explains all players that the selected seat can have, or only the one under the cursor if
    /// that takes too many lines. Elsewhere, the first seat's are explained.
    fn explanations(&self, width: u16, height: u16, look: &Look) -> Vec<(String, Style)> {
        let rows = self.setup.rows(&self.form);
        let (seat, cursor) = self.cursor().map_or((0, None), |(seat, row)| (seat, Some(row)));
        let Setup { game, players, seats, .. } = &self.setup;
        let indent = " ".repeat(NAME_WIDTH.into());
        let mut explained = Vec::new();
        for (row, name) in rows[seat].values.iter().enumerate() {
            let is_here = cursor == Some(row);
            let text = if is_here {
                rows[seat].help.clone()
            } else {
                seats[seat].description(*game, players, row)
            };
            let style = if is_here { look.text() } else { look.dim() };
            let name = drawing::truncate(name, NAME_WIDTH - 2, look);
            let wrapped = drawing::wrap(&text, width.saturating_sub(NAME_WIDTH));
            let line = |(at, line): (usize, String)| {
                let name = if at == 0 { name.as_str() } else { &indent };
                (format!("{}{line}", drawing::pad(name, NAME_WIDTH)), style)
            };
            explained.push(wrapped.into_iter().enumerate().map(line).collect::<Vec<_>>());
        }
        // Where there is room, an empty line stands between two players.
        let spaced = explained.join(&(String::new(), look.text()));
        let lines = if clamped(spaced.len()) <= height { spaced } else { explained.concat() };
        if clamped(lines.len()) <= height {
            return lines;
        }
        let help = drawing::wrap(&self.form.row(&rows).help, width);
        help.into_iter().map(|line| (line, look.dim())).collect()
    }

    fn change_number(&mut self, up: bool) -> Transition {
        let rows = self.setup.rows(&self.form);
        let row = self.form.row(&rows);
        if !row.has_steps() {
            return self.refuse_number();
        }
        row.turn(up, &mut self.setup);
        Transition::Redraw
    }

    fn refuse_number(&self) -> Transition {
        let why = match self.cursor() {
            Some(_) => "this player takes no number",
            None => "choose a player, the size, the clock or the seed first",
        };
        Transition::Notify(why.to_owned())
    }

    /// Chooses the player under the cursor; a program is named first. Elsewhere the value of the
    /// field is typed.
    fn choose(&mut self) -> Transition {
        let cursor = self.cursor();
        let Setup { players, seats, .. } = &mut self.setup;
        if cursor.is_some_and(|(seat, row)| seats[seat].choose(players, row)) {
            return Transition::Redraw;
        }
        self.edit("")
    }

    fn name_program(&mut self) -> Transition {
        match (self.cursor(), SeatPicker::program_row(&self.setup.players)) {
            (Some(_), Some(row)) => {
                self.form.set_cursor(row);
                self.edit("")
            }
            (Some(_), None) => Transition::Notify("No programs play this game.".to_owned()),
            (None, _) => Transition::Notify("Select a seat first.".to_owned()),
        }
    }

    /// Asks for the value of the selected row, of which this was already typed.
    fn edit(&mut self, begun: &str) -> Transition {
        self.ask_text(begun).unwrap_or_else(|| self.refuse_number())
    }

    fn start(&mut self, context: &Context) -> Transition {
        let Setup { game, players, seats, size, clock, seed, .. } = &mut self.setup;
        let names: Vec<String> = seats.iter().map(|picker| picker.name(players)).collect();
        for (seat, name) in names.iter().enumerate().filter(|(_, name)| *name != HUMAN) {
            if let Err(error) = players.parse(name) {
                self.form.select(game.seat_names()[seat]);
                return Transition::Alert(error.to_string());
            }
        }
        let setup =
            LastSetup { players: names, size: *size, clock: *clock, ..LastSetup::default() };
        match start_game(*game, setup, *seed, &self.last_setups, context) {
            Ok(table) => {
                *seed = random::fresh_seed();
                Transition::Open(table)
            }
            Err(error) => Transition::Alert(error),
        }
    }
}

impl FormPage for AdvancedSetup {
    type Choices = Setup;
    type Command = Command;

    const ENTER: Binding<FormCommand> = Binding::new(
        FormCommand::Enter,
        &[Key::plain(KeyCode::Enter)],
        "start the game, or choose another player under the cursor",
    )
    .footer("Enter", "start");

    const KEYS: &'static [Binding<Command>] = &[
        Binding::new(Command::Choose, &[Key::char(' ')], "choose the player under the cursor"),
        Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back without starting")
            .footer("Esc", "back"),
        Binding::new(
            Command::ChangeNumber(true),
            &[Key::char('+'), Key::char('=')],
            "a higher number",
        )
        .footer("+ -", "number"),
        Binding::new(Command::ChangeNumber(false), &[Key::char('-')], "a lower number"),
        Binding::new(Command::NameProgram, &[], "name a program for the seat").needs_host(),
        Binding::new(Command::Edit, &[], "type the number, size or seed").footer("0-9", "type it"),
    ];

    fn form(&mut self) -> (Vec<Row<Setup>>, &mut Form, &mut Setup) {
        (self.setup.rows(&self.form), &mut self.form, &mut self.setup)
    }

    fn enter_label(&self) -> Option<&'static str> {
        self.form.unchosen(&self.setup.rows(&self.form)).map(|_| "pick")
    }

    fn follow(&mut self, _: &'static str, _: &Context) -> Transition {
        if self.cursor().is_some() { self.choose() } else { Transition::Redraw }
    }

    fn press(&mut self, row: &'static str, context: &Context) -> Transition {
        if row == START {
            return self.start(context);
        }
        self.ask_text("").unwrap_or_else(|| self.follow(row, context))
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::ChangeNumber(up) => self.change_number(up),
            Command::Edit => self.edit(""),
            Command::Choose if self.form.is_selected(START) => self.start(context),
            Command::Choose => self.choose(),
            Command::NameProgram => self.name_program(),
            Command::Leave => Transition::Close,
        }
    }
}

impl Screen for AdvancedSetup {
    fn on_key(&mut self, key: Key, _: &Context) -> Transition {
        match key.code {
            // Whoever just types a number means the selected one.
            KeyCode::Char(digit) if key.is_text() && digit.is_ascii_digit() => {
                self.edit(digit.encode_utf8(&mut [0; 4]))
            }
            _ => Transition::None,
        }
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(GameFacts::of(self.setup.game).rules)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let (rows, seats) = (self.setup.rows(&self.form), self.setup.seats.len());
        let (columns, fields) = rows.split_at(seats);
        let (seats, players) = (clamped(seats), clamped(self.setup.players.kinds.len() + 1));
        let frame = Frame::new(area);
        let room = frame.content;
        // Where there is room, the groups of players have empty lines between them.
        let groups = self.setup.player_groups();
        let has_groups = room.height >= players + clamped(groups.len()) + 5 + clamped(fields.len());
        let groups = if has_groups { &groups[..] } else { &[] };
        let players = players + clamped(groups.len());
        let width =
            (seats * if seats > 2 { COLUMN_WIDTHS[0] } else { COLUMN_WIDTHS[1] }).min(room.width);
        let beside =
            Some(room.width.saturating_sub(width + GAP)).filter(|&rest| rest >= HELP_WIDTH);
        let help_width = beside.map_or(0, |rest| rest.min(TEXT_WIDTH));
        let beside = beside.map(|_| self.explanations(help_width, room.height, look));
        let help = drawing::wrap(&self.form.row(&rows).help, room.width.min(TEXT_WIDTH));
        let is_roomy = room.height >= players + 10;
        // In a low window the fields below the columns share a line.
        let is_low = room.height < players + 5;
        let gap = u16::from(is_roomy || has_groups);
        let help_height = match &beside {
            Some(_) => 0,
            None if is_roomy || has_groups => 2 + gap,
            None => u16::from(room.height > players + 4),
        };
        let above_fields = players + 1 + gap + help_height;
        // A free row above the button, if there is one.
        let below = u16::from(above_fields + clamped(fields.len()) < room.height);
        let title = format!("{}: advanced setup", GameFacts::of(self.setup.game).title);
        // In the lowest windows, what the selection means stands behind a shorter title.
        if is_low && help_height == 0 && beside.is_none() {
            frame.draw_title_with("Advanced", &help.join(" "), buffer, look, areas);
        } else {
            frame.draw_title(&title, buffer, look, areas);
        }
        let body = frame.content;
        let line = |y: u16| Rect { y, height: u16::from(y < body.bottom()), ..body };
        let mut y = body.y + players + 1 + gap;
        let (lines, place) = match beside {
            Some(lines) => {
                let x = (body.x + width + GAP).min(body.right());
                (lines, Rect { x, width: body.right() - x, ..body })
            }
            None => {
                let height = help_height.saturating_sub(gap);
                let lines = if height == 1 { vec![help.join(" ")] } else { help };
                let place = Rect { y, height, ..body }.intersection(body);
                (lines.into_iter().map(|line| (line, look.dim())).collect(), place)
            }
        };
        for ((text, style), row) in lines.into_iter().zip(place.rows()) {
            drawing::draw_text(buffer, row, &text, style, look);
        }
        y += help_height;
        let height = (players + 1).min(body.height);
        let columns_area = Rect { width: width.min(body.width), height, ..body };
        let mut view = self.form.view(buffer, look, areas);
        let width = columns_area.width / seats.max(1);
        // In narrow columns, the place of the pointer is the space between them.
        let between = if width < NARROW { 0 } else { 2 };
        let lefts = (columns_area.x..).step_by(width.max(1).into());
        for ((seat, row), x) in columns.iter().enumerate().zip(lefts) {
            let column = Rect { x, width: width.saturating_sub(between), ..columns_area };
            view.draw_column(row, look.seat(seat), groups, column);
        }
        let mut x = body.x;
        // A line that fields share begins late enough to show the selected one.
        let selected = fields.iter().position(|row| self.form.is_selected(row.label));
        let fits = |first: &usize| {
            let shown = &fields[*first..=selected.unwrap_or(0)];
            let width = shown.iter().map(|row| drawing::text_width(&row.field_text()));
            width.sum::<u16>() <= body.width
        };
        let first = selected.filter(|_| is_low).and_then(|last| (0..=last).find(fits));
        for row in &fields[first.unwrap_or(0)..] {
            let place = Rect { x, width: body.right().saturating_sub(x), ..line(y) };
            if is_low {
                x = view.draw_field(row, place);
            } else {
                // Labels stand below the names of the seats, as the button's does.
                let inset = if row.label == START { 0 } else { 2 };
                let x = place.x + inset;
                let width = place.width.saturating_sub(inset);
                view.draw_below_columns(row, Rect { x, width, ..place });
                y += 1 + if row.label == "Seed" { below } else { 0 };
            }
        }
    }
}

/// The width of a seat's column where there are four, and where there are two.
const COLUMN_WIDTHS: [u16; 2] = [17, 22];
/// The columns between the seats and the explanations beside them, and the least width of those.
const GAP: u16 = 4;
const HELP_WIDTH: u16 = 36;
/// The width of the names before the explanations.
const NAME_WIDTH: u16 = 10;
/// Columns below this width have less space between them.
const NARROW: u16 = 13;

fn clamped(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}
