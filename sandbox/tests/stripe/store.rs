use std::fs;

use serde_json::json;
use trowel_sandbox::{StripeSandbox, StripeSettings};

use crate::support::{Folder, Provider, answer, error, text};

#[tokio::test]
async fn payments_survive_a_restart() {
    let folder = Folder::new();
    let file = folder.0.join("data.json");
    let before = Provider::start_with(|settings| settings.data_file = Some(file.clone())).await;
    let paid = before.paid_intent().await;
    let form = [("amount", "500"), ("currency", "cad")];
    let stored = answer(before.post("/v1/payment_intents", &form).header("Idempotency-Key", "k")).await;
    let events = answer(before.get("/v1/events")).await;

    let after = Provider::start_with(|settings| settings.data_file = Some(file.clone())).await;
    let path = format!("/v1/payment_intents/{}", text(&paid["id"]));
    assert_eq!(answer(after.get(&path)).await, paid);
    assert_eq!(answer(after.get("/v1/events")).await, events);
    let replayed =
        after.post("/v1/payment_intents", &form).header("Idempotency-Key", "k").send().await.unwrap();
    assert_eq!(replayed.headers()["idempotent-replayed"], "true");
    assert_eq!(replayed.json::<serde_json::Value>().await.unwrap(), stored);
    assert_eq!(
        answer(after.post("/v1/refunds", &[("payment_intent", text(&paid["id"]))])).await["amount"],
        12550
    );
}

#[tokio::test]
async fn a_response_is_sent_after_the_write() {
    let folder = Folder::new();
    let file = folder.0.join("data.json");
    let provider = Provider::start_with(|settings| settings.data_file = Some(file.clone())).await;
    let many: Vec<_> = (0..50).map(|_| provider.intent()).collect();
    let made = futures_util::future::join_all(many).await;
    let content = fs::read_to_string(&file).unwrap();
    assert!(made.iter().all(|intent| content.contains(text(&intent["id"]))));
}

#[tokio::test]
async fn an_incomplete_last_line_is_ignored_and_an_invalid_file_is_not_replaced() {
    let folder = Folder::new();
    let file = folder.0.join("data.json");
    let provider = Provider::start_with(|settings| settings.data_file = Some(file.clone())).await;
    let first = provider.intent().await;
    let whole = fs::read_to_string(&file).unwrap();
    provider.intent().await;
    let longer = fs::read_to_string(&file).unwrap();
    fs::write(&file, &longer[..whole.len() + 40]).unwrap();
    let again = Provider::start_with(|settings| settings.data_file = Some(file.clone())).await;
    assert_eq!(again.state().await["intents"], json!([first]));

    let invalid = format!("{{\"intents\":[\n{whole}");
    fs::write(&file, &invalid).unwrap();
    let mut settings = StripeSettings::new("sk_test", "pk_test", "whsec", "http://127.0.0.1:1");
    settings.data_file = Some(file.clone());
    assert!(StripeSandbox::open(settings).is_err());
    assert_eq!(fs::read_to_string(&file).unwrap(), invalid);
}

#[tokio::test]
async fn neither_numbers_nor_security_codes_reach_the_file() {
    let folder = Folder::new();
    let file = folder.0.join("data.json");
    let provider = Provider::start_with(|settings| settings.data_file = Some(file.clone())).await;
    let form = [
        ("type", "card"),
        ("card[number]", "4000056655665556"),
        ("card[exp_month]", "12"),
        ("card[exp_year]", "2030"),
        ("card[cvc]", "9173"),
    ];
    let request = provider.browser_post("/v1/payment_methods", &form).header("Idempotency-Key", "k");
    request.send().await.unwrap();
    let form = form.map(|(name, value)| (name, if name == "card[cvc]" { "917" } else { value }));
    answer(provider.browser_post("/v1/payment_methods", &form).header("Idempotency-Key", "k2")).await;
    let content = fs::read_to_string(&file).unwrap();
    assert!(
        content.contains("5556") && !content.contains("40000566") && !content.contains("917\""),
        "{content}"
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[tokio::test]
async fn a_failed_write_is_an_error_and_the_next_write_saves_the_payment_too() {
    let folder = Folder::new();
    let (place, away) = (folder.0.join("here"), folder.0.join("away"));
    fs::create_dir(&place).unwrap();
    let provider = Provider::start_with(|settings| settings.data_file = Some(place.join("data.json"))).await;
    provider.intent().await;
    fs::rename(&place, &away).unwrap();
    for _ in 0..2 {
        let form = [("amount", "500"), ("currency", "cad")];
        assert_eq!(error(provider.post("/v1/payment_intents", &form), 500).await["type"], "api_error");
    }
    fs::rename(&away, &place).unwrap();
    provider.intent().await;
    let known = provider.state().await["intents"].clone();
    assert_eq!(known.as_array().unwrap().len(), 4);
    let again = Provider::start_with(|settings| settings.data_file = Some(place.join("data.json"))).await;
    assert_eq!(again.state().await["intents"], known);
}
