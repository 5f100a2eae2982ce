//! Orders that staff entered outlive the account that has them, while its address is not confirmed: a stranger may have
//! signed up with it (docs/decisions/0031).

use super::store;
use crate::{
    accounts::{
        self,
        user::{Role, User},
    },
    db::{self, Tx},
    values::{ids::Id, time::Timestamp},
};

/// Before an account is deleted: moves these orders to a new one without a login. The caller gives it the address of
/// the deleted account, and their payments. `None`: there are none.
pub async fn keep_entered(tx: &Tx<'_>, from: &Id, now: Timestamp) -> Result<Option<Id>, db::Error> {
    let Some(display_name) = store::first_kept_name(tx, from).await? else { return Ok(None) };
    let id = Id::new(now);
    let user = User { id: id.clone(), email: None, display_name, photo_url: None, role: Role::Customer };
    accounts::store::insert_user(tx, &user, None, now).await?;
    store::move_kept(tx, from, &id, now).await?;
    Ok(Some(id))
}
