//! The number of a product in world trade, which its bar code shows.

use serde_json::Value;

use super::{FromJson, InvalidValue, language::localized, text::SingleLine};

/// 8, 12, 13 or 14 digits, of which the last is right for the others (GTIN, UPC, EAN, ISBN-13).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gtin(String);

crate::db::column! { Gtin as String: |gtin| gtin.0, |digits| Some(Self(digits)) }

impl Gtin {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Blanks and hyphens between the digits are left out.
    pub fn parse(text: &str) -> Result<Self, InvalidValue> {
        let digits: String = text.chars().filter(|char| !matches!(char, ' ' | '-')).collect();
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || !matches!(digits.len(), 8 | 12 | 13 | 14) {
            return Err(InvalidValue::new(
                "not_a_gtin",
                localized!(
                    "A GTIN has 8, 12, 13 or 14 digits. Please enter all of them, with zeros at the beginning.",
                    "Un GTIN compte 8, 12, 13 ou 14\u{a0}chiffres. Veuillez tous les entrer, avec les zéros du \
                     début."
                ),
            ));
        }
        if digits.bytes().all(|byte| byte == b'0') || !has_right_check_digit(&digits) {
            return Err(InvalidValue::new(
                "not_a_gtin",
                localized!(
                    "The last digit does not fit the others. Please compare the number with the bar code.",
                    "Le dernier chiffre ne correspond pas aux autres. Veuillez comparer le numéro avec le \
                     code-barres."
                ),
            ));
        }
        Ok(Self(digits))
    }
}

/// Whether the last digit fits the others. The weights are 1 and 3 in turn from the last digit on, and the weighted sum
/// ends in 0.
fn has_right_check_digit(digits: &str) -> bool {
    let weighted = digits.bytes().rev().zip([1, 3].into_iter().cycle());
    weighted.map(|(digit, weight)| u32::from(digit - b'0') * weight).sum::<u32>() % 10 == 0
}

impl FromJson for Gtin {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        Self::parse(SingleLine::<40>::from_json(value)?.as_str())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_wrong_digit_and_a_lost_zero_are_refused(
            digits in prop::collection::vec(0_u32..10, 12),
            place in 0_usize..13,
            more in 1_u32..10,
        ) {
            let sum: u32 = digits.iter().rev().zip([3, 1].into_iter().cycle()).map(|(digit, weight)| digit * weight).sum();
            let mut digits = digits;
            digits.push((10 - sum % 10) % 10);
            let text = |digits: &[u32]| digits.iter().map(ToString::to_string).collect::<String>();
            prop_assume!(digits.iter().any(|digit| *digit > 0));
            let good = text(&digits);
            prop_assert_eq!(Gtin::parse(&good).unwrap(), Gtin(good.clone()));
            prop_assert!(Gtin::parse(&good[2..]).is_err(), "11 digits");
            digits[place] = (digits[place] + more) % 10;
            prop_assert!(Gtin::parse(&text(&digits)).is_err());
        }
    }

    #[test]
    fn a_number_of_a_bar_code_is_taken_in_each_length() {
        for (typed, stored) in [
            ("9638 5074", "96385074"),
            ("036000291452", "036000291452"),
            ("4006381333931", "4006381333931"),
            ("978-3-16-148410-0", "9783161484100"),
            (" 10614141000415", "10614141000415"),
        ] {
            assert_eq!(Gtin::parse(typed).as_ref().map(Gtin::as_str), Ok(stored));
        }
        for wrong in
            ["", "4006381333932", "4.00638E+12", "36000291452", "00000000", "316148410X", "96385074a"]
        {
            assert_eq!(Gtin::parse(wrong).map_err(|fault| fault.code), Err("not_a_gtin"), "{wrong}");
        }
    }
}
