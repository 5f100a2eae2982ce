//! What waits for the owner, counted from indexes.

pub mod http;

use crate::{
    base::{
        config::Config,
        metadata::maintenance::{self, OverdueBackup},
    },
    db::{self, Tx},
    sales::{
        orders::paid_orders,
        payments,
        reviews::{self, review::ReviewState},
    },
    values::time::Timestamp,
};

pub struct OwnerTasks {
    pub orders_to_ship: i64,
    pub disputes: i64,
    pub failed_refunds: i64,
    pub reviews_to_approve: i64,
    pub overdue_backup: Option<OverdueBackup>,
}

pub async fn count(tx: &Tx<'_>, config: &Config, now: Timestamp) -> Result<OwnerTasks, db::Error> {
    Ok(OwnerTasks {
        orders_to_ship: paid_orders::store::count_to_ship(tx).await?,
        disputes: payments::store::count_disputed(tx).await?,
        failed_refunds: payments::store::count_failed_refunds(tx).await?,
        reviews_to_approve: reviews::store::count(tx, ReviewState::Pending).await?,
        overdue_backup: maintenance::overdue_backup(tx, config, now).await?,
    })
}
