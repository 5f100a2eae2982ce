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
        is_closed_to_quebec: false,
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
                (&quote.federal, quote.lines.iter().map(|line| line.federal).sum::<i64>(), delivery.federal),
                (
                    &quote.provincial,
                    quote.lines.iter().map(|line| line.provincial).sum(),
                    delivery.provincial,
                ),
            ] {
                assert_eq!(shares + of_delivery, tax.as_ref().map_or(0, |tax| tax.amount), "{province:?}");
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
fn the_odd_cents_of_code_and_taxes_go_to_the_largest_remainders() {
    let charges = charges(&registrations(), &[flat("post", &[(0, 1_500)])]);
    let lines = [line(6_400, 6), line(2_999, 2), line(125, 33)];
    let ten = discount(DiscountKind::Percent, 10, 0);
    let quote = quoted_with(Some(&ten), &charges, &lines, Province::Quebec, None);
    assert_eq!(amounts(&quote), (48_523, vec![2_259, 4_506], 51_936));
    let shares = quote.lines.iter().map(|line| (line.discount, line.federal, line.provincial));
    assert_eq!(shares.collect::<Vec<_>>(), [(3_840, 1_728, 3_448), (600, 270, 538), (412, 186, 370)]);
    let delivery = quote.delivery.unwrap();
    assert_eq!((delivery.federal, delivery.provincial), (75, 150));
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
    let free =
        quoted_with(Some(&discount(DiscountKind::Delivery, 0, 0)), &charges, &lines, Province::Ontario, None);
    assert_eq!((free.methods[0].1, free.total), (0, 44_398 + 5_772));
    assert_eq!(free.discount.as_ref().map(|it| it.amount), Some(0));
    assert_ne!(free.digest, quoted(&charges, &lines, Province::Ontario, None).digest);
}
