use crate::games::ArcadeKind as _;
use crate::games::{ArcadeGame, GameVisitor};
use fourcade_engine::{
    GameKind,
    flip::Flip,
    play::{Observation, Seats},
};

use super::*;

/// Plays the lesson of a game through, on every way that its prompts accept.
struct PlayThrough;

impl GameVisitor for PlayThrough {
    type Output = usize;

    fn visit<G: ArcadeGame>(self) -> usize {
        let lesson = Lesson::<G>::of_game().unwrap_or_else(|error| panic!("{}: {error}", G::KEY));
        assert!((5..=8).contains(&lesson.len()), "{}: {} prompts", G::KEY, lesson.len());
        let run = LessonRun::new(lesson).unwrap_or_else(|error| panic!("{}: {error}", G::KEY));
        play_on(run)
    }
}

/// Plays a lesson on to its end on every way. Returns the number of ways.
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
                match (run.prompt().judge(action).map_err(str::to_owned), run.choose(action)) {
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

#[test]
fn every_lesson_can_be_played_through() {
    for kind in GameKind::ALL {
        assert!(kind.with(PlayThrough) > 0);
    }
}

/// Checks that what follows a change of the position has been seen before, and that marked moves
/// and mistakes are legal.
struct CheckTexts;

impl GameVisitor for CheckTexts {
    type Output = ();

    fn visit<G: ArcadeGame>(self) {
        let lesson = Lesson::<G>::of_game().unwrap();
        for (prompt, next) in lesson.prompts.iter().zip(lesson.prompts.iter().skip(1)) {
            let is_seen =
                next.scene.is_none() || prompt.praise.is_some() || prompt.task == LessonTask::Read;
            assert!(is_seen, "{}: {:?} leaves no time", G::KEY, prompt.text);
        }
        for prompt in &lesson.prompts {
            for mistake in &prompt.mistakes {
                for &action in &mistake.moves {
                    assert_eq!(prompt.judge(action), Err(&*mistake.reason), "{}", G::KEY);
                }
            }
        }
    }
}

#[test]
fn every_move_is_seen_before_the_next_scene() {
    for kind in GameKind::ALL {
        kind.with(CheckTexts);
    }
}

fn flip(prompts: &str) -> Result<LessonRun<Flip>, LessonError> {
    Lesson::parse(&format!("start.setup.size = 4\n{prompts}")).and_then(LessonRun::new)
}

#[test]
fn a_wrong_move_changes_nothing_and_says_why() {
    let mut run = flip(
        "[[prompt]]\ntext = 'go'\naccept = ['0 2']\nwrong = 'no'\n\
         mistakes = [{ moves = ['1 3'], reason = 'not there' }]\nreplies = ['0 1']\n\
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
fn lessons_with_mistakes_are_refused() {
    for (prompts, expected) in [
        ("", "missing field `prompt`"),
        ("prompt = []", "its last prompt isn't a text to read"),
        ("[[prompt]]", "missing field `text`"),
        ("[[prompt]]\ntext = ''\nmoves = []", "unknown field"),
        ("[[prompt]]\ntext = ''\naccept = 'any'", "its last prompt isn't a text to read"),
        ("[[prompt]]\ntext = ''\naccept = 'all'", "prompt 1: \"all\" is not \"any\""),
        ("[[prompt]]\ntext = ''\naccept = ['0 2']", "why other moves are wrong"),
        ("[[prompt]]\ntext = ''\nreplies = ['a']", "prompt 1: a: "),
        ("[[prompt]]\ntext = ''\nscene.setup.size = 3", "within 4"),
        ("[[prompt]]\ntext = ''\nscene = { setup = { size = 4 }, seat = 2 }", "there is no seat 2"),
        (
            "[[prompt]]\ntext = ''\nscene = { setup = { size = 4 }, moves = ['0 0'] }",
            "the scene of prompt 1: 0 0: ",
        ),
    ] {
        let error = flip(prompts).unwrap_err().to_string();
        assert!(error.contains(expected), "{prompts:?}: {error}");
    }
}
