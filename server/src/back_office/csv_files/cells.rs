//! The cells of the rows of the files.

use jiff::tz::TimeZone;

use super::store::{CustomerLine, OrderLine, PaymentLine, PurchaseRecord, RefundRecord, SubscriberLine};
use crate::{
    back_office::tax_report::{TaxReport, TaxSums},
    catalogue::{import::columns, tools::tool::Tool},
    values::{
        money::Cents,
        order_state_names::{REFUND_UNDER_WAY, REFUNDED, order_state_name},
        taxes::{Rate, Tax},
    },
};

fn money(cents: i64) -> String {
    Cents::new(cents).map(|cents| cents.to_string()).unwrap_or_default()
}

/// Spreadsheets understand this form. The name of the column has the zone.
pub fn time(micros: i64, zone: &TimeZone) -> String {
    let at = jiff::Timestamp::from_microsecond(micros).unwrap_or_default();
    zone.to_datetime(at).strftime("%Y-%m-%d %H:%M:%S").to_string()
}

pub fn tool_cells(tool: &Tool, public_url: &str, zone: &TimeZone) -> Vec<String> {
    columns::download_cells(tool, public_url, &time(tool.created_at.micros(), zone))
}

fn optional<T>(value: Option<T>, text: impl Fn(T) -> String) -> String {
    value.map(text).unwrap_or_default()
}

fn number(value: i64) -> String {
    value.to_string()
}

pub fn order_cells(row: OrderLine, zone: &TimeZone) -> Vec<String> {
    let time = |micros| time(micros, zone);
    vec![
        format!("#{}", row.number),
        time(row.created_at),
        order_state_name(&row.state).to_owned(),
        row.tool_name,
        number(row.quantity),
        money(row.price_cents),
        money(row.total_cents),
        row.customer_name,
        row.customer_email,
        row.phone,
        row.address,
        row.transaction_id.unwrap_or_default(),
        optional(row.paid_at, time),
        optional(row.shipped_at, time),
        row.carrier.unwrap_or_default(),
        row.tracking_number.unwrap_or_default(),
        optional(row.refund_begun_at, time),
        optional(row.refunded_at, time),
        row.id,
        number(row.line),
        number(row.lines),
        money(row.federal_tax_cents),
        money(row.provincial_tax_cents),
        money(row.due_cents),
        money(row.discount_cents),
    ]
}

pub fn purchase_cells(row: PurchaseRecord, zone: &TimeZone) -> Vec<String> {
    let time = |micros| time(micros, zone);
    let federal = &row.federal;
    let provincial = &row.provincial;
    let amount = |tax: Tax| {
        let charged = if tax.is_federal() { federal } else { provincial };
        if charged.tax == Some(tax) { charged.amount.to_string() } else { money(0) }
    };
    let rate = |tax: Option<Tax>, millionths: Option<i64>| {
        optional(tax.zip(millionths), |(tax, millionths)| Rate { tax, millionths }.percent().to_string())
    };
    let mut cells = vec![
        format!("#{}", row.number),
        time(row.created_at),
        optional(row.paid_at, time),
        optional(row.tax_province, |province| province.name().to_owned()),
        row.method_name.unwrap_or_default(),
        money(row.goods_cents),
        money(row.shipping_cents),
    ];
    cells.extend(Tax::ALL.map(amount));
    cells.extend([
        money(row.total_cents),
        rate(federal.tax, federal.millionths),
        row.federal.number.unwrap_or_default(),
        rate(provincial.tax, provincial.millionths),
        row.provincial.number.unwrap_or_default(),
        row.id,
        money(row.discount_cents),
        row.discount_code.unwrap_or_default(),
    ]);
    cells
}

