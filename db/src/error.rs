//! Database errors, the same for both engines.

use std::{error::Error as Cause, fmt, sync::Arc};

use rusqlite::ffi;
use tokio_postgres::error::{DbError, Severity, SqlState};

/// Why a transaction failed. It was rolled back in every case but [`OutcomeUnknown`](Self::OutcomeUnknown).
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The engine cannot be reached, or cannot write (disk full, shutting down).
    #[error("the database cannot be reached or cannot write: {0}")]
    Unavailable(Arc<dyn Cause + Send + Sync>),
    /// The queue is full, or waiting for a lock timed out.
    #[error("the database is busy")]
    Busy,
    /// Every attempt conflicted with another transaction.
    #[error("the transaction conflicted with others too often")]
    Conflict,
    /// The connection broke at the commit and the engine cannot tell whether it succeeded. Check before a retry.
    #[error("whether the transaction was committed is unknown")]
    OutcomeUnknown,
    /// The change violates a constraint of the schema.
    #[error("{kind} {name} was violated")]
    Constraint {
        kind: Constraint,
        /// For `UNIQUE` and `NOT NULL` it is `table.column`, or `table.first, table.second`, or the name of an
        /// expression index. For `CHECK` it is the name of the check, so every CHECK needs one. For `FOREIGN KEY` it is
        /// empty, because SQLite does not tell.
        name: String,
    },
    /// A bug in the program or the schema.
    #[error(transparent)]
    Other(Arc<dyn Cause + Send + Sync>),
}

/// Primary keys count as unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    Unique,
    Check,
    ForeignKey,
    NotNull,
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unique => "UNIQUE",
            Self::Check => "CHECK",
            Self::ForeignKey => "FOREIGN KEY",
            Self::NotNull => "NOT NULL",
        })
    }
}

/// Causes inside [`Error`]. Callers do not distinguish them.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    #[error("only database calls may be awaited in a transaction")]
    Waited,
    #[error("a statement was dropped before its result, so its effect is unknown")]
    Abandoned,
    #[error("a transaction panicked: {0}")]
    Panicked(String),
    #[error("the statement has {wanted} parameters, {given} were given")]
    Parameters { wanted: usize, given: usize },
    #[error("the statement returned {rows} where {wanted} was expected")]
    Rows { wanted: &'static str, rows: &'static str },
    #[error("{statement}: {cause}")]
    Statement { statement: &'static str, cause: Arc<dyn Cause + Send + Sync> },
    #[error("the connection broke before the commit arrived")]
    LostCommit,
    #[error("the connection leads to a standby, which accepts no writes")]
    Standby,
    /// The server's disk is full or fails, or its database is read-only.
    #[error("{0}")]
    NoWrites(String),
    #[error("outside a transaction only one SELECT may run")]
    OneRead,
    #[error("a transaction did not start in time")]
    NoTransaction,
    #[error("row {id} of table {table} is invalid")]
    BrokenRow { table: &'static str, id: String },
    #[error("tables reference each other in a circle")]
    TableCycle,
    #[error("the database was closed")]
    Closed,
    /// An error from a PostgreSQL server or its connection.
    #[error("{0}")]
    Postgres(String),
    #[error("the URL of the PostgreSQL server cannot be used: {0}")]
    Location(String),
}

impl Fault {
    /// The message of a panic.
    pub(super) fn panicked(payload: &(dyn std::any::Any + Send)) -> Self {
        let words = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        Self::Panicked(words.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default())
    }
}

impl Error {
    pub(super) fn other(cause: impl Cause + Send + Sync + 'static) -> Self {
        Self::Other(Arc::new(cause))
    }

    pub(super) fn unavailable(cause: impl Cause + Send + Sync + 'static) -> Self {
        Self::Unavailable(Arc::new(cause))
    }

    /// Makes the error of a row that passes the table's checks and still cannot be parsed. The read fails, because a
    /// result without the row would hide it.
    pub fn broken_row(table: &'static str, id: &str) -> Self {
        Self::other(Fault::BrokenRow { table, id: id.to_owned() })
    }

    /// Adds the name of the statement.
    pub(super) fn of(self, statement: &'static str) -> Self {
        match self {
            Self::Other(cause) => Self::other(Fault::Statement { statement, cause }),
            error => error,
        }
    }

    /// The transaction was rolled back, and a retry may succeed.
    pub const fn is_retryable(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::Busy | Self::Conflict)
    }

    /// The engine answers and cannot write: its disk is full or fails, or its database is read-only.
    pub fn cannot_write(&self) -> bool {
        let Self::Unavailable(cause) = self else { return false };
        let sqlite = match cause.downcast_ref() {
            Some(rusqlite::Error::SqliteFailure(fault, _)) => Some(fault.code),
            _ => None,
        };
        matches!(cause.downcast_ref(), Some(Fault::Standby | Fault::NoWrites(_)))
            || matches!(
                sqlite,
                Some(ffi::ErrorCode::DiskFull | ffi::ErrorCode::SystemIoFailure | ffi::ErrorCode::ReadOnly)
            )
    }

    /// The URL of the database cannot be used, whatever the server says.
    pub fn is_invalid_url(&self) -> bool {
        matches!(self, Self::Other(cause) if matches!(cause.downcast_ref(), Some(Fault::Location(_))))
    }

    /// The row exists already.
    pub const fn is_unique_violation(&self) -> bool {
        matches!(self, Self::Constraint { kind: Constraint::Unique, .. })
    }

    /// The referenced row does not exist, or the row is still referenced.
    pub const fn is_foreign_key_violation(&self) -> bool {
        matches!(self, Self::Constraint { kind: Constraint::ForeignKey, .. })
    }

    /// Whether the row violates the CHECK of this name.
    pub fn is_check_violation(&self, check: &str) -> bool {
        matches!(self, Self::Constraint { kind: Constraint::Check, name } if name == check)
    }
}

