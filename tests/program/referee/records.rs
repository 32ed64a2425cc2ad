//! Matches as records: they are saved, replayed with the names of their programs, and repeated.

use std::fs;

use super::TestDir;

#[test]
fn a_saved_match_is_replayed_reviewed_and_repeated() {
    let dir = TestDir::new();
    let log =
        dir.stdout_of("referee ./ritchie ./lowest --player counter --seed 2 --save HERE/game");
    let record = fs::read_to_string(dir.file("game")).unwrap();
    let header = record.lines().next().unwrap();
    assert!(header.starts_with("{\"fourcade\":2,\"game\":\"intensity\","), "{header}");
    assert!(header.contains("\"Dennis Ritchie\"") && header.contains("\"program:./ritchie\""));
    let replayed = dir.stdout_of("replay HERE/game --plain");
    let penalty = "Dennis Ritchie plays the 42 - card not in hand: +5, the referee chose ";
    assert_eq!(replayed.matches(penalty).count(), log.matches("plays the 42 - card not").count());
    assert!(replayed.matches(penalty).count() > 5, "{replayed}");
    let reviewed = dir.stdout_of("analyse HERE/game --nodes 50");
    assert!(reviewed.contains("  Dennis Ritchie  ") && reviewed.contains("fourcade counter"));
    // The same seed, seats and players, in one command.
    let refused = dir.run("referee --repeat HERE/game");
    assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{}", refused.err);
    assert!(refused.err.contains("--allow-programs"), "{}", refused.err);
    let again = dir.run("referee --repeat HERE/game --allow-programs --save HERE/again");
    assert_eq!((again.status, again.out.as_str()), (0, log.as_str()), "{}", again.err);
    assert!(again.err.contains("the game is the same as in the record"), "{}", again.err);
    assert_eq!(fs::read_to_string(dir.file("again")).unwrap(), record);
    let taken = dir.run("referee ./lowest --save HERE/game");
    assert_eq!((taken.status, taken.out.as_str()), (1, ""));
    assert!(taken.err.contains("already exists; save elsewhere"), "{}", taken.err);
    dir.assert_nothing_is_left();
}

#[test]
fn a_repeated_match_that_differs_says_from_where() {
    let dir = TestDir::new();
    dir.stdout_of("referee ./lowest ./student --seed 2 --save HERE/game");
    let record = fs::read_to_string(dir.file("game")).unwrap();
    fs::write(dir.file("other"), record.replace("program:./lowest", "program:./ritchie")).unwrap();
    let ran = dir.run("referee --repeat HERE/other --allow-programs");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.err.contains("the game differs from the record: other cards are passed"),
        "{}",
        ran.err
    );
    // A record of format 1 has no names, and a game of Flip no match.
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/intensity-format-1.fourcade");
    let replayed = dir.stdout_of(&format!("replay {old} --plain"));
    assert!(replayed.contains("North cheat") || replayed.contains("cheat.py"), "{replayed}");
    fs::write(dir.file("flip"), "{\"fourcade\":1,\"game\":\"flip\",\"format\":1}\n").unwrap();
    let ran = dir.run("referee --repeat HERE/flip");
    assert_ne!((ran.status, ran.out.as_str()), (0, ""));
}

