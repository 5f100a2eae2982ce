//! The accept loop: hyper with a header-read timeout (which `axum::serve` does not set) and an orderly end.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, extract::ConnectInfo};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::{net::TcpListener, sync::Semaphore};

/// A client that has not sent its headers by then is slow on purpose.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);
/// What running requests get to finish once the shop is told to stop.
const DRAIN_WITHIN: Duration = Duration::from_secs(10);

/// One more waits in the operating system's queue until another ends. Each takes a file descriptor, and while it sends
/// a request up to some hundred kilobytes.
const MOST_CONNECTIONS: usize = 4_096;

/// Serves until `stop` ends, then lets running requests finish.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    serve_at_most(MOST_CONNECTIONS, listener, router, stop).await;
}

async fn serve_at_most(most: usize, listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(most));
    let accept = async || {
        let place = Arc::clone(&places).acquire_owned().await.map_err(std::io::Error::other)?;
        listener.accept().await.map(|(stream, peer)| (stream, peer, place))
    };
    let connections = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let (stream, peer, place) = tokio::select! {
            () = &mut stop => break,
            accepted = accept() => match accepted {
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
            drop(place);
        });
    }
    drop(listener);
    if tokio::time::timeout(DRAIN_WITHIN, connections.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time and were cut off");
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpStream,
        time::timeout,
    };

    use super::*;

    async fn ask(connection: &mut TcpStream, within: Duration) -> Option<String> {
        connection.write_all(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
        let mut answer = [0; 256];
        let read = timeout(within, connection.read(&mut answer)).await.ok()?.unwrap();
        Some(String::from_utf8_lossy(&answer[..read]).into_owned())
    }

    #[tokio::test]
    async fn one_connection_more_than_the_most_is_answered_when_another_ends() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().fallback(|| async { "here" });
        let serving = tokio::spawn(serve_at_most(1, listener, router, std::future::pending()));
        let mut first = TcpStream::connect(address).await.unwrap();
        assert!(ask(&mut first, Duration::from_secs(5)).await.unwrap().ends_with("here"));
        let mut second = TcpStream::connect(address).await.unwrap();
        assert_eq!(ask(&mut second, Duration::from_millis(100)).await, None);
        drop(first);
        assert!(ask(&mut second, Duration::from_secs(5)).await.unwrap().ends_with("here"));
        serving.abort();
    }
}
