//! The first page of tools and the page that shows it, beside a plain hyper server that sends the same headers and
//! body.

use std::{convert::Infallible, net::SocketAddr, path::Path, time::Duration};

use bytes::Bytes;
use http_body_util::Full;
use hyper::{
    HeaderMap, Request, Response,
    body::Incoming,
    header::{HeaderName, HeaderValue},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

use crate::{
    AT_ONCE, Failure,
    cpu::{CpuTime, micros_each},
    load, orders, report,
};

/// What is read, and the path.
const READS: [(&str, &str); 2] = [
    ("GET /api/tools, 24 of 30 tools", "/api/tools?limit=24&sort=newest"),
    ("GET /tool, the page with its first data", "/tool"),
];
/// Shop and plain server take turns, because a shared machine changes its speed.
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(2);

pub async fn measure(folder: &Path) -> Result<(), Failure> {
    let (shop, address) = orders::open(folder).await?;
    for n in 0..30 {
        orders::put_on_sale(&shop, &format!("Tool {n}"), 1_000).await?;
    }
    for (what, path) in READS {
        compare(what, path, address).await?;
    }
    shop.db.clone().close().await;
    Ok(())
}

async fn compare(what: &str, path: &str, address: SocketAddr) -> Result<(), Failure> {
    let request = load::request("GET", path, "", None);
    let (head, body) = load::once(address, &request).await?;
    let plain = serve_same(headers_of(&head)?, Bytes::from(body.clone())).await?;
    let (plain_head, plain_body) = load::once(plain, &request).await?;
    if (sorted(&plain_head), &plain_body) != (sorted(&head), &body) {
        return Err(format!("the plain server sends\n{plain_head}\ninstead of\n{head}").into());
    }
    let mut rounds = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        rounds.push((load_of(address, &request).await?, load_of(plain, &request).await?));
    }
    let median = |figure: fn(&(Load, Load)) -> f64| {
        let mut figures: Vec<f64> = rounds.iter().map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures[ROUNDS / 2]
    };
    report(&format!("{what}: shop"), median(|(shop, _)| shop.per_second), "requests/s");
    report("  plain hyper server, the same bytes", median(|(_, plain)| plain.per_second), "requests/s");
    report("  CPU of the shop", median(|(shop, _)| shop.micros), "µs each");
    report("  CPU of the plain server", median(|(_, plain)| plain.micros), "µs each");
    report("  shop / plain server, by rate", median(|(shop, plain)| shop.per_second / plain.per_second), "");
    report("  plain server / shop, by CPU", median(|(shop, plain)| plain.micros / shop.micros), "");
    Ok(())
}

struct Load {
    per_second: f64,
    /// CPU time of the server for each request.
    micros: f64,
}

async fn load_of(address: SocketAddr, request: &[u8]) -> Result<Load, Failure> {
    let before = CpuTime::now()?;
    let load = load::run(address, vec![vec![request.to_vec()]; AT_ONCE], ROUND).await?;
    let cpu = CpuTime::now()?.shop.saturating_sub(before.shop);
    Ok(Load { per_second: load.per_second(), micros: micros_each(cpu, load.answered) })
}

/// The headers, except those that hyper adds.
fn headers_of(head: &str) -> Result<HeaderMap, Failure> {
    let mut headers = HeaderMap::new();
    for line in head.lines().skip(1) {
        let (name, value) = line.split_once(": ").ok_or("not a header")?;
        if !matches!(name, "content-length" | "date") {
            headers.append(HeaderName::from_bytes(name.as_bytes())?, HeaderValue::from_str(value)?);
        }
    }
    Ok(headers)
}

/// The lines of a head without its date, sorted.
fn sorted(head: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = head.lines().filter(|line| !line.starts_with("date: ")).collect();
    lines.sort_unstable();
    lines
}

async fn serve_same(headers: HeaderMap, bytes: Bytes) -> Result<SocketAddr, Failure> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (headers, bytes) = (headers.clone(), bytes.clone());
            let answer = service_fn(move |_: Request<Incoming>| {
                let mut response = Response::new(Full::new(bytes.clone()));
                response.headers_mut().clone_from(&headers);
                async move { Ok::<_, Infallible>(response) }
            });
            let _ = stream.set_nodelay(true);
            tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), answer));
        }
    });
    Ok(address)
}
