//! The figures of the bench `terminal`, and those that were kept of an earlier run.

use std::{fs, path::PathBuf, time::Duration};

use toml::{Table, Value};

/// A measured value with its unit.
#[derive(Clone, Copy, Debug)]
pub enum Unit {
    /// A time.
    Milliseconds(Duration),
    /// An amount of memory in bytes, printed in megabytes.
    Memory(u64),
    /// A number.
    Count(u64),
}

impl Unit {
    /// Returns the value as it is printed and kept.
    fn value(self) -> f64 {
        let rounded = |value: f64| (value * 100.0).round() / 100.0;
        let number = |count: u64| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        match self {
            Self::Milliseconds(time) => rounded(time.as_secs_f64() * 1000.0),
            Self::Memory(bytes) => rounded(number(bytes) / 1e6),
            Self::Count(count) => number(count),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Milliseconds(_) => "ms",
            Self::Memory(_) => "MB",
            Self::Count(_) => "",
        }
    }
}

/// The kept figures, and those of this run, by screen.
#[derive(Debug)]
pub struct Figures {
    kept: Table,
    measured: Table,
    screen: String,
}

impl Figures {
    /// Reads the kept figures. Those that can't be read are missing in the table.
    pub fn read() -> Self {
        let kept = fs::read_to_string(path()).ok().and_then(|text| text.parse().ok());
        Self { kept: kept.unwrap_or_default(), measured: Table::new(), screen: String::new() }
    }

    /// Begins a screen with this name.
    pub fn begin(&mut self, screen: &str) {
        screen.clone_into(&mut self.screen);
        println!("\n{screen:<34} {:>12} {:>12}   target", "measured", "kept");
    }

    /// Prints a figure of the screen next to the kept one.
    pub fn add(&mut self, name: &str, measured: Unit, target: &str) {
        let value = measured.value();
        let kept = self.kept.get(&self.screen).and_then(|screen| screen.get(name));
        let kept = kept.and_then(Value::as_float).map(|kept| kept.to_string());
        let kept = kept.as_deref().unwrap_or("-");
        let unit = measured.name();
        println!("  {name:<32} {value:>8} {unit:<3} {kept:>12}   {target}");
        let screen = self.measured.entry(&self.screen).or_insert_with(|| Table::new().into());
        if let Value::Table(screen) = screen {
            screen.insert(name.to_owned(), value.into());
        }
    }

    /// Keeps the figures of this run.
    pub fn write(&self) {
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
