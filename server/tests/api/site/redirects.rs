//! The paths of a former shop lead to pages of this one, and paths without a page are counted.

use std::time::Duration;

use reqwest::Method;
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};
use trowel::{
    app::background::tidy,
    settings::redirects::{old_path::OldPath, store},
    values::ids::Id,
};

use crate::{
    catalogue::images::form,
    support::{Answer, Person, TestShop, on_both_engines},
};

async fn open(shop: &TestShop, path: &str) -> Answer {
    shop.fetch(Method::GET, path).send().await
}

/// Status and location.
async fn leads(shop: &TestShop, path: &str) -> (u16, String) {
    let answer = open(shop, path).await;
    (answer.status, answer.header("location").to_owned())
}

#[track_caller]
fn to(path: &str) -> (u16, String) {
    (301, path.to_owned())
}

const NOT_FOUND: (u16, String) = (404, String::new());
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const SECOND: Duration = Duration::from_secs(1);

async fn lead(hazel: &Person<'_>, path: &str, target: &str) -> Answer {
    hazel.post("/redirects", json!({ "path": path, "target": target })).await
}

/// Returns the notes about old addresses, which the check and the import have.
async fn import_tools(hazel: &Person<'_>, file: &str) -> Vec<String> {
    let checked = hazel.call(Method::POST, "/tool-imports/check").text("text/csv", file).send().await;
    assert_eq!(
        (&checked.body["skippedCount"], &checked.body["faultCount"]),
        (&json!(0), &json!(0)),
        "{}",
        checked.text
    );
    let path = format!("/tool-imports?digest={}", checked.body["digest"].as_str().unwrap());
    let pictures = checked.body["pictures"].to_string();
    let body = form(&[("tools", file.as_bytes()), ("pictures", pictures.as_bytes())]);
    let call = hazel.call(Method::POST, &path);
    let done = call.bytes("multipart/form-data; boundary=trowel", body).send().await;
    done.is(200, "");
    let told = |notes: &Value| -> Vec<String> {
        let notes = notes.as_array().unwrap().iter().map(|note| note["detail"].as_str().unwrap().to_owned());
        notes.filter(|note| note.starts_with("Old addresses: ")).collect()
    };
    assert_eq!(told(&checked.body["notes"]), told(&done.body["notes"]));
    told(&done.body["notes"])
}

async fn import_redirects(hazel: &Person<'_>, file: &str) -> Value {
    let answer = hazel.call(Method::POST, "/redirect-file").text("text/csv", file).send().await;
    answer.is(200, "");
    answer.body
}

async fn publish_all(hazel: &Person<'_>) {
    for tool in hazel.get("/manageTools").await.body.as_array().unwrap() {
        let path = format!("/tools/{}", tool["_id"].as_str().unwrap());
        let tag = hazel.get(&path).await.header("etag").to_owned();
        hazel
            .call(Method::PUT, &path)
            .header("if-match", &tag)
            .json(json!({ "draft": false }))
            .send()
            .await
            .is(200, "");
    }
}

async fn tool_named(hazel: &Person<'_>, name: &str) -> String {
    let tools = hazel.get("/manageTools").await.body;
    let tool = tools.as_array().unwrap().iter().find(|tool| tool["name"] == name).unwrap();
    tool["_id"].as_str().unwrap().to_owned()
}

/// Every address of the old sitemap ends in 200 or 410 after at most one hop.
async fn one_hop(shop: &TestShop, sitemap: &str) {
    let addresses: Vec<&str> =
        sitemap.split("<loc>").skip(1).map(|part| part.split("</loc>").next().unwrap()).collect();
    assert!(addresses.len() >= 5, "{sitemap}");
    for address in addresses {
        let path = address.trim_start_matches("https://old.example");
        let mut answer = open(shop, if path.is_empty() { "/" } else { path }).await;
        if answer.status == 301 {
            answer = open(shop, answer.header("location")).await;
        }
        assert!(matches!(answer.status, 200 | 410), "{path}: {}", answer.status);
    }
}

