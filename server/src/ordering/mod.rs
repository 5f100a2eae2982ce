//! From purchase to shipping.
//!
//! Invariants: the browser never decides a price; stock moves only with orders, in the order's own transaction; an
//! order moves only through [`order::OrderState`]. Screens: purchase page, My Orders, Manage Orders. This module knows
//! tools and does not know payments: deleting an order may have to cancel a payment, so it is a use-case there.

pub mod forget;
pub mod http;
pub mod lists;
pub mod order;
pub mod place;
pub mod ship;
pub mod store;
pub mod tell;
