//! A basket at the amounts that its customer saw.

use super::{CheckoutError, CheckoutInput, new_purchase::ShownQuote};
use crate::{
    sales::{
        basket::{Basket, line::BasketTool, quotes::problem::ended_code},
        quote::Quote,
    },
    values::{address::QuoteAddress, language::localized},
};

/// A basket that can be bought as the customer saw it.
pub struct PricedBasket {
    pub basket: Basket,
    pub quote: Quote,
    pub to: QuoteAddress,
}

pub fn price_basket(input: &CheckoutInput, basket: Option<Basket>) -> Result<PricedBasket, CheckoutError> {
    let CheckoutInput { request, settings, amounts, now, .. } = input;
    let basket = basket.ok_or(CheckoutError::EmptyBasket)?;
    if request.basket_revision.is_some_and(|seen| seen != basket.revision) {
        return Err(CheckoutError::BasketChanged);
    }
    // The problem of the only tool says more.
    if basket.lines.len() > 1 && basket.is_sold_out() {
        return Err(CheckoutError::NothingToBuy);
    }
    let changes = || {
        let changed = basket.lines.iter().filter(|line| line.is_price_new());
        let prices = changed.map(|line| {
            localized!(
                language =>
                "The price of {} was {}, now it is {}.",
                "Le prix de «\u{a0}{}\u{a0}» était de {}, il est maintenant de {}.",
                line.tool.name,
                line.shown.format(amounts.in_language(language)),
                line.price().format(amounts.in_language(language))
            )
        });
        let code = basket.code.as_ref().filter(|code| code.discount(*now).is_none());
        prices.chain(code.map(|code| ended_code(&code.code.discount.code))).collect()
    };
    let to = QuoteAddress {
        province: request.address.province,
        postal_code: Some(request.address.postal_code.clone()),
    };
    let shown = ShownQuote {
        to: &to,
        method: request.method.as_deref(),
        discount: basket.discount(*now),
        digest: &request.digest,
    };
    let is_offered = |quote: &Quote| {
        let takes = |method: &_| settings.preferences.takes_payment_at(method);
        input.buyer.may_pay_later() && quote.delivery.as_ref().is_some_and(|it| takes(&it.method))
    };
    let limit = input.buyer.limit(&settings.preferences);
    match shown.check(settings, *amounts, &tools_of(&basket), changes, *now) {
        Ok(quote) if request.pays_at_pick_up && !is_offered(&quote) => Err(CheckoutError::NotPaidAtPickUp),
        Ok(quote) => match limit.filter(|most| quote.total > most.as_i64()) {
            Some(most) => Err(CheckoutError::LoginRequired { most, amounts: *amounts }),
            None => Ok(PricedBasket { basket, quote, to }),
        },
        Err(CheckoutError::QuoteChanged { quote, changes }) => {
            let quote = quote.of_basket(Some(&basket), *amounts, *now).with_limit(limit, *amounts);
            let quote = Box::new(quote);
            Err(CheckoutError::QuoteChanged { quote, changes })
        }
        Err(refusal) => Err(refusal),
    }
}

pub fn tools_of(basket: &Basket) -> Vec<(&BasketTool, i64)> {
    basket.lines.iter().map(|line| (&line.tool, line.quantity)).collect()
}
