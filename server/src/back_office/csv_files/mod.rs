//! Tools, orders, purchases, payments, refunds, taxes, customers, subscribers of the newsletter and the stock of a tool as CSV files.

mod cells;
pub mod export;
pub mod file;
pub mod http;
pub mod store;
