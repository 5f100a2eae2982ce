//! How the shop works for its owner. Only administrators read these settings.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::rule::{NumberOf, SettingRule};
use crate::{
    settings::{
        delivery::{DeliveryMethod, check_methods},
        list_setting::from_stored,
        tax_registrations::{AddedRate, TaxRegistration, check_added_rates, check_registrations},
    },
    values::money::Cents,
};

/// Settings that are no texts of the shop. They are read from stored texts, and lists are written as arrays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopPreferences {
    pub review_policy: ReviewPolicy,
    /// Whether customers are asked for reviews by e-mail.
    pub review_requests: Switch,
    /// So many days after an order arrived.
    pub review_request_days: String,
    pub order_emails: OrderEmails,
    /// Where the owner is told what happens. Empty: the shop's e-mail.
    pub notification_email: String,
    /// The owner is told when a sale leaves so many of a tool. Empty: never.
    pub low_stock: String,
    /// For how many minutes a checkout that is not paid holds its stock. The customer may extend it once by the same
    /// time.
    pub checkout_minutes: String,
    /// Whether customers who fetch their goods may pay there.
    pub pay_at_pick_up: Switch,
    pub guest_checkout: GuestCheckout,
    /// A purchase of a guest that costs more dollars needs a login. Empty: no limit.
    pub guest_limit: String,
    pub two_step_login: TwoStepLogin,
    /// Words that mean the same in a search. One group a line, such as `spade = shovel`.
    pub synonyms: String,
    /// Where the shop is, by two letters. Empty: as its address says.
    pub home_province: String,
    /// A customer gets the first one that fits.
    #[serde(deserialize_with = "from_stored")]
    pub delivery_methods: Vec<DeliveryMethod>,
    pub tax_status: TaxStatus,
    #[serde(deserialize_with = "from_stored")]
    pub tax_registrations: Vec<TaxRegistration>,
    /// Rates that the owner entered.
    #[serde(deserialize_with = "from_stored")]
    pub added_tax_rates: Vec<AddedRate>,
    /// The provinces whose tax is not on the delivery, by two letters with spaces between them.
    pub untaxed_delivery: String,
    pub quebec_sales: QuebecSales,
}

impl ShopPreferences {
    pub fn low_stock_level(&self) -> Option<i64> {
        self.low_stock.parse().ok()
    }

    /// How long after its arrival the shop asks for reviews of an order. Returns `None` if it does not ask.
    pub fn review_request_delay(&self) -> Option<Duration> {
        let days = self.review_request_days.parse().ok().filter(|_| self.review_requests.is_on())?;
        Some(Duration::from_hours(24).saturating_mul(days))
    }

    pub fn takes_payment_at(&self, method: &DeliveryMethod) -> bool {
        method.is_pick_up && self.pay_at_pick_up.is_on()
    }

    /// The most that a purchase without a login may cost. Returns `None` if it may cost any amount.
    pub fn guest_limit(&self) -> Option<Cents> {
        self.guest_limit.parse::<i64>().ok().and_then(|dollars| Cents::new(dollars * 100))
    }

    pub fn checkout_ttl(&self) -> Duration {
        Duration::from_mins(self.checkout_minutes.parse().unwrap_or(30))
    }
}

/// Whether visitors buy without a login.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GuestCheckout {
    Off,
    On,
}

impl GuestCheckout {
    pub fn is_on(self) -> bool {
        self == Self::On
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

/// The owner's answer to whether the shop is registered for taxes. Registrations are an answer, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TaxStatus {
    Unanswered,
    Unregistered,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    On,
    Off,
}

impl Switch {
    pub fn is_on(self) -> bool {
        self == Self::On
    }
}

/// When a new shop sells into Québec. A shop that sold there before it had this setting goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum QuebecSales {
    /// As soon as no duty is open.
    Ready,
    /// The owner has opened it on their own responsibility.
    Open,
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
pub const PREFERENCES: [(&str, SettingRule, &str); 19] = [
    ("reviewPolicy", SettingRule::Choice(&["everyone", "verified", "buyers", "approval"]), "everyone"),
    ("reviewRequests", SettingRule::Choice(&["off", "on"]), "off"),
    ("reviewRequestDays", SettingRule::Number { least: 1, most: 60, of: NumberOf::Days }, "7"),
    ("orderEmails", SettingRule::Choice(&["each", "daily", "off"]), "each"),
    ("notificationEmail", SettingRule::Email, ""),
    ("lowStock", SettingRule::Count, "5"),
    ("checkoutMinutes", SettingRule::Number { least: 10, most: 24 * 60, of: NumberOf::Minutes }, "30"),
    ("payAtPickUp", SettingRule::Choice(&["on", "off"]), "off"),
    ("guestCheckout", SettingRule::Choice(&["off", "on"]), "off"),
    ("guestLimit", SettingRule::Count, "500"),
    ("twoStepLogin", SettingRule::Choice(&["optional", "staff"]), "optional"),
    ("synonyms", SettingRule::Synonyms, include_str!("synonyms.txt")),
    ("homeProvince", SettingRule::Province, ""),
    ("deliveryMethods", SettingRule::List(check_methods), ""),
    ("taxStatus", SettingRule::Choice(&["unanswered", "unregistered"]), "unanswered"),
    ("taxRegistrations", SettingRule::List(check_registrations), ""),
    ("addedTaxRates", SettingRule::List(check_added_rates), ""),
    ("untaxedDelivery", SettingRule::Names(&["BC", "MB", "SK"]), ""),
    ("quebecSales", SettingRule::Choice(&["ready", "open"]), "ready"),
];

/// What the demo charges, so that its basket shows delivery and taxes.
pub const FIRST_CHARGES_OF_DEMO: [(&str, &str); 3] = [
    ("homeProvince", "NS"),
    ("deliveryMethods", include_str!("demo_delivery_methods.json")),
    ("taxRegistrations", include_str!("demo_tax_registrations.json")),
];
