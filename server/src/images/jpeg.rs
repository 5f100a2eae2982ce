//! What a JPEG file says of itself, from marker to marker, before any of it is decoded.

use std::ops::RangeInclusive;

const END: u8 = 0xD9;
const SCAN: u8 = 0xDA;
/// Of the kinds that the decoder reads: baseline, extended, progressive.
const FRAMES: RangeInclusive<u8> = 0xC0..=0xC2;
const PROGRESSIVE: u8 = 0xC2;
/// They stand between the data of a scan.
const RESTARTS: RangeInclusive<u8> = 0xD0..=0xD7;
/// Markers that no length follows: one without meaning, and the beginning of a file.
const ALONE: [u8; 2] = [0x01, 0xD8];

/// Of the picture that a file begins with.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Up to its end mark. Telephones put a film behind a photograph, whose bytes may look like markers.
    pub length: usize,
    pub scans: usize,
    /// Bytes that the decoder needs beside the pixels: nothing for most files; the whole picture again, and more, for
    /// one whose scans have each a part of every place.
    pub coefficients: u64,
}

/// `None`: the file ends before its picture.
pub fn outline(file: &[u8]) -> Option<Outline> {
    let mut outline = Outline::default();
    let (mut at, mut frame) = (0, None);
    loop {
        at += file.get(at..)?.windows(2).position(is_marker)?;
        let mark = *file.get(at + 1)?;
        at += 2;
        if mark == END {
            outline.length = at;
            return (outline.scans > 0).then_some(outline);
        }
        if ALONE.contains(&mark) {
            continue;
        }
        let length = usize::from(number(file.get(at..)?)?);
        let segment = file.get(at + 2..at + length)?;
        at += length;
        if FRAMES.contains(&mark) {
            frame = frame.or_else(|| Frame::read(mark, segment));
        } else if mark == SCAN {
            outline.scans += 1;
            let in_scan = segment.first().copied().unwrap_or_default();
            if let Some(frame) = frame.as_ref().filter(|frame| frame.is_collected(in_scan)) {
                outline.coefficients = frame.coefficients();
            }
        }
    }
}

/// In the data of a scan, a byte of ones is followed by a zero or is a restart. Elsewhere it may be repeated.
fn is_marker(pair: &[u8]) -> bool {
    pair[0] == 0xFF && pair[1] != 0 && pair[1] != 0xFF && !RESTARTS.contains(&pair[1])
}

fn number(bytes: &[u8]) -> Option<u16> {
    bytes.first_chunk().copied().map(u16::from_be_bytes)
}

struct Frame {
    is_progressive: bool,
    width: u64,
    height: u64,
    /// How finely each colour is sampled, across and down.
    sampling: Vec<(u64, u64)>,
}

impl Frame {
    fn read(mark: u8, segment: &[u8]) -> Option<Self> {
        let colours = segment.get(6..)?;
        Some(Self {
            is_progressive: mark == PROGRESSIVE,
            height: number(segment.get(1..)?)?.into(),
            width: number(segment.get(3..)?)?.into(),
            sampling: colours
                .chunks_exact(3)
                .map(|colour| (u64::from(colour[1] >> 4), u64::from(colour[1] & 15)))
                .collect(),
        })
    }

    fn is_collected(&self, colours_in_scan: u8) -> bool {
        self.is_progressive || usize::from(colours_in_scan) < self.sampling.len()
    }

    /// Two bytes for each sample, in blocks that go over the edge.
    fn coefficients(&self) -> u64 {
        let finest = |of: fn(&(u64, u64)) -> u64| self.sampling.iter().map(of).max().unwrap_or(1).max(1);
        let (across, down) = (finest(|(across, _)| *across), finest(|(_, down)| *down));
        let units = self.width.div_ceil(8 * across) * self.height.div_ceil(8 * down);
        let blocks: u64 = self.sampling.iter().map(|(across, down)| across * down).sum();
        units * blocks * 64 * 2
    }
}

#[cfg(test)]
mod tests {
    use image::{ExtendedColorType, Rgb, RgbImage, codecs::jpeg::JpegEncoder};
    use proptest::{prop_assert, prop_assert_eq, proptest};

    use super::*;

