use serde_json::json;

use crate::support::{NOW, Provider, SECRET_KEY, answer, error, text};

#[tokio::test]
async fn a_payment_is_created_confirmed_by_the_browser_and_seen_by_the_server() {
    let provider = Provider::start().await;
    let intent = provider.intent().await;
    assert_eq!(intent["status"], "requires_payment_method");
    assert_eq!((&intent["amount"], &intent["currency"]), (&json!(12550), &json!("cad")));
    assert_eq!((&intent["livemode"], &intent["created"]), (&json!(false), &json!(NOW)));
    let (id, secret) = (text(&intent["id"]), text(&intent["client_secret"]));
    assert!(secret.starts_with(&format!("{id}_secret_")), "{secret}");

    let card = [
        ("type", "card"),
        ("card[number]", "4242424242424242"),
        ("card[exp_month]", "12"),
        ("card[exp_year]", "2030"),
        ("card[cvc]", "123"),
        ("billing_details[name]", "Ann"),
        ("billing_details[email]", "ann@example.com"),
        ("billing_details[address][postal_code]", "K1A 0B1"),
    ];
    let method = answer(provider.browser_post("/v1/payment_methods", &card)).await;
    assert_eq!((&method["card"]["brand"], &method["card"]["last4"]), (&json!("visa"), &json!("4242")));
    assert_eq!(method["billing_details"]["address"]["postal_code"], "K1A 0B1");

    let confirm = format!("/v1/payment_intents/{id}/confirm");
    let form = [("client_secret", secret), ("payment_method", text(&method["id"]))];
    let confirmed = answer(provider.browser_post(&confirm, &form)).await;
    assert_eq!(confirmed["status"], "succeeded");
    assert_eq!(confirmed.get("metadata"), None, "browsers do not see what the shop noted");

    let path = format!("/v1/payment_intents/{id}?expand[]=latest_charge&expand[]=payment_method");
    let seen = answer(provider.get(&path)).await;
    assert_eq!((&seen["status"], &seen["amount_received"]), (&json!("succeeded"), &json!(12550)));
    assert_eq!(seen["metadata"], json!({ "order_id": "order-1" }));
    assert_eq!(seen["latest_charge"]["paid"], true);
    assert_eq!(seen["payment_method"]["billing_details"]["email"], "ann@example.com");
}

#[tokio::test]
async fn each_declining_card_says_why_and_leaves_the_payment_open() {
    let provider = Provider::start().await;
    for (number, code, decline_code, message) in [
        ("4000000000000002", "card_declined", "generic_decline", "Your card was declined."),
        ("4000000000009995", "card_declined", "insufficient_funds", "Your card has insufficient funds."),
        ("4000000000009987", "card_declined", "lost_card", "Your card was declined."),
        ("4000000000009979", "card_declined", "stolen_card", "Your card was declined."),
        ("4000000000000069", "expired_card", "expired_card", "Your card has expired."),
        ("4000000000000127", "incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect."),
        (
            "4000000000000119",
            "processing_error",
            "processing_error",
            "An error occurred while processing your card. Try again in a little bit.",
        ),
    ] {
        let intent = provider.intent().await;
        let path = format!("/v1/payment_intents/{}", text(&intent["id"]));
        let form = [
            ("client_secret", text(&intent["client_secret"])),
            ("payment_method_data[type]", "card"),
            ("payment_method_data[card][number]", number),
            ("payment_method_data[card][exp_month]", "12"),
            ("payment_method_data[card][exp_year]", "30"),
            ("payment_method_data[card][cvc]", "123"),
        ];
        let refused = error(provider.browser_post(&format!("{path}/confirm"), &form), 402).await;
        assert_eq!(refused["type"], "card_error");
        assert_eq!((&refused["code"], &refused["decline_code"]), (&json!(code), &json!(decline_code)));
        assert_eq!(refused["message"], message);
        assert_eq!(refused["payment_intent"]["status"], "requires_payment_method");

        let seen = answer(provider.get(&path)).await;
        assert_eq!(seen["last_payment_error"]["code"], code);
        assert_eq!(seen["amount_received"], 0);
        let charge = answer(provider.get(&format!("/v1/charges/{}", text(&seen["latest_charge"])))).await;
        assert_eq!((&charge["status"], &charge["failure_code"]), (&json!("failed"), &json!(code)));

        // The next card pays the same intent.
        let retried = provider.post(&format!("{path}/confirm"), &[("payment_method", "pm_card_mastercard")]);
        assert_eq!(answer(retried).await["status"], "succeeded");
    }
}

