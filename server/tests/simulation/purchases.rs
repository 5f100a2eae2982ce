//! What every purchase must be: sums, taxes, shares, payments and refunds. The numbers are listed in `main.rs`.

use std::collections::BTreeMap;

use trowel::values::time::Timestamp;

use crate::{
    charges::{Charges, ExpectedTax, HOME},
    codes::delivery_price,
    holds::{check_extension, check_hold},
    oracle::{CheckResult, OrderRow, PaymentRow, ensure},
};

trowel::db::row! {
    #[derive(PartialEq, Eq)]
    pub struct TaxRow {
        pub tax: Option<String>,
        pub millionths: Option<i64>,
        pub base: Option<i64>,
        pub amount: i64,
        pub number: Option<String>,
    }
}

trowel::db::row! {
    #[derive(PartialEq, Eq)]
    pub struct PurchaseRow {
        pub id: String,
        pub province: Option<String>,
        pub method: Option<String>,
        pub is_pick_up: bool,
        pub goods: i64,
        pub discount: i64,
        pub discount_code: Option<String>,
        pub shipping: i64,
        pub tax_province: Option<String>,
        pub federal: TaxRow,
        pub provincial: TaxRow,
        pub shipping_federal: i64,
        pub shipping_provincial: i64,
        pub total: i64,
        pub created_at: i64,
        pub held_until: Option<i64>,
        pub is_extended: bool,
        pub pays_at_pick_up: bool,
    }
}

trowel::db::row! {
    /// What a refund returns of a line, or of the delivery.
    pub struct PartRow {
        pub purchase_id: String,
        /// `None` for the delivery.
        pub order_id: Option<String>,
        pub amount: i64,
        pub federal: i64,
        pub provincial: i64,
        pub state: String,
        pub ends_order: bool,
    }
}

trowel::db::statements! {
    pub PURCHASES = "SELECT id, province, method, is_pick_up, goods_cents, discount_cents, discount_code, shipping_cents, tax_province, federal_tax, federal_rate, federal_base_cents, federal_tax_cents, federal_number, provincial_tax, provincial_rate, provincial_base_cents, provincial_tax_cents, provincial_number, shipping_federal_cents, shipping_provincial_cents, total_cents, created_at, held_until, is_extended, pays_at_pick_up FROM purchases ORDER BY created_at, id";
    pub PARTS = "SELECT r.purchase_id, l.order_id, l.amount_cents, l.federal_tax_cents, l.provincial_tax_cents, r.state, l.ends_order FROM refund_lines l JOIN refunds r ON r.id = l.refund_id";
}

/// The operation that ran since the previous check.
pub struct Step {
    /// The revisions of the settings that its node has used since it began. Empty if the owner has saved none.
    pub charges: Vec<Charges>,
    pub began: Timestamp,
}

#[derive(Default)]
pub struct Purchases {
    /// Every purchase that ever existed, as it was last seen.
    seen: BTreeMap<String, PurchaseRow>,
    /// What was returned of a purchase, or is about to be.
    refunded: BTreeMap<String, i64>,
}

impl Purchases {
    pub fn last_seen(&self, id: &str) -> Option<&PurchaseRow> {
        self.seen.get(id)
    }

    pub fn refunded(&self, id: &str) -> i64 {
        self.refunded.get(id).copied().unwrap_or_default()
    }

    pub fn check(
        &mut self,
        rows: Vec<PurchaseRow>,
        orders: &[OrderRow],
        payments: &[PaymentRow],
        parts: &[PartRow],
        step: &Step,
    ) -> CheckResult {
        self.refunded.clear();
        for part in parts.iter().filter(|part| part.state != "refused") {
            *self.refunded.entry(part.purchase_id.clone()).or_default() += part.amount;
        }
        for row in rows {
            let lines: Vec<_> = orders.iter().filter(|order| order.purchase_id == row.id).collect();
            check_sums(&row, &lines)?;
            check_payments(&row, &lines, payments)?;
            check_refunds(&row, &lines, parts)?;
            self.check_change(&row, &lines, step)?;
            self.seen.insert(row.id.clone(), row);
        }
        Ok(())
    }

    /// What may change of an older purchase, and what a new price must be.
    fn check_change(&self, row: &PurchaseRow, lines: &[&OrderRow], step: &Step) -> CheckResult {
        let before = self.seen.get(&row.id);
        check_hold(row, before.is_none(), step)?;
        let Some(before) = before else { return check_taxes(row, None, step) };
        let same = |row: &PurchaseRow| PurchaseRow { held_until: None, is_extended: false, ..row.clone() };
        if same(before) != same(row) {
            ensure(lines.iter().all(|line| line.state == "unpaid"), || {
                "5: a paid purchase has another price".into()
            })?;
            ensure(before.goods > row.goods, || "5: a purchase has another price and all its lines".into())?;
            check_taxes(row, Some(before), step)?;
        }
        check_extension(before, row, lines, step)
    }
}

