//! The daily deals: results by date, streaks, and texts to share.

use std::collections::BTreeMap;

use crate::{
    database::{DailyDate, Database, LoadedGame, PersonResult, SavedDaily, StoreError},
    games::{
        ArcadeGame, Character, DAILY_LEVEL, GameFacts, Mood, Naming, ShareSquare, counted,
        daily_session, join, opening_len, read_saved,
    },
    widgets::glyphs::NO_BREAK_SPACE,
};
use fourcade_engine::{GameKind, play::Session, with_game};

pub const WHAT_MAKES_PRACTICE: &str = "A hint or an undo makes it practice.";

const MAX_BAR_COLUMNS: usize = 24;

const PLACES: [&str; 4] = ["1st", "2nd", "3rd", "4th"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deal {
    /// Resumes the unfinished first game with this id.
    Unfinished(i64),
    New {
        is_practice: bool,
    },
}

pub fn new_session<G: ArcadeGame>(
    date: DailyDate,
    is_practice: bool,
) -> Result<Session<G>, String> {
    let mut session = daily_session::<G>(date.date())?;
    if is_practice {
        session.mark_practice();
    }
    Ok(session)
}

/// Such as `You are O against Irma (Hard).`
pub fn seat_sentence(kind: GameKind, naming: Naming, has_faces: bool, is_over: bool) -> String {
    let name = |one: &Character| match one.face(Mood::Waiting) {
        face if has_faces => format!("{face}{NO_BREAK_SPACE}{}", one.name),
        _ => one.name.clone(),
    };
    let names: Vec<_> = naming.opponents(kind, DAILY_LEVEL).map(name).collect();
    let opponents = match join(&names) {
        none if none.is_empty() => DAILY_LEVEL.to_string(),
        names => format!("{names} ({DAILY_LEVEL})"),
    };
    let seat = match (kind.seat_names()[0], is_over) {
        ("First", false) => "You play first".to_owned(),
        ("First", true) => "You played first".to_owned(),
        (name, false) => format!("You are {name}"),
        (name, true) => format!("You were {name}"),
    };
    format!("{seat} against {opponents}.")
}

/// Such as `8 moves are already played.`; `None` if the deal begins with an empty record.
pub fn opening_sentence(kind: GameKind, date: DailyDate) -> Option<String> {
    let lines = with_game!(kind, G => opening_len(&daily_session::<G>(date.date()).ok()?));
    let moves = counted(lines, GameFacts::of(kind).step_name);
    (lines > 0).then(|| format!("{moves} are already played."))
}

/// Such as `2 of 4 played`.
pub fn played_deals(count: usize) -> String {
    format!("{count} of {} played", GameKind::ALL.len())
}

/// The time until the next deals, such as `5 h 20 min`.
pub fn time_left() -> String {
    let minutes = DailyDate::time_left().as_secs().div_ceil(60);
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

/// The games of a kind that count, and the days in a row on which they were played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyTotals {
    pub played: usize,
    pub won: usize,
    pub streak: usize,
    pub longest: usize,
}

impl DailyTotals {
    pub fn numbers(&self) -> [usize; 4] {
        [self.played, self.won, self.streak, self.longest]
    }

    pub fn percent_won(&self) -> usize {
        (100 * self.won + self.played / 2) / self.played.max(1)
    }
}

#[derive(Clone, Debug, Default)]
pub struct Calendar {
    games: BTreeMap<(String, DailyDate), SavedDaily>,
}

impl Calendar {
    pub fn new(games: Vec<SavedDaily>) -> Self {
        let key = |game: &SavedDaily| (game.game.clone(), game.date);
        Self { games: games.into_iter().map(|game| (key(&game), game)).collect() }
    }

    pub fn load(database: &mut Database) -> Result<Self, StoreError> {
        database.daily_games().map(Self::new)
    }

    /// The first game of this day's deal. It counts unless it has become practice.
    pub fn game(&self, kind: GameKind, date: DailyDate) -> Option<&SavedDaily> {
        self.games.get(&(kind.key().to_owned(), date))
    }

    /// The day of the first game ever.
    pub fn first_day(&self) -> Option<DailyDate> {
        self.games.values().map(|game| game.date).min()
    }

    /// Whether the first game of a deal of this day has this id.
    pub fn is_deal(&self, id: i64, date: DailyDate) -> bool {
        GameKind::ALL.into_iter().any(|kind| self.game(kind, date).is_some_and(|it| it.id == id))
    }

    /// The game to play when a deal is opened: only the first game of today's deal counts.
    pub fn deal(&self, kind: GameKind, date: DailyDate, today: DailyDate) -> Deal {
        match self.game(kind, date) {
            Some(game) if game.result.is_none() => Deal::Unfinished(game.id),
            first => Deal::New { is_practice: first.is_some() || date != today },
        }
    }

    /// The result on a day; `None` if the game was not finished or doesn't count.
    pub fn result(&self, kind: GameKind, date: DailyDate) -> Option<PersonResult> {
        self.game(kind, date).filter(|game| !game.is_practice)?.result
    }

    /// Whether the first game of a deal is over, even if it doesn't count.
    pub fn is_over(&self, kind: GameKind, date: DailyDate) -> bool {
        self.game(kind, date).is_some_and(|game| game.result.is_some())
    }

    /// The games after `kind`, in the order of the page, whose deals of a day are not over.
    fn open_after(&self, kind: GameKind, date: DailyDate) -> impl Iterator<Item = GameKind> {
        let others = GameKind::ALL.into_iter().cycle().skip(kind as usize + 1);
        others.take(GameKind::ALL.len() - 1).filter(move |&kind| !self.is_over(kind, date))
    }

    /// The deal to play after that of `kind`.
    pub fn next_open(&self, kind: GameKind, date: DailyDate) -> Option<GameKind> {
        self.open_after(kind, date).next()
    }

    /// Says what comes after today's deal of `kind`.
    pub fn next_sentence(&self, kind: GameKind, today: DailyDate) -> String {
        match self.next_open(kind, today) {
            Some(next) => {
                let left = counted(self.open_after(kind, today).count(), "deal");
                format!("Next deal: {} ({left} left).", GameFacts::of(next).title)
            }
            None => format!("New deals in {}.", time_left()),
        }
    }

    fn counting(&self, kind: GameKind) -> impl Iterator<Item = &SavedDaily> {
        let games = self.games.values().filter(move |game| game.game == kind.key());
        games.filter(|game| !game.is_practice && game.result.is_some())
    }

    /// The number of counting games with this result and, if given, this place.
    fn count(&self, kind: GameKind, result: PersonResult, place: Option<u32>) -> usize {
        let is_of = |game: &&SavedDaily| {
            game.result == Some(result) && (place.is_none() || game.place == place)
        };
        self.counting(kind).filter(is_of).count()
    }

    /// The totals and the streak up to today; `None` if no game counts.
    pub fn totals(&self, kind: GameKind, today: DailyDate) -> Option<DailyTotals> {
        let played = self.counting(kind).count();
        let won = self.count(kind, PersonResult::Won, None);
        let (streak, longest) = (self.streak(kind, today), self.longest_streak(kind));
        (played > 0).then_some(DailyTotals { played, won, streak, longest })
    }

    pub fn longest_streak(&self, kind: GameKind) -> usize {
        self.counting(kind).map(|game| self.streak(kind, game.date)).max().unwrap_or(0)
    }

    /// The numbers of games by result, best first: with more than two seats, losses by place.
    pub fn histogram(&self, kind: GameKind) -> Vec<(&'static str, usize)> {
        let count = |name, result, place| (name, self.count(kind, result, place));
        let mut counts = vec![count("Won", PersonResult::Won, None)];
        if kind.has_scores() {
            counts.push(count("Drawn", PersonResult::Drawn, None));
        }
        if kind.seat_names().len() > 2 {
            let places = PLACES.into_iter().zip(1..).skip(1);
            counts.extend(places.map(|(name, at)| count(name, PersonResult::Lost, Some(at))));
        } else {
            counts.push(count("Lost", PersonResult::Lost, None));
        }
        counts
    }

    /// A sentence about the streak, and what this day's deal would add if it isn't finished.
    pub fn streak_sentence(&self, kind: GameKind, date: DailyDate) -> String {
        let (streak, longest) = (self.streak(kind, date), self.longest_streak(kind));
        let title = GameFacts::of(kind).title;
        if self.game(kind, date).is_some_and(|game| game.is_practice) {
            return "For practice today. A new deal comes tomorrow.".to_owned();
        }
        let play = if self.game(kind, date).is_some() { "Finish it" } else { "Play" };
        let length = format!("{title} played {} in a row", counted(streak, "day"));
        match (streak, self.result(kind, date).is_some()) {
            (0, _) if longest == 0 => format!("{play} today to begin a streak in {title}."),
            (0, _) => format!(
                "{play} today for a new streak in {title}. Your longest: {}.",
                counted(longest, "day")
            ),
            (1, false) => format!("{play} today for 2 days in a row."),
            (1, true) => "Play tomorrow for 2 days in a row.".to_owned(),
            (_, false) => format!("{length}. {play} today to make it {}.", streak + 1),
            (_, true) if streak == longest => format!("{length}, your longest."),
            (_, true) => format!("{length}, longest {longest}."),
        }
    }

    /// `bar` is the glyph of the bars. Empty with fewer than two results.
    pub fn histogram_lines(&self, kind: GameKind, bar: &str, columns: u16) -> Vec<String> {
        let counts = self.histogram(kind);
        // The names and the numbers take ten columns.
        let max = usize::from(columns).saturating_sub(10).clamp(1, MAX_BAR_COLUMNS);
        if counts.iter().map(|(_, count)| count).sum::<usize>() < 2 {
            return Vec::new();
        }
        let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let width = counts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let line = |(name, count): (&str, usize)| {
            // Rounded up, so that every result that has happened has a bar.
            let length = if most <= max { count } else { (count * max).div_ceil(most) };
            let gap = if count > 0 { " " } else { "" };
            format!("{name:<width$}  {}{gap}{count}", bar.repeat(length))
        };
        counts.into_iter().map(line).collect()
    }

    /// The games of a day that are finished and count, and can be shared.
    pub fn finished(&self, date: DailyDate) -> Vec<GameKind> {
        GameKind::ALL.into_iter().filter(|kind| self.result(*kind, date).is_some()).collect()
    }

    /// The number of games of a day that are won and count.
    pub fn won(&self, date: DailyDate) -> usize {
        GameKind::ALL.into_iter().filter(|&kind| self.is_won(kind, date)).count()
    }

    fn is_won(&self, kind: GameKind, date: DailyDate) -> bool {
        self.result(kind, date) == Some(PersonResult::Won)
    }

    pub fn has_won_all(&self, date: DailyDate) -> bool {
        self.won(date) == GameKind::ALL.len()
    }

    /// Whether all games of a day may still be won, and some aren't yet.
    pub fn can_win_all(&self, date: DailyDate) -> bool {
        let is_open = |kind| {
            let game = self.game(kind, date);
            game.is_none_or(|game| game.result.is_none() && !game.is_practice)
        };
        let mut kinds = GameKind::ALL.into_iter();
        kinds.all(|kind| self.is_won(kind, date) || is_open(kind)) && !self.has_won_all(date)
    }

    /// Consecutive days with a finished game, up to `today` or, if today's isn't finished,
    /// yesterday.
    pub fn streak(&self, kind: GameKind, today: DailyDate) -> usize {
        let is_finished = |date: &DailyDate| self.result(kind, *date).is_some();
        let last = Some(today).filter(is_finished).or(today.previous());
        std::iter::successors(last, |date| date.previous()).take_while(is_finished).count()
    }

    /// Such as `played 3 days in a row`; `None` if there are fewer than two.
    pub fn days_in_a_row(&self, kind: GameKind, today: DailyDate) -> Option<String> {
        let days = self.streak(kind, today);
        (days > 1).then(|| format!("played {days} days in a row"))
    }

    /// The streak on a past day; `None` if it had ended by then.
    pub fn days_in_a_row_on(&self, kind: GameKind, date: DailyDate) -> Option<String> {
        self.result(kind, date).and_then(|_| self.days_in_a_row(kind, date))
    }

    /// Describes the first game of a day, such as `won 34-30` or `not played`.
    pub fn describe(&self, kind: GameKind, date: DailyDate) -> String {
        match self.game(kind, date) {
            None => "not played".to_owned(),
            Some(SavedDaily { result: None, .. }) => "unfinished".to_owned(),
            Some(SavedDaily { is_practice: true, .. }) => "practice only".to_owned(),
            Some(game) => describe_result(kind, game),
        }
    }

    /// Such as `You 5, Ruben 3, Clara 8, Lorenz 1.`, after a game of more than two.
    pub fn final_points(&self, kind: GameKind, date: DailyDate, naming: Naming) -> Option<String> {
        let game = self.game(kind, date).filter(|game| game.result.is_some())?;
        let opponents = naming.opponents(kind, DAILY_LEVEL).map(|one| one.name.as_str());
        // Without characters, the seats have their own names.
        let seats = kind.seat_names().iter().copied().skip(1 + opponents.clone().count());
        let names = ["You"].into_iter().chain(opponents).chain(seats);
        let seats = names.zip(&game.scores);
        let points: Vec<_> =
            seats.map(|(seat, points)| format!("{seat}{NO_BREAK_SPACE}{points}")).collect();
        (kind.has_scores() && points.len() > 2).then(|| points.join(", ") + ".")
    }
}

/// Such as `won 34-30`, `2nd with 5 penalty points`, `lost in 14 rounds` or `lost by resigning`.
fn describe_result(kind: GameKind, game: &SavedDaily) -> String {
    let result = game.result.map_or("", PersonResult::name);
    match game.scores[..] {
        _ if !kind.has_scores() && !game.has_resigned => {
            format!("{result} in {}", counted(game.turns, GameFacts::of(kind).turn_name))
        }
        [own, other] if kind.has_scores() => {
            let resigning = if game.has_resigned { " by resigning" } else { "" };
            format!("{result} {own}-{other}{resigning}")
        }
        // A resigned seat has the points of the computer that took it over.
        _ if game.has_resigned => format!("{result} by resigning"),
        [own, ..] => {
            let how = match (game.result, game.place) {
                (Some(PersonResult::Drawn), _) => "tied at",
                (_, Some(place @ 2..=4)) => &format!("{} with", PLACES[place as usize - 1]),
                _ => &format!("{result} with"),
            };
            format!("{how} {}", counted(own, "penalty point"))
        }
        [] => result.to_owned(),
    }
}

/// The text to copy about all games of a day, with squares for those that count and were played to
/// the end. Blocks on the disk.
pub fn day_to_share(
    database: &mut Database,
    date: DailyDate,
    is_plain: bool,
) -> Result<String, StoreError> {
    let calendar = Calendar::load(database)?;
    let mut lines = vec![format!("fourcade, {}", date.in_words())];
    let character = |square: &ShareSquare| square.character(is_plain);
    let mut all_squares = Vec::new();
    for kind in GameKind::ALL {
        let streak = calendar.days_in_a_row_on(kind, date);
        let streak = streak.map_or_else(String::new, |days| format!(" ({days})"));
        let (title, state) = (GameFacts::of(kind).title, calendar.describe(kind, date));
        lines.push(format!("{title}: {state}{streak}"));
        let game = calendar.counting(kind).find(|game| game.date == date);
        // The squares of a game that was given up would tell of moves nobody made.
        if let Some(game) = game.filter(|game| !game.has_resigned) {
            let loaded = database.load(game.id)?;
            let squares = with_game!(kind, G => share_squares::<G>(&loaded));
            if !squares.is_empty() {
                lines.push(squares.iter().map(character).collect());
                all_squares.extend(squares);
            }
        }
    }
    if !all_squares.is_empty() {
        let [good, fair, bad] = [ShareSquare::Good, ShareSquare::Fair, ShareSquare::Bad]
            .map(|square| character(&square));
        let between = if all_squares.contains(&ShareSquare::Fair) {
            format!(" {fair} so-so,")
        } else {
            String::new()
        };
        lines.push(format!("{good} went well,{between} {bad} did not."));
    }
    // With the date, because people may read it on another day.
    lines.push(format!("Play them: fourcade daily --date {date}"));
    Ok(lines.join("\n"))
}

/// Empty if the record is damaged.
fn share_squares<G: ArcadeGame>(loaded: &LoadedGame) -> Vec<ShareSquare> {
    let session = read_saved::<G>(loaded).ok();
    let squares = session.and_then(|session| {
        let person = session.header().people().only()?;
        Some(G::share_squares(session.game(), person))
    });
    squares.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> DailyDate {
        text.parse().unwrap()
    }

    fn game(day: &str, result: Option<PersonResult>) -> SavedDaily {
        SavedDaily {
            id: 1,
            game: "flip".to_owned(),
            date: date(day),
            result,
            scores: vec![34, 30],
            place: None,
            is_practice: false,
            has_resigned: false,
            turns: 12,
        }
    }

    #[test]
    fn a_streak_ends_with_a_day_without_a_finished_game() {
        use PersonResult::{Lost, Won};
        let calendar = Calendar::new(vec![
            game("2026-11-18", Some(Won)),
            game("2026-11-20", Some(Lost)),
            game("2026-11-21", Some(Won)),
            game("2026-11-22", None),
            // The clock was set back since.
            game("2027-05-05", Some(Won)),
        ]);
        let streak = |day| calendar.streak(GameKind::Flip, date(day));
        assert_eq!(streak("2026-11-22"), 2, "today is still to be played");
        assert_eq!(streak("2026-11-21"), 2);
        assert_eq!(streak("2026-11-19"), 1);
        assert_eq!(streak("2026-11-23"), 0);
        assert_eq!(streak("-009999-01-01"), 0);
        assert_eq!(calendar.streak(GameKind::Eater, date("2026-11-21")), 0);
        assert_eq!(calendar.longest_streak(GameKind::Flip), 2);
        let histogram = calendar.histogram(GameKind::Flip);
        assert_eq!(histogram, [("Won", 3), ("Drawn", 0), ("Lost", 1)]);
        // Eater has no ties.
        assert_eq!(calendar.histogram(GameKind::Eater), [("Won", 0), ("Lost", 0)]);
        let totals = |kind| calendar.totals(kind, date("2026-11-22"));
        let expected = DailyTotals { played: 4, won: 3, streak: 2, longest: 2 };
        assert_eq!([totals(GameKind::Flip), totals(GameKind::Eater)], [Some(expected), None]);
        let state = |day| calendar.describe(GameKind::Flip, date(day));
        assert_eq!(state("2026-11-21"), "won 34-30");
        assert_eq!(state("2026-11-22"), "unfinished");
        assert_eq!(state("2026-11-23"), "not played");
        let on = |day| calendar.days_in_a_row_on(GameKind::Flip, date(day));
        assert_eq!(on("2026-11-21").as_deref(), Some("played 2 days in a row"));
        assert_eq!([on("2026-11-20"), on("2026-11-22")], [None, None], "not finished on that day");
    }

    fn calendar_of(game: &str, days: &[(&str, PersonResult, u32)]) -> Calendar {
        let saved = |(day, result, place): &(&str, PersonResult, u32)| SavedDaily {
            id: 1,
            game: game.to_owned(),
            date: date(&format!("2026-11-{day}")),
            result: Some(*result),
            scores: Vec::new(),
            place: Some(*place),
            is_practice: false,
            has_resigned: false,
            turns: 12,
        };
        Calendar::new(days.iter().map(saved).collect())
    }

    #[test]
    fn a_result_has_the_score_or_what_the_game_has_instead() {
        use PersonResult::{Drawn, Lost, Won};
        let state = |kind: GameKind, result, place, scores: &[i32], has_resigned| {
            let game = SavedDaily {
                game: kind.key().to_owned(),
                place,
                scores: scores.to_vec(),
                has_resigned,
                ..game("2026-11-22", Some(result))
            };
            Calendar::new(vec![game]).describe(kind, date("2026-11-22"))
        };
        for (kind, result, place, scores, has_resigned, expected) in [
            (GameKind::Flip, Lost, Some(2), &[12, 52][..], false, "lost 12-52"),
            (GameKind::Flip, Lost, Some(2), &[3, 5], true, "lost 3-5 by resigning"),
            (GameKind::Intensity, Won, Some(1), &[2, 5, 5, 5], false, "won with 2 penalty points"),
            (GameKind::Intensity, Drawn, Some(1), &[1, 1, 7, 8], false, "tied at 1 penalty point"),
            (GameKind::Intensity, Lost, Some(3), &[5, 2, 4, 6], false, "3rd with 5 penalty points"),
            (GameKind::Intensity, Lost, Some(4), &[9, 2, 4, 2], true, "lost by resigning"),
            (GameKind::Eater, Lost, Some(2), &[0, 1], false, "lost in 12 rounds"),
            (GameKind::Eater, Lost, Some(2), &[0, 1], true, "lost by resigning"),
        ] {
            assert_eq!(state(kind, result, place, scores, has_resigned), expected);
        }
    }

    #[test]
    fn the_next_deal_is_an_open_one_after_the_last_played() {
        use GameKind::{Concentration, Eater, Flip, Intensity};
        let today = date("2026-11-22");
        let played = |kinds: &[GameKind]| {
            let result = Some(PersonResult::Lost);
            let of = |kind: &GameKind| SavedDaily {
                game: kind.key().to_owned(),
                ..game("2026-11-22", result)
            };
            Calendar::new(kinds.iter().map(of).collect())
        };
        for (kinds, sentence) in [
            (&[Flip][..], "Next deal: Concentration (3 deals left)."),
            (&[Flip, Concentration], "Next deal: Eater (2 deals left)."),
            (&[Concentration, Eater, Flip], "Next deal: Intensity (1 deal left)."),
            (&[Intensity, Concentration, Eater, Flip], "New deals in "),
            // The game itself could not be saved.
            (&[], "Next deal: Concentration (3 deals left)."),
        ] {
            assert!(played(kinds).next_sentence(Flip, today).starts_with(sentence), "{sentence}");
        }
        // An unfinished deal is open.
        let begun = Calendar::new(vec![game("2026-11-22", None)]);
        assert_eq!(begun.next_open(Intensity, today), Some(Flip));
    }

    #[test]
    fn all_games_can_be_won_until_one_is_lost_or_for_practice() {
        use PersonResult::{Lost, Won};
        let today = date("2026-11-22");
        let of = |kind: GameKind, result| SavedDaily {
            game: kind.key().to_owned(),
            ..game("2026-11-22", result)
        };
        let can = |games: &[SavedDaily]| Calendar::new(games.to_vec()).can_win_all(today);
        let [won, lost, begun] = [Some(Won), Some(Lost), None].map(|it| of(GameKind::Flip, it));
        assert!(can(&[]) && can(&[won]) && can(std::slice::from_ref(&begun)));
        assert!(!can(&[lost]));
        assert!(!can(&[SavedDaily { is_practice: true, ..begun }]));
        assert!(!can(&GameKind::ALL.map(|kind| of(kind, Some(Won)))), "it is done");
    }

    #[test]
    fn a_day_has_a_sentence_about_its_streak_and_a_histogram() {
        use PersonResult::{Drawn, Lost, Won};
        let all =
            [("18", Won, 1), ("19", Lost, 2), ("20", Won, 1), ("22", Drawn, 1), ("23", Won, 1)];
        let calendar = |days: usize| calendar_of("flip", &all[..days]);
        let sentence =
            |days: usize, day: &str| calendar(days).streak_sentence(GameKind::Flip, date(day));
        assert_eq!(sentence(5, "2026-11-23"), "Flip played 2 days in a row, longest 3.");
        assert_eq!(
            calendar(5).histogram_lines(GameKind::Flip, "█", 60),
            ["Won    ███ 3", "Drawn  █ 1", "Lost   █ 1"]
        );
        assert_eq!(sentence(0, "2026-11-18"), "Play today to begin a streak in Flip.");
        assert_eq!(sentence(1, "2026-11-18"), "Play tomorrow for 2 days in a row.");
        assert_eq!(
            sentence(2, "2026-11-20"),
            "Flip played 2 days in a row. Play today to make it 3."
        );
        assert_eq!(sentence(3, "2026-11-20"), "Flip played 3 days in a row, your longest.");
        assert_eq!(
            sentence(3, "2026-11-22"),
            "Play today for a new streak in Flip. Your longest: 3 days."
        );
        assert_eq!(sentence(4, "2026-11-22"), "Play tomorrow for 2 days in a row.");
        let unfinished = Calendar::new(vec![game("2026-11-22", None)]);
        assert_eq!(
            unfinished.streak_sentence(GameKind::Flip, date("2026-11-22")),
            "Finish it today to begin a streak in Flip."
        );
        assert_eq!(unfinished.finished(date("2026-11-22")), []);
        let mut games = vec![game("2026-11-22", Some(Won))];
        games[0].is_practice = true;
        assert_eq!(
            Calendar::new(games).streak_sentence(GameKind::Flip, date("2026-11-22")),
            "For practice today. A new deal comes tomorrow."
        );
        for days in [0, 1] {
            assert!(calendar(days).histogram_lines(GameKind::Flip, "#", 60).is_empty());
        }
        let places = calendar_of("intensity", &[("18", Won, 1), ("19", Lost, 3), ("20", Lost, 3)])
            .histogram_lines(GameKind::Intensity, "#", 60);
        assert_eq!(places, ["Won    # 1", "Drawn  0", "2nd    0", "3rd    ## 2", "4th    0"]);
    }
}
