//! E-mails to customers about their orders and purchases.

use super::{order::Order, store};
use crate::{
    base::email::{
        Mailer,
        message::EmailMessage,
        order_summary::{EmailPicture, OrderDetails, OrderSummary},
        purchase_summary::{ArrivalSummary, PurchaseSummary},
    },
    db::{self, Tx},
    pictures::variants,
    sales::purchases::{self, Purchase},
    values::{email::Email, language::Language, money::Cents, time::Timestamp},
};

/// Queues the e-mail in the caller's transaction. Does nothing if the customer deleted the account.
pub async fn notify_customer(
    mail: &Mailer,
    tx: &Tx<'_>,
    order: &Order,
    message: impl FnOnce(OrderSummary) -> EmailMessage,
    now: Timestamp,
) -> Result<(), db::Error> {
    let Some(to) = Email::parse(&order.customer_email) else { return Ok(()) };
    if !mail.is_on() {
        return Ok(());
    }
    let purchase = purchases::store::by_id(tx, &order.line.purchase_id).await?;
    mail.queue(tx, &to, &message(summary(tx, order, purchase.as_ref()).await?), now).await
}

/// The same about what is shipped of a purchase of this many lines. A part of it is listed without a price.
pub async fn notify_of_shipped(
    mail: &Mailer,
    tx: &Tx<'_>,
    (shipped, lines): (&[Order], usize),
    message: impl FnOnce(OrderSummary) -> EmailMessage,
    now: Timestamp,
) -> Result<(), db::Error> {
    let Some(first) = shipped.first() else { return Ok(()) };
    let is_unrefunded = shipped.iter().all(|order| order.pieces.refunded == 0);
    if shipped.len() == 1 && is_unrefunded {
        return notify_customer(mail, tx, first, message, now).await;
    }
    if shipped.len() == lines && is_unrefunded {
        return notify_of_purchase(mail, tx, shipped, message, now).await;
    }
    let piece = |order: &Order| format!("{} × {}", order.pieces_left(), order.tool_name);
    let pieces: Vec<_> = shipped.iter().map(piece).collect();
    let paid = shipped.iter().map(|order| order.line.due.as_i64() - order.part_refunded.as_i64()).sum();
    let total = Cents::new(paid).unwrap_or(Cents::ZERO);
    let pictures = if mail.is_on() { pictures_of(tx, shipped).await? } else { Vec::new() };
    let part = |order: OrderSummary| {
        let details = order.details.map(|details| OrderDetails { pieces, pictures, ..details });
        let tool_name = name_of(shipped, order.language);
        message(OrderSummary { tool_name, quantity: first.pieces_left(), total, details, ..order })
    };
    notify_customer(mail, tx, first, part, now).await
}

/// Names the orders for a sentence: `Shears and 2 more`.
pub fn name_of(orders: &[Order], language: Language) -> String {
    match orders {
        [] => String::new(),
        [one] => one.tool_name.clone(),
        [first, others @ ..] => {
            let (first, others) = (&first.tool_name, others.len());
            let in_french = if others == 1 { "autre" } else { "autres" };
            language.choose(format!("{first} and {others} more"), format!("{first} et {others} {in_french}"))
        }
    }
}

/// The same about all orders of a purchase, with delivery and taxes.
pub async fn notify_of_purchase(
    mail: &Mailer,
    tx: &Tx<'_>,
    orders: &[Order],
    message: impl FnOnce(OrderSummary) -> EmailMessage,
    now: Timestamp,
) -> Result<(), db::Error> {
    let Some(first) = orders.first() else { return Ok(()) };
    if !mail.is_on() {
        return Ok(());
    }
    let purchase = purchases::store::by_id(tx, &first.line.purchase_id).await?;
    let Some(purchase) = purchase else { return Err(tx.conflict()) };
    notify_of(mail, tx, &purchase, orders, message, now).await
}

