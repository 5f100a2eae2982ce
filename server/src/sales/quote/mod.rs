//! What a purchase costs: goods, delivery, taxes and total, and why it cannot be bought as it stands.
//!
//! One function of its inputs, without clock and database. The basket, the checkout, the specified calls, orders
//! entered by staff and the deletion of a line all use it, so that no amount is charged that the customer has not seen.

mod delivery;
mod digest;

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
        taxes::{Rate, Rates, rates::rates_on, shares::divide},
    },
};

/// What the shop charges on one day where the shop is, and the code that the customer has.
#[derive(Debug, Clone, Copy)]
pub struct QuoteTerms<'a> {
    pub day: Date,
    pub charges: &'a Charges,
    /// Of a code that works.
    pub discount: Option<&'a Discount>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteLine {
    pub tool: Id,
    /// Of one piece, at this quantity.
    pub price: Cents,
    pub quantity: i64,
    /// Of one piece. `None`: the owner has not entered it.
    pub grams: Option<i64>,
}

/// Amounts are in cents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    pub lines: Vec<QuotedLine>,
    pub goods: i64,
    /// `None`: there is no code, or the goods cost less than its minimum.
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
    /// Of the goods.
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
    let charges = terms.charges;
    let prices: Vec<i64> =
        lines.iter().map(|line| line.price.as_i64().saturating_mul(line.quantity)).collect();
    let goods = prices.iter().fold(0_i64, |sum, price| sum.saturating_add(*price));
    let discount = terms.discount.filter(|discount| goods > 0 && goods >= discount.minimum.as_i64());
    let discounts = discount.map_or_else(|| vec![0; lines.len()], |discount| discount.shares(&prices));
    let nets: Vec<i64> = prices.iter().zip(&discounts).map(|(price, off)| price - off).collect();
    let net = goods - discounts.iter().sum::<i64>();
    // Nothing is delivered for nothing.
    let mut methods = if lines.is_empty() { Vec::new() } else { methods_that_fit(terms, lines, net, to) };
    let asked = method.and_then(|id| methods.iter().position(|(method, _)| method.id == id));
    let delivering = || methods.iter().position(|(method, _)| !method.is_pick_up);
    let chosen = asked.or_else(delivering).unwrap_or(0);
    let is_free = discount.is_some_and(Discount::is_free_delivery);
    // A code is not used up for a delivery that costs nothing anyway.
    let discount = discount.filter(|_| !is_free || methods.get(chosen).is_some_and(|(_, price)| *price > 0));
    for (_, price) in methods.iter_mut().filter(|_| is_free) {
        *price = 0;
    }
    let chosen = methods.get(chosen);
    let delivery_price = chosen.map_or(0, |(_, price)| *price);
    let is_pick_up = chosen.is_some_and(|(method, _)| method.is_pick_up);
    let province = charges.home.filter(|_| is_pick_up).unwrap_or(to.province);

    let Rates { federal, provincial } = rates_on(province, terms.day, &charges.added_rates);
    let whole = net.saturating_add(delivery_price);
    let is_delivery_taxed = !charges.delivery_without_provincial_tax.contains(&province);
    let federal = charge(terms, federal, province, whole);
    let provincial = charge(terms, provincial, province, if is_delivery_taxed { whole } else { net });
    let shares = |tax: Option<&QuotedTax>| {
        // Its base is the goods, and the delivery where that is taxed.
        let delivery = tax.map_or(0, |tax| tax.base - net);
        let weights: Vec<i64> = nets.iter().copied().chain([delivery]).collect();
        divide(tax.map_or(0, |tax| tax.amount), &weights)
    };
    let federal_shares = shares(federal.as_ref());
    let provincial_shares = shares(provincial.as_ref());

    let taxes = [&federal, &provincial].into_iter().flatten().map(|tax| tax.amount).sum::<i64>();
    let total = whole.saturating_add(taxes);
    let problem = find_problem(terms, lines, to, &methods, method.filter(|_| asked.is_none()), total);
    let delivery = chosen.map(|(method, price)| QuotedDelivery {
        method: method.clone(),
        price: *price,
        federal: federal_shares[lines.len()],
        provincial: provincial_shares[lines.len()],
    });
    let shares = discounts.into_iter().zip(federal_shares.into_iter().zip(provincial_shares));
    let quoted = lines.iter().zip(prices).zip(shares);
    let lines = quoted.map(|((line, goods), (discount, (federal, provincial)))| QuotedLine {
        tool: line.tool.clone(),
        quantity: line.quantity,
        price: line.price,
        goods,
        discount,
        federal,
        provincial,
    });
    let quote = Quote {
        lines: lines.collect(),
        goods,
        discount: discount.map(|it| QuotedDiscount { code: it.code.clone(), amount: goods - net }),
        delivery,
        federal,
        provincial,
        total,
        tax_province: province,
        methods,
        problem,
        digest: String::new(),
    };
    Quote { digest: digest(&quote, to), ..quote }
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

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::{
        settings::{delivery::tests::flat, tax_registrations::TaxAuthority},
        values::{
            discount::{DiscountKind, tests::discount},
            taxes::Tax,
        },
    };

    pub fn registrations() -> Vec<TaxRegistration> {
        let registration = |authority: TaxAuthority| TaxRegistration {
            authority,
            number: authority.as_str().into(),
            from: "2013-04-01".parse().unwrap(),
            until: None,
        };
        TaxAuthority::ALL.map(registration).to_vec()
    }

    pub fn line(cents: i64, quantity: i64) -> QuoteLine {
        let tool = Id::new(crate::values::time::Timestamp::from_micros(cents));
        QuoteLine { tool, price: Cents::new(cents).unwrap(), quantity, grams: Some(1_000) }
    }

    pub fn charges(registrations: &[TaxRegistration], methods: &[DeliveryMethod]) -> Charges {
        Charges {
            home: Some(Province::NovaScotia),
            registrations: registrations.to_vec(),
            added_rates: vec![],
            methods: methods.to_vec(),
            delivery_without_provincial_tax: vec![],
        }
    }

    pub fn quoted(charges: &Charges, lines: &[QuoteLine], province: Province, method: Option<&str>) -> Quote {
        quoted_with(None, charges, lines, province, method)
    }

    fn quoted_with(
        discount: Option<&Discount>,
        charges: &Charges,
        lines: &[QuoteLine],
        province: Province,
        method: Option<&str>,
    ) -> Quote {
        let terms = QuoteTerms { day: "2026-11-26".parse().unwrap(), charges, discount };
        quote(&terms, lines, &to(province), method)
    }

    pub fn to(province: Province) -> Destination {
        Destination { province, area: None }
    }

    pub fn amounts(quote: &Quote) -> (i64, Vec<i64>, i64) {
        (quote.goods, quote.taxes().map(|tax| tax.amount).collect(), quote.total)
    }

    #[test]
    fn taxes_are_those_of_the_published_examples() {
        let charges = charges(&registrations(), &[flat("post", &[(0, 1_500)])]);
        let lines = [line(6_400, 6)];
        let quoted = |province| amounts(&quoted(&charges, &lines, province, None));
        assert_eq!(quoted(Province::Quebec), (38_400, vec![1_995, 3_980], 45_875));
        assert_eq!(quoted(Province::Ontario), (38_400, vec![5_187], 45_087));
        assert_eq!(quoted(Province::NovaScotia), (38_400, vec![5_586], 45_486));
        assert_eq!(quoted(Province::BritishColumbia), (38_400, vec![1_995, 2_793], 44_688));
        assert_eq!(quoted(Province::Saskatchewan), (38_400, vec![1_995, 2_394], 44_289));
        assert_eq!(quoted(Province::Alberta), (38_400, vec![1_995], 41_895));
    }

    #[test]
    fn shares_of_the_lines_and_the_delivery_add_up() {
        let all = charges(&registrations(), &[flat("post", &[(0, 1_500)])]);
        let lines = [line(6_399, 7), line(2_999, 2), line(125, 33)];
        for province in Province::ALL {
            for without in [&[] as &[Province], &[province]] {
                let charges = Charges { delivery_without_provincial_tax: without.to_vec(), ..all.clone() };
                let quote = quoted(&charges, &lines, province, None);
                let delivery = quote.delivery.as_ref().unwrap();
                for (tax, shares, of_delivery) in [
                    (
                        &quote.federal,
                        quote.lines.iter().map(|line| line.federal).sum::<i64>(),
                        delivery.federal,
                    ),
                    (
                        &quote.provincial,
                        quote.lines.iter().map(|line| line.provincial).sum(),
                        delivery.provincial,
                    ),
                ] {
                    assert_eq!(
                        shares + of_delivery,
                        tax.as_ref().map_or(0, |tax| tax.amount),
                        "{province:?}"
                    );
                }
                assert!(without.is_empty() || delivery.provincial == 0);
            }
        }
    }

    #[test]
    fn only_registered_taxes_are_charged_and_none_without_a_word() {
        let lines = [line(10_000, 1)];
        let none = quoted(&charges(&[], &[]), &lines, Province::Quebec, None);
        assert_eq!((amounts(&none), none.delivery, none.problem), ((10_000, vec![], 10_000), None, None));
        let mut some = registrations();
        some.retain(|registration| registration.authority == TaxAuthority::Federal);
        let quote = quoted(&charges(&some, &[]), &lines, Province::Quebec, None);
        assert_eq!(amounts(&quote), (10_000, vec![500], 10_500));
        assert_eq!(quote.taxes().map(|tax| tax.rate.tax).collect::<Vec<_>>(), [Tax::Gst]);
    }

    #[test]
    fn a_discount_comes_before_the_taxes_and_before_free_delivery() {
        let charges = charges(&registrations(), &[flat("post", &[(0, 1_500)])]);
        let lines = [line(6_400, 6), line(2_999, 2)];
        let ten = discount(DiscountKind::Percent, 10, 0);
        let quote = quoted_with(Some(&ten), &charges, &lines, Province::Quebec, None);
        assert_eq!(amounts(&quote), (44_398, vec![2_073, 4_135], 47_666));
        let shares = quote.lines.iter().map(|line| (line.discount, line.federal, line.provincial));
        assert_eq!(shares.collect::<Vec<_>>(), [(3_840, 1_728, 3_447), (600, 270, 538)]);
        let from_150 = Charges { methods: vec![flat("post", &[(0, 1_500), (15_000, 0)])], ..charges.clone() };
        let price = |discount: &Discount| {
            let quote = quoted_with(Some(discount), &from_150, &[line(15_500, 1)], Province::Alberta, None);
            (quote.delivery.unwrap().price, quote.discount.map(|it| it.amount))
        };
        assert_eq!(price(&ten), (1_500, Some(1_550)), "13,950 is below 15,000");
        assert_eq!(price(&discount(DiscountKind::Delivery, 0, 0)), (0, None), "it is free already");
        assert_eq!(price(&discount(DiscountKind::Amount, 500, 15_500)), (0, Some(500)));
        assert_eq!(price(&discount(DiscountKind::Amount, 600, 15_501)), (0, None), "below its minimum");
        let free = quoted_with(
            Some(&discount(DiscountKind::Delivery, 0, 0)),
            &charges,
            &lines,
            Province::Ontario,
            None,
        );
        assert_eq!((free.methods[0].1, free.total), (0, 44_398 + 5_772));
        assert_eq!(free.discount.as_ref().map(|it| it.amount), Some(0));
        assert_ne!(free.digest, quoted(&charges, &lines, Province::Ontario, None).digest);
    }
}
