//! Markdown as styled lines: headings, paragraphs, lists, emphasis and code.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use ratatui::{
    style::Style,
    text::{Line, Span},
};

use super::Look;

/// Renders a page without wrapping: each paragraph is one line.
pub fn render(markdown: &str, look: &Look) -> Vec<Line<'static>> {
    let mut page = Page { lines: Vec::new(), spans: Vec::new(), style: look.text() };
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::Heading { .. }) => page.style = look.accent(),
            Event::Start(Tag::Strong | Tag::Emphasis) => page.style = look.strong(),
            Event::Start(Tag::Item) => page.add(&format!("{} ", look.glyphs.bullet), look.dim()),
            Event::Start(Tag::CodeBlock(_)) => page.style = look.dim(),
            Event::End(TagEnd::Strong | TagEnd::Emphasis) => page.style = look.text(),
            Event::End(TagEnd::Heading(_)) => {
                page.end_line();
                page.style = look.text();
            }
            Event::End(TagEnd::Paragraph | TagEnd::List(_) | TagEnd::CodeBlock) => {
                page.end_line();
                page.lines.push(Line::default());
                page.style = look.text();
            }
            Event::Text(text) => {
                let mut rows = text.lines();
                if let Some(row) = rows.next() {
                    page.add(row, page.style);
                }
                for row in rows {
                    page.end_line();
                    page.add(row, page.style);
                }
            }
            Event::Code(text) => page.add(&text, look.accent()),
            Event::SoftBreak => page.add(" ", page.style),
            Event::HardBreak | Event::End(TagEnd::Item) => page.end_line(),
            _ => {}
        }
    }
    while page.lines.last().is_some_and(|line| line.spans.is_empty()) {
        page.lines.pop();
    }
    page.lines
}

struct Page {
    lines: Vec<Line<'static>>,
    spans: Vec<Span<'static>>,
    style: Style,
}

impl Page {
    fn add(&mut self, text: &str, style: Style) {
        self.spans.push(Span::styled(text.to_owned(), style));
    }

    fn end_line(&mut self) {
        if !self.spans.is_empty() {
            self.lines.push(Line::from(std::mem::take(&mut self.spans)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::{ColorDepth, Theme};

    #[test]
    fn a_page_is_rendered_as_lines() {
        let look = Look::new(&Theme::built_in("dark").unwrap(), ColorDepth::True, true);
        let lines = render(
            "# Flip\n\nPut a **tile**\non the board.\n\n- one\n- two `x`\n\n## End\n",
            &look,
        );
        let text: Vec<String> = lines.iter().map(ToString::to_string).collect();
        assert_eq!(text, ["Flip", "Put a tile on the board.", "", "* one", "* two x", "", "End"]);
        assert_eq!(lines[1].spans[1].style, look.strong());
    }
}
