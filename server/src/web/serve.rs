//! The accept loop: hyper with a header-read timeout (which `axum::serve` does not set) and an orderly end.

use std::{net::SocketAddr, time::Duration};

use axum::{Router, extract::ConnectInfo};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::net::TcpListener;

/// A client that has not sent its headers by then is slow on purpose.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);
/// What running requests get to finish once the shop is told to stop.
const DRAIN_WITHIN: Duration = Duration::from_secs(10);

/// Serves until `stop` ends, then lets running requests finish.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let connections = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file descriptors, most likely: others must close before we can go on.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let service = tower::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer));
            let router = router.clone();
            async move { tower::ServiceExt::oneshot(router, request).await }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS_WITHIN)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            // A client that hangs up in the middle is no news.
            let _ = connection.await;
        });
    }
    drop(listener);
    if tokio::time::timeout(DRAIN_WITHIN, connections.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time and were cut off");
    }
}
