//! The lines of the log, and the names of the entrants.

use super::{
    entrants::{SYSTEM_PLAYERS, computer},
    *,
};
use crate::{intensity::protocol::MAX_NAME_CHARS, program::AnswerRules};
use fourcade_engine::{
    intensity::model::{CardSet, Suit, Trick},
    play::{Fault, Outcome},
};
use fourcade_programs::Runner;

fn roster(players: &[&str]) -> Roster {
    let players: Vec<_> = players.iter().map(ToString::to_string).collect();
    let builder = RosterBuilder {
        programs: &[],
        players: &players,
        runner: &Runner::default(),
        rules: AnswerRules::default(),
        skips_broken: false,
    };
    builder.build(false, &CancelToken::default()).unwrap()
}

fn names(entrants: &[Entrant]) -> Vec<&str> {
    entrants.iter().map(|entrant| entrant.name.as_str()).collect()
}

#[test]
fn a_number_is_appended_to_a_name_that_is_taken() {
    let roster = roster(&["random", "counter", "random", "random"]);
    let expected =
        ["fourcade random", "fourcade counter", "fourcade random 2", "fourcade random 3"];
    assert_eq!(names(&roster.entrants), expected);
    assert_eq!(names(&roster.system_players(0).unwrap()), [""; 0]);
    assert_eq!(names(&roster.system_players(4).unwrap()), SYSTEM_PLAYERS);
    assert!(
        roster
            .system_players(1)
            .unwrap()
            .iter()
            .all(|entrant| entrant.record_name == "random" && !entrant.is_person())
    );
}

#[test]
fn a_name_with_a_number_is_no_longer_than_the_course_allows() {
    let mut roster = Roster::default();
    let long = "An Intensity player of 32 letter";
    assert_eq!(long.chars().count(), MAX_NAME_CHARS);
    for _ in 0..11 {
        let mut entrant = computer("random").unwrap();
        long.clone_into(&mut entrant.name);
        roster.admit(entrant);
    }
    let names = names(&roster.entrants);
    let some = [names[0], names[1], names[10]];
    let expected = [long, "An Intensity player of 32 lett 2", "An Intensity player of 32 let 11"];
    assert_eq!(some, expected);
}

/// Returns the log that `write` writes.
fn log(names: [&str; SEATS], hides_hands: bool, write: impl FnOnce(&mut RefereeLog)) -> String {
    let mut output = Vec::new();
    write(&mut RefereeLog::new(&mut output, names.map(str::to_owned), hides_hands));
    String::from_utf8(output).unwrap()
}

const NAMES: [&str; SEATS] = ["COMP1511 student", "Dennis Ritchie", "Amy", "牛Zoë"];

fn fault(description: &str) -> Fault {
    Fault {
        seat: Seat::new(1),
        description: description.to_owned(),
        fine: 5,
        kind: FaultKind::Illegal,
    }
}

#[test]
fn the_log_has_the_format_of_the_course() {
    let deal = Deal::new(Suit::ALL.map(CardSet::of_suit)).unwrap();
    let cards = |text: &str| text.parse::<CardSet>().unwrap();
    let seat = Seat::new;
    let card = |text: &str| text.parse().unwrap();
    let text = log(NAMES, false, |log| {
        log.write_deal(&deal).unwrap();
        log.write_pass_heading().unwrap();
        log.write_pass(seat(0), cards("29 35 38"), None).unwrap();
        log.write_pass(
            seat(1),
            cards("15 27 47"),
            Some(&fault("discards [10, 11, 12] - illegal discard")),
        )
        .unwrap();
        log.write_blank_line().unwrap();
        log.write_play(0, seat(0), cards("10 22"), card("24"), None).unwrap();
        log.write_play(
            0,
            seat(1),
            cards("21 47"),
            card("21"),
            Some(&fault("plays the 42 - card not in hand")),
        )
        .unwrap();
        log.write_play(9, seat(3), cards("36"), card("36"), None).unwrap();
        let trick = ["24", "21", "47", "26"]
            .into_iter()
            .fold(Trick::led_by(seat(0)), |trick, text| trick.with(card(text)));
        log.write_winner(trick).unwrap();
        let trick = ["24", "21", "36", "26"]
            .into_iter()
            .fold(Trick::led_by(seat(2)), |trick, text| trick.with(card(text)));
        log.write_winner(trick).unwrap();
        log.write_winner(Trick::led_by(seat(3)).with(card("49"))).unwrap();
        log.write_positions(&Outcome::lowest_wins(vec![0, 25, 1, 1])).unwrap();
    });
    let expected = "\
Deal:
Table position 0: COMP1511 student: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
Table position 1: Dennis Ritchie  : [20, 21, 22, 23, 24, 25, 26, 27, 28, 29]
Table position 2: Amy             : [30, 31, 32, 33, 34, 35, 36, 37, 38, 39]
Table position 3: 牛Zoë           : [40, 41, 42, 43, 44, 45, 46, 47, 48, 49]

Discards:
COMP1511 student [29, 35, 38]
Dennis Ritchie   discards [10, 11, 12] - illegal discard: 5 penalty points - referee chooses [15, 27, 47]

Round 0: COMP1511 student holding [10, 22] plays the 24
Round 0: Dennis Ritchie   holding [21, 47] plays the 42 - card not in hand: 5 penalty points - referee chooses 21
Round 9: 牛Zoë            holding [36] plays the 36
牛Zoë wins the round which contains 7 penalty points

Dennis Ritchie wins the round which contains 1 penalty point

牛Zoë wins the round

Finishing Positions

#1 with 0 penalty points COMP1511 student
#2 with 1 penalty point Amy
#2 with 1 penalty point 牛Zoë
#4 with 25 penalty points Dennis Ritchie

";
    assert_eq!(text, expected);
}

