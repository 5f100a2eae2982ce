//! The `leases` table.

use crate::{
    db::queries,
    values::{ids::Id, time::Timestamp},
};

#[derive(Clone, Copy)]
pub struct LeaseTerm {
    pub now: Timestamp,
    pub until: Timestamp,
    /// A lease that expires later was written with a wrong clock and is ignored.
    pub max_until: Timestamp,
}

queries! {
    // Free, expired, our own, or longer than the maximum ($5), which a node with a wrong clock wrote.
    /// Takes the lease. Returns `false` if another node has it.
    pub fn take(name: &str, holder: &Id, term: LeaseTerm) -> bool =
        "INSERT INTO leases (name, holder, expires_at) VALUES ($1, $2, $3)
        ON CONFLICT (name) DO UPDATE SET holder = $2, expires_at = $3
        WHERE leases.expires_at <= $4 OR leases.expires_at > $5 OR leases.holder = $2",
        [name, holder, term.until, term.now, term.max_until];
    /// Extends the lease. Returns `false` if it expired, or if another node has it.
    pub fn renew(name: &str, holder: &Id, term: LeaseTerm) -> bool =
        "UPDATE leases SET expires_at = $3 WHERE name = $1 AND holder = $2 AND expires_at > $4", [name, holder, term.until, term.now];
    /// Leaves the lease of another node unchanged.
    pub fn release(name: &str, holder: &Id) = "DELETE FROM leases WHERE name = $1 AND holder = $2";
}
