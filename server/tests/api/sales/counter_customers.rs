//! A shop without e-mail: who bought at the counter signs up later.

use serde_json::json;
use trowel::db::params;

use crate::{
    sales::enter_order::{enter, id_in, order_of},
    support::{Answer, Person, on_both_engines},
};

const EMAIL: &str = "bea@example.com";
const PASSWORD: &str = "correct horse";

mod by_hand {
    trowel::db::statements! {
        pub VERIFY = "UPDATE users SET email_verified_at = $2 WHERE email = $1";
        pub MAKE_STAFF = "UPDATE users SET role = 'staff' WHERE email = $1";
        pub REMOVE_LOGIN = "UPDATE users SET password_hash = NULL WHERE email = $1";
    }
}

async fn sell(sam: &Person<'_>, email: &str) -> String {
    let mut sold = order_of(email, Some("Bea Fern"), 2);
    sold["paymentMethod"] = json!("cash");
    id_in(&enter(sam, sold).await)
}

async fn sign_up(person: &Person<'_>, email: &str, password: &str) -> Answer {
    person.post("/identity/sign-up", json!({ "name": "B.", "email": email, "password": password })).await
}

on_both_engines! {
    async fn who_bought_at_the_counter_signs_up_and_reads_no_name_and_address(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 20, 2).await;
        let (hazel, sam) = (shop.admin().await, shop.staff().await);
        let sold = sell(&sam, EMAIL).await;
        let no_role = hazel.put(&format!("/user/staff/{EMAIL}"), json!({})).await;
        no_role.is(409, "no_login_method");
        let advice = "Its user has to sign up with this address first.";
        assert!(no_role.body["detail"].as_str().unwrap().ends_with(advice), "{}", no_role.text);

        let mut bea = shop.visitor();
        bea.email = EMAIL.into();
        let made = sign_up(&bea, EMAIL, PASSWORD).await;
        made.is(200, "");
        assert_eq!((&made.body["displayName"], &made.body["email"]), (&json!("B."), &json!(EMAIL)));
        bea.remember(&made);
        bea.fetch_token().await;
        sign_up(&shop.visitor(), EMAIL, "another horse").await.is(409, "email_taken");
        bea.sign_in().await;

        // Anyone may have signed up with this address.
        let orders = bea.get("/orders").await.body;
        let seen = ["_id", "customerName", "phone", "address"].map(|name| &orders[0][name]);
        assert_eq!(seen, [&json!(sold), &json!(""), &json!(""), &json!("")]);
        let export = bea.get("/identity/account/export").await;
        assert!(!export.text.contains("Fern") && !export.text.contains("Elm St"), "{}", export.text);
        assert_eq!(sam.get(&format!("/orders/{sold}")).await.body["customerName"], "Bea Fern");
        hazel.put(&format!("/user/staff/{EMAIL}"), json!({})).await.is(200, "");
    }

    async fn no_one_signs_up_for_an_account_that_is_more_than_a_name_at_the_counter(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 20, 2).await;
        let (hazel, sam, now) = (shop.admin().await, shop.staff().await, shop.shop.clock.now());
        let emails = ["verified@example.com", "staff@example.com", "blocked@example.com"];
        for email in emails {
            sell(&sam, email).await;
        }
        assert_eq!(shop.execute(&by_hand::VERIFY, params![emails[0], now.micros()]).await, 1);
        assert_eq!(shop.execute(&by_hand::MAKE_STAFF, params![emails[1]]).await, 1);
        let account = hazel.get("/users?q=blocked").await.body[0]["_id"].as_str().unwrap().to_owned();
        hazel.post(&format!("/users/{account}/block"), json!({})).await.is(200, "");
        for email in emails {
            sign_up(&shop.visitor(), email, PASSWORD).await.is(409, "email_taken");
            let login = json!({ "email": email, "password": PASSWORD });
            assert_ne!(shop.visitor().post("/identity/sign-in", login).await.status, 200, "{email}");
        }
    }
}

mod with_email {
    use super::*;

    on_both_engines! {
        with crate::sales::guests::with_mail;

        async fn where_the_mailbox_can_prove_it_a_sign_up_sets_no_password(shop: TestShop) {
            let ada = shop.customer("Ada").await;
            assert_eq!(shop.execute(&by_hand::REMOVE_LOGIN, params![ada.email.as_str()]).await, 1);
            sign_up(&shop.visitor(), &ada.email, PASSWORD).await.is(409, "email_taken");
        }
    }
}
