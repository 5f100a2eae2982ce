//! An image from the wire to its pixels.

use std::convert::Infallible;

use bytes::Bytes;
use futures_util::{FutureExt as _, stream};
use trowel::{
    catalogue::uploads::{
        fetch::is_complete_webp,
        multipart::{self, MAX_FILE_BYTES, MultipartError},
    },
    pictures::{
        crop,
        decode::{ToolImage, decode},
        encode, logo,
    },
};

use super::input::Input;

fn read(content_type: &str, body: &[u8], pieces_of: usize) -> Result<Vec<u8>, MultipartError> {
    let pieces: Vec<Result<Bytes, Infallible>> =
        body.chunks(pieces_of).map(|piece| Ok(Bytes::copy_from_slice(piece))).collect();
    multipart::picture(content_type, stream::iter(pieces)).now_or_never().unwrap()
}

/// A body cut into any chunks is the same form; what was sent is what is received.
pub fn upload(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (content_type, pieces_of) = (input.text_line(), input.index(64) + 1);
    let body = input.rest();
    let whole = read(&content_type, body, usize::MAX);
    assert!(
        whole.as_ref().is_ok_and(|picture| (1..=MAX_FILE_BYTES).contains(&picture.len())) || whole.is_err()
    );
    let pieces = read(&content_type, body, pieces_of);
    assert_eq!(pieces.is_ok(), whole.is_ok(), "{pieces:?} instead of {whole:?}");
    assert_eq!(pieces.ok(), whole.ok());

    let end = b"\r\n--trowel";
    if body.is_empty() || body.windows(end.len()).any(|part| part == end) {
        return;
    }
    let head = b"--trowel\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n\r\n";
    let form = [head, body, end, b"--\r\n"].concat();
    assert_eq!(read("multipart/form-data; boundary=trowel", &form, pieces_of).as_deref(), Ok(body));
}

/// Every accepted image is encoded again: small enough and upright.
pub fn picture(bytes: &[u8]) {
    let logo = logo::decode(bytes);
    let Ok(picture) = decode(bytes) else { return };
    let logo = logo.unwrap();
    assert!(logo.width() <= logo::LARGE_LOGO.width && logo.height() <= logo::LARGE_LOGO.height);
    assert!(is_complete_webp(&encode::encode_logo(&logo).unwrap()));
    let ToolImage { whole, cropped } = picture;
    assert!((1..=crop::WHOLE.width).contains(&whole.width()), "{:?}", whole.dimensions());
    assert!((1..=crop::WHOLE.height).contains(&whole.height()), "{:?}", whole.dimensions());
    assert!((1..=crop::LARGE.width).contains(&cropped.width()), "{:?}", cropped.dimensions());
    assert!((1..=crop::LARGE.height).contains(&cropped.height()), "{:?}", cropped.dimensions());
    for made in [&whole, &cropped, &encode::thumbnail(&cropped)] {
        let file = encode::encode_webp(made).unwrap();
        assert!(is_complete_webp(&file) && decode(&file).is_ok());
    }
}
