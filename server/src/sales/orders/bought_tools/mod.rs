//! What a customer has paid for. A refunded order does not count.

pub mod store;
