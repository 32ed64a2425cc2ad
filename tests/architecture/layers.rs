//! The layers of all packages: which may use which, and that no files use each other in a circle.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use crate::source::{paths, sources};
use fourcade_engine::GameKind;

/// The folders of the packages with their names in paths, the inner one first.
const PACKAGES: [(&str, &str); 4] = [
    ("src/course", "fourcade_course"),
    ("src/engine", "fourcade_engine"),
    ("src/programs", "fourcade_programs"),
    ("src", "fourcade"),
];

/// The layers, from the lowest to the highest: a module uses its own layer and layers below it. `*`
/// stands for the folder of a game. The longest matching path counts.
const LAYERS: [(&str, &[&str]); 15] = [
    (
        "engine: text and locks",
        &[
            "fourcade_engine::encoding",
            "fourcade_engine::lines",
            "fourcade_engine::printable",
            "fourcade_engine::sync",
        ],
    ),
    ("engine: play", &["fourcade_engine::play"]),
    ("engine: models", &["fourcade_engine::*", "fourcade_engine::*::model"]),
    (
        "engine: players",
        &[
            "fourcade_engine::*::players",
            "fourcade_engine::*::search",
            "fourcade_engine::*::solver",
            "fourcade_engine::*::openings",
        ],
    ),
    (
        "engine: reviews",
        &[
            "fourcade_engine::*::review",
            "fourcade_engine::*::reasons",
            "fourcade_engine::*::info",
            "fourcade_engine::*::puzzles",
        ],
    ),
    ("engine: lists of games", &["fourcade_engine::kind", "fourcade_engine::formats"]),
    ("ground", &["fourcade::backoff", "fourcade::job", "fourcade::sync"]),
    ("programs", &["fourcade_programs"]),
    ("course", &["fourcade_course"]),
    ("widgets", &["fourcade::widgets"]),
    ("settings and database", &["fourcade::settings", "fourcade::database"]),
    ("games and practice", &["fourcade::games", "fourcade::practice"]),
    ("app", &["fourcade::app"]),
    ("front ends", &["fourcade::arcade", "fourcade::plain"]),
    ("cli", &["fourcade::cli", "fourcade"]),
];

/// The layers of the picture, from top to bottom.
const PICTURE: [&str; 12] = [
    "cli", "plain", "arcade", "app", "games", "practice", "database", "settings", "widgets",
    "course", "programs", "engine",
];

type Module = Vec<String>;

/// The layer of a module, as an index into [`LAYERS`].
fn layer_of(module: &[String]) -> usize {
    let mut best = (0, 0);
    for (number, (_, patterns)) in LAYERS.iter().enumerate() {
        for pattern in *patterns {
            let parts: Vec<&str> = pattern.split("::").collect();
            let matches = |(part, name): (&&str, &String)| match *part {
                "*" => name.parse::<GameKind>().is_ok(),
                part => part == name,
            };
            let is_prefix = parts.len() <= module.len() && parts.iter().zip(module).all(matches);
            if is_prefix && parts.len() > best.0 {
                best = (parts.len(), number);
            }
        }
    }
    best.1
}

/// The path of the module in a file: `src/engine/play/game.rs` is `fourcade_engine::play::game`.
fn module_of(file: &Path) -> Module {
    let (folder, name) = PACKAGES
        .into_iter()
        .find(|(folder, _)| file.starts_with(folder))
        .expect("a source of a package");
    let inside = file.strip_prefix(folder).expect("it is inside").with_extension("");
    let mut module = vec![name.to_owned()];
    module.extend(inside.iter().map(|part| part.to_string_lossy().into_owned()));
    if module.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        module.pop();
    }
    module
}

/// A use of another module: the line, the module, and the name that is used.
struct Use {
    line: usize,
    target: Module,
    name: String,
}

/// The workspace as it stands, read once for all tests.
static WORKSPACE: LazyLock<Workspace> = LazyLock::new(Workspace::read);

/// All modules, and where the names that they re-export come from.
struct Workspace {
    files: BTreeMap<Module, PathBuf>,
    reexports: HashMap<Module, HashMap<String, Module>>,
}

