//! Purchases without a login: whose they are, what the mailed link opens, and what a stranger gets to know.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    app::background::tidy,
    base::rate_limit::LimitedAction,
    db::{Param as _, Statement, statement},
    sales::payments::job::reconcile,
    values::ids::Id,
};

use crate::{
    sales::checkout::{address, body, check_out, pay, put, quote},
    support::{Answer, Person, Setup, TestShop, on_both_engines},
};

const DAY: Duration = Duration::from_hours(24);

/// Finds an account without an address.
const NAMELESS: Statement = statement!(
    NAMELESS,
    "UPDATE users SET notes = notes WHERE email IS NULL AND display_name = $1 AND deleted_at IS NULL"
);
const VERIFIED: Statement =
    statement!(VERIFIED, "UPDATE users SET notes = notes WHERE email = $1 AND email_verified_at IS NOT NULL");

pub fn with_mail(setup: Setup) -> Setup {
    setup.with_mail()
}

pub fn with_few_orders(setup: Setup) -> Setup {
    let limits = setup.limits.with(LimitedAction::PlaceFirstOrder, 2);
    Setup { limits, behind_proxy: true, ..setup }.with_mail()
}

/// A shop that sells to guests, with a tool. Returns its id.
pub async fn open_shop(shop: &TestShop) -> Id {
    open_shop_of(shop, &shop.admin().await).await
}

pub async fn open_shop_of(shop: &TestShop, hazel: &Person<'_>) -> Id {
    let settings = hazel.call(Method::PUT, "/shop-settings").header("if-match", "\"0\"");
    settings.json(json!({ "guestCheckout": "on" })).send().await.is(200, "");
    shop.tool("Draw Hoe", 6_400, 50, 1).await
}

/// A visitor with one tool in the basket.
pub async fn with_basket<'s>(shop: &'s TestShop, tool: &Id) -> Person<'s> {
    let mut visitor = shop.visitor();
    let answer = visitor.put(&format!("/basket/lines/{tool}"), json!({ "quantity": 1 })).await;
    answer.header("set-cookie").split(';').next().unwrap().clone_into(&mut visitor.cookie);
    visitor
}

fn to() -> Value {
    address("NS", "B3J 1A1")
}

pub async fn guest_body(visitor: &Person<'_>, email: &str) -> Value {
    let mut body = body(&quote(visitor, &to(), None).await, &to());
    body["email"] = json!(email);
    body
}

async fn check_out_as(visitor: &Person<'_>, email: &str) -> Answer {
    let body = guest_body(visitor, email).await;
    check_out(visitor, "key", body).await
}

/// The browser keeps what proves the purchase, beside the basket's cookie.
pub fn keep_proof(visitor: &mut Person<'_>, placed: &Answer) {
    placed.is(200, "");
    let cookie = placed.header("set-cookie").split(';').next().unwrap();
    assert!(cookie.starts_with("trowel_guest="), "{cookie}");
    let basket = visitor.cookie.split("; ").next().unwrap();
    visitor.cookie = format!("{basket}; {cookie}");
}

/// The id of the purchase and the client secret.
pub async fn place(visitor: &mut Person<'_>, email: &str) -> (String, String) {
    let placed = check_out_as(visitor, email).await;
    keep_proof(visitor, &placed);
    let text = |name: &str| placed.body[name].as_str().unwrap().to_owned();
    (text("purchaseId"), text("clientSecret"))
}

/// Buys and pays. Returns the browser and the id of the purchase.
pub async fn bought<'s>(shop: &'s TestShop, tool: &Id, email: &str) -> (Person<'s>, String) {
    let mut visitor = with_basket(shop, tool).await;
    let (id, secret) = place(&mut visitor, email).await;
    pay(shop, &visitor, &id, &secret).await;
    (visitor, id)
}

