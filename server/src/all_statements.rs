//! Lists every SQL statement, so that one test prepares them all on both engines.

use crate::{
    audit, catalogue, db::Statement, email, idempotency, identity, images, lease, metadata, orders, payments,
    profiles, reconciliation, reviews,
};

pub const ALL: &[&[&Statement]] = &[
    identity::store::STATEMENTS,
    crate::rate_limit::store::STATEMENTS,
    identity::email_link::store::STATEMENTS,
    identity::password::store::STATEMENTS,
    identity::session::store::STATEMENTS,
    images::store::STATEMENTS,
    catalogue::store::STATEMENTS,
    catalogue::categories::store::STATEMENTS,
    orders::store::STATEMENTS,
    orders::list::store::STATEMENTS,
    orders::numbers::store::STATEMENTS,
    orders::owner_view::store::STATEMENTS,
    payments::store::STATEMENTS,
    reconciliation::store::STATEMENTS,
    reviews::store::STATEMENTS,
    identity::social::store::STATEMENTS,
    identity::one_time_code::store::STATEMENTS,
    identity::login_methods::store::STATEMENTS,
    profiles::store::STATEMENTS,
    crate::data_export::store::STATEMENTS,
    crate::csv_files::store::STATEMENTS,
    audit::store::STATEMENTS,
    email::outbox::STATEMENTS,
    idempotency::store::STATEMENTS,
    metadata::store::STATEMENTS,
    crate::shop_settings::store::STATEMENTS,
    lease::store::STATEMENTS,
];
