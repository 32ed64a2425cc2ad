//! The result card: the result of a game, and the choices of what to do next.
//!
//! | file | contents |
//! |---|---|
//! | `content` | the texts about the game |
//! | `names` | the names of the players in these texts |
//! | `opponent_record` | the results against the same opponents, read while the card is open |
//! | `share_text` | the text to copy |
//! | `layout` | the card beside, below or over the board |
//! | `plan` | what the card shows in its room, and what is cut |
//! | `key_places` | which keys the card shows, and where |
//! | `painter` | the drawing of each part |

mod content;
mod key_places;
mod layout;
mod names;
mod opponent_record;
mod painter;
mod plan;
mod share_text;

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    rc::Rc,
};

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::{commands::Command, keys::NO_MISTAKE};
use crate::{
    app::{
        daily::Calendar,
        mistakes::MistakeSearch,
        review,
        table::{CostliestMove, Table},
    },
    arcade::{
        screen::{Commands, Screen, ScreenContext, Transition},
        screens::practice,
        split::Split,
        typed_ahead::Interruption,
    },
    database::{DailyDate, GameProgress, opponents},
    games::{ArcadeGame, feats::Feat, join, opening_len, title_with_size},
    job::Job,
    practice::{
        mistakes::{self, Mistake},
        stars::Star,
    },
    widgets::{
        AnyCommand, Binding, ClickAreas, Key, Look, Offer, drawing,
        keys::{self, refuse},
        paragraphs::Styled,
    },
};
use content::ResultContent;
use fourcade_engine::{
    GameKind,
    play::{Level, Seat, Session},
};
use opponent_record::OpponentRecord;
pub use share_text::result_to_share;

/// The board and the open card beside or below it; `None` if the card covers the board.
pub type CardPlace = Cell<Option<Split>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultCommand {
    /// Play again with the seats swapped or, after a daily deal, go on to the next one or leave.
    Rematch,
    OtherLevel,
    Review,
    Practise,
    Replay,
    NewGame,
    Copy,
    Close,
}

pub static KEYS: [Binding<ResultCommand, ResultCard>; 8] = [
    Binding::new(
        "rematch",
        ResultCommand::Rematch,
        &[Key::plain(KeyCode::Enter)],
        "play a rematch",
    )
    .footer("Enter", "rematch"),
    Binding::new(
        "new",
        ResultCommand::NewGame,
        &[Key::char('n')],
        "start a new game on the same seats",
    )
    .footer("n", "new game")
    .hidden()
    .refused(|card| {
        let reason = "a rematch is the next game of this table";
        refuse(card.invitation.is_some(), reason)
            .or_else(|| refuse(card.daily.is_some(), "new games start in the menu"))
    }),
    Binding::new("review", ResultCommand::Review, &[Key::char('e')], "review the game")
        .footer("e", "review")
        .refused(|card| card.review_refusal.clone().map(Cow::from)),
    Binding::new("replay", ResultCommand::Replay, &[Key::char('r')], "replay the game")
        .footer("r", "replay"),
    Binding::new(
        "copy",
        ResultCommand::Copy,
        &[Key::char('y')],
        "copy the result to the clipboard",
    )
    .footer("y", "copy"),
    Binding::new(
        "other-level",
        ResultCommand::OtherLevel,
        &[Key::char('N')],
        "new game at the level above or below",
    )
    .footer("N", "other level")
    .hidden()
    .refused(|card| {
        refuse(card.offered_level().is_none(), "win or lose three games in a row first")
    }),
    Binding::new("practice", ResultCommand::Practise, &[Key::char('P')], "practice: your mistakes")
        .footer("P", "mistakes")
        .hidden()
        .refused(|card| refuse(card.mistakes.borrow().count() == 0, NO_MISTAKE)),
    Binding::new("leave", ResultCommand::Close, &[Key::plain(KeyCode::Esc)], "look at the board")
        .footer("Esc", "board"),
];

/// The number of wins or losses in a row after which the card suggests another level.
const STREAK: usize = 3;

/// The width from which each fact about the costliest move has one row.
const COSTLIEST_WIDTH: u16 = 36;

type StartFinding = Box<dyn FnOnce(&ScreenContext) -> MistakeSearch>;

