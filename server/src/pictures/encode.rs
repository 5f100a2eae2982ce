//! Encodes pixels as WebP.

use image::{DynamicImage, Rgb, RgbImage, RgbaImage, imageops::FilterType};
use thiserror::Error;

use super::crop::{ImageSize, LARGE, SMALL, crop};

/// Fine details of a tool stay visible. Below this, wood grain is smeared.
const WEBP_QUALITY: f32 = 80.0;
/// Letters keep sharp edges.
const LOGO_QUALITY: f32 = 90.0;

#[derive(Debug, Error)]
#[error("the picture could not be written: {0}")]
pub struct EncodeError(String);

/// The small size of a large picture.
pub fn thumbnail(large: &RgbImage) -> RgbImage {
    let made = crop(ImageSize::new(large.width(), large.height()), SMALL).made;
    resize(large.clone(), made)
}

/// Resizes with a sharp filter.
pub fn resize(picture: RgbImage, size: ImageSize) -> RgbImage {
    // The generic function of `imageops` is compiled with this crate, and is very slow without optimisation.
    DynamicImage::ImageRgb8(picture).resize_exact(size.width, size.height, FilterType::Lanczos3).into_rgb8()
}

pub fn encode_webp(picture: &RgbImage) -> Result<Vec<u8>, EncodeError> {
    encode(&webp::Encoder::from_rgb(picture.as_raw(), picture.width(), picture.height()), WEBP_QUALITY)
}

/// A plain picture, for a tool that has none yet.
pub fn blank() -> Result<Vec<u8>, EncodeError> {
    encode_webp(&RgbImage::from_pixel(LARGE.width, LARGE.height, Rgb([236, 233, 225])))
}

/// Encodes a logo with its transparency.
pub fn encode_logo(picture: &RgbaImage) -> Result<Vec<u8>, EncodeError> {
    encode(&webp::Encoder::from_rgba(picture.as_raw(), picture.width(), picture.height()), LOGO_QUALITY)
}

fn encode(encoder: &webp::Encoder<'_>, quality: f32) -> Result<Vec<u8>, EncodeError> {
    let encoded = encoder.encode_simple(false, quality);
    encoded.map(|memory| memory.to_vec()).map_err(|error| EncodeError(format!("{error:?}")))
}
