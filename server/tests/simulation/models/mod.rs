//! Beside the stories: one order, and one tool's stock, each next to a model too small to be wrong. What a model and the
//! shop answer to any sequence of moves is the same, or proptest shows the shortest sequence in which it is not.

mod order;
mod stock;
