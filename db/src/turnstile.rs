//! A test hook that delays the start of transactions.

use std::{fmt, sync::Arc};

use super::Work;

/// Called before each transaction of [`read`](super::Db::read), [`read_long`](super::Db::read_long) and
/// [`write`](super::Db::write). Tests use it to control the order of concurrent transactions.
#[derive(Clone)]
pub struct Turnstile(Arc<dyn Fn(Turn) -> Work<'static, ()> + Send + Sync>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Read,
    Write,
}

impl Turnstile {
    /// Each transaction waits for the future that `pass` returns.
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
