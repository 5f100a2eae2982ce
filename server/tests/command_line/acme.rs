//! Built-in TLS with Pebble, the test server of Let's Encrypt. On Debian: apt-get install pebble. Then:
//! cargo test -p trowel --features acme --test command_line -- --ignored acme

use std::{
    fs,
    net::TcpListener,
    process::{Child, Command, Stdio},
    time::Duration,
};

use reqwest::{Certificate, Client};

use crate::running::{Folder, Running, trowel};

/// Killed at the end of the test.
struct Pebble(Child);

impl Drop for Pebble {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn client(root: &[u8]) -> Client {
    let root = Certificate::from_pem(root).unwrap();
    Client::builder().no_proxy().tls_certs_only([root]).pool_max_idle_per_host(0).build().unwrap()
}

async fn wait_for(client: &Client, url: &str) -> String {
    let mut last = String::new();
    for _ in 0..600 {
        match client.get(url).send().await {
            Ok(answer) if answer.status().is_success() => return answer.text().await.unwrap(),
            Ok(answer) => last = answer.status().to_string(),
            Err(error) => last = format!("{error:?}"),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{url}: {last}");
}

#[tokio::test]
#[ignore = "needs Pebble"]
async fn the_shop_gets_a_certificate_and_keeps_it_over_a_restart() {
    let folder = Folder::new();
    let file = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (directory, management, listen) = (free_port(), free_port(), free_port());
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=pebble"])
        .args(["-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE"])
        .args(["-keyout", &file("key.pem"), "-out", &file("cert.pem")])
        .stderr(Stdio::null())
        .status();
    assert!(made.unwrap().success());
    let config = serde_json::json!({ "pebble": {
        "listenAddress": format!("127.0.0.1:{directory}"),
        "managementListenAddress": format!("127.0.0.1:{management}"),
        "certificate": file("cert.pem"), "privateKey": file("key.pem"), "httpPort": 1, "tlsPort": listen,
    } });
    fs::write(file("pebble.json"), config.to_string()).unwrap();
    let mut pebble = Command::new("pebble");
    pebble.args(["-config", &file("pebble.json")]).env("PEBBLE_VA_NOSLEEP", "1").stdout(Stdio::null());
    let pebble = Pebble(pebble.stderr(Stdio::null()).spawn().expect("pebble is in PATH"));
    let authority = client(&fs::read(file("cert.pem")).unwrap());
    let root = wait_for(&authority, &format!("https://127.0.0.1:{management}/roots/0")).await;

    let start = || {
        let (listen, url) = (format!("127.0.0.1:{listen}"), format!("https://localhost:{listen}"));
        let mut command = trowel(&folder, &["serve", "--listen", &listen, "--public-url", &url]);
        command.env("SSL_CERT_FILE", file("cert.pem")).env("TROWEL_ACME_DOMAINS", "localhost");
        command.env("TROWEL_ACME_DIRECTORY", format!("https://127.0.0.1:{directory}/dir"));
        Running::start(&mut command, "Card payment is off")
    };
    let shop = start();
    let browser = client(root.as_bytes());
    let ready = format!("https://localhost:{listen}/readyz");
    wait_for(&browser, &ready).await;
    assert_eq!(shop.stop("-TERM").0, Some(0));
    drop(pebble);
    let shop = start();
    wait_for(&browser, &ready).await;
    assert_eq!(shop.stop("-TERM").0, Some(0));
}
