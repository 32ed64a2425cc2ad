use std::{fs, time::Duration};

use super::*;
use crate::{
    settings::{guest::GuestLimits, themes::Themes},
    widgets::{Keymap, Motion},
};

fn parsed(text: &str) -> ParsedSettings {
    parse(text, &Themes::built_in())
}

/// A settings file with this text, and its folder.
fn file_with(text: &str) -> (SettingsFile, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("config.toml"), text).unwrap();
    (SettingsFile::at(folder.path().join("config.toml")), folder)
}

fn text_in(folder: &tempfile::TempDir) -> String {
    fs::read_to_string(folder.path().join("config.toml")).unwrap()
}

fn setting_of(key: &str) -> &'static Setting {
    Setting::ALL.iter().find(|setting| setting.key().1 == key).unwrap()
}

/// A file in which no setting has its default value.
const CUSTOM: &str = "\
theme = \"light\"
glyphs = \"ascii\"
coordinates = \"course\"
motion = false
mouse = false
pace = 1.5
linger = \"key\"
answer-delay = 2
coach = true
bell = true
table-talk = false
opponents = \"levels\"
squares = \"plain\"
arcade = \"lines\"
telling = \"brief\"
[names]
first = \"Ada\"
second = \"Grace\"
third = \"Mary\"
fourth = \"Rosa\"
[shared]
database = \"postgres://db/arcade\"
[guest]
tables = 2
thinking = 0.5
cores = 3
";

fn custom() -> Settings {
    Settings {
        theme: "light".to_owned(),
        ascii_glyphs: true,
        course_coordinates: true,
        motion: Motion { enabled: false, linger: None },
        mouse: false,
        pace: Duration::from_millis(1500),
        answer_delay: Duration::from_secs(2),
        coach: true,
        bell: true,
        table_talk: false,
        opponents_by_level: true,
        plain_squares: true,
        arcade_in_lines: true,
        telling: Detail::Brief,
        names: ["Ada", "Grace", "Mary", "Rosa"].map(str::to_owned),
        database: Some("postgres://db/arcade".to_owned()),
        guest: GuestLimits { tables: 2, thinking: Duration::from_millis(500), cores: 3 },
        keymap: Keymap::default(),
    }
}

#[test]
fn every_setting_is_read() {
    let read = parsed(CUSTOM);
    assert_eq!((read.settings, read.problems), (custom(), Vec::new()));
    assert_eq!(parsed("").settings, Settings::default());
}

#[test]
fn every_setting_is_written_and_read_again() {
    let (file, folder) = file_with("# mine");
    for setting in Setting::ALL {
        file.write(&custom(), setting).unwrap();
    }
    assert_eq!(text_in(&folder), format!("# mine\n{}", CUSTOM.replace('[', "\n[")));
    assert_eq!(file.read(&Themes::built_in()), (custom(), Vec::new()));
}

#[test]
fn comments_order_white_space_and_unknown_keys_are_preserved() {
    let before = "\
# mine

pace   =  3   # slow
colour = 7 # for later

# dark at night
theme = 'dark' # 'tearoom'

[names] # of us
first = \"Ada\" # me
# the end
";
    let (file, folder) = file_with(before);
    let mut settings =
        Settings { theme: "light".to_owned(), pace: Duration::ZERO, ..Settings::default() };
    settings.set_own_name("Ida");
    settings.motion.enabled = false;
    for setting in [&Setting::THEME, setting_of("pace"), &Setting::NAME] {
        file.write(&settings, setting).unwrap();
    }
    let after = before.replace("3 ", "0 ").replace("'dark'", "\"light\"").replace("Ada", "Ida");
    assert_eq!(text_in(&folder), after);
    file.write(&settings, &Setting::MOTION).unwrap();
    assert_eq!(text_in(&folder).replace("motion = false\n", ""), after);
    assert!(!file.read(&Themes::built_in()).0.motion.enabled);
}

