//! The writer thread: one commit for all queued jobs.
//!
//! A savepoint costs a copy of each page that its job changes. So the jobs first run without savepoints. If one of them
//! fails after it wrote something, the whole group is rolled back. Then each job runs again in its own savepoint.

use std::{
    sync::{Arc, Mutex, PoisonError, mpsc::Receiver},
    time::{Duration, Instant},
};

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::{abandon, is_open, run, step};
use crate::{Error, Tx, error::Phase, metrics::Counters, work::Work};

/// A group is committed after this time, so that slow jobs do not delay the results of others.
const GROUP_TIME: Duration = Duration::from_millis(10);

pub(super) enum WriterMessage {
    Work(Job),
    /// Jobs queued before it are still run.
    Stop,
}

/// A queued transaction and its waiting caller.
pub(super) struct Job {
    pub work: Box<dyn Work>,
    /// The result of the last run.
    pub result: Result<bool, Error>,
    pub reply: oneshot::Sender<Result<Box<dyn Work>, Error>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum JobEnd {
    Succeeded,
    /// The job failed, and it wrote nothing that must be undone.
    FailedUnwritten,
    FailedWritten,
}

impl Job {
    /// Whether the caller still waits.
    fn is_wanted(&self) -> bool {
        !self.reply.is_closed()
    }

    /// Runs the transaction. May be called again.
    fn run(&mut self, connection: &Mutex<Connection>) -> JobEnd {
        let tx = Tx::sqlite(connection, Phase::Write);
        self.result = run(&tx, &mut *self.work);
        match (&self.result, tx.has_written()) {
            (Ok(true), _) => JobEnd::Succeeded,
            (_, false) => JobEnd::FailedUnwritten,
            (_, true) => JobEnd::FailedWritten,
        }
    }

    fn answer(self, kept: Result<(), Error>) {
        let result = kept.and(self.result);
        // The caller may have been cancelled.
        drop(self.reply.send(result.map(|_| self.work)));
    }
}

pub(super) struct Writer {
    pub connection: Mutex<Connection>,
    pub messages: Receiver<WriterMessage>,
    /// Maximum number of jobs in one commit.
    pub group: usize,
    pub counters: Arc<Counters>,
}

impl Writer {
    /// Runs until it is stopped or all senders are dropped.
    pub(super) fn serve(mut self) {
        let mut open = true;
        while open && let Ok(WriterMessage::Work(first)) = self.messages.recv() {
            if first.is_wanted() {
                open = self.serve_group(first);
            }
        }
        while let Ok(WriterMessage::Work(job)) = self.messages.try_recv() {
            job.answer(Err(super::closed()));
        }
        // Merges the log into the file, so that a copy of the file alone is complete.
        let connection = self.connection.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Err(fault) = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())) {
            tracing::warn!(%fault, "the write-ahead log was not merged into the database file");
        }
    }

    /// Runs `first` and the jobs queued behind it in one commit. `false` if the writer must stop.
    fn serve_group(&self, first: Job) -> bool {
        let mut group = vec![first];
        let mut open = true;
        if let Err(error) = self.begin() {
            // The queued jobs have waited as long for the same lock.
            while group.len() < self.group && open {
                match self.messages.try_recv() {
                    Ok(WriterMessage::Work(job)) => group.push(job),
                    Ok(WriterMessage::Stop) => open = false,
                    Err(_) => break,
                }
            }
            for job in group {
                job.answer(Err(error.clone()));
            }
            return open;
        }
        let started = Instant::now();
        let mut clean = self.run_without_savepoint(&mut group[0]);
        while clean && open && group.len() < self.group && started.elapsed() < GROUP_TIME {
            match self.messages.try_recv() {
                Ok(WriterMessage::Work(mut job)) if job.is_wanted() => {
                    clean = self.run_without_savepoint(&mut job);
                    group.push(job);
                }
                Ok(WriterMessage::Work(_)) => {}
                Ok(WriterMessage::Stop) => open = false,
                Err(_) => break,
            }
        }
        Counters::add(&self.counters.writes, group.len() as u64);
        if (clean || self.run_again_in_savepoints(&mut group)) && self.commit().is_ok() {
            for job in group {
                job.answer(Ok(()));
            }
        } else {
            // One job made the commit fail, for example because the disk is full. Each job is run again in its own
            // commit.
            abandon(&self.connection);
            for job in group {
                self.run_alone(job);
            }
        }
        open
    }

    /// `false` if the transaction holds writes that must be undone, or was rolled back as a whole.
    fn run_without_savepoint(&self, job: &mut Job) -> bool {
        match job.run(&self.connection) {
            JobEnd::Succeeded => true,
            JobEnd::FailedUnwritten => is_open(&self.connection),
            JobEnd::FailedWritten => false,
        }
    }

    /// `false` if the whole transaction was rolled back.
    fn run_again_in_savepoints(&self, group: &mut [Job]) -> bool {
        abandon(&self.connection);
        self.begin().is_ok() && group.iter_mut().all(|job| self.run_in_savepoint(job))
    }

    /// `false` if the whole transaction was rolled back.
    fn run_in_savepoint(&self, job: &mut Job) -> bool {
        let step = |sql| step(&self.connection, Phase::Write, sql);
        let ran = step("SAVEPOINT job").and_then(|()| {
            if job.run(&self.connection) != JobEnd::Succeeded {
                step("ROLLBACK TO job")?;
            }
            step("RELEASE job")
        });
        ran.is_ok() && is_open(&self.connection)
    }

    fn run_alone(&self, mut job: Job) {
        let kept = self.begin().and_then(|()| {
            if job.run(&self.connection) == JobEnd::Succeeded { self.commit() } else { Ok(()) }
        });
        abandon(&self.connection);
        job.answer(kept);
    }

    fn begin(&self) -> Result<(), Error> {
        step(&self.connection, Phase::Write, "BEGIN IMMEDIATE")
    }

    fn commit(&self) -> Result<(), Error> {
        step(&self.connection, Phase::Commit, "COMMIT")?;
        Counters::add(&self.counters.commits, 1);
        Ok(())
    }
}
