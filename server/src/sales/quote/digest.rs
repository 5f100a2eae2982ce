//! What identifies a quote, so that a checkout names the one that the customer saw.

use std::fmt::Write as _;

use super::{Quote, QuotedDiscount};
use crate::{
    settings::delivery::{DeliveryMethod, Destination},
    values::hash::sha256_hex,
};

/// How much of the hash identifies a quote: 128 bits.
const DIGEST_DIGITS: usize = 32;

/// Everything that the customer agrees to. Texts of a method are not in it, for they cost nothing.
pub fn digest(quote: &Quote, to: &Destination) -> String {
    let mut text = format!("{} {}\n", to.province.as_str(), quote.total);
    let mut lines: Vec<_> = quote.lines.iter().collect();
    lines.sort_unstable_by(|a, b| a.tool.cmp(&b.tool));
    for line in lines {
        _ = writeln!(text, "{} {} {}", line.tool.as_str(), line.quantity, line.price.as_i64());
    }
    if let Some(QuotedDiscount { code, amount }) = &quote.discount {
        _ = writeln!(text, "{code} {amount}");
    }
    if let Some(delivery) = &quote.delivery {
        let DeliveryMethod { id, is_pick_up, days_from, days_to, .. } = &delivery.method;
        _ = writeln!(text, "{id} {is_pick_up} {} {days_from} {days_to}", delivery.price);
    }
    for tax in [&quote.federal, &quote.provincial].into_iter().flatten() {
        _ = writeln!(text, "{} {} {} {}", tax.rate.tax.as_str(), tax.rate.millionths, tax.base, tax.amount);
    }
    let mut digest = sha256_hex(text.as_bytes());
    digest.truncate(DIGEST_DIGITS);
    digest
}

#[cfg(test)]
mod tests {
    use crate::{
        sales::quote::{
            QuoteLine,
            tests::{charges, line, quoted, registrations},
        },
        settings::{
            delivery::{DeliveryMethod, tests::flat},
            tax_registrations::TaxRegistration,
        },
        values::province::Province,
    };

    #[test]
    fn the_digest_changes_with_every_amount_and_not_with_a_text() {
        let taxes = registrations();
        let post = flat("post", &[(0, 1_500)]);
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
        let fetched = DeliveryMethod { is_pick_up: true, ..post.clone() };
        for other in [
            digest(&taxes, slower, &lines, Province::Ontario, None),
            digest(&taxes, fetched, &lines, Province::Ontario, None),
            digest(&[], post.clone(), &lines, Province::Ontario, None),
            digest(&taxes, post.clone(), &[line(6_400, 7)], Province::Ontario, None),
            digest(&taxes, post, &lines, Province::NewBrunswick, None),
        ] {
            assert_ne!(other, base);
        }
    }
}
