//! Visitors without a login: their browsers, whose their purchases are, and what links, answers and passwords give
//! away.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
};

use serde_json::{Value, json};
use trowel::values::{hash::sha256_hex, ids::Secret, time::Timestamp};

use crate::{
    actions::{Action, Call, CookieJar, Reply},
    actors::{UNVERIFIED, VERIFIED},
    environment::Environment,
    oracle::{CheckResult, Oracle, OrderRow, ensure},
    purchases::{PurchaseRow, Step},
    world::World,
};

/// The addresses that visitors type. Customers have some of them, with a tag or without.
pub const TYPED: [&str; 7] = [
    "zoe@example.com",
    "zoe+2@example.com",
    VERIFIED,
    "Ada+tools@example.com",
    UNVERIFIED,
    "cy@example.com",
    "max@example.com",
];
/// Dollars.
pub const GUEST_LIMIT: i64 = 70;
const BASKET: &str = "trowel_basket";
const PASSWORD: &str = "nine calm rakes";
/// The link works for longer.
const LINK_TTL: i64 = 89 * 24 * 3_600_000_000;

/// A browser with the cookies of a guest.
#[derive(Clone)]
pub struct Browser {
    pub name: &'static str,
    pub jar: CookieJar,
}

impl Browser {
    pub fn new(name: &'static str) -> Self {
        // A secret that the shop does not know, and replaces.
        let basket = (BASKET.to_owned(), Secret::new().reveal().to_owned());
        Self { name, jar: Arc::new(Mutex::new([basket].into())) }
    }

    pub fn cookie(&self) -> String {
        let jar = self.jar.lock().expect("no test panics");
        let cookies: Vec<_> = jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
        cookies.join("; ")
    }

    pub fn basket_owner(&self) -> String {
        sha256_hex(self.jar.lock().expect("no test panics")[BASKET].as_bytes())
    }
}

/// A link that was mailed.
#[derive(Clone, Debug)]
pub struct MailedLink {
    pub purchase: String,
    pub token: String,
}

trowel::db::row! {
    pub struct GuestRow {
        pub purchase_id: String,
        user_id: String,
        email: String,
        link_hash: Option<String>,
        disowned_at: Option<i64>,
    }
}

trowel::db::row! {
    pub struct UserRow {
        id: String,
        email: Option<String>,
        verified_at: Option<i64>,
        password: Option<String>,
    }
}

trowel::db::statements! {
    pub GUESTS = "SELECT purchase_id, user_id, email, link_hash, disowned_at FROM guest_purchases";
    pub USERS = "SELECT id, email, email_verified_at, password_hash FROM users";
    LINKS = "SELECT order_id, message FROM email_outbox WHERE kind = 'guest_order' ORDER BY created_at, id";
}

/// What the oracle knows of guests.
#[derive(Default)]
pub struct Guests {
    /// The rows by purchase. A paid one stays.
    rows: BTreeMap<String, GuestRow>,
    /// Accounts that checkouts have made.
    made: BTreeSet<String>,
    /// Accounts with a password and an address that is not verified.
    unproven: BTreeSet<String>,
    /// The answer to everyone who asks for links again.
    links_answer: Option<Value>,
}

impl Guests {
    /// Whose purchase it is, and which accounts have passwords.
    pub fn check(
        &mut self,
        (rows, users): (Vec<GuestRow>, &[UserRow]),
        purchases: &[PurchaseRow],
        orders: &[OrderRow],
        step: &Step,
    ) -> CheckResult {
        let by_email = |email: &str| users.iter().find(|user| user.email.as_deref() == Some(email));
        for row in rows {
            self.made.insert(row.user_id.clone());
            let lines: Vec<_> = orders.iter().filter(|order| order.purchase_id == row.purchase_id).collect();
            let purchase = purchases.iter().find(|purchase| purchase.id == row.purchase_id);
            let (Some(first), Some(purchase)) = (lines.first(), purchase) else { continue };
            let owner =
                users.iter().find(|user| user.id == first.user_id).ok_or("a guest's order has no one")?;
            ensure(lines.iter().all(|line| line.user_id == owner.id), || {
                "two accounts have a purchase".into()
            })?;
            let before = self.rows.get(&row.purchase_id);
            let is_open = step.charges.iter().any(|charges| charges.sells_to_guests);
            ensure(before.is_some() || is_open && purchase.total <= GUEST_LIMIT * 100, || {
                format!("a guest bought for {}, and may: {is_open}", purchase.total)
            })?;
            ensure(!purchase.pays_at_pick_up, || "a guest pays later".into())?;
            ensure(row.link_hash.is_some() == first.intent.is_some(), || {
                "a link opens what is not paid".into()
            })?;
            let account = by_email(&row.email).filter(|account| account.id != row.user_id);
            let is_proven = |account: &&UserRow| account.verified_at.is_some() || account.password.is_none();
            let expected = match account.filter(is_proven) {
                Some(account) if row.link_hash.is_some() && row.disowned_at.is_none() => &account.id,
                _ => &row.user_id,
            };
            let is_news = before.is_none_or(|before| before.link_hash.is_none() || row.disowned_at.is_some());
            ensure(!is_news || owner.id == *expected, || {
                format!("the purchase for {} went to {:?}", row.email, owner.email)
            })?;
            let is_nameless = row.link_hash.is_none() || row.disowned_at.is_some();
            ensure(!is_nameless || owner.email.is_none(), || {
                format!("{:?} has a purchase that is not paid or not its own", owner.email)
            })?;
            self.rows.insert(row.purchase_id.clone(), row);
        }
        for user in users {
            let email = user.email.as_deref();
            let is_theirs = email == Some(UNVERIFIED) || self.made.contains(&user.id);
            ensure(user.password.is_none() || is_theirs, || {
                format!("a guest set the password of {email:?}")
            })?;
            let was_unproven = self.unproven.contains(&user.id);
            ensure(!was_unproven || user.verified_at.is_none(), || {
                format!("a link verified {email:?}, of which someone knows the password")
            })?;
            if user.password.is_some() && user.verified_at.is_none() {
                self.unproven.insert(user.id.clone());
            }
        }
        Ok(())
    }

