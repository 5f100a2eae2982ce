//! Prices by quantity: from 48 pieces on, one piece costs less.

use std::fmt;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::values::{
    FromJson, InvalidValue,
    language::{Language, Localized, localized},
    locale::AmountFormat,
    money::{Cents, Price},
    quantity::OrderQuantity,
    read_rows,
};

const MAX_STEPS: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct PriceStep {
    /// The smallest quantity with this price.
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub from: i64,
    /// Dollars for one piece.
    #[schema(value_type = f64, minimum = 0.01, maximum = 999_999.99)]
    pub price: Cents,
}

/// The prices from certain quantities on. There are at most five, with rising quantities and falling prices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PriceSteps(Vec<PriceStep>);

crate::db::column! {
    PriceSteps as Option<String>:
        |steps| (!steps.0.is_empty()).then(|| steps.to_string()),
        |text| Self::parse(text.as_deref().unwrap_or_default()).ok()
}

impl PriceSteps {
    /// The price of one piece in an order of `quantity` pieces.
    pub fn price_for(&self, quantity: i64, base: Cents) -> Cents {
        self.0.iter().rev().find(|step| step.from <= quantity).map_or(base, |step| step.price)
    }

    pub fn as_slice(&self) -> &[PriceStep] {
        &self.0
    }

    /// Checks the steps of a tool with this price and minimum quantity.
    pub fn check(&self, base: Cents, minimum: i64) -> Result<(), InvalidValue> {
        let Some(first) = self.0.first() else { return Ok(()) };
        if first.from <= minimum {
            return Err(invalid(localized!(
                "Prices by quantity begin above the minimum quantity of {minimum}. Please change the first \
                 step.",
                "Les prix par quantité commencent au-dessus de la quantité minimale de {minimum}. Veuillez \
                 modifier le premier palier."
            ))
            .in_row(0)
            .at("from"));
        }
        if first.price >= base {
            return Err(invalid(localized!(
                language =>
                "Prices by quantity must be below the price of {}. Please change the first step.",
                "Les prix par quantité doivent être inférieurs au prix de {}. Veuillez modifier le premier \
                 palier.",
                match language {
                    Language::English => format!("${base}"),
                    Language::French => base.format(AmountFormat::default().in_language(language)),
                }
            ))
            .in_row(0)
            .at("price"));
        }
        Ok(())
    }

    fn new(steps: Vec<PriceStep>) -> Result<Self, InvalidValue> {
        if steps.len() > MAX_STEPS {
            return Err(invalid(localized!(
                "A tool has at most {MAX_STEPS} prices by quantity.",
                "Un outil a au plus {MAX_STEPS}\u{a0}prix par quantité."
            )));
        }
        let mut pairs = steps.iter().zip(steps.iter().skip(1));
        if let Some(row) = pairs.position(|(one, next)| one.from >= next.from || one.price <= next.price) {
            let why = localized!(
                "Each step needs a larger quantity and a lower price than the step before.",
                "Chaque palier doit avoir une quantité plus grande et un prix plus bas que le précédent."
            );
            return Err(invalid(why).in_row(row + 1));
        }
        Ok(Self(steps))
    }

    /// Parses `from 12: 17.99; from 48: 15.20`, as [`fmt::Display`] writes it. `from` and `$` may be missing.
    pub fn parse(text: &str) -> Result<Self, InvalidValue> {
        Self::parse_amounts(text, |price| Ok(price.trim_start_matches('$').to_owned()))
    }

    /// `amount` reads a price as decimal text.
    pub fn parse_amounts(
        text: &str,
        amount: impl Fn(&str) -> Result<String, InvalidValue>,
    ) -> Result<Self, InvalidValue> {
        let parts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
        let steps = parts.map(|part| {
            let (from, price) = part.split_once(':').ok_or_else(|| {
                invalid(localized!(
                    "Please enter prices by quantity like this: from 48: 15.20",
                    "Veuillez entrer les prix par quantité de cette façon\u{a0}: from 48: 15.20"
                ))
            })?;
            let from = from.trim();
            let from = from.strip_prefix("from").or_else(|| from.strip_prefix("From")).unwrap_or(from);
            step(&Value::from(from.trim()), &Value::from(amount(price.trim())?))
        });
        Self::new(steps.collect::<Result<_, _>>()?)
    }
}

