//! The owner's settings: on pages, in e-mails, and with two administrators.

use image::{ImageFormat, Rgba, RgbaImage};
use reqwest::Method;
use serde_json::{Value, json};
use trowel::{base::email::outbox_worker, db::statements};

use crate::{
    catalogue::images,
    support::{Answer, Person, Setup, on_both_engines, with_shop},
};

statements! {
    AUDITED = "DELETE FROM audit_entries WHERE action = 'edit_shop_settings' AND subject_id IN (SELECT id FROM shop_settings)";
}

async fn save(person: &Person<'_>, revision: &str, change: Value) -> Answer {
    person.call(Method::PUT, "/shop-settings").header("if-match", revision).json(change).send().await
}

on_both_engines! {
    async fn a_new_name_is_on_every_page_and_cannot_become_markup(shop: TestShop) {
        let hazel = shop.admin().await;
        let before = shop.fetch(Method::GET, "/login").send().await.text;
        assert!(before.contains("<title>Login · Trowel</title>") && !before.contains("order by phone"));
        let change = json!({ "name": "Fern & \"Co\" </script><img src=x>", "phone": "613 555-0199", "about": "<b>Tools</b> Please turn it on" });
        let answer = save(&hazel, "\"0\"", change).await;
        assert_eq!((answer.status, answer.header("etag")), (200, "\"1\""), "{}", answer.text);
        for path in ["/", "/login", "/tool", "/nowhere"] {
            let page = shop.fetch(Method::GET, path).send().await.text;
            let name = "Fern &amp; &quot;Co&quot; &lt;/script&gt;&lt;img src=x&gt;";
            for expected in [format!("aria-label=\"{name}, home\""), format!("{name} needs JavaScript"), "order by phone: 613 555-0199.".to_owned()] {
                assert!(page.contains(&expected), "{path}: {expected}\n{page}");
            }
            assert!(!page.contains("<img src=x") && !page.contains("<b>Tools"), "{path}: {page}");
            let (_, rest) = page.split_once("id=\"shop-settings\">").unwrap();
            let data: Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
            assert_eq!((&data["name"], &data["privacy"]), (&json!("Fern & \"Co\" </script><img src=x>"), &Value::Null));
        }
        assert!(!shop.fetch(Method::GET, "/login").send().await.text.contains("Trowel"));
    }

    async fn the_second_of_two_administrators_does_not_overwrite_the_first(shop: TestShop) {
        let hazel = shop.admin().await;
        let opened = shop.visitor().get("/shop-settings").await;
        assert_eq!((opened.header("etag"), &opened.body["name"]), ("\"0\"", &json!("Trowel")));
        assert_eq!(save(&hazel, opened.header("etag"), json!({ "hours": "By appointment" })).await.status, 200);
        save(&hazel, opened.header("etag"), json!({ "name": "Other" })).await.is(412, "revision_changed");
        hazel.put("/shop-settings", json!({ "name": "Other" })).await.is(428, "revision_required");
        save(&hazel, "\"9\"", json!({ "name": "Other" })).await.is(412, "revision_changed");
        let both = [save(&hazel, "\"1\"", json!({ "name": "A" })), save(&hazel, "\"1\"", json!({ "name": "B" }))];
        let mut statuses = futures_util::future::join_all(both).await.iter().map(|it| it.status).collect::<Vec<_>>();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 412]);
        let now = shop.visitor().get("/shop-settings").await;
        assert_eq!((now.header("etag"), &now.body["hours"]), ("\"2\"", &json!("By appointment")));
        let same = save(&hazel, "W/\"2\"", json!({ "hours": "By appointment" })).await;
        assert_eq!((same.status, same.header("etag")), (200, "\"2\""), "nothing to save, by a proxy that compresses");
        assert_eq!(shop.execute(&AUDITED, &[]).await, 2, "each saved revision has its entry");
    }
}

