//! Compares one order, and one tool's stock, with simple models. For any sequence of actions the model and the shop must give
//! the same answers, or proptest shows the shortest sequence that differs.

mod order;
mod stock;
