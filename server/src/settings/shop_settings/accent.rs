//! The owner's colour, made readable on light and dark pages, and the stylesheet with it.

use crate::values::{InvalidValue, language::localized};

/// WCAG 2.2, 1.4.3.
const MIN_CONTRAST: f64 = 4.5;
/// The white texts on the large area of the home page need this contrast. Some of them are small and pale.
const MIN_AREA_CONTRAST: f64 = 7.0;
const MIN_DARK_AREA_CONTRAST: f64 = 10.0;

/// The backgrounds of text in the accent colour, in web/src/ui/tokens.css. The first is also the text on buttons.
const LIGHT_GROUNDS: [Rgb; 3] = [Rgb([0xfb, 0xf8, 0xf1]), Rgb([0xff, 0xfd, 0xf8]), Rgb([0xf3, 0xed, 0xdf])];
const DARK_GROUNDS: [Rgb; 4] =
    [Rgb([0x12, 0x20, 0x0f]), Rgb([0x17, 0x1b, 0x15]), Rgb([0x1d, 0x22, 0x1a]), Rgb([0x20, 0x26, 0x1d])];
const BLACK: Rgb = Rgb([0; 3]);
const WHITE: Rgb = Rgb([255; 3]);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rgb([u8; 3]);

impl Rgb {
    /// `#2f5d3a`.
    fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hex.then_some(())?;
        Some(Self([byte(0)?, byte(2)?, byte(4)?]))
    }

    fn css(self) -> String {
        let Self([red, green, blue]) = self;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    fn luminance(self) -> f64 {
        let linear = |colour: u8| {
            let colour = f64::from(colour) / 255.0;
            if colour <= 0.040_45 { colour / 12.92 } else { ((colour + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.0.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// The nearest mixture with `end` that has this contrast on all grounds.
    fn toward(self, end: Self, grounds: &[Self], min: f64) -> Self {
        let mixture = |share: u16| {
            let mix = |at: usize| {
                let (from, to) = (u16::from(self.0[at]), u16::from(end.0[at]));
                u8::try_from((from * (255 - share) + to * share + 127) / 255).unwrap_or(u8::MAX)
            };
            Self([mix(0), mix(1), mix(2)])
        };
        let is_readable = |colour: &Self| grounds.iter().all(|ground| colour.contrast(*ground) >= min);
        (0..=255).map(mixture).find(is_readable).unwrap_or(end)
    }
}

/// The owner's choice as it is stored.
pub fn check(text: &str) -> Result<String, InvalidValue> {
    let colour = Rgb::parse(text).map(Rgb::css);
    colour.ok_or_else(|| {
        InvalidValue::new(
            "not_a_colour",
            localized!(
                "Please choose a colour such as #2f5d3a.",
                "Veuillez choisir une couleur, par exemple #2f5d3a."
            ),
        )
    })
}

/// The stylesheet that gives the pages this colour. Returns `None` if the text is not a colour.
///
/// It is darker on light pages and lighter on dark pages than the choice, as far as readable text needs. Its selectors
/// are stronger than in web/src/ui/tokens.css, whichever file loads first.
pub fn stylesheet(digits: &str) -> Option<String> {
    let chosen = Rgb::parse(&format!("#{digits}"))?;
    let light = chosen.toward(BLACK, &LIGHT_GROUNDS, MIN_CONTRAST);
    let dark = chosen.toward(WHITE, &DARK_GROUNDS, MIN_CONTRAST);
    let area = chosen.toward(BLACK, &LIGHT_GROUNDS[..1], MIN_AREA_CONTRAST).css();
    let dark_area = chosen.toward(BLACK, &LIGHT_GROUNDS[..1], MIN_DARK_AREA_CONTRAST).css();
    let (light, dark) = (light.css(), dark.css());
    let on_dark = format!("--color-primary:{dark};--deep-leaf:{dark_area}");
    Some(format!(
        ":root:root{{--accent-light:{light};--accent-dark:{dark};--color-primary:{light};--deep-leaf:{area}}}\n\
         @media (prefers-color-scheme:dark){{:root:root:not([data-theme=\"trowel\"]){{{on_dark}}}}}\n\
         :root:root[data-theme=\"trowel-dark\"]{{{on_dark}}}\n"
    ))
}

#[cfg(test)]
mod tests {
    use proptest::{prop_assert, proptest};

    use super::*;

    const TOKENS: &str = include_str!("../../../../web/src/ui/tokens.css");

    #[test]
    fn the_backgrounds_are_the_colours_of_the_pages() {
        for ground in LIGHT_GROUNDS.iter().chain(&DARK_GROUNDS) {
            assert!(TOKENS.contains(&ground.css()), "{ground:?}");
        }
    }

    #[test]
    fn a_colour_that_is_readable_stays() {
        let css = stylesheet("2f5d3a").unwrap();
        assert!(css.contains("--color-primary:#2f5d3a;--deep-leaf:#2f5d3a"), "{css}");
        assert!(!css.contains("--accent-dark:#2f5d3a"), "{css}");
        assert!((Rgb([0; 3]).contrast(WHITE) - 21.0).abs() < 0.001);
    }

    #[test]
    fn only_six_digits_are_a_colour() {
        assert_eq!(check("#AABBCC").as_deref(), Ok("#aabbcc"));
        for text in ["", "#fff", "red", "#12345g", "#1234567", "aabbcc", "#+12345", "#aé12"] {
            assert_eq!(check(text).map_err(|fault| fault.code), Err("not_a_colour"), "{text}");
        }
        assert_eq!(stylesheet("fff}body"), None);
    }

    proptest! {
        #[test]
        fn every_colour_becomes_readable(red: u8, green: u8, blue: u8) {
            let chosen = Rgb([red, green, blue]);
            for (end, grounds) in [(BLACK, &LIGHT_GROUNDS[..]), (WHITE, &DARK_GROUNDS[..])] {
                let shown = chosen.toward(end, grounds, MIN_CONTRAST);
                prop_assert!(grounds.iter().all(|ground| shown.contrast(*ground) >= MIN_CONTRAST));
            }
        }
    }
}
