//! The numbers of orders, as #1042. Each node reserves blocks of ten and gives them out from memory (hi/lo). So nine of
//! ten purchases need no further transaction for it. A node that stops leaves a gap.

pub mod store;

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::db::{self, Db, Tx};

const COUNTER: &str = "orders";
const FIRST: i64 = 1_001;
/// A node that stops loses what is left of its blocks.
const BLOCK: i64 = 10;

/// The next number that no node has reserved, for the orders that the demo begins with.
pub async fn reserve_one(tx: &Tx<'_>) -> Result<i64, db::Error> {
    store::reserve(tx, COUNTER, FIRST, 1).await
}

/// The numbers that this node has reserved and not used.
#[derive(Default)]
pub struct OrderNumbers(Mutex<BTreeSet<i64>>);

impl OrderNumbers {
    /// A number that no other order has. Purchases that find none left reserve a block each, because none of them should
    /// wait for another.
    pub async fn next(&self, db: &Db) -> Result<i64, db::Error> {
        if let Some(number) = self.free().pop_first() {
            return Ok(number);
        }
        let last = db.write((), |tx, ()| store::reserve(tx, COUNTER, FIRST + BLOCK - 1, BLOCK)).await?;
        let first = last - BLOCK + 1;
        self.free().extend(first + 1..=last);
        Ok(first)
    }

    /// For a number that no order has got.
    pub fn give_back(&self, number: i64) {
        self.free().insert(number);
    }

    fn free(&self) -> MutexGuard<'_, BTreeSet<i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
