//! Decodes an uploaded file into pixels. Metadata and trailing bytes are dropped.

use std::io::Cursor;

use image::{
    DynamicImage, GenericImageView, ImageDecoder, ImageFormat, ImageReader, Limits, Rgb, RgbImage,
    error::ImageError, imageops, metadata::Orientation,
};
use moxcms::Layout;
use thiserror::Error;

use super::{
    colour::to_srgb,
    crop::{Crop, ImageSize, LARGE, crop, whole},
    encode::resize,
    jpeg, png,
};
use crate::values::language::{Localized, localized};

/// The longest side of a PNG or WebP in memory.
pub(super) const MAX_SIDE: u32 = 4_096;
/// 4096 × 4096 pixels of four bytes.
pub(super) const MAX_PIXEL_BYTES: u64 = 64 * 1024 * 1024;
/// Memory for the metadata of a PNG. A compressed colour profile can unpack to hundreds of megabytes. A larger profile
/// is ignored.
pub(super) const MAX_METADATA_BYTES: u64 = 8 * 1024 * 1024;

#[derive(Debug, Error, PartialEq, Eq)]
pub enum DecodeError {
    /// The format, if known.
    #[error("not a JPEG, PNG or WebP file")]
    UnsupportedFormat(Option<OtherFormat>),
    #[error("too many pixels")]
    TooLarge,
    #[error("a progressive JPEG that needs too much memory")]
    ProgressiveTooLarge,
    /// With three colours it would not be too large.
    #[error("a JPEG with four inks that needs too much memory")]
    InksTooLarge,
    #[error("damaged file: {0}")]
    Malformed(String),
}

/// A decoded file, as it was stored.
pub(super) struct DecodedFile {
    pub picture: DynamicImage,
    pub orientation: Orientation,
    /// The ICC profile.
    pub profile: Option<Vec<u8>>,
}

/// Decodes the file within the limits.
pub(super) fn read(file: &[u8]) -> Result<DecodedFile, DecodeError> {
    let format = detect_format(file)?;
    match format {
        ImageFormat::Jpeg => return jpeg::read(file),
        ImageFormat::Png if png::is_large(file) => return png::read_smaller(file),
        _ => {}
    }
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_PIXEL_BYTES);
    let mut beside = limits.clone();
    if format == ImageFormat::Png {
        // The PNG decoder applies this limit to everything but the pixels, which are checked below.
        beside.max_alloc = Some(MAX_METADATA_BYTES);
    }
    reader.limits(beside);
    let mut decoder = reader.into_decoder()?;
    limits.reserve(decoder.total_bytes())?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let picture = DynamicImage::from_decoder(decoder)?;
    Ok(DecodedFile { picture, orientation, profile })
}

/// The pixels of a file: upright, in sRGB, on a white background.
#[derive(Debug, PartialEq, Eq)]
pub struct ToolImage {
    pub whole: RgbImage,
    /// The middle, 7 by 9.
    pub cropped: RgbImage,
}

/// Transparent pixels become white, because a cut-out tool would have a black background in dark mode.
pub fn decode(file: &[u8]) -> Result<ToolImage, DecodeError> {
    let DecodedFile { picture, orientation, profile } = read(file)?;
    let lies_on_its_side = matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    );
    let frame = if lies_on_its_side { LARGE.rotated() } else { LARGE };
    let size = ImageSize::new(picture.width(), picture.height());
    let all = whole(size);
    let middle = crop(size, frame);
    let whole = average(&picture, all, all.made);
    // Twice the size needs little memory. A sharp filter does the rest, without the picture in memory.
    let rough = average(&picture, middle, ImageSize::new(middle.made.width * 2, middle.made.height * 2));
    drop(picture);
    let finish = |mut pixels: RgbImage| {
        if let Some(profile) = &profile {
            to_srgb(&mut pixels, Layout::Rgb, profile);
        }
        let mut upright = DynamicImage::ImageRgb8(pixels);
        upright.apply_orientation(orientation);
        upright.into_rgb8()
    };
    Ok(ToolImage { whole: finish(whole), cropped: finish(resize(rough, middle.made)) })
}

/// A format that the shop recognises and does not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherFormat {
    Gif,
    Pdf,
    Avif,
    Heic,
    Svg,
    WebPage,
}

impl OtherFormat {
    /// The name with its article.
    pub fn name(self) -> Localized {
        match self {
            Self::Gif => localized!("a GIF", "un GIF"),
            Self::Pdf => localized!("a PDF", "un PDF"),
            Self::Avif => localized!("an AVIF", "un AVIF"),
            Self::Heic => localized!("a HEIC", "un HEIC"),
            Self::Svg => localized!("an SVG", "un SVG"),
            Self::WebPage => localized!("a web page", "une page web"),
        }
    }
}

