//! An account changes while a provider is slow to answer, or while another transaction holds its row.

use std::{sync::Arc, time::Duration};

use futures_util::TryFutureExt as _;
use reqwest::Url;
use serde_json::json;
use trowel::{
    accounts::{
        self, login_methods,
        session::NewSession,
        social::{
            account_linking::{LinkError, LoginEffect, LoginResult, finish, login_or_create},
            external_profile::{ExternalIdentity, ExternalProfile, LoginMethod},
            store,
        },
        user::{AuthMethod, User},
    },
    values::{email::Email, ids::Secret, social_provider::SocialProvider},
};
use trowel_sandbox::oauth::Provider;

use crate::{
    accounts::social_support::{Browser, who},
    sales::concurrency::{TxStep, account, row_of, tx_step, while_held},
    support::{TestShop, on_both_engines},
};

const TEN_MINUTES: Duration = Duration::from_mins(10);

/// Signed in by Google, and about to add GitHub: the address to come back to.
async fn about_to_link(shop: &TestShop, browser: &mut Browser<'_>) -> Url {
    let mut me = shop.visitor();
    me.cookie = browser.cookies();
    let answer = me.post("/identity/login-methods/github", json!({ "mode": "redirect" })).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    browser.keep_cookies(&answer);
    let page = Url::parse(answer.body["location"].as_str().unwrap()).unwrap();
    shop.elsewhere().decide(&page, &[("decision", "allow"), ("person", &who::bram())]).await
}

async fn signed_in(shop: &TestShop) -> Browser<'_> {
    let mut browser = Browser::of(shop);
    assert_eq!(browser.continue_with(Provider::Google, &who::ada(), "").await.status, 303);
    browser
}

fn robin_elsewhere(email: Option<&str>) -> ExternalProfile {
    let identity = ExternalIdentity {
        provider: SocialProvider::Google,
        issuer: "https://accounts.example.org".into(),
        subject: "robin".into(),
        label: "Robin".into(),
    };
    ExternalProfile::new(LoginMethod::External(identity), email.and_then(Email::parse), "Robin", None)
}

async fn comes(shop: &TestShop, profile: &ExternalProfile) -> Result<LoginResult, LinkError> {
    let now = shop.shop.clock.now();
    let session = NewSession::new(&Secret::new(), AuthMethod::Google, "", None, Arc::default(), now);
    login_or_create(&shop.shop, profile.clone(), session).await
}

/// An account with a verified address and no way of signing in elsewhere.
async fn with_address(shop: &TestShop, name: &str) -> User {
    let email = shop.newcomer(name).await.email;
    crate::accounts::social::verify(shop, &email).await;
    account(shop, &email).await
}

/// The login of `profile` reads the account and waits for its row. Another transaction then commits `change`.
async fn comes_during<I: Send + Sync + 'static>(
    shop: &TestShop,
    profile: &ExternalProfile,
    account: &User,
    change: TxStep<I, LinkError>,
) -> Result<LoginResult, LinkError> {
    while_held(shop, 1, row_of(account), change, comes(shop, profile)).await
}

on_both_engines! {
    with crate::accounts::social_support::played;

    async fn a_session_that_ends_during_the_callback_links_no_provider(shop: TestShop) {
        let mut mallory = signed_in(shop).await;
        let back = about_to_link(shop, &mut mallory).await;
        let mut ada = shop.visitor();
        ada.cookie = signed_in(shop).await.cookies();
        shop.elsewhere().misbehave(json!([{ "path_contains": "github/token", "action": "hold" }])).await;
        let (end, ()) = tokio::join!(mallory.come_back(&back), async {
            shop.elsewhere().until_nothing_waits().await;
            assert_eq!(ada.delete("/identity/sessions").await.status, 200);
            shop.elsewhere().behave().await;
        });
        assert!(end.header("location").contains("problem=signed_out"), "{}", end.header("location"));
        assert_eq!(ada.get("/identity/login-methods").await.body["links"].as_array().unwrap().len(), 1);
    }

    async fn an_old_session_cannot_link_a_provider(shop: TestShop) {
        let browser = signed_in(shop).await;
        let mut me = shop.visitor();
        me.cookie = browser.cookies();
        shop.shop.clock.advance(TEN_MINUTES);
        me.post("/identity/login-methods/github", json!({})).await.is(403, "reauthentication_required");
    }

    async fn the_same_person_at_the_same_moment_is_not_another_one(shop: TestShop) {
        let robin = robin_elsewhere(Some("robin@example.com"));
        let account = with_address(shop, "Robin").await;
        let (way, user, now) = (robin.login_method.clone(), account.id.clone(), shop.shop.clock.now());
        let adds = tx_step((way, user, now), |tx, (way, user, now)| {
            Box::pin(async move {
                assert!(store::link(tx, user, way, *now).await?);
                Ok(())
            })
        });
        let came = comes_during(shop, &robin, &account, adds).await.unwrap();
        assert_eq!((came.user.id, came.effect), (account.id, LoginEffect::Existing));
    }

    async fn an_account_that_becomes_part_of_another_lets_its_owner_into_that(shop: TestShop) {
        let wren = with_address(shop, "Wren").await;
        let unfinished = comes(shop, &robin_elsewhere(None)).await.unwrap().user;
        let input = (unfinished.clone(), Email::parse("wren@example.com").unwrap(), shop.shop.clock.now());
        let finishes = tx_step(input, |tx, (merged, email, now)| Box::pin(finish(tx, merged, email, "Robin", *now).map_ok(drop)));
        let came = comes_during(shop, &robin_elsewhere(None), &unfinished, finishes).await.unwrap();
        assert_eq!((came.user.id, came.effect), (wren.id, LoginEffect::Existing));
    }

    async fn a_session_that_ends_while_waiting_unlinks_no_provider(shop: TestShop) {
        let mallory = shop.customer("Wren").await;
        let account = account(shop, &mallory.email).await;
        let input = (account.id.clone(), LoginMethod::Phone("+16135550142".into()), shop.shop.clock.now());
        let phone = tx_step(input, |tx, (user, phone, now)| Box::pin(store::link(tx, user, phone, *now).map_ok(drop)));
        let puts_out = tx_step(account.id.clone(), |tx, user| Box::pin(accounts::session::store::delete_all(tx, user)));
        while_held(shop, 0, row_of(&account), phone, async {}).await;
        let removed = while_held(shop, 1, row_of(&account), puts_out, mallory.delete("/identity/login-methods/phone")).await;
        removed.is(401, "unauthenticated");
        let mut wren = mallory;
        wren.sign_in().await;
        assert_eq!(wren.get("/identity/login-methods").await.body["phone"], "+16135550142");
    }

    async fn a_way_that_is_taken_away_meanwhile_opens_the_account_no_more(shop: TestShop) {
        let before = comes(shop, &robin_elsewhere(None)).await.unwrap().user;
        let takes = tx_step(before.id.clone(), |tx, user| {
            Box::pin(async move {
                login_methods::store::delete_link(tx, user, SocialProvider::Google).await?;
                Ok(())
            })
        });
        let came = comes_during(shop, &robin_elsewhere(None), &before, takes).await.unwrap();
        assert_eq!(came.effect, LoginEffect::Made);
        assert_ne!(came.user.id, before.id);
    }
}
