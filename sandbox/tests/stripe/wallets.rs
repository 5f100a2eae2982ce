//! What the Payment Element and wallets need: types, the comparison with Elements, redirects, shipping, domains.

use serde_json::{Value, json};

use crate::support::{Provider, answer, error, text};

const INTENT: [(&str, &str); 2] = [("amount", "12550"), ("currency", "cad")];

fn with<'a>(more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    [&INTENT[..], more].concat()
}

fn confirm(intent: &Value) -> String {
    format!("/v1/payment_intents/{}/confirm", text(&intent["id"]))
}

#[tokio::test]
async fn types_are_allowed_and_no_longer_listed() {
    let provider = Provider::start().await;
    let types = "allowed_payment_method_types[]";
    for (named, offered) in [
        (vec![], json!(["card", "link"])),
        (vec![(types, "link"), (types, "card")], json!(["card", "link"])),
        (vec![(types, "card"), (types, "klarna")], json!(["card"])),
    ] {
        let intent = answer(provider.post("/v1/payment_intents", &with(&named))).await;
        assert_eq!(intent["payment_method_types"], offered, "{named:?}");
    }
    let old = error(provider.post("/v1/payment_intents", &with(&[("payment_method_types[]", "card")])), 400);
    assert_eq!(old.await["code"], "payment_method_types_no_longer_supported");
    for refused in
        [vec![(types, "klarna")], vec![(types, "card"), ("automatic_payment_methods[enabled]", "true")]]
    {
        let refused = error(provider.post("/v1/payment_intents", &with(&refused)), 400).await;
        assert_eq!(refused["param"], "allowed_payment_method_types");
    }
    let link = answer(provider.post("/v1/payment_intents", &with(&[(types, "link")]))).await;
    let card = provider.post(&confirm(&link), &[("payment_method", "pm_card_visa")]);
    assert_eq!(error(card, 400).await["param"], "payment_method");
}

#[tokio::test]
async fn the_page_must_have_shown_what_the_intent_charges() {
    let provider = Provider::start().await;
    let intent = provider.intent().await;
    let good = [
        ("client_context[mode]", "payment"),
        ("client_context[amount]", "12550"),
        ("client_context[currency]", "cad"),
        ("client_context[allowed_payment_method_types][0]", "card"),
        ("client_context[allowed_payment_method_types][1]", "link"),
    ];
    let attempt = |changed: Option<(usize, &'static str)>| {
        let mut form = good;
        if let Some((index, value)) = changed {
            form[index].1 = value;
        }
        let form = [
            &form[..],
            &[("client_secret", text(&intent["client_secret"])), ("payment_method", "pm_card_visa")],
        ];
        provider.browser_post(&confirm(&intent), &form.concat())
    };
    for (index, other, name) in
        [(1, "12551", "amount"), (2, "usd", "currency"), (4, "klarna", "allowed_payment_method_types")]
    {
        let refused = error(attempt(Some((index, other))), 400).await;
        assert_eq!(refused["param"], name);
        assert!(text(&refused["message"]).contains(other), "{refused}");
    }
    assert_eq!(answer(attempt(None)).await["status"], "succeeded");
}

#[tokio::test]
async fn a_bank_that_needs_the_whole_page_sends_the_customer_back() {
    let provider = Provider::start().await;
    for (proved, status, told) in
        [("true", "succeeded", "succeeded"), ("false", "requires_payment_method", "failed")]
    {
        let intent = provider.intent().await;
        let id = text(&intent["id"]);
        let secret = text(&intent["client_secret"]);
        let form = |url| {
            [
                ("client_secret", secret),
                ("payment_method", "pm_card_threeDSecureRequired"),
                ("return_url", url),
            ]
        };
        let refused = error(provider.browser_post(&confirm(&intent), &form("javascript:alert(1)")), 400);
        assert_eq!(refused.await["code"], "url_invalid");
        let page = "https://shop.example/purchases/1?a=b";
        let back = &*format!("{page}#c");
        let waiting = answer(provider.browser_post(&confirm(&intent), &form(back))).await;
        assert_eq!(waiting["next_action"]["type"], "redirect_to_url");
        let bank = &waiting["next_action"]["redirect_to_url"];
        assert_eq!(bank["return_url"], back);
        assert!(text(&bank["url"]).contains("/elements/challenge.html#"), "{bank}");

        let form = [("payment_intent", id), ("client_secret", secret), ("proved", proved)];
        let ended =
            answer(provider.client.post(provider.url("/elements/challenge/answer")).form(&form)).await;
        assert_eq!(ended["status"], status);
        let query =
            format!("&payment_intent={id}&payment_intent_client_secret={secret}&redirect_status={told}");
        assert_eq!(ended["return_url"], format!("{page}{query}#c"), "the fragment stays behind the query");
    }
}

#[tokio::test]
async fn a_wallet_cannot_replace_the_shipping_that_the_server_has_set() {
    let provider = Provider::start().await;
    let shipping = [("shipping[name]", "Ada"), ("shipping[address][postal_code]", "H2X 1Y4")];
    for (of_server, status) in [(true, 400), (false, 200)] {
        let form = with(if of_server { &shipping } else { &[] });
        let intent = answer(provider.post("/v1/payment_intents", &form)).await;
        let secret = ("client_secret", text(&intent["client_secret"]));
        let form = [&shipping[..], &[secret, ("payment_method", "pm_card_visa")]].concat();
        let paid = provider.browser_post(&confirm(&intent), &form);
        if status == 400 {
            assert_eq!(error(paid, 400).await["param"], "shipping");
        } else {
            assert_eq!(answer(paid).await["shipping"]["address"]["postal_code"], "H2X 1Y4");
        }
    }
}

#[tokio::test]
async fn a_charge_says_which_wallet_paid_it() {
    let provider = Provider::start().await;
    let intent = provider.intent().await;
    let data = |name: &str| format!("payment_method_data[{name}]");
    let names = ["type", "card][number", "card][exp_month", "card][exp_year", "card][wallet"].map(data);
    let values = ["card", "4242424242424242", "12", "2030", "apple_pay"];
    let mut form: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(values).collect();
    form.push(("client_secret", text(&intent["client_secret"])));
    answer(provider.browser_post(&confirm(&intent), &form)).await;
    let path = format!("/v1/payment_intents/{}?expand[]=latest_charge", text(&intent["id"]));
    let charge = &answer(provider.get(&path)).await["latest_charge"];
    assert_eq!(charge["payment_method_details"]["card"]["wallet"]["type"], "apple_pay");
}

#[tokio::test]
async fn the_own_host_is_registered_for_wallets() {
    let provider = Provider::start().await;
    let domains = |name| provider.get(&format!("/v1/payment_method_domains?domain_name={name}&limit=1"));
    assert_eq!(answer(domains("127.0.0.1")).await["data"][0]["apple_pay"]["status"], "active");
    assert_eq!(answer(domains("other.example")).await["data"], json!([]));
}