fn mistake_finder<G: ArcadeGame>(session: Session<G>, person: Seat) -> StartFinding {
    Box::new(move |context| {
        let opening = opening_len(&session);
        MistakeSearch::start(context, move |cancel, found| {
            let mut found = |mistake: Mistake<G>| {
                if mistake.line >= opening {
                    found(mistake);
                }
            };
            drop(mistakes::find(&session, person, cancel, &mut found));
        })
    })
}

/// The person's stored results.
#[derive(Default)]
struct StoredResults {
    record: Option<OpponentRecord>,
    /// The games of all days, after a daily deal that counts or is today's.
    calendar: Option<Calendar>,
}

pub struct ResultCard {
    /// Set by the table when it draws the board.
    place: Rc<CardPlace>,
    /// The game and what kind of game it was, and a shorter form.
    titles: [String; 2],
    content: ResultContent,
    stored: StoredResults,
    stored_job: Option<Job<StoredResults>>,
    daily: Option<DailyDate>,
    review_refusal: Option<String>,
    /// `None` if it is not looked for. Its rows are reserved from the first frame.
    costliest: Option<CostliestMove>,
    kind: GameKind,
    mistakes: Rc<RefCell<MistakeSearch>>,
    /// Starts the search for all mistakes, once the costliest move is known.
    find_mistakes: Option<StartFinding>,
    /// Whether another player has opened the table of a rematch; `None` at a local table.
    invitation: Option<Rc<Cell<bool>>>,
    /// Whether mistakes are looked for, so that the key to try them has a place from the first
    /// frame.
    seeks_mistakes: bool,
    has_resigned: bool,
    /// Set if the game has just ended, so that keys may be meant for it.
    interruption: Option<Interruption>,
    /// The commands on the card in the last frame; the footer shows the others.
    shown: Vec<ResultCommand>,
    /// The table's commands. A key of theirs that the card doesn't bind closes the card and runs.
    table_offers: Vec<Offer<AnyCommand>>,
}

impl ResultCard {
    /// Starts the card's jobs. `None` if the game is not over.
    pub fn new<G: ArcadeGame>(
        table: &Table<G>,
        is_sudden: bool,
        table_offers: Vec<Offer<AnyCommand>>,
        context: &ScreenContext,
    ) -> Option<Self> {
        let result = ResultContent::of(table)?;
        let session = table.game.session();
        let size = G::size_of(&session.header().setup);
        let (kind, level, counts) = (G::FACTS.kind, result.level, result.counts);
        let is_own = table.game.shared.is_none() && result.against.is_some();
        let needs_calendar = table.daily.is_some_and(|date| counts || date == DailyDate::today());
        let stored_job = (is_own && context.store.is_available()).then(|| {
            let seats = GameProgress::of(session).seats;
            context.store.ask(move |database| {
                let record =
                    OpponentRecord::load(database, kind, level, &opponents(&seats), size, counts);
                let calendar = needs_calendar.then(|| Calendar::load(database).ok()).flatten();
                StoredResults { record, calendar }
            })
        });
        let review_refusal = review::refusal(session);
        let judged = result.person.filter(|_| review_refusal.is_none());
        let costliest =
            judged.and_then(|person| CostliestMove::find(table, person, &context.background));
        let has_resigned = result.person.is_some_and(|it| session.resigned().contains(it));
        let person = result.person.filter(|_| context.store.is_available());
        let find_mistakes = person.map(|person| mistake_finder(session.clone(), person));
        let name = title_with_size(G::FACTS.title, size);
        let name = match (table.daily, level) {
            (Some(date), _) => format!("{}, {}", G::FACTS.title, date.in_words()),
            (None, Some(level)) => format!("{name}, {level}"),
            (None, None) => name,
        };
        // At a shared table, no game counts for statistics, and none is called practice.
        let is_practice = table.game.shared.is_none() && result.person.is_some() && !counts;
        let practice = if is_practice { ", practice" } else { "" };
        Some(Self {
            place: Rc::new(Cell::new(None)),
            titles: [name.as_str(), G::FACTS.title].map(|name| format!("{name}{practice}")),
            content: result,
            stored: StoredResults::default(),
            stored_job,
            daily: table.daily,
            review_refusal,
            seeks_mistakes: person.is_some() && costliest.is_some(),
            costliest,
            kind: G::FACTS.kind,
            mistakes: Rc::clone(&table.mistakes),
            find_mistakes,
            invitation: table.game.shared.as_ref().map(|shared| Rc::clone(&shared.is_invited)),
            has_resigned,
            interruption: is_sudden.then_some(Interruption::Result),
            shown: Vec::new(),
            table_offers,
        })
    }

