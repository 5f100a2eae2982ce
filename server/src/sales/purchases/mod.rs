//! A purchase is what a customer pays at once: one or more orders, delivery and taxes. Each order is a line of exactly
//! one.
//!
//! Number, payment and tax belong to the purchase; shipping, tracking and refund to the line. A purchase has the id of
//! its first line, so that a payment, a link or an e-mail of one order needs no other id.

pub mod events;
pub mod purchase_json;
pub mod store;

use crate::{
    db::row,
    sales::quote::{Quote, QuotedTax},
    settings::delivery::{DeliveryMethod, Destination},
    values::{
        ids::Id,
        language::Language,
        money::Cents,
        postal_code::PostalCode,
        province::Province,
        taxes::{Rate, Tax},
        time::Timestamp,
    },
};

row! {
    pub struct Purchase {
        /// The id of its first line. It stays when that line is deleted.
        pub id: Id,
        /// Its orders have the same one.
        pub number: i64,
        /// Where the goods go. `None` if nothing depended on it.
        pub province: Option<Province>,
        pub postal_code: Option<PostalCode>,
        pub delivery: PurchaseDelivery,
        /// Prices times quantities of all lines.
        pub goods: Cents,
        /// The discount of the goods.
        pub discount: Cents,
        /// The code that it was for, or that made the delivery free.
        pub discount_code: Option<String>,
        pub shipping: Cents,
        /// Where the sale is taxed, or would be if the shop were registered. `None` if the address names no place.
        pub tax_province: Option<Province>,
        /// GST or HST.
        pub federal: PurchaseTax,
        pub provincial: PurchaseTax,
        /// The delivery's shares of both taxes.
        pub shipping_federal: Cents,
        pub shipping_provincial: Cents,
        pub total: Cents,
        pub created_at: Timestamp,
        /// The time until which an unpaid checkout holds its stock.
        pub held_until: Option<Timestamp>,
        /// The customer has extended that once.
        pub is_extended: bool,
        /// The customer pays at the shop.
        pub pays_at_pick_up: bool,
        /// The language of its e-mails. The request that placed it had this one.
        pub language: Language,
    }
}

row! {
    /// The delivery as it was offered. Every member is empty if the shop charged no delivery.
    #[derive(Default, PartialEq, Eq)]
    pub struct PurchaseDelivery {
        pub method: Option<String>,
        pub name: Option<String>,
        pub is_pick_up: bool,
        pub days_from: Option<u32>,
        pub days_to: Option<u32>,
    }
}

row! {
    /// A tax as it was charged. Without `tax` there was none.
    #[derive(PartialEq, Eq)]
    pub struct PurchaseTax {
        pub tax: Option<Tax>,
        pub millionths: Option<i64>,
        pub base: Option<Cents>,
        pub amount: Cents,
        /// The number of the shop's tax registration.
        pub number: Option<String>,
    }
}

row! {
    /// What an order has of its purchase.
    #[derive(PartialEq, Eq)]
    pub struct PurchaseLine {
        pub purchase_id: Id,
        /// 1 is the first line.
        pub number: i64,
        /// How many lines the purchase has.
        pub lines: i64,
        pub discount: Cents,
        /// Its shares of the taxes.
        pub federal_tax: Cents,
        pub provincial_tax: Cents,
        /// What the customer pays for it, with its taxes. The only line of a purchase has the delivery too.
        pub due: Cents,
        /// What the customer pays for the whole purchase.
        pub purchase_total: Cents,
    }
}

impl PurchaseLine {
    /// The line of a purchase that is nothing but this order.
    pub fn only(order: &Id, total: Cents) -> Self {
        let none = Cents::ZERO;
        Self {
            purchase_id: order.clone(),
            number: 1,
            lines: 1,
            discount: none,
            federal_tax: none,
            provincial_tax: none,
            due: total,
            purchase_total: total,
        }
    }

    pub const fn is_alone(&self) -> bool {
        self.lines == 1
    }
}

impl PurchaseTax {
    const NONE: Self = Self { tax: None, millionths: None, base: None, amount: Cents::ZERO, number: None };

    /// Names the tax with its rate and the shop's registration: `QST 9.975% (1234567890 TQ0001)`.
    pub fn label(&self, tax: Tax, language: Language) -> String {
        let rate = Rate { tax, millionths: self.millionths.unwrap_or_default() };
        let number = self.number.as_deref().unwrap_or_default();
        format!("{} {} ({number})", tax.name(language), rate.format_percent(language))
    }

