//! What a client reads when a basket was not bought.

use super::CheckoutError;
use crate::{
    http::error::ApiError,
    sales::{
        basket::{
            line::LineProblem,
            quotes::problem::{login_required, nothing_to_buy},
        },
        orders::place_order_problem::place_order_problem,
    },
    values::{
        InvalidValue,
        language::{Localized, localized},
    },
};

pub fn checkout_problem(why: CheckoutError) -> ApiError {
    match why {
        CheckoutError::Customer(why) => place_order_problem(&why),
        CheckoutError::EmptyBasket => ApiError::conflict(
            "basket_empty",
            localized!(
                "Your basket is empty. You may have bought it in another window.",
                "Votre panier est vide. Vous l’avez peut-être acheté dans une autre fenêtre."
            ),
        ),
        CheckoutError::NothingToBuy => ApiError::conflict("nothing_to_buy", nothing_to_buy()),
        CheckoutError::BasketChanged => ApiError::conflict(
            "basket_changed",
            localized!(
                "Your basket was changed in another window. Please check it and pay again.",
                "Votre panier a été modifié dans une autre fenêtre. Veuillez le vérifier et payer de nouveau."
            ),
        ),
        CheckoutError::Line { tool, name, problem } => {
            let sentence = problem.sentence();
            let detail =
                localized!(language => "{name}: {}", "{name}\u{a0}: {}", sentence.in_language(language));
            let error = ApiError::conflict(problem.code(), detail)
                .with("toolId", tool.to_string())
                .with("toolName", name);
            match problem {
                LineProblem::NotEnoughStock { available } => error.with("available", available),
                LineProblem::BelowMinimum { minimum } => error.with("minimum", minimum),
                LineProblem::ToolUnavailable | LineProblem::SoldOut => error,
            }
        }
        CheckoutError::QuoteChanged { quote, mut changes } => {
            if changes.is_empty() {
                changes.push(localized!("The sum has changed.", "Le total a changé."));
            }
            let check = localized!(
                "Please check the new total before you pay.",
                "Veuillez vérifier le nouveau total avant de payer."
            );
            let detail = Localized::join(&[changes.clone(), vec![check]].concat());
            ApiError::conflict("quote_changed", detail)
                .with_texts("changes", &changes)
                .with_texts("quote", &*quote)
        }
        CheckoutError::AddressMissing => ApiError::invalid_field(
            "address.street",
            InvalidValue::new(
                "required",
                localized!(
                    "Please enter the address, or choose that the customer picks up the goods.",
                    "Veuillez entrer l’adresse, ou choisir que le client ramasse la marchandise."
                ),
            ),
        ),
        CheckoutError::TakesTooMuch { most } => ApiError::conflict(
            "takes_too_much",
            localized!(
                "Before your first payment you can take more than half of the stock of {most} tools at most. \
                 Please take fewer pieces of the others.",
                "Avant votre premier paiement, vous pouvez prendre plus de la moitié du stock d’au plus \
                 {most}\u{a0}outils. Veuillez prendre moins de pièces des autres."
            ),
        ),
        CheckoutError::NotPaidAtPickUp => ApiError::conflict(
            "not_paid_at_pick_up",
            localized!(
                "This order cannot be paid at the shop. Please choose another way to pay.",
                "Cette commande ne peut pas être payée à la boutique. Veuillez choisir un autre mode de \
                 paiement."
            ),
        ),
        CheckoutError::PickUpWaits => ApiError::conflict(
            "pick_up_waits",
            localized!(
                "An order of yours waits to be paid at the shop. Please pick it up first, or pay for this one \
                 another way.",
                "Une de vos commandes est à payer à la boutique. Veuillez d’abord la ramasser, ou payer \
                 celle-ci d’une autre façon."
            ),
        ),
        CheckoutError::EmailNotVerified => ApiError::conflict(
            "email_not_verified",
            localized!(
                "Please confirm your e-mail address before your first order that you pay at the shop, or pay \
                 by card.",
                "Veuillez confirmer votre adresse courriel avant votre première commande à payer à la \
                 boutique, ou payer par carte."
            ),
        ),
        CheckoutError::LoginRequired { most, amounts } => {
            ApiError::conflict("login_required", login_required(most, amounts))
        }
        CheckoutError::NotDeliverable(code, sentence) => ApiError::unprocessable(code, sentence),
        CheckoutError::Db(error) => error.into(),
    }
}
