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
            let price = if *price == Cents::ZERO {
                shop.choose("Free", "Gratuite").to_owned()
            } else {
                shop.amount(*price)
            };
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
        let Self { number, invoice, .. } = self;
        let day = shop.date(self.invoiced_at);
        let title = shop.choose(
            format!("Credit note C-{number} for invoice #{invoice} of {day}"),
            format!("Note de crédit C-{number} pour la facture #{invoice} du {day}"),
        );
        let amount = |(name, cents): &(String, Cents)| SumRow::new(name.clone(), shop.amount(*cents));
        let mut rows: Vec<_> = self.lines.iter().chain(&self.taxes).map(amount).collect();
        rows.push(SumRow::new(
            shop.choose("Total returned", "Total remboursé").to_owned(),
            shop.full_amount(self.amount),
        ));
        let mut blocks = vec![Block::Paragraph(title), Block::Sum(rows)];
        if has_page {
            let page = format!("/purchases/{}/credit-notes/{}", self.purchase_id, self.number);
            blocks.push(Block::SmallLink(
                shop.choose("See the credit note", "Voir la note de crédit"),
                shop.page(&page),
            ));
        }
        blocks
    }
}

impl ArrivalSummary {
    pub(super) fn title(&self, shop: &Letterhead) -> &'static str {
        if self.is_pick_up {
            shop.choose("Pick-up", "Ramassage")
        } else {
            shop.choose("Delivery", "Livraison")
        }
    }

    fn verb(&self, shop: &Letterhead) -> &'static str {
        if self.is_pick_up { shop.choose("Ready", "Prête") } else { shop.choose("Arrives", "Arrive") }
    }

    /// Returns a sentence such as `Arrives December 1 to 8`, for an order that was placed then and is paid. The page after
    /// the payment has the same days (web/src/features/sales/arrival.ts).
    pub(super) fn dated_sentence(&self, shop: &Letterhead, placed_at: Timestamp) -> String {
        format!("{} {}", self.verb(shop), shop.days_after(placed_at, self.days_from, self.days_to))
    }

    /// Returns a sentence such as `Arrives in 3 to 8 days` or `Ready in 2 days`, for an order that is not paid. The days
    /// count from the day of the order.
    pub(super) fn sentence(&self, shop: &Letterhead) -> String {
        let verb = self.verb(shop);
        let days = match (self.days_from, self.days_to) {
            (_, 0) => shop.choose("on the day of your order", "le jour de votre commande").to_owned(),
            (1, 1) => shop.choose("in 1 day", "dans 1 jour").to_owned(),
            (from, to) if from == to => shop.choose(format!("in {to} days"), format!("dans {to} jours")),
            (0, 1) => shop.choose("within 1 day", "en 1 jour au plus").to_owned(),
            (0, to) => shop.choose(format!("within {to} days"), format!("en {to} jours au plus")),
            (from, to) => shop.choose(format!("in {from} to {to} days"), format!("dans {from} à {to} jours")),
        };
        format!("{verb} {days}")
    }
}
