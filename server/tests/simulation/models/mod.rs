//! Compares one order, and the stock of one tool, with a model too small to be wrong. For any sequence of steps model
//! and shop must respond alike; otherwise proptest prints the shortest sequence that differs.

mod order;
mod stock;
