//! What a guest does after the payment: opens the link, asks for it again, or sets a password; and how an account
//! disowns a purchase.
//!
//! A password is set only for the account that this purchase made, while no one can log in to it and it has no other
//! order. The mailed link proves the address. The browser that bought proves nothing about it, so it may set a password
//! only while the address is not verified, and the address stays so. Otherwise a buyer who typed another person's
//! address would get an account that this person verified by opening the e-mail.

pub mod http;

use std::{net::IpAddr, time::Duration};

use super::{refund::plan::RefundablePurchase, store as payments};
use crate::{
    accounts::{
        self,
        email_link::store::set_email_verified,
        password::{self, HashedPassword},
        store::Account,
        user::Role,
    },
    base::email::Mailer,
    db::{self, Tx},
    sales::{
        guests::{self, link_ends_at, store::GuestPurchase},
        orders::{self, order::Order},
        purchases,
    },
    shop::Shop,
    values::{email::Email, ids::Id, time::Timestamp},
};

/// How long the link also sets a password. It may be forwarded, and people forward old orders.
pub const PASSWORD_TTL: Duration = Duration::from_hours(7 * 24);
/// The response to [`send_links`] takes this long. The work is done by then, with or without an e-mail.
const RESPONSE_DELAY: Duration = Duration::from_millis(250);

/// A purchase behind a link.
pub struct OpenedLink {
    pub found: RefundablePurchase,
    /// The link can set the first password of the account that this purchase made.
    pub sets_password: bool,
}

/// The purchase of a link that works.
async fn find(
    tx: &Tx<'_>,
    link_hash: &str,
    now: Timestamp,
) -> Result<Option<(GuestPurchase, RefundablePurchase)>, db::Error> {
    let Some(guest) = guests::store::by_link(tx, link_hash).await? else { return Ok(None) };
    let found = RefundablePurchase::load(tx, &guest.purchase_id).await?;
    let found = found.filter(|found| works(found, now));
    Ok(found.map(|found| (guest, found)))
}

/// Whether a link to the purchase works.
fn works(found: &RefundablePurchase, now: Timestamp) -> bool {
    let refunds = found.refunds.iter().map(|refund| refund.changed_at);
    link_ends_at(&found.orders, refunds).is_some_and(|end| now < end)
}

/// Opens a link. It came by e-mail, so it verifies the address of an account that no one can log in to, or whose
/// session this is. Returns `None` if the link has expired, or is not known.
pub async fn open(
    tx: &Tx<'_>,
    link_hash: &str,
    signed_in: Option<&Id>,
    now: Timestamp,
) -> Result<Option<OpenedLink>, db::Error> {
    let Some((guest, found)) = find(tx, link_hash, now).await? else { return Ok(None) };
    let Some(user) = found.orders.first().map(|order| order.user_id.clone()) else { return Ok(None) };
    if guest.disowned_at.is_none() {
        // A password that the buyer's browser sets meanwhile comes before the check, or finds the address verified.
        accounts::store::lock_user_to_read(tx, &user).await?;
        if signed_in == Some(&user) || !accounts::store::has_login_method(tx, &user).await? {
            set_email_verified(tx, &user, &guest.email, now).await?;
        }
    }
    let is_recent = guest.linked_at.is_some_and(|at| now < at.plus(PASSWORD_TTL));
    let sets_password = is_recent && new_account(tx, &guest, &user).await?.is_some();
    Ok(Some(OpenedLink { found, sets_password }))
}

/// The account that this purchase made, if no one can log in to it and it has nothing else. `Some(true)`: its address
/// is verified.
async fn new_account(tx: &Tx<'_>, guest: &GuestPurchase, user: &Id) -> Result<Option<bool>, db::Error> {
    if guest.disowned_at.is_some() || guest.user_id != *user || !accounts::store::lock_user(tx, user).await? {
        return Ok(None);
    }
    let account = accounts::store::account_by_id(tx, user).await?;
    // The link was mailed to a customer. It sets no password of an account that works in the shop.
    let is_customer = |account: &Account| account.user.role == Role::Customer;
    let account =
        account.filter(|account| is_customer(account) && account.user.has_email(guest.email.as_str()));
    let is_used = accounts::store::has_login_method(tx, user).await?
        || accounts::store::is_blocked(tx, user).await?
        || guests::store::has_other_orders(tx, user, &guest.purchase_id).await?;
    Ok(account.filter(|_| !is_used).map(|account| account.is_verified))
}

