//! Trowel, a shop for gardening tools in one process.
//!
//! In reading order: [`values`] are parsed once and then valid. [`db`] runs the same SQL on two engines. [`identity`]
//! authenticates requests. [`audit`] records what administrators do. [`email`] queues and delivers e-mails. [`images`]
//! stores pictures. [`catalogue`] holds the tools, [`orders`] take stock, [`payments`] follow the card provider, and
//! [`reconciliation`] compares all records with the provider. [`backup`] keeps and moves all data. [`reviews`] holds reviews. [`shop_settings`] are the owner’s.
//! [`tool_page`] is what visitors see of a tool. [`figures`] sums the sales. [`webhooks`] tell other programs. [`profiles`],
//! [`delete_account`] and [`data_export`] handle a customer's own data. [`pages`] serves the web app.
//!
//! Each feature has its rules, its `store.rs` (SQL) and its `http.rs` (HTTP). [`http`] has the code that they share.
//! [`clients`] call external services, [`router`] lists all routes, [`shop`] is the state of all handlers, and
//! [`background`] runs the jobs. ARCHITECTURE.md has a diagram.

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