#[test]
fn what_a_program_writes_to_standard_error_is_in_the_record() {
    let dir = TestDir::new();
    for flags in ["", "--no-sandbox"] {
        let name = format!("game{flags}");
        dir.stdout_of(&format!("referee ./noisy --seed 2 {flags} --save HERE/{name}"));
        let record = fs::read_to_string(dir.file(&name)).unwrap();
        assert!(record.contains(r#""stderr":"why\\u{1b}[2J</pre>"#), "{record}");
        assert_eq!(record.matches("\"kind\":\"crashed\"").count(), 11, "{record}");
        assert!(record.len() < 12_000, "it is cut: {}", record.len());
        let replayed = dir.stdout_of(&format!("replay HERE/{name} --plain"));
        assert!(replayed.contains("noisy reports: why\\u{1b}[2J"), "{replayed}");
    }
    dir.assert_nothing_is_left();
}

#[test]
fn every_match_of_a_saved_tournament_can_be_replayed_and_repeated() {
    let dir = TestDir::new();
    let players = "./lowest ./ritchie ./student --player counter --player careful";
    dir.stdout_of(&format!("tournament {players} --rounds 2 --seed 5 --save HERE/saved"));
    let mut names: Vec<_> = fs::read_dir(dir.file("saved"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let expected = ["results.jsonl", "round-01-game-1.fourcade", "round-01-game-2.fourcade"];
    assert_eq!((names.len(), &names[..3]), (5, &expected.map(str::to_owned)[..]));
    for name in &names[1..] {
        let record = fs::read_to_string(dir.file("saved").join(name)).unwrap();
        let replayed = dir.stdout_of(&format!("replay HERE/saved/{name} --plain"));
        assert!(replayed.contains("points"), "{replayed}");
        let again = dir.run(&format!("referee --repeat HERE/saved/{name} --allow-programs --json"));
        assert_eq!((again.status, again.out.as_str()), (0, record.as_str()), "{}", again.err);
        assert!(again.err.contains("the same as in the record"), "{}", again.err);
    }
    // A command that plays the games returns the same records.
    let batch = concat!(env!("CARGO_BIN_EXE_fourcade"), " referee --batch --allow-programs");
    let via = format!("tournament {players} --rounds 2 --seed 5 --save HERE/via --via");
    let output = dir.command(&via).arg(batch).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for name in &names[1..] {
        let read = |folder: &str| fs::read_to_string(dir.file(folder).join(name)).unwrap();
        assert_eq!(read("via"), read("saved"), "{name}");
    }
    dir.assert_nothing_is_left();
}

/// Returns the page of a tournament with hostile programs.
const HOSTILE: &str = "tournament ./evil ./noisy ./ritchie --player counter --player careful \
                       --rounds 2 --seed 5 --format html";

#[test]
fn the_page_of_a_tournament_holds_everything_and_hostile_names_are_text() {
    let dir = TestDir::new();
    let page = dir.stdout_of(&format!("{HOSTILE} --save HERE/saved"));
    assert!(page.starts_with("<!doctype html>\n") && page.ends_with("</html>\n"));
    assert!(page.contains("&lt;script&gt;&quot;&amp;&#39;alert(1)&lt;/script&gt;"));
    // There is one script, which is ours, and nothing is loaded.
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (1, 1));
    assert_eq!((page.matches("src=").count(), page.matches("http").count()), (0, 0));
    assert_eq!(page.matches("<details id=").count(), 4);
    assert_eq!(page.matches("Finishing Positions").count(), 4);
    // What was written there is told with the round in which it was.
    let (_, errors) = page.split_once("On standard error:</p>\n<pre>").unwrap();
    let (errors, _) = errors.split_once("</pre>").unwrap();
    let is_told = |line: &str| line.starts_with("Discards: ") || line.starts_with("Round ");
    assert!(errors.lines().all(is_told) && errors.contains("\nRound 0: "), "{errors}");
    let first = "<li>#4 Dennis Ritchie: illegal 21 times; first in round 1, game 1: discards ";
    assert!(page.contains(first), "{page}");
    let (_, summary) = page.split_once("<summary>").unwrap();
    assert!(summary.split_once("</summary>").unwrap().0.contains("illegal answers</span>"));
    // The record in the page is the one in the folder.
    let name = "round-02-game-1.fourcade";
    let (_, link) = page.split_once(&format!("download=\"{name}\" href=\"")).unwrap();
    let (link, _) = link.split_once('"').unwrap();
    let data = link.strip_prefix("data:application/octet-stream,").unwrap();
    let mut decoded = Vec::new();
    let mut rest = data.as_bytes();
    while let [first, others @ ..] = rest {
        if *first == b'%' {
            let hex = std::str::from_utf8(&others[..2]).unwrap();
            decoded.push(u8::from_str_radix(hex, 16).unwrap());
            rest = &others[2..];
        } else {
            decoded.push(*first);
            rest = others;
        }
    }
    let record = fs::read_to_string(dir.file("saved").join(name)).unwrap();
    assert_eq!(String::from_utf8(decoded).unwrap(), record);
    // The page is the same whenever it is made from the same tournament.
    let again = "tournament --resume HERE/saved --allow-programs --format html";
    assert_eq!(dir.stdout_of(again), page);
    // Its command plays the same game.
    let header = record.lines().next().unwrap();
    let (_, command) = page.split_once("<code>fourcade referee ").unwrap();
    let (command, _) = command.split_once("</code>").unwrap();
    assert!(command.starts_with("--in-order --seed "), "{command}");
    let (_, seed) = header.split_once("\"seed\":").unwrap();
    let (seed, _) = seed.split_once(',').unwrap();
    let commands = page.split("<code>fourcade referee ").skip(1);
    let mut commands = commands.map(|text| text.split_once("</code>").unwrap().0);
    let own = commands.find(|text| text.contains(&format!("--seed {seed} "))).unwrap();
    let played = dir.stdout_of(&format!("referee {own} --json"));
    assert_eq!(
        played.lines().skip(1).collect::<Vec<_>>(),
        record.lines().skip(1).collect::<Vec<_>>()
    );
    dir.assert_nothing_is_left();
}

#[test]
fn standings_can_be_printed_for_spreadsheets() {
    let dir = TestDir::new();
    let args = HOSTILE.replace("html", "csv");
    let csv = dir.stdout_of(&args);
    let lines: Vec<_> = csv.lines().collect();
    assert_eq!(lines.len(), 6, "{csv}");
    assert!(lines[0].starts_with("place,name,player,points,games,average_place,"), "{csv}");
    assert!(csv.contains(",\"<script>\"\"&'alert(1)</script>\",program:./evil,"), "{csv}");
    let noisy = lines.iter().find(|line| line.contains("program:./noisy")).unwrap();
    assert!(noisy.contains(",22,0,22,0,"), "crashes: {noisy}");
    let json = dir.stdout_of(&HOSTILE.replace("html", "json"));
    assert!(json.contains("\"crosstable\":[[null,") && json.contains("\"rating_ci95\":"), "{json}");
    let ran = dir.run(&format!("{args} --json"));
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
}
