//! The web app's pages and files, health checks, the API documentation and pictures.
//!
//! The app shell may read the first data of public pages. It changes nothing but the
//! basket of a browser without JavaScript, and begins or ends e-mails for their recipient. [`redirects`] has the
//! owner's calls about old paths.

pub mod api_docs;
mod api_docs_schema;
mod basket_page;
mod complete_page;
pub mod discovery;
mod email_link_page;
mod first_paint;
mod head;
pub mod home_page;
pub mod http;
mod list_query;
mod main_picture;
mod newsletter_page;
pub mod oauth_popup;
mod page_list;
mod preload;
pub mod redirects;
mod renderer;
pub mod setup_page;
mod shop_texts;
pub mod spa;
mod structured_data;
pub mod tool_page;
mod unsubscribe_page;
pub mod web_files;
