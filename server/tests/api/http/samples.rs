//! The sample requests of every call, in permission_samples.txt, and what has to be there before one is sent.

use std::sync::LazyLock;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{accounts::store, values::email::Email};

use crate::support::{Person, TestShop, intent_of};

/// The id of nothing.
pub const UNKNOWN: &str = "01a1fb87-8521-78d7-9b1b-aaffb4e43a62";

/// A row: one request, sent as every user.
pub struct Sample {
    /// The call as in the registry.
    pub call: &'static str,
    pub about: &'static str,
    /// The data of Ada's that is created before each request.
    pub of_ada: OfAda,
    /// What Hazel calls before each request, such as `POST /categories {"name": "Hoes"}`.
    of_hazel: Option<&'static str>,
    path: &'static str,
    /// A header.
    if_match: Option<&'static str>,
    body: Option<&'static str>,
}

impl Sample {
    pub fn path(&self, scene: &Scene) -> String {
        scene.fill(self.path)
    }

    pub fn body(&self, scene: &Scene) -> Option<Value> {
        self.body.map(|body| serde_json::from_str(&scene.fill(body)).unwrap())
    }

    pub fn if_match(&self, scene: &Scene) -> Option<String> {
        self.if_match.map(|version| scene.fill(version))
    }

    pub fn ends_sessions(&self) -> bool {
        self.of_ada == OfAda::EverySession
    }

    pub fn has_body(&self) -> bool {
        self.body.is_some()
    }

    fn parse(line: &'static str) -> Self {
        let mut parts = line.split(" · ").peekable();
        let call = parts.next().unwrap();
        let about = parts.next().filter(|about| *about != "-").unwrap_or_default();
        let of_hazel = parts.peek().and_then(|part| part.strip_prefix("Hazel: "));
        if of_hazel.is_some() {
            parts.next();
        }
        let is_data = |part: &&str| part.starts_with(char::is_uppercase) && !part.contains(':');
        let of_ada = parts.next_if(is_data).unwrap_or("Nothing");
        let path = parts.next_if(|part| part.starts_with('/')).unwrap_or(call.split_once(' ').unwrap().1);
        let if_match = parts.peek().and_then(|part| part.strip_prefix("If-Match: "));
        if if_match.is_some() {
            parts.next();
        }
        let body = parts.next_if(|part| part.starts_with('{'));
        assert_eq!(parts.next(), None, "a part that is no data, path or body: {line}");
        Self { call, about, of_ada: OfAda::named(of_ada), of_hazel, path, if_match, body }
    }
}

pub static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(|| {
    let lines = include_str!("../permission_samples.txt").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(Sample::parse).collect()
});

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OfAda {
    Nothing,
    Order,
    /// An order that is paid at the provider, while the shop has not been notified.
    Payment,
    PaidOrder,
    /// A second session of the owner.
    Session,
    /// All users sign in again before each request, as it may end their sessions.
    EverySession,
    Review,
    /// Nothing, except a tool that only this request uses.
    OwnTool,
    /// Nothing, except a customer whom only this request is about.
    Stranger,
}

impl OfAda {
    fn named(name: &str) -> Self {
        match name {
            "Nothing" => Self::Nothing,
            "Order" => Self::Order,
            "Payment" => Self::Payment,
            "PaidOrder" => Self::PaidOrder,
            "Session" => Self::Session,
            "EverySession" => Self::EverySession,
            "Review" => Self::Review,
            "OwnTool" => Self::OwnTool,
            "Stranger" => Self::Stranger,
            _ => panic!("{name} is no data of Ada's"),
        }
    }
}

/// The objects that a request can name.
#[derive(Default)]
pub struct Scene {
    pub tool: String,
    /// The id in the response to Hazel's call, or of the stranger.
    pub made: String,
    /// The version in that response.
    pub etag: String,
    pub order: String,
    pub transaction: String,
    pub session: String,
    pub review: String,
    pub caller: String,
    pub count: usize,
}

