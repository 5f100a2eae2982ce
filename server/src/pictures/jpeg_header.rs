//! The header of a JPEG.

use super::decode::DecodeError;

/// Encoders write about ten. The decoder goes over the whole picture for each, and a small file can have thousands.
pub const MAX_SCANS: usize = 100;
/// Markers of a JPEG, after a byte 0xFF.
pub const SCAN_MARKER: u8 = 0xDA;
const START_MARKER: u8 = 0xD8;
const END_MARKER: u8 = 0xD9;
const RESTART_INTERVAL_MARKER: u8 = 0xDD;
/// The decoder reads up to eight bytes ahead.
const READ_AHEAD: [u8; 8] = [0; 8];
/// An empty segment that decoders skip between scans. Inside a scan, a strict decoder refuses its marker.
const UNKNOWN_SEGMENT: [u8; 4] = [0xFF, 0xF0, 0, 2];

/// What a JPEG tells before it is decoded, and what `image` has no limit for.
pub struct JpegHeader {
    /// The picture alone, with an end that shows missing data. Phones append a video, and programs leave gaps.
    pub file: Vec<u8>,
    /// The decoder keeps the coefficients of all scans until the last one.
    has_several_scans: bool,
    /// Horizontal and vertical sampling factor of each component.
    sampling: Vec<(u64, u64)>,
}

impl JpegHeader {
    pub fn read(file: &[u8]) -> Result<Self, DecodeError> {
        let header = Self::parse(file).ok_or_else(|| DecodeError::Malformed("the end is missing".into()))?;
        let scans = header.file.windows(2).filter(|pair| *pair == [0xFF, SCAN_MARKER]).count();
        if scans > MAX_SCANS {
            return Err(DecodeError::Malformed("it has too many scans".into()));
        }
        Ok(header)
    }

    /// Returns `None` if the file ends before its first scan.
    fn parse(file: &[u8]) -> Option<Self> {
        let mut at = 2;
        let mut is_progressive = false;
        let mut has_restarts = false;
        let mut sampling = Vec::new();
        let mut kept = file.get(..2)?.to_vec();
        loop {
            let is_marker = |pair: &[u8]| pair[0] == 0xFF && !matches!(pair[1], 0 | START_MARKER | 0xFF);
            at += file.get(at..)?.windows(2).position(is_marker)? + 2;
            let length = usize::from(u16::from_be_bytes(*file.get(at..)?.first_chunk()?));
            let segment = file.get(at + 2..at + length)?;
            match file[at - 1] {
                frame @ 0xC0..=0xC2 => {
                    is_progressive |= frame == 0xC2;
                    let components = segment.get(6..)?.chunks_exact(3);
                    sampling = components.map(|of| (u64::from(of[1] >> 4), u64::from(of[1] & 15))).collect();
                }
                RESTART_INTERVAL_MARKER => has_restarts = segment != [0, 0],
                SCAN_MARKER => {
                    let data = &file[at - 2..];
                    let end = data.windows(2).position(|pair| pair == [0xFF, END_MARKER]);
                    kept.extend_from_slice(end.map_or_else(|| without_marker(data), |end| &data[..end]));
                    kept.extend(checking_end(has_restarts));
                    let in_first_scan = usize::from(*segment.first()?);
                    let has_several_scans = is_progressive || in_first_scan < sampling.len();
                    return Some(Self { file: kept, has_several_scans, sampling });
                }
                _ => {}
            }
            kept.extend_from_slice(&file[at - 2..at + length]);
            at += length;
        }
    }

    /// Bytes that the decoder needs beside the pixels: two for each sample.
    pub fn coefficient_bytes(&self, (width, height): (u32, u32)) -> u64 {
        if !self.has_several_scans {
            return 0;
        }
        let across = self.sampling.iter().map(|of| of.0).max().unwrap_or(1).max(1);
        let down = self.sampling.iter().map(|of| of.1).max().unwrap_or(1).max(1);
        let blocks: u64 = self.sampling.iter().map(|of| of.0 * of.1).sum();
        u64::from(width).div_ceil(8 * across) * u64::from(height).div_ceil(8 * down) * blocks * 64 * 2
    }
}

/// Removes the first byte of an end marker whose second byte is missing.
fn without_marker(data: &[u8]) -> &[u8] {
    data.strip_suffix(&[0xFF]).unwrap_or(data)
}

/// Bytes that end a picture. The decoder takes an early end marker for zeros, and fails at an unknown marker. With
/// restarts, the decoder needs a restart marker after the last complete interval.
fn checking_end(has_restarts: bool) -> Vec<u8> {
    let restart: &[u8] = if has_restarts { &[0xFF, 0xD0] } else { &[] };
    [&READ_AHEAD, restart, &UNKNOWN_SEGMENT, &[0xFF, END_MARKER]].concat()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{ImageFormat, RgbImage};
    use proptest::{prop_assert, prop_assert_eq, proptest};

    use super::*;

    /// Megabytes of coefficients of a JPEG of 4096 × 4096 with this frame, whose first scan has so many components.
    fn coefficients(frame: u8, sampling: &[u8], in_first_scan: u8) -> u64 {
        let length = |rest: usize| u8::try_from(rest + 2).unwrap();
        let mut file = vec![0xFF, 0xD8, 0xFF, frame, 0, length(6 + 3 * sampling.len()), 8, 16, 0, 16, 0];
        file.push(u8::try_from(sampling.len()).unwrap());
        file.extend(sampling.iter().flat_map(|sampling| [1, *sampling, 0]));
        file.extend([0xFF, SCAN_MARKER, 0, 3, in_first_scan, 0xFF, 0x00, 0xFF, 0xD0, 0xFF, END_MARKER]);
        let header = JpegHeader::parse(&file).unwrap();
        assert_eq!(header.file, [&file[..file.len() - 2], &checking_end(false)].concat());
        header.coefficient_bytes((4_096, 4_096)) / 1024 / 1024
    }

    #[test]
    fn a_jpeg_of_several_scans_takes_memory_for_its_coefficients() {
        assert_eq!(coefficients(0xC0, &[0x22, 0x11, 0x11], 3), 0, "baseline, in one scan");
        assert_eq!(coefficients(0xC0, &[0x22, 0x11, 0x11], 1), 48);
        assert_eq!(coefficients(0xC2, &[0x22, 0x11, 0x11], 3), 48);
        assert_eq!(coefficients(0xC2, &[0x11, 0x11, 0x11], 3), 96);
        assert_eq!(coefficients(0xC2, &[0x22], 1), 32);
    }

    proptest! {
        #[test]
        fn no_bytes_behind_the_first_ones_of_a_jpeg_make_it_panic(bytes: Vec<u8>, behind: Vec<u8>) {
            let mut file = Cursor::new(Vec::new());
            RgbImage::new(40, 30).write_to(&mut file, ImageFormat::Jpeg).unwrap();
            let whole = file.into_inner();
            let parsed = |file: &[u8]| JpegHeader::parse(file).map(|header| header.file);
            prop_assert_eq!(parsed(&[&whole[..], &behind].concat()), parsed(&whole));
            let made = [&whole[..3], &bytes].concat();
            let longest = made.len() + checking_end(true).len();
            prop_assert!(parsed(&made).is_none_or(|file| file.len() <= longest));
            prop_assert_eq!(parsed(&whole[..whole.len() - 1 - bytes.len() % 2]), parsed(&whole));
        }
    }
}
