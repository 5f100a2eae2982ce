//! Runs one operation at a time: every operation waits here until the seed resumes it.
//!
//! An operation stops before each database transaction, before the provider serves a call, and before the response to
//! that call is sent. While one operation runs, all others wait. Whatever reaches a stop therefore belongs to the
//! running operation, including tasks that it spawned.

use std::{
    fmt,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::oneshot;
use trowel::db::{TxGate, TxKind};

use crate::{actions::Reply, rng::Rng};

/// Numbered in the order in which they begin.
pub type Operation = usize;

/// Where an operation waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    Read,
    Write,
    /// The provider has received this call and has not served it.
    Called(String),
    /// The provider has served the call and has not sent the response.
    Served,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read => f.write_str("read"),
            Self::Write => f.write_str("write"),
            Self::Called(call) => f.write_str(call),
            Self::Served => f.write_str("provider's response"),
        }
    }
}

/// The outcome of a stop. A transaction only receives `Continue`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopOutcome {
    Continue,
    /// The connection ends without a response.
    Disconnect,
    /// The provider responds with this status and does nothing.
    Fail(u16),
}

struct Waiting {
    who: Operation,
    at: Stop,
    outcome: oneshot::Sender<StopOutcome>,
}

#[derive(Default)]
struct State {
    /// While false, operations do not stop: the shop is being set up or drained.
    is_enabled: bool,
    /// The operation that was resumed and has neither stopped nor ended.
    running: Option<Operation>,
    /// The running operation has not reached its first transaction.
    before_first_stop: bool,
    waiting: Vec<Waiting>,
    ended: Vec<(Operation, Reply)>,
    /// A write was resumed since the last `take_wrote`.
    wrote: bool,
    fault: Option<String>,
    rng: Option<Rng>,
}

/// Clones share one state.
#[derive(Clone, Default)]
pub struct Scheduler(Arc<(Mutex<State>, Condvar)>);

/// The maximum real time between two stops: far more than any operation needs.
const STOP_TIMEOUT: Duration = Duration::from_mins(1);

impl Scheduler {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on the seed decides; `rng` decides which reads continue without stopping.
    pub fn start(&self, rng: Rng) {
        let mut state = self.state();
        (state.is_enabled, state.rng) = (true, Some(rng));
    }

    /// Enables the scheduler again after [`stop`](Self::stop).
    pub fn resume_all(&self) {
        self.state().is_enabled = true;
    }

    /// From now on operations do not stop. Returns whether they did.
    pub fn stop(&self) -> bool {
        std::mem::take(&mut self.state().is_enabled)
    }

    pub fn tx_gate(&self) -> TxGate {
        let scheduler = self.clone();
        TxGate::new(move |turn| {
            let stop = match turn {
                TxKind::Read => Stop::Read,
                TxKind::Write => Stop::Write,
            };
            let arrived = scheduler.arrive(stop);
            Box::pin(async move { _ = arrived.outcome().await })
        })
    }

    /// The running operation reaches a stop. Takes effect at once; await the outcome.
    pub fn arrive(&self, at: Stop) -> PendingStop {
        let mut state = self.state();
        // An operation first authenticates its caller: that read does not stop.
        let is_first = std::mem::take(&mut state.before_first_stop);
        let is_quick = at == Stop::Read && state.rng.as_mut().is_some_and(|rng| rng.percent_chance(40));
        if !state.is_enabled || is_first || is_quick {
            state.wrote |= at == Stop::Write;
            return PendingStop(None);
        }
        let (outcome, told) = oneshot::channel();
        match state.running.take() {
            Some(who) => state.waiting.push(Waiting { who, at, outcome }),
            None => state.fault = Some(format!("an operation reached a {at} while none was running")),
        }
        self.0.1.notify_all();
        PendingStop(Some(told))
    }

    /// `who` begins, on a task that calls [`end`](Self::end).
    pub fn begin(&self, who: Operation) {
        let mut state = self.state();
        (state.running, state.before_first_stop) = (Some(who), true);
    }

    pub fn end(&self, who: Operation, reply: Reply) {
        let mut state = self.state();
        if state.running.take() != Some(who) {
            state.fault = Some(format!("operation {who} ended while it was not running"));
        }
        state.ended.push((who, reply));
        self.0.1.notify_all();
    }

    /// The waiting operations and their stops, in order of arrival.
    pub fn waiting(&self) -> Vec<(Operation, Stop)> {
        self.state().waiting.iter().map(|waiting| (waiting.who, waiting.at.clone())).collect()
    }

    /// Resumes one operation.
    pub fn resume(&self, who: Operation, outcome: StopOutcome) {
        let mut state = self.state();
        let place = state.waiting.iter().position(|waiting| waiting.who == who).expect("it waits");
        let waiting = state.waiting.remove(place);
        state.wrote |= waiting.at == Stop::Write;
        (state.running, state.before_first_stop) = (Some(who), false);
        // The caller may have disconnected.
        _ = waiting.outcome.send(outcome);
    }

    /// Removes an operation that never continues.
    pub fn discard(&self, who: Operation) {
        let mut state = self.state();
        state.waiting.retain(|waiting| waiting.who != who);
    }

    /// Waits until no operation runs, and returns the ones that ended.
    pub fn wait_until_idle(&self) -> Result<Vec<(Operation, Reply)>, String> {
        let still_going = |state: &mut State| state.running.is_some() && state.fault.is_none();
        let waited = self.0.1.wait_timeout_while(self.state(), STOP_TIMEOUT, still_going);
        let (mut state, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        if timeout.timed_out() {
            state.fault = Some(format!("operation {:?} neither stops nor ends", state.running));
        }
        match state.fault.take() {
            Some(fault) => Err(fault),
            None => Ok(std::mem::take(&mut state.ended)),
        }
    }

    /// Whether a write was resumed since the last call.
    pub fn take_wrote(&self) -> bool {
        std::mem::take(&mut self.state().wrote)
    }
}

/// An operation's place in the queue.
pub struct PendingStop(Option<oneshot::Receiver<StopOutcome>>);

impl PendingStop {
    /// Resolves when the seed decides. A discarded operation waits until it is dropped.
    pub async fn outcome(self) -> StopOutcome {
        match self.0 {
            None => StopOutcome::Continue,
            Some(told) => match told.await {
                Ok(outcome) => outcome,
                Err(_) => std::future::pending().await,
            },
        }
    }
}
