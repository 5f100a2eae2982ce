//! Partial refunds in the database.

use super::{PartialRefund, PartialRefundRequest};
use crate::{
    db::{Error, Tx, params, row, statements},
    values::{ids::Id, money::Cents, time::Timestamp},
};

/// The columns of the row struct below, in its order.
macro_rules! part_columns {
    () => {
        "id, order_id, intent_id, amount_cents, reason, created_at"
    };
}

statements! {
    INSERT = "INSERT INTO partial_refunds (id, order_id, payment_id, intent_id, amount_cents, reason, state, created_at, changed_at)
        VALUES ($1, $2, $3, $4, $5, $6, 'due', $7, $7)";
    DUE_OF_ORDER = concat!("SELECT ", part_columns!(), " FROM partial_refunds WHERE order_id = $1 AND state = 'due'");
    DUE = concat!("SELECT ", part_columns!(), " FROM partial_refunds WHERE state = 'due' ORDER BY changed_at LIMIT 50");
    TOUCH = "UPDATE partial_refunds SET changed_at = $2 WHERE id = $1";
    FINISH = "UPDATE partial_refunds SET state = $2, error = $3, changed_at = $4 WHERE id = $1 AND state = 'due'";
}

row! {
    struct PartialRefundRow {
        id: String,
        order_id: String,
        intent_id: String,
        amount_cents: i64,
        reason: String,
        created_at: i64,
    }
}

impl PartialRefundRow {
    fn into_part(self) -> Result<PartialRefund, Error> {
        let broken = || Error::broken_row("partial_refunds", &self.id);
        Ok(PartialRefund {
            id: Id::parse(&self.id).ok_or_else(broken)?,
            order_id: Id::parse(&self.order_id).ok_or_else(broken)?,
            amount: Cents::new(self.amount_cents).ok_or_else(broken)?,
            intent_id: self.intent_id,
            reason: self.reason,
            created_at: Timestamp::from_micros(self.created_at),
        })
    }
}

/// Requires the lock on the order.
pub async fn insert(
    tx: &Tx<'_>,
    id: &Id,
    payment: &Id,
    intent_id: &str,
    request: &PartialRefundRequest,
    now: Timestamp,
) -> Result<(), Error> {
    let PartialRefundRequest { order, amount, reason, .. } = request;
    let values = params![
        id.as_str(),
        order.as_str(),
        payment.as_str(),
        intent_id,
        amount.as_i64(),
        reason.as_str(),
        now.micros()
    ];
    tx.execute(&INSERT, values).await.map(|_| ())
}

pub async fn due_of_order(tx: &Tx<'_>, order: &Id) -> Result<Option<PartialRefund>, Error> {
    let row = tx.optional::<PartialRefundRow>(&DUE_OF_ORDER, params![order.as_str()]).await?;
    row.map(PartialRefundRow::into_part).transpose()
}

/// Up to fifty, those that were not tried for longest first.
pub async fn due(tx: &Tx<'_>) -> Result<Vec<PartialRefund>, Error> {
    let rows: Vec<PartialRefundRow> = tx.all(&DUE, params![]).await?;
    rows.into_iter().map(PartialRefundRow::into_part).collect()
}

pub async fn touch(tx: &Tx<'_>, id: &Id, now: Timestamp) -> Result<(), Error> {
    tx.execute(&TOUCH, params![id.as_str(), now.micros()]).await.map(|_| ())
}

/// With the provider's `error` it is refused. `false`: it was finished before.
pub async fn finish(tx: &Tx<'_>, id: &Id, error: Option<&str>, now: Timestamp) -> Result<bool, Error> {
    let state = if error.is_some() { "refused" } else { "done" };
    Ok(tx.execute(&FINISH, params![id.as_str(), state, error, now.micros()]).await? == 1)
}
