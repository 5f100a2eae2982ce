//! One e-mail asks the buyers of a purchase for reviews, some days after it arrived. The owner turns it on.
//!
//! It is a commercial message (CASL, S.C. 2010, c. 23), and the purchase is the consent to it for two years. So it says
//! who sends it, and a link in it ends these e-mails for its address without a login (RFC 8058).
//!
//! Every node may run the job. The transaction that inserts the row of a purchase queues the e-mail, so that two nodes
//! send one.

pub mod store;

use std::time::Duration;

use self::store::{DueTimes, UnreviewedTool};
use crate::{
    accounts,
    base::email::{Mailer, UNSUBSCRIBE, message::EmailMessage},
    db::{self, Tx},
    sales::{
        orders::{self, notify_customer},
        purchases,
    },
    shop::Shop,
    values::{
        email::Email,
        ids::{Id, Secret},
        time::Timestamp,
    },
};

const DAY: Duration = Duration::from_hours(24);
/// An owner who turns it on asks about what arrived lately. It is also how long the job may stand still.
const MAX_LATENESS: Duration = DAY.saturating_mul(7);
/// The longest delivery that the settings allow, and some.
const MAX_DELIVERY: Duration = DAY.saturating_mul(130);
const MAX_CONSENT: Duration = DAY.saturating_mul(730);
const BATCH_SIZE: i64 = 50;

/// Queues the e-mails that are due. Without the shop's address it sends none, because the e-mail must name it.
pub async fn send_due(shop: &Shop) -> Result<(), db::Error> {
    let settings = shop.settings.current();
    let Some(delay) = settings.preferences.review_request_delay() else { return Ok(()) };
    if !shop.mailer.is_on() || settings.settings.address.trim().is_empty() {
        return Ok(());
    }
    let now = shop.clock.now();
    let times = DueTimes::new(now, delay);
    loop {
        let due = shop.db.read(times, |tx, times| store::due(tx, *times, BATCH_SIZE)).await?;
        if due.is_empty() {
            return Ok(());
        }
        for purchase in due {
            let input = (shop.mailer.clone(), purchase, times, now);
            let ask = shop.db.write(input, |tx, (mailer, purchase, times, now)| {
                Box::pin(ask(tx, mailer, purchase, *times, *now))
            });
            ask.await?;
        }
    }
}

impl DueTimes {
    fn new(now: Timestamp, delay: Duration) -> Self {
        let arrived_until = now.minus(delay);
        let arrived_from = arrived_until.minus(MAX_LATENESS);
        let shipped_from = arrived_from.minus(MAX_DELIVERY);
        Self { arrived_until, arrived_from, shipped_from, bought_from: now.minus(MAX_CONSENT) }
    }
}

/// The row stays also if there is nothing to ask, so that the job is done with the purchase.
async fn ask(
    tx: &Tx<'_>,
    mailer: &Mailer,
    purchase: &Id,
    times: DueTimes,
    now: Timestamp,
) -> Result<(), db::Error> {
    // A refund locks the purchase too, and comes first or waits.
    purchases::store::lock(tx, purchase).await?;
    if !store::is_due(tx, times, purchase).await? {
        return Ok(());
    }
    let Some(found) = purchases::store::by_id(tx, purchase).await? else { return Ok(()) };
    let orders = orders::store::of_purchase(tx, purchase).await?;
    let Some(first) = orders.first() else { return Ok(()) };
    let (secret, hash) = (Secret::new(), address_hash(&first.customer_email));
    if !store::insert(tx, purchase, &hash, &secret.hash(), now).await? {
        return Ok(());
    }
    // A deleted account and a disowned purchase have no address.
    let Some(to) = Email::parse(&first.customer_email) else { return Ok(()) };
    if store::has_opted_out(tx, &hash).await? || accounts::store::is_blocked(tx, &first.user_id).await? {
        return Ok(());
    }
    let tools = store::unreviewed(tx, purchase).await?;
    let is_unreviewed = |id: &Id| tools.iter().any(|tool| tool.id == *id);
    let asked: Vec<_> = orders.iter().filter(|order| is_unreviewed(&order.tool_id)).cloned().collect();
    let Some(link) = mailer.page(UNSUBSCRIBE).filter(|_| !asked.is_empty()) else { return Ok(()) };
    let mut order = notify_customer::purchase_summary(tx, &found, first, &asked).await?;
    if let Some(details) = order.details.as_mut() {
        details.pieces = tools.into_iter().map(|UnreviewedTool { name, .. }| name).collect();
        details.pictures = notify_customer::pictures_of(tx, &asked).await?;
    }
    let unsubscribe = format!("{link}?token={}", secret.reveal());
    mailer.queue(tx, &to, &EmailMessage::ReviewRequest { order, unsubscribe }, now).await
}

/// Ends these e-mails for the address that got the link. Returns `false` if the shop sent no such link.
pub async fn unsubscribe(shop: &Shop, token: &Secret) -> Result<bool, db::Error> {
    let input = (token.hash(), shop.clock.now());
    shop.db.write(input, |tx, (link_hash, now)| Box::pin(unsubscribe_in_tx(tx, link_hash, *now))).await
}

async fn unsubscribe_in_tx(tx: &Tx<'_>, link_hash: &str, now: Timestamp) -> Result<bool, db::Error> {
    let Some(address_hash) = store::address_of_link(tx, link_hash).await? else { return Ok(false) };
    store::opt_out(tx, &address_hash, now).await?;
    Ok(true)
}

fn address_hash(address: &str) -> String {
    Secret::derived(&["review requests", &address.trim().to_lowercase()]).hash()
}
