//! The kinds of sandbox and the files visible in them. Beyond the system's folders, devices and
//! files, only the user decides what is visible: by the program's path, its arguments, and the
//! files and folders to show.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    path::{Path, PathBuf, absolute},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

/// System folders that every program sees. With namespaces, symbolic links among them are
/// recreated, not followed.
pub const SYSTEM_FOLDERS: [&str; 10] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
    "/system",
];

/// Devices that every program sees.
#[cfg(target_os = "linux")]
pub const DEVICES: [&str; 5] =
    ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// Prefixes of names in `/etc` that the dynamic linker and interpreters need. The rest is hidden.
const ETC_PREFIXES: [&str; 9] =
    ["ld.so", "ld-musl", "alternatives", "localtime", "java", "mono", "perl", "python", "R"];

/// The mechanism that isolates a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SandboxKind {
    /// Process, mount, network and IPC namespaces, a user namespace unless started by root, and
    /// Landlock where the kernel has it.
    Namespaces,
    /// Landlock alone. A program can't read or write files that it wasn't shown, but it sees their
    /// names and other processes.
    Landlock,
}

impl SandboxKind {
    /// All kinds, in the order in which they are tried.
    pub const ALL: [Self; 2] = [Self::Namespaces, Self::Landlock];

    /// The display name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Namespaces => "namespaces",
            Self::Landlock => "landlock",
        }
    }

    /// Whether the program has its own root folder. Its fresh folder then exists only there.
    pub(crate) const fn has_own_root(self) -> bool {
        matches!(self, Self::Namespaces)
    }
}

/// The reaction to a program that starts another one, such as a shell. The start is reported in any
/// case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartRule {
    /// Whether the start fails, too.
    pub refuses_starts: bool,
    pub launcher: Launcher,
}

/// The launcher that executes files in a program's process before the program itself runs there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Launcher {
    None,
    /// `env` executes the interpreter.
    Env,
    /// Valgrind's script and launcher execute the tool in which the program runs.
    Valgrind,
}

/// A file or folder visible to a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bind {
    #[serde(with = "path_bytes")]
    pub source: PathBuf,
    #[serde(with = "path_bytes")]
    pub target: PathBuf,
    pub is_writable: bool,
}

/// The sandbox of a program, and what the program sees there beyond [`SYSTEM_FOLDERS`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxConfig {
    pub kind: SandboxKind,
    /// Mounted in this order. A folder covers earlier binds inside it.
    pub binds: Vec<Bind>,
    /// `None` if the program isn't watched for starting others.
    pub start_rule: Option<StartRule>,
}

impl SandboxConfig {
    pub fn add_read_only_folder(&mut self, folder: &Path) {
        self.add_folder(folder, false);
    }

    pub fn add_writable_folder(&mut self, folder: &Path) {
        self.add_folder(folder, true);
    }

    fn add_folder(&mut self, folder: &Path, is_writable: bool) {
        let (source, target) = (folder.to_owned(), folder.to_owned());
        self.binds.push(Bind { source, target, is_writable });
    }

    /// Whether a file is visible under this name and under its canonical name.
    pub fn shows(&self, file: &Path) -> bool {
        let is_shown = |file: &Path| {
            let targets = self.binds.iter().map(|bind| bind.target.as_path());
            targets.chain(SYSTEM_FOLDERS.map(Path::new)).any(|shown| file.starts_with(shown))
        };
        is_shown(file) && file.canonicalize().is_ok_and(|file| is_shown(&file))
    }
}

/// The files that the user makes visible to a program.
pub struct VisibleFiles<'a> {
    pub program: &'a Path,
    pub args: &'a [OsString],
    pub shown: &'a [PathBuf],
    pub writable_folder: Option<&'a Path>,
}

impl VisibleFiles<'_> {
    /// Returns a sandbox that shows these files and the files that the arguments name.
    pub fn sandbox_config(&self, kind: SandboxKind) -> SandboxConfig {
        let mut binds = BTreeMap::new();
        let named = self.args.iter().map(Path::new).filter(|path| path.is_file());
        for path in named.chain([self.program]).chain(self.shown.iter().map(PathBuf::as_path)) {
            if let Ok(path) = absolute(path) {
                show(&mut binds, &path, false);
            }
        }
        for entry in fs::read_dir("/etc").into_iter().flatten().flatten() {
            let name = entry.file_name();
            if ETC_PREFIXES
                .iter()
                .any(|start| name.as_encoded_bytes().starts_with(start.as_bytes()))
            {
                show(&mut binds, &entry.path(), false);
            }
        }
        if let Some(folder) = self.writable_folder {
            show(&mut binds, folder, true);
        }
        SandboxConfig { kind, binds: without_redundant(binds.into_values()), start_rule: None }
    }
}

/// How a runner isolates its programs.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// The supervisor's binary.
    pub supervisor: Arc<Path>,
    /// `None` without a sandbox.
    pub kind: Option<SandboxKind>,
    /// Files and folders that all programs can read in the sandbox.
    pub shown: Arc<[PathBuf]>,
    /// The working folder of programs during conversations, writable in a sandbox.
    pub program_dir: Option<Arc<Path>>,
}

/// Adds a file or folder under its given name and its canonical name. `binds` are by target.
fn show(binds: &mut BTreeMap<PathBuf, Bind>, path: &Path, is_writable: bool) {
    let Ok(source) = path.canonicalize() else { return };
    for target in [path, &source] {
        let (source, target) = (source.clone(), target.to_owned());
        let bind = Bind { source, target: target.clone(), is_writable };
        binds.entry(target).or_insert(bind).is_writable |= is_writable;
    }
}

/// Leaves out what the system's folders and outer folders already show. `binds` must list a folder
/// before the files and folders in it.
fn without_redundant(binds: impl Iterator<Item = Bind>) -> Vec<Bind> {
    let mut kept: Vec<Bind> = Vec::new();
    for bind in binds {
        let is_in_system_folder =
            SYSTEM_FOLDERS.iter().any(|folder| bind.target.starts_with(folder));
        let is_shown_by = |outer: &Bind| {
            let inner = bind.target.strip_prefix(&outer.target);
            inner.is_ok_and(|inner| {
                outer.source.join(inner).canonicalize().ok() == bind.source.canonicalize().ok()
            }) && outer.is_writable == bind.is_writable
        };
        if !(kept.iter().any(is_shown_by) || is_in_system_folder && !bind.is_writable) {
            kept.push(bind);
        }
    }
    kept
}

/// Serialises paths that need not be UTF-8.
pub mod path_bytes {
    use std::{ffi::OsString, path::PathBuf};

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(path: &std::path::Path, to: S) -> Result<S::Ok, S::Error> {
        path.as_os_str().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
        OsString::deserialize(from).map(PathBuf::from)
    }
}
