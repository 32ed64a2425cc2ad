//! Random characters and bytes as input, in all games and on all pages.

use std::{
    io::{self, BufReader, Read},
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    thread,
};

use fourcade::{
    app::lobby::{self, JoinAs, NewSharedGame},
    database::{
        DailyDate, Store,
        shared_tables::{
            Client, TableCode,
            connection::{self, Location},
            open_new, store,
        },
    },
    games::ArcadeGame,
    plain::{self, App, Console, Error, Origin},
    settings::{Settings, consent::Programs, home::Home},
};
use fourcade_engine::{
    concentration::Concentration,
    eater::Eater,
    flip::Flip,
    intensity::Intensity,
    play::{CancelToken, HUMAN, Level, RecordHeader, Session, random},
};
use rand::{RngExt as _, seq::IndexedRandom as _};

use crate::scale::scaled;

/// Lines typed on each page, or more ([`scaled`]).
const LINES: u32 = 50;

/// Words that open something, but none that ends the conversation, writes a file or thinks for
/// long.
const WORDS: [&str; 38] = [
    "help",
    "list",
    "moves",
    "board",
    "row",
    "column",
    "where",
    "why",
    "undo",
    "repeat",
    "yes",
    "no",
    "answer",
    "rules",
    "score",
    "hand",
    "table",
    "seen",
    "round",
    "last",
    "clock",
    "who",
    "open",
    "continue",
    "practice",
    "lessons",
    "saved",
    "statistics",
    "settings",
    "today",
    "flip",
    "eater",
    "intensity",
    "concentration",
    "computer",
    "rematch",
    "resign",
    "back",
];

/// Characters of several bytes or code points, and some that change their length in another case or
/// normal form. No two make the beginning of `save`, which writes a file.
const SIGNS: [&str; 20] = [
    "é",
    "e\u{301}",
    "３",
    "，",
    "\u{3000}",
    "🂡",
    "\u{202e}",
    "\0",
    "ﷺ",
    "ſ",
    "İ",
    "ß",
    "½",
    "一",
    "\u{feff}",
    "\u{200d}",
    "👩\u{200d}🚀",
    "ｗ",
    "\u{a0}",
    "\r",
];

/// Types one random line at each read, and ends when none is left.
struct Noise {
    random: random::Rng,
    left: Arc<AtomicU32>,
}

impl Noise {
    fn text(&mut self) -> Vec<u8> {
        let random = &mut self.random;
        let number = |random: &mut random::Rng| random.random_range(0..14).to_string();
        match random.random_range(0..10) {
            0 => (0..random.random_range(0..40)).map(|_| random.random()).collect(),
            1 => (0..random.random_range(0..20))
                .map(|_| random.random::<char>())
                .collect::<String>()
                .into(),
            2 => {
                let signs = (0..random.random_range(1..6)).map(|_| *SIGNS.choose(random).unwrap());
                signs.collect::<String>().into()
            }
            3 => format!("{}{}", number(random), SIGNS.choose(random).unwrap()).into(),
            4 => format!("{}{}", SIGNS.choose(random).unwrap(), number(random)).into(),
            5 => format!("{} {}", WORDS.choose(random).unwrap(), SIGNS.choose(random).unwrap())
                .into(),
            6 => format!("{} {}", WORDS.choose(random).unwrap(), number(random)).into(),
            7 => {
                let word = WORDS.choose(random).unwrap();
                word[..random.random_range(1..=word.len())].into()
            }
            // A legal move, with luck.
            8 => format!("{} {}", random.random_range(1..5), random.random_range(1..5)).into(),
            _ => number(random).into(),
        }
    }
}

impl Read for Noise {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left.load(Ordering::SeqCst) == 0 {
            return Ok(0);
        }
        self.left.fetch_sub(1, Ordering::SeqCst);
        let mut line = self.text();
        line.push(b'\n');
        buffer[..line.len()].copy_from_slice(&line);
        Ok(line.len())
    }
}

/// An arcade with its files in `folder`, and the number of random lines left to type.
fn app_of(name: &str, seed: u64, folder: &Path) -> (App, Arc<AtomicU32>) {
    let left = Arc::new(AtomicU32::new(scaled(LINES)));
    let noise = Noise { random: random::rng(seed, &[]), left: Arc::clone(&left) };
    let input = Box::new(BufReader::new(noise));
    let console = Console::new(input, Box::new(io::sink()), CancelToken::default()).unwrap();
    let store = Store::at(folder.join(name).with_extension("db"), || ());
    let mut home = Home::unsaved(Settings::default());
    home.settings.set_own_name(name);
    home.database = Some(folder.join("shared.db").to_str().unwrap().to_owned());
    (App::new(console, home, Programs::default(), store), left)
}

/// Types noise on a page, and opens it again whenever it is left.
fn check(seed: u64, place: &str, talk: impl Fn(&mut App) -> Result<(), Error>) {
    let folder = tempfile::tempdir().unwrap();
    let (mut app, left) = app_of("Ada", seed, folder.path());
    type_noise(&mut app, &left, seed, place, talk);
}

