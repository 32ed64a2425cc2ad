//! Rewrites logs of older versions, in which choices were hidden by commitments, clients measured
//! times, and one client ran the computers.
//!
//! A commitment and its opening become one choice in the place of the commitment, or the choice of
//! a computer that stood in. A random choice for a late person, which each reader drew, is stored.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::{
    ClientId, Entry, Replica, SharedError, StoredEntry,
    connection::{self, Connection, DataRow, Location, in_transaction},
};
use fourcade_engine::{
    GameKind,
    play::{Game, Observation as _, Seat, Seats, Session, TimeControl, random},
    with_game,
};

/// The prefix of the state of a table with an old log.
const OLD_PREFIX: &str = "old ";
/// The kinds of entries by which choices were hidden.
const COMMITMENT_KINDS: [&str; 3] = ["commit", "open", "lapse"];
/// The kind of entry by which a client began to run the computers.
const HOST_KIND: &str = "host";

struct Row {
    client: String,
    entry: Json,
    added: i64,
    is_dropped: bool,
}

impl Row {
    fn read(row: &DataRow) -> Result<Self, SharedError> {
        Ok(Self {
            client: row.text(0)?.to_owned(),
            // An invalid entry becomes null, which is invalid in the new log too.
            entry: serde_json::from_str(row.text(1)?).unwrap_or_default(),
            added: row.integer(2)?,
            is_dropped: false,
        })
    }

    fn kind(&self) -> &str {
        self.entry["do"].as_str().unwrap_or_default()
    }

    /// The step and seat of a choice.
    fn step_and_seat(&self) -> Option<(u64, u64)> {
        Some((self.entry["step"].as_u64()?, self.entry["seat"].as_u64()?))
    }

    fn set_choice(&mut self, (step, seat): (u64, u64), action: &Json) {
        self.entry = json!({ "do": "choose", "seat": seat, "step": step, "action": action });
    }
}

/// Opens a connection with [`connection::open`] and rewrites old logs.
pub fn open(
    location: &Location,
    wake: impl Fn() + Send + Sync + 'static,
) -> Result<Box<dyn Connection>, SharedError> {
    let mut connection = connection::open(location, wake)?;
    rewrite(connection.as_mut())?;
    Ok(connection)
}

fn rewrite(connection: &mut dyn Connection) -> Result<(), SharedError> {
    let marked = format!(
        "SELECT code, game, header, state FROM shared_tables WHERE state LIKE '{OLD_PREFIX}%' ORDER BY code"
    );
    if connection.query(&marked, &[])?.is_empty() {
        return Ok(());
    }
    in_transaction(connection, |connection| {
        connection.lock_schema()?;
        for table in connection.query(&marked, &[])? {
            let (code, game, header) = (table.text(0)?, table.text(1)?, table.text(2)?);
            let state = table.text(3)?.trim_start_matches(OLD_PREFIX);
            rewrite_table(connection, code, game, header, state)?;
        }
        Ok(())
    })
}

fn rewrite_table(
    connection: &mut dyn Connection,
    code: &str,
    game: &str,
    header: &str,
    state: &str,
) -> Result<(), SharedError> {
    let sql = "SELECT client, entry, added FROM entries WHERE code = $1 ORDER BY number";
    let rows = connection.query(sql, &[code.into()])?;
    let mut log = rows.iter().map(Row::read).collect::<Result<Vec<_>, _>>()?;
    if state != "finished" && log.iter().any(|row| COMMITMENT_KINDS.contains(&row.kind())) {
        // The lobby shows outdated tables to their players for a month from now.
        let sql = format!(
            "UPDATE shared_tables SET state = 'outdated', touched = {} WHERE code = $1",
            connection.now()
        );
        return connection.execute(&sql, &[code.into()]).map(drop);
    }
    open_choices(&mut log);
    let old_steps = renumber(&mut log);
    log.retain(|row| !row.is_dropped);
    if let Ok(game) = game.parse::<GameKind>() {
        with_game!(game, G => write_drawn_choices::<G>(header, &mut log, &old_steps));
    }
    connection.execute("DELETE FROM entries WHERE code = $1", &[code.into()])?;
    for (number, row) in (0_u64..).zip(&log) {
        let sql = "INSERT INTO entries (code, number, client, entry, added)
                   VALUES ($1, $2, $3, $4, $5)";
        let (client, entry) = (row.client.as_str(), row.entry.to_string());
        let values = [code.into(), number.into(), client.into(), entry.into(), row.added.into()];
        connection.execute(sql, &values)?;
    }
    let sql = "UPDATE shared_tables SET state = $2, entries = $3 WHERE code = $1";
    connection.execute(sql, &[code.into(), state.into(), log.len().into()]).map(drop)
}

