//! Refunds of a purchase on the wire, as its credit notes show them.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    Refund, RefundState,
    plan::{RefundPlan, RefundablePurchase},
};
use crate::values::{
    ids::Id,
    money::Cents,
    payment_method::PaymentMethod,
    taxes::{Rate, Tax, returns::Returned},
    time::Timestamp,
};

/// A refund that is done or under way, or has failed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PurchaseRefund)]
pub struct RefundJson {
    /// The number of the credit note, such as 17 of C-17. Absent until the refund is done, and for refunds before there
    /// were credit notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    credit_note: Option<i64>,
    /// When it was decided, or done.
    at: Timestamp,
    /// The card provider has accepted it, or the shop has recorded it.
    done: bool,
    /// The customer's bank sent it back, so that it returned nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    failed_at: Option<Timestamp>,
    /// The number of the debit note, such as 3 of D-3. It cancels the credit note of a refund that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    debit_note: Option<i64>,
    /// An earlier one failed, and the shop decides how its money goes back. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    waits: bool,
    /// Dollars of it that had gone back in the card provider's dashboard before. Absent without.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64)]
    returned_before: Option<Cents>,
    #[serde(rename = "_id")]
    id: String,
    /// May be empty.
    reason: String,
    /// How a recorded payment went back. Absent for a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    method: Option<PaymentMethod>,
    #[serde(flatten)]
    sum: RefundSumJson,
}

/// What a refund returns, in dollars.
#[derive(Serialize, ToSchema)]
#[schema(as = RefundSum)]
pub struct RefundSumJson {
    /// The delivery is last.
    lines: Vec<RefundLineJson>,
    /// Without the taxes.
    #[schema(value_type = f64)]
    net: Cents,
    taxes: Vec<ReturnedTaxJson>,
    #[schema(value_type = f64)]
    amount: Cents,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RefundLine)]
struct RefundLineJson {
    /// Absent for the delivery.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    order_id: Option<String>,
    /// The name of the line, such as `2 × Shears`, or of the delivery.
    name: String,
    /// Without the taxes.
    #[schema(value_type = f64)]
    net: Cents,
}

#[derive(Serialize, ToSchema)]
#[schema(as = ReturnedTax)]
struct ReturnedTaxJson {
    tax: Tax,
    /// The rate in percent.
    rate: f64,
    #[schema(value_type = f64)]
    amount: Cents,
    /// The number of the shop's tax registration.
    number: String,
}

/// What can still be refunded.
#[derive(Serialize, ToSchema)]
#[schema(as = RefundRest)]
pub struct RefundRestJson {
    /// Dollars in all.
    #[schema(value_type = f64)]
    amount: Cents,
    /// Dollars of the delivery, with its taxes.
    #[schema(value_type = f64)]
    delivery: Cents,
    lines: Vec<LineRestJson>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LineRest)]
struct LineRestJson {
    order_id: String,
    quantity: i64,
    /// Dollars with the taxes.
    #[schema(value_type = f64)]
    amount: Cents,
    /// The pieces can go back on sale, because they are not shipped.
    can_restock: bool,
}

impl RefundJson {
    /// The refunds of the purchase, oldest first.
    pub fn all(purchase: &RefundablePurchase) -> Vec<Self> {
        purchase.refunds.iter().map(|refund| Self::new(purchase, refund)).collect()
    }

    fn new(purchase: &RefundablePurchase, refund: &Refund) -> Self {
        let done = refund.state == RefundState::Done;
        let lines =
            purchase.lines_of(&refund.id).map(|line| (line.order_id.as_ref(), line.returned())).collect();
        Self {
            credit_note: refund.number,
            at: if done { refund.changed_at } else { refund.created_at },
            done: done && refund.is_valid(),
            failed_at: refund.failed_at,
            debit_note: refund.debit_note,
            waits: refund.waits,
            returned_before: refund.returned_before(),
            id: refund.id.to_string(),
            reason: refund.reason.clone(),
            method: refund.method,
            sum: RefundSumJson::new(purchase, lines),
        }
    }
}

impl RefundSumJson {
    pub fn of_plan(purchase: &RefundablePurchase, plan: Option<&RefundPlan>) -> Self {
        let lines = plan.iter().flat_map(|plan| &plan.lines);
        Self::new(purchase, lines.map(|line| (line.order_id.as_ref(), line.returned)).collect())
    }

    fn new(purchase: &RefundablePurchase, lines: Vec<(Option<&Id>, Returned)>) -> Self {
        let sum = lines.iter().fold(Returned::default(), |sum, (_, line)| sum.plus(*line));
        let line = |(order_id, returned): (Option<&Id>, Returned)| RefundLineJson {
            order_id: order_id.map(Id::to_string),
            name: purchase.name_of(order_id, returned.quantity, purchase.purchase.language),
            net: cents(returned.net()),
        };
        let of = &purchase.purchase;
        let taxes = [(&of.federal, sum.federal), (&of.provincial, sum.provincial)];
        let tax = |(charged, amount): (&crate::sales::purchases::PurchaseTax, i64)| {
            let tax = charged.tax?;
            Some(ReturnedTaxJson {
                tax,
                rate: Rate { tax, millionths: charged.millionths.unwrap_or_default() }.percent(),
                amount: cents(amount),
                number: charged.number.clone().unwrap_or_default(),
            })
        };
        Self {
            lines: lines.into_iter().map(line).collect(),
            net: cents(sum.net()),
            taxes: taxes.into_iter().filter_map(tax).collect(),
            amount: cents(sum.amount),
        }
    }
}

impl RefundRestJson {
    pub fn new(purchase: &RefundablePurchase) -> Self {
        let rests = purchase.orders.iter().map(|order| (order, purchase.rest_of(order)));
        Self {
            amount: purchase.purchase.total.minus(purchase.decided()).unwrap_or(Cents::ZERO),
            delivery: cents(purchase.rest_of_delivery().amount),
            lines: rests
                .map(|(order, rest)| LineRestJson {
                    order_id: order.id.to_string(),
                    quantity: rest.quantity,
                    amount: cents(rest.amount),
                    can_restock: order.state.shipped_at().is_none(),
                })
                .collect(),
        }
    }
}

fn cents(amount: i64) -> Cents {
    Cents::new(amount).unwrap_or(Cents::ZERO)
}
