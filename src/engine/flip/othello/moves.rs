//! Move lists.
//!
//! Squares may follow each other with or without anything between them. Other numbers, of moves or
//! a result, are skipped. Passes may be marked or left out.

use std::collections::BTreeSet;

use super::{
    MAX_NAMED_SIZE, OthelloFormat, OthelloGame, parse_square, square_name, transcript::Transcript,
};
use crate::{
    flip::{
        Flip,
        model::{FlipBoard, FlipSetup, MIN_SIZE, Side},
    },
    play::{RecordLine, RecordReadError, Session},
};

/// The size of the board unless the moves show another one.
const USUAL_SIZE: u16 = 8;
/// The marks of a pass, each before its own prefixes.
const PASSES: [&str; 6] = ["passes", "pass", "pas", "ps", "pa", "--"];
const MAX_SUMMARY_LETTERS: usize = 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Token<'a> {
    line: usize,
    /// The name of a square, or a mark of a pass.
    name: &'a str,
    is_pass: bool,
}

/// Returns the games of a text that begins with a square. Each line is a game if all lines begin
/// like one and a square is named twice; otherwise the whole text is one game.
pub(super) fn find(text: &str) -> Option<Vec<OthelloGame>> {
    let first = text.find(|letter: char| letter.is_alphabetic() || letter == '{')?;
    square_len(&text[first..])?;
    let game = |(at, line): (usize, &str)| OthelloGame {
        format: OthelloFormat::Moves,
        line: at + 1,
        text: line.to_owned(),
    };
    let lines = || text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let begins_game = |line: &str| {
        Tokens::new(line, 1)
            .next()
            .is_some_and(|token| token.is_ok_and(|token| is_usual_opening(&token)))
    };
    let has_several = lines().count() > 1
        && lines().all(|(_, line)| begins_game(line))
        && names_a_square_twice(text);
    Some(if has_several { lines().map(game).collect() } else { vec![game((0, text))] })
}

fn names_a_square_twice(text: &str) -> bool {
    let mut named = BTreeSet::new();
    let mut squares = Tokens::new(text, 1).filter_map(Result::ok).filter(|token| !token.is_pass);
    squares.any(|square| !named.insert(square.name.to_ascii_lowercase()))
}

pub(super) fn summary(game: &OthelloGame) -> String {
    let names: Vec<_> = Tokens::new(&game.text, 1).map_while(Result::ok).collect();
    let mut moves: String = names.iter().map(|token| token.name.to_ascii_lowercase()).collect();
    if moves.len() > MAX_SUMMARY_LETTERS {
        moves.truncate(MAX_SUMMARY_LETTERS);
        moves.push_str("...");
    }
    format!("{moves} ({} moves)", names.iter().filter(|token| !token.is_pass).count())
}

pub(super) fn read(game: &OthelloGame) -> Result<Session<Flip>, RecordReadError> {
    let tokens = Tokens::new(&game.text, game.line).collect::<Result<Vec<_>, _>>()?;
    let min_size = needed_size(&tokens)?;
    let others = (MIN_SIZE..=MAX_NAMED_SIZE).filter(|size| *size != USUAL_SIZE);
    let (even, odd): (Vec<_>, Vec<_>) = others.partition(|size| size % 2 == 0);
    // Most boards that are not 8 x 8 are 10 x 10 or 6 x 6.
    let sizes = [USUAL_SIZE, 10, 6].into_iter().chain(even).chain(odd);
    let mut sizes = sizes.filter(|size| *size >= min_size);
    let opens_usual = tokens.first().is_none_or(is_usual_opening);
    let likely = if opens_usual { None } else { sizes.next() }.unwrap_or(USUAL_SIZE);
    // Its error is the best description of a game that fits no board.
    let first = replay(&tokens, likely);
    if first.is_ok() {
        return first;
    }
    // A game that begins as on 8 x 8 is on another board only if it ends there. Otherwise it is a
    // damaged game on 8 x 8.
    let fits = |session: &Session<Flip>| !opens_usual || session.outcome().is_some();
    let mut others = sizes.filter(|&size| size != likely);
    others.find_map(|size| replay(&tokens, size).ok().filter(fits)).map_or(first, Ok)
}