#[tokio::test]
async fn a_mistyped_card_makes_no_payment_method() {
    let provider = Provider::start().await;
    for (number, month, cvc, code) in [
        ("4242424242424241", "12", "123", "incorrect_number"),
        ("42424242", "12", "123", "invalid_number"),
        ("4242424242424242", "13", "123", "invalid_expiry_month"),
        ("4242424242424242", "12", "1", "invalid_cvc"),
        ("4111111111111111", "12", "123", "card_declined"),
    ] {
        let form = [
            ("type", "card"),
            ("card[number]", number),
            ("card[exp_month]", month),
            ("card[exp_year]", "2030"),
            ("card[cvc]", cvc),
        ];
        let refused = error(provider.browser_post("/v1/payment_methods", &form), 402).await;
        assert_eq!(refused["code"], code, "{number}");
    }
}

#[tokio::test]
async fn a_card_that_asks_waits_for_the_answer() {
    let provider = Provider::start().await;
    for (proved, card, status) in [
        ("true", "pm_card_authenticationRequired", "succeeded"),
        ("false", "pm_card_authenticationRequired", "requires_payment_method"),
        ("true", "pm_card_threeDSecureRequiredChargeDeclined", "requires_payment_method"),
    ] {
        let intent = provider.intent().await;
        let (id, secret) = (text(&intent["id"]), text(&intent["client_secret"]));
        let confirm = format!("/v1/payment_intents/{id}/confirm");
        let asked = answer(provider.post(&confirm, &[("payment_method", card)])).await;
        assert_eq!(asked["status"], "requires_action");
        assert_eq!(asked["next_action"]["type"], "use_stripe_sdk");

        let url = provider.url("/elements/challenge/answer");
        let form = [("payment_intent", id), ("client_secret", secret), ("proved", proved)];
        let ended = answer(provider.client.post(&url).form(&form)).await;
        assert_eq!((&ended["status"], &ended["next_action"]), (&json!(status), &json!(null)));
        // Answering again changes nothing.
        let form = [("payment_intent", id), ("client_secret", secret), ("proved", "false")];
        assert_eq!(answer(provider.client.post(&url).form(&form)).await["status"], status);
        let form = [("payment_intent", id), ("client_secret", "guess"), ("proved", "true")];
        error(provider.client.post(&url).form(&form), 404).await;
    }
    let intent = provider.intent().await;
    let confirm = format!("/v1/payment_intents/{}/confirm", text(&intent["id"]));
    let form = [("payment_method", "pm_card_authenticationRequired"), ("off_session", "true")];
    assert_eq!(error(provider.post(&confirm, &form), 402).await["code"], "authentication_required");
}

#[tokio::test]
async fn amounts_currencies_and_names_are_checked() {
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
            vec![("amount", "500"), ("currency", "cad"), ("automatic_payment_methods[on]", "1")],
            "parameter_unknown",
            "automatic_payment_methods[on]",
        ),
        (
            vec![("amount", "500"), ("currency", "cad"), ("payment_method", "pm_nobody")],
            "resource_missing",
            "payment_method",
        ),
    ] {
        let refused = error(provider.post("/v1/payment_intents", &form), 400).await;
        assert_eq!((&refused["code"], &refused["param"]), (&json!(code), &json!(param)), "{form:?}");
        assert_eq!(refused["type"], "invalid_request_error");
    }
    let refused =
        error(provider.post("/v1/payment_intents", &[("amount", "500"), ("currency", "xxx")]), 400).await;
    assert_eq!(refused["param"], "currency");
    assert_eq!(provider.state().await["intents"], json!([]));
    for amount in ["50", "99999999"] {
        answer(provider.post("/v1/payment_intents", &[("amount", amount), ("currency", "CAD")])).await;
    }
}

