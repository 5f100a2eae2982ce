//! What the owner chooses and writes: texts and preferences of the shop, delivery and taxes, blog posts, redirects, and webhooks.

pub mod charges;
pub mod delivery;
pub mod list_setting;
pub mod posts;
pub mod redirects;
pub mod shop_settings;
pub mod tax_registrations;
pub mod webhooks;
