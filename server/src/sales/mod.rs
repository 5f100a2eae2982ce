//! From purchase to refund, and the review afterwards.

pub mod orders;
pub mod payments;
pub mod reviews;
