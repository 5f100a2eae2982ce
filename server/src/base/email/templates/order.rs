//! E-mails to the customer of an order.

use super::{
    GUEST_ORDER, MY_ORDERS, PAYMENT, PLACED_PURCHASE, TOOLS, link, link_lifetime, note, paragraph, small_link,
};
use crate::{
    base::email::{
        order_summary::{OrderSummary, ParcelTracking, PaymentTerms},
        purchase_summary::CreditNoteSummary,
        render::{Block, BlockPicture, Fact, Letterhead, SumRow},
    },
    values::{duration::humanize_duration, ids::Id, money::Cents, payment_method::PaymentMethod},
};

const NOT_RIGHT: &str = "Is something not right? Reply to this e-mail and we will help.";
const ASK_US: &str = "Didn’t expect this? Reply to this e-mail and we will explain.";

/// Tells a customer about a new order. `password` has the link that sets the first password, and how long the link
/// works. It is `None` if the customer needs no such link.
pub fn new_order(
    shop: &Letterhead,
    order: &OrderSummary,
    password: Option<(&str, &str)>,
    payment: &PaymentTerms,
) -> Vec<Block> {
    let is_unpaid = payment.can_be_paid || payment.at_pick_up || !payment.how_to_pay.is_empty();
    let mut blocks = order.table(shop, if is_unpaid { order.arrival() } else { order.arrival_days(shop) });
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
    if is_unpaid && !payment.at_pick_up {
        blocks.push(paragraph("We will pack your order as soon as you have paid for it."));
    }
    blocks.extend(payment_blocks(shop, &format!("{PAYMENT}{}", order.id), payment));
    blocks
}