/// The phase in which a driver failed. One error code means different things in different phases.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Read,
    Write,
    Commit,
}

impl Error {
    pub(super) fn sqlite(during: Phase, fault: rusqlite::Error) -> Self {
        let rusqlite::Error::SqliteFailure(code, message) = &fault else { return Self::other(fault) };
        let message = message.as_deref().unwrap_or_default();
        match code.code {
            ffi::ErrorCode::ConstraintViolation => {
                sqlite_constraint(code.extended_code, message).unwrap_or_else(|| Self::other(fault))
            }
            ffi::ErrorCode::DatabaseBusy | ffi::ErrorCode::DatabaseLocked => Self::Busy,
            // A failed sync leaves the frames in the log. This process ignores them, but recovery after a crash may
            // not.
            ffi::ErrorCode::SystemIoFailure if during == Phase::Commit => {
                tracing::error!(%fault, "the commit could not be flushed");
                Self::OutcomeUnknown
            }
            ffi::ErrorCode::ReadOnly if during == Phase::Read => Self::other(fault),
            ffi::ErrorCode::DiskFull
            | ffi::ErrorCode::SystemIoFailure
            | ffi::ErrorCode::OutOfMemory
            | ffi::ErrorCode::CannotOpen
            | ffi::ErrorCode::FileLockingProtocolFailed
            | ffi::ErrorCode::OperationInterrupted
            | ffi::ErrorCode::OperationAborted
            | ffi::ErrorCode::ReadOnly => Self::unavailable(fault),
            _ => Self::other(fault),
        }
    }

    pub(super) fn postgres(during: Phase, fault: tokio_postgres::Error) -> Self {
        let Some(refusal) = fault.as_db_error() else {
            let told = Fault::Postgres(told(&fault));
            return if is_broken(&fault) { Self::unavailable(told) } else { Self::other(told) };
        };
        // The message leaves out the detail, which quotes the row and may contain personal data.
        let words = || format!("{} ({})", refusal.message(), refusal.code().code());
        let told = || Fault::Postgres(words());
        let no_writes = || Fault::NoWrites(words());
        let code = refusal.code().code();
        match code {
            // 25P02: a statement that is joined before this one failed. A retry finds out why.
            "40001" | "40P01" | "25P02" => Self::Conflict,
            "23505" => Self::constraint(Constraint::Unique, unique_name(refusal)),
            "23514" => {
                Self::constraint(Constraint::Check, refusal.constraint().unwrap_or_default().to_owned())
            }
            "23503" => Self::constraint(Constraint::ForeignKey, String::new()),
            "23502" => Self::constraint(
                Constraint::NotNull,
                format!("{}.{}", refusal.table().unwrap_or_default(), refusal.column().unwrap_or_default()),
            ),
            // lock_timeout and statement_timeout
            "55P03" | "57014" => Self::Busy,
            // A server that became a standby still accepts connections.
            // Read-only; the disk is full, or fails.
            "25006" | "53100" | "58030" if during != Phase::Read => Self::unavailable(no_writes()),
            _ if is_broken(&fault) || matches!(&code[..2], "53" | "58") => Self::unavailable(told()),
            _ => Self::other(told()),
        }
    }

