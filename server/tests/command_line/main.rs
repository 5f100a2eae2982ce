//! The program on the command line: its output, its error messages, its exit codes.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[cfg(feature = "acme")]
mod acme;
mod data;
mod doctor;
mod ended;
mod observability;
mod program;
mod running;
mod sample_orders;
mod settings;
mod systemd;
#[cfg(feature = "otlp")]
mod traces;

use std::{
    net::TcpListener,
    path::Path,
    process::{Command, Output},
};

use running::{Folder, Running, SERVE, demo, run, serve, trowel};
use serde_json::{Value, json};

/// The message of a command that failed.
fn refusal(output: &Output) -> String {
    message(output, 1)
}

/// The message about wrong settings, after which a service manager does not start the program again.
fn wrong_settings(output: &Output) -> String {
    message(output, 78)
}

/// One or more lines that begin with the program's name, without technical details.
fn message(output: &Output, code: i32) -> String {
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.lines().any(|line| line.starts_with("trowel: ")), "{said}");
    assert!(!said.contains("panicked") && !said.contains("Error {"), "{said}");
    said
}

#[tokio::test]
async fn the_demo_says_where_it_is_and_who_may_enter_and_keeps_its_data() {
    let folder = Folder::new();
    let shop = demo(&folder);
    for said in [
        "customer@example.com / garden-customer",
        "admin@example.com / garden-admin",
        "4242 4242 4242 4242",
        &folder.data(),
    ] {
        assert!(shop.printed.contains(said), "{said} in {}", shop.printed);
    }
    assert!(
        shop.address.starts_with("http://127.0.0.1:") && !shop.address.ends_with(":0"),
        "{}",
        shop.address
    );
    let (_, tools) = shop.get("/api/tools", "").await;
    let tools = tools.as_array().unwrap().clone();
    assert!(tools.len() >= 24, "{}", tools.len());
    assert!(shop.get("/api/reviews", "").await.1.as_array().unwrap().len() >= 12);
    assert_eq!(shop.get("/sandbox/stripe/v3.js", "").await.0, 200, "the stand-in for the card provider");
    let (status, google) = shop.get("/sandbox/oauth/google/.well-known/openid-configuration", "").await;
    assert_eq!(status, 200, "the stand-in for Google");
    assert_eq!(google["issuer"], format!("{}/sandbox/oauth/google", shop.address));
    let admin = shop.sign("sign-in", "admin@example.com", "garden-admin").await;
    assert_eq!(shop.get("/api/admin/admin@example.com", &admin).await.1, json!({ "admin": true }));

    let customer = shop.sign("sign-in", "customer@example.com", "garden-customer").await;
    let (tool, quantity) = (&tools[0], tools[0]["minimumQuantity"].as_i64().unwrap());
    let total = (tool["price"].as_f64().unwrap() * 100.0 * f64::from(i32::try_from(quantity).unwrap()))
        .round()
        / 100.0;
    let wish = json!({ "toolName": tool["name"], "orderQuantity": quantity, "price": tool["price"], "totalPrice": total });
    let (status, answer, _) = shop.call(reqwest::Method::POST, "/api/orders", &customer, Some(wish)).await;
    assert_eq!(status, 200, "{answer}");
    let (code, said) = shop.stop("-TERM");
    assert_eq!((code, said.trim()), (Some(0), "Trowel is closed."));

    let shop = demo(&folder);
    assert_eq!(
        shop.get("/api/orders", &customer).await.1[0]["_id"],
        answer["insertedId"],
        "orders and sessions outlive a restart"
    );
    assert_eq!(
        shop.get("/api/tools", "").await.1.as_array().unwrap().len(),
        tools.len(),
        "the samples are not added twice"
    );
    assert_eq!(shop.stop("-INT").0, Some(0));
}

