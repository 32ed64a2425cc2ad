//! e
use super::{
    careful,
    counter::Counter,
    danger::{Danger, Table},
    deals::Deals,
    judge::{Judge, Look},
    knowledge::Knowledge,
    no_choice, threes,
    weights::{PASSING, PLAYING},
};
use crate::{
    games::intensity::{
        Intensity,
        rules::{Action, Card, Cards, Position, SEATS, Seen, Suit, Trick},
    },
    play::{Halt, Meter, Observation, Player, Seat, Stop, Think, chance},
};
use rand::RngExt;

/// x
#[derive(Clone, Copy, Debug)]
pub struct Expert {
    pub policy: u8,
    pub pass: bool,
    pub places: bool,
    pub belief: bool,
}

fn policy(kind: u8, p: &Position, voids: &[Cards; 4]) -> Option<Card> {
    let seat = p.to_move()?;
    let legal = p.playable();
    if legal.len() == 1 {
        return legal.lowest();
    }
    let hand = p.hands[seat.index()];
    match kind {
        0 => careful::card(hand, legal, &p.trick).map(|c| c.0),
        _ => {
            let out = p.hands.iter().fold(Cards::NONE, |a, &h| a | h) - hand;
            let mut may = if kind == 1 { [out; SEATS] } else { p.hands };
            let mut has = if kind == 1 { [Cards::NONE; SEATS] } else { p.hands };
            may[seat.index()] = hand;
            has[seat.index()] = hand;
            if kind == 3 {
                may = std::array::from_fn(|s| out & voids[s]);
                has = [Cards::NONE; 4];
            }
            let look = Look { seat, hand, trick: p.trick, out, may, has, counts: p.hands.map(Cards::len) };
            JUDGE.cheapest(&look, legal)
        }
    }
}

static TABLE: std::sync::LazyLock<Table> = std::sync::LazyLock::new(|| Table::of(&PLAYING));
static JUDGE: std::sync::LazyLock<Judge<&'static Table>> =
    std::sync::LazyLock::new(|| Judge { weights: PLAYING, danger: &TABLE });
static PASS_TABLE: std::sync::LazyLock<Table> = std::sync::LazyLock::new(|| Table::of(&PASSING));
fn pass(hand: Cards) -> Cards {
    let t = &*PASS_TABLE;
    threes(hand).map(|p| ((&t).of_all(hand - p), p)).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap().1
}

fn show(voids: &mut [Cards; 4], p: &Position, card: Card) {
    if let (Some(suit), Some(seat)) = (p.trick.suit(), p.to_move()) {
        if card.suit() != suit {
            voids[seat.index()] = voids[seat.index()] - Cards::of(suit);
        }
    }
}

fn finish(kind: u8, p: &mut Position, voids: &mut [Cards; 4], meter: &mut Meter) -> Result<(), Halt> {
    while let Some(card) = policy(kind, p, voids) {
        meter.tick()?;
        show(voids, p, card);
        p.play(card);
    }
    Ok(())
}

struct Arms<A> {
    actions: Vec<A>,
    sum: Vec<f64>,
    square: Vec<Vec<f64>>,
    n: f64,
    alive: Vec<usize>,
}
impl<A: Copy> Arms<A> {
    fn new(actions: Vec<A>) -> Self {
        let n = actions.len();
        Self { alive: (0..n).collect(), sum: vec![0.0; n], square: vec![vec![0.0; n]; n], n: 0.0, actions }
    }
    fn learn(&mut self, v: &[f64]) {
        self.n += 1.0;
        for (k, &i) in self.alive.iter().enumerate() {
            self.sum[i] += v[k];
            for (l, &j) in self.alive.iter().enumerate().take(k) {
                let d = (v[k] - v[l]).powi(2);
                self.square[i][j] += d;
                self.square[j][i] += d;
            }
        }
    }
    fn best(&self) -> usize {
        *self.alive.iter().min_by(|&&a, &&b| self.sum[a].total_cmp(&self.sum[b])).unwrap()
    }
    fn prune(&mut self, z: f64) {
        let b = self.best();
        let (sum, square, n) = (&self.sum, &self.square, self.n);
        self.alive.retain(|&i| {
            let m = (sum[i] - sum[b]) / n;
            let var = square[i][b] / n - m * m;
            i == b || m <= z * (var / n).sqrt() + 1e-9
        });
    }
}

fn places(t: [u32; 4], me: usize) -> f64 {
    let mut v = 0.0;
    for (s, &x) in t.iter().enumerate() {
        if s != me {
            if x > t[me] {
                v += 1.0
            } else if x == t[me] {
                v += 0.5
            }
        }
    }
    -v
}

