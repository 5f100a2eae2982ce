//! Orders, from the purchase until they are shipped.
//!
//! Invariants: the browser never decides a price. Stock moves only with orders, in the order's own transaction. An
//! order changes state only through [`order::OrderState`]. Screens: purchase page, My Orders, Manage Orders. This
//! module does not depend on payments: deleting an order may cancel a payment, so it is in `payments`.

pub mod anonymize;
pub mod bought_tools;
pub mod change_tracking;
pub mod check_session;
pub mod correct_contact;
pub mod enter_order;
pub mod events;
pub mod held_stock;
pub mod http;
pub mod list;
pub mod notify_customer;
pub mod numbers;
pub mod order;
pub mod order_json;
mod order_quote;
pub mod owner_view;
pub mod paid_orders;
pub mod place_order;
pub mod place_order_problem;
pub mod search_keys;
pub mod ship_order;
pub mod store;
mod terms;
pub mod tracking;
