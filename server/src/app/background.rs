//! Background jobs: refresh the catalogue, reconcile payments, send e-mails, webhooks and notifications, sum sales,
//! queue notices, delete expired rows.
//! Every job may run on several nodes at once. A job that one node runs for all holds a lease.

use std::{
    panic::AssertUnwindSafe,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use futures_util::FutureExt as _;
use tokio::{sync::watch, task::JoinSet, time::sleep};

use crate::{
    accounts::{self, push_devices, social},
    back_office::{backup, figures},
    base::{audit, email, idempotency, lease, rate_limit},
    catalogue::{self, stock_alerts, uploads},
    db::{self, Db},
    http::database_log,
    sales::{
        basket, guests, newsletter,
        orders::anonymize,
        owner_notices,
        payments::{
            ended_purchase,
            job::{self as payments_job, reconcile},
        },
        review_requests,
    },
    settings::{redirects, webhooks},
    shop::Shop,
    values::time::Timestamp,
};

const CATALOGUE_INTERVAL: Duration = Duration::from_millis(500);
const CLEANUP_INTERVAL: Duration = Duration::from_secs(30);
const NOTICES_INTERVAL: Duration = Duration::from_secs(30);
const REVIEW_REQUESTS_INTERVAL: Duration = Duration::from_mins(10);
/// New e-mails are sent at once. This interval is for retries and for e-mails of a node that died.
const EMAIL_INTERVAL: Duration = Duration::from_secs(5);
/// New events are delivered at once. This interval is for retries and for events of a node that died.
const WEBHOOK_INTERVAL: Duration = Duration::from_secs(5);
/// New notifications are sent at once. This interval is for retries and for notifications of a node that died.
const PUSH_INTERVAL: Duration = Duration::from_secs(5);
/// How often past days are summed for Figures.
const FIGURES_INTERVAL: Duration = Duration::from_mins(1);
/// How often the job checks whether the backup of the night is due.
const BACKUP_INTERVAL: Duration = Duration::from_mins(5);
/// Time for running jobs to finish at shutdown. A job that is cut off continues at the next start.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

pub struct BackgroundJobs {
    shop: Arc<Shop>,
    /// Dropping it stops the jobs.
    running: watch::Sender<()>,
    loops: JoinSet<()>,
}

/// Starts one loop for each job, so that a payment provider that does not answer delays no other job.
pub fn start(shop: &Arc<Shop>) -> BackgroundJobs {
    let (running, stop) = watch::channel(());
    let mut loops = JoinSet::new();
    let job = |name| Job { name, context: Arc::clone(shop), stop: stop.clone() };
    loops.spawn(job("catalogue").run(async |_: &Shop| sleep(CATALOGUE_INTERVAL).await, refresh));
    let pause = async |shop: &Shop| at_most(CLEANUP_INTERVAL, shop.reclaimed.notified()).await;
    loops.spawn(job("payments").run(pause, reconcile));
    if shop.mailer.is_on() {
        let pause = async |shop: &Shop| at_most(EMAIL_INTERVAL, shop.mailer.notified()).await;
        loops.spawn(job("e-mail").run(pause, deliver));
    }
    if shop.config.backups.folder.is_some() {
        loops.spawn(
            job("backup").run(async |_: &Shop| sleep(BACKUP_INTERVAL).await, backup::automatic::nightly),
        );
    }
    let pause = async |shop: &Shop| at_most(PUSH_INTERVAL, shop.push.notified()).await;
    loops.spawn(job("notifications").run(pause, deliver_notifications));
    // A lane for each endpoint, so that a slow receiver delays no other.
    for lane in 0..webhooks::MAX_ENDPOINTS {
        let pause = async |shop: &Shop| at_most(WEBHOOK_INTERVAL, shop.webhooks.notified()).await;
        loops.spawn(job("webhooks").run(pause, async move |shop: &Shop| deliver_webhooks(shop, lane).await));
    }
    let is_compared = AtomicBool::new(false);
    let sum = async move |shop: &Shop| {
        if !is_compared.load(Ordering::Relaxed) {
            is_compared.store(repair_sums(shop).await, Ordering::Relaxed);
        }
        sum_sales(shop).await;
    };
    loops.spawn(job("figures").run(async |_: &Shop| sleep(FIGURES_INTERVAL).await, sum));
    loops.spawn(job("notices").run(async |_: &Shop| sleep(NOTICES_INTERVAL).await, notices));
    let pause = async |_: &Shop| sleep(REVIEW_REQUESTS_INTERVAL).await;
    loops.spawn(job("review requests").run(pause, ask_for_reviews));
    loops.spawn(job("cleanup").run(async |_: &Shop| sleep(CLEANUP_INTERVAL).await, cleanup));
    BackgroundJobs { shop: Arc::clone(shop), running, loops }
}

impl BackgroundJobs {
    /// Waits for running jobs until the timeout.
    pub async fn stop(mut self) {
        drop(self.running);
        let ended = async { while self.loops.join_next().await.is_some() {} };
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, ended).await.is_err() {
            tracing::warn!("background jobs did not finish in time and were stopped");
            self.loops.shutdown().await;
            // A job that finished has released its lease already.
            for name in [payments_job::LEASE_NAME, backup::automatic::LEASE_NAME] {
                if let Err(error) = lease::release(self.shop.lease_holder(), name).await {
                    tracing::warn!(%error, name, "the lease was not released; another node continues when it expires");
                }
            }
        }
    }
}

