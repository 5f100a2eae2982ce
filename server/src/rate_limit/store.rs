//! Wrong passwords and known browsers in the database.

use super::login_backoff::{FORGOTTEN_AFTER, LONGEST_DELAY};
use crate::{
    db::{Error, Tx, params, statements},
    values::{ids::Id, time::Moment},
};

statements! {
    // One statement decides whether this guess is looked at. A wait longer than any there is stems from a clock that was
    // ahead, and is none.
    COUNT = "INSERT INTO failed_guesses (bucket, failures, last_at, next_at) VALUES ($1, 1, $2, $2)
        ON CONFLICT (bucket) DO UPDATE
        SET failures = CASE WHEN failed_guesses.last_at < $3 THEN 1 ELSE failed_guesses.failures + 1 END, last_at = $2
        WHERE failed_guesses.next_at <= $2 OR failed_guesses.next_at > $4 RETURNING failures";
    DELAY = "UPDATE failed_guesses SET next_at = $2 WHERE bucket = $1";
    NEXT = "SELECT next_at FROM failed_guesses WHERE bucket = $1";
    GIVE_BACK = "UPDATE failed_guesses SET failures = failures - 1, next_at = last_at WHERE bucket = $1 AND failures > 0";
    // The condition is asked twice, here and below: of a row that is used again while we wait for it, once more.
    DELETE_FORGOTTEN = "DELETE FROM failed_guesses WHERE bucket IN (SELECT bucket FROM failed_guesses WHERE last_at < $1 LIMIT 500)
        AND last_at < $1";
    DEVICE = "SELECT user_id FROM known_devices WHERE hash = $1 AND ends_at > $2";
    REMEMBER_DEVICE = "INSERT INTO known_devices (hash, user_id, created_at, ends_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (hash) DO UPDATE SET ends_at = $4";
    DELETE_OLDEST_DEVICES = "DELETE FROM known_devices WHERE user_id = $1 AND hash NOT IN
        (SELECT hash FROM known_devices WHERE user_id = $1 ORDER BY ends_at DESC LIMIT $2)";
    DELETE_DEVICES_OF = "DELETE FROM known_devices WHERE user_id = $1";
    DELETE_ENDED_DEVICES = "DELETE FROM known_devices WHERE hash IN (SELECT hash FROM known_devices WHERE ends_at < $1 LIMIT 500)
        AND ends_at < $1";
}

/// How many there are with this one; `None` when it has to wait.
pub async fn count(tx: &Tx<'_>, bucket: &str, now: Moment) -> Result<Option<i64>, Error> {
    let values =
        params![bucket, now.micros(), now.minus(FORGOTTEN_AFTER).micros(), now.plus(LONGEST_DELAY).micros()];
    Ok(tx.optional::<(i64,)>(&COUNT, values).await?.map(|(failures,)| failures))
}

pub async fn delay(tx: &Tx<'_>, bucket: &str, next: Moment) -> Result<(), Error> {
    tx.execute(&DELAY, params![bucket, next.micros()]).await.map(|_| ())
}

pub async fn next(tx: &Tx<'_>, bucket: &str) -> Result<Option<Moment>, Error> {
    let found = tx.optional::<(i64,)>(&NEXT, params![bucket]).await?;
    Ok(found.map(|(next,)| Moment::from_micros(next)))
}

pub async fn give_back(tx: &Tx<'_>, bucket: &str) -> Result<(), Error> {
    tx.execute(&GIVE_BACK, params![bucket]).await.map(|_| ())
}

pub async fn knows_device(tx: &Tx<'_>, hash: &str, now: Moment) -> Result<bool, Error> {
    Ok(tx.optional::<(String,)>(&DEVICE, params![hash, now.micros()]).await?.is_some())
}

/// Leaves the account its latest `kept`.
pub async fn remember_device(
    tx: &Tx<'_>,
    hash: &str,
    user: &Id,
    now: Moment,
    ends_at: Moment,
    kept: i64,
) -> Result<(), Error> {
    let values = params![hash, user.as_str(), now.micros(), ends_at.micros()];
    tx.execute(&REMEMBER_DEVICE, values).await?;
    tx.execute(&DELETE_OLDEST_DEVICES, params![user.as_str(), kept]).await.map(|_| ())
}

pub async fn delete_devices_of(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    tx.execute(&DELETE_DEVICES_OF, params![user.as_str()]).await.map(|_| ())
}

/// Up to a thousand rows, so that no other write waits for long; 0 when there are no more.
pub async fn delete_outlived(tx: &Tx<'_>, now: Moment) -> Result<u64, Error> {
    let forgotten = now.minus(FORGOTTEN_AFTER).micros();
    let guesses = tx.execute(&DELETE_FORGOTTEN, params![forgotten]).await?;
    Ok(guesses + tx.execute(&DELETE_ENDED_DEVICES, params![now.micros()]).await?)
}