/// The token of the last link that was mailed to this address.
pub async fn token_for(shop: &TestShop, email: &str) -> String {
    let letters = shop.letters_to(email).await;
    let letter = letters.iter().rfind(|letter| letter.kind == "guest_order").unwrap();
    let (_, rest) = letter.text_body.split_once("/guest-order#token=").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

pub async fn open_link(caller: &Person<'_>, token: &str) -> Answer {
    caller.post("/guest-purchases/open", json!({ "token": token })).await
}

pub async fn log_in(shop: &TestShop, email: &str, password: &str) -> u16 {
    let body = json!({ "email": email, "password": password });
    shop.visitor().post("/identity/sign-in", body).await.status
}

async fn is_verified(shop: &TestShop, email: &str) -> bool {
    shop.execute(&VERIFIED, &[email.to_value()]).await == 1
}

/// Ids, numbers and times are of each purchase alone.
fn without_ids(answer: &Answer) -> String {
    let mut text = answer.text.clone();
    let of_order = answer.body["orders"][0].as_object();
    for (name, value) in answer.body.as_object().into_iter().chain(of_order).flatten() {
        let names = [
            "purchaseId",
            "number",
            "_id",
            "clientSecret",
            "heldUntil",
            "createdAt",
            "transactionId",
            "paidAt",
        ];
        if names.contains(&name.as_str()) {
            text = text.replace(&value.to_string(), name);
        }
    }
    format!("{} {:?} {text}", answer.status, answer.headers.keys().collect::<Vec<_>>())
}

on_both_engines! {
    with crate::sales::guests::with_mail;

    async fn a_guest_buys_and_opens_the_order_by_link_and_makes_an_account(shop: TestShop) {
        let hoe = open_shop(shop).await;
        assert_eq!(shop.visitor().get("/config").await.body["guestCheckout"], true);
        let mut visitor = with_basket(shop, &hoe).await;
        let (id, secret) = place(&mut visitor, "Ada@Example.com").await;
        assert_eq!(shop.stock(&hoe).await, 49);
        assert_eq!(shop.letters_to("ada@example.com").await.len(), 0, "the form sends e-mails to no stranger");
        assert_eq!(visitor.post(&format!("/purchases/{id}/payment"), json!({})).await.body["clientSecret"], secret);
        visitor.post(&format!("/purchases/{id}/extend"), json!({})).await.is(200, "");
        pay(shop, &visitor, &id, &secret).await;
        let seen = visitor.get(&format!("/purchases/{id}")).await;
        assert_eq!((&seen.body["paid"], &seen.body["address"], &seen.body["customerEmail"]), (&json!(true), &json!(""), &json!("")));

        let letters = shop.letters_to("ada@example.com").await;
        assert_eq!(letters.iter().map(|letter| letter.kind.as_str()).collect::<Vec<_>>(), ["guest_order"]);
        let token = token_for(shop, "ada@example.com").await;
        let opened = open_link(&shop.visitor(), &token).await;
        opened.is(200, "");
        assert_eq!((&opened.body["purchase"]["_id"], &opened.body["setsPassword"]), (&json!(id), &json!(true)));
        for answer in [&seen, &opened] {
            for secret in ["Fern Lane", "B3J", "Ada", "ada@"] {
                assert!(!answer.text.contains(secret), "{secret}: {}", answer.text);
            }
            let headers = ["cache-control", "referrer-policy", "x-robots-tag"].map(|name| answer.header(name));
            assert_eq!(headers, ["private, no-store", "no-referrer", "noindex"]);
        }
        assert!(is_verified(shop, "ada@example.com").await, "the link came by e-mail");

        let password = json!({ "token": token, "password": "correct horse" });
        shop.visitor().post("/guest-purchases/password", password.clone()).await.is(200, "");
        shop.visitor().post("/guest-purchases/password", password).await.is(409, "has_account");
        let mut ada = shop.visitor();
        ada.email = "ada@example.com".into();
        ada.sign_in().await;
        let orders = ada.get("/orders").await.body;
        assert_eq!((&orders[0]["_id"], &orders[0]["placedAsGuest"]), (&json!(id), &json!(true)));
        assert!(orders[0]["phone"].as_str().unwrap().contains("12 Fern Lane"));
    }

    async fn a_guest_needs_the_setting_a_key_an_address_and_our_own_pages(shop: TestShop) {
        let hoe = shop.tool("Rake", 1_000, 9, 1).await;
        let visitor = with_basket(shop, &hoe).await;
        check_out_as(&visitor, "ada@example.com").await.is(401, "unauthenticated");
        open_shop(shop).await;
        let body = guest_body(&visitor, "ada@example.com").await;
        visitor.post("/checkout", body.clone()).await.is(400, "idempotency_key_required");
        for email in [json!(null), json!(""), json!("ada"), json!(7)] {
            let mut body = body.clone();
            body["email"] = email;
            let refused = check_out(&visitor, "key", body).await;
            assert_eq!((refused.status, refused.fields()), (422, vec!["email"]), "{}", refused.text);
        }
        let foreign = visitor.call(Method::POST, "/checkout").header("origin", "https://evil.example");
        foreign.header("idempotency-key", "key").json(body.clone()).send().await.is(403, "forbidden_origin");
        check_out(&shop.visitor(), "key", body.clone()).await.is(401, "unauthenticated");

        let placed = check_out(&visitor, "key", body.clone()).await;
        placed.is(200, "");
        assert_eq!(check_out(&visitor, "key", body.clone()).await.body, placed.body, "a repeat is the same purchase");
        let other = check_out(&with_basket(shop, &hoe).await, "key", body).await;
        assert_ne!(other.body["purchaseId"], placed.body["purchaseId"], "a key is of one browser");
        assert_eq!(shop.stock(&hoe).await, 7);
    }

    async fn nothing_tells_a_buyer_who_has_an_account(shop: TestShop) {
        let hoe = open_shop(shop).await;
        let ada = shop.verified_customer("Ada").await;
        let before = shop.letters_to(&ada.email).await.len();
        let mut answers = Vec::new();
        for email in ["ada@example.com", "bo@example.com"] {
            let mut visitor = with_basket(shop, &hoe).await;
            let placed = check_out_as(&visitor, email).await;
            keep_proof(&mut visitor, &placed);
            let text = |name: &str| placed.body[name].as_str().unwrap().to_owned();
            let id = text("purchaseId");
            let secret = text("clientSecret");
            if email == ada.email {
                assert_eq!(ada.get("/orders").await.body, json!([]), "unpaid it is of no account");
                ada.get(&format!("/purchases/{id}")).await.is(404, "not_found");
                let bare = json!({ "totalPrice": placed.body["total"] });
                ada.post("/create-payment-intent", bare).await.is(409, "no_payable_order");
                assert_eq!(shop.letters_to(email).await.len(), before);
            }
            let path = format!("/purchases/{id}");
            let unpaid = visitor.get(&path).await;
            pay(shop, &visitor, &id, &secret).await;
            let password = json!({ "purchaseId": id, "password": "battery staple" });
            answers.push([
                without_ids(&placed),
                without_ids(&unpaid),
                without_ids(&visitor.get(&path).await),
                without_ids(&visitor.post("/guest-purchases/password", password).await),
                without_ids(&shop.visitor().post("/guest-purchases/links", json!({ "email": email })).await),
            ]);
        }
        let unknown = shop.visitor().post("/guest-purchases/links", json!({ "email": "cleo@example.com" })).await;
        assert_eq!(answers[0], answers[1]);
        assert_eq!(without_ids(&unknown), answers[0][4]);
        assert_eq!(ada.get("/orders").await.body[0]["placedAsGuest"], true);
        assert_eq!(log_in(shop, "ada@example.com", "battery staple").await, 401, "the account keeps its password");
        assert_eq!(log_in(shop, "ada@example.com", "correct horse").await, 200);
    }

    async fn unpaid_purchases_of_guests_count_for_no_account(shop: TestShop) {
        let hoe = open_shop(shop).await;
        let ada = shop.verified_customer("Ada").await;
        let max = shop.shop.config.limits.max_unpaid_orders(true).min(15);
        for _ in 0..max {
            let mut visitor = with_basket(shop, &hoe).await;
            place(&mut visitor, &ada.email).await;
        }
        put(&ada, &hoe, 1).await;
        let quote = quote(&ada, &to(), None).await;
        check_out(&ada, "own", body(&quote, &to())).await.is(200, "");
    }

    async fn the_account_disowns_a_purchase_that_a_stranger_placed(shop: TestShop) {
        let hoe = open_shop(shop).await;
        let (ada, bo) = (shop.verified_customer("Ada").await, shop.verified_customer("Bo").await);
        let (visitor, id) = bought(shop, &hoe, &ada.email).await;
        let token = token_for(shop, &ada.email).await;
        let path = format!("/purchases/{id}/disown");
        bo.post(&path, json!({})).await.is(404, "not_found");
        visitor.post(&path, json!({})).await.is(401, "unauthenticated");
        ada.post(&path, json!({})).await.is(200, "");
        ada.post(&path, json!({})).await.is(404, "not_found");
        assert_eq!(ada.get("/orders").await.body, json!([]));
        visitor.get(&format!("/purchases/{id}")).await.is(401, "unauthenticated");
        let opened = open_link(&shop.visitor(), &token).await;
        assert_eq!((opened.status, &opened.body["setsPassword"]), (200, &json!(false)), "{}", opened.text);

        // No more e-mails, and no link again.
        let before = shop.letters_to(&ada.email).await.len();
        let sam = shop.staff().await;
        sam.patch(&format!("/orders/{id}"), json!({ "status": "Approved and shipped" })).await.is(200, "");
        shop.visitor().post("/guest-purchases/links", json!({ "email": ada.email })).await.is(200, "");
        assert_eq!(shop.letters_to(&ada.email).await.len(), before);

        let own = ada.order("Draw Hoe", 6_400, 1).await;
        ada.post(&format!("/purchases/{own}/disown"), json!({})).await.is(409, "not_of_guest");
    }

    async fn an_order_opens_by_nothing_but_its_own_link(shop: TestShop) {
        let hoe = open_shop(shop).await;
        let (visitor, id) = bought(shop, &hoe, "ada@example.com").await;
        let (other, _) = bought(shop, &hoe, "bo@example.com").await;
        let token = token_for(shop, "ada@example.com").await;
        let path = format!("/purchases/{id}");
        for stranger in [&shop.visitor(), &other] {
            stranger.get(&path).await.is(401, "unauthenticated");
            stranger.post(&format!("{path}/payment"), json!({})).await.is(401, "unauthenticated");
            let password = json!({ "purchaseId": id, "password": "battery staple" });
            stranger.post("/guest-purchases/password", password).await.is(401, "unauthenticated");
        }
        // Not by number and e-mail, nor with anything like the token.
        let number = visitor.get(&path).await.body["number"].clone();
        let mut altered = token.clone();
        altered.replace_range(5..6, if &token[5..6] == "A" { "B" } else { "A" });
        for wrong in [altered, id.clone(), number.to_string(), token.to_lowercase(), format!("{token}A"), "' OR 1=1 --".into()] {
            open_link(&shop.visitor(), &wrong).await.is(409, "link_expired");
            let password = json!({ "token": wrong, "password": "battery staple" });
            shop.visitor().post("/guest-purchases/password", password).await.is(409, "link_expired");
        }
        visitor.post(&format!("{path}/refund"), json!({})).await.is(401, "unauthenticated");
        visitor.patch(&format!("/orders/{id}"), json!({ "phone": "1 Elm St", "address": "" })).await.is(401, "unauthenticated");
        visitor.delete(&path).await.is(401, "unauthenticated");

        // A newer link replaces the one before.
        shop.visitor().post("/guest-purchases/links", json!({ "email": "ada@example.com" })).await.is(200, "");
        open_link(&shop.visitor(), &token).await.is(409, "link_expired");
        let token = token_for(shop, "ada@example.com").await;
        open_link(&shop.visitor(), &token).await.is(200, "");
        shop.shop.clock.advance(DAY);
        visitor.get(&path).await.is(401, "unauthenticated");
        shop.shop.clock.advance(7 * DAY);
        assert_eq!(open_link(&shop.visitor(), &token).await.body["setsPassword"], false, "it may be forwarded");
        shop.visitor().post("/guest-purchases/password", json!({ "token": token, "password": "battery staple" })).await.is(409, "has_account");
        shop.shop.clock.advance(81 * DAY);
        open_link(&shop.visitor(), &token).await.is(200, "");
        shop.shop.clock.advance(2 * DAY);
        open_link(&shop.visitor(), &token).await.is(409, "link_expired");
    }

    async fn a_partial_refund_prolongs_the_link(shop: TestShop) {
        let mut hazel = shop.admin().await;
        let hoe = open_shop_of(shop, &hazel).await;
        let (_, id) = bought(shop, &hoe, "ada@example.com").await;
        shop.shop.clock.advance(60 * DAY);
        hazel.sign_in().await;
        let part = json!({ "lines": [{ "orderId": id, "amount": 5 }], "refundedBefore": 0 });
        hazel.post(&format!("/purchases/{id}/refund"), part).await.is(200, "");
        shop.shop.clock.advance(60 * DAY);
        let links = json!({ "email": "ada@example.com" });
        shop.visitor().post("/guest-purchases/links", links.clone()).await.is(200, "");
        let token = token_for(shop, "ada@example.com").await;
        open_link(&shop.visitor(), &token).await.is(200, "");
        shop.shop.clock.advance(31 * DAY);
        open_link(&shop.visitor(), &token).await.is(409, "link_expired");
    }

    async fn no_buyer_gets_the_account_of_another_person(shop: TestShop) {
        let hoe = open_shop(shop).await;
        let set = async |visitor: &Person<'_>, id: &str| {
            let password = json!({ "purchaseId": id, "password": "battery staple" });
            visitor.post("/guest-purchases/password", password).await.is(200, "");
        };
        // Ada has opened the link that a stranger's purchase sent her.
        let (stranger, id) = bought(shop, &hoe, "ada@example.com").await;
        open_link(&shop.visitor(), &token_for(shop, "ada@example.com").await).await.is(200, "");
        set(&stranger, &id).await;
        assert_eq!(log_in(shop, "ada@example.com", "battery staple").await, 401);
        // The stranger sets a password first. Opening the link does not verify that account.
        let (stranger, id) = bought(shop, &hoe, "bo@example.com").await;
        set(&stranger, &id).await;
        assert_eq!(log_in(shop, "bo@example.com", "battery staple").await, 200);
        let opened = open_link(&shop.visitor(), &token_for(shop, "bo@example.com").await).await;
        assert_eq!((opened.status, &opened.body["setsPassword"]), (200, &json!(false)));
        assert!(!is_verified(shop, "bo@example.com").await);
        // Bo's own purchase does not go to the account of a stranger who signed up with Bo's address.
        let mut sneak = shop.visitor();
        sneak.email = "bo@example.com".into();
        sneak.call(Method::POST, "/identity/sign-in").json(json!({ "email": "bo@example.com", "password": "battery staple" })).send().await.is(200, "");
        let (_, own) = bought(shop, &hoe, "bo@example.com").await;
        assert_eq!(shop.execute(&NAMELESS, &["Ada".to_value()]).await, 1);
        assert_eq!(open_link(&shop.visitor(), &token_for(shop, "bo@example.com").await).await.body["purchase"]["_id"], own);
        // A second purchase closes the field of the first browser, whose account has more than its own purchase now.
        let (first, id) = bought(shop, &hoe, "cleo@example.com").await;
        bought(shop, &hoe, "cleo@example.com").await;
        set(&first, &id).await;
        assert_eq!(log_in(shop, "cleo@example.com", "battery staple").await, 401);
    }

    async fn a_purchase_that_is_not_paid_leaves_its_tools_for_a_day_and_nothing_else(shop: TestShop) {
        let hoe = open_shop(shop).await;
        let mut visitor = with_basket(shop, &hoe).await;
        let (id, _) = place(&mut visitor, "ada@example.com").await;
        assert_eq!(shop.execute(&NAMELESS, &["Ada".to_value()]).await, 1);
        shop.shop.clock.advance(Duration::from_hours(2));
        reconcile(&shop.shop).await;
        tidy(&shop.shop).await;
        assert_eq!((shop.stock(&hoe).await, shop.execute(&NAMELESS, &["Ada".to_value()]).await), (50, 0));
        assert_eq!(shop.letters_to("ada@example.com").await.len(), 0);
        visitor.get(&format!("/purchases/{id}")).await.is(410, "purchase_ended");
        shop.shop.clock.advance(DAY);
        visitor.get(&format!("/purchases/{id}")).await.is(401, "unauthenticated");
    }

    async fn a_dear_purchase_needs_a_login(shop: TestShop) {
        let hoe = open_shop(shop).await;
        let visitor = with_basket(shop, &hoe).await;
        put(&visitor, &hoe, 8).await;
        // The quote says it before anything is typed.
        let place = json!({ "address": { "province": "NS" } });
        let problem = |quote: &Value| quote["problems"].as_array().unwrap().iter().map(|it| it["code"].clone()).collect::<Vec<_>>();
        let quoted = visitor.post("/quote", place.clone()).await.body;
        assert_eq!(problem(&quoted), ["login_required"], "{quoted}");
        assert!(quoted["problems"][0]["detail"].as_str().unwrap().contains("$500"), "{quoted}");
        assert_eq!(problem(&visitor.get("/basket").await.body["quote"]), ["login_required"]);
        let refused = check_out_as(&visitor, "ada@example.com").await;
        refused.is(409, "login_required");
        assert!(refused.body["detail"].as_str().unwrap().contains("$500"), "{}", refused.text);
        assert_eq!(shop.stock(&hoe).await, 50);
    }

    async fn guest_purchases_of_two_browsers_with_one_new_address_are_one_account(shop: TestShop) {
        let hoe = open_shop(shop).await;
        let (mut one, mut other) = (with_basket(shop, &hoe).await, with_basket(shop, &hoe).await);
        let ((id, secret), (other_id, other_secret)) = (place(&mut one, "ada@example.com").await, place(&mut other, "ada@example.com").await);
        tokio::join!(pay(shop, &one, &id, &secret), pay(shop, &other, &other_id, &other_secret));
        assert_eq!(shop.execute(&NAMELESS, &["Ada".to_value()]).await, 0);
        assert_eq!(shop.letters_to("ada@example.com").await.len(), 2);
    }
}

mod with_few_orders {
    use super::*;

    on_both_engines! {
        with crate::sales::guests::with_few_orders;

        async fn guests_count_for_their_network(shop: TestShop) {
            let hoe = open_shop(shop).await;
            let from = async |network: &str| {
                let visitor = with_basket(shop, &hoe).await;
                let body = guest_body(&visitor, "ada@example.com").await;
                let call = visitor.call(Method::POST, "/checkout").header("idempotency-key", "key");
                call.header("x-forwarded-for", network).json(body).send().await
            };
            for _ in 0..2 {
                from("203.0.113.9").await.is(200, "");
            }
            from("203.0.113.9").await.is(429, "too_many_orders");
            from("203.0.113.10").await.is(200, "");
            // Refused checkouts count, too.
            for _ in 0..17 {
                from("203.0.113.9").await.is(429, "too_many_orders");
            }
            let refused = from("203.0.113.9").await;
            assert!(refused.body["detail"].as_str().unwrap().contains("without a login"), "{}", refused.text);
        }
    }
}
