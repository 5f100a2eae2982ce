//! The decision about a refund, and what it changes in the shop.

use super::{
    Refund, RefundEnds, RefundError, RefundLine, RefundRejection, RefundState,
    finish::finish,
    plan::{RefundPlan, RefundSelection, RefundablePurchase},
    start::{RefundRequest, RefundTarget},
    store,
};
use crate::{
    accounts,
    base::{
        audit::{self, AuditAction, AuditEntry},
        email::Mailer,
    },
    db::{self, Tx},
    sales::{
        orders::{
            self,
            anonymize::anonymize_orders,
            order::{InvalidTransition, Order, OrderState},
        },
        payments::store::{self as payments, Payment, PaymentState},
        purchases,
    },
    settings::webhooks::Webhooks,
    values::{ids::Id, money::Cents, time::Timestamp},
};

pub(super) struct Decision {
    pub by: Id,
    /// The id of the refund, if it is a part of the payment.
    pub id: Id,
    pub at: Timestamp,
    pub purchase: Id,
    pub request: RefundRequest,
}

pub struct Decided {
    pub refund: Refund,
    pub payment: Payment,
    /// Tools whose stock came back with a refund that is done.
    pub restocked: Vec<Id>,
}

impl Decision {
    pub(super) async fn make(
        &self,
        tx: &Tx<'_>,
        effects: (&Mailer, &Webhooks),
    ) -> Result<Decided, RefundError> {
        let Some(first) = orders::store::of_purchase(tx, &self.purchase).await?.into_iter().next() else {
            return Err(RefundRejection::Unknown.into());
        };
        if first.state == OrderState::Unpaid {
            return Err(RefundRejection::NotPaid.into());
        }
        let has_buyer = accounts::store::lock_user(tx, &first.user_id).await?;
        // Lock out concurrent shipping and refunding.
        purchases::store::lock(tx, &self.purchase).await?;
        orders::store::lock_lines(tx, &self.purchase).await?;
        let Some(purchase) = RefundablePurchase::load(tx, &self.purchase).await? else {
            return Err(RefundRejection::Unknown.into());
        };
        let intent_id = first.state.payment().map(|paid| paid.transaction_id.clone()).unwrap_or_default();
        if let Some(refund) = purchase.refunds.iter().find(|refund| refund.id == self.id)
            && let Some(payment) = payments::by_intent(tx, &intent_id).await?
        {
            // The transaction is repeated because its first outcome was not known.
            return Ok(Decided { refund: refund.clone(), payment, restocked: Vec::new() });
        }
        let selection = self.selection(&purchase)?;
        let plan = purchase.plan(&selection)?;
        let paid_by = payments::current_of_order(tx, &self.purchase).await?;
        let succeeded = PaymentState::Succeeded { intent_id: intent_id.clone() };
        let Some(paid_by) = paid_by.filter(|payment| payment.state == succeeded) else {
            return Err(RefundRejection::NoPayment.into());
        };
        let (refund, lines) = self.store(tx, &plan, &paid_by, intent_id).await?;
        let payment = if plan.ends == RefundEnds::Payment {
            self.end_payment(tx, paid_by, &refund).await?
        } else {
            paid_by
        };
        let mut has_ended = false;
        let mut is_delivery_alone = true;
        for order in &purchase.orders {
            let part = lines.iter().find(|line| line.order_id.as_ref() == Some(&order.id));
            if plan.ends == RefundEnds::Payment || part.is_some_and(|part| part.ends_order) {
                has_ended = true;
                let returns_stock = selection.returns_stock && order.state.shipped_at().is_none();
                begin_refund(tx, order, self.at, returns_stock).await?;
                self.audit(tx, AuditAction::RefundOrder, order).await?;
            } else if let Some(amount) = refunded_of(order, part, &lines) {
                let pieces = part.map_or(0, |part| part.quantity);
                orders::store::add_part_refunded(tx, &order.id, amount.as_i64(), pieces).await?;
                self.audit(tx, AuditAction::RefundPart, order).await?;
            } else {
                continue;
            }
            is_delivery_alone = false;
        }
        orders::store::mark_changed(tx, &self.purchase, self.at).await?;
        if is_delivery_alone {
            self.audit(tx, AuditAction::RefundPart, &first).await?;
        }
        let restocked = if payment.method.is_some() {
            finish(tx, effects, &refund.id, None, self.at).await?
        } else {
            Vec::new()
        };
        if has_ended && !has_buyer {
            anonymize_orders(tx, &first.user_id, self.at).await?;
        }
        Ok(Decided { refund, payment, restocked })
    }

