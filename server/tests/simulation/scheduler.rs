//! Runs one operation at a time: each waits here until the seed lets it continue.
//!
//! An operation stops before each database transaction, before each call to the card provider is served, and before
//! the response to that call is sent. While one runs, all others wait. So the next stop belongs to the running operation,
//! also when a task that it spawned reaches it.

use std::{
    fmt,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::oneshot;
use trowel::db::{Turn, Turnstile};

use crate::{actions::Reply, rng::Dice};

/// Numbered in the order of their start.
pub type Operation = usize;

/// Where an operation waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    Read,
    Write,
    /// The provider received this call and has not served it.
    Called(String),
    /// The provider served the call and has not sent its response.
    Served,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read => f.write_str("read"),
            Self::Write => f.write_str("write"),
            Self::Called(call) => f.write_str(call),
            Self::Served => f.write_str("provider's answer"),
        }
    }
}

/// What happens to a call to the provider; a transaction always gets `GoOn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    GoOn,
    /// The connection ends without an answer.
    Cut,
    /// The provider returns this status and does nothing.
    Fail(u16),
}

struct Waiting {
    who: Operation,
    at: Stop,
    fate: oneshot::Sender<Fate>,
}

#[derive(Default)]
struct State {
    /// Otherwise nothing is stopped: the shop is being set up or shut down.
    is_on: bool,
    /// The running operation.
    going: Option<Operation>,
    /// It has not passed its first transaction.
    is_fresh: bool,
    waiting: Vec<Waiting>,
    ended: Vec<(Operation, Reply)>,
    /// A write ran since this was last read.
    wrote: bool,
    fault: Option<String>,
    dice: Option<Dice>,
}

/// Clones share one scheduler.
#[derive(Clone, Default)]
pub struct Turns(Arc<(Mutex<State>, Condvar)>);

/// The longest real time between two stops: far more than any operation takes.
const STUCK_AFTER: Duration = Duration::from_mins(1);

impl Turns {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on the seed decides; `dice` picks the reads that do not stop.
    pub fn start(&self, dice: Dice) {
        let mut state = self.state();
        (state.is_on, state.dice) = (true, Some(dice));
    }

    /// After a [`stop`](Self::stop).
    pub fn go_on(&self) {
        self.state().is_on = true;
    }

    /// From now on nothing is stopped.
    pub fn stop(&self) {
        self.state().is_on = false;
    }

    pub fn turnstile(&self) -> Turnstile {
        let turns = self.clone();
        Turnstile::new(move |turn| {
            let stop = match turn {
                Turn::Read => Stop::Read,
                Turn::Write => Stop::Write,
            };
            let arrived = turns.arrive(stop);
            Box::pin(async move { _ = arrived.fate().await })
        })
    }

    /// The running operation reached a stop. Takes effect at once; the caller awaits the result.
    pub fn arrive(&self, at: Stop) -> Arrived {
        let mut state = self.state();
        // An operation starts by reading its session.
        let is_first = std::mem::take(&mut state.is_fresh);
        let is_quick = at == Stop::Read && state.dice.as_mut().is_some_and(|dice| dice.in_a_hundred(40));
        if !state.is_on || is_first || is_quick {
            state.wrote |= at == Stop::Write;
            return Arrived(None);
        }
        let (fate, told) = oneshot::channel();
        match state.going.take() {
            Some(who) => state.waiting.push(Waiting { who, at, fate }),
            None => state.fault = Some(format!("an operation reached a {at} out of turn")),
        }
        self.0.1.notify_all();
        Arrived(Some(told))
    }

    /// `who` starts, in a task that calls [`end`](Self::end).
    pub fn begin(&self, who: Operation) {
        let mut state = self.state();
        (state.going, state.is_fresh) = (Some(who), true);
    }

    pub fn end(&self, who: Operation, reply: Reply) {
        let mut state = self.state();
        if state.going.take() != Some(who) {
            state.fault = Some(format!("operation {who} ended out of turn"));
        }
        state.ended.push((who, reply));
        self.0.1.notify_all();
    }

    /// The waiting operations and their stops, in the order of arrival.
    pub fn waiting(&self) -> Vec<(Operation, Stop)> {
        self.state().waiting.iter().map(|waiting| (waiting.who, waiting.at.clone())).collect()
    }

    /// Lets one continue.
    pub fn let_go(&self, who: Operation, fate: Fate) {
        let mut state = self.state();
        let place = state.waiting.iter().position(|waiting| waiting.who == who).expect("it waits");
        let waiting = state.waiting.remove(place);
        state.wrote |= waiting.at == Stop::Write;
        (state.going, state.is_fresh) = (Some(who), false);
        // Its caller may be gone, and the call is still there.
        _ = waiting.fate.send(fate);
    }

    /// It never continues.
    pub fn forget(&self, who: Operation) {
        let mut state = self.state();
        state.waiting.retain(|waiting| waiting.who != who);
    }

    /// Waits until no operation runs. Returns those that ended.
    pub fn settle(&self) -> Result<Vec<(Operation, Reply)>, String> {
        let still_going = |state: &mut State| state.going.is_some() && state.fault.is_none();
        let waited = self.0.1.wait_timeout_while(self.state(), STUCK_AFTER, still_going);
        let (mut state, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        if timeout.timed_out() {
            state.fault = Some(format!("operation {:?} neither stops nor ends", state.going));
        }
        match state.fault.take() {
            Some(fault) => Err(fault),
            None => Ok(std::mem::take(&mut state.ended)),
        }
    }

    /// Whether a write ran since this was last read.
    pub fn took_a_write(&self) -> bool {
        std::mem::take(&mut self.state().wrote)
    }
}

/// An operation that waits at a stop.
pub struct Arrived(Option<oneshot::Receiver<Fate>>);

impl Arrived {
    /// Completes when the scheduler decides, and never for an abandoned operation.
    pub async fn fate(self) -> Fate {
        match self.0 {
            None => Fate::GoOn,
            Some(told) => match told.await {
                Ok(fate) => fate,
                Err(_) => std::future::pending().await,
            },
        }
    }
}
