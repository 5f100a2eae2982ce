//! Baskets and quotes: nothing is reserved, and no change of a price is hidden.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    app::background::tidy,
    base::config::RunMode,
    db::{Param as _, Statement, statement},
    values::ids::Id,
};

use crate::support::{Answer, Person, Setup, TestShop, on_both_engines};

const NEW_PRICE: Statement = statement!(NEW_PRICE, "UPDATE tools SET price_cents = $2 WHERE id = $1");
const NEW_STOCK: Statement = statement!(NEW_STOCK, "UPDATE tools SET available = $2 WHERE id = $1");
const REMOVED: Statement =
    statement!(REMOVED, "UPDATE tools SET deleted_at = 1, changed_at = $2 WHERE id = $1");
const HASHED: Statement =
    statement!(HASHED, "UPDATE baskets SET changed_at = changed_at WHERE secret_hash = $1");

/// A setup with the delivery and the taxes of the demo.
pub fn in_the_demo(setup: Setup) -> Setup {
    Setup { mode: RunMode::Demo, ..setup }
}

async fn put(person: &Person<'_>, tool: &Id, quantity: impl Into<Value>) -> Answer {
    person.put(&format!("/basket/lines/{tool}"), json!({ "quantity": quantity.into() })).await
}

/// Puts a tool into the basket and keeps its cookie.
async fn put_first(person: &mut Person<'_>, tool: &Id, quantity: i64) -> Value {
    let answer = put(person, tool, quantity).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let cookie = answer.header("set-cookie").split(';').next().unwrap().to_owned();
    assert!(cookie.starts_with("trowel_basket="), "{cookie}");
    person.cookie = if person.cookie.is_empty() { cookie } else { format!("{}; {cookie}", person.cookie) };
    answer.body
}

/// The quantities of the lines by name.
fn lines(basket: &Value) -> Vec<(&str, i64)> {
    let lines = basket["lines"].as_array().unwrap().iter();
    lines.map(|line| (line["toolName"].as_str().unwrap(), line["quantity"].as_i64().unwrap())).collect()
}

/// The problems of a line or a quote, such as `sold_out: This tool is sold out.`
fn told(list: &Value) -> Vec<String> {
    let list = list.as_array().unwrap().iter();
    list.map(|it| format!("{}: {}", it["code"], it["detail"]).replace('"', "")).collect()
}

async fn change(shop: &TestShop, statement: &'static Statement, tool: &Id, value: i64) {
    assert_eq!(shop.execute(statement, &[tool.to_value(), value.to_value()]).await, 1);
}

