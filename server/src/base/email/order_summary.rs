//! What an e-mail shows of an order, of its payment and of its parcel.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::purchase_summary::PurchaseSummary;
use crate::values::{ids::Id, language::Language, money::Cents, time::Timestamp};

/// The parts of an order that an e-mail shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderSummary {
    pub id: Id,
    #[serde(default)]
    pub number: i64,
    pub customer_name: String,
    pub tool_name: String,
    pub quantity: i64,
    pub total: Cents,
    /// Bought without a login, so that pages behind one are no use.
    #[serde(default)]
    pub is_guest: bool,
    /// The language of its purchase.
    #[serde(default)]
    pub language: Language,
    /// E-mails to the owner have no details, and neither have e-mails that an older version queued.
    #[serde(default)]
    pub details: Option<OrderDetails>,
}

/// What a customer checks in an e-mail about an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderDetails {
    pub price: Cents,
    pub placed_at: Timestamp,
    /// The customer's name and address, on several lines.
    pub ship_to: String,
    /// The path of the tool's picture. It is empty if another site has the picture.
    pub picture: String,
    /// What the picture shows.
    pub picture_alt: String,
    /// The customer fetches it at the shop.
    #[serde(default)]
    pub is_pick_up: bool,
    /// The pieces of the e-mail, such as `1 × Shears`, if it is about some pieces and not about their price.
    #[serde(default)]
    pub pieces: Vec<String>,
    /// The pictures of `pieces`, or of the lines of `purchase`, in their order.
    #[serde(default)]
    pub pictures: Vec<EmailPicture>,
    /// The whole purchase, if it has more than this order at its price.
    #[serde(default)]
    pub purchase: Option<PurchaseSummary>,
}

/// A picture of a tool.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmailPicture {
    /// It is empty if another site has the picture, because an e-mail loads nothing from there.
    pub path: String,
    /// What the picture shows.
    pub alt: String,
}

/// How a new order is paid.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentTerms {
    /// The customer can pay by card in this shop.
    pub can_be_paid: bool,
    /// The customer pays where the goods are fetched.
    #[serde(default)]
    pub at_pick_up: bool,
    /// The owner's text, if the customer pays in another way. It is empty if the order is paid already.
    #[serde(default)]
    pub how_to_pay: String,
    /// How long the order waits for its payment. It waits without limit if this is `None`.
    pub held_for: Option<Duration>,
}

/// How to follow a parcel, as far as it is known.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParcelTracking {
    pub carrier: Option<String>,
    pub number: Option<String>,
    pub url: Option<String>,
}
