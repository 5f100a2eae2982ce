//! What every feature's `http.rs` shares: the shape of answers and refusals, limits, headers, and the accept loop.

pub mod answers;
pub mod bounded;
pub mod cookies;
pub mod cross_origin;
pub mod error;
pub mod html;
pub mod json;
pub mod list;
pub mod negotiation;
pub mod once;
pub mod openapi;
pub mod origin;
pub mod request_id;
pub mod security_headers;
pub mod serve;
