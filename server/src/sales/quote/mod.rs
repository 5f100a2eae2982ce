//! What a purchase costs: goods, delivery, taxes and total, and why it cannot be bought as it stands.
//!
//! [`quote`] is a function of its inputs, without clock and database. The basket, the checkout, the specified calls,
//! orders entered by staff and the deletion of a line all use it. So no amount is charged that the customer has not
//! seen.

mod delivery;
mod digest;
pub mod sentences;
#[cfg(test)]
pub mod tests;

use jiff::civil::Date;

pub use delivery::QuoteProblem;

use self::{
    delivery::{find_problem, methods_that_fit},
    digest::digest,
};
use crate::{
    settings::{
        charges::Charges,
        delivery::{DeliveryMethod, Destination},
        tax_registrations::TaxRegistration,
    },
    values::{
        discount::Discount,
        ids::Id,
        money::Cents,
        province::Province,
        taxes::{Rate, rates::rates_on, shares::divide},
    },
};

/// What the shop charges on one day where the shop is, and the code that the customer has.
#[derive(Debug, Clone, Copy)]
pub struct QuoteTerms<'a> {
    pub day: Date,
    pub charges: &'a Charges,
    /// The discount of a code that works.
    pub discount: Option<&'a Discount>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteLine {
    pub tool: Id,
    /// The price of one piece at this quantity.
    pub price: Cents,
    pub quantity: i64,
    /// The weight of one piece. `None` if the owner has not entered it.
    pub grams: Option<i64>,
}

/// Amounts are in cents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    pub lines: Vec<QuotedLine>,
    pub goods: i64,
    /// `None` if there is no code, or the goods cost less than its minimum.
    pub discount: Option<QuotedDiscount>,
    pub delivery: Option<QuotedDelivery>,
    pub federal: Option<QuotedTax>,
    pub provincial: Option<QuotedTax>,
    pub total: i64,
    /// Where the sale is taxed.
    pub tax_province: Province,
    /// The methods that fit, with their prices.
    pub methods: Vec<(DeliveryMethod, i64)>,
    pub problem: Option<QuoteProblem>,
    /// The same for the same amounts of the same goods to the same place.
    pub digest: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotedLine {
    pub tool: Id,
    pub quantity: i64,
    pub price: Cents,
    /// The price of all pieces.
    pub goods: i64,
    /// The line's shares of the discount and the taxes.
    pub discount: i64,
    pub federal: i64,
    pub provincial: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotedDiscount {
    pub code: String,
    /// The amount that the discount takes off the goods.
    pub amount: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotedDelivery {
    pub method: DeliveryMethod,
    pub price: i64,
    /// Its shares of the taxes.
    pub federal: i64,
    pub provincial: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotedTax {
    pub rate: Rate,
    pub base: i64,
    pub amount: i64,
    /// The registration that it is charged under.
    pub number: String,
}

/// Quotes `lines` to a place. Without `method`, or if it does not fit, the first method of the shop that does is
/// chosen; pick-up only if nothing else fits.
pub fn quote(terms: &QuoteTerms<'_>, lines: &[QuoteLine], to: &Destination, method: Option<&str>) -> Quote {
    let goods = price_lines(terms, lines);
    let delivery = choose_delivery(terms, lines, &goods, to, method);
    // A code is not used up for a delivery that costs nothing anyway.
    let discount = goods.discount.filter(|it| !it.is_free_delivery() || delivery.has_price);
    let chosen = delivery.chosen.map(|place| &delivery.methods[place]);
    let delivery_price = chosen.map_or(0, |(_, price)| *price);
    let is_pick_up = chosen.is_some_and(|(method, _)| method.is_pick_up);
    let province = terms.charges.home.filter(|_| is_pick_up).unwrap_or(to.province);

    let rates = rates_on(province, terms.day, &terms.charges.added_rates);
    let whole = goods.net.saturating_add(delivery_price);
    let is_delivery_taxed = !terms.charges.delivery_without_provincial_tax.contains(&province);
    let federal = charge(terms, rates.federal, province, whole);
    let provincial =
        charge(terms, rates.provincial, province, if is_delivery_taxed { whole } else { goods.net });
    let federal_shares = tax_shares(federal.as_ref(), &goods);
    let provincial_shares = tax_shares(provincial.as_ref(), &goods);
    let taxes = [&federal, &provincial].into_iter().flatten().map(|tax| tax.amount).sum::<i64>();
    let total = whole.saturating_add(taxes);

    let quoted_delivery = chosen.map(|(method, price)| QuotedDelivery {
        method: method.clone(),
        price: *price,
        federal: federal_shares[lines.len()],
        provincial: provincial_shares[lines.len()],
    });
    let quote = Quote {
        lines: quoted_lines(lines, &goods, &federal_shares, &provincial_shares),
        goods: goods.whole,
        discount: discount
            .map(|it| QuotedDiscount { code: it.code.clone(), amount: goods.whole - goods.net }),
        delivery: quoted_delivery,
        federal,
        provincial,
        total,
        tax_province: province,
        problem: find_problem(terms, lines, to, &delivery, province, total),
        methods: delivery.methods,
        digest: String::new(),
    };
    Quote { digest: digest(&quote, to), ..quote }
}

/// What the lines cost before delivery and taxes, in cents.
struct PricedLines<'a> {
    /// The price of all pieces of each line.
    prices: Vec<i64>,
    /// What the code takes off each line.
    discounts: Vec<i64>,
    /// The price of each line without its discount.
    nets: Vec<i64>,
    whole: i64,
    net: i64,
    /// The code, if the goods reach its minimum.
    discount: Option<&'a Discount>,
}

fn price_lines<'a>(terms: &QuoteTerms<'a>, lines: &[QuoteLine]) -> PricedLines<'a> {
    let prices: Vec<i64> =
        lines.iter().map(|line| line.price.as_i64().saturating_mul(line.quantity)).collect();
    let whole = prices.iter().fold(0_i64, |sum, price| sum.saturating_add(*price));
    let discount = terms.discount.filter(|discount| whole > 0 && whole >= discount.minimum.as_i64());
    let discounts = discount.map_or_else(|| vec![0; lines.len()], |discount| discount.shares(&prices));
    let nets = prices.iter().zip(&discounts).map(|(price, off)| price - off).collect();
    let net = whole - discounts.iter().sum::<i64>();
    PricedLines { prices, discounts, nets, whole, net, discount }
}

