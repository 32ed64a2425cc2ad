//! The page of practice: the games with ratings, mistakes that wait, and the puzzles of the day.
//!
//! | file | contents |
//! |---|---|
//! | `summary` | what the page says about each game |
//! | `positions` | the screen of a round, or of a puzzle of the day |
//! | `opening` | how such a screen is put together, in jobs |

mod opening;
pub mod positions;
mod summary;

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use crate::{
    arcade::{
        ScreenFactory,
        screen::{Commands, Context, Screen, Transition},
    },
    database::{DailyDate, StoreError},
    games::GameFacts,
    job::Job,
    widgets::{
        AnyCommand, Binding, ClickAreas, Key, Look, Offer, drawing,
        keys::{Group, refuse},
        list::draw_selection,
        page::Frame,
    },
};
use fourcade_engine::{GameKind, with_game};
use summary::{Summary, share};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    Play,
    Open(usize),
    Daily,
    Copy,
    Leave,
}

pub static KEYS: [Binding<Command, PracticeScreen>; 10] = [
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "the game above")
        .footer("arrows", "choose"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "the game below"),
    Binding::new(
        Command::Play,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "practise the selected game: ten positions or three minutes",
    )
    .footer("Enter", "practise")
    .group(Group::Game),
    Binding::new(Command::Open(0), &[Key::char('1')], title(0)).group(Group::Game),
    Binding::new(Command::Open(1), &[Key::char('2')], title(1)).group(Group::Game),
    Binding::new(Command::Open(2), &[Key::char('3')], title(2)).group(Group::Game),
    Binding::new(Command::Open(3), &[Key::char('4')], title(3)).group(Group::Game),
    Binding::new(
        Command::Daily,
        &[Key::char('D')],
        "the puzzle of the day of the selected game, once a day",
    )
    .footer("D", "puzzle of the day")
    .group(Group::Game)
    .refused(|page| {
        let is_answered =
            page.summaries.get(page.selected).is_some_and(|game| game.daily.is_some());
        refuse(is_answered, "you have answered it; the next one comes tomorrow (UTC)")
    }),
    Binding::new(Command::Copy, &[Key::char('y')], "copy a line about the puzzles of the day")
        .footer("y", "copy")
        .refused(|page| {
            let has_answers = page.summaries.iter().any(|game| game.daily.is_some());
            refuse(!has_answers, "you have not answered a puzzle of the day")
        }),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the screen before")
        .footer("Esc", "back"),
];

const fn title(game: usize) -> &'static str {
    GameFacts::of(GameKind::ALL[game]).title
}

pub struct PracticeScreen {
    date: DailyDate,
    /// By game; empty until they have been read.
    summaries: Vec<Summary>,
    problem: Option<String>,
    selected: usize,
    /// The game whose round begins when the page is shown first.
    first: Option<GameKind>,
    copied: Option<String>,
    loading: Option<Job<Result<Vec<Summary>, StoreError>>>,
    opening: Option<Job<Result<ScreenFactory, String>>>,
}

pub fn open(context: &Context) -> Box<dyn Screen> {
    at_page(None)(context)
}

/// Returns a factory for the page. It then begins a round of `game`.
pub fn at_page(game: Option<GameKind>) -> ScreenFactory {
    Box::new(move |context| {
        let mut screen = PracticeScreen::new(game);
        screen.on_show(context);
        Box::new(screen)
    })
}

impl PracticeScreen {
    pub fn new(first: Option<GameKind>) -> Self {
        let selected = GameKind::ALL.iter().position(|kind| Some(*kind) == first).unwrap_or(0);
        Self {
            date: DailyDate::today(),
            summaries: Vec::new(),
            problem: None,
            selected,
            first,
            copied: None,
            loading: None,
            opening: None,
        }
    }

    fn step(&mut self, down: bool) -> Transition {
        let next = if down { self.selected + 1 } else { self.selected.saturating_sub(1) };
        self.selected = next.min(GameKind::ALL.len() - 1);
        Transition::Redraw
    }

    fn play(&mut self, index: usize, context: &Context) -> Transition {
        let Some(&kind) = GameKind::ALL.get(index) else { return Transition::None };
        self.selected = index;
        self.opening = Some(if context.store.is_available() {
            context
                .store
                .ask(move |database| with_game!(kind, G => opening::round::<G>(Some(database))))
        } else {
            Job::start(context.waker, move |_, _| with_game!(kind, G => opening::round::<G>(None)))
        });
        Transition::Redraw
    }

    fn play_daily(&mut self, context: &Context) -> Transition {
        let Some(&kind) = GameKind::ALL.get(self.selected) else { return Transition::None };
        let date = self.date;
        self.opening = Some(Job::start(
            context.waker,
            move |_, _| with_game!(kind, G => opening::daily::<G>(date)),
        ));
        Transition::Redraw
    }
}

