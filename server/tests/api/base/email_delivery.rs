//! E-mails on their way from the table to the mail server, and everything that can go wrong there.

use std::{collections::BTreeSet, pin::pin, task::Poll, time::Duration};

use futures_util::FutureExt as _;
use serde_json::json;
use trowel::{
    base::{
        config::RunMode,
        email::{
            message::EmailMessage,
            order_summary::{OrderSummary, PaymentTerms},
            outbox_worker::deliver_due,
        },
    },
    db::{self, params, statements},
    values::{email::Email, ids::Id, money::Cents},
};
use trowel_sandbox::ReceivedEmail;

use crate::support::{Setup, TestShop, with_shop};

statements! {
    SPOIL = "UPDATE email_outbox SET recipient = 'invalid' WHERE recipient = 'ada@example.com'";
    WORDS = "SELECT message FROM email_outbox WHERE recipient = $1";
}

/// In demo mode every address gets e-mails, also without an account.
fn deliverable(setup: Setup) -> Setup {
    Setup { mode: RunMode::Demo, mail: true, ..setup }
}

fn with_mail() -> [Setup; 2] {
    [Setup::sqlite(), Setup::postgres()].map(deliverable)
}

async fn queue(shop: &TestShop, to: &str, message: EmailMessage) {
    let input = (shop.shop.mailer.clone(), Email::parse(to).unwrap(), message, shop.shop.clock.now());
    let queued = shop
        .shop
        .db
        .write(input, |tx, (mailer, to, message, now)| Box::pin(mailer.queue(tx, to, message, *now)));
    queued.await.unwrap();
}

fn news() -> EmailMessage {
    EmailMessage::PasswordChanged { name: "Ada".into() }
}

fn reset(shop: &TestShop) -> EmailMessage {
    EmailMessage::ResetPassword {
        name: "Ada".into(),
        link: "https://tools.example.ca/reset-password#token=s3cret".into(),
        expires_at: shop.shop.clock.now().plus(Duration::from_hours(1)),
    }
}

async fn deliver(shop: &TestShop) {
    deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock).await.unwrap();
}

/// The stored words of the one e-mail with this recipient, readable or not.
async fn words_kept_for(shop: &TestShop, recipient: &'static str) -> String {
    let words = shop.shop.db.read(recipient, |tx, recipient| {
        Box::pin(async move { tx.one::<(String,)>(&WORDS, params![*recipient]).await })
    });
    words.await.unwrap().0
}

async fn later(shop: &TestShop, seconds: u64) {
    shop.shop.clock.advance(Duration::from_secs(seconds));
    deliver(shop).await;
}

fn arrived(shop: &TestShop) -> Vec<ReceivedEmail> {
    shop.post.as_ref().unwrap().emails()
}

#[tokio::test]
async fn a_letter_arrives_as_it_was_written_and_is_forgotten() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            let order = OrderSummary {
                id: Id::new(shop.shop.clock.now()),
                number: 1_042,
                customer_name: "Zoë".into(),
                tool_name: "Gärtner’s Häckchen, a name that is rather long for the subject of a letter <b>"
                    .into(),
                quantity: 2,
                total: Cents::new(4_000).unwrap(),
                is_guest: false,
                language: trowel::values::language::Language::English,
                details: None,
            };
            queue(
                shop,
                "zoe@example.com",
                EmailMessage::OrderPlaced {
                    order,
                    payment: PaymentTerms { can_be_paid: true, ..PaymentTerms::default() },
                },
            )
            .await;
            assert!(shop.shop.mailer.notified().now_or_never().is_some(), "the commit wakes the job");
            let [written] = &shop.letters_to("zoe@example.com").await[..] else { panic!("one letter") };
            deliver(shop).await;
            deliver(shop).await;
            let [letter] = &arrived(shop)[..] else { panic!("{:?}", arrived(shop)) };
            assert_eq!((&*letter.from, &*letter.to[0]), ("shop@tools.example.ca", "zoe@example.com"));
            assert_eq!(letter.sender, "Trowel <shop@tools.example.ca>");
            assert_eq!(letter.subject, written.subject);
            assert_eq!(letter.message_id, format!("{}@tools.example.ca", written.id));
            assert_eq!(letter.text.replace("\r\n", "\n").trim(), written.text_body.trim());
            assert_eq!(letter.html.replace("\r\n", "\n").trim(), written.html_body.trim());
            let [kept] = &shop.letters_to("zoe@example.com").await[..] else { panic!("one letter") };
            assert_eq!(
                (&*kept.text_body, &*kept.html_body),
                ("", ""),
                "the outbox deletes the text of a sent e-mail"
            );
        })
        .await;
    }
}

