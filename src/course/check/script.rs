//! The format of scripted sessions: the printed text, with the typed lines in braces.
//!
//! `{0 2}` is a typed line. A line break after it is not part of the output, because a terminal
//! echoes it. In `{0 2^D}` the input ends without a line feed. The input ends after the last typed
//! line.

/// The typed lines and the expected output of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Script {
    /// The typed lines, each with the number of bytes printed before it.
    typed: Vec<(String, usize)>,
    output: String,
    /// Whether the last typed line has no line feed.
    lacks_line_feed: bool,
}

const END_OF_INPUT: &str = "^D";

impl Script {
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut script = Self::default();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (line, after) =
                after.split_once('}').ok_or_else(|| "a `{` has no `}`".to_owned())?;
            if script.lacks_line_feed {
                return Err(format!("nothing can be typed after {END_OF_INPUT}"));
            }
            script.output.push_str(before);
            let before_end = line.strip_suffix(END_OF_INPUT);
            script.lacks_line_feed = before_end.is_some();
            script.type_line(before_end.unwrap_or(line));
            rest = if script.lacks_line_feed {
                after
            } else {
                after.strip_prefix('\n').unwrap_or(after)
            };
        }
        script.output.push_str(rest);
        Ok(script)
    }

    /// Returns a script of typed lines without output.
    pub fn from_typed(lines: &[String]) -> Self {
        let typed = lines.iter().map(|line| (line.clone(), 0)).collect();
        Self { typed, ..Self::default() }
    }

    pub fn print(&mut self, text: &str) {
        self.output.push_str(text);
    }

    pub fn type_line(&mut self, line: &str) {
        self.typed.push((line.to_owned(), self.output.len()));
    }

    pub fn output(&self) -> &str {
        &self.output
    }

    pub fn typed_lines(&self) -> impl Iterator<Item = &str> {
        self.typed.iter().map(|(line, _)| line.as_str())
    }

    pub fn input(&self) -> String {
        let mut input: String = self.typed_lines().flat_map(|line| [line, "\n"]).collect();
        if self.lacks_line_feed {
            input.pop();
        }
        input
    }

    /// Returns the lines typed before a byte of the output.
    pub fn typed_before(&self, at: usize) -> Vec<String> {
        let typed = self.typed.iter().filter(|(_, before)| *before <= at);
        typed.map(|(line, _)| line.clone()).collect()
    }

    /// Returns the start and end of the line with this byte. A line ends at a line feed or where
    /// something is typed.
    pub fn line_around(&self, at: usize) -> (usize, usize) {
        let at = at.min(self.output.len());
        let typed = || self.typed.iter().map(|(_, before)| *before);
        let start = self.output[..at].rfind('\n').map_or(0, |end| end + 1);
        let start = typed().filter(|&typed| typed <= at).chain([start]).max().unwrap_or(start);
        let length = self.output[at..].find('\n').unwrap_or(self.output.len() - at);
        let end = typed().filter(|&typed| typed > at).chain([at + length]).min();
        (start, end.unwrap_or(at + length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_lines_are_told_from_what_is_printed() {
        let script = Script::parse("Row? {1}\nColumn? {2}\n{3}\nDone.\n").unwrap();
        assert_eq!(script.output(), "Row? Column? Done.\n");
        assert_eq!(script.input(), "1\n2\n3\n");
        assert_eq!(script.typed_before(4), Vec::<String>::new());
        assert_eq!(script.typed_before(5), ["1"]);
        assert_eq!(script.line_around(7), (5, 13));
        assert_eq!(&script.output()[5..13], "Column? ");
        let cut = Script::parse("Row? {1^D}Row? End.\n").unwrap();
        assert_eq!((cut.input().as_str(), cut.output()), ("1", "Row? Row? End.\n"));
        assert!(Script::parse("{1").is_err() && Script::parse("{1^D}{2}").is_err());
    }
}
