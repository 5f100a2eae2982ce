//! Whose turn it is to begin a transaction.

use std::{fmt, sync::Arc};

use super::Work;

/// Passed before each transaction of [`read`](super::Db::read), [`read_long`](super::Db::read_long) and
/// [`write`](super::Db::write). For tests that decide in which order rivals meet; a shop has none.
#[derive(Clone)]
pub struct Turnstile(Arc<dyn Fn(Turn) -> Work<'static, ()> + Send + Sync>);

/// What is about to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Read,
    Write,
}

impl Turnstile {
    /// Whoever wants to pass waits until what `pass` answers has ended.
    pub fn new(pass: impl Fn(Turn) -> Work<'static, ()> + Send + Sync + 'static) -> Self {
        Self(Arc::new(pass))
    }

    pub(super) async fn pass(&self, turn: Turn) {
        (self.0)(turn).await;
    }
}

impl fmt::Debug for Turnstile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Turnstile")
    }
}