#[test]
fn the_log_shows_no_hands_if_a_person_plays() {
    let deal = Deal::new(Suit::ALL.map(CardSet::of_suit)).unwrap();
    let cards: CardSet = "29 35 38".parse().unwrap();
    let text = log(NAMES, true, |log| {
        log.write_deal(&deal).unwrap();
        log.write_pass_heading().unwrap();
        log.write_pass(Seat::new(0), cards, None).unwrap();
        log.write_pass(
            Seat::new(1),
            cards,
            Some(&fault("discards [10, 11, 12] - illegal discard")),
        )
        .unwrap();
        log.write_play(3, Seat::new(1), cards, "29".parse().unwrap(), None).unwrap();
    });
    let expected = "\
Discards:

Dennis Ritchie   makes no legal discard: 5 penalty points - referee chooses
Round 3: Dennis Ritchie   plays the 29
";
    assert_eq!(text, expected);
}

#[test]
fn the_log_is_flushed_line_by_line() {
    /// Counts the flushes and checks that each comes after a complete line.
    #[derive(Default)]
    struct Flushes {
        text: Vec<u8>,
        flushed: usize,
    }
    impl Write for Flushes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.text.extend(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            assert!(self.text.ends_with(b"\n"));
            self.flushed += 1;
            Ok(())
        }
    }
    let roster = roster(&["random", "random", "random", "careful"]);
    let entrants = roster.entrants.try_into().ok().unwrap();
    let mut output = Flushes::default();
    let game = Match {
        entrants: &entrants,
        seed: 5,
        rules: AnswerRules::default(),
        late: Default::default(),
        cancel: &CancelToken::default(),
    };
    let PlayedMatch { session, .. } = game.play(&mut io::empty(), &mut output).unwrap();
    assert!(session.outcome().is_some());
    // The deal and a blank line, the discards and a blank line, 50 lines of cards and winners, and
    // the positions.
    assert_eq!(output.flushed, 6 + 6 + 50 + 6);
}

/// A record of format 1 with penalties, as 0.2.0 wrote it.
const OLD_RECORD: &str = include_str!("../../../../tests/data/intensity-format-1.fourcade");

#[test]
fn a_record_of_format_1_is_read_and_written_unchanged() {
    let session = Session::<Intensity>::read(&mut OLD_RECORD.as_bytes()).unwrap();
    assert_eq!(session.match_info(), None);
    assert_eq!(record_text(&session).unwrap(), OLD_RECORD);
    let mut log = Vec::new();
    write_log(&session, &mut log).unwrap();
    let log = String::from_utf8(log).unwrap();
    assert!(
        log.contains("] plays the 42 - card not in hand: 5 penalty points - referee chooses "),
        "{log}"
    );
    assert!(log.ends_with("penalty points program:./cheat.py\n\n"), "{log}");
}

#[test]
fn the_log_of_a_record_is_the_log_of_its_game() {
    let entrants =
        roster(&["random", "random", "counter", "careful"]).entrants.try_into().ok().unwrap();
    let rules = AnswerRules::new(std::time::Duration::from_secs(7), true);
    let game = Match {
        entrants: &entrants,
        seed: 5,
        rules,
        late: Default::default(),
        cancel: &CancelToken::default(),
    };
    let mut played = Vec::new();
    let PlayedMatch { session, result } = game.play(&mut io::empty(), &mut played).unwrap();
    let text = record_text(&session).unwrap();
    assert!(text.starts_with("{\"fourcade\":2,"), "{text}");
    let session = Session::<Intensity>::read(&mut text.as_bytes()).unwrap();
    let info = session.match_info().unwrap();
    assert_eq!(
        (&info.names[..], info.timeout, info.strict),
        (&NAMED.map(str::to_owned)[..], Some(7.0), true)
    );
    let mut log = Vec::new();
    write_log(&session, &mut log).unwrap();
    assert_eq!(String::from_utf8(log).unwrap(), String::from_utf8(played).unwrap());
    assert_eq!(session.outcome(), Some(result.outcome()));
    let quiet = game.play_quietly().unwrap().unwrap();
    assert_eq!(record_text(&quiet.session).unwrap(), text);
}

