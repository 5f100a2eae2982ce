//! Finds out whether a transaction was committed when the response to its commit was lost, on another connection.
//!
//! The server remembers transactions by id. After a crash, transactions that did not reach its log are lost and their
//! ids are reused, so "committed" may be about another transaction. A standby that was promoted reuses the ids of
//! transactions that did not reach it.

use std::{
    fmt,
    time::{Duration, Instant},
};

use tokio_postgres::{Row, error::SqlState};

use super::{Postgres, first_row, pause};
use crate::{Error, error::Fault};

/// A server that recovers from a crash accepts no connections for some seconds.
const RESOLVE_TIMEOUT: Duration = Duration::from_secs(15);

/// The server's id of a transaction, its start and the server's own start by the server's clock, in seconds.
#[derive(Clone, Copy)]
pub(super) struct TransactionId {
    number: u64,
    begun: f64,
    server_started: f64,
}

impl TransactionId {
    /// Columns that `of` reads.
    pub(super) const COLUMNS: &'static str = "CAST(pg_current_xact_id() AS TEXT), \
         CAST(extract(epoch FROM now()) AS DOUBLE PRECISION), \
         CAST(extract(epoch FROM pg_postmaster_start_time()) AS DOUBLE PRECISION)";

    pub(super) fn of(row: &Row) -> Option<Self> {
        Some(Self {
            number: row.try_get::<_, &str>(0).ok()?.parse().ok()?,
            begun: row.try_get(1).ok()?,
            server_started: row.try_get(2).ok()?,
        })
    }

    /// The server resets its statistics when it recovers from a crash. After a manual reset the outcome is only
    /// unknown. Another server started at another time. A standby may not have received the commit yet, so there the
    /// transaction counts as running.
    fn query(self) -> String {
        let Self { number, begun, server_started } = self;
        format!(
            "SELECT CASE WHEN pg_is_in_recovery() THEN 'in progress' ELSE pg_xact_status('{number}') END, \
             NOT pg_is_in_recovery() AND (pg_stat_get_bgwriter_stat_reset_time() >= to_timestamp({begun}) \
             OR extract(epoch FROM pg_postmaster_start_time()) <> {server_started})"
        )
    }
}

impl fmt::Display for TransactionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)
    }
}

#[derive(Debug, PartialEq, Eq)]
enum CommitStatus {
    Committed,
    RolledBack,
    /// The server has not detected yet that the client disconnected.
    InProgress,
    Unknown,
}

fn classify(status: Option<&str>, has_crashed_since: bool) -> CommitStatus {
    match (status, has_crashed_since) {
        (Some("committed"), false) => CommitStatus::Committed,
        (Some("aborted"), _) => CommitStatus::RolledBack,
        (Some("in progress"), _) => CommitStatus::InProgress,
        _ => CommitStatus::Unknown,
    }
}

impl Postgres {
    /// Asks the server how the transaction ended. `Unavailable` means that the server confirmed its rollback.
    pub(super) async fn resolve_commit(&self, name: TransactionId) -> Result<(), Error> {
        let query = name.query();
        let rolled_back = || Err(Error::unavailable(Fault::LostCommit));
        let started = Instant::now();
        let mut attempt = 1;
        while started.elapsed() < RESOLVE_TIMEOUT {
            if let Ok(client) = self.client().await {
                match first_row(&client, &query).await {
                    Ok(Some(row)) => match classify(row.get(0), row.get(1) != Some("f")) {
                        CommitStatus::Committed => return Ok(()),
                        CommitStatus::RolledBack => return rolled_back(),
                        CommitStatus::InProgress => {}
                        CommitStatus::Unknown => break,
                    },
                    // The id is unknown, or was lost in a crash: it is "in the future".
                    Err(fault) if fault.code() == Some(&SqlState::INVALID_PARAMETER_VALUE) => {
                        return rolled_back();
                    }
                    Ok(None) | Err(_) => {}
                }
            }
            tokio::time::sleep(pause(attempt)).await;
            attempt += 1;
        }
        tracing::error!(%name, "the outcome of a transaction cannot be determined");
        Err(Error::OutcomeUnknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_crash_an_id_does_not_prove_a_commit() {
        assert_eq!(classify(Some("committed"), false), CommitStatus::Committed);
        assert_eq!(classify(Some("committed"), true), CommitStatus::Unknown);
        for has_crashed in [false, true] {
            assert_eq!(classify(Some("aborted"), has_crashed), CommitStatus::RolledBack);
            assert_eq!(
                classify(Some("in progress"), has_crashed),
                CommitStatus::InProgress,
                "a reset looks like a crash"
            );
            assert_eq!(
                classify(None, has_crashed),
                CommitStatus::Unknown,
                "too long ago for the server to know"
            );
        }
    }
}
