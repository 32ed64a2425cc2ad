//! The kinds of sandbox and the files visible in them. Only the user decides what is visible: by
//! the program's path, its arguments, and the files and folders to show.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    path::{Path, PathBuf, absolute},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

/// System folders that every program sees. Links stay links.
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

/// Prefixes of names in `/etc` that the dynamic linker and interpreters need. The rest is hidden.
const ETC_PREFIXES: [&str; 9] =
    ["ld.so", "ld-musl", "alternatives", "localtime", "java", "mono", "perl", "python", "R"];

/// The mechanism that isolates a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SandboxKind {
    /// Process, mount, network and IPC namespaces, a user namespace unless started by root, and
    /// Landlock where the kernel has it.
    Namespaces,
    /// Landlock alone. A program can't read or write files outside its view, but it sees their
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

    /// Whether the program's fresh folder exists only inside the sandbox.
    pub(crate) const fn has_own_folder(self) -> bool {
        matches!(self, Self::Namespaces)
    }
}

/// The reaction to a program that starts another one, such as a shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartRule {
    pub is_refused: bool,
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

/// The sandbox of a program, and what the program sees in it beyond [`SYSTEM_FOLDERS`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    pub kind: SandboxKind,
    /// Outer folders come before inner ones.
    pub binds: Vec<Bind>,
    /// `None` if starting other programs is neither refused nor reported.
    pub starts: Option<StartRule>,
}

pub struct ViewRequest<'a> {
    pub program: &'a Path,
    pub args: &'a [OsString],
    pub shown: &'a [PathBuf],
    pub folder: Option<&'a Path>,
}

impl ViewRequest<'_> {
    /// Returns a view of the program, the files that its arguments name, `shown` and `folder`.
    pub fn view(&self, kind: SandboxKind) -> View {
        let mut paths = BTreeMap::new();
        let named = self.args.iter().map(Path::new).filter(|path| path.is_file());
        for path in named.chain([self.program]).chain(self.shown.iter().map(PathBuf::as_path)) {
            if let Ok(path) = absolute(path) {
                show(&mut paths, &path, false);
            }
        }
        for entry in fs::read_dir("/etc").into_iter().flatten().flatten() {
            let name = entry.file_name();
            if ETC_PREFIXES
                .iter()
                .any(|start| name.as_encoded_bytes().starts_with(start.as_bytes()))
            {
                show(&mut paths, &entry.path(), false);
            }
        }
        if let Some(folder) = self.folder {
            show(&mut paths, folder, true);
        }
        View { kind, binds: without_inner(paths), starts: None }
    }
}

#[derive(Clone, Debug)]
pub struct Isolation {
    pub supervisor: Arc<Path>,
    pub sandbox: Option<SandboxKind>,
    pub shown: Arc<[PathBuf]>,
    /// The working folder of programs during conversations, writable in a sandbox.
    pub program_dir: Option<Arc<Path>>,
}

impl Isolation {
    /// Returns `None` without a sandbox.
    pub fn view(&self, request: &ViewRequest<'_>) -> Option<Arc<View>> {
        self.sandbox.map(|kind| Arc::new(request.view(kind)))
    }
}

impl View {
    pub fn add_folder(&mut self, folder: &Path, is_writable: bool) {
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

/// For each target, the source and whether it is writable.
type Paths = BTreeMap<PathBuf, (PathBuf, bool)>;

/// Adds a file or folder under its given name and its canonical name.
fn show(paths: &mut Paths, path: &Path, is_writable: bool) {
    let Ok(source) = path.canonicalize() else { return };
    for target in [path, &source] {
        let entry = paths.entry(target.to_owned()).or_insert_with(|| (source.clone(), false));
        entry.1 |= is_writable;
    }
}

/// Leaves out paths that the system's folders and outer folders already show.
fn without_inner(paths: Paths) -> Vec<Bind> {
    let mut binds: Vec<Bind> = Vec::new();
    for (target, (source, is_writable)) in paths {
        let is_in_system_folder = SYSTEM_FOLDERS.iter().any(|folder| target.starts_with(folder));
        let is_inner = binds.iter().any(|outer| {
            let inner = target.strip_prefix(&outer.target);
            inner.is_ok_and(|inner| {
                outer.source.join(inner).canonicalize().ok() == source.canonicalize().ok()
            }) && outer.is_writable == is_writable
        });
        if !(is_inner || is_in_system_folder && !is_writable) {
            binds.push(Bind { source, target, is_writable });
        }
    }
    binds
}

/// Serializes paths that need not be UTF-8.
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
