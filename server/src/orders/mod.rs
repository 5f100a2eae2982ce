//! From purchase to shipping.
//!
//! Invariants: the browser never decides a price; stock moves only with orders, in the order's own transaction; an
//! order moves only through [`order::OrderState`]. Screens: purchase page, My Orders, Manage Orders. This module knows
//! tools and does not know payments: deleting an order may have to cancel a payment, so it is a use-case there.

pub mod anonymize;
pub mod http;
pub mod list;
pub mod notify_customer;
pub mod order;
pub mod place_order;
pub mod ship_order;
pub mod store;
