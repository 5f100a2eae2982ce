//! Elects one node for jobs that only one node needs to run, by a row in the database.
//!
//! A lease saves work but is not a lock. Clocks differ between machines, and a node may stall for longer than its lease
//! lasts. So every job under a lease is safe to run twice at the same time, and calls [`Lease::renew`] before each
//! step.

pub mod store;

use std::time::Duration;

use crate::{db, shop::Shop};

use store::LeaseTerm;

/// Longer than any single step. When a node dies, the others wait at most twice this time.
const LEASE_TTL: Duration = Duration::from_mins(1);

pub struct Lease<'a> {
    shop: &'a Shop,
    name: &'static str,
}

impl<'a> Lease<'a> {
    /// `None`: another node has the lease.
    pub async fn acquire(shop: &'a Shop, name: &'static str) -> Result<Option<Self>, db::Error> {
        let input = (name, shop.node.clone(), term(shop));
        let is_ours = shop
            .db
            .write(input, |tx, (name, holder, term)| Box::pin(store::take(tx, name, holder, *term)))
            .await?;
        Ok(is_ours.then_some(Self { shop, name }))
    }

    /// Extends the lease before each step. `false`: the lease is lost, and its new holder does the rest.
    pub async fn renew(&self) -> Result<bool, db::Error> {
        let (shop, name) = (self.shop, self.name);
        let input = (name, shop.node.clone(), term(shop));
        let goes_on = shop
            .db
            .write(input, |tx, (name, holder, term)| Box::pin(store::renew(tx, name, holder, *term)))
            .await?;
        if !goes_on {
            tracing::info!(name, "this node lost its lease; another node continues");
        }
        Ok(goes_on)
    }
}

/// Called at the end of a run or of the process, so that the next node need not wait.
pub async fn release(shop: &Shop, name: &'static str) -> Result<(), db::Error> {
    shop.db
        .write((name, shop.node.clone()), |tx, (name, holder)| Box::pin(store::release(tx, name, holder)))
        .await
}

fn term(shop: &Shop) -> LeaseTerm {
    let now = shop.clock.now();
    LeaseTerm { now, until: now.plus(LEASE_TTL), max_until: now.plus(2 * LEASE_TTL) }
}
