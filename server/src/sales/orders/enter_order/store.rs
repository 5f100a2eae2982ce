//! The search of customers for an order that staff enters.

use crate::{
    db::{Error, Tx, params, row, statements},
    values::search_words::word_range,
};

/// Read for one search. More customers than that begin alike only for one or two letters.
const MAX_READ: i64 = 500;

statements! {
    // CROSS JOIN makes SQLite start with the words.
    FIND_CUSTOMERS = "SELECT u.email, u.display_name, CASE WHEN u.email_verified_at IS NULL THEN 0 ELSE 1 END
        FROM user_search_words w CROSS JOIN users u
        WHERE w.word BETWEEN $1 AND $2 AND u.id = w.user_id AND u.email IS NOT NULL AND u.blocked_at IS NULL AND u.deleted_at IS NULL
        ORDER BY w.word, w.user_id LIMIT $3";
    CUSTOMER_BY_EMAIL = "SELECT email, display_name, CASE WHEN email_verified_at IS NULL THEN 0 ELSE 1 END
        FROM users WHERE email = $1 AND blocked_at IS NULL AND deleted_at IS NULL";
}

row! {
    pub struct FoundCustomerRow {
        pub email: String,
        pub name: String,
        pub is_verified: i32,
    }
}

/// The customer with exactly this address first, then those with a word that begins like the longest of the term. May
/// have a customer twice.
pub async fn find_customers(tx: &Tx<'_>, search_term: &str) -> Result<Vec<FoundCustomerRow>, Error> {
    let mut found: Vec<FoundCustomerRow> = tx.all(&CUSTOMER_BY_EMAIL, params![search_term]).await?;
    let (first, last) = word_range(search_term);
    found.extend(tx.all::<FoundCustomerRow>(&FIND_CUSTOMERS, params![first, last, MAX_READ]).await?);
    Ok(found)
}
