//! The page of the link that ends review requests for an address.

pub mod http;
