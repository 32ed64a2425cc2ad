//! The presence of clients, from their heartbeats.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use super::{ClientId, store::StoredClient};

/// The interval of a client's heartbeats. With each, it also reads those of others.
const BEAT: Duration = Duration::from_secs(5);

/// The interval of heartbeats and the thresholds of silence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    pub beat: Duration,
    /// The silence after which a client counts as away.
    pub away: Duration,
    /// The silence after which a client's seat may be handed to a computer.
    pub hand_over: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self { beat: BEAT, away: Duration::from_secs(15), hand_over: Duration::from_secs(60) }
    }
}

/// After a longer gap between updates (stopped process, lost database) silence counts from zero.
const MAX_GAP: Duration = Duration::from_secs(12);

/// The silence of each client, by our own clock.
///
/// Silence lasts from the last observed change of a client's heartbeat counter to the last update.
/// The database's clock is used only when a client is seen for the first time.
#[derive(Clone, Debug, Default)]
pub struct Presence {
    clients: BTreeMap<ClientId, Seen>,
    last_update: Option<Instant>,
}

#[derive(Clone, Debug)]
struct Seen {
    name: String,
    beats: i64,
    /// When the counter last changed; `None` if that can't be represented by our clock.
    changed: Option<Instant>,
}

impl Presence {
    /// Takes the clients stored at `now`. Missing ones have ended.
    pub fn update(&mut self, clients: &[StoredClient], now: Instant) {
        if self.last_update.is_some_and(|last| now.saturating_duration_since(last) > MAX_GAP) {
            self.restart(now);
        }
        self.last_update = Some(now);
        let old = std::mem::take(&mut self.clients);
        for StoredClient { client, beats, beat_age, .. } in clients {
            let changed = match old.get(&client.id) {
                Some(seen) if seen.beats == *beats => seen.changed,
                Some(_) => Some(now),
                None => {
                    // The age is negative if the database's clock was set back.
                    let age = Duration::from_millis(u64::try_from(*beat_age).unwrap_or(0));
                    now.checked_sub(age)
                }
            };
            let seen = Seen { name: client.name.clone(), beats: *beats, changed };
            self.clients.insert(client.id.clone(), seen);
        }
    }

    /// Counts silence from zero, after a time without updates.
    pub fn restart(&mut self, now: Instant) {
        self.last_update = Some(now);
        for seen in self.clients.values_mut() {
            seen.changed = Some(now);
        }
    }

    /// `None` if the client has ended.
    pub fn silence(&self, client: &ClientId, now: Instant) -> Option<Duration> {
        self.clients.get(client).map(|seen| self.silence_of(seen, now))
    }

    pub fn silences(&self, now: Instant) -> impl Iterator<Item = (&ClientId, Duration)> + '_ {
        self.clients.iter().map(move |(id, seen)| (id, self.silence_of(seen, now)))
    }

    fn silence_of(&self, seen: &Seen, now: Instant) -> Duration {
        let now = self.last_update.map_or(now, |last| now.min(last + BEAT));
        seen.changed.map_or(Duration::MAX, |changed| now.saturating_duration_since(changed))
    }

    /// Whether a client has been silent for `limit` or has ended.
    pub fn is_silent(&self, client: &ClientId, limit: Duration, now: Instant) -> bool {
        self.silence(client, now).is_none_or(|silence| silence >= limit)
    }

    /// The clients that are not [silent](Self::is_silent), with the names of their people.
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
        StoredClient { client, code: None, beats, beat_age: age }
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
        // The database's clock jumps by a day, forwards and backwards; the heartbeats go on.
        presence.update(&[stored("a", 2, 86_400_000)], after(5));
        assert_eq!(presence.silence(&id, after(6)), Some(Duration::from_secs(1)));
        presence.update(&[stored("a", 3, -86_400_000)], after(10));
        assert!(!presence.is_silent(&id, AWAY, after(24)));
        // The heartbeats stop.
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
    fn a_client_with_a_heartbeat_in_the_future_is_present_at_first() {
        let mut presence = Presence::default();
        let now = Instant::now();
        presence.update(&[stored("a", 7, -5000)], now);
        assert_eq!(presence.silence(&ClientId::stored("a"), now), Some(Duration::ZERO));
    }

    #[test]
    fn silence_does_not_grow_while_this_process_is_stopped() {
        let id = ClientId::stored("a");
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut presence = Presence::default();
        presence.update(&[stored("a", 1, 0)], start);
        presence.update(&[stored("a", 2, 0)], after(5));
        // This process is stopped for an hour. Its screen may ask before the next update.
        assert!(!presence.is_silent(&id, AWAY, after(3600)));
        // The others may have been stopped too, so they get time for a heartbeat.
        presence.update(&[stored("a", 2, 3_600_000)], after(3601));
        assert!(!presence.is_silent(&id, AWAY, after(3602)));
        for look in [3606, 3611, 3616] {
            presence.update(&[stored("a", 2, 3_600_000)], after(look));
        }
        assert!(presence.is_silent(&id, AWAY, after(3616)));
    }
}