async fn at_most(time: Duration, notification: impl Future<Output = ()>) {
    // A missed notification delays a round and loses nothing.
    let _ = tokio::time::timeout(time, notification).await;
}

struct Job<Context> {
    name: &'static str,
    /// The shop, except in tests.
    context: Arc<Context>,
    stop: watch::Receiver<()>,
}

impl<Context> Job<Context> {
    /// A panic ends one round and not the loop.
    async fn run(mut self, pause: impl AsyncFn(&Context), round: impl AsyncFn(&Context)) {
        loop {
            tokio::select! {
                _ = self.stop.changed() => return,
                () = pause(&self.context) => {}
            }
            if AssertUnwindSafe(round(&self.context)).catch_unwind().await.is_err() {
                tracing::error!(name = self.name, "a background job panicked");
            }
        }
    }
}

/// Runs the slow jobs once.
pub async fn tidy(shop: &Shop) {
    reconcile(shop).await;
    sum_sales(shop).await;
    notices(shop).await;
    ask_for_reviews(shop).await;
    cleanup(shop).await;
}

async fn refresh(shop: &Shop) {
    match shop.catalogue.refresh().await {
        Ok(()) => database_log::answered(),
        Err(error) => database_log::failed("the catalogue could not be refreshed", &error),
    }
    if let Err(error) = shop.categories.refresh().await {
        database_log::failed("the categories could not be refreshed", &error);
    }
    if let Err(error) = shop.settings.refresh().await {
        database_log::failed("the shop settings could not be refreshed", &error);
    }
    if let Err(error) = shop.webhooks.refresh(&shop.db).await {
        database_log::failed("the webhooks could not be refreshed", &error);
    }
}

async fn deliver(shop: &Shop) {
    if let Err(error) = email::outbox_worker::deliver_due(&shop.mailer, &shop.db, &shop.clock).await {
        database_log::failed("due e-mails could not be read or marked, they wait for the next round", &error);
    }
}

async fn repair_sums(shop: &Shop) -> bool {
    let repaired = figures::roll_up::repair(shop).await;
    if let Err(error) = &repaired {
        database_log::failed("the sums of past days could not be compared with their orders", error);
    }
    repaired.is_ok()
}

async fn sum_sales(shop: &Shop) {
    if let Err(error) = figures::roll_up::roll_up(shop).await {
        database_log::failed(
            "the sales of past days could not be summed; Figures reads their orders",
            &error,
        );
    }
}

async fn deliver_webhooks(shop: &Shop, lane: usize) {
    if let Err(error) = webhooks::deliver::deliver_lane(shop, lane).await {
        database_log::failed(
            "due webhooks could not be read or marked, they wait for the next round",
            &error,
        );
    }
}

