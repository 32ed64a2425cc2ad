//! The review of a recorded game.

use std::{io::Write, path::Path, process::ExitCode};

use serde::Serialize;

use super::AnalyseArgs;
use crate::{
    cli::{
        error::{self, CliError},
        interrupts::{self, Interrupts},
        output::{progress_bar, standard_output, write_json, write_table},
    },
    database::RecordFile,
    games::{ArcadeGame, Notation, check_recorded_players, counted, names_at, title_with_size},
    widgets::glyphs,
};
use fourcade_engine::{
    play::{
        Budget, CancelToken, Measure, PlayerError, Seats, StepReview, Verdict, review_session,
        reviewable_lines,
    },
    with_game,
};

const MAX_LISTED_MOVES: usize = 10;

pub fn run(options: &AnalyseArgs, file: &Path) -> Result<ExitCode, CliError> {
    let file = RecordFile::open(file)?;
    with_game!(file.game, G => review::<G>(options, file))
}

fn review<G: ArcadeGame>(options: &AnalyseArgs, file: RecordFile) -> Result<ExitCode, CliError> {
    if !G::HAS_DEPTH && (options.depth.is_some() || options.exact) {
        let title = G::FACTS.title;
        return Err(CliError::usage(format!(
            "only Flip has --depth and --exact; use --time or --nodes for {title}"
        )));
    }
    let session = file.read::<G>(check_recorded_players::<G>)?;
    let step_count = reviewable_lines(session.lines()).count();
    let cancel = CancelToken::default();
    let mut steps: Vec<StepReview<String, String>> = Vec::new();
    let result = {
        let _interrupts = Interrupts::watch(&cancel)?;
        let bar = progress_bar(step_count, "moves");
        bar.tick();
        let result = review_session(&session, &options.limits(), &cancel, &mut |step| {
            // Programs read the notation of records.
            let reason = |verdict: &Verdict<_, _>, reason: &_| {
                let notation = if options.json { Notation::Course } else { Notation::FromOne };
                let why = G::explain(reason, verdict.seat, None, notation);
                glyphs::ASCII.write(&why).into_owned()
            };
            steps.push(step.written(
                |action| if options.json { action.to_string() } else { plain::<G>(*action) },
                reason,
            ));
            bar.inc(1);
        });
        bar.finish_and_clear();
        result
    };
    match result {
        Err(PlayerError::Fault(why) | PlayerError::Failed(_, why)) => {
            return Err(CliError::Failed(why));
        }
        Err(PlayerError::Cancelled) if steps.is_empty() => return Err(CliError::Interrupted),
        Err(PlayerError::Cancelled) => {
            let done = steps.len();
            error::print_message(&format_args!(
                "interrupted: these are the last {done} moves of {step_count}"
            ));
        }
        Ok(()) => {}
    }
    // The review goes from the end to the start.
    steps.reverse();
    let report = ReviewReport {
        title: title_with_size(G::FACTS.title, G::size_of(&session.header().setup)),
        measure: G::MEASURE,
        seat_names: G::SEAT_NAMES,
        seats: session.game().seats(),
        players: &session.header().seats,
        names: names_at(&session, &[]),
        steps: &steps,
    };
    let mut output = standard_output();
    if options.json {
        report.write_json(&mut output)?;
    } else {
        report.write_table(&mut output, options.limits().budget)?;
    }
    output.flush()?;
    Ok(if result.is_err() { ExitCode::from(interrupts::exit_status()) } else { ExitCode::SUCCESS })
}

/// Writes an action for a person.
fn plain<G: ArcadeGame>(action: G::Action) -> String {
    glyphs::ASCII.write(&G::write(action, Notation::FromOne)).into_owned()
}

struct ReviewReport<'a> {
    /// The title of the game, with its size.
    title: String,
    measure: Measure,
    seat_names: &'static [&'static str],
    seats: Seats,
    /// The players by seat, as in the record.
    players: &'a [String],
    /// Their names for people.
    names: Vec<String>,
    /// The reviews of the steps, from the first to the last.
    steps: &'a [StepReview<String, String>],
}

/// A line of the output of `--json`.
#[derive(Serialize)]
struct VerdictRow {
    /// The number of the step, from 1.
    r#move: usize,
    seat: &'static str,
    player: String,
    played: String,
    better: Option<String>,
    value: Option<f64>,
    cost: Option<f64>,
    unit: &'static str,
    exact: bool,
    /// The expected moves from here on.
    line: Vec<String>,
    /// Why the move was costly or, if it was not, what speaks for it.
    reasons: Vec<String>,
    /// What speaks for the better move.
    merits: Vec<String>,
}

