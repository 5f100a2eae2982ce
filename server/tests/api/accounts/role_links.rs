//! A link or a code that was sent to a customer opens no account of the shop's people.

use reqwest::Method;
use serde_json::json;
use trowel::{
    accounts::{
        self,
        email_link::{EmailLinkPurpose, NewEmailToken, login},
        roles::{self, GrantedBy, RoleChange, RoleEdit},
        user::Role,
    },
    db::{Param as _, Statement, statement},
    values::{email::Email, ids::Id},
};

use crate::{
    sales::guests::{bought, open_link, open_shop_of, token_for},
    support::{Person, TestShop, on_both_engines},
};

const PHONE: Statement = statement!(PHONE, "UPDATE users SET phone = '+14165550100' WHERE email = $1");
/// A number has one account.
const FREE_PHONE: Statement = statement!(FREE_PHONE, "UPDATE users SET phone = NULL WHERE email = $1");
const CODE: Statement = statement!(
    CODE,
    "INSERT INTO one_time_codes (target, holder_hash, code_hash, tries, expires_at)
    VALUES ('+14165550100', 'a', 'b', 0, $1)"
);
/// Marks nothing. Counts.
const CODES: Statement = statement!(CODES, "UPDATE one_time_codes SET tries = tries WHERE expires_at > $1");
const LINKS: Statement = statement!(LINKS, "UPDATE email_tokens SET purpose = purpose WHERE email = $1");

/// How the owner gives a role.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// PUT /user/admin/{email}
    Admin,
    /// PUT /user/staff/{email}
    Staff,
    /// `trowel admin grant`
    Host,
}

const WAYS: [Way; 3] = [Way::Admin, Way::Staff, Way::Host];

/// The code of a refusal, or nothing.
async fn grant(shop: &TestShop, hazel: &Person<'_>, way: Way, email: &str) -> String {
    let role = match way {
        Way::Admin => "admin",
        Way::Staff => "staff",
        Way::Host => {
            let (email, edit) = (Email::parse(email).unwrap(), RoleEdit::Grant(Role::Admin));
            let by = GrantedBy::Host { only_verified: true };
            let change = roles::change(&shop.shop.db, &email, edit, by, shop.shop.clock.now()).await.unwrap();
            let is_refused = change == RoleChange::NoLoginMethod;
            assert!(is_refused || change == RoleChange::Made, "{change:?}");
            return if is_refused { "no_login_method".into() } else { String::new() };
        }
    };
    let answer = hazel.call(Method::PUT, &format!("/user/{role}/{email}")).send().await;
    answer.body["code"].as_str().unwrap_or_default().to_owned()
}

