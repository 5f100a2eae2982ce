//! Sentences about quotes that the basket, the checkout and the specified calls share.

use crate::values::{
    language::{Localized, localized},
    locale::AmountFormat,
    money::Cents,
};

/// A new shop has a duty of Québec's law left.
pub fn quebec_not_open() -> Localized {
    localized!(
        "We do not sell to Québec yet. Please choose an address in another province.",
        "Nous ne vendons pas encore au Québec. Veuillez choisir une adresse dans une autre province."
    )
}

/// A card cannot be charged the total.
pub fn card_limits(amounts: AmountFormat) -> Localized {
    localized!(
        language =>
        "We can charge a card between {} and {}. Please change the quantity.",
        "Un paiement par carte doit se situer entre {} et {}. Veuillez modifier la quantité.",
        Cents::MIN_CHARGE.format(amounts.in_language(language)),
        Cents::MAX.format(amounts.in_language(language))
    )
}
