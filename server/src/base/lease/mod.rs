//! Elects one node for jobs that only one node needs to run, by a row in the database.
//!
//! A lease saves work but is not a lock. Clocks differ between machines, and a node may stall for longer than its lease
//! lasts. So every job under a lease is safe to run twice at the same time, and calls [`Lease::renew`] before each
//! step.

pub mod store;

use std::time::Duration;

use crate::{
    db::{self, Db},
    values::{clock::Clock, ids::Id},
};

use store::LeaseTerm;

/// Longer than any single step. When a node dies, the others wait at most twice this time.
const LEASE_TTL: Duration = Duration::from_mins(1);

/// The node that asks for a lease.
#[derive(Clone, Copy)]
pub struct LeaseHolder<'a> {
    pub db: &'a Db,
    pub clock: &'a Clock,
    pub node: &'a Id,
}

pub struct Lease<'a> {
    holder: LeaseHolder<'a>,
    name: &'static str,
}

impl<'a> Lease<'a> {
    /// Takes the lease. Returns `None` if another node has it.
    pub async fn acquire(holder: LeaseHolder<'a>, name: &'static str) -> Result<Option<Self>, db::Error> {
        let input = (name, holder.node.clone(), term(holder));
        let is_ours =
            holder.db.write(input, |tx, (name, holder, term)| store::take(tx, name, holder, *term)).await?;
        Ok(is_ours.then_some(Self { holder, name }))
    }

    /// Extends the lease. The holder calls this before each step. Returns `false` if the lease is lost: its new holder
    /// does the rest.
    pub async fn renew(&self) -> Result<bool, db::Error> {
        let name = self.name;
        let input = (name, self.holder.node.clone(), term(self.holder));
        let goes_on = self
            .holder
            .db
            .write(input, |tx, (name, holder, term)| store::renew(tx, name, holder, *term))
            .await?;
        if !goes_on {
            tracing::info!(name, "this node lost its lease; another node continues");
        }
        Ok(goes_on)
    }
}

/// Releases the lease at the end of a run or of the process, so that the next node need not wait.
pub async fn release(holder: LeaseHolder<'_>, name: &'static str) -> Result<(), db::Error> {
    holder.db.write((name, holder.node.clone()), |tx, (name, holder)| store::release(tx, name, holder)).await
}

fn term(holder: LeaseHolder<'_>) -> LeaseTerm {
    let now = holder.clock.now();
    LeaseTerm { now, until: now.plus(LEASE_TTL), max_until: now.plus(2 * LEASE_TTL) }
}
