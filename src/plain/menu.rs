//! The menu by ear, and its short pages.

use super::{
    Error, House,
    form::{self, Done},
    lesson::learn,
    lobby::{lobby, new_table},
    practice::{practise, puzzle_of_the_day},
    review,
    table::{Origin, play, replay},
};
use crate::{
    app::{
        counting,
        daily::{self, Calendar, Deal},
        feats::{self, FeatSection},
        new_game::{self, Choices, Opponent, PastResults},
        practice::{self, daily_text},
        saved_games::{
            descriptions,
            unfinished::{self, UnfinishedGame},
        },
        statistics::{characters, table_title},
    },
    database::{
        DailyDate, Database, GameStatus, SavedGame, Store, StoreError,
        statistics::{Grouping, tally},
    },
    games::{
        ArcadeGame, DAILY_LEVEL, GameFacts, Naming, Notation, capitalized, check_recorded_players,
        counted, listed_names, names_at, sentence,
    },
    practice::stars::{Stars, wins_needed},
    settings::{Edited, Setting},
};
use fourcade_engine::{
    GameKind,
    play::{Session, random},
    with_game,
};

/// The items of the menu after the games and the last unfinished one.
const ITEMS: [(&str, Item); 7] = [
    ("Today's deals.", Item::Daily),
    ("Practice.", Item::Practice),
    ("Lessons.", Item::Lessons),
    ("Saved games.", Item::SavedGames),
    ("Statistics.", Item::Statistics),
    ("Settings.", Item::Settings),
    ("Play with others.", Item::Lobby),
];

#[derive(Clone, Copy)]
enum Item {
    Continue(i64),
    Game(GameKind),
    Daily,
    Lobby,
    Practice,
    Lessons,
    SavedGames,
    Statistics,
    Settings,
}

/// Holds the conversation from the menu, until the person leaves.
pub fn run(house: &mut House) -> Result<(), Error> {
    house.console.say("fourcade, four games in lines.")?;
    let name = &house.app.home.settings.names[0];
    if name.is_empty() && house.app.home.last_setups.last("flip").is_none() {
        house.console.say("Type a number or the beginning of a word, then Enter.")?;
        house.console.say("help says what you can type, everywhere.")?;
    }
    let games = GameKind::ALL.map(|kind| {
        let facts = GameFacts::of(kind);
        (format!("{}: {}.", facts.title, facts.summary), Item::Game(kind))
    });
    let others = ITEMS.map(|(text, item)| (text.to_owned(), item));
    let fixed: Vec<_> = games.into_iter().chain(others).collect();
    let mut is_first = true;
    loop {
        // The numbers of the others never change.
        let last = last_unfinished(house)?
            .map(|(id, text)| (format!("Continue {text}."), Item::Continue(id)));
        let items: Vec<_> = fixed.iter().cloned().chain(last).collect();
        let texts: Vec<_> = items.iter().map(|(text, _)| text.clone()).collect();
        let chosen = if std::mem::take(&mut is_first) {
            house.console.choose("What now?", &texts)
        } else {
            house.console.choose_again("The menu. What now?", &texts)
        };
        match chosen? {
            None => house.console.say("list says the menu, quit leaves fourcade.")?,
            Some(index) => match open(house, items[index].1) {
                Ok(()) | Err(Error::Back) => {}
                Err(error) => return Err(error),
            },
        }
    }
}

/// The last unfinished game and its description.
fn last_unfinished(house: &mut House) -> Result<Option<(i64, String)>, Error> {
    let naming = house.app.naming();
    let last = house.ask_store(move |games| unfinished::last(games, naming))?.flatten();
    Ok(last.map(|UnfinishedGame { id, descriptions: [text, ..] }| (id, text)))
}

fn open(house: &mut House, item: Item) -> Result<(), Error> {
    match item {
        Item::Continue(id) => resume(house, id),
        Item::Game(kind) => with_game!(kind, G => play_new::<G>(house)),
        Item::Daily => daily(house, None),
        Item::Lobby => lobby(house),
        Item::Practice => practice(house),
        Item::Lessons => match choose_game(house, "Which game?")? {
            Some(kind) => with_game!(kind, G => learn::<G>(house)),
            None => Ok(()),
        },
        Item::SavedGames => saved_games(house),
        Item::Statistics => statistics(house),
        Item::Settings => settings(house),
    }
}

fn choose_game(house: &mut House, question: &str) -> Result<Option<GameKind>, Error> {
    let titles = GameKind::ALL.map(|kind| format!("{}.", GameFacts::of(kind).title));
    let index = house.console.choose(question, &titles)?;
    Ok(index.map(|index| GameKind::ALL[index]))
}

