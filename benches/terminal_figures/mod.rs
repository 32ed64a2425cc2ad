//! The figures of the bench `terminal`, and the baseline of an earlier run.

use std::{fs, path::PathBuf, time::Duration};

use toml::{Table, Value};

#[derive(Clone, Copy, Debug)]
pub enum Measurement {
    Time(Duration),
    /// In bytes.
    Memory(u64),
    Count(u64),
}

impl Measurement {
    /// Returns the value in its [unit](Self::unit).
    fn value(self) -> f64 {
        let rounded = |value: f64| (value * 100.0).round() / 100.0;
        let number = |count: u64| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        match self {
            Self::Time(time) => rounded(time.as_secs_f64() * 1000.0),
            Self::Memory(bytes) => rounded(number(bytes) / 1e6),
            Self::Count(count) => number(count),
        }
    }

    fn unit(self) -> &'static str {
        match self {
            Self::Time(_) => "ms",
            Self::Memory(_) => "MB",
            Self::Count(_) => "",
        }
    }
}

/// The figures of this run and of the baseline, by screen.
#[derive(Debug)]
pub struct Figures {
    baseline: Table,
    measured: Table,
    screen: String,
}

impl Figures {
    /// Reads the baseline. Figures that can't be read are missing.
    pub fn read() -> Self {
        let baseline = fs::read_to_string(path()).ok().and_then(|text| text.parse().ok());
        let baseline = baseline.unwrap_or_default();
        Self { baseline, measured: Table::new(), screen: String::new() }
    }

    /// Begins the figures of a screen.
    pub fn begin_screen(&mut self, screen: &str) {
        screen.clone_into(&mut self.screen);
        println!("\n{screen:<34} {:>12} {:>12}   target", "measured", "kept");
    }

    /// Prints a figure of the screen next to the baseline.
    pub fn add(&mut self, name: &str, measured: Measurement, target: &str) {
        let value = measured.value();
        let baseline = self.baseline.get(&self.screen).and_then(|screen| screen.get(name));
        let baseline = baseline.and_then(Value::as_float).map(|value| value.to_string());
        let baseline = baseline.as_deref().unwrap_or("-");
        let unit = measured.unit();
        println!("  {name:<32} {value:>8} {unit:<3} {baseline:>12}   {target}");
        let screen = self.measured.entry(&self.screen).or_insert_with(|| Table::new().into());
        if let Value::Table(screen) = screen {
            screen.insert(name.to_owned(), value.into());
        }
    }

    /// Makes the figures of this run the baseline.
    pub fn write_baseline(&self) {
        let text = format!(
            "# Written by the bench `terminal` with `--keep`: milliseconds, MB, bytes.\n\n{}",
            self.measured
        );
        if let Err(error) = fs::write(path(), text) {
            println!("the figures can't be kept: {error}");
        }
    }
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("benches/terminal.toml")
}