#[tokio::test]
async fn a_canceled_payment_cannot_be_paid_and_a_paid_one_cannot_be_canceled() {
    let provider = Provider::start().await;
    let canceled = provider.intent().await;
    let path = format!("/v1/payment_intents/{}", text(&canceled["id"]));
    let ended =
        answer(provider.post(&format!("{path}/cancel"), &[("cancellation_reason", "abandoned")])).await;
    assert_eq!((&ended["status"], &ended["canceled_at"]), (&json!("canceled"), &json!(NOW)));
    let confirm = provider.post(&format!("{path}/confirm"), &[("payment_method", "pm_card_visa")]);
    let refused = error(confirm, 400).await;
    assert_eq!(refused["code"], "payment_intent_unexpected_state");
    assert_eq!(refused["payment_intent"]["status"], "canceled");

    let paid = provider.paid_intent().await;
    let path = format!("/v1/payment_intents/{}", text(&paid["id"]));
    for call in ["cancel", "confirm"] {
        let refused = error(provider.post(&format!("{path}/{call}"), &[]), 400).await;
        assert_eq!(refused["code"], "payment_intent_unexpected_state");
    }
    error(provider.post(&path, &[("amount", "100")]), 400).await;
    assert_eq!(answer(provider.get(&path)).await["status"], "succeeded");
}