const NAMED: [&str; SEATS] =
    ["fourcade random", "fourcade random 2", "fourcade counter", "fourcade careful"];

#[test]
fn faults_are_counted_by_their_kinds() {
    let mut record = Session::<Intensity>::read(&mut OLD_RECORD.as_bytes()).unwrap().record();
    let kinds = FaultKind::ALL.into_iter().cycle();
    let faults = record.lines.iter_mut().flat_map(|line| match line {
        RecordLine::Step { faults, .. } => &mut faults[..],
        RecordLine::Resign(_) | RecordLine::Flag(_) => &mut [],
    });
    let (mut total, mut late) = ([0; SEATS], [0_u64; SEATS]);
    for (fault, kind) in faults.zip(kinds) {
        fault.kind = kind;
        total[fault.seat.index()] += 1;
        late[fault.seat.index()] += u64::from(kind == FaultKind::Late);
    }
    let mut text = Vec::new();
    record.write(&mut text).unwrap();
    let session = Session::<Intensity>::read(&mut text.as_slice()).unwrap();
    let outcome = session.outcome().unwrap();
    let result = MatchResult::of(&session, &outcome, [Duration::from_nanos(15_473); SEATS]);
    assert_eq!(serde_json::to_value(&result).unwrap()["slowest_ms"][0].to_string(), "0.015");
    let counted = result.faults.each_ref().map(|faults| faults.count(FaultKind::Late));
    assert_eq!((result.illegal, counted), (total, late));
    assert!(late.iter().sum::<u64>() > 1, "{late:?}");
    // Results of 0.2.0 have no kinds.
    let json = serde_json::to_string(&MatchResult::default()).unwrap();
    assert_eq!(json, r#"{"penalty":[0,0,0,0],"illegal":[0,0,0,0],"slowest_ms":[0.0,0.0,0.0,0.0]}"#);
    assert_eq!(serde_json::from_str::<MatchResult>(&json).unwrap(), MatchResult::default());
}

#[test]
fn a_cancelled_game_ends() {
    let entrants =
        roster(&["random", "random", "random", "expert"]).entrants.try_into().ok().unwrap();
    let cancel = CancelToken::default();
    cancel.cancel();
    let game = Match {
        entrants: &entrants,
        seed: 5,
        rules: AnswerRules::default(),
        late: Default::default(),
        cancel: &cancel,
    };
    assert!(matches!(game.play(&mut io::empty(), &mut io::sink()), Err(MatchError::Cancelled)));
}

#[test]
fn late_answers_in_a_row_go_on_from_game_to_game() {
    let entrants = roster(&["random"; SEATS]).entrants.try_into().ok().unwrap();
    let late = [9, 10, 0, 99].map(LateStreak);
    let (rules, cancel) = (AnswerRules::default(), &CancelToken::default());
    let game = Match { entrants: &entrants, seed: 5, rules, late, cancel };
    let PlayedMatch { session, result } = game.play_quietly().unwrap().unwrap();
    // Computers are never late, but a streak of ten is never reset.
    assert_eq!(result.late_in_a_row, [0, 10, 0, 99].map(LateStreak));
    assert_eq!(session.match_info().unwrap().late_before, [9, 10, 0, 99]);
}

#[test]
fn all_entrants_that_cannot_play_are_named_or_left_out() {
    let build = |programs: &[&str], players: &[&str], skips_broken| {
        let builder = RosterBuilder {
            programs: &programs.iter().map(Into::into).collect::<Vec<_>>(),
            players: &players.iter().map(ToString::to_string).collect::<Vec<_>>(),
            runner: &Runner::default(),
            rules: AnswerRules::default(),
            skips_broken,
        };
        builder.build(false, &CancelToken::default())
    };
    let message = |programs: &[&str], players: &[&str], skips_broken| {
        let error = build(programs, players, skips_broken).err().unwrap();
        (error.to_string(), error.only_programs_are_broken())
    };
    let (broken, players) = (["/no/one.c", "/no/two"], ["random"]);
    for skips_broken in [false, true] {
        // Nobody would be left.
        let (text, only_programs_are_broken) = message(&broken, &[], skips_broken);
        assert!(text.contains("/no/one.c") && text.contains("\nthere is no program /no/two"));
        assert!(only_programs_are_broken);
        // A computer player with a wrong name is no broken program.
        let (text, only_programs_are_broken) = message(&broken, &["nobody"], skips_broken);
        assert!(text.contains("nobody") && !only_programs_are_broken, "{text}");
    }
    assert!(message(&broken, &players, false).1);
    let roster = build(&broken, &players, true).unwrap();
    assert_eq!(names(&roster.entrants), ["fourcade random"]);
    assert!(roster.warnings.iter().all(|warning| warning.starts_with("left out: there is no")));
    assert_eq!(roster.warnings.len(), 2);
}
