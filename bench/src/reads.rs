//! The first page of tools, beside a plain hyper server that sends the same headers and body.

use std::{convert::Infallible, net::SocketAddr, path::Path};

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

use crate::{AT_ONCE, Failure, LOAD, load, orders, report};

const PAGE: &str = "/api/tools?limit=24&sort=newest";

pub async fn measure(folder: &Path) -> Result<(), Failure> {
    let (shop, address) = orders::open(folder).await?;
    for n in 0..30 {
        orders::put_on_sale(&shop, &format!("Tool {n}"), 1_000).await?;
    }
    let request = load::request("GET", PAGE, "", None);
    let (head, body) = load::once(address, &request).await?;
    let plain = serve_same(headers_of(&head)?, Bytes::from(body.clone())).await?;
    let (plain_head, plain_body) = load::once(plain, &request).await?;
    if (sorted(&plain_head), &plain_body) != (sorted(&head), &body) {
        return Err(format!("the plain server sends\n{plain_head}\ninstead of\n{head}").into());
    }
    let shop_load = load::run(address, vec![vec![request.clone()]; AT_ONCE], LOAD).await?;
    let plain_load = load::run(plain, vec![vec![request]; AT_ONCE], LOAD).await?;
    report("GET /api/tools, 24 of 30 tools, 32 concurrent readers", shop_load.per_second(), "requests/s");
    report("plain hyper server, the same bytes", plain_load.per_second(), "requests/s");
    report("  shop / plain server", shop_load.per_second() / plain_load.per_second() * 100.0, "%");
    shop.db.clone().close().await;
    Ok(())
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
