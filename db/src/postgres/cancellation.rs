//! What happens to a connection whose caller was cancelled.

use std::time::Duration;

use deadpool_postgres::Client;
use futures_util::FutureExt as _;

use super::connect::Tls;

/// A statement without a transaction, which the server does not limit. If its caller was cancelled, the connection goes
/// back to the pool when the statement has ended. After the limit it is closed instead.
pub(super) struct UnlimitedStatement<'p> {
    pub client: Option<Client>,
    pub tls: &'p Tls,
    pub limit: Duration,
}

impl Drop for UnlimitedStatement<'_> {
    fn drop(&mut self) {
        let Some(client) = self.client.take() else { return };
        let tls = self.tls.clone();
        let limit = self.limit;
        tokio::spawn(async move {
            // The server answers this empty query behind the statement.
            let answered = tokio::time::timeout(limit, client.simple_query("")).await;
            if answered.is_err() {
                tls.cancel(client);
            }
        });
    }
}

/// Rolls back an open transaction, for example after the caller was cancelled, before the pool reuses its connection.
pub(super) struct Rollback<'c>(pub &'c Client);

impl Rollback<'_> {
    pub fn disarm(self) {
        std::mem::forget(self);
    }
}

impl Drop for Rollback<'_> {
    fn drop(&mut self) {
        // The first poll sends ROLLBACK. Later statements on this connection run after it.
        drop(self.0.batch_execute("ROLLBACK").now_or_never());
    }
}
