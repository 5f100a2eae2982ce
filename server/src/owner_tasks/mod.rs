//! What waits for the owner, counted from indexes.

pub mod http;

use crate::{
    db::{self, Tx},
    orders::paid_orders,
    payments,
    reviews::{self, review::ReviewState},
};

pub struct OwnerTasks {
    pub orders_to_ship: i64,
    pub disputes: i64,
    pub failed_refunds: i64,
    pub reviews_to_approve: i64,
}

pub async fn count(tx: &Tx<'_>) -> Result<OwnerTasks, db::Error> {
    Ok(OwnerTasks {
        orders_to_ship: paid_orders::store::count_to_ship(tx).await?,
        disputes: payments::store::count_disputed(tx).await?,
        failed_refunds: payments::store::count_failed_refunds(tx).await?,
        reviews_to_approve: reviews::store::count(tx, ReviewState::Pending).await?,
    })
}
