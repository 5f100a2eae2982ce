//! The audit trail for the owner to read, with the names of people, tools and orders.

pub mod http;
pub mod store;
