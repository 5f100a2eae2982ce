//! Orders that staff entered outlive the account that has them, while its address is not confirmed: a stranger may have
//! signed up with it (docs/decisions/0031).

use super::store;
use crate::{
    accounts::{
        self,
        user::{Role, User},
    },
    db::{self, Tx},
    values::{ids::Id, language::Language, time::Timestamp},
};

/// Moves the orders that staff entered to a new account without a login, before an account is deleted. The caller gives
/// the new account the address of the deleted one, and the payments of these orders. Returns `None` if there are no
/// such orders.
pub async fn keep_entered(tx: &Tx<'_>, from: &Id, now: Timestamp) -> Result<Option<Id>, db::Error> {
    let Some(display_name) = store::first_kept_name(tx, from).await? else { return Ok(None) };
    let id = Id::new(now);
    let user = User {
        id: id.clone(),
        email: None,
        display_name,
        photo_url: None,
        role: Role::Customer,
        language: Language::default(),
    };
    accounts::store::insert_user(tx, &user, None, now).await?;
    store::move_kept(tx, from, &id, now).await?;
    Ok(Some(id))
}