#[tokio::test]
async fn a_private_demo_answers_this_machine_only() {
    let folder = Folder::new();
    let shop = demo(&folder);
    let (tunnel, proxy) = (("host", "x.trycloudflare.com"), ("x-forwarded-for", "203.0.113.9"));
    for path in [
        "/",
        "/tool",
        "/api/tools",
        "/api/config",
        "/sandbox/mail/",
        "/sandbox/stripe/",
        "/sandbox/sms/",
        "/robots.txt",
    ] {
        assert_eq!(shop.get(path, "").await.0, 200, "{path}");
        for (name, value) in [tunnel, proxy] {
            // Also where the response of the line above is ready.
            let (status, problem) = shop.get_with(path, &[(name, value)]).await;
            assert_eq!((status, &problem["code"]), (421, &json!("private_demo")), "{path} {name}");
            assert!(problem["detail"].as_str().unwrap().contains("--public-url"), "{problem}");
        }
    }
    let port = shop.address.rsplit(':').next().unwrap();
    for host in [format!("localhost:{port}"), format!("[::1]:{port}"), "127.0.0.1".to_owned()] {
        assert_eq!(shop.get_with("/api/config", &[("host", &host)]).await.0, 200, "{host}");
    }
    let nameless = shop.send_raw("GET /sandbox/mail/ HTTP/1.0\r\n\r\n");
    assert_eq!(nameless.split(' ').nth(1), Some("421"), "{nameless}");
    assert_eq!(shop.stop("-TERM").0, Some(0));

    let folder = Folder::new();
    let public = ["demo", "--listen", "127.0.0.1:0", "--public-url", "https://demo.example.ca"];
    let shop = Running::start(&mut trowel(&folder, &public), "Ctrl-C");
    assert!(!shop.printed.contains("garden-admin"), "{}", shop.printed);
    for (name, value) in [("host", "demo.example.ca"), proxy] {
        assert_eq!(shop.get_with("/api/config", &[(name, value)]).await.0, 200, "{name}");
        assert_eq!(shop.get_with("/sandbox/mail/", &[(name, value)]).await.0, 403, "{name}");
    }
    assert_eq!(shop.stop("-TERM").0, Some(0));

    let folder = Folder::new();
    let shop = serve(&folder);
    for (name, value) in [tunnel, proxy] {
        assert_eq!(shop.get_with("/api/config", &[(name, value)]).await.0, 200, "{name}");
    }
    assert_eq!(shop.stop("-TERM").0, Some(0));
}

#[tokio::test]
async fn a_demos_database_is_not_served_to_real_customers_nor_the_other_way_round() {
    let (toy, real) = (Folder::new(), Folder::new());
    assert_eq!(demo(&toy).stop("-TERM").0, Some(0));
    assert!(wrong_settings(&run(&toy, SERVE)).contains("This database is a demo"));
    assert_eq!(serve(&real).stop("-TERM").0, Some(0));
    assert!(
        wrong_settings(&run(&real, &["demo", "--listen", "127.0.0.1:0"])).contains("belongs to a real shop")
    );
    assert!(
        wrong_settings(&run(&real, &[SERVE, &["--currency", "usd"]].concat()))
            .contains("currency cannot be changed")
    );
}

#[tokio::test]
async fn settings_that_are_missing_or_half_set_are_named_before_anything_starts() {
    let folder = Folder::new();
    let listen = ["serve", "--listen", "127.0.0.1:0"];
    assert!(wrong_settings(&run(&folder, &listen)).contains("TROWEL_PUBLIC_URL is missing"));
    assert!(
        wrong_settings(&run(&folder, &[&listen[..], &["--public-url", "https://a.ca/shop"]].concat()))
            .contains("TROWEL_PUBLIC_URL is")
    );
    let keys = [
        ("TROWEL_STRIPE_SECRET_KEY", "sk_live_of_this_test_0123456789ab"),
        ("TROWEL_STRIPE_PUBLISHABLE_KEY", "pk_live_of_this_test_0123456789ab"),
        ("TROWEL_STRIPE_WEBHOOK_SECRET", "whsec_of_this_test_0123456789abc"),
    ];
    for (missing, _) in keys {
        let given = keys.iter().filter(|(name, _)| *name != missing).copied();
        let said = wrong_settings(&trowel(&folder, SERVE).envs(given).output().unwrap());
        assert!(said.contains("half set") && said.contains(missing), "{said}");
        assert!(!said.contains("of_this_test"), "secrets are not repeated: {said}");
    }
    let said = wrong_settings(&run(
        &folder,
        &[SERVE, &["--database", "mysql://root:hunter2@db/x", "--currency", "dollars"]].concat(),
    ));
    assert!(
        said.contains("postgres://") && said.contains("three letters") && !said.contains("hunter2"),
        "{said}"
    );
    assert!(!Path::new(&folder.data()).exists(), "nothing was made");
}

