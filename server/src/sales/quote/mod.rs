//! What a purchase costs: goods, delivery, taxes and total, and why it cannot be bought as it stands.
//!
//! One function of its inputs, without clock and database. The basket, the checkout, the specified calls, orders entered
//! by staff and the deletion of a line all use it, so that no amount is charged that the customer has not seen.

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
        ids::Id,
        money::Cents,
        province::Province,
        taxes::{Rate, Rates, rates::rates_on, shares::divide},
    },
};

/// What the shop charges in general, on one day where the shop is.
#[derive(Debug, Clone, Copy)]
pub struct QuoteTerms<'a> {
    pub day: Date,
    pub charges: &'a Charges,
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
    pub net: i64,
    /// The line's shares of the taxes.
    pub federal: i64,
    pub provincial: i64,
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

/// Quotes `lines` to a place. Without `method`, or if it does not fit, the first method of the shop that does is chosen;
/// pick-up only if nothing else fits.
pub fn quote(terms: &QuoteTerms<'_>, lines: &[QuoteLine], to: &Destination, method: Option<&str>) -> Quote {
    let charges = terms.charges;
    let nets: Vec<i64> = lines.iter().map(|line| line.price.as_i64().saturating_mul(line.quantity)).collect();
    let goods = nets.iter().fold(0_i64, |sum, net| sum.saturating_add(*net));
    let methods = methods_that_fit(terms, lines, goods, to);
    let asked = method.and_then(|id| methods.iter().find(|(method, _)| method.id == id));
    let chosen =
        asked.or_else(|| methods.iter().find(|(method, _)| !method.is_pick_up)).or_else(|| methods.first());
    let delivery_price = chosen.map_or(0, |(_, price)| *price);
    let is_pick_up = chosen.is_some_and(|(method, _)| method.is_pick_up);
    let province = charges.home.filter(|_| is_pick_up).unwrap_or(to.province);

    let Rates { federal, provincial } = rates_on(province, terms.day, &charges.added_rates);
    let whole = goods.saturating_add(delivery_price);
    let is_delivery_taxed = !charges.delivery_without_provincial_tax.contains(&province);
    let federal = charge(terms, federal, province, whole);
    let provincial = charge(terms, provincial, province, if is_delivery_taxed { whole } else { goods });
    let shares = |tax: Option<&QuotedTax>| {
        // Its base is the goods, and the delivery where that is taxed.
        let delivery = tax.map_or(0, |tax| tax.base - goods);
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
    let quoted = lines.iter().zip(nets).zip(federal_shares.into_iter().zip(provincial_shares));
    let lines = quoted.map(|((line, net), (federal, provincial))| QuotedLine {
        tool: line.tool.clone(),
        quantity: line.quantity,
        price: line.price,
        net,
        federal,
        provincial,
    });
    let quote = Quote {
        lines: lines.collect(),
        goods,
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
        values::taxes::Tax,
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
        quote(&QuoteTerms { day: "2026-11-26".parse().unwrap(), charges }, lines, &to(province), method)
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
}
