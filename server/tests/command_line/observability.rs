//! What the shop shows of itself: metrics, and the log.

use std::{collections::BTreeSet, fs, path::Path};

use reqwest::Method;
use serde_json::{Value, json};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    task::JoinSet,
};

use crate::{
    ended::on_server,
    running::{Folder, Running, run, trowel},
};

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

const NOT_ALWAYS: [&str; 3] = [
    "trowel_emails_sent_total",
    "trowel_emails_failed_total",
    "trowel_certificate_expires_timestamp_seconds",
];

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

    for command in [["backup", "shop.tar.gz"].as_slice(), &["verify"]] {
        assert!(run(&folder, command).status.success());
    }
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let served = client.get(format!("{metrics}/metrics")).send().await.unwrap().text().await.unwrap();
    // The commit of `trowel --version`.
    let version = run(&folder, &["--version"]).stdout;
    let version = String::from_utf8(version).unwrap();
    let commit = version.split_once("(commit ").unwrap().1.split(',').next().unwrap();
    let build =
        format!("trowel_build_info{{commit=\"{commit}\",version=\"{}\"}} 1", env!("CARGO_PKG_VERSION"));
    assert!(served.contains(&build), "{build} is not in {served}");
    for line in [
        "trowel_orders_total{result=\"placed\"} 1",
        "trowel_orders_total{result=\"price_changed\"} 1",
        "trowel_payments_total{result=\"started\"} 1",
        "trowel_payments_total{result=\"mismatch\"} 0",
        "trowel_webhooks_total{result=\"failed\"} 0",
        "# TYPE trowel_db_write_duration_seconds histogram",
        "trowel_db_up 1",
        "trowel_verify_differences 0",
    ] {
        assert!(served.lines().any(|said| said == line), "{line} in\n{served}");
    }
    let value = |name: &str| -> f64 {
        let line = served.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name} in\n{served}")).parse().unwrap()
    };
    // A job may be writing, so its count is tested in db/tests/db/embedded.rs.
    value("trowel_db_writes_pending");
    assert!((0.0..5.0).contains(&value("trowel_catalogue_age_seconds")));
    assert!((0.0..60.0).contains(&value("trowel_outbox_oldest_seconds")));
    let started = value("process_start_time_seconds");
    for done in ["backup_last_success", "verify_last"] {
        let age = value(&format!("trowel_{done}_timestamp_seconds")) - started;
        assert!((0.0..60.0).contains(&age), "{done}: {age}");
    }
    if cfg!(unix) {
        let (free, size) = (value("trowel_data_free_bytes"), value("trowel_data_size_bytes"));
        assert!(0.0 < free && free < size, "{free} of {size}");
    }
    if cfg!(target_os = "linux") {
        assert!(value("process_resident_memory_bytes") > 1e6 && value("process_open_fds") > 3.0);
    }

    let documents = [
        "deploy/alerts.yml",
        "deploy/alerts.test.yml",
        "deploy/grafana-dashboard.json",
        "docs/operating.md",
        "docs/runbook.md",
    ];
    for (document, text) in documents.map(|document| (document, repository(document))) {
        let unknown: Vec<_> = metric_names(&text)
            .into_iter()
            // They are served after the first e-mail, and with a certificate of the shop's own.
            .filter(|name| !NOT_ALWAYS.contains(name))
            .filter(|name| cfg!(target_os = "linux") || !name.starts_with("process_"))
            .filter(|name| !metric_names(&served).contains(name))
            .collect();
        assert!(unknown.is_empty(), "{document} has metrics that are not served: {unknown:?}");
    }
}

