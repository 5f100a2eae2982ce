//! Tests of the HTTP API: the real router on a real socket, with a database per test and the sandbox as card provider.
//! Tests run on SQLite and on PostgreSQL where the engine matters; `Setup::sqlite()` marks those that need one engine.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod abuse;
mod accounts;
mod api_keys;
mod backup;
mod card_account;
mod catalogue;
mod concurrency;
mod cors;
mod csv_files;
mod delete_account;
mod email;
mod email_delivery;
mod event_orders;
mod figures;
mod first_run;
mod hostile_bodies;
mod hostile_pictures;
mod hostile_text;
mod identity;
mod images;
mod lease;
mod login_backoff;
mod manage_orders;
mod manage_tools;
mod mass_assignment;
mod moderation;
mod nodes;
mod openapi_coverage;
mod order_races;
mod orders;
mod outcome_unknown;
mod owner_emails;
mod password;
mod payment;
mod payment_hints;
mod payment_misfits;
mod permissions;
mod persistence;
mod phone;
mod protocol;
mod provider_faults;
mod public_pages;
mod quiet_payments;
mod reconciliation;
mod refund_meets_payment;
mod refunds;
mod reviews;
mod rng;
mod search;
mod sessions;
mod shell;
mod shop_settings;
mod site;
mod sms_support;
mod social;
mod social_complete;
mod social_hostile;
mod social_links;
mod social_races;
mod social_support;
mod stale_reads_accounts;
mod stale_reads_orders;
mod statements;
mod stock_events;
mod support;
mod tool_fields;
mod unpaid_stock;
mod verification;
mod webhooks;
#[allow(dead_code, reason = "the tests of the database use more of it")]
#[path = "../../../db/tests/db/wire.rs"]
mod wire;
