//! One node at a time runs the payment jobs, until it releases the lease or its term ends.

use std::time::Duration;

use serde_json::json;
use trowel::{
    app::background,
    base::lease::{self, Lease},
};

use crate::support::{Person, Setup, TestShop, on_both_engines};

const TERM: Duration = Duration::from_mins(1);
const NEARLY: Duration = Duration::from_secs(59);
const MOMENT: Duration = Duration::from_secs(1);

async fn another(shop: &TestShop) -> TestShop {
    let node = shop.another_node(&Setup { engine: shop.shop.db.engine(), ..Setup::sqlite() }).await;
    node.shop.clock.stop();
    // It took time to open, while the clock of the first node may have been stopped.
    let ahead = node.shop.clock.now().micros() - shop.shop.clock.now().micros();
    node.shop.clock.rewind(Duration::from_micros(ahead.try_into().unwrap_or_default()));
    node
}

async fn take(node: &TestShop) -> Option<Lease<'_>> {
    Lease::acquire(node.shop.lease_holder(), "test").await.unwrap()
}

async fn give_up(node: &TestShop) {
    lease::release(node.shop.lease_holder(), "test").await.unwrap();
}

/// A payment of which the shop is not notified. The next run of the job finds it.
async fn quiet_payment(shop: &TestShop, ada: &Person<'_>) -> String {
    shop.provider.misbehave(json!({ "webhooks": [{ "action": "drop", "times": 9 }] })).await;
    let order = ada.order("Draw Hoe", 1_000, 2).await;
    let secret = ada.start_payment(&order, 20.0).await;
    shop.provider.pay(&secret, "4242424242424242").await.is(200, "");
    order
}

on_both_engines! {
    async fn one_node_has_it_at_a_time(shop: TestShop) {
        shop.shop.clock.stop();
        let other = another(shop).await;
        let ours = take(shop).await.expect("it is free");
        assert!(take(&other).await.is_none());
        give_up(&other).await;
        assert!(take(&other).await.is_none(), "only the holder can release it");
        assert!(ours.renew().await.unwrap());
        give_up(shop).await;
        assert!(!ours.renew().await.unwrap(), "a released lease is not renewed");
        assert!(take(&other).await.is_some(), "and is free at once");
        other.close().await;
    }

    async fn of_many_at_once_one_gets_it(shop: TestShop) {
        let nodes = [another(shop).await, another(shop).await, another(shop).await];
        for _ in 0..10 {
            let taken = futures_util::future::join_all(nodes.iter().map(take)).await;
            assert_eq!(taken.iter().flatten().count(), 1);
            futures_util::future::join_all(nodes.iter().map(give_up)).await;
        }
        for node in nodes {
            node.close().await;
        }
    }

    async fn a_node_that_works_keeps_it_and_one_that_died_is_followed(shop: TestShop) {
        shop.shop.clock.stop();
        let other = another(shop).await;
        let both = |by| [shop, &other].map(|node| node.shop.clock.advance(by));
        let ours = take(shop).await.unwrap();
        for _ in 0..5 {
            both(NEARLY);
            assert!(take(&other).await.is_none(), "a long job renews it");
            assert!(ours.renew().await.unwrap());
        }
        both(NEARLY);
        assert!(take(&other).await.is_none());
        both(MOMENT);
        assert!(!ours.renew().await.unwrap(), "stalled past its term: it stops, although no node took over");
        let theirs = take(&other).await.expect("its holder is dead");
        assert!(!ours.renew().await.unwrap());
        give_up(shop).await;
        assert!(theirs.renew().await.unwrap());
        other.close().await;
    }

    async fn a_clock_that_is_ahead_does_not_block_other_nodes(shop: TestShop) {
        shop.shop.clock.stop();
        let wrong = another(shop).await;
        for ahead in [NEARLY, Duration::from_hours(1), Duration::from_hours(365 * 24)] {
            wrong.shop.clock.advance(ahead);
            let theirs = take(&wrong).await.expect("the lease is free or has expired");
            // This node stops here.
            shop.shop.clock.advance(2 * TERM);
            let ours = take(shop).await.expect("a lease of more than two terms is invalid, and a shorter one has expired");
            assert!(!theirs.renew().await.unwrap());
            assert!(ours.renew().await.unwrap());
            give_up(shop).await;
        }
        wrong.close().await;
    }

    async fn a_clock_that_is_behind_takes_over_nothing_that_is_held(shop: TestShop) {
        shop.shop.clock.stop();
        let wrong = another(shop).await;
        assert!(take(shop).await.is_some());
        wrong.shop.clock.rewind(NEARLY);
        assert!(take(&wrong).await.is_none());
        give_up(shop).await;
        let theirs = take(&wrong).await.unwrap();
        shop.shop.clock.advance(2 * MOMENT);
        assert!(take(shop).await.is_some(), "its term has ended by the correct clock");
        assert!(!theirs.renew().await.unwrap());
        wrong.close().await;
    }

    async fn a_round_waits_for_the_node_that_is_at_it_and_follows_a_dead_one(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        let order = quiet_payment(shop, &ada).await;
        let other = another(shop).await;
        let is_paid = async || ada.get(&format!("/orders/{order}")).await.body["paid"] == json!(true);
        let path = format!("/orders/{order}");
        shop.shop.clock.advance(Duration::from_mins(11));
        other.shop.clock.advance(Duration::from_mins(11));
        let theirs = Lease::acquire(other.shop.lease_holder(), trowel::sales::payments::job::LEASE_NAME).await.unwrap();
        assert!(theirs.is_some());
        background::tidy(&shop.shop).await;
        assert_eq!(ada.get(&path).await.body["paid"], false, "the other node holds the lease");
        shop.shop.clock.advance(TERM);
        background::tidy(&shop.shop).await;
        assert!(is_paid().await, "the other node has stopped");
        background::tidy(&other.shop).await;
        other.close().await;
    }
}
