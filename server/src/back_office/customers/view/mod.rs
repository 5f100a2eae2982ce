//! One account with everything that the owner may know about it.

pub mod http;

use crate::{
    accounts::{
        self,
        profiles::store::{ProfileRow, profile},
        session::{store as session_store, store::SessionSummary},
    },
    back_office::customers::data_export::store::{ExportedAccountRow, account},
    base::audit::{self, AuditAction, AuditEntry},
    db::{self, Tx},
    http::pagination::{PageCursor, SortDirection},
    sales::{
        former_orders::{self, store::FormerOrderRow},
        orders::{self, list::OrderFilter, order::Order, owner_view::SaveNotesOutcome},
        reviews::{self, review::ReviewWithState},
    },
    shop::Shop,
    values::{email::Email, ids::Id},
};

/// The newest orders on the page. Manage Orders finds the others.
const MAX_ORDERS: i64 = 100;
const MAX_SESSIONS: i64 = 100;

pub struct CustomerView {
    pub account: ExportedAccountRow,
    pub is_blocked: bool,
    /// The owner's notes. Empty without.
    pub notes: String,
    pub profile: Option<ProfileRow>,
    pub sessions: Vec<SessionSummary>,
    /// The customer's orders, newest first.
    pub orders: Vec<Order>,
    pub order_count: i64,
    /// The customer's orders of the former shop, newest first.
    pub former_orders: Vec<FormerOrderRow>,
    pub reviews: Vec<ReviewWithState>,
}

/// Only administrators call this. Returns `None` if there is no such account, or it was deleted.
pub async fn load(shop: &Shop, user: Id) -> Result<Option<CustomerView>, db::Error> {
    let loaded = shop.db.read_long((user, shop.clock.now()), |tx, (user, now)| {
        Box::pin(async move {
            let Some(account) = account(tx, user).await? else { return Ok(None) };
            let email = account.email.as_deref().and_then(Email::parse);
            let former_orders = match &email {
                Some(email) => former_orders::store::of_customer(tx, email, former_orders::MAX_SHOWN).await?,
                None => Vec::new(),
            };
            let (filter, newest) = (OrderFilter::OfUser(user.clone()), SortDirection::Newest);
            Ok(Some(CustomerView {
                account,
                is_blocked: accounts::store::is_blocked(tx, user).await?,
                notes: accounts::store::notes(tx, user).await?.unwrap_or_default(),
                profile: profile(tx, user).await?,
                sessions: session_store::by_user(tx, user, *now, MAX_SESSIONS).await?,
                orders: orders::list::store::page(
                    tx,
                    &filter,
                    &PageCursor::start(newest),
                    newest,
                    MAX_ORDERS,
                )
                .await?,
                order_count: orders::list::store::count_of_user(tx, user).await?,
                former_orders,
                reviews: reviews::store::by_user(tx, user).await?,
            }))
        })
    });
    let mut view = loaded.await?;
    if let Some(view) = &mut view {
        let role = view.account.role;
        view.sessions.retain(|session| {
            shop.sessions.is_in_use(role, shop.sessions.last_seen(&session.id, session.last_seen_at))
        });
    }
    Ok(view)
}

/// Saves the notes about a customer. Only administrators call this. `before` are the notes that the new ones were made
/// from, if they must not have changed.
pub async fn save_notes(
    shop: &Shop,
    by: &Id,
    user: Id,
    before: Option<String>,
    notes: String,
) -> Result<SaveNotesOutcome, db::Error> {
    let entry = AuditEntry::by(by, AuditAction::EditCustomerNotes, user, shop.clock.now());
    let input = (before, notes, entry);
    shop.db
        .write(input, |tx, (before, notes, entry)| Box::pin(save_in_tx(tx, before.as_deref(), notes, entry)))
        .await
}

async fn save_in_tx(
    tx: &Tx<'_>,
    before: Option<&str>,
    notes: &str,
    entry: &AuditEntry,
) -> Result<SaveNotesOutcome, db::Error> {
    let user = &entry.subject;
    if !accounts::store::lock_user(tx, user).await? {
        return Ok(SaveNotesOutcome::Unknown);
    }
    let stored = accounts::store::notes(tx, user).await?.unwrap_or_default();
    if let Some(outcome) = SaveNotesOutcome::unless_to_save(stored, before, notes) {
        return Ok(outcome);
    }
    accounts::store::set_notes(tx, user, notes, entry.at).await?;
    audit::record(tx, entry).await?;
    Ok(SaveNotesOutcome::Saved)
}
