//! Decodes a JPEG into pixels.

use image::{DynamicImage, GrayImage, RgbImage, metadata::Orientation};
use zune_jpeg::{
    JpegDecoder,
    errors::DecodeErrors,
    zune_core::{bytestream::ZCursor, colorspace::ColorSpace, options::DecoderOptions},
};

use super::{
    colour::{inks_to_srgb, inks_transform},
    decode::{DecodeError, DecodedFile},
    jpeg_header::JpegHeader,
};

/// A photo of 24 megapixels has 5712, and a panorama more.
const MAX_SIDE: usize = 12_000;
/// 26 megapixels of three bytes. Together with the file and the smaller pictures, this stays below 96 MiB.
pub(super) const MAX_PIXEL_BYTES: u64 = 76 * 1024 * 1024;
/// Pixels and coefficients of a progressive JPEG: 14 megapixels with 4:2:0 subsampling, 9 with 4:4:4. Together with two
/// copies of the file, decoding stays below 96 MiB.
const MAX_BYTES: u64 = 84 * 1024 * 1024;

/// Decodes the file within the limits. A damaged one is refused, because the decoder would fill its rest with grey.
pub(super) fn read(file: &[u8]) -> Result<DecodedFile, DecodeError> {
    let header = JpegHeader::read(file)?;
    let options =
        DecoderOptions::default().set_strict_mode(true).set_max_width(MAX_SIDE).set_max_height(MAX_SIDE);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(&header.file), options);
    decoder.decode_headers()?;
    let mut profile = decoder.icc_profile();
    let stored = decoder.input_colorspace().unwrap_or(ColorSpace::Unknown);
    let has_inks = matches!(stored, ColorSpace::CMYK | ColorSpace::YCCK);
    let inks = profile.as_deref().filter(|_| has_inks).and_then(inks_transform);
    let decoded = match stored {
        ColorSpace::Luma => ColorSpace::Luma,
        _ if inks.is_some() => stored,
        _ => ColorSpace::RGB,
    };
    decoder.set_options(options.jpeg_set_out_colorspace(decoded));
    let mut pixels = vec![0; checked_size(&decoder, &header)?];
    decoder.decode_into(&mut pixels)?;
    if let Some(transform) = inks {
        to_inks(&mut pixels, stored);
        inks_to_srgb(&mut pixels, transform.as_ref())
            .ok_or_else(|| DecodeError::Malformed("the profile does not fit".into()))?;
        profile = None;
    }
    let exif = decoder.exif();
    let orientation = exif.and_then(|exif| Orientation::from_exif_chunk(exif));
    Ok(DecodedFile {
        picture: picture(&decoder, decoded, pixels)?,
        orientation: orientation.unwrap_or(Orientation::NoTransforms),
        profile,
    })
}

/// The bytes of the pixels.
fn checked_size(decoder: &JpegDecoder<ZCursor<&Vec<u8>>>, header: &JpegHeader) -> Result<usize, DecodeError> {
    let size = decoder.output_buffer_size().ok_or(DecodeError::TooLarge)?;
    let (width, height) = dimensions(decoder);
    if size as u64 > MAX_PIXEL_BYTES {
        let pixels = u64::from(width) * u64::from(height);
        let has_inks = size as u64 == pixels * 4;
        let fits_without = has_inks && pixels * 3 <= MAX_PIXEL_BYTES;
        return Err(if fits_without { DecodeError::InksTooLarge } else { DecodeError::TooLarge });
    }
    if size as u64 + header.coefficient_bytes((width, height)) > MAX_BYTES {
        return Err(DecodeError::ProgressiveTooLarge);
    }
    Ok(size)
}

fn dimensions(decoder: &JpegDecoder<ZCursor<&Vec<u8>>>) -> (u32, u32) {
    decoder.info().map_or((0, 0), |info| (u32::from(info.width), u32::from(info.height)))
}

fn picture(
    decoder: &JpegDecoder<ZCursor<&Vec<u8>>>,
    decoded: ColorSpace,
    pixels: Vec<u8>,
) -> Result<DynamicImage, DecodeError> {
    let (width, height) = dimensions(decoder);
    let picture = if decoded == ColorSpace::Luma {
        GrayImage::from_raw(width, height, pixels).map(DynamicImage::ImageLuma8)
    } else {
        RgbImage::from_raw(width, height, pixels).map(DynamicImage::ImageRgb8)
    };
    picture.ok_or_else(|| DecodeError::Malformed("it has too few pixels".into()))
}

