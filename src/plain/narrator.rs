//! Tells a game in sentences: its events, the call to move, and answers to questions about it.

use super::{Console, Error, commands, console::sentences};
use crate::{
    games::{
        ArcadeGame, Notation, Style, YOU, describe_incidents, join, sentence, spoken::Audience,
    },
    settings::Detail,
};
use fourcade_engine::play::{Seat, Seats, Session};

/// The questions of every table, besides those of the game.
pub const QUESTIONS: [(&str, &str); 9] = [
    ("moves", "the moves you can make now, the most useful first"),
    ("last", "what happened since your last move"),
    ("score", "how the game stands"),
    ("board", "the whole position, in parts"),
    ("goal", "what matters now"),
    ("players", "who plays"),
    ("rules", "the rules of the game"),
    ("more", "tell more, from now on"),
    ("less", "tell less, from now on"),
];

/// Headings of the rules that are about the screen and its keys.
const SCREEN_SECTIONS: [&str; 2] = ["On the screen", "Two people at one keyboard"];

pub struct Narrator<'a> {
    pub console: &'a mut Console,
    /// The seats of the people who listen here.
    pub people: Seats,
    /// By seat.
    pub names: Vec<String>,
    /// Whether spectators are told hidden information.
    pub shows_all: bool,
}