#[tokio::test]
async fn the_history_has_who_changed_what_from_what() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        let draft = hazel.get("/manageShop").await.body["terms"].clone();
        save(&hazel, "\"0\"", json!({ "name": "Fern", "terms": draft })).await;
        shop.shop.clock.advance(std::time::Duration::from_mins(1));
        save(&hazel, "\"1\"", json!({ "name": "Moss", "hours": "By appointment" })).await;
        let history = hazel.get("/manageShop/history").await;
        assert_eq!((history.status, history.header("x-total-count")), (200, "2"), "{}", history.text);
        let [second, first] = history.body.as_array().unwrap().as_slice() else { panic!("{}", history.text) };
        assert_eq!(
            second["changes"],
            json!([
                { "setting": "name", "before": "Fern", "after": "Moss" },
                { "setting": "hours", "before": "", "after": "By appointment" },
            ])
        );
        assert_eq!((&second["revision"], &second["by"]["email"]), (&json!(2), &json!(hazel.email)));
        assert_eq!(first["changes"][0], json!({ "setting": "name", "before": "Trowel", "after": "Fern" }));
        assert_eq!(first["changes"][1], json!({ "setting": "terms", "before": draft, "after": draft }));
        let page = hazel.get("/manageShop/history?limit=1").await;
        assert_eq!(page.body[0]["revision"], 2);
        let next = page.header("link").split(['<', '>']).nth(1).unwrap().trim_start_matches("/api");
        assert_eq!(hazel.get(next).await.body[0]["revision"], 1);
    })
    .await;
}

#[tokio::test]
async fn every_invalid_setting_is_named() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        let wrong = json!({ "name": "", "email": "fern", "phone": "call", "youtubeUrl": "javascript:alert(1)", "privacy": " ", "logo": "https://evil.example/a.png", "accent": "red" });
        let answer = save(&hazel, "\"0\"", wrong).await;
        answer.is(422, "invalid_field");
        assert_eq!(answer.fields(), ["name", "logo", "accent", "email", "phone", "youtubeUrl", "privacy"]);
        assert_eq!(shop.visitor().get("/shop-settings").await.header("etag"), "\"0\"");
    })
    .await;
}

#[tokio::test]
async fn a_legal_text_is_a_draft_until_the_owner_saves_it() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        let first = shop.visitor().get("/shop-settings").await.body;
        assert_eq!(first["drafts"], json!(["privacy", "terms", "returns"]));
        let answer = save(&hazel, "\"0\"", json!({ "terms": first["terms"] })).await;
        assert_eq!(
            (&answer.body["terms"], &answer.body["drafts"]),
            (&first["terms"], &json!(["privacy", "returns"]))
        );

        assert_eq!(
            answer.body["frenchDrafts"],
            json!(["privacy", "terms", "returns"]),
            "each language alone"
        );
        let in_french = answer.body["french"]["terms"].clone();
        assert!(in_french.as_str().unwrap().starts_with("Qui vend"), "the checked English text is the same");
        let answer = save(&hazel, "\"1\"", json!({ "french": { "terms": in_french } })).await;
        assert_eq!(answer.body["frenchDrafts"], json!(["privacy", "returns"]));
        let page = shop.visitor().get("/shop-settings?language=fr").await.body;
        assert_eq!((&page["terms"], &page["drafts"]), (&in_french, &json!(["privacy", "returns"])));

        let answer = save(&hazel, "\"2\"", json!({ "privacy": "We keep little." })).await;
        assert_eq!(answer.body["french"]["privacy"], "", "the English text is changed alone");
        assert_eq!(answer.body["frenchDrafts"], json!(["returns"]), "French pages show the English text");
    })
    .await;
}

