//! What the list of users shows of each customer beside the account.

pub mod http;
pub mod store;
