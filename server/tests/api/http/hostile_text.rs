//! Hostile text in every parameter, header and member of the document, sent by the user with the most rights:
//! traversal, control characters, header lines, SQL, markup. A refused request changes no row. Accepted text is stored
//! as text.

use reqwest::Method;
use serde_json::json;

use crate::{
    base::persistence,
    http::openapi_coverage::{self, Described, in_turn},
    http::permissions::with_everything,
    http::protocol::{HOSTILE, INJECTIONS, encoded},
    http::samples::{SAMPLES, Sample, Scene, prepare},
    support::{Answer, Person, Setup, TestShop, on_both_engines, with_shop},
};

const PATHS_AND_LINES: &[&str] = &[
    "../../../etc/passwd",
    "..\\..\\windows",
    "/../admin",
    ".",
    "..",
    "a/b",
    "%2e%2e%2f",
    "%00",
    "a\r\nSet-Cookie: planted=1",
    "a\nb",
    "<script>alert(1)</script>",
    "{{7*7}}${7*7}",
    "\u{202e}exe.gpj",
    "\u{feff}",
    "file:///etc/passwd",
    "-1",
    "9223372036854775808",
    "NaN",
];

fn texts(turn: usize) -> Vec<&'static str> {
    in_turn(&[HOSTILE, INJECTIONS, PATHS_AND_LINES].concat(), 2, turn)
}

/// Where a text is inserted.
#[derive(Debug, Clone)]
enum Place {
    Path(String),
    Query(String),
    Header(String),
    Member(String),
}

fn places(call: &Described, turn: usize) -> Vec<Place> {
    let of =
        |names: &[String], place: fn(String) -> Place| names.iter().cloned().map(place).collect::<Vec<_>>();
    // Parts that every call reads, documented or not.
    let everywhere =
        ["authorization", "cookie", "origin", "x-forwarded-for", "user-agent", "accept-encoding"];
    let everywhere = in_turn(&everywhere, 1, turn).into_iter().map(|name| Place::Header(name.into()));
    [
        of(&call.in_path, Place::Path),
        of(&call.in_query, Place::Query),
        of(&call.in_headers, Place::Header),
        of(call.members.as_deref().unwrap_or_default(), Place::Member),
    ]
    .into_iter()
    .flatten()
    .chain(everywhere)
    .collect()
}

/// Sends a sample with a text in one place. `None` when a header cannot contain the text.
async fn ask(
    person: &Person<'_>,
    described: &Described,
    sample: &Sample,
    scene: &Scene,
    place: &Place,
    text: &str,
) -> Option<Answer> {
    let method: Method = sample.call.split_once(' ').unwrap().0.parse().unwrap();
    let mut path = sample.path(scene);
    let mut body = sample.body(scene);
    let mut header = None;
    match place {
        Place::Path(name) => path = described.path.replace(&format!("{{{name}}}"), &encoded(text)),
        Place::Query(name) => {
            let mark = if path.contains('?') { '&' } else { '?' };
            path = format!("{}{mark}{name}={}", path, encoded(text));
        }
        Place::Header(name) => {
            reqwest::header::HeaderValue::from_str(text).ok()?;
            header = Some(name);
        }
        Place::Member(name) => body.get_or_insert_with(|| json!({}))[name] = json!(text),
    }
    let mut call = person.call(method, &path);
    let version = sample.if_match(scene).filter(|_| header.is_none_or(|name| name != "If-Match"));
    if let Some(version) = version {
        call = call.header("if-match", &version);
    }
    if let Some(name) = header {
        call = call.header(name, text);
    }
    Some(match body {
        Some(body) => call.json(body).send().await,
        None => call.send().await,
    })
}

/// Sends texts in every place of this call. Returns their number.
async fn attack(
    shop: &TestShop,
    owner: &Person<'_>,
    person: &Person<'_>,
    (described, sample, turn): (&Described, &Sample, usize),
    tool: &str,
    count: &mut usize,
) -> usize {
    let mut scene = async || {
        *count += 1;
        let mut scene = prepare(shop, owner, tool, sample, *count).await;
        person.email.clone_into(&mut scene.caller);
        scene
    };
    let what = format!("{} by {}", sample.call, person.email);
    let mut own = scene().await;
    let before = persistence::at_rest(shop).await;
    let (mut sent, mut taken, mut refused) = (0, 0, Vec::new());
    for (nth, place) in places(described, turn).into_iter().enumerate() {
        for text in texts(turn + nth) {
            let Some(answer) = ask(person, described, sample, &own, &place, text).await else { continue };
            sent += 1;
            assert!(
                answer.status < 500 || answer.status == 503,
                "{what}, {place:?} {text:?}: {}",
                answer.text
            );
            assert!(!answer.header("set-cookie").contains("planted"), "{what}, {place:?} {text:?}");
            // Hostile text never returns another user's data.
            let target = answer.header("location");
            assert!(
                !target.contains("passwd") && !target.contains(".."),
                "{what}, {place:?} {text:?} leads to {target}"
            );
            if answer.status < 400 {
                taken += 1;
                own = scene().await;
            } else {
                refused.push((place.clone(), text));
            }
        }
    }
    if taken == 0 {
        persistence::same(&before, &persistence::at_rest(shop).await, &what);
        return sent;
    }
    // Repeats the refused requests in the state that the accepted ones left: nothing changes.
    let before = persistence::at_rest(shop).await;
    for (place, text) in &refused {
        let answer = ask(person, described, sample, &own, place, text).await.unwrap();
        assert!(answer.status >= 400, "{what}, {place:?} {text:?} was refused before: {}", answer.text);
    }
    persistence::same(&before, &persistence::at_rest(shop).await, &what);
    sent + refused.len()
}

