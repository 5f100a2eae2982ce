//! The database crate against real engines. Every test runs on SQLite, and on PostgreSQL when `TROWEL_TEST_POSTGRES` is
//! the URL of a server that allows creating databases (`postgres://user@host:port/postgres?sslmode=disable`).

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;
mod wire;

mod broken;
mod embedded;
mod migrating;
mod pooler;
mod queries;
mod read_statement;
mod rules;
mod tables;
mod transactions;
