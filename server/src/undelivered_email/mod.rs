//! Letters that did not arrive, for the administrators: what the mail server said, and once more.

pub mod http;
pub mod resend;
