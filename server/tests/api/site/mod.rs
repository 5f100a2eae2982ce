pub mod basket_page;
pub mod fixed_routes;
pub mod french_pages;
pub mod product_feed;
pub mod public_pages;
pub mod redirects;
pub mod shell;
