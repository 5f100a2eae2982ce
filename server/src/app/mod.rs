//! Puts the layers together: commands, routes, background jobs and the demo.

pub mod all_statements;
pub mod background;
pub mod cli;
#[cfg(feature = "demo")]
pub mod demo;
pub mod metrics;
pub mod open_shop;
pub mod retention;
mod retention_rows;
pub mod router;
pub mod traces;
