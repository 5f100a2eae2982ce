//! Makes a large PNG smaller while its rows are read, so that only the smaller picture is in memory.

use std::io::Cursor;

use image::{DynamicImage, RgbImage, metadata::Orientation};
use png::{ColorType, Decoder, DecodingError, Limits, Transformations};

use super::decode::{DecodeError, DecodedFile, MAX_METADATA_BYTES, MAX_PIXEL_BYTES, MAX_SIDE, on_white};

/// The longest side of a file, as of a JPEG.
const MAX_LARGE_SIDE: u32 = 12_000;
/// Each of them takes time, because all rows are unpacked.
const MAX_LARGE_PIXELS: u64 = 64_000_000;

/// Whether the pixels take more memory than the shop has for a picture. The header says it.
pub(super) fn is_large(file: &[u8]) -> bool {
    let number = |at: usize| file.get(at..at + 4)?.first_chunk().copied().map(u32::from_be_bytes);
    let (Some(width), Some(height), Some([depth, colour, ..])) = (number(16), number(20), file.get(24..26))
    else {
        return false;
    };
    let samples = match colour {
        0 => 1,
        4 => 2,
        // A palette may be transparent.
        3 | 6 => 4,
        _ => 3,
    };
    let bytes = u64::from(width) * u64::from(height) * samples * if *depth == 16 { 2 } else { 1 };
    width > MAX_SIDE || height > MAX_SIDE || bytes > MAX_PIXEL_BYTES
}

/// Decodes the file on a white background, at a whole fraction of its size if that is needed. An interlaced file gives
/// its rows several times, so it would have to be in memory.
pub(super) fn read_smaller(file: &[u8]) -> Result<DecodedFile, DecodeError> {
    let limits = Limits { bytes: usize::try_from(MAX_METADATA_BYTES).unwrap_or(usize::MAX) };
    let mut decoder = Decoder::new_with_limits(Cursor::new(file), limits);
    decoder.set_ignore_text_chunk(true);
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let header = decoder.read_header_info()?;
    let (width, height) = header.size();
    let is_too_large = width.max(height) > MAX_LARGE_SIDE
        || u64::from(width) * u64::from(height) > MAX_LARGE_PIXELS
        || header.interlaced;
    if is_too_large {
        return Err(DecodeError::TooLarge);
    }
    let mut rows = decoder.read_info()?;
    let info = rows.info();
    let profile = info.icc_profile.as_ref().map(|profile| profile.to_vec());
    let orientation = info.exif_metadata.as_ref().and_then(|exif| Orientation::from_exif_chunk(exif));
    let has_colours = rows.output_color_type().0 == ColorType::Rgba;
    let mut smaller = Smaller::new(width, height, MAX_PIXEL_BYTES);
    while let Some(row) = rows.next_row()? {
        if has_colours {
            let pixels = row.data().as_chunks::<4>().0.iter();
            smaller.add(pixels.map(|[red, green, blue, alpha]| on_white([*red, *green, *blue], *alpha)));
        } else {
            let pixels = row.data().as_chunks::<2>().0.iter();
            smaller.add(pixels.map(|[grey, alpha]| on_white([*grey; 3], *alpha)));
        }
    }
    let picture = DynamicImage::ImageRgb8(smaller.finish()?);
    Ok(DecodedFile { picture, orientation: orientation.unwrap_or(Orientation::NoTransforms), profile })
}

/// Squares of pixels, each of which becomes one pixel.
struct Smaller {
    width: u32,
    /// The sides of a square. Squares at the right and at the bottom may have fewer pixels.
    side: u32,
    /// The sums of the squares whose rows are not complete.
    sums: Vec<[u32; 3]>,
    rows_in_sums: u32,
    rows_left: u32,
    made: Vec<u8>,
}

impl Smaller {
    /// The squares are the smallest whose pixels take at most `max_bytes`.
    fn new(width: u32, height: u32, max_bytes: u64) -> Self {
        let bytes = |side: u32| u64::from(width.div_ceil(side)) * u64::from(height.div_ceil(side)) * 3;
        let whole = width.max(height).max(1);
        let side = (1..whole).find(|side| bytes(*side) <= max_bytes).unwrap_or(whole);
        let squares = usize::try_from(width.div_ceil(side)).unwrap_or(usize::MAX);
        let rows = usize::try_from(height.div_ceil(side)).unwrap_or(usize::MAX);
        Self {
            width,
            side,
            sums: vec![[0; 3]; squares],
            rows_in_sums: 0,
            rows_left: height,
            made: Vec::with_capacity(squares.saturating_mul(rows).saturating_mul(3)),
        }
    }

    fn add(&mut self, mut row: impl Iterator<Item = [u8; 3]>) {
        let side = usize::try_from(self.side).unwrap_or(usize::MAX);
        for sum in &mut self.sums {
            for colours in row.by_ref().take(side) {
                for (sum, colour) in sum.iter_mut().zip(colours) {
                    *sum += u32::from(colour);
                }
            }
        }
        self.rows_in_sums += 1;
        self.rows_left = self.rows_left.saturating_sub(1);
        if self.rows_in_sums == self.side || self.rows_left == 0 {
            self.end_squares();
        }
    }