/// Each of them says nothing about the letter.
#[tokio::test]
async fn a_server_that_takes_nothing_costs_no_letter() {
    for (step, mishap) in [
        ("connect", json!({ "reply": "421 4.3.2 too busy" })),
        ("connect", json!({ "reply": "554 5.7.1 go away" })),
        ("connect", json!("drop_before")),
        ("sender", json!({ "reply": "550 5.7.1 this sender is not yours" })),
        ("sender", json!("drop_before")),
        ("recipient", json!({ "reply": "421 4.7.0 enough for today" })),
        ("recipient", json!({ "reply": "530 5.7.0 authentication required" })),
        ("recipient", json!("drop_before")),
    ] {
        with_shop(deliverable(Setup::sqlite()), async |shop| {
            shop.fail_email(step, mishap.clone()).await;
            for name in ["ada", "bo"] {
                queue(shop, &format!("{name}@example.com"), news()).await;
            }
            deliver(shop).await;
            assert_eq!(arrived(shop).len(), 0, "{step:?}: the round ends with the first");
            later(shop, 31).await;
            let all: BTreeSet<_> = arrived(shop).into_iter().map(|letter| letter.to[0].clone()).collect();
            assert_eq!(all.len(), 2, "{step:?}, {mishap:?}");
            assert_eq!(arrived(shop).len(), 2, "{step:?}, {mishap:?}");
        })
        .await;
    }
}

#[tokio::test]
async fn a_letter_that_is_refused_for_now_waits_ever_longer_and_holds_up_no_other() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            queue(shop, "ada@example.com", news()).await;
            queue(shop, "bo@example.com", news()).await;
            for _ in 0..3 {
                shop.fail_email("recipient", json!({ "reply": "451 4.7.1 try again later" })).await;
            }
            shop.fail_email("message", json!({ "reply": "452 4.2.2 mailbox full" })).await;
            deliver(shop).await;
            assert_eq!(arrived(shop).len(), 0);
            // The first two refusals met both, the third one of them after 30 seconds; the other one's was at its end.
            later(shop, 31).await;
            assert_eq!(arrived(shop).len(), 0);
            later(shop, 31).await;
            assert_eq!(arrived(shop).len(), 0, "the second pause is a minute");
            later(shop, 30).await;
            assert_eq!(arrived(shop).len(), 2);
        })
        .await;
    }
}

/// It may be about us, as when a setting was changed: the link in it is good for a while yet.
#[tokio::test]
async fn a_recipient_refused_by_policy_is_asked_for_again() {
    with_shop(deliverable(Setup::sqlite()), async |shop| {
        shop.fail_email("recipient", json!({ "reply": "550 5.7.1 relaying denied" })).await;
        queue(shop, "ada@example.com", reset(shop)).await;
        queue(shop, "bo@example.com", news()).await;
        deliver(shop).await;
        assert_eq!((copies(shop, "ada@example.com").len(), copies(shop, "bo@example.com").len()), (0, 1));
        let written = shop.letters_to("ada@example.com").await.remove(0).text_body;
        later(shop, 31).await;
        assert_eq!(copies(shop, "ada@example.com").len(), 1);
        let letter = arrived(shop).pop().unwrap();
        assert_eq!(letter.text.replace("\r\n", "\n").trim(), written.trim(), "the text is as it was queued");
    })
    .await;
}

#[tokio::test]
async fn a_row_that_cannot_be_read_holds_up_no_letter() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            queue(shop, "ada@example.com", news()).await;
            assert_eq!(shop.execute(&SPOIL, params![]).await, 1);
            queue(shop, "bo@example.com", news()).await;
            deliver(shop).await;
            assert_eq!(copies(shop, "bo@example.com").len(), 1);
            let failed = shop.admin().await.get("/mails?state=failed").await;
            assert_eq!(failed.body.as_array().unwrap().len(), 1, "{}", failed.text);
            assert_eq!(words_kept_for(shop, "invalid").await, "", "they are no use, and may hold a link");
        })
        .await;
    }
}

#[tokio::test]
async fn what_is_refused_for_good_is_given_up_and_loses_its_secrets() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            for (step, refusal) in [
                ("recipient", "550 5.1.1 no such user here by that name"),
                ("message", "554 5.7.1 looks like spam"),
            ] {
                shop.fail_email(step, json!({ "reply": refusal })).await;
            }
            queue(shop, "ada@example.com", reset(shop)).await;
            queue(shop, "bo@example.com", news()).await;
            deliver(shop).await;
            later(shop, 86_400).await;
            assert_eq!(arrived(shop).len(), 0);
            assert_eq!(
                shop.letters_to("ada@example.com").await[0].text_body,
                "",
                "its link opens the account"
            );
            assert_ne!(shop.letters_to("bo@example.com").await[0].text_body, "", "it can be sent again");
        })
        .await;
    }
}

#[tokio::test]
async fn a_link_that_has_ended_is_not_sent() {
    with_shop(deliverable(Setup::sqlite()), async |shop| {
        queue(shop, "ada@example.com", reset(shop)).await;
        later(shop, 3_601).await;
        assert_eq!(arrived(shop).len(), 0);
        assert_eq!(shop.letters_to("ada@example.com").await[0].html_body, "");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_send_at_once_send_each_letter_once() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            for n in 0..40 {
                queue(shop, &format!("c{n}@example.com"), news()).await;
            }
            let done = tokio::join!(
                Box::pin(deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock)),
                Box::pin(deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock)),
                Box::pin(deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock)),
                Box::pin(deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock))
            );
            assert!(done.0.is_ok() && done.1.is_ok() && done.2.is_ok() && done.3.is_ok());
            let all: BTreeSet<_> = arrived(shop).into_iter().map(|letter| letter.to[0].clone()).collect();
            assert_eq!((all.len(), arrived(shop).len()), (40, 40));
        })
        .await;
    }
}

