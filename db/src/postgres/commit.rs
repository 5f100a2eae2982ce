//! Ends a transaction: its last statements and COMMIT are sent in one round trip.

use deadpool_postgres::Client;
use futures_util::FutureExt;
use tokio_postgres::error::SqlState;

use super::{COMMIT_TIME, Postgres, Rollback, commit_status::TransactionId};
use crate::{
    Error,
    error::{Phase, is_broken},
    transaction::LastStatement,
};

impl Postgres {
    /// Commits the transaction. After `Conflict` and `Unavailable` it was certainly rolled back.
    pub(super) async fn commit(
        &self,
        client: Client,
        id: Option<TransactionId>,
        last: &[LastStatement],
    ) -> Result<(), Error> {
        match finish(&client, last).await {
            Ok(()) => return Ok(()),
            Err(CommitError::RolledBack(error)) => return Err(error),
            Err(CommitError::Unknown(cause)) => tracing::warn!(cause, "the connection broke at a commit"),
        }
        // The connection does not return to the pool, because it may still wait for that response.
        drop(Client::take(client));
        match id {
            Some(id) => self.resolve_commit(id).await,
            None => Err(Error::OutcomeUnknown),
        }
    }
}

enum CommitError {
    RolledBack(Error),
    Unknown(String),
}

/// The engine does not know the outcome. Every other error on an intact connection is definite.
fn is_unknown(fault: &tokio_postgres::Error) -> bool {
    is_broken(fault) || fault.code().is_none_or(|code| code.code() == "40003")
}

fn failed(name: &'static str, fault: tokio_postgres::Error) -> CommitError {
    CommitError::RolledBack(match fault.code() {
        Some(&SqlState::DIVISION_BY_ZERO) => Error::Conflict,
        _ => Error::postgres(Phase::Write, fault).of(name),
    })
}

async fn finish(client: &Client, last: &[LastStatement]) -> Result<(), CommitError> {
    let rollback = Rollback(client);
    let mut sent = Vec::with_capacity(last.len());
    for LastStatement { name, prepared, parameters } in last {
        let mut call = Box::pin(client.execute_raw(prepared, parameters));
        // The first poll sends it, unless a parameter cannot be sent.
        match call.as_mut().now_or_never() {
            Some(Err(fault)) if fault.code().is_none() => return Err(failed(name, fault)),
            answered => sent.push((name, answered, call)),
        }
    }
    rollback.disarm();
    // The server rolls back instead if a statement before the commit has failed.
    let mut commit = Box::pin(client.batch_execute("COMMIT"));
    let committed = commit.as_mut().now_or_never();
    let answers = async {
        // The results are read in the order of the statements, because statements after a failed one fail too.
        for (name, answered, call) in sent {
            let answer = match answered {
                Some(at_once) => at_once,
                None => call.await,
            };
            match answer {
                Ok(_) => {}
                Err(fault) if is_unknown(&fault) => return Err(CommitError::Unknown(fault.to_string())),
                Err(fault) => return Err(failed(name, fault)),
            }
        }
        let committed = match committed {
            Some(at_once) => at_once,
            None => commit.await,
        };
        committed.map_err(|fault| {
            if is_unknown(&fault) {
                CommitError::Unknown(fault.to_string())
            } else {
                CommitError::RolledBack(Error::postgres(Phase::Commit, fault))
            }
        })
    };
    let no_answer = |_| CommitError::Unknown("no response in time".into());
    tokio::time::timeout(COMMIT_TIME, answers).await.map_err(no_answer)?
}
