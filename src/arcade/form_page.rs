//! A page with a form, such as New game or the settings. Every form page implements [`Commands`].

use std::fmt::Debug;

use super::{
    dialog::TextInput,
    screen::{Commands, ScreenContext, Transition},
};
use crate::{
    games::sentence,
    widgets::{
        AnyCommand, Binding, Offer,
        form::{self, Form, FormCommand, Outcome, Row, RowId},
        keys::key_name,
    },
};

pub trait FormPage {
    type Choices;

    type Command: Copy + Eq + Debug + 'static;

    const ENTER: Binding<FormCommand>;

    const KEYS: &'static [Binding<Self::Command>];

    /// The rows that apply to the current choices, with the form and the choices.
    fn form(&mut self) -> (Vec<Row<Self::Choices>>, &mut Form, &mut Self::Choices);

    /// Called before a command of the form runs.
    fn before_form_command(&mut self) {}

    /// Adapts the footer to the selected row.
    fn relabel(&self, _offers: &mut [Offer<AnyCommand>]) {}

    /// Called after the value of a row has changed, or the cursor has moved in a column of values.
    fn follow(&mut self, _row: RowId, _context: &ScreenContext) -> Transition {
        Transition::Redraw
    }

    fn press(&mut self, row: RowId, context: &ScreenContext) -> Transition;

    fn run(&mut self, command: Self::Command, context: &ScreenContext) -> Transition;

    fn run_in_form(&mut self, command: FormCommand, context: &ScreenContext) -> Transition {
        let typed = match &command {
            FormCommand::Type(text) | FormCommand::TypeAndGo(text, _) => text.clone(),
            _ => String::new(),
        };
        self.before_form_command();
        let (rows, form, choices) = self.form();
        match form.run(command, &rows, choices) {
            Outcome::Moved => Transition::Redraw,
            Outcome::Changed(row) => self.follow(row, context),
            Outcome::Pressed(row) => self.press(row, context),
            Outcome::Fixed if form.row(&rows).is_available() => {
                let key = key_name(&[form::EDIT], &FormCommand::Edit);
                Transition::Notify(format!("press {key} to type it"))
            }
            // The page shows why.
            Outcome::Fixed => Transition::None,
            Outcome::Refused(error) => match self.text_input(&typed) {
                Some(input) => Transition::Open(Box::new(input.with_problem(&sentence(&error)))),
                None => Transition::Alert(error),
            },
        }
    }

    /// Asks for the text of the selected row, which starts with `begun`; `None` if it has no text.
    fn ask_text(&mut self, begun: &str) -> Option<Transition> {
        Some(Transition::Open(Box::new(self.text_input(begun)?)))
    }

    fn text_input(&mut self, begun: &str) -> Option<TextInput> {
        let (rows, form, _) = self.form();
        let place = form.typing_place.clone();
        let typed = form.row(&rows).typed.as_ref()?;
        let accept = |text| AnyCommand::new(FormCommand::Type(text));
        let input = TextInput::new(&typed.title, &typed.text, accept).with_note(&typed.hint);
        let accept = |text, by| AnyCommand::new(FormCommand::TypeAndGo(text, by));
        let input = input.with_next(accept).with_max_width(typed.max_width).in_place(place);
        Some(input.with_typed(begun))
    }
}

impl<P: FormPage> Commands for P {
    type Command = P::Command;

    fn offers(&self) -> Vec<Offer<P::Command>> {
        Offer::all(P::KEYS, &())
    }

    fn run(&mut self, command: P::Command, context: &ScreenContext) -> Transition {
        FormPage::run(self, command, context)
    }

    fn with_part(&self, own: Vec<Offer<AnyCommand>>) -> Vec<Offer<AnyCommand>> {
        let mut offers = Offer::all(&form::KEYS, &());
        offers.extend(Offer::all(&[P::ENTER, form::EDIT], &()));
        let offers = offers.into_iter().map(|offer| offer.map(AnyCommand::new));
        let mut offers: Vec<_> = offers.chain(own).collect();
        self.relabel(&mut offers);
        offers
    }

    fn run_part(&mut self, command: &AnyCommand, context: &ScreenContext) -> Transition {
        command.get().map_or(Transition::None, |command| self.run_in_form(command, context))
    }
}
