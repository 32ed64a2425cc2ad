//! The result card: the result of a game, and the choices of what to do next.
//!
//! | file | contents |
//! |---|---|
//! | `content`, `names` | the texts about the game, and the names of the players in them |
//! | `opponent_record` | the results against the same opponents, read while the card is open |
//! | `share_text` | the text to copy |
//! | `layout` | the drawing of the card beside, below or over the board |

mod content;
mod layout;
mod names;
mod opponent_record;
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
        screen::{Commands, Context, Screen, Transition},
        screens::practice,
        split::Split,
        typed_ahead::Interruption,
    },
    database::{DailyDate, GameProgress, opponents},
    games::{ArcadeGame, opening_len, title_with_size},
    job::Job,
    practice::{
        mistakes::{self, Mistake},
        stars::Star,
    },
    widgets::{
        AnyCommand, Binding, ClickAreas, Key, Look, Offer, drawing,
        keys::{self, refuse},
    },
};
use content::ResultContent;
use fourcade_engine::{GameKind, play::Level};
use layout::Shape;
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
    Binding::new("review", ResultCommand::Review, &[Key::char('e')], "review the game")
        .footer("e", "review")
        .refused(|card| card.review_refusal.clone().map(Cow::from)),
    Binding::new("practice", ResultCommand::Practise, &[Key::char('P')], "practice: your mistakes")
        .footer("P", "mistakes")
        .hidden()
        .refused(|card| refuse(card.mistakes.borrow().count() == 0, NO_MISTAKE)),
    Binding::new("replay", ResultCommand::Replay, &[Key::char('r')], "replay the game")
        .footer("r", "replay"),
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
            .or_else(|| refuse(card.daily.is_some(), "leave the daily deal first"))
    }),
    Binding::new(
        "copy",
        ResultCommand::Copy,
        &[Key::char('y')],
        "copy the result to the clipboard",
    )
    .footer("y", "copy"),
    Binding::new("leave", ResultCommand::Close, &[Key::plain(KeyCode::Esc)], "look at the board")
        .footer("Esc", "board"),
];

/// The number of wins or losses in a row after which the card suggests another level.
const STREAK: usize = 3;

/// Typical rows of sentences about the stored results, with the gaps around them.
const RESERVED_ROWS: usize = 5;
/// The card reserves rows for a sentence of this length.
const TYPICAL_COSTLIEST_MOVE: &str =
    "Your costliest move was 10 10: about 20 tiles behind the best.";

type StartFinding = Box<dyn FnOnce(&Context) -> MistakeSearch>;

/// The person's stored results.
#[derive(Default)]
struct History {
    record: Option<OpponentRecord>,
    /// The games of all days, after a daily deal that counts or is today's.
    calendar: Option<Calendar>,
}

pub struct ResultCard {
    /// Set by the table when it draws the board.
    place: Rc<CardPlace>,
    title: String,
    content: ResultContent,
    /// Such as `8 x 8 game`.
    game_name: String,
    has_scores: bool,
    history: History,
    history_job: Option<Job<History>>,
    daily: Option<DailyDate>,
    review_refusal: Option<String>,
    costliest: CostliestMove,
    kind: GameKind,
    mistakes: Rc<RefCell<MistakeSearch>>,
    /// Starts the search for all mistakes, once the costliest move is known.
    find_mistakes: Option<StartFinding>,
    /// Whether another player has opened the table of a rematch; `None` at a local table.
    invitation: Option<Rc<Cell<bool>>>,
    /// Whether mistakes are looked for: the key to try them has a place from the first frame.
    seeks_mistakes: bool,
    /// Whether what is missing for a star is of interest: not after resigning, nor after a daily
    /// deal, whose goal is the streak.
    promises_star: bool,
    shape: Cell<Option<Shape>>,
    /// The commands on the card in the last frame; the footer shows the others.
    shown: Vec<ResultCommand>,
    /// The table's commands. A key of theirs that the card doesn't bind closes the card and runs.
    table_offers: Vec<Offer<AnyCommand>>,
}

