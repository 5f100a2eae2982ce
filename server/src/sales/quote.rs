//! What a purchase costs: goods, delivery, taxes and total, and why it cannot be bought as it stands.
//!
//! One function of its inputs, without clock and database. The basket, the checkout, the specified calls, orders entered
//! by staff and the deletion of a line all use it, so that no amount is charged that the customer has not seen.

use std::fmt::Write as _;

use jiff::civil::Date;

use crate::{
    settings::{
        charges::Charges,
        delivery::{DeliveryMethod, Destination},
        tax_registrations::TaxRegistration,
    },
    values::{
        hash::sha256_hex,
        ids::Id,
        money::Cents,
        province::Province,
        taxes::{Rate, Rates, rates::rates_on, shares::divide},
    },
};

/// How much of the hash identifies a quote: 128 bits.
const DIGEST_DIGITS: usize = 32;

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

/// Why the purchase cannot be paid as it was quoted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QuoteProblem {
    /// The shop delivers, but not there.
    NotDeliveredThere,
    /// Methods reach the place, but the goods are too heavy for all of them, or the weight of this tool is not known.
    TooHeavy { unknown: Option<Id> },
    /// The method that was asked for does not fit any more. Another one is in the quote.
    MethodGone,
    /// The card provider takes no such amount.
    TotalOutOfRange,
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

fn methods_that_fit(
    terms: &QuoteTerms<'_>,
    lines: &[QuoteLine],
    goods: i64,
    to: &Destination,
) -> Vec<(DeliveryMethod, i64)> {
    let weight = lines.iter().map(|line| line.grams?.checked_mul(line.quantity)).sum::<Option<i64>>();
    let fits = |method: &DeliveryMethod| {
        let price = method.price(goods, weight).filter(|_| reaches(terms, method, to))?;
        Some((method.clone(), price.as_i64()))
    };
    // Nothing is delivered for nothing.
    terms.charges.methods.iter().filter(|_| !lines.is_empty()).filter_map(fits).collect()
}

/// A pick-up is taxed where the shop is, so the shop has to know that.
fn reaches(terms: &QuoteTerms<'_>, method: &DeliveryMethod, to: &Destination) -> bool {
    method.reaches(to) && (!method.is_pick_up || terms.charges.home.is_some())
}

/// The tax, if the shop is registered for it on the day.
fn charge(terms: &QuoteTerms<'_>, rate: Option<Rate>, province: Province, base: i64) -> Option<QuotedTax> {
    let rate = rate?;
    let registration = TaxRegistration::find(&terms.charges.registrations, rate.tax, province, terms.day)?;
    // A larger one cannot be charged.
    let base = base.min(2 * Cents::MAX.as_i64());
    Some(QuotedTax { rate, base, amount: rate.amount(base), number: registration.number.clone() })
}

fn find_problem(
    terms: &QuoteTerms<'_>,
    lines: &[QuoteLine],
    to: &Destination,
    methods: &[(DeliveryMethod, i64)],
    gone: Option<&str>,
    total: i64,
) -> Option<QuoteProblem> {
    if !terms.charges.methods.is_empty() && methods.is_empty() {
        if !terms.charges.methods.iter().any(|method| reaches(terms, method, to)) {
            return Some(QuoteProblem::NotDeliveredThere);
        }
        let unknown = lines.iter().find(|line| line.grams.is_none()).map(|line| line.tool.clone());
        return Some(QuoteProblem::TooHeavy { unknown });
    }
    if gone.is_some() {
        return Some(QuoteProblem::MethodGone);
    }
    let can_be_charged = Cents::new(total).is_some_and(|total| total >= Cents::MIN_CHARGE);
    (!can_be_charged).then_some(QuoteProblem::TotalOutOfRange)
}

/// Everything that the customer agrees to. Texts of a method are not in it, for they cost nothing.
fn digest(quote: &Quote, to: &Destination) -> String {
    let mut text = format!("{} {}\n", to.province.as_str(), quote.total);
    let mut lines: Vec<_> = quote.lines.iter().collect();
    lines.sort_unstable_by(|a, b| a.tool.cmp(&b.tool));
    for line in lines {
        _ = writeln!(text, "{} {} {}", line.tool.as_str(), line.quantity, line.price.as_i64());
    }
    if let Some(delivery) = &quote.delivery {
        let DeliveryMethod { id, days_from, days_to, .. } = &delivery.method;
        _ = writeln!(text, "{id} {} {days_from} {days_to}", delivery.price);
    }
    for tax in [&quote.federal, &quote.provincial].into_iter().flatten() {
        _ = writeln!(text, "{} {} {} {}", tax.rate.tax.as_str(), tax.rate.millionths, tax.base, tax.amount);
    }
    let mut digest = sha256_hex(text.as_bytes());
    digest.truncate(DIGEST_DIGITS);
    digest
}

impl Quote {
    /// The taxes on the delivery and the goods, the federal one first.
    pub fn taxes(&self) -> impl Iterator<Item = &QuotedTax> {
        [&self.federal, &self.provincial].into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        settings::{
            delivery::tests::flat,
            delivery::{DeliveryPrices, WeightStep},
            tax_registrations::TaxAuthority,
        },
        values::taxes::Tax,
    };

    fn registrations() -> Vec<TaxRegistration> {
        let registration = |authority: TaxAuthority| TaxRegistration {
            authority,
            number: authority.as_str().into(),
            from: "2013-04-01".parse().unwrap(),
            until: None,
        };
        TaxAuthority::ALL.map(registration).to_vec()
    }