impl Workspace {
    fn read() -> Self {
        let files: BTreeMap<_, _> = sources("src")
            .into_iter()
            .filter(|file| file != Path::new("src/main.rs"))
            .map(|file| (module_of(&file), file))
            .collect();
        let mut workspace = Self { files, reexports: HashMap::new() };
        for (module, file) in &workspace.files {
            let source = read(file);
            let lists = source.split("pub use ").skip(1).filter_map(|rest| rest.split_once(';'));
            let mut known = HashMap::new();
            for (_, path) in lists.flat_map(|(list, _)| paths(&format!("use {list};"))) {
                let (Some(name), Some(target)) = (path.last(), workspace.absolute(&path, module))
                else {
                    continue;
                };
                known.insert(name.clone(), target[..target.len() - 1].to_vec());
            }
            workspace.reexports.insert(module.clone(), known);
        }
        workspace
    }

    /// The path from the root of a package that `path` means in `module`, or `None` if it leads
    /// elsewhere.
    fn absolute(&self, path: &[String], module: &[String]) -> Option<Module> {
        let child = |first: &str| [module, &[first.to_owned()]].concat();
        match path.first()?.as_str() {
            "crate" => Some([&module[..1], &path[1..]].concat()),
            "self" => Some([module, &path[1..]].concat()),
            "super" => {
                let ups = path.iter().take_while(|part| *part == "super").count();
                let start = &module[..module.len().checked_sub(ups)?];
                Some([start, &path[ups..]].concat())
            }
            first if path.len() > 1 && PACKAGES.iter().any(|(_, name)| *name == first) => {
                Some(path.to_vec())
            }
            first if path.len() > 1 && self.files.contains_key(&child(first)) => {
                Some([module, path].concat())
            }
            _ => None,
        }
    }

    /// The module in which an absolute path is defined, and the name in it: re-exports are
    /// followed.
    fn resolve(&self, path: &[String]) -> (Module, String) {
        let mut module = path[..1].to_vec();
        let mut rest = &path[1..];
        let mut followed = 0;
        while let [part, after @ ..] = rest {
            let child = [&module[..], std::slice::from_ref(part)].concat();
            if self.files.contains_key(&child) {
                (module, rest) = (child, after);
                continue;
            }
            match self.reexports.get(&module).and_then(|names| names.get(part)) {
                Some(source) if followed < 9 && *source != module => {
                    followed += 1;
                    module.clone_from(source);
                }
                _ => break,
            }
        }
        (module, rest.first().cloned().unwrap_or_default())
    }

    /// What a source uses of other modules, also through the imported name of a module:
    /// `keys::Binding` after `use crate::widgets::keys`.
    fn uses(&self, module: &[String], source: &str) -> Vec<Use> {
        let found = paths(source);
        let imported = self.imported_modules(module, &found);
        let target = |(line, path): (usize, Vec<String>)| {
            let path = match imported.get(&path[0]) {
                Some(target) if path.len() > 1 => [target, &path[1..]].concat(),
                _ => self.absolute(without_use(&path), module)?,
            };
            let (target, name) = self.resolve(&path);
            (target != module).then_some(Use { line, target, name })
        };
        found.into_iter().filter_map(target).collect()
    }

    /// The modules that a source imports, by the names that they have there.
    fn imported_modules(
        &self,
        module: &[String],
        found: &[(usize, Vec<String>)],
    ) -> HashMap<String, Module> {
        let mut imported = HashMap::new();
        for (at, (_, path)) in found.iter().enumerate() {
            let Some(path) = self.absolute(without_use(path), module) else { continue };
            let (target, name) = self.resolve(&path);
            if !["", "self"].contains(&name.as_str()) || target.len() < 2 {
                continue;
            }
            let renamed = match &found[at + 1..] {
                [(_, word), (_, name), ..] if *word == ["as"] => name.last(),
                _ => target.last(),
            };
            imported.extend(renamed.map(|name| (name.clone(), target.clone())));
        }
        imported
    }

    /// The uses in a source that lead to a higher layer.
    fn upward_uses(&self, module: &[String], source: &str) -> Vec<(usize, String)> {
        let own = layer_of(module);
        let is_upward = |one: &Use| {
            // A module may re-export what is in it, whatever its layer.
            let is_inside = one.target.starts_with(module) || module.starts_with(&one.target);
            layer_of(&one.target) > own && !is_inside
        };
        let uses = self.uses(module, source).into_iter().filter(is_upward);
        uses.map(|Use { line, target, .. }| {
            let (from, to) = (LAYERS[own].0, LAYERS[layer_of(&target)].0);
            (line, format!("{from} uses {to}: {}", target.join("::")))
        })
        .collect()
    }

