//! The dialog that asks for consent to start a program named by a file.

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    text::{Line, Text},
    widgets::{Paragraph, Widget, Wrap},
};

use super::screen::{Commands, Screen, ScreenContext, Transition};
use crate::{
    settings::consent::ProgramRequest,
    widgets::{
        AnyCommand, Binding, ClickAreas, Key, Look, Offer,
        drawing::{self, Button, Buttons},
        keys::{Refusal, refuse},
        list::draw_scroll_marks,
    },
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Allow,
    Refuse,
    Up,
    Down,
}

/// Enter and Space don't allow the program, because people press them to continue.
pub static KEYS: [Binding<Command, ProgramQuestion>; 4] = [
    Binding::new("allow", Command::Allow, &[Key::char('y')], "start the program")
        .footer("y", "start it")
        .refused(|question| refuse(!question.is_read, "scroll to the end of the command first")),
    Binding::new(
        "refuse",
        Command::Refuse,
        &[Key::char('n'), Key::plain(KeyCode::Esc)],
        "don't start the program",
    )
    .footer("n", "don't"),
    Binding::new("up", Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "up")
        .refused(ProgramQuestion::scroll_refusal),
    Binding::new("down", Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "down")
        .refused(ProgramQuestion::scroll_refusal),
];

const MAX_WIDTH: u16 = 72;

pub struct ProgramQuestion {
    seat: &'static str,
    request: ProgramRequest,
    /// The commands of the screen below if the program is allowed, and if it is refused.
    answers: [AnyCommand; 2],
    scroll: u16,
    max_scroll: u16,
    /// Whether the last row has been visible; the program can't be allowed earlier.
    is_read: bool,
}

impl ProgramQuestion {
    pub fn new(seat: &'static str, request: ProgramRequest, answers: [AnyCommand; 2]) -> Self {
        Self { seat, request, answers, scroll: 0, max_scroll: 0, is_read: false }
    }

    fn scroll_refusal(&self) -> Option<Refusal> {
        refuse(self.max_scroll == 0, "everything is visible")
    }

    fn scroll_by(&mut self, rows: isize) -> Transition {
        let scroll = usize::from(self.scroll).saturating_add_signed(rows);
        self.scroll = drawing::cells(scroll).min(self.max_scroll);
        Transition::Redraw
    }

    fn text(&self, look: &Look) -> Text<'_> {
        Text::from(vec![
            Line::styled(
                format!(
                    "This game was loaded from a file, which names a program to play {}. Without \
                     a sandbox it runs with your permissions. Start it only if you trust it.",
                    self.seat
                ),
                look.text(),
            ),
            Line::default(),
            Line::styled(self.request.command(), look.strong()),
            Line::default(),
            Line::styled(format!("Program file: {}", self.request.file()), look.text()),
        ])
    }
}

impl Commands for ProgramQuestion {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        Offer::all(&KEYS, self)
    }

    fn run(&mut self, command: Command, _: &ScreenContext) -> Transition {
        let [allow, refuse] = &self.answers;
        match command {
            Command::Allow => Transition::CloseAndRun(allow.clone()),
            Command::Refuse => Transition::CloseAndRun(refuse.clone()),
            Command::Up => self.scroll_by(-1),
            Command::Down => self.scroll_by(1),
        }
    }
}

impl Screen for ProgramQuestion {
    fn is_dialog(&self) -> bool {
        true
    }

    fn on_wheel(&mut self, rows: isize) -> Transition {
        self.scroll_by(rows)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let width = MAX_WIDTH.min(area.width.saturating_sub(4));
        // Spaces are part of the command, so they aren't trimmed.
        let text = Paragraph::new(self.text(look)).wrap(Wrap { trim: false });
        let rows = drawing::cells(text.line_count(width));
        let height = rows.min(area.height.saturating_sub(6)).max(1);
        let (size, title) = (Size::new(width, height + 2), "Start this program?");
        let inside = drawing::draw_dialog_frame(buffer, area, size, title, look, areas);
        let body = Rect { height: inside.height.saturating_sub(2), ..inside };
        let max_scroll = rows.saturating_sub(body.height);
        let scroll = self.scroll.min(max_scroll);
        text.scroll((scroll, 0)).render(body, buffer);
        draw_scroll_marks(buffer, body, scroll > 0, scroll < max_scroll, look);
        (self.scroll, self.max_scroll) = (scroll, max_scroll);
        self.is_read |= scroll == max_scroll && body.height > 0;
        let label = |row: &Binding<_, _>| {
            Some((look.keymap.key_and_label(row)?, AnyCommand::new(row.command)))
        };
        let labels: Vec<_> = KEYS.iter().filter_map(label).collect();
        let buttons = labels
            .iter()
            .map(|((key, label), command)| (Button::new((key, label)), command.clone()));
        Buttons(buttons.collect()).draw(inside, buffer, look, areas);
    }
}
