//! The search keys of all orders.

use futures_util::future::try_join_all;

use crate::{
    db::{Error, Tx, queries, row},
    values::{ids::Id, search_words::search_key},
};

row! {
    /// What the search finds an order by.
    pub struct OrderNames {
        pub id: Id,
        pub user_id: Id,
        pub customer: String,
        pub email: String,
        pub tool: String,
    }
}

queries! {
    fn names_after(after: &str, limit: i64) -> Vec<OrderNames> =
        "SELECT id, user_id, customer_name, customer_email, tool_name FROM orders WHERE id > $1 ORDER BY id LIMIT $2";
    fn set_search_key(id: &Id, search_key: &str) = "UPDATE orders SET search_key = $2 WHERE id = $1";
}

/// Writes the search keys of up to `limit` orders after this id again. Returns what they have.
pub async fn update_search_keys_after(
    tx: &Tx<'_>,
    after: &str,
    limit: i64,
) -> Result<Vec<OrderNames>, Error> {
    let orders = names_after(tx, after, limit).await?;
    let key = |order: &OrderNames| search_key(&[&order.customer, &order.email, &order.tool]);
    let keys: Vec<_> = orders.iter().map(|order| (&order.id, key(order))).collect();
    try_join_all(keys.iter().map(|(id, key)| set_search_key(tx, id, key))).await?;
    Ok(orders)
}
