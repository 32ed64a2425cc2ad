//! Lessons: guided first games. A lesson is a list of prompts, each with a position, the moves that
//! it accepts, and the replies of the other seats.
//!
//! Lessons are TOML files in `assets/lessons`. A file begins with a scene, `start`: the setup
//! (`setup`, as in a record), the learner's seat (`seat`, from 0), and the moves so far (`moves`,
//! in the order in which the seats are asked). Then come the prompts, in order:
//!
//! | key | meaning |
//! |---|---|
//! | `scene` | a new scene to go on from |
//! | `text` | what to do and why |
//! | `accept` | the right moves; `"any"` for all legal ones; without it, the text is only read |
//! | `wrong` | why other moves are wrong; without it, the game's reasons explain it |
//! | `mistakes` | explanations of particular moves: `{ moves = [...], reason = "..." }` |
//! | `replies` | the moves of the other seats afterwards, in the order in which they are asked |
//! | `praise` | a text shown before the lesson goes on |
//! | `spoken`, `spoken_praise` | both texts for listeners, if they mention keys or the screen |
//!
//! Rows and columns count from 1. In texts, braces keep words on one line: `{4 3}` becomes the cell
//! in the notation of the screen, `{the 14}` stays as it is. `<choose>` becomes the key of the
//! game's command with this name.
//!
//! [`Lesson`] is the parsed file; [`LessonRun`] is a learner's progress.

use std::{collections::VecDeque, fmt};

use serde::{Deserialize, Deserializer, de::Error as _};

use crate::{
    games::{ArcadeGame, NOT_YOUR_TURN, Notation, sentence},
    widgets::glyphs::unbroken,
};
use fourcade_engine::play::{
    ActionError, ActionValues, HUMAN, Level, Observation as _, RecordHeader, Seat, Seats, Session,
};

