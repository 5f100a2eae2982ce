//! Trowel, a shop for gardening tools in one process.
//!
//! In reading order: [`values`] are parsed once and trusted; [`db`] runs one SQL text on two engines; [`identity`]
//! says who is calling; [`audit`] keeps who did what as an administrator; [`mail`] is what the shop writes to people;
//! [`images`] keeps pictures; [`catalogue`] is
//! what is sold, [`ordering`] takes stock and writes orders, [`payment`] pays them once on the provider's word,
//! [`ledger`] says whether all of that agrees,
//! [`external`] lets people in on the word of Google and others,
//! [`reviews`] is what customers say, [`accounts`] their profiles and roles, [`site`] is the web app's shell and what
//! belongs to the site as a whole. Each feature has its rules, its `store.rs` (SQL) and its `http.rs` (wire). [`web`]
//! is what the `http.rs` files share, [`outside`] the clients for other systems, [`router`] the API on one page,
//! [`shop`] what handlers share, [`housekeeping`] what runs beside them. ARCHITECTURE.md has the picture.

pub mod accounts;
pub mod audit;
pub mod card_config;
pub mod catalogue;
pub mod config;
pub mod db;
pub mod demo;
pub mod external;
pub mod housekeeping;
pub mod idempotency;
pub mod identity;
pub mod images;
pub mod lease;
pub mod ledger;
pub mod limits;
pub mod mail;
pub mod mail_config;
pub mod metrics;
pub mod ordering;
pub mod outside;
pub mod payment;
pub mod reviews;
pub mod router;
pub mod settings;
pub mod shop;
pub mod site;
pub mod sms_config;
pub mod social_config;
pub mod stand_ins;
pub mod statements;
pub mod values;
pub mod web;
