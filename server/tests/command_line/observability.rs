//! What the shop shows of itself: metrics, and the log.

use std::{collections::BTreeSet, fs, path::Path};

use reqwest::Method;
use serde_json::{Value, json};

use crate::running::{Folder, Running, trowel};

/// Words that look like names of metrics. A histogram is served as three names.
fn metric_names(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.starts_with("trowel_") || word.starts_with("process_"))
        .filter(|word| word.len() > "process_".len())
        .collect()
}

fn repository(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

#[tokio::test]
async fn every_metric_of_the_alerts_and_the_dashboard_is_served() {
    let folder = Folder::new();
    let demo = ["demo", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"];
    let shop = Running::start(&mut trowel(&folder, &demo), "/metrics.");
    let metrics = shop.printed.split("Metrics are at ").nth(1).unwrap().split("/metrics").next().unwrap();
    let ada = shop.sign("sign-up", "ada@example.com", "correct horse").await;
    let tool = &shop.get("/api/tools", "").await.1[0];
    let order = |quantity: i64, cents: f64| json!({ "toolName": tool["name"], "orderQuantity": quantity, "price": tool["price"], "totalPrice": cents / 100.0 });
    let quantity = tool["minimumQuantity"].as_i64().unwrap();
    let cents =
        (tool["price"].as_f64().unwrap() * 100.0).round() * f64::from(i32::try_from(quantity).unwrap());
    let (_, placed, _) = shop.call(Method::POST, "/api/orders", &ada, Some(order(quantity, cents))).await;
    shop.call(Method::POST, "/api/orders", &ada, Some(order(quantity, cents + 1.0))).await;
    let pay = json!({ "totalPrice": cents / 100.0, "orderId": placed["insertedId"] });
    shop.call(Method::POST, "/api/create-payment-intent", &ada, Some(pay)).await;

    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let served = client.get(format!("{metrics}/metrics")).send().await.unwrap().text().await.unwrap();
    for line in [
        "trowel_orders_total{result=\"placed\"} 1",
        "trowel_orders_total{result=\"price_changed\"} 1",
        "trowel_payments_total{result=\"started\"} 1",
        "trowel_payments_total{result=\"mismatch\"} 0",
        "trowel_db_up 1",
        "trowel_db_writes_pending 0",
    ] {
        assert!(served.lines().any(|said| said == line), "{line} in\n{served}");
    }
    let value = |name: &str| -> f64 {
        let line = served.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name} in\n{served}")).parse().unwrap()
    };
    assert!((0.0..5.0).contains(&value("trowel_catalogue_age_seconds")));
    assert!((0.0..60.0).contains(&value("trowel_outbox_oldest_seconds")));
    if cfg!(target_os = "linux") {
        assert!(value("process_resident_memory_bytes") > 1e6 && value("process_open_fds") > 3.0);
    }

    let documents =
        ["deploy/alerts.yml", "deploy/alerts.test.yml", "deploy/grafana-dashboard.json", "docs/operating.md"];
    for (document, text) in documents.map(|document| (document, repository(document))) {
        let unknown: Vec<_> = metric_names(&text)
            .into_iter()
            // The first is a database of PostgreSQL. The others are served after the first e-mail.
            .filter(|name| !["trowel_emails_sent_total", "trowel_emails_failed_total"].contains(name))
            .filter(|name| cfg!(target_os = "linux") || !name.starts_with("process_"))
            .filter(|name| !metric_names(&served).contains(name))
            .collect();
        assert!(unknown.is_empty(), "{document} has metrics that are not served: {unknown:?}");
    }
}

/// A link to a heading of a Markdown file is the heading in lower case with hyphens.
#[test]
fn every_alert_has_a_sentence_and_a_section_of_the_handbook() {
    let handbook = repository("docs/operating.md");
    let anchors: Vec<String> = handbook
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| line.trim_start_matches(['#', ' ']).to_lowercase().replace(' ', "-"))
        .collect();
    let alerts = repository("deploy/alerts.yml");
    let rules: Vec<&str> = alerts.split("- alert: ").skip(1).collect();
    assert!(!rules.is_empty());
    for rule in rules {
        let summary = rule.split("summary: \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        assert!(summary.ends_with('.') && summary.len() > 60, "what happened and what to do: {summary}");
        let anchor = rule.split("docs/operating.md#").nth(1).unwrap().lines().next().unwrap();
        assert!(anchors.iter().any(|known| known == anchor), "docs/operating.md has no section {anchor}");
    }
}

#[tokio::test]
async fn a_log_in_json_has_the_request_and_the_network_of_the_client() {
    let folder = Folder::new();
    let log = folder.0.join("log");
    let serve = ["serve", "--listen", "127.0.0.1:0", "--public-url", "http://127.0.0.1:9"];
    let mut command = trowel(&folder, &[&serve[..], &["--trusted-proxies", "127.0.0.1"]].concat());
    command.env("TROWEL_SIGN_IN_RATE_LIMIT", "1").env("TROWEL_LOG_FORMAT", "json").env("TROWEL_LOG", "warn");
    let shop =
        Running::start_logging(&mut command, "Card payment is off", fs::File::create(&log).unwrap().into());
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let login = json!({ "email": "ada@example.com", "password": "wrong password" });
    for expected in [401, 429] {
        let call = client.post(format!("{}/api/identity/sign-in", shop.address)).json(&login);
        let answer = call.header("x-forwarded-for", "203.0.113.77").send().await.unwrap();
        assert_eq!(answer.status().as_u16(), expected);
    }
    assert_eq!(shop.stop("-TERM").0, Some(0));
    let log = fs::read_to_string(log).unwrap();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for message in ["wrong password", "a limit refused a request"] {
        let line = lines.iter().find(|line| line["message"] == message).unwrap_or_else(|| panic!("{log}"));
        assert_eq!(line["span"]["client"], "203.0.113.0/24", "{line}");
        assert!(line["level"] == "WARN" && line["span"]["id"].is_string(), "{line}");
    }
    assert!(!log.contains("203.0.113.77") && !log.contains("ada@"), "{log}");
}
