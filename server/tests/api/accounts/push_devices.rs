//! Notifications of new orders, to a push service that decrypts them as a browser does.

use std::{
    collections::VecDeque,
    slice,
    sync::{Arc, Mutex},
    time::Duration,
};

use aws_lc_rs::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey as PeerKey, agree},
    hkdf::{HKDF_SHA256, KeyType, Salt},
    signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey},
};
use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
    routing::post,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use trowel::{
    accounts::{push_devices::deliver::deliver_due, rules::AccountRules},
    db::{params, statements},
    values::ids::fill_random,
};

use crate::{
    sales::{
        checkout::{address, buy, pay, two_tools},
        payment::{GOOD_CARD, paid_order, report},
    },
    settings::webhooks::to_this_machine,
    support::{Person, Setup, TestShop, intent_of, on_both_engines, with_shop},
};

const HOUR: Duration = Duration::from_hours(1);
const ANDROID: &str = "Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

statements! {
    QUEUED = "UPDATE push_messages SET attempts = attempts WHERE device_id <> ''";
    DEVICES = "UPDATE push_devices SET created_at = created_at WHERE user_id <> ''";
}

fn decode(text: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text).unwrap()
}

/// The path, the headers and the body of a request to the push service.
type Message = (String, HeaderMap, Vec<u8>);

/// A push service, which takes messages for any browser.
#[derive(Clone, Default)]
struct PushService {
    url: String,
    /// The next answers; 201 after them.
    answers: Arc<Mutex<VecDeque<u16>>>,
    got: Arc<Mutex<Vec<Message>>>,
}

impl PushService {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let service = Self { url, ..Self::default() };
        let router = Router::new().fallback(post(receive)).with_state(service.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        service
    }

    fn answers(&self, statuses: &[u16]) {
        self.answers.lock().unwrap().extend(statuses);
    }

    fn count(&self) -> usize {
        self.got.lock().unwrap().len()
    }
}

async fn receive(
    State(service): State<PushService>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    service.got.lock().unwrap().push((uri.path().to_owned(), headers, body.to_vec()));
    StatusCode::from_u16(service.answers.lock().unwrap().pop_front().unwrap_or(201)).unwrap()
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive(salt: &[u8], secret: &[u8], info: &[u8], length: usize) -> Vec<u8> {
    let mut derived = vec![0; length];
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    key.expand(&[info], Length(length)).unwrap().fill(&mut derived).unwrap();
    derived
}

/// A browser with its subscription.
struct Browser {
    path: String,
    key: PrivateKey,
    auth: [u8; 16],
}

impl Browser {
    fn new(path: &str) -> Self {
        let mut auth = [0; 16];
        fill_random(&mut auth);
        Self { path: path.to_owned(), key: PrivateKey::generate(&ECDH_P256).unwrap(), auth }
    }

    fn subscription(&self, service: &PushService) -> Value {
        let public_key = self.key.compute_public_key().unwrap();
        json!({
            "endpoint": format!("{}{}", service.url, self.path),
            "p256dh": URL_SAFE_NO_PAD.encode(public_key.as_ref()),
            "auth": URL_SAFE_NO_PAD.encode(self.auth),
        })
    }

    /// Returns the id of the device.
    async fn subscribe(&self, service: &PushService, person: &Person<'_>) -> String {
        let call = person.call(Method::POST, "/identity/push-devices").header("user-agent", ANDROID);
        let answer = call.json(self.subscription(service)).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.body["id"].as_str().unwrap().to_owned()
    }

    /// What the service got for this browser, decrypted (RFC 8188 and RFC 8291).
    fn messages(&self, service: &PushService) -> Vec<Value> {
        let got = service.got.lock().unwrap();
        let own = got.iter().filter(|(path, ..)| *path == self.path);
        own.map(|(_, _, body)| serde_json::from_slice(&self.decrypt(body)).unwrap()).collect()
    }

    fn decrypt(&self, body: &[u8]) -> Vec<u8> {
        let (salt, rest) = body.split_at(16);
        let (record_size, rest) = rest.split_at(4);
        assert_eq!((record_size, rest[0]), (&[0, 0, 0x10, 0][..], 65));
        let (sender, record) = rest[1..].split_at(65);
        let peer = PeerKey::new(&ECDH_P256, sender);
        let shared = agree(&self.key, peer, (), |shared| Ok(shared.to_vec())).unwrap();
        let own = self.key.compute_public_key().unwrap();
        let info = [b"WebPush: info\0", own.as_ref(), sender].concat();
        let secret = derive(&self.auth, &shared, &info, 32);
        let key = derive(salt, &secret, b"Content-Encoding: aes128gcm\0", 16);
        let nonce = derive(salt, &secret, b"Content-Encoding: nonce\0", 12);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let nonce = Nonce::try_assume_unique_for_key(&nonce).unwrap();
        let mut record = record.to_vec();
        let text = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
        let (end, text) = text.split_last().unwrap();
        assert_eq!(*end, 2, "the last record");
        text.to_vec()
    }
}

async fn devices(person: &Person<'_>) -> Vec<Value> {
    let answer = person.get("/identity/push-devices").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body["devices"].as_array().unwrap().clone()
}

async fn deliver(shop: &TestShop) {
    deliver_due(&shop.shop).await.unwrap();
}

async fn remaining(shop: &TestShop) -> u64 {
    shop.execute(&DEVICES, params![]).await
}

/// The token of a message is signed by the key that browsers subscribe to.
fn check_token(shop: &TestShop, headers: &HeaderMap, service: &PushService, public_key: &str) {
    let header = headers["authorization"].to_str().unwrap();
    let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(key, public_key);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(key));
    key.verify(signed.as_bytes(), &decode(signature)).unwrap();
    let claims: Value = serde_json::from_slice(&decode(signed.split_once('.').unwrap().1)).unwrap();
    assert_eq!(claims["aud"], json!(service.url));
    let left = claims["exp"].as_i64().unwrap() - shop.shop.clock.now().micros() / 1_000_000;
    assert!((1..=24 * 3_600).contains(&left), "{left}");
}