    pub fn is_of_guest(&self, purchase: &str) -> bool {
        self.rows.contains_key(purchase)
    }
}

impl Oracle {
    /// A link opens its own purchase, until a newer one replaces it.
    pub fn check_guest_reply(
        &mut self,
        environment: &Environment,
        (action, reply): (&Action, &Reply),
        now: Timestamp,
    ) -> CheckResult {
        match action {
            Action::OpenLink { link } => {
                let is_newest = is_newest(link, &self.links(environment));
                let opened = reply.body["purchase"]["_id"].as_str();
                let placed = self.lines_of(&link.purchase).first().map_or(0, |line| line.row.created_at);
                let is_old = placed + LINK_TTL < now.micros();
                let is_right = match reply.status {
                    200 => is_newest && opened == Some(&link.purchase),
                    409 => !is_newest || is_old,
                    status => status == 429,
                };
                ensure(is_right, || format!("a link that is the newest ({is_newest}) opened {opened:?}"))
            }
            Action::SetPassword { link: Some(link), .. } if reply.status == 200 => {
                let is_newest = is_newest(link, &self.links(environment));
                ensure(is_newest, || "an old link set a password".into())
            }
            Action::SendLinks { .. } if reply.status == 200 => {
                let first = self.guests.links_answer.get_or_insert_with(|| reply.body.clone());
                ensure(*first == reply.body, || format!("{} tells who has bought", reply.body))
            }
            Action::Disown { purchase, who } if reply.status == 200 => {
                let lines = self.lines_of(purchase);
                ensure(lines.iter().all(|line| line.row.user_id != *who), || {
                    format!("{} was reported disowned", self.purchase_name(purchase))
                })
            }
            _ => Ok(()),
        }
    }

    /// Every link that was mailed, the oldest first.
    fn links(&self, environment: &Environment) -> Vec<MailedLink> {
        let rows: Vec<(String, String)> = environment.read((), |tx, ()| Box::pin(tx.all(&LINKS, &[])));
        let link = |(order, message): (String, String)| {
            let purchase = self.orders.get(&order)?.row.purchase_id.clone();
            let (_, rest) = message.split_once("#token=")?;
            Some(MailedLink { purchase, token: rest.split('"').next()?.to_owned() })
        };
        rows.into_iter().filter_map(link).collect()
    }
}

impl World<'_> {
    /// One of the links that were mailed, usually the latest.
    pub(crate) fn pick_link(&mut self) -> Option<MailedLink> {
        let mut links = self.oracle.links(self.environment);
        if self.rng.percent_chance(50) {
            let all = links.clone();
            links.retain(|link| is_newest(link, &all));
        }
        // Ids decide nothing.
        links
            .sort_by_key(|link| self.oracle.lines_of(&link.purchase).first().map(|line| line.row.created_at));
        self.rng.choose(&links).cloned()
    }

    pub(crate) fn call_of_guest(&mut self, action: &Action) -> Option<Call> {
        let call = |path: &str, body: Value| Call::new("POST", path.to_owned(), "").json(&body);
        Some(match action {
            Action::OpenLink { link } => call("/guest-purchases/open", json!({ "token": link.token })),
            Action::SendLinks { email } => call("/guest-purchases/links", json!({ "email": email })),
            Action::SetPassword { link: Some(link), .. } => {
                call("/guest-purchases/password", json!({ "token": link.token, "password": PASSWORD }))
            }
            Action::SetPassword { purchase, link: None } => {
                let who = self.buyer(purchase);
                let body = json!({ "purchaseId": purchase, "password": PASSWORD });
                self.call_as(who, "POST", "/guest-purchases/password").json(&body)
            }
            Action::Disown { purchase, .. } => {
                let who = self.account_of(purchase)?;
                self.call_as(who, "POST", &format!("/purchases/{purchase}/disown")).json(&json!({}))
            }
            _ => return None,
        })
    }

    /// Long after all: no account is left that no one has.
    pub(crate) fn check_accounts(&self) -> CheckResult {
        let now = self.clock.now();
        while self.environment.write(now, |tx, now| Box::pin(trowel::sales::guests::delete_expired(tx, *now)))
            > 0
        {}
        let users: Vec<UserRow> = self.environment.read((), |tx, ()| Box::pin(tx.all(&USERS, &[])));
        let has_orders = |user: &UserRow| {
            let mut orders = self.oracle.orders.values();
            orders.any(|order| order.exists() && order.row.user_id == user.id)
        };
        let left = users.iter().find(|user| user.email.is_none() && !has_orders(user));
        ensure(left.is_none(), || "the account of a guest who did not pay is left".into())
    }
}

/// A visitor without a login reads nothing of a person.
pub fn check_silence(reply: &Reply) -> CheckResult {
    let text = reply.body.to_string();
    let told = ["@example.com", "Somewhere", "555-0100"].into_iter().find(|part| text.contains(part));
    ensure(told.is_none(), || format!("a visitor reads {told:?} in {text}"))
}

/// A newer link replaces the one before.
fn is_newest(link: &MailedLink, mailed: &[MailedLink]) -> bool {
    let last = mailed.iter().rfind(|other| other.purchase == link.purchase);
    last.is_some_and(|last| last.token == link.token)
}