    fn constraint(kind: Constraint, name: String) -> Self {
        Self::Constraint { kind, name }
    }
}

/// What to do about a certificate that no known authority signed. Debian's PostgreSQL makes one for itself.
const UNKNOWN_CERTIFICATE: &str = "For a server on this machine use its socket, as in \
     postgres://trowel@/trowel?host=/var/run/postgresql, or sslmode=disable. For a server on another machine, name the file \
     of its certificate authority in SSL_CERT_FILE";

fn with_advice(words: String) -> String {
    if words.contains("invalid peer certificate") { format!("{words}. {UNKNOWN_CERTIFICATE}") } else { words }
}

/// The chain of causes in one line. The driver displays only the first.
fn told(fault: &tokio_postgres::Error) -> String {
    let mut words = fault.to_string();
    let mut cause = fault.source();
    while let Some(inner) = cause {
        words = format!("{words}: {inner}");
        cause = inner.source();
    }
    with_advice(words)
}

/// The connection is broken, and the server may not have finished the last command.
pub(super) fn is_broken(fault: &tokio_postgres::Error) -> bool {
    match fault.as_db_error() {
        Some(refusal) => {
            matches!(refusal.parsed_severity(), Some(Severity::Fatal | Severity::Panic))
                || refusal.code().code().starts_with("08")
                || matches!(
                    *refusal.code(),
                    SqlState::ADMIN_SHUTDOWN | SqlState::CRASH_SHUTDOWN | SqlState::CANNOT_CONNECT_NOW
                )
        }
        None => fault.is_closed() || has_io_cause(fault),
    }
}

fn has_io_cause(fault: &tokio_postgres::Error) -> bool {
    let mut cause = fault.source();
    while let Some(inner) = cause {
        if inner.is::<std::io::Error>() {
            return true;
        }
        cause = inner.source();
    }
    false
}

/// SQLite names the violated constraint only in its message.
fn sqlite_constraint(code: i32, message: &str) -> Option<Error> {
    let kind = match code {
        ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_ROWID => {
            Constraint::Unique
        }
        ffi::SQLITE_CONSTRAINT_CHECK => Constraint::Check,
        ffi::SQLITE_CONSTRAINT_FOREIGNKEY => Constraint::ForeignKey,
        ffi::SQLITE_CONSTRAINT_NOTNULL => Constraint::NotNull,
        _ => return None,
    };
    let name = message.split_once(" failed: ").map_or("", |(_, name)| name);
    let name = name.strip_prefix("index '").and_then(|name| name.strip_suffix('\'')).unwrap_or(name);
    Some(Error::constraint(kind, name.to_owned()))
}

/// PostgreSQL names the index. The columns, as SQLite names them, are in its detail: `Key (first, second)=(…) already
/// exists.`
fn unique_name(refusal: &DbError) -> String {
    let index = || refusal.constraint().unwrap_or_default().to_owned();
    let columns = refusal
        .detail()
        .and_then(|detail| detail.split_once('('))
        .and_then(|(_, rest)| rest.split_once(")=("));
    let (Some((columns, _)), Some(table)) = (columns, refusal.table()) else { return index() };
    if columns.contains(|char: char| !(char.is_alphanumeric() || matches!(char, '_' | ',' | ' '))) {
        return index();
    }
    columns.split(", ").map(|column| format!("{table}.{column}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_certificate_comes_with_what_to_do() {
        let unknown = rustls::Error::InvalidCertificate(rustls::CertificateError::UnknownIssuer);
        let said = with_advice(format!("error performing TLS handshake: {unknown}"));
        for way_out in ["host=/var/run/postgresql", "sslmode=disable", "SSL_CERT_FILE"] {
            assert!(said.contains(way_out), "{said}");
        }
        assert_eq!(with_advice("db error: no such role".to_owned()), "db error: no such role");
    }
}
