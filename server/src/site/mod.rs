//! What belongs to the site as a whole: the web app's shell and files, health, the API's own description, pictures.
//!
//! Every screen starts here. The shell may read what public screens show first; it changes nothing.

pub mod api_docs;
pub mod app_shell;
mod first_data;
pub mod first_run;
pub mod http;
mod screen_code;
pub mod screens;
pub mod signed_in;
