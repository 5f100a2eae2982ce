//! Deletes what has expired, and what opens an account or identifies its user.

use super::{email_link, one_time_code, second_factor, session, store, user::Role};
use crate::{
    db::{Error, Tx},
    values::{ids::Id, time::Timestamp},
};

/// Removes everything that opens the account or identifies its previous user, and sets this role. Returns `false` if
/// its address was verified meanwhile, so the account belongs to the owner of the address.
///
/// The profile of an account without a login stays, because the shop has it from staff or from a file of customers.
pub async fn clear_credentials(tx: &Tx<'_>, user: &Id, role: Role, now: Timestamp) -> Result<bool, Error> {
    let had_login = store::has_login_method(tx, user).await?;
    if !store::reclaim_user(tx, user, role, now).await? {
        return Ok(false);
    }
    delete_login_data(tx, user).await?;
    if had_login {
        store::delete_profile(tx, user).await?;
    }
    Ok(true)
}

/// Deletes everything that opens the account or identifies its user. The row itself stays, because orders refer to it.
/// The caller has locked it.
pub async fn erase_user(tx: &Tx<'_>, user: &Id, name: &str, now: Timestamp) -> Result<(), Error> {
    one_time_code::store::delete_by_user(tx, user).await?;
    delete_login_data(tx, user).await?;
    store::delete_profile(tx, user).await?;
    store::erase_user(tx, user, name, now).await
}

async fn delete_login_data(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    session::store::delete_all(tx, user).await?;
    session::store::delete_devices(tx, user).await?;
    email_link::store::delete_all(tx, user).await?;
    store::delete_owned_rows(tx, user).await
}

/// Up to some thousand rows, so that no other write waits for long; 0 when there are no more.
pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, Error> {
    Ok(session::store::delete_expired(tx, now).await?
        + session::store::delete_expired_devices(tx, now).await?
        + email_link::store::delete_expired(tx, now).await?
        + one_time_code::store::delete_expired(tx, now).await?
        + second_factor::store::delete_expired(tx, now).await?)
}
