//! Pictures of tools.
//!
//! [`address`] says which pictures a tool may have: the shop's own, and those on hosts that the owner named.
//!
//! This module does not know tools.

pub mod address;
