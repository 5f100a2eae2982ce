//! Orders of a former shop: a history to read, which counts nowhere.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, Person, on_both_engines};

const FILE: &str = "Name,Email,Financial Status,Fulfillment Status,Currency,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price\n\
    #1001,Ada@example.com,paid,fulfilled,CAD,6.24,54.24,2024-05-01 10:00:00 -0400,1,Draw Hoe,24.00\n\
    #1001,Ada@example.com,,,,,,2024-05-01 10:00:00 -0400,2,Bow Rake,12.00\n\
    #1002,,paid,,CAD,,10.00,2024-05-02 10:00:00 -0400,1,Twine,10.00\n\
    #1003,ada@example.com,refunded,,USD,,9.50,2024-06-02 10:00:00 -0400,1,Twine,9.50\n";

async fn send(person: &Person<'_>, path: &str) -> Answer {
    person.call(Method::POST, path).text("text/csv", FILE).send().await
}

async fn import(person: &Person<'_>) -> Answer {
    send(person, "/former-order-imports").await
}

fn counts(answer: &Answer) -> [&Value; 3] {
    ["addedCount", "unchangedCount", "skippedCount"].map(|count| &answer.body[count])
}

on_both_engines! {
    async fn orders_of_the_former_shop_are_read_by_their_customer_and_count_nowhere(shop: TestShop) {
        let (hazel, ada, bo) = (shop.admin().await, shop.verified_customer("Ada").await, shop.verified_customer("Bo").await);
        let checked = send(&hazel, "/former-order-imports/check").await;
        assert_eq!(counts(&checked), [2, 0, 1].map(|count| json!(count)).each_ref());
        assert_eq!(ada.get("/former-orders").await.body, json!([]), "a check adds nothing");
        let figures = hazel.get("/figures").await.body;
        let added = import(&hazel).await;
        assert_eq!(counts(&added), [2, 0, 1].map(|count| json!(count)).each_ref());
        assert_eq!(added.body["skipped"][0]["line"], 4);
        let again = import(&hazel).await;
        assert_eq!(counts(&again), [0, 2, 1].map(|count| json!(count)).each_ref());

        let read = ada.get("/former-orders").await.body;
        let numbers: Vec<_> = read.as_array().unwrap().iter().map(|order| &order["number"]).collect();
        assert_eq!(numbers, ["#1003", "#1001"]);
        let mut first = read[1].clone();
        first.as_object_mut().unwrap().remove("_id");
        assert_eq!(first, json!({
            "number": "#1001", "orderedAt": "2024-05-01T04:00:00.000000Z", "state": "paid, fulfilled",
            "total": 54.24, "taxes": 6.24, "currency": "CAD",
            "lines": [{ "name": "Draw Hoe", "quantity": "1", "price": "24.00" }, { "name": "Bow Rake", "quantity": "2", "price": "12.00" }],
        }));
        assert_eq!(bo.get("/former-orders").await.body, json!([]));
        assert_eq!(ada.get("/orders").await.body, json!([]));
        assert_eq!(hazel.get("/manageOrders").await.body, json!([]));
        assert_eq!(hazel.get("/figures").await.body, figures);
        // The owner reads them on the customer's page, and the customer takes them along.
        let account = hazel.get("/users?q=ada").await.body[0]["_id"].as_str().unwrap().to_owned();
        let page = hazel.get(&format!("/users/{account}")).await.body;
        assert_eq!((&page["formerOrders"], &page["orderCount"]), (&read, &json!(0)));
        assert_eq!(ada.get("/identity/account/export").await.body["formerOrders"], read);
    }

    async fn an_account_with_an_unconfirmed_address_reads_no_order_of_it(shop: TestShop) {
        let (hazel, stranger) = (shop.admin().await, shop.customer("Ada").await);
        import(&hazel).await.is(200, "");
        assert_eq!(stranger.get("/former-orders").await.body, json!([]));
        assert_eq!(stranger.get("/identity/account/export").await.body["formerOrders"], json!([]));
        // And deletes nothing of the owner of the address.
        stranger.post("/identity/account/close", json!({ "confirm": stranger.email, "password": "correct horse" })).await.is(200, "");
        let ada = shop.verified_customer("Ada").await;
        assert_eq!(ada.get("/former-orders").await.body.as_array().unwrap().len(), 2);
    }

    async fn a_deleted_account_takes_its_address_out_of_them_for_good(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        import(&hazel).await.is(200, "");
        ada.post("/identity/account/close", json!({ "confirm": ada.email, "password": "correct horse" })).await.is(200, "");
        assert_eq!(counts(&import(&hazel).await)[..2], [&json!(0), &json!(2)]);
        let next = shop.verified_customer("Ada").await;
        assert_eq!(next.get("/former-orders").await.body, json!([]));
    }

    async fn the_orders_of_an_import_are_deleted_and_imported_again(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        assert_eq!(hazel.get("/former-order-imports").await.body, json!([]));
        import(&hazel).await.is(200, "");
        shop.shop.clock.advance(Duration::from_secs(1));
        let later = "Name,Email,Financial Status,Total,Created at,Lineitem name\n#2,ada@example.com,paid,1.00,2024-07-01,Twine\n";
        hazel.call(Method::POST, "/former-order-imports").text("text/csv", later).send().await.is(200, "");
        let imports = hazel.get("/former-order-imports").await.body;
        assert_eq!([&imports[0]["orderCount"], &imports[1]["orderCount"]], [&json!(1), &json!(2)]);
        let path = format!("/former-order-imports/{}", imports[1]["importedAt"].as_str().unwrap());
        for deleted in [2, 0] {
            assert_eq!(hazel.delete(&path).await.body, json!({ "acknowledged": true, "deletedCount": deleted }));
        }
        assert_eq!(ada.get("/former-orders").await.body[0]["number"], "#2");
        assert_eq!(hazel.get("/former-order-imports").await.body, json!([imports[0]]));
        assert_eq!(counts(&import(&hazel).await)[0], &json!(2));
        hazel.delete("/former-order-imports/yesterday").await.is(404, "not_found");
    }

    async fn a_file_that_is_no_list_of_orders_is_refused(shop: TestShop) {
        let hazel = shop.admin().await;
        let wrong = hazel.call(Method::POST, "/former-order-imports/check").text("text/csv", "Title,Price\na,1\n").send().await;
        wrong.is(422, "unreadable_file");
    }
}
