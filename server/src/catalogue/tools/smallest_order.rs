//! What a customer pays at least for a tool.

use super::tool::Tool;
use crate::values::money::Cents;

/// The smallest order of a tool, without delivery and taxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SmallestOrder {
    pub quantity: i64,
    pub total: Cents,
}

impl Tool {
    /// The minimum quantity, or more pieces if a payment cannot charge so little. Returns `None` if a payment cannot
    /// charge so much.
    pub fn smallest_order(&self) -> Option<SmallestOrder> {
        // So many pieces of a cent can be charged.
        let quantities = (self.minimum..).take(50);
        quantities.into_iter().find_map(|quantity| {
            let total = self.price_for(quantity).times(quantity)?;
            Some(SmallestOrder { quantity, total })
        })
    }
}