on_both_engines! {
    with crate::accounts::push_devices::to_this_machine;

    async fn a_paid_order_is_told_once_to_each_device_of_the_people_of_the_shop(shop: TestShop) {
        shop.tool("Draw Hoe", 38_400, 10, 1).await;
        let (ada, hazel, sam) = (shop.customer("Ada").await, shop.admin().await, shop.staff().await);
        let service = PushService::start().await;
        let (phone, counter) = (Browser::new("/phone"), Browser::new("/counter"));
        phone.subscribe(&service, &hazel).await;
        counter.subscribe(&service, &sam).await;
        let woken = tokio::time::timeout(Duration::from_secs(20), shop.shop.push.notified());
        let pay = async {
            let order = ada.order("Draw Hoe", 38_400, 1).await;
            let secret = ada.start_payment(&order, 384.0).await;
            assert_eq!(shop.provider.pay(&secret, GOOD_CARD).await.status, 200);
            for _ in 0..2 {
                report(&ada, &order, intent_of(&secret)).await.is(200, "");
            }
            order
        };
        let (woken, order) = tokio::join!(woken, pay);
        woken.expect("the commit wakes the job");
        let setup = Setup { engine: shop.shop.db.engine(), ..to_this_machine(Setup::sqlite()) };
        let node = shop.another_node(&setup).await;
        let (one, other) = tokio::join!(deliver_due(&shop.shop), deliver_due(&node.shop));
        assert!(one.is_ok() && other.is_ok());
        assert_eq!(node.shop.push.client().public_key(), shop.shop.push.client().public_key());
        node.close().await;
        let expected = json!({ "title": "New order, $384.00", "path": format!("/dashboard/manageOrders/{order}"), "tag": order });
        for browser in [&phone, &counter] {
            assert_eq!(browser.messages(&service), slice::from_ref(&expected), "{}", browser.path);
        }
        let public_key = hazel.get("/identity/push-devices").await.body["publicKey"].as_str().unwrap().to_owned();
        for (_, headers, _) in &*service.got.lock().unwrap() {
            for (name, value) in [("content-encoding", "aes128gcm"), ("ttl", "86400"), ("urgency", "high")] {
                assert_eq!(headers[name], value);
            }
            check_token(shop, headers, &service, &public_key);
        }
        deliver(shop).await;
        assert_eq!((service.count(), shop.execute(&QUEUED, params![]).await), (2, 0));
    }

    async fn a_purchase_of_several_tools_is_one_notification_with_its_total(shop: TestShop) {
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let (service, phone) = (PushService::start().await, Browser::new("/phone"));
        phone.subscribe(&service, &hazel).await;
        two_tools(shop, &ada).await;
        let (id, secret) = buy(&ada, &address("ON", "K1N 1A1")).await;
        pay(shop, &ada, &id, &secret).await;
        deliver(shop).await;
        let total = ada.get(&format!("/purchases/{id}")).await.body["total"].as_f64().unwrap();
        let [message] = &phone.messages(&service)[..] else { panic!("{} messages", service.count()) };
        assert_eq!(message["title"], json!(format!("New order, ${total:.2}")));
    }

    async fn a_device_that_is_gone_is_removed_and_another_failure_is_tried_again(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 90, 1).await;
        let (mut ada, mut hazel) = (shop.customer("Ada").await, shop.admin().await);
        let (service, phone) = (PushService::start().await, Browser::new("/phone"));
        phone.subscribe(&service, &hazel).await;
        paid_order(shop, &ada).await;
        service.answers(&[503]);
        deliver(shop).await;
        deliver(shop).await;
        assert_eq!(service.count(), 1, "the next attempt has its time");
        assert!(devices(&hazel).await[0]["failingSince"].is_string());
        shop.shop.clock.advance(HOUR);
        deliver(shop).await;
        hazel.be_signed_in().await;
        assert_eq!((service.count(), &devices(&hazel).await[0]["failingSince"]), (2, &Value::Null));
        // A redirect is not followed, and a message that is a day old is of no use.
        ada.be_signed_in().await;
        paid_order(shop, &ada).await;
        for _ in 0..25 {
            service.answers(&[302]);
            deliver(shop).await;
            shop.shop.clock.advance(HOUR);
        }
        assert_eq!(shop.execute(&QUEUED, params![]).await, 0);
        service.answers.lock().unwrap().clear();
        for status in [404, 410] {
            ada.be_signed_in().await;
            hazel.be_signed_in().await;
            phone.subscribe(&service, &hazel).await;
            paid_order(shop, &ada).await;
            service.answers(&[status]);
            deliver(shop).await;
            assert!(devices(&hazel).await.is_empty(), "{status}");
            assert_eq!(shop.execute(&QUEUED, params![]).await, 0, "{status}");
        }
    }

    async fn a_device_ends_with_what_ends_its_session(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 90, 1).await;
        let (hazel, mut sam) = (shop.admin().await, shop.staff().await);
        let (service, phone) = (PushService::start().await, Browser::new("/phone"));
        let counter = Browser::new("/counter");
        counter.subscribe(&service, &hazel).await;
        let wait = async |sam: &Person<'_>| {
            phone.subscribe(&service, sam).await;
            assert_eq!(remaining(shop).await, 2);
        };
        // A further login of the same browser keeps it.
        wait(&sam).await;
        sam.sign_in().await;
        assert_eq!(devices(&sam).await[0]["current"], json!(true));
        sam.post("/identity/sign-out", json!({})).await.is(200, "");
        assert_eq!(remaining(shop).await, 1, "signing out");
        // So does a session that expires.
        sam.sign_in().await;
        wait(&sam).await;
        shop.shop.clock.advance(9 * HOUR);
        sam.get("/identity/session").await.is(401, "unauthenticated");
        trowel::app::background::tidy(&shop.shop).await;
        assert_eq!(remaining(shop).await, 2);
        sam.token.clear();
        sam.sign_in().await;
        sam.post("/identity/sign-out", json!({})).await.is(200, "");
        assert_eq!(remaining(shop).await, 1, "signing out after a later login");

        sam.sign_in().await;
        wait(&sam).await;
        let mut other = shop.visitor();
        other.email.clone_from(&sam.email);
        other.sign_in().await;
        let seen = other.get("/identity/sessions").await.body;
        let of_phone = seen.as_array().unwrap().iter().find(|session| session["current"] == json!(false)).unwrap();
        other.delete(&format!("/identity/sessions/{}", of_phone["id"].as_str().unwrap())).await.is(200, "");
        assert_eq!(remaining(shop).await, 1, "ended from elsewhere");
        sam.token.clear();
        sam.sign_in().await;
        wait(&sam).await;
        assert!(!devices(&other).await[0]["current"].as_bool().unwrap());
        other.delete("/identity/sessions").await.is(200, "");
        assert_eq!(remaining(shop).await, 1, "all others ended");
        sam.token.clear();
        sam.sign_in().await;
        wait(&sam).await;
        let change = json!({ "currentPassword": "correct horse", "password": "battery staple" });
        sam.post("/identity/password/change", change).await.is(200, "");
        assert_eq!(remaining(shop).await, 1, "another password");
    }

    async fn a_device_ends_with_the_role_and_the_account(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 90, 1).await;
        let (mut hazel, mut sam) = (shop.admin().await, shop.staff().await);
        let (service, phone) = (PushService::start().await, Browser::new("/phone"));
        phone.subscribe(&service, &sam).await;
        hazel.delete(&format!("/user/staff/{}", sam.email)).await.is(200, "");
        assert_eq!(remaining(shop).await, 0, "the role");
        sam.token.clear();
        sam.sign_in().await;
        sam.get("/identity/push-devices").await.is(403, "forbidden");
        let call = sam.post("/identity/push-devices", phone.subscription(&service)).await;
        call.is(403, "forbidden");
        hazel.be_signed_in().await;
        hazel.put(&format!("/user/staff/{}", sam.email), json!({})).await.is(200, "");
        sam.token.clear();
        sam.sign_in().await;
        phone.subscribe(&service, &sam).await;
        let export = sam.get("/identity/account/export").await.body;
        assert_eq!(export["pushDevices"][0]["userAgent"], json!(ANDROID));
        let close = json!({ "confirm": sam.email, "password": "correct horse" });
        sam.post("/identity/account/close", close).await.is(200, "");
        assert_eq!(remaining(shop).await, 0, "the account");
    }

    async fn an_account_whose_role_is_withheld_is_told_nothing(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 90, 1).await;
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let (service, phone) = (PushService::start().await, Browser::new("/phone"));
        let id = phone.subscribe(&service, &hazel).await;
        let rules = AccountRules { two_step_login_for_staff: true, ..AccountRules::default() };
        shop.shop.account_rules.store(Arc::new(rules));
        paid_order(shop, &ada).await;
        deliver(shop).await;
        assert_eq!((service.count(), shop.execute(&QUEUED, params![]).await), (0, 0));
        hazel.post(&format!("/identity/push-devices/{id}/test"), json!({})).await.is(403, "second_factor_missing");
        hazel.delete(&format!("/identity/push-devices/{id}")).await.is(200, "");
    }

    async fn a_browser_has_one_subscription_and_an_account_ten(shop: TestShop) {
        let (hazel, sam) = (shop.admin().await, shop.staff().await);
        let (service, phone) = (PushService::start().await, Browser::new("/phone"));
        phone.subscribe(&service, &hazel).await;
        let renewed = Browser::new("/phone-renewed");
        renewed.subscribe(&service, &hazel).await;
        let listed = devices(&hazel).await;
        assert_eq!(listed.len(), 1);
        let members: Vec<_> = listed[0].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(members, ["createdAt", "current", "device", "failingSince", "id"], "and no address of a push service");
        assert_eq!(listed[0]["device"], json!("Chrome on Android"));
        // Another account in the same browser.
        renewed.subscribe(&service, &sam).await;
        assert!(devices(&hazel).await.is_empty());
        // Another account cannot end it.
        let id = devices(&sam).await[0]["id"].as_str().unwrap().to_owned();
        hazel.delete(&format!("/identity/push-devices/{id}")).await.is(404, "not_found");
        hazel.post(&format!("/identity/push-devices/{id}/test"), json!({})).await.is(404, "not_found");
        sam.delete(&format!("/identity/push-devices/{id}")).await.is(200, "");
        for number in 0..11 {
            let mut browser = shop.visitor();
            browser.email.clone_from(&sam.email);
            browser.sign_in().await;
            let call = browser.post("/identity/push-devices", Browser::new(&format!("/{number}")).subscription(&service));
            let answer = call.await;
            if number < 10 { answer.is(200, "") } else { answer.is(409, "too_many_push_devices") }
        }
    }

    async fn a_test_says_at_once_whether_it_arrived(shop: TestShop) {
        let hazel = shop.admin().await;
        let (service, phone) = (PushService::start().await, Browser::new("/phone"));
        let id = phone.subscribe(&service, &hazel).await;
        let test = async || hazel.post(&format!("/identity/push-devices/{id}/test"), json!({})).await;
        test().await.is(200, "");
        assert_eq!(phone.messages(&service), [json!({ "title": "This is a test", "path": "/dashboard", "tag": "test" })]);
        service.answers(&[500, 410]);
        test().await.is(503, "push_service_unavailable");
        test().await.is(409, "push_device_gone");
        test().await.is(404, "not_found");
    }
}

