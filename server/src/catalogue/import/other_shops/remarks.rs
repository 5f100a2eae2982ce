//! What another shop does with a product and this one does not. The owner reads it before the import.

pub const NOT_COUNTED: &str =
    "Available quantity: The other shop did not count this product. Please enter how many you have.";
pub const NOT_TAXED: &str =
    "Taxes: The other shop did not tax this product. This shop taxes all of its tools the same.";
pub const NOT_SENT: &str =
    "Delivery: The other shop did not send this product. This shop sends all of its tools.";
pub const FEE: &str = "Name: This looks like a fee and not like a tool, so it becomes a draft.";
pub const GIFT_CARD: &str = "Gift card: This shop has no gift cards, so this row is left out.";

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