impl Expert {
    /// x
    pub fn new(places: bool) -> Self {
        Self { policy: 1, pass: true, places, belief: true }
    }

    fn value(&self, p: &Position, seat: Seat, seen: &Seen) -> f64 {
        if self.places {
            let mut t = p.taken;
            for s in 0..4 {
                t[s] += seen.fines[s];
            }
            places(t, seat.index())
        } else {
            f64::from(p.taken[seat.index()])
        }
    }
    fn play(&self, seat: Seat, seen: &Seen, think: &Think) -> Result<Action, Halt> {
        let known = Knowledge::of(seat, seen);
        let Some(deals) = Deals::of(&known) else { return Ok(Counter::default().choose(seat, seen, think).unwrap()) };
        let mut rng = think.rng();
        let mut meter = think.meter();
        let mut voids = [Cards::ALL; 4];
        for t in seen.history.iter().chain([&seen.trick]) {
            for (s, c) in t.plays() {
                if Some(c.suit()) != t.suit() {
                    voids[s.index()] = voids[s.index()] - Cards::of(t.suit().unwrap());
                }
            }
        }
        let mut arms = Arms::new(seen.playable(seat).iter().collect());
        let choices = choices(&known, seen);
        let mut batch = 32;
        loop {
            let mut pool = Vec::new();
            if self.belief && !choices.is_empty() {
                let mut weights = Vec::new();
                let mut all = Vec::new();
                for _ in 0..batch * env("MULT", 4.0) as usize {
                    let hands = deals.draw(&mut rng);
                    for _ in &choices {
                        match meter.tick() {
                            Ok(()) => (),
                            Err(Halt::Spent) => return Ok(Action::Play(arms.actions[arms.best()])),
                            Err(h) => return Err(h),
                        }
                    }
                    weights.push(likelihood(&choices, &hands));
                    all.push(hands);
                }
                let max = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let w: Vec<f32> = weights.iter().map(|w| (w - max).exp()).collect();
                let sum: f32 = w.iter().sum();
                let step = sum / batch as f32;
                let mut at = rng.random::<f32>() * step;
                let mut k = 0;
                let mut acc = w[0];
                while pool.len() < batch {
                    while acc < at && k + 1 < w.len() {
                        k += 1;
                        acc += w[k];
                    }
                    pool.push(all[k]);
                    at += step;
                }
                for i in (1..pool.len()).rev() {
                    let j = rng.random_range(0..=i);
                    pool.swap(i, j);
                }
            } else {
                for _ in 0..batch {
                    pool.push(deals.draw(&mut rng));
                }
            }
            batch = (batch * 2).min(2048);
            for hands in pool {
                let start = Position { hands, trick: seen.trick, calves_out: seen.calves_out(), taken: seen.taken };
                let mut v = Vec::new();
                for &i in &arms.alive {
                    let mut p = start;
                    let mut v2 = voids;
                    show(&mut v2, &p, arms.actions[i]);
                    p.play(arms.actions[i]);
                    match finish(self.policy, &mut p, &mut v2, &mut meter) {
                        Ok(()) => (),
                        Err(Halt::Spent) => return Ok(Action::Play(arms.actions[arms.best()])),
                        Err(h) => return Err(h),
                    }
                    v.push(self.value(&p, seat, seen));
                }
                arms.learn(&v);
                if arms.n as u64 % 32 == 0 {
                    arms.prune(3.0);
                    if arms.alive.len() == 1 {
                        return Ok(Action::Play(arms.actions[arms.best()]));
                    }
                }
            }
        }
    }
    fn pass(&self, seat: Seat, seen: &Seen, think: &Think) -> Result<Action, Halt> {
        let hand = seen.hands[seat.index()].unwrap_or_default();
        let counter = Counter::default();
        let known = Knowledge::of_hand(seat, hand);
        let Some(deals) = Deals::of(&known) else { return Ok(Counter::default().choose(seat, seen, think).unwrap()) };
        let mut rng = think.rng();
        let mut meter = think.meter();
        let mut all: Vec<Cards> = seen
            .legal(seat)
            .into_iter()
            .filter_map(|a| match a {
                Action::Pass(c) => Some(c),
                _ => None,
            })
            .collect();
        all.sort_by(|a, b| counter.1.of_all(hand - *a).total_cmp(&counter.1.of_all(hand - *b)));
        all.truncate(40);
        let mut arms = Arms::new(all);
        loop {
            let hands = deals.draw(&mut rng);
            let mut passed = [Cards::NONE; 4];
            for s in known.others() {
                passed[s] = pass(hands[s]);
            }
            let mut v = Vec::new();
            for &i in &arms.alive {
                passed[seat.index()] = arms.actions[i];
                let mut p = Position::start(std::array::from_fn(|s| hands[s] - passed[s] | passed[(s + 3) % 4]));
                match finish(self.policy, &mut p, &mut [Cards::ALL; 4], &mut meter) {
                    Ok(()) => (),
                    Err(Halt::Spent) => return Ok(Action::Pass(arms.actions[arms.best()])),
                    Err(h) => return Err(h),
                }
                v.push(self.value(&p, seat, seen));
            }
            arms.learn(&v);
            if arms.n as u64 % 16 == 0 {
                arms.prune(2.0);
                if arms.alive.len() == 1 {
                    return Ok(Action::Pass(arms.actions[arms.best()]));
                }
            }
        }
    }
}