/// Asks who plays, and plays as long as the person wants.
fn play_new<G: ArcadeGame>(house: &mut House) -> Result<(), Error> {
    let kind = G::FACTS.kind;
    let last = house.app.home.last_setups.last(G::KEY);
    let has_lesson = G::FACTS.lesson.is_some();
    if has_lesson && last.is_none() && house.app.home.lessons.take_offer(G::KEY) {
        // If it can't be written, the lesson is offered again in the next run.
        let _ = house.app.home.lessons.write();
        let title = G::FACTS.title;
        let question = format!("New to {title}? There is a lesson of a few minutes. Hear it?");
        if house.console.confirm(&question)? {
            return learn::<G>(house);
        }
    }
    let mut chosen =
        last.map_or_else(|| Choices::first_game(kind), |last| Choices::of_last_game(kind, &last));
    chosen.allows_programs = false;
    chosen.naming = house.app.naming();
    chosen.names.clone_from(&house.app.home.settings.names);
    chosen.past = house.ask_store(move |games| PastResults::load(games, kind))?;
    let rows = |choices: &Choices| {
        let mut rows = choices.rows();
        rows.retain(|row| row.label != new_game::ADVANCED);
        // What is chosen most comes first.
        rows.sort_by_key(|row| row.label != new_game::PLAY);
        rows
    };
    let title = "Play, or a number to change something?";
    loop {
        let done = form::fill(&mut house.console, &mut chosen, rows, title, |_, _, _| Ok(()))?;
        if let Some(settings) = new_game::keep_names(&chosen.names, &house.app) {
            let given = house.app.home.overrides.clone();
            house.app.home.use_settings(settings, given);
        }
        if done == Done::Back {
            return Ok(());
        }
        if chosen.opponent() == Opponent::Terminal {
            return new_table(house, chosen.to_table());
        }
        let (setup, seed) = (chosen.to_setup(), random::fresh_seed());
        let last_setups = &house.app.home.last_setups;
        let session = match new_game::start::<G>(setup, seed, last_setups, &house.app) {
            Ok(session) => session,
            Err(why) => {
                house.console.say(&sentence(&why))?;
                continue;
            }
        };
        if play(house, session, Origin::New)?.is_none() {
            return Ok(());
        }
    }
}

/// Continues a saved game.
fn resume(house: &mut House, id: i64) -> Result<(), Error> {
    let claimed = house.ask(move |games| games.claim(id))?;
    let loaded = match claimed {
        Ok(loaded) => loaded,
        Err(error) => return house.console.say(&sentence(&capitalized(&error.to_string()))),
    };
    let Ok(kind) = loaded.summary.game.parse::<GameKind>() else { return Ok(()) };
    with_game!(kind, G => {
        match loaded.read::<G>(check_recorded_players::<G>) {
            Ok(session) => play::<G>(house, session, Origin::Saved(&loaded)).map(drop),
            Err(error) => house.console.say(&format!("Its record is damaged: {error}.")),
        }
    })
}

/// Lists the deals of a day, or of today, and plays one.
pub fn daily(house: &mut House, given: Option<DailyDate>) -> Result<(), Error> {
    // The day may change at every question.
    let date_now = || given.unwrap_or_else(DailyDate::today);
    loop {
        let date = date_now();
        let calendar = house.ask_store(Calendar::load)?.unwrap_or_default();
        house.console.say(&format!(
            "The deals of {} in UTC, the same for everybody, against {DAILY_LEVEL}.",
            date.in_words()
        ))?;
        let line = |kind| format!("{}: {}.", GameFacts::of(kind).title, calendar.state(kind, date));
        let mut lines: Vec<_> = GameKind::ALL.into_iter().map(line).collect();
        if calendar.has_games(date) {
            lines.push("Say a text to share, with squares.".to_owned());
        }
        let Some(index) = house.console.choose("Which one? A number, or back.", &lines)? else {
            return Ok(());
        };
        if date != date_now() {
            house.console.say("A new day has begun.")?;
            continue;
        }
        let Some(&kind) = GameKind::ALL.get(index) else {
            let is_plain = house.app.home.settings.plain_squares;
            let text = house.ask_store(move |games| daily::share_all(games, date, is_plain))?;
            for line in text.unwrap_or_default().lines() {
                house.console.say(line)?;
            }
            continue;
        };
        with_game!(kind, G => daily_deal::<G>(house, date_now()))?;
    }
}

