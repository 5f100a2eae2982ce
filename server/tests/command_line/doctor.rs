//! `trowel doctor`: each check with a good and a bad case.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use axum::{Router, http::header, routing::get};
use rusqlite::Connection;
use tokio::{net::TcpListener, task::block_in_place};
use trowel_sandbox::{SmtpSandbox, SmtpSettings, StripeSandbox, StripeSettings, stripe::MOUNT};

use crate::{
    ended::on_server,
    observability::forward,
    running::{Folder, Running, run, trowel},
    wrong_settings,
};

const KEYS: [(&str, &str); 3] = [
    ("TROWEL_STRIPE_SECRET_KEY", "sk_test_of_this_test_0123456789ab"),
    ("TROWEL_STRIPE_PUBLISHABLE_KEY", "pk_test_of_this_test_0123456789ab"),
    ("TROWEL_STRIPE_WEBHOOK_SECRET", "whsec_of_this_test_0123456789abc"),
];

/// Serves the routes until the test ends.
async fn open(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async { axum::serve(listener, router).await });
    url
}

async fn card_provider() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let [(_, secret), (_, publishable), (_, webhook)] = KEYS;
    let sandbox =
        StripeSandbox::open(StripeSettings::new(secret, publishable, webhook, url.clone())).unwrap();
    tokio::spawn(async move { axum::serve(listener, sandbox.router()).await });
    format!("{url}{MOUNT}")
}

/// A running shop, whose public URL leads to it.
struct PublicShop {
    folder: Folder,
    running: Running,
    url: String,
}

impl PublicShop {
    async fn start(database: &[&str]) -> Self {
        let folder = Folder::new();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let serve = ["serve", "--listen", "127.0.0.1:0", "--public-url", &url];
        let running = block_in_place(|| {
            Running::start(&mut trowel(&folder, &[&serve[..], database].concat()), "Card payment is off")
        });
        tokio::spawn(forward(listener, running.address.trim_start_matches("http://").to_owned()));
        Self { folder, running, url }
    }

    /// The line of one check, of a doctor with these variables in addition.
    fn line(&self, check: &str, variables: &[(&str, &str)]) -> String {
        line(&self.doctor(variables), check)
    }

    fn doctor(&self, variables: &[(&str, &str)]) -> Output {
        let mut command = trowel(&self.folder, &["doctor"]);
        command.env("TROWEL_PUBLIC_URL", &self.url).envs(variables.iter().copied());
        block_in_place(|| command.output().unwrap())
    }

    fn sql(&self, statement: &str) {
        let file = Connection::open(Path::new(&self.folder.data()).join("trowel.sqlite")).unwrap();
        file.execute_batch(&format!("PRAGMA foreign_keys = OFF; {statement}")).unwrap();
    }
}

fn line(output: &Output, check: &str) -> String {
    let said = String::from_utf8(output.stdout.clone()).unwrap();
    let found =
        said.lines().find(|line| line.get(9..).is_some_and(|rest| rest.starts_with(&format!("{check}: "))));
    found.unwrap_or_else(|| panic!("{check} in {said}{}", String::from_utf8_lossy(&output.stderr))).to_owned()
}

