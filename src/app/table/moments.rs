//! The moments of a game, and the texts about them: their sentences, and an opponent's remarks.

use super::game::TableGame;
use crate::games::{
    ArcadeGame, Character, Naming, Remarks,
    moments::{Moment, Step},
};
use fourcade_engine::play::RecordLine;

#[derive(Debug, Default)]
pub struct TableMoments {
    /// The moment of the last step.
    current: Option<Moment>,
    text: Option<MomentText>,
    /// Remarks made so far; none is repeated.
    said: Vec<&'static str>,
}

impl TableMoments {
    pub fn current(&self) -> Option<Moment> {
        self.current
    }

    pub fn text(&self) -> Option<&MomentText> {
        self.text.as_ref()
    }

    pub fn clear_text(&mut self) {
        self.text = None;
    }

    /// Follows the last step. The text about an earlier moment stays until a person chooses.
    /// Without `naming`, opponents make no remarks.
    pub fn follow<G: ArcadeGame>(&mut self, game: &TableGame<G>, naming: Option<Naming>) {
        if game.is_abandoned() {
            self.current = None;
            return;
        }
        let (session, before) = (game.session(), game.before());
        let step = session.events().last().map(|events| Step {
            before: &*before,
            after: session.game(),
            events,
            resigned: session.resigned(),
        });
        self.current = step.and_then(|step| Moment::of(&step));
        let has_person = match session.lines().last() {
            Some(RecordLine::Step { moves, .. }) => {
                moves.iter().any(|(seat, _)| game.is_active_person(*seat))
            }
            _ => true,
        };
        if has_person || game.is_watched() {
            self.text = None;
        }
        if let Some(moment) = self.current {
            self.text = Some(MomentText::of(game, naming, moment, &mut self.said));
        }
    }
}

/// The character that speaks to the only person: the one opposite, or else the next one after it.
pub fn speaker<G: ArcadeGame>(game: &TableGame<G>, naming: Naming) -> Option<&'static Character> {
    let person = game.people_here().only()?.index();
    let characters = naming.at_table(G::FACTS.kind, game.seat_players());
    let seats = characters.len();
    (0..seats).find_map(|step| characters[(person + seats / 2 + step) % seats])
}

/// The text about a moment, which is shown until the person's next choice.
#[derive(Clone, Debug)]
pub struct MomentText {
    /// The number of lines of the record up to and including the moment.
    pub lines: usize,
    /// `None` if the log already says it.
    pub sentence: Option<&'static str>,
    pub quote: Option<String>,
}

impl MomentText {
    fn of<G: ArcadeGame>(
        game: &TableGame<G>,
        naming: Option<Naming>,
        moment: Moment,
        said: &mut Vec<&'static str>,
    ) -> Self {
        let remark = remark(game, naming, moment, said);
        said.extend(remark.map(|(_, line)| line));
        Self {
            lines: game.session().lines().len(),
            sentence: moment.sentence,
            quote: remark.map(|(speaker, line)| quoted(speaker, line)),
        }
    }

    pub fn texts(&self) -> impl Iterator<Item = &str> {
        [self.sentence, self.quote.as_deref()].into_iter().flatten()
    }
}

/// A new remark by the character whose moment it is or, if it is the person's, by the usual
/// speaker.
fn remark<G: ArcadeGame>(
    game: &TableGame<G>,
    naming: Option<Naming>,
    moment: Moment,
    said: &[&str],
) -> Option<(&'static Character, &'static str)> {
    let naming = naming.filter(|_| !game.is_replay())?;
    let speaker = speaker(game, naming)?;
    let own = naming.at_table(G::FACTS.kind, game.seat_players())[moment.seat.index()];
    let remarks = Remarks::about(G::FACTS.kind, moment.key)?;
    let seed = game.session().header().seed;
    let mut lines =
        (seed..=seed.saturating_add(1)).filter_map(|number| remarks.line(own.is_some(), number));
    lines.find(|line| !said.contains(line)).map(|line| (own.unwrap_or(speaker), line))
}

pub fn quoted(speaker: &Character, line: &str) -> String {
    format!("{}: \"{line}\"", speaker.name)
}
