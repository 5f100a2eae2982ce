//! The owner hides and publishes reviews, and decides who may review.

use reqwest::Method;
use serde_json::{Value, json};
use trowel::values::ids::Id;

use crate::{
    sales::payment::paid_order,
    support::{Answer, Person, Setup, TestShop, on_both_engines, with_shop},
};

async fn set_policy(hazel: &Person<'_>, policy: &str) {
    let revision = hazel.get("/manageShop").await.header("etag").to_owned();
    let call = hazel.call(Method::PUT, "/shop-settings").header("if-match", &revision);
    let answer = call.json(json!({ "reviewPolicy": policy })).send().await;
    assert_eq!((answer.status, &answer.body["reviewPolicy"]), (200, &json!(policy)), "{}", answer.text);
}

async fn write(person: &Person<'_>, text: &str) -> Id {
    let answer = person.post("/reviews", json!({ "review": text, "rating": 5 })).await;
    Id::parse(answer.body["result"]["insertedId"].as_str().expect(&answer.text)).unwrap()
}

async fn set_state(hazel: &Person<'_>, id: &Id, body: Value) -> Answer {
    hazel.put(&format!("/manageReviews/{}/state", id.as_str()), body).await
}

/// Whether visitors find the text on each public page and in each list.
async fn is_public(shop: &TestShop, text: &str) -> [bool; 5] {
    let visitor = shop.visitor();
    let list = visitor.get("/reviews").await.text;
    let page = visitor.get("/reviews?sort=newest&limit=3").await.text;
    let mut found = vec![list.contains(text), page.contains(text)];
    for path in ["/", "/home", "/allReview"] {
        found.push(shop.fetch(Method::GET, path).send().await.text.contains(text));
    }
    found.try_into().unwrap()
}

