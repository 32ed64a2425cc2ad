//! Finds a text on a screen, even if it is wrapped in a column beside something else.

/// Returns the column and the row where a text begins, in characters. Only a text of three words or
/// more may be wrapped, because a shorter one might be found by chance.
pub fn find<'a>(rows: impl IntoIterator<Item = &'a str>, text: &str) -> Option<(usize, usize)> {
    let rows: Vec<&str> = rows.into_iter().collect();
    let column = |row: &str, at: usize| row[..at].chars().count();
    let unwrapped =
        rows.iter().enumerate().find_map(|(y, row)| Some((column(row, row.find(text)?), y)));
    let words: Vec<Vec<char>> = text.split(' ').map(|word| word.chars().collect()).collect();
    let first = text.split(' ').next().filter(|word| !word.is_empty() && words.len() > 2);
    unwrapped.or_else(|| {
        let first = first.filter(|first| rows.iter().any(|row| row.contains(first)))?;
        let screen = Screen(rows.iter().map(|row| row.chars().collect()).collect());
        let mut places = rows
            .iter()
            .enumerate()
            .flat_map(|(y, row)| row.match_indices(first).map(move |(at, _)| (column(row, at), y)));
        places.find(|&(x, y)| screen.has_wrapped(&words, x, y))
    })
}

struct Screen(Vec<Vec<char>>);

impl Screen {
    /// Whether these words begin here, each after a space or in the next row.
    fn has_wrapped(&self, words: &[Vec<char>], start: usize, mut y: usize) -> bool {
        if !self.has_at(&words[0], start, y) {
            return false;
        }
        let mut end = start + words[0].len();
        for pair in words.windows(2) {
            let (last, word) = (&pair[0], &pair[1]);
            if self.has_at(&[' '], end, y) && self.has_at(word, end + 1, y) {
                end += 1 + word.len();
                continue;
            }
            let can_wrap = !last.is_empty() && !word.is_empty();
            let Some(x) = self.start_of_row(word, start, y + 1).filter(|_| can_wrap) else {
                return false;
            };
            (end, y) = (x + word.len(), y + 1);
        }
        true
    }

    /// The column where a wrapped row begins with this word: `start` or further left, after a gap
    /// of two columns or at the edge.
    fn start_of_row(&self, word: &[char], start: usize, y: usize) -> Option<usize> {
        let is_after_gap = |x: usize| (1..=x.min(2)).all(|back| self.has_at(&[' '], x - back, y));
        (0..=start).rev().find(|&x| is_after_gap(x) && self.has_at(word, x, y))
    }

    fn has_at(&self, text: &[char], x: usize, y: usize) -> bool {
        let here = self.0.get(y).and_then(|row| row.get(x..x + text.len()));
        here.is_some_and(|here| here == text)
    }
}

#[test]
fn a_text_is_found_where_it_is_wrapped() {
    let rows = ["O X   It is   ", "X O   your    ", "      move now"];
    let found = |text| find(rows, text);
    assert_eq!(found("It is your move"), Some((6, 0)));
    assert_eq!(found("is your move now"), Some((9, 0)));
    assert_eq!(found("X   It"), Some((2, 0)));
    assert_eq!(found(" your   "), Some((5, 1)));
    assert_eq!(found("X  O"), None);
    assert_eq!(found("It is move"), None);
}
