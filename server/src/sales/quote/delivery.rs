//! Which delivery methods fit a purchase, and why it cannot be paid as it stands.

use super::{DeliveryChoice, QuoteLine, QuoteTerms};
use crate::{
    settings::delivery::{DeliveryMethod, Destination},
    values::{ids::Id, money::Cents, province::Province},
};

/// Why the purchase cannot be paid as it was quoted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QuoteProblem {
    /// The shop is not ready for Québec, and its owner has not opened it there.
    QuebecNotOpen,
    /// The shop delivers, but not there.
    NotDeliveredThere,
    /// Methods reach the place, but the goods are too heavy for all of them, or the weight of this tool is not known.
    TooHeavy { unknown: Option<Id> },
    /// The method that was asked for does not fit any more. Another one is in the quote.
    MethodGone,
    /// The card provider takes no such amount.
    TotalOutOfRange,
}

pub fn methods_that_fit(
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

pub fn find_problem(
    terms: &QuoteTerms<'_>,
    lines: &[QuoteLine],
    to: &Destination,
    DeliveryChoice { methods, gone, .. }: &DeliveryChoice<'_>,
    tax_province: Province,
    total: i64,
) -> Option<QuoteProblem> {
    let is_sold_in_quebec = [to.province, tax_province].contains(&Province::Quebec);
    if terms.charges.is_closed_to_quebec && is_sold_in_quebec && !lines.is_empty() {
        return Some(QuoteProblem::QuebecNotOpen);
    }
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

#[cfg(test)]
mod tests {
    use crate::{
        sales::quote::{
            QuoteLine, QuoteProblem,
            tests::{amounts, charges, line, quoted, registrations},
        },
        settings::{
            charges::Charges,
            delivery::{DeliveryMethod, DeliveryPrices, WeightStep, tests::flat},
        },
        values::{money::Cents, province::Province},
    };

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
}