pub fn tax_rows(report: &TaxReport) -> Vec<Vec<String>> {
    let cents = |cents: i64| {
        let sign = if cents < 0 { "-" } else { "" };
        format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
    };
    let row = |tax: &str, province: &str, sales, charged, returned| {
        let net = charged - returned;
        let amounts = [sales, charged, returned, net].map(cents);
        [tax.to_owned(), province.to_owned()].into_iter().chain(amounts).collect()
    };
    let of_tax = |sums: &TaxSums| {
        row(sums.tax.as_str(), sums.province.name(), sums.sales, sums.charged, sums.returned)
    };
    let mut rows: Vec<Vec<String>> = report.rows.iter().map(of_tax).collect();
    if report.untaxed_sales > 0 {
        rows.push(row("No tax", "", report.untaxed_sales, 0, 0));
    }
    rows
}

/// A payment is returned by the refunds of its purchase, or alone if it paid no order.
pub fn payment_cells(row: PaymentLine, zone: &TimeZone) -> Vec<String> {
    let time = |micros| time(micros, zone);
    let (state, refunded) = match (row.refund_begun_at, &*row.state) {
        (Some(_), _) if row.returned_cents == row.amount_cents => (REFUNDED, row.refunded_at),
        (Some(_), _) if row.decided_cents == row.amount_cents => (REFUND_UNDER_WAY, None),
        (Some(_), _) => ("Refunded in part", None),
        (None, "refunded") => (REFUNDED, Some(row.changed_at)),
        (None, "refund_due") => (REFUND_UNDER_WAY, None),
        (None, _) => ("Paid", None),
    };
    let returned = if state == REFUNDED { row.amount_cents } else { row.returned_cents };
    let refund_begun = row.refund_begun_at.or(row.refund_due_at);
    vec![
        row.intent_id.unwrap_or_default(),
        time(row.created_at),
        state.to_owned(),
        money(row.amount_cents),
        row.currency.to_uppercase(),
        optional(row.order_number, |number| format!("#{number}")),
        row.customer_email.unwrap_or_default(),
        optional(refund_begun, time),
        optional(refunded, time),
        row.id,
        money(returned),
    ]
}

pub fn refund_cells(row: RefundRecord, zone: &TimeZone) -> Vec<String> {
    let time = |micros| time(micros, zone);
    let (state, kind) = match &*row.state {
        "refund_due" | "due" => (REFUND_UNDER_WAY, row.kind),
        "refunded" | "done" => (REFUNDED, row.kind),
        "failed" => ("Failed", row.kind),
        "refused" => ("Refused", "Part".to_owned()),
        other => (other, row.kind),
    };
    vec![
        optional(row.order_number, |number| format!("#{number}")),
        time(row.created_at),
        state.to_owned(),
        money(row.amount_cents),
        row.currency.to_uppercase(),
        kind,
        row.reason.unwrap_or_else(|| "Payment without an order".to_owned()),
        row.requested_by.unwrap_or_default(),
        row.customer_email.unwrap_or_default(),
        optional(row.refunded_at, time),
        row.refusal.unwrap_or_default(),
        row.intent_id.unwrap_or_default(),
        row.order_id,
        row.id,
        money(row.federal_tax_cents),
        money(row.provincial_tax_cents),
        optional(row.number, |number| format!("C-{number}")),
        optional(row.debit_note, |number| format!("D-{number}")),
    ]
}

pub fn customer_cells(row: CustomerLine, zone: &TimeZone) -> Vec<String> {
    let time = |micros| time(micros, zone);
    vec![
        row.name,
        row.email.unwrap_or_default(),
        optional(row.email_verified_at, time),
        time(row.created_at),
        row.location.unwrap_or_default(),
        row.address.unwrap_or_default(),
        row.phone.unwrap_or_default(),
        number(row.orders),
        money(row.paid_cents),
        optional(row.blocked_at, time),
        row.id,
    ]
}

pub fn subscriber_cells(row: SubscriberLine, unsubscribe: String, zone: &TimeZone) -> Vec<String> {
    vec![
        row.email,
        row.language,
        time(row.created_at, zone),
        time(row.confirmed_at, zone),
        row.wording,
        row.page,
        unsubscribe,
        row.id,
    ]
}
