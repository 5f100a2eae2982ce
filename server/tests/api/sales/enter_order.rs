//! Orders that staff enters for customers.

use std::time::Duration;

use serde_json::{Value, json};
use trowel::{
    app::background::tidy,
    base::{config::limits::Limits, rate_limit::LimitedAction},
    db::params,
};

use crate::support::{Answer, Letter, Person, Setup, TestShop, intent_of, on_both_engines, with_shop};

/// A setup with mail, and with limits that two orders reach.
pub fn with_limits(setup: Setup) -> Setup {
    let limits = Limits { max_unpaid_orders: 1, ..setup.limits }.with(LimitedAction::PlaceOrder, 1);
    Setup { limits, ..setup }.with_mail()
}

pub fn order_of(email: &str, name: Option<&str>, quantity: i64) -> Value {
    json!({
        "toolName": "Draw Hoe", "orderQuantity": quantity, "price": 10, "totalPrice": 10 * quantity, "customerEmail": email,
        "customerName": name, "phone": "12 Elm St", "address": "555-0100"
    })
}

pub async fn enter(person: &Person<'_>, body: Value) -> Answer {
    person.post("/manageOrders", body).await
}

pub fn id_in(answer: &Answer) -> String {
    answer.body["insertedId"].as_str().expect(&answer.text).to_owned()
}

mod by_hand {
    trowel::db::statements! {
        pub RECLAIM = "UPDATE users SET reclaimed_at = $2 WHERE email = $1";
    }
}

async fn last_letter(shop: &TestShop, email: &str) -> Letter {
    shop.letters_to(email).await.pop().unwrap()
}

