//! Payment methods from the parameters of a call.

use serde_json::Value;

use super::context::RequestContext;
use super::error::StripeApiError;
use super::params::Params;
use crate::clock;
use crate::stripe::model::card::{Card, TEST_CARDS, passes_luhn};
use crate::stripe::model::payment_method::{ADDRESS_FIELDS, BillingDetails, PaymentMethod};

const WALLETS: [&str; 2] = ["apple_pay", "google_pay"];

/// `POST /v1/payment_methods`
pub fn create(context: &mut RequestContext<'_>, params: Params) -> Result<Value, StripeApiError> {
    insert(context, params).map(|method| method.to_json())
}

/// Creates a payment method from `type`, `card[…]`, `billing_details[…]` and `metadata[…]`.
pub fn insert(context: &mut RequestContext<'_>, mut params: Params) -> Result<PaymentMethod, StripeApiError> {
    let method_type = params.require("type")?;
    if method_type != "card" {
        let message = format!("The payment method type '{method_type}' is not activated for this account.");
        return Err(StripeApiError::malformed(message).with("param", params.full_name("type")));
    }
    let billing = billing_details(params.take_group("billing_details"))?;
    let metadata = params.take_metadata()?;
    let card = card(params.take_group("card"), context.now)?;
    params.finish()?;
    let method = PaymentMethod::new(card, billing, metadata, context.now);
    context.database.methods.insert(method.clone());
    Ok(method)
}

/// Reads billing details, or `shipping`, which has the same members and no e-mail address.
pub fn billing_details(mut params: Params) -> Result<BillingDetails, StripeApiError> {
    let mut group = params.take_group("address");
    let mut billing = BillingDetails::default();
    for field in ADDRESS_FIELDS {
        billing.address.extend(group.take(field).map(|value| (field.to_owned(), value)));
    }
    group.finish()?;
    billing.name = params.take("name");
    billing.phone = params.take("phone");
    billing.email = params.take("email");
    if let Some(email) = billing.email.as_deref().filter(|email| !email.contains('@')) {
        let message = format!("Invalid email address: {email}");
        return Err(
            StripeApiError::invalid("email_invalid", message).with("param", params.full_name("email"))
        );
    }
    params.finish()?;
    Ok(billing)
}

/// Makes a card from `number`, `exp_month`, `exp_year` and `cvc`. Numbers that are not test cards are declined, as the
/// provider declines real cards in test mode.
fn card(mut params: Params, now: i64) -> Result<Card, StripeApiError> {
    let number = params.require("number")?.replace([' ', '-'], "");
    let exp_month = params.require_integer("exp_month")?;
    let exp_year = params.require_integer("exp_year")?;
    let cvc = params.take("cvc");
    // Our own scripts send it. The wallets of the provider send a token instead.
    let wallet = params.take("wallet").filter(|wallet| WALLETS.contains(&wallet.as_str()));
    params.finish()?;

    let error = |code, param: &str, message| Err(StripeApiError::card(code, message).with("param", param));
    if !number.bytes().all(|b| b.is_ascii_digit()) || !(12..=19).contains(&number.len()) {
        return error("invalid_number", "number", "Your card number is invalid.");
    }
    if !passes_luhn(&number) {
        return error("incorrect_number", "number", "Your card number is incorrect.");
    }
    let Some(known) = TEST_CARDS.iter().find(|card| card.number == number) else {
        let message = "Your card was declined. Your request was in test mode, but used a non test card.";
        return error("card_declined", "number", message)
            .map_err(|error| error.with("decline_code", "test_mode_live_card"));
    };
    let exp_year = if (0..100).contains(&exp_year) { exp_year + 2000 } else { exp_year };
    let (this_year, this_month, _) = clock::date(now);
    if exp_year < this_year || exp_year > this_year + 50 {
        return error("invalid_expiry_year", "exp_year", "Your card's expiration year is invalid.");
    }
    let first_month = if exp_year == this_year { this_month } else { 1 };
    let exp_month = usize::try_from(exp_month).unwrap_or_default();
    if !(first_month..=12).contains(&exp_month) {
        return error("invalid_expiry_month", "exp_month", "Your card's expiration month is invalid.");
    }
    let lengths = 3..=known.brand.cvc_length();
    if cvc
        .as_ref()
        .is_some_and(|cvc| !lengths.contains(&cvc.len()) || !cvc.bytes().all(|b| b.is_ascii_digit()))
    {
        return error("invalid_cvc", "cvc", "Your card's security code is invalid.");
    }
    Ok(Card { wallet, ..known.to_card(exp_month, exp_year, cvc.is_some()) })
}