/// Plays the deal of a day, or goes on with it. Only the first game of today counts.
pub fn daily_deal<G: ArcadeGame>(house: &mut House, date: DailyDate) -> Result<(), Error> {
    let calendar = house.ask_store(Calendar::load)?.unwrap_or_default();
    let session = match calendar.deal(G::FACTS.kind, date, DailyDate::today()) {
        Deal::Unfinished(id) => return resume(house, id),
        Deal::New { is_practice } => {
            daily::new_session::<G>(date, is_practice).map_err(Error::Failed)?
        }
    };
    play(house, session, Origin::Daily(date)).map(drop)
}

fn load_practice(
    house: &mut House,
    store: Store,
) -> Result<Result<Vec<practice::Summary>, StoreError>, Error> {
    let today = DailyDate::today();
    house.work("the saved games", move |_| practice::load_all(&store, today))
}

/// Shows the ratings and what is due, and holds rounds.
pub fn practice(house: &mut House) -> Result<(), Error> {
    loop {
        let loaded = load_practice(house, house.app.store.clone())?;
        let all = match house.or_report(loaded)? {
            Some(all) => all,
            None => load_practice(house, Store::disabled())??,
        };
        let lines: Vec<_> = GameKind::ALL
            .into_iter()
            .zip(&all)
            .map(|(kind, summary)| {
                let (title, due) = (GameFacts::of(kind).title, summary.due);
                let (rating, daily) = (summary.rating.written(true), daily_text(summary.daily));
                format!("{title}: rating {rating}, {due} to repeat, puzzle of the day {daily}.")
            })
            .collect();
        let Some(index) = house.console.choose("Practise what? A number, or back.", &lines)? else {
            return Ok(());
        };
        let summary = &all[index];
        let daily = format!("Puzzle of the day: {}.", daily_text(summary.daily));
        let rounds = summary.rounds.iter();
        let rounds = rounds.map(|round| format!("{}: {}.", round.title, round.note));
        let choices: Vec<_> = [daily].into_iter().chain(rounds).collect();
        let Some(chosen) = house.console.choose("Which one? A number, or back.", &choices)? else {
            continue;
        };
        with_game!(GameKind::ALL[index], G => match chosen.checked_sub(1) {
            None => puzzle_of_the_day::<G>(house, DailyDate::today()),
            Some(round) => {
                practise::<G>(house, summary.rounds[round].theme, random::fresh_seed())
            }
        })?;
    }
}

const NOT_SAVED: &str = "There are no saved games to read.";

/// So many of the last games are listed.
const LISTED: u32 = 20;

fn saved_games(house: &mut House) -> Result<(), Error> {
    loop {
        let listed = |games: &mut Database| games.games(LISTED);
        let Some(games) = house.ask_store(listed)? else {
            return house.console.say(NOT_SAVED);
        };
        if games.is_empty() {
            return house.console.say("No game is saved yet.");
        }
        let naming = house.app.naming();
        let lines: Vec<_> = games.iter().map(|game| describe(game, naming)).collect();
        let Some(index) =
            house.console.choose("Resume one, or hear one again? A number, or back.", &lines)?
        else {
            return Ok(());
        };
        let game = &games[index];
        if game.status == GameStatus::Running {
            resume(house, game.id)?;
        } else {
            tell(house, game.id)?;
        }
    }
}

fn describe(game: &SavedGame, naming: Naming) -> String {
    let [title, players] = [descriptions::title(game), descriptions::players(game, naming)];
    let turns = game
        .game
        .parse::<GameKind>()
        .map(|kind| format!(", {}", counted(game.turns, GameFacts::of(kind).turn_name)));
    format!("{title}: {players}; {}{}.", descriptions::result(game), turns.unwrap_or_default())
}

/// Tells a finished game again.
fn tell(house: &mut House, id: i64) -> Result<(), Error> {
    let Some(loaded) = house.ask_store(move |games| games.load(id))? else { return Ok(()) };
    let Ok(kind) = loaded.summary.game.parse::<GameKind>() else { return Ok(()) };
    with_game!(kind, G => {
        let session: Result<Session<G>, _> = loaded.read::<G>(check_recorded_players::<G>);
        match session {
            Ok(session) => {
                let naming = house.app.naming();
                let names = names_at(&session, &loaded.summary.person_names(), naming);
                hear::<G>(house, &session, &names)
            }
            Err(error) => house.console.say(&format!("Its record is damaged: {error}.")),
        }
    })
}

