//! The stream of stock and prices.

use std::time::Duration;

use reqwest::{Method, Response};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::support::{Setup, TestShop, on_both_engines};

pub fn behind_proxy(setup: Setup) -> Setup {
    Setup { behind_proxy: true, ..setup }
}

struct Stream(Response);

impl Stream {
    async fn open(node: &TestShop, last: Option<&str>) -> Self {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let mut call = client.get(format!("{}/api/stock-events", node.url));
        if let Some(last) = last {
            call = call.header("last-event-id", last);
        }
        let response = call.send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self(response)
    }

    /// The id, the name and the data of the next event.
    async fn next(&mut self) -> (String, String, Value) {
        let event = timeout(Duration::from_secs(10), self.next_text()).await.expect("no event came");
        let member = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        (member("id: ").into(), member("event: ").into(), serde_json::from_str(member("data: ")).unwrap())
    }

    async fn next_text(&mut self) -> String {
        loop {
            let text =
                String::from_utf8(self.0.chunk().await.unwrap().expect("the stream ended").into()).unwrap();
            if !text.starts_with(':') {
                return text;
            }
        }
    }
}

on_both_engines! {
    with crate::catalogue::stock_events::behind_proxy;

    async fn every_node_tells_its_listeners_of_a_sale(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let hoe = shop.tool("Hoe", 1_000, 10, 1).await;
        let node = shop.another_node(&Setup { engine: shop.shop.db.engine(), ..Setup::sqlite() }).await;
        for each in [shop, &node] {
            each.shop.catalogue.refresh().await.unwrap();
        }
        let mut streams = [Stream::open(shop, None).await, Stream::open(&node, None).await];
        ada.order("Hoe", 1_000, 3).await;
        for each in [shop, &node] {
            each.shop.catalogue.refresh().await.unwrap();
        }
        let mut last = String::new();
        for stream in &mut streams {
            let (id, name, changes) = stream.next().await;
            assert_eq!((&*name, &changes), ("stock", &json!([{ "_id": hoe, "availableQuantity": 7, "price": 10 }])));
            last = id;
        }
        // A listener that missed nothing is not told to read again, and one that was away is.
        let mut same = Stream::open(&node, Some(&last)).await;
        let mut away = Stream::open(shop, Some("1")).await;
        assert_eq!(away.next().await, (last, "reload".into(), json!([])));
        shop.admin().await.delete(&format!("/tools/{hoe}")).await.is(200, "");
        node.shop.catalogue.refresh().await.unwrap();
        let (_, name, changes) = same.next().await;
        assert_eq!((&*name, &changes[0]["availableQuantity"]), ("stock", &json!(0)), "a removed tool is sold out");
        drop((streams, same, away));
        node.close().await;
    }

    async fn visitors_learn_nothing_of_drafts(shop: TestShop) {
        let hazel = shop.admin().await;
        shop.shop.catalogue.refresh().await.unwrap();
        let mut stream = Stream::open(shop, None).await;
        let secret = json!({
            "name": "Secret Hoe", "description": "Soon.", "img": "/images/hoe/350.webp", "price": 99,
            "availableQuantity": 5, "minimumQuantity": 1, "draft": true,
        });
        hazel.post("/tools", secret).await.is(200, "");
        shop.shop.catalogue.refresh().await.unwrap();
        let rake = shop.tool("Rake", 1_000, 10, 1).await;
        shop.shop.catalogue.refresh().await.unwrap();
        let (_, _, changes) = stream.next().await;
        assert_eq!(changes, json!([{ "_id": rake, "availableQuantity": 10, "price": 10 }]));
    }

    async fn one_client_network_does_not_take_every_place(shop: TestShop) {
        let first = Stream::open(shop, None).await;
        let mut others = Vec::new();
        for _ in 0..63 {
            others.push(Stream::open(shop, None).await);
        }
        let from = async |network: &str| {
            let call = shop.fetch(Method::GET, "/api/stock-events").header("x-forwarded-for", network);
            call.send().await
        };
        from("127.0.0.1").await.is(503, "too_many_listeners");
        from("203.0.113.9").await.is(200, "");
        drop(first);
        let is_given_back = async {
            while from("127.0.0.1").await.status == 503 {
                tokio::task::yield_now().await;
            }
        };
        timeout(Duration::from_secs(20), is_given_back).await.expect("the end of a stream gives its place back");
    }

    async fn a_stream_ends_when_the_shop_stops(shop: TestShop) {
        let mut stream = Stream::open(shop, None).await;
        shop.shop.catalogue.stock_events.close();
        while stream.0.chunk().await.unwrap().is_some() {}
    }
}
