//! Trowel, a shop for gardening tools in one process.
//!
//! In reading order: [`values`] are parsed once and then trusted. [`db`] runs one SQL text on two engines. [`identity`]
//! says who is calling. [`audit`] records what administrators do. [`email`] queues and delivers e-mails. [`images`] keeps
//! pictures. [`catalogue`] is what is sold, [`orders`] take stock, [`payments`] pay them on the provider's word, and
//! [`reconciliation`] compares all of it with the provider. [`reviews`] is what customers say, [`profiles`],
//! [`delete_account`] and [`data_export`] are a customer's own data, [`pages`] is the web app's shell.
//!
//! Each feature has its rules, its `store.rs` (SQL) and its `http.rs` (wire). [`http`] is what the `http.rs` files share,
//! [`clients`] call other systems, [`router`] is the API on one page, [`shop`] is what handlers share, and
//! [`background`] runs the jobs. ARCHITECTURE.md has the picture.

pub use trowel_db as db;

pub mod all_statements;
pub mod audit;
pub mod background;
pub mod catalogue;
pub mod cli;
pub mod clients;
pub mod config;
pub mod data_export;
pub mod delete_account;
#[cfg(feature = "demo")]
pub mod demo;
pub mod email;
pub mod http;
pub mod idempotency;
pub mod identity;
pub mod images;
pub mod lease;
pub mod metadata;
pub mod metrics;
pub mod migrations;
pub mod orders;
pub mod pages;
pub mod payments;
pub mod profiles;
pub mod rate_limit;
pub mod reconciliation;
pub mod reviews;
pub mod router;
pub mod shop;
pub mod undelivered_email;
pub mod values;

/// The licence texts of the packages inside the program, written by `make regen`.
pub const LICENSES: &str = include_str!("../licenses.txt");