#[test]
fn names_can_be_in_any_kind_of_table() {
    for before in [
        "names = { first = \"Ada\" }\n",
        "names.first = \"Ada\"\n",
        "[names]\nfirst = \"Ada\"\n",
        "names = 7\n",
    ] {
        let (file, folder) = file_with(before);
        let mut settings = Settings::default();
        settings.names[1] = "Grace \"G\" Hopper".to_owned();
        file.write(&settings, setting_of("second")).unwrap();
        let (read, problems) = file.read(&Themes::built_in());
        assert_eq!(
            (&*read.names[1], problems),
            ("Grace \"G\" Hopper", Vec::new()),
            "{}",
            text_in(&folder)
        );
        assert_eq!(read.own_name() == "Ada", before.contains("Ada"));
    }
}

#[test]
fn writing_the_defaults_replaces_all_values_in_the_file() {
    let (file, folder) = file_with(
        "# mine\ntheme = \"light\" # bright\nmouse = 7\n[names]\nsecond = \"Ada\" # me\n",
    );
    file.write_all(&Settings::default()).unwrap();
    assert_eq!(
        text_in(&folder),
        "# mine\ntheme = \"dark\" # bright\nmouse = true\n[names]\nsecond = \"\" # me\n"
    );
}

#[test]
fn each_invalid_value_is_reported_with_its_line_and_the_others_are_used() {
    for (line, expected) in [
        ("theme = \"drak\"", "theme is \"drak\", but must be a theme (dark, light, "),
        ("theme = 7", "using dark"),
        (
            "glyphs = \"latin\"",
            "glyphs is \"latin\", but must be \"unicode\" or \"ascii\"; using unicode",
        ),
        ("motion = \"off\"", "motion is \"off\", but must be true or false; using true"),
        ("mouse = 0", "mouse is 0, but must be true or false; using true"),
        ("pace = -1", "pace is -1, but must be seconds from 0 to 100; using 0.8"),
        ("pace = 101", "using 0.8"),
        ("pace = nan", "using 0.8"),
        ("pace = inf", "using 0.8"),
        ("pace = 99999999999999999999999", "using 0.8"),
        ("pace = 1979-05-27", "using 0.8"),
        ("linger = \"keys\"", "seconds from 0 to 60, or \"key\"; using 2"),
        ("answer-delay = 3.5", "seconds from 0 to 3; using 0.6"),
        ("bell = 1", "true or false; using false"),
        ("linger = [\n1]", "linger is [..., but"),
        (
            "names = 7",
            "there is no setting \"names\"; the settings are theme, glyphs, coordinates, motion, mouse, \
             pace, linger, answer-delay, coach, bell, table-talk, opponents, squares, arcade, \
             telling, [names], [shared], [guest] and [keys]",
        ),
        (
            "names.fifth = \"Eve\"",
            "there is no setting \"fifth\"; the settings in [names] are first, second, third, fourth",
        ),
        ("names.first = 7", "first is 7, but must be a name (text in quotes); it is ignored"),
        ("shared.database = 7", "a file or a postgres:// URL (text in quotes); it is ignored"),
        ("guest.tables = 0", "tables is 0, but must be from 1 to 1000; using 5"),
        ("guest.thinking = 0", "must be seconds from 0.1 to 60; using 1"),
        ("guest.cores = \"all\"", "must be from 1 to 1000; using 1"),
        ("guest.files = true", "the settings in [guest] are tables, thinking, cores"),
        ("shared.server = 7", "the settings in [shared] are database"),
        ("names.first = \"a\\nb\"", "plain text on one line"),
        ("names.first = \"a person with a very long name\"", "a name is at most 20 columns wide"),
        ("colour = 7", "there is no setting \"colour\"; the settings are theme, "),
        ("[extra]\nmotion = 7", "there is no setting \"extra\""),
    ] {
        // A first problem, so that the line number of the second one is tested.
        let read = parsed(&format!("# mine\nglyphs_ = 1\n{line}"));
        assert_eq!(read.problems.len(), 2, "{line}: {:?}", read.problems);
        assert_eq!(read.problems[1].line, 3, "{line}");
        assert!(read.problems[1].description.contains(expected), "{line}: {}", read.problems[1]);
        assert_eq!(read.settings, Settings::default(), "{line}");
        // The valid settings around it are used.
        if !line.starts_with("mouse") {
            let settings = parsed(&format!("mouse = false\n{line}\n")).settings;
            assert_eq!(settings, Settings { mouse: false, ..Settings::default() }, "{line}");
        }
    }
}

