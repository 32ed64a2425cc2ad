//! Who is here: how long clients have been silent.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use super::{ClientId, store::StoredClient};

/// The time between two heartbeats, and so between two looks at the clients.
const BEAT: Duration = Duration::from_secs(5);

/// How often clients say that they are here, and what their silence means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    pub beat: Duration,
    /// After this silence a client is away.
    pub away: Duration,
    /// After this silence its seat may be handed to a computer.
    pub hand_over: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self { beat: BEAT, away: Duration::from_secs(15), hand_over: Duration::from_secs(60) }
    }
}

/// The longest time between two looks at the clients in which silence is counted. After a longer
/// one this process was stopped or the database did not answer, and silence begins anew.
const MAX_GAP: Duration = Duration::from_secs(12);

/// How long each client has been silent, by our own clock.
///
/// A client counts its heartbeats. Silence begins when its count was last seen to change, and lasts
/// until the last look: while nobody looks, nobody is known to be silent. Only for a client that is
/// seen for the first time, the clock of the database is used.
#[derive(Clone, Debug, Default)]
pub struct Presence {
    clients: BTreeMap<ClientId, Seen>,
    looked: Option<Instant>,
}

#[derive(Clone, Debug)]
struct Seen {
    name: String,
    beats: i64,
    /// When the count changed last; `None` if that was before our clock began.
    changed: Option<Instant>,
}

impl Presence {
    /// Takes the clients as they were stored at `now`. Clients that are missing have ended.
    pub fn update(&mut self, clients: &[StoredClient], now: Instant) {
        if self.looked.is_some_and(|looked| now.saturating_duration_since(looked) > MAX_GAP) {
            self.restart(now);
        }
        self.looked = Some(now);
        let old = std::mem::take(&mut self.clients);
        for StoredClient { client, beats, age, .. } in clients {
            let changed = match old.get(&client.id) {
                Some(seen) if seen.beats == *beats => seen.changed,
                Some(_) => Some(now),
                None => {
                    // A clock that was set back gives a negative age.
                    let age = Duration::from_millis(u64::try_from(*age).unwrap_or(0));
                    now.checked_sub(age)
                }
            };
            let seen = Seen { name: client.name.clone(), beats: *beats, changed };
            self.clients.insert(client.id.clone(), seen);
        }
    }

    /// Begins to measure anew, after a time in which no client could be heard.
    pub fn restart(&mut self, now: Instant) {
        self.looked = Some(now);
        self.clients.values_mut().for_each(|seen| seen.changed = Some(now));
    }

    /// `None` if the client has ended.
    pub fn silence(&self, client: &ClientId, now: Instant) -> Option<Duration> {
        self.clients.get(client).map(|seen| self.silence_of(seen, now))
    }

    /// The clients that have not ended, and how long each has been silent.
    pub fn silences(&self, now: Instant) -> impl Iterator<Item = (&ClientId, Duration)> + '_ {
        self.clients.iter().map(move |(id, seen)| (id, self.silence_of(seen, now)))
    }

    fn silence_of(&self, seen: &Seen, now: Instant) -> Duration {
        let now = self.looked.map_or(now, |looked| now.min(looked + BEAT));
        seen.changed.map_or(Duration::MAX, |changed| now.saturating_duration_since(changed))
    }

    /// Whether a client has been silent for this long, or has ended.
    pub fn is_silent(&self, client: &ClientId, limit: Duration, now: Instant) -> bool {
        self.silence(client, now).is_none_or(|silence| silence >= limit)
    }

    /// The clients that have not been silent for this long, with the names of their people.
    pub fn present(
        &self,
        limit: Duration,
        now: Instant,
    ) -> impl Iterator<Item = (&ClientId, &str)> + '_ {
        let is_present = move |(id, _): &(&ClientId, &Seen)| !self.is_silent(id, limit, now);
        self.clients.iter().filter(is_present).map(|(id, seen)| (id, seen.name.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Client, *};

    const AWAY: Duration = Duration::from_secs(15);

    fn stored(id: &str, beats: i64, age: i64) -> StoredClient {
        let client = Client { id: ClientId::stored(id), ..Client::new("Ada") };
        StoredClient { client, code: None, beats, age }
    }

    #[test]
    fn silence_is_measured_by_our_own_clock() {
        let id = ClientId::stored("a");
        let start = Instant::now() + Duration::from_secs(3600);
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut presence = Presence::default();
        assert!(presence.is_silent(&id, AWAY, start), "a client that is not there");
        presence.update(&[stored("a", 1, 4000)], start);
        assert_eq!(presence.silence(&id, start), Some(Duration::from_secs(4)));
        // The clock of the database jumps by a day, forwards and backwards; the count goes on.
        presence.update(&[stored("a", 2, 86_400_000)], after(5));
        assert_eq!(presence.silence(&id, after(6)), Some(Duration::from_secs(1)));
        presence.update(&[stored("a", 3, -86_400_000)], after(10));
        assert!(!presence.is_silent(&id, AWAY, after(24)));
        // It stops.
        for look in [15, 20, 25] {
            presence.update(&[stored("a", 3, -86_300_000)], after(look));
        }
        assert!(presence.is_silent(&id, AWAY, after(25)));
        assert_eq!(presence.present(AWAY, after(25)).count(), 0);
        presence.restart(after(26));
        assert!(!presence.is_silent(&id, AWAY, after(40)), "the database did not answer");
        presence.update(&[], after(30));
        assert_eq!(presence.silence(&id, after(30)), None);
    }

    #[test]
    fn a_client_whose_clock_was_set_back_is_here_at_first() {
        let mut presence = Presence::default();
        let now = Instant::now();
        presence.update(&[stored("a", 7, -5000)], now);
        assert_eq!(presence.silence(&ClientId::stored("a"), now), Some(Duration::ZERO));
    }

    #[test]
    fn nobody_is_silent_while_nobody_looks() {
        let id = ClientId::stored("a");
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut presence = Presence::default();
        presence.update(&[stored("a", 1, 0)], start);
        presence.update(&[stored("a", 2, 0)], after(5));
        // This process is stopped for an hour. Its screen may look before its link does.
        assert!(!presence.is_silent(&id, AWAY, after(3600)));
        // The others may have been stopped, too. They get the time to say that they are here.
        presence.update(&[stored("a", 2, 3_600_000)], after(3601));
        assert!(!presence.is_silent(&id, AWAY, after(3602)));
        for look in [3606, 3611, 3616] {
            presence.update(&[stored("a", 2, 3_600_000)], after(look));
        }
        assert!(presence.is_silent(&id, AWAY, after(3616)));
    }
}
