//! The currencies that the shop supports.

/// Currencies that the card provider charges in hundredths: <https://docs.stripe.com/currencies> without currencies of
/// zero or three decimals, and without isk and ugx, whose decimals must be zero.
const TWO_DECIMAL_CURRENCIES: &[&str] = &[
    "AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BMD", "BND",
    "BOB", "BRL", "BSD", "BWP", "BYN", "BZD", "CAD", "CDF", "CHF", "CNY", "COP", "CRC", "CVE", "CZK", "DKK",
    "DOP", "DZD", "EGP", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GIP", "GMD", "GTQ", "GYD", "HKD", "HNL",
    "HTG", "HUF", "IDR", "ILS", "INR", "JMD", "KES", "KGS", "KHR", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD",
    "LSL", "MAD", "MDL", "MKD", "MMK", "MNT", "MOP", "MUR", "MVR", "MWK", "MXN", "MYR", "MZN", "NAD", "NGN",
    "NIO", "NOK", "NPR", "NZD", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "QAR", "RON", "RSD", "RUB", "SAR",
    "SBD", "SCR", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "STD", "SZL", "THB", "TJS", "TOP", "TRY", "TTD",
    "TWD", "TZS", "UAH", "USD", "UYU", "UZS", "WST", "XCD", "YER", "ZAR", "ZMW",
];

/// The currencies whose amounts have a dollar sign where they are used.
const DOLLARS: &[&str] = &[
    "ARS", "AUD", "BBD", "BMD", "BND", "BSD", "BZD", "CAD", "COP", "CVE", "DOP", "FJD", "GYD", "HKD", "JMD",
    "KYD", "LRD", "MXN", "NAD", "NZD", "SBD", "SGD", "SRD", "TTD", "TWD", "USD", "UYU", "XCD",
];

/// `code` is three letters.
pub fn has_two_decimals(code: &str) -> bool {
    find(code).is_some()
}

/// What stands beside an amount: `$`, `€`, `£`, or the letters of another currency.
pub fn sign(code: &str) -> &'static str {
    match find(code) {
        None => DOLLAR_SIGN,
        Some("EUR") => "€",
        Some("GBP") => "£",
        Some(dollar) if DOLLARS.contains(&dollar) => DOLLAR_SIGN,
        Some(other) => other,
    }
}

/// Returns the letters that tell dollars of several countries apart. They are empty if amounts have them as their sign.
pub fn letters(code: &str) -> &'static str {
    find(code).filter(|code| *code != sign(code)).unwrap_or_default()
}

/// The sign that pages have without being told.
pub const DOLLAR_SIGN: &str = "$";

fn find(code: &str) -> Option<&'static str> {
    TWO_DECIMAL_CURRENCIES.iter().copied().find(|known| known.eq_ignore_ascii_case(code))
}