fn sitemap(paths: &[&str]) -> String {
    let urls = paths.iter().map(|path| format!("<url><loc>https://old.example{path}</loc></url>"));
    format!("<urlset>{}</urlset>", urls.collect::<String>())
}

on_both_engines! {
    async fn every_address_of_a_shopify_shop_leads_to_a_page_in_one_hop(shop: TestShop) {
        let hazel = shop.admin().await;
        hazel.post("/categories", json!({ "name": "Hand tools" })).await.is(200, "");
        import_tools(
            &hazel,
            "Handle,Title,Body (HTML),Type,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Status\n\
             draw-hoe,Draw Hoe,Weeds.,Hand tools,Short,S,20,3,active\n\
             draw-hoe,,,,Long,L,25,3,\n\
             old-rake,Bow Rake,Rakes.,Hand tools,Default Title,R,30,1,active\n\
             gone-fork,Fork,Digs.,,Default Title,F,30,1,active\n",
        )
        .await;
        publish_all(&hazel).await;
        let pages = "Redirect from,Redirect to\n/pages/contact,/allReview\n/collections/all,/tool\n/pages/faq/,/basket\n\
            /blogs/news/spring,/tool\n";
        let imported = import_redirects(&hazel, pages).await;
        assert_eq!((&imported["addedCount"], &imported["skippedCount"]), (&json!(4), &json!(0)), "{imported}");
        let map = sitemap(&[
            "", "/products/draw-hoe", "/products/old-rake", "/products/gone-fork", "/collections/hand-tools",
            "/collections/hand-tools/products/old-rake", "/collections/all", "/pages/contact", "/blogs/news/spring",
        ]);
        one_hop(shop, &map).await;
        assert_eq!(leads(shop, "/products/draw-hoe?variant=4").await, to("/tool/draw-hoe-short?variant=4"));
        // A new name makes a new slug, and a removed tool is gone.
        let rake = format!("/tools/{}", tool_named(&hazel, "Bow Rake").await);
        let tag = hazel.get(&rake).await.header("etag").to_owned();
        hazel.call(Method::PUT, &rake).header("if-match", &tag).json(json!({ "name": "Steel Rake" })).send().await.is(200, "");
        hazel.delete(&format!("/tools/{}", tool_named(&hazel, "Fork").await)).await.is(200, "");
        one_hop(shop, &map).await;
        assert_eq!(leads(shop, "/Products/Old-Rake/").await, to("/tool/steel-rake"));
        assert_eq!(leads(shop, "/products/unknown").await, NOT_FOUND);
        let listed = hazel.get("/redirects?q=RAKE").await.body;
        assert_eq!((&listed[0]["path"], &listed[0]["target"]), (&json!("/products/old-rake"), &json!("/tool/bow-rake")));
    }

    async fn every_address_of_a_woocommerce_shop_leads_to_a_page_in_one_hop(shop: TestShop) {
        let hazel = shop.admin().await;
        hazel.post("/categories", json!({ "name": "Hand tools" })).await.is(200, "");
        let file = "ID,Type,SKU,Name,Published,Description,Stock,Regular price,Categories\n\
            12,simple,H,Gardener’s Hoe,1,Weeds.,3,20,Tools > Hand tools\n\
            13,simple,R,Bow Rake,1,Rakes.,3,20,\n";
        // The owner has led an address to the one of a product.
        lead(&hazel, "/rake", "/product/bow-rake").await.is(200, "");
        let told = import_tools(&hazel, file).await;
        assert_eq!(told, ["Old addresses: 5 redirects lead from the other shop to the tools and categories."]);
        let rake = hazel.get("/redirects?q=bow-rake").await.body;
        let rake = rake.as_array().unwrap().iter().find(|row| row["path"] == "/rake").unwrap();
        assert_eq!(rake["target"], "/tool/bow-rake");
        publish_all(&hazel).await;
        lead(&hazel, "https://old.example/shop/", "/tool").await.is(200, "");
        one_hop(shop, &sitemap(&[
            "/product/gardeners-hoe/", "/product/bow-rake/", "/?p=12", "/?post_type=product&p=13", "/product-category/tools/hand-tools/", "/shop/",
        ])).await;
        assert_eq!(leads(shop, "/?p=12&utm_source=mail").await, to("/tool/gardeners-hoe?utm_source=mail"));
        assert_eq!(leads(shop, "/?p=99").await.0, 200, "the home page");
        // Another import changes no redirect that the owner has changed.
        lead(&hazel, "/product/bow-rake", "/tool").await.is(200, "");
        assert_eq!(import_tools(&hazel, file).await, [""; 0]);
        assert_eq!(leads(shop, "/product/bow-rake").await, to("/tool"));
    }

    async fn a_redirect_never_loops_and_never_leaves_the_shop(shop: TestShop) {
        let hazel = shop.admin().await;
        for target in ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "/api/tools"] {
            assert_eq!(lead(&hazel, "/a", target).await.fields(), ["target"]);
        }
        for path in ["a", "/"] {
            assert_eq!(lead(&hazel, path, "/tool").await.fields(), ["path"], "{path}");
        }
        let looped = lead(&hazel, "/a", "/A/").await;
        assert_eq!((looped.fields(), &looped.body["errors"][0]["code"]), (vec!["target"], &json!("redirect_loop")));
        let public = shop.shop.public_url().to_string();
        let added = lead(&hazel, "/c", &format!("{public}/tool?category=hoes")).await;
        assert_eq!(added.body["upsertedCount"], 1, "{}", added.text);
        lead(&hazel, "/b", "/c").await.is(200, "");
        lead(&hazel, "/c", "/basket").await.is(200, "");
        lead(&hazel, "/a", "/b").await.is(200, "");
        lead(&hazel, "/x", "/y").await.is(200, "");
        assert_eq!(lead(&hazel, "/y", "/x").await.fields(), ["target"], "round about");
        for path in ["/a", "/b", "/c"] {
            assert_eq!(leads(shop, path).await.0, 301, "{path}");
        }
        let rows = hazel.get("/redirects").await.body;
        let target = |path: &str| {
            rows.as_array().unwrap().iter().find(|row| row["path"] == path).unwrap()["target"].clone()
        };
        assert_eq!((target("/a"), target("/b"), target("/c")), (json!("/tool?category=hoes"), json!("/tool?category=hoes"), json!("/basket")));
        let id = rows[0]["_id"].as_str().unwrap();
        assert_eq!(shop.audit_entries(&Id::parse(id).unwrap()).await.len(), 1);
        hazel.delete(&format!("/redirects/{id}")).await.is(200, "");
        hazel.delete(&format!("/redirects/{id}")).await.is(404, "not_found");
        shop.customer("Ada").await.get("/redirects").await.is(403, "forbidden");
    }

    async fn a_path_of_the_shop_itself_is_refused(shop: TestShop) {
        let hazel = shop.admin().await;
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        hazel.post("/categories", json!({ "name": "Hand tools" })).await.is(200, "");
        let refused = async |path: &str| {
            let answer = lead(&hazel, path, "/tool").await;
            assert_eq!((answer.fields(), &answer.body["errors"][0]["code"]), (vec!["path"], &json!("own_page")), "{path}");
            let imported = import_redirects(&hazel, &format!("{path},/tool\n")).await;
            assert_eq!((&imported["addedCount"], &imported["skippedCount"]), (&json!(0), &json!(1)), "{path}");
        };
        for path in [
            "/about", "/Tool/", "/tool?page=2", "/allreview", "/basket", "/images/x/350.webp", "/api", "/api/tools",
            "/sitemap.xml", "/Robots.txt", "/feeds/products.xml", "/blogs/feed.xml", "/manifest.webmanifest", "/healthz",
            "/readyz", "/licenses.txt", "/sandbox/inbox", "/assets/x.js", "/tool/draw-hoe", "/Tool/Draw-Hoe/", "/category/hand-tools",
        ] {
            refused(path).await;
        }
        // The page of a tool leads to its new name, and a removed tool has no page.
        let path = format!("/tools/{hoe}");
        let tag = hazel.get(&path).await.header("etag").to_owned();
        hazel.call(Method::PUT, &path).header("if-match", &tag).json(json!({ "name": "Light Hoe" })).send().await.is(200, "");
        refused("/tool/draw-hoe").await;
        hazel.delete(&path).await.is(200, "");
        for path in ["/tool/light-hoe", "/tool/unknown", "/category/unknown", "/feeds/other.xml", "/blogs/unknown", "/käse"] {
            lead(&hazel, path, "/tool").await.is(200, "");
        }
    }

    async fn a_redirect_from_a_removed_tool_never_leads_back_to_it(shop: TestShop) {
        let hazel = shop.admin().await;
        let spade = shop.tool("Spade", 1_000, 10, 1).await;
        hazel.delete(&format!("/tools/{spade}")).await.is(200, "");
        lead(&hazel, "/tool/spade", "/old").await.is(200, "");
        for (path, target) in [
            ("/old", "/tool/spade?ref=1"),
            ("/old", "/Tool/Spade?ref=1#top"),
            ("/old", "/old?ref=1"),
            ("/tool/spade", "/tool/spade?ref=1"),
            ("/a?page=1", "/a"),
            ("/products/fork", "/collections/forks/products/fork"),
        ] {
            let answer = lead(&hazel, path, target).await;
            assert_eq!(answer.body["errors"][0]["code"], "redirect_loop", "{path} to {target}: {}", answer.text);
        }
        // A chain that would be shortened to its own beginning.
        lead(&hazel, "/long?page=1", "/middle").await.is(200, "");
        assert_eq!(lead(&hazel, "/middle", "/long").await.fields(), ["target"]);
        assert_eq!(leads(shop, "/tool/spade?ref=1").await, (410, String::new()));
        // Rows that loop, as an earlier version saved them.
        let now = shop.shop.clock.now();
        let loops = [("/loop", "/tool/spade?ref=1"), ("/own", "/own?ref=1")];
        for (path, target) in loops {
            let row = (Id::new(now), OldPath::parse(path).unwrap(), target, now);
            shop.shop
                .db
                .write(row, |tx, (id, path, target, now)| Box::pin(store::insert(tx, id, path, target, *now)))
                .await
                .unwrap();
        }
        lead(&hazel, "/tool/spade", "/loop").await.is(422, "invalid_field");
        for path in ["/loop?n=1", "/own", "/own?ref=1"] {
            assert_eq!(leads(shop, path).await, NOT_FOUND, "{path}");
        }
        // A removed tool leads on, also behind another redirect and with a query.
        lead(&hazel, "/tool/spade", "/tool").await.is(200, "");
        assert_eq!(leads(shop, "/loop?n=1").await, to("/tool?ref=1&n=1"));
        assert_eq!(leads(shop, "/tool/spade?ref=1").await, to("/tool?ref=1"));
    }

    async fn paths_that_visitors_ask_for_in_vain_are_on_today(shop: TestShop) {
        let hazel = shop.admin().await;
        let ask = async |path: &str, times: i32| {
            for _ in 0..times {
                // Another query, so that no ready response answers.
                let query = format!("?n={}", shop.shop.clock.now().micros());
                shop.shop.clock.advance(SECOND);
                assert_eq!(open(shop, &format!("{path}{query}")).await.status, 404, "{path}");
            }
        };
        ask("/products/hoe", 3).await;
        ask("/products/rake/", 5).await;
        ask("/once", 1).await;
        ask("/wp-admin/setup", 4).await;
        ask("/reset/ada@example.com", 4).await;
        tidy(&shop.shop).await;
        let today = hazel.get("/manageShop/today").await.body;
        assert_eq!(
            today["owner"]["missingPaths"],
            json!([{ "path": "/products/rake", "requests": 5 }, { "path": "/products/hoe", "requests": 3 }])
        );
        lead(&hazel, "/products/rake", "/tool").await.is(200, "");
        assert_eq!(hazel.get("/missing-paths").await.body, json!([{ "path": "/products/hoe", "requests": 3 }]));
        assert_eq!(leads(shop, "/products/rake").await, to("/tool"));
        tidy(&shop.shop).await;
        assert_eq!(hazel.get("/redirects").await.body[0]["hits"], 1);
        shop.shop.clock.advance(Duration::from_hours(31 * 24));
        tidy(&shop.shop).await;
        let mut hazel = hazel;
        hazel.sign_in().await;
        assert_eq!(hazel.get("/missing-paths").await.body, json!([]));
    }

    async fn only_some_hundred_missing_paths_are_kept(shop: TestShop) {
        let hazel = shop.admin().await;
        for round in 0..2 {
            for number in 0..250 {
                shop.shop.path_counts.count_missing(&format!("/round-{round}/page-{number}"));
                shop.shop.path_counts.count_missing("/often");
            }
            shop.shop.path_counts.count_missing(&format!("/round-{round}/page-7"));
            tidy(&shop.shop).await;
        }
        let count = shop.shop.db.read((), |tx, ()| Box::pin(store::missing(tx, 1, 1_000)));
        assert_eq!(count.await.unwrap().len(), 300);
        let most = hazel.get("/missing-paths").await.body;
        assert_eq!(most[0], json!({ "path": "/often", "requests": 500 }));
        assert_eq!(most.as_array().unwrap().len(), 3);
    }

    async fn redirects_go_into_a_file_and_come_back(shop: TestShop) {
        let hazel = shop.admin().await;
        let file = "/a;/tool\n/b;https://evil.example\n/c;/c\n/about;/tool\n/d;/a\n";
        let imported = import_redirects(&hazel, file).await;
        let lines: Vec<_> = imported["skipped"].as_array().unwrap().iter().map(|fault| fault["line"].as_u64().unwrap()).collect();
        assert_eq!((&imported["addedCount"], lines), (&json!(2), vec![2, 3, 4]), "{imported}");
        let exported = hazel.call(Method::GET, "/redirect-file").send().await;
        assert_eq!(exported.text, "\u{feff}Redirect from,Redirect to\r\n/a,/tool\r\n/d,/tool\r\n");
        let again = import_redirects(&hazel, &exported.text).await;
        assert_eq!((&again["addedCount"], &again["unchangedCount"]), (&json!(0), &json!(2)), "{again}");
        let changed = import_redirects(&hazel, "from,to\n/a,/about\n").await;
        assert_eq!(changed["changedCount"], 1);
        let zip = hazel.call(Method::POST, "/redirect-file").bytes("text/csv", vec![0x50, 0x4b, 3, 4, 0, 0]).send().await;
        zip.is(422, "unreadable_file");
    }

    async fn all_redirects_go_into_an_excel_file_and_come_back_from_it(shop: TestShop) {
        let hazel = shop.admin().await;
        import_redirects(&hazel, "/a,/tool\n/=1+1,/about\n").await;
        let file = hazel.call(Method::GET, "/redirect-file?format=xlsx").send().await;
        assert_eq!(file.header("content-type"), XLSX);
        assert_eq!(file.header("content-disposition"), "attachment; filename=\"redirects.xlsx\"");
        let again = hazel.call(Method::POST, "/redirect-file").bytes(XLSX, file.bytes.clone()).send().await;
        assert_eq!((&again.body["unchangedCount"], &again.body["skippedCount"]), (&json!(2), &json!(0)), "{}", again.text);
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        for (row, cells) in (1..).zip([["From", "To"], ["/b", "/tool"], ["/c", "https://other.example/"]]) {
            sheet.write_row(row, 0, cells).unwrap();
        }
        let sent = hazel.call(Method::POST, "/redirect-file").bytes(XLSX, workbook.save_to_buffer().unwrap()).send().await;
        assert_eq!((&sent.body["addedCount"], &sent.body["skipped"][0]["line"]), (&json!(1), &json!(4)), "{}", sent.text);
        let semicolons = hazel.call(Method::GET, "/redirect-file?format=csv-semicolon").send().await;
        assert!(semicolons.text.contains("\r\n/b;/tool\r\n"), "{}", semicolons.text);
    }
}
