//! An administrator returns the money of a refund that failed: to the card again, or in another way.

use super::{
    Refund, RefundEnds, RefundError, RefundOutcome, RefundRejection, RefundStatus,
    finish::{count_part, finish, lock},
    plan::RefundablePurchase,
    request::request_part,
    store,
};
use crate::{
    base::{
        audit::{self, AuditAction, AuditEntry},
        email::Mailer,
    },
    clients::stripe::StripeError,
    db::Tx,
    sales::{
        orders,
        payments::{PaymentError, record_payment::RecordedRefund},
    },
    settings::webhooks::Webhooks,
    shop::Shop,
    values::{ids::Id, time::Timestamp},
};

#[derive(Clone)]
struct Attempt {
    by: Id,
    purchase: Id,
    refund: Id,
    /// How the money goes back. If it has a method, the shop has returned the money itself.
    recorded: RecordedRefund,
    /// The new key under which the provider keeps the refund.
    key: Id,
    at: Timestamp,
}

/// Tries a refund again. Only administrators call this. `refund` is the one that waits.
pub async fn refund_again(
    shop: &Shop,
    by: &Id,
    (purchase, refund): (Id, Id),
    recorded: RecordedRefund,
) -> Result<RefundOutcome, PaymentError> {
    let is_recorded = recorded.method.is_some();
    let cards = shop.payments.as_ref().filter(|_| !is_recorded);
    if cards.is_none() && !is_recorded {
        return Err(PaymentError::Disabled);
    }
    let at = shop.clock.now();
    let attempt = Attempt { by: by.clone(), purchase, refund, recorded, key: Id::new(at), at };
    let input = (shop.mailer.clone(), shop.webhooks.clone(), attempt);
    let begun = shop.db.try_write(input, |tx, (mail, webhooks, attempt)| {
        Box::pin(async move { attempt.begin(tx, (mail, webhooks)).await })
    });
    let refund = match begun.await {
        Ok(refund) => refund,
        Err(error) => return Ok(error.into_outcome()?),
    };
    let Some(cards) = cards else { return Ok(RefundOutcome::Started(RefundStatus::Accepted)) };
    Ok(RefundOutcome::Started(match request_part(shop, cards, &refund).await {
        Ok(()) => RefundStatus::Accepted,
        Err(PaymentError::Provider(StripeError::Rejected { .. })) => RefundStatus::Refused,
        Err(error) => {
            tracing::warn!(%error, refund = %refund.id, "a refund is requested again and not accepted yet");
            RefundStatus::Pending
        }
    }))
}

impl Attempt {
    async fn begin(&self, tx: &Tx<'_>, effects: (&Mailer, &Webhooks)) -> Result<Refund, RefundError> {
        let found = lock(tx, &self.refund).await?.filter(|(found, _)| found.purchase.id == self.purchase);
        let (purchase, refund) = found.ok_or(RefundRejection::Unknown)?;
        if !refund.waits && refund.key != self.key.as_str() {
            return Err(RefundError::AlreadyStarted);
        }
        let RecordedRefund { method, note } = &self.recorded;
        if refund.waits {
            store::begin_again(tx, &refund.id, &self.key, *method, note.as_deref(), self.at).await?;
            count_part(tx, &purchase, &refund, true).await?;
            orders::store::mark_changed(tx, &purchase.purchase.id, self.at).await?;
            let action = match refund.ends {
                RefundEnds::Nothing => AuditAction::RefundPart,
                RefundEnds::Orders | RefundEnds::Payment => AuditAction::RefundOrder,
            };
            let subject = subject(&purchase, &refund);
            audit::record(tx, &AuditEntry::by(&self.by, action, subject, self.at)).await?;
        }
        if method.is_some() {
            finish(tx, effects, &refund.id, None, self.at).await?;
        }
        let key = self.key.to_string();
        Ok(Refund { waits: false, key, method: *method, created_at: self.at, ..refund })
    }
}

/// The order that the page of refunds names.
fn subject(purchase: &RefundablePurchase, refund: &Refund) -> Id {
    let of_line = purchase.lines_of(&refund.id).find_map(|line| line.order_id.clone());
    of_line.or_else(|| purchase.orders.first().map(|order| order.id.clone())).unwrap_or(refund.id.clone())
}
