//! The client: a host, a cookie jar, a token, and one method for each row of the specification's table.

use reqwest::{Method, RequestBuilder, header};
use serde_json::{Value, json};

pub struct Client {
    /// `{host}` in the table.
    host: String,
    http: reqwest::Client,
    /// The browser's cookies.
    cookie: String,
    /// The token in localStorage.
    access_token: String,
}

impl Client {
    pub fn new(origin: &str) -> Self {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { host: format!("{origin}/api"), http, cookie: String::new(), access_token: String::new() }
    }

    async fn send(&mut self, request: RequestBuilder) -> Value {
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

    fn ask(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.host))
    }

    /// Sends the stored token.
    fn bearing(&self, method: Method, path: &str) -> RequestBuilder {
        self.ask(method, path).header("authorization", format!("Bearer {}", self.access_token))
    }

    /// Some of its GETs declare a JSON body and have none.
    fn with_type(&self, path: &str) -> RequestBuilder {
        self.bearing(Method::GET, path).header("content-type", "application/json")
    }

    /// Signs in at the shop's identity provider (docs/api.md §6), then sends PUT /user/{email}.
    pub async fn sign(&mut self, way: &str, name: &str, email: &str, password: &str) {
        let body = json!({ "name": name, "email": email, "password": password });
        let identity = self.send(self.ask(Method::POST, &format!("/identity/{way}")).json(&body)).await;
        assert_eq!((&identity["email"], &identity["displayName"]), (&json!(email), &json!(name)));
        let user = self.ask(Method::PUT, &format!("/user/{email}")).json(&json!({ "email": email }));
        let answer = self.send(user).await;
        answer["token"].as_str().unwrap().clone_into(&mut self.access_token);
    }

    pub async fn is_admin(&mut self, email: &str) -> bool {
        self.send(self.with_type(&format!("/admin/{email}"))).await["admin"].as_bool().unwrap()
    }

    pub async fn tools(&mut self) -> Vec<Value> {
        self.send(self.ask(Method::GET, "/tools")).await.as_array().unwrap().clone()
    }

    pub async fn tool(&mut self, id: &str) -> Value {
        self.send(self.with_type(&format!("/tools/{id}"))).await
    }

    pub async fn put_tool(&mut self, tool: &Value, available: i64) {
        let mut tool = tool.clone();
        tool["availableQuantity"] = json!(available);
        let path = format!("/tools/{}", tool["_id"].as_str().unwrap());
        self.send(self.bearing(Method::PUT, &path).json(&tool)).await;
    }

    pub async fn add_tool(&mut self, tool: &Value) -> String {
        let answer = self.send(self.bearing(Method::POST, "/tools").json(tool)).await;
        answer["insertedId"].as_str().unwrap().to_owned()
    }

    pub async fn delete_tool(&mut self, id: &str) -> Value {
        self.send(self.bearing(Method::DELETE, &format!("/tools/{id}"))).await["deletedCount"].clone()
    }

    /// The purchase form, which swaps the fields phone and address.
    pub async fn order(&mut self, tool: &Value, email: &str, name: &str, quantity: &str) {
        let price = tool["price"].as_f64().unwrap();
        let order = json!({
            "toolName": tool["name"], "orderQuantity": quantity, "price": tool["price"], "customerEmail": email, "customerName": name,
            "phone": "12 Elm St, Guelph", "address": "555-0142", "totalPrice": price * quantity.parse::<f64>().unwrap()
        });
        self.send(self.bearing(Method::POST, "/orders").json(&order)).await;
    }

    pub async fn orders(&mut self, email: &str) -> Vec<Value> {
        let request = self.bearing(Method::GET, &format!("/orders?customerEmail={email}"));
        self.send(request).await.as_array().unwrap().clone()
    }

    pub async fn order_of(&mut self, id: &str) -> Value {
        self.send(self.bearing(Method::GET, &format!("/orders/{id}"))).await
    }

    pub async fn delete_order(&mut self, id: &str) -> Value {
        self.send(self.bearing(Method::DELETE, &format!("/orders/{id}"))).await["deletedCount"].clone()
    }

    pub async fn ship(&mut self, id: &str) {
        let body = json!({ "status": "Approved and shipped" });
        self.send(self.bearing(Method::PATCH, &format!("/orders/{id}")).json(&body)).await;
    }

    pub async fn manage_orders(&mut self) -> Vec<Value> {
        self.send(self.with_type("/manageOrders")).await.as_array().unwrap().clone()
    }

    /// The payment page: the order, a secret for its total, the card provider, and the report. Returns the transaction.
    pub async fn pay(&mut self, id: &str, card: &str) -> String {
        let order = self.order_of(id).await;
        let body = json!({ "totalPrice": order["totalPrice"] });
        let answer = self.send(self.bearing(Method::POST, "/create-payment-intent").json(&body)).await;
        let secret = answer["clientSecret"].as_str().unwrap();
        let transaction = self.confirm_card_payment(secret, card).await;
        let report = json!({ "orders": id, "transactionId": transaction, "status": "pending" });
        self.send(self.bearing(Method::PATCH, &format!("/orders/{id}")).json(&report)).await;
        transaction
    }

    /// Confirms as the provider's script does in a browser.
    async fn confirm_card_payment(&mut self, secret: &str, card: &str) -> String {
        let config = self.send(self.ask(Method::GET, "/config")).await;
        let api = config["stripeJs"].as_str().unwrap().trim_end_matches("/v3.js").to_owned();
        let key = config["stripePublishableKey"].as_str().unwrap().to_owned();
        let card = [
            ("type", "card"),
            ("card[number]", card),
            ("card[exp_month]", "12"),
            ("card[exp_year]", "2040"),
            ("card[cvc]", "123"),
        ];
        let method = self.at_provider(&format!("{api}/v1/payment_methods"), &key, &card).await;
        let intent = secret.split("_secret_").next().unwrap();
        let form = [("client_secret", secret), ("payment_method", method["id"].as_str().unwrap())];
        let paid = self.at_provider(&format!("{api}/v1/payment_intents/{intent}/confirm"), &key, &form).await;
        assert_eq!(paid["status"], "succeeded", "{paid}");
        paid["id"].as_str().unwrap().to_owned()
    }

    async fn at_provider(&self, url: &str, key: &str, form: &[(&str, &str)]) -> Value {
        let answer = self.http.post(url).bearer_auth(key).form(form).send().await.unwrap();
        serde_json::from_str(&answer.text().await.unwrap()).unwrap()
    }

    pub async fn reviews(&mut self) -> Vec<Value> {
        self.send(self.ask(Method::GET, "/reviews")).await.as_array().unwrap().clone()
    }

    /// The table says "none" for auth: the session cookie identifies the author.
    pub async fn review(&mut self, name: &str, email: &str, review: &str, rating: &str) {
        let body = json!({ "name": name, "email": email, "review": review, "rating": rating });
        self.send(self.ask(Method::POST, "/reviews").json(&body)).await;
    }

    /// Writes a profile with the session cookie, as [`Client::review`] does.
    pub async fn put_profile(&mut self, email: &str, name: &str, location: &str) -> Value {
        let body = json!({ "email": email, "name": name, "location": location, "address": "12 Elm St", "phone": "555-0142" });
        self.send(self.ask(Method::PUT, &format!("/profiles/{email}")).json(&body)).await
    }

    pub async fn users(&mut self) -> Vec<Value> {
        self.send(self.bearing(Method::GET, "/users")).await.as_array().unwrap().clone()
    }

    pub async fn make_admin(&mut self, email: &str) -> Value {
        self.send(self.bearing(Method::PUT, &format!("/user/admin/{email}"))).await["modifiedCount"].clone()
    }

    /// Uploads to the image host with an upload key; multipart with an image.
    pub async fn upload(&mut self, picture: &[u8]) -> String {
        let ticket = self.send(self.bearing(Method::POST, "/images/ticket")).await;
        let key = ticket["key"].as_str().unwrap();
        let mut body = b"--picture\r\ncontent-disposition: form-data; name=\"image\"; filename=\"IMG_1.webp\"\r\ncontent-type: image/webp\r\n\r\n".to_vec();
        body.extend_from_slice(picture);
        body.extend_from_slice(b"\r\n--picture--\r\n");
        let upload = self.http.post(format!("{}/images?key={key}", self.host));
        let upload = upload.header("content-type", "multipart/form-data; boundary=picture").body(body);
        let answer = self.send(upload).await;
        assert_eq!(answer["success"], true);
        answer["data"]["url"].as_str().unwrap().to_owned()
    }

    /// Fetches an image as a browser does.
    pub async fn kind_of(&self, url: &str) -> String {
        let shown = self.http.get(url).send().await.unwrap();
        assert_eq!(shown.status(), 200, "{url}");
        shown.headers()[header::CONTENT_TYPE].to_str().unwrap().to_owned()
    }
}
