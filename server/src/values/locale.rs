//! How the shop writes amounts. The web app formats dates and amounts by the same choice (web/src/money.ts).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::currency;

/// The formats that an owner may choose. The language of the texts stays English.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub enum ShopLocale {
    #[default]
    #[serde(rename = "en-CA")]
    CanadaEnglish,
    #[serde(rename = "en-US")]
    UnitedStates,
    #[serde(rename = "en-GB")]
    UnitedKingdom,
    #[serde(rename = "fr-CA")]
    CanadaFrench,
}

impl ShopLocale {
    pub const NAMES: [&str; 4] = ["en-CA", "en-US", "en-GB", "fr-CA"];
}

/// How the shop writes amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AmountFormat {
    locale: ShopLocale,
    currency_sign: &'static str,
}

/// Canadian dollars in English.
impl Default for AmountFormat {
    fn default() -> Self {
        Self::new(ShopLocale::default(), "cad")
    }
}

impl AmountFormat {
    /// `currency`: three letters.
    pub fn new(locale: ShopLocale, currency: &str) -> Self {
        Self { locale, currency_sign: currency::sign(currency) }
    }

    /// `$1,234.50`, or `1 234,50 $` in French. A currency without a sign has its letters: `CHF 1,234.50`.
    pub fn format_cents(self, cents: i64) -> String {
        let (whole, rest) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
        let (minus, sign) = (if cents < 0 { "-" } else { "" }, self.currency_sign);
        if self.locale == ShopLocale::CanadaFrench {
            return format!("{minus}{},{rest:02}\u{a0}{sign}", grouped(whole, '\u{a0}'));
        }
        let space = if sign.len() == 3 && sign.is_ascii() { "\u{a0}" } else { "" };
        format!("{minus}{sign}{space}{}.{rest:02}", grouped(whole, ','))
    }
}

fn grouped(number: u64, separator: char) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// web/src/money.test.ts expects the same of the browser.
    #[test]
    fn amounts_are_written_as_in_the_browser() {
        for (cents, english, french) in [
            (1, "$0.01", "0,01\u{a0}$"),
            (99_900, "$999.00", "999,00\u{a0}$"),
            (123_450, "$1,234.50", "1\u{a0}234,50\u{a0}$"),
            (99_999_999, "$999,999.99", "999\u{a0}999,99\u{a0}$"),
            (-250, "-$2.50", "-2,50\u{a0}$"),
        ] {
            let written = |locale| AmountFormat::new(locale, "cad").format_cents(cents);
            assert_eq!(written(ShopLocale::CanadaEnglish), english);
            assert_eq!(written(ShopLocale::UnitedKingdom), english);
            assert_eq!(written(ShopLocale::CanadaFrench), french);
        }
        for (currency, english, french) in [
            ("aud", "-$1,234.50", "-1\u{a0}234,50\u{a0}$"),
            ("eur", "-€1,234.50", "-1\u{a0}234,50\u{a0}€"),
            ("gbp", "-£1,234.50", "-1\u{a0}234,50\u{a0}£"),
            ("chf", "-CHF\u{a0}1,234.50", "-1\u{a0}234,50\u{a0}CHF"),
        ] {
            let written = |locale| AmountFormat::new(locale, currency).format_cents(-123_450);
            assert_eq!(written(ShopLocale::UnitedStates), english);
            assert_eq!(written(ShopLocale::CanadaFrench), french);
        }
    }

    #[test]
    fn every_choice_has_its_name() {
        for name in ShopLocale::NAMES {
            let locale: ShopLocale = serde_json::from_str(&format!("\"{name}\"")).unwrap();
            assert_eq!(serde_json::to_value(locale).unwrap(), name);
        }
    }
}
