//! The owner's notes of orders. Customers never see them, so they are no part of an order.

use crate::{
    db::{Error, Tx, params, statements},
    values::ids::Id,
};

statements! {
    NOTES = "SELECT notes FROM orders WHERE id = $1";
    SET_NOTES = "UPDATE orders SET notes = $2 WHERE id = $1";
}

/// Empty without notes.
pub async fn notes(tx: &Tx<'_>, order: &Id) -> Result<String, Error> {
    let row = tx.optional::<(Option<String>,)>(&NOTES, params![order.as_str()]).await?;
    Ok(row.and_then(|(notes,)| notes).unwrap_or_default())
}

pub async fn set_notes(tx: &Tx<'_>, order: &Id, notes: &str) -> Result<(), Error> {
    let notes = (!notes.is_empty()).then_some(notes);
    tx.execute(&SET_NOTES, params![order.as_str(), notes]).await.map(|_| ())
}
