//! The orders of the demo: two months of them, so that Today, Figures and Books have something to show.
//!
//! Card payments are made at the sandbox before the transaction that inserts their orders. The others are recorded, as
//! a person of the shop would.

use std::{collections::BTreeMap, time::Duration};

use serde::Deserialize;

use super::{DemoError, insert_if_absent, sandbox::DemoCards};
use crate::{
    accounts::{self, user::Role},
    catalogue::tools::{self, tool::Tool},
    db::{self, Tx},
    sales::{
        orders::{
            self, numbers,
            order::{Contact, Order, OrderPayment, OrderRefund, OrderState, PiecesBack},
            tracking::{Carrier, Tracking},
        },
        payments::{
            self,
            record_payment::{RecordedPayment, RecordedRefund},
            refund::{self, Refund, RefundEnds, RefundLine, RefundState},
            store::{CreatedIntent, Payment, PaymentState},
        },
        purchases::PurchaseLine,
    },
    values::{email::Email, ids::Id, money::Cents, payment_method::PaymentMethod, time::Timestamp},
};

const CUSTOMERS: &str = include_str!("../../../demo/customers.csv");
const ORDERS: &str = include_str!("../../../demo/orders.csv");

/// The time from the order to its payment.
const UNTIL_PAID: Duration = Duration::from_mins(6);
const UNTIL_SHIPPED: Duration = Duration::from_hours(26);
/// The time from the payment to the refund.
const UNTIL_REFUNDED: Duration = Duration::from_hours(40);

#[derive(Deserialize)]
struct Customer {
    name: String,
    email: String,
    address: String,
    phone: String,
}

