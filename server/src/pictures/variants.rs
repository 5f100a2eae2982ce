//! The files of a picture in the store: a folder for each picture, named by its content.

use crate::values::{InvalidValue, hash::sha256_hex, language::localized};

/// The file of an uploaded picture that a tool names.
const MAIN_VARIANT: ImageVariant = ImageVariant::Small;

/// A file of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageVariant {
    Small,
    Large,
    /// All of the picture. Logos and older uploads have none.
    Whole,
}

impl ImageVariant {
    pub const ALL: [Self; 3] = [Self::Small, Self::Large, Self::Whole];

    pub fn from_file_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|file| file.name() == name)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Small => "350.webp",
            Self::Large => "700.webp",
            Self::Whole => "1600.webp",
        }
    }
}

/// The name of a picture: the hash of its content. Pictures with the same middle differ in the whole file.
pub fn image_name(large: &[u8], whole: Option<&[u8]>) -> String {
    sha256_hex(&[large, whole.unwrap_or_default()].concat())
}

/// A content hash has 64 characters; the demo's pictures have names.
const MAX_NAME_LENGTH: usize = 64;

/// Whether a picture may have this name: lower-case letters, digits and hyphens. No such name leads out of the store.
pub fn is_image_name(name: &str) -> bool {
    (1..=MAX_NAME_LENGTH).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// Returns the path if it is one of an uploaded picture.
pub fn check_own_image(path: &str) -> Result<String, InvalidValue> {
    let named = path.strip_prefix("/images/").and_then(|rest| rest.split_once('/'));
    match named {
        Some((name, file))
            if is_image_name(name) && ImageVariant::from_file_name(file) == Some(MAIN_VARIANT) =>
        {
            Ok(path.to_owned())
        }
        _ => Err(InvalidValue::new(
            "not_a_picture",
            localized!(
                "This is not the address of an uploaded picture, like /images/…/{}. Please upload the picture \
                 again.",
                "Ce n’est pas l’adresse d’une image téléversée, comme /images/…/{}. Veuillez téléverser \
                 l’image de nouveau.",
                MAIN_VARIANT.name()
            ),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_three_files_of_a_picture_can_be_asked_for() {
        for file in ImageVariant::ALL {
            assert_eq!(ImageVariant::from_file_name(file.name()), Some(file));
        }
        for name in
            ["", "source.webp", "350.png", "350.avif", "350.WEBP", "../350.webp", "350.webp\0", "351.webp"]
        {
            assert_eq!(ImageVariant::from_file_name(name), None, "{name}");
        }
    }

    #[test]
    fn a_name_is_a_hash_or_plain_words() {
        assert!(is_image_name(&image_name(b"", None)) && is_image_name("bell-cloche"));
        for name in ["", "..", "a.b", "a/b", "a\0", "é", &"A".repeat(64), &"a".repeat(65)] {
            assert!(!is_image_name(name), "{name}");
        }
    }
}
