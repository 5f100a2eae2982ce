//! Pieces that unpaid orders hold.

pub mod store;