    fn of(quoted: Option<&QuotedTax>) -> Option<Self> {
        let Some(QuotedTax { rate, base, amount, number }) = quoted else { return Some(Self::NONE) };
        Some(Self {
            tax: Some(rate.tax),
            millionths: Some(rate.millionths),
            base: Some(Cents::new(*base)?),
            amount: Cents::new(*amount)?,
            number: Some(number.clone()),
        })
    }
}

impl Purchase {
    /// A purchase of one order at its price, in English.
    pub fn plain(id: &Id, number: i64, total: Cents, now: Timestamp) -> Self {
        Self {
            id: id.clone(),
            number,
            province: None,
            postal_code: None,
            delivery: PurchaseDelivery::default(),
            goods: total,
            discount: Cents::ZERO,
            discount_code: None,
            shipping: Cents::ZERO,
            tax_province: None,
            federal: PurchaseTax::NONE,
            provincial: PurchaseTax::NONE,
            shipping_federal: Cents::ZERO,
            shipping_provincial: Cents::ZERO,
            total,
            created_at: now,
            held_until: None,
            is_extended: false,
            pays_at_pick_up: false,
            language: Language::default(),
        }
    }

    /// The same purchase for a customer who reads this language, with the name of its delivery in it.
    #[must_use]
    pub fn in_language(mut self, language: Language, methods: &[DeliveryMethod]) -> Self {
        let method = methods.iter().find(|method| self.delivery.method.as_ref() == Some(&method.id));
        if let Some(method) = method {
            self.delivery.name = Some(method.localized_name().in_language(language).to_owned());
        }
        Self { language, ..self }
    }

    /// The same purchase as it is quoted now. Returns `None` if the quote cannot be charged.
    pub fn quoted(self, quote: &Quote, to: &Destination) -> Option<Self> {
        let cents = |amount: Option<i64>| Cents::new(amount.unwrap_or_default());
        let delivery = quote.delivery.as_ref();
        let shipping_federal = cents(delivery.map(|delivery| delivery.federal))?;
        let shipping_provincial = cents(delivery.map(|delivery| delivery.provincial))?;
        Some(Self {
            province: Some(to.province),
            delivery: delivery.map_or_else(PurchaseDelivery::default, |delivery| PurchaseDelivery {
                method: Some(delivery.method.id.clone()),
                name: Some(delivery.method.localized_name().in_language(self.language).to_owned()),
                is_pick_up: delivery.method.is_pick_up,
                days_from: Some(delivery.method.days_from),
                days_to: Some(delivery.method.days_to),
            }),
            goods: Cents::new(quote.goods)?,
            discount: cents(quote.discount.as_ref().map(|discount| discount.amount))?,
            discount_code: quote.discount.as_ref().map(|discount| discount.code.clone()),
            shipping: cents(delivery.map(|delivery| delivery.price))?,
            tax_province: Some(quote.tax_province),
            federal: PurchaseTax::of(quote.federal.as_ref())?,
            provincial: PurchaseTax::of(quote.provincial.as_ref())?,
            shipping_federal,
            shipping_provincial,
            total: Cents::new(quote.total).filter(|total| *total >= Cents::MIN_CHARGE)?,
            ..self
        })
    }

    /// What each line of the quote has of this purchase. The numbers count from 1.
    pub fn lines(&self, quote: &Quote) -> Option<Vec<PurchaseLine>> {
        let lines = i64::try_from(quote.lines.len()).ok()?;
        let numbered = (1..).zip(&quote.lines);
        let share = |(number, line): (i64, &crate::sales::quote::QuotedLine)| {
            let own = line.goods - line.discount + line.federal + line.provincial;
            let due = if lines == 1 { quote.total } else { own };
            Some(PurchaseLine {
                purchase_id: self.id.clone(),
                number,
                lines,
                discount: Cents::new(line.discount)?,
                federal_tax: Cents::new(line.federal)?,
                provincial_tax: Cents::new(line.provincial)?,
                due: Cents::new(due)?,
                purchase_total: self.total,
            })
        };
        numbered.map(share).collect()
    }

    /// The federal tax without the share of the delivery.
    pub fn federal_tax_of_lines(&self) -> Cents {
        self.federal.amount.minus(self.shipping_federal).unwrap_or(Cents::ZERO)
    }

    pub fn provincial_tax_of_lines(&self) -> Cents {
        self.provincial.amount.minus(self.shipping_provincial).unwrap_or(Cents::ZERO)
    }

    /// The taxes that were charged, the federal one first.
    pub fn taxes(&self) -> impl Iterator<Item = (Tax, &PurchaseTax)> {
        [&self.federal, &self.provincial].into_iter().filter_map(|charged| Some((charged.tax?, charged)))
    }
}
