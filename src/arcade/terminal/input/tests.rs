//! Tests of the parser of terminal input, with a table of sequences and a reference parser.

use std::ops::RangeInclusive;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, select},
};
use rand::RngExt;

use super::*;
use crate::scale::scaled;
use fourcade_engine::play::random;

/// Sequences and their events, one per line.
const TABLE: &str = include_str!("../../../../tests/data/terminal_input.txt");

fn events(received: impl IntoIterator<Item = Received>) -> Vec<Event> {
    let event = |received| match received {
        Received::Event(event) => Some(event),
        Received::NonLatinKey(key, _) => Some(Event::Key(key)),
        Received::SupportsKitty => None,
    };
    received.into_iter().filter_map(event).collect()
}

/// A parser with a clock that only the test moves.
struct TimedParser {
    parser: Parser,
    now: Instant,
}

impl TimedParser {
    fn new() -> Self {
        Self { parser: Parser::default(), now: Instant::now() }
    }

    fn feed(&mut self, bytes: &[u8]) -> Vec<Event> {
        self.parser.feed(bytes, self.now);
        events(self.parser.take())
    }

    /// Lets time pass without input, as the reader does.
    fn idle(&mut self, time: Duration) -> Vec<Event> {
        let end = self.now + time;
        while self.parser.is_waiting() && self.now < end {
            self.now += PAUSE;
            self.parser.pause(self.now);
        }
        self.now = end;
        events(self.parser.take())
    }

    /// Lets time pass until all timeouts are over.
    fn rest(&mut self) -> Vec<Event> {
        let events = self.idle(parser::MAX_REPLY_TIME + PAUSE);
        assert!(!self.parser.is_waiting(), "every wait ends, so an idle reader sleeps");
        events
    }
}

/// Feeds the parser parts of the input, with a long pause after each; returns all events.
fn events_with_pauses(parts: &[&[u8]]) -> Vec<Event> {
    let mut parser = TimedParser::new();
    let each = parts.iter().map(|part| [parser.feed(part), parser.rest()].concat());
    each.collect::<Vec<_>>().concat()
}

fn events_without_pauses<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Event> {
    let mut parser = TimedParser::new();
    let mut events: Vec<_> = pieces.into_iter().flat_map(|piece| parser.feed(piece)).collect();
    events.extend(parser.rest());
    events
}

fn key(character: char) -> Event {
    Event::Key(KeyEvent::new(KeyCode::Char(character), KeyModifiers::NONE))
}

fn ctrl_c() -> Event {
    let code = KeyCode::Char('c');
    Event::Key(KeyEvent::new(code, KeyModifiers::CONTROL))
}

/// Replaces `\xHH` by the byte.
fn unescape(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    bytes
}

fn table() -> impl Iterator<Item = (Vec<u8>, &'static str)> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| line.split_once('\t').unwrap()).map(|(bytes, events)| (unescape(bytes), events))
}

#[test]
fn sequences_are_decoded_as_in_the_table() {
    assert!(table().count() > 600);
    for (bytes, events) in table() {
        let shown = bytes.escape_ascii().to_string();
        assert_eq!(format!("{:?}", events_with_pauses(&[&bytes])), events, "{shown}");
        // The terminal's driver may cut it anywhere, except between the Escape and the character of
        // a key with Alt, which are two keys in two reads.
        let is_alt = bytes[0] == 0x1b && !matches!(bytes.get(1), Some(b'[' | b'O'));
        for cut in (if is_alt { 2 } else { 1 })..bytes.len() {
            let pieces = events_without_pauses([&bytes[..cut], &bytes[cut..]]);
            assert_eq!(format!("{pieces:?}"), events, "{shown} cut after {cut}");
        }
    }
}

#[test]
fn a_truncated_sequence_does_not_swallow_the_next_key() {
    for (bytes, _) in table() {
        for cut in 1..=bytes.len() {
            for (typed, event) in [("q", key('q')), ("\x03", ctrl_c())] {
                let events = events_with_pauses(&[&bytes[..cut], typed.as_bytes()]);
                let shown = bytes[..cut].escape_ascii();
                assert_eq!(events.last(), Some(&event), "{shown} and then {typed:?}");
            }
        }
    }
}

