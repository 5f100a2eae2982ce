//! CPU time from an order to its payment. The demo's card provider is in the same process and counts too.

use std::{path::Path, time::Instant};

use serde_json::{Value, json};

use crate::{Failure, cpu, load, program, report};

const WARM_UP: usize = 20;
const ORDERS: usize = 300;
/// The demo's accounts.
const OWNER: (&str, &str) = ("admin@example.com", "garden-admin");
const CUSTOMER: (&str, &str) = ("customer@example.com", "garden-customer");

pub async fn measure(program: &str, folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)?;
    let limits = ["--max-orders-per-hour", "--max-writes", "--max-payment-intents", "--max-unpaid-orders"];
    let limits: Vec<_> = limits.iter().flat_map(|limit| [limit, "1000000"]).collect();
    let (demo, _) = program::start(program, folder, &limits).await?;
    let owner = demo.sign_in(OWNER).await?;
    let tool = json!({
        "name": "Bench Hoe", "description": "For measurements.", "img": "/images/draw-hoe/350.webp",
        "price": 10, "minimumQuantity": 1, "availableQuantity": 1_000_000,
    });
    demo.call("POST", "/api/tools", &owner, Some(&tool)).await?;
    let customer = demo.sign_in(CUSTOMER).await?;
    let settings = demo.call("GET", "/api/config", "", None).await?;
    let key = settings["stripePublishableKey"].as_str().ok_or("no card payment")?;
    for number in 0..WARM_UP {
        demo.order_and_pay(&customer, key, number).await?;
    }
    let (began, before) = (Instant::now(), cpu::of_process(demo.process_id())?);
    for number in WARM_UP..WARM_UP + ORDERS {
        demo.order_and_pay(&customer, key, number).await?;
    }
    let took = cpu::micros_each(began.elapsed(), ORDERS) / 1e3;
    let spent = cpu::of_process(demo.process_id())?.saturating_sub(before);
    report(
        "from an order to its payment, provider included, CPU",
        cpu::micros_each(spent, ORDERS) / 1e3,
        "ms",
    );
    report("  one after the other, each takes", took, "ms");
    Ok(())
}

impl program::Running {
    async fn call(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: Option<&Value>,
    ) -> Result<Value, Failure> {
        let (_, body) = load::once(self.address, &load::request(method, path, headers, body)).await?;
        Ok(serde_json::from_str(&body)?)
    }

    /// The headers of a new session.
    async fn sign_in(&self, (email, password): (&str, &str)) -> Result<String, Failure> {
        let credentials = json!({ "email": email, "password": password });
        let request = load::request("POST", "/api/identity/sign-in", "", Some(&credentials));
        let (head, _) = load::once(self.address, &request).await?;
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).ok_or("no cookie")?;
        let cookie = cookie.split(';').next().unwrap_or_default();
        let user =
            self.call("PUT", &format!("/api/user/{email}"), &format!("cookie: {cookie}\r\n"), None).await?;
        Ok(format!("authorization: Bearer {}\r\n", user["token"].as_str().ok_or("no token")?))
    }

    /// The calls of the web app and of the card provider's script.
    async fn order_and_pay(&self, proof: &str, key: &str, number: usize) -> Result<(), Failure> {
        let order = json!({
            "toolName": "Bench Hoe", "orderQuantity": 1, "price": 10, "totalPrice": 10,
            "address": "12 Elm St", "phone": "555-0100", "customerEmail": CUSTOMER.0,
        });
        let headers = format!("{proof}idempotency-key: bench-{number}\r\n");
        let order = self.call("POST", "/api/orders", &headers, Some(&order)).await?;
        let order = order["insertedId"].as_str().ok_or("no order")?;
        let payment = json!({ "totalPrice": 10, "orderId": order });
        let payment = self.call("POST", "/api/create-payment-intent", proof, Some(&payment)).await?;
        let secret = payment["clientSecret"].as_str().ok_or("no payment")?;
        let (intent, _) = secret.split_once("_secret_").ok_or("not a client secret")?;
        let card =
            "type=card&card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2040&card[cvc]=123";
        let method = self.provider(key, "/v1/payment_methods", card).await?;
        let method = method["id"].as_str().ok_or("no payment method")?;
        let confirmation = format!("client_secret={secret}&payment_method={method}");
        self.provider(key, &format!("/v1/payment_intents/{intent}/confirm"), &confirmation).await?;
        let payment = json!({ "orders": order, "transactionId": intent, "status": "pending" });
        self.call("PATCH", &format!("/api/orders/{order}"), proof, Some(&payment)).await?;
        Ok(())
    }

    async fn provider(&self, key: &str, path: &str, form: &str) -> Result<Value, Failure> {
        let length = form.len();
        let request = format!(
            "POST /sandbox/stripe{path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {key}\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: {length}\r\n\r\n{form}"
        );
        let (_, body) = load::once(self.address, request.as_bytes()).await?;
        Ok(serde_json::from_str(&body)?)
    }
}
