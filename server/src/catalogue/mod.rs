//! Tools for sale.
//!
//! [`cache`] is what visitors read: the whole catalogue in memory, replaced when something changed; [`query`] is
//! what they ask of it, [`search`] which tools their words mean, [`rendered_list`] what they get. [`manage`] is how the owner changes it. [`store`] is what purchases read and write. A tool is never removed
//! from the table, so that orders can always name it.
//!
//! Screens: home, all tools, the purchase page, Add Tool and Manage Tool. This module does not know orders or payments.
pub mod cache;
pub mod entry;
pub mod fuzzy;
pub mod http;
pub mod manage;
pub mod query;
pub mod rendered_list;
pub mod search;
pub mod snapshot;
pub mod store;
pub mod tool;
