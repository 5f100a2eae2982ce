//! The API as its callers meet it: the real router on a real socket, with its own database on either engine and the
//! card provider's stand-in on the wire. Every test runs on SQLite and on PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod accounts;
mod catalogue;
mod clock;
mod closing;
mod cors;
mod described;
mod dice;
mod elsewhere;
mod event_orders;
mod external;
mod external_complete;
mod external_hostile;
mod external_links;
mod external_races;
mod first_run;
mod guessing;
mod hostile_bodies;
mod hostile_pictures;
mod hostile_text;
mod identity;
mod images;
mod images_undone;
mod lease;
mod ledger;
mod mail;
mod mail_delivery;
mod manage_orders;
mod mass_assignment;
mod missed_events;
mod nodes;
mod offer;
mod order_races;
mod ordering;
mod password;
mod payment;
mod payment_misfits;
mod permissions;
mod phone;
mod phones;
mod protocol;
mod provider_faults;
mod refund_meets_payment;
mod refunds;
mod reviews;
mod rivals;
mod search;
mod sessions;
mod shell;
mod site;
mod statements;
mod stored;
mod support;
mod verification;
