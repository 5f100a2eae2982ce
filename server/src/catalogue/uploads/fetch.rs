//! Reads a picture from the store.

use bytes::Bytes;

use crate::{
    clients::object_store::{FileStore, ObjectStoreError},
    pictures::variants::{ImageVariant, is_image_name},
};

/// The file of this picture. An incomplete file counts as missing.
pub async fn find(
    objects: &FileStore,
    name: &str,
    file: ImageVariant,
) -> Result<Option<Bytes>, ObjectStoreError> {
    if !is_image_name(name) {
        return Ok(None);
    }
    let found = objects.get(name, file.name()).await?;
    let is_broken = found.as_ref().is_some_and(|bytes| !is_complete_webp(bytes));
    if is_broken {
        tracing::error!(picture = name, file = file.name(), "a stored picture file is incomplete");
    }
    Ok(found.filter(|_| !is_broken))
}

/// The file of this picture, or the large one where a picture has no whole one.
pub async fn find_or_large(
    objects: &FileStore,
    name: &str,
    file: ImageVariant,
) -> Result<Option<(ImageVariant, Bytes)>, ObjectStoreError> {
    let mut file = file;
    let mut found = find(objects, name, file).await?;
    if found.is_none() && file == ImageVariant::Whole {
        file = ImageVariant::Large;
        found = find(objects, name, file).await?;
    }
    Ok(found.map(|bytes| (file, bytes)))
}

/// Whether the file has the length that its header states.
pub fn is_complete_webp(bytes: &[u8]) -> bool {
    let length = bytes.get(4..8).and_then(|length| length.try_into().ok()).map(u32::from_le_bytes);
    let whole = length.and_then(|length| usize::try_from(length).ok()?.checked_add(8));
    bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") && whole == Some(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_cut_off_is_not_whole() {
        let picture = image::RgbImage::from_pixel(9, 9, image::Rgb([1, 2, 3]));
        let webp = crate::pictures::encode::encode_webp(&picture).unwrap();
        assert!(is_complete_webp(&webp));
        for length in 0..webp.len() {
            assert!(!is_complete_webp(&webp[..length]), "{length}");
        }
    }
}
