//! The ways into one's own account: adding one, seeing them, taking one away.

use reqwest::{Method, Url};
use serde_json::{Value, json};
use trowel::{
    accounts::social::{external_profile::LoginMethod, store},
    values::ids::Id,
};
use trowel_sandbox::oauth::Provider;

use crate::{
    accounts::social::{caller, person, place, session, signed_in, verify},
    accounts::social_support::{Browser, who},
    support::{TestShop, on_both_engines},
};

/// Signs up with a password and has the address verified; the browser and who it belongs to.
async fn customer<'a>(shop: &'a TestShop, name: &str) -> Browser<'a> {
    let mut browser = Browser::of(shop);
    let email = format!("{}@example.com", name.to_lowercase());
    let body = json!({ "name": name, "email": email, "password": "correct horse" });
    let answer = shop.visitor().post("/identity/sign-up", body).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    browser.keep_cookies(&answer);
    verify(shop, &email).await;
    browser
}

/// Asks to add a provider, and allows it there. Answers the address to come back to.
async fn allowed(shop: &TestShop, browser: &mut Browser<'_>, provider: Provider, who: &str) -> Url {
    if provider == Provider::Google {
        shop.elsewhere().make_first_key().await;
    }
    let me = caller(shop, browser, "");
    let path = format!("/identity/login-methods/{}", provider.name());
    let answer =
        me.post(&path, json!({ "mode": "redirect", "returnTo": "/dashboard/account?tab=ways" })).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    browser.keep_cookies(&answer);
    let page = Url::parse(answer.body["location"].as_str().unwrap()).unwrap();
    shop.elsewhere().decide(&page, &[("decision", "allow"), ("person", who)]).await
}

async fn link(shop: &TestShop, browser: &mut Browser<'_>, provider: Provider, who: &str) -> String {
    let back = allowed(shop, browser, provider, who).await;
    place(&browser.come_back(&back).await).to_owned()
}

async fn ways(shop: &TestShop, browser: &Browser<'_>) -> (Vec<String>, bool, Value) {
    let body = caller(shop, browser, "").get("/identity/login-methods").await.body;
    let names = body["links"].as_array().unwrap().iter();
    let names = names.map(|link| link["provider"].as_str().unwrap().to_owned()).collect();
    (names, body["hasPassword"].as_bool().unwrap(), body["phone"].clone())
}

const LINKED: &str = "/dashboard/account?tab=ways&linked=";

