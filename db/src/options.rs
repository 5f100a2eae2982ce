//! Where the data is, and the limits of the work on it.

use std::{path::PathBuf, time::Duration};

use super::TxGate;

/// Where the data is.
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseLocation {
    /// A file, created if missing.
    Sqlite(PathBuf),
    /// `postgres://user:password@host/database`. The certificate of a server on another machine must have the server's
    /// name. An authority that this machine trusts must have signed it, or one in `SSL_CERT_FILE`. `sslmode=disable`
    /// turns TLS off.
    Postgres(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// Limits and timeouts.
#[derive(Clone, Debug)]
pub struct Options {
    /// SQLite: connections for short reads, one for each runtime thread.
    pub readers: usize,
    /// SQLite: connections for long reads.
    pub long_readers: usize,
    /// Queued writes. Further ones fail with [`Error::Busy`](crate::Error::Busy).
    pub queue: usize,
    /// SQLite: writes that share a commit, at most.
    pub group: usize,
    /// SQLite: the maximum number of pages of the file.
    pub sqlite_pages: Option<u32>,
    /// PostgreSQL: connections. A quarter of them is reserved for reads.
    pub pool: usize,
    /// PostgreSQL: timeout of one statement, except in `read_long` and migrations.
    pub statement_timeout: Duration,
    /// Timeout for a lock or a free connection.
    pub lock_timeout: Duration,
    /// Tests set it to control the order of transactions.
    pub tx_gate: Option<TxGate>,
}

impl Default for Options {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(4, usize::from);
        Self {
            readers: threads + 1,
            long_readers: 2,
            queue: 1024,
            group: 256,
            sqlite_pages: None,
            pool: 16,
            statement_timeout: Duration::from_secs(10),
            // A hundred orders for one tool wait for each other. A shorter timeout would lose sales.
            lock_timeout: Duration::from_secs(8),
            tx_gate: None,
        }
    }
}
