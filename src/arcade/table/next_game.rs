//! The next game at a table.

use super::{game::TableGame, game_file::GameFile, state::Table};
use crate::games::{ArcadeGame, Controller as _};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, Session},
};

impl<G: ArcadeGame> Table<G> {
    /// Starts a new game with the same players and a new deal. If `swap_seats` is set, each player
    /// moves to the next seat.
    pub fn new_game(&mut self, swap_seats: bool) {
        self.stop_thinking();
        let session = self.game.new_session(self.series.number(), swap_seats);
        if self.game.is_replay() {
            // A replayed game is not part of the series that is played here.
            self.series.restart();
        } else {
            self.series.next_game(self.game.outcome().as_ref());
        }
        if swap_seats {
            self.series.swap_seats();
            self.computers.rotate();
        }
        self.start(session);
    }

    /// Starts a new series in which this player takes the seats of all computer players.
    pub fn play_against(&mut self, player: &str) {
        self.stop_thinking();
        let session = self.game.new_session(self.series.number(), false);
        let seat = |name: &String| if name == HUMAN { HUMAN } else { player }.to_owned();
        let seats = session.header().seats.iter().map(seat).collect();
        self.series.restart();
        self.computers.renew();
        self.start(session.with_players(seats));
    }

    /// Puts a new game on the table.
    fn start(&mut self, session: Session<G>) {
        self.game = TableGame::new(session);
        self.daily = None;
        self.result.follow(false);
        self.controls.reset();
        self.hand_over.release();
        self.playback.set_paused(false);
        self.autosave.start_game(None, &self.game, &self.series);
        self.file = GameFile::with_lines(Vec::new());
        self.playback.skip_animation();
    }

    /// Starts a new series against the level after that of the first computer player, if there is
    /// one.
    pub fn play_next_level(&mut self) {
        let computer = self.game.seat_players().iter().find(|name| *name != HUMAN);
        let kind: Option<GameKind> = G::KEY.parse().ok();
        let next = kind.zip(computer).and_then(|(kind, computer)| {
            let level = kind.level_of(computer)?.next()?;
            Some(kind.level_player(level).player)
        });
        if let Some(player) = next {
            self.play_against(player);
        }
    }
}