on_both_engines! {
    with crate::sales::basket::in_the_demo;

    async fn a_visitor_has_a_basket_by_a_cookie_that_is_stored_hashed(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 6_400, 120, 6).await;
        let mut visitor = shop.visitor();
        assert_eq!(visitor.get("/basket").await.body, json!({ "revision": 0, "lines": [], "notices": [] }));
        let answer = put(&visitor, &hoe, 6).await;
        let cookie = answer.header("set-cookie").to_owned();
        for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=2592000"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        assert_eq!(answer.header("cache-control"), "no-store");
        visitor.cookie = cookie.split(';').next().unwrap().to_owned();
        let secret = visitor.cookie.trim_start_matches("trowel_basket=").to_owned();
        assert_eq!(shop.execute(&HASHED, &[secret.to_value()]).await, 0);
        assert_eq!(shop.execute(&HASHED, &[trowel::values::hash::sha256_hex(secret.as_bytes()).to_value()]).await, 1);
        let mut basket = visitor.get("/basket").await.body;
        let quote = basket.as_object_mut().unwrap().remove("quote").unwrap();
        let line = json!({ "toolId": hoe.as_str(), "toolName": "Draw Hoe", "slug": "draw-hoe", "img": format!("{}/images/hoe/350.webp", shop.url),
            "imgAlt": "", "quantity": 6, "price": 64, "total": 384, "availableQuantity": 120, "minimumQuantity": 6, "priceSteps": [], "changes": [] });
        assert_eq!(basket, json!({ "revision": 2, "lines": [line], "notices": [], "hasCharges": true }));
        // The quote is for the shop's own province, because nothing else is known.
        assert_eq!((&quote["destination"], &quote["total"], &quote["basketRevision"]), (&json!({ "province": "NS" }), &json!(437.76), &json!(2)));
        assert_eq!(shop.visitor().get("/basket").await.body["lines"], json!([]));
        assert_eq!(shop.stock(&hoe).await, 120, "a basket reserves nothing");
    }

    async fn a_quantity_is_absolute_and_a_repeat_changes_nothing(shop: TestShop) {
        let (hoe, rake) = (shop.tool("Draw Hoe", 6_400, 120, 1).await, shop.tool("Rake", 1_000, 20, 1).await);
        let ada = shop.customer("Ada").await;
        assert_eq!(put(&ada, &rake, 0).await.body["revision"], 0, "what is not there is taken out already");
        let revisions = [(&hoe, 2, 1), (&hoe, 2, 1), (&rake, 1, 2), (&hoe, 5, 3), (&rake, 0, 4), (&rake, 0, 4)];
        for (at, (tool, quantity, revision)) in revisions.into_iter().enumerate() {
            let answer = put(&ada, tool, quantity).await;
            // The first change creates the basket and counts as one too.
            assert_eq!(answer.body["revision"], revision + 1, "{at}: {}", answer.text);
            assert_eq!(answer.header("set-cookie"), "", "an account needs no cookie");
        }
        assert_eq!(lines(&ada.get("/basket").await.body), [("Draw Hoe", 5)]);
        assert_eq!(put(&ada, &hoe, 0).await.body, json!({ "revision": 0, "lines": [], "notices": [] }));
        let (twice, again) = tokio::join!(put(&ada, &hoe, 3), put(&ada, &rake, 4));
        assert_eq!((twice.status, again.status), (200, 200));
        assert_eq!(lines(&ada.get("/basket").await.body).len(), 2, "two tabs lose nothing of each other");
    }

    async fn what_is_no_line_is_refused(shop: TestShop) {
        let (hoe, gone) = (shop.tool("Draw Hoe", 6_400, 120, 6).await, shop.tool("Rake", 1_000, 20, 1).await);
        let ada = shop.customer("Ada").await;
        assert_eq!(put(&ada, &gone, 1).await.status, 200);
        change(shop, &REMOVED, &gone, 2).await;
        for quantity in [json!(1.5), json!(-1), json!(1_000_001), json!("many"), json!(null), json!([1])] {
            put(&ada, &hoe, quantity).await.is(422, "invalid_field");
        }
        for path in [Id::new(shop.shop.clock.now()).to_string(), gone.to_string(), "1".into()] {
            ada.put(&format!("/basket/lines/{path}"), json!({ "quantity": 1 })).await.is(404, "not_found");
        }
        let basket = ada.get("/basket").await.body;
        assert_eq!(basket["lines"][0]["problem"]["code"], "tool_unavailable");
        assert_eq!(basket["quote"]["lines"], json!([]), "it is in no sum");
        assert_eq!(put(&ada, &gone, 0).await.body["lines"], json!([]), "it can be taken out");
        for elsewhere in [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")] {
            let call = shop.visitor().call(Method::PUT, &format!("/basket/lines/{hoe}")).header(elsewhere.0, elsewhere.1);
            call.json(json!({ "quantity": 6 })).send().await.is(403, "forbidden_origin");
        }
    }

    async fn the_51st_line_is_refused(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let mut tools = Vec::new();
        for n in 0..51 {
            tools.push(shop.tool(&format!("Tool {n}"), 1_000, 20, 1).await);
        }
        for tool in &tools[..50] {
            assert_eq!(put(&ada, tool, 1).await.status, 200);
        }
        put(&ada, &tools[50], 1).await.is(422, "too_many_lines");
        assert_eq!(put(&ada, &tools[49], 2).await.status, 200);
        let wished: Vec<_> = tools.iter().map(|tool| json!({ "toolId": tool.as_str(), "quantity": 1 })).collect();
        let body = json!({ "lines": wished, "address": { "province": "QC" } });
        ada.post("/quote", body).await.is(422, "too_many_lines");
    }

    async fn a_line_says_why_it_cannot_be_bought_and_the_quote_too(shop: TestShop) {
        let (hoe, rake, saw) = (shop.tool("Draw Hoe", 6_400, 120, 6).await, shop.tool("Rake", 1_000, 20, 1).await, shop.tool("Saw", 1_000, 20, 1).await);
        let ada = shop.customer("Ada").await;
        for (tool, quantity) in [(&hoe, 2), (&rake, 21), (&saw, 1)] {
            assert_eq!(put(&ada, tool, quantity).await.status, 200);
        }
        change(shop, &NEW_STOCK, &saw, 0).await;
        let basket = ada.get("/basket").await.body;
        let problems: Vec<_> = basket["lines"].as_array().unwrap().iter().map(|line| &line["problem"]).collect();
        assert_eq!(*problems[0], json!({ "code": "below_minimum", "detail": "The minimum is 6.", "toolId": hoe.as_str(), "minimum": 6 }));
        assert_eq!(*problems[1], json!({ "code": "not_enough_stock", "detail": "Only 20 left.", "toolId": rake.as_str(), "available": 20 }));
        assert_eq!(told(&basket["quote"]["problems"]), ["below_minimum: The minimum is 6.", "not_enough_stock: Only 20 left.", "sold_out: This tool is sold out."]);
        assert_eq!((lines(&basket["quote"]), &basket["quote"]["goods"]), (vec![("Draw Hoe", 2), ("Rake", 21)], &json!(338)), "what is sold out is in no sum");
        for tool in [&hoe, &rake] {
            put(&ada, tool, 0).await.is(200, "");
        }
        let nothing = &ada.get("/basket").await.body["quote"];
        assert_eq!((&nothing["total"], &nothing["methods"]), (&json!(0), &json!([])), "nothing is delivered for nothing");
        let nothing_to_buy = "nothing_to_buy: Nothing in your basket can be bought now.";
        assert_eq!(told(&nothing["problems"]), ["sold_out: This tool is sold out.", nothing_to_buy]);
        // The problem also comes with tools that are sold out or no longer for sale, and in every quote.
        put(&ada, &rake, 1).await.is(200, "");
        change(shop, &NEW_STOCK, &rake, 0).await;
        let quoted = ada.post("/quote", json!({ "address": { "province": "NS" } })).await.body;
        assert!(told(&quoted["problems"]).contains(&nothing_to_buy.to_owned()), "{quoted}");
        let named = json!({ "lines": [{ "toolId": saw.as_str(), "quantity": 1 }], "address": { "province": "NS" } });
        let quoted = ada.post("/quote", named).await.body;
        assert_eq!(quoted["problems"][1]["code"], "nothing_to_buy", "{quoted}");
        let address = json!({ "name": "Ada", "street": "1 Elm St", "city": "Halifax", "province": "NS", "postalCode": "B3J 1A1" });
        let call = ada.call(Method::POST, "/checkout").header("idempotency-key", "nothing");
        let refused = call.json(json!({ "digest": "0", "address": address })).send().await;
        refused.is(409, "nothing_to_buy");
    }

    // spree #11801: a basket kept the price of the day on which a tool came into it.
    async fn the_price_is_that_of_now_and_a_change_is_told_once(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 6_400, 120, 1).await;
        let mut visitor = shop.visitor();
        put_first(&mut visitor, &hoe, 2).await;
        assert_eq!(visitor.get("/basket").await.body["lines"][0]["changes"], json!([]));
        change(shop, &NEW_PRICE, &hoe, 6_600).await;
        let elsewhere = visitor.call(Method::GET, "/basket").header("sec-fetch-site", "cross-site").send().await;
        assert_eq!(told(&elsewhere.body["lines"][0]["changes"]).len(), 1, "a link of another site marks nothing as seen");
        let basket = visitor.get("/basket").await.body;
        assert_eq!(told(&basket["lines"][0]["changes"]), ["price_changed: The price was $64.00, now it is $66.00."]);
        assert_eq!((&basket["lines"][0]["total"], &basket["quote"]["goods"]), (&json!(132), &json!(132)));
        assert_eq!(visitor.get("/basket").await.body["lines"][0]["changes"], json!([]));
        change(shop, &NEW_PRICE, &hoe, 5_000).await;
        let changed = put(&visitor, &hoe, 3).await.body;
        assert_eq!(told(&changed["lines"][0]["changes"]), ["price_changed: The price was $66.00, now it is $50.00."]);
        assert_eq!(put(&visitor, &hoe, 4).await.body["lines"][0]["changes"], json!([]));
    }

    // bagisto #2954: two baskets of 300 became one of 600, above the stock, and were sold.
    async fn a_login_joins_two_baskets_by_the_larger_quantity_once(shop: TestShop) {
        let (hoe, rake, saw) = (shop.tool("Draw Hoe", 6_400, 120, 1).await, shop.tool("Rake", 1_000, 20, 1).await, shop.tool("Saw", 1_000, 400, 1).await);
        let mut ada = shop.customer("Ada").await;
        for (tool, quantity) in [(&hoe, 2), (&rake, 15), (&saw, 3)] {
            assert_eq!(put(&ada, tool, quantity).await.status, 200);
        }
        let mut visitor = shop.visitor();
        put_first(&mut visitor, &hoe, 300).await;
        put(&visitor, &rake, 10).await;
        ada.cookie = format!("{}; {}", ada.cookie, visitor.cookie);
        let joined = ada.get("/basket").await;
        assert!(joined.header("set-cookie").starts_with("trowel_basket=; ") && joined.header("set-cookie").contains("Max-Age=0"));
        let mut found = lines(&joined.body);
        found.sort_unstable();
        assert_eq!(found, [("Draw Hoe", 300), ("Rake", 15), ("Saw", 3)]);
        let came = told(&joined.body["notices"]);
        assert_eq!(came.len(), 1);
        assert!(came[0].starts_with("joined: From your account’s basket: ") && came[0].contains("Rake (15)") && came[0].contains("Saw (3)"), "{came:?}");
        assert_eq!(told(&joined.body["quote"]["problems"]), ["not_enough_stock: Only 120 left."]);
        let again = ada.get("/basket").await.body;
        assert_eq!((lines(&again).len(), &again["notices"]), (3, &json!([])), "a cookie that came back does nothing");
        assert_eq!(visitor.get("/basket").await.body["lines"], json!([]));
    }

    async fn a_put_after_a_login_joins_too(shop: TestShop) {
        let (hoe, rake) = (shop.tool("Draw Hoe", 6_400, 120, 1).await, shop.tool("Rake", 1_000, 20, 1).await);
        let mut ada = shop.customer("Ada").await;
        let mut visitor = shop.visitor();
        put_first(&mut visitor, &hoe, 3).await;
        ada.cookie = format!("{}; {}", ada.cookie, visitor.cookie);
        let answer = put(&ada, &rake, 1).await;
        assert_eq!(lines(&answer.body), [("Draw Hoe", 3), ("Rake", 1)]);
        assert!(answer.header("set-cookie").contains("Max-Age=0"));
        // The cookie of the session alone is sent, as a form without script does.
        ada.token.clear();
        assert_eq!(lines(&ada.get("/basket").await.body).len(), 2);
    }

    // medusa #7089: a threshold on a total with delivery and tax was crossed by the delivery itself.
    async fn delivery_is_free_from_a_total_of_goods_alone(shop: TestShop) {
        let saw = shop.tool("Saw", 14_999, 20, 1).await;
        let quote = async |cents: i64, method: Value| {
            change(shop, &NEW_PRICE, &saw, cents).await;
            let body = json!({ "lines": [{ "toolId": saw.as_str(), "quantity": 1 }], "address": { "postalCode": "h2x1y4" }, "method": method });
            shop.visitor().post("/quote", body).await.body
        };
        let below = quote(14_999, Value::Null).await;
        assert_eq!((&below["shipping"], &below["method"], &below["total"]), (&json!(15), &json!("post"), &json!(189.7)));
        assert_eq!(below["taxes"], json!([{ "tax": "GST", "rate": 5.0, "base": 164.99, "amount": 8.25 }, { "tax": "QST", "rate": 9.975, "base": 164.99, "amount": 16.46 }]));
        assert_eq!(below["destination"], json!({ "province": "QC", "postalCode": "H2X 1Y4" }));
        let at = quote(15_000, Value::Null).await;
        assert_eq!((&at["goods"], &at["shipping"], &at["total"]), (&json!(150), &json!(0), &json!(172.46)));
        let fetched = quote(14_999, json!("pick-up")).await;
        assert_eq!((&fetched["shipping"], &fetched["taxes"][0]["tax"], &fetched["total"]), (&json!(0), &json!("HST"), &json!(170.99)));
        assert_eq!(told(&quote(14_999, json!("drone")).await["problems"]).len(), 1);
        assert_ne!(below["digest"], at["digest"]);
    }

    async fn a_quote_that_names_nothing_is_refused(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 6_400, 120, 6).await;
        let visitor = shop.visitor();
        let quote = async |lines: Value, address: Value| visitor.post("/quote", json!({ "lines": lines, "address": address })).await;
        let quebec = json!({ "province": "QC" });
        let line = |tool: &str, quantity: Value| json!([{ "toolId": tool, "quantity": quantity }]);
        for lines in [json!("x"), line(hoe.as_str(), json!(0)), line(hoe.as_str(), json!(1.5)), json!([{ "quantity": 1 }]), json!([1])] {
            let answer = quote(lines, quebec.clone()).await;
            assert_eq!(answer.fields(), ["lines"], "{}", answer.text);
        }
        quote(json!([line(hoe.as_str(), json!(1))[0], line(hoe.as_str(), json!(2))[0]]), quebec.clone()).await.is(422, "invalid_field");
        for tool in ["1", Id::new(shop.shop.clock.now()).as_str()] {
            quote(line(tool, json!(1)), quebec.clone()).await.is(404, "not_found");
        }
        for (address, field) in [(json!({}), "address.province"), (json!({ "province": "ON", "postalCode": "H2X 1Y4" }), "address.province"), (json!({ "postalCode": "D1D 1D1" }), "address.postalCode")] {
            assert_eq!(quote(line(hoe.as_str(), json!(6)), address).await.fields(), [field]);
        }
        let low = quote(line(hoe.as_str(), json!(1)), quebec.clone()).await.body;
        assert_eq!(told(&low["problems"]), ["below_minimum: The minimum is 6."]);
        let much = quote(line(hoe.as_str(), json!(1_000_000)), quebec.clone()).await.body;
        assert_eq!(much["problems"][1]["code"], "total_out_of_range");
        let empty = visitor.post("/quote", json!({ "address": quebec })).await.body;
        assert_eq!((&empty["goods"], &empty["problems"], &empty["basketRevision"]), (&json!(0), &json!([]), &json!(0)));
    }

    async fn a_basket_is_quoted_to_the_place_of_the_profile(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 6_400, 120, 6).await;
        let ada = shop.customer("Ada").await;
        let profile = json!({ "address": "12 Fern Lane, Montréal H2X 1Y4" });
        assert_eq!(ada.put("/profiles/ada@example.com", profile).await.status, 200);
        let basket = put(&ada, &hoe, 6).await.body;
        assert_eq!((&basket["quote"]["destination"], &basket["quote"]["total"]), (&json!({ "province": "QC", "postalCode": "H2X 1Y4" }), &json!(441.5)));
        let asked = ada.post("/quote", json!({ "address": { "postalCode": "H2X 1Y4" } })).await.body;
        assert_eq!(asked, basket["quote"], "one quote for all");
    }

    async fn old_baskets_end_and_those_of_deleted_accounts_too(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 6_400, 120, 6).await;
        let mut visitor = shop.visitor();
        let (mut ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
        put_first(&mut visitor, &hoe, 6).await;
        put(&ada, &hoe, 6).await;
        put(&bo, &hoe, 6).await;
        assert_eq!(bo.get("/identity/account/export").await.body["basket"], json!([{ "toolId": hoe.as_str(), "toolName": "Draw Hoe", "quantity": 6 }]));
        let closed = bo.post("/identity/account/close", json!({ "confirm": "bo@example.com", "password": "correct horse" })).await;
        assert_eq!(closed.status, 200, "{}", closed.text);
        assert_eq!(baskets(shop).await, 2);
        shop.shop.clock.advance(Duration::from_hours(31 * 24));
        tidy(&shop.shop).await;
        assert_eq!(visitor.get("/basket").await.body["lines"], json!([]));
        ada.be_signed_in().await;
        assert_eq!(lines(&ada.get("/basket").await.body), [("Draw Hoe", 6)]);
        shop.shop.clock.advance(Duration::from_hours(60 * 24));
        tidy(&shop.shop).await;
        assert_eq!(baskets(shop).await, 0);
    }

    async fn visitors_change_and_quote_only_so_often(shop: TestShop) {
        shop.shop.clock.stop();
        let visitor = shop.visitor();
        let body = json!({ "lines": [], "address": { "province": "QC" } });
        for _ in 0..120 {
            assert_eq!(visitor.post("/quote", body.clone()).await.status, 200);
        }
        visitor.post("/quote", body).await.is(429, "too_many_requests");
        let tool = Id::new(shop.shop.clock.now());
        for _ in 0..600 {
            assert_eq!(put(&visitor, &tool, 0).await.status, 200);
        }
        put(&visitor, &tool, 0).await.is(429, "too_many_requests");
        assert_eq!(put(&shop.customer("Ada").await, &tool, 0).await.status, 200);
    }
}

async fn baskets(shop: &TestShop) -> u64 {
    const ALL: Statement = statement!(ALL, "UPDATE baskets SET changed_at = changed_at");
    shop.execute(&ALL, &[]).await
}
