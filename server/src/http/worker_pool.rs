//! Heavy work on threads of its own: so much at once, a few that wait, and a word to the rest to come back.

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
pub enum Error {
    #[error("too much of this is being done at the moment")]
    Busy,
    #[error("it broke off: {0}")]
    Failed(String),
}

/// Clones share the places.
#[derive(Clone)]
pub struct Bounded {
    running: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    most_waiting: usize,
    longest_wait: Duration,
}

impl Bounded {
    pub fn new(at_once: usize, most_waiting: usize, longest_wait: Duration) -> Self {
        Self {
            running: Arc::new(Semaphore::new(at_once)),
            waiting: Arc::new(AtomicUsize::new(0)),
            most_waiting,
            longest_wait,
        }
    }

    /// Whether one more would be turned away right now: for those who have other work to spare before they ask.
    pub fn is_full(&self) -> bool {
        self.waiting.load(Ordering::Acquire) >= self.most_waiting
    }

    /// Runs to its end once it has begun, also when nobody waits for it any more.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let place = Waiting::take(&self.waiting, self.most_waiting).ok_or(Error::Busy)?;
        let permit = tokio::time::timeout(self.longest_wait, Arc::clone(&self.running).acquire_owned())
            .await
            .map_err(|_| Error::Busy)?
            .map_err(|error| Error::Failed(error.to_string()))?;
        drop(place);
        tokio::task::spawn_blocking(move || {
            let _held = permit;
            work()
        })
        .await
        .map_err(|error| Error::Failed(error.to_string()))
    }
}

/// A place in the queue, given back even when the caller goes away while waiting.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn take(count: &Arc<AtomicUsize>, most: usize) -> Option<Self> {
        let place = Self(Arc::clone(count));
        (count.fetch_add(1, Ordering::AcqRel) < most).then_some(place)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_flood_is_turned_away_instead_of_queued_without_end() {
        let bounded = Bounded::new(2, 32, Duration::from_mins(1));
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
        assert!(matches!(bounded.run(|| ()).await, Err(Error::Busy)));
        for handle in waiting {
            handle.abort();
            let _ = handle.await;
        }
        assert_eq!(bounded.waiting.load(Ordering::Acquire), 0);
        assert!(!bounded.is_full());
    }

    #[tokio::test]
    async fn who_waits_too_long_is_told_so_and_a_panic_stays_where_it_is() {
        let bounded = Bounded::new(1, 1, Duration::from_millis(10));
        let held = Arc::clone(&bounded.running).acquire_owned().await.unwrap();
        assert!(matches!(bounded.run(|| ()).await, Err(Error::Busy)));
        drop(held);
        assert!(matches!(bounded.run(|| panic!("in the work")).await, Err(Error::Failed(_))));
        assert_eq!(bounded.run(|| 7).await.unwrap(), 7);
    }
}
