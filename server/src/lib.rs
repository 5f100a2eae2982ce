//! Trowel, a shop for gardening tools in one process.
//!
//! ARCHITECTURE.md has the life of an order, a code map and the invariants.

pub use trowel_db as db;

pub mod all_statements;
pub mod audit;
pub mod audit_log;
pub mod background;
pub mod backup;
pub mod block_account;
pub mod catalogue;
pub mod cli;
pub mod clients;
pub mod config;
pub mod csv_files;
pub mod customer_view;
pub mod data_export;
pub mod database_log;
pub mod delete_account;
#[cfg(feature = "demo")]
pub mod demo;
pub mod email;
pub mod figures;
pub mod folders;
pub mod http;
pub mod idempotency;
pub mod identity;
pub mod images;
pub mod lease;
pub mod metadata;
pub mod metrics;
pub mod migrations;
pub mod orders;
pub mod owner_tasks;
pub mod pages;
pub mod payments;
pub mod profiles;
pub mod rate_limit;
pub mod reconciliation;
pub mod reviews;
pub mod router;
pub mod shop;
pub mod shop_settings;
pub mod stock_alerts;
pub mod tool_page;
pub mod traces;
pub mod undelivered_email;
pub mod values;
pub mod webhooks;

/// The licence texts of the packages inside the program, written by `make regen`.
pub const LICENSES: &str = include_str!("../licenses.txt");
