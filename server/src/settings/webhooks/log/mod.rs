//! The log of what an endpoint was sent.

pub mod http;
