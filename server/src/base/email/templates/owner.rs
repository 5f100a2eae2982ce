//! E-mails to the shop's owner.

use super::{
    BOOKS, MANAGE_ORDERS, MANAGE_TOOLS, SETTINGS, UNDELIVERED, USERS, WEBHOOKS, link, note, paragraph,
};
use crate::{
    base::email::{
        order_summary::OrderSummary,
        owner_message::{HeldTool, OwnerMessage},
        render::{Block, EmailText, Letterhead},
    },
    values::{ids::Id, money::Cents},
};

impl OwnerMessage {
    pub(super) fn text(&self, shop: &Letterhead) -> EmailText {
        let (subject, mut blocks) = match self {
            Self::OwnerOrderPaid { order } => order_paid(shop, order),
            Self::OwnerDailyOrders { orders, count, total_cents } => {
                daily_orders(shop, orders, *count, *total_cents)
            }
            Self::OwnerLowStock { tool_id, tool_name, available } => {
                low_stock(shop, tool_id, tool_name, *available)
            }
            Self::OwnerHeldStock { tools } => held_stock(shop, tools),
            Self::OwnerDispute { order } => dispute(shop, order),
            Self::OwnerRefundFailed { amount, transaction_id, reason } => {
                refund_failed(shop, *amount, transaction_id, reason)
            }
            Self::OwnerRefundSentBack { order, amount, reason } => {
                refund_sent_back(shop, order, *amount, reason)
            }
            Self::OwnerUndelivered { subject } => undelivered(shop, subject),
            Self::OwnerWebhookPaused { webhook_id, url } => webhook_paused(shop, webhook_id, url),
        };
        let settings = shop.page(SETTINGS);
        blocks.push(note(format!("You can choose these e-mails in Shop settings: {settings}")));
        EmailText::new(subject, "", blocks)
    }
}

fn order_paid(shop: &Letterhead, order: &OrderSummary) -> (String, Vec<Block>) {
    let mut blocks = vec![paragraph("A customer has paid for an order. It is ready to be packed.")];
    blocks.extend(order.table(shop, []));
    blocks.push(open_order(shop, order));
    (format!("Order #{} to ship: {}", order.number, order.goods()), blocks)
}

fn daily_orders(
    shop: &Letterhead,
    orders: &[OrderSummary],
    count: i64,
    total_cents: i64,
) -> (String, Vec<Block>) {
    let were = if count == 1 { "One order was".to_owned() } else { format!("{count} orders were") };
    let total = shop.amounts.format_cents(total_cents);
    let facts = orders.iter().map(|order| ("Order", format!("#{}: {}", order.number, order.goods())));
    let mut blocks = vec![
        paragraph(format!("{were} paid since yesterday. Customers paid {total} in total.")),
        Block::Facts(facts.collect()),
    ];
    let more = count - i64::try_from(orders.len()).unwrap_or(count);
    if more > 0 {
        blocks.push(note(format!("And {more} more.")));
    }
    blocks.push(link("See the orders to ship", shop.page(MANAGE_ORDERS) + "?state=pending"));
    (format!("{were} paid at {} since yesterday", shop.shop_name), blocks)
}

fn low_stock(shop: &Letterhead, tool_id: &Id, tool_name: &str, available: i64) -> (String, Vec<Block>) {
    let blocks = vec![
        paragraph(format!(
            "There are {available} left of {tool_name}. We e-mail you once, until you add to its stock."
        )),
        link("Open the tool", format!("{}/{tool_id}", shop.page(MANAGE_TOOLS))),
    ];
    (format!("Only {available} left: {tool_name}"), blocks)
}

fn held_stock(shop: &Letterhead, tools: &[HeldTool]) -> (String, Vec<Block>) {
    let of_what = match tools {
        [HeldTool { tool_name, .. }] => format!(": {tool_name}"),
        _ => format!(" of {} tools", tools.len()),
    };
    let facts = tools
        .iter()
        .map(|HeldTool { tool_name, held, total }| ("Unpaid", format!("{held} of {total} × {tool_name}")));
    let blocks = vec![
        paragraph(
            "Orders that are not paid hold more than half of the pieces below. The customers may be about to pay. Orders that are not paid in time are deleted, and their pieces are on sale again. We send this at most once a day.",
        ),
        Block::Facts(facts.collect()),
        link("See the unpaid orders", shop.page(MANAGE_ORDERS) + "?state=unpaid"),
        link("See the customers, delete their orders or block them", shop.page(USERS) + "?show=unpaid"),
    ];
    (format!("Unpaid orders hold most of your stock{of_what}"), blocks)
}

