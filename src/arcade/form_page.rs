//! A page of choices: rows of data, what follows when a row is set, and what its buttons do.

use std::fmt::Debug;

use super::{
    dialog::TextInput,
    screen::{Commands, Context, Transition},
};
use crate::{
    games::sentence,
    widgets::{
        AnyCommand, Binding, Offer,
        form::{self, Form, FormCommand, Outcome, Row},
        keys::key_name,
    },
};

/// A page whose keys and clicks are those of a form. [`Commands`] follow from it.
pub trait FormPage {
    /// What the rows change.
    type Choices;

    /// The commands besides those of the form.
    type Command: Copy + Eq + Debug + 'static;

    /// What Enter does.
    const ENTER: Binding<FormCommand>;

    /// The other keys of the page.
    const KEYS: &'static [Binding<Self::Command>];

    /// The rows that matter now, and what they change.
    fn form(&mut self) -> (Vec<Row<Self::Choices>>, &mut Form, &mut Self::Choices);

    /// What Enter does now, in a word for the footer, if that differs from [`Self::ENTER`].
    fn enter_label(&self) -> Option<&'static str> {
        None
    }

    /// Called after a row was set, or the cursor of a column was put on another value.
    fn follow(&mut self, _row: &'static str, _context: &Context) -> Transition {
        Transition::Redraw
    }

    /// Does what a button does, or the selected row.
    fn press(&mut self, row: &'static str, context: &Context) -> Transition;

    /// Runs a command of [`Self::KEYS`].
    fn run(&mut self, command: Self::Command, context: &Context) -> Transition;

    fn run_in_form(&mut self, command: FormCommand, context: &Context) -> Transition {
        let typed = match &command {
            FormCommand::Type(text) => text.clone(),
            _ => String::new(),
        };
        let (rows, form, choices) = self.form();
        match form.run(command, &rows, choices) {
            Outcome::Moved => Transition::Redraw,
            Outcome::Changed(row) => self.follow(row, context),
            Outcome::Pressed(row) => self.press(row, context),
            Outcome::Fixed => {
                let key = key_name(&[Self::ENTER], &FormCommand::Enter);
                Transition::Notify(format!("press {key} to type a name"))
            }
            Outcome::Refused(error) => match self.text_input(&typed) {
                Some(input) => Transition::Open(Box::new(input.with_problem(&sentence(&error)))),
                None => Transition::Alert(error),
            },
        }
    }

    /// Asks for the text of the selected row; `begun` is already typed. `None` if nothing can be
    /// typed there.
    fn ask_text(&mut self, begun: &str) -> Option<Transition> {
        Some(Transition::Open(Box::new(self.text_input(begun)?)))
    }

    /// See [`Self::ask_text`].
    fn text_input(&mut self, begun: &str) -> Option<TextInput> {
        let (rows, form, _) = self.form();
        let typed = form.row(&rows).typed.as_ref()?;
        let accept = |text| AnyCommand::new(FormCommand::Type(text));
        Some(TextInput::new(&typed.title, &typed.text, accept).with_typed(begun))
    }
}

impl<P: FormPage> Commands for P {
    type Command = P::Command;

    fn offers(&self) -> Vec<Offer<P::Command>> {
        Offer::all(P::KEYS, &())
    }

    fn run(&mut self, command: P::Command, context: &Context) -> Transition {
        FormPage::run(self, command, context)
    }

    fn with_part(&self, own: Vec<Offer<AnyCommand>>) -> Vec<Offer<AnyCommand>> {
        let mut offers = Offer::all(&form::KEYS, &());
        offers.extend(Offer::all(&[P::ENTER], &()));
        if let Some(label) = self.enter_label() {
            Offer::relabel(&mut offers, &FormCommand::Enter, label);
        }
        offers.into_iter().map(|offer| offer.map(AnyCommand::new)).chain(own).collect()
    }

    fn run_part(&mut self, command: &AnyCommand, context: &Context) -> Transition {
        command.get().map_or(Transition::None, |command| self.run_in_form(command, context))
    }
}
