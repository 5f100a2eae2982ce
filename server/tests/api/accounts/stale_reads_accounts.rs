//! A request reads rows, waits for a lock, and then sees that another transaction changed them: logins, codes, e-mails,
//! and expired rows.

use std::time::Duration;

use argon2::{Algorithm, Argon2, Params, Version, password_hash::PasswordHasher as _};
use futures_util::future::{join, join_all};
use serde_json::json;
use trowel::{
    accounts::{
        self,
        one_time_code::{self, CodeCheck, CodeRequest, IssuedCode},
    },
    base::{
        email::{Mailer, message::EmailMessage, outbox},
        rate_limit::{self, LimitError, LimitedAction, RateLimits},
    },
    db::{self, Tx, params},
    values::{email::Email, time::Timestamp},
};

use crate::{
    sales::concurrency::{account, lock_table, nothing, row_of, statement_step, tx_step, while_held},
    support::{Setup, TestShop, on_both_engines, with_shop},
};

/// Tables are written in a module of their own, as in a store.
mod rows {
    trowel::db::statements! {
        // Others may look, and wait with what they want to write.
        pub HOLD_CODES = "LOCK TABLE one_time_codes IN SHARE MODE";
        pub HOLD_COUNTERS = "UPDATE rate_limits SET count = count";
    }
}

const MINUTE: Duration = Duration::from_mins(1);
const TWO_HOURS: Duration = Duration::from_hours(2);

fn code_request(target: String, requester: String) -> CodeRequest {
    CodeRequest { target, requester, is_known_device: false }
}

async fn issue(shop: &TestShop, target: String, requester: String) -> Result<IssuedCode, LimitError> {
    let input = (code_request(target, requester), shop.shop.clock.now());
    let issued = shop
        .shop
        .db
        .try_write(input, |tx, (request, now)| Box::pin(one_time_code::issue(tx, request, "123456", *now)));
    issued.await
}

async fn wrong(shop: &TestShop, target: String, requester: String) -> CodeCheck {
    let input = (code_request(target, requester), shop.shop.clock.now());
    let checked = shop
        .shop
        .db
        .write(input, |tx, (request, now)| Box::pin(one_time_code::check(tx, request, "000000", *now)));
    checked.await.unwrap()
}

async fn count_email(tx: &Tx<'_>, now: Timestamp) -> Result<(), db::Error> {
    let limit = RateLimits::of_shop().by(LimitedAction::SendEmail, "reset_password ada@example.com");
    rate_limit::take(tx, &[limit], now).await.map(drop)
}

