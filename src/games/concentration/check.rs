//! stub
use crate::games::check::Suite;
use fourcade_engine::GameKind;
use include_dir::{Dir, include_dir};
static CASES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets/check/concentration");
pub const SUITE: Suite = Suite {
    game: GameKind::Concentration,
    cases: &CASES,
    properties: &[],
    explain: |_, _, _| None,
};