/// Replaces each commitment with its choice, and drops times and hosts.
fn open_choices(log: &mut [Row]) {
    // By step and seat, the index of the commitment.
    let mut hidden: BTreeMap<(u64, u64), usize> = BTreeMap::new();
    for index in 0..log.len() {
        let row = &mut log[index];
        if let Some(entry) = row.entry.as_object_mut() {
            entry.remove("time");
        }
        let (kind, step_and_seat) = (row.kind().to_owned(), row.step_and_seat());
        row.is_dropped = COMMITMENT_KINDS.contains(&kind.as_str()) || kind == HOST_KIND;
        match (kind.as_str(), step_and_seat) {
            ("commit", Some(step_and_seat)) => {
                hidden.insert(step_and_seat, index);
            }
            ("open" | "choose", Some(step_and_seat)) => {
                let Some(at) = hidden.remove(&step_and_seat) else { continue };
                let action = row.entry["action"].clone();
                row.is_dropped = true;
                log[at].is_dropped = false;
                log[at].set_choice(step_and_seat, &action);
            }
            // A computer chooses from then on.
            ("resign", None) => {
                let seat = row.entry["seat"].as_u64();
                hidden.retain(|(_, own), _| Some(*own) != seat);
            }
            _ => {}
        }
    }
}

/// Numbers the steps by the kept entries before them. Returns the old number of each new one.
fn renumber(log: &mut [Row]) -> BTreeMap<u64, u64> {
    let old_steps: Vec<Option<u64>> = log.iter().map(|row| Some(row.step_and_seat()?.0)).collect();
    // The number of kept entries up to each row, and up to the last choice of each step.
    let (mut kept_by_row, mut kept_by_step) = (Vec::new(), BTreeMap::new());
    let mut kept = 0;
    for (row, step) in log.iter().zip(&old_steps) {
        kept += u64::from(!row.is_dropped);
        kept_by_row.push(kept);
        if let (Some(step), false) = (step, row.is_dropped) {
            kept_by_step.insert(*step, kept);
        }
    }
    // A step became due after the entry before its number. If that was a choice, all choices of
    // its step count as before it.
    let new_step = |old: u64| {
        let before = usize::try_from(old).ok()?.checked_sub(1)?;
        match old_steps.get(before)? {
            Some(step) => kept_by_step.get(step).copied(),
            None => kept_by_row.get(before).copied(),
        }
    };
    let mut old_by_new = BTreeMap::new();
    for (row, old) in log.iter_mut().zip(&old_steps).filter(|(row, _)| !row.is_dropped) {
        let Some(old) = *old else { continue };
        let new = new_step(old).unwrap_or_default();
        row.entry["step"] = new.into();
        old_by_new.insert(new, old);
    }
    old_by_new
}

/// Draws a legal action for a late seat, as older versions did.
fn drawn_choice<G: Game>(session: &Session<G>, seat: Seat, step: u64) -> Option<G::Action> {
    let legal = session.game().observe(Seats::one(seat)).legal(seat);
    let draw = random::derive_seed(session.header().seed, &[step, seat.index() as u64]);
    let index = draw.checked_rem(legal.len() as u64)?;
    legal.get(usize::try_from(index).ok()?).copied()
}

/// Stores the choices that readers drew for late people, seeded by the old number of the step.
fn write_drawn_choices<G: Game>(header: &str, log: &mut [Row], old_steps: &BTreeMap<u64, u64>) {
    let Ok((mut replica, mut session)) = Replica::start::<G>(header) else { return };
    if session.header().clock.is_none_or(TimeControl::loses_on_time) {
        return;
    }
    for (number, row) in (0..).zip(log.iter_mut()) {
        let entry = Entry::from_json(&row.entry.to_string());
        if let Some(Entry::Flag { seat, step, .. }) = entry
            && let Some(old_step) = old_steps.get(&step)
            && let Some(action) = drawn_choice(&session, seat, *old_step)
        {
            row.entry["action"] = action.to_string().into();
        }
        let stored = StoredEntry {
            number,
            client: ClientId::stored(row.client.as_str()),
            entry: Entry::from_json(&row.entry.to_string()),
            added: row.added,
        };
        replica.apply(&mut session, &stored);
    }
}
