//! What the program says of itself, and what it needs of the machine.

use std::{fs, process::Stdio};

use crate::{
    refusal,
    running::{Folder, Running, trowel, without_settings},
};

fn said(folder: &Folder, arguments: &[&str]) -> String {
    let output = without_settings(folder, arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_version_names_the_commit_and_the_features() {
    let version = said(&Folder::new(), &["--version"]);
    let start = concat!("trowel ", env!("CARGO_PKG_VERSION"), " (commit ");
    assert!(
        version.starts_with(start) && version.contains(", features: ") && version.contains("demo"),
        "{version}"
    );
    assert_eq!(version.contains("acme"), cfg!(feature = "acme"), "{version}");
}

#[test]
fn completions_and_manual_pages_have_every_command() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = said(&folder, &["completions", shell]);
        assert!(script.contains("adjust-stock") && script.contains("trusted-proxies"), "{shell}: {script}");
    }
    let man = folder.0.join("new/man");
    said(&folder, &["man-pages", man.to_str().unwrap()]);
    let page = |name: &str| fs::read_to_string(man.join(name)).unwrap();
    assert!(page("trowel.1").contains("adjust\\-stock"), "{}", page("trowel.1"));
    assert!(page("trowel-serve.1").contains("TROWEL_PUBLIC_URL"), "{}", page("trowel-serve.1"));
    fs::write(folder.0.join("file"), "").unwrap();
    let refused = without_settings(&folder, &["man-pages", "file/man"]).output().unwrap();
    assert!(refusal(&refused).contains("cannot be written to file/man"));
}

#[tokio::test]
async fn a_machine_without_certificate_authorities_runs_the_shop_and_is_warned() {
    let folder = Folder::new();
    let log = folder.0.join("log");
    let mut command = trowel(&folder, &["demo", "--listen", "127.0.0.1:0"]);
    command.env("SSL_CERT_FILE", "/nonexistent").env("SSL_CERT_DIR", "/nonexistent");
    let shop = Running::start_logging(&mut command, "Ctrl-C", Stdio::from(fs::File::create(&log).unwrap()));
    assert_eq!(shop.get("/api/tools", "").await.0, 200);
    let address = shop.address.replace("http://", "");
    let mut health = without_settings(&folder, &["health", "--listen", &address]);
    assert!(
        health
            .env("SSL_CERT_FILE", "/nonexistent")
            .env("SSL_CERT_DIR", "")
            .output()
            .unwrap()
            .status
            .success()
    );
    assert_eq!(shop.stop("-TERM").0, Some(0));
    let log = fs::read_to_string(log).unwrap();
    assert_eq!(log.matches("no certificate authorities").count(), 1, "{log}");
}
