//! What customers say. Screens: home, all reviews. E-mails are stored and never shown (docs/decisions/0010).

pub mod http;
pub mod store;
