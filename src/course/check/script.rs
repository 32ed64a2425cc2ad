//! A session as a person sees it: what is printed, with the typed lines in braces.
//!
//! `{0 2}` is a typed line; the end of its line belongs to it, because a terminal would echo it. If
//! it ends with `^D`, as in `{0 2^D}`, the input ends there without a line feed. After the last
//! typed line the input ends.

/// What is typed and what should be printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Script {
    /// The typed lines, and how many bytes are printed before each.
    typed: Vec<(String, usize)>,
    output: String,
    /// Whether the last typed line has no line feed.
    is_cut: bool,
}

const CUT: &str = "^D";

impl Script {
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut script = Self::default();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (line, after) =
                after.split_once('}').ok_or_else(|| "a `{` has no `}`".to_owned())?;
            if script.is_cut {
                return Err(format!("nothing can be typed after {CUT}"));
            }
            script.output.push_str(before);
            let whole = line.strip_suffix(CUT);
            script.is_cut = whole.is_some();
            script.type_line(whole.unwrap_or(line));
            rest = if script.is_cut { after } else { after.strip_prefix('\n').unwrap_or(after) };
        }
        script.output.push_str(rest);
        Ok(script)
    }

    /// Returns the script in which these lines are typed and nothing is known of the output.
    pub fn of_typed(lines: &[String]) -> Self {
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

    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.typed.iter().map(|(line, _)| line.as_str())
    }

    pub fn input(&self) -> String {
        let mut input: String = self.lines().flat_map(|line| [line, "\n"]).collect();
        if self.is_cut {
            input.pop();
        }
        input
    }

    /// Returns the lines that are typed before this byte of the output.
    pub fn typed_before(&self, at: usize) -> Vec<String> {
        let typed = self.typed.iter().filter(|(_, before)| *before <= at);
        typed.map(|(line, _)| line.clone()).collect()
    }

    /// Returns where the line with this byte begins and ends, as a person sees it: a line ends at a
    /// line feed and where something is typed.
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