on_both_engines! {
    with crate::sales::enter_order::with_limits;

    async fn staff_enters_an_order_that_the_customer_pays(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 20, 2).await;
        let (ada, sam) = (shop.verified_customer("Ada").await, shop.staff().await);
        let wanted = order_of(&ada.email, Some("Ignored"), 3);
        enter(&ada, wanted.clone()).await.is(403, "forbidden");
        enter(&sam, order_of(&ada.email, None, 1)).await.is(422, "below_minimum");
        enter(&sam, order_of(&ada.email, None, 21)).await.is(409, "not_enough_stock");
        let mut wrong_price = wanted.clone();
        wrong_price["price"] = json!(9);
        enter(&sam, wrong_price).await.is(409, "price_changed");
        assert_eq!(shop.stock(&hoe).await, 20);

        let send = async || {
            let call = sam.call(reqwest::Method::POST, "/manageOrders").header("idempotency-key", "one-call");
            id_in(&call.json(wanted.clone()).send().await)
        };
        let (id, repeated) = (send().await, send().await);
        assert_eq!((&id, shop.stock(&hoe).await), (&repeated, 17));
        let order = ada.get(&format!("/orders/{id}")).await.body;
        assert_eq!((&order["customerName"], &order["phone"], &order["paid"]), (&json!("Ada"), &json!("12 Elm St"), &json!(false)));
        let letter = last_letter(shop, &ada.email).await;
        assert_eq!((letter.kind.as_str(), letter.subject.as_str()), ("order_entered", "Your order: 3 × Draw Hoe"));
        assert!(letter.text_body.contains(&format!("/dashboard/payment/{id}")), "{}", letter.text_body);
        let view = sam.get(&format!("/manageOrders/{id}")).await.body;
        assert_eq!((&view["audit"][0]["action"], &view["audit"][0]["by"]), (&json!("enter_order"), &json!("Sam")));

        // The limits of customers are not for staff.
        ada.post("/orders", ada.wish("Draw Hoe", 1_000, 2)).await.is(409, "too_many_unpaid_orders");
        id_in(&enter(&sam, wanted.clone()).await);
        let secret = ada.start_payment(&id, 30.0).await;
        assert_eq!(shop.provider.pay(&secret, "4242424242424242").await.body["status"], "succeeded");
        let report = json!({ "orders": id, "transactionId": intent_of(&secret), "status": "pending" });
        assert_eq!(ada.patch(&format!("/orders/{id}"), report).await.status, 200);

        let hazel = shop.admin().await;
        let account = hazel.get("/users?q=ada").await.body[0]["_id"].as_str().unwrap().to_owned();
        hazel.post(&format!("/users/{account}/block"), json!({})).await.is(200, "");
        enter(&hazel, wanted).await.is(409, "account_blocked");
    }

    async fn a_customer_without_an_account_gets_one_with_the_order(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 20, 2).await;
        let (mut sam, email) = (shop.staff().await, "bea.fern@example.com");
        let unknown = enter(&sam, order_of(email, None, 2)).await;
        assert_eq!((unknown.status, unknown.fields()), (422, vec!["customerName"]));
        assert_eq!(enter(&sam, order_of("bea", None, 2)).await.fields(), ["customerEmail"]);
        enter(&sam, order_of(email, Some("Bea Fern"), 21)).await.is(409, "not_enough_stock");
        assert_eq!(sam.get("/manageOrders/customers?q=bea").await.body, json!([]), "a refusal makes no account");

        id_in(&enter(&sam, order_of(email, Some("Bea Fern"), 2)).await);
        let found = json!([{ "email": email, "name": "Bea Fern", "verified": false }]);
        for term in ["bea", "FERN b", email] {
            assert_eq!(sam.get(&format!("/manageOrders/customers?q={term}")).await.body, found, "{term}");
        }
        for term in ["b", "bea moss", "ern"] {
            assert_eq!(sam.get(&format!("/manageOrders/customers?q={term}")).await.body, json!([]), "{term}");
        }
        let id = id_in(&enter(&sam, order_of(email, Some("Another"), 3)).await);
        // Unpaid orders of unverified customers expire after an hour, but not those that staff entered.
        shop.shop.clock.advance(Duration::from_hours(2));
        tidy(&shop.shop).await;
        assert_eq!(shop.stock(&hoe).await, 15);
        sam.sign_in().await;

        let letter = last_letter(shop, email).await;
        assert_eq!(letter.kind, "first_order_entered");
        assert!(letter.text_body.contains("expires in 7 days") && letter.text_body.contains(&id), "{}", letter.text_body);
        // The link of the first order still works.
        let letters = shop.letters_to(email).await;
        let first = letters.iter().find(|letter| letter.kind == "first_order_entered").unwrap();
        assert!(!first.text_body.contains(&id));
        let token = first.text_body.split_once("#token=").unwrap().1;
        let password = json!({ "token": token[..43], "password": "correct horse" });
        let mut bea = shop.visitor();
        bea.email = email.into();
        assert_eq!(bea.post("/identity/password/reset", password).await.status, 200);
        bea.sign_in().await;
        bea.fetch_token().await;
        let orders = bea.get("/orders").await.body;
        assert_eq!((&orders[0]["customerName"], &orders[1]["_id"]), (&json!("Bea Fern"), &json!(id)));
        id_in(&enter(&sam, order_of(email, None, 2)).await);
        assert_eq!(last_letter(shop, email).await.kind, "order_entered", "the customer has a password now");
    }

    async fn an_unconfirmed_account_sees_nothing_of_an_entered_order_until_it_is_confirmed(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 20, 2).await;
        let (sam, mut ada) = (shop.staff().await, shop.customer("Ada").await);
        let own = ada.order("Draw Hoe", 1_000, 2).await;
        let asked = enter(&sam, order_of(&ada.email, Some("Ada"), 3)).await;
        assert_eq!((asked.status, asked.fields(), &asked.body["errors"][0]["code"]), (422, vec!["customerName"], &json!("not_confirmed")));
        let id = id_in(&enter(&sam, order_of(&ada.email, None, 3)).await);
        let mut in_cash = order_of(&ada.email, None, 4);
        in_cash["paymentMethod"] = json!("cash");
        let paid = id_in(&enter(&sam, in_cash).await);
        sam.put(&format!("/manageOrders/{paid}/notes"), json!({ "notes": "Rings twice" })).await.is(200, "");
        let found = |answer: &Answer, id: &str| answer.text.contains(id);
        for path in ["/orders", "/orders?limit=10", "/identity/account/export"] {
            let seen = ada.get(path).await;
            let ids = [&own, &id, &paid].map(|id| found(&seen, id));
            assert_eq!((seen.status, ids), (200, [true, false, false]), "{path}: {}", seen.text);
            assert!(!found(&seen, "Rings twice") && !found(&seen, "cash"), "{}", seen.text);
        }
        for path in [&id, &paid].map(|id| [format!("/orders/{id}"), format!("/purchases/{id}")]).concat() {
            ada.get(&path).await.is(404, "not_found");
            ada.delete(&path).await.is(404, "not_found");
        }
        let elsewhere = json!({ "phone": "1 Strange St", "address": "555-0199" });
        ada.patch(&format!("/orders/{id}"), elsewhere).await.is(404, "not_found");
        ada.post("/create-payment-intent", json!({ "totalPrice": 30.0, "orderId": id })).await.is(404, "not_found");
        ada.post("/create-payment-intent", json!({ "totalPrice": 30.0 })).await.is(409, "no_payable_order");
        assert_eq!(sam.get(&format!("/orders/{id}")).await.body["phone"], "12 Elm St");

        // The mailbox proves whose address it is, and ends every session of the one who signed up with it.
        let letter = last_letter(shop, &ada.email).await;
        assert_eq!(letter.kind, "first_order_entered");
        let token = letter.text_body.split_once("#token=").unwrap().1[..43].to_owned();
        let password = json!({ "token": token, "password": "correct horse" });
        assert_eq!(shop.visitor().post("/identity/password/reset", password).await.status, 200);
        ada.get("/orders").await.is(401, "unauthenticated");
        ada.token.clear();
        ada.sign_in().await;
        assert_eq!(ada.get(&format!("/orders/{id}")).await.body["phone"], "12 Elm St");
        let payments = ada.get("/identity/account/export").await.body["payments"].take();
        assert_eq!((&payments[0]["orderId"], &payments[0]["method"]), (&json!(paid), &json!("cash")));
        let again = id_in(&enter(&sam, order_of(&ada.email, Some("Ada"), 2)).await);
        assert!(found(&ada.get("/orders").await, &again));
        assert_eq!(last_letter(shop, &ada.email).await.kind, "order_entered");
    }

    async fn an_order_that_staff_entered_outlives_a_reclaimed_account(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 20, 2).await;
        let (sam, ada) = (shop.staff().await, shop.customer("Ada").await);
        let own = ada.order("Draw Hoe", 1_000, 2).await;
        let as_new = enter(&sam, order_of(&ada.email, Some("Ada"), 3)).await;
        assert_eq!((as_new.status, as_new.fields()), (422, vec!["customerName"]), "someone else may have signed up");
        let entered = id_in(&enter(&sam, order_of(&ada.email, None, 3)).await);
        shop.shop.clock.advance(Duration::from_mins(1));
        shop.execute(&by_hand::RECLAIM, params![ada.email.as_str(), shop.shop.clock.now().micros()]).await;
        tidy(&shop.shop).await;
        sam.get(&format!("/orders/{own}")).await.is(404, "not_found");
        sam.get(&format!("/orders/{entered}")).await.is(200, "");
    }

    async fn an_order_that_staff_entered_outlives_an_account_that_closes_itself(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 20, 2).await;
        let (sam, mallory) = (shop.staff().await, shop.customer("Ada").await);
        let own = mallory.order("Draw Hoe", 1_000, 2).await;
        let entered = id_in(&enter(&sam, order_of(&mallory.email, None, 3)).await);
        let close = json!({ "confirm": mallory.email, "password": "correct horse" });
        mallory.post("/identity/account/close", close).await.is(200, "");
        sam.get(&format!("/orders/{own}")).await.is(404, "not_found");
        let kept = sam.get(&format!("/orders/{entered}")).await.body;
        assert_eq!((&kept["phone"], &kept["customerEmail"], shop.stock(&hoe).await), (&json!("12 Elm St"), &json!(mallory.email), 17));
        // The customer is whom the mailbox proves.
        let again = id_in(&enter(&sam, order_of(&mallory.email, None, 2)).await);
        let orders = sam.get(&format!("/manageOrders?q={}", mallory.email)).await;
        assert!([&entered, &again].iter().all(|id| orders.text.contains(*id)), "{}", orders.text);
    }
}