/// Tells a game again, or what cost the person most in it.
fn hear<G: ArcadeGame>(
    house: &mut House,
    session: &Session<G>,
    names: &[String],
) -> Result<(), Error> {
    if review::refusal(session).is_some() {
        return replay(&mut house.console, session, names);
    }
    let ways = ["Hear it again.", "Review: which of your moves cost most."].map(str::to_owned);
    match house.console.choose("Which one? A number, or back.", &ways)? {
        None => Ok(()),
        Some(0) => replay(&mut house.console, session, names),
        Some(_) => review::tell(house, session, names),
    }
}

fn statistics(house: &mut House) -> Result<(), Error> {
    let Some(rows) = house.ask_store(|games| counting::games(games, None))? else {
        return house.console.say(NOT_SAVED);
    };
    let tallies = tally(&rows, Grouping::Size);
    if tallies.is_empty() {
        return house.console.say("You haven't finished a game against computers yet.");
    }
    for tally in tallies {
        let key = tally.game.as_deref().unwrap_or_default();
        let title = key.parse().map_or(key, |kind| GameFacts::of(kind).title);
        let size = tally.size.map_or_else(String::new, |size| format!(" {size} x {size}"));
        let opponents = tally.opponents.as_deref().unwrap_or_default();
        let naming = house.app.naming();
        let characters =
            key.parse().map(|kind| characters(kind, opponents, naming)).unwrap_or_default();
        let names: Vec<&str> = characters.iter().map(|one| one.name.as_str()).collect();
        let names =
            if names.is_empty() { String::new() } else { format!(", {}", names.join(", ")) };
        let against = format!("{}{names}", listed_names(key, opponents));
        house.console.say(&format!(
            "{title}{size} against {against}: {} played, {} won, {} drawn, {} lost, now {}.",
            tally.played,
            tally.won,
            tally.drawn,
            tally.lost,
            tally.streak_text()
        ))?;
    }
    tell_stars(house)?;
    tell_feats(house)
}

/// Tells how many stars each game has, and how near the next one is.
fn tell_stars(house: &mut House) -> Result<(), Error> {
    let stars = house.ask_store(|games| {
        let counted = counting::games(games, None)?;
        let of_kind = |kind| Ok((kind, Stars::load(games, kind, &counted)?));
        GameKind::ALL.map(of_kind).into_iter().collect::<Result<Vec<_>, StoreError>>()
    })?;
    for (kind, Stars { lit, next }) in stars.into_iter().flatten() {
        let (title, all) = (GameFacts::of(kind).title, lit.len());
        let lit = lit.into_iter().filter(|is_lit| *is_lit);
        let next = next.map_or_else(String::new, |(level, wins)| {
            format!(", {wins} of {} wins for the star of {level}", wins_needed(kind))
        });
        house.console.say(&format!("{title}: {} of {all} stars{next}.", lit.count()))?;
    }
    Ok(())
}

/// Tells how many feats were done, and all of a game on request.
fn tell_feats(house: &mut House) -> Result<(), Error> {
    let Some(sections) = house.ask_store(feats::load)? else { return Ok(()) };
    let summary = |section: &FeatSection| {
        let title = table_title(section.kind);
        format!("{title}: {} of {}", section.done(), section.feats.len())
    };
    let choices: Vec<String> = sections.iter().map(summary).collect();
    house.console.say("Feats:")?;
    let Some(index) =
        house.console.choose("The feats of which game? A number, or back.", &choices)?
    else {
        return Ok(());
    };
    for (feat, date) in &sections[index].feats {
        let when = date.map_or_else(
            || "Not done yet.".to_owned(),
            |date| format!("Done on {}.", date.in_words()),
        );
        house.console.say(&format!("{}. {} {when}", feat.name, feat.text))?;
    }
    Ok(())
}

fn settings(house: &mut House) -> Result<(), Error> {
    let (settings, themes) = (house.app.home.settings.clone(), house.app.home.themes.clone());
    let mut edited = Edited { settings, themes };
    let file = house.app.home.file.clone();
    form::fill(
        &mut house.console,
        &mut edited,
        Edited::rows_in_lines,
        "Change which? A number, or back.",
        |console, edited, label| {
            let setting = Setting::in_lines().find(|setting| setting.label == label);
            let written = setting.map(|setting| file.write(&edited.settings, setting));
            console.detail = edited.settings.detail;
            console.notation = Notation::of(&edited.settings);
            console.naming = Naming::of(&edited.settings);
            match written {
                Some(Err(error)) => console.say(&format!("Not saved: {error}.")),
                _ => console.say("Saved."),
            }
        },
    )?;
    let given = house.app.home.overrides.clone();
    house.app.home.use_settings(edited.settings, given);
    Ok(())
}
