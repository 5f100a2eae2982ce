//! What every feature uses and no visitor sees: settings of the process, e-mail, limits, audit, leases.

pub mod audit;
pub mod config;
pub mod email;
pub mod folders;
pub mod idempotency;
pub mod lease;
pub mod metadata;
pub mod migrations;
pub mod rate_limit;
