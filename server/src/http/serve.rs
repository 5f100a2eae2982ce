//! The accept loop: hyper with a header-read timeout, which `axum::serve` does not set, and a graceful shutdown.

use std::{
    convert::Infallible,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::http::{HeaderValue, Request, header};
use futures_util::{FutureExt as _, future};
use http_body_util::Either;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::net::{TcpListener, TcpStream};

use super::{
    connections::{ConnectionLimits, Connections, NoPlace, ReceivedBody},
    max_connections::max_connections,
    response_cache::CacheLookup,
    server::Server,
    strict_lines::StrictLines,
};

/// Stops clients that send their headers slowly on purpose.
const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(10);
/// During shutdown, idle connections get this long for one last request, because a request may already be on its way.
const IDLE_TIMEOUT: Duration = Duration::from_millis(500);
/// After that time, running requests get this long to finish.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

const MAX_PER_ADDRESS: usize = 1_024;
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// How long an accepted connection waits before it looks for a place again.
const RETRY_DELAY: Duration = Duration::from_millis(20);
/// Read buffer of a connection. A longer request head is refused. hyper allocates it as the bytes arrive.
const MAX_BUFFER: usize = 64 * 1024;

/// Serves until `shutdown` completes, then lets running requests finish.
pub async fn serve(listener: TcpListener, server: impl Into<Server>, shutdown: impl Future<Output = ()>) {
    let total = max_connections();
    let limits = ConnectionLimits {
        total,
        // Few open files are shared by several addresses, too.
        per_address: MAX_PER_ADDRESS.min(total / 4),
        write_timeout: WRITE_TIMEOUT,
    };
    serve_with_limits(limits, IDLE_TIMEOUT, listener, server.into(), shutdown).await;
}

async fn serve_with_limits(
    limits: ConnectionLimits,
    idle_timeout: Duration,
    listener: TcpListener,
    server: Server,
    shutdown: impl Future<Output = ()>,
) {
    let places = Connections::new(limits);
    let acceptor = Acceptor {
        server: Arc::new(server),
        places: Arc::clone(&places),
        closing: Arc::default(),
        watched: GracefulShutdown::new(),
    };
    tokio::pin!(shutdown);
    loop {
        tokio::select! {
            () = &mut shutdown => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => acceptor.serve(stream, peer).await,
                Err(error) => {
                    // Probably out of file descriptors. Waits until other connections close.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
        }
    }
    // Accepts connections that are already established. Closing the listener would reset them.
    while let Some(Ok((stream, peer))) = listener.accept().now_or_never() {
        acceptor.serve(stream, peer).await;
    }
    drop(listener);
    acceptor.closing.store(true, Ordering::Relaxed);
    let _ = tokio::time::timeout(idle_timeout, places.all_ended()).await;
    if tokio::time::timeout(DRAIN_TIMEOUT, acceptor.watched.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time and were cut off");
    }
}

struct Acceptor {
    server: Arc<Server>,
    places: Arc<Connections>,
    /// Whether each response closes its connection.
    closing: Arc<AtomicBool>,
    watched: GracefulShutdown,
}

impl Acceptor {
    /// Waits while every connection is waiting for a response. Further ones are in the operating system's queue.
    async fn serve(&self, stream: TcpStream, peer: SocketAddr) {
        // A client on this machine is a proxy, a health check or the operator.
        let is_proxy = peer.ip().to_canonical().is_loopback()
            || self.server.cache.as_ref().is_some_and(|cache| cache.trusts(peer.ip()));
        let place = loop {
            match self.places.open(peer.ip(), is_proxy) {
                Ok(place) => break place,
                Err(NoPlace::Address) => return,
                // A response that is finished frees no place, so this looks again after a moment.
                Err(NoPlace::Total) => {
                    let _ = tokio::time::timeout(RETRY_DELAY, self.places.ended()).await;
                }
            }
        };
        let _ = stream.set_nodelay(true);
        let (server, closing) = (Arc::clone(&self.server), Arc::clone(&self.closing));
        let connection = Arc::clone(&place.connection);
        let service = service_fn(move |request: Request<Incoming>| {
            let (server, closing) = (Arc::clone(&server), Arc::clone(&closing));
            let connection = Arc::clone(&connection);
            let request = request.map(|body| ReceivedBody::new(body, &connection));
            let refusal = server.refuse(&request);
            let found = server.look_up(&request, peer);
            let respond = |key| async move { server.respond(request, key, peer).await }.boxed();
            let response = match (refusal, found) {
                (Some(refusal), _) => future::Either::Left(future::ready(refusal)),
                (None, CacheLookup::Ready(ready)) => {
                    future::Either::Left(future::ready(ready.map(Either::Left)))
                }
                (None, CacheLookup::Missing(key)) => future::Either::Right(respond(Some(key))),
                (None, CacheLookup::Unshared) => future::Either::Right(respond(None)),
            };
            response.map(move |mut response| {
                connection.set_responding(false);
                if closing.load(Ordering::Relaxed) {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                Ok::<_, Infallible>(response)
            })
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEADER_READ_TIMEOUT).max_buf_size(MAX_BUFFER);
        let (stream, watcher) = (place.observe(stream), self.watched.watcher());
        // An error means that the client disconnected, which is not worth logging.
        let connection = match self.server.tls.clone() {
            None => {
                let connection = http.serve_connection(TokioIo::new(StrictLines::new(stream)), service);
                watcher.watch(connection).map(drop).left_future()
            }
            Some(tls) => async move {
                let handshake = tokio::time::timeout(HEADER_READ_TIMEOUT, tls.0(stream)).await;
                if let Ok(Ok(Some(stream))) = handshake {
                    let connection = http.serve_connection(TokioIo::new(StrictLines::new(stream)), service);
                    let _ = watcher.watch(connection).await;
                }
            }
            .boxed()
            .right_future(),
        };
        tokio::spawn(async move {
            tokio::select! {
                () = connection => {}
                () = place.connection.must_close() => {}
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use axum::{Router, body::Bytes};
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

    const fn places(total: usize, per_address: usize) -> ConnectionLimits {
        ConnectionLimits { total, per_address, write_timeout: Duration::from_secs(30) }
    }

    #[tokio::test]
    async fn the_longest_silent_connection_makes_room() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().fallback(|| async { "here" });
        tokio::spawn(serve_with_limits(
            places(2, 2),
            IDLE_TIMEOUT,
            listener,
            router.into(),
            std::future::pending(),
        ));
        let mut first = TcpStream::connect(address).await.unwrap();
        let mut second = TcpStream::connect(address).await.unwrap();
        assert!(ask(&mut second, Duration::from_secs(5)).await.unwrap().ends_with("here"));
        assert!(ask(&mut first, Duration::from_secs(5)).await.unwrap().ends_with("here"));
        let mut third = TcpStream::connect(address).await.unwrap();
        assert!(ask(&mut third, Duration::from_secs(5)).await.unwrap().ends_with("here"));
        assert_eq!(second.read(&mut [0]).await.unwrap_or(0), 0, "the second was silent for longest");
        assert!(ask(&mut first, Duration::from_secs(5)).await.unwrap().ends_with("here"));
    }

    #[tokio::test]
    async fn a_body_that_does_not_come_keeps_no_place() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().fallback(|_: Bytes| async { "here" });
        tokio::spawn(serve_with_limits(
            places(2, 2),
            IDLE_TIMEOUT,
            listener,
            router.into(),
            std::future::pending(),
        ));
        let mut slow =
            [TcpStream::connect(address).await.unwrap(), TcpStream::connect(address).await.unwrap()];
        for connection in &mut slow {
            connection.write_all(b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nx").await.unwrap();
        }
        let mut honest = TcpStream::connect(address).await.unwrap();
        assert!(ask(&mut honest, Duration::from_secs(5)).await.unwrap().ends_with("here"));
    }

    #[tokio::test]
    async fn during_shutdown_open_connections_get_one_more_response_and_new_ones_are_refused() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().fallback(|| async { "here" });
        let (stop, stopped) = oneshot::channel::<()>();
        // The time for idle connections has no limit here, because the shutdown ends when both connections are closed.
        let stopped = async { _ = stopped.await };
        let serving =
            tokio::spawn(serve_with_limits(places(9, 9), Duration::MAX, listener, router.into(), stopped));
        let mut kept = TcpStream::connect(address).await.unwrap();
        assert!(!ask(&mut kept, Duration::from_secs(5)).await.unwrap().contains("connection: close"));
        // Connected, but not accepted before the shutdown.
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
