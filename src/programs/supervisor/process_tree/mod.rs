//! Measuring and killing a process and its descendants. Systems other than Linux measure nothing.

#[cfg(target_os = "linux")]
mod linux;

#[cfg(target_os = "linux")]
pub(crate) use linux::{children, kill_descendants, kill_tree, socket_bytes, usage};

/// Resources of a process and its descendants together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ResourceUsage {
    pub memory_bytes: u64,
    pub processes: u64,
}

/// Returns zero, because only Linux has namespaces.
#[cfg(not(target_os = "linux"))]
pub(crate) fn socket_bytes(_: rustix::process::Pid) -> u64 {
    0
}

/// Returns zero usage, because only Linux reports it.
#[cfg(not(target_os = "linux"))]
pub(crate) fn usage(_: rustix::process::Pid) -> ResourceUsage {
    ResourceUsage::default()
}
