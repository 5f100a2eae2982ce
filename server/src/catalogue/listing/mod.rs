//! The catalogue in memory, and the lists that visitors and the owner read from it.

pub mod cache;
pub mod empty_searches;
pub mod entry;
pub mod facets;
pub mod query;
pub mod query_params;
pub mod rendered_list;
pub mod snapshot;
pub mod stock_events;