#[test]
fn the_licences_of_all_packages_are_printed() {
    let output = Command::new(env!("CARGO_BIN_EXE_trowel")).arg("licenses").output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), trowel::LICENSES);
}

#[tokio::test]
async fn a_port_that_is_taken_is_said_in_a_sentence() {
    let folder = Folder::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let said = refusal(&run(&folder, &["demo", "--listen", &address]));
    assert!(
        said.contains(&format!("{address} is already used by another program")) && said.contains("--listen"),
        "{said}"
    );
}

#[tokio::test]
async fn without_card_settings_payment_is_off_and_there_is_no_sandbox() {
    let folder = Folder::new();
    let shop = serve(&folder);
    assert!(shop.printed.contains("Card payment is off"), "{}", shop.printed);
    assert_eq!(shop.get("/api/config", "").await.1["stripePublishableKey"], Value::Null);
    let ada = shop.sign("sign-up", "ada@example.com", "correct horse").await;
    let body = json!({ "totalPrice": 10 });
    let (status, answer, _) =
        shop.call(reqwest::Method::POST, "/api/create-payment-intent", &ada, Some(body)).await;
    assert_eq!((status, &answer["code"]), (409, &json!("payments_disabled")));
    for path in ["/sandbox/stripe/v3.js", "/sandbox/stripe/", "/sandbox/oauth/google/jwks", "/sandbox"] {
        assert_eq!(shop.get(path, "").await.0, 404, "{path}");
    }
    assert_eq!(shop.get("/api/tools", "").await.1, json!([]), "no samples");
    assert_eq!(shop.stop("-TERM").0, Some(0));
}

#[tokio::test]
async fn the_owner_says_on_the_host_who_administers_the_running_shop() {
    let folder = Folder::new();
    let change = |way: &str, email: &str| run(&folder, &["admin", way, email]);
    assert!(refusal(&change("grant", "ada@example.com")).contains("there is no database at"));
    let shop = serve(&folder);
    let ada = shop.sign("sign-up", "ada@example.com", "correct horse").await;
    let bo = shop.sign("sign-up", "bo@example.com", "correct horse").await;
    assert!(
        refusal(&change("grant", "unknown@example.com"))
            .contains("there is no account with the address unknown@example.com")
    );
    assert!(refusal(&change("grant", "nonsense")).contains("not an e-mail address"));
    assert_eq!(shop.get("/api/manageOrders", &ada).await.0, 403);

    let granted = change("grant", " Ada@Example.com");
    assert_eq!(String::from_utf8_lossy(&granted.stdout).trim(), "ada@example.com is now an administrator.");
    let log = String::from_utf8(granted.stderr).unwrap();
    assert_eq!(log.matches("audit actor=\"host\" action=\"grant_admin\"").count(), 1, "{log}");
    assert_eq!(
        shop.get("/api/manageOrders", &ada).await,
        (200, json!([])),
        "the first owner goes on with the setup"
    );
    let again = change("grant", "ada@example.com");
    assert!(String::from_utf8_lossy(&again.stdout).contains("nothing changed"));
    assert!(!String::from_utf8_lossy(&again.stderr).contains("grant_admin"), "{again:?}");
    assert_eq!(shop.get("/api/manageOrders", &ada).await.0, 200);

    shop.sign("sign-up", "carol@example.com", "123456").await;
    let granted = String::from_utf8(change("grant", "carol@example.com").stdout).unwrap();
    assert!(granted.contains("Choose a longer one under Account & security"), "{granted}");
    assert!(change("revoke", "carol@example.com").status.success());

    assert!(refusal(&change("remove-second-factor", "who@example.com")).contains("there is no account"));
    let removed = change("remove-second-factor", "ada@example.com");
    assert!(String::from_utf8_lossy(&removed.stdout).contains("does not use two-step login"), "{removed:?}");

    assert!(refusal(&change("revoke", "ada@example.com")).contains("last administrator"));
    assert_eq!(shop.get("/api/orders?customerEmail=bo@example.com", &bo).await.0, 200);
    assert!(change("grant", "bo@example.com").status.success());
    assert_eq!(
        shop.get("/api/orders?customerEmail=bo@example.com", &bo).await.0,
        401,
        "sessions end with a change of role"
    );
    assert!(change("revoke", "ada@example.com").status.success());
    assert_eq!(shop.get("/api/manageOrders", &ada).await.0, 401, "at once, in the running shop");
    assert_eq!(shop.stop("-TERM").0, Some(0));
}

