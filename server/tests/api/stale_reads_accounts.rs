//! A request reads rows, waits for a lock, and then sees that another transaction changed them: logins, codes, e-mails,
//! and expired rows.

use std::time::Duration;

use argon2::{Algorithm, Argon2, Params, Version, password_hash::PasswordHasher as _};
use futures_util::future::{join, join_all};
use serde_json::json;
use trowel::{
    db::{self, Engine, Tx, Work, params},
    email::{self, message::EmailMessage},
    identity::{
        self,
        one_time_code::{self, CodeCheck, CodePurpose, CodeRequest, IssuedCode},
    },
    rate_limit::{self, LimitedAction, RateLimited},
    values::{email::Email, time::Moment},
};

use crate::{
    concurrency::{TxStep, account, row_of, tx_step, while_held},
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

async fn in_one<T: Send + 'static, W: Clone + Send + Sync + 'static>(
    shop: &TestShop,
    with: W,
    work: for<'a> fn(&'a Tx<'a>, W) -> Work<'a, Result<T, db::Error>>,
) -> T {
    shop.shop.db.write_with(move |tx| work(tx, with.clone())).await.unwrap()
}

fn nothing() -> impl TxStep<db::Error> {
    tx_step((), |_, ()| Box::pin(async { Ok(()) }))
}

/// On SQLite a write excludes reads anyway.
fn hold_codes() -> impl TxStep<db::Error> {
    tx_step((), |tx, ()| {
        Box::pin(async move {
            if tx.engine() == Engine::Postgres {
                tx.execute(&rows::HOLD_CODES, params![]).await?;
            }
            Ok(())
        })
    })
}

fn errand(target: &str, holder: &str) -> CodeRequest {
    CodeRequest {
        purpose: CodePurpose::Phone,
        target: target.into(),
        requester: holder.into(),
        is_known_device: false,
    }
}

async fn issue(shop: &TestShop, target: String, holder: String) -> Result<IssuedCode, RateLimited> {
    in_one(shop, (target, holder, shop.shop.clock.now()), |tx, (target, holder, now)| {
        Box::pin(async move { one_time_code::issue(tx, &errand(&target, &holder), "123456", now).await })
    })
    .await
}

async fn wrong(shop: &TestShop, target: String, holder: String) -> CodeCheck {
    in_one(shop, (target, holder, shop.shop.clock.now()), |tx, (target, holder, now)| {
        Box::pin(async move { one_time_code::check(tx, &errand(&target, &holder), "000000", now).await })
    })
    .await
}

fn count_email<'a>(tx: &'a Tx<'a>, now: Moment) -> Work<'a, Result<(), db::Error>> {
    Box::pin(async move {
        let limit = LimitedAction::EmailPasswordReset.by("ada@example.com");
        rate_limit::take(tx, &[limit], now).await.map(drop)
    })
}

on_both_engines! {
    async fn two_who_bring_the_right_password_of_an_older_kind_at_once_are_both_let_in(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let older = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8, 1, 1, None).unwrap());
        let older = older.hash_password_with_salt(b"correct horse", &[7; 16]).unwrap().to_string();
        let email = Email::parse(&ada.email).unwrap();
        in_one(shop, (email, older), |tx, (email, older)| {
            Box::pin(async move { identity::store::set_password(tx, &email, &older).await })
        })
        .await;
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
        let issued = while_held(shop, 3, hold_codes(), nothing(), asked).await;
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
        let judged = while_held(shop, 9, hold_codes(), nothing(), tried).await;
        assert_eq!(judged.iter().filter(|judged| **judged == CodeCheck::Wrong).count(), 4, "{judged:?}");
    }

    async fn what_is_used_again_at_the_last_moment_is_not_forgotten(shop: TestShop) {
        in_one(shop, shop.shop.clock.now(), count_email).await;
        shop.shop.clock.advance(TWO_HOURS);
        let now = shop.shop.clock.now();
        let hold = tx_step((), |tx, ()| {
            Box::pin(async move { tx.execute(&rows::HOLD_COUNTERS, params![]).await.map(drop) })
        });
        let forget = in_one(shop, now, |tx, now| Box::pin(async move { rate_limit::store::delete_expired(tx, now).await }));
        assert_eq!(while_held(shop, 1, hold, tx_step(now, count_email), forget).await, 0);
    }
}

async fn a_node_that_was_too_slow_gives_up_no_letter_of_another(shop: &TestShop) {
    let now = shop.shop.clock.now();
    let written = (shop.shop.mailer.clone(), now);
    let left = in_one(shop, written, |tx, (mail, now)| {
        Box::pin(async move {
            let (to, letter) =
                (Email::parse("ada@example.com").unwrap(), EmailMessage::MadeAdmin { name: "Ada".into() });
            mail.queue(tx, &to, &letter, now).await?;
            let slow = email::outbox::claim(tx, now, now.plus(MINUTE)).await?.unwrap();
            let later = now.plus(2 * MINUTE);
            let other = email::outbox::claim(tx, later, later.plus(MINUTE)).await?.unwrap();
            email::outbox::mark_failed(tx, &slow.id, slow.claimed_until, "too late", true).await?;
            email::outbox::reschedule(tx, &slow.id, slow.claimed_until, 1, now, "too late").await?;
            assert!(
                email::outbox::claim(tx, later, later.plus(MINUTE)).await?.is_none(),
                "it is the other's"
            );
            email::outbox::mark_sent(tx, &other.id, later).await?;
            email::outbox::status(tx, &other.id).await
        })
    })
    .await;
    assert_eq!(left.unwrap().state, "sent");
}

#[tokio::test]
async fn a_slow_node_gives_up_no_letter_of_another() {
    for setup in [Setup::sqlite().with_mail(), Setup::postgres().with_mail()] {
        with_shop(setup, a_node_that_was_too_slow_gives_up_no_letter_of_another).await;
    }
}
