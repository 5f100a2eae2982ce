//! Limits on how often something may be tried: per client address, per account, per mailbox.

pub mod emails;
pub mod login_backoff;
pub mod per_ip;
pub mod store;
