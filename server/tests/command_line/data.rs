//! Backup, restore and copy on the command line; health, and the check of the settings.

use std::{
    fs,
    process::{Command, Stdio},
};

use serde_json::json;

use crate::{
    refusal,
    running::{Folder, SERVE, demo, run, serve, trowel},
    wrong_settings,
};

fn printed(output: &std::process::Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[tokio::test]
async fn a_running_demo_is_backed_up_and_restored_with_its_sessions() {
    let (folder, other) = (Folder::new(), Folder::new());
    let shop = demo(&folder);
    let admin = shop.sign("sign-in", "admin@example.com", "garden-admin").await;
    let file = folder.0.join("shop.tar.gz");
    let file = file.to_str().unwrap();
    let said = printed(&run(&folder, &["backup", file]));
    assert!(said.contains("is complete") && said.contains("2 accounts"), "{said}");
    let streamed = run(&folder, &["backup", "-"]);
    assert!(streamed.status.success() && streamed.stdout.starts_with(&[0x1f, 0x8b]), "gzip");
    let used = refusal(&run(&folder, &["restore", file]));
    assert!(used.contains("another shop is running on the folder"), "{used}");
    assert_eq!(shop.stop("-TERM").0, Some(0));
    assert!(refusal(&run(&folder, &["restore", file])).contains("the database is not empty"));
    let missing = refusal(&run(&other, &["restore", "no-such-file"]));
    assert!(missing.contains("no-such-file cannot be read"), "{missing}");
    let said = printed(&run(&other, &["restore", file]));
    assert!(said.contains("is restored") && said.contains("All records agree."), "{said}");
    let restored = demo(&other);
    let answer = restored.get("/api/admin/admin@example.com", &admin).await;
    assert_eq!(answer.1, json!({ "admin": true }), "the session goes on");
    restored.kill();

    let elsewhere = refusal(&run(&other, &["backup", "x", "--database", "postgres://127.0.0.1:1/x"]));
    assert!(elsewhere.contains("cannot be opened"), "{elsewhere}");
    fs::remove_dir_all(folder.0.join("data/images")).unwrap();
    let bare = refusal(&run(&folder, &["backup", "x"]));
    assert!(bare.contains("there is no folder of pictures at"), "{bare}");

    let copy = Folder::new();
    let ends = ["copy", "--from", &other.data(), "--to", &copy.data()];
    let said = printed(&run(&copy, &ends));
    assert!(said.contains("tools: 30 rows") && said.contains("the same on both sides"), "{said}");
}

#[tokio::test]
async fn a_health_check_fails_until_the_shop_is_ready() {
    let folder = Folder::new();
    let shop = serve(&folder);
    let address = shop.address.strip_prefix("http://").unwrap().to_owned();
    let health = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trowel"));
        command.arg("health").args(arguments).env("TROWEL_LISTEN", &address).output().unwrap()
    };
    assert!(printed(&health(&[])).contains("ready"));
    assert!(printed(&health(&["--url", &shop.address])).contains("ready"));
    assert!(refusal(&health(&["--url", &format!("{}/api", shop.address)])).contains("404"));
    shop.kill();
    assert!(refusal(&health(&[])).contains("does not answer"));
}

#[test]
fn the_check_of_settings_shows_sources_hides_secrets_and_lists_all_faults() {
    let folder = Folder::new();
    fs::write(folder.0.join("database"), "postgres://trowel:hunter2@db/trowel\n").unwrap();
    let check = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = trowel(&folder, &[&["config", "check"], arguments].concat());
        command.envs(variables.iter().copied()).stdin(Stdio::null()).output().unwrap()
    };
    let url = ("TROWEL_PUBLIC_URL", "http://127.0.0.1:1");
    let said = printed(&check(&["--currency", "eur"], &[url, ("TROWEL_DATABASE_URL_FILE", "database")]));
    for expected in [
        "TROWEL_PUBLIC_URL=http://127.0.0.1:1  # environment",
        "TROWEL_CURRENCY=eur  # command line",
        "TROWEL_LISTEN=127.0.0.1:8080  # default",
        "TROWEL_DATABASE_URL=(hidden)  # file database",
        "TROWEL_SMTP_URL=  # not set",
        "All settings are right.",
    ] {
        assert!(said.contains(expected), "{expected} in {said}");
    }
    let output = check(
        &["--currency", "dollars"],
        &[
            ("TROWEL_DATABASE_URL_FILE", "database"),
            ("TROWEL_DATABASE_URL", "postgres://trowel:hunter2@db/trowel"),
            ("TROWEL_SMTP_URL_FILE", "no-such-file"),
            ("TROWEL_LISTEN_FILE", "database"),
        ],
    );
    let faults = wrong_settings(&output);
    for expected in [
        "TROWEL_DATABASE_URL and TROWEL_DATABASE_URL_FILE are both set",
        "TROWEL_SMTP_URL_FILE: no-such-file cannot be read",
        "TROWEL_LISTEN_FILE is not a setting",
        "TROWEL_CURRENCY is",
        "TROWEL_PUBLIC_URL is missing",
    ] {
        assert!(faults.contains(expected), "{expected} in {faults}");
    }
    let all = [&output.stdout[..], &output.stderr].concat();
    assert!(!String::from_utf8_lossy(&all).contains("hunter2") && !said.contains("hunter2"));
}

#[tokio::test]
async fn a_secret_is_read_from_a_file_by_every_command() {
    let folder = Folder::new();
    fs::write(folder.0.join("key"), " pk_live_0123456789abcdef0123\n").unwrap();
    fs::write(folder.0.join("two"), "one\ntwo\n").unwrap();
    let mut command = trowel(&folder, SERVE);
    let said = wrong_settings(&command.env("TROWEL_STRIPE_SECRET_KEY_FILE", "key").output().unwrap());
    assert!(said.contains("half set") && !said.contains("pk_live_0123"), "{said}");
    let mut command = trowel(&folder, &["verify"]);
    let said = wrong_settings(&command.env("TROWEL_STRIPE_SECRET_KEY_FILE", "two").output().unwrap());
    assert!(said.contains("two must have one line"), "{said}");
    let help = trowel(&folder, &["serve", "--help"]).env("TROWEL_STRIPE_SECRET_KEY_FILE", "key").output();
    assert!(!String::from_utf8(help.unwrap().stdout).unwrap().contains("pk_live_0123"));
}