#[derive(Clone, Debug, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Lesson<G: ArcadeGame> {
    #[serde(skip)]
    notation: Notation,
    start: LessonScene<G>,
    /// At least one.
    #[serde(rename = "prompt")]
    prompts: Vec<LessonPrompt<G>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct LessonScene<G: ArcadeGame> {
    setup: G::Setup,
    #[serde(default = "first_seat", deserialize_with = "read_seat::<G, _>")]
    seat: Seat,
    #[serde(default, deserialize_with = "read_moves::<G, _>")]
    moves: Vec<G::Action>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct LessonPrompt<G: ArcadeGame> {
    scene: Option<LessonScene<G>>,
    pub text: String,
    #[serde(rename = "accept", default, deserialize_with = "read_task::<G, _>")]
    pub task: LessonTask<G::Action>,
    wrong: Option<String>,
    #[serde(default = "Vec::new")]
    mistakes: Vec<Mistake<G>>,
    #[serde(default, deserialize_with = "read_moves::<G, _>")]
    replies: Vec<G::Action>,
    pub praise: Option<String>,
    spoken: Option<String>,
    spoken_praise: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LessonTask<A> {
    #[default]
    Read,
    Choose(Vec<A>),
    Any,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct Mistake<G: ArcadeGame> {
    #[serde(deserialize_with = "read_moves::<G, _>")]
    moves: Vec<G::Action>,
    reason: String,
}

#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    #[error("this game has no lesson")]
    NoLesson,
    #[error("the lesson can't be read: {0}")]
    Format(#[from] toml::de::Error),
    #[error("{place}: {reason}")]
    Rules { place: String, reason: String },
}

impl LessonError {
    fn new(place: impl Into<String>, reason: impl fmt::Display) -> Self {
        Self::Rules { place: place.into(), reason: reason.to_string() }
    }
}

impl<G: ArcadeGame> Lesson<G> {
    pub fn of_game(notation: Notation) -> Result<Self, LessonError> {
        let lesson = G::FACTS.lesson.ok_or(LessonError::NoLesson)?;
        Self::parse(lesson, notation)
    }

    /// Doesn't check the rules: illegal moves are found when the lesson is played.
    pub fn parse(text: &str, notation: Notation) -> Result<Self, LessonError> {
        let mut lesson: Self = toml::from_str(text)?;
        lesson.notation = notation;
        for text in lesson.prompts.iter_mut().flat_map(LessonPrompt::texts) {
            *text = fill_braces::<G>(text, notation);
        }
        let is_ending = |last: &LessonPrompt<G>| {
            last.task == LessonTask::Read && last.replies.is_empty() && last.praise.is_none()
        };
        if !lesson.prompts.last().is_some_and(is_ending) {
            return Err(LessonError::new("the lesson", "its last prompt isn't a text to read"));
        }
        Ok(lesson)
    }
}

impl<G: ArcadeGame> LessonPrompt<G> {
    fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        [&mut self.wrong, &mut self.praise, &mut self.spoken, &mut self.spoken_praise]
            .into_iter()
            .flatten()
            .chain([&mut self.text])
            .chain(self.mistakes.iter_mut().map(|mistake| &mut mistake.reason))
    }

    /// The error is the lesson's explanation of a wrong move, if it has one.
    fn judge(&self, action: G::Action) -> Result<(), Option<&str>> {
        let is_right = match &self.task {
            LessonTask::Read => false,
            LessonTask::Choose(moves) => moves.contains(&action),
            LessonTask::Any => true,
        };
        if is_right {
            return Ok(());
        }
        let mistake = self.mistakes.iter().find(|mistake| mistake.moves.contains(&action));
        Err(mistake.map(|mistake| &*mistake.reason).or(self.wrong.as_deref()))
    }

    pub fn spoken(&self) -> &str {
        self.spoken.as_deref().unwrap_or(&self.text)
    }

    /// May be empty.
    pub fn spoken_praise(&self) -> &str {
        self.spoken_praise.as_deref().or(self.praise.as_deref()).unwrap_or_default()
    }

    /// A right move to mark on the screen; `None` if every move is right or none is asked for.
    pub fn example(&self) -> Option<G::Action> {
        match &self.task {
            LessonTask::Choose(moves) => moves.first().copied(),
            LessonTask::Read | LessonTask::Any => None,
        }
    }
}

const ANY: &str = "any";

fn first_seat() -> Seat {
    Seat::new(0)
}

fn read_seat<'de, G: ArcadeGame, D: Deserializer<'de>>(source: D) -> Result<Seat, D::Error> {
    let seat = usize::deserialize(source)?;
    if seat >= G::SEAT_NAMES.len() {
        return Err(D::Error::custom(format!("there is no seat {seat}")));
    }
    Ok(Seat::new(seat))
}

fn read_moves<'de, G: ArcadeGame, D: Deserializer<'de>>(
    source: D,
) -> Result<Vec<G::Action>, D::Error> {
    parse_moves::<G, _>(&Vec::deserialize(source)?)
}

fn read_task<'de, G: ArcadeGame, D: Deserializer<'de>>(
    source: D,
) -> Result<LessonTask<G::Action>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Accepted {
        Word(String),
        Moves(Vec<String>),
    }
    match Accepted::deserialize(source)? {
        Accepted::Word(word) if word == ANY => Ok(LessonTask::Any),
        Accepted::Word(word) => Err(D::Error::custom(format!("{word:?} is not {ANY:?}"))),
        Accepted::Moves(moves) => parse_moves::<G, _>(&moves).map(LessonTask::Choose),
    }
}

fn parse_moves<G: ArcadeGame, E: serde::de::Error>(texts: &[String]) -> Result<Vec<G::Action>, E> {
    let parse = |text: &String| {
        G::parse(text, Notation::FromOne).map_err(|error| E::custom(format!("{text}: {error}")))
    };
    texts.iter().map(parse).collect()
}

/// Writes cells in braces in this notation, and keeps other words in braces on one line.
fn fill_braces<G: ArcadeGame>(text: &str, notation: Notation) -> String {
    let mut parts = text.split(['{', '}']);
    let mut filled = parts.next().unwrap_or_default().to_owned();
    while let Some(braced) = parts.next() {
        filled += &G::parse(braced, Notation::FromOne)
            .map_or_else(|_| unbroken(braced), |action| G::write(action, notation));
        filled += parts.next().unwrap_or_default();
    }
    filled
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonPhase {
    Choosing,
    /// The learner reads the prompt and goes on.
    Reading,
    Replying,
    /// The learner reads the praise and goes on.
    Praised,
}

#[derive(Clone, Debug)]
pub struct LessonRun<G: ArcadeGame> {
    lesson: Lesson<G>,
    /// The position at the start of each prompt so far, including the current one.
    starts: Vec<LessonPosition<G>>,
    now: LessonPosition<G>,
    phase: LessonPhase,
    replies: VecDeque<G::Action>,
}

#[derive(Clone, Debug)]
struct LessonPosition<G: ArcadeGame> {
    session: Session<G>,
    seat: Seat,
}

impl<G: ArcadeGame> LessonPosition<G> {
    fn of(scene: &LessonScene<G>, place: &str) -> Result<Self, LessonError> {
        let opponent = G::FACTS.kind.level_player(Level::Beginner).player;
        let name = |at| if at == scene.seat.index() { HUMAN } else { opponent }.to_owned();
        let players = (0..G::SEAT_NAMES.len()).map(name).collect();
        let mut session = Session::new(RecordHeader {
            setup: scene.setup.clone(),
            players,
            seed: 0,
            clock: None,
        });
        for &action in &scene.moves {
            let Some(seat) = session.awaited().iter().next() else {
                return Err(LessonError::new(place, "the game is over before its last move"));
            };
            let chosen = session.choose(seat, action).map(drop);
            chosen.map_err(|error| {
                LessonError::new(place, format!("{}: {error}", G::write(action, Notation::FromOne)))
            })?;
        }
        Ok(Self { session, seat: scene.seat })
    }
}

impl<G: ArcadeGame> LessonRun<G> {
    /// Fails if a scene of the lesson breaks the rules.
    pub fn new(lesson: Lesson<G>) -> Result<Self, LessonError> {
        // Plays all scenes once, so that they can't fail later.
        for (prompt, number) in lesson.prompts.iter().zip(1..) {
            prompt.scene.iter().try_for_each(|scene| {
                LessonPosition::of(scene, &format!("the scene of prompt {number}")).map(drop)
            })?;
        }
        let now = LessonPosition::of(&lesson.start, "the start")?;
        let phase = LessonPhase::Reading;
        let mut run = Self { lesson, starts: Vec::new(), now, phase, replies: VecDeque::new() };
        run.enter(0);
        Ok(run)
    }

    pub fn session(&self) -> &Session<G> {
        &self.now.session
    }

    pub fn notation(&self) -> Notation {
        self.lesson.notation
    }

    pub fn seat(&self) -> Seat {
        self.now.seat
    }

    pub fn phase(&self) -> LessonPhase {
        self.phase
    }

    pub fn prompt(&self) -> &LessonPrompt<G> {
        &self.lesson.prompts[self.index()]
    }

    pub fn begins_scene(&self) -> bool {
        self.index() == 0 || self.prompt().scene.is_some()
    }

    /// The index of the prompt, from 0.
    pub fn index(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn prompt_count(&self) -> usize {
        self.lesson.prompts.len()
    }

    pub fn is_last(&self) -> bool {
        self.starts.len() == self.prompt_count()
    }

    /// Whether there is nothing to go on to.
    pub fn is_at_end(&self) -> bool {
        let has_more = self.phase == LessonPhase::Reading && !self.prompt().replies.is_empty();
        self.is_last() && self.waits_for_reader() && !has_more
    }

    pub fn waits_for_reader(&self) -> bool {
        matches!(self.phase, LessonPhase::Reading | LessonPhase::Praised)
    }

    fn enter(&mut self, index: usize) {
        let prompt = &self.lesson.prompts[index];
        let scene =
            prompt.scene.as_ref().and_then(|scene| LessonPosition::of(scene, "a scene").ok());
        if let Some(position) = scene {
            self.now = position;
        }
        self.phase = match prompt.task {
            LessonTask::Read => LessonPhase::Reading,
            LessonTask::Choose(_) | LessonTask::Any => LessonPhase::Choosing,
        };
        self.replies.clear();
        self.starts.truncate(index);
        self.starts.push(self.now.clone());
    }

    /// The error explains why a legal move is wrong.
    pub fn judge(&self, action: G::Action) -> Result<(), String> {
        let judged = self.prompt().judge(action);
        judged.map_err(|why| why.map_or_else(|| self.explain(action), str::to_owned))
    }

    /// Explains what is worse about a move or, failing that, what is better about the right one.
    fn explain(&self, action: G::Action) -> String {
        let LessonPosition { session, seat } = &self.now;
        let notation = self.notation();
        let observation = session.game().observe(Seats::one(*seat));
        let reasons = |action, better| {
            G::reasons(&observation, *seat, action, better, &ActionValues::default())
        };
        let why = |reason: &G::Reason| G::explain(reason, *seat, Some(*seat), notation);
        let Some(right) = self.prompt().example() else { return String::new() };
        let fault = reasons(action, Some(right)).first().map(why);
        sentence(&fault.unwrap_or_else(|| {
            let merit = reasons(right, None).first().map(why);
            let merit = merit.map_or_else(String::new, |merit| format!(": {merit}"));
            format!("{} is better{merit}", G::write(right, notation))
        }))
    }

    /// Makes a move of the learner, and simultaneous moves of other seats. An illegal or wrong move
    /// of the learner changes nothing.
    pub fn choose(&mut self, action: G::Action) -> Result<(), ActionError> {
        if self.phase != LessonPhase::Choosing {
            return Err(ActionError::new(NOT_YOUR_TURN));
        }
        self.now.session.game().check(self.now.seat, action)?;
        self.judge(action).map_err(ActionError::new)?;
        self.now.session.choose(self.now.seat, action)?;
        self.begin_replies();
        while self.now.session.pending_choices().next().is_some() && self.reply()? {}
        Ok(())
    }

    fn begin_replies(&mut self) {
        self.replies = self.prompt().replies.iter().copied().collect();
        self.phase = LessonPhase::Replying;
        self.go_on_after_replies();
    }

    /// If all replies are made, shows the praise or goes on to the next prompt.
    fn go_on_after_replies(&mut self) {
        if !self.replies.is_empty() {
            return;
        }
        if self.prompt().praise.is_some() {
            self.phase = LessonPhase::Praised;
        } else {
            self.enter_next();
        }
    }

    fn enter_next(&mut self) {
        if self.is_last() {
            self.phase = LessonPhase::Reading;
        } else {
            self.enter(self.starts.len());
        }
    }

    /// Makes the next reply. Returns whether there was one. An illegal reply is an error, which the
    /// tests rule out; the lesson goes on without it.
    pub fn reply(&mut self) -> Result<bool, ActionError> {
        let Some(action) = self.replies.pop_front() else { return Ok(false) };
        let awaited = self.now.session.awaited();
        let result = match awaited.iter().find(|&seat| seat != self.now.seat) {
            Some(seat) => self.now.session.choose(seat, action).map(drop),
            None => Err(ActionError::new("no other seat must choose")),
        };
        self.go_on_after_replies();
        result.map(|()| true)
    }

    pub fn go_on(&mut self) {
        match self.phase {
            LessonPhase::Reading if !self.prompt().replies.is_empty() => self.begin_replies(),
            LessonPhase::Reading | LessonPhase::Praised => self.enter_next(),
            LessonPhase::Choosing | LessonPhase::Replying => {}
        }
    }

    /// Skips to a later prompt by making the first right move at each earlier one.
    pub fn go_to(&mut self, index: usize) {
        while self.index() < index && !self.is_at_end() {
            match self.phase {
                LessonPhase::Choosing => {
                    let seen = self.session().game().observe(Seats::one(self.seat()));
                    let legal = || seen.legal(self.seat()).first().copied();
                    let action = self.prompt().example().or_else(legal);
                    if action.is_none_or(|action| self.choose(action).is_err()) {
                        return;
                    }
                }
                LessonPhase::Replying => drop(self.reply()),
                LessonPhase::Reading | LessonPhase::Praised => self.go_on(),
            }
        }
    }

    pub fn can_go_back(&self) -> bool {
        self.index() > 0 || matches!(self.phase, LessonPhase::Replying | LessonPhase::Praised)
    }

    /// Goes back to the start of this prompt or, if the learner hasn't moved, of the previous one.
    pub fn go_back(&mut self) {
        let has_acted = matches!(self.phase, LessonPhase::Replying | LessonPhase::Praised);
        let index = if has_acted { self.index() } else { self.index().saturating_sub(1) };
        self.now = self.starts[index].clone();
        self.enter(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameFacts;
    use fourcade_engine::{GameKind, flip::Flip, play::Game as _, with_game};

    fn play_through<G: ArcadeGame>() -> usize {
        let lesson = Lesson::<G>::of_game(Notation::FromOne)
            .unwrap_or_else(|error| panic!("{}: {error}", G::KEY));
        let count = lesson.prompts.len();
        assert!((5..=8).contains(&count), "{}: {count} prompts", G::KEY);
        let run = LessonRun::new(lesson).unwrap_or_else(|error| panic!("{}: {error}", G::KEY));
        play_on(run)
    }

    /// Returns the number of ways to the end.
    fn play_on<G: ArcadeGame>(mut run: LessonRun<G>) -> usize {
        let place = format!("{}, prompt {}", G::KEY, run.index() + 1);
        match run.phase() {
            LessonPhase::Reading | LessonPhase::Praised => {
                if run.is_at_end() {
                    assert_eq!(run.prompt().task, LessonTask::Read, "{place}: a game follows");
                    return 1;
                }
                run.go_on();
                play_on(run)
            }
            LessonPhase::Replying => {
                let reply = run.reply();
                assert_eq!(reply, Ok(true), "{place}");
                play_on(run)
            }
            LessonPhase::Choosing => {
                let legal = run.session().game().observe(Seats::one(run.seat())).legal(run.seat());
                assert!(!legal.is_empty(), "{place}: no legal move");
                let before = run.clone();
                let mut ways = 0;
                for action in legal {
                    let mut run = before.clone();
                    match (run.judge(action), run.choose(action)) {
                        (Ok(()), Ok(())) => {
                            let (index, phase) = (run.index(), run.phase());
                            assert!(
                                index > before.index() || phase != LessonPhase::Choosing,
                                "{place}: {action}"
                            );
                            // Every way back leads to the same position.
                            let mut back = run.clone();
                            back.go_back();
                            assert_eq!(
                                back.session().lines(),
                                before.session().lines(),
                                "{place}: {action}"
                            );
                            ways += play_on(run);
                        }
                        (Err(reason), Err(error)) => {
                            assert_eq!(error.to_string(), reason, "{place}: {action}");
                            assert!(reason.ends_with(['.', '?', '!']), "{place}: {reason}");
                            assert_eq!(run.session().lines(), before.session().lines());
                            assert_eq!(run.session().pending_choices().count(), 0);
                        }
                        (judged, chosen) => panic!("{place}: {action}: {judged:?}, {chosen:?}"),
                    }
                }
                assert!(ways > 0, "{place}: no legal move is accepted");
                ways
            }
        }
    }

    fn games_with_lessons() -> impl Iterator<Item = GameKind> {
        GameKind::ALL.into_iter().filter(|&kind| GameFacts::of(kind).lesson.is_some())
    }

    #[test]
    fn every_lesson_can_be_played_through() {
        for kind in games_with_lessons() {
            assert!(with_game!(kind, G => play_through::<G>()) > 0);
        }
    }

    /// Checks that there is time to see each position, and that mistakes have their own reasons.
    fn check_texts<G: ArcadeGame>() {
        let lesson = Lesson::<G>::of_game(Notation::FromOne).unwrap();
        for (prompt, next) in lesson.prompts.iter().zip(lesson.prompts.iter().skip(1)) {
            let is_seen =
                next.scene.is_none() || prompt.praise.is_some() || prompt.task == LessonTask::Read;
            assert!(is_seen, "{}: {:?} leaves no time", G::KEY, prompt.text);
        }
        for prompt in &lesson.prompts {
            for mistake in &prompt.mistakes {
                for &action in &mistake.moves {
                    assert_eq!(prompt.judge(action), Err(Some(&*mistake.reason)), "{}", G::KEY);
                }
            }
        }
    }

    #[test]
    fn every_position_can_be_seen_before_the_next_scene() {
        for kind in games_with_lessons() {
            with_game!(kind, G => check_texts::<G>());
        }
    }

    fn flip(prompts: &str) -> Result<LessonRun<Flip>, LessonError> {
        Lesson::parse(&format!("start.setup.size = 4\n{prompts}"), Notation::FromOne)
            .and_then(LessonRun::new)
    }

    #[test]
    fn a_wrong_move_changes_nothing_and_says_why() {
        let mut run = flip(
            "[[prompt]]\ntext = 'go'\naccept = ['1 3']\nwrong = 'no'\n\
         mistakes = [{ moves = ['2 4'], reason = 'not there' }]\nreplies = ['1 2']\n\
         [[prompt]]\ntext = 'end'",
        )
        .unwrap();
        assert!(!run.can_go_back());
        for (action, reason) in [("1 3", "not there"), ("2 0", "no")] {
            let refused = run.choose(action.parse().unwrap());
            assert_eq!(refused.unwrap_err().to_string(), reason);
            assert!(run.session().lines().is_empty());
        }
        assert!(run.choose("0 0".parse().unwrap()).is_err(), "not legal");
        run.choose("0 2".parse().unwrap()).unwrap();
        assert_eq!((run.phase(), run.can_go_back()), (LessonPhase::Replying, true));
        assert!(run.choose("0 1".parse().unwrap()).is_err(), "not the learner's move");
        assert_eq!(run.reply(), Ok(true));
        assert!(run.is_at_end() && run.session().lines().len() == 2);
        run.go_on();
        assert!(run.is_at_end());
        run.go_back();
        assert!(run.session().lines().is_empty() && run.index() == 0);
    }

    #[test]
    fn a_wrong_move_without_a_text_is_explained_by_its_reason() {
        let lesson = Lesson::<Flip>::parse(
            "start.setup.size = 6\n[[prompt]]\ntext = 'go'\naccept = ['3 5', '4 2', '5 3']\n\
             [prompt.scene]\nsetup = { size = 6 }\nmoves = ['2 4', '2 5']\n\
             [[prompt]]\ntext = 'end'",
            Notation::FromOne,
        );
        let mut run = LessonRun::new(lesson.unwrap()).unwrap();
        let legal = run.session().game().observe(Seats::one(run.seat())).legal(run.seat());
        let wrong: Vec<_> =
            legal.into_iter().filter(|&action| run.judge(action).is_err()).collect();
        let [wrong] = wrong[..] else { panic!("one of four moves is wrong: {wrong:?}") };
        let why = run.choose(wrong).unwrap_err().to_string();
        assert_eq!(why, "It gives X the corner 1\u{a0}6.");
    }

    #[test]
    fn invalid_lessons_are_refused() {
        for (prompts, expected) in [
            ("", "missing field `prompt`"),
            ("prompt = []", "its last prompt isn't a text to read"),
            ("[[prompt]]", "missing field `text`"),
            ("[[prompt]]\ntext = ''\nmoves = []", "unknown field"),
            ("[[prompt]]\ntext = ''\naccept = 'any'", "its last prompt isn't a text to read"),
            ("[[prompt]]\ntext = ''\naccept = 'all'", "\"all\" is not \"any\""),
            ("[[prompt]]\ntext = ''\naccept = ['1 3']", "its last prompt isn't a text to read"),
            ("[[prompt]]\ntext = ''\nreplies = ['a']", "replies = ['a']"),
            ("[[prompt]]\ntext = ''\nscene.setup.size = 3", "within 4"),
            (
                "[[prompt]]\ntext = ''\nscene = { setup = { size = 4 }, seat = 2 }",
                "there is no seat 2",
            ),
            (
                "[[prompt]]\ntext = ''\nscene = { setup = { size = 4 }, moves = ['1 1'] }",
                "the scene of prompt 1: 1\u{a0}1: ",
            ),
        ] {
            let error = flip(prompts).unwrap_err().to_string();
            assert!(error.contains(expected), "{prompts:?}: {error}");
        }
    }

    #[test]
    fn a_lesson_can_continue_at_any_prompt() {
        fn check<G: ArcadeGame>() {
            let run = LessonRun::new(Lesson::<G>::of_game(Notation::FromOne).unwrap()).unwrap();
            for index in 0..run.prompt_count() {
                let mut later = run.clone();
                later.go_to(index);
                assert_eq!(later.index(), index, "{}", G::KEY);
                assert!(play_on(later) > 0);
            }
            let mut end = run.clone();
            end.go_to(usize::MAX);
            assert!(end.is_at_end(), "{}", G::KEY);
        }
        for kind in games_with_lessons() {
            with_game!(kind, G => check::<G>());
        }
    }
}
