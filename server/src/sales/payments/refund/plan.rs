//! What a refund returns of a purchase. Without SQL and clock, so that the page shows it before it is decided.

use super::{Refund, RefundEnds, RefundLine, RefundRejection, RefundState, store};
use crate::{
    db::{self, Tx},
    sales::{
        orders::{
            self,
            order::{Order, OrderState},
        },
        purchases::{self, Purchase},
    },
    values::{
        ids::Id,
        language::Language,
        money::Cents,
        taxes::returns::{Charged, Portion, Returned},
    },
};

/// What an administrator chooses.
#[derive(Debug, Clone, Default)]
pub struct RefundSelection {
    /// What goes back of each chosen order. No order is in the list twice.
    pub lines: Vec<(Id, Portion)>,
    /// Whether all that is left of the delivery goes back.
    pub delivery: bool,
    /// Whether the pieces go back on sale.
    pub returns_stock: bool,
}

/// A purchase with what its refunds have returned so far.
pub struct RefundablePurchase {
    pub purchase: Purchase,
    /// The orders, sorted by line. There is at least one.
    pub orders: Vec<Order>,
    /// The refunds of the purchase, also the failed ones.
    pub refunds: Vec<Refund>,
    lines: Vec<RefundLine>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct RefundPlan {
    /// The lines of the orders in their order, and the delivery last.
    pub lines: Vec<PlannedLine>,
    pub ends: RefundEnds,
}

#[derive(Debug, PartialEq, Eq)]
pub struct PlannedLine {
    /// The line of the purchase. 0 is the delivery.
    pub line: i64,
    pub order_id: Option<Id>,
    pub returned: Returned,
    /// Whether this is all that was left of the order.
    pub ends_order: bool,
    /// The tool whose pieces go back on sale when the refund is done.
    pub restocks: Option<Id>,
}

const DELIVERY: i64 = 0;

impl RefundablePurchase {
    /// Reads a purchase with its orders and refunds. Returns `None` if there is no such purchase.
    pub async fn load(tx: &Tx<'_>, id: &Id) -> Result<Option<Self>, db::Error> {
        let (purchase, orders, refunds, lines) = tokio::try_join!(
            purchases::store::by_id(tx, id),
            orders::store::of_purchase(tx, id),
            store::of_purchase(tx, id),
            store::lines_of_purchase(tx, id),
        )?;
        let purchase = purchase.filter(|_| !orders.is_empty());
        Ok(purchase.map(|purchase| Self { purchase, orders, refunds, lines }))
    }

    /// The lines of a refund of this purchase, the delivery last.
    pub fn lines_of<'s>(&'s self, refund: &'s Id) -> impl Iterator<Item = &'s RefundLine> {
        self.lines.iter().filter(move |line| line.refund_id == *refund)
    }

    /// The name of a line as the customer reads it.
    pub fn name_of(&self, order_id: Option<&Id>, quantity: i64, language: Language) -> String {
        match self.orders.iter().find(|order| order_id == Some(&order.id)) {
            Some(order) if quantity > 0 => format!("{quantity} × {}", order.tool_name),
            Some(order) => order.tool_name.clone(),
            None => {
                let delivery = language.choose("Delivery", "Livraison");
                self.purchase.delivery.name.clone().unwrap_or_else(|| delivery.to_owned())
            }
        }
    }

    /// The sum of its refunds, done or due.
    pub fn refunded(&self) -> Cents {
        self.sum_of(|refund| refund.is_valid() && !refund.waits)
    }

    /// The same with what is owed again, because a refund failed.
    pub fn decided(&self) -> Cents {
        self.sum_of(Refund::is_valid)
    }

    fn sum_of(&self, is_counted: fn(&Refund) -> bool) -> Cents {
        let counted = self.refunds.iter().filter(|refund| is_counted(refund));
        Cents::new(counted.map(|refund| refund.amount.as_i64()).sum()).unwrap_or(Cents::MAX)
    }

    pub fn rest_of_delivery(&self) -> Returned {
        self.delivery().rest(self.returned(DELIVERY))
    }

    /// What is left of an order to refund. Nothing is left of an order that was refunded in whole.
    pub fn rest_of(&self, order: &Order) -> Returned {
        if order.state.order_refund().is_some() {
            return Returned::default();
        }
        charged(order).rest(self.returned(order.line.number))
    }

    fn delivery(&self) -> Charged {
        let Purchase { shipping, shipping_federal, shipping_provincial, .. } = &self.purchase;
        Charged {
            net: shipping.as_i64(),
            federal: shipping_federal.as_i64(),
            provincial: shipping_provincial.as_i64(),
            quantity: 1,
        }
    }

    /// What the refunds of a line have returned, done or due.
    fn returned(&self, line: i64) -> Returned {
        let is_valid = |id: &Id| self.refunds.iter().any(|refund| refund.id == *id && refund.is_valid());
        let of_line = self.lines.iter().filter(|part| part.line == line && is_valid(&part.refund_id));
        of_line.fold(Returned::default(), |sum, part| sum.plus(part.returned()))
    }

    /// Whether another refund of this order is not done.
    pub fn owes_more(&self, order: &Order, but: &Id) -> bool {
        let is_due = |refund: &Refund| refund.state == RefundState::Due && refund.id != *but;
        self.refunds.iter().any(|refund| is_due(refund) && self.is_about(refund, order))
    }

    /// The refund that ended an order and whose money is owed again since it failed. An order that goes on has none, also
    /// if a part of it failed.
    pub fn waiting_end(&self, order: &Order) -> Option<&Refund> {
        let ended = Some(order).filter(|order| matches!(order.state, OrderState::Refunding(_)))?;
        self.refunds.iter().find(|refund| refund.waits && self.is_about(refund, ended))
    }

