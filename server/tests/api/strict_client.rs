//! A client written from the table in docs/specification.md §7 and from nothing else: a host, a cookie jar, a token.
//! It sends no Origin, no extra field, e-mails raw in paths, the order's quantity as text, a content type on some GETs
//! and none on DELETE, and the whole tool back around every order. Signing in is the identity provider's (docs/contract.md §6).

use reqwest::{Method, header};
use serde_json::{Value, json};
use trowel::{
    identity::{role, user::Role},
    values::email::Email,
};

use crate::support::{intent_of, on_both_engines};

struct Client {
    host: String,
    http: reqwest::Client,
    /// The browser's.
    cookie: String,
    /// localStorage's.
    access_token: String,
}

impl Client {
    fn new(origin: &str) -> Self {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { host: format!("{origin}/api"), http, cookie: String::new(), access_token: String::new() }
    }

    async fn send(&mut self, request: reqwest::RequestBuilder) -> Value {
        let request =
            if self.cookie.is_empty() { request } else { request.header(header::COOKIE, &self.cookie) };
        let response = request.send().await.unwrap();
        if let Some(cookie) = response.headers().get(header::SET_COOKIE) {
            cookie.to_str().unwrap().split(';').next().unwrap().clone_into(&mut self.cookie);
        }
        let (status, url, text) = (response.status(), response.url().clone(), response.text().await.unwrap());
        assert_eq!(status, 200, "{url}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    fn ask(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.http.request(method, format!("{}{path}", self.host))
    }

    /// With the stored token.
    fn bearing(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.ask(method, path).header("authorization", format!("Bearer {}", self.access_token))
    }

    async fn sign(&mut self, way: &str, name: &str, email: &str) {
        let body = json!({ "name": name, "email": email, "password": "secret-1" });
        let identity = self.send(self.ask(Method::POST, &format!("/identity/{way}")).json(&body)).await;
        assert_eq!((&identity["email"], &identity["displayName"]), (&json!(email), &json!(name)));
        let answer = self
            .send(self.ask(Method::PUT, &format!("/user/{email}")).json(&json!({ "email": email })))
            .await;
        answer["token"].as_str().unwrap().clone_into(&mut self.access_token);
    }

    async fn tool(&mut self, id: &str) -> Value {
        self.send(
            self.bearing(Method::GET, &format!("/tools/{id}")).header("content-type", "application/json"),
        )
        .await
    }

    async fn put_back(&mut self, tool: &Value, available: i64) {
        let mut tool = tool.clone();
        tool["availableQuantity"] = json!(available);
        self.send(
            self.bearing(Method::PUT, &format!("/tools/{}", tool["_id"].as_str().unwrap())).json(&tool),
        )
        .await;
    }

    /// The purchase form, in which the address goes into phone and the phone into address.
    async fn purchase(&mut self, tool: &Value, email: &str, quantity: &str) {
        let price = tool["price"].as_f64().unwrap();
        let total = price * quantity.parse::<f64>().unwrap();
        let order = json!({
            "toolName": tool["name"], "orderQuantity": quantity, "price": tool["price"], "customerEmail": email, "customerName": "Ada Moss",
            "phone": "12 Elm St, Guelph", "address": "555-0142", "totalPrice": total
        });
        self.send(self.bearing(Method::POST, "/orders").json(&order)).await;
    }

    async fn orders(&mut self, email: &str) -> Vec<Value> {
        self.send(self.bearing(Method::GET, &format!("/orders?customerEmail={email}")))
            .await
            .as_array()
            .unwrap()
            .clone()
    }
}

on_both_engines! {
    async fn the_specified_client_gets_from_sign_up_to_a_shipped_order(shop: TestShop) {
        shop.tool("Draw Hoe", 1_999, 100, 5).await;
        shop.review("Bo", "Sharp as ever.", 4.5).await;
        let email = "ada+beds@example.com";
        let mut ada = Client::new(&shop.url);
        ada.sign("sign-up", "Ada Moss", email).await;

        let tools = ada.send(ada.ask(Method::GET, "/tools")).await;
        let listed = tools.as_array().unwrap()[0].clone();
        let reviews = ada.send(ada.ask(Method::GET, "/reviews")).await;
        assert_eq!((&reviews[0]["name"], &reviews[0]["rating"]), (&json!("Bo"), &json!(4.5)));
        assert_eq!(ada.send(ada.bearing(Method::GET, &format!("/admin/{email}")).header("content-type", "application/json")).await, json!({ "admin": false }));
        let id = listed["_id"].as_str().unwrap().to_owned();
        let tool = ada.tool(&id).await;
        assert_eq!(tool, listed);

        // Once with the stock written before the order, once after it.
        ada.put_back(&tool, 93).await;
        ada.purchase(&tool, email, "7").await;
        assert_eq!(ada.tool(&id).await["availableQuantity"], 93);
        let tool = ada.tool(&id).await;
        ada.purchase(&tool, email, "5").await;
        ada.put_back(&tool, 88).await;
        assert_eq!(ada.tool(&id).await["availableQuantity"], 88);

        let orders = ada.orders(email).await;
        assert_eq!(orders.len(), 2);
        assert_eq!((&orders[0]["toolName"], &orders[0]["orderQuantity"], &orders[0]["totalPrice"]), (&json!("Draw Hoe"), &json!(7), &json!(139.93)));
        assert_eq!((&orders[0]["phone"], &orders[0]["address"]), (&json!("12 Elm St, Guelph"), &json!("555-0142")));
        assert_eq!((&orders[0]["paid"], orders[0].get("transactionId")), (&json!(false), None));

        // The payment page: the order, a secret for its total, the provider, and the report.
        let first = orders[0]["_id"].as_str().unwrap().to_owned();
        let order = ada.send(ada.bearing(Method::GET, &format!("/orders/{first}"))).await;
        let answer = ada.send(ada.bearing(Method::POST, "/create-payment-intent").json(&json!({ "totalPrice": order["totalPrice"] }))).await;
        let secret = answer["clientSecret"].as_str().unwrap().to_owned();
        let paid = shop.provider.pay(&secret, "4242424242424242").await;
        assert_eq!((paid.status, &paid.body["status"]), (200, &json!("succeeded")), "{}", paid.text);
        let transaction = intent_of(&secret);
        let report = json!({ "orders": first, "transactionId": transaction, "status": "pending" });
        ada.send(ada.bearing(Method::PATCH, &format!("/orders/{first}")).json(&report)).await;
        let order = ada.send(ada.bearing(Method::GET, &format!("/orders/{first}"))).await;
        assert_eq!((&order["paid"], &order["status"], &order["transactionId"]), (&json!(true), &json!("pending"), &json!(transaction)));

        let mut hazel = Client::new(&shop.url);
        hazel.sign("sign-up", "Hazel", "hazel@example.com").await;
        role::change(&shop.shop.db, &Email::parse("hazel@example.com").unwrap(), Role::Admin, role::By::Host, shop.shop.clock.now()).await.unwrap();
        hazel.sign("sign-in", "Hazel", "hazel@example.com").await;
        assert_eq!(hazel.send(hazel.bearing(Method::GET, "/admin/hazel@example.com")).await, json!({ "admin": true }));
        let all = hazel.send(hazel.bearing(Method::GET, "/manageOrders").header("content-type", "application/json")).await;
        assert_eq!(all.as_array().unwrap().len(), 2);
        hazel.send(hazel.bearing(Method::PATCH, &format!("/orders/{first}")).json(&json!({ "status": "Approved and shipped" }))).await;

        // A review and a profile, of which the specification names no proof: the cookie is enough.
        let review = json!({ "name": "Ada Moss", "email": email, "review": "It cuts.", "rating": "5" });
        let answer = ada.send(ada.ask(Method::POST, "/reviews").json(&review)).await;
        assert_eq!(answer["success"], true);
        let reviews = ada.send(ada.ask(Method::GET, "/reviews")).await;
        assert_eq!((&reviews[1]["name"], &reviews[1]["review"], &reviews[1]["rating"]), (&json!("Ada Moss"), &json!("It cuts."), &json!(5)));
        let profile = json!({ "email": email, "name": "Ada Moss", "location": "Guelph", "address": "12 Elm St", "phone": "555-0142" });
        let answer = ada.send(ada.ask(Method::PUT, &format!("/profiles/{email}")).json(&profile)).await;
        assert_eq!((&answer["acknowledged"], &answer["upsertedCount"]), (&json!(true), &json!(1)));

        // The users table, and the button in the row of somebody who is no admin.
        let users = hazel.send(hazel.bearing(Method::GET, "/users")).await;
        let rows: Vec<_> = users.as_array().unwrap().iter().map(|user| (user["email"].as_str().unwrap(), user["role"].as_str().unwrap())).collect();
        assert_eq!(rows, [(email, "user"), ("hazel@example.com", "admin")]);
        let mut cleo = Client::new(&shop.url);
        cleo.sign("sign-up", "Cleo", "cleo+hoes@example.com").await;
        let answer = hazel.send(hazel.bearing(Method::PUT, "/user/admin/cleo+hoes@example.com")).await;
        assert_eq!(answer["modifiedCount"], 1);
        cleo.sign("sign-in", "Cleo", "cleo+hoes@example.com").await;
        assert_eq!(cleo.send(cleo.bearing(Method::GET, "/admin/cleo+hoes@example.com")).await, json!({ "admin": true }));

        // Somebody thinks better of the other order.
        let second = orders[1]["_id"].as_str().unwrap();
        let deleted = ada.send(ada.bearing(Method::DELETE, &format!("/orders/{second}"))).await;
        assert_eq!(deleted["deletedCount"], 1);
        let orders = ada.orders(email).await;
        assert_eq!(orders.len(), 1);
        assert_eq!((&orders[0]["status"], &orders[0]["transactionId"]), (&json!("Approved and shipped"), &json!(transaction)));
        assert_eq!(ada.tool(&id).await["availableQuantity"], 93);
    }
}
