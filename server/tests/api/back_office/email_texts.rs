//! The owner's words in e-mails, and their preview.

use reqwest::Method;
use serde_json::{Value, json};
use trowel::base::email::outbox_worker::deliver_due;

use crate::support::{Answer, Person, Setup, TestShop, on_both_engines, with_shop};

async fn save(person: &Person<'_>, revision: &str, change: Value) -> Answer {
    person.call(Method::PUT, "/manageShop/emails").header("if-match", revision).json(change).send().await
}

async fn preview(shop: &TestShop, person: &Person<'_>, query: &[(&str, &str)]) -> Answer {
    let url = reqwest::Url::parse_with_params("http://shop/api/manageShop/emails/preview", query).unwrap();
    let path = format!("{}?{}", url.path(), url.query().unwrap_or_default());
    shop.fetch(Method::GET, &path).header("cookie", &person.cookie).send().await
}

on_both_engines! {
    with crate::support::Setup::with_mail;
    async fn the_owners_words_arrive_and_cannot_become_markup(shop: TestShop) {
        let hazel = shop.admin().await;
        let opened = hazel.get("/manageShop/emails").await;
        assert_eq!(opened.header("etag"), "\"0\"", "{}", opened.text);
        let change = json!({ "kind": "verify_email", "subject": " Bonjour from {shop} ", "opening": "<img src=x>\r\nWelcome, {name}!" });
        let saved = save(&hazel, opened.header("etag"), change).await;
        assert_eq!((saved.status, saved.header("etag")), (200, "\"1\""), "{}", saved.text);
        let kind = |kind: &str| saved.body.as_array().unwrap().iter().find(|it| it["kind"] == kind).unwrap().clone();
        assert_eq!((&kind("verify_email")["subject"], &kind("order_paid")["subject"]), (&json!("Bonjour from {shop}"), &json!("")));

        let ada = shop.customer("Ada").await;
        deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock).await.unwrap();
        let arrived = shop.post.as_ref().unwrap().emails();
        let letter = arrived.iter().find(|email| email.to[0] == ada.email).unwrap();
        assert_eq!(letter.subject, "Bonjour from Trowel");
        assert!(letter.text.replace("\r\n", "\n").contains("<img src=x>\n\nWelcome, Ada!\n"), "{}", letter.text);
        assert!(letter.html.contains("&lt;img src=x&gt;") && !letter.html.contains("<img"), "{}", letter.html);

        let history = hazel.get("/manageShop/history").await.body;
        assert_eq!(history[0]["changes"][0], json!({ "setting": "E-mail “Confirm the e-mail address”: subject",
            "before": "Please confirm your e-mail address", "after": "Bonjour from {shop}" }));
        assert_eq!(hazel.get("/audit?action=edit_shop_settings").await.body.as_array().unwrap().len(), 1);

        let reset = save(&hazel, "\"1\"", json!({ "kind": "verify_email", "subject": "Please confirm your e-mail address" })).await;
        let empty = reset.body.as_array().unwrap().iter().all(|it| it["subject"] == "" && it["opening"] == "");
        assert!(reset.status == 200 && empty, "a default text is stored as none: {}", reset.text);
    }
}

#[tokio::test]
async fn what_no_email_may_have_is_refused() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        for (field, text, code) in [
            ("subject", "Hi\r\nBcc: eve@example.com", "invalid_characters"),
            ("subject", "Hi\u{2028}Bcc: eve@example.com", "invalid_characters"),
            ("subject", "Hi \u{202e}moc", "invalid_characters"),
            ("subject", &*"a".repeat(121), "too_long"),
            ("subject", "{order} of {customer}", "unknown_placeholder"),
            ("opening", &*"a".repeat(601), "too_long"),
            ("opening", "a\0b", "invalid_characters"),
            ("opening", "Pay \u{202e}moc.live\u{202c}", "invalid_characters"),
            ("opening", "Pay \u{2066}x", "invalid_characters"),
            ("opening", "Hello {tool", "unknown_placeholder"),
            ("kind", "owner_order_paid", "unknown"),
        ] {
            let mut change = json!({ "kind": "order_paid" });
            change[field] = json!(text);
            let answer = save(&hazel, "\"0\"", change).await;
            answer.is(422, "invalid_field");
            assert_eq!((answer.fields(), &answer.body["errors"][0]["code"]), (vec![field], &json!(code)));
        }
        let sentence =
            save(&hazel, "\"0\"", json!({ "kind": "review_published", "opening": "{tool}" })).await;
        let expected = "Braces are for these placeholders only: {name}, {shop}.";
        assert_eq!(sentence.body["errors"][0]["detail"], expected);
        hazel.put("/manageShop/emails", json!({ "kind": "order_paid" })).await.is(428, "revision_required");
        save(&hazel, "\"7\"", json!({ "kind": "order_paid" })).await.is(412, "revision_changed");
        assert_eq!(hazel.get("/manageShop/emails").await.header("etag"), "\"0\"", "nothing was saved");
    })
    .await;
}

