//! The weight of one piece, in whole grams. Files have kilograms.

use serde_json::Value;

use super::{FromJson, InvalidValue, language::localized, quantity::parse_whole};

/// A tonne. Heavier goods are no parcel.
pub const MAX_GRAMS: i64 = 1_000_000;

/// 1 gram to 1,000 kg.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grams(i64);

impl Grams {
    pub fn as_i64(self) -> i64 {
        self.0
    }

    fn new(grams: i64) -> Result<Self, InvalidValue> {
        let refusal = || {
            InvalidValue::new(
                "out_of_range",
                localized!(
                    "The weight must be between 1 gram and 1,000 kg.",
                    "Le poids doit se situer entre 1\u{a0}gramme et 1\u{a0}000\u{a0}kg."
                ),
            )
        };
        (1..=MAX_GRAMS).contains(&grams).then_some(Self(grams)).ok_or_else(refusal)
    }

    /// Reads `1.5`, with at most three decimals.
    pub fn from_kilograms(text: &str) -> Result<Self, InvalidValue> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let fraction = fraction.trim_end_matches('0');
        if !is_number(whole) || !(fraction.is_empty() || is_number(fraction)) || fraction.len() > 3 {
            return Err(InvalidValue::new(
                "not_a_weight",
                localized!(
                    "Please enter kilograms, such as 1.5.",
                    "Veuillez entrer des kilogrammes, par exemple 1.5."
                ),
            ));
        }
        let grams = format!("{whole}{fraction:0<3}").parse().unwrap_or(i64::MAX);
        Self::new(grams)
    }

    /// Writes `1.5`.
    pub fn kilograms(grams: i64) -> String {
        let text = format!("{}.{:03}", grams / 1_000, grams % 1_000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

impl FromJson for Grams {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let grams = parse_whole(value);
        Self::new(grams.ok_or_else(|| {
            InvalidValue::new(
                "not_a_weight",
                localized!("Please enter whole grams.", "Veuillez entrer un nombre entier de grammes."),
            )
        })?)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_weight_is_whole_grams_and_files_have_kilograms() {
        for (text, grams) in [("1.5", 1_500), ("0.25", 250), ("2", 2_000), ("1000", 1_000_000), ("0.0010", 1)]
        {
            assert_eq!(Grams::from_kilograms(text).map(Grams::as_i64), Ok(grams), "{text}");
            assert_eq!(Grams::from_kilograms(&Grams::kilograms(grams)).map(Grams::as_i64), Ok(grams));
        }
        assert_eq!(["0.25", "2", "1.5"].map(str::to_owned), [250, 2_000, 1_500].map(Grams::kilograms));
        for text in ["", "0", ".5", "1,5", "1.5 kg", "-1", "1000.001", "0.0001", "99999999999999999999"] {
            assert!(Grams::from_kilograms(text).is_err(), "{text}");
        }
        assert_eq!(Grams::from_json(&json!("350")).map(Grams::as_i64), Ok(350));
        for value in [json!(0), json!(1_000_001), json!(1.5), json!("1.5"), json!(null)] {
            assert!(Grams::from_json(&value).is_err(), "{value}");
        }
    }
}
