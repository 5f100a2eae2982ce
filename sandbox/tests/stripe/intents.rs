use serde_json::json;

use crate::support::{NOW, Provider, answer, error, text};

/// The parameters of a card with a prefix such as `card`.
fn card(prefix: &str, number: &str) -> Vec<(String, String)> {
    let members = [("number", number), ("exp_month", "12"), ("exp_year", "2030"), ("cvc", "123")];
    members.map(|(name, value)| (format!("{prefix}[{name}]"), value.to_owned())).to_vec()
}

fn pairs(form: &[(String, String)]) -> Vec<(&str, &str)> {
    form.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

#[tokio::test]
async fn a_browser_confirms_a_payment_and_the_server_sees_it() {
    let provider = Provider::start().await;
    let intent = provider.intent().await;
    assert_eq!(intent["status"], "requires_payment_method");
    assert_eq!((&intent["amount"], &intent["currency"]), (&json!(12550), &json!("cad")));
    assert_eq!((&intent["livemode"], &intent["created"]), (&json!(false), &json!(NOW)));
    let (id, secret) = (text(&intent["id"]), text(&intent["client_secret"]));
    assert!(secret.starts_with(&format!("{id}_secret_")), "{secret}");

    let card = card("card", "4242424242424242");
    let mut form = pairs(&card);
    form.extend([
        ("type", "card"),
        ("billing_details[name]", "Ann"),
        ("billing_details[email]", "ann@example.com"),
        ("billing_details[address][postal_code]", "K1A 0B1"),
    ]);
    let method = answer(provider.browser_post("/v1/payment_methods", &form)).await;
    assert_eq!((&method["card"]["brand"], &method["card"]["last4"]), (&json!("visa"), &json!("4242")));
    assert_eq!(method["billing_details"]["address"]["postal_code"], "K1A 0B1");

    let confirm = format!("/v1/payment_intents/{id}/confirm");
    let form = [("client_secret", secret), ("payment_method", text(&method["id"]))];
    let confirmed = answer(provider.browser_post(&confirm, &form)).await;
    assert_eq!(confirmed["status"], "succeeded");
    assert_eq!(
        (confirmed.get("metadata"), confirmed.get("latest_charge")),
        (None, None),
        "hidden from browsers"
    );

    let seen = answer(provider.get(&format!("/v1/payment_intents/{id}?expand[]=latest_charge"))).await;
    assert_eq!((&seen["status"], &seen["amount_received"]), (&json!("succeeded"), &json!(12550)));
    assert_eq!(seen["metadata"], json!({ "order_id": "order-1" }));
    assert_eq!(seen["latest_charge"]["paid"], true);
    assert_eq!(seen["latest_charge"]["billing_details"]["email"], "ann@example.com");
}

#[tokio::test]
async fn a_declined_card_leaves_the_payment_open() {
    let provider = Provider::start().await;
    for (number, code, decline_code, message) in [
        ("4000000000000002", "card_declined", "generic_decline", "Your card was declined."),
        ("4000000000009995", "card_declined", "insufficient_funds", "Your card has insufficient funds."),
        ("4000000000000069", "expired_card", "expired_card", "Your card has expired."),
        ("4000000000000127", "incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect."),
    ] {
        let intent = provider.intent().await;
        let path = format!("/v1/payment_intents/{}", text(&intent["id"]));
        let card = card("payment_method_data[card]", number);
        let mut form = pairs(&card);
        form.extend([
            ("client_secret", text(&intent["client_secret"])),
            ("payment_method_data[type]", "card"),
        ]);
        let declined = error(provider.browser_post(&format!("{path}/confirm"), &form), 402).await;
        assert_eq!((&declined["type"], &declined["code"]), (&json!("card_error"), &json!(code)));
        assert_eq!(
            (&declined["decline_code"], &declined["message"]),
            (&json!(decline_code), &json!(message))
        );
        assert_eq!(declined["payment_intent"]["status"], "requires_payment_method");

        let seen = answer(provider.get(&format!("{path}?expand[]=latest_charge"))).await;
        assert_eq!(
            (&seen["last_payment_error"]["code"], &seen["amount_received"]),
            (&json!(code), &json!(0))
        );
        let charge = &seen["latest_charge"];
        assert_eq!((&charge["status"], &charge["failure_code"]), (&json!("failed"), &json!(code)));
        let retried = provider.post(&format!("{path}/confirm"), &[("payment_method", "pm_card_mastercard")]);
        assert_eq!(answer(retried).await["status"], "succeeded");
    }
}

#[tokio::test]
async fn cards_are_checked() {
    let provider = Provider::start().await;
    for (number, month, year, cvc, code) in [
        ("4242424242424241", "12", "2030", "123", "incorrect_number"),
        ("42424242", "12", "2030", "123", "invalid_number"),
        ("4111111111111111", "12", "2030", "123", "card_declined"),
        ("4242424242424242", "13", "2030", "123", "invalid_expiry_month"),
        ("4242424242424242", "10", "2026", "123", "invalid_expiry_month"),
        ("4242424242424242", "11", "26", "123", ""),
        ("4242424242424242", "12", "2025", "123", "invalid_expiry_year"),
        ("4242424242424242", "12", "2030", "12", "invalid_cvc"),
        ("4242424242424242", "12", "2030", "1234", "invalid_cvc"),
        ("378282246310005", "12", "2030", "1234", ""),
        ("4242 4242 4242 4242", "12", "2030", "123", ""),
    ] {
        let form = [
            ("type", "card"),
            ("card[number]", number),
            ("card[exp_month]", month),
            ("card[exp_year]", year),
            ("card[cvc]", cvc),
        ];
        let call = provider.browser_post("/v1/payment_methods", &form);
        match code {
            "" => assert_eq!(answer(call).await["object"], "payment_method"),
            code => assert_eq!(error(call, 402).await["code"], code, "{number} {month}/{year} {cvc}"),
        }
    }
}

#[tokio::test]
async fn a_card_with_authentication_waits_for_the_customer() {
    let provider = Provider::start().await;
    for (proved, card, status) in [
        ("true", "pm_card_authenticationRequired", "succeeded"),
        ("false", "pm_card_authenticationRequired", "requires_payment_method"),
        ("true", "pm_card_threeDSecureRequiredChargeDeclined", "requires_payment_method"),
    ] {
        let intent = provider.intent().await;
        let (id, secret) = (text(&intent["id"]), text(&intent["client_secret"]));
        let confirm = format!("/v1/payment_intents/{id}/confirm");
        let waiting = answer(provider.post(&confirm, &[("payment_method", card)])).await;
        assert_eq!(waiting["status"], "requires_action");
        assert_eq!(waiting["next_action"]["type"], "use_stripe_sdk");

        let challenge = |secret, proved| {
            let form = [("payment_intent", id), ("client_secret", secret), ("proved", proved)];
            provider.client.post(provider.url("/elements/challenge/answer")).form(&form)
        };
        let ended = answer(challenge(secret, proved)).await;
        assert_eq!((&ended["status"], &ended["next_action"]), (&json!(status), &json!(null)));
        assert_eq!(answer(challenge(secret, "false")).await["status"], status, "no effect");
        error(challenge("guess", "true"), 404).await;
    }
}

#[tokio::test]
async fn parameters_are_checked() {
    let provider = Provider::start().await;
    for (form, code, param) in [
        (vec![("amount", "49"), ("currency", "cad")], "amount_too_small", "amount"),
        (vec![("amount", "100000000"), ("currency", "cad")], "amount_too_large", "amount"),
        (vec![("amount", "-5"), ("currency", "cad")], "parameter_invalid_integer", "amount"),
        (vec![("amount", "12.5"), ("currency", "cad")], "parameter_invalid_integer", "amount"),
        (vec![("currency", "cad")], "parameter_missing", "amount"),
        (vec![("amount", ""), ("currency", "cad")], "parameter_invalid_empty", "amount"),
        (vec![("amount", "500")], "parameter_missing", "currency"),
        (vec![("amount", "500"), ("currency", "cad"), ("amuont", "1")], "parameter_unknown", "amuont"),
        (
            vec![("amount", "500"), ("currency", "cad"), ("payment_method", "pm_none")],
            "resource_missing",
            "payment_method",
        ),
    ] {
        let invalid = error(provider.post("/v1/payment_intents", &form), 400).await;
        assert_eq!((&invalid["code"], &invalid["param"]), (&json!(code), &json!(param)), "{form:?}");
        assert_eq!(invalid["type"], "invalid_request_error");
    }
    let invalid =
        error(provider.post("/v1/payment_intents", &[("amount", "500"), ("currency", "xxx")]), 400).await;
    assert_eq!(invalid["param"], "currency");
    assert_eq!(provider.state().await["intents"], json!([]));
    for amount in ["50", "99999999"] {
        answer(provider.post("/v1/payment_intents", &[("amount", amount), ("currency", "CAD")])).await;
    }
}

#[tokio::test]
async fn canceled_and_paid_intents_are_final() {
    let provider = Provider::start().await;
    let intent = provider.intent().await;
    let path = format!("/v1/payment_intents/{}", text(&intent["id"]));
    let canceled = answer(provider.post(&format!("{path}/cancel"), &[])).await;
    assert_eq!((&canceled["status"], &canceled["canceled_at"]), (&json!("canceled"), &json!(NOW)));
    let confirm = provider.post(&format!("{path}/confirm"), &[("payment_method", "pm_card_visa")]);
    let rejected = error(confirm, 400).await;
    assert_eq!(rejected["code"], "payment_intent_unexpected_state");
    assert_eq!(rejected["payment_intent"]["status"], "canceled");

    let paid = provider.paid_intent().await;
    let path = format!("/v1/payment_intents/{}", text(&paid["id"]));
    for call in ["cancel", "confirm"] {
        let rejected = error(provider.post(&format!("{path}/{call}"), &[]), 400).await;
        assert_eq!(rejected["code"], "payment_intent_unexpected_state");
    }
    assert_eq!(answer(provider.get(&path)).await["status"], "succeeded");
}

#[tokio::test]
async fn two_concurrent_confirmations_charge_once() {
    let provider = Provider::start().await;
    let intent = provider.intent().await;
    let confirm = format!("/v1/payment_intents/{}/confirm", text(&intent["id"]));
    let send = || provider.post(&confirm, &[("payment_method", "pm_card_visa")]).send();
    let (one, other) = tokio::join!(send(), send());
    let mut statuses = [one.unwrap().status().as_u16(), other.unwrap().status().as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400]);
    let events = answer(provider.get("/v1/events?types[]=payment_intent.succeeded")).await;
    assert_eq!(events["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_payment_method_pays_once() {
    let provider = Provider::start().await;
    let (paid, other) = (provider.paid_intent().await, provider.intent().await);
    let confirm = format!("/v1/payment_intents/{}/confirm", text(&other["id"]));
    let form = [("payment_method", text(&paid["payment_method"]))];
    assert_eq!(error(provider.post(&confirm, &form), 400).await["code"], "payment_method_unexpected_state");
}

#[tokio::test]
async fn refunds_never_exceed_the_payment() {
    let provider = Provider::start().await;
    let paid = provider.paid_intent().await;
    let id = text(&paid["id"]);
    let refund = |amount| provider.post("/v1/refunds", &[("payment_intent", id), ("amount", amount)]);
    let part = answer(refund("2550")).await;
    assert_eq!((&part["status"], &part["amount"]), (&json!("succeeded"), &json!(2550)));
    let rejected = error(refund("10001"), 400).await;
    let message = "Refund amount ($100.01) is greater than unrefunded amount on charge ($100.00).";
    assert_eq!(rejected["message"], message);
    let rest = || provider.post("/v1/refunds", &[("payment_intent", id)]);
    assert_eq!(answer(rest()).await["amount"], 10000);
    assert_eq!(error(rest(), 400).await["code"], "charge_already_refunded");
    let path = "/v1/payment_intents?expand[]=data.latest_charge";
    let charge = &answer(provider.get(path)).await["data"][0]["latest_charge"];
    assert_eq!((&charge["refunded"], &charge["amount_refunded"]), (&json!(true), &json!(12550)));

    let open = provider.intent().await;
    error(provider.post("/v1/refunds", &[("payment_intent", text(&open["id"]))]), 400).await;
    let disputed = [
        ("amount", "500"),
        ("currency", "cad"),
        ("confirm", "true"),
        ("payment_method", "pm_card_createDispute"),
    ];
    let disputed = answer(provider.post("/v1/payment_intents", &disputed)).await;
    let refund = provider.post("/v1/refunds", &[("payment_intent", text(&disputed["id"]))]);
    assert_eq!(error(refund, 400).await["code"], "charge_disputed");
}

#[tokio::test]
async fn each_key_has_its_calls() {
    let provider = Provider::start().await;
    let intent = provider.intent().await;
    let path = format!("/v1/payment_intents/{}", text(&intent["id"]));
    let secret = text(&intent["client_secret"]);
    error(provider.client.get(provider.url(&path)), 401).await;
    error(provider.client.get(provider.url(&path)).bearer_auth("sk_test_other"), 401).await;

    assert_eq!(error(provider.browser_get(&path), 401).await["code"], "secret_key_required");
    let rejected = error(provider.browser_get(&format!("{path}?client_secret={secret}x")), 400).await;
    assert_eq!(rejected["param"], "client_secret");
    answer(provider.browser_get(&format!("{path}?client_secret={secret}"))).await;
    for path in ["/v1/payment_intents", &format!("{path}/confirm"), &format!("{path}/cancel"), "/v1/refunds"]
    {
        error(provider.browser_post(path, &[]), 401).await;
    }
    for path in ["/v1/payment_intents", "/v1/events", "/_control/state"] {
        error(provider.browser_get(path), 401).await;
    }
    error(provider.get("/v1/customers"), 404).await;
    error(provider.get("/v1/payment_intents/pi_none"), 404).await;
}