async fn deliver_notifications(shop: &Shop) {
    if let Err(error) = push_devices::deliver::deliver_due(shop).await {
        database_log::failed(
            "due notifications could not be read or marked, they wait for the next round",
            &error,
        );
    }
}

/// E-mails that no request sends.
async fn notices(shop: &Shop) {
    owner_notices::send_due(shop).await;
    if let Err(error) = stock_alerts::send_due(shop).await {
        database_log::failed("customers could not be told that a tool is back in stock", &error);
    }
}

async fn ask_for_reviews(shop: &Shop) {
    if let Err(error) = review_requests::send_due(shop).await {
        database_log::failed("customers could not be asked for reviews", &error);
    }
}

async fn cleanup(shop: &Shop) {
    if let Err(error) = anonymize::remove_old_contacts(shop).await {
        tracing::warn!(%error, "address and phone of old orders could not be removed");
    }
    shop.limiters.delete_expired();
    shop.sessions.delete_expired();
    let now = shop.clock.now();
    if let Err(error) = redirects::save_counts(&shop.db, &shop.path_counts, now).await {
        database_log::failed("the requests of redirects and missing paths could not be counted", &error);
    }
    for (what, delete) in EXPIRING_ROWS {
        if let Err(error) = delete_in_steps(&shop.db, delete, now).await {
            database_log::failed(&format!("expired {what} could not be deleted"), &error);
        }
    }
}

/// Deletes some expired rows, and returns how many.
pub type DeleteStep = db::Body<Timestamp, u64, db::Error>;

/// app/retention.rs names the step of each table.
pub const EXPIRING_ROWS: [(&str, DeleteStep); 15] = [
    ("identity", |tx, now| Box::pin(accounts::cleanup::delete_expired(tx, *now))),
    ("rate limits", |tx, now| rate_limit::store::delete_expired(tx, *now)),
    ("social logins", |tx, now| Box::pin(social::delete_expired(tx, *now))),
    ("upload tokens", |tx, now| Box::pin(uploads::upload_token::delete_expired(tx, *now))),
    ("e-mails", |tx, now| Box::pin(email::delete_expired(tx, *now))),
    ("webhooks", |tx, now| Box::pin(webhooks::delete_expired(tx, *now))),
    ("searches", |tx, now| Box::pin(figures::empty_searches::delete_expired(tx, *now))),
    ("missing paths", |tx, now| Box::pin(redirects::delete_expired(tx, *now))),
    ("baskets", |tx, now| Box::pin(basket::delete_expired(tx, *now))),
    ("guests", |tx, now| Box::pin(guests::delete_expired(tx, *now))),
    ("newsletter consents", |tx, now| Box::pin(newsletter::delete_expired(tx, *now))),
    ("ended purchases", |tx, now| ended_purchase::store::delete_expired(tx, *now)),
    ("removed tools", |tx, now| Box::pin(catalogue::tools::removed::delete_expired(tx, *now))),
    ("audit entries", |tx, now| Box::pin(audit::delete_expired(tx, *now))),
    ("idempotency keys", |tx, now| Box::pin(idempotency::delete_expired(tx, *now))),
];

/// Deletes the rows in steps. Each step is a transaction of its own, so that no other write waits for long.
async fn delete_in_steps(db: &Db, delete: DeleteStep, now: Timestamp) -> Result<(), db::Error> {
    while db.write(now, delete).await? > 0 {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;

    #[tokio::test]
    async fn a_panic_ends_a_round_and_a_word_ends_the_loop() {
        let (running, stop) = watch::channel(());
        let rounds = Arc::new(AtomicU32::new(0));
        let job = Job { name: "test", context: Arc::clone(&rounds), stop };
        let pause = async |_: &AtomicU32| sleep(Duration::from_millis(1)).await;
        let round = async |rounds: &AtomicU32| {
            rounds.fetch_add(1, Ordering::Relaxed);
            panic!("in a round");
        };
        let ended = tokio::spawn(job.run(pause, round));
        while rounds.load(Ordering::Relaxed) < 3 {
            assert!(!ended.is_finished());
            sleep(Duration::from_millis(1)).await;
        }
        drop(running);
        tokio::time::timeout(Duration::from_secs(5), ended).await.unwrap().unwrap();
    }
}