/// Four inks, as a profile has them: 0 is no ink. Adobe's programs store them inverted, or as luma and chroma.
fn to_inks(pixels: &mut [u8], stored: ColorSpace) {
    for pixel in pixels.chunks_exact_mut(4) {
        if stored == ColorSpace::YCCK {
            let (luma, blue, red) =
                (i32::from(pixel[0]), i32::from(pixel[1]) - 128, i32::from(pixel[2]) - 128);
            // Factors of JFIF, times 65,536.
            let chroma = [91_881 * red, -22_554 * blue - 46_802 * red, 116_130 * blue];
            for (ink, chroma) in pixel.iter_mut().zip(chroma) {
                let amount = luma + ((chroma + 32_768) >> 16);
                *ink = u8::try_from(amount.clamp(0, 255)).unwrap_or(u8::MAX);
            }
        } else {
            pixel[..3].iter_mut().for_each(|ink| *ink = u8::MAX - *ink);
        }
        pixel[3] = u8::MAX - pixel[3];
    }
}

impl From<DecodeErrors> for DecodeError {
    fn from(error: DecodeErrors) -> Self {
        match error {
            DecodeErrors::LargeDimensions(_) => Self::TooLarge,
            other => Self::Malformed(format!("{other:?}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{ExtendedColorType, Rgb, codecs::jpeg::JpegEncoder};
    use moxcms::{
        ColorProfile, DataColorSpace, LutDataType, LutStore, LutType, LutWarehouse, Matrix3d, ProfileClass,
    };

    use super::{super::decode::decode, *};

    fn segment(marker: u8, content: &[u8]) -> Vec<u8> {
        let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
        [&[0xFF, marker], &length[..], content].concat()
    }

    fn with_profile(file: &[u8], profile: &ColorProfile) -> Vec<u8> {
        let content = [b"ICC_PROFILE\0\x01\x01", &*profile.encode().unwrap()].concat();
        [&file[..2], &segment(0xE2, &content), &file[2..]].concat()
    }

    /// 8 × 8 pixels with these four components, each 0 or 255, as Adobe's programs write them.
    fn four_components(is_full: [bool; 4], adobe_transform: u8) -> Vec<u8> {
        let bits: Vec<u8> = is_full
            .iter()
            .flat_map(|full| {
                // The code of a difference of eight bits, the difference of ±128, and the end of the block.
                if *full { [0, 1, 0, 0, 0, 0, 0, 0, 0, 0] } else { [0, 0, 1, 1, 1, 1, 1, 1, 1, 0] }
            })
            .collect();
        let data: Vec<u8> =
            bits.chunks(8).map(|byte| byte.iter().fold(0, |all, bit| all << 1 | bit)).collect();
        let one_code = |class: u8, symbol: u8| [&[class, 1][..], &[0; 15], &[symbol]].concat();
        let frame = [8, 0, 8, 0, 8, 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0];
        [
            vec![0xFF, 0xD8],
            segment(0xEE, &[b"Adobe\0\x64\0\0\0\0", &[adobe_transform][..]].concat()),
            segment(0xDB, &[&[0][..], &[8; 64]].concat()),
            segment(0xC0, &frame),
            segment(0xC4, &one_code(0x00, 8)),
            segment(0xC4, &one_code(0x10, 0)),
            segment(0xDA, &[4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0]),
            data,
            vec![0xFF, 0xD9],
        ]
        .concat()
    }

    /// Paper is white, full cyan is L* 55, a* −37, b* −50 as in offset printing, and each other ink is black.
    fn inks_of_a_press() -> ColorProfile {
        let paper = [255, 128, 128];
        let cyan = [140, 91, 78];
        let black = [0, 128, 128];
        let nodes = (0..16).flat_map(|node| match node {
            0b0000 => paper,
            0b1000 => cyan,
            _ => black,
        });
        let straight = |channels: usize| LutStore::Store16([0, u16::MAX].repeat(channels));
        let lut = LutWarehouse::Lut(LutDataType {
            num_input_channels: 4,
            num_output_channels: 3,
            num_clut_grid_points: 2,
            matrix: Matrix3d::IDENTITY,
            num_input_table_entries: 2,
            num_output_table_entries: 2,
            input_table: straight(4),
            clut_table: LutStore::Store16(nodes.map(|value: u16| value << 8).collect()),
            output_table: straight(3),
            lut_type: LutType::Lut16,
        });
        let mut profile = ColorProfile::new_srgb();
        for colorant in [&mut profile.red_colorant, &mut profile.green_colorant, &mut profile.blue_colorant] {
            *colorant = moxcms::Xyzd::default();
        }
        (profile.red_trc, profile.green_trc, profile.blue_trc, profile.cicp) = (None, None, None, None);
        profile.profile_class = ProfileClass::OutputDevice;
        profile.color_space = DataColorSpace::Cmyk;
        profile.pcs = DataColorSpace::Lab;
        profile.lut_a_to_b_perceptual = Some(lut.clone());
        profile.lut_a_to_b_colorimetric = Some(lut);
        profile
    }

    #[test]
    fn four_inks_become_the_colours_of_their_profile() {
        let colour = |file: &[u8]| decode(file).unwrap().whole.get_pixel(4, 4).0;
        // Stored inverted: no cyan is 255.
        let cyan = four_components([false, true, true, true], 0);
        assert_eq!(colour(&cyan), [0, 255, 255], "without a profile");
        let press = inks_of_a_press();
        let printed = colour(&with_profile(&cyan, &press));
        let near =
            |colour: [u8; 3], wanted: [u8; 3]| colour.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) < 12);
        assert!(near(printed, [0, 151, 218]), "{printed:?}");
        let paper = four_components([true; 4], 0);
        assert!(near(colour(&with_profile(&paper, &press)), [255; 3]));
        // With luma 0, full red chroma is 70 % of cyan.
        let as_luma = four_components([false, false, true, true], 2);
        let from_luma = colour(&with_profile(&as_luma, &press));
        assert!(near(from_luma, [27, 182, 229]), "{from_luma:?}");
        let large = |side: u16| {
            let mut file = with_profile(&cyan, &press);
            let frame = file.windows(2).position(|pair| pair == [0xFF, 0xC0]).unwrap();
            file[frame + 5..frame + 9].copy_from_slice(&[side.to_be_bytes(); 2].concat());
            decode(&file)
        };
        assert_eq!(large(4_500), Err(DecodeError::InksTooLarge));
        assert_eq!(large(5_200), Err(DecodeError::TooLarge));
        let for_screens = with_profile(&cyan, &ColorProfile::new_display_p3());
        assert_eq!(colour(&for_screens), [0, 255, 255], "a profile for other colours is ignored");
    }

    #[test]
    fn a_grey_photo_has_the_shades_of_its_profile() {
        let mut file = Vec::new();
        JpegEncoder::new(&mut file).encode(&[128; 64], 8, 8, ExtendedColorType::L8).unwrap();
        let shade = |file: &[u8]| decode(file).unwrap().whole.get_pixel(4, 4).0[0];
        assert_eq!(shade(&file), 128);
        let linear = shade(&with_profile(&file, &ColorProfile::new_gray_with_gamma(1.0)));
        assert!(linear.abs_diff(188) < 4, "{linear}");
    }

    /// As a photo: a slope with a little noise.
    fn photo() -> RgbImage {
        let mut state = 1_u32;
        RgbImage::from_fn(160, 120, |x, y| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let grain = state.to_be_bytes()[0] / 32;
            let [across, down] = [x / 2, y].map(|at| u8::try_from(at).unwrap());
            Rgb([40 + across + grain, 60 + down + grain, 90 + grain])
        })
    }

    fn encoded(picture: &RgbImage) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        picture.write_to(&mut file, image::ImageFormat::Jpeg).unwrap();
        file.into_inner()
    }

    #[test]
    fn a_jpeg_that_is_damaged_inside_is_refused() {
        let file = encoded(&photo());
        let middle = file.len() / 2;
        let whole = decode(&file).unwrap();
        let is_refused = |file: &[u8]| matches!(decode(file), Err(DecodeError::Malformed(_)));
        let with = |inside: &[u8]| [&file[..middle], inside, &file[middle + inside.len()..]].concat();
        assert!(is_refused(&with(&[0xFF, 0xD9])), "an end marker");
        assert!(is_refused(&with(&vec![0; file.len() / 4])), "zeros");
        let other = encoded(&RgbImage::from_pixel(160, 120, Rgb([200, 40, 40])));
        assert!(is_refused(&[&file[..middle], &other[other.len() - 200..]].concat()), "the end of another");
        assert!(is_refused(&file[..middle]), "cut off");
        for missing in 1..=2 {
            assert_eq!(decode(&file[..file.len() - missing]).as_ref(), Ok(&whole), "only the end is missing");
        }
        assert_eq!(decode(&[&file[..2], &file].concat()).as_ref(), Ok(&whole), "two start markers");
    }
}
