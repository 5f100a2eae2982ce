//! What every feature's `http.rs` shares: the shape of answers and refusals, limits, headers, and the app shell.

pub mod answers;
pub mod api_docs;
pub mod app_shell;
pub mod error;
pub mod json;
pub mod list;
pub mod negotiation;
pub mod openapi;
pub mod origin;
pub mod screens;
pub mod security_headers;
pub mod serve;
pub mod site;
