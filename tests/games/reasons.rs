//! The reasons of judged choices: how many get one, and whether they are good. Prints choices of
//! games between computers with the position and the sentence, to be read by people:
//! `cargo test --test games reasons::flip -- --ignored --nocapture`.
//! `FOURCADE_FIRST_SEED` chooses other games.

use fourcade::games::{ArcadeGame, Notation, Style, describe_hint, hint, spoken::Audience};
use fourcade_engine::{
    concentration::Concentration,
    eater::Eater,
    flip::Flip,
    intensity::Intensity,
    play::{
        Budget, CancelToken, Level, RecordHeader, RecordLine, SearchLimits, Seat, Seats, Session,
        ThinkContext, arena::play_out, find_player, review_session, strongest_player,
    },
};

const FIRST_SEED: &str = "FOURCADE_FIRST_SEED";
/// Number of choices of each kind that are judged.
const CHOICES: usize = 100;
/// Choices with a reason: one in this many is printed. All others are printed.
const PRINTED_EVERY: usize = 3;
/// Minimum percentage of choices that get a reason.
const MIN_EXPLAINED: usize = 70;

/// A game between Easy, Medium and Hard.
fn game<G: ArcadeGame>(seed: u64) -> Session<G> {
    let setup = G::deal_seeded(G::default_size(), seed).unwrap();
    let levels = [Level::Easy, Level::Medium, Level::Hard];
    let level = |seat: usize| levels[(seat + usize::try_from(seed).unwrap()) % levels.len()];
    let seats: Vec<String> = (0..G::SEAT_NAMES.len())
        .map(|seat| G::FACTS.kind.level_player(level(seat)).player.to_owned())
        .collect();
    let players = seats.iter().map(|name| find_player::<G>(name).unwrap()).collect();
    let mut session = Session::new(RecordHeader { setup, players: seats, seed, clock: None });
    play_out(&mut session, players, Budget::Nodes(2_000), &CancelToken::default()).unwrap();
    session
}

/// Prints what a seat sees after a number of lines.
fn print_position<G: ArcadeGame>(session: &Session<G>, line: usize, seat: Seat) {
    let mut before = session.clone();
    before.go_to(line);
    println!("\n--- line {line}, {}", G::SEAT_NAMES[seat.index()]);
    let events = before.events().iter().flatten();
    let to = Audience::<G> {
        observation: &before.game().observe(Seats::NONE),
        seat,
        names: &[],
        notation: Notation::FromOne,
    };
    let log: Vec<_> = events.filter_map(|event| G::tell(event, Style::Line, &to)).collect();
    for text in &log[log.len().saturating_sub(G::SEAT_NAMES.len() * 2)..] {
        println!("  {text}");
    }
    println!("{}", G::draw_plain(&before.game().observe(Seats::one(seat))));
}

#[derive(Default)]
struct Count {
    all: usize,
    explained: usize,
}

impl Count {
    /// Counts a choice; returns whether it is to be printed.
    fn add(&mut self, is_explained: bool) -> bool {
        self.all += 1;
        self.explained += usize::from(is_explained);
        self.explained.is_multiple_of(PRINTED_EVERY) || !is_explained
    }

    fn print(&self, what: &str) {
        println!("\n{what}: {} of {} have a reason", self.explained, self.all);
    }
}

fn print_reasons<G: ArcadeGame>(nodes: u64) {
    let (mut costly, mut hints) = (Count::default(), Count::default());
    let first = std::env::var(FIRST_SEED).ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    for (seed, games) in (first..).zip(1..) {
        let session = game::<G>(seed);
        let mut steps = Vec::new();
        let limits = SearchLimits::new(Budget::Nodes(nodes));
        review_session(&session, &limits, &CancelToken::default(), &mut |step| steps.push(step))
            .unwrap();
        for (line, verdict) in
            steps.iter().flat_map(|step| step.verdicts.iter().map(move |it| (step.line, it)))
        {
            let cost = verdict.cost.unwrap_or(0.0);
            let Some(better) = verdict.better.filter(|_| G::MEASURE.is_costly(cost, verdict.exact))
            else {
                continue;
            };
            if costly.all >= CHOICES || costly.all >= 20 * games {
                break;
            }
            let has_reason = !verdict.reasons.is_empty() || !verdict.merits.is_empty();
            if costly.add(has_reason) {
                print_position(&session, line, verdict.seat);
                let written = |action| G::write(action, Notation::FromOne);
                println!(
                    "COSTLY {} ({}, better {}):",
                    written(verdict.played),
                    G::MEASURE.format_cost(cost),
                    written(better)
                );
                let explain = |reason| {
                    G::explain(reason, verdict.seat, Some(verdict.seat), Notation::FromOne)
                };
                verdict.reasons.iter().for_each(|reason| println!("  - {}", explain(reason)));
                verdict.merits.iter().for_each(|merit| println!("  + {}", explain(merit)));
            }
        }
        let mut at = session.clone();
        for line in (0..session.lines().len()).skip(usize::try_from(seed).unwrap() % 3).step_by(5) {
            at.go_to(line);
            let Some(RecordLine::Step { moves, .. }) = session.lines().get(line) else { continue };
            let seat = moves[0].0;
            if hints.all >= CHOICES || hints.all >= 12 * games {
                break;
            }
            let mut player = find_player::<G>(&strongest_player::<G>()).unwrap();
            let context = ThinkContext::new(Budget::Nodes(nodes), seed, seat, line);
            let hint = hint::<G>(player.as_mut(), at.game(), seat, &context).unwrap();
            if hint.is_moot {
                continue;
            }
            if hints.add(!hint.reasons.is_empty()) {
                print_position(&session, line, seat);
                println!(
                    "HINT {}",
                    describe_hint::<G>(&hint, seat, false, Notation::FromOne, |_| true)
                );
                for reason in hint.reasons.iter().skip(1) {
                    println!("  + {}", G::explain(reason, seat, Some(seat), Notation::FromOne));
                }
            }
        }
        if costly.all >= CHOICES && hints.all >= CHOICES {
            break;
        }
    }
    costly.print("costly choices");
    hints.print("hints");
    assert!(
        100 * (costly.explained + hints.explained) >= MIN_EXPLAINED * (costly.all + hints.all),
        "too few have a reason"
    );
}

#[test]
#[ignore = "prints reasons to be read"]
fn flip() {
    print_reasons::<Flip>(30_000);
}

#[test]
#[ignore = "prints reasons to be read"]
fn intensity() {
    print_reasons::<Intensity>(60_000);
}

#[test]
#[ignore = "prints reasons to be read"]
fn eater() {
    print_reasons::<Eater>(4_000);
}

#[test]
#[ignore = "prints reasons to be read"]
fn concentration() {
    print_reasons::<Concentration>(1);
}
