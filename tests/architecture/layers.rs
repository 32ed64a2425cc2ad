//! The layers of the crate: a module uses modules of its own layer and of the layers below.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use crate::source::{paths, sources};

/// A layer: its name, and the modules in it. `*` stands for the name of a game.
struct Layer {
    name: &'static str,
    modules: &'static [&'static str],
}

const fn layer(name: &'static str, modules: &'static [&'static str]) -> Layer {
    Layer { name, modules }
}

/// All layers, from the lowest to the highest. The module with the longest matching path counts.
const LAYERS: [Layer; 10] = [
    layer("core", &["play", "sync", "lines", "printable"]),
    layer("programs", &["programs", "files", "shared_tables"]),
    layer("ui", &["ui"]),
    layer("rules", &["games", "games::*", "games::*::rules"]),
    layer("players", &["games::*::players", "games::*::engine", "games::*::solver"]),
    layer(
        "text",
        &[
            "games::*::info",
            "games::*::text",
            "games::*::classic",
            "games::*::protocol",
            "games::*::program",
            "games::*::referee",
            "games::*::tournament",
            "games::*::review",
        ],
    ),
    layer("store", &["store"]),
    layer("view", &["games::*::view", "games::*::controls"]),
    layer("app", &["app"]),
    layer("command line", &["cli", ""]),
];

/// The folders of `src/core/games` that hold a game.
const GAMES: [&str; 4] = ["intensity", "flip", "concentration", "eater"];

/// The layer of a module, as an index into [`LAYERS`].
fn layer_of(module: &[String]) -> usize {
    let mut best = (0, LAYERS.len() - 1);
    for (number, layer) in LAYERS.iter().enumerate() {
        for pattern in layer.modules.iter().filter(|pattern| !pattern.is_empty()) {
            let parts: Vec<&str> = pattern.split("::").collect();
            let matches = |(part, name): (&&str, &String)| match *part {
                "*" => GAMES.contains(&name.as_str()),
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

/// The path of the module in a file: `src/core/play/game.rs` is `play::game`, since the package
/// `fourcade` re-exports the modules of `fourcade-core`.
fn module_of(file: &Path) -> Vec<String> {
    let inside = file.strip_prefix("src/core").or_else(|_| file.strip_prefix("src"));
    let inside = inside.expect("a source of ours").with_extension("");
    let mut parts: Vec<String> =
        inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

/// All modules of the crate, and the names that each re-exports from its children.
struct Modules {
    reexports: HashMap<Vec<String>, HashMap<String, Vec<String>>>,
}

impl Modules {
    fn read() -> Self {
        let mut modules = Self { reexports: HashMap::new() };
        for file in sources("src") {
            let module = module_of(&file);
            let source = read(&file);
            let names = source
                .split("pub use ")
                .skip(1)
                .filter_map(|rest| rest.split_once(';'))
                .flat_map(|(list, _)| paths(&format!("use {list};")))
                .map(|(_, path)| path)
                .filter(|path| path.len() > 1 && path[0] != "crate");
            let mut known = HashMap::new();
            for path in names {
                let name = path.last().expect("a path has a last part").clone();
                known.insert(name, path[..path.len() - 1].to_vec());
            }
            modules.reexports.insert(module, known);
        }
        modules
    }

    /// The module in which a path of the crate is defined: re-exports are followed.
    fn resolve(&self, path: &[String]) -> Vec<String> {
        let mut module: Vec<String> = Vec::new();
        for part in path {
            let mut child = module.clone();
            child.push(part.clone());
            if self.reexports.contains_key(&child) {
                module = child;
                continue;
            }
            let source = self.reexports.get(&module).and_then(|names| names.get(part));
            if let Some(source) = source {
                let start = usize::from(source[0] == "self");
                module.extend_from_slice(&source[start..]);
            }
            break;
        }
        module
    }

    /// The path from the crate's root that `path` means in `module`, if it leads into the crate.
    fn absolute(&self, path: &[String], module: &[String]) -> Option<Vec<String>> {
        match path[0].as_str() {
            "crate" => Some(path[1..].to_vec()),
            "super" => {
                let ups = path.iter().take_while(|part| *part == "super").count();
                let mut start = module[..module.len().checked_sub(ups)?].to_vec();
                start.extend_from_slice(&path[ups..]);
                Some(start)
            }
            "self" => Some([module, &path[1..]].concat()),
            first if path.len() > 1 => {
                let mut child = module.to_vec();
                child.push(first.to_owned());
                let is_child = self.reexports.contains_key(&child);
                is_child.then(|| [module, path].concat())
            }
            _ => None,
        }
    }
}

fn read(file: &Path) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("a source is text")
}

/// The uses in a source that lead to a higher layer: the line and both layers.
fn upward_uses(modules: &Modules, module: &[String], source: &str) -> Vec<(usize, String)> {
    let own = layer_of(module);
    // A module may re-export its children, whatever their layer.
    let is_own_child = |target: &[String]| target.starts_with(module) && !module.is_empty();
    let upward = |(line, path): (usize, Vec<String>)| {
        let path = if path[0] == "use" { path[1..].to_vec() } else { path };
        path.first()?;
        let target = modules.resolve(&modules.absolute(&path, module)?);
        let layer = layer_of(&target);
        if target.is_empty() || layer <= own || is_own_child(&target) {
            return None;
        }
        let (from, to) = (LAYERS[own].name, LAYERS[layer].name);
        Some((line, format!("{from} uses {to}: {}", target.join("::"))))
    };
    paths(source).into_iter().filter(|(_, path)| !path.is_empty()).filter_map(upward).collect()
}

#[test]
fn no_module_uses_a_higher_layer() {
    let modules = Modules::read();
    let mut found = Vec::new();
    let files: Vec<PathBuf> = sources("src");
    for file in files.iter().filter(|file| !file.ends_with("lib.rs")) {
        for (line, what) in upward_uses(&modules, &module_of(file), &read(file)) {
            found.push(format!("{}:{line}: {what}", file.display()));
        }
    }
    assert!(found.is_empty(), "uses of a higher layer:\n{}", found.join("\n"));
}

mod checks {
    use crate::*;

    fn parts(path: &str) -> Vec<String> {
        path.split("::").map(str::to_owned).collect()
    }

    fn layer_name(module: &str) -> &'static str {
        LAYERS[layer_of(&parts(module))].name
    }

    #[test]
    fn each_module_is_in_the_layer_of_its_longest_path() {
        assert_eq!(layer_name("play::session"), "core");
        assert_eq!(layer_name("games::kinds"), "rules");
        assert_eq!(layer_name("games::flip::rules::board"), "rules");
        assert_eq!(layer_name("games::flip::engine::midgame"), "players");
        assert_eq!(layer_name("games::eater::view"), "view");
        assert_eq!(layer_name("cli::play"), "command line");
    }

    #[test]
    fn uses_of_a_higher_layer_are_found() {
        let modules = Modules::read();
        let upward =
            |module: &str, source: &str| upward_uses(&modules, &parts(module), source).len();
        assert_eq!(upward("play::game", "use crate::store::Store;"), 1);
        assert_eq!(upward("play::game", "use super::super::app;"), 1);
        assert_eq!(upward("games::flip::rules::board", "fn f() { crate::ui::keys::find() }"), 0);
        assert_eq!(upward("games::flip::players", "use crate::view::View;"), 1);
        assert_eq!(upward("store::handle", "use crate::games::{GameKind, flip::view};"), 1);
        assert_eq!(upward("cli::play", "use crate::{app, store::Store};"), 0);
        assert_eq!(upward("ui::keys", "use std::store::x; let store = 1; store.len();"), 0);
    }
}
