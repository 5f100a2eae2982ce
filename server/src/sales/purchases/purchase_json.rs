//! The taxes of a purchase on the wire.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Purchase, PurchaseTax};
use crate::values::{
    money::Cents,
    taxes::{Rate, Tax},
};

/// A tax as it was charged.
#[derive(Serialize, ToSchema)]
#[schema(as = PurchaseTax)]
pub struct PurchaseTaxJson {
    tax: Tax,
    /// The rate in percent.
    rate: f64,
    /// Dollars that the tax was calculated on.
    #[schema(value_type = f64)]
    base: Cents,
    /// Dollars.
    #[schema(value_type = f64)]
    amount: Cents,
    /// The number of the shop's tax registration.
    number: String,
}

impl PurchaseTaxJson {
    pub fn all(purchase: &Purchase) -> Vec<Self> {
        purchase.taxes().map(|(tax, charged)| Self::new(tax, charged)).collect()
    }

    fn new(tax: Tax, charged: &PurchaseTax) -> Self {
        let PurchaseTax { millionths, base, amount, number, .. } = charged;
        Self {
            tax,
            rate: Rate { tax, millionths: millionths.unwrap_or_default() }.percent(),
            base: base.unwrap_or(Cents::ZERO),
            amount: *amount,
            number: number.clone().unwrap_or_default(),
        }
    }
}
