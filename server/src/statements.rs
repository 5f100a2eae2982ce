//! Every statement of the shop in one list, so that one test can let both engines parse them all.

use crate::{
    accounts, audit, catalogue, db::Statement, external, idempotency, identity, images, lease, ledger, mail,
    ordering, payment, reviews, settings,
};

pub const ALL: &[&[&Statement]] = &[
    identity::store::STATEMENTS,
    identity::guessing::store::STATEMENTS,
    identity::mailed_link::store::STATEMENTS,
    identity::password::store::STATEMENTS,
    identity::sessions::store::STATEMENTS,
    images::store::STATEMENTS,
    catalogue::store::STATEMENTS,
    ordering::store::STATEMENTS,
    payment::store::STATEMENTS,
    ledger::store::STATEMENTS,
    reviews::store::STATEMENTS,
    external::store::STATEMENTS,
    external::code::store::STATEMENTS,
    external::links::store::STATEMENTS,
    accounts::store::STATEMENTS,
    accounts::close::store::STATEMENTS,
    accounts::export::store::STATEMENTS,
    audit::store::STATEMENTS,
    mail::store::STATEMENTS,
    idempotency::store::STATEMENTS,
    settings::store::STATEMENTS,
    lease::store::STATEMENTS,
];
