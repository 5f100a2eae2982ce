//! The lines of a refund, from a body.

use serde_json::Value;
use utoipa::ToSchema;

use crate::values::{
    FromJson, InvalidValue,
    ids::Id,
    language::{Localized, localized},
    money::Cents,
    quantity::OrderQuantity,
    read_rows,
    taxes::returns::Portion,
};

/// Pieces or an amount. Without both, all that is left of the line.
#[derive(ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "only documented; LinesToRefund parses it")]
pub struct LineToRefund {
    order_id: String,
    #[schema(nullable = false, minimum = 1, maximum = 1_000_000)]
    quantity: Option<i64>,
    /// Dollars with the taxes.
    #[schema(nullable = false, minimum = 0.01, maximum = 999_999.99)]
    amount: Option<f64>,
}

/// Different orders.
pub struct LinesToRefund(pub Vec<(Id, Portion)>);

impl FromJson for LinesToRefund {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let invalid = |detail: Localized| InvalidValue::new("invalid_lines", detail);
        let rows = value.as_array().ok_or_else(|| {
            invalid(localized!("Please send a list of lines.", "Veuillez envoyer une liste de lignes."))
        })?;
        let mut orders: Vec<Id> = Vec::new();
        let lines = read_rows(rows, |row| {
            let order = row["orderId"].as_str().and_then(Id::parse);
            let order = order.ok_or_else(|| {
                invalid(localized!("Each line needs an orderId.", "Chaque ligne doit avoir un orderId."))
                    .at("orderId")
            })?;
            if orders.contains(&order) {
                return Err(invalid(localized!(
                    "Please name each order once.",
                    "Veuillez nommer chaque commande une seule fois."
                ))
                .at("orderId"));
            }
            orders.push(order.clone());
            // Empty text is left out, as in the fields of every body.
            let given = |name: &str| if row[name] == "" { &Value::Null } else { &row[name] };
            let portion = match (given("quantity"), given("amount")) {
                (Value::Null, Value::Null) => Portion::Rest,
                (quantity, Value::Null) => {
                    let pieces = OrderQuantity::from_json(quantity).map_err(|fault| fault.at("quantity"))?;
                    Portion::Pieces(pieces.as_i64())
                }
                (Value::Null, amount) => {
                    Portion::Amount(Cents::from_json(amount).map_err(|fault| fault.at("amount"))?.as_i64())
                }
                _ => {
                    return Err(invalid(localized!(
                        "Please send a quantity or an amount, and not both.",
                        "Veuillez envoyer une quantité ou un montant, et non les deux."
                    )));
                }
            };
            if portion == Portion::Amount(0) {
                return Err(InvalidValue::new(
                    "out_of_range",
                    localized!("Please enter at least 0.01.", "Veuillez entrer au moins 0.01."),
                )
                .at("amount"));
            }
            Ok((order, portion))
        });
        lines.map(Self)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::values::time::Timestamp;

    #[test]
    fn a_refused_line_is_named_by_its_row_and_member() {
        let id = |at| Id::new(Timestamp::from_micros(at)).to_string();
        let good = json!({ "orderId": id(0) });
        for (line, member) in [
            (json!({}), Some("orderId")),
            (good.clone(), Some("orderId")),
            (json!({ "orderId": id(1), "quantity": 0 }), Some("quantity")),
            (json!({ "orderId": id(1), "amount": -1 }), Some("amount")),
            (json!({ "orderId": id(1), "amount": 0 }), Some("amount")),
            (json!({ "orderId": id(1), "quantity": 1, "amount": 1 }), None),
        ] {
            let refusal = LinesToRefund::from_json(&json!([good, line])).err().unwrap();
            assert_eq!((refusal.row, refusal.member.as_deref()), (Some(1), member), "{line}");
        }
    }
}
