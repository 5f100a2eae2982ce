//! Guessing at passwords: what an account bears, and that its owner is not kept out by it.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use trowel::base::{
    config::{RunMode, limits::Limits},
    rate_limit::LimitedAction,
};

use crate::support::{Answer, Person, Setup, TestShop, on_both_engines, with_shop};

const SECOND: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_hours(1);

fn guess(email: &str) -> Value {
    json!({ "email": email, "password": "wrong password" })
}

async fn try_at(person: &Person<'_>, email: &str) -> Answer {
    person.post("/identity/sign-in", guess(email)).await
}

async fn enter(person: &Person<'_>) -> Answer {
    person.post("/identity/sign-in", json!({ "email": person.email, "password": "correct horse" })).await
}

/// Makes wrong guesses until one has to wait; how many were looked at.
async fn guess_on(stranger: &Person<'_>, email: &str) -> usize {
    for looked_at in 0..100 {
        let answer = try_at(stranger, email).await;
        if answer.status == 429 {
            return looked_at;
        }
        answer.is(401, "bad_credentials");
    }
    panic!("the server did not stop a hundred guesses");
}

on_both_engines! {
    async fn after_five_wrong_passwords_each_one_waits_longer(shop: TestShop) {
        shop.shop.clock.stop();
        let ada = shop.customer("Ada").await;
        let mut stranger = shop.visitor();
        stranger.email.clone_from(&ada.email);
        for email in ["unknown@example.com", "ada@example.com"] {
            assert_eq!(guess_on(&stranger, email).await, 5, "{email}");
            for wait in ["1", "2", "4", "8", "16", "32", "60", "60"] {
                let answer = try_at(&stranger, email).await;
                answer.is(429, "too_many_requests");
                assert_eq!(answer.header("retry-after"), wait, "{email}");
                shop.shop.clock.advance(SECOND * wait.parse().unwrap());
                try_at(&stranger, email).await.is(401, "bad_credentials");
            }
        }
        enter(&stranger).await.is(429, "too_many_requests");
        assert_eq!(ada.get("/identity/session").await.status, 200, "an existing session stays valid");
        shop.shop.clock.advance(60 * SECOND);
        assert_eq!(enter(&stranger).await.status, 200);
        shop.shop.clock.advance(HOUR + SECOND);
        assert_eq!(guess_on(&stranger, "ada@example.com").await, 5, "after a quiet hour they are forgotten");
    }

    async fn guesses_at_the_same_moment_all_count(shop: TestShop) {
        shop.shop.clock.stop();
        shop.customer("Ada").await;
        let guesses = (0..20).map(|_| async { try_at(&shop.visitor(), "ada@example.com").await.status });
        let mut statuses = join_all(guesses).await;
        statuses.sort_unstable();
        assert_eq!(statuses, [[401; 5].as_slice(), &[429; 15]].concat());
    }

    async fn a_browser_that_has_signed_in_before_is_not_kept_out(shop: TestShop) {
        shop.shop.clock.stop();
        let mut ada = shop.customer("Ada").await;
        let mut bo = shop.customer("Bo").await;
        assert_eq!(guess_on(&shop.visitor(), "ada@example.com").await, 5);
        assert_eq!(ada.post("/identity/sign-out", json!({})).await.status, 200);
        ada.sign_in().await;
        assert_eq!(guess_on(&ada, "ada@example.com").await, 5, "with a count of its own, even with the cookie");
        shop.shop.clock.advance(60 * SECOND);
        // What Bo's browser is known for says nothing about Ada.
        guess_on(&bo, "ada@example.com").await;
        bo.sign_in().await;
        // One browser, two accounts.
        shop.shop.clock.advance(60 * SECOND);
        let (bos_email, bos_session) = (bo.email.clone(), bo.cookie.clone());
        bo.email.clone_from(&ada.email);
        bo.sign_in().await;
        guess_on(&shop.visitor(), "ada@example.com").await;
        guess_on(&shop.visitor(), "bo@example.com").await;
        assert_eq!(enter(&bo).await.status, 200);
        (bo.email, bo.cookie) = (bos_email, bos_session);
        assert_eq!(enter(&bo).await.status, 200);
    }

    async fn right_passwords_are_not_counted(shop: TestShop) {
        shop.shop.clock.stop();
        let ada = shop.customer("Ada").await;
        let mut stranger = shop.visitor();
        stranger.email.clone_from(&ada.email);
        for _ in 0..3 {
            try_at(&stranger, "ada@example.com").await.is(401, "bad_credentials");
        }
        for _ in 0..10 {
            assert_eq!(enter(&stranger).await.status, 200, "signed in without a cookie, ten times");
        }
        assert_eq!(guess_on(&stranger, "ada@example.com").await, 2, "nor do they take back what others guessed");
    }

    async fn a_browser_that_stays_away_for_a_year_is_a_stranger(shop: TestShop) {
        shop.shop.clock.stop();
        let ada = shop.customer("Ada").await;
        shop.shop.clock.advance(364 * 24 * HOUR);
        guess_on(&shop.visitor(), "ada@example.com").await;
        assert_eq!(enter(&ada).await.status, 200, "and the year begins again");
        shop.shop.clock.advance(365 * 24 * HOUR);
        guess_on(&shop.visitor(), "ada@example.com").await;
        enter(&ada).await.is(429, "too_many_requests");
    }

    async fn the_cookie_of_a_known_browser_stays_after_signing_out(shop: TestShop) {
        shop.shop.clock.stop();
        let answer = shop.visitor().post("/identity/sign-up", json!({ "name": "Ada", "email": "ada@example.com", "password": "correct horse" })).await;
        let lines: Vec<_> = answer.headers.get_all("set-cookie").iter().map(|line| line.to_str().unwrap()).collect();
        let [session, device] = lines[..] else { panic!("{lines:?}") };
        assert!(session.starts_with("trowel_session="), "{session}");
        let (value, attributes) = device.split_once("; ").unwrap();
        assert!(value.starts_with("trowel_device=") && value.len() > 50, "{device}");
        let mut attributes: Vec<_> = attributes.split("; ").collect();
        attributes.sort_unstable();
        assert_eq!(attributes, ["HttpOnly", "Max-Age=31536000", "Path=/", "SameSite=Lax"]);
        let mut ada = shop.visitor();
        ada.remember(&answer);
        let answer = ada.post("/identity/sign-out", json!({})).await;
        assert!(answer.header("set-cookie").starts_with("trowel_session=; "));
        assert_eq!(answer.headers.get_all("set-cookie").iter().count(), 1);
    }
}

