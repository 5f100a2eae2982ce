mod charges;
pub mod event_schema;
pub mod first_run;
pub mod home_page;
mod posts;
mod quebec;
pub mod shop_settings;
pub mod webhooks;
