//! How the shop works for its owner. Only administrators read these settings.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::rule::SettingRule;

/// Settings that are no texts of the shop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopPreferences {
    pub review_policy: ReviewPolicy,
    pub order_emails: OrderEmails,
    /// Where the owner is told what happens. Empty: the shop's e-mail.
    pub notification_email: String,
    /// The owner is told when a sale leaves so many of a tool. Empty: never.
    pub low_stock: String,
    pub two_step_login: TwoStepLogin,
    /// Words that mean the same in a search. One group a line, such as `spade = shovel`.
    pub synonyms: String,
}

impl ShopPreferences {
    pub fn low_stock_level(&self) -> Option<i64> {
        self.low_stock.parse().ok()
    }
}

/// How the owner is told of paid orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OrderEmails {
    Each,
    /// One e-mail a day.
    Daily,
    Off,
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

/// Who has to use two-step login.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TwoStepLogin {
    /// Each account decides.
    Optional,
    /// Administrators and staff.
    Staff,
}

impl TwoStepLogin {
    pub fn is_for_staff(self) -> bool {
        self == Self::Staff
    }
}

/// Name, rule and first value, in the order of the form.
pub const PREFERENCES: [(&str, SettingRule, &str); 6] = [
    ("reviewPolicy", SettingRule::Choice(&["everyone", "verified", "buyers", "approval"]), "everyone"),
    ("orderEmails", SettingRule::Choice(&["each", "daily", "off"]), "each"),
    ("notificationEmail", SettingRule::Email, ""),
    ("lowStock", SettingRule::Count, "5"),
    ("twoStepLogin", SettingRule::Choice(&["optional", "staff"]), "optional"),
    ("synonyms", SettingRule::Synonyms, include_str!("synonyms.txt")),
];