struct DeliveryChoice<'a> {
    /// The methods that fit, with their prices in cents.
    methods: Vec<(DeliveryMethod, i64)>,
    /// The place in `methods`.
    chosen: Option<usize>,
    /// Whether the chosen one costs something without a code.
    has_price: bool,
    /// The method that was asked for and does not fit.
    gone: Option<&'a str>,
}

fn choose_delivery<'a>(
    terms: &QuoteTerms<'_>,
    lines: &[QuoteLine],
    goods: &PricedLines<'_>,
    to: &Destination,
    asked: Option<&'a str>,
) -> DeliveryChoice<'a> {
    let mut methods = methods_that_fit(terms, lines, goods.net, to);
    let place = |fits: &dyn Fn(&DeliveryMethod) -> bool| methods.iter().position(|(method, _)| fits(method));
    let found = asked.and_then(|id| place(&|method| method.id == id));
    let first = || place(&|method| !method.is_pick_up).or_else(|| place(&|_| true));
    let chosen = found.or_else(first);
    let has_price = chosen.is_some_and(|place| methods[place].1 > 0);
    if goods.discount.is_some_and(Discount::is_free_delivery) {
        for (_, price) in &mut methods {
            *price = 0;
        }
    }
    DeliveryChoice { methods, chosen, has_price, gone: asked.filter(|_| found.is_none()) }
}

/// The shares of a tax for each line, and then for the delivery where it is taxed.
fn tax_shares(tax: Option<&QuotedTax>, goods: &PricedLines<'_>) -> Vec<i64> {
    let delivery = tax.map_or(0, |tax| tax.base - goods.net);
    let weights: Vec<i64> = goods.nets.iter().copied().chain([delivery]).collect();
    divide(tax.map_or(0, |tax| tax.amount), &weights)
}

fn quoted_lines(
    lines: &[QuoteLine],
    goods: &PricedLines<'_>,
    federal_shares: &[i64],
    provincial_shares: &[i64],
) -> Vec<QuotedLine> {
    let quoted = |(place, line): (usize, &QuoteLine)| QuotedLine {
        tool: line.tool.clone(),
        quantity: line.quantity,
        price: line.price,
        goods: goods.prices[place],
        discount: goods.discounts[place],
        federal: federal_shares[place],
        provincial: provincial_shares[place],
    };
    lines.iter().enumerate().map(quoted).collect()
}

/// The tax, if the shop is registered for it on the day.
fn charge(terms: &QuoteTerms<'_>, rate: Option<Rate>, province: Province, base: i64) -> Option<QuotedTax> {
    let rate = rate?;
    let registration = TaxRegistration::find(&terms.charges.registrations, rate.tax, province, terms.day)?;
    // A larger one cannot be charged.
    let base = base.min(2 * Cents::MAX.as_i64());
    Some(QuotedTax { rate, base, amount: rate.amount(base), number: registration.number.clone() })
}

impl Quote {
    /// The taxes on the delivery and the goods, the federal one first.
    pub fn taxes(&self) -> impl Iterator<Item = &QuotedTax> {
        [&self.federal, &self.provincial].into_iter().flatten()
    }
}