impl ResultCard {
    /// Starts the card's jobs. `None` if the game is not over.
    pub fn new<G: ArcadeGame>(
        table: &Table<G>,
        table_offers: Vec<Offer<AnyCommand>>,
        context: &Context,
    ) -> Option<Self> {
        let result = ResultContent::of(table)?;
        let session = table.game.session();
        let size = G::size_of(&session.header().setup);
        let (kind, level, counts) = (G::FACTS.kind, result.level, result.counts);
        let is_own = table.game.shared.is_none() && result.against.is_some();
        let needs_calendar = table.daily.is_some_and(|date| counts || date == DailyDate::today());
        let history_job = (is_own && context.store.is_available()).then(|| {
            let seats = GameProgress::of(session).seats;
            context.store.ask(move |games| {
                let record =
                    OpponentRecord::load(games, kind, level, &opponents(&seats), size, counts);
                let calendar = needs_calendar.then(|| Calendar::load(games).ok()).flatten();
                History { record, calendar }
            })
        });
        let review_refusal = review::refusal(session);
        let costliest = match result.person.filter(|_| review_refusal.is_none()) {
            Some(person) => CostliestMove::find(table, person, &context.background),
            None => CostliestMove::default(),
        };
        let has_resigned = result.person.is_some_and(|it| session.resigned().contains(it));
        let promises_star = !has_resigned && table.daily.is_none();
        let person = result.person.filter(|_| context.store.is_available());
        let find_mistakes = person.map(|person| -> StartFinding {
            let session = session.clone();
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
        });
        Some(Self {
            place: Rc::new(Cell::new(None)),
            title: match table.daily {
                Some(date) => format!("{}, {}", G::FACTS.title, date.in_words()),
                None => title_with_size(G::FACTS.title, size),
            },
            content: result,
            game_name: size.map_or_else(|| "game".to_owned(), |n| format!("{n} x {n} game")),
            has_scores: G::HAS_SCORES,
            history: History::default(),
            history_job,
            daily: table.daily,
            review_refusal,
            costliest,
            kind: G::FACTS.kind,
            mistakes: Rc::clone(&table.mistakes),
            find_mistakes,
            invitation: table.game.shared.as_ref().map(|shared| Rc::clone(&shared.is_invited)),
            seeks_mistakes: person.is_some(),
            promises_star,
            shape: Cell::default(),
            shown: Vec::new(),
            table_offers,
        })
    }

    pub fn place(&self) -> &Rc<CardPlace> {
        &self.place
    }

    /// The level above after wins in a row, and the one below after losses.
    fn offered_level(&self) -> Option<Level> {
        let (record, level) = (self.history.record.as_ref()?, self.content.level?);
        match record {
            OpponentRecord { winning_streak: STREAK.., .. } => {
                level.next().filter(|next| self.kind.levels().contains(next))
            }
            OpponentRecord { losing_streak: STREAK.., .. } => level.previous(),
            _ => None,
        }
    }

