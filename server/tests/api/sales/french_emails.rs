//! E-mails in the language of the purchase, or of the account.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    sales::{
        checkout::{address, body, in_shop::set_up, pay, put, quote},
        guests::{guest_body, keep_proof, open_shop, with_basket},
    },
    support::{Answer, Letter, Person, TestShop, on_both_engines},
};

const FRENCH: &str = "fr-CA,fr;q=0.9,en;q=0.8";

async fn post_in_french(person: &Person<'_>, path: &str, body: Value) -> Answer {
    let call = person.call(Method::POST, path).header("accept-language", FRENCH);
    call.header("idempotency-key", path).json(body).send().await
}

async fn last_to(shop: &TestShop, email: &str, kind: &str) -> Letter {
    let letters = shop.letters_to(email).await;
    letters.into_iter().rfind(|letter| letter.kind == kind).unwrap_or_else(|| panic!("no {kind} to {email}"))
}

fn check_french(letter: &Letter, subject: &str) {
    assert!(letter.subject.starts_with(subject), "{}", letter.subject);
    assert!(letter.html_body.contains("<html lang=\"fr-CA\">"), "{}", letter.html_body);
    assert!(letter.text_body.starts_with("Bonjour "), "{}", letter.text_body);
    for english in ["$0", "$1", "Hello", " the ", " your ", "Order:"] {
        assert!(!letter.text_body.contains(english), "{english}: {}", letter.text_body);
    }
}

/// A customer who signs up in French.
async fn zoe(shop: &TestShop) -> Person<'_> {
    let mut zoe = shop.visitor();
    zoe.email = "zoe@example.com".into();
    let body = json!({ "name": "Zoé", "email": zoe.email, "password": "correct horse" });
    let answer = post_in_french(&zoe, "/identity/sign-up", body).await;
    answer.is(200, "");
    assert_eq!(answer.body["language"], "fr");
    zoe.remember(&answer);
    zoe.fetch_token().await;
    zoe
}

