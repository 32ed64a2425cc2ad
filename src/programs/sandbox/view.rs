//! The kinds of sandboxes, and what a program sees in them. That depends only on what the user
//! says: which program runs with which arguments, and which files and folders are shown.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    path::{Path, PathBuf, absolute},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

/// The folders of the system that every program sees. Where they are links they stay links.
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

/// The beginnings of the names in `/etc` that the dynamic linker and interpreters need. Nothing
/// else of `/etc` is visible.
const ETC_NAMES: [&str; 9] =
    ["ld.so", "ld-musl", "alternatives", "localtime", "java", "mono", "perl", "python", "R"];

/// What keeps a program from the rest of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SandboxKind {
    /// Process, mount, network and IPC namespaces of our own, and for others than root a user
    /// namespace; and Landlock where it exists.
    Namespaces,
    /// Landlock alone: a program sees other processes and the names of files. It can't read or
    /// write files outside its view.
    Landlock,
}

impl SandboxKind {
    /// All kinds, in the order in which they are tried.
    pub const ALL: [Self; 2] = [Self::Namespaces, Self::Landlock];

    /// The name of the kind, for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Namespaces => "namespaces",
            Self::Landlock => "landlock",
        }
    }

    /// Whether the program's fresh folder is made by the sandbox and disappears with it.
    pub(crate) const fn has_own_folder(self) -> bool {
        matches!(self, Self::Namespaces)
    }
}

/// What happens when a program starts another one, such as a shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartRule {
    pub is_refused: bool,
    pub launcher: Launcher,
}

/// What executes files in the process of a program before the program runs there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Launcher {
    None,
    /// `env` looks for the interpreter.
    Env,
    /// A script and a launcher precede the tool of valgrind, in which the program runs.
    Valgrind,
}

/// A file or folder that a program sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bind {
    #[serde(with = "path_bytes")]
    pub source: PathBuf,
    #[serde(with = "path_bytes")]
    pub target: PathBuf,
    pub is_writable: bool,
}

/// What a program sees beyond [`SYSTEM_FOLDERS`], and how the sandbox is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    pub kind: SandboxKind,
    /// Outer folders come before inner ones.
    pub binds: Vec<Bind>,
    /// `None` if it may start other programs, and nobody is told.
    pub starts: Option<StartRule>,
}

pub struct ViewRequest<'a> {
    pub program: &'a Path,
    pub args: &'a [OsString],
    /// Files and folders that the program may read.
    pub shown: &'a [PathBuf],
    /// A folder that the program may write to.
    pub folder: Option<&'a Path>,
}

impl ViewRequest<'_> {
    /// Returns the view: the program, the files that its arguments name, and what is shown.
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
            if ETC_NAMES.iter().any(|start| name.as_encoded_bytes().starts_with(start.as_bytes())) {
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
    /// Files and folders that programs see in the sandbox beyond their own.
    pub shown: Arc<[PathBuf]>,
    /// The folder that programs of conversations may write to, and in which they run.
    pub program_dir: Option<Arc<Path>>,
}

impl Isolation {
    /// `None` if the program runs without a sandbox.
    pub fn view(&self, request: &ViewRequest<'_>) -> Option<Arc<View>> {
        self.sandbox.map(|kind| Arc::new(request.view(kind)))
    }
}

impl View {
    /// Adds a folder.
    pub fn add(&mut self, folder: &Path, is_writable: bool) {
        let (source, target) = (folder.to_owned(), folder.to_owned());
        self.binds.push(Bind { source, target, is_writable });
    }

    /// Whether a program sees this file, under this name and under the one to which it leads.
    pub fn shows(&self, file: &Path) -> bool {
        let is_shown = |file: &Path| {
            let targets = self.binds.iter().map(|bind| bind.target.as_path());
            targets.chain(SYSTEM_FOLDERS.map(Path::new)).any(|shown| file.starts_with(shown))
        };
        is_shown(file) && file.canonicalize().is_ok_and(|file| is_shown(&file))
    }
}

/// The sources by their targets, and whether they are writable.
type Paths = BTreeMap<PathBuf, (PathBuf, bool)>;

/// Shows a file or folder under the name that it has and under its canonical name.
fn show(paths: &mut Paths, path: &Path, is_writable: bool) {
    let Ok(source) = path.canonicalize() else { return };
    for target in [path, &source] {
        let entry = paths.entry(target.to_owned()).or_insert_with(|| (source.clone(), false));
        entry.1 |= is_writable;
    }
}

/// Leaves out what the system's folders and outer folders already show.
fn without_inner(paths: Paths) -> Vec<Bind> {
    let mut binds: Vec<Bind> = Vec::new();
    for (target, (source, is_writable)) in paths {
        let is_of_system = SYSTEM_FOLDERS.iter().any(|folder| target.starts_with(folder));
        let is_inner = binds.iter().any(|outer| {
            let inner = target.strip_prefix(&outer.target);
            inner.is_ok_and(|inner| {
                outer.source.join(inner).canonicalize().ok() == source.canonicalize().ok()
            }) && outer.is_writable == is_writable
        });
        if !(is_inner || is_of_system && !is_writable) {
            binds.push(Bind { source, target, is_writable });
        }
    }
    binds
}

/// Encodes paths that need not be UTF-8.
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