/// Detects the format by the first bytes. The content type of the client is ignored.
fn detect_format(file: &[u8]) -> Result<ImageFormat, DecodeError> {
    let brand = file.get(4..12).unwrap_or_default();
    let text = || String::from_utf8_lossy(&file[..file.len().min(512)]).trim_start().to_lowercase();
    match file {
        [0xFF, 0xD8, 0xFF, ..] => Ok(ImageFormat::Jpeg),
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Ok(ImageFormat::Png),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Ok(ImageFormat::WebP),
        [b'G', b'I', b'F', b'8', ..] => Err(DecodeError::UnsupportedFormat(Some(OtherFormat::Gif))),
        [b'%', b'P', b'D', b'F', ..] => Err(DecodeError::UnsupportedFormat(Some(OtherFormat::Pdf))),
        _ if brand.starts_with(b"ftypavif") => Err(DecodeError::UnsupportedFormat(Some(OtherFormat::Avif))),
        _ if brand.starts_with(b"ftyphei") || brand.starts_with(b"ftypmif1") => {
            Err(DecodeError::UnsupportedFormat(Some(OtherFormat::Heic)))
        }
        _ if text().contains("<svg") => Err(DecodeError::UnsupportedFormat(Some(OtherFormat::Svg))),
        _ if text().starts_with("<!doctype html") || text().starts_with("<html") => {
            Err(DecodeError::UnsupportedFormat(Some(OtherFormat::WebPage)))
        }
        _ => Err(DecodeError::UnsupportedFormat(None)),
    }
}

/// A view of a part of the picture on white. It copies no pixels, because two copies of the picture exceed the memory
/// limit.
struct CropOnWhite<'a> {
    picture: &'a DynamicImage,
    cut: Crop,
}

impl GenericImageView for CropOnWhite<'_> {
    type Pixel = Rgb<u8>;

    fn dimensions(&self) -> (u32, u32) {
        (self.cut.source.width, self.cut.source.height)
    }

    fn get_pixel(&self, x: u32, y: u32) -> Rgb<u8> {
        let (x, y) = (x + self.cut.left, y + self.cut.top);
        if let DynamicImage::ImageRgb8(picture) = self.picture {
            return *picture.get_pixel(x, y);
        }
        let [red, green, blue, alpha] = self.picture.get_pixel(x, y).0;
        Rgb(on_white([red, green, blue], alpha))
    }
}

/// A pixel on white paper.
pub(super) fn on_white(colours: [u8; 3], alpha: u8) -> [u8; 3] {
    let alpha = u16::from(alpha);
    colours.map(|colour| {
        let mixed = (u16::from(colour) * alpha + 255 * (255 - alpha) + 127) / 255;
        u8::try_from(mixed).unwrap_or(u8::MAX)
    })
}

/// The part of the picture. A part larger than `size` is averaged down to it.
fn average(picture: &DynamicImage, cut: Crop, size: ImageSize) -> RgbImage {
    let seen = CropOnWhite { picture, cut };
    if cut.source.width > size.width || cut.source.height > size.height {
        imageops::thumbnail(&seen, size.width, size.height)
    } else {
        RgbImage::from_fn(cut.source.width, cut.source.height, |x, y| seen.get_pixel(x, y))
    }
}

