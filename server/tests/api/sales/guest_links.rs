//! The link of a guest opens a purchase, so its token is nowhere but in the e-mail.

use std::{
    io::{self, Read as _, Write},
    sync::{Arc, Mutex, OnceLock},
};

use flate2::read::GzDecoder;
use serde_json::json;
use trowel::base::email::outbox_worker::deliver_due;

use crate::{
    back_office::backup::back_up,
    sales::guests::{bought, open_link, open_shop, token_for},
    settings::webhooks::{ALL, Receiver, add, deliver},
    support::{Answer, Person, Setup, on_both_engines},
};

const EMAIL: &str = "ada@example.com";

pub fn with_mail_and_webhooks(setup: Setup) -> Setup {
    Setup { webhooks_to_private_networks: true, ..setup }.with_mail()
}

/// What the program has logged since the first test of this process began to listen.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Everything that the shop can log. Other crates log what their users choose.
    fn listen() -> Self {
        static LOG: OnceLock<Log> = OnceLock::new();
        let log = LOG.get_or_init(|| {
            let log = Self::default();
            let writer = log.clone();
            let filter = tracing_subscriber::EnvFilter::new("debug,trowel=trace");
            tracing_subscriber::fmt()
                .with_env_filter(filter)
                .with_writer(move || writer.clone())
                .try_init()
                .expect("no other test of this process listens");
            log
        });
        log.clone()
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn leaves_no_trace(answer: &Answer) {
    let [cache, referrer, robots] =
        ["cache-control", "referrer-policy", "x-robots-tag"].map(|name| answer.header(name));
    assert!(
        cache.contains("no-store") && referrer == "no-referrer" && robots == "noindex",
        "{:?}",
        answer.headers
    );
}

/// What the owner reads of the purchase and its customer, in answers and in files.
async fn of_owner(hazel: &Person<'_>, purchase: &str) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for path in ["/audit", "/mails", "/manageOrders", "/manageShop/today", "/ledger", "/users"] {
        texts.push((path.to_owned(), hazel.get(path).await.text));
    }
    for file in ["orders", "purchases", "payments", "customers"] {
        let path = format!("/csv/{file}");
        texts.push((path.clone(), hazel.get(&path).await.text));
    }
    for path in [format!("/manageOrders/{purchase}"), format!("/purchases/{purchase}")] {
        let answer = hazel.get(&path).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        texts.push((path, answer.text));
    }
    texts
}

on_both_engines! {
    with crate::sales::guest_links::with_mail_and_webhooks;

    // shopware #439: orders were open to strangers.
    async fn the_token_is_nowhere_but_in_the_mail(shop: TestShop) {
        let log = Log::listen();
        let hoe = open_shop(shop).await;
        let mut hazel = shop.visitor();
        "hazel@example.com".clone_into(&mut hazel.email);
        hazel.sign_in().await;
        let receiver = Receiver::start().await;
        let (webhook, _) = add(&hazel, &receiver.url, &ALL).await;
        let (visitor, id) = bought(shop, &hoe, EMAIL).await;
        let first = token_for(shop, EMAIL).await;
        let stranger = shop.visitor();
        let opened = open_link(&stranger, &first).await;
        opened.is(200, "");
        let links = stranger.post("/guest-purchases/links", json!({ "email": EMAIL })).await;
        let token = token_for(shop, EMAIL).await;
        let expired = open_link(&stranger, &first).await;
        expired.is(409, "link_expired");
        let again = open_link(&stranger, &token).await;
        let password = json!({ "token": token, "password": "nine calm rakes" });
        let set = stranger.post("/guest-purchases/password", password.clone()).await;
        set.is(200, "");
        let refused = stranger.post("/guest-purchases/password", password).await;
        refused.is(409, "has_account");
        let seen = visitor.get(&format!("/purchases/{id}")).await;
        for answer in [&opened, &again, &seen] {
            leaves_no_trace(answer);
        }
        for answer in [&links, &expired, &set, &refused] {
            assert!(answer.header("cache-control").contains("no-store"), "{:?}", answer.headers);
        }
        // Browsers send a fragment to no server, and in no referrer.
        for letter in shop.letters_to(EMAIL).await {
            for body in [&letter.text_body, &letter.html_body] {
                assert!(body.contains("/guest-order#token=") && !body.contains("?token="), "{body}");
            }
            assert!(!letter.subject.contains(&token) && !letter.subject.contains(&first));
        }

        hazel.patch(&format!("/orders/{id}"), json!({ "status": "Approved and shipped" })).await.is(200, "");
        deliver(shop).await;
        deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock).await.unwrap();
        let mut ada = shop.visitor();
        EMAIL.clone_into(&mut ada.email);
        ada.call(reqwest::Method::POST, "/identity/sign-in")
            .json(json!({ "email": EMAIL, "password": "nine calm rakes" }))
            .send()
            .await
            .is(200, "");

        let mut texts = of_owner(&hazel, &id).await;
        texts.extend(receiver.messages().into_iter().map(|message| ("a webhook".to_owned(), message.body)));
        texts.push(("deliveries".to_owned(), hazel.get(&format!("{webhook}/deliveries")).await.text));
        for answer in [opened, links, expired, again, set, refused, seen] {
            texts.push(("an answer".to_owned(), format!("{:?} {}", answer.headers, answer.text)));
        }
        let (path, _) = back_up(shop).await;
        let mut archive = Vec::new();
        GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_end(&mut archive).unwrap();
        texts.push(("the backup".to_owned(), String::from_utf8_lossy(&archive).into_owned()));
        texts.push(("the log".to_owned(), log.text()));
        // All of it is there to be searched.
        let expected = [("the backup", "guest_purchases"), ("the log", "/guest-purchases/open"), ("a webhook", "order.shipped"), ("/audit", &*id)];
        for (place, word) in expected {
            assert!(texts.iter().any(|(name, text)| name == place && text.contains(word)), "{place} without {word}");
        }
        let cookies: Vec<_> = visitor.cookie.split("; ").filter_map(|cookie| cookie.split_once('=')).collect();
        let [(_, basket), (_, proof)] = cookies[..] else { panic!("{cookies:?}") };
        for (place, text) in &texts {
            for secret in [&*first, &*token, basket, proof] {
                assert!(!text.contains(secret), "a secret is in {place}");
            }
        }
    }
}
