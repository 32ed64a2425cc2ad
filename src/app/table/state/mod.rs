//! The table: its parts, and what it answers.
//!
//! | file | contents |
//! |---|---|
//! | `advance` | how the parts advance together, with time, jobs and the log |
//! | `commands` | what the people at the table do |

mod advance;
mod commands;

use std::{
    borrow::Cow,
    cell::RefCell,
    mem,
    rc::Rc,
    sync::{Arc, Mutex},
    time::Instant,
};

use super::{
    autosave::Autosave,
    coach::Coach,
    computers::{ComputerPlayers, TableHint},
    ending::Ending,
    eval_bar::EvalBar,
    experience::Experience,
    game::TableGame,
    game_file::GameFile,
    hand_over::{AtKeyboard, HandOver},
    moments::{MomentText, TableMoments},
    playback::{Playback, Start},
    series::Series,
};
use crate::{
    app::mistakes::MistakeSearch,
    database::{DailyDate, LoadedGame, Store},
    games::{self, ArcadeGame, Decided, Naming, Notation, Scene, capitalized},
    settings::Settings,
    sync::lock,
    widgets::glyphs::unbroken,
};
use fourcade_engine::play::{RecordLine, Seat, Session};

pub struct Table<G: ArcadeGame> {
    pub game: TableGame<G>,
    pub playback: Playback,
    moments: TableMoments,
    pub computers: ComputerPlayers<G>,
    pub hint: TableHint<G>,
    pub hand_over: HandOver,
    /// See [`Self::take_input_reset`].
    resets_input: bool,

    pub series: Series,
    /// The date of the deal, if this is a daily one.
    pub daily: Option<DailyDate>,
    pub autosave: Autosave,
    pub experience: Experience,
    /// The file that the user saves the game to.
    pub file: GameFile<G>,

    /// The celebration and the result card, and when they appear.
    pub ending: Ending,
    /// The search for the only person's mistakes in a finished game. Shared with the result card.
    pub mistakes: Rc<RefCell<MistakeSearch>>,
    /// The only person's costliest choice in a finished game, once it has been found. Shared with
    /// the job that looks for it.
    pub costliest: Arc<Mutex<Option<G::Action>>>,

    pub coach: Coach,
    pub eval_bar: EvalBar<G>,
    pub notation: Notation,
    pub naming: Naming,
    /// Whether remarks of opponents and phrases of people at a shared table are shown.
    pub has_table_talk: bool,
}

impl<G: ArcadeGame> Table<G> {
    /// The session must have no undone lines.
    pub fn new(session: Session<G>, start: Start, settings: &Settings) -> Self {
        let file = GameFile::with_lines(session.lines().to_vec());
        let game = match start {
            Start::Playing(_) => TableGame::new(session),
            Start::Replay => TableGame::replay(session),
        };
        Self {
            playback: Playback::new(start, settings),
            moments: TableMoments::default(),
            computers: ComputerPlayers::new(game.seat_players().len()),
            hint: TableHint::default(),
            hand_over: HandOver::default(),
            resets_input: false,
            series: Series::new(game.seat_players(), &settings.names),
            daily: None,
            autosave: Autosave::disabled(),
            experience: Experience::default(),
            file,
            ending: if game.is_over() { Ending::of_finished_game() } else { Ending::default() },
            mistakes: Rc::default(),
            costliest: Arc::default(),
            coach: Coach::new(settings.coach, &game),
            eval_bar: EvalBar::default(),
            notation: Notation::of(settings),
            naming: Naming::of(settings),
            has_table_talk: settings.table_talk,
            game,
        }
    }

    pub fn save_to(&mut self, store: &Store) {
        self.autosave.start_saving(store, self.daily, &self.game, &self.series);
    }

    pub fn look_up_experience(&mut self) {
        self.experience = Experience::look_up(G::KEY, self.autosave.store());
    }

    /// Sends the coach away, so that the deal can count.
    pub fn play_daily(&mut self, daily: DailyDate, store: &Store) {
        self.daily = Some(daily);
        self.coach = Coach::default();
        self.save_to(store);
    }

    pub fn resume(&mut self, store: &Store, loaded: &LoadedGame) {
        self.series = Series::resumed(&loaded.summary);
        self.autosave = Autosave::resume(store, loaded, &self.game);
        self.daily = loaded.daily;
    }

    pub fn show_result(&mut self, store: &Store, loaded: &LoadedGame) {
        self.series = Series::resumed(&loaded.summary);
        self.autosave = Autosave::for_finished_game(store, loaded);
        self.daily = loaded.daily;
        self.ending.show_card_again();
    }

    /// Whether a person's game would be lost by leaving the table.
    pub fn is_unsaved(&self) -> bool {
        self.game.shared.is_none()
            && !self.game.active_people().is_empty()
            && !self.game.is_over()
            && self.autosave.has_begun()
            && !self.autosave.is_saved()
            && !self.file.contains(&self.game)
    }

    /// Whether a person can leave this game now and resume it later: it is saved and not over.
    pub fn is_resumable(&self) -> bool {
        !self.game.active_people().is_empty()
            && !self.game.is_over()
            && !self.game.is_replay()
            && !self.game.session().lines().is_empty()
            && self.autosave.has_begun()
            && self.autosave.is_saved()
    }

    /// Whether this is a daily deal that counts so far. One begun on its day still counts after
    /// midnight.
    pub fn is_counting_deal(&self) -> bool {
        let is_in_time = |date| self.autosave.has_begun() || date == DailyDate::today();
        self.daily.is_some_and(is_in_time)
            && !self.game.is_replay()
            && !self.game.session().is_practice()
            && !self.game.is_over()
    }

