//! The page of the link that confirms a subscription to the newsletter.

pub mod http;
