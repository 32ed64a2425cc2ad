//! What the background work of a front end shares.

use std::{ops::Deref, sync::Arc, time::Duration};

use crate::{
    job::Wake,
    settings::guest::{Cores, Guest},
};
use fourcade_engine::play::MemoryPool;

/// The memory for the tables of all searches together, in bytes.
const SEARCH_MEMORY: usize = 64 << 20;

/// Starts the jobs of a front end: wakes the thread that takes their answers, and holds the memory
/// and the cores for their searches.
#[derive(Clone, Debug)]
pub struct Background {
    wake: Wake,
    memory: MemoryPool,
    thinking: Arc<ThinkingLimits>,
}

#[derive(Debug, Default)]
struct ThinkingLimits {
    /// The time for a move; `None` for the usual one.
    time: Option<Duration>,
    cores: Cores,
}

impl Deref for Background {
    type Target = Wake;

    fn deref(&self) -> &Wake {
        &self.wake
    }
}

impl Background {
    pub fn new(wake: Wake) -> Self {
        Self { wake, memory: MemoryPool::new(SEARCH_MEMORY), thinking: Arc::default() }
    }

    pub fn memory(&self) -> &MemoryPool {
        &self.memory
    }

    /// Limits how long and on how many cores computer players think for a guest.
    pub fn with_limits_of(self, guest: &Guest) -> Self {
        let thinking = ThinkingLimits { time: Some(guest.limits.thinking), cores: guest.cores() };
        Self { thinking: Arc::new(thinking), ..self }
    }

    /// Returns how long a search takes that usually takes this long.
    pub fn thinking_time(&self, usual: Duration) -> Duration {
        self.thinking.time.unwrap_or(usual)
    }

    pub fn cores(&self) -> &Cores {
        &self.thinking.cores
    }
}
