//! Signing in with Google, Facebook, GitHub and Twitter: who gets in, as whom, and where it ends.

use std::time::Duration;

use reqwest::{Method, Url};
use serde_json::{Value, json};
use trowel::{
    accounts,
    app::background,
    base::{
        config::{RunMode, limits::Limits},
        rate_limit::LimitedAction,
    },
    db::params,
    values::email::Email,
};
use trowel_sandbox::oauth::{OAuthFault, Provider};

use crate::{
    accounts::second_factor::{first_step, next_code, second_step, turn_on},
    accounts::social_complete::finish,
    accounts::social_support::{Browser, who},
    support::{Answer, Person, Setup, TestShop, on_both_engines, with_shop},
};

mod by_hand {
    trowel::db::statements! {
        pub UNVERIFY = "UPDATE users SET email_verified_at = NULL WHERE email = $1";
    }
}

/// All providers, and a mail server.
pub fn providers_and_mail(setup: Setup) -> Setup {
    Setup { elsewhere: true, mail: true, ..setup }
}

/// Where an answer sends the browser.
pub fn place(answer: &Answer) -> &str {
    assert_eq!(answer.status, 303, "{}", answer.text);
    answer.header("location")
}

pub async fn session(browser: &mut Browser<'_>) -> Value {
    browser.get("/api/identity/session").await.body
}

/// The browser's owner as a caller of the API.
pub fn caller<'a>(shop: &'a TestShop, browser: &Browser<'_>, email: &str) -> Person<'a> {
    let mut person = shop.visitor();
    email.clone_into(&mut person.email);
    person.cookie =
        browser.jar.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ");
    person
}

pub async fn signed_in<'a>(shop: &'a TestShop, provider: Provider, person: &str) -> Browser<'a> {
    let mut browser = Browser::of(shop);
    let answer = browser.continue_with(provider, person, "").await;
    assert_eq!(place(&answer), format!("/login?arrived={}&returnTo=%2Ftool", provider.name()));
    browser
}

/// Adds a person with this address, verified or not, to the provider.
pub async fn person(shop: &TestShop, name: &str, email: &str, is_verified: bool) -> String {
    let elsewhere = shop.elsewhere();
    elsewhere.person(json!({ "name": name, "email": email, "email_verified": is_verified })).await
}

/// Says that the address of this account was verified, as a link in a mail does.
pub async fn verify(shop: &TestShop, email: &str) {
    let input = (Email::parse(email).unwrap(), shop.shop.clock.now());
    let verified =
        shop.shop.db.write(input, |tx, (email, now)| accounts::store::set_verified(tx, email, *now));
    assert!(verified.await.unwrap());
}