#[test]
fn every_alert_has_a_sentence_and_a_section_of_the_runbook() {
    let runbook = repository("docs/runbook.md");
    let alerts = repository("deploy/alerts.yml");
    let rules: Vec<&str> = alerts.split("- alert: ").skip(1).collect();
    assert!(!rules.is_empty());
    for rule in rules {
        let summary = rule.split("summary: \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        assert!(summary.ends_with('.') && summary.len() > 60, "what happened and what to do: {summary}");
        let section = rule.split("runbook: \"docs/runbook.md, ").nth(1).unwrap().split('"').next().unwrap();
        let heading = format!("### {section}");
        assert!(runbook.lines().any(|line| line == heading), "docs/runbook.md has no section {section}");
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
    let printed = shop.printed.clone();
    let (code, rest) = shop.stop("-TERM");
    assert_eq!(code, Some(0));
    for line in printed.lines().chain(rest.lines()) {
        let event: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line:?}"));
        assert!(event["message"].is_string() && event["level"] == "INFO", "{line}");
    }
    assert!(rest.contains("Trowel is closed."), "{rest}");
    let log = fs::read_to_string(log).unwrap();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for message in ["wrong password", "a limit refused a request"] {
        let line = lines.iter().find(|line| line["message"] == message).unwrap_or_else(|| panic!("{log}"));
        assert_eq!(line["span"]["client"], "203.0.113.0/24", "{line}");
        assert!(line["level"] == "WARN" && line["span"]["id"].is_string(), "{line}");
    }
    assert!(!log.contains("203.0.113.77") && !log.contains("ada@"), "{log}");
}

/// Passes connections on to the server at `address`, until it is dropped.
pub async fn forward(listener: TcpListener, address: String) {
    let mut connections = JoinSet::new();
    while let Ok((mut client, _)) = listener.accept().await {
        let address = address.clone();
        connections.spawn(async move {
            let mut server = TcpStream::connect(address).await.unwrap();
            // A cut connection is what the test is about.
            _ = copy_bidirectional(&mut client, &mut server).await;
        });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_of_the_database_is_one_line_a_second_with_a_count() {
    let Ok(server) = std::env::var("TROWEL_TEST_POSTGRES") else { return };
    let folder = Folder::new();
    let name = folder.0.file_name().unwrap().to_str().unwrap().to_owned();
    on_server(&server, &format!("CREATE DATABASE {name}")).await;
    let mut url = reqwest::Url::parse(&server).unwrap();
    let address = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let between = listener.local_addr().unwrap();
    url.set_path(&name);
    url.set_port(Some(between.port())).unwrap();
    let forwarding = tokio::spawn(forward(listener, address.clone()));

    let log = folder.0.join("log");
    let mut command =
        trowel(&folder, &["serve", "--listen", "127.0.0.1:0", "--public-url", "http://127.0.0.1:9"]);
    command.args(["--database", url.as_str()]).env("TROWEL_LOG_FORMAT", "json");
    let shop = tokio::task::block_in_place(|| {
        Running::start_logging(&mut command, "Card payment is off", fs::File::create(&log).unwrap().into())
    });
    forwarding.abort();
    assert!(forwarding.await.unwrap_err().is_cancelled());
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut refused = 0;
    while refused < 300 {
        let answer =
            client.get(format!("{}/api/reviews?search={refused}", shop.address)).send().await.unwrap();
        assert_eq!(answer.status(), 503);
        refused += 1;
    }
    let listener = TcpListener::bind(between).await.unwrap();
    let forwarding = tokio::spawn(forward(listener, address));
    let read = || fs::read_to_string(&log).unwrap();
    while !read().contains("the database answers again") {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(tokio::task::block_in_place(|| shop.stop("-TERM")).0, Some(0));
    drop(forwarding);
    on_server(&server, &format!("DROP DATABASE {name} WITH (FORCE)")).await;

    let lines: Vec<Value> = read().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let about: Vec<&Value> = lines.iter().filter(|line| line["left_out"].is_u64()).collect();
    let seconds: BTreeSet<&str> =
        about.iter().map(|line| &line["timestamp"].as_str().unwrap()[..19]).collect();
    let written = about.iter().filter(|line| line["level"] == "ERROR").count();
    assert!(written <= seconds.len(), "at most one a second: {about:?}");
    let others = lines.iter().filter(|line| line["level"] != "INFO" && line["left_out"].is_null());
    assert_eq!(others.filter(|line| line["error"].to_string().contains("database")).count(), 0, "{lines:?}");
    let left_out: u64 = about.iter().filter_map(|line| line["left_out"].as_u64()).sum();
    assert!(left_out >= 290, "{left_out} are counted: {about:?}");
}
