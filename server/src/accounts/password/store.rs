//! Passwords in the database.

use super::{HashedPassword, PasswordStrength};
use crate::{db::queries, values::ids::Id};

queries! {
    // Changes only the hash that was verified, so that one of two concurrent changes is refused.
    /// Returns `false` if the stored hash is no longer `confirmed`.
    pub fn change(user: &Id, confirmed: Option<&str>, new: &HashedPassword) -> bool =
        "UPDATE users SET password_hash = $3, has_weak_password = $4 WHERE id = $1 AND deleted_at IS NULL AND coalesce(password_hash, '') = $2",
        [user, confirmed.unwrap_or_default(), new.hash, new.strength.is_weak()];
    /// The caller has locked the account.
    pub fn set(user: &Id, new: &HashedPassword) = "UPDATE users SET password_hash = $2, has_weak_password = $3 WHERE id = $1",
        [user, new.hash, new.strength.is_weak()];
    /// Does nothing if the hash is no longer the one of the judged password.
    pub fn set_strength(user: &Id, hash: &str, strength: PasswordStrength) =
        "UPDATE users SET has_weak_password = $3 WHERE id = $1 AND password_hash = $2", [user, hash, strength.is_weak()];
}