fn dispute(shop: &Letterhead, order: &OrderSummary) -> (String, Vec<Block>) {
    let mut blocks = vec![paragraph(
        "A customer’s bank wants the payment of this order back. Please answer the dispute in the card provider’s dashboard before its deadline. Do not ship the order and do not refund it: the bank takes the money itself.",
    )];
    blocks.extend(order.table(shop, []));
    blocks.push(open_order(shop, order));
    (format!("The payment of order #{} is disputed", order.number), blocks)
}

fn refund_failed(
    shop: &Letterhead,
    amount: Cents,
    transaction_id: &str,
    reason: &str,
) -> (String, Vec<Block>) {
    let amount = shop.amount(amount);
    let blocks = vec![
        paragraph(format!(
            "The card provider refused to refund {amount}. The shop tries again every hour. Please look at the payment in the card provider’s dashboard.",
        )),
        Block::Facts(vec![("Payment", transaction_id.to_owned()), ("Reason", reason.to_owned())]),
        link("Open Books", shop.page(BOOKS)),
    ];
    (format!("A refund of {amount} failed"), blocks)
}

fn refund_sent_back(
    shop: &Letterhead,
    order: &OrderSummary,
    amount: Cents,
    reason: &str,
) -> (String, Vec<Block>) {
    let amount = shop.amount(amount);
    let mut blocks = vec![
        paragraph(format!(
            "The customer’s bank sent back a refund of {amount}, often because the card was closed. You owe the customer this money again. Open the order: refund it again, or pay the customer another way and record it.",
        )),
        Block::Facts(vec![("Reason", reason.to_owned())]),
    ];
    blocks.extend(order.table(shop, []));
    blocks.push(open_order(shop, order));
    (format!("A refund of {amount} came back: order #{}", order.number), blocks)
}

fn undelivered(shop: &Letterhead, subject: &str) -> (String, Vec<Block>) {
    let blocks = vec![
        paragraph("An e-mail could not be delivered. There may be more: we send this at most once a day."),
        Block::Facts(vec![("Subject", subject.to_owned())]),
        link("See what was not delivered", shop.page(UNDELIVERED)),
    ];
    ("An e-mail from your shop could not be delivered".to_owned(), blocks)
}

fn webhook_paused(shop: &Letterhead, webhook_id: &Id, url: &str) -> (String, Vec<Block>) {
    let blocks = vec![
        paragraph(
            "A webhook failed for three days, so the shop sends it nothing more. Please fix its receiver, then resume it.",
        ),
        Block::Facts(vec![("Address", url.to_owned())]),
        link("See the log of the webhook", format!("{}/{webhook_id}", shop.page(WEBHOOKS))),
    ];
    ("A webhook of your shop is paused".to_owned(), blocks)
}

fn open_order(shop: &Letterhead, order: &OrderSummary) -> Block {
    link("Open the order", format!("{}/{}", shop.page(MANAGE_ORDERS), order.id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::email::samples::{letterhead, order};

    #[test]
    fn a_day_of_orders_has_their_number_and_sum() {
        let message = OwnerMessage::OwnerDailyOrders { orders: vec![order()], count: 3, total_cents: 6_005 };
        let rendered = message.text(&letterhead()).render(&letterhead());
        assert_eq!(rendered.subject, "3 orders were paid at Fern & Co since yesterday");
        for expected in [
            "3 orders were paid since yesterday. Customers paid $60.05 in total.",
            "#1042: 3 × Hoe",
            "And 2 more.",
            "https://tools.example.ca/dashboard/manageOrders?state=pending",
        ] {
            assert!(rendered.text.contains(expected), "{expected}: {}", rendered.text);
        }
    }
}
