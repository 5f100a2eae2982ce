//! Reads the picture from a `multipart/form-data` body, within size limits.

use bytes::Bytes;
use futures_util::Stream;
use multer::{Constraints, Multipart, SizeLimit};
use thiserror::Error;

use crate::http::upload_body::collect;

pub const MAX_FILE_BYTES: usize = 5 * 1024 * 1024;
/// Other parts, headers and boundaries may take this many bytes.
const MAX_OTHER_BYTES: usize = 64 * 1024;
pub const MAX_BODY_BYTES: u64 = (MAX_FILE_BYTES + MAX_OTHER_BYTES) as u64;
/// The part with the picture. Other parts are ignored.
const PART_NAME: &str = "image";
const MAX_PARTS: usize = 32;

#[derive(Debug, Error, PartialEq, Eq)]
pub enum MultipartError {
    #[error("not multipart/form-data")]
    NotMultipart,
    #[error("malformed form: {0}")]
    Malformed(String),
    #[error("too many bytes")]
    TooLarge,
    #[error("the part named {PART_NAME} is missing or empty")]
    Missing,
}

/// Returns the bytes of the picture. Stops reading when a limit is exceeded.
pub async fn picture<E>(
    content_type: &str,
    body: impl Stream<Item = Result<Bytes, E>> + Send,
) -> Result<Vec<u8>, MultipartError>
where
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let boundary = multer::parse_boundary(content_type).map_err(|_| MultipartError::NotMultipart)?;
    let limit = SizeLimit::new().whole_stream(MAX_BODY_BYTES);
    let mut parts = Multipart::with_constraints(body, boundary, Constraints::new().size_limit(limit));
    let mut picture = None;
    for _ in 0..MAX_PARTS {
        // Dropping a part skips it.
        let Some(part) = parts.next_field().await? else {
            return picture.filter(|picture: &Vec<u8>| !picture.is_empty()).ok_or(MultipartError::Missing);
        };
        if part.name() != Some(PART_NAME) {
            continue;
        }
        if picture.is_some() {
            return Err(MultipartError::Malformed(format!("there is more than one part named {PART_NAME}")));
        }
        picture = Some(collect(part, MAX_FILE_BYTES).await?.ok_or(MultipartError::TooLarge)?);
    }
    Err(MultipartError::Malformed(format!("there are more than {MAX_PARTS} parts")))
}

impl From<multer::Error> for MultipartError {
    fn from(error: multer::Error) -> Self {
        match error {
            multer::Error::StreamSizeExceeded { .. } | multer::Error::FieldSizeExceeded { .. } => {
                Self::TooLarge
            }
            other => Self::Malformed(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::stream;
    use proptest::{prop_assert, proptest};

    use super::*;

    const KIND: &str = "multipart/form-data; boundary=x";

    async fn read(body: Vec<u8>, pieces_of: usize) -> Result<Vec<u8>, MultipartError> {
        let pieces: Vec<Result<Bytes, Infallible>> =
            body.chunks(pieces_of).map(|piece| Ok(Bytes::copy_from_slice(piece))).collect();
        picture(KIND, stream::iter(pieces)).await
    }

    fn part(name: &str, bytes: &[u8]) -> Vec<u8> {
        let head =
            format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"a.png\"\r\n\r\n");
        [head.as_bytes(), bytes, b"\r\n"].concat()
    }

    fn body(parts: &[Vec<u8>]) -> Vec<u8> {
        [parts.concat(), b"--x--\r\n".to_vec()].concat()
    }

    #[tokio::test]
    async fn the_picture_is_found_among_other_parts() {
        let body = body(&[part("name", b"Hoe"), part("image", b"\r\n--y\x00"), part("album", b"1")]);
        for pieces_of in [1, 7, 4096] {
            assert_eq!(read(body.clone(), pieces_of).await.unwrap(), b"\r\n--y\x00");
        }
    }

    #[tokio::test]
    async fn each_fault_has_a_name() {
        let none = stream::iter(Vec::<Result<Bytes, Infallible>>::new());
        assert_eq!(picture("application/json", none).await, Err(MultipartError::NotMultipart));
        assert_eq!(read(body(&[part("file", b"x")]), 99).await, Err(MultipartError::Missing));
        assert_eq!(read(body(&[part("image", b"")]), 99).await, Err(MultipartError::Missing));
        let twice = body(&[part("image", b"x"), part("image", b"y")]);
        assert!(matches!(read(twice, 99).await, Err(MultipartError::Malformed(_))));
        let many = body(&vec![part("a", b"x"); MAX_PARTS + 1]);
        assert!(matches!(read(many, 99).await, Err(MultipartError::Malformed(_))));
        assert!(matches!(read(b"--x\r\nContent".to_vec(), 99).await, Err(MultipartError::Malformed(_))));
        assert!(matches!(read(part("image", b"cut off"), 99).await, Err(MultipartError::Malformed(_))));
    }

    #[tokio::test]
    async fn five_mebibytes_are_taken_and_not_a_byte_more() {
        let most = vec![7; MAX_FILE_BYTES];
        assert_eq!(read(body(&[part("image", &most)]), 65_536).await.unwrap().len(), MAX_FILE_BYTES);
        let more = vec![7; MAX_FILE_BYTES + 1];
        assert_eq!(read(body(&[part("image", &more)]), 65_536).await, Err(MultipartError::TooLarge));
        let beside = body(&[part("name", &vec![7; MAX_OTHER_BYTES]), part("image", &most)]);
        assert_eq!(read(beside, 65_536).await, Err(MultipartError::TooLarge));
    }

    #[tokio::test]
    async fn a_body_without_end_is_not_read_on() {
        let start = stream::iter([Ok::<_, Infallible>(Bytes::from(part("image", b"")))]);
        let chunk = Bytes::from(vec![7; 65_536]);
        let endless = stream::repeat_with(|| Ok(chunk.clone()));
        let read = picture(KIND, futures_util::StreamExt::chain(start, endless)).await;
        assert_eq!(read, Err(MultipartError::TooLarge));
    }

    proptest! {
        #[test]
        fn no_body_makes_it_panic(bytes: Vec<u8>, pieces_of in 1..64usize) {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let torn = [part("image", &bytes), bytes.clone()].concat();
            for body in [bytes, torn] {
                prop_assert!(runtime.block_on(read(body, pieces_of)).is_err());
            }
        }
    }
}
