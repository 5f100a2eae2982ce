//! Bodies that are too large, compressed, nested, endless, or differ from their headers, for every call that takes one.

use reqwest::Method;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::{
    base::persistence,
    http::openapi_coverage::{self, Described},
    http::permissions::with_everything,
    support::{Call, Person, Setup, TestShop, with_shop},
};

/// The calls with a JSON body, with a path that an administrator may call.
fn calls() -> Vec<(Described, Method, String)> {
    let with_body = openapi_coverage::all().into_iter().filter(|call| call.members.is_some());
    with_body
        .map(|call| {
            let method = call.call.split_once(' ').unwrap().0.parse().unwrap();
            let path = call
                .path
                .replace("{email}", "hazel@example.com")
                .replace("{id}", "x")
                .replace("{provider}", "github");
            (call, method, path)
        })
        .collect()
}

async fn is_refused(call: Call, status: u16, code: &str, what: &str) {
    let answer = call.send().await;
    // Missing permission, and a missing webhook signature, are reported first.
    let first = matches!(answer.status, 401 | 403) || answer.body["code"] == "bad_signature";
    assert!(first || (answer.status == status && answer.body["code"] == code), "{what}: {}", answer.text);
}

#[tokio::test]
async fn no_call_reads_a_body_that_is_too_large_packed_too_deep_or_says_a_thing_twice() {
    with_shop(with_everything(Setup::sqlite()), async |shop| {
        let hazel = shop.admin().await;
        let before = persistence::at_rest(shop).await;
        let large = format!("{{\"a\":\"{}\"}}", "x".repeat(64 * 1024));
        let deep = [
            format!("{{\"a\":{}{}}}", "[".repeat(30_000), "]".repeat(30_000)),
            format!("{}1{}", "{\"a\":".repeat(10_000), "}".repeat(10_000)),
            "[".repeat(60_000),
        ];
        let calls = calls();
        assert!(calls.len() > 15, "{} calls", calls.len());
        for (described, method, path) in calls {
            let send = |text: &str| hazel.call(method.clone(), &path).text("application/json", text);
            is_refused(send(&large), 413, "body_too_large", &described.call).await;
            for body in &deep {
                is_refused(send(body), 400, "malformed_json", &described.call).await;
            }
            for twice in [r#"{"a":1,"a":1}"#, r#"{"a":[{"b":1,"c":2,"\u0062":3}]}"#] {
                is_refused(send(twice), 400, "malformed_json", &described.call).await;
            }
            for coding in ["gzip", "deflate", "br", "zstd", "gzip, gzip", "x-unknown"] {
                let what = format!("{} in {coding}", described.call);
                let call = send("{}").header("content-encoding", coding);
                is_refused(call, 415, "unsupported_media_type", &what).await;
            }
        }
        persistence::same(&before, &persistence::at_rest(shop).await, "a body that was refused");
    })
    .await;
}

/// A request's head with credentials, up to the empty line.
fn head(shop: &TestShop, person: &Person<'_>, method: &Method, path: &str, more: &str) -> String {
    let (host, token, cookie) = (shop.url.trim_start_matches("http://"), &person.token, &person.cookie);
    format!(
        "{method} /api{path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nCookie: {cookie}\r\nContent-Type: application/json\r\n{more}\r\n\r\n"
    )
}

/// Sends chunks until a response arrives, and returns the number of bytes.
async fn chunk_without_end(shop: &TestShop, head: &str) -> (String, usize) {
    const MOST: usize = 64 * 1024 * 1024;
    let mut socket = TcpStream::connect(shop.url.trim_start_matches("http://")).await.unwrap();
    socket.write_all(head.as_bytes()).await.unwrap();
    let (mut from, mut to) = socket.split();
    let answer = async {
        let mut answer = vec![0; 64];
        let read = from.read(&mut answer).await.unwrap_or_default();
        String::from_utf8_lossy(&answer[..read]).into_owned()
    };
    let chunk = format!("4000\r\n{}\r\n", " ".repeat(0x4000));
    let sent = std::cell::Cell::new(0);
    let chunks = async {
        while sent.get() < MOST && to.write_all(chunk.as_bytes()).await.is_ok() {
            sent.set(sent.get() + chunk.len());
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        answer = answer => (answer, sent.get()),
        () = chunks => unreachable!("the chunks have no end"),
    }
}

#[tokio::test]
async fn a_body_without_end_is_answered_before_it_has_one() {
    with_shop(with_everything(Setup::sqlite()), async |shop| {
        let hazel = shop.admin().await;
        for (described, method, path) in calls() {
            let head = head(shop, &hazel, &method, &path, "Transfer-Encoding: chunked");
            let (answer, sent) = chunk_without_end(shop, &head).await;
            let is_refused = ["401", "403", "413", "400"]
                .iter()
                .any(|status| answer.starts_with(&format!("HTTP/1.1 {status}")));
            assert!(is_refused, "{}: {answer:?}", described.call);
            // Bytes in socket buffers were sent but not read.
            assert!(sent < 16 * 1024 * 1024, "{}: {sent} bytes", described.call);
        }
        let answer = shop.visitor().get("/tools").await;
        assert_eq!(answer.status, 200);
    })
    .await;
}

#[tokio::test]
async fn a_body_that_is_not_as_long_as_it_says_does_nothing() {
    with_shop(with_everything(Setup::sqlite()), async |shop| {
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let hazel = shop.admin().await;
        let before = persistence::at_rest(shop).await;
        let body = hazel.wish("Draw Hoe", 1_000, 1).to_string();
        let length = body.len();
        for (framing, status) in [
            (format!("Content-Length: {}", length - 1), "400"),
            ("Content-Length: -1".to_owned(), "400"),
            ("Content-Length: 1e3".to_owned(), "400"),
            (format!("Content-Length: {length}, {length}1"), "400"),
            (format!("Content-Length: {length}\r\nContent-Length: {}", length + 1), "400"),
            (format!("Content-Length: {length}\r\nTransfer-Encoding: chunked"), "400"),
            ("Transfer-Encoding: gzip, chunked".to_owned(), "400"),
            ("Transfer-Encoding: identity".to_owned(), "400"),
            ("Transfer-Encoding: chunked".to_owned(), "400"),
            ("Transfer-Encoding : chunked".to_owned(), "400"),
            ("Content-Length: 18446744073709551616".to_owned(), "400"),
            ("Content-Length: 9223372036854775807".to_owned(), "413"),
        ] {
            let request =
                head(shop, &hazel, &Method::POST, "/orders", &format!("{framing}\r\nConnection: close"));
            let answer = shop.send_raw(&format!("{request}{body}")).await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{framing}: {answer}");
        }
        // A body shorter than announced: the connection ends early.
        let request =
            head(shop, &hazel, &Method::POST, "/orders", &format!("Content-Length: {}", length + 1));
        let mut socket = TcpStream::connect(shop.url.trim_start_matches("http://")).await.unwrap();
        socket.write_all(format!("{request}{body}").as_bytes()).await.unwrap();
        socket.shutdown().await.unwrap();
        let mut answer = String::new();
        let _ = socket.read_to_string(&mut answer).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400 "), "{answer}");
        assert_eq!(shop.stock(&hoe).await, 10);
        persistence::same(&before, &persistence::at_rest(shop).await, "a body of another length");
    })
    .await;
}
