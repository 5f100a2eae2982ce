//! Responses that a handler cannot produce directly: a dropped connection, and a response that stalls after its head.

use std::io;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::CONTENT_LENGTH;
use axum::response::Response;
use futures_util::stream;

/// A response that closes the connection before any byte is sent.
///
/// A handler cannot reach the socket. But hyper closes a connection whose body fails, and it polls the body before it
/// flushes the head. A layer that collects or compresses bodies would turn this into a normal response, so none may
/// wrap the sandbox. `tests/stripe/faults.rs` checks that hyper still behaves this way.
pub fn drop_connection() -> Response {
    let failure = io::Error::new(io::ErrorKind::ConnectionAborted, "dropped by a fault");
    Response::new(Body::from_stream(stream::iter([Err::<Vec<u8>, _>(failure)])))
}

/// Sends the head at once and the body after `pause`.
pub fn stall(response: Response, pause: Duration) -> Response {
    let (mut head, body) = response.into_parts();
    // hyper sends a short body of known length together with the head.
    head.headers.remove(CONTENT_LENGTH);
    let late = stream::once(async move {
        tokio::time::sleep(pause).await;
        axum::body::to_bytes(body, usize::MAX).await.map_err(io::Error::other)
    });
    Response::from_parts(head, Body::from_stream(late))
}
