//! One order with everything that the owner knows about it, and the owner's notes.

pub mod http;
pub mod store;

use super::order::Order;
use crate::{
    base::{
        audit::{self, AuditAction, AuditEntry, store::NamedEntryRow},
        email::outbox::{self, OrderEmail},
    },
    db::{self, Tx},
    shop::Shop,
    values::ids::Id,
};

/// Few orders have as many. Of the audit entries, these are the newest.
const MAX_ROWS: i64 = 100;

pub struct OwnerView {
    pub order: Order,
    pub notes: String,
    pub recorded_payment: Option<store::RecordedPaymentRow>,
    pub refunds: Vec<store::OrderRefundRow>,
    pub emails: Vec<OrderEmail>,
    pub audit: Vec<NamedEntryRow>,
}

/// Loads an order with what only the shop sees. Callers have `Permission::ReadOrders`.
pub async fn load(shop: &Shop, id: Id) -> Result<Option<OwnerView>, db::Error> {
    shop.db
        .read(id, |tx, id| {
            Box::pin(async move {
                let Some(order) = super::store::by_id(tx, id).await? else { return Ok(None) };
                let (notes, refunds, emails, audit) = tokio::try_join!(
                    store::notes(tx, id),
                    store::refunds(tx, &order.line.purchase_id, MAX_ROWS),
                    outbox::of_order(tx, id, MAX_ROWS),
                    audit::store::named_of_subject(tx, id, MAX_ROWS)
                )?;
                let recorded_payment = match order.state.payment() {
                    Some(payment) if payment.method.is_some() => {
                        store::recorded_payment(tx, &payment.transaction_id).await?
                    }
                    _ => None,
                };
                Ok(Some(OwnerView { order, notes, recorded_payment, refunds, emails, audit }))
            })
        })
        .await
}

pub enum SaveNotesOutcome {
    Saved,
    Unchanged,
    /// Another person has saved other notes.
    Conflict {
        notes: String,
    },
    Unknown,
}

impl SaveNotesOutcome {
    /// Says why these notes are not saved over the stored ones. `before` is as in [`save_notes`].
    pub fn unless_to_save(stored: String, before: Option<&str>, notes: &str) -> Option<Self> {
        if stored == notes {
            return Some(Self::Unchanged);
        }
        before.is_some_and(|before| before != stored).then_some(Self::Conflict { notes: stored })
    }
}

/// Saves the notes of an order. Callers have `Permission::WriteOrders`. `before` are the notes that the new ones were
/// made from, if they must not have changed.
pub async fn save_notes(
    shop: &Shop,
    by: &Id,
    id: Id,
    before: Option<String>,
    notes: String,
) -> Result<SaveNotesOutcome, db::Error> {
    let entry = AuditEntry::by(by, AuditAction::EditOrderNotes, id, shop.clock.now());
    let input = (before, notes, entry);
    shop.db
        .write(input, |tx, (before, notes, entry)| Box::pin(save_in_tx(tx, before.as_deref(), notes, entry)))
        .await
}

async fn save_in_tx(
    tx: &Tx<'_>,
    before: Option<&str>,
    notes: &str,
    entry: &AuditEntry,
) -> Result<SaveNotesOutcome, db::Error> {
    let id = &entry.subject;
    super::store::lock_order(tx, id).await?;
    if super::store::by_id(tx, id).await?.is_none() {
        return Ok(SaveNotesOutcome::Unknown);
    }
    let stored = store::notes(tx, id).await?;
    if let Some(outcome) = SaveNotesOutcome::unless_to_save(stored, before, notes) {
        return Ok(outcome);
    }
    store::set_notes(tx, id, notes, entry.at).await?;
    audit::record(tx, entry).await?;
    Ok(SaveNotesOutcome::Saved)
}
