//! The web app's pages and files, health checks, the API documentation and pictures.
//!
//! The app shell may read the first data of public pages. It changes nothing.

pub mod api_docs;
pub mod http;
mod modulepreload;
pub mod oauth_popup;
pub mod page_meta;
mod preload;
pub mod setup_page;
pub mod spa;
