//! What became of a transaction whose commit was not answered: the server is asked on another connection.
//!
//! It remembers transactions by number. After a crash that memory is short: what had not reached its log is gone, and the
//! numbers are given out again, so that "committed" may be said of somebody else's transaction.

use std::{
    fmt,
    time::{Duration, Instant},
};

use tokio_postgres::{SimpleQueryRow, error::SqlState};

use super::{Postgres, first_row, pause};
use crate::{Error, error::Fault};

/// A server that recovers from a crash answers nobody for some seconds.
const ASKING_TIME: Duration = Duration::from_secs(15);

/// What the server calls a transaction, and when it began by the server's clock, in seconds.
#[derive(Clone, Copy)]
pub(super) struct Name {
    number: u64,
    begun: f64,
}

impl Name {
    /// Columns that `of` reads.
    pub(super) const COLUMNS: &'static str = "pg_current_xact_id(), extract(epoch FROM now())";

    pub(super) fn of(row: &SimpleQueryRow) -> Option<Self> {
        Some(Self { number: row.get(0)?.parse().ok()?, begun: row.get(1)?.parse().ok()? })
    }

    /// The server's figures begin anew when it recovers from a crash. Whoever resets them by hand at this very moment
    /// makes an answer doubtful, no more.
    fn question(self) -> String {
        let Self { number, begun } = self;
        format!(
            "SELECT pg_xact_status('{number}'), pg_stat_get_bgwriter_stat_reset_time() >= to_timestamp({begun})"
        )
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Fate {
    Kept,
    NotKept,
    /// The server has not noticed yet that its client is gone.
    Open,
    Unknown,
}

fn fate(status: Option<&str>, has_crashed_since: bool) -> Fate {
    match (status, has_crashed_since) {
        (Some("committed"), false) => Fate::Kept,
        // No transaction outlives a crash: the number is somebody else's by now.
        (Some("aborted"), _) | (Some("in progress"), true) => Fate::NotKept,
        (Some("in progress"), false) => Fate::Open,
        _ => Fate::Unknown,
    }
}

impl Postgres {
    /// `Unavailable` means: not kept, as the server says.
    pub(super) async fn ask_after(&self, name: Name) -> Result<(), Error> {
        let question = name.question();
        let not_kept = || Err(Error::unavailable(Fault::LostCommit));
        let started = Instant::now();
        let mut attempt = 1;
        while started.elapsed() < ASKING_TIME {
            if let Ok(client) = self.client().await {
                match first_row(&client, &question).await {
                    Ok(Some(row)) => match fate(row.get(0), row.get(1) != Some("f")) {
                        Fate::Kept => return Ok(()),
                        Fate::NotKept => return not_kept(),
                        Fate::Open => {}
                        Fate::Unknown => break,
                    },
                    // It never gave out such a number, or a crash took it: it is "in the future".
                    Err(fault) if fault.code() == Some(&SqlState::INVALID_PARAMETER_VALUE) => {
                        return not_kept();
                    }
                    Ok(None) | Err(_) => {}
                }
            }
            tokio::time::sleep(pause(attempt)).await;
            attempt += 1;
        }
        tracing::error!(%name, "what became of a transaction cannot be found out");
        Err(Error::OutcomeUnknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_crash_a_number_is_no_proof_that_a_transaction_was_kept() {
        assert_eq!(fate(Some("committed"), false), Fate::Kept);
        assert_eq!(fate(Some("committed"), true), Fate::Unknown);
        for has_crashed in [false, true] {
            assert_eq!(fate(Some("aborted"), has_crashed), Fate::NotKept);
            assert_eq!(fate(None, has_crashed), Fate::Unknown, "too long ago for the server to know");
        }
        assert_eq!(fate(Some("in progress"), false), Fate::Open);
        assert_eq!(fate(Some("in progress"), true), Fate::NotKept);
    }
}