impl Narrator<'_> {
    /// Whether people at one console have secrets from each other.
    pub fn has_secrets<G: ArcadeGame>(&self) -> bool {
        G::HAS_SECRETS && self.people.len() > 1
    }

    /// The seats whose knowledge may be told when addressing `seat`.
    pub fn viewers<G: ArcadeGame>(&self, seat: Seat, all: Seats) -> Seats {
        if !G::HAS_SECRETS {
            return all;
        }
        if !self.people.is_empty() {
            return Seats::one(seat);
        }
        if self.shows_all { all } else { Seats::NONE }
    }

    /// The seat that events are told to: the first person's, or seat 0 without people.
    pub fn listening_seat(&self) -> Seat {
        self.people.iter().next().unwrap_or(Seat::new(0))
    }

    /// Passes the audience on a seat to `tell`.
    pub fn with_audience<G: ArcadeGame, T>(
        &self,
        session: &Session<G>,
        seat: Seat,
        tell: impl FnOnce(&Audience<G>) -> T,
    ) -> T {
        let viewers = self.viewers::<G>(seat, session.game().seats());
        self.with_audience_who_knows(viewers, session, seat, tell)
    }

    /// Like [`Self::with_audience`], but the audience knows what `viewers` know.
    fn with_audience_who_knows<G: ArcadeGame, T>(
        &self,
        viewers: Seats,
        session: &Session<G>,
        seat: Seat,
        tell: impl FnOnce(&Audience<G>) -> T,
    ) -> T {
        let observation = session.game().observe(viewers);
        let notation = self.console.notation;
        tell(&Audience { observation: &observation, seat, names: &self.names, notation })
    }

    /// Tells the last line of the record. Unless the detail is brief, a changed score follows.
    pub fn tell_last_line<G: ArcadeGame>(&mut self, session: &Session<G>) -> Result<(), Error> {
        let Some(index) = session.lines().len().checked_sub(1) else { return Ok(()) };
        let (seat, notation) = (self.listening_seat(), self.console.notation);
        // Several people hear only what all of them may know.
        let viewers = if self.has_secrets::<G>() {
            Seats::NONE
        } else {
            self.viewers::<G>(seat, session.game().seats())
        };
        let texts = line_sentences::<G>(session, index, viewers, seat, &self.names, notation);
        self.console.say_all(&texts)?;
        if self.console.detail == Detail::Brief || session.outcome().is_some() {
            return Ok(());
        }
        let events = session.events().get(index).map_or(&[][..], Vec::as_slice);
        if !events.iter().any(G::changes_score) {
            return Ok(());
        }
        let score = self.with_audience_who_knows(viewers, session, seat, G::score);
        self.console.say(&score)
    }

    fn goal<G: ArcadeGame>(&self, session: &Session<G>, seat: Seat) -> Option<String> {
        if let Some(goal) = G::SHARED_GOAL.filter(|_| self.people.len() > 1) {
            return Some(goal.to_owned());
        }
        self.with_audience(session, seat, |to| G::goal(to.observation, seat, to.notation))
    }

    pub fn your_move<G: ArcadeGame>(&self, session: &Session<G>, seat: Seat) -> String {
        match self.goal(session, seat).filter(|_| self.console.detail == Detail::Full) {
            Some(goal) => sentence(&format!("Your move: {goal}")),
            None => "Your move.".to_owned(),
        }
    }

    pub fn tell_position<G: ArcadeGame>(
        &mut self,
        session: &Session<G>,
        seat: Seat,
    ) -> Result<(), Error> {
        let position = self.with_audience(session, seat, G::position);
        self.console.say_all(&position)
    }

    /// Answers one of the [`QUESTIONS`], or a question of the game.
    pub fn answer<G: ArcadeGame>(
        &mut self,
        word: &str,
        argument: &str,
        session: &Session<G>,
        seat: Seat,
    ) -> Result<(), Error> {
        match word {
            "moves" => {
                let moves = self.with_audience(session, seat, G::moves);
                self.console.say_all(&moves)
            }
            "last" => self.tell_since_last_choice(session, seat),
            "score" => self.tell_score(session, seat),
            "board" => self.tell_position(session, seat),
            "goal" => {
                let goal = self.goal(session, seat);
                let goal = goal.unwrap_or_else(|| "Nothing matters any more.".to_owned());
                self.console.say(&sentence(&goal))
            }
            "players" => {
                self.tell_players::<G>()?;
                self.tell_resigned(session, seat)
            }
            "rules" => self.console.say(&rules::<G>()),
            "more" => self.change_detail(match self.console.detail {
                Detail::Brief => Detail::Normal,
                Detail::Normal | Detail::Full => Detail::Full,
            }),
            "less" => self.change_detail(match self.console.detail {
                Detail::Full => Detail::Normal,
                Detail::Normal | Detail::Brief => Detail::Brief,
            }),
            _ => {
                let answer =
                    self.with_audience(session, seat, |to| commands::answer(to, word, argument));
                self.console.say_all(&answer)
            }
        }
    }

    fn tell_score<G: ArcadeGame>(&mut self, session: &Session<G>, seat: Seat) -> Result<(), Error> {
        let score = self.with_audience(session, seat, G::score);
        self.console.say(&score)?;
        let progress = self.with_audience(session, seat, |to| G::progress(to.observation));
        match progress.filter(|_| G::SCORE_TELLS_PROGRESS) {
            Some(progress) => self.console.say(&sentence(&progress)),
            None => Ok(()),
        }
    }

    fn change_detail(&mut self, detail: Detail) -> Result<(), Error> {
        self.console.detail = detail;
        self.console.say(match detail {
            Detail::Brief => "Only what happens is told now.",
            Detail::Normal => "What happens is told, and how the game stands.",
            Detail::Full => "Everything is told now, also what matters.",
        })
    }

    pub fn tell_players<G: ArcadeGame>(&mut self) -> Result<(), Error> {
        if !G::HAS_SEAT_NAMES {
            return self.console.say(&format!("The players are {}.", join(&self.names)));
        }
        let mut by_name: Vec<(&String, Vec<String>)> = Vec::new();
        for (seat, name) in G::SEAT_NAMES.iter().zip(&self.names) {
            match by_name.iter_mut().find(|(other, _)| *other == name) {
                Some((_, seats)) => seats.push((*seat).to_owned()),
                None => by_name.push((name, vec![(*seat).to_owned()])),
            }
        }
        for (name, seats) in by_name {
            let is = if seats.len() == 1 { "is" } else { "are" };
            let text = if name == YOU {
                format!("You are {}.", join(&seats))
            } else {
                format!("{} {is} {name}.", join(&seats))
            };
            self.console.say(&text)?;
        }
        Ok(())
    }

    fn tell_resigned<G: ArcadeGame>(
        &mut self,
        session: &Session<G>,
        seat: Seat,
    ) -> Result<(), Error> {
        let texts: Vec<_> = self.with_audience(session, seat, |to| {
            let resigned = session.resigned().iter();
            resigned.map(|seat| format!("{} resigned.", to.subject(seat))).collect()
        });
        self.console.say_all(&texts)
    }

    /// Tells the record from the person's last choice on.
    fn tell_since_last_choice<G: ArcadeGame>(
        &mut self,
        session: &Session<G>,
        seat: Seat,
    ) -> Result<(), Error> {
        let count = session.lines().len();
        let first = session.last_choice_of(Seats::one(seat)).unwrap_or(0);
        if count == 0 {
            return self.console.say("Nothing has happened yet.");
        }
        let viewers = self.viewers::<G>(seat, session.game().seats());
        let notation = self.console.notation;
        for index in first..count {
            let texts = line_sentences::<G>(session, index, viewers, seat, &self.names, notation);
            self.console.say_all(&texts)?;
        }
        Ok(())
    }
}

