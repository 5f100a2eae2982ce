//! What the owner sees and does about one customer, and what customers do with their own data.

pub mod block;
pub mod data_export;
pub mod delete;
pub mod import;
pub mod summaries;
pub mod view;
