//! Converts the colours of a profile to sRGB, because phones and printers use other colours and the profile is dropped.

use moxcms::{ColorProfile, DataColorSpace, Layout, Transform8BitExecutor, TransformOptions};

/// Pixels of one step.
const STEP: usize = 4_096;

/// Converts the colours of the profile to sRGB. An invalid profile is ignored.
pub(super) fn to_srgb(pixels: &mut [u8], layout: Layout, profile: &[u8]) {
    let Ok(profile) = ColorProfile::new_from_slice(profile) else { return };
    match profile.color_space {
        DataColorSpace::Rgb => rgb_to_srgb(pixels, layout, &profile),
        DataColorSpace::Gray => grey_to_srgb(pixels, layout, &profile),
        _ => {}
    }
}

fn rgb_to_srgb(pixels: &mut [u8], layout: Layout, profile: &ColorProfile) {
    let srgb = ColorProfile::new_srgb();
    let Ok(transform) = profile.create_transform_8bit(layout, &srgb, layout, TransformOptions::default())
    else {
        return;
    };
    let mut converted = vec![0; pixels.len()];
    if transform.transform(pixels, &mut converted).is_ok() {
        pixels.copy_from_slice(&converted);
    }
}

/// The pixels have three equal colours. With others, the profile does not belong to the picture.
fn grey_to_srgb(pixels: &mut [u8], layout: Layout, profile: &ColorProfile) {
    let channels = layout.channels();
    let is_grey = |pixel: &[u8]| pixel[0] == pixel[1] && pixel[1] == pixel[2];
    let srgb = ColorProfile::new_srgb();
    let transform =
        profile.create_transform_8bit(Layout::Gray, &srgb, Layout::Rgb, TransformOptions::default());
    let Ok(transform) = transform else { return };
    if !pixels.chunks_exact(channels).all(is_grey) {
        return;
    }
    let shades: Vec<u8> = (0..=u8::MAX).collect();
    let mut converted = vec![0; shades.len() * 3];
    if transform.transform(&shades, &mut converted).is_err() {
        return;
    }
    for pixel in pixels.chunks_exact_mut(channels) {
        let shade = usize::from(pixel[0]);
        pixel[..3].copy_from_slice(&converted[shade * 3..][..3]);
    }
}

/// Makes the transform from four inks to sRGB. Returns `None` if the profile is not for four inks, or invalid.
pub(super) fn inks_transform(profile: &[u8]) -> Option<std::sync::Arc<Transform8BitExecutor>> {
    let profile = ColorProfile::new_from_slice(profile).ok()?;
    if profile.color_space != DataColorSpace::Cmyk {
        return None;
    }
    let srgb = ColorProfile::new_srgb();
    profile.create_transform_8bit(Layout::Rgba, &srgb, Layout::Rgb, TransformOptions::default()).ok()
}

/// Replaces the four inks of each pixel by three colours in the same memory. Two copies exceed the memory limit.
pub(super) fn inks_to_srgb(pixels: &mut Vec<u8>, transform: &Transform8BitExecutor) -> Option<()> {
    let total = pixels.len() / 4;
    let mut inks = vec![0; STEP * 4];
    let mut colours = vec![0; STEP * 3];
    for start in (0..total).step_by(STEP) {
        let count = STEP.min(total - start);
        let inks = &mut inks[..count * 4];
        let colours = &mut colours[..count * 3];
        inks.copy_from_slice(&pixels[start * 4..][..count * 4]);
        transform.transform(inks, colours).ok()?;
        pixels[start * 3..][..count * 3].copy_from_slice(colours);
    }
    pixels.truncate(total * 3);
    Some(())
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    #[test]
    fn wide_colours_become_colours_of_the_web() {
        let mut picture = RgbImage::from_pixel(1, 1, Rgb([200, 40, 40]));
        to_srgb(&mut picture, Layout::Rgb, &ColorProfile::new_display_p3().encode().unwrap());
        let Rgb([red, green, _]) = *picture.get_pixel(0, 0);
        assert!(red > 205 && green < 35, "the same red needs more of sRGB: {picture:?}");
        let before = picture.clone();
        to_srgb(&mut picture, Layout::Rgb, b"no profile");
        assert_eq!(picture, before);
    }

    #[test]
    fn a_grey_profile_changes_grey_pixels_only() {
        let linear = ColorProfile::new_gray_with_gamma(1.0).encode().unwrap();
        let mut grey = [128, 128, 128, 77];
        to_srgb(&mut grey, Layout::Rgba, &linear);
        assert!(grey[..3].iter().all(|shade| shade.abs_diff(188) < 3) && grey[3] == 77, "{grey:?}");
        let mut coloured = [200, 40, 40];
        to_srgb(&mut coloured, Layout::Rgb, &linear);
        assert_eq!(coloured, [200, 40, 40]);
    }
}
