//! Exports all data of an account for its owner.

pub mod http;
pub mod store;

use self::store::ExportedAccountRow;
use crate::{
    accounts::{
        self,
        login_methods::{self, store::LinkedProvider},
        profiles::store::{ProfileRow, profile},
        push_devices::{self, store::PushDeviceRow},
        session::{store as session_store, store::SessionSummary},
    },
    base::{
        audit::{self, store::EntryRow},
        email::{self, outbox::OutboxRow},
    },
    catalogue::stock_alerts::{self, store::OwnStockAlert},
    db::{self, Tx},
    http::pagination::{PageCursor, SortDirection},
    sales::{
        basket,
        former_orders::{self, store::FormerOrderRow},
        newsletter::{self, store::ConsentRow},
        orders::{self, list::OrderFilter, order::Order},
        payments::{
            self,
            saved_cards::{self, store::CardCustomer},
            store::Payment,
        },
        purchases::{self, Purchase},
        review_requests,
        reviews::{self, review::ReviewWithState},
    },
    shop::Shop,
    values::{email::Email, hash::HashKey, ids::Id, time::Timestamp},
};

/// Orders per query. All orders are read.
const BATCH_SIZE: i64 = 500;
/// The most rows of a list that is bounded anyway: sessions, e-mails, audit entries.
const MAX_ROWS: i64 = 10_000;

pub struct AccountExport {
    pub account: ExportedAccountRow,
    pub profile: Option<ProfileRow>,
    pub links: Vec<LinkedProvider>,
    pub sessions: Vec<SessionSummary>,
    pub push_devices: Vec<PushDeviceRow>,
    pub orders: Vec<Order>,
    pub purchases: Vec<Purchase>,
    pub payments: Vec<Payment>,
    pub card_customer: Option<CardCustomer>,
    pub former_orders: Vec<FormerOrderRow>,
    pub reviews: Vec<ReviewWithState>,
    /// The purchases for which a review request was due, and when.
    pub review_requests: Vec<(Id, Timestamp)>,
    pub review_requests_ended_at: Option<Timestamp>,
    /// The consents of the account's confirmed address.
    pub newsletter_consents: Vec<ConsentRow>,
    pub stock_alerts: Vec<OwnStockAlert>,
    /// The id and name of each tool in the basket, and its quantity.
    pub basket: Vec<(Id, String, i64)>,
    pub emails: Vec<OutboxRow>,
    pub audit_entries: Vec<EntryRow>,
    /// What the owner wrote down about the account. Empty without.
    pub notes: String,
    /// The owner's notes of orders, with their ids.
    pub order_notes: Vec<(String, String)>,
}

/// Reads one snapshot. Returns `None` if the account was deleted meanwhile.
pub async fn export_account(shop: &Shop, user: &Id) -> Result<Option<AccountExport>, db::Error> {
    shop.db
        .read_long((user.clone(), shop.hash_key.clone(), shop.clock.now()), |tx, (user, hash_key, now)| {
            Box::pin(read_account(tx, user, hash_key, *now))
        })
        .await
}

async fn read_account(
    tx: &Tx<'_>,
    user: &Id,
    hash_key: &HashKey,
    now: Timestamp,
) -> Result<Option<AccountExport>, db::Error> {
    let Some(account) = store::account(tx, user).await? else { return Ok(None) };
    // The address may be another person's, now or before. So e-mails and the owner's notes are exported only to a
    // verified owner, and only e-mails newer than the account.
    let (mut emails, mut notes, mut order_notes) = (Vec::new(), String::new(), Vec::new());
    let (mut review_requests_ended_at, mut newsletter_consents) = (None, Vec::new());
    if account.email_verified_at.is_some() {
        if let Some(email) = account.email.as_deref().and_then(Email::parse) {
            let since = account.created_at;
            emails = email::outbox::list_for_recipient(tx, &email, since, MAX_ROWS).await?;
            newsletter_consents = newsletter::store::of_email(tx, &email, MAX_ROWS).await?;
            review_requests_ended_at = review_requests::opted_out_at(tx, hash_key, email.as_str()).await?;
        }
        notes = accounts::store::notes(tx, user).await?.unwrap_or_default();
        order_notes = orders::owner_view::store::notes_of_user(tx, user).await?;
    }
    let orders = read_orders(tx, user).await?;
    let (purchases, hidden) = read_purchases(tx, user, &orders).await?;
    let mut payments = payments::store::of_user(tx, user).await?;
    payments.retain(|payment| !hidden.contains(&payment.order_id));
    Ok(Some(AccountExport {
        profile: profile(tx, user).await?,
        links: login_methods::store::linked_providers(tx, user).await?,
        sessions: session_store::by_user(tx, user, now, MAX_ROWS).await?,
        push_devices: push_devices::store::of_user(tx, user).await?,
        purchases,
        orders,
        payments,
        card_customer: saved_cards::store::of_user(tx, user).await?,
        former_orders: former_orders::of_account(tx, user).await?,
        reviews: reviews::store::by_user(tx, user).await?,
        review_requests: review_requests::store::of_user(tx, user).await?,
        review_requests_ended_at,
        newsletter_consents,
        stock_alerts: stock_alerts::store::of_user(tx, user).await?,
        basket: basket::store::export_of_user(tx, user).await?,
        emails,
        notes,
        order_notes,
        audit_entries: audit::store::of_subject(tx, user, MAX_ROWS).await?,
        account,
    }))
}

/// The purchases of orders that the customer sees, without the postal code where no address is shown, and the ids of
/// the others.
async fn read_purchases(
    tx: &Tx<'_>,
    user: &Id,
    orders: &[Order],
) -> Result<(Vec<Purchase>, Vec<Id>), db::Error> {
    let is_seen = |purchase: &Purchase| orders.iter().any(|order| order.line.purchase_id == purchase.id);
    let (mut purchases, hidden): (Vec<_>, Vec<_>) =
        purchases::store::of_user(tx, user).await?.into_iter().partition(is_seen);
    for order in orders.iter().filter(|order| order.is_unconfirmed) {
        let of_order = purchases.iter_mut().find(|purchase| purchase.id == order.line.purchase_id);
        if let Some(purchase) = of_order {
            purchase.postal_code = None;
        }
    }
    Ok((purchases, hidden.into_iter().map(|purchase| purchase.id).collect()))
}

async fn read_orders(tx: &Tx<'_>, user: &Id) -> Result<Vec<Order>, db::Error> {
    let (selection, direction) = (OrderFilter::SeenBy(user.clone()), SortDirection::Oldest);
    let (mut after, mut all) = (PageCursor::start(direction), Vec::new());
    loop {
        let page = orders::list::store::page(tx, &selection, &after, direction, BATCH_SIZE).await?;
        let Some(last) = page.last() else { return Ok(all) };
        after = PageCursor { created_at: last.created_at.micros(), id: last.id.to_string() };
        all.extend(page.into_iter().map(Order::for_customer));
    }
}
