//! The SQL that starts a transaction.

use std::time::Duration;

use super::{Mode, commit_status::TransactionId, connect::CONNECT_TIME};
use crate::Options;

/// The SQL that starts a transaction, in one round trip. It sets the time limits that the server enforces, even if this
/// process hangs. They end with the transaction, so that a pooler does not pass them on to other programs.
pub(super) struct BeginSql {
    read: Begin,
    read_long: Begin,
    write: Begin,
    read_bulk: Begin,
    write_bulk: Begin,
}

pub(super) struct Begin {
    pub(super) sql: String,
    /// Settings and the transaction's id, in a prepared statement. Text would be compiled for each transaction.
    pub(super) settings: Option<String>,
}

const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
const BEGIN_WRITE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";
const LONG_READ_TIME: Duration = Duration::from_mins(1);
const BY_INDEX: &str = "set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)";
const KEPT: &str = "set_config('plan_cache_mode', 'force_generic_plan', true)";
/// A backup may write to a slow disk between two rows.
const BULK_IDLE_TIME: Duration = Duration::from_mins(10);

/// How PostgreSQL may plan the statements of a transaction.
enum Plans {
    /// Short transactions use this. PostgreSQL keeps a plan for later runs. A plan that was made while a table was
    /// empty would read all of the table. JIT would compile plans without an index, because they count as very
    /// expensive then.
    ByIndex,
    /// Short changes use this. The plans are made as in `ByIndex`, and each statement has one plan for all values.
    /// PostgreSQL would plan a join again for each value while that counts as cheaper. Planning the join of a basket
    /// took ten times as long as running it.
    KeptByIndex,
    Any,
}

impl BeginSql {
    /// PostgreSQL itself can report the status of a transaction. Engines with only its protocol cannot, and may know
    /// `SET LOCAL` only.
    pub(super) fn of(is_genuine: bool, options: &Options) -> Self {
        let begin = |sql: &str, plans: Plans, statement: Duration, lock: Duration, idle: Duration| {
            let limits = [
                ("statement_timeout", statement.as_millis()),
                ("lock_timeout", lock.as_millis()),
                ("idle_in_transaction_session_timeout", idle.as_millis()),
            ]
            .into_iter();
            if is_genuine {
                let id = (sql == BEGIN_WRITE).then(|| TransactionId::COLUMNS.to_owned());
                let limits = limits.map(|(name, limit)| format!("set_config('{name}', '{limit}', true)"));
                let plans = match plans {
                    Plans::ByIndex => Some(BY_INDEX.to_owned()),
                    Plans::KeptByIndex => Some(format!("{BY_INDEX}, {KEPT}")),
                    Plans::Any => None,
                };
                let columns: Vec<_> = id.into_iter().chain(limits).chain(plans).collect();
                let settings = format!("SELECT {}", columns.join(", "));
                return Begin { sql: sql.to_owned(), settings: Some(settings) };
            }
            let limits: String =
                limits.map(|(name, limit)| format!("; SET LOCAL {name} = {limit}")).collect();
            Begin { sql: format!("{sql}{limits}"), settings: None }
        };
        let statement = options.statement_timeout;
        let lock = options.lock_timeout;
        // Statements and locks without limits.
        let bulk = |sql| begin(sql, Plans::Any, Duration::ZERO, Duration::ZERO, BULK_IDLE_TIME);
        Self {
            read: begin(BEGIN_READ, Plans::ByIndex, statement, lock, statement),
            read_long: begin(BEGIN_READ, Plans::Any, LONG_READ_TIME, lock, statement),
            write: begin(BEGIN_WRITE, Plans::KeptByIndex, statement, lock, statement),
            read_bulk: bulk(BEGIN_READ),
            write_bulk: bulk(BEGIN_WRITE),
        }
    }

    pub(super) fn at(&self, mode: Mode) -> &Begin {
        match mode {
            Mode::Read | Mode::ReadStatement => &self.read,
            Mode::ReadLong => &self.read_long,
            Mode::Write | Mode::WriteRepeatable => &self.write,
            Mode::ReadBulk => &self.read_bulk,
            Mode::WriteBulk => &self.write_bulk,
        }
    }
}

pub(super) enum BeginError {
    Postgres(tokio_postgres::Error),
    Timeout,
}

/// BEGIN waits for nothing in the server. A pooler without a free server connection may let it wait for minutes.
pub(super) async fn answered<T>(
    begin: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, BeginError> {
    let answer = tokio::time::timeout(CONNECT_TIME, begin).await.map_err(|_| BeginError::Timeout)?;
    answer.map_err(BeginError::Postgres)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_short_transactions_must_use_indexes_whatever_their_time_limit() {
        let begin = BeginSql::of(true, &Options { statement_timeout: LONG_READ_TIME, ..Options::default() });
        for (mode, is_by_index, is_kept) in [
            (Mode::Read, true, false),
            (Mode::Write, true, true),
            (Mode::ReadLong, false, false),
            (Mode::ReadBulk, false, false),
            (Mode::WriteBulk, false, false),
        ] {
            let settings = begin.at(mode).settings.as_deref().unwrap();
            assert_eq!(settings.contains("enable_seqscan"), is_by_index, "{settings}");
            assert_eq!(settings.contains("force_generic_plan"), is_kept, "{settings}");
        }
    }
}
