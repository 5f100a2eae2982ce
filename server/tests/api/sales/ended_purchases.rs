//! What an unpaid purchase had that was deleted: its customer can put it into the basket again, and no one else reads it.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{app::background::tidy, sales::payments::job::reconcile};

use crate::{
    sales::{
        checkout::{address, buy, put, two_tools},
        enter_order::{enter, id_in, order_of},
        guests::{open_shop, place, with_basket},
    },
    support::on_both_engines,
};

const DAY: Duration = Duration::from_hours(24);

/// Each name and quantity in the answer.
fn lines(body: &Value) -> Vec<(&str, i64)> {
    let lines = body["lines"].as_array().unwrap().iter();
    lines.map(|line| (line["toolName"].as_str().unwrap(), line["quantity"].as_i64().unwrap())).collect()
}

on_both_engines! {
    with crate::sales::guests::with_mail;

    async fn an_expired_purchase_gives_its_tools_back_on_any_device_of_its_account(shop: TestShop) {
        let mut ada = shop.verified_customer("Ada").await;
        two_tools(shop, &ada).await;
        let (id, _) = buy(&ada, &address("NS", "B3J 1A1")).await;
        let path = format!("/purchases/{id}");
        shop.shop.clock.advance(Duration::from_mins(31));
        reconcile(&shop.shop).await;
        ada.fetch_token().await;
        let ended = ada.get(&path).await;
        ended.is(410, "purchase_ended");
        assert_eq!((&ended.body["expired"], lines(&ended.body)), (&json!(true), vec![("Shears", 6), ("Gloves", 2)]));
        assert_eq!(ended.body["detail"], "Your reservation has ended. You were not charged.");
        let letter = shop.letters_to(&ada.email).await.pop().unwrap();
        assert_eq!(letter.kind, "order_expired");
        assert!(letter.text_body.contains(&format!("{}{path}", shop.url)), "{}", letter.text_body);

        shop.customer("Bo").await.get(&path).await.is(404, "not_found");
        shop.visitor().get(&path).await.is(401, "unauthenticated");
        shop.shop.clock.advance(30 * DAY);
        ada.sign_in().await;
        ada.get(&path).await.is(404, "not_found");
        tidy(&shop.shop).await;
    }

    async fn a_deleted_purchase_does_not_say_that_it_expired(shop: TestShop) {
        let ada = shop.verified_customer("Ada").await;
        let hoe = shop.tool("Draw Hoe", 6_400, 50, 1).await;
        put(&ada, &hoe, 3).await;
        let (id, _) = buy(&ada, &address("NS", "B3J 1A1")).await;
        let path = format!("/purchases/{id}");
        ada.call(Method::DELETE, &path).send().await.is(200, "");
        let ended = ada.get(&path).await;
        ended.is(410, "purchase_ended");
        assert_eq!((&ended.body["expired"], lines(&ended.body)), (&json!(false), vec![("Draw Hoe", 3)]));
    }

    async fn an_account_that_is_not_confirmed_reads_nothing_of_what_staff_entered_and_deleted(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 20, 1).await;
        let (hazel, ada, bo) =
            (shop.admin().await, shop.customer("Ada").await, shop.verified_customer("Bo").await);
        for (person, status) in [(&ada, 404), (&bo, 410)] {
            let id = id_in(&enter(&hazel, order_of(&person.email, None, 3)).await);
            hazel.delete(&format!("/orders/{id}")).await.is(200, "");
            let ended = person.get(&format!("/purchases/{id}")).await;
            assert_eq!((ended.status, ended.text.contains("Draw Hoe")), (status, status == 410), "{}", ended.text);
        }
    }

    async fn the_browser_of_a_guest_has_an_expired_purchase_for_a_day(shop: TestShop) {
        let hoe = open_shop(shop).await;
        let mut visitor = with_basket(shop, &hoe).await;
        let (id, _) = place(&mut visitor, "ada@example.com").await;
        let path = format!("/purchases/{id}");
        shop.shop.clock.advance(Duration::from_mins(31));
        tidy(&shop.shop).await;
        let ended = visitor.get(&path).await;
        ended.is(410, "purchase_ended");
        assert_eq!(lines(&ended.body), [("Draw Hoe", 1)]);
        assert!(!ended.text.contains("ada@"), "{}", ended.text);
        with_basket(shop, &hoe).await.get(&path).await.is(401, "unauthenticated");
        let mut ada = shop.verified_customer("Ada").await;
        ada.cookie = format!("{}; {}", ada.cookie, visitor.cookie);
        ada.get(&path).await.is(410, "purchase_ended");
        shop.shop.clock.advance(DAY);
        visitor.get(&path).await.is(401, "unauthenticated");
    }
}
