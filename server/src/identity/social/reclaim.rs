//! An account whose address nobody had shown to be theirs, in the moment its owner does: whoever made it is put out.

use crate::identity::{
    store,
    user::{Role, User},
};
use crate::{
    audit::{self, Action, Entry},
    db::{self, Tx},
    values::time::Moment,
};

/// Takes away the password, every session, every other way in, the known browsers and the profile, and notes the address
/// as verified. Unpaid orders of before are deleted by `payment`, which reads when this was. Answers the user as they
/// are now, and what is to be logged once the transaction was kept.
///
/// An administrator stays one only by the host's word: whoever has the host meant the owner of the address, while an
/// administrator may have trusted the person who used the account.
pub async fn take_over(tx: &Tx<'_>, user: &User, now: Moment) -> Result<(User, Option<Entry>), db::Error> {
    let by_host =
        user.is_admin() && audit::store::last_actor(tx, &user.id, Action::GrantAdmin).await? == Some(None);
    let role = if by_host { Role::Admin } else { Role::User };
    if !store::empty_user(tx, &user.id, role, now).await? {
        return Err(tx.overtaken()); // verified since it was read: look again
    }
    let mut deed = None;
    if role != user.role {
        let entry = Entry {
            actor: Some(user.id.clone()),
            action: Action::RevokeAdmin,
            subject: user.id.clone(),
            at: now,
        };
        audit::record(tx, &entry).await?;
        deed = Some(entry);
    }
    Ok((User { role, photo_url: None, ..user.clone() }, deed))
}