fn type_noise(
    app: &mut App,
    left: &AtomicU32,
    seed: u64,
    place: &str,
    talk: impl Fn(&mut App) -> Result<(), Error>,
) {
    loop {
        let ended = catch_unwind(AssertUnwindSafe(|| talk(app)));
        let rest = left.load(Ordering::SeqCst);
        match ended {
            Ok(Err(Error::End)) if rest == 0 => break,
            Ok(Ok(()) | Err(Error::Back | Error::End)) => {}
            Ok(Err(error)) => panic!("{place}: {error}"),
            Err(panic) => {
                eprintln!("{place}, seed {seed}, {rest} lines before the end");
                resume_unwind(panic);
            }
        }
    }
    app.context.store.close().unwrap();
}

/// Two people type noise at one shared table, and at another one when its game is over.
fn check_shared_table<G: ArcadeGame>(seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::File(folder.path().join("shared.db"));
    let table = Mutex::new(open_table::<G>(&location));
    let find_table = || {
        let mut code = table.lock().unwrap();
        let mut connection = connection::open(&location, || ()).unwrap();
        let stored = store::table(&mut *connection, &code).unwrap();
        if lobby::refusal(&stored).is_some() {
            *code = open_table::<G>(&location);
        }
        code.clone()
    };
    let place = format!("{}, shared table", G::KEY);
    thread::scope(|scope| {
        for (name, seed) in [("Ada", seed), ("Bob", seed + 1)] {
            let (folder, find_table, place) = (folder.path(), &find_table, &place);
            scope.spawn(move || {
                let (mut app, left) = app_of(name, seed, folder);
                type_noise(&mut app, &left, seed, place, |app| {
                    match plain::join(app, &find_table(), JoinAs::Player) {
                        // The other person has just closed the table or ended its game.
                        Err(Error::Failed(_)) => Ok(()),
                        result => result,
                    }
                });
            });
        }
    });
}

fn open_table<G: ArcadeGame>(location: &Location) -> TableCode {
    let mut connection = connection::open(location, || ()).unwrap();
    let client = Client::new("Ada");
    let seat = |at| if at < 2 { HUMAN } else { G::LEVELS[Level::Beginner as usize].player };
    let game = NewSharedGame {
        game: G::FACTS.kind,
        size: G::SIZES.map(|sizes| sizes.min),
        players: (0..G::SEAT_NAMES.len()).map(|at| seat(at).to_owned()).collect(),
        own_seat: None,
        clock: None,
        is_public: true,
        seed: 1,
    };
    let table = game.to_table(&client).unwrap();
    let code = open_new(&mut *connection, &client, &table).unwrap().code;
    // Frees Ada's seat for her.
    store::remove_client(&mut *connection, &client.id).unwrap();
    code
}

fn play<G: ArcadeGame>(app: &mut App, seats: Vec<String>) -> Result<(), Error> {
    let setup = G::deal_seeded(G::default_size(), 1).unwrap();
    let session = Session::<G>::new(RecordHeader { setup, players: seats, seed: 1, clock: None });
    plain::play(app, session, Origin::New).map(drop)
}

fn check_game<G: ArcadeGame>(seed: u64) {
    let beginner = G::LEVELS[Level::Beginner as usize].player;
    let seats = |people: usize| {
        let seat = |seat| if seat < people { HUMAN } else { beginner };
        (0..G::SEAT_NAMES.len()).map(|at| seat(at).to_owned()).collect::<Vec<_>>()
    };
    let at = |page: &str| format!("{}, {page}", G::KEY);
    check(seed, &at("against a computer"), |app| play::<G>(app, seats(1)));
    check(seed + 1, &at("people"), |app| play::<G>(app, seats(G::SEAT_NAMES.len())));
    check(seed + 2, &at("lesson"), plain::learn::<G>);
    check(seed + 3, &at("practice"), |app| plain::practice_rounds::<G>(app, None, 1));
    let today = DailyDate::today();
    check(seed + 4, &at("puzzle"), |app| plain::puzzle_of_the_day::<G>(app, today));
    check(seed + 5, &at("daily deal"), |app| plain::daily_deal::<G>(app, today));
    check_shared_table::<G>(seed + 6);
}

#[test]
fn anything_can_be_typed_in_intensity() {
    check_game::<Intensity>(100);
}

#[test]
fn anything_can_be_typed_in_flip() {
    check_game::<Flip>(200);
}

#[test]
fn anything_can_be_typed_in_concentration() {
    check_game::<Concentration>(300);
}

#[test]
fn anything_can_be_typed_in_eater() {
    check_game::<Eater>(400);
}

#[test]
fn anything_can_be_typed_on_the_pages() {
    check(500, "the menu", plain::menu);
    check(501, "practice", plain::practice_page);
    check(502, "the deals", |app| plain::daily_page(app, None));
    check(503, "the lobby", plain::lobby);
}
