//! Money in whole cents with checked arithmetic. JSON has dollars.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::Value;

use super::{FromJson, InvalidValue, language::localized, locale::AmountFormat};

/// An amount in cents, never negative and never above [`Cents::MAX`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cents(i64);

impl Cents {
    /// 999,999.99 dollars, the maximum that the card provider charges in one payment.
    pub const MAX: Cents = Cents(99_999_999);
    pub const ZERO: Cents = Cents(0);
    /// 50 cents, the minimum that the card provider charges in one payment.
    pub const MIN_CHARGE: Cents = Cents(50);

    pub fn new(cents: i64) -> Option<Self> {
        (0..=Self::MAX.0).contains(&cents).then_some(Self(cents))
    }

    pub fn as_i64(self) -> i64 {
        self.0
    }

    /// Formats the amount with the currency's sign, as the shop writes amounts.
    pub fn format(self, amounts: AmountFormat) -> String {
        amounts.format_cents(self.0)
    }

    pub fn plus(self, other: Self) -> Option<Self> {
        Self::new(self.0.checked_add(other.0)?)
    }

    pub fn minus(self, other: Self) -> Option<Self> {
        Self::new(self.0.checked_sub(other.0)?)
    }

    /// The total of `quantity` pieces, if the card provider can charge it.
    pub fn times(self, quantity: i64) -> Option<Self> {
        let total = Self::new(self.0.checked_mul(quantity)?)?;
        (total >= Self::MIN_CHARGE).then_some(total)
    }

    /// Parses `"12"`, `"12.5"`, `"12.50"` and `"12.500"`. No sign, exponent or blank, and only zeros after two decimals.
    fn from_decimal(text: &str) -> Option<i64> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(fraction) {
            return None;
        }
        let (cents, rest) = fraction.split_at(fraction.len().min(2));
        if rest.bytes().any(|byte| byte != b'0') {
            return None;
        }
        let tenths = if cents.len() == 1 { 10 } else { 1 };
        whole.parse::<i64>().ok()?.checked_mul(100)?.checked_add(cents.parse::<i64>().ok()? * tenths)
    }

    /// Accepts a JSON number within a millionth of a whole cent, because browsers compute `0.1 + 0.2` in binary.
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked on the line before")]
    fn from_number(dollars: f64) -> Option<i64> {
        let cents = dollars * 100.0;
        let whole = cents.round();
        let near = (cents - whole).abs() <= 1e-4 + whole.abs() * f64::EPSILON;
        (whole.is_finite() && whole.abs() <= 1e15 && near).then_some(whole as i64)
    }
}

crate::db::column! { Cents as i64: |cents| cents.as_i64(), |cents| Self::new(cents) }

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

/// A JSON number of dollars with at most two decimals.
impl Serialize for Cents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 100 == 0 {
            return serializer.serialize_i64(self.0 / 100);
        }
        #[expect(
            clippy::cast_precision_loss,
            reason = "below 10^8 every cent count divides to the nearest double"
        )]
        serializer.serialize_f64(self.0 as f64 / 100.0)
    }
}

impl<'de> Deserialize<'de> for Cents {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let dollars = f64::deserialize(deserializer)?;
        Self::from_number(dollars).and_then(Self::new).ok_or_else(|| D::Error::custom("not an amount"))
    }
}

/// An amount that a client sends. It is only compared with the amount that the shop computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UncheckedAmount(i64);

impl UncheckedAmount {
    pub fn as_i64(self) -> i64 {
        self.0
    }
}

impl FromJson for UncheckedAmount {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let cents = match value {
            Value::Number(number) => number.as_f64().and_then(Cents::from_number),
            Value::String(text) => Cents::from_decimal(text.trim()),
            _ => None,
        };
        cents.map(Self).ok_or_else(|| {
            InvalidValue::new(
                "invalid_amount",
                localized!(
                    "Please enter an amount with at most two decimals, for example 12.50.",
                    "Veuillez entrer un montant avec au plus deux décimales, par exemple 12.50."
                ),
            )
        })
    }
}

impl FromJson for Cents {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let UncheckedAmount(cents) = UncheckedAmount::from_json(value)?;
        Self::new(cents).ok_or_else(|| {
            InvalidValue::new(
                "out_of_range",
                localized!(
                    "The amount must be between 0 and {}.",
                    "Le montant doit se situer entre 0 et {}.",
                    Self::MAX
                ),
            )
        })
    }
}

/// The price of one piece: 0.01 to 999,999.99 dollars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price(Cents);

impl Price {
    pub fn cents(self) -> Cents {
        self.0
    }
}

impl FromJson for Price {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        match Cents::from_json(value)? {
            Cents(0) => Err(InvalidValue::new(
                "out_of_range",
                localized!("The price must be at least 0.01.", "Le prix doit être d’au moins 0.01."),
            )),
            cents => Ok(Self(cents)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn read(value: Value) -> Option<i64> {
        Cents::from_json(&value).ok().map(Cents::as_i64)
    }

    #[test]
    fn a_browsers_sum_is_parsed_as_the_cents_it_means() {
        assert_eq!(read(json!(0.300_000_000_000_000_04)), Some(30));
        assert_eq!(read(json!(1_234.560_000_000_000_2)), Some(123_456));
        assert_eq!(read(json!("19.99")), Some(1_999));
        assert_eq!(read(json!("19.9")), Some(1_990));
        assert_eq!(read(json!(" 19 ")), Some(1_900));
        assert_eq!(read(json!("0.500")), Some(50));
    }

    #[test]
    fn invalid_amounts_are_rejected() {
        for value in [
            json!(0.001),
            json!(-1),
            json!("1e3"),
            json!("-1"),
            json!("1,50"),
            json!(""),
            json!("."),
            json!("1."),
            json!(null),
            json!([1]),
            json!(true),
            json!(1e300),
            json!("99999999999999999999"),
            json!(1_000_000),
        ] {
            assert_eq!(read(value.clone()), None, "{value}");
        }
    }

    #[test]
    fn a_total_outside_what_a_card_can_be_charged_is_none() {
        assert_eq!(Cents(1).times(49), None);
        assert_eq!(Cents(1).times(50), Some(Cents(50)));
        assert_eq!(Cents(99_999_999).times(2), None);
        assert_eq!(Cents(99_999_999).times(i64::MAX), None);
    }

    proptest! {
        #[test]
        fn every_amount_survives_the_wire(cents in 0..=99_999_999_i64) {
            let out = serde_json::to_value(Cents(cents)).unwrap();
            prop_assert_eq!(read(out), Some(cents));
            prop_assert_eq!(read(json!(Cents(cents).to_string())), Some(cents));
            let text = serde_json::to_string(&Cents(cents)).unwrap();
            prop_assert!(text.split_once('.').is_none_or(|(_, decimals)| decimals.len() <= 2), "{}", text);
        }

        #[test]
        fn price_times_quantity_as_a_browser_computes_it_is_the_servers_total(price in 1..=99_999_i64, quantity in 1..=1_000_i64) {
            #[expect(clippy::cast_precision_loss, reason = "a browser does the same")]
            let browser = (price as f64 / 100.0) * quantity as f64;
            prop_assert_eq!(Cents::from_number(browser), Some(price * quantity));
        }
    }
}