    fn line(cents: i64, quantity: i64) -> QuoteLine {
        let tool = Id::new(crate::values::time::Timestamp::from_micros(cents));
        QuoteLine { tool, price: Cents::new(cents).unwrap(), quantity, grams: Some(1_000) }
    }

    fn charges(registrations: &[TaxRegistration], methods: &[DeliveryMethod]) -> Charges {
        Charges {
            home: Some(Province::NovaScotia),
            registrations: registrations.to_vec(),
            added_rates: vec![],
            methods: methods.to_vec(),
            delivery_without_provincial_tax: vec![],
        }
    }

    fn quoted(charges: &Charges, lines: &[QuoteLine], province: Province, method: Option<&str>) -> Quote {
        quote(&QuoteTerms { day: "2026-11-26".parse().unwrap(), charges }, lines, &to(province), method)
    }

    fn to(province: Province) -> Destination {
        Destination { province, area: None }
    }

    fn amounts(quote: &Quote) -> (i64, Vec<i64>, i64) {
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
    fn pick_up_is_taxed_where_the_shop_is_and_never_chosen_before_a_delivery() {
        let mut pick_up = flat("pick-up", &[(0, 0)]);
        pick_up.is_pick_up = true;
        let methods = [pick_up, flat("post", &[(0, 1_500), (15_000, 0)])];
        let mut charges = charges(&registrations(), &methods);
        let chosen = |charges: &Charges, method| {
            let quote = quoted(charges, &[line(10_000, 1)], Province::Alberta, method);
            (quote.delivery.as_ref().unwrap().method.id.clone(), amounts(&quote).1, quote.total)
        };
        assert_eq!(chosen(&charges, None), ("post".into(), vec![575], 12_075));
        assert_eq!(chosen(&charges, Some("pick-up")), ("pick-up".into(), vec![1_400], 11_400));
        charges.home = None;
        assert_eq!(chosen(&charges, Some("pick-up")).0, "post", "the tax of a pick-up would be unknown");
        charges.methods.truncate(1);
        let quote = quoted(&charges, &[line(10_000, 1)], Province::Alberta, None);
        assert_eq!(quote.problem, Some(QuoteProblem::NotDeliveredThere));
    }

    #[test]
    fn a_purchase_that_cannot_be_delivered_says_why() {
        let lines = [line(10_000, 1)];
        let mut local = flat("town", &[(0, 500)]);
        local.provinces = vec![Province::Quebec];
        let problem = |methods: &[DeliveryMethod], lines: &[QuoteLine], method| {
            quoted(&charges(&[], methods), lines, Province::Ontario, method).problem
        };
        assert_eq!(
            problem(std::slice::from_ref(&local), &lines, None),
            Some(QuoteProblem::NotDeliveredThere)
        );
        let step = WeightStep { up_to: 900, price: Cents::ZERO };
        let heavy = DeliveryMethod { prices: DeliveryPrices::Weight(vec![step]), provinces: vec![], ..local };
        let methods = std::slice::from_ref(&heavy);
        assert_eq!(problem(methods, &lines, None), Some(QuoteProblem::TooHeavy { unknown: None }));
        let unknown = [QuoteLine { grams: None, ..lines[0].clone() }];
        let tool = Some(unknown[0].tool.clone());
        assert_eq!(problem(methods, &unknown, None), Some(QuoteProblem::TooHeavy { unknown: tool }));
        assert_eq!(
            problem(&[flat("post", &[(0, 1)])], &lines, Some("courier")),
            Some(QuoteProblem::MethodGone)
        );
        assert_eq!(problem(&[], &[line(10, 1)], None), Some(QuoteProblem::TotalOutOfRange));
        let huge =
            quoted(&charges(&registrations(), &[]), &[line(99_999_999, 1_000_000)], Province::Quebec, None);
        assert_eq!(huge.problem, Some(QuoteProblem::TotalOutOfRange));
    }

    #[test]
    fn nothing_is_delivered_for_an_empty_basket() {
        let quote =
            quoted(&charges(&registrations(), &[flat("post", &[(0, 1_500)])]), &[], Province::Quebec, None);
        assert_eq!((amounts(&quote), quote.delivery), ((0, vec![0, 0], 0), None));
    }

    #[test]
    fn the_digest_changes_with_every_amount_and_not_with_a_text() {
        let (taxes, post) = (registrations(), flat("post", &[(0, 1_500)]));
        let lines = [line(6_400, 6)];
        let digest =
            |taxes: &[TaxRegistration], post: DeliveryMethod, lines: &[QuoteLine], province, method| {
                quoted(&charges(taxes, &[post]), lines, province, method).digest
            };
        let base = digest(&taxes, post.clone(), &lines, Province::Ontario, None);
        assert_eq!(digest(&taxes, post.clone(), &lines, Province::Ontario, Some("post")), base);
        let renamed = DeliveryMethod { name: "Parcel".into(), ..post.clone() };
        assert_eq!(digest(&taxes, renamed, &lines, Province::Ontario, None), base);
        let two = [line(6_400, 6), line(2_999, 2)];
        let [first, second] = two.clone();
        let of_two = |lines: &[QuoteLine]| digest(&taxes, post.clone(), lines, Province::Ontario, None);
        assert_eq!(of_two(&two), of_two(&[second, first]), "whatever the order of the lines");
        let slower = DeliveryMethod { days_to: 9, ..post.clone() };
        for other in [
            digest(&taxes, slower, &lines, Province::Ontario, None),
            digest(&[], post.clone(), &lines, Province::Ontario, None),
            digest(&taxes, post.clone(), &[line(6_400, 7)], Province::Ontario, None),
            digest(&taxes, post, &lines, Province::NewBrunswick, None),
        ] {
            assert_ne!(other, base);
        }
    }
}
