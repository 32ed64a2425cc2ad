//! Deals that agree with everything a seat knows, each as likely as any other.

use rand::RngExt;

use super::knowledge::Knowledge;
use crate::{
    games::intensity::rules::{CardSet, SEATS},
    play::Rng,
};

/// Other seats than the own one.
const OTHERS: usize = SEATS - 1;

/// Draws deals of the hidden cards.
///
/// Cards that the same seats may hold form a class. A deal's shape is how many cards of each class
/// go to each seat; the shapes are drawn by the number of deals that they stand for, and the cards
/// within a class by chance. So every deal that agrees with what is known comes equally often, and
/// none has to be thrown away.
#[derive(Clone, Debug)]
pub struct Deals {
    known: Knowledge,
    /// The other seats, in order.
    others: [usize; OTHERS],
    /// The hidden cards by the set of the other seats that may hold them (a bit for each).
    classes: [CardSet; 1 << OTHERS],
    /// The possible shapes, each with the number of deals up to and with it.
    shapes: Vec<(Shape, u64)>,
}

/// How the cards that several seats may hold are shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    /// Of the cards for the first and the second, those that the first gets.
    first_of_01: usize,
    /// Of the cards for the first and the third, those that the first gets.
    first_of_02: usize,
    /// Of the cards for the second and the third, those that the second gets.
    second_of_12: usize,
    /// Of the cards for all three, those that the first and the second get.
    of_all: [usize; 2],
}

impl Deals {
    /// The deals that agree with what is known; none if nothing does.
    pub fn of(known: &Knowledge) -> Option<Self> {
        let others = others(known);
        let mut classes = [CardSet::NONE; 1 << OTHERS];
        for card in known.out.iter() {
            let class = (0..OTHERS).filter(|&other| known.may[others[other]].contains(card));
            let class = class.fold(0, |class, other| class | 1 << other);
            classes[class] = classes[class].with(card);
        }
        let mut deals = Self { known: *known, others, classes, shapes: Vec::new() };
        let sound = classes[0].is_empty()
            && known.out.len() == others.iter().map(|&seat| known.counts[seat]).sum::<usize>();
        if sound {
            deals.find_shapes();
        }
        (!deals.shapes.is_empty()).then_some(deals)
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.shapes.last().map_or(0, |&(_, up_to)| up_to)
    }

    fn find_shapes(&mut self) {
        let [_, _, _, first_two, _, ends, last_two, all_three] = self.classes.map(CardSet::len);
        let alone = |other: usize| self.classes[1 << other].len();
        let room = |other: usize| self.known.counts[self.others[other]].checked_sub(alone(other));
        let (Some(room0), Some(room1)) = (room(0), room(1)) else { return };
        let mut up_to = 0;
        for first_of_01 in 0..=first_two.min(room0) {
            for first_of_02 in 0..=ends.min(room0 - first_of_01) {
                for second_of_12 in 0..=last_two {
                    let first = room0 - first_of_01 - first_of_02;
                    let Some(second) = room1.checked_sub(first_two - first_of_01 + second_of_12)
                    else {
                        continue;
                    };
                    if first + second > all_three
                        || alone(2)
                            + (ends - first_of_02)
                            + (last_two - second_of_12)
                            + (all_three - first - second)
                            != self.known.counts[self.others[2]]
                    {
                        continue;
                    }
                    up_to += choose(first_two, first_of_01)
                        * choose(ends, first_of_02)
                        * choose(last_two, second_of_12)
                        * choose(all_three, first)
                        * choose(all_three - first, second);
                    let shape =
                        Shape { first_of_01, first_of_02, second_of_12, of_all: [first, second] };
                    self.shapes.push((shape, up_to));
                }
            }
        }
    }

    /// All four hands, the hidden ones drawn by chance.
    pub fn draw(&self, rng: &mut Rng) -> [CardSet; SEATS] {
        let number = rng.random_range(0..self.count().max(1));
        let at = self.shapes.partition_point(|&(_, up_to)| up_to <= number);
        let mut hands = [CardSet::NONE; SEATS];
        hands[self.known.seat.index()] = self.known.hand;
        let [_, only0, only1, both01, only2, both02, both12, all] = self.classes;
        if let Some(&(shape, _)) = self.shapes.get(at) {
            let (first01, second01) = part(both01, shape.first_of_01, rng);
            let (first02, third02) = part(both02, shape.first_of_02, rng);
            let (second12, third12) = part(both12, shape.second_of_12, rng);
            let (first, rest) = part(all, shape.of_all[0], rng);
            let (second, third) = part(rest, shape.of_all[1], rng);
            hands[self.others[0]] = only0 | first01 | first02 | first;
            hands[self.others[1]] = only1 | second01 | second12 | second;
            hands[self.others[2]] = only2 | third02 | third12 | third;
        }
        hands
    }
}

fn others(known: &Knowledge) -> [usize; OTHERS] {
    let own = known.seat.index();
    std::array::from_fn(|other| if other < own { other } else { other + 1 })
}

/// So many of the cards, drawn by chance, and the others.
fn part(cards: CardSet, wanted: usize, rng: &mut Rng) -> (CardSet, CardSet) {
    let mut taken = CardSet::NONE;
    let mut left = cards.len();
    for card in cards.iter() {
        let missing = wanted - taken.len();
        if missing == 0 {
            break;
        }
        if missing == left || rng.random_range(0..left) < missing {
            taken = taken.with(card);
        }
        left -= 1;
    }
    (taken, cards - taken)
}

/// In how many ways `k` of `n` cards can be chosen (n up to 30).
fn choose(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) as u64 / (i + 1) as u64)
}

#[cfg(test)]
mod tests;
