//! Whole numbers of pieces, as a JSON number or as text from a form.

use serde_json::Value;

use super::{Fault, FromJson};

/// The maximum quantity in the shop.
pub const MOST: i64 = 1_000_000;

/// The quantity of an order, or a minimum quantity: 1 to 1,000,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quantity(i64);

impl Quantity {
    pub fn as_i64(self) -> i64 {
        self.0
    }
}

/// A stock count from 0. Stock that returns from deleted orders may exceed the maximum that can be entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Count(i64);

impl Count {
    pub fn as_i64(self) -> i64 {
        self.0
    }

    /// The count as stock that an administrator enters: 0 to 1,000,000.
    pub fn as_stock(self) -> Result<i64, Fault> {
        if self.0 <= MOST { Ok(self.0) } else { Err(out_of_range(0)) }
    }
}

fn whole(value: &Value) -> Option<i64> {
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

fn within(value: &Value, least: i64) -> Result<i64, Fault> {
    let Some(number) = whole(value) else {
        return Err(Fault::new("not_a_quantity", "Please enter a whole number."));
    };
    if (least..=MOST).contains(&number) { Ok(number) } else { Err(out_of_range(least)) }
}

pub fn out_of_range(least: i64) -> Fault {
    Fault::new("out_of_range", format!("The quantity must be between {least} and {MOST}."))
}

impl FromJson for Quantity {
    fn from_json(value: &Value) -> Result<Self, Fault> {
        within(value, 1).map(Self)
    }
}

impl FromJson for Count {
    fn from_json(value: &Value) -> Result<Self, Fault> {
        match whole(value) {
            Some(number) if number >= 0 => Ok(Self(number)),
            Some(_) => Err(out_of_range(0)),
            None => Err(Fault::new("not_a_quantity", "Please enter a whole number.")),
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
            assert_eq!(Quantity::from_json(&value), Ok(Quantity(12)), "{value}");
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
            assert!(Quantity::from_json(&value).is_err(), "{value}");
        }
        assert_eq!(Count::from_json(&json!("0")), Ok(Count(0)));
        assert!(Count::from_json(&json!(-1)).is_err());
        assert_eq!(Count::from_json(&json!(1_000_001)).map(Count::as_stock), Ok(Err(out_of_range(0))));
    }
}
