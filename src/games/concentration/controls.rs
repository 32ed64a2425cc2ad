//! Concentration at the table: a cursor over the grid, row and column typed, clicks.

use std::borrow::Cow;

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{Concentration, rules::Spot};
use crate::{
    games::{Controls, Reply, Scene},
    ui::{Areas, Binding, Key, Look},
};

/// The cursor, and what is being typed.
#[derive(Debug, Default)]
pub struct GridControls {}

impl Controls<Concentration> for GridControls {
    type Command = ();

    const KEYS: &'static [Binding<()>] = &[];

    fn refusal(&self, (): (), _: &Scene<Concentration>) -> Option<Cow<'static, str>> {
        None
    }

    fn run(&mut self, (): (), _: &Scene<Concentration>) -> Reply<Spot> {
        Reply::Ignored
    }

    fn typed(&mut self, _: Key, _: &Scene<Concentration>) -> Reply<Spot> {
        Reply::Ignored
    }

    fn clicked(&mut self, _: usize, _: &Scene<Concentration>) -> Reply<Spot> {
        Reply::Ignored
    }

    fn wheel(&mut self, _: bool, _: &Scene<Concentration>) -> Reply<Spot> {
        Reply::Ignored
    }

    fn typing(&self) -> Option<String> {
        None
    }

    fn extent(&self, _: &Scene<Concentration>, room: Size, _: &Look) -> Size {
        room
    }

    fn draw(&mut self, _: &Scene<Concentration>, _: Rect, _: &mut Buffer, _: &Look, _: &mut Areas) {}
}
