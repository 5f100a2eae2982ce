//! Staff enters an order for a customer, for example on the phone. It is an unpaid order of that customer. Several
//! tools at once are in `sales::checkout::enter_purchase`.
//!
//! A customer without an account gets one without a password, in the transaction of the order. The e-mail about the
//! order has a link that sets the password and so proves the address (docs/decisions/0009). An account that has not
//! confirmed its address gets the same link, and sees nothing of the order before (docs/decisions/0031).

pub mod http;
pub mod keep;
pub mod store;

use std::time::Duration;

use super::{notify_customer::notify_of, order::Order, place_order::PlaceOrderError};
use crate::{
    accounts::{
        self,
        email_link::{EmailLinkPurpose, NewEmailToken},
        store::Account,
        user::{Role, User},
    },
    base::{
        audit::{self, AuditAction, AuditEntry},
        email::{
            Mailer,
            message::EmailMessage,
            order_summary::{OrderSummary, PaymentTerms},
        },
        rate_limit::RateLimit,
    },
    db::{self, Tx},
    sales::purchases::Purchase,
    shop::Shop,
    values::{
        email::Email, ids::Id, language::Language, locale::AmountFormat, money::Cents, time::Timestamp,
    },
};

/// How long the link in the e-mail works at most. It ends with the order, if unpaid orders expire earlier.
const FIRST_PASSWORD_TTL: Duration = Duration::from_hours(7 * 24);

/// Says for whom an order is entered, and by whom.
pub struct EnteredOrder {
    email: Email,
    /// The name of a new account.
    name: Option<String>,
    /// Staff or an administrator.
    by: Id,
    /// The link for a customer whose address is not confirmed.
    link: NewEmailToken,
    /// The customer has paid already, so the e-mail says nothing about it.
    is_paid: bool,
    /// What the customer has paid, in cents. No other amount is due.
    pub amount: Option<i64>,
}

/// The customer of an order that is about to be placed.
pub struct OrderCustomer {
    pub user: User,
    /// A customer who never paid and places the order without staff.
    pub is_new: bool,
    /// The address is not confirmed. A link in the e-mail confirms it and sets a password.
    pub needs_link: bool,
    /// The limits that count the order when it is placed.
    pub counted: Vec<RateLimit>,
}

impl EnteredOrder {
    /// Callers are staff and administrators.
    pub fn new(shop: &Shop, by: &Id, email: Email, name: Option<String>, is_paid: bool) -> Self {
        let ttl =
            shop.config.limits.unpaid_order_ttl.map_or(FIRST_PASSWORD_TTL, |ttl| ttl.min(FIRST_PASSWORD_TTL));
        let link = NewEmailToken::lasting(shop, EmailLinkPurpose::Reset, ttl);
        Self { email, name, by: by.clone(), link, is_paid, amount: None }
    }

    pub(super) fn check_amount(&self, due: Cents, amounts: AmountFormat) -> Result<(), PlaceOrderError> {
        let is_same = self.amount.is_none_or(|amount| amount == due.as_i64());
        if is_same { Ok(()) } else { Err(PlaceOrderError::AmountDiffers { due, amounts }) }
    }

    /// Locks the customer's account, or makes it. Staff are not held back by the limits of unpaid orders and of orders
    /// per hour.
    pub async fn find_or_make_customer(
        &self,
        tx: &Tx<'_>,
        now: Timestamp,
    ) -> Result<OrderCustomer, PlaceOrderError> {
        let Some(found) = accounts::store::account_by_email(tx, &self.email).await? else {
            return self.make_customer(tx, now).await;
        };
        // Blocking the account waits for this lock, and then deletes this order too.
        if !accounts::store::lock_user(tx, &found.user.id).await? {
            return Err(tx.conflict().into());
        }
        // A confirmation or a password may have come before the lock.
        let account = accounts::store::account_by_email(tx, &self.email).await?;
        let Some(Account { user, is_verified, .. }) = account.filter(|it| it.user.id == found.user.id) else {
            return Err(tx.conflict().into());
        };
        if accounts::store::is_blocked(tx, &user.id).await? {
            return Err(PlaceOrderError::CustomerBlocked);
        }
        // Anyone may have signed up with this address. Staff is asked once, and then names no new customer.
        if self.name.is_some() && !is_verified && accounts::store::has_login_method(tx, &user.id).await? {
            return Err(PlaceOrderError::CustomerUnconfirmed);
        }
        Ok(OrderCustomer { user, is_new: false, needs_link: !is_verified, counted: Vec::new() })
    }

    async fn make_customer(&self, tx: &Tx<'_>, now: Timestamp) -> Result<OrderCustomer, PlaceOrderError> {
        let name = self.name.as_ref().ok_or(PlaceOrderError::CustomerUnknown)?;
        let user = User {
            id: Id::new(now),
            email: Some(self.email.to_string()),
            display_name: name.clone(),
            photo_url: None,
            role: Role::Customer,
            language: Language::default(),
        };
        accounts::store::insert_user(tx, &user, None, now).await?;
        Ok(OrderCustomer { user, is_new: false, needs_link: true, counted: Vec::new() })
    }

    /// Audits the new orders, and queues the e-mail to the customer.
    pub async fn record(
        &self,
        tx: &Tx<'_>,
        purchase: &Purchase,
        orders: &[Order],
        needs_link: bool,
        mailer: &Mailer,
        payment: PaymentTerms,
    ) -> Result<(), db::Error> {
        let Some(first) = orders.first() else { return Ok(()) };
        for order in orders {
            let entry = AuditEntry::by(&self.by, AuditAction::EnterOrder, order.id.clone(), order.created_at);
            audit::record(tx, &entry).await?;
        }
        let needs_link = needs_link && mailer.is_on();
        if needs_link {
            // The links of other orders stay, because each e-mail says that its own works.
            self.link.store_beside_others(tx, &first.user_id, &self.email).await?;
        }
        let payment = if self.is_paid { PaymentTerms::default() } else { payment };
        let message = |order: OrderSummary| match self.link.email_to(&order.customer_name) {
            EmailMessage::ResetPassword { link, expires_at, .. } if needs_link => {
                EmailMessage::FirstOrderEntered { order, link, expires_at, payment }
            }
            _ => EmailMessage::OrderEntered { order, payment },
        };
        notify_of(mailer, tx, purchase, orders, message, first.created_at).await
    }
}

/// How many customers the search shows at most.
const MAX_FOUND: usize = 8;

/// Accounts with an address and without a block, whose name and address have words that begin like the words of this
/// term. A whole address is always found.
pub async fn find_customers(
    shop: &Shop,
    search_term: String,
) -> Result<Vec<store::FoundCustomer>, db::Error> {
    let term = search_term.clone();
    let rows = shop.db.read(term, |tx, term| Box::pin(store::find_customers(tx, term))).await?;
    let mut found: Vec<store::FoundCustomer> = Vec::new();
    for row in rows {
        if found.iter().all(|other| other.email != row.email) {
            found.push(row);
        }
    }
    found.sort_by(|a, b| (a.email != search_term, &a.name).cmp(&(b.email != search_term, &b.name)));
    found.truncate(MAX_FOUND);
    Ok(found)
}