#[tokio::test]
async fn an_account_with_an_unverified_address_is_made_administrator_on_purpose_only() {
    let folder = Folder::new();
    let mail = ["--smtp-url", "smtp://127.0.0.1:9", "--mail-from", "shop@example.ca"];
    let shop = Running::start(&mut trowel(&folder, &[SERVE, &mail].concat()), "Card payment is off");
    shop.sign("sign-up", "ada@example.com", "correct horse").await;
    let grant = |flags: &[&str]| run(&folder, &[&["admin", "grant", "ada@example.com"], flags].concat());
    assert!(refusal(&grant(&[])).contains("--unverified"));
    assert!(grant(&["--unverified"]).status.success());
    assert_eq!(shop.stop("-TERM").0, Some(0));
}

#[tokio::test]
async fn a_shop_without_an_administrator_prints_how_to_add_one() {
    let folder = Folder::new();
    let shop = serve(&folder);
    let command = format!("trowel admin grant you@example.ca --data {}", folder.data());
    assert!(shop.printed.contains(&command), "{command} in {}", shop.printed);
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let home = async || client.get(&shop.address).send().await.unwrap().text().await.unwrap();
    let shown = async || {
        let page = home().await;
        assert!(!page.contains(&folder.data()), "only the log names the folder");
        page.contains("trowel admin grant you@example.ca")
    };
    assert!(shown().await);
    shop.sign("sign-up", "ada@example.com", "correct horse").await;
    assert!(shown().await, "an account is no owner yet");
    assert!(run(&folder, &["admin", "grant", "ada@example.com"]).status.success());
    assert!(!shown().await);
    assert_eq!(shop.stop("-TERM").0, Some(0));
    let shop = serve(&folder);
    assert!(!shop.printed.contains("admin grant"), "{}", shop.printed);
    assert_eq!(shop.stop("-TERM").0, Some(0));
}

#[tokio::test]
async fn an_empty_variable_is_no_variable() {
    let folder = Folder::new();
    let empty = [
        "DATABASE_URL",
        "TRUSTED_PROXIES",
        "CURRENCY",
        "STRIPE_API",
        "STRIPE_SECRET_KEY",
        "SIGN_IN_RATE_LIMIT",
        "UNPAID_ORDER_DAYS",
        "LOG",
    ]
    .map(|name| (format!("TROWEL_{name}"), " "));
    let shop = Running::start(trowel(&folder, SERVE).envs(empty), "Card payment is off");
    assert_eq!(shop.get("/api/config", "").await.1["currency"], "cad");
    assert_eq!(shop.stop("-TERM").0, Some(0));
    let nameless = ["serve", "--listen", "127.0.0.1:0"];
    let output = trowel(&folder, &nameless).env("TROWEL_PUBLIC_URL", "").output().unwrap();
    assert!(wrong_settings(&output).contains("TROWEL_PUBLIC_URL is missing"));
}

#[tokio::test]
async fn a_demo_on_every_address_asks_for_the_one_that_people_type() {
    let folder = Folder::new();
    let said = wrong_settings(&run(&folder, &["demo", "--listen", "0.0.0.0:0"]));
    assert!(said.contains("TROWEL_PUBLIC_URL"), "{said}");
    assert!(!Path::new(&folder.data()).exists(), "nothing was made");
}

#[tokio::test]
async fn a_role_is_changed_in_a_database_of_this_version_only() {
    let folder = Folder::new();
    let file = Path::new(&folder.data()).join("trowel.sqlite");
    let grant = || refusal(&run(&folder, &["admin", "grant", "ada@example.com"]));
    std::fs::create_dir_all(folder.data()).unwrap();
    std::fs::write(&file, "").unwrap();
    assert!(grant().contains("not the database of a shop"));
    std::fs::remove_file(&file).unwrap();
    assert_eq!(serve(&folder).stop("-TERM").0, Some(0));
    let database = rusqlite::Connection::open(&file).unwrap();
    database.execute("DELETE FROM migrations WHERE id > 0", []).unwrap();
    drop(database);
    assert!(grant().contains("older than this program"));
    let database = rusqlite::Connection::open(&file).unwrap();
    let applied: i64 =
        database.query_row("SELECT count(*) FROM migrations WHERE id > 0", [], |row| row.get(0)).unwrap();
    assert_eq!(applied, 0, "it did not migrate");
}

