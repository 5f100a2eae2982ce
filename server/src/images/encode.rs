//! Pixels as files of our own making.

use image::{DynamicImage, RgbImage, imageops::FilterType};
use thiserror::Error;

use super::crop::{SMALL, Size, cut};

/// Good enough that a grower sees which way the teeth point; below, wood grain turns to wax.
const WEBP_QUALITY: f32 = 80.0;

#[derive(Debug, Error)]
#[error("the picture could not be written: {0}")]
pub struct Error(String);

/// The small form of the large one.
pub fn small(large: &RgbImage) -> RgbImage {
    let made = cut(Size::new(large.width(), large.height()), SMALL).made;
    sized(large.clone(), made)
}

/// By a sharp filter.
pub fn sized(picture: RgbImage, size: Size) -> RgbImage {
    // The generic function of `imageops` would be compiled with this crate: unbearably slow where that is not optimised.
    DynamicImage::ImageRgb8(picture).resize_exact(size.width, size.height, FilterType::Lanczos3).into_rgb8()
}

pub fn webp(picture: &RgbImage) -> Result<Vec<u8>, Error> {
    webp::Encoder::from_rgb(picture.as_raw(), picture.width(), picture.height())
        .encode_simple(false, WEBP_QUALITY)
        .map(|memory| memory.to_vec())
        .map_err(|error| Error(format!("{error:?}")))
}