/// How an order is paid, on this page, and how long it waits.
fn payment_blocks(shop: &Letterhead, page: &str, payment: &PaymentTerms) -> Vec<Block> {
    let mut blocks = Vec::new();
    if payment.at_pick_up {
        blocks.push(paragraph("Please pay when you pick your order up. Tell us the number of your order."));
        blocks.push(link("See my orders", shop.page(MY_ORDERS)));
    } else if payment.can_be_paid {
        blocks.push(link("Pay now", shop.page(page)));
        blocks.push(small_link("See my orders", shop.page(MY_ORDERS)));
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
    blocks
}

pub fn paid(shop: &Letterhead, order: &OrderSummary) -> Vec<Block> {
    let mut blocks = order.table(shop, order.arrival_days(shop));
    blocks.extend(order.links(shop));
    blocks
}

pub fn guest_order(shop: &Letterhead, order: &OrderSummary, target: &str) -> Vec<Block> {
    let mut blocks = order.table(shop, order.arrival_days(shop));
    blocks.push(link("See your order", target));
    blocks.push(note("This link opens your order without a login. Anyone who has it can see the order."));
    blocks.push(note(ASK_US));
    blocks
}

pub fn shipped(shop: &Letterhead, order: &OrderSummary, parcel: &ParcelTracking) -> Vec<Block> {
    let ParcelTracking { carrier, number, url } = parcel.clone();
    let is_untracked = number.is_none() && url.is_none();
    let carrier = carrier.map(|carrier| ("Carrier", carrier));
    let number = number.map(|number| ("Tracking number", number));
    let untracked = is_untracked.then(|| ("Parcel", "Sent without tracking".to_owned()));
    let mut blocks = order.table(shop, carrier.into_iter().chain(number).chain(untracked));
    blocks.extend(url.map(|url| link("Follow the parcel", url)));
    blocks.extend(order.links(shop));
    blocks.push(note(NOT_RIGHT));
    blocks
}

pub fn ready(shop: &Letterhead, order: &OrderSummary) -> Vec<Block> {
    let mut blocks = order.table(shop, []);
    blocks.extend(order.links(shop));
    blocks.push(note(NOT_RIGHT));
    blocks
}

/// Tells a customer that an unpaid order was deleted. The page of `purchase` puts the tools into the basket again.
pub fn expired(shop: &Letterhead, order: &OrderSummary, purchase: Option<&Id>) -> Vec<Block> {
    let mut blocks = order.table(shop, []);
    blocks.push(paragraph("Still want it? You are welcome to order again."));
    blocks.push(match purchase {
        Some(id) => link("Order the same again", shop.page(&format!("{PLACED_PURCHASE}{id}"))),
        None => link("Browse the tools", shop.page(TOOLS)),
    });
    blocks
}

pub fn cancelled(shop: &Letterhead, order: &OrderSummary) -> Vec<Block> {
    let mut blocks = order.table(shop, []);
    blocks.extend([link("Browse the tools", shop.page(TOOLS)), note(ASK_US)]);
    blocks
}

pub fn line_cancelled(
    shop: &Letterhead,
    rest: &OrderSummary,
    purchase_id: &Id,
    payment: &PaymentTerms,
) -> Vec<Block> {
    let mut blocks = rest.table(shop, rest.arrival());
    blocks.extend(payment_blocks(shop, &format!("{PLACED_PURCHASE}{purchase_id}"), payment));
    blocks.push(note(ASK_US));
    blocks
}

/// Where the money went.
fn went_back(method: Option<PaymentMethod>) -> Block {
    paragraph(method.map_or_else(
        || "It went to the card you paid with. It can take your bank five to ten days to show it.".to_owned(),
        |method| format!("It was refunded{}.", method.in_sentence()),
    ))
}

pub fn refunded(
    shop: &Letterhead,
    order: &OrderSummary,
    was_shipped: bool,
    (method, sent, credit_note): (Option<PaymentMethod>, Option<Cents>, Option<&CreditNoteSummary>),
) -> Vec<Block> {
    let mut blocks = vec![went_back(method)];
    blocks.extend(sent.map(|sent| went_back_before(shop, sent)));
    blocks.extend(credit_note.iter().flat_map(|note| note.blocks(shop, !order.is_guest)));
    blocks.extend(order.table(shop, []));
    blocks.push(paragraph(match (was_shipped, order.is_picked_up()) {
        (true, false) => "Your order had already been sent. We will tell you if you need to return anything.",
        (true, true) => {
            "Your order was ready to be picked up. We will tell you if you need to return anything."
        }
        (false, false) => "Your order is cancelled and will not be sent.",
        (false, true) => "Your order is cancelled and cannot be picked up.",
    }));
    blocks.extend(order.links(shop));
    blocks.push(note(ASK_US));
    blocks
}

/// The card provider had less left than the shop refunds.
fn went_back_before(shop: &Letterhead, sent: Cents) -> Block {
    paragraph(if sent == Cents::ZERO {
        "All of it had gone back to your card before.".to_owned()
    } else {
        format!("{} goes back to your card now. The rest of it had gone back before.", shop.amount(sent))
    })
}

pub fn part_refunded(
    shop: &Letterhead,
    order: &OrderSummary,
    refunded: Cents,
    reason: &str,
    (method, sent, credit_note): (Option<PaymentMethod>, Option<Cents>, Option<&CreditNoteSummary>),
) -> Vec<Block> {
    let mut facts = vec![("Refunded", shop.full_amount(refunded))];
    if !reason.is_empty() {
        facts.push(("Reason", reason.to_owned()));
    }
    let mut blocks = vec![went_back(method)];
    blocks.extend(sent.map(|sent| went_back_before(shop, sent)));
    blocks.extend(credit_note.iter().flat_map(|note| note.blocks(shop, !order.is_guest)));
    blocks.extend(order.table(shop, facts));
    blocks.extend(order.links(shop));
    blocks.push(note(ASK_US));
    blocks
}

pub fn payment_refunded(shop: &Letterhead, amount: Cents, transaction_id: &str) -> Vec<Block> {
    vec![
        Block::Facts(vec![("Amount", shop.full_amount(amount)), ("Payment", transaction_id.to_owned())]),
        link("See my orders", shop.page(MY_ORDERS)),
    ]
}

impl Letterhead {
    /// Where customers fetch their goods.
    fn pick_up_place(&self) -> String {
        [&self.shop_name, &self.address].map(String::as_str).join("\n").trim().to_owned()
    }
}

impl OrderSummary {
    /// How long the goods take once they are paid, for a purchase with a delivery method.
    fn arrival(&self) -> Option<Fact> {
        let arrival = self.details.as_ref()?.purchase.as_ref()?.arrival.as_ref()?;
        Some((arrival.title(), arrival.sentence()))
    }

    /// The same with dates, for what is paid.
    fn arrival_days(&self, shop: &Letterhead) -> Option<Fact> {
        let details = self.details.as_ref()?;
        let arrival = details.purchase.as_ref()?.arrival.as_ref()?;
        Some((arrival.title(), arrival.dated_sentence(shop, details.placed_at)))
    }

    /// The customer fetches it at the shop.
    pub fn is_picked_up(&self) -> bool {
        self.details.as_ref().is_some_and(|details| {
            let arrival = details.purchase.as_ref().and_then(|purchase| purchase.arrival.as_ref());
            details.is_pick_up || arrival.is_some_and(|arrival| arrival.is_pick_up)
        })
    }

    /// What the shop writes next about a paid order.
    pub(super) fn next_step(&self) -> &'static str {
        if self.is_picked_up() {
            "We will write again when it is ready to be picked up."
        } else {
            "We will write again when it is on its way."
        }
    }

    pub(super) fn goods(&self) -> String {
        format!("{} × {}", self.quantity, self.tool_name)
    }

    /// The pieces of an e-mail about some pieces, with their pictures.
    pub(super) fn pieces(&self, shop: &Letterhead) -> Option<Block> {
        let details = self.details.as_ref().filter(|details| !details.pieces.is_empty())?;
        let piece = |piece: &String| SumRow::new(piece.clone(), String::new());
        let mut rows: Vec<_> = details.pieces.iter().map(piece).collect();
        shop.add_pictures(&mut rows, &details.pictures);
        Some(Block::Sum(rows))
    }

    /// What was ordered, with its picture, and what to check. `more` has the facts at the end.
    pub(super) fn table(&self, shop: &Letterhead, more: impl IntoIterator<Item = Fact>) -> Vec<Block> {
        let details = self.details.as_ref();
        let mut facts = vec![("Order", format!("#{}", self.number))];
        if let Some(details) = details {
            facts.push(("Placed on", shop.date(details.placed_at)));
            facts.push(if self.is_picked_up() {
                ("Pick up at", shop.pick_up_place())
            } else {
                ("Ship to", details.ship_to.clone())
            });
        }
        facts.extend(more);
        if let Some(pieces) = self.pieces(shop) {
            return vec![pieces, Block::Facts(facts)];
        }
        if let Some((details, purchase)) = details.and_then(|it| Some(it).zip(it.purchase.as_ref())) {
            let rows = purchase.rows(shop, &details.pictures, self.total);
            return vec![Block::Sum(rows), Block::Facts(facts)];
        }
        let quantity = details.map_or_else(
            || self.quantity.to_string(),
            |details| format!("{} × {}", self.quantity, shop.amount(details.price)),
        );
        let item = Block::Item {
            picture: details.filter(|details| !details.picture.is_empty()).map(|details| BlockPicture {
                url: shop.page(&details.picture),
                alt: details.picture_alt.clone(),
            }),
            facts: [
                ("Tool", self.tool_name.clone()),
                ("Quantity", quantity),
                ("Total", shop.full_amount(self.total)),
            ],
        };
        vec![item, Block::Facts(facts)]
    }

    /// Returns the links of an e-mail about a paid order.
    fn links(&self, shop: &Letterhead) -> Vec<Block> {
        if self.is_guest {
            return vec![link("See your order", shop.page(GUEST_ORDER))];
        }
        let receipt = format!("{MY_ORDERS}/{}/receipt", self.id);
        vec![link("See my orders", shop.page(MY_ORDERS)), small_link("See the receipt", shop.page(&receipt))]
    }
}
