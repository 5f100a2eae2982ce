//! The one thread that writes: a savepoint for each piece of work, a commit for all that queued up.

use std::{
    sync::{Arc, Mutex, PoisonError, mpsc::Receiver},
    time::{Duration, Instant},
};

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::{abandon, closed, is_open, run, step};
use crate::{Body, Error, error::During, figures::Counters};

/// A group is closed after this long, so that slow work does not hold back the answers of its neighbours.
const GROUP_TIME: Duration = Duration::from_millis(10);

pub(super) enum Message {
    Work(Box<dyn Job>),
    /// Everything queued before it is still done.
    Stop,
}

/// A queued piece of work and whoever waits for it.
pub(super) trait Job: Send {
    /// Whether somebody still waits.
    fn is_wanted(&self) -> bool;
    /// Runs the work; true if what it did may be kept. May run again.
    fn run(&mut self, connection: &Mutex<Connection>) -> bool;
    fn answer(self: Box<Self>, kept: Result<(), Error>);
}

pub(super) struct Write<I, T, E> {
    pub input: I,
    pub body: Body<I, T, E>,
    pub result: Option<Result<T, E>>,
    pub reply: oneshot::Sender<Result<T, E>>,
}

impl<I, T, E> Job for Write<I, T, E>
where
    I: Send + Sync + 'static,
    T: Send + 'static,
    E: From<Error> + Send + 'static,
{
    fn is_wanted(&self) -> bool {
        !self.reply.is_closed()
    }

    fn run(&mut self, connection: &Mutex<Connection>) -> bool {
        let result = run(connection, During::Write, &self.input, self.body);
        self.result.insert(result).is_ok()
    }

    fn answer(self: Box<Self>, kept: Result<(), Error>) {
        let result = kept.map_err(E::from).and(self.result.unwrap_or_else(|| Err(closed().into())));
        // The caller may have gone meanwhile.
        drop(self.reply.send(result));
    }
}

/// The thread that writes.
pub(super) struct Writer {
    pub connection: Mutex<Connection>,
    pub messages: Receiver<Message>,
    /// The most that share a commit.
    pub group: usize,
    pub counters: Arc<Counters>,
}

impl Writer {
    /// Until told to stop, or nobody is left to ask for anything.
    pub(super) fn serve(mut self) {
        let mut open = true;
        while open && let Ok(Message::Work(first)) = self.messages.recv() {
            if first.is_wanted() {
                open = self.serve_group(first);
            }
        }
        // The log becomes part of the file, so that a copy of the file alone is whole.
        let connection = self.connection.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Err(fault) = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())) {
            tracing::warn!(%fault, "the write-ahead log stays beside the database");
        }
    }

    /// `first` and what has queued up behind it, in one commit. False if told to stop.
    fn serve_group(&self, first: Box<dyn Job>) -> bool {
        let mut group = vec![first];
        let mut open = true;
        if let Err(error) = self.begin() {
            // Whoever queued up behind has waited as long for the same lock.
            while group.len() < self.group && open {
                match self.messages.try_recv() {
                    Ok(Message::Work(job)) => group.push(job),
                    Ok(Message::Stop) => open = false,
                    Err(_) => break,
                }
            }
            for job in group {
                job.answer(Err(error.clone()));
            }
            return open;
        }
        let started = Instant::now();
        let mut whole = self.run_in_savepoint(&mut group[0]);
        while whole && open && group.len() < self.group && started.elapsed() < GROUP_TIME {
            match self.messages.try_recv() {
                Ok(Message::Work(mut job)) if job.is_wanted() => {
                    whole = self.run_in_savepoint(&mut job);
                    group.push(job);
                }
                Ok(Message::Work(_)) => {}
                Ok(Message::Stop) => open = false,
                Err(_) => break,
            }
        }
        Counters::add(&self.counters.writes, group.len() as u64);
        if whole && self.commit().is_ok() {
            for job in group {
                job.answer(Ok(()));
            }
        } else {
            // One of them spoilt the commit for all (say, the disk is full): each for itself, so that only it suffers.
            abandon(&self.connection);
            for job in group {
                self.run_alone(job);
            }
        }
        open
    }

    /// False if the transaction itself is lost.
    fn run_in_savepoint(&self, job: &mut Box<dyn Job>) -> bool {
        let step = |sql| step(&self.connection, During::Write, sql);
        let ran = step("SAVEPOINT job").and_then(|()| {
            if !job.run(&self.connection) {
                step("ROLLBACK TO job")?;
            }
            step("RELEASE job")
        });
        ran.is_ok() && is_open(&self.connection)
    }

    fn run_alone(&self, mut job: Box<dyn Job>) {
        let kept = self.begin().and_then(|()| if job.run(&self.connection) { self.commit() } else { Ok(()) });
        abandon(&self.connection);
        job.answer(kept);
    }

    fn begin(&self) -> Result<(), Error> {
        step(&self.connection, During::Write, "BEGIN IMMEDIATE")
    }

    fn commit(&self) -> Result<(), Error> {
        step(&self.connection, During::Commit, "COMMIT")?;
        Counters::add(&self.counters.commits, 1);
        Ok(())
    }
}