#[tokio::test]
async fn without_email_staff_sells_to_new_customers_and_accounts_read_no_address() {
    with_shop(Setup::sqlite(), async |shop| {
        shop.tool("Draw Hoe", 1_000, 20, 2).await;
        let (ada, sam) = (shop.customer("Ada").await, shop.staff().await);
        let mut paid = order_of("bea@example.com", Some("Bea"), 2);
        paid["paymentMethod"] = json!("cash");
        let sold = id_in(&enter(&sam, paid).await);
        let order = sam.get(&format!("/orders/{sold}")).await.body;
        assert_eq!((&order["paid"], &order["customerEmail"]), (&json!(true), &json!("bea@example.com")));
        let found = sam.get("/manageOrders/customers?q=bea").await.body;
        assert_eq!(found[0]["name"], "Bea");

        // No address can be confirmed here, and anyone may have made this account.
        let id = id_in(&enter(&sam, order_of(&ada.email, None, 2)).await);
        let own = ada.order("Draw Hoe", 1_000, 2).await;
        for order in [ada.get(&format!("/orders/{id}")).await.body, ada.get("/orders").await.body[0].clone()]
        {
            assert_eq!(
                (&order["_id"], &order["phone"], &order["address"]),
                (&json!(id), &json!(""), &json!(""))
            );
        }
        let purchase = ada.get(&format!("/purchases/{id}")).await.body;
        assert_eq!((&purchase["address"], &purchase["phone"]), (&json!(""), &json!("")));
        let elsewhere = json!({ "phone": "1 Strange St", "address": "555-0199" });
        let refused = ada.patch(&format!("/orders/{id}"), elsewhere.clone()).await;
        refused.is(409, "email_not_verified");
        assert_eq!(
            refused.body["detail"],
            "Please ask the shop to change or delete this order. It took the order for you."
        );
        for path in [format!("/orders/{id}"), format!("/purchases/{id}")] {
            ada.delete(&path).await.is(409, "email_not_verified");
        }
        assert_eq!(
            ada.patch(&format!("/orders/{own}"), elsewhere).await.status,
            200,
            "one's own orders stay one's own"
        );
        assert_eq!(sam.get(&format!("/orders/{id}")).await.body["phone"], "12 Elm St");

        // She has no login, and no e-mail can bring her one.
        let sign_up = json!({ "name": "Bea Moss", "email": "bea@example.com", "password": "correct horse" });
        let signed_up = shop.visitor().post("/identity/sign-up", sign_up.clone()).await;
        assert_eq!(
            (signed_up.status, &signed_up.body["displayName"]),
            (200, &json!("Bea Moss")),
            "{}",
            signed_up.text
        );
        shop.visitor().post("/identity/sign-up", sign_up).await.is(409, "email_taken");
        let mut bea = shop.visitor();
        bea.email = "bea@example.com".to_owned();
        bea.sign_in().await;
        let seen = bea.get(&format!("/orders/{sold}")).await.body;
        assert_eq!(
            (&seen["_id"], &seen["customerName"], &seen["phone"]),
            (&json!(sold), &json!(""), &json!(""))
        );
        assert_eq!(sam.get(&format!("/orders/{sold}")).await.body["customerName"], "Bea");
    })
    .await;
}
