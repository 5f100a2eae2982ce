//! E-mails to the customer of an order.

use super::{MY_ORDERS, PAYMENT, TOOLS, link, link_lifetime, note, paragraph};
use crate::{
    base::email::{
        message::{OrderSummary, ParcelTracking, PaymentTerms},
        render::{Block, EmailText, Letterhead},
    },
    values::{duration::humanize_duration, money::Cents, payment_method::PaymentMethod},
};

const ASK_US: &str = "Didn’t expect this? Reply to this e-mail and we will explain.";
const THANKS: &str = "Thank you for your order. We have set these tools aside for you:";
const ENTERED: &str =
    "Thank you for your order. As you asked, we have entered it for you and set these tools aside:";

pub fn placed(shop: &Letterhead, order: &OrderSummary, payment: &PaymentTerms) -> EmailText {
    new_order(shop, order, (THANKS, None), payment)
}

/// `password`: the link that sets the first password, and how long it works.
pub fn entered(
    shop: &Letterhead,
    order: &OrderSummary,
    password: Option<(&str, &str)>,
    payment: &PaymentTerms,
) -> EmailText {
    new_order(shop, order, (ENTERED, password), payment)
}

fn new_order(
    shop: &Letterhead,
    order: &OrderSummary,
    (thanks, password): (&str, Option<(&str, &str)>),
    payment: &PaymentTerms,
) -> EmailText {
    let mut blocks = vec![paragraph(thanks), order.table(shop)];
    if let Some((target, time_left)) = password {
        blocks.push(paragraph(format!(
            "We have made an account at {} for you, with this e-mail address. Please choose a password first. Then you can log in, follow your order and pay.",
            shop.shop_name
        )));
        blocks.push(link("Choose a password", target));
        blocks.push(note(
            link_lifetime(time_left)
                + " After that, “Forgot your password?” on the login page sends you a new one.",
        ));
    }
    let is_unpaid = payment.can_be_paid || !payment.how_to_pay.is_empty();
    if is_unpaid {
        blocks.push(paragraph("We will pack your order as soon as you have paid for it."));
    }
    if payment.can_be_paid {
        blocks.push(link("Pay now", shop.page(&format!("{PAYMENT}{}", order.id))));
        blocks.push(note("Already paid? Then there is nothing left to do."));
    } else {
        let lines = payment.how_to_pay.lines().filter(|line| !line.trim().is_empty());
        blocks.extend(lines.map(paragraph));
        blocks.push(link("See my orders", shop.page(MY_ORDERS)));
    }
    if let Some(held_for) = payment.held_for {
        blocks.push(note(format!(
            "We hold your order for {}. If it is not paid by then, we will cancel it.",
            humanize_duration(held_for)
        )));
    }
    about(order, "Your order", blocks)
}

pub fn paid(shop: &Letterhead, order: &OrderSummary, transaction_id: &str) -> EmailText {
    let mut facts = order.rows(shop);
    facts.push(("Payment", transaction_id.to_owned()));
    let thanks = paragraph(format!(
        "Thank you! We received your payment of {}. We will pack your order and e-mail you when it ships.",
        shop.amount(order.total)
    ));
    let blocks = vec![thanks, Block::Facts(facts), link("See my orders", shop.page(MY_ORDERS))];
    about(order, "We received your payment", blocks)
}

pub fn shipped(shop: &Letterhead, order: &OrderSummary, parcel: &ParcelTracking) -> EmailText {
    let mut facts = order.rows(shop);
    let ParcelTracking { carrier, number, url } = parcel.clone();
    facts.extend(carrier.map(|carrier| ("Carrier", carrier)));
    facts.extend(number.map(|number| ("Tracking number", number)));
    let mut blocks = vec![paragraph("Good news: your order is on its way to you."), Block::Facts(facts)];
    blocks.extend(url.map(|url| link("Follow the parcel", url)));
    blocks.push(link("See my orders", shop.page(MY_ORDERS)));
    blocks.push(note("Is something not right? Reply to this e-mail and we will help."));
    about(order, "On its way to you", blocks)
}

