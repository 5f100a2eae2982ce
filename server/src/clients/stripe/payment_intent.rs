//! PaymentIntents as the card provider sends them.

use serde::Deserialize;

/// A PaymentIntent, reduced to what decides whether an order is paid.
#[derive(Debug, Clone, Deserialize)]
pub struct PaymentIntent {
    pub id: String,
    pub status: IntentStatus,
    /// The amount is in the currency's smallest unit.
    pub amount: i64,
    #[serde(default)]
    pub amount_received: i64,
    pub currency: String,
    pub livemode: bool,
    /// Responses to some keys do not have it.
    pub client_secret: Option<String>,
    #[serde(default)]
    pub metadata: IntentMetadata,
    #[serde(default)]
    latest_charge: Option<LatestCharge>,
}

#[derive(Debug, Clone, Default, Deserialize)]
pub struct IntentMetadata {
    pub order_id: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IntentStatus {
    Succeeded,
    Canceled,
    Processing,
    /// The customer's bank asks the customer.
    RequiresAction,
    #[serde(other)]
    Open,
}

impl IntentStatus {
    /// Whether the customer has entered a card that was not declined.
    pub const fn is_begun(self) -> bool {
        matches!(self, Self::Succeeded | Self::Processing | Self::RequiresAction)
    }
}

/// What happened to the money of an intent. An intent stays `succeeded` after a refund.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum LatestCharge {
    Expanded {
        amount_refunded: i64,
        #[serde(default)]
        disputed: bool,
    },
    /// Events have the id of the charge only.
    Id(#[expect(dead_code, reason = "only tells the two shapes apart")] String),
}

impl PaymentIntent {
    /// The refunded amount in the smallest unit; 0 also where it is not known.
    pub fn amount_refunded(&self) -> i64 {
        match self.latest_charge {
            Some(LatestCharge::Expanded { amount_refunded, .. }) => amount_refunded,
            Some(LatestCharge::Id(_)) | None => 0,
        }
    }

    /// Whether the whole amount was refunded.
    pub fn is_refunded(&self) -> bool {
        self.amount_refunded() > 0 && self.amount_refunded() >= self.amount_received
    }

    /// Whether the payer's bank claimed the money back. `false` also where it is not known.
    pub fn is_disputed(&self) -> bool {
        matches!(self.latest_charge, Some(LatestCharge::Expanded { disputed: true, .. }))
    }
}

#[derive(Debug, Deserialize)]
pub struct PaymentIntentPage {
    pub data: Vec<PaymentIntent>,
    pub has_more: bool,
}