impl Player<Intensity> for Expert {
    fn choose(&mut self, seat: Seat, seen: &Seen, think: &Think) -> Result<Action, Stop> {
        if seen.is_passing {
            if self.pass {
                return self.pass(seat, seen, think).map_err(|_| Stop::Cancelled);
            }
            return Counter::default().choose(seat, seen, think);
        }
        let legal = seen.playable(seat);
        if legal.len() == 1 {
            return legal.lowest().map(Action::Play).ok_or_else(no_choice);
        }
        self.play(seat, seen, think).map_err(|_| Stop::Cancelled)
    }
}

pub fn env(k: &str, d: f32) -> f32 {
    static C: std::sync::OnceLock<std::sync::Mutex<std::collections::HashMap<String, f32>>> =
        std::sync::OnceLock::new();
    *C.get_or_init(Default::default)
        .lock()
        .unwrap()
        .entry(k.to_owned())
        .or_insert_with(|| std::env::var(k).ok().and_then(|v| v.parse().ok()).unwrap_or(d))
}
/// A choice somebody made
struct Choice {
    seat: Seat,
    card: Card,
    trick: Trick,
    played_later: Cards,
    out_later: Cards,
    may: [Cards; 4],
    counts: [usize; 4],
    calves_out: bool,
}
fn choices(known: &Knowledge, seen: &Seen) -> Vec<Choice> {
    let mut all = Vec::new();
    let mut may = [Cards::ALL; 4];
    let mut gone = Cards::NONE;
    let mut calves = false;
    let mut counts = [10; 4];
    for t in seen.history.iter().chain([&seen.trick]) {
        let mut so_far = Trick::led_by(t.leader());
        for (s, c) in t.plays() {
            if s != known.seat {
                all.push(Choice {
                    seat: s,
                    card: c,
                    trick: so_far,
                    played_later: Cards::NONE,
                    out_later: Cards::ALL - gone - so_far.set(),
                    may,
                    counts,
                    calves_out: calves,
                });
            }
            if Some(c.suit()) != t.suit() {
                may[s.index()] = may[s.index()] - Cards::of(t.suit().unwrap());
            }
            so_far = so_far.with(c);
            counts[s.index()] -= 1;
        }
        gone = gone | t.set();
        calves |= !(t.set() & Cards::CALVES).is_empty();
    }
    let mut later = [Cards::NONE; 4];
    for c in all.iter_mut().rev() {
        later[c.seat.index()] = later[c.seat.index()].with(c.card);
        c.played_later = later[c.seat.index()];
    }
    all
}
fn likelihood(choices: &[Choice], hands: &[Cards; 4]) -> f32 {
    let (tau, eps) = (*TAU, *EPS);
    let mut sum = 0.0;
    for c in choices {
        let hand = hands[c.seat.index()] | c.played_later;
        let legal = crate::games::intensity::rules::playable(hand, c.trick.suit(), c.calves_out);
        if legal.len() == 1 {
            continue;
        }
        let out = c.out_later - hand;
        let look = Look {
            seat: c.seat,
            hand,
            trick: c.trick,
            out,
            may: c.may.map(|m| m & out),
            has: [Cards::NONE; 4],
            counts: c.counts,
        };
        let mut min = f32::INFINITY;
        let mut own = 0.0;
        let mut costs = [0.0; 10];
        let mut n = 0;
        JUDGE.weigh(&look, legal, |card, cost, _| {
            min = min.min(cost);
            if card == c.card {
                own = cost;
            }
            costs[n] = cost;
            n += 1;
        });
        let total: f32 = costs[..n].iter().map(|v| ((min - v) / tau).exp()).sum();
        let p = ((min - own) / tau).exp() / total;
        sum += ((1.0 - eps) * p + eps / n as f32).ln();
    }
    sum
}
static TAU: std::sync::LazyLock<f32> = std::sync::LazyLock::new(|| env("TAU", 0.5));
static EPS: std::sync::LazyLock<f32> = std::sync::LazyLock::new(|| env("EPS", 0.1));
