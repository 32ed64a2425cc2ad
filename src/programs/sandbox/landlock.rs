//! Landlock: restricts access to files for a thread and everything that it starts.

use std::{
    io,
    path::{Path, PathBuf},
};

use landlock::{
    ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus,
    Scope, path_beneath_rules,
};

use super::{
    config::{DEVICES, SYSTEM_FOLDERS},
    mounts::SHARED_MEMORY,
};
use crate::command::ProgramCommand;

/// Features up to this version of Landlock are used where the kernel has them.
const NEWEST: ABI = ABI::V6;

/// Restricts this thread to the files visible to the program and `/proc`.
///
/// # Errors
/// Returns an error if the kernel has no Landlock.
pub fn restrict_to_visible_files(command: &ProgramCommand) -> io::Result<()> {
    let binds = || command.sandbox.iter().flat_map(|sandbox| &sandbox.binds);
    let system = SYSTEM_FOLDERS.into_iter().chain(["/proc"]).map(PathBuf::from);
    let shown = binds().filter(|bind| !bind.is_writable).map(|bind| bind.source.clone());
    let writable = binds().filter(|bind| bind.is_writable).map(|bind| bind.source.clone());
    let folder = [command.folder_path().to_owned()];
    restrict(&system.chain(shown).collect::<Vec<_>>(), &writable.chain(folder).collect::<Vec<_>>())
}

/// Restricts this thread to writing to the program's writable paths; it can read everything. This
/// is a second barrier inside the namespaces.
pub fn restrict_writing(command: &ProgramCommand) -> io::Result<()> {
    let writable = command.sandbox.iter().flat_map(|sandbox| &sandbox.binds);
    let writable = writable.filter(|bind| bind.is_writable).map(|bind| bind.target.clone());
    let folders = [command.folder_path(), Path::new(SHARED_MEMORY)].map(Path::to_owned);
    restrict(&[Path::new("/")], &writable.chain(folders).collect::<Vec<_>>())
}

fn restrict(readable: &[impl AsRef<Path>], writable: &[PathBuf]) -> io::Result<()> {
    let ruleset = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))
        .and_then(|rules| rules.handle_access(AccessNet::from_all(NEWEST)))
        .and_then(|rules| rules.scope(Scope::from_all(NEWEST)))
        .and_then(Ruleset::create)
        .and_then(|rules| {
            rules.add_rules(path_beneath_rules(readable, AccessFs::from_read(NEWEST)))
        })
        .and_then(|rules| rules.add_rules(path_beneath_rules(writable, AccessFs::from_all(NEWEST))))
        .and_then(|rules| {
            let device = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate;
            rules.add_rules(path_beneath_rules(DEVICES, device))
        });
    let status = ruleset.and_then(landlock::RulesetCreated::restrict_self);
    match status.map_err(io::Error::other)?.ruleset {
        RulesetStatus::NotEnforced => Err(io::Error::other("this kernel has no Landlock")),
        _ => Ok(()),
    }
}
