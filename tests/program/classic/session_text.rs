//! The output and the input of a course program, through which a checker goes in order.

/// The error when the input has ended.
pub struct InputEnded;

/// The rest of a session: what the program printed, and the lines that were typed.
pub struct SessionText<'a> {
    printed: &'a str,
    typed: Box<dyn Iterator<Item = &'a [u8]> + 'a>,
}

impl<'a> SessionText<'a> {
    pub fn new(typed: &'a [u8], printed: &'a str) -> Self {
        // Empty text after the last line feed is not a line.
        let lines = typed
            .split_inclusive(|&byte| byte == b'\n')
            .map(|line| line.strip_suffix(b"\n").unwrap_or(line));
        Self { printed, typed: Box::new(lines) }
    }

    /// Checks that this text comes next.
    #[track_caller]
    pub fn expect(&mut self, text: &str) {
        let rest = self.printed.strip_prefix(text);
        let next: String = self.printed.chars().take(text.len() + 80).collect();
        self.printed = rest.unwrap_or_else(|| panic!("not {text:?} but {next:?}"));
    }

    /// Checks that the output ends here and that the exit status says whether the input ended
    /// first.
    #[track_caller]
    pub fn expect_end(&self, has_input_ended: bool, status: i32) {
        assert_eq!(self.printed, "", "nothing follows the last line");
        assert_eq!(status, i32::from(has_input_ended));
    }

    /// Takes this many bytes of output.
    pub fn take(&mut self, count: usize) -> &'a str {
        let (next, rest) = self.printed.split_at_checked(count).expect("the output continues");
        self.printed = rest;
        next
    }

    /// Returns the rest of the line after this text, if the text comes next.
    pub fn rest_after(&mut self, text: &str) -> Option<&'a str> {
        let (line, rest) = self
            .printed
            .strip_prefix(text)?
            .split_once('\n')
            .expect("each line ends with a line feed");
        self.printed = rest;
        Some(line)
    }

    /// Takes a line of input.
    pub fn line(&mut self) -> Result<&'a str, InputEnded> {
        // In the tests, lines that are not UTF-8 contain no numbers.
        let line = self.typed.next().ok_or(InputEnded)?;
        Ok(std::str::from_utf8(line).unwrap_or_default())
    }
}

/// Returns the numbers at the start of a line.
pub fn numbers(line: &str) -> Vec<i64> {
    let (mut rest, mut numbers) = (line, Vec::new());
    loop {
        rest = rest.trim_start();
        let signs = usize::from(rest.starts_with(['+', '-']));
        let digits = rest[signs..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return numbers;
        }
        // A number that does not fit is too large for any board.
        numbers.push(rest[..signs + digits].parse().unwrap_or(i64::MAX));
        rest = &rest[signs + digits..];
    }
}

/// Checks that the condition holds for at least one session or game.
#[track_caller]
pub fn assert_any<T>(all: &[T], what: &str, condition: impl Fn(&T) -> bool) {
    assert!(all.iter().any(condition), "none with {what}");
}