/// The incidents and events of the record line at `index`, as far as `viewers` may know them.
pub fn line_sentences<G: ArcadeGame>(
    session: &Session<G>,
    index: usize,
    viewers: Seats,
    seat: Seat,
    names: &[String],
    notation: Notation,
) -> Vec<String> {
    let observation = session.position_after(index + 1).game().observe(viewers);
    let audience = Audience::<G> { observation: &observation, seat, names, notation };
    let events = session.events().get(index).map_or(&[][..], Vec::as_slice);
    let Some(line) = session.lines().get(index) else { return Vec::new() };
    let mut texts = describe_incidents::<G>(line, Style::Spoken, &audience);
    texts.extend(events.iter().filter_map(|event| G::tell(event, Style::Spoken, &audience)));
    texts
}

/// The rules without the sections and sentences about the screen and its keys.
pub fn rules<G: ArcadeGame>() -> String {
    let mut is_spoken = true;
    let mut page = String::new();
    for line in G::FACTS.rules.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            is_spoken = !SCREEN_SECTIONS.contains(&heading.trim());
        }
        if is_spoken {
            page += line;
            page.push('\n');
        }
    }
    let text = without_markdown(&page);
    // Words in braces stand for keys.
    let spoken = sentences(&text).into_iter().filter(|sentence| !sentence.contains('{'));
    spoken.collect::<Vec<_>>().join("\n")
}

/// Turns Markdown into plain sentences, one paragraph, list item or table row per line.
fn without_markdown(page: &str) -> String {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut is_continued = false;
    for line in page.lines() {
        let is_rule = line.chars().all(|sign| "|-: ".contains(sign));
        let text = line.trim().trim_start_matches(['#', '-', '*', '>']).trim();
        let text: String = text.chars().filter(|sign| !"*`".contains(*sign)).collect();
        let cells: Vec<&str> =
            text.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect();
        let text = cells.join(": ");
        if is_rule || text.is_empty() {
            is_continued = false;
            continue;
        }
        let begins = line.starts_with(['#', '-', '*', '|', '>']);
        match paragraphs.last_mut() {
            Some(last) if is_continued && !begins => last.extend([" ", &text]),
            _ => paragraphs.push(text),
        }
        is_continued = !line.starts_with(['#', '|']);
    }
    paragraphs.iter().map(|text| sentence(text)).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_told_without_markdown() {
        let page = "# Flip\n\nTiles **turn** if\nenclosed.\n\n- One: `x`\n- Two\n\n| A | B |\n|---|---|\n| 1 | 2 |\n";
        assert_eq!(
            without_markdown(page),
            "Flip.\nTiles turn if enclosed.\nOne: x.\nTwo.\nA: B.\n1: 2."
        );
    }
}
