//! Tools, orders, payments, refunds and customers as CSV files.

pub mod export;
pub mod http;
pub mod store;
