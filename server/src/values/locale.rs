//! How the shop writes dates and amounts. The web app formats dates and amounts by the same choice (web/src/money.ts).

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{currency, language::Language};

const FRENCH_MONTHS: &str =
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre";

/// The formats that an owner may choose for English texts.
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
    /// French texts have French dates and amounts. English ones have the owner's choice.
    #[must_use]
    pub const fn in_language(self, language: Language) -> Self {
        match language {
            Language::English => self,
            Language::French => Self::CanadaFrench,
        }
    }

    pub const NAMES: [&str; 4] = ["en-CA", "en-US", "en-GB", "fr-CA"];

    /// `November 20, 2026`, `20 November 2026` or `20 novembre 2026`.
    pub fn format_date(self, day: Date) -> String {
        match self {
            Self::CanadaEnglish | Self::UnitedStates => day.strftime("%B %-d, %Y").to_string(),
            Self::UnitedKingdom => day.strftime("%-d %B %Y").to_string(),
            Self::CanadaFrench => {
                let month = FRENCH_MONTHS.split(' ').zip(1..).find(|(_, number)| *number == day.month());
                format!("{} {} {}", day.day(), month.map_or("", |(name, _)| name), day.year())
            }
        }
    }
}

impl ShopLocale {
    /// `December 1 to 8`, `November 29 to December 6` or `1 December to 8 December`, as `formatDays` of the web app does.
    pub fn format_days(self, first: Date, last: Date) -> String {
        let (from, mut to) = (self.format_month_day(first), self.format_month_day(last));
        if first == last {
            return from;
        }
        let month_is_first = match self {
            Self::CanadaEnglish | Self::UnitedStates => true,
            Self::UnitedKingdom | Self::CanadaFrench => false,
        };
        if month_is_first && first.first_of_month() == last.first_of_month() {
            to = last.day().to_string();
        }
        format!("{from} to {to}")
    }
    fn format_month_day(self, day: Date) -> String {
        let full = self.format_date(day);
        let year = day.year().to_string();
        full.strip_suffix(&year).unwrap_or(&full).trim_end_matches([' ', ',']).to_owned()
    }
}

/// The days in a French sentence: `le 1 décembre`, `entre le 1 et le 8 décembre` or `entre le 29 novembre et le 6 décembre`.
pub fn format_days_in_french(first: Date, last: Date) -> String {
    let locale = ShopLocale::CanadaFrench;
    let (mut from, to) = (locale.format_month_day(first), locale.format_month_day(last));
    if first == last {
        return format!("le {from}");
    }
    if first.first_of_month() == last.first_of_month() {
        from = first.day().to_string();
    }
    format!("entre le {from} et le {to}")
}

/// How the shop writes amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AmountFormat {
    locale: ShopLocale,
    currency_sign: &'static str,
    currency_letters: &'static str,
}

/// Canadian dollars in English.
impl Default for AmountFormat {
    fn default() -> Self {
        Self::new(ShopLocale::default(), "cad")
    }
}

impl AmountFormat {
    /// Makes a format. `currency` is three letters.
    pub fn new(locale: ShopLocale, currency: &str) -> Self {
        let (currency_sign, currency_letters) = (currency::sign(currency), currency::letters(currency));
        Self { locale, currency_sign, currency_letters }
    }

    /// How a text in this language writes the same currency.
    #[must_use]
    pub fn in_language(self, language: Language) -> Self {
        Self { locale: self.locale.in_language(language), ..self }
    }

    /// `$54.00 CAD`, where the customer decides about money.
    pub fn format_full(self, cents: i64) -> String {
        format!("{} {}", self.format_cents(cents), self.currency_letters).trim_end().to_owned()
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
    use jiff::civil::date;

    use super::*;

    #[test]
    fn days_are_written_as_in_the_browser() {
        let (first, same, next) = (date(2026, 12, 1), date(2026, 12, 8), date(2027, 1, 3));
        for (locale, one, within, across) in [
            (ShopLocale::CanadaEnglish, "December 1", "December 1 to 8", "December 1 to January 3"),
            (ShopLocale::UnitedStates, "December 1", "December 1 to 8", "December 1 to January 3"),
            (ShopLocale::UnitedKingdom, "1 December", "1 December to 8 December", "1 December to 3 January"),
            (ShopLocale::CanadaFrench, "1 décembre", "1 décembre to 8 décembre", "1 décembre to 3 janvier"),
        ] {
            assert_eq!(locale.format_days(first, first), one);
            assert_eq!(locale.format_days(first, same), within);
            assert_eq!(locale.format_days(first, next), across);
        }
        let in_french = [first, same, next].map(|last| format_days_in_french(first, last));
        let days = ["le 1 décembre", "entre le 1 et le 8 décembre", "entre le 1 décembre et le 3 janvier"];
        assert_eq!(in_french, days);
    }

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
    fn letters_tell_dollars_of_several_countries_apart() {
        for (currency, full) in [("cad", "$12.50 CAD"), ("usd", "$12.50 USD"), ("chf", "CHF\u{a0}12.50")] {
            assert_eq!(AmountFormat::new(ShopLocale::CanadaEnglish, currency).format_full(1_250), full);
        }
    }

    #[test]
    fn dates_are_written_as_in_the_browser() {
        let day = jiff::civil::date(2026, 8, 1);
        for (locale, written) in [
            (ShopLocale::CanadaEnglish, "August 1, 2026"),
            (ShopLocale::UnitedStates, "August 1, 2026"),
            (ShopLocale::UnitedKingdom, "1 August 2026"),
            (ShopLocale::CanadaFrench, "1 août 2026"),
        ] {
            assert_eq!(locale.format_date(day), written);
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