    /// The day and its games after one of today's deals, once they are known.
    fn today(&self) -> Option<(DailyDate, &Calendar)> {
        let today = self.daily.filter(|&date| date == DailyDate::today());
        today.zip(self.history.calendar.as_ref())
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
            ResultCommand::Rematch if self.is_invited() && is_long => "Join the rematch",
            ResultCommand::Rematch if self.is_invited() => "Join",
            ResultCommand::Rematch if is_long => {
                return format!("Rematch, {}", self.content.rematch);
            }
            ResultCommand::OtherLevel => {
                return self
                    .offered_level()
                    .map_or_else(String::new, |level| format!("Try {level}?"));
            }
            ResultCommand::Rematch => "Rematch",
            ResultCommand::Review => "Review",
            ResultCommand::Practise => "Mistakes",
            ResultCommand::Replay => "Replay",
            ResultCommand::NewGame if is_long => "New game, same seats",
            ResultCommand::NewGame => "New game",
            ResultCommand::Copy if is_long => "Copy result",
            ResultCommand::Copy => "Copy",
            ResultCommand::Close if is_long => "Look at the board",
            ResultCommand::Close => "Board",
        };
        label.to_owned()
    }

    fn is_invited(&self) -> bool {
        self.invitation.as_ref().is_some_and(|invitation| invitation.get())
    }

    fn notes(&self, look: &Look, columns: u16) -> Vec<(Topic, Vec<(String, Style)>)> {
        let styled = |texts: Vec<String>, style| -> Vec<(String, Style)> {
            texts.into_iter().map(|text| (text, style)).collect()
        };
        let content = &self.content;
        let record = self.history.record.as_ref();
        let feats = record.into_iter().flat_map(|record| &record.feats);
        let star_sign = look.glyphs.stars[1];
        let feats = feats.flat_map(|feat| {
            let name = format!("{star_sign} A feat: {}.", feat.name);
            [(name, look.accent()), (feat.text.clone(), look.dim())]
        });
        let feats: Vec<_> = feats.collect();
        let mut news = Vec::new();
        let star = record.zip(content.level).and_then(|(record, level)| {
            record.star_sentence(self.kind, level, !content.counts, look)
        });
        let (new_star, missing) = match record.and_then(|record| record.star) {
            Some(Star::New) => (star, None),
            _ => (None, star.filter(|_| self.promises_star)),
        };
        news.extend(new_star);
        let (mut streak, mut standing) = (Vec::new(), Vec::new());
        let deal = self.daily.zip(self.history.calendar.as_ref());
        if let Some((date, calendar)) = deal.filter(|_| content.counts) {
            streak.push(calendar.streak_sentence(self.kind, date));
            let histogram = calendar.histogram_lines(self.kind, look.low_bar(), columns);
            // One text, so that it is cut as a whole.
            standing.extend(Some(histogram.join("\n")).filter(|text| !text.is_empty()));
        } else if self.daily.is_some() && self.history_job.is_some() {
            // Two blank rows until it is known.
            streak.push("\n".to_owned());
        } else if let (Some(record), Some(against)) = (record, &content.against) {
            if feats.is_empty() && news.is_empty() {
                news.extend(record.news(against, self.has_scores));
            }
            // The score of the match or the sentence about the star says it already.
            let is_said = content.match_score.is_some() || missing.is_some();
            standing.extend(record.standing(&self.game_name, against).filter(|_| !is_said));
        }
        let practice = content.practice.map(str::to_owned);
        let next_deal = self.today().map(|(date, games)| games.next_sentence(self.kind, date));
        let next = content.match_score.iter().cloned().chain(missing);
        let next = next.chain(practice).chain(next_deal);
        let reserve = if self.history_job.is_some() { RESERVED_ROWS } else { 0 };
        let rows = |text: &str| drawing::wrap(text, columns).len();
        let max_rows = rows(TYPICAL_COSTLIEST_MOVE);
        let mut costliest = Vec::new();
        if let Some(sentence) = self.costliest.sentence(|text| rows(text) <= max_rows) {
            let is_known = !self.costliest.is_pending();
            let style = if is_known { look.text() } else { look.dim() };
            let free = if is_known { 0 } else { max_rows.saturating_sub(rows(sentence)) };
            costliest.push((sentence.to_owned(), style));
            costliest.extend(styled(vec![String::new(); free], style));
        }
        let waiting = self.is_invited().then(|| "A rematch is waiting for you.".to_owned());
        let mut notes = vec![
            (Topic::Farewell, styled(content.farewell.iter().cloned().collect(), look.dim())),
            (
                Topic::News,
                [feats, styled(news, look.accent()), styled(streak, look.text())].concat(),
            ),
            (Topic::Standing, styled(standing, look.text())),
            (Topic::Departures, styled(content.departures.clone(), look.text())),
            (Topic::Highlights, styled(content.highlights.clone(), look.text())),
            (Topic::Costliest, costliest),
            (Topic::Next, styled(next.collect(), look.text())),
            (Topic::Invitation, styled(waiting.into_iter().collect(), look.accent())),
            (Topic::Reserve, styled(vec![String::new(); reserve], look.text())),
        ];
        notes.retain(|(_, texts)| !texts.is_empty());
        notes
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Topic {
    /// The opponent's closing words.
    Farewell,
    /// Feats, a new star, a new best, wins in a row and the streak of daily deals.
    News,
    /// The results so far.
    Standing,
    Departures,
    Highlights,
    /// With blank rows for a sentence of typical length, while the search runs.
    Costliest,
    /// The score of the match, what is missing for a star, and the next daily deal.
    Next,
    Invitation,
    /// Blank rows for the stored results, until they are known.
    Reserve,
}

impl Topic {
    /// Notes of different groups are separated if there is room.
    fn group(self) -> u8 {
        match self {
            Self::Farewell | Self::Reserve => 0,
            Self::News | Self::Standing => 1,
            Self::Departures | Self::Highlights | Self::Costliest => 2,
            Self::Next | Self::Invitation => 3,
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
        for offer in &mut offers {
            offer.footer.take_if(|_| self.shown.contains(&offer.command));
        }
        offers
    }

    fn run(&mut self, command: ResultCommand, context: &Context) -> Transition {
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
                return Transition::Open(practice::with_mistakes(self.kind, context));
            }
            ResultCommand::Replay => Command::BesideCard(Box::new(Command::Replay)),
            ResultCommand::NewGame => Command::Again,
            ResultCommand::Copy => return Transition::copy(self.content.share.clone()),
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
        Some(Interruption::Result)
    }

    fn on_key(&mut self, key: Key, context: &Context) -> Transition {
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

    fn on_wake(&mut self, context: &Context) -> Transition {
        let mut has_news = self.costliest.collect();
        if let Some(start) = self.find_mistakes.take_if(|_| has_news) {
            let mut mistakes = self.mistakes.borrow_mut();
            if !mistakes.is_started() {
                *mistakes = start(context);
            }
        }
        has_news |= self.mistakes.borrow_mut().collect();
        if let Some(result) = self.history_job.as_ref().and_then(Job::take) {
            self.history_job = None;
            self.history = result.unwrap_or_default();
            has_news = true;
        }
        if has_news { Transition::Redraw } else { Transition::None }
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.shown = layout::draw(self, area, buffer, look, areas);
    }
}
