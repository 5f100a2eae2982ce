//! The names of an order's states. Files have the same ones as the screens, see docs/screens.md §3.

pub const REFUND_UNDER_WAY: &str = "Refund under way";
pub const REFUNDED: &str = "Refunded";

/// Returns the name of a state. `stored` is the state as the table `orders` spells it.
pub fn order_state_name(stored: &str) -> &str {
    match stored {
        "unpaid" => "Unpaid",
        "paid" => "To ship",
        "shipped" => "Approved and shipped",
        "refunding" => REFUND_UNDER_WAY,
        "refunded" => REFUNDED,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREENS: &str = include_str!("../../../web/src/api/order-states.texts.en.ts");
    const DOCUMENT: &str = include_str!("../../../docs/screens.md");

    #[test]
    fn screens_and_their_document_have_the_same_names() {
        for (stored, on_screens) in [
            ("unpaid", "unpaid"),
            ("paid", "pending"),
            ("shipped", "shipped"),
            ("refunding", "refunding"),
            ("refunded", "refunded"),
        ] {
            let name = order_state_name(stored);
            assert!(SCREENS.contains(&format!("\n  {on_screens}: \"{name}\",\n")), "{stored}: {name}");
            assert!(DOCUMENT.contains(&format!("\n| {name} | ")), "{stored}: {name}");
        }
    }
}
