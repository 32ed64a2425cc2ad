//! The Generic Game Format: properties such as `PB[Ada]` between `(;` and `;)`.

use std::fmt::Write as _;

use super::{
    MAX_NAMED_SIZE, OthelloFormat, OthelloGame, parse_square, square_name,
    transcript::{Transcript, colour},
};
use crate::{
    flip::{
        Flip,
        model::{FlipBoard, FlipEvent, FlipSetup, MIN_SIZE, Side, Square},
    },
    play::{HUMAN, MatchInfo, RecordReadError, Session, built_in_players},
};

/// The place in games that this program writes. Their computer players have names as in records.
const OUR_PLACE: &str = "fourcade";
const MAX_NAME_LETTERS: usize = 32;

pub(super) fn find(text: &str) -> Option<Vec<OthelloGame>> {
    let mut games = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(start) = rest.find("(;") {
        let (before, game) = rest.split_at(start);
        line += newlines(before);
        let len = game_len(game);
        let (game, after) = game.split_at(len);
        games.push(OthelloGame { format: OthelloFormat::Ggf, line, text: game.to_owned() });
        line += newlines(game);
        rest = after;
    }
    (!games.is_empty()).then_some(games)
}

/// The length of a game with its brackets. A game that doesn't end reaches to the next one.
fn game_len(game: &str) -> usize {
    let mut is_in_value = false;
    for (at, letter) in game.char_indices().skip(2) {
        match letter {
            '[' => is_in_value = true,
            ']' => is_in_value = false,
            ')' if !is_in_value => return at + 1,
            '(' if !is_in_value => return at,
            _ => {}
        }
    }
    game.len()
}

fn newlines(text: &str) -> usize {
    text.matches('\n').count()
}

struct Property<'a> {
    line: usize,
    name: String,
    value: &'a str,
}

fn properties(game: &OthelloGame) -> Result<Vec<Property<'_>>, RecordReadError> {
    let mut properties = Vec::new();
    let (mut rest, mut line) = (&game.text[2..], game.line);
    let mut name = String::new();
    loop {
        let is_between = |letter: char| letter.is_whitespace() || letter == ';';
        let next = rest.trim_start_matches(is_between);
        line += newlines(&rest[..rest.len() - next.len()]);
        let error = |message: String| RecordReadError { line, message };
        let end = next.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(next.len());
        if end > 0 {
            name = next[..end].to_ascii_uppercase();
        }
        let next = next[end..].trim_start();
        match next.chars().next() {
            Some(')') if end == 0 => return Ok(properties),
            Some('[') if !name.is_empty() => {}
            None => return Err(error("the game does not end: `;)` is missing".to_owned())),
            Some(other) => {
                return Err(error(format!("expected a property such as B[f5], not {other:?}")));
            }
        }
        let Some(close) = next.find(']') else {
            return Err(error(format!("the value of {name} does not end: `]` is missing")));
        };
        properties.push(Property { line, name: name.clone(), value: next[1..close].trim() });
        line += newlines(&next[..close]);
        rest = &next[close + 1..];
    }
}

/// Returns the value of the first property with this name, or an empty text.
fn value<'a>(properties: &[Property<'a>], name: &str) -> &'a str {
    properties.iter().find(|property| property.name == name).map_or("", |property| property.value)
}

pub(super) fn summary(game: &OthelloGame) -> String {
    let properties = match properties(game) {
        Ok(properties) => properties,
        Err(error) => return format!("damaged ({error})"),
    };
    let [black, white] = names(&properties);
    let facts = ["DT", "TY", "RE"].map(|name| value(&properties, name));
    let facts = facts.into_iter().filter(|fact| !fact.is_empty());
    [format!("{black} - {white}")].into_iter().chain(facts.map(cut)).collect::<Vec<_>>().join(", ")
}

/// The names of Black and White; the colours if they have none.
fn names(properties: &[Property]) -> [String; 2] {
    [("PB", Side::O), ("PW", Side::X)].map(|(name, side)| match value(properties, name) {
        "" => colour(side).to_owned(),
        name => cut(name),
    })
}

fn cut(text: &str) -> String {
    text.chars().take(MAX_NAME_LETTERS).collect()
}

