//! Malicious identity providers, and attackers between a provider and the shop, cannot obtain a session.

use std::time::Duration;

use reqwest::{Method, Url};
use serde_json::json;
use trowel_sandbox::oauth::{OAuthFault, Provider};

use crate::{
    accounts::social_support::{Browser, Elsewhere, who},
    support::{Answer, Setup, TestShop, on_both_engines, with_shop},
};

/// What the web app is told at the end; empty when all went well.
fn problem(answer: &Answer) -> String {
    assert_eq!(answer.status, 303, "{}", answer.text);
    let told = Url::parse("http://shop").unwrap().join(answer.header("location")).unwrap();
    assert_eq!(told.host_str(), Some("shop"), "{told}");
    told.query_pairs()
        .find(|(name, _)| name == "problem")
        .map(|(_, code)| code.into_owned())
        .unwrap_or_default()
}

/// The browser has no session.
async fn is_out(browser: &mut Browser<'_>) {
    let session = browser.get("/api/identity/session").await;
    assert_eq!(session.status, 401, "{}", session.text);
}

/// How many accounts there are, seen by an admin.
async fn accounts(shop: &TestShop) -> usize {
    let mut admin = shop.visitor();
    admin.email = "hazel@example.com".into();
    admin.sign_in().await;
    admin.get("/users").await.body.as_array().unwrap().len()
}

fn expected(wrong: OAuthFault) -> &'static str {
    match wrong {
        // The shop started no login with this state.
        OAuthFault::OtherState | OAuthFault::NoState => "login_expired",
        OAuthFault::TokenError
        | OAuthFault::TokenSlow
        | OAuthFault::TokenCut
        | OAuthFault::UserError
        | OAuthFault::UserSlow => "provider_unreachable",
        _ => "provider_invalid_response",
    }
}

