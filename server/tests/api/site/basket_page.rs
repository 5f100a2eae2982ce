//! The basket without JavaScript: a page that the server writes, and forms that change it.

use reqwest::Method;
use serde_json::json;

use crate::{
    sales::basket::in_the_demo,
    support::{Answer, Call, Person, TestShop, on_both_engines},
};

const FORM: &str = "application/x-www-form-urlencoded";

/// A request for a page as this visitor's browser sends it.
fn browser(shop: &TestShop, person: &Person<'_>, method: Method, path: &str) -> Call {
    let call = shop.fetch(method, path);
    if person.cookie.is_empty() { call } else { call.header("cookie", &person.cookie) }
}

async fn press(shop: &TestShop, person: &Person<'_>, path: &str, body: &str) -> Answer {
    browser(shop, person, Method::POST, path).header("origin", &shop.url).text(FORM, body).send().await
}

/// Presses, and keeps the cookie of the basket.
async fn press_first(shop: &TestShop, person: &mut Person<'_>, body: &str) {
    let answer = press(shop, person, "/basket", body).await;
    assert_eq!((answer.status, answer.header("location")), (303, "/basket"), "{}", answer.text);
    answer.header("set-cookie").split(';').next().unwrap().clone_into(&mut person.cookie);
}

/// The part for browsers without JavaScript, without line breaks between its words.
async fn page(shop: &TestShop, person: &Person<'_>, query: &str) -> String {
    let answer = browser(shop, person, Method::GET, &format!("/basket{query}")).send().await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("cache-control"), "private, no-store");
    assert_eq!(answer.header("etag"), "", "no browser keeps it");
    let start = answer.text.find("<!--plain-basket-->").unwrap();
    answer.text[start..].to_owned()
}

fn has(page: &str, texts: &[&str]) {
    for text in texts {
        assert!(page.contains(text), "{text} is not in {page}");
    }
}

async fn quantities(person: &Person<'_>) -> Vec<i64> {
    let basket = person.get("/basket").await.body;
    basket["lines"].as_array().unwrap().iter().map(|line| line["quantity"].as_i64().unwrap()).collect()
}