#[tokio::test]
async fn two_confirmations_at_once_take_the_money_once() {
    let provider = Provider::start().await;
    let intent = provider.intent().await;
    let confirm = format!("/v1/payment_intents/{}/confirm", text(&intent["id"]));
    let again = || provider.post(&confirm, &[("payment_method", "pm_card_visa")]).send();
    let (one, other) = tokio::join!(again(), again());
    let mut statuses = [one.unwrap().status().as_u16(), other.unwrap().status().as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400]);
    let events = answer(provider.get("/v1/events?type=payment_intent.succeeded")).await;
    assert_eq!(events["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_payment_method_pays_once() {
    let provider = Provider::start().await;
    let paid = provider.paid_intent().await;
    let other = provider.intent().await;
    let confirm = format!("/v1/payment_intents/{}/confirm", text(&other["id"]));
    let refused =
        error(provider.post(&confirm, &[("payment_method", text(&paid["payment_method"]))]), 400).await;
    assert_eq!(refused["code"], "payment_method_unexpected_state");
}

#[tokio::test]
async fn lists_are_paged_newest_first() {
    let provider = Provider::start().await;
    let mut made = Vec::new();
    for later in 0..5 {
        provider.clock.store(NOW + later, std::sync::atomic::Ordering::Relaxed);
        made.insert(0, text(&provider.intent().await["id"]).to_owned());
    }
    let ids = |page: &serde_json::Value| -> Vec<String> {
        page["data"].as_array().unwrap().iter().map(|item| text(&item["id"]).to_owned()).collect()
    };
    let first = answer(provider.get("/v1/payment_intents?limit=2")).await;
    assert_eq!((ids(&first), &first["has_more"]), (made[..2].to_vec(), &json!(true)));
    let rest = answer(provider.get(&format!("/v1/payment_intents?limit=3&starting_after={}", made[1]))).await;
    assert_eq!((ids(&rest), &rest["has_more"]), (made[2..].to_vec(), &json!(false)));
    let back = answer(provider.get(&format!("/v1/payment_intents?limit=2&ending_before={}", made[3]))).await;
    assert_eq!((ids(&back), &back["has_more"]), (made[1..3].to_vec(), &json!(true)));
    let window = format!("/v1/payment_intents?created[gte]={}&created[lt]={}", NOW + 1, NOW + 3);
    assert_eq!(ids(&answer(provider.get(&window)).await), made[2..4]);
    error(provider.get("/v1/payment_intents?limit=101"), 400).await;
    error(provider.get("/v1/payment_intents?starting_after=pi_nobody"), 400).await;
}

#[tokio::test]
async fn refunds_never_exceed_the_payment() {
    let provider = Provider::start().await;
    let paid = provider.paid_intent().await;
    let id = text(&paid["id"]);
    let part = [("payment_intent", id), ("amount", "2550"), ("reason", "requested_by_customer")];
    let refund = answer(provider.post("/v1/refunds", &part)).await;
    assert_eq!((&refund["status"], &refund["amount"]), (&json!("succeeded"), &json!(2550)));
    let refused =
        error(provider.post("/v1/refunds", &[("payment_intent", id), ("amount", "10001")]), 400).await;
    assert_eq!(
        refused["message"],
        "Refund amount ($100.01) is greater than unrefunded amount on charge ($100.00)."
    );
    assert_eq!(answer(provider.post("/v1/refunds", &[("payment_intent", id)])).await["amount"], 10000);
    let refused = error(provider.post("/v1/refunds", &[("payment_intent", id)]), 400).await;
    assert_eq!(refused["code"], "charge_already_refunded");
    let charge = answer(provider.get(&format!("/v1/charges/{}", text(&paid["latest_charge"])))).await;
    assert_eq!((&charge["refunded"], &charge["amount_refunded"]), (&json!(true), &json!(12550)));
    let listed = answer(provider.get(&format!("/v1/refunds?payment_intent={id}"))).await;
    assert_eq!(listed["data"].as_array().unwrap().len(), 2);

    let open = provider.intent().await;
    error(provider.post("/v1/refunds", &[("payment_intent", text(&open["id"]))]), 400).await;
    error(provider.post("/v1/refunds", &[]), 400).await;
}

#[tokio::test]
async fn keys_open_what_they_should() {
    let provider = Provider::start().await;
    let intent = provider.intent().await;
    let path = format!("/v1/payment_intents/{}", text(&intent["id"]));
    let secret = text(&intent["client_secret"]);

    error(provider.client.get(provider.url(&path)), 401).await;
    error(provider.client.get(provider.url(&path)).bearer_auth("sk_test_of_others"), 401).await;
    answer(provider.client.get(provider.url(&path)).basic_auth(SECRET_KEY, None::<&str>)).await;

    let refused = error(provider.browser_get(&path), 401).await;
    assert_eq!(refused["code"], "secret_key_required");
    let refused = error(provider.browser_get(&format!("{path}?client_secret={secret}x")), 400).await;
    assert_eq!(refused["param"], "client_secret");
    let seen = answer(provider.browser_get(&format!("{path}?client_secret={secret}"))).await;
    assert_eq!((seen.get("metadata"), seen.get("latest_charge")), (None, None));

    error(provider.browser_post(&format!("{path}/confirm"), &[("payment_method", "pm_card_visa")]), 401)
        .await;
    for (path, form) in [
        ("/v1/payment_intents".to_owned(), vec![("amount", "500"), ("currency", "cad")]),
        (path.clone(), vec![("amount", "50")]),
        (format!("{path}/cancel"), vec![]),
        ("/v1/refunds".to_owned(), vec![("payment_intent", "pi_x")]),
    ] {
        error(provider.browser_post(&path, &form), 401).await;
    }
    for path in ["/v1/payment_intents", "/v1/events", "/v1/refunds", "/_control/state"] {
        error(provider.browser_get(path), 401).await;
    }
    error(provider.get("/v1/customers"), 404).await;
    error(provider.get("/v1/payment_intents/pi_nobody"), 404).await;
}
