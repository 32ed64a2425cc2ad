//! A whole recorded game: every choice is judged.

use std::{
    io::{BufWriter, Write, stdout},
    path::Path,
    process::ExitCode,
};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::Analyse;
use crate::{
    cli::{
        error::{self, Error},
        interrupts::{INTERRUPTED, Interrupts},
        report::write_aligned,
    },
    games::{
        ArcadeGame, GameVisitor, StepReview, Verdict, review_session, reviewable_lines,
        title_with_size,
    },
    play::{Budget, CancelToken, PlayerError, Seat, Session},
    store::RecordFile,
};

/// So many of the moves that cost most stand in the table.
const COSTLY: usize = 10;

/// Reviews the game in a file.
pub fn run(options: &Analyse, file: &Path) -> Result<ExitCode, Error> {
    let opened = RecordFile::open(file)?;
    opened.game.with(Review { options, opened })
}

struct Review<'a> {
    options: &'a Analyse,
    opened: RecordFile,
}

impl GameVisitor for Review<'_> {
    type Output = Result<ExitCode, Error>;

    fn visit<G: ArcadeGame>(self) -> Self::Output {
        let options = self.options;
        if !G::HAS_DEPTH && (options.depth.is_some() || options.exact) {
            let title = G::TITLE;
            return Err(Error::usage(format!(
                "{title} has no depth; give --time or --nodes instead of --depth, --exact"
            )));
        }
        let session = self.opened.read::<G>()?;
        let wanted = reviewable_lines(session.lines()).count();
        let cancel = CancelToken::default();
        let mut judged: Vec<StepReview<G::Action>> = Vec::new();
        let done = {
            let _watched = Interrupts::watch(&cancel)?;
            let bar = progress_bar(wanted);
            bar.tick();
            let done = review_session(&session, &options.effort(), &cancel, &mut |step| {
                judged.push(step);
                bar.inc(1);
            });
            bar.finish_and_clear();
            done
        };
        match done {
            Err(PlayerError::Fault(why)) => return Err(Error::Failed(why)),
            Err(PlayerError::Cancelled) if judged.is_empty() => return Err(Error::Interrupted),
            Err(PlayerError::Cancelled) => {
                let done = judged.len();
                error::report(&format_args!(
                    "interrupted: these are the last {done} moves of {wanted}"
                ));
            }
            Ok(()) => {}
        }
        // From the end they came; from the start they are told.
        judged.reverse();
        let told = Told { session: &session, judged: &judged };
        let mut output = BufWriter::new(stdout());
        if options.json {
            told.write_json(&mut output)?;
        } else {
            told.write_table(&mut output, options.effort().budget)?;
        }
        output.flush()?;
        Ok(if done.is_err() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }
}

/// What was found out about a game.
struct Told<'a, G: ArcadeGame> {
    session: &'a Session<G>,
    judged: &'a [StepReview<G::Action>],
}

/// A line of `--json`.
#[derive(Serialize)]
struct Row {
    /// The place of the step, from 1.
    r#move: usize,
    seat: &'static str,
    player: String,
    played: String,
    better: Option<String>,
    value: Option<f64>,
    cost: Option<f64>,
    unit: &'static str,
    exact: bool,
    words: Option<String>,
}

