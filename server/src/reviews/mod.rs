//! What customers say. Screens: home, all reviews, the review form. E-mails are stored and never shown (docs/decisions/0010). Who
//! wrote one is the account that is signed in.

pub mod http;
pub mod store;
pub mod write;
