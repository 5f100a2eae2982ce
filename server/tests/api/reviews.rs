//! What customers said, for anyone to read.

use serde_json::{Value, json};

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
