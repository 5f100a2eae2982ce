//! The page of the link that ends review requests or the newsletter for an address.

pub mod http;
