//! The table `newsletter_consents`.

use crate::{
    db::{Error, One, Tx, queries, row},
    values::{
        email::Email,
        ids::{Id, Secret},
        language::Language,
        time::Timestamp,
    },
};

/// Rows that a step of the cleanup deletes.
const BATCH_SIZE: i64 = 1_000;

/// A consent that waits for the link in its e-mail.
pub struct NewConsent {
    pub id: Id,
    pub email: Email,
    pub language: Language,
    /// As it was shown.
    pub wording: String,
    pub page: String,
    pub confirm: Secret,
    pub unsubscribe: Secret,
    pub asked_at: Timestamp,
}

row! {
    /// A consent as its address may see it.
    pub struct ConsentRow {
        pub language: Language,
        pub wording: String,
        pub page: String,
        pub asked_at: Timestamp,
        pub confirmed_at: Option<Timestamp>,
        pub withdrawn_at: Option<Timestamp>,
    }
}

row! {
    /// What a link that confirms found.
    pub struct FoundConsent {
        pub id: Id,
        pub email: Email,
        pub asked_at: Timestamp,
        pub confirmed_at: Option<Timestamp>,
        pub withdrawn_at: Option<Timestamp>,
    }
}

queries! {
    fn insert_row(new: &NewConsent, confirm_hash: &str, unsubscribe_hash: &str) =
        "INSERT INTO newsletter_consents (id, email, language, wording, page, confirm_hash, unsubscribe_hash, asked_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        [new.id, new.email, new.language, new.wording, new.page, confirm_hash, unsubscribe_hash, new.asked_at];
    pub fn by_confirm_link(confirm_hash: &str) -> Option<FoundConsent> =
        "SELECT id, email, asked_at, confirmed_at, withdrawn_at FROM newsletter_consents WHERE confirm_hash = $1";
    /// The address that got this link.
    pub fn recipient_of_link(unsubscribe_hash: &str) -> Option<Email> =
        "SELECT email FROM newsletter_consents WHERE unsubscribe_hash = $1";
    pub fn is_subscribed(email: &Email) -> bool =
        "SELECT id FROM newsletter_consents WHERE email = $1 AND confirmed_at IS NOT NULL AND withdrawn_at IS NULL";
    /// Returns `false` if the consent was confirmed or withdrawn before.
    pub fn confirm(id: &Id, now: Timestamp) -> bool =
        "UPDATE newsletter_consents SET confirmed_at = $2 WHERE id = $1 AND confirmed_at IS NULL AND withdrawn_at IS NULL";
    /// Withdraws every consent of the address, also one that waits for its link.
    pub fn withdraw(email: &Email, now: Timestamp) =
        "UPDATE newsletter_consents SET withdrawn_at = $2 WHERE email = $1 AND withdrawn_at IS NULL";
    /// The consents of the address, oldest first.
    pub fn of_email(email: &Email, limit: i64) -> Vec<ConsentRow> =
        "SELECT language, wording, page, asked_at, confirmed_at, withdrawn_at FROM newsletter_consents
        WHERE email = $1 ORDER BY asked_at, id LIMIT $2";
    pub fn count_subscribed() -> One<i64> =
        "SELECT CAST(count(*) AS BIGINT) FROM newsletter_consents WHERE confirmed_at IS NOT NULL AND withdrawn_at IS NULL";
    fn delete_pending(asked_until: Timestamp, limit: i64) -> u64 =
        "DELETE FROM newsletter_consents WHERE id IN (SELECT id FROM newsletter_consents
        WHERE confirmed_at IS NULL AND asked_at <= $1 LIMIT $2)";
    fn delete_withdrawn(withdrawn_until: Timestamp, limit: i64) -> u64 =
        "DELETE FROM newsletter_consents WHERE id IN (SELECT id FROM newsletter_consents
        WHERE withdrawn_at IS NOT NULL AND withdrawn_at <= $1 LIMIT $2)";
}

pub async fn insert(tx: &Tx<'_>, new: &NewConsent) -> Result<(), Error> {
    insert_row(tx, new, &new.confirm.hash(), &new.unsubscribe.hash()).await
}

/// Deletes some rows of each kind. Returns 0 when there are no more.
pub async fn delete_old(
    tx: &Tx<'_>,
    asked_until: Timestamp,
    withdrawn_until: Timestamp,
) -> Result<u64, Error> {
    let pending = delete_pending(tx, asked_until, BATCH_SIZE).await?;
    Ok(pending + delete_withdrawn(tx, withdrawn_until, BATCH_SIZE).await?)
}
