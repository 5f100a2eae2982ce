//! Purchases and credit notes in e-mails.

use serde::{Deserialize, Serialize};

use super::render::{Block, Letterhead};
use crate::values::{ids::Id, money::Cents, time::Timestamp};

/// The parts of a purchase that an e-mail shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PurchaseSummary {
    /// As `6 × Shears`, with price times quantity.
    pub lines: Vec<(String, Cents)>,
    /// The name of the delivery and its price.
    pub delivery: Option<(String, Cents)>,
    /// As `QST 9.975 % (1234567890 TQ0001)`.
    pub taxes: Vec<(String, Cents)>,
}

/// The parts of a credit note that an e-mail shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditNoteSummary {
    /// As 17 of C-17.
    pub number: i64,
    pub purchase_id: Id,
    /// The number of the invoice.
    pub invoice: i64,
    pub invoiced_at: Timestamp,
    /// As `2 × Shears`, and the delivery, without taxes.
    pub lines: Vec<(String, Cents)>,
    /// As `QST 9.975 % (1234567890 TQ0001)`.
    pub taxes: Vec<(String, Cents)>,
    pub amount: Cents,
}

impl PurchaseSummary {
    pub(super) fn rows(&self, shop: &Letterhead, total: Cents) -> Vec<(String, String)> {
        let PurchaseSummary { lines, delivery, taxes } = self;
        let amount = |(name, cents): &(String, Cents)| (name.clone(), shop.amount(*cents));
        let mut rows: Vec<_> = lines.iter().map(amount).collect();
        rows.extend(delivery.iter().map(|(name, price)| {
            let price = if *price == Cents::ZERO { "Free".to_owned() } else { shop.amount(*price) };
            (name.clone(), price)
        }));
        rows.extend(taxes.iter().map(amount));
        rows.push(("Total".to_owned(), shop.full_amount(total)));
        rows
    }
}

impl CreditNoteSummary {
    pub(super) fn blocks(&self, shop: &Letterhead) -> [Block; 3] {
        let title = format!(
            "Credit note C-{} for invoice #{} of {}",
            self.number,
            self.invoice,
            shop.date(self.invoiced_at)
        );
        let amount = |(name, cents): &(String, Cents)| (name.clone(), shop.amount(*cents));
        let mut rows: Vec<_> = self.lines.iter().chain(&self.taxes).map(amount).collect();
        rows.push(("Total returned".to_owned(), shop.full_amount(self.amount)));
        let page = format!("/purchases/{}/credit-notes/{}", self.purchase_id, self.number);
        [Block::Paragraph(title), Block::Sum(rows), Block::SmallLink("See the credit note", shop.page(&page))]
    }
}
