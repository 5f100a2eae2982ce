//! Purchases of visitors without a login (docs/decisions/0031).
//!
//! A checkout without a login looks at no account. It makes one without address and login, which has the purchase while
//! it is unpaid. The payment gives the purchase to the account with the typed address, or the address to the new
//! account. Then an e-mail brings a link that opens this purchase, and the browser that bought it has it for a day.

pub mod http;
pub mod store;

use std::{sync::Arc, time::Duration};

use self::store::GuestPurchase;
use crate::{
    accounts::{
        self,
        user::{Role, User},
    },
    base::{
        email::{EMAIL_TTL, GUEST_ORDER, Mailer, message::EmailMessage},
        idempotency::IdempotentRequest,
    },
    db::{self, Tx},
    sales::{
        orders::{
            self,
            notify_customer::purchase_summary,
            order::{Order, OrderState},
        },
        purchases::Purchase,
    },
    values::{
        email::Email,
        ids::{Id, Secret},
        language::Language,
        time::Timestamp,
    },
};

/// How long the browser that bought has the purchase without the link.
pub const BROWSER_TTL: Duration = Duration::from_hours(24);
/// How long the mailed link works after the last thing that happened to the purchase.
pub const ORDER_LINK_TTL: Duration = Duration::from_hours(90 * 24);
/// An unpaid purchase that was deleted is forgotten after this time.
pub const DELETED_TTL: Duration = Duration::from_hours(1);

/// The page that reads the secret from the fragment.
pub const LINK_PATH: &str = GUEST_ORDER;

/// A visitor who checks out.
#[derive(Clone)]
pub struct Guest {
    /// The account that the checkout makes. It has no address and no login method.
    pub user: User,
    pub email: Email,
    pub browser: CheckoutBrowser,
}

/// The browser of a checkout without a login.
#[derive(Clone)]
pub struct CheckoutBrowser {
    /// The secret of the basket's cookie. Another person may know it, or have chosen it.
    pub basket: Arc<Secret>,
    /// The hash of the secret that proves its earlier purchases.
    pub before: Option<String>,
    pub key: IdempotentRequest,
}

impl CheckoutBrowser {
    /// Proves the purchase from now on. A repeat of the request computes the same one, because its answer may have been
    /// lost. One who knows the basket's cookie lacks the key, which is random, and the body.
    pub fn new_secret(&self, purchase: &Id) -> Secret {
        Secret::derived(&["guest", self.basket.reveal(), &self.key.key, &self.key.hash, purchase.as_str()])
    }

    /// Gives the browser a new secret for a repeated request. Returns `None` if the browser has the purchase's secret,
    /// or there is no such purchase.
    pub async fn renew(&self, tx: &Tx<'_>, purchase: &Id) -> Result<Option<Secret>, db::Error> {
        let Some(guest) = store::by_purchase(tx, purchase).await? else { return Ok(None) };
        if self.before.as_ref() == Some(&guest.browser_hash) {
            return Ok(None);
        }
        let secret = self.new_secret(purchase);
        store::set_browser(tx, purchase, &secret.hash()).await?;
        self.keep_earlier(tx, &secret.hash()).await?;
        Ok(Some(secret))
    }

    async fn keep_earlier(&self, tx: &Tx<'_>, hash: &str) -> Result<(), db::Error> {
        match self.before.as_deref().filter(|before| *before != hash) {
            Some(before) => store::renew_browser(tx, before, hash).await,
            None => Ok(()),
        }
    }
}

impl Guest {
    pub fn new(
        name: &str,
        email: Email,
        language: Language,
        browser: CheckoutBrowser,
        now: Timestamp,
    ) -> Self {
        Self { user: User { language, ..nameless(name, now) }, email, browser }
    }

    /// Requires [`accounts::store::insert_user`] before.
    pub async fn store(&self, tx: &Tx<'_>, purchase: &Id, now: Timestamp) -> Result<(), db::Error> {
        let browser_hash = self.browser.new_secret(purchase).hash();
        self.browser.keep_earlier(tx, &browser_hash).await?;
        let row = GuestPurchase {
            purchase_id: purchase.clone(),
            user_id: self.user.id.clone(),
            email: self.email.clone(),
            browser_hash,
            created_at: now,
            linked_at: None,
            disowned_at: None,
        };
        store::insert(tx, &row).await
    }
}

/// An account without address, login method and, so far, orders.
pub fn nameless(name: &str, now: Timestamp) -> User {
    let id = Id::new(now);
    let display_name = name.to_owned();
    User {
        id,
        email: None,
        display_name,
        photo_url: None,
        role: Role::Customer,
        language: Language::default(),
    }
}

