//! Reads the bodies of uploads.

use std::{pin::pin, time::Duration};

use axum::{
    body::BodyDataStream,
    http::{HeaderMap, header},
};
use bytes::Bytes;
use futures_util::{Stream, StreamExt as _};

/// Collects chunks. Returns `None` if they are larger than `max_bytes` together.
pub async fn collect<E>(
    chunks: impl Stream<Item = Result<Bytes, E>>,
    max_bytes: usize,
) -> Result<Option<Vec<u8>>, E> {
    let mut chunks = pin!(chunks);
    // Allocated once: untouched pages cost no memory, and the buffer is never copied to grow.
    let mut bytes = Vec::with_capacity(max_bytes);
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk?;
        if bytes.len() + chunk.len() > max_bytes {
            return Ok(None);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(Some(bytes))
}

/// How much of a rejected body is read and dropped, and for how long.
pub struct DrainLimits {
    pub bytes: u64,
    pub timeout: Duration,
}

/// Reads the rest of a rejected body and drops it, because a browser reads the response only after it has sent the
/// body. `announced` is the length of the whole body. A client that still sends after the limits loses the response.
pub async fn drain(announced: Option<u64>, mut body: BodyDataStream, limits: DrainLimits) {
    if announced.is_some_and(|length| length > limits.bytes) {
        return;
    }
    let mut drained = 0;
    let all = async {
        while let Some(Ok(chunk)) = body.next().await {
            drained += chunk.len() as u64;
            if drained > limits.bytes {
                break;
            }
        }
    };
    let _ = tokio::time::timeout(limits.timeout, all).await;
}

pub fn content_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::stream;

    use super::*;

    #[tokio::test]
    async fn chunks_are_collected_in_one_buffer_up_to_the_limit() {
        let chunks = |count| stream::iter(vec![Ok::<_, Infallible>(Bytes::from_static(&[7; 1_000])); count]);
        let collected = async |count| collect(chunks(count), 64_000).await.unwrap();
        let bytes = collected(64).await.unwrap();
        assert_eq!((bytes.len(), bytes.capacity()), (64_000, 64_000));
        assert_eq!(collected(10).await.unwrap().capacity(), 64_000, "it never grows");
        assert_eq!(collected(65).await, None);
    }
}
