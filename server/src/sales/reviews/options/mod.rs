//! What an account may review.

pub mod http;
