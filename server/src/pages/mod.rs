//! What belongs to the site as a whole: the web app's shell and files, health, the API's own description, pictures.
//!
//! Every screen starts here. The shell may read what public screens show first; it changes nothing.

pub mod api_docs;
pub mod http;
mod modulepreload;
pub mod oauth_popup;
pub mod page_meta;
mod preload;
pub mod setup_page;
pub mod spa;