    pub fn place(&self) -> &Rc<CardPlace> {
        &self.place
    }

    /// The level above after wins in a row, and the one below after losses.
    fn offered_level(&self) -> Option<Level> {
        let (record, level) = (self.stored.record.as_ref()?, self.content.level?);
        match record {
            OpponentRecord { winning_streak: STREAK.., .. } => {
                level.next().filter(|next| self.kind.levels().contains(next))
            }
            OpponentRecord { losing_streak: STREAK.., .. } => level.previous(),
            _ => None,
        }
    }

    /// The day and the games of all days after one of today's deals, once they are known.
    fn today(&self) -> Option<(DailyDate, &Calendar)> {
        let today = self.daily.filter(|&date| date == DailyDate::today());
        today.zip(self.stored.calendar.as_ref())
    }

    fn next_deal(&self) -> Option<GameKind> {
        let (today, calendar) = self.today()?;
        calendar.next_open(self.kind, today)
    }

    fn label(&self, command: ResultCommand, is_long: bool) -> String {
        let label = match command {
            ResultCommand::Rematch if self.next_deal().is_some() => "Next deal",
            ResultCommand::Rematch if self.daily.is_some() => "Done",
            ResultCommand::Rematch if self.content.is_watched => "Watch another",
            ResultCommand::Rematch if self.is_invited() => "Join the rematch",
            ResultCommand::Rematch if is_long => {
                return format!("Rematch, {}", self.content.rematch);
            }
            ResultCommand::OtherLevel => {
                return self
                    .offered_level()
                    .map_or_else(String::new, |level| format!("Try {level}"));
            }
            ResultCommand::Rematch => "Rematch",
            ResultCommand::Review => "Review",
            ResultCommand::Practise => "Mistakes",
            ResultCommand::Replay => "Replay",
            ResultCommand::NewGame => "New game",
            ResultCommand::Copy => "Copy",
            ResultCommand::Close => "Board",
        };
        label.to_owned()
    }

    fn is_invited(&self) -> bool {
        self.invitation.as_ref().is_some_and(|invitation| invitation.get())
    }

    fn notes(&self, look: &Look, columns: u16) -> Vec<Note> {
        let content = &self.content;
        let star = self.star_sentence(look);
        let is_new = self.record().is_some_and(|record| record.star == Some(Star::New));
        let (new_star, missing_star) = if is_new { (star, None) } else { (None, star) };
        let record = self.record_text(missing_star.is_some(), look, columns);
        let mut notes = vec![
            self.feats_note(look),
            Note::new(Topic::News, styled(self.news(new_star), look.accent())),
            Note::new(Topic::Farewell, styled(content.farewell.clone(), look.dim())),
            Note::new(Topic::Standing, self.standing(missing_star, look)),
            Note::new(Topic::Record, styled(record, look.text())),
            Note::new(Topic::Highlights, styled(content.highlights.clone(), look.text())),
            self.costliest_note(look, columns),
        ];
        notes.retain(|note| !note.sentences.is_empty());
        notes
    }

    /// The day and the games of all days, after a daily deal that counts.
    fn counting_deal(&self) -> Option<(DailyDate, &Calendar)> {
        let deal = self.daily.filter(|_| self.content.counts);
        deal.zip(self.stored.calendar.as_ref())
    }

    /// A new star or, unless there are feats, a new best or wins in a row.
    fn news(&self, new_star: Option<String>) -> Option<String> {
        let record = self.record().filter(|_| self.counting_deal().is_none());
        let record = record.filter(|record| record.feats.is_empty());
        let against = self.content.against.as_ref();
        new_star.or_else(|| record?.news(against?, self.kind.has_scores()))
    }

