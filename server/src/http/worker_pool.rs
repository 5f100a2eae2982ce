//! A bounded pool for CPU-heavy work: N run, M wait, the rest is rejected with `Busy`.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use thiserror::Error;
use tokio::sync::Semaphore;

#[derive(Debug, Error)]
pub enum WorkerPoolError {
    #[error("the worker pool is full")]
    Busy,
    #[error("the work failed: {0}")]
    Failed(String),
}

/// Clones share the limits.
#[derive(Clone)]
pub struct WorkerPool {
    running: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    max_waiting: usize,
    max_wait: Duration,
}

impl WorkerPool {
    pub fn new(max_running: usize, max_waiting: usize, max_wait: Duration) -> Self {
        Self {
            running: Arc::new(Semaphore::new(max_running)),
            waiting: Arc::new(AtomicUsize::new(0)),
            max_waiting,
            max_wait,
        }
    }

    /// Whether more work would be rejected now. Lets the caller skip its own preparation.
    pub fn is_full(&self) -> bool {
        self.waiting.load(Ordering::Acquire) >= self.max_waiting
    }

    /// Once started, the work runs to completion, also if the caller is dropped.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkerPoolError> {
        let slot = QueueSlot::take(&self.waiting, self.max_waiting).ok_or(WorkerPoolError::Busy)?;
        let permit = tokio::time::timeout(self.max_wait, Arc::clone(&self.running).acquire_owned())
            .await
            .map_err(|_| WorkerPoolError::Busy)?
            .map_err(|error| WorkerPoolError::Failed(error.to_string()))?;
        drop(slot);
        tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        })
        .await
        .map_err(|error| WorkerPoolError::Failed(error.to_string()))
    }
}

/// A slot in the queue, released also when the caller is dropped while waiting.
struct QueueSlot(Arc<AtomicUsize>);

impl QueueSlot {
    fn take(count: &Arc<AtomicUsize>, max: usize) -> Option<Self> {
        let slot = Self(Arc::clone(count));
        (count.fetch_add(1, Ordering::AcqRel) < max).then_some(slot)
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_beyond_the_queue_is_rejected() {
        let bounded = WorkerPool::new(2, 32, Duration::from_mins(1));
        let _all = Arc::clone(&bounded.running).acquire_many_owned(2).await.unwrap();
        let waiting: Vec<_> = (0..32)
            .map(|_| {
                let bounded = bounded.clone();
                tokio::spawn(async move { bounded.run(|| ()).await })
            })
            .collect();
        while bounded.waiting.load(Ordering::Acquire) < 32 {
            tokio::task::yield_now().await;
        }
        assert!(bounded.is_full());
        assert!(matches!(bounded.run(|| ()).await, Err(WorkerPoolError::Busy)));
        for handle in waiting {
            handle.abort();
            let _ = handle.await;
        }
        assert_eq!(bounded.waiting.load(Ordering::Acquire), 0);
        assert!(!bounded.is_full());
    }

    #[tokio::test]
    async fn a_long_wait_is_busy_and_a_panic_stays_in_its_thread() {
        let bounded = WorkerPool::new(1, 1, Duration::from_millis(10));
        let permit = Arc::clone(&bounded.running).acquire_owned().await.unwrap();
        assert!(matches!(bounded.run(|| ()).await, Err(WorkerPoolError::Busy)));
        drop(permit);
        assert!(matches!(bounded.run(|| panic!("in the work")).await, Err(WorkerPoolError::Failed(_))));
        assert_eq!(bounded.run(|| 7).await.unwrap(), 7);
    }
}
