//! The search of customers for an order that staff enters.

use crate::{
    db::{Error, Param, Tx, queries, row},
    sales::orders::store::is_unconfirmed,
    values::{
        ids::Id,
        search_words::{MAX_TERM_WORDS, word_patterns, word_range},
        time::Timestamp,
    },
};

/// Read for one search. More customers than that have only the words of a vague one.
const MAX_READ: i64 = 500;

row! {
    /// A customer whom staff can choose for an order.
    #[derive(serde::Serialize, utoipa::ToSchema)]
    #[schema(as = OrderCustomer)]
    pub struct FoundCustomer {
        pub email: String,
        pub name: String,
        /// Whether the e-mail address is verified.
        pub verified: bool,
    }
}

queries! {
    /// Up to a hundred unpaid orders that this account may delete.
    pub fn deletable_of(user: &Id) -> Vec<Id> =
        concat!("SELECT id FROM orders WHERE user_id = $1 AND transaction_id IS NULL AND NOT ", is_unconfirmed!(), " ORDER BY id LIMIT 100");
    pub fn first_kept_name(user: &Id) -> Option<String> =
        concat!("SELECT customer_name FROM orders WHERE user_id = $1 AND ", is_unconfirmed!(), " ORDER BY id LIMIT 1");
    pub fn move_kept(from: &Id, to: &Id, now: Timestamp) =
        concat!("UPDATE orders SET user_id = $2, changed_at = $3 WHERE user_id = $1 AND ", is_unconfirmed!());
    // CROSS JOIN makes SQLite start with the words.
    fn by_words(patterns: &[String; MAX_TERM_WORDS], words: (i64, i64), limit: i64) -> Vec<FoundCustomer> =
        "SELECT u.email, u.display_name, CASE WHEN u.email_verified_at IS NULL THEN 0 ELSE 1 END
        FROM user_search_words w CROSS JOIN users u
        WHERE w.word BETWEEN $5 AND $6 AND u.id = w.user_id AND u.email IS NOT NULL AND u.blocked_at IS NULL AND u.deleted_at IS NULL
            AND u.search_key LIKE $1 ESCAPE '!' AND u.search_key LIKE $2 ESCAPE '!' AND u.search_key LIKE $3 ESCAPE '!' AND u.search_key LIKE $4 ESCAPE '!'
        ORDER BY w.word, w.user_id LIMIT $7", [@patterns.iter().map(Param::to_value).collect(), words.0, words.1, limit];
    fn by_email(email: &str) -> Vec<FoundCustomer> =
        "SELECT email, display_name, CASE WHEN email_verified_at IS NULL THEN 0 ELSE 1 END
        FROM users WHERE email = $1 AND blocked_at IS NULL AND deleted_at IS NULL";
}

/// The customer with exactly this address, and those who have all words of the search. May have a customer twice.
pub async fn find_customers(tx: &Tx<'_>, search_term: &str) -> Result<Vec<FoundCustomer>, Error> {
    let mut found = by_email(tx, search_term).await?;
    found.extend(by_words(tx, &word_patterns(search_term), word_range(search_term), MAX_READ).await?);
    Ok(found)
}