    /// For each module the modules that it uses, with the names, except for its parent: a module
    /// and its own child may name each other. To import a module or to re-export a name is no use.
    fn arrows(&self) -> BTreeMap<Module, BTreeMap<Module, BTreeSet<String>>> {
        let mut arrows = BTreeMap::new();
        for (module, file) in &self.files {
            let used: &mut BTreeMap<Module, BTreeSet<String>> =
                arrows.entry(module.clone()).or_default();
            for Use { target, name, .. } in self.uses(module, &without_reexports(&read(file))) {
                if !is_child(module, &target) && !name.is_empty() && name != "self" {
                    used.entry(target).or_default().insert(name);
                }
            }
        }
        arrows
    }
}

/// Whether a module lies directly in another one.
fn is_child(module: &[String], parent: &[String]) -> bool {
    module.len() == parent.len() + 1 && module.starts_with(parent)
}

/// A source without its lists of `pub use`.
fn without_reexports(source: &str) -> String {
    let mut parts = source.split("pub use ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, rest| kept + rest.split_once(';').map_or("", |(_, after)| after))
}

/// A path without the `use` before a leading `::`.
fn without_use(path: &[String]) -> &[String] {
    if path[0] == "use" { &path[1..] } else { path }
}

/// The groups of modules that reach each other.
fn circles<T>(arrows: &BTreeMap<Module, BTreeMap<Module, T>>) -> Vec<Vec<Module>> {
    let reached = |from: &Module| {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(next) = open.pop() {
            for target in arrows.get(next).into_iter().flat_map(BTreeMap::keys) {
                if seen.insert(target) {
                    open.push(target);
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&Module, _> = arrows.keys().map(|from| (from, reached(from))).collect();
    let mut found: BTreeSet<Vec<Module>> = BTreeSet::new();
    for (module, targets) in &reached {
        if targets.contains(module) {
            let circle = targets
                .iter()
                .filter(|other| reached.get(*other).is_some_and(|back| back.contains(module)));
            found.insert(circle.map(|other| (*other).clone()).collect());
        }
    }
    found.into_iter().collect()
}

fn read(file: &Path) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("a source is text")
}

#[test]
fn no_module_uses_a_higher_layer() {
    let workspace = &*WORKSPACE;
    let mut found = Vec::new();
    for (module, file) in &workspace.files {
        for (line, what) in workspace.upward_uses(module, &read(file)) {
            found.push(format!("{}:{line}: {what}", file.display()));
        }
    }
    assert!(found.is_empty(), "uses of a higher layer:\n{}", found.join("\n"));
}

/// The two front ends.
const FRONT_ENDS: [&str; 2] = ["arcade", "plain"];

#[test]
fn a_front_end_never_uses_the_other_one() {
    let workspace = &*WORKSPACE;
    let front_end = |module: &Module| {
        FRONT_ENDS.into_iter().find(|name| {
            module[0] == "fourcade" && module.get(1).is_some_and(|layer| layer == name)
        })
    };
    let mut found = Vec::new();
    for (module, file) in &workspace.files {
        let Some(own) = front_end(module) else { continue };
        let is_other = |one: &Use| front_end(&one.target).is_some_and(|other| other != own);
        if workspace.uses(module, &read(file)).iter().any(is_other) {
            found.push(file.display().to_string());
        }
    }
    assert!(found.is_empty(), "files that use the other one: {found:?}");
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let workspace = &*WORKSPACE;
    let arrows = workspace.arrows();
    let mut found = String::new();
    for circle in circles(&arrows) {
        let _ = writeln!(found, "a circle of {} files:", circle.len());
        for from in &circle {
            for (to, names) in arrows[from].iter().filter(|(to, _)| circle.contains(to)) {
                let names: Vec<_> = names.iter().map(String::as_str).collect();
                let (from, to) = (workspace.files[from].display(), workspace.files[to].display());
                let _ = writeln!(found, "  {from} uses {} of {to}", names.join(", "));
            }
        }
    }
    assert!(found.is_empty(), "files that use each other:\n{found}");
}

/// The picture of the layers: for each layer the layers below that it uses.
fn picture() -> String {
    let layer = |module: &Module| match module[0].as_str() {
        "fourcade" => module.get(1).map_or("", String::as_str).to_owned(),
        package => package.replace("fourcade_", ""),
    };
    let mut uses: BTreeSet<(String, String)> = BTreeSet::new();
    for (from, targets) in WORKSPACE.arrows() {
        uses.extend(targets.keys().map(|to| (layer(&from), layer(to))));
    }
    let mut picture = String::from("```text\n");
    for (at, from) in PICTURE.iter().enumerate() {
        let columns = PICTURE[at + 1..].iter().map(|to| {
            let is_arrow = uses.contains(&((*from).to_owned(), (*to).to_owned()));
            format!("{:<10}", if is_arrow { *to } else { "" })
        });
        let arrow = if at + 1 < PICTURE.len() { "->" } else { "" };
        let line =
            format!("{from:<10}{arrow:<2}{:at$} {}", "", columns.collect::<String>(), at = 10 * at);
        let _ = writeln!(picture, "{}", line.trim_end());
    }
    picture + "```\n"
}

#[test]
fn the_picture_of_the_layers_is_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/development.md");
    let text = fs::read_to_string(&page).expect("the page exists");
    let (before, rest) = text.split_once("<!-- layers -->\n").expect("the picture begins");
    let (shown, after) = rest.split_once("<!-- /layers -->").expect("the picture ends");
    let picture = picture();
    if std::env::var_os("FOURCADE_WRITE_DOCS").is_some() {
        let text = format!("{before}<!-- layers -->\n{picture}<!-- /layers -->{after}");
        fs::write(&page, text).expect("the page can be written");
    } else {
        assert_eq!(shown, picture, "FOURCADE_WRITE_DOCS=1 writes the picture again");
    }
}

mod checks {
    use super::*;

    fn parts(path: &str) -> Module {
        path.split("::").map(str::to_owned).collect()
    }

    #[test]
    fn each_module_is_in_the_layer_of_its_longest_path() {
        for (module, layer) in [
            ("fourcade_engine::play::session", "engine: play"),
            ("fourcade_engine::flip::model::board", "engine: models"),
            ("fourcade_engine::flip::search::midgame", "engine: players"),
            ("fourcade::games::eater::view", "games and practice"),
            ("fourcade::cli::play", "cli"),
        ] {
            assert_eq!(LAYERS[layer_of(&parts(module))].0, layer, "{module}");
        }
    }

    #[test]
    fn uses_of_a_higher_layer_are_found() {
        let workspace = &*WORKSPACE;
        for (module, source, count) in [
            ("fourcade_engine::play::game", "use crate::flip::Flip;", 1),
            ("fourcade_engine::flip::model::board", "use super::super::players;", 1),
            ("fourcade::widgets::keys", "fn f() { crate::arcade::run() }", 1),
            ("fourcade::database::store", "use crate::games::{consent, flip::view};", 2),
            ("fourcade::cli::play", "use crate::{arcade, database::Store};", 0),
            ("fourcade::app::daily", "use crate::plain::Workspace;", 1),
            // The import, and a use of what is in the module.
            ("fourcade::games::text", "use crate::cli::play; fn f() { play::run() }", 2),
            ("fourcade::games::text", "use crate::cli::play as start; fn f() { start::run() }", 2),
            ("fourcade::widgets::keys", "use std::arcade::x; let cli = 1; cli.len();", 0),
        ] {
            assert_eq!(workspace.upward_uses(&parts(module), source).len(), count, "{source}");
        }
    }

    #[test]
    fn re_exports_lead_to_where_a_name_is_defined() {
        let workspace = &*WORKSPACE;
        let defined = |path: &str| workspace.resolve(&parts(path)).0.join("::");
        assert_eq!(defined("fourcade_engine::play::Session"), "fourcade_engine::play::session");
        assert_eq!(defined("fourcade_engine::flip::Flip"), "fourcade_engine::flip::model::game");
    }

    #[test]
    fn circles_are_found() {
        let arrows: BTreeMap<Module, BTreeMap<Module, u8>> =
            [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e")]
                .map(|(from, to)| (parts(from), BTreeMap::from([(parts(to), 1)])))
                .into_iter()
                .fold(BTreeMap::new(), |mut all, (from, to)| {
                    all.entry(from).or_insert_with(BTreeMap::new).extend(to);
                    all
                });
        assert_eq!(circles(&arrows), [[parts("a"), parts("b"), parts("c")]]);
    }
}
