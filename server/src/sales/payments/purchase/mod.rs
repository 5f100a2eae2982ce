//! The calls about a whole purchase, and what it costs after one of its orders was deleted.

pub mod http;
mod purchase_json;
pub mod requote;
