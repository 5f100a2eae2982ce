//! One at a time: everything that happens waits here until the seed lets it go on.
//!
//! An operation stops before each database transaction, before each call to the card provider is served, and before
//! the answer to that call goes out. While one goes on, all others stand still, so whoever arrives is the one that was
//! let go: nobody has to say who they are, not even tasks that an operation spawned.

use std::{
    fmt,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::oneshot;
use trowel::db::{Turn, Turnstile};

use crate::{deeds::Reply, dice::Dice};

/// Numbered in the order of their beginning.
pub type Operation = usize;

/// Where an operation waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    Read,
    Write,
    /// The provider has this call and has not served it.
    Called(String),
    /// The provider has served the call, and its answer has not left.
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

/// What is to become of a call to the provider; a transaction only ever hears `GoOn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    GoOn,
    /// The connection ends without an answer.
    Cut,
    /// The provider answers this and does nothing.
    Fail(u16),
}

struct Waiting {
    who: Operation,
    at: Stop,
    fate: oneshot::Sender<Fate>,
}

#[derive(Default)]
struct State {
    /// Outside of this everybody passes: the shop is being set up, or brought to rest.
    is_on: bool,
    /// Whoever was let go and has neither arrived nor ended.
    going: Option<Operation>,
    /// It has not passed its first transaction.
    is_fresh: bool,
    waiting: Vec<Waiting>,
    ended: Vec<(Operation, Reply)>,
    /// A write was let through since this was last asked.
    wrote: bool,
    fault: Option<String>,
    dice: Option<Dice>,
}

/// The place where all wait. Clones are the same place.
#[derive(Clone, Default)]
pub struct Turns(Arc<(Mutex<State>, Condvar)>);

/// The longest that anything may take between two stops, in real time: far more than it does.
const STUCK_AFTER: Duration = Duration::from_mins(1);

impl Turns {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on the seed decides; `dice` are for reads that go on without stopping.
    pub fn start(&self, dice: Dice) {
        let mut state = self.state();
        (state.is_on, state.dice) = (true, Some(dice));
    }

    /// After a [`stop`](Self::stop).
    pub fn go_on(&self) {
        self.state().is_on = true;
    }

    /// From now on everybody passes.
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

    /// Somebody is here. Takes effect at once; what comes back is to be waited for.
    pub fn arrive(&self, at: Stop) -> Arrived {
        let mut state = self.state();
        // Who is calling is looked up first; an operation begins by that.
        let is_first = std::mem::take(&mut state.is_fresh);
        let is_quick = at == Stop::Read && state.dice.as_mut().is_some_and(|dice| dice.in_a_hundred(40));
        if !state.is_on || is_first || is_quick {
            state.wrote |= at == Stop::Write;
            return Arrived(None);
        }
        let (fate, told) = oneshot::channel();
        match state.going.take() {
            Some(who) => state.waiting.push(Waiting { who, at, fate }),
            None => state.fault = Some(format!("somebody came to a {at} out of turn")),
        }
        self.0.1.notify_all();
        Arrived(Some(told))
    }

    /// `who` begins, on a task that calls [`end`](Self::end).
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

    /// Who waits where, in the order of their coming.
    pub fn waiting(&self) -> Vec<(Operation, Stop)> {
        self.state().waiting.iter().map(|waiting| (waiting.who, waiting.at.clone())).collect()
    }

    /// Lets one go on.
    pub fn let_go(&self, who: Operation, fate: Fate) {
        let mut state = self.state();
        let place = state.waiting.iter().position(|waiting| waiting.who == who).expect("it waits");
        let waiting = state.waiting.remove(place);
        state.wrote |= waiting.at == Stop::Write;
        (state.going, state.is_fresh) = (Some(who), false);
        // Whoever called it may be gone; the call itself is not.
        _ = waiting.fate.send(fate);
    }

    /// It will never go on.
    pub fn forget(&self, who: Operation) {
        let mut state = self.state();
        state.waiting.retain(|waiting| waiting.who != who);
    }

    /// Until nobody goes: everything waits or has ended. Answers who has.
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

    /// Whether a write was let through since this was last asked.
    pub fn took_a_write(&self) -> bool {
        std::mem::take(&mut self.state().wrote)
    }
}

/// A place in the row of those who wait.
pub struct Arrived(Option<oneshot::Receiver<Fate>>);

impl Arrived {
    /// Ends when it is decided. Whoever was forgotten waits until they are dropped.
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
