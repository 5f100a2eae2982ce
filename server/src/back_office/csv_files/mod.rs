//! Tools, orders, payments, refunds, customers and the stock of a tool as CSV files.

pub mod export;
pub mod http;
pub mod store;