#[derive(Deserialize)]
struct Row {
    hours_ago: u64,
    /// The part of the e-mail address before the @.
    customer: String,
    /// The slug of a tool.
    tool: String,
    quantity: i64,
    /// The payment is `card`, or how the shop recorded it. It is empty for an unpaid order.
    paid: String,
    state: Progress,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Progress {
    Unpaid,
    Paid,
    Shipped,
    /// The order was refunded before it was shipped.
    Refunded,
    /// The order was refunded after it was shipped.
    Returned,
}

/// An order that is ready to be inserted.
pub struct Sale {
    order: Order,
    progress: Progress,
    paid: Paid,
}

enum Paid {
    Not,
    ByCard(CreatedIntent),
    Recorded(PaymentMethod),
}

/// How many pieces of each tool are sold in the end, by the tool's id.
pub fn sold(sales: &[Sale]) -> BTreeMap<&str, i64> {
    let mut sold = BTreeMap::new();
    for Sale { order, .. } in sales.iter().filter(|sale| sale.progress != Progress::Refunded) {
        *sold.entry(order.tool_id.as_str()).or_default() += order.quantity;
    }
    sold
}

/// Makes the sample orders of `tools`, which are given by their slugs. Pays the orders by card at the sandbox.
pub async fn pay_at_sandbox(
    cards: &DemoCards,
    tools: &[(&str, Tool)],
    currency: &str,
    now: Timestamp,
) -> Result<Vec<Sale>, DemoError> {
    let customers = csv::Reader::from_reader(CUSTOMERS.as_bytes()).into_deserialize();
    let customers: Vec<Customer> = customers.collect::<Result<_, _>>()?;
    let mut sales = Vec::new();
    for (number, row) in (0..).zip(csv::Reader::from_reader(ORDERS.as_bytes()).into_deserialize()) {
        let row: Row = row?;
        let customer =
            customers.iter().find(|customer| customer.email.split('@').next() == Some(&row.customer));
        let customer = customer.ok_or_else(|| DemoError::Order(row.customer.clone()))?;
        let tool = tools.iter().find(|(slug, _)| *slug == row.tool);
        let (_, tool) = tool.ok_or_else(|| DemoError::Order(row.tool.clone()))?;
        // The minutes differ, so that not all orders are placed on the full hour.
        let at = now.minus(Duration::from_hours(row.hours_ago)).plus(Duration::from_mins(number * 17 % 50));
        let order = order(tool, customer, &row, at).ok_or_else(|| DemoError::Order(row.tool.clone()))?;
        let paid = match row.paid.as_str() {
            "" => Paid::Not,
            "card" => {
                let paid_at = at.plus(UNTIL_PAID);
                let intent = cards.pay(&order.id, order.total, currency, paid_at).await?;
                if matches!(row.state, Progress::Refunded | Progress::Returned) {
                    cards.refund(&intent.intent_id, paid_at.plus(UNTIL_REFUNDED)).await?;
                }
                Paid::ByCard(intent)
            }
            method => Paid::Recorded(
                PaymentMethod::parse(method).ok_or_else(|| DemoError::Order(row.paid.clone()))?,
            ),
        };
        sales.push(Sale { order, progress: row.state, paid });
    }
    Ok(sales)
}

/// Makes the unpaid order of a row. Returns `None` if the tool is not sold in this quantity, or if the total is too
/// large.
fn order(tool: &Tool, customer: &Customer, row: &Row, at: Timestamp) -> Option<Order> {
    let id = Id::new(at);
    let price = tool.price_for(row.quantity);
    let total = price.times(row.quantity)?;
    Some(Order {
        line: PurchaseLine::only(&id, total),
        id,
        number: 0,
        user_id: Id::new(at),
        tool_id: tool.id.clone(),
        tool_name: tool.name.clone(),
        price,
        quantity: Some(row.quantity).filter(|quantity| *quantity >= tool.minimum)?,
        total,
        customer_name: customer.name.clone(),
        customer_email: customer.email.clone(),
        // The purchase form stores both this way round (docs/decisions/0005).
        contact: Contact { phone: customer.address.clone(), address: customer.phone.clone() },
        state: OrderState::Unpaid,
        tracking: Tracking::default(),
        disputed_at: None,
        part_refunded: Cents::ZERO,
        pieces: PiecesBack::default(),
        created_at: at,
        held_until: None,
        is_entered: false,
        is_kept: false,
        is_guest: false,
        is_unconfirmed: false,
        is_hidden: false,
    })
}

/// The tools have the stock that the sales take.
pub async fn insert(tx: &Tx<'_>, sales: &[Sale], by: &Id, currency: &str) -> Result<(), db::Error> {
    for Sale { order, progress, paid } in sales {
        let at = order.created_at;
        let email = Email::parse(&order.customer_email);
        let email = email.ok_or_else(|| db::Error::broken_row("users", &order.customer_email))?;
        if insert_if_absent(tx, &email, &order.customer_name, Role::Customer, at).await? {
            accounts::store::set_verified(tx, &email, at).await?;
        }
        let customer = accounts::store::account_by_email(tx, &email).await?;
        let customer = customer.ok_or_else(|| db::Error::broken_row("users", &order.customer_email))?;
        let mut order = order.clone();
        order.user_id = customer.user.id;
        order.number = numbers::reserve_one(tx).await?;
        orders::store::insert::sample(tx, &order).await?;
        tools::store::add_to_stock(tx, &order.tool_id, -order.quantity, at).await?;
        if let Some(payment) = pay(tx, &order, paid, by, currency).await? {
            proceed(tx, order, payment, paid, *progress).await?;
        }
    }
    Ok(())
}

/// Pays the order and returns its payment.
async fn pay(
    tx: &Tx<'_>,
    order: &Order,
    paid: &Paid,
    by: &Id,
    currency: &str,
) -> Result<Option<(Payment, OrderPayment)>, db::Error> {
    let at = order.created_at.plus(UNTIL_PAID);
    let mut payment = Payment {
        id: Id::new(at),
        order_id: order.id.clone(),
        amount: order.total,
        currency: currency.to_owned(),
        state: PaymentState::Creating,
        method: None,
    };
    let transaction_id = match paid {
        Paid::Not => return Ok(None),
        Paid::ByCard(intent) => {
            payments::store::insert(tx, &payment, &order.user_id, order.created_at).await?;
            payments::store::open(tx, &payment.id, intent, order.created_at).await?;
            let CreatedIntent { intent_id, client_secret } = intent.clone();
            payment.state = PaymentState::Open { intent_id: intent_id.clone(), client_secret };
            let succeeded = PaymentState::Succeeded { intent_id: intent_id.clone() };
            payments::store::advance(tx, &payment, &succeeded, at).await?;
            payment.state = succeeded;
            intent_id
        }
        Paid::Recorded(method) => method.transaction_id(order.number),
    };
    let method = match paid {
        Paid::Recorded(method) => Some(*method),
        Paid::ByCard(_) | Paid::Not => None,
    };
    let order_payment = OrderPayment { transaction_id, at, method };
    if let Some(method) = method {
        let received_on = jiff::Timestamp::from_microsecond(at.micros()).unwrap_or_default();
        let received_on = received_on.strftime("%Y-%m-%d").to_string();
        let details = RecordedPayment { method, amount: None, received_on, reference: None };
        payments::store::insert_recorded(
            tx,
            &payment.id,
            order,
            (order.total, currency),
            &order_payment,
            &details,
            by,
        )
        .await?;
        payment.method = Some(method);
    }
    orders::store::pay(tx, &order.id, &order_payment).await?;
    Ok(Some((payment, order_payment)))
}

/// Ships and refunds the paid order as far as it got.
async fn proceed(
    tx: &Tx<'_>,
    mut order: Order,
    (payment, order_payment): (Payment, OrderPayment),
    paid: &Paid,
    progress: Progress,
) -> Result<(), db::Error> {
    let mut shipped_at = None;
    if matches!(progress, Progress::Shipped | Progress::Returned) {
        let at = order.created_at.plus(UNTIL_SHIPPED);
        let number = format!("7300{:012}", order.number * 7_919);
        let tracking = Tracking { carrier: Some(Carrier::CanadaPost), number: Some(number), own_link: None };
        orders::store::ship(tx, &order.id, at, &tracking).await?;
        shipped_at = Some(at);
    }
    if !matches!(progress, Progress::Refunded | Progress::Returned) {
        return Ok(());
    }
    let at = order_payment.at.plus(UNTIL_REFUNDED);
    let restocked_at = (progress == Progress::Refunded).then_some(at);
    insert_refund(tx, &order, &payment, &order_payment, at).await?;
    match (paid, &payment.state) {
        (Paid::Recorded(method), _) => {
            let refund = RecordedRefund::default();
            payments::store::refund_recorded(tx, &payment.id, &refund, *method, at).await?;
        }
        (_, PaymentState::Succeeded { intent_id }) => {
            let due = PaymentState::RefundDue { intent_id: intent_id.clone() };
            payments::store::advance(tx, &payment, &due, at).await?;
            let refunded = PaymentState::Refunded { intent_id: intent_id.clone() };
            let payment = Payment { state: due, ..payment };
            payments::store::advance(tx, &payment, &refunded, at).await?;
        }
        _ => {}
    }
    if restocked_at.is_some() {
        tools::store::add_to_stock(tx, &order.tool_id, order.quantity, at).await?;
    }
    let returns_stock = restocked_at.is_some();
    let refund =
        OrderRefund { payment: order_payment, shipped_at, begun_at: at, returns_stock, restocked_at };
    order.state = OrderState::Refunding(refund.clone());
    orders::store::begin_refund(tx, &order).await?;
    order.state = OrderState::Refunded { refund, at };
    orders::store::confirm_refund(tx, &order).await
}

async fn insert_refund(
    tx: &Tx<'_>,
    order: &Order,
    payment: &Payment,
    paid: &OrderPayment,
    at: Timestamp,
) -> Result<(), db::Error> {
    let none = Cents::ZERO;
    let refund = Refund {
        key: payment.id.to_string(),
        id: payment.id.clone(),
        purchase_id: order.id.clone(),
        payment_id: payment.id.clone(),
        intent_id: paid.transaction_id.clone(),
        ends: RefundEnds::Payment,
        amount: order.total,
        federal_tax: none,
        provincial_tax: none,
        reason: String::new(),
        note: None,
        method: paid.method,
        state: RefundState::Due,
        created_at: at,
        changed_at: at,
        number: None,
        sent: None,
        failed_at: None,
        debit_note: None,
        replaces: None,
        waits: false,
    };
    refund::store::insert(tx, &refund).await?;
    let line = RefundLine {
        refund_id: refund.id.clone(),
        line: order.line.number,
        order_id: Some(order.id.clone()),
        quantity: order.quantity,
        amount: order.total,
        federal_tax: none,
        provincial_tax: none,
        ends_order: true,
        restocks: None,
    };
    refund::store::insert_line(tx, &line).await?;
    refund::number(tx, &refund.id, None, at).await.map(drop)
}