    pub fn at_keyboard(&self) -> AtKeyboard {
        self.hand_over.at_keyboard(&self.game)
    }

    /// A sentence about the choice that was taken back, until the next person takes the keyboard.
    pub fn taken_back_text(&self) -> Option<String> {
        let seats = self.hand_over.taken_back;
        if seats.is_empty() {
            return None;
        }
        let what = match (seats.only(), self.game.session().undone_lines().first()) {
            (Some(seat), Some(RecordLine::Step { moves, .. })) if !G::HAS_SECRETS => {
                let choice = moves.iter().find(|&&(chooser, _)| chooser == seat)?.1;
                format!("{}'s {}", self.player_name(seat), G::write(choice, self.notation))
            }
            (Some(seat), _) => self.player_name(seat) + "'s choice",
            (None, _) => format!("The last {}", G::FACTS.step_name),
        };
        Some(what + " was taken back.")
    }

    /// [`Self::taken_back_text`] for people who share the keyboard, unless a hand-over page says
    /// it.
    pub fn undo_notice(&self) -> Option<String> {
        let is_shared = !self.game.is_watched() && self.game.active_people().len() > 1;
        if !is_shared || self.at_keyboard().next.is_some() {
            return None;
        }
        self.taken_back_text()
    }

    /// The person whom the hand-over page calls, once the last step and its reveal are over.
    pub fn hand_over_page(&self) -> Option<Seat> {
        if self.playback.is_moving::<G>() || self.is_lingering() {
            return None;
        }
        self.at_keyboard().next
    }

    /// Whether typed or marked input is void, because the person or the game has changed.
    pub fn take_input_reset(&mut self) -> bool {
        mem::take(&mut self.resets_input)
    }

    pub fn scene<T>(&self, show: impl FnOnce(&Scene<G>) -> T) -> T {
        let AtKeyboard { viewers, deciding, next } = self.at_keyboard();
        let now = Instant::now();
        show(&Scene {
            observation: &self.game.observe(viewers),
            deciding,
            next,
            events: self.game.session().events().last().map_or(&[], Vec::as_slice),
            motion: self.playback.animation_progress(&self.game, now),
            moment: self.moments.current().zip(self.playback.moment_progress(now)),
            is_lingering: self.playback.is_lingering(&self.game, now),
            is_review: false,
            celebration: self.celebration(),
            hint: self.hint.advice(),
            resigned: self.game.session().resigned(),
            costliest: lock(&self.costliest).filter(|_| self.game.is_over()),
            names: &self.game.scene_names(),
            people: &self.person_names(),
            naming: self.naming,
            notation: self.notation,
        })
    }

    /// See [`TableGame::person_names`].
    pub fn person_names(&self) -> Cow<'_, [String]> {
        self.game.person_names(&self.series)
    }

    /// The players by seat, as in [`games::player_names`], each without a line break.
    pub fn player_names(&self) -> Vec<String> {
        let names = games::names_at(self.game.session(), &self.person_names(), self.naming);
        names.iter().map(|name| unbroken(name)).collect()
    }

    pub fn player_name(&self, seat: Seat) -> String {
        self.player_names().swap_remove(seat.index())
    }

    /// The name of a seat or, in games without seat names, of its player.
    pub fn seat_name(&self, seat: Seat) -> String {
        if G::HAS_SEAT_NAMES {
            return G::SEAT_NAMES[seat.index()].to_owned();
        }
        games::subject(G::SEAT_NAMES, seat, &self.player_names())
    }

    /// Sentences about the consequences of resigning.
    pub fn resignation_text(&self) -> String {
        let is_duel = self.game.session().game().seats().len() == 2;
        let consequence = match self.game.resigning_seat().ok().filter(|_| is_duel) {
            Some(seat) => {
                format!("{} wins the game.", capitalized(&self.player_name(seat.other())))
            }
            None => "A computer takes over your seat.".to_owned(),
        };
        if self.is_counting_deal() {
            return format!("{consequence} This counts as your result in the daily deal.");
        }
        consequence
    }

    pub fn is_lingering(&self) -> bool {
        self.playback.is_lingering(&self.game, Instant::now())
    }

    /// Whether people here look at the reveal of the last step, until one of them presses a key.
    pub fn shows_reveal(&self) -> bool {
        let is_playing = !self.game.is_watched() && !self.game.people_here().is_empty();
        let is_shown = self.is_lingering() && !self.playback.is_moving::<G>();
        is_shown && is_playing && !self.playback.is_leaving() && !self.game.is_over()
    }

    /// The progress of the celebration at the end of the game, from 0 to 1; `None` in a replay.
    pub fn celebration(&self) -> Option<f32> {
        if self.game.is_replay() { None } else { self.ending.celebration(Instant::now()) }
    }

    pub fn is_celebrating(&self) -> bool {
        self.celebration().is_some_and(|done| done < 1.0)
    }

    /// When the result card opens automatically, if it will.
    pub fn result_due(&self) -> Option<Instant> {
        let may_appear = !self.playback.starts_next_game() && !self.game.is_replay();
        self.ending.card_due().filter(|_| may_appear)
    }

    /// The text about the last moment, even while its step is animated.
    pub fn moment_text(&self) -> Option<&MomentText> {
        self.moments.text()
    }

    /// Why no choice matters any more, if the game is decided before its end.
    pub fn decided(&self) -> Option<Decided> {
        if self.game.is_over() {
            return None;
        }
        self.decided_in(&self.game.observe(self.at_keyboard().viewers))
    }

    pub(super) fn decided_in(&self, observation: &G::Observation) -> Option<Decided> {
        G::decided(observation, self.game.people_here().only())
    }
}
