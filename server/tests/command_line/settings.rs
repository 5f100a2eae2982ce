//! Settings that would leave a shop open, or that a person mistyped.

use std::{net::TcpListener, process::Stdio};

use serde_json::json;
use trowel_sandbox::{SmtpSandbox, SmtpSettings};

use crate::{
    refusal,
    running::{Folder, Running, SERVE, run, serve, trowel, without_settings},
    wrong_settings,
};

#[tokio::test]
async fn a_demo_behind_a_tunnel_has_passwords_and_keys_of_its_own() {
    let folder = Folder::new();
    let shop = Running::start(
        &mut trowel(&folder, &["demo", "--listen", "127.0.0.1:0", "--public-url", "https://demo.example.ca"]),
        "Ctrl-C closes the shop.",
    );
    assert!(!shop.printed.contains("garden-admin") && !shop.printed.contains("garden-customer"));
    for (email, password) in
        [("admin@example.com", "garden-admin"), ("customer@example.com", "garden-customer")]
    {
        let body = json!({ "email": email, "password": password });
        let (status, ..) = shop.call(reqwest::Method::POST, "/api/identity/sign-in", "", Some(body)).await;
        assert_eq!(status, 401, "{email}");
    }
    for page in
        ["/sandbox/mail/", "/sandbox/mail/letters", "/sandbox/sms/", "/sandbox/stripe/", "/sandbox/stripe"]
    {
        assert_eq!(shop.get(page, "").await.0, 403, "{page}");
    }
    for page in ["/sandbox/mail/", "/sandbox/sms/", "/sandbox/stripe/"] {
        let printed = format!("https://demo.example.ca{page}?key=");
        let key = shop.printed.split(&printed).nth(1).unwrap().split_whitespace().next().unwrap();
        assert_eq!(shop.get(&format!("{page}?key={key}"), "").await.0, 200, "{page}");
    }
}

#[tokio::test]
async fn a_misspelled_setting_and_a_broken_log_filter_stop_the_start_with_all_other_faults() {
    let folder = Folder::new();
    let mut command = trowel(&folder, &["serve", "--listen", ":8080"]);
    command.env("TROWEL_STIRPE_SECRET_KEY", "sk_live_of_this_test").env("TROWEL_LOG", "nonsense=[[");
    let said = wrong_settings(&command.env("TROWEL_MAX_REVIEWS", "many").output().unwrap());
    for expected in [
        "TROWEL_STIRPE_SECRET_KEY is not a setting. Did you mean TROWEL_STRIPE_SECRET_KEY?",
        "TROWEL_LOG cannot be read",
        "TROWEL_LISTEN is \":8080\"",
        "TROWEL_MAX_REVIEWS is \"many\"",
        "TROWEL_PUBLIC_URL is missing",
    ] {
        assert!(said.contains(expected), "{expected} in {said}");
    }
    assert!(!said.contains("sk_live"), "secrets are not repeated: {said}");
}

#[tokio::test]
async fn a_start_warns_of_secrets_in_flags_and_of_orders_after_the_clock() {
    let folder = Folder::new();
    let log = folder.0.join("log");
    let start = |flags: &[&str]| {
        let mut command = trowel(&folder, &[SERVE, &["--mail-from", "shop@a.ca"], flags].concat());
        command.env("TROWEL_SMTP_URL", "smtp://127.0.0.1:9");
        let written = std::fs::File::create(&log).unwrap().into();
        assert_eq!(
            Running::start_logging(&mut command, "Card payment is off", written).stop("-TERM").0,
            Some(0)
        );
        std::fs::read_to_string(&log).unwrap()
    };
    let calm = start(&[]);
    assert!(!calm.contains("WARN"), "{calm}");
    let file = rusqlite::Connection::open(folder.0.join("data/trowel.sqlite")).unwrap();
    let order =
        "INSERT INTO orders (id, purchase_id, line, lines, due_cents, number, user_id, tool_id, tool_name, price_cents, quantity, total_cents,
            customer_name, customer_email, phone, address, state, created_at, search_key)
        VALUES ('o', 'o', 1, 1, 100, 1, 'u', 't', 'Hoe', 100, 1, 100, 'Ada', 'ada@example.com', '', '', 'unpaid',
            CAST(strftime('%s', 'now', '+1 day') AS INTEGER) * 1000000, '')";
    file.execute_batch(&format!("PRAGMA foreign_keys = OFF; {order}")).unwrap();
    let said = start(&["--smtp-url", "smtp://shop:hunter2@127.0.0.1:9"]);
    assert!(said.contains("an order is later than this machine's clock"), "{said}");
    assert!(said.contains("in the list of processes") && said.contains("--smtp-url"), "{said}");
    assert!(!said.contains("hunter2"), "{said}");
}