#[test]
fn ctrl_c_ends_a_sequence_without_a_pause() {
    for cut in [
        "\x1b",
        "\x1b[",
        "\x1b[<",
        "\x1b[<0;1",
        "\x1b[20",
        "\x1b[1;",
        "\x1bO",
        "\x1b[M",
        "\x1b[M a",
        "\x1b[[",
        "\u{e9}",
    ] {
        let bytes = cut.as_bytes();
        // Without its last byte, the character is incomplete.
        let bytes = if cut == "\u{e9}" { &bytes[..1] } else { bytes };
        assert_eq!(events_with_pauses(&[&[bytes, b"\x03"].concat()]), [ctrl_c()], "{cut:?}");
    }
}

#[test]
fn escape_and_a_key_are_a_key_with_alt_only_in_one_read() {
    let escape = Event::Key(KeyCode::Esc.into());
    let mut parser = TimedParser::new();
    assert_eq!(parser.feed(b"\x1b"), []);
    assert!(parser.parser.is_waiting());
    assert_eq!(parser.feed(b"n"), [escape.clone(), key('n')]);
    assert_eq!(
        events_with_pauses(&[b"\x1b", b"[A"]),
        [escape.clone(), key('['), {
            Event::Key(KeyEvent::new(KeyCode::Char('A'), KeyModifiers::SHIFT))
        }]
    );
    assert_eq!(events_with_pauses(&[b"\x1b\x1b"]), [escape.clone(), escape]);
}

#[test]
fn a_paste_may_pause_and_ctrl_c_in_it_is_text() {
    let paste = |text: &str| Event::Paste(text.to_owned());
    assert_eq!(events_with_pauses(&[b"\x1b[200~a\x03b\x1b[201~"]), [paste("a\u{3}b")]);
    assert_eq!(
        events_with_pauses(&[b"\x1b[200~one ", b"two ", b"three\x1b[20", b"1~q"]),
        [paste("one two three"), key('q')]
    );
    // The end was lost.
    assert_eq!(events_with_pauses(&[b"\x1b[200~one two", b"q", b"q"]), [key('q'), key('q')]);
    assert_eq!(events_with_pauses(&[b"\x1b[200~one ", b"two\x03", b"q"]), [ctrl_c(), key('q')]);
}

#[test]
fn invalid_mouse_coordinates_swallow_no_key() {
    for bytes in ["\x1b[<0;0;0M", "\x1b[<0;1;0M", "\x1b[<0;+0;1M", "\x1b[32;0;1M", "\x1b[M !!"] {
        let is_read = events_with_pauses(&[bytes.as_bytes(), b"q"]).last() == Some(&key('q'));
        assert!(is_read, "{bytes:?}");
    }
}

#[test]
fn long_input_takes_bounded_memory() {
    let mut parser = TimedParser::new();
    parser.feed(b"\x1b[");
    parser.feed(&[b'1'; 5000]);
    assert!(parser.parser.sequence_length() <= 256);
    assert_eq!(parser.feed(b"Aq"), [key('q')]);

    parser.feed(b"\x1b[200~");
    for _ in 0..5 {
        parser.feed(&vec![b'x'; 1 << 20]);
    }
    assert!(parser.parser.paste_length() <= 2 << 20);
    let [Event::Paste(text)] = &parser.feed(b"\x1b[201~")[..] else { panic!("a paste") };
    assert!(text.len() == 1 << 20 && text.bytes().all(|byte| byte == b'x'));
}

/// Replies to queries, and strings that only terminals send.
const REPLIES: [&str; 16] = [
    "\x1b]11;rgb:1212/1212/1212\x07",
    "\x1b]11;rgb:1212/1212/1212\x1b\\",
    "\x1b]52;c;cSBxIHE=\x07",
    "\x1b]lqueer title \u{e9}\x1b\\",
    "\x1b]\x07",
    "\x1b]\x1b\\",
    "\x1bP>|XTerm(390)\x1b\\",
    "\x1bP1+r544e=787465726d\x1b\\",
    "\x1bP0$r\r\n\tq\x07q\x1b\\",
    "\x1bP\x1b\\",
    "\x1b_Gi=31;OK\x1b\\",
    "\x1b_\x1b\\",
    "\x1b^q\x1b\\",
    "\x1b^\x1b\\",
    "\x1bXyes\x1b\\",
    "\x1bX\x1b\\",
];

