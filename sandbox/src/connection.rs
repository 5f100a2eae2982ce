//! What a handler cannot do by itself: end a connection without an answer.

use std::io;

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
