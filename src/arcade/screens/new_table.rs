//! The page that opens a shared table: its game, its seats, and who can find it.

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use crate::{
    app::{
        lobby::{JoinAs, explain},
        new_table::{GAME, OPEN, TableChoices},
    },
    arcade::{
        form_page::FormPage,
        screen::{Screen, ScreenContext, Transition},
        screens::lobby::table_screen::cannot_open,
        table::open_shared_table,
    },
    database::shared_tables::{Link, OpeningTable, choose_location},
    games::GameFacts,
    widgets::{
        Binding, ClickAreas, Key, Look,
        form::{self, Form, FormCommand, FormView, Page, Row, RowId},
        page::Frame,
    },
};
use fourcade_engine::play::random;

const FORM_WIDTH: u16 = 60;
const OPEN_LABEL: &str = "Open the table";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave;

pub struct NewTableScreen {
    link: Link,
    choices: TableChoices,
    form: Form,
    opening: Option<OpeningTable>,
}

pub fn open(link: Link, choices: TableChoices) -> Box<dyn Screen> {
    Box::new(NewTableScreen { link, choices, form: Form::new(GAME), opening: None })
}

impl NewTableScreen {
    fn open_table(&mut self) -> Transition {
        if self.opening.is_some() {
            return Transition::None;
        }
        let game = self.choices.to_shared_game(random::fresh_seed());
        match game.to_table(self.link.client()) {
            Ok(table) => {
                self.opening = Some(OpeningTable::start(&self.link, table));
                Transition::Redraw
            }
            Err(error) => Transition::Alert(error),
        }
    }
}

impl FormPage for NewTableScreen {
    type Choices = TableChoices;
    type Command = Leave;

    const ENTER: Binding<FormCommand> = form::enter("open the table and go there", "open");

    const KEYS: &'static [Binding<Leave>] =
        &[Binding::new("leave", Leave, &[Key::plain(KeyCode::Esc)], "back to the lobby")
            .footer("Esc", "back")];

    fn form(&mut self) -> (Vec<Row<TableChoices>>, &mut Form, &mut TableChoices) {
        (self.choices.rows(OPEN_LABEL), &mut self.form, &mut self.choices)
    }

    fn press(&mut self, row: RowId, _: &ScreenContext) -> Transition {
        match row {
            OPEN => self.open_table(),
            _ => self.ask_text("").unwrap_or(Transition::Redraw),
        }
    }

    fn run(&mut self, _: Leave, _: &ScreenContext) -> Transition {
        Transition::Close
    }
}

impl Screen for NewTableScreen {
    fn on_wake(&mut self, context: &ScreenContext) -> Transition {
        let Some(answer) = self.opening.as_mut().and_then(OpeningTable::take) else {
            return Transition::None;
        };
        self.opening = None;
        let location = choose_location(context.home.database.as_deref(), &context.home.settings);
        match (answer, location) {
            (Ok(table), _) => {
                match open_shared_table(&table, &self.link, JoinAs::Player, context) {
                    Ok(screen) => Transition::Replace(screen),
                    Err(error) => Transition::Replace(cannot_open(&table.code, &error)),
                }
            }
            (Err(error), Some(location)) => Transition::Alert(explain(&error, &location)),
            (Err(error), None) => Transition::Alert(error.to_string()),
        }
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(GameFacts::of(self.choices.game()).rules)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let label = match self.opening {
            Some(_) => format!("Opening{}", look.glyphs.activity_dots),
            None => OPEN_LABEL.to_owned(),
        };
        let (rows, text) = (self.choices.rows(&label), self.choices.describe());
        let frame = Frame::new(area);
        let width = FORM_WIDTH.min(frame.content.width);
        let text_height = if width < FORM_WIDTH { 3 } else { 2 };
        let page = Page::new(&rows, &text, text_height);
        let frame = frame.centred_for(page.height(Size { width, ..frame.content.as_size() }));
        frame.draw_title("New table", buffer, look, areas);
        page.draw(
            Rect { width, ..frame.content },
            &mut FormView::new(&self.form, buffer, look, areas),
        );
    }
}
