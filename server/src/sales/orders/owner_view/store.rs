//! The owner's notes of orders. They are no part of an order, because customers see them in their export alone.

use crate::{
    db::{Error, Tx, params, row, statements},
    values::ids::Id,
};

statements! {
    NOTES = "SELECT notes FROM orders WHERE id = $1";
    PARTIAL_REFUNDS = "SELECT amount_cents, reason, state, error, created_at FROM partial_refunds WHERE order_id = $1 ORDER BY id LIMIT $2";
    NOTES_OF_USER = "SELECT id, notes FROM orders WHERE user_id = $1 AND notes IS NOT NULL ORDER BY created_at, id";
    SET_NOTES = "UPDATE orders SET notes = $2 WHERE id = $1";
}

row! {
    pub struct PartialRefundView {
        pub amount_cents: i64,
        pub reason: String,
        pub state: String,
        pub error: Option<String>,
        pub created_at: i64,
    }
}

/// Oldest first.
pub async fn partial_refunds(tx: &Tx<'_>, order: &Id, limit: i64) -> Result<Vec<PartialRefundView>, Error> {
    tx.all(&PARTIAL_REFUNDS, params![order.as_str(), limit]).await
}

/// Empty without notes.
pub async fn notes(tx: &Tx<'_>, order: &Id) -> Result<String, Error> {
    let row = tx.optional::<(Option<String>,)>(&NOTES, params![order.as_str()]).await?;
    Ok(row.and_then(|(notes,)| notes).unwrap_or_default())
}

/// The notes of all orders of a customer, oldest first, with the ids of the orders.
pub async fn notes_of_user(tx: &Tx<'_>, user: &Id) -> Result<Vec<(String, String)>, Error> {
    tx.all(&NOTES_OF_USER, params![user.as_str()]).await
}

pub async fn set_notes(tx: &Tx<'_>, order: &Id, notes: &str) -> Result<(), Error> {
    let notes = (!notes.is_empty()).then_some(notes);
    tx.execute(&SET_NOTES, params![order.as_str(), notes]).await.map(|_| ())
}