#[tokio::test]
async fn the_log_names_routes_and_no_addresses() {
    let folder = Folder::new();
    let log = folder.0.join("log");
    let mut command = trowel(&folder, SERVE);
    command.env("TROWEL_LOG", "trowel=debug");
    let shop = Running::start_logging(
        &mut command,
        "Card payment is off",
        std::fs::File::create(&log).unwrap().into(),
    );
    shop.sign("sign-up", "ada@example.com", "correct horse").await;
    assert_eq!(shop.stop("-TERM").0, Some(0));
    let log = std::fs::read_to_string(log).unwrap();
    assert!(log.contains("/api/user/{email}"), "{log}");
    assert!(!log.contains("ada@example.com") && !log.contains('\u{1b}'), "{log}");
}

#[tokio::test]
async fn figures_are_on_a_listener_of_their_own_and_only_when_asked_for() {
    let folder = Folder::new();
    let shop = Running::start(
        &mut trowel(&folder, &["demo", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"]),
        "/metrics.",
    );
    let at =
        shop.printed.split("Metrics are at ").nth(1).unwrap().split("/metrics").next().unwrap().to_owned();
    for _ in 0..3 {
        assert_eq!(shop.get("/api/tools?limit=1", "").await.0, 200);
    }
    assert_eq!(shop.get("/api/nothing-like-it", "").await.0, 404);
    assert_eq!(shop.get("/metrics", "").await.0, 404, "visitors have no business there");
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let text = client.get(format!("{at}/metrics")).send().await.unwrap().text().await.unwrap();
    for line in [
        "trowel_http_requests_total{method=\"GET\",route=\"/api/tools\",status=\"200\"} 3",
        "trowel_http_request_duration_seconds_count{method=\"GET\",route=\"/api/tools\"} 3",
        "trowel_tools 30",
        "trowel_payment_on 1",
    ] {
        assert!(text.lines().any(|said| said == line), "{line} in\n{text}");
    }
    assert!(!text.contains("nothing-like-it"), "what visitors make up is no name of ours: {text}");
}

#[tokio::test]
async fn the_owner_asks_on_the_host_whether_the_records_agree() {
    let folder = Folder::new();
    assert!(refusal(&run(&folder, &["verify"])).contains("there is no database"));
    let shop = demo(&folder);
    let said = String::from_utf8(run(&folder, &["verify"]).stdout).unwrap();
    assert!(
        said.contains("The card provider was not asked") && said.ends_with("All records agree.\n"),
        "{said}"
    );
    shop.stop("-TERM");
    let file = rusqlite::Connection::open(Path::new(&folder.data()).join("trowel.sqlite")).unwrap();
    let tool: String = file.query_row("SELECT id FROM tools LIMIT 1", [], |row| row.get(0)).unwrap();
    file.execute("UPDATE tools SET available = available + 2 WHERE id = ?1", [&tool]).unwrap();
    drop(file);
    let found = run(&folder, &["verify"]);
    assert!(refusal(&found).ends_with("trowel: 1 difference\n"));
    let said = String::from_utf8(found.stdout).unwrap();
    assert!(
        said.contains(&tool) && said.contains("a difference of 2") && said.contains("trowel adjust-stock"),
        "{said}"
    );
    assert!(refusal(&run(&folder, &["adjust-stock", "nonsense"])).contains("not the id of a tool"));
    assert!(run(&folder, &["adjust-stock", &tool]).status.success());
    assert!(refusal(&run(&folder, &["refund", "pi_unknown"])).contains("nothing changed"));
    let recorded = |folder: &Folder| -> String {
        let file = rusqlite::Connection::open(Path::new(&folder.data()).join("trowel.sqlite")).unwrap();
        let read = "SELECT value FROM shop_metadata WHERE name = 'last_verification'";
        file.query_row(read, [], |row| row.get(0)).unwrap()
    };
    let last = recorded(&folder);
    assert!(last.ends_with(" 1"), "{last}");
    let copy = Folder::new();
    assert!(run(&copy, &["copy", "--from", &folder.data(), "--to", &copy.data()]).status.success());
    assert_eq!(recorded(&copy), last, "copy prints a report and records none");
    assert!(run(&folder, &["verify"]).status.success());
}
