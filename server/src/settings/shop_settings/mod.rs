//! What the owner says about the shop: its name, contact, texts and legal pages. Every page and e-mail uses them.

pub mod accent;
pub mod cache;
pub mod edit;
mod history;
pub mod home_page;
pub mod http;
pub mod preferences;
mod quebec;
mod rule;
pub mod settings;
pub mod store;
mod translation;
