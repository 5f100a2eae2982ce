//! Paid orders, for the owner.

pub mod store;
