pub mod first_run;
pub mod home_page;
pub mod shop_settings;
pub mod webhooks;
