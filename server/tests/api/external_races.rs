//! What happens to an account while a provider takes its time.

use std::time::Duration;

use reqwest::Url;
use serde_json::json;
use trowel_sandbox::oauth::Provider;

use crate::{
    elsewhere::{Browser, who},
    support::{TestShop, on_both_engines},
};

const TEN_MINUTES: Duration = Duration::from_mins(10);

/// Signed in by Google, and about to add GitHub: the address to come back to.
async fn about_to_link(shop: &TestShop, browser: &mut Browser<'_>) -> Url {
    let mut me = shop.visitor();
    me.cookie = browser.cookies();
    let answer = me.post("/identity/links/github", json!({ "mode": "redirect" })).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    browser.keep_cookies(&answer);
    let page = Url::parse(answer.body["location"].as_str().unwrap()).unwrap();
    shop.elsewhere().decide(&page, &[("decision", "allow"), ("person", &who::bram())]).await
}

async fn signed_in(shop: &TestShop) -> Browser<'_> {
    let mut browser = Browser::of(shop);
    assert_eq!(browser.continue_with(Provider::Google, &who::ada(), "").await.status, 303);
    browser
}

on_both_engines! {
    with crate::elsewhere::played;

    async fn whoever_is_put_out_while_the_provider_answers_adds_no_way_in(shop: TestShop) {
        let mut mallory = signed_in(shop).await;
        let back = about_to_link(shop, &mut mallory).await;
        let mut ada = shop.visitor();
        ada.cookie = signed_in(shop).await.cookies();
        shop.elsewhere().misbehave(json!([{ "path_contains": "github/token", "action": { "delay_ms": 1_500 } }])).await;
        let (end, ()) = tokio::join!(mallory.come_back(&back), async {
            shop.elsewhere().until_nothing_waits().await;
            assert_eq!(ada.delete("/identity/sessions").await.status, 200);
        });
        assert!(end.header("location").contains("problem=link_signed_out"), "{}", end.header("location"));
        assert_eq!(ada.get("/identity/links").await.body["links"].as_array().unwrap().len(), 1);
    }

    async fn an_open_browser_that_somebody_found_adds_no_way_in(shop: TestShop) {
        let browser = signed_in(shop).await;
        let mut me = shop.visitor();
        me.cookie = browser.cookies();
        shop.shop.clock.advance(TEN_MINUTES);
        me.post("/identity/links/github", json!({})).await.is(403, "sign_in_again");
    }
}
