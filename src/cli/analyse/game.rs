//! The review of a recorded game.

use std::{io::Write, path::Path, process::ExitCode};

use serde::Serialize;

use super::AnalyseArgs;
use crate::{
    app::review::{ReviewResults, SeatLoss},
    cli::{
        error::{self, CliError},
        interrupts::{self, Interrupts},
        output::{progress_bar, standard_output, write_json, write_table},
    },
    database::RecordFile,
    games::{ArcadeGame, Naming, Notation, counted, names_at, read_record_file, title_with_size},
    widgets::glyphs,
};
use fourcade_engine::{
    play::{Budget, CancelToken, PlayerError, Seats, Verdict, review_session},
    with_game,
};

const MAX_LISTED_MOVES: usize = 10;

pub fn run(options: &AnalyseArgs, file: &Path) -> Result<ExitCode, CliError> {
    let file = RecordFile::open(file, options.game)?;
    with_game!(file.game, G => review::<G>(options, file))
}

fn review<G: ArcadeGame>(options: &AnalyseArgs, file: RecordFile) -> Result<ExitCode, CliError> {
    if !G::HAS_DEPTH_LIMIT && (options.depth.is_some() || options.exact) {
        let title = G::FACTS.title;
        return Err(CliError::usage(format!(
            "only Flip has --depth and --exact; use --time or --nodes for {title}"
        )));
    }
    let session = read_record_file::<G>(file)?;
    let mut results = ReviewResults::new(&session);
    let cancel = CancelToken::default();
    let result = {
        let _interrupts = Interrupts::watch(&cancel)?;
        let bar = progress_bar(results.total_steps, "moves");
        bar.tick();
        let result = review_session(&session, &options.limits(), &cancel, &mut |step| {
            // JSON is for programs, so it has the notation of records.
            let reason = |verdict: &Verdict<_, _>, reason: &_| {
                let notation = if options.json { Notation::Course } else { Notation::FromOne };
                let why = G::explain(reason, verdict.seat, None, notation);
                glyphs::ASCII.translate(&why).into_owned()
            };
            results.add(step.to_text(
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
        Err(PlayerError::Cancelled) if results.reviewed_steps == 0 => {
            return Err(CliError::Interrupted);
        }
        Err(PlayerError::Cancelled) => {
            let (done, planned) = (results.reviewed_steps, results.total_steps);
            error::print_message(&format_args!(
                "interrupted: these are the last {done} moves of {planned}"
            ));
        }
        Ok(()) => {}
    }
    let report = ReviewReport {
        title: title_with_size(G::FACTS.title, G::size_of(&session.header().setup)),
        seat_names: G::SEAT_NAMES,
        seats: session.game().seats(),
        players: &session.header().players,
        names: names_at(&session, &[], Naming::Levels),
        line_count: session.lines().len(),
        results: &results,
    };
    let mut output = standard_output();
    if options.json {
        report.write_json(&mut output)?;
    } else {
        report.write_table(&mut output, options.limits().budget)?;
    }
    output.flush()?;
    Ok(interrupts::exit_code(result.is_err()))
}

/// Formats an action for a person.
fn plain<G: ArcadeGame>(action: G::Action) -> String {
    glyphs::ASCII.translate(&G::write(action, Notation::FromOne)).into_owned()
}

struct ReviewReport<'a> {
    /// With the size of the board.
    title: String,
    seat_names: &'static [&'static str],
    seats: Seats,
    /// By seat, as in the record.
    players: &'a [String],
    /// By seat, for people.
    names: Vec<String>,
    /// Of the record.
    line_count: usize,
    results: &'a ReviewResults,
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
    /// Reasons why the move was costly, or if it was not, reasons for it.
    reasons: Vec<String>,
    /// Reasons for the better move.
    merits: Vec<String>,
}

impl ReviewReport<'_> {
    fn write_json(&self, output: &mut dyn Write) -> Result<(), CliError> {
        let measure = &self.results.measure;
        let in_units = |value| in_thousandths(measure.in_units(value));
        let verdicts = (0..self.line_count)
            .flat_map(|line| self.results.verdicts(line).iter().map(move |it| (line + 1, it)));
        for (number, verdict) in verdicts {
            let row = VerdictRow {
                r#move: number,
                seat: self.seat_names[verdict.seat.index()],
                player: self.players[verdict.seat.index()].clone(),
                played: verdict.played.clone(),
                better: verdict.better.clone(),
                value: verdict.value.map(in_units),
                cost: verdict.cost.map(in_units),
                unit: measure.unit,
                exact: verdict.exact,
                line: verdict.variation.clone(),
                reasons: verdict.reasons.clone(),
                merits: verdict.merits.clone(),
            };
            write_json(output, &row)?;
        }
        Ok(())
    }

    fn write_table(&self, output: &mut dyn Write, budget: Budget) -> Result<(), CliError> {
        let measure = &self.results.measure;
        let budget = match budget {
            Budget::Time(time) => format!("{} s each", time.as_secs_f64()),
            Budget::Nodes(u64::MAX) => "searched to the end".to_owned(),
            Budget::Nodes(nodes) => format!("{nodes} positions each"),
        };
        writeln!(output, "{}: {} moves, {budget}\n", self.title, self.results.reviewed_steps)?;
        self.write_seats(output)?;
        let costliest: Vec<_> = self.results.costly().take(MAX_LISTED_MOVES).collect();
        if costliest.is_empty() {
            return Ok(writeln!(output, "\nNo costly moves.")?);
        }
        writeln!(output, "\nCostliest moves ({}):\n", measure.description)?;
        let headings = ["move", "seat", "played", "better", "cost", "before", "certainty"];
        let mut lines = vec![headings.map(str::to_owned).to_vec()];
        lines.extend(costliest.iter().map(|(line, verdict)| {
            vec![
                (line + 1).to_string(),
                self.seat_names[verdict.seat.index()].to_owned(),
                verdict.played.clone(),
                verdict.better.clone().unwrap_or_default(),
                verdict.cost.map_or_else(String::new, |cost| measure.format_cost(cost)),
                verdict.value.map_or_else(String::new, |value| measure.format_value(value)),
                if verdict.exact { "exact" } else { "estimate" }.to_owned(),
            ]
        }));
        write_table(output, &lines)?;
        let explained =
            costliest.iter().filter_map(|(line, verdict)| Some((line, explain(verdict)?)));
        for (index, (line, explanation)) in explained.enumerate() {
            if index == 0 {
                writeln!(output, "\nWhy:\n")?;
            }
            writeln!(output, "{:>4}  {explanation}", line + 1)?;
        }
        Ok(())
    }

    /// Writes a table of the seats with the total cost of their moves.
    fn write_seats(&self, output: &mut dyn Write) -> Result<(), CliError> {
        let mut lines =
            vec![["seat", "player", "moves", "lost", "over"].map(str::to_owned).to_vec()];
        for seat in self.seats.iter() {
            let SeatLoss { cost, costly_moves, judged_moves } = self.results.loss(seat);
            lines.push(vec![
                self.seat_names[seat.index()].to_owned(),
                self.names[seat.index()].clone(),
                judged_moves.to_string(),
                self.results.measure.format_cost(cost),
                counted(costly_moves, "move"),
            ]);
        }
        Ok(write_table(output, &lines)?)
    }
}

/// Returns a reason why a move was costly and one for the better move, if known.
fn explain(verdict: &Verdict<String, String>) -> Option<String> {
    let reason = verdict.reasons.first();
    let merit = verdict.merits.iter().find(|&merit| Some(merit) != reason);
    let costly = reason.map(|reason| format!("{}: {reason}.", verdict.played));
    let better = verdict.better.as_ref().zip(merit);
    let better = better.map(|(better, merit)| format!("{better}: {merit}."));
    let parts: Vec<_> = costly.into_iter().chain(better).collect();
    (!parts.is_empty()).then(|| parts.join(" Better "))
}

fn in_thousandths(value: f64) -> f64 {
    // Adding 0.0 turns -0.0 into 0.0.
    (1000.0 * value).round() / 1000.0 + 0.0
}
