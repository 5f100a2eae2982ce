//! A user's own list of sessions, and ending them from another browser.

use super::store::{self, Session, SessionSummary};
use crate::{accounts::user::User, db, shop::Shop, values::ids::Id};

const MAX_SESSIONS: i64 = 100;

/// Sessions that have not expired, most recently used first.
pub async fn list_sessions(shop: &Shop, user: &User) -> Result<Vec<SessionSummary>, db::Error> {
    let mut own = shop
        .db
        .read((user.id.clone(), shop.clock.now()), |tx, (user, now)| {
            store::by_user(tx, user, *now, MAX_SESSIONS)
        })
        .await?;
    for session in &mut own {
        session.last_seen_at = shop.sessions.last_seen(&session.id, session.last_seen_at);
    }
    own.retain(|session| shop.sessions.is_in_use(user.role, session.last_seen_at));
    own.sort_by_key(|session| std::cmp::Reverse(session.last_seen_at));
    Ok(own)
}

/// Ends a session of the user. Returns `false` if the user has no such session.
pub async fn end_session(shop: &Shop, user: &Id, id: &Id) -> Result<bool, db::Error> {
    shop.db.write((user.clone(), id.clone()), |tx, (user, id)| Box::pin(store::end_one(tx, user, id))).await
}

/// Ends all other sessions of the user, and returns their number.
pub async fn end_other_sessions(shop: &Shop, kept: &Session) -> Result<u64, db::Error> {
    let input = (kept.user.id.clone(), kept.id.clone());
    shop.db.write(input, |tx, (user, kept)| Box::pin(store::end_others(tx, user, kept))).await
}
