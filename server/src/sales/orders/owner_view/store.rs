//! The owner's notes of orders. They are no part of an order, because customers see them in their export alone.

use crate::{
    db::{Error, Tx, queries, row},
    values::{ids::Id, money::Cents, payment_method::PaymentMethod, time::Timestamp},
};

row! {
    #[derive(serde::Serialize, utoipa::ToSchema)]
    pub struct OrderRefundRow {
        /// Dollars.
        #[schema(value_type = f64)]
        pub amount: Cents,
        /// May be empty.
        pub reason: String,
        /// `due`, `done`, `refused`, `failed` (after it was done), or `waits` (its money is owed again).
        pub state: String,
        /// Why the card provider refused it, or the customer's bank sent it back.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = String)]
        pub error: Option<String>,
        #[schema(value_type = String, format = DateTime)]
        pub at: Timestamp,
        /// The number of the credit note, such as 17 of C-17. Absent until the refund is done.
        #[serde(rename = "creditNote", skip_serializing_if = "Option::is_none")]
        #[schema(value_type = i64)]
        pub number: Option<i64>,
        /// The number of the debit note, such as 3 of D-3. Only a refund that failed has one.
        #[serde(rename = "debitNote", skip_serializing_if = "Option::is_none")]
        #[schema(value_type = i64)]
        pub debit_note: Option<i64>,
        /// Dollars that the card provider sent, if the rest had gone back in its dashboard before.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = f64)]
        pub sent: Option<Cents>,
        #[serde(rename = "_id")]
        #[schema(value_type = String)]
        pub id: Id,
    }
}

row! {
    /// What a person of the shop recorded about a payment without the card provider.
    #[derive(serde::Serialize, utoipa::ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct RecordedPaymentRow {
        pub method: PaymentMethod,
        /// A day where the shop is.
        #[schema(format = Date)]
        pub received_on: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = String)]
        pub reference: Option<String>,
        /// How it was refunded.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = PaymentMethod)]
        pub refund_method: Option<PaymentMethod>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = String)]
        pub refund_note: Option<String>,
    }
}

queries! {
    pub fn recorded_payment(transaction_id: &str) -> Option<RecordedPaymentRow> =
        "SELECT method, received_on, reference, refund_method, refund_note FROM payments WHERE intent_id = $1 AND method IS NOT NULL";
    /// The refunds of the order's purchase, oldest first, also those that the provider refused.
    pub fn refunds(purchase: &Id, limit: i64) -> Vec<OrderRefundRow> =
        "SELECT amount_cents, reason, CASE WHEN failed_at IS NOT NULL THEN 'failed' WHEN waits = 1 THEN 'waits' ELSE state END,
            coalesce(failure, error), created_at, number, debit_note, sent_cents, id FROM refunds WHERE purchase_id = $1 ORDER BY id LIMIT $2";
    fn stored_notes(order: &Id) -> Option<Option<String>> = "SELECT notes FROM orders WHERE id = $1";
    /// The notes of all orders of a customer, oldest first, with the ids of the orders.
    pub fn notes_of_user(user: &Id) -> Vec<(String, String)> =
        "SELECT id, notes FROM orders WHERE user_id = $1 AND notes IS NOT NULL ORDER BY created_at, id";
    pub fn set_notes(order: &Id, notes: &str, now: Timestamp) =
        "UPDATE orders SET notes = $2, changed_at = $3 WHERE id = $1", [order, (!notes.is_empty()).then_some(notes), now];
}

/// The notes of an order. Returns an empty text without notes.
pub async fn notes(tx: &Tx<'_>, order: &Id) -> Result<String, Error> {
    Ok(stored_notes(tx, order).await?.flatten().unwrap_or_default())
}
