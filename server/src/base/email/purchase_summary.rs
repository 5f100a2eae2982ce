//! Purchases and credit notes in e-mails.

use serde::{Deserialize, Serialize};

use super::{
    order_summary::EmailPicture,
    render::{Block, Letterhead, SumRow},
};
use crate::values::{ids::Id, money::Cents, time::Timestamp};

/// The parts of a purchase that an e-mail shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PurchaseSummary {
    /// Each line as text, such as `6 × Shears`, with its price times its quantity.
    pub lines: Vec<(String, Cents)>,
    /// The discount code and what it takes off the goods.
    #[serde(default)]
    pub discount: Option<(String, Cents)>,
    /// The name of the delivery and its price.
    pub delivery: Option<(String, Cents)>,
    /// Each tax as text, such as `QST 9.975% (1234567890 TQ0001)`, with its amount.
    pub taxes: Vec<(String, Cents)>,
    /// How it reaches the customer, if the shop has delivery methods.
    #[serde(default)]
    pub arrival: Option<ArrivalSummary>,
}

/// How and when the goods of a purchase reach the customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrivalSummary {
    /// The customer fetches them at the shop.
    pub is_pick_up: bool,
    /// The fewest days from the day of the purchase on.
    pub days_from: u32,
    pub days_to: u32,
}

/// The parts of a credit note that an e-mail shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditNoteSummary {
    /// The number without its prefix, such as 17 of C-17.
    pub number: i64,
    pub purchase_id: Id,
    /// The number of the invoice.
    pub invoice: i64,
    pub invoiced_at: Timestamp,
    /// Each line as text, such as `2 × Shears`, and the delivery. The amounts are without taxes.
    pub lines: Vec<(String, Cents)>,
    /// Each tax as text, such as `QST 9.975% (1234567890 TQ0001)`, with its amount.
    pub taxes: Vec<(String, Cents)>,
    pub amount: Cents,
}

impl PurchaseSummary {
    /// Returns the rows of the sum. `pictures` has the picture of each line.
    pub(super) fn rows(&self, shop: &Letterhead, pictures: &[EmailPicture], total: Cents) -> Vec<SumRow> {
        let PurchaseSummary { lines, discount, delivery, taxes, .. } = self;
        let amount = |(name, cents): &(String, Cents)| SumRow::new(name.clone(), shop.amount(*cents));
        let mut rows: Vec<_> = lines.iter().map(amount).collect();
        shop.add_pictures(&mut rows, pictures);
        rows.extend(discount.iter().map(|(code, off)| {
            let off = if *off == Cents::ZERO { String::new() } else { format!("−{}", shop.amount(*off)) };
            SumRow::new(format!("Code {code}"), off)
        }));
        rows.extend(delivery.iter().map(|(name, price)| {
            let price = if *price == Cents::ZERO { "Free".to_owned() } else { shop.amount(*price) };
            SumRow::new(name.clone(), price)
        }));
        rows.extend(taxes.iter().map(amount));
        rows.push(SumRow::new("Total".to_owned(), shop.full_amount(total)));
        rows
    }
}

impl CreditNoteSummary {
    /// Returns the blocks of a credit note. `has_page` says whether the recipient can open its page.
    pub(super) fn blocks(&self, shop: &Letterhead, has_page: bool) -> Vec<Block> {
        let title = format!(
            "Credit note C-{} for invoice #{} of {}",
            self.number,
            self.invoice,
            shop.date(self.invoiced_at)
        );
        let amount = |(name, cents): &(String, Cents)| SumRow::new(name.clone(), shop.amount(*cents));
        let mut rows: Vec<_> = self.lines.iter().chain(&self.taxes).map(amount).collect();
        rows.push(SumRow::new("Total returned".to_owned(), shop.full_amount(self.amount)));
        let mut blocks = vec![Block::Paragraph(title), Block::Sum(rows)];
        if has_page {
            let page = format!("/purchases/{}/credit-notes/{}", self.purchase_id, self.number);
            blocks.push(Block::SmallLink("See the credit note", shop.page(&page)));
        }
        blocks
    }
}

impl ArrivalSummary {
    pub(super) const fn title(&self) -> &'static str {
        if self.is_pick_up { "Pick-up" } else { "Delivery" }
    }

    /// Returns a sentence such as `Arrives December 1 to 8`, for an order that was placed then and is paid. The page after
    /// the payment has the same days (web/src/features/sales/arrival.ts).
    pub(super) fn dated_sentence(&self, shop: &Letterhead, placed_at: Timestamp) -> String {
        let verb = if self.is_pick_up { "Ready" } else { "Arrives" };
        format!("{verb} {}", shop.days_after(placed_at, self.days_from, self.days_to))
    }

    /// Returns a sentence such as `Arrives in 3 to 8 days` or `Ready in 2 days`, for an order that is not paid. The days
    /// count from the day of the order.
    pub(super) fn sentence(&self) -> String {
        let Self { is_pick_up, days_from, days_to } = *self;
        let verb = if is_pick_up { "Ready" } else { "Arrives" };
        match (days_from, days_to) {
            (_, 0) => format!("{verb} on the day of your order"),
            (1, 1) => format!("{verb} in 1 day"),
            (from, to) if from == to => format!("{verb} in {to} days"),
            (0, 1) => format!("{verb} within 1 day"),
            (0, to) => format!("{verb} within {to} days"),
            (from, to) => format!("{verb} in {from} to {to} days"),
        }
    }
}