/// Returns the size of the smallest board that has all the squares.
fn needed_size(tokens: &[Token]) -> Result<u16, RecordReadError> {
    let mut size = 0;
    for token in tokens.iter().filter(|token| !token.is_pass) {
        let square = parse_square(token.name, MAX_NAMED_SIZE);
        let square = square.filter(|square| square.row < MAX_NAMED_SIZE).ok_or_else(|| {
            let name = token.name;
            let message = format!(
                "no board here has a square {name}: they have at most {MAX_NAMED_SIZE} rows"
            );
            RecordReadError { line: token.line, message }
        })?;
        // Letters name columns from right to left.
        size = size.max(square.row + 1).max(MAX_NAMED_SIZE - square.col);
    }
    Ok(size)
}

fn replay(tokens: &[Token], size: u16) -> Result<Session<Flip>, RecordReadError> {
    let error = |line, message| RecordReadError { line, message };
    let setup = FlipSetup::new(size).map_err(|why| error(1, why.to_string()))?;
    let mut transcript = Transcript::new(setup);
    for token in tokens {
        let to = if token.is_pass { None } else { parse_square(token.name, size) };
        let name = token.name.to_ascii_lowercase();
        transcript.play(None, to, &name).map_err(|message| error(token.line, message))?;
    }
    Ok(transcript.session)
}

fn is_usual_opening(token: &Token) -> bool {
    let square = parse_square(token.name, USUAL_SIZE).filter(|_| !token.is_pass);
    square.is_some_and(|square| FlipBoard::start(USUAL_SIZE).is_legal(Side::O, square))
}

pub(super) fn write(session: &Session<Flip>) -> String {
    let size = session.header().setup.size();
    let squares = session.lines().iter().filter_map(|line| match line {
        RecordLine::Step { moves, .. } => moves.first(),
        RecordLine::Resign(_) | RecordLine::Flag(_) => None,
    });
    let names = squares.filter_map(|&(_, square)| square_name(square, size));
    names.map(|name| name.to_lowercase()).chain(["\n".to_owned()]).collect()
}

/// The length of the square at the beginning of a text: a letter and one or two digits.
fn square_len(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    if !bytes.first()?.is_ascii_alphabetic() {
        return None;
    }
    let digits = bytes[1..].iter().take(2).take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0 && bytes[1] != b'0').then_some(1 + digits)
}

struct Tokens<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str, line: usize) -> Self {
        Self { rest: text, line }
    }

    /// Takes this number of bytes, which must be a whole number of characters.
    fn take(&mut self, len: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(len).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<Token<'a>, RecordReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = self.line;
            if let Some(len) = square_len(self.rest) {
                return Some(Ok(Token { line, name: self.take(len), is_pass: false }));
            }
            let begins = |mark: &&&str| {
                self.rest.get(..mark.len()).is_some_and(|text| text.eq_ignore_ascii_case(mark))
            };
            if let Some(mark) = PASSES.iter().find(begins) {
                return Some(Ok(Token { line, name: self.take(mark.len()), is_pass: true }));
            }
            let letter = self.rest.chars().next()?;
            if letter.is_alphabetic() {
                let end = |letter: char| !letter.is_alphanumeric();
                let word: String =
                    self.rest.split(end).next().unwrap_or_default().chars().take(20).collect();
                self.rest = "";
                let message = format!("{word:?} isn't a move; a move is a square such as f5");
                return Some(Err(RecordReadError { line, message }));
            }
            self.line += usize::from(letter == '\n');
            self.take(letter.len_utf8());
        }
    }
}
