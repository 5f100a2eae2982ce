//! The numbers of orders, as #1042. Each node reserves a block of them and gives them out from memory (hi/lo), so that
//! purchases neither lock a common row nor need another round trip. A node that stops leaves a gap.

pub mod store;

use std::{ops::Range, time::Duration};

use tokio::sync::Mutex;

use crate::{
    db::{self, Db},
    values::time::Timestamp,
};

const COUNTER: &str = "orders";
const FIRST: i64 = 1_001;
/// A small block leaves a small gap. A busy node doubles it, because every block costs a transaction.
const MIN_BLOCK: i64 = 10;
const MAX_BLOCK: i64 = 1_000;
/// A node is busy if it uses up a block within this time.
const BUSY_TIME: Duration = Duration::from_secs(1);

pub struct OrderNumbers(Mutex<NumberBlock>);

struct NumberBlock {
    free: Range<i64>,
    /// Numbers of purchases that were refused.
    returned: Vec<i64>,
    size: i64,
    reserved_at: Timestamp,
}

impl Default for OrderNumbers {
    fn default() -> Self {
        let reserved_at = Timestamp::from_micros(0);
        Self(Mutex::new(NumberBlock { free: 0..0, returned: Vec::new(), size: MIN_BLOCK, reserved_at }))
    }
}

impl OrderNumbers {
    /// A number that no other order has.
    pub async fn next(&self, db: &Db, now: Timestamp) -> Result<i64, db::Error> {
        let mut block = self.0.lock().await;
        if let Some(number) = block.returned.pop().or_else(|| block.free.next()) {
            return Ok(number);
        }
        let is_busy = block.reserved_at > now.minus(BUSY_TIME);
        block.size = if is_busy { (block.size * 2).min(MAX_BLOCK) } else { MIN_BLOCK };
        let size = block.size;
        let last = db.write(size, |tx, size| Box::pin(store::reserve(tx, COUNTER, FIRST, *size))).await?;
        block.free = last - size + 1..last + 1;
        block.reserved_at = now;
        block.free.next().ok_or_else(|| db::Error::broken_row("counters", COUNTER))
    }

    /// For a number that no order has got.
    pub async fn give_back(&self, number: i64) {
        self.0.lock().await.returned.push(number);
    }
}