    fn end_squares(&mut self) {
        let mut left = self.width;
        for sum in &mut self.sums {
            let count = left.min(self.side) * self.rows_in_sums;
            left = left.saturating_sub(self.side);
            let average = |sum: u32| u8::try_from((sum + count / 2) / count.max(1)).unwrap_or(u8::MAX);
            self.made.extend(sum.map(average));
            *sum = [0; 3];
        }
        self.rows_in_sums = 0;
    }

    fn finish(self) -> Result<RgbImage, DecodeError> {
        let width = u32::try_from(self.sums.len()).unwrap_or(u32::MAX);
        let height = u32::try_from(self.made.len() / self.sums.len().max(1) / 3).unwrap_or(u32::MAX);
        RgbImage::from_raw(width, height, self.made)
            .filter(|_| self.rows_left == 0)
            .ok_or_else(|| DecodeError::Malformed("it has too few rows".into()))
    }
}

impl From<DecodingError> for DecodeError {
    fn from(error: DecodingError) -> Self {
        match error {
            DecodingError::LimitsExceeded => Self::TooLarge,
            other => Self::Malformed(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use png::{BitDepth, Encoder};

    use super::{super::decode::decode, *};

    /// A PNG whose rows are all alike.
    fn png(size: (u32, u32), colour: ColorType, depth: BitDepth, row: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, size.0, size.1);
        encoder.set_color(colour);
        encoder.set_depth(depth);
        let mut writer = encoder.write_header().unwrap();
        let mut stream = writer.stream_writer().unwrap();
        for _ in 0..size.1 {
            std::io::Write::write_all(&mut stream, row).unwrap();
        }
        stream.finish().unwrap();
        drop(writer);
        file
    }

    #[test]
    fn each_square_of_pixels_becomes_their_average() {
        let mut smaller = Smaller::new(5, 3, 3 * 2 * 3);
        for row in [[10, 20, 30, 40, 50], [30, 40, 50, 60, 70], [0, 2, 4, 7, 9]] {
            smaller.add(row.into_iter().map(|shade| [shade, 0, 255]));
        }
        let picture = smaller.finish().unwrap();
        let shades: Vec<_> =
            picture.rows().map(|row| row.map(|pixel| pixel.0[0]).collect::<Vec<_>>()).collect();
        assert_eq!(shades, [[25, 45, 60], [1, 6, 9]]);
        assert_eq!(picture.get_pixel(2, 1).0, [9, 0, 255]);
        assert_eq!(Smaller::new(5, 3, 45).side, 1);
        assert!(Smaller::new(5, 3, 45).finish().is_err(), "without its rows");
    }

    #[test]
    fn a_large_png_is_made_smaller_while_it_is_read() {
        let half = [[200, 40, 40].repeat(3_000), [40, 40, 200].repeat(3_001)].concat();
        let file = png((6_001, 90), ColorType::Rgb, BitDepth::Eight, &half);
        assert!(is_large(&file));
        let picture = decode(&file).unwrap();
        assert_eq!((picture.whole.dimensions(), picture.cropped.dimensions()), ((1_600, 24), (70, 90)));
        assert_eq!(picture.whole.get_pixel(10, 10).0, [200, 40, 40]);
        assert_eq!(picture.whole.get_pixel(1_590, 23).0, [40, 40, 200]);
        // Half of each pixel of grey is white.
        let clear = [0, 128].repeat(5_000);
        let grey = decode(&png((5_000, 2), ColorType::GrayscaleAlpha, BitDepth::Eight, &clear)).unwrap();
        assert_eq!((grey.whole.dimensions(), grey.whole.get_pixel(800, 0).0), ((1_600, 1), [127; 3]));
        let deep = [0xFF, 0, 0, 0, 0, 0, 0xFF, 0xFF].repeat(4_097);
        let mut deep = png((4_097, 9), ColorType::Rgba, BitDepth::Sixteen, &deep);
        assert_eq!(decode(&deep).unwrap().whole.get_pixel(3, 3).0, [255, 0, 0]);
        // Sixteen bits of 4096 × 2049 pixels take more memory than a picture has, and eight do not.
        deep[16..24].copy_from_slice(&[4_096_u32.to_be_bytes(), 2_049_u32.to_be_bytes()].concat());
        assert!(is_large(&deep));
        deep[24] = 8;
        assert!(!is_large(&deep));
    }

    #[test]
    fn a_png_has_limits_and_all_of_its_rows() {
        let row = [0].repeat(1_501);
        let wide = |width| png((width, 1), ColorType::Grayscale, BitDepth::One, &row[..1_500]);
        assert!(decode(&wide(12_000)).is_ok());
        let too_wide = png((12_001, 1), ColorType::Grayscale, BitDepth::One, &row);
        assert_eq!(decode(&too_wide), Err(DecodeError::TooLarge));
        let whole = png((5_000, 40), ColorType::Grayscale, BitDepth::Eight, &[7].repeat(5_000));
        let mut interlaced = whole.clone();
        interlaced[28] = 1;
        let mut sum = flate2::Crc::new();
        sum.update(&interlaced[12..29]);
        interlaced[29..33].copy_from_slice(&sum.sum().to_be_bytes());
        assert_eq!(decode(&interlaced), Err(DecodeError::TooLarge));
        for end in [40, whole.len() / 2, whole.len() - 20] {
            assert!(matches!(decode(&whole[..end]), Err(DecodeError::Malformed(_))), "{end}");
        }
    }
}