#[tokio::test]
async fn every_kind_has_a_preview_that_runs_no_script() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        shop.tool("Draw Hoe", 1_250, 9, 1).await;
        let emails = hazel.get("/manageShop/emails").await.body;
        for email in emails.as_array().unwrap() {
            let names = email["placeholders"].as_array().unwrap().iter().map(|it| it.as_str().unwrap());
            let all = names.collect::<Vec<_>>().join(" ");
            let query =
                [("kind", email["kind"].as_str().unwrap()), ("subject", &*all), ("opening", "</p><script>")];
            let page = preview(shop, &hazel, &query).await;
            assert_eq!(
                (page.status, page.header("content-type")),
                (200, "text/html; charset=utf-8"),
                "{}",
                page.text
            );
            let subject = page.text.split("<strong>").nth(1).unwrap().split('<').next().unwrap();
            assert!(!subject.contains('{'), "{subject}");
            assert!(
                page.text.contains("&lt;/p&gt;&lt;script&gt;") && !page.text.contains("<script"),
                "{}",
                page.text
            );
            let policy = page.header("content-security-policy");
            assert!(
                policy.contains("default-src 'none'") && policy.ends_with("frame-ancestors 'self'; sandbox"),
                "{policy}"
            );
        }
        let page = preview(shop, &hazel, &[("kind", "order_placed")]).await;
        assert!(page.text.contains("<strong>Your order: 2 × Draw Hoe</strong>"), "{}", page.text);
        assert!(page.text.contains(&format!("src=\"{}/images/hoe/350.webp\"", shop.url)), "{}", page.text);
        let wrong = preview(shop, &hazel, &[("kind", "order_placed"), ("opening", "<b>{x}")]).await;
        assert!(
            wrong.status == 200 && wrong.text.contains("Braces are for these placeholders only"),
            "{}",
            wrong.text
        );
        preview(shop, &hazel, &[("kind", "owner_dispute")]).await.is(422, "invalid_field");

        let path = "/api/manageShop/emails/preview?kind=order_placed";
        let foreign = shop
            .fetch(Method::GET, path)
            .header("cookie", &hazel.cookie)
            .header("sec-fetch-site", "cross-site");
        foreign.send().await.is(403, "forbidden_origin");
        preview(shop, &shop.customer("Ada").await, &[("kind", "order_placed")]).await.is(403, "forbidden");
    })
    .await;
}

#[tokio::test]
async fn a_sample_goes_to_the_owner_with_the_saved_words() {
    with_shop(Setup::sqlite().with_mail(), async |shop| {
        let hazel = shop.admin().await;
        save(&hazel, "\"0\"", json!({ "kind": "order_shipped", "subject": "{tool} is coming" }))
            .await
            .is(200, "");
        hazel.post("/manageShop/test-email?kind=order_shipped", json!({})).await.is(200, "");
        let received = shop.post.as_ref().unwrap().emails();
        let last = received.last().unwrap();
        assert_eq!((&last.to[0], last.subject.as_str()), (&hazel.email, "Border Spade is coming"));
        hazel.post("/manageShop/test-email?kind=no", json!({})).await.is(422, "invalid_field");
    })
    .await;
}
