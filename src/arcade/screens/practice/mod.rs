//! The page of practice: the games with ratings, what is due, and the puzzles of the day.
//!
//! | file | contents |
//! |---|---|
//! | `round` | the screen of a round, or of a puzzle of the day |
//! | `attempt` | an attempt at one puzzle or drill of a round |
//! | `ending` | the summary at the end of a round |

mod attempt;
mod ending;
pub mod round;

use std::{sync::LazyLock, time::Instant};

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    app::practice::{self, RoundChoice, Summary, daily_text, share},
    arcade::{
        ScreenFactory,
        keys::with_games,
        screen::{Commands, OpeningJob, Screen, ScreenContext, Transition, take_opened},
        screens::thumbnails::{Thumbnail, thumbnail_area, thumbnail_of_observation},
    },
    database::{DailyDate, Store, StoreError},
    games::GameFacts,
    job::Job,
    practice::{mistakes, round::RUSH},
    widgets::{
        Binding, ClickAreas, Key, Look, Offer, drawing,
        keys::{Group, refuse},
        list::{self, draw_selection},
        page::Frame,
        paragraphs::{self, Styled},
    },
};
use fourcade_engine::{GameKind, play::CancelToken, with_game};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    First,
    Last,
    Previous,
    Next,
    Play,
    /// Begin a mixed round of this game.
    Open(GameKind),
    /// Begin the round of the selected game with this index.
    Begin(usize),
    Daily,
    Copy,
    Leave,
}

const KEYS_BEFORE_GAMES: [Binding<Command, PracticeScreen>; 7] = [
    Binding::new("up", Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "the round above")
        .footer("arrows", "choose"),
    Binding::new(
        "down",
        Command::Down,
        &[Key::plain(KeyCode::Down), Key::char('j')],
        "the round below",
    ),
    Binding::new("first", Command::First, &[Key::plain(KeyCode::Home)], "the first round"),
    Binding::new("last", Command::Last, &[Key::plain(KeyCode::End)], "the last round"),
    Binding::new(
        "left",
        Command::Previous,
        &[Key::plain(KeyCode::Left), Key::char('h')],
        "the previous game",
    ),
    Binding::new(
        "right",
        Command::Next,
        &[Key::plain(KeyCode::Right), Key::char('l')],
        "the next game",
    ),
    Binding::new(
        "choose",
        Command::Play,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "begin the selected round: ten positions or three minutes",
    )
    .footer("Enter", "begin")
    .group(Group::Game),
];

