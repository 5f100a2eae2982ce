//! What proves a guest's purchase is made at the checkout, and the password that it sets shows no address.

use reqwest::Method;
use serde_json::{Value, json};
use trowel::values::ids::Secret;

use crate::{
    sales::{
        checkout::{address, check_out, pay, put},
        guests::{
            bought, guest_body, keep_proof, log_in, open_link, open_shop, open_shop_of, place, token_for,
            with_basket,
        },
    },
    support::{Answer, Person, on_both_engines},
};

/// The cookie that the answer sets.
fn cookie(answer: &Answer) -> String {
    answer.header("set-cookie").split(';').next().unwrap().to_owned()
}

fn with_cookie<'s>(person: &Person<'s>, cookie: &str) -> Person<'s> {
    let mut other = person.fresh();
    cookie.clone_into(&mut other.cookie);
    other
}

/// Everything that a browser without the proof may try.
async fn proves_nothing(thief: &Person<'_>, purchase: &str) {
    let path = format!("/purchases/{purchase}");
    thief.get(&path).await.is(401, "unauthenticated");
    for call in ["payment", "confirm", "extend"] {
        let body = json!({ "transactionId": "pi_1" });
        thief.post(&format!("{path}/{call}"), body).await.is(401, "unauthenticated");
    }
    let password = json!({ "purchaseId": purchase, "password": "battery staple" });
    thief.post("/guest-purchases/password", password).await.is(401, "unauthenticated");
}