    fn jpeg() -> Vec<u8> {
        let picture =
            RgbImage::from_fn(40, 30, |x, y| Rgb([x * 6, y * 8, x * y].map(|of| of.to_le_bytes()[0])));
        let mut file = Vec::new();
        JpegEncoder::new(&mut file).encode(picture.as_raw(), 40, 30, ExtendedColorType::Rgb8).unwrap();
        file
    }

    /// A file of this frame and so many scans, with nothing in them.
    fn made_of(mark: u8, side: u16, sampling: &[u8], scans: &[u8]) -> Vec<u8> {
        let [high, low] = side.to_be_bytes();
        let length = |rest: usize| u8::try_from(rest + 2).unwrap();
        let mut file =
            vec![0xFF, 0xD8, 0xFF, mark, 0, length(6 + 3 * sampling.len()), 8, high, low, high, low];
        file.push(u8::try_from(sampling.len()).unwrap());
        file.extend(sampling.iter().flat_map(|sampling| [1, *sampling, 0]));
        file.extend(scans.iter().flat_map(|colours| [0xFF, 0xDA, 0, 3, *colours, 0xFF, 0x00, 0xFF, 0xD0]));
        file.extend([0xFF, 0xD9]);
        file
    }

    proptest! {
        #[test]
        fn whatever_lies_behind_a_picture_is_no_part_of_it(behind: Vec<u8>) {
            let file = jpeg();
            let markers = [0xFF, SCAN, 0, 2, 0xFF, END, 0xFF, SCAN];
            let outline = outline(&[&file[..], &behind, &markers].concat()).unwrap();
            prop_assert_eq!((outline.length, outline.scans), (file.len(), 1));
        }

        #[test]
        fn a_picture_that_was_cut_off_has_no_end(bytes in 0..1_000usize, note: Vec<u8>) {
            let whole = jpeg();
            let length = u16::try_from(note.len() + 2).unwrap().to_be_bytes();
            let noted = [&whole[..2], &[0xFF, 0xE1], &length, &note, &whole[2..]].concat();
            prop_assert_eq!(outline(&noted).unwrap().length, noted.len());
            prop_assert!(outline(&noted[..bytes.min(noted.len() - 1)]).is_none());
            prop_assert!(outline(&noted[..noted.len() - 1 - bytes % 30]).is_none());
        }

        #[test]
        fn no_bytes_make_it_panic(bytes: Vec<u8>) {
            let made = [&[0xFF, 0xD8, 0xFF][..], &bytes].concat();
            prop_assert!(outline(&made).is_none_or(|outline| outline.length <= made.len()));
        }
    }

    #[test]
    fn scans_are_counted_where_scans_can_begin() {
        assert_eq!(outline(&made_of(0xC0, 8, &[0x11; 3], &[3])).unwrap().scans, 1);
        assert_eq!(outline(&made_of(0xC2, 8, &[0x11; 3], &[1; 101])).unwrap().scans, 101);
        let mut within_a_note = made_of(0xC0, 8, &[0x11; 3], &[3]);
        within_a_note.splice(2..2, [0xFF, 0xFF, 0xE1, 0, 6, 0xFF, SCAN, 0xFF, END]);
        assert_eq!(outline(&within_a_note).unwrap().scans, 1);
        assert_eq!(outline(&made_of(0xC0, 8, &[0x11], &[])), None, "an end without a picture");
    }

    #[test]
    fn what_is_collected_over_several_scans_is_kept_in_memory() {
        let kept = |mark, sampling: &[u8], scans: &[u8]| {
            outline(&made_of(mark, 4096, sampling, scans)).unwrap().coefficients / 1024 / 1024
        };
        assert_eq!(kept(0xC0, &[0x22, 0x11, 0x11], &[3]), 0, "baseline, in one scan");
        assert_eq!(kept(0xC0, &[0x22, 0x11, 0x11], &[1, 1, 1]), 48);
        assert_eq!(kept(0xC2, &[0x22, 0x11, 0x11], &[3, 1]), 48);
        assert_eq!(kept(0xC2, &[0x11, 0x11, 0x11], &[3, 1]), 96);
        assert_eq!(kept(0xC2, &[0x22], &[1]), 32);
    }
}
