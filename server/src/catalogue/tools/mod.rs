//! A tool, its table, and what the owner does with it.

pub mod events;
pub mod http;
pub mod identifiers;
pub mod manage;
pub mod managed;
pub mod pictures;
pub mod price_steps;
pub mod removed;
pub mod slugs;
pub mod smallest_order;
pub mod stock_by_sku;
pub mod store;
pub mod texts;
pub mod tool;
pub mod tool_body;
pub mod version;
