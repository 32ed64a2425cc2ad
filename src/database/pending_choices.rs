//! People's choices that wait for those of other seats. They are not part of a step yet, so they
//! are stored separately from the record.

use std::fmt::Write as _;

use rand::Rng as _;

use fourcade_engine::play::{Choice, ChoiceTime, Game, HUMAN, Seat, Session, random};

/// Returns the pending choices of people as text. Each line has the seat's index from 0, a space
/// and the action; with clocks, ` @` and the milliseconds follow. Computer players choose again
/// when the game continues.
pub fn to_text<G: Game>(session: &Session<G>) -> String {
    let names = &session.header().seats;
    let choices = session
        .pending_choices()
        .filter(|(seat, _)| names.get(seat.index()).is_some_and(|name| name == HUMAN));
    let mut text = String::new();
    for (seat, action) in choices {
        let _ = match session.pending_time(seat) {
            None => writeln!(text, "{} {action}", seat.index()),
            // A computer chose, and chooses again.
            Some(time) if time.late => Ok(()),
            Some(time) => writeln!(text, "{} {action}{TIME}{}", seat.index(), time.ms),
        };
    }
    text
}

/// What stands before the time of a choice.
const TIME: &str = " @";

/// What a concealed text begins with.
const CONCEALED: char = '~';
/// Concealed texts are filled up to a multiple of this length, so that it says nothing.
const CONCEALED_BYTES: usize = 64;

/// Returns a text from [`to_text`] as it is stored: somebody who looks at the database sees neither
/// the choice nor its length, and two equal choices differ.
///
/// The key stands before the text, because the choice must be restored after a restart. This
/// conceals a choice from a glance, not from somebody who decodes it.
pub fn conceal(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let key: u64 = rand::random();
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(text.len().next_multiple_of(CONCEALED_BYTES), b'\n');
    apply_key(key, &mut bytes);
    let mut concealed = format!("{CONCEALED}{key:016x}");
    for byte in bytes {
        let _ = write!(concealed, "{byte:02x}");
    }
    concealed
}

/// Earlier versions stored the text itself.
pub fn reveal(stored: String) -> String {
    let Some(concealed) = stored.strip_prefix(CONCEALED) else { return stored };
    let decode = || -> Option<String> {
        let (key, hex) = concealed.split_at_checked(16)?;
        let byte = |at: usize| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
        let mut bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect::<Option<_>>()?;
        apply_key(u64::from_str_radix(key, 16).ok()?, &mut bytes);
        Some(format!("{}\n", String::from_utf8(bytes).ok()?.trim_end()))
    };
    // The person then chooses again.
    decode().unwrap_or_default()
}

/// Combines the bytes with the key stream of this key, which both conceals and reveals them.
fn apply_key(key: u64, bytes: &mut [u8]) {
    let mut stream = vec![0; bytes.len()];
    random::rng(key, &[]).fill_bytes(&mut stream);
    bytes.iter_mut().zip(stream).for_each(|(byte, key)| *byte ^= key);
}

/// Makes the choices in a text from [`to_text`]. Invalid lines and illegal choices are skipped; the
/// person then chooses again.
pub fn apply<G: Game>(session: &mut Session<G>, text: &str) {
    for (seat, action) in text.lines().filter_map(|line| line.split_once(' ')) {
        let seat = seat.parse().ok().filter(|&seat: &usize| seat < session.header().seats.len());
        let (action, time) = action.split_once(TIME).unwrap_or((action, ""));
        if let (Some(seat), Ok(action)) = (seat.map(Seat::new), action.parse()) {
            let time = time.parse().ok().map(|ms| ChoiceTime { seat, ms, late: false });
            let _ = session.choose_with(seat, Choice { time, ..Choice::new(action) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::play::{RecordHeader, toy};

    fn session(names: [&str; 3]) -> Session<toy::Toy> {
        Session::new(RecordHeader {
            setup: toy::setup(&[3, 1, 2]),
            seats: names.map(str::to_owned).to_vec(),
            seed: 1,
            clock: None,
        })
    }

    #[test]
    fn the_choices_of_people_are_restored() {
        let names = [HUMAN, "random", HUMAN];
        let mut before = session(names);
        assert_eq!(to_text(&before), "");
        for (seat, bid) in [(1, 2), (2, 4)] {
            before.choose(Seat::new(seat), toy::bid(bid)).unwrap();
        }
        let mut after = session(names);
        apply(&mut after, &to_text(&before));
        assert_eq!(after.pending_choices().collect::<Vec<_>>(), [(Seat::new(2), toy::bid(4))]);
        assert_eq!(after.pending_time(Seat::new(2)), None);
    }

    #[test]
    fn the_times_of_choices_are_restored_and_what_a_computer_chose_is_not() {
        let names = [HUMAN, "random", HUMAN];
        let mut before = session(names);
        let times =
            [0, 2].map(|seat| ChoiceTime { seat: Seat::new(seat), ms: 4210, late: seat == 0 });
        for time in times {
            let choice = Choice { time: Some(time), ..Choice::new(toy::bid(4)) };
            before.choose_with(time.seat, choice).unwrap();
        }
        let mut after = session(names);
        apply(&mut after, &to_text(&before));
        assert_eq!(after.pending_choices().count(), 1);
        assert_eq!(after.pending_time(Seat::new(2)), Some(times[1]));
    }

    #[test]
    fn a_concealed_text_says_nothing_and_can_be_revealed() {
        for text in ["0 2 2\n", "0 2 2\n1 14 13\n", ""] {
            assert_eq!(reveal(conceal(text)), text);
            // Earlier versions did not conceal it.
            assert_eq!(reveal(text.to_owned()), text);
        }
        let all = ["0 2 2\n", "0 2 2\n", "1 14 13\n"].map(conceal);
        assert!(all[0] != all[1] && all.iter().all(|one| one.len() == all[0].len()), "{all:?}");
        assert!(all.iter().all(|one| !one.contains(' ')), "{all:?}");
        for junk in ["~", "~123", "~0123456789abcdefg", "~0123456789abcdefaa", "~äöü"] {
            reveal(junk.to_owned());
        }
    }

    #[test]
    fn invalid_lines_are_skipped() {
        let mut after = session([HUMAN; 3]);
        apply(
            &mut after,
            &format!("x\n7 {bid}\n99999999999999999999 {bid}\n0 nonsense\n1\n", bid = toy::bid(1)),
        );
        assert_eq!(after.pending_choices().count(), 0);
    }
}