on_both_engines! {
    with crate::accounts::social::providers_and_mail;

    async fn a_way_that_was_added_leads_to_the_account(shop: TestShop) {
        let mut ada = customer(shop, "Ada").await;
        let uid = session(&mut ada).await["uid"].clone();
        for (provider, who) in [(Provider::Twitter, who::cleo()), (Provider::Google, who::ada())] {
            assert_eq!(link(shop, &mut ada, provider, &who).await, format!("{LINKED}{}", provider.name()));
            let mut elsewhere = signed_in(shop, provider, &who).await;
            let arrived = session(&mut elsewhere).await;
            assert_eq!((&arrived["uid"], &arrived["email"]), (&uid, &json!("ada@example.com")), "whatever address the provider tells");
        }
        assert_eq!(ways(shop, &ada).await, (vec!["twitter".into(), "google".into()], true, Value::Null));
        let kinds: Vec<_> = shop.letters_to("ada@example.com").await.into_iter().map(|letter| letter.kind).collect();
        assert_eq!(kinds.iter().filter(|kind| *kind == "login_method_added").count(), 2);
        // The same once more is no news.
        assert_eq!(link(shop, &mut ada, Provider::Google, &who::ada()).await, format!("{LINKED}google"));
        let labels = caller(shop, &ada, "").get("/identity/login-methods").await.body["links"].clone();
        assert_eq!((&labels[0]["label"], &labels[1]["label"]), (&json!("@cleo_reed"), &json!("ada.thorne@example.com")));
    }

    async fn an_identity_opens_one_account_and_an_account_has_one_of_each(shop: TestShop) {
        let (mut ada, mut bo) = (customer(shop, "Ada").await, customer(shop, "Bo").await);
        link(shop, &mut ada, Provider::Github, &who::cleo()).await;
        let problem = |code| format!("/dashboard/account?tab=ways&problem={code}&provider=github");
        assert_eq!(link(shop, &mut bo, Provider::Github, &who::cleo()).await, problem("identity_in_use"));
        assert_eq!(link(shop, &mut ada, Provider::Github, &who::bram()).await, problem("provider_already_linked"));
        assert_eq!(ways(shop, &bo).await.0, [""; 0]);
        // Nor by signing in with another identity that has the account's verified address.
        let other = person(shop, "Ada", "ada@example.com", true).await;
        let mut browser = Browser::of(shop);
        let answer = browser.continue_with(Provider::Github, &other, "").await;
        assert_eq!(place(&answer), "/login?problem=provider_already_linked&provider=github&returnTo=%2Ftool");
        assert_eq!(session(&mut browser).await["code"], "unauthenticated");
    }

    async fn of_two_who_add_the_same_identity_at_once_one_gets_it(shop: TestShop) {
        for round in 0..3 {
            let (mut ada, mut bo) = (customer(shop, &format!("Ada{round}")).await, customer(shop, &format!("Bo{round}")).await);
            let who = person(shop, &format!("Both {round}"), &format!("both{round}@example.com"), false).await;
            let (one, other) = (allowed(shop, &mut ada, Provider::Twitter, &who).await, allowed(shop, &mut bo, Provider::Twitter, &who).await);
            let (one, other) = tokio::join!(ada.come_back(&one), bo.come_back(&other));
            let linked = [&one, &other].into_iter().filter(|answer| place(answer).ends_with("linked=twitter")).count();
            assert_eq!(linked, 1, "{} {}", place(&one), place(&other));
            assert!([&one, &other].iter().any(|answer| place(answer).contains("problem=identity_in_use")));
        }
    }

    async fn a_stranger_with_an_unverified_address_leaves_no_way_in(shop: TestShop) {
        let mut stranger = Browser::of(shop);
        let body = json!({ "name": "Ada", "email": "ada@example.com", "password": "correct horse" });
        stranger.keep_cookies(&shop.visitor().post("/identity/sign-up", body).await);
        for provider in ["twitter", "facebook"] {
            let refused = caller(shop, &stranger, "").post(&format!("/identity/login-methods/{provider}"), json!({})).await;
            refused.is(409, "email_not_verified"); // before the trip to the provider
        }
        let refused = link(shop, &mut stranger, Provider::Google, &who::ada()).await;
        assert!(refused.contains("problem=email_not_verified"), "{refused}");
        assert_eq!(ways(shop, &stranger).await.0, [""; 0]);
        // Who is vouched for as the owner of the very address is no stranger.
        let owner = person(shop, "Ada", "ada@example.com", true).await;
        assert_eq!(link(shop, &mut stranger, Provider::Google, &owner).await, format!("{LINKED}google"));
        assert_eq!(link(shop, &mut stranger, Provider::Twitter, &who::cleo()).await, format!("{LINKED}twitter"));
    }

    async fn a_provider_is_linked_to_the_account_that_asked(shop: TestShop) {
        let (mut ada, mut mallory) = (customer(shop, "Ada").await, customer(shop, "Mallory").await);
        // Mallory has Ada's browser follow the end of what Mallory began: her identity would open Ada's account.
        let back = allowed(shop, &mut mallory, Provider::Github, &who::bram()).await;
        assert!(place(&ada.come_back(&back).await).contains("problem=state_mismatch"));
        // In one browser, Ada began, and then another user signed in.
        let back = allowed(shop, &mut ada, Provider::Github, &who::bram()).await;
        ada.jar.extend(mallory.jar.iter().filter(|(name, _)| name.as_str() == "trowel_session").map(|(a, b)| (a.clone(), b.clone())));
        assert!(place(&ada.come_back(&back).await).contains("problem=signed_out"));
        // Or Ada signed out meanwhile.
        let mut ada = customer(shop, "Adele").await;
        let back = allowed(shop, &mut ada, Provider::Github, &who::bram()).await;
        caller(shop, &ada, "").post("/identity/sign-out", json!({})).await;
        assert!(place(&ada.come_back(&back).await).contains("problem=signed_out"));
        assert_eq!(ways(shop, &mallory).await.0, [""; 0]);
    }

    async fn only_our_own_pages_add_and_take_away(shop: TestShop) {
        let ada = customer(shop, "Ada").await;
        let me = caller(shop, &ada, "");
        for method in [Method::POST, Method::DELETE] {
            for (header, value) in [("origin", "https://evil.example"), ("origin", "null"), ("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site")] {
                let call = me.call(method.clone(), "/identity/login-methods/github").header(header, value).json(json!({}));
                call.send().await.is(403, "forbidden_origin");
            }
        }
        me.get("/identity/login-methods/github").await.is(405, "method_not_allowed");
        // Nor does another site's link begin to sign anybody in.
        let start = me.call(Method::GET, "/identity/social/github/start?returnTo=/tool").header("sec-fetch-site", "cross-site");
        assert_eq!(place(&start.send().await), "/login?returnTo=%2Ftool");
    }

    async fn a_phone_is_taken_from_an_account_that_has_another_way_in(shop: TestShop) {
        let mut ada = signed_in(shop, Provider::Google, &who::ada()).await;
        let uid = session(&mut ada).await["uid"].clone();
        let user = Id::parse(uid.as_str().unwrap()).unwrap();
        let input = (user, LoginMethod::Phone("+16135550142".into()), shop.shop.clock.now());
        let added = shop.shop.db.write(input, |tx, (user, phone, now)| Box::pin(store::link(tx, user, phone, *now)));
        assert!(added.await.unwrap());
        let me = caller(shop, &ada, "");
        assert_eq!(me.get("/identity/login-methods").await.body["phone"], "+16135550142");
        assert_eq!(me.delete("/identity/login-methods/phone").await.body, json!({ "acknowledged": true, "deletedCount": 1 }));
        assert_eq!(me.get("/identity/login-methods").await.body["phone"], Value::Null);
        me.delete("/identity/login-methods/phone").await.is(404, "not_found");
        me.delete("/identity/login-methods/google").await.is(409, "last_login_method");
    }

    async fn the_last_way_into_an_account_stays(shop: TestShop) {
        let mut ada = signed_in(shop, Provider::Google, &who::ada()).await;
        assert_eq!(ways(shop, &ada).await, (vec!["google".into()], false, Value::Null));
        let me = caller(shop, &ada, "");
        me.delete("/identity/login-methods/google").await.is(409, "last_login_method");
        me.delete("/identity/login-methods/github").await.is(404, "not_found");
        me.delete("/identity/login-methods/unknown").await.is(404, "not_found");
        link(shop, &mut ada, Provider::Facebook, &who::cleo()).await;
        let by_facebook = signed_in(shop, Provider::Facebook, &who::cleo()).await;
        let me = caller(shop, &ada, "");
        assert_eq!(me.delete("/identity/login-methods/facebook").await.body, json!({ "acknowledged": true, "deletedCount": 1 }));
        assert_eq!(me.get("/identity/session").await.status, 200);
        caller(shop, &by_facebook, "").get("/identity/session").await.is(401, "unauthenticated");
        let mut again = signed_in(shop, Provider::Facebook, &who::cleo()).await;
        assert_eq!(session(&mut again).await["email"], Value::Null, "it leads to an account of its own");
        me.delete("/identity/login-methods/google").await.is(409, "last_login_method");
        // A password is not a login method while the account has no e-mail address.
        let cleo = signed_in(shop, Provider::Twitter, &who::cleo()).await;
        let me = caller(shop, &cleo, "");
        me.post("/identity/password/change", json!({ "password": "correct horse" })).await;
        me.delete("/identity/login-methods/twitter").await.is(409, "last_login_method");
    }
}
