//! The version of the running kernel.

use std::fs;

/// Whether the running kernel has at least this version, as major and minor number.
pub fn is_kernel_at_least(version: (u32, u32)) -> bool {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut numbers = release.split('.').map_while(|number| number.parse::<u32>().ok());
    (numbers.next(), numbers.next()) >= (Some(version.0), Some(version.1))
}
