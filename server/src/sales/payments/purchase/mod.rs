//! The calls about a whole purchase, and what it costs after one of its orders was deleted.

pub mod extend;
pub mod http;
pub mod purchase_json;
pub mod requote;
