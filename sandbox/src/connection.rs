//! What a handler cannot do by itself: end a connection without an answer, or begin one and stall.

use std::io;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use futures_util::stream;

/// An answer that never arrives: the connection is closed before a byte of it is sent.
///
/// A handler cannot reach the socket, but hyper gives up a connection whose body fails, and it asks for the first
/// piece of the body before it flushes the head. A layer that collects or compresses bodies would turn this into
/// an answer, so none may be laid over the sandbox. `tests/stripe/faults.rs` holds hyper to it.
pub fn cut() -> Response {
    let failure = io::Error::new(io::ErrorKind::ConnectionAborted, "cut on request");
    Response::new(Body::from_stream(stream::iter([Err::<Vec<u8>, _>(failure)])))
}

/// The answer, with a pause between its head and its body.
pub fn stall(answer: Response, pause: Duration) -> Response {
    let (mut head, body) = answer.into_parts();
    // Of a body that is known to be short, hyper would send it together with the head.
    head.headers.remove(axum::http::header::CONTENT_LENGTH);
    let late = stream::once(async move {
        tokio::time::sleep(pause).await;
        axum::body::to_bytes(body, usize::MAX).await.map_err(io::Error::other)
    });
    Response::from_parts(head, Body::from_stream(late))
}
