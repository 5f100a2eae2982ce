//! What happens to an account while a provider takes its time, and while somebody else changes it.

use std::{sync::Arc, time::Duration};

use reqwest::Url;
use serde_json::json;
use tokio::sync::Notify;
use trowel::{
    db::{self, Place, Tx, Work},
    external::{
        self,
        admit::{Admitted, Identity, Newcomer, News, Refusal, Way, finish, let_in},
        links, store,
    },
    identity::{
        self,
        session::{Method, NewSession},
        user::User,
    },
    values::{
        email::Email,
        ids::{Id, Secret},
    },
};
use trowel_sandbox::oauth::Provider;

use crate::{
    elsewhere::{Browser, who},
    support::{TestShop, on_both_engines},
};

const TEN_MINUTES: Duration = Duration::from_mins(10);

/// Signed in by Google, and about to add GitHub: the address to come back to.
async fn about_to_link(shop: &TestShop, browser: &mut Browser<'_>) -> Url {
    let mut me = shop.visitor();
    me.cookie = browser.cookies();
    let answer = me.post("/identity/links/github", json!({ "mode": "redirect" })).await;
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

fn robin_elsewhere(email: Option<&str>) -> Newcomer {
    let identity = Identity {
        provider: external::Provider::Google,
        issuer: "https://accounts.example.org".into(),
        subject: "robin".into(),
        label: "Robin".into(),
    };
    Newcomer::new(Way::Elsewhere(identity), email.and_then(Email::parse), "Robin", None)
}

async fn comes(shop: &TestShop, newcomer: &Newcomer) -> Result<Admitted, Refusal> {
    let now = shop.shop.clock.now();
    let session = NewSession::new(&Secret::new(), Method::Google, "", None, Arc::default(), now);
    let_in(&shop.shop, newcomer.clone(), session).await
}

/// An account with a verified address and no way of signing in elsewhere.
async fn with_address(shop: &TestShop, name: &str) -> User {
    let email = shop.newcomer(name).await.email;
    crate::external::verify(shop, &email).await;
    let found = shop.shop.db.read(move |tx| {
        let email = Email::parse(&email).unwrap();
        Box::pin(async move { identity::store::account_by_email(tx, &email).await })
    });
    let found: Result<_, db::Error> = found.await;
    found.unwrap().unwrap().user
}

/// Until somebody in this database waits for what another one holds.
async fn somebody_waits(url: &str) {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    let waiting =
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while client.query(waiting, &[]).await.unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(client);
    let _ = connection.await;
}

/// What `newcomer` meets who saw the account as it was, and had to wait while somebody else made this change to it.
async fn comes_during(
    shop: &TestShop,
    newcomer: &Newcomer,
    account: &User,
    change: impl for<'a> Fn(&'a Tx<'a>) -> Work<'a, Result<(), Refusal>> + Send + Sync + 'static,
) -> Result<Admitted, Refusal> {
    // SQLite lets nobody look while another writes: there they simply come one after the other.
    let server = match &shop.shop.config.place {
        Place::Sqlite(_) => None,
        Place::Postgres(url) => Some(url),
    };
    let (account, change, is_watched) = (account.id.clone(), Arc::new(change), server.is_some());
    let (holds, goes_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (held, told) = (Arc::clone(&holds), Arc::clone(&goes_on));
    let changed = shop.shop.db.write(move |tx| {
        let (account, change, held, told) =
            (account.clone(), Arc::clone(&change), Arc::clone(&held), Arc::clone(&told));
        Box::pin(async move {
            identity::store::lock_user(tx, &account).await?;
            held.notify_one();
            if is_watched {
                told.notified().await;
            }
            change(tx).await
        })
    });
    let rival = async {
        holds.notified().await;
        let (came, ()) = tokio::join!(comes(shop, newcomer), async {
            if let Some(url) = server {
                somebody_waits(url).await;
            }
            goes_on.notify_one();
        });
        came
    };
    let (changed, came) = tokio::join!(changed, rival);
    changed.unwrap();
    came
}

on_both_engines! {
    with crate::elsewhere::played;

    async fn whoever_is_put_out_while_the_provider_answers_adds_no_way_in(shop: TestShop) {
        let mut mallory = signed_in(shop).await;
        let back = about_to_link(shop, &mut mallory).await;
        let mut ada = shop.visitor();
        ada.cookie = signed_in(shop).await.cookies();
        shop.elsewhere().misbehave(json!([{ "path_contains": "github/token", "action": { "delay_ms": 1_500 } }])).await;
        let (end, ()) = tokio::join!(mallory.come_back(&back), async {
            shop.elsewhere().until_nothing_waits().await;
            assert_eq!(ada.delete("/identity/sessions").await.status, 200);
        });
        assert!(end.header("location").contains("problem=link_signed_out"), "{}", end.header("location"));
        assert_eq!(ada.get("/identity/links").await.body["links"].as_array().unwrap().len(), 1);
    }

    async fn an_open_browser_that_somebody_found_adds_no_way_in(shop: TestShop) {
        let browser = signed_in(shop).await;
        let mut me = shop.visitor();
        me.cookie = browser.cookies();
        shop.shop.clock.advance(TEN_MINUTES);
        me.post("/identity/links/github", json!({})).await.is(403, "sign_in_again");
    }

    async fn the_same_person_at_the_same_moment_is_not_another_one(shop: TestShop) {
        let robin = robin_elsewhere(Some("robin@example.com"));
        let account = with_address(shop, "Robin").await;
        let (way, user, now) = (robin.way.clone(), account.id.clone(), shop.shop.clock.now());
        let came = comes_during(shop, &robin, &account, move |tx| {
            let (way, user) = (way.clone(), user.clone());
            Box::pin(async move {
                assert!(store::add_way(tx, &user, &way, now).await?);
                Ok(())
            })
        })
        .await
        .unwrap();
        assert_eq!((came.user.id, came.news), (account.id, News::Known));
    }

    async fn an_account_that_becomes_part_of_another_lets_its_owner_into_that(shop: TestShop) {
        let wren = with_address(shop, "Wren").await;
        let unfinished = comes(shop, &robin_elsewhere(None)).await.unwrap().user;
        let (merged, now) = (unfinished.clone(), shop.shop.clock.now());
        let came = comes_during(shop, &robin_elsewhere(None), &unfinished, move |tx| {
            let merged = merged.clone();
            Box::pin(async move {
                let email = Email::parse("wren@example.com").unwrap();
                finish(tx, &merged, &email, "Robin", now).await.map(drop)
            })
        })
        .await
        .unwrap();
        assert_eq!((came.user.id, came.news), (wren.id, News::Known));
    }

    async fn a_way_that_is_taken_away_meanwhile_opens_the_account_no_more(shop: TestShop) {
        let before = comes(shop, &robin_elsewhere(None)).await.unwrap().user;
        let user: Id = before.id.clone();
        let came = comes_during(shop, &robin_elsewhere(None), &before, move |tx| {
            let user = user.clone();
            Box::pin(async move {
                links::store::delete_link(tx, &user, external::Provider::Google).await?;
                Ok(())
            })
        })
        .await
        .unwrap();
        assert_eq!(came.news, News::Made);
        assert_ne!(came.user.id, before.id);
    }
}
