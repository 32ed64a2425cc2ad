//! Finds a text on a screen, also where it is wrapped beside something else.

/// Returns where a text begins in these rows: its column and its row, in characters. It may be
/// wrapped between words, unless it is so short that it might be found by chance.
pub fn place_of<'a>(rows: impl IntoIterator<Item = &'a str>, text: &str) -> Option<(usize, usize)> {
    let rows: Vec<&str> = rows.into_iter().collect();
    let column = |row: &str, at: usize| row[..at].chars().count();
    let whole =
        rows.iter().enumerate().find_map(|(y, row)| Some((column(row, row.find(text)?), y)));
    let words: Vec<Vec<char>> = text.split(' ').map(|word| word.chars().collect()).collect();
    let first = text.split(' ').next().filter(|word| !word.is_empty() && words.len() > 2);
    whole.or_else(|| {
        let first = first.filter(|first| rows.iter().any(|row| row.contains(first)))?;
        let screen = Screen(rows.iter().map(|row| row.chars().collect()).collect());
        let mut places = rows
            .iter()
            .enumerate()
            .flat_map(|(y, row)| row.match_indices(first).map(move |(at, _)| (column(row, at), y)));
        places.find(|&(x, y)| screen.has(&words, x, y))
    })
}

struct Screen(Vec<Vec<char>>);

impl Screen {
    fn has(&self, words: &[Vec<char>], mut x: usize, mut y: usize) -> bool {
        let start = x;
        words.iter().enumerate().all(|(number, word)| {
            if number == 0 {
                // The text begins here.
            } else if self.has_at(&[' '], x, y) && self.has_at(word, x + 1, y) {
                x += 1;
            } else {
                // The row below begins in the same column, or further left, after a gap.
                let is_gap =
                    |x: usize| (1..=x.min(2)).all(|back| self.has_at(&[' '], x - back, y + 1));
                let is_start = |&x: &usize| is_gap(x) && self.has_at(word, x, y + 1);
                let can_wrap = !word.is_empty() && !words[number - 1].is_empty();
                let Some(left) = (0..=start).rev().find(is_start).filter(|_| can_wrap) else {
                    return false;
                };
                (x, y) = (left, y + 1);
            }
            let is_here = self.has_at(word, x, y);
            x += word.len();
            is_here
        })
    }

    fn has_at(&self, text: &[char], x: usize, y: usize) -> bool {
        let here = self.0.get(y).and_then(|row| row.get(x..x + text.len()));
        here.is_some_and(|here| here == text)
    }
}

#[test]
fn a_text_is_found_where_it_is_wrapped() {
    let rows = ["O X   It is   ", "X O   your    ", "      move now"];
    let found = |text| place_of(rows, text);
    assert_eq!(found("It is your move"), Some((6, 0)));
    assert_eq!(found("is your move now"), Some((9, 0)));
    assert_eq!(found("X   It"), Some((2, 0)));
    assert_eq!(found(" your   "), Some((5, 1)));
    assert_eq!(found("X  O"), None);
    assert_eq!(found("It is move"), None);
}
