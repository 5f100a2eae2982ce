//! The numbers of orders, as #1042. Each node reserves blocks of ten and gives them out from memory (hi/lo). So nine of
//! ten purchases need no further transaction for it. A node that stops leaves a gap.

pub mod store;

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::{
    base::idempotency,
    db::{self, Db, Tx},
};

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
    /// A number that no other order has. Purchases that find none left reserve a block each, because none of them
    /// should wait for another.
    pub async fn next(&self, db: &Db) -> Result<i64, db::Error> {
        if let Some(number) = self.free().pop_first() {
            return Ok(number);
        }
        let last = db.write((), |tx, ()| store::reserve(tx, COUNTER, FIRST + BLOCK - 1, BLOCK)).await?;
        let first = last - BLOCK + 1;
        self.free().extend(first + 1..=last);
        Ok(first)
    }

    /// Runs a transaction that gives this number to an order. The number goes back if no order has it. With an
    /// idempotency key a transaction whose outcome is unknown runs again and finds the key if it was committed.
    pub async fn place<T, F>(
        &self,
        number: i64,
        has_key: bool,
        is_placed: fn(&T) -> bool,
        attempt: impl Fn() -> F,
    ) -> Result<T, db::Error>
    where
        F: Future<Output = Result<T, db::Error>>,
    {
        let first = idempotency::retry_once(&attempt).await;
        let may_be_committed = matches!(first, Err(db::Error::OutcomeUnknown));
        let repeats = may_be_committed && has_key;
        let outcome = if repeats { idempotency::retry_once(&attempt).await } else { first };
        let is_free = match &outcome {
            Ok(outcome) => !is_placed(outcome),
            Err(error) => error.is_retryable(),
        };
        if is_free && !may_be_committed {
            self.free().insert(number);
        }
        outcome
    }

    fn free(&self) -> MutexGuard<'_, BTreeSet<i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