on_both_engines! {
    with crate::sales::guests::with_mail;

    async fn a_basket_has_no_secret_that_its_browser_chose(shop: TestShop) {
        let hoe = open_shop(shop).await;
        let chosen = format!("trowel_basket={}", Secret::new().reveal());
        let visitor = with_cookie(&shop.visitor(), &chosen);
        let path = format!("/basket/lines/{hoe}");
        // A refused checkout does not make it known.
        let body = json!({ "digest": "none", "address": address("NS", "B3J 1A1"), "email": "ada@example.com" });
        check_out(&visitor, "key", body).await.is(409, "basket_empty");
        let first = visitor.put(&path, json!({ "quantity": 2 })).await;
        let made = cookie(&first);
        assert!(made.starts_with("trowel_basket=") && made != chosen, "{made}");
        assert_eq!(visitor.get("/basket").await.body["lines"], json!([]));
        let mut own = with_cookie(&visitor, &made);
        assert_eq!(cookie(&own.put(&path, json!({ "quantity": 1 })).await), made, "it stays");
        // Also after the purchase, because its request may be repeated.
        place(&mut own, "ada@example.com").await;
        assert_eq!(cookie(&own.put(&path, json!({ "quantity": 1 })).await), made);
    }

    async fn an_earlier_cookie_proves_nothing(shop: TestShop) {
        let hoe = open_shop(shop).await;
        let mut visitor = with_basket(shop, &hoe).await;
        let planted = visitor.cookie.clone();
        let mut body = guest_body(&visitor, "ada@example.com").await;
        let (id, secret) = place(&mut visitor, "ada@example.com").await;
        let as_proof = planted.replace("trowel_basket", "trowel_guest");
        for cookie in [&planted, &as_proof, &format!("{planted}; {as_proof}")] {
            proves_nothing(&with_cookie(&visitor, cookie), &id).await;
        }
        pay(shop, &visitor, &id, &secret).await;
        proves_nothing(&with_cookie(&visitor, &as_proof), &id).await;
        visitor.get(&format!("/purchases/{id}")).await.is(200, "");
        // The key is not enough without the body, nor the body without the key.
        let thief = with_cookie(&visitor, &planted);
        for key in ["key", "other"] {
            body["email"] = json!("eve@example.com");
            let refused = check_out(&thief, key, body.clone()).await;
            assert!(refused.status >= 400 && refused.header("set-cookie").is_empty(), "{}", refused.text);
        }
        // The proof of an own purchase, put into another person's browser.
        let (eve, own) = bought(shop, &hoe, "eve@example.com").await;
        let proof = eve.cookie.split("; ").nth(1).unwrap().to_owned();
        let mut bo = with_basket(shop, &hoe).await;
        bo.cookie = format!("{}; {proof}", bo.cookie);
        let (id, _) = place(&mut bo, "bo@example.com").await;
        proves_nothing(&eve, &id).await;
        eve.get(&format!("/purchases/{own}")).await.is(200, "");
    }

    async fn a_guest_whose_answer_was_lost_gets_the_purchase_and_keeps_the_others(shop: TestShop) {
        let hoe = open_shop(shop).await;
        let mut visitor = with_basket(shop, &hoe).await;
        let body = guest_body(&visitor, "ada@example.com").await;
        let placed = check_out(&visitor, "first", body.clone()).await;
        let first = placed.body["purchaseId"].as_str().unwrap().to_owned();
        proves_nothing(&visitor, &first).await;
        // Two tabs ask again. The cookie of either one works.
        let ask_again = async || check_out(&visitor, "first", body.clone()).await;
        let (one, other) = tokio::join!(ask_again(), ask_again());
        assert_eq!((&one.body, &other.body), (&placed.body, &placed.body));
        assert_eq!((cookie(&one), cookie(&other)), (cookie(&placed), cookie(&placed)));
        keep_proof(&mut visitor, &other);
        let sees = async |visitor: &Person<'_>, id: &str| visitor.get(&format!("/purchases/{id}")).await.status;
        assert_eq!(sees(&visitor, &first).await, 200);
        // The cookie arrived without the body.
        let again = check_out(&visitor, "first", body.clone()).await;
        assert_eq!((&again.body, again.header("set-cookie")), (&placed.body, ""));

        // A second purchase, whose answer is lost.
        put(&visitor, &hoe, 1).await;
        let later = guest_body(&visitor, "ada@example.com").await;
        let placed = check_out(&visitor, "second", later.clone()).await;
        let second = placed.body["purchaseId"].as_str().unwrap().to_owned();
        assert_eq!((sees(&visitor, &first).await, sees(&visitor, &second).await), (200, 401));
        let again = check_out(&visitor, "second", later).await;
        keep_proof(&mut visitor, &again);
        assert_eq!((sees(&visitor, &first).await, sees(&visitor, &second).await), (200, 200));
        // A late repeat of the first request takes nothing away.
        let again = check_out(&visitor, "first", body).await;
        assert_eq!((again.body["clientSecret"].is_string(), again.header("set-cookie")), (true, ""));
        // A third one, whose cookie the browser has: all of a day.
        put(&visitor, &hoe, 1).await;
        let later = guest_body(&visitor, "ada@example.com").await;
        let placed = check_out(&visitor, "third", later).await;
        keep_proof(&mut visitor, &placed);
        for id in [&first, &second, placed.body["purchaseId"].as_str().unwrap()] {
            assert_eq!(sees(&visitor, id).await, 200);
        }
    }

    async fn the_password_of_a_browser_shows_no_address_before_it_is_confirmed(shop: TestShop) {
        let hazel = shop.admin().await;
        let hoe = open_shop_of(shop, &hazel).await;
        let (visitor, id) = bought(shop, &hoe, "bo@example.com").await;
        let password = json!({ "purchaseId": id, "password": "correct horse" });
        visitor.post("/guest-purchases/password", password).await.is(200, "");
        let mut bo = shop.visitor();
        bo.email = "bo@example.com".into();
        bo.sign_in().await;
        let (order, purchase) = (format!("/orders/{id}"), format!("/purchases/{id}"));
        let paths = ["/orders", "/orders?limit=5", &*order, &*purchase, "/identity/account/export"];
        let has_address = |answer: &Answer| {
            answer.is(200, "");
            ["Fern Lane", "B3J"].iter().any(|part| answer.text.contains(part))
        };
        for path in paths {
            assert!(!has_address(&bo.get(path).await), "{path}");
        }
        // Nor is it changed, or guessed.
        let change = json!({ "phone": "9 Elm Street, Halifax, NS B3J 1A1", "address": "555-0100" });
        bo.patch(&format!("/orders/{id}"), change.clone()).await.is(409, "email_not_verified");
        // The mailed link opens the order in another browser and does not verify what it has a password for.
        open_link(&shop.visitor(), &token_for(shop, "bo@example.com").await).await.is(200, "");
        assert!(!has_address(&bo.get(paths[2]).await));
        for path in [&*order, &*purchase, "/manageOrders"] {
            assert!(has_address(&hazel.get(path).await), "the shop has to know: {path}");
        }
        shop.verify("bo@example.com").await;
        for path in paths {
            assert!(has_address(&bo.get(path).await), "{path}");
        }
        bo.patch(&format!("/orders/{id}"), change).await.is(200, "");
        assert_eq!(log_in(shop, "bo@example.com", "correct horse").await, 200);
    }

    async fn another_site_cannot_check_out_with_the_cookie(shop: TestShop) {
        let hoe = open_shop(shop).await;
        let mut visitor = with_basket(shop, &hoe).await;
        let body = guest_body(&visitor, "ada@example.com").await;
        let foreign = visitor.call(Method::POST, "/checkout").header("origin", "https://evil.example");
        foreign.header("idempotency-key", "key").json(body).send().await.is(403, "forbidden_origin");
        let (id, _) = place(&mut visitor, "ada@example.com").await;
        let extend = format!("/purchases/{id}/extend");
        let foreign = visitor.call(Method::POST, &extend).header("origin", "https://evil.example");
        foreign.json(Value::Null).send().await.is(403, "forbidden_origin");
    }
}
