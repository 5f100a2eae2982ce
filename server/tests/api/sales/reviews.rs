//! Reviews: anyone may read them.

use std::time::Duration;

use serde_json::{Value, json};
use trowel::{base::rate_limit::LimitedAction, values::ids::Id};

use crate::support::{Answer, on_both_engines};

fn texts(answer: &Answer) -> Vec<&str> {
    answer.body.as_array().unwrap().iter().map(|review| review["review"].as_str().unwrap()).collect()
}

on_both_engines! {
    async fn anyone_reads_every_review_oldest_first(shop: TestShop) {
        let visitor = shop.visitor();
        assert_eq!(visitor.get("/reviews").await.text, "[]");
        let id = shop.review("Ada", "Sharp as ever.", 4.5).await;
        shop.review("Bo", "It bent.", 1.0).await;
        let answer = visitor.get("/reviews").await;
        assert_eq!(texts(&answer), ["Sharp as ever.", "It bent."]);
        assert_eq!((answer.header("cache-control"), answer.header("link")), ("public, no-cache", ""));
        let mut review = answer.body[0].clone();
        let created_at = review.as_object_mut().unwrap().remove("createdAt").unwrap();
        assert!(created_at.as_str().is_some_and(|text| text.ends_with('Z')), "{created_at}");
        assert_eq!(review, json!({ "_id": id.as_str(), "name": "Ada", "review": "Sharp as ever.", "rating": 4.5 }));
    }

    async fn a_review_carries_the_name_of_its_author(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let body = json!({ "name": "Another Name", "email": " ADA@example.com ", "review": " It cuts. ", "rating": "4.5", "_id": "1", "createdAt": "2001-01-01T00:00:00Z", "user_id": "1" });
        let answer = ada.post("/reviews", body).await;
        assert_eq!((answer.status, answer.header("cache-control")), (200, "no-store"), "{}", answer.text);
        let id = answer.body["result"]["insertedId"].as_str().unwrap();
        assert_eq!(answer.body, json!({ "success": true, "result": { "acknowledged": true, "insertedId": id } }));
        let listed = ada.get("/reviews").await;
        let review = &listed.body[0];
        assert_eq!((&review["_id"], &review["name"], &review["review"], &review["rating"]), (&json!(id), &json!("Ada"), &json!("It cuts."), &json!(4.5)));
        assert!(!review["createdAt"].as_str().unwrap().starts_with("2001"));
        let mut by_cookie = shop.customer("Bo").await;
        by_cookie.token.clear();
        assert_eq!(by_cookie.post("/reviews", json!({ "rating": -2 })).await.status, 200);
        assert_eq!(ada.get("/reviews").await.body[1]["review"], "");
    }

    async fn a_review_in_another_name_is_refused_before_anything_else(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        for email in [json!("bo@example.com"), json!("ada@example.co"), json!(["ada@example.com"]), json!("ada@example.com\u{0}")] {
            ada.post("/reviews", json!({ "email": email, "review": "x" })).await.is(403, "wrong_email");
        }
        shop.visitor().post("/reviews", json!({ "email": "ada@example.com", "rating": 5 })).await.is(401, "unauthenticated");
        let mut by_cookie = shop.customer("Bo").await;
        by_cookie.token.clear();
        let foreign = by_cookie.call(reqwest::Method::POST, "/reviews").header("origin", "https://elsewhere.example");
        foreign.json(json!({ "rating": 5 })).send().await.is(403, "forbidden_origin");
        assert_eq!(ada.get("/reviews").await.text, "[]");
    }

    async fn a_review_that_is_not_one_is_refused_by_field(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        for rating in [json!("five"), json!("NaN"), json!("inf"), json!([5]), json!(true)] {
            let answer = ada.post("/reviews", json!({ "review": "x", "rating": rating })).await;
            answer.is(422, "invalid_field");
            assert_eq!(answer.fields(), ["rating"], "{rating}");
        }
        let answer = ada.post("/reviews", json!({ "review": "é".repeat(2_001), "rating": "many" })).await;
        assert_eq!(answer.fields(), ["review", "rating"]);
        assert_eq!(ada.post("/reviews", json!({ "review": "é".repeat(2_000), "rating": 1e300 })).await.status, 200);
    }

    async fn a_missing_rating_is_zero(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        for body in [json!({ "rating": "" }), json!({ "rating": " " }), json!({ "rating": null }), json!({})] {
            assert_eq!(ada.post("/reviews", body.clone()).await.status, 200, "{body}");
        }
        let answer = ada.get("/reviews").await;
        let read: Vec<_> = answer.body.as_array().unwrap().iter().map(|review| review["rating"].as_f64().unwrap()).collect();
        assert_eq!(read, [0.0; 4]);
    }

    async fn reviews_are_rate_limited(shop: TestShop) {
        let (ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
        let most = shop.shop.config.limits.rates.max(LimitedAction::WriteReview) as usize;
        let asked = (0..most + 5).map(|n| ada.post("/reviews", json!({ "review": n.to_string(), "rating": 5 })));
        let answers = futures_util::future::join_all(asked).await;
        let refused: Vec<_> = answers.iter().filter(|answer| answer.status != 200).collect();
        assert_eq!(refused.len(), 5);
        for answer in refused {
            answer.is(429, "too_many_reviews");
            let wait: u64 = answer.header("retry-after").parse().unwrap();
            assert!((3_500..=3_600).contains(&wait), "{wait}");
        }
        assert_eq!(bo.post("/reviews", json!({ "rating": 5 })).await.status, 200);
        shop.shop.clock.advance(Duration::from_mins(61));
        let mut ada = shop.visitor();
        ada.email = "ada@example.com".into();
        ada.sign_in().await;
        assert_eq!(ada.post("/reviews", json!({ "rating": 5 })).await.status, 200);
    }

    async fn an_author_edits_and_deletes_a_review(shop: TestShop) {
        let (ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
        let answer = ada.post("/reviews", json!({ "review": "Call 418 555 0101.", "rating": 5 })).await;
        let path = format!("/reviews/{}", answer.body["result"]["insertedId"].as_str().unwrap());
        bo.post("/reviews", json!({ "review": "It bent.", "rating": 1 })).await;
        let edit = json!({ "review": "It cuts.", "rating": "3" });
        for body in [edit.clone(), json!({ "rating": "many" })] {
            bo.put(&path, body).await.is(404, "not_found");
        }
        bo.delete(&path).await.is(404, "not_found");
        ada.put(&path, json!({ "review": "x", "email": "bo@example.com" })).await.is(403, "wrong_email");
        ada.put(&path, json!({ "rating": "many" })).await.is(422, "invalid_field");
        assert_eq!(texts(&ada.get("/reviews").await), ["Call 418 555 0101.", "It bent."]);
        assert_eq!(ada.put(&path, edit).await.body["modifiedCount"], 1);
        let own = ada.get("/reviews/mine").await;
        assert_eq!((texts(&own), own.body[0]["rating"].as_f64()), (vec!["It cuts."], Some(3.0)));
        assert_eq!(ada.delete(&path).await.body, json!({ "acknowledged": true, "deletedCount": 1 }));
        ada.delete(&path).await.is(404, "not_found");
        assert_eq!(texts(&ada.get("/reviews").await), ["It bent."]);
        assert_eq!(ada.get("/reviews/mine").await.text, "[]");
    }

    async fn an_admin_deletes_any_review_and_the_audit_trail_says_so(shop: TestShop) {
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let answer = ada.post("/reviews", json!({ "review": "It bent.", "rating": 1 })).await;
        let id = Id::parse(answer.body["result"]["insertedId"].as_str().unwrap()).unwrap();
        let path = format!("/reviews/{}", id.as_str());
        hazel.put(&path, json!({ "review": "It is perfect.", "rating": 5 })).await.is(404, "not_found");
        assert_eq!(hazel.delete(&path).await.status, 200);
        let entries = shop.audit_entries(&id).await;
        assert_eq!(entries.iter().map(|entry| entry.action.as_str()).collect::<Vec<_>>(), ["delete_review"]);
        let own = hazel.post("/reviews", json!({ "review": "Ours.", "rating": 5 })).await;
        let own = Id::parse(own.body["result"]["insertedId"].as_str().unwrap()).unwrap();
        assert_eq!(hazel.delete(&format!("/reviews/{}", own.as_str())).await.status, 200);
        assert_eq!(shop.audit_entries(&own).await.len(), 0, "an author needs no audit trail");
    }

    async fn edits_count_as_reviews_for_the_limit(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let answer = ada.post("/reviews", json!({ "review": "0", "rating": 5 })).await;
        let path = format!("/reviews/{}", answer.body["result"]["insertedId"].as_str().unwrap());
        for n in 1..shop.shop.config.limits.rates.max(LimitedAction::WriteReview) {
            assert_eq!(ada.put(&path, json!({ "review": n.to_string() })).await.status, 200);
        }
        ada.put(&path, json!({ "review": "one too many" })).await.is(429, "too_many_reviews");
        assert_eq!(texts(&ada.get("/reviews").await), [(shop.shop.config.limits.rates.max(LimitedAction::WriteReview) - 1).to_string()]);
    }

    async fn no_answer_tells_a_reviewers_address(shop: TestShop) {
        shop.review("Ada", "Sharp as ever.", 5.0).await;
        let hazel = shop.admin().await;
        for person in [&shop.visitor(), &hazel] {
            for path in ["/reviews", "/reviews?limit=5", "/reviews?limit=5&sort=newest"] {
                let answer = person.get(path).await;
                assert_eq!(answer.body.as_array().map(Vec::len), Some(1), "{path}");
                assert!(!answer.text.contains("ada@example.com") && !answer.text.contains("mail"), "{path}: {}", answer.text);
            }
        }
    }

    async fn ratings_are_numbers_of_any_size(shop: TestShop) {
        let ratings = [0.0, 5.0, 3.5, -2.0, 1_000_000.25, 0.1, 1e-7, 1e300];
        for rating in ratings {
            shop.review("Ada", "x", rating).await;
        }
        let answer = shop.visitor().get("/reviews").await;
        let read: Vec<_> = answer.body.as_array().unwrap().iter().map(|review| review["rating"].as_f64().unwrap()).collect();
        assert_eq!(read, ratings);
    }

    async fn reviews_come_in_pages_newest_first_too(shop: TestShop) {
        let written: Vec<String> = (0..7).map(|n| format!("review {n}")).collect();
        for text in &written {
            shop.review("Ada", text, 4.0).await;
        }
        let visitor = shop.visitor();
        for (sort, expected) in [("oldest", written.clone()), ("newest", written.iter().rev().cloned().collect())] {
            assert_eq!(texts(&visitor.get(&format!("/reviews?sort={sort}")).await), expected);
            for limit in [1, 3, 7, 100] {
                let pages = visitor.pages(&format!("/reviews?limit={limit}&sort={sort}")).await;
                assert_eq!(pages.iter().flat_map(texts).collect::<Vec<_>>(), expected, "{sort} by {limit}");
                assert_eq!(pages.len(), 7_usize.div_ceil(limit));
                assert!(pages.iter().all(|page| page.header("x-total-count") == "7"));
            }
        }
        let cursor = visitor.get("/reviews?limit=2&sort=newest").await.cursor();
        assert_eq!(texts(&visitor.get(&format!("/reviews?sort=newest&cursor={cursor}")).await), ["review 4", "review 3", "review 2", "review 1", "review 0"]);
        for query in ["limit=0", "limit=101", "sort=rating", "cursor=x", "limit=1&cursor=MTIzIGEA"] {
            visitor.get(&format!("/reviews?{query}")).await.is(422, "invalid_field");
        }
    }

    async fn text_comes_back_as_it_was_written(shop: TestShop) {
        let texts = ["</script><script>alert(1)</script>", "\"quotes\" \\ and\nlines\tand 🌱", "'; DROP TABLE reviews; --", "&amp; <b>"];
        for text in texts {
            shop.review("<i>Ada</i>", text, 5.0).await;
        }
        let answer = shop.visitor().get("/reviews").await;
        let read: Vec<Value> = answer.body.as_array().unwrap().iter().map(|review| review["review"].clone()).collect();
        assert_eq!(read, texts);
        assert_eq!((answer.header("content-type"), answer.header("x-content-type-options")), ("application/json", "nosniff"));
    }
}
