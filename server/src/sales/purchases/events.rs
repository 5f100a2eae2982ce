//! Webhooks about purchases, queued in the transaction that pays them.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Purchase, store};
use crate::{
    db::{self, Tx},
    settings::webhooks::{WebhookEvent, Webhooks, document::EventData},
    values::{ids::Id, money::Cents, province::Province, taxes::Tax, time::Timestamp},
};

/// A tax in events.
#[derive(Serialize, ToSchema)]
pub struct EventTax {
    tax: Tax,
    /// Dollars.
    #[schema(value_type = f64)]
    amount: Cents,
}

/// A purchase that was paid, as bookkeeping needs it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PurchasePaidEvent<'p> {
    purchase_id: &'p str,
    number: i64,
    /// Its taxes count on that day.
    paid_at: Timestamp,
    /// Dollars for goods and delivery, after the discount and without taxes.
    #[schema(value_type = f64)]
    sales: Cents,
    /// Where the sale is taxed. Null: its address names no place.
    #[schema(required)]
    tax_province: Option<Province>,
    taxes: Vec<EventTax>,
    /// What was paid.
    #[schema(value_type = f64)]
    total: Cents,
}

impl EventData for PurchasePaidEvent<'_> {
    const EVENTS: &'static [WebhookEvent] = &[WebhookEvent::PurchasePaid];
}

/// These amounts of the taxes that the purchase was charged.
pub fn taxes_of(purchase: &Purchase, federal: Cents, provincial: Cents) -> Vec<EventTax> {
    let taxes = [(purchase.federal.tax, federal), (purchase.provincial.tax, provincial)];
    taxes.into_iter().filter_map(|(tax, amount)| Some(EventTax { tax: tax?, amount })).collect()
}

/// Reads the purchase only if a program gets the event.
pub async fn purchase_paid(
    webhooks: &Webhooks,
    tx: &Tx<'_>,
    id: &Id,
    paid_at: Timestamp,
    now: Timestamp,
) -> Result<(), db::Error> {
    let event = WebhookEvent::PurchasePaid;
    if !webhooks.is_chosen(event) {
        return Ok(());
    }
    let Some(purchase) = store::by_id(tx, id).await? else { return Err(tx.conflict()) };
    let taxes = [purchase.federal.amount, purchase.provincial.amount];
    let sales = taxes.into_iter().try_fold(purchase.total, Cents::minus);
    let data = || PurchasePaidEvent {
        purchase_id: purchase.id.as_str(),
        number: purchase.number,
        paid_at,
        sales: sales.unwrap_or(Cents::ZERO),
        tax_province: purchase.tax_province,
        taxes: taxes_of(&purchase, purchase.federal.amount, purchase.provincial.amount),
        total: purchase.total,
    };
    webhooks.queue(tx, event, data, now).await
}