#[test]
fn invalid_toml_is_reported_with_its_line_and_the_defaults_are_used() {
    for line in [
        "theme = \"light",
        "theme light",
        "theme =",
        "= 7",
        "]",
        "theme = \"dark\"\ntheme = \"light\"",
        "\u{7}",
        "'",
    ] {
        let read = parsed(&format!("mouse = false\n{line}\nmotion = false\n"));
        assert_eq!(read.settings, Settings::default(), "{line:?}");
        let [problem] = &read.problems[..] else { panic!("{line:?} {read:?}") };
        assert_eq!(problem.line, line.lines().count() + 1, "{line:?}");
        let text = problem.to_string();
        assert!(text.ends_with("; the default settings are used"), "{text}");
        assert!(!text.contains(char::is_control), "{text:?}");
    }
}

#[test]
fn a_broken_file_is_kept_when_a_setting_is_written() {
    for broken in ["mouse = false\ntheme = \n", "a = 1\na = 2\n"] {
        let (file, folder) = file_with(broken);
        for name in ["config.toml.broken", "config.toml.broken-2"] {
            fs::write(folder.path().join("config.toml"), broken).unwrap();
            assert_eq!(file.write_all(&custom()).unwrap().as_deref(), Some(name));
            assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), broken);
            assert_eq!(file.read(&Themes::built_in()), (custom(), Vec::new()));
            assert_eq!(file.write(&custom(), &Setting::THEME).unwrap(), None);
        }
        assert!(text_in(&folder).starts_with("# Settings of fourcade"));
    }
}

#[test]
fn a_file_that_is_not_text_is_reported_and_copied_before_it_is_replaced() {
    let (file, folder) = file_with("");
    fs::write(folder.path().join("config.toml"), b"theme = \"\xff\"").unwrap();
    let (settings, problems) = file.read(&Themes::built_in());
    assert_eq!(settings, Settings::default());
    assert!(
        problems[0].contains("UTF-8") && problems[0].contains("default settings"),
        "{problems:?}"
    );
    let copy = file.write(&custom(), &Setting::THEME).unwrap().unwrap();
    assert_eq!(fs::read(folder.path().join(copy)).unwrap(), b"theme = \"\xff\"");
    let folder_instead = SettingsFile::at(folder.path().to_owned());
    assert!(matches!(
        folder_instead.write(&custom(), &Setting::THEME),
        Err(SettingsWriteError::Io(_))
    ));
    assert_eq!(folder_instead.read(&Themes::built_in()).1.len(), 1);
}

#[test]
fn a_new_file_gets_a_folder_and_a_header() {
    let folder = tempfile::tempdir().unwrap();
    let file = SettingsFile::at(folder.path().join("new").join("config.toml"));
    assert_eq!(file.read(&Themes::built_in()), (Settings::default(), Vec::new()));
    file.write(&custom(), &Setting::THEME).unwrap();
    let text = fs::read_to_string(file.path().unwrap()).unwrap();
    assert!(
        text.starts_with("# Settings of fourcade") && text.ends_with("\ntheme = \"light\"\n"),
        "{text}"
    );
    assert!(matches!(
        SettingsFile::disabled().write(&custom(), &Setting::THEME),
        Err(SettingsWriteError::NoHome)
    ));
}

#[test]
fn names_are_limited_to_one_line_and_a_width() {
    assert_eq!(parse_name("  Ada  ").unwrap(), "Ada");
    assert_eq!(parse_name("").unwrap(), "");
    assert_eq!(parse_name("界界界界界界界界界界").unwrap(), "界界界界界界界界界界");
    assert!(parse_name("界界界界界界界界界界界").is_err() && parse_name("a\tb").is_err());
}
