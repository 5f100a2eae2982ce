//! The `leases` table.

use crate::{
    db::{Error, Tx, params, statements},
    values::{ids::Id, time::Moment},
};

statements! {
    // Free, run out, our own, or longer than anybody asks for ($5): the clock of whoever wrote that was wrong.
    TAKE = "INSERT INTO leases (name, holder, expires_at) VALUES ($1, $2, $3)
        ON CONFLICT (name) DO UPDATE SET holder = $2, expires_at = $3
        WHERE leases.expires_at <= $4 OR leases.expires_at > $5 OR leases.holder = $2";
    RENEW = "UPDATE leases SET expires_at = $3 WHERE name = $1 AND holder = $2 AND expires_at > $4";
    GIVE_UP = "DELETE FROM leases WHERE name = $1 AND holder = $2";
}

/// Until when a lease is held, seen from `now`.
#[derive(Clone, Copy)]
pub struct Term {
    pub now: Moment,
    pub until: Moment,
    /// What is said to last beyond this is not believed.
    pub at_most: Moment,
}

/// `false`: somebody else has it.
pub async fn take(tx: &Tx<'_>, name: &str, holder: &Id, term: Term) -> Result<bool, Error> {
    let Term { now, until, at_most } = term;
    let values = params![name, holder.as_str(), until.micros(), now.micros(), at_most.micros()];
    Ok(tx.execute(&TAKE, values).await? == 1)
}

/// `false`: it ran out, or somebody else has it.
pub async fn renew(tx: &Tx<'_>, name: &str, holder: &Id, term: Term) -> Result<bool, Error> {
    let values = params![name, holder.as_str(), term.until.micros(), term.now.micros()];
    Ok(tx.execute(&RENEW, values).await? == 1)
}

/// Nothing happens to the lease of somebody else.
pub async fn give_up(tx: &Tx<'_>, name: &str, holder: &Id) -> Result<(), Error> {
    tx.execute(&GIVE_UP, params![name, holder.as_str()]).await.map(|_| ())
}