on_both_engines! {
    with crate::support::Setup::with_mail;

    async fn a_checkout_in_french_is_told_in_french_while_staff_works_in_english(shop: TestShop) {
        let (hazel, ada) = (set_up(shop).await, shop.verified_customer("Ada").await);
        let hoe = shop.tool("Draw Hoe", 125_000, 9, 1).await;
        put(&ada, &hoe, 1).await;
        let to = address("NS", "B3J 1A1");
        let placed = post_in_french(&ada, "/checkout", body(&quote(&ada, &to, None).await, &to)).await;
        placed.is(200, "");
        let [id, secret] = ["purchaseId", "clientSecret"].map(|name| placed.body[name].as_str().unwrap().to_owned());
        let letter = last_to(shop, &ada.email, "order_placed").await;
        check_french(&letter, "Votre commande\u{a0}: 1 × Draw Hoe");
        for expected in ["1\u{a0}250,00\u{a0}$", "TVH 14\u{a0}% (", "Total\u{a0}: 1\u{a0}442,10\u{a0}$ CAD", "Arrive dans 3 à 8 jours", "Payer maintenant"] {
            assert!(letter.text_body.contains(expected), "{expected}: {}", letter.text_body);
        }

        pay(shop, &ada, &id, &secret).await;
        check_french(&last_to(shop, &ada.email, "order_paid").await, "Nous avons reçu votre paiement\u{a0}: 1 × Draw Hoe");
        let ship = json!({ "status": "Approved and shipped" });
        hazel.patch(&format!("/orders/{id}"), ship).await.is(200, "");
        check_french(&last_to(shop, &ada.email, "order_shipped").await, "En route vers vous\u{a0}: 1 × Draw Hoe");
        let all = json!({ "lines": [{ "orderId": id }], "delivery": true, "refundedBefore": 0.0 });
        let refunded = hazel.post(&format!("/purchases/{id}/refund"), all).await;
        assert_eq!(refunded.body["refund"], "given", "{}", refunded.text);
        let letter = last_to(shop, &ada.email, "order_refunded").await;
        check_french(&letter, "Nous avons remboursé votre paiement\u{a0}: 1 × Draw Hoe");
        assert!(letter.text_body.contains("Note de crédit C-1 pour la facture #"), "{}", letter.text_body);
        assert!(letter.text_body.contains("\nTVH 14\u{a0}% ("), "{}", letter.text_body);

        // The account is English, and so is its next purchase.
        put(&ada, &hoe, 1).await;
        let call = ada.call(Method::POST, "/checkout").header("idempotency-key", "later");
        call.json(body(&quote(&ada, &to, None).await, &to)).send().await.is(200, "");
        assert_eq!(last_to(shop, &ada.email, "order_placed").await.subject, "Your order: 1 × Draw Hoe");
    }

    async fn a_delivery_has_its_french_name_in_french_quotes_and_purchases(shop: TestShop) {
        let (hazel, ada) = (set_up(shop).await, shop.verified_customer("Ada").await);
        let current = hazel.get("/manageShop").await;
        let mut methods = current.body["deliveryMethods"].clone();
        methods[0]["frenchName"] = "Postes Canada".into();
        methods[0]["frenchText"] = "Avec suivi.".into();
        let save = hazel.call(Method::PUT, "/shop-settings").header("if-match", current.header("etag"));
        save.json(json!({ "deliveryMethods": methods })).send().await.is(200, "");

        let hoe = shop.tool("Draw Hoe", 125_000, 9, 1).await;
        put(&ada, &hoe, 1).await;
        let to = address("NS", "B3J 1A1");
        let english = quote(&ada, &to, None).await;
        assert_eq!((&english["methods"][0]["name"], &english["methods"][0]["text"]), (&json!("Canada Post"), &json!("")));
        let place = json!({ "address": { "province": "NS", "postalCode": "B3J 1A1" } });
        let french = post_in_french(&ada, "/quote", place).await.body;
        assert_eq!((&french["methods"][0]["name"], &french["methods"][0]["text"]), (&json!("Postes Canada"), &json!("Avec suivi.")));
        assert_eq!(french["digest"], english["digest"], "no amount differs");

        let placed = post_in_french(&ada, "/checkout", body(&english, &to)).await;
        placed.is(200, "");
        let letter = last_to(shop, &ada.email, "order_placed").await;
        assert!(letter.text_body.contains("Postes Canada"), "{}", letter.text_body);
        put(&ada, &hoe, 1).await;
        let call = ada.call(Method::POST, "/checkout").header("idempotency-key", "later");
        call.json(body(&quote(&ada, &to, None).await, &to)).send().await.is(200, "");
        let letter = last_to(shop, &ada.email, "order_placed").await;
        assert!(letter.text_body.contains("Canada Post"), "{}", letter.text_body);

        let mut wish = ada.wish("Draw Hoe", 125_000, 1);
        wish["phone"] = json!("12 Fern Lane, Halifax NS B3J 1A1");
        post_in_french(&ada, "/orders", wish).await.is(200, "");
        let letter = last_to(shop, &ada.email, "order_placed").await;
        assert!(letter.text_body.contains("Postes Canada"), "{}", letter.text_body);
    }

    async fn an_order_of_the_specified_client_has_the_language_of_its_request(shop: TestShop) {
        shop.tool("Draw Hoe", 1_250, 9, 1).await;
        let ada = shop.verified_customer("Ada").await;
        for (languages, subject) in [(FRENCH, "Votre commande\u{a0}: 3 × Draw Hoe"), ("de-DE", "Your order: 3 × Draw Hoe")] {
            let call = ada.call(Method::POST, "/orders").header("accept-language", languages);
            let placed = call.json(ada.wish("Draw Hoe", 1_250, 3)).send().await;
            placed.is(200, "");
            let letter = last_to(shop, &ada.email, "order_placed").await;
            assert_eq!(letter.subject, subject);
            assert_eq!(letter.text_body.contains("37,50\u{a0}$"), languages == FRENCH, "{}", letter.text_body);
        }
    }

    async fn a_guest_reads_the_language_of_the_checkout(shop: TestShop) {
        let tool = open_shop(shop).await;
        let mut visitor = with_basket(shop, &tool).await;
        let body = guest_body(&visitor, "lea@example.com").await;
        let placed = post_in_french(&visitor, "/checkout", body).await;
        keep_proof(&mut visitor, &placed);
        let [id, secret] = ["purchaseId", "clientSecret"].map(|name| placed.body[name].as_str().unwrap().to_owned());
        pay(shop, &visitor, &id, &secret).await;
        let letter = last_to(shop, "lea@example.com", "guest_order").await;
        check_french(&letter, "Votre commande\u{a0}: 1 × Draw Hoe");
        assert!(letter.text_body.contains("/fr/ma-commande#token="), "{}", letter.text_body);
        // The payment gives the address to the account, which is French as well.
        shop.visitor().post("/identity/password/forgot", json!({ "email": "lea@example.com" })).await;
        check_french(&last_to(shop, "lea@example.com", "reset_password").await, "Choisissez un nouveau mot de passe");
    }

    async fn an_account_has_the_language_of_its_sign_up_until_its_owner_chooses_another(shop: TestShop) {
        let zoe = zoe(shop).await;
        let letter = last_to(shop, &zoe.email, "verify_email").await;
        check_french(&letter, "Confirmez votre adresse courriel");
        assert!(letter.text_body.contains("/fr/confirmer-courriel#token="), "{}", letter.text_body);

        // Staff enters an order for it.
        shop.verify(&zoe.email).await;
        shop.tool("Draw Hoe", 1_250, 9, 1).await;
        let sam = shop.staff().await;
        sam.post("/manageOrders", zoe.wish("Draw Hoe", 1_250, 1)).await.is(200, "");
        check_french(&last_to(shop, &zoe.email, "order_entered").await, "Votre commande\u{a0}: 1 × Draw Hoe");

        zoe.patch("/identity/account", json!({ "language": "de" })).await.is(422, "invalid_field");
        zoe.patch("/identity/account", json!({})).await.is(422, "invalid_field");
        let exported = zoe.get("/identity/account/export").await.body;
        assert_eq!(exported["account"]["language"], "fr");
        let changed = zoe.patch("/identity/account", json!({ "language": "en" })).await;
        changed.is(200, "");
        assert_eq!((&changed.body["displayName"], &changed.body["language"]), (&json!("Zoé"), &Value::Null));
        let change = json!({ "currentPassword": "correct horse", "password": "another horse" });
        zoe.post("/identity/password/change", change).await.is(200, "");
        let letter = last_to(shop, &zoe.email, "password_changed").await;
        assert_eq!(letter.subject, "Your password was changed");
    }

    async fn the_owner_reads_the_language_of_the_account_and_writes_texts_in_both(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        let change = hazel.call(Method::PUT, "/shop-settings").header("if-match", "\"0\"");
        change.json(json!({ "notificationEmail": hazel.email })).send().await.is(200, "");
        hazel.patch("/identity/account", json!({ "language": "fr" })).await.is(200, "");
        let save = async |revision: &str, texts: Value| {
            let call = hazel.call(Method::PUT, "/manageShop/emails").header("if-match", revision);
            call.header("accept-language", FRENCH).json(texts).send().await
        };
        save("\"1\"", json!({ "kind": "order_placed", "subject": "Hooray: {tool}" })).await.is(200, "");
        shop.tool("Draw Hoe", 1_250, 9, 1).await;
        post_in_french(&ada, "/orders", ada.wish("Draw Hoe", 1_250, 1)).await.is(200, "");
        check_french(&last_to(shop, &ada.email, "order_placed").await, "Votre commande\u{a0}: 1 × Draw Hoe");
        let written = json!({ "kind": "order_placed", "subject": "Bravo\u{a0}: {tool}", "language": "fr" });
        let saved = save("\"2\"", written).await;
        saved.is(200, "");
        let first = &saved.body[0];
        assert_eq!((&first["title"], &first["subject"]), (&json!("Commande passée"), &json!("Bravo\u{a0}: {tool}")));
        assert_eq!(hazel.get("/manageShop/emails").await.body[0]["subject"], "Hooray: {tool}");
        let history = hazel.get("/manageShop/history").await.body;
        assert_eq!(history[0]["changes"][0]["setting"], "E-mail “Order placed” in French: subject");

        let body = ada.wish("Draw Hoe", 1_250, 1);
        let call = ada.call(Method::POST, "/orders").header("accept-language", FRENCH);
        let placed = call.json(body).send().await.body["insertedId"].as_str().unwrap().to_owned();
        assert_eq!(last_to(shop, &ada.email, "order_placed").await.subject, "Bravo\u{a0}: Draw Hoe");
        let secret = ada.start_payment(&placed, 12.5).await;
        pay(shop, &ada, &placed, &secret).await;
        let notice = last_to(shop, &hazel.email, "owner_order_paid").await;
        assert!(notice.subject.starts_with("Commande #"), "{}", notice.subject);
        assert!(notice.text_body.contains("Un client a payé une commande."), "{}", notice.text_body);
    }
}
