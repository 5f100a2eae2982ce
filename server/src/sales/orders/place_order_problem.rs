//! What a client reads when an order was not placed.

use super::place_order::PlaceOrderError;
use crate::{
    http::error::ApiError,
    sales::quote::sentences::{card_limits, quebec_not_open},
    values::{
        InvalidValue,
        language::{Localized, localized},
        money::Cents,
    },
};

/// Delivery and taxes depend on the place.
pub fn place_unknown() -> ApiError {
    let why = localized!(
        "Please add the province and the postal code to the address.",
        "Veuillez ajouter la province et le code postal à l’adresse."
    );
    ApiError::invalid_field("phone", InvalidValue::new("required", why))
}

pub fn place_order_problem(why: &PlaceOrderError) -> ApiError {
    match why {
        PlaceOrderError::SignedOut => ApiError::unauthenticated(),
        PlaceOrderError::ToolUnavailable => ApiError::conflict(
            "tool_unavailable",
            localized!(
                "This tool is no longer for sale. Please choose another one.",
                "Cet outil n’est plus en vente. Veuillez en choisir un autre."
            ),
        ),
        PlaceOrderError::ToolMismatch => ApiError::conflict(
            "tool_mismatch",
            localized!(
                "This tool has been renamed. Please check it before you order.",
                "Cet outil a changé de nom. Veuillez le vérifier avant de commander."
            ),
        ),
        PlaceOrderError::BelowMinimum { minimum } => ApiError::unprocessable(
            "below_minimum",
            localized!(
                "Ordered Quantity is less than minimum quantity ({minimum}).",
                "La quantité commandée est inférieure à la quantité minimale ({minimum})."
            ),
        )
        .with("minimumQuantity", *minimum),
        PlaceOrderError::NotEnoughStock { available } => ApiError::conflict(
            "not_enough_stock",
            localized!(
                "Ordered Quantity is more than available quantity in stock ({available} left).",
                "La quantité commandée dépasse la quantité disponible en stock (il en reste {available})."
            ),
        )
        .with("availableQuantity", *available),
        PlaceOrderError::PriceChanged { price, amounts } => {
            let detail = localized!(
                language =>
                "The price has changed. One piece is now {}.",
                "Le prix a changé. Une pièce coûte maintenant {}.",
                price.format(amounts.in_language(language))
            );
            price_changed(*price, detail)
        }
        PlaceOrderError::WrongTotal { price, quantity, total, amounts } => {
            let detail = localized!(
                language =>
                "The total is wrong: {quantity} × {} is {}.",
                "Le total est incorrect\u{a0}: {quantity}\u{a0}× {} font {}.",
                price.format(amounts.in_language(language)),
                total.format(amounts.in_language(language))
            );
            price_changed(*price, detail)
        }
        PlaceOrderError::AmountDiffers { due, amounts } => {
            let detail = localized!(
                language =>
                "The amount due is {}. Nothing was entered. Please check the amount and enter the order again.",
                "Le montant dû est de {}. Rien n’a été entré. Veuillez vérifier le montant et entrer la \
                 commande de nouveau.",
                due.format(amounts.in_language(language))
            );
            amount_differs(*due, detail)
        }
        PlaceOrderError::TotalOutOfRange { amounts } => {
            ApiError::unprocessable("total_out_of_range", card_limits(*amounts))
        }
        PlaceOrderError::ProvinceUnknown => place_unknown(),
        PlaceOrderError::NotDeliveredThere(province) => ApiError::unprocessable(
            "not_delivered_there",
            localized!(
                language =>
                "We do not deliver to {}. Please choose another address.",
                "Nous ne livrons pas à cet endroit\u{a0}: {}. Veuillez choisir une autre adresse.",
                province.name_in(language)
            ),
        ),
        PlaceOrderError::QuebecNotOpen => ApiError::unprocessable("quebec_not_open", quebec_not_open()),
        PlaceOrderError::TooHeavy => ApiError::unprocessable(
            "too_heavy",
            localized!(
                "This is too heavy for our deliveries. Please order fewer pieces, or ask us.",
                "C’est trop lourd pour nos livraisons. Veuillez commander moins de pièces, ou nous consulter."
            ),
        ),
        PlaceOrderError::TooManyUnpaid { max, max_after_payment } => {
            let now = localized!(
                "You have {max} unpaid orders. Please pay for one or delete one before you place another.",
                "Vous avez {max}\u{a0}commandes impayées. Veuillez en payer une ou en supprimer une avant d’en \
                 passer une autre."
            );
            let later = max_after_payment.map(|later| {
                localized!(
                    "After your first payment you can have up to {later}.",
                    "Après votre premier paiement, vous pourrez en avoir jusqu’à {later}."
                )
            });
            let sentences: Vec<_> = std::iter::once(now).chain(later).collect();
            ApiError::conflict("too_many_unpaid_orders", Localized::join(&sentences))
        }
        PlaceOrderError::RateLimited(limited) => (*limited).into(),
        PlaceOrderError::CustomerUnknown => ApiError::invalid_field(
            "customerName",
            InvalidValue::new(
                "required",
                localized!(
                    "No account has this e-mail address. Please enter the customer’s name too.",
                    "Aucun compte n’a cette adresse courriel. Veuillez entrer aussi le nom du client."
                ),
            ),
        ),
        PlaceOrderError::CustomerUnconfirmed => ApiError::invalid_field(
            "customerName",
            InvalidValue::new(
                "not_confirmed",
                localized!(
                    "This address is not confirmed. Is it this customer? If so, please enter the order again.",
                    "Cette adresse n’est pas confirmée. Est-ce bien ce client? Si oui, veuillez entrer la \
                     commande de nouveau."
                ),
            ),
        ),
        PlaceOrderError::CustomerBlocked => ApiError::conflict(
            "account_blocked",
            localized!(
                "This customer is blocked. An administrator can end the block on the Users page.",
                "Ce client est bloqué. Un administrateur peut lever le blocage à la page \
                 «\u{a0}Utilisateurs\u{a0}»."
            ),
        ),
        PlaceOrderError::Db(error) => error.clone().into(),
    }
}

/// Another amount was taken than is due.
pub fn amount_differs(due: Cents, detail: Localized) -> ApiError {
    let error = ApiError::conflict("amount_differs", detail);
    match serde_json::to_value(due) {
        Ok(due) => error.with("amountDue", due),
        Err(_) => error,
    }
}

/// One code for a wrong price and a wrong total, with the current price: the customer reloads in both cases.
fn price_changed(price: Cents, detail: Localized) -> ApiError {
    let error = ApiError::conflict("price_changed", detail);
    match serde_json::to_value(price) {
        Ok(price) => error.with("price", price),
        Err(_) => error,
    }
}
