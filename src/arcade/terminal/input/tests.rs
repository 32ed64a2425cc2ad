use crossterm::event::{KeyEvent, KeyModifiers};
use proptest::{collection::vec, prelude::*};

use super::*;

/// What the sequences of terminals mean.
const TABLE: &str = include_str!("../../../../tests/data/terminal_input.txt");

/// Feeds the parser parts of the input with a pause after each, as the reader does. Returns all
/// events.
fn events_of(parts: &[&[u8]]) -> Vec<Event> {
    let mut parser = Parser::default();
    let mut events = Vec::new();
    for part in parts {
        parser.feed(part);
        events.extend(parser.take());
        if parser.is_waiting() {
            parser.pause();
        }
        assert!(!parser.is_waiting(), "a pause ends every wait, so an idle reader sleeps");
        events.extend(parser.take());
    }
    events
}

fn key(character: char) -> Event {
    Event::Key(KeyEvent::new(crossterm::event::KeyCode::Char(character), KeyModifiers::NONE))
}

fn ctrl_c() -> Event {
    let code = crossterm::event::KeyCode::Char('c');
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
fn sequences_have_a_meaning() {
    assert!(table().count() > 600);
    for (bytes, events) in table() {
        let shown = bytes.escape_ascii().to_string();
        assert_eq!(format!("{:?}", events_of(&[&bytes])), events, "{shown}");
        // However the terminal's driver cuts it. (A character that is read with Escape is one with
        // Alt; the two may be different keys if they are read one after the other.)
        let is_alt = bytes[0] == 0x1b && !matches!(bytes.get(1), Some(b'[' | b'O'));
        for cut in (if is_alt { 2 } else { 1 })..bytes.len() {
            let mut parser = Parser::default();
            parser.feed(&bytes[..cut]);
            parser.feed(&bytes[cut..]);
            if parser.is_waiting() {
                parser.pause();
            }
            assert_eq!(format!("{:?}", parser.take()), events, "{shown} cut after {cut}");
        }
    }
}

#[test]
fn a_cut_sequence_does_not_swallow_the_next_key() {
    for (bytes, _) in table() {
        for cut in 1..=bytes.len() {
            for (typed, event) in [("q", key('q')), ("\x03", ctrl_c())] {
                let events = events_of(&[&bytes[..cut], typed.as_bytes()]);
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
        assert_eq!(events_of(&[&[bytes, b"\x03"].concat()]), [ctrl_c()], "{cut:?}");
    }
}

#[test]
fn escape_and_a_key_are_two_keys_unless_they_are_read_at_once() {
    let escape = Event::Key(crossterm::event::KeyCode::Esc.into());
    let mut parser = Parser::default();
    parser.feed(b"\x1b");
    assert!(parser.is_waiting() && parser.take().is_empty());
    parser.feed(b"n");
    assert_eq!(parser.take(), [escape.clone(), key('n')]);
    assert_eq!(
        events_of(&[b"\x1b", b"[A"]),
        [escape.clone(), key('['), {
            Event::Key(KeyEvent::new(crossterm::event::KeyCode::Char('A'), KeyModifiers::SHIFT))
        }]
    );
    assert_eq!(events_of(&[b"\x1b\x1b"]), [escape.clone(), escape]);
}

#[test]
fn a_paste_may_pause_and_ctrl_c_in_it_is_text() {
    let paste = |text: &str| Event::Paste(text.to_owned());
    assert_eq!(events_of(&[b"\x1b[200~a\x03b\x1b[201~"]), [paste("a\u{3}b")]);
    assert_eq!(
        events_of(&[b"\x1b[200~one ", b"two ", b"three\x1b[20", b"1~q"]),
        [paste("one two three"), key('q')]
    );
    // The end was lost.
    assert_eq!(events_of(&[b"\x1b[200~one two", b"q", b"q"]), [key('q'), key('q')]);
    assert_eq!(events_of(&[b"\x1b[200~one ", b"two\x03", b"q"]), [ctrl_c(), key('q')]);
}

#[test]
fn coordinates_of_the_mouse_count_from_one() {
    for bytes in ["\x1b[<0;0;0M", "\x1b[<0;1;0M", "\x1b[<0;+0;1M", "\x1b[32;0;1M", "\x1b[M !!"] {
        let is_read = events_of(&[bytes.as_bytes(), b"q"]).last() == Some(&key('q'));
        assert!(is_read, "{bytes:?}");
    }
}

#[test]
fn long_input_is_bounded() {
    let mut parser = Parser::default();
    parser.feed(b"\x1b[");
    parser.feed(&[b'1'; 5000]);
    assert!(parser.sequence_length() <= 256);
    parser.feed(b"Aq");
    assert_eq!(parser.take(), [key('q')]);

    parser.feed(b"\x1b[200~");
    for _ in 0..5 {
        parser.feed(&vec![b'x'; 1 << 20]);
    }
    assert!(parser.paste_length() <= 2 << 20);
    parser.feed(b"\x1b[201~");
    let [Event::Paste(text)] = &parser.take()[..] else { panic!("a paste") };
    assert!(text.len() == 1 << 20 && text.bytes().all(|byte| byte == b'x'));
}

/// Bytes as a terminal sends them, or not quite.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<Vec<u8>> = table().map(|(bytes, _)| bytes).collect();
    let piece = prop_oneof![
        proptest::sample::select(pieces),
        vec(proptest::sample::select(b"\x1b[O<;M200~12mAu?\x03\xc3\xa9 ".to_vec()), 1..5),
        vec(any::<u8>(), 1..4),
    ];
    vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn after_a_pause_the_next_key_arrives(bytes in bytes(), cut in any::<proptest::sample::Index>()) {
        let cut = cut.index(bytes.len() + 1);
        for (typed, event) in [("q", key('q')), ("\x03", ctrl_c())] {
            let events = events_of(&[&bytes[..cut], &bytes[cut..], typed.as_bytes()]);
            prop_assert_eq!(events.last(), Some(&event));
        }
    }
}