    fn selection(&self, purchase: &RefundablePurchase) -> Result<RefundSelection, RefundError> {
        match &self.request.target {
            RefundTarget::Order { id, returns_stock } => {
                let order = purchase.orders.iter().find(|order| order.id == *id);
                let order = order.ok_or(RefundRejection::Unknown)?;
                match order.state.clone().refund(self.at, *returns_stock) {
                    Ok(_) => Ok(purchase.whole_order(order, *returns_stock)),
                    Err(InvalidTransition(state)) => Err(not_refundable(&state, *returns_stock)),
                }
            }
            RefundTarget::Purchase { selection, refunded_before, .. } => {
                if purchase.refunded() != *refunded_before {
                    return Err(RefundRejection::Changed(purchase.refunded()).into());
                }
                Ok(selection.clone())
            }
        }
    }

    async fn store(
        &self,
        tx: &Tx<'_>,
        plan: &RefundPlan,
        paid_by: &Payment,
        intent_id: String,
    ) -> Result<(Refund, Vec<RefundLine>), db::Error> {
        let cents = |amount| Cents::new(amount).ok_or_else(|| tx.conflict());
        let sum = plan.sum();
        let RefundRequest { reason, recorded, .. } = &self.request;
        let id = if plan.ends == RefundEnds::Payment { paid_by.id.clone() } else { self.id.clone() };
        let refund = Refund {
            key: id.to_string(),
            id,
            purchase_id: self.purchase.clone(),
            payment_id: paid_by.id.clone(),
            intent_id,
            ends: plan.ends,
            amount: cents(sum.amount)?,
            federal_tax: cents(sum.federal)?,
            provincial_tax: cents(sum.provincial)?,
            reason: reason.clone(),
            note: recorded.note.clone(),
            method: paid_by.method.map(|paid| recorded.method.unwrap_or(paid)),
            state: RefundState::Due,
            created_at: self.at,
            changed_at: self.at,
            number: None,
            sent: None,
            failed_at: None,
            debit_note: None,
            replaces: None,
            waits: false,
        };
        store::insert(tx, &refund).await?;
        let mut lines = Vec::new();
        for part in &plan.lines {
            let line = RefundLine {
                refund_id: refund.id.clone(),
                line: part.line,
                order_id: part.order_id.clone(),
                quantity: if part.order_id.is_some() { part.returned.quantity } else { 0 },
                amount: cents(part.returned.amount)?,
                federal_tax: cents(part.returned.federal)?,
                provincial_tax: cents(part.returned.provincial)?,
                ends_order: part.ends_order,
                restocks: part.restocks.clone(),
            };
            store::insert_line(tx, &line).await?;
            lines.push(line);
        }
        Ok((refund, lines))
    }

    /// Returns the payment in its new state.
    async fn end_payment(
        &self,
        tx: &Tx<'_>,
        paid_by: Payment,
        refund: &Refund,
    ) -> Result<Payment, db::Error> {
        let due = PaymentState::RefundDue { intent_id: refund.intent_id.clone() };
        let is_due = match paid_by.method {
            Some(method) => {
                payments::refund_recorded(tx, &paid_by.id, &self.request.recorded, method, self.at).await?
            }
            None => payments::advance(tx, &paid_by, &due, self.at).await?,
        };
        if !is_due {
            return Err(tx.conflict());
        }
        Ok(Payment { state: due, ..paid_by })
    }

    async fn audit(&self, tx: &Tx<'_>, action: AuditAction, order: &Order) -> Result<(), db::Error> {
        audit::record(tx, &AuditEntry::by(&self.by, action, order.id.clone(), self.at)).await
    }
}

/// What goes back of an order that goes on. Of the only order of a purchase that is its delivery too.
fn refunded_of(order: &Order, part: Option<&RefundLine>, lines: &[RefundLine]) -> Option<Cents> {
    let delivery = lines.iter().find(|line| line.order_id.is_none() && order.line.is_alone());
    let amounts = part.into_iter().chain(delivery).map(|line| line.amount.as_i64());
    Cents::new(amounts.sum()).filter(|sum| *sum > Cents::ZERO)
}

async fn begin_refund(
    tx: &Tx<'_>,
    order: &Order,
    at: Timestamp,
    returns_stock: bool,
) -> Result<(), db::Error> {
    let Ok(state) = order.state.clone().refund(at, returns_stock) else { return Err(tx.conflict()) };
    let order = Order { state, ..order.clone() };
    if orders::store::begin_refund(tx, &order).await? { Ok(()) } else { Err(tx.conflict()) }
}

fn not_refundable(state: &OrderState, returns_stock: bool) -> RefundError {
    RefundError::Rejected(match state {
        OrderState::Unpaid => RefundRejection::NotPaid,
        OrderState::Paid(_) | OrderState::Shipped { .. } => RefundRejection::Shipped,
        OrderState::Refunding(refund) | OrderState::Refunded { refund, .. } => {
            if refund.returns_stock == returns_stock {
                return RefundError::AlreadyStarted;
            }
            RefundRejection::Conflict
        }
    })
}