impl<G: ArcadeGame> Told<'_, G> {
    /// Each verdict with the place of its step, from 1.
    fn verdicts(&self) -> impl Iterator<Item = (usize, &Verdict<G::Action>)> {
        self.judged
            .iter()
            .flat_map(|step| step.verdicts.iter().map(move |verdict| (step.line + 1, verdict)))
    }

    fn write_json(&self, output: &mut dyn Write) -> Result<(), Error> {
        let in_units = |value| in_thousandths(G::MEASURE.in_units(value));
        for (place, verdict) in self.verdicts() {
            let row = Row {
                r#move: place,
                seat: G::SEAT_NAMES[verdict.seat.index()],
                player: self.session.header().seats[verdict.seat.index()].clone(),
                played: verdict.played.to_string(),
                better: verdict.better.map(|better| better.to_string()),
                value: verdict.value.map(in_units),
                cost: verdict.cost.map(in_units),
                unit: G::MEASURE.unit,
                exact: verdict.exact,
                words: verdict.comment.clone(),
            };
            serde_json::to_writer(&mut *output, &row).map_err(std::io::Error::from)?;
            writeln!(output)?;
        }
        Ok(())
    }

    fn write_table(&self, output: &mut dyn Write, budget: Budget) -> Result<(), Error> {
        let header = self.session.header();
        let measure = G::MEASURE;
        let thought = match budget {
            Budget::Time(time) => format!("{} s of thinking each", time.as_secs_f64()),
            Budget::Nodes(u64::MAX) => "thought through".to_owned(),
            Budget::Nodes(nodes) => format!("{nodes} positions each"),
        };
        writeln!(
            output,
            "{}: {} moves, {thought}\n",
            title_with_size(G::TITLE, G::size_of(&header.setup)),
            self.judged.len()
        )?;
        self.write_seats(output)?;
        let mut costly: Vec<_> =
            self.verdicts().filter(|(_, verdict)| costs(verdict) >= measure.min_cost).collect();
        costly.sort_by(|(_, one), (_, other)| costs(other).total_cmp(&costs(one)));
        if costly.is_empty() {
            return Ok(writeln!(output, "\nNo move cost anything that is worth a word.")?);
        }
        writeln!(output, "\nWhat cost most ({}):\n", measure.description)?;
        let headings = ["move", "seat", "played", "better", "cost", "before", "known"];
        let mut rows = vec![headings.map(str::to_owned).to_vec()];
        rows.extend(costly.into_iter().take(COSTLY).map(|(place, verdict)| {
            let better = verdict.better.map_or_else(String::new, |better| better.to_string());
            vec![
                place.to_string(),
                G::SEAT_NAMES[verdict.seat.index()].to_owned(),
                verdict.played.to_string(),
                better,
                verdict.cost.map_or_else(String::new, |cost| measure.format_cost(cost)),
                verdict.value.map_or_else(String::new, |value| measure.format_value(value)),
                if verdict.exact { "exactly" } else { "by estimate" }.to_owned(),
            ]
        }));
        Ok(write_aligned(output, &rows)?)
    }

    /// What each seat has given away.
    fn write_seats(&self, output: &mut dyn Write) -> Result<(), Error> {
        let measure = G::MEASURE;
        let mut rows =
            vec![["seat", "player", "moves", "given away", "in"].map(str::to_owned).to_vec()];
        for seat in self.session.game().seats().iter() {
            let own = || {
                self.verdicts().map(|(_, verdict)| verdict).filter(|verdict| verdict.seat == seat)
            };
            let dear = own().filter(|verdict| costs(verdict) >= measure.min_cost);
            rows.push(vec![
                name::<G>(seat).to_owned(),
                self.session.header().seats[seat.index()].clone(),
                own().count().to_string(),
                measure.format_cost(own().map(costs).sum()),
                dear.count().to_string(),
            ]);
        }
        Ok(write_aligned(output, &rows)?)
    }
}

fn name<G: ArcadeGame>(seat: Seat) -> &'static str {
    G::SEAT_NAMES[seat.index()]
}

fn costs<A>(verdict: &Verdict<A>) -> f64 {
    verdict.cost.unwrap_or(0.0)
}

/// As many digits as say something.
fn in_thousandths(value: f64) -> f64 {
    // Not -0.
    (1000.0 * value).round() / 1000.0 + 0.0
}

fn progress_bar(moves: usize) -> ProgressBar {
    // Drawn on standard error, and only if that is a terminal.
    let bar = ProgressBar::new(moves as u64);
    let style =
        ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} moves, {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
