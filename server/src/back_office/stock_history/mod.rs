//! Every change of a tool's stock, with its cause and the stock after it.

pub mod http;
pub mod store;