on_both_engines! {
    with crate::accounts::social_support::played;

    async fn no_wrong_answer_lets_anybody_in(shop: TestShop) {
        shop.admin().await;
        for provider in Provider::ALL {
            // Those that wait for a time limit have a test of their own.
            let slow = [OAuthFault::TokenSlow, OAuthFault::UserSlow];
            for wrong in OAuthFault::ALL.iter().copied().filter(|wrong| wrong.is_of(provider) && !wrong.is_acceptable() && !slow.contains(wrong)) {
                let mut browser = Browser::of(shop);
                let end = browser.continue_with(provider, &who::ada(), &wrong.name()).await;
                assert_eq!(problem(&end), expected(wrong), "{provider:?} {wrong:?}");
                is_out(&mut browser).await;
            }
        }
        assert_eq!(accounts(shop).await, 1, "the administrator's alone");
        // The same people, told truly.
        for provider in Provider::ALL {
            let mut browser = Browser::of(shop);
            assert_eq!(problem(&browser.continue_with(provider, &who::ada(), "").await), "", "{provider:?}");
            assert_eq!(browser.get("/api/identity/session").await.status, 200, "{provider:?}");
        }
    }

    async fn a_provider_that_hangs_is_given_up(shop: TestShop) {
        let hang = async |provider, wrong: OAuthFault| {
            let mut browser = Browser::of(shop);
            let end = browser.continue_with(provider, &who::ada(), &wrong.name()).await;
            assert_eq!(problem(&end), "provider_unreachable", "{provider:?} {wrong:?}");
            is_out(&mut browser).await;
        };
        tokio::join!(
            hang(Provider::Google, OAuthFault::TokenSlow),
            hang(Provider::Github, OAuthFault::UserSlow),
            hang(Provider::Twitter, OAuthFault::TokenSlow),
            hang(Provider::Facebook, OAuthFault::UserSlow),
            hang(Provider::Google, OAuthFault::UserSlow),
        );
    }

    async fn a_refused_consent_does_not_log_in(shop: TestShop) {
        for provider in Provider::ALL {
            let mut browser = Browser::of(shop);
            let page = browser.start(provider).await;
            let back = shop.elsewhere().decide(&page, &[("decision", "refuse")]).await;
            assert_eq!(problem(&browser.come_back(&back).await), "provider_refused", "{provider:?}");
            is_out(&mut browser).await;
        }
    }

    async fn an_answer_works_once(shop: TestShop) {
        for provider in Provider::ALL {
            let mut browser = Browser::of(shop);
            let back = browser.allow(provider, &who::ada(), "").await;
            let cookies = browser.jar.clone();
            assert_eq!(problem(&browser.come_back(&back).await), "");
            let mut again = Browser::of(shop);
            again.jar = cookies;
            assert_eq!(problem(&again.come_back(&back).await), "login_expired", "{provider:?}");
            is_out(&mut again).await;
        }
    }

    async fn a_callback_in_another_browser_logs_in_to_nothing(shop: TestShop) {
        let mut attacker = Browser::of(shop);
        let back = attacker.allow(Provider::Google, &who::bram(), "").await;
        let mut victim = Browser::of(shop);
        assert_eq!(problem(&victim.come_back(&back).await), "state_mismatch");
        is_out(&mut victim).await;
        // Nor if the victim is on the way to the provider as well.
        let back = attacker.allow(Provider::Google, &who::bram(), "").await;
        victim.start(Provider::Google).await;
        assert_eq!(problem(&victim.come_back(&back).await), "state_mismatch");
        is_out(&mut victim).await;
    }

    async fn an_authorization_code_of_another_login_is_rejected(shop: TestShop) {
        for provider in Provider::ALL {
            let mut victim = Browser::of(shop);
            let stolen = victim.allow(provider, &who::ada(), "").await;
            let mut attacker = Browser::of(shop);
            let own = attacker.allow(provider, &who::bram(), "").await;
            let code = stolen.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned();
            let pairs: Vec<(String, String)> = own.query_pairs().into_owned().collect();
            let mut mixed = own.clone();
            mixed.query_pairs_mut().clear().extend_pairs(
                pairs.iter().map(|(name, value)| (name, if name == "code" { &code } else { value })),
            );
            assert_eq!(problem(&attacker.come_back(&mixed).await), "provider_invalid_response", "{provider:?}");
            is_out(&mut attacker).await;
        }
    }

    async fn an_answer_of_one_provider_is_none_of_another(shop: TestShop) {
        for (provider, other) in [(Provider::Google, "github"), (Provider::Github, "google"), (Provider::Twitter, "facebook")] {
            let mut browser = Browser::of(shop);
            let mut back = browser.allow(provider, &who::ada(), "").await;
            back.set_path(&format!("/api/identity/social/{other}/callback"));
            assert_eq!(problem(&browser.come_back(&back).await), "provider_invalid_response", "{provider:?}");
            is_out(&mut browser).await;
        }
    }

    async fn an_answer_comes_in_time(shop: TestShop) {
        let mut browser = Browser::of(shop);
        let back = browser.allow(Provider::Github, &who::ada(), "").await;
        shop.shop.clock.advance(Duration::from_mins(11));
        assert_eq!(problem(&browser.come_back(&back).await), "login_expired");
        is_out(&mut browser).await;
        // For a shop whose clock is wrong the token of just now is not of now.
        shop.shop.clock.advance(Duration::from_hours(24));
        assert_eq!(problem(&browser.continue_with(Provider::Google, &who::ada(), "").await), "provider_invalid_response");
        is_out(&mut browser).await;
    }

    async fn an_unverified_address_opens_no_account(shop: TestShop) {
        let bram = shop.customer("Bram.Oakes").await;
        let ada = shop.customer("Ada.Thorne").await;
        for (provider, person) in [
            (Provider::Google, who::bram()),
            (Provider::Google, who::cleo()),
            (Provider::Github, who::bram()),
            (Provider::Facebook, who::ada()),
            (Provider::Twitter, who::ada()),
        ] {
            let mut browser = Browser::of(shop);
            assert_eq!(problem(&browser.continue_with(provider, &person, "").await), "", "{provider:?}");
            let session = browser.get("/api/identity/session").await;
            assert_eq!((session.status, &session.body["email"]), (200, &json!(null)), "{provider:?}: {}", session.text);
            for owner in [&bram, &ada] {
                let stranger = shop.fetch(Method::PUT, &format!("/api/user/{}", owner.email));
                let answer = stranger.header("cookie", &browser.cookies()).send().await;
                assert_eq!(answer.status, 403, "{provider:?}: {}", answer.text);
            }
        }
        // Both came in by their passwords all along.
        for owner in [bram, ada] {
            assert_eq!(owner.get("/orders").await.status, 200, "{}", owner.email);
        }
    }

    async fn an_address_that_changed_hands_does_not_take_the_account_along(shop: TestShop) {
        let mut ada = Browser::of(shop);
        ada.continue_with(Provider::Google, &who::ada(), "").await;
        let first = ada.get("/api/identity/session").await.body["uid"].clone();
        assert!(first.is_string(), "{first}");
        // The provider gives the address to another person.
        let heir = json!({ "name": "Ada Heir", "email": "ada.thorne@example.com", "email_verified": true, "id": 7 });
        let heir = shop.elsewhere().person(heir).await;
        let mut browser = Browser::of(shop);
        assert_eq!(problem(&browser.continue_with(Provider::Google, &heir, "").await), "provider_already_linked");
        is_out(&mut browser).await;
        // The first person keeps the account, even with a new address.
        let moved = json!({ "name": "Ada Thorne", "email": "ada@new.example.com", "email_verified": true, "id": who::ada().parse::<u64>().unwrap() });
        let moved = shop.elsewhere().person(moved).await;
        let mut browser = Browser::of(shop);
        assert_eq!(problem(&browser.continue_with(Provider::Google, &moved, "").await), "");
        let session = browser.get("/api/identity/session").await.body;
        assert_eq!((&session["uid"], &session["email"]), (&first, &json!("ada.thorne@example.com")));
    }

    async fn new_keys_are_fetched_and_bad_days_pass(shop: TestShop) {
        shop.shop.clock.stop();
        let come = async || {
            let mut browser = Browser::of(shop);
            problem(&browser.continue_with(Provider::Google, &who::ada(), "").await)
        };
        // So long the shop believes that there are no others: who makes up names of keys cannot make it ask all the
        // time.
        let believed = Duration::from_secs(61);
        assert_eq!(come().await, "");
        shop.elsewhere().rotate_keys().await;
        assert_eq!(come().await, "provider_invalid_response", "not yet");
        shop.shop.clock.advance(believed);
        assert_eq!(come().await, "", "signed with a key that was not there before");
        for (action, problem) in [
            (json!({ "status": 503 }), "provider_unreachable"),
            (json!("drop_before"), "provider_unreachable"),
            (json!("garbage"), "provider_invalid_response"),
        ] {
            shop.elsewhere().rotate_keys().await;
            shop.shop.clock.advance(believed);
            shop.elsewhere().misbehave(json!([{ "path_contains": "jwks", "action": action, "times": 20 }])).await;
            assert_eq!(come().await, problem, "{action}");
            shop.elsewhere().behave().await;
            assert_eq!(come().await, "", "after {action}");
        }
    }

    async fn an_answer_without_an_end_is_not_read_to_it(shop: TestShop) {
        for (provider, path) in [
            (Provider::Google, "google/.well-known"),
            (Provider::Google, "google/jwks"),
            (Provider::Google, "google/token"),
            (Provider::Github, "github/token"),
            (Provider::Github, "github/user/emails"),
            (Provider::Facebook, "facebook/me"),
        ] {
            // What the shop knows of the provider is old by now.
            shop.shop.clock.advance(Duration::from_secs(3_601));
            shop.elsewhere().rotate_keys().await;
            let mut browser = Browser::of(shop);
            let is_at_start = path.ends_with("known") || path.ends_with("jwks");
            let endless = json!([{ "path_contains": path, "action": "endless" }]);
            if is_at_start {
                shop.elsewhere().misbehave(endless).await;
                let path = format!("/api/identity/social/{}/start?mode=redirect", provider.name());
                assert_eq!(problem(&browser.get(&path).await), "provider_invalid_response", "{path}");
            } else {
                let back = browser.allow(provider, &who::ada(), "").await;
                shop.elsewhere().misbehave(endless).await;
                assert_eq!(problem(&browser.come_back(&back).await), "provider_invalid_response", "{path}");
            }
            is_out(&mut browser).await;
        }
    }

    async fn an_unknown_mode_is_refused(shop: TestShop) {
        let start = "/identity/social/google/start?mode=";
        let answer = shop.visitor().get(&format!("{start}AAA")).await;
        answer.is(422, "invalid_field");
        assert_eq!(answer.fields(), ["mode"]);
        assert_eq!(shop.visitor().get(start).await.status, 303);
        let me = shop.verified_customer("Ada").await;
        assert_eq!(me.post("/identity/login-methods/google", json!({ "mode": "AAA" })).await.fields(), ["mode"]);
    }

    async fn a_provider_that_is_down_is_said_before_anybody_is_sent_there(shop: TestShop) {
        let start = "/api/identity/social/google/start?mode=redirect";
        for action in [json!({ "status": 503 }), json!("drop_before")] {
            // What is known of the provider is believed for an hour.
            shop.shop.clock.advance(Duration::from_secs(3_601));
            shop.elsewhere().misbehave(json!([{ "path_contains": "openid-configuration", "action": action }])).await;
            let mut browser = Browser::of(shop);
            assert_eq!(problem(&browser.get(start).await), "provider_unreachable", "{action}");
            let page = Url::parse(browser.get(start).await.header("location")).unwrap();
            assert!(page.path().ends_with("/google/authorize"), "{page}");
        }
    }

    async fn whatever_people_are_called_they_are_text(shop: TestShop) {
        let long = "x".repeat(5_000);
        for (name, email) in [
            ("<script>alert(1)</script>", "script@example.com"),
            ("\u{202e}Ada\u{0}\r\nSet-Cookie: a=b", "rtl@example.com"),
            (&*long, "long@example.com"),
            ("", "nameless@example.com"),
            ("Robert'); DROP TABLE users;--", "bobby@example.com"),
            ("Ada", "ada@example.com\r\nBcc: all@example.com"),
            ("Ada", "\"a b\"@example.com>"),
            ("Ada", "ada"),
            ("Ada", &format!("{long}@example.com")),
        ] {
            let person = json!({ "name": name, "email": email, "email_verified": true });
            let person = shop.elsewhere().person(person).await;
            for provider in [Provider::Google, Provider::Github, Provider::Twitter] {
                let mut browser = Browser::of(shop);
                assert_eq!(problem(&browser.continue_with(provider, &person, "").await), "", "{name:.40} {email:.40}");
                let session = browser.get("/api/identity/session").await;
                assert_eq!(session.status, 200, "{}", session.text);
                let shown = session.body["displayName"].as_str().unwrap();
                assert!(shown.chars().count() <= 120 && !shown.chars().any(char::is_control), "{shown}");
                if let Some(address) = session.body["email"].as_str() {
                    assert_eq!(address, email, "kept as it was proved, or not at all");
                    assert!(address.len() < 255 && !address.contains(char::is_whitespace), "{address}");
                }
            }
        }
    }

    async fn a_callback_without_a_login_reveals_nothing(shop: TestShop) {
        let long = "x".repeat(6_000);
        for query in [
            "",
            "?state=",
            "?code=a",
            "?error=access_denied",
            "?state=guess&code=guess",
            "?state=guess&error=access_denied",
            "?state=a&state=b&code=c",
            "?state=%00%0d%0aset-cookie:a=b&code=%ff",
            &format!("?state={long}&code={long}"),
        ] {
            for provider in Provider::ALL {
                let mut browser = Browser::of(shop);
                let answer = browser.get(&format!("/api/identity/social/{}/callback{query}", provider.name())).await;
                assert!(matches!(answer.status, 303 | 400), "{query}: {}", answer.status);
                if answer.status == 303 {
                    assert_eq!(problem(&answer), "login_expired", "{query}");
                }
                is_out(&mut browser).await;
            }
        }
    }

    async fn a_head_request_does_not_use_the_callback(shop: TestShop) {
        let mut browser = Browser::of(shop);
        let back = browser.allow(Provider::Github, &who::ada(), "").await;
        let path = back.as_str().strip_prefix(&shop.url).unwrap().to_owned();
        let look = shop.fetch(Method::HEAD, &path).header("cookie", &browser.cookies()).send().await;
        assert_eq!((look.status, look.header("location"), look.header("allow")), (405, "", "GET"));
        assert_eq!(problem(&browser.come_back(&back).await), "");
    }

    async fn return_to_stays_on_the_shop(shop: TestShop) {
        for (wish, end) in [
            ("%2F%2Fevil.example", "/"),
            ("%2F%5Cevil.example", "/"),
            ("https%3A%2F%2Fevil.example", "/"),
            ("javascript%3Aalert(1)", "/"),
            ("%2F%09%2Fevil.example", "/"),
            ("", "/"),
            ("%2Ftool%3Fq%3Dhoe", "/tool?q=hoe"),
        ] {
            let mut browser = Browser::of(shop);
            let begun = browser.get(&format!("/api/identity/social/github/start?mode=redirect&returnTo={wish}")).await;
            let page = Url::parse(begun.header("location")).unwrap();
            let ada = who::ada();
            let back = shop.elsewhere().decide(&page, &[("decision", "allow"), ("person", &ada)]).await;
            let told = browser.come_back(&back).await;
            let told = Url::parse("http://shop").unwrap().join(told.header("location")).unwrap();
            assert_eq!(told.host_str(), Some("shop"), "{wish}");
            let return_to = told.query_pairs().find(|(name, _)| name == "returnTo").map(|(_, to)| to.into_owned());
            assert_eq!(return_to.unwrap_or_else(|| "/".into()), end, "{wish}");
        }
    }
}

/// The issuer in the discovery document must be the configured issuer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_discovery_document_of_another_issuer_is_rejected() {
    let (_elsewhere, mut social, _stop) = Elsewhere::open("http://shop.example").await;
    let google = social.google.as_mut().unwrap();
    google.issuer = google.issuer.replace("127.0.0.1", "localhost");
    with_shop(Setup { social, ..Setup::sqlite() }, async |shop| {
        let start = "/api/identity/social/google/start?mode=redirect";
        assert_eq!(problem(&Browser::of(shop).get(start).await), "provider_invalid_response");
    })
    .await;
}
