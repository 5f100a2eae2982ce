//! Amounts and currencies that can be charged.

use super::super::error::Refusal;
use super::super::form::Params;

/// The smallest and largest amounts, in the smallest unit of a currency with two decimals.
const LEAST: i64 = 50;
const MOST: i64 = 99_999_999;

const CURRENCIES: [&str; 34] = [
    "aed", "aud", "bgn", "brl", "cad", "chf", "cny", "czk", "dkk", "eur", "gbp", "hkd", "huf", "idr", "ils",
    "inr", "jpy", "krw", "mxn", "myr", "nok", "nzd", "php", "pln", "qar", "ron", "sar", "sek", "sgd", "thb",
    "try", "twd", "usd", "zar",
];

pub fn take(params: &mut Params) -> Result<Option<String>, Refusal> {
    let Some(given) = params.take("currency") else { return Ok(None) };
    let currency = given.to_ascii_lowercase();
    if CURRENCIES.contains(&currency.as_str()) {
        return Ok(Some(currency));
    }
    let message =
        format!("Invalid currency: {given}. These currencies are supported: {}", CURRENCIES.join(", "));
    Err(Refusal::malformed(message).param("currency"))
}

pub fn check_amount(amount: i64, currency: &str) -> Result<i64, Refusal> {
    let refuse = |code: &str, message: String| Err(Refusal::invalid(code, message).param("amount"));
    if amount < 1 {
        let message = "This value must be greater than or equal to 1.";
        return refuse("parameter_invalid_integer", message.to_owned());
    }
    if amount < LEAST {
        return refuse(
            "amount_too_small",
            format!("Amount must be at least {} {currency}", spoken(LEAST, currency)),
        );
    }
    if amount > MOST {
        return refuse("amount_too_large", format!("Amount must be no more than {}", spoken(MOST, currency)));
    }
    Ok(amount)
}

/// `$1,234.50`, as messages and the dashboard say it.
pub fn spoken(amount: i64, currency: &str) -> String {
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
    use super::{check_amount, spoken};

    #[test]
    fn amounts_have_bounds() {
        assert!(check_amount(50, "cad").is_ok() && check_amount(99_999_999, "cad").is_ok());
        for wrong in [i64::MIN, -1, 0, 49, 100_000_000, i64::MAX] {
            assert!(check_amount(wrong, "cad").is_err(), "{wrong}");
        }
    }

    #[test]
    fn amounts_are_spoken_with_separators() {
        assert_eq!(spoken(99_999_999, "cad"), "$999,999.99");
        assert_eq!(spoken(50, "cad"), "$0.50");
        assert_eq!(spoken(123_456, "jpy"), "¥123,456");
    }
}
