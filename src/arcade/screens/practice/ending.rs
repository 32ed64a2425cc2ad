//! The summary at the end of a round.

use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    games::{counted, join},
    practice::rating::Rating,
    widgets::{
        ClickAreas, Look,
        page::Frame,
        paragraphs::{self, Styled, wrapped},
    },
};

pub struct Ending {
    pub title: String,
    /// Such as `7 of 10 right.`
    pub score: String,
    pub rows: Vec<Row>,
    /// Before and after the round.
    pub ratings: Option<(Rating, Rating)>,
    pub problem: Option<String>,
}

pub struct Row {
    pub title: String,
    pub is_right: bool,
    /// When it is asked again, such as `tomorrow`.
    pub returns: Option<String>,
}

/// Such as `in 3 days`. `time` is in milliseconds from now.
pub fn in_days(time: i64) -> String {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    match (time.max(1) - 1) / DAY + 1 {
        1 => "tomorrow".to_owned(),
        days => format!("in {days} days"),
    }
}

impl Ending {
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let frame = Frame::new(area);
        let Rect { width, height, .. } = frame.content;
        frame.draw_title_with(&self.title, "the end of the round", buffer, look, areas);
        let score = (self.score.clone(), look.accent());
        let rating = self.rating_text(look).into_iter().map(|text| (text, look.text()));
        let rating = rating.chain(self.problem.clone().map(|problem| (problem, look.alert())));
        let rating = wrapped(rating, width);
        let list = self.list(look);
        let has_list = 1 + list.len() + rating.len() <= usize::from(height);
        let middle = if has_list { list } else { wrapped(self.short_text(look), width) };
        let mut lines = vec![score];
        let has_gaps = lines.len() + middle.len() + rating.len() + 2 <= usize::from(height);
        for part in [middle, rating].into_iter().filter(|part| !part.is_empty()) {
            if has_gaps {
                lines.push((String::new(), look.text()));
            }
            lines.extend(part);
        }
        paragraphs::draw(&lines, frame.content, buffer, look);
    }

    fn list(&self, look: &Look) -> Vec<Styled> {
        let widest = self.rows.iter().map(|row| row.title.chars().count()).max().unwrap_or(0);
        let line = |(row, number): (&Row, usize)| {
            let (result, style) =
                if row.is_right { ("right", look.text()) } else { ("wrong", look.alert()) };
            let returns = row.returns.as_ref();
            let returns = returns.map_or_else(String::new, |when| format!(", returns {when}"));
            (format!("{number:>2}  {:<widest$}  {result}{returns}", row.title), style)
        };
        self.rows.iter().zip(1..).map(line).collect()
    }

    /// A summary that replaces the list if it doesn't fit.
    fn short_text(&self, look: &Look) -> Vec<Styled> {
        let wrong = self.rows.iter().zip(1_usize..).filter(|(row, _)| !row.is_right);
        let wrong: Vec<_> = wrong.map(|(_, number)| number.to_string()).collect();
        let returning = self.rows.iter().filter(|row| row.returns.is_some()).count();
        let mut texts = Vec::new();
        if !wrong.is_empty() {
            texts.push((format!("Wrong at first: {}.", join(&wrong)), look.alert()));
        }
        if returning > 0 {
            let text = format!("{} will be asked again.", counted(returning as u64, "position"));
            texts.push((text, look.text()));
        }
        texts
    }

    fn rating_text(&self, look: &Look) -> Option<String> {
        let (before, after) = self.ratings?;
        let rating = after.written_after(before, !look.glyphs.blocks);
        Some(format!("Your rating: {rating}."))
    }
}