/// 1 and 2.
fn check_sums(row: &PurchaseRow, lines: &[&OrderRow]) -> CheckResult {
    let sum = |part: fn(&OrderRow) -> i64| lines.iter().map(|line| part(line)).sum::<i64>();
    ensure(!lines.is_empty(), || "1: a purchase has no line".into())?;
    ensure(sum(|line| line.price * line.quantity) == row.goods, || {
        "1: the goods are not the sum of the lines".into()
    })?;
    ensure(sum(|line| line.discount) == row.discount, || {
        "1: the discount is not the one of the lines".into()
    })?;
    let whole = row.goods - row.discount + row.shipping + row.federal.amount + row.provincial.amount;
    ensure(whole == row.total, || format!("1: the total is {}, not {whole}", row.total))?;
    let shares = (sum(|line| line.federal_tax), sum(|line| line.provincial_tax));
    let expected =
        (row.federal.amount - row.shipping_federal, row.provincial.amount - row.shipping_provincial);
    ensure(shares == expected, || format!("2: the lines share {shares:?}, not {expected:?}"))?;
    for line in lines {
        let net = line.price * line.quantity - line.discount;
        let of_line = net + line.federal_tax + line.provincial_tax;
        let due = if lines.len() == 1 { row.total } else { of_line };
        ensure(line.due == due && usize::try_from(line.lines) == Ok(lines.len()), || {
            format!("1: a line of {} is due with {}, not {due}", line.lines, line.due)
        })?;
        for (share, tax) in [(line.federal_tax, &row.federal), (line.provincial_tax, &row.provincial)] {
            check_share(share, net, tax)?;
        }
    }
    check_share(row.shipping_federal, row.shipping, &row.federal)?;
    let taxed = row.provincial.base.unwrap_or_default() - (row.goods - row.discount);
    check_share(row.shipping_provincial, taxed.max(0), &row.provincial)
}

/// A share differs from the exact one by less than a cent.
fn check_share(share: i64, net: i64, tax: &TaxRow) -> CheckResult {
    let base = tax.base.unwrap_or_default();
    let off = share * base - tax.amount * net;
    ensure(share >= 0 && (off.abs() < base || base == 0 && share == 0), || {
        format!("2: a share of {share} for {net} of {base}")
    })
}

/// 3 and 4: taxes and delivery as a second program calculates them, with settings that the operation can have seen.
/// `before`: what the customer of a rest has seen.
fn check_taxes(row: &PurchaseRow, before: Option<&PurchaseRow>, step: &Step) -> CheckResult {
    let Some(province) = row.province.as_deref() else {
        let is_plain = row.total == row.goods - row.discount
            && row.federal.tax.is_none()
            && row.provincial.tax.is_none();
        return ensure(is_plain, || "3: a purchase to nowhere costs more than its goods".into());
    };
    let taxed_in = if row.is_pick_up { HOME } else { province };
    let is_tax = |found: &TaxRow, expected: &Option<ExpectedTax>| match expected {
        None => found.tax.is_none() && found.amount == 0 && found.number.is_none(),
        Some(expected) => {
            found.tax.as_deref() == Some(expected.tax)
                && found.millionths == Some(expected.millionths)
                && found.base == Some(expected.base)
                && found.amount == expected.amount
                && found.number.as_ref() == Some(&expected.number)
        }
    };
    let is_as_set = |charges: &Charges| {
        // A registration that was entered since adds no tax.
        let charged =
            before.map(|before| [&before.federal, &before.provincial].map(|tax| tax.number.as_ref()));
        let charges = charged.map_or_else(|| charges.clone(), |numbers| charges.with_numbers(numbers));
        let taxes = charges.taxes(taxed_in, row.created_at, (row.goods - row.discount, row.shipping));
        let Some([federal, provincial]) = taxes else { return true };
        let is_named = row.tax_province.as_deref() == Some(taxed_in);
        is_tax(&row.federal, &federal) && is_tax(&row.provincial, &provincial) && is_named
    };
    // The delivery of a rest has its older price if the method is gone.
    let is_delivered = |charges: &Charges| match row.method.as_deref() {
        None => !charges.has_delivery() && row.shipping == 0,
        Some(method) => {
            delivery_price(row, |goods| charges.delivery_price(method, goods)) == Some(row.shipping)
        }
    };
    let none = [Charges::default()];
    let charges = if step.charges.is_empty() { &none[..] } else { &step.charges[..] };
    let is_right =
        charges.iter().any(|charges| is_as_set(charges) && (is_delivered(charges) || before.is_some()));
    ensure(is_right, || {
        format!("3/4: taxes or delivery do not follow from the settings: {row:?}, {:?}", step.charges)
    })
}

