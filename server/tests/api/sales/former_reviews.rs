//! Reviews of a former shop: shown as such, once, and never as verified purchases.

use reqwest::Method;
use serde_json::{Value, json};
use trowel::values::ids::Id;

use crate::support::{Answer, Person, TestShop, on_both_engines};

async fn import(person: &Person<'_>, file: &str) -> Answer {
    person.call(Method::POST, "/review-imports").text("text/csv", file).send().await
}

async fn give_sku(hazel: &Person<'_>, tool: &Id, sku: &str) {
    let path = format!("/tools/{tool}");
    let tag = hazel.get(&path).await.header("etag").to_owned();
    let edit = hazel.call(Method::PUT, &path).header("if-match", &tag);
    edit.json(json!({ "sku": sku })).send().await.is(200, "");
}

async fn page(shop: &TestShop, slug: &str) -> Value {
    shop.visitor().get(&format!("/tool-pages/{slug}")).await.body
}

on_both_engines! {
    async fn a_review_of_the_former_shop_is_shown_as_one_and_counts_in_no_rating(shop: TestShop) {
        let hazel = shop.admin().await;
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        give_sku(&hazel, &hoe, "HOE-1").await;
        shop.tool("Bow Rake", 1_000, 10, 1).await;
        hazel.post("/redirects", json!({ "path": "/products/rake", "target": "/tool/bow-rake" })).await.is(200, "");
        let file = "product_handle,product_sku,rating,title,body,reviewer_name,review_date,reply\n\
            rake,,4,Good,Rakes well.,Ada,2024-05-01,Thanks!\n\
            ,HOE-1,5,,Weeds well.,Bo,2024-06-01,\n\
            spade,,5,,Digs.,Cy,2024-06-01,\n\
            rake,,9,,Odd.,Di,2024-06-01,\n";
        let answer = import(&hazel, file).await;
        assert_eq!((&answer.body["addedCount"], &answer.body["skippedCount"]), (&json!(2), &json!(2)), "{}", answer.text);
        assert_eq!(answer.body["skipped"][0], json!({ "line": 4, "detail": "The shop has no tool for “spade”. Please import the tools first." }));
        let rake = page(shop, "bow-rake").await;
        assert_eq!(rake["rating"], Value::Null);
        let review = &rake["reviews"][0];
        assert_eq!((&review["name"], &review["review"], &review["reply"]), (&json!("Ada"), &json!("Good\nRakes well."), &json!("Thanks!")));
        assert_eq!((&review["fromFormerShop"], &review["toolName"]), (&json!(true), &Value::Null));
        assert!(review["createdAt"].as_str().unwrap().starts_with("2024-05-01T"), "{review}");
        let html = shop.fetch(Method::GET, "/tool/bow-rake").send().await.text;
        assert!(html.contains("From our former shop") && !html.contains("aggregateRating"));
        assert_eq!(page(shop, "draw-hoe").await["reviews"][0]["name"], "Bo");
        // The same file, after the tool got a new name.
        let path = format!("/tools/{hoe}");
        let tag = hazel.get(&path).await.header("etag").to_owned();
        hazel.call(Method::PUT, &path).header("if-match", &tag).json(json!({ "name": "Light Hoe" })).send().await.is(200, "");
        let again = import(&hazel, file).await;
        assert_eq!((&again.body["addedCount"], &again.body["unchangedCount"]), (&json!(0), &json!(2)), "{}", again.text);
        let listed = shop.visitor().get("/reviews").await.body;
        assert_eq!(listed.as_array().unwrap().len(), 2);
        // The owner can hide and delete it like any other.
        let id = listed[0]["_id"].as_str().unwrap();
        hazel.put(&format!("/manageReviews/{id}/state"), json!({ "state": "hidden" })).await.is(200, "");
        assert_eq!(shop.visitor().get("/reviews").await.body.as_array().unwrap().len(), 1);
    }

    async fn equal_reviews_stay_two_and_a_later_reply_is_taken(shop: TestShop) {
        let hazel = shop.admin().await;
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        give_sku(&hazel, &hoe, "HOE-1").await;
        let file = |reply: &str| format!("sku,rating,date,author,body,reply\nHOE-1,5,2024-05-01,Ada,,\nHOE-1,5,2024-05-01,Ada,,{reply}\n");
        let counts = async |reply: &str| {
            let answer = import(&hazel, &file(reply)).await;
            answer.is(200, "");
            ["addedCount", "changedCount", "unchangedCount"].map(|count| answer.body[count].as_u64().unwrap())
        };
        assert_eq!(counts("").await, [2, 0, 0]);
        assert_eq!(counts("Thanks!").await, [0, 1, 1]);
        assert_eq!(counts("Thanks!").await, [0, 0, 2]);
        assert_eq!(counts("").await, [0, 0, 2]);
        assert_eq!(counts("Another one").await, [0, 0, 2]);
        let listed = shop.visitor().get("/reviews").await.body;
        let replies: Vec<_> = listed.as_array().unwrap().iter().filter_map(|review| review["reply"].as_str()).collect();
        assert_eq!((listed.as_array().unwrap().len(), replies), (2, vec!["Thanks!"]));
    }

    async fn two_uploads_at_once_add_each_review_once(shop: TestShop) {
        let hazel = shop.admin().await;
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        give_sku(&hazel, &hoe, "HOE-1").await;
        let rows: String = (0..40).map(|number| format!("HOE-1,5,2024-05-01,Ada {number},\n")).collect();
        let file = format!("sku,rating,date,author,body\n{rows}");
        let (one, other) = tokio::join!(import(&hazel, &file), import(&hazel, &file));
        one.is(200, "");
        other.is(200, "");
        let sum = |count: &str| one.body[count].as_u64().unwrap() + other.body[count].as_u64().unwrap();
        assert_eq!((sum("addedCount"), sum("unchangedCount")), (40, 40));
    }

    async fn only_the_owner_brings_reviews_and_only_from_a_file_of_reviews(shop: TestShop) {
        let hazel = shop.admin().await;
        import(&hazel, "a,b\n1,2").await.is(422, "unreadable_file");
        import(&shop.customer("Ada").await, "handle,rating,date\n").await.is(403, "forbidden");
        assert_eq!(import(&hazel, "handle,rating,date\n").await.body["addedCount"], 0);
    }
}
