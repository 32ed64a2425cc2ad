//! The menu and its short pages.

use super::{
    App, Error,
    form::{self, Done},
    lesson::learn,
    lobby::{lobby, new_table},
    practice::{practice_rounds, puzzle_of_the_day},
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
            last_game::{self, DescribedGame},
        },
        statistics::{opponent_characters, table_title},
    },
    database::{
        DailyDate, Database, GameStatus, SavedGame, Store, StoreError,
        statistics::{Grouping, ResultTally, tally},
    },
    games::{
        ArcadeGame, DAILY_LEVEL, GameFacts, Naming, Notation, counted, listed_names, names_at,
        read_saved, sentence,
    },
    practice::stars::{Stars, wins_needed},
    settings::{EditedSettings, Setting},
};
use fourcade_engine::{
    GameKind,
    play::{Session, random},
    with_game,
};

/// The items after the games and before the last unfinished game.
const ITEMS: [(&str, Item); 7] = [
    ("Today's deal.", Item::Daily),
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

pub fn run(app: &mut App) -> Result<(), Error> {
    app.console.say("fourcade, four games as plain text.")?;
    let name = app.context.home.settings.own_name();
    if name.is_empty() && app.context.home.last_setups.last("flip").is_none() {
        app.console.say("Type a number or the beginning of a word, then Enter.")?;
        app.console.say("help says what you can type, everywhere.")?;
    }
    let games = GameKind::ALL.map(|kind| {
        let facts = GameFacts::of(kind);
        (format!("{}: {}.", facts.title, facts.summary), Item::Game(kind))
    });
    let others = ITEMS.map(|(text, item)| (text.to_owned(), item));
    let fixed: Vec<_> = games.into_iter().chain(others).collect();
    let mut is_first_visit = true;
    loop {
        let mut items = fixed.clone();
        let calendar = app.query_or_report(Calendar::load)?.unwrap_or_default();
        let finished = calendar.finished(DailyDate::today()).len();
        for (text, item) in &mut items {
            if matches!(item, Item::Daily) && finished > 0 {
                *text = format!("Today's deal: {}.", daily::played_deals(finished));
            }
        }
        // Last in the list, so that the other numbers never change.
        let last = last_unfinished(app)?
            .map(|(id, text)| (format!("Continue {text}."), Item::Continue(id)));
        items.extend(last);
        let texts: Vec<_> = items.iter().map(|(text, _)| text.clone()).collect();
        let chosen = if std::mem::take(&mut is_first_visit) {
            app.console.choose("What now?", &texts)
        } else {
            app.console.choose_again("The menu. What now?", &texts)
        };
        match chosen? {
            None => app.console.say("list says the menu, quit leaves fourcade.")?,
            Some(index) => match open(app, items[index].1) {
                Ok(()) | Err(Error::Back) => {}
                Err(error) => return Err(error),
            },
        }
    }
}

fn last_unfinished(app: &mut App) -> Result<Option<(i64, String)>, Error> {
    let naming = app.context.naming();
    let last = app
        .query_or_report(move |database| last_game::last_unfinished(database, naming))?
        .flatten();
    Ok(last.map(|DescribedGame { id, descriptions: [text, ..] }| (id, text)))
}

fn open(app: &mut App, item: Item) -> Result<(), Error> {
    match item {
        Item::Continue(id) => resume(app, id),
        Item::Game(kind) => with_game!(kind, G => play_new::<G>(app)),
        Item::Daily => daily_page(app, None),
        Item::Lobby => lobby(app),
        Item::Practice => practice_page(app),
        Item::Lessons => match choose_game(app, "Which game?")? {
            Some(kind) => with_game!(kind, G => learn::<G>(app)),
            None => Ok(()),
        },
        Item::SavedGames => saved_games(app),
        Item::Statistics => statistics(app),
        Item::Settings => settings(app),
    }
}

fn choose_game(app: &mut App, question: &str) -> Result<Option<GameKind>, Error> {
    let titles = GameKind::ALL.map(|kind| format!("{}.", GameFacts::of(kind).title));
    let index = app.console.choose(question, &titles)?;
    Ok(index.map(|index| GameKind::ALL[index]))
}

/// Plays new games until the person goes back or leaves one. Offers the lesson before the first.
fn play_new<G: ArcadeGame>(app: &mut App) -> Result<(), Error> {
    let kind = G::FACTS.kind;
    let last = app.context.home.last_setups.last(G::KEY);
    let is_first_game = last.is_none();
    if G::FACTS.lesson.is_some() && is_first_game && app.context.home.lessons.take_offer(G::KEY) {
        // If this can't be written, the lesson is offered again in the next run.
        let _ = app.context.home.lessons.write(G::KEY);
        let title = G::FACTS.title;
        let question = format!("New to {title}? There is a lesson of a few minutes. Hear it?");
        if app.console.confirm(&question)? {
            return learn::<G>(app);
        }
    }
    let mut chosen =
        last.map_or_else(|| Choices::default_for(kind), |last| Choices::of_last_game(kind, &last));
    chosen.allows_programs = false;
    chosen.naming = app.context.naming();
    chosen.names.clone_from(&app.context.home.settings.names);
    chosen.past = app.query_or_report(move |database| PastResults::load(database, kind))?;
    if is_first_game {
        chosen.play_against_suggested();
    }
    let rows = |choices: &Choices| {
        let mut rows = choices.rows();
        rows.retain(|row| row.id != new_game::ADVANCED && row.is_available());
        // The button comes first: it is used most.
        rows.sort_by_key(|row| row.id != new_game::PLAY);
        rows
    };
    let question = "Play, or a number to change something?";
    loop {
        let done = form::fill(&mut app.console, &mut chosen, rows, question, |_, _, _| Ok(()))?;
        if let Some(settings) = new_game::keep_names(&chosen.names, &app.context) {
            let given = app.context.home.overrides.clone();
            app.context.home.use_settings(settings, given);
        }
        if done == Done::Back {
            return Ok(());
        }
        if chosen.opponent() == Opponent::FriendElsewhere {
            return new_table(app, chosen.to_table_choices());
        }
        let (setup, seed) = (chosen.to_setup(), random::fresh_seed());
        let last_setups = &app.context.home.last_setups;
        let session = match new_game::start::<G>(setup, seed, last_setups, &app.context) {
            Ok(session) => session,
            Err(error) => {
                app.console.say(&sentence(&error))?;
                continue;
            }
        };
        if play(app, session, Origin::New)?.is_none() {
            return Ok(());
        }
    }
}

fn resume(app: &mut App, id: i64) -> Result<(), Error> {
    let claimed = app.query(move |database| database.claim(id))?;
    let loaded = match claimed {
        Ok(loaded) => loaded,
        Err(error) => return app.console.say(&sentence(&error.to_string())),
    };
    let Ok(kind) = loaded.summary.game.parse::<GameKind>() else { return Ok(()) };
    with_game!(kind, G => {
        match read_saved::<G>(&loaded) {
            Ok(session) => play::<G>(app, session, Origin::Saved(&loaded)).map(drop),
            Err(error) => app.console.say(&format!("Its record is damaged: {error}.")),
        }
    })
}

/// Tells the deals of a day, by default today, until the person goes back.
pub fn daily_page(app: &mut App, day: Option<DailyDate>) -> Result<(), Error> {
    // Today may end while a question is open.
    let date_now = || day.unwrap_or_else(DailyDate::today);
    loop {
        let date = date_now();
        let calendar = app.query_or_report(Calendar::load)?.unwrap_or_default();
        app.console.say(&format!(
            "The deals of {} in UTC, the same for everybody, against {DAILY_LEVEL}.",
            date.in_words()
        ))?;
        if date == DailyDate::today() {
            app.console.say(&format!("New deals in {}.", daily::time_left()))?;
        }
        let line =
            |kind| format!("{}: {}.", GameFacts::of(kind).title, calendar.describe(kind, date));
        let mut lines: Vec<_> = GameKind::ALL.into_iter().map(line).collect();
        if !calendar.finished(date).is_empty() {
            lines.push("Say a text to share, with squares.".to_owned());
        }
        let Some(index) = app.console.choose("Which one? A number, or back.", &lines)? else {
            return Ok(());
        };
        if date != date_now() {
            app.console.say("A new day has begun.")?;
            continue;
        }
        let Some(&kind) = GameKind::ALL.get(index) else {
            let is_plain = app.context.home.settings.plain_squares;
            let text =
                app.query_or_report(move |database| daily::day_to_share(database, date, is_plain))?;
            for line in text.unwrap_or_default().lines() {
                app.console.say(line)?;
            }
            continue;
        };
        with_game!(kind, G => daily_deal::<G>(app, date_now()))?;
    }
}

/// Plays or resumes the deal of a day. Only the first game of today counts.
pub fn daily_deal<G: ArcadeGame>(app: &mut App, date: DailyDate) -> Result<(), Error> {
    let calendar = app.query_or_report(Calendar::load)?.unwrap_or_default();
    let session = match calendar.deal(G::FACTS.kind, date, DailyDate::today()) {
        Deal::Unfinished(id) => return resume(app, id),
        Deal::New { is_practice } => {
            daily::new_session::<G>(date, is_practice).map_err(Error::Failed)?
        }
    };
    play(app, session, Origin::Daily(date)).map(drop)
}

fn load_practice(
    app: &mut App,
    store: Store,
) -> Result<Result<Vec<practice::Summary>, StoreError>, Error> {
    let today = DailyDate::today();
    app.work("the saved games", move |_| practice::load_all(&store, today))
}

pub fn practice_page(app: &mut App) -> Result<(), Error> {
    loop {
        let loaded = load_practice(app, app.context.store.clone())?;
        let all = match app.or_report(loaded)? {
            Some(all) => all,
            None => load_practice(app, Store::disabled())??,
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
        let Some(index) = app.console.choose("Practise what? A number, or back.", &lines)? else {
            return Ok(());
        };
        let summary = &all[index];
        let mut choices = vec![format!("Puzzle of the day: {}.", daily_text(summary.daily))];
        for round in &summary.rounds {
            choices.push(format!("{}: {}.", round.title, round.note));
        }
        let Some(chosen) = app.console.choose("Which one? A number, or back.", &choices)? else {
            continue;
        };
        with_game!(GameKind::ALL[index], G => match chosen.checked_sub(1) {
            None => puzzle_of_the_day::<G>(app, DailyDate::today()),
            Some(round) => {
                practice_rounds::<G>(app, summary.rounds[round].theme, random::fresh_seed())
            }
        })?;
    }
}

const NOT_SAVED: &str = "There are no saved games to read.";

const MAX_LISTED_GAMES: u32 = 20;

fn saved_games(app: &mut App) -> Result<(), Error> {
    loop {
        let listed = |database: &mut Database| database.games(MAX_LISTED_GAMES);
        let Some(games) = app.query_or_report(listed)? else {
            return app.console.say(NOT_SAVED);
        };
        if games.is_empty() {
            return app.console.say("No game is saved yet.");
        }
        let naming = app.context.naming();
        let lines: Vec<_> = games.iter().map(|game| describe_saved(game, naming)).collect();
        let Some(index) =
            app.console.choose("Resume one, or hear one again? A number, or back.", &lines)?
        else {
            return Ok(());
        };
        let game = &games[index];
        if game.status == GameStatus::Running {
            resume(app, game.id)?;
        } else {
            open_finished(app, game.id)?;
        }
    }
}

fn describe_saved(game: &SavedGame, naming: Naming) -> String {
    let [title, players] = [descriptions::title(game), descriptions::players(game, naming)];
    let turns = game
        .game
        .parse::<GameKind>()
        .map(|kind| format!(", {}", counted(game.turns, GameFacts::of(kind).turn_name)));
    format!("{title}: {players}; {}{}.", descriptions::result(game), turns.unwrap_or_default())
}

fn open_finished(app: &mut App, id: i64) -> Result<(), Error> {
    let Some(loaded) = app.query_or_report(move |database| database.load(id))? else {
        return Ok(());
    };
    let Ok(kind) = loaded.summary.game.parse::<GameKind>() else { return Ok(()) };
    with_game!(kind, G => {
        match read_saved::<G>(&loaded) {
            Ok(session) => {
                let naming = app.context.naming();
                let names = names_at(&session, &loaded.summary.person_names(), naming);
                replay_or_review::<G>(app, &session, &names)
            }
            Err(error) => app.console.say(&format!("Its record is damaged: {error}.")),
        }
    })
}

fn replay_or_review<G: ArcadeGame>(
    app: &mut App,
    session: &Session<G>,
    names: &[String],
) -> Result<(), Error> {
    if !review::can_review(session) {
        return replay(&mut app.console, session, names);
    }
    let ways = ["Hear it again.", "Review: which of your moves cost most."].map(str::to_owned);
    match app.console.choose("Which one? A number, or back.", &ways)? {
        None => Ok(()),
        Some(0) => replay(&mut app.console, session, names),
        Some(_) => review::tell(app, session, names),
    }
}

fn statistics(app: &mut App) -> Result<(), Error> {
    let Some(rows) = app.query_or_report(|database| counting::games(database, None))? else {
        return app.console.say(NOT_SAVED);
    };
    let tallies = tally(&rows, Grouping::Size);
    if tallies.is_empty() {
        return app.console.say("You haven't finished a game against computers yet.");
    }
    let naming = app.context.naming();
    for sum in &tallies {
        app.console.say(&describe_results(sum, naming))?;
    }
    tell_stars(app)?;
    tell_feats(app)
}

fn describe_results(sum: &ResultTally, naming: Naming) -> String {
    let key = sum.game.as_deref().unwrap_or_default();
    let title = key.parse().map_or(key, |kind| GameFacts::of(kind).title);
    let size = sum.size.map_or_else(String::new, |size| format!(" {size} x {size}"));
    let opponents = sum.opponents.as_deref().unwrap_or_default();
    let mut against = vec![listed_names(key, opponents)];
    if let Ok(kind) = key.parse() {
        let characters = opponent_characters(kind, opponents, naming);
        against.extend(characters.iter().map(|character| character.name.clone()));
    }
    let against = against.join(", ");
    format!(
        "{title}{size} against {against}: {} played, {} won, {} drawn, {} lost, now {}.",
        sum.played,
        sum.won,
        sum.drawn,
        sum.lost,
        sum.streak_text()
    )
}

fn tell_stars(app: &mut App) -> Result<(), Error> {
    let stars = app.query_or_report(|database| {
        let counted = counting::games(database, None)?;
        let of_kind = |kind| Ok((kind, Stars::load(database, kind, &counted)?));
        GameKind::ALL.map(of_kind).into_iter().collect::<Result<Vec<_>, StoreError>>()
    })?;
    for (kind, stars) in stars.into_iter().flatten() {
        let (title, all) = (GameFacts::of(kind).title, stars.lit.len());
        let lit = stars.lit.into_iter().filter(|is_lit| *is_lit);
        let next = stars.next().map_or_else(String::new, |(level, wins)| {
            format!(", {wins} of {} wins for the star of {level}", wins_needed(kind))
        });
        app.console.say(&format!("{title}: {} of {all} stars{next}.", lit.count()))?;
    }
    Ok(())
}

fn tell_feats(app: &mut App) -> Result<(), Error> {
    let Some(sections) = app.query_or_report(feats::load)? else { return Ok(()) };
    let summary = |section: &FeatSection| {
        let title = table_title(section.kind);
        format!("{title}: {} of {}", section.done(), section.feats.len())
    };
    let choices: Vec<String> = sections.iter().map(summary).collect();
    app.console.say("Feats:")?;
    let Some(index) =
        app.console.choose("The feats of which game? A number, or back.", &choices)?
    else {
        return Ok(());
    };
    for (feat, date) in &sections[index].feats {
        let when = date.map_or_else(
            || "Not done yet.".to_owned(),
            |date| format!("Done on {}.", date.in_words()),
        );
        app.console.say(&format!("{}. {} {when}", feat.name, feat.text))?;
    }
    Ok(())
}

fn settings(app: &mut App) -> Result<(), Error> {
    let (settings, themes) = (app.context.home.settings.clone(), app.context.home.themes.clone());
    let mut edited = EditedSettings { settings, themes };
    let file = app.context.home.file.clone();
    form::fill(
        &mut app.console,
        &mut edited,
        EditedSettings::rows_in_lines,
        "Change which? A number, or back.",
        |console, edited, row| {
            let setting = Setting::in_lines().find(|setting| setting.row_id() == row);
            let written = setting.map(|setting| file.write(&edited.settings, setting));
            console.detail = edited.settings.telling;
            console.notation = Notation::of(&edited.settings);
            console.naming = Naming::of(&edited.settings);
            match written {
                Some(Err(error)) => console.say(&format!("Not saved: {error}.")),
                _ => console.say("Saved."),
            }
        },
    )?;
    let given = app.context.home.overrides.clone();
    app.context.home.use_settings(edited.settings, given);
    Ok(())
}