#[test]
fn replies_are_swallowed_in_any_pieces() {
    for reply in REPLIES {
        let bytes = [reply.as_bytes(), b"q"].concat();
        assert_eq!(events_without_pauses([&bytes[..]]), [key('q')], "{reply:?}");
        assert_eq!(events_without_pauses(bytes.chunks(1)), [key('q')], "{reply:?} byte by byte");
        for cut in 1..bytes.len() {
            let pieces = events_without_pauses([&bytes[..cut], &bytes[cut..]]);
            assert_eq!(pieces, [key('q')], "{reply:?} cut after {cut}");
            // Once the text has begun, a part may also come late.
            if !matches!(bytes[2], 0x1b | 0x07) && cut > 2 {
                let mut parser = TimedParser::new();
                parser.feed(&bytes[..cut]);
                parser.idle(parser::MAX_REPLY_TIME * 3 / 4);
                assert_eq!(parser.feed(&bytes[cut..]), [key('q')], "{reply:?} after {cut}");
            }
        }
    }
}

#[test]
fn a_key_with_alt_is_not_taken_for_a_reply() {
    let escape = || Event::Key(KeyCode::Esc.into());
    let alt = |character: char| {
        let shift = if character.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
        let code = KeyCode::Char(character);
        [
            Event::Key(KeyEvent::new(code, shift)),
            Event::Key(KeyEvent::new(code, shift | KeyModifiers::ALT)),
        ]
    };
    for introducer in ['P', 'X', ']', '^', '_'] {
        let [plain, alt] = alt(introducer);
        let bytes = format!("\x1b{introducer}");
        let bytes = bytes.as_bytes();
        assert_eq!(events_with_pauses(&[bytes, b"q"]), [alt.clone(), key('q')]);
        // Other keys that are read at once with it.
        let enter = Event::Key(KeyCode::Enter.into());
        assert_eq!(events_with_pauses(&[&[bytes, b"\r"].concat()]), [alt.clone(), enter]);
        assert_eq!(events_with_pauses(&[&[bytes, b"\x03"].concat()]), [alt.clone(), ctrl_c()]);
        assert_eq!(events_with_pauses(&[&[bytes, bytes].concat()]), [alt.clone(), alt.clone()]);
        assert_eq!(events_with_pauses(&[&[bytes, b"\x1b"].concat()]), [alt, escape()]);
        // Two keys.
        assert_eq!(events_without_pauses([&bytes[..1], &bytes[1..]]), [escape(), plain]);
    }
}

#[test]
fn a_reply_whose_end_was_lost_does_not_swallow_keys_for_long() {
    let lost = b"\x1b]11;rgb:12";
    let mut parser = TimedParser::new();
    parser.feed(lost);
    assert_eq!(parser.feed(b"\x03\x1a").len(), 2, "Ctrl-C and Ctrl-Z always count");
    parser.feed(lost);
    assert_eq!(parser.feed(b"\x1b[A").len(), 1, "another sequence ends the reply");
    parser.feed(lost);
    assert_eq!(parser.idle(parser::MAX_REPLY_TIME), []);
    assert_eq!(parser.feed(b"q"), []);
    parser.idle(PAUSE);
    assert_eq!(parser.feed(b"q"), [key('q')]);
    // Escape may be the first half of the end.
    let escape = Event::Key(KeyCode::Esc.into());
    assert_eq!(
        events_with_pauses(&[&[lost, &b"\x1b"[..]].concat(), b"q"]),
        [escape.clone(), key('q')]
    );
    assert_eq!(events_without_pauses([&lost[..], b"\x1b", b"q"]), [escape, key('q')]);
    // The limit counts the text of the lost reply, too: that many letters overflow.
    parser.feed(lost);
    let flood = vec![b'x'; 1 << 20];
    assert_eq!(parser.feed(&flood).len(), lost.len() - 2);
}

/// Bytes that a terminal might send, some of them malformed.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<Vec<u8>> = table().map(|(bytes, _)| bytes).collect();
    let piece = prop_oneof![
        select(pieces),
        vec(select(b"\x1b[O<;M200~12mAu?\x03\xc3\xa9 ".to_vec()), 1..5),
        vec(any::<u8>(), 1..4),
    ];
    vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn after_a_pause_the_next_key_arrives(bytes in bytes(), cut in any::<Index>()) {
        let cut = cut.index(bytes.len() + 1);
        for (typed, event) in [("q", key('q')), ("\x03", ctrl_c())] {
            let events = events_with_pauses(&[&bytes[..cut], &bytes[cut..], typed.as_bytes()]);
            prop_assert_eq!(events.last(), Some(&event));
        }
    }
}

