//! Whole numbers of pieces, as a JSON number or as text from a form.

use serde_json::Value;

use super::{FromJson, InvalidValue, language::localized};

/// The maximum quantity in the shop.
pub const MAX_QUANTITY: i64 = 1_000_000;

/// The quantity of an order, or a minimum quantity: 1 to 1,000,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct OrderQuantity(i64);

impl OrderQuantity {
    pub fn as_i64(self) -> i64 {
        self.0
    }
}

/// A stock count from 0. Stock that returns from deleted orders may exceed the maximum that can be entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StockCount(i64);

impl StockCount {
    pub fn as_i64(self) -> i64 {
        self.0
    }

    /// The count as stock that an administrator enters: 0 to 1,000,000.
    pub fn as_stock(self) -> Result<i64, InvalidValue> {
        if self.0 <= MAX_QUANTITY { Ok(self.0) } else { Err(out_of_range(0)) }
    }
}

pub fn parse_whole(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64().or_else(|| {
            let float = number.as_f64()?;
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the fraction is zero and the size is bounded"
            )]
            (float.fract() == 0.0 && float.abs() < 1e15).then_some(float as i64)
        }),
        Value::String(text) => {
            let digits = text.trim();
            (!digits.is_empty() && digits.len() <= 15 && digits.bytes().all(|byte| byte.is_ascii_digit()))
                .then(|| digits.parse().ok())
                .flatten()
        }
        _ => None,
    }
}

fn parse_in_range(value: &Value, least: i64) -> Result<i64, InvalidValue> {
    let Some(number) = parse_whole(value) else {
        return Err(InvalidValue::new(
            "not_a_quantity",
            localized!("Please enter a whole number.", "Veuillez entrer un nombre entier."),
        ));
    };
    if (least..=MAX_QUANTITY).contains(&number) { Ok(number) } else { Err(out_of_range(least)) }
}

pub fn out_of_range(least: i64) -> InvalidValue {
    InvalidValue::new(
        "out_of_range",
        localized!(
            "The quantity must be between {least} and {MAX_QUANTITY}.",
            "La quantité doit se situer entre {least} et {MAX_QUANTITY}."
        ),
    )
}

impl FromJson for OrderQuantity {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        parse_in_range(value, 1).map(Self)
    }
}

impl FromJson for StockCount {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        match parse_whole(value) {
            Some(number) if number >= 0 => Ok(Self(number)),
            Some(_) => Err(out_of_range(0)),
            None => Err(InvalidValue::new(
                "not_a_quantity",
                localized!("Please enter a whole number.", "Veuillez entrer un nombre entier."),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_number_and_its_text_are_the_same_quantity() {
        for value in [json!(12), json!("12"), json!(12.0), json!(" 12 "), json!("0012")] {
            assert_eq!(OrderQuantity::from_json(&value), Ok(OrderQuantity(12)), "{value}");
        }
    }

    #[test]
    fn values_other_than_whole_numbers_in_range_are_rejected() {
        for value in [
            json!(0),
            json!(-1),
            json!(1.5),
            json!("1.0"),
            json!("-3"),
            json!("1e2"),
            json!(1_000_001),
            json!(1e300),
            json!(""),
            json!(null),
            json!("٣"),
        ] {
            assert!(OrderQuantity::from_json(&value).is_err(), "{value}");
        }
        assert_eq!(StockCount::from_json(&json!("0")), Ok(StockCount(0)));
        assert!(StockCount::from_json(&json!(-1)).is_err());
        let too_many = StockCount::from_json(&json!(1_000_001)).expect("a count");
        assert_eq!(too_many.as_stock(), Err(out_of_range(0)));
    }
}
