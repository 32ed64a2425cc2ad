//! Runs that share a folder, and a C program at a terminal.

use std::fs;

use fourcade_programs::{ProgramError, SharedFolder};

use super::{generous_limits, public_folder, sandboxed::sandboxes, supervised};

/// It never flushes what it prints, as beginners write programs.
const SOURCE: &str = r#"
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    int number = 0;
    if (argc == 3 && strcmp(argv[1], "save") == 0) {
        FILE *file = fopen(argv[2], "w");
        if (!file) return 4;
        fprintf(file, "kept");
        return 0;
    }
    if (argc == 3) {
        char word[10] = "";
        FILE *file = fopen(argv[2], "r");
        if (!file || fscanf(file, "%9s", word) != 1) return 5;
        printf("%s", word);
        return 6;
    }
    while (printf("Number? "), scanf("%d", &number) == 1 && number)
        printf("Twice: %d\n", 2 * number);
    return 7;
}
"#;

#[test]
fn a_run_finds_what_another_has_saved_and_a_terminal_shows_questions_at_once() {
    let source_folder = public_folder();
    let source = source_folder.path().join("asking.c");
    fs::write(&source, SOURCE).unwrap();
    let mut runners = vec![supervised()];
    runners.extend(sandboxes().into_iter().take(1).map(|(_, runner)| runner));
    for runner in runners {
        let program = runner.prepare(&source, &|| false).unwrap();
        let folder = SharedFolder::new().unwrap();
        folder.create_subfolder("games").unwrap();
        folder.make_writable().unwrap();
        let limits = generous_limits();
        let run = |args: [&str; 2]| {
            let ran = program.run_in(&folder, &args.map(str::to_owned), b"", &limits, &|| false);
            folder.make_writable().unwrap();
            (String::from_utf8(ran.output).unwrap(), ran.end)
        };
        assert_eq!(run(["load", "games/one"]), (String::new(), Ok(5)));
        // The second time another user overwrites it, if root has started both.
        for _ in 0..2 {
            assert_eq!(run(["save", "games/one"]), (String::new(), Ok(0)));
            assert_eq!(run(["load", "games/one"]), ("kept".to_owned(), Ok(6)));
        }
        let mut talk = program.start_conversation_in(&folder, &[], &limits).unwrap();
        let asks = |bytes: &[u8]| bytes.ends_with(b"? ").then_some(bytes.len());
        let mut say = |line: &[u8]| talk.ask_keeping_output(line, limits.time, &|| false, asks);
        assert_eq!(say(b""), Ok(b"Number? ".to_vec()));
        assert_eq!(say(b"21\n"), Ok(b"Twice: 42\nNumber? ".to_vec()));
        assert_eq!(say(b"0\n"), Err(ProgramError::Exited(7)));
        drop(talk);
        let path = folder.path().to_owned();
        drop(folder);
        assert!(!path.exists());
    }
}