on_both_engines! {
    with crate::http::permissions::with_everything;
    async fn no_text_in_any_place_of_any_call_does_more_than_text(shop: TestShop) {
        // A payment that becomes known while others are read would be a change.
        shop.provider.misbehave(json!({ "webhooks": [{ "action": "drop", "times": 100_000 }] })).await;
        let tool = shop.tool("Draw Hoe", 1_000, 1_000_000, 1).await.into_string();
        let (mut ada, mut hazel) = (shop.customer("Ada").await, shop.admin().await);
        let (mut sent, mut count) = (0, 0);
        for (turn, described) in openapi_coverage::all().iter().enumerate() {
            // The first sample with a body, or else the first one.
            let samples = || SAMPLES.iter().filter(|sample| sample.call == described.call);
            let probe = Scene { tool: tool.clone(), ..Scene::default() };
            let sample = samples().find(|sample| sample.body(&probe).is_some()).or_else(|| samples().next()).unwrap();
            if sample.ends_sessions() || described.path.ends_with("/sign-out") {
                continue; // takes only credentials, and ends the session
            }
            for person in [&ada, &hazel] {
                sent += attack(shop, &ada, person, (described, sample, turn), &tool, &mut count).await;
            }
            ada.be_signed_in().await;
            hazel.be_signed_in().await;
        }
        assert!(sent > 700, "only {sent} requests");
        still_in_order(shop, &hazel).await;
    }
}

/// Administrators and prices are unchanged, and the internal checks pass.
pub async fn still_in_order(shop: &TestShop, hazel: &Person<'_>) {
    let everything = persistence::everything(shop).await;
    let is_admin = |row: &&String| row.contains("|admin|") || row.contains(",admin,");
    let admins: Vec<_> = everything["users"].iter().filter(is_admin).collect();
    assert!(matches!(admins[..], [row] if row.contains("hazel@example.com")), "{admins:?}");
    let ledger = hazel.get("/ledger").await;
    assert_eq!(ledger.status, 200, "{}", ledger.text);
    let differences = ledger.body["differences"].as_array().unwrap();
    // The scene contains payments of which the shop was not notified.
    assert!(
        differences.iter().all(|difference| difference["kind"] == "unrecorded_payment"),
        "{differences:?}"
    );
}

#[tokio::test]
async fn a_megabyte_anywhere_is_refused_and_leaves_the_shop_as_it_was() {
    with_shop(with_everything(Setup::sqlite()), async |shop| {
        let (ada, _) = (shop.customer("Ada").await, shop.admin().await);
        let before = persistence::at_rest(shop).await;
        let host = shop.url.trim_start_matches("http://");
        for filler in ["a", "%41", "../", "' OR 1=1 --", "\u{e9}"] {
            let long = filler.repeat(1_048_576 / filler.len());
            let in_line = long.replace(' ', "+");
            let head = format!("Host: {host}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n", ada.token);
            for request in [
                format!("GET /api/tools/{in_line} HTTP/1.1\r\n{head}\r\n"),
                format!("GET /api/tools?q={in_line} HTTP/1.1\r\n{head}\r\n"),
                format!("GET /{in_line} HTTP/1.1\r\n{head}\r\n"),
                format!("GET /api/orders HTTP/1.1\r\n{head}X-Long: {long}\r\n\r\n"),
                format!("GET /api/orders HTTP/1.1\r\n{head}Cookie: trowel_session={in_line}\r\n\r\n"),
            ] {
                let answer = shop.send_raw(&request).await;
                let first = answer.lines().next().unwrap_or_default();
                let is_refused = ["400", "404", "414", "431"].iter().any(|status| first.contains(status));
                assert!(answer.is_empty() || is_refused, "{filler:?}: {first}");
            }
        }
        for call in openapi_coverage::all().iter().filter(|call| call.members.is_some()) {
            let method: Method = call.call.split_once(' ').unwrap().0.parse().unwrap();
            let path = call.path.replace("{email}", &ada.email).replace("{id}", "x").replace("{provider}", "github");
            let body = json!({ call.members.as_ref().unwrap().first().map_or("a", String::as_str): "a".repeat(1_048_576) });
            let answer = ada.call(method, &path).json(body).send().await;
            // Missing permission is reported before the body is read.
            assert!(matches!(answer.status, 401 | 403 | 413), "{}: {}", call.call, answer.text);
        }
        persistence::same(&before, &persistence::at_rest(shop).await, "a megabyte");
    })
    .await;
}
