//! Writes all search keys and words again, after a migration that changed how letters are compared. The shop serves
//! nothing before it has ended.

pub mod store;

use self::store::OrderNames;
use crate::{
    accounts,
    base::metadata,
    catalogue,
    db::{Db, Error, Tx},
    values::ids::Id,
};

/// Present in `shop_metadata` while keys are written in the old form.
const OLD_KEYS: &str = "search_keys";
/// Rows of one transaction.
const BATCH_SIZE: i64 = 500;

#[derive(Clone, Copy, Debug)]
enum Table {
    Users,
    Tools,
    Orders,
}

/// Every node may run it. A start that was ended early begins again.
pub async fn update(db: &Db) -> Result<(), Error> {
    if db.read((), |tx, ()| metadata::store::get(tx, OLD_KEYS)).await?.is_none() {
        return Ok(());
    }
    tracing::info!("writing the words that searches find customers, tools and orders by");
    for table in [Table::Users, Table::Tools, Table::Orders] {
        let mut after = Some(String::new());
        while let Some(id) = after {
            let batch = db.write_bulk((table, id), |tx, (table, id)| Box::pin(update_after(tx, *table, id)));
            after = batch.await?.map(|id| id.to_string());
        }
    }
    db.write((), |tx, ()| metadata::store::delete(tx, OLD_KEYS)).await
}

/// The next rows. Returns the last one.
async fn update_after(tx: &Tx<'_>, table: Table, after: &str) -> Result<Option<Id>, Error> {
    match table {
        Table::Users => accounts::store::update_search_words_after(tx, after, BATCH_SIZE).await,
        Table::Tools => catalogue::tools::store::update_search_keys_after(tx, after, BATCH_SIZE).await,
        Table::Orders => {
            let orders = store::update_search_keys_after(tx, after, BATCH_SIZE).await?;
            // The account may have another name now.
            for OrderNames { user_id, customer, email, .. } in &orders {
                accounts::store::add_search_words(tx, user_id, &format!("{customer} {email}")).await?;
            }
            Ok(orders.last().map(|order| order.id.clone()))
        }
    }
}