/// What proves who sets the password.
pub enum Proof {
    /// The hash of the secret of a mailed link.
    Link(String),
    /// A purchase of the browser that sends the request.
    Browser(Id),
}

pub enum PasswordOutcome {
    Set,
    /// The link has expired, or is not known.
    LinkExpired,
    /// There is no such account any more.
    HasAccount,
}

/// Sets the first password of the account that the purchase made.
pub async fn set_password(
    tx: &Tx<'_>,
    proof: &Proof,
    password: &HashedPassword,
    now: Timestamp,
) -> Result<PasswordOutcome, db::Error> {
    let (guest, user) = match proof {
        Proof::Link(hash) => {
            let Some((guest, found)) = find(tx, hash, now).await? else {
                return Ok(PasswordOutcome::LinkExpired);
            };
            (guest, found.orders.first().map(|order| order.user_id.clone()))
        }
        Proof::Browser(purchase) => {
            let guest = guests::store::by_purchase(tx, purchase).await?;
            let Some(guest) = guest.filter(|guest| guest.linked_at.is_some()) else {
                return Ok(PasswordOutcome::HasAccount);
            };
            let orders = orders::store::of_purchase(tx, purchase).await?;
            (guest, orders.into_iter().next().map(|order| order.user_id))
        }
    };
    let Some(user) = user else { return Ok(PasswordOutcome::HasAccount) };
    let is_verified = new_account(tx, &guest, &user).await?;
    let may_set = match proof {
        Proof::Link(_) => {
            is_verified.is_some() && guest.linked_at.is_some_and(|at| now < at.plus(PASSWORD_TTL))
        }
        Proof::Browser(_) => is_verified == Some(false),
    };
    if !may_set {
        return Ok(PasswordOutcome::HasAccount);
    }
    password::store::set(tx, &user, password).await?;
    if let Proof::Link(_) = proof {
        set_email_verified(tx, &user, &guest.email, now).await?;
    }
    Ok(PasswordOutcome::Set)
}

/// Mails new links to the paid purchases of this address. Neither the response nor its timing reveals whether there are
/// any.
pub async fn send_links(shop: &Shop, email: &Email, client: IpAddr) -> Result<(), db::Error> {
    let input = (email.clone(), shop.mailer.asked_by(client), shop.clock.now());
    let work =
        shop.db.write(input, |tx, (email, mail, now)| Box::pin(send_links_in_tx(tx, email, mail, *now)));
    let (sent, ()) = tokio::join!(work, tokio::time::sleep(RESPONSE_DELAY));
    sent
}

async fn send_links_in_tx(
    tx: &Tx<'_>,
    email: &Email,
    mail: &Mailer,
    now: Timestamp,
) -> Result<(), db::Error> {
    for guest in guests::store::linked_to(tx, email).await? {
        let found = RefundablePurchase::load(tx, &guest.purchase_id).await?;
        if let Some(RefundablePurchase { purchase, orders, .. }) = found.filter(|found| works(found, now)) {
            guests::mail_link(tx, mail, email, (&purchase, &orders), true, now).await?;
        }
    }
    Ok(())
}

pub enum DisownOutcome {
    Disowned,
    /// It was bought with a login, or disowned before.
    NotOfGuest,
    Unknown,
}

/// Takes a guest's purchase away from the account that has it, as that account asked.
pub async fn disown(
    tx: &Tx<'_>,
    user: &Id,
    purchase: &Id,
    now: Timestamp,
) -> Result<DisownOutcome, db::Error> {
    purchases::store::lock(tx, purchase).await?;
    let orders: Vec<Order> = orders::store::of_purchase(tx, purchase).await?;
    if orders.is_empty() || orders.iter().any(|order| order.user_id != *user) {
        return Ok(DisownOutcome::Unknown);
    }
    let Some(user) = guests::disown(tx, &orders, now).await? else { return Ok(DisownOutcome::NotOfGuest) };
    payments::set_user(tx, purchase, &user).await?;
    Ok(DisownOutcome::Disowned)
}