impl Scene {
    fn fill(&self, text: &str) -> String {
        let count = format!("{:04}", self.count);
        let values = [
            ("{tool}", self.tool.as_str()),
            ("{order}", &self.order),
            ("{transaction}", &self.transaction),
            ("{session}", &self.session),
            ("{review}", &self.review),
            ("{made}", &self.made),
            ("{etag}", &self.etag),
            ("{caller}", &self.caller),
            ("{count}", &count),
            ("{unknown}", UNKNOWN),
        ];
        let filled = values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value));
        let is_left = filled.split('{').skip(1).any(|rest| rest.starts_with(char::is_alphabetic));
        assert!(!is_left, "a part of {text} is not in the Scene");
        filled
    }
}

/// Makes what the request needs.
pub async fn prepare(shop: &TestShop, ada: &Person<'_>, tool: &str, sample: &Sample, count: usize) -> Scene {
    let mut scene = Scene { tool: tool.to_owned(), count, ..Scene::default() };
    match sample.of_ada {
        OfAda::Nothing | OfAda::EverySession => {}
        OfAda::OwnTool => {
            scene.tool = shop.tool(&format!("Tool {count}"), 1_000, 10, 1).await.into_string();
        }
        OfAda::Stranger => {
            let stranger = shop.customer(&format!("Stranger{count}")).await;
            let email = Email::parse(&stranger.email).unwrap();
            let read = shop.shop.db.read(email, |tx, email| Box::pin(store::account_by_email(tx, email)));
            scene.made = read.await.unwrap().unwrap().user.id.into_string();
        }
        OfAda::Session => {
            let mut elsewhere = shop.visitor();
            elsewhere.email.clone_from(&ada.email);
            elsewhere.sign_in().await;
            scene.session = current_session(&elsewhere).await;
        }
        OfAda::Review => {
            let answer = ada.post("/reviews", json!({ "review": "Sharp.", "rating": 5 })).await;
            answer.body["result"]["insertedId"].as_str().unwrap().clone_into(&mut scene.review);
        }
        OfAda::Order | OfAda::Payment | OfAda::PaidOrder => order(shop, ada, sample.of_ada, &mut scene).await,
    }
    if let Some(call) = sample.of_hazel {
        let call = scene.fill(call);
        let (method, rest) = call.split_once(' ').unwrap();
        let (path, body) = rest.split_once(' ').unwrap_or((rest, "null"));
        let mut hazel = shop.visitor();
        hazel.email = "hazel@example.com".into();
        hazel.sign_in().await;
        if call.starts_with("POST /webhooks") {
            delete_webhooks(&hazel).await; // a shop has at most ten
        }
        let body: Value = serde_json::from_str(body).unwrap();
        let answer = hazel.call(method.parse().unwrap(), path).json(body).send().await;
        assert_eq!(answer.status, 200, "Hazel: {call}: {}", answer.text);
        let ids = ["/_id", "/insertedId", "/upsertedId", "/webhook/_id"];
        let id = ids.iter().find_map(|place| answer.body.pointer(place)?.as_str());
        id.unwrap_or_default().clone_into(&mut scene.made);
        answer.header("etag").clone_into(&mut scene.etag);
    }
    scene
}

async fn delete_webhooks(hazel: &Person<'_>) {
    for webhook in hazel.get("/webhooks").await.body.as_array().unwrap() {
        let path = format!("/webhooks/{}", webhook["_id"].as_str().unwrap());
        hazel.call(Method::DELETE, &path).send().await.is(200, "");
    }
}

async fn order(shop: &TestShop, ada: &Person<'_>, of_ada: OfAda, scene: &mut Scene) {
    scene.order = ada.order("Draw Hoe", 1_000, 2).await;
    if of_ada == OfAda::Order {
        return;
    }
    let secret = ada.start_payment(&scene.order, 20.0).await;
    assert_eq!(shop.provider.pay(&secret, "4242424242424242").await.body["status"], "succeeded");
    intent_of(&secret).clone_into(&mut scene.transaction);
    if of_ada == OfAda::PaidOrder {
        let body = json!({ "orders": scene.order, "transactionId": scene.transaction, "status": "pending" });
        assert_eq!(ada.patch(&format!("/orders/{}", scene.order), body).await.status, 200);
    }
}

async fn current_session(person: &Person<'_>) -> String {
    let sessions = person.get("/identity/sessions").await.body;
    let current = sessions.as_array().unwrap().iter().find(|session| session["current"] == true).unwrap();
    current["id"].as_str().unwrap().to_owned()
}
