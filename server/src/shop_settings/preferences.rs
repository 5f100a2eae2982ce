//! How the shop works for its owner. Only administrators read these settings.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::settings::SettingRule;

/// Settings that are no texts of the shop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopPreferences {
    pub review_policy: ReviewPolicy,
}

/// Who may review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReviewPolicy {
    /// Every signed-in customer, as specified.
    Everyone,
    /// Customers with a verified e-mail address.
    Verified,
    /// Customers with a paid order.
    Buyers,
    /// Every signed-in customer. The owner publishes each review.
    Approval,
}

/// Name, rule and first value, in the order of the form.
pub const PREFERENCES: [(&str, SettingRule, &str); 1] =
    [("reviewPolicy", SettingRule::Choice(&["everyone", "verified", "buyers", "approval"]), "everyone")];
