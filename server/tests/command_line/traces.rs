//! Traces, received as a collector of OpenTelemetry receives them:
//! cargo test -p trowel --features otlp --test command_line traces

use axum::{Router, body::Bytes, extract::State, routing::post};
use serde_json::json;
use tokio::{net::TcpListener, sync::mpsc};

use crate::running::{Folder, Running, trowel};

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const CALLER: &str = "b7ad6b7169203331";

/// A field of a Protobuf message: a number, or bytes.
type Field = (u64, u64, Vec<u8>);

fn fields(mut message: &[u8]) -> Vec<Field> {
    let mut found = Vec::new();
    while !message.is_empty() {
        let key = varint(&mut message);
        let (number, bytes) = match key % 8 {
            0 => (varint(&mut message), Vec::new()),
            kind => {
                let length = match kind {
                    1 => 8,
                    5 => 4,
                    _ => usize::try_from(varint(&mut message)).unwrap(),
                };
                let (bytes, rest) = message.split_at(length);
                message = rest;
                (0, bytes.to_vec())
            }
        };
        found.push((key / 8, number, bytes));
    }
    found
}

fn varint(message: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let (first, rest) = message.split_first().unwrap();
        *message = rest;
        value |= u64::from(first & 127) << shift;
        if *first < 128 {
            break;
        }
    }
    value
}

fn inside(message: &[u8], number: u64) -> Vec<Vec<u8>> {
    fields(message).into_iter().filter(|field| field.0 == number).map(|field| field.2).collect()
}

#[derive(Debug)]
struct Span {
    trace: String,
    id: String,
    parent: String,
    name: String,
    attributes: Vec<(String, String)>,
}

/// The spans of an ExportTraceServiceRequest.
fn spans(request: &[u8]) -> Vec<Span> {
    let hex = |bytes: Vec<Vec<u8>>| bytes.concat().iter().map(|byte| format!("{byte:02x}")).collect();
    let text = |bytes: Vec<Vec<u8>>| String::from_utf8(bytes.concat()).unwrap();
    let scopes = inside(request, 1).into_iter().flat_map(|resource| inside(&resource, 2));
    let attribute = |bytes: Vec<u8>| {
        let value = inside(&bytes, 2).concat();
        let number = fields(&value).into_iter().find(|field| field.0 == 3).map(|field| field.1.to_string());
        (text(inside(&bytes, 1)), number.unwrap_or_else(|| text(inside(&value, 1))))
    };
    scopes
        .flat_map(|scope| inside(&scope, 2))
        .map(|span| Span {
            trace: hex(inside(&span, 1)),
            id: hex(inside(&span, 2)),
            parent: hex(inside(&span, 4)),
            name: text(inside(&span, 5)),
            attributes: inside(&span, 9).into_iter().map(attribute).collect(),
        })
        .collect()
}

#[tokio::test]
async fn a_request_and_its_transactions_continue_the_trace_of_the_proxy() {
    let (sender, mut received) = mpsc::unbounded_channel();
    let take = |State(sender): State<mpsc::UnboundedSender<Bytes>>, body: Bytes| async move {
        sender.send(body).unwrap()
    };
    let collector = Router::new().route("/v1/traces", post(take)).with_state(sender);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(async { axum::serve(listener, collector).await.unwrap() });

    let folder = Folder::new();
    let serve = ["serve", "--listen", "127.0.0.1:0", "--public-url", "http://127.0.0.1:9"];
    let mut command = trowel(&folder, &[&serve[..], &["--trusted-proxies", "127.0.0.1"]].concat());
    let shop = Running::start(command.env("TROWEL_OTLP_URL", url), "Card payment is off");
    let login = json!({ "email": "ada@example.com", "password": "wrong password" });
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let call = client.post(format!("{}/api/identity/sign-in", shop.address)).json(&login);
    let answer = call.header("traceparent", format!("00-{TRACE}-{CALLER}-01")).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 401);
    let stopped = tokio::task::spawn_blocking(move || shop.stop("-TERM")).await.unwrap();
    assert_eq!(stopped.0, Some(0), "the rest is sent before the program ends");

    let mut all = Vec::new();
    while let Ok(body) = received.try_recv() {
        all.extend(spans(&body));
    }
    let request = all.iter().find(|span| span.parent == CALLER).unwrap_or_else(|| panic!("{all:#?}"));
    assert_eq!((request.trace.as_str(), request.name.as_str()), (TRACE, "POST /api/identity/sign-in"));
    for (name, value) in [
        ("http.request.method", "POST"),
        ("http.route", "/api/identity/sign-in"),
        ("http.response.status_code", "401"),
        ("trowel.request_id", answer.headers()["x-request-id"].to_str().unwrap()),
    ] {
        assert!(request.attributes.contains(&(name.into(), value.into())), "{name} {value}: {request:#?}");
    }
    let write = all.iter().find(|span| span.name == "write" && span.parent == request.id).unwrap();
    assert!(write.trace == TRACE && write.attributes.contains(&("db.system.name".into(), "sqlite".into())));
    assert!(all.iter().all(|span| span.trace == TRACE), "jobs make no traces: {all:#?}");
    assert!(!format!("{all:?}").contains("ada@"), "no personal data");
}