/// Gives the orders to the account with the typed address, in the transaction that pays the purchase. Returns the
/// orders as they are then. Returns `None` if the purchase was bought with a login.
pub async fn attach(
    tx: &Tx<'_>,
    orders: &[Order],
    now: Timestamp,
) -> Result<Option<(Email, Vec<Order>)>, db::Error> {
    let Some(purchase) = orders.first().map(|order| &order.line.purchase_id) else { return Ok(None) };
    let Some(guest) = store::by_purchase(tx, purchase).await? else { return Ok(None) };
    let user = if let Some(account) = accounts::store::account_by_email(tx, &guest.email).await? {
        if !accounts::store::lock_user(tx, &account.user.id).await? {
            return Err(tx.conflict());
        }
        // Anyone may have signed up with this address, and would read the purchase.
        let is_proven =
            account.is_verified || !accounts::store::has_login_method(tx, &account.user.id).await?;
        if is_proven {
            let name = orders.first().map_or("", |order| &order.customer_name);
            accounts::store::add_search_words(tx, &account.user.id, name).await?;
            account.user.id
        } else {
            guest.user_id.clone()
        }
    } else {
        accounts::store::give_email(tx, &guest.user_id, &guest.email, now).await?;
        accounts::store::update_search_words(tx, &guest.user_id).await?;
        guest.user_id.clone()
    };
    let owned = hand_over(tx, orders, &user, guest.email.as_str(), now).await?;
    if user != guest.user_id {
        accounts::store::delete_guest(tx, &guest.user_id).await?;
    }
    // The link comes with the e-mail. Until then no secret opens the purchase.
    store::set_link(tx, purchase, &Secret::new().hash(), now).await?;
    Ok(Some((guest.email, owned)))
}

async fn hand_over(
    tx: &Tx<'_>,
    orders: &[Order],
    user: &Id,
    email: &str,
    now: Timestamp,
) -> Result<Vec<Order>, db::Error> {
    let owned = orders.iter().cloned();
    let owned: Vec<_> = owned
        .map(|order| Order { user_id: user.clone(), customer_email: email.to_owned(), ..order })
        .collect();
    if let Some(first) = owned.first() {
        orders::store::set_user(tx, &first.line.purchase_id, user, now).await?;
    }
    for order in &owned {
        orders::store::update_customer(tx, order, now).await?;
    }
    Ok(owned)
}

/// Mails a new link, which replaces the one before. Above the limit of the address nothing changes.
pub async fn mail_link(
    tx: &Tx<'_>,
    mail: &Mailer,
    to: &Email,
    (purchase, orders): (&Purchase, &[Order]),
    is_again: bool,
    now: Timestamp,
) -> Result<(), db::Error> {
    let Some((link, first)) = mail.page(purchase.language, LINK_PATH).zip(orders.first()) else {
        return Ok(());
    };
    let secret = Secret::new();
    let message = EmailMessage::GuestOrder {
        order: purchase_summary(tx, purchase, first, orders).await?,
        link: format!("{link}#token={}", secret.reveal()),
        expires_at: now.plus(EMAIL_TTL),
        is_again,
    };
    if !mail.try_queue(tx, to, &message, now).await?.is_refused() {
        store::set_link(tx, &purchase.id, &secret.hash(), now).await?;
    }
    Ok(())
}

/// The time until which the mailed link works. `refunds` are the times at which something was returned.
pub fn link_ends_at(orders: &[Order], refunds: impl Iterator<Item = Timestamp>) -> Option<Timestamp> {
    let last_event = |order: &Order| match &order.state {
        OrderState::Unpaid => order.created_at,
        OrderState::Paid(payment) => payment.at,
        OrderState::Shipped { at, .. } | OrderState::Refunded { at, .. } => *at,
        OrderState::Refunding(refund) => refund.begun_at,
    };
    let events = orders.iter().map(last_event).chain(refunds);
    Some(events.max()?.plus(ORDER_LINK_TTL))
}

/// Takes the purchase from its account, which says that it did not buy it. From then on the link alone opens the
/// purchase, and the account gets no news of it. Returns the account that has it then, or `None` if it was disowned
/// before, or bought with a login.
pub async fn disown(tx: &Tx<'_>, orders: &[Order], now: Timestamp) -> Result<Option<Id>, db::Error> {
    let Some(first) = orders.first() else { return Ok(None) };
    let user = nameless(&first.customer_name, now);
    if !store::disown(tx, &first.line.purchase_id, &user.id, now).await? {
        return Ok(None);
    }
    accounts::store::insert_user(tx, &user, None, now).await?;
    hand_over(tx, orders, &user.id, "", now).await?;
    Ok(Some(user.id))
}

/// Deletes the accounts of up to a hundred purchases that were not paid. Returns how many.
pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, db::Error> {
    let mut count = 0;
    for (purchase, user) in store::deleted_unpaid(tx, now.minus(DELETED_TTL)).await? {
        accounts::store::delete_guest(tx, &user).await?;
        store::delete(tx, &purchase).await?;
        count += 1;
    }
    Ok(count)
}