    fn standing(&self, missing_star: Option<String>, look: &Look) -> Vec<Styled> {
        let streak = self.counting_deal();
        let streak = streak.map(|(date, calendar)| calendar.streak_sentence(self.kind, date));
        let mut standing = styled(streak, look.text());
        if self.is_invited() {
            standing.push(("A rematch is waiting for you.".to_owned(), look.accent()));
            return standing;
        }
        let score = self.content.match_score.clone();
        // Only a win brings the star nearer.
        let is_dim = score.is_none() && missing_star.is_some() && !self.content.is_won_here;
        let next_deal = || {
            let (date, games) = self.today()?;
            Some(games.next_sentence(self.kind, date))
        };
        let unknown = || self.stored_job.is_some().then(String::new);
        let text = score.or(missing_star).or_else(next_deal).or_else(unknown);
        standing.extend(styled(text, if is_dim { look.dim() } else { look.text() }));
        standing
    }

    fn record_text(&self, is_star_missing: bool, look: &Look, columns: u16) -> Option<String> {
        if let Some((_, calendar)) = self.counting_deal() {
            let histogram = calendar.histogram_lines(self.kind, look.low_bar(), columns);
            // One text, so that it is cut as a whole.
            return (!histogram.is_empty())
                .then(|| format!("Your daily deals so far\n{}", histogram.join("\n")));
        }
        // The score of the match or the sentence about the star says it already.
        let is_said = self.content.match_score.is_some() || is_star_missing;
        self.record().filter(|_| !is_said)?.standing(self.content.against.as_ref()?)
    }

    fn record(&self) -> Option<&OpponentRecord> {
        self.stored.record.as_ref()
    }

    /// A sentence about a new star, or about what is missing for one. What is missing isn't told
    /// after resigning, nor after a daily deal, whose goal is the streak.
    fn star_sentence(&self, look: &Look) -> Option<String> {
        let (record, level) = self.record().zip(self.content.level)?;
        let is_new = record.star == Some(Star::New);
        let sentence = record.star?.sentence(self.kind, level)?;
        if is_new {
            return Some(format!("{} {sentence}", look.glyphs.stars[1]));
        }
        let is_promised = !self.has_resigned && self.daily.is_none() && self.content.counts;
        Some(sentence).filter(|_| is_promised)
    }

    /// Explains each feat or, if there is little room, only names the first ones.
    fn feats_note(&self, look: &Look) -> Note {
        let feats = self.record().map_or(&[][..], |record| &record.feats);
        let star = look.glyphs.stars[1];
        let name = |feat: &&Feat| (format!("{star} A feat: {}.", feat.name), look.accent());
        let text = |feat: &&Feat| (feat.text.clone(), look.dim());
        let first = |count: usize| {
            let mut names: Vec<_> = feats[..count].iter().map(|feat| feat.name.clone()).collect();
            let left = feats.len() - count;
            names.extend((left > 0).then(|| format!("{left} more")));
            vec![(format!("{star} Feats: {}.", join(&names)), look.accent())]
        };
        let shorter = match feats {
            [only] => vec![vec![name(only)]],
            all => (1..=all.len()).map(first).collect(),
        };
        let sentences = feats.iter().flat_map(|feat| [name(feat), text(feat)]).collect();
        Note { topic: Topic::Feats, sentences, shorter }
    }

    /// Has the same number of rows whatever the search finds.
    fn costliest_note(&self, look: &Look, columns: u16) -> Note {
        let Some(costliest) = &self.costliest else {
            return Note::new(Topic::Costliest, Vec::new());
        };
        let rows = |text: &str| drawing::wrap(text, columns).len();
        // In a narrow column, the better move may have two rows.
        let reserved = if columns < COSTLIEST_WIDTH { 3 } else { 2 };
        let facts =
            costliest.facts(|at, text| rows(text) <= if at == 0 { 1 } else { reserved - 1 });
        let style = if costliest.is_pending() { look.dim() } else { look.text() };
        let used = facts.iter().map(|fact| rows(fact)).sum();
        let free = reserved.saturating_sub(used);
        let texts = facts.into_iter().chain(vec![""; free]).map(str::to_owned);
        Note::new(Topic::Costliest, styled(texts, style))
    }
}

struct Note {
    topic: Topic,
    sentences: Vec<Styled>,
    /// Shorter forms, the shortest one first.
    shorter: Vec<Vec<Styled>>,
}

impl Note {
    fn new(topic: Topic, sentences: Vec<Styled>) -> Self {
        Self { topic, sentences, shorter: Vec::new() }
    }
}

