//! Pixels as files of our own making.

use image::{
    DynamicImage, ExtendedColorType, ImageFormat, RgbImage, codecs::webp::WebPEncoder, imageops::FilterType,
};
use thiserror::Error;

use super::crop::{SMALL, Size, cut};

/// Good enough that a grower sees which way the teeth point; below, wood grain turns to wax.
const WEBP_QUALITY: f32 = 80.0;
const AVIF_QUALITY: f32 = 68.0;
/// Of 10, where 1 takes minutes.
const AVIF_SPEED: u8 = 7;

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

/// Every pixel as it is, for what is to be written again later.
pub fn lossless(picture: &RgbImage) -> Result<Vec<u8>, Error> {
    let mut file = Vec::new();
    WebPEncoder::new_lossless(&mut file)
        .encode(picture.as_raw(), picture.width(), picture.height(), ExtendedColorType::Rgb8)
        .map_err(|error| Error(error.to_string()))?;
    Ok(file)
}

/// Reads what [`lossless`] wrote.
pub fn from_lossless(file: &[u8]) -> Result<RgbImage, Error> {
    image::load_from_memory_with_format(file, ImageFormat::WebP)
        .map(DynamicImage::into_rgb8)
        .map_err(|error| Error(error.to_string()))
}

/// Takes a second or two on one thread.
pub fn avif(picture: &RgbImage) -> Result<Vec<u8>, Error> {
    let pixels: Vec<_> = picture.pixels().map(|pixel| ravif::RGB8::from(pixel.0)).collect();
    let side = |pixels: u32| usize::try_from(pixels).map_err(|error| Error(error.to_string()));
    let view = ravif::Img::new(pixels.as_slice(), side(picture.width())?, side(picture.height())?);
    ravif::Encoder::new()
        .with_quality(AVIF_QUALITY)
        .with_speed(AVIF_SPEED)
        .with_num_threads(Some(1))
        .encode_rgb(view)
        .map(|encoded| encoded.avif_file)
        .map_err(|error| Error(error.to_string()))
}