pub(super) fn read(game: &OthelloGame) -> Result<Session<Flip>, RecordReadError> {
    let properties = properties(game)?;
    let error = |line, message| RecordReadError { line, message };
    let mut rows = None;
    for Property { line, name, value } in &properties {
        let checked = match name.as_str() {
            "GM" => check_game(value),
            "TY" => check_type(value).map(|size| rows = rows.or(Some(size))),
            "BO" => check_board(value).map(|size| rows = Some(size)),
            "KB" | "KW" => {
                Err("games in which the players bid for a komi can't be read".to_owned())
            }
            "KM" if value.parse().is_ok_and(|komi: f64| komi != 0.0) => {
                Err(format!("games with a komi, here {value}, can't be read"))
            }
            _ => Ok(()),
        };
        checked.map_err(|message| error(*line, message))?;
    }
    let rows = rows.unwrap_or(8);
    let setup = FlipSetup::new(rows).map_err(|why| error(game.line, why.to_string()))?;
    let mut transcript = Transcript::new(setup);
    for Property { line, name, value } in &properties {
        let side = match name.as_str() {
            "B" => Side::O,
            "W" => Side::X,
            _ => continue,
        };
        // An evaluation and the time may follow the move.
        let text = value.split('/').next().unwrap_or_default().trim().to_lowercase();
        let to = match text.as_str() {
            "pa" | "ps" | "pas" | "pass" | "--" | "" => None,
            name => Some(parse_square(name, rows).ok_or_else(|| {
                error(*line, format!("{name:?} isn't a move; a move is a square such as f5"))
            })?),
        };
        let name = if text.is_empty() { "pass" } else { &text };
        let played = transcript.play(Some(side), to, name);
        played.map_err(|message| error(*line, message))?;
    }
    let mut session = with_players(transcript.session, &properties);
    if let Some(loser) =
        early_loser(value(&properties, "RE")).filter(|_| session.outcome().is_none())
    {
        session.resign(loser.seat()).map_err(|why| error(game.line, why.to_string()))?;
    }
    Ok(session)
}

/// Names the players of a session: computers if the game is one of ours, else people.
fn with_players(mut session: Session<Flip>, properties: &[Property]) -> Session<Flip> {
    if ["PB", "PW"].iter().all(|name| value(properties, name).is_empty()) {
        return session;
    }
    let names = names(properties);
    let players = built_in_players::<Flip>();
    let is_player = |name: &String| name == HUMAN || players.parse(name).is_ok();
    if value(properties, "PC") == OUR_PLACE && names.iter().all(is_player) {
        session.set_players(names.to_vec());
    } else {
        session.set_match_info(MatchInfo { names: names.to_vec(), ..MatchInfo::default() });
    }
    session
}

fn check_game(game: &str) -> Result<(), String> {
    if ["othello", "reversi"].contains(&game.to_lowercase().as_str()) {
        return Ok(());
    }
    Err(format!("this is a game of {}, not of Othello", cut(game)))
}

/// Checks a type such as `8`, `s8r20` or `10`, and returns the size of its board.
fn check_type(kind: &str) -> Result<u16, String> {
    let options = kind.trim_start_matches(['s', 'S']);
    let end = options.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(options.len());
    let (size, options) = options.split_at(end);
    let options = options.to_lowercase();
    if options.contains('a') {
        return Err(format!("in games of type {kind}, the fewest discs win; they can't be read"));
    }
    if options.contains('k') {
        return Err(format!("games with a komi, here of type {kind}, can't be read"));
    }
    check_size(size).map_err(|why| format!("type {}: {why}", cut(kind)))
}

fn check_size(text: &str) -> Result<u16, String> {
    text.parse().ok().filter(|size| (MIN_SIZE..=MAX_NAMED_SIZE).contains(size)).ok_or_else(|| {
        format!("boards have {MIN_SIZE} to {MAX_NAMED_SIZE} rows here, not {:?}", cut(text))
    })
}

