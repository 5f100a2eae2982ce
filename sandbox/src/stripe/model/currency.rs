//! The currencies that can be charged, and amounts as text.

/// The limits of an amount, in the smallest unit of a currency with two decimals.
pub const MIN_AMOUNT: i64 = 50;
pub const MAX_AMOUNT: i64 = 99_999_999;

pub const CURRENCIES: [&str; 34] = [
    "aed", "aud", "bgn", "brl", "cad", "chf", "cny", "czk", "dkk", "eur", "gbp", "hkd", "huf", "idr", "ils",
    "inr", "jpy", "krw", "mxn", "myr", "nok", "nzd", "php", "pln", "qar", "ron", "sar", "sek", "sgd", "thb",
    "try", "twd", "usd", "zar",
];

/// `$1,234.50`
pub fn format_amount(amount: i64, currency: &str) -> String {
    let (divisor, decimals) = if matches!(currency, "jpy" | "krw") { (1, 0) } else { (100, 2) };
    let mut whole = (amount / divisor).to_string();
    let mut place = whole.len();
    while place > 3 {
        place -= 3;
        whole.insert(place, ',');
    }
    let sign = match currency {
        "eur" => "€",
        "gbp" => "£",
        "jpy" | "cny" => "¥",
        _ => "$",
    };
    if decimals == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{:02}", amount % divisor) }
}

#[cfg(test)]
mod tests {
    use super::format_amount;

    #[test]
    fn amounts_have_separators() {
        assert_eq!(format_amount(99_999_999, "cad"), "$999,999.99");
        assert_eq!(format_amount(50, "cad"), "$0.50");
        assert_eq!(format_amount(123_456, "jpy"), "¥123,456");
    }
}
