//! What another shop does with a product and this one does not. The owner reads it before the import.

use crate::values::language::{Localized, localized};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remark {
    NotCounted,
    NotTaxed,
    NotSent,
    Fee,
    GiftCard,
}

impl Remark {
    pub fn sentence(self) -> Localized {
        match self {
            Self::NotCounted => localized!(
                "Available quantity: The other shop did not count this product. Please enter how many you have.",
                "Available quantity\u{a0}: L’autre boutique ne comptait pas ce produit. Veuillez entrer \
                 combien vous en avez."
            ),
            Self::NotTaxed => localized!(
                "Taxes: The other shop did not tax this product. This shop taxes all of its tools the same.",
                "Taxes\u{a0}: L’autre boutique ne taxait pas ce produit. Cette boutique taxe tous ses outils \
                 de la même façon."
            ),
            Self::NotSent => localized!(
                "Delivery: The other shop did not send this product. This shop sends all of its tools.",
                "Livraison\u{a0}: L’autre boutique n’expédiait pas ce produit. Cette boutique expédie tous ses \
                 outils."
            ),
            Self::Fee => localized!(
                "Name: This looks like a fee and not like a tool, so it becomes a draft.",
                "Name\u{a0}: Ceci ressemble à des frais et non à un outil, donc c’est un brouillon."
            ),
            Self::GiftCard => localized!(
                "Gift card: This shop has no gift cards, so this row is left out.",
                "Carte-cadeau\u{a0}: Cette boutique n’a pas de cartes-cadeaux, donc cette ligne est laissée de \
                 côté."
            ),
        }
    }
}

/// Whether the title is of a charge that some shops sell as a product.
pub fn is_fee(title: &str) -> bool {
    let title = title.to_lowercase();
    let last = title.split_whitespace().next_back().unwrap_or_default();
    matches!(last, "fee" | "fees" | "surcharge")
        || ["processing fee", "shipping protection", "package protection", "frais de "]
            .iter()
            .any(|name| title.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fee_is_known_by_its_title() {
        for title in [
            "Processing Fee",
            "Processing Fee (2%)",
            "Shipping protection",
            "Fuel surcharge",
            "Frais de port",
        ] {
            assert!(is_fee(title), "{title}");
        }
        for title in ["Coffee scoop", "Feeder for birds", "Fee-free spade", "Frost protection"] {
            assert!(!is_fee(title), "{title}");
        }
    }
}
