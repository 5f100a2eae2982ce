//! The tools: lists in every order and filter, versions, one tool, and the specified client's echo.

use std::{io::Read as _, time::Duration};

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    catalogue::tools::{
        store::{StockChangeReason, insert_tool},
        tool::{Tool, ToolExtras},
    },
    db::params,
    values::{ids::Id, money::Cents, time::Timestamp},
};

use crate::support::{Answer, TestShop, on_both_engines};

/// What no call of this shop does yet.
mod by_hand {
    trowel::db::statements! {
        pub REMOVE_FROM_SALE = "UPDATE tools SET deleted_at = $2, changed_at = $2 WHERE id = $1";
        pub STOCK = "UPDATE tools SET available = $2, changed_at = $3 WHERE id = $1";
        pub ADD_BROKEN = "INSERT INTO tools (id, name, name_key, description, img, price_cents, available, minimum, revision, created_at, changed_at, search_key, slug)
            SELECT 'no id', 'Spade', 'spade', description, img, price_cents, available, minimum, revision, created_at, changed_at, search_key, slug FROM tools WHERE id = $1";
        pub HIDE = "ALTER TABLE tools RENAME TO hidden";
        pub SHOW = "ALTER TABLE hidden RENAME TO tools";
    }
}

async fn stock_set_by_another_node(shop: &TestShop, tool: &Id, available: i64, at: Timestamp) {
    shop.execute(&by_hand::STOCK, params![tool.as_str(), available, at.micros()]).await;
}

/// What the list says is left of each tool.
async fn stocks(shop: &TestShop) -> Vec<i64> {
    let answer = shop.visitor().get("/tools").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body.as_array().unwrap().iter().map(|tool| tool["availableQuantity"].as_i64().unwrap()).collect()
}

async fn remove_from_sale(shop: &TestShop, id: &Id) {
    let now = shop.shop.clock.now();
    shop.execute(&by_hand::REMOVE_FROM_SALE, params![id.as_str(), now.micros()]).await;
    shop.shop.catalogue.mark_changed(id);
}

/// Six tools, of which one is out of stock.
async fn shed(shop: &TestShop) {
    for (name, cents, available, minimum) in [
        ("Draw Hoe", 2_999, 100, 5),
        ("Ash Rake", 1_500, 10, 1),
        ("Border Fork", 4_400, 3, 12),
        ("apple Picker", 1_500, 500, 500),
        ("Compost Fork", 5_250, 40, 2),
        ("Étrier", 999_999, 1, 1),
    ] {
        shop.tool(name, cents, available, minimum).await;
    }
}

