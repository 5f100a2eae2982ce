//! The files of a picture in the store: a folder for each picture, named by its content.

use crate::values::hash::sha256_hex;

/// A file of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum File {
    Small,
    Large,
}

impl File {
    pub const ALL: [Self; 2] = [Self::Small, Self::Large];

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|file| file.name() == name)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Small => "350.webp",
            Self::Large => "700.webp",
        }
    }
}

/// The name of a picture: the hash of its large file.
pub fn name_of(large_webp: &[u8]) -> String {
    sha256_hex(large_webp)
}

/// A content hash has 64 characters; the demo's pictures have names.
const LONGEST_NAME: usize = 64;

/// Whether a picture may have this name: lower-case letters, digits and hyphens. No such name leads out of the store.
pub fn is_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_two_files_of_a_picture_can_be_asked_for() {
        for file in File::ALL {
            assert_eq!(File::named(file.name()), Some(file));
        }
        for name in
            ["", "source.webp", "350.png", "350.avif", "350.WEBP", "../350.webp", "350.webp\0", "351.webp"]
        {
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
}