on_both_engines! {
    async fn two_who_bring_the_right_password_of_an_older_kind_at_once_are_both_let_in(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let older = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8, 1, 1, None).unwrap());
        let older = older.hash_password_with_salt(b"correct horse", &[7; 16]).unwrap().to_string();
        let email = Email::parse(&ada.email).unwrap();
        let input = (email, older);
        shop.shop.db.write(input, |tx, (email, older)| accounts::store::set_password(tx, email, older)).await.unwrap();
        let (user, visitor) = (account(shop, &ada.email).await, shop.visitor());
        let body = json!({ "email": ada.email, "password": "correct horse" });
        let both = join(visitor.post("/identity/sign-in", body.clone()), visitor.post("/identity/sign-in", body));
        let (one, other) = while_held(shop, 2, row_of(&user), nothing(), both).await;
        assert_eq!((one.status, other.status), (200, 200), "{} {}", one.text, other.text);
    }

    async fn concurrent_requests_for_codes_share_one_limit(shop: TestShop) {
        for n in 0..9 {
            assert!(issue(shop, format!("+1613555{n:04}"), "mallory".into()).await.is_ok());
        }
        let asked = join_all((9..12).map(|n| issue(shop, format!("+1613555{n:04}"), "mallory".into())));
        let issued = while_held(shop, 3, lock_table(&rows::HOLD_CODES), nothing(), asked).await;
        assert_eq!(issued.iter().filter(|issued| issued.is_ok()).count(), 1);
    }

    async fn of_codes_that_are_tried_at_once_no_more_are_looked_at_in_a_day(shop: TestShop) {
        let target = "+16135550142";
        for batch in 0..2 {
            for nth in 0..3 {
                assert!(issue(shop, target.into(), format!("{batch}.{nth}")).await.is_ok());
                shop.shop.clock.advance(MINUTE);
                for _ in 0..4 {
                    assert_eq!(wrong(shop, target.into(), format!("{batch}.{nth}")).await, CodeCheck::Wrong);
                }
            }
            shop.shop.clock.advance(10 * MINUTE);
        }
        for nth in 0..3 {
            assert!(issue(shop, target.into(), format!("2.{nth}")).await.is_ok());
            shop.shop.clock.advance(Duration::from_secs(31));
            if nth < 2 {
                assert_eq!(wrong(shop, target.into(), format!("2.{nth}")).await, CodeCheck::Wrong);
            }
        }
        // The 26th attempt.
        let tried = join_all((0..9).map(|n| wrong(shop, target.into(), format!("2.{}", n % 3))));
        let judged = while_held(shop, 9, lock_table(&rows::HOLD_CODES), nothing(), tried).await;
        assert_eq!(judged.iter().filter(|judged| **judged == CodeCheck::Wrong).count(), 4, "{judged:?}");
    }

    async fn what_is_used_again_at_the_last_moment_is_not_forgotten(shop: TestShop) {
        shop.shop.db.write(shop.shop.clock.now(), |tx, now| Box::pin(count_email(tx, *now))).await.unwrap();
        shop.shop.clock.advance(TWO_HOURS);
        let now = shop.shop.clock.now();
        let hold = statement_step(&rows::HOLD_COUNTERS, params![]);
        let count = tx_step(now, |tx, now| Box::pin(count_email(tx, *now)));
        let forget = shop.shop.db.write(now, |tx, now| Box::pin(rate_limit::store::delete_expired(tx, *now)));
        assert_eq!(while_held(shop, 1, hold, count, forget).await.unwrap(), 0);
    }
}

async fn a_node_that_was_too_slow_gives_up_no_letter_of_another(shop: &TestShop) {
    let input = (shop.shop.mailer.clone(), shop.shop.clock.now());
    let state = shop.shop.db.write(input, |tx, (mailer, now)| Box::pin(claim_twice(tx, mailer, *now))).await;
    assert_eq!(state.unwrap().unwrap(), "sent");
}

/// The state of an e-mail that one node claims, and another one after the first claim expired.
async fn claim_twice(tx: &Tx<'_>, mailer: &Mailer, now: Timestamp) -> Result<Option<String>, db::Error> {
    let message = EmailMessage::FinishAccount { link: "x".into(), expires_at: now.plus(MINUTE) };
    mailer.queue(tx, &Email::parse("ada@example.com").unwrap(), &message, now).await?;
    let slow = outbox::claim(tx, now, now.plus(MINUTE)).await?.unwrap();
    let later = now.plus(2 * MINUTE);
    let other = outbox::claim(tx, later, later.plus(MINUTE)).await?.unwrap();
    outbox::mark_failed(tx, &slow.id, slow.claimed_until, "too late", true).await?;
    outbox::reschedule(tx, &slow, 1, now, "too late").await?;
    assert!(outbox::claim(tx, later, later.plus(MINUTE)).await?.is_none(), "it is the other's");
    outbox::mark_sent(tx, &other.id, later).await?;
    outbox::state(tx, &other.id).await
}

#[tokio::test]
async fn a_slow_node_gives_up_no_letter_of_another() {
    for setup in [Setup::sqlite().with_mail(), Setup::postgres().with_mail()] {
        with_shop(setup, a_node_that_was_too_slow_gives_up_no_letter_of_another).await;
    }
}
