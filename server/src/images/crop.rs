//! Computes which part of a picture is shown: portrait, 7 to 9, as on the tool cards.

/// Width and height in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

impl Size {
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }

    /// Width and height swapped.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { width: self.height, height: self.width }
    }
}

/// For high-density screens.
pub const LARGE: Size = Size::new(700, 900);
/// The size that a tool names.
pub const SMALL: Size = Size::new(350, 450);

/// The part of a picture that is shown, and the size it gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    pub left: u32,
    pub top: u32,
    /// Size of the part of the original.
    pub taken: Size,
    /// Size of the result. A small picture is not enlarged: the browser does so with the same quality and fewer bytes.
    pub made: Size,
}

/// The largest centred part of a picture with the aspect ratio of `frame`.
pub fn cut(picture: Size, frame: Size) -> Cut {
    let fits = |long: u32, of: u32, to: u32| {
        let share = (u64::from(long) * u64::from(to) + u64::from(of) / 2) / u64::from(of);
        u32::try_from(share).unwrap_or(u32::MAX).max(1)
    };
    let taken = Size {
        width: picture.width.min(fits(picture.height, frame.height, frame.width)),
        height: picture.height.min(fits(picture.width, frame.width, frame.height)),
    };
    let made = if taken.width >= frame.width && taken.height >= frame.height { frame } else { taken };
    Cut { left: (picture.width - taken.width) / 2, top: (picture.height - taken.height) / 2, taken, made }
}

#[cfg(test)]
mod tests {
    use proptest::{prop_assert, proptest};

    use super::*;

    #[test]
    fn the_middle_is_taken() {
        let wide = cut(Size::new(4000, 3000), LARGE);
        assert_eq!((wide.left, wide.top), (833, 0));
        assert_eq!((wide.taken, wide.made), (Size::new(2333, 3000), LARGE));
        let tall = cut(Size::new(700, 2000), LARGE);
        assert_eq!((tall.left, tall.top, tall.taken, tall.made), (0, 550, LARGE, LARGE));
        assert_eq!(cut(LARGE, SMALL).made, SMALL);
    }

    #[test]
    fn a_small_picture_is_not_enlarged() {
        assert_eq!(cut(Size::new(200, 200), LARGE).made, Size::new(156, 200));
        assert_eq!(cut(Size::new(1, 1), SMALL).made, Size::new(1, 1));
        assert_eq!(cut(Size::new(4096, 1), SMALL).made, Size::new(1, 1));
        assert_eq!(cut(Size::new(1, 4096), SMALL).made, Size::new(1, 1));
    }

    proptest! {
        #[test]
        fn every_cut_lies_within_its_picture(width in 1..5000u32, height in 1..5000u32, turned: bool) {
            let frame = if turned { LARGE.turned() } else { LARGE };
            let cut = cut(Size::new(width, height), frame);
            prop_assert!(cut.taken.width >= 1 && cut.left + cut.taken.width <= width);
            prop_assert!(cut.taken.height >= 1 && cut.top + cut.taken.height <= height);
            prop_assert!(cut.made.width <= cut.taken.width && cut.made.height <= cut.taken.height);
            prop_assert!(cut.taken.width == width || cut.taken.height == height, "as large as fits");
        }
    }
}
