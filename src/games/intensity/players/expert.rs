//! e
use super::{
    careful,
    counter::Counter,
    deals::Deals,
    judge::{self, Look, PASSING, TUNED},
    knowledge::Knowledge,
    no_choice,
};
use crate::{
    games::intensity::{
        Intensity,
        rules::{Action, Card, Cards, Position, SEATS, Seen, Suit, Trick},
    },
    play::{Halt, Meter, Observation, Player, Seat, Stop, Think, chance},
};

/// x
#[derive(Clone, Copy, Debug)]
pub struct Expert {
    pub policy: u8,
    pub pass: bool,
    pub places: bool,
}

fn policy(kind: u8, p: &Position) -> Option<Card> {
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
            let look = Look { seat, hand, trick: &p.trick, out, may, has };
            let mut best = (f32::INFINITY, None);
            for c in legal.iter() {
                let v = TUNED.cost(&look, c);
                if v < best.0 {
                    best = (v, Some(c));
                }
            }
            best.1
        }
    }
}

fn finish(kind: u8, p: &mut Position, meter: &mut Meter) -> Result<(), Halt> {
    while let Some(card) = policy(kind, p) {
        meter.tick()?;
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
        Self { policy: 1, pass: true, places }
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
        let mut arms = Arms::new(seen.playable(seat).iter().collect());
        loop {
            let hands = deals.draw(&mut rng);
            let start = Position { hands, trick: seen.trick, calves_out: seen.calves_out(), taken: seen.taken };
            let mut v = Vec::new();
            for &i in &arms.alive {
                let mut p = start;
                p.play(arms.actions[i]);
                match finish(self.policy, &mut p, &mut meter) {
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
    fn pass(&self, seat: Seat, seen: &Seen, think: &Think) -> Result<Action, Halt> {
        let hand = seen.hands[seat.index()].unwrap_or_default();
        let counter = Counter(TUNED, PASSING);
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
        all.sort_by(|a, b| counter.hand(hand - *a).total_cmp(&counter.hand(hand - *b)));
        all.truncate(40);
        let mut arms = Arms::new(all);
        loop {
            let hands = deals.draw(&mut rng);
            let mut passed = [Cards::NONE; 4];
            for s in known.others() {
                passed[s] = counter.pass(hands[s]);
            }
            let mut v = Vec::new();
            for &i in &arms.alive {
                passed[seat.index()] = arms.actions[i];
                let mut p = Position::start(std::array::from_fn(|s| hands[s] - passed[s] | passed[(s + 3) % 4]));
                match finish(self.policy, &mut p, &mut meter) {
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
            return Counter(TUNED, PASSING).choose(seat, seen, think);
        }
        let legal = seen.playable(seat);
        if legal.len() == 1 {
            return legal.lowest().map(Action::Play).ok_or_else(no_choice);
        }
        self.play(seat, seen, think).map_err(|_| Stop::Cancelled)
    }
}