/// 5: an intent is for the total, and all lines are paid at once.
fn check_payments(row: &PurchaseRow, lines: &[&OrderRow], payments: &[PaymentRow]) -> CheckResult {
    let of_purchase = payments.iter().filter(|payment| payment.order_id == row.id);
    let live: Vec<_> = of_purchase
        .filter(|payment| ["creating", "open", "succeeded"].contains(&payment.state.as_str()))
        .collect();
    ensure(live.len() <= 1, || "5: two payments can succeed".into())?;
    for payment in live {
        ensure(payment.amount == row.total, || {
            format!(
                "5: a payment is {} for {}, and the total is {}",
                payment.state, payment.amount, row.total
            )
        })?;
    }
    let unpaid = lines.iter().filter(|line| line.state == "unpaid").count();
    ensure(unpaid == 0 || unpaid == lines.len(), || "5: a purchase is paid in part".into())?;
    let intent = lines.first().and_then(|line| line.intent.as_ref());
    ensure(lines.iter().all(|line| line.intent.as_ref() == intent), || {
        "5: two payments paid one purchase".into()
    })
}

/// 8.
fn check_refunds(row: &PurchaseRow, lines: &[&OrderRow], parts: &[PartRow]) -> CheckResult {
    type Sums = (i64, i64, i64);
    let plus = |(amount, federal, provincial): Sums, part: &PartRow| {
        (amount + part.amount, federal + part.federal, provincial + part.provincial)
    };
    let of_purchase = || parts.iter().filter(|part| part.purchase_id == row.id && part.state != "refused");
    let all = of_purchase().fold((0, 0, 0), plus);
    ensure(all.0 <= row.total && all.1 <= row.federal.amount && all.2 <= row.provincial.amount, || {
        format!("8: more is refunded than was charged: {all:?}")
    })?;
    let of_delivery = of_purchase().filter(|part| part.order_id.is_none()).fold((0, 0, 0), plus);
    let delivery = (
        row.shipping + row.shipping_federal + row.shipping_provincial,
        row.shipping_federal,
        row.shipping_provincial,
    );
    let is_within = |(amount, federal, provincial): Sums, most: Sums| {
        amount <= most.0 && federal <= most.1 && provincial <= most.2
    };
    ensure(is_within(of_delivery, delivery), || {
        format!("8: {of_delivery:?} of {delivery:?} of the delivery")
    })?;
    for line in lines {
        let of_line = || of_purchase().filter(|part| part.order_id.as_ref() == Some(&line.id));
        let sums = of_line().fold((0, 0, 0), plus);
        let net = line.price * line.quantity - line.discount;
        let due = (net + line.federal_tax + line.provincial_tax, line.federal_tax, line.provincial_tax);
        if lines.len() > 1 {
            let of_amounts: i64 = of_line().filter(|part| !part.ends_order).map(|part| part.amount).sum();
            ensure(line.part_refunded == of_amounts, || "8: an order does not know its refunds".into())?;
            ensure(is_within(sums, due), || format!("8: {sums:?} of {due:?} of a line are refunded"))?;
        }
        if of_line().any(|part| part.ends_order) {
            let whole =
                if lines.len() > 1 { due } else { (row.total, row.federal.amount, row.provincial.amount) };
            let returned = if lines.len() > 1 { sums } else { all };
            ensure(returned == whole, || format!("8: a refunded line has {returned:?} of {whole:?}"))?;
        }
    }
    let is_back = |line: &&OrderRow| line.state.starts_with("refund") && line.shipped_at.is_none();
    if lines.len() > 1 && lines.iter().all(is_back) {
        ensure(all == (row.total, row.federal.amount, row.provincial.amount), || {
            format!("8: a refunded purchase has a rest: {all:?} of {}", row.total)
        })?;
    }
    Ok(())
}

/// The amount of a purchase that the card provider has returned, once nothing is under way.
pub fn returned(row: &PurchaseRow, lines: &[&OrderRow], parts: &[PartRow]) -> i64 {
    match lines {
        [line] if line.state == "refunded" => row.total,
        _ => {
            let done = parts.iter().filter(|part| part.purchase_id == row.id && part.state == "done");
            done.map(|part| part.amount).sum()
        }
    }
}
