//! Resources of background jobs: the handle that wakes the front end, memory and cores for
//! searches, and the programs that may run as players.

use std::{ops::Deref, sync::Arc, time::Duration};

use crate::{
    job::Wake,
    settings::{
        consent::Programs,
        guest::{Cores, Guest},
    },
};
use fourcade_engine::play::{Budget, MemoryPool};

/// The memory of all searches together.
const SEARCH_MEMORY_BYTES: usize = 64 << 20;

#[derive(Clone, Debug)]
pub struct Background {
    wake: Wake,
    memory: MemoryPool,
    thinking: Arc<ThinkingLimits>,
    programs: Programs,
}

#[derive(Debug, Default)]
struct ThinkingLimits {
    /// Time for a move; `None` for the usual time.
    time: Option<Duration>,
    cores: Cores,
    counts_nodes: bool,
}

impl Deref for Background {
    type Target = Wake;

    fn deref(&self) -> &Wake {
        &self.wake
    }
}

impl Background {
    pub fn new(wake: Wake) -> Self {
        let (thinking, programs) = (Arc::default(), Programs::default());
        Self { wake, memory: MemoryPool::new(SEARCH_MEMORY_BYTES), thinking, programs }
    }

    pub fn with_programs(self, programs: Programs) -> Self {
        Self { programs, ..self }
    }

    pub fn programs(&self) -> &Programs {
        &self.programs
    }

    pub fn memory(&self) -> &MemoryPool {
        &self.memory
    }

    /// Limits searches to the thinking time and cores of this guest. They no longer count nodes.
    pub fn with_limits_of(self, guest: &Guest) -> Self {
        let time = Some(guest.limits.thinking);
        let thinking = ThinkingLimits { time, cores: guest.cores(), counts_nodes: false };
        Self { thinking: Arc::new(thinking), ..self }
    }

    /// Limits searches by nodes instead of time, so that results don't depend on the machine. A
    /// guest's limits no longer apply.
    pub fn counting_nodes(self) -> Self {
        let thinking = ThinkingLimits { counts_nodes: true, ..ThinkingLimits::default() };
        Self { thinking: Arc::new(thinking), ..self }
    }

    pub fn counts_nodes(&self) -> bool {
        self.thinking.counts_nodes
    }

    /// The budget of a search: its thinking time or, if nodes are counted, `nodes`.
    pub fn budget(&self, usual: Duration, nodes: u64) -> Budget {
        if self.counts_nodes() {
            Budget::Nodes(nodes)
        } else {
            Budget::Time(self.thinking_time(usual))
        }
    }

    /// The host's limit for guests, or else `usual`.
    pub fn thinking_time(&self, usual: Duration) -> Duration {
        self.thinking.time.unwrap_or(usual)
    }

    pub fn cores(&self) -> &Cores {
        &self.thinking.cores
    }
}
