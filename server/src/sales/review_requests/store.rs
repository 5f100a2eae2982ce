//! The tables `review_requests` and `review_request_opt_outs`.

use crate::{
    db::{queries, row},
    values::{ids::Id, time::Timestamp},
};

/// The times that decide which purchases are due.
#[derive(Clone, Copy)]
pub struct DueTimes {
    /// A purchase that should have arrived by then is due.
    pub arrived_until: Timestamp,
    /// A purchase that should have arrived before is too old.
    pub arrived_from: Timestamp,
    /// A purchase that is due was shipped then at the earliest.
    pub shipped_from: Timestamp,
    /// An older purchase is no consent to the e-mail any more.
    pub bought_from: Timestamp,
}

row! {
    /// A tool of a purchase that its buyer has not reviewed.
    pub struct UnreviewedTool {
        pub id: Id,
        pub name: String,
    }
}

/// Whether the order `x` may be reviewed: it was shipped, and nothing of it was refunded or is disputed.
macro_rules! is_kept {
    ($x:literal) => {
        concat!(
            $x,
            ".state = 'shipped' AND ",
            $x,
            ".disputed_at IS NULL AND ",
            $x,
            ".part_refunded_cents = 0"
        )
    };
}

/// The purchases whose last order arrived in time, with none left to ship and one or more to review. The buyer has
/// confirmed the address and can log in to review.
macro_rules! due {
    ($rest:literal) => {
        concat!(
            "SELECT p.id, o.user_id FROM orders o JOIN purchases p ON p.id = o.purchase_id
            JOIN users u ON u.id = o.user_id AND u.email = o.customer_email AND u.email_verified_at IS NOT NULL
                AND u.blocked_at IS NULL AND (u.password_hash IS NOT NULL OR u.phone IS NOT NULL
                OR EXISTS (SELECT 1 FROM linked_identities l WHERE l.user_id = u.id))
            WHERE o.shipped_at > $3 AND o.shipped_at <= $1 AND p.created_at > $4
            AND o.shipped_at + CASE WHEN p.is_pick_up = 1 OR p.days_to IS NULL THEN 0 ELSE p.days_to END * 86400000000 > $2
            AND NOT EXISTS (SELECT 1 FROM review_requests r WHERE r.purchase_id = p.id)
            AND EXISTS (SELECT 1 FROM orders k WHERE k.purchase_id = p.id AND ", is_kept!("k"), ")
            AND NOT EXISTS (SELECT 1 FROM orders x WHERE x.purchase_id = p.id AND (x.state IN ('unpaid', 'paid')
                OR (x.state = 'shipped'
                    AND x.shipped_at + CASE WHEN p.is_pick_up = 1 OR p.days_to IS NULL THEN 0 ELSE p.days_to END * 86400000000 > $1)))",
            $rest
        )
    };
}

queries! {
    /// The due purchases after this id, with their buyers.
    pub fn due(times: DueTimes, after: &str, limit: i64) -> Vec<(Id, Id)> = due!(" AND p.id > $5 GROUP BY p.id, o.user_id ORDER BY p.id LIMIT $6"),
        [times.arrived_until, times.arrived_from, times.shipped_from, times.bought_from, after, limit];
    pub fn is_due(times: DueTimes, purchase: &Id) -> bool = due!(" AND p.id = $5"),
        [times.arrived_until, times.arrived_from, times.shipped_from, times.bought_from, purchase];
    /// The tools that the buyer kept and has not reviewed, and that are for sale, by line.
    pub fn unreviewed(purchase: &Id) -> Vec<UnreviewedTool> = concat!(
        "SELECT t.id, o.tool_name FROM orders o JOIN tools t ON t.id = o.tool_id
        WHERE o.purchase_id = $1 AND ", is_kept!("o"), " AND t.deleted_at IS NULL AND t.draft = 0
        AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.tool_id = o.tool_id AND r.user_id = o.user_id) ORDER BY o.line");
    /// Returns `false` if the purchase was asked about before. Of two nodes one gets `true`.
    pub fn insert(purchase: &Id, address_hash: &str, link_hash: &str, now: Timestamp) -> bool =
        "INSERT INTO review_requests (purchase_id, address_hash, link_hash, created_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (purchase_id) DO NOTHING";
    /// The buyer who got this link, and the hash of the address. A deleted account has no hash.
    pub fn recipient_of_link(link_hash: &str) -> Option<(Id, Option<String>)> =
        "SELECT o.user_id, r.address_hash FROM review_requests r JOIN orders o ON o.purchase_id = r.purchase_id
        WHERE r.link_hash = $1 LIMIT 1";
    pub fn opt_out(address_hash: &str, now: Timestamp) =
        "INSERT INTO review_request_opt_outs (address_hash, created_at) VALUES ($1, $2) ON CONFLICT (address_hash) DO NOTHING";
    pub fn has_opted_out(address_hash: &str) -> bool =
        "SELECT address_hash FROM review_request_opt_outs WHERE address_hash = $1";
    pub fn opted_out_at(address_hash: &str) -> Option<Timestamp> =
        "SELECT created_at FROM review_request_opt_outs WHERE address_hash = $1";
    /// The purchases of the account for which a request was due, and when.
    pub fn of_user(user: &Id) -> Vec<(Id, Timestamp)> =
        "SELECT purchase_id, created_at FROM review_requests
        WHERE purchase_id IN (SELECT purchase_id FROM orders WHERE user_id = $1) ORDER BY created_at, purchase_id";
    /// Forgets the address of an account that is deleted.
    pub fn anonymize(user: &Id) =
        "UPDATE review_requests SET address_hash = NULL WHERE purchase_id IN (SELECT purchase_id FROM orders WHERE user_id = $1)";
}