impl From<ImageError> for DecodeError {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::TooLarge,
            other => Self::Malformed(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::{Compression, Crc, write::ZlibEncoder};
    use moxcms::ColorProfile;

    use super::{
        super::jpeg_header::{MAX_SCANS, SCAN_MARKER},
        *,
    };

    #[test]
    fn what_a_file_is_called_by_its_first_bytes() {
        let named = |file: &[u8]| match detect_format(file) {
            Err(DecodeError::UnsupportedFormat(format)) => {
                format.map(|format| format.name().english().to_owned()).unwrap_or_default()
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(named(b"GIF89a"), "a GIF");
        assert_eq!(named(b"%PDF-1.7"), "a PDF");
        assert_eq!(named(b"\0\0\0\x1cftypavif"), "an AVIF");
        assert_eq!(named(b"\0\0\0\x18ftypheic"), "a HEIC");
        assert_eq!(named(b"<?xml version=\"1.0\"?>\n<svg xmlns="), "an SVG");
        assert_eq!(named(b"\n <!DOCTYPE html><p>"), "a web page");
        assert_eq!(named(b"hello"), "");
        assert_eq!(named(b""), "");
    }

    fn jpeg() -> Vec<u8> {
        let picture = RgbImage::from_pixel(40, 30, Rgb([200, 40, 40]));
        let mut file = Cursor::new(Vec::new());
        picture.write_to(&mut file, ImageFormat::Jpeg).unwrap();
        file.into_inner()
    }

    fn at(file: &[u8], mark: u8) -> usize {
        file.windows(2).position(|pair| pair == [0xFF, mark]).unwrap()
    }

    #[test]
    fn a_jpeg_is_whole_and_has_few_scans() {
        let whole = jpeg();
        let picture = decode(&whole).unwrap();
        let film = [&b"\0\0\0\x18ftypmp42"[..], &[0xFF, SCAN_MARKER].repeat(MAX_SCANS + 1)].concat();
        assert_eq!(
            decode(&[&whole[..], &film].concat()).as_ref(),
            Ok(&picture),
            "a video behind the picture"
        );
        let thumbnail =
            [&[0xFF, 0xE1], &u16::try_from(whole.len() + 2).unwrap().to_be_bytes()[..], &whole].concat();
        let with_thumbnail = [&whole[..2], &thumbnail, &whole[2..]].concat();
        assert_eq!(decode(&with_thumbnail), Ok(picture));
        assert!(matches!(decode(&with_thumbnail[..thumbnail.len()]), Err(DecodeError::Malformed(_))));
        let more_scans = [0xFF, 0xDA, 0, 2].repeat(MAX_SCANS);
        let many = [&whole[..whole.len() - 2], &more_scans, &[0xFF, 0xD9]].concat();
        assert_eq!(decode(&many), Err(DecodeError::Malformed("it has too many scans".into())));
    }

    #[test]
    fn a_progressive_jpeg_may_have_fewer_pixels() {
        let mut file = jpeg();
        let frame = at(&file, 0xC0);
        file[frame + 1] = 0xC2;
        let mut of_side = |side: u16| {
            file[frame + 5..frame + 7].copy_from_slice(&side.to_be_bytes());
            file[frame + 7..frame + 9].copy_from_slice(&side.to_be_bytes());
            decode(&file)
        };
        assert_eq!(of_side(4_096), Err(DecodeError::ProgressiveTooLarge));
        assert_eq!(of_side(5_200), Err(DecodeError::TooLarge), "which is said first");
        assert_ne!(of_side(1_024), Err(DecodeError::ProgressiveTooLarge));
    }

    #[test]
    fn a_photo_of_a_phone_is_made_smaller() {
        for (width, height) in [(5_712, 4_284), (5_000, 5_000)] {
            assert!(width * height * 3 <= jpeg::MAX_PIXEL_BYTES, "{width} × {height}");
        }
        let mut file = Cursor::new(Vec::new());
        let photo = RgbImage::from_pixel(5_712, 1_000, Rgb([200, 40, 40]));
        photo.write_to(&mut file, ImageFormat::Jpeg).unwrap();
        let picture = decode(&file.into_inner()).unwrap();
        assert_eq!((picture.whole.dimensions(), picture.cropped.dimensions()), ((1_600, 280), (700, 900)));
        let Rgb([red, ..]) = *picture.cropped.get_pixel(350, 450);
        assert!(red.abs_diff(200) < 4, "{red}");
    }

    #[test]
    fn a_picture_has_as_many_pixels_as_fit_into_memory() {
        let mut file = jpeg();
        let frame = at(&file, 0xC0);
        file[frame + 5..frame + 7].copy_from_slice(&5_200_u16.to_be_bytes());
        file[frame + 7..frame + 9].copy_from_slice(&5_200_u16.to_be_bytes());
        assert_eq!(decode(&file), Err(DecodeError::TooLarge));
        let mut webp = Cursor::new(Vec::new());
        RgbImage::new(4_097, 1).write_to(&mut webp, ImageFormat::WebP).unwrap();
        assert_eq!(decode(&webp.into_inner()), Err(DecodeError::TooLarge));
    }

    /// A PNG in the colours of this profile.
    fn png_with(profile: &[u8]) -> Vec<u8> {
        let mut packer = ZlibEncoder::new(b"iCCPa\0\0".to_vec(), Compression::fast());
        packer.write_all(profile).unwrap();
        let mut chunk = packer.finish().unwrap();
        let mut sum = Crc::new();
        sum.update(&chunk);
        let length = u32::try_from(chunk.len() - 4).unwrap();
        chunk.splice(0..0, length.to_be_bytes());
        chunk.extend(sum.sum().to_be_bytes());
        let mut file = Cursor::new(Vec::new());
        RgbImage::from_pixel(9, 9, Rgb([200, 40, 40])).write_to(&mut file, ImageFormat::Png).unwrap();
        let mut file = file.into_inner();
        file.splice(33..33, chunk);
        file
    }

    #[test]
    fn a_profile_that_unpacks_without_end_is_none() {
        let profile = ColorProfile::new_display_p3().encode().unwrap();
        let red = |profile: &[u8]| decode(&png_with(profile)).unwrap().cropped.get_pixel(0, 0).0[0];
        assert!(red(&profile) > 205, "a profile is kept to");
        let padded = |megabytes: usize| [&profile[..], &vec![0; megabytes * 1024 * 1024]].concat();
        assert!(red(&padded(1)) > 205);
        assert_eq!(red(&padded(9)), 200);
    }

    #[test]
    fn transparent_places_are_white_paper() {
        let picture =
            DynamicImage::ImageRgba8(image::RgbaImage::from_pixel(1, 1, image::Rgba([200, 0, 0, 0])));
        let cut = crop(ImageSize::new(1, 1), LARGE);
        assert_eq!(CropOnWhite { picture: &picture, cut }.get_pixel(0, 0), Rgb([255, 255, 255]));
        let half =
            DynamicImage::ImageRgba8(image::RgbaImage::from_pixel(1, 1, image::Rgba([0, 0, 255, 128])));
        assert_eq!(CropOnWhite { picture: &half, cut }.get_pixel(0, 0), Rgb([127, 127, 255]));
    }
}