#[tokio::test]
async fn a_second_shop_on_one_folder_is_refused_while_the_first_runs() {
    let folder = Folder::new();
    let shop = serve(&folder);
    assert!(refusal(&run(&folder, SERVE)).contains("another shop is running on the folder"));
    assert!(run(&folder, &["verify"]).status.success(), "commands work beside it");
    shop.kill();
    assert_eq!(serve(&folder).stop("-TERM").0, Some(0), "a lock ends with its process");
}

#[test]
fn a_port_of_the_metrics_that_is_taken_names_its_own_flag() {
    let folder = Folder::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let said = refusal(&run(&folder, &[SERVE, &["--metrics-listen", &address]].concat()));
    assert!(said.contains("for example --metrics-listen 127.0.0.1:"), "{said}");
}

#[tokio::test]
async fn a_shop_with_test_keys_says_so_when_it_starts() {
    let folder = Folder::new();
    let mut command = trowel(&folder, SERVE);
    command.envs([
        ("TROWEL_STRIPE_SECRET_KEY", "sk_test_of_this_test_0123456789ab"),
        ("TROWEL_STRIPE_PUBLISHABLE_KEY", "pk_test_of_this_test_0123456789ab"),
        ("TROWEL_STRIPE_WEBHOOK_SECRET", "whsec_of_this_test_0123456789abc"),
    ]);
    let shop = Running::start_logging(&mut command, "Payments are in test mode", Stdio::null());
    assert_eq!(shop.get("/api/config", "").await.1["paymentTestMode"], json!(true));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_e_mail_is_sent_at_once_and_the_mail_server_s_answer_is_printed() {
    let folder = Folder::new();
    let mail = |address: &str, server: &str| {
        let mut command = without_settings(&folder, &["mail", "test", address]);
        command.env("TROWEL_MAIL_FROM", "Trowel <shop@tools.example.ca>");
        command.env("TROWEL_SMTP_URL", server).env("TROWEL_PUBLIC_URL", "https://tools.example.ca");
        command.output().unwrap()
    };
    let sandbox = SmtpSandbox::open(SmtpSettings::new("key")).unwrap();
    let server = format!("smtp://{}", sandbox.address());
    let sent = mail("zoe@example.com", &server);
    let said = String::from_utf8_lossy(&sent.stdout);
    assert!(
        sent.status.success() && said.contains("took the e-mail to zoe@example.com. It answered: 250 "),
        "{said}"
    );
    let [email] = &sandbox.emails()[..] else { panic!("one e-mail") };
    assert_eq!((&*email.to[0], &*email.from), ("zoe@example.com", "shop@tools.example.ca"));
    assert!(email.text.contains("https://tools.example.ca"), "{}", email.text);

    assert!(refusal(&mail("zoe", &server)).contains("zoe is not an e-mail address"));
    assert!(wrong_settings(&mail("zoe@example.com", "")).contains("TROWEL_SMTP_URL is missing"));
    let off = without_settings(&folder, &["mail", "test", "zoe@example.com"]).output().unwrap();
    assert!(wrong_settings(&off).contains("e-mail is off"));
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let said = refusal(&mail("zoe@example.com", &format!("smtp://{closed}")));
    assert!(said.contains("could not be sent: ") && said.contains("refused"), "{said}");
}

#[test]
fn a_secret_in_the_wrong_setting_is_not_printed() {
    let folder = Folder::new();
    let check = |name: &str, value: &str| {
        let mut command = trowel(&folder, &["config", "check", "--public-url", "http://127.0.0.1:9"]);
        let output = command.env(name, value).output().unwrap();
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
    };
    for (name, value) in [
        ("TROWEL_STRIPE_JS", "https://js.stripe.com/v3/?key=sk_live_hunter2hunter2"),
        ("TROWEL_STRIPE_PUBLISHABLE_KEY", "sk_live_hunter2hunter2"),
        ("TROWEL_LISTEN", "whsec_hunter2hunter2"),
        ("TROWEL_LOG", "rk_live_hunter2=[["),
        ("TROWEL_MAIL_FROM", "smtp://shop:hunter2@mail.example.ca"),
        ("TROWEL_STRIPE_API", "https://u:hunter2@api.example.ca"),
        ("TROWEL_OTLP_URL", "ftp://u:hunter2@traces.example.ca"),
        ("TROWEL_GOOGLE_CLIENT_ID", "GOCSPX-hunter2-hunter2"),
    ] {
        let said = check(name, value);
        assert!(
            said.contains(name) && said.contains("(hidden)") && !said.contains("hunter2"),
            "{name}: {said}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_file_of_a_setting_is_small_regular_and_no_secret_where_it_is_published() {
    let folder = Folder::new();
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    assert!(std::process::Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
    std::fs::write(path("large"), "a".repeat(100_000)).unwrap();
    std::fs::write(path("key"), "-----BEGIN PRIVATE KEY-----\nMIIB\n").unwrap();
    std::fs::write(path("shadow"), "root:$6$salt$hash:19000:0:99999:7:::\n").unwrap();
    let (pipe, large, key, shadow) = (path("pipe"), path("large"), path("key"), path("shadow"));
    let published = "TROWEL_APPLE_PAY_DOMAIN_ASSOCIATION";
    for (name, file, why) in [
        (published, "/dev/zero", "it is not a regular file"),
        (published, &pipe, "it is not a regular file"),
        (published, &folder.data(), "cannot be read"),
        (published, &large, "it is larger than 64 kB"),
        (published, &key, "looks like a secret"),
        (published, &shadow, "looks like a secret"),
        ("TROWEL_STRIPE_SECRET_KEY_FILE", "/dev/zero", "it is not a regular file"),
        ("TROWEL_SMTP_URL_FILE", &pipe, "it is not a regular file"),
        ("TROWEL_DATABASE_URL_FILE", &large, "it is larger than 64 kB"),
    ] {
        let said = wrong_settings(&trowel(&folder, SERVE).env(name, file).output().unwrap());
        assert!(said.contains(name) && said.contains(why), "{name} {file}: {said}");
        assert!(!said.contains("MIIB") && !said.contains("salt"), "{said}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_user_of_the_shop_can_read_what_is_in_the_data_folder() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::new();
    std::fs::create_dir_all(folder.data()).unwrap();
    let lock = std::path::Path::new(&folder.data()).join("trowel.lock");
    std::fs::write(&lock, "").unwrap();
    std::fs::set_permissions(&lock, std::fs::Permissions::from_mode(0o644)).unwrap();
    let shop = serve(&folder);
    for file in std::fs::read_dir(folder.data()).unwrap() {
        let file = file.unwrap();
        let mode = file.metadata().unwrap().permissions().mode() & 0o777;
        assert!(file.path().is_dir() || mode == 0o600, "{}: {mode:o}", file.path().display());
    }
    assert_eq!(shop.stop("-TERM").0, Some(0));
}

#[test]
fn the_example_of_settings_says_what_is_missing_and_starts_no_shop() {
    let folder = Folder::new();
    let example = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../.env.example")).unwrap();
    let given =
        example.lines().filter_map(|line| line.split_once('=')).filter(|(name, _)| !name.starts_with('#'));
    let said = wrong_settings(&trowel(&folder, &["serve"]).envs(given).output().unwrap());
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("TROWEL_PUBLIC_URL is missing"), "{said}");
    let placeholder = ["serve", "--public-url", "https://tools.example.ca", "--trusted-proxies", "none"];
    let said = wrong_settings(&run(&folder, &placeholder));
    assert!(said.contains("an address of the documentation"), "{said}");
}

#[test]
fn every_command_ends_with_78_when_its_settings_are_wrong() {
    let folder = Folder::new();
    for command in ["verify", "backup x", "restore x", "admin grant a@b.ca", "serve", "demo"] {
        let words: Vec<&str> = command.split(' ').collect();
        for url in ["mysql://root:hunter2@db/x", "db"] {
            let said = wrong_settings(&run(&folder, &[&words[..], &["--database", url]].concat()));
            assert!(
                said.contains("must start with postgres://") && !said.contains("hunter2"),
                "{command}: {said}"
            );
        }
    }
    let said = wrong_settings(&run(&folder, &["verify", "--database", "postgres://u:p@db/x?sslmode=prefer"]));
    assert!(said.contains("Use sslmode=verify-full"), "{said}");
    let health = without_settings(&folder, &["health", "--listen", "shop"]).output().unwrap();
    assert!(wrong_settings(&health).contains("TROWEL_LISTEN"));
    let unit =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/trowel.service")).unwrap();
    assert!(unit.lines().any(|line| line.starts_with("RestartPreventExitStatus=78")), "{unit}");
}

#[test]
fn every_command_reads_the_settings_of_the_service() {
    let folder = Folder::new();
    let file = folder.0.join("trowel.env");
    std::fs::write(
        &file,
        "# the shop\nTROWEL_DATA=elsewhere\nTROWEL_PUBLIC_URL=\"https://tools.example.org\"\n",
    )
    .unwrap();
    let file = file.to_str().unwrap();
    let said = without_settings(&folder, &["admin", "grant", "me@example.org", "--settings", file]).output();
    assert!(refusal(&said.unwrap()).contains("elsewhere/trowel.sqlite"));
    let mut check = without_settings(&folder, &["--settings", file, "config", "check"]);
    let said = check.env("TROWEL_DATA", "mine").output().unwrap();
    let printed = String::from_utf8(said.stdout).unwrap();
    assert!(printed.contains("TROWEL_PUBLIC_URL=https://tools.example.org"), "{printed}");
    assert!(printed.contains("TROWEL_DATA=mine"), "a variable counts more than the file: {printed}");
    let missing = format!("--settings={file}.missing");
    let said = wrong_settings(&without_settings(&folder, &[&missing, "verify"]).output().unwrap());
    assert!(said.contains("trowel.env.missing: the file cannot be read"), "{said}");
    let nothing = without_settings(&folder, &["verify", "--settings"]).output().unwrap();
    assert_eq!(nothing.status.code(), Some(2), "the flag needs a file");
}