/// The same for a purchase that the caller has read or made.
pub async fn notify_of(
    mail: &Mailer,
    tx: &Tx<'_>,
    purchase: &Purchase,
    orders: &[Order],
    message: impl FnOnce(OrderSummary) -> EmailMessage,
    now: Timestamp,
) -> Result<(), db::Error> {
    let Some(first) = orders.first() else { return Ok(()) };
    let Some(to) = Email::parse(&first.customer_email) else { return Ok(()) };
    if !mail.is_on() {
        return Ok(());
    }
    mail.queue(tx, &to, &message(purchase_summary(tx, purchase, first, orders).await?), now).await
}

/// What an e-mail about the purchase of these orders shows. `first` is one of them.
pub async fn purchase_summary(
    tx: &Tx<'_>,
    purchase: &Purchase,
    first: &Order,
    orders: &[Order],
) -> Result<OrderSummary, db::Error> {
    let mut summary = summary(tx, first, Some(purchase)).await?;
    summary.tool_name = name_of(orders, purchase.language);
    summary.total = purchase.total;
    let is_more = orders.len() > 1 || purchase.total != first.total || purchase.delivery.method.is_some();
    if let Some(details) = summary.details.as_mut().filter(|_| is_more) {
        details.purchase = Some(sums(purchase, orders));
        details.pictures = pictures_of(tx, orders).await?;
    }
    Ok(summary)
}

fn sums(purchase: &Purchase, orders: &[Order]) -> PurchaseSummary {
    PurchaseSummary {
        lines: orders
            .iter()
            .map(|order| (format!("{} × {}", order.quantity, order.tool_name), order.total))
            .collect(),
        discount: purchase.discount_code.clone().map(|code| (code, purchase.discount)),
        delivery: purchase.delivery.name.clone().map(|name| (name, purchase.shipping)),
        taxes: purchase
            .taxes()
            .map(|(tax, charged)| (charged.label(tax, purchase.language), charged.amount))
            .collect(),
        arrival: purchase.delivery.days_from.zip(purchase.delivery.days_to).map(|(days_from, days_to)| {
            ArrivalSummary { is_pick_up: purchase.delivery.is_pick_up, days_from, days_to }
        }),
    }
}

/// The picture of each order's tool.
pub async fn pictures_of(tx: &Tx<'_>, orders: &[Order]) -> Result<Vec<EmailPicture>, db::Error> {
    let mut pictures = Vec::with_capacity(orders.len());
    for order in orders {
        pictures.push(picture_of(tx, order).await?);
    }
    Ok(pictures)
}

async fn picture_of(tx: &Tx<'_>, order: &Order) -> Result<EmailPicture, db::Error> {
    let (picture, alt) = store::tool_picture(tx, &order.tool_id).await?.unwrap_or_default();
    let path = variants::check_own_image(&picture).unwrap_or_default();
    Ok(EmailPicture { path, alt: if alt.is_empty() { order.tool_name.clone() } else { alt } })
}

async fn summary(tx: &Tx<'_>, order: &Order, purchase: Option<&Purchase>) -> Result<OrderSummary, db::Error> {
    let is_pick_up = purchase.is_some_and(|purchase| purchase.delivery.is_pick_up);
    let language = purchase.map_or_else(Language::default, |purchase| purchase.language);
    let EmailPicture { path: picture, alt: picture_alt } = picture_of(tx, order).await?;
    let address = order.contact.delivery_address().trim();
    let no_address = language.choose("No address given", "Aucune adresse donnée");
    let address = if address.is_empty() { no_address } else { address };
    let details = OrderDetails {
        price: order.price,
        placed_at: order.created_at,
        ship_to: format!("{}\n{address}", order.customer_name),
        picture,
        picture_alt,
        is_pick_up,
        pieces: Vec::new(),
        pictures: Vec::new(),
        purchase: None,
    };
    Ok(OrderSummary {
        id: order.id.clone(),
        number: order.number,
        customer_name: order.customer_name.clone(),
        tool_name: order.tool_name.clone(),
        quantity: order.quantity,
        total: order.line.due,
        is_guest: order.is_guest,
        language,
        details: Some(details),
    })
}
