//! A finished game as the program showed it.

use super::{
    CARDS, Desktop, Spot,
    output::{Choice, Report, read_reports},
    person::Person,
};

pub struct Turn {
    pub who: String,
    pub choices: Vec<Choice>,
    /// The player who is said to have found a pair.
    pub pair: Option<String>,
    /// The cards as shown after the turn.
    pub desktops: Vec<Desktop>,
    /// All flipped cards and those of each player, with the printed line.
    pub counts: Option<([usize; 3], String)>,
}

impl Turn {
    pub fn is_pair(&self) -> bool {
        let rank = |index: usize| self.choices.get(index).and_then(|choice| choice.card.get(1..));
        rank(0).is_some() && rank(0) == rank(1)
    }

    pub fn spots(&self) -> impl Iterator<Item = Spot> {
        self.choices.iter().map(|choice| choice.spot)
    }
}

pub struct ShownGame {
    /// The players, in the order of their turns.
    pub names: [&'static str; 2],
    /// The whole session, printed and typed.
    pub shown: String,
    pub reports: Vec<Report>,
    /// The reports before the first turn.
    pub start: Vec<Report>,
    pub turns: Vec<Turn>,
    pub typed: Vec<Spot>,
}

impl ShownGame {
    pub fn new(mode: i64, person: &Person<'_>) -> Self {
        let names = if mode == 1 { ["You", "Computer"] } else { ["Computer 1", "Computer 2"] };
        let reports = read_reports(&person.shown);
        let (mut start, mut turns) = (Vec::new(), Vec::<Turn>::new());
        for report in &reports {
            match (report, turns.last_mut()) {
                (Report::Choice(choice), _) if choice.ordinal == 1 => turns.push(Turn {
                    who: choice.who.clone(),
                    choices: vec![choice.clone()],
                    pair: None,
                    desktops: Vec::new(),
                    counts: None,
                }),
                (Report::Choice(choice), Some(turn)) => turn.choices.push(choice.clone()),
                (Report::Pair(who), Some(turn)) => turn.pair = Some(who.clone()),
                (Report::Desktop(desktop), Some(turn)) => turn.desktops.push(desktop.clone()),
                (Report::Counts(counts, line), Some(turn)) => {
                    turn.counts = Some((*counts, line.clone()));
                }
                (report, None) => start.push(report.clone()),
                _ => {}
            }
        }
        let (shown, typed) = (person.shown.clone(), person.typed.clone());
        Self { names, shown, reports, start, turns, typed }
    }

    pub fn desktops(&self) -> Vec<&Desktop> {
        let desktops = self.reports.iter().filter_map(|report| match report {
            Report::Desktop(desktop) => Some(desktop),
            _ => None,
        });
        desktops.collect()
    }

    /// Returns the cards at the end, when all are face up.
    pub fn deal(&self) -> Option<Desktop> {
        self.desktops().last().map(|desktop| (*desktop).clone())
    }

    /// Returns the computers' turns, each with the number of cards face down before it.
    pub fn computer_turns(&self) -> impl Iterator<Item = (&Turn, usize)> {
        let mut down = CARDS;
        let turns = self.turns.iter().map(move |turn| {
            let before = down;
            down -= if turn.is_pair() { 2.min(down) } else { 0 };
            (turn, before)
        });
        turns.filter(|(turn, _)| turn.who != "You")
    }

    /// Returns the number of cards that each player has won.
    pub fn won(&self) -> [usize; 2] {
        let of = |name: &str| {
            2 * self.turns.iter().filter(|turn| turn.is_pair() && turn.who == name).count()
        };
        self.names.map(of)
    }
}
