//! Tools for sale.
//!
//! [`listing`] has the whole catalogue in memory as an immutable [`snapshot`](listing::snapshot), whose lists are
//! cached as ready JSON. [`search`] finds tools by words. [`tools`] has the table, which purchases use directly, and
//! the use-cases of the owner. Rows of tools that were ordered are never deleted, so that orders can always name their
//! tool. [`removed`](tools::removed) deletes the others 30 days after they were removed.
//!
//! This module does not know orders or payments.

pub mod categories;
pub mod import;
pub mod listing;
pub mod search;
pub mod stock_alerts;
pub mod tools;
pub mod uploads;
