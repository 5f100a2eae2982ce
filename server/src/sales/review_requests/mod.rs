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
    base::{
        email::{Mailer, UNSUBSCRIBE, message::EmailMessage, outbox},
        metadata,
    },
    db::{self, Db, Tx},
    sales::{
        orders::{self, notify_customer},
        purchases,
    },
    shop::Shop,
    values::{
        email::Email,
        hash::HashKey,
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
/// The key of addresses, in `shop_metadata`.
const HASH_KEY: &str = "address_hash_key";
/// E-mails about orders wait for at most so many.
const MAX_OF_ROUND: i64 = 20;

/// Queues some e-mails that are due. A purchase that fails delays no other. Without the shop's address it sends none,
/// because the e-mail must name it.
pub async fn send_due(shop: &Shop) -> Result<(), db::Error> {
    let settings = shop.settings.current();
    let Some(delay) = settings.preferences.review_request_delay() else { return Ok(()) };
    if !shop.mailer.is_on() || settings.settings.address.trim().is_empty() {
        return Ok(());
    }
    let now = shop.clock.now();
    let times = DueTimes::new(now, delay);
    let mut after = String::new();
    let mut left = MAX_OF_ROUND;
    while left > 0 {
        let input = (times, after.clone(), left);
        let due = shop.db.read_long(input, |tx, (times, after, limit)| store::due(tx, *times, after, *limit));
        let due = due.await?;
        let Some((last, _)) = due.last() else { return Ok(()) };
        last.as_str().clone_into(&mut after);
        for (purchase, buyer) in due {
            let context = (shop.mailer.clone(), shop.hash_key.clone());
            let input = (context, (purchase.clone(), buyer), times, now);
            let ask = shop.db.write(input, |tx, (context, (purchase, buyer), times, now)| {
                Box::pin(ask(tx, context, (purchase, buyer), *times, *now))
            });
            match ask.await {
                Ok(()) => left -= 1,
                Err(error) => {
                    tracing::warn!(%error, purchase = purchase.as_str(), "a buyer could not be asked for reviews");
                }
            }
        }
    }
    Ok(())
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
    (mailer, hash_key): &(Mailer, HashKey),
    (purchase, buyer): (&Id, &Id),
    times: DueTimes,
    now: Timestamp,
) -> Result<(), db::Error> {
    // The deletion of the account and a refund take these locks too, and come first or wait.
    if !accounts::store::lock_user(tx, buyer).await? {
        return Ok(());
    }
    purchases::store::lock(tx, purchase).await?;
    if !store::is_due(tx, times, purchase).await? {
        return Ok(());
    }
    let Some(found) = purchases::store::by_id(tx, purchase).await? else { return Ok(()) };
    let orders = orders::store::of_purchase(tx, purchase).await?;
    let Some(first) = orders.first().filter(|first| first.user_id == *buyer) else { return Ok(()) };
    let Some(to) = Email::parse(&first.customer_email) else { return Ok(()) };
    let secret = Secret::new();
    let hash = address_hash(hash_key, &first.customer_email);
    if !store::insert(tx, purchase, &hash, &secret.hash(), now).await? {
        return Ok(());
    }
    if store::has_opted_out(tx, &hash).await? {
        return Ok(());
    }
    let tools = store::unreviewed(tx, purchase).await?;
    let is_unreviewed = |id: &Id| tools.iter().any(|tool| tool.id == *id);
    let asked: Vec<_> = orders.iter().filter(|order| is_unreviewed(&order.tool_id)).cloned().collect();
    let Some(link) = mailer.page(found.language, UNSUBSCRIBE).filter(|_| !asked.is_empty()) else {
        return Ok(());
    };
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
    // Anyone may send this, so it writes only if there is something to change.
    let found = shop.db.read(token.hash(), |tx, link_hash| store::recipient_of_link(tx, link_hash)).await?;
    let Some((buyer, address_hash)) = found else { return Ok(false) };
    let Some(address_hash) = address_hash else { return Ok(true) };
    let known = shop.db.read(address_hash.clone(), |tx, address_hash| store::has_opted_out(tx, address_hash));
    if known.await? {
        return Ok(true);
    }
    let input = (buyer, address_hash, shop.clock.now());
    let opt_out = shop
        .db
        .write(input, |tx, (buyer, address_hash, now)| Box::pin(opt_out(tx, buyer, address_hash, *now)));
    opt_out.await?;
    Ok(true)
}

async fn opt_out(tx: &Tx<'_>, buyer: &Id, address_hash: &str, now: Timestamp) -> Result<(), db::Error> {
    // An e-mail that is being queued comes first and is deleted, or waits.
    accounts::store::lock_user_to_read(tx, buyer).await?;
    store::opt_out(tx, address_hash, now).await?;
    outbox::delete_unsent(tx, "review_request", buyer).await
}

/// When these e-mails were ended for this address.
pub async fn opted_out_at(
    tx: &Tx<'_>,
    hash_key: &HashKey,
    address: &str,
) -> Result<Option<Timestamp>, db::Error> {
    store::opted_out_at(tx, &address_hash(hash_key, address)).await
}

fn address_hash(hash_key: &HashKey, address: &str) -> String {
    hash_key.hash(&address.trim().to_lowercase())
}

/// Returns the key of the shop, which the first start makes.
pub async fn hash_key(db: &Db) -> Result<HashKey, db::Error> {
    let new = Secret::new().reveal().to_owned();
    let stored = db.write(new, |tx, new| Box::pin(metadata::store::set_if_absent(tx, HASH_KEY, new))).await?;
    Ok(HashKey::new(stored))
}