on_both_engines! {
    with crate::support::Setup::with_mail;

    async fn a_hidden_review_leaves_every_public_page_at_once_and_its_author_sees_why(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let hazel = shop.admin().await;
        let id = write(&ada, "It cuts.").await;
        // Twice, so that the second response is a ready one from memory.
        assert_eq!((is_public(shop, "It cuts.").await, is_public(shop, "It cuts.").await), ([true; 5], [true; 5]));
        assert_eq!(set_state(&hazel, &id, json!({ "state": "hidden" })).await.body["modifiedCount"], 1);
        assert_eq!(is_public(shop, "It cuts.").await, [false; 5]);
        assert_eq!(shop.visitor().get("/reviews?limit=5").await.header("x-total-count"), "0");
        let path = format!("/reviews/{}", id.as_str());
        assert_eq!(ada.put(&path, json!({ "review": "It cuts well.", "rating": 5 })).await.status, 200);
        assert_eq!(is_public(shop, "It cuts").await, [false; 5], "an edit does not show it again");
        assert_eq!(ada.get("/reviews/mine").await.body[0]["state"], "hidden");
        let hidden = hazel.get("/manageReviews?state=hidden").await;
        assert_eq!((hidden.header("x-total-count"), &hidden.body[0]["review"]), ("1", &json!("It cuts well.")));
        assert_eq!(hazel.get("/manageReviews").await.text, "[]");
        assert_eq!(set_state(&hazel, &id, json!({ "state": "published" })).await.status, 200);
        assert_eq!(set_state(&hazel, &id, json!({ "state": "published" })).await.body["modifiedCount"], 0);
        assert_eq!(is_public(shop, "It cuts well.").await, [true; 5]);
        let entries = shop.audit_entries(&id).await;
        assert_eq!(entries.iter().map(|entry| entry.action.as_str()).collect::<Vec<_>>(), ["hide_review", "publish_review"]);
    }

    async fn a_new_review_waits_for_the_owner_and_so_does_a_changed_one(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let hazel = shop.admin().await;
        set_policy(&hazel, "approval").await;
        assert_eq!(ada.get("/reviews/options").await.body, json!({ "needsApproval": true, "tools": [] }));
        let id = write(&ada, "It cuts.").await;
        assert_eq!(is_public(shop, "It cuts.").await, [false; 5]);
        assert_eq!(ada.get("/reviews/mine").await.body[0]["state"], "pending");
        let waiting = hazel.get("/manageReviews?state=pending&limit=1").await.body;
        assert_eq!(waiting[0]["_id"], json!(id.as_str()));
        let edit = json!({ "review": "Buy elsewhere.", "rating": 5 });
        assert_eq!(ada.put(&format!("/reviews/{}", id.as_str()), edit.clone()).await.status, 200);
        set_state(&hazel, &id, json!({ "state": "published", "review": waiting[0]["review"] })).await.is(409, "review_changed");
        assert_eq!(is_public(shop, "Buy elsewhere.").await, [false; 5], "the owner has not read this text");
        assert_eq!(set_state(&hazel, &id, json!({ "state": "published", "review": "Buy elsewhere." })).await.status, 200);
        assert_eq!(is_public(shop, "Buy elsewhere.").await, [true; 5]);
        assert_eq!(ada.put(&format!("/reviews/{}", id.as_str()), json!({ "review": "It cuts." })).await.status, 200);
        assert_eq!(is_public(shop, "It cuts.").await, [false; 5]);
        set_state(&hazel, &id, json!({ "state": "pending" })).await.is(422, "invalid_field");
    }

    async fn the_author_is_told_when_the_owner_publishes_a_review_that_waited(shop: TestShop) {
        let (ada, bo, hazel) = (shop.verified_customer("Ada").await, shop.customer("Bo").await, shop.admin().await);
        set_policy(&hazel, "approval").await;
        for author in [&ada, &bo] {
            let id = write(author, "It cuts.").await;
            // A review that was hidden and is shown again did not wait.
            for state in ["published", "hidden", "published"] {
                assert_eq!(set_state(&hazel, &id, json!({ "state": state })).await.body["modifiedCount"], 1);
            }
        }
        let told = async |email: &str| {
            let letters = shop.letters_to(email).await.into_iter().filter(|letter| letter.kind == "review_published");
            letters.map(|letter| (letter.subject, letter.text_body.contains("“It cuts.”"))).collect::<Vec<_>>()
        };
        assert_eq!(told(&ada.email).await, [("Your review is published at Trowel".to_owned(), true)]);
        assert_eq!(told(&bo.email).await, [], "another person may have signed up with the address");
    }

    async fn the_owner_answers_a_review_below_which_everyone_reads_it(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let hazel = shop.admin().await;
        let id = write(&ada, "It cuts.").await;
        let path = format!("/manageReviews/{}/reply", id.as_str());
        assert!(shop.visitor().get("/reviews").await.body[0].get("reply").is_none());
        let thanks = json!({ "reply": " Oil it once a year. ", "review": "It cuts." });
        for changed in [1, 0] {
            assert_eq!(hazel.put(&path, thanks.clone()).await.body["modifiedCount"], changed);
        }
        assert_eq!(shop.visitor().get("/reviews").await.body[0]["reply"], "Oil it once a year.");
        assert_eq!(is_public(shop, "Oil it once a year.").await, [true; 5]);
        assert_eq!(ada.put(&format!("/reviews/{}", id.as_str()), json!({ "review": "It broke." })).await.status, 200);
        hazel.put(&path, thanks).await.is(409, "review_changed");
        for wrong in [json!({}), json!({ "reply": "x".repeat(2_001) })] {
            assert_eq!(hazel.put(&path, wrong).await.fields(), ["reply"]);
        }
        hazel.put("/manageReviews/nothing/reply", json!({ "reply": "Thanks." })).await.is(404, "not_found");
        assert_eq!(hazel.put(&path, json!({ "reply": "" })).await.body["modifiedCount"], 1);
        assert_eq!(is_public(shop, "Oil it once a year.").await, [false; 5]);
        let entries = shop.audit_entries(&id).await;
        assert_eq!(entries.iter().map(|entry| entry.action.as_str()).collect::<Vec<_>>(), ["reply_to_review"; 2]);
    }

    async fn only_a_buyer_names_the_tool_or_reviews_where_buyers_alone_may(shop: TestShop) {
        let (ada, bo, hazel) = (shop.customer("Ada").await, shop.customer("Bo").await, shop.admin().await);
        let tool = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let about = json!({ "review": "It draws.", "rating": 5, "toolId": tool.as_str() });
        for wrong in [about.clone(), json!({ "toolId": "x" })] {
            let answer = ada.post("/reviews", wrong).await;
            assert_eq!((answer.status, answer.fields()), (422, vec!["toolId"]), "{}", answer.text);
        }
        let old = write(&ada, "A fair shop.").await;
        set_policy(&hazel, "buyers").await;
        bo.order("Draw Hoe", 1_000, 2).await;
        for person in [&ada, &bo] {
            person.post("/reviews", json!({ "rating": 5 })).await.is(403, "nothing_bought");
            assert!(person.get("/reviews/options").await.body["refusal"].as_str().unwrap().contains("paid order"));
        }
        ada.put(&format!("/reviews/{}", old.as_str()), json!({ "review": "Spam." })).await.is(403, "nothing_bought");
        paid_order(shop, &ada).await;
        assert_eq!(ada.get("/reviews/options").await.body, json!({ "needsApproval": false, "tools": [{ "_id": tool.as_str(), "name": "Draw Hoe" }] }));
        assert_eq!(ada.post("/reviews", about.clone()).await.status, 200);
        assert_eq!(shop.visitor().get("/reviews?sort=newest&limit=1").await.body[0]["toolName"], "Draw Hoe");
        assert!(shop.fetch(Method::GET, "/allReview").send().await.text.contains("Verified purchase: "));
        set_policy(&hazel, "everyone").await;
        assert_eq!(bo.post("/reviews", about).await.fields(), ["toolId"], "an unpaid order is no purchase");
    }
}

#[tokio::test]
async fn an_unverified_address_does_not_review_where_verified_ones_alone_may() {
    with_shop(Setup::sqlite(), async |shop| {
        let ada = shop.customer("Ada").await;
        let hazel = shop.admin().await;
        set_policy(&hazel, "verified").await;
        ada.post("/reviews", json!({ "rating": 5 })).await.is(403, "email_not_verified");
        shop.verify(&ada.email).await;
        write(&ada, "It cuts.").await;
        for (person, status) in [(&ada, 403), (&shop.visitor(), 401)] {
            assert_eq!(person.get("/manageShop").await.status, status);
            assert_eq!(person.get("/manageReviews").await.status, status);
        }
        assert!(!shop.visitor().get("/shop-settings").await.text.contains("reviewPolicy"));
    })
    .await;
}
