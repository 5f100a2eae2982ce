//! The `leases` table.

use crate::{
    db::{Error, Tx, params, statements},
    values::{ids::Id, time::Timestamp},
};

statements! {
    // Free, expired, our own, or longer than the maximum ($5), which a node with a wrong clock wrote.
    TAKE = "INSERT INTO leases (name, holder, expires_at) VALUES ($1, $2, $3)
        ON CONFLICT (name) DO UPDATE SET holder = $2, expires_at = $3
        WHERE leases.expires_at <= $4 OR leases.expires_at > $5 OR leases.holder = $2";
    RENEW = "UPDATE leases SET expires_at = $3 WHERE name = $1 AND holder = $2 AND expires_at > $4";
    GIVE_UP = "DELETE FROM leases WHERE name = $1 AND holder = $2";
}

#[derive(Clone, Copy)]
pub struct LeaseTerm {
    pub now: Timestamp,
    pub until: Timestamp,
    /// A lease that expires later was written with a wrong clock and is ignored.
    pub max_until: Timestamp,
}

/// `false`: another node has the lease.
pub async fn take(tx: &Tx<'_>, name: &str, holder: &Id, term: LeaseTerm) -> Result<bool, Error> {
    let LeaseTerm { now, until, max_until: at_most } = term;
    let values = params![name, holder.as_str(), until.micros(), now.micros(), at_most.micros()];
    Ok(tx.execute(&TAKE, values).await? == 1)
}

/// `false`: the lease expired, or another node has it.
pub async fn renew(tx: &Tx<'_>, name: &str, holder: &Id, term: LeaseTerm) -> Result<bool, Error> {
    let values = params![name, holder.as_str(), term.until.micros(), term.now.micros()];
    Ok(tx.execute(&RENEW, values).await? == 1)
}

/// Leaves the lease of another node unchanged.
pub async fn release(tx: &Tx<'_>, name: &str, holder: &Id) -> Result<(), Error> {
    tx.execute(&GIVE_UP, params![name, holder.as_str()]).await.map(|_| ())
}
