//! The first page of tools, read from memory, beside a bare server that sends the same bytes.

use std::{convert::Infallible, net::SocketAddr, path::Path};

use bytes::Bytes;
use http_body_util::Full;
use hyper::{Request, Response, body::Incoming, server::conn::http1, service::service_fn};
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
    let (_, body) = load::once(address, &request).await?;
    let bare = serve_bytes(Bytes::from(body.to_string())).await?;
    let shop_load = load::run(address, vec![vec![request.clone()]; AT_ONCE], LOAD).await?;
    let bare_load = load::run(bare, vec![vec![request]; AT_ONCE], LOAD).await?;
    report("GET /api/tools, 24 of 30 tools, 32 readers at once", shop_load.per_second(), "requests/s");
    report("bare hyper server, the same bytes", bare_load.per_second(), "requests/s");
    report(
        "  the shop for one of the bare server",
        shop_load.per_second() / bare_load.per_second() * 100.0,
        "%",
    );
    shop.db.clone().close().await;
    Ok(())
}

async fn serve_bytes(bytes: Bytes) -> Result<SocketAddr, Failure> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let bytes = bytes.clone();
            let answer = service_fn(move |_: Request<Incoming>| {
                let bytes = bytes.clone();
                async move { Ok::<_, Infallible>(Response::new(Full::new(bytes))) }
            });
            let _ = stream.set_nodelay(true);
            tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), answer));
        }
    });
    Ok(address)
}