impl ReviewReport<'_> {
    /// Returns each verdict with the number of its step, from 1.
    fn verdicts(&self) -> impl Iterator<Item = (usize, &Verdict<String, String>)> {
        self.steps
            .iter()
            .flat_map(|step| step.verdicts.iter().map(move |verdict| (step.line + 1, verdict)))
    }

    fn write_json(&self, output: &mut dyn Write) -> Result<(), CliError> {
        let in_units = |value| in_thousandths(self.measure.in_units(value));
        for (number, verdict) in self.verdicts() {
            let row = VerdictRow {
                r#move: number,
                seat: self.seat_names[verdict.seat.index()],
                player: self.players[verdict.seat.index()].clone(),
                played: verdict.played.clone(),
                better: verdict.better.clone(),
                value: verdict.value.map(in_units),
                cost: verdict.cost.map(in_units),
                unit: self.measure.unit,
                exact: verdict.exact,
                line: verdict.line.clone(),
                reasons: verdict.reasons.clone(),
                merits: verdict.merits.clone(),
            };
            write_json(output, &row)?;
        }
        Ok(())
    }

    fn write_table(&self, output: &mut dyn Write, budget: Budget) -> Result<(), CliError> {
        let measure = &self.measure;
        let budget = match budget {
            Budget::Time(time) => format!("{} s each", time.as_secs_f64()),
            Budget::Nodes(u64::MAX) => "searched to the end".to_owned(),
            Budget::Nodes(nodes) => format!("{nodes} positions each"),
        };
        writeln!(output, "{}: {} moves, {budget}\n", self.title, self.steps.len())?;
        self.write_seats(output)?;
        let mut expensive: Vec<_> =
            self.verdicts().filter(|(_, verdict)| cost(verdict) >= measure.min_cost).collect();
        expensive.sort_by(|(_, one), (_, other)| cost(other).total_cmp(&cost(one)));
        expensive.truncate(MAX_LISTED_MOVES);
        if expensive.is_empty() {
            return Ok(writeln!(output, "\nNo costly moves.")?);
        }
        writeln!(output, "\nCostliest moves ({}):\n", measure.description)?;
        let headings = ["move", "seat", "played", "better", "cost", "before", "certainty"];
        let mut lines = vec![headings.map(str::to_owned).to_vec()];
        lines.extend(expensive.iter().map(|(number, verdict)| {
            let better = verdict.better.clone().unwrap_or_default();
            vec![
                number.to_string(),
                self.seat_names[verdict.seat.index()].to_owned(),
                verdict.played.clone(),
                better,
                verdict.cost.map_or_else(String::new, |cost| measure.format_cost(cost)),
                verdict.value.map_or_else(String::new, |value| measure.format_value(value)),
                if verdict.exact { "exact" } else { "estimate" }.to_owned(),
            ]
        }));
        write_table(output, &lines)?;
        if expensive.iter().any(|(_, verdict)| why(verdict).is_some()) {
            writeln!(output, "\nWhy:\n")?;
        }
        for (number, verdict) in expensive {
            if let Some(why) = why(verdict) {
                writeln!(output, "{number:>4}  {why}")?;
            }
        }
        Ok(())
    }

    /// Writes a table of the seats with the total cost of their moves.
    fn write_seats(&self, output: &mut dyn Write) -> Result<(), CliError> {
        let measure = &self.measure;
        let mut lines =
            vec![["seat", "player", "moves", "lost", "over"].map(str::to_owned).to_vec()];
        for seat in self.seats.iter() {
            let verdicts = || {
                self.verdicts().map(|(_, verdict)| verdict).filter(|verdict| verdict.seat == seat)
            };
            let expensive = verdicts().filter(|verdict| cost(verdict) >= measure.min_cost);
            lines.push(vec![
                self.seat_names[seat.index()].to_owned(),
                self.names[seat.index()].clone(),
                verdicts().count().to_string(),
                measure.format_cost(verdicts().map(cost).sum()),
                counted(expensive.count(), "move"),
            ]);
        }
        Ok(write_table(output, &lines)?)
    }
}

/// Says why a decision was costly and what speaks for the better one, if reasons are known.
fn why(verdict: &Verdict<String, String>) -> Option<String> {
    let fault = verdict.reasons.first().map(|why| format!("{}: {why}.", verdict.played));
    let said = verdict.reasons.first();
    let merit = verdict.merits.iter().find(|&merit| Some(merit) != said);
    let merit = verdict.better.as_ref().zip(merit);
    let merit = merit.map(|(better, why)| format!("{better}: {why}."));
    let parts: Vec<_> = fault.into_iter().chain(merit).collect();
    (!parts.is_empty()).then(|| parts.join(" Better "))
}

/// Returns the cost of a decision, or 0 if it is unknown.
fn cost(verdict: &Verdict<String, String>) -> f64 {
    verdict.cost.unwrap_or(0.0)
}

fn in_thousandths(value: f64) -> f64 {
    // Adding 0.0 turns -0.0 into 0.0.
    (1000.0 * value).round() / 1000.0 + 0.0
}