pub fn expired(shop: &Letterhead, order: &OrderSummary) -> EmailText {
    let blocks = vec![
        paragraph(
            "We did not receive your payment in time, so we have cancelled this order. You don’t owe us anything.",
        ),
        order.table(shop),
        paragraph("Still want it? You are welcome to order again."),
        link("Browse the tools", shop.page(TOOLS)),
    ];
    about(order, "Your order was cancelled", blocks)
}

pub fn cancelled(shop: &Letterhead, order: &OrderSummary) -> EmailText {
    let blocks = vec![
        paragraph(
            "We are sorry: we had to cancel this order. You had not paid for it, so you don’t owe us anything.",
        ),
        order.table(shop),
        link("Browse the tools", shop.page(TOOLS)),
        note(ASK_US),
    ];
    about(order, "Your order was cancelled", blocks)
}

/// Where the money went.
fn went_back(method: Option<PaymentMethod>) -> String {
    method.map_or_else(
        || {
            "has gone back to the card you paid with. It can take your bank five to ten days to show it."
                .into()
        },
        |method| format!("was refunded{}.", method.in_sentence()),
    )
}

pub fn refunded(
    shop: &Letterhead,
    order: &OrderSummary,
    was_shipped: bool,
    method: Option<PaymentMethod>,
) -> EmailText {
    let blocks = vec![
        paragraph(format!("All of your payment of {} {}", shop.amount(order.total), went_back(method))),
        order.table(shop),
        paragraph(if was_shipped {
            "Your order had already been sent. We will tell you if you need to return anything."
        } else {
            "Your order is cancelled and will not be sent."
        }),
        link("See my orders", shop.page(MY_ORDERS)),
        note(ASK_US),
    ];
    about(order, "We have refunded your payment", blocks)
}

pub fn part_refunded(
    shop: &Letterhead,
    order: &OrderSummary,
    (amount, refunded): (Cents, Cents),
    reason: &str,
    method: Option<PaymentMethod>,
) -> EmailText {
    let amount = shop.amount(amount);
    let mut facts = order.rows(shop);
    facts.push(("Refunded", shop.amount(refunded)));
    facts.push(("Reason", reason.to_owned()));
    EmailText::new(
        format!("We have refunded {amount} of your payment"),
        &order.customer_name,
        vec![
            paragraph(format!("{amount} of your payment {}", went_back(method))),
            Block::Facts(facts),
            link("See my orders", shop.page(MY_ORDERS)),
            note(ASK_US),
        ],
    )
}

pub fn payment_refunded(shop: &Letterhead, name: &str, amount: Cents, transaction_id: &str) -> EmailText {
    let amount = shop.amount(amount);
    EmailText::new(
        format!("We have refunded {amount}"),
        name,
        vec![
            paragraph(format!(
                "We received your payment of {amount} after the order was cancelled or already paid. We have refunded all of it to the card you paid with. It can take your bank five to ten days to show it.",
            )),
            Block::Facts(vec![("Amount", amount), ("Payment", transaction_id.to_owned())]),
            link("See my orders", shop.page(MY_ORDERS)),
        ],
    )
}

fn about(order: &OrderSummary, news: &str, blocks: Vec<Block>) -> EmailText {
    EmailText::new(format!("{news}: {}", order.goods()), &order.customer_name, blocks)
}

impl OrderSummary {
    pub(super) fn goods(&self) -> String {
        format!("{} × {}", self.quantity, self.tool_name)
    }

    pub(super) fn table(&self, shop: &Letterhead) -> Block {
        Block::Facts(self.rows(shop))
    }

    fn rows(&self, shop: &Letterhead) -> Vec<(&'static str, String)> {
        vec![
            ("Tool", self.tool_name.clone()),
            ("Quantity", self.quantity.to_string()),
            ("Total", shop.amount(self.total)),
            ("Order", format!("#{}", self.number)),
        ]
    }
}