#[tokio::test]
async fn a_device_is_at_a_public_address_and_has_keys() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        let browser = Browser::new("/phone");
        let good = browser
            .subscription(&PushService { url: "https://push.example.net".into(), ..PushService::default() });
        for endpoint in [
            "http://push.example.net/1",
            "https://localhost/1",
            "https://127.0.0.1/1",
            "https://10.0.0.1/1",
            "https://[::1]/1",
            "https://169.254.169.254/latest/meta-data/",
            "https://user:secret@push.example.net/1",
            "ftp://push.example.net/1",
            "push",
        ] {
            let body = json!({ "endpoint": endpoint, "p256dh": good["p256dh"], "auth": good["auth"] });
            assert_eq!(hazel.post("/identity/push-devices", body).await.fields(), ["endpoint"], "{endpoint}");
        }
        let zero = "A".repeat(87);
        for (name, value) in [
            ("p256dh", json!(zero)),
            ("p256dh", json!("A")),
            ("auth", json!("A")),
            ("auth", json!(null)),
            ("endpoint", json!("x".repeat(1_001))),
        ] {
            let mut body = good.clone();
            body[name] = value;
            assert_eq!(hazel.post("/identity/push-devices", body).await.status, 422, "{name}");
        }
        let id = hazel.post("/identity/push-devices", good).await.body["id"].as_str().unwrap().to_owned();
        hazel.delete(&format!("/identity/push-devices/{id}")).await.is(200, "");
    })
    .await;
}
