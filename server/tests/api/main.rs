//! Tests of the HTTP API: the real router on a real socket, with a database per test and the sandbox as card provider.
//! Tests run on SQLite and on PostgreSQL where the engine matters; `Setup::sqlite()` marks those that need one engine.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod accounts;
mod back_office;
mod base;
mod catalogue;
mod http;
mod sales;
mod settings;
mod site;
mod support;
#[allow(dead_code, reason = "the tests of the database use more of it")]
#[path = "../../../db/tests/db/wire.rs"]
mod wire;