/// The number of consecutive bytes, starting at `from`, that `belongs` accepts.
fn run(bytes: &[u8], from: usize, belongs: impl Fn(u8) -> bool) -> usize {
    bytes[from.min(bytes.len())..].iter().take_while(|&&byte| belongs(byte)).count()
}

/// Returns the length of the first key or sequence, and whether it counts: replies of the terminal
/// and unfinished sequences are dropped. `is_split` means that the Escape was read alone.
fn first_token(bytes: &[u8], is_split: bool) -> (usize, bool) {
    let lead = usize::from(bytes[0] == 0x1b);
    let Some(&next) = bytes.get(lead) else { return (1, true) };
    let final_byte = |at: usize, range: RangeInclusive<u8>| match bytes.get(at) {
        Some(byte) if range.contains(byte) => (at + 1, true),
        _ => (at, false),
    };
    match (lead, next) {
        (1, 0x1b) => (1, true),
        (1, b'[') if bytes.get(2) == Some(&b'M') => {
            let count = run(bytes, 3, |byte| byte >= b' ').min(3);
            (3 + count, count == 3)
        }
        (1, b'[') if bytes.get(2) == Some(&b'[') => final_byte(3, b' '..=b'~'),
        (1, b'[') => {
            final_byte(2 + run(bytes, 2, |byte| (b' '..=b'?').contains(&byte)), b'@'..=b'~')
        }
        (1, b'O') => match 2 + run(bytes, 2, |byte| (b'0'..=b';').contains(&byte)) {
            at if bytes.get(at).is_some_and(|byte| (b' '..=b'~').contains(byte)) => (at + 1, true),
            at => (at, false),
        },
        (1, b'P' | b'X' | b']' | b'^' | b'_') => {
            let is_osc = next == b']';
            let text = run(bytes, 2, |byte| {
                byte >= b' ' || (byte == 7 && !is_osc) || (8..14).contains(&byte)
            });
            let end = 2 + text;
            match bytes.get(2) {
                Some(b' '..) => {}
                Some(7) if is_osc => return (3, false),
                Some(0x1b) if bytes.get(3) == Some(&b'\\') => return (4, false),
                // No text: a key with Alt, or two keys.
                _ if is_split => return (1, true),
                _ => return (2, true),
            }
            match bytes.get(end) {
                Some(7) => (end + 1, false),
                Some(0x1b) if bytes.get(end + 1) == Some(&b'\\') => (end + 2, false),
                _ => (end, false),
            }
        }
        (1, _) if is_split => (1, true),
        (1, 3) => (1, false),
        (_, character) => {
            let length = match character {
                0xc2..=0xdf => 2,
                0xe0..=0xef => 3,
                0xf0..=0xf4 => 4,
                _ => 1,
            };
            let rest = run(bytes, lead + 1, |byte| (0x80..=0xbf).contains(&byte)).min(length - 1);
            (lead + 1 + rest, rest + 1 == length)
        }
    }
}

/// The events of the reference parser for pieces without pauses between them.
fn reference_events(pieces: &[&[u8]]) -> Vec<Event> {
    let bytes = pieces.concat();
    let mut starts = vec![false; bytes.len() + 1];
    pieces.iter().fold(0, |at, piece| {
        starts[at] |= !piece.is_empty();
        at + piece.len()
    });
    let (mut at, mut events) = (0, Vec::new());
    while at < bytes.len() {
        let rest = &bytes[at..];
        if let Some(text) = rest.strip_prefix(b"\x1b[200~") {
            const END: &[u8] = b"\x1b[201~";
            let Some(length) = text.windows(END.len()).position(|part| part == END) else { break };
            events.push(Event::Paste(String::from_utf8_lossy(&text[..length]).into_owned()));
            at += 6 + length + END.len();
            continue;
        }
        let (length, counts) = first_token(rest, starts[at + 1]);
        let decoded = counts.then(|| parser::decode(&rest[..length])).flatten();
        events.extend(self::events(decoded));
        at += length;
    }
    events
}

