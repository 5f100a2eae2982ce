//! Decodes the shop's logo: the whole picture, with its transparency.

use image::{DynamicImage, GenericImageView, Rgba, RgbaImage, imageops, imageops::FilterType};
use moxcms::Layout;

use super::{
    colour,
    crop::{self, ImageSize},
    decode::{self, DecodeError, DecodedFile},
};

/// Wide enough for high-density screens and paper.
pub const LARGE_LOGO: ImageSize = ImageSize::new(700, 350);
pub const SMALL_LOGO: ImageSize = ImageSize::new(350, 175);

pub fn decode(file: &[u8]) -> Result<RgbaImage, DecodeError> {
    let DecodedFile { picture, orientation, profile } = decode::read(file)?;
    let frame = LARGE_LOGO.width.max(LARGE_LOGO.height);
    let mut whole = downscale(&Premultiplied(&picture), ImageSize::new(frame, frame));
    drop(picture);
    if let Some(profile) = profile {
        colour::to_srgb(&mut whole, Layout::Rgba, &profile);
    }
    let mut upright = DynamicImage::ImageRgba8(whole);
    upright.apply_orientation(orientation);
    Ok(fit(&upright.into_rgba8(), LARGE_LOGO))
}

/// The picture within this frame. It is not enlarged.
pub fn fit(picture: &RgbaImage, frame: ImageSize) -> RgbaImage {
    downscale(&Premultiplied(&DynamicImage::ImageRgba8(picture.clone())), frame)
}

/// A view in which each colour is multiplied by its alpha. Otherwise the colour of invisible pixels, mostly black,
/// would darken the edges of the visible ones.
struct Premultiplied<'a>(&'a DynamicImage);

impl GenericImageView for Premultiplied<'_> {
    type Pixel = Rgba<u8>;

    fn dimensions(&self) -> (u32, u32) {
        self.0.dimensions()
    }

    fn get_pixel(&self, x: u32, y: u32) -> Rgba<u8> {
        let Rgba([red, green, blue, alpha]) = self.0.get_pixel(x, y);
        let [red, green, blue] = [red, green, blue].map(|colour| share(colour, alpha, 255));
        Rgba([red, green, blue, alpha])
    }
}

/// Averages down to twice the target size, which needs little memory, then applies a sharp filter.
fn downscale(picture: &Premultiplied<'_>, frame: ImageSize) -> RgbaImage {
    let (width, height) = picture.dimensions();
    let made = crop::fit(ImageSize::new(width, height), frame);
    let rough = if width > made.width * 2 && height > made.height * 2 {
        imageops::thumbnail(picture, made.width * 2, made.height * 2)
    } else {
        RgbaImage::from_fn(width, height, |x, y| picture.get_pixel(x, y))
    };
    let mut small = DynamicImage::ImageRgba8(rough)
        .resize_exact(made.width, made.height, FilterType::Lanczos3)
        .into_rgba8();
    for Rgba([colours @ .., alpha]) in small.pixels_mut() {
        *colours = colours.map(|colour| if *alpha == 0 { 255 } else { share(colour, 255, *alpha) });
    }
    small
}

/// `colour × of / to`, rounded.
fn share(colour: u8, of: u8, to: u8) -> u8 {
    let exact = (u32::from(colour) * u32::from(of) + u32::from(to) / 2) / u32::from(to);
    u8::try_from(exact).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::ImageFormat;

    use super::*;

    fn png(width: u32, height: u32, pixel: Rgba<u8>) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        // The left half is invisible.
        let picture =
            RgbaImage::from_fn(width, height, |x, _| if x < width / 2 { Rgba([0; 4]) } else { pixel });
        picture.write_to(&mut file, ImageFormat::Png).unwrap();
        file.into_inner()
    }

    #[test]
    fn a_logo_is_whole_and_its_edges_keep_their_colour() {
        let logo = decode(&png(1_400, 300, Rgba([255, 240, 230, 255]))).unwrap();
        assert_eq!(logo.dimensions(), (700, 150));
        assert_eq!((logo.get_pixel(0, 0).0[3], logo.get_pixel(699, 0).0), (0, [255, 240, 230, 255]));
        for pixel in logo.pixels().filter(|pixel| pixel.0[3] > 32) {
            assert!(pixel.0[0] > 245, "a dark edge: {pixel:?}");
        }
        assert_eq!(fit(&logo, SMALL_LOGO).dimensions(), (350, 75));
    }
}
