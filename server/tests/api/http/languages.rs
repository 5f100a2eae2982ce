//! The language of refusals and of other sentences: the one that the client prefers, and English without a choice.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    sales::payment::{order_and_intent, report, without_webhooks},
    support::{Answer, Call, Person, on_both_engines},
};

const FRENCH: &str = "fr-CA,fr;q=0.9,en;q=0.8";

/// Sends a request without a language, in English and in French. The first two have the same body.
async fn in_each(call: impl Fn() -> Call) -> (Answer, Answer) {
    let plain = call().send().await;
    let english = call().header("accept-language", "en-CA").send().await;
    let french = call().header("accept-language", FRENCH).send().await;
    assert_eq!(plain.text, english.text);
    assert_eq!(
        (plain.header("content-language"), plain.header("vary").contains("accept-language")),
        ("", false)
    );
    assert_eq!((english.header("content-language"), french.header("content-language")), ("en", "fr"));
    assert!(french.header("vary").contains("accept-language"), "{:?}", french.headers);
    assert_eq!(french.header("content-length"), french.bytes.len().to_string());
    assert_eq!((french.status, &french.body["code"]), (english.status, &english.body["code"]));
    (english, french)
}

fn details(answers: &(Answer, Answer)) -> (&str, &str) {
    let of = |answer: &'_ Answer| answer.body["detail"].as_str().map(str::len).unwrap_or_default();
    assert!(of(&answers.0) > 0 && of(&answers.1) > 0);
    (answers.0.body["detail"].as_str().unwrap(), answers.1.body["detail"].as_str().unwrap())
}

fn post<'a>(person: &'a Person<'_>, path: &'a str, body: &'a Value) -> impl Fn() -> Call {
    move || person.call(Method::POST, path).json(body.clone())
}

on_both_engines! {
    async fn a_refusal_is_in_the_language_of_the_client(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let missing = in_each(|| shop.fetch(Method::GET, "/api/nope")).await;
        assert_eq!(details(&missing), (
            "We could not find this API address. It may have been deleted, or it belongs to another account.",
            "Cette adresse de l’API est introuvable. Peut-être a-t-elle été supprimée, ou appartient-elle à un autre compte.",
        ));
        let signed_out = in_each(|| shop.fetch(Method::GET, "/api/orders")).await;
        assert_eq!(details(&signed_out), (
            "Please log in and try again. Your session has expired, or you are not logged in.",
            "Veuillez vous connecter et réessayer. Votre session a expiré, ou vous n’en avez pas.",
        ));
        let lines = json!({ "lines": [{ "toolId": "x", "quantity": 1 }, { "toolId": "y", "quantity": 0 }], "address": { "province": "ON" } });
        let row = in_each(post(&ada, "/quote", &lines)).await;
        assert_eq!(row.1.body["errors"][0]["row"], 1);
        assert_eq!(row.0.body["errors"][0]["detail"], "The quantity must be between 1 and 1000000.");
        assert_eq!(details(&row).1, "lines\u{a0}: Ligne 2\u{a0}: La quantité doit se situer entre 1 et 1000000.");
        let wrong_price = ada.wish("Draw Hoe", 999, 1);
        let changed = in_each(post(&ada, "/orders", &wrong_price)).await;
        assert_eq!(details(&changed), (
            "The price has changed. One piece is now $10.00.",
            "Le prix a changé. Une pièce coûte maintenant 10,00\u{a0}$.",
        ));
        assert_eq!(changed.0.body["price"], changed.1.body["price"]);
        let head = ada.call(Method::HEAD, "/nope").header("accept-language", FRENCH).send().await;
        assert_eq!((head.status, head.bytes.len(), head.header("content-language")), (404, 0, "fr"));
    }

    async fn a_limit_says_in_french_how_long_to_wait(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let (order, _, intent) = order_and_intent(&ada).await;
        for _ in 0..5 {
            report(&ada, &order, &intent).await.is(409, "payment_not_succeeded");
        }
        let body = json!({ "orders": order, "transactionId": intent, "status": "pending" });
        let call = ada.call(Method::PATCH, &format!("/orders/{order}")).header("accept-language", FRENCH);
        let limited = call.json(body).send().await;
        limited.is(429, "too_many_requests");
        let seconds = limited.header("retry-after");
        let wait = format!("Trop de tentatives. Veuillez attendre {seconds}\u{a0}secondes et réessayer.");
        assert_eq!(limited.body["detail"], wait);
    }

    async fn a_stored_refusal_is_repeated_in_the_language_of_the_repeat(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let ada = shop.customer("Ada").await;
        let wish = ada.wish("Draw Hoe", 999, 1);
        let order = async |language: &str| {
            let call = ada.call(Method::POST, "/orders").header("idempotency-key", "one");
            let call = if language.is_empty() { call } else { call.header("accept-language", language) };
            call.json(wish.clone()).send().await
        };
        let first = order(FRENCH).await;
        first.is(409, "price_changed");
        assert_eq!(first.body["detail"], "Le prix a changé. Une pièce coûte maintenant 10,00\u{a0}$.");
        let second = order("").await;
        assert_eq!(second.body["detail"], "The price has changed. One piece is now $10.00.");
        assert!(!second.text.contains("inFrench") && second.header("content-language").is_empty(), "{}", second.text);
        assert_eq!(order(FRENCH).await.text, first.text);
    }

    async fn a_success_has_its_sentences_in_the_language_of_the_client(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let hoe = shop.tool("Draw Hoe", 1_000, 3, 1).await;
        ada.put(&format!("/basket/lines/{hoe}"), json!({ "quantity": 5 })).await.is(200, "");
        let (english, french) = in_each(|| ada.call(Method::GET, "/basket")).await;
        assert_eq!(english.body["lines"][0]["problem"]["detail"], "Only 3 left.");
        assert_eq!(french.body["lines"][0]["problem"]["detail"], "Il n’en reste que 3.");
        // Shared responses have no sentences of this kind.
        let tools = shop.fetch(Method::GET, "/api/tools").header("accept-language", FRENCH).send().await;
        assert_eq!((tools.status, tools.header("content-language")), (200, ""));
    }
}
