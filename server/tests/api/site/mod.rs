pub mod public_pages;
pub mod shell;
pub mod site;
