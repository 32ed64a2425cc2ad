//! The game that a table's options ask for.

use super::{
    args::{self, Table},
    error::Error,
};
use crate::{
    games::ArcadeGame,
    play::{RecordHeader, Session, random},
    store::RecordFile,
};

/// A new game, or the one to go on with; `people` says whether persons may sit there.
pub fn session<G: ArcadeGame>(table: Table, people: bool) -> Result<Session<G>, Error> {
    let Table { players, size, seed, load } = table;
    let players = players.map(|lists| args::split_players(&lists));
    if let Some(players) = &players {
        args::check_players::<G>(players, people)?;
    }
    let size = args::size::<G>(size)?;
    if let Some(path) = load {
        let session = RecordFile::open(&path)?.read::<G>()?;
        return match players {
            Some(players) => Ok(session.with_players(players)),
            None => match args::check_players::<G>(&session.header().seats, people) {
                Ok(()) => Ok(session),
                Err(why) => Err(Error::in_file(&path, &why)),
            },
        };
    }
    let usual = || if people { args::usual::<G>() } else { args::computers::<G>() };
    let seed = seed.unwrap_or_else(random::fresh_seed);
    let setup = G::deal(size, &mut random::rng(seed, &[])).map_err(Error::Usage)?;
    Ok(Session::new(RecordHeader { setup, seats: players.unwrap_or_else(usual), seed }))
}