/// The node dies at every point at which it waits for anything: the table, the mail server, the mark. On one thread, so
/// that no answer is there before it is waited for.
#[tokio::test]
async fn a_node_that_dies_anywhere_loses_no_letter() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            let mut deaths = 0;
            for steps in 1.. {
                let to = format!("c{steps}@example.com");
                queue(shop, &to, news()).await;
                let mut polls = 0;
                let is_time = || {
                    polls += 1;
                    polls > steps
                };
                let delivery = Box::pin(deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock));
                let has_died = dies_when(is_time, delivery).await;
                deaths += usize::from(has_died);
                // Another node finds it when the claim has run out.
                later(shop, 121).await;
                later(shop, 121).await;
                let after = copies(shop, &to);
                assert!(!after.is_empty(), "lost after {steps} steps");
                assert!(after.len() <= 2, "{} copies after {steps} steps", after.len());
                assert_eq!(after.first(), after.last(), "a repeat is known by its Message-ID");
                if !has_died {
                    break;
                }
            }
            assert!(deaths >= 6, "only {deaths} points to die at were found");
        })
        .await;
    }
}

#[tokio::test]
async fn a_node_that_dies_between_letter_and_mark_repeats_it_as_the_same_one() {
    for setup in with_mail() {
        Box::pin(with_shop(setup, async |shop| {
            queue(shop, "ada@example.com", news()).await;
            let is_there = || !arrived(shop).is_empty();
            let delivery = Box::pin(deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock));
            assert!(dies_when(is_there, delivery).await);
            assert_eq!(arrived(shop).len(), 1);
            // Another node finds it when the claim has run out.
            later(shop, 242).await;
            let [first, again] = &copies(shop, "ada@example.com")[..] else { panic!("two copies") };
            assert_eq!(first, again);
        }))
        .await;
    }
}

/// The Message-IDs of what came to this address.
fn copies(shop: &TestShop, to: &str) -> Vec<String> {
    arrived(shop).into_iter().filter(|letter| letter.to[0] == to).map(|letter| letter.message_id).collect()
}

/// Asks before each step of `work` whether it is time, and drops it then. Whether it was dropped.
async fn dies_when(
    mut is_time: impl FnMut() -> bool,
    work: impl Future<Output = Result<(), db::Error>>,
) -> bool {
    let mut work = pin!(work);
    std::future::poll_fn(move |context| {
        if is_time() {
            return Poll::Ready(true);
        }
        work.as_mut().poll(context).map(|done| {
            done.unwrap();
            false
        })
    })
    .await
}

/// What the mail server took and could not say so for, comes again as the same letter.
#[tokio::test]
async fn a_server_that_dies_after_taking_a_letter_gets_it_again_as_the_same_one() {
    with_shop(deliverable(Setup::sqlite()), async |shop| {
        shop.fail_email("message", json!("drop_after")).await;
        queue(shop, "ada@example.com", news()).await;
        deliver(shop).await;
        later(shop, 31).await;
        let ids: Vec<_> = copies(shop, "ada@example.com");
        assert_eq!(ids.len(), 2);
        assert_eq!(ids[0], ids[1]);
    })
    .await;
}

/// Whether it was taken is not known, so it counts as tried, and the next letter has its turn.
#[tokio::test]
async fn a_server_that_hangs_up_behind_a_letter_holds_up_no_other() {
    with_shop(deliverable(Setup::sqlite()), async |shop| {
        shop.fail_email("message", json!("drop_before")).await;
        for name in ["ada", "bo"] {
            queue(shop, &format!("{name}@example.com"), news()).await;
        }
        deliver(shop).await;
        assert_eq!((copies(shop, "ada@example.com").len(), copies(shop, "bo@example.com").len()), (0, 1));
        later(shop, 31).await;
        assert_eq!((copies(shop, "ada@example.com").len(), copies(shop, "bo@example.com").len()), (1, 1));
    })
    .await;
}

/// The server accepts each e-mail but never confirms it. The worker stops after four attempts, because each one may
/// deliver a copy.
#[tokio::test]
async fn a_server_that_never_says_what_it_took_is_given_a_letter_four_times() {
    with_shop(deliverable(Setup::sqlite()), async |shop| {
        queue(shop, "ada@example.com", news()).await;
        for _ in 0..8 {
            shop.fail_email("message", json!("drop_after")).await;
            later(shop, 3_600).await;
        }
        assert_eq!(copies(shop, "ada@example.com").len(), 4);
        let hazel = shop.admin().await;
        let failed = hazel.get("/mails?state=failed").await;
        let reason =
            failed.body[0]["lastError"].as_str().or(failed.body[0]["reason"].as_str()).unwrap_or_default();
        assert!(reason.contains("did not say whether it took it"), "{}", failed.text);
    })
    .await;
}
