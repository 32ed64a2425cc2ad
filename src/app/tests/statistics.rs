//! The statistics on the screen: what is counted, and how it is drawn.

use std::time::Duration;

use insta::assert_snapshot;

use super::stage::{self, Stage};
use crate::{
    app::statistics::{Known, Page, Statistics, kinds},
    games::GameKind,
    store::{
        Verdict,
        statistics::{Played, Uncounted},
    },
    ui::{Depth, testing},
};

const SMALL: (u16, u16) = (40, 12);
const USUAL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);
const SIZES: [(u16, u16); 3] = [SMALL, USUAL, LARGE];

/// Games, each three minutes long, that end as is written: `+` won by 10, `=` drawn, `-` lost by 4, `?` for practice.
fn games(game: &str, size: Option<u16>, opponents: &str, written: &str) -> Vec<Played> {
    let game = |letter| {
        let (verdict, margin) = match letter {
            '=' => (Verdict::Drawn, 0),
            '-' => (Verdict::Lost, -4),
            _ => (Verdict::Won, 10),
        };
        Played {
            game: game.to_owned(),
            size,
            opponents: opponents.to_owned(),
            ended: 0,
            verdict,
            margin: Some(margin),
            time: Duration::from_secs(180),
            is_hinted: false,
            is_practice: letter == '?',
        }
    };
    written.chars().map(game).collect()
}

/// The statistics of these games, and of so many that do not count.
fn screen(played: Vec<Played>, uncounted: Uncounted) -> Statistics {
    let pages = kinds().map(|kind| Page::new(kind, &played, uncounted)).collect();
    Statistics::of(Known { played, pages })
}

fn showing(played: Vec<Played>) -> Stage {
    Stage::menu().over(screen(played, Uncounted::default()))
}

/// A few months of all games.
pub fn many() -> Statistics {
    let mut played = games("flip", Some(8), "level:3", &"-+-=--+?".repeat(4));
    played.extend(games("intensity", None, "careful, counter, expert", &"--+-=".repeat(7)));
    played.extend(games("flip", Some(8), "level:3", &"+++-++=+".repeat(5)));
    played.extend(games("concentration", None, "memory:5", "+"));
    played.extend(games("flip", Some(10), "level:3", "+-+"));
    played.extend(games("eater", Some(9), "smart", &"-=+".repeat(8)));
    played.extend(games("intensity", None, "expert x 3", &"-".repeat(12)));
    played.extend(games("flip", Some(8), "expert", &"-".repeat(9)));
    played.extend((1..11).flat_map(|level| games("flip", Some(6), &format!("level:{level}"), "+=-")));
    screen(played, Uncounted { among_persons: 3, among_computers: 12, unfinished: 1 })
}

/// The text in all sizes.
fn in_all_sizes(name: &str, stage: &mut Stage) {
    for size in SIZES {
        assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), stage.text(size));
    }
}

#[test]
fn as_they_are_drawn() {
    in_all_sizes("nothing", &mut showing(Vec::new()));
    in_all_sizes("one-game", &mut showing(games("flip", Some(8), "level:3", "+")));
    let mut stage = Stage::menu().over(many());
    in_all_sizes("all-games", &mut stage);
    stage.keys("ll");
    in_all_sizes("one-of-them", &mut stage);
    in_all_sizes("last-row", stage.keys("<End>"));
    for (width, height) in SIZES {
        let mut stage = Stage::menu().over(many());
        stage.keys("lljjjjj");
        for part in ["second", "third", "fourth"] {
            assert_snapshot!(format!("{part}-part-{width}x{height}"), stage.text_after("v", (width, height)));
        }
    }
}

#[test]
fn with_styles() {
    for (name, depth, ascii) in [
        ("dark", Depth::True, false),
        ("ansi", Depth::Ansi, false),
        ("mono", Depth::Mono, false),
        ("ascii", Depth::Mono, true),
    ] {
        let mut stage = Stage::at(stage::home(ascii), depth).over(many());
        assert_snapshot!(format!("styled-{name}"), testing::styled(&stage.keys("ll").draw(LARGE)));
    }
}
