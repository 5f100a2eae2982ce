//! What the owner chooses: texts and preferences of the shop, and webhooks.

pub mod shop_settings;
pub mod webhooks;