/// Every file of the data folder but the two that SQLite makes while it is open.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            found.extend(files(&entry));
        }
        found.push(entry);
    }
    found.retain(|path| !path.to_str().unwrap().contains(".sqlite-"));
    found.sort();
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_healthy_shop_has_no_fault_and_nothing_is_left_behind() {
    let shop = PublicShop::start(&[]).await;
    let mail = SmtpSandbox::open(SmtpSettings::new("key")).unwrap();
    let smtp = format!("smtp://shop:secret@{}", mail.address());
    let cards = card_provider().await;
    let services = [("TROWEL_SMTP_URL", smtp.as_str()), ("TROWEL_MAIL_FROM", "shop@tools.example.ca")];
    let variables = [&KEYS[..], &services, &[("TROWEL_STRIPE_API", cards.as_str())]].concat();
    assert!(shop.line("Last backup", &[]).starts_with("warning  Last backup: there was no backup yet."));
    block_in_place(|| run(&shop.folder, &["backup", "shop.tar.gz"]));
    let before = files(&shop.folder.0);

    let output = shop.doctor(&variables);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}{}", String::from_utf8_lossy(&output.stderr));
    for (check, expected) in [
        ("Settings", "all settings are right"),
        ("Data folder", "can be written, and only its user can enter it"),
        ("Database", "has the tables of this program"),
        ("Clock", "no order is later than this machine's clock"),
        ("Last backup", "less than an hour old"),
        ("Pictures", "a file was written, read and deleted"),
        ("Card provider", "accepts the secret key, and this machine's clock agrees with the card provider"),
        ("E-mail", "accepts the login"),
        ("Public URL", "is answered by this shop"),
    ] {
        let line = line(&output, check);
        assert!(line.starts_with("ok ") && line.contains(expected), "{line}");
    }
    assert_eq!(files(&shop.folder.0), before);
    assert!(mail.emails().is_empty());
    assert!(!said.contains("secret@") && !said.contains("sk_test"), "{said}");
    for check in ["Card provider", "E-mail"] {
        assert!(shop.line(check, &[]).starts_with("note "), "{check} is off");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wallets_need_a_registered_domain_and_the_file_for_apple() {
    let cards = card_provider().await;
    let folder = Folder::new();
    let file = format!("{}/association", folder.0.display());
    fs::write(&file, "from the provider").unwrap();
    let with_file = ["--apple-pay-domain-association", file.as_str()];
    let variables = [&KEYS[..], &[("TROWEL_STRIPE_API", cards.as_str())]].concat();

    let bare = PublicShop::start(&[]).await;
    let said = bare.line("Wallets", &variables);
    assert!(said.starts_with("note ") && said.contains("is not there, which Apple may ask for"), "{said}");
    let shop = PublicShop::start(&with_file).await;
    let known = [&variables[..], &[("TROWEL_APPLE_PAY_DOMAIN_ASSOCIATION", file.as_str())]].concat();
    let said = shop.line("Wallets", &known);
    assert!(said.starts_with("ok ") && said.contains("127.0.0.1 is registered"), "{said}");
    let other = [&known[..], &[("TROWEL_PUBLIC_URL", "http://localhost:1")]].concat();
    let said = shop.line("Wallets", &other);
    assert!(said.starts_with("warning ") && said.contains("localhost is not registered"), "{said}");
    assert!(shop.line("Wallets", &[]).contains("card payment is off"));

    // `trowel config check` tries the same, and nothing else.
    let mut check = trowel(&shop.folder, &["config", "check"]);
    check.env("TROWEL_PUBLIC_URL", &shop.url).envs(known);
    let said = line(&block_in_place(|| check.output().unwrap()), "Wallets");
    assert!(said.starts_with("ok "), "{said}");
    let missing = [("TROWEL_APPLE_PAY_DOMAIN_ASSOCIATION", "/nowhere")];
    assert!(wrong_settings(&shop.doctor(&missing)).contains("/nowhere cannot be read"));
}

#[tokio::test(flavor = "multi_thread")]
async fn each_service_that_fails_is_named_with_what_to_do() {
    let shop = PublicShop::start(&[]).await;
    let cards = card_provider().await;
    let other_key = [KEYS[1], KEYS[2], ("TROWEL_STRIPE_SECRET_KEY", "sk_test_of_another_test_012345678")];
    let wrong_key = shop.line("Card provider", &[&other_key[..], &[("TROWEL_STRIPE_API", &cards)]].concat());
    assert!(wrong_key.starts_with("fault ") && wrong_key.contains("status 401"), "{wrong_key}");
    let old =
        open(Router::new().fallback(|| async { ([(header::DATE, "Mon, 01 Jan 2024 00:00:00 GMT")], "{}") }));
    let old = old.await;
    let late = shop.line("Card provider", &[&KEYS[..], &[("TROWEL_STRIPE_API", &old)]].concat());
    assert!(late.starts_with("fault ") && late.contains("seconds ahead of the card provider"), "{late}");

    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let smtp = format!("smtp://{closed}");
    let mail = shop.line("E-mail", &[("TROWEL_SMTP_URL", &smtp), ("TROWEL_MAIL_FROM", "shop@a.ca")]);
    assert!(
        mail.starts_with("fault ") && mail.contains("refused") && mail.contains("TROWEL_SMTP_URL"),
        "{mail}"
    );

    let program = open(Router::new().route("/readyz", get(|| async { "ready\n" }))).await;
    let neighbour = PublicShop::start(&[]).await;
    for (url, expected) in [
        (&program, "answers 200 OK, and not as this version of the shop"),
        (&neighbour.url, "is answered by another shop"),
        (&shop.running.address, "or by this one with another public URL"),
        (&format!("http://{closed}"), "does not answer on this machine: Connection refused"),
    ] {
        let line = shop.line("Public URL", &[("TROWEL_PUBLIC_URL", url)]);
        assert!(line.starts_with("fault ") && line.contains(expected), "{line}");
    }
    assert_eq!(shop.doctor(&[("TROWEL_PUBLIC_URL", &program)]).status.code(), Some(1));
    let wrong = block_in_place(|| run(&shop.folder, &["doctor", "--currency", "dollars"]));
    assert!(wrong_settings(&wrong).contains("TROWEL_CURRENCY is"));
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_open_or_cannot_be_used_is_named_with_what_to_do() {
    use std::os::unix::fs::PermissionsExt as _;
    let shop = PublicShop::start(&[]).await;
    fs::set_permissions(shop.folder.data(), fs::Permissions::from_mode(0o755)).unwrap();
    let open = shop.line("Data folder", &[]);
    assert!(open.starts_with("warning ") && open.contains("chmod 700"), "{open}");
    let images = Path::new(&shop.folder.data()).join("images");
    fs::remove_dir_all(&images).unwrap();
    fs::write(&images, "no folder").unwrap();
    let pictures = shop.line("Pictures", &[]);
    assert!(pictures.starts_with("fault ") && pictures.contains("chown"), "{pictures}");
    if cfg!(target_os = "linux") {
        let backups = shop.line("Backup folder", &[("TROWEL_BACKUP_DIR", "/proc")]);
        assert!(backups.starts_with("fault ") && backups.contains("ReadWritePaths="), "{backups}");
        let mut command = crate::running::without_settings(&shop.folder, &["doctor", "--data", "/proc"]);
        let output = block_in_place(|| command.env("TROWEL_PUBLIC_URL", &shop.url).output().unwrap());
        let data = line(&output, "Data folder");
        assert!(data.starts_with("fault ") && data.contains("this user cannot write to /proc"), "{data}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_does_not_fit_is_named_with_what_to_do() {
    let shop = PublicShop::start(&[]).await;
    let in_days = |days: i32| format!("CAST(strftime('%s', 'now', '{days:+} days') AS INTEGER) * 1000000");
    let back_up = |days: i32| {
        let at = in_days(-days);
        shop.sql(&format!(
            "INSERT OR REPLACE INTO shop_metadata (name, value) VALUES ('last_backup_at', {at})"
        ));
    };
    let nightly = [("TROWEL_BACKUP_DIR", "nightly")];
    assert!(shop.line("Last backup", &nightly).starts_with("ok "), "the first one follows");
    back_up(1);
    assert!(shop.line("Last backup", &nightly).starts_with("ok       Last backup: it is 24 hours old"));
    back_up(4);
    let backup = shop.line("Last backup", &nightly);
    assert!(
        backup.starts_with("fault ") && backup.contains("4 days old. The log of the shop says why"),
        "{backup}"
    );
    assert!(shop.line("Last backup", &[]).contains("4 days old. Set TROWEL_BACKUP_DIR"));
    assert!(shop.line("Last backup", &[("TROWEL_BACKUP_DIR", "none")]).starts_with("note "));

    let tomorrow = in_days(1);
    shop.sql(&format!(
        "INSERT INTO orders (id, purchase_id, line, lines, due_cents, number, user_id, tool_id, tool_name, price_cents, quantity, total_cents, customer_name,
             customer_email, phone, address, state, created_at, search_key)
         VALUES ('o', 'o', 1, 1, 100, 1, 'u', 't', 'Hoe', 100, 1, 100, 'Ada', 'ada@example.com', '', '', 'unpaid', {tomorrow}, '')"
    ));
    let clock = shop.line("Clock", &[]);
    assert!(clock.starts_with("fault ") && clock.contains("NTP"), "{clock}");

    shop.sql("CREATE TABLE kept AS SELECT * FROM migrations; DELETE FROM migrations WHERE id > 1");
    assert!(shop.line("Database", &[]).contains("is older. The next start migrates it"));
    shop.sql("DELETE FROM migrations; INSERT INTO migrations SELECT * FROM kept");
    shop.sql("INSERT INTO migrations VALUES (99, '0099_next', '', 0)");
    let newer = shop.line("Database", &[]);
    assert!(newer.starts_with("fault ") && newer.contains("it is newer. Start the newer program"), "{newer}");
    shop.sql("DELETE FROM migrations WHERE id = 99");
    shop.sql("UPDATE shop_metadata SET value = 'demo' WHERE name = 'mode'");
    assert!(shop.line("Database", &[]).contains("This database is a demo"));
    let away = [("TROWEL_DATABASE_URL", "postgres://shop:hunter2@127.0.0.1:1/x")];
    let database = shop.line("Database", &away);
    assert!(database.starts_with("fault ") && !database.contains("hunter2"), "{database}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_of_postgresql_is_compared() {
    let Ok(server) = std::env::var("TROWEL_TEST_POSTGRES") else { return };
    let folder = Folder::new();
    let name = folder.0.file_name().unwrap().to_str().unwrap().to_owned();
    on_server(&server, &format!("CREATE DATABASE {name}")).await;
    let mut url = reqwest::Url::parse(&server).unwrap();
    url.set_path(&name);
    let empty = [("TROWEL_DATABASE_URL", url.as_str()), ("TROWEL_PUBLIC_URL", "http://127.0.0.1:9")];
    let mut command = trowel(&folder, &["doctor"]);
    let output = block_in_place(|| command.envs(empty).output().unwrap());
    assert!(line(&output, "Database").contains("is empty. The first start makes its tables"));
    let shop = PublicShop::start(&["--database", url.as_str()]).await;
    let variables = [("TROWEL_DATABASE_URL", url.as_str())];
    for (check, expected) in [
        ("Database", "ok       Database: it answers and has the tables"),
        ("Clock", "ok       Clock: this machine's clock agrees with the database server"),
        ("Public URL", "ok       Public URL"),
    ] {
        let line = shop.line(check, &variables);
        assert!(line.starts_with(expected), "{line}");
    }
    drop(shop);
    on_server(&server, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
}

#[cfg(feature = "s3")]
#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_that_does_not_exist_is_named_at_start_and_by_the_doctor() {
    use std::io::{BufRead as _, BufReader};
    let missing = "<Error><Code>NoSuchBucket</Code>\n<Message>The bucket does not exist</Message></Error>";
    let store =
        open(Router::new().fallback(move || async move { (axum::http::StatusCode::NOT_FOUND, missing) }));
    let store = store.await;
    let variables = [
        ("TROWEL_PUBLIC_URL", "http://127.0.0.1:9"),
        ("TROWEL_IMAGE_STORE", "s3://pictures"),
        ("AWS_ENDPOINT", &store),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_ACCESS_KEY_ID", "id"),
        ("AWS_SECRET_ACCESS_KEY", "key"),
    ];
    let folder = Folder::new();
    let (log, written) = std::io::pipe().unwrap();
    let mut command = trowel(&folder, &["serve", "--listen", "127.0.0.1:0"]);
    command.envs(variables);
    let shop = block_in_place(|| Running::start_logging(&mut command, "Card payment is off", written.into()));
    let is_told = tokio::task::spawn_blocking(move || {
        let mut lines = BufReader::new(log).lines().map_while(Result::ok);
        let is_told = lines.any(|line| line.contains("the bucket of TROWEL_IMAGE_STORE cannot be read"));
        // The shop writes on.
        (is_told, lines)
    });
    let (is_told, _lines) = tokio::time::timeout(std::time::Duration::from_secs(30), is_told)
        .await
        .expect("no line came")
        .unwrap();
    assert!(is_told, "the log ended");
    let mut command = trowel(&folder, &["doctor"]);
    let output = block_in_place(|| command.envs(variables).output().unwrap());
    let pictures = line(&output, "Pictures");
    assert!(
        pictures.starts_with("fault ") && pictures.contains("Check the name of the bucket"),
        "{pictures}"
    );
    drop(shop);
}
