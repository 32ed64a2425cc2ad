//! Programs that leave behind what is hard to clear away: that is their fault, and nobody else's.

use std::fs;

use serde_json::Value;

use super::run;

/// Nests folders deeper than a path can say.
const NESTS: &str = r#"
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 3000; i++)
        if (mkdir("inner", 0700) || chdir("inner")) return 1;
    return 0;
}
"#;

/// Closes its folder, as far as it may: that of a program of root is root's.
const CLOSES: &str = "#include <sys/stat.h>\nint main(void) { return chmod(\".\", 0) != 0; }\n";

/// Writes as many files as it may and more, whatever becomes of them.
const FILLS: &str = r#"
#include <stdio.h>

int main(void) {
    static char piece[1 << 20];
    for (int i = 0; i < 100; i++) {
        char name[32];
        snprintf(name, sizeof name, "file-%d", i);
        FILE *file = fopen(name, "w");
        if (file != NULL) fwrite(piece, sizeof piece, 1, file), fclose(file);
    }
    return 0;
}
"#;

const DOES_NOTHING: &str = "int main(void) { return 0; }\n";

#[test]
fn leftover_processes_and_files_count_against_their_program() {
    let folder = tempfile::tempdir().unwrap();
    let mut args = vec!["check", "flip", "--case", "usage", "--case", "start-4", "--json"];
    let sources =
        [("nests.c", NESTS), ("closes.c", CLOSES), ("nothing.c", DOES_NOTHING), ("fills.c", FILLS)];
    let paths = sources.map(|(name, text)| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    });
    args.extend(paths.iter().map(String::as_str));
    for sandbox in [None, Some("--no-sandbox")] {
        let ran = run(&args.iter().copied().chain(sandbox).collect::<Vec<_>>());
        assert_eq!(ran.status, 1, "{}", ran.err);
        let report: Value =
            serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}", ran.err));
        let programs = report["programs"].as_array().unwrap();
        assert_eq!(programs.len(), 4, "{}", ran.out);
        let faults = |number: usize| {
            let cases = programs[number]["cases"].as_array().unwrap().iter();
            cases.map(|case| case["fault"]["sentence"].as_str().unwrap()).collect::<Vec<_>>()
        };
        let left = "what it leaves in its folder can't be opened again: ";
        assert!(faults(0).len() == 2 && faults(0).iter().all(|fault| fault.starts_with(left)));
        let is_root = rustix::process::geteuid().is_root();
        assert!(is_root || faults(1).iter().all(|fault| fault.starts_with(left)), "{}", ran.out);
        assert!(faults(2).len() == 2 && !faults(2)[0].starts_with(left), "{}", ran.out);
        let filled = "put more than 4096 files or 16 MiB into its folder, or made it unreadable";
        assert_eq!(faults(3), [filled; 2]);
    }
}
