//! Trowel, a shop for gardening tools in one process.
//!
//! ARCHITECTURE.md has the life of an order, a code map and the invariants.

pub use trowel_db as db;

pub mod accounts;
pub mod app;
pub mod back_office;
pub mod base;
pub mod catalogue;
pub mod clients;
pub mod http;
pub mod pictures;
pub mod sales;
pub mod settings;
pub mod shop;
pub mod site;
pub mod values;

/// The licence texts of the packages inside the program, written by `make regen`.
pub const LICENSES: &str = include_str!("../licenses.txt");
