//! A memory limit that simultaneous searches share.

use std::sync::{Arc, Mutex};

use crate::sync::lock;

/// A limit on the total memory of several searches' tables. Clones share the limit.
#[derive(Clone, Debug)]
pub struct MemoryPool(Arc<Pool>);

#[derive(Debug)]
struct Pool {
    bytes: usize,
    usage: Mutex<Usage>,
}

#[derive(Debug, Default)]
struct Usage {
    now: usize,
    peak: usize,
}

impl MemoryPool {
    /// Creates a pool of this size.
    pub fn new(bytes: usize) -> Self {
        Self(Arc::new(Pool { bytes, usage: Mutex::default() }))
    }

    /// The size of the pool in bytes.
    pub fn bytes(&self) -> usize {
        self.0.bytes
    }

    /// The number of bytes that are in use.
    pub fn used(&self) -> usize {
        lock(&self.0.usage).now
    }

    /// The largest number of bytes in use at any one time.
    pub fn peak(&self) -> usize {
        lock(&self.0.usage).peak
    }

    /// Takes up to `wanted` bytes, but at most half of the rest, so that other searches get some.
    pub fn take(&self, wanted: usize) -> MemoryShare {
        let mut usage = lock(&self.0.usage);
        let bytes = wanted.min(self.0.bytes.saturating_sub(usage.now) / 2);
        usage.now += bytes;
        usage.peak = usage.peak.max(usage.now);
        MemoryShare { bytes, pool: Some(self.clone()) }
    }
}

/// Permission to use some memory. Dropping it returns the bytes to the pool, so free the memory
/// itself first.
#[derive(Debug, Default)]
pub struct MemoryShare {
    bytes: usize,
    pool: Option<MemoryPool>,
}

impl MemoryShare {
    /// A share of this size that belongs to no pool.
    pub fn new(bytes: usize) -> Self {
        Self { bytes, pool: None }
    }

    /// The size of the share in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether the bytes belong to a pool, which other searches share.
    pub fn is_from_pool(&self) -> bool {
        self.pool.is_some()
    }
}

impl Drop for MemoryShare {
    fn drop(&mut self) {
        if let Some(pool) = &self.pool {
            let mut usage = lock(&pool.0.usage);
            usage.now = usage.now.saturating_sub(self.bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_never_exceed_the_pool_and_go_back_to_it() {
        let pool = MemoryPool::new(1000);
        let shares: Vec<_> = [100, 10_000, 10_000, 10_000].map(|bytes| pool.take(bytes)).into();
        assert_eq!(shares.iter().map(MemoryShare::bytes).collect::<Vec<_>>(), [100, 450, 225, 112]);
        assert_eq!(pool.used(), 887);
        let many: Vec<_> = (0..100).map(|_| pool.take(10_000)).collect();
        assert!(pool.used() < pool.bytes());
        drop((shares, many));
        assert_eq!(pool.used(), 0);
        assert!(pool.peak() > 990 && pool.peak() <= 1000);
        assert_eq!(pool.clone().take(10_000).bytes(), 500);
    }
}
