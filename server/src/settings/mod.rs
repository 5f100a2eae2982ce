//! What the owner chooses and writes: texts and preferences of the shop, blog posts, and webhooks.

pub mod posts;
pub mod shop_settings;
pub mod webhooks;
