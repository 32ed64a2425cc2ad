//! What the help finds besides commands: menu pages and settings.

use super::{
    screen::{Screen, ScreenContext},
    screens::{
        menu::{self, MenuItem},
        settings,
    },
};
use crate::{
    settings::Setting,
    widgets::{AnyCommand, Binding, Offer, keys::Group},
};

/// A page or setting that the help opens over the current screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    Page(MenuItem),
    /// The row of the settings page with this label.
    Setting(&'static str),
}

pub struct DestinationOffer {
    pub offer: Offer<AnyCommand>,
    /// `page` or `setting`, shown in place of keys.
    pub kind: &'static str,
    /// A text about the destination, which the filter also searches.
    pub hint: &'static str,
}

impl Destination {
    /// The destinations that the screen's own offers don't already include.
    pub fn offers(context: &ScreenContext, own: &[Offer<AnyCommand>]) -> Vec<DestinationOffer> {
        let offer = |destination, kind, description, hint| {
            let row = Binding::<_>::new("", AnyCommand::new(destination), &[], description);
            DestinationOffer { offer: Offer::new(Group::Program, &row, None), kind, hint }
        };
        let page = |row: &menu::MenuBinding| match row.command {
            menu::Command::Open(MenuItem::Continue) => None,
            menu::Command::Open(item) => {
                Some(offer(Self::Page(item), "page", row.description, item.description()))
            }
            _ => None,
        };
        let pages = menu::KEYS.iter().filter_map(page);
        let is_settings = settings::is_settings_page(own);
        let is_here = |command: Self| is_settings && command == Self::Page(MenuItem::Settings);
        // The command of a page differs from screen to screen; its description doesn't.
        let is_new = |DestinationOffer { offer, .. }: &DestinationOffer| {
            !offer.command.get().is_some_and(is_here)
                && own.iter().all(|own| own.description != offer.description)
        };
        // A guest's name can't be changed.
        let is_fixed = |setting: &Setting| *setting == Setting::NAME && context.home.is_guest();
        let settings = Setting::on_screen().filter(|setting| !is_fixed(setting));
        let settings = settings.map(|setting| {
            offer(Self::Setting(setting.label), "setting", setting.label, setting.first_help())
        });
        pages.filter(is_new).chain(settings).collect()
    }

    pub fn open(self, context: &ScreenContext) -> Option<Box<dyn Screen>> {
        match self {
            Self::Page(item) => menu::screen_of(item, context),
            Self::Setting(label) => Some(settings::open_at(label, &context.home)),
        }
    }
}