fn invalid(detail: Localized) -> InvalidValue {
    InvalidValue::new("invalid_price_steps", detail)
}

fn step(from: &Value, price: &Value) -> Result<PriceStep, InvalidValue> {
    let from = OrderQuantity::from_json(from).map_err(|fault| fault.at("from"))?.as_i64();
    Ok(PriceStep { from, price: Price::from_json(price).map_err(|fault| fault.at("price"))?.cents() })
}

impl FromJson for PriceSteps {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let steps = value.as_array().ok_or_else(|| {
            invalid(localized!("Please send a list of steps.", "Veuillez envoyer une liste de paliers."))
        })?;
        Self::new(read_rows(steps, |member| step(&member["from"], &member["price"]))?)
    }
}

impl fmt::Display for PriceSteps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, PriceStep { from, price }) in self.0.iter().enumerate() {
            let separator = if at == 0 { "" } else { "; " };
            write!(f, "{separator}from {from}: {price}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_refused_step_is_named_by_its_row_and_member() {
        let refused = |json: Value| {
            let InvalidValue { row, member, .. } = PriceSteps::from_json(&json).unwrap_err();
            (row, member)
        };
        let at = |row, member: &str| (Some(row), Some(member.to_owned()));
        let good = json!({ "from": 12, "price": 5 });
        assert_eq!(refused(json!([good, { "from": 0, "price": 4 }])), at(1, "from"));
        assert_eq!(refused(json!([good, { "from": 24, "price": -1 }])), at(1, "price"));
        assert_eq!(refused(json!([good, { "from": 24, "price": 4 }, good])), (Some(2), None));
        let steps = PriceSteps::from_json(&json!([good])).unwrap();
        let members = [(600, 12), (500, 1)].map(|(base, minimum)| {
            let refusal = steps.check(Cents::new(base).unwrap(), minimum).unwrap_err();
            (refusal.row, refusal.member)
        });
        assert_eq!(members, [at(0, "from"), at(0, "price")]);
    }

    proptest! {
        #[test]
        fn the_total_is_the_quantity_times_the_price_of_the_right_step(
            gaps in prop::collection::vec((1_i64..50, 1_i64..100), 0..=MAX_STEPS),
            minimum in 1_i64..20,
            more in 0_i64..400,
        ) {
            let base = Cents::new(1_000).unwrap();
            let (mut from, mut cents, mut steps) = (minimum, 1_000, Vec::new());
            for (wider, cheaper) in gaps {
                (from, cents) = (from + wider, cents - cheaper);
                steps.push(json!({ "from": from, "price": Cents::new(cents) }));
            }
            let known = PriceSteps::from_json(&json!(steps)).unwrap();
            known.check(base, minimum).unwrap();
            prop_assert_eq!(&PriceSteps::parse(&known.to_string()).unwrap(), &known);
            let quantity = minimum + more;
            // The cheapest step that the quantity reaches.
            let right = known.as_slice().iter().filter(|step| step.from <= quantity).map(|step| step.price).min();
            let total = known.price_for(quantity, base).times(quantity).unwrap();
            prop_assert_eq!(total, right.unwrap_or(base).times(quantity).unwrap());
            prop_assert!(total <= base.times(quantity).unwrap(), "never more than without steps");
        }
    }

    #[test]
    fn steps_rise_above_the_minimum_and_fall_below_the_price() {
        let parse = |text: &str| PriceSteps::parse(text).ok();
        assert_eq!(
            parse(" 12:$17.99 ; From 48 : 15.2;").unwrap().to_string(),
            "from 12: 17.99; from 48: 15.20"
        );
        assert_eq!(parse("").unwrap(), PriceSteps::default());
        for wrong in
            ["12", "12: x", "0: 1", "12: 5; 12: 4", "12: 5; 24: 5", "2:9;3:8;4:7;5:6;6:5;7:4", "12: 0"]
        {
            assert!(parse(wrong).is_none(), "{wrong}");
        }
        let steps = parse("from 12: 17.99").unwrap();
        let check = |base, minimum| steps.check(Cents::new(base).unwrap(), minimum).is_ok();
        assert!(check(1_800, 11) && !check(1_800, 12) && !check(1_799, 1));
        assert!(PriceSteps::from_json(&json!([{ "from": 2 }])).is_err());
    }
}