fn names(answer: &Answer) -> Vec<&str> {
    answer.body.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

fn unzipped(bytes: &[u8]) -> String {
    let mut text = String::new();
    flate2::read::GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
    text
}

on_both_engines! {
    async fn anyone_reads_the_whole_list_oldest_first(shop: TestShop) {
        let visitor = shop.visitor();
        assert_eq!(visitor.get("/tools").await.text, "[]");
        let hoe = shop.tool("Draw Hoe", 2_999, 100, 5).await;
        shop.tool("Ash Rake", 1_500, 10, 1).await;
        let answer = visitor.get("/tools").await;
        assert_eq!(names(&answer), ["Draw Hoe", "Ash Rake"]);
        let mut tool = answer.body[0].clone();
        let created_at = tool.as_object_mut().unwrap().remove("createdAt").unwrap();
        assert!(created_at.as_str().is_some_and(|text| text.ends_with('Z') && text.contains('T')), "{created_at}");
        assert_eq!(tool, json!({
            "_id": hoe.as_str(), "name": "Draw Hoe", "slug": "draw-hoe", "price": 29.99, "description": "Draw Hoe, for the border.",
            "img": format!("{}/images/hoe/350.webp", shop.url), "availableQuantity": 100, "minimumQuantity": 5, "revision": 1
        }));
        assert_eq!((answer.header("cache-control"), answer.header("content-type")), ("public, no-cache", "application/json"));
        assert_eq!((answer.header("x-total-count"), answer.header("link")), ("", ""), "a bare list is the whole");
    }

    async fn pages_in_every_order_show_each_tool_once(shop: TestShop) {
        shed(shop).await;
        let visitor = shop.visitor();
        let oldest = ["Draw Hoe", "Ash Rake", "Border Fork", "apple Picker", "Compost Fork", "Étrier"];
        let newest = ["Étrier", "Compost Fork", "apple Picker", "Border Fork", "Ash Rake", "Draw Hoe"];
        let cheapest = ["Ash Rake", "apple Picker", "Draw Hoe", "Border Fork", "Compost Fork", "Étrier"];
        let dearest = ["Étrier", "Compost Fork", "Border Fork", "Draw Hoe", "Ash Rake", "apple Picker"];
        let by_name = ["apple Picker", "Ash Rake", "Border Fork", "Compost Fork", "Draw Hoe", "Étrier"];
        for (sort, expected) in [("oldest", oldest), ("newest", newest), ("price", cheapest), ("-price", dearest), ("name", by_name)] {
            assert_eq!(names(&visitor.get(&format!("/tools?sort={sort}")).await), expected, "{sort}");
            for limit in [1, 2, 4, 6, 100] {
                let pages = visitor.pages(&format!("/tools?limit={limit}&sort={sort}")).await;
                assert_eq!(pages.iter().flat_map(names).collect::<Vec<_>>(), expected, "{sort} by {limit}");
                assert_eq!(pages.len(), 6_usize.div_ceil(limit), "{sort} by {limit}: no empty page");
                assert!(pages.iter().all(|page| page.header("x-total-count") == "6"));
            }
        }
        let first = visitor.get("/tools?limit=2").await;
        assert_eq!(names(&first), oldest[..2], "oldest first unless asked otherwise");
        let cursor = first.cursor();
        assert_eq!(names(&visitor.get(&format!("/tools?cursor={cursor}")).await), oldest[2..], "all that is behind it");
    }

    async fn filters_narrow_the_list_and_last_from_page_to_page(shop: TestShop) {
        shed(shop).await;
        let visitor = shop.visitor();
        for (query, expected) in [
            ("q=fork", &["Border Fork", "Compost Fork"][..]),
            ("q=FORK%20comp", &["Compost Fork"]),
            ("q=%C3%89tri", &["Étrier"]),
            ("q=ork", &[]),
            ("q=", &["Draw Hoe", "Ash Rake", "Border Fork", "apple Picker", "Compost Fork", "Étrier"]),
            ("q=%25", &[]),
            ("inStock=true", &["Draw Hoe", "Ash Rake", "apple Picker", "Compost Fork", "Étrier"]),
            ("maxMinimum=2", &["Ash Rake", "Compost Fork", "Étrier"]),
            ("priceMin=15&priceMax=44.00", &["Draw Hoe", "Ash Rake", "Border Fork", "apple Picker"]),
            ("priceMin=15.01&inStock=true&maxMinimum=5&q=border&sort=-price", &["Étrier", "Compost Fork", "Draw Hoe"]),
        ] {
            assert_eq!(names(&visitor.get(&format!("/tools?{query}")).await), expected, "{query}");
            let pages = visitor.pages(&format!("/tools?{query}&limit=1")).await;
            assert_eq!(pages.iter().flat_map(names).collect::<Vec<_>>(), expected, "{query} page by page");
            assert!(pages.iter().all(|page| page.header("x-total-count") == expected.len().to_string()), "{query}");
        }
    }

    async fn a_question_that_makes_no_sense_names_its_parameter(shop: TestShop) {
        shed(shop).await;
        let visitor = shop.visitor();
        let too_long = format!("q={}", "x".repeat(201));
        for (query, field) in [
            ("limit=0", "limit"), ("limit=101", "limit"), ("limit=", "limit"), ("limit=ten", "limit"), ("limit=-1", "limit"),
            ("sort=Price", "sort"), ("sort=created_at", "sort"), ("cursor=x", "cursor"), ("limit=1&cursor=!", "cursor"),
            ("inStock=maybe", "inStock"), ("maxMinimum=-1", "maxMinimum"), ("maxMinimum=1.5", "maxMinimum"),
            ("priceMin=cheap", "priceMin"), ("priceMax=-1", "priceMax"), ("priceMax=1e9", "priceMax"), (too_long.as_str(), "q"),
        ] {
            let answer = visitor.get(&format!("/tools?{query}")).await;
            answer.is(422, "invalid_field");
            assert_eq!(answer.fields(), [field], "{query}");
        }
        visitor.get("/tools?limit=1&limit=2").await.is(400, "malformed_query");
        assert_eq!(names(&visitor.get("/tools?utm_source=mail&_id=1&%00=%00").await).len(), 6, "unknown parameters are ignored");
        let cursor = visitor.get("/tools?limit=1").await.cursor();
        visitor.get(&format!("/tools?limit=1&sort=price&cursor={cursor}")).await.is(422, "invalid_field");
        visitor.get(&format!("/reviews?limit=1&cursor={cursor}")).await.is(422, "invalid_field");
    }

    async fn a_list_that_has_not_changed_is_not_sent_again(shop: TestShop) {
        shed(shop).await;
        let ada = shop.customer("Ada").await;
        let ask = |path: &str, coding: &str, tag: &str| ada.call(Method::GET, path).header("accept-encoding", coding).header("if-none-match", tag).send();
        for path in ["/tools", "/tools?limit=5&sort=name"] {
            let plain = ask(path, "identity", "").await;
            let tag = plain.header("etag").to_owned();
            assert_eq!((plain.status, plain.header("content-encoding"), plain.header("vary")), (200, "", "accept-encoding"));
            let packed = ask(path, "br;q=1.0, gzip;q=0.8", "\"other\"").await;
            assert_eq!((packed.status, packed.header("content-encoding"), packed.header("vary")), (200, "gzip", "accept-encoding"));
            assert_eq!(unzipped(&packed.bytes), plain.text);
            assert!(packed.bytes.len() < plain.bytes.len());
            for coding in ["gzip;q=0", "br", ""] {
                assert_eq!(ask(path, coding, "").await.header("content-encoding"), "", "{coding:?}");
            }
            for (coding, given) in [("identity", tag.clone()), ("gzip", tag.clone()), ("gzip", format!("\"other\", {tag}")), ("identity", tag.replace("W/", ""))] {
                let answer = ask(path, coding, &given).await;
                assert_eq!((answer.status, answer.text.as_str(), answer.header("etag")), (304, "", tag.as_str()), "{coding} {given}");
                assert_eq!(answer.header("cache-control"), "public, no-cache");
            }
            ada.order("Ash Rake", 1_500, 1).await;
            let answer = ask(path, "identity", &tag).await;
            assert_eq!(answer.status, 200, "an order changes the ETag");
            assert_ne!(answer.header("etag"), tag);
        }
    }

    async fn a_buyer_sees_the_new_stock_at_once(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        shop.tool("Ash Rake", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        let mut orders = Vec::new();
        for round in 1..=10 {
            orders.push(ada.order("Draw Hoe", 1_000, 2).await);
            let left = 100 - 2 * round;
            assert_eq!(ada.get("/tools").await.body[0]["availableQuantity"], left);
            assert_eq!(ada.get("/tools?limit=1").await.body[0]["availableQuantity"], left);
            let tool = ada.get(&format!("/tools/{hoe}")).await;
            assert_eq!((&tool.body["availableQuantity"], tool.header("etag")), (&json!(left), format!("\"1.{left}\"").as_str()));
        }
        assert_eq!(ada.delete(&format!("/orders/{}", orders[0])).await.status, 200);
        assert_eq!(ada.get("/tools").await.body[0]["availableQuantity"], 82);
        assert_eq!(ada.get("/tools").await.body[1]["availableQuantity"], 100);
    }

    async fn one_tool_needs_a_login(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 5).await;
        let ada = shop.customer("Ada").await;
        shop.visitor().get(&format!("/tools/{hoe}")).await.is(401, "unauthenticated");
        shop.visitor().get("/tools/nonsense").await.is(401, "unauthenticated");
        let answer = ada.call(Method::GET, &format!("/tools/{hoe}")).header("content-type", "application/json").send().await;
        assert_eq!((answer.status, &answer.body), (200, &ada.get("/tools").await.body[0]), "as in the list");
        assert_eq!((answer.header("etag"), answer.header("cache-control")), ("\"1.100\"", "no-store"));
        let upper = hoe.as_str().to_uppercase();
        for id in ["nonsense", "01a1fb87-8521-78d7-9b1b-aaffb4e43a62", upper.as_str(), "%00", "%0A", "..%2f..%2fetc%2fpasswd", "%F0%28", "1%27%20OR%201=1"] {
            ada.get(&format!("/tools/{id}")).await.is(404, "not_found");
        }
    }

    async fn the_specified_clients_echo_is_acknowledged_and_changes_nothing(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_999, 100, 5).await;
        let ada = shop.customer("Ada").await;
        let path = format!("/tools/{hoe}");
        let whole = ada.get(&path).await.body;
        let unchanged = json!({ "acknowledged": true, "matchedCount": 1, "modifiedCount": 0, "upsertedCount": 0, "upsertedId": null });
        let echo = async |body: Value| {
            let answer = ada.put(&path, body.clone()).await;
            assert_eq!((answer.status, &answer.body), (200, &unchanged), "{body}: {}", answer.text);
        };
        let with = |member: &str, value: Value| {
            let mut tool = whole.clone();
            tool[member] = value;
            tool
        };
        echo(with("availableQuantity", json!(93))).await; // just before the order
        ada.order("Draw Hoe", 1_999, 7).await;
        echo(with("availableQuantity", json!(93))).await; // just after it
        for quantity in [json!(0), json!("93"), json!(" 93 "), json!(93.0), json!(100), json!(1_000_000), json!(5_000_000)] {
            echo(with("availableQuantity", quantity)).await;
        }
        for (member, text) in [("price", json!("19.99")), ("minimumQuantity", json!("5")), ("name", json!(" Draw Hoe ")), ("img", json!("/images/hoe/350.webp"))] {
            echo(with(member, text)).await;
        }
        echo(json!({})).await;
        echo(json!({ "availableQuantity": "1" })).await;
        echo(with("price", json!(19.990_000_000_000_002))).await;
        let mut after = ada.get(&path).await.body;
        assert_eq!(after["availableQuantity"], 93, "only the order took stock");
        after["availableQuantity"] = json!(100);
        assert_eq!(after, whole);
        assert_eq!(shop.stock(&hoe).await, 93);
    }

    async fn an_echo_that_would_change_the_tool_is_refused(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_999, 100, 5).await;
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let path = format!("/tools/{hoe}");
        let whole = ada.get(&path).await.body;
        for (member, value) in [
            ("name", json!("Free Hoe")), ("name", json!("DRAW HOE")), ("description", json!("Mine")), ("price", json!(0.01)), ("price", json!("20")),
            ("img", json!("https://evil.example/x.png")), ("minimumQuantity", json!(1)),
        ] {
            ada.put(&path, json!({ member: value })).await.is(403, "forbidden");
            hazel.put(&path, json!({ member: value })).await.is(428, "revision_required");
            let with_version = ada.call(Method::PUT, &path).header("if-match", "\"1.100\"").json(json!({ member: value }));
            with_version.send().await.is(403, "forbidden");
        }
        for (member, value) in [
            ("availableQuantity", json!(-1)), ("availableQuantity", json!("-1")), ("availableQuantity", json!(1.5)), ("availableQuantity", json!("many")),
            ("availableQuantity", json!(1e300)), ("price", json!(-1)), ("price", json!(0)), ("price", json!("free")), ("minimumQuantity", json!(0)),
            ("name", json!("")), ("name", json!("x".repeat(121))), ("name", json!("a\u{0}b")), ("description", json!("x".repeat(4_001))), ("img", json!("")),
        ] {
            let answer = hazel.put(&path, json!({ member: value })).await;
            answer.is(422, "invalid_field");
            assert_eq!(answer.fields(), [member], "{value}");
            // A customer may change no member of the tool, not even to a value that no tool can have.
            let (status, code) = if member == "availableQuantity" { (422, "invalid_field") } else { (403, "forbidden") };
            ada.put(&path, json!({ member: value })).await.is(status, code);
        }
        for id in ["nonsense", "01a1fb87-8521-78d7-9b1b-aaffb4e43a62"] {
            for person in [&ada, &hazel] {
                let answer = person.put(&format!("/tools/{id}"), json!({ "name": "New", "price": 1, "availableQuantity": 1, "minimumQuantity": 1, "description": "x", "img": "/x" })).await;
                answer.is(404, "not_found");
            }
        }
        shop.visitor().put(&path, whole.clone()).await.is(401, "unauthenticated");
        assert_eq!(ada.get("/tools").await.body, json!([whole]), "nothing changed and nothing was added");
    }

    async fn a_tool_that_is_no_longer_sold_is_gone_everywhere_at_once(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        shop.tool("Ash Rake", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        let order = ada.order("Draw Hoe", 1_000, 1).await;
        let first = ada.get("/tools?limit=1").await.header("link").to_owned();
        remove_from_sale(shop, &hoe).await;
        assert_eq!(names(&ada.get("/tools").await), ["Ash Rake"]);
        assert_eq!(ada.get("/tools?limit=5").await.header("x-total-count"), "1");
        let next = first.trim_start_matches("</api").split('>').next().unwrap().to_owned();
        assert_eq!(names(&ada.get(&next).await), ["Ash Rake"], "the next page begins where this one ended");
        ada.get(&format!("/tools/{hoe}")).await.is(404, "not_found");
        ada.put(&format!("/tools/{hoe}"), json!({ "availableQuantity": 1 })).await.is(404, "not_found");
        ada.post("/orders", ada.wish("Draw Hoe", 1_000, 1)).await.is(409, "tool_unavailable");
        assert_eq!(ada.get(&format!("/orders/{order}")).await.body["toolName"], "Draw Hoe", "the order keeps its name and price");
        shop.tool("draw hoe", 1_200, 5, 1).await;
        assert_eq!(names(&ada.get("/tools").await), ["Ash Rake", "draw hoe"], "the name is free again");
        assert_eq!(ada.delete(&format!("/orders/{order}")).await.status, 200);
        assert_eq!(ada.get("/tools").await.body[1]["availableQuantity"], 5, "stock goes back to the old tool, not to the new one");
    }

    async fn a_clock_that_is_far_ahead_hides_nothing(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let rake = shop.tool("Ash Rake", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        let in_two_days = shop.shop.clock.now().plus(Duration::from_hours(48));
        stock_set_by_another_node(shop, &rake, 50, in_two_days).await;
        assert_eq!(stocks(shop).await, [100, 50]);
        ada.order("Draw Hoe", 1_000, 2).await;
        assert_eq!(stocks(shop).await, [98, 50], "our own write");
        stock_set_by_another_node(shop, &hoe, 97, shop.shop.clock.now()).await;
        shop.shop.catalogue.refresh().await.unwrap();
        assert_eq!(stocks(shop).await, [97, 50], "another node's");
    }

    async fn a_buyer_sees_the_new_stock_with_any_clock(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        assert_eq!(stocks(shop).await, [100]);
        let an_hour_ago = shop.shop.clock.now().minus(Duration::from_hours(1));
        stock_set_by_another_node(shop, &hoe, 99, an_hour_ago).await;
        shop.shop.catalogue.mark_changed(&hoe);
        assert_eq!(stocks(shop).await, [99]);
    }

    async fn a_visitor_who_leaves_while_tools_load_hides_no_change(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        assert_eq!(stocks(shop).await, [100]);
        stock_set_by_another_node(shop, &hoe, 99, shop.shop.clock.now()).await;
        shop.shop.catalogue.mark_changed(&hoe);
        drop(futures_util::FutureExt::now_or_never(shop.shop.catalogue.current()));
        assert_eq!(stocks(shop).await, [99]);
    }

    async fn what_the_clocks_hide_is_found_after_a_minute(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let rake = shop.tool("Ash Rake", 1_000, 100, 1).await;
        assert_eq!(stocks(shop).await, [100, 100]);
        let an_hour_ago = shop.shop.clock.now().minus(Duration::from_hours(1));
        stock_set_by_another_node(shop, &hoe, 7, an_hour_ago).await;
        shop.execute(&by_hand::REMOVE_FROM_SALE, params![rake.as_str(), an_hour_ago.micros()]).await;
        shop.shop.clock.advance(Duration::from_secs(61));
        shop.shop.catalogue.refresh().await.unwrap();
        assert_eq!(stocks(shop).await, [7]);
    }

    async fn reading_goes_on_while_the_database_fails(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        assert_eq!(stocks(shop).await, [100]);
        stock_set_by_another_node(shop, &hoe, 90, shop.shop.clock.now()).await;
        shop.execute(&by_hand::HIDE, &[]).await;
        shop.shop.catalogue.mark_changed(&hoe);
        for _ in 0..3 {
            assert_eq!(stocks(shop).await, [100], "the last we know");
        }
        shop.shop.catalogue.refresh().await.unwrap_err();
        shop.execute(&by_hand::SHOW, &[]).await;
        shop.shop.catalogue.refresh().await.unwrap();
        assert_eq!(stocks(shop).await, [90], "what was announced meanwhile is not forgotten");
    }

    async fn no_list_is_better_than_a_wrong_one(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        shop.execute(&by_hand::ADD_BROKEN, params![hoe.as_str()]).await;
        for path in ["/tools", "/tools?limit=1"] {
            let answer = shop.send_raw(&format!("GET /api{path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")).await;
            assert!(answer.starts_with("HTTP/1.1 500 "), "{path}: {answer}");
        }
        shop.shop.catalogue.refresh().await.unwrap_err();
    }

    async fn what_is_out_of_stock_is_shown_and_not_sold(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 4, 5).await;
        let ada = shop.customer("Ada").await;
        assert_eq!(names(&ada.get("/tools").await), ["Draw Hoe"]);
        assert!(names(&ada.get("/tools?inStock=true").await).is_empty());
        ada.post("/orders", ada.wish("Draw Hoe", 1_000, 4)).await.is(422, "below_minimum");
        ada.post("/orders", ada.wish("Draw Hoe", 1_000, 5)).await.is(409, "not_enough_stock");
        assert_eq!(shop.stock(&hoe).await, 4);
    }

    async fn ten_thousand_tools_are_one_list(shop: TestShop) {
        let now = shop.shop.clock.now();
        for batch in 0..10_i64 {
            let written = shop.shop.db.write((batch, now), |tx, (batch, now)| Box::pin(async move {
                for n in batch * 1_000..(batch + 1) * 1_000 {
                    let at = Timestamp::from_micros(now.micros() + n);
                    let tool = Tool {
                        id: Id::new(at), name: format!("Tool {n}"), description: "One of many.".into(), img: "/images/hoe/350.webp".into(),
                        price: Cents::new(100 + n).unwrap(), available: 10, minimum: 1, revision: 1, created_at: at, changed_at: at, extras: ToolExtras::default(),
                    };
                    insert_tool(tx, &tool, None, StockChangeReason::Added).await?;
                }
                Ok(())
            }));
            written.await.unwrap();
        }
        shop.shop.catalogue.refresh().await.unwrap();
        let ada = shop.customer("Ada").await;
        let answer = ada.get("/tools").await;
        assert_eq!(answer.header("content-length"), answer.bytes.len().to_string());
        let packed = ada.call(Method::GET, "/tools").header("accept-encoding", "gzip").send().await;
        assert_eq!(packed.header("content-encoding"), "gzip");
        assert_eq!(unzipped(&packed.bytes), answer.text);
        let listed = names(&answer);
        assert_eq!((listed.len(), listed[0], listed[9_999]), (10_000, "Tool 0", "Tool 9999"));
        let pages = ada.pages("/tools?limit=100&sort=newest").await;
        let mut paged: Vec<_> = pages.iter().flat_map(names).collect();
        paged.reverse();
        assert_eq!((pages.len(), paged), (100, listed));
        ada.order("Tool 9999", 10_099, 3).await;
        assert_eq!(ada.get("/tools").await.body[9_999]["availableQuantity"], 7);
    }
}
