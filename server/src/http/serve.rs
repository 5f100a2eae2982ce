//! The accept loop: hyper with a header-read timeout (which `axum::serve` does not set) and an orderly end.

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{
    Router,
    extract::ConnectInfo,
    http::{HeaderValue, header},
};
use futures_util::FutureExt as _;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
};

/// A client that has not sent its headers by then is slow on purpose.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);
/// For how long connections that are kept are still answered once the shop is told to stop, each for the last time: a
/// request may be on its way, and closing would cut it off.
const LAST_CALL: Duration = Duration::from_millis(500);
/// What running requests get to finish after that.
const DRAIN_WITHIN: Duration = Duration::from_secs(10);

/// One more waits in the operating system's queue until another ends. Each takes a file descriptor.
const MOST_CONNECTIONS: u32 = 4_096;
/// Bytes of one connection that may lie here unread, and the most a head may have: 256 MiB if everybody sends at once.
const READ_AT_ONCE: usize = 64 * 1024;

/// Serves until `stop` ends, then lets running requests finish.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    serve_within(MOST_CONNECTIONS, LAST_CALL, listener, router, stop).await;
}

async fn serve_within(
    most: u32,
    last_call: Duration,
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(most as usize));
    let accept = async || {
        let place = Arc::clone(&places).acquire_owned().await.map_err(io::Error::other)?;
        listener.accept().await.map(|(stream, peer)| (stream, peer, place))
    };
    let connections = Connections { router, closing: Arc::default(), watched: GracefulShutdown::new() };
    tokio::pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => break,
            accepted = accept() => match accepted {
                Ok((stream, peer, place)) => connections.serve(stream, peer, place),
                Err(error) => {
                    // Out of file descriptors, most likely: others must close before we can go on.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
        }
    }
    // Whoever is at the door by now gets in: closing the listener would cut them off.
    while let Some(Ok((stream, peer, place))) = accept().now_or_never() {
        connections.serve(stream, peer, place);
    }
    drop(listener);
    connections.closing.store(true, Ordering::Relaxed);
    let _ = tokio::time::timeout(last_call, places.acquire_many(most)).await;
    if tokio::time::timeout(DRAIN_WITHIN, connections.watched.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time and were cut off");
    }
}

struct Connections {
    router: Router,
    /// Whether each answer is the last of its connection.
    closing: Arc<AtomicBool>,
    watched: GracefulShutdown,
}

impl Connections {
    fn serve(&self, stream: TcpStream, peer: SocketAddr, place: OwnedSemaphorePermit) {
        let _ = stream.set_nodelay(true);
        let (router, closing) = (self.router.clone(), Arc::clone(&self.closing));
        let service = tower::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer));
            let (router, closing) = (router.clone(), Arc::clone(&closing));
            async move {
                let mut answered = tower::ServiceExt::oneshot(router, request).await;
                if closing.load(Ordering::Relaxed)
                    && let Ok(response) = &mut answered
                {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                answered
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS_WITHIN)
            .max_buf_size(READ_AT_ONCE)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = self.watched.watch(connection);
        tokio::spawn(async move {
            // A client that hangs up in the middle is no news.
            let _ = connection.await;
            drop(place);
        });
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        sync::oneshot,
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
        let serving = tokio::spawn(serve_within(1, LAST_CALL, listener, router, std::future::pending()));
        let mut first = TcpStream::connect(address).await.unwrap();
        assert!(ask(&mut first, Duration::from_secs(5)).await.unwrap().ends_with("here"));
        let mut second = TcpStream::connect(address).await.unwrap();
        assert_eq!(ask(&mut second, Duration::from_millis(100)).await, None);
        drop(first);
        assert!(ask(&mut second, Duration::from_secs(5)).await.unwrap().ends_with("here"));
        serving.abort();
    }
    #[tokio::test]
    async fn a_kept_connection_is_answered_once_more_and_nobody_new_gets_in_after_the_word_to_stop() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().fallback(|| async { "here" });
        let (stop, stopped) = oneshot::channel::<()>();
        // It takes as long as it takes: there is an end once both connections have one.
        let stopped = async { _ = stopped.await };
        let serving = tokio::spawn(serve_within(9, Duration::MAX, listener, router, stopped));
        let mut kept = TcpStream::connect(address).await.unwrap();
        assert!(!ask(&mut kept, Duration::from_secs(5)).await.unwrap().contains("connection: close"));
        // At the door: connected, and not accepted before the word.
        let mut waiting = TcpStream::connect(address).await.unwrap();
        stop.send(()).unwrap();
        while TcpStream::connect(address).await.is_ok() {
            tokio::task::yield_now().await;
        }
        for connection in [&mut kept, &mut waiting] {
            let last = ask(connection, Duration::from_secs(5)).await.unwrap();
            assert!(last.contains("connection: close") && last.ends_with("here"), "{last}");
            assert_eq!(connection.read(&mut [0]).await.unwrap(), 0, "it is closed");
        }
        timeout(Duration::from_secs(5), serving).await.unwrap().unwrap();
    }
}
