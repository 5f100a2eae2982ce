//! Work that every node could do and one at a time should: a row in the database says which.
//!
//! A lease saves work and protects nothing. Clocks differ between machines, and a node may stall for longer than its lease
//! and wake up; so whatever is done under one is safe to do twice at once, and is looked at step by step:
//! [`Lease::goes_on`] before each says whether it is still ours.

pub mod store;

use std::time::Duration;

use crate::{db, shop::Shop};

use store::Term;

/// Longer than any single step takes. The others wait for no more than this, twice, when a node dies.
const TERM: Duration = Duration::from_mins(1);

pub struct Lease<'a> {
    shop: &'a Shop,
    name: &'static str,
}

impl<'a> Lease<'a> {
    /// `None`: another node is at it.
    pub async fn take(shop: &'a Shop, name: &'static str) -> Result<Option<Self>, db::Error> {
        let (holder, term) = (shop.node.clone(), term(shop));
        let is_ours = shop
            .db
            .write(move |tx| {
                let holder = holder.clone();
                Box::pin(async move { store::take(tx, name, &holder, term).await })
            })
            .await?;
        Ok(is_ours.then_some(Self { shop, name }))
    }

    /// Before each step; holds the lease for another term. `false`: it is not ours any more, and the rest is for
    /// whoever has it.
    pub async fn goes_on(&self) -> Result<bool, db::Error> {
        let (name, holder, term) = (self.name, self.shop.node.clone(), term(self.shop));
        let goes_on = self
            .shop
            .db
            .write(move |tx| {
                let holder = holder.clone();
                Box::pin(async move { store::renew(tx, name, &holder, term).await })
            })
            .await?;
        if !goes_on {
            tracing::info!(
                name,
                "this node was too slow or another took over; it leaves the work to the others"
            );
        }
        Ok(goes_on)
    }
}

/// At the end of a round, or of the process: the next need not wait.
pub async fn give_up(shop: &Shop, name: &'static str) -> Result<(), db::Error> {
    let holder = shop.node.clone();
    shop.db
        .write(move |tx| {
            let holder = holder.clone();
            Box::pin(async move { store::give_up(tx, name, &holder).await })
        })
        .await
}

fn term(shop: &Shop) -> Term {
    let now = shop.clock.now();
    Term { now, until: now.plus(TERM), at_most: now.plus(2 * TERM) }
}