impl Commands for PracticeScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        Offer::all(&KEYS, self)
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Up => self.step(false),
            Command::Down => self.step(true),
            Command::Play => self.play(self.selected, context),
            Command::Open(index) => self.play(index, context),
            Command::Daily => self.play_daily(context),
            Command::Copy => {
                let text = share(&self.summaries, self.date);
                self.copied = Some(text.clone());
                Transition::Copy(text)
            }
            Command::Leave => Transition::Close,
        }
    }
}

impl Screen for PracticeScreen {
    fn on_show(&mut self, context: &Context) {
        self.date = DailyDate::today();
        self.copied = None;
        if context.store.is_available() {
            let date = self.date;
            self.loading =
                Some(context.store.ask(move |database| summary::load_all(database, date)));
        } else {
            self.problem = Some("Nothing is kept, because there is no database.".to_owned());
        }
        if let Some(kind) = self.first.take() {
            let index = GameKind::ALL.iter().position(|other| *other == kind).unwrap_or(0);
            self.play(index, context);
        }
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        let mut transition = Transition::None;
        if let Some(result) = self.loading.as_ref().and_then(Job::answer) {
            self.loading = None;
            match result {
                Ok(summaries) => self.summaries = summaries,
                Err(error) => self.problem = Some(format!("The results can't be read: {error}")),
            }
            transition = Transition::Redraw;
        }
        if let Some(result) = self.opening.as_ref().and_then(Job::take) {
            self.opening = None;
            transition = match result.and_then(|factory| factory) {
                Ok(factory) => Transition::Open(factory(context)),
                Err(error) => Transition::Alert(error),
            };
        }
        transition
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.step(down)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        draw_page(self, area, buffer, look, areas);
    }
}

/// The headings of the columns and their widths.
const COLUMNS: [(&str, u16); 5] =
    [("", 16), ("rating", 14), ("mistakes", 11), ("today", 14), ("puzzle of the day", 19)];
const MAX_WIDTH: u16 = 84;

fn draw_page(
    screen: &PracticeScreen,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let frame = Frame::new(area);
    let page = Rect { width: frame.content.width.min(MAX_WIDTH), ..frame.content };
    frame.draw_title_with("Practice", "puzzles and your own mistakes", buffer, look);
    let texts = texts(screen, page.width, look);
    let rows = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    let games = rows(GameKind::ALL.len());
    let gap = u16::from(page.height > 2 * games + rows(texts.len()) + 2);
    let mut y = page.y;
    let head = COLUMNS.map(|(heading, _)| (heading.to_owned(), look.dim()));
    draw_cells(&head, Rect { y, height: 1, ..page }.intersection(page), buffer, look);
    y += 1 + gap;
    for (index, kind) in GameKind::ALL.into_iter().enumerate() {
        let row = Rect { y, height: 1, ..page }.intersection(page);
        let is_selected = index == screen.selected;
        let style = if is_selected { look.selected() } else { look.strong() };
        if is_selected && !row.is_empty() {
            let name = Rect { width: (COLUMNS[0].1 - 1).min(row.width), ..row };
            draw_selection(buffer, name, style, look);
        }
        let mut cells = vec![(GameFacts::of(kind).title.to_owned(), style)];
        if let Some(summary) = screen.summaries.get(index) {
            cells.extend(summary.cells(look));
        }
        draw_cells(&cells, row, buffer, look);
        areas.add(row, AnyCommand::new(Command::Open(index)));
        y += 1 + gap;
    }
    y += 1 - gap;
    for (text, style) in texts {
        let row = Rect { y, height: 1, ..page }.intersection(page);
        drawing::draw_text(buffer, row, &text, style, look);
        y += 1;
    }
}

/// Draws the columns for which there is room.
fn draw_cells(cells: &[(String, Style)], row: Rect, buffer: &mut Buffer, look: &Look) {
    let mut x = 0;
    for (index, ((text, style), (_, width))) in cells.iter().zip(COLUMNS).enumerate() {
        if x + width > row.width + 1 || row.is_empty() {
            break;
        }
        // The pointer to the selected game has the first two columns.
        let inset = if index == 0 { 2 } else { 0 };
        let cell = Rect { x: row.x + x + inset, width: width - 1 - inset, ..row };
        drawing::draw_text(buffer, cell, text, *style, look);
        x += width;
    }
}

/// What is said below the games, wrapped to this width.
fn texts(screen: &PracticeScreen, width: u16, look: &Look) -> Vec<(String, Style)> {
    let introduction = "A round is ten positions or three minutes: your mistakes first, then puzzles \
                        that suit you. What was wrong returns.";
    let mut texts = vec![(introduction.to_owned(), look.dim())];
    texts.extend(screen.problem.clone().map(|problem| (problem, look.alert())));
    if let Some(copied) = &screen.copied {
        texts.push(("Copied (or copy it from here):".to_owned(), look.dim()));
        texts.push((copied.clone(), look.text()));
    }
    let wrap = |(text, style): (String, Style)| {
        drawing::wrap(&text, width).into_iter().map(move |line| (line, style))
    };
    texts.into_iter().flat_map(wrap).collect()
}