/// What stands behind `#token=` in the newest e-mail of this kind.
async fn token_in(shop: &TestShop, email: &str, kind: &str) -> String {
    let letters = shop.letters_to(email).await;
    let letter = letters.iter().rfind(|letter| letter.kind == kind).unwrap();
    let (_, rest) = letter.text_body.split_once("#token=").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

async fn id_of(shop: &TestShop, email: &str) -> Id {
    let email = Email::parse(email).unwrap();
    let found = shop.shop.db.read(email, |tx, email| accounts::store::account_by_email(tx, email));
    found.await.unwrap().unwrap().user.id
}

/// Stores a link of this kind that was mailed, whose account waits for the address.
async fn store_link(shop: &TestShop, purpose: EmailLinkPurpose, user: &Id, email: &str) {
    let input = (NewEmailToken::new(&shop.shop, purpose), user.clone(), Email::parse(email).unwrap());
    let stored = shop.shop.db.write(input, |tx, (link, user, email)| Box::pin(link.store(tx, user, email)));
    stored.await.unwrap();
}

on_both_engines! {
    with crate::support::Setup::with_mail;

    async fn no_earlier_link_opens_an_account_with_a_role(shop: TestShop) {
        let hazel = shop.admin().await;
        let bo = shop.customer("Bo").await;
        let visitor = shop.visitor();
        for (number, way) in WAYS.into_iter().enumerate() {
            let ada = shop.verified_customer(&format!("Ada{number}")).await;
            let id = id_of(shop, &ada.email).await;
            visitor.post("/identity/password/forgot", json!({ "email": ada.email })).await.is(200, "");
            let reset = token_in(shop, &ada.email, "reset_password").await;
            assert!(login::send(&shop.shop, &id).await.unwrap());
            let log_in = token_in(shop, &ada.email, "log_in").await;
            store_link(shop, EmailLinkPurpose::Verify, &id, &ada.email).await;
            // Another account that waits for this address would bring its login method along.
            store_link(shop, EmailLinkPurpose::Finish, &id_of(shop, &bo.email).await, &ada.email).await;
            assert_eq!(shop.execute(&LINKS, &[ada.email.to_value()]).await, 4);
            let now = shop.shop.clock.now();
            assert_eq!(shop.execute(&PHONE, &[ada.email.to_value()]).await, 1);
            assert_eq!(shop.execute(&CODE, &[(now.micros() + 1).to_value()]).await, 1);

            assert_eq!(grant(shop, &hazel, way, &ada.email).await, "", "{way:?}");
            let body = json!({ "token": reset, "password": "seven quiet ferns under glass" });
            visitor.post("/identity/password/reset", body).await.is(409, "link_expired");
            visitor.post("/identity/email/sign-in", json!({ "token": log_in })).await.is(409, "link_expired");
            assert_eq!(shop.execute(&LINKS, &[ada.email.to_value()]).await, 0, "{way:?}");
            assert_eq!(shop.execute(&CODES, &[now.micros().to_value()]).await, 0, "{way:?}");
            // A link that is mailed now is of the account as it is now.
            visitor.post("/identity/password/forgot", json!({ "email": ada.email })).await.is(200, "");
            let token = token_in(shop, &ada.email, "reset_password").await;
            let body = json!({ "token": token, "password": "seven quiet ferns under glass" });
            visitor.post("/identity/password/reset", body).await.is(200, "");
            assert_eq!(shop.execute(&FREE_PHONE, &[ada.email.to_value()]).await, 1);
        }
    }

    async fn an_account_without_a_login_gets_no_role_by_the_link_of_an_order(shop: TestShop) {
        let hazel = shop.admin().await;
        let hoe = open_shop_of(shop, &hazel).await;
        let visitor = shop.visitor();
        for (number, way) in WAYS.into_iter().enumerate() {
            let email = format!("colleague{number}@example.com");
            bought(shop, &hoe, &email).await;
            let order = token_for(shop, &email).await;
            assert_eq!(open_link(&visitor, &order).await.body["setsPassword"], true);
            assert_eq!(grant(shop, &hazel, way, &email).await, "no_login_method", "{way:?}");
            // Its mailbox sets the password, and only then it gets the role.
            visitor.post("/identity/password/forgot", json!({ "email": email })).await.is(200, "");
            let token = token_in(shop, &email, "reset_password").await;
            let body = json!({ "token": token, "password": "seven quiet ferns under glass" });
            visitor.post("/identity/password/reset", body).await.is(200, "");
            assert_eq!(grant(shop, &hazel, way, &email).await, "", "{way:?}");
            assert_eq!(open_link(&visitor, &order).await.body["setsPassword"], false);
            let body = json!({ "token": order, "password": "seven quiet ferns under glass" });
            visitor.post("/guest-purchases/password", body).await.is(409, "has_account");
        }
    }

    // Older versions granted a role to such an account.
    async fn the_link_of_an_order_sets_no_password_of_an_administrator(shop: TestShop) {
        let hazel = shop.admin().await;
        let hoe = open_shop_of(shop, &hazel).await;
        for role in [Role::Staff, Role::Admin] {
            let email = format!("{}@example.com", role.as_str());
            let (browser, id) = bought(shop, &hoe, &email).await;
            let token = token_for(shop, &email).await;
            let input = (Email::parse(&email).unwrap(), role, shop.shop.clock.now());
            let given = shop.shop.db.write(input, |tx, (email, role, now)| {
                accounts::store::replace_role(tx, email, Role::Customer, *role, *now)
            });
            assert!(given.await.unwrap());
            let by_browser = json!({ "purchaseId": id, "password": "seven quiet ferns under glass" });
            browser.post("/guest-purchases/password", by_browser).await.is(200, "");
            assert_eq!(open_link(&shop.visitor(), &token).await.body["setsPassword"], false);
            let by_link = json!({ "token": token, "password": "seven quiet ferns under glass" });
            shop.visitor().post("/guest-purchases/password", by_link).await.is(409, "has_account");
            let login = json!({ "email": email, "password": "seven quiet ferns under glass" });
            shop.visitor().post("/identity/sign-in", login).await.is(401, "bad_credentials");
        }
    }
}