fn with_mail(setup: Setup) -> Setup {
    Setup { mail: true, ..setup }
}

mod mailed_links {
    use super::*;

    on_both_engines! {
        with super::with_mail;

        async fn an_owner_with_the_right_password_is_mailed_a_link_while_others_guess(shop: TestShop) {
            shop.shop.clock.stop();
            shop.verified_customer("Ada").await;
            let cy = shop.customer("Cy").await;
            guess_on(&shop.visitor(), "ada@example.com").await;
            let mut owner = shop.visitor();
            owner.email = "ada@example.com".into();
            let wrong = try_at(&owner, "ada@example.com").await;
            assert_eq!(link(shop, "ada@example.com").await, None, "a wrong password causes no e-mail");
            let right = enter(&owner).await;
            right.is(429, "too_many_requests");
            assert_eq!(right.body, wrong.body, "the response does not say whether the password was right");
            let token = json!({ "token": link(shop, "ada@example.com").await.unwrap() });
            let answer = owner.post("/identity/email/sign-in", token.clone()).await;
            assert_eq!((answer.status, &answer.body["email"]), (200, &json!("ada@example.com")), "{}", answer.text);
            owner.remember(&answer);
            let sessions = owner.get("/identity/sessions").await.body;
            let current = sessions.as_array().unwrap().iter().find(|session| session["current"] == true);
            assert_eq!(current.unwrap()["method"], "email");
            owner.post("/identity/email/sign-in", token).await.is(409, "link_expired");
            assert_eq!(enter(&owner).await.status, 200, "and this browser is known from now on");
            guess_on(&shop.visitor(), "cy@example.com").await;
            let mut new_browser = shop.visitor();
            new_browser.email.clone_from(&cy.email);
            enter(&new_browser).await.is(429, "too_many_requests");
            assert_eq!(link(shop, "cy@example.com").await, None, "the address is not verified");
            let mut third = shop.visitor();
            third.email = "ada@example.com".into();
            enter(&third).await.is(429, "too_many_requests");
            let expired = link(shop, "ada@example.com").await.unwrap();
            shop.shop.clock.advance(HOUR);
            owner.post("/identity/email/sign-in", json!({ "token": expired })).await.is(409, "link_expired");
        }
    }

    /// The token of the newest login link to this address.
    async fn link(shop: &TestShop, email: &str) -> Option<String> {
        let letters = shop.letters_to(email).await;
        let letter = letters.iter().rev().find(|letter| letter.kind == "log_in")?;
        let (_, token) = letter.text_body.split_once("/email-login#token=").unwrap();
        Some(token.split_whitespace().next().unwrap().to_owned())
    }
}

#[tokio::test]
async fn attempts_from_one_address_are_so_many_in_a_minute() {
    let limits = Limits::of(RunMode::Serve).with(LimitedAction::LogIn, 3);
    with_shop(Setup { limits, ..Setup::sqlite() }, async |shop| {
        shop.shop.clock.stop();
        let ada = shop.customer("Ada").await; // the first of three
        for email in ["ada@example.com", "bo@example.com"] {
            try_at(&ada, email).await.is(401, "bad_credentials");
        }
        let new = json!({ "name": "Bo", "email": "bo@example.com", "password": "correct horse" });
        for (path, body) in [("/identity/sign-in", guess("cy@example.com")), ("/identity/sign-up", new)] {
            let answer =
                ada.call(Method::POST, path).header("x-forwarded-for", "192.0.2.7").json(body).send().await;
            answer.is(429, "too_many_requests");
            assert_eq!(answer.header("retry-after"), "20");
        }
        assert_eq!(ada.get("/identity/session").await.status, 200, "an existing session stays valid");
    })
    .await;
}