/// Checks that a board such as `8 -------- ... *` is the usual start, and returns its size.
fn check_board(text: &str) -> Result<u16, String> {
    let (size, cells) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let size = check_size(size)?;
    let cells: Vec<char> = cells.chars().filter(|letter| !letter.is_whitespace()).collect();
    let owner = |letter: char| match letter {
        '*' | 'x' | 'X' => Ok(Some(Side::O)),
        'o' | 'O' | '0' => Ok(Some(Side::X)),
        '-' | '.' | '_' => Ok(None),
        other => Err(format!("its board has a cell {other:?}; expected `-`, `*` or `O`")),
    };
    let cells = cells.into_iter().map(owner).collect::<Result<Vec<_>, _>>()?;
    let squares = usize::from(size) * usize::from(size);
    let Some((to_move, cells)) = cells.split_last().filter(|(_, cells)| cells.len() == squares)
    else {
        return Err(format!(
            "a board of {size} x {size} has {squares} cells and then the side to move, but there \
             are {} signs",
            cells.len()
        ));
    };
    let mut board = FlipBoard::empty(size);
    let named = (0..size).flat_map(|row| (0..size).rev().map(move |col| Square::new(row, col)));
    for (square, cell) in named.zip(cells) {
        board.set(square, *cell);
    }
    if board != FlipBoard::start(size) || *to_move != Some(Side::O) {
        return Err(
            "it does not start from the usual position, with Black on e4 and d5 (on 8 x 8) and \
             Black to move"
                .to_owned(),
        );
    }
    Ok(size)
}

/// Returns the side that lost by resignation or by time, from a result such as `-12.00:r`. `None`
/// if the game was played to its end.
fn early_loser(result: &str) -> Option<Side> {
    let (score, how) = result.split_once(':')?;
    let score: f64 = score.trim().parse().ok()?;
    let is_early = ["r", "t"].contains(&how.trim()) && score != 0.0;
    is_early.then_some(if score < 0.0 { Side::O } else { Side::X })
}

pub(super) fn write(session: &Session<Flip>) -> String {
    let header = session.header();
    let rows = header.setup.size();
    let names = session.match_info().map_or(&header.players, |info| &info.names);
    let name = |seat: usize| {
        let plain = |letter: char| match letter {
            '[' => '(',
            ']' => ')',
            other if other.is_control() => ' ',
            other => other,
        };
        names.get(seat).map_or_else(String::new, |name| name.chars().map(plain).collect())
    };
    let mut text = format!(
        "(;GM[Othello]PC[{OUR_PLACE}]PB[{}]PW[{}]{}TY[{rows}]BO[{rows} {}*]",
        name(0),
        name(1),
        result(session),
        starting_rows(rows)
    );
    for event in session.events().iter().flatten() {
        let (side, to) = match event {
            FlipEvent::Placed { side, square, .. } => (*side, square_name(*square, rows)),
            // Includes the two passes that end a game early.
            FlipEvent::Passed { side, .. } => (*side, None),
            FlipEvent::Over(_) => continue,
        };
        let letter = if side == Side::O { 'B' } else { 'W' };
        let to = to.map_or_else(|| "PA".to_owned(), |name| name.to_lowercase());
        let _ = write!(text, "{letter}[{to}]");
    }
    text + ";)\n"
}

/// The result of a game that is over, in discs for Black; the winner gets the empty squares.
fn result(session: &Session<Flip>) -> String {
    let Some(outcome) = session.outcome() else { return String::new() };
    let board = session.game().board();
    let early = match session.flagged() {
        Some(_) => ":t",
        None if !session.resigned().is_empty() => ":r",
        None => "",
    };
    let squares = i32::from(board.size()).pow(2);
    let margin = match outcome.place(Side::O.seat()) {
        _ if early.is_empty() => board.final_lead(Side::O),
        1 => squares,
        _ => -squares,
    };
    format!("RE[{margin:+}.00{early}]")
}

/// The rows of the usual starting position, each followed by a space.
fn starting_rows(size: u16) -> String {
    let board = FlipBoard::start(size);
    let cell = |row, col| match board.at(Square::new(row, col)) {
        Some(Side::O) => '*',
        Some(Side::X) => 'O',
        None => '-',
    };
    let row = |row| (0..size).rev().map(move |col| cell(row, col)).chain([' ']).collect::<String>();
    (0..size).map(row).collect()
}
