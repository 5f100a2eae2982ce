//! A test hook that delays the start of transactions.

use std::{fmt, sync::Arc};

use super::TxFuture;

/// A function that runs before each transaction of [`read`](super::Db::read), [`read_long`](super::Db::read_long) and
/// [`write`](super::Db::write). Tests use it to control the order of concurrent transactions.
#[derive(Clone)]
pub struct TxGate(Arc<dyn Fn(TxKind) -> TxFuture<'static, ()> + Send + Sync>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TxKind {
    Read,
    Write,
}

impl TxGate {
    /// Each transaction waits for the future that `pass` returns.
    pub fn new(pass: impl Fn(TxKind) -> TxFuture<'static, ()> + Send + Sync + 'static) -> Self {
        Self(Arc::new(pass))
    }

    pub(super) async fn pass(&self, kind: TxKind) {
        (self.0)(kind).await;
    }
}

impl fmt::Debug for TxGate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TxGate")
    }
}
