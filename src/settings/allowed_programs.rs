//! The programs that the user has allowed to start when asked, in the file `allowed-programs`.
//!
//! A line for each holds the digest of what exactly was allowed and, for people, its command. Only
//! the user may read and write the file. To forget a program, remove its line.

use std::{
    fs::Permissions,
    io::{self, Write as _},
    os::unix::fs::PermissionsExt as _,
    path::PathBuf,
};

use super::{
    consent::{Consent, ProgramRequest},
    paths,
};
use crate::{files, printable::printable};

const MODE: u32 = 0o600;

#[derive(Clone, Debug)]
pub struct AllowedPrograms {
    /// `None` if there is no home folder.
    path: Option<PathBuf>,
}

impl AllowedPrograms {
    pub fn at_home() -> Self {
        Self { path: paths::state().map(|folder| folder.join("allowed-programs")) }
    }

    pub fn at(path: PathBuf) -> Self {
        Self { path: Some(path) }
    }

    /// Whether the user has allowed the program in an earlier run. Then it is allowed in this one,
    /// too. Reads a file.
    pub fn allow(&self, request: &ProgramRequest) -> bool {
        let is_allowed = self.contains(request);
        if is_allowed {
            Consent::global().allow(request);
        }
        is_allowed
    }

    fn contains(&self, request: &ProgramRequest) -> bool {
        let digest = request.identity().to_string();
        // A file that can't be read allows nothing.
        let text = self.path.as_ref().and_then(|path| files::read_text(path).ok());
        text.is_some_and(|text| {
            text.lines().any(|line| line.split(' ').next() == Some(digest.as_str()))
        })
    }

    pub fn remember(&self, request: &ProgramRequest) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        if self.contains(request) {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            files::create_private_folder(folder)?;
        }
        let mut file = files::open_regular(path, files::private_file().append(true).create(true))?;
        file.set_permissions(Permissions::from_mode(MODE))?;
        let line = format!("{} {}\n", request.identity(), printable(request.command()));
        file.write_all(line.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;
    use crate::games::{ArcadeGame as _, make_player, parse_player, program_request};
    use fourcade_engine::flip::Flip;

    #[test]
    fn an_allowed_program_is_remembered_until_it_changes() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("player");
        let write = |text: &str| {
            fs::write(&program, text).unwrap();
            fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
        };
        write("#!/bin/sh\n");
        let allowed = AllowedPrograms::at(folder.path().join("state/allowed-programs"));
        let player =
            parse_player(Flip::FACTS.kind, &format!("program:{}", program.display())).unwrap();
        let ask = || program_request(&player).unwrap().filter(|request| !allowed.allow(request));
        let make = || make_player::<Flip>(&player, |_| false);
        let request = ask().unwrap();
        assert!(make().is_err_and(|why| why.to_string().contains("--allow-programs")));
        allowed.remember(&request).unwrap();
        allowed.remember(&request).unwrap();
        let file = folder.path().join("state/allowed-programs");
        assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 1);
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&file), mode(file.parent().unwrap())), (MODE, 0o700));
        assert_eq!(ask(), None);
        assert!(make().is_ok());
        write("#!/bin/sh\n# changed\n");
        assert!(ask().is_some());
        assert!(make().is_err());
    }

    #[test]
    fn a_file_that_is_no_list_allows_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let allowed = AllowedPrograms::at(folder.path().to_owned());
        let player = parse_player(Flip::FACTS.kind, "program:sh -c 'exit 3'").unwrap();
        let ask = || program_request(&player).unwrap().filter(|request| !allowed.allow(request));
        let request = ask().unwrap();
        assert!(allowed.remember(&request).is_err());
        assert!(ask().is_some());
    }
}
