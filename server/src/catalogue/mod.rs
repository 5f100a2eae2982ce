//! Tools for sale.
//!
//! [`snapshot`] is what visitors read: the whole catalogue in memory, replaced when something changed; [`listing`] is
//! what they ask of it, [`search`] which tools their words mean, [`answered`] what they get. [`offer`] is how the owner changes it. [`store`] is what purchases read and write. A tool is never removed
//! from the table, so that orders can always name it.
//!
//! Screens: home, all tools, the purchase page, Add Tool and Manage Tool. This module does not know orders or payments.

pub mod answered;
pub mod http;
pub mod listed;
pub mod listing;
pub mod offer;
pub mod search;
pub mod shelf;
pub mod snapshot;
pub mod spelling;
pub mod store;
pub mod tool;
