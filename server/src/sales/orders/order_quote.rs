//! What an order of one tool costs with delivery and taxes.

use super::place_order::{OrderInput, PlaceOrderError};
use crate::{
    catalogue::tools::tool::Tool,
    sales::{
        purchases::Purchase,
        quote::{QuoteLine, QuoteProblem, QuoteTerms, quote},
    },
    values::{day::day_at, ids::Id, money::Cents, province::Province},
};

/// The purchase that this order is, with delivery and taxes if the shop charges any.
pub(super) fn quote_order(
    input: &OrderInput,
    id: &Id,
    (tool, price, total): (&Tool, Cents, Cents),
) -> Result<Purchase, PlaceOrderError> {
    let OrderInput { settings, purchase, now, amounts, .. } = input;
    let plain = Purchase::plain(id, input.number, total, *now);
    let day = day_at(*now, &settings.time_zone);
    let to = settings.charges.destination_of(purchase.contact.delivery_address());
    let is_to_quebec = to.as_ref().is_some_and(|to| to.province == Province::Quebec);
    if settings.charges.is_closed_to_quebec && is_to_quebec {
        return Err(PlaceOrderError::QuebecNotOpen);
    }
    if !input.is_quoted || settings.charges.kinds(day).is_empty() {
        return Ok(Purchase { tax_province: to.map(|to| to.province), ..plain });
    }
    let to = to.ok_or(PlaceOrderError::ProvinceUnknown)?;
    let grams = tool.extras.weight_grams;
    let line = QuoteLine { tool: tool.id.clone(), price, quantity: purchase.quantity, grams };
    let quote = quote(&QuoteTerms { day, charges: &settings.charges, discount: None }, &[line], &to, None);
    // Clients that ask for no method fetch nothing, unless the shop only offers that.
    let mut delivering = settings.charges.methods.iter().filter(|method| !method.is_pick_up).peekable();
    if quote.delivery.as_ref().is_some_and(|it| it.method.is_pick_up) && delivering.peek().is_some() {
        let is_reached = delivering.any(|method| method.reaches(&to));
        return Err(if is_reached {
            PlaceOrderError::TooHeavy
        } else {
            PlaceOrderError::NotDeliveredThere(to.province)
        });
    }
    match quote.problem {
        Some(QuoteProblem::QuebecNotOpen) => Err(PlaceOrderError::QuebecNotOpen),
        Some(QuoteProblem::NotDeliveredThere) => Err(PlaceOrderError::NotDeliveredThere(to.province)),
        Some(QuoteProblem::TooHeavy { .. }) => Err(PlaceOrderError::TooHeavy),
        Some(QuoteProblem::TotalOutOfRange | QuoteProblem::MethodGone) => {
            Err(PlaceOrderError::TotalOutOfRange { amounts: *amounts })
        }
        None => plain.quoted(&quote, &to).ok_or(PlaceOrderError::TotalOutOfRange { amounts: *amounts }),
    }
}
