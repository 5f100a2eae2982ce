//! Computes which part of a picture is shown, and its size: portrait, 7 to 9, as on the tool cards, or all of it.

/// Width and height in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageSize {
    pub width: u32,
    pub height: u32,
}

impl ImageSize {
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }

    /// Width and height swapped.
    #[must_use]
    pub const fn rotated(self) -> Self {
        Self { width: self.height, height: self.width }
    }
}

/// The size for high-density screens.
pub const LARGE: ImageSize = ImageSize::new(700, 900);
/// The size that a tool names.
pub const SMALL: ImageSize = ImageSize::new(350, 450);

/// The frame of a whole picture, which a tool's page enlarges.
pub const WHOLE: ImageSize = ImageSize::new(1600, 1600);

/// The part of a picture that is shown, and the size it gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crop {
    pub left: u32,
    pub top: u32,
    /// Size of the part of the original.
    pub source: ImageSize,
    /// Size of the result. A small picture is not enlarged: the browser does so with the same quality and fewer bytes.
    pub made: ImageSize,
}

/// The largest centred part of a picture with the aspect ratio of `frame`.
pub fn crop(picture: ImageSize, frame: ImageSize) -> Crop {
    let fits = |long: u32, of: u32, to: u32| {
        let share = (u64::from(long) * u64::from(to) + u64::from(of) / 2) / u64::from(of);
        u32::try_from(share).unwrap_or(u32::MAX).max(1)
    };
    let taken = ImageSize {
        width: picture.width.min(fits(picture.height, frame.height, frame.width)),
        height: picture.height.min(fits(picture.width, frame.width, frame.height)),
    };
    let made = if taken.width >= frame.width && taken.height >= frame.height { frame } else { taken };
    Crop {
        left: (picture.width - taken.width) / 2,
        top: (picture.height - taken.height) / 2,
        source: taken,
        made,
    }
}

/// All of a picture.
pub fn whole(picture: ImageSize) -> Crop {
    Crop { left: 0, top: 0, source: picture, made: fit(picture, WHOLE) }
}

/// The size of a whole picture within this frame. It is not enlarged.
pub fn fit(picture: ImageSize, frame: ImageSize) -> ImageSize {
    // Compares the shapes without fractions.
    let is_wider = u64::from(picture.width) * u64::from(frame.height)
        >= u64::from(frame.width) * u64::from(picture.height);
    let side = |long: u32, of: u32, to: u32| {
        u32::try_from((u64::from(long) * u64::from(to) + u64::from(of) / 2) / u64::from(of))
            .unwrap_or(to)
            .max(1)
    };
    if picture.width <= frame.width && picture.height <= frame.height {
        picture
    } else if is_wider {
        ImageSize::new(frame.width, side(picture.height, picture.width, frame.width))
    } else {
        ImageSize::new(side(picture.width, picture.height, frame.height), frame.height)
    }
}

#[cfg(test)]
mod tests {
    use proptest::{prop_assert, proptest};

    use super::*;

    #[test]
    fn the_middle_is_taken() {
        let wide = crop(ImageSize::new(4000, 3000), LARGE);
        assert_eq!((wide.left, wide.top), (833, 0));
        assert_eq!((wide.source, wide.made), (ImageSize::new(2333, 3000), LARGE));
        let tall = crop(ImageSize::new(700, 2000), LARGE);
        assert_eq!((tall.left, tall.top, tall.source, tall.made), (0, 550, LARGE, LARGE));
        assert_eq!(crop(LARGE, SMALL).made, SMALL);
    }

    #[test]
    fn a_small_picture_is_not_enlarged() {
        assert_eq!(crop(ImageSize::new(200, 200), LARGE).made, ImageSize::new(156, 200));
        assert_eq!(crop(ImageSize::new(1, 1), SMALL).made, ImageSize::new(1, 1));
        assert_eq!(crop(ImageSize::new(4096, 1), SMALL).made, ImageSize::new(1, 1));
        assert_eq!(crop(ImageSize::new(1, 4096), SMALL).made, ImageSize::new(1, 1));
    }

    #[test]
    fn a_whole_picture_fits_its_frame_and_is_not_enlarged() {
        let size = |width, height| {
            let made = fit(ImageSize::new(width, height), ImageSize::new(700, 350));
            (made.width, made.height)
        };
        assert_eq!(size(4_096, 1), (700, 1));
        assert_eq!(size(1, 4_096), (1, 350));
        assert_eq!(size(1_000, 1_000), (350, 350));
        assert_eq!(size(40, 20), (40, 20));
        let all = whole(ImageSize::new(4_000, 3_000));
        assert_eq!((all.left, all.top), (0, 0));
        assert_eq!((all.source, all.made), (ImageSize::new(4_000, 3_000), ImageSize::new(1_600, 1_200)));
    }

    proptest! {
        #[test]
        fn every_cut_lies_within_its_picture(width in 1..5000u32, height in 1..5000u32, turned: bool) {
            let frame = if turned { LARGE.rotated() } else { LARGE };
            let cut = crop(ImageSize::new(width, height), frame);
            prop_assert!(cut.source.width >= 1 && cut.left + cut.source.width <= width);
            prop_assert!(cut.source.height >= 1 && cut.top + cut.source.height <= height);
            prop_assert!(cut.made.width <= cut.source.width && cut.made.height <= cut.source.height);
            prop_assert!(cut.source.width == width || cut.source.height == height, "as large as fits");
        }
    }
}