    /// The delivery of an only order is its own.
    pub fn is_about(&self, refund: &Refund, order: &Order) -> bool {
        order.line.is_alone()
            || self.lines_of(&refund.id).any(|line| line.order_id.as_ref() == Some(&order.id))
    }

    /// A refund of the same line must wait until the outcome of the one before is known.
    fn is_under_way(&self, line: i64) -> bool {
        let is_due =
            |id: &Id| self.refunds.iter().any(|refund| refund.id == *id && refund.state == RefundState::Due);
        self.lines.iter().any(|part| part.line == line && is_due(&part.refund_id))
    }

    /// All that is left of an order. The only order of a purchase has the delivery too.
    pub fn whole_order(&self, order: &Order, returns_stock: bool) -> RefundSelection {
        let is_left = |rest: Returned| rest.amount > 0;
        RefundSelection {
            lines: Vec::from_iter(is_left(self.rest_of(order)).then(|| (order.id.clone(), Portion::Rest))),
            delivery: order.line.is_alone() && is_left(self.rest_of_delivery()),
            returns_stock,
        }
    }

    pub fn plan(&self, selection: &RefundSelection) -> Result<RefundPlan, RefundRejection> {
        if self.orders.iter().any(|order| order.state == OrderState::Unpaid) {
            return Err(RefundRejection::NotPaid);
        }
        let mut lines = Vec::new();
        for (id, portion) in &selection.lines {
            let order = self.orders.iter().find(|order| order.id == *id);
            lines.push(self.plan_line(order.ok_or(RefundRejection::UnknownLine)?, *portion, selection)?);
        }
        lines.sort_by_key(|part| part.line);
        let rest = self.rest_of_delivery();
        // What never leaves the shop is not delivered either.
        let is_delivered = selection.delivery || (rest.amount > 0 && self.nothing_is_delivered(&lines));
        if is_delivered {
            if rest.amount == 0 {
                return Err(RefundRejection::TooLarge { of: None, rest });
            }
            lines.push(PlannedLine {
                line: DELIVERY,
                order_id: None,
                returned: rest,
                ends_order: false,
                restocks: None,
            });
        }
        if lines.is_empty() {
            return Err(RefundRejection::Nothing);
        }
        if lines.iter().any(|part| self.is_under_way(part.line)) {
            return Err(RefundRejection::UnderWay);
        }
        let plan = self.ending(lines);
        // The provider returns all that is left of a payment at once, also what it was asked for before.
        if plan.ends == RefundEnds::Payment && self.refunds.iter().any(|it| it.state == RefundState::Due) {
            return Err(RefundRejection::UnderWay);
        }
        Ok(plan)
    }

    fn plan_line(
        &self,
        order: &Order,
        portion: Portion,
        selection: &RefundSelection,
    ) -> Result<PlannedLine, RefundRejection> {
        if order.state.order_refund().is_some() {
            return Err(RefundRejection::Refunded);
        }
        let before = self.returned(order.line.number);
        let Some(returned) = charged(order).refund(before, portion) else {
            let of = order.tool_name.clone();
            return Err(RefundRejection::TooLarge { of: Some(of), rest: charged(order).rest(before) });
        };
        if selection.returns_stock && order.state.shipped_at().is_some() {
            return Err(RefundRejection::Shipped);
        }
        let ends_order = returned.amount == charged(order).rest(before).amount;
        let restocks = (selection.returns_stock && returned.quantity > 0).then(|| order.tool_id.clone());
        let order_id = Some(order.id.clone());
        Ok(PlannedLine { line: order.line.number, order_id, returned, ends_order, restocks })
    }

    /// Whether these refunds and the earlier ones refund every order in whole, and none was shipped.
    fn nothing_is_delivered(&self, lines: &[PlannedLine]) -> bool {
        let is_back = |order: &Order| {
            order.state.order_refund().is_some()
                || lines.iter().any(|part| part.order_id.as_ref() == Some(&order.id) && part.ends_order)
        };
        self.orders.iter().all(|order| order.state.shipped_at().is_none() && is_back(order))
    }

    /// The only order of a purchase ends with its payment.
    fn ending(&self, mut lines: Vec<PlannedLine>) -> RefundPlan {
        let is_alone = self.orders.iter().all(|order| order.line.is_alone());
        let sum: i64 = lines.iter().map(|part| part.returned.amount).sum();
        let is_all = sum + self.decided().as_i64() == self.purchase.total.as_i64();
        if is_alone {
            for part in &mut lines {
                part.ends_order = is_all && part.order_id.is_some();
            }
        }
        for part in lines.iter_mut().filter(|part| part.ends_order) {
            part.restocks = None;
        }
        let ends = match (is_alone, lines.iter().any(|part| part.ends_order)) {
            (true, _) if is_all => RefundEnds::Payment,
            (false, true) => RefundEnds::Orders,
            _ => RefundEnds::Nothing,
        };
        RefundPlan { lines, ends }
    }
}

impl RefundPlan {
    pub fn sum(&self) -> Returned {
        self.lines.iter().fold(Returned::default(), |sum, part| sum.plus(part.returned))
    }
}

/// What the customer paid for an order without the delivery, also for the only order of a purchase.
fn charged(order: &Order) -> Charged {
    Charged {
        net: order.total.as_i64() - order.line.discount.as_i64(),
        federal: order.line.federal_tax.as_i64(),
        provincial: order.line.provincial_tax.as_i64(),
        quantity: order.quantity,
    }
}
