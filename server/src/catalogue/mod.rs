//! Tools for sale.
//!
//! [`snapshot`] is what visitors read: the whole catalogue in memory, replaced when something changed. [`store`] is
//! what purchases read and write. A tool is never removed from the table, so that orders can always name it.
//!
//! Screens: home, all tools, the purchase page. This module does not know orders or payments.

pub mod http;
pub mod listing;
pub mod snapshot;
pub mod store;
pub mod tool;
