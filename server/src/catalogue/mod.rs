//! Tools for sale.
//!
//! [`cache`] has the whole catalogue in memory as an immutable [`snapshot`]. [`query`] filters, sorts and pages its
//! entries, [`search`] finds tools by words, and [`rendered_list`] is the JSON response. [`manage`] has the admin
//! use-cases. [`store`] is the table, which purchases use directly. Rows of tools that were ordered are never deleted, so
//! that orders can always name their tool. [`removed`] deletes the others 30 days after they were removed.
//!
//! This module does not know orders or payments.

pub mod cache;
pub mod categories;
pub mod entry;
pub mod events;
pub mod facets;
pub mod fuzzy;
pub mod http;
pub mod import;
pub mod manage;
pub mod near;
pub mod pictures;
pub mod price_steps;
pub mod query;
pub mod query_params;
pub mod removed;
pub mod rendered_list;
pub mod search;
#[cfg(test)]
mod search_quality;
pub mod search_words;
pub mod slugs;
pub mod snapshot;
pub mod stem;
pub mod stock_alerts;
pub mod stock_events;
pub mod store;
pub mod tool;
mod tool_body;
pub mod uploads;
mod word_set;
