//! HTTP building blocks of every feature's `http.rs`: responses, errors, limits, headers, and the accept loop.

#[cfg(feature = "acme")]
pub mod acme;
pub mod address_body;
pub mod bearer;
pub mod changes;
pub mod client_ip;
pub mod conditional;
mod connections;
pub mod cookies;
pub mod cors;
pub mod csv;
pub mod database_log;
pub mod error;
pub mod file_columns;
pub mod file_format;
mod host_header;
pub mod html;
pub mod json;
pub mod known_members;
pub mod language;
pub mod language_query;
pub mod max_connections;
pub mod missing;
pub mod openapi;
mod openapi_errors;
pub mod origin;
pub mod pagination;
pub mod path_id;
pub mod prelude;
pub mod private_hosts;
pub mod progress;
pub mod request_id;
pub mod request_language;
pub mod request_timer;
pub mod response_cache;
pub mod security_headers;
pub mod serve;
pub mod server;
pub mod strict_json;
mod strict_lines;
pub mod upload_body;
pub mod worker_pool;
pub mod write_results;
pub mod xlsx;

use self::error::ApiError;

/// Runs `work` in a task of its own, so that it completes even when the client disconnects.
pub async fn run_to_completion<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::spawn(work).await.unwrap_or_else(|panic| Err(ApiError::internal(panic)))
}
