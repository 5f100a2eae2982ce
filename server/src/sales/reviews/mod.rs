//! Customer reviews. The author is the logged-in account. Its e-mail is stored and never shown (docs/decisions/0004).

pub mod change;
pub mod former_shop;
pub mod http;
pub mod moderation;
pub mod options;
pub mod review;
pub mod store;
pub mod write;
