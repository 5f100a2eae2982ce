//! Codes in the database.

use super::Errand;
use crate::{
    db::{Error, Tx, params, statements},
    values::{hash::sha256_hex, ids::Id, time::Moment},
};

statements! {
    // Whoever asks for a code to the same target, or in the same hands, at the same moment waits here until this one is
    // noted, and counts it.
    QUEUE_UP = "INSERT INTO letters_asked_for (bucket, letters, since) VALUES ($1, 0, $2)
        ON CONFLICT (bucket) DO UPDATE SET since = $2";
    // What was noted under a clock that was far ahead counts as long ago: else it would count until that time has come.
    SENT = "SELECT created_at FROM codes WHERE purpose = $1 AND target = $2 AND created_at > $3 AND created_at <= $4 ORDER BY created_at, id";
    SENT_TO_HOLDER = "SELECT created_at FROM codes WHERE purpose = $1 AND target = $2 AND holder_hash = $3 AND created_at > $4 AND created_at <= $5
        ORDER BY created_at, id";
    TRIES = "SELECT CAST(coalesce(sum(tries), 0) AS BIGINT) FROM codes WHERE purpose = $1 AND target = $2 AND created_at > $3 AND created_at <= $4";
    TRIES_OF_HOLDER = "SELECT CAST(coalesce(sum(tries), 0) AS BIGINT) FROM codes WHERE purpose = $1 AND target = $2 AND holder_hash = $3
        AND created_at > $4 AND created_at <= $5";
    SENT_FOR = "SELECT CAST(count(*) AS BIGINT) FROM codes WHERE holder_hash = $1 AND created_at > $2 AND created_at <= $3";
    CLOSE_FORMER = "UPDATE codes SET closed_at = $4 WHERE purpose = $1 AND target = $2 AND holder_hash = $3 AND closed_at IS NULL";
    INSERT = "INSERT INTO codes (id, purpose, target, holder_hash, code_hash, tries, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, 0, $6, $7)";
    TRY = "UPDATE codes SET tries = tries + 1 WHERE purpose = $1 AND target = $2 AND holder_hash = $3 AND closed_at IS NULL AND tries < $4 AND expires_at > $5
        RETURNING id, code_hash";
    CLOSE = "UPDATE codes SET closed_at = $2 WHERE id = $1 AND closed_at IS NULL";
    DELETE_OLD = "DELETE FROM codes WHERE id IN (SELECT id FROM codes WHERE created_at < $1 OR created_at > $2 LIMIT 500)";
}

/// Until the transaction ends, nobody else is sent a code for this target, or tries one.
pub async fn queue_up(tx: &Tx<'_>, errand: &Errand, now: Moment) -> Result<(), Error> {
    let target = sha256_hex(errand.target.as_bytes());
    let bucket = format!("code {} {target}", errand.purpose.as_str());
    tx.execute(&QUEUE_UP, params![bucket, now.micros()]).await.map(|_| ())
}

/// Until the transaction ends, nobody else is sent a code for whoever asks. After [`queue_up`], as everywhere.
pub async fn queue_up_for_one(tx: &Tx<'_>, errand: &Errand, now: Moment) -> Result<(), Error> {
    let bucket = format!("codes for {}", errand.holder);
    tx.execute(&QUEUE_UP, params![bucket, now.micros()]).await.map(|_| ())
}

/// When codes were sent there, the first first: to whomever, or to a known browser itself.
pub async fn sent(tx: &Tx<'_>, errand: &Errand, since: Moment, until: Moment) -> Result<Vec<Moment>, Error> {
    let (purpose, target, holder) = (errand.purpose.as_str(), errand.target.as_str(), errand.holder.as_str());
    let rows: Vec<(i64,)> = if errand.is_known {
        tx.all(&SENT_TO_HOLDER, params![purpose, target, holder, since.micros(), until.micros()]).await?
    } else {
        tx.all(&SENT, params![purpose, target, since.micros(), until.micros()]).await?
    };
    Ok(rows.into_iter().map(|(at,)| Moment::from_micros(at)).collect())
}

/// How many were sent for whoever asks.
pub async fn sent_for(tx: &Tx<'_>, errand: &Errand, since: Moment, until: Moment) -> Result<i64, Error> {
    tx.one::<(i64,)>(&SENT_FOR, params![errand.holder.as_str(), since.micros(), until.micros()])
        .await
        .map(|(count,)| count)
}

/// How often a code for this target was tried: by whomever, or by a known browser itself.
pub async fn tries(tx: &Tx<'_>, errand: &Errand, since: Moment, until: Moment) -> Result<i64, Error> {
    let (purpose, target, holder) = (errand.purpose.as_str(), errand.target.as_str(), errand.holder.as_str());
    let (tries,): (i64,) = if errand.is_known {
        tx.one(&TRIES_OF_HOLDER, params![purpose, target, holder, since.micros(), until.micros()]).await?
    } else {
        tx.one(&TRIES, params![purpose, target, since.micros(), until.micros()]).await?
    };
    Ok(tries)
}

/// Ends the code that whoever asks has for this target.
pub async fn close_former(tx: &Tx<'_>, errand: &Errand, now: Moment) -> Result<(), Error> {
    let values =
        params![errand.purpose.as_str(), errand.target.as_str(), errand.holder.as_str(), now.micros()];
    tx.execute(&CLOSE_FORMER, values).await.map(|_| ())
}

pub async fn insert(
    tx: &Tx<'_>,
    id: &Id,
    errand: &Errand,
    code_hash: &str,
    now: Moment,
    expires_at: Moment,
) -> Result<(), Error> {
    let values = params![
        id.as_str(),
        errand.purpose.as_str(),
        errand.target.as_str(),
        errand.holder.as_str(),
        code_hash,
        now.micros(),
        expires_at.micros()
    ];
    tx.execute(&INSERT, values).await.map(|_| ())
}

/// The code that is open for this errand, with one try less.
pub async fn try_open(
    tx: &Tx<'_>,
    errand: &Errand,
    most: i64,
    now: Moment,
) -> Result<Option<(Id, String)>, Error> {
    let values =
        params![errand.purpose.as_str(), errand.target.as_str(), errand.holder.as_str(), most, now.micros()];
    let row = tx.optional::<(String, String)>(&TRY, values).await?;
    Ok(row.and_then(|(id, hash)| Some((Id::parse(&id)?, hash))))
}

pub async fn close(tx: &Tx<'_>, id: &Id, now: Moment) -> Result<bool, Error> {
    Ok(tx.execute(&CLOSE, params![id.as_str(), now.micros()]).await? == 1)
}

/// Up to five hundred rows, so that no other write waits for long: of long ago, and of a clock that was far ahead.
pub async fn delete_old(tx: &Tx<'_>, before: Moment, after: Moment) -> Result<u64, Error> {
    tx.execute(&DELETE_OLD, params![before.micros(), after.micros()]).await
}
