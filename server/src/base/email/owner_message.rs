//! The e-mails to the shop's owner. Texts for customers are in `templates`.

use serde::{Deserialize, Serialize};

use super::{
    message::OrderSummary,
    render::{Block, EmailBody, Letterhead},
};
use crate::values::{ids::Id, money::Cents};

// Pages of the dashboard.
const MANAGE_ORDERS: &str = "/dashboard/manageOrders";
const MANAGE_TOOLS: &str = "/dashboard/manageProduct";
const BOOKS: &str = "/dashboard/books";
const UNDELIVERED: &str = "/dashboard/mails";
const WEBHOOKS: &str = "/dashboard/webhooks";
const USERS: &str = "/dashboard/users";
const SETTINGS: &str = "/dashboard/shop";

/// What the owner is told. Orders in it have no customer's name, so that a deleted account leaves no trace here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OwnerMessage {
    OwnerOrderPaid {
        order: OrderSummary,
    },
    /// The orders of one day.
    OwnerDailyOrders {
        /// The first of them.
        orders: Vec<OrderSummary>,
        count: i64,
        total_cents: i64,
    },
    OwnerLowStock {
        tool_id: Id,
        tool_name: String,
        available: i64,
    },
    /// Unpaid orders hold more than half of the pieces of these tools.
    OwnerHeldStock {
        tools: Vec<HeldTool>,
    },
    OwnerDispute {
        order: OrderSummary,
    },
    /// The card provider rejected a refund.
    OwnerRefundFailed {
        amount: Cents,
        transaction_id: String,
        reason: String,
    },
    OwnerUndelivered {
        subject: String,
    },
    OwnerWebhookPaused {
        webhook_id: Id,
        url: String,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldTool {
    pub tool_name: String,
    /// Pieces in unpaid orders, and how many could be sold without them.
    pub held: i64,
    pub total: i64,
}

impl OwnerMessage {
    pub const fn order_id(&self) -> Option<&Id> {
        match self {
            Self::OwnerOrderPaid { order } | Self::OwnerDispute { order } => Some(&order.id),
            _ => None,
        }
    }

    pub const fn kind(&self) -> &'static str {
        match self {
            Self::OwnerOrderPaid { .. } => "owner_order_paid",
            Self::OwnerDailyOrders { .. } => "owner_daily_orders",
            Self::OwnerLowStock { .. } => "owner_low_stock",
            Self::OwnerHeldStock { .. } => "owner_held_stock",
            Self::OwnerDispute { .. } => "owner_dispute",
            Self::OwnerRefundFailed { .. } => "owner_refund_failed",
            Self::OwnerUndelivered { .. } => "owner_undelivered",
            Self::OwnerWebhookPaused { .. } => "owner_webhook_paused",
        }
    }

    pub(super) fn subject(&self, Letterhead { shop_name: shop, amounts, .. }: &Letterhead) -> String {
        match self {
            Self::OwnerOrderPaid { order } => format!("Order #{} to ship: {}", order.number, order.goods()),
            Self::OwnerDailyOrders { count, .. } => {
                format!("{} paid at {shop} since yesterday", plural(*count, "order was", "orders were"))
            }
            Self::OwnerLowStock { tool_name, available, .. } => {
                format!("Only {available} left: {tool_name}")
            }
            Self::OwnerHeldStock { tools } => match tools.as_slice() {
                [HeldTool { tool_name, .. }] => format!("Unpaid orders hold most of your stock: {tool_name}"),
                _ => format!("Unpaid orders hold most of your stock of {} tools", tools.len()),
            },
            Self::OwnerDispute { order } => format!("The payment of order #{} is disputed", order.number),
            Self::OwnerRefundFailed { amount, .. } => {
                format!("A refund of {} failed", amount.format(*amounts))
            }
            Self::OwnerUndelivered { .. } => "An e-mail from your shop could not be delivered".to_owned(),
            Self::OwnerWebhookPaused { .. } => "A webhook of your shop is paused".to_owned(),
        }
    }

    pub(super) fn body(&self, &Letterhead { ref shop_url, amounts, .. }: &Letterhead) -> EmailBody {
        let page = |path: &str| format!("{shop_url}{path}");
        let paragraph = |text: String| Block::Paragraph(text);
        let mut blocks = match self {
            Self::OwnerOrderPaid { order } => vec![
                paragraph("A customer has paid for an order. It is ready to be packed.".to_owned()),
                order.table(amounts),
                Block::Link("Open the order", format!("{}/{}", page(MANAGE_ORDERS), order.id)),
            ],
            Self::OwnerDailyOrders { orders, count, total_cents } => {
                let facts =
                    orders.iter().map(|order| ("Order", format!("#{}: {}", order.number, order.goods())));
                let mut blocks = vec![
                    paragraph(format!(
                        "{} paid since yesterday, {} in total.",
                        plural(*count, "order was", "orders were"),
                        amounts.format_cents(*total_cents)
                    )),
                    Block::Facts(facts.collect()),
                ];
                let more = *count - i64::try_from(orders.len()).unwrap_or(*count);
                if more > 0 {
                    blocks.push(Block::Note(format!("And {more} more.")));
                }
                blocks.push(Block::Link("See the orders to ship", page(MANAGE_ORDERS) + "?state=pending"));
                blocks
            }
            Self::OwnerLowStock { tool_id, tool_name, available } => vec![
                paragraph(format!(
                    "There are {available} left of {tool_name}. We e-mail you once, until you add to its stock."
                )),
                Block::Link("Open the tool", format!("{}/{tool_id}", page(MANAGE_TOOLS))),
            ],
            Self::OwnerHeldStock { tools } => {
                let facts = tools.iter().map(|HeldTool { tool_name, held, total }| {
                    ("Unpaid", format!("{held} of {total} × {tool_name}"))
                });
                vec![
                    paragraph(
                        "Orders that are not paid hold more than half of the pieces below. The customers may be about to pay. Orders that are not paid in time are deleted, and their pieces are on sale again. We send this at most once a day."
                            .to_owned(),
                    ),
                    Block::Facts(facts.collect()),
                    Block::Link("See the unpaid orders", page(MANAGE_ORDERS) + "?state=unpaid"),
                    Block::Link("See the customers, delete their orders or block them", page(USERS) + "?show=unpaid"),
                ]
            }
            Self::OwnerDispute { order } => vec![
                paragraph(
                    "A customer’s bank wants the payment of this order back. Please answer the dispute in the card provider’s dashboard before its deadline. Do not ship the order and do not refund it: the bank takes the money itself."
                        .to_owned(),
                ),
                order.table(amounts),
                Block::Link("Open the order", format!("{}/{}", page(MANAGE_ORDERS), order.id)),
            ],
            Self::OwnerRefundFailed { amount, transaction_id, reason } => vec![
                paragraph(format!(
                    "The card provider refused to refund {}. The shop tries again every hour. Please look at the payment in the card provider’s dashboard.",
                    amount.format(amounts)
                )),
                Block::Facts(vec![("Payment", transaction_id.clone()), ("Reason", reason.clone())]),
                Block::Link("Open Books", page(BOOKS)),
            ],
            Self::OwnerUndelivered { subject } => vec![
                paragraph(
                    "An e-mail could not be delivered. There may be more: we send this at most once a day."
                        .to_owned(),
                ),
                Block::Facts(vec![("Subject", subject.clone())]),
                Block::Link("See what was not delivered", page(UNDELIVERED)),
            ],
            Self::OwnerWebhookPaused { webhook_id, url } => vec![
                paragraph(
                    "A webhook failed for three days, so the shop sends it nothing more. Please fix its receiver, then resume it."
                        .to_owned(),
                ),
                Block::Facts(vec![("Address", url.clone())]),
                Block::Link("See the log of the webhook", format!("{}/{webhook_id}", page(WEBHOOKS))),
            ],
        };
        blocks
            .push(Block::Note(format!("You can choose these e-mails in Shop settings: {}", page(SETTINGS))));
        EmailBody::new("", blocks)
    }
}

fn plural(count: i64, one: &str, many: &str) -> String {
    if count == 1 { format!("One {one}") } else { format!("{count} {many}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::time::Timestamp;

    #[test]
    fn a_day_of_orders_has_their_number_and_sum() {
        let id = Id::new(Timestamp::from_micros(0));
        let order = OrderSummary {
            id,
            number: 1_042,
            customer_name: String::new(),
            tool_name: "Draw Hoe".into(),
            quantity: 2,
            total: Cents::new(2_005).unwrap(),
        };
        let message = OwnerMessage::OwnerDailyOrders { orders: vec![order], count: 3, total_cents: 6_005 };
        let shop = Letterhead {
            shop_name: "Fern".into(),
            shop_url: "https://fern.ca".into(),
            contact: Vec::new(),
            amounts: crate::values::locale::AmountFormat::default(),
        };
        assert_eq!(message.subject(&shop), "3 orders were paid at Fern since yesterday");
        let text = message.body(&shop).render(String::new(), &shop).text;
        for expected in [
            "3 orders were paid since yesterday, $60.05 in total.",
            "#1042: 2 × Draw Hoe",
            "And 2 more.",
            "https://fern.ca/dashboard/manageOrders?state=pending",
        ] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
    }
}
