//! Who changed which setting, from what to what.

pub mod http;