fn styled(texts: impl IntoIterator<Item = String>, style: Style) -> Vec<Styled> {
    texts.into_iter().map(|text| (text, style)).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Topic {
    Feats,
    /// A new star, a new best and wins in a row.
    News,
    Farewell,
    /// The streak of daily deals, then the first of these that applies: an invitation, the score of
    /// the match, what is missing for a star, the next daily deal. Blank until that is known.
    Standing,
    /// The results so far.
    Record,
    Highlights,
    Costliest,
}

impl Topic {
    /// A blank row separates notes of different groups.
    fn group(self) -> u8 {
        match self {
            Self::Feats | Self::News => 0,
            Self::Farewell => 1,
            Self::Standing => 2,
            Self::Record => 3,
            Self::Highlights | Self::Costliest => 4,
        }
    }
}

impl Commands for ResultCard {
    type Command = ResultCommand;

    fn offers(&self) -> Vec<Offer<ResultCommand>> {
        let mut offers = Offer::all(&KEYS, self);
        let instead = match self.daily {
            Some(_) if self.next_deal().is_some() => Some(("next deal", "play today's next deal")),
            Some(_) => Some(("done", "leave the table")),
            None => self.content.is_watched.then_some(("watch another", "watch another game")),
        };
        if let Some((label, description)) = instead {
            Offer::relabel(&mut offers, &ResultCommand::Rematch, label);
            let rematch = offers.iter_mut().filter(|it| it.command == ResultCommand::Rematch);
            rematch.for_each(|offer| offer.description = description);
        }
        // Mistakes may be found late, which must not move the other keys of the footer.
        offers.sort_by_key(|offer| match offer.command {
            ResultCommand::Practise => 1,
            ResultCommand::Close => 2,
            _ => 0,
        });
        for offer in &mut offers {
            offer.footer.take_if(|_| self.shown.contains(&offer.command));
        }
        offers
    }

    fn run(&mut self, command: ResultCommand, context: &ScreenContext) -> Transition {
        let command = match command {
            ResultCommand::Rematch if self.daily.is_some() => {
                self.next_deal().map_or(Command::Leave, Command::NextDeal)
            }
            ResultCommand::Rematch => Command::Rematch,
            ResultCommand::OtherLevel => match self.offered_level() {
                Some(level) => Command::PlayLevel(level),
                None => return Transition::None,
            },
            ResultCommand::Review => Command::BesideCard(Box::new(Command::Review)),
            ResultCommand::Practise => {
                return Transition::Open(practice::open_mistakes(self.kind, context));
            }
            ResultCommand::Replay => Command::BesideCard(Box::new(Command::Replay)),
            ResultCommand::NewGame => Command::Again,
            ResultCommand::Copy => {
                let text = self.content.share.clone();
                return Transition::Copy { text, name: Some("the result") };
            }
            ResultCommand::Close => return Transition::Close,
        };
        Transition::CloseAndRun(AnyCommand::new(command))
    }
}

impl Screen for ResultCard {
    fn is_dialog(&self) -> bool {
        true
    }

    fn interruption(&self) -> Option<Interruption> {
        self.interruption
    }

    fn on_key(&mut self, key: Key, context: &ScreenContext) -> Transition {
        let keymap = &context.look.keymap;
        let is_bound = keymap.binds(&KEYS, key);
        let is_opener = key == Key::char(' ');
        let mut offers = self.table_offers.clone();
        keymap.apply(&mut offers, |_| false);
        match keys::find(&offers, key).filter(|_| !is_bound && !is_opener) {
            Some(Offer { refusal: Some(reason), .. }) => Transition::Notify(reason.to_string()),
            Some(offer) => Transition::CloseAndRun(offer.command.clone()),
            None => Transition::None,
        }
    }

    fn on_wake(&mut self, context: &ScreenContext) -> Transition {
        let mut has_news = self.costliest.as_mut().is_some_and(CostliestMove::poll);
        if let Some(start) = self.find_mistakes.take_if(|_| has_news) {
            let mut mistakes = self.mistakes.borrow_mut();
            if !mistakes.is_started() {
                *mistakes = start(context);
            }
        }
        has_news |= self.mistakes.borrow_mut().poll();
        if let Some(result) = self.stored_job.as_ref().and_then(Job::take_output) {
            self.stored_job = None;
            self.stored = result.unwrap_or_default();
            has_news = true;
        }
        if has_news { Transition::Redraw } else { Transition::None }
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.shown = layout::draw(self, area, buffer, look, areas);
    }
}
