//! What tools would cost at a place, before anything is bought.

pub mod http;
