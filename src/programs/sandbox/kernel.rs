//! Which kernel runs here.

use std::fs;

/// Whether the kernel has this version or a later one.
pub fn has_kernel(version: (u32, u32)) -> bool {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut numbers = release.split('.').map_while(|number| number.parse::<u32>().ok());
    (numbers.next(), numbers.next()) >= (Some(version.0), Some(version.1))
}