/// Random bytes of all kinds that a terminal may send, cut into pieces.
fn random_pieces(rng: &mut impl RngExt, table: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut bytes = Vec::new();
    for _ in 0..rng.random_range(0..8) {
        match rng.random_range(0..6) {
            0 => bytes.extend(&table[rng.random_range(0..table.len())]),
            1 => bytes.extend(REPLIES[rng.random_range(0..REPLIES.len())].bytes()),
            2 => {
                let reply = REPLIES[rng.random_range(0..REPLIES.len())].as_bytes();
                bytes.extend(&reply[..rng.random_range(0..reply.len())]);
            }
            3 => bytes.extend((0..rng.random_range(0..4)).map(|_| rng.random::<u8>())),
            _ => {
                let common = b"\x1b\x1b\x1b[]PX^_OM\\\x07<;200~12mAu?\x03\r\xc3\xa9 q";
                let count = rng.random_range(0..6);
                bytes.extend((0..count).map(|_| common[rng.random_range(0..common.len())]));
            }
        }
    }
    let mut pieces = Vec::new();
    while !bytes.is_empty() {
        let rest = bytes.split_off(rng.random_range(0..=bytes.len()));
        pieces.push(std::mem::replace(&mut bytes, rest));
    }
    pieces
}

#[test]
fn any_bytes_in_any_pieces_match_the_reference_parser() {
    let table: Vec<_> = table().map(|(bytes, _)| bytes).collect();
    let mut rng = random::rng(1, &[]);
    for _ in 0..scaled(20_000) {
        let pieces = random_pieces(&mut rng, &table);
        let pieces: Vec<_> = pieces.iter().map(Vec::as_slice).collect();
        let shown: Vec<_> = pieces.iter().map(|piece| piece.escape_ascii().to_string()).collect();
        let expected = reference_events(&pieces);
        assert_eq!(events_without_pauses(pieces.iter().copied()), expected, "{shown:?}");
    }
}

#[test]
fn kitty_keys_have_their_text_and_their_key_on_a_us_keyboard() {
    let decoded = |bytes: &str| parser::decode(bytes.as_bytes());
    let letter = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
    for (bytes, typed, latin) in [
        ("\x1b[1075::117;;1075u", 'г', 'u'),
        ("\x1b[1075:1043:117;2;1043u", 'Г', 'U'),
        // Caps Lock.
        ("\x1b[1075::117;65;1043u", 'Г', 'U'),
        ("\x1b[1078:1046:59;2;1046u", 'Ж', ':'),
        ("\x1b[945::97;;945u", 'α', 'a'),
    ] {
        assert_eq!(decoded(bytes), Some(Received::NonLatinKey(letter(typed), latin)), "{bytes:?}");
    }
    for (bytes, typed) in [
        ("\x1b[117;;117u", 'u'),
        ("\x1b[47:63;2;63u", '?'),
        // é is on the key 2 of a French keyboard, and @ on AltGr-Q of a German one.
        ("\x1b[233::50;;233u", 'é'),
        ("\x1b[113;;64u", '@'),
        ("\x1b[57404;129;53u", '5'),
        // Without its key on a US keyboard.
        ("\x1b[1075;;1075u", 'г'),
    ] {
        assert_eq!(decoded(bytes), Some(Received::Event(Event::Key(letter(typed)))), "{bytes:?}");
    }
    let ctrl = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
    for (bytes, expected) in [
        ("\x1b[1089::99;5u", ctrl('c')),
        ("\x1b[99;5u", ctrl('c')),
        ("\x1b[27u", KeyCode::Esc.into()),
        ("\x1b[13u", KeyCode::Enter.into()),
        ("\x1b[9u", KeyCode::Tab.into()),
        ("\x1b[127u", KeyCode::Backspace.into()),
    ] {
        assert_eq!(events(decoded(bytes)).first(), Some(&Event::Key(expected)), "{bytes:?}");
    }
    assert_eq!(decoded("\x1b[0;;1080:1081u"), Some(Received::Event(Event::Paste("ий".to_owned()))));
    assert_eq!(decoded("\x1b[?0u"), Some(Received::SupportsKitty));
    // Shift alone, and invalid numbers.
    for bytes in ["\x1b[57441;2u", "\x1b[;;u", "\x1b[99999999999;;9u", "\x1b[97;;7u"] {
        assert!(events(decoded(bytes)).iter().all(|event| *event == key('a')), "{bytes:?}");
    }
}