on_both_engines! {
    with crate::site::basket_page::in_the_demo;

    async fn a_basket_is_filled_read_changed_and_emptied_by_forms(shop: TestShop) {
        let (hoe, rake) = (shop.tool("Draw Hoe", 6_400, 120, 6).await, shop.tool("Rake", 1_000, 20, 1).await);
        let mut ada = shop.visitor();
        press_first(shop, &mut ada, &format!("tool={hoe}")).await;
        assert!(ada.cookie.starts_with("trowel_basket="), "{}", ada.cookie);
        assert_eq!(quantities(&ada).await, [6], "the minimum");
        press(shop, &ada, "/basket", &format!("tool={hoe}&add=4")).await;
        press(shop, &ada, "/basket", &format!("tool={rake}&add=")).await;
        assert_eq!(quantities(&ada).await, [10, 1]);
        has(&page(shop, &ada, "").await, &[
            "<a href=\"/tool/draw-hoe\">Draw Hoe</a>", "$64.00 each · Minimum of 6", "value=\"10\"", "$640.00",
            "Canada Post", "Pick-up", "HST 14%", "$650.00", "$741.00", "Payment needs JavaScript",
        ]);
        let answer = press(shop, &ada, "/basket?province=QC", &format!("tool={hoe}&quantity=3")).await;
        assert_eq!((answer.status, answer.header("location")), (303, "/basket?province=QC"));
        has(&page(shop, &ada, "").await, &["The minimum is 6"]);
        press(shop, &ada, "/basket", &format!("tool={hoe}&quantity=0")).await;
        press(shop, &ada, "/basket", &format!("tool={rake}&quantity=0")).await;
        assert_eq!(quantities(&ada).await, [0_i64; 0]);
        has(&page(shop, &ada, "").await, &["Your basket is empty"]);
    }

    async fn the_place_is_a_part_of_the_address(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 6_400, 120, 6).await;
        let mut ada = shop.visitor();
        press_first(shop, &mut ada, &format!("tool={hoe}")).await;
        let quebec = page(shop, &ada, "?province=&postalCode=h2x+1y4").await;
        has(&quebec, &["QST 9.975%", "GST 5%", "value=\"QC\" selected", "action=\"/basket?province=&amp;postalCode=h2x+1y4\""]);
        has(&page(shop, &ada, "?province=ON&postalCode=H2X1Y4").await, &["lies in Québec", "value=\"ON\" selected"]);
        let picked_up = page(shop, &ada, "?province=NS&method=pick-up-halifax").await;
        has(&picked_up, &["HST 14%"]);
        let hostile = page(shop, &ada, "?province=%3Cscript%3E&postalCode=%22%3E%3Cscript%3E&method=%3Cscript%3E").await;
        assert!(!hostile.contains("<script>"), "{hostile}");
    }

    async fn a_page_of_an_account_is_its_own_and_tells_nothing_twice(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 6_400, 120, 6).await;
        let ada = shop.customer("Ada").await;
        ada.put(&format!("/basket/lines/{hoe}"), json!({ "quantity": 6 })).await.is(200, "");
        has(&page(shop, &ada, "").await, &["Draw Hoe"]);
        assert!(!page(shop, &shop.visitor(), "").await.contains("Draw Hoe"));
        assert!(!page(shop, &shop.customer("Bo").await, "").await.contains("Draw Hoe"));
        let answer = press(shop, &ada, "/basket", &format!("tool={hoe}&quantity=12")).await;
        assert_eq!((answer.status, answer.header("set-cookie")), (303, ""), "an account needs no cookie");
        assert_eq!(quantities(&ada).await, [12]);
    }

    async fn what_is_no_change_is_refused_on_the_page(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 6_400, 120, 6).await;
        let mut ada = shop.visitor();
        for (body, status, text) in [
            (format!("tool={hoe}&quantity=1000001"), 422, "between 0 and 1000000"),
            (format!("tool={hoe}&add=0"), 422, "between 1 and 1000000"),
            (format!("tool={hoe}&quantity=-1"), 422, "between 0 and 1000000"),
            (format!("tool={hoe}&quantity=many"), 422, "between 0 and 1000000"),
            (format!("tool={}&add=1", trowel::values::ids::Id::new(shop.shop.clock.now())), 404, "could not find this tool"),
            ("tool=1".into(), 404, "could not find this tool"),
            ("tool=%FF%00<b>".into(), 404, "could not find this tool"),
            (String::new(), 404, "could not find this tool"),
        ] {
            let answer = press(shop, &ada, "/basket", &body).await;
            assert_eq!((answer.status, answer.header("set-cookie")), (status, ""), "{body}");
            has(&answer.text, &[text]);
            assert_eq!(answer.header("cache-control"), "private, no-store");
        }
        for elsewhere in [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")] {
            let call = shop.fetch(Method::POST, "/basket").header(elsewhere.0, elsewhere.1);
            call.text(FORM, &format!("tool={hoe}")).send().await.is(403, "forbidden_origin");
        }
        press_first(shop, &mut ada, &format!("tool={hoe}")).await;
        for _ in 0..2 {
            press(shop, &ada, "/basket", &format!("tool={hoe}&add=1000000")).await;
        }
        assert_eq!(quantities(&ada).await, [1_000_000], "the largest quantity");
        let large = "x".repeat(70_000);
        press(shop, &ada, "/basket", &large).await.is(413, "body_too_large");
    }

    async fn the_session_tells_how_many_tools_the_basket_has(shop: TestShop) {
        let (hoe, rake) = (shop.tool("Draw Hoe", 6_400, 120, 6).await, shop.tool("Rake", 1_000, 20, 1).await);
        let mut ada = shop.customer("Ada").await;
        assert_eq!(ada.get("/identity/session").await.body["basketCount"], 0);
        for tool in [&hoe, &rake] {
            ada.put(&format!("/basket/lines/{tool}"), json!({ "quantity": 6 })).await.is(200, "");
        }
        ada.sign_in().await;
        assert_eq!(ada.get("/identity/session").await.body["basketCount"], 2);
        let login = json!({ "email": ada.email, "password": "correct horse" });
        assert_eq!(shop.visitor().post("/identity/sign-in", login).await.body["basketCount"], 2);
    }
}
