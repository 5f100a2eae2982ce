//! What lies where in the store: a folder for each picture, named by its content.

use crate::values::hash::sha256_hex;

/// A file of a picture that may be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum File {
    SmallWebp,
    LargeWebp,
    SmallAvif,
    LargeAvif,
}

/// What the AVIF files will be drawn from. It is deleted once they are there, and never served.
pub const SOURCE: &str = "source.webp";

impl File {
    pub const ALL: [Self; 4] = [Self::SmallWebp, Self::LargeWebp, Self::SmallAvif, Self::LargeAvif];

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|file| file.name() == name)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::SmallWebp => "350.webp",
            Self::LargeWebp => "700.webp",
            Self::SmallAvif => "350.avif",
            Self::LargeAvif => "700.avif",
        }
    }

    pub const fn media_type(self) -> &'static str {
        match self {
            Self::SmallWebp | Self::LargeWebp => "image/webp",
            Self::SmallAvif | Self::LargeAvif => "image/avif",
        }
    }

    /// The file of the same size that is there from the beginning.
    #[must_use]
    pub const fn at_once(self) -> Self {
        match self {
            Self::SmallWebp | Self::SmallAvif => Self::SmallWebp,
            Self::LargeWebp | Self::LargeAvif => Self::LargeWebp,
        }
    }

    /// Whether these bytes are such a file from the first to the last, as its own lengths tell.
    pub fn is_whole(self, bytes: &[u8]) -> bool {
        match self {
            Self::SmallWebp | Self::LargeWebp => is_whole_webp(bytes),
            Self::SmallAvif | Self::LargeAvif => is_whole_avif(bytes),
        }
    }
}

fn is_whole_webp(bytes: &[u8]) -> bool {
    let length = bytes.get(4..8).and_then(|length| length.try_into().ok()).map(u32::from_le_bytes);
    let whole = length.and_then(|length| usize::try_from(length).ok()?.checked_add(8));
    bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") && whole == Some(bytes.len())
}

/// A row of boxes, each beginning with its length and its kind. The last one has the pixels.
fn is_whole_avif(bytes: &[u8]) -> bool {
    if bytes.get(4..12) != Some(b"ftypavif") {
        return false;
    }
    let (mut rest, mut kind) = (bytes, None);
    while !rest.is_empty() {
        kind = rest.get(4..8);
        let length = rest.get(..4).and_then(|length| length.try_into().ok()).map(u32::from_be_bytes);
        let after = length.and_then(|length| usize::try_from(length).ok()).filter(|length| *length >= 8);
        let Some(after) = after.and_then(|length| rest.get(length..)) else { return false };
        rest = after;
    }
    kind == Some(b"mdat")
}

/// The name of a picture: the hash of its large WebP file.
pub fn name_of(large_webp: &[u8]) -> String {
    sha256_hex(large_webp)
}

/// A content hash has 64; the demo's pictures have names.
const LONGEST_NAME: usize = 64;

/// Whether a picture may have this name: lower-case letters, digits and hyphens, what hashes and the demo's names are made
/// of. Nothing else is looked for, so no name can lead out of the store.
pub fn is_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_four_files_of_a_picture_can_be_asked_for() {
        for file in File::ALL {
            assert_eq!(File::named(file.name()), Some(file));
        }
        for name in ["", SOURCE, "350.png", "350.WEBP", "../350.webp", "350.webp\0", "351.webp"] {
            assert_eq!(File::named(name), None, "{name}");
        }
    }

    #[test]
    fn a_name_is_a_hash_or_plain_words() {
        assert!(is_name(&name_of(b"")) && is_name("bell-cloche"));
        for name in ["", "..", "a.b", "a/b", "a\0", "é", &"A".repeat(64), &"a".repeat(65)] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn a_file_that_was_cut_off_is_not_whole() {
        let picture = image::RgbImage::from_pixel(9, 9, image::Rgb([1, 2, 3]));
        let (webp, avif) =
            (super::super::encode::webp(&picture).unwrap(), super::super::encode::avif(&picture).unwrap());
        for (file, bytes) in [(File::SmallWebp, webp), (File::LargeAvif, avif)] {
            assert!(file.is_whole(&bytes));
            for length in 0..bytes.len() {
                assert!(!file.is_whole(&bytes[..length]), "{file:?} of {length}");
            }
        }
    }
}