on_both_engines! {
    with crate::accounts::social::providers_and_mail;

    async fn a_second_login_finds_the_same_account(shop: TestShop) {
        for provider in Provider::ALL {
            let name = format!("Robin {}", provider.label());
            let robin = person(shop, &name, &format!("robin-{}@example.com", provider.name()), true).await;
            let mut browser = signed_in(shop, provider, &robin).await;
            let first = session(&mut browser).await;
            assert_eq!(first["displayName"], name);
            let vouches = matches!(provider, Provider::Google | Provider::Github);
            let email = if vouches { json!(format!("robin-{}@example.com", provider.name())) } else { Value::Null };
            assert_eq!(first["email"], email, "{}", provider.name());
            let again = session(&mut signed_in(shop, provider, &robin).await).await;
            assert_eq!(again, first);
        }
    }

    async fn a_strict_or_careless_provider_tells_name_address_and_picture(shop: TestShop) {
        for fault in OAuthFault::ALL.iter().filter(|fault| fault.is_acceptable()) {
            let email = format!("{}@example.com", fault.name());
            let robin = person(shop, "Robin", &email, true).await;
            let mut browser = Browser::of(shop);
            let end = browser.continue_with(Provider::Google, &robin, &fault.name()).await;
            assert_eq!(end.status, 303, "{fault:?}: {}", end.text);
            let told = session(&mut browser).await;
            assert_eq!((&told["email"], &told["displayName"]), (&json!(email), &json!("Robin")), "{fault:?}");
            assert!(told["photoURL"].is_string(), "{fault:?}: {told}");
        }
        let mut bram = Browser::of(shop);
        bram.continue_with(Provider::Google, &who::bram(), &OAuthFault::TextEmailVerified.name()).await;
        assert_eq!(session(&mut bram).await["email"], Value::Null, "\"false\" verifies no address");
    }

    async fn a_verified_address_is_enough_for_a_token_and_no_address_is_not(shop: TestShop) {
        let browser = signed_in(shop, Provider::Google, &who::ada()).await;
        let mut ada = caller(shop, &browser, "ada.thorne@example.com");
        ada.fetch_token().await;
        assert_eq!(ada.get("/orders").await.status, 200);
        for (provider, who) in [(Provider::Google, who::bram()), (Provider::Github, who::bram()), (Provider::Twitter, who::ada()), (Provider::Facebook, who::ada())] {
            let mut browser = signed_in(shop, provider, &who).await;
            assert_eq!(session(&mut browser).await["email"], Value::Null);
            let person = caller(shop, &browser, "");
            for email in ["ada.thorne@example.com", "bram.oakes@example.com", "null", "%20"] {
                person.call(Method::PUT, &format!("/user/{email}")).send().await.is(403, "wrong_email");
            }
        }
    }

    async fn a_verified_account_gets_the_way_and_is_told(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        verify(shop, "ada@example.com").await;
        // The provider has the address in other capitals. An address has one spelling.
        let at_google = person(shop, "Ada Elsewhere", "Ada@Example.com", true).await;
        let mut browser = signed_in(shop, Provider::Google, &at_google).await;
        let uid = ada.get("/identity/session").await.body["uid"].clone();
        let arrived = session(&mut browser).await;
        assert_eq!((&arrived["uid"], &arrived["displayName"]), (&uid, &json!("Ada")));
        assert_eq!(ada.get("/orders").await.status, 200, "the password's session goes on");
        let told = async || {
            let letters = shop.letters_to("ada@example.com").await.into_iter();
            letters.filter(|letter| letter.kind == "login_method_added").collect::<Vec<_>>()
        };
        let letters = told().await;
        assert!(letters.len() == 1 && letters[0].text_body.contains("Google"), "{} letters", letters.len());
        // The way stays the account's, whatever the provider tells of the address from now on.
        signed_in(shop, Provider::Google, &at_google).await;
        assert_eq!(told().await.len(), 1);
    }

    async fn a_second_factor_is_not_removed_by_a_social_login(shop: TestShop) {
        shop.shop.clock.stop();
        let mut ada = shop.verified_customer("Ada").await;
        let secret = turn_on(shop, &ada).await.0;
        shop.execute(&by_hand::UNVERIFY, params!["ada@example.com"]).await; // as in a shop without e-mail
        let someone = person(shop, "Ada", "ada@example.com", true).await;
        let mut browser = Browser::of(shop);
        let answer = browser.continue_with(Provider::Google, &someone, "").await;
        assert_eq!(place(&answer), "/login?problem=second_factor_on&provider=google&returnTo=%2Ftool");
        assert!(!browser.jar.contains_key("trowel_session"), "{:?}", browser.jar);
        assert_eq!(ada.get("/identity/session").await.status, 200, "the owner's session goes on");
        let cookie = first_step(&ada).await;
        second_step(&mut ada, &cookie, &next_code(shop, &secret)).await.is(200, "");
        // Nor by a link to finish an account that began with a provider.
        let mut cleo = signed_in(shop, Provider::Twitter, &who::cleo()).await;
        finish(shop, &mut cleo, "ada@example.com").await.is(409, "second_factor_on");
        assert_eq!(ada.get("/identity/second-factor").await.body["on"], true);
    }

    async fn an_unverified_account_is_taken_over_by_the_owner_of_its_address(shop: TestShop) {
        let hoe = shop.tool("Hoe", 1_000, 10, 1).await;
        let mut stranger = shop.customer("Ada").await;
        let answer = stranger.put("/profiles/ada@example.com", json!({ "address": "1 Trap Lane" })).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        stranger.order("Hoe", 1_000, 3).await;
        let paid_for = stranger.order("Hoe", 1_000, 2).await;
        let open = stranger.start_payment(&paid_for, 20.0).await;
        assert_eq!(shop.stock(&hoe).await, 5);

        let owner = person(shop, "The Owner", "ada@example.com", true).await;
        let mut browser = signed_in(shop, Provider::Github, &owner).await;
        let arrived = session(&mut browser).await;
        assert_eq!((&arrived["displayName"], &arrived["email"]), (&json!("The Owner"), &json!("ada@example.com")));
        let jobs = background::start(&shop.shop);
        let stock_is_back = async { while shop.stock(&hoe).await != 10 {} };
        let in_time = tokio::time::timeout(Duration::from_secs(20), stock_is_back).await;
        in_time.expect("the payments job deletes the orders at once, and not in its next round after half a minute");
        jobs.stop().await;
        stranger.get("/identity/session").await.is(401, "unauthenticated");
        stranger.get("/orders").await.is(401, "unauthenticated");
        let password = json!({ "email": "ada@example.com", "password": "correct horse" });
        stranger.post("/identity/sign-in", password).await.is(401, "bad_credentials");
        let mut owner = caller(shop, &browser, "ada@example.com");
        owner.fetch_token().await;
        assert_eq!(owner.get("/orders").await.body, json!([]));
        assert_eq!(owner.get("/profiles/ada@example.com").await.body, json!({}));
        assert_ne!(shop.provider.pay(&open, "4242424242424242").await.body["status"], "succeeded");
        stranger.token.clear();
    }

    async fn a_flow_works_once_and_in_its_own_browser(shop: TestShop) {
        let mut browser = Browser::of(shop);
        let back = browser.allow(Provider::Github, &who::ada(), "").await;
        let mut victim = Browser::of(shop);
        assert_eq!(place(&victim.come_back(&back).await), "/login?problem=state_mismatch&provider=github&returnTo=%2Ftool");
        assert_eq!(place(&browser.come_back(&back).await), "/login?problem=login_expired&provider=github&returnTo=%2F", "the attempt has used it up");
        assert_eq!(victim.get("/api/identity/session").await.status, 401);

        let mut victim = Browser::of(shop);
        victim.start(Provider::Github).await; // has a cookie of its own
        let back = browser.allow(Provider::Github, &who::ada(), "").await;
        assert!(place(&victim.come_back(&back).await).starts_with("/login?problem=state_mismatch"));

        let back = browser.allow(Provider::Github, &who::ada(), "").await;
        assert_eq!(place(&browser.come_back(&back).await), "/login?arrived=github&returnTo=%2Ftool");
        assert!(place(&browser.come_back(&back).await).starts_with("/login?problem=login_expired"));
        assert_eq!(session(&mut browser).await["displayName"], "Ada Thorne", "the existing session stays valid");
    }

    async fn an_answer_counts_at_the_provider_that_was_asked_only(shop: TestShop) {
        let mut browser = Browser::of(shop);
        for (asked, claimed) in [(Provider::Twitter, Provider::Google), (Provider::Google, Provider::Github)] {
            let back = browser.allow(asked, &who::ada(), "").await;
            let mixed_up = back.as_str().replace(&format!("/{}/callback", asked.name()), &format!("/{}/callback", claimed.name()));
            let answer = browser.come_back(&Url::parse(&mixed_up).unwrap()).await;
            assert!(place(&answer).starts_with(&format!("/login?problem=provider_invalid_response&provider={}", claimed.name())), "{}", place(&answer));
        }
        assert_eq!(session(&mut browser).await["code"], "unauthenticated");
    }

    async fn two_tabs_of_one_browser_do_not_end_each_other(shop: TestShop) {
        let mut browser = Browser::of(shop);
        let one = browser.allow(Provider::Google, &who::ada(), "").await;
        let other = browser.allow(Provider::Github, &who::ada(), "").await;
        for (back, name) in [(one, "google"), (other, "github")] {
            let answer = browser.come_back(&back).await;
            assert!(place(&answer).starts_with(&format!("/login?arrived={name}")), "{}", place(&answer));
        }
    }

    async fn who_comes_twice_at_once_gets_one_account(shop: TestShop) {
        for (round, provider) in [(0, Provider::Google), (1, Provider::Twitter), (2, Provider::Github)] {
            let robin = person(shop, &format!("Robin {round}"), &format!("robin{round}@example.com"), true).await;
            let mut tabs = Vec::new();
            for _ in 0..4 {
                let mut browser = Browser::of(shop);
                let back = browser.allow(provider, &robin, "").await;
                tabs.push((browser, back));
            }
            let arrived = futures_util::future::join_all(tabs.iter_mut().map(|(browser, back)| browser.come_back(back))).await;
            for answer in &arrived {
                assert!(place(answer).starts_with("/login?arrived="), "{}", place(answer));
            }
            let mut uids = Vec::new();
            for (browser, _) in &mut tabs {
                uids.push(session(browser).await["uid"].to_string());
            }
            uids.dedup();
            assert_eq!(uids.len(), 1, "{uids:?}");
        }
    }

    async fn an_address_that_is_vouched_for_later_finishes_the_account(shop: TestShop) {
        let elsewhere = shop.elsewhere();
        let robin = |email: &str, is_verified: bool| json!({ "name": "Robin", "email": email, "email_verified": is_verified, "id": 4711 });
        let who = elsewhere.person(robin("robin@example.com", false)).await;
        let first = session(&mut signed_in(shop, Provider::Github, &who).await).await;
        assert_eq!(first["email"], Value::Null);
        elsewhere.person(robin("robin@example.com", true)).await;
        let later = session(&mut signed_in(shop, Provider::Github, &who).await).await;
        assert_eq!((&later["uid"], &later["email"]), (&first["uid"], &json!("robin@example.com")));
        // Another address at the provider is another address at the provider.
        elsewhere.person(robin("other@example.com", true)).await;
        assert_eq!(session(&mut signed_in(shop, Provider::Github, &who).await).await, later);
        // Another person at the provider gets the previous address, but not the account.
        let heir = json!({ "name": "Heir", "email": "robin@example.com", "email_verified": true, "id": 4712 });
        let mut browser = Browser::of(shop);
        let answer = browser.continue_with(Provider::Github, &elsewhere.person(heir).await, "").await;
        assert!(place(&answer).starts_with("/login?problem=provider_already_linked"), "{}", place(&answer));
    }

    async fn a_window_of_its_own_ends_on_a_page_that_tells_and_closes(shop: TestShop) {
        shop.elsewhere().make_first_key().await;
        let mut browser = Browser::of(shop);
        for (decision, end) in [("allow", "/signed-in?provider=google"), ("refuse", "/signed-in?problem=provider_refused&provider=google")] {
            let answer = browser.get("/api/identity/social/google/start?mode=popup&returnTo=/tool").await;
            assert_eq!(answer.header("cross-origin-opener-policy"), "unsafe-none", "the tie to its opener holds");
            let page = Url::parse(place(&answer)).unwrap();
            let back = shop.elsewhere().decide(&page, &[("decision", decision), ("person", &who::ada())]).await;
            let answer = browser.come_back(&back).await;
            assert_eq!(answer.header("cross-origin-opener-policy"), "unsafe-none");
            assert_eq!((answer.header("referrer-policy"), answer.header("cache-control")), ("no-referrer", "no-store"));
            assert_eq!(place(&answer), end);
            let page = browser.get(&format!("{end}&problem=%3Cscript%3E")).await;
            assert_eq!((page.status, page.header("cross-origin-opener-policy")), (200, "unsafe-none"));
            let policy = page.header("content-security-policy");
            assert!(policy.contains("default-src 'none'; script-src 'self'") && !policy.contains("unsafe"), "{policy}");
            assert!(!page.text.contains("provider") && !page.text.contains("<script>"), "nothing is repeated: {}", page.text);
        }
        let script = browser.get("/signed-in.js").await;
        assert_eq!((script.status, script.header("content-type")), (200, "text/javascript; charset=utf-8"));
        assert!(script.text.contains("location.origin") && !script.text.contains("'*'") && !script.text.contains("\"*\""));
    }

    async fn where_it_leads_in_the_end_is_a_path_of_ours(shop: TestShop) {
        for (asked, end) in [
            ("/tools/1?a=b", "%2Ftools%2F1%3Fa%3Db"),
            ("//evil.example", "%2F"),
            ("/%5Cevil.example", "%2F%255Cevil.example"),
            ("%2F%2Fevil.example", "%2F"),
            ("%2F%5Cevil.example", "%2F"),
            ("https://evil.example", "%2F"),
            ("", "%2F"),
        ] {
            let mut browser = Browser::of(shop);
            let asked = if asked.starts_with("/%5C") { "/%255Cevil.example".to_owned() } else { asked.replace('?', "%3F").replace('&', "%26") };
            let answer = browser.get(&format!("/api/identity/social/github/start?screen=signup&returnTo={asked}")).await;
            let page = Url::parse(place(&answer)).unwrap();
            let form = [("decision", "refuse")];
            let back = shop.elsewhere().decide(&page, &form).await;
            let answer = browser.come_back(&back).await;
            assert_eq!(place(&answer), format!("/signup?problem=provider_refused&provider=github&returnTo={end}"), "{asked}");
        }
    }
}

#[tokio::test]
async fn what_is_not_offered_is_not_there() {
    with_shop(Setup::sqlite(), async |shop| {
        for path in ["google/start", "google/callback", "myspace/start", "..%2Fgoogle/start", "GOOGLE/start"]
        {
            shop.visitor().get(&format!("/identity/social/{path}")).await.is(404, "not_found");
        }
    })
    .await;
}

#[tokio::test]
async fn too_many_logins_are_reported_on_the_form() {
    let limits = Limits::of(RunMode::Serve).with(LimitedAction::LogIn, 2);
    with_shop(Setup { limits, elsewhere: true, ..Setup::sqlite() }, async |shop| {
        shop.shop.clock.stop();
        let mut browser = Browser::of(shop);
        for _ in 0..2 {
            browser.start(Provider::Github).await;
        }
        let answer = browser.get("/api/identity/social/github/start?screen=signup&returnTo=/tool").await;
        assert_eq!(place(&answer), "/signup?problem=too_many_requests&provider=github&returnTo=%2Ftool");
    })
    .await;
}