const KEYS_AFTER_GAMES: [Binding<Command, PracticeScreen>; 3] = [
    Binding::new(
        "puzzle-of-the-day",
        Command::Daily,
        &[Key::char('D')],
        "the puzzle of the day of the selected game, once a day",
    )
    .footer("D", "daily puzzle")
    .group(Group::Game)
    .refused(|page| {
        let is_answered =
            page.summaries.get(page.selected_game).is_some_and(|game| game.daily.is_some());
        refuse(is_answered, "you have answered it; the next one comes tomorrow (UTC)")
    }),
    Binding::new(
        "copy",
        Command::Copy,
        &[Key::char('y')],
        "copy a line about the puzzles of the day",
    )
    .footer("y", "copy")
    .refused(|page| {
        let has_answers = page.summaries.iter().any(|game| game.daily.is_some());
        refuse(!has_answers, "you have not answered a puzzle of the day")
    }),
    Binding::new("leave", Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the screen before")
        .footer("Esc", "back"),
];

pub static KEYS: LazyLock<Vec<Binding<Command, PracticeScreen>>> = LazyLock::new(|| {
    with_games(KEYS_BEFORE_GAMES, Some(Group::Game), Command::Open, KEYS_AFTER_GAMES)
});

/// A picture of one of its puzzles for each round of a game, if the round has any.
type Pictures = Vec<Option<Box<dyn Thumbnail>>>;
type Loaded = Result<Vec<(Summary, Pictures)>, StoreError>;

pub struct PracticeScreen {
    date: DailyDate,
    /// By game; empty until they have been read.
    summaries: Vec<Summary>,
    pictures: Vec<Pictures>,
    problem: Option<String>,
    selected_game: usize,
    selected_round: usize,
    /// The game and theme of a round that begins when the page is first shown.
    initial_round: Option<(GameKind, Option<&'static str>)>,
    /// Whether the round takes the place of this page, so that it leads back to the screen below.
    is_replaced: bool,
    loading: Option<Job<Loaded>>,
    opening: Option<OpeningJob>,
}

pub fn open(context: &ScreenContext) -> Box<dyn Screen> {
    page_factory(None, false)(context)
}

/// Opens the page. If `game` is given, a mixed round or a rush of it begins at once.
pub fn page_factory(game: Option<GameKind>, is_rush: bool) -> ScreenFactory {
    let initial_round = game.map(|game| (game, is_rush.then_some(RUSH)));
    Box::new(move |context| {
        let mut screen = PracticeScreen::new(initial_round);
        screen.on_show(context);
        Box::new(screen)
    })
}

pub fn open_mistakes(game: GameKind, context: &ScreenContext) -> Box<dyn Screen> {
    let round = Some((game, Some(mistakes::THEME)));
    let mut screen = PracticeScreen { is_replaced: true, ..PracticeScreen::new(round) };
    screen.on_show(context);
    Box::new(screen)
}

impl PracticeScreen {
    pub fn new(initial_round: Option<(GameKind, Option<&'static str>)>) -> Self {
        Self {
            date: DailyDate::today(),
            summaries: Vec::new(),
            pictures: Vec::new(),
            problem: None,
            selected_game: initial_round.map_or(0, |(kind, _)| kind as usize),
            selected_round: 0,
            initial_round,
            is_replaced: false,
            loading: None,
            opening: None,
        }
    }

    fn step(&mut self, rows: isize) -> Transition {
        self.select(list::step(self.selected_round, rows, self.rounds().len()))
    }

    fn select(&mut self, round: usize) -> Transition {
        self.selected_round = round;
        Transition::Redraw
    }

    fn step_game(&mut self, by: isize) -> Transition {
        let next = list::step(self.selected_game, by, GameKind::ALL.len());
        if next != self.selected_game {
            let theme = self.rounds().get(self.selected_round).and_then(|round| round.theme);
            self.selected_game = next;
            let same = self.rounds().iter().position(|round| round.theme == theme);
            self.selected_round = same.unwrap_or(0);
        }
        Transition::Redraw
    }

    fn rounds(&self) -> &[RoundChoice] {
        self.summaries.get(self.selected_game).map_or(&[], |summary| &summary.rounds)
    }

    fn begin(&mut self, round: usize, context: &ScreenContext) -> Transition {
        self.selected_round = round;
        let theme = self.rounds().get(round).and_then(|round| round.theme);
        match GameKind::ALL.get(self.selected_game) {
            Some(&kind) => self.begin_theme(kind, theme, context),
            None => Transition::None,
        }
    }

    fn begin_theme(
        &mut self,
        kind: GameKind,
        theme: Option<&'static str>,
        context: &ScreenContext,
    ) -> Transition {
        let store = context.store.clone();
        self.opening = Some(Job::start(
            &context.background,
            move |_, _| with_game!(kind, G => round::open_round::<G>(&store, theme)),
        ));
        Transition::Redraw
    }

    fn play_daily(&mut self, context: &ScreenContext) -> Transition {
        let Some(&kind) = GameKind::ALL.get(self.selected_game) else { return Transition::None };
        let date = DailyDate::today();
        self.opening = Some(Job::start(
            &context.background,
            move |_, _| with_game!(kind, G => round::open_daily::<G>(date)),
        ));
        Transition::Redraw
    }
}

/// Loads the summaries and pictures of all games, or of fewer if cancelled.
fn load_all(store: &Store, today: DailyDate, cancel: &CancelToken) -> Loaded {
    let load = |kind: GameKind| {
        with_game!(kind, G => {
            let (summary, puzzles) = practice::load::<G>(store, today)?;
            let picture = |round: &RoundChoice| {
                round.example.map(|index| thumbnail_of_observation::<G>(puzzles[index].observation()))
            };
            let pictures = summary.rounds.iter().map(picture).collect();
            Ok((summary, pictures))
        })
    };
    GameKind::ALL.into_iter().take_while(|_| !cancel.is_cancelled()).map(load).collect()
}

impl Commands for PracticeScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        Offer::all(&KEYS, self)
    }

    fn run(&mut self, command: Command, context: &ScreenContext) -> Transition {
        match command {
            Command::Up => self.step(-1),
            Command::Down => self.step(1),
            Command::First => self.select(0),
            Command::Last => self.select(self.rounds().len().saturating_sub(1)),
            Command::Previous => self.step_game(-1),
            Command::Next => self.step_game(1),
            Command::Play => self.begin(self.selected_round, context),
            Command::Open(game) => {
                self.selected_game = game as usize;
                self.begin(0, context)
            }
            Command::Begin(round) => self.begin(round, context),
            Command::Daily => self.play_daily(context),
            Command::Copy => Transition::copy(share(&self.summaries, self.date)),
            Command::Leave => Transition::Close,
        }
    }
}

impl Screen for PracticeScreen {
    fn on_show(&mut self, context: &ScreenContext) {
        self.date = DailyDate::today();
        if !context.store.is_available() {
            self.problem = Some("Nothing is kept, because there is no database.".to_owned());
        }
        let (store, date) = (context.store.clone(), self.date);
        self.loading =
            Some(Job::start(&context.background, move |cancel, _| load_all(&store, date, &cancel)));
        if let Some((kind, theme)) = self.initial_round.take() {
            self.begin_theme(kind, theme, context);
        }
    }

    fn on_wake(&mut self, context: &ScreenContext) -> Transition {
        let mut transition = Transition::None;
        if let Some(result) = self.loading.as_ref().and_then(Job::take_result) {
            self.loading = None;
            match result {
                Ok(games) => (self.summaries, self.pictures) = games.into_iter().unzip(),
                Err(error) => self.problem = Some(format!("The results can't be read: {error}")),
            }
            transition = Transition::Redraw;
        }
        match take_opened(&mut self.opening, context) {
            Some(Transition::Open(round)) if self.is_replaced => Transition::Replace(round),
            opened => opened.unwrap_or(transition),
        }
    }

    fn next_tick(&self) -> Option<Instant> {
        Some(Instant::now() + DailyDate::time_left())
    }

    fn on_tick(&mut self, context: &ScreenContext) -> Transition {
        if self.date != DailyDate::today() {
            self.on_show(context);
        }
        Transition::Redraw
    }

    fn on_wheel(&mut self, rows: isize) -> Transition {
        self.step(rows)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        draw_page(self, area, buffer, look, areas);
    }
}

const LABEL_WIDTH: u16 = 12;
const GAME_COLUMN_WIDTH: u16 = 16;
const LABELS: [&str; 4] = ["rating", "to repeat", "right today", "daily puzzle"];
const POINTER_WIDTH: u16 = 2;
const WIDTH_WITH_ALL_GAMES: u16 = LABEL_WIDTH + 4 * GAME_COLUMN_WIDTH;
const PICTURE_GAP: u16 = 4;
/// The width of a round's title with the pointer.
const TITLE_WIDTH: u16 = 24;

fn draw_page(
    screen: &PracticeScreen,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let frame = Frame::new(area);
    let room = frame.content;
    let width = room.width.min(WIDTH_WITH_ALL_GAMES);
    let has_all_games = width == WIDTH_WITH_ALL_GAMES;
    let games_height = if has_all_games { 1 + drawing::cells(LABELS.len()) } else { 1 };
    let rounds_height = drawing::cells(screen.rounds().len());
    let height_with = |texts: &[Styled]| games_height + rounds_height + drawing::cells(texts.len());
    let mut texts = wrapped_texts(screen, true, width, look);
    if height_with(&texts) > room.height {
        texts = wrapped_texts(screen, false, width, look);
    }
    // A gap above the rounds and, if there is room for both, one below them.
    let gaps = room.height.saturating_sub(height_with(&texts)).min(2);
    let height = height_with(&texts) + gaps;
    let beside = room.width.saturating_sub(width + PICTURE_GAP);
    let picture =
        thumbnail_area(Rect { width: beside, ..room }).filter(|it| it.height > height / 2);
    if let Some(picture) = picture {
        let place = Rect { x: room.x + width + PICTURE_GAP, ..picture };
        let pictures = screen.pictures.get(screen.selected_game);
        let seen = pictures.and_then(|all| all.get(screen.selected_round).or(all.first()));
        if let Some(seen) = seen.and_then(Option::as_ref) {
            seen.draw(place, buffer, look);
        }
    }
    let note = format!("{} (UTC)", screen.date.in_words());
    frame.draw_title_with("Practice", &note, buffer, look, areas);
    let mut rest = Rect { width, ..room };
    let games = take_rows(&mut rest, games_height);
    if has_all_games {
        draw_all_games(screen, games, buffer, look, areas);
    } else if !games.is_empty() {
        draw_selected_game(screen, games, buffer, look);
        areas.focus_on(games);
    }
    take_rows(&mut rest, gaps.min(1));
    let rounds = take_rows(&mut rest, rounds_height);
    for (index, (round, row)) in screen.rounds().iter().zip(rounds.rows()).enumerate() {
        draw_round(round, index == screen.selected_round, row, buffer, look, areas);
        areas.add(row, Command::Begin(index));
    }
    take_rows(&mut rest, gaps.saturating_sub(1));
    paragraphs::draw(&texts, rest, buffer, look);
}

fn take_rows(area: &mut Rect, count: u16) -> Rect {
    let rows = Rect { height: count.min(area.height), ..*area };
    *area = drawing::skip_rows(*area, count);
    rows
}

fn draw_all_games(
    screen: &PracticeScreen,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let rows: Vec<Rect> = area.rows().collect();
    let [heading, values @ ..] = &rows[..] else { return };
    for (label, row) in LABELS.into_iter().zip(values) {
        drawing::draw_text(buffer, *row, label, look.dim(), look);
    }
    let mut x = LABEL_WIDTH;
    for (index, kind) in GameKind::ALL.into_iter().enumerate() {
        let cell = |row: &Rect| {
            Rect { x: row.x + x + POINTER_WIDTH, width: GAME_COLUMN_WIDTH - 1, ..*row }
                .intersection(*row)
        };
        let is_selected = index == screen.selected_game;
        let style = if is_selected { look.accent() } else { look.strong() };
        if is_selected {
            let mark = Rect { x: heading.x + x, width: 1, ..*heading };
            drawing::draw_text(buffer, mark.intersection(*heading), look.glyphs.dot, style, look);
            // The rounds take the focus once they have been read.
            areas.focus_on(cell(heading));
        }
        drawing::draw_text(buffer, cell(heading), GameFacts::of(kind).title, style, look);
        let summary = screen.summaries.get(index);
        let cells = summary.map(|summary| cells_of(summary, look)).into_iter().flatten();
        for ((text, style), row) in cells.zip(values) {
            drawing::draw_text(buffer, cell(row), &text, style, look);
        }
        for row in &rows {
            areas.add(cell(row), Command::Open(kind));
        }
        x += GAME_COLUMN_WIDTH;
    }
}

fn draw_selected_game(screen: &PracticeScreen, row: Rect, buffer: &mut Buffer, look: &Look) {
    let Some(kind) = GameKind::ALL.get(screen.selected_game) else { return };
    let [_, _, left, right] = look.glyphs.more;
    let title = format!("{left} {} {right} ", GameFacts::of(*kind).title);
    drawing::draw_text(buffer, row, &title, look.accent(), look);
    let Some(summary) = screen.summaries.get(screen.selected_game) else { return };
    let rest = drawing::skip_columns(row, drawing::text_width(&title));
    let [(rating, _), (due, style), ..] = cells_of(summary, look);
    let texts = ["to repeat", "due"].map(|words| format!("{rating}, {due} {words}"));
    let text = drawing::fitting(&texts, rest.width);
    drawing::draw_text(buffer, rest, text, style, look);
}

fn draw_round(
    round: &RoundChoice,
    is_selected: bool,
    row: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let title = Rect { width: TITLE_WIDTH - 1, ..row }.intersection(row);
    let style = if is_selected { look.selected() } else { look.strong() };
    if is_selected {
        draw_selection(buffer, title, style, look, areas);
    }
    let (x, width) = (row.x + POINTER_WIDTH, TITLE_WIDTH - POINTER_WIDTH - 1);
    let name = Rect { x, width, ..row };
    drawing::draw_text(buffer, name.intersection(row), round.title, style, look);
    let note = Rect { x: row.x + TITLE_WIDTH, ..row }.intersection(row);
    drawing::draw_text(buffer, note, &round.note, look.text(), look);
}

/// The cells of a game's column below its name.
fn cells_of(summary: &Summary, look: &Look) -> [Styled; 4] {
    let (count, right) = (summary.answered_today, summary.right_today);
    let due = match summary.due {
        0 => ("0".to_owned(), look.dim()),
        due => (due.to_string(), look.accent()),
    };
    let today = match count {
        0 => ("0".to_owned(), look.dim()),
        _ => (format!("{right} of {count}"), look.text()),
    };
    let daily_style = if summary.daily.is_none() { look.dim() } else { look.text() };
    let rating = summary.rating.written(!look.glyphs.blocks);
    [(rating, look.text()), due, today, (daily_text(summary.daily), daily_style)]
}

/// The texts below the rounds, as lines. If `is_long`, they explain what a round is.
fn wrapped_texts(screen: &PracticeScreen, is_long: bool, width: u16, look: &Look) -> Vec<Styled> {
    let has_interval = screen.summaries.iter().any(|summary| summary.rating.has_interval());
    let mut introduction =
        "A round is ten positions or three minutes. Mistakes come back later.".to_owned();
    if has_interval {
        introduction += " The second number says how far your rating may be off; each answer \
                         makes it smaller.";
    }
    let mut texts = Vec::new();
    texts.extend(screen.problem.clone().map(|problem| (problem, look.alert())));
    let goal = screen.rounds().get(screen.selected_round).map(|round| round.goal);
    texts.extend(goal.map(|goal| (goal.to_owned(), look.text())));
    if is_long {
        texts.push((introduction, look.dim()));
    }
    paragraphs::wrapped(texts, width)
}