#[tokio::test]
async fn e_mails_have_the_name_and_the_contact_of_the_shop() {
    with_shop(Setup::sqlite().with_mail(), async |shop| {
        let hazel = shop.admin().await;
        let change = json!({ "name": "Fern & Co", "legalName": "Fern Ltd.", "address": "1 Maple Street\nHalifax",
            "registrationNumbers": "GST/HST 12345 6789 RT0001\r\nBN 12345 6789", "email": "hi@fern.ca" });
        assert_eq!(save(&hazel, "\"0\"", change).await.status, 200);
        let ada = shop.customer("Ada").await;
        let letters = shop.letters_to(&ada.email).await;
        let letter = letters.first().unwrap();
        assert!(letter.text_body.contains("Welcome to Fern & Co!"), "{}", letter.text_body);
        let footer = format!("\nFern & Co\nFern Ltd.\n1 Maple Street, Halifax\nhi@fern.ca\nGST/HST 12345 6789 RT0001, BN 12345 6789\n{}\n", shop.url);
        assert!(letter.text_body.ends_with(&footer), "{}", letter.text_body);
        outbox_worker::deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock).await.unwrap();
        let arrived = shop.post.as_ref().unwrap().emails();
        assert!(arrived.iter().all(|email| email.sender.starts_with("Fern & Co <")), "{arrived:?}");
        assert!(letter.html_body.contains("Fern &amp; Co") && letter.html_body.contains("1 Maple Street, Halifax"));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_node_has_the_new_settings_after_its_next_refresh() {
    with_shop(Setup::postgres(), async |shop| {
        let other = shop.another_node(&Setup::postgres()).await;
        assert_eq!(other.visitor().get("/shop-settings").await.body["name"], "Trowel");
        assert_eq!(save(&shop.admin().await, "\"0\"", json!({ "name": "Fern" })).await.status, 200);
        other.shop.settings.refresh().await.unwrap();
        assert_eq!(other.visitor().get("/shop-settings").await.body["name"], "Fern");
        assert!(other.fetch(Method::GET, "/login").send().await.text.contains("<title>Login · Fern</title>"));
        other.close().await;
    })
    .await;
}

#[tokio::test]
async fn the_logo_and_the_colour_are_in_the_first_paint() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        let mut transparent = RgbaImage::from_pixel(1_400, 300, Rgba([20, 80, 40, 255]));
        transparent.put_pixel(0, 0, Rgba([0; 4]));
        let uploaded = shop
            .visitor()
            .call(Method::POST, &format!("/images?key={}&fit=whole", images::key(&hazel).await))
            .bytes(
                "multipart/form-data; boundary=trowel",
                images::form(&[("image", &images::file(transparent, ImageFormat::Png))]),
            )
            .send()
            .await;
        let url = uploaded.body["data"]["url"].as_str().unwrap();
        let logo = url.strip_prefix(&shop.url).unwrap();
        let picture = shop.fetch(Method::GET, &logo.replace("350", "700")).send().await;
        let picture = image::load_from_memory(&picture.bytes).unwrap();
        assert_eq!((picture.width(), picture.height(), picture.color().has_alpha()), (700, 150, true));

        let change = json!({ "name": "Fern & Co", "logo": logo, "accent": "#FFCC00" });
        assert_eq!(save(&hazel, "\"0\"", change).await.status, 200);
        let page = shop.fetch(Method::GET, "/login").send().await;
        let img = format!("<img class=\"shop-logo\" src=\"{logo}\" alt=\"Fern &amp; Co\">");
        let link = "<link rel=\"stylesheet\" id=\"accent\" href=\"/accent/ffcc00.css\">";
        assert!(page.text.contains(&img) && page.text.contains(link), "{}", page.text);
        let style = shop.fetch(Method::GET, "/accent/ffcc00.css").send().await;
        assert_eq!((style.status, style.header("content-type")), (200, "text/css; charset=utf-8"));
        assert!(
            style.text.contains("--accent-dark:#ffcc00") && !style.text.contains("--accent-light:#ffcc00")
        );
        shop.fetch(Method::GET, "/accent/ffcc00}body.css").send().await.is(404, "not_found");

        save(&hazel, "\"1\"", json!({ "logo": "", "accent": "" })).await;
        let page = shop.fetch(Method::GET, "/login").send().await.text;
        assert!(
            !page.contains("shop-logo") && !page.contains("id=\"accent\"") && page.contains("Fern &amp; Co<")
        );
    })
    .await;
}
